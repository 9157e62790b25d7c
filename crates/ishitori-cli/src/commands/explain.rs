//! `ishitori explain`: the plan for a question, before any work.
//!
//! The plan comes from the question room, where `value`, `table` and `positions` get theirs. Only games on
//! single heaps need some work: which engine is best shows in their first values, at most 20,000.

use std::io::Write;

use anyhow::bail;
use ishitori::Control;
use ishitori::games::{AnyGame, GameKind, HeapGame, SingleGame};
use ishitori::open::open;
use ishitori::questions::{AskedGame, Engine, Fact, Plan, Question, takes_long};
use ishitori::sequence_run::reasons;
use ishitori::sequences::Sequence;
use serde_json::json;

use super::write_json;
use crate::args::{ExplainArgs, Shows};

/// So many values show which engine is best.
const PREFIX: u64 = 20_000;

/// What the program takes beside the tables of an engine, measured on Linux: code, stacks, buffers.
const PROGRAM: u128 = 14 << 20;

/// A plan in words.
struct PlanWords {
    engine: &'static str,
    reasons: Vec<String>,
    positions: u128,
    bytes: Option<u128>,
    threads: usize,
}

impl From<Plan> for PlanWords {
    fn from(plan: Plan) -> PlanWords {
        let engine = plan.engine.name();
        let Plan { reasons, positions, bytes, threads, .. } = plan;
        PlanWords { engine, reasons, positions, bytes, threads }
    }
}

pub fn run(args: &ExplainArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.memory.of(control);
    let opened = open(&args.game)?;
    let shows = args.show.unwrap_or(Shows::Outcome);
    if shows == Shows::Grundy && args.play.misere {
        bail!("Grundy values are for normal play: leave out --misere");
    }
    let words = match &opened.game {
        AnyGame::Heaps(game) => heap_plan(game, args, shows, control)?,
        AnyGame::Single(game) if args.position.is_none() || !args.play.misere => {
            single_plan(game, args, control)?
        }
        AnyGame::Single(game) => {
            let mut plan = plan(game, args, shows, control)?;
            plan.reasons
                .push("more than 24 stones: the misère quotient, if one is found".to_string());
            plan.into()
        }
        AnyGame::Board(game) => {
            PlanWords { threads: 1, ..plan(game, args, shows, control)?.into() }
        }
    };
    match args.json {
        true => write_plan_json(&opened.ruleset.about.full_name(), &words, out),
        false => write_plan(&words, out),
    }
}

/// The plan for a position, or for a window.
fn plan<G: AskedGame>(
    game: &G,
    args: &ExplainArgs,
    shows: Shows,
    control: &Control,
) -> anyhow::Result<Plan> {
    let (window, convention) = (&args.window.bounds(), args.play.convention());
    let at = args.position.as_ref().map(|position| game.parse(position)).transpose()?;
    let question = match (&at, shows) {
        (Some(at), _) => Question::Position { at, convention },
        (None, Shows::Remoteness) => {
            bail!(
                "how long play lasts there is found by plain recursion, about 100 bytes a position"
            )
        }
        (None, Shows::Grundy) => Question::Values { window },
        (None, _) => Question::PPositions { window, convention },
    };
    Ok(game.plan(&question, control)?)
}

fn heap_plan(
    game: &HeapGame,
    args: &ExplainArgs,
    shows: Shows,
    control: &Control,
) -> anyhow::Result<PlanWords> {
    let bounds = args.window.bounds();
    let look_up = |fact: Fact| {
        game.plan(&Question::LookUp { to: &game.upper_bounds(&bounds)?, fact }, control)
    };
    let is_window = args.position.is_none();
    let mut plan = match shows {
        Shows::Remoteness if is_window => look_up(Fact::Remoteness(args.play.convention()))?,
        _ => plan(game, args, shows, control)?,
    };
    if is_window && shows == Shows::Grundy && matches!(plan.engine, Engine::Table(_)) {
        let walked = look_up(Fact::Grundy).is_ok_and(|p| matches!(p.engine, Engine::Strides(_)));
        if walked && bounds.total.is_none() {
            plan.reasons.push(
                "a table that is printed, not streamed, is made faster by one pass over its box (strides)"
                    .to_string(),
            );
        }
    }
    if let Engine::Lines { order, .. } = &plan.engine {
        let names: Vec<&str> =
            order.heaps.iter().map(|heap| game.rules().names[*heap].as_str()).collect();
        let nested = names.join(", ");
        plan.reasons.push(format!("heaps are nested {nested}, the last packed into words"));
    }
    if let Some(position) = &args.position
        && takes_long(game, &game.parse(position)?, &plan)
    {
        plan.reasons.push(
            "this takes long, so `value` first looks for a claim or a discovery that it can prove for all positions"
                .to_string(),
        );
    }
    Ok(plan.into())
}

/// Which way is best shows in the first values.
fn single_plan(
    game: &SingleGame,
    args: &ExplainArgs,
    control: &Control,
) -> anyhow::Result<PlanWords> {
    let to = args.window.to.first().copied().or(args.window.total).unwrap_or(PREFIX);
    let mut sequence = Sequence::new(game.rules())?;
    let prefix = to.min(PREFIX);
    sequence.extend(prefix, &control.planned(prefix, "heaps"))?;
    let mut reasons = reasons(&sequence);
    if sequence.period().is_some() {
        reasons.push("a period ends the work early".to_string());
    } else if to > PREFIX {
        reasons.push(format!(
            "chosen from the first {PREFIX} values, and looked at again now and then"
        ));
    }
    let (engine, bytes) = (sequence.engine().name(), Some(sequence.bytes(to)));
    Ok(PlanWords { engine, reasons, positions: u128::from(to) + 1, bytes, threads: 1 })
}

fn write_plan_json(name: &str, words: &PlanWords, out: &mut dyn Write) -> anyhow::Result<()> {
    let value = json!({
        "game": name,
        "engine": words.engine,
        "reasons": words.reasons,
        "positions": words.positions.to_string(),
        "bytes": words.bytes.map(|bytes| bytes.to_string()),
        "program_bytes": PROGRAM.to_string(),
        "threads": words.threads,
    });
    write_json(&value, out)
}

fn write_plan(words: &PlanWords, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "engine     {}", words.engine)?;
    for (i, reason) in words.reasons.iter().enumerate() {
        writeln!(out, "{:<9}  {reason}", if i == 0 { "because" } else { "" })?;
    }
    if words.positions > 0 {
        writeln!(out, "positions  {}", words.positions)?;
    }
    let memory = match words.bytes {
        None => "about 100 bytes for each position solved".to_string(),
        Some(bytes) if bytes < 10 << 20 => format!("{} KB", bytes.div_ceil(1 << 10)),
        Some(bytes) => format!("{} MB", bytes.div_ceil(1 << 20)),
    };
    writeln!(out, "memory     {memory}, and {} MB for the program", PROGRAM >> 20)?;
    writeln!(out, "threads    {}", words.threads)?;
    Ok(())
}
