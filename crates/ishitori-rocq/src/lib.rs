//! Theorems for Rocq from proof certificates.
//!
//! [`theorem`] turns the text of a certificate into the text of a file for Rocq (or Coq 8.16 and later), in
//! which the kernel checks everything anew, on top of the library in the folder `rocq/`. Neither the prover nor
//! the checker nor this crate has to be trusted: a wrong file is refused by the kernel, and what an accepted
//! one says is stated in its first lines. `docs/rocq.md` tells how to read them.
//!
//! The wall: this crate reads certificates through `ishitori_check::reading`, shares nothing with the
//! prover, and is a pure function from text to text. What it cannot write is refused in one sentence
//! ([`NoRocqTheorem`]): digits read least significant first or one by one, Fibonacci digits, periods.
//!
//! ```
//! let refused = ishitori_rocq::theorem("no certificate").unwrap_err();
//! assert_eq!(refused.to_string(), "no theorem for Rocq: line 1: the last line is to be `end`");
//! ```

mod branch;
mod cover;
mod forms;
mod glue;
mod grundy;
mod misere;
mod moves;
mod refusal;
mod sentence;
mod statement;
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
        return Err(NoRocqTheorem::new("periods of sequences cannot be written yet"));
    }
    let certificate = reading::read(certificate)?;
    is_covered(&certificate)?;
    let mut file = TheoremFile::new(&certificate)?;
    statement::statement(&mut file)?;
    statement::automata(&mut file)?;
    match &certificate.theorem {
        StatedTheorem::Values(_) => values::proof(&mut file)?,
        StatedTheorem::Grundy { onehot, .. } => grundy::proof(&mut file, *onehot)?,
        StatedTheorem::Misere { .. } => misere::proof(&mut file)?,
    }
    file.line("Print Assumptions main.");
    match file.text.len() {
        length if length > LONGEST => {
            let why = format!("the file would have {} MB, more than Rocq reads", length >> 20);
            Err(NoRocqTheorem::new(why))
        }
        _ => Ok(file.text),
    }
}

/// Refuses digits that the library does not know.
fn is_covered(certificate: &Certificate) -> Result<(), NoRocqTheorem> {
    if certificate.numeration == FileNumeration::Zeckendorf {
        return Err(NoRocqTheorem::new("numbers are written in Fibonacci digits"));
    }
    if certificate.order == ReadingOrder::Lsd {
        return Err(NoRocqTheorem::new(
            "the certificate reads the least significant digits first (`prove --rocq` makes another)",
        ));
    }
    if certificate.single {
        return Err(NoRocqTheorem::new("digits are read one by one"));
    }
    Ok(())
}
