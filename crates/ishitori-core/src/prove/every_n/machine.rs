//! Automata over columns: made from a formula, minimised, and numbered from the initial state.
//!
//! A letter is a place (a named one or `high`), the class of a count, and the digit of the value. Which place comes when is no
//! choice: words are read with the *phase* (`CountMachine::columns`), and letters that cannot come lead to a state that accepts nothing.
//! Each atom of the formula has a state of its own (`dead`, `alive`, ...); the automaton is their product, and partition refinement makes it
//! smaller. Cost: product states times letters, milliseconds for what claims say.

use std::collections::HashMap;

use super::formula::{ColumnSaying, CountFormula};
use super::statement::EveryNAbout;
use crate::control::{Control, GaveUp};

/// The most states of a product.
const MOST_STATES: usize = 20_000;

/// One column that may come: its place and the phase after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ComingColumn {
    pub place: usize,
    pub phase: usize,
}

/// An automaton over columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountMachine {
    /// Counts below it are classes of their own.
    pub threshold: usize,
    /// Counts from the threshold on are the same if they are congruent modulo the period.
    pub period: usize,
    /// How many of the lowest places are named.
    pub named: usize,
    /// Whether the most significant digit comes first.
    pub msd: bool,
    /// 2 if there is a value, else 1.
    pub digits: usize,
    /// Which states accept; state 0 is initial.
    pub accepting: Vec<bool>,
    /// By state, then by place, class and digit.
    pub next: Vec<Vec<usize>>,
}

impl CountMachine {
    /// The automaton of a formula, with at least so many named places.
    pub(super) fn of(
        formula: &CountFormula,
        about: EveryNAbout,
        msd: bool,
        named: u64,
        control: &Control,
    ) -> Result<CountMachine, GaveUp> {
        let named = formula.places().max(named);
        let (Some((threshold, period)), true) = (formula.classes(), named <= 40) else {
            return Err(GaveUp::new(
                "moduli up to 64 in all, and digits up to place 39, are read for every n",
            ));
        };
        let empty = CountMachine {
            threshold: threshold as usize,
            period: period as usize,
            named: named as usize,
            msd,
            digits: if about == EveryNAbout::Outcomes { 1 } else { 2 },
            accepting: Vec::new(),
            next: Vec::new(),
        };
        empty.filled(formula, control)
    }

    /// The class of a count, which stands for it.
    pub(super) fn class(&self, count: usize) -> usize {
        match count.checked_sub(self.threshold) {
            Some(beyond) => self.threshold + beyond % self.period,
            None => count,
        }
    }

    /// The number of classes.
    pub(super) fn classes(&self) -> usize {
        self.threshold + self.period
    }

    /// The state after a column.
    pub(super) fn step(&self, state: usize, place: usize, count: usize, digit: usize) -> usize {
        self.next[state][(place * self.classes() + self.class(count)) * self.digits + digit]
    }

    /// The phase before the first column: how many columns were read, as far as places have names; most significant first, how many named
    /// ones are still to come.
    pub(super) fn first_phase(&self) -> usize {
        if self.msd { self.named } else { 0 }
    }

    /// The columns that may come in a phase.
    pub(super) fn columns(&self, phase: usize) -> Vec<ComingColumn> {
        let high = self.named;
        let mut columns = Vec::new();
        if phase == high {
            columns.push(ComingColumn { place: high, phase });
        }
        if self.msd && phase > 0 {
            columns.push(ComingColumn { place: phase - 1, phase: phase - 1 });
        }
        if !self.msd && phase < high {
            columns.push(ComingColumn { place: phase, phase: phase + 1 });
        }
        columns
    }

    /// Whether all named places have been read.
    pub(super) fn is_whole(&self, phase: usize) -> bool {
        phase == if self.msd { 0 } else { self.named }
    }

    /// Whether zeros in front, or behind, change nothing.
    pub(super) fn is_padded(&self) -> bool {
        let padded = |state: usize| self.step(state, self.named, 0, 0);
        if self.msd {
            return padded(0) == 0;
        }
        (0..self.next.len()).all(|state| self.accepting[state] == self.accepting[padded(state)])
    }

