//! Bit operations on lines: rows of 64, 128, ... positions in machine words.
//!
//! A bit is a position, the lowest the smallest packed heap. The number of words is a constant of the type,
//! so loops over it unroll, and chunks of eight lines vectorise. Nothing here knows games; each function is
//! the set operation of its name (union, lowest free bit, all bits from one on, a shift by one).
//! Tested through the sieve with lines of one and of several words (`tests/engines.rs`).

/// The number of a line's P-position if there is none.
pub(super) const NONE: u16 = u16::MAX;

/// Lines are worked on in chunks of this many; rows are padded to a multiple of it.
pub(super) const CHUNK: usize = 8;

/// A line of positions: bit `f` is the one in which the packed heap has size `f`.
pub(super) type PackedLine<const W: usize> = [u64; W];

/// Some neighbouring lines of a row.
pub(super) type Chunk<const W: usize> = [PackedLine<W>; CHUNK];

/// The chunk of a row that begins at `at`.
#[inline]
pub(super) fn chunk<T>(row: &[T], at: usize) -> &[T; CHUNK] {
    row[at..at + CHUNK].try_into().expect("rows are padded")
}

#[inline]
pub(super) fn chunk_mut<T>(row: &mut [T], at: usize) -> &mut [T; CHUNK] {
    (&mut row[at..at + CHUNK]).try_into().expect("rows are padded")
}

#[inline]
pub(super) fn union<const W: usize>(a: &PackedLine<W>, b: &PackedLine<W>) -> PackedLine<W> {
    std::array::from_fn(|w| a[w] | b[w])
}

/// The unions line by line.
#[inline]
pub(super) fn both<const W: usize>(a: &Chunk<W>, b: &Chunk<W>) -> Chunk<W> {
    std::array::from_fn(|i| union(&a[i], &b[i]))
}

/// The union of `first` and all lines up to each one, by doubling, which vectorises.
#[inline]
pub(super) fn prefixes<const W: usize>(first: &PackedLine<W>, chunk: Chunk<W>) -> Chunk<W> {
    const { assert!(CHUNK == 8, "three doublings") };
    let with = |by: usize, c: Chunk<W>| -> Chunk<W> {
        std::array::from_fn(|i| if i >= by { union(&c[i], &c[i - by]) } else { c[i] })
    };
    let chunk = with(4, with(2, with(1, chunk)));
    std::array::from_fn(|i| union(&chunk[i], first))
}

/// The bits that all lines have.
#[inline]
pub(super) fn common<const W: usize>(chunk: &Chunk<W>) -> PackedLine<W> {
    std::array::from_fn(|w| chunk.iter().fold(u64::MAX, |all, line| all & line[w]))
}

/// The lowest bit that is 0, alone; nothing if all are 1.
#[inline]
pub(super) fn lowest_free<const W: usize>(blocked: &PackedLine<W>) -> PackedLine<W> {
    let mut free = [0; W];
    if W == 1 {
        free[0] = !blocked[0] & blocked[0].wrapping_add(1);
        return free;
    }
    if let Some(w) = (0..W).find(|w| blocked[*w] != u64::MAX) {
        free[w] = !blocked[w] & blocked[w].wrapping_add(1);
    }
    free
}

#[inline]
pub(super) fn position_of<const W: usize>(p: &PackedLine<W>) -> u16 {
    if W == 1 {
        return if p[0] == 0 { NONE } else { p[0].trailing_zeros() as u16 };
    }
    match (0..W).find(|w| p[*w] != 0) {
        Some(w) => (64 * w) as u16 + p[w].trailing_zeros() as u16,
        None => NONE,
    }
}

/// The lowest bit and all above it.
#[inline]
pub(super) fn smear<const W: usize>(p: &PackedLine<W>) -> PackedLine<W> {
    let mut smeared = [0; W];
    let mut above = 0;
    for w in 0..W {
        smeared[w] = p[w].wrapping_neg() | above;
        if p[w] != 0 {
            above = u64::MAX;
        }
    }
    smeared
}

/// Whether all bits are 1.
#[inline]
pub(super) fn is_full<const W: usize>(line: &PackedLine<W>) -> bool {
    line.iter().fold(u64::MAX, |all, word| all & word) == u64::MAX
}

/// Adds all bits from number `low` on.
#[inline]
pub(super) fn add_from<const W: usize>(line: &mut PackedLine<W>, low: u16) {
    (0..W).for_each(|w| line[w] |= word_from(low, w));
}

/// Word `w` of a line with all bits from number `low` on.
const fn word_from(low: u16, w: usize) -> u64 {
    match (low as u32).saturating_sub(64 * w as u32) {
        shift if shift < 64 => u64::MAX << shift,
        _ => 0,
    }
}

/// All bits from number `low` on, looked up: shifting by a variable is slow.
#[inline]
pub(super) fn from_low<const W: usize>(low: u16) -> &'static PackedLine<W> {
    // Lines of up to 128 positions: `NONE` has a low byte that is larger than all others.
    debug_assert!(W <= 2);
    &LowMasks::<W>::LOW[usize::from(low as u8)]
}

struct LowMasks<const W: usize>;

impl<const W: usize> LowMasks<W> {
    const LOW: &'static [PackedLine<W>; 256] = &{
        let mut table = [[0; W]; 256];
        let mut at = 0;
        while at < 256 * W {
            table[at / W][at % W] = word_from((at / W) as u16, at % W);
            at += 1;
        }
        table
    };
}

/// Every bit one up.
#[inline]
pub(super) fn shifted<const W: usize>(line: &PackedLine<W>) -> PackedLine<W> {
    let mut up = [0; W];
    let mut carry = 0;
    for w in 0..W {
        up[w] = line[w] << 1 | carry;
        carry = line[w] >> 63;
    }
    up
}

/// Clears the bits from number `size` on.
pub(super) fn keep_below<const W: usize>(line: &mut PackedLine<W>, size: usize) {
    for (w, word) in line.iter_mut().enumerate() {
        let first = 64 * w;
        if size <= first {
            *word = 0;
        } else if size < first + 64 {
            *word &= (1 << (size - first)) - 1;
        }
    }
}
