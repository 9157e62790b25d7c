//! What the server says is what the reference says.

use crate::client::{Running, cells, escaped};
use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, GameKind, HeapGame};
use ishitori_core::solve::{Convention, Outcome, Reference};
use serde_json::json;

fn heap_game(name: &str) -> HeapGame {
    match AnyGame::new(&catalogue::find(name).expect(name)).expect(name) {
        AnyGame::Heaps(game) => game,
        _ => panic!("{name} has no heaps side by side"),
    }
}

/// Compares the cells of a tile up to `to` with the reference.
fn compare(server: &Running, name: &str, axes: [usize; 2], fix: &[(usize, u64)], to: u64) {
    let game = heap_game(name);
    let names = &game.rules().names;
    let mut fixed = game.rules().lower.clone();
    fix.iter().for_each(|(heap, size)| fixed[*heap] = *size);
    let fix: Vec<String> =
        fix.iter().map(|(heap, size)| format!("{}:{size}", names[*heap])).collect();
    let view = format!(
        "game={}&axes={},{}&fix={}",
        escaped(name),
        escaped(&names[axes[0]]),
        escaped(&names[axes[1]]),
        escaped(&fix.join(","))
    );
    let values = cells(&server.get(&format!("/api/tile?{view}")));
    let normal = cells(&server.get(&format!("/api/tile?{view}&what=outcome")));
    let misere = cells(&server.get(&format!("/api/tile?{view}&what=outcome&misere=1")));
    let mut solver = Reference::new(&game);
    let control = Control::unlimited();
    let code = |outcome| u16::from(outcome == Outcome::N);
    for row in 0..to {
        for column in 0..to {
            let mut heaps = fixed.clone();
            (heaps[axes[0]], heaps[axes[1]]) = (row, column);
            let at = (row * 256 + column) as usize;
            let found = (values[at], normal[at], misere[at]);
            let expected = match game.position(&heaps) {
                Err(_) => (u16::MAX, u16::MAX, u16::MAX),
                Ok(position) => {
                    let facts = solver.facts(&position, &control).expect("no limit");
                    let outcome = |convention| code(facts.outcome(convention));
                    (facts.grundy as u16, outcome(Convention::Normal), outcome(Convention::Misere))
                }
            };
            assert_eq!(found, expected, "{name} {heaps:?}");
        }
    }
}

#[test]
fn tiles_are_what_the_reference_says() {
    let server = Running::new();
    for name in [
        "wythoff",
        "nim(2)",
        "nim-1",
        "wythoff-1",
        "lim",
        "split-and-delete",
        "delete-nim",
        "half-delete",
        "nimhoff",
        "welter",
        "common-divisor",
    ] {
        let game = heap_game(name);
        let heaps = game.rules().names.len();
        let fix: Vec<(usize, u64)> =
            (2..heaps).map(|heap| (heap, game.rules().lower[heap] + heap as u64)).collect();
        compare(&server, name, [0, 1], &fix, if heaps > 2 { 14 } else { 30 });
    }
    server.is_quiet();
}

/// Where heaps are deleted or grow there is more to solve than the map shows, and it reaches far all the same.
#[test]
fn maps_reach_far_where_heaps_are_deleted_or_grow() {
    let server = Running::new();
    for (name, least) in [
        ("half-delete", 95),
        ("all-but-one-delete", 255),
        ("single-delete", 191),
        ("at-most-half-delete", 191),
        ("lim", 95),
        ("single-split-delete", 95),
        ("half-split-delete", 23),
        ("half-delete(6)", 15),
    ] {
        for what in ["grundy", "outcome", "outcome&misere=1"] {
            let view = format!("game={}&what={what}", escaped(name));
            let reach = server.json(&format!("/api/window?{view}"))["largest"].as_u64();
            let least = if what.contains("misere") { 15 } else { least };
            assert!(reach >= Some(least), "{name} {what}: {reach:?}");
        }
    }
    let refused = server.get("/api/tile?game=half-delete&x=4");
    assert_eq!((refused.status, &refused.json()["limit"]["name"]), (413, &json!("window")));
    server.is_quiet();
}

