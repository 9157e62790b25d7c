//! Atoms that name an automaton of the file, and padding, against their definitions on short words.
//!
//! The automata are random tables of at most four states, read on all words of up to three letters: every
//! state that can be reached is reached by then.

use crate::automata::automaton::Automaton;
use crate::certificate::listed_automaton::ListedAutomaton;
use crate::compile::compiler::FormulaCompiler;
use crate::digits::{FileNumeration, ReadingOrder};
use crate::formula::condition::ColumnCondition;
use crate::formula::number_formula::NumberFormula;
use crate::formula::variable::VariableNumber;
use crate::tests::harness::{run, words};
use crate::watch::CheckWatch;
use proptest::prelude::*;

/// Any table: successors are taken modulo what there is, and from the beginning when none are left.
fn table(tracks: usize, accepting: &[bool], seeds: &[u32]) -> ListedAutomaton {
    let (letters, states) = (1 << tracks, accepting.len());
    let next = seeds.iter().cycle().take(states * letters);
    ListedAutomaton {
        name: "set0".to_string(),
        line: 1,
        tracks: vec![String::new(); tracks],
        letters,
        next: next.map(|next| next % states as u32).collect(),
        accepting: accepting.to_vec(),
        includes: Vec::new(),
        ready: Default::default(),
    }
}

/// Whether the table accepts letters.
fn accepts(table: &ListedAutomaton, word: &[usize]) -> bool {
    let end = word.iter().fold(0, |state, letter| table.successor(state, *letter));
    table.accepting[end as usize]
}

fn atom(number: usize, tracks: &[VariableNumber]) -> NumberFormula {
    let terms = tracks.iter().enumerate().map(|(track, variable)| (1 << track, *variable));
    NumberFormula::Atom(ColumnCondition::Accepted(number), terms.collect())
}

/// No digit one after another on any track.
fn sensible(word: &[Vec<usize>]) -> bool {
    word.windows(2).all(|pair| pair[0].iter().zip(&pair[1]).all(|(one, two)| one * two == 0))
}

fn any_table(tracks: usize) -> impl Strategy<Value = ListedAutomaton> {
    let accepting = proptest::collection::vec(any::<bool>(), 1..5);
    let seeds = proptest::collection::vec(0_u32..5, 1..40);
    (accepting, seeds).prop_map(move |(accepting, seeds)| table(tracks, &accepting, &seeds))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// The variables of the tracks in any order, some the same; two tables in one compiler.
    #[test]
    fn atoms_read_their_tables(
        one in any_table(3),
        two in any_table(3),
        tracks in proptest::collection::vec(prop::sample::select(vec![2_u32, 3, 7, 1000]), 3),
        zeckendorf in any::<bool>(),
    ) {
        let mut go = |_: &str| true;
        let watch = &mut CheckWatch::new(&mut go);
        let numeration = if zeckendorf { FileNumeration::Zeckendorf } else { FileNumeration::Binary };
        let mut compiler = FormulaCompiler::new(numeration, ReadingOrder::Msd, vec![&one, &two]);
        for (number, table) in [&one, &two, &one].into_iter().enumerate() {
            let relation = compiler.relation(&atom(number % 2, &tracks), watch).expect("small");
            let place = |track: &VariableNumber| relation.variables.iter().position(|v| v == track);
            for word in (0..4).flat_map(|length| words(relation.variables.len(), length)) {
                let digit = |letter: &[usize], track| letter[place(track).expect("a variable")];
                let letter = |letter: &Vec<usize>| {
                    let digits = tracks.iter().enumerate();
                    digits.fold(0, |sum, (i, track)| sum | digit(letter, track) << i)
                };
                let letters: Vec<usize> = word.iter().map(letter).collect();
                let holds = accepts(table, &letters) && (!zeckendorf || sensible(&word));
                prop_assert_eq!(run(&relation.automaton, &word), holds, "{:?} {:?}", tracks, word);
            }
        }
    }

    /// Four states that differ do so within three letters, and are reached within three.
    #[test]
    fn padding_is_noticed(
        table in any_table(1),
        order in prop::sample::select(vec![ReadingOrder::Msd, ReadingOrder::Lsd]),
    ) {
        let mut go = |_: &str| true;
        let watch = &mut CheckWatch::new(&mut go);
        let mut compiler = FormulaCompiler::new(FileNumeration::Binary, order, vec![&table]);
        let automaton = compiler.relation(&atom(0, &[0]), watch).expect("small").automaton;
        let same = |word: Vec<Vec<usize>>| {
            let zero = vec![vec![0]];
            let padded = match order {
                ReadingOrder::Msd => [zero, word.clone()].concat(),
                ReadingOrder::Lsd => [word.clone(), zero].concat(),
            };
            run(&automaton, &word) == run(&automaton, &padded)
        };
        let ignores = (0..4).flat_map(|length| words(1, length)).all(same);
        prop_assert_eq!(automaton.ignores_padding(order), ignores);
    }
}

#[test]
fn constants_ignore_padding() {
    for order in [ReadingOrder::Msd, ReadingOrder::Lsd] {
        assert!(Automaton::constant(true).ignores_padding(order));
    }
}
