//! Theorems as scripts for Walnut, so that other software decides the same sentences.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use ishitori::proofs::AcceptedTheorem;
use ishitori_automata::{MAX_TRACKS, walnut};
use ishitori_core::control::Control;
use ishitori_core::prove::sentences::{sentences, widest};

use super::save;

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
        let folder = folder.join(kind);
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join(format!("{name}.txt"));
        save(&path, text.as_bytes())?;
        files.push(path);
        Ok(())
    };
    put("Command Files", &name, &script.commands)?;
    for (name, text) in &script.automata {
        put("Automata Library", name, text)?;
    }
    Ok(Ok(files))
}
