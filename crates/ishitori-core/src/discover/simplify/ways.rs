//! Sets that are several cases: a disjunction of conjunctions, in the position or in some image of it.
//!
//! One case after the other, each grown from a member that no case covers yet (as in Michalski's AQ, 1969): the
//! conditions that hold there are added one by one, by beam search, until none of the others is left; of
//! the cases found the one that covers the most for its words is kept. The seed is a member with as
//! few coincidences as there are, so that what holds there holds for a reason. If the game has
//! symmetries, a member is covered when one of its images is, and the statement says
//! `exists (a, b, ...) in images: ...`. Counterexamples from the gate make the sample grow, as for
//! conjunctions; what is found is exact, but need not be the shortest.

use super::bits::BitSet;
use super::cover::cheapest;
use super::field::{PricedPhrase, SampleTruths};
use super::gate::StatementJudgement;
use super::grow::CaseConjunction;
use super::phrase::Phrase;
use super::print::{SetDescription, tokens};
use super::search::StatementSearch;
use crate::control::{Control, GaveUp};

/// Rounds of counterexamples.
const ROUNDS: usize = 20;

/// The most cases.
const WAYS: usize = 5;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatementShape {
    /// In some image of the position.
    pub images: bool,
    /// What is not in the set.
    pub opposite: bool,
    /// Conditions that hold on the whole set are said first, and cases only tell apart what is left. Not
    /// together with images.
    pub common: bool,
}

impl StatementSearch<'_, '_> {
    /// The set as cases, in fewer than so many words.
    ///
    /// # Errors
    /// [`GaveUp`] if somebody stops the work.
    pub fn ways(
        &mut self,
        shape: StatementShape,
        below: usize,
        control: &Control,
    ) -> Result<Option<SetDescription>, GaveUp> {
        let alone = vec![(0..self.names.heaps()).collect()];
        let group = if shape.images { self.group.clone() } else { alone };
        let atoms = self.atoms.clone();
        let mut field = SampleTruths::new(&self.points, shape.opposite, &atoms, &group);
        for _ in 0..ROUNDS {
            control.check()?;
            if self.gate.left == 0 || self.effort == 0 {
                return Ok(None);
            }
            let Some(saying) = self.cases(&mut field, shape) else { return Ok(None) };
            if tokens(&self.names.statement(self.what, &saying)) >= below {
                return Ok(None);
            }
            match self.judge(&saying, control)? {
                StatementJudgement::Same => return Ok(Some(saying)),
                StatementJudgement::Differs(positions) => {
                    for position in positions {
                        let point: Vec<i64> = position.iter().map(|heap| *heap as i64).collect();
                        let member = self.gate.contains(self.gate.target(), &position);
                        self.points.add(&self.gate, position);
                        if !field.add(&point, member != shape.opposite) {
                            return Ok(None);
                        }
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

    /// Cases that cover all members of the sample and none of the others.
    fn cases(&mut self, field: &mut SampleTruths, shape: StatementShape) -> Option<SetDescription> {
        let mut alive = BitSet::where_true(field.room.1, |at| at < field.others.len());
        let implied = if shape.common { self.implied(shape.opposite) } else { Vec::new() };
        for atom in &implied {
            let kept = |at: usize| {
                at < field.others.len() && atom.phrase.holds(&field.others[at]) == Some(true)
            };
            alive = alive.and(&BitSet::where_true(field.room.1, kept));
        }
        let mut uncovered = BitSet::where_true(field.room.0, |member| member < field.members.len());
        let mut ways: Vec<CaseConjunction> = Vec::new();
        while !uncovered.is_empty() {
            if ways.len() == WAYS {
                return None;
            }
            let way = self.way(field, &uncovered, &alive)?;
            uncovered = uncovered.without(&way.covers);
            ways.push(way);
        }
        without_redundant(&mut ways, field);
        let phrase = |atom: &usize| field.atoms[*atom].phrase.clone();
        let either: Vec<Vec<Phrase>> =
            ways.iter().map(|way| way.atoms.iter().map(phrase).collect()).collect();
        let outside = if shape.common { self.common(shape, &implied, &either)? } else { vec![] };
        Some(SetDescription { outside, either, images: shape.images, opposite: shape.opposite })
    }

    /// The cheapest common conditions that keep out what the cases do not.
    fn common(
        &self,
        shape: StatementShape,
        implied: &[PricedPhrase],
        either: &[Vec<Phrase>],
    ) -> Option<Vec<Phrase>> {
        let others = self.sides(shape.opposite).1;
        let let_in = |at: usize| {
            let holds = |phrase: &Phrase| phrase.holds(&others[at]) == Some(true);
            either.iter().any(|way| way.iter().all(holds))
        };
        let wanted = BitSet::where_true(others.len(), let_in);
        let mut chosen = cheapest(&self.priced(implied, shape.opposite), &wanted)?;
        chosen.sort_unstable();
        Some(chosen.into_iter().map(|at| implied[at].phrase.clone()).collect())
    }
}

/// Drops cases that others make needless.
fn without_redundant(ways: &mut Vec<CaseConjunction>, field: &SampleTruths) {
    for at in (0..ways.len()).rev() {
        let mut others = BitSet::none(field.room.0);
        for (other, way) in ways.iter().enumerate() {
            if other != at {
                others.add(&way.covers);
            }
        }
        if ways.len() > 1 && ways[at].covers.is_inside(&others) {
            ways.remove(at);
        }
    }
}
