//! The solved windows behind a claim: which must be solved before it is looked at, and by which engine.
//!
//! A window is solved once, by the engine that suits it; what is asked within it is then a look-up
//! ([`judge`](super::judge)). Cost: the plan's time and memory, a bit a position more for outcomes (or an
//! entry a P-position in windows of more than 2^31 positions).

use std::cell::RefCell;

use super::check_states::CheckStates;
use super::compile::Program;
use super::judge::{GameTruth, HeapTruth};
use super::request::ClaimCheck;
use crate::ask::{
    Fact, PositionSet, SolvedWindow, choose, choose_grundy, choose_window, p_positions_from,
};
use crate::control::{Control, GaveUp};
use crate::game::{AnyGame, BoardGame, Bounds, HeapGame};
use crate::solve::Convention;
use crate::solve::boards::BoardsBelow;
use crate::solve::snapshot::{EngineSession, SavedState, StateReader, UnfinishedRun};
use crate::solve::strides::StridePlan;
use crate::solve::table::{GrundyTable, TablePlan};

/// Another game is solved beforehand if its box has at most so many positions.
const MAX_OTHER: u128 = 100_000_000;

/// A window that is solved before a claim is looked at.
pub(super) struct WindowQuestion {
    /// Which of the games of a program.
    pub game: usize,
    pub bounds: Bounds,
    /// What is told of every position.
    pub fact: Fact,
}

