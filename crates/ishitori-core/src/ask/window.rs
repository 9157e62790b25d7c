//! A solved window: what is true at each of its positions, to be looked up.
//!
//! Whoever solved it, lines or keys or a table or plain recursion, the questions are the same: who wins here, what is the
//! value. Claims, discovery, the page and the command line all keep their windows as this. A window may also be filled from a
//! file ([`SolvedWindow::add_p`], [`SolvedWindow::add_value`]); then whoever fills it answers for its truth.
//!
//! Cost: a bit a position for outcomes (or an entry a P-position in boxes of more than 2^31), two or four bytes for values,
//! beside what the engine takes on the way.

use std::io;
use std::ops::ControlFlow;

use super::plan::{Engine, Fact, Plan, Refused};
use super::run::p_positions;
use super::set::{BoxIndex, PositionSet};
use crate::control::{Control, GaveUp};
use crate::game::{Board, Bounds, GameKind, HeapGame, Heaps, WindowError};
use crate::solve::seen::SeenHeapSolver;
use crate::solve::snapshot::StateWriter;
use crate::solve::strides::{StrideFact, StrideTable};
use crate::solve::table::GrundyTable;
use crate::solve::{Convention, Outcome, Reference, boards};

/// What stands in a cell that has no value.
const NO_VALUE: u32 = u32::MAX;

/// A solved window of a game.
#[derive(Clone, Debug)]
pub struct SolvedWindow {
    fact: Fact,
    bounds: Bounds,
    /// Whether the order of heaps was remembered ([`Plan::ordered`]).
    ordered: bool,
    cells: Cells,
}

#[derive(Clone, Debug)]
enum Cells {
    Table(GrundyTable),
    Strides(StrideTable),
    Outcomes(PositionSet),
    Values(BoxIndex, Vec<u32>),
    Boards(boards::BoardOutcomes),
    BoardValues(boards::BoardValues),
}

/// Why there is no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AskError {
    /// There is no such window, or it does not fit.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// It took too much.
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
}

impl From<WindowError> for AskError {
    fn from(error: WindowError) -> AskError {
        AskError::Refused(error.into())
    }
}

impl SolvedWindow {
    /// Solves all positions within `bounds` as a plan of [`choose_window`](super::choose_window) says.
    ///
    /// # Errors
    /// [`AskError`] if the work is given up, or the plan was made for another window.
    pub fn solve(
        game: &HeapGame,
        bounds: &Bounds,
        plan: &Plan,
        control: &Control,
    ) -> Result<SolvedWindow, AskError> {
        let with_order = plan.ordered.then(|| game.with_order()).flatten();
        let game = with_order.unwrap_or(game);
        let (fact, control) = (plan.fact, &plan.counting(control));
        let upper = game.upper_bounds(bounds)?;
        let cells = match (&plan.engine, fact) {
            (Engine::Table(table), _) => Cells::Table(table.solve(game, control)?),
            (Engine::Strides(plan), _) => Cells::Strides(plan.solve(game, control)?),
            (Engine::Seen { .. }, _) => {
                let mut seen = SeenHeapSolver::new(game)
                    .ok_or_else(|| GaveUp::new("a move sees all heaps"))?;
                fill(game, bounds, &upper, |position| {
                    let told = seen.told(position, control)?;
                    Ok(coded(fact, told.grundy, |convention| told.outcome(convention), None))
                })?
            }
            (Engine::Reference, _) => {
                let mut reference = Reference::new(game);
                fill(game, bounds, &upper, |position| {
                    let facts = reference.facts(position, control)?;
                    let length = match fact {
                        Fact::Remoteness(convention) => Some(facts.remoteness(convention)),
                        _ => None,
                    };
                    Ok(coded(fact, facts.grundy, |convention| facts.outcome(convention), length))
                })?
            }
            (_, Fact::Outcome(convention)) => {
                let mut p = PositionSet::new(&game.rules().lower, &upper);
                p_positions(game, bounds, convention, plan, control, &mut |position| {
                    p.insert(position);
                })?;
                Cells::Outcomes(p)
            }
            (_, Fact::Grundy | Fact::Remoteness(_)) => {
                return Err(GaveUp::new("this plan tells no values").into());
            }
        };
        Ok(SolvedWindow { fact, bounds: bounds.clone(), ordered: plan.ordered, cells })
    }

