//! NumPy's `.npy`, version 1.0: a short head, then the numbers, little endian, row by row.
//!
//! The head has a fixed length, 2,048 bytes padded with spaces, so the number of rows can be written
//! into it at the end, when it is known. Values have 64 bits, signed with -1 for no position; heaps are
//! unsigned. Cost: a buffer in memory, eight bytes a number in the file. There are no hashes and no
//! word about the game in it: `tables` and `positions` have these.

use std::io::{self, BufWriter, Seek, SeekFrom, Write};

/// The head has this many bytes, enough for 64 dimensions; NumPy wants a multiple of 64.
const HEAD: usize = 2048;

/// The head of an array, padded to [`HEAD`] bytes.
fn head(kind: &str, shape: &[u64]) -> io::Result<Vec<u8>> {
    // A tuple of one has a comma at its end.
    let shape: String = shape.iter().map(|size| format!("{size}, ")).collect();
    let text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&((HEAD - 10) as u16).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    if bytes.len() >= HEAD {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "too many dimensions for .npy"));
    }
    bytes.resize(HEAD - 1, b' ');
    bytes.push(b'\n');
    Ok(bytes)
}

/// Writes a table over the box from `lower` to `upper` as an array of signed 64-bit numbers, with -1
/// where there is no position. `value` is asked row by row.
///
/// # Errors
/// If the output says no, `value` does, or there is no such box.
pub fn write_npy_table(
    out: &mut dyn Write,
    lower: &[u64],
    upper: &[u64],
    value: &mut dyn FnMut(&[u64]) -> io::Result<Option<u32>>,
) -> io::Result<()> {
    let wrong =
        || io::Error::new(io::ErrorKind::InvalidInput, format!("{lower:?} to {upper:?} is no box"));
    if lower.len() != upper.len() || lower.is_empty() {
        return Err(wrong());
    }
    let sizes = lower.iter().zip(upper).map(|(low, high)| high.checked_sub(*low)?.checked_add(1));
    let shape: Vec<u64> = sizes.collect::<Option<_>>().ok_or_else(wrong)?;
    let mut out = BufWriter::with_capacity(1 << 16, out);
    out.write_all(&head("<i8", &shape)?)?;
    let mut heaps = lower.to_vec();
    loop {
        let cell = value(&heaps)?.map_or(-1, i64::from);
        out.write_all(&cell.to_le_bytes())?;
        // The next cell: the last heap that can grow does, and those after it begin again.
        let Some(nth) = (0..heaps.len()).rfind(|nth| heaps[*nth] < upper[*nth]) else {
            return out.flush();
        };
        heaps[nth] += 1;
        heaps[nth + 1..].copy_from_slice(&lower[nth + 1..]);
    }
}

/// A set of positions as an array with a row for each, of unsigned 64-bit numbers.
#[derive(Debug)]
pub struct NpyRows<W> {
    out: W,
    heaps: usize,
    rows: u64,
}

impl<W: Write + Seek> NpyRows<W> {
    /// Begins an array. How many rows there will be need not be known.
    ///
    /// # Errors
    /// If the output says no.
    pub fn new(mut out: W, heaps: usize) -> io::Result<NpyRows<W>> {
        out.write_all(&head("<u8", &[0, heaps as u64])?)?;
        Ok(NpyRows { out, heaps, rows: 0 })
    }

    /// Writes a position.
    ///
    /// # Errors
    /// If the output says no, or the position has another number of heaps.
    pub fn append(&mut self, heaps: &[u64]) -> io::Result<()> {
        if heaps.len() != self.heaps {
            let why = format!("{heaps:?} has not {} heaps", self.heaps);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        self.rows += 1;
        heaps.iter().try_for_each(|heap| self.out.write_all(&heap.to_le_bytes()))
    }

    /// Writes the number of rows into the head, and returns the output.
    ///
    /// # Errors
    /// If the output says no.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&head("<u8", &[self.rows, self.heaps as u64])?)?;
        self.out.seek(SeekFrom::End(0))?;
        self.out.flush()?;
        Ok(self.out)
    }
}
