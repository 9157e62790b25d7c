//! Claims: verdicts against the reference, mutations, and every id of the papers.

use std::collections::BTreeSet;

use ishitori_core::catalogue::{self, Shelf};
use ishitori_core::claim::{
    Allowed, Check, CheckError, Refutation, Verdict, Witness, check, instances, validate,
};
use ishitori_core::game::{AnyGame, Bounds, Game};
use ishitori_core::solve::choose::Limits;
use ishitori_core::solve::{Budget, Convention, Outcome, Reference};
use ishitori_rule::Ruleset;
use ishitori_rule::parse::parse_statement;

const ALLOWED: Allowed = Allowed {
    engine: Limits { memory: 1 << 30, threads: 2 },
    positions: 10_000_000,
    look_up: || Ok(()),
};

fn judged(ruleset: &Ruleset, formula: &str, to: u64) -> Result<Verdict, CheckError> {
    let statement = parse_statement(formula).unwrap_or_else(|p| panic!("{formula}: {p:?}"));
    let bounds = Bounds { to: vec![to], total: None };
    let check_it = Check {
        ruleset,
        statement: &statement,
        text: formula,
        convention: Convention::Normal,
        bounds: &bounds,
        automatic: false,
        allowed: ALLOWED,
        library: &Shelf,
    };
    check(&check_it, &mut || Budget::unlimited())
}

fn verdict(game: &str, formula: &str, to: u64) -> Verdict {
    let ruleset = catalogue::find(game).expect("a game of the catalogue");
    judged(&ruleset, formula, to).unwrap_or_else(|e| panic!("{game}: {formula}: {e}: {e:?}"))
}

/// True formulas, a window, and the same with one character changed.
const MUTATIONS: &[(&str, u64, &str, &[&str])] = &[
    (
        "split-and-delete",
        20,
        "P iff a = b and v2(a) mod 2 = 0",
        &[
            "P iff a = b and v2(a) mod 2 = 1",
            "P iff a = b and v2(a) mod 3 = 0",
            "P iff a = a and v2(a) mod 2 = 0",
            "N iff a = b and v2(a) mod 2 = 0",
            "P iff a < b and v2(a) mod 2 = 0",
        ],
    ),
    (
        "delete-and-split",
        20,
        "grundy = v2(or(a - 1, b - 1) + 1)",
        &[
            "grundy = v2(or(a - 1, b - 1) + 2)",
            "grundy = v2(or(a - 1, a - 1) + 1)",
            "grundy = v2(or(b - 1, b - 1) + 1)",
            "grundy = v2(or(a + 1, b - 1) + 1)",
        ],
    ),
    (
        "wythoff",
        30,
        "P iff a = floor((b - a)*phi) and b = floor((b - a)*phi^2)",
        &[
            "P iff b = floor((b - a)*phi) and b = floor((b - a)*phi^2)",
            "P iff a = floor((b + a)*phi) and b = floor((b - a)*phi^2)",
            "P iff a < floor((b - a)*phi) and b = floor((b - a)*phi^2)",
        ],
    ),
    (
        "nim(3)",
        9,
        "grundy = h[1] xor h[2] xor h[3]",
        &[
            "grundy = h[1] xor h[2] xor h[2]",
            "grundy = h[1] xor h[1] xor h[3]",
            "grundy = h[3] xor h[2] xor h[3]",
            "grundy > h[1] xor h[2] xor h[3]",
        ],
    ),
    (
        "nim(2)",
        30,
        "P iff xor(h) = 0",
        &["P iff xor(h) = 1", "N iff xor(h) = 0", "P iff xor(h) > 0"],
    ),
    (
        "moore(3,2)",
        9,
        "P iff digit_sum(k + 1, h) = 0",
        &[
            "P iff digit_sum(k + 2, h) = 0",
            "P iff digit_sum(n + 1, h) = 0",
            "P iff digit_sum(k + 1, h) = 1",
        ],
    ),
    (
        "lim",
        8,
        "grundy = (a + b + c - (a xor b xor c))/2",
        &[
            "grundy = (a + b + c - (a xor b xor c))/3",
            "grundy = (a + b + c + (a xor b xor c))/2",
            "grundy = (a + b + b - (a xor b xor c))/2",
            "grundy = (a + b + c - (a xor b xor b))/2",
        ],
    ),
    (
        "delete-nim",
        20,
        "grundy = tail(or(a, b))",
        &["grundy = tail(or(a, a))", "grundy = tail(or(b, b))"],
    ),
    (
        "path-nim(3)",
        9,
        "h[1] <= h[2] implies grundy = h[1] + h[2] + h[3]",
        &[
            "h[1] <= h[3] implies grundy = h[1] + h[2] + h[3]",
            "h[1] >= h[2] implies grundy = h[1] + h[2] + h[3]",
            "h[1] <= h[2] implies grundy = h[1] + h[2] - h[3]",
            "h[1] <= h[2] implies grundy = h[1] + h[1] + h[3]",
        ],
    ),
    (
        "common-divisor(2)",
        16,
        "grundy = (if v2(h[1]) = v2(h[2]) then 0 else min(v2(h[1]), v2(h[2])) + 1)",
        &[
            "grundy = (if v2(h[1]) = v2(h[2]) then 1 else min(v2(h[1]), v2(h[2])) + 1)",
            "grundy = (if v2(h[1]) = v2(h[2]) then 0 else min(v2(h[1]), v2(h[2])) + 2)",
            "grundy = (if v2(h[1]) = v2(h[2]) then 0 else min(v2(h[2]), v2(h[2])) + 1)",
            "grundy = (if v2(h[2]) = v2(h[2]) then 0 else min(v2(h[1]), v2(h[2])) + 1)",
        ],
    ),
    (
        "circular(4,2)",
        6,
        "P iff h[1] = h[3] and h[2] = h[4]",
        &[
            "P iff h[1] = h[2] and h[2] = h[4]",
            "P iff h[1] = h[3] and h[2] < h[4]",
            "P iff h[1] = h[3] and h[3] = h[4]",
        ],
    ),
    (
        "circular(5,2)",
        5,
        "P iff exists (M, m, a, b, l) in images: m = l and M = max(h) and M + m = a + b",
        &[
            "P iff exists (M, m, a, b, l) in images: m = l and M = max(h) and M + m = a + a",
            "P iff exists (M, m, a, b, l) in images: m = l and M = max(h) and M - m = a + b",
            "P iff exists (M, m, a, b, l) in images: m = a and M = max(h) and M + m = a + b",
        ],
    ),
    (
        "at-most-half-delete(3)",
        12,
        "P iff v2(h[1]) = v2(h[2]) and v2(h[2]) = v2(h[3])",
        &[
            "P iff v2(h[1]) = v2(h[2]) and v2(h[2]) = v2(h[2])",
            "P iff v2(h[1]) = v2(h[2]) and v2(h[2]) < v2(h[3])",
        ],
    ),
    (
        "emperor([2,2],1)",
        5,
        "P iff (for all R in ranges: xor(h[R]) = 0) and digit_sum(k + 1, sum(h[R]) for R in ranges) = 0",
        &[
            "P iff (for all R in ranges: xor(h[R]) = 1) and digit_sum(k + 1, sum(h[R]) for R in ranges) = 0",
            "P iff (for all R in ranges: xor(h[R]) = 0) and digit_sum(k + 2, sum(h[R]) for R in ranges) = 0",
        ],
    ),
];

