//! What a certificate says, in its own words.
//!
//! These are the texts of the file as they stand there, for people and for whoever reads rule and claim
//! again. The checker works with [`crate::certificate::contents`], which is read from the same lines.

/// What a certificate says, in its own words. Only the formulas have been checked, not the rule and
/// the claim as people write them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The name of the game.
    pub game: String,
    /// The text of the rule.
    pub rule: String,
    /// What stands after `claim`.
    pub claim: String,
    /// The text of the claim.
    pub claim_text: String,
    /// `binary` or `zeckendorf`.
    pub numeration: String,
    /// `msd` or `lsd`.
    pub order: String,
    /// `together` or `single`.
    pub digits: String,
    /// The names of the heaps.
    pub heaps: Vec<String>,
    /// The formula after `valid`.
    pub valid: String,
    /// The bounds after `slice`: a heap, from 0, and the largest that it may be. None if the theorem is about
    /// all positions.
    pub slice: Vec<(usize, i64)>,
    /// The lines of the moves, whole.
    pub moves: Vec<String>,
    /// The counts after `measure`: of those that a move changes the first gets smaller.
    pub measure: Vec<MeasureCount>,
    /// What stands after `theorem`.
    pub theorem: String,
    /// The lines of the theorem, each split after its name: `set 0`, `graph`, `terminal`, and the
    /// formula, or `automaton`: then what it says is what that automaton of the file accepts.
    pub formulas: Vec<(String, String)>,
}

impl Statement {
    /// Which positions it is about, in words: `all positions`, or `all positions with h3 <= 2, h6 <= 2`.
    #[must_use]
    pub fn positions(&self) -> String {
        let one = |(heap, bound): &(usize, i64)| format!("{} <= {bound}", self.heaps[*heap]);
        match self.slice.is_empty() {
            true => "all positions".to_string(),
            false => {
                let bounds = self.slice.iter().map(one).collect::<Vec<_>>();
                format!("all positions with {}", bounds.join(", "))
            }
        }
    }
}

/// A weighted number of stones, and of heaps larger than a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasureCount {
    /// What a stone of each heap weighs.
    pub stones: Vec<i64>,
    /// For each heap what is added if it is larger than a bound, and that bound; empty if nothing is.
    pub above: Vec<(i64, i64)>,
}
