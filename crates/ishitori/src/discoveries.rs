//! Discovering theorems: the search with a clock, the independent checker, a readable statement, and the
//! store that keeps what was found.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ishitori_automata::{Dfa, Limit, Numeration, Order};
use ishitori_check::Checked;
use ishitori_core::discover::simplify::{ToSay, What, simplify};
use ishitori_core::discover::{self, Aim, Digits, Discovered, Refuted, Resistance, Sought};
use ishitori_core::prove::arena::Arena;
use ishitori_core::prove::recall::{Head, recall};
use ishitori_core::prove::work::{Progress, Work};
use ishitori_core::prove::{Proof, certificate};
use ishitori_core::solve::Convention;
use ishitori_core::solve::choose::Limits;
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Rules, Ruleset};
use ishitori_store::{Found, Store};

use crate::claims::{Claimed, Sentence};
use crate::interrupt;
use crate::proofs::{self, Attempt, Clock, Effort, Theorem};
use crate::watch;

/// A statement is looked for at most so long.
const SIMPLIFY: Duration = Duration::from_secs(20);

/// The name of a discovered claim in its certificate.
const ID: &str = "discovered";

/// What is looked for, and what it may cost.
#[derive(Clone, Copy)]
pub struct Request {
    /// What is looked for.
    pub aim: Aim,
    /// Time and memory, for everything together.
    pub effort: Effort,
    /// What solving a window may take.
    pub limits: Limits,
    /// The most states of an automaton.
    pub states: usize,
    /// The most binary digits of a heap in a window.
    pub bits: usize,
}

/// A theorem that was found, and whose certificate was accepted.
pub struct Discovery {
    /// The theorem.
    pub theorem: Theorem,
    /// What its sets are, one after the other, where that can be said in a formula.
    pub said: Vec<Option<String>>,
    /// In which digits it was learned.
    pub digits: Digits,
    /// From heaps of so many binary digits.
    pub bits: usize,
    /// How many states its automata have.
    pub states: Vec<usize>,
    /// The wrong automata on the way.
    pub refuted: Vec<Refuted>,
    /// Of value classes: why there are no more.
    pub rest: Option<Resistance>,
    /// How long everything took.
    pub time: Duration,
}

impl Discovery {
    /// What it says in a formula; of several sets, those that have one.
    pub fn statement(&self) -> Option<String> {
        let said: Vec<&str> = self.said.iter().flatten().map(String::as_str).collect();
        (!said.is_empty()).then(|| said.join("; "))
    }
}

/// What came of it.
pub enum Finding {
    /// A theorem.
    Found(Box<Discovery>),
    /// None within the budget.
    Resists(Resistance),
    /// Automata cannot know the moves, in a sentence.
    Outside(String),
}

/// Looks for a theorem about a game.
///
/// # Errors
/// If the work is stopped by Ctrl-C, or the checker refuses what the prover wrote.
pub fn discover(claimed: &Claimed, request: &Request) -> anyhow::Result<Finding> {
    let Request { aim, effort, limits, states, bits } = *request;
    let start = Instant::now();
    let sought = Sought { ruleset: &claimed.ruleset, aim, limits, states, bits };
    let mut clock = Clock::new(effort.time);
    let discovered = {
        let mut watch = |progress: &Progress| clock.look_up(progress);
        let _watching = watch::begin(effort.time, false);
        let mut work = Work::new(effort.memory, &mut watch).overseen(watch::watch);
        discover::discover(&sought, &mut work)?
    };
    let found = match discovered {
        Discovered::Proved(found) => *found,
        Discovered::Resists(resistance) => return Ok(Finding::Resists(resistance)),
        Discovered::Outside(why) => return Ok(Finding::Outside(why)),
    };
    let said = readable(claimed, aim, &found, effort)?;
    let discover::Discovery { proof, digits, bits, states, refuted, rest } = found;
    let mut proved = None;
    if let (Some(Some(statement)), false) = (said.first(), matches!(aim, Aim::Values(_))) {
        proved = prove_said(claimed, aim, statement, start, effort)?;
    }
    let theorem = match proved {
        Some(theorem) => theorem,
        None => match proofs::checked(proof, ID, &mut clock)? {
            Attempt::Proved(theorem) => *theorem,
            Attempt::GaveUp(gave_up) => {
                let why = gave_up.why().to_string();
                let gave_up = Some(gave_up);
                return Ok(Finding::Resists(Resistance {
                    why,
                    bits,
                    probes: vec![],
                    refuted,
                    gave_up,
                }));
            }
            _ => unreachable!("a certificate is accepted, refused, or takes too long"),
        },
    };
    let time = start.elapsed();
    let found = Discovery { theorem, said, digits, bits, states, refuted, rest, time };
    Ok(Finding::Found(Box::new(found)))
}

