//! Tables come back, and the same values give the same bytes.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "zarr")]

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use ishitori_store::FileSubject;
use ishitori_store::tables::{self, StoredTable, TableError, TableSpec};
use serde_json::json;

fn spec(lower: &[u64], upper: &[u64], largest: u32) -> TableSpec {
    let about = FileSubject {
        game: "nim(2)".into(),
        rule: "game nim".into(),
        window: json!({ "to": upper }),
        convention: "normal".into(),
        program: "ishitori 0.1.0".into(),
        ..FileSubject::default()
    };
    let heaps = (0..lower.len()).map(|n| format!("h{n}")).collect();
    let (lower, upper) = (lower.to_vec(), upper.to_vec());
    TableSpec { about, shows: "grundy".into(), heaps, lower, upper, largest }
}

/// Some value for some positions.
fn value(heaps: &[u64], largest: u32) -> Option<u32> {
    let mixed = heaps.iter().fold(7u64, |sum, heap| sum.wrapping_mul(31).wrapping_add(*heap));
    (mixed % 5 != 0).then_some((mixed % (u64::from(largest) + 1)) as u32)
}

fn write(path: &Path, spec: &TableSpec) -> Result<tables::TableContents, TableError> {
    let largest = spec.largest;
    tables::write(path, spec, &mut |heaps| Ok(value(heaps, largest)))
}

/// Every file and its bytes.
fn files(folder: &Path, name: &str, all: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => files(&entry.path(), &name, all),
            false => drop(all.insert(name, fs::read(entry.path()).unwrap())),
        }
    }
}

#[test]
fn values_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.zarr");
    let cases: [(&[u64], &[u64], u32); 7] = [
        (&[0], &[0], 0),
        (&[1, 1], &[40, 50], 65_534),
        (&[0, 0], &[40, 50], 65_535),
        (&[0, 2, 0], &[9, 12, 11], u32::MAX - 1),
        (&[5], &[1_500_000], 9),
        (&[0, 0, 0], &[2, 1_000, 1_200], 9),
        (&[0; 6], &[9, 1, 9, 9, 9, 9], 9),
    ];
    for (lower, upper, largest) in cases {
        let spec = spec(lower, upper, largest);
        let contents = write(&path, &spec).unwrap();
        let mut table = StoredTable::open(&path).unwrap();
        table.verify().unwrap();
        assert_eq!((table.spec(), table.contents()), (&spec, &contents));
        let (mut hasher, mut positions, mut last) = (blake3::Hasher::new(), 0, Vec::new());
        let visited = table.visit(&mut |heaps, found| {
            assert_eq!(found, value(heaps, largest));
            assert!(last[..] < *heaps, "row by row");
            last = heaps.to_vec();
            positions += u64::from(found.is_some());
            hasher.update(&found.unwrap_or(u32::MAX).to_le_bytes());
        });
        visited.unwrap();
        assert_eq!((positions, &last[..]), (contents.positions, upper));
        assert_eq!(hasher.finalize().to_hex().to_string(), contents.hash);
        assert_eq!(table.get(upper).unwrap(), value(upper, largest));
        assert_eq!(table.get(lower).unwrap(), value(lower, largest));
        let outside: Vec<u64> = upper.iter().map(|heap| heap + 1).collect();
        assert_eq!(table.get(&outside).unwrap(), None);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}

#[test]
fn the_same_values_have_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let spec = spec(&[0, 1], &[1_100, 1_200], 500);
    let bytes = |name: &str| {
        let (path, mut all) = (folder.path().join(name), BTreeMap::new());
        write(&path, &spec).unwrap();
        files(&path, "", &mut all);
        all
    };
    let one = bytes("1.zarr");
    assert!(one == bytes("2.zarr"));
    let names: Vec<&str> = one.keys().map(String::as_str).collect();
    let wanted = [
        "/h0/c/0",
        "/h0/zarr.json",
        "/h1/c/0",
        "/h1/zarr.json",
        "/values/c/0/0",
        "/values/c/1/0",
        "/values/zarr.json",
        "/zarr.json",
    ];
    assert_eq!(names, wanted);
}

#[test]
fn what_is_no_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.zarr");
    let good = write(&path, &spec(&[0, 0], &[9, 9], 9)).unwrap();
    let error =
        tables::write(&path, &spec(&[0, 0], &[9, 9], 9), &mut |_| Ok(Some(10))).unwrap_err();
    assert!(error.to_string().contains("[0, 0] has the value 10"), "{error}");
    let stop = &mut |_: &[u64]| Err(io::Error::other("the engine stops"));
    let error = tables::write(&path, &spec(&[0, 0], &[9, 9], 9), stop).unwrap_err();
    assert!(error.to_string().contains("the engine stops"), "{error}");
    for wrong in [spec(&[1], &[0], 9), spec(&[], &[], 9), spec(&[0, 0, 0], &[1 << 40; 3], 9)] {
        let error = write(&path, &wrong).unwrap_err();
        assert!(matches!(error, TableError::Refused { .. }), "{error}");
    }
    let mut table = StoredTable::open(&path).unwrap();
    table.verify().unwrap();
    assert_eq!(*table.contents(), good, "the earlier table is as it was");
    // What is not ours is not replaced.
    let other = folder.path().join("precious");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("thesis.tex"), "text").unwrap();
    let error = write(&other, &spec(&[0], &[9], 9)).unwrap_err();
    assert!(error.to_string().contains("something else is there"), "{error}");
    fs::write(other.join("zarr.json"), "{\"zarr_format\": 3, \"node_type\": \"group\"}").unwrap();
    let error = write(&other, &spec(&[0], &[9], 9)).unwrap_err();
    assert!(error.to_string().contains("something else is there"), "{error}");
    assert!(matches!(StoredTable::open(&other).unwrap_err(), TableError::Foreign { .. }));
    assert!(matches!(
        StoredTable::open(&folder.path().join("none")).unwrap_err(),
        TableError::Io(_)
    ));
    let trailing = folder.path().join("slash.zarr/");
    write(&trailing, &spec(&[0], &[9], 9)).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing is left beside it");
}
