//! What proved theorems say of single positions: small ones as the reference says, large ones as
//! arithmetic says.

use crate::cases::cases;
use std::cell::RefCell;

use ishitori_automata::Numeration;
use ishitori_core::catalogue::{CatalogueLibrary, find};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, GameKind, HeapGame, Heaps};
use ishitori_core::prove::{
    GrundyAnswer, NoAnswer, NumberDigits, Proof, ProofAttempt, ProofQuestion, TheoremAnswer,
    answer, prove,
};
use ishitori_core::solve::{Convention, Outcome, Reference};
use ishitori_rule::{Ruleset, load};

/// Binary digits of a number with a thousand decimal digits.
const LONG: usize = 3_322;

fn proved(ruleset: &Ruleset, id: &str) -> Proof {
    let claim = ruleset.claims.iter().find(|claim| claim.id.value == id).expect("a claim");
    let convention = if claim.about.misere { Convention::Misere } else { Convention::Normal };
    let question = ProofQuestion {
        ruleset,
        statement: &claim.statement,
        text: &ruleset.about.text,
        claim: id,
        convention,
        library: &CatalogueLibrary,
    };
    match prove(&question, &Control::unlimited().with_memory(1 << 30)) {
        ProofAttempt::Proved(proof) => *proof,
        _ => panic!("{id} is not proved"),
    }
}

fn theorem(game: &str, id: &str) -> Proof {
    proved(&find(game).expect("a game"), id)
}

/// Digits of a small number, with zeros that change nothing.
fn digits(proof: &Proof, number: u64) -> NumberDigits {
    let numeration = proof.induction.shop.numeration;
    [numeration.digits(number.into()), vec![false; 3]].concat()
}

fn number(numeration: Numeration, digits: &[bool]) -> u128 {
    let ones = digits.iter().enumerate().filter(|(_, one)| **one);
    ones.map(|(place, _)| numeration.weight(place)).sum()
}

/// Compares with the reference on random positions with heaps up to `to`.
fn compare(ruleset: &Ruleset, id: &str, to: u64, tries: usize) {
    let proof = proved(ruleset, id);
    let AnyGame::Heaps(game) = AnyGame::new(ruleset).expect("playable") else { panic!("heaps") };
    let misere = ruleset.claims.iter().any(|c| c.id.value == id && c.about.misere);
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    let mut random = fastrand::Rng::with_seed(7);
    let reference = RefCell::new(Reference::new(&game));
    let facts = |position: &Heaps| {
        reference.borrow_mut().facts(position, &Control::unlimited()).expect("small")
    };
    for _ in 0..cases(tries) {
        let heaps: Vec<u64> = game.rules().names.iter().map(|_| random.u64(0..=to)).collect();
        let asked: Vec<NumberDigits> = heaps.iter().map(|heap| digits(&proof, *heap)).collect();
        let Ok(position) = game.position(&heaps) else {
            assert_eq!(answer(&proof, &asked), Err(NoAnswer::NotAPosition), "{id} {heaps:?}");
            continue;
        };
        let known = facts(&position);
        let found = answer(&proof, &asked).unwrap_or_else(|e| panic!("{id} {heaps:?}: {e}"));
        assert_eq!(found.outcome, known.outcome(convention), "{id} {heaps:?}");
        match &found.value {
            None => assert!(misere),
            Some(GrundyAnswer::Exactly(digits)) => {
                let value = number(Numeration::Binary, digits);
                assert_eq!(value, known.grundy.into(), "{id} {heaps:?}");
            }
            Some(GrundyAnswer::AtLeast(least)) => assert!(u64::from(known.grundy) >= *least),
        }
        let moved = winning(&proof, &game, &found);
        let options = game.options(&position);
        let lost = |option: &Heaps| facts(option).outcome(convention) == Outcome::P;
        match moved {
            Some(option) => {
                assert!(options.contains(&option) && lost(&option), "{id} {heaps:?} {option:?}");
            }
            None => assert!(found.outcome == Outcome::P || options.is_empty(), "{id} {heaps:?}"),
        }
    }
}

