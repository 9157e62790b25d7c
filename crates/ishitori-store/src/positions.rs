//! Sets of positions as Parquet, which polars, DuckDB and pandas read.
//!
//! A column of unsigned numbers for each heap, named as the heap; rows in order, by the first heap, then
//! by the second, none twice. Rows go in and come out one at a time; a group of [`GROUP`] rows is in
//! memory. The same rows give the same bytes.
//!
//! Key-value metadata says what the set is about, one key a field of [`FileSubject`], and holds
//!
//! - `rows` and `content_hash`: BLAKE3 of all rows, each heap as a little-endian number of 8 bytes;
//! - `groups`: for each row group where it ends in the file, and the hash of its bytes;
//! - `footer_hash`: the hash of everything from the last group to the end of the file, in which the hash
//!   itself stands as zeros.
//!
//! The crate does not write the checksums of pages that Parquet has, and its reader believes what it
//! reads. So nothing is given to it before its bytes have been compared with a hash: the footer on opening,
//! a group before it is decoded. What a damaged byte could do is then decided here, and not there. A
//! forged file with fitting hashes could still make the reader panic; that is caught and reported.

mod decode;
mod footer;
mod read;
mod write;

use std::path::PathBuf;

pub use self::read::{PositionRows, Positions};
pub use self::write::PositionsWriter;
use crate::about::FileSubject;
use crate::whole::FileProblem;

/// Rows in a row group; of a fixed size, so that the bytes of a file depend on nothing but its rows.
pub const GROUP: usize = 1 << 18;

/// What a set of positions is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SetSpec {
    /// What it is about.
    pub about: FileSubject,
    /// The names of the heaps.
    pub heaps: Vec<String>,
    /// No heap is larger: columns have 32 bits if that is enough, else 64.
    pub largest: u64,
    /// Whether of symmetric positions only the canonical one is in the set.
    pub canonical: bool,
}

impl SetSpec {
    fn wide(&self) -> bool {
        self.largest > u64::from(u32::MAX)
    }
}

/// What a set of positions contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetContents {
    /// How many positions.
    pub rows: u64,
    /// The hash of the rows, as hexadecimal digits.
    pub hash: String,
}

/// Why a set of positions is not read or written.
#[derive(Debug, thiserror::Error)]
pub enum PositionsError {
    /// The file system says no.
    #[error(transparent)]
    Io(#[from] FileProblem),
    /// No Parquet file, or that of another program.
    #[error(
        "{} is no set of positions that ishitori wrote ({why}): give the path of one, or solve again",
        path.display()
    )]
    Foreign {
        /// Which file.
        path: PathBuf,
        /// How one can tell.
        why: &'static str,
    },
    /// The file is not what was written.
    #[error(
        "{} is damaged ({why}): copy it again if it is a copy, or solve again",
        path.display()
    )]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// In what way.
        why: String,
    },
    /// What is to be written is no set of positions.
    #[error("cannot write {}: {why}", path.display())]
    Refused {
        /// Which file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
}
