//! Bands against the reference on random complexes and rules of lowering, and against published periods.
#![allow(clippy::unwrap_used)]

use ishitori_core::control::Control;
use ishitori_core::discover::bands::certificate::certificate;
use ishitori_core::discover::bands::{BandQuestion, FoundBand, NoBand, find, limit_formula};
use ishitori_core::game::{AnyGame, HeapGame};
use ishitori_core::solve::Reference;
use ishitori_rule::{Rules, Ruleset};

use crate::cases::{cases, enough};

fn load(text: &str) -> Option<(Ruleset, HeapGame)> {
    let ruleset = ishitori_rule::load(text, &[]).ok()?;
    let Ok(AnyGame::Heaps(game)) = AnyGame::new(&ruleset) else { return None };
    Some((ruleset, game))
}

fn question<'a>(
    ruleset: &'a Ruleset,
    first: usize,
    second: Option<usize>,
    most: u64,
) -> BandQuestion<'a> {
    let Rules::Heaps(rules) = &ruleset.rules else { panic!() };
    let bounded = rules.lower.len() - 1 - usize::from(second.is_some());
    BandQuestion { rules, first, second, bounds: vec![most; bounded] }
}

/// So much memory, so that what has no period ends soon.
fn control() -> Control {
    Control::unlimited().with_memory(1 << 24)
}

/// The band, whose certificate the checker has accepted, with the same values.
fn checked(ruleset: &Ruleset, question: &BandQuestion) -> Result<FoundBand, NoBand> {
    let band = find(question, &control())?;
    let (about, moves) = (&ruleset.about, "the moves can be written");
    let text = certificate(&about.full_name(), &about.text, question, &band).expect(moves);
    let checked = ishitori_check::check_band(&text, &mut |_| true);
    let checked = checked.unwrap_or_else(|refused| panic!("{refused}\n{text}"));
    assert_eq!((checked.period, checked.start, checked.rows), (band.period, band.start, band.rows));
    for column in 0..checked.columns {
        for row in 0..band.rows {
            let theirs = checked.value(row, column).map(u64::from);
            assert_eq!(theirs, band.value(row, column as u64), "row {row} column {column}\n{text}");
        }
    }
    // If it is claimed to begin earlier, it is refused.
    if band.start > 0 {
        let begins = |start: usize| format!("start {start} columns");
        let wrong = text.replacen(&begins(band.start), &begins(band.start - 1), 1);
        let end = wrong.rfind("end ").unwrap();
        let body = &wrong[..end];
        let wrong = format!("{body}end {:016x}\n", ishitori_rule::checksum::fnv1a(body.as_bytes()));
        assert!(ishitori_check::check_band(&wrong, &mut |_| true).is_err());
    }
    Ok(band)
}

/// Compares a band with the reference: sizes of the free heaps below `to`.
fn compare(ruleset: &Ruleset, game: &HeapGame, question: &BandQuestion, band: &FoundBand, to: u64) {
    let mut reference = Reference::new(game);
    let heaps = question.rules.lower.len();
    for row in 0..band.rows {
        for x in 0..to {
            let mut heap = vec![0; heaps];
            let sizes = band.sizes(row).iter();
            let bounded =
                (0..heaps).filter(|h| *h != question.first && Some(*h) != question.second);
            bounded.zip(sizes).for_each(|(at, size)| heap[at] = *size);
            heap[question.first] = x;
            match question.second {
                None => {
                    let position = game.position(&heap).unwrap();
                    let facts = reference.facts(&position, &Control::unlimited()).unwrap();
                    assert_eq!(
                        band.value(row, x),
                        Some(u64::from(facts.grundy)),
                        "{heap:?}\n{}",
                        ruleset.about.text
                    );
                }
                Some(second) => {
                    for y in 0..to {
                        heap[second] = y;
                        let position = game.position(&heap).unwrap();
                        let facts = reference.facts(&position, &Control::unlimited()).unwrap();
                        let (lost, text) = (facts.grundy == 0, &ruleset.about.text);
                        assert_eq!(band.value(row, x) == Some(y), lost, "{heap:?}\n{text}");
                    }
                }
            }
        }
    }
}

fn catalogue(name: &str) -> (Ruleset, HeapGame) {
    let parsed = ishitori_rule::name::parse(name).unwrap();
    let text = ishitori_core::catalogue::all().find(|(known, _)| *known == parsed.name).unwrap().1;
    let ruleset = ishitori_core::catalogue::load(text, &parsed.arguments).unwrap();
    let Ok(AnyGame::Heaps(game)) = AnyGame::new(&ruleset) else { panic!() };
    (ruleset, game)
}

