//! Where meanings are easily got wrong: negative numbers, v2(0), tied minima, guards, sentences.

use ishitori_automata::{DigitLogic, DigitOrder, Formula, Numeration};
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::game::AnyGame;
use ishitori_core::prove::{BeyondAutomata, TheoremStatement, sentence, text, translate};
use ishitori_rule::parse::parse_statement;

use super::agree::{agree, positions};

/// At how many positions the statement means nothing; the rest agree with the evaluator.
fn undefined(game: &str, statement: &str) -> usize {
    let ruleset = catalogue::find(game).expect("a game of the catalogue");
    let parsed = parse_statement(statement).unwrap_or_else(|p| panic!("{statement}: {p:?}"));
    let translated = translate(&ruleset, &parsed, &CatalogueLibrary);
    let translated = translated.unwrap_or_else(|why| panic!("{statement}: {why}"));
    let Ok(AnyGame::Heaps(heaps)) = AnyGame::new(&ruleset) else { panic!("{game}") };
    agree(&ruleset, &parsed, &translated, &positions(&heaps))
}

/// Named positions, in claims that are true and in some that are not.
#[test]
fn claims_that_name_positions() {
    for (game, statement) in [
        ("nim(2)", "for all a: P(a, a)"),
        ("nim(2)", "for all a, b: P(a, b) iff a = b"),
        ("nim(2)", "for all a: P(a, a + 1)"),
        ("nim(2)", "for all a in 0 .. 9: N(a, 9 - a)"),
        ("nim(2)", "for all a in 0 .. 8: N(a, 8 - a)"),
        ("nim(2)", "P(5, 3)"),
        ("path-nim(2)", "N(5, 3) and not P(0, 1)"),
        ("path-nim(2)", "N(5, 3) and not P(1, 1)"),
    ] {
        assert_eq!(undefined(game, statement), 0, "{statement}");
    }
}

#[test]
fn defined_everywhere() {
    let statements = [
        ("path-nim(2)", "P iff h[1] - h[2] = 1 or (h[1] - h[2])/2 = -1 or (h[1] - h[2]) mod 3 = 2"),
        ("path-nim(2)", "P iff v2(h[1] - h[2]) >= 1"),
        ("path-nim(2)", "P iff v2(h[1]) = v2(h[2])"),
        ("path-nim(2)", "P iff v2(h[1]) = infinity"),
        ("path-nim(2)", "P iff v2(h[1]) < infinity and v2(h[1]) mod 3 = 1"),
        ("path-nim(2)", "P iff h[1] = 0 or 2^(v2(h[1]) + 1) <= h[2]"),
        ("path-nim(2)", "P iff h[1] > 0 implies v2(h[1]) + 2 > v2(h[2])"),
        ("path-nim(2)", "P iff tail(h[1]) > v2(h[2])"),
        ("path-nim(2)", "P iff v2(h[1]) >= 7 or tail(h[2]) = 6"),
        ("path-nim(2)", "grundy = abs(h[1] - h[2])"),
        ("path-nim(2)", "grundy = (if h[2] > 0 then v2(h[2]) + 2 else 0)"),
        ("path-nim(2)", "grundy = (if h[1] > h[2] then (h[1] - h[2]) xor 3 else h[1])"),
        ("path-nim(2)", "grundy = 2 iff xor(h) = h[1] - h[2]"),
        ("path-nim(2)", "P iff xor(h) != h[1] - h[2]"),
        ("path-nim(3)", "P iff min(h) = h[2] and max(h) = min(h[1], h[2]) + 1"),
        ("path-nim(3)", "P iff min(h) + max(h) = h[1] and min(h) != h[3]"),
        ("path-nim(3)", "P iff least(2, h) = h[2]"),
        ("path-nim(3)", "P iff count(x in {h[1], h[2], h[3]}: x > 2) = 2"),
        ("path-nim(3)", "P iff sum({h[1], h[2], h[3]}) = 4"),
        ("path-nim(3)", "P iff size({h[1], h[2], h[3]}) = 2"),
        ("path-nim(3)", "P iff exactly one i in 1 .. 3: h[i] = 1"),
        ("path-nim(3)", "P iff exists i in 1 .. 3: h[i] = sum(h) - h[i]"),
        ("path-nim(2)", "P iff exists k in h[1] - 3 .. h[2]: 2*k = h[2] - 5"),
        ("path-nim(2)", "P iff exactly one k in 0 .. h[1]: h[2] = 3*k"),
        ("path-nim(2)", "P iff no k in 1 .. 30 with h[1] = k*3 + 1"),
        ("path-nim(2)", "P iff bitlen(h[1]) = bitlen(h[2]) + 1"),
        (
            "path-nim(2)",
            "P iff exists j in 1 .. bitlen(h[1]): bit(h[2], j) = 1 and bit(h[1], j - 1) = 0",
        ),
        ("path-nim(2)", "P iff h[1]*(h[2] mod 3) = 4"),
        ("path-nim(2)", "P iff h[1] mod 2^bitlen(h[2]) = h[2]"),
        ("path-nim(2)", "P iff popcount(h[1]) = 3 or popcount(h[2]) mod 3 = 2"),
        ("path-nim(2)", "P iff 3 divides h[1] and 0 divides h[2]"),
        ("path-nim(2)", "P iff h[1] in {1, h[2], 7} - {4}"),
        ("path-nim(2)", "not P iff h[1] = h[2]"),
        ("path-nim(2)", "P iff exists k in 0 .. 60: h[1] = 2^k"),
        ("path-nim(2)", "P iff exists k in 0 .. 40: h[1] = 2^k - 1"),
        ("path-nim(2)", "P iff exists k in 2 .. 50: h[1] + h[2] = 3*2^(k - 1)"),
        ("path-nim(2)", "P iff for all k in 0 .. 33: h[1] != 2^(k + 1) or k mod 3 = 1"),
        ("path-nim(2)", "P iff exists j in 0 .. 20, k in 0 .. 20: h[1] = 2^j + 2^k and j < k"),
        ("path-nim(2)", "P iff no k in 0 .. 12 with h[1] = k or 2^k = h[2]"),
        ("path-nim(2)", "h[1] = h[2] iff N"),
        ("path-nim(2)", "let x := h[1] xor h[2]: P iff x = 0 or x > h[1]"),
        ("wythoff", "P iff floor((b - a)*phi^2) = b"),
        ("wythoff", "P iff exists k in 0 .. b: a = floor(k*phi) and b = floor(k*phi^2)"),
        ("wythoff", "grundy = floor(a*phi) + b mod 2"),
        ("nim(2)", "P iff h[1] <= h[2] and h[1] = h[2]"),
        ("nim(2)", "h[1] <= h[2]"),
        ("nim(3)", "for all (x, y, z) in images: x = max(h) implies (P iff y xor z = x)"),
    ];
    for (game, statement) in statements {
        assert_eq!(undefined(game, statement), 0, "{game}: {statement}");
    }
}

