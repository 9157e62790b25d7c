//! Single heaps: sequences against the definition, periods far beyond what proves them, certificates
//! that are forged.

use ishitori_core::catalogue;
use ishitori_core::game::{AnyGame, Game};
use ishitori_core::single::{Breaks, Engine, Sequence, certificate};
use ishitori_core::solve::{Budget, Reference};
use ishitori_rule::{Rules, SingleRules, load};
use proptest::prelude::*;

/// A rule as a list of moves, from which its text is written and which is played in the plainest way.
#[derive(Clone, Debug)]
enum Line {
    Empty(u64),
    EmptyBut(Vec<u64>),
    One(u64),
    OneUpTo(u64),
    OneBut(Vec<u64>),
    Two(u64, Kind),
    Three(u64),
    /// Not of the kind that theorems are for.
    Odd(u64),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Any,
    Differ,
    Less,
    AtMost,
}

impl Line {
    fn text(&self) -> String {
        let differs = |what: &str, except: &[u64]| {
            except.iter().map(|e| format!(", {what} != {e}")).collect::<String>()
        };
        match self {
            Line::Empty(d) => format!("option [] where n = {d}"),
            Line::EmptyBut(except) => format!("option [] where n >= 1{}", differs("n", except)),
            Line::One(d) => format!("option [n - {d}]"),
            Line::OneUpTo(d) => format!("option [n - t] where 1 <= t <= {d}"),
            Line::OneBut(except) => format!("option [x] where x < n{}", differs("n - x", except)),
            Line::Two(d, Kind::Any) => format!("option [x] + [y] where x + y = n - {d}"),
            Line::Two(d, Kind::Differ) => format!("option [x] + [y] where x + y + {d} = n, x != y"),
            Line::Two(d, Kind::Less) => format!("option [x] + [n - {d} - x] where 2*x < n - {d}"),
            Line::Two(d, Kind::AtMost) => format!("option [y] + [x] where n - {d} = x + y, x <= y"),
            Line::Three(d) => format!("option [x] + [y] + [z] where x + y + z = n - {d}, x <= y"),
            Line::Odd(d) => format!("option [x] + [y] where x + y = n - {d}, x mod 3 = 1"),
        }
    }

    /// Calls `visit` with the heaps that come in the place of `n`.
    fn each(&self, n: u64, visit: &mut dyn FnMut(&[u64])) {
        match self {
            Line::Empty(d) if n == *d => visit(&[]),
            Line::EmptyBut(except) if !except.contains(&n) => visit(&[]),
            Line::One(d) if n > *d => visit(&[n - d]),
            Line::OneUpTo(d) => (1..=*d).filter(|t| *t < n).for_each(|t| visit(&[n - t])),
            Line::OneBut(except) => {
                (1..n).filter(|x| !except.contains(&(n - x))).for_each(|x| visit(&[x]));
            }
            Line::Two(d, kind) => {
                for x in 1..n.saturating_sub(*d) {
                    let y = n - d - x;
                    if x != y || matches!(kind, Kind::Any | Kind::AtMost) {
                        visit(&[x, y]);
                    }
                }
            }
            Line::Three(d) => {
                for x in 1..n.saturating_sub(*d) {
                    for y in 1..n - d - x {
                        visit(&[x, y, n - d - x - y]);
                    }
                }
            }
            Line::Odd(d) => {
                (1..n.saturating_sub(*d))
                    .filter(|x| x % 3 == 1)
                    .for_each(|x| visit(&[x, n - d - x]));
            }
            _ => {}
        }
    }
}

/// The values by definition.
fn plainly(lines: &[Line], count: u64) -> Vec<u32> {
    let mut values: Vec<u32> = vec![0];
    for n in 1..count {
        let mut seen = vec![];
        for line in lines {
            line.each(n, &mut |parts| {
                seen.push(parts.iter().fold(0, |sum, p| sum ^ values[*p as usize]))
            });
        }
        seen.sort_unstable();
        values.push(seen.iter().fold(0, |mex, value| if *value == mex { mex + 1 } else { mex }));
    }
    values
}

fn rules_of(lines: &[Line]) -> SingleRules {
    let text: Vec<String> = lines.iter().map(Line::text).collect();
    let text = format!("game random\nheap n\n{}", text.join("\n"));
    let ruleset = load(&text, &[]).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    let Rules::Single(rules) = ruleset.rules else { panic!("single heaps") };
    rules
}

fn single(name: &str) -> SingleRules {
    let ruleset = catalogue::find(name).unwrap_or_else(|e| panic!("{name}: {e:?}"));
    let Rules::Single(rules) = ruleset.rules else { panic!("single heaps") };
    rules
}

fn line() -> impl Strategy<Value = Line> {
    let kind =
        prop_oneof![Just(Kind::Any), Just(Kind::Differ), Just(Kind::Less), Just(Kind::AtMost)];
    let except = prop::collection::vec(1u64..7, 0..3);
    prop_oneof![
        2 => (1u64..6).prop_map(Line::Empty),
        1 => except.clone().prop_map(Line::EmptyBut),
        3 => (1u64..6).prop_map(Line::One),
        1 => (1u64..5).prop_map(Line::OneUpTo),
        1 => except.prop_map(Line::OneBut),
        5 => (0u64..5, kind).prop_map(|(d, kind)| Line::Two(d, kind)),
        1 => (0u64..4).prop_map(Line::Three),
        1 => (0u64..4).prop_map(Line::Odd),
    ]
}

