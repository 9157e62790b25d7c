//! Plans and answers for games on pieces of several numbers.
//!
//! In normal play a position is worth the xor of its pieces, so the box below it is filled once and tells everything but
//! how long play lasts, which is for plain recursion where there is little to play. In misère play sums are no xor: all is
//! recursion over sums.

use super::plan::{Engine, Fact, LargestWindow, Plan, Refused};
use super::position::{PositionAnswer, answer_by_reference};
use super::question::Question;
use super::window::{AskError, SolvedWindow};
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, GameKind, Piece, PieceGame};
use crate::solve::pieces::{self, PieceValues};
use crate::solve::{Convention, Outcome, Reference};

/// How long play lasts is looked for where the numbers of all pieces have at most this sum.
const FEW: u64 = 60;

/// And so long as recursion needs no more positions.
const FEW_POSITIONS: u64 = 100_000;

/// Who answers a question about pieces.
pub(super) fn choose_pieces(
    game: &PieceGame,
    question: &Question<Vec<Piece>>,
    control: &Control,
) -> Result<Plan, Refused> {
    let recursion = |fact, why: &str| Ok(Plan::by_reference(fact, vec![why.to_string()]));
    let misere = "misère play, where sums are no xor: plain recursion over sums of pieces";
    let lengths = "how long play lasts is found by plain recursion over sums of pieces";
    let boxed = |bounds: &Bounds| game.one_piece().upper_bounds(bounds);
    match *question {
        Question::Position { at, convention: Convention::Normal } => {
            box_plan(Fact::Grundy, game.box_of(at), control)
        }
        Question::PPositions { window, convention: Convention::Normal } => {
            box_plan(Fact::Outcome(Convention::Normal), boxed(window)?, control)
        }
        Question::Values { window } => box_plan(Fact::Grundy, boxed(window)?, control),
        Question::LookUp {
            to,
            fact: fact @ (Fact::Grundy | Fact::Outcome(Convention::Normal)),
        } => box_plan(fact, to.to_vec(), control),
        Question::Position { convention, .. } | Question::PPositions { convention, .. } => {
            recursion(Fact::Outcome(convention), misere)
        }
        Question::LookUp { fact: fact @ Fact::Remoteness(_), .. } => recursion(fact, lengths),
        Question::LookUp { fact, .. } => recursion(fact, misere),
    }
}

/// One pass over a box, if its values fit.
fn box_plan(fact: Fact, to: Vec<u64>, control: &Control) -> Result<Plan, Refused> {
    let (bytes, memory) = (pieces::bytes(&to), control.memory() as u128);
    if bytes > memory {
        return Err(Refused::too_large("pieces", bytes, memory, largest_box(&to, memory)));
    }
    let reasons = vec![
        "a sum of pieces is worth the xor of their values, so all pieces of the box are solved once".to_string(),
        "one thread: each piece needs the smaller ones".to_string(),
    ];
    let (engine, positions) = (Engine::Pieces { to: to.clone() }, pieces::cells(&to));
    let (ordered, bytes, threads) = (false, Some(bytes), 1);
    Ok(Plan { fact, engine, ordered, reasons, positions, bytes, threads })
}

/// The largest box with the same bound for all numbers, but for those that are smaller already.
fn largest_box(to: &[u64], memory: u128) -> LargestWindow {
    let cut = |most: u64| to.iter().map(|number| *number.min(&most)).collect::<Vec<u64>>();
    let (mut fits, mut too_large) = (0, to.iter().copied().max().unwrap_or(0));
    while fits + 1 < too_large {
        let middle = fits + (too_large - fits) / 2;
        match pieces::bytes(&cut(middle)) <= memory {
            true => fits = middle,
            false => too_large = middle,
        }
    }
    if fits == 0 { LargestWindow::None } else { LargestWindow::Heaps(cut(fits)) }
}

/// What is known about a sum of pieces, by a plan of its game.
///
/// # Errors
/// [`GaveUp`] if it costs too much.
pub fn answer_pieces(
    game: &PieceGame,
    position: &Vec<Piece>,
    convention: Convention,
    plan: &Plan,
    control: &Control,
) -> Result<PositionAnswer<Vec<Piece>>, GaveUp> {
    let Engine::Pieces { to } = &plan.engine else {
        return answer_by_reference(game, position, convention, &plan.counting(control));
    };
    let values = PieceValues::solve(game, to, &plan.counting(control))?;
    let of = |sum: &Vec<Piece>| values.of_sum(sum).ok_or_else(GaveUp::heap_too_large);
    let grundy = of(position)?;
    let mut winning = Vec::new();
    for option in game.options_within(position, control.most_positions())? {
        if of(&option)? == 0 {
            winning.push(option);
        }
    }
    let outcome = if grundy == 0 { Outcome::P } else { Outcome::N };
    let (grundy, winning) = (Some(grundy), Some(winning));
    Ok(PositionAnswer { outcome, grundy, remoteness: length(game, position, control)?, winning })
}

/// How long play lasts, where there is little to play.
fn length(
    game: &PieceGame,
    position: &Vec<Piece>,
    control: &Control,
) -> Result<Option<u32>, GaveUp> {
    if game.stones(position) > FEW {
        return Ok(None);
    }
    match Reference::new(game).facts(position, &control.with_positions(FEW_POSITIONS)) {
        Ok(facts) => Ok(Some(facts.remoteness(Convention::Normal))),
        Err(gave_up) if gave_up.is_stopped() => Err(gave_up),
        Err(_) => Ok(None),
    }
}

/// The values of all pieces in the smallest box that holds a position: what a part of a sum needs.
///
/// # Errors
/// [`AskError`] if they cost too much.
pub fn piece_values(
    game: &PieceGame,
    position: &[Piece],
    control: &Control,
) -> Result<PieceValues, AskError> {
    let to = game.box_of(position);
    let plan = box_plan(Fact::Grundy, to.clone(), control)?;
    Ok(PieceValues::solve(game, &to, &plan.counting(control))?)
}

/// The values of all pieces of a window, as a window of the game of one piece.
///
/// # Errors
/// [`AskError`] if they cost too much.
pub fn solve_pieces(
    game: &PieceGame,
    bounds: &Bounds,
    control: &Control,
) -> Result<SolvedWindow, AskError> {
    let to = game.one_piece().upper_bounds(bounds)?;
    let plan = box_plan(Fact::Grundy, to.clone(), control)?;
    let values = PieceValues::solve(game, &to, &plan.counting(control))?;
    SolvedWindow::of_values(game.one_piece(), bounds, values.into_cells())
}
