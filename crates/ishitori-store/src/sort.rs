//! Brings the positions of a spool in order, with as much memory as is given.
//!
//! An external merge sort: parts that fit into memory are sorted and written as runs, one after another
//! into one file beside the spool, and merged while the caller reads. If there are more runs than buffers
//! fit into memory, they are merged in rounds. A spool that came in order, as that of most engines on one
//! thread, is only read. Cost: reading and writing the positions once a round, one round up to
//! thousands of times the memory, and as much space on the disk again as the spool takes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::spool::{RecordLayout, Spool, SpoolError, SpoolReader};
use crate::whole::{FileProblem, beside};

/// A run is read in pieces of at least this many bytes.
const PIECE: usize = 1 << 16;

/// The positions of a spool in order: by the first heap, then by the second, and so on.
#[derive(Debug)]
pub struct SortedSpool {
    layout: RecordLayout,
    path: PathBuf,
    merge: RunMerge,
    heaps: Vec<u64>,
}

/// Sorts a spool with about `memory` bytes. Equal positions stay as often as they are there.
///
/// # Errors
/// [`SpoolError`] if the file system says no; nothing is left beside the spool then.
pub fn sorted(spool: &mut Spool, memory: u64) -> Result<SortedSpool, SpoolError> {
    let memory = usize::try_from(memory).unwrap_or(usize::MAX).max(2 * PIECE);
    let (layout, path) = (spool.layout(), spool.path().to_path_buf());
    let fail = FileProblem::of("sort the positions in", &path);
    let mut input = spool.read()?;
    let merge = if spool.ascending() {
        let whole = SortedRun { at: 0, left: spool.records() * layout.bytes() as u64 };
        let file = File::open(&path).map_err(&fail)?;
        RunMerge::new(ScratchFile { file, path: None }, vec![whole], layout.bytes(), memory)
    } else {
        by_runs(&mut input, &path, layout, memory)
    };
    let merge = merge.map_err(fail)?;
    Ok(SortedSpool { layout, path, merge, heaps: Vec::new() })
}

impl SortedSpool {
    /// The next position; nothing after the last.
    ///
    /// # Errors
    /// [`FileProblem`] if the file system says no.
    #[allow(clippy::should_implement_trait)] // It lends.
    pub fn next(&mut self) -> Result<Option<&[u64]>, FileProblem> {
        let fail = FileProblem::of("sort the positions in", &self.path);
        let Some(record) = self.merge.next().map_err(fail)? else { return Ok(None) };
        self.layout.decode(record, &mut self.heaps);
        Ok(Some(&self.heaps))
    }
}

fn by_runs(
    input: &mut SpoolReader,
    path: &Path,
    layout: RecordLayout,
    memory: usize,
) -> io::Result<RunMerge> {
    let mut scratch = ScratchFile::create(&beside(path, ".runs"))?;
    let mut runs = write_runs(input, &mut scratch.file, layout.bytes(), memory)?;
    let most = (memory / PIECE).max(2);
    let mut round = 0;
    while runs.len() > most {
        round += 1;
        let mut next = ScratchFile::create(&beside(path, &format!(".runs{round}")))?;
        let mut out = BufWriter::with_capacity(PIECE, &next.file);
        let mut merged = Vec::new();
        for some in runs.chunks(most) {
            let (at, left) = (some[0].at, some.iter().map(|run| run.left).sum());
            merged.push(SortedRun { at, left });
            let mut merge = RunMerge::new(scratch, some.to_vec(), layout.bytes(), memory)?;
            while let Some(record) = merge.next()? {
                out.write_all(record)?;
            }
            scratch = merge.scratch;
        }
        out.flush()?;
        drop(out);
        next.file.rewind()?;
        (scratch, runs) = (next, merged);
    }
    RunMerge::new(scratch, runs, layout.bytes(), memory)
}

/// Sorted records somewhere in a file.
#[derive(Clone, Debug)]
struct SortedRun {
    at: u64,
    left: u64,
}

fn write_runs(
    input: &mut SpoolReader,
    file: &mut File,
    record: usize,
    memory: usize,
) -> io::Result<Vec<SortedRun>> {
    // Records become arrays of words: sorting these is several times as fast as sorting slices.
    match record.div_ceil(8) {
        1 => words::<1>(input, file, record, memory),
        2 => words::<2>(input, file, record, memory),
        3 => words::<3>(input, file, record, memory),
        4 => words::<4>(input, file, record, memory),
        5..=8 => words::<8>(input, file, record, memory),
        9..=16 => words::<16>(input, file, record, memory),
        17..=32 => words::<32>(input, file, record, memory),
        _ => words::<64>(input, file, record, memory),
    }
}

