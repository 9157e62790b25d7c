//! `ishitori explain`: the plan for a question, before any work.
//!
//! The plan comes from the question room, where `value`, `table` and `positions` get theirs; of a sum each part
//! has one. Only games on single heaps need some work: which engine is best shows in their first values, at
//! most 20,000.

use std::io::Write;

use anyhow::{Context, bail};
use ishitori::games::{AnyGame, GameKind, HeapGame, PositionError, SingleGame, heap_words};
use ishitori::misere_heaps::is_small;
use ishitori::open::open;
use ishitori::questions::{
    AskedGame, Engine, Fact, Plan, PositionValues, Question, Refused, takes_long,
};
use ishitori::sequence_run::reasons;
use ishitori::sequences::Sequence;
use ishitori::sums::{is_sum, open_part, parts_of};
use ishitori::{Control, Convention};
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::write_json;
use crate::args::{ExplainArgs, Shows};

/// So many values show which engine is best.
const PREFIX: u64 = 20_000;

/// So far `value` goes through the values of single heaps, if `--max-positions` does not say otherwise.
const MOST_HEAPS: u64 = 20_000_000;

/// What `value` spends on a theorem at most.
const MAX_PROOF_MEMORY: usize = 1 << 30;

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

impl PlanWords {
    /// Plain recursion, for this reason.
    fn recursion(reason: &str) -> PlanWords {
        let reasons = vec![reason.to_string()];
        PlanWords { engine: "reference", reasons, positions: 0, bytes: None, threads: 1 }
    }
}

pub fn run(args: &ExplainArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.memory.of(control);
    if args.position.is_none() && is_sum(&args.game) {
        return sum(args, control, out);
    }
    let opened = open(&args.game)?;
    let shows = args.show.unwrap_or(Shows::Outcome);
    if shows == Shows::Grundy && args.play.misere {
        bail!("Grundy values are for normal play: leave out --misere");
    }
    let words = match &opened.game {
        AnyGame::Heaps(game) => heap_plan(game, args, shows, control)?,
        AnyGame::Single(game) => match &args.position {
            Some(position) if args.play.misere => misere_plan(game, position)?,
            Some(position) => single_plan(game, largest(position)?, control)?,
            None if args.play.misere || shows == Shows::Remoteness => {
                PlanWords::recursion("any number of heaps: plain recursion over their sums")
            }
            None => {
                let to = args.window.to.first().copied().or(args.window.total).unwrap_or(PREFIX);
                single_plan(game, to, control)?
            }
        },
        AnyGame::Pieces(_) if args.position.is_none() && shows == Shows::Remoteness => {
            PlanWords::recursion(
                "how long play lasts is found by plain recursion over sums of pieces",
            )
        }
        AnyGame::Pieces(game) => plan(game, args, shows, control)?.into(),
        AnyGame::Figures(game) => plan(game, args, shows, control)?.into(),
        AnyGame::Board(_) if args.position.is_none() && shows == Shows::Remoteness => {
            PlanWords::recursion("how long play lasts on boards is found by plain recursion")
        }
        AnyGame::Board(game) => {
            PlanWords { threads: 1, ..plan(game, args, shows, control)?.into() }
        }
    };
    match args.json {
        true => write_json(&plan_json(&opened.ruleset.about.full_name(), &words), out),
        false => write_plan(&words, out),
    }
}

