//! What formulas ask about positions and boards.
//!
//! A query names a game and a place: the position here, heaps that are computed, or a board. Computed heaps
//! may be no position; that ends the evaluation with a reason, it is never taken for false. The answer comes
//! from the judge (`judge.rs`): a look-up inside a solved window, elsewhere that one position is solved.
//! Cost: the heaps here are asked about in every case of a check, so they are not copied; others are.

use super::{ClaimPosition, Evaluation, EvaluationStop, Evaluator, NumberTuple, listed};
use crate::claim::formula::{Query, QueryPosition};
use crate::claim::judge::GameTruth;
use crate::game::{Board, BoardGame};
use crate::solve::Outcome;

impl<'p> Evaluator<'p, '_> {
    pub(in crate::claim) fn outcome(&mut self, query: &'p Query) -> Evaluation<Outcome> {
        // The position here is the usual case: no copy of it.
        if let (QueryPosition::Here, GameTruth::Heaps(judge), ClaimPosition::Heaps(heaps)) =
            (&query.place, &mut self.judges[query.game], &self.here)
        {
            return Ok(judge.outcome(heaps)?);
        }
        let at = self.place(query)?;
        match (&mut self.judges[query.game], at) {
            (GameTruth::Heaps(judge), ClaimPosition::Heaps(heaps)) => Ok(judge.outcome(&heaps)?),
            (GameTruth::Board(judge), ClaimPosition::Board(board)) => Ok(judge.outcome(board)?),
            (GameTruth::Figures(judge), ClaimPosition::Figure(at)) => Ok(judge.outcome(&at)?),
            _ => unreachable!("places match their games"),
        }
    }

    pub(super) fn grundy(&mut self, query: &'p Query) -> Evaluation<i64> {
        if let (QueryPosition::Here, GameTruth::Heaps(judge), ClaimPosition::Heaps(heaps)) =
            (&query.place, &mut self.judges[query.game], &self.here)
        {
            return Ok(i64::from(judge.grundy(heaps)?));
        }
        let at = self.place(query)?;
        match (&mut self.judges[query.game], at) {
            (GameTruth::Heaps(judge), ClaimPosition::Heaps(heaps)) => {
                Ok(i64::from(judge.grundy(&heaps)?))
            }
            (GameTruth::Board(judge), ClaimPosition::Board(board)) => {
                Ok(i64::from(judge.grundy(board)?))
            }
            (GameTruth::Figures(judge), ClaimPosition::Figure(at)) => {
                Ok(i64::from(judge.grundy(&at)?))
            }
            _ => unreachable!("places match their games"),
        }
    }

    pub(super) fn remoteness(&mut self, query: &'p Query) -> Evaluation<i64> {
        let at = self.place(query)?;
        match (&mut self.judges[query.game], at) {
            (GameTruth::Heaps(judge), ClaimPosition::Heaps(heaps)) => {
                Ok(i64::from(judge.remoteness(&heaps)?))
            }
            (GameTruth::Board(judge), ClaimPosition::Board(board)) => {
                Ok(i64::from(judge.remoteness(board)?))
            }
            (GameTruth::Figures(judge), ClaimPosition::Figure(at)) => {
                Ok(i64::from(judge.remoteness(&at)?))
            }
            _ => unreachable!("places match their games"),
        }
    }

    pub(super) fn options(&mut self, query: &'p Query) -> Evaluation<Vec<NumberTuple>> {
        let at = self.place(query)?;
        match (&self.judges[query.game], at) {
            (GameTruth::Heaps(judge), ClaimPosition::Heaps(heaps)) => {
                let options = judge.options(&heaps)?;
                Ok(options.iter().map(|o| o.iter().map(|h| *h as i64).collect()).collect())
            }
            (GameTruth::Board(judge), ClaimPosition::Board(board)) => {
                Ok(judge.options(board).iter().map(|b| vec![b.mask() as i64]).collect())
            }
            _ => unreachable!("places match their games"),
        }
    }

    /// The position that a query is about.
    pub(in crate::claim) fn place(&mut self, query: &'p Query) -> Evaluation<ClaimPosition> {
        match &query.place {
            QueryPosition::Here => Ok(self.here.clone()),
            QueryPosition::Board(board) => Ok(ClaimPosition::Board(*board)),
            QueryPosition::Figure(figure) => Ok(ClaimPosition::Figure(figure.clone())),
            place @ (QueryPosition::Bound(_) | QueryPosition::Image(..)) => {
                self.figure_at(place).map(|figure| ClaimPosition::Figure(Box::new(figure)))
            }
            QueryPosition::Mask(mask) => {
                let mask = self.num(mask)?;
                self.with_mask(mask).map(ClaimPosition::Board)
            }
            QueryPosition::Heaps(heaps) => {
                let heaps = self.nums(heaps)?;
                let GameTruth::Heaps(judge) = &self.judges[query.game] else {
                    unreachable!("heaps are a place in a game on heaps");
                };
                let name = || self.names[query.game].clone();
                let none = |why| Box::new(EvaluationStop::NoPosition(listed(&heaps), name(), why));
                judge.position(&heaps).map(ClaimPosition::Heaps).map_err(none)
            }
        }
    }

    /// The board of the game here with that mask.
    pub(super) fn with_mask(&self, mask: i64) -> Evaluation<Board> {
        let GameTruth::Board(judge) = &self.judges[0] else {
            unreachable!("compiled for a game on boards");
        };
        let board = judge.game.with_mask(mask as u64);
        let why = "there are stones outside the board".to_string();
        let none =
            || Box::new(EvaluationStop::NoPosition(mask.to_string(), self.names[0].clone(), why));
        board.ok_or_else(none)
    }

    pub(super) fn board(&self) -> (Board, &BoardGame) {
        match (&self.here, &self.judges[0]) {
            (ClaimPosition::Board(board), GameTruth::Board(judge)) => (*board, judge.game),
            _ => unreachable!("compiled for a game on boards"),
        }
    }

    /// The cells with stones, (row, column) from the upper left; with heads, (column, row) from the
    /// lower left, as the paper counts them.
    pub(super) fn cells(&self) -> Vec<NumberTuple> {
        let (board, game) = self.board();
        let rules = game.rules();
        let coins = rules.moves == ishitori_rule::BoardMoves::TurnCorners;
        let mut cells = Vec::new();
        for row in 0..rules.rows {
            for column in 0..rules.columns {
                if game.has(board, row, column) {
                    let (r, c) = (row as i64 + 1, column as i64 + 1);
                    cells.push(if coins {
                        vec![c, rules.rows as i64 - row as i64]
                    } else {
                        vec![r, c]
                    });
                }
            }
        }
        cells
    }
}
