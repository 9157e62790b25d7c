//! Formulas on natural numbers, as the second reader builds them.
//!
//! They are those of docs/certificate.md, with sums that may have a constant. The functions that join them drop
//! what is known already, so known indices and parameters leave nothing behind.

use crate::linear::{ReadVariable, WeightedSum};
use crate::problem::ReadProblem;
use crate::syntax::ReadComparison;

/// What is said of the binary digits of variables; the last one of `AndIs`, `OrIs`, `MajorityIs` is the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum DigitAtom {
    /// At every place the number of ones is divisible.
    Digits(i64),
    AndIs,
    OrIs,
    MajorityIs,
    /// The number of ones is congruent: modulus and remainder.
    Ones(i64, i64),
    Bit(i64),
    PowerOfTwo,
    /// The exponent of 2 is congruent, and the number is positive.
    ExponentMod(i64, i64),
    /// x > 0 and y is 2 to the exponent of 2 in x.
    ExponentHot,
    /// y is 2 to the number of ones at the end of x.
    TailHot,
    /// Fibonacci digits: those of y are those of x one place higher.
    Shift,
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReadFormula {
    #[doc(hidden)]
    Truth(bool),
    #[doc(hidden)]
    Not(Box<ReadFormula>),
    #[doc(hidden)]
    All(Vec<ReadFormula>),
    #[doc(hidden)]
    Any(Vec<ReadFormula>),
    #[doc(hidden)]
    Same(Box<[ReadFormula; 2]>),
    #[doc(hidden)]
    Exists(Vec<ReadVariable>, Box<ReadFormula>),
    #[doc(hidden)]
    Sum(SumAtom),
    #[doc(hidden)]
    Digit(DigitPart),
    #[doc(hidden)]
    Divides(ReadVariable, ReadVariable),
}

/// What is said of a sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SumAtom {
    pub(crate) sum: WeightedSum,
    pub(crate) says: SumSays,
}

/// A comparison with 0, or a remainder: modulus and remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SumSays {
    Compared(ReadComparison),
    Congruent(i64, i64),
}

/// What is said of digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DigitPart {
    pub(crate) atom: DigitAtom,
    pub(crate) of: Vec<ReadVariable>,
}

use ReadFormula::{All, Any, Digit, Exists, Not, Same, Sum, Truth};

impl ReadFormula {
    pub(crate) fn is_true(&self) -> bool {
        *self == Truth(true)
    }

    pub(crate) fn is_false(&self) -> bool {
        *self == Truth(false)
    }

