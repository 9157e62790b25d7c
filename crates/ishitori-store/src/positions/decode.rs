//! Decodes a row group that is in memory.
//!
//! Parquet's reader asks for bytes by their place in the file; it gets those of the group, whose hash
//! has been compared before, and an error for all others. It is asked for one row more than there
//! should be, so that columns that are too long are noticed. A panic inside it, which a forged file may
//! cause, is an error. Cost: the group twice, as bytes and as numbers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bytes::{Buf, Bytes};
use parquet::column::reader::ColumnReader;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::metadata::page_index::RowGroupPageIndex;
use parquet::file::properties::ReaderProperties;
use parquet::file::reader::{ChunkReader, Length, RowGroupReader};
use parquet::file::serialized_reader::SerializedRowGroupReader;

/// A panic of the Parquet reader is an error: it indexes by what it reads, and a file with hashes that
/// fit can be made on purpose. Nothing of ours is changed while it runs, so nothing is left half done.
pub(super) fn caught<T>(work: impl FnOnce() -> ParquetResult<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(_) => Err("Parquet's reader does not understand it".into()),
    }
}

/// The bytes of one row group, at their place in the file.
pub(super) struct GroupBytes {
    pub(super) start: u64,
    pub(super) bytes: Bytes,
}

impl Length for GroupBytes {
    fn len(&self) -> u64 {
        self.start + self.bytes.len() as u64
    }
}

impl ChunkReader for GroupBytes {
    type T = bytes::buf::Reader<Bytes>;

    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        let length = self.len().saturating_sub(start);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        Ok(self.get_bytes(start, length)?.reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        let outside = || ParquetError::EOF("outside of the row group".into());
        let from = start.checked_sub(self.start).and_then(|from| usize::try_from(from).ok());
        let from = from.ok_or_else(outside)?;
        let to = from.checked_add(length).filter(|to| *to <= self.bytes.len());
        Ok(self.bytes.slice(from..to.ok_or_else(outside)?))
    }
}

/// The rows of a group, heap by heap.
pub(super) enum DecodedRows {
    Narrow(Vec<Vec<i32>>),
    Wide(Vec<Vec<i64>>),
}

pub(super) fn decode(
    slice: GroupBytes,
    group: &RowGroupMetaData,
    wide: bool,
) -> ParquetResult<DecodedRows> {
    let rows = usize::try_from(group.num_rows())?;
    let properties = Arc::new(ReaderProperties::builder().build());
    let pages = RowGroupPageIndex::new(0, None);
    let reader = SerializedRowGroupReader::new(Arc::new(slice), group, pages, properties)?;
    let (mut narrow, mut broad) = (Vec::new(), Vec::new());
    for nth in 0..group.num_columns() {
        let (mut small, mut large) = (Vec::new(), Vec::new());
        // A row more, to see that there is none.
        let read = match reader.get_column_reader(nth)? {
            ColumnReader::Int32ColumnReader(mut column) if !wide => {
                column.read_records(rows + 1, None, None, &mut small)?.0
            }
            ColumnReader::Int64ColumnReader(mut column) if wide => {
                column.read_records(rows + 1, None, None, &mut large)?.0
            }
            _ => return Err(ParquetError::General("a column of another type".into())),
        };
        if read != rows || small.len() + large.len() != rows {
            return Err(ParquetError::General("a column of another length".into()));
        }
        narrow.push(small);
        broad.push(large);
    }
    Ok(if wide { DecodedRows::Wide(broad) } else { DecodedRows::Narrow(narrow) })
}
