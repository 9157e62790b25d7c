//! The value of a position of single heaps: the xor of its heaps, each from the sequence or from a proved
//! period, so that a heap may have a thousand digits.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::Duration;

use ishitori_core::game::{Game, SingleGame, heap_words};
use ishitori_core::single::large;
use ishitori_core::solve::{Budget, Convention, Outcome, Reference};
use ishitori_rule::Ruleset;
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::winner;
use crate::args::ValueArgs;
use crate::commands::write_json;
use crate::singles::Values;

/// Up to so many options of a heap are tried for winning moves.
const MANY: u64 = 200_000;

/// Options that are looked at before none is said to be found.
const VERY_MANY: u64 = 50_000_000;

/// Up to so many positions are solved for the length of play.
const FEW: u64 = 100_000;

/// What is known about heaps.
pub struct Worth {
    /// The heaps, smallest first, none empty.
    pub heaps: Vec<BigUint>,
    /// The value of each.
    pub values: Vec<BigUint>,
    /// The value of all.
    pub grundy: BigUint,
    /// What told them.
    pub known: Values,
}

pub fn run(
    game: &SingleGame,
    ruleset: &Ruleset,
    args: &ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let name = ruleset.about.full_name();
    if args.play.convention() == Convention::Misere {
        return super::misere::run(game, ruleset, args, out);
    }
    let worth = worth(ruleset, &args.position, args)?;
    let (moves, all) = winning(game, &worth, &worth.grundy);
    let outcome = if worth.grundy == BigUint::ZERO { Outcome::P } else { Outcome::N };
    let remoteness = remoteness(game, &args.position);
    let by = worth.by();
    if args.json {
        let number = |n: &BigUint| match u64::try_from(n) {
            Ok(small) if small < 1 << 53 => json!(small),
            _ => json!(n.to_string()),
        };
        let heaps = |heaps: &Vec<BigUint>| heaps.iter().map(number).collect::<Vec<Value>>();
        let mut value = json!({
            "game": name,
            "position": heaps(&worth.heaps),
            "convention": "normal",
            "outcome": outcome.to_string(),
            "grundy": number(&worth.grundy),
            "heap_values": heaps(&worth.values),
            "remoteness": remoteness,
            "by": by,
        });
        let key = if all { "winning_moves" } else { "winning_move" };
        value[key] = match all {
            true => json!(moves.iter().map(heaps).collect::<Vec<_>>()),
            false => json!(moves.first().map(heaps)),
        };
        return write_json(&value, out);
    }
    writeln!(out, "{name}  {}", written(&worth.heaps))?;
    writeln!(out, "outcome     {outcome} ({})", winner(outcome))?;
    let xor = if worth.values.len() > 1 {
        let values: Vec<String> = worth.values.iter().map(ToString::to_string).collect();
        format!(" = {}", values.join(" xor "))
    } else {
        String::new()
    };
    writeln!(out, "grundy      {}{xor}", worth.grundy)?;
    match remoteness {
        Some(1) => writeln!(out, "remoteness  1 move with best play")?,
        Some(moves) => writeln!(out, "remoteness  {moves} moves with best play")?,
        None => writeln!(out, "remoteness  not computed: too many positions")?,
    }
    let others = if all { "" } else { " (there may be others)" };
    let none = if all { "none" } else { "not found" };
    let mut lines: Vec<String> = moves.iter().map(|p| format!("{}{others}", written(p))).collect();
    if lines.is_empty() {
        lines.push(if outcome == Outcome::P { "none" } else { none }.to_string());
    }
    for (i, line) in lines.iter().enumerate() {
        writeln!(out, "{:<10}  {line}", if i == 0 { "winning" } else { "" })?;
    }
    if let Some(by) = by {
        writeln!(out, "by          {by}")?;
    }
    Ok(())
}

/// The value of a position.
pub fn worth(ruleset: &Ruleset, position: &str, args: &ValueArgs) -> anyhow::Result<Worth> {
    let mut heaps = Vec::new();
    for word in heap_words(position)? {
        let heap = word.parse::<BigUint>().map_err(|_| anyhow::anyhow!("`{word}` is no heap"))?;
        if heap > BigUint::ZERO {
            heaps.push(heap);
        }
    }
    heaps.sort();
    let largest = heaps.last().cloned().unwrap_or_default();
    let time = Duration::try_from_secs_f64(args.time).unwrap_or(Duration::MAX);
    let known = Values::up_to(ruleset, &largest, args.work, time)?;
    let values: Option<Vec<BigUint>> = heaps.iter().map(|heap| known.of(heap)).collect();
    let values = values.ok_or_else(|| anyhow::anyhow!("the value of a heap is too large"))?;
    let grundy = values.iter().fold(BigUint::ZERO, |sum, value| sum ^ value);
    Ok(Worth { heaps, values, grundy, known })
}

