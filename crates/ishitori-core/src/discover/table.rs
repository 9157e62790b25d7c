//! Learns from a table that somebody computed elsewhere: there is no rule, so nothing can be proved.
//!
//! The windows are those boxes of the table that are full, from the smallest on; the learner is that of games
//! ([`learn`](super::learn)). What takes the place of the prover is the rest of the table: an automaton counts only if it
//! agrees with every position that the table speaks of, and if more of them are left to test it than it has arrows, so that
//! it can be wrong. It is a conjecture all the same. Where only ascending positions stand in the table, and not all orders of
//! them, the order of heaps is taken to mean nothing. Cost: a look at every position of the table for each window and way to
//! write digits.

use std::collections::HashMap;

use ishitori_automata::{Dfa, DigitOrder, MAX_TRACKS, Numeration};

use super::learn::learn;
use super::words::{WordSet, key};
use super::{DigitFormat, ResidualProbe, TrackCoding};
use crate::control::{Control, GaveUp};
use crate::prove::goal::permutations;

/// Positions without an order are learned in every order.
const MAX_UNORDERED: usize = 6;

/// Fibonacci digits are tried with at most so many heaps.
const MAX_FIBONACCI: usize = 3;

/// Heaps are not larger.
const MAX_HEAP: u64 = 1 << 32;

/// A window with fewer sizes of a heap teaches nothing.
const LEAST_SIDE: u64 = 4;

/// So many pairs of a position and a value are looked at to see that a position has no second value: some seconds.
const MOST_LOOKS: usize = 8_000_000;

/// What a table says of positions.
#[derive(Clone, Debug)]
pub struct StatedTable {
    heaps: usize,
    /// The value of each position; `None` where the table says that there is none.
    values: HashMap<Vec<u64>, Option<u32>>,
    /// Whether only ascending positions stand in it.
    unordered: bool,
    lower: Vec<u64>,
    /// All positions whose heaps are below this, and not below `lower`, stand in the table.
    side: u64,
}

/// What is looked for in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableAim {
    /// The positions of value 0.
    Zeros,
    /// The value of each position.
    Values,
}

/// An automaton that agrees with all of a table.
#[derive(Clone, Debug)]
pub struct TableConjecture {
    /// In which digits it was learned.
    pub digits: DigitFormat,
    /// The automaton, on the heaps, and on the value if that is looked for.
    pub set: Dfa,
    /// It was learned from heaps below this,
    pub side: u64,
    /// which are so many positions.
    pub learned: usize,
    /// So many others agree with it.
    pub tested: usize,
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum TableFinding {
    /// An automaton.
    Found(Box<TableConjecture>),
    /// The table is too small, in a sentence.
    TooSmall(String),
    /// No automaton was found; how many states it must have at least, in each kind of digits.
    Irregular {
        /// In a sentence.
        why: String,
        /// The counts of residuals in the largest windows.
        probes: Vec<ResidualProbe>,
    },
}

impl StatedTable {
    /// A table of positions with so many heaps.
    ///
    /// # Errors
    /// If what is said of a position is contradicted, a heap is too large, or there are no positions.
    pub fn new(
        heaps: usize,
        rows: impl IntoIterator<Item = (Vec<u64>, Option<u32>)>,
    ) -> Result<StatedTable, String> {
        let mut values: HashMap<Vec<u64>, Option<u32>> = HashMap::new();
        for (position, value) in rows {
            let shown: Vec<String> = position.iter().map(u64::to_string).collect();
            if position.iter().any(|heap| *heap > MAX_HEAP) {
                return Err(format!("{} has a heap beyond 2^32", shown.join(",")));
            }
            if values.insert(position, value).is_some_and(|before| before != value) {
                return Err(format!("two things are said of {}", shown.join(",")));
            }
        }
        let stated = || values.keys();
        let lower = (0..heaps).map(|heap| stated().map(|position| position[heap]).min());
        let Some(lower) = lower.collect::<Option<Vec<u64>>>() else {
            return Err("it has no positions".into());
        };
        let ascending = (2..=MAX_UNORDERED).contains(&heaps)
            && stated().all(|position| position.is_sorted())
            && stated().any(|position| position[0] < position[heaps - 1]);
        let lower = if ascending { vec![lower[0]; heaps] } else { lower };
        let mut table = StatedTable { heaps, values, unordered: ascending, lower, side: 0 };
        table.side = table.full_side();
        Ok(table)
    }

