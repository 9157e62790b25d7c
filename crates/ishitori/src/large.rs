//! Positions that no engine reaches, from a theorem about all positions: who wins, a winning move, the value if the
//! theorem tells it.
//!
//! Why it is right: the theorem's certificate was accepted ([`theorems`](crate::theorems)), and the move that it names is
//! looked at once more with arithmetic. Cost: a walk through an automaton, a step a digit.

use anyhow::{anyhow, bail};
use ishitori_automata::Numeration;
use ishitori_core::game::{HeapGame, PositionError, heap_words};
use ishitori_core::prove::{GrundyAnswer, NoAnswer, answer};
use ishitori_core::solve::Outcome;
use ishitori_rule::family::Symbol;
use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use crate::big;
use crate::theorems::ProvedTheorem;

/// Decimal digits of a heap.
const MAX_DIGITS: usize = 100_000;

/// Larger numbers are text in JSON: many programs read numbers as floating point.
pub const MAX_EXACT: u64 = 1 << 53;

/// What a theorem says of the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LargeValue {
    /// This.
    Exactly(BigUint),
    /// At least this, and no more is said.
    AtLeast(u64),
}

/// What a theorem says of a position.
pub struct TheoremReply {
    /// The position.
    pub heaps: Vec<BigUint>,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, if the theorem is about it.
    pub value: Option<LargeValue>,
    /// A move that wins, if there is one; there may be others.
    pub winning: Option<Vec<BigUint>>,
    /// The name of the theorem.
    pub by: String,
    /// Which positions it is about.
    pub about: String,
}

/// Reads heaps of any size; ascending in an unordered game.
///
/// # Errors
/// If they are no position.
pub fn parse(game: &HeapGame, text: &str) -> anyhow::Result<Vec<BigUint>> {
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
///
/// # Errors
/// If it gives no answer: a bug, reported as such.
pub fn reply(
    game: &HeapGame,
    proved: &ProvedTheorem,
    heaps: Vec<BigUint>,
) -> anyhow::Result<TheoremReply> {
    let ProvedTheorem { id, proof, about, .. } = proved;
    let numeration = proof.induction.shop.numeration;
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
    let value = found.value.map(|value| match value {
        // Values are binary numbers, whatever the digits of heaps are.
        GrundyAnswer::Exactly(digits) => {
            LargeValue::Exactly(big::number(Numeration::Binary, &digits))
        }
        GrundyAnswer::AtLeast(least) => LargeValue::AtLeast(least),
    });
    Ok(TheoremReply {
        heaps,
        outcome: found.outcome,
        value,
        winning,
        by: id.clone(),
        about: about.clone(),
    })
}

/// Heaps as people write them.
pub fn write(heaps: &[BigUint]) -> String {
    heaps.iter().map(BigUint::to_string).collect::<Vec<_>>().join(",")
}

/// A number in JSON, or its digits as text if it is larger than `most`.
pub fn exact(number: &BigUint, most: u64) -> Json {
    match u64::try_from(number) {
        Ok(small) if small <= most => json!(small),
        _ => json!(number.to_string()),
    }
}
