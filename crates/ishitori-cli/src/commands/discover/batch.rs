//! Many games in a row: complexes, or a sweep over parameters, as a table that can be resumed.
//!
//! The folder holds `ledger.jsonl` (one line a finished game, written as soon as it is), `table.csv` and
//! `table.md` (the same for people), `rules/` (the games, where they are in no catalogue) and `certificates/`.
//! A run that was stopped, by whatever, goes on after the last whole line.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use ishitori::claims::ClaimedGame;
use ishitori::discoveries::{self, DiscoveryFinding, DiscoveryRequest, kind};
use ishitori_core::control::Control;
use ishitori_core::discover::complexes::complexes;
use ishitori_core::discover::sweep::sweep;
use serde_json::{Value, json};

use super::print::finding_json;
use super::{FindingFiles, in_time};
use crate::args::DiscoverArgs;
use crate::commands::prove::time;
use crate::commands::save;

/// A game of a batch.
struct BatchGame {
    name: String,
    /// The rule, if the game is in no catalogue.
    rule: Option<String>,
}

/// The columns of the table.
const COLUMNS: [&str; 8] =
    ["game", "verdict", "statement", "states", "digits", "learned_below", "seconds", "certificate"];

pub fn run(
    args: &DiscoverArgs,
    request: &DiscoveryRequest,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (jobs, title) = jobs(args)?;
    let suffix = if kind(request.aim) == "p" { "" } else { &format!("-{}", kind(request.aim)) };
    let default = PathBuf::from(format!("discover-{title}{suffix}"));
    let folder = args.output.clone().unwrap_or(default);
    let mut ledger = DiscoverLedger::open(&folder, kind(request.aim))?;
    let prints: Vec<String> = jobs.iter().map(|job| fingerprint(job, request)).collect();
    let done = |ledger: &DiscoverLedger, at: usize| {
        let line = ledger.lines.get(&jobs[at].name);
        line.is_some_and(|line| {
            let proved = line["verdict"] == "proved";
            line["fingerprint"] == prints[at].as_str()
                && (!args.again || proved)
                && (!proved || is_whole(&folder, line))
        })
    };
    let left = (0..jobs.len()).filter(|at| !done(&ledger, *at)).count();
    if !args.json && left < jobs.len() {
        let known = jobs.len() - left;
        writeln!(out, "{known} of {} games are done in {}", jobs.len(), folder.display())?;
    }
    for (at, job) in jobs.iter().enumerate() {
        if done(&ledger, at) {
            continue;
        }
        let mut line = one(job, args, request, &folder, control)?;
        line["fingerprint"] = json!(prints[at]);
        if args.json {
            writeln!(out, "{line}")?;
        } else {
            write_line(at + 1, jobs.len(), &line, out)?;
        }
        out.flush()?;
        ledger.add(&job.name, line)?;
    }
    let lines: Vec<&Value> = jobs.iter().filter_map(|job| ledger.lines.get(&job.name)).collect();
    write_tables(&folder, &lines)?;
    let count = |verdict: &str| lines.iter().filter(|line| line["verdict"] == verdict).count();
    if !args.json {
        let (proved, skipped) = (count("proved"), count("skipped"));
        let open = lines.len() - proved - skipped;
        let skipped = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
        writeln!(out, "{proved} of {} games proved, {open} open{skipped}", lines.len())?;
        writeln!(out, "table: {}", folder.join("table.md").display())?;
    }
    Ok(())
}

fn jobs(args: &DiscoverArgs) -> anyhow::Result<(Vec<BatchGame>, String)> {
    if let Some(vertices) = args.complexes {
        let all = complexes(vertices).map_err(|why| anyhow!("--complexes: {why}"))?;
        let job = |complex: &ishitori_core::discover::complexes::Complex| BatchGame {
            name: complex.name(),
            rule: Some(complex.rule()),
        };
        return Ok((all.iter().map(job).collect(), format!("complexes-{vertices}")));
    }
    let Some(pattern) = &args.sweep else { bail!("name a batch: --complexes or --sweep") };
    let ranges: Vec<&str> = args.games.iter().map(String::as_str).collect();
    let names = sweep(pattern, &ranges).map_err(|why| anyhow!("--sweep: {why}"))?;
    let title: String =
        pattern.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    Ok((
        names.into_iter().map(|name| BatchGame { name, rule: None }).collect(),
        format!("sweep-{title}"),
    ))
}

