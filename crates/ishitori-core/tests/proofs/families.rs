//! Claims about some positions only: what supports itself is proved, what needs other families finds them, and nothing
//! false is proved.

use ishitori_core::catalogue::CatalogueLibrary;
use ishitori_core::control::Control;
use ishitori_core::discover::families::support::support;
use ishitori_core::game::Heaps;
use ishitori_core::prove::{ProofAttempt, ProofQuestion, prove_supported};
use ishitori_core::solve::Convention::Normal;
use ishitori_core::solve::{Outcome, Reference};
use ishitori_rule::load;
use ishitori_rule::parse::parse_statement;

use super::tried::{Tried, formula, heap_game, rules, wrong_at};

fn proved(game: &str, text: &str) -> String {
    match formula(&rules(game), text, Normal) {
        Tried::Proved(certificate, checked) => {
            assert!(checked.theorem().starts_with("families "), "{game}: {text}");
            certificate
        }
        other => panic!("{game}: {text}: {other:?}"),
    }
}

#[test]
fn families_that_support_themselves() {
    for (game, text) in [
        ("circular(6,2)", "for all a, b, c: P(a, b, c, a, b, c)"),
        ("circular(6,2)", "P if h[1] = h[4] and h[2] = h[5] and h[3] = h[6]"),
        ("circular(6,2)", "for all a, b, c: a xor b xor c = 0 implies P(a, 0, b, 0, c, 0)"),
        ("nim(4)", "P if h[1] = h[2] and h[3] = h[4]"),
        ("moore(3,2)", "P if sum(h) = 0"),
        ("wythoff", "P if a = 1 and b = 2 or a = b and b = 0"),
        ("delete-nim", "P if a = 0 and b = 0"),
        ("lim", "for all a: P(a, 0, 0)"),
        ("welter(2)", "P if h[1] mod 2 = 0 and h[2] = h[1] + 1"),
    ] {
        proved(game, text);
    }
}

#[test]
fn other_claims_of_the_game_help() {
    // Its replies are in the first family, which is another claim of the game.
    let third = "for all a, b, c, d: a + b = c + d implies P(a, b, 0, c, d, 0)";
    let alone =
        proved("circular(6,2)", "for all a, b, c: P(a, b, c, a, b, c) and P(a, b, c, a, b, c)");
    assert!(alone.contains("\ntheorem families 1 0\n"));
    match formula(&rules("circular(6,2)"), third, Normal) {
        Tried::Proved(certificate, _) => assert!(certificate.contains("\ntheorem families ")),
        Tried::Violated(found) => assert!(!found.exact, "{found:?}"),
        other => panic!("{other:?}"),
    }
    let won = proved("nim(2)", "N if h[2] = h[1] + 3");
    assert!(won.contains("\ntheorem families 1 1\n"));
    // It says of all other positions that they are won.
    let won = proved("nim(2)", "P implies h[1] = h[2]");
    assert!(won.contains("\ntheorem families 1 1\n"));
}

/// The same move twice: no symmetry leads from the one to the other, so both have covers.
#[test]
fn equal_moves_have_covers_of_their_own() {
    for places in ["(a, b)", "(a, b) unordered"] {
        let rule = format!(
            "game twice position {places} option (x, b) where x < a option (x, b) where x < a option (a, x) where x < b"
        );
        let ruleset = load(&rule, &[]).expect("a rule");
        let found = formula(&ruleset, "P if a = b", Normal);
        assert!(matches!(found, Tried::Proved(..)), "{places}: {found:?}");
    }
}

