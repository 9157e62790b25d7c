//! Reads a table, chunk by chunk.
//!
//! Metadata is compared with its own hash before it is parsed, every chunk with its hash before a cell
//! of it is returned, so what is read was written, or the reader says which chunk is not. A panic of
//! Zarr's reader, which only a forged file causes, is an error too. Cost: one chunk in memory, at most
//! a million cells of four bytes; looking up positions all over a table reads a chunk each time, so go
//! through it in order (`visit`). Random damages are tried in `tests/damage.rs`.

use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use zarrs::array::{Array, ArrayError, CodecOptions, data_type};
use zarrs::filesystem::FilesystemStore;

use super::slabs::Slabs;
use super::write::from_storage;
use super::{TableContents, TableError, TableSpec, VALUES, parse};
use crate::seal;
use crate::whole::FileProblem;

/// A longer `zarr.json` is none of ours.
const LONGEST: u64 = 1 << 28;

/// A table that was opened: its metadata is whole, its chunks are looked at when they are read.
pub struct StoredTable {
    path: PathBuf,
    array: Array<FilesystemStore>,
    spec: TableSpec,
    contents: TableContents,
    slabs: Slabs,
    hashes: Vec<String>,
    /// The number of the chunk that was read last, and its cells.
    read: Option<(u64, Vec<u32>)>,
}

impl std::fmt::Debug for StoredTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("path", &self.path).field("spec", &self.spec).finish()
    }
}

impl StoredTable {
    /// Opens a table. Its chunks are checked when they are read, all of them by [`StoredTable::verify`].
    ///
    /// # Errors
    /// [`TableError`] if it is no such table, or its metadata is damaged.
    pub fn open(path: &Path) -> Result<StoredTable, TableError> {
        let damaged = |why: &str| damaged(path, why);
        let group = metadata(path, "")?;
        let inner = metadata(path, VALUES)?;
        let get = |value: &Value| value.get("attributes").and_then(parse);
        let said = get(&group).ok_or_else(|| damaged("zarr.json does not say what it is"))?;
        let array_says = inner.get("attributes").and_then(parse);
        let dimensions = Some(json!(said.0.heaps));
        if array_says.as_ref() != Some(&said)
            || group.get("node_type") != Some(&json!("group"))
            || inner.get("dimension_names") != dimensions.as_ref()
        {
            return Err(damaged("the folder and its array are about different things"));
        }
        let (spec, contents) = said;
        let hashes = inner.get("attributes").and_then(|all| all.get("chunk_hashes")).cloned();
        let hashes: Option<Vec<String>> = hashes.and_then(|all| serde_json::from_value(all).ok());
        let slabs = Slabs::new(&spec.lower, &spec.upper);
        let (Some(hashes), Some(slabs)) = (hashes, slabs) else {
            return Err(damaged("its attributes are wrong"));
        };
        let store = FilesystemStore::new(path).map_err(|error| damaged(&error.to_string()))?;
        let opened = caught(|| Array::open(Arc::new(store), &format!("/{VALUES}")));
        let array = opened.map_err(|why| damaged(&why))?;
        let kind = if spec.wide() { data_type::uint32() } else { data_type::uint16() };
        let fits = array.shape() == slabs.shape
            && *array.data_type() == kind
            && hashes.len() as u64 == slabs.chunks()
            && array.chunk_grid_shape().iter().product::<u64>() == slabs.chunks()
            && spec.heaps.len() == slabs.shape.len();
        if !fits {
            return Err(damaged("its shape does not fit its attributes"));
        }
        Ok(StoredTable {
            path: path.to_path_buf(),
            array,
            spec,
            contents,
            slabs,
            hashes,
            read: None,
        })
    }

    /// What table it is.
    pub fn spec(&self) -> &TableSpec {
        &self.spec
    }

    /// How many positions it says it has, and the hash of its cells.
    pub fn contents(&self) -> &TableContents {
        &self.contents
    }

    /// How many sizes each heap has.
    pub fn shape(&self) -> &[u64] {
        &self.slabs.shape
    }

    /// The value of a position; nothing if it is none, or outside of the table. The chunk that was read
    /// last stays in memory.
    ///
    /// # Errors
    /// [`TableError`] if its chunk is not what was written.
    pub fn get(&mut self, heaps: &[u64]) -> Result<Option<u32>, TableError> {
        let Some((number, within)) = self.slabs.find(heaps) else { return Ok(None) };
        let cell = self.chunk(number)?[within];
        Ok((cell != u32::MAX).then_some(cell))
    }

    /// Shows every cell, row by row.
    ///
    /// # Errors
    /// [`TableError`] if the table is not what was written; some cells may have been shown then.
    pub fn visit(&mut self, visit: &mut dyn FnMut(&[u64], Option<u32>)) -> Result<(), TableError> {
        let slabs = self.slabs.clone();
        let mut heaps = vec![0; slabs.shape.len()];
        for number in 0..slabs.chunks() {
            let cells = self.chunk(number)?;
            for (cell, index) in cells.iter().zip(slabs.cells(number)) {
                slabs.heaps(index, &mut heaps);
                visit(&heaps, (*cell != u32::MAX).then_some(*cell));
            }
        }
        Ok(())
    }

    /// Reads every cell and compares number and hash with what the table says.
    ///
    /// # Errors
    /// [`TableError`] if the table is not what was written.
    pub fn verify(&mut self) -> Result<(), TableError> {
        let (mut hasher, mut positions) = (blake3::Hasher::new(), 0);
        for number in 0..self.slabs.chunks() {
            let inside = self.slabs.cells(number);
            let inside = (inside.end - inside.start) as usize;
            let cells = &self.chunk(number)?[..inside];
            hasher.update(&bytes(cells));
            positions += cells.iter().filter(|cell| **cell != u32::MAX).count() as u64;
        }
        let hash = hasher.finalize().to_hex().to_string();
        if (TableContents { positions, hash }) != self.contents {
            return Err(damaged(&self.path, "its cells are not those that were written"));
        }
        (0..self.spec.heaps.len()).try_for_each(|nth| self.verify_coordinate(nth))
    }

