//! Positions streamed into a file.
//!
//! Rows go to a spool as they are found and are sorted into the file at the end (`files::set_file`), so
//! P-positions are never all in memory. What needs a set of them (see `search`) is made of the full spool.
//! Zarr is refused: it holds tables. To know how many there are, `count` needs no file.

use std::path::Path;

use anyhow::bail;
use ishitori_core::control::Control;
use ishitori_core::solve::snapshot::EngineSession;
use ishitori_rule::Ruleset;
use ishitori_store::{FileSubject, Spool};
use serde_json::json;

use super::PositionsQuery;
use super::search::{PositionSource, SolvableGame, WhereFilter, needs_all, search};
use crate::files::set_file::{self, SetFile, SetOrigin};
use crate::files::stored::StoredResult;
use crate::files::{self, FileFormat, Keeping};

/// A file for positions.
pub struct PositionsFile<'a> {
    /// Where.
    pub path: &'a Path,
    /// In which format.
    pub format: FileFormat,
    /// How the run is kept.
    pub keeping: &'a Keeping,
}

/// Streams the positions into a file; how many there are.
///
/// # Errors
/// If they cannot be found or written. What was found is kept then, unless `keeping` cannot.
pub fn stream<G: SolvableGame>(
    game: &G,
    ruleset: &Ruleset,
    query: &PositionsQuery,
    filter: WhereFilter,
    mut stored: Option<StoredResult>,
    file: &PositionsFile,
    control: &Control,
) -> anyhow::Result<u64> {
    let PositionsFile { path, format, keeping } = *file;
    if format == FileFormat::Zarr {
        bail!("Zarr holds tables: use `ishitori table`, or end the file's name in .parquet");
    }
    let set = SetFile {
        path,
        format,
        about: described(ruleset, query),
        columns: game.columns(),
        largest: game.largest(&query.bounds)?,
        canonical: query.canonical || stored.as_ref().is_some_and(|stored| stored.said().2),
    };
    let mut row = Vec::new();
    let mut all = |source: PositionSource, visit: &mut dyn FnMut(&[u64])| {
        search(game, query, filter, source, control, &mut |position| {
            game.numbers(position, &mut row);
            visit(&row);
        })
    };
    let mut p_row = Vec::new();
    let mut solve_p = |session: EngineSession, visit: &mut dyn FnMut(&[u64])| {
        game.p_positions(query, session, control, &mut |position| {
            game.numbers(position, &mut p_row);
            visit(&p_row);
        })
    };
    match &mut stored {
        Some(stored) => {
            let tell =
                &mut |visit: &mut dyn FnMut(&[u64])| all(PositionSource::Stored(stored), visit);
            set_file::write(&set, keeping, control, SetOrigin::File(tell))
        }
        None if needs_all(query) => {
            let make = &mut |spool: &mut Spool, visit: &mut dyn FnMut(&[u64])| {
                all(PositionSource::Spooled(spool), visit)
            };
            set_file::write(&set, keeping, control, SetOrigin::Made(&mut solve_p, make))
        }
        None => {
            let solve = &mut |session: EngineSession, visit: &mut dyn FnMut(&[u64])| {
                all(PositionSource::Solve(Some(session)), visit)
            };
            set_file::write(&set, keeping, control, SetOrigin::Engine(solve))
        }
    }
}

/// What a file or a checkpoint says of these positions.
pub(super) fn described(ruleset: &Ruleset, query: &PositionsQuery) -> FileSubject {
    let mut about = files::about(ruleset, &query.bounds, query.convention);
    about.more.insert("outcome".into(), json!(query.outcome.to_string()));
    about.more.insert("where".into(), json!(query.condition));
    about.more.insert("canonical".into(), json!(query.canonical));
    about
}
