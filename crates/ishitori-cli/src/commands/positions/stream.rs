//! Positions streamed into a file, never all of them in memory.

use std::io::Write;

use anyhow::bail;
use ishitori_core::control::Control;
use ishitori_core::solve::Outcome;
use ishitori_core::solve::snapshot::EngineSession;
use ishitori_rule::Ruleset;
use ishitori_store::{FileSubject, Spool};
use serde_json::json;

use super::search::{PositionSource, SolvableGame, WhereFilter, needs_all, search};
use crate::args::PositionsArgs;
use crate::format::Format;
use crate::results;
use crate::results::set::{self, SetFile, SetOrigin};
use crate::results::stored::StoredResult;

/// Streams the positions into a file.
pub(super) fn stream<G: SolvableGame>(
    game: &G,
    ruleset: &Ruleset,
    args: &PositionsArgs,
    filter: WhereFilter,
    mut stored: Option<StoredResult>,
    control: &Control,
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
    let mut all = |how: PositionSource, visit: &mut dyn FnMut(&[u64])| {
        search(game, args, filter, how, control, &mut |position| {
            game.numbers(position, &mut row);
            visit(&row);
        })
    };
    let mut p_row = Vec::new();
    let mut solve_p = |session: EngineSession, visit: &mut dyn FnMut(&[u64])| {
        game.p_positions(args, session, control, &mut |position| {
            game.numbers(position, &mut p_row);
            visit(&p_row);
        })
    };
    let rows = match &mut stored {
        Some(stored) => {
            let tell =
                &mut |visit: &mut dyn FnMut(&[u64])| all(PositionSource::Stored(stored), visit);
            set::write(&set, &args.keeping, control, SetOrigin::File(tell))
        }
        None if needs_all(args) => {
            let make = &mut |spool: &mut Spool, visit: &mut dyn FnMut(&[u64])| {
                all(PositionSource::Spooled(spool), visit)
            };
            set::write(&set, &args.keeping, control, SetOrigin::Made(&mut solve_p, make))
        }
        None => {
            let solve = &mut |session: EngineSession, visit: &mut dyn FnMut(&[u64])| {
                all(PositionSource::Solve(Some(session)), visit)
            };
            set::write(&set, &args.keeping, control, SetOrigin::Engine(solve))
        }
    }?;
    writeln!(out, "{rows} {}-positions in {}", Outcome::from(args.outcome), path.display())?;
    Ok(())
}

/// What a file or a checkpoint says of these positions.
pub(super) fn described(ruleset: &Ruleset, args: &PositionsArgs) -> FileSubject {
    let mut about = results::about(ruleset, &args.window.bounds(), args.play.convention());
    about.more.insert("outcome".into(), json!(Outcome::from(args.outcome).to_string()));
    about.more.insert("where".into(), json!(args.condition));
    about.more.insert("canonical".into(), json!(args.canonical));
    about
}
