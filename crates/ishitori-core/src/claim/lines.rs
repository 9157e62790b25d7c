//! A claim on a whole window, a line of positions at a time, on several threads.
//!
//! The threads share the choices of the first heaps; each walks the lines below its choice in order and notes what fails. A witness
//! that is found makes the rest smaller: only positions with as few stones, or as small a largest heap, are looked at from then on, by all
//! threads. The smallest and the flattest witness do not depend on who found what first, so verdict, witnesses and counts are
//! the same for any number of threads. If the claim means nothing somewhere, or too often is not known, nothing is said: then
//! all positions are looked at in order (`scan.rs`).
//!
//! Cost: a few nanoseconds a position and thread. A claim with parts that are walked stays on one thread, since what walking remembers
//! and may spend is counted once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::blocks::{ClaimWitnesses, HereWindows, PositionBlocks, walk_unknown};
use super::columns::{ColumnFormula, Lane};
use super::evaluate::Evaluator;
use super::formula::CompiledCondition;
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, HeapGame, Heaps, WindowError};

/// Choices of the first heaps, at least, if there are so many.
const CHOICES: u64 = 256;

/// Positions between two looks at whether to go on, at most.
const LOOK_EVERY: u64 = 1 << 14;

/// Operations on columns, counted by lanes, between two looks: about a millisecond.
const WORK_BETWEEN: u64 = 1 << 20;

/// A window whose positions are walked line by line.
pub(super) struct LineWindow<'a> {
    pub game: &'a HeapGame,
    pub upper: Vec<u64>,
    pub total: u64,
}

/// What was found in a window.
pub(super) struct LineFindings {
    pub found: ClaimWitnesses,
    /// How many positions were looked at: all, if none fails.
    pub looked: u64,
}

/// What threads tell each other.
struct SharedReach {
    next: AtomicUsize,
    stop: AtomicBool,
    stones: AtomicU64,
    largest: AtomicU64,
    /// Looked at, and not counted yet.
    looked: AtomicU64,
}

impl<'a> LineWindow<'a> {
    pub(super) fn new(game: &'a HeapGame, bounds: &Bounds) -> Result<LineWindow<'a>, WindowError> {
        let upper = game.upper_bounds(bounds)?;
        Ok(LineWindow { game, upper, total: bounds.total.unwrap_or(u64::MAX) })
    }

    /// Looks for positions at which `condition` fails, by its columns. `None` if that does not tell everything.
    ///
    /// `known` are witnesses found so far.
    pub(super) fn look<'p, T: Lane>(
        &self,
        condition: &'p CompiledCondition,
        formula: &ColumnFormula<'p>,
        here: HereWindows<'_>,
        known: ClaimWitnesses,
        evaluator: &mut Evaluator<'p, '_>,
        control: &Control,
    ) -> Result<Option<LineFindings>, GaveUp> {
        let heaps = self.upper.len();
        let (stones, largest) = known.reach();
        let shared = &SharedReach {
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            stones: AtomicU64::new(stones),
            largest: AtomicU64::new(largest),
            looked: AtomicU64::new(0),
        };
        let threads = if formula.parts.is_empty() { control.threads() } else { 1 };
        let every = (WORK_BETWEEN / formula.work()).clamp(1, LOOK_EVERY);
        let work = || {
            let mut blocks = PositionBlocks::<T>::new(formula, heaps, here, None);
            let done = self.share(&mut blocks, every, shared, &|| control.ask());
            done.map(|()| (blocks.found, blocks.unknown, blocks.looked))
        };
        let results = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut blocks = PositionBlocks::<T>::new(formula, heaps, here, Some(evaluator));
            let count = || control.spend(shared.looked.swap(0, Relaxed));
            let own = self.share(&mut blocks, every, shared, &count);
            let mut results = vec![own.map(|()| (blocks.found, blocks.unknown, blocks.looked))];
            for other in others {
                let joined = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                results.push(joined);
            }
            results
        });
        let (mut found, mut looked, mut is_known) = (known, 0, !shared.stop.load(Relaxed));
        for result in results {
            let (more, unknown, count) = result?;
            found.add(more);
            looked += count;
            if is_known {
                is_known = walk_unknown(&unknown, condition, evaluator, &mut found, control)?;
            }
        }
        control.spend(shared.looked.swap(0, Relaxed))?;
        Ok(is_known.then_some(LineFindings { found, looked }))
    }

    /// Takes choices of the first heaps until there are none.
    fn share<T: Lane>(
        &self,
        blocks: &mut PositionBlocks<'_, '_, '_, '_, '_, T>,
        every: u64,
        shared: &SharedReach,
        goes_on: &dyn Fn() -> Result<(), GaveUp>,
    ) -> Result<(), GaveUp> {
        let (first, choices) = self.choices();
        let mut walk =
            LineWalk { window: self, blocks, every, shared, goes_on, counted: 0, gave_up: None };
        let mut heaps = self.game.rules().lower.clone();
        loop {
            let choice = shared.next.fetch_add(1, Relaxed) as u64;
            if choice >= choices || shared.stop.load(Relaxed) {
                break;
            }
            let is_done = match self.choose(choice, first, &mut heaps) {
                true => walk.lines(&mut heaps, first),
                false => ControlFlow::Continue(()),
            };
            if is_done.is_break() {
                shared.stop.store(true, Relaxed);
                break;
            }
        }
        if walk.blocks.look().is_break() {
            shared.stop.store(true, Relaxed);
        }
        walk.tell();
        match walk.gave_up {
            Some(gave_up) => Err(gave_up),
            None => Ok(()),
        }
    }

    /// How many of the first heaps are chosen, and in how many ways.
    fn choices(&self) -> (usize, u64) {
        let lower = &self.game.rules().lower;
        let (mut first, mut choices) = (0, 1u64);
        while first + 1 < self.upper.len() && choices < CHOICES {
            choices = choices.saturating_mul((self.upper[first] + 1).saturating_sub(lower[first]));
            first += 1;
        }
        (first, choices)
    }

    /// Sets the first heaps; whether positions begin with them.
    fn choose(&self, mut choice: u64, first: usize, heaps: &mut [u64]) -> bool {
        let lower = &self.game.rules().lower;
        for heap in (0..first).rev() {
            let sizes = self.upper[heap] + 1 - lower[heap];
            heaps[heap] = lower[heap] + choice % sizes;
            choice /= sizes;
        }
        !self.is_ascending() || heaps[..first].is_sorted()
    }

    fn is_ascending(&self) -> bool {
        self.game.rules().symmetry.identifies()
    }
}