/// Unordered games are solved with the order remembered where that is less work: the same values, at any place.
#[test]
fn fixed_heaps_of_unordered_games() {
    let server = Running::new();
    for (name, sizes) in [
        ("nim(3)", [0, 1, 9, 30]),
        ("moore(3,2)", [0, 2, 5, 12]),
        ("split-delete(3)", [1, 2, 5, 9]),
        ("all-but-one-delete(3)", [1, 2, 4, 7]),
    ] {
        if catalogue::find(name).is_err() {
            panic!("{name}");
        }
        for (heap, size) in (0..3).cycle().zip(sizes) {
            let axes = [(heap + 1) % 3, (heap + 2) % 3];
            compare(&server, name, axes, &[(heap, size)], 13);
        }
    }
    compare(&server, "circular(4,2)", [1, 3], &[(0, 3), (2, 5)], 12);
    compare(&server, "path-nim(4)", [3, 0], &[(1, 2), (2, 4)], 12);
    server.is_quiet();
}

#[test]
fn far_tiles_and_coarse_ones() {
    let server = Running::new();
    // Wythoff's theorem, by whole numbers: b - a = k, a = mex of all before.
    let mut taken = vec![false; 5000];
    let mut is_p = std::collections::HashSet::from([(0u64, 0u64)]);
    let mut a = 1;
    for k in 1.. {
        while taken[a] {
            a += 1;
        }
        if a + k >= 5000 {
            break;
        }
        (taken[a], taken[a + k]) = (true, true);
        is_p.extend([(a as u64, (a + k) as u64), ((a + k) as u64, a as u64)]);
    }
    for (x, y) in [(0, 0), (3, 2), (5, 7)] {
        let tile = cells(&server.get(&format!("/api/tile?game=wythoff&what=outcome&x={x}&y={y}")));
        let values = cells(&server.get(&format!("/api/tile?game=wythoff&x={x}&y={y}")));
        for (at, outcome) in tile.iter().enumerate() {
            let place = (y * 256 + at as u64 / 256, x * 256 + at as u64 % 256);
            assert_eq!(*outcome == 0, is_p.contains(&place), "{place:?}");
            assert_eq!(values[at] == 0, is_p.contains(&place), "{place:?}");
        }
    }
    // A coarse cell is P if any of its block is, and the value of its first cell.
    let coarse = cells(&server.get("/api/tile?game=wythoff&what=outcome&level=2"));
    for (at, outcome) in coarse.iter().enumerate() {
        let (row, column) = (at as u64 / 256 * 4, at as u64 % 256 * 4);
        let any = (0..16).any(|i| is_p.contains(&(row + i / 4, column + i % 4)));
        assert_eq!(*outcome == 0, any, "{row},{column}");
    }
    let fine = cells(&server.get("/api/tile?game=wythoff"));
    let coarse = cells(&server.get("/api/tile?game=wythoff&level=1"));
    for at in 0..128 * 128 {
        let (row, column) = (at / 128, at % 128);
        assert_eq!(coarse[row * 256 + column], fine[row * 2 * 256 + column * 2]);
    }
    server.is_quiet();
}

