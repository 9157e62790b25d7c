//! A game with everything that can be asked about it.
//!
//! [`Game`] is the front door of the library: a name, a file or a rule text becomes a game, and each question is a method. What
//! a question may cost, and who hears how far it is, stands in the [`Control`] that it is given. Every answer comes
//! from the question room ([`ishitori_core::ask`]), so it is the one that the command line and the page give.

use std::io::{self, Write};

use ishitori_core::ask::{
    self, AskedGame, Fact, Plan, Question, SolvedWindow, answer, answer_board, answer_by_reference,
    answer_figure, answer_pieces, p_positions,
};
use ishitori_core::claim::Verdict;
use ishitori_core::control::Control;
use ishitori_core::discover::Aim;
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame, PositionError};
use ishitori_core::single::Sequence;
use ishitori_core::solve::{Convention, Outcome};
use ishitori_rule::parse::parse_statement;
use ishitori_store::exports::write_npy_table;
use ishitori_view::Picture;

use crate::claims::{ClaimSentence, ClaimedGame};
use crate::discoveries::{self, DiscoveryFinding, DiscoveryRequest};
use crate::error::Error;
use crate::plots::{self, PlotRequest};
use crate::problems::RuleProblems;
use crate::proofs::{self, AcceptedTheorem, BeyondAutomata, ProofAttempt};
use crate::quotients::{QuotientReport, QuotientRequest};
use crate::trial::{StatedClaim, Trial};

/// Rows of a block of positions.
const BLOCK_ROWS: usize = 1 << 12;

/// A game.
pub struct Game {
    claimed: ClaimedGame,
    game: AnyGame,
}

/// What is known about a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PositionReport {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, in normal play, where it is known.
    pub grundy: Option<u32>,
    /// How many moves are left when the winner hurries and the loser delays, where it is known.
    pub remoteness: Option<u32>,
    /// The options that win for whoever moves to them, where they are known.
    pub winning_moves: Option<Vec<String>>,
}

/// A table of numbers, one for each position of a box; `None` where heaps are no position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DenseTable {
    /// How many sizes each heap has, from 0 on.
    pub shape: Vec<usize>,
    /// The numbers, row by row: the last heap varies fastest.
    pub values: Vec<Option<u32>>,
}

impl DenseTable {
    /// Writes the table as a NumPy array of signed numbers, -1 where heaps are no position.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_npy(&self, out: &mut dyn Write) -> io::Result<()> {
        let upper: Vec<u64> = self.shape.iter().map(|size| *size as u64 - 1).collect();
        let mut values = self.values.iter();
        let value = &mut |_: &[u64]| Ok(values.next().copied().flatten());
        write_npy_table(out, &vec![0; upper.len()], &upper, value)
    }
}

impl Game {
    /// A game of the catalogue: `circular(6,2)`.
    ///
    /// # Errors
    /// [`Error`] if there is none of this name, or its arguments do not fit.
    pub fn catalogue(name: &str) -> Result<Game, Error> {
        if crate::open::is_path(name) {
            return Err(Error::Question(format!("`{name}` is a file, not a name")));
        }
        Game::open(name)
    }

    /// A game by name or by file: `circular(6,2)`, `my.game(4)`.
    ///
    /// # Errors
    /// [`Error`] if it cannot be read.
    pub fn open(reference: &str) -> Result<Game, Error> {
        Game::new(ClaimedGame::open(reference)?)
    }

    /// A game from its rule text, with the defaults of its parameters.
    ///
    /// # Errors
    /// [`Error::Rule`] with every problem of the text.
    pub fn from_rule(text: &str) -> Result<Game, Error> {
        Game::new(ClaimedGame::of_rule(text, &[])?)
    }

    fn new(claimed: ClaimedGame) -> Result<Game, Error> {
        let game = AnyGame::new(&claimed.ruleset).map_err(|e| Error::Question(e.to_string()))?;
        Ok(Game { claimed, game })
    }

    /// Its name with its arguments.
    pub fn name(&self) -> String {
        self.claimed.ruleset.about.full_name()
    }

