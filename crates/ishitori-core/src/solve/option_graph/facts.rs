//! One walk in depth through a graph of options: every position is solved after its options.
//!
//! The walk keeps its own stack, of positions that wait for an option. A position that is met while it waits is on a cycle,
//! which is then all that is told. Options of which nothing is known yet count as positions without options: during the
//! search only cycles are of interest. Cost: a step an option, 21 bytes a position, 8 more for one that waits.

use super::OptionLinks;
use crate::control::{Control, GaveUp};
use crate::solve::{Convention, Outcome, PositionFacts};

/// What the walk came to.
pub(super) enum Walk {
    /// The facts of every position.
    Solved(Vec<PositionFacts>),
    /// Positions, each an option of the one before, the first one of the last.
    Cycle(Vec<u32>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WalkState {
    New,
    Waiting,
    Solved,
}

/// Before a position is solved, this stands in its place.
const UNKNOWN: PositionFacts =
    PositionFacts { grundy: 0, remoteness: 0, misere: Outcome::N, misere_remoteness: 0 };

/// Solves the first `count` positions.
///
/// # Errors
/// [`GaveUp`] if the work is stopped.
pub(super) fn walk(links: &OptionLinks, count: usize, control: &Control) -> Result<Walk, GaveUp> {
    let mut states = vec![WalkState::New; count];
    let mut facts = vec![UNKNOWN; count];
    let mut solver = FactSolver::default();
    // A position that waits, and how many of its options were looked at.
    let mut waiting: Vec<(u32, u32)> = Vec::new();
    let control = control.with_any_positions();
    for start in 0..count as u32 {
        if states[start as usize] != WalkState::New {
            continue;
        }
        states[start as usize] = WalkState::Waiting;
        waiting.push((start, 0));
        while let Some((top, looked)) = waiting.last_mut() {
            let options = links.of(*top);
            let Some(option) = options.get(*looked as usize) else {
                facts[*top as usize] = solver.facts(options, &facts);
                states[*top as usize] = WalkState::Solved;
                waiting.pop();
                control.spend(1)?;
                continue;
            };
            *looked += 1;
            match states[*option as usize] {
                WalkState::Solved => {}
                WalkState::New => {
                    states[*option as usize] = WalkState::Waiting;
                    waiting.push((*option, 0));
                }
                WalkState::Waiting => {
                    let begin = waiting.iter().position(|(number, _)| number == option);
                    let on = &waiting[begin.expect("it waits")..];
                    return Ok(Walk::Cycle(on.iter().map(|(number, _)| *number).collect()));
                }
            }
        }
    }
    Ok(Walk::Solved(facts))
}

/// Finds the facts about a position from those about its options.
#[derive(Default)]
struct FactSolver {
    /// For each value the last position, counted from 1, that has an option of it.
    values: Vec<u32>,
    solved: u32,
}

impl FactSolver {
    fn facts(&mut self, options: &[u32], facts: &[PositionFacts]) -> PositionFacts {
        self.solved += 1;
        for option in options {
            let value = facts[*option as usize].grundy as usize;
            if value >= self.values.len() {
                self.values.resize(value + 1, 0);
            }
            self.values[value] = self.solved;
        }
        let absent = self.values.iter().position(|last| *last != self.solved);
        let grundy = absent.unwrap_or(self.values.len()) as u32;
        let (_, remoteness) = race(options, facts, Convention::Normal);
        let (wins, misere_remoteness) = race(options, facts, Convention::Misere);
        // Who cannot move has won misère play.
        let misere = if wins || options.is_empty() { Outcome::N } else { Outcome::P };
        PositionFacts { grundy, remoteness, misere, misere_remoteness }
    }
}

/// Whether some option is lost for whoever moves from it, and how long play lasts: to the nearest of those, or else to the
/// farthest of all.
fn race(options: &[u32], facts: &[PositionFacts], convention: Convention) -> (bool, u32) {
    let (mut nearest, mut farthest) = (None::<u32>, None::<u32>);
    for option in options {
        let facts = facts[*option as usize];
        let length = facts.remoteness(convention) + 1;
        if facts.outcome(convention) == Outcome::P {
            nearest = Some(nearest.map_or(length, |least| least.min(length)));
        }
        farthest = farthest.max(Some(length));
    }
    (nearest.is_some(), nearest.or(farthest).unwrap_or(0))
}
