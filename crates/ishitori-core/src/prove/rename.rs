//! Formulas with other names for their free variables.
//!
//! Bound variables stay as they are, and the new names must not be bound inside; names of heaps never end
//! in `_`, those of bound variables always do. Variables of predicates that do not care about their order
//! are sorted, so that a symmetric formula is often equal to its image and no automaton is needed to see
//! it; `goal.rs` asks that. Beside it small questions about formulas: which names occur, how large the
//! numbers are, whether there are quantifiers. Cost: a walk over the formula.

use ishitori_automata::{Formula, Predicate};

/// The formula with free variables renamed where `rename` gives a name; the new names must not be
/// bound inside. Variables of predicates that do not care about their order are sorted, so that
/// symmetric formulas are often equal.
pub fn renamed(formula: &Formula, rename: &dyn Fn(&str) -> Option<String>) -> Formula {
    let inside = |f: &Formula| renamed(f, rename);
    let all = |parts: &[Formula]| parts.iter().map(inside).collect();
    match formula {
        Formula::Constant(_) => formula.clone(),
        Formula::Atom(predicate, variables) => {
            let mut names: Vec<String> =
                variables.iter().map(|v| rename(v).unwrap_or_else(|| v.clone())).collect();
            if let Predicate::XorIsZero(_) | Predicate::DigitCounts { .. } = predicate {
                let mut place: Vec<usize> = (0..names.len()).collect();
                place.sort_by_key(|i| (names[*i].len(), names[*i].clone()));
                names = place.into_iter().map(|i| names[i].clone()).collect();
            }
            Formula::Atom(predicate.clone(), names)
        }
        Formula::Not(f) => inside(f).not(),
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
        Formula::Implies(p, q) => inside(p).implies(inside(q)),
        Formula::Iff(p, q) => inside(p).iff(inside(q)),
        Formula::Exists(names, body) | Formula::ForAll(names, body) => {
            let hidden = |name: &str| names.iter().any(|bound| bound == name);
            let free = |name: &str| if hidden(name) { None } else { rename(name) };
            let body = Box::new(renamed(body, &free));
            match formula {
                Formula::Exists(..) => Formula::Exists(names.clone(), body),
                _ => Formula::ForAll(names.clone(), body),
            }
        }
    }
}

/// The free variables, in the order of `tracks`.
pub fn used<'t>(formula: &Formula, tracks: &'t [String]) -> Vec<&'t String> {
    tracks.iter().filter(|name| mentions(formula, name)).collect()
}

fn mentions(formula: &Formula, name: &str) -> bool {
    match formula {
        Formula::Constant(_) => false,
        Formula::Atom(_, variables) => variables.iter().any(|v| v == name),
        Formula::Not(f) => mentions(f, name),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|f| mentions(f, name)),
        Formula::Implies(p, q) | Formula::Iff(p, q) => mentions(p, name) || mentions(q, name),
        Formula::Exists(names, body) | Formula::ForAll(names, body) => {
            !names.iter().any(|bound| bound == name) && mentions(body, name)
        }
    }
}

/// The largest numbers in a formula, as a certificate would have them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LargestNumbers {
    /// What a sum is compared with, and what a number is.
    pub constant: u64,
    /// Weights in sums, and remainders.
    pub weight: u64,
    /// Moduli and places.
    pub modulus: u64,
}

impl LargestNumbers {
    fn and(self, other: LargestNumbers) -> LargestNumbers {
        LargestNumbers {
            constant: self.constant.max(other.constant),
            weight: self.weight.max(other.weight),
            modulus: self.modulus.max(other.modulus),
        }
    }

    /// Those of a formula.
    pub(crate) fn of(formula: &Formula) -> LargestNumbers {
        let none = LargestNumbers::default();
        let all = |parts: &[Formula]| {
            parts.iter().map(LargestNumbers::of).fold(none, LargestNumbers::and)
        };
        match formula {
            Formula::Constant(_) => none,
            Formula::Atom(predicate, _) => LargestNumbers::of_atom(predicate),
            Formula::Not(f) | Formula::Exists(_, f) | Formula::ForAll(_, f) => {
                LargestNumbers::of(f)
            }
            Formula::And(parts) | Formula::Or(parts) => all(parts),
            Formula::Implies(p, q) | Formula::Iff(p, q) => {
                LargestNumbers::of(p).and(LargestNumbers::of(q))
            }
        }
    }

    fn of_atom(predicate: &Predicate) -> LargestNumbers {
        let none = LargestNumbers::default();
        let largest =
            |coefficients: &[i64]| coefficients.iter().map(|c| c.unsigned_abs()).max().unwrap_or(0);
        match predicate {
            Predicate::Linear { coefficients, constant, .. } => LargestNumbers {
                weight: largest(coefficients),
                constant: constant.unsigned_abs(),
                ..none
            },
            Predicate::Congruent { coefficients, residue, modulus } => {
                let weight = largest(coefficients).max(residue.unsigned_abs());
                LargestNumbers { weight, modulus: u64::from(*modulus), ..none }
            }
            Predicate::DigitCounts { modulus, .. }
            | Predicate::Ones { modulus, .. }
            | Predicate::EndCongruent { modulus, .. } => {
                LargestNumbers { modulus: u64::from(*modulus), ..none }
            }
            Predicate::Bit(place) => LargestNumbers { modulus: u64::from(*place), ..none },
            Predicate::Is(number) => LargestNumbers { constant: *number, ..none },
            _ => none,
        }
    }
}

/// Whether there is no quantifier in it.
pub(crate) fn is_quantifier_free(formula: &Formula) -> bool {
    match formula {
        Formula::Constant(_) | Formula::Atom(..) => true,
        Formula::Not(f) => is_quantifier_free(f),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(is_quantifier_free),
        Formula::Implies(p, q) | Formula::Iff(p, q) => {
            is_quantifier_free(p) && is_quantifier_free(q)
        }
        Formula::Exists(..) | Formula::ForAll(..) => false,
    }
}
