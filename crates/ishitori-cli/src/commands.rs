//! One command a file.

pub mod check;
pub mod completions;
pub mod discover;
pub mod explain;
pub mod info;
pub mod list;
pub mod logic;
pub mod moves;
mod plane;
pub mod play;
pub mod plot;
pub mod positions;
pub mod prove;
pub mod quotient;
pub mod run;
pub mod sequence;
pub mod serve;
pub mod show;
pub mod study;
pub mod table;
pub mod value;
pub mod verify;
mod walnut;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use ishitori_core::ask::AskError;
use ishitori_core::control::Control;

use crate::args::Output;

/// Runs generic code on a game of any kind.
macro_rules! with_game {
    ($game:expr, |$name:ident| $body:expr) => {
        match $game {
            ishitori_core::game::AnyGame::Heaps($name) => $body,
            ishitori_core::game::AnyGame::Board($name) => $body,
            ishitori_core::game::AnyGame::Single($name) => $body,
        }
    };
}
pub(crate) use with_game;

/// Writes JSON with a line end.
fn write_json(value: &serde_json::Value, out: &mut dyn Write) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Lets `write` write to the file that was asked for, or else to `out`.
fn deliver(
    output: &Output,
    control: &Control,
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    match &output.output {
        Some(path) => deliver_to(path, control, write),
        None => write(out),
    }
}

/// Lets `write` write a file.
///
/// It appears only when all is written: a failure leaves an older one as it was. What is no
/// plain file (a link, a device, a pipe) is written to, not replaced.
fn deliver_to(
    path: &Path,
    control: &Control,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut content = Vec::new();
    write(&mut content)?;
    control.check()?;
    save(path, &content)
}

/// Writes a file as [`deliver_to`] does, also when the work is to stop.
fn save(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let there = fs::symlink_metadata(path).ok();
    if fs::metadata(path).is_ok_and(|meta| meta.is_dir()) {
        anyhow::bail!("cannot write {}: it is a folder", path.display());
    }
    if there.as_ref().is_some_and(|meta| meta.permissions().readonly()) {
        anyhow::bail!("cannot write {}: it is read-only", path.display());
    }
    if there.as_ref().is_some_and(|meta| !meta.is_file()) {
        return fs::write(path, content).with_context(cannot);
    }
    let mut unfinished = path.as_os_str().to_os_string();
    unfinished.push(".part");
    let mut result = fs::write(&unfinished, content);
    if let Some(meta) = there {
        result = result.and_then(|()| fs::set_permissions(&unfinished, meta.permissions()));
    }
    result = result.and_then(|()| fs::rename(&unfinished, path));
    if result.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    result.with_context(cannot)
}

/// Why a question has no answer, as the error of a command: giving up has an exit code of its own.
pub fn unanswered(error: AskError) -> anyhow::Error {
    match error {
        AskError::Refused(refused) => refused.into(),
        AskError::GaveUp(gave_up) => gave_up.into(),
    }
}
