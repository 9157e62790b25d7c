//! The reference's list of positions, which can be interrupted.
//!
//! Any moment is a safe point: what is in the memo is right, and what waits on the stack can be found
//! again. The state is the memo, one position and its facts after the other, and how many positions of
//! the window are done. To do without the memo would be to solve everything again, since whatever comes
//! next needs it; and it is not sorted, because no order of it changes an answer. Positions are written
//! as texts, which is slow, but not beside plain recursion.

use std::io;
use std::ops::ControlFlow;

use super::{PositionFacts, Reference};
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, GameKind};
use crate::solve::snapshot::{
    EngineSession, EngineState, Keeper, NoKeeper, SafePoints, StateError, StateReader,
    StateSubject, StateWriter, UnfinishedRun,
};
use crate::solve::{Convention, Outcome};

/// How many positions are looked at between two questions whether a state is wanted.
const ASK_EVERY: u32 = 256;

/// Positions to solve.
pub struct PositionList<'a, G: GameKind> {
    /// Their window.
    pub bounds: &'a Bounds,
    /// Who wins when nobody can move, for whoever goes on from a state.
    pub convention: Convention,
    /// Which of the window.
    pub wanted: &'a dyn Fn(&G::Position) -> bool,
}

/// The end of a list.
#[derive(Clone, Copy, Debug)]
pub struct ListEnd {
    done: u64,
    reported: u64,
    spent: u64,
}

impl<G: GameKind> PositionList<'_, G> {
    fn about(&self, game: &G) -> StateSubject {
        StateSubject {
            engine: "reference".into(),
            game: game.fingerprint(),
            window: self.bounds.clone(),
            convention: self.convention,
        }
    }
}

