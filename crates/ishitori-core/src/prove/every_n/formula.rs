//! Formulas about columns of digits, as certificates write them (docs/certificate.md).
//!
//! A [`ColumnSaying`] speaks of one column: of the number of ones, and of the digit of the value. A [`CountFormula`] speaks of all columns.

use std::fmt;

/// What is said of one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnSaying {
    /// Always or never.
    Constant(bool),
    /// The number of ones is congruent to the second modulo the first.
    Congruent(u64, u64),
    /// The number of ones is this.
    Count(u64),
    /// The digit of the value is one.
    ValueDigit,
    /// Not.
    Not(Box<ColumnSaying>),
    /// All of them.
    All(Vec<ColumnSaying>),
    /// Both or none.
    Iff(Box<ColumnSaying>, Box<ColumnSaying>),
}

/// What is said of all columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountFormula {
    /// Always or never.
    Constant(bool),
    /// At every place.
    Every(ColumnSaying),
    /// At every place but this one.
    But(u64, ColumnSaying),
    /// At this place.
    At(u64, ColumnSaying),
    /// At the lowest place where the first holds, the second holds, and everywhere else the third.
    Lowest(ColumnSaying, ColumnSaying, ColumnSaying),
    /// Not.
    Not(Box<CountFormula>),
    /// All of them.
    All(Vec<CountFormula>),
    /// At least one.
    Any(Vec<CountFormula>),
    /// Both or none.
    Iff(Box<CountFormula>, Box<CountFormula>),
}

impl ColumnSaying {
    /// The opposite.
    pub fn negated(self) -> ColumnSaying {
        ColumnSaying::Not(Box::new(self))
    }

    /// Both or none.
    pub fn iff(self, other: ColumnSaying) -> ColumnSaying {
        ColumnSaying::Iff(Box::new(self), Box::new(other))
    }

    /// Whether it holds of a column with this number of ones, standing for its class.
    pub(super) fn holds(&self, ones: u64, digit: bool) -> bool {
        match self {
            ColumnSaying::Constant(value) => *value,
            ColumnSaying::Congruent(modulus, rest) => ones % modulus == *rest,
            ColumnSaying::Count(count) => ones == *count,
            ColumnSaying::ValueDigit => digit,
            ColumnSaying::Not(one) => !one.holds(ones, digit),
            ColumnSaying::All(all) => all.iter().all(|one| one.holds(ones, digit)),
            ColumnSaying::Iff(one, other) => one.holds(ones, digit) == other.holds(ones, digit),
        }
    }

    /// Calls for all moduli and counts.
    fn numbers(&self, modulus: &mut dyn FnMut(u64), count: &mut dyn FnMut(u64)) {
        match self {
            ColumnSaying::Constant(_) | ColumnSaying::ValueDigit => {}
            ColumnSaying::Congruent(by, _) => modulus(*by),
            ColumnSaying::Count(ones) => count(*ones),
            ColumnSaying::Not(one) => one.numbers(modulus, count),
            ColumnSaying::All(all) => all.iter().for_each(|one| one.numbers(modulus, count)),
            ColumnSaying::Iff(one, other) => {
                one.numbers(modulus, count);
                other.numbers(modulus, count);
            }
        }
    }
}

impl CountFormula {
    /// The opposite.
    pub fn negated(self) -> CountFormula {
        CountFormula::Not(Box::new(self))
    }

    /// Both or none.
    pub fn iff(self, other: CountFormula) -> CountFormula {
        CountFormula::Iff(Box::new(self), Box::new(other))
    }

    /// That no heap has a stone.
    pub fn empty() -> CountFormula {
        CountFormula::Every(ColumnSaying::Count(0))
    }

    /// The formulas that it is made of, and their sayings.
    pub(super) fn atoms(&self) -> Vec<&CountFormula> {
        match self {
            CountFormula::Constant(_) => Vec::new(),
            CountFormula::Not(one) => one.atoms(),
            CountFormula::All(all) | CountFormula::Any(all) => {
                all.iter().flat_map(CountFormula::atoms).collect()
            }
            CountFormula::Iff(one, other) => [one.atoms(), other.atoms()].concat(),
            atom => vec![atom],
        }
    }

    fn sayings(&self) -> Vec<&ColumnSaying> {
        self.atoms().into_iter().flat_map(CountFormula::own_sayings).collect()
    }

    fn own_sayings(&self) -> Vec<&ColumnSaying> {
        match self {
            CountFormula::Every(one) | CountFormula::But(_, one) | CountFormula::At(_, one) => {
                vec![one]
            }
            CountFormula::Lowest(first, then, other) => vec![first, then, other],
            _ => Vec::new(),
        }
    }

    /// The threshold and the period of the classes of counts that it needs; nothing if they are too large.
    pub(super) fn classes(&self) -> Option<(u64, u64)> {
        let (mut threshold, mut period) = (0u64, 1u64);
        for saying in self.sayings() {
            let mut modulus = |by: u64| period = least_common_multiple(period, by);
            let mut count = |ones: u64| threshold = threshold.max(ones.saturating_add(1));
            saying.numbers(&mut modulus, &mut count);
        }
        (threshold < 64 && (1..=64).contains(&period)).then_some((threshold, period))
    }

    /// The largest place that it names, and one.
    pub(super) fn places(&self) -> u64 {
        let named = |atom: &&CountFormula| match atom {
            CountFormula::But(place, _) | CountFormula::At(place, _) => place.saturating_add(1),
            _ => 0,
        };
        self.atoms().iter().map(named).max().unwrap_or(0)
    }
}

fn least_common_multiple(one: u64, other: u64) -> u64 {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (one / a.max(1)).saturating_mul(other)
}

impl fmt::Display for ColumnSaying {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnSaying::Constant(value) => write!(out, "{value}"),
            ColumnSaying::Congruent(modulus, rest) => write!(out, "(mod {modulus} {rest})"),
            ColumnSaying::Count(ones) => write!(out, "(is {ones})"),
            ColumnSaying::ValueDigit => write!(out, "(one)"),
            ColumnSaying::Not(one) => write!(out, "(not {one})"),
            ColumnSaying::All(all) => list(out, "and", all),
            ColumnSaying::Iff(one, other) => write!(out, "(iff {one} {other})"),
        }
    }
}

impl fmt::Display for CountFormula {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountFormula::Constant(value) => write!(out, "{value}"),
            CountFormula::Every(one) => write!(out, "(every {one})"),
            CountFormula::But(place, one) => write!(out, "(but {place} {one})"),
            CountFormula::At(place, one) => write!(out, "(at {place} {one})"),
            CountFormula::Lowest(first, then, other) => {
                write!(out, "(lowest {first} {then} {other})")
            }
            CountFormula::Not(one) => write!(out, "(not {one})"),
            CountFormula::All(all) => list(out, "and", all),
            CountFormula::Any(all) => list(out, "or", all),
            CountFormula::Iff(one, other) => write!(out, "(iff {one} {other})"),
        }
    }
}

fn list<T: fmt::Display>(out: &mut fmt::Formatter<'_>, word: &str, all: &[T]) -> fmt::Result {
    write!(out, "({word}")?;
    all.iter().try_for_each(|one| write!(out, " {one}"))?;
    write!(out, ")")
}