/// Looks for a theorem about one game; a game that cannot be opened is skipped with its reason.
fn one(
    job: &BatchGame,
    args: &DiscoverArgs,
    request: &DiscoveryRequest,
    folder: &Path,
    control: &Control,
) -> anyhow::Result<Value> {
    let claimed = match &job.rule {
        Some(rule) => {
            let path = folder.join("rules").join(format!("{}.game", job.name));
            write_into(&path, rule.as_bytes())?;
            ClaimedGame::of_text(&job.name, rule)
        }
        None => ClaimedGame::open(&job.name),
    };
    let claimed = match claimed {
        Ok(claimed) => claimed,
        Err(why) => {
            let why = match why.downcast_ref::<crate::problems::RuleProblems>() {
                Some(all) => all.problems.first().map(ToString::to_string).unwrap_or_default(),
                None => format!("{why:#}"),
            };
            return Ok(json!({ "game": job.name, "verdict": "skipped", "why": why }));
        }
    };
    let finding = discoveries::discover(&claimed, request, &in_time(args, control))?;
    let mut files = FindingFiles::default();
    let mut certificate = String::new();
    if let DiscoveryFinding::Found(discovery) = &finding {
        let path = folder.join("certificates").join(file_name(&job.name));
        certificate = checksum(discovery.theorem.proof.certificate.as_bytes());
        write_into(&path, discovery.theorem.proof.certificate.as_bytes())?;
        files.written.push(path);
        if !args.forget {
            match discoveries::keep(&claimed.ruleset, request.aim, discovery) {
                Ok(path) => files.kept = Some(path),
                Err(why) => files.not_kept = Some(why),
            }
        }
    }
    let mut line = finding_json(&job.name, request.aim, &finding, &files);
    line["certificate_sum"] = json!(certificate);
    Ok(line)
}

/// What a line of the ledger is about: the rule as it is now, and the question.
fn fingerprint(job: &BatchGame, request: &DiscoveryRequest) -> String {
    let rule = match &job.rule {
        Some(rule) => rule.clone(),
        None => match ClaimedGame::open(&job.name) {
            Ok(claimed) => claimed.text,
            Err(why) => format!("{why:#}"),
        },
    };
    checksum(format!("{:?}\n{}\n{rule}", request.aim, job.name).as_bytes())
}

/// Whether the certificate of a line is there, as it was written.
fn is_whole(folder: &Path, line: &Value) -> bool {
    let path = folder.join("certificates").join(file_name(line["game"].as_str().unwrap_or("")));
    fs::read(path).is_ok_and(|bytes| line["certificate_sum"] == checksum(&bytes).as_str())
}

/// The name of a certificate's file: that of the game, with a hash where it had to be changed.
fn file_name(game: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = game.chars().map(plain).collect();
    if name == game {
        format!("{name}.cert")
    } else {
        format!("{name}-{}.cert", checksum(game.as_bytes()))
    }
}

/// FNV-1a, 64 bits: tells apart, and finds accidents.
fn checksum(bytes: &[u8]) -> String {
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{sum:016x}")
}

fn write_into(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    save(path, bytes)
}

/// The lines of the games that are done.
struct DiscoverLedger {
    path: PathBuf,
    lines: HashMap<String, Value>,
}

