//! The game of one heap that stands for a game on single heaps in claims: values are known of it, and no moves.

use ishitori_rule::{HeapRules, Rules, Ruleset, SingleRules};

use crate::game::HeapGame;

/// The game of one heap in the place of a game on single heaps.
pub(crate) fn one_heap(ruleset: &Ruleset) -> Option<Ruleset> {
    let Rules::Single(rules) = &ruleset.rules else { return None };
    Some(Ruleset { rules: Rules::Heaps(heap_rules(rules)), ..ruleset.clone() })
}

pub(super) fn heap_rules(rules: &SingleRules) -> HeapRules {
    HeapRules::without_moves(vec![rules.name.clone()])
}

/// Whether of this game values are known, and no moves: it stands for one on single heaps.
pub(super) fn has_no_moves(game: &HeapGame) -> bool {
    game.rules().families.is_empty()
}
