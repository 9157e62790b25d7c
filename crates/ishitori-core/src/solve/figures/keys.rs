//! Keys of bytes and their numbers, in the order in which they came.
//!
//! All bytes lie one after the other, and an open table of numbers finds them: some 16 bytes a key beside its own. A map of boxed keys
//! takes 60.

use rustc_hash::FxHasher;
use std::hash::Hasher;

const FREE: u32 = u32::MAX;

/// Numbered keys.
#[derive(Debug)]
pub(super) struct KeyTable {
    bytes: Vec<u8>,
    /// Where each key ends.
    ends: Vec<usize>,
    /// Numbers of keys, twice as many places at least.
    table: Vec<u32>,
}

impl KeyTable {
    pub fn new() -> KeyTable {
        KeyTable { bytes: Vec::new(), ends: Vec::new(), table: vec![FREE; 1 << 6] }
    }

    /// The number of a key, which has this [`hash`]; the next one, if it is new.
    pub fn number(&mut self, key: &[u8], hash: u64) -> u32 {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        while self.table[at] != FREE {
            if self.key(self.table[at]) == key {
                return self.table[at];
            }
            at = (at + 1) & mask;
        }
        let number = self.ends.len() as u32;
        self.table[at] = number;
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len());
        if self.ends.len() * 2 > self.table.len() {
            self.grow();
        }
        number
    }

    /// The bytes that it takes, also while it grows next time.
    pub fn bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * 8 + self.table.len() * 4
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The key of a number.
    pub fn key(&self, number: u32) -> &[u8] {
        let at = number as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.bytes[start..self.ends[at]]
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table.clear();
        self.table.resize(size, FREE);
        for number in 0..self.ends.len() as u32 {
            let mut at = hash(self.key(number)) as usize & (size - 1);
            while self.table[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = number;
        }
    }
}

/// The hash of a key.
pub(super) fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_numbered_in_their_order() {
        let mut table = KeyTable::new();
        let key = |n: u32| n.to_string().into_bytes();
        for n in 0..20_000 {
            assert_eq!(table.number(&key(n), hash(&key(n))), n);
        }
        for n in (0..20_000).rev() {
            assert_eq!(table.number(&key(n), hash(&key(n))), n);
        }
        assert_eq!(table.number(b"", hash(b"")), 20_000);
    }
}
