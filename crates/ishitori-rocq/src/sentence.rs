//! Sentences about numbers as Rocq will have them: data, and what is asked of it.
//!
//! A sentence is printed twice, for people ([`crate::words`]) and as a formula to compute with
//! ([`crate::forms`]). Both printers walk the same sentence, so their results have the same shape, and the
//! tactic `bridge` of the library shows that they agree. Numbers may be digit-wise terms: "the xor of a and b"
//! needs no quantifier.

use ishitori_check::reading::VariableNumber;

/// A number: a variable, or what is computed digit by digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DigitTerm {
    Variable(VariableNumber),
    Xor(Vec<DigitTerm>),
    And(Vec<DigitTerm>),
    Or(Vec<DigitTerm>),
    /// One where at least so many of them are, more than one and fewer than all.
    AtLeast(usize, Vec<DigitTerm>),
}

impl DigitTerm {
    /// Whether the variable occurs.
    pub(crate) fn has(&self, variable: VariableNumber) -> bool {
        match self {
            DigitTerm::Variable(own) => *own == variable,
            DigitTerm::Xor(parts)
            | DigitTerm::And(parts)
            | DigitTerm::Or(parts)
            | DigitTerm::AtLeast(_, parts) => parts.iter().any(|part| part.has(variable)),
        }
    }

    /// The same with a term in place of a variable.
    pub(crate) fn with(&self, variable: VariableNumber, term: &DigitTerm) -> DigitTerm {
        let all =
            |parts: &[DigitTerm]| parts.iter().map(|part| part.with(variable, term)).collect();
        match self {
            DigitTerm::Variable(own) if *own == variable => term.clone(),
            DigitTerm::Variable(own) => DigitTerm::Variable(*own),
            DigitTerm::Xor(parts) => DigitTerm::Xor(all(parts)),
            DigitTerm::And(parts) => DigitTerm::And(all(parts)),
            DigitTerm::Or(parts) => DigitTerm::Or(all(parts)),
            DigitTerm::AtLeast(least, parts) => DigitTerm::AtLeast(*least, all(parts)),
        }
    }
}

/// A sum of terms with their weights.
pub(crate) type WeightedTerms = Vec<(i64, DigitTerm)>;

/// How a sum compares with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SumRelation {
    Equal,
    Different,
    AtMost,
    AtLeast,
}

/// What is said without connectives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RocqAtom {
    Linear(SumRelation, i64, WeightedTerms),
    /// The same of numbers in Fibonacci digits; the automaton of codes has this number.
    FibonacciLinear(usize, SumRelation, i64, WeightedTerms),
    /// The Fibonacci digits of the second are those of the first, one place up.
    Shift(DigitTerm, DigitTerm),
    /// Modulus and remainder.
    Modulo(i64, i64, WeightedTerms),
    /// At every place the number of ones is divisible.
    Digits(i64, Vec<DigitTerm>),
    Bit(i64, DigitTerm),
    Power(DigitTerm),
    /// v2 of the first is at most that of the second.
    EndAtMost(DigitTerm, DigitTerm),
    /// The term is not 0, and its v2 is congruent: modulus and remainder.
    EndModulo(i64, i64, DigitTerm),
    /// The number of ones is congruent: modulus and remainder.
    Ones(i64, i64, DigitTerm),
    /// The number of ones at the end is congruent: modulus and remainder.
    TailModulo(i64, i64, DigitTerm),
    /// The first has at most as many ones at its end as the second.
    TailAtMost(DigitTerm, DigitTerm),
    /// The second is 2 to the number of ones at the end of the first.
    TailPower(DigitTerm, DigitTerm),
    /// The automaton of this name accepts.
    Accepted(String, Vec<DigitTerm>),
    /// The first divides the second.
    Divides(DigitTerm, DigitTerm),
}

/// A sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RocqSentence {
    Truth(bool),
    Not(Box<RocqSentence>),
    All(Vec<RocqSentence>),
    Any(Vec<RocqSentence>),
    Iff(Box<[RocqSentence; 2]>),
    /// There are numbers; as a formula it is the quantifier of this number, applied to terms.
    Exists {
        quantifier: usize,
        arguments: Vec<DigitTerm>,
        bound: Vec<VariableNumber>,
        body: Box<RocqSentence>,
    },
    Atom(RocqAtom),
}

impl RocqSentence {
    /// The parts that all hold.
    pub(crate) fn conjuncts(&self) -> Vec<&RocqSentence> {
        match self {
            RocqSentence::All(parts) if !parts.is_empty() => {
                parts.iter().flat_map(RocqSentence::conjuncts).collect()
            }
            other => vec![other],
        }
    }
}
