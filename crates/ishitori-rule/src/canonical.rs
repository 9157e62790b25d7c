//! The canonical form of a rule: a text that says what a game is, and nothing else.
//!
//! Two rule texts with the same canonical form have the same positions and the same moves, so files and states of long
//! runs know a game by it, or by its checksum. Comments, titles, claims, places in the text and the names of variables are
//! not in it; the names of heaps are, since files name their columns by them. It is written word by word and not taken from
//! Rust's `Debug`, so that no renaming in this program makes a user's files strangers.

use std::fmt::Write;

use crate::family::Family;
use crate::ruleset::{BoardMoves, BoardRules, HeapRules, PieceRules, Rules, SingleRules};
use crate::symmetry::Symmetry;

/// The first line; another number for another form.
const FORMAT: &str = "ishitori rule 1\n";

impl Rules {
    /// The canonical form.
    pub fn canonical(&self) -> String {
        match self {
            Rules::Heaps(rules) => rules.canonical(),
            Rules::Board(rules) => rules.canonical(),
            Rules::Single(rules) => rules.canonical(),
            Rules::Pieces(rules) => rules.canonical(),
            Rules::Figures(rules) => format!("{FORMAT}{}", rules.canonical()),
        }
    }
}

impl HeapRules {
    /// The canonical form.
    pub fn canonical(&self) -> String {
        let mut text = FORMAT.to_string();
        let lower: Vec<String> = self.lower.iter().map(u64::to_string).collect();
        // Writing to a text does not fail.
        let _ = writeln!(text, "heaps {}", self.names.join(" "));
        let _ = writeln!(text, "from {}", lower.join(" "));
        let _ = writeln!(text, "symmetry {}", symmetry(&self.symmetry));
        let weights =
            |weights: &[i64]| weights.iter().map(i64::to_string).collect::<Vec<String>>().join(" ");
        for count in &self.measure.counts {
            let _ = writeln!(text, "measure {}", weights(&count.stones));
            if count.counts_heaps() {
                let _ = writeln!(text, "nonempty {}", weights(&count.nonempty));
            }
        }
        for block in &self.measure.blocks {
            let places: Vec<String> = block.iter().map(usize::to_string).collect();
            let _ = writeln!(text, "block {}", places.join(" "));
        }
        if !self.states.is_empty() {
            let states: Vec<String> = self.states.iter().map(u64::to_string).collect();
            let _ = writeln!(text, "states to {}", states.join(" "));
        }
        if !self.slice.is_whole() {
            let _ = writeln!(text, "slice {}", self.slice.words(&self.names));
        }
        for condition in &self.validity {
            let _ = writeln!(text, "valid {}", condition.display(&|s| s.to_string()));
        }
        families(&self.families, &mut text);
        text
    }
}

impl SingleRules {
    /// The canonical form.
    pub fn canonical(&self) -> String {
        let mut text = format!("{FORMAT}single heaps\n");
        families(&self.families, &mut text);
        for sum in &self.sums {
            // As a family, with what it becomes written as a sum.
            let name = |symbol: crate::family::Symbol| symbol.to_string();
            let becomes = sum.display(&name);
            let _ = writeln!(text, "{}", line(&sum.family, &becomes));
        }
        text
    }
}

impl PieceRules {
    /// The canonical form.
    pub fn canonical(&self) -> String {
        let mut text = format!("{FORMAT}pieces {}\n", self.names.join(" "));
        families(&self.families, &mut text);
        text
    }
}

impl BoardRules {
    /// The canonical form.
    pub fn canonical(&self) -> String {
        let BoardRules { rows, columns, moves } = self;
        let words = BoardMoves::WORDS.iter().find(|(known, _)| known == moves);
        let words = words.map_or("", |(_, words)| words);
        format!("{FORMAT}board {rows} x {columns}\nmove {words}\n")
    }
}

fn symmetry(symmetry: &Symmetry) -> String {
    match symmetry {
        Symmetry::Ranges(sizes) => {
            let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
            format!("{} {}", symmetry.words(), sizes.join(" "))
        }
        other => other.words().to_string(),
    }
}

/// A line a family, in the order of the rule: the state of an engine may have a table for each.
fn families(families: &[Family], text: &mut String) {
    let name = |symbol: crate::family::Symbol| symbol.to_string();
    for family in families {
        let result: Vec<String> = family.result.iter().map(|heap| heap.display(&name)).collect();
        let _ = writeln!(text, "{}", line(family, &result.join(", ")));
    }
}

/// The line of a family whose result is written so.
fn line(family: &Family, becomes: &str) -> String {
    let name = |symbol: crate::family::Symbol| symbol.to_string();
    let conditions: Vec<String> =
        family.conditions.iter().map(|condition| condition.display(&name)).collect();
    let fresh = family.fresh.len();
    format!("move {becomes} with {fresh} if {}", conditions.join(" and "))
}

#[cfg(test)]
mod tests {
    use crate::load;

    fn canonical(text: &str) -> String {
        load(text, &[]).unwrap_or_else(|problems| panic!("{problems:?}")).rules.canonical()
    }

    /// By hand: Wythoff's game says itself.
    #[test]
    fn says_what_a_game_is() {
        let text = "game wythoff position (a, b) unordered
                    option (x, b) where x < a
                    option (a - t, b - t) where t >= 1";
        let form = canonical(text);
        let head = "ishitori rule 1\nheaps a b\nfrom 0 0\nsymmetry unordered\nmeasure 1 1\n";
        assert!(form.starts_with(head), "{form}");
        assert_eq!(form.lines().filter(|line| line.starts_with("move ")).count(), 3, "{form}");
    }

    #[test]
    fn words_beside_the_rule_do_not_matter() {
        let plain = "game a position (x, y) option (t, y) where t < x";
        let other = "game b title en \"Other\" position (x, y)  # a remark
                     option (left, y) where left < x";
        assert_eq!(canonical(plain), canonical(other));
    }

    #[test]
    fn another_rule_has_another_form() {
        let all = [
            "game a position (x, y) option (t, y) where t < x",
            "game a position (x, y) option (t, y) where t < x and t >= 1",
            "game a position (x, y) where x <= y option (t, y) where t < x",
            "game a position (x, y) unordered option (t, y) where t < x",
            "game a position (p, q) option (t, q) where t < p",
            "game a position (x, y) x >= 1 option (t, y) where t < x",
        ];
        let forms: std::collections::BTreeSet<String> = all
            .iter()
            .filter_map(|text| load(text, &[]).ok())
            .map(|ruleset| ruleset.rules.canonical())
            .collect();
        assert!(forms.len() >= 5, "{forms:?}");
    }
}