/// Where a statement means nothing, the translation does not say that it does.
#[test]
fn defined_somewhere() {
    let statements = [
        ("path-nim(2)", "P iff v2(h[1]) mod 2 = 0"),
        ("path-nim(2)", "P iff (h[1] - h[2]) xor 1 = 0"),
        ("path-nim(2)", "P iff 2^(v2(h[1]) - 1) = h[2]"),
        ("path-nim(2)", "P iff bit(h[1], h[2] mod 3 - 1) = 1"),
        ("path-nim(2)", "P iff h[1] mod (h[2] mod 2) = 0"),
        ("path-nim(2)", "grundy = v2(h[1]) + 1"),
        ("path-nim(3)", "P iff h[h[1] mod 4] = 0"),
        ("path-nim(2)", "P iff floor((h[1] - h[2])*phi) = 3"),
        ("path-nim(2)", "P iff bitlen(h[1]) - 1 >= 0 and bit(h[2], bitlen(h[1]) - 1) = 1"),
        ("path-nim(2)", "P iff tail(h[1] - 2) = 1"),
    ];
    for (game, statement) in statements {
        let _ = undefined(game, statement);
    }
    assert!(undefined("path-nim(2)", "P iff v2(h[1]) mod 2 = 0") > 0);
    let ruleset = catalogue::find("path-nim(2)").expect("a game of the catalogue");
    let never = parse_statement("P iff or(0 - 1, h[1]) = 0").expect("a statement");
    assert!(matches!(
        translate(&ruleset, &never, &CatalogueLibrary),
        Err(BeyondAutomata::Part { .. })
    ));
}

