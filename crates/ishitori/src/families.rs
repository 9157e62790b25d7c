//! Families: what is proved of a game that no automaton knows as a whole, and how much that explains.
//!
//! `ishitori_core::discover::families` says what is looked at and proves it; here the time is shared out, every
//! certificate is checked as that of any theorem, and the share of the lost positions of a window is counted that lie in
//! a proved family or in its image under a symmetry. A kind of domains is given up at its first level that resists.
//! Cost: the time that is given for the search, and at most as much again for the window of the share.

use std::time::Duration;

use ishitori_core::control::{Control, GaveUp};
pub use ishitori_core::discover::families::search::ExplainedShare;
use ishitori_core::discover::families::search::{DomainKind, explained, is_within, kinds};
use ishitori_core::discover::families::{
    FamilyDomain, FamilyLimits, FamilyResult, ProvedFamily, faces, family,
};
use ishitori_core::game::{AnyGame, HeapGame};
use ishitori_core::prove::Proof;
use ishitori_core::prove::arena::Arena;
use ishitori_core::prove::certificate::{TheoremHeading, certificate};
use ishitori_rule::{Rules, Ruleset};

use crate::claims::ClaimedGame;
use crate::proofs::{self, AcceptedTheorem, ProofAttempt};
use crate::stopwatch::{Stopwatch, within};

/// The largest level that is looked at.
const MAX_LEVEL: u64 = 20;

/// A domain gets this part of the time that is left.
const PART: u32 = 3;

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
    /// Its theorem.
    pub theorem: Box<AcceptedTheorem>,
    set: ishitori_automata::Dfa,
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
    let mut open: Vec<DomainKind> = kinds(&arena);
    let mut report = FamilyReport { families: vec![], resisted: vec![], share: None };
    for level in 0..=MAX_LEVEL {
        let mut next = Vec::new();
        for kind in open {
            if searching.time_left() == Some(Duration::ZERO) {
                break;
            }
            let Some(domain) = kind.at(arena.heaps.len(), level) else { continue };
            match one(ruleset, &arena, &domain, request, searching)? {
                Ok(found) => {
                    report.families.retain(|known| !is_within(&known.domain, &found.domain));
                    report.families.push(found);
                    next.push(kind);
                }
                Err(why) => report.resisted.push((domain.words(), why)),
            }
        }
        open = next;
    }
    let sets: Vec<&ishitori_automata::Dfa> = report.families.iter().map(|f| &f.set).collect();
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

/// The kernel of one domain; or why it is not known.
fn one(
    ruleset: &Ruleset,
    arena: &Arena,
    domain: &FamilyDomain,
    request: FamilyRequest,
    control: &Control,
) -> anyhow::Result<Result<AcceptedFamily, String>> {
    let part = control.time_left().map(|left| left / PART);
    let timed = within(control, part);
    let stopwatch = Stopwatch::start(&timed, None);
    let timed = stopwatch.over(&timed);
    let limits = FamilyLimits { states: request.states, bits: request.bits };
    let proved = match family(arena, domain, limits, &timed) {
        Ok(FamilyResult::Proved(proved)) => *proved,
        Ok(FamilyResult::Resists(why)) => return Ok(Err(why)),
        Err(gave_up) => {
            proofs::unless_stopped(control)?;
            return Ok(Err(gave_up.why().to_string()));
        }
    };
    let ProvedFamily { domain, set, bits, goal, induction } = proved;
    let name = ruleset.about.full_name();
    let heading = TheoremHeading {
        game: &name,
        rule: &ruleset.about.text,
        claim: "family",
        statement: "",
    };
    let certificate = certificate(&heading, arena, &goal, &induction);
    let proof = Proof { arena: arena.clone(), goal, induction, certificate };
    Ok(match proofs::checked(proof, "a family", &stopwatch, &timed)? {
        ProofAttempt::Proved(theorem) => {
            Ok(AcceptedFamily { domain, bits, states: set.states(), theorem, set })
        }
        other => Err(crate::trial::why(&other)),
    })
}
