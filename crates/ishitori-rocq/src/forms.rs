//! Sentences as formulas of the library `rocq/Formula.v`, which checks compute with.
//!
//! Where digits are read one by one, a formula knows only the digits of one number at a time: a xor is then said as
//! ones that are counted, and other numbers that are made digit by digit are refused.

use crate::fibonacci;
use crate::refusal::NoRocqTheorem;
use crate::sentence::{DigitTerm, RocqAtom, RocqSentence, SumRelation, WeightedTerms};
use ishitori_check::reading::VariableNumber;

/// Where the variables of a formula are, and how their digits are read.
#[derive(Clone, Copy)]
pub(crate) struct FormTracks<'a> {
    pub(crate) tracks: &'a [VariableNumber],
    pub(crate) one_by_one: bool,
}

/// A sentence as a formula whose variables are on these tracks.
pub(crate) fn form(sentence: &RocqSentence, tracks: FormTracks) -> Result<String, NoRocqTheorem> {
    let all =
        |parts: &[RocqSentence], operator: &str, none: &str| -> Result<String, NoRocqTheorem> {
            let parts = parts.iter().map(|part| form(part, tracks));
            let parts = parts.collect::<Result<Vec<String>, _>>()?;
            let Some((last, before)) = parts.split_last() else { return Ok(none.to_string()) };
            Ok(before
                .iter()
                .rev()
                .fold(last.clone(), |right, part| format!("({operator} {part} {right})")))
        };
    match sentence {
        RocqSentence::Truth(true) => Ok("FTrue".to_string()),
        RocqSentence::Truth(false) => Ok("FFalse".to_string()),
        RocqSentence::Not(part) => Ok(format!("(FNot {})", form(part, tracks)?)),
        RocqSentence::All(parts) => all(parts, "FAnd", "FTrue"),
        RocqSentence::Any(parts) => all(parts, "FOr", "FFalse"),
        RocqSentence::Iff(parts) => {
            Ok(format!("(FIff {} {})", form(&parts[0], tracks)?, form(&parts[1], tracks)?))
        }
        RocqSentence::Exists { quantifier, arguments, .. } => {
            let arguments = terms(arguments, tracks)?;
            Ok(format!("(FTab q{quantifier} t_q{quantifier} {arguments})"))
        }
        RocqSentence::Atom(atom) => atom_form(atom, tracks),
    }
}

fn atom_form(atom: &RocqAtom, tracks: FormTracks) -> Result<String, NoRocqTheorem> {
    let one = |number: &DigitTerm| term(number, tracks);
    Ok(match atom {
        RocqAtom::Linear(relation, bound, sum) => {
            let opposite: WeightedTerms = sum.iter().map(|(w, term)| (-w, term.clone())).collect();
            let (same, opposite) = (weighted(sum, tracks)?, weighted(&opposite, tracks)?);
            match relation {
                SumRelation::Equal => format!("(FLin REq ({bound}) {same})"),
                SumRelation::Different => format!("(FNot (FLin REq ({bound}) {same}))"),
                SumRelation::AtLeast => format!("(FLin RGe ({bound}) {same})"),
                SumRelation::AtMost => format!("(FLin RGe ({}) {opposite})", -bound),
            }
        }
        RocqAtom::FibonacciLinear(number, relation, bound, sum) => {
            let solutions = fibonacci::solutions(*relation, *bound, sum);
            let numbers: Vec<DigitTerm> = sum.iter().map(|(_, number)| number.clone()).collect();
            let is = format!(
                "(FTab ({}) t_a{number} {})",
                solutions.predicate(),
                terms(&numbers, tracks)?
            );
            if *relation == SumRelation::Different { format!("(FNot {is})") } else { is }
        }
        RocqAtom::Shift(x, y) => weighted(&vec![(1, y.clone()), (-2, x.clone())], tracks)
            .map(|sum| format!("(FLin REq 0 {sum})"))?,
        RocqAtom::Modulo(modulus, remainder, sum) => {
            let least = |(w, term): &(i64, DigitTerm)| (w.rem_euclid(*modulus), term.clone());
            let sum: WeightedTerms = sum.iter().map(least).filter(|(w, _)| *w != 0).collect();
            format!("(FMod {modulus} {remainder} {})", weighted(&sum, tracks)?)
        }
        RocqAtom::Digits(2, parts) if parts.is_empty() => "FTrue".to_string(),
        RocqAtom::Digits(2, parts) if !tracks.one_by_one => {
            let xor = DigitTerm::Xor(parts.clone());
            format!("(FLin REq 0 {})", weighted(&vec![(1, xor)], tracks)?)
        }
        RocqAtom::Digits(modulus, parts) => {
            format!("(FDig {modulus} {})", terms(parts, tracks)?)
        }
        RocqAtom::Bit(place, number) => format!("(FBit {place} {})", one(number)?),
        RocqAtom::Power(number) => format!("(FPow2 {})", one(number)?),
        RocqAtom::EndAtMost(x, y) => format!("(FV2le {} {})", one(x)?, one(y)?),
        RocqAtom::EndModulo(modulus, remainder, number) => {
            format!("(FV2 {modulus} {remainder} {})", one(number)?)
        }
        RocqAtom::Ones(modulus, remainder, number) => {
            format!("(FOnes {modulus} {remainder} {})", one(number)?)
        }
        RocqAtom::TailModulo(modulus, remainder, number) => {
            format!("(FTailMod {modulus} {remainder} {})", one(number)?)
        }
        RocqAtom::TailAtMost(x, y) => format!("(FTailLe {} {})", one(x)?, one(y)?),
        RocqAtom::TailPower(x, y) => format!("(FTail {} {})", one(x)?, one(y)?),
        RocqAtom::Accepted(name, parts) => {
            let count = parts.len();
            format!("(FTab (lang {count} t_{name}) t_{name} {})", terms(parts, tracks)?)
        }
        RocqAtom::Divides(..) => {
            return Err(NoRocqTheorem::new("a common divisor stands where it cannot be replaced"));
        }
    })
}

