//! A spool: positions in the order in which an engine finds them, streamed to a file.
//!
//! Results do not wait in memory for the end of a solve. A checkpoint holds the [`SpoolMark`] of the spool: how
//! many positions there were, and their hash. [`Spool::reopen`] cuts off what came after the mark and
//! refuses a file that does not begin with what the mark says. Then `sort` brings them in order.
//!
//! The file is nothing but records of one length, a position each, its heaps as big-endian numbers of
//! one width: so the order of bytes is the order of positions. Cost: some nanoseconds a position, and one
//! reading of the file on reopening.

use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::whole::{FileProblem, sync_folder};

/// A position has at most so many heaps.
pub(crate) const MOST_HEAPS: usize = 64;

/// Records are gathered in blocks of about this many bytes.
const BLOCK: usize = 1 << 18;

/// The length of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordLayout {
    heaps: usize,
    /// Bytes a heap.
    width: usize,
}

impl RecordLayout {
    /// Records of this many heaps up to `largest`; nothing if there are none or more than
    /// `MOST_HEAPS`.
    pub fn new(heaps: usize, largest: u64) -> Option<RecordLayout> {
        let width = match largest {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            0x1_0000..=0xffff_ffff => 4,
            _ => 8,
        };
        (1..=MOST_HEAPS).contains(&heaps).then_some(RecordLayout { heaps, width })
    }

    /// How many bytes a record has.
    pub fn bytes(self) -> usize {
        self.heaps * self.width
    }

    pub(crate) fn decode(self, record: &[u8], heaps: &mut Vec<u64>) {
        heaps.clear();
        let number = |bytes: &[u8]| bytes.iter().fold(0, |n: u64, byte| n << 8 | u64::from(*byte));
        heaps.extend(record.chunks_exact(self.width).map(number));
    }
}

/// What a checkpoint knows of a spool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpoolMark {
    /// How many positions.
    pub records: u64,
    /// The BLAKE3 hash of their bytes, as hexadecimal digits.
    pub hash: String,
}

/// Nobody else writes to it: the lock is held until the file is closed, whatever becomes of us.
fn alone(path: &Path, file: &File) -> Result<(), SpoolError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(SpoolError::InUse { path: path.to_path_buf() }),
        // Some file systems know no locks.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

/// Why a spool does not go on.
#[derive(Debug, thiserror::Error)]
pub enum SpoolError {
    /// The file system says no.
    #[error(transparent)]
    Io(#[from] FileProblem),
    /// Another process writes to it.
    #[error("another process is writing to {}: wait for it, or stop it", path.display())]
    InUse {
        /// Which file.
        path: PathBuf,
    },
    /// A position that the records have no room for.
    #[error("{} holds positions of {} heaps of {} bytes, and {heaps:?} is none", path.display(),
        layout.heaps, layout.width)]
    DoesNotFit {
        /// Which file.
        path: PathBuf,
        /// What it holds.
        layout: RecordLayout,
        /// The position.
        heaps: Vec<u64>,
    },
    /// It is shorter than the checkpoint says.
    #[error(
        "{} is truncated: it holds {found} positions, and the checkpoint counts {wanted}; copy it \
         again if it is a copy, or start again without resuming",
        path.display()
    )]
    Truncated {
        /// Which file.
        path: PathBuf,
        /// How many positions it holds.
        found: u64,
        /// How many it should hold.
        wanted: u64,
    },
    /// It does not begin with what the checkpoint says.
    #[error(
        "{} is corrupted, or belongs to another checkpoint; copy it again if it is a copy, or start \
         again without resuming",
        path.display()
    )]
    Corrupted {
        /// Which file.
        path: PathBuf,
    },
}

/// A file that positions are appended to.
#[derive(Debug)]
pub struct Spool {
    path: PathBuf,
    file: File,
    layout: RecordLayout,
    hasher: blake3::Hasher,
    block: Vec<u8>,
    /// Bytes that are in the file.
    written: u64,
    last: Vec<u8>,
    ascending: bool,
}

impl Spool {
    /// Begins an empty spool, in the place of whatever is there.
    ///
    /// # Errors
    /// [`SpoolError`] if the file system says no.
    pub fn create(path: &Path, layout: RecordLayout) -> Result<Spool, SpoolError> {
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let fail = FileProblem::of("write positions to", path);
        let file = options.open(path).map_err(&fail)?;
        alone(path, &file)?;
        file.set_len(0).and_then(|()| sync_folder(path)).map_err(fail)?;
        Ok(Spool::over(path, file, layout))
    }

    fn over(path: &Path, file: File, layout: RecordLayout) -> Spool {
        let (path, hasher) = (path.to_path_buf(), blake3::Hasher::new());
        let (block, last) = (Vec::with_capacity(BLOCK + layout.bytes()), Vec::new());
        Spool { path, file, layout, hasher, block, written: 0, last, ascending: true }
    }

    /// Opens the spool of a checkpoint, as it was then: later positions are cut off.
    ///
    /// # Errors
    /// [`SpoolError`] if it does not begin with what the mark says. Then the file is as it was.
    pub fn reopen(
        path: &Path,
        layout: RecordLayout,
        mark: &SpoolMark,
    ) -> Result<Spool, SpoolError> {
        let fail = FileProblem::of("go on with the positions in", path);
        let file = File::options().read(true).write(true).open(path).map_err(&fail)?;
        alone(path, &file)?;
        let record = layout.bytes();
        let found = file.metadata().map_err(&fail)?.len() / record as u64;
        let wanted = mark.records;
        if found < wanted {
            return Err(SpoolError::Truncated { path: path.to_path_buf(), found, wanted });
        }
        let mut spool = Spool::over(path, file, layout);
        let mut bytes = vec![0; (BLOCK / record).max(1) * record];
        while spool.written < wanted * record as u64 {
            let left = wanted * record as u64 - spool.written;
            let some = usize::try_from(left).map_or(bytes.len(), |left| left.min(bytes.len()));
            spool.file.read_exact(&mut bytes[..some]).map_err(&fail)?;
            bytes[..some].chunks_exact(record).for_each(|record| spool.look_at(record));
            spool.hasher.update(&bytes[..some]);
            spool.written += some as u64;
        }
        if spool.mark() != *mark {
            return Err(SpoolError::Corrupted { path: path.to_path_buf() });
        }
        spool.file.set_len(spool.written).map_err(fail)?;
        Ok(spool)
    }

