//! The checksum in the last line of a certificate.
//!
//! It tells a file that was damaged from one that is wrong. It does not protect against forgery: whoever
//! forges a proof can write the right checksum too, and the checker refuses the proof then.
//! Cost: one multiplication a byte. The file uses nothing of the crate, so that the tests can include it.

/// FNV-1a in 64 bits.
pub(crate) fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
