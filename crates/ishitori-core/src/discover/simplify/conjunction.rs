//! The shortest conjunction that is exactly a set, by counterexamples.
//!
//! A condition in such a conjunction holds on the whole set. So take all conditions that hold on the members
//! of the sample, among them the linear equations of its nullspace; together they are the best
//! conjunction there is. Which of them are needed to keep the others out is a question of cheapest cover.
//! The gate says whether the answer is right for all positions, or shows a position that the sample
//! lacked, and the sample grows. Since the cover is the cheapest on the sample, the first one that passes is
//! the shortest conjunction of these conditions (as far as the cover is exact).

use ishitori_rule::syntax::ComparisonOperator;

use super::bits::BitSet;
use super::cover::{PricedSet, cheapest};
use super::field::PricedPhrase;
use super::forms::{compared, is_apart};
use super::gate::StatementJudgement;
use super::linear::equations;
use super::phrase::{Phrase, PhraseTerm};
use super::print::SetDescription;
use super::search::StatementSearch;
use crate::control::{Control, GaveUp};

/// Rounds of counterexamples.
const ROUNDS: usize = 60;

impl StatementSearch<'_, '_> {
    /// The set, or what is not in it, as a conjunction.
    ///
    /// # Errors
    /// [`GaveUp`] if somebody stops the work.
    pub fn conjunction(
        &mut self,
        opposite: bool,
        control: &Control,
    ) -> Result<Option<SetDescription>, GaveUp> {
        for _ in 0..ROUNDS {
            if self.gate.left == 0 {
                return Ok(None);
            }
            let Some(way) = self.cheapest_way(opposite) else { return Ok(None) };
            let saying =
                SetDescription { outside: Vec::new(), either: vec![way], images: false, opposite };
            match self.judge(&saying, control)? {
                StatementJudgement::Same => return Ok(Some(saying)),
                StatementJudgement::Differs(positions) => {
                    for position in positions {
                        self.points.add(&self.gate, position);
                    }
                }
                StatementJudgement::Unsayable => {
                    if !self.ban(&saying, control)? {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(None)
    }

    /// The cheapest conjunction on the sample.
    fn cheapest_way(&self, opposite: bool) -> Option<Vec<Phrase>> {
        let (members, others) = self.sides(opposite);
        if members.is_empty() {
            return Some(vec![Phrase::is(PhraseTerm::Constant(0), 1)]);
        }
        let implied = self.implied(opposite);
        let all = BitSet::where_true(others.len(), |_| true);
        let mut chosen = cheapest(&self.priced(&implied, opposite), &all)?;
        chosen.sort_unstable();
        Some(chosen.into_iter().map(|at| implied[at].phrase.clone()).collect())
    }

    /// The conditions that hold on all members of the sample and mean something everywhere.
    pub fn implied(&self, opposite: bool) -> Vec<PricedPhrase> {
        let (members, others) = self.sides(opposite);
        let mut all: Vec<PricedPhrase> = Vec::new();
        let holds = |atom: &PricedPhrase| {
            members.iter().all(|point| atom.phrase.holds(point) == Some(true))
                && others.iter().all(|point| atom.phrase.holds(point).is_some())
        };
        let equations = equations(members).into_iter().filter_map(|equation| {
            let (constant, coefficients) = equation.split_last()?;
            let plain = !(self.ascending && is_apart(coefficients, *constant));
            plain.then(|| self.atom(compared(coefficients, *constant, ComparisonOperator::Equal)))
        });
        for atom in self.atoms.iter().cloned().chain(equations) {
            if !self.banned.contains(&atom.phrase) && holds(&atom) {
                all.push(atom);
            }
        }
        all
    }

    /// Which of the others each condition keeps out.
    pub fn priced(&self, atoms: &[PricedPhrase], opposite: bool) -> Vec<PricedSet> {
        let others = self.sides(opposite).1;
        let keeps_out = |atom: &PricedPhrase| {
            let fails = |at: usize| atom.phrase.holds(&others[at]) == Some(false);
            PricedSet { cost: atom.cost, covers: BitSet::where_true(others.len(), fails) }
        };
        atoms.iter().map(keeps_out).collect()
    }
}
