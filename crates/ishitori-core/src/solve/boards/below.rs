//! All boards that play can reach from one board, numbered, and solved in the order of numbers.
//!
//! Stones are only taken, so what can be reached from a board are its subsets; coins are turned
//! below and to the left of heads, so it is every set of cells there. The cells are numbered row by
//! row from the bottom, each row from the left, and a board is the number with those bits. Every
//! move lowers the number: taking clears bits, and turning clears the highest of the bits it
//! changes. So one pass upwards decides every board from its options: it is right because it is
//! the definition, in another order than the [reference](crate::solve::Reference)'s.
//!
//! For every pattern of every row and column the stones that may be taken are listed once; an option
//! is then one bit operation and one look-up. Cost: a bit a board for outcomes, a byte for Grundy
//! values, and tens of nanoseconds each (outcomes: the first option in P ends the search; values:
//! every option counts). Both conventions. From a single large board
//! in normal play [`BoardSumSolver`](super::BoardSumSolver) looks at far fewer.
//!
//! Every [`STRIDE`] boards there is a safe point; the state is the outcomes or values so far.

use std::io;
use std::ops::{ControlFlow, Range};

use ishitori_rule::BoardMoves;

use super::super::snapshot::{
    EngineSession, NoKeeper, SafePoints, StateError, StateReader, StateSubject, StateWriter,
    UnfinishedRun,
};
use super::super::{Convention, Outcome};
use super::lines::{BoardLine, CoinRectangle};
use crate::control::{Control, GaveUp};
use crate::game::{Board, BoardGame, Bounds, GameKind};

/// Up to how many cells all boards can be numbered.
pub const MAX_CELLS: usize = 34;

/// The most cells of a row or column: every pattern of it is listed.
pub const MAX_LINE: usize = 16;

/// Boards between two looks at the control, a multiple of 64.
const STRIDE: u64 = 4096;

/// The boards that play can reach from one board.
#[derive(Clone, Debug)]
pub struct BoardsBelow<'g> {
    game: &'g BoardGame,
    cells: BoardCells,
    /// The longest row or column of cells, and how many lines there are.
    lines: (usize, usize),
}

/// The cells that boards may have set, by number.
#[derive(Clone, Debug)]
struct BoardCells(Vec<u64>);

impl BoardCells {
    fn mask(&self, number: u64) -> u64 {
        let cell = |(i, cell): (usize, &u64)| if number >> i & 1 == 1 { *cell } else { 0 };
        self.0.iter().enumerate().map(cell).sum()
    }

    fn number(&self, mask: u64) -> Option<u64> {
        let bit = |(i, cell): (usize, &u64)| u64::from(mask & cell != 0) << i;
        let number = self.0.iter().enumerate().map(bit).sum();
        (self.mask(number) == mask).then_some(number)
    }
}

/// The moves on numbers.
enum NumberedMoves {
    Takes(Vec<BoardLine>),
    Turns(Vec<CoinRectangle>),
}

