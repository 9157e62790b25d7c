//! What the statements of claims mean, what is refused, and that nothing odd panics or runs for ever.

use crate::cases::{cases, enough};
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{CheckError, ClaimCheck, Verdict, check, validate};
use ishitori_core::game::Bounds;
use ishitori_core::solve::Convention;
use ishitori_rule::parse::parse_statement;

use crate::judged::{ALLOWED, judged, verdict};

fn holds(game: &str, formula: &str, to: u64) -> bool {
    match verdict(game, formula, to) {
        Verdict::HoldsUpTo(_) => true,
        Verdict::Refuted(_) => false,
        Verdict::Unknown(why) => panic!("{game}: {formula}: {why}"),
    }
}

#[test]
fn what_means_nothing_is_an_error_and_not_a_verdict() {
    let meaningless = [
        ("nim(2)", "grundy = h[1] / h[2]", "a division by 0"),
        ("nim(2)", "grundy = v2(h[1]) mod 2", "arithmetic with infinity"),
        ("nim(2)", "P(h[1] - 1, h[2])", "is no position of nim(2)"),
        ("nim(2)", "grundy = 2^(2^(h[1] + 10))", "beyond 64 bits"),
        ("nim(2)", "h[h[1]] = 0", "heap 0 of 2"),
        ("nim(2)", "grundy = or(h[1] - 1, h[2])", "the negative number -1"),
    ];
    for (game, formula, why) in meaningless {
        let ruleset = catalogue::find(game).expect("a game of the catalogue");
        match judged(&ruleset, formula, 5) {
            Err(CheckError::Meaningless { why: found, .. }) => {
                assert!(found.contains(why), "{formula}: {found}");
            }
            other => panic!("{formula}: {other:?}"),
        }
    }
}

#[test]
fn recursion_that_does_not_end_is_an_error() {
    let rule = "game g position (a, b) unordered option (x, b) where x < a
                define f(x) := f(x) + 1
                define g(x) := g(x + 1) + 1
                define h(x) := x = 0 or not h(x - 1)";
    let ruleset = ishitori_rule::load(rule, &[]).expect("a rule");
    for (formula, why) in
        [("f(a) = 0", "needs its own value"), ("g(a) = 0", "more than 2000 times")]
    {
        match judged(&ruleset, formula, 3) {
            Err(CheckError::Meaningless { why: found, .. }) => {
                assert!(found.contains(why), "{formula}: {found}");
            }
            other => panic!("{formula}: {other:?}"),
        }
    }
    let deep = judged(&ruleset, "h(1500) and (h(a) iff a mod 2 = 0)", 60);
    assert!(matches!(deep, Ok(Verdict::HoldsUpTo(_))), "{deep:?}");
}

#[test]
fn sets_of_unordered_positions_do_not_contradict_themselves() {
    // The options of 1,1 in Wythoff's Nim are 0,0 and 0,1; of 2,2 there are 0,2 1,2 0,0 and 1,1.
    assert!(holds("nim(2)", "(2,0) in options(\"wythoff\", 2, 2)", 3));
    assert!(holds("nim(2)", "size(options(\"wythoff\", 1, 1) & {(1,0)}) = 1", 3));
    assert!(holds("nim(2)", "size(options(\"wythoff\", 1, 1) | {(1,0)}) = 2", 3));
    assert!(holds("nim(2)", "options(\"wythoff\", 2, 2) - {(2,0), (2,1)} = {(0,0), (1,1)}", 3));
    assert!(holds("nim(2)", "(1, 0) != (0, 1) and (h[1], h[2]) = sorted(h[2], h[1])", 3));
}

#[test]
fn names_before_a_set_all_run_through_it() {
    assert!(holds("wythoff", "for all x, y in 0 .. 3: x <= 3 and y <= 3", 9));
    assert!(!holds("wythoff", "exists x, y in 0 .. 3: x = 7", 9));
    assert!(!holds("wythoff", "for all x, y: x <= 3", 9));
}

#[test]
fn choices_between_statements() {
    assert!(holds("nim(2)", "if h[1] = h[2] then P else N", 20));
    assert!(!holds("nim(2)", "if h[1] = h[2] then N else P", 2));
    // The last statement reaches as far as it can; a choice between numbers ends before a comparison.
    assert!(!holds("nim(2)", "if h[1] = h[2] then P else N and h[1] = h[2]", 5));
    assert!(holds("nim(2)", "(if h[1] = h[2] then P else N) or h[1] = h[2]", 5));
    assert!(holds("nim(2)", "if h[1] = h[2] then 0 else h[1] xor h[2] = grundy", 9));
    let chain = "if P then grundy = 0 else if h[1] = 0 then grundy = h[2] else grundy > 0";
    assert!(holds("nim(2)", chain, 9));
    // What is not chosen need not mean anything.
    assert!(holds("nim(2)", "if h[1] = 0 then P iff h[2] = 0 else h[2] / h[1] >= 1", 9));
    let unclear = ["if P then f(1) else f(2) and P", "if P then 1 else (2) or N", "if P then P"];
    for unclear in unclear {
        assert!(parse_statement(unclear).is_err(), "{unclear}");
    }
    // Conditions are copied: no text grows beyond measure.
    let deep = "if ".repeat(40) + "P" + &" then P else N".repeat(40);
    assert!(parse_statement(&deep).is_err());
}

#[test]
fn divisibility_is_that_of_the_rules() {
    assert!(holds("nim(2)", "0 divides 0 and not 0 divides 3 and 3 divides 0 and 3 divides 6", 2));
}

