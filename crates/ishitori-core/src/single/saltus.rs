//! Whether an arithmetic period of a game that splits heaps goes on for ever.
//!
//! A claimed sequence f is that of the game if f(n) is the least number that no option of n has, for all n. If
//! f(n + p) = f(n) + s from some heap on, that is one question for each class of heaps: for all t and g at once, is
//! some option of the t-th heap worth g? `classes` makes an automaton of it, and here it is followed
//! through all sets of its states: in each, the value of the heap must not be had and every smaller one must.
//! Austin, and Howse and Nowakowski, have theorems with conditions on the values for some hexadecimal games; this
//! decides the question for every take-and-break rule, Lasker's Nim (any number may be taken) among them.
//!
//! Cost: 4^k sets of states are followed while the first k carries run out, where 2^k is about the number of
//! periods below the base; then there are few. The checker has the same theorem in a plainer form
//! (`ishitori-check/src/sequence/saltus.rs`).

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use super::classes::{PeriodClasses, PeriodOption};
use super::period::ApparentPeriod;
use super::rule::TakeAndBreak;

/// Whether a period goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaltusAnswer {
    /// It does, for ever: so many of the first values and the period tell all.
    Yes(u64),
    /// Somewhere it does not.
    No,
    /// It was too much to find out.
    TooLarge,
}

/// The most options that are listed.
const MOST_OPTIONS: u64 = 20_000_000;
/// The most elements of all sets that are followed.
const MOST_FOLLOWED: usize = 50_000_000;

/// Whether values that are seen to grow, by a saltus that is not 0, go on so for ever. `values` are the first
/// ones of the game.
pub fn goes_on(breaks: &TakeAndBreak, values: &[u32], seen: ApparentPeriod) -> SaltusAnswer {
    let Some(classes) = PeriodClasses::new(breaks, values, seen.start, seen.length, seen.saltus)
    else {
        return SaltusAnswer::TooLarge;
    };
    if classes.options() > MOST_OPTIONS {
        return SaltusAnswer::TooLarge;
    }
    let mut search = SaltusSearch { growth: classes.growth, ..SaltusSearch::default() };
    let end = classes.base + classes.length;
    for heap in classes.base..end {
        match search.class(&classes, heap) {
            Some(true) => {}
            Some(false) => return SaltusAnswer::No,
            None => return SaltusAnswer::TooLarge,
        }
    }
    SaltusAnswer::Yes(end as u64)
}

/// Elements by number, each with what comes after it for each pair of digits of t and g.
#[derive(Default)]
struct NumberedOptions {
    numbers: FxHashMap<PeriodOption, u32>,
    all: Vec<PeriodOption>,
    /// For each element that was asked, for each letter.
    next: Vec<Option<Box<[Vec<u32>; 4]>>>,
}

impl NumberedOptions {
    fn number(&mut self, element: PeriodOption) -> u32 {
        let next = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(element).or_insert_with(|| {
            self.all.push(element);
            self.next.push(None);
            next
        })
    }

    fn after(&mut self, growth: u32, element: u32) -> &[Vec<u32>; 4] {
        let at = element as usize;
        if self.next[at].is_none() {
            let mut found: [Vec<u32>; 4] = Default::default();
            let from = self.all[at];
            from.each_next(growth, |_, letter, next| {
                found[letter].push(self.number(next.sorted()));
            });
            self.next[at] = Some(Box::new(found));
        }
        self.next[at].as_ref().expect("just found")
    }
}

/// A set of elements, and how the value read compares with that of the class.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct SaltusElement {
    /// The carry of the value of the class.
    own: u32,
    /// How the digits read compare, g with the value.
    order: Ordering,
    options: Box<[u32]>,
}

fn set(mut elements: Vec<u32>) -> Box<[u32]> {
    elements.sort_unstable();
    elements.dedup();
    elements.into_boxed_slice()
}

/// What was followed so far, for all classes.
#[derive(Default)]
struct SaltusSearch {
    growth: u32,
    elements: NumberedOptions,
    /// For each order of the last digits.
    followed: [FxHashSet<SaltusElement>; 3],
    work: usize,
}

impl SaltusSearch {
    /// Whether the heaps of a class have their values; nothing if it is too much.
    fn class(&mut self, classes: &PeriodClasses, heap: usize) -> Option<bool> {
        let own = classes.value(heap);
        let mask = (1 << classes.shift) - 1;
        let mut by_digits: Vec<Vec<u32>> = vec![Vec::new(); 1 << classes.shift];
        classes.each_option(heap, &mut |_, digits, element| {
            by_digits[(digits & mask) as usize].push(self.elements.number(element.sorted()));
        });
        for (options, digits) in by_digits.into_iter().zip(0..) {
            let (own_digits, own) = (own & mask, own >> classes.shift);
            let first = SaltusElement { own, order: Ordering::Equal, options: set(options) };
            if !self.follow(first, digits.cmp(&own_digits))? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether all values below that of the class are had, and its own is not; nothing if it is too much.
    /// `digits` is how the last digits of these values compare with its own.
    fn follow(&mut self, first: SaltusElement, digits: Ordering) -> Option<bool> {
        let mut waiting = vec![first];
        let kind = (digits as i8 + 1) as usize;
        while let Some(state) = waiting.pop() {
            if self.followed[kind].contains(&state) {
                continue;
            }
            let had = state.options.iter().any(|o| self.elements.all[*o as usize].accepts());
            // What of the own value is still to come makes it larger than g.
            let order = if state.own > 0 { Ordering::Less } else { state.order.then(digits) };
            if had == (order == Ordering::Equal) && order != Ordering::Greater {
                return Some(false);
            }
            let mut after: [Vec<u32>; 4] = Default::default();
            for option in &state.options {
                for (all, next) in after.iter_mut().zip(self.elements.after(self.growth, *option)) {
                    all.extend_from_slice(next);
                }
            }
            for (options, letter) in after.into_iter().zip(0u32..) {
                self.work += options.len() + 1;
                let own = state.own + self.growth * (letter >> 1);
                let order = (letter & 1).cmp(&(own & 1)).then(state.order);
                waiting.push(SaltusElement { own: own >> 1, order, options: set(options) });
            }
            if self.work > MOST_FOLLOWED {
                return None;
            }
            self.followed[kind].insert(state);
        }
        Some(true)
    }
}
