//! Tables of values as Zarr v3, which xarray, zarr-python and Julia read.
//!
//! A folder with one array `values`, a dimension for each heap, and a coordinate for each heap, so that
//! `table.sel(a=3)` means the heap and not the row. Cells that are no position hold the fill value, the
//! largest number of the type. Chunks are slabs: as many whole rows as make a million cells, so a table
//! is written and read in the order of its rows with one chunk in memory, and is hashed in that order
//! whatever the chunks are. They are compressed with zstd and carry a crc32c. The same values give the same
//! bytes.
//!
//! The attributes say what the table is about, and hold
//!
//! - `content_hash`: BLAKE3 of all cells row by row, each as a little-endian number of 4 bytes, with
//!   `ffffffff` where there is no position;
//! - `chunk_hashes`: the same for each chunk, so that a chunk cannot be taken for another;
//! - `metadata_hash`: that of the file `zarr.json` itself, with zeros in its place.
//!
//! Every chunk is there and is compared with its hash when it is read; what is in `zarr.json` is compared
//! before Zarr's reader sees it. A panic of that reader, which a forged file may cause, is caught.

mod folder;
mod read;
mod slabs;
mod write;

use std::path::PathBuf;

use serde_json::{Value, json};

pub use self::read::StoredTable;
pub use self::write::write;
use crate::about::FileSubject;
use crate::seal;
use crate::whole::FileProblem;

/// What our files say they are.
const FORMAT: &str = "ishitori table 1";

/// The name of the array.
const VALUES: &str = "values";

/// What a table is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableSpec {
    /// What it is about.
    pub about: FileSubject,
    /// What its values are, as `grundy`; for people and for the caller.
    pub shows: String,
    /// The names of the heaps.
    pub heaps: Vec<String>,
    /// The smallest size of each heap.
    pub lower: Vec<u64>,
    /// The largest size of each heap.
    pub upper: Vec<u64>,
    /// No value is larger: cells have 16 bits if that is enough, else 32.
    pub largest: u32,
}

impl TableSpec {
    fn wide(&self) -> bool {
        self.largest >= u32::from(u16::MAX)
    }

    /// Whether a heap can have a coordinate, which is a folder of its name.
    fn has_coordinate(name: &str) -> bool {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_-[]".contains(c);
        !name.is_empty() && name != VALUES && name.chars().all(plain)
    }
}

/// What a table contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableContents {
    /// How many cells are positions.
    pub positions: u64,
    /// The hash of the cells, as hexadecimal digits.
    pub hash: String,
}

/// Why a table is not read or written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file system says no.
    #[error(transparent)]
    Io(#[from] FileProblem),
    /// No Zarr folder, or that of another program.
    #[error("{} is no table that ishitori wrote ({why}): give the path of one, or solve again",
        path.display())]
    Foreign {
        /// Which folder.
        path: PathBuf,
        /// How one can tell.
        why: &'static str,
    },
    /// The table is not what was written.
    #[error("{} is damaged ({why}): copy it again if it is a copy, or solve again", path.display())]
    Damaged {
        /// Which folder.
        path: PathBuf,
        /// In what way.
        why: String,
    },
    /// What is to be written is no table.
    #[error("cannot write {}: {why}", path.display())]
    Refused {
        /// Which folder.
        path: PathBuf,
        /// Why not.
        why: String,
    },
}

/// The attributes of the folder and of the array.
fn attributes(spec: &TableSpec, contents: &TableContents) -> serde_json::Map<String, Value> {
    let mut all = serde_json::Map::new();
    all.insert("format".into(), json!(FORMAT));
    if let Value::Object(about) = spec.about.to_json() {
        all.extend(about);
    }
    let rest = json!({
        "shows": spec.shows,
        "heaps": spec.heaps,
        "lower": spec.lower,
        "upper": spec.upper,
        "largest": spec.largest,
        "positions": contents.positions,
        "content_hash": contents.hash,
        "metadata_hash": seal::room(),
    });
    if let Value::Object(rest) = rest {
        all.extend(rest);
    }
    all
}

/// What [`attributes`] said.
fn parse(attributes: &Value) -> Option<(TableSpec, TableContents)> {
    if attributes.get("format")?.as_str()? != FORMAT {
        return None;
    }
    let get = |key: &str| attributes.get(key).cloned();
    let spec = TableSpec {
        about: FileSubject::from_json(attributes)?,
        shows: serde_json::from_value(get("shows")?).ok()?,
        heaps: serde_json::from_value(get("heaps")?).ok()?,
        lower: serde_json::from_value(get("lower")?).ok()?,
        upper: serde_json::from_value(get("upper")?).ok()?,
        largest: serde_json::from_value(get("largest")?).ok()?,
    };
    let contents = TableContents {
        positions: attributes.get("positions")?.as_u64()?,
        hash: attributes.get("content_hash")?.as_str()?.to_string(),
    };
    Some((spec, contents))
}