    /// The outcomes of a window: N, until [`SolvedWindow::add_p`] says otherwise.
    ///
    /// # Errors
    /// [`WindowError`] if there is no such window.
    pub fn no_p(
        game: &HeapGame,
        bounds: &Bounds,
        convention: Convention,
    ) -> Result<SolvedWindow, WindowError> {
        let p = PositionSet::new(&game.rules().lower, &game.upper_bounds(bounds)?);
        Ok(SolvedWindow::of_p(bounds, convention, p))
    }

    /// The Grundy values of a window, each to be given by [`SolvedWindow::add_value`]; `None` if the box of the
    /// window has more than 2^31 positions.
    ///
    /// # Errors
    /// [`WindowError`] if there is no such window.
    pub fn no_values(
        game: &HeapGame,
        bounds: &Bounds,
    ) -> Result<Option<SolvedWindow>, WindowError> {
        let index = BoxIndex::new(&game.rules().lower, &game.upper_bounds(bounds)?);
        let filled = |index: BoxIndex| {
            let values = vec![NO_VALUE; index.cells()];
            SolvedWindow::new(Fact::Grundy, bounds, Cells::Values(index, values))
        };
        Ok(index.map(filled))
    }

    /// A window whose P-positions are these.
    pub(crate) fn of_p(bounds: &Bounds, convention: Convention, p: PositionSet) -> SolvedWindow {
        SolvedWindow::new(Fact::Outcome(convention), bounds, Cells::Outcomes(p))
    }

    /// A window whose table of values this is.
    pub(crate) fn of_table(bounds: &Bounds, table: GrundyTable) -> SolvedWindow {
        SolvedWindow::new(Fact::Grundy, bounds, Cells::Table(table))
    }

    /// A window with these Grundy values, of all positions of its box in lexicographic order.
    ///
    /// # Errors
    /// [`AskError`] if there is no such window, or its box has more than 2^31 positions.
    pub(crate) fn of_values(
        game: &HeapGame,
        bounds: &Bounds,
        values: Vec<u32>,
    ) -> Result<SolvedWindow, AskError> {
        let index = BoxIndex::new(&game.rules().lower, &game.upper_bounds(bounds)?);
        let index = index.filter(|index| index.cells() == values.len());
        let index = index.ok_or_else(|| GaveUp::new("there are too many positions to keep"))?;
        Ok(SolvedWindow::new(Fact::Grundy, bounds, Cells::Values(index, values)))
    }

    /// A window whose lengths of play this table holds.
    pub(crate) fn of_lengths(
        bounds: &Bounds,
        convention: Convention,
        table: StrideTable,
    ) -> SolvedWindow {
        SolvedWindow::new(Fact::Remoteness(convention), bounds, Cells::Strides(table))
    }

    /// All boards of a size.
    pub(crate) fn of_boards(
        convention: Convention,
        outcomes: boards::BoardOutcomes,
    ) -> SolvedWindow {
        let cells = Cells::Boards(outcomes);
        SolvedWindow::new(Fact::Outcome(convention), &Bounds::default(), cells)
    }

    /// The values of all boards of a size.
    pub(crate) fn of_board_values(values: boards::BoardValues) -> SolvedWindow {
        SolvedWindow::new(Fact::Grundy, &Bounds::default(), Cells::BoardValues(values))
    }

    fn new(fact: Fact, bounds: &Bounds, cells: Cells) -> SolvedWindow {
        SolvedWindow { fact, bounds: bounds.clone(), ordered: false, cells }
    }

    /// A P-position of the window, its heaps in canonical order.
    pub fn add_p(&mut self, position: &Heaps) {
        if let Cells::Outcomes(p) = &mut self.cells {
            p.insert(position);
        }
    }

    /// The Grundy value of a position of the window, its heaps in canonical order.
    pub fn add_value(&mut self, position: &Heaps, value: u32) {
        if let Cells::Values(index, values) = &mut self.cells {
            values[index.number(position)] = value;
        }
    }

    /// What it tells of every position.
    pub fn fact(&self) -> Fact {
        self.fact
    }

