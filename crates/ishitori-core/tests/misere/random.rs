//! Random games: what the quotient says of every small sum is what recursion says.

use crate::cases::{cases, enough};
use fastrand::Rng;
use ishitori_core::control::Control;
use ishitori_core::single::misere::{HeapOptions, MisereOutcomes, OptionNotSmaller};
use ishitori_core::single::quotient::{Quotient, find};

use super::games::octal;

/// A game with a few heaps whose options are any sums of up to three smaller ones.
pub fn random_game(rng: &mut Rng, largest: u32) -> HeapOptions {
    let options = (0..=largest).map(|heap| {
        let options = if heap == 0 { 0 } else { rng.usize(0..=4) };
        let mut option = || (0..rng.usize(0..=3)).map(|_| rng.u32(0..heap)).collect();
        (0..options).map(|_| option()).collect()
    });
    HeapOptions::new(options.collect()).expect("parts are smaller")
}

/// Calls `see` with all sums of at most `most` heaps up to `largest`.
pub fn all_sums(largest: u32, most: usize, see: &mut impl FnMut(&[u32])) {
    fn more(heaps: &mut Vec<u32>, largest: u32, most: usize, see: &mut impl FnMut(&[u32])) {
        see(heaps);
        if heaps.len() < most {
            for heap in heaps.last().copied().unwrap_or(1)..=largest {
                heaps.push(heap);
                more(heaps, largest, most, see);
                heaps.pop();
            }
        }
    }
    more(&mut Vec::new(), largest, most, see);
}

/// Compares all sums of at most `most` heaps with the recursion.
pub fn compare(game: &HeapOptions, quotient: &Quotient, most: usize) -> usize {
    let mut outcomes = MisereOutcomes::new(game);
    let mut sums = 0;
    all_sums(quotient.largest(), most, &mut |heaps| {
        let truth = outcomes.outcome(heaps, &Control::unlimited()).expect("no limit");
        assert_eq!(quotient.outcome(heaps), Ok(truth), "{heaps:?} in {game:?}");
        sums += 1;
    });
    sums
}

#[test]
fn any_options() {
    let mut rng = Rng::with_seed(9);
    let (mut finite, mut wild_orders) = (0, std::collections::BTreeSet::new());
    for _ in 0..cases(400) {
        let largest = rng.u32(2..=7);
        let game = random_game(&mut rng, largest);
        let found =
            find(&game, 80, &Control::unlimited().with_positions(50_000)).expect("verified");
        compare(&game, &found.quotient, 5);
        if found.stopped.is_none() {
            finite += 1;
            wild_orders.insert(found.quotient.monoid().order());
        }
    }
    assert!(finite >= enough(201), "{finite}");
    assert!(wild_orders.len() >= enough(9), "{wild_orders:?}");
}

#[test]
fn octal_codes() {
    let mut rng = Rng::with_seed(10);
    let mut finite = 0;
    for _ in 0..cases(80) {
        let first = if rng.bool() { 0 } else { 4 };
        let digits = [first, rng.u32(0..8), rng.u32(0..8), rng.u32(0..8)];
        let game = octal(&digits, 11);
        let found =
            find(&game, 120, &Control::unlimited().with_positions(50_000)).expect("verified");
        compare(&game, &found.quotient, 3);
        finite += usize::from(found.stopped.is_none());
    }
    assert!(finite >= enough(41), "{finite}");
}

#[test]
fn options_must_be_smaller() {
    let wrong = HeapOptions::new(vec![vec![], vec![vec![]], vec![vec![1, 2]]]);
    assert_eq!(wrong, Err(OptionNotSmaller { heap: 2, part: 2 }));
    let wrong = HeapOptions::new(vec![vec![vec![]]]);
    assert_eq!(wrong, Err(OptionNotSmaller { heap: 0, part: 0 }));
    assert_eq!(HeapOptions::new(vec![]).expect("the empty heap").largest(), 0);
}

#[test]
fn winning_moves() {
    let game = octal(&[0, 7, 7], 8);
    let quotient = find(&game, 100, &Control::unlimited()).expect("verified").quotient;
    let mut outcomes = MisereOutcomes::new(&game);
    all_sums(8, 3, &mut |heaps| {
        let mut winning = game.options(heaps);
        winning.retain(|option| {
            let outcome = outcomes.outcome(option, &Control::unlimited()).expect("no limit");
            outcome == ishitori_core::solve::Outcome::P
        });
        winning.sort_unstable();
        winning.dedup();
        assert_eq!(quotient.winning(&game, heaps), Ok(winning), "{heaps:?}");
    });
    assert!(quotient.winning(&game, &[9]).is_err());
}
