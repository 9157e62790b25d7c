//! What statements are made of: numbers and conditions of the claim language, as small trees.
//!
//! They are evaluated on thousands of sample positions before any automaton is made. The arithmetic is
//! that of the evaluator of claims, so a number that means nothing there is `None` here. Whether the
//! text of a tree says what the tree says is not trusted: the gate reads the text again.

use std::rc::Rc;

use ishitori_rule::syntax::ComparisonOperator;

use crate::claim::formula::{Arithmetic, Function};
use crate::claim::functions::{arithmetic, natural};

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PhraseTerm {
    /// A heap, counted from 0.
    Heap(usize),
    Constant(i64),
    Infix(Infix, Rc<PhraseTerm>, Rc<PhraseTerm>),
    Call(PhraseFunction, Vec<PhraseTerm>),
    /// A function of all heaps.
    All(PhraseFunction),
    /// A function of a number that each heap has; in it that heap is heap 0.
    Each(PhraseFunction, Rc<PhraseTerm>),
    /// A function of a number that each two heaps have; in it they are heaps 0 and 1.
    Pairs(PhraseFunction, Rc<PhraseTerm>),
    /// `if C then x else y`.
    Choice(Rc<Phrase>, Rc<PhraseTerm>, Rc<PhraseTerm>),
}

