//! Which claim of a game tells who wins at every position, and its proof.

use std::time::{Duration, Instant};

use ishitori_core::claim::Instance;
use ishitori_core::prove::{self, Proof};
use ishitori_core::solve::Convention;
use ishitori_rule::name;

use crate::claims::Claimed;
use crate::interrupt;
use crate::proofs::{self, Attempt, Effort};

/// A claim that was proved for all positions.
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

/// Proves a claim that says who wins at every position of a game, if there is one; those that also
/// tell the Grundy value come first.
///
/// # Errors
/// If the rule cannot be read, or the work is stopped.
pub fn find(reference: &str, convention: Convention, effort: Effort) -> anyhow::Result<Search> {
    let start = Instant::now();
    let mut claimed = Claimed::open(reference)?;
    // Only what is said about these parameters, also if they are the defaults.
    claimed.asked = true;
    let mut too_long = Vec::new();
    for instance in candidates(&claimed, convention)? {
        let id = claimed.ruleset.claims[instance.claim].id.value.clone();
        let left = effort.time.map(|time| time.saturating_sub(start.elapsed()));
        if left == Some(Duration::ZERO) {
            too_long.push(id);
            continue;
        }
        let attempt = proofs::prove_claim(&claimed, &instance, Effort { time: left, ..effort })?;
        interrupt::check()?;
        match attempt {
            Attempt::Proved(theorem) => {
                return Ok(Search::Found(Box::new(Proved { id, proof: theorem.proof })));
            }
            Attempt::GaveUp(_) => too_long.push(id),
            Attempt::Violated(_) | Attempt::Decided(_) | Attempt::Outside(_) => {}
        }
    }
    Ok(Search::Nothing { too_long })
}

/// The claims about all positions in this kind of play, the most telling first.
fn candidates(claimed: &Claimed, convention: Convention) -> anyhow::Result<Vec<Instance>> {
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
    Ok(ranked.into_iter().map(|(_, instance)| instance).collect())
}

/// A game as it is named on a command line.
pub fn quoted(reference: &str) -> String {
    let plain = name::parse(reference).is_ok_and(|parsed| parsed.arguments.is_empty());
    if plain && !reference.contains(' ') { reference.to_string() } else { format!("'{reference}'") }
}
