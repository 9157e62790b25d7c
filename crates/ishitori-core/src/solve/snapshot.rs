//! Long work that can be interrupted: an engine's state as bytes, taken at safe points.
//!
//! An engine that is between two steps, with everything before told and nothing after begun, is at a
//! *safe point*. There it asks its [`Keeper`] whether a state is wanted, and if so writes one: what the
//! steps to come need, and no more. Started again from a [`SavedState`] it goes on with the next step
//! and tells exactly what an undisturbed run would tell from there on, in the same order, whatever the
//! numbers of threads before and after. Core writes to what it is given and reads from what it is
//! given; files, checksums and clocks are the caller's.
//!
//! **When somebody stops the work** ([`GaveUp::is_stopped`]) and the keeper wants a last state, the
//! engine goes on to its next safe point, hands it over, and only then gives up.
//!
//! **Refusing.** A state begins with a version, the engine, a fingerprint of the rules, the window and
//! the convention, and every length in it follows from these, so a state of anything else is refused
//! ([`StateError`]) before it is used. Damaged cells are the business of the caller's checksum: here they
//! may make wrong answers, but no panic, no endless loop, and no more memory than the plan says.
//!
//! Cost: without a keeper a comparison or a call now and then; see each engine for when it asks.

mod bytes;
mod error;

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::rc::Rc;

use super::Convention;
use crate::control::{Control, GaveUp};
use crate::game::Bounds;
pub(crate) use bytes::{StateReader, StateWriter};
use error::VERSION;
pub use error::{StateError, UnfinishedRun};

const MAGIC: &[u8; 8] = b"ishi-sta";

/// The bytes before an engine's own.
pub(crate) const HEADER_BYTES: u128 = 1024;

/// Decides when states are taken, and keeps them.
pub trait Keeper {
    /// Whether a state is wanted now. Asked at safe points, up to thousands of times a second, so it
    /// must be cheap: a look at a flag or a clock.
    fn is_due(&mut self) -> bool;

    /// Whether, when somebody has stopped the work, a last state is wanted before giving up.
    fn wants_last(&mut self) -> bool {
        true
    }

    /// Takes a state. Everything told so far, [`EngineState::reported`] results, belongs to it.
    ///
    /// # Errors
    /// [`GaveUp`] ends the work. A keeper that could not keep a state but wants the work to go on
    /// returns `Ok`.
    fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp>;
}

/// Wants no states.
#[derive(Clone, Copy, Debug)]
pub struct NoKeeper;

impl Keeper for NoKeeper {
    fn is_due(&mut self) -> bool {
        false
    }

    fn wants_last(&mut self) -> bool {
        false
    }

    fn keep(&mut self, _: &EngineState<'_>) -> Result<(), GaveUp> {
        Ok(())
    }
}

/// What a state belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StateSubject {
    pub(crate) engine: String,
    /// The fingerprint of the game.
    pub(crate) game: u64,
    pub(crate) window: Bounds,
    pub(crate) convention: Convention,
}

#[derive(Clone, Debug)]
struct StateHeader {
    about: StateSubject,
    reported: u64,
    spent: u64,
}

/// Writes what an engine needs to go on.
pub(crate) type StateBody<'a> = dyn Fn(&mut StateWriter<'_>) -> io::Result<()> + 'a;

/// The state of an engine at a safe point, yet to be written.
pub struct EngineState<'a> {
    header: StateHeader,
    body: &'a StateBody<'a>,
}

impl<'a> EngineState<'a> {
    /// The state of work on `about` that has told and spent so much.
    pub(crate) fn new(
        about: StateSubject,
        reported: u64,
        spent: u64,
        body: &'a StateBody<'a>,
    ) -> Self {
        EngineState { header: StateHeader { about, reported, spent }, body }
    }

    /// How many results were told before this state.
    pub fn reported(&self) -> u64 {
        self.header.reported
    }

    /// How many positions were spent before this state.
    pub(crate) fn spent(&self) -> u64 {
        self.header.spent
    }

    /// Writes the state. May be called any number of times.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = StateWriter::new(out);
        self.write_within(&mut out)?;
        out.finish()
    }

    /// Writes the state as the end of another.
    pub(crate) fn write_within(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.bytes(MAGIC)?;
        out.u32(VERSION)?;
        self.header.write(out)?;
        (self.body)(out)
    }
}

/// A state read back, as far as its beginning.
pub struct SavedState<'r> {
    header: StateHeader,
    source: StateReader<'r>,
}

impl<'r> SavedState<'r> {
    /// Reads the beginning of a state; the engine that goes on from it reads the rest.
    ///
    /// # Errors
    /// [`StateError`] if these bytes are no state of this version.
    pub fn open(reader: &'r mut dyn Read) -> Result<SavedState<'r>, StateError> {
        SavedState::open_within(StateReader::new(reader))
    }

    /// Reads the beginning of a state that is the end of another.
    pub(crate) fn open_within(mut source: StateReader<'r>) -> Result<SavedState<'r>, StateError> {
        let mut magic = [0; MAGIC.len()];
        source.bytes(&mut magic)?;
        if magic != *MAGIC {
            return Err(StateError::NotAState);
        }
        let found = source.u32()?;
        if found != VERSION {
            return Err(StateError::OtherVersion { found });
        }
        let header = StateHeader::read(&mut source)?;
        Ok(SavedState { header, source })
    }

    /// What an engine wrote, if it is about this.
    pub(crate) fn about(self, about: &StateSubject) -> Result<StateReader<'r>, StateError> {
        self.header.about.must_be(about)?;
        Ok(self.source)
    }

    /// The engine that wrote it.
    pub(crate) fn engine(&self) -> &str {
        &self.header.about.engine
    }

    /// How many results were told before it: the next one told is the one after these.
    pub fn reported(&self) -> u64 {
        self.header.reported
    }
}

impl StateHeader {
    fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        let StateSubject { engine, game, window, convention } = &self.about;
        out.text(engine)?;
        out.u64(*game)?;
        out.u8(u8::try_from(window.to.len()).expect("few heaps"))?;
        window.to.iter().try_for_each(|to| out.u64(*to))?;
        out.u8(u8::from(window.total.is_some()))?;
        out.u64(window.total.unwrap_or(0))?;
        out.u8(u8::from(*convention == Convention::Misere))?;
        out.u64(self.reported)?;
        out.u64(self.spent)
    }

