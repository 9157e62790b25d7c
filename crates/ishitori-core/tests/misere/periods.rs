//! Proved periods hold beyond the heaps that prove them.

use crate::cases::{cases, enough};
use fastrand::Rng;
use ishitori_core::control::Control;
use ishitori_core::single::quotient::{NoPeriod, QuotientPeriod, TakeMove, find, take_and_break};

use super::games::{code, grundy, octal};

/// The moves of an octal code.
fn takes(digits: &[u32]) -> Vec<TakeMove> {
    let digits = (0..).zip(digits);
    let bits = digits.flat_map(|(stones, digit)| (0..3).map(move |heaps| (stones, heaps, digit)));
    let set = bits.filter(|(stones, heaps, digit)| {
        let is_move = *stones > 0 || *heaps > 1;
        is_move && *digit >> heaps & 1 == 1
    });
    set.map(|(stones, heaps, _)| TakeMove { stones, heaps }).collect()
}

#[test]
fn kayles_is_solved() {
    let game = code("0.77", 167);
    let found = find(&game, 100, &Control::unlimited()).expect("verified");
    let period =
        QuotientPeriod::prove(&game, &found.quotient, &takes(&[0, 7, 7])).expect("long enough");
    assert_eq!((period.start, period.length, period.needed), (71, 12, 167));
    assert_eq!(period.alike(70), 70);
    assert_eq!(period.alike(83), 71);
    assert_eq!(period.alike(u128::MAX), 71 + u32::try_from((u128::MAX - 71) % 12).expect("small"));
    // One heap less is too little, and so is a heap game with another rule.
    let less = find(&game.up_to(166), 100, &Control::unlimited()).expect("verified");
    let proof = QuotientPeriod::prove(&game, &less.quotient, &takes(&[0, 7, 7]));
    assert_eq!(proof, Err(NoPeriod::NotYet(166)));
    let proof = QuotientPeriod::prove(&game, &found.quotient, &takes(&[0, 7, 3]));
    assert_eq!(proof, Err(NoPeriod::OtherRule(4)));
    let proof = QuotientPeriod::prove(&grundy(167), &found.quotient, &takes(&[4]));
    assert_eq!(proof, Err(NoPeriod::OtherRule(2)));
}

#[test]
fn rules_as_codes() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..cases(50) {
        let digits = [4 * rng.u32(0..2), rng.u32(0..8), rng.u32(0..8)];
        assert_eq!(take_and_break(&takes(&digits), 20), Ok(octal(&digits, 20)), "{digits:?}");
    }
    let three = take_and_break(&[TakeMove { stones: 1, heaps: 3 }], 6).expect("smaller");
    assert_eq!(three.of(6), [Box::from([1, 1, 3]), Box::from([1, 2, 2])]);
    assert!(take_and_break(&[TakeMove { stones: 0, heaps: 1 }], 6).is_err());
}

#[test]
fn random_codes() {
    let mut rng = Rng::with_seed(2);
    let mut proved = 0;
    for _ in 0..cases(60) {
        let digits = [4 * rng.u32(0..2), rng.u32(0..8), rng.u32(0..8), rng.u32(0..4)];
        let game = octal(&digits, 160);
        let short = game.up_to(60);
        let found =
            find(&short, 60, &Control::unlimited().with_positions(100_000)).expect("verified");
        let Ok(period) = QuotientPeriod::prove(&short, &found.quotient, &takes(&digits)) else {
            continue;
        };
        if found.stopped.is_some() {
            continue;
        }
        let more =
            find(&game, 60, &Control::unlimited().with_positions(1_000_000)).expect("verified");
        assert_eq!(more.stopped, None, "{digits:?}");
        assert_eq!(more.quotient.monoid(), found.quotient.monoid(), "{digits:?}");
        for (heap, value) in (0..).zip(more.quotient.values()) {
            let alike = period.alike(heap) as usize;
            assert_eq!(*value, found.quotient.values()[alike], "{digits:?}, heap {heap}");
        }
        proved += 1;
    }
    assert!(proved >= enough(21), "{proved}");
}

/// Three heaps after a move: the bound is another one.
#[test]
fn hexadecimal() {
    let mut rng = Rng::with_seed(11);
    let mut proved = 0;
    for _ in 0..cases(60) {
        let mut takes = vec![TakeMove { stones: rng.u32(1..=2), heaps: 3 }];
        takes.extend((0..3).map(|_| TakeMove { stones: rng.u32(1..=2), heaps: rng.u32(0..=1) }));
        let game = take_and_break(&takes, 60).expect("smaller");
        let short = game.up_to(40);
        let found =
            find(&short, 60, &Control::unlimited().with_positions(50_000)).expect("verified");
        let Ok(period) = QuotientPeriod::prove(&short, &found.quotient, &takes) else { continue };
        let most = takes.iter().map(|take| take.stones).max().expect("some");
        assert_eq!(period.needed, 3 * (period.start + period.length) + most - 1);
        assert!(period.needed <= found.quotient.largest());
        let more = find(&game, 60, &Control::unlimited()).expect("verified");
        for (heap, value) in (0..).zip(more.quotient.values()) {
            let alike = period.alike(heap) as usize;
            assert_eq!(*value, found.quotient.values()[alike], "{takes:?}, heap {heap}");
        }
        proved += 1;
    }
    assert!(proved >= enough(6), "{proved}");
}
