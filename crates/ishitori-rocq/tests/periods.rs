//! Periods of single heaps: what a file states, by hand from the rule and the literature, and what is refused.

use ishitori_rocq::{extracted, theorem};

/// Kayles (Guy and Smith 1956): values repeat with period 12 from 71 on. The first values are OEIS A002186.
#[test]
fn kayles_has_period_12_from_71_on() {
    let text = theorem(include_str!("certificates/kayles.cert")).expect("a theorem");
    for line in [
        "| take_all n : In n [1; 2] -> move n []\n",
        "| leave_1 t x : In t [1; 2] -> 1 <= x -> move (x + t) [x]\n",
        "| leave_2 t x y : In t [1; 2] -> 1 <= x -> 1 <= y -> move (x + y + t) [x; y].\n",
        "  0; 1; 2; 3; 1; 4; 3; 2; 1; 4; 2; 6; 4; 1; 2; 7; 1; 4; 3; 2; 1; 4; 6; 7;",
        "Definition value : N -> N := goes_on first 71 12 0.\n",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    let main = "(forall heaps, grundy (play move) heaps (xor_of value heaps)) /\\\n  \
                (forall n, 71 <= n -> value (n + 12) = value n)";
    assert!(text.contains(&format!("main, proved at the end:\n  {main}. *)")));
    assert!(text.contains(&format!("Theorem main : {main}.\n")));
    assert!(text.ends_with("Print Assumptions main.\n"));
}

/// Any number but 2 and 5 may be taken, and a heap is taken whole like any other number of stones.
#[test]
fn values_that_grow_where_nearly_everything_may_be_taken() {
    let text = theorem(include_str!("certificates/all-but.cert")).expect("a theorem");
    for line in [
        "| take_any n : 1 <= n -> ~ In n [2; 5] -> move n []\n",
        "| leave_1_any t x : 1 <= t -> ~ In t [2; 5] -> 1 <= x -> move (x + t) [x].\n",
        "Lemma values_grow : grows rules value",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

/// Lasker's Nim (Berlekamp, Conway and Guy, Winning Ways): 4k + 1 and 4k + 2 are worth as much, 4k + 3 is worth 4k + 4, and
/// 4k + 4 is worth 4k + 3. Every number of stones may be taken, or the heap be split into two.
#[test]
fn values_that_grow_where_heaps_are_split() {
    let text = theorem(include_str!("certificates/laskers-nim.cert")).expect("a theorem");
    for line in [
        "| take_any n : 1 <= n -> move n []\n",
        "| leave_1_any t x : 1 <= t -> 1 <= x -> move (x + t) [x]\n",
        "| leave_2 t x y : In t [0] -> 1 <= x -> 1 <= y -> move (x + y + t) [x; y].\n",
        "Definition first : list N := [\n  0; 1; 2; 4; 3].\n",
        "Definition value : N -> N := goes_on first 1 4 4.\n",
        "(forall n, 1 <= n -> value (n + 4) = value n + 4). *)",
        "saltusb rules first 1 4 4",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    assert!(text.ends_with("Print Assumptions main.\n"));
}

#[test]
fn periods_are_not_extracted() {
    let why = extracted(include_str!("certificates/kayles.cert")).expect_err("nothing to extract");
    assert!(why.to_string().contains("period"), "{why}");
}
