//! What a file is: its kind, what it is about, and whether it is whole.
//!
//! Files are known by their first bytes, never by their names. A file of ours that is damaged is still
//! described as far as that goes, with the damage among its problems. Cost: opening it, or, if it is to be
//! verified, reading all of it.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::about::FileSubject;
use crate::checkpoint::{self, Checkpoint};
use crate::discoveries;
use crate::whole::FileProblem;

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// What an engine needs to go on.
    Checkpoint,
    /// A set of positions (Parquet).
    Positions,
    /// A table of values (Zarr).
    Table,
    /// Theorems that were found.
    Discoveries,
    /// A certificate of a theorem.
    Certificate,
}

impl FileKind {
    /// The kind in words.
    pub fn word(self) -> &'static str {
        match self {
            FileKind::Checkpoint => "checkpoint",
            FileKind::Positions => "positions",
            FileKind::Table => "table",
            FileKind::Discoveries => "discoveries",
            FileKind::Certificate => "certificate",
        }
    }
}

/// What a file is.
#[derive(Clone, Debug, PartialEq)]
pub struct FileDescription {
    /// Its kind.
    pub kind: FileKind,
    /// What it is about; of discoveries and certificates game, rule and program only.
    pub about: FileSubject,
    /// The names of the heaps.
    pub heaps: Vec<String>,
    /// How many rows of a set, positions of a table, theorems or sections.
    pub count: Option<u64>,
    /// How many sizes each heap of a table has.
    pub shape: Vec<u64>,
    /// The hash of the contents, as hexadecimal digits.
    pub hash: Option<String>,
    /// Further facts in words, by name.
    pub facts: Vec<(String, String)>,
    /// Whether everything was read and compared.
    pub verified: bool,
    /// What is wrong with it.
    pub problems: Vec<String>,
}

impl FileDescription {
    fn new(kind: FileKind) -> FileDescription {
        FileDescription {
            kind,
            about: FileSubject::default(),
            heaps: Vec::new(),
            count: None,
            shape: Vec::new(),
            hash: None,
            facts: Vec::new(),
            verified: false,
            problems: Vec::new(),
        }
    }

    fn fact(&mut self, name: &str, fact: impl ToString) {
        self.facts.push((name.to_string(), fact.to_string()));
    }
}

/// Why a file is not described.
#[derive(Debug, thiserror::Error)]
pub enum InfoError {
    /// The file system says no.
    #[error(transparent)]
    Io(#[from] FileProblem),
    /// None of ours.
    #[error(
        "{} is no file of ishitori: give a checkpoint, a set of positions (Parquet), a table (a Zarr \
         folder), a file of discoveries, or a certificate",
        path.display()
    )]
    Unknown {
        /// Which file.
        path: PathBuf,
    },
    /// This program was built without what reads it.
    #[error("{} is a {what} file, and this program was built without {what}", path.display())]
    LeftOut {
        /// Which file.
        path: PathBuf,
        /// `Parquet` or `Zarr`.
        what: &'static str,
    },
}

/// Says what a file is. With `verify` all of it is read and compared with its hashes.
///
/// # Errors
/// [`InfoError`] if it cannot be read, or is none of ours. Damage is no error here but a problem in the
/// description.
pub fn describe(path: &Path, verify: bool) -> Result<FileDescription, InfoError> {
    let fail = FileProblem::of("read", path);
    if fs::metadata(path).map_err(&fail)?.is_dir() {
        return if path.join("zarr.json").exists() {
            table(path, verify)
        } else {
            Err(InfoError::Unknown { path: path.to_path_buf() })
        };
    }
    let mut start = Vec::new();
    File::open(path).map_err(&fail)?.take(64).read_to_end(&mut start).map_err(&fail)?;
    let first = String::from_utf8_lossy(&start);
    let first = first.lines().next().unwrap_or_default();
    if checkpoint::begins(&start) {
        Ok(of_checkpoint(path))
    } else if start.starts_with(b"PAR1") {
        positions(path, verify)
    } else if first == discoveries::FIRST {
        Ok(of_discoveries(path))
    } else if first.starts_with("ishitori certificate ") {
        let text = fs::read(path).map_err(fail)?;
        Ok(certificate(&String::from_utf8_lossy(&text)))
    } else {
        Err(InfoError::Unknown { path: path.to_path_buf() })
    }
}

