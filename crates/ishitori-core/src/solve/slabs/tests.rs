//! The sieve against the definition, and vectors against plain code.

use std::collections::BTreeSet;

use super::rows::{BLOCK, Block, PlainRows, RowOperations};
use super::*;
use crate::solve::lines::{self, NestingOrder};
use crate::solve::snapshot::{EngineSession, NoKeeper, StateSubject};

struct FoundSet(Vec<Vec<usize>>);

impl Sink for FoundSet {
    fn found(&mut self, sizes: &[usize]) {
        self.0.push(sizes.to_vec());
    }
}

fn with_safe_points(cones: &Cones, work: impl FnOnce(&Control, &mut SafePoints)) {
    let control = Control::unlimited();
    let about = StateSubject {
        engine: "any".into(),
        game: 0,
        window: crate::game::Bounds { to: vec![], total: None },
        convention: cones.convention,
    };
    let keeper = &mut NoKeeper;
    let safe = &mut SafePoints::new(EngineSession::new(keeper), about, &control).expect("new");
    work(&control, safe);
}

/// Counts, and keeps what stands for others.
struct CountedSet(u64, BTreeSet<Vec<usize>>);

impl Sink for CountedSet {
    fn found(&mut self, sizes: &[usize]) {
        self.found_many(sizes, 1);
    }

    fn wants_counts(&self) -> bool {
        true
    }

    fn found_many(&mut self, sizes: &[usize], count: usize) {
        self.0 += count as u64;
        self.1.insert(sizes.to_vec());
    }
}

/// By one thread, after three threads and a count have been compared with it.
fn sieved(cones: &Cones, order: StepOrder) -> Vec<Vec<usize>> {
    let plan = SlabPlan::with_order(cones, order);
    let told = |most: usize| {
        let mut found = FoundSet(Vec::new());
        with_safe_points(cones, |control, safe| {
            let threads = SlabThreads { most, least_lines: 0 };
            run(&plan, threads, &mut found, control, safe).expect("small");
        });
        found.0
    };
    let alone = told(1);
    assert!(told(3) == alone, "three threads: {cones:?} {order:?}");
    let mut counted = CountedSet(0, BTreeSet::new());
    with_safe_points(cones, |control, safe| {
        sieve(&plan, 2, &mut counted, control, safe).expect("small");
    });
    assert_eq!(counted.0, alone.len() as u64, "{cones:?} {order:?}");
    let all: BTreeSet<&Vec<usize>> = alone.iter().collect();
    assert!(counted.1.iter().all(|position| all.contains(position)));
    alone
}

/// P-positions straight from the definition: one after the other, every option looked up.
fn by_definition(cones: &Cones) -> BTreeSet<Vec<usize>> {
    let mut p = BTreeSet::new();
    let mut at = vec![0; cones.sizes.len()];
    loop {
        let is_option = |other: &Vec<usize>| {
            cones.families.iter().any(|family| {
                let FamilyShape::Cone(heaps) = family else { return false };
                other != &at
                    && (0..at.len()).all(|i| {
                        if heaps.contains(&i) { other[i] <= at[i] } else { other[i] == at[i] }
                    })
            })
        };
        let is_over = at.iter().all(|size| *size == 0);
        let loses = !p.iter().any(is_option);
        let misere = cones.convention == Convention::Misere;
        if loses && !(misere && is_over) {
            p.insert(at.clone());
        }
        let Some(i) = (0..at.len()).rev().find(|i| at[*i] + 1 < cones.sizes[*i]) else { return p };
        at[i] += 1;
        at[i + 1..].fill(0);
    }
}

fn compare(cones: &Cones) {
    let expected = by_definition(cones);
    for order in orders(&sets(cones).expect("cones")) {
        let found = sieved(cones, order);
        let set: BTreeSet<Vec<usize>> = found.iter().cloned().collect();
        assert_eq!(set.len(), found.len(), "told twice: {cones:?} {order:?}");
        let wrong = set.symmetric_difference(&expected).next();
        assert_eq!(wrong, None, "{cones:?} {order:?}");
    }
}

