//! How long a plan takes, roughly.
//!
//! Measured on one thread of an ordinary machine: pairs take 20 ns a position, running sets 60 and one for each word of a
//! set, scanned options 12 and marks 5 for each, a sieve by lines a tenth, by keys 60, recursion 20 for each option. An estimate
//! may be wrong by a factor of three; it decides between ways that differ by more.

use std::ops::ControlFlow;

use ishitori_rule::family::{AffineCondition, Family};

use super::plan::{Engine, Plan};
use crate::game::{Bounds, GameKind, Growth, HeapGame};
use crate::solve::seen;
use crate::solve::shape::{FamilyShape, shapes};
use crate::solve::strides::{StrideFact, StridePlan};
use crate::solve::table::{Method, TablePlan};

impl Plan {
    /// How many seconds solving all positions with heaps up to `to` takes, roughly.
    pub fn seconds(&self, game: &HeapGame, to: &[u64]) -> f64 {
        let positions = self.positions as f64;
        let nanoseconds = match &self.engine {
            Engine::Table(table) => positions * self.each_of_table(game, table),
            Engine::Strides(plan) => positions * self.each_of_strides(game, plan),
            Engine::Lines { .. } => positions * 0.1,
            Engine::Slabs(_) => positions * 0.03,
            Engine::Keys { .. } => positions * 60.0,
            Engine::Marks { window, upper } => {
                let before = options(game, &inner(window, upper));
                let each = 60.0 + 5.0 * before * self.arrangements(game, upper);
                positions * each * self.share(game, window)
            }
            Engine::Seen { choices, families } => {
                // Each option is looked up once a family; a choice is looked at twice at most.
                // A choice may have the largest heap in any place.
                let largest = to.iter().copied().max().unwrap_or(0);
                let each = options(game, &vec![largest; to.len()]) / *families as f64;
                (200.0 + each * (10.0 + 12.0 * *families as f64)) * *choices as f64
            }
            // No plan for heaps; a piece has some hundred options.
            Engine::Pieces { .. } => positions * 1_000.0,
            Engine::Boards | Engine::Parts | Engine::Figures => positions * 20.0,
            Engine::Reference => {
                let largest = to.iter().copied().max().unwrap_or(0) as f64;
                let within = to.iter().fold(1.0, |all, size| all * (*size as f64 + 1.0));
                // Where heaps grow, others are solved as well.
                let heaps = i32::try_from(to.len()).unwrap_or(i32::MAX);
                let never = game.growth() == Growth::Never;
                let positions = if never { within } else { (largest + 1.0).powi(heaps) };
                (100.0 + 20.0 * options(game, to)) * positions
            }
        };
        nanoseconds * 1e-9
    }

    /// Nanoseconds for a position of a table.
    fn each_of_table(&self, game: &HeapGame, table: &TablePlan) -> f64 {
        match table.method {
            Method::Pairs => 20.0,
            Method::Running => {
                let words = table.upper.iter().sum::<u64>() / 64 + 1;
                60.0 + (words * table.shapes.len() as u64) as f64
            }
            Method::Scanned => {
                let upper = inner(&table.window, &table.upper);
                // What is no linear condition is tried out for every size.
                let tried = game.rules().families.iter().filter(|family| has_tests(family)).count();
                let half = upper.iter().max().map_or(0.0, |most| *most as f64 / 2.0);
                let each = 50.0 + 12.0 * options(game, &upper) + 5.0 * half * tried as f64;
                each * self.share(game, &table.window)
            }
        }
    }

    /// Nanoseconds for a cell of a box that is walked.
    fn each_of_strides(&self, game: &HeapGame, plan: &StridePlan) -> f64 {
        let shapes = shapes(game.rules());
        let families = 8.0 * shapes.len() as f64;
        let all = options(game, &plan.upper);
        let largest = plan.upper.iter().max().map_or(0.0, |most| *most as f64);
        let tried = 1.5 * largest * game.tried_families() as f64;
        if matches!(plan.tells, StrideFact::Grundy) || plan.order.is_none() {
            return 20.0 + 2.0 * families + 1.5 * all + tried;
        }
        // What cones and diagonals lead to is not looked at.
        let half = |heap: &usize| plan.upper[*heap] as f64 / 2.0;
        let corner = |shape: &FamilyShape| match shape {
            FamilyShape::Cone(heaps) => heaps.iter().map(|h| half(h) + 1.0).product::<f64>() - 1.0,
            FamilyShape::Diagonal(heaps) => heaps.iter().map(half).fold(f64::MAX, f64::min),
            _ => 0.0,
        };
        let corners: f64 = shapes.iter().map(corner).sum();
        families + 1.5 * (all - corners).max(0.0) + tried
    }

    /// How many of the cells of a box are positions that are visited: unordered heaps once, and only with as many stones as
    /// there may be.
    fn share(&self, game: &HeapGame, window: &Bounds) -> f64 {
        let rules = game.rules();
        let orders = (1..=rules.names.len()).fold(1.0, |all, heaps| all * heaps as f64);
        let once = if rules.symmetry.identifies() && !self.ordered { orders } else { 1.0 };
        let few = if window.to.is_empty() { orders } else { 1.0 };
        1.0 / (once * few)
    }

    /// How many times more positions can move to a position than it can move to: an unordered one is looked at in all its
    /// arrangements, and where heaps are deleted or grow, any size may have been there before.
    fn arrangements(&self, game: &HeapGame, upper: &[u64]) -> f64 {
        let rules = game.rules();
        let largest = upper.iter().copied().max().unwrap_or(0);
        let forgets_nothing =
            rules.families.iter().all(|family| seen::sees(family).len() == rules.names.len());
        let sees_all = game.growth() == Growth::Never || forgets_nothing;
        let deleted = if sees_all { 1.0 } else { (largest as f64 / 8.0).max(1.0) };
        if self.ordered || !rules.symmetry.identifies() || rules.closed_in_place {
            return deleted;
        }
        (1..=rules.names.len()).fold(deleted, |all, heaps| all * heaps as f64)
    }
}

/// Whether a family has conditions that are not linear.
fn has_tests(family: &Family) -> bool {
    let linear = |c: &AffineCondition| {
        matches!(c, AffineCondition::Zero(_) | AffineCondition::AtLeastZero(_))
    };
    !family.conditions.iter().all(linear)
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
fn options(game: &HeapGame, upper: &[u64]) -> f64 {
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
