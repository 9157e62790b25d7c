//! What the command line needs of a game beyond its questions: headings, cells, JSON, pictures,
//! and reading a move as people type it.

use ishitori_core::game::{Board, BoardGame, GameKind, HeapGame, Heaps, SingleGame};
use ishitori_rule::BoardMoves;
use serde_json::{Value, json};

/// A game that can be shown.
pub trait ShownGame: GameKind {
    /// The headings of the columns in which a position is written.
    fn headings(&self) -> Vec<String>;

    /// A position as one cell a heading.
    fn cells(&self, position: &Self::Position) -> Vec<String>;

    /// A position as JSON.
    fn json(&self, position: &Self::Position) -> Value;

    /// The size of the largest heap; boards have none.
    fn largest_heap(&self, position: &Self::Position) -> Option<u64>;

    /// The heaps; boards have none.
    fn heaps<'p>(&self, position: &'p Self::Position) -> Option<&'p [u64]> {
        let _ = position;
        None
    }

    /// Whether the order of heaps means nothing.
    fn is_unordered(&self) -> bool {
        false
    }

    /// The most stones a position can have; heaps know no limit.
    fn most_stones(&self) -> Option<u64> {
        None
    }

    /// A picture for the terminal.
    fn picture(&self, position: &Self::Position) -> String;

    /// How a position that is no heaps looks, for whoever draws it.
    fn picture_json(&self, position: &Self::Position) -> Option<Value> {
        let _ = position;
        None
    }

    /// What a move changes, in words, where that is told by what is drawn.
    fn change(&self, from: &Self::Position, to: &Self::Position) -> Option<String> {
        let _ = (from, to);
        None
    }

    /// The position after a move typed as its changes: `a-3`, `2:1 2:2`. `None` if it is not
    /// written in this way.
    fn changed(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Option<Result<Self::Position, String>>;

    /// How to type a move.
    fn how_to_move(&self) -> String;

    /// Why `to` is not an option of `from`, as far as that can be told without the rule.
    fn objection(&self, from: &Self::Position, to: &Self::Position) -> String;
}

/// More stones than this are drawn as a number only.
const MAX_DRAWN: u64 = 60;

impl ShownGame for HeapGame {
    fn headings(&self) -> Vec<String> {
        self.rules().names.clone()
    }

    fn cells(&self, position: &Heaps) -> Vec<String> {
        position.iter().map(u64::to_string).collect()
    }

    fn json(&self, position: &Heaps) -> Value {
        json!(position)
    }

    fn heaps<'p>(&self, position: &'p Heaps) -> Option<&'p [u64]> {
        Some(position)
    }

    fn is_unordered(&self) -> bool {
        self.rules().symmetry.identifies()
    }

    fn largest_heap(&self, position: &Heaps) -> Option<u64> {
        position.iter().copied().max()
    }

    fn picture(&self, position: &Heaps) -> String {
        let names = &self.rules().names;
        let width = names.iter().map(String::len).max().unwrap_or(0);
        let mut picture = String::new();
        for (name, &heap) in names.iter().zip(position) {
            let drawn = usize::try_from(heap.min(MAX_DRAWN)).expect("small");
            let more = if heap > MAX_DRAWN { "…" } else { "" };
            picture.push_str(&format!("  {name:width$}  {heap:>4}  {}{more}\n", "●".repeat(drawn)));
        }
        picture
    }

    fn changed(&self, position: &Heaps, text: &str) -> Option<Result<Heaps, String>> {
        let mut heaps = position.to_vec();
        let parts: Vec<&str> = text.split([',', ' ']).filter(|p| !p.is_empty()).collect();
        if parts.is_empty() || parts.iter().any(|p| !p.contains(['-', '+', '='])) {
            return None;
        }
        for part in parts {
            let at = part.find(['-', '+', '=']).expect("just seen");
            let (name, amount) = (&part[..at], &part[at + 1..]);
            let Some(heap) = heap_named(self, name) else {
                let names = self.rules().names.join(", ");
                return Some(Err(format!("there is no heap `{name}`; the heaps are {names}")));
            };
            let Ok(amount) = amount.parse::<u64>() else {
                return Some(Err(format!("`{amount}` is not a number of stones")));
            };
            let have = heaps[heap];
            let after = match part.as_bytes()[at] {
                b'-' => have.checked_sub(amount),
                b'+' => have.checked_add(amount),
                _ => Some(amount),
            };
            match after {
                Some(after) => heaps[heap] = after,
                None => return Some(Err(format!("heap {name} has only {have} stones"))),
            }
        }
        Some(self.position(&heaps).map_err(|e| e.to_string()))
    }

    fn how_to_move(&self) -> String {
        let first = &self.rules().names[0];
        format!("type the position after it, such as 1,2,3, or what you take, such as {first}-2")
    }

    fn objection(&self, from: &Heaps, to: &Heaps) -> String {
        if from == to {
            return "that changes nothing, and passing is not allowed".to_string();
        }
        let rules = self.rules();
        if rules.measured(to) >= rules.measured(from) && rules.measure.is_stones() {
            return "the stones must become fewer".to_string();
        }
        "the rule has no such move".to_string()
    }
}

