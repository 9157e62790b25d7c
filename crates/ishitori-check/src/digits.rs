//! How numbers are written as digits, and in which order the digits are read.
//!
//! A certificate chooses one of each in its head. Everything else takes them as they are told.

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileNumeration {
    Binary,
    Zeckendorf,
}

/// Which digits come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadingOrder {
    Msd,
    Lsd,
}