fn words<const N: usize>(
    input: &mut SpoolReader,
    file: &mut File,
    record: usize,
    memory: usize,
) -> io::Result<Vec<SortedRun>> {
    let most = (memory / (8 * N)).max(1);
    let mut out = BufWriter::with_capacity(PIECE, file);
    let mut keys: Vec<[u64; N]> = Vec::new();
    let (mut runs, mut at) = (Vec::new(), 0);
    loop {
        let next = input.next_bytes().map_err(|problem| problem.error)?;
        if let Some(bytes) = next {
            if keys.len() == keys.capacity() {
                // Growing by doubling would take three times the memory that was given.
                let more = if keys.is_empty() { most.min(1 << 16) } else { keys.len() };
                keys.reserve_exact(more.min(most - keys.len()).max(1));
            }
            keys.push(pack(bytes));
        }
        if keys.len() == most || (next.is_none() && !keys.is_empty()) {
            keys.sort_unstable();
            for key in &keys {
                out.write_all(&unpack(key)[..record])?;
            }
            let left = (keys.len() * record) as u64;
            runs.push(SortedRun { at, left });
            at += left;
            keys.clear();
        }
        if next.is_none() {
            out.flush()?;
            return Ok(runs);
        }
    }
}

fn pack<const N: usize>(record: &[u8]) -> [u64; N] {
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(record.chunks(8)) {
        let mut padded = [0; 8];
        padded[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_be_bytes(padded);
    }
    words
}

fn unpack<const N: usize>(words: &[u64; N]) -> [u8; 512] {
    let mut bytes = [0; 512];
    for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

/// A file that is deleted afterwards; the spool itself has no path here.
#[derive(Debug)]
struct ScratchFile {
    file: File,
    path: Option<PathBuf>,
}

impl ScratchFile {
    fn create(path: &Path) -> io::Result<ScratchFile> {
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(true).open(path)?;
        Ok(ScratchFile { file, path: Some(path.to_path_buf()) })
    }
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
        }
    }
}

/// Several runs as one.
#[derive(Debug)]
struct RunMerge {
    scratch: ScratchFile,
    runs: Vec<RunReader>,
    /// The first record of every run that has one; equal ones in the order of the runs.
    heap: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
    record: Vec<u8>,
}

/// A run and what was read of it.
#[derive(Debug)]
struct RunReader {
    run: SortedRun,
    piece: Vec<u8>,
    used: usize,
}

impl RunMerge {
    fn new(
        scratch: ScratchFile,
        runs: Vec<SortedRun>,
        record: usize,
        memory: usize,
    ) -> io::Result<RunMerge> {
        let room = (memory / runs.len().max(1)).clamp(PIECE, PIECE << 4) / record * record;
        let source = |run| RunReader { run, piece: Vec::with_capacity(room), used: 0 };
        let runs: Vec<RunReader> = runs.into_iter().map(source).collect();
        let heap = BinaryHeap::with_capacity(runs.len());
        let mut merge = RunMerge { scratch, runs, heap, record: vec![0; record] };
        for nth in 0..merge.runs.len() {
            let mut first = vec![0; record];
            if merge.runs[nth].next(&mut merge.scratch.file, &mut first)? {
                merge.heap.push(Reverse((first, nth)));
            }
        }
        Ok(merge)
    }

    fn next(&mut self) -> io::Result<Option<&[u8]>> {
        let Some(mut top) = self.heap.peek_mut() else { return Ok(None) };
        let Reverse((smallest, nth)) = &mut *top;
        self.record.copy_from_slice(smallest);
        if !self.runs[*nth].next(&mut self.scratch.file, smallest)? {
            std::collections::binary_heap::PeekMut::pop(top);
        }
        Ok(Some(&self.record))
    }
}

impl RunReader {
    fn next(&mut self, file: &mut File, record: &mut [u8]) -> io::Result<bool> {
        if self.used == self.piece.len() {
            if self.run.left == 0 {
                return Ok(false);
            }
            let room = self.piece.capacity() / record.len() * record.len();
            let some = usize::try_from(self.run.left).map_or(room, |left| left.min(room));
            self.piece.resize(some, 0);
            file.seek(SeekFrom::Start(self.run.at))?;
            file.read_exact(&mut self.piece)?;
            self.run.at += some as u64;
            self.run.left -= some as u64;
            self.used = 0;
        }
        record.copy_from_slice(&self.piece[self.used..self.used + record.len()]);
        self.used += record.len();
        Ok(true)
    }
}
