//! Which positions a question is about: heaps up to a bound, or a bounded number of stones.
//!
//! Positions come by number of stones and then in lexicographic order, made on the way and never
//! stored, so that listing the first few of a huge window is cheap.

use std::ops::ControlFlow;

use ishitori_rule::HeapRules;
use ishitori_rule::family::MAX_HEAP;
use thiserror::Error;

use super::position::Heaps;
use super::scan::GameError;

/// The bounds of a window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The largest heap: none, one for all heaps, or one for each.
    pub to: Vec<u64>,
    /// The largest number of stones.
    pub total: Option<u64>,
}

/// Bounds that make no window of the game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WindowError {
    /// Neither a largest heap nor a largest total.
    #[error("this game has infinitely many positions: say how far to go with --to N or --total T")]
    Unbounded,
    /// As many bounds as there are heaps, or one for all.
    #[error("{given} bounds for {heaps} heaps: give one for all, or one for each")]
    BoundCount {
        /// How many there are.
        given: usize,
        /// How many heaps.
        heaps: usize,
    },
    /// Beyond the largest heap.
    #[error("heaps go up to 2^32, not to {0}")]
    TooLarge(u64),
    /// States are no stones, and a number of stones bounds no window of theirs.
    #[error(
        "this game has states beside its heaps, so no number of stones bounds it: use --to N, which leaves the states whole"
    )]
    TotalBesideStates,
    /// A board has no heaps to bound.
    #[error("a board has no heaps: use --total T to bound the number of stones")]
    NoHeaps,
    /// Figures have nothing to bound: there are lists of them.
    #[error(
        "these positions are no heaps, so there are no windows: `table`, `positions` and `check` take lists, as in --on 'path(1..20)'"
    )]
    NoFigures,
    /// A board with too many cells to list.
    #[error(
        "a board of {cells} cells has 2^{cells} positions, too many to list: up to {limit} cells"
    )]
    TooManyCells {
        /// How many there are.
        cells: usize,
        /// How many there may be.
        limit: usize,
    },
    /// More positions than asked for.
    #[error("there are more than {0} of them: choose a smaller window")]
    TooMany(usize),
    /// A family that cannot be read backwards.
    #[error(transparent)]
    Unwieldy(#[from] GameError),
    /// Looking backwards in an unordered game tries every arrangement.
    #[error("{heaps} heaps have too many arrangements to look backwards: up to 8 different heaps")]
    TooManyArrangements {
        /// How many heaps.
        heaps: usize,
    },
}

/// The largest size of each heap.
pub(super) fn upper_bounds(bounds: &Bounds, rules: &HeapRules) -> Result<Vec<u64>, WindowError> {
    let heaps = rules.names.len();
    let mut upper = match (bounds.to.as_slice(), bounds.total) {
        ([], None) => return Err(WindowError::Unbounded),
        ([], Some(total)) => vec![total.min(MAX_HEAP); heaps],
        ([one], _) => vec![*one; heaps],
        (each, _) if each.len() == heaps || each.len() + rules.states.len() == heaps => {
            let mut upper = each.to_vec();
            upper.resize(heaps, 0);
            upper
        }
        (each, _) => return Err(WindowError::BoundCount { given: each.len(), heaps }),
    };
    // A window has all values of a state.
    let first = heaps - rules.states.len();
    upper[first..].copy_from_slice(&rules.states);
    for (heap, bound) in rules.slice.bounds() {
        upper[*heap] = upper[*heap].min(*bound);
    }
    if let Some(large) = upper.iter().find(|u| **u > MAX_HEAP) {
        return Err(WindowError::TooLarge(*large));
    }
    if let Some(total) = bounds.total {
        // What the other heaps hold at least is not left for this one.
        let least = rules.lower.iter().fold(0u64, |sum, low| sum.saturating_add(*low));
        for (up, low) in upper.iter_mut().zip(&rules.lower) {
            *up = (*up).min(total.saturating_sub(least - low));
        }
    }
    if rules.symmetry.identifies() {
        upper.sort_unstable();
    }
    Ok(upper)
}

