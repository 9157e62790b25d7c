//! The frames a checkpoint is made of.
//!
//! ```text
//! file   = magic (12) version (4) check (4) frame* end
//! frame  = tag (1) check (3) length (4) hash (32) bytes (length)
//! ```
//!
//! Numbers are little endian. The check of a head is the beginning of the BLAKE3 hash of everything else
//! in it and of the number of the frame, so that a wrong length is not mistaken for a file that was cut
//! off; the hash is that of the frame's bytes. The end holds the hash of the preamble and of all heads:
//! these hold the hashes of all bytes, so one pass makes the whole file strong, and a frame can still be
//! checked alone.

use std::io::{self, Read, Write};

/// The first bytes of every checkpoint, whatever its version; the newline shows text-mode accidents.
pub(super) const MAGIC: &[u8; 12] = b"ishitori\xc3\r\n\x1a";

/// The version of this format.
pub(super) const VERSION: u32 = 1;

/// A longer frame is none of ours; a writer makes them [`BLOCK`] long.
const LONGEST: u32 = 1 << 26;

/// Data is framed in blocks of this many bytes.
const BLOCK: usize = 1 << 20;

const HEAD: usize = 40;

/// What a frame holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// Kind and [`crate::FileSubject`] as JSON.
    About = 1,
    /// The name of a section.
    Section = 2,
    /// Some of its bytes.
    Data = 3,
    /// The hash of all heads.
    End = 4,
}

/// In what way a file is not a checkpoint that can be used.
#[derive(Debug)]
pub(super) enum CheckpointDamage {
    Io(io::Error),
    Foreign,
    Version(u32),
    Truncated,
    Corrupted(u64),
}

/// Ending too early is a kind of damage, everything else the file system's.
impl From<io::Error> for CheckpointDamage {
    fn from(error: io::Error) -> CheckpointDamage {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => CheckpointDamage::Truncated,
            _ => CheckpointDamage::Io(error),
        }
    }
}

/// Writes frames; bytes written to it become data.
pub(super) struct FrameWriter<W> {
    out: W,
    heads: blake3::Hasher,
    frames: u64,
    block: Vec<u8>,
}

impl<W: Write> FrameWriter<W> {
    pub(super) fn new(mut out: W) -> io::Result<Self> {
        let preamble = preamble();
        out.write_all(&preamble)?;
        let mut heads = blake3::Hasher::new();
        heads.update(&preamble);
        Ok(FrameWriter { out, heads, frames: 0, block: Vec::with_capacity(BLOCK) })
    }

    pub(super) fn frame(&mut self, tag: Tag, bytes: &[u8]) -> io::Result<()> {
        self.flush()?;
        self.put(tag, bytes)
    }

    fn put(&mut self, tag: Tag, bytes: &[u8]) -> io::Result<()> {
        let length = u32::try_from(bytes.len()).ok().filter(|length| *length <= LONGEST);
        let too_long =
            || io::Error::new(io::ErrorKind::InvalidInput, "what it is about is too long");
        let head = head(self.frames, tag as u8, length.ok_or_else(too_long)?, bytes);
        self.heads.update(&head);
        self.frames += 1;
        self.out.write_all(&head)?;
        self.out.write_all(bytes)
    }

    pub(super) fn end(mut self) -> io::Result<W> {
        self.flush()?;
        let hash = *self.heads.finalize().as_bytes();
        self.put(Tag::End, &hash)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

impl<W: Write> Write for FrameWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let some = bytes.len().min(BLOCK - self.block.len());
        self.block.extend_from_slice(&bytes[..some]);
        if self.block.len() == BLOCK {
            self.flush()?;
        }
        Ok(some)
    }

    /// Frames what there is.
    fn flush(&mut self) -> io::Result<()> {
        if self.block.is_empty() {
            return Ok(());
        }
        let block = std::mem::take(&mut self.block);
        let put = self.put(Tag::Data, &block);
        self.block = block;
        self.block.clear();
        put
    }
}

