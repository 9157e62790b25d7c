//! Many games in a row: complexes, or a sweep over parameters, as a table that can be resumed.
//!
//! The folder holds `ledger.jsonl` (one line a finished game, written as soon as it is), `table.csv` and
//! `table.md` (the same for people), `rules/` (the games, where they are in no catalogue) and `certificates/`.
//! A run that was stopped, by whatever, goes on after the last whole line.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use ishitori_core::control::Control;
use ishitori_core::discover::Aim;
use ishitori_core::discover::complexes::{Complex, complexes};
use ishitori_core::discover::sweep::sweep;
use ishitori_core::solve::Convention;
use ishitori_rule::Ruleset;
use ishitori_rule::checksum::fnv1a;
use ishitori_store::DiscoveryStore;
use serde_json::{Value, json};

use crate::claims::ClaimedGame;
use crate::discoveries::{self, DiscoveryFinding, DiscoveryRequest, kind};
use crate::discovery_json::{FindingFiles, finding_json, slices_json};
use crate::files::save_into;
use crate::ledger::{BatchLedger, write_tables};
use crate::problems::RuleProblems;
use crate::slices::{discover_slice, smallest_slices};
use crate::stopwatch::within;

/// A game of a batch.
pub struct BatchGame {
    /// What it is called.
    pub name: String,
    /// The rule, if the game is in no catalogue.
    pub rule: Option<String>,
}

/// The columns of the table.
const COLUMNS: [&str; 8] =
    ["game", "verdict", "statement", "states", "digits", "learned_below", "seconds", "certificate"];

/// The games on all complexes with so many vertices.
///
/// # Errors
/// If these are too many.
pub fn complex_games(vertices: usize) -> anyhow::Result<Vec<BatchGame>> {
    let all = complexes(vertices).map_err(|why| anyhow!("--complexes: {why}"))?;
    let game = |complex: &Complex| BatchGame { name: complex.name(), rule: Some(complex.rule()) };
    Ok(all.iter().map(game).collect())
}

/// The games of a pattern like `circular(n,k)`, for the numbers of ranges like `n=3..6`.
///
/// # Errors
/// If pattern and ranges do not fit.
pub fn swept_games(pattern: &str, ranges: &[&str]) -> anyhow::Result<Vec<BatchGame>> {
    let names = sweep(pattern, ranges).map_err(|why| anyhow!("--sweep: {why}"))?;
    Ok(names.into_iter().map(|name| BatchGame { name, rule: None }).collect())
}

/// What is done with each game of a batch.
#[derive(Clone)]
pub struct BatchRequest {
    /// What is looked for.
    pub discovery: DiscoveryRequest,
    /// How long, for each game.
    pub time: Option<Duration>,
    /// Whether the smallest slices of games that resist are tried, too, each for as long.
    pub slices: bool,
    /// Whether games are tried again of which no theorem was found.
    pub again: bool,
    /// Whether what is found is kept.
    pub keeps: bool,
    /// Where it is kept.
    pub store: Option<DiscoveryStore>,
}

/// Games with what is known of them.
pub struct DiscoveryBatch {
    folder: PathBuf,
    games: Vec<BatchGame>,
    fingerprints: Vec<String>,
    request: BatchRequest,
    ledger: BatchLedger,
}