    /// Its bounds.
    pub(crate) fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Whether every position of another window is in this one.
    pub fn contains(&self, game: &HeapGame, bounds: &Bounds) -> bool {
        let (Ok(asked), Ok(known)) = (game.upper_bounds(bounds), game.upper_bounds(&self.bounds))
        else {
            return false;
        };
        let stones = |upper: &[u64]| upper.iter().fold(0u64, |sum, up| sum.saturating_add(*up));
        let most = bounds.total.unwrap_or(u64::MAX).min(stones(&asked));
        asked.iter().zip(&known).all(|(asked, known)| asked <= known)
            && self.bounds.total.is_none_or(|total| most <= total)
    }

    /// Who wins a position, if this window tells.
    pub(crate) fn outcome(
        &self,
        game: &HeapGame,
        position: &Heaps,
        convention: Convention,
    ) -> Option<Outcome> {
        if !game.is_within(&self.bounds, position) {
            return None;
        }
        let is_p = match (self.fact, &self.cells) {
            (Fact::Outcome(known), Cells::Outcomes(p)) if known == convention => {
                p.contains(position)
            }
            (Fact::Outcome(known), _) if known == convention => self.cell(position)? == 0,
            (Fact::Grundy, _) if convention == Convention::Normal => self.cell(position)? == 0,
            (Fact::Remoteness(known), _) if known == convention => {
                self.cell(position)? & 1 == lost_parity(known)
            }
            _ => return None,
        };
        Some(if is_p { Outcome::P } else { Outcome::N })
    }

    /// Calls `visit` with the P-positions of the window, in any order, until it breaks off; whether it knows them as a list.
    pub(crate) fn visit_p(
        &self,
        convention: Convention,
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> bool {
        match (&self.cells, self.fact) {
            (Cells::Outcomes(p), Fact::Outcome(known)) if known == convention => {
                p.visit(visit);
                true
            }
            _ => false,
        }
    }

    /// The Grundy value of a position, if this window tells.
    pub fn grundy(&self, game: &HeapGame, position: &Heaps) -> Option<u32> {
        let tells = self.fact == Fact::Grundy && game.is_within(&self.bounds, position);
        tells.then(|| self.cell(position)).flatten()
    }

    /// How long play lasts from a position, if this window tells.
    pub fn remoteness(
        &self,
        game: &HeapGame,
        position: &Heaps,
        convention: Convention,
    ) -> Option<u32> {
        let tells =
            self.fact == Fact::Remoteness(convention) && game.is_within(&self.bounds, position);
        tells.then(|| self.cell(position)).flatten()
    }

    /// Writes who wins along a line: at `heaps`, which are within its bounds, and with one more stone in the last heap after the
    /// other; 1 for P, 0 for N, 2 where it is not told. It must tell outcomes.
    pub(crate) fn outcomes_along(&self, heaps: &mut [u64], out: &mut [u8]) {
        match &self.cells {
            Cells::Outcomes(p) => p.along(heaps, out),
            _ => self.cells_along(heaps, out, |cell| cell.map_or(2, |cell| u8::from(cell == 0))),
        }
    }

    /// The same for values; `u32::MAX` where none is told.
    pub(crate) fn values_along(&self, heaps: &mut [u64], out: &mut [u32]) {
        match &self.cells {
            Cells::Table(table) => table.along(heaps, out),
            Cells::Values(index, values) => {
                let at = index.number(heaps);
                out.copy_from_slice(&values[at..at + out.len()]);
            }
            _ => self.cells_along(heaps, out, |cell| cell.unwrap_or(NO_VALUE)),
        }
    }

    fn cells_along<T>(&self, heaps: &mut [u64], out: &mut [T], write: impl Fn(Option<u32>) -> T) {
        for cell in out {
            *cell = write(self.cell(heaps));
            if let Some(last) = heaps.last_mut() {
                *last += 1;
            }
        }
    }

    /// What stands at heaps that are within its bounds one by one: the value, or 0 for P and 1 for N; `None` if they are no
    /// position. Heaps without an order are sorted by that.
    pub fn at(&self, game: &HeapGame, heaps: &mut [u64]) -> Option<u32> {
        let rules = game.rules();
        if rules.lower.iter().zip(&*heaps).any(|(low, heap)| heap < low)
            || !rules.validity.iter().all(|condition| condition.holds(heaps, &[]))
        {
            return None;
        }
        if !self.ordered && rules.symmetry.identifies() {
            heaps.sort_unstable();
        }
        let value = self.cell(heaps)?;
        // A table of values may stand in for outcomes.
        let told = matches!((self.fact, &self.cells), (Fact::Outcome(_), Cells::Table(_)));
        Some(if told { value.min(1) } else { value })
    }

    /// The value of a cell, or 0 for P and another number for N.
    fn cell(&self, heaps: &[u64]) -> Option<u32> {
        match &self.cells {
            Cells::Table(table) => Some(table.get(heaps)),
            Cells::Strides(table) => {
                let told = table.get(heaps)?;
                Some(match (self.fact, table.tells()) {
                    (Fact::Outcome(_), StrideFact::Remoteness(known)) => {
                        u32::from(told & 1 != lost_parity(known))
                    }
                    (Fact::Outcome(_), StrideFact::Grundy) => told.min(1),
                    _ => told,
                })
            }
            Cells::Outcomes(p) => Some(u32::from(!p.contains(heaps))),
            Cells::Values(index, values) => {
                Some(values[index.number(heaps)]).filter(|value| *value != NO_VALUE)
            }
            Cells::Boards(_) | Cells::BoardValues(_) => None,
        }
    }

    /// Who wins a board, if this window tells.
    pub(crate) fn board_outcome(&self, board: &Board, convention: Convention) -> Option<Outcome> {
        match (&self.cells, self.fact) {
            (Cells::Boards(outcomes), Fact::Outcome(known)) if known == convention => {
                outcomes.get(board)
            }
            (Cells::BoardValues(values), _) if convention == Convention::Normal => {
                values.get(board).map(|value| if value == 0 { Outcome::P } else { Outcome::N })
            }
            _ => None,
        }
    }

    /// The Grundy value of a board, if this window tells.
    pub(crate) fn board_grundy(&self, board: &Board) -> Option<u32> {
        match &self.cells {
            Cells::BoardValues(values) => values.get(board),
            _ => None,
        }
    }

    /// The bytes that it takes, more or less.
    pub fn bytes(&self) -> u64 {
        match &self.cells {
            Cells::Table(table) => table.bytes(),
            Cells::Strides(table) => table.bytes(),
            Cells::Outcomes(p) => p.bytes(),
            Cells::Values(_, values) => 4 * values.len() as u64,
            Cells::Boards(outcomes) => outcomes.bytes(),
            Cells::BoardValues(values) => values.bytes(),
        }
    }

    /// Writes all of it, for whoever knows what it was.
    pub(crate) fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        match &self.cells {
            Cells::Table(table) => table.write(out),
            Cells::Strides(table) => table.write(out),
            Cells::Outcomes(p) => p.write(out),
            Cells::Values(_, values) => values.iter().try_for_each(|value| out.u32(*value)),
            Cells::Boards(outcomes) => outcomes.write(out),
            Cells::BoardValues(values) => values.write(out),
        }
    }
}

