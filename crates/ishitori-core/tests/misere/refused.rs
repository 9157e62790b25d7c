//! Altered quotients are refused, unless only the names of elements changed.

use crate::cases::{cases, enough};
use std::collections::HashMap;

use fastrand::Rng;
use ishitori_core::control::Control;
use ishitori_core::single::misere::HeapOptions;
use ishitori_core::single::quotient::{Monoid, Quotient, QuotientFlaw, find};

use super::games::{code, grundy, nim};
use super::random::{compare, random_game};

/// The tables of a quotient, to be altered.
#[derive(Clone)]
struct Tables {
    products: Vec<Vec<u32>>,
    is_p: Vec<bool>,
    values: Vec<u32>,
}

impl Tables {
    fn of(quotient: &Quotient) -> Tables {
        let monoid = quotient.monoid();
        Tables {
            products: monoid.elements().map(|x| monoid.row(x).to_vec()).collect(),
            is_p: monoid.elements().map(|x| monoid.is_p(x)).collect(),
            values: quotient.values().to_vec(),
        }
    }

    fn quotient(&self) -> Quotient {
        let monoid = Monoid::new(&self.products, self.is_p.clone()).expect("square");
        Quotient::new(monoid, self.values.clone()).expect("elements")
    }

    /// Whether there is a map of elements that takes one to the other. Both are made of their heaps, so there is at most one.
    fn is_isomorphic(&self, other: &Tables) -> bool {
        let order = self.products.len();
        let mut map = HashMap::from([(0, 0)]);
        let mut open = vec![(0u32, 0u32)];
        while let Some((x, y)) = open.pop() {
            for (one, two) in self.values.iter().zip(&other.values) {
                let x = self.products[x as usize][*one as usize];
                let y = other.products[y as usize][*two as usize];
                match map.insert(x, y) {
                    Some(before) if before != y => return false,
                    Some(_) => {}
                    None => open.push((x, y)),
                }
            }
        }
        let images: std::collections::HashSet<u32> = map.values().copied().collect();
        let all = 0..u32::try_from(order).expect("small");
        other.products.len() == order
            && map.len() == order
            && images.len() == order
            && self.values.iter().zip(&other.values).all(|(one, two)| map[one] == *two)
            && all.clone().all(|x| self.is_p[x as usize] == other.is_p[map[&x] as usize])
            && all.clone().all(|x| {
                all.clone().all(|y| {
                    let product = self.products[x as usize][y as usize];
                    map[&product] == other.products[map[&x] as usize][map[&y] as usize]
                })
            })
    }
}

/// Games with their quotients.
fn quotients() -> Vec<(HeapOptions, Quotient)> {
    let mut games = vec![
        nim(5),
        grundy(14),
        code("0.75", 12),
        code("0.123", 20),
        code("0.312", 12),
        code("0.77", 30),
        code("0.15", 40),
    ];
    let mut rng = Rng::with_seed(77);
    games.extend((0..cases(40)).map(|_| random_game(&mut rng, 5)));
    let mut quotients = Vec::new();
    for game in games {
        let found =
            find(&game, 100, &Control::unlimited().with_positions(500_000)).expect("verified");
        if found.quotient.monoid().order() > 2 {
            quotients.push((game.up_to(found.quotient.largest()), found.quotient));
        }
    }
    quotients
}

fn verdict(quotient: &Quotient, game: &HeapOptions) -> Result<(), QuotientFlaw> {
    quotient.verify(game, &Control::unlimited()).expect("no limit")
}

/// One random change: a product in both orders or in one, an outcome, a value.
fn alter(tables: &mut Tables, rng: &mut Rng) {
    let order = tables.products.len();
    let (x, y) = (rng.usize(0..order), rng.usize(0..order));
    let new = rng.u32(0..u32::try_from(order).expect("small"));
    match rng.u32(0..10) {
        0..4 => {
            tables.products[x][y] = new;
            tables.products[y][x] = new;
        }
        4 => tables.products[x][y] = new,
        5..7 => tables.is_p[x] = !tables.is_p[x],
        _ => {
            let heap = rng.usize(0..tables.values.len());
            tables.values[heap] = new;
        }
    }
}

