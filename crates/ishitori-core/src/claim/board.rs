//! What claims can say about a board: its stones, runs, and what a move changed.
//!
//! A run is a stretch of neighbouring stones in a row or column; each number is counted cell by cell, as
//! its name says, so that nothing has to be proved of it. What a move changed is the board against the one
//! that the claim is looked at in. Turned boards keep their number of stones; quarter turns exist of square
//! boards only, which the compiler sees to. Cost: a walk over at most 64 cells.

use crate::game::{Board, BoardGame};

/// A number that belongs to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    /// How many stones, or heads.
    Stones,
    /// The xor of the lengths of the runs in rows.
    RowXor,
    /// The same for columns.
    ColumnXor,
    /// The longest run in a row.
    LongestRow,
    /// The longest run in a column.
    LongestColumn,
    /// In how many rows the board differs from the one here.
    RowsChanged,
    /// In how many columns it does.
    ColumnsChanged,
}

/// A board made from the one here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardImage {
    /// Itself.
    None,
    /// By half a turn.
    Half,
    /// By a quarter turn; of square boards.
    Quarter,
    /// Left and right exchanged.
    Mirror,
}

impl Feature {
    /// The feature of that name.
    pub(super) fn named(name: &str) -> Option<Feature> {
        Some(match name {
            "stones" => Feature::Stones,
            "row_xor" => Feature::RowXor,
            "column_xor" => Feature::ColumnXor,
            "longest_row" => Feature::LongestRow,
            "longest_column" => Feature::LongestColumn,
            "rows_changed" => Feature::RowsChanged,
            "columns_changed" => Feature::ColumnsChanged,
            _ => return None,
        })
    }

    /// Its value for `board`; `here` is the board that the claim is looked at in.
    pub(super) fn value(self, game: &BoardGame, board: Board, here: Board) -> i64 {
        let lines = |columns| runs(game, board, columns);
        match self {
            Feature::Stones => i64::from(board.mask().count_ones()),
            Feature::RowXor => lines(false).into_iter().fold(0, |xor, run| xor ^ run),
            Feature::ColumnXor => lines(true).into_iter().fold(0, |xor, run| xor ^ run),
            Feature::LongestRow => lines(false).into_iter().max().unwrap_or(0),
            Feature::LongestColumn => lines(true).into_iter().max().unwrap_or(0),
            Feature::RowsChanged | Feature::ColumnsChanged => {
                let columns = self == Feature::ColumnsChanged;
                let differs = |cells: Vec<(usize, usize)>| {
                    cells.iter().any(|(r, c)| game.has(board, *r, *c) != game.has(here, *r, *c))
                };
                cells_by_line(game, columns).into_iter().filter(|l| differs(l.clone())).count()
                    as i64
            }
        }
    }
}

impl BoardImage {
    /// The turn of that name.
    pub(super) fn named(name: &str) -> Option<BoardImage> {
        Some(match name {
            "unturned" => BoardImage::None,
            "half_turned" => BoardImage::Half,
            "quarter_turned" => BoardImage::Quarter,
            "mirrored" => BoardImage::Mirror,
            _ => return None,
        })
    }

    /// The turned board.
    pub(super) fn of(self, game: &BoardGame, board: Board) -> Board {
        let (rows, columns) = (game.rules().rows, game.rules().columns);
        let mut turned = game.with_mask(0).expect("an empty board");
        for (row, column) in cells_by_line(game, false).into_iter().flatten() {
            if !game.has(board, row, column) {
                continue;
            }
            let (r, c) = match self {
                BoardImage::None => (row, column),
                BoardImage::Half => (rows - 1 - row, columns - 1 - column),
                BoardImage::Quarter => (column, rows - 1 - row),
                BoardImage::Mirror => (row, columns - 1 - column),
            };
            turned = game.toggled(turned, r, c).unwrap_or(turned);
        }
        turned
    }
}

/// The cells of each row, or of each column.
fn cells_by_line(game: &BoardGame, columns: bool) -> Vec<Vec<(usize, usize)>> {
    let (r, c) = (game.rules().rows, game.rules().columns);
    if columns {
        return (0..c).map(|column| (0..r).map(|row| (row, column)).collect()).collect();
    }
    (0..r).map(|row| (0..c).map(|column| (row, column)).collect()).collect()
}

/// The lengths of all runs in rows, or in columns.
fn runs(game: &BoardGame, board: Board, columns: bool) -> Vec<i64> {
    let mut runs = Vec::new();
    for line in cells_by_line(game, columns) {
        let mut run = 0;
        for (row, column) in line {
            if game.has(board, row, column) {
                run += 1;
            } else if run > 0 {
                runs.push(std::mem::take(&mut run));
            }
        }
        runs.extend((run > 0).then_some(run));
    }
    runs
}