/// The heap called `name` (`a`, `h[2]`), or the one with that number.
pub fn heap_named(game: &HeapGame, name: &str) -> Option<usize> {
    let names = &game.rules().names;
    names.iter().position(|n| n == name.trim()).or_else(|| {
        let number: usize = name.trim().parse().ok()?;
        (1..=names.len()).contains(&number).then(|| number - 1)
    })
}

impl ShownGame for SingleGame {
    fn headings(&self) -> Vec<String> {
        vec!["heaps".to_string()]
    }

    fn cells(&self, position: &Vec<u64>) -> Vec<String> {
        vec![self.write(position)]
    }

    fn json(&self, position: &Vec<u64>) -> Value {
        json!(position)
    }

    fn largest_heap(&self, position: &Vec<u64>) -> Option<u64> {
        Some(position.last().copied().unwrap_or(0))
    }

    fn picture(&self, position: &Vec<u64>) -> String {
        let mut picture = String::new();
        for (&heap, number) in position.iter().zip(1..) {
            let drawn = usize::try_from(heap.min(MAX_DRAWN)).expect("small");
            let more = if heap > MAX_DRAWN { "…" } else { "" };
            picture.push_str(&format!("  {number:>2}  {heap:>4}  {}{more}\n", "●".repeat(drawn)));
        }
        picture
    }

    fn changed(&self, _: &Vec<u64>, _: &str) -> Option<Result<Vec<u64>, String>> {
        None
    }

    fn how_to_move(&self) -> String {
        "type all heaps after it, such as 3,5,7, and 0 if none is left".to_string()
    }

    fn objection(&self, from: &Vec<u64>, to: &Vec<u64>) -> String {
        if from == to {
            return "that changes nothing, and passing is not allowed".to_string();
        }
        let kept = to.iter().filter(|heap| from.contains(heap)).count();
        if kept + 1 < from.len() {
            return "only one heap can be changed".to_string();
        }
        "the rule has no such move".to_string()
    }
}

impl ShownGame for BoardGame {
    fn headings(&self) -> Vec<String> {
        vec!["board".to_string()]
    }

    fn cells(&self, position: &Board) -> Vec<String> {
        vec![self.write(position)]
    }

    fn json(&self, position: &Board) -> Value {
        json!(self.write(position))
    }

    fn largest_heap(&self, _: &Board) -> Option<u64> {
        None
    }

    fn most_stones(&self) -> Option<u64> {
        Some((self.rules().rows * self.rules().columns) as u64)
    }

    fn picture(&self, position: &Board) -> String {
        let rules = self.rules();
        let coins = rules.moves == BoardMoves::TurnCorners;
        let mut picture = String::new();
        for row in 0..rules.rows {
            let name = if coins { rules.rows - row } else { row + 1 };
            picture.push_str(&format!("  {name:>2} "));
            for column in 0..rules.columns {
                picture.push_str(if self.has(*position, row, column) { " ●" } else { " ·" });
            }
            picture.push('\n');
        }
        picture.push_str("     ");
        for column in 1..=rules.columns {
            picture.push_str(&format!("{:>2}", column % 100));
        }
        picture.push('\n');
        picture
    }

    fn changed(&self, position: &Board, text: &str) -> Option<Result<Board, String>> {
        let parts: Vec<&str> = text.split([',', ' ']).filter(|p| !p.is_empty()).collect();
        if parts.is_empty() || parts.iter().any(|p| !p.contains(':')) {
            return None;
        }
        let rules = self.rules();
        let coins = rules.moves == BoardMoves::TurnCorners;
        let mut board = *position;
        for part in parts {
            let numbers: Option<Vec<usize>> = part.split(':').map(|n| n.parse().ok()).collect();
            let cell = match numbers.as_deref() {
                Some(&[a, b]) if coins => rules.rows.checked_sub(b).zip(a.checked_sub(1)),
                Some(&[row, column]) => row.checked_sub(1).zip(column.checked_sub(1)),
                _ => None,
            };
            let stone = cell.filter(|(row, column)| coins || self.has(board, *row, *column));
            match stone.and_then(|(row, column)| self.toggled(board, row, column)) {
                Some(next) => board = next,
                None if coins => return Some(Err(format!("there is no coin at {part}"))),
                None => return Some(Err(format!("there is no stone at {part}"))),
            }
        }
        Some(Ok(board))
    }

    fn how_to_move(&self) -> String {
        if self.rules().moves == BoardMoves::TurnCorners {
            "type the coins you turn as column:row, such as 2:3 2:1".to_string()
        } else {
            "type the stones you take as row:column, such as 1:2 1:3".to_string()
        }
    }

    fn objection(&self, from: &Board, to: &Board) -> String {
        let coins = self.rules().moves == BoardMoves::TurnCorners;
        if from == to {
            "that changes nothing, and passing is not allowed".to_string()
        } else if !coins && to.mask() & !from.mask() != 0 {
            "stones cannot be put back".to_string()
        } else {
            "the rule has no such move".to_string()
        }
    }
}
