//! Every engine against the reference: on the catalogue, on random rules, on windows of all kinds,
//! with one, two and four threads.

use std::collections::BTreeSet;

use crate::cases::{cases, enough};
use crate::functions::FunctionRule;
use crate::random::{game_of, random_cones, random_games};
use ishitori_core::ask::{Plan, choose, choose_grundy, p_positions};
use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::solve::seen::SeenHeapSolver;
use ishitori_core::solve::strides::{StrideFact, StridePlan};
use ishitori_core::solve::{Convention, Outcome, Reference};

const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

fn by_reference(game: &HeapGame, bounds: &Bounds, convention: Convention) -> Vec<Heaps> {
    let mut solver = Reference::new(game);
    let mut found = Vec::new();
    game.visit_positions(bounds, &mut |position| {
        let facts = solver.facts(position, &Control::unlimited()).expect("facts");
        if facts.outcome(convention) == Outcome::P {
            found.push(position.clone());
        }
        std::ops::ControlFlow::Continue(())
    })
    .expect("a window");
    found
}

/// The P-positions in the order in which they are reported.
fn by_plan(game: &HeapGame, bounds: &Bounds, convention: Convention, plan: &Plan) -> Vec<Heaps> {
    let mut found = Vec::new();
    let control = Control::unlimited();
    p_positions(game, bounds, convention, plan, &control, &mut |p| found.push(p.clone()))
        .expect("P-positions");
    found
}

/// Compares the chosen engine with the reference, on one thread and on several; returns its name.
pub fn compare(what: &str, game: &HeapGame, bounds: &Bounds) -> &'static str {
    let mut name = "";
    for convention in CONVENTIONS {
        let expected = by_reference(game, bounds, convention);
        let mut first = None;
        for threads in [1, 2, 4] {
            let control = Control::unlimited().with_threads(threads);
            let plan = choose(game, bounds, convention, &control).expect("a plan");
            let found = by_plan(game, bounds, convention, &plan);
            name = plan.engine.name();
            let how = || format!("{what} {bounds:?} {convention:?} by {name}, {threads} threads");
            assert!((1..=threads).contains(&plan.threads), "{}", how());
            assert_eq!(*first.get_or_insert(found.clone()), found, "order: {}", how());
            let count = found.len();
            let found = game.arranged(found);
            assert_eq!(found.len(), count, "each position is reported once: {}", how());
            assert_eq!(found, expected, "{}", how());
        }
    }
    name
}

fn to(to: &[u64]) -> Bounds {
    Bounds { to: to.to_vec(), total: None }
}

