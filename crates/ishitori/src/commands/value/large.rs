//! Positions that no engine reaches, from a claim that is proved for all positions.

use std::io::Write;
use std::time::Duration;

use anyhow::{anyhow, bail};
use ishitori_automata::Numeration;
use ishitori_core::game::{HeapGame, Heaps, PositionError, heap_words};
use ishitori_core::prove::{NoAnswer, Value, answer};
use ishitori_core::solve::{Convention, GaveUp, Outcome};
use ishitori_rule::family::Symbol;
use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use super::super::write_json;
use crate::args::ValueArgs;
use crate::big;
use crate::proofs::Effort;
use crate::theorems::{self, Proved, Search};

/// Decimal digits of a heap.
const MAX_DIGITS: usize = 100_000;

/// The most memory for a proof.
const MAX_MEMORY: usize = 1 << 30;

/// Larger numbers are text in JSON: many programs read numbers as floating point.
const MAX_EXACT: u64 = 1 << 53;

/// What a theorem says of a position.
struct Reply {
    heaps: Vec<BigUint>,
    outcome: Outcome,
    value: Option<Value>,
    winning: Option<Vec<BigUint>>,
    by: String,
}

/// Answers for a position with a heap that no engine takes.
pub fn beyond(
    game: &HeapGame,
    name: &str,
    args: &ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let heaps = parse(game, &args.position)?;
    let misere = if args.play.misere { " in misère play" } else { "" };
    match search(args)? {
        Search::Found(proved) => show(name, &reply(game, &proved, heaps)?, args, out),
        Search::Nothing { too_long } if too_long.is_empty() => bail!(
            "a heap is too large to solve: heaps go up to 2^32, and beyond only a proved claim can answer. No \
             claim of {name} that says who wins at every position{misere} can be proved; `ishitori discover {}` \
             may find a theorem that does",
            theorems::quoted(&args.game)
        ),
        Search::Nothing { too_long } => {
            let (game, ids) = (theorems::quoted(&args.game), too_long.join(", "));
            Err(GaveUp::new(format!(
                "a heap is too large to solve, and {} s and 1 GB did not suffice to prove {ids}, which might tell who wins; try \
                 a larger --time, or see `ishitori prove {game} --claim {}`",
                args.time, too_long[0]
            ))
            .into())
        }
    }
}

/// Answers for a position that engines would take very long for, if some claim is proved.
pub fn instead(
    game: &HeapGame,
    name: &str,
    position: &Heaps,
    args: &ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let Search::Found(proved) = search(args)? else { return Ok(false) };
    let heaps = position.iter().map(|heap| BigUint::from(*heap)).collect();
    show(name, &reply(game, &proved, heaps)?, args, out)?;
    Ok(true)
}

fn search(args: &ValueArgs) -> anyhow::Result<Search> {
    let time = Duration::try_from_secs_f64(args.time).ok().filter(|time| !time.is_zero());
    let Some(time) = time else { bail!("--time is a number of seconds, more than 0") };
    let memory = usize::try_from(args.memory.bytes()).unwrap_or(usize::MAX).min(MAX_MEMORY);
    theorems::find(&args.game, args.play.convention(), Effort { memory, time: Some(time) })
}

/// Reads heaps of any size; ascending in an unordered game.
fn parse(game: &HeapGame, text: &str) -> anyhow::Result<Vec<BigUint>> {
    let rules = game.rules();
    let words = heap_words(text)?;
    let (expected, found) = (rules.names.len(), words.len());
    if found != expected {
        let text = shortened(text);
        return Err(PositionError::HeapCount { expected, found, text }.into());
    }
    if let Some(long) = words.iter().find(|word| word.len() > MAX_DIGITS) {
        bail!("a heap has {} digits: at most {MAX_DIGITS} are read", long.len());
    }
    let number = |word: &&str| {
        BigUint::parse_bytes(word.as_bytes(), 10).ok_or_else(|| anyhow!("`{word}` is no number"))
    };
    let mut heaps = words.iter().map(number).collect::<anyhow::Result<Vec<BigUint>>>()?;
    for ((name, least), heap) in rules.names.iter().zip(&rules.lower).zip(&heaps) {
        if let Ok(found) = u64::try_from(heap)
            && found < *least
        {
            let (name, least) = (name.clone(), *least);
            return Err(PositionError::TooSmall { name, found, least }.into());
        }
    }
    if let Some(failed) = rules.validity.iter().find(|c| !big::is_met(c, &heaps)) {
        let name = |symbol| match symbol {
            Symbol::Heap(i) => rules.names[i].clone(),
            Symbol::Fresh(_) => unreachable!("conditions on positions have no variables"),
        };
        let (text, condition) = (shortened(text), failed.display(&name));
        return Err(PositionError::Invalid { text, condition }.into());
    }
    if rules.symmetry.identifies() {
        heaps.sort_unstable();
    }
    Ok(heaps)
}

