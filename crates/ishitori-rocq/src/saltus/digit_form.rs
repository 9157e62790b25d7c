//! Formulas about numbers, and their smallest automata, most significant digits first.
//!
//! A state holds one number for each atom: what it knows of the digits read so far, as in `rocq/Formula.v`. All
//! states that are reached are made, and then those that accept the same words are made one. With each state come those
//! that accept all it does.

use crate::refusal::NoRocqTheorem;
use crate::tables::RocqTable;
use std::collections::HashMap;

/// The most states before they are made fewer.
const STATES: usize = 200_000;
/// The most states of a table.
const COMPARED: usize = 1000;
/// What an atom knows when nothing more can make it true, or false.
const NEVER: i64 = i64::MIN;
const ALWAYS: i64 = i64::MAX;

/// A formula; weights are one for each track.
#[derive(Clone)]
pub(crate) enum DigitForm {
    /// The sum is the bound, or at least it.
    Sum {
        equal: bool,
        bound: i64,
        weights: Vec<i64>,
    },
    Congruent {
        modulus: i64,
        remainder: i64,
        weights: Vec<i64>,
    },
    /// At every place an even number of all tracks has a one.
    Xor,
    Not(Box<DigitForm>),
    All(Vec<DigitForm>),
    Any(Vec<DigitForm>),
}

impl DigitForm {
    pub(crate) fn equal(bound: i64, weights: Vec<i64>) -> DigitForm {
        DigitForm::Sum { equal: true, bound, weights }
    }

    pub(crate) fn at_least(bound: i64, weights: Vec<i64>) -> DigitForm {
        DigitForm::Sum { equal: false, bound, weights }
    }

    pub(crate) fn not(self) -> DigitForm {
        DigitForm::Not(Box::new(self))
    }

    /// Visits all atoms, always in the same order.
    fn atoms<'a>(&'a self, visit: &mut impl FnMut(&'a DigitForm)) {
        match self {
            DigitForm::Not(part) => part.atoms(visit),
            DigitForm::All(parts) | DigitForm::Any(parts) => {
                parts.iter().for_each(|part| part.atoms(visit));
            }
            atom => visit(atom),
        }
    }

    /// What an atom knows before the first digit.
    fn first(&self) -> i64 {
        self.settled(0)
    }

    /// What an atom knows after one more letter.
    fn next(&self, known: i64, letter: usize) -> i64 {
        if known == NEVER || known == ALWAYS {
            return known;
        }
        let column = |weights: &[i64]| -> i64 {
            weights
                .iter()
                .enumerate()
                .map(|(track, weight)| weight * (letter as i64 >> track & 1))
                .sum()
        };
        match self {
            DigitForm::Sum { weights, .. } => self.settled(2 * known + column(weights)),
            DigitForm::Congruent { modulus, weights, .. } => {
                (2 * known + column(weights)).rem_euclid(*modulus)
            }
            _ if letter.count_ones() % 2 == 1 => NEVER,
            _ => 0,
        }
    }

    /// A sum that is too large or too small for ever is no longer told.
    fn settled(&self, sum: i64) -> i64 {
        let DigitForm::Sum { equal, bound, weights } = self else { return sum };
        let least: i64 = weights.iter().map(|weight| weight.min(&0)).sum();
        let most: i64 = weights.iter().map(|weight| weight.max(&0)).sum();
        let (stays_up, stays_down) = (sum + least >= 0, sum + most <= 0);
        match equal {
            true if sum > *bound && stays_up || sum < *bound && stays_down => NEVER,
            false if sum >= *bound && stays_up => ALWAYS,
            false if sum < *bound && stays_down => NEVER,
            _ => sum,
        }
    }

    /// Whether it is true if nothing more is read; takes what its atoms know.
    fn accepts(&self, known: &mut impl Iterator<Item = i64>) -> bool {
        match self {
            DigitForm::Not(part) => !part.accepts(known),
            // All atoms have to be taken, so nothing is skipped.
            DigitForm::All(parts) => {
                parts.iter().filter(|part| part.accepts(known)).count() == parts.len()
            }
            DigitForm::Any(parts) => parts.iter().filter(|part| part.accepts(known)).count() > 0,
            atom => {
                let known = known.next().unwrap_or(NEVER);
                match atom {
                    _ if known == NEVER || known == ALWAYS => known == ALWAYS,
                    DigitForm::Sum { equal: true, bound, .. } => known == *bound,
                    DigitForm::Sum { bound, .. } => known >= *bound,
                    DigitForm::Congruent { remainder, .. } => known == *remainder,
                    _ => true,
                }
            }
        }
    }

