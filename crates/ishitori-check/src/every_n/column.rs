//! Columns of digits: classes of counts, places, and the automaton that reads them.
//!
//! The class of a count is the count itself below the threshold t, and above it the number from t to t + p - 1 that is congruent
//! modulo the period p. Equal classes stay equal when the same number is added, so a class stands for all of its counts.
//!
//! The lowest places may be named (`places D`: 0, 1, ..., D - 1); all others are `high`. A word has a column for each named
//! place at least. Most significant first it is any number of high columns, then D - 1, ..., 0; least significant first the
//! other way round. `phase` counts how far a word is.

use crate::refusal::CheckRefusal;

/// Classes of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Classes {
    pub(crate) threshold: usize,
    pub(crate) period: usize,
}

impl Classes {
    /// The class of a number.
    pub(crate) fn of(self, count: usize) -> usize {
        if count < self.threshold + self.period {
            return count;
        }
        self.threshold + (count - self.threshold) % self.period
    }

    /// How many there are.
    pub(crate) fn len(self) -> usize {
        self.threshold + self.period
    }
}

/// The order of digits, and the named places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) named: usize,
    pub(crate) msd: bool,
}

impl Places {
    /// The phase before the first column.
    pub(crate) fn start(self) -> usize {
        if self.msd { self.named } else { 0 }
    }

    /// The columns that may come in a phase, with the phase after each; `named` is a high place.
    pub(crate) fn next(self, phase: usize) -> Vec<(usize, usize)> {
        match (self.msd, phase) {
            // Most significant first, the phase is the number of named places that are still to come.
            (true, 0) if self.named > 0 => Vec::new(),
            (true, phase) if phase == self.named && phase > 0 => {
                vec![(phase, phase), (phase - 1, phase - 1)]
            }
            (true, 0) => vec![(0, 0)],
            (true, phase) => vec![(phase - 1, phase - 1)],
            (false, phase) if phase < self.named => vec![(phase, phase + 1)],
            (false, phase) => vec![(self.named, phase)],
        }
    }

    /// Whether a word may end in a phase.
    pub(crate) fn may_end(self, phase: usize) -> bool {
        if self.msd { phase == 0 } else { phase == self.named }
    }

    /// The largest phase.
    pub(crate) fn phases(self) -> usize {
        self.named + 1
    }
}

/// A deterministic automaton over columns, with a digit of the value if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColumnAutomaton {
    pub(crate) classes: Classes,
    pub(crate) places: Places,
    /// 2 with a value, else 1.
    pub(crate) digits: usize,
    pub(crate) accepting: Vec<bool>,
    /// By state; then by place, class and digit.
    pub(crate) next: Vec<Vec<usize>>,
}

impl ColumnAutomaton {
    /// The number of letters.
    pub(crate) fn letters(classes: Classes, places: Places, digits: usize) -> usize {
        (places.named + 1) * classes.len() * digits
    }

    /// The state after a column with so many ones.
    pub(crate) fn after(&self, state: usize, place: usize, count: usize, digit: usize) -> usize {
        let class = self.classes.of(count);
        self.next[state][(place * self.classes.len() + class) * self.digits + digit]
    }

    /// The digits of the value: one that means nothing if there is none.
    pub(crate) fn values(&self) -> std::ops::Range<usize> {
        0..self.digits
    }

    /// Checks that zeros in front (or behind) change nothing.
    ///
    /// # Errors
    /// A refusal if they may.
    pub(crate) fn check_padding(&self) -> Result<(), CheckRefusal> {
        let high = self.places.named;
        let padded = |state: usize| self.after(state, high, 0, 0);
        let same = match self.places.msd {
            true => padded(0) == 0,
            false => (0..self.next.len()).all(|q| self.accepting[q] == self.accepting[padded(q)]),
        };
        match same {
            true => Ok(()),
            false => Err(CheckRefusal::new("leading zeros change what the automaton says")),
        }
    }
}
