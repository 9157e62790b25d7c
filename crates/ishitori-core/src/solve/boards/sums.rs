//! One board, however large, as the sum of its parts: who wins, its Grundy value, what wins.
//!
//! For stones the parts are the [stones that see each other](super::shape), for coins the single
//! [heads](super::coins). That boards are worth the xor of their parts is a theorem about normal
//! play; misère play has no such values, and remoteness does not add up either: ask the reference, or
//! [`BoardsBelow`](super::BoardsBelow) for all boards below this one. Cost: see [`stones`](super::stones).

use ishitori_rule::BoardMoves;

use super::super::Outcome;
use super::coins;
use super::stones::StoneSolver;
use crate::control::{Control, GaveUp};
use crate::game::{Board, BoardGame, GameKind};

/// A solver for the boards of a game in normal play, with its memo.
pub struct BoardSumSolver<'g> {
    game: &'g BoardGame,
    parts: PartSolver,
}

enum PartSolver {
    Stones(StoneSolver),
    /// The value of each cell.
    Coins(Vec<u32>),
}

impl<'g> BoardSumSolver<'g> {
    /// A solver that knows nothing yet.
    pub fn new(game: &'g BoardGame) -> Self {
        let parts = match game.rules().moves {
            BoardMoves::TurnCorners => PartSolver::Coins(coins::cell_values(game)),
            moves => PartSolver::Stones(StoneSolver::new(moves)),
        };
        BoardSumSolver { game, parts }
    }

    /// Who wins. Often much cheaper than the Grundy value.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out; what was solved so far stays in the memo.
    pub fn outcome(&mut self, board: &Board, control: &Control) -> Result<Outcome, GaveUp> {
        let columns = self.columns();
        let is_zero = match &mut self.parts {
            PartSolver::Coins(values) => coins::xor(board.mask(), values) == 0,
            PartSolver::Stones(stones) => {
                let parts = stones.parts(board.mask(), columns);
                stones.sum_is(&parts, 0, control)?
            }
        };
        Ok(if is_zero { Outcome::P } else { Outcome::N })
    }

    /// The Grundy value.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out; what was solved so far stays in the memo.
    pub fn grundy(&mut self, board: &Board, control: &Control) -> Result<u32, GaveUp> {
        let columns = self.columns();
        match &mut self.parts {
            PartSolver::Coins(values) => Ok(coins::xor(board.mask(), values)),
            PartSolver::Stones(stones) => {
                let parts = stones.parts(board.mask(), columns);
                stones.sum(&parts, control)
            }
        }
    }

    /// The options that win for whoever moves to them, by number of stones, then in order.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out.
    pub fn winning_moves(
        &mut self,
        board: &Board,
        control: &Control,
    ) -> Result<Vec<Board>, GaveUp> {
        // A lost board has none, and that is cheaper to know than every option.
        let mut winning = Vec::new();
        if self.outcome(board, control)? == Outcome::P {
            return Ok(winning);
        }
        for option in self.game.options_within(board, control.most_positions())? {
            if self.outcome(&option, control)? == Outcome::P {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    /// How many parts are in the memo.
    pub fn known_parts(&self) -> usize {
        match &self.parts {
            PartSolver::Stones(stones) => stones.len(),
            PartSolver::Coins(values) => values.len(),
        }
    }

    // The mask of a board read as rows from its lowest bit on is the board turned by half a turn,
    // which is all the same to stones.
    fn columns(&self) -> u32 {
        u32::try_from(self.game.rules().columns).expect("at most 64 columns")
    }
}
