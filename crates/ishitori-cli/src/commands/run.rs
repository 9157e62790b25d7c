//! `ishitori run`: a list of jobs, one after the other, that survives anything.
//!
//! Every job is a process of its own: what happens to one, be it a crash or memory that runs out, happens
//! to no other, and a job in a list is the same as one at the terminal. The ledger gets a line as soon as a
//! job has ended; a job that was on its way goes on from its checkpoint, where its command has one.
//!
//! One batch at a time works in a folder: the lock on it is handed to each job as its standard input, so
//! it is held as long as any process of the batch lives, even if the batch itself was killed.

mod jobs;
mod ledger;

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use ishitori::open;
use ishitori::{Control, GaveUp};
use serde_json::json;

use self::jobs::RunJob;
use self::ledger::{LedgerEntry, RunLedger};
use super::{save, write_json};
use crate::args::RunArgs;
use crate::format::Format;
use crate::interrupt;
use crate::sheet::Sheet;

pub fn run(args: &RunArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let text = open::read(&args.file)?;
    let folder = folder(args)?;
    let beside = args.file.parent().map(Path::to_path_buf).unwrap_or_default();
    let jobs = jobs::read(&args.file.display().to_string(), &text, &beside)?;
    if args.dry_run {
        for job in &jobs {
            writeln!(out, "{}: ishitori {}", job.name, job.line())?;
        }
        return Ok(());
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let lock = lock(&folder)?;
    let mut ledger = RunLedger::open(&folder)?;
    let done = |ledger: &RunLedger, job: &RunJob| {
        let there = folder.join(&job.folder).join("out.txt").exists();
        there && ledger.entry(job).is_some_and(|entry| !args.again || entry.is_well())
    };
    let known = jobs.iter().filter(|job| done(&ledger, job)).count();
    if known > 0 && !args.json {
        writeln!(out, "{known} of {} jobs are done in {}", jobs.len(), folder.display())?;
    }
    let mut stopped = Ok(());
    for (at, job) in jobs.iter().enumerate() {
        if done(&ledger, job) {
            continue;
        }
        let entry = one(job, &folder, &lock)?;
        stopped = control.check();
        if entry.code.is_some_and(interrupt::is_stop) {
            stopped = stopped.and(Err(GaveUp::stopped("a job was stopped")));
        }
        if stopped.is_err() && !entry.is_well() {
            // It is not done: the next run goes on with it.
            break;
        }
        if !args.json {
            writeln!(out, "{:>4}/{}  {}", at + 1, jobs.len(), entry.words())?;
            out.flush()?;
        }
        ledger.add(job, entry)?;
        if stopped.is_err() {
            break;
        }
    }
    let entries: Vec<&LedgerEntry> = jobs.iter().filter_map(|job| ledger.entry(job)).collect();
    summary(&folder, &jobs, &entries, args.json, out)?;
    stopped?;
    conclude(&entries)
}

fn folder(args: &RunArgs) -> anyhow::Result<PathBuf> {
    let folder = args.output.clone().unwrap_or_else(|| args.file.with_extension(""));
    if folder == args.file {
        bail!("name another folder for the results with -o: {} is the list", args.file.display());
    }
    Ok(folder)
}

/// The right to work in a folder.
fn lock(folder: &Path) -> anyhow::Result<File> {
    let path = folder.join("lock");
    let cannot = || format!("cannot write {}", path.display());
    let mut options = File::options();
    let options = options.read(true).write(true).create(true).truncate(false);
    let file = options.open(&path).with_context(cannot)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!(
            "another run is at work in {} (or its last job is): wait for it, or name another folder with -o",
            folder.display()
        ),
        // Some file systems know no locks.
        _ => Ok(file),
    }
}

/// The options that let a job go on from its checkpoint, if that is one of the same job.
fn keeping(job: &RunJob, place: &Path) -> anyhow::Result<Vec<String>> {
    let mut options = Vec::new();
    if job.has_checkpoints {
        let note = place.join("command.txt");
        let text = format!("ishitori {}\n{}\n", job.line(), job.fingerprint);
        let is_same = fs::read(&note).is_ok_and(|found| found == text.as_bytes());
        options.push(if is_same { "--resume".into() } else { "--restart".into() });
        options.extend(job.checkpoint.map(|name| format!("--checkpoint={name}")));
        if !is_same {
            save(&note, text.as_bytes())?;
        }
    }
    Ok(options)
}