#[test]
fn values_are_what_the_reference_says() {
    let server = Running::new();
    for (name, position) in [
        ("wythoff", "13,21"),
        ("nim", "9,12,30"),
        ("circular", "1,2,3,1,2,3"),
        ("split-and-delete", "17,40"),
        ("lim", "3,7,9"),
        ("welter", "2,5,11"),
    ] {
        let game = heap_game(name);
        let at = game.parse(position).expect(position);
        for (convention, misere) in [(Convention::Normal, ""), (Convention::Misere, "&misere=true")]
        {
            let mut solver = Reference::new(&game);
            let control = Control::unlimited();
            let facts = solver.facts(&at, &control).expect("no limit");
            let winning = solver.winning_moves(&at, convention, &control).expect("no limit");
            let winning: Vec<String> = winning.iter().map(|p| game.write(p)).collect();
            let value = server.json(&format!("/api/value?game={name}&position={position}{misere}"));
            assert_eq!(value["outcome"], facts.outcome(convention).to_string(), "{name}");
            assert_eq!(value["remoteness"], facts.remoteness(convention), "{name}");
            assert_eq!(value["winning"], json!(winning), "{name}");
            let grundy = (convention == Convention::Normal).then_some(facts.grundy);
            assert_eq!(value["grundy"], json!(grundy), "{name}");
            let options =
                server.json(&format!("/api/options?game={name}&position={position}{misere}"));
            let options = options["options"].as_array().expect("options");
            assert_eq!(options.len(), game.options(&at).len(), "{name}");
            for option in options {
                let place =
                    game.parse(option["position"].as_str().expect("text")).expect("position");
                let facts = solver.facts(&place, &control).expect("no limit");
                assert_eq!(option["outcome"], facts.outcome(convention).to_string());
                assert_eq!(option["winning"], facts.outcome(convention) == Outcome::P);
            }
        }
    }
    server.is_quiet();
}

/// Large positions come from solved windows: nim is xor, and Wythoff's pairs are known.
#[test]
fn large_positions() {
    let server = Running::new();
    let nim = server.json("/api/value?game=nim(2)&position=1000,2500");
    assert_eq!((&nim["grundy"], &nim["outcome"]), (&json!(1000 ^ 2500), &json!("N")));
    assert_eq!(nim["winning"], json!(["1000,1000"]));
    let wythoff = server.json("/api/value?game=wythoff&position=1618,2618");
    assert_eq!((&wythoff["outcome"], &wythoff["winning"]), (&json!("P"), &json!([])));
    let three = server.json("/api/value?game=nim&position=300,500,200");
    assert_eq!(three["grundy"], 300 ^ 500 ^ 200);
    // Too large for values, small enough for outcomes; too large for both, but not for a theorem.
    let misere = server.json("/api/value?game=nim(2)&position=4000,3000&misere=1");
    assert_eq!((&misere["outcome"], &misere["winning"]), (&json!("N"), &json!(["3000,3000"])));
    let proved = server.json("/api/value?game=nim&position=4000000000,4000000000,5");
    assert_eq!((&proved["grundy"], &proved["others"]), (&json!(5), &json!(true)));
    let refused = server.get("/api/options?game=nim&position=4000000000,4000000000,5");
    assert_eq!(refused.status, 413, "{}", refused.text());
    assert!(refused.json()["limit"]["name"].is_string());
    server.is_quiet();
}

#[test]
fn boards() {
    let server = Running::new();
    let value = |position: &str, more: &str| {
        server.json(&format!("/api/value?game=grid-nim&position={}{more}", escaped(position)))
    };
    let ruleset = catalogue::find("grid-nim").expect("grid-nim");
    let AnyGame::Board(game) = AnyGame::new(&ruleset).expect("a board") else { panic!("a board") };
    let (rows, columns) = (game.rules().rows, game.rules().columns);
    let mut solver = Reference::new(&game);
    let control = Control::unlimited();
    for seed in 0..20u64 {
        let bit = |i: usize| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (i % 60) & 1 == 1;
        let row = |row: usize| {
            (0..columns).map(|c| if bit(row * columns + c) { '#' } else { '.' }).collect::<String>()
        };
        let text = (0..rows).map(row).collect::<Vec<_>>().join("/");
        let at = game.parse(&text).expect("a board");
        let facts = solver.facts(&at, &control).expect("no limit");
        assert_eq!(value(&text, "")["grundy"], facts.grundy, "{text}");
        assert_eq!(value(&text, "&misere=1")["outcome"], facts.misere.to_string(), "{text}");
    }
    // A large board in normal play: by its parts.
    let large = server.json(&format!(
        "/api/value?game={}&position={}",
        escaped("grid-nim(1,30)"),
        "%23".repeat(30)
    ));
    assert_eq!(large["outcome"], "N");
    assert_eq!(server.get("/api/tile?game=grid-nim").status, 400);
    server.is_quiet();
}
