//! What must be found: the theorems of the papers, from their automata alone.

use ishitori_automata::DigitOrder;
use ishitori_core::discover::simplify::SetMeaning;

use super::said::{known, said};

/// What is said of the automaton of a claim, in both orders of digits; checked on the way.
fn both(game: &str, claim: &str) -> [String; 2] {
    [DigitOrder::Msd, DigitOrder::Lsd].map(|order| {
        let known =
            known(game, claim, order).unwrap_or_else(|| panic!("{game} {claim}: no automaton"));
        said(&known).unwrap_or_else(|| panic!("{game} {claim} {order:?}: nothing found"))
    })
}

#[test]
fn deletion_games() {
    for (game, claim) in [
        ("split-and-delete", "SDN-T1"),
        ("delete-and-split", "SDN-VDN-P"),
        ("delete-and-split", "SDN-VDN-G"),
        ("nim-1(2)", "SDN-NIM-G"),
        ("delete-nim", "BIN-T11"),
        ("single-delete(3)", "SD-2"),
        ("half-delete(2)", "HD-1"),
        ("half-delete(4)", "HD-2"),
        ("all-but-one-delete(2)", "ABD-1"),
        ("all-but-one-delete(3)", "ABD-1"),
        ("at-most-half-delete(3)", "AMHD-2"),
        ("at-most-half-delete(4)", "AMHD-1"),
    ] {
        both(game, claim);
    }
}

/// Take at most half of a heap, or less than half.
#[test]
fn sets_as_sparse_as_the_powers_of_two() {
    let half = "game half position (n) option (n - t) where 1 <= t, 2*t <= n";
    assert_eq!(both(half, "P iff popcount(n + 1) = 1"), ["P iff popcount(n + 1) = 1"; 2]);
    let less = "game less position (n) each >= 1 option (n - t) where 1 <= t, 2*t < n";
    assert_eq!(both(less, "P iff popcount(n) = 1"), ["P iff popcount(n) = 1"; 2]);
}

#[test]
fn golden_games() {
    // Wythoff's pairs are k phi rounded down, and that with k more.
    assert_eq!(both("wythoff", "WYT-P"), ["P iff a = floor((b - a)*phi)"; 2]);
    both("wythoff-1", "SDN-WYT-P");
}

#[test]
fn nim_and_its_kin() {
    for n in 1..=5 {
        both(&format!("nim({n})"), "BIN-T1");
        both(&format!("nim({n})"), "BIN-T4");
    }
    for (n, k) in [(3, 2), (4, 2), (4, 3), (5, 2)] {
        both(&format!("moore({n},{k})"), "BIN-T5");
    }
    for (game, claim) in [
        ("lim", "BIN-T8"),
        ("nimhoff(2,1)", "BIN-T10"),
        ("nimhoff(2,2)", "BIN-T10"),
        ("nimhoff(3,1)", "BIN-T10-3"),
        ("welter(2)", "BIN-T7"),
        ("welter(3)", "BIN-T7"),
        ("emperor([2,2],1)", "BIN-T12"),
        ("emperor([2,3],1)", "BIN-T12"),
        ("common-divisor(2)", "CDN-T2.4"),
        ("common-divisor(3)", "CDN-T2.4"),
        ("common-divisor(2)", "CDN-T2.4-P"),
        ("common-divisor(3)", "CDN-T2.4-P"),
    ] {
        both(game, claim);
    }
}

#[test]
fn circular_games() {
    for (game, claim) in [
        ("circular(4,2)", "CIR-42"),
        ("circular(5,2)", "CIR-52"),
        ("circular(6,3)", "CIR-63"),
        ("circular(5,3)", "CIR-53"),
        ("circular(6,4)", "BIN-T9"),
    ] {
        both(game, claim);
    }
}

/// Where the words are those of the literature.
#[test]
fn in_the_words_of_the_papers() {
    for (game, claim, words) in [
        ("split-and-delete", "SDN-T1", "P iff a = b and v2(a) mod 2 = 0"),
        ("delete-and-split", "SDN-VDN-P", "P iff a mod 2 = 1 and b mod 2 = 1"),
        ("nim(3)", "BIN-T1", "P iff xor(h) = 0"),
        ("nim(4)", "BIN-T4", "grundy = xor(h)"),
        ("moore(4,2)", "BIN-T5", "P iff digit_sum(3, h) = 0"),
        ("lim", "BIN-T8", "grundy = majority(a, b, c)"),
        ("circular(4,2)", "CIR-42", "P iff h[1] = h[3] and h[2] = h[4]"),
        ("all-but-one-delete(3)", "ABD-1", "P iff for all i in 1 .. 3: 1 <= h[i] mod 6 <= 2"),
    ] {
        assert_eq!(both(game, claim), [words; 2], "{game} {claim}");
    }
}

#[test]
fn value_classes_misere_play_and_constant_sets() {
    let rule = "game g position (a, b) unordered option (x, b) where x < a \
                claim Z pattern: P iff a = b claim ONE pattern: grundy = 1 iff a + 1 = b and a mod 2 = 0 \
                claim M pattern misere: P iff a = b and a > 1 or a = 0 and b = 1";
    let known_one = known(rule, "ONE", DigitOrder::Msd).expect("an automaton");
    assert_eq!(known_one.what, SetMeaning::Class(1));
    let one = said(&known_one).expect("said");
    assert!(one.starts_with("grundy = 1 iff "), "{one}");
    for order in [DigitOrder::Msd, DigitOrder::Lsd] {
        said(&known(rule, "M", order).expect("an automaton")).expect("said");
        said(&known(rule, "P iff 0 = 1", order).expect("an automaton")).expect("said");
        said(&known(rule, "P iff 0 = 0", order).expect("an automaton")).expect("said");
    }
}

/// Too much for words: it takes a moment, says nothing, and does no harm.
#[test]
fn nothing_found_is_no_error() {
    said(&known("single-delete(4)", "SD-1", DigitOrder::Lsd).expect("an automaton"));
}
