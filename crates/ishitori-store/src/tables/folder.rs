//! A folder that is whole or not there.
//!
//! It is written beside its place (`.part`), brought to the disk and renamed. A folder that is not
//! empty cannot be replaced in one step, so the old one is first moved aside (`.ishitori-replaced`) and
//! deleted last. A crash between the two renames leaves the old one there under that name; a failed
//! rename puts it back. Only our own tables and empty folders are replaced, never anything else. For
//! single files, where one rename is enough, see `whole.rs`.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::FORMAT;
use crate::whole::{beside, sync_folder};

/// A folder that is being written beside its place; removed unless it is kept.
pub(super) struct PartFolder {
    pub(super) part: PathBuf,
    path: PathBuf,
    kept: bool,
}

impl PartFolder {
    /// Begins a folder.
    pub(super) fn create(path: &Path) -> io::Result<PartFolder> {
        let there = fs::symlink_metadata(path).is_ok();
        // Only what is ours, even if damaged, or an empty folder.
        let ours = |bytes: Vec<u8>| bytes.windows(FORMAT.len()).any(|w| w == FORMAT.as_bytes());
        let replaceable = fs::read(path.join("zarr.json")).is_ok_and(ours)
            || fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
        if there && !replaceable {
            let why = "something else is there: choose another name, or delete it first";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
        }
        let part = beside(path, ".part");
        remove(&part)?;
        fs::create_dir(&part)?;
        Ok(PartFolder { part, path: path.to_path_buf(), kept: false })
    }

    /// Puts it into its place. What was there is moved aside first and deleted afterwards: a folder that
    /// is not empty cannot be replaced in one step.
    pub(super) fn keep(mut self) -> io::Result<()> {
        sync_all(&self.part)?;
        let old = beside(&self.path, ".ishitori-replaced");
        let there = fs::symlink_metadata(&self.path).is_ok();
        if there {
            remove(&old)?;
            fs::rename(&self.path, &old)?;
        }
        if let Err(error) = fs::rename(&self.part, &self.path) {
            if there {
                let _ = fs::rename(&old, &self.path);
            }
            return Err(error);
        }
        self.kept = true;
        sync_folder(&self.path)?;
        if there { remove(&old) } else { Ok(()) }
    }
}

impl Drop for PartFolder {
    fn drop(&mut self) {
        if !self.kept {
            let _ = remove(&self.part);
        }
    }
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Brings the entries of a folder and of those in it to the disk. Zarr's writer has done so for the
/// files.
fn sync_all(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_all(&entry.path())?;
        }
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if cfg!(windows) || error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}
