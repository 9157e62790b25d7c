//! Theorems as scripts for Walnut, so that other software decides the same sentences.
//!
//! The sentences are the obligations of the proof; each is true exactly if its obligation is met, so all of
//! them together are the theorem. There is no script if a sentence has more than [`MAX_TRACKS`] numbers at
//! once, or an automaton grows beyond the limits. Walnut takes far longer than `ishitori-check` takes for the
//! certificate, so this is for small theorems.

use std::path::{Path, PathBuf};

use ishitori_automata::{MAX_TRACKS, walnut};
use ishitori_core::control::Control;
use ishitori_core::prove::sentences::{sentences, widest};

use crate::files::save_into;
use crate::proofs::AcceptedTheorem;

/// Writes the obligations of a theorem into Walnut's folders under `folder`; says which files, or why
/// there are none.
///
/// # Errors
/// If a file cannot be written.
pub fn write(
    folder: &Path,
    name: &str,
    theorem: &AcceptedTheorem,
    control: &Control,
) -> anyhow::Result<Result<Vec<PathBuf>, String>> {
    let proof = &theorem.proof;
    let tracks = widest(&proof.arena, &proof.goal);
    if tracks > MAX_TRACKS {
        return Ok(Err(format!(
            "no script for Walnut: {tracks} numbers at once, and scripts are for at most {MAX_TRACKS}"
        )));
    }
    let (numeration, limit) = (proof.induction.shop.numeration, control.automata());
    let sentences = sentences(&proof.arena, &proof.goal);
    // `load` takes letters, digits and `_`.
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let script = match walnut::script(&name, &sentences, numeration, limit) {
        Ok(script) => script,
        Err(refused) => return Ok(Err(format!("no script for Walnut: {refused}"))),
    };
    let mut files = Vec::new();
    let mut put = |kind: &str, name: &str, text: &str| -> anyhow::Result<()> {
        let path = folder.join(kind).join(format!("{name}.txt"));
        save_into(&path, text.as_bytes())?;
        files.push(path);
        Ok(())
    };
    put("Command Files", &name, &script.commands)?;
    for (name, text) in &script.automata {
        put("Automata Library", name, text)?;
    }
    Ok(Ok(files))
}
