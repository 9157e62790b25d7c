//! Games on single heaps: their values, their periods, their misère quotients.
//!
//! Names of core. Values with a checked period are in [`single_heaps`](crate::single_heaps).

pub use ishitori_core::single::quotient::{QuotientPeriod, TakeMove, take_and_break};
pub use ishitori_core::single::{Period, Sequence, SequenceEngine};
