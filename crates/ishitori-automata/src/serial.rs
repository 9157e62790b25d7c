//! Automata over many tracks that read one digit at a time.
//!
//! A letter of n tracks has 2^n values, too many from a dozen on. Here it is spread over n steps,
//! one digit each in the order of the tracks: the automaton is a [`Dfa`] with *one* track, and the
//! words it accepts have whole columns only, n steps each. What a predicate keeps of a column is
//! little (the sum so far, the number of ones), so an atom has about n times the states it would
//! have otherwise, and two successors each: xor of 22 numbers has 44 states (`serial/atom.rs`).
//! States between columns accept nothing, so "not" is cut to whole columns. Formulas without
//! quantifiers only; an automaton over n tracks read together is turned by [`from_dense`].
//! Binary digits, and words of no track: the empty one only.

mod atom;

pub use crate::dfa::MAX_SERIAL_TRACKS;
use crate::dfa::{Dfa, DigitOrder, Letter};
use crate::formula::Formula;
use crate::formula::{NoAutomaton, Predicate};
use crate::limit::{AutomatonGaveUp, Limit};
use crate::numeration::Numeration;
use crate::product::{all_of, any_of};

/// The numbers, one a track, for which `formula` holds: the minimal interleaved automaton.
///
/// # Errors
/// [`NoAutomaton`] if there is a quantifier, a variable that is no track, or too many tracks; if a
/// predicate is not well formed; or if an automaton grows beyond `limit`.
///
/// # Panics
/// If a track comes twice.
pub fn serial(
    formula: &Formula,
    tracks: &[&str],
    order: DigitOrder,
    limit: Limit,
) -> Result<Dfa, NoAutomaton> {
    let count = |name: &str| tracks.iter().filter(|other| **other == name).count();
    assert!(tracks.iter().all(|name| count(name) == 1), "each track once");
    if tracks.len() > MAX_SERIAL_TRACKS {
        return Err(NoAutomaton::TooManySerial { variables: tracks.len() });
    }
    Builder { tracks, columns: ColumnLayout { tracks: tracks.len(), order, limit } }.build(formula)
}

/// The same numbers read one digit at a time: the minimal interleaved automaton of `dfa`, whatever
/// its digits mean. It has at most twice the cells of `dfa`.
#[must_use]
pub fn from_dense(dfa: &Dfa) -> Dfa {
    let limit = Limit::states(usize::MAX).with_cells(usize::MAX);
    let columns = ColumnLayout { tracks: dfa.tracks(), order: dfa.order(), limit };
    let places: Vec<usize> = (0..dfa.tracks()).collect();
    columns.dense(dfa, &places).expect("no limit was set")
}

/// The words of whole columns of so many tracks.
#[must_use]
pub fn whole_columns(tracks: usize, order: DigitOrder) -> Dfa {
    let limit = Limit::states(tracks + 2);
    let all = ColumnLayout { tracks, order, limit }.constant(true);
    all.expect("a state a track")
}

/// The shortest interleaved word for `numbers`, one a track.
pub fn word(numeration: Numeration, order: DigitOrder, numbers: &[u128]) -> Vec<Letter> {
    let digits: Vec<Vec<bool>> = numbers.iter().map(|number| numeration.digits(*number)).collect();
    let length = digits.iter().map(Vec::len).max().unwrap_or(0);
    let column = |place: usize| {
        digits.iter().map(move |track| Letter::from(track.get(place).is_some_and(|digit| *digit)))
    };
    match order {
        DigitOrder::Msd => (0..length).rev().flat_map(column).collect(),
        DigitOrder::Lsd => (0..length).flat_map(column).collect(),
    }
}

