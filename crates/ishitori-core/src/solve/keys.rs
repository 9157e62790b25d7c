//! The P-positions of unordered games of lines and sums, by look-ups alone.
//!
//! If every family lowers one heap ([`FamilyShape::Cone`] of one) or splits one and deletes another
//! ([`FamilyShape::Sum`]), then whether a family leads to P depends on a *key*: for a line the other
//! heaps; for a sum the heap that is split (less what vanishes) and the heaps that are kept. A
//! P-position sets the keys of all lines and sums it lies on, and a position is N if one of its
//! keys is set. Positions are visited by number of stones, so a P-position with the key of a line
//! has less stones, and the move to it exists.
//!
//! Cost: a few look-ups for each position, most often one, and two bits for each choice of all
//! heaps but one; no bit for each position. Along the innermost loop one heap grows and the other
//! shrinks, so every key moves by a constant step; those that move by one bit, up or down, are
//! looked up for 64 positions at once.
//!
//! Positions with the same number of stones share no key. So with several threads each looks through
//! a part of the first heap's sizes; then the keys of what they found are set. With two heaps there
//! is too little in a number of stones to share.
//!
//! Safe points are between two numbers of stones; the state is all keys.

use std::io;
use std::sync::RwLock;

use super::Convention;
use super::shape::FamilyShape;
use super::snapshot::{SafePoints, StateError, StateReader, StateWriter, UnfinishedRun};
use super::threads::{self, Crew};
use crate::control::Control;
use crate::game::{HeapGame, Heaps};

/// How many first heaps, some hundred nanoseconds each, are worth sharing.
const WORTH_SHARING: usize = 64;

/// An unordered game of lines and sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    heaps: usize,
    lower: u64,
    lines: bool,
    /// How many stones vanish in the sums.
    losses: Vec<u64>,
}

impl Keys {
    /// The game as lines and sums, if it is one.
    pub fn new(game: &HeapGame, shapes: &[FamilyShape]) -> Option<Keys> {
        let rules = game.rules();
        let heaps = rules.names.len();
        if !rules.symmetry.identifies() || !rules.validity.is_empty() || heaps < 2 {
            return None;
        }
        let mut keys = Keys { heaps, lower: rules.lower[0], lines: false, losses: Vec::new() };
        for shape in shapes {
            match shape {
                FamilyShape::Cone(lowered) if lowered.len() == 1 => keys.lines = true,
                FamilyShape::Sum { less, .. } => keys.losses.push(*less),
                _ => return None,
            }
        }
        keys.losses.sort_unstable();
        keys.losses.dedup();
        Some(keys)
    }

    /// The bytes that the keys take for heaps up to `upper`.
    pub fn bytes(&self, upper: u64, threads: usize) -> u128 {
        let exponent = u32::try_from(self.heaps - 1).unwrap_or(u32::MAX);
        let side = u128::from(upper) + 1;
        let keys = side.saturating_pow(exponent).div_ceil(8);
        let keys =
            keys.saturating_mul(u128::from(self.lines) + u128::from(!self.losses.is_empty()));
        // The P-positions of a layer: no more, on average, than there are choices of all heaps but
        // two, since each sets keys that no other one sets.
        let found = side.saturating_pow(exponent - 1);
        let found = found.saturating_mul((self.heaps * 8 + size_of::<Heaps>()) as u128);
        keys.saturating_add(if threads > 1 { found } else { 0 })
    }

    /// Whether there is enough with the same number of stones for several threads.
    pub(crate) fn in_layers(&self) -> bool {
        self.heaps >= 3
    }

    /// Whether a position has no options.
    fn is_over(&self, heaps: &[u64]) -> bool {
        let splits = |loss: &u64| heaps.iter().any(|h| *h >= 2 * self.lower + loss);
        let lowers = self.lines && heaps.iter().any(|h| *h > self.lower);
        !lowers && !self.losses.iter().any(splits)
    }
}

/// A look-up: where its key is when the last but one heap is 0, and how it moves as that heap
/// grows and the last one shrinks.
#[derive(Clone, Copy)]
struct KeyLookup {
    in_sums: bool,
    base: i64,
    step: i64,
}

/// The keys that are set.
pub(crate) struct KeySieve<'k> {
    keys: &'k Keys,
    upper: u64,
    misere: bool,
    lines: Vec<u64>,
    sums: Vec<u64>,
}

impl<'k> KeySieve<'k> {
    /// No keys yet, for heaps up to `upper`.
    pub fn new(keys: &'k Keys, upper: u64, convention: Convention) -> Self {
        let exponent = u32::try_from(keys.heaps - 1).expect("few heaps");
        let size = usize::try_from((upper + 1).pow(exponent)).expect("planned").div_ceil(64);
        let table = |wanted: bool| vec![0; if wanted { size } else { 0 }];
        KeySieve {
            keys,
            upper,
            misere: convention == Convention::Misere,
            lines: table(keys.lines),
            sums: table(!keys.losses.is_empty()),
        }
    }

