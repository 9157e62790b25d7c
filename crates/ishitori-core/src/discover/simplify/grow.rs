//! One case: a conjunction that holds at a member, keeps all others out, and covers many members.
//!
//! Beam search over the conditions that hold at the member. A beginning promises much if it covers many
//! members that are not covered yet, lets in few others, and is short. In the end a cheapest cover says
//! which conditions do the same in fewer words. Cost: conditions × beam × depth
//! operations on bits, counted as the effort of the search.

use rustc_hash::FxHashSet;

use super::bits::BitSet;
use super::cover::{PricedSet, cheapest};
use super::field::SampleTruths;
use super::forms::signs;
use super::search::StatementSearch;

/// The most conditions of a case.
const DEPTH: usize = 6;

/// How many beginnings of a case are kept.
const BEAM: usize = 16;

/// How many cases of each length are looked at more closely.
const FINISHED: usize = 4;

/// A conjunction, perhaps in the making.
#[derive(Clone)]
pub(super) struct CaseConjunction {
    pub atoms: Vec<usize>,
    /// The images of members where it holds.
    kept: BitSet,
    /// The others where it holds.
    alive: BitSet,
    /// The members of which some image is kept.
    pub covers: BitSet,
    cost: usize,
}

/// A condition that may be added to a case.
struct Literal {
    atom: usize,
    cost: usize,
    members: BitSet,
    others: BitSet,
}

/// How good a beginning is that covers so much, lets in so much and costs so much.
fn promise(covers: usize, alive: usize, cost: usize) -> f64 {
    3.0 * (covers as f64).log2() - (1.0 + alive as f64).log2() - 0.0625 * cost as f64
}

/// How good a case is: members for words, and better if nothing is left to cover.
fn worth(covers: usize, all: usize, cost: usize) -> f64 {
    let whole = if covers == all { 2.0 } else { 1.0 };
    whole * covers as f64 / (cost as f64 + 24.0)
}

impl CaseConjunction {
    fn and(&self, literal: &Literal, field: &SampleTruths) -> CaseConjunction {
        let kept = self.kept.and(&literal.members);
        CaseConjunction {
            atoms: [self.atoms.as_slice(), &[literal.atom]].concat(),
            covers: field.covered(&kept),
            kept,
            alive: self.alive.and(&literal.others),
            cost: self.cost + literal.cost,
        }
    }
}

impl StatementSearch<'_, '_> {
    /// A case for members that are not covered; `alive` are the others to be kept out.
    pub fn way(
        &mut self,
        field: &mut SampleTruths,
        uncovered: &BitSet,
        alive: &BitSet,
    ) -> Option<CaseConjunction> {
        let seed = seed(field, uncovered)?;
        let literals = self.literals(field, &seed, alive);
        let kept = field.all_members();
        let covers = field.covered(&kept);
        let mut beam =
            vec![CaseConjunction { atoms: vec![], kept, alive: alive.clone(), covers, cost: 0 }];
        if alive.is_empty() {
            return beam.pop();
        }
        let mut best: Option<(f64, CaseConjunction)> = None;
        for _ in 0..DEPTH {
            self.effort = self.effort.saturating_sub((beam.len() * literals.len()) as u64);
            let (done, longer) = extended(&beam, &literals, uncovered);
            for (_, at, literal) in done {
                let way = beam[at].and(&literals[literal], field);
                let way = tightened(way, &literals, alive, field);
                let worth = worth(way.covers.common(uncovered), uncovered.count(), way.cost);
                if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                    best = Some((worth, way));
                }
            }
            let mut next: Vec<CaseConjunction> = Vec::new();
            for (_, at, literal) in longer {
                let way = beam[at].and(&literals[literal], field);
                let same =
                    |other: &CaseConjunction| other.alive == way.alive && other.kept == way.kept;
                if next.len() < BEAM && !next.iter().any(same) {
                    next.push(way);
                }
            }
            beam = next;
        }
        best.map(|(_, way)| way)
    }

    /// The conditions that hold at the seed, without those that do what a cheaper one does.
    fn literals(&self, field: &mut SampleTruths, seed: &[i64], alive: &BitSet) -> Vec<Literal> {
        let mut all: Vec<Literal> = Vec::new();
        let mut order: Vec<usize> = (0..field.atoms.len()).collect();
        order.sort_by_key(|atom| field.atoms[*atom].cost);
        let mut seen = FxHashSet::default();
        for atom in order {
            let found = &field.atoms[atom];
            // Ranges of remainders fit everything a little; they are for conditions on all heaps.
            if found.phrase.is_range() {
                continue;
            }
            if found.phrase.holds(seed) != Some(true) || self.banned.contains(&found.phrase) {
                continue;
            }
            let Some(truth) = field.holds(atom) else { continue };
            let others = truth.others.and(alive);
            if others != *alive && seen.insert((truth.members.clone(), others.clone())) {
                let members = truth.members.clone();
                all.push(Literal { atom, cost: found.cost, members, others });
            }
        }
        all
    }
}

