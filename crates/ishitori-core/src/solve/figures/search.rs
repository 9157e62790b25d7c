//! One thread's way through the parts of a position.
//!
//! A part is opened: its options, each a list of parts, are found; then it waits until all of these are solved, and is worth the
//! least number that no option is worth. The thread keeps its own stack of waiting parts. Several threads begin at the same part and share
//! one table: each goes on with a part that nobody has begun, and if there is none, it joins in a part that another one is at, and finds
//! work below. So nobody waits for anybody, and the only work done twice is the opening of parts that are joined. All parts
//! below the first one are needed, whatever the order, so threads do what one thread does.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use super::parts::PartTable;
use crate::control::GaveUp;
use crate::game::{Ground, KeyScope, Remains};

/// Up to so many remains are remembered with their parts, where keys are costly; all threads together.
const MAX_KNOWN: usize = 1 << 21;

/// The bytes of a part at work, with its options, roughly.
const WAITING: usize = 2_048;

/// The bytes of one place for remains that are remembered.
const KNOWN: usize = size_of::<(Remains, u32)>() + 1;

/// The numbers of parts by their remains on the ground at hand, so that a key is written once.
pub(super) type KnownRemains = FxHashMap<Remains, u32>;

/// The grounds whose parts only have keys of their own, by name.
pub(super) type GroundNames = FxHashMap<String, u32>;

/// What all threads at work on one ground share.
pub(super) struct PartSearch<'a> {
    pub table: &'a PartTable,
    pub ground: &'a dyn Ground,
    /// What the ground is called; two grounds of one name are the same.
    pub name: &'a str,
    pub names: &'a Mutex<GroundNames>,
    number: OnceLock<u32>,
    memory: usize,
    /// How many remains each thread may remember.
    known: usize,
    known_bytes: AtomicUsize,
    /// Parts that were opened by others than the one who counts.
    pub opened: AtomicU64,
    /// Whether everybody is to stop.
    pub is_over: AtomicBool,
}

impl<'a> PartSearch<'a> {
    pub fn new(
        table: &'a PartTable,
        ground: &'a dyn Ground,
        (name, names): (&'a str, &'a Mutex<GroundNames>),
        memory: usize,
        remembered: &[KnownRemains],
    ) -> PartSearch<'a> {
        PartSearch {
            table,
            ground,
            name,
            names,
            number: OnceLock::new(),
            memory,
            known: MAX_KNOWN / remembered.len(),
            known_bytes: AtomicUsize::new(bytes(remembered)),
            opened: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    /// The number of a part, which is new if its key is.
    pub fn number(&self, part: &Remains, known: &mut KnownRemains) -> u32 {
        let remembers = self.ground.has_costly_keys();
        if remembers && let Some(number) = known.get(part) {
            return *number;
        }
        let mut key = Vec::with_capacity(64);
        if self.ground.key(part, &mut key) == KeyScope::Ground {
            key.extend_from_slice(&self.ground_number().to_le_bytes());
        }
        let number = self.table.number(&key);
        if remembers && known.len() < self.known {
            let before = known.capacity();
            known.insert(part.clone(), number);
            self.known_bytes.fetch_add((known.capacity() - before) * KNOWN, Ordering::Relaxed);
        }
        number
    }

    fn ground_number(&self) -> u32 {
        *self.number.get_or_init(|| {
            let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
            let next = names.len() as u32;
            *names.entry(self.name.to_string()).or_insert(next)
        })
    }

    /// Gives up before the tables are larger than the memory.
    fn must_fit(&self, waiting: usize) -> Result<(), GaveUp> {
        let known = self.known_bytes.load(Ordering::Relaxed);
        match self.table.bytes() + known + waiting * WAITING > self.memory || self.table.is_full() {
            true => Err(beyond(self.memory)),
            false => Ok(()),
        }
    }
}

/// The bytes of all that is remembered.
pub(super) fn bytes(known: &[KnownRemains]) -> usize {
    known.iter().map(|known| known.capacity() * KNOWN).sum()
}

/// More memory is needed than there is.
pub(super) fn beyond(memory: usize) -> GaveUp {
    GaveUp::new(format!(
        "more than the {} MB allowed are needed for the parts of this position (--memory)",
        memory >> 20
    ))
}

/// A part at work: its options are lists of parts.
struct PartAtWork {
    part: u32,
    /// The parts of all options, one option after the other.
    parts: Vec<u32>,
    /// Where each option ends.
    ends: Vec<usize>,
    /// The remains of the parts that were not solved when the options were made.
    open: Vec<(u32, Remains)>,
}

/// A thread at work, with the parts that wait.
pub(super) struct PartWorker<'s, 'a> {
    search: &'s PartSearch<'a>,
    known: &'s mut KnownRemains,
    waiting: Vec<PartAtWork>,
}

impl<'s, 'a> PartWorker<'s, 'a> {
    /// Begins at a part.
    pub fn new(
        search: &'s PartSearch<'a>,
        known: &'s mut KnownRemains,
        number: u32,
        part: &Remains,
    ) -> PartWorker<'s, 'a> {
        let mut worker = PartWorker { search, known, waiting: Vec::new() };
        let first = worker.opened(number, part);
        worker.waiting.push(first);
        worker
    }

