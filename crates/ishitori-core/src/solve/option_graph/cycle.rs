//! A short cycle near a long one, so that a person can look at it.
//!
//! A walk in depth meets cycles as they come, and they may be thousands of positions long. From some positions of the cycle
//! the nearest way back to each is searched in breadth; the shortest is shown. It is the shortest through any of these
//! positions, not of the whole graph. Cost: at most [`STEPS`] looks at an option; the cycle itself is the answer otherwise.

use std::collections::VecDeque;

use super::OptionLinks;

/// From so many positions of the cycle a way back is searched.
const FROM: usize = 256;

/// So many options are looked at in all.
const STEPS: usize = 50_000_000;

/// The shortest cycle found through some position of the cycle `on`.
pub(super) fn short_cycle(links: &OptionLinks, count: usize, on: &[u32]) -> Vec<u32> {
    let mut best = on.to_vec();
    let mut steps = STEPS;
    // For each position the one before it on the way, in the search of this number.
    let mut before: Vec<(u32, u32)> = vec![(0, 0); count];
    let every = on.len().div_ceil(FROM);
    for (search, from) in (1..).zip(on.iter().step_by(every)) {
        if let Some(found) = way_back(links, *from, best.len(), (search, &mut before), &mut steps) {
            best = found;
        }
        if steps == 0 || best.len() == 1 {
            break;
        }
    }
    best
}

/// The shortest way from a position back to it, if it is shorter than `below`.
fn way_back(
    links: &OptionLinks,
    from: u32,
    below: usize,
    (search, before): (u32, &mut [(u32, u32)]),
    steps: &mut usize,
) -> Option<Vec<u32>> {
    let mut waiting = VecDeque::from([(from, 1)]);
    while let Some((at, length)) = waiting.pop_front() {
        if length >= below {
            return None;
        }
        for option in links.of(at) {
            if *option == from {
                let mut way = vec![at];
                while let Some(last) = way.last().filter(|last| **last != from) {
                    way.push(before[*last as usize].1);
                }
                way.reverse();
                return Some(way);
            }
            *steps = steps.checked_sub(1)?;
            if before[*option as usize].0 != search {
                before[*option as usize] = (search, at);
                waiting.push_back((*option, length + 1));
            }
        }
    }
    None
}
