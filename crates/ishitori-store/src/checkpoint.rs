//! Checkpoints: what an engine needs to go on, in a file that is whole or refused.
//!
//! A checkpoint has a kind, says what it is [about](FileSubject), and holds sections: named byte strings that
//! the caller streams in and out, so none of them is ever in memory here. Everything is framed and hashed
//! (`frame`), and the file is written beside its place and renamed. Reading goes through the whole file
//! before it returns anything, and checks every byte once more when it is handed out: a checkpoint is
//! never half used. Cost: one BLAKE3 pass on writing, two on reading; a gigabyte a second or more.
//!
//! Whether it is a checkpoint of the same game, window and engine is the caller's to compare
//! ([`FileSubject::differences`]).

mod frame;

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use self::frame::{CheckpointDamage, FrameReader, FrameWriter, Tag};
use crate::about::FileSubject;
use crate::whole::{FileProblem, PartFile};

/// Whether a file begins as checkpoints do.
pub(crate) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(frame::MAGIC)
}

/// A part of a checkpoint to write.
pub struct Section<'a> {
    /// What it is asked for by.
    pub name: &'a str,
    /// Writes it.
    pub content: &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
}

/// Why a checkpoint is not used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file system says no.
    #[error(transparent)]
    Io(#[from] FileProblem),
    /// Not one of ours.
    #[error(
        "{} is no checkpoint of ishitori: give the path of one, or start without resuming",
        path.display()
    )]
    Foreign {
        /// Which file.
        path: PathBuf,
    },
    /// Another version's.
    #[error(
        "{} is a checkpoint of format {found}, and this program reads format {}: resume with the \
         program that wrote it, or start again without resuming",
        path.display(), frame::VERSION
    )]
    Version {
        /// Which file.
        path: PathBuf,
        /// The version of its format.
        found: u32,
    },
    /// Its end is missing.
    #[error(
        "{} is truncated, its end is missing: copy it again if it is a copy, or start again without \
         resuming",
        path.display()
    )]
    Truncated {
        /// Which file.
        path: PathBuf,
    },
    /// Some byte is not what was written.
    #[error(
        "{} is corrupted, near byte {at}: copy it again if it is a copy, or start again without \
         resuming",
        path.display()
    )]
    Corrupted {
        /// Which file.
        path: PathBuf,
        /// Where the damaged frame begins.
        at: u64,
    },
    /// A section is not there.
    #[error("{} has no section {name}: start again without resuming", path.display())]
    NoSection {
        /// Which file.
        path: PathBuf,
        /// What was asked for.
        name: String,
    },
}