    /// The smallest automaton on so many tracks.
    pub(crate) fn table(&self, tracks: usize) -> Result<RocqTable, NoRocqTheorem> {
        let mut atoms = Vec::new();
        self.atoms(&mut |atom| atoms.push(atom));
        let first: Vec<i64> = atoms.iter().map(|atom| atom.first()).collect();
        let mut number = HashMap::from([(first.clone(), 0_u32)]);
        let (mut states, mut next) = (vec![first], Vec::<Vec<u32>>::new());
        while let Some(state) = states.get(next.len()).cloned() {
            let mut reached = Vec::with_capacity(1 << tracks);
            for letter in 0..1 << tracks {
                let pairs = atoms.iter().zip(&state);
                let after: Vec<i64> =
                    pairs.map(|(atom, known)| atom.next(*known, letter)).collect();
                let fresh = states.len() as u32;
                reached.push(*number.entry(after).or_insert_with_key(|after| {
                    states.push(after.clone());
                    fresh
                }));
            }
            next.push(reached);
            if states.len() > STATES {
                return Err(NoRocqTheorem::new("the values grow by too much for Rocq"));
            }
        }
        let accepts = |state: &Vec<i64>| self.accepts(&mut state.iter().copied());
        smallest(&states.iter().map(accepts).collect::<Vec<bool>>(), &next)
    }
}

/// The smallest automaton that accepts the same, by refining classes of states.
fn smallest(accepting: &[bool], next: &[Vec<u32>]) -> Result<RocqTable, NoRocqTheorem> {
    let mut class: Vec<u32> = accepting.iter().map(|accepts| u32::from(*accepts)).collect();
    let mut count = 0;
    loop {
        // Numbered in the order of the states, so that state 0 is in class 0.
        let mut number = HashMap::new();
        let key = |state: usize| -> (u32, Vec<u32>) {
            (class[state], next[state].iter().map(|to| class[*to as usize]).collect())
        };
        let refined: Vec<u32> = (0..next.len())
            .map(|state| {
                let fresh = number.len() as u32;
                *number.entry(key(state)).or_insert(fresh)
            })
            .collect();
        let before = std::mem::replace(&mut count, number.len());
        class = refined;
        if before == count {
            break;
        }
    }
    if count > COMPARED {
        return Err(NoRocqTheorem::new("the values grow by too much for Rocq"));
    }
    let (mut small, mut accepts) = (vec![Vec::new(); count], vec![false; count]);
    for (state, own) in class.iter().enumerate() {
        small[*own as usize] = next[state].iter().map(|to| class[*to as usize]).collect();
        accepts[*own as usize] = accepting[state];
    }
    let includes = includes(&accepts, &small);
    Ok(RocqTable::new(accepts, small, includes))
}

/// For each state the others that accept all that it accepts.
fn includes(accepting: &[bool], next: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let count = next.len();
    let row = |own: usize| (0..count).map(move |other| !accepting[own] || accepting[other]);
    let mut includes: Vec<Vec<bool>> = (0..count).map(|own| row(own).collect()).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for own in 0..count {
            for other in 0..count {
                let mut pairs = next[own].iter().zip(&next[other]);
                if includes[own][other] && pairs.any(|(x, y)| !includes[*x as usize][*y as usize]) {
                    includes[own][other] = false;
                    changed = true;
                }
            }
        }
    }
    let above = |own: usize| {
        let others = (0..count).filter(|other| *other != own && includes[own][*other]);
        others.map(|other| other as u32).collect()
    };
    (0..count).map(above).collect()
}

#[cfg(test)]
mod tests {
    use super::DigitForm;
    use crate::tables::RocqTable;

    /// Whether a table accepts two numbers of six digits.
    fn accepts(table: &RocqTable, x: i64, y: i64) -> bool {
        let letter = |place: i64| ((x >> place & 1) | (y >> place & 1) << 1) as usize;
        let read = |state: usize, place| table.next[state][letter(place)] as usize;
        table.accepting[(0..6).rev().fold(0, read)]
    }

    #[test]
    fn tables_agree_with_arithmetic() {
        let weights = |x, y| vec![x, y];
        let sum = DigitForm::at_least(3, weights(2, -1));
        let same = DigitForm::equal(-4, weights(3, -2));
        let rest = DigitForm::Congruent { modulus: 5, remainder: 2, weights: weights(1, 3) };
        let both = DigitForm::All(vec![sum, rest.not()]);
        let form = DigitForm::Any(vec![same, both, DigitForm::Xor]);
        let table = form.table(2).expect("a table");
        for x in 0..64_i64 {
            for y in 0..64_i64 {
                let both = 2 * x - y >= 3 && (x + 3 * y) % 5 != 2;
                assert_eq!(accepts(&table, x, y), 3 * x - 2 * y == -4 || both || x == y, "{x} {y}");
            }
        }
    }

    /// A state that is said to accept no more than another does not.
    #[test]
    fn inclusions_are_right() {
        let table = DigitForm::at_least(-5, vec![2, -3]).table(2).expect("a table");
        let count = table.next.len() as u32;
        let mut found = 0;
        for (state, other) in (0..count).flat_map(|one| (0..count).map(move |two| (one, two))) {
            if !table.is_below(state, other) {
                continue;
            }
            found += 1;
            for word in 0..1_usize << 8 {
                let run = |from: u32| {
                    let read =
                        |now: u32, place: usize| table.next[now as usize][word >> (2 * place) & 3];
                    table.accepting[(0..4_usize).fold(from, read) as usize]
                };
                assert!(!run(state) || run(other), "{state} {other} {word}");
            }
        }
        assert!(found > 3, "{found}");
    }
}
