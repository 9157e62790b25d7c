//! The value of a position of single heaps: the xor of its heaps, each from the sequence or from a proved
//! period, so that a heap may have a thousand digits.

use std::collections::BTreeSet;
use std::io::Write;

use ishitori_core::game::{Game, SingleGame, heap_words};
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
    let known = Values::up_to(ruleset, &largest, args.work)?;
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
            if let Some(parts) = one_option(worth, heap, &target) {
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
    let mut left = MANY;
    game.splits().visit(small, &mut |parts| {
        let value =
            parts.iter().try_fold(0u64, |sum, part| Some(sum ^ worth.known.sequence.value(*part)?));
        if value.map(BigUint::from).as_ref() == Some(target) {
            let parts: Vec<BigUint> = parts.iter().copied().map(BigUint::from).collect();
            add(&parts);
        }
        left -= 1;
        left > 0
    })
}

/// One thing that a large heap can become, worth `target`. If there is one, there is one whose smaller heaps
/// lie before the end of the first period: whole periods can be moved to the largest heap.
fn one_option(worth: &Worth, heap: &BigUint, target: &BigUint) -> Option<Vec<BigUint>> {
    let breaks = worth.known.sequence.breaks()?;
    let of = |heap: &BigUint| worth.known.of(heap);
    let less = |take: u64| (*heap > BigUint::from(take)).then(|| heap - take);
    let small = u64::try_from(heap).unwrap_or(u64::MAX);
    if *target == BigUint::ZERO && breaks.none.has(small) {
        return Some(Vec::new());
    }
    let left = breaks.one.listed.iter().filter_map(|take| less(*take));
    if let Some(left) = left.into_iter().find(|left| of(left).as_ref() == Some(target)) {
        return Some(vec![left]);
    }
    let end = worth.known.proved.as_ref().map_or(worth.known.sequence.len() as u64, |proved| {
        proved.period.start + proved.period.length
    });
    if breaks.one.all_but.is_some() {
        return one_left(worth, heap, target, end);
    }
    for (take, differ) in &breaks.two {
        let Some(total) = less(*take) else { continue };
        for part in (1..end).map(BigUint::from).take_while(|part| part * 2u32 <= total) {
            let other = &total - &part;
            if (*differ && other == part) || of(&part)? ^ of(&other)? != *target {
                continue;
            }
            return Some(vec![part, other]);
        }
    }
    None
}

/// A smaller heap worth `target`, where anything but a few numbers may be taken.
fn one_left(worth: &Worth, heap: &BigUint, target: &BigUint, end: u64) -> Option<Vec<BigUint>> {
    let takes = &worth.known.sequence.breaks()?.one;
    let allowed = |left: &BigUint| {
        left < heap
            && *left > BigUint::ZERO
            && takes.has(u64::try_from(heap - left).unwrap_or(u64::MAX))
    };
    for place in 1..end {
        let value = BigUint::from(worth.known.sequence.value(place)?);
        let mut left = BigUint::from(place);
        if let Some(proved) = &worth.known.proved
            && proved.period.saltus > 0
            && place >= proved.period.start
            && *target > value
            && (target - &value) % proved.period.saltus == BigUint::ZERO
        {
            left += (target - &value) / proved.period.saltus * proved.period.length;
        } else if value != *target {
            continue;
        }
        if allowed(&left) {
            return Some(vec![left]);
        }
    }
    None
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
