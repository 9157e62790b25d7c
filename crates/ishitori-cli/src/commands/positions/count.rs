//! Positions counted, in all and by size, with checkpoints if that is asked for.

use std::cell::RefCell;
use std::io::Write;

use anyhow::bail;
use ishitori_core::control::Control;
use ishitori_core::solve::Outcome;
use ishitori_core::solve::snapshot::{EngineSession, SavedState};
use ishitori_rule::Ruleset;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::write_json;
use super::description;
use super::search::{PositionSource, SolvableGame, WhereFilter, needs_all, search};
use super::stream::described;
use crate::args::PositionsArgs;
use crate::format::Format;
use crate::results::keeper::{self, FileKeeper, RunCheckpoint, RunCollection, RunStart, beside};
use crate::results::set::{self, SpooledRun};
use crate::sheet::Sheet;

/// PositionSource many positions there are, in all and by class.
#[derive(Default, Serialize, Deserialize)]
struct Counts {
    count: u64,
    classes: Vec<u64>,
}

impl Counts {
    fn add(&mut self, class: Option<usize>) {
        self.count += 1;
        if let Some(class) = class {
            if self.classes.len() <= class {
                self.classes.resize(class + 1, 0);
            }
            self.classes[class] += 1;
        }
    }
}

impl RunCollection for Counts {
    fn mark(&mut self) -> anyhow::Result<Value> {
        Ok(serde_json::to_value(&*self)?)
    }
}

/// Counts, with checkpoints if that is asked for.
fn counted<G: SolvableGame>(
    game: &G,
    ruleset: &Ruleset,
    args: &PositionsArgs,
    filter: WhereFilter,
    how: PositionSource,
    control: &Control,
) -> anyhow::Result<Counts> {
    let by_heap = !args.window.to.is_empty();
    let by_class = args.output.format() != Format::Text;
    let class = |position: &G::Position| {
        let class = match game.largest_heap(position) {
            Some(largest) if by_heap => largest,
            _ => game.stones(position),
        };
        by_class.then(|| usize::try_from(class).unwrap_or(usize::MAX - 1))
    };
    let keeping = &args.keeping;
    if !keeping.is_wanted() {
        let mut counts = Counts::default();
        search(game, args, filter, how, control, &mut |position| counts.add(class(position)))?;
        return Ok(counts);
    }
    let mut about = described(ruleset, args);
    about.more.insert("classes".into(), json!(by_class));
    let kept = RunCheckpoint::new(None, keeping, about)?;
    if needs_all(args) {
        let mut counts = Counts::default();
        let mut run = p_spool(game, args, kept, control)?;
        let how = PositionSource::Spooled(run.spool());
        let counted = search(game, args, filter, how, control, &mut |p| counts.add(class(p)));
        return run.used(counted).map(|()| counts);
    }
    let mut checkpoint = match kept.begin(keeping)? {
        RunStart::Fresh => None,
        RunStart::From(checkpoint) => Some(checkpoint),
    };
    let counts: Counts = match &mut checkpoint {
        Some(checkpoint) => serde_json::from_value(keeper::collected(checkpoint)?)?,
        None => Counts::default(),
    };
    let counts = RefCell::new(counts);
    let mut section = match checkpoint.as_deref_mut() {
        Some(checkpoint) => keeper::state(checkpoint)?,
        None => None,
    };
    let from = section.as_mut().map(|section| SavedState::open(section)).transpose()?;
    let mut keeper = FileKeeper::new(&kept, &counts);
    let how = PositionSource::Solve(Some(EngineSession { from, keeper: &mut keeper }));
    let solved = search(game, args, filter, how, control, &mut |position| {
        counts.borrow_mut().add(class(position));
    });
    set::finished(solved, &mut keeper, &kept)?;
    kept.remove()?;
    Ok(counts.into_inner())
}

/// The P-positions in a spool beside the checkpoint, for what needs all of them at once.
fn p_spool<G: SolvableGame>(
    game: &G,
    args: &PositionsArgs,
    kept: RunCheckpoint,
    control: &Control,
) -> anyhow::Result<SpooledRun> {
    let layout = set::layout(game.columns().len(), game.largest(&args.window.bounds())?)?;
    let spool = beside(kept.path(), ".spool");
    let mut row = Vec::new();
    let solve = &mut |session: EngineSession, visit: &mut dyn FnMut(&[u64])| {
        game.p_positions(args, session, control, &mut |position| {
            game.numbers(position, &mut row);
            visit(&row);
        })
    };
    SpooledRun::solve(kept, &spool, layout, &args.keeping, solve)
}

pub(super) fn count<G: SolvableGame>(
    game: &G,
    ruleset: &Ruleset,
    args: &PositionsArgs,
    filter: WhereFilter,
    how: PositionSource,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    if format.is_streamed() {
        bail!("{} holds positions: --count gives numbers, as text, CSV or JSON", format.word());
    }
    let by_heap = !args.window.to.is_empty();
    let name = &ruleset.about.full_name();
    let Counts { count, mut classes } = counted(game, ruleset, args, filter, how, control)?;
    // a(n): with every heap <= n, or with exactly n stones.
    let last = args.window.to.iter().max().copied().or(args.window.total).or(game.most_stones());
    if let Some(last) = last.and_then(|last| usize::try_from(last).ok())
        && classes.len() <= last
        && last < 1 << 24
    {
        classes.resize(last + 1, 0);
    }
    if by_heap {
        for n in 1..classes.len() {
            classes[n] += classes[n - 1];
        }
    }
    let meaning = if by_heap { "with every heap <= n" } else { "with exactly n stones" };
    let outcome = Outcome::from(args.outcome);
    match args.output.format() {
        Format::Text => writeln!(out, "{count}")?,
        Format::Json => {
            let mut value = description(name, args);
            value["count"] = json!(count);
            value["sequence"] = json!({ "meaning": meaning, "from": 0, "values": classes });
            write_json(&value, out)?;
        }
        Format::Bfile => {
            writeln!(out, "# number of {outcome}-positions of {name} {meaning}")?;
            for (n, value) in classes.iter().enumerate() {
                writeln!(out, "{n} {value}")?;
            }
        }
        format => {
            let rows = classes.iter().enumerate().map(|(n, v)| vec![n.to_string(), v.to_string()]);
            let headings = ["n", "count"].map(String::from).to_vec();
            Sheet { headings, rows: rows.collect(), ..Sheet::default() }.write(format, out)?;
        }
    }
    Ok(())
}