#[test]
fn what_is_false_is_never_proved() {
    for (game, text) in [
        (
            "nim(3)",
            "P if h[1] = 0 and h[2] = h[3] and (h[2] < 40 or h[2] = 41) or h[3] = h[2] + 50",
        ),
        ("nim(2)", "P if h[1] <= h[2] and h[2] <= h[1] + 1"),
        ("nim(2)", "N if h[1] <= h[2] and h[2] <= 70"),
        ("nim(2)", "(h[1] = h[2] implies P) and (h[1] = 100 implies N)"),
        ("circular(6,2)", "for all a, b, c: P(a, b, c, a, b, c + 1)"),
        ("circular(6,2)", "for all a, b, c, d: P(a, b, 0, c, d, 0) iff a + b = c + d + 1"),
        ("wythoff", "P if a = 1 and b = 3"),
    ] {
        let ruleset = rules(game);
        match formula(&ruleset, text, Normal) {
            Tried::Proved(..) => panic!("PROVED: {game}: {text}"),
            Tried::Violated(found) if found.exact && !text.starts_with("for all") => {
                let near = found.near(&heap_game(&ruleset));
                assert!(!wrong_at(&ruleset, text, Normal, &near).is_empty(), "{text}: {found:?}");
            }
            _ => {}
        }
    }
}

#[test]
fn statements_about_other_positions_are_instances_only_where_they_may_be() {
    for (text, why) in [
        ("exists a, b, c: P(a, b, c, a, b, c)", "of another position"),
        ("for all a: P(a, 0, 0, a, 0, 0) or a = 3", "of another position"),
        ("for all a: P(a, 0, 0, a, 0, 0) implies a = 3", "of another position"),
        ("P or N", "of no position"),
    ] {
        match formula(&rules("circular(6,2)"), text, Normal) {
            Tried::Neither(said) => assert!(said.contains(why), "{text}: {said}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    // The heaps here are not those of the named position: this is false, at 0,3,5.
    let here =
        "let X := xor(h): X != 0 and max(h) < X and X <= 2*max(h) implies P(h[1], h[2], X - h[3])";
    match formula(&rules("nim(3)"), here, Normal) {
        Tried::Neither(said) => assert!(said.contains("of another position"), "{said}"),
        other => panic!("{other:?}"),
    }
    // A claim about positions that there are not means nothing.
    match formula(&rules("nim(2)"), "for all a: P(a - 1, a - 1)", Normal) {
        Tried::Neither(said) => assert!(said.contains("means nothing"), "{said}"),
        other => panic!("{other:?}"),
    }
}

/// The slice of two opposite heaps up to 1, learned by itself, supports a claim that does not support itself.
#[test]
fn a_family_is_found_that_supports_the_claim() {
    let ruleset = rules("circular(6,2)");
    let text = "for all a, b, c, d: a + b = c + d implies P(a + 1, b + 1, 1, c + 1, d + 1, 1)";
    let statement = parse_statement(text).expect("a statement");
    let (control, library) = (Control::unlimited().with_memory(1 << 30), &CatalogueLibrary);
    let (ruleset_, claim, convention) = (&ruleset, "formula", Normal);
    let question = ProofQuestion {
        ruleset: ruleset_,
        statement: &statement,
        text,
        claim,
        convention,
        library,
    };
    let set = support(&question, &control).expect("in time").expect("a family");
    match prove_supported(&question, &set, &control) {
        ProofAttempt::Proved(proof) => {
            ishitori_check::check(&proof.certificate).expect("accepted");
        }
        _ => panic!("not proved"),
    }
    // The family is what is lost of the slice, by the reference, as far as that goes: 92 positions.
    let game = heap_game(&ruleset);
    let mut reference = Reference::new(&game);
    let all = super::tried::window(&game, 3, 5000);
    let accepted = |heaps: &Heaps| {
        let numbers: Vec<u128> = heaps.iter().map(|heap| u128::from(*heap)).collect();
        set.accepts(&ishitori_automata::Numeration::Binary.word(set.order(), &numbers))
    };
    let mut lost = 0;
    for heaps in all {
        let facts = reference.facts(&heaps, &control).expect("facts");
        let is_lost = heaps[2] <= 1 && heaps[5] <= 1 && facts.outcome(Normal) == Outcome::P;
        assert_eq!(accepted(&heaps), is_lost, "{heaps:?}");
        lost += usize::from(is_lost);
    }
    assert_eq!(lost, 92);
}
