//! What is true: outcomes and values of the positions that a claim speaks about.
//!
//! Before a claim is checked on a window, the window is solved by the engine that suits it, and
//! questions within it are look-ups. Whatever else is asked (another game's position, an example)
//! goes to the reference solver, within a limit.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::answers::Answers;
use super::known::Known;
use crate::game::{AnyGame, Board, BoardGame, Bounds, Game, HeapGame, Heaps};
use crate::solve::boards;
use crate::solve::choose::Limits;
use crate::solve::snapshot::{Out, Source, StateError};
use crate::solve::{Budget, Convention, GaveUp, Outcome, Reference};

/// Boards with more stones are solved by their parts, not by all boards below them.
const MAX_PLAIN_STONES: u32 = 12;

/// What may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// Memory and threads for engines.
    pub engine: Limits,
    /// Positions for the reference solver; a thousand times as many steps for a formula.
    pub positions: u64,
    /// Is asked now and then whether to go on.
    pub look_up: fn() -> Result<(), GaveUp>,
}

impl Allowed {
    /// A budget for the reference solver.
    fn budget(&self) -> Budget<'static> {
        let look_up = self.look_up;
        Budget::positions(self.positions).watched(move |_| look_up())
    }
}

/// The truth about one game.
pub(super) enum Judge<'g> {
    Heaps(HeapJudge<'g>),
    Board(BoardJudge<'g>),
}

impl<'g> Judge<'g> {
    pub(super) fn new(game: &'g AnyGame, convention: Convention, allowed: Allowed) -> Judge<'g> {
        match game {
            AnyGame::Heaps(game) => Judge::Heaps(HeapJudge {
                game,
                convention,
                allowed,
                known: None,
                solved: Vec::new(),
                reference: Reference::new(game),
                budget: allowed.budget(),
                unordered: game.rules().symmetry.identifies(),
            }),
            AnyGame::Board(game) => Judge::Board(BoardJudge {
                game,
                convention,
                solved: Vec::new(),
                sums: boards::Sums::new(game),
                reference: Reference::new(game),
                budget: allowed.budget(),
            }),
            AnyGame::Single(_) => unreachable!("claims about single heaps do not compile"),
        }
    }

    /// Lets questions within a window be answered from what is known of it.
    pub(super) fn know(&mut self, known: &'g Known) {
        if let Judge::Heaps(judge) = self {
            judge.known = Some(known);
        }
    }

    /// What is known of a window before it is solved.
    pub(super) fn known(&self) -> Option<&'g Known> {
        match self {
            Judge::Heaps(judge) => judge.known,
            Judge::Board(_) => None,
        }
    }

    /// Lets questions within a solved window be look-ups. Without one, they go to the reference.
    pub(super) fn learn(&mut self, bounds: &Bounds, answers: Arc<Answers>) {
        match self {
            Judge::Heaps(judge) => judge.solved.push(Solved { bounds: bounds.clone(), answers }),
            Judge::Board(judge) => judge.solved.push(answers),
        }
    }

    /// What single positions have cost so far.
    pub(super) fn spent(&self) -> u64 {
        match self {
            Judge::Heaps(judge) => judge.budget.spent(),
            Judge::Board(judge) => judge.budget.spent(),
        }
    }

    /// Whether what is known of single positions can be written: not what is known of parts of boards.
    pub(super) fn can_be_kept(&self) -> bool {
        match self {
            Judge::Heaps(_) => true,
            Judge::Board(judge) => judge.sums.known_parts() == 0,
        }
    }

    /// Writes what is known of single positions.
    pub(super) fn write(&self, out: &mut Out<'_>) -> io::Result<()> {
        match self {
            Judge::Heaps(judge) => judge.reference.write_memo(out),
            Judge::Board(judge) => judge.reference.write_memo(out),
        }
    }

    /// Reads that back, with what it cost.
    pub(super) fn read(&mut self, spent: u64, source: &mut Source<'_>) -> Result<(), StateError> {
        match self {
            Judge::Heaps(judge) => {
                judge.budget.begin_at(spent);
                judge.reference.read_memo(source)
            }
            Judge::Board(judge) => {
                judge.budget.begin_at(spent);
                judge.reference.read_memo(source)
            }
        }
    }
}

/// The truth about a game on heaps.
pub(super) struct HeapJudge<'g> {
    pub game: &'g HeapGame,
    pub convention: Convention,
    allowed: Allowed,
    /// What is known beforehand, so that nothing is solved.
    known: Option<&'g Known>,
    solved: Vec<Solved>,
    reference: Reference<'g, HeapGame>,
    /// What the reference may spend on all questions together.
    budget: Budget<'static>,
    unordered: bool,
}

