//! Sets of positions come back, and the same rows give the same bytes.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "parquet")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ishitori_store::FileSubject;
use ishitori_store::positions::{
    GROUP, Positions, PositionsError, PositionsWriter, SetContents, SetSpec,
};
use serde_json::json;

fn spec(heaps: usize, largest: u64) -> SetSpec {
    let about = FileSubject {
        game: "nim(3)".into(),
        rule: "game nim\nブロック".into(),
        parameters: json!({ "n": 3 }).as_object().unwrap().clone(),
        window: json!({ "to": [largest], "total": null }),
        convention: "misere".into(),
        program: "ishitori 0.1.0".into(),
        ..FileSubject::default()
    };
    let heaps = (0..heaps).map(|n| format!("h{n}")).collect();
    SetSpec { about, heaps, largest, canonical: true }
}

fn write(path: &Path, spec: &SetSpec, rows: &[Vec<u64>]) -> SetContents {
    let mut out = PositionsWriter::create(path, spec.clone()).unwrap();
    rows.iter().for_each(|row| out.append(row).unwrap());
    out.finish().unwrap()
}

fn read(path: &Path) -> Vec<Vec<u64>> {
    let mut set = Positions::open(path).unwrap();
    let (mut rows, mut stream) = (Vec::new(), set.rows());
    while let Some(row) = stream.next().unwrap() {
        rows.push(row.to_vec());
    }
    rows
}

#[test]
fn rows_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.parquet");
    let mut random = fastrand::Rng::with_seed(6);
    for (heaps, largest, count) in
        [(2, 9, 40), (1, 0, 1), (3, 5, 0), (3, 1 << 31, 5_000), (2, u64::MAX, 5_000)]
    {
        let rows: BTreeSet<Vec<u64>> =
            (0..count).map(|_| (0..heaps).map(|_| random.u64(..=largest)).collect()).collect();
        let rows: Vec<Vec<u64>> = rows.into_iter().collect();
        let spec = spec(heaps, largest);
        let contents = write(&path, &spec, &rows);
        assert_eq!(contents.rows, rows.len() as u64);
        assert_eq!(read(&path), rows);
        let mut set = Positions::open(&path).unwrap();
        set.verify().unwrap();
        assert_eq!((set.spec(), set.contents()), (&spec, &contents));
        let mut hasher = blake3::Hasher::new();
        for heap in rows.iter().flatten() {
            hasher.update(&heap.to_le_bytes());
        }
        assert_eq!(contents.hash, hasher.finalize().to_hex().to_string());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}

#[test]
fn several_groups_have_the_same_bytes_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("1.parquet"), folder.path().join("2.parquet"));
    for count in [GROUP as u64, 2 * GROUP as u64 + 7] {
        let rows: Vec<Vec<u64>> = (0..count).map(|n| vec![n / 1_000, n % 1_000]).collect();
        write(&one, &spec(2, 10_000), &rows);
        write(&two, &spec(2, 10_000), &rows);
        assert!(fs::read(&one).unwrap() == fs::read(&two).unwrap());
        assert!(read(&one) == rows);
    }
}

#[test]
fn what_is_no_set_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.parquet");
    let refused = |error: PositionsError| {
        assert!(matches!(error, PositionsError::Refused { .. }), "{error}");
    };
    let mut out = PositionsWriter::create(&path, spec(2, 10)).unwrap();
    out.append(&[1, 2]).unwrap();
    refused(out.append(&[1, 2]).unwrap_err());
    refused(out.append(&[1, 1]).unwrap_err());
    refused(out.append(&[2]).unwrap_err());
    refused(out.append(&[2, 11]).unwrap_err());
    drop(out);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    let twice = SetSpec { heaps: vec!["a".into(), "a".into()], ..spec(2, 10) };
    refused(PositionsWriter::create(&path, twice).err().unwrap());
    refused(PositionsWriter::create(&path, spec(0, 10)).err().unwrap());
    fs::write(&path, "a text, long enough to be looked at").unwrap();
    let error = Positions::open(&path).unwrap_err();
    assert!(matches!(error, PositionsError::Foreign { .. }), "{error}");
    fs::write(&path, "").unwrap();
    assert!(Positions::open(&path).is_err());
}
