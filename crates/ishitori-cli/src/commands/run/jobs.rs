//! The list of jobs: TOML to commands, with everything wrong in it reported before anything runs.
//!
//! A job is a table `[[job]]` with `do`, `game`, perhaps `name` and `over`; every other key is an option of
//! the command by its long name: `to = 20`, `misere = true`, `fix = ["c=3"]`. Names of ranges in
//! braces are replaced in all of them. What comes out is parsed as the command line itself is, so a
//! list knows whatever a terminal knows, and no more.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{anyhow, bail};
use clap::Parser;
use clap::error::ErrorKind;
use ishitori::discoveries::{each, sweep};
use ishitori::files::hash_of;
use ishitori::open;
use ishitori::rules::name;
use toml::{Table, Value};

use crate::args::{Command, CommandLine, Output};

/// The commands that may stand in a list.
const COMMANDS: [&str; 7] =
    ["positions", "table", "check", "prove", "discover", "plot", "sequence"];

/// The most jobs of a list.
const MAX_JOBS: usize = 100_000;

/// A command that is to be run.
#[derive(Clone, Debug)]
pub struct RunJob {
    /// What it is called in the summary.
    pub name: String,
    /// The name of its folder.
    pub folder: String,
    /// The words after `ishitori`.
    pub arguments: Vec<String>,
    /// Whether it can be resumed.
    pub has_checkpoints: bool,
    /// Where its state is kept, if its command does not know by itself.
    pub checkpoint: Option<&'static str>,
    /// What it is about: command, rule, program.
    pub fingerprint: String,
}

impl RunJob {
    /// The command as one would type it.
    pub fn line(&self) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+".contains(c);
        let word = |word: &String| match word.chars().all(plain) && !word.is_empty() {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        };
        self.arguments.iter().map(word).collect::<Vec<_>>().join(" ")
    }
}

/// Reads a list of jobs; `beside` is the folder in which it lies, where its rule files are looked for.
pub fn read(file: &str, text: &str, beside: &Path) -> anyhow::Result<Vec<RunJob>> {
    let list: Table = text.parse().map_err(|error| anyhow!("{file}: {error}"))?;
    if let Some(other) = list.keys().find(|key| *key != "job") {
        bail!(
            "{file}: there is nothing called `{other}` in a list: jobs are written below [[job]]"
        );
    }
    let Some(Value::Array(tables)) = list.get("job") else {
        bail!("{file}: there are no jobs: write one below [[job]], as `ishitori run --help` shows");
    };
    let (mut jobs, mut problems) = (Vec::new(), Vec::new());
    for (at, table) in tables.iter().enumerate() {
        let Value::Table(table) = table else { bail!("{file}: job {} is no table", at + 1) };
        match expand(table, at, beside) {
            Ok(more) => jobs.extend(more),
            Err(why) => problems.push(format!("job {}: {why:#}", title(table, at))),
        }
        if jobs.len() > MAX_JOBS {
            bail!("{file}: more than {MAX_JOBS} jobs");
        }
    }
    if !problems.is_empty() {
        bail!("{file}: {}", problems.join("\n       "));
    }
    let mut seen = HashSet::new();
    if let Some(twice) = jobs.iter().find(|job| !seen.insert(&job.folder)) {
        bail!("{file}: two jobs are called {}: give one another `name`", twice.name);
    }
    Ok(jobs)
}

fn title(table: &Table, at: usize) -> String {
    match table.get("name").and_then(Value::as_str) {
        Some(name) => name.to_string(),
        None => (at + 1).to_string(),
    }
}

/// All jobs that a table means.
fn expand(table: &Table, at: usize, beside: &Path) -> anyhow::Result<Vec<RunJob>> {
    let text = |key: &str| match table.get(key) {
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(other) => Err(anyhow!("`{key}` is a text, not {other}")),
        None => Ok(None),
    };
    let doing =
        text("do")?.ok_or_else(|| anyhow!("`do` is missing: one of {}", COMMANDS.join(", ")))?;
    if !COMMANDS.contains(&doing) {
        bail!("nothing is done by `{doing}`: one of {}", COMMANDS.join(", "));
    }
    let pattern = text("game")?.ok_or_else(|| anyhow!("`game` is missing"))?;
    let name = text("name")?.map_or_else(|| format!("job{}", at + 1), String::from);
    let ranges = match table.get("over") {
        None => Vec::new(),
        Some(Value::Array(ranges)) => {
            let text = |range: &Value| range.as_str().map(String::from);
            let ranges: Option<Vec<String>> = ranges.iter().map(text).collect();
            ranges.ok_or_else(|| anyhow!("`over` is a list of texts, as [\"n=2..5\"]"))?
        }
        Some(Value::String(range)) => vec![range.clone()],
        Some(_) => bail!("`over` is a list of ranges, as [\"n=2..5\", \"k=1..n\"]"),
    };
    let ranges: Vec<&str> = ranges.iter().map(String::as_str).collect();
    let cases = each(&ranges).map_err(|why| anyhow!(why))?;
    let mut jobs = Vec::new();
    for case in cases {
        // A game of one case: its pattern with the numbers of the case as ranges of one.
        let fixed: Vec<String> =
            case.iter().map(|(name, value)| format!("{name}={value}..{value}")).collect();
        let used: Vec<&str> =
            fixed.iter().map(String::as_str).filter(|r| uses(pattern, r)).collect();
        let game = match sweep(pattern, &used).map_err(|why| anyhow!("game: {why}"))?.as_slice() {
            [game] => game.clone(),
            _ => bail!("`{pattern}` means no game"),
        };
        let options =
            table.iter().filter(|(key, _)| !["do", "game", "name", "over"].contains(&key.as_str()));
        let mut arguments = vec![doing.to_string(), at_home(&game, beside)];
        for (key, value) in options {
            flags(key, value, &case, &mut arguments)?;
        }
        let suffix: Vec<String> =
            case.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let name = match suffix.is_empty() {
            true => name.clone(),
            false => format!("{name} {}", suffix.join(" ")),
        };
        jobs.push(job(name, arguments)?);
    }
    Ok(jobs)
}

