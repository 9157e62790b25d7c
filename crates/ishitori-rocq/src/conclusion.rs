//! The end of a file: the theorem, or that it follows from checks which the kernel does not run.

use crate::refusal::NoRocqTheorem;
use crate::statement::main_statement;
use crate::theorem_file::TheoremFile;
use std::fmt::Write;

/// How the theorem at the end begins, up to its proof.
pub(crate) fn theorem_head(file: &mut TheoremFile) -> Result<String, NoRocqTheorem> {
    let main = main_statement(file)?;
    Ok(match &file.pending {
        None => format!("\nTheorem main : {main}.\nProof.\n"),
        Some(_) => format!("\nTheorem main_if : {main}.\nProof using All.\n"),
    })
}

/// The beginning of what depends on checks.
pub(crate) fn open(file: &mut TheoremFile) {
    if file.pending.is_some() {
        file.line("Section Checks.");
    }
}

/// The end of a file with checks that the kernel does not run: the theorem follows from them.
pub(crate) fn close(file: &mut TheoremFile) -> Result<(), NoRocqTheorem> {
    let main = main_statement(file)?;
    let Some(pending) = &file.pending else { return Ok(()) };
    let (mut listed, mut used) = (Vec::new(), String::new());
    for (index, (check, searched)) in pending.checks.iter().enumerate() {
        // Whole terms, not names for them: the kernel might unfold the wrong side and begin to compute.
        let (kind, lemma, check) = match searched {
            true => ("Searched", "searched_at", format!("({check})")),
            false => ("Plain", "plain_at", format!("(fun _ => {check})")),
        };
        listed.push(format!("{kind} {check}"));
        let _ = write!(used, "\n    ({lemma} checks {index} {check} H eq_refl)");
    }
    file.line(format!(
        "End Checks.\n\n\
         (** * The checks that are run elsewhere *)\n\
         Definition checks : list pending := [\n  {}].\n\
         Theorem main : Forall passes checks ->\n  {main}.\n\
         Proof.\n  intro H. exact (main_if{used}).\nQed.",
        listed.join(";\n  ")
    ));
    Ok(())
}
