//! Families: what is proved of a game that no automaton knows as a whole, and how much that explains.
//!
//! `ishitori_core::discover::families` says what is looked at and proves it; here the time is shared out (a second for each domain, then two, and so on), every
//! certificate is checked as that of any theorem, and the share of the lost positions of a window is counted that lie in
//! a proved family or in its image under a symmetry. A kind of domains is given up at its first level that resists.
//! Cost: the time that is given for the search, and at most as much again for the window of the share.

use std::cmp::Reverse;
use std::time::Duration;

use ishitori_automata::{Dfa, Numeration};
use ishitori_core::control::{Control, GaveUp};
pub use ishitori_core::discover::families::search::ExplainedShare;
use ishitori_core::discover::families::search::{DomainKind, explained, is_within, kinds};
use ishitori_core::discover::families::{
    FamilyDomain, FamilyLimits, FamilyResult, ProvedFamily, faces, family,
};
use ishitori_core::discover::simplify::{SetMeaning, SimplifyRequest, simplify};
use ishitori_core::game::{AnyGame, HeapGame};
use ishitori_core::prove::Proof;
use ishitori_core::prove::arena::Arena;
use ishitori_core::prove::certificate::{TheoremHeading, certificate};
use ishitori_core::solve::Convention;
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Rules, Ruleset};

use crate::claims::{ClaimSentence, ClaimedGame};
use crate::proofs::{self, AcceptedTheorem, ProofAttempt};
use crate::stopwatch::{Stopwatch, within};

/// The largest level that is looked at.
const MAX_LEVEL: u64 = 20;

/// Every domain gets so much time at first, then twice as much, and so on.
const FIRST: Duration = Duration::from_secs(1);

/// Words are looked for, and proved, so long for each family.
const SAY: Duration = Duration::from_secs(5);

/// And no more than this at a time.
const MOST: Duration = Duration::from_secs(4096);

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct FamilyRequest {
    /// The most states of an automaton.
    pub states: usize,
    /// The most binary digits of a heap in a window.
    pub bits: usize,
    /// The share is counted of heaps below 2 to this.
    pub share_bits: usize,
}

/// A family that the checker has accepted.
pub struct AcceptedFamily {
    /// The positions of which it holds the lost ones that are proved.
    pub domain: FamilyDomain,
    /// From heaps of so many binary digits it was learned.
    pub bits: usize,
    /// How many states its automaton has.
    pub states: usize,
    /// What it says in words, if they are found soon.
    pub words: Option<String>,
    /// Its theorem.
    pub theorem: Box<AcceptedTheorem>,
    set: Dfa,
}

/// What was found.
pub struct FamilyReport {
    /// The families, each in no other.
    pub families: Vec<AcceptedFamily>,
    /// The domains that resisted, and why.
    pub resisted: Vec<(String, String)>,
    /// How much the families explain; nothing if the window was not solved.
    pub share: Option<ExplainedShare>,
}

/// Looks for families of a game, for so long.
///
/// # Errors
/// If the game has none that could be found, the work is stopped, or the checker refuses a certificate.
pub fn families(
    claimed: &ClaimedGame,
    request: FamilyRequest,
    limit: Option<Duration>,
    control: &Control,
) -> anyhow::Result<FamilyReport> {
    let searching = &within(control, limit);
    let ruleset = &claimed.ruleset;
    let (arena, game) = arena(ruleset)?;
    let mut open: Vec<(DomainKind, u64)> =
        kinds(&arena).into_iter().map(|kind| (kind, 0)).collect();
    let mut report = FamilyReport { families: vec![], resisted: vec![], share: None };
    let mut budget = FIRST;
    while !open.is_empty() && searching.time_left() != Some(Duration::ZERO) {
        let mut waiting = Vec::new();
        for (kind, mut level) in open {
            let mut why = None;
            while let Some(domain) =
                kind.at(arena.heaps.len(), level).filter(|_| level <= MAX_LEVEL)
            {
                match one(ruleset, &arena, &domain, request, (budget, searching))? {
                    DomainResult::Proved(found) => {
                        report.families.retain(|known| !is_within(&known.domain, &found.domain));
                        report.families.push(*found);
                        level += 1;
                    }
                    DomainResult::Resists(reason) => {
                        report.resisted.push((domain.words(), reason));
                        break;
                    }
                    DomainResult::TooLong(reason) => {
                        why = Some((domain.words(), reason));
                        break;
                    }
                }
            }
            waiting.extend(why.map(|why| ((kind, level), why)));
        }
        // Those that have led somewhere come first.
        waiting.sort_by_key(|((_, level), _)| Reverse(*level));
        budget *= 2;
        let is_over = searching.time_left().is_some_and(|left| left.is_zero()) || budget > MOST;
        if is_over {
            report.resisted.extend(waiting.drain(..).map(|(_, why)| why));
        }
        open = waiting.into_iter().map(|(kind, _)| kind).collect();
    }
    for family in &mut report.families {
        let in_time = within(control, Some(SAY));
        if let Some((words, theorem)) = said(claimed, &family.set, &in_time)? {
            (family.words, family.theorem) = (Some(words), theorem);
        }
        control.check()?;
    }
    let sets: Vec<&Dfa> = report.families.iter().map(|f| &f.set).collect();
    // What was proved is told whatever becomes of the window.
    let counting = within(control, limit);
    report.share = match explained(&game, &arena, &sets, request.share_bits, &counting) {
        Ok(share) => share,
        Err(gave_up) if gave_up.is_stopped() => return Err(gave_up.into()),
        Err(_) => None,
    };
    Ok(report)
}

