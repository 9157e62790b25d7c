//! Predicates that look at binary digits place by place: xor, or, and, majority, digit counts.
//!
//! A relation that holds if it holds at every place ([`at_every_place`]) needs two states in
//! either order: fine so far, or not. Xor, or, and, majority and Moore's condition are all of this
//! kind. The others here count, or wait for a place: a state each. A number has zeros beyond its
//! digits for ever, so a relation that refuses zeros everywhere holds of no numbers.
//! Cost: nothing worth saying, but [`bit`] msd-first has 2^(place + 1) states.

use crate::dfa::{Dfa, DigitOrder, Letter};
use crate::limit::{AutomatonGaveUp, Limit};
use crate::numeration::Numeration;

/// The tuples whose digits at every place, as a letter, satisfy `allows`.
///
/// # Panics
/// If there are too many tracks.
pub fn at_every_place(order: DigitOrder, tracks: usize, allows: impl Fn(Letter) -> bool) -> Dfa {
    if !allows(0) {
        return Dfa::constant(tracks, order, false);
    }
    let mut next: Vec<u32> =
        (0..1usize << tracks).map(|letter| u32::from(!allows(letter as Letter))).collect();
    next.extend(std::iter::repeat_n(1, 1 << tracks));
    Dfa::new(tracks, order, 0, next, vec![true, false]).minimize()
}

/// The xor of all tracks is 0. With three: `x xor y = z`.
pub fn xor_is_zero(order: DigitOrder, tracks: usize) -> Dfa {
    at_every_place(order, tracks, |letter| letter.count_ones() % 2 == 0)
}

/// At every place the number of ones is divisible by `modulus` (Moore's Nim).
///
/// # Panics
/// If the modulus is 0.
pub fn digit_counts(order: DigitOrder, tracks: usize, modulus: u32) -> Dfa {
    assert!(modulus > 0, "a modulus is positive");
    at_every_place(order, tracks, |letter| letter.count_ones() % modulus == 0)
}

/// The last of `inputs + 1` tracks is the and of the others.
pub fn and_is(order: DigitOrder, inputs: usize) -> Dfa {
    function(order, inputs, |ones| ones as usize == inputs)
}

/// The last of `inputs + 1` tracks is the or of the others.
pub fn or_is(order: DigitOrder, inputs: usize) -> Dfa {
    function(order, inputs, |ones| ones > 0)
}

/// The last of `inputs + 1` tracks has a one where more than half of the others have.
pub fn majority_is(order: DigitOrder, inputs: usize) -> Dfa {
    function(order, inputs, |ones| 2 * ones as usize > inputs)
}

/// The last track's digit is `of` the number of ones on the others.
fn function(order: DigitOrder, inputs: usize, of: impl Fn(u32) -> bool) -> Dfa {
    let low = (1u32 << inputs) - 1;
    at_every_place(order, inputs + 1, |letter| {
        of((u32::from(letter) & low).count_ones()) == (letter >> inputs & 1 == 1)
    })
}

/// The number of ones of x is congruent to `residue` modulo `modulus`.
///
/// # Errors
/// [`AutomatonGaveUp`] beyond `limit`.
///
/// # Panics
/// If the modulus is 0.
pub fn ones(
    order: DigitOrder,
    residue: u32,
    modulus: u32,
    limit: Limit,
) -> Result<Dfa, AutomatonGaveUp> {
    assert!(modulus > 0, "a modulus is positive");
    let step = |count: &u32, letter| (count + u32::from(letter)) % modulus;
    let accepts = |count: &u32| *count == residue % modulus;
    Dfa::explore(1, order, 0, step, accepts, limit)?.minimize_within(limit)
}

/// The digit of x at `place` is one.
///
/// # Errors
/// [`AutomatonGaveUp`] beyond `limit`.
pub fn bit(order: DigitOrder, place: u32, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
    // Digits still to skip, or what was found.
    let step = |state: &Result<u32, bool>, letter| match state {
        Ok(0) => Err(letter == 1),
        Ok(skip) => Ok(skip - 1),
        found => *found,
    };
    let lsd =
        Dfa::explore(1, DigitOrder::Lsd, Ok(place), step, |state| *state == Err(true), limit)?;
    in_order(order, lsd, limit)
}

/// x is `number`.
///
/// # Panics
/// If it has over 126 digits.
pub fn constant(numeration: Numeration, order: DigitOrder, number: u128) -> Dfa {
    let word = numeration.word(order, &[number]);
    let end = word.len() as u32;
    let step = |read: &Option<u32>, letter: Letter| {
        let read = (*read)?;
        let padding = match order {
            DigitOrder::Msd => read == 0,
            DigitOrder::Lsd => read == end,
        };
        if padding && letter == 0 {
            return Some(read);
        }
        (word.get(read as usize) == Some(&letter)).then_some(read + 1)
    };
    let dfa = Dfa::explore(1, order, Some(0), step, |r| *r == Some(end), Limit::states(256));
    dfa.expect("a state a digit").minimize()
}

/// x is a power of two.
pub fn power_of_two(order: DigitOrder) -> Dfa {
    let step = |ones: &u16, letter: Letter| (ones + letter).min(2);
    let dfa = Dfa::explore(1, order, 0, step, |ones| *ones == 1, Limit::states(3));
    dfa.expect("three states")
}

/// The minimal automaton of the same numbers in `order`.
pub(crate) fn in_order(order: DigitOrder, dfa: Dfa, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
    if dfa.order() == order { dfa.minimize_within(limit) } else { dfa.flip(limit) }
}
