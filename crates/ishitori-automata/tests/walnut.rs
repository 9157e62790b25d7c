//! Walnut's text format: exact texts by hand, round trips, and texts that are refused.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::cases::cases;
use crate::random::{LIMIT, any_dfa, words};
use ishitori_automata::{
    Comparison, Dfa, DigitOrder, Limit, Numeration, linear, walnut, zeckendorf,
};
use proptest::prelude::*;

/// x < y msd-first, as Walnut writes it: state 0 equal so far, state 1 smaller.
const LESS: &str = "msd_2 msd_2

0 0
0 0 -> 0
0 1 -> 1
1 1 -> 0

1 1
0 0 -> 1
1 0 -> 1
0 1 -> 1
1 1 -> 1
";

#[test]
fn less_as_text() {
    let less = linear::linear(DigitOrder::Msd, &[1, -1], Comparison::Less, 0, LIMIT).unwrap();
    // Our letters count the first track fastest, so 1 0 comes before 0 1.
    let text = walnut::write(Numeration::Binary, &less);
    assert_eq!(text, LESS);
    let read = walnut::read(LESS, LIMIT).unwrap();
    assert_eq!(read.numeration, Numeration::Binary);
    assert!(read.dfa.equivalent(&less));
}

#[test]
fn what_walnut_writes_is_read() {
    // Numbers out of order, comments, outputs other than 0 and 1, any digit, letters left out.
    let text = "# odd number of ones in x, y any\n lsd_fib  lsd_fib\n\n7 0 # initial\n0 * -> 7\n\
                1 *->3\n\n3 -2\n  0 0 -> 3\n0 1 -> 3\n1 * -> 7\n";
    let read = walnut::read(text, LIMIT).unwrap();
    assert_eq!((read.numeration, read.dfa.order()), (Numeration::Zeckendorf, DigitOrder::Lsd));
    for word in words(2, 4) {
        let ones = word.iter().filter(|letter| *letter & 1 == 1).count();
        assert_eq!(read.dfa.accepts(&word), ones % 2 == 1);
    }
    for truth in [true, false] {
        let read = walnut::read(&format!("\n{truth} \n"), LIMIT).unwrap();
        assert_eq!((read.dfa.tracks(), read.dfa.accepts(&[])), (0, truth));
        let constant = Dfa::constant(0, DigitOrder::Lsd, truth);
        assert_eq!(walnut::write(Numeration::Binary, &constant), format!("{truth}\n"));
    }
}

#[test]
fn nothing_is_written_as_one_state() {
    let nothing = Dfa::constant(2, DigitOrder::Lsd, false);
    let text = walnut::write(Numeration::Zeckendorf, &nothing);
    assert_eq!(text, "lsd_fib lsd_fib\n\n0 0\n");
    assert!(walnut::read(&text, LIMIT).unwrap().dfa.is_empty());
}

#[test]
fn addition_goes_round() {
    let plus =
        zeckendorf::linear(DigitOrder::Msd, &[1, 1, -1], Comparison::Equal, 0, LIMIT).unwrap();
    let back = walnut::read(&walnut::write(Numeration::Zeckendorf, &plus), LIMIT).unwrap();
    assert!(back.dfa.minimize() == plus);
}

#[test]
fn wrong_texts() {
    let cases = [
        ("", 1, "nothing here"),
        ("true\n0 1", 2, "there is nothing after `true` or `false`"),
        ("msd_3\n0 1", 1, "number systems here are msd_2, lsd_2, msd_fib and lsd_fib"),
        ("{0,1}\n0 1", 1, "number systems here are msd_2, lsd_2, msd_fib and lsd_fib"),
        ("msd_2 lsd_2\n0 1", 1, "all tracks must have the same number system"),
        ("\nmsd_2", 2, "there are no states"),
        ("msd_2\n0 -> 0", 2, "a transition before the first state"),
        ("msd_2\n0", 2, "a state is its number and its output, as in `0 1`"),
        ("msd_2\n0 1\n0 0", 3, "this state was described before"),
        ("msd_2\n0 1\n0 0 -> 0", 3, "more digits than tracks"),
        ("msd_2 msd_2\n0 1\n0 -> 0", 3, "fewer digits than tracks"),
        ("msd_2\n0 1\n2 -> 0", 3, "a digit is 0, 1 or *"),
        ("msd_2\n0 1\n0 -> 0 1", 3, "a transition leads to one state"),
        ("msd_2\n0 1\n0 -> 0\n* -> 1\n1 0", 4, "this letter leads to another state, too"),
        ("msd_2\n0 1\n0 -> 5\n1 -> 0", 3, "it leads to a state that is not described"),
    ];
    for (text, line, what) in cases {
        let problem = walnut::read(text, LIMIT).unwrap_err();
        assert_eq!((problem.line(), problem.what()), (line, what), "{text:?}");
        assert_eq!(problem.to_string(), format!("line {line}: {what}"));
    }
    assert!(walnut::read(&["msd_2"; 13].join(" "), LIMIT).is_err());
    assert!(walnut::read("msd_2\n0 1\n1 1\n2 1", Limit::states(2)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(256)))]

    #[test]
    fn there_and_back(p in any_dfa(3, 5), fibonacci in any::<bool>()) {
        let numeration = if fibonacci { Numeration::Zeckendorf } else { Numeration::Binary };
        let back = walnut::read(&walnut::write(numeration, &p), LIMIT).unwrap();
        if p.tracks() == 0 {
            // Without tracks the format knows one truth: that of the empty word.
            prop_assert_eq!(back.dfa.accepts(&[]), p.accepts(&[]));
        } else {
            prop_assert_eq!(back.numeration, numeration);
            prop_assert_eq!(back.dfa.order(), p.order());
            for word in words(p.tracks(), 3) {
                prop_assert_eq!(back.dfa.accepts(&word), p.accepts(&word));
            }
            prop_assert!(back.dfa.equivalent(&p));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(msd_2 ?){0,3}\n([0-3*# >-]{0,8}\n){0,8}") {
        let _ = walnut::read(&text, LIMIT);
    }
}
