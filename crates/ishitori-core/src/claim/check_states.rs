//! Safe points of a check, and how one goes on from a state.
//!
//! A check solves its windows, one after the other, and then looks at the claim in one case after the
//! other. Between two cases, and wherever the engine at work has a safe point, the state is: the claim, the
//! windows that are solved, and then either what the engine told and its own state, or how far the scan
//! is, what it found, and everything that was remembered on the way (values of defined functions, single
//! positions), with what that cost. So a check that goes on gives up where an undisturbed one does and
//! nowhere else, and its witness is the same.
//!
//! Not kept is what is known of parts of boards
//! ([`BoardSumSolver`](crate::solve::boards::BoardSumSolver)): a check that asks for it has no states.
//! Cost: a state is about as large as the solved windows.

use std::cell::RefCell;
use std::io::{self, Read};
use std::sync::Arc;

use ishitori_rule::Rules;
use ishitori_rule::checksum::fnv1a;

use super::compile::Program;
use super::evaluate::Evaluator;
use super::judge::GameTruth;
use super::request::ClaimCheck;
use crate::ask::{PositionSet, SolvedWindow};
use crate::control::GaveUp;
use crate::game::{AnyGame, GameKind, HeapGame};
use crate::solve::snapshot::{
    EngineState, Keeper, StateError, StateReader, StateSubject, StateWriter,
};

/// Cases, or steps of formulas, between two questions whether a state is wanted.
const ASK_EVERY: u64 = 1 << 8;

/// More witnesses or variables than that are no state.
const MAX_VALUES: u64 = 1 << 16;

/// Where a check begins, and who keeps its states.
pub struct CheckSession<'a> {
    /// Goes on from what is read here; `None` for the beginning.
    pub from: Option<&'a mut (dyn Read + Send)>,
    /// Keeps the states. To end the work it says that it was stopped ([`GaveUp::stopped`]).
    pub keeper: &'a mut (dyn Keeper + Send),
}

/// How far a scan is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ScanProgress {
    /// How many cases were looked at.
    pub cases: u64,
    /// Of the positions with so many stones ...
    pub stones: u64,
    /// ... so many are among them.
    pub of_them: u64,
    /// The heaps or variables of the smallest witness.
    pub smallest: Option<Vec<i64>>,
    /// Those of the one whose largest is smallest.
    pub flattest: Option<Vec<i64>>,
    /// Those of the first case that numbers beyond the window may decide.
    pub undecided: Option<Vec<i64>>,
}

/// What questions had cost when a case began.
#[derive(Clone, Debug, Default)]
struct QuestionCosts {
    steps: u64,
    judges: Vec<u64>,
}

/// Hands over the states of a check.
pub(super) struct CheckStates<'k> {
    keeper: &'k mut (dyn Keeper + Send),
    pub(super) about: StateSubject,
    pub(super) claim: u64,
    /// Whether numbers beyond the window may matter.
    is_open: bool,
    /// The windows solved so far; `None` where there is no engine.
    answers: Vec<Option<Arc<SolvedWindow>>>,
    spent: QuestionCosts,
    /// When somebody was asked for the last time: cases and steps.
    asked: u64,
}

impl<'k> CheckStates<'k> {
    /// For a check of this.
    pub(super) fn new(
        check: &ClaimCheck,
        program: &Program,
        keeper: &'k mut (dyn Keeper + Send),
    ) -> CheckStates<'k> {
        let game = match (&program.games[0].game, &check.ruleset.rules) {
            // The game of one heap or piece that stands for it knows no moves.
            (_, Rules::Single(rules)) => fnv1a(rules.canonical().as_bytes()),
            (_, Rules::Pieces(rules)) => fnv1a(rules.canonical().as_bytes()),
            (AnyGame::Heaps(game), _) => game.fingerprint(),
            (AnyGame::Board(game), _) => game.fingerprint(),
            (AnyGame::Single(game), _) => game.fingerprint(),
            (AnyGame::Pieces(game), _) => game.fingerprint(),
            (AnyGame::Figures(game), _) => game.fingerprint(),
        };
        let (window, convention) = (check.bounds.clone(), check.convention);
        let about = StateSubject { engine: "check".into(), game, window, convention };
        let names: Vec<&String> = program.games.iter().map(|asked| &asked.name).collect();
        let Program { statement, defined, .. } = program;
        let known = check.known.is_some();
        let among = check.among.map_or_else(String::new, |list| format!(" among {list}"));
        let claim = format!("{statement:?} {defined:?} {names:?} {known}{among}");
        let claim = fnv1a(claim.as_bytes());
        let (answers, spent) = (Vec::new(), QuestionCosts::default());
        let is_open = program.uses_window;
        CheckStates { keeper, about, claim, is_open, answers, spent, asked: 0 }
    }

    /// A window is solved.
    pub(super) fn solved(&mut self, answers: Option<Arc<SolvedWindow>>) {
        self.answers.push(answers);
    }

    /// A keeper for the engine that solves the next window and tells its results into `p`.
    pub(super) fn solving<'s>(
        &'s mut self,
        p: Option<&'s RefCell<PositionSet>>,
    ) -> WindowKeeper<'s, 'k> {
        WindowKeeper { points: self, p }
    }

    /// Before a case: hands over a state if one is wanted.
    #[inline]
    pub(super) fn before(
        &mut self,
        evaluator: &Evaluator<'_, '_>,
        progress: &ScanProgress,
    ) -> Result<(), GaveUp> {
        self.spent.steps = evaluator.steps_so_far();
        self.spent.judges.resize(evaluator.judges.len(), 0);
        let judges = self.spent.judges.iter_mut().zip(&evaluator.judges);
        judges.for_each(|(spent, judge)| *spent = judge.spent());
        let now = progress.cases + self.spent.steps;
        if now - self.asked.min(now) < ASK_EVERY {
            return Ok(());
        }
        self.asked = now;
        if self.keeper.is_due() { self.keep(evaluator, progress) } else { Ok(()) }
    }

    /// Somebody stopped the work: hands over a last state, of the moment before the case at work; whether
    /// there is one.
    pub(super) fn last(
        &mut self,
        evaluator: &Evaluator<'_, '_>,
        progress: &ScanProgress,
    ) -> Result<bool, GaveUp> {
        let wanted =
            self.keeper.wants_last() && evaluator.judges.iter().all(GameTruth::can_be_kept);
        if wanted {
            self.keep(evaluator, progress)?;
        }
        Ok(wanted)
    }

    fn keep(
        &mut self,
        evaluator: &Evaluator<'_, '_>,
        progress: &ScanProgress,
    ) -> Result<(), GaveUp> {
        if !evaluator.judges.iter().all(GameTruth::can_be_kept) {
            return Ok(());
        }
        let CheckStates { keeper, about, claim, is_open, answers, spent, .. } = self;
        let body = |out: &mut StateWriter<'_>| {
            begin(*claim, answers, out)?;
            out.u8(1)?;
            out.u64(spent.steps)?;
            evaluator.write(out)?;
            for (judge, spent) in evaluator.judges.iter().zip(&spent.judges) {
                out.u64(*spent)?;
                judge.write(out)?;
            }
            progress.write(*is_open, out)
        };
        keeper.keep(&EngineState::new(about.clone(), 0, progress.cases, &body))
    }
}

