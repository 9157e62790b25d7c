//! `ishitori verify`: is a certificate right, and does it say what the rule and the claim say?
//!
//! `ishitori-check` must accept the certificate; then its rule and claim, read again, must give the formulas
//! in it (`ishitori::verification`). Names prove nothing, so it is said whether rule and claim are those of
//! the catalogue. A file that cannot be read does not keep the others from being checked. At most 1 GiB is
//! read.

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::bail;
use ishitori::bands::{CheckedBand, VerifiedBand};
use ishitori::every_n::EveryNTheorem;
use ishitori::stopwatch::time_words;
use ishitori::verification::{
    CheckedSequence, VerifiedCertificate, VerifiedStatement, is_known_claim, is_known_rule,
    one_line, verify,
};
use ishitori::{Control, GaveUp, open, rocq};
use serde_json::{Value, json};

use super::write_json;
use crate::args::VerifyArgs;

/// The largest file that is read.
const MAX_CERTIFICATE: u64 = 1 << 30;

/// A certificate was refused: exit code 1.
#[derive(Debug)]
pub struct RefusedCertificate;

impl fmt::Display for RefusedCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a certificate is refused")
    }
}

impl std::error::Error for RefusedCertificate {}

pub fn run(args: &VerifyArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(path) = &args.rocq {
        super::rocq_file(path)?;
        if args.files.len() > 1 {
            bail!("--rocq writes one theorem: name one certificate");
        }
    }
    let mut refused = false;
    let mut no_theorem = None;
    let mut unread = Vec::new();
    let mut all = Vec::new();
    for file in &args.files {
        let text = open::read_up_to(file, MAX_CERTIFICATE, "1 GiB: this is no certificate");
        let text = match text {
            Ok(text) => text,
            // The others are checked all the same.
            Err(why) => {
                let why = format!("{why:#}");
                all.push(result_json(file, &Err(format!("cannot be read: {why}")), 0.0));
                unread.push(why);
                continue;
            }
        };
        let begun = Instant::now();
        let result = verify(&text, control)?;
        let took = begun.elapsed();
        refused |= result.is_err();
        if let (Some(path), Ok(verified)) = (&args.rocq, &result) {
            let again = match verified {
                VerifiedCertificate::Theorem(of) => {
                    rocq::most_significant_first(&of.checked, control)?
                }
                VerifiedCertificate::Period(_)
                | VerifiedCertificate::Band(_)
                | VerifiedCertificate::EveryN(_) => None,
            };
            no_theorem = match verified {
                VerifiedCertificate::EveryN(_) => {
                    Some("theorems for every number of heaps are not written for Rocq".to_string())
                }
                _ => super::write_rocq(path, args.extracted, again.as_deref().unwrap_or(&text))?,
            };
        }
        if args.json {
            all.push(result_json(file, &result, took.as_secs_f64()));
            continue;
        }
        match &result {
            Ok(VerifiedCertificate::Theorem(checked)) => write_checked(file, checked, took, out)?,
            Ok(VerifiedCertificate::Period(checked)) => write_period(file, checked, took, out)?,
            Ok(VerifiedCertificate::Band(band)) => write_band(file, band, took, out)?,
            Ok(VerifiedCertificate::EveryN(theorem)) => write_every_n(file, theorem, took, out)?,
            Err(why) => writeln!(out, "{}: REFUSED: {why}", file.display())?,
        }
        out.flush()?;
    }
    if args.json {
        write_json(&json!(all), out)?;
    }
    if !unread.is_empty() {
        bail!("{}", unread.join("; "));
    }
    match no_theorem {
        _ if refused => Err(RefusedCertificate.into()),
        Some(why) => Err(GaveUp::new(why).into()),
        None => Ok(()),
    }
}

fn write_checked(
    file: &Path,
    verified: &VerifiedStatement,
    took: Duration,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let checked = &verified.checked;
    let says = &checked.statement;
    writeln!(out, "{}: ACCEPTED  [{}]", file.display(), time_words(took))?;
    writeln!(out, "  game     {}", says.game)?;
    writeln!(out, "  claim    {}  {}", says.claim, one_line(&says.claim_text))?;
    let (theorem, heaps) = (checked.theorem(), checked.heaps());
    writeln!(out, "  theorem  {theorem}, for {} of {heaps} heaps", says.positions())?;
    writeln!(
        out,
        "  checked  {} automata with {} states, {} obligations, {} macro-states",
        checked.automata,
        checked.states,
        checked.obligations.len(),
        checked.macro_states
    )?;
    writeln!(out, "  its rule and claim, read again, give the same formulas")?;
    match &verified.unread {
        None => writeln!(
            out,
            "  a second reader, which shares nothing with the first, reads them alike"
        )?,
        Some(why) => writeln!(
            out,
            "  the second reader does not read {why}: trust the first, or read it yourself"
        )?,
    }
    write_rule(&says.rule, out)?;
    if !is_known_claim(checked) {
        let name = &says.claim;
        writeln!(out, "  the name {name} is the file's own: it says nothing")?;
    }
    Ok(())
}

fn write_period(
    file: &Path,
    checked: &CheckedSequence,
    took: Duration,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let CheckedSequence { game, rule, length, start, saltus, values, .. } = checked;
    writeln!(out, "{}: ACCEPTED  [{}]", file.display(), time_words(took))?;
    writeln!(out, "  game     {game}")?;
    let saltus = if *saltus == 0 { String::new() } else { format!(", saltus {saltus},") };
    writeln!(out, "  theorem  the values of heaps have period {length}{saltus} from {start} on")?;
    writeln!(out, "  checked  {} values computed and compared", values.len())?;
    writeln!(out, "  its rule, read again, gives the same moves")?;
    write_rule(rule, out)
}