fn convention(aim: Aim) -> Convention {
    match aim {
        Aim::Outcomes(convention) => convention,
        Aim::Grundy | Aim::Values(_) => Convention::Normal,
    }
}

/// What the sets of a theorem say in words, as far as words are found soon: one for each set.
fn readable(
    claimed: &Claimed,
    aim: Aim,
    found: &discover::Discovery,
    effort: Effort,
) -> anyhow::Result<Vec<Option<String>>> {
    let time = Some(effort.time.map_or(SIMPLIFY, |time| time.min(SIMPLIFY)));
    let mut clock = Clock::new(time);
    let mut watch = |progress: &Progress| clock.look_up(progress);
    let _watching = watch::begin(time, false);
    let mut work = Work::new(effort.memory, &mut watch).overseen(watch::watch);
    let shop = &found.proof.induction.shop;
    let mut said = Vec::new();
    for class in 0..found.states.len() {
        let (name, what) = match (aim, found.digits.coding) {
            (Aim::Grundy, Some(coding)) => ("graph".to_string(), What::Grundy(coding)),
            (Aim::Values(_), _) => (format!("set{class}"), What::Class(class as u64)),
            _ => ("set0".to_string(), What::Outcome),
        };
        let Some(machine) = shop.machines.iter().find(|machine| machine.name == name) else {
            continue;
        };
        let numeration = shop.logic.numeration;
        let mut say = |set: &Dfa| {
            let ruleset = &claimed.ruleset;
            let to_say = ToSay { ruleset, library: claimed, numeration, set, what };
            // Time that runs out here costs the words, not the theorem.
            simplify(&to_say, &mut work).ok().flatten()
        };
        // The sample depends on the order of digits, and so may what is found.
        let flipped = || machine.dfa.flip(Limit::default()).ok();
        let statement = say(&machine.dfa).or_else(|| flipped().and_then(|set| say(&set)));
        interrupt::check()?;
        said.push(statement);
    }
    Ok(said)
}

/// Proves a statement as if a person had made it: then rule and claim stand in the certificate.
fn prove_said(
    claimed: &Claimed,
    aim: Aim,
    text: &str,
    start: Instant,
    effort: Effort,
) -> anyhow::Result<Option<Theorem>> {
    let Ok(statement) = parse_statement(text) else { return Ok(None) };
    let sentence = Sentence { statement: &statement, text, convention: convention(aim) };
    // The same proof again, so it takes no longer than the search has.
    let time = effort.time.map(|time| time.saturating_sub(start.elapsed()).max(start.elapsed()));
    let attempt =
        proofs::prove(claimed, &claimed.ruleset, ID, &sentence, Effort { time, ..effort })?;
    interrupt::check()?;
    Ok(match attempt {
        Attempt::Proved(theorem) => Some(*theorem),
        _ => None,
    })
}

/// What the store calls a theorem about this.
pub fn kind(aim: Aim) -> &'static str {
    match aim {
        Aim::Outcomes(Convention::Normal) => "p",
        Aim::Outcomes(Convention::Misere) => "misere",
        Aim::Grundy => "grundy",
        Aim::Values(_) => "values",
    }
}

/// Digits in words.
pub fn digit_words(digits: Digits) -> String {
    let Digits { numeration, order, coding } = digits;
    let numeration = match numeration {
        Numeration::Binary => "binary digits",
        Numeration::Zeckendorf => "Fibonacci digits",
    };
    let order = match order {
        Order::Msd => "most significant first",
        Order::Lsd => "least significant first",
    };
    let coding = match coding {
        Some(discover::Coding::OneHot) => ", 2 to the value",
        Some(discover::Coding::Plain) | None => "",
    };
    format!("{numeration}, {order}{coding}")
}

