//! Positions streamed into a file, never all of them in memory.

use std::io::Write;

use anyhow::bail;
use ishitori_core::solve::Outcome;
use ishitori_core::solve::snapshot::Session;
use ishitori_rule::Ruleset;
use ishitori_store::{About, Spool};
use serde_json::json;

use super::search::{How, Solved, Where, needs_all, search};
use crate::args::PositionsArgs;
use crate::format::Format;
use crate::results;
use crate::results::set::{self, Origin, SetFile};
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
    let mut row = Vec::new();
    let mut all = |how: How, visit: &mut dyn FnMut(&[u64])| {
        search(game, args, filter, how, &mut |position| {
            game.numbers(position, &mut row);
            visit(&row);
        })
    };
    let mut p_row = Vec::new();
    let mut solve_p = |session: Session, visit: &mut dyn FnMut(&[u64])| {
        game.p_positions(args, session, &mut |position| {
            game.numbers(position, &mut p_row);
            visit(&p_row);
        })
    };
    let rows = match &mut stored {
        Some(stored) => {
            let tell = &mut |visit: &mut dyn FnMut(&[u64])| all(How::Stored(stored), visit);
            set::write(&set, &args.keeping, Origin::File(tell))
        }
        None if needs_all(args) => {
            let make = &mut |spool: &mut Spool, visit: &mut dyn FnMut(&[u64])| {
                all(How::Spooled(spool), visit)
            };
            set::write(&set, &args.keeping, Origin::Made(&mut solve_p, make))
        }
        None => {
            let solve = &mut |session: Session, visit: &mut dyn FnMut(&[u64])| {
                all(How::Solve(Some(session)), visit)
            };
            set::write(&set, &args.keeping, Origin::Engine(solve))
        }
    }?;
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