fn winning(proof: &Proof, game: &HeapGame, found: &TheoremAnswer) -> Option<Heaps> {
    let numeration = proof.induction.shop.numeration;
    let small = |digits: &NumberDigits| u64::try_from(number(numeration, digits)).expect("small");
    let heaps: Vec<u64> = found.winning.as_ref()?.heaps.iter().map(small).collect();
    Some(game.position(&heaps).expect("an option is a position"))
}

#[test]
fn small_positions_are_as_the_reference_says() {
    for (game, id, to) in [
        ("nim(5)", "BIN-T4", 5),
        ("nim(3)", "BIN-T1", 20),
        ("moore(4,2)", "BIN-T5", 6),
        ("circular(6,4)", "BIN-T9", 3),
        ("circular(4,2)", "CIR-42", 7),
        ("circular(5,2)", "CIR-52", 5),
        ("lim", "BIN-T8", 20),
        ("delete-nim", "BIN-T11", 80),
        ("delete-and-split", "SDN-VDN-G", 80),
        ("delete-and-split", "SDN-VDN-P", 80),
        ("split-and-delete", "SDN-T1", 60),
        ("nim-1(2)", "SDN-NIM-G", 60),
        ("wythoff", "WYT-P", 50),
        ("wythoff-1", "SDN-WYT-P", 50),
        ("common-divisor(2)", "CDN-T2.4", 60),
        ("common-divisor(3)", "CDN-T2.4", 12),
        ("single-delete(3)", "SD-2", 14),
        ("all-but-one-delete(3)", "ABD-1", 20),
        ("nimhoff(2,2)", "BIN-T10", 40),
    ] {
        compare(&find(game).expect("a game"), id, to, 300);
    }
}

#[test]
fn new_heaps_may_be_longer_and_play_may_be_misere() {
    // A stone of the first heap becomes up to nine of the second.
    let grows = "game grows\nposition (a, b)\noption (a - 1, b + t) where t <= 9\noption (a, b - 1)\n\
                 claim G1 pattern: P iff a mod 2 = 0 and b mod 2 = 0\n\
                 claim G2 pattern misere: P iff (a = 0 and b mod 2 = 1) or (a >= 2 and a mod 2 = 0 and b mod 2 = 0)\n";
    let nim = "game two\nposition (a, b) unordered\noption (x, b) where x < a\n\
               claim T1 pattern misere: P iff (a = b and a >= 2) or (a = 0 and b = 1)\n\
               claim T2 pattern: grundy = 0 iff a = b\n";
    for (text, ids) in [(grows, ["G1", "G2"]), (nim, ["T1", "T2"])] {
        let ruleset = load(text, &[]).expect("a rule");
        for id in ids {
            compare(&ruleset, id, 9, 200);
        }
    }
}

fn random_number(random: &mut fastrand::Rng) -> NumberDigits {
    (0..LONG).map(|_| random.bool()).collect()
}

fn ask(proof: &Proof, heaps: &[NumberDigits]) -> TheoremAnswer {
    answer(proof, heaps).expect("a position")
}

fn at(digits: &[bool], place: usize) -> bool {
    digits.get(place).copied().unwrap_or(false)
}

fn trimmed(mut digits: NumberDigits) -> NumberDigits {
    while digits.last() == Some(&false) {
        digits.pop();
    }
    digits
}

/// How many of the numbers have a one at this place.
fn ones(heaps: &[NumberDigits], place: usize) -> usize {
    heaps.iter().filter(|heap| at(heap, place)).count()
}

#[test]
fn large_nim_is_xor() {
    let mut random = fastrand::Rng::with_seed(1);
    for (game, n) in [("nim(5)", 5), ("nim(20)", 20)] {
        let proof = theorem(game, "BIN-T4");
        let heaps: Vec<NumberDigits> = (0..n).map(|_| random_number(&mut random)).collect();
        let found = ask(&proof, &heaps);
        let xor = trimmed((0..LONG).map(|place| ones(&heaps, place) % 2 == 1).collect());
        assert_eq!(found.value, Some(GrundyAnswer::Exactly(xor)));
        let new = found.winning.expect("a random position is won").heaps;
        assert!((0..LONG + 1).all(|place| ones(&new, place).is_multiple_of(2)));
        let changed = heaps.iter().zip(&new).filter(|(h, x)| trimmed((*h).clone()) != **x);
        assert_eq!(changed.count(), 1);
        assert_eq!(ask(&proof, &new).outcome, Outcome::P);
    }
}

