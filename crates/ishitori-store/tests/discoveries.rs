//! What is kept comes back, and what is damaged is said to be.
#![allow(clippy::unwrap_used)]

use crate::cases::cases;
use ishitori_store::{DiscoveryStore, DiscoveryStoreError, StoredTheorem};

fn found(what: &str, certificate: &str) -> StoredTheorem {
    StoredTheorem {
        what: what.into(),
        on: "2026-11-17".into(),
        by: "ishitori 0.1.0".into(),
        how: "heaps below 16".into(),
        statement: "P iff a = b".into(),
        certificate: certificate.into(),
    }
}

#[test]
fn theorems_come_back_one_of_each_kind() {
    let folder = tempfile::tempdir().unwrap();
    let store = DiscoveryStore::at(folder.path().join("deep/er"));
    assert_eq!(store.load("nim(2)", "rule").unwrap(), []);
    let path = store.keep("nim(2)", "rule", found("p", "end of what\nend 12\n")).unwrap();
    assert_eq!(path, store.path("nim(2)", "rule"));
    store.keep("nim(2)", "rule", found("grundy", "石")).unwrap();
    store.keep("nim(2)", "rule", found("p", "")).unwrap();
    let all = store.load("nim(2)", "rule").unwrap();
    assert_eq!(all, [found("grundy", "石"), found("p", "")]);
    // Another rule, another name: another game.
    assert_eq!(store.load("nim(2)", "changed").unwrap(), []);
    assert_eq!(store.load("nim(3)", "rule").unwrap(), []);
    let names: Vec<_> = std::fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing is left beside it");
}

#[test]
fn every_damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let store = DiscoveryStore::at(folder.path());
    let path = store.keep("g", "r", found("p", "a certificate\nof lines\n")).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..cases(2_000) {
        let mut bytes = whole.clone();
        let at = random.usize(..bytes.len());
        match random.u8(..3) {
            0 => bytes.truncate(at),
            1 => bytes[at] = bytes[at].wrapping_add(random.u8(1..)),
            _ => bytes.insert(at, random.u8(..)),
        }
        // The last line break is all that may be missing or come twice.
        if String::from_utf8_lossy(&bytes).trim_end_matches('\n').as_bytes()
            == whole.strip_suffix(b"\n").unwrap()
        {
            continue;
        }
        std::fs::write(&path, &bytes).unwrap();
        let error = store.load("g", "r").unwrap_err();
        assert!(matches!(error, DiscoveryStoreError::Damaged { .. }), "{error}");
    }
    // A damaged file is replaced by what is found anew.
    store.keep("g", "r", found("p", "new")).unwrap();
    assert_eq!(store.load("g", "r").unwrap(), [found("p", "new")]);
}

#[test]
fn names_of_any_kind_are_names_of_files() {
    let store = DiscoveryStore::at("x");
    for game in ["../../etc/passwd", "emperor([2,2],k=1)", "石", "", "a/b\\c:d", &"n".repeat(999)]
    {
        let path = store.path(game, "");
        let name = path.file_name().unwrap().to_str().unwrap();
        assert_eq!(path.parent().unwrap(), std::path::Path::new("x"));
        assert!(name.len() < 120 && name.is_ascii() && !name.starts_with('.'), "{name}");
    }
    assert_ne!(store.path("a(1)", ""), store.path("a[1]", ""));
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = DiscoveryStore::at(file.join("sub")).keep("g", "r", found("p", "")).unwrap_err();
    assert!(matches!(error, DiscoveryStoreError::Io { .. }), "{error}");
}