    /// Goes on until the first part is solved, or `goes_on` says no; whether it is solved. `goes_on` hears how many parts are opened
    /// that nobody has opened before.
    ///
    /// # Errors
    /// [`GaveUp`] of `goes_on`, or if there is not enough memory.
    pub fn work(
        &mut self,
        goes_on: &mut dyn FnMut(u64) -> Result<bool, GaveUp>,
    ) -> Result<bool, GaveUp> {
        let table = self.search.table;
        while let Some(work) = self.waiting.last_mut() {
            // Somebody else may have been faster.
            if table.value(work.part).is_some() {
                self.waiting.pop();
                continue;
            }
            let Some((next, remains)) = work.next(table) else {
                table.solve(work.part, work.least_missing(table));
                self.waiting.pop();
                continue;
            };
            if !goes_on(u64::from(table.claim(next)))? {
                // It is looked for again by whoever goes on.
                work.open.push((next, remains));
                return Ok(false);
            }
            self.search.must_fit(self.waiting.len())?;
            let next = self.opened(next, &remains);
            self.waiting.push(next);
        }
        Ok(true)
    }

    /// The options of a part, as lists of parts.
    fn opened(&mut self, part: u32, remains: &Remains) -> PartAtWork {
        let (search, known) = (self.search, &mut *self.known);
        let mut work = PartAtWork { part, parts: Vec::new(), ends: Vec::new(), open: Vec::new() };
        search.ground.visit_options(remains, &mut |option| {
            search.ground.visit_summands(&option, &mut |part| {
                let number = search.number(&part, known);
                work.parts.push(number);
                if search.table.value(number).is_none() {
                    work.open.push((number, part));
                }
            });
            work.ends.push(work.parts.len());
        });
        // Large parts first: small ones are met on the way.
        work.open.reverse();
        work
    }
}

impl PartAtWork {
    /// The next part to open: the last that nobody has begun, else the last that is not solved.
    fn next(&mut self, table: &PartTable) -> Option<(u32, Remains)> {
        while self.open.last().is_some_and(|(part, _)| table.value(*part).is_some()) {
            self.open.pop();
        }
        let free = self.open.iter().rposition(|(part, _)| table.is_open(*part));
        match free {
            Some(at) => Some(self.open.remove(at)),
            None => self.open.pop(),
        }
    }

    /// The least number that is the value of no option.
    fn least_missing(&self, table: &PartTable) -> u32 {
        let mut start = 0;
        let mut values: Vec<u32> = Vec::with_capacity(self.ends.len());
        for end in &self.ends {
            let parts = &self.parts[start..*end];
            let value = |part: &u32| table.value(*part).expect("it was waited for");
            values.push(parts.iter().fold(0, |xor, part| xor ^ value(part)));
            start = *end;
        }
        values.sort_unstable();
        values.iter().fold(0, |mex, value| if *value == mex { mex + 1 } else { mex })
    }
}
