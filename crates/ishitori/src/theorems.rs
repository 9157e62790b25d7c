//! Which theorem tells who wins at every position of a game: one that was discovered and kept, or a claim
//! that can be proved.

use std::time::Duration;

use ishitori_core::claim::ClaimInstance;
use ishitori_core::control::Control;
use ishitori_core::prove::{self, Proof, answer};
use ishitori_core::solve::{Convention, Outcome};
use ishitori_rule::{HeapSlice, Rules, name};
use ishitori_store::{DiscoveryStore, StoredTheorem};
use num_bigint::BigUint;

use crate::big;
use crate::claims::ClaimedGame;
use crate::discoveries::{self, positions_words};
use crate::proofs::{self, ProofAttempt};

/// A theorem about all positions.
pub struct ProvedTheorem {
    /// Its name.
    pub id: String,
    /// The proof, whose certificate was accepted.
    pub proof: Proof,
    /// What the second reader does not read of it; nothing if it read rule and claim, and agrees.
    pub unread: Option<String>,
    /// Which positions it is about: `all positions`, or `all positions with h[3] <= 2`.
    pub about: String,
}

/// What a search came to.
pub enum TheoremSearch {
    /// A theorem that answers for every position.
    Found(Box<ProvedTheorem>),
    /// None; these claims might be proved with more time or memory.
    Nothing {
        /// Their names.
        too_long: Vec<String>,
    },
}

impl ProvedTheorem {
    /// Who wins a position.
    ///
    /// # Errors
    /// Why there is no answer: a bug, in a sentence.
    pub fn outcome(&self, heaps: &[u64]) -> Result<Outcome, String> {
        let numeration = self.proof.induction.shop.numeration;
        let digits = |heap: &u64| big::digits(numeration, &BigUint::from(*heap));
        let digits: Vec<_> = heaps.iter().map(digits).collect();
        answer(&self.proof, &digits).map(|answer| answer.outcome).map_err(|why| why.to_string())
    }
}

/// Finds a theorem that says who wins at every position of a game, in a store or among its claims: one that tells the Grundy value
/// if there is one, discovered ones before claims, which have to be proved first.
///
/// # Errors
/// If the rule cannot be read, or the work is stopped.
pub fn find(
    claimed: ClaimedGame,
    store: Option<&DiscoveryStore>,
    convention: Convention,
    control: &Control,
) -> anyhow::Result<TheoremSearch> {
    search(claimed, store, convention, None, control)
}

/// The same for one position and all that come after it: a theorem about a slice will do, if the position is inside.
/// Heaps are ascending in an unordered game.
///
/// # Errors
/// If the rule cannot be read, or the work is stopped.
pub fn find_at(
    claimed: ClaimedGame,
    store: Option<&DiscoveryStore>,
    convention: Convention,
    position: &[BigUint],
    control: &Control,
) -> anyhow::Result<TheoremSearch> {
    search(claimed, store, convention, Some(position), control)
}

fn search(
    mut claimed: ClaimedGame,
    store: Option<&DiscoveryStore>,
    convention: Convention,
    position: Option<&[BigUint]>,
    control: &Control,
) -> anyhow::Result<TheoremSearch> {
    // Only what is said about these parameters, also if they are the defaults.
    claimed.asked = true;
    let (kept, damaged) = discoveries::kept(store, &claimed.ruleset);
    if let Some(why) = damaged {
        control.note(&why);
    }
    let (told, others) = match convention {
        Convention::Normal => (vec!["grundy"], vec!["values", "p"]),
        Convention::Misere => (vec![], vec!["misere"]),
    };
    let candidates = candidates(&claimed, convention, control)?;
    let (first, second): (Vec<_>, Vec<_>) =
        candidates.into_iter().partition(|(rank, _)| *rank == 0);
    let mut too_long = Vec::new();
    for (kinds, claims) in [(told, first), (others, second)] {
        if let Some(found) = recalled(&claimed, &kept, &kinds, position, control)? {
            return Ok(TheoremSearch::Found(Box::new(found)));
        }
        for (_, instance) in claims {
            let id = claimed.ruleset.claims[instance.claim].id.value.clone();
            if control.time_left() == Some(Duration::ZERO) {
                too_long.push(id);
                continue;
            }
            let attempt = proofs::prove_claim(&claimed, &instance, control)?;
            proofs::unless_stopped(control)?;
            match attempt {
                ProofAttempt::Proved(theorem) => {
                    return Ok(TheoremSearch::Found(Box::new(ProvedTheorem {
                        id,
                        proof: theorem.proof,
                        unread: theorem.unread,
                        about: positions_words(""),
                    })));
                }
                ProofAttempt::GaveUp(_) => too_long.push(id),
                ProofAttempt::Violated(_)
                | ProofAttempt::Decided(_)
                | ProofAttempt::ByPeriod { .. }
                | ProofAttempt::Outside(_) => {}
            }
        }
    }
    Ok(TheoremSearch::Nothing { too_long })
}