/// How good it is to add a condition to a beginning: which beginning, which condition.
type ScoredExtension = (f64, usize, usize);

/// The best cases that one more condition makes, and the best longer beginnings.
fn extended(
    beam: &[CaseConjunction],
    literals: &[Literal],
    uncovered: &BitSet,
) -> (Vec<ScoredExtension>, Vec<ScoredExtension>) {
    let (mut done, mut longer): (Vec<ScoredExtension>, Vec<ScoredExtension>) =
        (Vec::new(), Vec::new());
    let all = uncovered.count();
    for (at, way) in beam.iter().enumerate() {
        let before = way.alive.count();
        for (number, literal) in literals.iter().enumerate() {
            let alive = way.alive.common(&literal.others);
            if alive == before {
                continue;
            }
            let covers = way.kept.common_folded(&literal.members, uncovered);
            let cost = way.cost + literal.cost;
            if alive > 0 {
                longer.push((promise(covers, alive, cost), at, number));
            } else {
                done.push((worth(covers, all, cost), at, number));
            }
        }
    }
    let best_first = |steps: &mut Vec<ScoredExtension>, most: usize| {
        steps.sort_by(|x, y| y.0.total_cmp(&x.0));
        steps.truncate(most);
    };
    best_first(&mut done, FINISHED);
    best_first(&mut longer, 4 * BEAM);
    (done, longer)
}

/// The cheapest conditions that hold wherever the case does and keep all others out.
fn tightened(
    way: CaseConjunction,
    literals: &[Literal],
    alive: &BitSet,
    field: &SampleTruths,
) -> CaseConjunction {
    let holds = |literal: &&Literal| way.kept.is_inside(&literal.members);
    let fitting: Vec<&Literal> = literals.iter().filter(holds).collect();
    let priced = |literal: &&Literal| PricedSet {
        cost: literal.cost,
        covers: alive.without(&literal.others),
    };
    let sets: Vec<PricedSet> = fitting.iter().map(priced).collect();
    let Some(mut chosen) = cheapest(&sets, alive) else { return way };
    chosen.sort_by_key(|at| fitting[*at].atom);
    let kept = field.all_members();
    let start = CaseConjunction {
        atoms: vec![],
        covers: BitSet::none(0),
        kept,
        alive: alive.clone(),
        cost: 0,
    };
    chosen.iter().fold(start, |way, at| way.and(fitting[*at], field))
}

/// A member that is not covered and has few coincidences, as the image whose smallest heaps come first.
fn seed(field: &SampleTruths, uncovered: &BitSet) -> Option<Vec<i64>> {
    let forms = signs(field.members.first()?.len(), 3);
    let coincidences = |point: &[i64]| {
        let value = |form: &Vec<i64>| form.iter().zip(point).map(|(c, x)| c * x).sum::<i64>();
        forms.iter().filter(|form| value(form) == 0).count()
    };
    let open = uncovered.iter().map(|member| &field.members[member]);
    open.min_by_key(|point| coincidences(point)).cloned()
}
