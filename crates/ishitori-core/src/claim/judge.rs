//! What is true: outcomes and values of the positions that a claim speaks about.
//!
//! Before a claim is checked on a window, the window is solved by the engine that suits it, and
//! questions within it are look-ups. Whatever else is asked (another game's position, an example)
//! goes to the reference solver, within a limit.

use std::ops::ControlFlow;

use super::known::{Known, PSet};
use crate::game::{AnyGame, Board, BoardGame, Bounds, Game, HeapGame, Heaps};
use crate::solve::boards::{self, Below};
use crate::solve::choose::{Limits, choose, choose_grundy, p_positions};
use crate::solve::table::GrundyTable;
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
                allowed,
                outcomes: None,
                values: None,
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

    /// Solves a window, so that questions within it are look-ups. Without an engine for it, they
    /// go to the reference.
    pub(super) fn solve(
        &mut self,
        bounds: &Bounds,
        grundy: bool,
        budget: &mut Budget,
    ) -> Result<(), GaveUp> {
        match self {
            Judge::Heaps(judge) => judge.solve(bounds, grundy, budget),
            Judge::Board(judge) => judge.solve(grundy, budget),
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
    answers: Answers,
}

enum Answers {
    Outcomes(PSet),
    Values(GrundyTable),
}

impl HeapJudge<'_> {
    fn solve(&mut self, bounds: &Bounds, grundy: bool, budget: &mut Budget) -> Result<(), GaveUp> {
        if let Some(known) = self.known {
            return known.suffices(self.game, bounds, self.convention, grundy);
        }
        let gave_up = |e: &dyn std::fmt::Display| GaveUp::new(e.to_string());
        let answers = if grundy {
            let plan =
                choose_grundy(self.game, bounds, self.allowed.engine).map_err(|e| gave_up(&e))?;
            let Some(plan) = plan else { return Ok(()) };
            Answers::Values(plan.solve(self.game, budget)?)
        } else {
            let plan = choose(self.game, bounds, self.convention, self.allowed.engine);
            let plan = plan.map_err(|e| gave_up(&e))?;
            let upper = self.game.upper_bounds(bounds).map_err(|e| gave_up(&e))?;
            let mut p = PSet::new(&self.game.rules().lower, &upper);
            p_positions(self.game, bounds, self.convention, &plan, budget, &mut |position| {
                p.insert(position);
            })?;
            Answers::Outcomes(p)
        };
        self.solved.push(Solved { bounds: bounds.clone(), answers });
        Ok(())
    }

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
            let is_p = match answers {
                Answers::Outcomes(p) => p.contains(position),
                Answers::Values(table) if self.convention == Convention::Normal => {
                    table.get(position) == 0
                }
                Answers::Values(_) => continue,
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
            if let Answers::Values(table) = answers
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
    allowed: Allowed,
    outcomes: Option<boards::Outcomes>,
    values: Option<boards::Values>,
    sums: boards::Sums<'g>,
    reference: Reference<'g, BoardGame>,
    /// What single boards may cost together.
    budget: Budget<'static>,
}

impl BoardJudge<'_> {
    /// Solves all boards, without any theorem, if they fit.
    fn solve(&mut self, grundy: bool, budget: &mut Budget) -> Result<(), GaveUp> {
        let Some(all) = Below::all(self.game) else { return Ok(()) };
        if grundy && all.grundy_bytes() <= self.allowed.engine.memory {
            self.values = Some(all.values(budget)?);
        } else if !grundy && all.outcome_bytes() <= self.allowed.engine.memory {
            self.outcomes = Some(all.outcomes(self.convention, budget)?);
        }
        Ok(())
    }

    /// Who wins.
    pub(super) fn outcome(&mut self, board: Board) -> Result<Outcome, GaveUp> {
        if let Some(outcome) = self.outcomes.as_ref().and_then(|all| all.get(&board)) {
            return Ok(outcome);
        }
        let normal = self.convention == Convention::Normal;
        if let Some(value) = self.values.as_ref().and_then(|all| all.get(&board))
            && normal
        {
            return Ok(if value == 0 { Outcome::P } else { Outcome::N });
        }
        if normal && self.is_large(board) {
            return self.sums.outcome(&board, &mut self.budget);
        }
        Ok(self.reference.facts(&board, &mut self.budget)?.outcome(self.convention))
    }

    /// The Grundy value.
    pub(super) fn grundy(&mut self, board: Board) -> Result<u32, GaveUp> {
        if let Some(value) = self.values.as_ref().and_then(|all| all.get(&board)) {
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
