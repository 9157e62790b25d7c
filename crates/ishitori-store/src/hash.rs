//! BLAKE3, as hexadecimal digits: names for texts, and the content hash of numbers.
//! The hash of numbers depends on their order alone, not on how they are cut into calls. Accidents and
//! mix-ups are found; who makes a file on purpose can also make its hash.

/// A name for a text: its BLAKE3 hash as hexadecimal digits.
pub fn hash_of(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// Hashes numbers as 8 little-endian bytes each. They are gathered first: BLAKE3 is ten times as fast on
/// long inputs as on short ones.
#[cfg(feature = "parquet")]
#[derive(Debug, Default)]
pub(crate) struct NumberHash {
    hasher: blake3::Hasher,
    gathered: Vec<u8>,
}

#[cfg(feature = "parquet")]
impl NumberHash {
    pub(crate) fn update(&mut self, numbers: &[u64]) {
        for number in numbers {
            self.gathered.extend_from_slice(&number.to_le_bytes());
        }
        if self.gathered.len() >= 1 << 15 {
            self.hasher.update(&self.gathered);
            self.gathered.clear();
        }
    }

    /// The hash of everything so far.
    pub(crate) fn digits(&mut self) -> String {
        self.hasher.update(&self.gathered);
        self.gathered.clear();
        self.hasher.finalize().to_hex().to_string()
    }
}