#[test]
fn too_much_work_is_unknown_and_nothing_to_check_is_an_error() {
    let ruleset = catalogue::find("nim-1").expect("a game of the catalogue");
    assert!(matches!(judged(&ruleset, "N", 0), Err(CheckError::Nothing)));
    let found = verdict("nim(2)", "size({x for x in 1 .. 10^9}) = 1", 2);
    assert!(matches!(found, Verdict::Unknown(_)), "{found:?}");
}

#[test]
fn definitions_do_not_take_names_that_mean_something() {
    let names = ["P(x, y)", "N", "grundy", "a", "v2(x)", "options", "f(x, x)"];
    for name in names {
        let rule = format!(
            "game g position (a, b) unordered option (x, b) where x < a\ndefine {name} := 1 = 1"
        );
        let ruleset = ishitori_rule::load(&rule, &[]).expect("a rule");
        let statement = parse_statement("a <= b").expect("a statement");
        assert!(validate(&ruleset, &statement, &CatalogueLibrary).is_err(), "{name}");
    }
}

/// Damages the statements of the catalogue: whatever comes out, nothing panics.
#[test]
fn damaged_statements_are_refused_or_judged() {
    const PIECES: [&str; 24] = [
        "(",
        ")",
        " = ",
        " + ",
        "-",
        "0",
        "9",
        " and ",
        " or ",
        "not ",
        "P",
        "grundy",
        "h",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        " in ",
        " for all x: ",
        " xor ",
        "v2(",
        "^",
    ];
    let mut state: u64 = 20261116;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let control = ALLOWED.with_positions(300);
    let (mut judged, mut refused) = (0, 0);
    for (name, text) in catalogue::GAMES {
        let ruleset = catalogue::find(name).expect("a game of the catalogue");
        for claim in &ruleset.claims {
            let statement = &text[claim.statement.span.clone()];
            for _ in 0..cases(30) {
                let mut damaged: Vec<char> = statement.chars().collect();
                for _ in 0..=random(2) {
                    let at = random(damaged.len());
                    match random(6) {
                        0 => drop(damaged.remove(at)),
                        1 => drop(damaged.splice(at..at, PIECES[random(PIECES.len())].chars())),
                        2 => damaged.swap(at, 0),
                        _ => {
                            damaged[at] = match damaged[at] {
                                '0'..='9' => ['0', '1', '2', '3', '9'][random(5)],
                                '+' | '*' => '-',
                                '-' => '+',
                                '=' => '<',
                                '<' | '>' => '=',
                                'a'..='f' => ['a', 'b', 'c'][random(3)],
                                other => other,
                            }
                        }
                    }
                    if damaged.is_empty() {
                        damaged.push('P');
                    }
                }
                let damaged: String = damaged.into_iter().collect();
                let Ok(statement) = parse_statement(&damaged) else {
                    refused += 1;
                    continue;
                };
                let bounds = Bounds { to: vec![2], total: None };
                let check_it = ClaimCheck {
                    among: None,
                    ruleset: &ruleset,
                    statement: &statement,
                    text: &damaged,
                    convention: Convention::Misere,
                    bounds: &bounds,
                    automatic: false,
                    control: &control,
                    known: None,
                    library: &CatalogueLibrary,
                };
                match check(&check_it) {
                    Ok(_) => judged += 1,
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(judged >= enough(101) && refused >= enough(101), "{judged} judged, {refused} refused");
}

#[test]
fn what_a_reviewer_found_stays_mended() {
    // Lists of tuples, lists for single numbers, `where` over ranges: refused.
    for formula in [
        "sum((x, 10) for x in 1 .. 3) = 6",
        "v2(4 .. 7) = 2",
        "majority(x for x in 1 .. 2) = 0",
        "mex(options) = 0",
        "-infinity < 0",
        "let (y, y) := (1, 2): y = y",
    ] {
        let ruleset = catalogue::find("nim(2)").expect("a game of the catalogue");
        let found = judged(&ruleset, formula, 3);
        assert!(matches!(found, Err(CheckError::Problems(_))), "{formula}: {found:?}");
    }
    let ruleset = catalogue::find("emperor").expect("a game of the catalogue");
    let found = judged(&ruleset, "sum(1 for R in ranges where 1 = 2) = 2", 2);
    assert!(matches!(found, Err(CheckError::Problems(_))), "{found:?}");
    assert!(holds("emperor", "count(R in ranges: sum(h[R]) >= 0) = 2", 2));
    // Masks of a board without a position here: of the 8 moves of the full 2x2 board none wins.
    assert!(holds("grid-nim(2,2)", "for all o in options(full): N(o)", 2));
    // A definition does not see the names around the place where it is used.
    let rule = "game cap(n = 5) position (a, b) unordered option (x, b) where x < a
                define limit := n + 1
                define f(n) := n < limit
                define deep(x, y) := if x = 0 then y else deep(x - 1, 2*y) + deep(x - 1, 2*y + 1)";
    let ruleset = ishitori_rule::load(rule, &[]).expect("a rule");
    assert!(matches!(judged(&ruleset, "f(5) and not f(6)", 3), Ok(Verdict::HoldsUpTo(_))));
    let found = judged(&ruleset, "deep(40, 0) = 1", 3);
    assert!(matches!(found, Ok(Verdict::Unknown(_))), "{found:?}");
    // The flattest witness when it is the empty position, and a window that is none.
    assert!(!holds("nim(2)", "h[1] > 0", 50));
    let found = judged(&ruleset, "a <= b", 1 << 40);
    assert!(matches!(found, Err(CheckError::Window(_))), "{found:?}");
}
