//! Positions streamed into a file, never all of them in memory.

use std::io::Write;

use anyhow::bail;
use ishitori_core::solve::Outcome;
use ishitori_rule::Ruleset;
use ishitori_store::About;
use serde_json::json;

use super::search::{How, Solved, Where, compares_orbits, search};
use crate::args::{PositionsArgs, Wanted};
use crate::format::Format;
use crate::results;
use crate::results::set::{self, SetFile};
use crate::results::stored::StoredResult;

/// Streams the positions into a file.
pub(super) fn stream<G: Solved>(
    game: &G,
    ruleset: &Ruleset,
    args: &PositionsArgs,
    filter: Where,
    mut stored: Option<StoredResult>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    let Some(path) = &args.output.output else {
        bail!("{} is written into a file: name it with -o", format.word());
    };
    if format == Format::Zarr {
        bail!("Zarr holds tables: use `ishitori table`, or end the file's name in .parquet");
    }
    if args.limit.is_some() {
        bail!("--limit is for lists; a file holds all positions");
    }
    let bounds = args.window.bounds();
    let set = SetFile {
        path,
        format,
        about: described(ruleset, args),
        columns: game.columns(),
        largest: game.largest(&bounds)?,
        canonical: args.canonical || stored.as_ref().is_some_and(|stored| stored.said().2),
    };
    let solvable = args.outcome == Wanted::P && !compares_orbits(args);
    let resumable = stored.is_none() && solvable;
    let rows = set::write(&set, &args.keeping, resumable, &mut |session, visit| {
        let how = match &mut stored {
            Some(stored) => How::Stored(stored),
            None => How::Solve(session),
        };
        let mut row = Vec::new();
        search(game, args, filter, how, &mut |position| {
            game.numbers(position, &mut row);
            visit(&row);
        })
    })?;
    writeln!(out, "{rows} {}-positions in {}", Outcome::from(args.outcome), path.display())?;
    Ok(())
}

/// What a file or a checkpoint says of these positions.
pub(super) fn described(ruleset: &Ruleset, args: &PositionsArgs) -> About {
    let mut about = results::about(ruleset, &args.window.bounds(), args.play.convention());
    about.more.insert("outcome".into(), json!(Outcome::from(args.outcome).to_string()));
    about.more.insert("where".into(), json!(args.condition));
    about.more.insert("canonical".into(), json!(args.canonical));
    about
}
