//! Finds P-positions by sieving, the way Eratosthenes finds primes.
//!
//! Positions are visited by number of stones, so options come before the positions that reach
//! them. One still unmarked on arrival has no option in P, so it *is* in P, and all that can move
//! to it are N: they are marked. Right for every family, since predecessors are scanned from the
//! same conditions as options. Outcomes only.
//!
//! *Lines*: positions with the same number of stones that differ in two heaps have numbers with a constant step, so a visit is one
//! look at a bit. *Runs*: so have the predecessors by a family (`game/runs/before.rs`), and a mark is one bit set, or 64 at once.
//! Cost: a look for each position, and for each P-position the bounds of each family and a mark for each move *into* it, so
//! sparse P-sets are cheap here; 9 ns a position in all for a rule of four families with one P-position in thirty. In an unordered game that is not closed under exchanging places every arrangement of a
//! P-position is looked at. A bit a position.
//!
//! Positions with the same number of stones do not mark each other. So a *block* of lines, never beyond a number of stones, is worked
//! off in two steps: first what is in P is found, then predecessors are marked. Several threads share both steps, the second one
//! with atomic operations, if it is worth it.
//!
//! Between two blocks is a safe point. The state is the next position and the marks of positions with as many stones or more: nobody
//! looks at the others again. A block is kept small where each position makes many marks.
//!
//! In misère play a position without options is N, and what is unmarked and has options is P.

mod bits;
mod live;

use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::RwLock;
use std::sync::atomic::Ordering;

use super::Convention;
use super::layers::{self, LineBlock};
use super::snapshot::{SafePoints, StateError, StateReader, StateWriter, UnfinishedRun};
use super::threads::{self, Crew};
use crate::control::{Control, GaveUp};
use crate::game::{
    Backward, Bounds, GameKind, HeapGame, Heaps, NumberedFamily, StoneLine, ValidHeaps,
    WindowError, has_few_arrangements, next_arrangement,
};
use bits::Marks;
use live::LiveBox;

/// How many positions, or marks, are worth sharing: some tens of microseconds of work.
const WORTH_SHARING: u64 = 1 << 13;

/// The most positions in a block for one thread, and for several.
const BLOCKS: [u64; 2] = [1 << 12, 1 << 16];

/// A block of shorter lines has fewer positions.
const CELLS_A_LINE: u64 = 8;

/// The fewest, where each takes long.
const LEAST_BLOCK: u64 = 16;

/// About as many marks as a block should make.
const MARKS: u64 = 1 << 19;

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
    let cells = sizes.fold(1, u128::saturating_mul);
    // Two blocks of lines, and what of them is in P, at most half.
    let block = u128::from(BLOCKS[usize::from(threads > 1)]).min(cells);
    let positions = 2 * block / u128::from(CELLS_A_LINE) + block / 2;
    cells.div_ceil(8).saturating_add(positions * (upper.len() * 8) as u128)
}

/// What is sieved.
pub(crate) struct MarkSieve<'a> {
    /// The game: every move must lower the number of stones.
    pub game: &'a HeapGame,
    /// The largest size of each heap.
    pub upper: &'a [u64],
    /// Who wins when nobody can move.
    pub convention: Convention,
    /// How many threads work.
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
        let families = self.game.backward_families().map_err(|e| refused(e.into()))?;
        let weights: Vec<i64> =
            progress.marks.weights.iter().map(|weight| *weight as i64).collect();
        let low = |(weight, low): (&i64, &u64)| weight * *low as i64;
        let offset = -weights.iter().zip(&progress.marks.lower).map(low).sum::<i64>();
        let worker = SieveWorker {
            sieve: self,
            way: families.way,
            families: families.numbered(&weights, offset, self.upper),
            valid: self.game.valid_heaps().map_err(|e| refused(e.into()))?,
        };
        let state = RwLock::new(progress);
        let work = |progress: &SieveProgress, job: SieveJob| worker.work(progress, job);
        threads::with_crew(self.threads, &state, &work, |crew| {
            let cells = BLOCKS[usize::from(self.threads > 1)];
            let heaps = self.game.rules().lower.clone().into_boxed_slice();
            let (told, block) = (heaps.clone(), LineBlock::new(heaps.len()));
            let mut lead = SieveLead {
                worker: &worker,
                crew,
                control,
                safe,
                visit,
                heaps,
                told,
                block,
                cells,
                each: 0,
                since: 0,
            };
            lead.run(window, next)
        })
    }
}

