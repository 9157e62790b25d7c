//! Where a function has no value, the comparison that it is in does not hold; of other conditions that says nothing.

use std::collections::BTreeSet;

use crate::random::game_of;
use ishitori_core::game::{GameKind, Heaps};

/// Whether (a, c) may become (a - t, c), as somebody who reads the words would say.
type Allowed = fn(a: i64, c: i64, t: i64) -> bool;

fn ones(x: i64) -> Option<i64> {
    (x >= 0).then(|| i64::from(x.count_ones()))
}

fn rest(x: i64, by: i64) -> Option<i64> {
    (by >= 1).then(|| x.rem_euclid(by))
}

fn gcd(x: i64, y: i64) -> i64 {
    if y == 0 { x } else { gcd(y, x % y) }
}

const CONDITIONS: [(&str, Allowed); 14] = [
    ("c = 1 or popcount(t - 2) = 2", |_, c, t| c == 1 || ones(t - 2) == Some(2)),
    ("c = 1 or 3*popcount(t - 2) = 6", |_, c, t| c == 1 || ones(t - 2) == Some(2)),
    ("c = 1 or not 3*popcount(t - 2) = 6", |_, c, t| {
        c == 1 || ones(t - 2).is_some_and(|ones| ones != 2)
    }),
    ("not (c = 1 and 3*popcount(t - 2) = 6)", |_, c, t| {
        c != 1 || ones(t - 2).is_some_and(|ones| ones != 2)
    }),
    ("c = 0 or gcd(a mod c, 6) = 1", |a, c, _| {
        c == 0 || rest(a, c).is_some_and(|rest| gcd(rest, 6) == 1)
    }),
    ("c = 0 or a mod c = 1", |a, c, _| c == 0 || rest(a, c) == Some(1)),
    ("c = 0 or min(a mod c, t) = 1", |a, c, t| {
        c == 0 || rest(a, c).is_some_and(|rest| rest.min(t) == 1)
    }),
    ("c = 0 or abs(popcount(t - 3) - 2) = 1", |_, c, t| {
        c == 0 || ones(t - 3).is_some_and(|ones| (ones - 2).abs() == 1)
    }),
    ("c = 0 or floor((a mod c)/2) = 1", |a, c, _| {
        c == 0 || rest(a, c).is_some_and(|rest| rest / 2 == 1)
    }),
    ("c = 2 or popcount(t - 2) + 1 in squares", |_, c, t| {
        c == 2 || ones(t - 2).is_some_and(|ones| ones == 0 || ones == 3)
    }),
    ("c = 2 or xor(t - 3, 1) < t - 1", |_, c, t| c == 2 || t >= 3 && (t - 3) ^ 1 < t - 1),
    ("(if a mod c = 0 then 1 else 2) = 2 or c = 0", |a, c, _| {
        c == 0 || rest(a, c).is_some_and(|rest| rest != 0)
    }),
    ("(if c = 0 then 1 else a mod c) = 1", |a, c, _| c == 0 || rest(a, c) == Some(1)),
    ("(if c = 0 then 2*(a mod c) else t) >= 2 or t = 1", |_, c, t| c != 0 && t >= 2 || t == 1),
];

#[test]
fn a_comparison_without_a_value_does_not_hold() {
    for (condition, allowed) in CONDITIONS {
        let text = format!(
            "game g position (a, c) option (a - t, c) where t >= 1, ({condition}) option (a, c - 1)"
        );
        let game = game_of(&text).unwrap_or_else(|| panic!("{text}"));
        for (a, c) in (0..12i64).flat_map(|a| (0..7i64).map(move |c| (a, c))) {
            let position = game.position(&[a as u64, c as u64]).expect("any two heaps");
            let found: BTreeSet<Heaps> = game.options(&position).into_iter().collect();
            let taken = (1..=a).filter(|t| allowed(a, c, *t)).map(|t| (a - t, c));
            let expected: BTreeSet<Heaps> = taken
                .chain((c > 0).then_some((a, c - 1)))
                .map(|(a, c)| Heaps::from([a as u64, c as u64]))
                .collect();
            assert_eq!(found, expected, "{condition} at {a},{c}");
        }
    }
}
