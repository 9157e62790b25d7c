//! Reads a set of positions, group by group.
//!
//! Parquet's reader sees nothing whose hash has not been compared: first the footer, then each group.
//! The schema must be the one that we would write, and groups and rows must add up. Rows must ascend;
//! whoever has read to the end knows their number and hash are right, before that only the groups so
//! far. Cost: one group of at most 262,144 rows in memory. There is no search for single rows. Random
//! damages are tried in `tests/damage.rs`.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData};

use super::decode::{DecodedRows, GroupBytes, caught, decode};
use super::footer::{self, MAGIC, RowGroup};
use super::{GROUP, PositionsError, SetContents, SetSpec, write};
use crate::hash::NumberHash;
use crate::seal;
use crate::whole::FileProblem;

/// A longer footer is none of ours.
const LONGEST_FOOTER: u64 = 1 << 28;

/// A set of positions that was opened: its footer is whole, its rows are looked at when they are read.
#[derive(Debug)]
pub struct Positions {
    path: PathBuf,
    file: File,
    spec: SetSpec,
    contents: SetContents,
    groups: Vec<RowGroup>,
    metadata: ParquetMetaData,
}

impl Positions {
    /// Opens a set of positions. Its rows are checked when they are read, all of them by
    /// [`Positions::verify`].
    ///
    /// # Errors
    /// [`PositionsError`] if it is no such set, or its footer is damaged.
    pub fn open(path: &Path) -> Result<Positions, PositionsError> {
        let fail = FileProblem::of("read the positions in", path);
        let mut file = File::open(path).map_err(&fail)?;
        let damaged = |why: &str| PositionsError::Damaged { path: path.into(), why: why.into() };
        let footer = read_footer(&mut file).map_err(fail)?.map_err(|why| match why {
            FooterFault::Foreign(why) => PositionsError::Foreign { path: path.into(), why },
            FooterFault::Damaged(why) => damaged(why),
        })?;
        let thrift = &footer.bytes[..footer.bytes.len() - 8];
        let metadata = caught(|| ParquetMetaDataReader::decode_metadata(thrift));
        let metadata = metadata.map_err(|why| damaged(&why))?;
        let columns = metadata.file_metadata().schema_descr().columns();
        let heaps = columns.iter().map(|column| column.name().to_string()).collect();
        let entries = metadata.file_metadata().key_value_metadata();
        let parsed = entries.and_then(|entries| footer::parse(entries, heaps));
        let (spec, contents, groups) = parsed.ok_or_else(|| damaged("its metadata is wrong"))?;
        if !agree(&spec, &contents, &groups, &metadata, footer.at) {
            return Err(damaged("its schema does not fit its metadata"));
        }
        Ok(Positions { path: path.to_path_buf(), file, spec, contents, groups, metadata })
    }

    /// What set it is.
    pub fn spec(&self) -> &SetSpec {
        &self.spec
    }

    /// How many rows it says it has, and their hash.
    pub fn contents(&self) -> &SetContents {
        &self.contents
    }

    /// The positions in order.
    pub fn rows(&mut self) -> PositionRows<'_> {
        let decoded = DecodedRows::Narrow(Vec::new());
        let (group, at, rows) = (0, 0, 0);
        let (row, last, hasher) = (Vec::new(), Vec::new(), NumberHash::default());
        PositionRows { set: self, decoded, group, at, rows, row, last, hasher }
    }

    /// Reads every row and compares number, order and hash with what the file says.
    ///
    /// # Errors
    /// [`PositionsError`] if any byte of the file is not what was written.
    pub fn verify(&mut self) -> Result<(), PositionsError> {
        let mut start = [0; 4];
        let read = self.file.rewind().and_then(|()| self.file.read_exact(&mut start));
        read.map_err(FileProblem::of("read the positions in", &self.path))?;
        if start != *MAGIC {
            return Err(damaged(&self.path, "its first bytes are wrong"));
        }
        let mut rows = self.rows();
        while rows.next()?.is_some() {}
        Ok(())
    }

    /// The rows of a group, whose bytes are compared before they are decoded.
    fn decode(&mut self, nth: usize) -> Result<DecodedRows, PositionsError> {
        let start = nth.checked_sub(1).map_or(0, |before| self.groups[before].end);
        let RowGroup { end, hash } = &self.groups[nth];
        let mut bytes = Vec::new();
        let read = self
            .file
            .seek(SeekFrom::Start(start))
            .and_then(|_| (&self.file).take(end - start).read_to_end(&mut bytes));
        read.map_err(FileProblem::of("read the positions in", &self.path))?;
        if blake3::hash(&bytes).to_hex().as_str() != hash {
            return Err(damaged(&self.path, format!("row group {nth} is not what was written")));
        }
        let slice = GroupBytes { start, bytes: bytes.into() };
        let group = self.metadata.row_group(nth);
        let wide = self.spec.wide();
        let decoded = caught(|| decode(slice, group, wide));
        decoded.map_err(|why| damaged(&self.path, format!("row group {nth}: {why}")))
    }
}

