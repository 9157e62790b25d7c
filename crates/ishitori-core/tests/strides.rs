//! One pass over a box against the reference: values and lengths of play, in both kinds of play, also where heaps grow.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_core::ask::{Engine, Fact, Plan, choose, choose_window, p_positions};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::solve::strides::{StrideFact, StridePlan};
use ishitori_core::solve::{Convention, Outcome, Reference};

use crate::cases::cases;
use crate::random::random_games;

const TELLS: [StrideFact; 3] = [
    StrideFact::Grundy,
    StrideFact::Remoteness(Convention::Normal),
    StrideFact::Remoteness(Convention::Misere),
];

fn game(text: &str) -> HeapGame {
    let ruleset = ishitori_rule::load(text, &[]).unwrap_or_else(|p| panic!("{text}: {p:?}"));
    match AnyGame::new(&ruleset) {
        Ok(AnyGame::Heaps(game)) => game,
        other => panic!("{other:?}"),
    }
}

/// Every position of a box against the reference; whether rows were walked. Where neither an order of heaps nor one
/// count falls there is no plan.
fn compare(what: &str, game: &HeapGame, to: &[u64]) -> bool {
    let control = Control::unlimited();
    let mut reference = Reference::new(game);
    let mut in_rows = false;
    for tells in TELLS {
        let Some(plan) = StridePlan::new(game, to, tells) else {
            assert!(game.rules().measure.one_count().is_none(), "{what}: one count, and no plan");
            return false;
        };
        in_rows = plan.order.is_some();
        let table = plan.solve(game, &control).expect("a table");
        let mut heaps = vec![0; to.len()];
        loop {
            let mut canonical = heaps.clone();
            if game.rules().symmetry.identifies() {
                canonical.sort_unstable();
            }
            let expected = game.position(&canonical).ok().map(|position| {
                let facts = reference.facts(&position, &control).expect("facts");
                match tells {
                    StrideFact::Grundy => facts.grundy,
                    StrideFact::Remoteness(convention) => facts.remoteness(convention),
                }
            });
            assert_eq!(table.get(&heaps), expected, "{what} at {heaps:?} up to {to:?}, {tells:?}");
            let Some(place) = (0..heaps.len()).rev().find(|at| heaps[*at] < to[*at]) else { break };
            heaps[place] += 1;
            heaps[place + 1..].fill(0);
        }
    }
    in_rows
}

const FIBONACCI: &str = "game fibonacci-nim
    position (n, l)
    option (n - t, 2*t) where t >= 1 and t <= l";

const CHOMP: &str = "game chomp
    position (a, b, c) where a >= b and b >= c
    option (a, b, x) where x < c
    option (a, x, c) where x < b and x >= c
    option (a, x, x) where x < c
    option (x, b, c) where x < a and x >= b
    option (x, x, c) where x < b and x >= c
    option (x, x, x) where x < c";

const PASS: &str = "game nim-with-a-pass
    position (a, b, c, p) where p <= 1
    option (x, b, c, p) where x < a
    option (a, x, c, p) where x < b
    option (a, b, x, p) where x < c
    option (a, b, c, p - 1) where a + b + c >= 1";

const EUCLID: &str = "game euclid
    position (a, b) where a >= 1 and b >= 1
    option (a, x) where x < b and x >= 1 and a divides b - x
    option (x, b) where x < a and x >= 1 and b divides a - x";

const KNIGHT: &str = "game queen-and-knight
    position (a, b) unordered
    option (x, b) where x < a
    option (a - t, b - t) where t >= 1
    option (a - 1, b - 2)";

/// The second heap grows by each move in the first.
const GROWING: &str = "game growing
    position (a, b)
    option (a - 1, b + 3)
    option (a, b - t) where t >= 1 and t <= 2
    option (a - t, b) where t >= 1";

#[test]
fn games_that_people_play() {
    for (text, to) in [
        (FIBONACCI, vec![20, 20]),
        (FIBONACCI, vec![12, 40]),
        (CHOMP, vec![9, 8, 7]),
        (PASS, vec![5, 6, 4, 1]),
        (PASS, vec![3, 3, 3, 9]),
        (EUCLID, vec![24, 17]),
        (KNIGHT, vec![14, 14]),
        (KNIGHT, vec![6, 14]),
        (GROWING, vec![6, 7]),
    ] {
        assert!(compare(text, &game(text), &to), "rows are not walked: {text}");
    }
}

/// Where no order of heaps falls, the measure does.
#[test]
fn by_measure() {
    let text = "game exchange
        position (a, b)
        option (a - 2, b + 1)
        option (a + 1, b - 2)
        option (a - 1, b - 1)";
    assert!(!compare(text, &game(text), &[9, 8]), "which order falls?");
}

#[test]
fn the_catalogue() {
    for (name, to) in [
        ("nim", vec![5, 3, 4]),
        ("wythoff", vec![15, 15]),
        ("wythoff-1", vec![9, 12]),
        ("circular(5,2)", vec![2, 3, 1, 2, 2]),
        ("moore(4,2)", vec![3, 4, 2, 3]),
        ("split-and-delete", vec![15, 6]),
        ("single-split-delete", vec![7, 7, 7]),
        ("half-delete", vec![5, 5, 5, 5]),
        ("common-divisor(3)", vec![6, 6, 3]),
        ("welter", vec![7, 7, 7]),
        ("lim", vec![6, 5, 4]),
        ("emperor([2,3],1)", vec![2, 2, 2, 1, 2]),
    ] {
        let ruleset = ishitori_core::catalogue::find(name).expect("a game");
        let Ok(AnyGame::Heaps(game)) = AnyGame::new(&ruleset) else { panic!("{name}") };
        compare(name, &game, &to);
    }
}

