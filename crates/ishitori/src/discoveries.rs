//! Discovering theorems: the search with a clock, the independent checker, a readable statement, and the
//! store that keeps what was found.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ishitori_automata::{Dfa, DigitOrder, Limit, Numeration};
use ishitori_check::CheckedTheorem;
use ishitori_core::control::Control;
use ishitori_core::discover::simplify::{SetMeaning, SimplifyRequest, simplify};
pub use ishitori_core::discover::sweep::{each, sweep};
use ishitori_core::discover::{self, DigitFormat, DiscoveryQuestion, DiscoveryResult};
pub use ishitori_core::discover::{Aim, RefutedAutomaton, ResidualProbe, Resistance};
use ishitori_core::prove::arena::Arena;
use ishitori_core::prove::induct::Violation;
use ishitori_core::prove::recall::{CertificateHead, recall};
use ishitori_core::prove::{Proof, certificate};
use ishitori_core::solve::Convention;
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{HeapRules, HeapSlice, Rules, Ruleset, Symmetry};
use ishitori_store::{DiscoveryStore, StoredTheorem};

use crate::claims::{ClaimSentence, ClaimedGame, slice_words};
use crate::proofs::{self, AcceptedTheorem, ProofAttempt};
use crate::second_reading::{SecondOpinion, second_opinion};
use crate::stopwatch::{Stopwatch, within};

/// A statement is looked for at most so long, and in half of the time that is left.
const SIMPLIFY: Duration = Duration::from_secs(20);

/// The name of a discovered claim in its certificate.
const ID: &str = "discovered";

/// What is looked for, and how far.
#[derive(Clone, Copy)]
pub struct DiscoveryRequest {
    /// What is looked for.
    pub aim: Aim,
    /// The most states of an automaton.
    pub states: usize,
    /// The most binary digits of a heap in a window.
    pub bits: usize,
}

/// A theorem that was found, and whose certificate was accepted.
pub struct AcceptedDiscovery {
    /// The theorem.
    pub theorem: AcceptedTheorem,
    /// What its sets are, one after the other, where that can be said in a formula.
    pub said: Vec<Option<String>>,
    /// In which digits it was learned.
    pub digits: DigitFormat,
    /// From heaps of so many binary digits.
    pub bits: usize,
    /// How many states its automata have.
    pub states: Vec<usize>,
    /// The wrong automata on the way.
    pub refuted: Vec<RefutedAutomaton>,
    /// Of value classes: why there are no more.
    pub rest: Option<Resistance>,
    /// How long everything took.
    pub time: Duration,
}

impl AcceptedDiscovery {
    /// What it says in a formula; of several sets, those that have one.
    pub fn statement(&self) -> Option<String> {
        let said: Vec<&str> = self.said.iter().flatten().map(String::as_str).collect();
        (!said.is_empty()).then(|| said.join("; "))
    }
}

/// A set of a discovered theorem.
pub enum DiscoveredSet {
    /// What is said of it.
    Formula(String),
    /// There are no short words for it.
    Automaton {
        /// Which set it is, if there are several: `value 1: `.
        of: String,
        /// The states of its automaton.
        states: usize,
        /// The first positions in it.
        first: Vec<Vec<u128>>,
    },
}

/// So many positions of a set without a formula are shown.
const EXAMPLES: usize = 12;

/// So many are looked at for them.
const MANY: usize = 400;

impl AcceptedDiscovery {
    /// What each set is: a formula, or the first positions.
    pub fn sets(&self) -> Vec<DiscoveredSet> {
        let formulas = self.theorem.proof.goal.formulas();
        let sets = formulas.iter().map(|(name, _)| name).filter(|name| *name != "terminal");
        let set = |(at, name): (usize, &String)| match self.said.get(at) {
            Some(Some(statement)) => Some(DiscoveredSet::Formula(statement.clone())),
            _ => self.without_words(name),
        };
        sets.enumerate().filter_map(set).collect()
    }

