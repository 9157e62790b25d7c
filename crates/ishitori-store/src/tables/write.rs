//! Writes a table, chunk by chunk.
//!
//! Values are asked for in the order of the cells, each once, so they can come from a stream. Chunks
//! are stretches of that order (`slabs.rs`): one is in memory, of at most a million cells, and all are
//! hashed together and each alone. Nothing that differs between two runs is written, no time and no
//! version of a library, so the same values give the same bytes. The folder is put into its place when
//! it is whole; until then, and if anything fails, an earlier table stays as it was. Sets of positions:
//! `positions`.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use zarrs::array::codec::{Crc32cCodec, ZstdCodec};
use zarrs::array::{
    Array, ArrayBuilder, ArrayCreateError, ArrayError, ArrayMetadataOptions, CodecOptions,
    data_type,
};
use zarrs::filesystem::FilesystemStore;
use zarrs::storage::StorageError;

use super::folder::PartFolder;
use super::slabs::Slabs;
use super::{TableContents, TableError, TableSpec, VALUES, attributes};
use crate::seal;
use crate::whole::FileProblem;

/// How hard zstd tries.
const LEVEL: i32 = 3;

/// Writes a table in the place of an earlier one. `value` is asked for every cell, row by row, and says
/// nothing for those that are no position.
///
/// # Errors
/// [`TableError`] if it cannot be written, if a value is too large, or if `value` fails; an earlier table
/// is as it was.
pub fn write(
    path: &Path,
    spec: &TableSpec,
    value: &mut dyn FnMut(&[u64]) -> io::Result<Option<u32>>,
) -> Result<TableContents, TableError> {
    let refuse = |why: String| TableError::Refused { path: path.to_path_buf(), why };
    let Some(slabs) = Slabs::new(&spec.lower, &spec.upper) else {
        return Err(refuse(format!(
            "{:?} to {:?} is no box of a fitting size",
            spec.lower, spec.upper
        )));
    };
    let names: HashSet<&String> = spec.heaps.iter().collect();
    if spec.heaps.len() != slabs.shape.len() || names.len() < spec.heaps.len() {
        return Err(refuse(format!(
            "heaps need a name each, and these are named {:?}",
            spec.heaps
        )));
    }
    let fail = FileProblem::of("write the table", path);
    let folder = PartFolder::create(path).map_err(&fail)?;
    let written = fill(&folder.part, spec, &slabs, value).map_err(&fail)?;
    folder.keep().map_err(fail)?;
    Ok(written)
}

fn fill(
    folder: &Path,
    spec: &TableSpec,
    slabs: &Slabs,
    value: &mut dyn FnMut(&[u64]) -> io::Result<Option<u32>>,
) -> io::Result<TableContents> {
    let store = Arc::new(FilesystemStore::new(folder).map_err(io::Error::other)?);
    let mut array = array(&store, spec, slabs).map_err(from_create)?;
    let options = CodecOptions::default().with_store_empty_chunks(true);
    let (mut all, mut hashes, mut positions) = (blake3::Hasher::new(), Vec::new(), 0);
    let mut cells = vec![u32::MAX; slabs.stored()];
    let mut heaps = vec![0; spec.heaps.len()];
    for number in 0..slabs.chunks() {
        let range = slabs.cells(number);
        let (inside, outside) = cells.split_at_mut((range.end - range.start) as usize);
        outside.fill(u32::MAX);
        for (cell, index) in inside.iter_mut().zip(range) {
            slabs.heaps(index, &mut heaps);
            *cell = match value(&heaps)? {
                Some(value) if value <= spec.largest && value < u32::MAX => value,
                Some(value) => return Err(too_large(value, &heaps, spec)),
                None => u32::MAX,
            };
            positions += u64::from(*cell != u32::MAX);
        }
        let bytes: Vec<u8> = inside.iter().flat_map(|cell| cell.to_le_bytes()).collect();
        all.update(&bytes);
        hashes.push(blake3::hash(&bytes).to_hex().to_string());
        let place = slabs.place(number);
        let stored = if spec.wide() {
            array.store_chunk_opt(&place, &cells, &options)
        } else {
            // The fill value becomes that of 16 bits.
            let cells: Vec<u16> = cells.iter().map(|cell| *cell as u16).collect();
            array.store_chunk_opt(&place, cells, &options)
        };
        stored.map_err(from_array)?;
    }
    let contents = TableContents { positions, hash: all.finalize().to_hex().to_string() };
    let about = attributes(spec, &contents);
    array.attributes_mut().insert("chunk_hashes".into(), json!(hashes));
    array.attributes_mut().extend(about.clone());
    store_metadata(folder, VALUES, &array)?;
    for nth in 0..spec.heaps.len() {
        coordinate(folder, &store, spec, slabs, nth)?;
    }
    let group = json!({ "zarr_format": 3, "node_type": "group", "attributes": about });
    put_sealed(&folder.join("zarr.json"), &group)?;
    Ok(contents)
}

