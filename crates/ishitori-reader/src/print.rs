//! Formulas in the words of docs/certificate.md.

use crate::formula::{DigitAtom, DigitPart, ReadFormula, SumAtom, SumSays};
use crate::linear::{ReadVariable, VALUE_TRACK};
use std::fmt::{self, Write};

/// The name of a variable: heap i (from 0) is `h` and i + 1, the value `g`, others `v` and their number.
pub(crate) fn variable_name(variable: ReadVariable) -> String {
    match variable {
        VALUE_TRACK => "g".to_string(),
        heap if heap < VALUE_TRACK => format!("h{}", heap + 1),
        other => format!("v{other}"),
    }
}

impl fmt::Display for ReadFormula {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ReadFormula::Truth(truth) => write!(to, "{truth}"),
            ReadFormula::Not(inner) => write!(to, "(not {inner})"),
            ReadFormula::All(parts) => list(to, "and", parts),
            ReadFormula::Any(parts) => list(to, "or", parts),
            ReadFormula::Same(parts) => write!(to, "(iff {} {})", parts[0], parts[1]),
            ReadFormula::Exists(bound, inner) => {
                let names: Vec<String> = bound.iter().map(|v| variable_name(*v)).collect();
                write!(to, "(exists ({}) {inner})", names.join(" "))
            }
            ReadFormula::Sum(atom) => sum(to, atom),
            ReadFormula::Digit(part) => digits(to, part),
            ReadFormula::Divides(divisor, number) => {
                write!(to, "(divides {} {})", variable_name(*divisor), variable_name(*number))
            }
        }
    }
}

fn list(to: &mut fmt::Formatter, operator: &str, parts: &[ReadFormula]) -> fmt::Result {
    write!(to, "({operator}")?;
    parts.iter().try_for_each(|part| write!(to, " {part}"))?;
    to.write_char(')')
}

fn sum(to: &mut fmt::Formatter, atom: &SumAtom) -> fmt::Result {
    let constant = atom.sum.constant;
    match atom.says {
        SumSays::Compared(comparison) => write!(to, "(lin {} {}", comparison.sign(), -constant)?,
        SumSays::Congruent(modulus, remainder) => {
            write!(to, "(mod {modulus} {}", (remainder - constant).rem_euclid(modulus))?;
        }
    }
    for (variable, weight) in &atom.sum.terms {
        write!(to, " ({weight} {})", variable_name(*variable))?;
    }
    to.write_char(')')
}

fn digits(to: &mut fmt::Formatter, part: &DigitPart) -> fmt::Result {
    match part.atom {
        DigitAtom::Digits(modulus) => write!(to, "(digits {modulus}")?,
        DigitAtom::AndIs => write!(to, "(andis")?,
        DigitAtom::OrIs => write!(to, "(oris")?,
        DigitAtom::MajorityIs => write!(to, "(majis")?,
        DigitAtom::Ones(modulus, remainder) => write!(to, "(ones {modulus} {remainder}")?,
        DigitAtom::Bit(place) => write!(to, "(bit {place}")?,
        DigitAtom::PowerOfTwo => write!(to, "(pow2")?,
        DigitAtom::ExponentMod(modulus, remainder) => write!(to, "(v2mod {modulus} {remainder}")?,
        DigitAtom::ExponentHot => write!(to, "(v2hot")?,
        DigitAtom::TailHot => write!(to, "(tailhot")?,
        DigitAtom::Shift => write!(to, "(shift")?,
    }
    part.of.iter().try_for_each(|variable| write!(to, " {}", variable_name(*variable)))?;
    to.write_char(')')
}