fn damaged(path: &Path, why: impl Into<String>) -> PositionsError {
    PositionsError::Damaged { path: path.to_path_buf(), why: why.into() }
}

/// The end of the file from the last row group on.
struct Footer {
    at: u64,
    bytes: Vec<u8>,
}

enum FooterFault {
    Foreign(&'static str),
    Damaged(&'static str),
}

fn read_footer(file: &mut File) -> io::Result<Result<Footer, FooterFault>> {
    let length = file.metadata()?.len();
    let mut start = Vec::new();
    (&*file).take(4).read_to_end(&mut start)?;
    if start != *MAGIC {
        return Ok(Err(FooterFault::Foreign("it is no Parquet file")));
    }
    let cut = Ok(Err(FooterFault::Damaged("its end is missing")));
    if length < 12 {
        return cut;
    }
    let mut end = [0; 8];
    file.seek(SeekFrom::Start(length - 8))?;
    file.read_exact(&mut end)?;
    let footer = u64::from(u32::from_le_bytes([end[0], end[1], end[2], end[3]])) + 8;
    if end[4..] != *MAGIC {
        return cut;
    }
    if footer > LONGEST_FOOTER || footer > length - 4 {
        return Ok(Err(FooterFault::Damaged("its footer has a wrong length")));
    }
    let at = length - footer;
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    (&*file).take(footer).read_to_end(&mut bytes)?;
    Ok(match seal::whole(&bytes) {
        Some(true) if bytes.len() as u64 == footer => Ok(Footer { at, bytes }),
        Some(_) => Err(FooterFault::Damaged("its footer is not what was written")),
        None => Err(FooterFault::Foreign("it is a Parquet file without our hash")),
    })
}

/// Whether the schema is the one that we would write, and groups and rows add up.
fn agree(
    spec: &SetSpec,
    contents: &SetContents,
    groups: &[RowGroup],
    metadata: &ParquetMetaData,
    footer: u64,
) -> bool {
    let mut start = 0;
    for group in groups {
        if group.end <= start {
            return false;
        }
        start = group.end;
    }
    let counts = metadata.row_groups().iter().map(RowGroupMetaData::num_rows);
    let right = |rows: i64| (1..=GROUP as i64).contains(&rows);
    let rows = counts.clone().try_fold(0, |sum: u64, rows| {
        right(rows).then(|| sum.checked_add(u64::try_from(rows).ok()?)).flatten()
    });
    groups.len() == counts.len()
        && start.max(MAGIC.len() as u64) == footer
        && rows == Some(contents.rows)
        && write::schema(spec).is_ok_and(|schema| *metadata.file_metadata().schema() == *schema)
}

/// The positions of a set in order. Whoever has read to the end knows that number, order and hash are
/// what the file says.
pub struct PositionRows<'p> {
    set: &'p mut Positions,
    decoded: DecodedRows,
    /// The next group to decode.
    group: usize,
    at: usize,
    rows: u64,
    row: Vec<u64>,
    last: Vec<u64>,
    hasher: NumberHash,
}

impl PositionRows<'_> {
    /// The next position; nothing after the last.
    ///
    /// # Errors
    /// [`PositionsError`] if the file is not what was written.
    #[allow(clippy::should_implement_trait)] // It lends.
    pub fn next(&mut self) -> Result<Option<&[u64]>, PositionsError> {
        std::mem::swap(&mut self.row, &mut self.last);
        if !self.take() {
            if self.group == self.set.groups.len() {
                return self.end();
            }
            self.decoded = self.set.decode(self.group)?;
            self.group += 1;
            self.at = 0;
            self.take();
        }
        if self.rows > 0 && self.last >= self.row {
            return Err(damaged(&self.set.path, format!("row {} is out of order", self.rows)));
        }
        self.rows += 1;
        self.hasher.update(&self.row);
        Ok(Some(&self.row))
    }

    fn take(&mut self) -> bool {
        self.row.clear();
        let at = self.at;
        match &self.decoded {
            DecodedRows::Narrow(columns) => {
                let heaps = columns.iter().filter_map(|column| column.get(at));
                self.row.extend(heaps.map(|heap| u64::from(*heap as u32)));
            }
            DecodedRows::Wide(columns) => {
                let heaps = columns.iter().filter_map(|column| column.get(at));
                self.row.extend(heaps.map(|heap| *heap as u64));
            }
        }
        self.at += 1;
        !self.row.is_empty()
    }

    fn end(&mut self) -> Result<Option<&[u64]>, PositionsError> {
        let hash = self.hasher.digits();
        if (SetContents { rows: self.rows, hash }) != self.set.contents {
            return Err(damaged(&self.set.path, "its rows are not those that were written"));
        }
        Ok(None)
    }
}