/// Whether a pattern speaks of the name of a range.
fn uses(pattern: &str, range: &str) -> bool {
    let name = range.split('=').next().unwrap_or_default();
    let inside = pattern.split_once('(').map_or("", |(_, inside)| inside);
    inside.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
}

/// Jobs run in folders of their own, so files with rules and with sets are named from the root.
fn at_home(game: &str, beside: &Path) -> String {
    let from_root = |path: &str| {
        let whole = std::path::absolute(beside.join(path));
        whole.map_or(path.to_string(), |whole| whole.display().to_string())
    };
    let named = name::parse_with_files(game, &|_| Ok("1".to_string()));
    let Ok(parsed) = named else { return game.to_string() };
    let (called, mut rest) = game.split_at(parsed.name.len().min(game.len()));
    let mut whole = if open::is_path(called) { from_root(called) } else { called.to_string() };
    while let Some((before, after)) = rest.split_once('@') {
        let (path, behind) = after.split_at(after.find([',', ')']).unwrap_or(after.len()));
        whole += before;
        whole += "@";
        whole += &from_root(path.trim());
        rest = behind;
    }
    whole + rest
}

/// An option as the command line has it.
fn flags(
    key: &str,
    value: &Value,
    case: &[(String, i64)],
    arguments: &mut Vec<String>,
) -> anyhow::Result<()> {
    let flag = format!("--{}", key.replace('_', "-"));
    let filled = |text: &str| {
        case.iter().fold(text.to_string(), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), &value.to_string())
        })
    };
    let mut give = |text: String| arguments.push(format!("{flag}={text}"));
    match value {
        Value::Boolean(true) => arguments.push(flag),
        Value::Boolean(false) => {}
        Value::Integer(number) => give(number.to_string()),
        Value::Float(number) => give(number.to_string()),
        Value::String(text) => give(filled(text)),
        Value::Array(items) => {
            for item in items {
                flags(key, item, case, arguments)?;
            }
        }
        other => bail!("`{key}` is a number, a text, true or a list, not {other}"),
    }
    Ok(())
}

/// A job, if the command line understands it.
fn job(name: String, arguments: Vec<String>) -> anyhow::Result<RunJob> {
    let words = std::iter::once("ishitori").chain(arguments.iter().map(String::as_str));
    let parsed = CommandLine::try_parse_from(words).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        match error.kind() {
            ErrorKind::UnknownArgument => {
                anyhow!("{first}: a job's keys are the options of its command")
            }
            _ => anyhow!("{first}"),
        }
    })?;
    let is_streamed =
        |output: &Output| output.format().streamed().is_some() && output.output.is_some();
    let mut checkpoint = None;
    let (has_checkpoints, game) = match &parsed.command {
        Command::Positions(a) if a.count => {
            checkpoint = a.keeping.checkpoint.is_none().then_some("count.checkpoint");
            (a.stored.from.is_none(), &a.game)
        }
        Command::Positions(a) => (is_streamed(&a.output) && a.stored.from.is_none(), &a.game),
        Command::Table(a) => (is_streamed(&a.output) && a.stored.from.is_none(), &a.game),
        Command::Check(a) => {
            checkpoint = a.keeping.checkpoint.is_none().then_some("check.checkpoint");
            (a.data.is_none(), &a.game)
        }
        Command::Prove(a) => (false, &a.game),
        Command::Plot(a) => (false, &a.game),
        Command::Sequence(a) => (false, a.game.as_ref().ok_or_else(|| anyhow!("no game"))?),
        Command::Discover(a) => (false, a.games.first().ok_or_else(|| anyhow!("no game"))?),
        _ => bail!("this command cannot stand in a list"),
    };
    // A game that cannot be opened is a failure of its job, not of the list.
    let rule = open::ruleset(game)
        .map_or_else(|why| format!("{why:#}"), |r| r.rules.canonical() + &r.about.text);
    let words = arguments.join("\n");
    let said = format!("{}\n{name}\n{words}\n{rule}", env!("CARGO_PKG_VERSION"));
    let fingerprint = hash_of(&said)[..16].to_string();
    let plain = |c: char| if c.is_alphanumeric() || "-_.=".contains(c) { c } else { '-' };
    let folder: String = name.chars().map(plain).collect();
    if folder.trim_matches('.').is_empty() {
        bail!("`{name}` is no name for a folder");
    }
    Ok(RunJob { name, folder, arguments, has_checkpoints, checkpoint, fingerprint })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::at_home;

    #[test]
    fn files_are_named_from_the_root() {
        for (game, named) in [
            ("wythoff", "wythoff"),
            ("my.game(2)", "/lists/my.game(2)"),
            ("/my.game", "/my.game"),
            ("exact(@g.txt, k=2)", "exact(@/lists/g.txt, k=2)"),
            ("my.game(edges = @/g.txt,@h.txt)", "/lists/my.game(edges = @/g.txt,@/lists/h.txt)"),
            ("no(game", "no(game"),
        ] {
            assert_eq!(at_home(game, Path::new("/lists")), named);
        }
    }
}
