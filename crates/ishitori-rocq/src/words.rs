//! Sentences as a mathematician reads them in Rocq: plain arithmetic on `N`.

use crate::sentence::{DigitTerm, RocqAtom, RocqSentence, SumRelation, WeightedTerms};
use ishitori_check::reading::VariableNumber;

/// What variables are called.
pub(crate) type VariableNames<'a> = &'a dyn Fn(VariableNumber) -> String;

/// A sentence in words.
pub(crate) fn words(sentence: &RocqSentence, names: VariableNames) -> String {
    match sentence {
        RocqSentence::Truth(true) => "True".to_string(),
        RocqSentence::Truth(false) => "False".to_string(),
        RocqSentence::Not(part) => format!("~ {}", inner(part, names)),
        RocqSentence::All(parts) if parts.is_empty() => "True".to_string(),
        RocqSentence::Any(parts) if parts.is_empty() => "False".to_string(),
        RocqSentence::All(parts) => joined(parts, " /\\ ", names),
        RocqSentence::Any(parts) => joined(parts, " \\/ ", names),
        RocqSentence::Iff(parts) => {
            format!("({} <-> {})", inner(&parts[0], names), inner(&parts[1], names))
        }
        RocqSentence::Exists { bound, body, .. } => {
            let bound: Vec<String> = bound.iter().map(|variable| names(*variable)).collect();
            format!("exists {}, {}", bound.join(" "), words(body, names))
        }
        RocqSentence::Atom(atom) => atom_words(atom, names),
    }
}

/// A sentence as part of a larger one.
pub(crate) fn inner(sentence: &RocqSentence, names: VariableNames) -> String {
    let plain = match sentence {
        RocqSentence::Truth(_) | RocqSentence::Iff(_) => true,
        RocqSentence::All(parts) | RocqSentence::Any(parts) => parts.is_empty(),
        _ => false,
    };
    let text = words(sentence, names);
    if plain { text } else { format!("({text})") }
}

fn joined(parts: &[RocqSentence], connective: &str, names: VariableNames) -> String {
    let one = |part: &RocqSentence| match part {
        RocqSentence::Atom(_) | RocqSentence::Not(_) if parts.len() > 1 => words(part, names),
        part if parts.len() == 1 => words(part, names),
        part => inner(part, names),
    };
    parts.iter().map(one).collect::<Vec<_>>().join(connective)
}

fn atom_words(atom: &RocqAtom, names: VariableNames) -> String {
    let word = |term: &DigitTerm| number(term, names);
    match atom {
        RocqAtom::Linear(relation, bound, terms) => comparison(*relation, *bound, terms, names),
        RocqAtom::Modulo(modulus, remainder, terms) => {
            let weight = |weight: i64| weight.rem_euclid(*modulus);
            let terms: Vec<(i64, &DigitTerm)> =
                terms.iter().map(|(own, term)| (weight(*own), term)).collect();
            format!("({}) mod {modulus} = {remainder}", sum(&terms, 0, names))
        }
        RocqAtom::Digits(2, terms) => match terms.len() {
            0 => "True".to_string(),
            _ => format!("{} = 0", bare(&DigitTerm::Xor(terms.clone()), names)),
        },
        RocqAtom::Digits(modulus, terms) => format!("digits0 {modulus} {}", list(terms, names)),
        RocqAtom::Bit(place, term) => format!("N.testbit {} {place} = true", word(term)),
        RocqAtom::Power(term) => format!("pow2 {}", word(term)),
        RocqAtom::EndAtMost(x, y) => format!("v2le {} {}", word(x), word(y)),
        RocqAtom::EndModulo(modulus, remainder, term) => {
            format!("({0} <> 0 /\\ v2 {0} mod {modulus} = {remainder})", word(term))
        }
        RocqAtom::TailPower(x, y) => format!("{} = 2 ^ tail {}", word(y), word(x)),
        RocqAtom::Accepted(name, terms) => {
            format!("lang {} t_{name} {}", terms.len(), list(terms, names))
        }
        RocqAtom::Divides(d, x) => format!("N.divide {} {}", word(d), word(x)),
    }
}

/// A list of numbers.
pub(crate) fn list(terms: &[DigitTerm], names: VariableNames) -> String {
    let terms: Vec<String> = terms.iter().map(|term| bare(term, names)).collect();
    format!("[{}]", terms.join("; "))
}

/// A number, in parentheses where needed.
fn number(term: &DigitTerm, names: VariableNames) -> String {
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
fn bare(term: &DigitTerm, names: VariableNames) -> String {
    let (operator, parts) = match term {
        DigitTerm::Variable(variable) => return names(*variable),
        DigitTerm::Xor(parts) => ("N.lxor", parts),
        DigitTerm::And(parts) => ("N.land", parts),
        DigitTerm::Or(parts) => ("N.lor", parts),
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
fn comparison(
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

fn sum(terms: &[(i64, &DigitTerm)], constant: i64, names: VariableNames) -> String {
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