fn lines() -> impl Strategy<Value = Vec<Line>> {
    prop::collection::vec(line(), 1..5)
}

/// Values up to `to`, from engines and, beyond, from a period.
fn computed(mut sequence: Sequence, to: u64) -> (Vec<u32>, Sequence) {
    sequence.extend(to, &mut Budget::unlimited()).expect("no limits");
    let value = |heap| u32::try_from(sequence.value(heap).expect("known")).expect("small");
    ((0..=to).map(value).collect(), sequence)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn sequences_are_what_the_definition_says(lines in lines()) {
        let rules = rules_of(&lines);
        let expected = plainly(&lines, 91);
        let (found, sequence) = computed(Sequence::new(&rules).expect("playable"), 90);
        prop_assert_eq!(&found, &expected, "{:?} {:?}", lines, sequence.engine());
        let (found, _) = computed(Sequence::plain(&rules).expect("playable"), 90);
        prop_assert_eq!(&found, &expected);
        // A rule with a remainder in it is scanned, every other is understood.
        let odd = lines.iter().any(|line| matches!(line, Line::Odd(_)));
        prop_assert_eq!(Breaks::of(&rules).is_none(), odd);
        prop_assert_eq!(sequence.engine() == Engine::Scan, odd);
    }

    #[test]
    fn options_are_what_the_definition_says(lines in lines(), heap in 1u64..14, other in 0u64..5) {
        let rules = rules_of(&lines);
        let game = ishitori_core::game::SingleGame::new(&rules).expect("playable");
        let position = game.position(&[heap, other]);
        let mut expected = Vec::new();
        for (from, rest) in [(heap, other), (other, heap)] {
            for line in &lines {
                line.each(from, &mut |parts| {
                    let mut all = parts.to_vec();
                    all.push(rest);
                    expected.push(game.position(&all));
                });
            }
            if other == 0 {
                break;
            }
        }
        prop_assert_eq!(game.options(&position), game.arranged(expected));
    }

    #[test]
    fn periods_hold_ten_times_as_far_as_they_were_seen(lines in lines()) {
        let rules = rules_of(&lines);
        let mut sequence = Sequence::new(&rules).expect("playable");
        let threes = lines.iter().any(|line| matches!(line, Line::Three(_)));
        sequence.extend(if threes { 120 } else { 600 }, &mut Budget::unlimited()).expect("no limits");
        let Some(period) = sequence.period() else { return Ok(()) };
        let far = (10 * period.values).min(if threes { 300 } else { 4_000 });
        for (heap, value) in plainly(&lines, far).into_iter().enumerate() {
            prop_assert_eq!(sequence.value(heap as u64), Some(u64::from(value)), "{:?} {:?} {}", lines, period, heap);
        }
        // The checker agrees, and refuses a period that is not one.
        let breaks = sequence.breaks().expect("a theorem is for it");
        let heading = certificate::Heading { game: "random", rule: "" };
        let text = certificate::certificate(heading, breaks, &period, None);
        let checked = ishitori_check::check_sequence(&text, &mut |_| true).expect("accepted");
        prop_assert_eq!(checked.values, plainly(&lines, period.values));
        let mut wrong = period;
        wrong.values -= 1;
        let text = certificate::certificate(heading, breaks, &wrong, None);
        if breaks.is_finite() && wrong.values < needed(breaks, &period) {
            prop_assert!(ishitori_check::check_sequence(&text, &mut |_| true).is_err());
        }
    }
}

fn needed(breaks: &Breaks, period: &ishitori_core::single::Period) -> u64 {
    ishitori_core::single::period::needed(breaks, period.start, period.length).unwrap_or(u64::MAX)
}

#[test]
fn rare_and_common_values_give_what_all_pairs_give() {
    for name in [
        "octal(0.6)",
        "grundys-game",
        "octal(0.16)",
        "octal(0.106)",
        "octal(0.127)",
        "octal(4.324)",
        "octal(0.776)",
    ] {
        let rules = single(name);
        let to = 6_000;
        let mut fast = Sequence::new(&rules).expect("playable");
        let mut slow = Sequence::plain(&rules).expect("playable");
        fast.extend(to, &mut Budget::unlimited()).expect("no limits");
        slow.extend(to, &mut Budget::unlimited()).expect("no limits");
        assert_eq!(slow.engine(), Engine::Pairs);
        assert_eq!(fast.values(), slow.values(), "{name}");
        let halfway: Vec<u32> = slow.values()[..3_000].to_vec();
        let mut resumed = Sequence::from_values(&rules, &halfway).expect("playable");
        resumed.extend(to, &mut Budget::unlimited()).expect("no limits");
        assert_eq!(resumed.values(), slow.values(), "{name} from a half");
    }
    let mut grundy = Sequence::new(&single("grundys-game")).expect("playable");
    grundy.extend(30_000, &mut Budget::unlimited()).expect("no limits");
    assert!(
        matches!(grundy.engine(), Engine::Sparse(_)),
        "Winning Ways: Grundy's game has a sparse space"
    );
}

