//! Proving claims: the work, the clock, and the independent checker that has the last word.

use std::time::{Duration, Instant};

use ishitori_automata::{Numeration, Order};
use ishitori_check::{Checked, Statement};
use ishitori_core::catalogue::Shelf;
use ishitori_core::claim::{Allowed, Instance, Verdict};
use ishitori_core::prove::induct::{About, Obligation, Violation};
use ishitori_core::prove::recall::{self, Head};
use ishitori_core::prove::work::{Progress, Work};
use ishitori_core::prove::{self, Outside, Proof, Proving, Question};
use ishitori_core::solve::choose::Limits;
use ishitori_core::solve::{Budget, Convention, GaveUp};
use ishitori_rule::{Ruleset, load, name};

use crate::claims::{Claimed, Sentence, small_window};
use crate::interrupt;
use crate::owner::{self, News};
use crate::watch;

/// A time limit beyond this is none.
pub const MAX_SECONDS: f64 = 1e9;

/// A certificate is checked at least so long.
const CHECKING: Duration = Duration::from_secs(60);

/// What a proof may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Bytes.
    pub memory: usize,
    /// Time, if limited.
    pub time: Option<Duration>,
}

/// A theorem whose certificate `ishitori-check` has accepted.
pub struct Theorem {
    /// The proof.
    pub proof: Proof,
    /// What the checker says of the certificate.
    pub checked: Checked,
    /// How long each obligation took.
    pub obligations: Vec<(Obligation, Duration)>,
    /// How long proving took.
    pub proving: Duration,
    /// How long checking took.
    pub checking: Duration,
}

/// Where an obligation is violated.
pub struct Violated {
    /// The obligation.
    pub obligation: String,
    /// Its kind.
    pub about: About,
    /// The position; `None` if a heap does not fit 128 bits.
    pub position: Option<Vec<u128>>,
    /// The option, if the obligation is about one.
    pub option: Option<Vec<u128>>,
    /// Whether all moves were read exactly, so that the claim is false.
    pub exact: bool,
}

impl Violated {
    /// The largest heap in it.
    pub fn largest(&self) -> Option<u128> {
        let position = self.position.as_ref()?.iter();
        position.chain(self.option.iter().flatten()).max().copied()
    }

    /// Where it is, in words: `(3,5) -> (3,4)`; empty if a heap is too large to be written.
    pub fn place(&self) -> String {
        let tuple = |numbers: &[u128]| {
            let words: Vec<String> = numbers.iter().map(u128::to_string).collect();
            format!("({})", words.join(","))
        };
        match (&self.position, &self.option) {
            (Some(position), Some(option)) => format!("{} -> {}", tuple(position), tuple(option)),
            (Some(position), None) => tuple(position),
            (None, _) => String::new(),
        }
    }
}

/// What came of trying to prove a claim.
pub enum Attempt {
    /// It is a theorem.
    Proved(Box<Theorem>),
    /// It is violated somewhere.
    Violated(Violated),
    /// It is about numbers, not about moves, and true or false for all of them.
    Decided(bool),
    /// Automata cannot know what it says.
    Outside(Outside),
    /// It took too much.
    GaveUp(GaveUp),
}

/// Tries to prove a claim of a game with the parameters of `instance`.
///
/// # Errors
/// If the rule does not fit these parameters, or the checker refuses what the prover wrote.
pub fn prove_claim(
    claimed: &Claimed,
    instance: &Instance,
    effort: Effort,
) -> anyhow::Result<Attempt> {
    let ruleset = claimed.with(instance)?;
    let id = &claimed.ruleset.claims[instance.claim].id.value;
    prove(claimed, &ruleset, id, &sentence(claimed, instance), effort)
}

/// What a claim of a game says.
pub fn sentence<'a>(claimed: &'a Claimed, instance: &Instance) -> Sentence<'a> {
    let claim = &claimed.ruleset.claims[instance.claim];
    let convention = if claim.about.misere { Convention::Misere } else { Convention::Normal };
    Sentence { statement: &claim.statement, text: &claimed.text, convention }
}

/// Tries to prove what is said of a game.
///
/// # Errors
/// If the checker refuses what the prover wrote: a bug, reported as such.
pub fn prove(
    claimed: &Claimed,
    ruleset: &Ruleset,
    id: &str,
    sentence: &Sentence,
    effort: Effort,
) -> anyhow::Result<Attempt> {
    let Sentence { statement, text, convention } = *sentence;
    let question = Question { ruleset, statement, text, claim: id, convention, library: claimed };
    let mut clock = Clock::new(effort.time);
    let mut watch = |progress: &Progress| clock.look_up(progress);
    let proving = {
        let _watching = watch::begin(effort.time, false);
        let mut work = Work::new(effort.memory, &mut watch).overseen(watch::watch);
        prove::prove(&question, &mut work)
    };
    Ok(match proving {
        Proving::Proved(proof) => {
            let attempt = checked(*proof, id, &mut clock)?;
            if matches!(attempt, Attempt::Proved(_)) && is_refuted(claimed, ruleset, sentence) {
                anyhow::bail!(
                    "the certificate of {id} is accepted, but a small window refutes the claim, so nothing is proved: \
                     rule or claim were read wrongly. This is a bug of ishitori: please report it"
                );
            }
            attempt
        }
        Proving::Violated { violation, numeration, order, exact } => {
            Attempt::Violated(violated(violation, numeration, order, exact))
        }
        Proving::Decided(holds) => Attempt::Decided(holds),
        Proving::Outside(outside) => Attempt::Outside(outside),
        Proving::GaveUp(gave_up) => Attempt::GaveUp(gave_up),
    })
}