/// Whether a position is within the bounds. In an unordered game both are ascending, and the
/// heaps fit into the bounds in some order if and only if they do in this one.
pub(super) fn contains(bounds: &Bounds, upper: &[u64], heaps: &[u64], identifies: bool) -> bool {
    debug_assert!(!identifies || heaps.is_sorted());
    heaps.iter().zip(upper).all(|(h, u)| h <= u)
        && bounds.total.is_none_or(|total| heaps.iter().sum::<u64>() <= total)
}

/// Positions with the same number of stones that differ in the last two heaps alone: one of them grows, the last shrinks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoneLine<'w> {
    /// The first of them.
    pub heaps: &'w Heaps,
    /// How many there are.
    pub count: u64,
    /// How many stones each of them has.
    pub stones: u64,
}

/// Calls `visit` for every tuple within the bounds (ascending ones in an unordered game) that has at
/// least `stones` stones.
pub(super) fn visit(
    bounds: &Bounds,
    upper: &[u64],
    rules: &HeapRules,
    stones: u64,
    visit: &mut dyn FnMut(&Heaps) -> ControlFlow<()>,
) {
    let mut heaps = rules.lower.clone().into_boxed_slice();
    let last = heaps.len() - 1;
    visit_lines(bounds, upper, rules, stones, &mut |line| {
        heaps.copy_from_slice(line.heaps);
        for done in 1..=line.count {
            visit(&heaps)?;
            if done < line.count {
                heaps[last - 1] += 1;
                heaps[last] -= 1;
            }
        }
        ControlFlow::Continue(())
    });
}

/// The same line by line: by number of stones, then in lexicographic order.
pub(super) fn visit_lines(
    bounds: &Bounds,
    upper: &[u64],
    rules: &HeapRules,
    stones: u64,
    visit: &mut dyn FnMut(StoneLine) -> ControlFlow<()>,
) {
    let least = rules.lower.iter().sum::<u64>().max(stones);
    let most = upper.iter().sum::<u64>().min(bounds.total.unwrap_or(u64::MAX));
    let mut walk = WindowWalk {
        lower: &rules.lower,
        upper,
        ascending: rules.symmetry.identifies(),
        heaps: rules.lower.clone().into_boxed_slice(),
        stones: 0,
    };
    for total in least..=most {
        walk.stones = total;
        if walk.fill(0, total, visit).is_break() {
            return;
        }
    }
}

struct WindowWalk<'a> {
    lower: &'a [u64],
    upper: &'a [u64],
    ascending: bool,
    heaps: Heaps,
    stones: u64,
}

impl WindowWalk<'_> {
    /// Sets the heaps from `at` on in all ways that add `rest` stones.
    fn fill(
        &mut self,
        at: usize,
        rest: u64,
        visit: &mut dyn FnMut(StoneLine) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let before = if self.ascending && at > 0 { self.heaps[at - 1] } else { 0 };
        let later = (self.heaps.len() - at - 1) as u64;
        let room: u64 = self.upper[at + 1..].iter().sum();
        let floor: u64 = self.lower[at + 1..].iter().sum();
        let low = self.lower[at].max(before).max(rest.saturating_sub(room));
        let Some(mut high) = rest.checked_sub(floor) else { return ControlFlow::Continue(()) };
        high = high.min(self.upper[at]);
        if self.ascending {
            high = high.min(rest / (later + 1));
        }
        if later > 1 {
            for heap in low..=high {
                self.heaps[at] = heap;
                self.fill(at + 1, rest - heap, visit)?;
            }
        } else if low <= high {
            self.heaps[at] = low;
            // The last heap takes what is left, and the bounds of the one before say that it can.
            if later == 1 {
                self.heaps[at + 1] = rest - low;
            }
            let count = high - low + 1;
            visit(StoneLine { heaps: &self.heaps, count, stones: self.stones })?;
        }
        ControlFlow::Continue(())
    }
}
