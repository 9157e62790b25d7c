//! Checkpoints of a run: where they lie, when they are written, and how a run goes on from one.
//!
//! A checkpoint holds the state of the engine and the mark of what was collected up to it, so both are
//! of the same moment. It is written beside its place and renamed, so a crash leaves the one before.
//! The first is due after the time asked for; the next after that time, or after `SHARE` times as long as
//! the last one took to write, whichever is longer, so that checkpoints stay a small share of the work.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::solve::snapshot::{EngineState, Keeper};
use ishitori_store::FileSubject;
use ishitori_store::checkpoint::{self, Checkpoint, Section};
use serde_json::Value;

use super::Keeping;

/// Work between two checkpoints is at least so many times the work of writing one.
const SHARE: u32 = 25;

/// The words for our checkpoints among others: of a solve, of claims that are checked, of figures.
const SOLVE: &str = "solve";
const CHECK: &str = "check";
const FIGURES: &str = "figures";

/// The sections of a checkpoint. Without a state everything is solved, and only the file is missing.
const COLLECTED: &str = "collected";
const STATE: &str = "state";

/// What a run has collected so far.
pub trait RunCollection {
    /// Brings it to a safe place and says how to find it again.
    fn mark(&mut self) -> anyhow::Result<Value>;

    /// What went wrong with it, if something did.
    fn problem(&mut self) -> Option<anyhow::Error> {
        None
    }
}

/// The checkpoint of a run.
pub struct RunCheckpoint {
    path: PathBuf,
    kind: &'static str,
    about: FileSubject,
    every: Duration,
    /// Who hears where the work is.
    control: Control,
}

/// When the next checkpoint is due.
pub struct Pace {
    every: Duration,
    due: Option<Instant>,
}

impl Pace {
    /// Whether it is.
    pub fn is_due(&self) -> bool {
        self.due.is_some_and(|due| Instant::now() >= due)
    }

    /// One was written, from `start` until now.
    pub fn wrote(&mut self, start: Instant) {
        self.due = Instant::now().checked_add(self.every.max(start.elapsed() * SHARE));
    }
}

/// Where a run begins.
pub enum RunStart {
    /// At the beginning.
    Fresh,
    /// Where a checkpoint was written.
    From(Box<Checkpoint>),
}

impl RunCheckpoint {
    /// The checkpoint of a run about this, at its own path or beside the result.
    pub fn new(
        output: Option<&Path>,
        keeping: &Keeping,
        about: FileSubject,
        control: &Control,
    ) -> anyhow::Result<RunCheckpoint> {
        let path = match (&keeping.checkpoint, output) {
            (Some(path), _) => path.clone(),
            (None, Some(output)) => beside(output, ".checkpoint"),
            (None, None) => bail!(
                "there is nothing to resume: checkpoints are written beside a streamed result, as in -o \
                 x.parquet, or where --checkpoint FILE says"
            ),
        };
        if output.is_some_and(|output| path == output || path == beside(output, ".spool")) {
            bail!(
                "--checkpoint {}: this is where the result goes; name another file",
                path.display()
            );
        }
        let (every, control) = (keeping.every, control.part());
        Ok(RunCheckpoint { path, kind: SOLVE, about, every, control })
    }

    /// The checkpoint of claims that are checked.
    pub fn of_check(
        keeping: &Keeping,
        about: FileSubject,
        control: &Control,
    ) -> anyhow::Result<RunCheckpoint> {
        RunCheckpoint::named(CHECK, "a check", keeping, about, control)
    }

    /// The checkpoint of one figure, or a list of them.
    pub fn of_figures(
        keeping: &Keeping,
        about: FileSubject,
        control: &Control,
    ) -> anyhow::Result<RunCheckpoint> {
        RunCheckpoint::named(FIGURES, "this", keeping, about, control)
    }