/// The thread that goes through the window and tells what is found.
struct SieveLead<'l, 's, 'e, 'k> {
    worker: &'l SieveWorker<'l>,
    crew: &'l Crew<'s, 'e, SieveProgress, SieveJob, JobEnd>,
    control: &'l Control,
    safe: &'l mut SafePoints<'k>,
    visit: &'l mut dyn FnMut(&Heaps),
    /// The next position.
    heaps: Heaps,
    /// The position that is told.
    told: Heaps,
    /// The lines before it that are not worked off.
    block: LineBlock,
    /// How many positions a block may have.
    cells: u64,
    /// How many marks a P-position made, in the last block that had one.
    each: u64,
    /// What was done since the last question whether a state is wanted.
    since: u64,
}

impl SieveLead<'_, '_, '_, '_> {
    fn run(&mut self, window: &Bounds, next: Option<Heaps>) -> Result<(), UnfinishedRun> {
        let game = self.worker.sieve.game;
        let first = next.as_ref().map_or(0, |next| game.stones(next));
        let mut stones = first;
        let mut result = Ok(());
        let visited = game.visit_stone_lines(window, first, &mut |line| {
            let known = next.as_ref().filter(|_| line.stones == first);
            let known = known.map_or(0, |next| layers::before(&line, next));
            result = self.line(&line, known, line.stones != stones);
            stones = line.stones;
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        visited.map_err(refused)?;
        result?;
        Ok(self.work_off()?)
    }

    /// Adds a line to the block, without the first `known` positions; works the block off when it is full.
    fn line(&mut self, line: &StoneLine, known: u64, is_new_layer: bool) -> Result<(), GaveUp> {
        let mut left = line.count - known;
        self.heaps.copy_from_slice(line.heaps);
        if left > 0 {
            layers::step(&mut self.heaps, known);
        }
        if is_new_layer {
            self.work_off()?;
        }
        while left > 0 {
            let is_full = self.block.cells() >= self.cells;
            if is_full || self.block.lines() as u64 >= self.cells.div_ceil(CELLS_A_LINE) {
                self.work_off()?;
            }
            if self.block.lines() == 0 {
                self.safe_point()?;
            }
            left = self.block.add(&mut self.heaps, left);
        }
        Ok(())
    }

    /// Hands over a state, if it is time for one, before the next position.
    fn safe_point(&mut self) -> Result<(), GaveUp> {
        if self.since >= ASK_EVERY || self.safe.is_stopping() {
            self.since = 0;
            if self.safe.is_due() {
                let (crew, next) = (self.crew, &self.heaps);
                self.safe.keep(self.control, &|out| crew.state().write(next, out))?;
            }
        }
        Ok(())
    }

    /// Finds and tells what is in P in the block, marks what can move there, and empties the block.
    fn work_off(&mut self) -> Result<(), GaveUp> {
        let cells = self.block.cells();
        if cells == 0 {
            return Ok(());
        }
        std::mem::swap(&mut self.crew.change().block, &mut self.block);
        self.block.clear();
        // 1. What is in P.
        let lines = self.crew.state().block.lines();
        let threads = if cells < WORTH_SHARING { 1 } else { self.crew.threads() };
        let jobs = threads::parts(lines, threads);
        let ends = self.crew.share(jobs.into_iter().map(SieveJob::Find).collect());
        let found: Vec<u64> = ends.into_iter().flat_map(|end| end.found).collect();
        let count = found.len() / self.heaps.len();
        for position in found.chunks_exact(self.heaps.len()) {
            self.told.copy_from_slice(position);
            self.worker.must_have_few_arrangements(position)?;
            (self.visit)(&self.told);
        }
        // 2. What can move there.
        let mut marks = 0;
        if count > 0 {
            self.crew.change().found = found;
            let ends = self.crew.share(self.mark_jobs(count));
            marks = ends.iter().map(|end| end.marks).sum();
            self.each = marks / count as u64 + 1;
        }
        // 3. The next block should take as long as others.
        self.cells = match marks {
            0..MARKS => (2 * self.cells).min(BLOCKS[usize::from(self.crew.threads() > 1)]),
            _ => (self.cells / 2).max(LEAST_BLOCK),
        };
        self.since += cells + P_COUNTS * count as u64;
        self.safe.spent(self.control.spend(cells))?;
        // One position may have a million predecessors.
        if marks > ASK_EVERY { self.safe.spent(self.control.ask()) } else { Ok(()) }
    }

    /// How the predecessors of so many positions are marked: together, or each position by itself, or each by several.
    fn mark_jobs(&self, count: usize) -> Vec<SieveJob> {
        let threads = self.crew.threads();
        let mark = |found, part, of, alone| SieveJob::Mark { found, part, of, alone };
        // Plain runs are a bit each, and bits that two threads set take longer than on one: with two threads on a busy machine the
        // sieve was 0.7 times as fast as with one if they shared this, and 0.9 times if they did not.
        let is_plain = self.worker.way == Backward::Plainly;
        if threads == 1 || is_plain || self.each.saturating_mul(count as u64) < WORTH_SHARING {
            return vec![mark(0..count, 0, 1, true)];
        }
        let is_arranged = self.worker.way == Backward::FromArrangements;
        let of = if is_arranged { (4 * threads / count).max(1) } else { 1 };
        let parts = threads::parts(count, threads).into_iter();
        parts
            .flat_map(|found| (0..of).map(move |part| mark(found.clone(), part, of, false)))
            .collect()
    }
}

/// A part of the work on a block.
enum SieveJob {
    /// Find what is in P among these lines.
    Find(Range<usize>),
    /// Mark what can move to these P-positions; of their arrangements one of `of`.
    Mark {
        found: Range<usize>,
        part: usize,
        of: usize,
        /// Whether nobody else marks meanwhile.
        alone: bool,
    },
}

/// What came of a part.
#[derive(Default)]
struct JobEnd {
    /// P-positions, one after the other.
    found: Vec<u64>,
    marks: u64,
}

/// What every thread needs to know of the game.
struct SieveWorker<'a> {
    sieve: &'a MarkSieve<'a>,
    way: Backward,
    families: Vec<NumberedFamily<'a>>,
    valid: Option<ValidHeaps>,
}

impl SieveWorker<'_> {
    fn work(&self, progress: &SieveProgress, job: SieveJob) -> JobEnd {
        let mut end = JobEnd::default();
        match job {
            SieveJob::Find(lines) => lines.for_each(|at| self.find(progress, at, &mut end.found)),
            SieveJob::Mark { found, part, of, alone } => {
                let width = self.sieve.upper.len();
                let strike = MarkStrike { worker: self, marks: &progress.marks, alone };
                let positions = &progress.found[found.start * width..found.end * width];
                end.marks = positions.chunks_exact(width).map(|p| strike.all(p, part, of)).sum();
            }
        }
        end
    }

