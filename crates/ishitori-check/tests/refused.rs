//! What is not a proof is refused: changed bytes, changed meanings, nonsense.
#![allow(clippy::unwrap_used)]

use crate::cases::cases;
use crate::forge::{changed, forged, refuse, with};
use crate::games;
use crate::naive::{Spec, given, prove, sealed};
use ishitori_check::{check, check_with};
use proptest::prelude::*;

/// Quick ones, all kinds among them.
fn some() -> Vec<(&'static str, String)> {
    let quick = |name: &&'static str| !name.contains("wythoff");
    games::all().into_iter().filter(|(name, _)| quick(name)).map(|(n, s)| (n, prove(&s))).collect()
}

#[test]
fn any_changed_byte_is_refused() {
    for (name, text) in some().into_iter().take(4) {
        for at in 0..text.len() - 1 {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            if let Ok(changed) = String::from_utf8(bytes) {
                assert!(check(&changed).is_err(), "{name}: byte {at}");
            }
            assert!(check(&text[..at]).is_err(), "{name}: cut at {at}");
        }
        assert!(check(&format!("{text} ")).is_err(), "{name}");
        assert!(check(&format!("{text}\n")).is_err(), "{name}");
        // Only the last newline may be missing.
        assert!(check(&text[..text.len() - 1]).is_ok(), "{name}");
    }
}

/// Every number of the automata, of `start`, `next` and `macro` lines is changed, one at a time.
///
/// Which changes are harmless, and must be accepted or may be:
/// * in `next` or `start` another macro-state may do as well, if it is below what is reached too;
/// * a macro-state with an element less, or a smaller one, may still be enough; one that names a
///   dead state refuses everything and is as if it were not there;
/// * an automaton may go from a state to an equivalent one (with `digits single`, flags within a
///   letter mean nothing);
/// * in an inclusion, a pair may be true without having been listed.
///
/// What is accepted in the end is decided by brute force where it can be: no change of an automaton
/// that changes its language is accepted, since the checker compares all words.
#[test]
fn changed_numbers_are_refused_or_harmless() {
    for (name, text) in some() {
        let (mut refused, mut accepted) = (0, 0);
        let lines: Vec<&str> = text.lines().collect();
        let begin = lines.iter().position(|line| line.starts_with("automaton")).unwrap();
        for (index, line) in lines.iter().enumerate().skip(begin) {
            for (place, word) in line.split(' ').enumerate() {
                let others = match word {
                    "+" => vec!["-".to_string()],
                    "-" => vec!["+".to_string()],
                    word => match word.parse::<usize>() {
                        Ok(value) => {
                            vec![(value + 1).to_string(), value.saturating_sub(1).to_string()]
                        }
                        Err(_) => continue,
                    },
                };
                if (index * 31 + place) % 7 != 0 && lines.len() > 150 {
                    continue;
                }
                for other in others.iter().filter(|other| *other != word) {
                    match check(&changed(&text, index, place, other)) {
                        Ok(_) => {
                            accepted += 1;
                            let free = ["next", "start"].iter().any(|w| line.starts_with(w));
                            let table = line.starts_with(|c: char| c.is_ascii_digit());
                            let list = table && line.split(' ').take(place).any(|w| w == "<");
                            let flag = table && place == 1 && text.contains("digits single");
                            let next = table && place > 1;
                            assert!(free || list || flag || next, "{name}: {line} with {other}");
                        }
                        Err(_) => refused += 1,
                    }
                }
            }
        }
        assert!(
            refused > 2 * accepted || refused > 20,
            "{name}: {refused} refused, {accepted} not"
        );
    }
}

