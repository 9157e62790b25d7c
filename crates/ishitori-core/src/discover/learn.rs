//! An automaton from the words of a window: states are residuals.
//!
//! The prefixes are walked breadth first from the empty one; a prefix with a residual not seen before
//! is a new state. The table is *closed* when every successor of every state has a known residual
//! within the window. Residuals are told apart by suffixes of all lengths up to some r: with suffixes of
//! exactly r letters, parities of v2 are not found. A closed table may still contradict words that
//! it did not look at, so every hypothesis is compared with all words of the window.

use std::collections::VecDeque;

use ishitori_automata::{Dfa, DigitOrder, State};
use rustc_hash::FxHashMap;

use super::words::{Prefix, Residual, Residuals, WordSet};
use super::{DigitFormat, ResidualProbe};
use crate::control::{Control, GaveUp};

/// Counts residuals, and closes tables of them: the automata with at most `most` states that agree with all words. `class` is
/// what the count is about.
///
/// # Errors
/// [`GaveUp`] if somebody stops the work.
pub(crate) fn learn(
    words: &WordSet,
    digits: DigitFormat,
    class: u32,
    most: usize,
    control: &Control,
) -> Result<(ResidualProbe, Vec<Dfa>), GaveUp> {
    control.start("learn")?;
    // Before the whole word there is one residual; after it at most two: in the set or not.
    let length = words.length;
    let all = 1u128 << (words.tracks * length);
    let (some, fewer) = (!words.keys().is_empty(), (words.keys().len() as u128) < all);
    let mut residuals = vec![1; length + 1];
    residuals[length] += usize::from(length > 0 && some && fewer);
    let mut found: Vec<Dfa> = Vec::new();
    for suffix in 1..length {
        control.check()?;
        let table = words.residuals(digits.order, suffix, control)?;
        residuals[table.prefix] = table.count();
        let Some(dfa) = close(words, digits.order, &table, most) else {
            continue;
        };
        if !found.contains(&dfa) && dfa.ignores_padding() && agrees(words, &dfa) {
            found.push(dfa);
        }
    }
    Ok((ResidualProbe { class, digits, length, residuals }, found))
}

/// The automaton whose states are `residuals`, if they are closed and no more than `most`.
pub(crate) fn close(
    words: &WordSet,
    order: DigitOrder,
    residuals: &Residuals,
    most: usize,
) -> Option<Dfa> {
    let mut number: FxHashMap<Residual, State> = FxHashMap::default();
    let mut waiting: VecDeque<Prefix> = VecDeque::new();
    let mut accepting = Vec::new();
    let mut next = Vec::new();
    let mut state = |prefix: Prefix, waiting: &mut VecDeque<Prefix>| -> State {
        let new = number.len() as State;
        *number.entry(residuals.of(prefix)).or_insert_with(|| {
            accepting.push(words.contains(prefix.key));
            waiting.push_back(prefix);
            new
        })
    };
    state(residuals.start(), &mut waiting);
    let mut known = 0;
    while let Some(prefix) = waiting.pop_front() {
        known += 1;
        if known > most {
            return None;
        }
        for letter in 0..1 << words.tracks {
            let longer = residuals.then(prefix, letter)?;
            next.push(state(longer, &mut waiting));
        }
    }
    Some(Dfa::new(words.tracks, order, 0, next, accepting).minimize())
}

/// Whether an automaton accepts exactly these words among all of their length: all of them, and no
/// more than there are.
pub fn agrees(words: &WordSet, dfa: &Dfa) -> bool {
    let read = |key: &u64| {
        let letters = words.letters(dfa.order(), *key);
        letters.fold(dfa.initial(), |state, letter| dfa.next(state, letter))
    };
    dfa.count(words.length) == Some(words.keys().len() as u128)
        && words.keys().iter().all(|key| dfa.accepts_in(read(key)))
}

#[cfg(test)]
mod tests {
    use ishitori_automata::{
        Comparison, DigitLogic, Formula, Limit, Numeration, Predicate, TrailingRun,
    };

    use super::*;
    use crate::discover::words::key;

    /// All words of a formula on two numbers.
    fn words(formula: &Formula, length: usize) -> (WordSet, Dfa) {
        let logic = DigitLogic::binary(DigitOrder::Msd);
        let relation = logic.evaluate(formula).expect("small");
        let dfa = logic.on_tracks(&relation, &["x", "y"]).expect("two tracks");
        let pairs = (0..1u64 << length).flat_map(|x| (0..1 << length).map(move |y| [x, y]));
        let holds = |pair: &[u64; 2]| {
            let numbers = pair.map(u128::from);
            dfa.accepts(&Numeration::Binary.word(DigitOrder::Msd, &numbers))
        };
        let keys = pairs.filter(holds).filter_map(|pair| key(Numeration::Binary, &pair, length));
        (WordSet::new(2, length, keys.collect()), dfa)
    }

    #[test]
    fn small_sets_are_learned_from_small_windows() {
        let equal = Formula::compare("x", Comparison::Equal, "y");
        let even = Predicate::EndCongruent { end: TrailingRun::Zeros, residue: 0, modulus: 2 };
        let formula = equal.and(Formula::atom(even, &["x"]));
        let (words, dfa) = words(&formula, 4);
        let control = Control::unlimited();
        let residuals = words.residuals(DigitOrder::Lsd, 2, &control).expect("time");
        let learned = close(&words, DigitOrder::Lsd, &residuals, 100);
        let learned = learned.expect("closed");
        assert!(agrees(&words, &learned));
        assert!(learned.flip(Limit::default()).expect("small").equivalent(&dfa));
    }

    #[test]
    fn what_is_not_closed_or_disagrees_is_no_automaton() {
        let sum = Formula::linear(&[(3, "x"), (-5, "y")], Comparison::Equal, 0);
        let (words, dfa) = words(&sum, 3);
        let residuals = words.residuals(DigitOrder::Msd, 2, &Control::unlimited()).expect("time");
        assert!(close(&words, DigitOrder::Msd, &residuals, 100).is_none());
        assert!(agrees(&words, &dfa));
        assert!(!agrees(&words, &dfa.complement()));
        assert!(!agrees(&words, &Dfa::constant(2, DigitOrder::Msd, true)));
    }
}