#[test]
fn alterations() {
    let mut rng = Rng::with_seed(5);
    let (mut refused, mut same) = (0, 0);
    for (game, quotient) in quotients() {
        let tables = Tables::of(&quotient);
        assert_eq!(verdict(&quotient, &game), Ok(()));
        for _ in 0..cases(150) {
            let mut altered = tables.clone();
            alter(&mut altered, &mut rng);
            let is_right = tables.is_isomorphic(&altered);
            let verdict = verdict(&altered.quotient(), &game);
            assert_eq!(verdict.is_ok(), is_right, "{verdict:?}");
            if is_right { same += 1 } else { refused += 1 }
        }
    }
    assert!(refused >= enough(2001), "{refused}, the same {same}");
}

/// Other names for the elements are the same quotient.
#[test]
fn renamed() {
    let mut rng = Rng::with_seed(6);
    for (game, quotient) in quotients() {
        let tables = Tables::of(&quotient);
        let order = tables.products.len();
        let mut names: Vec<u32> = (1..u32::try_from(order).expect("small")).collect();
        rng.shuffle(&mut names);
        names.insert(0, 0);
        let mut renamed = tables.clone();
        for x in 0..order {
            renamed.is_p[names[x] as usize] = tables.is_p[x];
            for y in 0..order {
                let product = names[tables.products[x][y] as usize];
                renamed.products[names[x] as usize][names[y] as usize] = product;
            }
        }
        renamed.values = tables.values.iter().map(|value| names[*value as usize]).collect();
        assert!(tables.is_isomorphic(&renamed));
        assert_eq!(verdict(&renamed.quotient(), &game), Ok(()));
    }
}

/// A finer monoid that tells the right outcomes is not the quotient, nor is one with an element that no sum has.
#[test]
fn too_large() {
    // Nim with heaps of one stone, counted modulo 4.
    let game = nim(1);
    let products: Vec<Vec<u32>> = (0..4).map(|x| (0..4).map(|y| (x + y) % 4).collect()).collect();
    let monoid = Monoid::new(&products, vec![false, true, false, true]).expect("square");
    let finer = Quotient::new(monoid, vec![0, 1]).expect("elements");
    assert_eq!(verdict(&finer, &game), Err(QuotientFlaw::NotReduced(0, 2)));
    compare(&game, &finer, 6);
    let products = vec![vec![0, 1, 2], vec![1, 0, 2], vec![2, 2, 2]];
    let monoid = Monoid::new(&products, vec![false, true, false]).expect("square");
    let wider = Quotient::new(monoid, vec![0, 1]).expect("elements");
    assert_eq!(verdict(&wider, &game), Err(QuotientFlaw::NotOnto(2)));
}

/// The quotient of one game is not that of another: if it is accepted, recursion agrees.
#[test]
fn other_games() {
    let mut rng = Rng::with_seed(8);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..cases(150) {
        let game = random_game(&mut rng, 5);
        let found =
            find(&game, 60, &Control::unlimited().with_positions(20_000)).expect("verified");
        if found.stopped.is_some() {
            continue;
        }
        for _ in 0..cases(10) {
            let heap = rng.u32(1..=5);
            let mut options: Vec<Vec<Vec<u32>>> = (0..=5)
                .map(|heap| game.of(heap).iter().map(|option| option.to_vec()).collect())
                .collect();
            options[heap as usize].push((0..rng.usize(0..3)).map(|_| rng.u32(0..heap)).collect());
            let other = HeapOptions::new(options).expect("smaller");
            match verdict(&found.quotient, &other) {
                Ok(()) => {
                    accepted += 1;
                    compare(&other, &found.quotient, 4);
                }
                Err(_) => {
                    refused += 1;
                    let right = find(&other, 100, &Control::unlimited().with_positions(50_000))
                        .expect("verified");
                    let right = (right.stopped.is_none()).then(|| Tables::of(&right.quotient));
                    let old = Tables::of(&found.quotient);
                    assert!(right.is_none_or(|right| !old.is_isomorphic(&right)));
                }
            }
        }
    }
    assert!(accepted >= enough(101) && refused >= enough(101), "{accepted} {refused}");
}
