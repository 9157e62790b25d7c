//! A plain mutator with a seed, for runs without coverage: the same cases everywhere.

use fastrand::Rng;

/// Bytes made from seeds: some of one with changes, pieces of another, words of a dictionary.
pub fn mutated(seeds: &[Vec<u8>], words: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let mut bytes = seeds[random.usize(..seeds.len())].clone();
    for _ in 0..random.usize(1..=6) {
        let at = random.usize(..=bytes.len());
        let end = (at + random.usize(1..=16)).min(bytes.len());
        match random.u8(..9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.u8(..8),
            1 if at < bytes.len() => bytes[at] = random.u8(..),
            2 if at < bytes.len() => {
                // A digit is another one, whatever the number says.
                let digits = (at..bytes.len()).find(|place| bytes[*place].is_ascii_digit());
                bytes[digits.unwrap_or(at)] = b'0' + random.u8(..10);
            }
            3 => drop(bytes.drain(at..end)),
            4 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            5 | 6 if !words.is_empty() => {
                let word = words[random.usize(..words.len())].clone();
                let over = if random.bool() { (at + word.len()).min(bytes.len()) } else { at };
                bytes.splice(at..over, word);
            }
            7 => {
                let other = &seeds[random.usize(..seeds.len())];
                let from = random.usize(..=other.len());
                let to = (from + random.usize(1..=64)).min(other.len());
                bytes.splice(at..end, other[from..to].to_vec());
            }
            _ => bytes.insert(at, random.u8(..)),
        }
    }
    bytes
}

/// The words of a dictionary of libFuzzer: what stands between quotes, a line each.
#[must_use]
pub fn words(dictionary: &str) -> Vec<Vec<u8>> {
    let between = |line: &str| {
        let word = line.split_once('"')?.1.rsplit_once('"')?.0;
        Some(word.replace("\\\"", "\"").replace("\\\\", "\\").into_bytes())
    };
    dictionary.lines().filter(|line| !line.starts_with('#')).filter_map(between).collect()
}