fn too_large(value: u32, heaps: &[u64], spec: &TableSpec) -> io::Error {
    let why =
        format!("{heaps:?} has the value {value}, and {} was to be the largest", spec.largest);
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn array(
    store: &Arc<FilesystemStore>,
    spec: &TableSpec,
    slabs: &Slabs,
) -> Result<Array<FilesystemStore>, ArrayCreateError> {
    let (shape, chunk) = (slabs.shape.clone(), slabs.chunk.clone());
    let mut builder = if spec.wide() {
        ArrayBuilder::new(shape, chunk, data_type::uint32(), u32::MAX)
    } else {
        ArrayBuilder::new(shape, chunk, data_type::uint16(), u16::MAX)
    };
    codecs(&mut builder);
    builder.dimension_names(Some(spec.heaps.clone()));
    builder.build(Arc::clone(store), &format!("/{VALUES}"))
}

fn codecs(builder: &mut ArrayBuilder) {
    builder.bytes_to_bytes_codecs(vec![
        Arc::new(ZstdCodec::new(LEVEL, false)),
        Arc::new(Crc32cCodec::new()),
    ]);
}

/// The sizes of a heap, under its name.
fn coordinate(
    folder: &Path,
    store: &Arc<FilesystemStore>,
    spec: &TableSpec,
    slabs: &Slabs,
    nth: usize,
) -> io::Result<()> {
    let (name, size) = (&spec.heaps[nth], slabs.shape[nth]);
    if !TableSpec::has_coordinate(name) {
        return Ok(());
    }
    let mut builder = ArrayBuilder::new(vec![size], vec![size], data_type::uint64(), 0u64);
    codecs(&mut builder);
    builder.dimension_names(Some([name.as_str()]));
    let attributes: Map<String, Value> =
        Map::from_iter([("metadata_hash".into(), json!(seal::room()))]);
    builder.attributes(attributes);
    let array = builder.build(Arc::clone(store), &format!("/{name}")).map_err(from_create)?;
    let sizes: Vec<u64> = (spec.lower[nth]..=spec.upper[nth]).collect();
    let options = CodecOptions::default().with_store_empty_chunks(true);
    array.store_chunk_opt(&[0], sizes, &options).map_err(from_array)?;
    store_metadata(folder, name, &array)
}

fn store_metadata(folder: &Path, name: &str, array: &Array<FilesystemStore>) -> io::Result<()> {
    // Which version of the crate wrote it would be all that differs between two programs.
    let options = ArrayMetadataOptions::default().with_include_zarrs_metadata(false);
    let metadata = serde_json::to_value(array.metadata_opt(&options))?;
    put_sealed(&folder.join(name).join("zarr.json"), &metadata)
}

/// Writes metadata with its hash in it.
fn put_sealed(path: &Path, metadata: &Value) -> io::Result<()> {
    let mut bytes = serde_json::to_vec_pretty(metadata)?;
    let no_room = || io::Error::other("the metadata has no room for its hash");
    let (at, digits) = seal::seal(&bytes).ok_or_else(no_room)?;
    bytes[at..at + digits.len()].copy_from_slice(digits.as_bytes());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create(path)?;
    file.write_all(&bytes)?;
    file.sync_all()
}

fn from_array(error: ArrayError) -> io::Error {
    match error {
        ArrayError::StorageError(error) => from_storage(error),
        error => io::Error::other(error),
    }
}

fn from_create(error: ArrayCreateError) -> io::Error {
    match error {
        ArrayCreateError::StorageError(error) => from_storage(error),
        error => io::Error::other(error),
    }
}

/// What the file system said, with its kind.
pub(super) fn from_storage(error: StorageError) -> io::Error {
    match error {
        StorageError::IOError(error) => match error.raw_os_error() {
            Some(code) => io::Error::from_raw_os_error(code),
            None => io::Error::new(error.kind(), error.to_string()),
        },
        error => io::Error::other(error),
    }
}
