//! One position: who wins, what it is worth, how long it takes, which moves win.
//!
//! With few positions below, plain recursion tells everything. Where one pass over the box below costs little more than who
//! wins, the lengths of play are found, which tell who wins as well, and the value beside them. Otherwise the box below the position is solved as a window by
//! whichever engine is fastest, and the position and its options are looked up in it. Values are given as well where a
//! window of values costs little more than one of outcomes.

use rustc_hash::FxHashSet;

use super::board_oracle::{BoardOracle, KnownFacts, unless_stopped};
use super::boards::choose_board;
use super::heaps::{by_strides, cheapest, choose_window};
use super::plan::{Engine, Fact, Plan, Refused};
use super::run::p_positions;
use super::window::{AskError, SolvedWindow, lost_parity};
use crate::control::{Control, GaveUp, Total};
use crate::game::{Board, BoardGame, Bounds, GameKind, Growth, HeapGame, Heaps};
use crate::solve::boards::BoardSumSolver;
use crate::solve::seen::SeenHeapSolver;
use crate::solve::strides::{StrideFact, StridePlan};
use crate::solve::{Convention, Outcome, Reference};

/// With more positions than this below, a pass over a box is faster than plain recursion.
const FEW: u128 = 2_000;

/// With more positions than this below, plain recursion would take minutes.
const MANY: u128 = 1_000_000;

/// A box with more cells is not solved for a position from which heaps grow.
const MANY_CELLS: u128 = 100_000_000;

/// Lengths of play are worth so many seconds, or twice the time of who wins.
const LENGTHS_SECONDS: f64 = 0.3;

/// And so many where recursion would tell them.
const FEW_SECONDS: f64 = 3.0;

/// Values are worth so many seconds, or twice the time of who wins.
const VALUES_SECONDS: f64 = 2.0;

/// A plan that takes so many seconds is long.
const LONG: f64 = 1.0;

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnswer<P> {
    /// Who wins.
    pub outcome: Outcome,
    /// In normal play, where it is known.
    pub grundy: Option<u32>,
    /// Where a pass over the box below is cheap, or recursion.
    pub remoteness: Option<u32>,
    /// On a large board they may cost much more than who wins.
    pub winning: Option<Vec<P>>,
}

/// How many positions have no larger heaps.
fn below(heaps: &[u64]) -> u128 {
    heaps.iter().fold(1, |all: u128, heap| all.saturating_mul(u128::from(*heap) + 1))
}

/// The sizes of a box that holds a position and all that come after it; `None` if heaps may grow beyond the largest.
fn box_below(game: &HeapGame, position: &Heaps) -> Option<Vec<u64>> {
    match game.growth() {
        Growth::Never => Some(position.to_vec()),
        Growth::UpToTheLargest => {
            let largest = position.iter().copied().max().unwrap_or(0);
            Some(vec![largest; position.len()])
        }
        Growth::Beyond => None,
    }
}

/// Chooses how to answer for a position on heaps. Where no engine fits, it is plain recursion, which may give up.
pub fn choose_position(
    game: &HeapGame,
    position: &Heaps,
    convention: Convention,
    control: &Control,
) -> Plan {
    let fact = Fact::Outcome(convention);
    let by_reference = |reason: &str| Plan::by_reference(fact, vec![reason.into()]);
    if below(position) <= FEW {
        return by_reference(
            "few positions have no larger heaps: plain recursion tells everything",
        );
    }
    let most = control.positions().map_or(u128::MAX, |most| u128::from(most) * 100);
    let is_affordable = |plan: &Plan| match plan.counted() {
        (_, Total::Exactly(steps)) => u128::from(steps) <= most,
        _ => plan.positions <= most,
    };
    let lengths = by_strides(game, position, Fact::Remoteness(convention), control);
    let lengths = lengths.filter(is_affordable);
    let Some(to) = box_below(game, position) else {
        // Recursion visits only what is reached, so a box that is hardly reached is not worth its size.
        return match lengths.filter(|plan| plan.positions <= MANY_CELLS) {
            Some(plan) => plan,
            None => by_reference("heaps may grow beyond the largest: plain recursion"),
        };
    };
    let outcomes = cheapest(game, &to, fact, control).ok().filter(is_affordable);
    if let Some(lengths) = lengths {
        let seconds = lengths.seconds(game, &to);
        let cheap = |plan: &Plan| seconds <= 2.0 * plan.seconds(game, &to);
        // Of few positions recursion would tell everything, in some seconds.
        let worth = if below(position) <= MANY { FEW_SECONDS } else { LENGTHS_SECONDS };
        if seconds < worth || outcomes.as_ref().is_none_or(cheap) {
            return lengths;
        }
    }
    if below(position) <= MANY {
        return by_reference(
            "few positions have no larger heaps: plain recursion tells everything",
        );
    }
    if convention == Convention::Normal
        && let Ok(values) = choose_window(game, &to, Fact::Grundy, control)
        && !values.is_reference()
        && is_affordable(&values)
    {
        let seconds = values.seconds(game, &to);
        let cheap = |plan: &Plan| seconds <= 2.0 * plan.seconds(game, &to);
        if seconds < VALUES_SECONDS || outcomes.as_ref().is_none_or(cheap) {
            return values;
        }
    }
    outcomes.unwrap_or_else(|| by_reference("the tables of no engine fit: plain recursion"))
}

