//! One command a file.
//!
//! A command reads its arguments, asks the library and prints the answer; nothing is solved or proved here.
//! This file has what they share. Output for a file is collected in memory, and the file appears when it is
//! whole; what is too large for that is streamed by the library instead.

pub mod check;
pub mod completions;
pub mod discover;
pub mod explain;
pub mod info;
pub mod list;
mod lists;
pub mod logic;
pub mod misere;
pub mod moves;
mod options;
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

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use ishitori::claims::ClaimedGame;
use ishitori::files::save;
use ishitori::stopwatch::MAX_SECONDS;
use ishitori::{Control, Convention, GaveUp};

use crate::args::Output;

/// Runs generic code on a game of any kind.
macro_rules! with_game {
    ($game:expr, |$name:ident| $body:expr) => {
        match $game {
            ishitori::games::AnyGame::Heaps($name) => $body,
            ishitori::games::AnyGame::Board($name) => $body,
            ishitori::games::AnyGame::Single($name) => $body,
            ishitori::games::AnyGame::Pieces($name) => $body,
            ishitori::games::AnyGame::Figures($name) => $body,
        }
    };
}
pub(crate) use with_game;

/// How long some work may take.
fn time_limit(seconds: Option<f64>) -> anyhow::Result<Option<Duration>> {
    match seconds {
        Some(seconds) if !(seconds > 0.0 && seconds.is_finite()) => {
            anyhow::bail!("--time is a number of seconds, more than 0")
        }
        seconds => Ok(seconds.map(|seconds| Duration::from_secs_f64(seconds.min(MAX_SECONDS)))),
    }
}

/// A game between the bounds of `--where`, if there are any.
fn sliced(
    claimed: ClaimedGame,
    bounds: Option<&str>,
    control: &Control,
) -> anyhow::Result<ClaimedGame> {
    match bounds {
        None => Ok(claimed),
        Some(bounds) => {
            claimed.sliced(bounds, control).map_err(|why| match why.downcast::<GaveUp>() {
                Ok(gave_up) => gave_up.into(),
                Err(why) => anyhow::anyhow!("--where: {why}"),
            })
        }
    }
}

/// The word for a convention in output.
fn convention_word(convention: Convention) -> &'static str {
    if convention == Convention::Misere { "misere" } else { "normal" }
}

/// Refuses a name for a file for Rocq that Rocq would refuse.
fn rocq_file(path: &Path) -> anyhow::Result<()> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let plain = stem.starts_with(|c: char| c.is_ascii_alphabetic())
        && stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !plain || path.extension().is_none_or(|extension| extension != "v") {
        anyhow::bail!(
            "--rocq needs a name such as Theorem_1.v: letters, digits, `_`, and .v at the end"
        );
    }
    Ok(())
}

/// Writes the theorem of a certificate for Rocq; or says why there is none.
fn write_rocq(path: &Path, extracted: bool, certificate: &str) -> anyhow::Result<Option<String>> {
    let written = match extracted {
        true => ishitori::rocq::write_extracted(path, certificate)?,
        false => ishitori::rocq::write(path, certificate)?,
    };
    Ok(written.err())
}

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
    match output.path() {
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
