//! What a job is asked.
//!
//! What can be refused without work is refused here, before the job waits for a thread: unknown words,
//! formulas with problems, more time than is allowed, and games on single heaps, whose values the sequence
//! tells.

use std::sync::Arc;
use std::time::Duration;

use ishitori::Convention;
use ishitori::games::AnyGame;
use ishitori::rules::Condition;
use ishitori::rules::Problem;
use ishitori::rules::parse_statement;

use crate::games::ServedGame;
use crate::job::JobKind;
use crate::limits::ServerLimits;
use crate::parameters::RequestParameters;
use crate::refusal::RequestRefusal;
use crate::view::convention;

/// Without a word about time, a job has this long.
const USUAL: f64 = 60.0;

/// What a job is asked.
pub struct JobQuestion {
    /// What is to be done.
    pub kind: JobKind,
    /// With which game.
    pub known: Arc<ServedGame>,
    /// What it is about.
    pub said: JobSubject,
    /// The largest heap, if one is named.
    pub to: Option<u64>,
    /// The list of positions, if one is named.
    pub on: Option<String>,
    /// Who wins when nobody can move.
    pub convention: Convention,
    /// What is looked for.
    pub what: String,
    /// How long it may take.
    pub time: Duration,
}

/// What it is about.
pub enum JobSubject {
    /// A claim of the game.
    Claim(String),
    /// A formula, with its text.
    Formula(String, Box<Condition>),
    /// Nothing in particular.
    Nothing,
}

/// What is known besides is looked for at most so long after a proof.
const AFTERWARDS: Duration = Duration::from_secs(120);

impl JobQuestion {
    /// How long all of it may take. What no proof settles in time is checked on windows after it.
    pub fn at_most(&self) -> Duration {
        match self.kind {
            JobKind::Check | JobKind::Solve => self.time,
            JobKind::Prove | JobKind::Discover => self.time + AFTERWARDS,
        }
    }

    /// The question of a request.
    ///
    /// # Errors
    /// [`RequestRefusal`] if it makes no sense.
    pub fn of(
        asked: &RequestParameters,
        known: Arc<ServedGame>,
        limits: &ServerLimits,
    ) -> Result<JobQuestion, RequestRefusal> {
        let word = asked.needs("kind")?;
        let kind = JobKind::WORDS.iter().find(|(_, known)| *known == word).map(|(kind, _)| *kind);
        let kind = kind.ok_or_else(|| {
            RequestRefusal::bad(format!("`kind` is check, prove, discover or solve, not `{word}`"))
        })?;
        if let AnyGame::Single(_) = &known.game {
            return Err(RequestRefusal::bad(format!(
                "{} is played on single heaps: claims about positions are not checked, proved or discovered there; \
                 its sequence tells its values, and its period with a proof",
                known.claimed.ruleset.about.full_name()
            )));
        }
        let said = match (asked.text("claim"), asked.text("formula")) {
            (Some(id), None) => JobSubject::Claim(id.to_string()),
            (None, Some(formula)) => {
                let statement = statement(formula, limits)?;
                JobSubject::Formula(formula.to_string(), Box::new(statement))
            }
            (Some(_), Some(_)) => {
                return Err(RequestRefusal::bad("give a claim or a formula, not both"));
            }
            (None, None) if matches!(kind, JobKind::Check | JobKind::Prove) => {
                return Err(RequestRefusal::bad("`claim` or `formula` is missing"));
            }
            (None, None) => JobSubject::Nothing,
        };
        let seconds = asked.seconds("seconds")?.unwrap_or(USUAL);
        if seconds > limits.job.as_secs_f64() {
            return Err(RequestRefusal::beyond("job_seconds", limits.job.as_secs_f64(), seconds));
        }
        let to = asked.given("to").map(|_| asked.number("to", 0)).transpose()?;
        let on = on(asked, &known, kind, limits)?;
        let what = asked.text("what").unwrap_or("outcome").to_string();
        if !["outcome", "p", "grundy", "values"].contains(&what.as_str()) {
            return Err(RequestRefusal::bad(format!(
                "`what` is outcome, grundy or values, not `{what}`"
            )));
        }
        let (convention, time) = (convention(asked)?, Duration::from_secs_f64(seconds));
        Ok(JobQuestion { kind, known, said, to, on, convention, what, time })
    }
}

/// The list of positions that is asked for.
fn on(
    asked: &RequestParameters,
    known: &ServedGame,
    kind: JobKind,
    limits: &ServerLimits,
) -> Result<Option<String>, RequestRefusal> {
    let Some(given) = asked.given("on") else { return Ok(None) };
    let list = given.as_str().ok_or_else(|| RequestRefusal::bad("`on` should be a text"))?;
    if !matches!(known.game, AnyGame::Figures(_)) || kind != JobKind::Check {
        return Err(RequestRefusal::bad(
            "`on` is for checks of games without heaps: a list of positions such as path(1..20)",
        ));
    }
    match list.len() > limits.parameter {
        true => Err(RequestRefusal::beyond("parameter_bytes", limits.parameter, list.len())),
        false => Ok(Some(list.to_string())),
    }
}

/// Reads a formula.
///
/// # Errors
/// [`RequestRefusal`] with its problems.
pub fn statement(formula: &str, limits: &ServerLimits) -> Result<Condition, RequestRefusal> {
    if formula.len() > limits.formula {
        return Err(RequestRefusal::beyond("formula_bytes", limits.formula, formula.len()));
    }
    let wrong = |problems: Vec<Problem>| RequestRefusal::problems(formula, &problems);
    parse_statement(formula).map_err(wrong)
}