fn catalogue_game(name: &str) -> HeapGame {
    match AnyGame::new(&catalogue::find(name).expect("a game")) {
        Ok(AnyGame::Heaps(game)) => game,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_heap_game_of_the_catalogue() {
    let cases = [
        ("nim", 9, "lines"),
        ("nim(1)", 70, "lines"),
        ("nim(5)", 3, "slabs"),
        ("nim-1", 70, "lines"),
        ("moore", 9, "lines"),
        ("moore(4,2)", 4, "slabs"),
        ("moore(4,3)", 4, "slabs"),
        ("wythoff", 70, "lines"),
        ("wythoff-1", 70, "lines"),
        ("circular(4,2)", 5, "slabs"),
        ("circular(5,2)", 3, "slabs"),
        ("circular(6,2)", 2, "slabs"),
        ("circular(6,4)", 2, "slabs"),
        ("circular(5,5)", 2, "slabs"),
        ("path-nim", 12, "lines"),
        ("path-nim(5,3)", 3, "slabs"),
        ("emperor", 5, "slabs"),
        ("emperor([2,3],1)", 3, "slabs"),
        ("split-and-delete", 40, "keys"),
        ("delete-and-split", 40, "keys"),
        ("delete-nim", 40, "keys"),
        ("split-delete(3,2)", 9, "marks"),
        ("half-split-delete", 7, "marks"),
        ("single-split-delete", 15, "keys"),
        ("all-but-one-delete", 15, "marks"),
        ("single-delete", 15, "keys"),
        ("half-delete", 8, "marks"),
        ("at-most-half-delete", 15, "keys"),
        ("common-divisor(3)", 12, "marks"),
        ("single-split-delete(4)", 8, "keys"),
        ("welter", 12, "marks"),
        ("lim", 7, "marks"),
        ("nimhoff(3,1)", 9, "marks"),
    ];
    for (name, heap, engine) in cases {
        let game = catalogue_game(name);
        assert_eq!(compare(name, &game, &to(&[heap])), engine, "{name}");
        let total = Bounds { to: vec![], total: Some(heap) };
        compare(name, &game, &total);
    }
}

#[test]
fn unequal_bounds_and_slabs() {
    for (name, bounds) in [
        ("circular(4,2)", to(&[1, 5, 2, 7])),
        ("path-nim", to(&[20, 2, 9])),
        ("nim", to(&[2, 70, 3])),
        ("wythoff", to(&[3, 130])),
        ("emperor", to(&[1, 2, 3, 66])),
        ("split-and-delete", to(&[4, 20])),
        ("lim", to(&[2, 5, 9])),
        ("welter", to(&[3, 9, 5])),
    ] {
        compare(name, &catalogue_game(name), &bounds);
        compare(name, &catalogue_game(name), &Bounds { total: Some(11), ..bounds });
    }
}

#[test]
fn lines_of_several_words() {
    for (name, bounds) in [
        ("nim(2)", to(&[140])),
        ("wythoff", to(&[150])),
        ("path-nim", to(&[2, 2, 300])),
        ("circular(4,2)", to(&[1, 1, 1, 200])),
    ] {
        assert_eq!(compare(name, &catalogue_game(name), &bounds), "lines", "{name}");
    }
    let long = to(&[1, 1, 1, 3, 300]);
    assert_eq!(compare("circular(5,2)", &catalogue_game("circular(5,2)"), &long), "slabs");
}

/// Windows with many tiles and large layers, so that all threads have work.
#[test]
fn windows_for_several_threads() {
    for (name, bounds, engine) in [
        ("circular(4,2)", Bounds { total: Some(35), ..to(&[9]) }, "lines"),
        ("circular(5,2)", Bounds { total: Some(22), ..to(&[5, 6, 7, 3, 2]) }, "lines"),
        ("circular(6,2)", Bounds { total: Some(17), ..to(&[3]) }, "lines"),
        ("moore(4,2)", Bounds { total: Some(31), ..to(&[8]) }, "lines"),
        ("nim(4)", Bounds { total: Some(47), ..to(&[12]) }, "lines"),
        ("emperor", Bounds { total: Some(26), ..to(&[6, 7, 5, 9]) }, "lines"),
        ("single-split-delete(3)", to(&[40]), "keys"),
        ("single-split-delete(4)", to(&[12]), "keys"),
        ("welter(4)", to(&[14]), "marks"),
        ("half-split-delete(4)", to(&[10]), "marks"),
    ] {
        let game = catalogue_game(name);
        assert_eq!(compare(name, &game, &bounds), engine, "{name}");
        let control = Control::unlimited().with_threads(4);
        let plan = choose(&game, &bounds, Convention::Normal, &control).expect("a plan");
        assert!(plan.threads > 1, "{name} runs on {} thread", plan.threads);
    }
    // Diagonals through both heaps of a tile, through one, and within it.
    let text = "game slanted position h[5]
        option h with h[i] lowered for i
        option h with h[{1, 2}] - t where t >= 1
        option h with h[{1, 3, 4}] - t where t >= 1
        option h with h[{2, 5}] - t where t >= 1
        option h with h[{2, 3}] lowered
        option h with h[{1, 2, 4}] lowered";
    let game = game_of(text).expect("a game");
    assert_eq!(compare(text, &game, &to(&[4])), "lines");
    assert_eq!(compare(text, &game, &Bounds { to: vec![5], total: Some(11) }), "lines");
    for name in ["welter(4)", "lim"] {
        assert_eq!(compare_grundy(name, &catalogue_game(name), &to(&[14])), "scan");
    }
}

/// Windows so large that layers are shared: the same positions in the same order as on one thread, and as many as the
/// values say, which another engine finds.
#[test]
fn layers_are_shared() {
    let user = "game user position (a, b, c, d)
        option (a - t, b, c, d) where t mod 2 = 1
        option (a, b - t, c, d - 1) where 1 <= t <= c
        option (a, b, x, d) where 2*x <= c, x < c
        option (a, b, c, d - 2)";
    for (name, game, bounds) in [
        ("user", game_of(user).expect("a game"), to(&[30])),
        ("user", game_of(user).expect("a game"), to(&[9, 50, 40, 33])),
        ("half-split-delete(4)", catalogue_game("half-split-delete(4)"), to(&[40])),
        ("welter(4)", catalogue_game("welter(4)"), to(&[40])),
        ("common-divisor(3)", catalogue_game("common-divisor(3)"), to(&[50])),
        ("single-split-delete(3)", catalogue_game("single-split-delete(3)"), to(&[250])),
    ] {
        for convention in [Convention::Normal, Convention::Misere] {
            let listed = |threads: usize| {
                let control = Control::unlimited().with_threads(threads);
                let plan = choose(&game, &bounds, convention, &control).expect("a plan");
                assert_eq!(plan.threads, threads, "{name}");
                by_plan(&game, &bounds, convention, &plan)
            };
            let one = listed(1);
            for threads in [2, 3, 5] {
                assert!(listed(threads) == one, "{name}, {convention:?}, {threads} threads");
            }
            let upper = game.upper_bounds(&bounds).expect("a window");
            let tells = StrideFact::Remoteness(convention);
            let Some(plan) = StridePlan::new(&game, &upper, tells) else { continue };
            if plan.bytes > 1 << 22 {
                continue;
            }
            let table = plan.solve(&game, &Control::unlimited()).expect("a table");
            let lost = u32::from(convention == Convention::Misere);
            let mut count = 0;
            game.visit_positions(&bounds, &mut |position| {
                let length = table.get(position).expect("in the table");
                count += usize::from(length % 2 == lost);
                std::ops::ControlFlow::Continue(())
            })
            .expect("a window");
            assert_eq!(count, one.len(), "{name}, {convention:?}");
        }
    }
}

#[test]
fn random_cone_games() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut with_lines, mut with_slabs) = (0, 0);
    for _ in 0..cases(400) {
        let text = random_cones(&mut random);
        let game = game_of(&text).unwrap_or_else(|| panic!("{text}"));
        let n = game.rules().names.len();
        let sizes: Vec<u64> = (0..n).map(|_| random.u64(1..=[40, 9, 6, 4, 3][n - 1])).collect();
        let total = if random.u8(..3) == 0 { Some(random.u64(3..12)) } else { None };
        let engine = compare(&text, &game, &Bounds { to: sizes, total });
        with_lines += u32::from(engine == "lines");
        with_slabs += u32::from(engine == "slabs");
    }
    assert!(with_lines >= enough(251), "only {with_lines} games by lines");
    assert!(with_slabs >= enough(21), "only {with_slabs} games by slabs");
}

