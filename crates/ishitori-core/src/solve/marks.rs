//! Finds P-positions by sieving, the way Eratosthenes finds primes.
//!
//! Positions are visited by number of stones, so options come before the positions that reach
//! them. One still unmarked on arrival has no option in P, so it *is* in P, and all that can move
//! to it are N: they are marked. Right for every family, since predecessors are scanned from the
//! same conditions as options. Cost: a visit for each position and a mark for each move *into* P,
//! so sparse P-sets are cheap here. A bit a position. Outcomes only.
//!
//! Positions with the same number of stones do not mark each other. So with several threads those
//! found are collected, some hundreds at a time but never beyond a number of stones, and the threads
//! mark the predecessors of a part of them each, with atomic operations. One thread walks.
//!
//! Any position is a safe point, once the marks of those before it are made. The state is that position
//! and the marks of positions with as many stones or more: nobody looks at the others again.
//!
//! In misère play a position without options is N, and what is unmarked and has options is P.

mod live;

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::snapshot::{SafePoints, StateError, StateReader, StateWriter, UnfinishedRun};
use super::{Convention, threads};
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, GameKind, HeapGame, Heaps, WindowError};
use live::LiveBox;

/// How many P-positions are worth a thread: one, for it has a line of predecessors or more, and
/// often there are but two or three with the same number of stones.
const WORTH_A_THREAD: usize = 1;

/// How many P-positions are collected for the threads: enough to be worth starting them, few enough
/// to be stopped soon.
const BLOCK: usize = 256;

/// How many positions are visited between two questions whether a state is wanted.
const ASK_EVERY: u64 = 1024;

/// How many of them a P-position counts for: its predecessors take time.
const P_COUNTS: u64 = 256;

/// The bytes that marks for heaps from `lower` to `upper` take.
pub fn bytes(lower: &[u64], upper: &[u64], threads: usize) -> u128 {
    let sizes = lower
        .iter()
        .zip(upper)
        .map(|(low, up)| u128::from(up.saturating_add(1).saturating_sub(*low)));
    let marks = sizes.fold(1, u128::saturating_mul).div_ceil(8);
    let block = if threads > 1 { BLOCK * (upper.len() * 8 + size_of::<Heaps>()) } else { 0 };
    marks.saturating_add(block as u128)
}

/// What is sieved.
pub(crate) struct MarkSieve<'a> {
    /// The game: every move must lower the number of stones.
    pub game: &'a HeapGame,
    /// The largest size of each heap.
    pub upper: &'a [u64],
    /// Who wins when nobody can move.
    pub convention: Convention,
    /// How many threads mark.
    pub threads: usize,
}

