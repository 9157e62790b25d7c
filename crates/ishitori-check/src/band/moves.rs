//! The moves between the rows of a band.
//!
//! A row is numbered by the sizes of the bounded heaps as digits in mixed base, the last one fastest. So a move that lowers bounded
//! heaps leads to a smaller number. `lower` moves are taken as they are; for other moves every row is tried with every
//! smaller one ([`crate::band::shifts`]). Such a move must be a conjunction of linear comparisons and congruences, in which each free heap comes
//! only together with the same heap after the move, as their difference. Cost: pairs of rows.

use crate::band::claim::BandClaim;
use crate::band::shifts::{PairShifts, ShiftCondition, ShiftRelation, shifts};
use crate::certificate::contents::CertificateMove;
use crate::formula::condition::ColumnCondition;
use crate::formula::number_formula::NumberFormula;
use crate::formula::variable::{VariableNumber, heap};
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;
use std::collections::BTreeMap;

/// No larger numbers, so that no sum leaves 64 bits.
const WEIGHT: i64 = 1 << 20;
const BOUND: i64 = 1 << 40;
/// The most rows, and the most pairs of rows with a move between them.
const ROWS: usize = 1 << 20;
const PAIRS: usize = 50_000_000;
/// The most comparisons of a move.
const ATOMS: usize = 200;
/// No move takes more at once, but for any number.
const TAKEN: i64 = 1 << 30;

/// Where moves from a row lead.
#[derive(Default)]
pub(crate) struct BandRowMoves {
    /// A row; x and y stay.
    pub(crate) same: Vec<u32>,
    /// A row; x gets smaller by this, y by that, and one of them does.
    pub(crate) past: Vec<(u32, u32, u32)>,
    /// A row; x gets smaller by any number from this on.
    pub(crate) before: Vec<(u32, u32)>,
    /// A row; y gets smaller by any number from this on.
    pub(crate) below: Vec<(u32, u32)>,
}

/// The rows of a band.
pub(crate) struct BandRows<'a> {
    claim: &'a BandClaim,
    /// The bounded heaps.
    heaps: Vec<usize>,
    /// What one stone of each is worth in the number of a row.
    worth: Vec<usize>,
    /// How many rows there are.
    pub(crate) count: usize,
}

/// A move, read once for all rows.
enum BandMove<'a> {
    /// Lower any of the bounded heaps in these places, and perhaps a free heap.
    Lower { places: Vec<usize>, free: [Option<i64>; 2] },
    /// New numbers for which all of this holds; the places of the bounded heaps that change.
    General { atoms: Vec<MoveAtom>, to: &'a [VariableNumber], changed: Vec<usize> },
}

/// The moves from each row.
pub(crate) fn row_moves(
    claim: &BandClaim,
    watch: &mut CheckWatch,
) -> Result<Vec<BandRowMoves>, CheckRefusal> {
    let rows = BandRows::new(claim, watch)?;
    if claim.game.valid != NumberFormula::Constant(true) {
        return Err(CheckRefusal::new("bands are for games whose heaps may have any size"));
    }
    let named = |index: usize, refused: CheckRefusal| match refused.stopped() {
        true => refused,
        false => CheckRefusal::new(format!("move {}: {}", index + 1, refused.reason())),
    };
    let options = claim.game.moves.iter().enumerate();
    let options = options.map(|(index, option)| rows.read(option).map_err(|why| named(index, why)));
    let options = options.collect::<Result<Vec<BandMove>, CheckRefusal>>()?;
    let mut all: Vec<BandRowMoves> = (0..rows.count).map(|_| BandRowMoves::default()).collect();
    let mut pairs = 0;
    for (row, moves) in all.iter_mut().enumerate() {
        for (index, option) in options.iter().enumerate() {
            rows.take(row, option, moves, watch).map_err(|why| named(index, why))?;
        }
        if claim.second.is_none() {
            moves.below.push((row as u32, 1));
        }
        moves.tidy();
        // So larger y of the row itself are lost for it: that is what the least y means.
        if !moves.below.contains(&(row as u32, 1)) {
            return Err(CheckRefusal::new(
                "no move lowers the second free heap alone by any number",
            ));
        }
        pairs += moves.same.len() + moves.past.len() + moves.before.len() + moves.below.len();
        watch.limit(pairs, PAIRS)?;
        watch.tick(1 + moves.same.len())?;
    }
    Ok(all)
}

