//! Writes a set of positions, group by group.
//!
//! Rows must come in order and none twice; one that does not is refused, so a file that is finished is
//! sorted (`sort` brings a spool in order). Groups have a fixed number of rows and their bytes are
//! hashed as they are written, so the same rows give the same bytes. The footer's hash is written into
//! it at the end, and only then the file is renamed into its place. Cost: one group in memory, 262,144
//! rows of four bytes a heap, or eight where heaps go beyond 32 bits.

use std::collections::HashSet;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use super::footer::{self, RowGroup};
use super::{GROUP, PositionsError, SetContents, SetSpec};
use crate::hash::NumberHash;
use crate::seal;
use crate::whole::{FileProblem, PartFile};

/// A file that rows are written to; removed unless it is finished.
pub struct PositionsWriter {
    path: PathBuf,
    spec: SetSpec,
    out: SerializedFileWriter<HashedFile>,
    columns: GroupColumns,
    last: Vec<u64>,
    rows: u64,
    hasher: NumberHash,
    groups: Vec<RowGroup>,
}

/// The rows of a group, heap by heap. Parquet has signed numbers of which the schema says that they are
/// not.
enum GroupColumns {
    Narrow(Vec<Vec<i32>>),
    Wide(Vec<Vec<i64>>),
}

impl PositionsWriter {
    /// Begins a file beside its place.
    ///
    /// # Errors
    /// [`PositionsError`] if it cannot be written, or heaps have no names or the same.
    pub fn create(path: &Path, spec: SetSpec) -> Result<PositionsWriter, PositionsError> {
        let names: HashSet<&String> = spec.heaps.iter().collect();
        if spec.heaps.is_empty() || names.len() < spec.heaps.len() || names.contains(&String::new())
        {
            let why = format!("heaps need a name each, and these are named {:?}", spec.heaps);
            return Err(PositionsError::Refused { path: path.to_path_buf(), why });
        }
        let part =
            PartFile::create(path).map_err(FileProblem::of("write the positions to", path))?;
        let hashed = HashedFile { part, hasher: blake3::Hasher::new() };
        let columns = if spec.wide() {
            GroupColumns::Wide(vec![Vec::new(); spec.heaps.len()])
        } else {
            GroupColumns::Narrow(vec![Vec::new(); spec.heaps.len()])
        };
        let fail = |error| problem(path, error);
        let schema = schema(&spec).map_err(fail)?;
        let out =
            SerializedFileWriter::new(hashed, schema, Arc::new(properties())).map_err(fail)?;
        let (path, last, rows) = (path.to_path_buf(), Vec::new(), 0);
        let (hasher, groups) = (NumberHash::default(), Vec::new());
        Ok(PositionsWriter { path, spec, out, columns, last, rows, hasher, groups })
    }

