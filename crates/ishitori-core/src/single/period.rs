//! Periods of a sequence, and when a finite piece of it proves one.
//!
//! **Splitting games.** Let a rule take at most k stones and leave at most c heaps, and let n0 >= 1 and p >= 1
//! be such that G(n + p) = G(n) for all n from n0 to B - 1, where B = c n0 + (c - 1) p + k, and p more if some
//! heaps must differ. Then it holds for all n >= n0 (Guy and Smith, 1956, for c = 2; the proof is the same
//! for others). For let n >= B, and let it hold below n. The largest heap a of an option of n is at least
//! (n - k) / c >= n0, so a + p has the value of a, and with a + p in the place of a it is an option of n + p
//! with the same value. The largest heap of an option of n + p is at least (n + p - k) / c >= n0 + p, so a - p,
//! which is n0 or more, can take its place. If the two heaps of an option of n + p must differ, and a - p
//! is the other heap b, then b = (n - d) / 2 >= n0 + p, and a beside b - p is an option of n with the
//! same value. So n and n + p have options of the same values. (Taking all stones is an option
//! of all heaps beyond k or of none: k is the largest number that the rule names.)
//!
//! **Games that take anything but a few numbers**, the largest of which is k, and never split. For n > k
//! all heaps below n - k can be left, and of the last k always the same. Let T(n) be the values of the
//! heaps below n - k, with 0 if everything can be taken, and A(n) the least number that is not in T(n). The
//! value of n is A(n) or more, and A(n) less than it depends only on the *state* of n: the numbers of T(n) above
//! A(n) and the last k values, all less A(n). So does the next state. Hence if n and n + p have the same state and
//! s = A(n + p) - A(n), the sequence goes on with G(m + p) = G(m) + s for all m >= n - k.
//!
//! **Arithmetic periods of splitting games** are decided by automata: [`super::saltus`]. What is too large for that, and
//! regularities of rules that no theorem is for, only seem to be so ([`ApparentPeriod`]).
//!
//! Periods are found by the Z-function of the reversed sequence: linear time.

use std::collections::BTreeSet;

use super::rule::TakeAndBreak;

/// A period that is a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first heap from which on it holds.
    pub start: u64,
    /// Its length.
    pub length: u64,
    /// By how much values grow in it.
    pub saltus: u64,
    /// How many values, of the heaps 0, 1, 2, ..., prove it.
    pub values: u64,
}

impl Period {
    /// The heap among the first ones whose value tells that of `heap`, and how many periods lie between.
    pub(crate) fn fold(&self, heap: u64) -> (u64, u64) {
        if heap < self.start + self.length {
            return (heap, 0);
        }
        let beyond = heap - self.start;
        (self.start + beyond % self.length, beyond / self.length)
    }
}

/// A regularity that was seen and is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApparentPeriod {
    /// From where on.
    pub start: u64,
    /// The length of the period.
    pub length: u64,
    /// By how much values grow in it.
    pub saltus: u64,
}

/// How many values are needed to prove a period of a splitting game; none if no theorem is for the game.
pub fn needed(breaks: &TakeAndBreak, start: u64, length: u64) -> Option<u64> {
    if !breaks.is_finite() {
        return None;
    }
    let parts = breaks.most_parts();
    let differ = breaks.two.values().any(|differ| *differ);
    let bound = parts.checked_mul(start.max(1))?;
    let bound = bound.checked_add((parts - 1 + u64::from(differ)).checked_mul(length)?)?;
    bound.checked_add(breaks.largest())?.checked_add(length)
}

/// What a look at a sequence finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodFinding {
    /// A theorem.
    Proved(Period),
    /// Nothing yet; with so many values a period that shows already would be proved.
    Ask(u64),
    /// Nothing.
    Nothing,
}