impl BandRowMoves {
    /// Each once; of two half-lines to the same row the longer, with what stands right below it.
    fn tidy(&mut self) {
        let (same, past) = (&mut self.same, &mut self.past);
        same.sort_unstable();
        same.dedup();
        past.sort_unstable();
        past.dedup();
        for lines in [&mut self.before, &mut self.below] {
            lines.sort_unstable();
            lines.dedup_by_key(|line| line.0);
        }
        for (row, from) in &mut self.below {
            while *from > 1 && past.binary_search(&(*row, 0, *from - 1)).is_ok() {
                *from -= 1;
            }
        }
        for (row, from) in &mut self.before {
            while *from > 1 && past.binary_search(&(*row, *from - 1, 0)).is_ok() {
                *from -= 1;
            }
        }
        // What a half-line has need not be remembered apart.
        let has = |lines: &[(u32, u32)], row: u32, taken: u32| {
            let found = lines.binary_search_by_key(&row, |line| line.0);
            found.is_ok_and(|at| lines[at].1 <= taken)
        };
        let (before, below) = (&self.before, &self.below);
        self.past.retain(|(row, by, more)| {
            !(*more == 0 && has(before, *row, *by) || *by == 0 && has(below, *row, *more))
        });
    }

    fn add(&mut self, row: usize, to: usize, found: &PairShifts) -> Result<(), CheckRefusal> {
        let small = |number: i64| match u32::try_from(number) {
            Ok(small) if number <= TAKEN => Ok(small),
            _ => Err(CheckRefusal::new("it takes too many stones at once")),
        };
        let next = to as u32;
        for [s, t] in &found.listed {
            match (small(*s)?, small(*t)?) {
                (0, 0) if row == to => return Err(CheckRefusal::new("it may change nothing")),
                (0, 0) => self.same.push(next),
                (s, t) => self.past.push((next, s, t)),
            }
        }
        for (from, lines) in found.from.iter().zip([&mut self.before, &mut self.below]) {
            if let Some(from) = from {
                lines.push((next, small(*from)?));
            }
        }
        Ok(())
    }
}

impl<'a> BandRows<'a> {
    pub(crate) fn new(claim: &'a BandClaim, watch: &CheckWatch) -> Result<Self, CheckRefusal> {
        let free = |heap: &usize| *heap == claim.first || Some(*heap) == claim.second;
        let heaps: Vec<usize> = (0..claim.game.heaps()).filter(|heap| !free(heap)).collect();
        let (mut worth, mut count) = (vec![0; heaps.len()], 1usize);
        for (worth, bound) in worth.iter_mut().zip(&claim.bounds).rev() {
            *worth = count;
            count = count.saturating_mul(bound + 1);
            watch.limit(count, ROWS)?;
        }
        Ok(BandRows { claim, heaps, worth, count })
    }

    /// The size of a bounded heap in a row.
    fn size(&self, row: usize, place: usize) -> usize {
        row / self.worth[place] % (self.claim.bounds[place] + 1)
    }

    /// The rows that are reached by lowering some of the bounded heaps in these places, or none.
    fn boxed(&self, row: usize, places: &[usize]) -> Vec<usize> {
        let mut all = vec![row];
        for place in places {
            let lowered = |start: &usize| {
                let (start, worth) = (*start, self.worth[*place]);
                (0..=self.size(row, *place)).map(move |stones| start - stones * worth)
            };
            all = all.iter().flat_map(lowered).collect();
        }
        all
    }

    /// Reads a move, if it is one of a band.
    fn read(&self, option: &'a CertificateMove) -> Result<BandMove<'a>, CheckRefusal> {
        match option {
            CertificateMove::Lower(heaps) => {
                let free = [Some(self.claim.first), self.claim.second];
                let free = free.map(|free| free.is_some_and(|free| heaps.contains(&free)));
                if free == [true, true] {
                    return Err(CheckRefusal::new("it lowers both free heaps as far as one likes"));
                }
                let lowered = |place: &usize| heaps.contains(&self.heaps[*place]);
                let places = (0..self.heaps.len()).filter(lowered).collect();
                Ok(BandMove::Lower { places, free: free.map(|lowered| lowered.then_some(1)) })
            }
            CertificateMove::General { formula, to, .. } => self.read_general(formula, to),
        }
    }

    /// New numbers for which a formula holds.
    fn read_general(
        &self,
        formula: &NumberFormula,
        to: &'a [VariableNumber],
    ) -> Result<BandMove<'a>, CheckRefusal> {
        let mut atoms = Vec::new();
        conjuncts(formula, &mut atoms)?;
        if atoms.len() > ATOMS {
            return Err(CheckRefusal::new("it has too many conditions"));
        }
        let equations: Vec<BoundedSum> =
            atoms.iter().filter(|atom| atom.is_equation()).flat_map(MoveAtom::at_most).collect();
        atoms.retain(|atom| !atom.is_true(&equations));
        let moved = |of: usize| to[of] != heap(of);
        let twice = |of: usize| to.iter().filter(|name| **name == to[of]).count() > 1;
        let is_old = |of: usize| (0..to.len()).any(|old| to[of] == heap(old));
        if (0..to.len()).any(|of| moved(of) && (is_old(of) || twice(of))) {
            return Err(CheckRefusal::new("it puts a heap in the place of another"));
        }
        let changed: Vec<usize> =
            (0..self.heaps.len()).filter(|place| moved(self.heaps[*place])).collect();
        // Rows that are not below a row are not asked, so the conditions must say that no bounded heap grows.
        for place in &changed {
            let (old, new) = (heap(self.heaps[*place]), to[self.heaps[*place]]);
            if !keeps_below(&atoms, new, old) {
                return Err(CheckRefusal::new("it may raise a bounded heap"));
            }
        }
        Ok(BandMove::General { atoms, to, changed })
    }