    /// Calls `visit` with every P-position with at most `total` stones, by number of stones, then in
    /// order.
    ///
    /// # Errors
    /// [`UnfinishedRun`] if `control` runs out, or the state to go on from does not fit.
    pub fn run(
        mut self,
        total: u64,
        threads: usize,
        control: &Control,
        safe: &mut SafePoints,
        visit: &mut dyn FnMut(&Heaps),
    ) -> Result<(), UnfinishedRun> {
        let n = self.keys.heaps as u64;
        let (mut first, last) = (self.keys.lower * n, total.min(self.upper.saturating_mul(n)));
        if let Some(source) = safe.source() {
            first = self.read(source, first, last)?;
        }
        let state = RwLock::new(self);
        let work =
            |sieve: &KeySieve, (firsts, stones): (Vec<u64>, u64)| sieve.part(&firsts, stones);
        threads::with_crew(threads, &state, &work, |crew| {
            for stones in first..=last {
                if stones > first && safe.is_due() {
                    safe.keep(control, &|out| crew.state().write(stones, out))?;
                }
                let layer = Self::layer(crew, stones);
                safe.spent(control.spend(layer.visited))?;
                let sieve = &mut *crew.change();
                for heaps in &layer.found {
                    visit(heaps);
                    sieve.set_keys(heaps);
                }
            }
            Ok(())
        })
    }

    /// Writes what is needed from this number of stones on.
    fn write(&self, stones: u64, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.u64(stones)?;
        out.words(&self.lines)?;
        out.words(&self.sums)
    }

    /// Reads that back; the number of stones.
    fn read(
        &mut self,
        mut source: StateReader<'_>,
        first: u64,
        last: u64,
    ) -> Result<u64, StateError> {
        let stones = source.step(first, last)?;
        source.words(&mut self.lines)?;
        source.words(&mut self.sums)?;
        source.end()?;
        Ok(stones)
    }

    /// The P-positions with so many stones, in order.
    fn layer(crew: &KeyCrew<'_, '_, 'k>, stones: u64) -> StoneLayer {
        let (n, lower, upper) = {
            let sieve = crew.state();
            (sieve.keys.heaps, sieve.keys.lower, sieve.upper)
        };
        if n == 2 {
            return crew.state().part(&[], stones);
        }
        let firsts: Vec<u64> = (lower..=(stones / n as u64).min(upper)).collect();
        let threads = if firsts.len() < WORTH_SHARING { 1 } else { crew.threads() };
        let parts = threads::parts(firsts.len(), threads);
        let jobs = parts.into_iter().map(|part| (firsts[part].to_vec(), stones)).collect();
        let mut layer = StoneLayer::default();
        for mut part in crew.share(jobs) {
            layer.visited += part.visited;
            layer.found.append(&mut part.found);
        }
        layer
    }

    /// The P-positions with so many stones and one of these first heaps.
    fn part(&self, firsts: &[u64], stones: u64) -> StoneLayer {
        let heaps = vec![self.keys.lower; self.keys.heaps].into_boxed_slice();
        let mut search =
            LayerSearch { sieve: self, heaps, looks: Vec::new(), layer: StoneLayer::default() };
        if self.keys.heaps == 2 {
            search.choose(0, stones);
        }
        for first in firsts {
            search.heaps[0] = *first;
            search.choose(1, stones - first);
        }
        search.layer
    }
}

/// The threads, and what they do: first heaps and a number of stones to look through.
type KeyCrew<'s, 'e, 'k> = Crew<'s, 'e, KeySieve<'k>, (Vec<u64>, u64), StoneLayer>;

/// What was found among the positions with the same number of stones.
#[derive(Default)]
struct StoneLayer {
    visited: u64,
    found: Vec<Heaps>,
}

/// One thread's look at a part of a layer.
struct LayerSearch<'s> {
    sieve: &'s KeySieve<'s>,
    heaps: Heaps,
    looks: Vec<KeyLookup>,
    layer: StoneLayer,
}

