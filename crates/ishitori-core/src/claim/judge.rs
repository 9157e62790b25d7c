//! What is true: outcomes and values of the positions that a claim speaks about.
//!
//! Before a claim is checked on a window, the window is solved by the engine that suits it, and
//! questions within it are look-ups. Whatever else is asked (another game's position, an example)
//! goes to the reference solver, within a limit.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::figure_truth::FigureTruth;
use super::one_heap::{has_no_moves, heap_or_piece};
use crate::ask::{Fact, SolvedWindow};
use crate::control::{Control, GaveUp};
use crate::game::{AnyGame, Board, BoardGame, Bounds, GameKind, HeapGame, Heaps};
use crate::solve::boards;
use crate::solve::snapshot::{StateError, StateReader, StateWriter};
use crate::solve::{Convention, Outcome, Reference};

/// Boards with more stones are solved by their parts, not by all boards below them.
const MAX_PLAIN_STONES: u32 = 12;

/// The truth about one game.
pub(super) enum GameTruth<'g> {
    Heaps(HeapTruth<'g>),
    Board(BoardTruth<'g>),
    Figures(Box<FigureTruth<'g>>),
}

impl<'g> GameTruth<'g> {
    pub(super) fn new(
        game: &'g AnyGame,
        convention: Convention,
        control: &Control,
    ) -> GameTruth<'g> {
        match game {
            AnyGame::Heaps(game) => GameTruth::Heaps(HeapTruth {
                game,
                convention,
                known: None,
                solved: Vec::new(),
                reference: Reference::new(game),
                control: control.in_silence(),
                unordered: game.rules().symmetry.identifies(),
            }),
            AnyGame::Board(game) => GameTruth::Board(BoardTruth {
                game,
                convention,
                solved: Vec::new(),
                sums: boards::BoardSumSolver::new(game),
                reference: Reference::new(game),
                control: control.in_silence(),
            }),
            AnyGame::Figures(game) => {
                GameTruth::Figures(Box::new(FigureTruth::new(game, convention, control)))
            }
            AnyGame::Single(_) | AnyGame::Pieces(_) => {
                unreachable!("one heap stands for single heaps, one piece for pieces")
            }
        }
    }

    /// The same windows, and nothing remembered or spent.
    pub(super) fn afresh(&self) -> GameTruth<'g> {
        match self {
            GameTruth::Heaps(judge) => GameTruth::Heaps(HeapTruth {
                solved: judge.solved.clone(),
                reference: Reference::new(judge.game),
                control: judge.control.part(),
                ..*judge
            }),
            GameTruth::Board(judge) => GameTruth::Board(BoardTruth {
                solved: judge.solved.clone(),
                sums: boards::BoardSumSolver::new(judge.game),
                reference: Reference::new(judge.game),
                control: judge.control.part(),
                ..*judge
            }),
            GameTruth::Figures(judge) => GameTruth::Figures(Box::new(judge.afresh())),
        }
    }

    /// Lets questions within a window be answered from what is known of it.
    pub(super) fn know(&mut self, known: &'g SolvedWindow) {
        if let GameTruth::Heaps(judge) = self {
            judge.known = Some(known);
        }
    }

    /// What is known of a window before it is solved.
    pub(super) fn known(&self) -> Option<&'g SolvedWindow> {
        match self {
            GameTruth::Heaps(judge) => judge.known,
            GameTruth::Board(_) | GameTruth::Figures(_) => None,
        }
    }

    /// Lets questions within a solved window be look-ups. Without one, they go to the reference.
    pub(super) fn learn(&mut self, window: Arc<SolvedWindow>) {
        match self {
            GameTruth::Heaps(judge) => judge.solved.push(window),
            GameTruth::Board(judge) => judge.solved.push(window),
            GameTruth::Figures(_) => unreachable!("figures have no windows"),
        }
    }

    /// What single positions have cost so far.
    pub(super) fn spent(&self) -> u64 {
        match self {
            GameTruth::Heaps(judge) => judge.control.spent(),
            GameTruth::Board(judge) => judge.control.spent(),
            GameTruth::Figures(judge) => judge.spent(),
        }
    }

    /// Whether what is known of single positions can be written: not what is known of parts of boards.
    pub(super) fn can_be_kept(&self) -> bool {
        match self {
            GameTruth::Heaps(_) => true,
            GameTruth::Board(judge) => judge.sums.known_parts() == 0,
            GameTruth::Figures(_) => true,
        }
    }

    /// Writes what is known of single positions.
    pub(super) fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        match self {
            GameTruth::Heaps(judge) => judge.reference.write_memo(out),
            GameTruth::Board(judge) => judge.reference.write_memo(out),
            GameTruth::Figures(judge) => judge.write(out),
        }
    }

    /// Reads that back, with what it cost.
    pub(super) fn read(
        &mut self,
        spent: u64,
        source: &mut StateReader<'_>,
    ) -> Result<(), StateError> {
        match self {
            GameTruth::Heaps(judge) => {
                judge.control.begin_at(spent);
                judge.reference.read_memo(source)
            }
            GameTruth::Board(judge) => {
                judge.control.begin_at(spent);
                judge.reference.read_memo(source)
            }
            GameTruth::Figures(judge) => judge.read(spent, source),
        }
    }
}

/// The truth about a game on heaps.
pub(super) struct HeapTruth<'g> {
    pub game: &'g HeapGame,
    pub convention: Convention,
    /// What is known beforehand, so that nothing is solved.
    known: Option<&'g SolvedWindow>,
    solved: Vec<Arc<SolvedWindow>>,
    reference: Reference<'g, HeapGame>,
    /// What the reference may spend on all questions together.
    control: Control,
    unordered: bool,
}

