//! A full disk and a folder that may not be written: a clear message, nothing lost, nothing left.
#![allow(clippy::unwrap_used, clippy::print_stderr)]
#![cfg(all(feature = "parquet", feature = "zarr", unix))]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use ishitori_store::checkpoint::{self, Section};
use ishitori_store::positions::{Positions, PositionsWriter, SetSpec};
use ishitori_store::sort::sorted;
use ishitori_store::tables::{self, StoredTable, TableSpec};
use ishitori_store::{Checkpoint, FileSubject, RecordLayout, Spool, WholeFile};

/// A disk of two megabytes.
struct Small {
    folder: tempfile::TempDir,
}

impl Small {
    fn mount() -> Option<Small> {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(folder.path());
        let mounted = command.output().is_ok_and(|output| output.status.success());
        if !mounted {
            eprintln!("skipped: mounting a small tmpfs is not allowed here");
            return None;
        }
        Some(Small { folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read_only(&self) {
        let mut command = Command::new("mount");
        command.args(["-o", "remount,ro"]).arg(self.folder.path());
        assert!(command.status().unwrap().success());
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.folder.path()).status();
    }
}

fn write_checkpoint(path: &Path, length: usize) -> Result<(), ishitori_store::FileProblem> {
    let mut content = |out: &mut dyn Write| out.write_all(&vec![7; length]);
    let mut sections = [Section { name: "state", content: &mut content }];
    checkpoint::write(path, "solve", &FileSubject::default(), &mut sections)
}

fn set_spec() -> SetSpec {
    SetSpec { heaps: vec!["a".into(), "b".into()], largest: u64::MAX, ..SetSpec::default() }
}

fn write_positions(
    path: &Path,
    count: u64,
) -> Result<(), ishitori_store::positions::PositionsError> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut out = PositionsWriter::create(path, set_spec())?;
    (0..count).try_for_each(|a| out.append(&[a, random.u64(..)]))?;
    out.finish().map(drop)
}

fn write_table(path: &Path, upper: u64) -> Result<(), tables::TableError> {
    let mut random = fastrand::Rng::with_seed(1);
    let (heaps, lower, upper) = (vec!["a".into()], vec![0], vec![upper]);
    let spec = TableSpec { heaps, lower, upper, largest: u32::MAX - 1, ..TableSpec::default() };
    tables::write(path, &spec, &mut |_| Ok(Some(random.u32(..u32::MAX)))).map(drop)
}

fn is_clear(error: &dyn std::error::Error, name: &str) {
    let message = error.to_string();
    assert!(message.contains(name), "it names the file: {message}");
    assert!(message.contains("Free some space or choose another folder"), "{message}");
}

#[test]
fn a_full_disk_loses_nothing() {
    let Some(disk) = Small::mount() else { return };
    let (state, set, table) =
        (disk.path("run.checkpoint"), disk.path("p.parquet"), disk.path("t.zarr"));
    write_checkpoint(&state, 1_000).unwrap();
    write_positions(&set, 1_000).unwrap();
    write_table(&table, 1_000).unwrap();
    let names = disk.names();
    is_clear(&write_checkpoint(&state, 3 << 20).unwrap_err(), "run.checkpoint");
    assert_eq!(disk.names(), names, "nothing is left");
    is_clear(&write_positions(&set, 600_000).unwrap_err(), "p.parquet");
    assert_eq!(disk.names(), names, "nothing is left");
    is_clear(&write_positions(&set, 200_000).unwrap_err(), "p.parquet");
    assert_eq!(disk.names(), names, "nothing is left");
    is_clear(&write_table(&table, 2_000_000).unwrap_err(), "t.zarr");
    assert_eq!(disk.names(), names, "nothing is left");
    let mut file = WholeFile::create(&set).unwrap();
    file.write_all(&vec![0; 3 << 20]).unwrap_err();
    drop(file);
    assert_eq!(disk.names(), names, "nothing is left");
    let mut opened = Checkpoint::open(&state).unwrap();
    assert_eq!(opened.section("state").unwrap().left(), 1_000);
    Positions::open(&set).unwrap().verify().unwrap();
    StoredTable::open(&table).unwrap().verify().unwrap();
}

#[test]
fn a_spool_on_a_full_disk_goes_on_from_its_mark() {
    let Some(disk) = Small::mount() else { return };
    let (path, filler) = (disk.path("p.spool"), disk.path("filler"));
    let layout = RecordLayout::new(2, u64::MAX).unwrap();
    fs::write(&filler, vec![0; 1 << 20]).unwrap();
    let mut spool = Spool::create(&path, layout).unwrap();
    (0..30_000).for_each(|n| spool.append(&[n, 1]).unwrap());
    let mark = spool.sync().unwrap();
    let full = (30_000..200_000).find_map(|n| Some((n, spool.append(&[n, 1]).err()?)));
    let (at, error) = full.unwrap();
    is_clear(&error, "p.spool");
    // With more space it goes on; without, the mark is still good.
    let begun = spool.records();
    assert_eq!(begun, at + 1, "what was appended waits");
    drop(fs::remove_file(&filler));
    spool.append(&[at + 1, 1]).unwrap();
    let later = spool.sync().unwrap();
    assert_eq!(later.records, at + 2);
    drop(spool);
    Spool::reopen(&path, layout, &later).unwrap();
    let mut spool = Spool::reopen(&path, layout, &mark).unwrap();
    spool.append(&[0, 0]).unwrap();
    // Sorting needs as much space again.
    fs::write(&filler, vec![0; (3 << 20) / 2 - (64 << 10)]).unwrap();
    let names = disk.names();
    is_clear(&sorted(&mut spool, 1 << 20).unwrap_err(), "p.spool");
    assert_eq!(disk.names(), names, "nothing is left");
}

#[test]
fn a_folder_that_may_not_be_written_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut base = folder.path().to_path_buf();
    fs::set_permissions(&base, fs::Permissions::from_mode(0o555)).unwrap();
    let mut disk = None;
    if fs::write(base.join("try"), "").is_ok() {
        // Root may write everywhere but to a disk that is read only.
        disk = Small::mount();
        let Some(disk) = &disk else { return };
        disk.read_only();
        base = disk.path("");
    }
    let errors = [
        write_checkpoint(&base.join("f"), 10).unwrap_err().to_string(),
        write_positions(&base.join("f"), 10).unwrap_err().to_string(),
        write_table(&base.join("f"), 10).unwrap_err().to_string(),
        Spool::create(&base.join("f"), RecordLayout::new(1, 1).unwrap()).unwrap_err().to_string(),
        WholeFile::create(&base.join("f")).unwrap_err().to_string(),
    ];
    for error in errors {
        assert!(error.contains("Choose a folder that you may write to"), "{error}");
        assert!(error.contains(&*base.join("f").to_string_lossy()), "{error}");
    }
    drop(disk);
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_folder_in_the_way_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let error = write_checkpoint(folder.path(), 10).unwrap_err().to_string();
    assert!(error.contains("is a folder") || error.contains("is a directory"), "{error}");
    let error = write_checkpoint(&folder.path().join("none/c"), 10).unwrap_err().to_string();
    assert!(error.contains("Look at the path"), "{error}");
}
