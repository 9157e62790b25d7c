//! Certificates from files: is one right, and does it say what its rule and its claim say?
//!
//! `ishitori-check` checks the certificate; then its rule and its claim are read again, and must give the same formulas; a
//! second reader, which shares nothing with the first, must read them alike ([`crate::second_reading`]). Names
//! prove nothing, so whether rule and claim are those of the catalogue is told beside it.

pub use ishitori_check::{CheckedSequence, CheckedTheorem};
use ishitori_core::catalogue;
use ishitori_core::claim::instances;
use ishitori_core::control::{Control, Total};
use ishitori_rule::name;

use crate::bands::{self, VerifiedBand};
use crate::every_n::{self, EveryNTheorem};
use crate::proofs::reread;
use crate::second_reading::{SecondOpinion, second_opinion};
use crate::single_heaps;

/// A certificate that was accepted.
pub enum VerifiedCertificate {
    /// Of a claim about all positions.
    Theorem(Box<VerifiedStatement>),
    /// Of the period of a sequence.
    Period(Box<CheckedSequence>),
    /// Of a band: two heaps free, or one with its Grundy values, the others bounded.
    Band(Box<VerifiedBand>),
    /// Of a claim about every number of heaps.
    EveryN(Box<EveryNTheorem>),
}

/// A theorem whose certificate was accepted, and whose rule and claim were read again.
pub struct VerifiedStatement {
    /// What the checker says.
    pub checked: CheckedTheorem,
    /// What the second reader does not read of it; nothing if it read rule and claim, and agrees.
    pub unread: Option<String>,
}

/// Checks a certificate; then reads its rule and its claim again. The inner error says why it is refused.
///
/// # Errors
/// If the work is stopped: what was stopped is not refused.
pub fn verify(
    text: &str,
    control: &Control,
) -> anyhow::Result<Result<VerifiedCertificate, String>> {
    let verified = if ishitori_check::is_band(text) {
        bands::verified(text, control).map(|verified| VerifiedCertificate::Band(verified.into()))
    } else if ishitori_check::is_sequence(text) {
        period(text, control).map(|checked| VerifiedCertificate::Period(checked.into()))
    } else if ishitori_check::is_every_n(text) {
        every_n::verify(text, control).map(|theorem| VerifiedCertificate::EveryN(theorem.into()))
    } else {
        theorem(text, control).map(|checked| VerifiedCertificate::Theorem(checked.into()))
    };
    control.check()?;
    Ok(verified)
}

fn theorem(text: &str, control: &Control) -> Result<VerifiedStatement, String> {
    let work = control.part();
    let checked = ishitori_check::check_with(text, &mut |step| work.start(step).is_ok());
    let checked = checked.map_err(|refused| refused.to_string())?;
    reread(text, &checked.statement, &work)?;
    let unread = match second_opinion(text, &checked.statement, &work) {
        Ok(SecondOpinion::Agrees) => None,
        Ok(SecondOpinion::Unread(why)) => Some(why),
        Ok(SecondOpinion::Differs(what)) => {
            return Err(format!(
                "a second reader reads its rule or its claim otherwise: they differ in {what}. This is a bug of \
                 ishitori: please report it"
            ));
        }
        Err(gave_up) => return Err(gave_up.why().to_string()),
    };
    Ok(VerifiedStatement { checked, unread })
}

fn period(text: &str, control: &Control) -> Result<CheckedSequence, String> {
    let work = control.counting("the period is checked", Total::Unknown);
    let checked = ishitori_check::check_sequence(text, &mut |_| work.check().is_ok());
    let checked = checked.map_err(|refused| refused.to_string())?;
    single_heaps::reread(&checked)?;
    Ok(checked)
}

/// Whether the rule is that of one of our own games.
pub fn is_known_rule(rule: &str) -> bool {
    catalogue::all().any(|(_, text)| text.trim_end() == rule.trim_end())
}

/// Whether the claim has the name that it has in our own game, with the same parameters.
pub fn is_known_claim(checked: &CheckedTheorem) -> bool {
    let says = &checked.statement;
    let Ok(parsed) = name::parse(&says.game) else { return false };
    let Ok(ruleset) = catalogue::load(&says.rule, &parsed.arguments) else { return false };
    let (claims, arguments) = (&ruleset.claims, &ruleset.about.arguments);
    let misere = checked.theorem().starts_with("misere");
    is_known_rule(&says.rule)
        && says.slice.is_empty()
        && instances(claims, arguments, Some(arguments)).iter().any(|instance| {
            let claim = &claims[instance.claim];
            let text = ruleset.about.text.get(claim.statement.span.clone()).unwrap_or_default();
            claim.id.value == says.claim
                && claim.about.misere == misere
                && one_line(text) == one_line(&says.claim_text)
        })
}

/// A text as it is read: without comments, its white space as single blanks.
pub fn one_line(text: &str) -> String {
    let read = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    read.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}
