//! Single heaps: sequences against the definition, periods far beyond what proves them, certificates
//! that are forged.

use crate::cases::cases;
use crate::heaps::{Line, growing, line, lines, plainly, rules_of, shape, text_of};
use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, GameKind};
use ishitori_core::single::saltus::{self, SaltusAnswer};
use ishitori_core::single::{
    ApparentPeriod, Period, Sequence, SequenceEngine, TakeAndBreak, certificate, large,
};
use ishitori_core::solve::Reference;
use ishitori_rule::{Rules, SingleRules, load};
use proptest::prelude::*;

fn single(name: &str) -> SingleRules {
    let ruleset = catalogue::find(name).unwrap_or_else(|e| panic!("{name}: {e:?}"));
    let Rules::Single(rules) = ruleset.rules else { panic!("single heaps") };
    rules
}

/// Values up to `to`, from engines and, beyond, from a period.
fn computed(mut sequence: Sequence, to: u64) -> (Vec<u32>, Sequence) {
    sequence.extend(to, &Control::unlimited()).expect("no limits");
    let value = |heap| u32::try_from(sequence.value(heap).expect("known")).expect("small");
    ((0..=to).map(value).collect(), sequence)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

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
        prop_assert_eq!(TakeAndBreak::of(&rules).is_none(), odd);
        prop_assert_eq!(sequence.engine() == SequenceEngine::Scan, odd);
    }

    /// However a rule is written: its values, its options, and the period if it is said to have one.
    #[test]
    fn shapes_are_what_the_definition_says(
        shapes in prop::collection::vec(shape(), 1..3),
        others in prop::collection::vec(line(), 0..2),
    ) {
        let lines: Vec<Line> = shapes.into_iter().chain(others).collect();
        let text = text_of(&lines);
        // Some can never be played, and are refused.
        let Ok(ruleset) = load(&text, &[]) else { return Ok(()) };
        let Rules::Single(rules) = ruleset.rules else { panic!("single heaps") };
        let (found, sequence) = computed(Sequence::new(&rules).expect("playable"), 150);
        prop_assert_eq!(&found, &plainly(&lines, 151), "{} {:?}", text, sequence.engine());
        let (Some(period), Some(breaks)) = (sequence.period(), sequence.breaks()) else { return Ok(()) };
        let heading = certificate::SequenceHeading { game: "random", rule: "" };
        let text = certificate::certificate(heading, breaks, &period, None);
        let checked = ishitori_check::check_sequence(&text, &mut |_| true);
        prop_assert!(checked.is_ok(), "{:?}", checked.err());
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
        sequence.extend(if threes { 120 } else { 600 }, &Control::unlimited()).expect("no limits");
        let Some(period) = sequence.period() else { return Ok(()) };
        for (heap, value) in plainly(&lines, 10 * period.values).into_iter().enumerate() {
            prop_assert_eq!(sequence.value(heap as u64), Some(u64::from(value)), "{:?} {:?} {}", lines, period, heap);
        }
        // The checker agrees, and refuses a period that is not one.
        let breaks = sequence.breaks().expect("a theorem is for it");
        let heading = certificate::SequenceHeading { game: "random", rule: "" };
        let text = certificate::certificate(heading, breaks, &period, None);
        let checked = ishitori_check::check_sequence(&text, &mut |_| true).expect("accepted");
        prop_assert_eq!(checked.values, plainly(&lines, period.values));
        let mut wrong = period;
        wrong.values -= 1;
        let text = certificate::certificate(heading, breaks, &wrong, None);
        if period.saltus == 0 && breaks.is_finite() && wrong.values < needed(breaks, &period) {
            prop_assert!(ishitori_check::check_sequence(&text, &mut |_| true).is_err());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    /// Any claim that values grow by the same number in every period, true or false: prover and checker say
    /// what the values say much further on.
    #[test]
    fn growth_is_decided(lines in growing(), start in 1usize..8, length in 1usize..7) {
        let rules = rules_of(&lines);
        let breaks = TakeAndBreak::of(&rules).expect("take and break");
        prop_assume!(breaks.most_parts() > 1);
        let base = start.max(breaks.largest() as usize + 1);
        let values = plainly(&lines, if breaks.most_parts() == 3 { 150 } else { 500 });
        let Some(saltus) = values[start + length].checked_sub(values[start]) else { return Ok(()) };
        prop_assume!(saltus > 0);
        let grows = |end: usize| (start..end - length).all(|n| values[n + length] == values[n] + saltus);
        let (shown, holds) = (grows(base + length), grows(values.len()));
        let count = (base + length) as u64;
        let (start, length, saltus) = (start as u64, length as u64, u64::from(saltus));
        if shown {
            let answer = saltus::goes_on(&breaks, &values, ApparentPeriod { start, length, saltus });
            prop_assert_eq!(answer, if holds { SaltusAnswer::Yes(count) } else { SaltusAnswer::No });
        }
        let period = Period { start, length, saltus, values: count };
        let heading = certificate::SequenceHeading { game: "random", rule: "" };
        let text = certificate::certificate(heading, &breaks, &period, None);
        let checked = ishitori_check::check_sequence(&text, &mut |_| true);
        prop_assert_eq!(checked.is_ok(), holds, "{:?}", checked.err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    /// Of a heap in the periods, an option is found for exactly the values that some option has.
    #[test]
    fn options_of_large_heaps_are_found(
        lines in prop_oneof![growing(), lines()],
        beyond in 0u64..200,
        value in 0u32..24,
    ) {
        let rules = rules_of(&lines);
        let mut sequence = Sequence::new(&rules).expect("playable");
        let threes = lines.iter().any(|line| matches!(line, Line::Three(_)));
        sequence.extend(if threes { 60 } else { 200 }, &Control::unlimited()).expect("no limits");
        let Some(period) = sequence.period() else { return Ok(()) };
        let breaks = sequence.breaks().expect("a theorem is for it");
        let base = large::base(breaks, &period);
        let heap = base + beyond;
        let worth = |parts: &[u64]| {
            parts.iter().fold(0, |sum, part| sum ^ sequence.value(*part).expect("known"))
        };
        let mut options: Vec<Vec<u64>> = Vec::new();
        let sorted = |parts: &[u64]| { let mut parts = parts.to_vec(); parts.sort_unstable(); parts };
        for line in &lines {
            line.each(heap, &mut |parts| if worth(parts) == u64::from(value) { options.push(sorted(parts)) });
        }
        let digits = |n: u64| (0..64).map(|place| n >> place & 1 == 1).collect::<Vec<bool>>();
        let (first, t) = (base + beyond % period.length, beyond / period.length);
        let values: Vec<u32> = (0..base + period.length)
            .map(|heap| u32::try_from(sequence.value(heap).expect("known")).expect("small"))
            .collect();
        let found =
            large::option_worth(breaks, &values, &period, first, &digits(t), &digits(value.into()));
        let number = |part: &large::PeriodicHeap| {
            let periods = part.periods.iter().rev().fold(0, |n, digit| 2 * n + u64::from(*digit));
            part.first + period.length * periods
        };
        match found {
            None => prop_assert!(options.is_empty(), "{:?} {} to {}: {:?}", lines, heap, value, options),
            Some(parts) => {
                let parts = sorted(&parts.iter().map(number).collect::<Vec<u64>>());
                prop_assert!(options.contains(&parts), "{:?} {} to {}: {:?}", lines, heap, value, parts);
            }
        }
    }
}

fn needed(breaks: &TakeAndBreak, period: &Period) -> u64 {
    ishitori_core::single::period::needed(breaks, period.start, period.length).unwrap_or(u64::MAX)
}

/// Rules that a tester found to be read as other rules: none of them is a take-and-break rule.
#[test]
fn what_only_looks_like_take_and_break_is_scanned() {
    for option in [
        "[1] where n >= 2",
        "[2] where n = 5",
        "[1] + [n - 2]",
        "[x] + [2] where x = n - 3",
        "[2] + [2] where n = 4",
        "[x] + [x] where 2*x = n - 1",
        "[x] + [x + 1] where 2*x + 1 = n",
        "[x] + [x] + [x] where 3*x = n",
        "[x] + [y] + [1] where x + y = n - 1",
        "[x + 2] where x < n - 2",
        "[] where n = 2*t",
        "[x] + [y] where x < n, y < n",
    ] {
        let text = format!("game looks\nheap n\noption {option}");
        let ruleset = load(&text, &[]).unwrap_or_else(|e| panic!("{option}\n{e:?}"));
        let Rules::Single(rules) = ruleset.rules else { panic!("single heaps") };
        assert_eq!(TakeAndBreak::of(&rules), None, "{option}");
    }
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
        fast.extend(to, &Control::unlimited()).expect("no limits");
        slow.extend(to, &Control::unlimited()).expect("no limits");
        assert_eq!(slow.engine(), SequenceEngine::Pairs);
        assert_eq!(fast.values(), slow.values(), "{name}");
        let halfway: Vec<u32> = slow.values()[..3_000].to_vec();
        let mut resumed = Sequence::from_values(&rules, &halfway).expect("playable");
        resumed.extend(to, &Control::unlimited()).expect("no limits");
        assert_eq!(resumed.values(), slow.values(), "{name} from a half");
    }
    let mut grundy = Sequence::new(&single("grundys-game")).expect("playable");
    grundy.extend(30_000, &Control::unlimited()).expect("no limits");
    assert!(
        matches!(grundy.engine(), SequenceEngine::Sparse(_)),
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
        // Winning Ways, chapter 4: 4k+1, 4k+2, 4k+4, 4k+3.
        ("laskers-nim", 4, 1, 4),
    ] {
        let mut sequence = Sequence::new(&single(name)).expect("playable");
        sequence.extend(20_000, &Control::unlimited()).expect("no limits");
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
                let facts = solver.facts(&position, &Control::unlimited()).expect("facts");
                assert_eq!(facts.grundy, values[a as usize] ^ values[b as usize], "{name} {a},{b}");
            }
        }
    }
}

#[test]
fn forged_certificates_are_refused() {
    let kayles = single("kayles");
    let mut sequence = Sequence::new(&kayles).expect("playable");
    sequence.extend(1_000, &Control::unlimited()).expect("no limits");
    let (period, breaks) = (sequence.period().expect("12"), sequence.breaks().expect("octal"));
    let heading = certificate::SequenceHeading { game: "kayles", rule: "game kayles" };
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
        let period = Period { length, start, saltus, values };
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
    sequence.extend(20_000, &Control::unlimited()).expect("no limits");
    let (period, breaks) = (sequence.period().expect("349"), sequence.breaks().expect("octal"));
    let heading = certificate::SequenceHeading { game: "octal(0.156)", rule: "" };
    let plain = certificate::certificate(heading, breaks, &period, None);
    let plain = ishitori_check::check_sequence(&plain, &mut |_| true).expect("accepted");
    for digits in [27, 1, 65_535, 0] {
        for shift in [None, Some(1), Some(0)] {
            let mask = ishitori_core::single::mask::RareMask { digits, shift };
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