/// Rules with quotients, minima, maxima and absolute values.
#[test]
fn rules_with_functions() {
    let (mut games, mut moves) = (0, 0);
    for seed in 0..cases(600) {
        let rule = FunctionRule::random(&mut fastrand::Rng::with_seed(seed));
        let Some(game) = game_of(&rule.text) else { continue };
        games += 1;
        for (a, b) in (0..9i64).flat_map(|a| (0..9i64).map(move |b| (a, b))) {
            let position = game.position(&[a as u64, b as u64]);
            let is_position = position.is_ok();
            assert_eq!(is_position, rule.is_position(a, b), "{} at {a},{b}", rule.text);
            let Ok(position) = position else { continue };
            let options = game.options_within(&position, 1_000).expect("few options");
            let options = options.iter().map(|option| (option[0] as i64, option[1] as i64));
            let expected = rule.options(a, b);
            moves += expected.len();
            assert_eq!(options.collect::<BTreeSet<_>>(), expected, "{} at {a},{b}", rule.text);
        }
        compare(&rule.text, &game, &Bounds { to: vec![9], total: None });
    }
    assert!(games >= enough(150) && moves >= enough(3_000), "{games} games, {moves} moves");
}

/// Tests of the last variable are remembered, in progressions and in bits of several words; also where others only have to exist,
/// and where a test looks at too much to be remembered.
#[test]
fn conditions_with_functions_on_long_rows() {
    for condition in [
        "gcd(t, 2) = 1",
        "t - 3*floor(t/3) = 1",
        "popcount(t) = 1",
        "gcd(t, c + 2) = 1",
        "t in squares",
        "or(t, t) <= b",
        "xor(t, b, c) <= 9",
        "t != b, t*t >= 2*b",
        "floor(t/2) != floor(a/3)",
        "or(t + c, 0) >= b or t = 3*b",
        "v2(t) = v2(a - t + 1)",
        "t + 2*s = a + b, gcd(s, b + 1) = 1",
    ] {
        let text = format!(
            "game g position (a, b, c) option (a - t, b, c) where t >= 1, {condition}
             option (a, b - 1, c) option (a, b, c - 1)"
        );
        let game = game_of(&text).unwrap_or_else(|| panic!("{text}"));
        for bounds in [to(&[140, 4, 3]), to(&[9])] {
            assert_eq!(compare(&text, &game, &bounds), "marks", "{text}");
            compare_grundy(&text, &game, &bounds);
        }
    }
}

