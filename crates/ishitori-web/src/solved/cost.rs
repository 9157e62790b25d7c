//! How long a window takes to solve, roughly, and so how far a map can go.

use std::ops::ControlFlow;

use ishitori_core::game::{Bounds, Game, Growth};
use ishitori_core::solve::choose::Engine;
use ishitori_core::solve::table::Method;

use super::{Plan, Way, What, plan};
use crate::games::Known;
use crate::limits::Limits;

/// The largest side of a window of these axes, the other heaps being at most `fixed`, that is planned to fit and to
/// be solved in an eighth of the time of a request: others ask at the same time.
pub fn largest(known: &Known, what: What, axes: &[usize], fixed: &[u64], limits: &Limits) -> u64 {
    // 15, 23, 31, 47, 63, ...: powers of two, and half as much again.
    let sides = (4..=15).flat_map(|bits| [1u64 << bits, 3u64 << (bits - 1)]).map(|size| size - 1);
    let fits = |side: &u64| {
        let mut to = fixed.to_vec();
        axes.iter().for_each(|axis| to[*axis] = (*side).max(fixed[*axis]));
        let plan = plan(known, what, &to, limits);
        plan.is_ok_and(|plan| plan.seconds(known) < limits.request.as_secs_f64() / 8.0)
    };
    sides.take_while(fits).last().unwrap_or(0)
}

impl Plan {
    /// How long it takes, roughly. Measured on one thread of an ordinary machine: pairs take 20 ns a position, running
    /// sets 60 and one for each word of a set, scanned options 12 and marks 5 for each, a sieve by lines a tenth,
    /// by keys 60, recursion 20 for each option.
    pub fn seconds(&self, known: &Known) -> f64 {
        let nanoseconds = match &self.way {
            Way::Table(plan) => {
                let each = match plan.method {
                    Method::Pairs => 20.0,
                    Method::Running => {
                        let words = plan.upper.iter().sum::<u64>() / 64 + 1;
                        60.0 + (words * plan.shapes.len() as u64) as f64
                    }
                    Method::Scanned => {
                        let upper = inner(&plan.window, &plan.upper);
                        let each = 50.0 + 12.0 * options(known, &upper);
                        each * self.share(known, &plan.window)
                    }
                };
                each * plan.positions as f64
            }
            Way::Sieve(plan) => {
                let each = match &plan.engine {
                    Engine::Lines { .. } => 0.1,
                    Engine::Marks { window, upper } => {
                        let before = options(known, &inner(window, upper));
                        let each = 60.0 + 5.0 * before * self.arrangements(known, upper);
                        each * self.share(known, window)
                    }
                    Engine::Keys { .. } | Engine::Reference => 60.0,
                };
                each * plan.positions as f64
            }
            Way::Seen { choices, families } => {
                // Each option is looked up once a family; a choice is looked at twice at most.
                // A choice may have the largest heap in any place.
                let largest = self.to.iter().copied().max().unwrap_or(0);
                let each = options(known, &vec![largest; self.to.len()]) / *families as f64;
                (200.0 + each * (10.0 + 12.0 * *families as f64)) * *choices as f64
            }
            Way::Recursion => {
                let largest = self.to.iter().copied().max().unwrap_or(0) as f64;
                let never = known.heaps().is_ok_and(|game| game.growth() == Growth::Never);
                // Two bytes are kept of a position; where heaps grow, others are solved as well.
                let within = self.kept as f64 / 2.0;
                let heaps = i32::try_from(self.to.len()).unwrap_or(i32::MAX);
                let positions = if never { within } else { (largest + 1.0).powi(heaps) };
                (100.0 + 20.0 * options(known, &self.to)) * positions
            }
        };
        nanoseconds * 1e-9
    }
}

impl Plan {
    /// How many of the cells of a box are positions that are visited: unordered heaps once, and only with as many stones as
    /// there may be.
    fn share(&self, known: &Known, window: &Bounds) -> f64 {
        let Ok(game) = known.heaps() else { return 1.0 };
        let rules = game.rules();
        let orders = (1..=rules.names.len()).fold(1.0, |all, heaps| all * heaps as f64);
        let once = if rules.symmetry.identifies() && !self.twin { orders } else { 1.0 };
        let few = if window.to.is_empty() { orders } else { 1.0 };
        1.0 / (once * few)
    }

    /// How many times more positions can move to a position than it can move to: an unordered one is looked at in all its
    /// arrangements, and where heaps are deleted or grow, any size may have been there before.
    fn arrangements(&self, known: &Known, upper: &[u64]) -> f64 {
        let Ok(game) = known.heaps() else { return 1.0 };
        let rules = game.rules();
        let largest = upper.iter().copied().max().unwrap_or(0);
        let sees_all = game.growth() == Growth::Never || known.forgets_nothing();
        let deleted = if sees_all { 1.0 } else { (largest as f64 / 8.0).max(1.0) };
        if self.twin || !rules.symmetry.identifies() || rules.closed_in_place {
            return deleted;
        }
        (1..=rules.names.len()).fold(deleted, |all, heaps| all * heaps as f64)
    }
}

/// Bounds whose middle is in the middle of a window, also if the window bounds the number of stones.
fn inner(window: &Bounds, upper: &[u64]) -> Vec<u64> {
    match window.total {
        Some(total) if window.to.is_empty() => {
            vec![2 * total / upper.len().max(1) as u64; upper.len()]
        }
        _ => upper.to_vec(),
    }
}

/// How many options a position in the middle of a box has, more or less.
fn options(known: &Known, upper: &[u64]) -> f64 {
    let Ok(game) = known.heaps() else { return 0.0 };
    let lower = &game.rules().lower;
    let middle: Vec<u64> =
        upper.iter().zip(lower).map(|(up, low)| low + up.saturating_sub(*low) / 2).collect();
    // Where the middle is no position, something near it may be.
    let near = |more: u64| {
        let heap = |(at, size): (usize, &u64)| size + more * at as u64;
        game.position(&middle.iter().enumerate().map(heap).collect::<Vec<_>>()).ok()
    };
    let Some(position) = (0..8).find_map(near) else { return 1e3 };
    let mut count = 0u32;
    game.visit_options(&position, &mut |_| {
        count += 1;
        if count < 100_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count.into()
}
