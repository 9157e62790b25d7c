//! Checks a claim on a window and finds its smallest witness.
//!
//! Positions come by number of stones, then in lexicographic order, so the first that fails is the
//! smallest witness. The scan goes on after it, only among positions with a smaller largest heap,
//! for the flattest one. A claim about no position in particular may begin with `for all`: then
//! its variables take the place of heaps.

use std::ops::ControlFlow;

use ishitori_rule::syntax::{Condition, Quantifier};
use ishitori_rule::{Problem, Ruleset};
use thiserror::Error;

use super::compile::{Library, Program, compile};
use super::evaluate::{Evaluator, Here, Stop, Value, listed, shown};
use super::formula::{Logic, Through};
use super::judge::{Allowed, Judge};
use super::known::Known;
use super::verdict::{Checked, Refutation, Verdict, Witness};
use super::witness::Explainer;
use crate::game::{AnyGame, Bounds, Game, GameError, WindowError};
use crate::solve::{Budget, Convention, GaveUp};

/// Definitions may call each other [`MAX_DEPTH`](super::evaluate::MAX_DEPTH) deep.
const STACK: usize = 512 << 20;

/// Another game is solved beforehand if its box has at most so many positions.
const MAX_OTHER: u128 = 100_000_000;

/// What to check.
pub struct Check<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// What is said of it.
    pub statement: &'a Condition,
    /// The text in which the statement stands, to quote from.
    pub text: &'a str,
    /// Who wins when nobody can move.
    pub convention: Convention,
    /// The window; a claim about no position needs none.
    pub bounds: &'a Bounds,
    /// Whether nobody asked for this window: it is not solved for a claim that does not need it.
    pub automatic: bool,
    /// What may be spent.
    pub allowed: Allowed,
    /// What is known of the window; then nothing of the game is solved.
    pub known: Option<&'a Known>,
    /// Other games and tables.
    pub library: &'a (dyn Library + Sync),
}

