//! The solved windows behind a claim: which must be solved before it is looked at, and by which engine.
//!
//! A window is solved once, by the engine that suits it; what is asked within it is then a look-up
//! ([`judge`](super::judge)). Cost: the plan's time and memory, a bit a position more for outcomes (or an
//! entry a P-position in windows of more than 2^31 positions).

use std::cell::RefCell;
use std::io;

use super::check::Check;
use super::compile::Program;
use super::judge::{Allowed, HeapJudge, Judge};
use super::known::PSet;
use super::points::Points;
use crate::game::{AnyGame, BoardGame, Bounds, HeapGame};
use crate::solve::boards::{self, Below};
use crate::solve::choose::{GrundyPlan, choose, choose_grundy, p_positions_from};
use crate::solve::snapshot::{Out, Saved, Session, Source, Unfinished};
use crate::solve::table::GrundyTable;
use crate::solve::{Budget, Convention, GaveUp};

/// Another game is solved beforehand if its box has at most so many positions.
const MAX_OTHER: u128 = 100_000_000;

/// The truth about a window.
pub(super) enum Answers {
    Outcomes(PSet),
    Values(GrundyTable),
    Boards(boards::Outcomes),
    BoardValues(boards::Values),
}

/// A window that is solved before a claim is looked at.
pub(super) struct Question {
    /// Which of the games of a program.
    pub game: usize,
    pub bounds: Bounds,
    /// Grundy values, or who wins.
    pub grundy: bool,
}

/// What a program asks about, in the order in which it is solved.
pub(super) fn questions(check: &Check, program: &Program, high: u64) -> Vec<Question> {
    let needs_window = !check.automatic || program.about_here || program.uses_window;
    let has_window = needs_window && *check.bounds != Bounds::default();
    let mut all = Vec::new();
    for (at, game) in program.games.iter().enumerate() {
        let own = at == 0;
        let whole_board = own && program.about_here && matches!(game.game, AnyGame::Board(_));
        if !(whole_board || has_window && (own || is_small(&game.game, high))) {
            continue;
        }
        let other = || Bounds { to: vec![high], total: None };
        let outcomes = game.outcomes && !(game.grundy && check.convention == Convention::Normal);
        for (grundy, _) in [(true, game.grundy), (false, outcomes)].into_iter().filter(|(_, a)| *a)
        {
            let bounds = if own { check.bounds.clone() } else { other() };
            all.push(Question { game: at, bounds, grundy });
        }
    }
    all
}

/// Whether another game is solved up to `high`.
fn is_small(game: &AnyGame, high: u64) -> bool {
    let AnyGame::Heaps(game) = game else { return false };
    let heaps = u32::try_from(game.rules().names.len()).unwrap_or(u32::MAX);
    let size = u128::from(high.saturating_add(1)).checked_pow(heaps);
    size.is_some_and(|size| size <= MAX_OTHER)
}

/// A window whose engine was interrupted: what was told, and the engine's state.
pub(super) struct Begun<'r> {
    p: Option<PSet>,
    state: Saved<'r>,
}

impl Question {
    /// Solves the window; nothing if there is no engine for it.
    pub(super) fn solve(
        &self,
        judge: &Judge,
        allowed: Allowed,
        points: &mut Points,
        begun: Option<Begun>,
        budget: &mut Budget,
    ) -> Result<Option<Answers>, Unfinished> {
        let (p, from) = begun.map_or((None, None), |begun| (begun.p, Some(begun.state)));
        match judge {
            Judge::Heaps(heaps) => {
                if let Some(known) = judge.known() {
                    known.suffices(heaps.game, &self.bounds, heaps.convention, self.grundy)?;
                    return Ok(None);
                }
                if self.grundy {
                    let Some(plan) = self.plan(heaps.game, allowed)? else { return Ok(None) };
                    let session = Session { from, keeper: &mut points.solving(None) };
                    let table = plan.solve_from(heaps.game, session, budget)?;
                    return Ok(Some(Answers::Values(table)));
                }
                let p = RefCell::new(p.map_or_else(|| self.no_p(heaps.game), Ok)?);
                let session = Session { from, keeper: &mut points.solving(Some(&p)) };
                self.outcomes(heaps, allowed, session, &p, budget)?;
                Ok(Some(Answers::Outcomes(p.into_inner())))
            }
            Judge::Board(board) => {
                let Some(all) = self.below(board.game, allowed) else { return Ok(None) };
                let session = Session { from, keeper: &mut points.solving(None) };
                Ok(Some(if self.grundy {
                    Answers::BoardValues(all.values_from(session, budget)?)
                } else {
                    Answers::Boards(all.outcomes_from(board.convention, session, budget)?)
                }))
            }
        }
    }

