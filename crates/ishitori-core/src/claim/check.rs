//! Checks a claim on a window and finds its smallest witness.
//!
//! First the windows that the claim asks about are solved (`answers`), then it is looked at in every case
//! (`scan`). Both can be interrupted, and go on from a state (`points`).

use std::sync::Arc;

use ishitori_rule::syntax::Condition;
use ishitori_rule::{Problem, Ruleset};

use super::answers::questions;
use super::blocks::ClaimWitnesses;
use super::check_states::{CheckSession, CheckStates, ScanProgress};
use super::compile::{ClaimLibrary, Program, QueriedGame, compile};
use super::evaluate::{EvaluationStop, Evaluator};
use super::figures;
use super::implied::ImpliedClaim;
use super::judge::GameTruth;
use super::request::{CheckError, ClaimCheck, compiled, largest};
use super::resumed::ResumedCheck;
use super::scan::{ClaimScan, ScanStop};
use super::single;
use super::verdict::{CheckExtent, Refutation, Verdict};
use crate::control::{Control, GaveUp};
use crate::game::{AnyGame, Bounds, FigureGame, GameKind, HeapGame, WindowError};
use crate::solve::snapshot::{NoKeeper, StateReader, UnfinishedRun};

/// Definitions may call each other [`MAX_DEPTH`](super::evaluate::MAX_DEPTH) deep.
const STACK: usize = 512 << 20;

/// Reports what is wrong with a statement, without checking it.
///
/// # Errors
/// Every problem found.
pub fn validate(
    ruleset: &Ruleset,
    statement: &Condition,
    library: &dyn ClaimLibrary,
) -> Result<(), Vec<Problem>> {
    // A game that cannot be played is reported elsewhere.
    let Ok(game) = AnyGame::new(ruleset) else { return Ok(()) };
    compile(ruleset, game, statement, (0, 1), library).map(drop)
}

/// Checks a claim. What is counted are positions of the engine that solves the window, then positions
/// at which the claim is evaluated.
///
/// # Errors
/// [`CheckError`] if the claim cannot be checked.
pub fn check(check: &ClaimCheck) -> Result<Verdict, CheckError> {
    checked(check, CheckSession { from: None, keeper: &mut NoKeeper }, false)
}

/// The same in a session: it may go on from a state, and hands over states on the way.
///
/// # Errors
/// [`CheckError`] if the claim cannot be checked, or the state does not fit.
pub fn check_from(check: &ClaimCheck, session: CheckSession) -> Result<Verdict, CheckError> {
    checked(check, session, true)
}