    /// Adds what is in P of a line.
    fn find(&self, progress: &SieveProgress, at: usize, found: &mut Vec<u64>) {
        let SieveProgress { marks, block, .. } = progress;
        let (first, count) = block.line(at);
        let mut number = marks.number(first);
        let last = first.len() - 1;
        // The last heap counts one.
        let step = last.checked_sub(1).map_or(0, |moving| marks.weights[moving].wrapping_sub(1));
        for by in 0..count {
            if !marks.has(number) {
                found.extend_from_slice(first);
                let from = found.len() - first.len();
                layers::step(&mut found[from..], by);
                if !self.is_p(&found[from..]) {
                    found.truncate(from);
                }
            }
            number = number.wrapping_add(step);
        }
    }

    /// Whether what is not marked is in P: it may be no position, or over.
    fn is_p(&self, heaps: &[u64]) -> bool {
        let is_valid = |valid: &ValidHeaps| {
            let values: Vec<i64> = heaps.iter().map(|heap| *heap as i64).collect();
            valid.holds(&values)
        };
        self.valid.as_ref().is_none_or(is_valid)
            && (self.sieve.convention == Convention::Normal
                || !is_over(self.sieve.game, &heaps.into()))
    }

    fn must_have_few_arrangements(&self, heaps: &[u64]) -> Result<(), GaveUp> {
        if self.way == Backward::FromArrangements && !has_few_arrangements(heaps) {
            return Err(refused(WindowError::TooManyArrangements { heaps: heaps.len() }));
        }
        Ok(())
    }
}