    /// One that lies where the user says.
    fn named(
        kind: &'static str,
        what: &str,
        keeping: &Keeping,
        about: FileSubject,
        control: &Control,
    ) -> anyhow::Result<RunCheckpoint> {
        let Some(path) = keeping.checkpoint.clone() else {
            bail!("say where the state of {what} is kept, or was: --checkpoint FILE");
        };
        let (every, control) = (keeping.every, control.part());
        Ok(RunCheckpoint { path, kind, about, every, control })
    }

    /// The pace of a run that begins now.
    pub fn pace(&self) -> Pace {
        Pace { every: self.every, due: Instant::now().checked_add(self.every) }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where to begin: an earlier checkpoint is used or thrown away as asked, and never by accident.
    pub fn begin(&self, keeping: &Keeping) -> anyhow::Result<RunStart> {
        let path = self.path.display();
        let exists = self.path.try_exists().with_context(|| format!("cannot look at {path}"))?;
        match (exists, keeping.resume, keeping.restart) {
            (false, true, _) => {
                self.control
                    .note(&format!("there is no checkpoint {path}: beginning from the start"));
                Ok(RunStart::Fresh)
            }
            (false, ..) => Ok(RunStart::Fresh),
            (true, false, false) if matches!(Checkpoint::open(&self.path), Err(e) if is_foreign(&e)) =>
            {
                bail!("{path} is no checkpoint of ishitori: name another file")
            }
            (true, false, false) => bail!(
                "{path} was left by a run that was interrupted: go on with --resume, or throw it away with --restart"
            ),
            (true, _, true) => {
                // Nobody throws away what is no checkpoint by a slip in its name.
                if matches!(Checkpoint::open(&self.path), Err(e) if is_foreign(&e)) {
                    bail!("{path} is no checkpoint of ishitori, so it is left as it is");
                }
                std::fs::remove_file(&self.path)
                    .with_context(|| format!("cannot remove {path}"))?;
                Ok(RunStart::Fresh)
            }
            (true, true, _) => Ok(RunStart::From(Box::new(self.open()?))),
        }
    }

    fn open(&self) -> anyhow::Result<Checkpoint> {
        let checkpoint = Checkpoint::open(&self.path);
        let checkpoint = checkpoint.context("nothing was resumed (--restart begins again)")?;
        let path = self.path.display();
        if checkpoint.kind() != self.kind {
            bail!(
                "{path} is a checkpoint of another command ({}): name another file",
                checkpoint.kind()
            );
        }
        if let Some(other) = checkpoint.about().differences(&self.about).first() {
            bail!(
                "{path} belongs to another run: its {} is {}, and this one's is {}; use the same options, or \
                 --restart",
                other.field,
                short(&other.found),
                short(&other.wanted)
            );
        }
        Ok(checkpoint)
    }

    /// Writes that everything is solved and collected.
    pub fn all_solved(&self, collected: &mut dyn RunCollection) -> anyhow::Result<()> {
        self.write(&collected.mark()?, None)
    }

    /// Writes how to find what was collected, and the state of what is at work if there is one.
    pub fn write(&self, mark: &Value, state: Option<&EngineState<'_>>) -> anyhow::Result<()> {
        let mark = mark.to_string();
        let mut write_mark = |out: &mut dyn Write| out.write_all(mark.as_bytes());
        let mut write_state = |out: &mut dyn Write| state.map_or(Ok(()), |state| state.write(out));
        let mut sections = vec![Section { name: COLLECTED, content: &mut write_mark }];
        if state.is_some() {
            sections.push(Section { name: STATE, content: &mut write_state });
        }
        Ok(checkpoint::write(&self.path, self.kind, &self.about, &mut sections)?)
    }

    /// Removes the checkpoint of a run that is finished.
    pub fn remove(&self) -> anyhow::Result<()> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", self.path.display()))
            }
            _ => Ok(()),
        }
    }
}

/// What was collected up to a checkpoint.
pub fn collected(checkpoint: &mut Checkpoint) -> anyhow::Result<Value> {
    let section = checkpoint.section(COLLECTED)?;
    serde_json::from_reader(io::BufReader::new(section)).context("the checkpoint's mark is no JSON")
}