    /// Where a move leads from a row.
    fn take(
        &self,
        row: usize,
        option: &BandMove,
        moves: &mut BandRowMoves,
        watch: &mut CheckWatch,
    ) -> Result<(), CheckRefusal> {
        match option {
            BandMove::Lower { places, free } => {
                for to in self.boxed(row, places) {
                    let listed = if to == row { Vec::new() } else { vec![[0, 0]] };
                    moves.add(row, to, &PairShifts { listed, from: *free, tried: 0 })?;
                }
            }
            BandMove::General { atoms, to, changed } => {
                for next in self.boxed(row, changed) {
                    let conditions = self.between(row, next, atoms, to)?;
                    let found = shifts(&conditions)?;
                    moves.add(row, next, &found)?;
                    watch.tick(atoms.len() * (1 + found.tried / 8))?;
                }
            }
        }
        Ok(())
    }

    /// The conditions of a move between two rows, as conditions on how much the free heaps get smaller.
    fn between(
        &self,
        row: usize,
        next: usize,
        atoms: &[MoveAtom],
        to: &[VariableNumber],
    ) -> Result<Vec<ShiftCondition>, CheckRefusal> {
        let mut conditions = Vec::new();
        for atom in atoms {
            let mut bound = atom.bound;
            let mut known = 0;
            for (place, of) in self.heaps.iter().enumerate() {
                let (before, after) = (self.size(row, place) as i64, self.size(next, place) as i64);
                bound -= atom.weight(heap(*of)) * before;
                known += atom.count(heap(*of));
                if to[*of] != heap(*of) {
                    bound -= atom.weight(to[*of]) * after;
                    known += atom.count(to[*of]);
                }
            }
            let mut weights = [0; 2];
            let free = [Some(self.claim.first), self.claim.second];
            for (weight, of) in weights.iter_mut().zip(free.into_iter().flatten()) {
                known += atom.count(heap(of));
                let mut before = atom.weight(heap(of));
                if to[of] != heap(of) {
                    // x - s after the move.
                    *weight = -atom.weight(to[of]);
                    before += atom.weight(to[of]);
                    known += atom.count(to[of]);
                }
                if before != 0 {
                    return Err(CheckRefusal::new(
                        "what it does depends on the size of a free heap",
                    ));
                }
            }
            if known != atom.terms.len() {
                return Err(CheckRefusal::new("a number in it is no heap"));
            }
            let weight = |w: &i64| w.abs() <= WEIGHT;
            if !weights.iter().all(weight) || bound.abs() > BOUND {
                return Err(CheckRefusal::new("its numbers are too large"));
            }
            conditions.push(ShiftCondition { weights, relation: atom.relation, bound });
        }
        // What does not change gets smaller by nothing.
        for (which, of) in [Some(self.claim.first), self.claim.second].into_iter().enumerate() {
            if of.is_none_or(|of| to[of] == heap(of)) {
                let mut weights = [0; 2];
                weights[which] = 1;
                conditions.push(ShiftCondition {
                    weights,
                    relation: ShiftRelation::Equal,
                    bound: 0,
                });
            }
        }
        Ok(conditions)
    }
}

/// A sum by its weights, and a number that it does not exceed.
type BoundedSum = (BTreeMap<VariableNumber, i64>, i64);

/// A comparison of a sum.
struct MoveAtom {
    terms: Vec<(i64, VariableNumber)>,
    relation: ShiftRelation,
    bound: i64,
}