impl MarkSieve<'_> {
    /// Calls `visit` with every P-position of the window, by number of stones, then in order.
    ///
    /// The window must be closed under moves.
    ///
    /// # Errors
    /// [`UnfinishedRun`] if `control` runs out, or the state to go on from does not fit.
    pub fn run(
        &self,
        window: &Bounds,
        control: &Control,
        safe: &mut SafePoints,
        visit: &mut dyn FnMut(&Heaps),
    ) -> Result<(), UnfinishedRun> {
        let mut progress = SieveProgress::new(self, window);
        let next = match safe.source() {
            Some(source) => Some(progress.read(source)?),
            None => None,
        };
        let first = next.as_ref().map_or(0, |next| self.game.stones(next));
        let mut skipped_to = next;
        let mut result = Ok(());
        let visited = self.game.visit_positions_from(window, first, &mut |position| {
            if let Some(next) = &skipped_to {
                if position < next && self.game.stones(position) == first {
                    return ControlFlow::Continue(());
                }
                skipped_to = None;
            }
            result = self.step(position, &mut progress, control, safe, visit);
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        visited.map_err(refused)?;
        Ok(result?)
    }

    /// Decides a position.
    fn step(
        &self,
        position: &Heaps,
        progress: &mut SieveProgress,
        control: &Control,
        safe: &mut SafePoints,
        visit: &mut dyn FnMut(&Heaps),
    ) -> Result<(), GaveUp> {
        if progress.since >= ASK_EVERY || safe.is_stopping() {
            progress.since = 0;
            if safe.is_due() {
                safe.spent(self.mark(progress, control))?;
                safe.keep(control, &|out| progress.write(position, out))?;
            }
        }
        progress.since += 1;
        safe.spent(control.spend(1))?;
        if self.threads > 1 && self.game.stones(position) != progress.stones {
            progress.stones = self.game.stones(position);
            safe.spent(self.mark(progress, control))?;
        }
        let misere = self.convention == Convention::Misere;
        if progress.marks.has(position) || misere && is_over(self.game, position) {
            return Ok(());
        }
        visit(position);
        progress.since += P_COUNTS;
        if self.threads > 1 {
            progress.block.push(position.clone());
            let full = progress.block.len() == BLOCK;
            return if full { safe.spent(self.mark(progress, control)) } else { Ok(()) };
        }
        let set = &mut |before: &[u64]| progress.marks.set_alone(before);
        self.game.visit_predecessors(position, self.upper, set).map_err(refused)?;
        // One position may have a million predecessors.
        safe.spent(control.ask())
    }

    /// Marks all that can move to a position of the block, and empties it.
    fn mark(&self, progress: &mut SieveProgress, control: &Control) -> Result<(), GaveUp> {
        let SieveProgress { marks, block, .. } = progress;
        let set = |before: &[u64]| marks.set(before);
        let parts = threads::share(block, self.threads, WORTH_A_THREAD, |part| {
            part.iter().try_for_each(|position| {
                self.game.visit_predecessors(position, self.upper, &mut { set })
            })
        });
        block.clear();
        parts.into_iter().collect::<Result<(), _>>().map_err(refused)?;
        control.ask()
    }
}

/// How far the sieve has come.
struct SieveProgress {
    marks: Marks,
    live: LiveBox,
    /// P-positions whose predecessors are yet to be marked, all with `stones` stones.
    block: Vec<Heaps>,
    stones: u64,
    /// What was done since the last question whether a state is wanted.
    since: u64,
}

impl SieveProgress {
    fn new(sieve: &MarkSieve, window: &Bounds) -> Self {
        let rules = sieve.game.rules();
        SieveProgress {
            marks: Marks::new(&rules.lower, sieve.upper),
            live: LiveBox::new(rules, sieve.upper, window.total),
            block: Vec::new(),
            stones: 0,
            since: 0,
        }
    }

    /// Writes what is needed from position `next` on.
    fn write(&self, next: &Heaps, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.words(next)?;
        self.live.words(next.iter().sum(), &mut |range| {
            let words = self.marks.words[range].iter();
            words.map(|word| word.load(Ordering::Relaxed)).try_for_each(|word| out.u64(word))
        })
    }

    /// Reads that back; the next position.
    fn read(&mut self, mut source: StateReader<'_>) -> Result<Heaps, StateError> {
        let mut next = self.marks.lower.clone().into_boxed_slice();
        source.words(&mut next)?;
        let range = self.marks.lower.iter().zip(&self.marks.upper);
        if next.iter().zip(range).any(|(heap, (low, up))| heap < low || heap > up) {
            return Err(StateError::Damaged("it goes on outside the window"));
        }
        self.stones = next.iter().sum();
        self.live.words(self.stones, &mut |range| {
            let mut words = self.marks.words[range].iter_mut();
            words.try_for_each(|word| source.u64().map(|read| *word.get_mut() = read))
        })?;
        source.end()?;
        Ok(next)
    }
}

fn refused(error: WindowError) -> GaveUp {
    GaveUp::new(error.to_string())
}

/// Whether a position has no options.
fn is_over(game: &HeapGame, position: &Heaps) -> bool {
    let mut over = true;
    game.visit_options(position, &mut |_| {
        over = false;
        ControlFlow::Break(())
    });
    over
}

/// A bit for each position of a box.
struct Marks {
    lower: Vec<u64>,
    upper: Vec<u64>,
    strides: Vec<usize>,
    words: Vec<AtomicU64>,
}

impl Marks {
    fn new(lower: &[u64], upper: &[u64]) -> Self {
        let mut strides = vec![0; upper.len()];
        let mut size = 1;
        for (i, stride) in strides.iter_mut().enumerate().rev() {
            *stride = size;
            size *= usize::try_from((upper[i] + 1).saturating_sub(lower[i])).expect("planned");
        }
        let words = (0..size.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Marks { lower: lower.to_vec(), upper: upper.to_vec(), strides, words }
    }

    fn index(&self, heaps: &[u64]) -> usize {
        let sizes = heaps.iter().zip(&self.lower).map(|(heap, low)| (heap - low) as usize);
        sizes.zip(&self.strides).map(|(size, stride)| size * stride).sum()
    }

    fn has(&self, heaps: &[u64]) -> bool {
        let index = self.index(heaps);
        self.words[index / 64].load(Ordering::Relaxed) >> (index % 64) & 1 == 1
    }

    /// The word and bit of a position; one outside the box means nothing.
    fn bit(&self, heaps: &[u64]) -> Option<(usize, u64)> {
        if heaps.iter().zip(&self.upper).any(|(heap, upper)| heap > upper) {
            return None;
        }
        let index = self.index(heaps);
        Some((index / 64, 1 << (index % 64)))
    }

    /// Marks a position while others do the same.
    fn set(&self, heaps: &[u64]) {
        if let Some((word, bit)) = self.bit(heaps)
            && self.words[word].load(Ordering::Relaxed) & bit == 0
        {
            // The threads are joined before anybody reads.
            self.words[word].fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Marks a position when there is one thread: an atomic operation would be slow.
    fn set_alone(&mut self, heaps: &[u64]) {
        if let Some((word, bit)) = self.bit(heaps) {
            *self.words[word].get_mut() |= bit;
        }
    }
}