impl DiscoveryBatch {
    /// A batch in a folder.
    ///
    /// # Errors
    /// If the folder cannot be used, or is about another question.
    pub fn open(
        folder: &Path,
        games: Vec<BatchGame>,
        request: BatchRequest,
    ) -> anyhow::Result<DiscoveryBatch> {
        let wanted = kind(request.discovery.aim);
        let ledger = BatchLedger::open(folder, &|line| {
            let (Some(name), Some(_)) = (line["game"].as_str(), line["verdict"].as_str()) else {
                return Err("this is no ledger of `discover`".to_string());
            };
            match line["what"].as_str() {
                Some(found) if found != wanted => {
                    Err(format!("this is about another question (`{found}`, not `{wanted}`)"))
                }
                _ => Ok(name.to_string()),
            }
        })?;
        let fingerprints = games.iter().map(|game| fingerprint(game, &request.discovery)).collect();
        Ok(DiscoveryBatch { folder: folder.to_path_buf(), games, fingerprints, request, ledger })
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// How many of them are done.
    pub fn done(&self) -> usize {
        (0..self.games.len()).filter(|at| self.is_done(*at)).count()
    }

    fn is_done(&self, at: usize) -> bool {
        self.ledger.line(&self.games[at].name).is_some_and(|line| {
            let proved = line["verdict"] == "proved";
            let sliced = proved || !self.request.slices || line["verdict"] != "unknown";
            line["fingerprint"] == self.fingerprints[at].as_str()
                && (!self.request.again || proved)
                && (sliced || line["slices"].is_array())
                && (!proved || is_whole(&self.folder, line))
        })
    }

    /// Does the games that are left, calls `told` with the number and the line of each, and writes the tables.
    /// All lines, in order.
    ///
    /// # Errors
    /// If the work is stopped, or `told` fails; what is done is in the ledger.
    pub fn run(
        &mut self,
        control: &Control,
        told: &mut dyn FnMut(usize, &Value) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<&Value>> {
        for at in 0..self.games.len() {
            if self.is_done(at) {
                continue;
            }
            let game = &self.games[at];
            let mut line = one(game, &self.request, &self.folder, control)?;
            line["fingerprint"] = json!(self.fingerprints[at]);
            told(at, &line)?;
            self.ledger.add(&game.name, line)?;
        }
        let lines: Vec<&Value> =
            self.games.iter().filter_map(|game| self.ledger.line(&game.name)).collect();
        let cells = |line: &&Value| COLUMNS.iter().map(|column| cell(line, column)).collect();
        write_tables(&self.folder, &COLUMNS, &lines.iter().map(cells).collect::<Vec<_>>())?;
        Ok(lines)
    }
}

/// Looks for a theorem about one game; a game that cannot be opened is skipped with its reason.
fn one(
    game: &BatchGame,
    request: &BatchRequest,
    folder: &Path,
    control: &Control,
) -> anyhow::Result<Value> {
    let claimed = match &game.rule {
        Some(rule) => {
            let path = folder.join("rules").join(format!("{}.game", game.name));
            save_into(&path, rule.as_bytes())?;
            ClaimedGame::of_text(&game.name, rule)
        }
        None => ClaimedGame::open(&game.name),
    };
    let claimed = match claimed {
        Ok(claimed) => claimed,
        Err(why) => {
            let why = match why.downcast_ref::<RuleProblems>() {
                Some(all) => all.problems.first().map(ToString::to_string).unwrap_or_default(),
                None => format!("{why:#}"),
            };
            return Ok(json!({ "game": game.name, "verdict": "skipped", "why": why }));
        }
    };
    let finding =
        discoveries::discover(&claimed, &request.discovery, &within(control, request.time))?;
    let mut files = FindingFiles::default();
    let mut certificate = String::new();
    if let DiscoveryFinding::Found(discovery) = &finding {
        let path = folder.join("certificates").join(file_name(&game.name));
        certificate = checksum(discovery.theorem.proof.certificate.as_bytes());
        save_into(&path, discovery.theorem.proof.certificate.as_bytes())?;
        files.written.push(path);
        if request.keeps {
            match discoveries::keep(
                request.store.as_ref(),
                &claimed.ruleset,
                request.discovery.aim,
                discovery,
            ) {
                Ok(path) => files.kept = Some(path),
                Err(why) => files.not_kept = Some(why),
            }
        }
    }
    let mut line = finding_json(&game.name, request.discovery.aim, &finding, &files);
    line["certificate_sum"] = json!(certificate);
    if let (DiscoveryFinding::Resists(_), true) = (&finding, request.slices) {
        line["slices"] = slices(game, &claimed.ruleset, request, folder, control)?;
    }
    Ok(line)
}

/// Looks for theorems about the smallest slices of a game that resists, one after the other.
fn slices(
    game: &BatchGame,
    ruleset: &Ruleset,
    request: &BatchRequest,
    folder: &Path,
    control: &Control,
) -> anyhow::Result<Value> {
    let mut all = Vec::new();
    for inside in smallest_slices(ruleset) {
        let control = within(control, request.time);
        let found = discover_slice(inside, &request.discovery, &control)?;
        let mut files = FindingFiles::default();
        if let DiscoveryFinding::Found(discovery) = &found.finding {
            let name = format!("{} where {}", game.name, found.bounds);
            let path = folder.join("certificates").join(file_name(&name));
            save_into(&path, discovery.theorem.proof.certificate.as_bytes())?;
            files.written.push(path);
            if request.keeps {
                let (store, aim) = (request.store.as_ref(), request.discovery.aim);
                match discoveries::keep(store, &found.claimed.ruleset, aim, discovery) {
                    Ok(path) => files.kept = Some(path),
                    Err(why) => files.not_kept = Some(why),
                }
            }
        }
        all.push((found, files));
    }
    Ok(slices_json(request.discovery.aim, &all))
}

/// How many slices of a line are proved, and how many were tried; `None` if none were.
pub fn slice_counts(line: &Value) -> Option<(usize, usize)> {
    let all = line["slices"].as_array()?;
    Some((all.iter().filter(|slice| slice["verdict"] == "proved").count(), all.len()))
}

/// What a line of the ledger is about: the rule as it is now, and the question.
fn fingerprint(game: &BatchGame, request: &DiscoveryRequest) -> String {
    let rule = match &game.rule {
        Some(rule) => rule.clone(),
        None => match ClaimedGame::open(&game.name) {
            Ok(claimed) => claimed.text,
            Err(why) => format!("{why:#}"),
        },
    };
    checksum(format!("{}\n{}\n{rule}", aim_words(request.aim), game.name).as_bytes())
}

/// What is looked for, as ledgers know it. Another word would make every game of a user's folder new.
fn aim_words(aim: Aim) -> String {
    match aim {
        Aim::Outcomes(Convention::Normal) => "Outcomes(Normal)".to_string(),
        Aim::Outcomes(Convention::Misere) => "Outcomes(Misere)".to_string(),
        Aim::Grundy => "Grundy".to_string(),
        Aim::Values(most) => format!("Values({most})"),
    }
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

/// A checksum as text.
fn checksum(bytes: &[u8]) -> String {
    format!("{:016x}", fnv1a(bytes))
}

/// The states that any automaton needs, in the digits in which it needs fewest.
pub fn states_at_least(line: &Value) -> Option<u64> {
    line["probes"].as_array()?.iter().filter_map(|probe| probe["states_at_least"].as_u64()).min()
}

/// The states of each automaton of a line.
pub fn state_counts(line: &Value) -> String {
    let all = line["states"].as_array().map_or(&[][..], Vec::as_slice);
    all.iter().map(Value::to_string).collect::<Vec<_>>().join("+")
}

/// A cell of the table for people.
fn cell(line: &Value, column: &str) -> String {
    match (column, &line[column]) {
        ("certificate", _) => {
            let file = line["files"].as_array().and_then(|files| files.first());
            let file = file.and_then(Value::as_str).and_then(|file| Path::new(file).file_name());
            file.map(|file| file.to_string_lossy().into_owned()).unwrap_or_default()
        }
        ("states", Value::Array(_)) => state_counts(line),
        ("states", _) => {
            states_at_least(line).map(|states| format!(">= {states}")).unwrap_or_default()
        }
        ("statement", Value::Null) => line["why"].as_str().unwrap_or_default().to_string(),
        (_, Value::String(text)) => text.clone(),
        (_, Value::Null) => String::new(),
        (_, other) => other.to_string(),
    }
}
