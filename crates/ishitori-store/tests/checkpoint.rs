//! Checkpoints come back as they were, or are refused with the reason.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use ishitori_store::checkpoint::{self, Section};
use ishitori_store::{Checkpoint, CheckpointError, FileSubject};
use serde_json::json;

fn about() -> FileSubject {
    FileSubject {
        game: "circular(6,2)".into(),
        rule: "heaps a b\nlower 1..2".into(),
        rule_hash: ishitori_store::hash_of("rule"),
        parameters: json!({ "n": 6, "k": 2 }).as_object().unwrap().clone(),
        window: json!({ "to": [100], "total": null }),
        convention: "normal".into(),
        engine: "lines".into(),
        program: "ishitori 0.1.0".into(),
        ..FileSubject::default()
    }
}

fn write(path: &Path, sections: &[(&str, &[u8])]) -> Result<(), ishitori_store::FileProblem> {
    let mut contents: Vec<_> = sections
        .iter()
        .map(|(name, bytes)| {
            let bytes = bytes.to_vec();
            let content = move |out: &mut dyn Write| {
                // In pieces of odd sizes.
                bytes.chunks(70_001).try_for_each(|piece| out.write_all(piece))
            };
            (*name, content)
        })
        .collect();
    let mut sections: Vec<Section> =
        contents.iter_mut().map(|(name, content)| Section { name, content }).collect();
    checkpoint::write(path, "solve", &about(), &mut sections)
}

fn read(path: &Path) -> Result<Vec<(String, Vec<u8>)>, CheckpointError> {
    let mut checkpoint = Checkpoint::open(path)?;
    let names: Vec<(String, u64)> =
        checkpoint.sections().map(|(name, length)| (name.to_string(), length)).collect();
    let mut all = Vec::new();
    for (name, length) in names {
        let mut bytes = Vec::new();
        checkpoint.section(&name)?.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes.len() as u64, length);
        all.push((name, bytes));
    }
    Ok(all)
}

#[test]
fn sections_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.checkpoint");
    let mut random = fastrand::Rng::with_seed(1);
    let long: Vec<u8> = (0..3_500_000).map(|_| random.u8(..)).collect();
    let exact = vec![7; 2 << 20];
    let sections: [(&str, &[u8]); 4] =
        [("long", &long), ("empty", b""), ("exact", &exact), ("short", b"x")];
    write(&path, &sections).unwrap();
    let back = read(&path).unwrap();
    assert_eq!(back.len(), 4);
    for ((name, bytes), (wanted, content)) in back.iter().zip(sections) {
        assert!(name == wanted && *bytes == content, "{name}");
    }
    let mut checkpoint = Checkpoint::open(&path).unwrap();
    assert_eq!((checkpoint.kind(), checkpoint.about()), ("solve", &about()));
    let error = checkpoint.section("none").err().unwrap();
    assert!(matches!(error, CheckpointError::NoSection { .. }), "{error}");
    let first = fs::read(&path).unwrap();
    write(&path, &sections).unwrap();
    assert_eq!(first, fs::read(&path).unwrap(), "the same bytes");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn what_differs_is_named() {
    let other = FileSubject { game: "nim(3)".into(), window: json!({ "to": [50] }), ..about() };
    let fields: Vec<_> = other.differences(&about()).iter().map(|d| d.field).collect();
    assert_eq!(fields, ["game", "window"]);
    assert_eq!(about().differences(&about()), []);
}

#[test]
fn refusals_say_which() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.checkpoint");
    write(&path, &[("state", &[5; 1000])]).unwrap();
    let whole = fs::read(&path).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Checkpoint::open(&path).unwrap_err()
    };
    for length in (1..whole.len()).step_by(5) {
        let error = refused(&whole[..length]);
        assert!(matches!(error, CheckpointError::Truncated { .. }), "{length}: {error}");
    }
    let error = refused(b"a text that is longer than the first bytes");
    assert!(matches!(error, CheckpointError::Foreign { .. }), "{error}");
    assert!(error.to_string().contains("run.checkpoint is no checkpoint of ishitori"));
    // A later version: its preamble is like ours.
    let mut later = whole.clone();
    later[12..16].copy_from_slice(&9u32.to_le_bytes());
    let check = *blake3::hash(&later[..16]).as_bytes();
    later[16..20].copy_from_slice(&check[..4]);
    let error = refused(&later);
    assert!(matches!(error, CheckpointError::Version { found: 9, .. }), "{error}");
    let mut longer = whole.clone();
    longer.push(0);
    let error = refused(&longer);
    assert!(matches!(error, CheckpointError::Corrupted { .. }), "{error}");
    // Bits all over.
    for bit in (0..whole.len() * 8).step_by(11) {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = refused(&bytes);
        let right = match bit / 8 {
            0..12 => matches!(error, CheckpointError::Foreign { .. }),
            _ => matches!(error, CheckpointError::Corrupted { .. }),
        };
        assert!(right, "bit {bit}: {error}");
    }
    let error = Checkpoint::open(&folder.path().join("none")).unwrap_err();
    assert!(matches!(error, CheckpointError::Io(_)), "{error}");
}

#[test]
fn a_content_that_fails_leaves_the_last_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.checkpoint");
    write(&path, &[("state", b"good")]).unwrap();
    let whole = fs::read(&path).unwrap();
    let mut content = |out: &mut dyn Write| {
        out.write_all(&[0; 3 << 20])?;
        Err(std::io::Error::other("the engine stops"))
    };
    let mut sections = [Section { name: "state", content: &mut content }];
    let error = checkpoint::write(&path, "solve", &about(), &mut sections).unwrap_err();
    assert!(error.to_string().contains("the engine stops"), "{error}");
    let error = write(&path, &[("state", b"1"), ("state", b"2")]).unwrap_err();
    assert!(error.to_string().contains("two sections state"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), whole);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}
