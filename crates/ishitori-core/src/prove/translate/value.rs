//! What an expression is worth, in terms of variables.
//!
//! A [`Symbolic`] number is a list of cases, exactly one of which applies, each with a [`Value`]. Values
//! stay as they were written for as long as possible, because comparisons know good atoms for
//! them: `xor(h) = 0` is one atom, but `xor(h) + 1` needs an auxiliary.

use ishitori_automata::{End, Formula};

use super::linear::{Linear, Variable};

/// The value of an expression in one case.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(Linear),
    /// One of these numbers: that whose formula holds. Exactly one does.
    Finite(Vec<(i64, Formula)>),
    /// A form modulo something.
    Residue(Linear, u32),
    /// A form divided by something and rounded down.
    Quotient(Linear, i64),
    /// A function of the binary digits of variables.
    Digits(Digitwise, Vec<Variable>),
    /// Digits added modulo this without carry.
    DigitSum(u32, Vec<Variable>),
    Exponent(Exponent),
    /// The number of ones of a variable.
    Popcount(Variable),
    /// How many of these hold.
    Count(Vec<Formula>),
    /// The least or the largest of forms.
    Extreme(Extreme, Vec<Linear>),
    /// v2(0).
    Infinite,
}

/// A function that works digit by digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digitwise {
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
    pub end: End,
    pub of: Variable,
    pub shift: i64,
}

/// Which way was taken at which fork, so that cases that exclude each other do not meet.
pub(super) type Ways = Vec<(usize, usize)>;

/// A value and when it applies.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub guards: Vec<Formula>,
    pub ways: Ways,
    pub value: Value,
}

/// A number: exactly one case applies wherever it is defined.
#[derive(Clone, Debug)]
pub(super) struct Symbolic {
    /// Where the expression means something. At least there; elsewhere the cases mean nothing.
    pub defined: Formula,
    pub cases: Vec<Case>,
}

/// A condition: where it holds, wherever it is defined.
#[derive(Clone, Debug)]
pub(super) struct Truth {
    pub holds: Formula,
    pub defined: Formula,
}

impl Value {
    pub fn constant(number: i64) -> Self {
        Value::Number(Linear::constant(number))
    }

    pub fn as_constant(&self) -> Option<i64> {
        match self {
            Value::Number(form) => form.as_constant(),
            _ => None,
        }
    }
}

impl From<Value> for Symbolic {
    fn from(value: Value) -> Symbolic {
        value.when(Formula::Constant(true))
    }
}

impl Value {
    /// The value where `defined`.
    pub fn when(self, defined: Formula) -> Symbolic {
        Symbolic { defined, cases: vec![Case { guards: vec![], ways: vec![], value: self }] }
    }
}

impl Symbolic {
    /// What means nothing.
    pub fn undefined() -> Self {
        Symbolic { defined: Formula::Constant(false), cases: vec![] }
    }

    /// Its value, if there are no cases.
    pub fn single(&self) -> Option<&Value> {
        match self.cases.as_slice() {
            [only] if only.guards.is_empty() => Some(&only.value),
            _ => None,
        }
    }

    /// Its value, if it is known.
    pub fn as_constant(&self) -> Option<i64> {
        self.single().and_then(Value::as_constant)
    }
}

impl From<Formula> for Truth {
    fn from(holds: Formula) -> Truth {
        Truth { holds, defined: Formula::Constant(true) }
    }
}

/// The combination of two ways, if they do not contradict each other.
pub(super) fn joined(first: &[(usize, usize)], second: &[(usize, usize)]) -> Option<Ways> {
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