    fn outcomes(
        &self,
        judge: &HeapJudge,
        allowed: Allowed,
        session: Session,
        p: &RefCell<PSet>,
        budget: &mut Budget,
    ) -> Result<(), Unfinished> {
        let (game, convention) = (judge.game, judge.convention);
        let plan = choose(game, &self.bounds, convention, allowed.engine).map_err(gave_up)?;
        p_positions_from(game, &self.bounds, convention, &plan, session, budget, &mut |position| {
            p.borrow_mut().insert(position);
        })
    }

    fn plan(&self, game: &HeapGame, allowed: Allowed) -> Result<Option<GrundyPlan>, GaveUp> {
        choose_grundy(game, &self.bounds, allowed.engine).map_err(gave_up)
    }

    fn no_p(&self, game: &HeapGame) -> Result<PSet, GaveUp> {
        let upper = game.upper_bounds(&self.bounds).map_err(gave_up)?;
        Ok(PSet::new(&game.rules().lower, &upper))
    }

    /// All boards, if what is asked about them fits.
    fn below<'g>(&self, game: &'g BoardGame, allowed: Allowed) -> Option<Below<'g>> {
        let all = Below::all(game)?;
        let bytes = if self.grundy { all.grundy_bytes() } else { all.outcome_bytes() };
        (bytes <= allowed.engine.memory).then_some(all)
    }

    /// Reads what [`Answers::write`] wrote of this window.
    pub(super) fn read(
        &self,
        judge: &Judge,
        allowed: Allowed,
        source: &mut Source<'_>,
    ) -> Result<Answers, Unfinished> {
        // It was solved within the limits of its time, which may have been wider.
        let smaller = || GaveUp::new("there is less memory than before the interruption");
        match judge {
            Judge::Heaps(heaps) if self.grundy => {
                let plan = self.plan(heaps.game, allowed)?.ok_or_else(smaller)?;
                Ok(Answers::Values(GrundyTable::read(heaps.game, &plan, source)?))
            }
            Judge::Heaps(heaps) => {
                let mut p = self.no_p(heaps.game)?;
                p.read(heaps.game, source)?;
                Ok(Answers::Outcomes(p))
            }
            Judge::Board(board) => {
                let all = self.below(board.game, allowed).ok_or_else(smaller)?;
                Ok(match self.grundy {
                    true => Answers::BoardValues(all.read_values(source)?),
                    false => Answers::Boards(all.read_outcomes(source)?),
                })
            }
        }
    }

    /// What an engine told before it was interrupted, and its state.
    pub(super) fn read_begun<'r>(
        &self,
        judge: &Judge,
        mut source: Source<'r>,
    ) -> Result<Begun<'r>, Unfinished> {
        let p = match judge {
            Judge::Heaps(heaps) if !self.grundy => {
                let mut p = self.no_p(heaps.game)?;
                p.read(heaps.game, &mut source)?;
                Some(p)
            }
            _ => None,
        };
        Ok(Begun { p, state: Saved::open_within(source)? })
    }
}

impl Answers {
    /// Writes all of it.
    pub(super) fn write(&self, out: &mut Out<'_>) -> io::Result<()> {
        match self {
            Answers::Outcomes(p) => p.write(out),
            Answers::Values(table) => table.write(out),
            Answers::Boards(outcomes) => outcomes.write(out),
            Answers::BoardValues(values) => values.write(out),
        }
    }
}

/// A window that cannot be planned is too much work.
fn gave_up(why: impl std::fmt::Display) -> GaveUp {
    GaveUp::new(why.to_string())
}
