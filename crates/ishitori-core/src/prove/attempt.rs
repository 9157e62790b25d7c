//! What comes of trying to prove a claim.
//!
//! One type for the prover, whose proof is a certificate that nobody has checked yet, and for whoever has had it checked: `T`
//! is what stands for the proof. A violation is told in numbers, since digits mean nothing without their order.

use ishitori_automata::{DigitOrder, Numeration};

use super::induct::{Violation, ViolationKind};
use super::translate::BeyondAutomata;
use crate::control::GaveUp;
use crate::single::Period;

/// What came of trying to prove a claim.
pub enum ProofAttempt<T> {
    /// It is a theorem.
    Proved(T),
    /// An obligation is violated: the claim is false, unless moves were read wide or narrow.
    Violated(ViolatedObligation),
    /// It is about numbers, not about moves, and true or false for all of them.
    Decided(bool),
    /// It is about single heaps, and true or false for all of them by a period.
    ByPeriod {
        /// Whether it is true.
        holds: bool,
        /// The period.
        period: Period,
    },
    /// Automata cannot know what it says.
    Outside(BeyondAutomata),
    /// It took too much.
    GaveUp(GaveUp),
}

/// Where an obligation is violated.
#[derive(Clone, Debug)]
pub struct ViolatedObligation {
    /// The obligation.
    pub obligation: String,
    /// Its kind.
    pub about: ViolationKind,
    /// The position; `None` if a heap does not fit 128 bits.
    pub position: Option<Vec<u128>>,
    /// The option, if the obligation is about one.
    pub option: Option<Vec<u128>>,
    /// Whether all moves were read exactly, so that the claim is false.
    pub exact: bool,
}

impl ViolatedObligation {
    /// A violation in these digits.
    pub(super) fn new(
        violation: Violation,
        numeration: Numeration,
        order: DigitOrder,
        exact: bool,
    ) -> ViolatedObligation {
        let number = |digits: &Vec<bool>| {
            let word: Vec<u16> = digits.iter().map(|digit| u16::from(*digit)).collect();
            if word.len() > 126 {
                return None;
            }
            numeration.numbers(order, 1, &word).and_then(|numbers| numbers.first().copied())
        };
        let numbers =
            |heaps: &Vec<Vec<bool>>| heaps.iter().map(number).collect::<Option<Vec<u128>>>();
        ViolatedObligation {
            position: numbers(&violation.position),
            option: violation.option.as_ref().and_then(numbers),
            obligation: violation.obligation,
            about: violation.about,
            exact,
        }
    }

    /// The largest heap in it.
    pub fn largest(&self) -> Option<u128> {
        let position = self.position.as_ref()?.iter();
        position.chain(self.option.iter().flatten()).max().copied()
    }

    /// Where it is, in words: `(3,5) -> (3,4)`; empty if a heap is too large to be written.
    pub fn place(&self) -> String {
        let tuple = |numbers: &[u128]| {
            let words: Vec<String> = numbers.iter().map(u128::to_string).collect();
            format!("({})", words.join(","))
        };
        match (&self.position, &self.option) {
            (Some(position), Some(option)) => format!("{} -> {}", tuple(position), tuple(option)),
            (Some(position), None) => tuple(position),
            (None, _) => String::new(),
        }
    }
}
