//! The game of one heap, or of one piece, that stands for a game on single heaps or pieces in claims: values are known of it, and
//! no moves.

use ishitori_rule::{HeapRules, Rules, Ruleset, SingleRules};

use crate::game::{HeapGame, one_piece};

/// The game of one heap in the place of a game on single heaps, or of one piece in the place of one on pieces.
pub(crate) fn one_heap(ruleset: &Ruleset) -> Option<Ruleset> {
    let alone = match &ruleset.rules {
        Rules::Single(rules) => heap_rules(rules),
        Rules::Pieces(rules) => one_piece(rules),
        Rules::Heaps(_) | Rules::Board(_) | Rules::Figures(_) => return None,
    };
    Some(Ruleset { rules: Rules::Heaps(alone), ..ruleset.clone() })
}

pub(super) fn heap_rules(rules: &SingleRules) -> HeapRules {
    HeapRules::without_moves(vec![rules.name.clone()])
}

/// Whether of this game values are known, and no moves: it stands for one on single heaps or pieces.
pub(super) fn has_no_moves(game: &HeapGame) -> bool {
    game.rules().families.is_empty()
}

/// What a position of such a game is called.
pub(super) fn heap_or_piece(game: &HeapGame) -> &'static str {
    if game.rules().names.len() == 1 { "heap" } else { "piece" }
}