#[test]
fn the_circle_of_six_has_the_periods_of_an_independent_program() {
    let (ruleset, game) = catalogue("circular(6,2)");
    // Two heaps beside one: starts and periods; then opposite heaps, which have period 1.
    let beside = [(1, 2, 2), (2, 4, 4), (3, 16, 24), (4, 23, 24)].map(|row| (2, row));
    let opposite = [(1, 3, 1), (2, 6, 1), (3, 7, 1), (4, 12, 1)].map(|row| (3, row));
    for (second, (most, start, period)) in beside.into_iter().chain(opposite) {
        let question = question(&ruleset, 0, Some(second), most);
        let band = checked(&ruleset, &question).unwrap();
        let found = (band.start, band.period, band.saltus);
        assert_eq!(found, (start, period, period as u32), "{second} {most}");
        if most == 1 {
            compare(&ruleset, &game, &question, &band, 7);
        }
    }
}

#[test]
fn opposite_heaps_of_the_circle_and_rows_of_path_nim() {
    let (ruleset, game) = catalogue("circular(6,2)");
    let opposite = question(&ruleset, 0, Some(3), 1);
    let band = checked(&ruleset, &opposite).unwrap();
    compare(&ruleset, &game, &opposite, &band, 7);
    let (ruleset, game) = catalogue("path-nim(3)");
    let rows = question(&ruleset, 0, None, 4);
    let band = checked(&ruleset, &rows).unwrap();
    compare(&ruleset, &game, &rows, &band, 14);
}

#[test]
fn rows_of_wythoff_and_nimhoff() {
    for name in ["wythoff", "nimhoff(2,1)", "nimhoff(3,1)", "nim(3)", "moore(3,2)"] {
        let (ruleset, game) = catalogue(name);
        let question = question(&ruleset, 0, None, if name == "wythoff" { 6 } else { 2 });
        let band = checked(&ruleset, &question).unwrap();
        compare(&ruleset, &game, &question, &band, 16);
    }
}

#[test]
fn two_free_heaps_that_lose_fixed_numbers_together() {
    let (ruleset, game) = catalogue("nimhoff(3,1)");
    let question = question(&ruleset, 0, Some(1), 3);
    let band = checked(&ruleset, &question).unwrap();
    compare(&ruleset, &game, &question, &band, 10);
}

#[test]
fn formulas_are_true_of_the_limit() {
    let (ruleset, _) = catalogue("path-nim(3)");
    let sums = question(&ruleset, 1, None, 3);
    let band = checked(&ruleset, &sums).unwrap();
    let names = ["h[1]".to_string(), "h[3]".to_string()];
    let formula = limit_formula(&band, "h[2]", &names, &control()).unwrap().unwrap();
    // CIR-G4: with h[1] <= h[2] it is the sum of all.
    assert_eq!((formula.value.as_str(), formula.condition), ("h[2] + h[1] + h[3]", None));
    // Nim: the xor of all.
    let names = ["h[2]".to_string(), "h[3]".to_string()];
    let (ruleset, _) = catalogue("nim(3)");
    let xors = BandQuestion { second: None, first: 0, bounds: vec![3, 3], ..question_of(&ruleset) };
    let band = checked(&ruleset, &xors).unwrap();
    let formula = limit_formula(&band, "h[1]", &names, &control()).unwrap().unwrap();
    assert_eq!((formula.value.as_str(), formula.condition), ("(h[1] xor h[2] xor h[3])", None));
    // Rows of Wythoff's table have no such formula.
    let (ruleset, _) = catalogue("wythoff");
    let rows = BandQuestion { second: None, first: 0, bounds: vec![3], ..question_of(&ruleset) };
    let band = checked(&ruleset, &rows).unwrap();
    assert_eq!(limit_formula(&band, "a", &["b".to_string()], &control()).unwrap(), None);
}

fn question_of(ruleset: &Ruleset) -> BandQuestion<'_> {
    question(ruleset, 0, None, 0)
}