impl<G: GameKind> Reference<'_, G> {
    /// Calls `visit` with every P-position within `bounds`, by number of stones, then in order.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out or the bounds make no window.
    pub fn p_positions(
        &mut self,
        bounds: &Bounds,
        convention: Convention,
        control: &Control,
        visit: &mut dyn FnMut(&G::Position),
    ) -> Result<(), GaveUp> {
        let keeper = &mut NoKeeper;
        let session = EngineSession::new(keeper);
        Ok(self.p_positions_from(bounds, convention, session, control, visit)?)
    }

    /// The same for an [`EngineSession`]: it may go on from a state, and hands over states on the way.
    ///
    /// # Errors
    /// [`UnfinishedRun`] if `control` runs out, the bounds make no window, or the state does not fit.
    pub fn p_positions_from(
        &mut self,
        bounds: &Bounds,
        convention: Convention,
        session: EngineSession,
        control: &Control,
        visit: &mut dyn FnMut(&G::Position),
    ) -> Result<(), UnfinishedRun> {
        let list = PositionList { bounds, convention, wanted: &|_| true };
        let solved = self.solve_from(&list, session, control, &mut |position, facts| {
            if facts.outcome(convention) == Outcome::P {
                visit(position);
            }
        });
        solved.map(drop)
    }

    /// Solves the positions of a list, in an [`EngineSession`]: it may go on from a state, and hands over states
    /// on the way. Tells `visit` of each, in order, and returns the end of the list, for [`Reference::keep`].
    ///
    /// # Errors
    /// [`UnfinishedRun`] if `control` runs out, the bounds make no window, or the state does not fit.
    pub fn solve_from(
        &mut self,
        list: &PositionList<'_, G>,
        session: EngineSession,
        control: &Control,
        visit: &mut dyn FnMut(&G::Position, PositionFacts),
    ) -> Result<ListEnd, UnfinishedRun> {
        let game = self.game;
        let safe = &mut SafePoints::new(session, list.about(game), control)?;
        let mut done = match safe.source() {
            Some(source) => self.read(source)?,
            None => 0,
        };
        let reported = safe.counter();
        let (mut left, mut since) = (done, 0);
        let mut result: Result<(), GaveUp> = Ok(());
        let visited = game.visit_positions(list.bounds, &mut |position| {
            if left > 0 {
                left -= 1;
                return ControlFlow::Continue(());
            }
            if (list.wanted)(position) {
                match self.solve_for_list(position, done, &mut since, control, safe) {
                    Ok(facts) => {
                        let is_p = facts.outcome(list.convention) == Outcome::P;
                        reported.set(reported.get() + u64::from(is_p));
                        visit(position, facts);
                    }
                    Err(gave_up) => {
                        result = Err(gave_up);
                        return ControlFlow::Break(());
                    }
                }
            }
            done += 1;
            ControlFlow::Continue(())
        });
        visited.map_err(|error| GaveUp::new(error.to_string()))?;
        result?;
        if left > 0 {
            return Err(StateError::Damaged("it is ahead of all the work").into());
        }
        Ok(ListEnd { done, reported: reported.get(), spent: control.spent() })
    }

    /// Hands over the state at the end of a list, from which [`Reference::solve_from`] has nothing to do.
    ///
    /// # Errors
    /// Those of the keeper.
    pub fn keep(
        &self,
        list: &PositionList<'_, G>,
        end: ListEnd,
        keeper: &mut dyn Keeper,
    ) -> Result<(), GaveUp> {
        let ListEnd { done, reported, spent } = end;
        let body = |out: &mut StateWriter<'_>| self.write(done, out);
        keeper.keep(&EngineState::new(list.about(self.game), reported, spent, &body))
    }

    /// The facts about the position after the first `done` ones, with safe points on the way.
    fn solve_for_list(
        &mut self,
        position: &G::Position,
        done: u64,
        since: &mut u32,
        control: &Control,
        safe: &mut SafePoints,
    ) -> Result<PositionFacts, GaveUp> {
        let mut waiting = Vec::new();
        if !self.memo.contains_key(position) {
            safe.spent(control.spend(1))?;
            waiting.push(position.clone());
        }
        loop {
            *since += 1;
            if *since >= ASK_EVERY || safe.is_stopping() {
                *since = 0;
                if safe.is_due() {
                    safe.keep(control, &|out| self.write(done, out))?;
                }
            }
            if waiting.is_empty() {
                return Ok(self.memo[position]);
            }
            safe.spent(self.advance(&mut waiting, control))?;
        }
    }

    /// Writes the memo when the first `done` positions of the window are done.
    fn write(&self, done: u64, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.u64(done)?;
        self.write_memo(out)
    }

    /// Reads that back; how many positions are done.
    fn read(&mut self, mut source: StateReader<'_>) -> Result<u64, StateError> {
        let done = source.u64()?;
        self.read_memo(&mut source)?;
        source.end()?;
        Ok(done)
    }

    /// Writes all that is known.
    pub(crate) fn write_memo(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.size(self.memo.len())?;
        for (position, facts) in &self.memo {
            out.text(&self.game.write(position))?;
            facts.write(out)?;
        }
        Ok(())
    }

    /// Reads that back.
    pub(crate) fn read_memo(&mut self, source: &mut StateReader<'_>) -> Result<(), StateError> {
        let known = source.u64()?;
        for _ in 0..known {
            let position = self.game.parse(&source.text()?);
            let position = position.map_err(|_| StateError::Damaged("it knows no position"))?;
            self.memo.insert(position, PositionFacts::read(source)?);
        }
        Ok(())
    }
}

impl PositionFacts {
    /// Writes them.
    pub(crate) fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.u32(self.grundy)?;
        out.u32(self.remoteness)?;
        out.u8(u8::from(self.misere == Outcome::N))?;
        out.u32(self.misere_remoteness)
    }

    /// Reads them back.
    pub(crate) fn read(source: &mut StateReader<'_>) -> Result<PositionFacts, StateError> {
        let (grundy, remoteness) = (source.u32()?, source.u32()?);
        let misere = if source.flag()? { Outcome::N } else { Outcome::P };
        let facts = PositionFacts { grundy, remoteness, misere, misere_remoteness: source.u32()? };
        // They are counted up by one for each move.
        if facts.remoteness.max(facts.misere_remoteness) > u32::MAX / 2 {
            return Err(StateError::Damaged("play lasts too long"));
        }
        Ok(facts)
    }
}