    fn verify_coordinate(&self, nth: usize) -> Result<(), TableError> {
        let name = &self.spec.heaps[nth];
        if !TableSpec::has_coordinate(name) {
            return Ok(());
        }
        let says = metadata(&self.path, name)?;
        let damaged = |why: String| damaged(&self.path, format!("the sizes of {name}: {why}"));
        if says.get("dimension_names") != Some(&json!([name])) {
            return Err(damaged("they are those of another heap".into()));
        }
        let sizes = caught(|| {
            let array = Array::open(self.array.storage(), &format!("/{name}"))?;
            let options = CodecOptions::default();
            let sizes = array.retrieve_chunk_if_exists_opt::<Vec<u64>>(&[0], &options);
            sizes.map_err(|error| Box::new(error) as Box<dyn std::error::Error>)
        });
        let mut wanted = self.spec.lower[nth]..=self.spec.upper[nth];
        match sizes.map_err(damaged)? {
            Some(sizes)
                if sizes.iter().all(|size| wanted.next() == Some(*size)) && wanted.is_empty() =>
            {
                Ok(())
            }
            Some(_) => Err(damaged("they are not those that were written".into())),
            None => Err(damaged("they are missing".into())),
        }
    }

    /// The cells of a chunk, compared with their hash, with `u32::MAX` for no position.
    fn chunk(&mut self, number: u64) -> Result<&[u32], TableError> {
        if self.read.as_ref().is_none_or(|(read, _)| *read != number) {
            self.read = None;
            let cells = self.load(number)?;
            self.read = Some((number, cells));
        }
        Ok(self.read.as_ref().map_or(&[], |(_, cells)| cells))
    }

    fn load(&self, number: u64) -> Result<Vec<u32>, TableError> {
        let place = self.slabs.place(number);
        let damaged = |why: &str| damaged(&self.path, format!("chunk {place:?} {why}"));
        let cells = caught(|| stored(&self.array, &place, self.spec.wide()));
        let cells = match cells.map_err(|why| damaged(&format!("cannot be decoded: {why}")))? {
            ChunkRead::Cells(cells) => cells,
            ChunkRead::Missing => return Err(damaged("is missing")),
            ChunkRead::Io(error) => {
                return Err(FileProblem::new("read the table", &self.path, error).into());
            }
        };
        let inside = self.slabs.cells(number);
        let inside = cells.get(..(inside.end - inside.start) as usize).map(bytes);
        let hash = inside.map(|bytes| blake3::hash(&bytes).to_hex().to_string());
        if cells.len() != self.slabs.stored() || hash != Some(self.hashes[number as usize].clone())
        {
            return Err(damaged("is not what was written"));
        }
        Ok(cells)
    }
}

enum ChunkRead {
    Cells(Vec<u32>),
    Missing,
    Io(io::Error),
}

fn stored(
    array: &Array<FilesystemStore>,
    place: &[u64],
    wide: bool,
) -> Result<ChunkRead, ArrayError> {
    let options = CodecOptions::default();
    let read = if wide {
        array.retrieve_chunk_if_exists_opt::<Vec<u32>>(place, &options)
    } else {
        let read = array.retrieve_chunk_if_exists_opt::<Vec<u16>>(place, &options);
        let cell = |cell: u16| if cell == u16::MAX { u32::MAX } else { u32::from(cell) };
        read.map(|cells| cells.map(|cells| cells.into_iter().map(cell).collect()))
    };
    match read {
        Ok(Some(cells)) => Ok(ChunkRead::Cells(cells)),
        Ok(None) => Ok(ChunkRead::Missing),
        Err(ArrayError::StorageError(error)) => Ok(ChunkRead::Io(from_storage(error))),
        Err(error) => Err(error),
    }
}

fn bytes(cells: &[u32]) -> Vec<u8> {
    cells.iter().flat_map(|cell| cell.to_le_bytes()).collect()
}

/// The metadata of the folder or of an array in it, whose hash is right.
fn metadata(path: &Path, name: &str) -> Result<Value, TableError> {
    let foreign = |why| TableError::Foreign { path: path.to_path_buf(), why };
    let file = path.join(name).join("zarr.json");
    let fail = FileProblem::of("read the table", &file);
    if name.is_empty() && path.is_dir() && !file.exists() {
        return Err(foreign("there is no zarr.json in it"));
    }
    if fs::metadata(&file).map_err(&fail)?.len() > LONGEST {
        return Err(foreign("its zarr.json is too long"));
    }
    let bytes = fs::read(&file).map_err(fail)?;
    match seal::whole(&bytes) {
        None => return Err(foreign("its zarr.json has no hash of ours")),
        Some(false) => {
            let why =
                format!("{} is not what was written", Path::new(name).join("zarr.json").display());
            return Err(damaged(path, why));
        }
        Some(true) => {}
    }
    serde_json::from_slice(&bytes).map_err(|error| damaged(path, error.to_string()))
}

fn damaged(path: &Path, why: impl Into<String>) -> TableError {
    TableError::Damaged { path: path.to_path_buf(), why: why.into() }
}

/// A panic of Zarr's reader is an error: hashes that fit can be made on purpose. Nothing of ours is
/// changed while it runs, so nothing is left half done.
fn caught<T, E: ToString>(work: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(_) => Err("Zarr's reader does not understand it".into()),
    }
}
