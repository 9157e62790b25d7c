//! Games on pieces of several numbers (`heap (a, b)`): how positions are shown and read, and what is not asked of them.
//!
//! A position is written `3x4,2x5`, in any order. In normal play everything follows from the values of single pieces, which
//! tables, pictures and claims are about; a list of positions, a sequence, a period, a misère quotient or a proof by
//! automata does not exist, and whoever asks for one is told so.

use anyhow::bail;
use ishitori_core::game::{GameKind, Piece, PieceGame};
use ishitori_rule::{Rules, Ruleset};
use serde_json::{Value, json};

use crate::shown::ShownGame;

/// Refuses a game on pieces, for this reason.
///
/// # Errors
/// If it is one.
pub fn refuse_pieces(ruleset: &Ruleset, why: &str) -> anyhow::Result<()> {
    if let Rules::Pieces(rules) = &ruleset.rules {
        let (name, numbers) = (ruleset.about.full_name(), rules.names.join(", "));
        bail!("{name} is played with pieces of several numbers (`heap ({numbers})`): {why}");
    }
    Ok(())
}

/// Larger pieces are drawn as numbers only.
const MAX_DRAWN: u64 = 20;

impl ShownGame for PieceGame {
    fn headings(&self) -> Vec<String> {
        vec!["pieces".to_string()]
    }

    fn cells(&self, position: &Vec<Piece>) -> Vec<String> {
        vec![self.write(position)]
    }

    fn json(&self, position: &Vec<Piece>) -> Value {
        json!(position)
    }

    fn largest_heap(&self, position: &Vec<Piece>) -> Option<u64> {
        Some(position.iter().flatten().copied().max().unwrap_or(0))
    }

    /// Rectangles are drawn, as far as they are small; of other pieces the numbers are written.
    fn picture(&self, position: &Vec<Piece>) -> String {
        let mut picture = String::new();
        for (piece, number) in position.iter().zip(1..) {
            picture.push_str(&format!("  {number:>2}  {}\n", self.write(&vec![piece.clone()])));
            if let [rows, columns] = **piece
                && rows.max(columns) <= MAX_DRAWN
            {
                let columns = usize::try_from(columns).expect("small");
                (0..rows).for_each(|_| {
                    picture.push_str(&format!("      {}\n", "■ ".repeat(columns).trim_end()))
                });
            }
        }
        picture
    }

    fn changed(&self, _: &Vec<Piece>, _: &str) -> Option<Result<Vec<Piece>, String>> {
        None
    }

    fn how_to_move(&self) -> String {
        let piece = |numbers: [&str; 4]| numbers[..self.numbers()].join("x");
        let (one, other) = (piece(["3", "4", "2", "5"]), piece(["2", "5", "3", "4"]));
        format!("type all pieces after it, such as {one},{other}, and 0 if none is left")
    }

    fn objection(&self, from: &Vec<Piece>, to: &Vec<Piece>) -> String {
        if from == to {
            return "that changes nothing, and passing is not allowed".to_string();
        }
        let kept = to.iter().filter(|piece| from.contains(piece)).count();
        if kept + 1 < from.len() {
            return "only one piece can be changed".to_string();
        }
        "the rule has no such move".to_string()
    }
}
