//! What the tests of formulas and automata share: compiling a text, running an automaton on the
//! digits of numbers, and comparing the two for all small numbers.

use crate::automata::automaton::Automaton;
use crate::automata::relation::NumberRelation;
use crate::compile::compiler::FormulaCompiler;
use crate::digits::{FileNumeration, ReadingOrder};
use crate::formula::number_formula::NumberFormula;
use crate::formula::read::FormulaReader;
use crate::formula::scope::Dialect;
use crate::text::lines::CertificateLine;
use crate::watch::CheckWatch;

pub(crate) const NAMES: [&str; 4] = ["x", "y", "z", "w"];

pub(crate) fn formula(text: &str, numeration: FileNumeration) -> NumberFormula {
    let line = CertificateLine { number: 1, text };
    let names = NAMES.iter().enumerate().map(|(index, name)| (*name, index as u32)).collect();
    let dialect = Dialect { numeration, single: false };
    FormulaReader::new(&line, dialect, names).whole(text).expect(text)
}

pub(crate) fn compile(
    text: &str,
    numeration: FileNumeration,
    order: ReadingOrder,
) -> NumberRelation {
    let formula = formula(text, numeration);
    let mut go = |_: &str| true;
    let watch = &mut CheckWatch::new(&mut go);
    FormulaCompiler::new(numeration, order, Vec::new()).relation(&formula, watch).expect(text)
}

/// The digits of a number, least significant first.
pub(crate) fn digits(mut value: u64, length: usize, numeration: FileNumeration) -> Vec<usize> {
    let mut worth = vec![1_u64, 2];
    while worth.len() < length {
        let last = worth.len() - 1;
        worth.push(match numeration {
            FileNumeration::Binary => 2 * worth[last],
            FileNumeration::Zeckendorf => worth[last] + worth[last - 1],
        });
    }
    let mut digits = vec![0; length];
    for place in (0..length).rev() {
        if worth[place] <= value {
            value -= worth[place];
            digits[place] = 1;
        }
    }
    assert_eq!(value, 0, "too few digits");
    digits
}

/// Reads letters, in the order of the automaton.
pub(crate) fn run(automaton: &Automaton, word: &[Vec<usize>]) -> bool {
    let read = |state: usize, digit: &usize| automaton.next[state][*digit] as usize;
    let end = word.iter().flatten().fold(0, read);
    assert_eq!(automaton.position[end], 0);
    automaton.accepting[end]
}

pub(crate) fn word(
    numbers: &[u64],
    length: usize,
    numeration: FileNumeration,
    order: ReadingOrder,
) -> Vec<Vec<usize>> {
    let tracks: Vec<_> = numbers.iter().map(|value| digits(*value, length, numeration)).collect();
    let letter = |place: usize| tracks.iter().map(|track| track[place]).collect();
    let mut letters: Vec<Vec<usize>> = (0..length).map(letter).collect();
    if order == ReadingOrder::Msd {
        letters.reverse();
    }
    letters
}

pub(crate) fn compare(
    numeration: FileNumeration,
    text: &str,
    most: u64,
    holds: impl Fn(&[u64; 4]) -> bool,
) {
    for order in [ReadingOrder::Msd, ReadingOrder::Lsd] {
        let relation = compile(text, numeration, order);
        let free = relation.variables.len();
        for code in 0..most.pow(free as u32) {
            let numbers: Vec<u64> = (0..free).map(|i| code / most.pow(i as u32) % most).collect();
            let mut all = [0; 4];
            numbers.iter().zip(&relation.variables).for_each(|(n, v)| all[*v as usize] = *n);
            for length in [9, 10, 12] {
                let word = word(&numbers, length, numeration, order);
                let found = run(&relation.automaton, &word);
                assert_eq!(found, holds(&all), "{text} {order:?} {all:?} {length}");
            }
        }
    }
}

/// All words of so many letters.
pub(crate) fn words(tracks: usize, length: usize) -> Vec<Vec<Vec<usize>>> {
    let digits =
        |code: usize, from: usize| (0..tracks).map(move |t| code >> (from + t) & 1).collect();
    let word = |code: usize| (0..length).map(|letter| digits(code, letter * tracks)).collect();
    (0..1 << (tracks * length)).map(word).collect()
}
