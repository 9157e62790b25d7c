//! `ishitori explain`: the plan for a question, before any work.

use std::io::Write;

use anyhow::bail;
use ishitori::open::open;
use ishitori_core::ask::{
    Engine, Fact, choose, choose_board, choose_boards, choose_grundy, choose_position,
};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, GameKind};
use ishitori_core::single::Sequence;
use serde_json::json;

use super::sequence::reasons;
use super::write_json;
use crate::args::{ExplainArgs, Shows};
use crate::progress;

/// So many values show which engine is best.
const PREFIX: u64 = 20_000;

/// A plan in words.
struct PlanWords {
    engine: &'static str,
    reasons: Vec<String>,
    positions: u128,
    bytes: Option<u128>,
    threads: usize,
}

/// What the program takes beside the tables of an engine, measured on Linux: code, stacks, buffers.
const PROGRAM: u128 = 14 << 20;

pub fn run(args: &ExplainArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.memory.of(control);
    let opened = open(&args.game)?;
    let name = opened.ruleset.about.full_name();
    let shows = args.show.unwrap_or(Shows::Outcome);
    if shows == Shows::Remoteness {
        bail!("how long a game takes is found by plain recursion, about 100 bytes a position");
    }
    if shows == Shows::Grundy && args.play.misere {
        bail!("Grundy values are for normal play: leave out --misere");
    }
    let words = match &opened.game {
        AnyGame::Heaps(game) => {
            let (bounds, convention) = (args.window.bounds(), args.play.convention());
            let plan = match (&args.position, shows) {
                (Some(position), _) => {
                    choose_position(game, &game.parse(position)?, convention, control)
                }
                (None, Shows::Grundy) => choose_grundy(game, &bounds, control)?,
                (None, _) => choose(game, &bounds, convention, control)?,
            };
            let mut reasons = plan.reasons;
            if let Engine::Lines { order, .. } = &plan.engine {
                let names: Vec<&str> =
                    order.heaps.iter().map(|heap| game.rules().names[*heap].as_str()).collect();
                reasons.push(format!(
                    "heaps are nested {}, the last packed into words",
                    names.join(", ")
                ));
            }
            let (engine, threads) = (plan.engine.name(), plan.threads);
            PlanWords { engine, reasons, positions: plan.positions, bytes: plan.bytes, threads }
        }
        AnyGame::Single(game) => {
            let to = args.window.to.first().copied().or(args.window.total).unwrap_or(PREFIX);
            let mut sequence = Sequence::new(game.rules())?;
            let prefix = to.min(PREFIX);
            sequence.extend(prefix, &progress::planned(control, prefix, "heaps"))?;
            let mut reasons = reasons(&sequence);
            if sequence.period().is_some() {
                reasons.push("a period ends the work early".to_string());
            } else if to > PREFIX {
                reasons.push(format!(
                    "chosen from the first {PREFIX} values, and looked at again now and then"
                ));
            }
            PlanWords {
                engine: sequence.engine().name(),
                reasons,
                positions: u128::from(to) + 1,
                bytes: Some(sequence.bytes(to)),
                threads: 1,
            }
        }
        AnyGame::Board(game) => {
            let bounds = args.window.bounds();
            let convention = args.play.convention();
            let plan = match (&args.position, shows) {
                (Some(board), _) => choose_board(game, &game.parse(board)?, convention, control),
                (None, Shows::Grundy) => choose_boards(game, &bounds, Fact::Grundy, control)?,
                (None, _) => choose_boards(game, &bounds, Fact::Outcome(convention), control)?,
            };
            let engine = plan.engine.name();
            PlanWords {
                engine,
                reasons: plan.reasons,
                positions: plan.positions,
                bytes: plan.bytes,
                threads: 1,
            }
        }
    };
    if args.json {
        let value = json!({
            "game": name,
            "engine": words.engine,
            "reasons": words.reasons,
            "positions": words.positions.to_string(),
            "bytes": words.bytes.map(|bytes| bytes.to_string()),
            "program_bytes": PROGRAM.to_string(),
            "threads": words.threads,
        });
        return write_json(&value, out);
    }
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
