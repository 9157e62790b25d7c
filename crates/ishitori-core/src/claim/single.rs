//! Claims about a game on single heaps: about one heap of n stones, and what it is worth. So are claims about a game on
//! pieces of several numbers: about one piece, whose values come from the box of the window.
//!
//! Such a claim is that of a game with one heap, of which values are known, and no moves: its window is not solved, but looked up in
//! the sequence (misère play, where sums are no xor: by recursion over sums). So formulas, witnesses and the ways to look at many positions are
//! those of all claims. What a move leads to is a sum of heaps, which formulas do not speak of, so `options` is refused. Cost: the
//! sequence up to the window, or up to the first heaps, if a claim names heaps of its own.

use std::ops::ControlFlow;

use ishitori_rule::{PieceRules, Rules, Ruleset, SingleRules};

use super::one_heap::heap_rules;
use super::request::{CheckError, largest};
use crate::ask::{AskError, Refused, SolvedWindow, solve_pieces};
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, GameKind, HeapGame, PieceGame, SingleGame};
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
    let rules = match &ruleset.rules {
        Rules::Single(rules) => rules,
        Rules::Pieces(rules) => return of_pieces(rules, bounds, convention, control).map(Some),
        Rules::Heaps(_) | Rules::Board(_) | Rules::Figures(_) => return Ok(None),
    };
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

/// The values of pieces, or who wins each alone in misère play.
fn of_pieces(
    rules: &PieceRules,
    bounds: &Bounds,
    convention: Convention,
    control: &Control,
) -> Result<SolvedWindow, CheckError> {
    let game = PieceGame::new(rules)?;
    if convention == Convention::Normal {
        return Ok(match solve_pieces(&game, bounds, control) {
            Ok(window) => window,
            Err(AskError::GaveUp(gave_up)) => return Err(gave_up.into()),
            Err(AskError::Refused(Refused::Window(error))) => return Err(error.into()),
            Err(AskError::Refused(refused)) => {
                return Err(GaveUp::new(refused.to_string()).into());
            }
        });
    }
    let mut window = SolvedWindow::no_p(game.one_piece(), bounds, convention)?;
    let (mut solver, mut gave_up) = (Reference::new(&game), None);
    game.one_piece().visit_positions(bounds, &mut |piece| {
        match solver.facts(&vec![piece.clone()], control) {
            Ok(facts) if facts.outcome(convention) == Outcome::P => window.add_p(piece),
            Ok(_) => {}
            Err(why) => gave_up = Some(why),
        }
        if gave_up.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    gave_up.map_or(Ok(window), |why| Err(why.into()))
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
