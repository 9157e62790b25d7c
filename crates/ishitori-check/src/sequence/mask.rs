//! Masks: heaps told apart as even and odd, so that most pairs of heaps need not be looked at.
//!
//! Call a heap of n stones worth v *even* if the number of ones of v under the mask, and n plus what a split
//! takes if sizes count, add up to an even number; else *odd*. Two heaps beside each other have a value that
//! would make the heap they come from even if both are even or both are odd, and odd otherwise: for xor adds
//! ones, and sizes add up with what is taken. So a value that makes a heap odd is had only with one of its
//! *even* smaller heaps, and if they are few, that is quickly seen. Values that would make it even are looked
//! for in all pairs, as long as one below the first value that would make it odd is missing.
//!
//! The values are right with any mask; a bad one only saves nothing. Cost: the even heaps and the pairs that
//! are looked at.

use crate::sequence::rules::LeaveRules;
use crate::sequence::seen::SeenValues;

/// Which heaps are even.
#[derive(Clone, Copy)]
pub(crate) struct ParityMask {
    pub(crate) digits: u32,
    /// If sizes count: a number of the parity of all that splits take.
    pub(crate) size: Option<usize>,
}

impl ParityMask {
    pub(crate) fn is_even(self, n: usize, value: u32) -> bool {
        let ones = (value & self.digits).count_ones() as usize;
        (ones + self.size.map_or(0, |take| n + take)).is_multiple_of(2)
    }
}

/// The value of the next heap, with a mask, and how many pairs were looked at.
pub(crate) fn masked(
    moves: &LeaveRules,
    values: &[u32],
    mask: ParityMask,
    even: &[usize],
    seen: &mut SeenValues,
) -> (u32, usize) {
    let n = values.len();
    let splits = moves.splits(n);
    let mut work = 0;
    for (left, differ) in &splits {
        for a in even.iter().copied().take_while(|a| a < left) {
            if !(*differ && 2 * a == *left) {
                seen.see(values[a] ^ values[left - a]);
            }
        }
        work += even.len();
    }
    // All options that make this heap odd are seen.
    let odd = seen.first_unseen((0..).filter(|value| !mask.is_even(n, *value)));
    let evens = |from: u32| (from..odd).filter(|value| mask.is_even(n, *value));
    let mut missing = evens(0).find(|value| !seen.has(*value));
    for (left, differ) in &splits {
        for a in 1..=left / 2 {
            let Some(wanted) = missing else { return (odd, work) };
            if !(*differ && 2 * a == *left) {
                seen.see(values[a] ^ values[left - a]);
            }
            work += 1;
            if seen.has(wanted) {
                missing = evens(wanted).find(|value| !seen.has(*value));
            }
        }
    }
    // If one is still missing no option has it, nor a smaller one.
    (missing.unwrap_or(odd), work)
}
