//! Expressions of the heaps in order of size, one for each list of values on a sample.
//!
//! Two expressions with the same values everywhere on the sample are one for our purposes, and the
//! shorter is kept (observational equivalence). Values of larger expressions are computed from those of
//! smaller ones, point by point. Cost: pairs of expressions × points, up to a bound on their number.

use std::rc::Rc;

use ishitori_rule::HeapRules;
use rustc_hash::FxHashMap;

use super::phrase::{Infix, PhraseFunction, PhraseTerm};
use super::print::{HeapNames, tokens};

/// The most expressions.
const MOST: usize = 6000;

/// The largest size; a heap and a number have size 1, a function one more than its arguments.
const SIZE: usize = 5;

/// An expression and its values on the sample.
pub(super) struct ValuedTerm {
    pub term: PhraseTerm,
    pub values: Rc<[i64]>,
    pub cost: usize,
    size: usize,
}

/// Expressions by their values.
pub(super) struct TermBank<'n> {
    pub entries: Vec<ValuedTerm>,
    known: FxHashMap<Rc<[i64]>, usize>,
    names: &'n HeapNames,
    /// The largest size so far.
    pub size: usize,
}

impl<'n> TermBank<'n> {
    /// The expressions of size 1 of a game's heaps, by their values at these positions.
    pub fn new(points: &[Vec<i64>], names: &'n HeapNames, rules: &HeapRules) -> TermBank<'n> {
        let mut bank =
            TermBank { entries: Vec::new(), known: FxHashMap::default(), names, size: 1 };
        for leaf in leaves(rules) {
            let values: Option<Rc<[i64]>> = points.iter().map(|point| leaf.value(point)).collect();
            if let Some(values) = values {
                bank.add(leaf, values, 1);
            }
        }
        bank
    }

    /// Adds the expressions of the next size; `false` if there are enough.
    pub fn grow(&mut self) -> bool {
        if self.size == SIZE || self.entries.len() >= MOST {
            return false;
        }
        self.size += 1;
        let size = self.size;
        let of_size = |bank: &TermBank, size: usize| -> Vec<usize> {
            (0..bank.entries.len()).filter(|at| bank.entries[*at].size == size).collect()
        };
        for at in of_size(self, size - 1) {
            self.functions(at, size);
        }
        for left_size in 1..size - 1 {
            let (left, right) = (of_size(self, left_size), of_size(self, size - 1 - left_size));
            for x in &left {
                for y in &right {
                    self.pair(*x, *y, size);
                }
            }
        }
        true
    }

    fn add(&mut self, term: PhraseTerm, values: Rc<[i64]>, size: usize) {
        let known = self.known.get(&values).copied();
        if known.is_none() && self.entries.len() >= MOST {
            return;
        }
        let cost = tokens(&self.names.term(&term));
        match known {
            Some(at) if self.entries[at].cost <= cost => {}
            Some(at) => {
                let entry = &mut self.entries[at];
                (entry.term, entry.cost) = (term, cost);
            }
            None => {
                self.known.insert(values.clone(), self.entries.len());
                self.entries.push(ValuedTerm { term, values, cost, size });
            }
        }
    }

    /// Functions of one expression.
    fn functions(&mut self, at: usize, size: usize) {
        let (term, values) = (self.entries[at].term.clone(), self.entries[at].values.clone());
        let mut apply = |operator: Infix, number: i64| {
            let values =
                values.iter().map(|x| operator.of(*x, number)).collect::<Option<Rc<[i64]>>>();
            if let Some(values) = values {
                let term = match operator {
                    Infix::Multiply => {
                        PhraseTerm::infix(operator, PhraseTerm::Constant(number), term.clone())
                    }
                    _ => PhraseTerm::infix(operator, term.clone(), PhraseTerm::Constant(number)),
                };
                self.add(term, values, size);
            }
        };
        apply(Infix::Divide, 2);
        apply(Infix::Multiply, 2);
        [2, 3, 4].into_iter().for_each(|modulus| apply(Infix::Modulo, modulus));
        for place in 1..4 {
            let bits = values
                .iter()
                .map(|x| PhraseFunction::Bit.of(&[*x, place]))
                .collect::<Option<Rc<[i64]>>>();
            if let Some(bits) = bits {
                let arguments = vec![term.clone(), PhraseTerm::Constant(place)];
                self.add(PhraseTerm::Call(PhraseFunction::Bit, arguments), bits, size);
            }
        }
    }

    /// Functions of two expressions.
    fn pair(&mut self, x: usize, y: usize, size: usize) {
        let (left, right) = (&self.entries[x], &self.entries[y]);
        let (first, second) = (left.term.clone(), right.term.clone());
        let (xs, ys) = (left.values.clone(), right.values.clone());
        let both = || xs.iter().zip(ys.iter());
        for operator in [Infix::Add, Infix::Subtract, Infix::Xor] {
            if operator != Infix::Subtract && x > y {
                continue;
            }
            let values: Option<Rc<[i64]>> =
                both().map(|(x, y)| operator.of(*x, *y).filter(|z| *z >= 0)).collect();
            if let Some(values) = values {
                self.add(PhraseTerm::infix(operator, first.clone(), second.clone()), values, size);
            }
        }
        if x < y {
            for name in
                [PhraseFunction::Or, PhraseFunction::And, PhraseFunction::Max, PhraseFunction::Min]
            {
                let values: Option<Rc<[i64]>> = both().map(|(x, y)| name.of(&[*x, *y])).collect();
                if let Some(values) = values {
                    let arguments = vec![first.clone(), second.clone()];
                    self.add(PhraseTerm::Call(name, arguments), values, size);
                }
            }
        }
    }

    /// Expressions with these values: of the bank, or put together from two of them.
    pub fn combined(&self, values: &[i64]) -> Vec<PhraseTerm> {
        let find = |values: Option<Rc<[i64]>>| {
            values.and_then(|values| self.known.get(&values)).map(|at| &self.entries[*at].term)
        };
        let mut found: Vec<PhraseTerm> = find(Some(values.into())).cloned().into_iter().collect();
        let twice: Vec<i64> = values.iter().map(|value| 2 * value).collect();
        let half =
            |term: PhraseTerm| PhraseTerm::infix(Infix::Divide, term, PhraseTerm::Constant(2));
        for entry in &self.entries {
            let with = |values: &[i64], operator: Infix| -> Option<Rc<[i64]>> {
                let pairs = values.iter().zip(entry.values.iter());
                pairs.map(|(value, x)| operator.of(*value, *x)).collect()
            };
            let join = |operator, left: &PhraseTerm, right: &PhraseTerm| {
                PhraseTerm::infix(operator, left.clone(), right.clone())
            };
            let term = &entry.term;
            found.extend(find(with(values, Infix::Xor)).map(|y| join(Infix::Xor, term, y)));
            found.extend(find(with(values, Infix::Subtract)).map(|y| join(Infix::Add, term, y)));
            found.extend(find(with(values, Infix::Add)).map(|y| join(Infix::Subtract, y, term)));
            found.extend(
                find(with(&twice, Infix::Add)).map(|y| half(join(Infix::Subtract, y, term))),
            );
            found.extend(
                find(with(&twice, Infix::Subtract)).map(|y| half(join(Infix::Add, y, term))),
            );
        }
        found
    }
}

/// Expressions of size 1: heaps, numbers, and functions of all heaps.
fn leaves(rules: &HeapRules) -> Vec<PhraseTerm> {
    let n = rules.names.len();
    let mut all: Vec<PhraseTerm> = (0..n).map(PhraseTerm::Heap).collect();
    all.extend((0..4).map(PhraseTerm::Constant));
    let folds = [
        PhraseFunction::Xor,
        PhraseFunction::Sum,
        PhraseFunction::Or,
        PhraseFunction::And,
        PhraseFunction::Max,
        PhraseFunction::Min,
    ];
    if n > 1 {
        all.extend(folds.map(PhraseTerm::All));
    }
    if n == 3 {
        all.push(PhraseTerm::Call(
            PhraseFunction::Majority,
            (0..3).map(PhraseTerm::Heap).collect(),
        ));
    }
    let low = rules.lower.iter().copied().min().unwrap_or(0) as i64;
    let one = PhraseTerm::Heap(0);
    let mut of_one: Vec<PhraseTerm> = Vec::new();
    if low > 0 {
        all.extend((0..n).map(|heap| PhraseTerm::Heap(heap).plus(-low)));
        of_one.push(one.clone().plus(-low));
    }
    of_one.extend((2..7).map(|modulus| one.clone().modulo(modulus)));
    of_one.extend([0, 1].map(|more| {
        PhraseTerm::infix(Infix::Divide, one.clone().plus(more), PhraseTerm::Constant(2))
    }));
    if n > 1 {
        for term in of_one {
            let each = [PhraseFunction::Xor, PhraseFunction::Or, PhraseFunction::Sum]
                .map(|name| PhraseTerm::Each(name, term.clone().into()));
            all.extend(each);
        }
        let two = PhraseTerm::infix(Infix::Xor, PhraseTerm::Heap(0), PhraseTerm::Heap(1));
        all.push(PhraseTerm::Pairs(PhraseFunction::Xor, two.plus(-1).into()));
    }
    all
}
