//! Sets that are several cases: a disjunction of conjunctions, in the position or in some image of it.
//!
//! One case after the other, each grown from a member that no case covers yet (as in Michalski's AQ): the
//! conditions that hold there are added one by one, by beam search, until none of the others is left; of
//! the cases found the one that covers the most for its words is kept. The seed is a member with as
//! few coincidences as there are, so that what holds there holds for a reason. If the game has
//! symmetries, a member is covered when one of its images is, and the statement says
//! `exists (a, b, ...) in images: ...`. Counterexamples from the gate make the sample grow, as for
//! conjunctions; what is found is exact, but need not be the shortest.

use super::bits::Bits;
use super::cover::cheapest;
use super::field::{Field, Holds};
use super::forms::signs;
use super::gate::Judged;
use super::phrase::Phrase;
use super::print::Saying;
use super::search::Search;
use crate::prove::work::Work;
use crate::solve::GaveUp;

/// Rounds of counterexamples.
const ROUNDS: usize = 20;

/// The most cases.
const WAYS: usize = 5;

/// The most conditions of a case.
const DEPTH: usize = 6;

/// How many beginnings of a case are kept.
const BEAM: usize = 24;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// In some image of the position.
    pub images: bool,
    /// What is not in the set.
    pub opposite: bool,
    /// Conditions that hold on the whole set are said first, and cases only tell apart what is left.
    pub common: bool,
}