/// What a program asks about, in the order in which it is solved.
pub(super) fn questions(check: &ClaimCheck, program: &Program, high: u64) -> Vec<WindowQuestion> {
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
        let facts = [
            (Fact::Grundy, game.grundy),
            (Fact::Outcome(check.convention), outcomes),
            (Fact::Remoteness(check.convention), game.remoteness),
        ];
        for (fact, _) in facts.into_iter().filter(|(_, is_asked)| *is_asked) {
            let bounds = if own { check.bounds.clone() } else { other() };
            all.push(WindowQuestion { game: at, bounds, fact });
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
    p: Option<PositionSet>,
    state: SavedState<'r>,
}

impl WindowQuestion {
    /// Solves the window; nothing if there is no engine for it.
    pub(super) fn solve(
        &self,
        judge: &GameTruth,
        points: &mut CheckStates,
        begun: Option<Begun>,
        control: &Control,
    ) -> Result<Option<SolvedWindow>, UnfinishedRun> {
        let (p, from) = begun.map_or((None, None), |begun| (begun.p, Some(begun.state)));
        match judge {
            GameTruth::Heaps(heaps) => {
                if let Some(known) = judge.known() {
                    self.suffices(known, heaps)?;
                    return Ok(None);
                }
                if !matches!(self.fact, Fact::Outcome(_)) {
                    let session = EngineSession { from, keeper: &mut points.solving(None) };
                    return self.numbers(heaps.game, session, control);
                }
                let p = RefCell::new(p.map_or_else(|| self.no_p(heaps.game), Ok)?);
                let session = EngineSession { from, keeper: &mut points.solving(Some(&p)) };
                self.outcomes(heaps, session, &p, control)?;
                Ok(Some(SolvedWindow::of_p(&self.bounds, heaps.convention, p.into_inner())))
            }
            GameTruth::Board(board) => {
                let Some(all) = self.below(board.game, control) else { return Ok(None) };
                let session = EngineSession { from, keeper: &mut points.solving(None) };
                Ok(Some(if self.fact == Fact::Grundy {
                    SolvedWindow::of_board_values(all.values_from(session, control)?)
                } else {
                    let outcomes = all.outcomes_from(board.convention, session, control)?;
                    SolvedWindow::of_boards(board.convention, outcomes)
                }))
            }
            // Figures are solved one by one.
            GameTruth::Figures(_) => Ok(None),
        }
    }

    /// Values or lengths of play.
    fn numbers(
        &self,
        game: &HeapGame,
        session: EngineSession,
        control: &Control,
    ) -> Result<Option<SolvedWindow>, UnfinishedRun> {
        if let Fact::Remoteness(convention) = self.fact {
            let Some(plan) = self.lengths(game, control)? else { return Ok(None) };
            let table = plan.solve_from(game, session, control)?;
            return Ok(Some(SolvedWindow::of_lengths(&self.bounds, convention, table)));
        }
        let Some(plan) = self.plan(game, control)? else { return Ok(None) };
        let table = plan.solve_from(game, session, control)?;
        Ok(Some(SolvedWindow::of_table(&self.bounds, table)))
    }

    fn outcomes(
        &self,
        judge: &HeapTruth,
        session: EngineSession,
        p: &RefCell<PositionSet>,
        control: &Control,
    ) -> Result<(), UnfinishedRun> {
        let (game, convention) = (judge.game, judge.convention);
        let plan = choose(game, &self.bounds, convention, control).map_err(gave_up)?;
        p_positions_from(game, &self.bounds, convention, &plan, session, control, &mut |position| {
            p.borrow_mut().insert(position);
        })
    }

    fn plan(&self, game: &HeapGame, control: &Control) -> Result<Option<TablePlan>, GaveUp> {
        let plan = choose_grundy(game, &self.bounds, control).map_err(gave_up)?;
        Ok(plan.table().cloned())
    }

    /// How lengths of play are found in one pass over the box; nothing where that does not fit, then single positions are solved.
    fn lengths(&self, game: &HeapGame, control: &Control) -> Result<Option<StridePlan>, GaveUp> {
        let to = game.upper_bounds(&self.bounds).map_err(gave_up)?;
        let plan = choose_window(game, &to, self.fact, control).ok();
        Ok(plan.and_then(|plan| plan.strides().cloned()))
    }

    /// Whether a window that somebody else has solved tells everything that is asked about.
    fn suffices(&self, known: &SolvedWindow, judge: &HeapTruth) -> Result<(), GaveUp> {
        let why = match known.fact() {
            Fact::Outcome(_) | Fact::Grundy if matches!(self.fact, Fact::Remoteness(_)) => {
                "the file holds no lengths of play: without --from they are solved"
            }
            Fact::Outcome(_) if self.fact == Fact::Grundy => {
                "the file holds who wins and no Grundy values: give a table of them"
            }
            Fact::Outcome(convention) if convention != judge.convention => {
                "the file is about the other convention: one is normal, one is misère play"
            }
            Fact::Grundy if self.fact != Fact::Grundy && judge.convention == Convention::Misere => {
                "the file holds Grundy values, which say nothing about misère play"
            }
            _ if !known.contains(judge.game, &self.bounds) => "the file holds a smaller window",
            _ => return Ok(()),
        };
        Err(GaveUp::new(why))
    }

    fn no_p(&self, game: &HeapGame) -> Result<PositionSet, GaveUp> {
        let upper = game.upper_bounds(&self.bounds).map_err(gave_up)?;
        Ok(PositionSet::new(&game.rules().lower, &upper))
    }

    /// All boards, if what is asked about them fits.
    fn below<'g>(&self, game: &'g BoardGame, control: &Control) -> Option<BoardsBelow<'g>> {
        let all = BoardsBelow::all(game)?;
        let bytes = match self.fact {
            Fact::Grundy => all.grundy_bytes(),
            Fact::Outcome(_) => all.outcome_bytes(),
            // Single boards are solved.
            Fact::Remoteness(_) => return None,
        };
        (bytes <= control.memory() as u128).then_some(all)
    }

    /// Reads what [`SolvedWindow::write`] wrote of this window.
    pub(super) fn read(
        &self,
        judge: &GameTruth,
        control: &Control,
        source: &mut StateReader<'_>,
    ) -> Result<SolvedWindow, UnfinishedRun> {
        // It was solved within the limits of its time, which may have been wider.
        let smaller = || GaveUp::new("there is less memory than before the interruption");
        match judge {
            GameTruth::Heaps(heaps) => match self.fact {
                Fact::Grundy => {
                    let plan = self.plan(heaps.game, control)?.ok_or_else(smaller)?;
                    let table = GrundyTable::read(heaps.game, &plan, source)?;
                    Ok(SolvedWindow::of_table(&self.bounds, table))
                }
                Fact::Remoteness(convention) => {
                    let plan = self.lengths(heaps.game, control)?.ok_or_else(smaller)?;
                    let table = plan.read(heaps.game, source)?;
                    Ok(SolvedWindow::of_lengths(&self.bounds, convention, table))
                }
                Fact::Outcome(convention) => {
                    let mut p = self.no_p(heaps.game)?;
                    p.read(heaps.game, source)?;
                    Ok(SolvedWindow::of_p(&self.bounds, convention, p))
                }
            },
            GameTruth::Board(board) => {
                let all = self.below(board.game, control).ok_or_else(smaller)?;
                Ok(match self.fact == Fact::Grundy {
                    true => SolvedWindow::of_board_values(all.read_values(source)?),
                    false => SolvedWindow::of_boards(board.convention, all.read_outcomes(source)?),
                })
            }
            // Figures have no windows, so no honest state has one.
            GameTruth::Figures(_) => {
                Err(crate::solve::snapshot::StateError::Damaged("it has a window of figures")
                    .into())
            }
        }
    }

    /// What an engine told before it was interrupted, and its state.
    pub(super) fn read_begun<'r>(
        &self,
        judge: &GameTruth,
        mut source: StateReader<'r>,
    ) -> Result<Begun<'r>, UnfinishedRun> {
        let p = match judge {
            GameTruth::Heaps(heaps) if matches!(self.fact, Fact::Outcome(_)) => {
                let mut p = self.no_p(heaps.game)?;
                p.read(heaps.game, &mut source)?;
                Some(p)
            }
            _ => None,
        };
        Ok(Begun { p, state: SavedState::open_within(source)? })
    }
}

/// A window that cannot be planned is too much work.
fn gave_up(why: impl std::fmt::Display) -> GaveUp {
    GaveUp::new(why.to_string())
}
