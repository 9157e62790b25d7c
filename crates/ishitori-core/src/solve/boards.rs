//! The P-positions of two-dimensional Nim on all boards at once.
//!
//! A board is a bit mask, and taking stones makes the mask smaller, so the boards are decided in
//! the order of their masks: P if no option is. For every pattern of every row and column the masks
//! that may be taken are listed once; an option is then one bit operation and one look-up. Most
//! boards are N and their first few options show it. Cost: a bit a board, some tens of
//! nanoseconds each. Coin games do not shrink their masks and stay with the reference.

use ishitori_rule::BoardMoves;

use super::{Budget, Convention, GaveUp};
use crate::game::{Board, BoardGame};

/// Up to how many cells all boards can be numbered.
pub const MAX_CELLS: usize = 34;

/// The longest row or column: every pattern of it is listed.
const MAX_LINE: usize = 12;

/// Whether the engine can play this game.
pub fn applies(game: &BoardGame) -> bool {
    let rules = game.rules();
    rules.moves != BoardMoves::TurnCorners
        && rules.rows * rules.columns <= MAX_CELLS
        && rules.rows.max(rules.columns) <= MAX_LINE
}

/// The bytes that the marks of all boards take.
pub fn bytes(game: &BoardGame) -> u128 {
    (1u128 << (game.rules().rows * game.rules().columns)).div_ceil(8)
}

/// Calls `visit` with every P-position, by mask.
///
/// # Errors
/// [`GaveUp`] if `budget` runs out.
pub fn sieve(
    game: &BoardGame,
    convention: Convention,
    budget: &mut Budget,
    visit: &mut dyn FnMut(Board),
) -> Result<(), GaveUp> {
    let lines: Vec<Line> = game.lines().iter().map(|cells| Line::new(game, cells)).collect();
    let boards = 1u64 << (game.rules().rows * game.rules().columns);
    let mut p = vec![0u64; usize::try_from(boards.div_ceil(64)).expect("planned")];
    for board in 0..boards {
        if board % 4096 == 0 {
            budget.spend(4096.min(boards))?;
        }
        let wins = if board == 0 {
            convention == Convention::Misere
        } else {
            lines.iter().any(|line| line.reaches(board, &p))
        };
        if !wins {
            p[(board / 64) as usize] |= 1 << (board % 64);
            visit(game.board(board));
        }
    }
    Ok(())
}

/// A row or column with what may be taken from each of its patterns.
struct Line {
    /// The bit number of each cell.
    bits: Vec<u32>,
    /// Whether the cells are neighbouring bits, the last cell the lowest.
    dense: bool,
    /// For each pattern (bit `i` is cell `i` from the end) the masks that may be taken.
    takes: Vec<Vec<u64>>,
}

impl Line {
    fn new(game: &BoardGame, cells: &[u64]) -> Line {
        let bits: Vec<u32> = cells.iter().rev().map(|cell| cell.trailing_zeros()).collect();
        let dense = bits.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let takes = (0..1usize << cells.len())
            .map(|pattern| {
                let set = |(i, bit): (usize, &u32)| ((pattern >> i & 1) as u64) << bit;
                game.takes(cells, bits.iter().enumerate().map(set).sum())
            })
            .collect();
        Line { bits, dense, takes }
    }

    fn pattern(&self, board: u64) -> usize {
        if self.dense {
            return (board >> self.bits[0]) as usize & ((1 << self.bits.len()) - 1);
        }
        let cell = |(i, bit): (usize, &u32)| (board >> bit & 1) << i;
        self.bits.iter().enumerate().map(cell).sum::<u64>() as usize
    }

    /// Whether taking from this line can lead to a board in `p`.
    fn reaches(&self, board: u64, p: &[u64]) -> bool {
        self.takes[self.pattern(board)].iter().any(|take| {
            let option = board & !take;
            p[(option / 64) as usize] >> (option % 64) & 1 == 1
        })
    }
}
