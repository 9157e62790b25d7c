//! `ishitori positions`: the P- or N-positions of a window, listed or counted.

mod count;
mod search;
mod stream;

use std::io::Write;

use anyhow::bail;
use ishitori::claims::ClaimedGame;
use ishitori::open::open;
use ishitori_core::claim::{CheckError, ClaimCheck, Filter, narrowed, with_filter};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, Bounds};
use ishitori_core::solve::{Convention, Outcome};
use ishitori_rule::Ruleset;
use ishitori_rule::parse::parse_statement;
use serde_json::{Value, json};

use self::count::count;
use self::search::{PositionSource, SolvableGame, WhereFilter, search};
use self::stream::stream;
use super::{deliver, with_game, write_json};
use crate::args::{PositionsArgs, Window};
use crate::format::Format;
use crate::problems::RuleProblems;
use crate::results::stored::StoredResult;
use crate::sheet::Sheet;

pub use self::search::unfinished;

pub fn run(args: &PositionsArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.memory.of(control);
    let mut stored = None;
    let mut args = args.clone();
    if let Some(path) = &args.stored.from {
        let found = StoredResult::open(path, &args.game)?;
        found.must_hold_its_window()?;
        let window = found.window(&args.window.bounds())?;
        args.window = Window { to: window.to, total: window.total };
        args.play.misere = found.misere(args.play.misere)?;
        stored = Some(found);
    }
    let Some(text) = &args.condition else {
        let ruleset = match &stored {
            Some(stored) => stored.ruleset.clone(),
            None => open(&args.game)?.ruleset,
        };
        let game = AnyGame::new(&ruleset)?;
        let question = PositionsQuery { ruleset: &ruleset, args: &args, stored, control };
        return question.answer(&game, None, out);
    };
    let claimed = match &stored {
        Some(stored) => ClaimedGame::of_ruleset(&stored.ruleset),
        None => ClaimedGame::open(&args.game)?,
    };
    let game = AnyGame::new(&claimed.ruleset)?;
    let wrong = |problems| RuleProblems { file: "--where".into(), text: text.clone(), problems };
    let statement = parse_statement(text).map_err(wrong)?;
    let asked = args.window.bounds();
    let narrow = narrowed(&claimed.ruleset.rules, &statement, &asked)?;
    let window = Window { to: narrow.to.clone(), total: narrow.total };
    let args = PositionsArgs { window, ..args.clone() };
    // Quantifiers in the condition run through the window that was asked for.
    let bounds = if asked == Bounds::default() { narrow } else { asked };
    let filter = ClaimCheck {
        ruleset: &claimed.ruleset,
        statement: &statement,
        text,
        convention: args.play.convention(),
        bounds: &bounds,
        automatic: true,
        control: &args.work.of(control),
        known: None,
        library: &claimed,
    };
    let question = PositionsQuery { ruleset: &claimed.ruleset, args: &args, stored, control };
    let answered = with_filter(&filter, |filter| question.answer(&game, Some(filter), out));
    match answered {
        Err(CheckError::Problems(problems)) => Err(wrong(problems).into()),
        Err(error) => Err(failure(error)),
        Ok(answered) => answered,
    }
}

/// Giving up is no error in what was asked.
fn failure(error: CheckError) -> anyhow::Error {
    match error {
        CheckError::GaveUp(gave_up) => gave_up.into(),
        error => error.into(),
    }
}

/// What is asked.
struct PositionsQuery<'a> {
    ruleset: &'a Ruleset,
    args: &'a PositionsArgs,
    /// WhereFilter the answer stands already.
    stored: Option<StoredResult>,
    control: &'a Control,
}

impl PositionsQuery<'_> {
    fn answer(
        self,
        game: &AnyGame,
        mut filter: Option<&mut dyn Filter>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let PositionsQuery { ruleset, args, mut stored, control } = self;
        let name = ruleset.about.full_name();
        let filter = &mut filter;
        let kept = args.keeping.is_wanted();
        if matches!(game, AnyGame::Single(_)) && (kept || args.output.format().is_streamed()) {
            bail!("positions of {name} have any number of heaps, so they are listed, not streamed");
        }
        with_game!(game, |game| {
            if !args.count && args.output.format().is_streamed() {
                return stream(game, ruleset, args, filter, stored, control, out);
            }
            no_keeping(args)?;
            deliver(&args.output, control, out, |out| {
                let how =
                    stored.as_mut().map_or(PositionSource::Solve(None), PositionSource::Stored);
                if args.count {
                    count(game, ruleset, args, filter, how, control, out)
                } else {
                    list(game, &name, args, filter, how, control, out)
                }
            })
        })
    }
}

/// Only what is streamed or counted has checkpoints.
fn no_keeping(args: &PositionsArgs) -> anyhow::Result<()> {
    if args.keeping.is_wanted() && (!args.count || args.stored.from.is_some()) {
        bail!(
            "a list is collected in memory and has no checkpoints: use --count, or a file that is streamed, \
             as in -o {}.parquet",
            args.game.split('(').next().unwrap_or("positions")
        );
    }
    Ok(())
}

fn list<G: SolvableGame>(
    game: &G,
    name: &str,
    args: &PositionsArgs,
    filter: WhereFilter,
    how: PositionSource,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    if format == Format::Bfile {
        bail!("a b-file holds a sequence of numbers: use it with --count");
    }
    let most = usize::try_from(args.work.max_positions).unwrap_or(usize::MAX);
    let mut found = Vec::new();
    let mut too_many = false;
    search(game, args, filter, how, control, &mut |position| {
        if found.len() < most {
            found.push(position.clone());
        } else {
            too_many = true;
        }
    })?;
    if too_many {
        return Err(GaveUp::beyond(most, "positions to list").into());
    }
    let mut found = game.arranged(found);
    found.truncate(args.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX));
    match format {
        Format::Text | Format::Bfile => {
            for position in &found {
                writeln!(out, "{}", game.write(position))?;
            }
            Ok(())
        }
        Format::Json => {
            let mut value = description(name, args);
            value["count"] = json!(found.len());
            value["positions"] = found.iter().map(|p| game.json(p)).collect();
            write_json(&value, out)
        }
        format => {
            let rows = found.iter().map(|p| game.cells(p)).collect();
            let sheet = Sheet { headings: game.headings(), rows, ..Sheet::default() };
            Ok(sheet.write(format, out)?)
        }
    }
}

fn description(name: &str, args: &PositionsArgs) -> Value {
    let misere = args.play.convention() == Convention::Misere;
    json!({
        "game": name,
        "convention": if misere { "misere" } else { "normal" },
        "outcome": Outcome::from(args.outcome).to_string(),
        "canonical": args.canonical,
        "where": args.condition,
        "bounds": { "to": args.window.to, "total": args.window.total },
    })
}
