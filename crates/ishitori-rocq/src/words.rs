//! Sentences as a mathematician reads them in Rocq: plain arithmetic on `N`.

use crate::golden;
use crate::numbers::{VariableNames, bare, comparison, list, number, sum};
use crate::sentence::{DigitTerm, RocqAtom, RocqSentence};

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
            if let Some(said) = golden::rounded_multiple(bound, body, names) {
                return said;
            }
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
        RocqAtom::Linear(relation, bound, terms)
        | RocqAtom::FibonacciLinear(_, relation, bound, terms) => {
            comparison(*relation, *bound, terms, names)
        }
        RocqAtom::Shift(x, y) => format!("{} + 1 = floor_phi ({} + 1)", word(y), word(x)),
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
        RocqAtom::Ones(modulus, remainder, term) => {
            format!("ones_of {} mod {modulus} = {remainder}", word(term))
        }
        RocqAtom::TailModulo(modulus, remainder, term) => {
            format!("tail {} mod {modulus} = {remainder}", word(term))
        }
        RocqAtom::TailAtMost(x, y) => format!("tail {} <= tail {}", word(x), word(y)),
        RocqAtom::TailPower(x, y) => format!("{} = 2 ^ tail {}", word(y), word(x)),
        RocqAtom::Accepted(name, terms) => {
            format!("lang {} t_{name} {}", terms.len(), list(terms, names))
        }
        RocqAtom::Divides(d, x) => format!("N.divide {} {}", word(d), word(x)),
    }
}