    /// How many positions it speaks of.
    pub fn stated(&self) -> usize {
        self.values.values().flatten().count()
    }

    /// Whether the order of heaps is taken to mean nothing.
    pub fn is_unordered(&self) -> bool {
        self.unordered
    }

    /// The smallest size of each heap.
    pub fn lower(&self) -> &[u64] {
        &self.lower
    }

    /// All positions with heaps below this stand in the table.
    pub fn full_below(&self) -> u64 {
        self.side
    }

    /// Finds it.
    fn full_side(&self) -> u64 {
        let mut side = *self.lower.iter().max().expect("some heap");
        // Each position is counted where its largest heap is; a full box has them all.
        let mut by_largest: HashMap<u64, u128> = HashMap::new();
        for position in self.values.keys() {
            *by_largest.entry(*position.iter().max().expect("some heap")).or_default() += 1;
        }
        let mut found: u128 =
            by_largest.iter().filter(|(largest, _)| **largest < side).map(|(_, count)| count).sum();
        loop {
            found += by_largest.get(&side).copied().unwrap_or(0);
            if found != self.box_size(side + 1) {
                return side;
            }
            side += 1;
        }
    }

    /// How many positions have heaps below `side`.
    fn box_size(&self, side: u64) -> u128 {
        let sizes = self.lower.iter().map(|lower| u128::from(side - lower));
        if !self.unordered {
            return sizes.fold(1, u128::saturating_mul);
        }
        // Multisets of sizes.
        let sizes = u128::from(side - self.lower[0]);
        (0..self.heaps as u128).fold(1, |all: u128, at| all.saturating_mul(sizes + at) / (at + 1))
    }