/// Marks what can move to a position.
struct MarkStrike<'w> {
    worker: &'w SieveWorker<'w>,
    marks: &'w Marks,
    alone: bool,
}

impl MarkStrike<'_> {
    /// Marks from every `of`-th arrangement that has to be looked at; how many marks were made.
    fn all(&self, position: &[u64], part: usize, of: usize) -> u64 {
        let mut values = Vec::new();
        match self.worker.way {
            Backward::Plainly => self.runs(position, self.worker.sieve.upper, &mut values),
            Backward::FromArrangements => {
                let mut after = position.to_vec();
                let (mut marks, mut at) = (0, 0);
                loop {
                    if at % of == part {
                        marks += self.runs(&after, self.worker.sieve.upper, &mut values);
                    }
                    at += 1;
                    if !next_arrangement(&mut after) {
                        return marks;
                    }
                }
            }
            Backward::ToArrangements => self.arranged(position, &mut values),
        }
    }

    /// The columns of a family: the new heaps, the largest sizes, room.
    fn columns(
        family: &NumberedFamily,
        after: &[u64],
        upper: impl Iterator<Item = u64>,
        values: &mut Vec<i64>,
    ) {
        values.clear();
        values.extend(after.iter().copied().chain(upper).map(|heap| heap as i64));
        values.resize(family.columns(), 0);
    }

    fn runs(&self, after: &[u64], upper: &[u64], values: &mut Vec<i64>) -> u64 {
        let mut marks = 0;
        for family in &self.worker.families {
            Self::columns(family, after, upper.iter().copied(), values);
            family.visit(values, &mut |run| {
                marks += run.count as u64;
                self.marks.strike(run, self.alone);
            });
        }
        marks
    }

    fn arranged(&self, after: &[u64], values: &mut Vec<i64>) -> u64 {
        let mut marks = 0;
        // Any place will do for the widest bound.
        let widest = self.worker.sieve.upper.iter().copied().max().unwrap_or(0);
        for family in &self.worker.families {
            Self::columns(family, after, after.iter().map(|_| widest), values);
            family.visit_heaps(values, &mut |first, steps, count| {
                marks += 8 * count as u64;
                self.marks.strike_arranged(first, steps, count, self.alone);
            });
        }
        marks
    }
}

/// How far the sieve has come, and what is at work.
struct SieveProgress {
    marks: Marks,
    live: LiveBox,
    block: LineBlock,
    /// The P-positions of the block, one after the other.
    found: Vec<u64>,
}

impl SieveProgress {
    fn new(sieve: &MarkSieve, window: &Bounds) -> Self {
        let rules = sieve.game.rules();
        SieveProgress {
            marks: Marks::new(&rules.lower, sieve.upper),
            live: LiveBox::new(rules, sieve.upper, window.total),
            block: LineBlock::new(rules.lower.len()),
            found: Vec::new(),
        }
    }

    /// Writes what is needed from position `next` on.
    fn write(&self, next: &[u64], out: &mut StateWriter<'_>) -> io::Result<()> {
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
        self.live.words(next.iter().sum(), &mut |range| {
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
