//! Weights that show that play ends, and rules for which there are none.

use ishitori_rule::measure::WeightedCount;
use ishitori_rule::{Rules, load};

/// The weights found for a rule with these options, where one count is enough.
fn measure(rule: &str) -> Result<Vec<i64>, String> {
    counts(rule).map(|counts| {
        let [count] = &counts[..] else { panic!("{counts:?}") };
        count.stones.clone()
    })
}

/// The counts found for a rule with these options.
fn counts(rule: &str) -> Result<Vec<WeightedCount>, String> {
    match load(&format!("game g {rule}"), &[]) {
        Ok(ruleset) => match ruleset.rules {
            Rules::Heaps(rules) => Ok(rules.measure.counts),
            _ => panic!("heaps"),
        },
        Err(problems) => Err(problems[0].message().to_string()),
    }
}

/// What a stone of each heap weighs in each count.
fn stones(rule: &str) -> Vec<Vec<i64>> {
    let counts = counts(rule).unwrap_or_else(|why| panic!("{rule}: {why}"));
    assert!(counts.iter().all(|count| !count.counts_heaps()), "{rule}: {counts:?}");
    counts.into_iter().map(|count| count.stones).collect()
}

#[test]
fn the_number_of_stones_comes_first() {
    assert_eq!(measure("position (a, b) option (x, b) where x < a"), Ok(vec![1, 1]));
    assert_eq!(
        measure("position (a, b, c) option (a - t, b - t, c + t) where t >= 1"),
        Ok(vec![1; 3])
    );
}

#[test]
fn weights_of_any_size_are_found() {
    // Staircase Nim: a stone on step i makes i moves at most.
    let stairs = "position h[6] option h with h[1] - t where t >= 1
                  option h with h[i] - t, h[i-1] + t where t >= 1 for i in 2 .. 6";
    assert_eq!(measure(stairs), Ok(vec![1, 2, 3, 4, 5, 6]));
    let chain = "position (a, b, c) option (a - 1, b + 2, c + 7) option (a, b - 1, c + 5)
                 option (a, b, c - 1)";
    let weights = measure(chain).expect("an ending game");
    let [a, b, c] = weights[..] else { panic!("three heaps") };
    assert!(a > 2 * b + 7 * c && b > 5 * c && c > 0, "{weights:?}");
    // t mod 3 = 1 and t != 0 are as good as t >= 1.
    assert_eq!(measure("position (a) option (a - t) where t mod 3 = 1"), Ok(vec![1]));
    assert_eq!(measure("position (a) option (a - t) where t != 0"), Ok(vec![1]));
}

/// One weighted sum does not do where a heap grows by another one.
#[test]
fn several_counts_are_found_where_one_does_not_do() {
    let filled = "position (a, b) option (x, a + b) where x < a option (a, y) where y < b";
    assert_eq!(stones(filled), [[1, 0], [0, 1]]);
    let endless = "position (a, b) option (a - 1, b + t) where t <= 7*a option (2*a + b, y) where 3*y < b, a = 0
                   option (a, y) where y < b";
    // From an empty heap a stone may come back into it: only b can go down for ever, and a fills it.
    assert_eq!(counts(endless), Err("play might never end".to_string()));
    let cascade = "position (a, b, c) option (x, b + c, c) where x < a
                   option (a, y, c + b) where y < b option (a, b, z) where z < c";
    let found = stones(cascade);
    // Whatever weighs, in the first count only a does, then b.
    assert!(found[0][0] > 0 && found[0][1..] == [0, 0], "{found:?}");
    assert!(found[1][1] > 0 && found[1][2] == 0 && found[2][2] > 0, "{found:?}");
}

/// Joining makes heaps fewer, whatever becomes of their stones.
#[test]
fn heaps_that_are_not_empty_are_counted_first() {
    let joined = "position h[3] unordered option h with h[i] lowered for i
                  option h with h[i] := sum(h), h[j] := 0 where h[i] >= 1, h[j] >= 1 for i, j where i != j";
    let found = counts(joined).expect("play ends");
    let [first, second] = &found[..] else { panic!("{found:?}") };
    assert!(first.stones == [0; 3] && first.counts_heaps(), "{found:?}");
    assert!(second.stones.iter().all(|weight| *weight > 0), "{found:?}");
}

#[test]
fn endless_rules_are_refused() {
    for rule in [
        "position (a, b) option (x, a + b) where x < a option (a + b, y) where y < b",
        "position h[3] option h with h[i] := sum(h), h[j] := 1 where h[i] >= 1, h[j] >= 1 for i, j where i != j",
        "position (a, b) option (a - t, b + t)",
        "position (a) option (x) where x <= a",
        "position (a, b) option (a - 1, b + 1) option (a + 1, b - 1)",
        "position (a, b) unordered option (a - 1, b + 1)",
        "position (a) option (a - t) where t mod 3 = 0",
    ] {
        assert_eq!(measure(rule), Err("play might never end".to_string()), "{rule}");
    }
}
