//! NumPy, lines of JSON, CSV, and what files say of themselves.
#![allow(clippy::unwrap_used)]

use crate::cases::cases;
use std::fs;
use std::io::{Cursor, Write};

use ishitori_store::exports::{JsonLines, NpyRows, write_npy_table};
use ishitori_store::imports::{CsvCell, read_list, read_positions, read_table};
use ishitori_store::info::{FileKind, InfoError, describe};
use ishitori_store::{DiscoveryStore, FileSubject, StoredTheorem, WholeFile};
use serde_json::{Value, json};

/// The head of an array as a text, and its bytes.
fn npy(bytes: &[u8]) -> (&str, &[u8]) {
    assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
    let length = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert!(length.is_multiple_of(64) && bytes[length - 1] == b'\n');
    (std::str::from_utf8(&bytes[10..length]).unwrap().trim(), &bytes[length..])
}

#[test]
fn arrays_for_numpy() {
    let mut out = Vec::new();
    let mut value =
        |heaps: &[u64]| Ok((heaps[0] != heaps[1]).then_some((heaps[0] ^ heaps[1]) as u32));
    write_npy_table(&mut out, &[1, 0], &[2, 2], &mut value).unwrap();
    let (head, bytes) = npy(&out);
    assert_eq!(head, "{'descr': '<i8', 'fortran_order': False, 'shape': (2, 3, ), }");
    let cells: Vec<i64> =
        bytes.chunks(8).map(|cell| i64::from_le_bytes(cell.try_into().unwrap())).collect();
    assert_eq!(cells, [1, -1, 3, 2, 3, -1]);
    assert!(write_npy_table(&mut out, &[3], &[2], &mut value).is_err());
    let mut rows = NpyRows::new(Cursor::new(Vec::new()), 2).unwrap();
    rows.append(&[1, u64::MAX]).unwrap();
    rows.append(&[3, 4]).unwrap();
    assert!(rows.append(&[3]).is_err());
    let out = rows.finish().unwrap().into_inner();
    let (head, bytes) = npy(&out);
    assert_eq!(head, "{'descr': '<u8', 'fortran_order': False, 'shape': (2, 2, ), }");
    assert_eq!(bytes[8..16], [0xff; 8]);
    assert_eq!(bytes.len(), 32);
}

#[test]
fn lines_of_json() {
    let names = ["a".to_string(), "b \"c\"".into()];
    let mut lines = JsonLines::new(Vec::new(), &names);
    lines.append(&[1, 2], None).unwrap();
    lines.append(&[1, 2], Some(("grundy", Some(json!(3))))).unwrap();
    lines.append(&[1, 2], Some(("grundy", None))).unwrap();
    assert!(lines.append(&[1], None).is_err());
    let text = String::from_utf8(lines.into_inner()).unwrap();
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(all[0], json!({ "a": 1, "b \"c\"": 2 }));
    assert_eq!(all[1], json!({ "a": 1, "b \"c\"": 2, "grundy": 3 }));
    assert_eq!(all[2]["grundy"], Value::Null);
}

#[test]
fn tables_from_csv() {
    let table =
        read_table("t.csv", "\u{feff}a\\b,0, 1,2\r\n0,0,,-\r\n\r\n2,\"2\",P,\"x, \"\"y\"\"\"")
            .unwrap();
    assert_eq!((table.corner.as_str(), &table.columns[..]), ("a\\b", &[0, 1, 2][..]));
    assert_eq!(table.rows, [Some(0), Some(2)]);
    let word = |word: &str| Some(CsvCell::Word(word.into()));
    assert_eq!(table.cells[0], [Some(CsvCell::Number(0)), None, None]);
    assert_eq!(table.cells[1], [Some(CsvCell::Number(2)), word("P"), word("x, \"y\"")]);
    let table = read_table("t.csv", "a,0,1\ngrundy,0,1\n").unwrap();
    assert_eq!(table.rows, [None]);
    for (text, message) in [
        ("", "t.csv: line 1, column 1: the file is empty"),
        ("a,0,x\n", "t.csv: line 1, column 3: a heap size should stand here"),
        ("a,0,0\n", "t.csv: line 1, column 3: this heap size stands in the line already"),
        ("a,0,1\n0,1\n", "t.csv: line 2, column 3: the line has 2 cells, and the first one has 3"),
        ("a,0\n\n0,1\nx,1\n", "t.csv: line 4, column 1: a heap size should stand here"),
        ("a,0\n0,1\n0,1\n", "t.csv: line 3, column 1: there is a line for this heap size already"),
        ("a,0\n0,\"1\n0,1\n", "t.csv: line 2, column 2: a quote is opened and never closed"),
        ("a,99999999999999999999\n", "t.csv: line 1, column 2: a heap size should stand here"),
    ] {
        assert_eq!(read_table("t.csv", text).unwrap_err().to_string(), message);
    }
}

#[test]
fn positions_from_csv() {
    let (headings, rows) = read_positions("p.csv", "a,b\n1,2\n3,5\n").unwrap();
    assert_eq!((headings, rows), (vec!["a".into(), "b".into()], vec![vec![1, 2], vec![3, 5]]));
    let (headings, rows) = read_positions("p.csv", "1,2\n").unwrap();
    assert_eq!((headings, rows), (vec![], vec![vec![1, 2]]));
    let list = read_list("p.csv", "a,b,grundy\n1,2,3\n\n0,0,\n").unwrap();
    assert_eq!((list.headings.len(), list.lines), (3, vec![2, 4]));
    assert_eq!(list.rows[1][2], None);
    let error = read_positions("p.csv", "a,b\n1,2\n3,-1\n").unwrap_err();
    assert_eq!(error.to_string(), "p.csv: line 3, column 2: a heap size should stand here");
    assert_eq!(read_positions("p.csv", "").unwrap().1.len(), 0);
}