#[test]
fn one_changed_character_is_found_and_the_reference_confirms_the_witness() {
    let mut count = 0;
    for (name, to, formula, mutated) in MUTATIONS {
        let ruleset = catalogue::find(name).expect("a game of the catalogue");
        let Ok(AnyGame::Heaps(game)) = AnyGame::new(&ruleset) else { panic!("{name} has heaps") };
        let mut reference = Reference::new(&game);
        let holds = verdict(name, formula, *to);
        assert!(matches!(holds, Verdict::HoldsUpTo(_)), "{name}: {formula}: {holds:?}");
        for formula in *mutated {
            let found = verdict(name, formula, *to);
            let Verdict::Refuted(refutation) = found else {
                panic!("{name}: {formula}: {found:?}");
            };
            let Refutation { smallest, flattest, .. } = *refutation;
            count += 1;
            for witness in [Some(smallest), flattest].into_iter().flatten() {
                let heaps: Vec<u64> = witness.values.iter().map(|v| *v as u64).collect();
                let position = game.position(&heaps).expect("a position");
                let facts = reference.facts(&position, &mut Budget::unlimited()).expect("facts");
                let truth = match facts.outcome(Convention::Normal) {
                    _ if witness.truth.starts_with("grundy") => {
                        format!("grundy = {}", facts.grundy)
                    }
                    Outcome::P => "P".to_string(),
                    Outcome::N => "N".to_string(),
                };
                assert_eq!(witness.truth, truth, "{name}: {formula} at {}", witness.at);
                assert_ne!(witness.says, witness.truth, "{name}: {formula} at {}", witness.at);
            }
        }
    }
    assert!(count >= 40, "only {count} mutations");
}