/// A claim that cannot be checked.
#[derive(Clone, Debug, Error)]
pub enum CheckError {
    /// It is not well formed.
    #[error("the claim does not fit this game: {}", .0.first().map_or("", Problem::message))]
    Problems(Vec<Problem>),
    /// Too much work, for a filter; a check says [`Verdict::Unknown`].
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
    /// Its window is none.
    #[error(transparent)]
    Window(#[from] WindowError),
    /// There is nothing to check it on.
    #[error("the window has no positions: choose a larger one")]
    Nothing,
    /// It means nothing somewhere.
    #[error("the claim means nothing{}: {why}", if at.is_empty() { String::new() } else { format!(" at {at}") })]
    Meaningless {
        /// Where.
        at: String,
        /// Why.
        why: String,
    },
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// Reports what is wrong with a statement, without checking it.
///
/// # Errors
/// Every problem found.
pub fn validate(
    ruleset: &Ruleset,
    statement: &Condition,
    library: &dyn Library,
) -> Result<(), Vec<Problem>> {
    // A game that cannot be played is reported elsewhere.
    let Ok(game) = AnyGame::new(ruleset) else { return Ok(()) };
    compile(ruleset, game, statement, (0, 1), library).map(drop)
}

/// Checks a claim. `budget` counts positions of the engine that solves the window, then positions
/// at which the claim is evaluated.
///
/// # Errors
/// [`CheckError`] if the claim cannot be checked.
pub fn check(
    check: &Check,
    budget: &mut (dyn FnMut() -> Budget<'static> + Send),
) -> Result<Verdict, CheckError> {
    let work = || run(check, budget);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let Ok(thread) = thread else {
            let why = "there is no address space for the stack of a check";
            return Ok(Verdict::Unknown(GaveUp::new(why)));
        };
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn run(
    check: &Check,
    budget: &mut (dyn FnMut() -> Budget<'static> + Send),
) -> Result<Verdict, CheckError> {
    // 1. Compile.
    let program = compiled(check)?;
    let high = largest(check.bounds);
    if let AnyGame::Heaps(game) = &program.games[0].game
        && (program.about_here || *check.bounds != Bounds::default())
    {
        game.upper_bounds(check.bounds)?;
    }

    // 2. Solve what is asked about.
    let judges = match judges(check, &program, high, budget) {
        Ok(judges) => judges,
        Err(gave_up) => return Ok(Verdict::Unknown(gave_up)),
    };
    let names = program.games.iter().map(|asked| asked.name.clone()).collect();
    let evaluator = Evaluator::new(judges, names, &program.defined, program.slots, check.allowed);

    // 3. Look everywhere.
    let mut scan = Scan {
        program: &program,
        evaluator,
        text: check.text,
        whole: check.statement.span.clone(),
        cases: 0,
        smallest: None,
        flattest: None,
    };
    let mut budget = budget();
    let result = match &program.games[0].game {
        AnyGame::Heaps(game) if program.about_here => {
            scan.heaps(game, check.bounds, &mut budget)?
        }
        AnyGame::Board(game) if program.about_here => {
            scan.boards(game, check.bounds, &mut budget)?
        }
        _ => scan.sentence(&mut budget),
    };
    drop(budget);
    match result {
        Ok(()) => {}
        Err((stop, at)) => {
            match *stop {
                // A witness is a witness, even if a flatter one was not found in time.
                Stop::GaveUp(_) if scan.smallest.is_some() => scan.flattest = None,
                Stop::GaveUp(gave_up) => return Ok(Verdict::Unknown(gave_up)),
                stop => return Err(CheckError::Meaningless { at, why: stop.to_string() }),
            }
        }
    }

    // 4. Say what was found.
    let window = if program.about_here {
        Some(check.bounds.clone())
    } else if program.uses_window {
        // Variables run through the sizes of a heap, whatever the other heaps leave.
        Some(Bounds { to: vec![high], total: None })
    } else {
        None
    };
    if program.about_here && scan.cases == 0 {
        return Err(CheckError::Nothing);
    }
    let checked = Checked {
        window,
        cases: scan.cases,
        positions: program.about_here,
        damaged_cells: program.damage.damaged,
    };
    let Some(smallest) = scan.smallest.take() else { return Ok(Verdict::HoldsUpTo(checked)) };
    let flattest = scan.flattest.take().filter(|other| other.values != smallest.values);
    let smallest = scan.explained(smallest);
    let flattest = flattest.map(|found| scan.explained(found));
    Ok(Verdict::Refuted(Box::new(Refutation { smallest, flattest, checked })))
}

/// The statement ready to be evaluated.
pub(super) fn compiled(check: &Check) -> Result<Program, CheckError> {
    let game = AnyGame::new(check.ruleset)?;
    let low = match &game {
        AnyGame::Heaps(game) => game.rules().lower.iter().copied().min().unwrap_or(0),
        AnyGame::Board(_) | AnyGame::Single(_) => 0,
    };
    let window = (low as i64, i64::try_from(largest(check.bounds)).unwrap_or(i64::MAX));
    compile(check.ruleset, game, check.statement, window, check.library)
        .map_err(CheckError::Problems)
}

/// The largest heap of a window.
fn largest(bounds: &Bounds) -> u64 {
    bounds.to.iter().copied().max().or(bounds.total).unwrap_or(0)
}

/// The games of a program with their windows solved.
fn judges<'g>(
    check: &Check<'g>,
    program: &'g Program,
    high: u64,
    budget: &mut (dyn FnMut() -> Budget<'static> + Send),
) -> Result<Vec<Judge<'g>>, GaveUp> {
    let needs_window = !check.automatic || program.about_here || program.uses_window;
    let has_window = needs_window && *check.bounds != Bounds::default();
    let mut judges = Vec::new();
    for (at, asked) in program.games.iter().enumerate() {
        let mut judge = Judge::new(&asked.game, check.convention, check.allowed);
        let own = at == 0;
        if own && let Some(known) = check.known {
            judge.know(known);
        }
        let bounds =
            if own { check.bounds.clone() } else { Bounds { to: vec![high], total: None } };
        let small = match &asked.game {
            AnyGame::Heaps(game) => {
                let heaps = u32::try_from(game.rules().names.len()).unwrap_or(u32::MAX);
                u128::from(high.saturating_add(1))
                    .checked_pow(heaps)
                    .is_some_and(|size| size <= MAX_OTHER)
            }
            AnyGame::Board(_) | AnyGame::Single(_) => false,
        };
        let whole_board = own && program.about_here && matches!(asked.game, AnyGame::Board(_));
        if whole_board || has_window && (own || small) {
            let values = asked.grundy;
            let outcomes = asked.outcomes && !(values && check.convention == Convention::Normal);
            for grundy in [(values, true), (outcomes, false)].into_iter().filter(|(ask, _)| *ask) {
                match judge.solve(&bounds, grundy.1, &mut budget()) {
                    Err(gave_up) if own => return Err(gave_up),
                    _ => {}
                }
            }
        }
        judges.push(judge);
    }
    Ok(judges)
}

/// A place where the claim fails.
struct Found {
    here: Here,
    values: Vec<i64>,
}

struct Scan<'p, 'g> {
    program: &'p Program,
    evaluator: Evaluator<'p, 'g>,
    text: &'p str,
    /// The place of the statement in the text.
    whole: ishitori_rule::Span,
    cases: u64,
    smallest: Option<Found>,
    flattest: Option<Found>,
}

/// Why a scan ended early, and where.
type Stopped = (Box<Stop>, String);

impl<'p> Scan<'p, '_> {
    fn heaps(
        &mut self,
        game: &crate::game::HeapGame,
        bounds: &Bounds,
        budget: &mut Budget,
    ) -> Result<Result<(), Stopped>, WindowError> {
        let mut result = Ok(());
        let mut flat = u64::MAX;
        game.visit_positions(bounds, &mut |position| {
            self.cases += 1;
            let largest = position.iter().copied().max().unwrap_or(0);
            if largest >= flat {
                // Only a position with smaller heaps is still of interest.
                let beyond = flat.saturating_sub(1).saturating_mul(position.len() as u64);
                if flat == 0 || position.iter().sum::<u64>() > beyond {
                    return ControlFlow::Break(());
                }
                return match budget.spend(1) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stop) => {
                        result = Err((stop.into(), game.write(position)));
                        ControlFlow::Break(())
                    }
                };
            }
            self.evaluator.go_to(position);
            match self.look(budget) {
                Ok(true) => {}
                Ok(false) => {
                    flat = largest;
                    let values = position.iter().map(|h| *h as i64).collect();
                    self.note(Here::Heaps(position.clone()), values);
                }
                Err(stop) => {
                    result = Err((stop, game.write(position)));
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        Ok(result)
    }

    fn boards(
        &mut self,
        game: &crate::game::BoardGame,
        bounds: &Bounds,
        budget: &mut Budget,
    ) -> Result<Result<(), Stopped>, WindowError> {
        let mut result = Ok(());
        game.visit_positions(bounds, &mut |board| {
            self.cases += 1;
            self.evaluator.here = Here::Board(*board);
            match self.look(budget) {
                Ok(true) => {}
                Ok(false) => {
                    self.note(Here::Board(*board), Vec::new());
                    return ControlFlow::Break(());
                }
                Err(stop) => {
                    result = Err((stop, game.write(board)));
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        Ok(result)
    }

    fn look(&mut self, budget: &mut Budget) -> Value<bool> {
        budget.spend(1)?;
        self.evaluator.logic(&self.program.statement)
    }

    /// Notes a place that comes after those noted before it, and is flatter.
    fn note(&mut self, here: Here, values: Vec<i64>) {
        let found = Found { here, values };
        if self.smallest.is_none() {
            self.smallest = Some(Found { here: found.here.clone(), values: found.values.clone() });
        }
        self.flattest = Some(found);
    }

    /// A claim about no position: its leading `for all` is scanned, the rest is evaluated.
    fn sentence(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let (through, body) = self.variables();
        let mut best: Option<(i64, Vec<i64>)> = None;
        let mut flattest: Option<(i64, i64, Vec<i64>)> = None;
        let mut cases = 0;
        let slots: Vec<usize> = through.iter().flat_map(|t| t.slots.clone()).collect();
        let mut last = Vec::new();
        let visited = self.evaluator.each(through, &mut |evaluator| {
            cases += 1;
            budget.spend(1)?;
            last = slots.iter().map(|slot| evaluator.slot(*slot)).collect();
            if !evaluator.logic(body)? {
                let total = last.iter().fold(0i64, |sum, v| sum.saturating_add(v.saturating_abs()));
                let largest = last.iter().copied().max().unwrap_or(0);
                best = best.take().into_iter().chain([(total, last.clone())]).min();
                flattest =
                    flattest.take().into_iter().chain([(largest, total, last.clone())]).min();
            }
            Ok(ControlFlow::Continue(()))
        });
        self.cases = cases;
        if let Err(stop) = visited {
            let at = self.shown(&last);
            return Err((stop, at));
        }
        let found = |values: Vec<i64>| Found { here: Here::Nothing, values };
        self.smallest = best.map(|(_, values)| found(values));
        self.flattest = flattest.map(|(_, _, values)| found(values));
        Ok(())
    }

    fn variables(&self) -> (&'p [Through], &'p Logic) {
        match &self.program.statement {
            Logic::Quantified(Quantifier::All, through, body) if !self.program.about_here => {
                (through, body)
            }
            statement => (&[], statement),
        }
    }

    /// The variables with their values.
    fn shown(&self, values: &[i64]) -> String {
        let (through, _) = self.variables();
        let names = through.iter().flat_map(|t| &t.names);
        let shown: Vec<String> =
            names.zip(values).map(|(n, v)| format!("{n} = {}", shown(*v))).collect();
        shown.join(", ")
    }

    /// Goes back to where the claim fails and says what is the matter.
    fn explained(&mut self, found: Found) -> Witness {
        let (through, body) = self.variables();
        let at = match &found.here {
            Here::Heaps(heaps) => {
                self.evaluator.go_to(heaps);
                listed(&found.values)
            }
            Here::Board(board) => {
                self.evaluator.here = found.here.clone();
                match &self.evaluator.judges[0] {
                    Judge::Board(judge) => judge.game.write(board),
                    Judge::Heaps(_) => unreachable!("a board is a position of a game on boards"),
                }
            }
            Here::Nothing => {
                let slots = through.iter().flat_map(|t| &t.slots);
                for (slot, value) in slots.zip(&found.values) {
                    self.evaluator.set_slot(*slot, *value);
                }
                self.shown(&found.values)
            }
        };
        let mut explainer = Explainer {
            evaluator: &mut self.evaluator,
            text: self.text,
            whole: self.whole.clone(),
        };
        // That the claim fails here is known, even if saying why takes too long.
        let (says, truth, why) = explainer.explain(body).unwrap_or_else(|_| explainer.quoted());
        Witness { at, values: found.values, says, truth, why }
    }
}
