//! How numbers are written as digits, and in which order the digits are read.
//!
//! A certificate chooses one of each in its head. Everything else takes them as they are told.

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileNumeration {
    /// Powers of two.
    Binary,
    /// Fibonacci numbers, no two neighbours.
    Zeckendorf,
}

/// Which digits come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingOrder {
    /// The most significant.
    Msd,
    /// The least significant.
    Lsd,
}