/// Has the certificate of a proof checked by the independent checker.
///
/// # Errors
/// If it is refused: a bug, reported as such.
pub fn checked(proof: Proof, id: &str, clock: &mut Clock) -> anyhow::Result<Attempt> {
    let proving = clock.start.elapsed();
    // What was found in time is not lost for want of time to check it.
    clock.limit = clock.limit.map(|limit| limit.max(CHECKING) + proving);
    let begun = Instant::now();
    let checked = ishitori_check::check_with(&proof.certificate, &mut |step| {
        clock.look_up(&Progress { doing: step, done: 0, known: 0, bytes: 0 }).is_ok()
    });
    let checking = begun.elapsed();
    match checked {
        Ok(checked) => {
            let obligations = timed(&proof.induction.obligations, &clock.times);
            let theorem = Theorem { obligations, proof, checked, proving, checking };
            Ok(Attempt::Proved(Box::new(theorem)))
        }
        Err(refused) if refused.stopped() => {
            interrupt::check()?;
            Ok(Attempt::GaveUp(GaveUp::new("the certificate was not checked in time")))
        }
        Err(refused) => anyhow::bail!(
            "ishitori-check refuses the certificate of {id}, so nothing is proved: {refused}. This is a \
             bug of ishitori: please report it"
        ),
    }
}

/// Whether a check on a small window refutes a claim: the rule and the claim as they are evaluated,
/// against the formulas that they were translated to.
fn is_refuted(claimed: &Claimed, ruleset: &Ruleset, sentence: &Sentence) -> bool {
    let Some(window) = small_window(ruleset, 2_000) else { return false };
    let engine = Limits { memory: 1 << 28, threads: 1 };
    let allowed = Allowed { engine, positions: 1_000_000, look_up: interrupt::check };
    let run = |budget: &mut (dyn FnMut() -> Budget<'static> + Send)| {
        claimed.run(ruleset, sentence, Some(&window), allowed, None, budget).0
    };
    let verdict = match owner::owner() {
        Some(owner) => run(&mut owner::budget(owner, "a small window", Some(1_000_000), 0)),
        None => run(&mut || Budget::positions(1_000_000)),
    };
    matches!(verdict, Ok(Verdict::Refuted(_)))
}

/// Obligations with the time that was spent under their name.
fn timed(obligations: &[Obligation], times: &[(String, Duration)]) -> Vec<(Obligation, Duration)> {
    let spent = |name: &str| times.iter().filter(|(n, _)| n == name).map(|(_, time)| *time).sum();
    obligations.iter().map(|o| (o.clone(), spent(&o.name))).collect()
}

fn violated(violation: Violation, numeration: Numeration, order: Order, exact: bool) -> Violated {
    let number = |digits: &Vec<bool>| {
        let word: Vec<u16> = digits.iter().map(|digit| u16::from(*digit)).collect();
        if word.len() > 126 {
            return None;
        }
        numeration.numbers(order, 1, &word).and_then(|numbers| numbers.first().copied())
    };
    let numbers = |heaps: &Vec<Vec<bool>>| heaps.iter().map(number).collect::<Option<Vec<u128>>>();
    Violated {
        position: numbers(&violation.position),
        option: violation.option.as_ref().and_then(numbers),
        obligation: violation.obligation,
        about: violation.about,
        exact,
    }
}

/// Measures each step, tells the owner how far it is, and stops the work when its time is up.
pub struct Clock {
    start: Instant,
    limit: Option<Duration>,
    doing: String,
    since: Instant,
    times: Vec<(String, Duration)>,
}

impl Clock {
    /// Starts now.
    pub fn new(limit: Option<Duration>) -> Clock {
        let start = Instant::now();
        Clock { start, limit, doing: String::new(), since: start, times: Vec::new() }
    }

    /// Takes note of what is done.
    ///
    /// # Errors
    /// [`GaveUp`] when the time is up, or when it is to stop.
    pub fn look_up(&mut self, progress: &Progress) -> Result<(), GaveUp> {
        interrupt::check()?;
        let now = Instant::now();
        if self.doing != progress.doing || progress.known == 0 {
            let before = std::mem::replace(&mut self.doing, progress.doing.to_owned());
            self.times.push((before, now - self.since));
            self.since = now;
        }
        let Progress { doing, done, known, .. } = progress;
        if let Some(limit) = self.limit
            && now - self.start > limit
        {
            let far = if *known > 0 { format!(", {done} of {known} known") } else { String::new() };
            let seconds = limit.as_secs_f64();
            return Err(GaveUp::new(format!("{seconds} s are used up, at: {doing}{far}")));
        }
        let (done, known, elapsed) = (*done as u64, *known as u64, now - self.start);
        owner::tell(&News { doing, done, known, elapsed });
        Ok(())
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        owner::end();
    }
}

/// Reads the rule and the claim of an accepted certificate again, and compares them with its formulas.
///
/// # Errors
/// Why they are not the same, in a sentence.
pub fn reread(text: &str, says: &Statement) -> Result<(), String> {
    let parsed = name::parse(&says.game).map_err(|why| format!("its game has no name: {why}"))?;
    let ruleset = load(&says.rule, &parsed.arguments).map_err(|problems| {
        let first = problems.first().map(ToString::to_string).unwrap_or_default();
        format!("its rule cannot be read: {first}")
    })?;
    if ruleset.about.full_name() != says.game {
        return Err(format!("its rule is that of {}", ruleset.about.full_name()));
    }
    let head = Head::of(text).ok_or("it has no head")?;
    let mut watch = |_: &Progress| interrupt::check();
    let mut work = Work::new(usize::MAX, &mut watch).overseen(watch::watch);
    recall::reread(text, &head, &ruleset, &Shelf, &mut work).map(|_| ())
}