#[test]
fn published_periods_are_found() {
    for (name, length, start, saltus) in [
        ("kayles", 12, 71, 0),
        ("dawsons-kayles", 34, 53, 0),
        ("dawsons-chess", 34, 52, 0),
        ("octal(0.156)", 349, 3479, 0),
        ("octal(0.055)", 148, 259, 0),
        ("octal(0.4)", 34, 54, 0),
        ("subtraction(1,2,3)", 4, 0, 0),
        ("all-but([])", 1, 0, 1),
        ("all-but(2)", 4, 0, 2),
    ] {
        let mut sequence = Sequence::new(&single(name)).expect("playable");
        sequence.extend(20_000, &mut Budget::unlimited()).expect("no limits");
        let period = sequence.period().unwrap_or_else(|| panic!("{name} has a period"));
        assert_eq!((period.length, period.start, period.saltus), (length, start, saltus), "{name}");
    }
}

#[test]
fn a_position_is_worth_the_xor_of_its_heaps() {
    for name in [
        "kayles",
        "grundys-game",
        "laskers-nim",
        "hexadecimal(0.8)",
        "all-but(2)",
        "subtraction(1,4)",
    ] {
        let ruleset = catalogue::find(name).expect("a game");
        let Ok(AnyGame::Single(game)) = AnyGame::new(&ruleset) else { panic!("{name}") };
        let (values, _) = computed(Sequence::new(game.rules()).expect("playable"), 12);
        let mut solver = Reference::new(&game);
        for a in 0..=9u64 {
            for b in 0..=a {
                let position = game.position(&[a, b]);
                let facts = solver.facts(&position, &mut Budget::unlimited()).expect("facts");
                assert_eq!(facts.grundy, values[a as usize] ^ values[b as usize], "{name} {a},{b}");
            }
        }
    }
}

#[test]
fn forged_certificates_are_refused() {
    let kayles = single("kayles");
    let mut sequence = Sequence::new(&kayles).expect("playable");
    sequence.extend(1_000, &mut Budget::unlimited()).expect("no limits");
    let (period, breaks) = (sequence.period().expect("12"), sequence.breaks().expect("octal"));
    let heading = certificate::Heading { game: "kayles", rule: "game kayles" };
    let text = certificate::certificate(heading, breaks, &period, None);
    assert!(ishitori_check::check_sequence(&text, &mut |_| true).is_ok());
    // Every changed letter.
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if bytes[at] == b'7' { b'8' } else { b'7' };
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        if changed != text {
            assert!(ishitori_check::check_sequence(&changed, &mut |_| true).is_err(), "byte {at}");
        }
    }
    // Wrong statements with a right checksum.
    let forge = |length, start, saltus, values| {
        let period = ishitori_core::single::Period { length, start, saltus, values };
        certificate::certificate(heading, breaks, &period, None)
    };
    for (length, start, saltus, values) in [
        (6, 71, 0, 400),
        (12, 70, 0, 400),
        (12, 71, 1, 400),
        (12, 71, 0, 167),
        (1, 0, 0, 1),
        (11, 0, 0, 11),
        (0, 71, 0, 400),
        (12, 71, 0, 0),
    ] {
        let text = forge(length, start, saltus, values);
        let refused = ishitori_check::check_sequence(&text, &mut |_| true);
        assert!(refused.is_err(), "period {length} from {start}, saltus {saltus}, {values} values");
    }
    assert!(
        ishitori_check::check_sequence(&forge(24, 71, 0, 400), &mut |_| true).is_ok(),
        "twice the period is one"
    );
}

#[test]
fn a_mask_that_is_wrong_changes_nothing() {
    let rules = single("octal(0.156)");
    let mut sequence = Sequence::new(&rules).expect("playable");
    sequence.extend(20_000, &mut Budget::unlimited()).expect("no limits");
    let (period, breaks) = (sequence.period().expect("349"), sequence.breaks().expect("octal"));
    let heading = certificate::Heading { game: "octal(0.156)", rule: "" };
    let plain = certificate::certificate(heading, breaks, &period, None);
    let plain = ishitori_check::check_sequence(&plain, &mut |_| true).expect("accepted");
    for digits in [27, 1, 65_535, 0] {
        for shift in [None, Some(1), Some(0)] {
            let mask = ishitori_core::single::mask::Mask { digits, shift };
            let text = certificate::certificate(heading, breaks, &period, Some(mask));
            match ishitori_check::check_sequence(&text, &mut |_| true) {
                Ok(checked) => {
                    assert_ne!(digits, 0);
                    assert_eq!(checked.values, plain.values);
                }
                // Two splits here, of both parities; and no digits make no mask.
                Err(refused) => assert!(shift.is_some() || digits == 0, "{refused}"),
            }
        }
    }
}