/// Writes the claim and the windows solved so far.
fn begin(
    claim: u64,
    answers: &[Option<Arc<SolvedWindow>>],
    out: &mut StateWriter<'_>,
) -> io::Result<()> {
    out.u64(claim)?;
    out.size(answers.len())?;
    for answers in answers {
        out.u8(u8::from(answers.is_some()))?;
        answers.as_ref().map_or(Ok(()), |answers| answers.write(out))?;
    }
    Ok(())
}

/// Keeps the states of the engine that solves a window as states of the check.
pub(super) struct WindowKeeper<'s, 'k> {
    points: &'s mut CheckStates<'k>,
    p: Option<&'s RefCell<PositionSet>>,
}

impl Keeper for WindowKeeper<'_, '_> {
    fn is_due(&mut self) -> bool {
        self.points.keeper.is_due()
    }

    fn wants_last(&mut self) -> bool {
        self.points.keeper.wants_last()
    }

    fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
        let CheckStates { keeper, about, claim, answers, .. } = &mut *self.points;
        let p = self.p;
        let body = |out: &mut StateWriter<'_>| {
            begin(*claim, answers, out)?;
            out.u8(0)?;
            p.map_or(Ok(()), |p| p.borrow().write(out))?;
            state.write_within(out)
        };
        keeper.keep(&EngineState::new(about.clone(), 0, state.spent(), &body))
    }
}

/// Whether these are the heaps of a position.
fn is_in(game: &HeapGame, values: &[i64]) -> bool {
    let heaps: Result<Vec<u64>, _> = values.iter().map(|value| u64::try_from(*value)).collect();
    heaps.is_ok_and(|heaps| game.position(&heaps).is_ok())
}

impl ScanProgress {
    fn write(&self, is_open: bool, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.u64(self.cases)?;
        out.u64(self.stones)?;
        out.u64(self.of_them)?;
        let undecided = is_open.then_some(&self.undecided);
        for values in [&self.smallest, &self.flattest].into_iter().chain(undecided) {
            out.u8(u8::from(values.is_some()))?;
            let values = values.as_deref().unwrap_or_default();
            out.size(values.len())?;
            values.iter().try_for_each(|value| out.u64(value.cast_unsigned()))?;
        }
        Ok(())
    }

    fn read(is_open: bool, source: &mut StateReader<'_>) -> Result<ScanProgress, StateError> {
        let (cases, stones, of_them) = (source.u64()?, source.u64()?, source.u64()?);
        let mut found = || -> Result<Option<Vec<i64>>, StateError> {
            let (is_found, count) = (source.flag()?, source.step(0, MAX_VALUES)?);
            let values = (0..count).map(|_| source.u64().map(u64::cast_signed));
            let values = values.collect::<Result<_, _>>()?;
            Ok(is_found.then_some(values))
        };
        let (smallest, flattest) = (found()?, found()?);
        let undecided = if is_open { found()? } else { None };
        if cases > u64::MAX / 2 {
            return Err(StateError::Damaged("it counts too far"));
        }
        Ok(ScanProgress { cases, stones, of_them, smallest, flattest, undecided })
    }

    /// Reads how far a scan was, and what it remembered.
    pub(super) fn resume(
        mut source: StateReader<'_>,
        program: &Program,
        evaluator: &mut Evaluator<'_, '_>,
    ) -> Result<ScanProgress, StateError> {
        // So many that counting on does not overflow.
        let steps = source.step(0, u64::MAX / 2)?;
        evaluator.read(steps, &mut source)?;
        for judge in &mut evaluator.judges {
            let spent = source.step(0, u64::MAX / 2)?;
            judge.read(spent, &mut source)?;
        }
        let progress = ScanProgress::read(program.uses_window, &mut source)?;
        source.end()?;
        if let (AnyGame::Heaps(game), true) = (&program.games[0].game, program.about_here)
            && ![&progress.smallest, &progress.flattest, &progress.undecided]
                .into_iter()
                .flatten()
                .all(|v| is_in(game, v))
        {
            return Err(StateError::Damaged("its witness is no position"));
        }
        Ok(progress)
    }
}
