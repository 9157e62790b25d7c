//! Sums of numbers of ones: `popcount(x) + popcount(y) - 1`.
//!
//! A sum of them is a form whose variables stand for their numbers of ones. Modulo a number an automaton knows
//! it, and so do formulas with one atom a variable and remainder: modulo 2 a chain of equivalences, else a
//! choice of remainders for each variable in turn. Compared with a number it is known if one variable is left.
//! Two numbers of ones cannot be compared: how far one is ahead is no bounded number. Cost: modulo m, m to
//! the number of variables, which is bounded; modulo 2 as many as variables.

use ishitori_automata::{Comparison, Formula, Predicate};

use super::cases::{MAX_FINITE, finite_value};
use super::compare::flipped;
use super::linear::LinearSum;
use super::value::{SymbolicNumber, SymbolicValue};
use super::{TranslationResult, Translator};
use crate::prove::connect::{and, iff, not, or};

/// The most atoms that a remainder is made of.
const MAX_ATOMS: usize = 1 << 12;

const NO_SUM: &str = "numbers of ones can be added to each other and to known numbers, and the sum be taken modulo a number \
     up to 64; one alone can also be compared with a small number";

impl SymbolicValue {
    /// A sum of popcounts and known numbers, if it is one: variables stand for their numbers of ones.
    fn as_popcounts(&self) -> Option<LinearSum> {
        match self {
            SymbolicValue::Popcount(of) => Some(LinearSum::variable(*of)),
            SymbolicValue::Popcounts(sum) => Some(sum.clone()),
            other => other.as_constant().map(LinearSum::constant),
        }
    }

    /// Whether it has numbers of ones in it.
    pub(super) fn has_popcount(&self) -> bool {
        matches!(self, SymbolicValue::Popcount(_) | SymbolicValue::Popcounts(_))
    }
}

/// A sum as a value, as simple as it can be.
fn value(sum: LinearSum) -> SymbolicValue {
    match (sum.as_constant(), sum.as_variable()) {
        (Some(number), _) => SymbolicValue::constant(number),
        (_, Some(of)) => SymbolicValue::Popcount(of),
        _ => SymbolicValue::Popcounts(sum),
    }
}

impl Translator<'_> {
    /// `left + sign * right`, where there is a number of ones on one side.
    pub(super) fn add_popcounts(
        &mut self,
        left: &SymbolicValue,
        sign: i64,
        right: &SymbolicValue,
    ) -> TranslationResult<SymbolicNumber> {
        let (Some(left), Some(right)) = (left.as_popcounts(), right.as_popcounts()) else {
            return self.outside(NO_SUM);
        };
        match left.plus(sign, &right) {
            Some(sum) => Ok(value(sum).into()),
            None => self.too_large(),
        }
    }

    /// A number of ones times a known number.
    pub(super) fn multiply_popcounts(
        &mut self,
        left: &SymbolicValue,
        right: &SymbolicValue,
    ) -> TranslationResult<SymbolicNumber> {
        let (sum, factor) = match (left.as_constant(), right.as_constant()) {
            (Some(factor), _) => (right.as_popcounts(), factor),
            (_, Some(factor)) => (left.as_popcounts(), factor),
            _ => return self.outside(NO_SUM),
        };
        match sum.map(|sum| sum.times(factor)) {
            Some(Some(sum)) => Ok(value(sum).into()),
            Some(None) => self.too_large(),
            None => self.outside(NO_SUM),
        }
    }

    /// A sum compared with a number or another sum.
    pub(super) fn compare_popcounts(
        &mut self,
        sum: &LinearSum,
        comparison: Comparison,
        other: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        let Some(other) = other.as_popcounts() else { return self.outside(NO_SUM) };
        let Some(rest) = sum.plus(-1, &other) else { return self.too_large() };
        let mut terms = rest.terms.iter();
        match (terms.next(), terms.next()) {
            (None, _) => Ok(Formula::Constant(comparison.holds(rest.constant.cmp(&0)))),
            (Some((of, 1)), None) => {
                let number = SymbolicValue::constant(rest.constant.saturating_neg());
                self.compare_popcount(*of, comparison, &number)
            }
            (Some((of, -1)), None) => {
                let number = SymbolicValue::constant(rest.constant);
                self.compare_popcount(*of, flipped(comparison), &number)
            }
            _ => self.outside(NO_SUM),
        }
    }

    /// A sum modulo something.
    pub(super) fn popcounts_mod(
        &mut self,
        sum: &LinearSum,
        modulus: u32,
    ) -> TranslationResult<SymbolicNumber> {
        let wide = i64::from(modulus);
        let terms = sum.terms.iter().map(|(of, times)| (*of, times.rem_euclid(wide)));
        let terms: Vec<(usize, i64)> = terms.filter(|(_, times)| *times != 0).collect();
        let atoms = (modulus as usize).checked_pow(terms.len() as u32);
        if modulus as usize > MAX_FINITE
            || modulus > 2 && atoms.is_none_or(|atoms| atoms > MAX_ATOMS)
        {
            return self.outside(NO_SUM);
        }
        // What holds if the sum so far leaves this rest.
        let mut rests = vec![Formula::Constant(false); modulus as usize];
        rests[sum.constant.rem_euclid(wide) as usize] = Formula::Constant(true);
        for (of, times) in terms {
            let ones = |residue: u32| {
                let atom = Predicate::Ones { residue, modulus };
                let atom = Formula::Atom(atom, self.variables.names(&[of]));
                self.variables.close(atom)
            };
            let after = |rest: i64| {
                let way = |residue: u32| {
                    let before = (rest - times * i64::from(residue)).rem_euclid(wide);
                    and([rests[before as usize].clone(), ones(residue)])
                };
                or((0..modulus).map(way))
            };
            rests = match modulus {
                2 => {
                    let odd = not(iff(rests[1].clone(), ones(1)));
                    vec![not(odd.clone()), odd]
                }
                _ => (0..wide).map(after).collect(),
            };
        }
        let options = rests.into_iter().enumerate().map(|(rest, holds)| (rest as i64, holds));
        Ok(finite_value(options.collect()).into())
    }
}
