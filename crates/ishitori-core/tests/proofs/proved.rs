//! Theorems of the papers that must be proved, each with the kind of theorem that it is.

use ishitori_core::catalogue::CatalogueLibrary;
use ishitori_core::control::Control;
use ishitori_core::prove::{ProofAttempt, ProofQuestion, prove};
use ishitori_core::solve::Convention;
use ishitori_rule::load;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::tried::{Tried, claim, formula, rules};

/// Proves claims; the checker accepts them as theorems of the kind expected.
fn prove_all(claims: &[(&str, &str, &str)]) {
    for (game, id, kind) in claims {
        match claim(game, id) {
            Tried::Proved(_, checked) => {
                assert_eq!(checked.theorem(), *kind, "{game} {id}");
                assert_eq!(checked.game(), rules(game).about.full_name(), "{game} {id}");
                assert_eq!(checked.statement.claim, *id, "{game}");
            }
            other => panic!("{game} {id}: {other:?}"),
        }
    }
}

/// Memory is looked at while it is taken: the first macro-state alone meets most of the elements.
#[test]
fn memory_is_looked_at_before_much_is_taken() {
    let ruleset = rules("circular(6,4)");
    let claim = ruleset.claims.iter().find(|claim| claim.id.value == "BIN-T9").expect("a claim");
    let (statement, text, convention) = (&claim.statement, &ruleset.about.text, Convention::Normal);
    let library = &CatalogueLibrary;
    let question =
        ProofQuestion { ruleset: &ruleset, statement, text, claim: "T", convention, library };
    // How often the listener was asked when so much memory was used up; `None` if it is enough.
    let asked_within = |memory: usize| {
        let asked = Arc::new(AtomicU64::new(0));
        let counter = asked.clone();
        let listener = Arc::new(move || {
            counter.fetch_add(1, Ordering::Relaxed);
            Ok(())
        });
        match prove(&question, &Control::new(listener).with_memory(memory)) {
            ProofAttempt::Proved(_) => None,
            ProofAttempt::GaveUp(gave_up)
                if gave_up.why().contains("macro-states done, and the") =>
            {
                Some(asked.load(Ordering::Relaxed))
            }
            ProofAttempt::GaveUp(gave_up) => panic!("{memory}: {gave_up}"),
            _ => panic!("{memory}: neither proved nor too much"),
        }
    };
    let asked: Vec<Option<u64>> = (1..=30).map(|at| asked_within(50_000 * at)).collect();
    assert!(asked[19].is_some(), "it takes more than 1,000,000 bytes: {asked:?}");
    assert_eq!((asked[29], asked_within(1 << 30)), (None, None));
    // Whoever may take 150,000 bytes more is asked again before they are used up: so no step takes 200,000.
    for (less, more) in asked.iter().zip(&asked[3..]).filter(|(_, more)| more.is_some()) {
        assert!(less.is_some() && less < more, "{less:?} and {more:?} of {asked:?}");
    }
}

const OUTCOMES: &str = "values 0";
const PLAIN: &str = "grundy plain";
const HOT: &str = "grundy onehot";

#[test]
fn deletion_games() {
    prove_all(&[
        ("split-and-delete", "SDN-T1", OUTCOMES),
        ("split-and-delete", "SDN-P2", "values 1"),
        ("delete-and-split", "SDN-VDN-P", OUTCOMES),
        ("delete-and-split", "SDN-VDN-G", HOT),
        ("nim-1(2)", "SDN-NIM-G", PLAIN),
        ("wythoff-1", "SDN-WYT-P", OUTCOMES),
        ("wythoff", "WYT-P", OUTCOMES),
        ("delete-nim", "BIN-T11", HOT),
        ("single-delete(2)", "SD-1", OUTCOMES),
        ("single-delete(3)", "SD-1", OUTCOMES),
        ("single-delete(3)", "SD-2", OUTCOMES),
        ("half-delete(2)", "HD-1", OUTCOMES),
        ("half-delete(4)", "HD-2", OUTCOMES),
        ("all-but-one-delete(2)", "ABD-1", OUTCOMES),
        ("at-most-half-delete(2)", "AMHD-1", OUTCOMES),
        ("at-most-half-delete(4)", "AMHD-1", OUTCOMES),
        ("at-most-half-delete(3)", "AMHD-2", OUTCOMES),
    ]);
}