/// Reads frames, and lets no byte out that is not the one that was written.
pub(super) struct FrameReader<R> {
    input: R,
    heads: blake3::Hasher,
    frames: u64,
    at: u64,
}

impl<R: Read> FrameReader<R> {
    /// Reads the preamble.
    pub(super) fn new(mut input: R) -> Result<Self, CheckpointDamage> {
        let wanted = preamble();
        let mut found = Vec::with_capacity(wanted.len());
        (&mut input).take(wanted.len() as u64).read_to_end(&mut found)?;
        let magic = found.len().min(MAGIC.len());
        if found[..magic] != MAGIC[..magic] {
            return Err(CheckpointDamage::Foreign);
        }
        if found.len() < wanted.len() {
            return Err(CheckpointDamage::Truncated);
        }
        let check = blake3::hash(&found[..16]);
        if found[16..] != check.as_bytes()[..4] {
            return Err(CheckpointDamage::Corrupted(MAGIC.len() as u64));
        }
        let version = u32::from_le_bytes([found[12], found[13], found[14], found[15]]);
        if version != VERSION {
            return Err(CheckpointDamage::Version(version));
        }
        let mut heads = blake3::Hasher::new();
        heads.update(&found);
        Ok(FrameReader { input, heads, frames: 0, at: found.len() as u64 })
    }

    /// Continues at the frame of a number, at its place in the file, of a file known to be whole.
    pub(super) fn within(input: R, frames: u64, at: u64) -> Self {
        FrameReader { input, heads: blake3::Hasher::new(), frames, at }
    }

    /// The number of the next frame and its place.
    pub(super) fn place(&self) -> (u64, u64) {
        (self.frames, self.at)
    }

    /// Reads a frame; its bytes are in `bytes`.
    pub(super) fn next(&mut self, bytes: &mut Vec<u8>) -> Result<Tag, CheckpointDamage> {
        let corrupted = CheckpointDamage::Corrupted(self.at);
        let mut found = [0; HEAD];
        self.input.read_exact(&mut found)?;
        let length = u32::from_le_bytes([found[4], found[5], found[6], found[7]]);
        let tag = match found[0] {
            1 => Tag::About,
            2 => Tag::Section,
            3 => Tag::Data,
            4 => Tag::End,
            _ => return Err(corrupted),
        };
        if found[1..4] != check(self.frames, found[0], length) || length > LONGEST {
            return Err(corrupted);
        }
        bytes.clear();
        (&mut self.input).take(u64::from(length)).read_to_end(bytes)?;
        if bytes.len() < length as usize {
            return Err(CheckpointDamage::Truncated);
        }
        if head(self.frames, found[0], length, bytes) != found {
            return Err(corrupted);
        }
        if tag == Tag::End && bytes[..] != self.heads.finalize().as_bytes()[..] {
            return Err(corrupted);
        }
        self.heads.update(&found);
        self.frames += 1;
        self.at += (HEAD + bytes.len()) as u64;
        Ok(tag)
    }

    /// After the end there is nothing.
    pub(super) fn nothing_left(&mut self) -> Result<(), CheckpointDamage> {
        match self.input.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(CheckpointDamage::Corrupted(self.at)),
        }
    }
}

fn preamble() -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    let check = blake3::hash(&bytes);
    bytes.extend_from_slice(&check.as_bytes()[..4]);
    bytes
}

fn head(number: u64, tag: u8, length: u32, bytes: &[u8]) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[0] = tag;
    head[1..4].copy_from_slice(&check(number, tag, length));
    head[4..8].copy_from_slice(&length.to_le_bytes());
    head[8..].copy_from_slice(blake3::hash(bytes).as_bytes());
    head
}

fn check(number: u64, tag: u8, length: u32) -> [u8; 3] {
    let mut bytes = [0; 13];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    bytes[8] = tag;
    bytes[9..].copy_from_slice(&length.to_le_bytes());
    let hash = blake3::hash(&bytes);
    let hash = hash.as_bytes();
    [hash[0], hash[1], hash[2]]
}
