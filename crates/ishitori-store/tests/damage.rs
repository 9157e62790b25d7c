//! More than a thousand random damages to checkpoints, Parquet and Zarr: each is found, none crashes.
#![allow(clippy::unwrap_used)]
#![cfg(all(feature = "parquet", feature = "zarr"))]

use crate::cases::{cases, enough};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use fastrand::Rng;
use ishitori_store::checkpoint::{self, Section};
use ishitori_store::positions::{Positions, PositionsWriter, SetSpec};
use ishitori_store::tables::{self, StoredTable, TableSpec};
use ishitori_store::{Checkpoint, FileSubject};
use serde_json::json;

fn about(game: &str) -> FileSubject {
    let window = json!({ "to": [40, 50] });
    FileSubject { game: game.into(), rule: "game x".into(), window, ..FileSubject::default() }
}

fn write_checkpoint(path: &Path, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let state: Vec<u8> = (0..5_000).map(|_| random.u8(..)).collect();
    let mut one = |out: &mut dyn Write| out.write_all(&state);
    let mut two = |out: &mut dyn Write| out.write_all(b"short");
    let mut sections =
        [Section { name: "state", content: &mut one }, Section { name: "rest", content: &mut two }];
    checkpoint::write(path, "solve", &about("nim(2)"), &mut sections).unwrap();
}

fn read_checkpoint(path: &Path) -> Result<(), String> {
    let mut checkpoint = Checkpoint::open(path).map_err(|error| error.to_string())?;
    for name in ["state", "rest"] {
        let mut section = checkpoint.section(name).map_err(|error| error.to_string())?;
        section.read_to_end(&mut Vec::new()).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn write_positions(path: &Path, seed: u64) {
    let heaps = vec!["a".to_string(), "b".into(), "c".into()];
    let spec = SetSpec { about: about("nim(3)"), heaps, largest: 1_000_000, canonical: false };
    let mut out = PositionsWriter::create(path, spec).unwrap();
    let mut random = Rng::with_seed(seed);
    (0..2_000).for_each(|a| out.append(&[a, random.u64(..50), random.u64(..1_000_000)]).unwrap());
    out.finish().unwrap();
}

fn read_positions(path: &Path) -> Result<(), String> {
    let mut set = Positions::open(path).map_err(|error| error.to_string())?;
    set.verify().map_err(|error| error.to_string())
}

fn write_table(path: &Path, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let spec = TableSpec {
        about: about("nim(2)"),
        shows: "grundy".into(),
        heaps: vec!["a".into(), "b".into()],
        lower: vec![0, 0],
        // Two chunks of the same shape.
        upper: vec![3, (1 << 19) - 1],
        largest: 3,
    };
    let mut value = |heaps: &[u64]| Ok(heaps[1].is_multiple_of(97).then(|| random.u32(..3)));
    tables::write(path, &spec, &mut value).unwrap();
}

fn read_table(path: &Path) -> Result<(), String> {
    let mut table = StoredTable::open(path).map_err(|error| error.to_string())?;
    table.verify().map_err(|error| error.to_string())
}

/// Damages bytes so that they are different for sure.
fn damage(whole: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    let at = random.usize(..bytes.len());
    match random.u8(..7) {
        0 | 1 => bytes[at] ^= 1 << random.u8(..8),
        2 => bytes.truncate(at),
        3 => (0..random.usize(1..20)).for_each(|_| bytes.insert(at, random.u8(..))),
        4 => drop(bytes.drain(at..(at + random.usize(1..20)).min(whole.len()))),
        5 => bytes[at..].iter_mut().take(512).for_each(|byte| *byte = 0),
        _ => {
            let other = random.usize(..bytes.len());
            bytes.swap(at, other);
        }
    }
    bytes
}

/// Damages a file `times` times; every change is noticed, and the file is as before afterwards.
fn attack(
    file: &Path,
    root: &Path,
    times: usize,
    random: &mut Rng,
    read: fn(&Path) -> Result<(), String>,
) {
    let whole = fs::read(file).unwrap();
    let mut done = 0;
    while done < cases(times) {
        let bytes = damage(&whole, random);
        if bytes == whole {
            continue;
        }
        fs::write(file, &bytes).unwrap();
        let message = read(root).expect_err(&format!("{} is damaged", file.display()));
        assert!(message.contains(&*root.to_string_lossy()), "it names the file: {message}");
        done += 1;
    }
    fs::write(file, &whole).unwrap();
    read(root).unwrap();
}

#[test]
fn damaged_checkpoints_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.checkpoint");
    write_checkpoint(&path, 1);
    attack(&path, &path, 1_000, &mut Rng::with_seed(10), read_checkpoint);
}

#[test]
fn damaged_positions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.parquet");
    write_positions(&path, 1);
    attack(&path, &path, 1_000, &mut Rng::with_seed(11), read_positions);
}

