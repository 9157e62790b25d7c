//! Theorems for Rocq from proof certificates.
//!
//! [`theorem`] turns the text of a certificate into the text of a file for Rocq (or Coq 8.16 and later), in
//! which the kernel checks everything anew, on top of the library in the folder `rocq/`. Neither the prover nor
//! the checker nor this crate has to be trusted: a wrong file is refused by the kernel, and what an accepted
//! one says is stated in its first lines. `docs/rocq.md` tells how to read them.
//!
//! The wall: this crate reads certificates through `ishitori_check::reading`, shares nothing with the
//! prover, and is a pure function from text to text. What it cannot write is refused in one sentence
//! ([`NoRocqTheorem`]): digits read least significant first, for instance.
//!
//! ```
//! let refused = ishitori_rocq::theorem("no certificate").unwrap_err();
//! assert_eq!(refused.to_string(), "no theorem for Rocq: line 1: the last line is to be `end`");
//! ```

mod branch;
mod check_names;
mod conclusion;
mod cover;
mod digit_macros;
mod fibonacci;
mod forms;
mod glue;
mod golden;
mod grundy;
mod leave_lines;
mod misere;
mod moves;
mod numbers;
mod one_by_one;
mod orbits;
mod pending;
mod periods;
mod refusal;
mod saltus;
mod sentence;
mod statement;
mod symmetries;
mod tables;
mod theorem_file;
mod tracks;
mod translate;
mod values;
mod variables;
mod words;
mod writing;

pub use refusal::NoRocqTheorem;

use ishitori_check::reading::{self, Certificate, FileNumeration, ReadingOrder, StatedTheorem};
use pending::PendingChecks;
use theorem_file::TheoremFile;

/// The longest file that is written, in bytes; Rocq takes a minute and a gigabyte to read as much.
const LONGEST: usize = 4 << 20;

/// The file for Rocq of a certificate.
///
/// The certificate need not have been checked; if it is wrong, the kernel refuses the file.
///
/// # Errors
/// [`NoRocqTheorem`] if there is none.
pub fn theorem(certificate: &str) -> Result<String, NoRocqTheorem> {
    if ishitori_check::is_sequence(certificate) {
        return not_too_long(periods::theorem(certificate)?);
    }
    let certificate = reading::read(certificate)?;
    let file = written(&certificate, None)?;
    not_too_long(file.text)
}

/// A theorem whose large checks the kernel does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtractedTheorem {
    /// The file for Rocq: if all `checks` pass, then the theorem.
    pub theorem: String,
    /// The macro-states that the checks need. They have to be found, not to be trusted.
    pub macros: String,
}

/// The file for Rocq of a certificate whose checks are too large for the kernel: they are to be extracted and run
/// (`rocq/extract/check.sh`).
///
/// # Errors
/// [`NoRocqTheorem`] if there is none.
pub fn extracted(certificate: &str) -> Result<ExtractedTheorem, NoRocqTheorem> {
    if ishitori_check::is_sequence(certificate) {
        return Err(NoRocqTheorem::new(
            "the checks of a period are not extracted: use --rocq alone",
        ));
    }
    let certificate = reading::read(certificate)?;
    if certificate.single {
        return Err(NoRocqTheorem::new(
            "checks that read digits one by one are not extracted: use --rocq alone",
        ));
    }
    let file = written(&certificate, Some(PendingChecks::default()))?;
    let macros = file.pending.map(|pending| pending.macros).unwrap_or_default();
    Ok(ExtractedTheorem { theorem: not_too_long(file.text)?, macros })
}

fn written(
    certificate: &Certificate,
    pending: Option<PendingChecks>,
) -> Result<TheoremFile<'_>, NoRocqTheorem> {
    if matches!(certificate.theorem, StatedTheorem::Families { .. }) {
        return Err(no_families());
    }
    is_covered(certificate)?;
    let mut file = TheoremFile::new(certificate)?;
    file.pending = pending;
    statement::statement(&mut file)?;
    conclusion::open(&mut file);
    statement::automata(&mut file)?;
    match &certificate.theorem {
        StatedTheorem::Values(_) => values::proof(&mut file)?,
        StatedTheorem::Grundy { onehot, .. } => grundy::proof(&mut file, *onehot)?,
        StatedTheorem::Misere { .. } => misere::proof(&mut file)?,
        StatedTheorem::Families { .. } => return Err(no_families()),
    }
    conclusion::close(&mut file)?;
    file.line("Print Assumptions main.");
    Ok(file)
}

/// Why there is no theorem on families.
pub(crate) fn no_families() -> NoRocqTheorem {
    NoRocqTheorem::new(
        "who wins at some positions only: theorems for Rocq say it of all positions; the certificate is checked by `ishitori verify`",
    )
}

/// Refuses what Rocq could not read.
fn not_too_long(text: String) -> Result<String, NoRocqTheorem> {
    if text.len() > LONGEST {
        let why = format!("the file would have {} MB, more than Rocq reads", text.len() >> 20);
        return Err(NoRocqTheorem::new(why));
    }
    Ok(text)
}

/// Refuses digits that the library does not know.
fn is_covered(certificate: &Certificate) -> Result<(), NoRocqTheorem> {
    if certificate.numeration == FileNumeration::Zeckendorf && !certificate.given.is_empty() {
        let why = "a set is given by an automaton that reads Fibonacci digits";
        return Err(NoRocqTheorem::new(why));
    }
    if certificate.order == ReadingOrder::Lsd {
        return Err(NoRocqTheorem::new(
            "the certificate reads the least significant digits first (`prove --rocq` makes another)",
        ));
    }
    if certificate.single && certificate.numeration == FileNumeration::Zeckendorf {
        return Err(NoRocqTheorem::new("Fibonacci digits are read one by one"));
    }
    Ok(())
}
