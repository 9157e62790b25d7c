//! `ishitori value`: who wins a position, and how.

use std::collections::HashSet;
use std::io::Write;

use ishitori_core::game::{AnyGame, Bounds, Game, HeapGame, Heaps};
use ishitori_core::solve::choose::{Engine, choose, p_positions};
use ishitori_core::solve::{Convention, Outcome, Reference};
use serde_json::json;

use super::write_json;
use crate::args::ValueArgs;
use crate::open::open;
use crate::progress;
use crate::shown::Shown;

/// More positions than this below the asked one, and plain recursion would take minutes.
const MANY: u128 = 1_000_000;

/// What is known about a position.
struct Answer<P> {
    outcome: Outcome,
    /// Not known from engines that find outcomes only.
    lengths: Option<Lengths>,
    winning: Vec<P>,
}

struct Lengths {
    grundy: u32,
    remoteness: u32,
}

pub fn run(args: &ValueArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let opened = open(&args.game)?;
    let name = opened.ruleset.about.full_name();
    match &opened.game {
        AnyGame::Heaps(game) => {
            let position = game.parse(&args.position)?;
            let answer = match by_lines(game, &position, args)? {
                Some(answer) => answer,
                None => by_reference(game, &position, args)?,
            };
            show(game, &name, &position, answer, args, out)
        }
        AnyGame::Board(game) => {
            let position = game.parse(&args.position)?;
            let answer = by_reference(game, &position, args)?;
            show(game, &name, &position, answer, args, out)
        }
    }
}

fn by_reference<G: Game>(
    game: &G,
    position: &G::Position,
    args: &ValueArgs,
) -> anyhow::Result<Answer<G::Position>> {
    let convention = args.play.convention();
    let mut budget = progress::budget(args.work);
    let mut solver = Reference::new(game);
    let facts = solver.facts(position, &mut budget)?;
    let winning = solver.winning_moves(position, convention, &mut budget)?;
    let lengths = Lengths { grundy: facts.grundy, remoteness: facts.remoteness(convention) };
    Ok(Answer { outcome: facts.outcome(convention), lengths: Some(lengths), winning })
}

/// For a position with too many below it: who wins, from the line sieve of the box below it.
fn by_lines(
    game: &HeapGame,
    position: &Heaps,
    args: &ValueArgs,
) -> anyhow::Result<Option<Answer<Heaps>>> {
    let convention = args.play.convention();
    let bounds = Bounds { to: position.to_vec(), total: None };
    let Ok(plan) = choose(game, &bounds, convention, args.memory.limits()) else { return Ok(None) };
    let Engine::Lines { cones, order } = &plan.engine else { return Ok(None) };
    let packed = *order.heaps.last().expect("a game has heaps");
    let lines = plan.positions / cones.sizes[packed] as u128;
    if plan.positions <= MANY || lines > u128::from(args.work.max_positions) * 100 {
        return Ok(None);
    }
    let limit = usize::try_from(args.work.max_positions).unwrap_or(usize::MAX);
    let options: HashSet<Heaps> = game.options_within(position, limit)?.into_iter().collect();
    let mut budget = progress::planned(lines, "lines");
    let mut winning = Vec::new();
    let mut outcome = Outcome::N;
    p_positions(game, &bounds, convention, &plan, &mut budget, &mut |p| {
        if p == position {
            outcome = Outcome::P;
        } else if options.contains(p) {
            winning.push(p.clone());
        }
    })?;
    Ok(Some(Answer { outcome, lengths: None, winning: game.arranged(winning) }))
}

fn show<G: Shown>(
    game: &G,
    name: &str,
    position: &G::Position,
    answer: Answer<G::Position>,
    args: &ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Answer { outcome, lengths, winning } = answer;
    let misere = args.play.convention() == Convention::Misere;
    if args.json {
        // Grundy values decide sums in normal play only.
        let grundy = lengths.as_ref().filter(|_| !misere).map(|l| l.grundy);
        let value = json!({
            "game": name,
            "position": game.json(position),
            "convention": if misere { "misere" } else { "normal" },
            "outcome": outcome.to_string(),
            "grundy": grundy,
            "remoteness": lengths.as_ref().map(|l| l.remoteness),
            "winning_moves": winning.iter().map(|p| game.json(p)).collect::<Vec<_>>(),
        });
        return write_json(&value, out);
    }
    let winner = match outcome {
        Outcome::P => "the player to move loses",
        Outcome::N => "the player to move wins",
    };
    let play = if misere { ", misère play" } else { "" };
    writeln!(out, "{name}  {}{play}", game.write(position))?;
    writeln!(out, "outcome     {outcome} ({winner})")?;
    match lengths {
        Some(Lengths { grundy, remoteness }) => {
            if !misere {
                writeln!(out, "grundy      {grundy}")?;
            }
            let plural = if remoteness == 1 { "" } else { "s" };
            writeln!(out, "remoteness  {remoteness} move{plural} with best play")?;
        }
        None => {
            writeln!(out, "grundy      not computed: too many positions (the outcome is exact)")?
        }
    }
    if winning.is_empty() {
        writeln!(out, "winning     none")?;
    } else {
        writeln!(out, "winning     {}", game.write(&winning[0]))?;
        for option in &winning[1..] {
            writeln!(out, "            {}", game.write(option))?;
        }
    }
    Ok(())
}
