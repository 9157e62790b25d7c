//! What an expression is worth, in terms of variables.
//!
//! A [`SymbolicNumber`] is a list of cases, exactly one of which applies, each with a [`SymbolicValue`]. Values
//! stay as they were written for as long as possible, because comparisons know good atoms for
//! them: `xor(h) = 0` is one atom, but `xor(h) + 1` needs an auxiliary.

use ishitori_automata::{Formula, Predicate, TrailingRun};

use super::linear::{LinearSum, VariableIndex};

/// The value of an expression in one case.
#[derive(Clone, Debug)]
pub(super) enum SymbolicValue {
    Number(LinearSum),
    /// One of these numbers: that whose formula holds. Exactly one does.
    Finite(Vec<(i64, Formula)>),
    /// A form modulo something.
    Residue(LinearSum, u32),
    /// A form divided by something and rounded down.
    Quotient(LinearSum, i64),
    /// A function of the binary digits of variables.
    Digits(DigitwiseFunction, Vec<VariableIndex>),
    /// Digits added modulo this without carry.
    DigitSum(u32, Vec<VariableIndex>),
    Exponent(Exponent),
    /// The number of ones of a variable.
    Popcount(VariableIndex),
    /// A sum of numbers of ones, for which their variables stand, and a known number.
    Popcounts(LinearSum),
    /// How many of these hold.
    Count(Vec<Formula>),
    /// The least or the largest of forms.
    Extreme(Extreme, Vec<LinearSum>),
    /// v2(0).
    Infinite,
}

/// A function that works digit by digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DigitwiseFunction {
    Xor,
    Or,
    And,
    Majority,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extreme {
    Least,
    Largest,
}

/// `v2(x) + shift` or `tail(x) + shift`: a logarithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exponent {
    pub end: TrailingRun,
    pub of: VariableIndex,
    pub shift: i64,
}

/// Which way was taken at which fork, so that cases that exclude each other do not meet.
pub(super) type ForkChoices = Vec<(usize, usize)>;

/// A value and when it applies.
#[derive(Clone, Debug)]
pub(super) struct SymbolicCase {
    pub guards: Vec<Formula>,
    pub ways: ForkChoices,
    pub value: SymbolicValue,
}

/// A number: exactly one case applies wherever it is defined.
#[derive(Clone, Debug)]
pub(super) struct SymbolicNumber {
    /// Where the expression means something. At least there; elsewhere the cases mean nothing.
    pub defined: Formula,
    pub cases: Vec<SymbolicCase>,
}

/// A condition: where it holds, wherever it is defined.
#[derive(Clone, Debug)]
pub(super) struct SymbolicCondition {
    pub holds: Formula,
    pub defined: Formula,
}

impl SymbolicValue {
    pub fn constant(number: i64) -> Self {
        SymbolicValue::Number(LinearSum::constant(number))
    }

    pub fn as_constant(&self) -> Option<i64> {
        match self {
            SymbolicValue::Number(form) => form.as_constant(),
            _ => None,
        }
    }
}

impl From<SymbolicValue> for SymbolicNumber {
    fn from(value: SymbolicValue) -> SymbolicNumber {
        value.when(Formula::Constant(true))
    }
}

impl SymbolicValue {
    /// The value where `defined`.
    pub fn when(self, defined: Formula) -> SymbolicNumber {
        SymbolicNumber {
            defined,
            cases: vec![SymbolicCase { guards: vec![], ways: vec![], value: self }],
        }
    }
}

impl SymbolicNumber {
    /// What means nothing.
    pub fn undefined() -> Self {
        SymbolicNumber { defined: Formula::Constant(false), cases: vec![] }
    }

    /// Its value, if there are no cases.
    pub fn single(&self) -> Option<&SymbolicValue> {
        match self.cases.as_slice() {
            [only] if only.guards.is_empty() => Some(&only.value),
            _ => None,
        }
    }

    /// Its value, if it is known.
    pub fn as_constant(&self) -> Option<i64> {
        self.single().and_then(SymbolicValue::as_constant)
    }
}

impl From<Formula> for SymbolicCondition {
    fn from(holds: Formula) -> SymbolicCondition {
        SymbolicCondition { holds, defined: Formula::Constant(true) }
    }
}

/// The combination of two ways, if they do not contradict each other.
pub(super) fn joined(first: &[(usize, usize)], second: &[(usize, usize)]) -> Option<ForkChoices> {
    let mut all = first.to_vec();
    for (fork, way) in second {
        match all.iter().find(|(other, _)| other == fork) {
            Some((_, taken)) if taken != way => return None,
            Some(_) => {}
            None => all.push((*fork, *way)),
        }
    }
    Some(all)
}

/// `result` is the function of `arguments`.
pub(super) fn digits_are(kind: DigitwiseFunction, arguments: Vec<String>, result: &str) -> Formula {
    let inputs = arguments.len();
    let variables = [arguments, vec![result.to_string()]].concat();
    let predicate = match kind {
        DigitwiseFunction::Xor => Predicate::XorIsZero(inputs + 1),
        DigitwiseFunction::Or => Predicate::OrIs(inputs),
        DigitwiseFunction::And => Predicate::AndIs(inputs),
        DigitwiseFunction::Majority => Predicate::MajorityIs(inputs),
    };
    Formula::Atom(predicate, variables)
}