fn cones(sizes: Vec<usize>, families: &[Vec<usize>], convention: Convention) -> Cones {
    let families = families.iter().cloned().map(FamilyShape::Cone).collect();
    Cones { sizes, families, total: None, convention }
}

/// Families none of which is within another, and which have all heaps.
fn random_families(random: &mut fastrand::Rng, n: usize) -> Vec<Vec<usize>> {
    let mut sets: Vec<u32> = (0..random.usize(1..=n + 2)).map(|_| random.u32(1..1 << n)).collect();
    let covered = sets.iter().fold(0, |all, set| all | set);
    sets.extend((0..n).filter(|i| covered >> i & 1 == 0).map(|i| 1 << i));
    sets.sort_unstable();
    sets.dedup();
    let largest = |set: &u32| sets.iter().all(|other| set & other != *set || set == other);
    let sets: Vec<u32> = sets.iter().copied().filter(largest).collect();
    sets.iter().map(|set| (0..n).filter(|i| set >> i & 1 == 1).collect()).collect()
}

#[test]
fn random_cones_are_solved_as_the_definition_says() {
    let mut random = fastrand::Rng::with_seed(20_261_118);
    for case in 0..300 {
        let n = random.usize(1..=6);
        let families = random_families(&mut random, n);
        let most = [40, 12, 8, 5, 4, 3][n - 1];
        let same = random.bool();
        let first = random.usize(1..=most);
        let size = |_| if same { first } else { random.usize(1..=most) };
        let sizes = (0..n).map(size).collect();
        let convention = if case % 3 == 0 { Convention::Misere } else { Convention::Normal };
        compare(&cones(sizes, &families, convention));
    }
}

#[test]
fn symmetric_games_are_solved_as_the_definition_says() {
    let circle = |n: usize, k: usize| -> Vec<Vec<usize>> {
        (0..n).map(|i| (0..k).map(|j| (i + j) % n).collect()).collect()
    };
    let pairs: Vec<Vec<usize>> = (0..4).flat_map(|i| (0..i).map(move |j| vec![j, i])).collect();
    let path: Vec<Vec<usize>> = (0..4).map(|i| vec![i, i + 1]).collect();
    let single: Vec<Vec<usize>> = (0..4).map(|i| vec![i]).collect();
    for convention in [Convention::Normal, Convention::Misere] {
        compare(&cones(vec![5; 6], &circle(6, 2), convention));
        compare(&cones(vec![4; 6], &circle(6, 3), convention));
        compare(&cones(vec![6; 5], &circle(5, 2), convention));
        compare(&cones(vec![6; 5], &circle(5, 3), convention));
        compare(&cones(vec![3; 7], &circle(7, 3), convention));
        compare(&cones(vec![8; 4], &pairs, convention));
        compare(&cones(vec![5; 5], &path, convention));
        compare(&cones(vec![7; 4], &single, convention));
    }
}

/// Larger windows, against the other engine for cones, with one and with several threads.
#[test]
fn lines_find_the_same() {
    let circle = |n: usize, k: usize| -> Vec<Vec<usize>> {
        (0..n).map(|i| (0..k).map(|j| (i + j) % n).collect()).collect()
    };
    let pairs: Vec<Vec<usize>> = (0..5).flat_map(|i| (0..i).map(move |j| vec![j, i])).collect();
    let path: Vec<Vec<usize>> = (0..3).map(|i| vec![i, i + 1]).collect();
    for (sizes, families) in [
        (vec![11; 6], circle(6, 2)),
        (vec![70; 4], circle(4, 2)),
        (vec![7; 7], circle(7, 3)),
        (vec![14; 5], pairs),
        (vec![40, 70, 20, 9], path),
        (vec![66, 3, 4, 5, 70], circle(5, 2)),
        (vec![3, 260, 2, 3, 4], circle(5, 2)),
    ] {
        for (convention, threads) in [(Convention::Normal, 1), (Convention::Misere, 3)] {
            let cones = cones(sizes.clone(), &families, convention);
            let order = NestingOrder::best(&cones, threads, u128::MAX).expect("cones");
            let mut found = FoundSet(Vec::new());
            with_safe_points(&cones, |control, safe| {
                lines::sieve(&cones, &order, &mut found, control, safe).expect("small");
            });
            let sizes_in_order = |nested: &Vec<usize>| {
                let mut sizes = nested.clone();
                order.heaps.iter().zip(nested).for_each(|(heap, size)| sizes[*heap] = *size);
                sizes
            };
            let expected: BTreeSet<Vec<usize>> = found.0.iter().map(sizes_in_order).collect();
            for order in orders(&sets(&cones).expect("cones")) {
                let found: BTreeSet<Vec<usize>> = sieved(&cones, order).into_iter().collect();
                assert!(found == expected, "{cones:?} {order:?}");
            }
        }
    }
}

