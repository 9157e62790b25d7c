//! Numbers and texts as bytes, least significant byte first.
//!
//! The same on every machine, and without lengths of tables: these follow from the plan, so a reader never
//! takes more memory than planned because of what it reads. Only short texts have a length, of two bytes.
//! What is missing, too long or out of range is a [`StateError`], never a panic; wrong cells are found by
//! the checksum of whoever keeps the file. Cost: tables go through a block of 4 KB, about as fast as copying.

use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};

use super::error::StateError;

/// How much is written or read at a time.
const BUFFER: usize = 1 << 16;

/// How many bytes are made of numbers at a time.
const BLOCK: usize = 1 << 12;

/// Where a state is written.
pub(crate) struct StateWriter<'a>(BufWriter<&'a mut dyn Write>);

impl<'a> StateWriter<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        StateWriter(BufWriter::with_capacity(BUFFER, out))
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }

    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    pub(crate) fn u8(&mut self, number: u8) -> io::Result<()> {
        self.bytes(&[number])
    }

    #[inline]
    pub(crate) fn u16(&mut self, number: u16) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    #[inline]
    pub(crate) fn u32(&mut self, number: u32) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    #[inline]
    pub(crate) fn u64(&mut self, number: u64) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    pub(crate) fn size(&mut self, number: usize) -> io::Result<()> {
        self.u64(number as u64)
    }

    // Tables have gigabytes: a block of numbers at a time is as fast as copying them.
    pub fn words(&mut self, words: &[u64]) -> io::Result<()> {
        let mut block = [0; BLOCK];
        words.chunks(BLOCK / 8).try_for_each(|words| {
            let bytes = &mut block[..8 * words.len()];
            let places = bytes.chunks_exact_mut(8).zip(words);
            places.for_each(|(place, word)| place.copy_from_slice(&word.to_le_bytes()));
            self.bytes(bytes)
        })
    }

    pub(crate) fn shorts(&mut self, shorts: &[u16]) -> io::Result<()> {
        let mut block = [0; BLOCK];
        shorts.chunks(BLOCK / 2).try_for_each(|shorts| {
            let bytes = &mut block[..2 * shorts.len()];
            let places = bytes.chunks_exact_mut(2).zip(shorts);
            places.for_each(|(place, short)| place.copy_from_slice(&short.to_le_bytes()));
            self.bytes(bytes)
        })
    }

    /// A short text.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.u16(u16::try_from(text.len()).map_err(|_| ErrorKind::InvalidInput)?)?;
        self.bytes(text.as_bytes())
    }
}

/// Where a state is read. In a box, so that a long-lived one does where a short-lived one is wanted.
pub(crate) struct StateReader<'a>(BufReader<Box<dyn Read + 'a>>);

impl<'a> StateReader<'a> {
    pub(super) fn new(reader: &'a mut dyn Read) -> Self {
        StateReader(BufReader::with_capacity(BUFFER, Box::new(reader)))
    }

    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &mut [u8]) -> Result<(), StateError> {
        self.0.read_exact(bytes).map_err(failed)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], StateError> {
        let mut bytes = [0; N];
        self.bytes(&mut bytes)?;
        Ok(bytes)
    }

    #[inline]
    pub(crate) fn u8(&mut self) -> Result<u8, StateError> {
        Ok(self.array::<1>()?[0])
    }

    #[inline]
    pub(crate) fn u16(&mut self) -> Result<u16, StateError> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    #[inline]
    pub(crate) fn u32(&mut self) -> Result<u32, StateError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    #[inline]
    pub(crate) fn u64(&mut self) -> Result<u64, StateError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub(crate) fn flag(&mut self) -> Result<bool, StateError> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(StateError::Damaged("a flag is neither 0 nor 1")),
        }
    }

    /// A number of steps from `least` to `most`.
    pub(crate) fn step(&mut self, least: u64, most: u64) -> Result<u64, StateError> {
        let step = self.u64()?;
        let fits = (least..=most).contains(&step);
        fits.then_some(step).ok_or(StateError::Damaged("it is ahead of or behind all the work"))
    }

    /// The same where steps are places in memory.
    pub(crate) fn place(&mut self, most: usize) -> Result<usize, StateError> {
        Ok(usize::try_from(self.step(0, most as u64)?).expect("at most `most`"))
    }

    pub fn words(&mut self, words: &mut [u64]) -> Result<(), StateError> {
        let mut block = [0; BLOCK];
        words.chunks_mut(BLOCK / 8).try_for_each(|words| {
            let bytes = &mut block[..8 * words.len()];
            self.bytes(bytes)?;
            for (place, word) in bytes.chunks_exact(8).zip(words) {
                *word = u64::from_le_bytes(place.try_into().expect("eight bytes"));
            }
            Ok(())
        })
    }

    /// A short text.
    pub(crate) fn text(&mut self) -> Result<String, StateError> {
        let mut bytes = vec![0; usize::from(self.u16()?)];
        self.bytes(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| StateError::Damaged("a text is not UTF-8"))
    }

    /// There must be nothing more.
    pub(crate) fn end(mut self) -> Result<(), StateError> {
        let rest = self.0.fill_buf().map_err(failed)?;
        if rest.is_empty() { Ok(()) } else { Err(StateError::TooLong) }
    }
}

#[cold]
fn failed(error: io::Error) -> StateError {
    match error.kind() {
        ErrorKind::UnexpectedEof => StateError::Truncated,
        _ => StateError::Unreadable(error.to_string()),
    }
}
