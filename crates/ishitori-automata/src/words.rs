//! Words without end whose n-th letter an automaton tells from the digits of n.
//!
//! A word is a list of its letters, numbers, each with the automaton of the places where it stands. Those here
//! are named after what they are called in the literature; places are counted from 0 (Allouche, Shallit,
//! *Automatic Sequences*, 2003). Each is made from what defines it, not from a table. Others are read from
//! files ([`crate::walnut::read_word`]). Cost: a few states.

use crate::dfa::{Dfa, DigitOrder, Letter};
use crate::ends::{self, TrailingRun};
use crate::limit::{AutomatonGaveUp, Limit};
use crate::numeration::Numeration;
use crate::zeckendorf;

/// A word without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomaticWord {
    /// What the digits of places mean.
    pub numeration: Numeration,
    /// Each letter, and the places where it stands.
    pub letters: Vec<(i64, Dfa)>,
}

/// The names of the words that are known, long and short.
pub const WORDS: [(&str, &str); 5] = [
    ("thue_morse", "T"),
    ("rudin_shapiro", "RS"),
    ("period_doubling", "PD"),
    ("paperfolding", "PF"),
    ("fibonacci_word", "F"),
];

/// The word of that name, long or short.
pub fn known(name: &str) -> Option<AutomaticWord> {
    let (long, _) = WORDS.iter().find(|(long, short)| name == *long || name == *short)?;
    let binary = |ones: Dfa| AutomaticWord {
        numeration: Numeration::Binary,
        letters: vec![(0, ones.complement()), (1, ones)],
    };
    let limit = Limit::states(64);
    let made = match *long {
        "thue_morse" => thue_morse(limit).map(binary),
        "rudin_shapiro" => rudin_shapiro(limit).map(binary),
        "period_doubling" => period_doubling(limit).map(binary),
        "paperfolding" => paperfolding(limit).map(binary),
        _ => fibonacci(limit),
    };
    Some(made.expect("these automata are small"))
}

/// Whether the number of ones in n is odd: 0 1 1 0 1 0 0 1, a fixed point of 0 -> 01, 1 -> 10.
fn thue_morse(limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
    Dfa::explore(1, DigitOrder::Msd, 0, |odd: &Letter, bit| odd ^ bit, |odd| *odd == 1, limit)
}

/// Whether there is an odd number of neighbouring ones in n, overlapping or not: 0 0 0 1 0 0 1 0.
fn rudin_shapiro(limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
    let step = |(last, odd): &(Letter, Letter), bit: Letter| (bit, odd ^ (last & bit));
    Dfa::explore(1, DigitOrder::Msd, (0, 0), step, |(_, odd)| *odd == 1, limit)
}

/// Whether v2(n + 1) is even, that is the number of ones at the end of n: 1 0 1 1 1 0 1 0, a fixed point of
/// 1 -> 10, 0 -> 11.
fn period_doubling(limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
    ends::end_congruent(DigitOrder::Msd, TrailingRun::Ones, 0, 2, limit)
}

/// Whether the odd part of n + 1 leaves the rest 1 when divided by 4: 1 1 0 1 1 0 0 1. The digit above the
/// lowest zero of n is that above the lowest one of n + 1.
fn paperfolding(limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Seen {
        Ones,
        Zero,
        Digit(bool),
    }
    let step = |seen: &Seen, bit: Letter| match (seen, bit) {
        (Seen::Ones, 1) => Seen::Ones,
        (Seen::Ones, _) => Seen::Zero,
        (Seen::Zero, bit) => Seen::Digit(bit == 1),
        (digit, _) => *digit,
    };
    let lsd = Dfa::explore(
        1,
        DigitOrder::Lsd,
        Seen::Ones,
        step,
        |seen| *seen != Seen::Digit(true),
        limit,
    )?;
    lsd.flip(limit)
}

/// The last digit of n in the Fibonacci system: 0 1 0 0 1 0 1 0, the fixed point of 0 -> 01, 1 -> 0.
fn fibonacci(limit: Limit) -> Result<AutomaticWord, AutomatonGaveUp> {
    let valid = zeckendorf::valid(DigitOrder::Msd, 1, limit)?;
    let ends = |digit: Letter| {
        let last = Dfa::explore(1, DigitOrder::Msd, 0, |_, bit| bit, |l| *l == digit, limit)?;
        last.and(&valid, limit)?.minimize_within(limit)
    };
    Ok(AutomaticWord {
        numeration: Numeration::Zeckendorf,
        letters: vec![(0, ends(0)?), (1, ends(1)?)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(name: &str, count: u128) -> Vec<i64> {
        let word = known(name).expect("a known word");
        let at = |n: u128| {
            let here = |dfa: &Dfa| dfa.accepts(&word.numeration.word(dfa.order(), &[n]));
            let all: Vec<i64> =
                word.letters.iter().filter(|(_, dfa)| here(dfa)).map(|(l, _)| *l).collect();
            assert_eq!(all.len(), 1, "{name} has one letter at {n}");
            all[0]
        };
        (0..count).map(at).collect()
    }

    /// Applies a morphism to its fixed point until it is long enough.
    fn fixed_point(start: i64, images: [&[i64]; 2], count: usize) -> Vec<i64> {
        let mut word = vec![start];
        while word.len() < count {
            word = word.iter().flat_map(|letter| images[*letter as usize].to_vec()).collect();
        }
        word.truncate(count);
        word
    }

    #[test]
    fn words_are_what_morphisms_and_recurrences_say() {
        assert_eq!(letters("T", 300), fixed_point(0, [&[0, 1], &[1, 0]], 300));
        assert_eq!(letters("PD", 300), fixed_point(1, [&[1, 1], &[1, 0]], 300));
        assert_eq!(letters("F", 300), fixed_point(0, [&[0, 1], &[0]], 300));
        // r(2n) = r(n), r(4n+1) = r(n), r(4n+3) = 1 - r(2n+1).
        let mut rudin = vec![0i64; 300];
        for n in 1..300 {
            rudin[n] = match n % 4 {
                3 => 1 - rudin[n / 2],
                1 => rudin[n / 4],
                _ => rudin[n / 2],
            };
        }
        assert_eq!(letters("RS", 300), rudin);
        // Folding a strip puts a fold between all others, alternating: places 0, 2, 4, ... are 1 0 1 0.
        let mut folds = vec![0i64; 300];
        for n in 0..300 {
            folds[n] = if n % 2 == 0 { i64::from(n % 4 == 0) } else { folds[n / 2] };
        }
        assert_eq!(letters("paperfolding", 300), folds);
        assert!(known("tribonacci").is_none());
        assert!(known("T").expect("known").letters.iter().all(|(_, dfa)| dfa.ignores_padding()));
    }
}