fn write_band(
    file: &Path,
    band: &VerifiedBand,
    took: Duration,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let says = &band.checked.statement;
    let CheckedBand { first, second, bounds, period, saltus, start, columns, rows, .. } =
        &band.checked;
    writeln!(out, "{}: ACCEPTED  [{}]", file.display(), time_words(took))?;
    writeln!(out, "  game     {}", says.game)?;
    let bounds: Vec<String> = bounds.iter().map(ToString::to_string).collect();
    let (x, bounds) = (&says.heaps[*first], bounds.join(","));
    match second.map(|second| &says.heaps[second]) {
        Some(y) => writeln!(
            out,
            "  theorem  {x} and {y} free, the others at most {bounds}: P comes again, moved by {period} and {saltus}, for {x} >= {start}"
        )?,
        None => writeln!(
            out,
            "  theorem  {x} free, the others at most {bounds}: Grundy values have period {period}, saltus {saltus}, for {x} >= {start}"
        )?,
    }
    writeln!(out, "  checked  {columns} columns of {rows} rows computed, and two states compared")?;
    match &band.unread {
        None => writeln!(
            out,
            "  its rule, read again, gives the same moves; a second reader reads them alike"
        )?,
        Some(why) => writeln!(
            out,
            "  its rule, read again, gives the same moves; the second reader does not read {why}"
        )?,
    }
    write_rule(&says.rule, out)
}

fn write_every_n(
    file: &Path,
    theorem: &EveryNTheorem,
    took: Duration,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let checked = &theorem.checked;
    writeln!(out, "{}: ACCEPTED  [{}]", file.display(), time_words(took))?;
    writeln!(out, "  game     {}, for every number of heaps that its rule allows", checked.game)?;
    writeln!(out, "  moves    {}", checked.moves.join("; "))?;
    writeln!(out, "  claim    {}  {}", checked.claim, one_line(&checked.claim_text))?;
    writeln!(out, "  theorem  {}  {}", checked.theorem, checked.says)?;
    let (states, macros) = (checked.states, checked.macro_states);
    writeln!(
        out,
        "  checked  automaton of {states} states, {} obligations, {macros} macro-states",
        checked.obligations.len()
    )?;
    writeln!(out, "  its rule and claim, read again, give the same moves and formula")?;
    writeln!(out, "  on small heaps they agree with {}", theorem.compared.join(", "))?;
    match &theorem.unread {
        None => writeln!(out, "  a second reader reads them alike there")?,
        Some(why) => writeln!(out, "  the second reader does not read {why}")?,
    }
    write_rule(&checked.rule, out)
}

/// Whose rule it is: names prove nothing.
fn write_rule(rule: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    if is_known_rule(rule) {
        writeln!(out, "  the rule is that of ishitori's own game")?;
        return Ok(());
    }
    writeln!(out, "  the rule is the file's own:")?;
    let words = ["game", "position", "heap", "option", "move"];
    let is_rule = |line: &&str| line.split_whitespace().next().is_some_and(|w| words.contains(&w));
    for line in rule.lines().filter(is_rule) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

fn result_json(file: &Path, result: &Result<VerifiedCertificate, String>, seconds: f64) -> Value {
    let file = file.display().to_string();
    match result {
        Ok(VerifiedCertificate::Period(checked)) => json!({
            "file": file,
            "accepted": true,
            "game": checked.game,
            "theorem": "period",
            "period": checked.length,
            "start": checked.start,
            "saltus": checked.saltus,
            "values": checked.values.len(),
            "known_rule": is_known_rule(&checked.rule),
            "seconds": seconds,
        }),
        Ok(VerifiedCertificate::Band(band)) => json!({
            "file": file,
            "accepted": true,
            "game": band.checked.statement.game,
            "theorem": "band",
            "heaps": band.checked.statement.heaps,
            "free": [Some(band.checked.first), band.checked.second],
            "bounds": band.checked.bounds,
            "period": band.checked.period,
            "start": band.checked.start,
            "saltus": band.checked.saltus,
            "columns": band.checked.columns,
            "second_reader": band.unread.as_deref().unwrap_or("agrees"),
            "known_rule": is_known_rule(&band.checked.statement.rule),
            "seconds": seconds,
        }),
        Ok(VerifiedCertificate::EveryN(theorem)) => {
            let checked = &theorem.checked;
            json!({
                "file": file,
                "accepted": true,
                "game": checked.game,
                "claim": checked.claim,
                "claim_text": one_line(&checked.claim_text),
                "known_rule": is_known_rule(&checked.rule),
                "second_reader": theorem.unread.as_deref().unwrap_or("agrees"),
                "theorem": format!("every n: {}", checked.theorem),
                "moves": checked.moves,
                "says": checked.says,
                "compared_with": theorem.compared,
                "states": checked.states,
                "macro_states": checked.macro_states,
                "seconds": seconds,
            })
        }
        Ok(VerifiedCertificate::Theorem(verified)) => {
            let checked = &verified.checked;
            json!({
                "file": file,
                "accepted": true,
                "game": checked.statement.game,
                "claim": checked.statement.claim,
                "claim_text": one_line(&checked.statement.claim_text),
                "about": checked.statement.positions(),
                "known_rule": is_known_rule(&checked.statement.rule),
                "known_claim": is_known_claim(checked),
                "second_reader": verified.unread.as_deref().unwrap_or("agrees"),
                "theorem": checked.theorem(),
                "automata": checked.automata,
                "states": checked.states,
                "macro_states": checked.macro_states,
                "seconds": seconds,
            })
        }
        Err(why) => json!({ "file": file, "accepted": false, "why": why, "seconds": seconds }),
    }
}
