//! Positions as rows of numbers, which files and spools hold.
//!
//! A heap game has a column a heap; a board has a column a row, its cells being binary digits. Writing and
//! reading stand side by side for each kind of game, and numbers that are no position are refused. A position
//! of single heaps has any number of heaps, so these have no columns and are not streamed.

use ishitori_core::game::{Board, BoardGame, Bounds, GameKind, HeapGame, Heaps, SingleGame};

/// A game whose positions are rows of numbers.
pub trait ColumnGame: GameKind {
    /// The names of the columns.
    fn columns(&self) -> Vec<String>;

    /// No number in a window is larger.
    fn largest(&self, bounds: &Bounds) -> anyhow::Result<u64>;

    /// The numbers of a position.
    fn numbers(&self, position: &Self::Position, row: &mut Vec<u64>);

    /// The position with these numbers.
    fn with_numbers(&self, row: &[u64]) -> anyhow::Result<Self::Position>;
}

impl ColumnGame for HeapGame {
    fn columns(&self) -> Vec<String> {
        self.rules().names.clone()
    }

    fn largest(&self, bounds: &Bounds) -> anyhow::Result<u64> {
        Ok(self.upper_bounds(bounds)?.into_iter().max().unwrap_or(0))
    }

    fn numbers(&self, position: &Heaps, row: &mut Vec<u64>) {
        row.clear();
        row.extend_from_slice(position);
    }

    fn with_numbers(&self, row: &[u64]) -> anyhow::Result<Heaps> {
        Ok(self.position(row)?)
    }
}

/// A position has any number of heaps, so there are no columns.
impl ColumnGame for SingleGame {
    fn columns(&self) -> Vec<String> {
        Vec::new()
    }

    fn largest(&self, bounds: &Bounds) -> anyhow::Result<u64> {
        Ok(bounds.to.first().copied().or(bounds.total).unwrap_or(0))
    }

    fn numbers(&self, position: &Vec<u64>, row: &mut Vec<u64>) {
        row.clone_from(position);
    }

    fn with_numbers(&self, row: &[u64]) -> anyhow::Result<Vec<u64>> {
        Ok(row.to_vec())
    }
}

/// A row of a board is a number: its first cell is the bit of value 1, the next of value 2, and so on.
impl ColumnGame for BoardGame {
    fn columns(&self) -> Vec<String> {
        (1..=self.rules().rows).map(|row| format!("row{row}")).collect()
    }

    fn largest(&self, _: &Bounds) -> anyhow::Result<u64> {
        Ok((1 << self.rules().columns) - 1)
    }

    fn numbers(&self, board: &Board, row: &mut Vec<u64>) {
        let (rows, columns) = (self.rules().rows, self.rules().columns);
        let number =
            |row| (0..columns).map(|c| u64::from(self.has(*board, row, c)) << c).sum::<u64>();
        row.clear();
        row.extend((0..rows).map(number));
    }

    fn with_numbers(&self, row: &[u64]) -> anyhow::Result<Board> {
        let cells = row.iter().enumerate().flat_map(|(r, number)| {
            (0..64).filter(move |c| number >> c & 1 == 1).map(move |c| (r, c))
        });
        let empty = self.with_mask(0).expect("an empty board is one");
        let board = cells.into_iter().try_fold(empty, |board, (r, c)| self.toggled(board, r, c));
        board.ok_or_else(|| anyhow::anyhow!("{row:?} is no board of this game"))
    }
}
