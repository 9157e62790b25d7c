//! `ishitori explain`: the plan for a question, before any work.

use std::io::Write;

use ishitori_core::game::AnyGame;
use ishitori_core::solve::boards::{self, Question};
use ishitori_core::solve::choose::{Engine, choose};
use serde_json::json;

use super::write_json;
use crate::args::ExplainArgs;
use crate::open::open;

/// A plan in words.
struct Words {
    engine: &'static str,
    reasons: Vec<String>,
    positions: u128,
    bytes: Option<u128>,
    threads: usize,
}

pub fn run(args: &ExplainArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let opened = open(&args.game)?;
    let name = opened.ruleset.about.full_name();
    let words = match &opened.game {
        AnyGame::Heaps(game) => {
            let bounds = args.window.bounds();
            let plan = choose(game, &bounds, args.play.convention(), args.memory.limits())?;
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
            Words { engine, reasons, positions: plan.positions, bytes: plan.bytes, threads }
        }
        AnyGame::Board(game) => {
            let bounds = args.window.bounds();
            let plan = boards::choose(game, &bounds, Question::Outcomes, args.memory.bytes())?;
            let engine = plan.engine();
            Words {
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
    writeln!(out, "memory     {memory}")?;
    writeln!(out, "threads    {}", words.threads)?;
    Ok(())
}