fn checked(
    check: &ClaimCheck,
    session: CheckSession,
    is_kept: bool,
) -> Result<Verdict, CheckError> {
    let work = || run(check, session, is_kept);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let Ok(thread) = thread else {
            let why = "there is no address space for the stack of a check";
            return Ok(Verdict::Unknown(GaveUp::new(why)));
        };
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn run(check: &ClaimCheck, session: CheckSession, is_kept: bool) -> Result<Verdict, CheckError> {
    // 1. Compile.
    let program = compiled(check)?;
    // Single heaps are not solved: their values come from the sequence.
    let sequence = match check.known {
        Some(_) => Ok(None),
        None => single::known(check.ruleset, check.bounds, check.convention, check.control),
    };
    let sequence = match sequence {
        Ok(sequence) => sequence,
        Err(CheckError::GaveUp(gave_up)) => return Ok(Verdict::Unknown(gave_up)),
        Err(error) => return Err(error),
    };
    let check = &ClaimCheck { known: check.known.or(sequence.as_ref()), ..*check };
    let high = largest(check.bounds);
    let game = &program.games[0].game;
    if let AnyGame::Heaps(game) = game
        && (program.about_here || *check.bounds != Bounds::default())
    {
        game.must_be_window(check.bounds)?;
    }

    // 2. Solve what is asked about, or read it back. What is said of P-positions only is looked at as they are told.
    let mut points = CheckStates::new(check, &program, session.keeper);
    let from = session.from.map(|from| ResumedCheck::open(&points, from)).transpose()?;
    let implied = match implied(check, &program, is_kept) {
        Ok(implied) => implied,
        Err(gave_up) => return Ok(Verdict::Unknown(gave_up)),
    };
    let is_implied = implied.is_some();
    let (judges, begun) = match judges(check, &program, is_implied, &mut points, from) {
        Ok(judges) => judges,
        Err(UnfinishedRun::GaveUp(gave_up)) => return Ok(Verdict::Unknown(gave_up)),
        Err(UnfinishedRun::State(error)) => return Err(error.into()),
    };
    let names = program.games.iter().map(|asked| asked.name.clone()).collect();
    let mut evaluator =
        Evaluator::new(judges, names, &program.defined, program.slots, check.control);
    let progress = match begun {
        Some(source) => ScanProgress::resume(source, &program, &mut evaluator)?,
        None => ScanProgress::default(),
    };

    // 3. Look everywhere.
    let control = check.control.with_any_positions();
    control.begin_at(progress.cases);
    if let AnyGame::Figures(figures) = game
        && program.about_here
    {
        let begun = (&mut points, progress);
        return on_list(check, figures, &program, &mut evaluator, begun, &control);
    }
    let mut scan = ClaimScan::new(check, &program, evaluator, points, progress);
    let result = match game {
        AnyGame::Heaps(game) if program.about_here => {
            everywhere(&mut scan, game, check, implied, is_kept, &control)?
        }
        AnyGame::Board(game) if program.about_here => scan.boards(game, check.bounds, &control)?,
        _ => scan.sentence(&control),
    };
    drop(control);
    match result {
        Ok(()) => {}
        Err((stop, at)) => match *stop {
            EvaluationStop::GaveUp(gave_up) if gave_up.is_stopped() && scan.keep_last()? => {
                return Ok(Verdict::Unknown(gave_up));
            }
            // A witness is a witness, even if a flatter one was not found in time.
            EvaluationStop::GaveUp(_) if scan.progress.smallest.is_some() => {
                scan.progress.flattest = None
            }
            EvaluationStop::GaveUp(gave_up) => return Ok(Verdict::Unknown(gave_up)),
            stop => return Err(CheckError::Meaningless { at, why: stop.to_string() }),
        },
    }
    scan.must_have_begun()?;

    // 4. Say what was found.
    let window = if program.about_here {
        Some(check.bounds.clone())
    } else if program.uses_window {
        // Variables run through the sizes of a heap, whatever the other heaps leave.
        Some(Bounds { to: vec![high], total: None })
    } else {
        None
    };
    let (positions, cases) = (program.about_here, scan.progress.cases);
    if positions && cases == 0 {
        return Err(CheckError::Nothing);
    }
    let damaged_cells = program.damage.damaged;
    let checked = CheckExtent { window, among: None, cases, positions, damaged_cells };
    Ok(match scan.witnesses() {
        None => match scan.undecided() {
            Some(gave_up) => Verdict::Unknown(gave_up),
            None => Verdict::HoldsUpTo(checked),
        },
        Some((smallest, flattest)) => {
            Verdict::Refuted(Box::new(Refutation { smallest, flattest, checked }))
        }
    })
}

/// Looks at the positions of a list.
fn on_list<'p>(
    check: &ClaimCheck<'p>,
    game: &FigureGame,
    program: &'p Program,
    evaluator: &mut Evaluator<'p, '_>,
    (states, begun): (&mut CheckStates<'_>, ScanProgress),
    control: &Control,
) -> Result<Verdict, CheckError> {
    let found = match figures::look(check, game, program, evaluator, states, begun, control) {
        Err(CheckError::GaveUp(gave_up)) => return Ok(Verdict::Unknown(gave_up)),
        looked => looked?,
    };
    let found = match found {
        Ok(found) => found,
        Err((stop, at)) => match *stop {
            EvaluationStop::GaveUp(gave_up) => return Ok(Verdict::Unknown(gave_up)),
            stop => return Err(CheckError::Meaningless { at, why: stop.to_string() }),
        },
    };
    if found.cases == 0 {
        return Err(CheckError::Nothing);
    }
    let among = Some(found.among);
    let checked =
        CheckExtent { among, cases: found.cases, positions: true, ..CheckExtent::default() };
    Ok(match found.witness {
        None => Verdict::HoldsUpTo(checked),
        Some(smallest) => {
            Verdict::Refuted(Box::new(Refutation { smallest, flattest: None, checked }))
        }
    })
}

/// What P-positions say of a claim `P implies X`, if they can say it as they are told.
fn implied(
    check: &ClaimCheck,
    program: &Program,
    is_kept: bool,
) -> Result<Option<ClaimWitnesses>, GaveUp> {
    if is_kept || check.known.is_some() || !program.about_here || program.uses_window {
        return Ok(None);
    }
    match ImpliedClaim::of(program, check.bounds) {
        Some(claim) => claim.look(check, program),
        None => Ok(None),
    }
}

/// Looks at all positions of a game on heaps, in the quickest way that tells everything.
fn everywhere(
    scan: &mut ClaimScan,
    game: &HeapGame,
    check: &ClaimCheck,
    implied: Option<ClaimWitnesses>,
    is_kept: bool,
    control: &Control,
) -> Result<Result<(), ScanStop>, WindowError> {
    let bounds = check.bounds;
    // What numbers beyond the window may change is looked at position by position.
    if scan.program.uses_window {
        return scan.heaps(game, bounds, control);
    }
    if let Some(found) = implied
        && scan.take_over(&found, game, bounds, control)?
    {
        return Ok(Ok(()));
    }
    // States are kept of positions in order, so what is kept is looked at in order.
    if !is_kept && scan.where_p(game, bounds, control)? {
        return Ok(Ok(()));
    }
    let told = if is_kept { None } else { scan.by_lines(game, bounds, control)? };
    told.map_or_else(|| scan.heaps(game, bounds, control), Ok)
}

/// The games of a program with their windows solved, and where the scan goes on if it had begun.
fn judges<'g, 'r>(
    check: &ClaimCheck<'g>,
    program: &'g Program,
    is_implied: bool,
    points: &mut CheckStates,
    mut from: Option<ResumedCheck<'r>>,
) -> Result<(Vec<GameTruth<'g>>, Option<StateReader<'r>>), UnfinishedRun> {
    let judge =
        |asked: &'g QueriedGame| GameTruth::new(&asked.game, check.convention, check.control);
    let mut judges: Vec<GameTruth> = program.games.iter().map(judge).collect();
    if let Some(known) = check.known {
        judges[0].know(known);
    }
    let questions = questions(check, program, largest(check.bounds));
    // What the P-positions have said already needs no window.
    for question in questions.into_iter().filter(|question| !is_implied || question.game > 0) {
        let judge = &judges[question.game];
        let read = from.as_mut().map(|from| from.window(&question, judge, check.control));
        let answers = match read.transpose()?.flatten() {
            Some(answers) => answers,
            None => {
                let begun = from.take().map(|from| from.at_work(&question, judge)).transpose()?;
                match question.solve(judge, points, begun, &check.control.with_any_positions()) {
                    // Questions about another game that is too much go to the reference.
                    Err(UnfinishedRun::GaveUp(gave_up))
                        if question.game > 0 && !gave_up.is_stopped() =>
                    {
                        None
                    }
                    other => other?,
                }
            }
        };
        let answers = answers.map(Arc::new);
        points.solved(answers.clone());
        if let Some(answers) = answers {
            judges[question.game].learn(answers);
        }
    }
    Ok((judges, from.map(ResumedCheck::scan).transpose()?))
}
