//! What is known of a board and of all boards after it, by the engine that was chosen for it.
//!
//! A game is played from one board down, and the winning moves of a board are its options that lose: whoever asks about one
//! board asks about many below it. So the engine is made once, and keeps what it has solved. For heaps the same is done by
//! a [`SolvedWindow`](super::SolvedWindow).

use super::plan::{Engine, Plan};
use crate::control::{Control, GaveUp};
use crate::game::{Board, BoardGame, GameKind};
use crate::solve::boards::{BoardOutcomes, BoardSumSolver, BoardsBelow};
use crate::solve::{Convention, Outcome, Reference};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownFacts {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, in normal play, where it is known.
    pub grundy: Option<u32>,
    /// How many moves are left when the winner hurries and the loser delays, where it is known.
    pub remoteness: Option<u32>,
}

/// Knows about a board and all boards after it.
pub struct BoardOracle<'g> {
    game: &'g BoardGame,
    convention: Convention,
    way: BoardWay<'g>,
}

enum BoardWay<'g> {
    Recursion(Reference<'g, BoardGame>),
    Parts(Box<BoardSumSolver<'g>>),
    Below(BoardOutcomes),
}

impl<'g> BoardOracle<'g> {
    /// By a plan of [`choose_board`](super::choose_board) for this board. All boards below it are solved here, where the
    /// plan says so; else what is asked for is solved when it is.
    ///
    /// # Errors
    /// [`GaveUp`] if that costs too much.
    pub fn new(
        game: &'g BoardGame,
        board: &Board,
        convention: Convention,
        plan: &Plan,
        control: &Control,
    ) -> Result<BoardOracle<'g>, GaveUp> {
        let way = match &plan.engine {
            Engine::Parts => BoardWay::Parts(Box::new(BoardSumSolver::new(game))),
            Engine::Boards => {
                let below = BoardsBelow::new(game, *board)
                    .ok_or_else(|| GaveUp::new("too large a board"))?;
                BoardWay::Below(below.outcomes(convention, control)?)
            }
            _ => BoardWay::Recursion(Reference::new(game)),
        };
        Ok(BoardOracle { game, convention, way })
    }

    /// Who wins a board.
    ///
    /// # Errors
    /// [`GaveUp`] if it costs too much, or is none of those that were asked for.
    pub(crate) fn outcome(&mut self, board: &Board, control: &Control) -> Result<Outcome, GaveUp> {
        match &mut self.way {
            BoardWay::Recursion(solver) => {
                Ok(solver.facts(board, control)?.outcome(self.convention))
            }
            BoardWay::Parts(solver) => solver.outcome(board, control),
            BoardWay::Below(outcomes) => {
                outcomes.get(board).ok_or_else(|| GaveUp::new("a board outside the table"))
            }
        }
    }

    /// The options of a board that win for whoever moves to them.
    ///
    /// # Errors
    /// [`GaveUp`] if they cost too much.
    pub fn winning_moves(
        &mut self,
        board: &Board,
        control: &Control,
    ) -> Result<Vec<Board>, GaveUp> {
        if let BoardWay::Parts(solver) = &mut self.way {
            return solver.winning_moves(board, control);
        }
        let mut winning = Vec::new();
        for option in self.game.options_within(board, control.most_positions())? {
            if self.outcome(&option, control)? == Outcome::P {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    /// What is known of a board. A value that costs more than who wins is left out.
    ///
    /// # Errors
    /// [`GaveUp`] if who wins costs too much.
    pub fn facts(&mut self, board: &Board, control: &Control) -> Result<KnownFacts, GaveUp> {
        match &mut self.way {
            BoardWay::Recursion(solver) => {
                let (facts, convention) = (solver.facts(board, control)?, self.convention);
                Ok(KnownFacts {
                    outcome: facts.outcome(convention),
                    grundy: (convention == Convention::Normal).then_some(facts.grundy),
                    remoteness: Some(facts.remoteness(convention)),
                })
            }
            BoardWay::Parts(solver) => {
                let outcome = solver.outcome(board, control)?;
                let grundy = unless_stopped(solver.grundy(board, control))?;
                Ok(KnownFacts { outcome, grundy, remoteness: None })
            }
            BoardWay::Below(_) => {
                let outcome = self.outcome(board, control)?;
                Ok(KnownFacts { outcome, grundy: None, remoteness: None })
            }
        }
    }

    /// How it is known.
    pub fn by(&self) -> &'static str {
        match &self.way {
            BoardWay::Recursion(_) => "plain recursion",
            BoardWay::Parts(_) => "the parts of the board",
            BoardWay::Below(_) => "all boards below",
        }
    }
}

/// What costs too much is left out; a stop is none of that.
pub(super) fn unless_stopped<T>(found: Result<T, GaveUp>) -> Result<Option<T>, GaveUp> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(gave_up) if gave_up.is_stopped() => Err(gave_up),
        Err(_) => Ok(None),
    }
}
