//! The shortest conjunction that is exactly a set, by counterexamples.
//!
//! A condition in such a conjunction holds on the whole set. So take all conditions that hold on the members
//! of the sample, among them the linear equations of its nullspace; together they are the best
//! conjunction there is. Which of them are needed to keep the others out is a question of cheapest cover.
//! The gate says whether the answer is right for all positions, or shows a position that the sample
//! lacked, and the sample grows. Since the cover is the cheapest on the sample, the first one that passes is
//! the shortest conjunction of these conditions (as far as the cover is exact).

use ishitori_rule::syntax::Compare;

use super::bits::Bits;
use super::cover::{Priced, cheapest};
use super::field::Atom;
use super::forms::{compared, is_apart};
use super::gate::Judged;
use super::linear::equations;
use super::phrase::{Phrase, Term};
use super::print::Saying;
use super::search::Search;
use crate::prove::work::Work;
use crate::solve::GaveUp;

/// Rounds of counterexamples.
const ROUNDS: usize = 60;

impl Search<'_, '_> {
    /// The set, or what is not in it, as a conjunction.
    ///
    /// # Errors
    /// [`GaveUp`] if somebody stops the work.
    pub fn conjunction(
        &mut self,
        opposite: bool,
        work: &mut Work,
    ) -> Result<Option<Saying>, GaveUp> {
        for _ in 0..ROUNDS {
            if self.gate.left == 0 {
                return Ok(None);
            }
            let Some(way) = self.cheapest_way(opposite) else { return Ok(None) };
            let saying = Saying { outside: Vec::new(), either: vec![way], images: false, opposite };
            match self.judge(&saying, work)? {
                Judged::Same => return Ok(Some(saying)),
                Judged::Differs(positions) => {
                    for position in positions {
                        self.points.add(&self.gate, position);
                    }
                }
                Judged::Unsayable => {
                    if !self.ban(&saying, work)? {
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
            return Some(vec![Phrase::is(Term::Constant(0), 1)]);
        }
        let implied = self.implied(opposite);
        let all = Bits::where_true(others.len(), |_| true);
        let mut chosen = cheapest(&self.priced(&implied, opposite), &all)?;
        chosen.sort_unstable();
        Some(chosen.into_iter().map(|at| implied[at].phrase.clone()).collect())
    }

    /// The conditions that hold on all members of the sample and mean something everywhere.
    pub fn implied(&self, opposite: bool) -> Vec<Atom> {
        let (members, others) = self.sides(opposite);
        let mut all: Vec<Atom> = Vec::new();
        let holds = |atom: &Atom| {
            members.iter().all(|point| atom.phrase.holds(point) == Some(true))
                && others.iter().all(|point| atom.phrase.holds(point).is_some())
        };
        let equations = equations(members).into_iter().filter_map(|equation| {
            let (constant, coefficients) = equation.split_last()?;
            let plain = !(self.ascending && is_apart(coefficients, *constant));
            plain.then(|| self.atom(compared(coefficients, *constant, Compare::Equal)))
        });
        for atom in self.atoms.iter().cloned().chain(equations) {
            if !self.banned.contains(&atom.phrase) && holds(&atom) {
                all.push(atom);
            }
        }
        all
    }

    /// Which of the others each condition keeps out.
    pub fn priced(&self, atoms: &[Atom], opposite: bool) -> Vec<Priced> {
        let others = self.sides(opposite).1;
        let keeps_out = |atom: &Atom| {
            let fails = |at: usize| atom.phrase.holds(&others[at]) == Some(false);
            Priced { cost: atom.cost, covers: Bits::where_true(others.len(), fails) }
        };
        atoms.iter().map(keeps_out).collect()
    }
}