#[test]
fn random_rules() {
    for (text, _, game) in random_games(0..cases(300)) {
        let heaps = game.rules().names.len();
        let top: u64 = [14, 8, 5, 3].get(heaps - 1).copied().unwrap_or(2);
        compare(&text, &game, &vec![top; heaps]);
        let unequal: Vec<u64> =
            (0..heaps as u64).map(|heap| top.saturating_sub(2 * heap)).collect();
        if unequal.iter().zip(&game.rules().lower).all(|(up, low)| up >= low) {
            compare(&text, &game, &unequal);
        }
    }
}

/// A stop is heard within a row, however long it is.
#[test]
fn stopped_within_a_row() {
    let game = game(FIBONACCI);
    for tells in TELLS {
        let plan = StridePlan::new(&game, &[3, 200_000], tells).expect("a plan");
        let looks = Arc::new(AtomicU64::new(0));
        let seen = looks.clone();
        let listener = Arc::new(move || match seen.fetch_add(1, Ordering::Relaxed) {
            0..20 => Ok(()),
            _ => Err(GaveUp::stopped("enough")),
        });
        let control = Control::new(listener);
        let gave_up = plan.solve(&game, &control).expect_err("stopped");
        assert!(gave_up.is_stopped());
        assert!(control.spent() < 20_000, "{} of 800,004 cells", control.spent());
        assert_eq!(looks.load(Ordering::Relaxed), 21);
    }
    let plan = StridePlan::new(&game, &[30, 30], StrideFact::Grundy).expect("a plan");
    let few = Control::unlimited().with_positions(100);
    assert!(plan.solve(&game, &few).is_err(), "a limit of positions holds");
}

/// What a plan says it takes holds its table, and a plan that does not fit is not chosen.
#[test]
fn memory_is_planned() {
    for (text, to) in [
        (FIBONACCI, vec![40, 30]),
        (PASS, vec![9, 8, 7, 1]),
        (KNIGHT, vec![30, 30]),
        (GROWING, vec![12, 9]),
        (SPREADING, vec![20, 20]),
        ("game long position (a) option (a - 1)", vec![70_000]),
    ] {
        let game = game(text);
        for tells in TELLS {
            let plan = StridePlan::new(&game, &to, tells).expect("a plan");
            let table = plan.solve(&game, &Control::unlimited()).expect("a table");
            let (planned, taken) = (plan.bytes, u128::from(table.bytes()));
            assert!(taken <= planned, "{text}: {taken} bytes, planned were {planned}");
            let cells: u128 = plan.upper.iter().map(|up| u128::from(up + 1)).product();
            assert_eq!(plan.positions, cells, "{text}");
            let width = if to == [70_000] { 4 } else { 2 };
            assert_eq!(taken, cells * width, "{text}");
        }
        let bounds = Bounds { to: to.clone(), total: None };
        let tight = Control::unlimited().with_memory(100);
        let plan = choose_window(&game, &to, Fact::Remoteness(Convention::Normal), &tight);
        let strides = |plan: Plan| matches!(plan.engine, Engine::Strides(_));
        assert!(!plan.is_ok_and(strides), "{text} in 100 bytes");
        let plan = choose(&game, &bounds, Convention::Normal, &tight);
        assert!(!plan.is_ok_and(strides), "{text} in 100 bytes");
    }
}

/// Heaps without an order that grow: any of them may become the largest.
const SPREADING: &str = "game spreading
    position (a, b) unordered
    option (a - 2, b + 1)
    option (a - t, b) where t >= 1 and t <= 3";

#[test]
fn growing_heaps_without_an_order() {
    let three = "game three
        position (a, b, c) unordered
        option (a - 3, b + 1, c + 1)
        option (a, b - t, c) where t >= 1";
    for (text, to) in [
        (SPREADING, vec![12, 12]),
        (SPREADING, vec![3, 14]),
        (SPREADING, vec![0, 17]),
        (three, vec![5, 5, 5]),
        (three, vec![1, 2, 8]),
    ] {
        compare(text, &game(text), &to);
    }
}

/// P-positions are told each once, also those without an order, whose stones never get more: other engines are chosen for them.
#[test]
fn lists_without_an_order() {
    for (text, to) in [
        (KNIGHT, vec![14, 14]),
        (KNIGHT, vec![5, 12]),
        (SPREADING, vec![13, 13]),
        (SPREADING, vec![4, 11]),
        (CHOMP, vec![7, 6, 5]),
    ] {
        let game = game(text);
        for (convention, total) in
            [(Convention::Normal, None), (Convention::Misere, None), (Convention::Normal, Some(9))]
        {
            let bounds = Bounds { to: to.clone(), total };
            let upper = game.upper_bounds(&bounds).expect("a window");
            let strides = StridePlan::new(&game, &upper, StrideFact::Remoteness(convention));
            let control = Control::unlimited();
            let mut plan = choose(&game, &bounds, convention, &control).expect("a plan");
            plan.engine = Engine::Strides(strides.expect("a plan"));
            let mut found = Vec::new();
            let visit = &mut |position: &Heaps| found.push(position.clone());
            p_positions(&game, &bounds, convention, &plan, &control, visit).expect("a list");
            let (mut expected, mut reference) = (Vec::new(), Reference::new(&game));
            game.visit_positions(&bounds, &mut |position| {
                let facts = reference.facts(position, &control).expect("facts");
                if facts.outcome(convention) == Outcome::P {
                    expected.push(position.clone());
                }
                ControlFlow::Continue(())
            })
            .expect("a window");
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{text} up to {to:?}, {convention:?}, {total:?}");
        }
    }
}
