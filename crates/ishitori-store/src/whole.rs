//! Files that are whole or not there, and what to say when the file system says no.
//!
//! A file is written beside its place (`name.part`), brought to the disk, and renamed: whoever looks
//! sees the old one or the new one, also after a crash. If anything fails, the part is removed and the
//! old file is as it was.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The file system says no.
#[derive(Debug, thiserror::Error)]
#[error("cannot {doing} {}: {error}{}", path.display(), advice(error))]
pub struct FileProblem {
    /// What was tried, as `write the checkpoint`.
    pub doing: &'static str,
    /// Which file.
    pub path: PathBuf,
    /// What the file system says.
    pub error: io::Error,
}

impl FileProblem {
    pub(crate) fn new(doing: &'static str, path: &Path, error: io::Error) -> FileProblem {
        FileProblem { doing, path: path.to_path_buf(), error }
    }

    /// The same as a closure for `map_err`.
    pub(crate) fn of(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> FileProblem {
        move |error| FileProblem::new(doing, path, error)
    }
}

/// What a person can do about it.
fn advice(error: &io::Error) -> &'static str {
    use io::ErrorKind;
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            ". Free some space or choose another folder; what was there before is unchanged"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            ". Choose a folder that you may write to, or change its permissions"
        }
        ErrorKind::NotFound | ErrorKind::NotADirectory => ". Look at the path for a slip",
        ErrorKind::IsADirectory => ". It is a folder: give the path of a file",
        _ => "",
    }
}

/// A file that is being written beside its place; removed unless it is kept.
#[derive(Debug)]
pub(crate) struct PartFile {
    pub(crate) file: File,
    part: PathBuf,
    path: PathBuf,
    kept: bool,
}

impl PartFile {
    /// Begins a file, which can also be read.
    pub(crate) fn create(path: &Path) -> io::Result<PartFile> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let part = beside(path, ".part");
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(true).open(&part)?;
        Ok(PartFile { file, part, path: path.to_path_buf(), kept: false })
    }

    /// Brings it to the disk and puts it into its place.
    pub(crate) fn keep(&mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.part, &self.path)?;
        self.kept = true;
        sync_folder(&self.path)
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.kept {
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// The path with something after its name.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    // `table.zarr/` is written `table.zarr.part`, not `table.zarr/.part`.
    if let Some(plain) = path.file_name() {
        name = path.with_file_name(plain).into_os_string();
    }
    name.push(ending);
    PathBuf::from(name)
}

/// Brings a new or renamed entry of a folder to the disk.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some systems do not open folders, some file systems do not sync them.
        Err(error) if cfg!(windows) || error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// A file that is written like every other here: it is in its place when it is finished, and leaves
/// nothing when it is dropped before.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    out: BufWriter<File>,
    part: PartFile,
}

impl WholeFile {
    /// Begins a file beside its place.
    ///
    /// # Errors
    /// [`FileProblem`] if that is not possible.
    pub fn create(path: &Path) -> Result<WholeFile, FileProblem> {
        let begun = PartFile::create(path).and_then(|part| Ok((part.file.try_clone()?, part)));
        let (file, part) = begun.map_err(FileProblem::of("write", path))?;
        Ok(WholeFile { path: path.to_path_buf(), out: BufWriter::new(file), part })
    }

    /// Puts it into its place.
    ///
    /// # Errors
    /// [`FileProblem`] if the file system says no; an earlier file is as it was.
    pub fn finish(mut self) -> Result<(), FileProblem> {
        let kept = self.out.flush().and_then(|()| self.part.keep());
        kept.map_err(FileProblem::of("write", &self.path))
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Seek for WholeFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.out.seek(to)
    }
}