#[test]
fn four_heaps_of_single_delete() {
    prove_all(&[("single-delete(4)", "SD-1", OUTCOMES)]);
}

#[test]
fn common_divisors() {
    for m in 1..=4 {
        let game = format!("common-divisor({m})");
        prove_all(&[(&game, "CDN-T2.4", HOT), (&game, "CDN-T2.4-P", OUTCOMES)]);
    }
}

#[test]
fn nim() {
    for n in (1..=8).chain([20]) {
        let game = format!("nim({n})");
        prove_all(&[(&game, "BIN-T1", OUTCOMES), (&game, "BIN-T4", PLAIN)]);
    }
}

#[test]
fn moore_and_emperor() {
    for game in ["(2,1)", "(3,2)", "(3,3)", "(4,2)", "(4,3)", "(5,2)", "(5,3)", "(12,2)"] {
        prove_all(&[(&format!("moore{game}"), "BIN-T5", OUTCOMES)]);
    }
    for shape in ["[2]", "[3]", "[1,2]", "[2,2]", "[1,1,2]", "[2,3]", "[2,2,2]"] {
        prove_all(&[(&format!("emperor({shape},1)"), "BIN-T12", OUTCOMES)]);
    }
    for shape in ["[2,2]", "[2,3]", "[1,1,1]", "[1,2,2]", "[2,2,2]"] {
        prove_all(&[(&format!("emperor({shape},2)"), "BIN-T13", OUTCOMES)]);
    }
}

#[test]
fn grundy_values() {
    prove_all(&[
        ("welter(1)", "BIN-T7", PLAIN),
        ("welter(2)", "BIN-T7", PLAIN),
        ("welter(3)", "BIN-T7", PLAIN),
        ("lim", "BIN-T8", PLAIN),
        ("lim", "BIN-T8-MAJ", PLAIN),
    ]);
    for k in 1..=3 {
        prove_all(&[
            (&format!("nimhoff(2,{k})"), "BIN-T10", PLAIN),
            (&format!("nimhoff(3,{k})"), "BIN-T10-3", PLAIN),
        ]);
    }
    prove_all(&[("nimhoff(4,1)", "BIN-T10-4", PLAIN)]);
}

#[test]
fn circular_nim() {
    prove_all(&[
        ("circular(6,4)", "BIN-T9", OUTCOMES),
        ("circular(4,2)", "CIR-42", OUTCOMES),
        ("circular(5,2)", "CIR-52", OUTCOMES),
        ("circular(6,3)", "CIR-63", OUTCOMES),
        ("circular(5,3)", "CIR-53", OUTCOMES),
    ]);
    for n in 3..=6 {
        let (moore, nim) = (format!("circular({n},{})", n - 1), format!("circular({n},1)"));
        prove_all(&[(&moore, "CIR-MOORE", OUTCOMES), (&nim, "CIR-N1", OUTCOMES)]);
    }
}

#[test]
#[ignore = "slow"]
fn slow_circular_nim() {
    prove_all(&[("circular(7,4)", "CIR-74", OUTCOMES)]);
    prove_all(&[("circular(8,6)", "CIR-86", OUTCOMES)]);
}

#[test]
#[ignore = "slow"]
fn slow_deletion_games() {
    prove_all(&[
        ("all-but-one-delete(3)", "ABD-1", OUTCOMES),
        ("at-most-half-delete(5)", "AMHD-2", OUTCOMES),
        ("nimhoff(4,2)", "BIN-T10-4", PLAIN),
    ]);
}

