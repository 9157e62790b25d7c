//! Boolean combinations of languages: run both automata at once.
//!
//! The states are the pairs that are reached, so `op` may be any function of two booleans: and,
//! or, implies, iff, without. Cost: at most the product of the states, times the letters; reached
//! pairs only. Minimise in between: [`all_of`] does, smallest first. To know only whether
//! something is accepted, do not build the product: see `include.rs`.

use crate::dfa::{AutomatonShape, Dfa, State, explore};
use crate::limit::{AutomatonGaveUp, AutomatonOperation, Limit};

impl Dfa {
    /// The words `w` with `op(self accepts w, other accepts w)`.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if there are more reachable pairs of states than `limit` allows.
    ///
    /// # Panics
    /// If tracks or order differ.
    pub fn product(
        &self,
        other: &Dfa,
        op: impl Fn(bool, bool) -> bool,
        limit: Limit,
    ) -> Result<Dfa, AutomatonGaveUp> {
        self.must_match(other);
        explore(
            AutomatonShape { tracks: self.tracks, order: self.order },
            (self.initial, other.initial),
            |(p, q): &(State, State), letter| (self.next(*p, letter), other.next(*q, letter)),
            |(p, q)| op(self.accepts_in(*p), other.accepts_in(*q)),
            limit,
            AutomatonOperation::Product,
        )
    }

    /// The words of both. See [`Dfa::product`].
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] beyond `limit`.
    pub fn and(&self, other: &Dfa, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
        self.product(other, |p, q| p && q, limit)
    }

    /// The words of either. See [`Dfa::product`].
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] beyond `limit`.
    pub fn or(&self, other: &Dfa, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
        self.product(other, |p, q| p || q, limit)
    }
}

/// The words that all of `parts` accept, minimal; `None` if there are no parts.
///
/// # Errors
/// [`AutomatonGaveUp`] beyond `limit`.
pub fn all_of(parts: &[Dfa], limit: Limit) -> Result<Option<Dfa>, AutomatonGaveUp> {
    fold(parts, |p, q| p && q, limit)
}

/// The words that any of `parts` accepts, minimal; `None` if there are no parts.
///
/// # Errors
/// [`AutomatonGaveUp`] beyond `limit`.
pub fn any_of(parts: &[Dfa], limit: Limit) -> Result<Option<Dfa>, AutomatonGaveUp> {
    fold(parts, |p, q| p || q, limit)
}

fn fold(
    parts: &[Dfa],
    op: impl Fn(bool, bool) -> bool,
    limit: Limit,
) -> Result<Option<Dfa>, AutomatonGaveUp> {
    let mut parts: Vec<Dfa> = parts.iter().map(Dfa::minimize).collect();
    // The two smallest first, like a Huffman tree: intermediate results stay small.
    loop {
        parts.sort_by_key(|part| std::cmp::Reverse(part.states()));
        let Some(p) = parts.pop() else { return Ok(None) };
        let Some(q) = parts.pop() else { return Ok(Some(p)) };
        parts.push(p.product(&q, &op, limit)?.minimize_within(limit)?);
    }
}
