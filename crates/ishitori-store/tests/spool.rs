//! Spools come back as their marks say, and are sorted as in memory.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use ishitori_store::sort::sorted;
use ishitori_store::{RecordLayout, Spool, SpoolError, SpoolMark};

fn positions(random: &mut fastrand::Rng, count: usize, heaps: usize, most: u64) -> Vec<Vec<u64>> {
    (0..count).map(|_| (0..heaps).map(|_| random.u64(..=most)).collect()).collect()
}

fn all(spool: &mut Spool) -> Vec<Vec<u64>> {
    let (mut rows, mut reader) = (Vec::new(), spool.read().unwrap());
    while let Some(row) = reader.next().unwrap() {
        rows.push(row.to_vec());
    }
    rows
}

fn in_order(spool: &mut Spool, memory: u64) -> Vec<Vec<u64>> {
    let (mut rows, mut stream) = (Vec::new(), sorted(spool, memory).unwrap());
    while let Some(row) = stream.next().unwrap() {
        rows.push(row.to_vec());
    }
    rows
}

fn alone(path: &Path) -> bool {
    fs::read_dir(path.parent().unwrap()).unwrap().count() == 1
}

#[test]
fn a_spool_comes_back_to_its_mark() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.spool");
    let mut random = fastrand::Rng::with_seed(2);
    for most in [9, 300, 70_000, 1 << 40, u64::MAX] {
        let rows = positions(&mut random, 30_000, 5, most);
        let layout = RecordLayout::new(5, most).unwrap();
        let mut spool = Spool::create(&path, layout).unwrap();
        let mut marks = vec![spool.sync().unwrap()];
        for (nth, row) in rows.iter().enumerate() {
            spool.append(row).unwrap();
            if random.u32(..5_000) == 0 || nth == 20_000 {
                marks.push(spool.sync().unwrap());
            }
        }
        marks.push(spool.sync().unwrap());
        assert_eq!((spool.records(), all(&mut spool)), (30_000, rows.clone()));
        drop(spool);
        let whole = fs::read(&path).unwrap();
        for mark in &marks {
            fs::write(&path, &whole).unwrap();
            let mut spool = Spool::reopen(&path, layout, mark).unwrap();
            let known = usize::try_from(mark.records).unwrap();
            assert_eq!(all(&mut spool), rows[..known]);
            rows[known..].iter().for_each(|row| spool.append(row).unwrap());
            assert_eq!(spool.sync().unwrap(), marks[marks.len() - 1]);
            assert_eq!(fs::read(&path).unwrap(), whole, "the same bytes");
        }
    }
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.spool");
    let layout = RecordLayout::new(3, 100).unwrap();
    let mut spool = Spool::create(&path, layout).unwrap();
    for n in 0..1_000 {
        spool.append(&[n / 100, n / 10 % 10, n % 10]).unwrap();
    }
    let mark = spool.sync().unwrap();
    let error = spool.append(&[1, 2, 256]).unwrap_err();
    assert!(matches!(error, SpoolError::DoesNotFit { .. }), "{error}");
    let error = spool.append(&[1, 2]).unwrap_err();
    assert!(matches!(error, SpoolError::DoesNotFit { .. }), "{error}");
    assert_eq!(spool.sync().unwrap(), mark, "what does not fit leaves nothing");
    drop(spool);
    let whole = fs::read(&path).unwrap();
    for bit in (0..whole.len() * 8).step_by(97) {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        let error = Spool::reopen(&path, layout, &mark).unwrap_err();
        assert!(matches!(error, SpoolError::Corrupted { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::write(&path, &whole[..2_999]).unwrap();
    let error = Spool::reopen(&path, layout, &mark).unwrap_err();
    assert!(matches!(error, SpoolError::Truncated { found: 999, wanted: 1000, .. }), "{error}");
    assert!(error.to_string().contains("positions.spool is truncated"), "{error}");
    let huge = SpoolMark { records: u64::MAX, ..mark };
    assert!(Spool::reopen(&path, layout, &huge).is_err());
}

#[test]
fn external_and_internal_sorting_agree() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.spool");
    let mut random = fastrand::Rng::with_seed(3);
    // Few values, so some positions are equal; many heaps, so all widths of keys are used.
    let cases =
        [(1, 9), (6, 100), (3, 1 << 20), (4, 1 << 40), (9, 300), (13, 1 << 33), (64, u64::MAX)];
    for (heaps, most) in cases {
        for count in [0, 1, 2, 20_000] {
            let mut rows = positions(&mut random, count, heaps, most);
            let mut spool = Spool::create(&path, RecordLayout::new(heaps, most).unwrap()).unwrap();
            rows.iter().for_each(|row| spool.append(row).unwrap());
            rows.sort();
            assert_eq!(in_order(&mut spool, 1 << 30), rows);
            assert_eq!(in_order(&mut spool, 0), rows);
            assert!(alone(&path), "nothing is left beside it");
        }
    }
}

#[test]
fn many_runs_are_merged_in_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.spool");
    let mut random = fastrand::Rng::with_seed(4);
    let mut rows = positions(&mut random, 150_000, 2, 1 << 40);
    let mut spool = Spool::create(&path, RecordLayout::new(2, 1 << 40).unwrap()).unwrap();
    rows.iter().for_each(|row| spool.append(row).unwrap());
    rows.sort();
    // Runs of 8,192 positions, two at a time: five rounds.
    assert_eq!(in_order(&mut spool, 1), rows);
    assert!(alone(&path), "nothing is left beside it");
}

#[test]
fn what_came_in_order_is_only_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.spool");
    let layout = RecordLayout::new(2, 1_000).unwrap();
    let mut spool = Spool::create(&path, layout).unwrap();
    let rows: Vec<Vec<u64>> = (0..200_000).map(|n| vec![n / 1_000, n % 1_000]).collect();
    rows.iter().for_each(|row| spool.append(row).unwrap());
    assert!(spool.ascending());
    let stream = sorted(&mut spool, 1 << 20).unwrap();
    assert!(alone(&path), "no runs");
    drop(stream);
    assert_eq!(in_order(&mut spool, 1 << 20), rows);
    let mark = spool.sync().unwrap();
    let busy = Spool::reopen(&path, layout, &mark).unwrap_err();
    assert!(matches!(busy, SpoolError::InUse { .. }), "one writer at a time: {busy}");
    drop(spool);
    let mut spool = Spool::reopen(&path, layout, &mark).unwrap();
    assert!(spool.ascending());
    spool.append(&[0, 0]).unwrap();
    assert!(!spool.ascending());
}