/// The game as formulas and as positions.
fn arena(ruleset: &Ruleset) -> anyhow::Result<(Arena, HeapGame)> {
    let Rules::Heaps(rules) = &ruleset.rules else {
        return Err(GaveUp::new("families are looked for in games on heaps").into());
    };
    let arena = Arena::new(rules).map_err(GaveUp::new)?;
    faces(&arena).map_err(GaveUp::new)?;
    match AnyGame::new(ruleset) {
        Ok(AnyGame::Heaps(game)) => Ok((arena, game)),
        _ => Err(GaveUp::new("families are looked for in games on heaps").into()),
    }
}

/// A family in words, and their proof; nothing if none are found soon.
fn said(
    claimed: &ClaimedGame,
    set: &Dfa,
    control: &Control,
) -> anyhow::Result<Option<(String, Box<AcceptedTheorem>)>> {
    let (ruleset, what, numeration) = (&claimed.ruleset, SetMeaning::Outcome, Numeration::Binary);
    let to_say = SimplifyRequest { ruleset, library: claimed, numeration, set, what };
    let Some(words) = simplify(&to_say, control).ok().flatten() else { return Ok(None) };
    let Some(condition) = words.strip_prefix("P iff ") else { return Ok(None) };
    let text = format!("P if {condition}");
    let Ok(statement) = parse_statement(&text) else { return Ok(None) };
    let convention = Convention::Normal;
    let sentence = ClaimSentence { statement: &statement, text: &text, convention };
    match proofs::prove(claimed, ruleset, "family", &sentence, control)? {
        ProofAttempt::Proved(theorem) => Ok(Some((text, theorem))),
        _ => Ok(None),
    }
}

/// What came of a domain.
enum DomainResult {
    /// Its kernel is lost.
    Proved(Box<AcceptedFamily>),
    /// More time does not help, and why.
    Resists(String),
    /// It takes longer, and how far it got.
    TooLong(String),
}

/// The kernel of one domain, within so much time.
fn one(
    ruleset: &Ruleset,
    arena: &Arena,
    domain: &FamilyDomain,
    request: FamilyRequest,
    (budget, control): (Duration, &Control),
) -> anyhow::Result<DomainResult> {
    let timed = within(control, Some(budget));
    let stopwatch = Stopwatch::start(&timed, None);
    let timed = stopwatch.over(&timed);
    let limits = FamilyLimits { states: request.states, bits: request.bits };
    let proved = match family(arena, domain, limits, &timed) {
        Ok(FamilyResult::Proved(proved)) => *proved,
        Ok(FamilyResult::Resists(why)) => return Ok(DomainResult::Resists(why)),
        Err(gave_up) => {
            proofs::unless_stopped(control)?;
            return Ok(DomainResult::TooLong(gave_up.why().to_string()));
        }
    };
    let ProvedFamily { domain, set, bits, goal, induction } = proved;
    let name = ruleset.about.full_name();
    let heading =
        TheoremHeading { game: &name, rule: &ruleset.about.text, claim: "family", statement: "" };
    let certificate = certificate(&heading, arena, &goal, &induction);
    let proof = Proof { arena: arena.clone(), goal, induction, certificate };
    Ok(match proofs::checked(proof, "a family", &stopwatch, &timed)? {
        ProofAttempt::Proved(theorem) => {
            let states = set.states();
            DomainResult::Proved(Box::new(AcceptedFamily {
                domain,
                bits,
                states,
                words: None,
                theorem,
                set,
            }))
        }
        other => DomainResult::TooLong(crate::trial::why(&other)),
    })
}
