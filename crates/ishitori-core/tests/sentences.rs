//! Obligations as closed sentences: all are true of a theorem, and not all of what is none.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ishitori_automata::{DigitLogic, DigitOrder, Formula, Numeration};
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::control::Control;
use ishitori_core::prove::sentences::{sentences, widest};
use ishitori_core::prove::{ProofQuestion, formulate, free_variables, sentence};
use ishitori_core::solve::Convention;
use ishitori_rule::parse::parse_statement;

/// The sentences of a statement about a game, with what is said of each.
fn decided(game: &str, text: &str, convention: Convention) -> Vec<(String, bool)> {
    let ruleset = catalogue::find(game).unwrap();
    let statement = parse_statement(text).unwrap();
    let (claim, library) = ("test", &CatalogueLibrary);
    let question = ProofQuestion {
        ruleset: &ruleset,
        statement: &statement,
        text,
        claim,
        convention,
        library,
    };
    let control = Control::unlimited();
    let Ok((arena, goal)) = formulate(&question, &control) else { panic!("{game}: {text}") };
    assert!(widest(&arena, &goal) <= 12);
    let golden = text.contains("phi");
    let numeration = if golden { Numeration::Zeckendorf } else { Numeration::Binary };
    let logic = DigitLogic { numeration, ..DigitLogic::binary(DigitOrder::Msd) };
    let decide = |(name, sentence): (String, Formula)| {
        assert!(free_variables(&sentence).is_empty(), "{game} {name}: {sentence:?}");
        let truth = logic.decide(&sentence).unwrap_or_else(|e| panic!("{game} {name}: {e}"));
        (name, truth)
    };
    sentences(&arena, &goal).into_iter().map(decide).collect()
}

#[test]
fn theorems() {
    for (game, text, count) in [
        ("nim(3)", "P iff xor(h) = 0", 10),
        ("nim(2)", "grundy = xor(h)", 9),
        ("split-and-delete", "P iff a = b and v2(a) mod 2 = 0", 0),
        ("wythoff", "P iff a = floor((b - a)*phi) and b = floor((b - a)*phi^2)", 0),
        ("delete-and-split", "P iff a mod 2 = 1 and b mod 2 = 1", 0),
    ] {
        let all = decided(game, text, Convention::Normal);
        assert!(count == 0 || all.len() == count, "{game}: {} sentences", all.len());
        for (name, truth) in all {
            assert!(truth, "{game}, {text}: {name}");
        }
    }
    let misere = "P iff (xor(h) = 0 and max(h) > 1) or (sum(h) mod 2 = 1 and max(h) <= 1)";
    for (name, truth) in decided("nim(2)", misere, Convention::Misere) {
        assert!(truth, "misère Nim: {name}");
    }
}

#[test]
fn what_is_no_theorem() {
    for (game, text, first) in [
        ("nim(2)", "P iff h[1] = h[2] and h[1] < 5", "every other position moves to set 0"),
        ("nim(2)", "P iff h[1] <= 1", "move 1 does not stay in set 0"),
        ("nim(2)", "grundy = h[1] + h[2]", "every smaller value is reached"),
        ("split-and-delete", "P iff a = b", "move"),
    ] {
        let all = decided(game, text, Convention::Normal);
        let wrong: Vec<&String> = all.iter().filter(|one| !one.1).map(|one| &one.0).collect();
        assert!(!wrong.is_empty(), "{game}, {text}: all is true");
        assert!(wrong.iter().any(|name| name.starts_with(first)), "{game}, {text}: {wrong:?}");
    }
    let all = decided("nim(2)", "P iff h[1] = h[2]", Convention::Misere);
    assert!(all.iter().any(|one| !one.1));
}

#[test]
fn first_quantifiers() {
    let leading = |text: &str| sentence(text).unwrap().leading;
    let two = leading("forall a: for all b in a .. 30: a <= b").unwrap();
    assert!(two.all);
    let names: Vec<&str> = two.variables.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    let one = leading("exists a: forall b: a <= b").unwrap();
    assert_eq!((one.all, one.variables.len()), (false, 1));
    // These count from elsewhere, are no numbers, or are not first.
    assert_eq!(leading("for all a in -3 .. 30: a >= -3"), None);
    assert_eq!(leading("for all a in {1, 5}: a > 0"), None);
    assert_eq!(leading("1 = 1 and exists a: a = 3"), None);
    assert_eq!(leading("forall a: a < b"), None, "`b` is free");
    let closed = sentence("forall a, b: a + b >= a").unwrap();
    assert!(free_variables(&closed.formula).is_empty());
}