impl<'g> HeapTruth<'g> {
    /// A window that contains this one and knows its P-positions as a list.
    pub(super) fn listed(&self, bounds: &Bounds) -> Option<HeldWindow<'g>> {
        self.window(bounds, |window| {
            window.fact() == Fact::Outcome(self.convention)
                && window.visit_p(self.convention, &mut |_| ControlFlow::Break(()))
        })
    }

    /// A window that contains this one and tells a fact.
    pub(super) fn telling(&self, fact: Fact, bounds: &Bounds) -> Option<HeldWindow<'g>> {
        self.window(bounds, |window| window.fact() == fact)
    }

    fn window(
        &self,
        bounds: &Bounds,
        is_wanted: impl Fn(&SolvedWindow) -> bool,
    ) -> Option<HeldWindow<'g>> {
        let will_do =
            |window: &SolvedWindow| is_wanted(window) && window.contains(self.game, bounds);
        if let Some(known) = self.known.filter(|known| will_do(known)) {
            return Some(HeldWindow::Known(known));
        }
        let solved = self.solved.iter().find(|solved| will_do(solved))?;
        Some(HeldWindow::Solved(solved.clone()))
    }
}

/// A window that somebody has solved.
pub(super) enum HeldWindow<'g> {
    Known(&'g SolvedWindow),
    Solved(Arc<SolvedWindow>),
}

impl HeldWindow<'_> {
    pub(super) fn window(&self) -> &SolvedWindow {
        match self {
            HeldWindow::Known(known) => known,
            HeldWindow::Solved(solved) => solved,
        }
    }
}

impl HeapTruth<'_> {
    /// Who wins.
    pub(super) fn outcome(&mut self, position: &Heaps) -> Result<Outcome, GaveUp> {
        let mut windows = self.known.into_iter().chain(self.solved.iter().map(|solved| &**solved));
        let outcome =
            windows.find_map(|window| window.outcome(self.game, position, self.convention));
        if let Some(outcome) = outcome {
            return Ok(outcome);
        }
        self.may_solve()?;
        Ok(self.reference.facts(position, &self.control)?.outcome(self.convention))
    }

    /// What is known beforehand is all there is.
    fn may_solve(&self) -> Result<(), GaveUp> {
        match self.known {
            None => Ok(()),
            Some(_) if has_no_moves(self.game) => {
                let what = heap_or_piece(self.game);
                Err(GaveUp::new(format!(
                    "a {what} is asked about that is larger than those of the window"
                )))
            }
            Some(_) => Err(GaveUp::new("a position is asked about that is not in the file")),
        }
    }

    /// The Grundy value.
    pub(super) fn grundy(&mut self, position: &Heaps) -> Result<u32, GaveUp> {
        let mut windows = self.known.into_iter().chain(self.solved.iter().map(|solved| &**solved));
        if let Some(grundy) = windows.find_map(|window| window.grundy(self.game, position)) {
            return Ok(grundy);
        }
        self.may_solve()?;
        Ok(self.reference.facts(position, &self.control)?.grundy)
    }

    /// How long play lasts, under the convention of the claim.
    pub(super) fn remoteness(&mut self, position: &Heaps) -> Result<u32, GaveUp> {
        let mut windows = self.known.into_iter().chain(self.solved.iter().map(|solved| &**solved));
        let told =
            windows.find_map(|window| window.remoteness(self.game, position, self.convention));
        if let Some(length) = told {
            return Ok(length);
        }
        self.may_solve()?;
        Ok(self.reference.facts(position, &self.control)?.remoteness(self.convention))
    }

    pub(super) fn options(&self, position: &Heaps) -> Result<Vec<Heaps>, GaveUp> {
        self.game.options_within(position, self.control.most_positions())
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
pub(super) struct BoardTruth<'g> {
    pub game: &'g BoardGame,
    pub convention: Convention,
    solved: Vec<Arc<SolvedWindow>>,
    sums: boards::BoardSumSolver<'g>,
    reference: Reference<'g, BoardGame>,
    /// What single boards may cost together.
    control: Control,
}

impl BoardTruth<'_> {
    /// Who wins.
    pub(super) fn outcome(&mut self, board: Board) -> Result<Outcome, GaveUp> {
        let normal = self.convention == Convention::Normal;
        let windows = &mut self.solved.iter();
        let solved = windows.find_map(|window| window.board_outcome(&board, self.convention));
        if let Some(outcome) = solved {
            return Ok(outcome);
        }
        if normal && self.is_large(board) {
            return self.sums.outcome(&board, &self.control);
        }
        Ok(self.reference.facts(&board, &self.control)?.outcome(self.convention))
    }

    /// The Grundy value.
    pub(super) fn grundy(&mut self, board: Board) -> Result<u32, GaveUp> {
        let solved = self.solved.iter().find_map(|window| window.board_grundy(&board));
        if let Some(value) = solved {
            return Ok(value);
        }
        if self.is_large(board) {
            return self.sums.grundy(&board, &self.control);
        }
        Ok(self.reference.facts(&board, &self.control)?.grundy)
    }

    /// How long play lasts: only the reference tells it.
    pub(super) fn remoteness(&mut self, board: Board) -> Result<u32, GaveUp> {
        Ok(self.reference.facts(&board, &self.control)?.remoteness(self.convention))
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