    /// The first positions of the first set.
    pub fn examples(&self, control: &Control) -> Vec<Vec<u128>> {
        let formulas = self.theorem.proof.goal.formulas();
        let first = formulas.iter().map(|(name, _)| name).find(|name| *name != "terminal");
        let dfa = first.and_then(|name| self.automaton(name));
        dfa.map_or(Vec::new(), |dfa| self.first(dfa, control.automata()))
    }

    fn automaton(&self, name: &str) -> Option<&Dfa> {
        let machines = &self.theorem.proof.induction.shop.machines;
        machines.iter().find(|machine| machine.name == name).map(|machine| &machine.dfa)
    }

    /// The first positions of a set.
    fn first(&self, dfa: &Dfa, limit: Limit) -> Vec<Vec<u128>> {
        let proof = &self.theorem.proof;
        // Of an unordered game each multiset once.
        let unordered = proof.arena.symmetry == Symmetry::Unordered;
        let heaps = proof.arena.heaps.len();
        // Thin sets have few positions with so many digits.
        let numeration = proof.induction.shop.numeration;
        let first = [MANY, EXAMPLES, 1]
            .iter()
            .find_map(|count| dfa.first(numeration, *count, limit).ok())
            .unwrap_or_default();
        let wanted = first.into_iter().filter(|tuple| !unordered || tuple[..heaps].is_sorted());
        wanted.take(EXAMPLES).collect()
    }

    fn without_words(&self, name: &str) -> Option<DiscoveredSet> {
        let dfa = self.automaton(name)?;
        let of = match name.strip_prefix("set") {
            Some(value) if self.states.len() > 1 => format!("value {value}: "),
            _ if name == "graph" => "positions with their values: ".to_string(),
            _ => String::new(),
        };
        let first = self.first(dfa, Limit::default());
        Some(DiscoveredSet::Automaton { of, states: dfa.states(), first })
    }
}

/// Numbers as people write them: `(3,5)`.
pub fn tuple_words(tuple: &[u128]) -> String {
    let words: Vec<String> = tuple.iter().map(u128::to_string).collect();
    format!("({})", words.join(","))
}

/// The numbers where a wrong automaton violates its obligation.
pub fn violation_words(refuted: &RefutedAutomaton) -> String {
    let RefutedAutomaton { digits, violation: Violation { position, option, .. }, .. } = refuted;
    let number = |word: &Vec<bool>| {
        let word: Vec<u16> = word.iter().map(|digit| u16::from(*digit)).collect();
        let numbers =
            (word.len() <= 126).then(|| digits.numeration.numbers(digits.order, 1, &word));
        numbers.flatten().and_then(|numbers| numbers.first().copied()).unwrap_or(u128::MAX)
    };
    let tuple = |heaps: &Vec<Vec<bool>>| tuple_words(&heaps.iter().map(number).collect::<Vec<_>>());
    match option {
        Some(option) => format!("{} or {}", tuple(position), tuple(option)),
        None => format!("{} or below", tuple(position)),
    }
}

/// What came of it.
pub enum DiscoveryFinding {
    /// A theorem.
    Found(Box<AcceptedDiscovery>),
    /// None within the budget.
    Resists(Resistance),
    /// Automata cannot know the moves, in a sentence.
    Outside(String),
}

