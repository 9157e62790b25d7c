//! The values of single heaps, by definition.
//!
//! The value of a heap is the least number that none of its options has. Cost: all options of all heaps, so
//! the square of the number of heaps if they can be split in two, the cube if in three. Where a file names a
//! mask, [`crate::sequence::mask`] looks at fewer.

use crate::refusal::CheckRefusal;
use crate::sequence::mask::{ParityMask, masked};
use crate::sequence::rules::LeaveRules;
use crate::sequence::seen::SeenValues;
use crate::watch::CheckWatch;

/// The values of the heaps 0, 1, ..., `count` - 1.
pub(crate) fn values(
    moves: &LeaveRules,
    count: usize,
    mask: Option<ParityMask>,
    watch: &mut CheckWatch,
) -> Result<Vec<u32>, CheckRefusal> {
    let mut values: Vec<u32> = Vec::new();
    let mut even: Vec<usize> = Vec::new();
    let mut seen = SeenValues::new();
    for n in 0..count {
        seen.now = n + 1;
        watch.tick(see_takes(moves, &values, &mut seen) / 128)?;
        let value = match mask {
            None => {
                let mut work = see_splits(moves, &values, &mut seen);
                work += see_threes(moves, &values, &mut seen);
                watch.tick(work / 128)?;
                seen.first_unseen(0..)
            }
            Some(mask) => {
                let (value, work) = masked(moves, &values, mask, &even, &mut seen);
                watch.tick(work / 128)?;
                value
            }
        };
        watch.tick(1)?;
        if n > 0 && mask.is_some_and(|mask| mask.is_even(n, value)) {
            even.push(n);
        }
        values.push(value);
    }
    Ok(values)
}

/// No heap is left, or one; how many were looked at.
fn see_takes(moves: &LeaveRules, values: &[u32], seen: &mut SeenValues) -> usize {
    let n = values.len();
    if n > 0 && moves.none.has(n as u64) {
        seen.see(0);
    }
    match &moves.one.all_but {
        Some(_) => {
            (1..n)
                .filter(|take| moves.one.has(*take as u64))
                .for_each(|take| seen.see(values[n - take]));
            n
        }
        None => {
            for take in &moves.one.listed {
                if let Some(left) = usize::try_from(*take).ok().and_then(|take| n.checked_sub(take))
                    && left > 0
                {
                    seen.see(values[left]);
                }
            }
            moves.one.listed.len()
        }
    }
}

/// All pairs of heaps.
fn see_splits(moves: &LeaveRules, values: &[u32], seen: &mut SeenValues) -> usize {
    let mut work = 0;
    for (left, differ) in moves.splits(values.len()) {
        for a in 1..=left / 2 {
            if !(differ && 2 * a == left) {
                seen.see(values[a] ^ values[left - a]);
            }
        }
        work += left / 2;
    }
    work
}

/// All triples of heaps.
fn see_threes(moves: &LeaveRules, values: &[u32], seen: &mut SeenValues) -> usize {
    let mut work = 0;
    for take in &moves.three {
        let Some(left) = usize::try_from(*take).ok().and_then(|t| values.len().checked_sub(t))
        else {
            continue;
        };
        for a in 1..=left / 3 {
            for b in a..=(left - a) / 2 {
                seen.see(values[a] ^ values[b] ^ values[left - a - b]);
            }
            work += left;
        }
    }
    work
}
