//! The table of all parts of a game: keys, numbers, and what is known of each.
//!
//! Several threads share it. Keys lie in shards, each behind a lock that is held for one look-up; a key belongs to the shard that
//! its hash names, so the number of a part is its number in the shard and the shard. What is known lies beside, in pieces that are
//! never moved, so that a value is read without a lock. A part is open, at work, or solved; a value never changes.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::keys::{KeyTable, hash};

/// A part that is not solved yet.
const OPEN: u32 = u32::MAX;

/// A part whose options somebody looks at.
const AT_WORK: u32 = u32::MAX - 1;

/// Locks for several threads.
const SHARDS: usize = 64;

/// Values in the first piece; each further one is as long as all before it.
const FIRST: usize = 1 << 10;

/// As many pieces as numbers of 32 bits need.
const PIECES: usize = 23;

/// Numbered parts and their values.
#[derive(Debug)]
pub(super) struct PartTable {
    shards: Box<[Mutex<KeyTable>]>,
    values: [OnceLock<Box<[AtomicU32]>>; PIECES],
    bytes: AtomicUsize,
    parts: AtomicUsize,
}

impl PartTable {
    /// Nothing, for so many threads.
    pub fn new(threads: usize) -> PartTable {
        let count = if threads == 1 { 1 } else { SHARDS };
        let shards: Box<[Mutex<KeyTable>]> =
            (0..count).map(|_| Mutex::new(KeyTable::new())).collect();
        let bytes = shards.iter().map(|shard| lock(shard).bytes()).sum();
        PartTable {
            shards,
            values: [const { OnceLock::new() }; PIECES],
            bytes: AtomicUsize::new(bytes),
            parts: AtomicUsize::new(0),
        }
    }

    /// The number of a part, which is new if its key is.
    pub fn number(&self, key: &[u8]) -> u32 {
        let hash = hash(key);
        let at = (hash >> 40) as usize & (self.shards.len() - 1);
        let mut shard = lock(&self.shards[at]);
        let (before, known) = (shard.bytes(), shard.len());
        let number = shard.number(key, hash);
        if shard.len() > known {
            self.parts.fetch_add(1, Ordering::Relaxed);
            self.bytes.fetch_add(shard.bytes() - before, Ordering::Relaxed);
        }
        number * self.shards.len() as u32 + at as u32
    }

    /// The value of a part, once it is solved.
    pub fn value(&self, number: u32) -> Option<u32> {
        Some(self.cell(number).load(Ordering::Acquire)).filter(|value| *value < AT_WORK)
    }

    /// Whether nobody looks at it yet.
    pub fn is_open(&self, number: u32) -> bool {
        self.cell(number).load(Ordering::Relaxed) == OPEN
    }

    /// Says that somebody looks at it from now on; whether nobody did before.
    pub fn claim(&self, number: u32) -> bool {
        let cell = self.cell(number);
        cell.compare_exchange(OPEN, AT_WORK, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Remembers a value.
    pub fn solve(&self, number: u32, value: u32) {
        self.cell(number).store(value, Ordering::Release);
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.parts.load(Ordering::Relaxed)
    }

    /// Whether no more parts can be numbered, whatever the memory.
    pub fn is_full(&self) -> bool {
        // Shards are filled evenly, so each of them is far from the last number.
        self.len() > 1 << 31
    }

    /// The bytes of all tables, also while they grow next time.
    pub fn bytes(&self) -> usize {
        let values: usize =
            self.values.iter().flat_map(OnceLock::get).map(|piece| piece.len()).sum();
        self.bytes.load(Ordering::Relaxed) + values * size_of::<AtomicU32>()
    }

    /// Remembers a value that was found before; whether it is one.
    pub fn learn(&self, number: u32, value: u32) -> bool {
        let is_one = value < AT_WORK;
        if is_one {
            self.solve(number, value);
        }
        is_one
    }

    /// Calls `visit` with the key of every part, and its value if it is solved, as long as that returns no error. In the order of their
    /// numbers, if the table is for one thread.
    pub fn visit<E>(
        &self,
        mut visit: impl FnMut(&[u8], Option<u32>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (at, shard) in self.shards.iter().enumerate() {
            let shard = lock(shard);
            for inner in 0..shard.len() as u32 {
                let number = inner * self.shards.len() as u32 + at as u32;
                visit(shard.key(inner), self.value(number))?;
            }
        }
        Ok(())
    }

    fn cell(&self, number: u32) -> &AtomicU32 {
        let number = number as usize;
        // Pieces hold 0 .. FIRST, FIRST .. 2 FIRST, 2 FIRST .. 4 FIRST, ...
        let piece = (usize::BITS - (number / FIRST).leading_zeros()) as usize;
        let start = if piece == 0 { 0 } else { FIRST << (piece - 1) };
        let len = start.max(FIRST);
        let cells =
            self.values[piece].get_or_init(|| (0..len).map(|_| AtomicU32::new(OPEN)).collect());
        &cells[number - start]
    }
}

fn lock(shard: &Mutex<KeyTable>) -> MutexGuard<'_, KeyTable> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four threads number the same keys: equal keys have one number, others have others.
    #[test]
    fn threads_agree_on_numbers() {
        for threads in [1, 4] {
            let table = PartTable::new(threads);
            let key = |n: u32| n.to_string().into_bytes();
            let numbers = |_| -> Vec<u32> { (0..20_000).map(|n| table.number(&key(n))).collect() };
            let all: Vec<Vec<u32>> = std::thread::scope(|scope| {
                let handles: Vec<_> =
                    (0..threads).map(|at| scope.spawn(move || numbers(at))).collect();
                handles.into_iter().map(|handle| handle.join().expect("numbers")).collect()
            });
            assert!(all.iter().all(|numbers| *numbers == all[0]));
            let mut sorted = all[0].clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!((sorted.len(), table.len()), (20_000, 20_000));
        }
    }

    #[test]
    fn values_are_kept_with_their_keys() {
        let table = PartTable::new(2);
        for n in 0..5_000u32 {
            let number = table.number(&n.to_le_bytes());
            assert!(table.is_open(number) && table.value(number).is_none());
            assert!(table.claim(number) && !table.claim(number) && !table.is_open(number));
            if n % 3 == 0 {
                table.solve(number, n % 7);
            }
        }
        let mut seen = 0;
        let told: Result<(), ()> = table.visit(|key, value| {
            let n = u32::from_le_bytes(key.try_into().expect("four bytes"));
            assert_eq!(value, (n % 3 == 0).then_some(n % 7));
            seen += 1;
            Ok(())
        });
        assert_eq!((told, seen), (Ok(()), 5_000));
    }
}