#[test]
fn changed_meanings_are_refused() {
    let nim2 = prove(&games::nim2());
    check(&nim2).unwrap();
    // Formulas of the set, of valid positions.
    let set = "(lin = 0 (1 a) (-1 b))";
    refuse(&with(&nim2, set, "(lin = 1 (1 a) (-1 b))"), "set0: it does not accept");
    refuse(&with(&nim2, "valid true", "valid (lin >= 1 (1 a))"), "outside: it does not accept");
    // A move less: set 0 is too small. A move more: set 0 is left from itself.
    refuse(&with(&nim2, "lower b\n", ""), "macro-state");
    refuse(&with(&nim2, "lower b\n", "lower b\nlower a b\n"), "move 3 does not stay");
    // The same in another order: the branches are others.
    assert!(check(&with(&nim2, "lower a\nlower b\n", "lower b\nlower a\n")).is_err());
    // A move that is there twice is harmless: its branch is never used.
    check(&with(&nim2, "lower b\n", "lower b\nlower b\n")).unwrap();
    // Measures: any positive weights will do, others not.
    check(&with(&nim2, "measure 1 1", "measure 3 2")).unwrap();
    refuse(&with(&nim2, "measure 1 1", "measure 0 1"), "move 1 lowers the measure");
    refuse(&with(&nim2, "measure 1 1", "measure 1"), "one weight a heap");
    refuse(&with(&nim2, "measure 1 1", "measure 1 -1"), "none negative");
    // Other theorems.
    refuse(&with(&nim2, "values 0", "values 1"), "expected a line `set 1");
    refuse(&with(&nim2, "values 0", "values"), "not known");
    refuse(&with(&nim2, "theorem values 0\n", "theorem misere\nterminal (is 0 a)\n"), "");
    refuse(&with(&nim2, "order msd", "order lsd"), "does not accept");
    refuse(&with(&nim2, "numeration binary", "numeration zeckendorf"), "does not accept");
    refuse(&with(&nim2, "digits together", "digits single"), "expected the next state");
    // Blocks that are missing, doubled, or not known.
    let cover = &nim2[nim2.find("cover 0").unwrap()..nim2.rfind("end ").unwrap()];
    refuse(&with(&nim2, cover, ""), "cover 0 is missing");
    refuse(&with(&nim2, cover, &format!("{cover}{cover}")), "more covers");
    refuse(&with(&nim2, "cover 0", "cover 1"), "the theorem needs no such cover");
    refuse(&with(&nim2, "automaton le tracks x y", "automaton le tracks y x"), "tracks");
    refuse(&with(&nim2, "automaton le tracks x y", "automaton lt tracks x y"), "does not accept");
    refuse(&with(&nim2, "automaton le tracks", "automaton set7 tracks"), "none that can be used");
    refuse(&with(&nim2, "heaps a b", "heaps a a"), "names");
    refuse(&with(&nim2, "heaps a b", "heaps b a"), "its tracks are not");
    // Words that the checker does not read are free.
    check(&with(&nim2, "| claimed", "| something else")).unwrap();
}

#[test]
fn changed_elements_are_refused() {
    let text = prove(&Spec { antichain: true, ..games::nim2() });
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("macro")).unwrap();
    // An element that is not reached: state 1 of branch 1 accepts nothing, 0 is equality.
    for index in (first..lines.len() - 1).filter(|index| lines[*index].starts_with("macro")) {
        let more = format!("{}\n", lines[index]);
        for extra in
            ["1:0", "0:0", "2:0,0", "3:0,0", "2:0,1", "2:0,2", "3:0,2", "9:0", "1:9", "1:0,0"]
        {
            if lines[index].split(' ').any(|word| word == extra) {
                continue;
            }
            let changed = with(&text, &more, &format!("{} {extra}\n", lines[index]));
            if let Ok(checked) = check(&changed) {
                // Only what refuses everything may be there (state 1 of `le` does), or what is
                // below another element (state 2, less, includes state 0, equal).
                let above = extra.replace(":0,0", ":0,2");
                let below = above != extra && lines[index].contains(&above);
                assert!(
                    below || ["0:0", "2:0,1"].contains(&extra),
                    "{extra} in {}: {checked:?}",
                    lines[index]
                );
            }
        }
    }
}

#[test]
fn changed_symmetries_are_refused() {
    let text = prove(&games::circular3());
    check(&text).unwrap();
    refuse(&with(&text, "places 2 3 1", "places 2 3 3"), "permutation");
    refuse(&with(&text, "places 2 3 1", "places 2 3"), "");
    refuse(&with(&text, "symmetry 2", "symmetry 3"), "numbered");
    // Another true symmetry, but not the one that is used.
    assert!(check(&with(&text, "places 2 3 1", "places 2 1 3")).is_err());
    refuse(&with(&text, "states set0 0", "states set0 1"), "go to itself");
    // A move with two heaps less: the other ones do not go to moves any more.
    refuse(&with(&text, "lower c a\n", ""), "a move becomes none");
    let single = prove(&games::single3());
    let symmetry = "symmetry 1\nplaces 1 2 3\n";
    refuse(&with(&single, "cover 0", &format!("{symmetry}cover 0")), "digits together");
}

#[test]
fn divides_only_under_and() {
    let text = prove(&games::divisor());
    refuse(&with(&text, "(divides d a)", "(not (divides d a))"), "cannot be used here");
    refuse(&with(&text, "(divides d a)", "(or (divides d a))"), "cannot be used here");
    refuse(&with(&text, "valid (lin >= 1 (1 a))", "valid (divides a a)"), "cannot be used here");
}

#[test]
fn nesting_is_limited() {
    let nim1 = prove(&games::nim1());
    for (open, close) in
        [("(not ", ")"), ("(and ", ")"), ("(exists (q) ", ")"), ("(forall (q) ", ")")]
    {
        for depth in [150, 190, 250, 100_000] {
            let formula = format!("{}(is 0 a){}", open.repeat(depth), close.repeat(depth));
            let result = check(&with(&nim1, "(is 0 a)", &formula));
            assert_eq!(result.is_ok(), depth < 200, "{depth} {result:?}");
        }
    }
    for hostile in
        ["((((", ")", "(lin)", "()", "(exists x true)", "(lin = 99999999999999999999 (1 a))"]
    {
        assert!(check(&with(&nim1, "(is 0 a)", hostile)).is_err());
    }
}

