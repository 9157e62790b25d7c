//! Hash maps and sets for small numbers and lists of them.
//!
//! The hasher of the standard library withstands keys that somebody chose to collide, and that was a quarter of the
//! time of a check. Here every eight bytes are multiplied into the hash. A hash decides nothing but
//! how long a look-up takes; whoever makes keys collide makes the check slow, and the watcher can stop it.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

pub(crate) type QuickMap<Key, Value> = HashMap<Key, Value, BuildHasherDefault<QuickHasher>>;
pub(crate) type QuickSet<Key> = HashSet<Key, BuildHasherDefault<QuickHasher>>;

/// Multiplies words into a hash.
#[derive(Default)]
pub(crate) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
