//! Work that was asked for and may take minutes: check, prove, discover, solve.
//!
//! A job waits for a thread, runs with a time of its own, tells how far it is, and can be cancelled at any moment;
//! its work stops at the next look, well within a second. What came out is kept until newer jobs need the place.

mod check;
mod discover;
mod prove;
mod solve;

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use ishitori_core::game::AnyGame;
use ishitori_core::solve::{Convention, GaveUp};
use ishitori_rule::Problem;
use ishitori_rule::parse::parse_statement;
use ishitori_rule::syntax::Condition;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::asked::Asked;
use crate::games::Known;
use crate::house::House;
use crate::limits::Limits;
use crate::pool::{Stop, guarded, locked};
use crate::refusal::Refusal;
use crate::view::convention;

/// Without a word about time, a job has this long.
const USUAL: f64 = 60.0;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Is a claim true on a window?
    Check,
    /// Is it true for all positions?
    Prove,
    /// What is true for all positions?
    Discover,
    /// Who wins on a window?
    Solve,
}

impl Kind {
    const WORDS: [(Kind, &'static str); 4] = [
        (Kind::Check, "check"),
        (Kind::Prove, "prove"),
        (Kind::Discover, "discover"),
        (Kind::Solve, "solve"),
    ];

    fn word(self) -> &'static str {
        Kind::WORDS.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| *word)
    }
}

/// What a job is asked.
pub struct Question {
    kind: Kind,
    known: Arc<Known>,
    said: Said,
    to: Option<u64>,
    convention: Convention,
    what: String,
    time: Duration,
}

/// What it is about.
enum Said {
    /// A claim of the game.
    Claim(String),
    /// A formula, with its text.
    Formula(String, Box<Condition>),
    /// Nothing in particular.
    Nothing,
}

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// For a thread.
    Waiting,
    /// At work.
    Running,
    /// With a result.
    Done,
    /// With an error.
    Failed,
    /// By whoever asked.
    Cancelled,
    /// Because time or memory are used up.
    GaveUp,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::Running => "running",
            State::Done => "done",
            State::Failed => "failed",
            State::Cancelled => "cancelled",
            State::GaveUp => "gave-up",
        }
    }

    fn is_over(self) -> bool {
        !matches!(self, State::Waiting | State::Running)
    }
}

/// What came of a job.
#[derive(Default)]
pub struct Product {
    /// In JSON.
    pub result: Value,
    /// Why there is no more, if something was given up.
    pub gave_up: Option<GaveUp>,
    /// The certificate of a theorem.
    pub certificate: Option<String>,
    /// Drawings of its automata.
    pub drawings: Vec<String>,
}

/// A job.
pub struct Job {
    /// By which it is known.
    pub id: String,
    kind: Kind,
    stop: Arc<Stop>,
    inside: Mutex<Inside>,
    over: watch::Sender<bool>,
}

struct Inside {
    state: State,
    product: Product,
    error: Option<Refusal>,
    /// How long it took, once it is over.
    took: Option<Duration>,
}

impl Job {
    /// How it stands, in JSON.
    pub fn json(&self) -> Value {
        let inside = locked(&self.inside);
        let told = self.stop.told();
        let seconds = inside.took.unwrap_or_else(|| self.stop.elapsed()).as_secs_f64();
        let mut value = json!({
            "id": self.id,
            "kind": self.kind.word(),
            "state": inside.state.word(),
            "progress": { "text": told.text, "fraction": told.fraction, "seconds": seconds },
        });
        if inside.state.is_over() {
            if !inside.product.result.is_null() {
                value["result"] = inside.product.result.clone();
            }
            if let Some(error) = &inside.error {
                value["error"] = json!(error.why());
            }
        }
        value
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        locked(&self.inside).state.is_over()
    }

    /// Becomes true when it is over.
    pub fn over(&self) -> watch::Receiver<bool> {
        self.over.subscribe()
    }

    /// Stops it.
    pub fn cancel(&self) {
        self.stop.press();
        let mut inside = locked(&self.inside);
        if inside.state == State::Waiting {
            self.end(&mut inside, State::Cancelled);
        }
    }

    /// The certificate, if it proved something.
    pub fn certificate(&self) -> Option<String> {
        locked(&self.inside).product.certificate.clone()
    }

    /// A drawing of an automaton, if it proved something.
    pub fn drawing(&self, number: usize) -> Option<String> {
        locked(&self.inside).product.drawings.get(number).cloned()
    }

    fn end(&self, inside: &mut MutexGuard<'_, Inside>, state: State) {
        inside.state = state;
        inside.took = Some(self.stop.elapsed());
        self.over.send_replace(true);
    }

    /// Does the work.
    fn run(&self, house: &Arc<House>, question: &Question) {
        {
            let mut inside = locked(&self.inside);
            if inside.state != State::Waiting {
                return;
            }
            inside.state = State::Running;
        }
        self.stop.begin();
        let product = guarded(&self.stop, &*house.log, |stop| {
            let held =
                house.ledger.take(house.limits.job_bytes(), stop, || house.windows.forget())?;
            let product = match question.kind {
                Kind::Check => check::check(house, question, stop),
                Kind::Prove => prove::prove(house, question, stop),
                Kind::Discover => discover::discover(house, question),
                Kind::Solve => solve::solve(house, question, stop),
            };
            drop(held);
            product
        });
        let mut inside = locked(&self.inside);
        let state = match product {
            _ if self.stop.is_pressed() => State::Cancelled,
            Ok(product) => {
                let state = if product.gave_up.is_some() { State::GaveUp } else { State::Done };
                inside.product = product;
                state
            }
            Err(error) if self.stop.is_late() => {
                inside.product.result = json!({ "verdict": "unknown", "why": error.why() });
                State::GaveUp
            }
            Err(error) => {
                inside.error = Some(error);
                State::Failed
            }
        };
        self.end(&mut inside, state);
    }
}

