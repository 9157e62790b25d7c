//! Claims: changed formulas are refuted where the reference says so, the witness is the smallest, and
//! every id of the papers is in the catalogue. What statements mean is in `statements.rs`.

use std::collections::BTreeSet;

use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{Refutation, Verdict, Witness, instances, validate};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, GameKind};
use ishitori_core::solve::{Convention, Outcome, Reference};

use crate::judged::verdict;

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
                let facts = reference.facts(&position, &Control::unlimited()).expect("facts");
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
            let facts = reference.facts(position, &Control::unlimited()).expect("facts");
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
            let valid = validate(&with, &claim.statement, &CatalogueLibrary);
            assert_eq!(valid, Ok(()), "{name}: {}", claim.id.value);
        }
    }
    for id in IDS {
        assert!(found.contains(*id), "{id} is missing");
    }
}

#[test]
fn a_witness_names_the_position_it_speaks_of() {
    // The smallest position where swapping the first two heaps matters is 0,1,1: its value is
    // 0 + 1 + 1 (CIR-G4), that of 1,0,1 is 1 xor 1 (CIR-G2).
    let found = verdict("path-nim(3)", "grundy(h[2], h[1], h[3]) = grundy", 3);
    let Verdict::Refuted(refutation) = found else { panic!("{found:?}") };
    let Witness { at, says, truth, .. } = refutation.smallest;
    assert_eq!(at, "0,1,1");
    assert_eq!((says.as_str(), truth.as_str()), ("grundy of 1,0,1 = 2", "grundy of 1,0,1 = 0"));
    // 1,1 is P in Nim and N in Wythoff's Nim.
    let found = verdict("wythoff", "P(\"nim(2)\", a, b) iff P", 5);
    let Verdict::Refuted(refutation) = found else { panic!("{found:?}") };
    let Witness { at, truth, .. } = refutation.smallest;
    assert_eq!((at.as_str(), truth.as_str()), ("1,1", "1,1 in nim(2) is P"));
}

/// `P implies X` is looked at in P-positions only, unless a state may be wanted: both ways say the same, with the same witnesses.
#[test]
fn implications_from_p_both_ways() {
    let formulas = [
        ("nim(3)", "P implies xor(h) = 0"),
        ("nim(3)", "P implies h[1] <= h[2] + h[3]"),
        ("nim(3)", "P implies h[1] + h[2] + h[3] < 12"),
        ("circular(5,2)", "P implies h[1] = h[3] or h[1] != h[2] or h[4] = h[5]"),
        ("circular(5,2)", "P implies h[1] + h[2] <= h[3] + h[4] + h[5] + 9"),
        ("wythoff", "P implies 2*a >= b"),
        ("wythoff", "P implies a != 4 or b != 7"),
        ("split-and-delete", "P implies a = b"),
        ("single-split-delete", "P implies exists n in options: N"),
        ("lim", "P implies a = b or c = 0 or a + b + c > 3"),
        ("welter", "P implies a < b"),
        ("nim(3)", "P implies h[1]/h[2] = 1"),
    ];
    let mut verdicts = BTreeSet::new();
    for (game, formula) in formulas {
        for convention in [Convention::Normal, Convention::Misere] {
            for bounds in
                [Bounds { to: vec![6], total: None }, Bounds { to: vec![], total: Some(9) }]
            {
                let ruleset = catalogue::find(game).expect("a game");
                let Ok(statement) = ishitori_rule::parse::parse_statement(formula) else {
                    panic!("{formula}")
                };
                let control = Control::unlimited();
                let check = ishitori_core::claim::ClaimCheck {
                    among: None,
                    ruleset: &ruleset,
                    statement: &statement,
                    text: formula,
                    convention,
                    bounds: &bounds,
                    automatic: false,
                    control: &control,
                    known: None,
                    library: &CatalogueLibrary,
                };
                let fast = ishitori_core::claim::check(&check);
                let keeper = &mut ishitori_core::solve::snapshot::NoKeeper;
                let session = ishitori_core::claim::CheckSession { from: None, keeper };
                let slow = ishitori_core::claim::check_from(&check, session);
                let words = |checked: Result<Verdict, _>| match checked {
                    // In order a scan ends early; from the list all cases of the window are told.
                    Ok(Verdict::Refuted(found)) => (
                        "refuted".to_string(),
                        format!("{:?} {:?}", found.smallest, found.flattest),
                    ),
                    Ok(verdict) => (verdict.word().to_string(), format!("{verdict:?}")),
                    Err(error) => {
                        let error: ishitori_core::claim::CheckError = error;
                        ("error".to_string(), error.to_string())
                    }
                };
                let (fast, slow) = (words(fast), words(slow));
                assert_eq!(fast, slow, "{game}: {formula}");
                verdicts.insert(fast.0);
            }
        }
    }
    assert!(verdicts.contains("holds") && verdicts.contains("refuted"), "{verdicts:?}");
}