/// The parity of lengths of play of positions that are lost.
pub(super) fn lost_parity(convention: Convention) -> u32 {
    u32::from(convention == Convention::Misere)
}

/// What is written for a position.
fn coded(
    fact: Fact,
    grundy: u32,
    outcome: impl Fn(Convention) -> Outcome,
    length: Option<u32>,
) -> u32 {
    match fact {
        Fact::Grundy => grundy,
        Fact::Remoteness(_) => length.unwrap_or(NO_VALUE),
        Fact::Outcome(convention) => u32::from(outcome(convention) == Outcome::N),
    }
}

/// The cells of a window, each as `solve` says.
fn fill(
    game: &HeapGame,
    bounds: &Bounds,
    upper: &[u64],
    mut solve: impl FnMut(&Heaps) -> Result<u32, GaveUp>,
) -> Result<Cells, AskError> {
    let too_large = || GaveUp::new("the box of the window has more than 2^31 positions");
    let index = BoxIndex::new(&game.rules().lower, upper).ok_or_else(too_large)?;
    let mut values = vec![NO_VALUE; index.cells()];
    let mut gave_up = None;
    game.visit_positions(bounds, &mut |position| match solve(position) {
        Ok(value) => {
            values[index.number(position)] = value;
            ControlFlow::Continue(())
        }
        Err(why) => {
            gave_up = Some(why);
            ControlFlow::Break(())
        }
    })?;
    match gave_up {
        None => Ok(Cells::Values(index, values)),
        Some(why) => Err(why.into()),
    }
}