#[test]
fn random_texts_never_crash() {
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..cases(5_000) {
        let letters = ['0', '7', ',', ',', '\n', '"', ' ', '-', 'x', '\r', '石'];
        let text: String =
            (0..random.usize(..40)).map(|_| letters[random.usize(..letters.len())]).collect();
        let _ = read_table("t", &text);
        let _ = read_positions("t", &text);
    }
}

#[test]
fn files_say_what_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let about = FileSubject {
        game: "nim(2)".into(),
        convention: "misere".into(),
        ..FileSubject::default()
    };
    let mut content = |out: &mut dyn Write| out.write_all(b"12345");
    let mut sections =
        [ishitori_store::checkpoint::Section { name: "state", content: &mut content }];
    ishitori_store::checkpoint::write(&path, "solve", &about, &mut sections).unwrap();
    let info = describe(&path, false).unwrap();
    assert_eq!((info.kind, &info.about, info.verified), (FileKind::Checkpoint, &about, true));
    assert_eq!(info.facts[1], ("section state".into(), "5 bytes".into()));
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..100]).unwrap();
    let info = describe(&path, false).unwrap();
    assert!(info.problems[0].contains("is truncated") && !info.verified);
    let store = DiscoveryStore::at(folder.path());
    let found = |certificate: &str| StoredTheorem {
        what: "p".into(),
        on: "2026-11-17".into(),
        by: "ishitori 0.1.0".into(),
        how: String::new(),
        statement: "P iff a = b".into(),
        certificate: certificate.into(),
    };
    let path = store.keep("nim(2)", "rule", found("ishitori certificate 1\n")).unwrap();
    let info = describe(&path, true).unwrap();
    assert_eq!(
        (info.kind, info.about.game.as_str(), info.count),
        (FileKind::Discoveries, "nim(2)", Some(1))
    );
    assert_eq!(info.facts, [("p".to_string(), "P iff a = b".to_string())]);
    let path = folder.path().join("proof");
    let text = "ishitori certificate 1\ngame g\nrule\n| game g\n| x\nclaim C1\n| P iff a = b\n\
                heaps h1 h2\ntheorem values 0\nautomaton outside tracks h1 h2\nend 0123\n";
    fs::write(&path, text).unwrap();
    let info = describe(&path, false).unwrap();
    assert_eq!((info.kind, info.about.rule.as_str()), (FileKind::Certificate, "game g\nx\n"));
    assert_eq!((info.heaps.len(), info.problems.len()), (2, 0));
    fs::write(&path, "a text").unwrap();
    assert!(matches!(describe(&path, false).unwrap_err(), InfoError::Unknown { .. }));
    assert!(matches!(describe(folder.path(), false).unwrap_err(), InfoError::Unknown { .. }));
    let none = folder.path().join("none");
    assert!(matches!(describe(&none, false).unwrap_err(), InfoError::Io(_)));
}

#[test]
#[cfg(all(feature = "parquet", feature = "zarr"))]
fn sets_and_tables_say_what_they_are() {
    use ishitori_store::{positions, tables};
    let folder = tempfile::tempdir().unwrap();
    let (set, table) = (folder.path().join("set"), folder.path().join("table"));
    let about = FileSubject { game: "nim(2)".into(), ..FileSubject::default() };
    let heaps = vec!["a".to_string(), "b".into()];
    let spec = positions::SetSpec {
        about: about.clone(),
        heaps: heaps.clone(),
        largest: 9,
        canonical: true,
    };
    let mut out = positions::PositionsWriter::create(&set, spec).unwrap();
    (0..10).for_each(|n| out.append(&[n, n]).unwrap());
    let hash = out.finish().unwrap().hash;
    let info = describe(&set, true).unwrap();
    assert_eq!(
        (info.kind, info.about, info.heaps),
        (FileKind::Positions, about.clone(), heaps.clone())
    );
    assert_eq!((info.count, info.hash, info.verified), (Some(10), Some(hash), true));
    let spec = tables::TableSpec {
        about: about.clone(),
        shows: "grundy".into(),
        heaps: heaps.clone(),
        lower: vec![0, 0],
        upper: vec![4, 5],
        largest: 7,
    };
    tables::write(&table, &spec, &mut |heaps| Ok(Some((heaps[0] ^ heaps[1]) as u32))).unwrap();
    let info = describe(&table, true).unwrap();
    assert_eq!((info.kind, info.about, info.heaps), (FileKind::Table, about, heaps));
    assert_eq!((info.shape, info.count, info.verified), (vec![5, 6], Some(30), true));
    fs::remove_file(table.join("values/c/0/0")).unwrap();
    assert_eq!(describe(&table, false).unwrap().problems.len(), 0);
    let info = describe(&table, true).unwrap();
    assert!(info.problems[0].contains("is missing") && !info.verified, "{:?}", info.problems);
}

#[test]
fn a_file_is_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let mut file = WholeFile::create(&path).unwrap();
    file.write_all(b"one").unwrap();
    assert!(!path.exists());
    file.finish().unwrap();
    let mut file = WholeFile::create(&path).unwrap();
    file.write_all(b"two").unwrap();
    drop(file);
    assert_eq!(fs::read(&path).unwrap(), b"one");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}