/// The numbers, one a track, that an interleaved binary word denotes; `None` if its last column is
/// not whole.
///
/// # Panics
/// If it has more than 128 columns.
pub fn numbers(order: DigitOrder, tracks: usize, word: &[Letter]) -> Option<Vec<u128>> {
    let mut numbers = vec![0; tracks];
    if tracks == 0 || !word.len().is_multiple_of(tracks) {
        return word.is_empty().then_some(numbers);
    }
    let columns = word.len() / tracks;
    assert!(columns <= 128, "numbers fit 128 bits");
    for (i, digits) in word.chunks(tracks).enumerate() {
        let place = match order {
            DigitOrder::Msd => columns - 1 - i,
            DigitOrder::Lsd => i,
        };
        for (number, digit) in numbers.iter_mut().zip(digits) {
            *number |= u128::from(*digit) << place;
        }
    }
    Some(numbers)
}

/// Whether an interleaved binary automaton accepts `numbers`, one a track.
pub fn accepts(dfa: &Dfa, numbers: &[u128]) -> bool {
    dfa.accepts(&word(Numeration::Binary, dfa.order(), numbers))
}

/// Words of whole columns: how many tracks, which digit first, and how many states at most.
#[derive(Clone, Copy)]
struct ColumnLayout<'w> {
    tracks: usize,
    order: DigitOrder,
    limit: Limit<'w>,
}

/// A formula's automata, over named tracks.
struct Builder<'a> {
    tracks: &'a [&'a str],
    columns: ColumnLayout<'a>,
}

impl Builder<'_> {
    fn build(&self, formula: &Formula) -> Result<Dfa, NoAutomaton> {
        let limit = self.columns.limit;
        match formula {
            Formula::Constant(holds) => Ok(self.columns.constant(*holds)?),
            Formula::Atom(predicate, variables) => self.atom(predicate, variables),
            Formula::Not(inner) => Ok(self.complement(&self.build(inner)?)?),
            Formula::And(parts) => match all_of(&self.all(parts)?, limit)? {
                Some(dfa) => Ok(dfa),
                None => Ok(self.columns.constant(true)?),
            },
            Formula::Or(parts) => match any_of(&self.all(parts)?, limit)? {
                Some(dfa) => Ok(dfa),
                None => Ok(self.columns.constant(false)?),
            },
            Formula::Implies(p, q) => {
                let (p, q) = (self.build(p)?, self.build(q)?);
                let broken = p.product(&q, |p, q| p && !q, limit)?.minimize_within(limit)?;
                Ok(self.complement(&broken)?)
            }
            Formula::Iff(p, q) => {
                let (p, q) = (self.build(p)?, self.build(q)?);
                let broken = p.product(&q, |p, q| p != q, limit)?.minimize_within(limit)?;
                Ok(self.complement(&broken)?)
            }
            Formula::Exists(..) | Formula::ForAll(..) => Err(NoAutomaton::Quantified),
        }
    }

    fn all(&self, parts: &[Formula]) -> Result<Vec<Dfa>, NoAutomaton> {
        parts.iter().map(|part| self.build(part)).collect()
    }

    /// The words of whole columns that are not accepted.
    fn complement(&self, dfa: &Dfa) -> Result<Dfa, AutomatonGaveUp> {
        let whole = self.columns.constant(true)?;
        let limit = self.columns.limit;
        whole.product(dfa, |whole, accepted| whole && !accepted, limit)?.minimize_within(limit)
    }

    fn atom(&self, predicate: &Predicate, variables: &[String]) -> Result<Dfa, NoAutomaton> {
        let (wanted, given) = (predicate.tracks(), variables.len());
        if wanted != given {
            return Err(NoAutomaton::Arity { wanted, given });
        }
        let place = |name: &String| self.tracks.iter().position(|track| track == name);
        let missing = variables.iter().filter(|name| place(name).is_none());
        let missing: Vec<String> = missing.cloned().collect();
        if !missing.is_empty() {
            return Err(NoAutomaton::Free(missing));
        }
        let places: Vec<usize> = variables.iter().filter_map(place).collect();
        self.columns.predicate(predicate, &places)
    }
}