impl Worth {
    /// The theorem that was used, if one was.
    pub fn by(&self) -> Option<String> {
        let period = self.known.proved.as_ref()?.period;
        let beyond =
            self.heaps.iter().any(|heap| *heap >= BigUint::from(self.known.sequence.len()));
        let saltus = match period.saltus {
            0 => String::new(),
            saltus => format!(", saltus {saltus}"),
        };
        beyond.then(|| {
            format!(
                "period {}{saltus} from {} on, proved for all heaps",
                period.length, period.start
            )
        })
    }
}

/// The moves that leave a position worth `grundy` xor what the position is worth, so that with `grundy` for the
/// whole they win; and whether these are all. In a large heap one is looked for.
pub fn winning(game: &SingleGame, worth: &Worth, grundy: &BigUint) -> (Vec<Vec<BigUint>>, bool) {
    let mut moves = BTreeSet::new();
    let mut all = true;
    if *grundy == BigUint::ZERO {
        return (Vec::new(), true);
    }
    for (i, (heap, value)) in worth.heaps.iter().zip(&worth.values).enumerate() {
        if i > 0 && worth.heaps[i - 1] == *heap {
            continue;
        }
        let target = grundy ^ value;
        let mut rest = worth.heaps.clone();
        rest.remove(i);
        let mut add = |parts: &[BigUint]| {
            let mut option = rest.clone();
            option.extend_from_slice(parts);
            option.sort();
            moves.insert((option.iter().sum::<BigUint>(), option));
        };
        if !every_option(game, worth, heap, &target, &mut add) {
            all = false;
            let found = one_option(worth, heap, &target);
            if let Some(parts) = found.or_else(|| first_option(game, worth, heap, &target)) {
                add(&parts);
            }
        }
    }
    let mut moves: Vec<Vec<BigUint>> = moves.into_iter().map(|(_, option)| option).collect();
    if !all {
        moves.truncate(1);
    }
    (moves, all)
}

/// Calls `add` with what `heap` can become that is worth `target`; false if there are too many options.
fn every_option(
    game: &SingleGame,
    worth: &Worth,
    heap: &BigUint,
    target: &BigUint,
    add: &mut dyn FnMut(&[BigUint]),
) -> bool {
    let Ok(small) = u64::try_from(heap) else { return false };
    if small > MANY {
        return false;
    }
    let (target, mut left) = (u64::try_from(target).ok(), MANY);
    game.splits().visit(small, &mut |parts| {
        if is_worth(worth, parts, target) {
            add(&big(parts));
        }
        left -= 1;
        left > 0
    })
}

/// Whether heaps are worth a target, which none are if it is too large.
fn is_worth(worth: &Worth, parts: &[u64], target: Option<u64>) -> bool {
    let mut values = parts.iter().map(|part| worth.known.sequence.value(*part));
    let value = values.try_fold(0u64, |sum, value| Some(sum ^ value?));
    value.is_some() && value == target
}

fn big(heaps: &[u64]) -> Vec<BigUint> {
    heaps.iter().copied().map(BigUint::from).collect()
}

/// The first option that is worth `target`, if it comes soon enough.
fn first_option(
    game: &SingleGame,
    worth: &Worth,
    heap: &BigUint,
    target: &BigUint,
) -> Option<Vec<BigUint>> {
    let target = u64::try_from(target).ok();
    let (mut found, mut left) = (None, VERY_MANY);
    game.splits().visit(u64::try_from(heap).ok()?, &mut |parts| {
        if is_worth(worth, parts, target) {
            found = Some(big(parts));
        }
        left -= 1;
        found.is_none() && left > 0
    });
    found
}

/// One thing that a large heap can become, worth `target`: whichever the digits of its proved period lead to.
fn one_option(worth: &Worth, heap: &BigUint, target: &BigUint) -> Option<Vec<BigUint>> {
    let (known, proved) = (&worth.known.sequence, worth.known.proved.as_ref()?);
    let (breaks, period) = (known.breaks()?, &proved.period);
    let base = large::base(breaks, period);
    let beyond = (*heap >= base.into()).then(|| heap - base)?;
    let first = base + u64::try_from(&beyond % period.length).ok()?;
    let digits = |n: &BigUint| (0..n.bits()).map(|place| n.bit(place)).collect::<Vec<bool>>();
    let (t, value) = (digits(&(&beyond / period.length)), digits(target));
    let parts = large::option_worth(breaks, &known.values(), period, first, &t, &value)?;
    let number = |part: &large::Part| {
        let mut periods = BigUint::ZERO;
        (0..).zip(&part.periods).for_each(|(place, digit)| periods.set_bit(place, *digit));
        periods * period.length + part.first
    };
    Some(parts.iter().map(number).collect())
}

/// How long play lasts, where that is soon found.
fn remoteness(game: &SingleGame, position: &str) -> Option<u32> {
    let position = game.parse(position).ok()?;
    if game.stones(&position) > 200 {
        return None;
    }
    let mut budget = Budget::positions(FEW);
    let facts = Reference::new(game).facts(&position, &mut budget).ok()?;
    Some(facts.remoteness(Convention::Normal))
}

/// Heaps as people write them.
pub fn written(heaps: &[BigUint]) -> String {
    if heaps.is_empty() {
        return "0".to_string();
    }
    let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
    heaps.join(",")
}
