//! Interleaved automata of predicates.
//!
//! A state is a place in the column and what the predicate needs of the digits so far: the value
//! (sums), the number of ones (xor, Moore's condition, and, or, majority), or, for any other
//! automaton, which successors are left once some digits of its letter are known. Tracks that the
//! predicate does not mention are skipped. A variable that comes twice counts twice.

use super::ColumnLayout;
use crate::dfa::{Dfa, DigitOrder, State};
use crate::formula::{NoAutomaton, Predicate};
use crate::limit::AutomatonGaveUp;
use crate::linear::{Comparison, LARGE, halve};
use crate::numeration::Numeration;
use std::cmp::Ordering;
use std::hash::Hash;

impl ColumnLayout<'_> {
    /// Every word of whole columns, or none.
    pub fn constant(self, holds: bool) -> Result<Dfa, AutomatonGaveUp> {
        self.explore((), |(), _, _| holds.then_some(()), Some, |()| holds)
    }

    /// The automaton of `predicate` whose i-th number is on track `places[i]`.
    pub fn predicate(self, predicate: &Predicate, places: &[usize]) -> Result<Dfa, NoAutomaton> {
        if predicate.modulus() == Some(0) {
            return Err(NoAutomaton::ModulusZero);
        }
        let ones = vec![1; places.len()];
        let dfa = match predicate {
            Predicate::Linear { coefficients, comparison, constant } => {
                let weights = self.weights(coefficients, places);
                self.linear(&weights, *comparison, (*constant).into())?
            }
            Predicate::Congruent { coefficients, residue, modulus } => {
                let weights = self.weights(coefficients, places);
                let modulus = i128::from(*modulus);
                self.congruent(&weights, i128::from(*residue).rem_euclid(modulus), modulus)?
            }
            Predicate::XorIsZero(_) => self.counts(&self.weights(&ones, places), 2)?,
            Predicate::DigitCounts { modulus, .. } => {
                self.counts(&self.weights(&ones, places), (*modulus).into())?
            }
            Predicate::AndIs(inputs) => self.function(places, |ones| ones == *inputs)?,
            Predicate::OrIs(_) => self.function(places, |ones| ones > 0)?,
            Predicate::MajorityIs(inputs) => self.function(places, |ones| 2 * ones > *inputs)?,
            _ => {
                let dfa = predicate.build(Numeration::Binary, self.order, self.limit)?;
                self.dense(&dfa, places)?
            }
        };
        Ok(dfa)
    }

    /// The words whose digits, one after the other, keep a key alive: `digit` is asked at each
    /// digit with its track, `close` at the end of each column.
    fn explore<K: Clone + Eq + Hash>(
        self,
        start: K,
        digit: impl Fn(&K, usize, bool) -> Option<K>,
        close: impl Fn(K) -> Option<K>,
        accepts: impl Fn(&K) -> bool,
    ) -> Result<Dfa, AutomatonGaveUp> {
        let step = |key: &Option<(usize, K)>, letter| {
            let (track, key) = key.as_ref().filter(|_| self.tracks > 0)?;
            let key = digit(key, *track, letter == 1)?;
            if track + 1 < self.tracks { Some((track + 1, key)) } else { Some((0, close(key)?)) }
        };
        let ends = |key: &Option<(usize, K)>| matches!(key, Some((0, key)) if accepts(key));
        let dfa = Dfa::explore(1, self.order, Some((0, start)), step, ends, self.limit)?;
        dfa.minimize_within(self.limit)
    }

    /// What a one on each track is worth.
    fn weights(self, coefficients: &[i64], places: &[usize]) -> Vec<i128> {
        let mut weights = vec![0; self.tracks];
        for (place, c) in places.iter().zip(coefficients) {
            weights[*place] += i128::from(*c);
        }
        weights
    }

    fn linear(
        self,
        weights: &[i128],
        comparison: Comparison,
        constant: i128,
    ) -> Result<Dfa, AutomatonGaveUp> {
        match self.order {
            DigitOrder::Lsd => self.linear_lsd(weights, comparison, constant),
            // Read backwards, the last track comes first.
            DigitOrder::Msd if constant.unsigned_abs() * self.tracks as u128 > LARGE.into() => {
                let backwards: Vec<i128> = weights.iter().rev().copied().collect();
                let lsd = ColumnLayout { order: DigitOrder::Lsd, ..self };
                lsd.linear_lsd(&backwards, comparison, constant)?.flip(self.limit)
            }
            DigitOrder::Msd => self.linear_msd(weights, comparison, constant),
        }
    }

    /// The value so far, as far as it can still matter: see [`crate::linear`].
    fn linear_msd(
        self,
        weights: &[i128],
        comparison: Comparison,
        constant: i128,
    ) -> Result<Dfa, AutomatonGaveUp> {
        let sums = |weights: &[i128]| {
            let positive: i128 = weights.iter().map(|w| w.max(&0)).sum();
            (positive, positive - weights.iter().sum::<i128>())
        };
        let (positive, negative) = sums(weights);
        let above = negative.max(constant + 1);
        let below = (-positive).min(constant - 1);
        let digit = |value: &i128, track: usize, one: bool| {
            let value = if track == 0 { 2 * value } else { *value };
            let value = value + if one { weights[track] } else { 0 };
            // What the rest of the column cannot change any more.
            let (more, less) = sums(&weights[track + 1..]);
            Some(value.clamp(below - more, above + less))
        };
        self.explore(0, digit, Some, |value| comparison.holds(value.cmp(&constant)))
    }

    /// What the rest must be worth, a little more if not exact: see [`crate::linear`].
    fn linear_lsd(
        self,
        weights: &[i128],
        comparison: Comparison,
        constant: i128,
    ) -> Result<Dfa, AutomatonGaveUp> {
        let digit = |(whole, exact): &(i128, bool), track: usize, one: bool| {
            Some((whole - if one { weights[track] } else { 0 }, *exact))
        };
        let close = |(whole, exact): (i128, bool)| {
            Some((whole.div_euclid(2), exact && whole.rem_euclid(2) == 0))
        };
        let accepts = |(whole, exact): &(i128, bool)| {
            let ordering = 0.cmp(whole);
            comparison.holds(if *exact { ordering } else { ordering.then(Ordering::Less) })
        };
        self.explore((constant, true), digit, close, accepts)
    }

    fn congruent(
        self,
        weights: &[i128],
        residue: i128,
        modulus: i128,
    ) -> Result<Dfa, AutomatonGaveUp> {
        let digit_of = |track: usize, one: bool| if one { weights[track] } else { 0 };
        match self.order {
            DigitOrder::Msd => {
                let digit = |value: &i128, track: usize, one: bool| {
                    let value = if track == 0 { 2 * value } else { *value };
                    Some((value + digit_of(track, one)).rem_euclid(modulus))
                };
                self.explore(0, digit, Some, |value| *value == residue)
            }
            DigitOrder::Lsd => {
                let digit = |(rest, modulus): &(i128, i128), track: usize, one: bool| {
                    Some(((rest - digit_of(track, one)).rem_euclid(*modulus), *modulus))
                };
                let close = |(rest, modulus)| halve(rest, modulus);
                self.explore((residue, modulus), digit, close, |(rest, _)| *rest == 0)
            }
        }
    }

    /// In every column the weights of the ones sum up to a multiple of `modulus`.
    fn counts(self, weights: &[i128], modulus: i128) -> Result<Dfa, AutomatonGaveUp> {
        let digit = |count: &i128, track: usize, one: bool| {
            Some((count + if one { weights[track] } else { 0 }).rem_euclid(modulus))
        };
        self.explore(0, digit, |count| (count == 0).then_some(0), |_| true)
    }

    /// In every column the last number's digit is `of` the number of ones of the others.
    fn function(
        self,
        places: &[usize],
        of: impl Fn(usize) -> bool,
    ) -> Result<Dfa, AutomatonGaveUp> {
        let (output, inputs) = places.split_last().expect("an output");
        // A number has zeros beyond its digits for ever.
        if of(0) {
            return self.constant(false);
        }
        let times = |track: usize| inputs.iter().filter(|place| **place == track).count();
        let digit = |(ones, result): &(usize, bool), track: usize, one: bool| {
            let ones = ones + if one { times(track) } else { 0 };
            Some((ones, *result || (track == *output && one)))
        };
        let close = |(ones, result)| (of(ones) == result).then_some((0, false));
        self.explore((0, false), digit, close, |_| true)
    }

    /// An automaton that reads its digits together, with its track i on track `places[i]`.
    pub fn dense(self, dfa: &Dfa, places: &[usize]) -> Result<Dfa, AutomatonGaveUp> {
        let mut used = places.to_vec();
        used.sort_unstable();
        used.dedup();
        let new: Vec<usize> = places.iter().filter_map(|p| used.binary_search(p).ok()).collect();
        let dfa = dfa.on_tracks(used.len(), &new);
        let live = dfa.live();
        // The successors that are left, for all digits to come; at the end of a column one.
        let digit = |left: &Vec<State>, track: usize, one: bool| {
            if used.binary_search(&track).is_err() {
                return Some(left.clone());
            }
            let begins = used.first() == Some(&track);
            let left = if begins { dfa.row(left[0]) } else { left };
            let left: Vec<State> = left.iter().skip(one.into()).step_by(2).copied().collect();
            left.iter().any(|state| live[*state as usize]).then_some(left)
        };
        let close = |left: Vec<State>| match used.is_empty() {
            true => Some(vec![dfa.next(left[0], 0)]),
            false => Some(left),
        };
        self.explore(vec![dfa.initial()], digit, close, |left| dfa.accepts_in(left[0]))
    }
}
