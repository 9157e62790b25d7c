//! `ishitori value`: who wins a position, and how.

mod large;
mod misere;
mod single;
mod sum;

use std::collections::HashSet;
use std::io::Write;

use anyhow::bail;
use ishitori_core::game::{
    AnyGame, Board, BoardGame, Bounds, Game, HeapGame, Heaps, PositionError,
};
use ishitori_core::solve::boards::{self, Below, One, Sums};
use ishitori_core::solve::choose::{Engine, Plan, choose, p_positions};
use ishitori_core::solve::{Convention, Outcome, Reference};
use serde_json::json;

use super::write_json;
use crate::args::ValueArgs;
use crate::claims::window_words;
use crate::open::open;
use crate::progress;
use crate::results::stored::StoredResult;
use crate::shown::Shown;

/// More positions than this below the asked one, and plain recursion would take minutes.
const MANY: u128 = 1_000_000;

/// What is known about a position.
struct Answer<P> {
    outcome: Outcome,
    /// Not known from engines that find outcomes only.
    grundy: Option<u32>,
    /// Only the reference knows it.
    remoteness: Option<u32>,
    /// On a large board they may cost much more than who wins.
    winning: Option<Vec<P>>,
}

pub fn run(args: &ValueArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(path) = &args.stored.from {
        let mut args = args.clone();
        if args.position.is_empty() {
            // The file knows the game, so one word is the position.
            args.position = std::mem::take(&mut args.game);
        }
        return by_file(StoredResult::open(path, &args.game)?, args, out);
    }
    if args.position.is_empty() {
        if sum::is_sum(&args.game) {
            return sum::run(args, out);
        }
        bail!(
            "give a position, as in `ishitori value wythoff 3,5`, or a sum: `ishitori value \"wythoff 3,5 + kayles 17\"`"
        );
    }
    let opened = open(&args.game)?;
    let name = opened.ruleset.about.full_name();
    match &opened.game {
        AnyGame::Single(game) => single::run(game, &opened.ruleset, args, out),
        AnyGame::Heaps(game) => {
            let position = match game.parse(&args.position) {
                Err(PositionError::TooLarge(_)) => return large::beyond(game, &name, args, out),
                position => position?,
            };
            let way = way(game, &position, args);
            if way.is_long && large::instead(game, &name, &position, args, out)? {
                return Ok(());
            }
            let answer = match &way.lines {
                Some((plan, lines)) => by_lines(game, &position, plan, *lines, args)?,
                None => by_reference(game, &position, args)?,
            };
            show(game, &name, &position, answer, args, out)
        }
        AnyGame::Board(game) => {
            let position = game.parse(&args.position)?;
            let (convention, memory) = (args.play.convention(), args.memory.bytes());
            let answer = match boards::choose_one(game, &position, convention, memory) {
                One::Reference => by_reference(game, &position, args)?,
                One::Sums => by_sums(game, &position, args)?,
                One::Below(below) => by_table(game, &position, &below, args)?,
            };
            show(game, &name, &position, answer, args, out)
        }
    }
}

/// From what was stored: options of a position in its window are in it as well.
fn by_file(
    mut stored: StoredResult,
    mut args: ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = stored.heap_game()?;
    args.play.misere = stored.misere(args.play.misere)?;
    let position = game.parse(&args.position)?;
    if !game.is_within(&stored.bounds, &position) {
        let (path, window) = (stored.path.display(), window_words(&stored.bounds));
        bail!("{} is outside of {path}, which holds {window}", game.write(&position));
    }
    let most = usize::try_from(args.work.max_positions).unwrap_or(usize::MAX);
    let mut asked = game.options_within(&position, most)?;
    if let Some(outside) = asked.iter().find(|option| !game.is_within(&stored.bounds, option)) {
        bail!("its option {} is outside of {}", game.write(outside), stored.path.display());
    }
    asked.push(position.clone());
    let p = stored.p_among(&game, &asked)?;
    let outcome = if p.contains(&position) { Outcome::P } else { Outcome::N };
    let grundy = stored.grundy(&game, &position)?;
    let winning = asked.into_iter().filter(|option| *option != position && p.contains(option));
    let winning = Some(winning.collect());
    let answer = Answer { outcome, grundy, remoteness: None, winning };
    show(&game, &stored.ruleset.about.full_name(), &position, answer, &args, out)
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
    Ok(Answer {
        outcome: facts.outcome(convention),
        grundy: Some(facts.grundy),
        remoteness: Some(facts.remoteness(convention)),
        winning: Some(winning),
    })
}

/// For a large board in normal play: from its parts. The value may cost more than who wins.
fn by_sums(game: &BoardGame, board: &Board, args: &ValueArgs) -> anyhow::Result<Answer<Board>> {
    let mut budget = progress::budget(args.work);
    let mut solver = Sums::new(game);
    let outcome = solver.outcome(board, &mut budget)?;
    let winning = solver.winning_moves(board, &mut budget).ok();
    let grundy = solver.grundy(board, &mut budget).ok();
    Ok(Answer { outcome, grundy, remoteness: None, winning })
}