    /// What its heaps are called; none on boards and single heaps.
    pub fn heap_names(&self) -> &[String] {
        match &self.game {
            AnyGame::Heaps(game) => &game.rules().names,
            _ => &[],
        }
    }

    /// The game as the rooms know it.
    pub fn rooms(&self) -> (&ClaimedGame, &AnyGame) {
        (&self.claimed, &self.game)
    }

    fn heaps(&self) -> Result<&HeapGame, Error> {
        match &self.game {
            AnyGame::Heaps(game) => Ok(game),
            _ => Err(Error::Question(format!(
                "{} is not played with a fixed number of heaps",
                self.name()
            ))),
        }
    }

    /// Who wins a position, what it is worth, how long it takes and which moves win.
    ///
    /// # Errors
    /// [`Error`] if it is no position, or costs too much.
    pub fn value(
        &self,
        position: &str,
        convention: Convention,
        control: &Control,
    ) -> Result<PositionReport, Error> {
        match &self.game {
            AnyGame::Heaps(game) => {
                let at = game.parse(position)?;
                let plan = game.plan(&Question::Position { at: &at, convention }, control)?;
                Ok(report(game, convention, answer(game, &at, convention, &plan, control)?))
            }
            AnyGame::Board(game) => {
                let at = game.parse(position)?;
                let plan = game.plan(&Question::Position { at: &at, convention }, control)?;
                Ok(report(game, convention, answer_board(game, &at, convention, &plan, control)?))
            }
            AnyGame::Pieces(game) => {
                let at = game.parse(position)?;
                let plan = game.plan(&Question::Position { at: &at, convention }, control)?;
                Ok(report(game, convention, answer_pieces(game, &at, convention, &plan, control)?))
            }
            AnyGame::Figures(game) => {
                let at = game.parse(position)?;
                Ok(report(game, convention, answer_figure(game, &at, convention, control)?))
            }
            AnyGame::Single(game) => {
                let at = game.parse(position)?;
                let found = answer_by_reference(game, &at, convention, control)?;
                Ok(report(game, convention, found))
            }
        }
    }

    /// How [`Game::value`] will answer for a position, and why.
    ///
    /// # Errors
    /// [`Error`] if it is no position.
    pub fn explain(
        &self,
        position: &str,
        convention: Convention,
        control: &Control,
    ) -> Result<Plan, Error> {
        match &self.game {
            AnyGame::Heaps(game) => Ok(
                game.plan(&Question::Position { at: &game.parse(position)?, convention }, control)?
            ),
            AnyGame::Board(game) => Ok(
                game.plan(&Question::Position { at: &game.parse(position)?, convention }, control)?
            ),
            AnyGame::Single(game) => {
                let at = &game.parse(position)?;
                Ok(game.plan(&Question::Position { at, convention }, control)?)
            }
            AnyGame::Pieces(game) => {
                let at = &game.parse(position)?;
                Ok(game.plan(&Question::Position { at, convention }, control)?)
            }
            AnyGame::Figures(game) => {
                let at = &game.parse(position)?;
                Ok(game.plan(&Question::Position { at, convention }, control)?)
            }
        }
    }

    /// The Grundy values of all positions with heaps up to `to`, one bound for each heap.
    ///
    /// # Errors
    /// [`Error`] if the table does not fit, or takes too long.
    pub fn table(&self, to: &[u64], control: &Control) -> Result<DenseTable, Error> {
        let game = self.heaps()?;
        let expected = game.rules().names.len();
        if to.len() != expected {
            let text = to.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            return Err(PositionError::HeapCount { expected, found: to.len(), text }.into());
        }
        // The table is copied out of the window, so there is less room for the window.
        let cells = to.iter().fold(1usize, |all, most| {
            all.saturating_mul(usize::try_from(*most).unwrap_or(usize::MAX).saturating_add(1))
        });
        let copied = cells.saturating_mul(size_of::<Option<u32>>());
        let control = &control.with_memory(control.memory().saturating_sub(copied));
        let plan = game.plan(&Question::LookUp { to, fact: Fact::Grundy }, control)?;
        let bounds = Bounds { to: to.to_vec(), total: None };
        let window = SolvedWindow::solve(game, &bounds, &plan, control)?;
        let shape: Vec<usize> = to.iter().map(|most| *most as usize + 1).collect();
        let mut heaps = vec![0; to.len()];
        let mut values = Vec::with_capacity(shape.iter().product());
        loop {
            values.push(window.at(game, &mut heaps.clone()));
            let Some(place) = (0..to.len()).rev().find(|place| heaps[*place] < to[*place]) else {
                return Ok(DenseTable { shape, values });
            };
            heaps[place] += 1;
            heaps[place + 1..].fill(0);
        }
    }

