//! Whether a move may keep what is claimed: a search for a path, with an arbitrary number of heaps that do not move.
//!
//! The heaps that move go through stages, column by column; what a stage allows is a list of (ones before, ones after, next stage). The same
//! search serves all kinds of moves. It may find columns that no position has, so what it finds is no refutation.
//! Cost: joint states times letters.

use std::collections::HashSet;

use ishitori_rule::every_n::ManyHeapMove;

use super::machine::CountMachine;
use crate::control::{Control, GaveUp};

/// The most joint states.
const MOST_STATES: usize = 5_000_000;

/// What the heaps that move have done so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum MovingHeaps {
    /// So many are equal and will be lowered, so many are lower.
    Lowering(usize, usize),
    /// The borrow that each owes to the next higher place, the amount being the same for all.
    Taking(u64, Vec<bool>),
    /// One heap, from which d is taken: whether d has had a one, and whether a borrow goes on; whether any heap has had a one.
    Dividing { begun: bool, borrow: bool, nonzero: bool },
}

/// Ones before, ones after, and what the heaps have done then.
type MovingColumn = (usize, usize, MovingHeaps);

impl MovingHeaps {
    fn have_moved(&self) -> bool {
        match self {
            MovingHeaps::Lowering(equal, _) => *equal == 0,
            MovingHeaps::Taking(_, owed) => owed.iter().all(|owed| !owed),
            MovingHeaps::Dividing { begun, borrow, .. } => *begun && !*borrow,
        }
    }

    fn columns(&self, place: usize, named: usize, rest: usize) -> Vec<MovingColumn> {
        match self {
            MovingHeaps::Lowering(equal, lower) => lowering(*equal, *lower),
            MovingHeaps::Taking(stones, owed) => {
                let digit = place < named && stones >> place & 1 == 1;
                taking(*stones, digit, owed)
            }
            MovingHeaps::Dividing { begun, borrow, nonzero } => {
                dividing((*begun, *borrow, *nonzero), rest)
            }
        }
    }
}

fn lowering(equal: usize, lower: usize) -> Vec<MovingColumn> {
    let mut all = Vec::new();
    for falling in 0..=equal {
        for ones in 0..=equal - falling {
            for (before, after) in (0..=lower).flat_map(|b| (0..=lower).map(move |a| (b, a))) {
                let next = MovingHeaps::Lowering(equal - falling, lower + falling);
                all.push((ones + falling + before, ones + after, next));
            }
        }
    }
    all
}

/// Most significant first: 2·owed + before = digit + borrowed + after.
fn taking(stones: u64, digit: bool, owed: &[bool]) -> Vec<MovingColumn> {
    let mut all = vec![(0, 0, Vec::new())];
    for owed in owed {
        let mut longer = Vec::new();
        for (before, after, borrows) in all {
            for one in [0i32, 1] {
                for borrow in [false, true] {
                    let left = 2 * i32::from(*owed) + one - i32::from(digit) - i32::from(borrow);
                    if let 0 | 1 = left {
                        let mut borrows: Vec<bool> = borrows.clone();
                        borrows.push(borrow);
                        longer.push((before + one as usize, after + left as usize, borrows));
                    }
                }
            }
        }
        all = longer;
    }
    let named = |(before, after, owed)| (before, after, MovingHeaps::Taking(stones, owed));
    all.into_iter().map(named).collect()
}

/// Least significant first. d may begin as long as no heap has had a one: 2^v2(d) divides every heap that d divides.
fn dividing((begun, borrow, nonzero): (bool, bool, bool), rest: usize) -> Vec<MovingColumn> {
    let mut all = Vec::new();
    for one in [false, true] {
        for digit in [false, true] {
            if digit && !begun && nonzero {
                continue;
            }
            let taken = usize::from(digit) + usize::from(borrow);
            let before = usize::from(one);
            let next = MovingHeaps::Dividing {
                begun: begun || digit,
                borrow: taken > before,
                nonzero: nonzero || one || rest > 0,
            };
            all.push((before, (before + 2 - taken) % 2, next));
        }
    }
    all
}

/// Whether some move may keep what is claimed.
pub(super) fn keeps(
    moves: &[ManyHeapMove],
    machine: &CountMachine,
    control: &Control,
) -> Result<bool, GaveUp> {
    for one in moves {
        let starts = match one {
            ManyHeapMove::Lower(most) => {
                (1..=*most as usize).map(|heaps| MovingHeaps::Lowering(heaps, 0)).collect()
            }
            ManyHeapMove::Take { stones, heaps } => {
                vec![MovingHeaps::Taking(*stones, vec![false; *heaps as usize])]
            }
            ManyHeapMove::Divide => {
                vec![MovingHeaps::Dividing { begun: false, borrow: false, nonzero: false }]
            }
        };
        for start in starts {
            if keeps_from(start, machine, control)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn keeps_from(
    start: MovingHeaps,
    machine: &CountMachine,
    control: &Control,
) -> Result<bool, GaveUp> {
    let start = (0, 0, machine.first_phase(), start);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some((before, after, phase, moving)) = open.pop() {
        control.check()?;
        let both = machine.accepting[before] && machine.accepting[after];
        if both && machine.is_whole(phase) && moving.have_moved() {
            return Ok(true);
        }
        for coming in machine.columns(phase) {
            for rest in 0..machine.classes() {
                for (old, new, moving) in moving.columns(coming.place, machine.named, rest) {
                    for digit in 0..machine.digits {
                        let reached = (
                            machine.step(before, coming.place, rest + old, digit),
                            machine.step(after, coming.place, rest + new, digit),
                            coming.phase,
                            moving.clone(),
                        );
                        if seen.insert(reached.clone()) {
                            open.push(reached);
                        }
                    }
                }
            }
        }
        if seen.len() > MOST_STATES {
            return Err(GaveUp::beyond(MOST_STATES, "joint states of two positions"));
        }
    }
    Ok(false)
}
