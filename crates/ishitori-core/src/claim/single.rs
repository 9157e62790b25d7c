//! Claims about a game on single heaps: about one heap of n stones, and what it is worth.
//!
//! Such a claim is that of a game with one heap, of which values are known, and no moves: its window is not solved, but looked up in
//! the sequence (misère play, where sums are no xor: by recursion over sums). So formulas, witnesses and the ways to look at many positions are
//! those of all claims. What a move leads to is a sum of heaps, which formulas do not speak of, so `options` is refused. Cost: the
//! sequence up to the window, or up to the first heaps, if a claim names heaps of its own.

use ishitori_rule::{Rules, Ruleset, SingleRules};

use super::one_heap::heap_rules;
use super::request::{CheckError, largest};
use crate::ask::SolvedWindow;
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, HeapGame, SingleGame};
use crate::single::Sequence;
use crate::solve::{Convention, Outcome, Reference};

/// Heaps whose values are looked for, if the window is smaller.
const FIRST_HEAPS: u64 = 200;

/// The values of single heaps, or who wins them in misère play; `None` if the game is another one.
///
/// # Errors
/// [`CheckError`] if they are too many.
pub(super) fn known(
    ruleset: &Ruleset,
    bounds: &Bounds,
    convention: Convention,
    control: &Control,
) -> Result<Option<SolvedWindow>, CheckError> {
    let Rules::Single(rules) = &ruleset.rules else { return Ok(None) };
    let game = HeapGame::new(&heap_rules(rules))?;
    let to = largest(bounds);
    let known = match convention {
        Convention::Normal => values(rules, &game, to, control)?,
        Convention::Misere => outcomes(rules, &game, to, control)?,
    };
    Ok(Some(known))
}

fn values(
    rules: &SingleRules,
    game: &HeapGame,
    to: u64,
    control: &Control,
) -> Result<SolvedWindow, CheckError> {
    let mut sequence = Sequence::new(rules)?;
    if sequence.bytes(to) > control.memory() as u128 {
        let why = format!("the values of heaps up to {to} take more memory than is allowed");
        return Err(GaveUp::new(why).into());
    }
    let counting = control.with_any_positions();
    let counting = counting.planned(to, "heaps");
    sequence.extend(to, &counting)?;
    if to < FIRST_HEAPS {
        // Nobody asked for more, so nobody is told if they are too many.
        let _ = sequence.extend(FIRST_HEAPS, &control.with_any_positions().in_silence());
    }
    let told = to.max((sequence.len() as u64).saturating_sub(1));
    let bounds = Bounds { to: vec![told], total: None };
    let too_many = || GaveUp::new("there are too many heaps to keep their values");
    let mut window = SolvedWindow::no_values(game, &bounds)?.ok_or_else(too_many)?;
    for heap in 0..=told {
        let value = sequence.value(heap).and_then(|value| u32::try_from(value).ok());
        let value = value.ok_or_else(|| GaveUp::new("a Grundy value is too large"))?;
        let position = game.position(&[heap]).map_err(|why| GaveUp::new(why.to_string()))?;
        window.add_value(&position, value);
    }
    Ok(window)
}

fn outcomes(
    rules: &SingleRules,
    game: &HeapGame,
    to: u64,
    control: &Control,
) -> Result<SolvedWindow, CheckError> {
    let single = SingleGame::new(rules)?;
    let mut solver = Reference::new(&single);
    let bounds = Bounds { to: vec![to], total: None };
    let mut window = SolvedWindow::no_p(game, &bounds, Convention::Misere)?;
    for heap in 0..=to {
        let facts = solver.facts(&single.position(&[heap]), control)?;
        if facts.outcome(Convention::Misere) == Outcome::P {
            let position = game.position(&[heap]).map_err(|why| GaveUp::new(why.to_string()))?;
            window.add_p(&position);
        }
    }
    Ok(window)
}