/// A solved window.
struct Solved {
    bounds: Bounds,
    answers: Arc<Answers>,
}

impl HeapJudge<'_> {
    /// Who wins.
    pub(super) fn outcome(&mut self, position: &Heaps) -> Result<Outcome, GaveUp> {
        let known =
            self.known.and_then(|known| known.outcome(self.game, position, self.convention));
        if let Some(outcome) = known {
            return Ok(outcome);
        }
        for Solved { bounds, answers } in &self.solved {
            if !self.game.is_within(bounds, position) {
                continue;
            }
            let is_p = match &**answers {
                Answers::Outcomes(p) => p.contains(position),
                Answers::Values(table) if self.convention == Convention::Normal => {
                    table.get(position) == 0
                }
                _ => continue,
            };
            return Ok(if is_p { Outcome::P } else { Outcome::N });
        }
        self.may_solve()?;
        Ok(self.reference.facts(position, &mut self.budget)?.outcome(self.convention))
    }

    /// What is known beforehand is all there is.
    fn may_solve(&self) -> Result<(), GaveUp> {
        match self.known {
            None => Ok(()),
            Some(_) => Err(GaveUp::new("a position is asked about that is not in the file")),
        }
    }

    /// The Grundy value.
    pub(super) fn grundy(&mut self, position: &Heaps) -> Result<u32, GaveUp> {
        if let Some(grundy) = self.known.and_then(|known| known.grundy(self.game, position)) {
            return Ok(grundy);
        }
        for Solved { bounds, answers } in &self.solved {
            if let Answers::Values(table) = &**answers
                && self.game.is_within(bounds, position)
            {
                return Ok(table.get(position));
            }
        }
        self.may_solve()?;
        Ok(self.reference.facts(position, &mut self.budget)?.grundy)
    }

    pub(super) fn options(&self, position: &Heaps) -> Result<Vec<Heaps>, GaveUp> {
        self.game
            .options_within(position, usize::try_from(self.allowed.positions).unwrap_or(usize::MAX))
    }

    /// The position with these heaps, in canonical order.
    ///
    /// # Errors
    /// Why it is none of the game.
    pub(super) fn position(&self, heaps: &[i64]) -> Result<Heaps, String> {
        let natural = |h: &i64| u64::try_from(*h).map_err(|_| format!("{h} is no heap"));
        let mut heaps: Vec<u64> = heaps.iter().map(natural).collect::<Result<_, _>>()?;
        if self.unordered {
            heaps.sort_unstable();
        }
        self.game.position(&heaps).map_err(|e| e.to_string())
    }
}

/// The truth about a board.
pub(super) struct BoardJudge<'g> {
    pub game: &'g BoardGame,
    pub convention: Convention,
    solved: Vec<Arc<Answers>>,
    sums: boards::Sums<'g>,
    reference: Reference<'g, BoardGame>,
    /// What single boards may cost together.
    budget: Budget<'static>,
}

impl BoardJudge<'_> {
    /// Who wins.
    pub(super) fn outcome(&mut self, board: Board) -> Result<Outcome, GaveUp> {
        let normal = self.convention == Convention::Normal;
        let solved = self.solved.iter().find_map(|answers| match &**answers {
            Answers::Boards(outcomes) => outcomes.get(&board),
            Answers::BoardValues(values) if normal => {
                values.get(&board).map(|value| if value == 0 { Outcome::P } else { Outcome::N })
            }
            _ => None,
        });
        if let Some(outcome) = solved {
            return Ok(outcome);
        }
        if normal && self.is_large(board) {
            return self.sums.outcome(&board, &mut self.budget);
        }
        Ok(self.reference.facts(&board, &mut self.budget)?.outcome(self.convention))
    }

    /// The Grundy value.
    pub(super) fn grundy(&mut self, board: Board) -> Result<u32, GaveUp> {
        let solved = self.solved.iter().find_map(|answers| match &**answers {
            Answers::BoardValues(values) => values.get(&board),
            _ => None,
        });
        if let Some(value) = solved {
            return Ok(value);
        }
        if self.is_large(board) {
            return self.sums.grundy(&board, &mut self.budget);
        }
        Ok(self.reference.facts(&board, &mut self.budget)?.grundy)
    }

    /// Too many boards below this one for the reference; in normal play its parts are solved.
    fn is_large(&self, board: Board) -> bool {
        board.mask().count_ones() > MAX_PLAIN_STONES
    }

    pub(super) fn options(&self, board: Board) -> Vec<Board> {
        let mut options = Vec::new();
        self.game.visit_options(&board, &mut |option| {
            options.push(*option);
            ControlFlow::Continue(())
        });
        self.game.arranged(options)
    }
}
