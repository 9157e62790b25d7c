//! An option of a heap of any size that is worth what is wanted.
//!
//! The heap is one of a class of a proved period (`classes`): the automaton of its options reads the
//! binary digits of the heap and of the value, all elements at once; from one that accepts the way back tells
//! the digits of its parts. Cost: some dozens of elements a digit, after the first few.

use rustc_hash::FxHashMap;

use super::classes::{PeriodClasses, PeriodOption};
use super::period::Period;
use super::rule::TakeAndBreak;

/// More options than this are not listed.
const MOST_OPTIONS: u64 = 100_000_000;

/// A heap that is left: `first` and so many periods, in binary digits, least first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodicHeap {
    /// The heap without the periods.
    pub first: u64,
    /// The digits of their number.
    pub periods: Vec<bool>,
}

/// From which heap on [`option_worth`] answers.
pub fn base(breaks: &TakeAndBreak, period: &Period) -> u64 {
    period.start.max(breaks.largest() + 1)
}

/// How a layer was reached: from which element of the one before, by which guess.
type OptionLayer = FxHashMap<PeriodOption, (PeriodOption, u8)>;

/// An option that is worth `value`, of the heap `first` + t periods: `first` is among the `length` heaps from
/// [`base`] on, t and the value are binary digits, least first. Nothing if there is none, or there are too many to
/// list, or `values`, the first ones of the game, are too few.
pub fn option_worth(
    breaks: &TakeAndBreak,
    values: &[u32],
    period: &Period,
    first: u64,
    t: &[bool],
    value: &[bool],
) -> Option<Vec<PeriodicHeap>> {
    let Period { start, length, saltus, .. } = *period;
    let classes = PeriodClasses::new(breaks, values, start, length, saltus)?;
    if classes.options() > MOST_OPTIONS {
        return None;
    }
    // 1. The options whose values end in the right digits.
    let shift = classes.shift as usize;
    let low = value.iter().take(shift).zip(0..).fold(0, |low, (bit, i)| low | u32::from(*bit) << i);
    let high = value.get(shift..).unwrap_or_default();
    let mut begun: FxHashMap<PeriodOption, Vec<usize>> = FxHashMap::default();
    classes.each_option(usize::try_from(first).ok()?, &mut |leaves, xor, element| {
        if xor & ((1 << shift) - 1) == low {
            begun.entry(element).or_insert_with(|| leaves.parts.to_vec());
        }
    });
    // 2. All digits.
    let mut layers: Vec<OptionLayer> = Vec::new();
    let mut current: Vec<PeriodOption> = begun.keys().copied().collect();
    for place in 0..t.len().max(high.len()) {
        let digit = |digits: &[bool]| usize::from(digits.get(place).copied().unwrap_or(false));
        let wanted = 2 * digit(t) + digit(high);
        let mut layer = OptionLayer::default();
        for element in &current {
            element.each_next(classes.growth, |guess, letter, next| {
                if letter == wanted {
                    layer.entry(next).or_insert((*element, guess));
                }
            });
        }
        current = layer.keys().copied().collect();
        layers.push(layer);
    }
    // 3. The way back, from an option with as few large heaps as can be.
    let accepting = current.into_iter().filter(PeriodOption::accepts);
    let mut element = accepting.min_by_key(|element| (element.parts, *element))?;
    let mut digits = vec![vec![false; layers.len()]; 3];
    for (place, layer) in layers.iter().enumerate().rev() {
        let (before, guess) = layer[&element];
        digits.iter_mut().enumerate().for_each(|(part, d)| d[place] = guess >> part & 1 == 1);
        element = before;
    }
    let mut periods = digits.into_iter();
    let part = |heap: &usize| {
        let of_class = *heap >= classes.base;
        let periods = if of_class { periods.next().expect("three") } else { Vec::new() };
        PeriodicHeap { first: *heap as u64, periods }
    };
    Some(begun[&element].iter().map(part).collect())
}