impl LayerSearch<'_> {
    /// Chooses the heaps from `at` on, ascending, with `rest` stones in all.
    fn choose(&mut self, at: usize, rest: u64) {
        let left = (self.heaps.len() - at) as u64;
        let least = if at == 0 { self.sieve.keys.lower } else { self.heaps[at - 1] };
        if left == 2 {
            return self.last_two(least, rest);
        }
        for heap in least..=(rest / left).min(self.sieve.upper) {
            self.heaps[at] = heap;
            self.choose(at + 1, rest - heap);
        }
    }

    /// All pairs `b <= c` with `rest` stones behind the heaps chosen.
    fn last_two(&mut self, least: u64, rest: u64) {
        let first = least.max(rest.saturating_sub(self.sieve.upper));
        let end = rest / 2 + 1;
        let Some(count) = end.checked_sub(first) else { return };
        self.layer.visited += count;
        self.prepare(rest);
        let n = self.heaps.len();
        for start in (first..end).step_by(64) {
            let mut open = !self.keys_from(start);
            if end - start < 64 {
                open &= (1 << (end - start)) - 1;
            }
            while open != 0 {
                let b = start + u64::from(open.trailing_zeros());
                open &= open - 1;
                if self.has_key(b) {
                    continue;
                }
                self.heaps[n - 2] = b;
                self.heaps[n - 1] = rest - b;
                if self.sieve.misere && self.sieve.keys.is_over(&self.heaps) {
                    continue;
                }
                self.layer.found.push(self.heaps.clone());
            }
        }
    }

    /// The look-ups for the heaps chosen so far, as functions of the last but one.
    fn prepare(&mut self, rest: u64) {
        self.looks.clear();
        let (heaps, keys) = (&self.heaps, self.sieve.keys);
        let n = heaps.len();
        // Each heap as a number plus a multiple of the last but one.
        let form = |i: usize| match i {
            i if i == n - 2 => (0, 1),
            i if i == n - 1 => (rest as i64, -1),
            i => (heaps[i] as i64, 0),
        };
        let side = self.sieve.upper as i64 + 1;
        let key = |heaps: &mut dyn Iterator<Item = (i64, i64)>| {
            heaps.fold((0, 0), |(base, step), (b, s)| (base * side + b, step * side + s))
        };
        let looks = &mut self.looks;
        if keys.lines {
            for i in (0..n).rev() {
                let (base, step) = key(&mut (0..n).filter(|k| *k != i).map(form));
                looks.push(KeyLookup { in_sums: false, base, step });
            }
        }
        for loss in &keys.losses {
            for from in 0..n {
                for deleted in (0..n).filter(|k| *k != from) {
                    let (split, step) = form(from);
                    let kept = (0..n).filter(|k| *k != from && *k != deleted).map(form);
                    let mut all = std::iter::once((split - *loss as i64, step)).chain(kept);
                    let (base, step) = key(&mut all);
                    looks.push(KeyLookup { in_sums: true, base, step });
                }
            }
        }
        // Those that are looked up bit by bit stand together.
        looks.sort_by_key(|look| look.step.abs() == 1);
    }

    fn table(&self, look: &KeyLookup) -> &[u64] {
        if look.in_sums { &self.sieve.sums } else { &self.sieve.lines }
    }

    /// Which of 64 positions, from the one where the last but one heap is `b` on, have a key that
    /// moves by one bit.
    fn keys_from(&self, b: u64) -> u64 {
        self.looks.iter().filter(|look| look.step.abs() == 1).fold(0, |keys, look| {
            let at = look.base + look.step * b as i64;
            keys | match look.step {
                1 => window(self.table(look), at),
                _ => window(self.table(look), at - 63).reverse_bits(),
            }
        })
    }

    /// Whether one of the other keys is set when the last but one heap is `b`.
    fn has_key(&self, b: u64) -> bool {
        self.looks.iter().filter(|look| look.step.abs() != 1).any(|look| {
            let at = look.base + look.step * b as i64;
            // A heap too small to lose so many stones makes a key below 0.
            at >= 0 && self.table(look)[at as usize / 64] >> (at % 64) & 1 == 1
        })
    }
}

impl KeySieve<'_> {
    /// Sets the keys of the lines and sums that a P-position lies on.
    fn set_keys(&mut self, heaps: &[u64]) {
        let n = heaps.len();
        let side = self.upper as usize + 1;
        let without = |i: usize, j: usize| {
            (0..n).filter(move |k| *k != i && *k != j).map(|k| heaps[k] as usize)
        };
        if self.keys.lines {
            for i in 0..n {
                let at = without(i, i).fold(0, |at, heap| at * side + heap);
                self.lines[at / 64] |= 1 << (at % 64);
            }
        }
        if self.keys.losses.is_empty() {
            return;
        }
        for i in 0..n {
            for j in i + 1..n {
                let sum = (heaps[i] + heaps[j]) as usize;
                if sum < side {
                    let at = without(i, j).fold(sum, |at, heap| at * side + heap);
                    self.sums[at / 64] |= 1 << (at % 64);
                }
            }
        }
    }
}

/// 64 bits of a table from bit `at` on; outside it there are zeros.
fn window(table: &[u64], at: i64) -> u64 {
    let (word, shift) = (at.div_euclid(64), at.rem_euclid(64));
    let get =
        |word: i64| usize::try_from(word).ok().and_then(|w| table.get(w)).copied().unwrap_or(0);
    match shift {
        0 => get(word),
        shift => get(word) >> shift | get(word + 1) << (64 - shift),
    }
}