/// 300 names, or formulas.
fn many(open: &str) -> String {
    let close = if open.is_empty() { "" } else { ")" };
    (0..300).map(|index| format!(" {open}q{index}{close}")).collect()
}

#[test]
fn what_is_too_large_is_refused() {
    let nim1 = prove(&games::nim1());
    for formula in [
        "(mod 65521 3 (1 a))",
        "(bit 60000 a)",
        "(lin = 1099511627776 (1099511627776 a))",
        &format!("(exists ({0}) (xor0{0}))", " q".repeat(300)),
        &format!("(exists ({0}) (and{1}))", many(""), many("(is 0 ")),
        "(exists (x y z) (and (lin = 1 (1234567 x) (-7654321 a)) (mod 60000 1 (1 x) (1 y) (1 z))))",
    ] {
        assert!(check(&with(&nim1, "(is 0 a)", formula)).is_err(), "{formula}");
    }
}

/// What a sum is compared with may be up to 2^60, all else up to 2^40.
#[test]
fn numbers_are_limited() {
    let nim1 = prove(&games::nim1());
    let why = |formula: &str| check(&with(&nim1, "(is 0 a)", formula)).unwrap_err().to_string();
    let limit = "no whole number, or too large";
    for formula in [
        "(is 1152921504606846976 a)",
        "(lin = -1152921504606846976 (1 a))",
        "(lin <= 1152921504606846976 (-3 a))",
        "(lin > -1152921504606846976 (1099511627776 a))",
    ] {
        assert!(!why(formula).contains(limit), "{formula}: {}", why(formula));
    }
    for formula in [
        "(is 1152921504606846977 a)",
        "(lin = -1152921504606846977 (1 a))",
        "(lin = 0 (1099511627777 a))",
        "(mod 3 1099511627777 (1 a))",
        "(lin = -9223372036854775808 (1 a))",
    ] {
        assert!(why(formula).contains(limit), "{formula}: {}", why(formula));
    }
}

#[test]
fn a_watcher_sees_and_stops() {
    let text = prove(&games::moore3());
    let mut steps = Vec::new();
    check_with(&text, &mut |step| {
        steps.push(step.to_string());
        true
    })
    .unwrap();
    assert!(steps.iter().any(|step| step == "cover 0"));
    for at in 0..steps.len() {
        let mut left = at;
        let refused = check_with(&text, &mut |_| {
            left = left.wrapping_sub(1);
            left < usize::MAX / 2
        });
        assert!(refused.unwrap_err().stopped());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(3000)))]

    /// Whatever a forger changes after the head, a theorem that is not true is not accepted.
    #[test]
    fn lies_stay_refused(
        which in 0_usize..12,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), 0_usize..6), 1..8),
    ) {
        static LIES: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
        let lies = LIES.get_or_init(|| games::lies().iter().map(|(_, spec)| prove(spec)).collect());
        prop_assert!(check(&forged(&lies[which], &changes)).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(800)))]

    /// Any words in place of others: no panic, and hardly ever a proof.
    #[test]
    fn nonsense_does_not_panic(
        which in 0_usize..2 * games::all().len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_usize..14), 1..4),
    ) {
        static TEXTS: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
        let texts = TEXTS.get_or_init(|| {
            let both = |text: String| [given(&text, |_| true), text];
            games::all().iter().flat_map(|(_, spec)| both(prove(spec))).collect()
        });
        let text = &texts[which];
        let mut words: Vec<&str> = text.split_inclusive([' ', '\n', ')', '(', ',', ':']).collect();
        for (at, from, kind) in &changes {
            let place = at.index(words.len());
            let with = [
                "", " ", "\n", "(", ")", "0 ", "-1 ", "99999999999 ", "@1 ", "~1 ", "# ", "| ", "é",
            ];
            match with.get(*kind) {
                Some(word) => words[place] = word,
                None => words[place] = words[from.index(words.len())],
            }
        }
        let _ = check(&sealed(&words.concat()));
        let _ = check(&words.concat());
    }
}

/// Many copies of a large coefficient must not wrap round to another formula.
#[test]
fn sums_of_coefficients_are_limited() {
    let lines = |copies: usize| {
        let terms = " (1099511627776 h1)".repeat(copies);
        sealed(&format!(
            "ishitori certificate 1\ngame nothing\nrule\nclaim wrong\nnumeration binary\norder msd\ndigits \
             together\nheaps h1\nvalid true\nmeasure 1\ntheorem values 0\nset 0 (lin = 0{terms})\nautomaton \
             set0 tracks h1\n0 + 0 0 < 0\ncover 0\nstart 0\nmacro 1:0\nnext 0 0\nend 0\n"
        ))
    };
    let refused = |copies: usize| check(&lines(copies)).unwrap_err().to_string();
    assert!(refused(1).contains("set0"), "{}", refused(1));
    assert!(refused(1000).contains("too large"), "{}", refused(1000));
}
