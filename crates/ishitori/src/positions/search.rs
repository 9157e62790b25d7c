//! Every position that is asked for, from an engine or from a file.
//!
//! Engines and spools tell P-positions; N-positions are the rest of the window. A file tells what it holds.
//! Positions pass by in the order of their source. Only N-positions, and one of symmetric positions where the
//! window or a condition may tell these apart, need a set in memory, and are given up beyond the positions
//! that the control allows.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use anyhow::Context;
use ishitori_core::ask::{AskedGame, Question, p_counts_from, p_positions_from};
use ishitori_core::claim::{CheckError, Filter};
use ishitori_core::control::{Control, GaveUp, Total};
use ishitori_core::game::{Board, BoardGame, Bounds, GameKind, HeapGame, Heaps, SingleGame};
use ishitori_core::solve::snapshot::{EngineSession, NoKeeper};
use ishitori_core::solve::{Convention, Outcome, Reference};
use ishitori_store::Spool;

use super::{PositionsQuery, failure, unfinished};
use crate::files::columns::ColumnGame;
use crate::files::stored::StoredResult;
use crate::shown::ShownGame;
use crate::single_heaps;

/// Where positions come from.
pub enum PositionSource<'k, 's> {
    /// They are solved, in a session if there is one.
    Solve(Option<EngineSession<'k>>),
    /// Their P-positions were solved into a spool.
    Spooled(&'s mut Spool),
    /// They were stored.
    Stored(&'s mut StoredResult),
}

/// The condition of `--where`.
pub type WhereFilter<'f, 'g> = &'f mut Option<&'g mut dyn Filter>;

/// A game whose P-positions an engine finds.
pub trait SolvableGame: ShownGame + ColumnGame {
    /// Calls `visit` for every P-position of the window, in any order.
    fn p_positions(
        &self,
        query: &PositionsQuery,
        session: EngineSession,
        control: &Control,
        visit: &mut dyn FnMut(&Self::Position),
    ) -> anyhow::Result<()>;

    /// Like [`p_positions`](SolvableGame::p_positions), for those who only count: a position may be told with a number of
    /// positions that have the same heaps in another order.
    fn p_counts(
        &self,
        query: &PositionsQuery,
        session: EngineSession,
        control: &Control,
        visit: &mut dyn FnMut(&Self::Position, u64),
    ) -> anyhow::Result<()> {
        self.p_positions(query, session, control, &mut |position| visit(position, 1))
    }

    /// Whether a position is within the window.
    fn is_inside(&self, bounds: &Bounds, position: &Self::Position) -> bool;

    /// Whether the filter keeps a position.
    fn kept(position: &Self::Position, filter: &mut dyn Filter) -> Result<bool, CheckError>;
}

impl SolvableGame for HeapGame {
    fn p_positions(
        &self,
        query: &PositionsQuery,
        session: EngineSession,
        control: &Control,
        visit: &mut dyn FnMut(&Heaps),
    ) -> anyhow::Result<()> {
        let (bounds, convention) = (&query.bounds, query.convention);
        let plan = self.plan(&Question::PPositions { window: bounds, convention }, control)?;
        let control = &plan.counting(control);
        let solved = p_positions_from(self, bounds, convention, &plan, session, control, visit);
        solved.map_err(unfinished)
    }

    fn p_counts(
        &self,
        query: &PositionsQuery,
        session: EngineSession,
        control: &Control,
        visit: &mut dyn FnMut(&Heaps, u64),
    ) -> anyhow::Result<()> {
        let (bounds, convention) = (&query.bounds, query.convention);
        let plan = self.plan(&Question::PPositions { window: bounds, convention }, control)?;
        let control = &plan.counting(control);
        let solved = p_counts_from(self, bounds, convention, &plan, session, control, visit);
        solved.map_err(unfinished)
    }

    fn is_inside(&self, bounds: &Bounds, position: &Heaps) -> bool {
        self.is_within(bounds, position)
    }

    fn kept(position: &Heaps, filter: &mut dyn Filter) -> Result<bool, CheckError> {
        filter.keeps_heaps(position)
    }
}

impl SolvableGame for BoardGame {
    fn p_positions(
        &self,
        query: &PositionsQuery,
        session: EngineSession,
        control: &Control,
        visit: &mut dyn FnMut(&Board),
    ) -> anyhow::Result<()> {
        let (bounds, convention) = (&query.bounds, query.convention);
        let plan = self.plan(&Question::PPositions { window: bounds, convention }, control)?;
        let Some(below) = plan.all_boards(self) else {
            // Say what is wrong with the window before the search would call it giving up.
            self.visit_positions(bounds, &mut |_| ControlFlow::Break(()))?;
            let control = control.recursing();
            let mut reference = Reference::new(self);
            let solved = reference.p_positions_from(bounds, convention, session, &control, visit);
            return solved.map_err(unfinished);
        };
        let control = control.planned(plan.positions, "boards");
        let outcomes = below.outcomes_from(convention, session, &control);
        outcomes.map_err(unfinished)?.visit_p(self, &mut |board| {
            if self.is_inside(bounds, &board) {
                visit(&board);
            }
        });
        Ok(())
    }

    fn is_inside(&self, bounds: &Bounds, board: &Board) -> bool {
        bounds.total.is_none_or(|total| self.stones(board) <= total)
    }

    fn kept(position: &Board, filter: &mut dyn Filter) -> Result<bool, CheckError> {
        filter.keeps_board(*position)
    }
}

impl SolvableGame for SingleGame {
    /// In normal play the values of the heaps tell; else plain recursion does.
    fn p_positions(
        &self,
        query: &PositionsQuery,
        session: EngineSession,
        control: &Control,
        visit: &mut dyn FnMut(&Vec<u64>),
    ) -> anyhow::Result<()> {
        let (bounds, convention) = (&query.bounds, query.convention);
        // Say what is wrong with the window first.
        self.visit_positions(bounds, &mut |_| ControlFlow::Break(()))?;
        if convention == Convention::Misere {
            let control = control.recursing();
            let mut reference = Reference::new(self);
            let solved = reference.p_positions_from(bounds, convention, session, &control, visit);
            return solved.map_err(unfinished);
        }
        let most = control.most_positions() as u64;
        let largest = bounds.to.first().copied().or(bounds.total).unwrap_or(0);
        let largest = largest.min(most);
        let sequence = single_heaps::sequence(self.rules(), largest, control)?;
        let mut unknown = false;
        let mut left = most;
        self.visit_positions(bounds, &mut |position| {
            let known = |heap: &u64| sequence.value(*heap);
            let value = position.iter().try_fold(0, |sum, heap| Some(sum ^ known(heap)?));
            unknown |= value.is_none() || left == 0;
            left = left.saturating_sub(1);
            if value == Some(0) {
                visit(position);
            }
            if unknown { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if unknown {
            return Err(GaveUp::beyond(most, "positions to look at").into());
        }
        Ok(())
    }

    fn is_inside(&self, bounds: &Bounds, position: &Vec<u64>) -> bool {
        let stones = position.iter().sum::<u64>();
        bounds.to.first().is_none_or(|to| position.iter().all(|heap| heap <= to))
            && bounds.total.is_none_or(|total| stones <= total)
    }

    fn kept(_: &Vec<u64>, _: &mut dyn Filter) -> Result<bool, CheckError> {
        unreachable!("conditions about single heaps do not compile")
    }
}

/// Whether what is asked for needs all P-positions at once, in memory.
pub fn needs_all(query: &PositionsQuery) -> bool {
    query.outcome == Outcome::N || compares_orbits(query)
}

/// Whether every position is compared with its symmetric ones, in memory.
fn compares_orbits(query: &PositionsQuery) -> bool {
    let to = &query.bounds.to;
    query.canonical && (to.iter().any(|bound| *bound != to[0]) || query.condition.is_some())
}

/// Calls `visit` for every position asked for that the filter keeps.
pub fn search<G: SolvableGame>(
    game: &G,
    query: &PositionsQuery,
    filter: WhereFilter,
    how: PositionSource,
    control: &Control,
    visit: &mut dyn FnMut(&G::Position),
) -> anyhow::Result<()> {
    let mut problem = Ok(());
    let mut keeps = |position: &G::Position| match filter {
        Some(filter) if problem.is_ok() => match G::kept(position, *filter) {
            Ok(kept) => kept,
            Err(error) => {
                problem = Err(error);
                false
            }
        },
        Some(_) => false,
        None => true,
    };
    if compares_orbits(query) {
        search_orbits(game, query, how, control, &mut keeps, visit)?;
        return problem.map_err(failure);
    }
    let mut visit = |position: &G::Position| {
        if (!query.canonical || game.canonical(position) == *position) && keeps(position) {
            visit(position);
        }
    };
    search_all(game, query, how, control, &mut visit)?;
    problem.map_err(failure)
}

/// Calls `visit` for every position asked for that the filter keeps, or for one with the number of those that have the same
/// heaps in another order: for those who only count.
pub fn search_counts<G: SolvableGame>(
    game: &G,
    query: &PositionsQuery,
    filter: WhereFilter,
    how: PositionSource,
    control: &Control,
    visit: &mut dyn FnMut(&G::Position, u64),
) -> anyhow::Result<()> {
    let is_plain = query.outcome == Outcome::P && !query.canonical && filter.is_none();
    match how {
        PositionSource::Solve(Some(session)) if is_plain => {
            game.p_counts(query, session, control, visit)
        }
        PositionSource::Solve(None) if is_plain => {
            let keeper = &mut NoKeeper;
            game.p_counts(query, EngineSession::new(keeper), control, visit)
        }
        how => search(game, query, filter, how, control, &mut |position| visit(position, 1)),
    }
}

/// In a window that is not symmetric: of the symmetric positions within it, the first.
fn search_orbits<G: SolvableGame>(
    game: &G,
    query: &PositionsQuery,
    how: PositionSource,
    control: &Control,
    keeps: &mut dyn FnMut(&G::Position) -> bool,
    visit: &mut dyn FnMut(&G::Position),
) -> anyhow::Result<()> {
    let most = control.most_positions();
    let mut first: HashMap<G::Position, G::Position> = HashMap::new();
    search_all(game, query, how, control, &mut |position| {
        if first.len() <= most && keeps(position) {
            let entry = first.entry(game.canonical(position)).or_insert_with(|| position.clone());
            if *position < *entry {
                *entry = position.clone();
            }
        }
    })?;
    if first.len() > most {
        return Err(GaveUp::beyond(most, "positions to compare").into());
    }
    first.values().for_each(visit);
    Ok(())
}

/// All positions of the window: N-positions are what the P-positions leave.
fn search_all<G: SolvableGame>(
    game: &G,
    query: &PositionsQuery,
    how: PositionSource,
    control: &Control,
    visit: &mut dyn FnMut(&G::Position),
) -> anyhow::Result<()> {
    match how {
        PositionSource::Stored(stored) => read(game, query, stored, visit),
        PositionSource::Solve(Some(session)) => solve(
            game,
            query,
            control,
            |visit| game.p_positions(query, session, control, visit),
            visit,
        ),
        PositionSource::Solve(None) => {
            let keeper = &mut NoKeeper;
            let session = EngineSession::new(keeper);
            solve(
                game,
                query,
                control,
                |visit| game.p_positions(query, session, control, visit),
                visit,
            )
        }
        PositionSource::Spooled(spool) => {
            solve(game, query, control, |visit| read_spool(game, spool, visit), visit)
        }
    }
}

/// The positions of a spool.
fn read_spool<G: SolvableGame>(
    game: &G,
    spool: &mut Spool,
    visit: &mut dyn FnMut(&G::Position),
) -> anyhow::Result<()> {
    let mut rows = spool.read()?;
    while let Some(row) = rows.next()? {
        visit(&game.with_numbers(row)?);
    }
    Ok(())
}

/// What is asked for, from the P-positions that `each_p` tells.
fn solve<G: SolvableGame>(
    game: &G,
    query: &PositionsQuery,
    control: &Control,
    each_p: impl FnOnce(&mut dyn FnMut(&G::Position)) -> anyhow::Result<()>,
    visit: &mut dyn FnMut(&G::Position),
) -> anyhow::Result<()> {
    if query.outcome == Outcome::P {
        return each_p(visit);
    }
    let most = control.most_positions();
    let mut p = HashSet::new();
    let mut too_many = false;
    each_p(&mut |position| {
        if p.len() < most {
            p.insert(position.clone());
        } else {
            too_many = true;
        }
    })?;
    if too_many {
        return Err(GaveUp::beyond(most, "P-positions to leave out").into());
    }
    let mut left = most;
    let mut too_many = false;
    let control = control.counting("positions", Total::Unknown).with_any_positions();
    let mut stopped = Ok(());
    game.visit_positions(&query.bounds, &mut |position| {
        if left == 0 {
            too_many = true;
            return ControlFlow::Break(());
        }
        left -= 1;
        stopped = control.spend(1);
        if stopped.is_err() {
            return ControlFlow::Break(());
        }
        if !p.contains(position) {
            visit(position);
        }
        ControlFlow::Continue(())
    })?;
    stopped?;
    if too_many {
        return Err(GaveUp::beyond(most, "positions to look at").into());
    }
    Ok(())
}

/// What a file holds of the window that was asked for.
fn read<G: SolvableGame>(
    game: &G,
    query: &PositionsQuery,
    stored: &mut StoredResult,
    visit: &mut dyn FnMut(&G::Position),
) -> anyhow::Result<()> {
    let (bounds, path) = (&query.bounds, stored.path.display().to_string());
    stored.visit(query.outcome, &mut |numbers| {
        let position = game.with_numbers(numbers).with_context(|| format!("in {path}"))?;
        if game.is_inside(bounds, &position) {
            visit(&position);
        }
        Ok(())
    })
}
