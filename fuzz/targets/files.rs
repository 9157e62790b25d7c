//! Files: any bytes are refused or read. Hashes are put right first, since who forges a file can do so too.

use std::fs;
use std::io::Read;
use std::path::Path;

use ishitori_store::info::FileKind;
use ishitori_store::positions::Positions;
use ishitori_store::tables::StoredTable;
use ishitori_store::{Checkpoint, imports, info};

use super::text_of;

/// A folder that is gone afterwards.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Errors have words, and whoever describes a file of this kind finds it whole exactly if it can be read.
fn told<T, E: ToString>(read: Result<T, E>, path: &Path, kind: FileKind) -> Option<T> {
    let description = info::describe(path, true).ok();
    if let Some(description) = description.filter(|description| description.kind == kind) {
        assert_eq!(read.is_ok(), description.problems.is_empty(), "{:?}", description.problems);
    }
    read.map_err(|why| assert!(!why.to_string().is_empty())).ok()
}

/// Reads a checkpoint whose frames are hashed anew.
pub fn checkpoint(data: &[u8]) {
    let folder = folder();
    let path = folder.path().join("c");
    for bytes in [data.to_vec(), reframed(data)] {
        fs::write(&path, &bytes).unwrap();
        let read = (|| {
            let mut checkpoint = Checkpoint::open(&path).map_err(|why| why.to_string())?;
            for name in ["state", "rest", "spool", ""] {
                if let Ok(mut section) = checkpoint.section(name) {
                    let read = section.read_to_end(&mut Vec::new());
                    read.map_err(|why| why.to_string())?;
                }
            }
            Ok::<(), String>(())
        })();
        told(read, &path, FileKind::Checkpoint);
    }
}

/// The frames of a checkpoint with the right checks and hashes, and an end: see the format in
/// `ishitori-store/src/checkpoint/frame.rs`.
fn reframed(data: &[u8]) -> Vec<u8> {
    let mut out = b"ishitori\xc3\r\n\x1a\x01\x00\x00\x00".to_vec();
    let check = blake3::hash(&out);
    out.extend_from_slice(&check.as_bytes()[..4]);
    let mut heads = blake3::Hasher::new();
    heads.update(&out);
    let mut rest = data.get(20..).unwrap_or_default();
    let mut number = 0u64;
    let mut frame = |tag: u8, bytes: &[u8], heads: &mut blake3::Hasher| {
        let length = (bytes.len() as u32).to_le_bytes();
        let check = blake3::hash(&[&number.to_le_bytes()[..], &[tag], &length].concat());
        number += 1;
        let head =
            [&[tag][..], &check.as_bytes()[..3], &length, blake3::hash(bytes).as_bytes()].concat();
        heads.update(&head);
        [&head[..], bytes].concat()
    };
    while rest.len() >= 40 {
        let length = u32::from_le_bytes(rest[4..8].try_into().unwrap()) as usize;
        let bytes = &rest[40..40 + length.min(rest.len() - 40)];
        // The end is ours to write.
        if rest[0] != 4 {
            out.extend(frame(rest[0], bytes, &mut heads));
        }
        rest = &rest[40 + bytes.len()..];
    }
    let hash = heads.finalize();
    out.extend(frame(4, hash.as_bytes(), &mut heads));
    out
}

/// Puts the right hash into metadata.
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

/// Reads a set of positions whose groups and footer are hashed anew.
pub fn parquet(data: &[u8]) {
    let folder = folder();
    let path = folder.path().join("p");
    for bytes in [data.to_vec(), rehashed(data)] {
        fs::write(&path, &bytes).unwrap();
        let read = Positions::open(&path).and_then(|mut set| set.verify());
        told(read, &path, FileKind::Positions);
    }
}

/// The hash of each group, which stands after the place of its end as `[1234,"..."]`, and then that of the footer.
fn rehashed(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    let Some(end) = bytes.len().checked_sub(8) else { return bytes };
    let length = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()) as usize;
    let Some(footer) = end.checked_sub(length) else { return bytes };
    let mut start = 0;
    let mut at = footer;
    while at + 66 < end {
        if bytes[at] == b'[' && bytes[at + 1].is_ascii_digit() {
            let number = bytes[at + 1..end].iter().take_while(|b| b.is_ascii_digit()).count();
            let digits = String::from_utf8_lossy(&bytes[at + 1..at + 1 + number]).into_owned();
            let quote = at + 1 + number;
            let group_end = digits.parse::<usize>().ok().filter(|group| *group <= footer);
            if let Some(group_end) = group_end.filter(|group| *group >= start)
                && bytes[quote..].starts_with(b",\"")
                && quote + 66 < end
            {
                let hash = blake3::hash(&bytes[start..group_end]).to_hex().to_string();
                bytes[quote + 2..quote + 66].copy_from_slice(hash.as_bytes());
                start = group_end;
                at = quote + 66;
                continue;
            }
        }
        at += 1;
    }
    reseal(&mut bytes[footer..]);
    bytes
}

/// Reads a table: the metadata of the folder, of the array, and the first chunk stand one after the other, with a
/// zero between them.
pub fn zarr(data: &[u8]) {
    let mut parts = data.splitn(3, |byte| *byte == 0);
    let mut part = || parts.next().unwrap_or_default().to_vec();
    let (mut group, mut array, chunk) = (part(), part(), part());
    reseal(&mut group);
    reseal(&mut array);
    let folder = folder();
    let path = folder.path().join("t");
    fs::create_dir_all(path.join("values/c/0")).unwrap();
    fs::write(path.join("zarr.json"), group).unwrap();
    fs::write(path.join("values/zarr.json"), array).unwrap();
    fs::write(path.join("values/c/0/0"), chunk).unwrap();
    let read = StoredTable::open(&path).and_then(|mut table| {
        let middle: Vec<u64> = table.shape().iter().map(|sizes| sizes / 2).collect();
        let _ = table.get(&middle);
        table.verify()
    });
    told(read, &path, FileKind::Table);
}

/// Reads tables and lists from CSV.
pub fn csv(data: &[u8]) {
    let text = text_of(data);
    let _ = imports::read_table("t", &text).map_err(|why| assert!(!why.to_string().is_empty()));
    let _ = imports::read_list("t", &text).map_err(|why| assert!(!why.to_string().is_empty()));
    let _ = imports::read_positions("t", &text).map_err(|why| assert!(!why.to_string().is_empty()));
}
