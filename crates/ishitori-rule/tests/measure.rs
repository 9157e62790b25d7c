//! Weights that show that play ends, and rules for which there are none.

use ishitori_rule::{Rules, load};

/// The weights found for a rule with these options.
fn measure(rule: &str) -> Result<Vec<i64>, String> {
    match load(&format!("game g {rule}"), &[]) {
        Ok(ruleset) => match ruleset.rules {
            Rules::Heaps(rules) => Ok(rules.measure.one_count().expect("one count").stones.clone()),
            _ => panic!("heaps"),
        },
        Err(problems) => Err(problems[0].message().to_string()),
    }
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

#[test]
fn endless_rules_are_refused() {
    for rule in [
        "position (a, b) option (a - t, b + t)",
        "position (a) option (x) where x <= a",
        "position (a, b) option (a - 1, b + 1) option (a + 1, b - 1)",
        "position (a, b) unordered option (a - 1, b + 1)",
        "position (a) option (a - t) where t mod 3 = 0",
    ] {
        assert_eq!(measure(rule), Err("play might never end".to_string()), "{rule}");
    }
}
