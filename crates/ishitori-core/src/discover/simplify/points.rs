//! Sample positions on which conditions are tried before any automaton is made.
//!
//! All small positions, because there the exceptions are; the first members and some random
//! ones, because a sparse set has few small ones and coincidences do not survive large numbers; and
//! neighbours of members, which are almost members. What the sample does not show, the gate will: its
//! counterexamples are added here.

use ishitori_automata::AutomatonGaveUp;
use rustc_hash::FxHashSet;

use super::draw::{Random, drawn};
use super::gate::StatementGate;

/// The most small positions.
const SMALL: usize = 1100;

/// The most of the first members.
const FIRST: usize = 150;

/// Fewer of them, if successors times members are more than this.
const FIRST_CELLS: usize = 1 << 21;

/// Random members and others, for each length of words.
const RANDOM: usize = 12;

/// The longest random words.
const LONGEST: usize = 7;

/// The most neighbours of members.
const NEIGHBOURS: usize = 400;

/// Sample positions, inside and outside the set.
#[derive(Clone, Debug, Default)]
pub(super) struct SamplePoints {
    pub inside: Vec<Vec<i64>>,
    pub outside: Vec<Vec<i64>>,
    seen: FxHashSet<Vec<u64>>,
}

impl SamplePoints {
    /// A sample for a gate on sets of positions.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if somebody stops the work, or the rest of the positions has no small automaton.
    pub fn new(gate: &StatementGate) -> Result<SamplePoints, AutomatonGaveUp> {
        let (target, limit) = (gate.target(), gate.limit());
        let heaps = target.tracks();
        let mut points = SamplePoints::default();
        for numbers in small(heaps, SMALL) {
            points.add(gate, numbers);
        }
        let cells = target.states() << heaps;
        let first = (FIRST_CELLS / cells).clamp(FIRST / 8, FIRST);
        for numbers in target.first_short(gate.numeration(), first, limit)?.0 {
            points.add_large(gate, numbers);
        }
        let mut random = Random::new(0);
        let rest =
            gate.positions().product(target, |p, q| p && !q, limit)?.minimize_within(limit)?;
        let mut members = Vec::new();
        for length in 2..=LONGEST {
            members.extend(drawn(gate.numeration(), target, length, RANDOM, &mut random));
            for numbers in drawn(gate.numeration(), &rest, length, RANDOM, &mut random) {
                points.add(gate, numbers);
            }
        }
        let mut near: Vec<Vec<u64>> =
            members.iter().flat_map(|member| neighbours(member)).collect();
        for numbers in members {
            points.add(gate, numbers);
        }
        for _ in 0..NEIGHBOURS.min(near.len()) {
            let at = random.below(near.len());
            points.add(gate, near.swap_remove(at));
        }
        Ok(points)
    }

    /// Adds a position, if it is one.
    pub fn add(&mut self, gate: &StatementGate, numbers: Vec<u64>) {
        if !gate.contains(gate.positions(), &numbers) || !self.seen.insert(numbers.clone()) {
            return;
        }
        let inside = gate.contains(gate.target(), &numbers);
        let numbers = numbers.into_iter().map(|number| number as i64).collect();
        if inside { self.inside.push(numbers) } else { self.outside.push(numbers) }
    }

    fn add_large(&mut self, gate: &StatementGate, numbers: Vec<u128>) {
        let numbers: Option<Vec<u64>> =
            numbers.into_iter().map(|number| u64::try_from(number).ok()).collect();
        if let Some(numbers) = numbers.filter(|all| all.iter().all(|number| *number < 1 << 40)) {
            self.add(gate, numbers);
        }
    }
}

/// All tuples of numbers up to the largest bound that makes no more than `most`.
pub(super) fn small(heaps: usize, most: usize) -> Vec<Vec<u64>> {
    let mut to = 1u64;
    let count = |to: u64| (to + 1).checked_pow(heaps as u32).unwrap_or(u64::MAX);
    while count(to + 1) <= most as u64 {
        to += 1;
    }
    let mut all = vec![vec![]];
    for _ in 0..heaps {
        let longer = |tuple: &Vec<u64>| {
            let tuple = tuple.clone();
            (0..=to).map(move |number| [tuple.clone(), vec![number]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Tuples that differ a little from one: a heap more or less, two heaps changed or exchanged.
fn neighbours(numbers: &[u64]) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    let changed = |changes: &[(usize, i64)]| -> Option<Vec<u64>> {
        let mut tuple = numbers.to_vec();
        for (at, change) in changes {
            tuple[*at] = tuple[*at].checked_add_signed(*change)?;
        }
        Some(tuple)
    };
    for i in 0..numbers.len() {
        for change in [-4, -2, -1, 1, 2, 4] {
            all.extend(changed(&[(i, change)]));
        }
        for j in 0..numbers.len() {
            if i != j {
                let mut swapped = numbers.to_vec();
                swapped.swap(i, j);
                all.push(swapped);
                all.extend(changed(&[(i, 1), (j, -1)]));
                all.extend(changed(&[(i, 1), (j, 1)]));
            }
        }
    }
    all
}
