//! Operations on rows of least sizes: 64 cells at a time, by the widest vectors that the machine has.
//!
//! A row is cut into blocks of 64 cells, so that what a comparison tells is a word of bits. Three
//! implementations give the same answers: AVX-512 (F, BW), AVX2, and plain code that any machine runs.
//! [`with_widest`] looks once which one the machine can run; vectors come through the crate `pulp`, whose
//! tokens prove that, so there is no unsafe code here. Sizes beyond a byte (`u16`) use plain code, which the
//! compiler vectorises within the same functions.

#[cfg(target_arch = "x86_64")]
use std::{
    arch::x86_64::{__m256i, __m512i},
    marker::PhantomData,
};

#[cfg(target_arch = "x86_64")]
use pulp::{
    NullaryFnOnce, cast,
    x86::{V3, V4},
};

/// Cells in a block.
pub(super) const BLOCK: usize = 64;

/// Some neighbouring cells of a row.
pub(super) type Block<C> = [C; BLOCK];

/// The size of a heap, or none.
pub(super) trait SizeCell: Copy + Ord + Send + Sync + std::fmt::Debug + 'static {
    /// Larger than all sizes.
    const NONE: Self;
    /// From a number that fits.
    fn of(size: usize) -> Self;
    /// As a number.
    fn size(self) -> usize;
    /// Bytes in the order of a state.
    fn write(cells: &[Self], out: &mut Vec<u8>);
    /// What `write` wrote.
    fn read(bytes: &[u8]) -> Self;
    /// Runs `work` with the widest vectors for this kind of cell.
    fn with_widest<W: RowWork<Self>>(work: W) -> W::Output;
}

/// Work on rows, to be compiled for each kind of vector.
pub(super) trait RowWork<C: SizeCell> {
    /// What comes of it.
    type Output;
    /// Does it. Must be inlined, and all that it calls in its inner loops.
    fn run<R: RowOperations<C>>(self, rows: R) -> Self::Output;
}

/// What is done with blocks.
pub(super) trait RowOperations<C: SizeCell>: Copy {
    /// Whether code for rows of few blocks is worth its own copy.
    const UNROLLED: bool = false;
    /// Bit `i` says whether cell `i` is larger than `than`.
    fn above(self, block: &Block<C>, than: C) -> u64;
    /// Bit `i` says whether cell `i` is larger than that of the other block.
    fn exceeds(self, block: &Block<C>, other: &Block<C>) -> u64;
    /// The largest of all cells up to each, where those before the block have at most `before`.
    fn prefix_maxima(self, block: &Block<C>, before: C) -> Block<C>;
    /// The cells of a row at the places `at`, which are within it; elsewhere anything.
    fn look_up(self, row: &[Block<C>], at: &Block<C>) -> Block<C>;
}

/// The smaller of each two cells.
#[inline(always)]
pub(super) fn least<C: SizeCell>(a: &Block<C>, b: &Block<C>) -> Block<C> {
    std::array::from_fn(|i| a[i].min(b[i]))
}

/// Code for every machine.
#[derive(Clone, Copy)]
pub(super) struct PlainRows;

/// Bytes that are 0 or 1, as bits.
#[inline(always)]
fn packed(flags: &Block<u8>) -> u64 {
    let eight = |i: usize| {
        let bytes: [u8; 8] = flags[8 * i..8 * i + 8].try_into().expect("eight bytes");
        (u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080)) >> 56
    };
    (0..8).fold(0, |word, i| word | eight(i) << (8 * i))
}

impl<C: SizeCell> RowOperations<C> for PlainRows {
    #[inline(always)]
    fn above(self, block: &Block<C>, than: C) -> u64 {
        packed(&std::array::from_fn(|i| u8::from(block[i] > than)))
    }

    #[inline(always)]
    fn exceeds(self, block: &Block<C>, other: &Block<C>) -> u64 {
        packed(&std::array::from_fn(|i| u8::from(block[i] > other[i])))
    }

    #[inline(always)]
    fn prefix_maxima(self, block: &Block<C>, before: C) -> Block<C> {
        let mut most = before;
        block.map(|cell| {
            most = most.max(cell);
            most
        })
    }

    #[inline(always)]
    fn look_up(self, row: &[Block<C>], at: &Block<C>) -> Block<C> {
        let cells = row.as_flattened();
        at.map(|at| cells.get(at.size()).copied().unwrap_or(C::NONE))
    }
}

#[cfg(target_arch = "x86_64")]
impl RowOperations<u8> for V3 {
    #[inline(always)]
    fn above(self, block: &Block<u8>, than: u8) -> u64 {
        self.exceeds(block, &[than; BLOCK])
    }

    #[inline(always)]
    fn exceeds(self, block: &Block<u8>, other: &Block<u8>) -> u64 {
        let ([a, b], [c, d]): ([[u8; 32]; 2], [[u8; 32]; 2]) = (cast(*block), cast(*other));
        exceeds_half(self, cast(a), cast(c)) | exceeds_half(self, cast(b), cast(d)) << 32
    }

    #[inline(always)]
    fn prefix_maxima(self, block: &Block<u8>, before: u8) -> Block<u8> {
        PlainRows.prefix_maxima(block, before)
    }

    #[inline(always)]
    fn look_up(self, row: &[Block<u8>], at: &Block<u8>) -> Block<u8> {
        PlainRows.look_up(row, at)
    }
}

/// Which of 32 cells are larger: not those where the larger of both is the other.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn exceeds_half(token: V3, a: __m256i, b: __m256i) -> u64 {
    let most = token.avx2._mm256_max_epu8(a, b);
    let not = token.avx2._mm256_movemask_epi8(token.avx2._mm256_cmpeq_epi8(most, b));
    u64::from(!(not as u32))
}

