//! A second reader of rules and claims.
//!
//! A proof is about formulas; people write texts. Whoever reads a text wrongly twice does not notice it, so this
//! crate reads rules and claims again from docs/rule-language.md and docs/claim-language.md, with a lexer, a
//! parser and a translation of its own, and shares no code with anybody. What it says is text in the language
//! of docs/certificate.md, which `ishitori-check` compares with a certificate.
//!
//! It knows games on heaps, and the claims that automata can decide. What it does not know it refuses; it never
//! guesses. Begin with `game.rs` (rules) and `meaning.rs` (expressions).
//!
//! ```
//! let rule = "game nim(n = 2) position h[n] unordered option h with h[i] lowered for i";
//! let game = ishitori_reader::read_rule(rule, "nim(2)", &mut || true).unwrap();
//! assert_eq!(game.moves(), ["lower h1", "lower h2"]);
//! assert_eq!(game.options(&[1, 2], &mut || true).unwrap(), [[0, 2], [1, 0], [1, 1]].map(|o| {
//!     let mut o = o.to_vec();
//!     o.sort();
//!     o
//! }).into_iter().collect());
//! let claim = game.claim("P iff xor(h) = 0", ishitori_reader::ClaimAbout::Value(0), &mut || true);
//! assert_eq!(claim.unwrap().holds, "(exists (v2000) (and (lin = 0 (1 v2000)) (digits 2 h1 h2 v2000)))");
//! ```

mod claim;
mod formula;
mod functions;
mod game;
mod holds;
mod indices;
mod instance;
mod linear;
mod meaning;
mod number;
mod options;
mod parse;
mod print;
mod problem;
mod quantify;
mod read_moves;
mod statements;
mod symmetry;
mod syntax;
mod token;

pub use claim::{ClaimAbout, ReadClaim};
pub use problem::ReadProblem;
pub use read_moves::ReadGame;

use std::collections::BTreeSet;

use linear::{ReadVariable, WeightedSum};
use problem::ReadWork;

/// Reads a rule with the parameters that a game's name tells, such as `nim(3)`. The watcher may return false to
/// stop the work.
///
/// # Errors
/// [`ReadProblem`] if it cannot be read, or is beyond this reader.
pub fn read_rule(
    text: &str,
    game: &str,
    watcher: &mut dyn FnMut() -> bool,
) -> Result<ReadGame, ReadProblem> {
    game::read_game(text, game, &mut ReadWork::new(watcher))
}

impl ReadGame {
    /// The number of heaps.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.known.heaps
    }

    /// Whether the order of heaps means nothing.
    #[must_use]
    pub fn is_unordered(&self) -> bool {
        self.unordered
    }

    /// Which tuples are positions, as a formula on `h1`, `h2`, ...
    #[must_use]
    pub fn valid(&self) -> String {
        self.valid.to_string()
    }

    /// The moves, as lines of a certificate.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.moves.iter().map(move_line).collect()
    }

    /// The options of a position, found by trying; ascending if heaps have no order.
    ///
    /// # Errors
    /// [`ReadProblem`] if a new number is not bounded, or the work is too much or stopped.
    pub fn options(
        &self,
        heaps: &[i64],
        watcher: &mut dyn FnMut() -> bool,
    ) -> Result<BTreeSet<Vec<i64>>, ReadProblem> {
        self.options_of(heaps, &mut ReadWork::new(watcher))
    }

    /// Whether this is a position; nothing if trying small numbers does not tell.
    #[must_use]
    pub fn has_position(&self, heaps: &[i64]) -> Option<bool> {
        self.is_position(heaps)
    }
}

/// A move as a line of a certificate.
fn move_line(one: &read_moves::ReadMove) -> String {
    let names = |variables: &[ReadVariable]| {
        variables.iter().map(|v| print::variable_name(*v)).collect::<Vec<_>>().join(" ")
    };
    match one {
        read_moves::ReadMove::Lower(which) => {
            let which: Vec<ReadVariable> = which.iter().map(|heap| *heap as ReadVariable).collect();
            format!("lower {}", names(&which))
        }
        read_moves::ReadMove::Change(change) => {
            let mut new = change.new.clone();
            let mut parts = vec![change.condition.clone()];
            let mut to = Vec::new();
            for (place, sum) in change.result.iter().enumerate() {
                to.push(sum.only().unwrap_or_else(|| {
                    let variable = 1_000_000 + place as ReadVariable;
                    let own = WeightedSum::variable(variable);
                    let equal = own.plus(sum, -1).unwrap_or_default();
                    parts
                        .push(formula::ReadFormula::compared(equal, syntax::ReadComparison::Equal));
                    new.push(variable);
                    variable
                }));
            }
            let condition = formula::ReadFormula::all(parts);
            let new = if new.is_empty() { String::new() } else { names(&new) + " " };
            format!("move new {new}with {condition} to {}", names(&to))
        }
    }
}