/// Looks for a period of a splitting game.
pub fn find<V: Copy + Eq>(breaks: &TakeAndBreak, values: &[V]) -> PeriodFinding {
    let all = values.len() as u64;
    let mut next: Option<u64> = None;
    for (length, start) in matches(values) {
        let Some(needed) = needed(breaks, start, length) else { return PeriodFinding::Nothing };
        if needed <= all {
            return PeriodFinding::Proved(Period { start, length, saltus: 0, values: needed });
        }
        // One whole period has come again, and it will not take very much longer.
        if all - start >= 2 * length && needed <= 2 * all {
            next = Some(next.map_or(needed, |n| n.min(needed)));
        }
    }
    next.map_or(PeriodFinding::Nothing, PeriodFinding::Ask)
}

/// Looks for a period of a game that takes anything but a few numbers.
pub(crate) fn find_arithmetic(breaks: &TakeAndBreak, values: &[u32]) -> Option<Period> {
    let named = usize::try_from(breaks.largest()).ok()?;
    let differences: Vec<i64> =
        values.windows(2).map(|w| i64::from(w[1]) - i64::from(w[0])).collect();
    for (length, start) in matches(&differences) {
        let later = values.len();
        let length = usize::try_from(length).ok()?;
        let Some(earlier) = later.checked_sub(length).filter(|n| *n > named) else { continue };
        let saltus = i64::from(values[later - 1]) - i64::from(values[later - 1 - length]);
        let Ok(saltus) = u32::try_from(saltus) else { continue };
        if start > earlier as u64 || !same_state(breaks, values, earlier, later, saltus, named) {
            continue;
        }
        let (length, saltus) = (length as u64, u64::from(saltus));
        return Some(Period { start, length, saltus, values: later as u64 });
    }
    None
}

/// Whether the states of two heaps are the same but for `saltus`.
fn same_state(
    breaks: &TakeAndBreak,
    values: &[u32],
    earlier: usize,
    later: usize,
    saltus: u32,
    named: usize,
) -> bool {
    let state = |n: usize| {
        let mut reached: BTreeSet<u32> = values[1..=n - named - 1].iter().copied().collect();
        if breaks.none.has(n as u64) {
            reached.insert(0);
        }
        let least = (0..).find(|value| !reached.contains(value)).unwrap_or(u32::MAX);
        let above: Vec<u32> = reached.range(least..).map(|value| value - least).collect();
        (least, above)
    };
    let ((a, above_a), (b, above_b)) = (state(earlier), state(later));
    let last = |n: usize| values[n - named..n].iter();
    u64::from(b) == u64::from(a) + u64::from(saltus)
        && above_a == above_b
        && last(earlier)
            .zip(last(later))
            .all(|(x, y)| u64::from(*x) + u64::from(saltus) == u64::from(*y))
}

/// A regularity of the last half of the sequence, whatever the rule is.
pub(crate) fn seems(values: &[u32]) -> Option<ApparentPeriod> {
    let differences: Vec<i64> =
        values.windows(2).map(|w| i64::from(w[1]) - i64::from(w[0])).collect();
    let all = values.len() as u64;
    let (length, start) = matches(&differences)
        .find(|(length, start)| start + 4 * length <= all && *start <= all / 2)?;
    let at = |n: u64| values.get(usize::try_from(n).ok()?).copied();
    let saltus = at(start + length)?.checked_sub(at(start)?)?;
    Some(ApparentPeriod { start, length, saltus: u64::from(saltus) })
}

/// For every length p, smallest first, the least n0 such that values at distance p agree from n0 on.
fn matches<V: Copy + Eq>(values: &[V]) -> impl Iterator<Item = (u64, u64)> {
    let reach = z_function(values);
    let all = values.len();
    (1..all).map(move |p| (p as u64, (all - p - reach[p] as usize) as u64))
}

/// For every p, how many of the last values agree with those p places before.
fn z_function<V: Copy + Eq>(values: &[V]) -> Vec<u32> {
    let n = values.len();
    let at = |i: usize| values[n - 1 - i];
    let mut reach = vec![0u32; n];
    let (mut left, mut right) = (0, 0);
    for i in 1..n {
        let mut length = if i < right { (reach[i - left] as usize).min(right - i) } else { 0 };
        while i + length < n && at(length) == at(i + length) {
            length += 1;
        }
        if i + length > right {
            (left, right) = (i, i + length);
        }
        reach[i] = u32::try_from(length).unwrap_or(u32::MAX);
    }
    reach
}
