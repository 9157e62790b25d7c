//! The moves of boards on numbers: what may be taken from each pattern of a line, what is turned.
//!
//! For each row and column the takes of every pattern of its stones are listed once, by the move generator
//! of the game itself, so there is no second set of rules to be right. After that the options of a board in
//! a line are one look-up. Cost: 2^cells patterns a line, with at most 16 cells. A line whose cells have
//! neighbouring bits finds its pattern by one shift. Rectangles of coins need no table: corner and mask.

use crate::game::BoardGame;

/// A row or column with what may be taken from each of its patterns.
pub(super) struct BoardLine {
    /// The bit of each cell in a number, the lowest first.
    bits: Vec<u32>,
    /// Whether they are neighbours.
    dense: bool,
    /// Where the takes of each pattern start; one more at the end.
    starts: Vec<u32>,
    takes: Vec<u64>,
}

impl BoardLine {
    /// The line with these cells, of which those in `numbered` may have stones.
    pub fn new(game: &BoardGame, line: &[u64], numbered: &[u64]) -> BoardLine {
        let mut bits = Vec::new();
        let mut cells = Vec::new();
        for (bit, cell) in (0..).zip(numbered) {
            if line.contains(cell) {
                bits.push(bit);
                cells.push(*cell);
            }
        }
        let dense = bits.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let spread = |pattern: usize| -> u64 {
            let chosen = cells.iter().enumerate().filter(|(i, _)| pattern >> i & 1 == 1);
            chosen.map(|(_, cell)| cell).sum()
        };
        let number = |mask: u64| -> u64 {
            let chosen = bits.iter().zip(&cells).filter(|(_, cell)| mask & **cell != 0);
            chosen.map(|(bit, _)| 1 << bit).sum()
        };
        let mut starts = vec![0];
        let mut takes = Vec::new();
        for pattern in 0..1usize << cells.len() {
            takes.extend(game.takes(line, spread(pattern)).into_iter().map(number));
            starts.push(u32::try_from(takes.len()).expect("lines are short"));
        }
        BoardLine { bits, dense, starts, takes }
    }

    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// What may be taken from this line.
    pub fn takes(&self, board: u64) -> &[u64] {
        let pattern = self.pattern(board);
        &self.takes[self.starts[pattern] as usize..self.starts[pattern + 1] as usize]
    }

    fn pattern(&self, board: u64) -> usize {
        if self.dense {
            return (board >> self.bits[0]) as usize & ((1 << self.bits.len()) - 1);
        }
        let cell = |(i, bit): (usize, &u32)| (board >> bit & 1) << i;
        self.bits.iter().enumerate().map(cell).sum::<u64>() as usize
    }
}

/// A rectangle of coins: its upper right corner and all of them.
pub(super) struct CoinRectangle {
    pub corner: u64,
    pub mask: u64,
}