/// All files of a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.path().is_dir() {
            true => all.extend(files(&entry.path())),
            false => all.push(entry.path()),
        }
    }
    all.sort();
    all
}

#[test]
fn damaged_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (folder.path().join("t.zarr"), folder.path().join("u.zarr"));
    write_table(&path, 1);
    write_table(&other, 2);
    let mut random = Rng::with_seed(12);
    let all = files(&path);
    assert_eq!(all.len(), 8);
    for file in &all {
        let times = if file.ends_with("zarr.json") { 100 } else { 40 };
        attack(file, &path, times, &mut random, read_table);
        // Removed, emptied, taken from another table, or from elsewhere in this one.
        let whole = fs::read(file).unwrap();
        fs::remove_file(file).unwrap();
        read_table(&path).unwrap_err();
        fs::write(file, "").unwrap();
        read_table(&path).unwrap_err();
        let twin = other.join(file.strip_prefix(&path).unwrap());
        for foreign in all.iter().filter(|one| *one != file).chain([&twin]) {
            let bytes = fs::read(foreign).unwrap();
            if bytes != whole {
                fs::write(file, bytes).unwrap();
                read_table(&path).expect_err(&format!("{foreign:?} is not {file:?}"));
            }
        }
        fs::write(file, &whole).unwrap();
        read_table(&path).unwrap();
    }
    // A folder in the place of a chunk.
    fs::remove_file(&all[4]).unwrap();
    fs::create_dir(&all[4]).unwrap();
    read_table(&path).unwrap_err();
}

#[test]
fn files_taken_for_others_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    write_checkpoint(&path("c"), 1);
    write_positions(&path("p"), 1);
    write_table(&path("t"), 1);
    let readers = [read_checkpoint, read_positions, read_table];
    for (nth, read) in readers.iter().enumerate() {
        for (other, name) in ["c", "p", "t"].iter().enumerate() {
            assert_eq!(read(&path(name)).is_ok(), nth == other, "{nth} reads {name}");
        }
    }
}

/// Puts the right hash into metadata that was changed.
fn reseal(bytes: &mut [u8]) {
    let before = b"blake3 of this with zeros here: ";
    let Some(at) = bytes.windows(before.len()).rposition(|window| window == before) else { return };
    let digits = at + before.len()..at + before.len() + 64;
    if digits.end <= bytes.len() {
        bytes[digits.clone()].fill(b'0');
        let hash = blake3::hash(bytes).to_hex().to_string();
        bytes[digits].copy_from_slice(hash.as_bytes());
    }
}

/// Files made on purpose, with hashes that fit: they may be refused or read, and nothing else.
#[test]
fn forged_files_do_not_crash() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Rng::with_seed(13);
    let path = folder.path().join("p.parquet");
    write_positions(&path, 1);
    let whole = fs::read(&path).unwrap();
    let footer = |bytes: &[u8]| {
        let end = bytes.len() - 8;
        end - u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()) as usize
    };
    let at = footer(&whole);
    let group = blake3::hash(&whole[..at]).to_hex().to_string();
    let mut refused = 0;
    for nth in 0..cases(1_000) {
        let mut bytes = whole.clone();
        let place =
            if nth % 2 == 0 { random.usize(at..whole.len() - 8) } else { random.usize(4..at) };
        for byte in bytes.iter_mut().skip(place).take(random.usize(1..4)) {
            *byte = if random.bool() { random.u8(..) } else { 0xff };
        }
        let hash = blake3::hash(&bytes[..at]).to_hex().to_string();
        let digits = bytes.windows(64).position(|window| window == group.as_bytes());
        if let Some(digits) = digits {
            bytes[digits..digits + 64].copy_from_slice(hash.as_bytes());
        }
        reseal(&mut bytes[at..]);
        fs::write(&path, &bytes).unwrap();
        refused += usize::from(read_positions(&path).is_err());
    }
    assert!(refused >= enough(801), "{refused}");
    let path = folder.path().join("t.zarr");
    write_table(&path, 1);
    for file in files(&path).iter().filter(|file| file.ends_with("zarr.json")) {
        let whole = fs::read(file).unwrap();
        for _ in 0..cases(100) {
            let mut bytes = whole.clone();
            let place = random.usize(..whole.len());
            bytes[place] = if random.bool() { random.u8(..) } else { b'9' };
            reseal(&mut bytes);
            fs::write(file, &bytes).unwrap();
            let _ = read_table(&path);
        }
        fs::write(file, &whole).unwrap();
    }
}