/// What is not among the claims of the catalogue, and what kind of theorem it becomes.
#[test]
fn formulas() {
    const MISERE: Convention = Convention::Misere;
    const NORMAL: Convention = Convention::Normal;
    let misere_nim = "P iff (max(h) <= 1 and xor(h) = 1) or (max(h) > 1 and xor(h) = 0)";
    let cases = [
        ("nim(1)", MISERE, "P iff h[1] = 1", "misere"),
        ("nim(2)", MISERE, misere_nim, "misere"),
        ("nim(3)", MISERE, misere_nim, "misere"),
        ("circular(4,3)", MISERE, "P iff (sum(h) = 1 or min(h) = max(h) and max(h) > 1)", "misere"),
        ("nim(2)", NORMAL, "N iff h[1] != h[2]", OUTCOMES),
        ("nim(2)", NORMAL, "grundy = 0 iff h[1] = h[2]", OUTCOMES),
        ("nim(2)", NORMAL, "grundy = 1 iff (h[1] xor h[2]) = 1", "values 1"),
        ("nim(3)", NORMAL, "grundy = 1 iff xor(h) = 1", "values 1"),
        ("common-divisor(2)", NORMAL, "P iff v2(h[1]) = v2(h[2])", OUTCOMES),
    ];
    for (game, convention, claimed, kind) in cases {
        match formula(&rules(game), claimed, convention) {
            Tried::Proved(_, checked) => assert_eq!(checked.theorem(), kind, "{game} {claimed}"),
            other => panic!("{game} {claimed}: {other:?}"),
        }
    }
}

/// The theorem on the positions of one value brings the theorems on those of smaller values.
#[test]
fn classes_build_on_other_claims() {
    let rule = "game pairs position (a, b) unordered option (x, b) where x < a
        claim ZERO theorem: P iff a = b
        claim ONE theorem: grundy = 1 iff a xor b = 1
        claim TWO theorem: grundy = 2 iff a xor b = 2
        claim FOUR theorem: grundy = 4 iff a xor b = 4";
    let ruleset = load(rule, &[]).expect("a rule");
    match formula(&ruleset, "grundy = 3 iff a xor b = 3", Convention::Normal) {
        Tried::Proved(_, checked) => {
            assert_eq!(checked.theorem(), "values 3");
            assert_eq!(checked.statement.formulas.len(), 4);
        }
        other => panic!("{other:?}"),
    }
    // There is none of value 3.
    match formula(&ruleset, "grundy = 4 iff a xor b = 4", Convention::Normal) {
        Tried::Neither(why) => assert!(why.contains("need those of value 3"), "{why}"),
        other => panic!("{other:?}"),
    }
}

/// A claim is not false because another one is, on which its proof would build.
#[test]
fn wrong_lemmas_refute_nothing() {
    let rule =
        "game pairs(n = 2) where n >= 2 position h[n] unordered option h with h[i] lowered for i
        claim ELSEWHERE theorem only on (3): P iff h[1] = 5
        claim WRONG conjecture: P iff h[1] + 1 = h[2]
        claim RIGHT corrected mends WRONG: P iff h[1] = h[2]
        claim WRONG1 conjecture: grundy = 1 iff h[2] = h[1] + 1";
    let ruleset = load(rule, &[]).expect("a rule");
    let one = "grundy = 1 iff (h[1] xor h[2]) = 1";
    let proved = formula(&ruleset, one, Convention::Normal);
    assert!(matches!(proved, Tried::Proved(..)), "{proved:?}");
    match formula(&ruleset, "grundy = 2 iff (h[1] xor h[2]) = 2", Convention::Normal) {
        Tried::Neither(why) => assert!(why.contains("of value 1, and"), "{why}"),
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        formula(&ruleset, "grundy = 1 iff h[2] = h[1] + 1", Convention::Normal),
        Tried::Violated(_)
    ));
}

/// What is about numbers only is decided without a proof.
#[test]
fn statements_about_numbers() {
    for (claimed, truth) in [("h[1] <= h[2]", true), ("h[1] < h[2]", false), ("1 + 1 = 2", true)] {
        match formula(&rules("nim(2)"), claimed, Convention::Normal) {
            Tried::Decided(holds) => assert_eq!(holds, truth, "{claimed}"),
            other => panic!("{claimed}: {other:?}"),
        }
    }
}

#[test]
fn what_is_beyond_the_method_says_so() {
    let cases = [
        ("nim(2)", "grundy = h[1] * h[2]"),
        ("nim(2)", "P(h[1], h[2])"),
        ("grid-nim(2,2)", "P iff row_xor = 0"),
        ("wythoff", "P iff a = floor((b - a)*phi) and a xor b = 1"),
        ("nim(2)", "P iff options = {}"),
    ];
    for (game, claimed) in cases {
        match formula(&rules(game), claimed, Convention::Normal) {
            Tried::Neither(why) => assert!(why.len() > 10 && !why.contains('\n'), "{why}"),
            other => panic!("{game} {claimed}: {other:?}"),
        }
    }
}
