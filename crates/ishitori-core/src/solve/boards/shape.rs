//! Stones cut into parts that do not touch each other's moves, each part in a normal form.
//!
//! A [`StoneShape`] is a set of stones without its place on the board. Bit `r * columns + c` is the cell
//! in row `r` and column `c`; a part that fits into 8 by 8 cells has 8 columns, whatever its width,
//! so that turning it over is a few word operations, and a longer one lies on its long side with
//! exactly its own columns. The normal form is pushed into the corner and is the least of its
//! rotations and reflections: the rules for stones speak of runs and of the ends of lines, and
//! those are turned with the board.
//!
//! Parts, by rule:
//! - Runs (from an end, or any block): stones connected by steps to a neighbour. A run lies in one
//!   part, and taking stones never joins two, so the board is the sum of its parts.
//! - Ends of rows and columns: whether a stone is the outermost one depends on every stone of its
//!   line, so stones in one row or column belong together, however far apart. What is left of such
//!   a part may have empty lines inside it; two next to each other separate no more than one.

use ishitori_rule::BoardMoves;

/// Stones in normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct StoneShape {
    columns: u8,
    cells: u64,
}

impl StoneShape {
    /// How many stones it has.
    pub fn stones(self) -> u32 {
        self.cells.count_ones()
    }

    /// Whether half a turn leaves the stones as they are and maps no run to itself.
    ///
    /// Then the part is worth 0: the second player answers every move by the move half a turn away.
    /// The answer is there, because it is a move in another run, which the first move left as it was
    /// (and if it began at an end of a row or column, so does the answer). A run is mapped to itself
    /// only if it lies in a middle line and over its centre.
    pub(crate) fn is_paired(self) -> bool {
        let columns = u32::from(self.columns);
        let (height, width) = size(self.cells, columns);
        let turned = self.cells.reverse_bits() >> (63 - (height - 1) * columns - (width - 1));
        let is_set = |row: u32, column: u32| self.cells >> (row * columns + column) & 1 == 1;
        // The cells around the centre are images of each other, so one tells of all.
        let over_centre = (height % 2 == 1 || width % 2 == 1) && is_set(height / 2, width / 2);
        turned == self.cells && !over_centre
    }

    /// Calls `visit` with the cells that every move leaves and the number of their columns, for
    /// [`parts`].
    pub fn options(self, moves: BoardMoves, visit: &mut dyn FnMut(u64, u32)) {
        let columns = u32::from(self.columns);
        let turned_columns = if columns == 8 { 8 } else { 64 / columns };
        // A column is a row of the transposed stones.
        let turned = if columns == 8 {
            transposed_8(self.cells)
        } else {
            transposed(self.cells, columns, turned_columns)
        };
        for (cells, columns) in [(self.cells, columns), (turned, turned_columns)] {
            let low = low_bits(columns);
            for row in 0..64 / columns {
                let shift = row * columns;
                each_take(cells >> shift & low, moves, &mut |take| {
                    visit(cells & !(take << shift), columns);
                });
            }
        }
    }
}

