//! Which theorem tells who wins at every position of a game: one that was discovered and kept, or a claim
//! that can be proved.

use std::time::{Duration, Instant};

use ishitori_core::claim::Instance;
use ishitori_core::prove::{self, Proof, answer};
use ishitori_core::solve::{Convention, Outcome};
use ishitori_rule::name;
use ishitori_store::Found;
use num_bigint::BigUint;

use crate::big;
use crate::claims::Claimed;
use crate::discoveries;
use crate::interrupt;
use crate::proofs::{self, Attempt, Effort};

/// A theorem about all positions.
pub struct Proved {
    /// Its name.
    pub id: String,
    /// The proof, whose certificate was accepted.
    pub proof: Proof,
}

/// What a search came to.
pub enum Search {
    /// A theorem that answers for every position.
    Found(Box<Proved>),
    /// None; these claims might be proved with more time or memory.
    Nothing {
        /// Their names.
        too_long: Vec<String>,
    },
}

impl Proved {
    /// Who wins a position.
    ///
    /// # Errors
    /// Why there is no answer: a bug, in a sentence.
    pub fn outcome(&self, heaps: &[u64]) -> Result<Outcome, String> {
        let numeration = self.proof.induction.shop.logic.numeration;
        let digits = |heap: &u64| big::digits(numeration, &BigUint::from(*heap));
        let digits: Vec<_> = heaps.iter().map(digits).collect();
        answer(&self.proof, &digits).map(|answer| answer.outcome).map_err(|why| why.to_string())
    }
}

/// Finds a theorem that says who wins at every position of a game: one that tells the Grundy value
/// if there is one, discovered ones before claims, which have to be proved first.
///
/// # Errors
/// If the rule cannot be read, or the work is stopped.
pub fn find(
    mut claimed: Claimed,
    convention: Convention,
    effort: Effort,
) -> anyhow::Result<Search> {
    let start = Instant::now();
    // Only what is said about these parameters, also if they are the defaults.
    claimed.asked = true;
    let (kept, damaged) = discoveries::kept(&claimed.ruleset);
    if let Some(why) = damaged {
        note(&why);
    }
    let (told, others) = match convention {
        Convention::Normal => (vec!["grundy"], vec!["values", "p"]),
        Convention::Misere => (vec![], vec!["misere"]),
    };
    let candidates = candidates(&claimed, convention)?;
    let (first, second): (Vec<_>, Vec<_>) =
        candidates.into_iter().partition(|(rank, _)| *rank == 0);
    let mut too_long = Vec::new();
    for (kinds, claims) in [(told, first), (others, second)] {
        if let Some(found) = recalled(&claimed, &kept, &kinds, effort)? {
            return Ok(Search::Found(Box::new(found)));
        }
        for (_, instance) in claims {
            let id = claimed.ruleset.claims[instance.claim].id.value.clone();
            let left = effort.time.map(|time| time.saturating_sub(start.elapsed()));
            if left == Some(Duration::ZERO) {
                too_long.push(id);
                continue;
            }
            let effort = Effort { time: left, ..effort };
            let attempt = proofs::prove_claim(&claimed, &instance, effort)?;
            interrupt::check()?;
            match attempt {
                Attempt::Proved(theorem) => {
                    return Ok(Search::Found(Box::new(Proved { id, proof: theorem.proof })));
                }
                Attempt::GaveUp(_) => too_long.push(id),
                Attempt::Violated(_) | Attempt::Decided(_) | Attempt::Outside(_) => {}
            }
        }
    }
    Ok(Search::Nothing { too_long })
}

/// A kept theorem of one of these kinds that passes the checker.
fn recalled(
    claimed: &Claimed,
    kept: &[Found],
    kinds: &[&str],
    effort: Effort,
) -> anyhow::Result<Option<Proved>> {
    for kind in kinds {
        let Some(found) = kept.iter().find(|found| found.what == *kind) else { continue };
        let verified = discoveries::verified(claimed, found, effort);
        interrupt::check()?;
        match verified {
            Ok(verified) => {
                let proof = verified.proof;
                let id = "a discovered theorem".to_string();
                return Ok(Some(Proved { id, proof }));
            }
            Err(why) => note(&format!("a kept theorem is not used: {why}")),
        }
    }
    Ok(None)
}

pub use crate::owner::note;

/// The claims about all positions in this kind of play, the most telling first.
fn candidates(claimed: &Claimed, convention: Convention) -> anyhow::Result<Vec<(usize, Instance)>> {
    let misere = convention == Convention::Misere;
    let mut ranked = Vec::new();
    for instance in claimed.instances() {
        let claim = &claimed.ruleset.claims[instance.claim];
        if claim.about.misere != misere {
            continue;
        }
        let ruleset = claimed.with(&instance)?;
        let Ok(translated) = prove::translate(&ruleset, &claim.statement, claimed) else {
            continue;
        };
        let rank = match translated.theorem {
            prove::Theorem::Grundy { .. } => 0,
            prove::Theorem::Outcome(_) => 1,
            prove::Theorem::Class { .. } => 2,
            prove::Theorem::Everywhere(_) | prove::Theorem::Sentence(_) => continue,
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