#[test]
fn random_games_of_all_kinds() {
    for (text, _, game) in &random_games(10_000..11_000) {
        let n = game.rules().names.len();
        compare(text, game, &to(&[[12, 6, 4][n - 1]]));
    }
}

#[test]
fn memory_is_planned() {
    let game = catalogue_game("circular(6,2)");
    let plan = |to| {
        let bounds = Bounds { to: vec![to], total: None };
        choose(&game, &bounds, Convention::Normal, &Control::unlimited()).expect("a plan")
    };
    assert!(plan(63).bytes < Some(40 << 20));
    assert!(plan(100).bytes < Some(250 << 20));
    let control = Control::unlimited().with_memory(100 << 20).with_threads(4);
    let refused = choose(&game, &to(&[100]), Convention::Normal, &control).expect_err("too large");
    let message = refused.to_string();
    let fits: u64 =
        message.split_whitespace().rev().nth(1).and_then(|n| n.parse().ok()).expect("a bound");
    assert!(message.contains("heaps up to"), "{message}");
    assert!(
        plan(fits).bytes <= Some(100 << 20) && plan(fits + 1).bytes > Some(100 << 20),
        "{message}"
    );
    // More threads take more memory, and what does not fit is done by fewer. A limit on stones leaves it to lines.
    let some_stones = Bounds { to: vec![63], total: Some(6 * 63 - 1) };
    let within = |memory| {
        let control = Control::unlimited().with_memory(memory).with_threads(2);
        choose(&game, &some_stones, Convention::Normal, &control).expect("a plan")
    };
    let one = choose(&game, &some_stones, Convention::Normal, &Control::unlimited());
    let (one, two) = (one.expect("a plan"), within(250 << 20));
    assert_eq!((one.threads, two.threads), (1, 2));
    assert!(two.bytes > one.bytes && two.bytes <= Some(250 << 20));
    let bytes = one.bytes.expect("planned");
    let tight = within(usize::try_from(bytes).expect("less than all"));
    assert_eq!((tight.threads, tight.bytes), (1, one.bytes));
}