/// The lowest `count` bits.
fn low_bits(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Calls `visit` with what may be taken from one row of stones.
fn each_take(row: u64, moves: BoardMoves, visit: &mut dyn FnMut(u64)) {
    let mut rest = row;
    while rest != 0 {
        let start = rest.trailing_zeros();
        let length = (!(rest >> start)).trailing_zeros();
        rest &= !(low_bits(length) << start);
        let (from_start, from_end) = match moves {
            BoardMoves::LineEnds => (row & low_bits(start) == 0, rest == 0),
            _ => (true, true),
        };
        for low in 0..length {
            for high in low + 1..=length {
                let at_end = low == 0 && from_start || high == length && from_end;
                if at_end || moves == BoardMoves::RunBlocks {
                    visit(low_bits(high - low) << (start + low));
                }
            }
        }
    }
}

/// Calls `visit` with the parts of the stones on a board with this many columns, in normal form.
pub(super) fn parts(
    mut cells: u64,
    columns: u32,
    moves: BoardMoves,
    visit: &mut dyn FnMut(StoneShape),
) {
    while cells != 0 {
        let seed = cells & cells.wrapping_neg();
        let part = match moves {
            BoardMoves::LineEnds => lines_of(cells, seed, columns),
            _ => neighbours_of(cells, seed, columns),
        };
        cells &= !part;
        visit(normal_form(part, columns, moves));
    }
}

/// The first column of a board, by its number of columns.
const FIRST_COLUMN: [u64; 65] = {
    let mut first = [0; 65];
    let mut columns = 1;
    while columns <= 64 {
        let mut bit = 0;
        while bit < 64 {
            first[columns] |= 1 << bit;
            bit += columns;
        }
        columns += 1;
    }
    first
};

/// The stones that `seed` is connected to by steps from neighbour to neighbour.
fn neighbours_of(cells: u64, seed: u64, columns: u32) -> u64 {
    let first = FIRST_COLUMN[columns as usize];
    let last = first << (columns - 1);
    let up = |m: u64| m.checked_shr(columns).unwrap_or(0);
    let down = |m: u64| m.checked_shl(columns).unwrap_or(0);
    let mut part = seed;
    loop {
        let sideways = part | (part << 1 & !first) | (part >> 1 & !last);
        let next = cells & (sideways | up(part) | down(part));
        if next == part {
            return part;
        }
        part = next;
    }
}

/// The stones that `seed` is connected to by steps along rows and columns, over gaps.
fn lines_of(cells: u64, seed: u64, columns: u32) -> u64 {
    let first = FIRST_COLUMN[columns as usize];
    let rows = (0..64 / columns).map(|row| low_bits(columns) << (row * columns));
    let lines: Vec<u64> = rows.chain((0..columns).map(|column| first << column)).collect();
    let mut part = seed;
    loop {
        let touched = lines.iter().filter(|line| part & **line != 0);
        let next = cells & touched.fold(part, |all, line| all | line);
        if next == part {
            return part;
        }
        part = next;
    }
}

/// The normal form of a part that is not empty.
fn normal_form(cells: u64, columns: u32, moves: BoardMoves) -> StoneShape {
    let mut cells = pushed(cells, columns);
    let mut columns = columns;
    if moves == BoardMoves::LineEnds {
        cells = without_double_gaps(cells, columns);
        let rows = 64 / columns;
        cells =
            transposed(without_double_gaps(transposed(cells, columns, rows), rows), rows, columns);
    }
    let (height, width) = size(cells, columns);
    if height <= 8 && width <= 8 {
        if columns != 8 {
            cells = repacked(cells, columns, 8);
        }
        return StoneShape { columns: 8, cells: least_of_eight(cells, height, width) };
    }
    if height > width {
        cells = transposed(cells, columns, height);
        columns = height;
    }
    let (height, width) = (height.min(width), height.max(width));
    let cells = repacked(cells, columns, width);
    let upside_down = flipped(cells, height, width);
    let images =
        [cells, upside_down, mirrored(cells, height, width), mirrored(upside_down, height, width)];
    StoneShape { columns: width as u8, cells: images.into_iter().fold(u64::MAX, u64::min) }
}

/// The stones pushed to the first row and column.
fn pushed(cells: u64, columns: u32) -> u64 {
    let mut cells = cells >> (cells.trailing_zeros() / columns * columns);
    let first = FIRST_COLUMN[columns as usize];
    while cells & first == 0 {
        cells >>= 1;
    }
    cells
}

/// The height and width of stones in the corner.
fn size(cells: u64, columns: u32) -> (u32, u32) {
    let height = (63 - cells.leading_zeros()) / columns + 1;
    let any = (0..height).fold(0, |any, row| any | cells >> (row * columns) & low_bits(columns));
    (height, 64 - any.leading_zeros())
}

/// The same stones on a board with another number of columns; they have to fit.
fn repacked(cells: u64, from: u32, to: u32) -> u64 {
    let rows = (64 / from).min(64 / to);
    let row = |row: u32| (cells >> (row * from) & low_bits(from.min(to))) << (row * to);
    (0..rows).fold(0, |all, r| all | row(r))
}

/// Rows exchanged with columns; `rows` is the new number of columns.
fn transposed(cells: u64, columns: u32, rows: u32) -> u64 {
    let mut rest = cells;
    let mut turned = 0;
    while rest != 0 {
        let bit = rest.trailing_zeros();
        rest &= rest - 1;
        turned |= 1 << (bit % columns * rows + bit / columns);
    }
    turned
}

/// Of empty rows next to each other only one is left.
fn without_double_gaps(cells: u64, columns: u32) -> u64 {
    let mut packed = 0;
    let mut to = 0;
    let mut gap = false;
    for row in 0..64 / columns {
        let stones = cells >> (row * columns) & low_bits(columns);
        if stones != 0 || !gap {
            packed |= stones << (to * columns);
            to += 1;
        }
        gap = stones == 0;
    }
    packed
}

fn flipped(cells: u64, height: u32, columns: u32) -> u64 {
    let row = |row: u32| cells >> (row * columns) & low_bits(columns);
    (0..height).fold(0, |all, r| all | row(r) << ((height - 1 - r) * columns))
}

fn mirrored(cells: u64, height: u32, columns: u32) -> u64 {
    let row =
        |row: u32| (cells >> (row * columns) & low_bits(columns)).reverse_bits() >> (64 - columns);
    (0..height).fold(0, |all, r| all | row(r) << (r * columns))
}

/// The least of the rotations and reflections in the corner of 8 by 8 cells.
fn least_of_eight(cells: u64, height: u32, width: u32) -> u64 {
    let four = |cells: u64, height: u32, width: u32| {
        let flip = |cells: u64| cells.swap_bytes() >> (8 * (8 - height));
        let mirror = |cells: u64| cells.reverse_bits().swap_bytes() >> (8 - width);
        let mirrored = mirror(cells);
        cells.min(flip(cells)).min(mirrored).min(flip(mirrored))
    };
    four(cells, height, width).min(four(transposed_8(cells), width, height))
}

/// Rows exchanged with columns, 8 by 8: blocks of 1, 2 and 4 across the diagonal at a time.
fn transposed_8(mut cells: u64) -> u64 {
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let swap = (cells ^ cells >> shift) & mask;
        cells ^= swap ^ swap << shift;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNS: BoardMoves = BoardMoves::RunEnds;

    fn shapes(cells: u64, columns: u32, moves: BoardMoves) -> Vec<StoneShape> {
        let mut found = Vec::new();
        parts(cells, columns, moves, &mut |part| found.push(part));
        found
    }

    #[test]
    fn transposing_by_blocks_is_transposing() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..100 {
            let cells = random.u64(..);
            assert_eq!(transposed_8(cells), transposed(cells, 8, 8));
            assert_eq!(transposed(transposed(cells, 4, 16), 16, 4), cells);
        }
    }

    #[test]
    fn images_have_one_normal_form() {
        let mut random = fastrand::Rng::with_seed(2);
        for (rows, columns) in [(8, 8), (4, 16), (16, 4), (3, 21), (21, 3), (1, 64), (64, 1)] {
            for moves in [RUNS, BoardMoves::LineEnds] {
                for _ in 0..200 {
                    let inside = low_bits(rows * columns);
                    let cells = (random.u64(..) | random.u64(..)) & inside;
                    let mut all = shapes(cells, columns, moves);
                    let images = [
                        (flipped(cells, rows, columns), columns),
                        (mirrored(cells, rows, columns), columns),
                        (transposed(cells, columns, rows), rows),
                    ];
                    all.sort();
                    for (image, columns) in images {
                        let mut found = shapes(image, columns, moves);
                        found.sort();
                        assert_eq!(found, all, "{rows} by {columns}: {cells:b}");
                    }
                    assert_eq!(all.iter().map(|s| s.stones()).sum::<u32>(), cells.count_ones());
                }
            }
        }
    }

    #[test]
    fn pairs_under_half_a_turn() {
        let paired = |text: &str| {
            let rows: Vec<&str> = text.split('/').collect();
            let columns = rows[0].len();
            let bit = |(i, symbol): (usize, char)| u64::from(symbol == '#') << i;
            let cells: u64 = rows.concat().chars().enumerate().map(bit).sum();
            normal_form(cells, columns as u32, RUNS).is_paired()
        };
        for text in ["##/##", "#########./.#########", "###/#.#/###", "##.##/#...#/##.##"] {
            assert!(paired(text), "{text}");
        }
        for text in
            ["#", "##", "###/###/###", "####/####/####", "###/#../#..", "#########/#########"]
        {
            assert!(!paired(text), "{text}");
        }
    }

    #[test]
    fn parts_are_what_moves_see() {
        // #.#   two runs of one stone, but one row
        assert_eq!(shapes(0b101, 3, RUNS).len(), 2);
        assert_eq!(shapes(0b101, 3, BoardMoves::LineEnds).len(), 1);
        // #. and .# touch in no line
        assert_eq!(shapes(0b10_01, 2, RUNS).len(), 2);
        assert_eq!(shapes(0b10_01, 2, BoardMoves::LineEnds).len(), 2);
        // The end of one row is no neighbour of the start of the next.
        assert_eq!(shapes(0b001_100, 3, RUNS).len(), 2);
        // A gap is a gap, one cell wide or two.
        assert_eq!(shapes(0b101, 4, BoardMoves::LineEnds), shapes(0b1001, 4, BoardMoves::LineEnds));
    }
}