/// Whether a plan of [`choose_position`] takes so long that a theorem would be better.
pub fn takes_long(game: &HeapGame, position: &Heaps, plan: &Plan) -> bool {
    if below(position) <= MANY {
        return false;
    }
    let to = box_below(game, position);
    plan.is_reference() || to.is_none_or(|to| plan.seconds(game, &to) > LONG)
}

/// What is known about a position on heaps, by a plan of [`choose_position`].
///
/// # Errors
/// [`AskError`] if it costs too much.
pub fn answer(
    game: &HeapGame,
    position: &Heaps,
    convention: Convention,
    plan: &Plan,
    control: &Control,
) -> Result<PositionAnswer<Heaps>, AskError> {
    if plan.is_reference() {
        return Ok(answer_by_reference(game, position, convention, &plan.counting(control))?);
    }
    let options = game.options_within(position, control.most_positions())?;
    if let Engine::Seen { .. } = plan.engine {
        return Ok(by_seen(game, position, options, convention, &plan.counting(control))?);
    }
    if let Engine::Strides(strides) = &plan.engine
        && strides.tells != StrideFact::Grundy
    {
        return by_lengths(game, position, options, convention, strides, plan, control);
    }
    let to = box_below(game, position).ok_or_else(GaveUp::heap_too_large)?;
    let bounds = Bounds { to, total: None };
    if let Engine::Table(_) | Engine::Strides(_) = plan.engine {
        let window = SolvedWindow::solve(game, &bounds, plan, control)?;
        let outside = || GaveUp::new("an option is outside of the window");
        let is_p =
            |heaps: &Heaps| Ok::<bool, GaveUp>(window.value(game, heaps).ok_or_else(outside)? == 0);
        let outcome = if is_p(position)? { Outcome::P } else { Outcome::N };
        let mut winning = Vec::new();
        for option in options {
            if is_p(&option)? {
                winning.push(option);
            }
        }
        let grundy = (plan.fact == Fact::Grundy).then(|| window.value(game, position)).flatten();
        return Ok(PositionAnswer { outcome, grundy, remoteness: None, winning: Some(winning) });
    }
    // A sieve tells P-positions one after the other; only those that matter are kept.
    let with_order = plan.ordered.then(|| game.with_order()).flatten();
    let (solved, control) = (with_order.unwrap_or(game), plan.counting(control));
    let options: FxHashSet<Heaps> = options.into_iter().collect();
    let (mut winning, mut outcome) = (Vec::new(), Outcome::N);
    p_positions(solved, &bounds, convention, plan, &control, &mut |p| {
        if p == position {
            outcome = Outcome::P;
        } else if options.contains(p) {
            winning.push(p.clone());
        }
    })?;
    let winning = Some(game.arranged(winning));
    Ok(PositionAnswer { outcome, grundy: None, remoteness: None, winning })
}