/// Compares a Grundy table with the reference; returns its method.
pub fn compare_grundy(what: &str, game: &HeapGame, bounds: &Bounds) -> &'static str {
    let mut solver = Reference::new(game);
    let mut name = "none";
    for threads in [1, 2, 4] {
        let control = Control::unlimited().with_threads(threads);
        let plan = choose_grundy(game, bounds, &control).expect("a plan");
        let Some(plan) = plan.table() else { break };
        let table = plan.solve(game, &Control::unlimited()).expect("a table");
        name = plan.method.name();
        game.visit_positions(bounds, &mut |position| {
            let facts = solver.facts(position, &Control::unlimited()).expect("facts");
            let how = || format!("{what} {position:?} by {name}, {threads} threads");
            assert_eq!(table.get(position), facts.grundy, "{}", how());
            std::ops::ControlFlow::Continue(())
        })
        .expect("a window");
    }
    name
}

#[test]
fn grundy_tables_of_the_catalogue() {
    let cases = [
        ("nim(1)", 70, "running sets"),
        ("nim(2)", 70, "pairs"),
        ("nim-1", 70, "pairs"),
        ("wythoff", 90, "pairs"),
        ("wythoff-1", 40, "pairs"),
        ("split-and-delete", 90, "pairs"),
        ("delete-and-split", 60, "pairs"),
        ("delete-nim", 60, "pairs"),
        ("nim", 9, "running sets"),
        ("moore(4,3)", 4, "running sets"),
        ("path-nim", 12, "running sets"),
        ("circular(5,2)", 3, "running sets"),
        ("emperor", 4, "running sets"),
        ("lim", 7, "scan"),
        ("welter", 12, "scan"),
        ("nimhoff", 20, "running sets"),
        ("common-divisor(3)", 12, "scan"),
        ("single-split-delete", 12, "scan"),
        ("half-split-delete", 6, "scan"),
    ];
    for (name, heap, method) in cases {
        assert_eq!(compare_grundy(name, &catalogue_game(name), &to(&[heap])), method, "{name}");
    }
    for (name, bounds) in
        [("path-nim", to(&[9, 2, 20])), ("lim", to(&[2, 5, 9])), ("wythoff", to(&[3, 30]))]
    {
        compare_grundy(name, &catalogue_game(name), &bounds);
    }
}

#[test]
fn grundy_tables_of_random_games() {
    for (text, _, game) in &random_games(20_000..21_000) {
        let n = game.rules().names.len();
        compare_grundy(text, game, &to(&[[12, 6, 4][n - 1]]));
    }
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..cases(300) {
        let text = random_cones(&mut random);
        let game = game_of(&text).unwrap_or_else(|| panic!("{text}"));
        let n = game.rules().names.len();
        let sizes: Vec<u64> = (0..n).map(|_| random.u64(1..=[40, 9, 6, 4, 3][n - 1])).collect();
        compare_grundy(&text, &game, &to(&sizes));
    }
}