#[cfg(target_arch = "x86_64")]
impl RowOperations<u8> for V4 {
    const UNROLLED: bool = true;

    #[inline(always)]
    fn above(self, block: &Block<u8>, than: u8) -> u64 {
        let than = self.avx512f._mm512_set1_epi8(than as i8);
        self.avx512bw._mm512_cmpgt_epu8_mask(cast(*block), than)
    }

    #[inline(always)]
    fn exceeds(self, block: &Block<u8>, other: &Block<u8>) -> u64 {
        self.avx512bw._mm512_cmpgt_epu8_mask(cast(*block), cast(*other))
    }

    /// By doubling within 16 bytes, then over the four groups of 16.
    #[inline(always)]
    fn prefix_maxima(self, block: &Block<u8>, before: u8) -> Block<u8> {
        let (bw, f) = (self.avx512bw, self.avx512f);
        let v = cast(*block);
        let v = bw._mm512_max_epu8(v, bw._mm512_bslli_epi128::<1>(v));
        let v = bw._mm512_max_epu8(v, bw._mm512_bslli_epi128::<2>(v));
        let v = bw._mm512_max_epu8(v, bw._mm512_bslli_epi128::<4>(v));
        let v = bw._mm512_max_epu8(v, bw._mm512_bslli_epi128::<8>(v));
        // The last byte of each group, everywhere in it; moved on by one group, then by two.
        let last = bw._mm512_shuffle_epi8(v, cast([15u8; BLOCK]));
        let one = f._mm512_maskz_shuffle_i64x2::<0b10_01_00_00>(0b1111_1100, last, last);
        let pairs = bw._mm512_max_epu8(last, one);
        let two = f._mm512_maskz_shuffle_i64x2::<0b01_00_00_00>(0b1111_0000, pairs, pairs);
        let v = bw._mm512_max_epu8(v, bw._mm512_max_epu8(one, two));
        cast(bw._mm512_max_epu8(v, cast([before; BLOCK])))
    }

    /// Pairs of cells are looked up, once for the even places and once for the odd ones.
    #[inline(always)]
    fn look_up(self, row: &[Block<u8>], at: &Block<u8>) -> Block<u8> {
        let (bw, f) = (self.avx512bw, self.avx512f);
        let at = cast(*at);
        let even = looked_up(self, row, f._mm512_and_si512(at, cast([0x00ff_u16; 32])));
        let odd = looked_up(self, row, bw._mm512_srli_epi16::<8>(at));
        cast(f._mm512_or_si512(even, bw._mm512_slli_epi16::<8>(odd)))
    }
}

/// The cells at 32 places, each in 16 bits. (A function, not a closure: closures are not compiled for the vectors.)
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn looked_up(token: V4, row: &[Block<u8>], at: __m512i) -> __m512i {
    let (bw, f) = (token.avx512bw, token.avx512f);
    let number = bw._mm512_srli_epi16::<1>(at);
    let pair = match row {
        [only] => bw._mm512_permutexvar_epi16(number, cast(*only)),
        [first, second] => bw._mm512_permutex2var_epi16(cast(*first), number, cast(*second)),
        [first, second, rest @ ..] => {
            let lower = bw._mm512_permutex2var_epi16(cast(*first), number, cast(*second));
            let (third, fourth) = (rest[0], *rest.get(1).unwrap_or(&rest[0]));
            let upper = bw._mm512_permutex2var_epi16(cast(third), number, cast(fourth));
            let beyond = bw._mm512_cmpgt_epu16_mask(number, cast([63u16; 32]));
            bw._mm512_mask_blend_epi16(beyond, lower, upper)
        }
        [] => number,
    };
    let odd = bw._mm512_slli_epi16::<3>(f._mm512_and_si512(at, cast([1u16; 32])));
    f._mm512_and_si512(bw._mm512_srlv_epi16(pair, odd), cast([0x00ff_u16; 32]))
}

/// Work with the vectors of a token, to be called where the machine's vectors are on.
#[cfg(target_arch = "x86_64")]
struct WithToken<C, T, W>(PhantomData<C>, T, W);

#[cfg(target_arch = "x86_64")]
impl<C: SizeCell, T: RowOperations<C>, W: RowWork<C>> NullaryFnOnce for WithToken<C, T, W> {
    type Output = W::Output;

    #[inline(always)]
    fn call(self) -> W::Output {
        self.2.run(self.1)
    }
}

impl SizeCell for u8 {
    const NONE: u8 = u8::MAX;

    #[inline(always)]
    fn of(size: usize) -> u8 {
        size as u8
    }

    #[inline(always)]
    fn size(self) -> usize {
        usize::from(self)
    }

    fn write(cells: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(cells);
    }

    fn read(bytes: &[u8]) -> u8 {
        bytes[0]
    }

    fn with_widest<W: RowWork<u8>>(work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(token) = V4::try_new() {
                return token.vectorize(WithToken(PhantomData, token, work));
            }
            if let Some(token) = V3::try_new() {
                return token.vectorize(WithToken(PhantomData, token, work));
            }
        }
        work.run(PlainRows)
    }
}

impl SizeCell for u16 {
    const NONE: u16 = u16::MAX;

    #[inline(always)]
    fn of(size: usize) -> u16 {
        size as u16
    }

    #[inline(always)]
    fn size(self) -> usize {
        usize::from(self)
    }

    fn write(cells: &[u16], out: &mut Vec<u8>) {
        out.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
    }

    fn read(bytes: &[u8]) -> u16 {
        u16::from_le_bytes([bytes[0], bytes[1]])
    }

    fn with_widest<W: RowWork<u16>>(work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(token) = V4::try_new() {
                return token.vectorize(WithToken(PhantomData, PlainRows, work));
            }
        }
        work.run(PlainRows)
    }
}
