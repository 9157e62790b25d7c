//! FNV-1a with 64 bits: tells texts apart and finds accidents. It is no defence against anybody who means harm.
//!
//! `ishitori-check` and `ishitori-store` have their own, since they depend on no other room.

/// The checksum of some bytes.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
