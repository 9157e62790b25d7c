//! What all searches for a set share: the gate, the sample, the conditions.

use ishitori_rule::symmetry::Permutation;

use super::What;
use super::field::Atom;
use super::gate::{Gate, Judged};
use super::phrase::Phrase;
use super::points::Points;
use super::print::{Names, Saying, tokens};
use crate::prove::work::Work;
use crate::solve::GaveUp;

/// A search for the words that say what a set is.
pub(super) struct Search<'a, 'n> {
    pub gate: Gate<'a>,
    pub names: &'n Names,
    pub what: What,
    pub points: Points,
    pub atoms: Vec<Atom>,
    /// Conditions that cannot be said.
    pub banned: Vec<Phrase>,
    /// The symmetries of positions that are not the same.
    pub group: Vec<Permutation>,
    /// Whether heaps are ascending.
    pub ascending: bool,
    /// How many conditions may still be added to cases, to see what comes of it.
    pub effort: u64,
}

impl Search<'_, '_> {
    /// Members of the sample and the others, or the other way round.
    pub fn sides(&self, opposite: bool) -> (&[Vec<i64>], &[Vec<i64>]) {
        let Points { inside, outside, .. } = &self.points;
        if opposite { (outside, inside) } else { (inside, outside) }
    }

    /// A condition with its price: its words, and of two with as many the plainer one is cheaper.
    pub fn atom(&self, phrase: Phrase) -> Atom {
        let words = tokens(&self.names.phrase(&phrase)) + 1;
        Atom { cost: 4 * words + phrase.strangeness(), phrase }
    }

    /// What the gate says.
    ///
    /// # Errors
    /// [`GaveUp`] if somebody stops the work.
    pub fn judge(&mut self, saying: &Saying, work: &mut Work) -> Result<Judged, GaveUp> {
        self.gate.judge(&self.names.statement(self.what, saying), work)
    }

    /// Finds conditions of a statement that cannot be said even alone; `false` if there is none.
    ///
    /// # Errors
    /// [`GaveUp`] if somebody stops the work.
    pub fn ban(&mut self, saying: &Saying, work: &mut Work) -> Result<bool, GaveUp> {
        let before = self.banned.len();
        for phrase in saying.outside.iter().chain(saying.either.iter().flatten()) {
            let alone = Saying {
                outside: vec![phrase.clone()],
                either: vec![Vec::new()],
                images: false,
                opposite: false,
            };
            if self.judge(&alone, work)? == Judged::Unsayable {
                self.banned.push(phrase.clone());
            }
        }
        Ok(self.banned.len() > before)
    }
}