/// The plan of each part of a sum.
fn sum(args: &ExplainArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.play.misere {
        bail!("the value of a sum is for normal play: in misère play the parts do not tell it");
    }
    let mut all = Vec::new();
    for text in parts_of(&args.game) {
        let (opened, position) =
            open_part(text).with_context(|| format!("in the part `{text}`"))?;
        let words = match &opened.game {
            AnyGame::Heaps(game) => {
                PositionValues::plan(game, &game.parse(position)?, control)?.into()
            }
            AnyGame::Single(game) => single_plan(game, largest(position)?, control)?,
            AnyGame::Pieces(game) => {
                let (at, convention) = (&game.parse(position)?, Convention::Normal);
                game.plan(&Question::Position { at, convention }, control)?.into()
            }
            AnyGame::Figures(game) => {
                let (at, convention) = (&game.parse(position)?, Convention::Normal);
                game.plan(&Question::Position { at, convention }, control)?.into()
            }
            AnyGame::Board(game) => {
                let (at, convention) = (&game.parse(position)?, Convention::Normal);
                let plan = game.plan(&Question::Position { at, convention }, control)?;
                PlanWords { threads: 1, ..plan.into() }
            }
        };
        let name = opened.ruleset.about.full_name();
        if args.json {
            let mut value = plan_json(&name, &words);
            value["position"] = json!(position);
            all.push(value);
        } else {
            writeln!(out, "{name}  {position}")?;
            write_plan(&words, out)?;
        }
    }
    if args.json { write_json(&json!({ "parts": all }), out) } else { Ok(()) }
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
    if let Some(position) = &args.position
        && matches!(game.parse(position), Err(PositionError::TooLarge(_)))
    {
        return Ok(beyond(control));
    }
    let mut plan = match shows {
        Shows::Remoteness if is_window => match look_up(Fact::Remoteness(args.play.convention())) {
            Err(Refused::TooLarge { .. }) => {
                return Ok(PlanWords::recursion(
                    "the box does not fit into the memory allowed: plain recursion, which may give up",
                ));
            }
            plan => plan?,
        },
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

/// A heap that no engine takes.
fn beyond(control: &Control) -> PlanWords {
    let reasons = vec![
        "a heap is larger than 2^32, where no engine goes".to_string(),
        "`value` looks for a claim or a discovery that it can prove for all positions".to_string(),
    ];
    let bytes = Some(control.memory().min(MAX_PROOF_MEMORY) as u128);
    PlanWords { engine: "theorem", reasons, positions: 0, bytes, threads: 1 }
}

/// Single heaps in misère play.
fn misere_plan(game: &SingleGame, position: &str) -> anyhow::Result<PlanWords> {
    match game.parse(position) {
        Ok(heaps) if is_small(&heaps) => {
            return Ok(PlanWords::recursion("few stones: plain recursion over sums of heaps"));
        }
        Err(error) if !matches!(error, PositionError::TooLarge(_)) => return Err(error.into()),
        _ => {}
    }
    let reasons = vec![
        "many stones: the misère quotient, if one is found".to_string(),
        "else plain recursion over sums of heaps, which may give up".to_string(),
    ];
    Ok(PlanWords { engine: "quotient", reasons, positions: 0, bytes: None, threads: 1 })
}

/// The largest of these heaps, as far as `value` goes for it.
fn largest(position: &str) -> anyhow::Result<u64> {
    let heaps = heap_words(position)?.into_iter().map(str::parse::<BigUint>);
    let heaps: Vec<BigUint> = heaps.collect::<Result<_, _>>()?;
    let largest = heaps.into_iter().max().unwrap_or_default();
    Ok(u64::try_from(largest).unwrap_or(u64::MAX).min(MOST_HEAPS))
}

/// Which way is best shows in the first values.
fn single_plan(game: &SingleGame, to: u64, control: &Control) -> anyhow::Result<PlanWords> {
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

fn plan_json(name: &str, words: &PlanWords) -> Value {
    json!({
        "game": name,
        "engine": words.engine,
        "reasons": words.reasons,
        "positions": words.positions.to_string(),
        "bytes": words.bytes.map(|bytes| bytes.to_string()),
        "program_bytes": PROGRAM.to_string(),
        "threads": words.threads,
    })
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
        None => "100 to 200 bytes for each position solved".to_string(),
        Some(bytes) if bytes < 10 << 20 => format!("{} KB", bytes.div_ceil(1 << 10)),
        Some(bytes) => format!("{} MB", bytes.div_ceil(1 << 20)),
    };
    writeln!(out, "memory     {memory}, and {} MB for the program", PROGRAM >> 20)?;
    writeln!(out, "threads    {}", words.threads)?;
    Ok(())
}
