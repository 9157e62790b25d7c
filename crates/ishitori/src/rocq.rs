//! Theorems for the proof assistant Rocq, so that nobody has to believe ishitori.
//!
//! A certificate becomes a file whose first lines say what is claimed, in plain arithmetic; the kernel of Rocq
//! (or Coq 8.16 and later) checks the rest, on top of the library in the folder `rocq/`. Prover, checker and the
//! writer of the file need no trust. `docs/rocq.md` tells how to read such a file. Certificates that read the
//! least significant digits first have no file; their theorem is proved once more in the other order.

use std::path::Path;

use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::solve::Convention;
use ishitori_rule::name;
use ishitori_rule::parse::parse_statement;

use crate::claims::{ClaimSentence, ClaimedGame};
use crate::files::save;
use crate::proofs::{self, DigitOrder, ProofAttempt};
use crate::verification::CheckedTheorem;

/// The file for Rocq of a certificate; the inner error says in one sentence why there is none.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, certificate: &str) -> anyhow::Result<Result<(), String>> {
    match theorem(certificate) {
        Ok(text) => Ok(Ok(save(path, text.as_bytes())?)),
        Err(why) => Ok(Err(why)),
    }
}

/// The file for Rocq of a certificate whose checks are run outside of the kernel, and beside it, with the ending
/// `.macros`, what these checks need; the inner error says in one sentence why there is none.
///
/// # Errors
/// If a file cannot be written.
pub fn write_extracted(path: &Path, certificate: &str) -> anyhow::Result<Result<(), String>> {
    match ishitori_rocq::extracted(certificate) {
        Ok(files) => {
            save(path, files.theorem.as_bytes())?;
            Ok(Ok(save(&path.with_extension("macros"), files.macros.as_bytes())?))
        }
        Err(why) => Ok(Err(why.to_string())),
    }
}

/// A certificate of the same theorem that reads the most significant digits first, if this one does not and
/// the prover finds it.
///
/// # Errors
/// If the work is stopped, or for a bug, reported as such.
pub fn most_significant_first(
    checked: &CheckedTheorem,
    control: &Control,
) -> anyhow::Result<Option<String>> {
    let says = &checked.statement;
    if says.order == "msd" {
        return Ok(None);
    }
    let ruleset =
        name::parse(&says.game).ok().and_then(|p| catalogue::load(&says.rule, &p.arguments).ok());
    let text = says.claim_text.trim();
    let (Some(ruleset), Ok(statement)) = (ruleset, parse_statement(text)) else {
        return Ok(None);
    };
    let misere = checked.theorem().starts_with("misere");
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    let sentence = ClaimSentence { statement: &statement, text, convention };
    let claimed = ClaimedGame::of_ruleset(&ruleset);
    let order = Some(DigitOrder::Msd);
    let attempt =
        proofs::prove_in_order(&claimed, &ruleset, &says.claim, &sentence, order, control)?;
    proofs::unless_stopped(control)?;
    Ok(match attempt {
        ProofAttempt::Proved(theorem) => Some(theorem.proof.certificate),
        _ => None,
    })
}

/// The text of the file for Rocq of a certificate.
///
/// # Errors
/// Why there is none, in one sentence.
pub fn theorem(certificate: &str) -> Result<String, String> {
    ishitori_rocq::theorem(certificate).map_err(|why| why.to_string())
}