/// An operation written between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Infix {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Xor,
}

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PhraseFunction {
    Xor,
    Or,
    And,
    Sum,
    Min,
    Max,
    Majority,
    DigitSum,
    V2,
    Tail,
    Popcount,
    Bitlen,
    Bit,
    FloorPhi,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phrase {
    Compare(PhraseTerm, ComparisonOperator, PhraseTerm),
    /// All are equal.
    Equal(Vec<PhraseTerm>),
    /// A number is neither below the first nor above the last.
    Within(i64, PhraseTerm, i64),
    /// A number is this multiple of a power of two, which has no more digits than a heap.
    PowerTimes(PhraseTerm, i64, usize),
    /// A condition that holds of each heap; in it that heap is heap 0.
    Every(Rc<Phrase>),
    And(Vec<Phrase>),
    Or(Vec<Phrase>),
}

impl Infix {
    fn meaning(self) -> Arithmetic {
        match self {
            Infix::Add => Arithmetic::Add,
            Infix::Subtract => Arithmetic::Subtract,
            Infix::Multiply => Arithmetic::Multiply,
            Infix::Divide => Arithmetic::Divide,
            Infix::Modulo => Arithmetic::Modulo,
            Infix::Xor => Arithmetic::Xor,
        }
    }

    /// `left operator right`, if it means something.
    pub fn of(self, left: i64, right: i64) -> Option<i64> {
        arithmetic(self.meaning(), left, right).ok()
    }
}

impl PhraseFunction {
    /// The function of these numbers, if it means something.
    pub fn of(self, numbers: &[i64]) -> Option<i64> {
        let known = |function: Function| function.value(numbers).ok();
        let fold = |start: i64, add: fn(i64, i64) -> i64| {
            numbers.iter().try_fold(start, |all, x| Some(add(all, natural(*x).ok()?)))
        };
        match self {
            PhraseFunction::Xor => fold(0, |all, x| all ^ x),
            PhraseFunction::Or => fold(0, |all, x| all | x),
            PhraseFunction::And => fold(i64::MAX, |all, x| all & x),
            PhraseFunction::Sum => numbers.iter().try_fold(0, |all, x| Infix::Add.of(all, *x)),
            PhraseFunction::Min => numbers.iter().copied().min(),
            PhraseFunction::Max => numbers.iter().copied().max(),
            PhraseFunction::Majority if numbers.len() != 3 => None,
            PhraseFunction::Majority => known(Function::Majority),
            PhraseFunction::DigitSum => known(Function::DigitSum),
            PhraseFunction::V2 => known(Function::V2),
            PhraseFunction::Tail => known(Function::Tail),
            PhraseFunction::Popcount => known(Function::Popcount),
            PhraseFunction::Bitlen => known(Function::Bitlen),
            PhraseFunction::Bit => known(Function::Bit),
            PhraseFunction::FloorPhi => known(Function::FloorPhi),
        }
    }
}

impl PhraseTerm {
    /// Two numbers with an operation between them.
    pub(crate) fn infix(operator: Infix, left: PhraseTerm, right: PhraseTerm) -> PhraseTerm {
        PhraseTerm::Infix(operator, Rc::new(left), Rc::new(right))
    }

    /// `self + more`, written with the sign of `more`.
    pub fn plus(self, more: i64) -> PhraseTerm {
        match more {
            0 => self,
            more if more > 0 => PhraseTerm::infix(Infix::Add, self, PhraseTerm::Constant(more)),
            more => PhraseTerm::infix(Infix::Subtract, self, PhraseTerm::Constant(-more)),
        }
    }

    /// `self mod modulus`.
    pub fn modulo(self, modulus: i64) -> PhraseTerm {
        PhraseTerm::infix(Infix::Modulo, self, PhraseTerm::Constant(modulus))
    }

    /// A function of one number.
    pub fn call(self, name: PhraseFunction) -> PhraseTerm {
        PhraseTerm::Call(name, vec![self])
    }

    fn first_heap(&self) -> usize {
        match self {
            PhraseTerm::Heap(heap) => *heap,
            PhraseTerm::Infix(_, left, right) => left.first_heap().min(right.first_heap()),
            PhraseTerm::Call(_, arguments) => {
                arguments.iter().map(PhraseTerm::first_heap).min().unwrap_or(usize::MAX)
            }
            PhraseTerm::Choice(_, term, other) => term.first_heap().min(other.first_heap()),
            PhraseTerm::Constant(_)
            | PhraseTerm::All(_)
            | PhraseTerm::Each(..)
            | PhraseTerm::Pairs(..) => usize::MAX,
        }
    }

    /// A remainder is the stranger the larger its modulus is.
    fn strangeness(&self) -> usize {
        match self {
            PhraseTerm::Infix(Infix::Modulo, _, modulus) => match **modulus {
                PhraseTerm::Constant(modulus) => {
                    2 * usize::try_from(modulus - 2).unwrap_or(0).min(6)
                }
                _ => 0,
            },
            _ => 0,
        }
    }

    /// Its value at a position; `None` if it means nothing there.
    pub fn value(&self, heaps: &[i64]) -> Option<i64> {
        match self {
            PhraseTerm::Heap(heap) => Some(heaps[*heap]),
            PhraseTerm::Constant(number) => Some(*number),
            PhraseTerm::Infix(operator, left, right) => {
                operator.of(left.value(heaps)?, right.value(heaps)?)
            }
            PhraseTerm::Call(name, arguments) => {
                let values = arguments.iter().map(|argument| argument.value(heaps));
                name.of(&values.collect::<Option<Vec<i64>>>()?)
            }
            PhraseTerm::All(name) => name.of(heaps),
            PhraseTerm::Each(name, term) => {
                let values = heaps.iter().map(|heap| term.value(&[*heap]));
                name.of(&values.collect::<Option<Vec<i64>>>()?)
            }
            PhraseTerm::Pairs(name, term) => {
                let mut values = Vec::new();
                for (at, first) in heaps.iter().enumerate() {
                    for second in &heaps[at + 1..] {
                        values.push(term.value(&[*first, *second])?);
                    }
                }
                name.of(&values)
            }
            PhraseTerm::Choice(condition, term, other) => {
                if condition.holds(heaps)? {
                    term.value(heaps)
                } else {
                    other.value(heaps)
                }
            }
        }
    }
}

impl Phrase {
    /// `left = right`.
    pub fn equal(left: PhraseTerm, right: PhraseTerm) -> Phrase {
        Phrase::Compare(left, ComparisonOperator::Equal, right)
    }

    /// `left = number`.
    pub fn is(left: PhraseTerm, number: i64) -> Phrase {
        Phrase::equal(left, PhraseTerm::Constant(number))
    }

    /// The first heap that it names; those that speak of all heaps come last.
    pub(crate) fn first_heap(&self) -> usize {
        let first = |terms: &mut dyn Iterator<Item = &PhraseTerm>| {
            terms.map(PhraseTerm::first_heap).min().unwrap_or(usize::MAX)
        };
        match self {
            Phrase::Compare(left, _, right) => first(&mut [left, right].into_iter()),
            Phrase::Equal(terms) => first(&mut terms.iter()),
            Phrase::Within(_, term, _) | Phrase::PowerTimes(term, ..) => term.first_heap(),
            Phrase::Every(_) => usize::MAX,
            Phrase::And(parts) | Phrase::Or(parts) => {
                parts.iter().map(Phrase::first_heap).min().unwrap_or(usize::MAX)
            }
        }
    }

    /// Whether it bounds a number from both sides.
    pub(crate) fn is_range(&self) -> bool {
        match self {
            Phrase::Within(..) => true,
            Phrase::Every(inner) => inner.is_range(),
            _ => false,
        }
    }

    /// How much less natural it is than an equation between heaps, in quarters of a word.
    pub(crate) fn strangeness(&self) -> usize {
        match self {
            Phrase::Compare(left, ComparisonOperator::Equal, _) => left.strangeness(),
            Phrase::Equal(_) => 0,
            Phrase::Every(inner) => inner.strangeness(),
            Phrase::Compare(_, ComparisonOperator::NotEqual, _) => 3,
            Phrase::Compare(..) => 2,
            Phrase::Within(_, term, _) => 8 + term.strangeness(),
            Phrase::PowerTimes(_, times, _) => usize::try_from(*times).unwrap_or(0).min(16),
            Phrase::And(parts) | Phrase::Or(parts) => {
                parts.iter().map(|part| part.strangeness()).sum::<usize>() + 1
            }
        }
    }

    /// A condition that holds of each heap.
    pub fn every(inner: Phrase) -> Phrase {
        Phrase::Every(Rc::new(inner))
    }

    /// Whether it holds at a position; `None` if it means nothing there. Decided from left to right, as
    /// in claims.
    pub fn holds(&self, heaps: &[i64]) -> Option<bool> {
        match self {
            Phrase::Compare(left, compare, right) => {
                let (left, right) = (left.value(heaps)?, right.value(heaps)?);
                Some(match compare {
                    ComparisonOperator::Equal => left == right,
                    ComparisonOperator::NotEqual => left != right,
                    ComparisonOperator::Less => left < right,
                    ComparisonOperator::AtMost => left <= right,
                    ComparisonOperator::Greater => left > right,
                    ComparisonOperator::AtLeast => left >= right,
                })
            }
            Phrase::Equal(terms) => {
                let first = terms[0].value(heaps)?;
                all(terms[1..].iter().map(|term| Some(term.value(heaps)? == first)))
            }
            Phrase::Within(low, term, high) => {
                let value = term.value(heaps)?;
                Some(*low <= value && value <= *high)
            }
            Phrase::PowerTimes(term, times, heap) => {
                let value = term.value(heaps)?;
                let power = value / times;
                let is_power = value % times == 0 && power > 0 && power & (power - 1) == 0;
                let digits = |number: i64| 64 - number.leading_zeros();
                Some(is_power && digits(power) - 1 <= digits(heaps[*heap]))
            }
            Phrase::Every(inner) => all(heaps.iter().map(|heap| inner.holds(&[*heap]))),
            Phrase::And(parts) => all(parts.iter().map(|part| part.holds(heaps))),
            Phrase::Or(parts) => {
                for part in parts {
                    if part.holds(heaps)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
        }
    }
}

/// Whether all are true; what comes after one that is not does not matter.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    for part in parts {
        if !part? {
            return Some(false);
        }
    }
    Some(true)
}