/// A checkpoint is always read to its end.
fn of_checkpoint(path: &Path) -> FileDescription {
    let mut info = FileDescription::new(FileKind::Checkpoint);
    match Checkpoint::open(path) {
        Err(error) => info.problems.push(error.to_string()),
        Ok(opened) => {
            info.about = opened.about().clone();
            info.fact("kind", opened.kind());
            info.count = Some(opened.sections().count() as u64);
            for (name, length) in opened.sections() {
                info.fact(&format!("section {name}"), format!("{length} bytes"));
            }
            info.verified = true;
        }
    }
    info
}

#[cfg(feature = "parquet")]
fn positions(path: &Path, verify: bool) -> Result<FileDescription, InfoError> {
    let mut info = FileDescription::new(FileKind::Positions);
    match crate::positions::Positions::open(path) {
        Err(crate::positions::PositionsError::Foreign { path, .. }) => {
            return Err(InfoError::Unknown { path });
        }
        Err(error) => info.problems.push(error.to_string()),
        Ok(mut set) => {
            let (spec, contents) = (set.spec().clone(), set.contents().clone());
            info.about = spec.about;
            info.heaps = spec.heaps;
            info.count = Some(contents.rows);
            info.hash = Some(contents.hash);
            info.fact("canonical", spec.canonical);
            let checked = if verify { set.verify() } else { Ok(()) };
            info.verified = verify && checked.is_ok();
            info.problems.extend(checked.err().map(|error| error.to_string()));
        }
    }
    Ok(info)
}

#[cfg(not(feature = "parquet"))]
fn positions(path: &Path, _: bool) -> Result<FileDescription, InfoError> {
    Err(InfoError::LeftOut { path: path.to_path_buf(), what: "Parquet" })
}

#[cfg(feature = "zarr")]
fn table(path: &Path, verify: bool) -> Result<FileDescription, InfoError> {
    let mut info = FileDescription::new(FileKind::Table);
    match crate::tables::StoredTable::open(path) {
        Err(crate::tables::TableError::Foreign { path, .. }) => {
            return Err(InfoError::Unknown { path });
        }
        Err(error) => info.problems.push(error.to_string()),
        Ok(mut table) => {
            let (spec, contents) = (table.spec().clone(), table.contents().clone());
            info.shape = table.shape().to_vec();
            info.about = spec.about;
            info.heaps = spec.heaps;
            info.count = Some(contents.positions);
            info.hash = Some(contents.hash);
            info.fact("shows", spec.shows);
            let checked = if verify { table.verify() } else { Ok(()) };
            info.verified = verify && checked.is_ok();
            info.problems.extend(checked.err().map(|error| error.to_string()));
        }
    }
    Ok(info)
}

#[cfg(not(feature = "zarr"))]
fn table(path: &Path, _: bool) -> Result<FileDescription, InfoError> {
    Err(InfoError::LeftOut { path: path.to_path_buf(), what: "Zarr" })
}

/// A file of discoveries is always read to its end. Its certificates are for the checker.
fn of_discoveries(path: &Path) -> FileDescription {
    let mut info = FileDescription::new(FileKind::Discoveries);
    match discoveries::read(path) {
        Err(error) => info.problems.push(error.to_string()),
        Ok((game, all)) => {
            info.about.game = game;
            info.count = Some(all.len() as u64);
            for found in &all {
                info.about.program.clone_from(&found.by);
                info.fact(&found.what, &found.statement);
            }
            info.verified = true;
        }
    }
    info
}

/// What the first lines of a certificate say. Whether it is right is for the checker.
fn certificate(text: &str) -> FileDescription {
    let mut info = FileDescription::new(FileKind::Certificate);
    let mut block = String::new();
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "|" if block == "rule" => info.about.rule += &format!("{rest}\n"),
            "|" if block == "claim" => info.fact("statement", rest),
            "game" => info.about.game = rest.to_string(),
            "heaps" => info.heaps = rest.split(' ').map(String::from).collect(),
            "claim" | "theorem" | "numeration" => info.fact(word, rest),
            "automaton" => break,
            _ => {}
        }
        if word != "|" {
            block = word.to_string();
        }
    }
    if !text.lines().next_back().is_some_and(|line| line.starts_with("end ")) {
        info.problems.push("its end is missing: copy it again, or prove the claim again".into());
    }
    info
}