/// The beginning and the end of a long text.
fn shortened(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= 60 {
        return text.to_string();
    }
    let (first, last) = (&letters[..20], &letters[letters.len() - 20..]);
    first.iter().chain(&['…']).chain(last).collect()
}

/// What the theorem says, looked at once more with the arithmetic of large numbers.
fn reply(game: &HeapGame, proved: &Proved, heaps: Vec<BigUint>) -> anyhow::Result<Reply> {
    let Proved { id, proof } = proved;
    let numeration = proof.induction.shop.logic.numeration;
    let asked: Vec<_> = heaps.iter().map(|heap| big::digits(numeration, heap)).collect();
    let found = answer(proof, &asked).and_then(|found| match &found.winning {
        Some(winning) if !big::is_move(&proof.arena, numeration, &heaps, winning) => {
            Err(NoAnswer::Contradiction)
        }
        _ => Ok(found),
    });
    let found = found.map_err(|why| {
        anyhow!("{id} is proved, but gives no answer here: {why}. This is a bug of ishitori: please report it")
    })?;
    let winning = found.winning.map(|winning| {
        let number = |digits: &Vec<bool>| big::number(numeration, digits);
        let mut heaps: Vec<BigUint> = winning.heaps.iter().map(number).collect();
        if game.rules().symmetry.identifies() {
            heaps.sort_unstable();
        }
        heaps
    });
    Ok(Reply { heaps, outcome: found.outcome, value: found.value, winning, by: id.clone() })
}

fn show(name: &str, reply: &Reply, args: &ValueArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let Reply { heaps, outcome, value, winning, by } = reply;
    let misere = args.play.convention() == Convention::Misere;
    let exactly = |digits: &Vec<bool>| big::number(Numeration::Binary, digits);
    if args.json {
        let all =
            |heaps: &Vec<BigUint>| heaps.iter().map(|h| exact(h, MAX_EXACT)).collect::<Json>();
        let grundy = match value {
            Some(Value::Exactly(digits)) => Some(exact(&exactly(digits), u64::MAX)),
            _ => None,
        };
        let value = json!({
            "game": name,
            "position": all(heaps),
            "convention": if misere { "misere" } else { "normal" },
            "outcome": outcome.to_string(),
            "grundy": grundy,
            "remoteness": null,
            "winning_moves": winning.is_none().then(Vec::<Json>::new),
            "winning_move": winning.as_ref().map(all),
            "by": by,
        });
        return write_json(&value, out);
    }
    let winner = super::winner(*outcome);
    let play = if misere { ", misère play" } else { "" };
    writeln!(out, "{name}  {}{play}", write(heaps))?;
    writeln!(out, "outcome     {outcome} ({winner})")?;
    match value {
        Some(Value::Exactly(digits)) => writeln!(out, "grundy      {}", exactly(digits))?,
        Some(Value::AtLeast(least)) => {
            writeln!(out, "grundy      not known: {least} or more, {by} says no more")?;
        }
        None => {}
    }
    writeln!(out, "remoteness  not computed: too many positions")?;
    match winning {
        Some(heaps) => writeln!(out, "winning     {} (there may be others)", write(heaps))?,
        None => writeln!(out, "winning     none")?,
    }
    writeln!(out, "by          {by}, proved for all positions")?;
    Ok(())
}

fn write(heaps: &[BigUint]) -> String {
    heaps.iter().map(BigUint::to_string).collect::<Vec<_>>().join(",")
}

/// A number, or its digits as text if it is larger than `most`.
fn exact(number: &BigUint, most: u64) -> Json {
    match u64::try_from(number) {
        Ok(small) if small <= most => json!(small),
        _ => json!(number.to_string()),
    }
}