#[test]
fn large_moore_counts_digits() {
    let mut random = fastrand::Rng::with_seed(2);
    let proof = theorem("moore(12,2)", "BIN-T5");
    let heaps: Vec<NumberDigits> = (0..12).map(|_| random_number(&mut random)).collect();
    let new = ask(&proof, &heaps).winning.expect("a random position is won").heaps;
    assert!((0..LONG).all(|place| ones(&new, place).is_multiple_of(3)));
    let changed = heaps.iter().zip(&new).filter(|(h, x)| trimmed((*h).clone()) != **x);
    assert!((1..=2).contains(&changed.count()));
    let lost = ask(&proof, &new);
    assert_eq!((lost.outcome, lost.winning), (Outcome::P, None));
}

#[test]
fn large_wythoff_pairs_are_shifts() {
    let proof = theorem("wythoff", "WYT-P");
    // An even number of zeros at the end, and the same one place further.
    let mut random = fastrand::Rng::with_seed(3);
    let mut a = vec![false, false, true];
    while a.len() < 4_785 {
        let one = random.bool() && a.last() == Some(&false);
        a.push(one);
    }
    let a = trimmed(a);
    let b: NumberDigits = [vec![false], a.clone()].concat();
    let lost = ask(&proof, &[a.clone(), b.clone()]);
    assert_eq!(lost.outcome, Outcome::P);
    assert_eq!(lost.value, Some(GrundyAnswer::Exactly(vec![])));
    let won = ask(&proof, &[b.clone(), b]);
    assert_eq!(won.value, Some(GrundyAnswer::AtLeast(1)));
    let new = won.winning.expect("not a pair").heaps;
    let shifted =
        |x: &NumberDigits, y: &NumberDigits| trimmed([vec![false], x.clone()].concat()) == *y;
    assert!(shifted(&new[0], &new[1]) || shifted(&new[1], &new[0]), "{new:?}");
    // Two neighbouring ones denote nothing.
    assert_eq!(answer(&proof, &[vec![true, true], a]), Err(NoAnswer::NotAPosition));
}

#[test]
fn large_splitting_games() {
    let mut random = fastrand::Rng::with_seed(4);
    let proof = theorem("split-and-delete", "SDN-T1");
    let (a, b) = (random_number(&mut random), random_number(&mut random));
    let even = |x: &NumberDigits| x.iter().position(|one| *one).is_some_and(|zeros| zeros % 2 == 0);
    let new = ask(&proof, &[a.clone(), b.clone()]).winning.expect("different heaps").heaps;
    assert!(new[0] == new[1] && even(&new[0]));
    let proof = theorem("delete-nim", "BIN-T11");
    let found = ask(&proof, &[a.clone(), b.clone()]);
    let tail = (0..LONG).take_while(|place| at(&a, *place) || at(&b, *place)).count();
    assert_eq!(found.value, Some(GrundyAnswer::Exactly(Numeration::Binary.digits(tail as u128))));
    if let Some(winning) = found.winning {
        assert!(!at(&winning.heaps[0], 0) && !at(&winning.heaps[1], 0));
    }
    let proof = theorem("lim", "BIN-T8");
    let c = random_number(&mut random);
    let heaps = [a, b, c];
    let found = ask(&proof, &heaps);
    let majority = trimmed((0..LONG).map(|place| ones(&heaps, place) >= 2).collect());
    assert_eq!(found.value, Some(GrundyAnswer::Exactly(majority)));
    let new = found.winning.expect("two of them share a digit").heaps;
    assert!((0..LONG + 2).all(|place| ones(&new, place) <= 1));
}

#[test]
fn large_circles() {
    let mut random = fastrand::Rng::with_seed(5);
    let proof = theorem("circular(6,4)", "BIN-T9");
    let heaps: Vec<NumberDigits> = (0..6).map(|_| random_number(&mut random)).collect();
    let new = ask(&proof, &heaps).winning.expect("a random position is won").heaps;
    assert_eq!(ask(&proof, &new).outcome, Outcome::P);
    let proof = theorem("circular(4,2)", "CIR-42");
    let new = ask(&proof, &heaps[..4]).winning.expect("opposite heaps differ").heaps;
    assert!(new[0] == new[2] && new[1] == new[3]);
}