/// The state of the engine in a checkpoint; `None` if everything was solved.
pub fn state(checkpoint: &mut Checkpoint) -> anyhow::Result<Option<checkpoint::SectionReader<'_>>> {
    let solved = checkpoint.sections().all(|(name, _)| name != STATE);
    Ok(if solved { None } else { Some(checkpoint.section(STATE)?) })
}

fn is_foreign(error: &ishitori_store::CheckpointError) -> bool {
    matches!(error, ishitori_store::CheckpointError::Foreign { .. })
}

/// The beginning of a text.
fn short(text: &str) -> String {
    let line: String = text.lines().next().unwrap_or_default().chars().take(60).collect();
    if line.len() < text.len() { format!("{line} ...") } else { line }
}

/// Where a file is to be written: what a link leads to, and no device, pipe or folder.
pub fn plain_file(path: &Path) -> anyhow::Result<PathBuf> {
    let shown = path.display();
    let Ok(there) = std::fs::symlink_metadata(path) else { return Ok(path.to_path_buf()) };
    let target = match there.is_symlink() {
        true => path
            .canonicalize()
            .with_context(|| format!("cannot write {shown}: the link leads nowhere"))?,
        false => path.to_path_buf(),
    };
    let there = std::fs::metadata(&target).with_context(|| format!("cannot look at {shown}"))?;
    if there.is_dir() {
        bail!("cannot write {shown}: it is a folder");
    }
    if !there.is_file() {
        bail!("cannot write {shown}: a streamed result needs a plain file");
    }
    Ok(target)
}

/// The path with something after its name.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(ending);
    path.with_file_name(name)
}

/// Says where the work of a run is that was stopped.
pub fn tell_where(error: &anyhow::Error, kept: &RunCheckpoint) {
    let stopped = error.downcast_ref::<GaveUp>().is_some_and(GaveUp::is_stopped);
    if stopped && kept.path().exists() {
        kept.control.note(&format!(
            "the work so far is kept in {}: the same command with --resume goes on",
            kept.path().display()
        ));
    }
}

/// Writes checkpoints when they are due.
pub struct FileKeeper<'a> {
    kept: &'a RunCheckpoint,
    collected: &'a RefCell<dyn RunCollection + 'a>,
    pace: Pace,
    /// Why the run cannot go on.
    problem: Option<anyhow::Error>,
}

impl<'a> FileKeeper<'a> {
    /// For a run that begins now.
    pub fn new(
        kept: &'a RunCheckpoint,
        collected: &'a RefCell<dyn RunCollection + 'a>,
    ) -> FileKeeper<'a> {
        FileKeeper { kept, collected, pace: kept.pace(), problem: None }
    }

    /// The pace, for what comes after the solve.
    pub fn into_pace(self) -> Pace {
        self.pace
    }

    /// Goes on at this pace.
    pub fn with_pace(self, pace: Pace) -> FileKeeper<'a> {
        FileKeeper { pace, ..self }
    }

    /// Why the run could not go on.
    pub fn problem(&mut self) -> Option<anyhow::Error> {
        self.problem.take().or_else(|| self.collected.borrow_mut().problem())
    }

    fn write(&self, state: &EngineState<'_>) -> anyhow::Result<()> {
        let mark = self.collected.borrow_mut().mark()?;
        self.kept.write(&mark, Some(state))
    }
}

impl Keeper for FileKeeper<'_> {
    fn is_due(&mut self) -> bool {
        if self.problem.is_none() {
            self.problem = self.collected.borrow_mut().problem();
        }
        self.problem.is_some() || self.pace.is_due()
    }

    fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
        let start = Instant::now();
        if self.problem.is_none() {
            self.problem = self.write(state).err();
        }
        if self.problem.is_some() {
            return Err(GaveUp::new("the results cannot be written"));
        }
        self.pace.wrote(start);
        Ok(())
    }
}