    /// Something of every position with heaps below `side` that is none of those the table denies, in every order of its
    /// heaps.
    fn words(&self, side: u64, word: impl Fn(&[u64], u32) -> Option<u64>) -> Vec<u64> {
        let orders = match self.unordered {
            true => permutations(self.heaps),
            false => vec![(0..self.heaps).collect()],
        };
        let mut keys = Vec::new();
        for (position, value) in &self.values {
            let Some(value) = value else { continue };
            if position.iter().any(|heap| *heap >= side) {
                continue;
            }
            for order in &orders {
                let heaps: Vec<u64> = order.iter().map(|place| position[*place]).collect();
                keys.extend(word(&heaps, *value));
            }
        }
        keys
    }
}

/// Looks for an automaton with at most so many states.
///
/// # Errors
/// [`GaveUp`] if the work is stopped, or its time is used up.
pub fn learn_table(
    table: &StatedTable,
    aim: TableAim,
    states: usize,
    control: &Control,
) -> Result<TableFinding, GaveUp> {
    if table.heaps + 1 > MAX_TRACKS {
        let why = format!("{} heaps: automata read at most {}", table.heaps, MAX_TRACKS - 1);
        return Ok(TableFinding::Irregular { why, probes: vec![] });
    }
    if table.side < LEAST_SIDE + table.lower.iter().max().expect("some heap") {
        return Ok(TableFinding::TooSmall(too_small(table)));
    }
    let mut windows: Vec<(u64, DigitFormat, usize)> = ways(table.heaps, aim)
        .into_iter()
        .flat_map(|(digits, tracks)| {
            let side = move |length: usize| digits.numeration.weight(length) as u64;
            let lengths = (2..=63 / tracks).take_while(move |length| side(*length) <= table.side);
            lengths.map(move |length| (side(length), digits, length))
        })
        .collect();
    windows.sort_by_key(|(side, ..)| *side);
    let (mut probes, mut untested): (Vec<ResidualProbe>, Option<(usize, usize)>) = (vec![], None);
    for (side, digits, length) in windows {
        let words = window_words(table, aim, digits, (side, length));
        let (probe, mut found) = learn(&words, digits, 0, states, control)?;
        probes.retain(|other| other.digits != digits);
        probes.push(probe);
        found.sort_by_key(Dfa::states);
        for set in found {
            let Some((learned, tested)) = agreement(table, aim, digits, &set, side) else {
                continue;
            };
            if tested > set.states() * set.letters() {
                let found = TableConjecture { digits, set, side, learned, tested };
                return Ok(TableFinding::Found(Box::new(found)));
            }
            untested.get_or_insert((set.states(), tested));
        }
    }
    Ok(match untested {
        Some((states, tested)) => TableFinding::TooSmall(format!(
            "an automaton of {states} states agrees with all {} positions, but only {tested} of them are left to test \
             it, too few to tell; a larger table would",
            table.stated()
        )),
        None => {
            let why = format!(
                "no automaton learned from the positions with heaps below {} or less agrees with the table; a larger table may teach more",
                table.side
            );
            TableFinding::Irregular { why, probes }
        }
    })
}

fn too_small(table: &StatedTable) -> String {
    let StatedTable { side, lower, .. } = table;
    let from = lower.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let to = lower.iter().max().expect("some heap") + LEAST_SIDE - 1;
    format!(
        "at least every position with heaps from {from} to {to} should stand in it, and only those with heaps below {side} \
         all do"
    )
}

/// The ways to write digits, with the numbers that are read at once.
fn ways(heaps: usize, aim: TableAim) -> Vec<(DigitFormat, usize)> {
    let orders = [DigitOrder::Msd, DigitOrder::Lsd];
    let each = |numeration, coding, tracks| {
        orders.map(|order| (DigitFormat { numeration, order, coding }, tracks))
    };
    let mut all = Vec::new();
    match aim {
        TableAim::Zeros => {
            all.extend(each(Numeration::Binary, None, heaps));
            if heaps <= MAX_FIBONACCI {
                all.extend(each(Numeration::Zeckendorf, None, heaps));
            }
        }
        TableAim::Values => {
            all.extend(each(Numeration::Binary, Some(TrackCoding::Plain), heaps + 1));
            all.extend(each(Numeration::Binary, Some(TrackCoding::OneHot), heaps + 1));
        }
    }
    all
}

/// The words of a window: of the zeros, or of all positions with their values.
fn window_words(
    table: &StatedTable,
    aim: TableAim,
    digits: DigitFormat,
    (side, length): (u64, usize),
) -> WordSet {
    let word = |heaps: &[u64], value: u32| match aim {
        TableAim::Zeros => (value == 0).then(|| key(digits.numeration, heaps, length)).flatten(),
        TableAim::Values => {
            let numbers: Vec<u64> = heaps.iter().copied().chain([coded(digits, value)?]).collect();
            key(digits.numeration, &numbers, length)
        }
    };
    let tracks = table.heaps + usize::from(aim == TableAim::Values);
    WordSet::new(tracks, length, table.words(side, word))
}

fn coded(digits: DigitFormat, value: u32) -> Option<u64> {
    match digits.coding {
        Some(TrackCoding::OneHot) => (value < 62).then(|| 1 << value),
        _ => Some(value.into()),
    }
}

/// A value with others up to a little beyond the largest, each or one in so many.
fn others(value: u32, largest: u32, step: u32) -> impl Iterator<Item = u32> {
    [value].into_iter().chain((value % step..largest.saturating_add(2)).step_by(step as usize))
}

/// How many positions within the window and beyond agree with an automaton; `None` if one does not.
fn agreement(
    table: &StatedTable,
    aim: TableAim,
    digits: DigitFormat,
    set: &Dfa,
    side: u64,
) -> Option<(usize, usize)> {
    let accepts = |numbers: &mut dyn Iterator<Item = u64>| {
        let numbers: Vec<u128> = numbers.map(u128::from).collect();
        set.accepts(&digits.numeration.word(digits.order, &numbers))
    };
    let largest = table.values.values().flatten().max().copied().unwrap_or(0);
    let step = (table.values.len() * largest as usize / MOST_LOOKS + 1) as u32;
    let (mut learned, mut tested) = (0, 0);
    for (position, value) in &table.values {
        let Some(value) = *value else { continue };
        let mut heaps = position.iter().copied();
        let agrees = match aim {
            TableAim::Zeros => accepts(&mut heaps) == (value == 0),
            // Its own value, and none of the others that are looked at.
            TableAim::Values => others(value, largest, step).all(|other| {
                coded(digits, other).is_some_and(|coded| {
                    let mut numbers = position.iter().copied().chain([coded]);
                    accepts(&mut numbers) == (other == value)
                })
            }),
        };
        if !agrees {
            return None;
        }
        match position.iter().all(|heap| *heap < side) {
            true => learned += 1,
            false => tested += 1,
        }
    }
    Some((learned, tested))
}
