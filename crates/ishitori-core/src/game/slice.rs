//! Whether a move can leave a slice, as far as linear programs and small positions tell.
//!
//! The conditions of a family that are linear, with those of positions inside, and one bounded heap above its bound after
//! the move: if no numbers do that, the family stays. Conditions that are not linear are left out, so the answer "it may
//! leave" may be wrong, and is decided by automata (`prove/slice.rs`). An example among small positions is a proof that
//! it leaves, and shows a person why.

use std::ops::ControlFlow;

use ishitori_rule::HeapRules;
use ishitori_rule::family::{Affine, AffineCondition};

use super::heaps::{HeapGame, add_condition, move_system};
use super::kind::GameKind;
use super::position::Heaps;
use super::window::Bounds;

/// So many positions are looked at for an example.
const LOOKED_AT: usize = 20_000;

/// A move that leaves a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SliceEscape {
    /// From here.
    pub from: Heaps,
    /// To there.
    pub to: Heaps,
}

/// The bounded heaps that a family of the slice `rules` may raise above their bounds.
pub(crate) fn may_be_raised(rules: &HeapRules, family: usize) -> Vec<usize> {
    let family = &rules.families[family];
    let n = rules.names.len();
    let columns = n + family.fresh.len();
    let column = |symbol| match symbol {
        ishitori_rule::family::Symbol::Heap(i) => i,
        ishitori_rule::family::Symbol::Fresh(j) => n + j,
    };
    let impossible = |heap: usize, bound: u64| -> Option<bool> {
        let above = i64::try_from(bound).ok()?.checked_add(1)?;
        let mut system = move_system(rules, family).ok()?;
        let more = family.result[heap].minus(&Affine::constant(above)).ok()?;
        let condition = AffineCondition::AtLeastZero(more);
        add_condition(&mut system, &condition, &column, columns).ok()?;
        system.is_empty().ok()
    };
    let stays = |heap: usize, bound: u64| {
        family.result[heap] == Affine::heap(heap) || impossible(heap, bound) == Some(true)
    };
    let raised = rules.slice.bounds().iter().filter(|(heap, bound)| !stays(*heap, *bound));
    raised.map(|(heap, _)| *heap).collect()
}

/// The first of the small positions of the slice `rules` that a family leaves by raising `heap`.
pub(crate) fn escape(rules: &HeapRules, family: usize, heap: usize) -> Option<SliceEscape> {
    let alone = HeapRules { families: vec![rules.families[family].clone()], ..rules.clone() };
    let game = HeapGame::new(&alone).ok()?;
    let bound = rules.slice.bound(heap)?;
    let heaps = rules.names.len() as u32;
    let side = (1..=64u64).rev().find(|side| side.pow(heaps.min(10)) <= LOOKED_AT as u64);
    let least = rules.lower.iter().copied().max().unwrap_or(0);
    let to = side.unwrap_or(1).max(bound.min(8) + 2) + least;
    let (mut left, mut found) = (LOOKED_AT, None);
    let visited = game.visit_positions(&Bounds { to: vec![to], total: None }, &mut |from| {
        game.visit_options(from, &mut |option| {
            if option[heap] > bound {
                found = Some(SliceEscape { from: from.clone(), to: option.clone() });
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        left -= 1;
        if found.is_some() || left == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    visited.ok().and(found)
}
