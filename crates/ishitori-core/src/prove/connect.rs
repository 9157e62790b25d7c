//! Connectives that tidy up as they go: no constants inside, nothing nested that need not be.
//!
//! Every step is an equivalence for all numbers: neutral parts and repetitions are dropped, one absorbing
//! part decides, negated comparisons are turned, and quantifiers lose the variables that their body does not
//! mention (there is always a natural number). So formulas of certificates are short enough to read, and
//! symmetric ones are often equal as text. Cost: parts are compared in pairs, which suits short lists; no
//! normal form is sought, because the automaton is one.

use std::collections::BTreeSet;

use ishitori_automata::{Comparison, Formula, Predicate};

/// All of `parts`.
pub(super) fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
    gathered(parts, true)
}

/// At least one of `parts`.
pub(super) fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
    gathered(parts, false)
}

/// Flat, without repetitions; `neutral` is what changes nothing.
fn gathered(parts: impl IntoIterator<Item = Formula>, neutral: bool) -> Formula {
    let mut all: Vec<Formula> = Vec::new();
    for part in parts {
        let inner = match part {
            Formula::Constant(value) if value == neutral => continue,
            Formula::Constant(_) => return Formula::Constant(!neutral),
            Formula::And(inner) if neutral => inner,
            Formula::Or(inner) if !neutral => inner,
            other => vec![other],
        };
        for part in inner {
            if !all.contains(&part) {
                all.push(part);
            }
        }
    }
    match all.len() {
        0 => Formula::Constant(neutral),
        1 => all.remove(0),
        _ if neutral => Formula::And(all),
        _ => Formula::Or(all),
    }
}

/// The opposite of `formula`; a comparison is turned round.
pub(super) fn not(formula: Formula) -> Formula {
    match formula {
        Formula::Constant(value) => Formula::Constant(!value),
        Formula::Not(inner) => *inner,
        Formula::Atom(Predicate::Linear { coefficients, comparison, constant }, variables) => {
            let comparison = opposite(comparison);
            Formula::Atom(Predicate::Linear { coefficients, comparison, constant }, variables)
        }
        other => other.not(),
    }
}

/// `second` if `first`.
pub(super) fn implies(first: Formula, second: Formula) -> Formula {
    match (first, second) {
        (Formula::Constant(true), second) => second,
        (Formula::Constant(false), _) | (_, Formula::Constant(true)) => Formula::Constant(true),
        (first, Formula::Constant(false)) => not(first),
        (first, second) => first.implies(second),
    }
}

/// Both or neither.
pub(super) fn iff(first: Formula, second: Formula) -> Formula {
    match (first, second) {
        (Formula::Constant(true), other) | (other, Formula::Constant(true)) => other,
        (Formula::Constant(false), other) | (other, Formula::Constant(false)) => not(other),
        (first, second) if first == second => Formula::Constant(true),
        (first, second) => first.iff(second),
    }
}

/// There are numbers for those of `variables` that `body` mentions.
pub(super) fn exists(variables: Vec<String>, body: Formula) -> Formula {
    match mentioned(variables, &body) {
        variables if variables.is_empty() => body,
        variables => Formula::Exists(variables, Box::new(body)),
    }
}

/// For all numbers for those of `variables` that `body` mentions.
pub(super) fn for_all(variables: Vec<String>, body: Formula) -> Formula {
    match mentioned(variables, &body) {
        variables if variables.is_empty() => body,
        variables => Formula::ForAll(variables, Box::new(body)),
    }
}

fn mentioned(mut variables: Vec<String>, body: &Formula) -> Vec<String> {
    let free = free_variables(body);
    variables.retain(|variable| free.contains(variable));
    variables
}

/// The comparison that holds exactly when `comparison` does not.
pub(super) fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterEqual,
        Comparison::LessEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessEqual,
        Comparison::GreaterEqual => Comparison::Less,
    }
}

/// The same formula, flat and without constants inside.
pub fn simplify(formula: Formula) -> Formula {
    let boxed = |inner: Box<Formula>| simplify(*inner);
    match formula {
        Formula::Constant(_) | Formula::Atom(..) => formula,
        Formula::Not(inner) => not(boxed(inner)),
        Formula::And(parts) => and(parts.into_iter().map(simplify)),
        Formula::Or(parts) => or(parts.into_iter().map(simplify)),
        Formula::Implies(first, second) => implies(boxed(first), boxed(second)),
        Formula::Iff(first, second) => iff(boxed(first), boxed(second)),
        Formula::Exists(variables, body) => exists(variables, boxed(body)),
        Formula::ForAll(variables, body) => for_all(variables, boxed(body)),
    }
}

/// The variables that no quantifier binds.
pub fn free_variables(formula: &Formula) -> BTreeSet<String> {
    let mut free = BTreeSet::new();
    collect(formula, &mut Vec::new(), &mut free);
    free
}

fn collect<'a>(formula: &'a Formula, bound: &mut Vec<&'a str>, free: &mut BTreeSet<String>) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Atom(_, variables) => {
            let outside = |variable: &&String| !bound.contains(&variable.as_str());
            free.extend(variables.iter().filter(outside).cloned());
        }
        Formula::Not(inner) => collect(inner, bound, free),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| collect(part, bound, free));
        }
        Formula::Implies(first, second) | Formula::Iff(first, second) => {
            collect(first, bound, free);
            collect(second, bound, free);
        }
        Formula::Exists(variables, body) | Formula::ForAll(variables, body) => {
            let before = bound.len();
            bound.extend(variables.iter().map(String::as_str));
            collect(body, bound, free);
            bound.truncate(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidied() {
        let x = || Formula::compare("x", Comparison::Less, "y");
        let nested = Formula::And(vec![
            Formula::Constant(true),
            Formula::And(vec![x(), Formula::exists(&["z"], x())]),
            Formula::Not(Box::new(Formula::Not(Box::new(x())))),
        ]);
        assert_eq!(simplify(nested), x());
        let never = Formula::And(vec![x(), Formula::Or(vec![]), x()]);
        assert_eq!(simplify(never), Formula::Constant(false));
        assert_eq!(not(x()), Formula::compare("x", Comparison::GreaterEqual, "y"));
        let free = free_variables(&Formula::exists(&["x"], x()));
        assert_eq!(free.into_iter().collect::<Vec<_>>(), ["y"]);
    }
}