    /// Calls `block` with the P-positions of a window, as rows of heaps one after the other, some thousand rows at a time.
    ///
    /// # Errors
    /// [`Error`] if the window does not fit, or takes too long.
    pub fn positions(
        &self,
        bounds: &Bounds,
        convention: Convention,
        control: &Control,
        block: &mut dyn FnMut(&[u64]),
    ) -> Result<(), Error> {
        let game = self.heaps()?;
        let plan = game.plan(&Question::PPositions { window: bounds, convention }, control)?;
        let mut rows = Vec::with_capacity(BLOCK_ROWS * game.rules().names.len());
        let full = rows.capacity();
        let counting = plan.counting(control);
        p_positions(game, bounds, convention, &plan, &counting, &mut |position| {
            rows.extend_from_slice(position);
            if rows.len() >= full {
                block(&rows);
                rows.clear();
            }
        })?;
        if !rows.is_empty() {
            block(&rows);
        }
        Ok(())
    }

    /// Checks a formula on a window, or on a small one that is chosen: `P iff xor(heaps) = 0`.
    ///
    /// # Errors
    /// [`Error`] if the formula cannot be read, or means nothing somewhere.
    pub fn check(
        &self,
        formula: &str,
        convention: Convention,
        window: Option<&Bounds>,
        control: &Control,
    ) -> Result<Verdict, Error> {
        let statement = parsed(formula)?;
        let sentence = ClaimSentence { statement: &statement, text: formula, convention };
        let checked = self.claimed.check_formula(&sentence, window, control, None);
        unless_stopped(checked.verdict.map_err(|error| Error::Question(error.to_string()))?)
    }

    /// Proves a formula for all positions, or says what is known of it.
    ///
    /// # Errors
    /// [`Error`] if the formula cannot be read, or a certificate is refused: a bug, reported as such.
    pub fn prove(
        &self,
        formula: &str,
        convention: Convention,
        control: &Control,
    ) -> Result<Verdict<Box<AcceptedTheorem>>, Error> {
        let statement = parsed(formula)?;
        let sentence = ClaimSentence { statement: &statement, text: formula, convention };
        let (claimed, ruleset) = (&self.claimed, &self.claimed.ruleset);
        let attempt = proofs::prove(claimed, ruleset, "formula", &sentence, control)?;
        let stated = StatedClaim { claimed, ruleset, sentence, has_window: false, control };
        let trial = Trial::new(&stated, attempt, &mut |window| {
            Ok(claimed.check_formula(&sentence, window, control, None))
        })?;
        if let ProofAttempt::Outside(BeyondAutomata::Problems(problems)) = trial.attempt {
            return Err(Error::Rule(RuleProblems::of_formula(formula, problems)));
        }
        match trial.attempt {
            ProofAttempt::Proved(theorem) => Ok(Verdict::Proved(theorem)),
            _ => unless_stopped(trial.verdict().map(|_| unreachable!("a proof is taken above"))),
        }
    }

    /// Looks for a theorem about all positions. What is found is proved, and its certificate accepted.
    ///
    /// # Errors
    /// [`Error`] if the work is stopped.
    pub fn discover(
        &self,
        convention: Convention,
        control: &Control,
    ) -> Result<DiscoveryFinding, Error> {
        let request = DiscoveryRequest { aim: Aim::Outcomes(convention), states: 2_000, bits: 14 };
        Ok(discoveries::discover(&self.claimed, &request, control)?)
    }