impl<'g> BoardsBelow<'g> {
    /// The boards below `top`; `None` if there are too many to number.
    pub fn new(game: &'g BoardGame, top: Board) -> Option<BoardsBelow<'g>> {
        let reach = reach(game, top);
        let cells: Vec<u64> = game.upward_cells().filter(|cell| reach & cell != 0).collect();
        let all: u64 = cells.iter().sum();
        let lengths =
            game.lines().iter().map(|line| line.iter().filter(|c| all & **c != 0).count());
        let longest = lengths.max().unwrap_or(0);
        let fits = cells.len() <= MAX_CELLS && longest <= MAX_LINE;
        let lines = (longest, game.lines().len());
        fits.then_some(BoardsBelow { game, cells: BoardCells(cells), lines })
    }

    /// All boards of the game's size; `None` if there are too many to number.
    pub fn all(game: &'g BoardGame) -> Option<BoardsBelow<'g>> {
        BoardsBelow::new(game, game.full())
    }

    /// How many boards there are.
    pub fn boards(&self) -> u64 {
        1 << self.cells.0.len()
    }

    /// The bytes that outcomes take.
    pub(crate) fn outcome_bytes(&self) -> u128 {
        u128::from(self.boards().div_ceil(64)) * 8 + self.move_bytes()
    }

    /// The bytes that Grundy values take.
    pub(crate) fn grundy_bytes(&self) -> u128 {
        u128::from(self.boards()) + self.move_bytes()
    }

    /// What the lists of moves take at most: no more takes than the runs of a pattern have blocks,
    /// and on average a pattern has fewer blocks than cells.
    fn move_bytes(&self) -> u128 {
        let (longest, count) = self.lines;
        match self.game.rules().moves {
            BoardMoves::TurnCorners => 0,
            _ => (count as u128 * (8 * longest as u128 + 4)) << longest,
        }
    }

    /// Who wins each board.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out.
    pub fn outcomes(
        &self,
        convention: Convention,
        control: &Control,
    ) -> Result<BoardOutcomes, GaveUp> {
        Ok(self.outcomes_from(convention, EngineSession::new(&mut NoKeeper), control)?)
    }

    /// Who wins each board, in an [`EngineSession`]: it may go on from a state, and hands over states on the
    /// way.
    ///
    /// # Errors
    /// [`UnfinishedRun`] if `control` runs out or the state does not fit.
    pub fn outcomes_from(
        &self,
        convention: Convention,
        session: EngineSession,
        control: &Control,
    ) -> Result<BoardOutcomes, UnfinishedRun> {
        let about = self.about("boards by outcome", convention);
        let safe = &mut SafePoints::new(session, about, control)?;
        let mut p = vec![0u64; length(self.boards().div_ceil(64))?];
        let first = self.read(safe, &mut |done, source| {
            source.words(&mut p[..length(done.div_ceil(64))?])?;
            Ok(())
        })?;
        let moves = self.moves();
        for start in (first..self.boards()).step_by(STRIDE as usize) {
            if start > first && safe.is_due() {
                let done = &p[..(start / 64) as usize];
                safe.keep(control, &|out| out.u64(start).and_then(|()| out.words(done)))?;
            }
            self.pay(safe, control)?;
            let end = (start + STRIDE).min(self.boards());
            moves.add_outcomes(start..end, convention, &mut p);
        }
        Ok(BoardOutcomes { cells: self.cells.clone(), p })
    }

    /// The Grundy value of each board.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out.
    pub fn values(&self, control: &Control) -> Result<BoardValues, GaveUp> {
        Ok(self.values_from(EngineSession::new(&mut NoKeeper), control)?)
    }

    /// The Grundy value of each board, in an [`EngineSession`]: it may go on from a state, and hands over
    /// states on the way.
    ///
    /// # Errors
    /// [`UnfinishedRun`] if `control` runs out or the state does not fit.
    pub fn values_from(
        &self,
        session: EngineSession,
        control: &Control,
    ) -> Result<BoardValues, UnfinishedRun> {
        let about = self.about("boards by value", Convention::Normal);
        let safe = &mut SafePoints::new(session, about, control)?;
        let mut values = vec![0u8; length(self.boards())?];
        let moves = self.moves();
        let most = moves.largest_value();
        let first = self.read(safe, &mut |done, source| {
            let done = &mut values[..length(done)?];
            source.bytes(done)?;
            let fit = done.iter().all(|value| *value <= most);
            Ok(if fit { Ok(()) } else { Err(StateError::Damaged("a Grundy value is too large")) }?)
        })?;
        for start in (first..self.boards()).step_by(STRIDE as usize) {
            if start > first && safe.is_due() {
                let done = &values[..start as usize];
                safe.keep(control, &|out| out.u64(start).and_then(|()| out.bytes(done)))?;
            }
            self.pay(safe, control)?;
            let end = (start + STRIDE).min(self.boards());
            moves.add_values(start.max(1)..end, &mut values)?;
        }
        Ok(BoardValues { cells: self.cells.clone(), values })
    }

    /// Reads what [`BoardOutcomes::write`] wrote.
    pub(crate) fn read_outcomes(
        &self,
        source: &mut StateReader<'_>,
    ) -> Result<BoardOutcomes, UnfinishedRun> {
        let mut p = vec![0u64; length(self.boards().div_ceil(64))?];
        source.words(&mut p)?;
        Ok(BoardOutcomes { cells: self.cells.clone(), p })
    }

    /// Reads what [`BoardValues::write`] wrote.
    pub(crate) fn read_values(
        &self,
        source: &mut StateReader<'_>,
    ) -> Result<BoardValues, UnfinishedRun> {
        let mut values = vec![0u8; length(self.boards())?];
        source.bytes(&mut values)?;
        Ok(BoardValues { cells: self.cells.clone(), values })
    }

    fn pay(&self, safe: &mut SafePoints, control: &Control) -> Result<(), GaveUp> {
        safe.spent(control.spend(STRIDE.min(self.boards())))
    }

    /// What a state belongs to: the window is the cells.
    fn about(&self, engine: &str, convention: Convention) -> StateSubject {
        let window = Bounds { to: vec![self.cells.0.iter().sum()], total: None };
        StateSubject { engine: engine.into(), game: self.game.fingerprint(), window, convention }
    }

    /// How many boards were done, and through `cells` their cells, if there is a state to go on from.
    fn read(
        &self,
        safe: &mut SafePoints,
        cells: &mut dyn FnMut(u64, &mut StateReader<'_>) -> Result<(), UnfinishedRun>,
    ) -> Result<u64, UnfinishedRun> {
        let Some(mut source) = safe.source() else { return Ok(0) };
        let done = source.step(0, self.boards())?;
        if !done.is_multiple_of(STRIDE) {
            return Err(StateError::Damaged("it is no safe point").into());
        }
        cells(done, &mut source)?;
        source.end()?;
        Ok(done)
    }

    fn moves(&self) -> NumberedMoves {
        let number = |mask: u64| self.cells.number(mask).expect("cells below the board");
        if self.game.rules().moves != BoardMoves::TurnCorners {
            let lines =
                self.game.lines().iter().map(|line| BoardLine::new(self.game, line, &self.cells.0));
            return NumberedMoves::Takes(lines.filter(|line| !line.is_empty()).collect());
        }
        let all: u64 = self.cells.0.iter().sum();
        let mut turns = Vec::new();
        let _ = self.game.each_corner(&mut |corner, mask| {
            if all & corner != 0 {
                turns.push(CoinRectangle { corner: number(corner), mask: number(mask) });
            }
            ControlFlow::Continue(())
        });
        NumberedMoves::Turns(turns)
    }
}

impl NumberedMoves {
    /// The largest value that is dealt with. Taking stones makes none that is larger than their number,
    /// and there are at most 34.
    fn largest_value(&self) -> u8 {
        match self {
            NumberedMoves::Takes(_) => MAX_CELLS as u8,
            NumberedMoves::Turns(_) => u8::MAX,
        }
    }

    /// Adds who wins some boards, from those before them.
    fn add_outcomes(&self, numbers: Range<u64>, convention: Convention, p: &mut [u64]) {
        let is_p = |p: &[u64], number: u64| p[(number / 64) as usize] >> (number % 64) & 1 == 1;
        for number in numbers {
            let reaches_p = match self {
                NumberedMoves::Takes(lines) => {
                    lines.iter().any(|l| l.takes(number).iter().any(|take| is_p(p, number & !take)))
                }
                NumberedMoves::Turns(turns) => {
                    turns.iter().any(|t| number & t.corner != 0 && is_p(p, number ^ t.mask))
                }
            };
            // With a stone or a head there is always a move.
            let wins = reaches_p || number == 0 && convention == Convention::Misere;
            if !wins {
                p[(number / 64) as usize] |= 1 << (number % 64);
            }
        }
    }

    /// Adds the values of some boards, from those before them.
    fn add_values(&self, numbers: Range<u64>, values: &mut [u8]) -> Result<(), GaveUp> {
        let most = self.largest_value();
        match self {
            NumberedMoves::Takes(lines) => {
                for number in numbers {
                    let mut reached = 0u64;
                    for line in lines {
                        for take in line.takes(number) {
                            reached |= 1 << values[(number & !take) as usize];
                        }
                    }
                    let value = reached.trailing_ones() as u8;
                    if value > most {
                        return Err(GaveUp::new("a value is too large: the state was damaged"));
                    }
                    values[number as usize] = value;
                }
            }
            NumberedMoves::Turns(turns) => {
                for number in numbers {
                    let mut reached = [0u64; 4];
                    for turn in turns.iter().filter(|turn| number & turn.corner != 0) {
                        let value = values[(number ^ turn.mask) as usize];
                        reached[usize::from(value / 64)] |= 1 << (value % 64);
                    }
                    let mex =
                        mex(&reached).ok_or_else(|| GaveUp::new("a Grundy value exceeds 255"))?;
                    values[number as usize] = mex;
                }
            }
        }
        Ok(())
    }
}

/// The cells that may ever be set in play from `top`.
fn reach(game: &BoardGame, top: Board) -> u64 {
    let mut reach = top.mask();
    if game.rules().moves == BoardMoves::TurnCorners {
        let _ = game.each_corner(&mut |corner, mask| {
            if top.mask() & corner != 0 {
                reach |= mask;
            }
            ControlFlow::Continue(())
        });
    }
    reach
}

fn length(boards: u64) -> Result<usize, GaveUp> {
    usize::try_from(boards).map_err(|_| GaveUp::new("there are too many boards for this machine"))
}

fn mex(reached: &[u64; 4]) -> Option<u8> {
    let word = reached.iter().position(|word| *word != u64::MAX)?;
    u8::try_from(64 * word + reached[word].trailing_ones() as usize).ok()
}

/// Who wins each of the boards below one.
#[derive(Clone, Debug)]
pub struct BoardOutcomes {
    cells: BoardCells,
    p: Vec<u64>,
}

impl BoardOutcomes {
    /// Who wins; `None` if the board is not below the solved one.
    pub fn get(&self, board: &Board) -> Option<Outcome> {
        let number = self.cells.number(board.mask())?;
        let is_p = self.p[(number / 64) as usize] >> (number % 64) & 1 == 1;
        Some(if is_p { Outcome::P } else { Outcome::N })
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        8 * self.p.len() as u64
    }

    /// Writes who wins.
    pub(crate) fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.words(&self.p)
    }

    /// Calls `visit` with every P-position, in no particular order.
    pub fn visit_p(&self, game: &BoardGame, visit: &mut dyn FnMut(Board)) {
        for (word, bits) in (0u64..).zip(&self.p) {
            let mut rest = *bits;
            while rest != 0 {
                let number = 64 * word + u64::from(rest.trailing_zeros());
                rest &= rest - 1;
                visit(game.board(self.cells.mask(number)));
            }
        }
    }
}

/// The Grundy value of each of the boards below one.
#[derive(Clone, Debug)]
pub struct BoardValues {
    cells: BoardCells,
    values: Vec<u8>,
}

impl BoardValues {
    /// The Grundy value; `None` if the board is not below the solved one.
    pub fn get(&self, board: &Board) -> Option<u32> {
        let number = self.cells.number(board.mask())?;
        Some(u32::from(self.values[usize::try_from(number).ok()?]))
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        self.values.len() as u64
    }

    /// Writes the values.
    pub(crate) fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.bytes(&self.values)
    }
}
