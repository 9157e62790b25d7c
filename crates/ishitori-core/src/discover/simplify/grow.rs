//! One case: a conjunction that holds at a member, keeps all others out, and covers many members.
//!
//! Beam search over the conditions that hold at the member. A beginning promises much if it covers many
//! members that are not covered yet, lets in few others, and is short. In the end a cheapest cover says
//! which conditions do the same in fewer words. Cost: conditions × beam × depth
//! operations on bits, counted as the effort of the search.

use rustc_hash::FxHashSet;

use super::bits::Bits;
use super::cover::{Priced, cheapest};
use super::field::Field;
use super::forms::signs;
use super::search::Search;

/// The most conditions of a case.
const DEPTH: usize = 6;

/// How many beginnings of a case are kept.
const BEAM: usize = 16;

/// A conjunction, perhaps in the making.
#[derive(Clone)]
pub(super) struct Way {
    pub atoms: Vec<usize>,
    /// The images of members where it holds.
    kept: Bits,
    /// The others where it holds.
    alive: Bits,
    /// The members of which some image is kept.
    pub covers: Bits,
    cost: usize,
}

/// A condition that may be added to a case.
struct Literal {
    atom: usize,
    cost: usize,
    members: Bits,
    others: Bits,
}

impl Way {
    /// How good a beginning it is.
    fn promise(&self, uncovered: &Bits) -> f64 {
        let covers = self.covers.common(uncovered) as f64;
        3.0 * covers.log2() - (1.0 + self.alive.count() as f64).log2() - 0.0625 * self.cost as f64
    }

    /// How good a case it is: members for words, and better if nothing is left to cover.
    fn worth(&self, uncovered: &Bits) -> f64 {
        let (covers, all) = (self.covers.common(uncovered) as f64, uncovered.count() as f64);
        let whole = if covers == all { 2.0 } else { 1.0 };
        whole * covers / all / (self.cost as f64 + 24.0)
    }

    fn and(&self, literal: &Literal, field: &Field) -> Way {
        let kept = self.kept.and(&literal.members);
        Way {
            atoms: [self.atoms.as_slice(), &[literal.atom]].concat(),
            covers: field.covered(&kept),
            kept,
            alive: self.alive.and(&literal.others),
            cost: self.cost + literal.cost,
        }
    }
}

impl Search<'_, '_> {
    /// A case for members that are not covered; `alive` are the others to be kept out.
    pub fn way(&mut self, field: &mut Field, uncovered: &Bits, alive: &Bits) -> Option<Way> {
        let seed = seed(field, uncovered)?;
        let literals = self.literals(field, &seed, alive);
        let kept = field.all_members();
        let covers = field.covered(&kept);
        let mut beam = vec![Way { atoms: vec![], kept, alive: alive.clone(), covers, cost: 0 }];
        let mut done: Vec<Way> = Vec::new();
        if alive.is_empty() {
            return beam.pop();
        }
        for _ in 0..DEPTH {
            let mut longer: Vec<(f64, Way)> = Vec::new();
            for way in &beam {
                let steps = literals.len() as u64;
                self.effort = self.effort.saturating_sub(steps);
                for literal in &literals {
                    if way.alive.is_inside(&literal.others) {
                        continue;
                    }
                    let way = way.and(literal, field);
                    if way.alive.is_empty() {
                        done.push(way);
                    } else {
                        longer.push((way.promise(uncovered), way));
                    }
                }
            }
            longer.sort_by(|x, y| y.0.total_cmp(&x.0));
            longer.dedup_by(|x, y| x.1.alive == y.1.alive && x.1.kept == y.1.kept);
            longer.truncate(BEAM);
            beam = longer.into_iter().map(|(_, way)| way).collect();
        }
        let best =
            done.into_iter().max_by(|x, y| x.worth(uncovered).total_cmp(&y.worth(uncovered)));
        best.map(|way| tightened(way, &literals, alive))
    }

    /// The conditions that hold at the seed, without those that do what a cheaper one does.
    fn literals(&self, field: &mut Field, seed: &[i64], alive: &Bits) -> Vec<Literal> {
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

/// The cheapest conditions that hold wherever the case does and keep all others out.
fn tightened(way: Way, literals: &[Literal], alive: &Bits) -> Way {
    let holds = |literal: &&Literal| way.kept.is_inside(&literal.members);
    let fitting: Vec<&Literal> = literals.iter().filter(holds).collect();
    let priced =
        |literal: &&Literal| Priced { cost: literal.cost, covers: alive.without(&literal.others) };
    let sets: Vec<Priced> = fitting.iter().map(priced).collect();
    let Some(chosen) = cheapest(&sets, alive) else { return way };
    let mut atoms: Vec<usize> = chosen.iter().map(|at| fitting[*at].atom).collect();
    atoms.sort_unstable();
    Way { atoms, ..way }
}

/// A member that is not covered and has few coincidences, as the image whose smallest heaps come first.
fn seed(field: &Field, uncovered: &Bits) -> Option<Vec<i64>> {
    let forms = signs(field.members.first()?.len(), 4);
    let coincidences = |point: &[i64]| {
        let value = |form: &Vec<i64>| form.iter().zip(point).map(|(c, x)| c * x).sum::<i64>();
        forms.iter().filter(|form| value(form) == 0).count()
    };
    let open = uncovered.iter().map(|member| &field.members[member]);
    open.min_by_key(|point| coincidences(point)).cloned()
}