impl DiscoverLedger {
    /// What an earlier run did about the same question. A last line that was not finished is dropped.
    fn open(folder: &Path, what: &str) -> anyhow::Result<DiscoverLedger> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join("ledger.jsonl");
        let mut ledger = DiscoverLedger { path, lines: HashMap::new() };
        let text = match fs::read_to_string(&ledger.path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(ledger),
            Err(error) => {
                let path = ledger.path.display();
                return Err(anyhow!(error).context(format!("cannot read {path}")));
            }
        };
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        for (number, line) in text[..whole].lines().enumerate() {
            let parsed: Option<Value> = serde_json::from_str(line).ok();
            let Some((name, value)) = parsed.and_then(|value| {
                let name = value["game"].as_str()?.to_string();
                value["verdict"].as_str()?;
                Some((name, value))
            }) else {
                bail!(
                    "{}, line {}: this is no ledger of `discover`; name another folder with -o",
                    ledger.path.display(),
                    number + 1
                );
            };
            if value["what"].as_str().is_some_and(|found| found != what) {
                bail!(
                    "{} is about another question (`{}`, not `{what}`); name another folder with -o",
                    ledger.path.display(),
                    value["what"].as_str().unwrap_or_default()
                );
            }
            ledger.lines.insert(name, value);
        }
        if whole < text.len() {
            save(&ledger.path, &text.as_bytes()[..whole])?;
        }
        Ok(ledger)
    }

    fn add(&mut self, name: &str, line: Value) -> anyhow::Result<()> {
        let cannot = || format!("cannot write {}", self.path.display());
        let mut file =
            OpenOptions::new().create(true).append(true).open(&self.path).with_context(cannot)?;
        file.write_all(format!("{line}\n").as_bytes()).with_context(cannot)?;
        file.sync_data().with_context(cannot)?;
        self.lines.insert(name.to_string(), line);
        Ok(())
    }
}

fn write_line(at: usize, of: usize, line: &Value, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = line["game"].as_str().unwrap_or_default();
    let words = match line["verdict"].as_str() {
        Some("proved") => {
            let spent = time(std::time::Duration::from_secs_f64(
                line["seconds"].as_f64().unwrap_or_default(),
            ));
            let states = numbers(&line["states"]);
            let statement = line["statement"].as_str().unwrap_or("no short formula");
            format!("proved  {statement}  [{states} states, {spent}]")
        }
        Some("skipped") => format!("skipped: {}", line["why"].as_str().unwrap_or_default()),
        _ => {
            let why = line["why"].as_str().unwrap_or_default();
            match bound(line) {
                Some(states) => format!("open    {why} (at least {states} states)"),
                None => format!("open    {why}"),
            }
        }
    };
    writeln!(out, "{at:>4}/{of}  {game:<24} {words}")?;
    Ok(())
}

/// The states that any automaton needs, in the digits in which it needs fewest.
fn bound(line: &Value) -> Option<u64> {
    line["probes"].as_array()?.iter().filter_map(|probe| probe["states_at_least"].as_u64()).min()
}

fn numbers(value: &Value) -> String {
    let all = value.as_array().map_or(&[][..], Vec::as_slice);
    all.iter().map(Value::to_string).collect::<Vec<_>>().join("+")
}

/// The table for people, as CSV and Markdown.
fn write_tables(folder: &Path, lines: &[&Value]) -> anyhow::Result<()> {
    let cell = |line: &Value, column: &str| match (column, &line[column]) {
        ("certificate", _) => {
            let file = line["files"].as_array().and_then(|files| files.first());
            let file = file.and_then(Value::as_str).and_then(|file| Path::new(file).file_name());
            file.map(|file| file.to_string_lossy().into_owned()).unwrap_or_default()
        }
        ("states", Value::Array(_)) => numbers(&line["states"]),
        ("states", _) => bound(line).map(|states| format!(">= {states}")).unwrap_or_default(),
        ("statement", Value::Null) => line["why"].as_str().unwrap_or_default().to_string(),
        (_, Value::String(text)) => text.clone(),
        (_, Value::Null) => String::new(),
        (_, other) => other.to_string(),
    };
    let quoted = |text: String| {
        let plain = !text.contains([',', '"', '\n']);
        if plain { text } else { format!("\"{}\"", text.replace('"', "\"\"")) }
    };
    let mut csv = COLUMNS.join(",") + "\n";
    let mut markdown = format!("| {} |\n|{}\n", COLUMNS.join(" | "), "---|".repeat(COLUMNS.len()));
    for line in lines {
        let cells: Vec<String> = COLUMNS.iter().map(|column| cell(line, column)).collect();
        let escaped: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        markdown.push_str(&format!("| {} |\n", escaped.join(" | ")));
        csv.push_str(&cells.into_iter().map(quoted).collect::<Vec<_>>().join(","));
        csv.push('\n');
    }
    save(&folder.join("table.csv"), csv.as_bytes())?;
    save(&folder.join("table.md"), markdown.as_bytes())
}
