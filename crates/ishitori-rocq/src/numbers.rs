//! Numbers, sums and comparisons as a mathematician reads them in Rocq.

use crate::sentence::{DigitTerm, SumRelation, WeightedTerms};
use ishitori_check::reading::VariableNumber;

/// What variables are called.
pub(crate) type VariableNames<'a> = &'a dyn Fn(VariableNumber) -> String;

/// A list of numbers.
pub(crate) fn list(terms: &[DigitTerm], names: VariableNames) -> String {
    let terms: Vec<String> = terms.iter().map(|term| bare(term, names)).collect();
    format!("[{}]", terms.join("; "))
}

/// A number, in parentheses where needed.
pub(crate) fn number(term: &DigitTerm, names: VariableNames) -> String {
    match term {
        DigitTerm::Variable(variable) => names(*variable),
        DigitTerm::Xor(parts) | DigitTerm::And(parts) | DigitTerm::Or(parts)
            if parts.len() == 1 =>
        {
            number(&parts[0], names)
        }
        term => format!("({})", bare(term, names)),
    }
}

/// A number without parentheses around it.
pub(crate) fn bare(term: &DigitTerm, names: VariableNames) -> String {
    let (operator, parts) = match term {
        DigitTerm::Variable(variable) => return names(*variable),
        DigitTerm::Xor(parts) => ("N.lxor", parts),
        DigitTerm::And(parts) => ("N.land", parts),
        DigitTerm::Or(parts) => ("N.lor", parts),
        DigitTerm::AtLeast(least, parts) => {
            return format!("at_least {least} {}", list(parts, names));
        }
    };
    let Some((last, before)) = parts.split_last() else { return "0".to_string() };
    if before.is_empty() {
        return bare(last, names);
    }
    let fold =
        |right: String, part: &DigitTerm| format!("({operator} {} {right})", number(part, names));
    let text = before.iter().rev().fold(number(last, names), fold);
    text[1..text.len() - 1].to_string()
}

/// A comparison with nothing negative on either side.
pub(crate) fn comparison(
    relation: SumRelation,
    bound: i64,
    terms: &WeightedTerms,
    names: VariableNames,
) -> String {
    let side = |sign: i64| -> Vec<(i64, &DigitTerm)> {
        let own = terms.iter().filter(|(weight, _)| weight * sign > 0);
        own.map(|(weight, term)| (weight * sign, term)).collect()
    };
    let left = sum(&side(1), (-bound).max(0), names);
    let right = sum(&side(-1), bound.max(0), names);
    match relation {
        SumRelation::Equal => format!("{left} = {right}"),
        SumRelation::Different => format!("{left} <> {right}"),
        SumRelation::AtMost => match strictly(&left, &right) {
            Some(strict) => strict,
            None => format!("{left} <= {right}"),
        },
        SumRelation::AtLeast => match strictly(&right, &left) {
            Some(strict) => strict,
            None => format!("{right} <= {left}"),
        },
    }
}

/// `a + 1 <= b` as `a < b`.
fn strictly(left: &str, right: &str) -> Option<String> {
    left.strip_suffix(" + 1").map(|left| format!("{left} < {right}"))
}

pub(crate) fn sum(terms: &[(i64, &DigitTerm)], constant: i64, names: VariableNames) -> String {
    let one = |(weight, term): &(i64, &DigitTerm)| match weight {
        1 => number(term, names),
        weight => format!("{weight} * {}", number(term, names)),
    };
    let mut parts: Vec<String> = terms.iter().filter(|(weight, _)| *weight != 0).map(one).collect();
    if constant != 0 || parts.is_empty() {
        parts.push(constant.to_string());
    }
    parts.join(" + ")
}