/// All jobs, the newest last.
pub struct Jobs {
    all: Mutex<Vec<Arc<Job>>>,
}

impl Jobs {
    /// None yet.
    pub fn new() -> Jobs {
        Jobs { all: Mutex::new(Vec::new()) }
    }

    /// The job with this name.
    ///
    /// # Errors
    /// [`Refusal`] if there is none.
    pub fn find(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let all = locked(&self.all);
        let found = all.iter().find(|job| job.id == id).cloned();
        found.ok_or_else(|| Refusal::missing("there is no such job, or it is not kept any more"))
    }

    /// Begins a job.
    ///
    /// # Errors
    /// [`Refusal`] if there are too many.
    pub fn begin(&self, house: &Arc<House>, question: Question) -> Result<Arc<Job>, Refusal> {
        let limits = &house.limits;
        let mut all = locked(&self.all);
        if all.iter().filter(|job| !job.is_over()).count() >= limits.open_jobs {
            return Err(Refusal::busy("open_jobs", limits.open_jobs));
        }
        while all.len() >= limits.kept_jobs.max(limits.open_jobs) {
            let Some(oldest) = all.iter().position(|job| job.is_over()) else { break };
            all.remove(oldest);
        }
        let inside =
            Inside { state: State::Waiting, product: Product::default(), error: None, took: None };
        let job = Arc::new(Job {
            id: format!("{:016x}", fastrand::u64(..)),
            kind: question.kind,
            stop: Stop::once_begun(question.at_most()),
            inside: Mutex::new(inside),
            over: watch::Sender::new(false),
        });
        let (house, begun) = (house.clone(), job.clone());
        let workers = house.workers.clone();
        workers.submit(move || begun.run(&house, &question))?;
        all.push(job.clone());
        Ok(job)
    }

    /// Stops all of them.
    pub fn stop_all(&self) {
        locked(&self.all).iter().for_each(|job| job.cancel());
    }
}

/// What a certificate has to be checked in, as the desk gives it.
const CHECKING: Duration = Duration::from_secs(60);

impl Question {
    /// How long it may take. A theorem that was found in time is said in words, proved and checked after it.
    fn at_most(&self) -> Duration {
        match self.kind {
            Kind::Check | Kind::Solve => self.time,
            Kind::Prove | Kind::Discover => self.time + 2 * CHECKING,
        }
    }

    /// The question of a request.
    ///
    /// # Errors
    /// [`Refusal`] if it makes no sense.
    pub fn of(asked: &Asked, known: Arc<Known>, limits: &Limits) -> Result<Question, Refusal> {
        let word = asked.needs("kind")?;
        let kind = Kind::WORDS.iter().find(|(_, known)| *known == word).map(|(kind, _)| *kind);
        let kind = kind.ok_or_else(|| {
            Refusal::bad(format!("`kind` is check, prove, discover or solve, not `{word}`"))
        })?;
        if let AnyGame::Single(_) = &known.game {
            return Err(Refusal::bad(format!(
                "{} is played on single heaps: claims about positions are not checked, proved or discovered there; \
                 its sequence tells its values, and its period with a proof",
                known.claimed.ruleset.about.full_name()
            )));
        }
        let said = match (asked.text("claim"), asked.text("formula")) {
            (Some(id), None) => Said::Claim(id.to_string()),
            (None, Some(formula)) => {
                let statement = statement(formula, limits)?;
                Said::Formula(formula.to_string(), Box::new(statement))
            }
            (Some(_), Some(_)) => return Err(Refusal::bad("give a claim or a formula, not both")),
            (None, None) if matches!(kind, Kind::Check | Kind::Prove) => {
                return Err(Refusal::bad("`claim` or `formula` is missing"));
            }
            (None, None) => Said::Nothing,
        };
        let seconds = asked.seconds("seconds")?.unwrap_or(USUAL);
        if seconds > limits.job.as_secs_f64() {
            return Err(Refusal::beyond("job_seconds", limits.job.as_secs_f64(), seconds));
        }
        let to = asked.given("to").map(|_| asked.number("to", 0)).transpose()?;
        let what = asked.text("what").unwrap_or("outcome").to_string();
        if !["outcome", "p", "grundy", "values"].contains(&what.as_str()) {
            return Err(Refusal::bad(format!("`what` is outcome, grundy or values, not `{what}`")));
        }
        let (convention, time) = (convention(asked)?, Duration::from_secs_f64(seconds));
        Ok(Question { kind, known, said, to, convention, what, time })
    }
}

/// Reads a formula.
///
/// # Errors
/// [`Refusal`] with its problems.
pub fn statement(formula: &str, limits: &Limits) -> Result<Condition, Refusal> {
    if formula.len() > limits.formula {
        return Err(Refusal::beyond("formula_bytes", limits.formula, formula.len()));
    }
    let wrong = |problems: Vec<Problem>| Refusal::problems(formula, &problems);
    parse_statement(formula).map_err(wrong)
}
