//! `ishitori discover 'nim(n)'`: a theorem for every number of heaps at once.
//!
//! Formulas that papers have are tried one after the other (`ishitori::every_n`); what is found is printed as `prove` prints it. It is not
//! kept in the store, which belongs to games with a number of heaps.

use std::io::Write;
use std::time::Instant;

use anyhow::bail;
use ishitori::every_n::EveryNGame;
use ishitori::files::save;
use ishitori::stopwatch::time_words;
use ishitori::{Control, GaveUp};
use serde_json::{Value, json};

use crate::args::{DiscoverArgs, DiscoverTarget};
use crate::commands::prove::write_every_n;

/// Looks for a theorem, and prints it; the inner error says that there is none.
pub fn discover(
    args: &DiscoverArgs,
    game: &EveryNGame,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<Result<Value, GaveUp>> {
    let open = &game.many.open;
    let grundy = match args.what.unwrap_or(DiscoverTarget::P) {
        DiscoverTarget::P => false,
        DiscoverTarget::Grundy => true,
        _ => bail!("for every {open} there is --what p and --what grundy"),
    };
    if args.play.misere || args.draw.is_some() || args.walnut.is_some() || args.rocq.is_some() {
        bail!(
            "for every {open}: normal play, and a certificate (-o); give a number in place of {open} for more"
        );
    }
    let (name, begun) = (&game.name, Instant::now());
    let Some((statement, theorem)) = game.discover(grundy, control)? else {
        let why = "none of the formulas that are known to read only columns of digits is proved";
        if !args.json {
            writeln!(out, "{name}: nothing found for every {open}: {why}")?;
        }
        return Ok(Err(GaveUp::new(format!("{name}: {why}"))));
    };
    if let Some(path) = &args.output {
        save(path, theorem.certificate.as_bytes())?;
    }
    if !args.json {
        writeln!(out, "{name}: PROVED for every {open}  [{}]", time_words(begun.elapsed()))?;
        writeln!(out, "    {statement}")?;
        write_every_n(game, &theorem, out)?;
        if let Some(path) = &args.output {
            writeln!(out, "    wrote {}", path.display())?;
        }
    }
    Ok(Ok(json!({
        "game": name,
        "every": open,
        "verdict": "proved",
        "statement": statement,
        "says": theorem.checked.says,
        "moves": theorem.checked.moves,
        "compared_with": theorem.compared,
        "seconds": begun.elapsed().as_secs_f64(),
    })))
}
