//! Multiples of the golden ratio, rounded down, as a mathematician writes them.
//!
//! In a certificate "a = floor(k phi)" is said with Fibonacci digits: there is y with y + 1 = k, and z whose digits are
//! those of y one place up, with z + 1 = a. The tactic `fib_floor` proves that the two say the same.

use crate::numbers::{VariableNames, sum};
use crate::sentence::{DigitTerm, RocqAtom, RocqSentence, SumRelation, WeightedTerms};
use ishitori_check::reading::VariableNumber;

/// "k > 0 and a = floor (k phi)", if a quantifier says just that.
pub(crate) fn rounded_multiple(
    bound: &[VariableNumber],
    body: &RocqSentence,
    names: VariableNames,
) -> Option<String> {
    let ([y], [first, second]) = (bound, &body.conjuncts()[..]) else { return None };
    let RocqSentence::Exists { bound: inner, body: rest, .. } = second else { return None };
    let ([z], [shift, last]) = (&inner[..], &rest.conjuncts()[..]) else { return None };
    let RocqSentence::Atom(RocqAtom::Shift(from, to)) = shift else { return None };
    if *from != DigitTerm::Variable(*y) || *to != DigitTerm::Variable(*z) {
        return None;
    }
    let multiple = Successor::of(*y, *z, first)?;
    let value = Successor::of(*z, *y, last)?;
    let (more, less) = (multiple.side(1, names), multiple.side(-1, names));
    let difference = if less == "0" { more.clone() } else { format!("{more} - {}", closed(&less)) };
    let added = value.side(-1, names);
    let added = if added == "0" { String::new() } else { format!(" + {added}") };
    let equal = format!("{} = floor_phi ({difference}){added}", value.side(1, names));
    Some(format!("{less} < {more} /\\ {equal}"))
}

/// A sum in parentheses.
fn closed(text: &str) -> String {
    if text.contains('+') { format!("({text})") } else { text.to_string() }
}

/// The number after a variable, as a sum and a constant.
struct Successor {
    terms: WeightedTerms,
    constant: i64,
}

impl Successor {
    /// What an equation says of the successor of a variable; another must not be in it.
    fn of(variable: VariableNumber, not: VariableNumber, said: &RocqSentence) -> Option<Successor> {
        let RocqSentence::Atom(atom) = said else { return None };
        let RocqAtom::FibonacciLinear(_, SumRelation::Equal, bound, all) = atom else {
            return None;
        };
        let is_own = |term: &DigitTerm| *term == DigitTerm::Variable(variable);
        let weights: Vec<i64> =
            all.iter().filter(|(_, term)| is_own(term)).map(|(weight, _)| *weight).collect();
        let [weight @ (1 | -1)] = weights[..] else { return None };
        let others = all.iter().filter(|(_, term)| !is_own(term));
        let terms: WeightedTerms = others.map(|(w, term)| (-weight * w, term.clone())).collect();
        let has_other = terms.iter().any(|(_, term)| term.has(not));
        (!has_other).then_some(Successor { terms, constant: weight * bound + 1 })
    }

    /// What is added, or what is taken away.
    fn side(&self, sign: i64, names: VariableNames) -> String {
        let own = self.terms.iter().filter(|(weight, _)| weight * sign > 0);
        let own: Vec<(i64, &DigitTerm)> = own.map(|(w, term)| (w * sign, term)).collect();
        sum(&own, (self.constant * sign).max(0), names)
    }
}