impl Search<'_, '_> {
    /// The set as cases.
    ///
    /// # Errors
    /// [`GaveUp`] if somebody stops the work.
    pub fn ways(&mut self, shape: Shape, work: &mut Work) -> Result<Option<Saying>, GaveUp> {
        let alone = vec![(0..self.names.heaps()).collect()];
        let group = if shape.images { self.group.clone() } else { alone };
        let atoms = self.atoms.clone();
        let mut field = Field::new(&self.points, shape.opposite, &atoms, &group);
        for _ in 0..ROUNDS {
            work.look_up(0, 0, 0)?;
            if self.gate.left == 0 {
                return Ok(None);
            }
            let Some(saying) = self.covered(&mut field, shape) else { return Ok(None) };
            match self.judge(&saying, work)? {
                Judged::Same => return Ok(Some(saying)),
                Judged::Differs(position) => {
                    let point: Vec<i64> = position.iter().map(|heap| *heap as i64).collect();
                    let member = self.gate.contains(self.gate.target(), &position);
                    self.points.add(&self.gate, position);
                    if !field.add(&point, member != shape.opposite) {
                        return Ok(None);
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

    /// Cases that cover all members of the sample and none of the others.
    fn covered(&self, field: &mut Field, shape: Shape) -> Option<Saying> {
        let mut alive = Bits::where_true(field.room.1, |at| at < field.outside.len());
        let implied = if shape.common { self.implied(shape.opposite) } else { Vec::new() };
        for atom in &implied {
            let kept = |at: usize| {
                at < field.outside.len() && atom.phrase.holds(&field.outside[at]) == Some(true)
            };
            alive = alive.and(&Bits::where_true(field.room.1, kept));
        }
        let mut uncovered = Bits::where_true(field.room.0, |orbit| orbit < field.orbits);
        let mut ways: Vec<Way> = Vec::new();
        while !uncovered.is_empty() {
            if ways.len() == WAYS {
                return None;
            }
            let way = self.way(field, &uncovered, &alive)?;
            uncovered = uncovered.without(&way.covers);
            ways.push(way);
        }
        without_redundant(&mut ways, field);
        let phrase = |atom: &usize| field.atoms()[*atom].phrase.clone();
        let either: Vec<Vec<Phrase>> =
            ways.iter().map(|way| way.atoms.iter().map(phrase).collect()).collect();
        let outside = if shape.common { self.common(field, shape, &implied, &ways)? } else { vec![] };
        Some(Saying { outside, either, images: shape.images, opposite: shape.opposite })
    }

    /// The cheapest common conditions that keep out what the cases do not.
    fn common(
        &self,
        field: &mut Field,
        shape: Shape,
        implied: &[super::field::Atom],
        ways: &[Way],
    ) -> Option<Vec<Phrase>> {
        let others = self.sides(shape.opposite).1;
        let phrases: Vec<Vec<&Phrase>> = ways
            .iter()
            .map(|way| way.atoms.iter().map(|atom| &field.atoms()[*atom].phrase).collect())
            .collect();
        let let_in = |at: usize| {
            let point = &others[at];
            phrases.iter().any(|way| way.iter().all(|phrase| phrase.holds(point) == Some(true)))
        };
        let wanted = Bits::where_true(others.len(), let_in);
        let chosen = cheapest(&self.priced(implied, shape.opposite), &wanted)?;
        Some(chosen.into_iter().map(|at| implied[at].phrase.clone()).collect())
    }

    /// A case for members that are not covered.
    fn way(&self, field: &mut Field, uncovered: &Bits, alive: &Bits) -> Option<Way> {
        let seed = self.seed(field, uncovered)?;
        let literals = self.literals(field, seed, alive);
        let everything = Bits::where_true(field.room.0, |at| at < field.inside.len());
        let covers = field.covered(&everything);
        let start = Way { atoms: vec![], kept: everything, alive: alive.clone(), covers, cost: 0 };
        if start.alive.is_empty() {
            return Some(start);
        }
        let mut beam = vec![start];
        let mut done: Vec<Way> = Vec::new();
        for _ in 0..DEPTH {
            let mut longer: Vec<(f64, Way)> = Vec::new();
            for way in &beam {
                for literal in &literals {
                    let alive = way.alive.and(&literal.outside);
                    if alive == way.alive {
                        continue;
                    }
                    let kept = way.kept.and(&literal.inside);
                    let covers = field.covered(&kept);
                    let atoms = [way.atoms.as_slice(), &[literal.atom]].concat();
                    let longer_way = Way { atoms, kept, alive, covers, cost: way.cost + literal.cost };
                    if longer_way.alive.is_empty() {
                        done.push(longer_way);
                    } else {
                        longer.push((longer_way.promise(uncovered), longer_way));
                    }
                }
            }
            longer.sort_by(|x, y| y.0.total_cmp(&x.0));
            longer.dedup_by(|x, y| x.1.alive == y.1.alive && x.1.kept == y.1.kept);
            longer.truncate(BEAM);
            beam = longer.into_iter().map(|(_, way)| way).collect();
        }
        done.into_iter().max_by(|x, y| x.worth(uncovered).total_cmp(&y.worth(uncovered)))
    }

    /// A member that is not covered and has few coincidences.
    fn seed(&self, field: &Field, uncovered: &Bits) -> Option<usize> {
        let forms = signs(field.inside.first()?.len(), 4);
        let vanish = |point: &[i64]| {
            let value = |form: &Vec<i64>| form.iter().zip(point).map(|(c, x)| c * x).sum::<i64>();
            forms.iter().filter(|form| value(form) == 0).count()
        };
        let open = (0..field.inside.len()).filter(|at| uncovered.contains(field.orbit[*at]));
        // Images come in order, so that the first of them is the one with the smallest heaps first.
        open.min_by_key(|at| vanish(&field.inside[*at]))
    }

    /// The conditions that hold at the seed, without those that do what a cheaper one does.
    fn literals(&self, field: &mut Field, seed: usize, alive: &Bits) -> Vec<Literal> {
        let mut all: Vec<Literal> = Vec::new();
        let mut order: Vec<usize> = (0..field.atoms().len()).collect();
        order.sort_by_key(|atom| field.atoms()[*atom].cost);
        let mut seen = rustc_hash::FxHashSet::default();
        for atom in order {
            let Atomic { phrase, cost } = Atomic::of(field, atom);
            if phrase.holds(&field.inside[seed]) != Some(true) || self.banned.contains(phrase) {
                continue;
            }
            let Some(Holds { inside, outside }) = field.holds(atom) else { continue };
            let outside = outside.and(alive);
            if outside == *alive || !seen.insert((inside.clone(), outside.clone())) {
                continue;
            }
            all.push(Literal { atom, cost, inside: inside.clone(), outside });
        }
        all
    }
}

struct Atomic<'p> {
    phrase: &'p Phrase,
    cost: usize,
}

impl<'p> Atomic<'p> {
    fn of(field: &Field<'p>, atom: usize) -> Atomic<'p> {
        let found = &field.atoms()[atom];
        Atomic { phrase: &found.phrase, cost: found.cost }
    }
}

/// A condition that may be added to a case.
struct Literal {
    atom: usize,
    cost: usize,
    inside: Bits,
    outside: Bits,
}

/// A conjunction in the making.
#[derive(Clone)]
struct Way {
    atoms: Vec<usize>,
    /// The members, and images of members, where it holds.
    kept: Bits,
    /// The others where it holds.
    alive: Bits,
    /// The members of which some image is kept.
    covers: Bits,
    cost: usize,
}

impl Way {
    /// How good a beginning it is: covers much, lets in little, says little.
    fn promise(&self, uncovered: &Bits) -> f64 {
        let covers = self.covers.common(uncovered) as f64;
        3.0 * covers.log2() - (1.0 + self.alive.count() as f64).log2() - 0.25 * self.cost as f64
    }

    /// How good a case it is: members for words; those that cover all come first.
    fn worth(&self, uncovered: &Bits) -> f64 {
        let (covers, all) = (self.covers.common(uncovered) as f64, uncovered.count() as f64);
        let whole = if covers == all { 2.0 } else { 1.0 };
        whole * covers / all / (self.cost as f64 + 6.0)
    }
}

/// Drops cases that others make needless.
fn without_redundant(ways: &mut Vec<Way>, field: &Field) {
    for at in (0..ways.len()).rev() {
        let mut others = Bits::none(field.room.0);
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