/// Writes a checkpoint in the place of an earlier one.
///
/// # Errors
/// [`FileProblem`] if that fails, or a section's content does; an earlier checkpoint is as it was.
pub fn write(
    path: &Path,
    kind: &str,
    about: &FileSubject,
    sections: &mut [Section<'_>],
) -> Result<(), FileProblem> {
    let fail = FileProblem::of("write the checkpoint", path);
    let mut part = PartFile::create(path).map_err(&fail)?;
    fill(&part.file, kind, about, sections).and_then(|()| part.keep()).map_err(fail)
}

fn fill(
    file: &File,
    kind: &str,
    about: &FileSubject,
    sections: &mut [Section<'_>],
) -> io::Result<()> {
    // Frames are large, so this buffer only gathers heads.
    let mut out = FrameWriter::new(BufWriter::new(file))?;
    let head = json!({ "kind": kind, "about": about.to_json() });
    out.frame(Tag::About, head.to_string().as_bytes())?;
    let mut names = HashSet::new();
    for section in sections {
        if !names.insert(section.name) {
            let why = format!("it has two sections {}", section.name);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        out.frame(Tag::Section, section.name.as_bytes())?;
        (section.content)(&mut out)?;
    }
    out.end()?;
    Ok(())
}

/// A checkpoint that was read to its end and is whole.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    file: File,
    kind: String,
    about: FileSubject,
    sections: Vec<SectionPlace>,
}

/// Where a section is.
#[derive(Clone, Debug)]
struct SectionPlace {
    name: String,
    length: u64,
    frame: u64,
    at: u64,
}

impl Checkpoint {
    /// Opens a checkpoint and reads all of it.
    ///
    /// # Errors
    /// [`CheckpointError`], which says what is wrong with it and what to do.
    pub fn open(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let fail = FileProblem::of("read the checkpoint", path);
        let file = File::open(path).map_err(fail)?;
        survey(path, file).map_err(|damage| refusal(path, damage))
    }

    /// What kind of checkpoint: the word that was given to [`write()`].
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// What it is about.
    pub fn about(&self) -> &FileSubject {
        &self.about
    }

    /// The names and lengths of the sections, in their order.
    pub fn sections(&self) -> impl Iterator<Item = (&str, u64)> {
        self.sections.iter().map(|place| (place.name.as_str(), place.length))
    }

    /// A section, to be read from its beginning. One at a time.
    ///
    /// # Errors
    /// [`CheckpointError`] if there is none of that name, or the file cannot be read any more.
    pub fn section(&mut self, name: &str) -> Result<SectionReader<'_>, CheckpointError> {
        let Some(place) = self.sections.iter().find(|place| place.name == name) else {
            return Err(CheckpointError::NoSection { path: self.path.clone(), name: name.into() });
        };
        let fail = FileProblem::of("read the checkpoint", &self.path);
        self.file.seek(SeekFrom::Start(place.at)).map_err(fail)?;
        let frames = FrameReader::within(BufReader::new(&self.file), place.frame, place.at);
        let (path, left) = (&self.path, place.length);
        Ok(SectionReader { path, frames, block: Vec::new(), used: 0, left })
    }
}

fn survey(path: &Path, file: File) -> Result<Checkpoint, CheckpointDamage> {
    let mut frames = FrameReader::new(BufReader::new(&file))?;
    let mut bytes = Vec::new();
    let corrupted = |at| CheckpointDamage::Corrupted(at);
    if frames.next(&mut bytes)? != Tag::About {
        return Err(corrupted(frames.place().1));
    }
    let head: Option<Value> = serde_json::from_slice(&bytes).ok();
    let head = head.and_then(|head| {
        Some((head.get("kind")?.as_str()?.to_string(), FileSubject::from_json(head.get("about")?)?))
    });
    let (kind, about) = head.ok_or_else(|| corrupted(frames.place().1))?;
    let mut sections: Vec<SectionPlace> = Vec::new();
    loop {
        match (frames.next(&mut bytes)?, sections.last_mut()) {
            (Tag::Data, Some(section)) => section.length += bytes.len() as u64,
            (Tag::Section, _) => {
                let (frame, at) = frames.place();
                let name = String::from_utf8(bytes.clone()).map_err(|_| corrupted(at))?;
                sections.push(SectionPlace { name, length: 0, frame, at });
            }
            (Tag::End, _) => break,
            (Tag::About, _) | (Tag::Data, None) => return Err(corrupted(frames.place().1)),
        }
    }
    frames.nothing_left()?;
    Ok(Checkpoint { path: path.to_path_buf(), file, kind, about, sections })
}

fn refusal(path: &Path, damage: CheckpointDamage) -> CheckpointError {
    let problem = |error| FileProblem::new("read the checkpoint", path, error);
    let path = path.to_path_buf();
    match damage {
        CheckpointDamage::Io(error) => problem(error).into(),
        CheckpointDamage::Foreign => CheckpointError::Foreign { path },
        CheckpointDamage::Version(found) => CheckpointError::Version { path, found },
        CheckpointDamage::Truncated => CheckpointError::Truncated { path },
        CheckpointDamage::Corrupted(at) => CheckpointError::Corrupted { path, at },
    }
}

/// The bytes of a section. Every frame is checked again before its bytes are handed out.
pub struct SectionReader<'c> {
    path: &'c Path,
    frames: FrameReader<BufReader<&'c File>>,
    block: Vec<u8>,
    used: usize,
    left: u64,
}

impl SectionReader<'_> {
    /// How many bytes are still to be read.
    pub fn left(&self) -> u64 {
        self.left
    }
}

impl Read for SectionReader<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 || out.is_empty() {
            return Ok(0);
        }
        if self.used == self.block.len() {
            self.used = 0;
            let next = self.frames.next(&mut self.block);
            let wrong = |damage| io::Error::other(refusal(self.path, damage));
            if next.map_err(wrong)? != Tag::Data || self.block.is_empty() {
                return Err(wrong(CheckpointDamage::Corrupted(self.frames.place().1)));
            }
        }
        let some = out.len().min(self.block.len() - self.used);
        out[..some].copy_from_slice(&self.block[self.used..self.used + some]);
        self.used += some;
        self.left = self.left.saturating_sub(some as u64);
        Ok(some)
    }
}
