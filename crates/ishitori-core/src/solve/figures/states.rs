//! What is known of figures, kept on the way.
//!
//! A state is what is solved: keys of parts with their values, or for whole sums the keys and the facts about sums of their
//! numbers. Whoever goes on from it begins at the first position again and finds the solved parts solved; what waited is opened once
//! more. So a state belongs to a question (the game and the positions, in words), needs no order, and may be taken at any moment, also while
//! other threads search. Cost: a state has about the bytes of the tables.

use std::io;
use std::sync::{Mutex, PoisonError};

use ishitori_rule::checksum::fnv1a;

use super::parts::PartTable;
use super::search::{GroundNames, beyond};
use super::whole::{self, KnownSums};
use super::{FigureSolver, WholeFigures};
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, FigureGame, GameKind};
use crate::solve::Convention;
use crate::solve::snapshot::{
    EngineSession, SafePoints, StateError, StateReader, StateSubject, StateWriter, UnfinishedRun,
};

/// Longer names and keys are none.
const MAX_BYTES: u64 = 1 << 20;

/// More grounds than a list has positions.
const MAX_GROUNDS: u64 = 1 << 24;

/// After the last entry of a list.
const END: u32 = u32::MAX;

/// The safe points of a search among figures.
pub struct FigureStates<'k> {
    safe: Option<SafePoints<'k>>,
}

impl std::fmt::Debug for FigureStates<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FigureStates").field("kept", &self.safe.is_some()).finish()
    }
}

impl<'k> FigureStates<'k> {
    /// Nothing is kept.
    pub fn none() -> FigureStates<'k> {
        FigureStates { safe: None }
    }

    /// States of a question about these positions, in words that say which.
    ///
    /// # Errors
    /// [`StateError`] if the state to go on from belongs to something else.
    pub(crate) fn new(
        session: EngineSession<'k>,
        (game, positions): (&FigureGame, &str),
        convention: Convention,
        control: &Control,
    ) -> Result<FigureStates<'k>, StateError> {
        let about = StateSubject {
            engine: "figures".into(),
            game: fnv1a(format!("{:016x} {positions}", game.fingerprint()).as_bytes()),
            window: Bounds { to: Vec::new(), total: None },
            convention,
        };
        Ok(FigureStates { safe: Some(SafePoints::new(session, about, control)?) })
    }

    /// What came of spending: whoever was stopped keeps a last state first.
    pub(super) fn spent(&mut self, result: Result<(), GaveUp>) -> Result<(), GaveUp> {
        match &mut self.safe {
            Some(safe) => safe.spent(result),
            None => result,
        }
    }

    /// Hands over the solved parts, if that is wanted now.
    pub(super) fn keep_if_due(
        &mut self,
        table: &PartTable,
        names: &Mutex<GroundNames>,
        control: &Control,
    ) -> Result<(), GaveUp> {
        self.due().map_or(Ok(()), |safe| {
            safe.keep(control, &|out| {
                write_names(names, out)?;
                write_parts(table, out)
            })
        })
    }

    /// Hands over the facts about whole sums, if that is wanted now.
    pub(super) fn keep_sums_if_due(
        &mut self,
        solver: &FigureSolver,
        facts: &KnownSums,
        control: &Control,
    ) -> Result<(), GaveUp> {
        self.due().map_or(Ok(()), |safe| {
            safe.keep(control, &|out| {
                write_names(&solver.names, out)?;
                write_keys(&solver.table, out)?;
                whole::write(facts, out)
            })
        })
    }

    /// Where to hand over, if that is wanted now.
    fn due(&mut self) -> Option<&mut SafePoints<'k>> {
        let safe = self.safe.as_mut()?;
        safe.is_due().then_some(safe)
    }

    fn source(&mut self) -> Option<StateReader<'k>> {
        self.safe.as_mut()?.source()
    }
}