/// For a board in misère play: from all boards below it.
fn by_table(
    game: &BoardGame,
    board: &Board,
    below: &Below,
    args: &ValueArgs,
) -> anyhow::Result<Answer<Board>> {
    let mut budget = progress::planned(below.boards().into(), "boards");
    let outcomes = below.outcomes(args.play.convention(), &mut budget)?;
    let is_p = |board: &Board| outcomes.get(board) == Some(Outcome::P);
    let outcome = if is_p(board) { Outcome::P } else { Outcome::N };
    let winning = game.options(board).into_iter().filter(is_p).collect();
    Ok(Answer { outcome, grundy: None, remoteness: None, winning: Some(winning) })
}

/// How a position on heaps is solved.
struct Way {
    /// The line sieve with its number of lines; otherwise recursion.
    lines: Option<(Plan, u128)>,
    /// Whether it takes long, so that a theorem is better if there is one.
    is_long: bool,
}

fn way(game: &HeapGame, position: &Heaps, args: &ValueArgs) -> Way {
    let bounds = Bounds { to: position.to_vec(), total: None };
    let plan = choose(game, &bounds, args.play.convention(), args.memory.limits()).ok();
    let sizes = position.iter().map(|heap| u128::from(*heap) + 1);
    let is_small = sizes.fold(1, u128::saturating_mul) <= MANY;
    let sieve = plan.and_then(|plan| {
        let Engine::Lines { cones, order } = &plan.engine else { return None };
        let packed = *order.heaps.last().expect("a game has heaps");
        let lines = plan.positions / cones.sizes[packed] as u128;
        Some((plan, lines))
    });
    let most = u128::from(args.work.max_positions) * 100;
    let lines = sieve.filter(|(_, lines)| !is_small && *lines <= most);
    let is_quick = lines.as_ref().is_some_and(|(_, lines)| *lines <= MANY);
    Way { lines, is_long: !is_small && !is_quick }
}

/// For a position with too many below it: who wins, from the line sieve of the box below it.
fn by_lines(
    game: &HeapGame,
    position: &Heaps,
    plan: &Plan,
    lines: u128,
    args: &ValueArgs,
) -> anyhow::Result<Answer<Heaps>> {
    let convention = args.play.convention();
    let bounds = Bounds { to: position.to_vec(), total: None };
    let limit = usize::try_from(args.work.max_positions).unwrap_or(usize::MAX);
    let options: HashSet<Heaps> = game.options_within(position, limit)?.into_iter().collect();
    let mut budget = progress::planned(lines, "lines");
    let mut winning = Vec::new();
    let mut outcome = Outcome::N;
    p_positions(game, &bounds, convention, plan, &mut budget, &mut |p| {
        if p == position {
            outcome = Outcome::P;
        } else if options.contains(p) {
            winning.push(p.clone());
        }
    })?;
    let winning = Some(game.arranged(winning));
    Ok(Answer { outcome, grundy: None, remoteness: None, winning })
}

fn winner(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "the player to move loses",
        Outcome::N => "the player to move wins",
    }
}

fn show<G: Shown>(
    game: &G,
    name: &str,
    position: &G::Position,
    answer: Answer<G::Position>,
    args: &ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Answer { outcome, grundy, remoteness, winning } = answer;
    let misere = args.play.convention() == Convention::Misere;
    // Grundy values decide sums in normal play only.
    let grundy = grundy.filter(|_| !misere);
    if args.json {
        let value = json!({
            "game": name,
            "position": game.json(position),
            "convention": if misere { "misere" } else { "normal" },
            "outcome": outcome.to_string(),
            "grundy": grundy,
            "remoteness": remoteness,
            "winning_moves": winning.map(|w| w.iter().map(|p| game.json(p)).collect::<Vec<_>>()),
        });
        return write_json(&value, out);
    }
    let winner = winner(outcome);
    let play = if misere { ", misère play" } else { "" };
    writeln!(out, "{name}  {}{play}", game.write(position))?;
    writeln!(out, "outcome     {outcome} ({winner})")?;
    let missing = match args.stored.from {
        Some(_) => "not in the file",
        None => "not computed: too many positions (the outcome is exact)",
    };
    match grundy {
        Some(grundy) => writeln!(out, "grundy      {grundy}")?,
        None if misere => {}
        None => writeln!(out, "grundy      {missing}")?,
    }
    match remoteness {
        Some(1) => writeln!(out, "remoteness  1 move with best play")?,
        Some(moves) => writeln!(out, "remoteness  {moves} moves with best play")?,
        None => writeln!(out, "remoteness  {missing}")?,
    }
    let winning = match winning {
        Some(options) if options.is_empty() => vec!["none".to_string()],
        Some(options) => options.iter().map(|option| game.write(option)).collect(),
        None => vec![missing.to_string()],
    };
    for (i, line) in winning.iter().enumerate() {
        writeln!(out, "{:<10}  {line}", if i == 0 { "winning" } else { "" })?;
    }
    Ok(())
}