    /// Draws a game: two heaps against each other, or the values of single heaps.
    ///
    /// # Errors
    /// [`Error`] if it cannot be drawn, or costs too much.
    pub fn plot(&self, request: &PlotRequest, control: &Control) -> Result<Picture, Error> {
        Ok(plots::plot(&self.claimed.ruleset, &self.game, request, None, control)?)
    }

    /// The misère quotient of a game on single heaps, verified.
    ///
    /// # Errors
    /// [`Error`] if it is no such game, or nothing is found within the limits.
    pub fn quotient(
        &self,
        request: &QuotientRequest,
        control: &Control,
    ) -> Result<QuotientReport, Error> {
        match &self.game {
            AnyGame::Single(game) => Ok(QuotientReport::of_game(game, request, control)?),
            _ => Err(Error::Question(format!("{} is no game on single heaps", self.name()))),
        }
    }

    /// The first values of a game on single heaps, up to a heap or to a proved period.
    ///
    /// # Errors
    /// [`Error`] if it is no such game, or takes too long.
    pub fn sequence(&self, to: u64, control: &Control) -> Result<Sequence, Error> {
        let rules = crate::heap_values::rules(&self.claimed.ruleset)?;
        let mut sequence =
            Sequence::new(rules).map_err(|error| Error::Question(error.to_string()))?;
        sequence.extend(to, control)?;
        Ok(sequence)
    }
}

fn report<G: GameKind>(
    game: &G,
    convention: Convention,
    found: ask::PositionAnswer<G::Position>,
) -> PositionReport {
    let write = |moves: Vec<G::Position>| moves.iter().map(|option| game.write(option)).collect();
    PositionReport {
        outcome: found.outcome,
        grundy: found.grundy.filter(|_| convention == Convention::Normal),
        remoteness: found.remoteness,
        winning_moves: found.winning.map(write),
    }
}

fn parsed(formula: &str) -> Result<ishitori_rule::syntax::Condition, Error> {
    parse_statement(formula)
        .map_err(|problems| Error::Rule(RuleProblems::of_formula(formula, problems)))
}

/// What is stopped is no verdict.
fn unless_stopped<T>(verdict: Verdict<T>) -> Result<Verdict<T>, Error> {
    match verdict {
        Verdict::Unknown(gave_up) if gave_up.is_stopped() => Err(gave_up.into()),
        verdict => Ok(verdict),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NIM: &str = "game nim
        position (a, b) unordered
        option (x, b) where x < a";

    fn nim() -> Game {
        Game::from_rule(NIM).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The values of Nim are xors (Bouton).
    #[test]
    fn tables_and_positions() {
        let control = Control::unlimited();
        let table = nim().table(&[9, 20], &control).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(table.shape, [10, 21]);
        let xors = (0..10u32).flat_map(|a| (0..21u32).map(move |b| Some(a ^ b)));
        assert_eq!(table.values, xors.collect::<Vec<_>>());
        let mut rows = Vec::new();
        let bounds = Bounds { to: vec![5000], total: None };
        let block = &mut |block: &[u64]| rows.extend(block.chunks(2).map(<[u64]>::to_vec));
        nim()
            .positions(&bounds, Convention::Normal, &control, block)
            .unwrap_or_else(|e| panic!("{e}"));
        rows.sort();
        assert_eq!(rows, (0..=5000).map(|n| vec![n, n]).collect::<Vec<_>>());
    }

    #[test]
    fn memory_bounds_the_copy_of_a_table_as_well() {
        let control = Control::unlimited().with_memory(16 << 20);
        assert!(nim().table(&[999, 999], &control).is_ok());
        assert!(matches!(nim().table(&[1999, 1999], &control), Err(Error::Refused(_))));
        assert!(matches!(nim().table(&[5], &control), Err(Error::Position(_))));
    }

    /// False only where nobody solves a window.
    #[test]
    fn a_contradiction_in_huge_positions_refutes() {
        let claim = "P iff a = b or a = 1000000000";
        let verdict = nim().prove(claim, Convention::Normal, &Control::unlimited());
        let verdict = verdict.unwrap_or_else(|error| panic!("{error}"));
        assert!(matches!(&verdict, Verdict::Refuted(found) if found.smallest.values.is_empty()));
    }
}