    /// The product of the atoms of a formula, minimised.
    fn filled(mut self, formula: &CountFormula, control: &Control) -> Result<CountMachine, GaveUp> {
        let atoms = formula.atoms();
        let start =
            JointAtoms { phase: self.first_phase(), atoms: vec![AtomState::start(); atoms.len()] };
        let mut numbers: HashMap<Option<JointAtoms>, usize> =
            HashMap::from([(Some(start.clone()), 0)]);
        let mut states = vec![Some(start)];
        let mut at = 0;
        while at < states.len() {
            control.check()?;
            let state = states[at].clone();
            let accepts = state.as_ref().is_some_and(|joint| {
                let mut held = joint.atoms.iter().map(|atom| atom.now);
                self.is_whole(joint.phase) && holds(formula, &mut held)
            });
            self.accepting.push(accepts);
            let mut row = Vec::new();
            for (place, class, digit) in self.letters() {
                let read = ReadColumn { place, ones: class as u64, digit: digit == 1 };
                let target = state.as_ref().and_then(|joint| {
                    let mut columns = self.columns(joint.phase).into_iter();
                    let coming = columns.find(|column| column.place == place)?;
                    let step = |(atom, state): (&&CountFormula, &AtomState)| {
                        state.after(atom, &read, self.msd)
                    };
                    let atoms = atoms.iter().zip(&joint.atoms).map(step).collect();
                    Some(JointAtoms { phase: coming.phase, atoms })
                });
                let known = states.len();
                let number = *numbers.entry(target.clone()).or_insert_with(|| {
                    states.push(target);
                    known
                });
                row.push(number);
            }
            self.next.push(row);
            if states.len() > MOST_STATES {
                return Err(GaveUp::beyond(MOST_STATES, "states of an automaton over columns"));
            }
            at += 1;
        }
        Ok(self.minimised())
    }

    fn letters(&self) -> Vec<(usize, usize, usize)> {
        let mut letters = Vec::new();
        for place in 0..=self.named {
            for class in 0..self.classes() {
                letters.extend((0..self.digits).map(|digit| (place, class, digit)));
            }
        }
        letters
    }

    /// Partition refinement; then states are numbered as they are reached from the initial one.
    fn minimised(self) -> CountMachine {
        let mut parts: Vec<usize> = self.accepting.iter().map(|one| usize::from(*one)).collect();
        let mut count = 0;
        loop {
            let mut keys: HashMap<(usize, Vec<usize>), usize> = HashMap::new();
            let mut refined = Vec::new();
            for (state, row) in self.next.iter().enumerate() {
                let key = (parts[state], row.iter().map(|target| parts[*target]).collect());
                let fresh = keys.len();
                refined.push(*keys.entry(key).or_insert(fresh));
            }
            parts = refined;
            if keys.len() == count {
                break;
            }
            count = keys.len();
        }
        let mut number: Vec<Option<usize>> = vec![None; count];
        let mut order = vec![0];
        number[parts[0]] = Some(0);
        let (mut accepting, mut next) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < order.len() {
            let state = order[at];
            accepting.push(self.accepting[state]);
            let mut row = Vec::new();
            for target in &self.next[state] {
                let fresh = order.len();
                let named = *number[parts[*target]].get_or_insert(fresh);
                if named == fresh {
                    order.push(*target);
                }
                row.push(named);
            }
            next.push(row);
            at += 1;
        }
        CountMachine { accepting, next, ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct JointAtoms {
    phase: usize,
    atoms: Vec<AtomState>,
}

/// What is known of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct AtomState {
    /// Whether it holds if nothing more comes.
    now: bool,
    /// Of `lowest`, most significant first: whether all places satisfy the third saying. Least significant first: whether the first has
    /// not held yet.
    open: bool,
}

struct ReadColumn {
    place: usize,
    ones: u64,
    digit: bool,
}

impl AtomState {
    fn start() -> AtomState {
        AtomState { now: true, open: true }
    }

    fn after(self, atom: &CountFormula, column: &ReadColumn, msd: bool) -> AtomState {
        let says = |one: &ColumnSaying| one.holds(column.ones, column.digit);
        let is_place = |place: &u64| column.place as u64 == *place;
        let AtomState { now, open } = self;
        match atom {
            CountFormula::Every(one) => AtomState { now: now && says(one), open },
            CountFormula::But(place, one) => {
                AtomState { now: now && (is_place(place) || says(one)), open }
            }
            CountFormula::At(place, one) if is_place(place) => AtomState { now: says(one), open },
            CountFormula::Lowest(first, then, other) => match (says(first), msd) {
                // What was the lowest place so far is none any more.
                (true, true) => AtomState { now: open && says(then), open: open && says(other) },
                (false, true) => AtomState { now: now && says(other), open: open && says(other) },
                (true, false) if open => AtomState { now: now && says(then), open: false },
                (_, false) => AtomState { now: now && says(other), open },
            },
            _ => self,
        }
    }
}

/// Whether a formula holds when its atoms do as told, in the order of [`CountFormula::atoms`].
fn holds(formula: &CountFormula, atoms: &mut dyn Iterator<Item = bool>) -> bool {
    match formula {
        CountFormula::Constant(value) => *value,
        CountFormula::Not(one) => !holds(one, atoms),
        // Every part takes its atoms, whatever the others say.
        CountFormula::All(all) => all.iter().fold(true, |so_far, one| holds(one, atoms) & so_far),
        CountFormula::Any(all) => all.iter().fold(false, |so_far, one| holds(one, atoms) | so_far),
        CountFormula::Iff(one, other) => holds(one, atoms) == holds(other, atoms),
        _ => atoms.next().unwrap_or(false),
    }
}