/// By a table of lengths of play, which tells who wins as well; and the value, if that is cheap.
fn by_lengths(
    game: &HeapGame,
    position: &Heaps,
    options: Vec<Heaps>,
    convention: Convention,
    strides: &StridePlan,
    plan: &Plan,
    control: &Control,
) -> Result<PositionAnswer<Heaps>, AskError> {
    let lost = lost_parity(convention);
    let (remoteness, winning) = {
        let table = strides.solve(game, &plan.counting(control))?;
        let outside = || GaveUp::new("an option is outside of the box");
        let length = |heaps: &Heaps| table.get(heaps).ok_or_else(outside);
        let mut winning = Vec::new();
        for option in options {
            if length(&option)? & 1 == lost {
                winning.push(option);
            }
        }
        (length(position)?, winning)
    };
    let outcome = if remoteness & 1 == lost { Outcome::P } else { Outcome::N };
    let grundy = match convention {
        Convention::Normal => match value_of(game, position, plan, control) {
            // Who wins is known, whatever the value costs.
            Err(AskError::GaveUp(gave_up)) if !gave_up.is_stopped() => None,
            value => value?,
        },
        Convention::Misere => None,
    };
    Ok(PositionAnswer { outcome, grundy, remoteness: Some(remoteness), winning: Some(winning) })
}

/// The value of a position, if a window of values costs little.
fn value_of(
    game: &HeapGame,
    position: &Heaps,
    lengths: &Plan,
    control: &Control,
) -> Result<Option<u32>, AskError> {
    let to = box_below(game, position);
    let planned = match &to {
        Some(to) => choose_window(game, to, Fact::Grundy, control).ok(),
        None => by_strides(game, position, Fact::Grundy, control),
    };
    let bounds = Bounds { to: to.unwrap_or_else(|| position.to_vec()), total: None };
    let seconds = |plan: &Plan| plan.seconds(game, &bounds.to);
    let cheap = |plan: &Plan| {
        !plan.is_reference()
            && (seconds(plan) < VALUES_SECONDS || seconds(plan) <= 2.0 * seconds(lengths))
    };
    let Some(plan) = planned.filter(cheap) else { return Ok(None) };
    if let Engine::Strides(strides) = &plan.engine {
        return Ok(strides.solve(game, &plan.counting(control))?.get(position));
    }
    let window = SolvedWindow::solve(game, &bounds, &plan, control)?;
    Ok(window.value(game, position))
}

/// By the heaps that moves see: the position and its options are asked one by one, so no window is kept.
fn by_seen(
    game: &HeapGame,
    position: &Heaps,
    options: Vec<Heaps>,
    convention: Convention,
    control: &Control,
) -> Result<PositionAnswer<Heaps>, GaveUp> {
    let mut solver =
        SeenHeapSolver::new(game).ok_or_else(|| GaveUp::new("a move sees all heaps"))?;
    let facts = solver.told(position, control)?;
    let mut winning = Vec::new();
    for option in options {
        if solver.told(&option, control)?.outcome(convention) == Outcome::P {
            winning.push(option);
        }
    }
    let (outcome, grundy) = (facts.outcome(convention), Some(facts.grundy));
    Ok(PositionAnswer { outcome, grundy, remoteness: None, winning: Some(winning) })
}

impl SolvedWindow {
    /// What stands at a position, if its heaps are within the bounds one by one.
    fn value(&self, game: &HeapGame, position: &Heaps) -> Option<u32> {
        let fits = position.iter().zip(&self.bounds().to).all(|(heap, most)| heap <= most);
        fits.then(|| self.at(game, &mut position.to_vec())).flatten()
    }
}

/// What is known about a position of any game, by plain recursion: everything.
///
/// # Errors
/// [`GaveUp`] if it costs too much.
pub fn answer_by_reference<G: GameKind>(
    game: &G,
    position: &G::Position,
    convention: Convention,
    control: &Control,
) -> Result<PositionAnswer<G::Position>, GaveUp> {
    let mut solver = Reference::new(game);
    let facts = solver.facts(position, control)?;
    let winning = solver.winning_moves(position, convention, control)?;
    Ok(PositionAnswer {
        outcome: facts.outcome(convention),
        grundy: Some(facts.grundy),
        remoteness: Some(facts.remoteness(convention)),
        winning: Some(winning),
    })
}