    /// Appends a position. It is in the file for sure only after [`Spool::sync`].
    ///
    /// # Errors
    /// [`SpoolError`] if the position does not fit, or the file system says no.
    pub fn append(&mut self, heaps: &[u64]) -> Result<(), SpoolError> {
        let RecordLayout { heaps: count, width } = self.layout;
        let start = self.block.len();
        let mut fits = heaps.len() == count;
        for heap in heaps {
            let bytes = heap.to_be_bytes();
            fits &= bytes[..8 - width].iter().all(|byte| *byte == 0);
            self.block.extend_from_slice(&bytes[8 - width..]);
        }
        if !fits {
            self.block.truncate(start);
            let (path, layout) = (self.path.clone(), self.layout);
            return Err(SpoolError::DoesNotFit { path, layout, heaps: heaps.to_vec() });
        }
        let record = self.layout.bytes();
        if self.ascending {
            let before =
                start.checked_sub(record).map_or(&self.last[..], |at| &self.block[at..start]);
            self.ascending = *before <= self.block[start..];
        }
        if self.block.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    fn look_at(&mut self, record: &[u8]) {
        self.ascending &= self.last[..] <= *record;
        self.last.clear();
        self.last.extend_from_slice(record);
    }

    fn flush(&mut self) -> Result<(), SpoolError> {
        if let Err(error) = self.file.write_all(&self.block) {
            // What was written in part is forgotten, so that a second try begins at the same place.
            let _ = self.file.set_len(self.written);
            let _ = self.file.seek(SeekFrom::Start(self.written));
            return Err(FileProblem::new("write positions to", &self.path, error).into());
        }
        self.hasher.update(&self.block);
        self.written += self.block.len() as u64;
        if let Some(at) = self.block.len().checked_sub(self.layout.bytes()) {
            self.last.clear();
            self.last.extend_from_slice(&self.block[at..]);
        }
        self.block.clear();
        Ok(())
    }

    /// Brings everything to the disk; a checkpoint that keeps the mark can come back to this moment.
    ///
    /// # Errors
    /// [`SpoolError`] if the file system says no.
    pub fn sync(&mut self) -> Result<SpoolMark, SpoolError> {
        self.flush()?;
        self.file.sync_data().map_err(FileProblem::of("write positions to", &self.path))?;
        Ok(self.mark())
    }

    fn mark(&self) -> SpoolMark {
        let records = self.written / self.layout.bytes() as u64;
        SpoolMark { records, hash: self.hasher.finalize().to_hex().to_string() }
    }

    /// How many positions were appended.
    pub fn records(&self) -> u64 {
        (self.written + self.block.len() as u64) / self.layout.bytes() as u64
    }

    /// Whether the positions came in order, each at least as large as the one before.
    pub fn ascending(&self) -> bool {
        self.ascending
    }

    /// What the records are.
    pub(crate) fn layout(&self) -> RecordLayout {
        self.layout
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The positions from the first on.
    ///
    /// # Errors
    /// [`SpoolError`] if the file system says no.
    pub fn read(&mut self) -> Result<SpoolReader, SpoolError> {
        self.flush()?;
        let file = File::open(&self.path);
        let file = file.map_err(FileProblem::of("read positions from", &self.path))?;
        let input = BufReader::with_capacity(BLOCK, file).take(self.written);
        let (path, layout) = (self.path.clone(), self.layout);
        Ok(SpoolReader { path, input, layout, record: vec![0; layout.bytes()], heaps: Vec::new() })
    }

    /// Deletes the file.
    ///
    /// # Errors
    /// [`SpoolError`] if the file system says no.
    pub fn remove(self) -> Result<(), SpoolError> {
        Ok(std::fs::remove_file(&self.path).map_err(FileProblem::of("delete", &self.path))?)
    }
}

/// The positions of a spool, in the order of the file.
#[derive(Debug)]
pub struct SpoolReader {
    path: PathBuf,
    input: io::Take<BufReader<File>>,
    layout: RecordLayout,
    record: Vec<u8>,
    heaps: Vec<u64>,
}

impl SpoolReader {
    /// The next position; nothing after the last.
    ///
    /// # Errors
    /// [`FileProblem`] if the file system says no.
    #[allow(clippy::should_implement_trait)] // It lends.
    pub fn next(&mut self) -> Result<Option<&[u64]>, FileProblem> {
        if !self.next_record()? {
            return Ok(None);
        }
        self.layout.decode(&self.record, &mut self.heaps);
        Ok(Some(&self.heaps))
    }

    fn next_record(&mut self) -> Result<bool, FileProblem> {
        if self.input.limit() == 0 {
            return Ok(false);
        }
        let read = self.input.read_exact(&mut self.record);
        read.map_err(FileProblem::of("read positions from", &self.path))?;
        Ok(true)
    }

    /// The next record as it is in the file.
    pub(crate) fn next_bytes(&mut self) -> Result<Option<&[u8]>, FileProblem> {
        Ok(self.next_record()?.then_some(&self.record[..]))
    }
}
