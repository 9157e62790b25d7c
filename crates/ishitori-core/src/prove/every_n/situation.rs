//! What an opponent has told of a position, column by column, and what plans a strategy may have.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::machine::CountMachine;
use super::statement::EveryNAbout;

/// What the opponent has told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Told {
    /// The state that the columns of the position lead to, with the digits of its value.
    pub state: usize,
    pub phase: usize,
    /// The smaller value against the value, so far.
    pub smaller_is: Ordering,
    /// Whether the smaller value has had a one, where it may have one only.
    pub one_seen: bool,
    /// Whether some heap has had a one, where that matters.
    pub nonzero: bool,
}

/// The columns of one place, as the opponent tells them.
#[derive(Clone, Copy, Debug)]
pub(super) struct TellableColumn {
    pub place: usize,
    pub phase: usize,
    pub outside: usize,
    pub tracked: usize,
    pub value: usize,
    pub smaller: usize,
}

impl TellableColumn {
    pub fn ones(&self) -> usize {
        self.outside + self.tracked
    }
}

/// How far a move has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum MoveStage {
    /// Nothing has changed so far.
    Still,
    /// The tracked heaps are lower already.
    Lowered,
    /// What is taken is taken.
    Taken,
    /// A heap that is not tracked, and has only zeros so far, has given what it will have to borrow.
    Borrow,
    /// The tracked heap goes as a whole; the others are empty so far.
    Whole,
    /// The move is made.
    Done,
}

impl MoveStage {
    /// Its word in certificates.
    pub fn word(self) -> &'static str {
        match self {
            MoveStage::Still => "still",
            MoveStage::Lowered => "lowered",
            MoveStage::Taken => "taken",
            MoveStage::Borrow => "borrow",
            MoveStage::Whole => "whole",
            MoveStage::Done => "done",
        }
    }
}

/// The ways that a strategy keeps open: how far the move is, and the state of the position after it.
pub(super) type Ways = BTreeSet<(MoveStage, usize)>;

/// A macro-state: what was told, how many heaps are tracked, and the ways that are open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct StrategyState {
    pub told: Told,
    pub tracked: usize,
    pub ways: Ways,
}

impl Told {
    pub fn beginning(machine: &CountMachine) -> Told {
        Told {
            state: 0,
            phase: machine.first_phase(),
            smaller_is: Ordering::Equal,
            one_seen: false,
            nonzero: false,
        }
    }

    /// What is told with one more column; nothing if the opponent must not tell it, or is owed nothing after it.
    pub fn with(
        self,
        column: &TellableColumn,
        machine: &CountMachine,
        about: EveryNAbout,
        divides: bool,
    ) -> Option<Told> {
        let mut told = self;
        told.state = machine.step(self.state, column.place, column.ones(), column.value);
        told.phase = column.phase;
        let here = column.smaller.cmp(&column.value);
        if machine.msd {
            told.smaller_is = self.smaller_is.then(here);
            if told.smaller_is.is_gt() {
                return None;
            }
        } else {
            told.smaller_is = here.then(self.smaller_is);
        }
        if about == EveryNAbout::GrundyHeight && column.smaller == 1 {
            if self.one_seen {
                return None;
            }
            told.one_seen = true;
        }
        told.nonzero |= divides && column.ones() > 0;
        Some(told)
    }

    /// Whether a move is owed if nothing more comes.
    pub fn owes(&self, machine: &CountMachine, about: EveryNAbout) -> bool {
        let accepted = machine.accepting[self.state];
        let owed = match about {
            EveryNAbout::Outcomes => !accepted,
            _ => accepted && self.smaller_is.is_lt(),
        };
        owed && machine.is_whole(self.phase)
    }
}

/// The columns that the opponent may tell, one for each that makes a difference: from so many ones on only the period matters.
pub(super) fn tellable(
    state: &StrategyState,
    machine: &CountMachine,
    changed: usize,
) -> Vec<TellableColumn> {
    let most = machine.classes() + changed;
    let digits: &[(usize, usize)] =
        if machine.digits == 1 { &[(0, 0)] } else { &[(0, 0), (0, 1), (1, 0), (1, 1)] };
    let mut all = Vec::new();
    for coming in machine.columns(state.told.phase) {
        for outside in 0..most {
            for tracked in 0..=state.tracked {
                all.extend(digits.iter().map(|(value, smaller)| TellableColumn {
                    place: coming.place,
                    phase: coming.phase,
                    outside,
                    tracked,
                    value: *value,
                    smaller: *smaller,
                }));
            }
        }
    }
    all
}