/// What is known about a board, by a plan of [`choose_board`]. Where the value, or the moves, cost more than is
/// allowed, they are left out.
///
/// # Errors
/// [`GaveUp`] if who wins costs too much.
pub fn answer_board(
    game: &BoardGame,
    board: &Board,
    convention: Convention,
    plan: &Plan,
    control: &Control,
) -> Result<PositionAnswer<Board>, GaveUp> {
    let control = &plan.counting(control);
    if plan.is_reference() {
        return answer_by_reference(game, board, convention, control);
    }
    let mut oracle = BoardOracle::new(game, board, convention, plan, control)?;
    // The value may cost more than the moves.
    oracle.outcome(board, control)?;
    let winning = unless_stopped(oracle.winning_moves(board, control))?;
    let KnownFacts { outcome, grundy, remoteness } = oracle.facts(board, control)?;
    Ok(PositionAnswer { outcome, grundy, remoteness, winning })
}

/// The Grundy values of a position and of all that come after it: what a part of a sum needs.
pub enum PositionValues<'g> {
    /// Of heaps, from a window.
    Window(&'g HeapGame, Box<SolvedWindow>),
    /// Of heaps, by recursion.
    Heaps(Reference<'g, HeapGame>),
    /// Of a board, by its parts.
    Parts(Box<BoardSumSolver<'g>>),
    /// Of a board, by recursion.
    Boards(Reference<'g, BoardGame>),
}

impl<'g> PositionValues<'g> {
    /// Values of `position` and below.
    ///
    /// # Errors
    /// [`AskError`] if they cost too much.
    pub fn of_heaps(
        game: &'g HeapGame,
        position: &Heaps,
        control: &Control,
    ) -> Result<PositionValues<'g>, AskError> {
        let plan = PositionValues::plan(game, position, control)?;
        match box_below(game, position).filter(|_| !plan.is_reference()) {
            Some(to) => {
                let bounds = Bounds { to, total: None };
                let window = SolvedWindow::solve(game, &bounds, &plan, control)?;
                Ok(PositionValues::Window(game, Box::new(window)))
            }
            None => Ok(PositionValues::Heaps(Reference::new(game))),
        }
    }

    /// How the values of a position on heaps and below are found.
    ///
    /// # Errors
    /// [`Refused`] if no engine can do it.
    pub fn plan(game: &HeapGame, position: &Heaps, control: &Control) -> Result<Plan, Refused> {
        let by_recursion = |why: &str| Ok(Plan::by_reference(Fact::Grundy, vec![why.into()]));
        match box_below(game, position) {
            None => by_recursion("heaps may grow beyond the largest: plain recursion"),
            Some(_) if below(position) <= MANY => {
                by_recursion("few positions have no larger heaps: plain recursion tells everything")
            }
            Some(to) => choose_window(game, &to, Fact::Grundy, control),
        }
    }

    /// Values of `board` and of the boards after it.
    pub fn of_board(game: &'g BoardGame, board: &Board, control: &Control) -> PositionValues<'g> {
        match choose_board(game, board, Convention::Normal, control).engine {
            Engine::Parts => PositionValues::Parts(Box::new(BoardSumSolver::new(game))),
            _ => PositionValues::Boards(Reference::new(game)),
        }
    }

    /// The value of a position on heaps.
    ///
    /// # Errors
    /// [`GaveUp`] if it costs too much, or is none of those that were asked for.
    pub fn heaps(&mut self, position: &Heaps, control: &Control) -> Result<u32, GaveUp> {
        let other = || GaveUp::new("a position outside of what was solved");
        match self {
            PositionValues::Window(game, window) => window.value(game, position).ok_or_else(other),
            PositionValues::Heaps(reference) => Ok(reference.facts(position, control)?.grundy),
            PositionValues::Parts(_) | PositionValues::Boards(_) => Err(other()),
        }
    }

    /// The value of a board.
    ///
    /// # Errors
    /// [`GaveUp`] if it costs too much.
    pub fn board(&mut self, board: &Board, control: &Control) -> Result<u32, GaveUp> {
        match self {
            PositionValues::Parts(sums) => sums.grundy(board, control),
            PositionValues::Boards(reference) => Ok(reference.facts(board, control)?.grundy),
            _ => Err(GaveUp::new("a board among heaps")),
        }
    }
}