/// A number as a term of the library.
fn term(number: &DigitTerm, tracks: FormTracks) -> Result<String, NoRocqTheorem> {
    let (operator, parts) = match number {
        DigitTerm::Variable(variable) => {
            let track = tracks.tracks.iter().position(|track| track == variable);
            let track = track.ok_or_else(|| NoRocqTheorem::new("a variable has no track"))?;
            return Ok(format!("(V {track})"));
        }
        _ if tracks.one_by_one => {
            let why = "digits are read one by one, and a number is made of digits of others";
            return Err(NoRocqTheorem::new(why));
        }
        DigitTerm::Xor(parts) => ("TXor", parts),
        DigitTerm::And(parts) => ("TAnd", parts),
        DigitTerm::Or(parts) => ("TOr", parts),
        DigitTerm::AtLeast(least, parts) => return term(&at_least(*least, parts), tracks),
    };
    let parts = parts.iter().map(|part| term(part, tracks)).collect::<Result<Vec<String>, _>>()?;
    let (last, before) =
        parts.split_last().ok_or_else(|| NoRocqTheorem::new("a number is made of no numbers"))?;
    Ok(before.iter().rev().fold(last.clone(), |right, part| format!("({operator} {part} {right})")))
}

/// One where at least so many are, by and and or: what `at_least` of `rocq/Formula.v` computes.
fn at_least(least: usize, parts: &[DigitTerm]) -> DigitTerm {
    match parts {
        [first, rest @ ..] if least > 1 && least < parts.len() => {
            let with = DigitTerm::And(vec![first.clone(), at_least(least - 1, rest)]);
            DigitTerm::Or(vec![with, at_least(least, rest)])
        }
        _ if least == parts.len() => DigitTerm::And(parts.to_vec()),
        _ => DigitTerm::Or(parts.to_vec()),
    }
}

fn terms(parts: &[DigitTerm], tracks: FormTracks) -> Result<String, NoRocqTheorem> {
    let parts = parts.iter().map(|part| term(part, tracks)).collect::<Result<Vec<String>, _>>()?;
    Ok(format!("[{}]", parts.join("; ")))
}

fn weighted(sum: &WeightedTerms, tracks: FormTracks) -> Result<String, NoRocqTheorem> {
    let one =
        |(weight, part): &(i64, DigitTerm)| Ok(format!("(({weight})%Z, {})", term(part, tracks)?));
    let sum = sum.iter().map(one).collect::<Result<Vec<String>, NoRocqTheorem>>()?;
    Ok(format!("[{}]", sum.join("; ")))
}
