//! Tables to learn from: which boxes of random ones are full, and what contradicts itself.

use std::collections::BTreeSet;

use ishitori_core::control::{Control, GaveUp};
use ishitori_core::discover::table::{StatedTable, TableAim, TableFinding, learn_table};

use crate::cases::cases;

/// All tuples with heaps from `from` to below `below`, ascending ones only if order means nothing.
fn tuples(heaps: usize, from: u64, below: u64, ascending: bool) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![vec![]];
    for _ in 0..heaps {
        let longer = |tuple: &Vec<u64>| {
            let tuple = tuple.clone();
            (from..below).map(move |heap| [&tuple[..], &[heap]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|tuple| !ascending || tuple.is_sorted());
    all
}

#[test]
fn full_boxes_are_those_with_every_position() {
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..cases(300) {
        let (heaps, from, to) = (random.usize(1..4), random.u64(0..3), random.u64(4..8));
        let ascending = heaps > 1 && random.bool();
        let mut rows: BTreeSet<Vec<u64>> = tuples(heaps, from, to, ascending).into_iter().collect();
        for _ in 0..random.usize(0..3) {
            let heap = |_| random.u64(from..to);
            let mut gone: Vec<u64> = (0..heaps).map(heap).collect();
            // The smallest of each heap stays, so that the box begins there.
            if gone.iter().filter(|heap| **heap == from).count() + 1 < heaps.max(2) {
                gone.sort_unstable();
                rows.remove(&gone);
            }
        }
        let table = StatedTable::new(heaps, rows.iter().map(|row| (row.clone(), Some(1))));
        let table = table.expect("no contradiction");
        assert_eq!(table.is_unordered(), ascending);
        assert_eq!(table.stated(), rows.len());
        let is_full = |below: &u64| {
            tuples(heaps, from, *below, ascending).iter().all(|tuple| rows.contains(tuple))
        };
        let expected = (from..=to).take_while(is_full).last().expect("the empty one");
        assert_eq!(table.full_below(), expected, "{heaps} {from} {to} {ascending} {rows:?}");
    }
}

#[test]
fn contradictions_and_empty_tables_are_refused() {
    let row = |a: u64, value: u32| (vec![a], Some(value));
    assert!(StatedTable::new(1, [row(1, 2), row(1, 3)]).is_err_and(|why| why.contains("of 1")));
    assert!(StatedTable::new(1, [row(1, 2), row(1, 2)]).is_ok_and(|table| table.stated() == 1));
    assert!(StatedTable::new(1, []).is_err());
    assert!(StatedTable::new(1, [row(u64::MAX, 2)]).is_err_and(|why| why.contains("2^32")));
}

#[test]
fn learning_stops_when_it_is_told_to() {
    let rows = (0..64u64).map(|a| (vec![a], Some(a.count_ones())));
    let table = StatedTable::new(1, rows).expect("no contradiction");
    let stops = || Err(GaveUp::stopped("enough"));
    let control = Control::new(std::sync::Arc::new(stops));
    let stopped = learn_table(&table, TableAim::Zeros, 100, &control);
    assert!(stopped.is_err_and(|gave_up| gave_up.is_stopped()));
    // With too few states allowed there is nothing; the even numbers of ones need two.
    let rows = (0..256u64).map(|a| (vec![a], Some(a.count_ones() % 2)));
    let table = StatedTable::new(1, rows).expect("no contradiction");
    let learn = |states| learn_table(&table, TableAim::Zeros, states, &Control::unlimited());
    assert!(matches!(learn(1), Ok(TableFinding::Irregular { .. })));
    let Ok(TableFinding::Found(found)) = learn(2) else { panic!("it is there") };
    assert_eq!((found.set.states(), found.learned + found.tested), (2, 256));
}