/// Runs a job in its folder.
fn one(job: &RunJob, folder: &Path, lock: &File) -> anyhow::Result<LedgerEntry> {
    let place = folder.join(&job.folder);
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let output = |name: &str| -> anyhow::Result<File> {
        let path = place.join(name);
        File::create(&path).with_context(|| format!("cannot write {}", path.display()))
    };
    let program = std::env::current_exe().context("cannot find the program itself")?;
    let arguments = [job.arguments.clone(), keeping(job, &place)?].concat();
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(&arguments)
        .current_dir(&place)
        .stdin(Stdio::from(lock.try_clone().context("cannot share the lock")?))
        .stdout(output("out.txt")?)
        .stderr(output("err.txt")?)
        .spawn()
        .context("cannot start a job")?;
    // Ctrl-C reaches the job as well, and so does SIGTERM from a scheduler: it keeps its state and ends.
    let status = child.wait().context("cannot wait for a job")?;
    let first = |name: &str| {
        let text = fs::read(place.join(name)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        // Notes may stand before the reason.
        let is_reason = |line: &&str| line.starts_with("error: ") || line.contains("gave up: ");
        let line = lines().find(is_reason).or(lines().next()).unwrap_or_default();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let told = if status.success() || status.code() == Some(1) { "out.txt" } else { "err.txt" };
    Ok(LedgerEntry {
        job: job.name.clone(),
        command: job.line(),
        code: status.code(),
        seconds: start.elapsed().as_secs_f64(),
        told: first(told),
        folder: job.folder.clone(),
        fingerprint: job.fingerprint.clone(),
    })
}

/// The table at the end, for the terminal and for the folder.
fn summary(
    folder: &Path,
    jobs: &[RunJob],
    entries: &[&LedgerEntry],
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let headings = ["job", "verdict", "seconds", "told", "folder"].map(String::from).to_vec();
    let row = |entry: &&LedgerEntry| {
        let told: String = entry.told.chars().take(100).collect();
        let seconds = format!("{:.2}", entry.seconds);
        vec![entry.job.clone(), entry.verdict().to_string(), seconds, told, entry.folder.clone()]
    };
    let rows = entries.iter().map(row).collect();
    let sheet = Sheet { headings, rows, words: true, ..Sheet::default() };
    for (name, format) in [("summary.csv", Format::Csv), ("summary.md", Format::Markdown)] {
        let mut content = Vec::new();
        sheet.write(format, &mut content)?;
        save(&folder.join(name), &content)?;
    }
    let count = |word: &str| entries.iter().filter(|entry| entry.verdict() == word).count();
    if as_json {
        let all: Vec<_> = entries.iter().map(|entry| entry.json()).collect();
        return write_json(&json!({ "jobs": all, "left": jobs.len() - entries.len() }), out);
    }
    writeln!(out)?;
    sheet.write(Format::Text, out)?;
    let mut words: Vec<String> = Vec::new();
    for word in ["done", "refuted", "gave up", "failed", "crashed"] {
        if count(word) > 0 {
            words.push(format!("{} {word}", count(word)));
        }
    }
    let left = jobs.len() - entries.len();
    if left > 0 {
        words.push(format!("{left} left"));
    }
    writeln!(
        out,
        "{} jobs: {}; {}",
        jobs.len(),
        words.join(", "),
        folder.join("summary.md").display()
    )?;
    Ok(())
}

const AGAIN: &str = "--again tries once more";

/// The exit code: a failure first, then a job that gave up.
fn conclude(entries: &[&LedgerEntry]) -> anyhow::Result<()> {
    let failed = entries.iter().filter(|e| matches!(e.verdict(), "failed" | "crashed")).count();
    if failed > 0 {
        let jobs = if failed == 1 { "1 job".into() } else { format!("{failed} jobs") };
        return Err(anyhow!("{jobs} failed: err.txt beside each result says why; {AGAIN}"));
    }
    if entries.iter().any(|entry| entry.verdict() == "gave up") {
        let why = format!("some jobs did: err.txt beside each result says why; {AGAIN}");
        return Err(GaveUp::new(why).into());
    }
    Ok(())
}