#[test]
fn refusals_name_the_part() {
    let ruleset = catalogue::find("path-nim(2)").expect("a game of the catalogue");
    for (statement, part, why) in [
        ("P iff h[1]*h[2] = 4 or h[1] = 2", "h[1]*h[2] = 4", "a product of two numbers"),
        ("P iff gcd(h[1], h[2]) = 1", "gcd(h[1], h[2]) = 1", "common divisors"),
        ("P iff v2(h[1]) = h[2]", "v2(h[1]) = h[2]", "logarithm"),
        ("grundy = nim_product(h[1], h[2])", "grundy = nim_product(h[1], h[2])", "nimbers"),
        (
            "P iff h[1] mod h[2] = 0",
            "h[1] mod h[2] = 0",
            "a division by a number that is not known",
        ),
        ("P iff 3^h[1] = 2", "3^h[1] = 2", "a power"),
        ("P or N", "P or N", "of no position"),
        ("P iff exists k in 0 .. infinity: k = h[1]", "", "ends at infinity"),
        ("P iff exists k in v2(h[1]) .. h[2]: k = 3", "", "ends at infinity"),
        ("P iff exists k in 0 .. v2(h[1]): bit(h[2], k) = 1", "", "ends at infinity"),
        ("P iff floor(h[1]*phi) = h[2] xor 1", "", "Fibonacci"),
    ] {
        let parsed = parse_statement(statement).expect("a statement");
        match translate(&ruleset, &parsed, &CatalogueLibrary) {
            Err(BeyondAutomata::Part { what, span }) => {
                assert!(what.contains(why), "{statement}: {what}");
                let at = span.map_or("", |span| &statement[span]);
                assert!(part.is_empty() || at == part, "{statement}: {at}");
            }
            other => panic!("{statement}: {other:?}"),
        }
    }
}

fn decided(text: &str) -> bool {
    let sentence = sentence(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(sentence.free, Vec::<String>::new());
    let logic = match sentence.numeration {
        Numeration::Binary => DigitLogic::binary(DigitOrder::Msd),
        Numeration::Zeckendorf => DigitLogic::zeckendorf(DigitOrder::Msd),
    };
    assert_eq!(logic.decide(&sentence.defined), Ok(true), "{text}");
    logic.decide(&sentence.formula).unwrap_or_else(|why| panic!("{text}: {why}"))
}

#[test]
fn sentences() {
    for text in [
        "for all a, b: a + b = b + a",
        "forall a, b: a xor b <= a + b",
        "(forall a, b: or(a, b) + and(a, b) = a + b) and tail(3) = 2",
        "for all x: exists y: y > x and popcount(y) = 1",
        "for all x: x > 0 implies x mod 2^v2(x) = 0 and x mod 2^(v2(x) + 1) > 0",
        "for all a, b, c: majority(a, b, c) = (a + b + c - (a xor b xor c))/2",
        "for all k: floor(k*phi^2) = floor(k*phi) + k",
        "for all k: k >= 1 implies no m with floor(k*phi) = floor(m*phi^2) and m >= 1",
        "for all n: n >= 1 implies exactly one x with popcount(x) = 1 and x <= n and n < 2*x",
        "for all x: bitlen(2*x + 1) = bitlen(x) + 1",
        "for all x, y: v2(x - y) = v2(y - x)",
    ] {
        assert!(decided(text), "{text}");
    }
    for text in [
        "for all a, b: a xor b = a + b",
        "exists x: 2*x = 7",
        "for all x: exists y: y < x",
        "for all x: v2(x) < infinity",
    ] {
        assert!(!decided(text), "{text}");
    }
}

#[test]
fn free_variables() {
    let relation = sentence("exists y in 0 .. z: x = 2*y and z != w").expect("a formula");
    assert_eq!(relation.free, ["z", "x", "w"]);
    assert_eq!(
        text(&relation.formula),
        "(exists (y_) (and (lin <= 0 (-1 z) (1 y_)) (lin = 0 (1 x) (-2 y_)) (lin != 0 (1 z) (-1 w))))"
    );
    assert_eq!(relation.defined, Formula::Constant(true));
    assert!(matches!(sentence("x = = 2"), Err(BeyondAutomata::Problems(_))));
    assert!(matches!(sentence("P iff x = 2"), Err(BeyondAutomata::Part { .. })));
    assert!(sentence("frob(x) = 2").is_err());
}

#[test]
fn classes_and_everywhere() {
    let ruleset = catalogue::find("split-and-delete").expect("a game of the catalogue");
    let of = |statement: &str| {
        let parsed = parse_statement(statement).expect("a statement");
        translate(&ruleset, &parsed, &CatalogueLibrary).map(|translated| translated.theorem)
    };
    assert!(matches!(of("a = b iff grundy = 3"), Ok(TheoremStatement::Class { value: 3, .. })));
    assert!(matches!(of("a >= 1"), Ok(TheoremStatement::Everywhere(Formula::Constant(true)))));
    assert!(matches!(of("tail(3) = 2"), Ok(TheoremStatement::Sentence(Formula::Constant(true)))));
    assert!(matches!(of("P iff grundy = 0"), Err(BeyondAutomata::Part { .. })));
}
