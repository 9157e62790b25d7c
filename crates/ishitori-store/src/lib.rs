//! Files: what was computed once, kept for later.
//!
//! This room knows files and nothing of games: what it keeps is text and numbers, and what it returns is
//! no more trustworthy than a file. Whoever uses a certificate from here has it checked first.
//!
//! - [`checkpoint`]: what an engine needs to go on.
//! - [`spool`]: positions in the order in which they are found; [`sort`] brings them in order.
//! - `positions` (feature `parquet`): sets of positions for other programs.
//! - `tables` (feature `zarr`): tables of values for other programs.
//! - [`exports`], [`imports`]: NumPy, lines of JSON, CSV.
//! - [`info`]: what a file is.
//! - [`discoveries`]: theorems that were found.

pub mod about;
pub mod checkpoint;
pub mod discoveries;
pub mod exports;
mod hash;
pub mod imports;
pub mod info;
#[cfg(feature = "parquet")]
pub mod positions;
#[cfg(any(feature = "parquet", feature = "zarr"))]
mod seal;
pub mod sort;
pub mod spool;
#[cfg(feature = "zarr")]
pub mod tables;
mod whole;

pub use about::{Difference, FileSubject};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use discoveries::{DiscoveryStore, DiscoveryStoreError, StoredTheorem};
pub use hash::hash_of;
pub use spool::{RecordLayout, Spool, SpoolError, SpoolMark};
pub use whole::{FileProblem, WholeFile};
