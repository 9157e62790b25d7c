//! How many of some formulas hold.
//!
//! At least k hold exactly if all of some k of them do; every other comparison is made of that, so it
//! is right for any formulas. Modulo 2 it is a chain of equivalences instead. Cost: as many parts as
//! there are choices of k among n, which suits the few elements that a claim writes out.

use ishitori_automata::{Comparison, Formula};

use crate::prove::connect::{and, iff, not, or};

/// Exactly `number` of `formulas` hold.
pub(super) fn exactly(formulas: &[Formula], number: usize) -> Formula {
    and([at_least(formulas, number), not(at_least(formulas, number + 1))])
}

/// At least `number` of `formulas` hold: some choice of so many.
fn at_least(formulas: &[Formula], number: usize) -> Formula {
    if number > formulas.len() {
        return Formula::Constant(false);
    }
    let mut choices: Vec<Formula> = Vec::new();
    each_choice(formulas, number, &mut Vec::new(), &mut choices);
    or(choices)
}

fn each_choice(
    formulas: &[Formula],
    number: usize,
    chosen: &mut Vec<Formula>,
    all: &mut Vec<Formula>,
) {
    if number == 0 {
        all.push(and(chosen.clone()));
        return;
    }
    for at in 0..=formulas.len().saturating_sub(number) {
        let Some(formula) = formulas.get(at) else { return };
        chosen.push(formula.clone());
        each_choice(&formulas[at + 1..], number - 1, chosen, all);
        chosen.pop();
    }
}

/// The number of `formulas` that hold compares with `number`.
pub(super) fn compared(formulas: &[Formula], comparison: Comparison, number: i64) -> Formula {
    let from = |number: i64| match usize::try_from(number) {
        Ok(number) => at_least(formulas, number),
        Err(_) => Formula::Constant(true),
    };
    let above = number.saturating_add(1);
    match comparison {
        Comparison::Equal => and([from(number), not(from(above))]),
        Comparison::NotEqual => or([not(from(number)), from(above)]),
        Comparison::Less => not(from(number)),
        Comparison::LessEqual => not(from(above)),
        Comparison::Greater => from(above),
        Comparison::GreaterEqual => from(number),
    }
}

/// The number of `formulas` that hold is congruent to `residue` modulo `modulus`.
pub(super) fn congruent(formulas: &[Formula], residue: usize, modulus: usize) -> Formula {
    if modulus == 2 {
        let start = Formula::Constant(residue == 0);
        // Each that holds turns even into odd.
        return formulas.iter().fold(start, |even, next| not(iff(even, next.clone())));
    }
    or((0..=formulas.len()).filter(|n| n % modulus == residue).map(|n| exactly(formulas, n)))
}