/// The rule after lowering, by which the store knows a game; `None` if automata do not read it.
fn lowered(ruleset: &Ruleset) -> Option<String> {
    let Rules::Heaps(rules) = &ruleset.rules else { return None };
    let mut text = String::new();
    certificate::rules(&mut text, &Arena::new(rules).ok()?);
    Some(text)
}

/// Keeps a discovery in the user's store; says where.
///
/// # Errors
/// Why it is not kept, in a sentence.
pub fn keep(ruleset: &Ruleset, aim: Aim, discovery: &Discovery) -> Result<PathBuf, String> {
    let store = Store::of_user().ok_or("there is no folder for data here; set ISHITORI_DATA")?;
    let rule = lowered(ruleset).ok_or("its rule cannot be written as formulas")?;
    let how = format!(
        "learned from heaps below {}, {}, in {:.3} s",
        1u128 << discovery.bits,
        digit_words(discovery.digits),
        discovery.time.as_secs_f64()
    );
    let found = Found {
        what: kind(aim).to_string(),
        on: time::OffsetDateTime::now_utc().date().to_string(),
        by: format!("ishitori {}", env!("CARGO_PKG_VERSION")),
        how,
        statement: discovery.statement().unwrap_or_default(),
        certificate: discovery.theorem.proof.certificate.clone(),
    };
    store.keep(&ruleset.about.full_name(), &rule, found).map_err(|error| error.to_string())
}

/// What is kept about a game, not yet verified; a file that cannot be read is told as a note.
pub fn kept(ruleset: &Ruleset) -> (Vec<Found>, Option<String>) {
    let (Some(store), Some(rule)) = (Store::of_user(), lowered(ruleset)) else {
        return (Vec::new(), None);
    };
    match store.load(&ruleset.about.full_name(), &rule) {
        Ok(all) => (all, None),
        Err(error) => (Vec::new(), Some(error.to_string())),
    }
}

/// A kept theorem that was verified.
pub struct Verified {
    /// Ready to answer; its obligations are in what the checker says.
    pub proof: Proof,
    /// What the checker says of the certificate.
    pub checked: Checked,
    /// What the theorem says, if that stands in the certificate, which was compared with it.
    pub statement: Option<String>,
    /// How long it took.
    pub time: Duration,
}

/// A kept theorem, once the independent checker has accepted its certificate and its formulas are those
/// of the game.
///
/// # Errors
/// Why it is not used, in a sentence.
pub fn verified(claimed: &Claimed, found: &Found, effort: Effort) -> Result<Verified, String> {
    let head = Head::of(&found.certificate).ok_or("it is no certificate")?;
    let kinds: &[&str] = match head.theorem.split(' ').next() {
        Some("values") if head.theorem == "values 0" => &["p", "values"],
        Some("values") => &["values"],
        Some("grundy") => &["grundy"],
        Some("misere") => &["misere"],
        _ => &[],
    };
    if !kinds.contains(&found.what.as_str()) {
        return Err(format!("its certificate is about `{}`, not `{}`", head.theorem, found.what));
    }
    let mut clock = Clock::new(effort.time);
    let start = Instant::now();
    let checked = ishitori_check::check_with(&found.certificate, &mut |step| {
        clock.look_up(&Progress { doing: step, done: 0, known: 0, bytes: 0 }).is_ok()
    })
    .map_err(|refused| refused.to_string())?;
    let mut watch = |progress: &Progress| clock.look_up(progress);
    let _watching = watch::begin(effort.time, false);
    let mut work = Work::new(effort.memory, &mut watch).overseen(watch::watch);
    let proof = recall(&found.certificate, &claimed.ruleset, claimed, &mut work)?;
    // What the file says beside its certificate is not trusted.
    let words = head.statement.split_whitespace().collect::<Vec<_>>().join(" ");
    let statement = (!words.is_empty()).then_some(words);
    Ok(Verified { proof, checked, statement, time: start.elapsed() })
}