#[test]
fn the_witness_is_the_smallest_one() {
    // What the formulas say, a second time and by hand; the truth is the reference's.
    type Says = fn(&[u64]) -> bool;
    let cases: [(&str, u64, &str, Says); 4] = [
        ("nim(3)", 8, "P iff h[1] = 0 and h[2] = h[3]", |h| h[0] == 0 && h[1] == h[2]),
        ("wythoff", 20, "P iff b = 2*a or b = a + 2", |h| h[1] == 2 * h[0] || h[1] == h[0] + 2),
        ("split-and-delete", 30, "P iff a = b and a mod 2 = 1", |h| h[0] == h[1] && h[0] % 2 == 1),
        ("circular(4,2)", 5, "P iff h[1] = h[3]", |h| h[0] == h[2]),
    ];
    for (name, to, formula, says) in cases {
        let ruleset = catalogue::find(name).expect("a game of the catalogue");
        let Ok(AnyGame::Heaps(game)) = AnyGame::new(&ruleset) else { panic!("{name} has heaps") };
        let mut reference = Reference::new(&game);
        let mut wrong: Vec<Vec<u64>> = Vec::new();
        let bounds = Bounds { to: vec![to], total: None };
        game.visit_positions(&bounds, &mut |position| {
            let facts = reference.facts(position, &mut Budget::unlimited()).expect("facts");
            if (facts.grundy == 0) != says(position) {
                wrong.push(position.to_vec());
            }
            std::ops::ControlFlow::Continue(())
        })
        .expect("a window");
        let total = |h: &Vec<u64>| h.iter().sum::<u64>();
        let largest = |h: &Vec<u64>| h.iter().copied().max();
        let by_total = wrong.iter().min_by_key(|h| (total(h), (*h).clone())).expect("it is false");
        let by_largest = wrong.iter().min_by_key(|h| (largest(h), total(h), (*h).clone()));
        let Verdict::Refuted(refutation) = verdict(name, formula, to) else {
            panic!("{name}: {formula} is false");
        };
        let Refutation { smallest, flattest, .. } = *refutation;
        let values = |w: &Witness| w.values.iter().map(|v| *v as u64).collect::<Vec<_>>();
        assert_eq!(&values(&smallest), by_total, "{name}: {formula}");
        let flattest = flattest.unwrap_or(smallest);
        assert_eq!(Some(&values(&flattest)), by_largest, "{name}: {formula}");
    }
}

