//! What can be asked of a game, and the one way to ask: [`AskedGame::plan`].
//!
//! A question says what is wanted and where; the plan says who answers, why, and at which cost, before any work. What
//! does not fit is refused with what would. The plan is then run by the function that its question names.

use super::boards::{choose_board, choose_boards};
use super::figures::choose_figures;
use super::heaps::{choose, choose_grundy, choose_window};
use super::pieces::choose_pieces;
use super::plan::{Fact, Plan, Refused};
use super::position::choose_position;
use crate::control::Control;
use crate::game::{
    BoardGame, Bounds, Figure, FigureGame, GameKind, HeapGame, PieceGame, SingleGame,
};
use crate::solve::Convention;

/// What is asked of a game with positions of type `P`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Question<'q, P> {
    /// All P-positions of a window, one after the other: run by [`p_positions`](super::p_positions).
    PPositions {
        /// The window.
        window: &'q Bounds,
        /// Who wins when nobody can move.
        convention: Convention,
    },
    /// The Grundy values of a window: run by [`SolvedWindow::solve`](super::SolvedWindow::solve).
    Values {
        /// The window.
        window: &'q Bounds,
    },
    /// A fact about every position of a box, to be looked up in any order; here engines take part that tell no list, and the
    /// cheapest is chosen. Run by [`SolvedWindow::solve`](super::SolvedWindow::solve).
    LookUp {
        /// The largest size of each heap.
        to: &'q [u64],
        /// What is looked up.
        fact: Fact,
    },
    /// Who wins a position, what it is worth, how long it takes, which moves win: run by [`answer`](super::answer), by
    /// [`answer_board`](super::answer_board), or by [`answer_pieces`](super::answer_pieces).
    Position {
        /// The position.
        at: &'q P,
        /// Who wins when nobody can move.
        convention: Convention,
    },
}

/// A game of which questions are asked.
pub trait AskedGame: GameKind {
    /// Who answers a question, why, and at which cost.
    ///
    /// # Errors
    /// [`Refused`] if there is no such window, or it does not fit.
    fn plan(&self, question: &Question<Self::Position>, control: &Control)
    -> Result<Plan, Refused>;
}

impl AskedGame for HeapGame {
    fn plan(
        &self,
        question: &Question<Self::Position>,
        control: &Control,
    ) -> Result<Plan, Refused> {
        if let Question::PPositions { window, .. } | Question::Values { window } = question {
            self.must_be_window(window)?;
        }
        match *question {
            Question::PPositions { window, convention } => {
                choose(self, window, convention, control)
            }
            Question::Values { window } => choose_grundy(self, window, control),
            Question::LookUp { to, fact } => choose_window(self, to, fact, control),
            Question::Position { at, convention } => {
                Ok(choose_position(self, at, convention, control))
            }
        }
    }
}

impl AskedGame for BoardGame {
    fn plan(
        &self,
        question: &Question<Self::Position>,
        control: &Control,
    ) -> Result<Plan, Refused> {
        match *question {
            Question::PPositions { window, convention } => {
                choose_boards(self, window, Fact::Outcome(convention), control)
            }
            Question::Values { window } => choose_boards(self, window, Fact::Grundy, control),
            Question::LookUp { to, fact } => {
                choose_boards(self, &Bounds { to: to.to_vec(), total: None }, fact, control)
            }
            Question::Position { at, convention } => {
                Ok(choose_board(self, at, convention, control))
            }
        }
    }
}

impl AskedGame for PieceGame {
    fn plan(
        &self,
        question: &Question<Self::Position>,
        control: &Control,
    ) -> Result<Plan, Refused> {
        choose_pieces(self, question, control)
    }
}

impl AskedGame for FigureGame {
    fn plan(&self, question: &Question<Figure>, control: &Control) -> Result<Plan, Refused> {
        Ok(choose_figures(question, control))
    }
}

/// Values of single heaps are a [`Sequence`](crate::single::Sequence), which chooses by its first values; everything else is
/// recursion.
impl AskedGame for SingleGame {
    fn plan(&self, question: &Question<Self::Position>, _: &Control) -> Result<Plan, Refused> {
        let (fact, reason) = match *question {
            Question::PPositions { convention, .. } | Question::Position { convention, .. } => {
                (Fact::Outcome(convention), "any number of heaps: plain recursion over their sums")
            }
            Question::Values { .. } => (Fact::Grundy, "any number of heaps: plain recursion"),
            Question::LookUp { fact, .. } => (fact, "any number of heaps: plain recursion"),
        };
        Ok(Plan::by_reference(fact, vec![reason.into()]))
    }
}