/// Families that look like sums, and are or are not: found by a reviewer.
#[test]
fn sums_and_what_only_looks_like_them() {
    let pair = "position (a, b) unordered";
    let from_one = "position (a, b) unordered, each >= 1";
    let three = "position (a, b, c) unordered, each >= 1";
    let rules = [
        format!("{from_one} option (2*x, a - 2*x)"),
        format!("{pair} option (b, x) where x + y = a - 1"),
        format!("{pair} option (x + 5, a - 6 - x)"),
        format!("{from_one} option (b - x, a - b + x)"),
        format!("{three} option (2*x, a - 2*x, c)"),
        format!("{pair} option (x, a - 1 - x)"),
        format!("{pair} option (a - 2 - x, x)"),
        format!("{pair} option (x, y) where x + y = a - 1 option (x, y) where x + y = a - 3"),
        format!("{pair} option (x, y) where x + y = a - 1 option (x, b) where x < a"),
        format!("{pair} option (x, y) where x + y = a - 1, x != 2"),
        format!("{pair} option (x, y) where x + y = a - 1, y >= 1"),
        format!("{pair} option (x, y) where 2*x + y = a - 1"),
        format!("{pair} option (x, y) where x + y = a - b, b >= 1"),
        format!("{three} option (x, y, c) where x + y = a"),
        format!("{three} option (x, y, c) where x + y = a option (x, b, c) where x < a"),
        format!("{three} option (x, y, b) where x + y = a - 1"),
        format!("{three} option (x, y, c) where x + y = b - 1, x < c"),
        format!("{from_one} move split 1 into 2, then delete 1"),
        format!("{three} move split 1 into 3, then delete 2"),
    ];
    for rule in rules {
        let text = format!("game sums {rule}");
        let game = game_of(&text).unwrap_or_else(|| panic!("{text}"));
        let heap = if game.rules().names.len() == 2 { 14 } else { 8 };
        compare(&text, &game, &to(&[heap]));
        compare(&text, &game, &Bounds { to: vec![], total: Some(heap + 3) });
        compare_grundy(&text, &game, &to(&[heap]));
    }
}

#[test]
fn huge_windows_are_refused_and_not_computed() {
    for (name, bounds) in [
        ("nim(20)", to(&[15])),
        ("nim(32)", to(&[4_294_967_296])),
        ("welter(4)", to(&[4_294_967_295])),
        ("welter(10)", to(&[4_294_967_296])),
        ("single-split-delete(8)", to(&[4_294_967_296])),
        ("circular(6,2)", to(&[4_000])),
    ] {
        let game = catalogue_game(name);
        let control = Control::unlimited().with_memory(1 << 32).with_threads(2);
        assert!(choose(&game, &bounds, Convention::Normal, &control).is_err(), "{name}");
        assert!(choose_grundy(&game, &bounds, &control).is_err(), "{name}");
    }
    // A total beyond all stones bars nothing.
    let game = catalogue_game("nim");
    compare("nim", &game, &Bounds { to: vec![3], total: Some(u64::MAX) });
}

/// Positions from the heaps that moves see, against the reference.
#[test]
fn what_moves_see() {
    let mut solved = 0;
    let windows: [(&str, u64); 8] = [
        ("half-delete", 7),
        ("half-delete(2)", 30),
        ("half-delete(6)", 3),
        ("all-but-one-delete", 12),
        ("single-delete", 12),
        ("single-delete(4)", 6),
        ("at-most-half-delete", 12),
        ("delete-nim", 30),
    ];
    for (name, to) in windows {
        let game = catalogue_game(name);
        let mut seen = SeenHeapSolver::new(&game).unwrap_or_else(|| panic!("{name} deletes heaps"));
        solved += compare_seen(name, &game, &mut seen, to);
    }
    assert!(SeenHeapSolver::new(&catalogue_game("wythoff")).is_none());
    for (what, _, game) in random_games(0..200) {
        if let Some(mut seen) = SeenHeapSolver::new(&game) {
            solved += compare_seen(&what, &game, &mut seen, 5);
        }
    }
    assert!(solved >= enough(2_001), "{solved}");
}

fn compare_seen(what: &str, game: &HeapGame, seen: &mut SeenHeapSolver, to: u64) -> usize {
    let mut reference = Reference::new(game);
    let mut count = 0;
    let bounds = self::to(&[to]);
    game.visit_positions(&bounds, &mut |position| {
        let facts = reference.facts(position, &Control::unlimited()).expect("facts");
        let told = seen.told(position, &Control::unlimited()).expect("what is seen");
        assert_eq!((told.grundy, told.misere), (facts.grundy, facts.misere), "{what} {position:?}");
        count += 1;
        std::ops::ControlFlow::Continue(())
    })
    .expect("a window");
    count
}