/// Looks for a theorem about a game.
///
/// # Errors
/// If the work is stopped by Ctrl-C, or the checker refuses what the prover wrote.
pub fn discover(
    claimed: &ClaimedGame,
    request: &DiscoveryRequest,
    control: &Control,
) -> anyhow::Result<DiscoveryFinding> {
    let DiscoveryRequest { aim, states, bits } = *request;
    let sought = DiscoveryQuestion { ruleset: &claimed.ruleset, aim, states, bits };
    let stopwatch = Stopwatch::start(control, None);
    let timed = stopwatch.over(control);
    let found = match discover::discover(&sought, &timed)? {
        DiscoveryResult::Proved(found) => *found,
        DiscoveryResult::Resists(resistance) => return Ok(DiscoveryFinding::Resists(resistance)),
        DiscoveryResult::Outside(why) => return Ok(DiscoveryFinding::Outside(why)),
    };
    let said = readable(claimed, aim, &found, &timed)?;
    let discover::DiscoveredTheorem { proof, digits, bits, states, refuted, rest } = found;
    let mut proved = None;
    if let (Some(Some(statement)), false) = (said.first(), matches!(aim, Aim::Values(_))) {
        proved = prove_said(claimed, aim, statement, &timed)?;
    }
    let theorem = match proved {
        Some(theorem) => theorem,
        None => match proofs::checked(proof, ID, &stopwatch, &timed)? {
            ProofAttempt::Proved(theorem) => *theorem,
            ProofAttempt::GaveUp(gave_up) => {
                let why = gave_up.why().to_string();
                let gave_up = Some(gave_up);
                return Ok(DiscoveryFinding::Resists(Resistance {
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
    let time = stopwatch.elapsed();
    let found = AcceptedDiscovery { theorem, said, digits, bits, states, refuted, rest, time };
    Ok(DiscoveryFinding::Found(Box::new(found)))
}

fn convention(aim: Aim) -> Convention {
    match aim {
        Aim::Outcomes(convention) => convention,
        Aim::Grundy | Aim::Values(_) => Convention::Normal,
    }
}

/// What the sets of a theorem say in words, as far as words are found soon: one for each set.
fn readable(
    claimed: &ClaimedGame,
    aim: Aim,
    found: &discover::DiscoveredTheorem,
    control: &Control,
) -> anyhow::Result<Vec<Option<String>>> {
    let time = control.time_left().map_or(SIMPLIFY, |left| (left / 2).min(SIMPLIFY));
    let words = within(control, Some(time));
    let shop = &found.proof.induction.shop;
    let mut said = Vec::new();
    for class in 0..found.states.len() {
        let (name, what) = match (aim, found.digits.coding) {
            (Aim::Grundy, Some(coding)) => ("graph".to_string(), SetMeaning::Grundy(coding)),
            (Aim::Values(_), _) => (format!("set{class}"), SetMeaning::Class(class as u64)),
            _ => ("set0".to_string(), SetMeaning::Outcome),
        };
        let Some(machine) = shop.machines.iter().find(|machine| machine.name == name) else {
            continue;
        };
        let numeration = shop.numeration;
        let say = |set: &Dfa| {
            let ruleset = &claimed.ruleset;
            let to_say = SimplifyRequest { ruleset, library: claimed, numeration, set, what };
            // Time that runs out here costs the words, not the theorem.
            simplify(&to_say, &words).ok().flatten()
        };
        // The sample depends on the order of digits, and so may what is found.
        let flipped = || machine.dfa.flip(words.automata()).ok();
        let statement = say(&machine.dfa).or_else(|| flipped().and_then(|set| say(&set)));
        proofs::unless_stopped(control)?;
        said.push(statement);
    }
    Ok(said)
}

/// Proves a statement as if a person had made it: then rule and claim stand in the certificate.
fn prove_said(
    claimed: &ClaimedGame,
    aim: Aim,
    text: &str,
    control: &Control,
) -> anyhow::Result<Option<AcceptedTheorem>> {
    let Ok(statement) = parse_statement(text) else { return Ok(None) };
    let sentence = ClaimSentence { statement: &statement, text, convention: convention(aim) };
    // The same proof again; half of the time is left for the other certificate.
    let half = within(control, control.time_left().map(|left| left / 2));
    let attempt = proofs::prove(claimed, &claimed.ruleset, ID, &sentence, &half)?;
    proofs::unless_stopped(control)?;
    Ok(match attempt {
        ProofAttempt::Proved(theorem) => Some(*theorem),
        _ => None,
    })
}

/// Proves what was found once more with the most significant digits first, if it can be said in a formula
/// and was proved the other way.
///
/// # Errors
/// If the work is stopped, or the checker refuses what the prover wrote.
pub fn most_significant_first(
    claimed: &ClaimedGame,
    aim: Aim,
    discovery: &AcceptedDiscovery,
    control: &Control,
) -> anyhow::Result<Option<AcceptedTheorem>> {
    let checked = &discovery.theorem.checked.statement;
    if checked.order == "msd" {
        return Ok(None);
    }
    let text = checked.claim_text.trim();
    let Ok(statement) = parse_statement(text) else { return Ok(None) };
    let sentence = ClaimSentence { statement: &statement, text, convention: convention(aim) };
    let (ruleset, order) = (&claimed.ruleset, Some(proofs::DigitOrder::Msd));
    let attempt = proofs::prove_in_order(claimed, ruleset, ID, &sentence, order, control)?;
    proofs::unless_stopped(control)?;
    Ok(match attempt {
        ProofAttempt::Proved(theorem) => Some(*theorem),
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
pub fn digit_words(digits: DigitFormat) -> String {
    let DigitFormat { numeration, order, coding } = digits;
    let numeration = match numeration {
        Numeration::Binary => "binary digits",
        Numeration::Zeckendorf => "Fibonacci digits",
    };
    let order = match order {
        DigitOrder::Msd => "most significant first",
        DigitOrder::Lsd => "least significant first",
    };
    let coding = match coding {
        Some(discover::TrackCoding::OneHot) => ", 2 to the value",
        Some(discover::TrackCoding::Plain) | None => "",
    };
    format!("{numeration}, {order}{coding}")
}

/// The rule after lowering, by which the store knows a game; `None` if automata do not read it. Slices of a game are
/// kept with the game.
pub(crate) fn lowered(ruleset: &Ruleset) -> Option<String> {
    let Rules::Heaps(rules) = &ruleset.rules else { return None };
    let whole = HeapRules { slice: HeapSlice::default(), ..rules.clone() };
    let mut text = String::new();
    certificate::rules(&mut text, &Arena::new(&whole).ok()?);
    Some(text)
}

/// What the store calls a theorem about this, in this game or slice: `p`, `p where h[3] <= 2`.
fn kept_as(aim: Aim, ruleset: &Ruleset) -> String {
    match slice_words(ruleset) {
        None => kind(aim).to_string(),
        Some(bounds) => format!("{}{SLICE}{bounds}", kind(aim)),
    }
}

/// Stands between the kind of a kept theorem and the bounds of its slice.
const SLICE: &str = " where ";

/// The kind of a kept theorem, and the bounds of its slice in words, if it is about one.
pub fn kind_and_slice(found: &StoredTheorem) -> (&str, Option<&str>) {
    match found.what.split_once(SLICE) {
        None => (&found.what, None),
        Some((kind, bounds)) => (kind, Some(bounds)),
    }
}

/// Keeps a discovery in a store; says where.
///
/// # Errors
/// Why it is not kept, in a sentence.
pub fn keep(
    store: Option<&DiscoveryStore>,
    ruleset: &Ruleset,
    aim: Aim,
    discovery: &AcceptedDiscovery,
) -> Result<PathBuf, String> {
    let store = store.ok_or("there is no folder for data here; set ISHITORI_DATA")?;
    let rule = lowered(ruleset).ok_or("its rule cannot be written as formulas")?;
    let how = format!(
        "learned from heaps below {}, {}, in {:.3} s",
        1u128 << discovery.bits,
        digit_words(discovery.digits),
        discovery.time.as_secs_f64()
    );
    let found = StoredTheorem {
        what: kept_as(aim, ruleset),
        on: time::OffsetDateTime::now_utc().date().to_string(),
        by: format!("ishitori {}", env!("CARGO_PKG_VERSION")),
        how,
        statement: discovery.statement().unwrap_or_default(),
        certificate: discovery.theorem.proof.certificate.clone(),
    };
    store.keep(&ruleset.about.full_name(), &rule, found).map_err(|error| error.to_string())
}

/// What a store keeps about all positions of a game, not yet verified; a file that cannot be read is told as a note.
pub fn kept(
    store: Option<&DiscoveryStore>,
    ruleset: &Ruleset,
) -> (Vec<StoredTheorem>, Option<String>) {
    let (mut all, damaged) = all_kept(store, ruleset);
    // Bands have certificates of another kind ([`crate::bands`]).
    all.retain(|found| !found.what.starts_with("band "));
    (all, damaged)
}

/// The same, with what is about some of its positions.
pub(crate) fn all_kept(
    store: Option<&DiscoveryStore>,
    ruleset: &Ruleset,
) -> (Vec<StoredTheorem>, Option<String>) {
    let (Some(store), Some(rule)) = (store, lowered(ruleset)) else {
        return (Vec::new(), None);
    };
    match store.load(&ruleset.about.full_name(), &rule) {
        Ok(all) => (all, None),
        Err(error) => (Vec::new(), Some(error.to_string())),
    }
}

/// A kept theorem that was verified.
pub struct VerifiedTheorem {
    /// Ready to answer; its obligations are in what the checker says.
    pub proof: Proof,
    /// What the checker says of the certificate.
    pub checked: CheckedTheorem,
    /// What the theorem says, if that stands in the certificate, which was compared with it.
    pub statement: Option<String>,
    /// Which positions it is about: `all positions`, or `all positions with h[3] <= 2`.
    pub about: String,
    /// What the second reader does not read of it; otherwise it reads the same.
    pub unread: Option<String>,
    /// How long it took.
    pub time: Duration,
}

/// Which positions a theorem is about, by the bounds of its slice.
pub(crate) fn positions_words(bounds: &str) -> String {
    match bounds {
        "" => "all positions".to_string(),
        bounds => format!("all positions with {bounds}"),
    }
}

/// A kept theorem, once the independent checker has accepted its certificate, its formulas are those
/// of the game, and the second reader does not read them otherwise.
///
/// # Errors
/// Why it is not used, in a sentence.
pub fn verified(
    claimed: &ClaimedGame,
    found: &StoredTheorem,
    control: &Control,
) -> Result<VerifiedTheorem, String> {
    let head = CertificateHead::of(&found.certificate).ok_or("it is no certificate")?;
    let kinds: &[&str] = match head.theorem.split(' ').next() {
        Some("values") if head.theorem == "values 0" => &["p", "values"],
        Some("values") => &["values"],
        Some("grundy") => &["grundy"],
        Some("misere") => &["misere"],
        _ => &[],
    };
    let (kind, bounds) = kind_and_slice(found);
    let names: &[String] = match &claimed.ruleset.rules {
        Rules::Heaps(rules) => &rules.names,
        _ => &[],
    };
    if head.slice.bounds().iter().any(|(heap, _)| *heap >= names.len()) {
        return Err("its certificate bounds heaps that the game does not have".to_string());
    }
    let says = head.slice.words(names);
    if says != bounds.unwrap_or_default() {
        return Err(format!("its certificate is about other positions than those with {says}"));
    }
    if !kinds.contains(&kind) {
        return Err(format!("its certificate is about `{}`, not `{}`", head.theorem, found.what));
    }
    let start = Instant::now();
    let goes_on = &mut |step: &str| control.start(step).is_ok();
    let checked = ishitori_check::check_with(&found.certificate, goes_on)
        .map_err(|refused| refused.to_string())?;
    proofs::head_of(&found.certificate, &checked.statement)?;
    let proof = recall(&found.certificate, &claimed.ruleset, claimed, control)?;
    let opinion = second_opinion(&found.certificate, &checked.statement, control);
    let unread = match opinion.map_err(|gave_up| gave_up.why().to_string())? {
        SecondOpinion::Agrees => None,
        SecondOpinion::Unread(why) => Some(why),
        SecondOpinion::Differs(what) => {
            return Err(format!(
                "a second reader reads its rule or its claim otherwise: they differ in {what}"
            ));
        }
    };
    // What the file says beside its certificate is not trusted.
    let words = head.statement.split_whitespace().collect::<Vec<_>>().join(" ");
    let statement = (!words.is_empty()).then_some(words);
    let about = positions_words(&says);
    Ok(VerifiedTheorem { proof, checked, statement, about, unread, time: start.elapsed() })
}