#[test]
fn games_of_other_kinds_are_refused_with_the_move() {
    for (text, first, second, expected) in [
        (
            "game g position (a, b)\noption (x, b) where x < a\noption (a, x) where x < b\noption (a - t, b - t) where t >= 1",
            0,
            Some(1),
            "both free heaps",
        ),
        (
            "game g position (a, b)\noption (x, b) where 2*x <= a, x < a\noption (a, x) where x < b",
            0,
            None,
            "the size of a free heap",
        ),
        (
            "game g position (a, b)\noption (a - t, b) where t >= 1, t mod 2 = 1\noption (a, x) where x < b",
            0,
            None,
            "residue class",
        ),
        (
            "game g position (a, b)\noption (a - 1, b + 1)\noption (a, x) where x < b",
            0,
            None,
            "raise a bounded heap",
        ),
        ("game g position (a, b)\noption (x, b) where x < a", 0, Some(1), "second free heap"),
        ("game g position (a, b) each >= 1\noption (x, b) where x < a", 0, None, "any size"),
    ] {
        let (ruleset, _) = load(text).unwrap();
        let refused = match find(&question(&ruleset, first, second, 2), &control()) {
            Err(NoBand::Family(_, why) | NoBand::Game(why)) => why,
            other => panic!("{text}: {other:?}"),
        };
        assert!(refused.contains(expected), "{text}: {refused}");
    }
}

/// A random complex: faces of a few vertices; every vertex is in one.
fn random_complex(random: &mut fastrand::Rng) -> (String, usize) {
    let vertices = random.usize(3..=4);
    let mut text = format!("game complex\nposition h[{vertices}]\n");
    for vertex in 1..=vertices {
        text += &format!("option h with h[{vertex}] lowered\n");
    }
    for _ in 0..random.usize(1..=3) {
        let face: Vec<String> =
            (1..=vertices).filter(|_| random.bool()).map(|vertex| vertex.to_string()).collect();
        if face.len() > 1 {
            text += &format!("option h with h[{{{}}}] lowered\n", face.join(", "));
        }
    }
    (text, vertices)
}

#[test]
fn random_complexes_are_bands_of_the_reference() {
    let mut bands = 0;
    for seed in 0..cases(40) {
        let random = &mut fastrand::Rng::with_seed(seed);
        let (text, vertices) = random_complex(random);
        let (ruleset, game) = load(&text).unwrap();
        for (first, second) in [(0, None), (0, Some(1)), (1, Some(vertices - 1))] {
            let question = question(&ruleset, first, second, 2);
            let band = match checked(&ruleset, &question) {
                Ok(band) => band,
                Err(NoBand::Family(_, why)) => {
                    assert!(why.contains("both free heaps"), "{text}: {why}");
                    continue;
                }
                // On a complex something always comes again.
                Err(other) => panic!("{text}: {other:?}"),
            };
            bands += 1;
            compare(&ruleset, &game, &question, &band, 7);
        }
    }
    assert!(bands > enough(40), "{bands}");
}

#[test]
fn random_rules_of_lowering_are_bands_of_the_reference() {
    let (mut bands, mut open) = (0, 0);
    for seed in 0..cases(120) {
        let random = &mut fastrand::Rng::with_seed(1000 + seed);
        let mut text =
            "game lowering\nposition (a, b, c)\noption (a, x, c) where x < b\n".to_string();
        for _ in 0..random.usize(1..=4) {
            let number = random.usize(1..=3);
            let (b, c) = (random.usize(0..=2), random.usize(0..=2));
            text += &match random.u8(..9) {
                0 => format!("option (x, b, c) where x + {number} <= a\n"),
                1 => format!("option (a - {number}, b - {b}, c - {c})\n"),
                2 => format!("option (a - t, b, c - t) where t >= {number}\n"),
                3 => format!("option (x, b, y) where x < a, y <= c, y + {number} >= c\n"),
                4 => format!("option (a, b - {number}, x) where x < c\n"),
                5 => format!("option (a - t, b - t, c - t) where t >= {number}\n"),
                6 => format!("option (x, b, c) where x < a, x + {number} != a\n"),
                7 => format!("option (a, x, y) where x <= b, y < c, x + y + {number} <= b + c\n"),
                _ => "option (x, b, y) where x <= a, y <= c, x + y < a + c\n".to_string(),
            };
        }
        let Some((ruleset, game)) = load(&text) else { panic!("{text}") };
        for (first, second) in [(0, Some(1)), (0, None)] {
            let question = question(&ruleset, first, second, 2);
            // With Grundy values b is bounded, too.
            match checked(&ruleset, &question) {
                Ok(band) => {
                    bands += 1;
                    compare(&ruleset, &game, &question, &band, 9);
                }
                Err(NoBand::GaveUp(_)) => open += 1,
                Err(other) => panic!("{text}: {other:?}"),
            }
        }
    }
    assert!(bands > enough(100) && bands > open, "{bands} bands, {open} without a repetition");
}