impl MoveAtom {
    fn weight(&self, variable: VariableNumber) -> i64 {
        self.terms.iter().filter(|term| term.1 == variable).map(|term| term.0).sum()
    }

    fn count(&self, variable: VariableNumber) -> usize {
        self.terms.iter().filter(|term| term.1 == variable).count()
    }

    fn is_equation(&self) -> bool {
        matches!(self.relation, ShiftRelation::Equal)
    }

    /// Whether it says no more than that some number is not negative, as it stands or beside an equation.
    fn is_true(&self, equations: &[BoundedSum]) -> bool {
        let ShiftRelation::AtMost = self.relation else { return false };
        let all = self.at_most();
        let plain =
            |(sum, bound): &BoundedSum| *bound >= 0 && sum.values().all(|weight| *weight <= 0);
        let beside = |one: &BoundedSum| {
            equations.iter().any(|other| (1..=4).any(|more| plain(&added(one, more, other))))
        };
        all.iter().any(|one| plain(one) || beside(one))
    }

    /// The sums that it says are at most a bound, with the bounds.
    fn at_most(&self) -> Vec<BoundedSum> {
        let signed = |sign: i64| {
            let mut sum = BTreeMap::new();
            for (weight, variable) in &self.terms {
                *sum.entry(*variable).or_insert(0) += sign * weight;
            }
            sum.retain(|_, weight| *weight != 0);
            (sum, sign * self.bound)
        };
        match self.relation {
            ShiftRelation::AtMost => vec![signed(1)],
            ShiftRelation::Equal => vec![signed(1), signed(-1)],
            _ => Vec::new(),
        }
    }
}

/// One sum and a multiple of another.
fn added(one: &BoundedSum, more: i64, other: &BoundedSum) -> BoundedSum {
    let (mut sum, bound) = one.clone();
    for (variable, weight) in &other.0 {
        *sum.entry(*variable).or_insert(0) += more * weight;
    }
    sum.retain(|_, weight| *weight != 0);
    (sum, bound + more * other.1)
}

/// Whether conditions say that a number is at most another: one does, or one and a small multiple of another.
fn keeps_below(atoms: &[MoveAtom], new: VariableNumber, old: VariableNumber) -> bool {
    let known: Vec<_> = atoms.iter().flat_map(MoveAtom::at_most).collect();
    let wanted = BTreeMap::from([(new, 1), (old, -1)]);
    let says = |(sum, bound): &BoundedSum| *sum == wanted && *bound <= 0;
    let pair = |one: &BoundedSum| {
        known.iter().any(|other| (1..=4).any(|more| says(&added(one, more, other))))
    };
    known.iter().any(says) || known.iter().any(pair)
}

/// The parts of a conjunction.
fn conjuncts(formula: &NumberFormula, atoms: &mut Vec<MoveAtom>) -> Result<(), CheckRefusal> {
    let wrong = || CheckRefusal::new("it is not a conjunction of linear comparisons");
    match formula {
        NumberFormula::Constant(true) => {}
        NumberFormula::And(parts) => {
            for part in parts {
                conjuncts(part, atoms)?;
            }
        }
        NumberFormula::Atom(condition, terms) => {
            atoms.push(plain(*condition, terms).ok_or_else(wrong)?)
        }
        NumberFormula::Not(part) => {
            let NumberFormula::Atom(condition, terms) = &**part else { return Err(wrong()) };
            let atom = plain(*condition, terms).ok_or_else(wrong)?;
            atoms.push(match atom.relation {
                ShiftRelation::Equal => MoveAtom { relation: ShiftRelation::Not, ..atom },
                // Not at most b: the opposite sum is at most -b - 1.
                ShiftRelation::AtMost => MoveAtom {
                    terms: terms.iter().map(|(weight, variable)| (-weight, *variable)).collect(),
                    bound: -atom.bound - 1,
                    ..atom
                },
                _ => return Err(wrong()),
            });
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

/// A comparison of a sum, if it is one.
fn plain(condition: ColumnCondition, terms: &[(i64, VariableNumber)]) -> Option<MoveAtom> {
    let (relation, bound) = match condition {
        ColumnCondition::Equal(bound) => (ShiftRelation::Equal, bound),
        ColumnCondition::AtMost(bound) => (ShiftRelation::AtMost, bound),
        ColumnCondition::Modulo(modulus, rest) => (ShiftRelation::Modulo(modulus), rest),
        _ => return None,
    };
    let small = bound.abs() <= BOUND && terms.iter().all(|(weight, _)| weight.abs() <= WEIGHT);
    small.then(|| MoveAtom { terms: terms.to_vec(), relation, bound })
}
