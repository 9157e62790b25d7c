//! Positions counted, in all and by size, with checkpoints if that is asked for.
//!
//! Positions are counted as they pass by, so the memory is that of the engine. A checkpoint holds the counts
//! and the engine's state of the same moment, so a run that goes on counts nothing twice. What needs all
//! P-positions at once is counted from a spool of them. Positions themselves: `search`, or `stream` for a
//! file.

use std::cell::RefCell;

use ishitori_core::control::Control;
use ishitori_core::solve::snapshot::{EngineSession, SavedState};
use ishitori_rule::Ruleset;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::PositionsQuery;
use super::search::{PositionSource, SolvableGame, WhereFilter, needs_all, search_counts};
use super::stream::described;
use crate::files::Keeping;
use crate::files::checkpoints::{self, FileKeeper, RunCheckpoint, RunCollection, RunStart, beside};
use crate::files::set_file::{self, SpooledRun};

/// How many positions there are, in all and by class.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PositionCounts {
    /// In all.
    pub count: u64,
    /// By the largest heap where heaps are bounded, else by the number of stones; empty if nobody asked.
    pub classes: Vec<u64>,
}

impl PositionCounts {
    fn add(&mut self, class: Option<usize>, count: u64) {
        self.count += count;
        if let Some(class) = class {
            if self.classes.len() <= class {
                self.classes.resize(class + 1, 0);
            }
            self.classes[class] += count;
        }
    }
}

impl RunCollection for PositionCounts {
    fn mark(&mut self) -> anyhow::Result<Value> {
        Ok(serde_json::to_value(&*self)?)
    }
}

/// What is counted.
pub struct CountRequest<'a> {
    /// The game's rule.
    pub ruleset: &'a Ruleset,
    /// Which positions.
    pub query: &'a PositionsQuery,
    /// Whether by class as well.
    pub by_class: bool,
    /// How the run is kept.
    pub keeping: &'a Keeping,
}

/// Counts positions: from `source`, or, if the request asks for it, solved with checkpoints.
///
/// # Errors
/// If they cannot be found.
pub fn count<G: SolvableGame>(
    game: &G,
    request: &CountRequest,
    filter: WhereFilter,
    source: PositionSource,
    control: &Control,
) -> anyhow::Result<PositionCounts> {
    let CountRequest { ruleset, query, by_class, keeping } = *request;
    let by_heap = !query.bounds.to.is_empty();
    let class = |position: &G::Position| {
        if !by_class {
            return None;
        }
        let class = match game.largest_heap(position) {
            Some(largest) if by_heap => largest,
            _ => game.stones(position),
        };
        Some(usize::try_from(class).unwrap_or(usize::MAX - 1))
    };
    let mut counts = PositionCounts::default();
    if !keeping.is_wanted() {
        let add = &mut |p: &G::Position, count| counts.add(class(p), count);
        search_counts(game, query, filter, source, control, add)?;
        return Ok(counts);
    }
    let mut about = described(ruleset, query);
    about.more.insert("classes".into(), json!(by_class));
    let kept = RunCheckpoint::new(None, keeping, about, control)?;
    if needs_all(query) {
        let mut run = p_spool(game, query, kept, keeping, control)?;
        let source = PositionSource::Spooled(run.spool());
        let add = &mut |p: &G::Position, count| counts.add(class(p), count);
        let counted = search_counts(game, query, filter, source, control, add);
        return run.used(counted).map(|()| counts);
    }
    let mut checkpoint = match kept.begin(keeping)? {
        RunStart::Fresh => None,
        RunStart::From(checkpoint) => Some(checkpoint),
    };
    if let Some(checkpoint) = &mut checkpoint {
        counts = serde_json::from_value(checkpoints::collected(checkpoint)?)?;
    }
    let counts = RefCell::new(counts);
    let mut section = match checkpoint.as_deref_mut() {
        Some(checkpoint) => checkpoints::state(checkpoint)?,
        None => None,
    };
    let from = section.as_mut().map(|section| SavedState::open(section)).transpose()?;
    let mut keeper = FileKeeper::new(&kept, &counts);
    let source = PositionSource::Solve(Some(EngineSession { from, keeper: &mut keeper }));
    let solved = search_counts(game, query, filter, source, control, &mut |position, count| {
        counts.borrow_mut().add(class(position), count);
    });
    set_file::finished(solved, &mut keeper, &kept)?;
    kept.remove()?;
    Ok(counts.into_inner())
}

/// The P-positions in a spool beside the checkpoint, for what needs all of them at once.
fn p_spool<G: SolvableGame>(
    game: &G,
    query: &PositionsQuery,
    kept: RunCheckpoint,
    keeping: &Keeping,
    control: &Control,
) -> anyhow::Result<SpooledRun> {
    let layout = set_file::layout(game.columns().len(), game.largest(&query.bounds)?)?;
    let spool = beside(kept.path(), ".spool");
    let mut row = Vec::new();
    let solve = &mut |session: EngineSession, visit: &mut dyn FnMut(&[u64])| {
        game.p_positions(query, session, control, &mut |position| {
            game.numbers(position, &mut row);
            visit(&row);
        })
    };
    SpooledRun::solve(kept, &spool, layout, keeping, solve)
}