/// A kept theorem of one of these kinds that passes the checker; about all positions, or if there is none, about a slice
/// with this position.
fn recalled(
    claimed: &ClaimedGame,
    kept: &[StoredTheorem],
    kinds: &[&str],
    position: Option<&[BigUint]>,
    control: &Control,
) -> anyhow::Result<Option<ProvedTheorem>> {
    let of_kind = |kind: &&str, slices: bool| {
        let kind = (*kind).to_string();
        kept.iter().filter(move |found| {
            let (of, bounds) = discoveries::kind_and_slice(found);
            of == kind && bounds.is_some() == slices
        })
    };
    let whole = kinds.iter().flat_map(|kind| of_kind(kind, false));
    let slices = kinds.iter().flat_map(|kind| of_kind(kind, true));
    let slices = slices.filter(|found| position.is_some_and(|at| is_inside(claimed, found, at)));
    for found in whole.chain(slices) {
        let verified = discoveries::verified(claimed, found, control);
        proofs::unless_stopped(control)?;
        match verified {
            Ok(verified) => {
                let (proof, unread) = (verified.proof, verified.unread);
                let id = "a discovered theorem".to_string();
                return Ok(Some(ProvedTheorem { id, proof, unread, about: verified.about }));
            }
            Err(why) => control.note(&format!("a kept theorem is not used: {why}")),
        }
    }
    Ok(None)
}

/// Whether a position is in the slice of a kept theorem.
fn is_inside(claimed: &ClaimedGame, found: &StoredTheorem, position: &[BigUint]) -> bool {
    let (_, Some(bounds)) = discoveries::kind_and_slice(found) else { return true };
    let Rules::Heaps(rules) = &claimed.ruleset.rules else { return false };
    let Ok(slice) = HeapSlice::parse(bounds, &rules.names) else { return false };
    // What is larger than any bound is larger than this.
    let heaps: Vec<u64> = position.iter().map(|h| u64::try_from(h).unwrap_or(u64::MAX)).collect();
    slice.contains(&heaps)
}

/// The claims about all positions in this kind of play, the most telling first.
fn candidates(
    claimed: &ClaimedGame,
    convention: Convention,
    control: &Control,
) -> anyhow::Result<Vec<(usize, ClaimInstance)>> {
    let misere = convention == Convention::Misere;
    let mut ranked = Vec::new();
    for instance in claimed.instances() {
        let claim = &claimed.ruleset.claims[instance.claim];
        if claim.about.misere != misere {
            continue;
        }
        let ruleset = claimed.with_within(&instance, control)?;
        let library = claimed.library(control);
        let Ok(translated) = prove::translate(&ruleset, &claim.statement, &library) else {
            continue;
        };
        let rank = match translated.theorem {
            prove::TheoremStatement::Grundy { .. } => 0,
            prove::TheoremStatement::Outcome(_) => 1,
            prove::TheoremStatement::Class { .. } => 2,
            prove::TheoremStatement::Families { .. }
            | prove::TheoremStatement::Everywhere(_)
            | prove::TheoremStatement::Sentence(_) => {
                continue;
            }
        };
        ranked.push((rank, instance));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    Ok(ranked)
}

/// A game as it is named on a command line.
pub fn quoted(reference: &str) -> String {
    let plain = name::parse(reference).is_ok_and(|parsed| parsed.arguments.is_empty());
    if plain && !reference.contains(' ') { reference.to_string() } else { format!("'{reference}'") }
}