#[test]
fn a_sum_has_the_xor_of_the_values_and_not_their_sum() {
    let formula = "for all x, y, z, w: grundy(\"nim(2) + delete-nim\", x, y, z, w) = \
                   grundy(x, y) xor grundy(\"delete-nim\", z, w)";
    assert!(matches!(verdict("nim(2)", formula, 5), Verdict::HoldsUpTo(_)));
    let formula = "for all x, y, z in 1 .. 5, w in 1 .. 5: \
                   grundy(\"wythoff + split-and-delete\", x, y, z, w) = \
                   grundy(\"wythoff\", x, y) + grundy(\"split-and-delete\", z, w)";
    assert!(matches!(verdict("wythoff", formula, 5), Verdict::Refuted(_)));
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

/// Every id of PAPERS.md; a part of an id stands for all claims that begin with it.
const IDS: &[&str] = &[
    "SDN-T1",
    "SDN-P2",
    "SDN-T3",
    "SDN-P4",
    "SDN-P5",
    "SDN-TAB9",
    "SDN-LIST",
    "SDN-VDN-P",
    "SDN-VDN-G",
    "SDN-NIM-G",
    "SDN-WYT-P",
    "SDN-PRED-1",
    "SDN-PRED-2",
    "SDN-PRED-3",
    "SDN-PRED-4",
    "SDN-INCL-1",
    "SDN-INCL-2",
    "SDN-INCL-3",
    "SDN-TAB1",
    "SDN-TAB2",
    "SDN-TAB3",
    "SDN-TAB4",
    "SDN-TAB5",
    "SDN-TAB6",
    "SDN-TAB7",
    "SDN-TAB8",
    "CDN-T2.4",
    "CDN-2.2a",
    "CDN-2.2b",
    "CDN-2.5",
    "CDN-SUM",
    "BIN-T1",
    "BIN-T2",
    "BIN-T3",
    "BIN-T4",
    "BIN-T5",
    "BIN-T6",
    "BIN-D6",
    "BIN-T7",
    "BIN-T8",
    "BIN-T9",
    "BIN-T10",
    "BIN-T11",
    "BIN-T12",
    "BIN-T13",
    "BIN-E1",
    "BIN-E2",
    "BIN-E3",
    "BIN-E4",
    "BIN-E5",
    "BIN-E6",
    "BIN-E7",
    "BIN-E8",
    "BIN-E9",
    "BIN-E10",
    "BIN-E11",
    "BIN-E12",
    "BIN-E13",
    "BIN-E14",
    "BIN-E15",
    "BIN-E16",
    "BIN-E17",
    "BIN-E18",
    "BIN-E19",
    "TDN-1",
    "TDN-1a",
    "TDN-1b",
    "TDN-TAB1",
    "TDN-10",
    "TDN-Y3",
    "TDN-Y4",
    "TDN-Y5",
    "TDN-Y6",
    "TDN-Y7",
    "TDN-753",
    "TDN-M",
    "TDN-S1",
    "TDN-S2",
    "TDN-S3",
    "TDN-S4",
    "TDN-SYM",
    "TDN-MID",
    "CIR-42",
    "CIR-52",
    "CIR-63",
    "CIR-N1",
    "CIR-MOORE",
    "CIR-53",
    "CIR-86",
    "CIR-74",
    "CIR-G1",
    "CIR-G2",
    "CIR-G3",
    "CIR-G4",
    "CIR-F1",
    "CIR-F2",
    "CIR-F3",
    "CIR-F4",
    "CIR-Q1",
    "CIR-Q2-F2",
    "CIR-Q2-F3",
    "CIR-Q2-F4",
    "CIR-Q3",
];

#[test]
fn every_claim_of_the_papers_is_in_the_catalogue_and_well_formed() {
    let mut found = BTreeSet::new();
    for (name, text) in catalogue::GAMES {
        let ruleset = catalogue::find(name).expect("a game of the catalogue");
        for claim in &ruleset.claims {
            assert!(found.insert(claim.id.value.clone()), "{} is claimed twice", claim.id.value);
            if let Some(mended) = &claim.about.mends {
                let known = ruleset.claims.iter().any(|other| other.id.value == mended.value);
                assert!(known, "{} mends {}, which is not there", claim.id.value, mended.value);
            }
        }
        for instance in instances(&ruleset.claims, &ruleset.about.arguments, None) {
            let with = ishitori_rule::load(text, &instance.arguments).expect("an instance");
            let claim = &with.claims[instance.claim];
            let valid = validate(&with, &claim.statement, &Shelf);
            assert_eq!(valid, Ok(()), "{name}: {}", claim.id.value);
        }
    }
    for id in IDS {
        assert!(found.contains(*id), "{id} is missing");
    }
}

fn holds(game: &str, formula: &str, to: u64) -> bool {
    match verdict(game, formula, to) {
        Verdict::HoldsUpTo(_) => true,
        Verdict::Refuted(_) => false,
        Verdict::Unknown(why) => panic!("{game}: {formula}: {why}"),
    }
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
fn a_witness_names_the_position_it_speaks_of() {
    // grundy(0,3,1) in path-nim(3) is 4 (CIR-G4), grundy(0,1,3) is 4, grundy(1,0,3) is 2 (CIR-G2).
    let found = verdict("path-nim(3)", "grundy(h[2], h[1], h[3]) = grundy", 3);
    let Verdict::Refuted(refutation) = found else { panic!("{found:?}") };
    let smallest = refutation.smallest;
    assert!(smallest.truth.starts_with("grundy of "), "{smallest:?}");
    let found = verdict("wythoff", "P(\"nim(2)\", a, b) iff P", 5);
    let Verdict::Refuted(refutation) = found else { panic!("{found:?}") };
    let smallest = refutation.smallest;
    assert_eq!((smallest.at.as_str(), smallest.truth.as_str()), ("1,1", "1,1 in nim(2) is P"));
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
        assert!(validate(&ruleset, &statement, &Shelf).is_err(), "{name}");
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
    let allowed = Allowed { positions: 300, ..ALLOWED };
    let (mut judged, mut refused) = (0, 0);
    for (name, text) in catalogue::GAMES {
        let ruleset = catalogue::find(name).expect("a game of the catalogue");
        for claim in &ruleset.claims {
            let statement = &text[claim.statement.span.clone()];
            for _ in 0..30 {
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
                let check_it = Check {
                    ruleset: &ruleset,
                    statement: &statement,
                    text: &damaged,
                    convention: Convention::Misere,
                    bounds: &bounds,
                    automatic: false,
                    allowed,
                    library: &Shelf,
                };
                match check(&check_it, &mut || Budget::unlimited()) {
                    Ok(_) => judged += 1,
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(judged > 100 && refused > 100, "{judged} judged, {refused} refused");
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