#[test]
fn long_rows_are_solved_as_the_definition_says() {
    let single: Vec<Vec<usize>> = (0..3).map(|i| vec![i]).collect();
    let path = [vec![0, 1], vec![1, 2]];
    let all = [vec![0, 1], vec![1, 2], vec![0, 2]];
    let few = [[70, 3, 66], [130, 2, 3], [2, 200, 4], [3, 3, 250], [2, 3, 300], [66, 66, 1]];
    let edges = [[255, 2, 3], [2, 3, 255], [256, 2, 2], [2, 2, 256], [2, 255, 2]];
    for sizes in few.into_iter().chain(edges) {
        for families in [&single[..], &path, &all] {
            compare(&cones(sizes.to_vec(), families, Convention::Normal));
        }
    }
    compare(&cones(vec![400, 3], &[vec![0, 1]], Convention::Misere));
    compare(&cones(vec![300], &[vec![0]], Convention::Normal));
}

fn random_block(random: &mut fastrand::Rng) -> Block<u8> {
    let most = [3, 64, 255][random.usize(0..3)];
    std::array::from_fn(|_| random.u8(0..=most))
}

/// Compares vectors with plain code.
fn same_as_plain<R: RowOperations<u8>>(rows: R) {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..2000 {
        let (a, b) = (random_block(&mut random), random_block(&mut random));
        let than = random.u8(0..255);
        assert_eq!(rows.above(&a, than), PlainRows.above(&a, than));
        assert_eq!(rows.exceeds(&a, &b), PlainRows.exceeds(&a, &b));
        assert_eq!(rows.prefix_maxima(&a, than), PlainRows.prefix_maxima(&a, than));
        let blocks = random.usize(1..=4);
        let row: Vec<Block<u8>> = (0..blocks).map(|_| random_block(&mut random)).collect();
        let last = u8::try_from(blocks * BLOCK - 1).expect("at most 255");
        let at: Block<u8> = std::array::from_fn(|_| random.u8(0..=last));
        assert_eq!(rows.look_up(&row, &at), PlainRows.look_up(&row, &at));
    }
}

/// And plain code with what its words say.
#[test]
fn rows_mean_what_they_say() {
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..200 {
        let (a, b) = (random_block(&mut random), random_block(&mut random));
        let than = random.u8(0..255);
        let (above, exceeds) = (PlainRows.above(&a, than), PlainRows.exceeds(&a, &b));
        let most = PlainRows.prefix_maxima(&a, than);
        for i in 0..BLOCK {
            assert_eq!(above >> i & 1 == 1, a[i] > than);
            assert_eq!(exceeds >> i & 1 == 1, a[i] > b[i]);
            assert_eq!(most[i], a[..=i].iter().copied().max().expect("one").max(than));
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn vectors_do_what_plain_code_does() {
    if let Some(token) = pulp::x86::V3::try_new() {
        same_as_plain(token);
    }
    if let Some(token) = pulp::x86::V4::try_new() {
        same_as_plain(token);
    }
}