    pub(crate) fn all(parts: impl IntoIterator<Item = ReadFormula>) -> ReadFormula {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Truth(true) => {}
                Truth(false) => return Truth(false),
                All(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        kept.sort_unstable();
        kept.dedup();
        match kept.len() {
            0 => Truth(true),
            1 => kept.remove(0),
            _ => All(kept),
        }
    }

    pub(crate) fn any(parts: impl IntoIterator<Item = ReadFormula>) -> ReadFormula {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Truth(false) => {}
                Truth(true) => return Truth(true),
                Any(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        kept.sort_unstable();
        kept.dedup();
        match kept.len() {
            0 => Truth(false),
            1 => kept.remove(0),
            _ => Any(kept),
        }
    }

    pub(crate) fn and(self, other: ReadFormula) -> ReadFormula {
        ReadFormula::all([self, other])
    }

    pub(crate) fn or(self, other: ReadFormula) -> ReadFormula {
        ReadFormula::any([self, other])
    }

    pub(crate) fn not(self) -> ReadFormula {
        match self {
            Truth(truth) => Truth(!truth),
            Not(inner) => *inner,
            other => Not(Box::new(other)),
        }
    }

    pub(crate) fn same(self, other: ReadFormula) -> ReadFormula {
        match (self, other) {
            (Truth(true), other) | (other, Truth(true)) => other,
            (Truth(false), other) | (other, Truth(false)) => other.not(),
            (left, right) => Same(Box::new([left, right])),
        }
    }

    /// A sum compared with 0.
    pub(crate) fn compared(sum: WeightedSum, comparison: ReadComparison) -> ReadFormula {
        match sum.known() {
            Some(known) => Truth(comparison.holds(known.cmp(&0))),
            None => Sum(SumAtom { sum, says: SumSays::Compared(comparison) }),
        }
    }

    pub(crate) fn congruent(sum: WeightedSum, modulus: i64, remainder: i64) -> ReadFormula {
        let remainder = remainder.rem_euclid(modulus);
        match sum.known() {
            Some(known) => Truth(known.rem_euclid(modulus) == remainder),
            None if modulus == 1 => Truth(true),
            None => Sum(SumAtom { sum, says: SumSays::Congruent(modulus, remainder) }),
        }
    }

    pub(crate) fn digit(atom: DigitAtom, of: Vec<ReadVariable>) -> ReadFormula {
        Digit(DigitPart { atom, of })
    }

    pub(crate) fn exists(bound: Vec<ReadVariable>, inner: ReadFormula) -> ReadFormula {
        match inner {
            Truth(truth) => Truth(truth),
            inner if bound.is_empty() => inner,
            inner => Exists(bound, Box::new(inner)),
        }
    }

    /// With other names of its variables, those of quantifiers too: the caller's names are different for
    /// different variables.
    pub(crate) fn renamed(&self, name: &dyn Fn(ReadVariable) -> ReadVariable) -> ReadFormula {
        let each =
            |parts: &[ReadFormula]| parts.iter().map(|p| p.renamed(name)).collect::<Vec<_>>();
        match self {
            Truth(truth) => Truth(*truth),
            Not(inner) => Not(Box::new(inner.renamed(name))),
            All(parts) => ReadFormula::all(each(parts)),
            Any(parts) => ReadFormula::any(each(parts)),
            Same(parts) => Same(Box::new([parts[0].renamed(name), parts[1].renamed(name)])),
            Exists(bound, inner) => {
                Exists(bound.iter().map(|v| name(*v)).collect(), Box::new(inner.renamed(name)))
            }
            Sum(atom) => Sum(SumAtom { sum: atom.sum.renamed(name), says: atom.says }),
            Digit(part) => {
                ReadFormula::digit(part.atom, part.of.iter().map(|v| name(*v)).collect())
            }
            ReadFormula::Divides(divisor, number) => {
                ReadFormula::Divides(name(*divisor), name(*number))
            }
        }
    }

    /// With sums in place of some variables.
    pub(crate) fn replaced(
        &self,
        by: &dyn Fn(ReadVariable) -> Option<WeightedSum>,
    ) -> Result<ReadFormula, ReadProblem> {
        let each = |parts: &[ReadFormula]| {
            parts.iter().map(|part| part.replaced(by)).collect::<Result<Vec<_>, ReadProblem>>()
        };
        Ok(match self {
            Truth(truth) => Truth(*truth),
            Not(inner) => inner.replaced(by)?.not(),
            All(parts) => ReadFormula::all(each(parts)?),
            Any(parts) => ReadFormula::any(each(parts)?),
            Same(parts) => parts[0].replaced(by)?.same(parts[1].replaced(by)?),
            Exists(bound, inner) => ReadFormula::exists(bound.clone(), inner.replaced(by)?),
            Sum(atom) => {
                let mut sum = WeightedSum::number(atom.sum.constant);
                for (variable, weight) in &atom.sum.terms {
                    let own = by(*variable).unwrap_or_else(|| WeightedSum::variable(*variable));
                    sum = sum.plus(&own, *weight)?;
                }
                match atom.says {
                    SumSays::Compared(sign) => ReadFormula::compared(sum, sign),
                    SumSays::Congruent(modulus, rest) => ReadFormula::congruent(sum, modulus, rest),
                }
            }
            Digit(_) | ReadFormula::Divides(..) => {
                let mut wrong = false;
                self.variables(&mut |variable| wrong |= by(variable).is_some());
                match wrong {
                    true => {
                        return Err(ReadProblem::at(0, "a condition on positions of this kind"));
                    }
                    false => self.clone(),
                }
            }
        })
    }

    /// Tells every variable that is named, those of quantifiers too.
    pub(crate) fn variables(&self, tell: &mut dyn FnMut(ReadVariable)) {
        match self {
            Truth(_) => {}
            Not(inner) => inner.variables(tell),
            All(parts) | Any(parts) => parts.iter().for_each(|part| part.variables(tell)),
            Same(parts) => parts.iter().for_each(|part| part.variables(tell)),
            Exists(bound, inner) => {
                bound.iter().for_each(|variable| tell(*variable));
                inner.variables(tell);
            }
            Sum(atom) => atom.sum.terms.iter().for_each(|(variable, _)| tell(*variable)),
            Digit(part) => part.of.iter().for_each(|variable| tell(*variable)),
            ReadFormula::Divides(divisor, number) => {
                tell(*divisor);
                tell(*number);
            }
        }
    }

    /// Tells the variables that no quantifier binds.
    pub(crate) fn free_variables(&self, tell: &mut dyn FnMut(ReadVariable)) {
        match self {
            Not(inner) => inner.free_variables(tell),
            All(parts) | Any(parts) => parts.iter().for_each(|part| part.free_variables(tell)),
            Same(parts) => parts.iter().for_each(|part| part.free_variables(tell)),
            Exists(bound, inner) => inner.free_variables(&mut |variable| {
                if !bound.contains(&variable) {
                    tell(variable);
                }
            }),
            plain => plain.variables(tell),
        }
    }

    /// How many parts it has.
    pub(crate) fn size(&self) -> usize {
        1 + match self {
            Not(inner) | Exists(_, inner) => inner.size(),
            All(parts) | Any(parts) => parts.iter().map(ReadFormula::size).sum(),
            Same(parts) => parts.iter().map(ReadFormula::size).sum(),
            _ => 0,
        }
    }
}
