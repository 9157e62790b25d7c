//! Genera by their definition: which Nim heap makes a P-position.

use crate::cases::{cases, enough};
use fastrand::Rng;
use ishitori_core::control::Control;
use ishitori_core::single::genus::{Genera, Temper};
use ishitori_core::single::misere::{HeapOptions, MisereOutcomes};
use ishitori_core::solve::Outcome;

use super::games::{code, nim, octal};
use super::random::{all_sums, random_game};

/// The largest Nim heap beside a game.
const NIM: u32 = 15;

/// A game with Nim heaps of 1 to [`NIM`] stones as its largest heaps.
fn with_nim(game: &HeapOptions) -> HeapOptions {
    let largest = game.largest();
    let own = (0..=largest).map(|heap| game.of(heap).iter().map(|o| o.to_vec()).collect());
    let name = |size: u32| if size == 0 { 0 } else { largest + size };
    let nim = (1..=NIM).map(|size| (0..size).map(|left| vec![name(left)]).collect());
    HeapOptions::new(own.chain(nim).collect()).expect("smaller")
}

/// The Nim heap beside which a sum is a P-position in misère play.
fn misere_grundy(outcomes: &mut MisereOutcomes<'_>, largest: u32, heaps: &[u32]) -> Option<u32> {
    (0..=NIM).find(|size| {
        let mut sum = heaps.to_vec();
        if *size > 0 {
            sum.push(largest + size);
        }
        outcomes.outcome(&sum, &Control::unlimited()).expect("no limit") == Outcome::P
    })
}

/// The Grundy value in normal play of one heap, by mex and nim-sums.
fn grundy(game: &HeapOptions, heap: u32) -> u32 {
    let sum = |option: &[u32]| option.iter().fold(0, |sum, part| sum ^ grundy(game, *part));
    let values: Vec<u32> = game.of(heap).iter().map(|option| sum(option)).collect();
    (0..).find(|value| !values.contains(value)).expect("finitely many")
}

fn compare(game: &HeapOptions, most: usize) -> [usize; 4] {
    let extended = with_nim(game);
    let mut outcomes = MisereOutcomes::new(&extended);
    let mut genera = Genera::new(game);
    let mut tempers = [0; 4];
    all_sums(game.largest(), most, &mut |heaps| {
        let (genus, temper) = genera.genus(heaps, &Control::unlimited()).expect("no limit");
        let normal = heaps.iter().fold(0, |sum, heap| sum ^ grundy(game, *heap));
        assert_eq!(genus.grundy(), normal, "{heaps:?} in {game:?}");
        let mut beside = heaps.to_vec();
        for twos in 0..5 {
            if let Some(truth) = misere_grundy(&mut outcomes, game.largest(), &beside) {
                assert_eq!(genus.misere_beside(twos), truth, "{heaps:?} + {twos} in {game:?}");
            }
            beside.push(game.largest() + 2);
        }
        if matches!(temper, Temper::Restive | Temper::Restless) {
            let is_small = |value: u32| value <= 1;
            assert_ne!(is_small(genus.grundy()), is_small(genus.misere()), "{genus}");
        }
        tempers[temper as usize] += 1;
    });
    tempers
}

#[test]
fn random_games() {
    let mut rng = Rng::with_seed(4);
    let mut all = [0; 4];
    for _ in 0..cases(60) {
        let game = random_game(&mut rng, 6);
        for (all, here) in all.iter_mut().zip(compare(&game, 2)) {
            *all += here;
        }
    }
    assert!(all.iter().all(|count| *count >= enough(6)), "{all:?}");
}

#[test]
fn octal_games() {
    compare(&code("0.77", 8), 2);
    compare(&code("0.123", 10), 2);
    let mut rng = Rng::with_seed(3);
    for _ in 0..cases(15) {
        let digits = [0, rng.u32(0..8), rng.u32(0..8), rng.u32(0..8)];
        compare(&octal(&digits, 7), 2);
    }
}

/// Nim: the restive rule of ONAG is about other games; here all is tame, sums of three heaps too.
#[test]
fn nim_heaps() {
    let tempers = compare(&nim(6), 3);
    assert_eq!(tempers[1..], [0, 0, 0]);
    let game = nim(9);
    let mut genera = Genera::new(&game);
    let mut text =
        |heaps: &[u32]| genera.genus(heaps, &Control::unlimited()).expect("no limit").0.to_string();
    assert_eq!(text(&[]), "0^120");
    assert_eq!(text(&[1]), "1^031");
    assert_eq!(text(&[2, 2]), "0^02");
    assert_eq!(text(&[2, 3]), "1^13");
    assert_eq!(text(&[9]), "9^9,11");
}
