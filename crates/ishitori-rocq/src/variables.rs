//! The variables of formulas: which are spoken of, and other numbers for them.

use NumberFormula::{And, Atom, Constant, Exists, Iff, Not, Or};
use ishitori_check::reading::{BOUND, NumberFormula, VariableNumber};

/// Whether a variable is spoken of.
pub(crate) fn has(formula: &NumberFormula, variable: VariableNumber) -> bool {
    spoken(std::slice::from_ref(formula)).contains(&variable)
}

/// The variables that formulas speak of and do not bind, in the order in which they are first named.
pub(crate) fn spoken(formulas: &[NumberFormula]) -> Vec<VariableNumber> {
    let mut found = Vec::new();
    formulas.iter().for_each(|formula| visit(formula, &mut Vec::new(), &mut found));
    found
}

fn visit(
    formula: &NumberFormula,
    bound: &mut Vec<VariableNumber>,
    found: &mut Vec<VariableNumber>,
) {
    match formula {
        Constant(_) => {}
        Not(part) => visit(part, bound, found),
        And(parts) | Or(parts) => parts.iter().for_each(|part| visit(part, bound, found)),
        Iff(parts) => parts.iter().for_each(|part| visit(part, bound, found)),
        Exists(inner, part) => {
            let outer = bound.len();
            bound.extend(inner);
            visit(part, bound, found);
            bound.truncate(outer);
        }
        Atom(_, terms) => terms.iter().for_each(|(_, variable)| {
            if !bound.contains(variable) && !found.contains(variable) {
                found.push(*variable);
            }
        }),
    }
}

/// The same formula with other numbers for all variables, those of quantifiers too.
pub(crate) fn renamed(
    formula: &NumberFormula,
    name: &mut dyn FnMut(VariableNumber) -> VariableNumber,
) -> NumberFormula {
    let mut all = |parts: &[NumberFormula]| -> Vec<NumberFormula> {
        parts.iter().map(|part| renamed(part, name)).collect()
    };
    match formula {
        Constant(truth) => Constant(*truth),
        Not(part) => Not(Box::new(renamed(part, name))),
        And(parts) => And(all(parts)),
        Or(parts) => Or(all(parts)),
        Iff(parts) => Iff(Box::new([renamed(&parts[0], name), renamed(&parts[1], name)])),
        Exists(bound, part) => {
            let bound = bound.iter().map(|variable| name(*variable)).collect();
            Exists(bound, Box::new(renamed(part, name)))
        }
        Atom(condition, terms) => {
            Atom(*condition, terms.iter().map(|(weight, v)| (*weight, name(*v))).collect())
        }
    }
}

/// The same formula with variables numbered as they are first named: free ones from 0, bound ones from
/// [`BOUND`]. Also the free variables, in that order.
pub(crate) fn numbered(formula: &NumberFormula) -> (NumberFormula, Vec<VariableNumber>) {
    let free = spoken(std::slice::from_ref(formula));
    let mut bound: Vec<VariableNumber> = Vec::new();
    let formula = renamed(formula, &mut |variable| {
        if let Some(index) = free.iter().position(|known| *known == variable) {
            return index as VariableNumber;
        }
        let index = bound.iter().position(|known| *known == variable).unwrap_or_else(|| {
            bound.push(variable);
            bound.len() - 1
        });
        BOUND + index as VariableNumber
    });
    (formula, free)
}
