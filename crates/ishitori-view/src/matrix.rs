//! Two heaps against each other: what stands in each cell.
//!
//! Cost: the size of a cell each; `Option<u32>` takes eight bytes, `Option<Outcome>` one.

/// The longest side of a picture, in cells. Larger ones open in few programs.
pub const MAX_SIDE: usize = 6000;

/// Who wins a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOutcome {
    /// The player to move loses.
    P,
    /// The player to move wins.
    N,
}

/// One side of a matrix: a heap and its sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixAxis {
    /// The name of the heap.
    pub heap: String,
    /// The first size.
    pub from: u64,
    /// How many sizes.
    pub count: usize,
}

/// A cell for every pair of sizes of two heaps, row by row. `None` in a cell means that there is no
/// such position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix<T> {
    down: MatrixAxis,
    along: MatrixAxis,
    cells: Vec<T>,
}

impl<T: Copy> Matrix<T> {
    /// The same in every cell.
    pub fn filled(down: MatrixAxis, along: MatrixAxis, cell: T) -> Matrix<T> {
        let cells = vec![cell; down.count * along.count];
        Matrix { down, along, cells }
    }

    /// `cell(row, column)` in every cell; both count from 0, whatever the sizes.
    pub fn from_fn(
        down: MatrixAxis,
        along: MatrixAxis,
        cell: impl Fn(usize, usize) -> T,
    ) -> Matrix<T> {
        let columns = along.count;
        let row = |row| (0..columns).map(move |column| (row, column));
        let cells = (0..down.count).flat_map(row).map(|(row, column)| cell(row, column)).collect();
        Matrix { down, along, cells }
    }

    /// The heap that varies down the rows.
    pub fn down(&self) -> &MatrixAxis {
        &self.down
    }

    /// The heap that varies along a row.
    pub fn along(&self) -> &MatrixAxis {
        &self.along
    }

    /// The cell in `row` and `column`, counted from 0.
    pub fn get(&self, row: usize, column: usize) -> T {
        self.row(row)[column]
    }

    /// Writes a cell.
    pub fn set(&mut self, row: usize, column: usize, cell: T) {
        assert!(column < self.along.count, "column {column} of {}", self.along.count);
        self.cells[row * self.along.count + column] = cell;
    }

    /// The cells of a row.
    pub fn row(&self, row: usize) -> &[T] {
        let columns = self.along.count;
        &self.cells[row * columns..(row + 1) * columns]
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }
}
