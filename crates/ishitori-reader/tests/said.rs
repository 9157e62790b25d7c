//! Texts, one from each page of the documentation, and what they say.

use ishitori_reader::{ClaimAbout, ReadGame, read_rule};

fn game(text: &str, name: &str) -> ReadGame {
    read_rule(text, name, &mut || true).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn options(text: &str, position: &[i64]) -> Vec<Vec<i64>> {
    let found = game(text, text.split_whitespace().nth(1).expect("a name"));
    found.options(position, &mut || true).expect("options").into_iter().collect()
}

/// The examples of docs/rule-language.md whose options are printed there, or are plain from its words.
#[test]
fn rules_of_the_documentation() {
    let two = "game two-then-two position h[3] unordered, each >= 1
        move split 2, then delete 2   move delete k, then split k for k in 1 .. 1";
    assert_eq!(options(two, &[1, 2, 2]), [[1, 1, 1], [1, 1, 2]]);
    let shy = "game shy position (a, b) unordered option (a - t, b) where 1 <= t <= b";
    assert_eq!(options(shy, &[2, 5]), [[0, 5], [1, 5], [2, 3], [2, 4]]);
    let euclid = "game euclid position (a, b) unordered
        option (a - t, b) where t >= 1, b <= a, b >= 1, b divides t";
    assert_eq!(options(euclid, &[2, 5]), [[1, 2], [2, 3]]);
    let end = "game end position h[3] on a line
        option h with h[i] lowered where each h[1 .. i-1] = 0   for i";
    assert_eq!(options(end, &[2, 1, 3]), [[0, 1, 3], [1, 1, 3], [2, 1, 0], [2, 1, 1], [2, 1, 2]]);
    let exact = "game exact position h[3] unordered
        option h with h[S] strictly lowered   for S of size 2";
    assert_eq!(options(exact, &[0, 1, 2]), [[0, 0, 0], [0, 0, 1]]);
    let wide = "game wide position （a、b） option （x、b） where x ≤ a、x ≠ a";
    assert_eq!(options(wide, &[2, 1]), [[0, 1], [1, 1]]);
}

/// What this reader does not know it refuses.
#[test]
fn what_is_refused() {
    for (text, why) in [
        ("game g heap n option [x] where x < n", "single heaps"),
        ("game g heap (a, b) option [x, b] where x < a", "pieces of several numbers"),
        ("game g board 2 by 2 of stones option take from an end of a run", "boards"),
        ("game g position (a) option (x, y) where x < a", "another number of heaps"),
        ("game g option (x)", "no `position`"),
    ] {
        let refused = read_rule(text, "g", &mut || true).expect_err(text);
        assert!(refused.why.contains(why), "{text}: {refused}");
    }
    let nim =
        game("game nim(n = 2) position h[n] unordered option h with h[i] lowered for i", "nim(2)");
    for claim in [
        "P(1, 2)",
        "options = {(1,2)}",
        "h[1] = gcd(h)",
        "P iff h[1]*h[2] = 4",
        "P iff",
        "grundy =",
    ] {
        assert!(nim.claim(claim, ClaimAbout::Value(0), &mut || true).is_err(), "{claim}");
    }
}

/// Whoever stops the work is heard.
#[test]
fn it_can_be_stopped() {
    let text =
        "game g position h[6] unordered, each >= 1 move delete k, then split k for k in 1 .. 3";
    let refused = read_rule(text, "g", &mut || false).expect_err("it was stopped");
    assert!(refused.stopped, "{refused}");
}

/// What stands for floor(k*phi) in Fibonacci digits; that it is so for all k is decided by the checker.
#[test]
fn multiples_of_phi() {
    // In whole numbers: z = floor(k*phi) if z <= k*phi < z + 1, and m < k*phi if m^2 < k^2 + k*m.
    let game = game("game g position (a, b) option (x, b) where x < a", "g");
    let claim =
        game.claim("a = floor(b*phi)", ClaimAbout::Value(0), &mut || true).expect("a claim");
    let mut points = Vec::new();
    let mut floor = 0u64;
    for k in 0..800u64 {
        while (floor + 1) * (floor + 1) < k * k + k * (floor + 1) {
            floor += 1;
        }
        points.extend([vec![floor, k], vec![floor + 1, k]]);
    }
    let holds = ishitori_check::holds_at(&claim.holds, true, 2, &points, &mut |_| true);
    let expected: Vec<bool> = (0..points.len()).map(|index| index % 2 == 0).collect();
    assert_eq!(holds.expect("a formula"), expected);
}