    fn read(source: &mut StateReader<'_>) -> Result<StateHeader, StateError> {
        let engine = source.text()?;
        let game = source.u64()?;
        let heaps = source.u8()?;
        let to = (0..heaps).map(|_| source.u64()).collect::<Result<_, _>>()?;
        let total = (source.flag()?, source.u64()?);
        let window = Bounds { to, total: total.0.then_some(total.1) };
        let convention = if source.flag()? { Convention::Misere } else { Convention::Normal };
        let (reported, spent) = (source.u64()?, source.u64()?);
        if reported.max(spent) > u64::MAX / 2 {
            return Err(StateError::Damaged("it counts too far"));
        }
        Ok(StateHeader {
            about: StateSubject { engine, game, window, convention },
            reported,
            spent,
        })
    }
}

/// Where a run begins, and who keeps its states.
pub struct EngineSession<'a> {
    /// Goes on from here; `None` for the beginning.
    pub from: Option<SavedState<'a>>,
    /// Keeps the states.
    pub keeper: &'a mut dyn Keeper,
}

impl<'a> EngineSession<'a> {
    /// From the beginning.
    pub fn new(keeper: &'a mut dyn Keeper) -> Self {
        EngineSession { from: None, keeper }
    }
}

/// The engine's side: it asks here, and hands over its state.
pub struct SafePoints<'a> {
    keeper: &'a mut dyn Keeper,
    about: StateSubject,
    reported: Rc<Cell<u64>>,
    source: Option<StateReader<'a>>,
    /// Somebody has stopped the work: give up with this at the next safe point.
    stop: Option<GaveUp>,
}

impl<'a> SafePoints<'a> {
    /// For work on `about`.
    ///
    /// # Errors
    /// [`StateError`] if the state to go on from belongs to something else.
    pub(crate) fn new(
        session: EngineSession<'a>,
        about: StateSubject,
        control: &Control,
    ) -> Result<SafePoints<'a>, StateError> {
        let EngineSession { from, keeper } = session;
        let mut safe =
            SafePoints { keeper, about, reported: Rc::default(), source: None, stop: None };
        if let Some(saved) = from {
            saved.header.about.must_be(&safe.about)?;
            safe.reported.set(saved.header.reported);
            control.begin_at(saved.header.spent);
            safe.source = Some(saved.source);
        }
        Ok(safe)
    }

    /// Where results are counted.
    pub(crate) fn counter(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.reported)
    }

    /// The rest of the state to go on from, if there is one.
    pub(super) fn source(&mut self) -> Option<StateReader<'a>> {
        self.source.take()
    }

    /// What came of spending: if somebody stopped the work, it goes on to the next safe point first.
    #[inline]
    pub(super) fn spent(&mut self, result: Result<(), GaveUp>) -> Result<(), GaveUp> {
        match result {
            Ok(()) => Ok(()),
            Err(gave_up) => self.pause(gave_up),
        }
    }

    #[cold]
    fn pause(&mut self, gave_up: GaveUp) -> Result<(), GaveUp> {
        if !gave_up.is_stopped() || !self.keeper.wants_last() {
            return Err(gave_up);
        }
        self.stop = Some(gave_up);
        Ok(())
    }

    /// Whether somebody has stopped the work: the next safe point should come soon.
    #[inline]
    pub(super) fn is_stopping(&self) -> bool {
        self.stop.is_some()
    }

    /// Whether a state is wanted.
    pub(super) fn is_due(&mut self) -> bool {
        self.is_stopping() || self.keeper.is_due()
    }

    /// Hands over a state.
    ///
    /// # Errors
    /// [`GaveUp`] if it was the last one, or the keeper ends the work.
    pub(super) fn keep(&mut self, control: &Control, body: &StateBody<'_>) -> Result<(), GaveUp> {
        let (reported, spent) = (self.reported.get(), control.spent());
        self.keeper.keep(&EngineState::new(self.about.clone(), reported, spent, body))?;
        self.stop.take().map_or(Ok(()), Err)
    }
}

impl StateSubject {
    fn must_be(&self, expected: &StateSubject) -> Result<(), StateError> {
        if self.engine != expected.engine {
            let (found, expected) = (self.engine.clone(), expected.engine.clone());
            return Err(StateError::OtherEngine { found, expected });
        }
        if self.game != expected.game {
            return Err(StateError::OtherGame);
        }
        if self.window != expected.window {
            return Err(StateError::OtherWindow);
        }
        if self.convention != expected.convention {
            return Err(StateError::OtherConvention);
        }
        Ok(())
    }
}