impl FigureSolver {
    /// Learns what was solved before an interruption, if something was.
    ///
    /// # Errors
    /// If the state is damaged, or larger than the memory.
    pub(crate) fn resume(&mut self, states: &mut FigureStates<'_>) -> Result<(), UnfinishedRun> {
        let Some(mut source) = states.source() else { return Ok(()) };
        self.read(&mut source)?;
        Ok(source.end()?)
    }

    /// Writes what is solved.
    pub(crate) fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        write_names(&self.names, out)?;
        write_parts(&self.table, out)
    }

    /// Reads that back.
    pub(crate) fn read(&mut self, source: &mut StateReader<'_>) -> Result<(), UnfinishedRun> {
        read_names(&self.names, source)?;
        while let Some(key) = read_bytes(source)? {
            let value = source.u32()?;
            let number = self.table.number(&key);
            if !self.table.learn(number, value) {
                return Err(StateError::Damaged("a part has no value").into());
            }
            self.must_fit()?;
        }
        Ok(())
    }

    fn must_fit(&self) -> Result<(), GaveUp> {
        match self.bytes() > self.memory || self.table.is_full() {
            true => Err(beyond(self.memory)),
            false => Ok(()),
        }
    }
}

impl WholeFigures {
    /// Learns what was solved before an interruption, if something was.
    ///
    /// # Errors
    /// If the state is damaged, or larger than the memory.
    pub(crate) fn resume(&mut self, states: &mut FigureStates<'_>) -> Result<(), UnfinishedRun> {
        let Some(mut source) = states.source() else { return Ok(()) };
        read_names(&self.solver.names, &mut source)?;
        while let Some(key) = read_bytes(&mut source)? {
            self.solver.table.number(&key);
            self.solver.must_fit()?;
        }
        self.read_facts(&mut source)?;
        Ok(source.end()?)
    }
}

fn write_names(names: &Mutex<GroundNames>, out: &mut StateWriter<'_>) -> io::Result<()> {
    let names = names.lock().unwrap_or_else(PoisonError::into_inner);
    let mut sorted: Vec<(&String, &u32)> = names.iter().collect();
    sorted.sort_unstable_by_key(|(_, number)| **number);
    out.size(sorted.len())?;
    sorted.iter().try_for_each(|(name, _)| write_bytes(name.as_bytes(), out))
}

fn read_names(names: &Mutex<GroundNames>, source: &mut StateReader<'_>) -> Result<(), StateError> {
    let wrong = StateError::Damaged("the name of a ground is none");
    let mut names = names.lock().unwrap_or_else(PoisonError::into_inner);
    for number in 0..source.step(0, MAX_GROUNDS)? {
        let name = read_bytes(source)?.and_then(|name| String::from_utf8(name).ok());
        let known = names.insert(name.ok_or(wrong.clone())?, number as u32);
        if known.is_some() {
            return Err(wrong);
        }
    }
    Ok(())
}

fn write_parts(table: &PartTable, out: &mut StateWriter<'_>) -> io::Result<()> {
    table.visit(|key, value| match value {
        Some(value) => {
            write_bytes(key, out)?;
            out.u32(value)
        }
        None => Ok(()),
    })?;
    out.u32(END)
}

/// Writes all keys in the order of their numbers, solved or not; the table is for one thread.
fn write_keys(table: &PartTable, out: &mut StateWriter<'_>) -> io::Result<()> {
    table.visit(|key, _| write_bytes(key, out))?;
    out.u32(END)
}

fn write_bytes(bytes: &[u8], out: &mut StateWriter<'_>) -> io::Result<()> {
    out.u32(bytes.len() as u32)?;
    out.bytes(bytes)
}

/// The next bytes of a list; `None` at its end.
fn read_bytes(source: &mut StateReader<'_>) -> Result<Option<Vec<u8>>, StateError> {
    let len = source.u32()?;
    if len == END {
        return Ok(None);
    }
    if u64::from(len) > MAX_BYTES {
        return Err(StateError::Damaged("a key is too long"));
    }
    let mut bytes = vec![0; len as usize];
    source.bytes(&mut bytes)?;
    Ok(Some(bytes))
}