/// Walks lines into blocks.
struct LineWalk<'w, 'a, 'b, 'f, 'p, 'h, 'e, 'g, T> {
    window: &'w LineWindow<'a>,
    blocks: &'b mut PositionBlocks<'f, 'p, 'h, 'e, 'g, T>,
    /// Positions between two looks.
    every: u64,
    shared: &'w SharedReach,
    goes_on: &'w dyn Fn() -> Result<(), GaveUp>,
    /// How many positions of the blocks the others know of.
    counted: u64,
    gave_up: Option<GaveUp>,
}

impl<T: Lane> LineWalk<'_, '_, '_, '_, '_, '_, '_, '_, T> {
    /// All lines with the heaps before `at`.
    fn lines(&mut self, heaps: &mut [u64], at: usize) -> ControlFlow<()> {
        let rules = self.window.game.rules();
        let (sum, largest) = super::blocks::measures(&heaps[..at]);
        let (stones, flat) = self.reach();
        let is_ascending = self.window.is_ascending();
        let before = if is_ascending && at > 0 { heaps[at - 1] } else { 0 };
        let low = rules.lower[at].max(before);
        let least: u64 = match is_ascending {
            true => 0,
            false => rules.lower[at + 1..].iter().sum(),
        };
        let Some(room) = self.window.total.checked_sub(sum.saturating_add(least)) else {
            return ControlFlow::Continue(());
        };
        // Beyond this there are too many stones to be smaller, and too large a heap to be flatter.
        let within = if largest <= flat { flat } else { 0 };
        let reach = stones.checked_sub(sum).map_or(within, |rest| rest.max(within));
        if largest > flat && sum > stones {
            return ControlFlow::Continue(());
        }
        let high = self.window.upper[at].min(room).min(reach);
        if at + 1 == heaps.len() {
            heaps[at] = low;
            return if low <= high {
                self.line(heaps, high - low + 1)
            } else {
                ControlFlow::Continue(())
            };
        }
        for heap in low..=high {
            heaps[at] = heap;
            self.lines(heaps, at + 1)?;
        }
        ControlFlow::Continue(())
    }

    fn line(&mut self, heaps: &mut [u64], length: u64) -> ControlFlow<()> {
        let validity = &self.window.game.rules().validity;
        if validity.is_empty() {
            // A line may be as long as heaps can be.
            let (last, mut left) = (heaps.len() - 1, length);
            while left > 0 {
                let part = left.min(self.every);
                self.blocks.push(heaps, part)?;
                self.ask()?;
                heaps[last] += part;
                left -= part;
            }
            return ControlFlow::Continue(());
        }
        let last = heaps.len() - 1;
        for size in heaps[last]..heaps[last] + length {
            heaps[last] = size;
            if validity.iter().all(|condition| condition.holds(heaps, &[])) {
                self.blocks.push(heaps, 1)?;
            }
            self.ask()?;
        }
        ControlFlow::Continue(())
    }

    /// How many stones, or how large a heap, still matter.
    fn reach(&self) -> (u64, u64) {
        let (stones, largest) = (&self.shared.stones, &self.shared.largest);
        (stones.load(Relaxed), largest.load(Relaxed))
    }

    /// Tells the others how far this is, now and then, and asks whether to go on.
    fn ask(&mut self) -> ControlFlow<()> {
        if self.blocks.looked - self.counted < self.every {
            return ControlFlow::Continue(());
        }
        self.tell();
        match (self.goes_on)() {
            Ok(()) if self.shared.stop.load(Relaxed) => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
            Err(gave_up) => {
                self.gave_up = Some(gave_up);
                ControlFlow::Break(())
            }
        }
    }

    fn tell(&mut self) {
        self.shared.looked.fetch_add(self.blocks.looked - self.counted, Relaxed);
        self.counted = self.blocks.looked;
        let (stones, largest) = self.blocks.found.reach();
        self.shared.stones.fetch_min(stones, Relaxed);
        self.shared.largest.fetch_min(largest, Relaxed);
    }
}

/// How many positions a walk in order looks at that ends once no flatter witness can come (`scan.rs`); `None` if the work is to stop.
pub(super) fn looked_in_order(
    window: &LineWindow<'_>,
    bounds: &Bounds,
    flattest: &Heaps,
    control: &Control,
) -> Result<Option<u64>, WindowError> {
    let (stones, largest) = super::blocks::measures(flattest);
    let beyond = largest.saturating_sub(1).saturating_mul(flattest.len() as u64);
    let (mut count, mut goes_on) = (0u64, true);
    window.game.visit_positions_from(bounds, 0, &mut |position| {
        count += 1;
        if count.is_multiple_of(LOOK_EVERY) {
            goes_on = control.check().is_ok();
        }
        let here = position.iter().sum::<u64>();
        let is_after = here > stones || here == stones && **position > **flattest;
        let ends = is_after && (largest == 0 || here > beyond);
        if ends || !goes_on { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(goes_on.then_some(count))
}
