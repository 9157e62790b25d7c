//! What the papers print.

use ishitori_core::control::Control;
use ishitori_core::single::genus::{Genera, Temper};
use ishitori_core::single::misere::HeapOptions;
use ishitori_core::single::quotient::{Quotient, Species, find};

use super::games::{code, grundy, nim};

/// The quotient of a game, all of whose heaps are done.
fn quotient(game: &HeapOptions) -> Quotient {
    let found =
        find(game, 1000, &Control::unlimited().with_positions(2_000_000)).expect("verified");
    assert_eq!(found.stopped, None);
    found.quotient
}

/// Plambeck and Siegel, "Misère quotients for impartial games": 0.75 has R8, the smallest wild quotient. Plambeck, "Taming the
/// wild": 0.123 has 20 elements. Kayles has 40.
#[test]
fn orders() {
    for (game, order) in [("0.75", 8), ("0.123", 20), ("0.77", 40)] {
        let quotient = quotient(&code(game, 120));
        assert_eq!(quotient.monoid().order(), order, "{game}");
        assert_eq!(quotient.species(), Species::Wild, "{game}");
    }
}

/// T_k for Nim, and for games that reduce to it; every heap of two or more stones makes the group.
#[test]
fn nim_is_tame() {
    for (largest, rank) in [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (7, 3), (8, 4), (20, 5)] {
        let quotient = quotient(&nim(largest));
        assert_eq!(quotient.species(), Species::Tame(rank), "nim up to {largest}");
        let order = [1, 2, 6, 10, 18, 34][rank as usize];
        assert_eq!(quotient.monoid().order(), order);
    }
    // Subtraction games have heaps like Nim heaps (Winning Ways, chapter 13), as Plambeck's pages on quaternary games recall.
    for game in ["0.3", "0.33", "0.303", "0.333", "0.0303"] {
        assert!(matches!(quotient(&code(game, 40)).species(), Species::Tame(_)), "{game}");
    }
}

/// Plambeck's page on 0.312: genera of the first heaps, and that two heaps of four can be forgotten.
#[test]
fn game_312() {
    let game = code("0.312", 40);
    let mut genera = Genera::new(&game);
    let printed = ["1^031", "2^20", "0^02", "2^1420", "0^02", "1^13"];
    for (heap, printed) in (1..).zip(printed) {
        let (genus, _) = genera.genus(&[heap], &Control::unlimited()).expect("no limit");
        assert_eq!(genus.to_string(), printed, "heap {heap}");
    }
    let (twice, _) = genera.genus(&[4, 4], &Control::unlimited()).expect("no limit");
    assert_eq!(twice.to_string(), "0^120");
    let quotient = quotient(&game);
    assert_eq!(quotient.value(&[4, 4]), Ok(0));
}

/// ONAG, chapter 12: heaps of Grundy's game, whose second player wins are the heaps divisible by 3 until 48; a Kayles heap.
#[test]
fn conways_tables() {
    let game = grundy(27);
    let mut genera = Genera::new(&game);
    let mut genus = |heap| genera.genus(&[heap], &Control::unlimited()).expect("no limit");
    for heap in [13, 16, 19, 22] {
        assert_eq!(genus(heap).0.to_string(), "3^1431", "heap {heap}");
    }
    for heap in [18, 21, 24] {
        assert_eq!(genus(heap).0.to_string(), "4^0564", "heap {heap}");
    }
    assert_eq!(genus(13).1, Temper::Restless);
    for heap in 1..=27 {
        assert_eq!(genus(heap).0.misere() == 0, heap % 3 == 0, "heap {heap}");
    }
    let kayles = code("0.77", 9);
    let mut genera = Genera::new(&kayles);
    let (five, temper) = genera.genus(&[5], &Control::unlimited()).expect("no limit");
    assert_eq!((five.to_string().as_str(), temper), ("4^146", Temper::Restless));
}

/// An infinite quotient is given up with a reason, and what is known is kept.
#[test]
fn giving_up() {
    let game = code("4.7", 40);
    let found = find(&game, 30, &Control::unlimited().with_positions(1_000_000)).expect("verified");
    let why = found.stopped.expect("it has more elements");
    assert_eq!(why.why(), "there are more than 30 elements in the misère quotient");
    let known = game.up_to(found.quotient.largest());
    assert!(known.largest() >= 5);
    assert_eq!(found.quotient.verify(&known, &Control::unlimited()), Ok(Ok(())));
    let found =
        find(&code("0.77", 40), 1000, &Control::unlimited().with_positions(300)).expect("verified");
    assert!(found.stopped.expect("too little").needs_more_positions());
    assert!(found.quotient.largest() < 40);
}
