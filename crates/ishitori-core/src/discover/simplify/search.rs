//! What all searches for a set share: the gate, the sample, the conditions.
//!
//! `conjunction.rs` and `ways.rs` search here, for one conjunction and for cases; both may only return what
//! the gate has compared with the automaton. A condition that the prover cannot read, even alone, is banned,
//! so that no statement with it is tried again. Cost: the gate is what takes time, an automaton for each
//! statement; effort, the conditions that may still be added to cases, bounds what goes on between.
//! Grundy values are searched elsewhere, in `value.rs`.

use ishitori_rule::symmetry::Permutation;

use super::field::PricedPhrase;
use super::gate::{StatementGate, StatementJudgement};
use super::phrase::Phrase;
use super::points::SamplePoints;
use super::print::{HeapNames, SetDescription, tokens};
use super::request::SetMeaning;
use crate::control::{Control, GaveUp};

/// A search for the words that say what a set is.
pub(super) struct StatementSearch<'a, 'n> {
    pub gate: StatementGate<'a>,
    pub names: &'n HeapNames,
    pub what: SetMeaning,
    pub points: SamplePoints,
    pub atoms: Vec<PricedPhrase>,
    /// Conditions that cannot be said.
    pub banned: Vec<Phrase>,
    /// The symmetries of positions that are not the same.
    pub group: Vec<Permutation>,
    /// Whether heaps are ascending.
    pub ascending: bool,
    /// How many conditions may still be added to cases, to see what comes of it.
    pub effort: u64,
}

impl StatementSearch<'_, '_> {
    /// Members of the sample and the others, or the other way round.
    pub fn sides(&self, opposite: bool) -> (&[Vec<i64>], &[Vec<i64>]) {
        let SamplePoints { inside, outside, .. } = &self.points;
        if opposite { (outside, inside) } else { (inside, outside) }
    }

    /// A condition with its price: its words, and of two with as many the plainer one is cheaper.
    pub fn atom(&self, phrase: Phrase) -> PricedPhrase {
        let words = tokens(&self.names.phrase(&phrase)) + 1;
        PricedPhrase { cost: 4 * words + phrase.strangeness(), phrase }
    }

    /// What the gate says.
    ///
    /// # Errors
    /// [`GaveUp`] if somebody stops the work.
    pub fn judge(
        &mut self,
        saying: &SetDescription,
        control: &Control,
    ) -> Result<StatementJudgement, GaveUp> {
        self.gate.judge(&self.names.statement(self.what, saying), control)
    }

    /// Finds conditions of a statement that cannot be said even alone; `false` if there is none.
    ///
    /// # Errors
    /// [`GaveUp`] if somebody stops the work.
    pub(crate) fn ban(
        &mut self,
        saying: &SetDescription,
        control: &Control,
    ) -> Result<bool, GaveUp> {
        let before = self.banned.len();
        for phrase in saying.outside.iter().chain(saying.either.iter().flatten()) {
            let alone = SetDescription {
                outside: vec![phrase.clone()],
                either: vec![Vec::new()],
                images: false,
                opposite: false,
            };
            if self.judge(&alone, control)? == StatementJudgement::Unsayable {
                self.banned.push(phrase.clone());
            }
        }
        Ok(self.banned.len() > before)
    }
}