    /// Writes the next position, which must come after the one before.
    ///
    /// # Errors
    /// [`PositionsError`] if it does not, or does not fit, or the file system says no.
    pub fn append(&mut self, heaps: &[u64]) -> Result<(), PositionsError> {
        let refuse = |why| Err(PositionsError::Refused { path: self.path.clone(), why });
        if heaps.len() != self.spec.heaps.len() || heaps.iter().any(|h| *h > self.spec.largest) {
            let (count, largest) = (self.spec.heaps.len(), self.spec.largest);
            return refuse(format!("{heaps:?} has not {count} heaps of at most {largest}"));
        }
        if self.rows > 0 && self.last[..] >= *heaps {
            return refuse(format!("{heaps:?} does not come after {:?}", self.last));
        }
        self.last.clear();
        self.last.extend_from_slice(heaps);
        self.rows += 1;
        match &mut self.columns {
            // The bits are kept, the sign is not meant.
            GroupColumns::Narrow(columns) => put(columns, heaps, |heap| heap as u32 as i32),
            GroupColumns::Wide(columns) => put(columns, heaps, |heap| heap as i64),
        }
        self.hasher.update(heaps);
        if self.rows.is_multiple_of(GROUP as u64) { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), PositionsError> {
        let written = match &mut self.columns {
            GroupColumns::Narrow(columns) => write_group::<Int32Type>(&mut self.out, columns),
            GroupColumns::Wide(columns) => write_group::<Int64Type>(&mut self.out, columns),
        };
        written.map_err(|error| problem(&self.path, error))?;
        let end = self.out.bytes_written() as u64;
        let hasher = &mut self.out.inner_mut().hasher;
        let hash = hasher.finalize().to_hex().to_string();
        hasher.reset();
        self.groups.push(RowGroup { end, hash });
        Ok(())
    }

    /// Writes what is left and puts the file into its place.
    ///
    /// # Errors
    /// [`PositionsError`] if the file system says no; an earlier file is as it was.
    pub fn finish(mut self) -> Result<SetContents, PositionsError> {
        if !self.rows.is_multiple_of(GROUP as u64) {
            self.flush()?;
        }
        let contents = SetContents { rows: self.rows, hash: self.hasher.digits() };
        let body = self.out.bytes_written() as u64;
        for entry in footer::entries(&self.spec, &contents, &self.groups) {
            self.out.append_key_value_metadata(entry);
        }
        self.out.finish().map_err(|error| problem(&self.path, error))?;
        let part = &mut self.out.inner_mut().part;
        let kept = seal_footer(part, body).and_then(|()| part.keep());
        kept.map_err(FileProblem::of("write the positions to", &self.path))?;
        Ok(contents)
    }
}

fn put<T>(columns: &mut [Vec<T>], heaps: &[u64], number: impl Fn(u64) -> T) {
    for (column, heap) in columns.iter_mut().zip(heaps) {
        column.push(number(*heap));
    }
}

fn write_group<T: DataType>(
    out: &mut SerializedFileWriter<HashedFile>,
    columns: &mut [Vec<T::T>],
) -> Result<(), ParquetError> {
    let mut group = out.next_row_group()?;
    for column in columns {
        let missing = || ParquetError::General("a column is missing".into());
        let mut writer = group.next_column()?.ok_or_else(missing)?;
        writer.typed::<T>().write_batch(column, None, None)?;
        writer.close()?;
        column.clear();
    }
    group.close()?;
    Ok(out.flush()?)
}

/// Writes the footer's hash into it.
fn seal_footer(part: &mut PartFile, body: u64) -> io::Result<()> {
    let mut bytes = Vec::new();
    part.file.seek(SeekFrom::Start(body))?;
    part.file.read_to_end(&mut bytes)?;
    let no_room = || io::Error::other("the footer has no room for its hash");
    let (at, digits) = seal::seal(&bytes).ok_or_else(no_room)?;
    part.file.seek(SeekFrom::Start(body + at as u64))?;
    part.file.write_all(digits.as_bytes())
}

fn properties() -> WriterProperties {
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        // Between the groups and the footer there is nothing.
        .set_offset_index_disabled(true)
        .set_max_row_group_row_count(Some(GROUP))
        .build()
}

pub(super) fn schema(spec: &SetSpec) -> Result<TypePtr, ParquetError> {
    let (physical, bits) = if spec.wide() { (Physical::INT64, 64) } else { (Physical::INT32, 32) };
    let column = |name: &String| {
        let column = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(Some(LogicalType::integer(bits, false)));
        column.build().map(Arc::new)
    };
    let columns: Result<Vec<TypePtr>, _> = spec.heaps.iter().map(column).collect();
    let set = Type::group_type_builder("positions").with_fields(columns?).build()?;
    Ok(Arc::new(set))
}

/// What Parquet's writer says is almost always what the file system says.
fn problem(path: &Path, error: ParquetError) -> PositionsError {
    let error = match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        error => io::Error::other(error),
    };
    FileProblem::new("write the positions to", path, error).into()
}

/// A file and the hash of what was written since the last group.
struct HashedFile {
    part: PartFile,
    hasher: blake3::Hasher,
}

impl Write for HashedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let some = self.part.file.write(bytes)?;
        self.hasher.update(&bytes[..some]);
        Ok(some)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.part.file.flush()
    }
}
