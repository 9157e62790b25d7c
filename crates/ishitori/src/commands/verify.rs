//! `ishitori verify`: is a certificate right, and does it say what the rule and the claim say?

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::bail;
use ishitori_check::Checked;
use serde_json::{Value, json};

use super::prove::time;
use super::write_json;
use crate::args::VerifyArgs;
use crate::interrupt;
use crate::open;
use crate::proofs::reread;

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

pub fn run(args: &VerifyArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut refused = false;
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
        let result = verify(&text)?;
        let took = begun.elapsed();
        refused |= result.is_err();
        if args.json {
            all.push(result_json(file, &result, took.as_secs_f64()));
            continue;
        }
        match &result {
            Ok(checked) => {
                let says = &checked.statement;
                writeln!(out, "{}: ACCEPTED  [{}]", file.display(), time(took))?;
                writeln!(out, "  game     {}", says.game)?;
                writeln!(out, "  claim    {}  {}", says.claim, one_line(&says.claim_text))?;
                writeln!(
                    out,
                    "  theorem  {}, for all positions of {} heaps",
                    checked.theorem(),
                    checked.heaps()
                )?;
                writeln!(
                    out,
                    "  checked  {} automata with {} states, {} obligations, {} macro-states",
                    checked.automata,
                    checked.states,
                    checked.obligations.len(),
                    checked.macro_states
                )?;
                writeln!(out, "  its rule and claim, read again, give the same formulas")?;
                write_rule(&says.rule, out)?;
            }
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
    if refused { Err(RefusedCertificate.into()) } else { Ok(()) }
}

/// Checks a certificate; then reads its rule and claim again.
fn verify(text: &str) -> anyhow::Result<Result<Checked, String>> {
    let checked = ishitori_check::check_with(text, &mut |_| interrupt::check().is_ok());
    interrupt::check()?;
    Ok(match checked {
        Err(refused) => Err(refused.to_string()),
        Ok(checked) => reread(text, &checked.statement).map(|()| checked),
    })
}

/// Whose rule it is: names prove nothing.
fn write_rule(rule: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let same = |(_, text): &(&str, &str)| text.trim_end() == rule.trim_end();
    if ishitori_core::catalogue::GAMES.iter().any(same) {
        writeln!(out, "  the rule is that of ishitori's own game")?;
        return Ok(());
    }
    writeln!(out, "  the rule is the file's own:")?;
    let words = ["game", "position", "option", "move"];
    let is_rule = |line: &&str| line.split_whitespace().next().is_some_and(|w| words.contains(&w));
    for line in rule.lines().filter(is_rule) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn result_json(file: &Path, result: &Result<Checked, String>, seconds: f64) -> Value {
    let file = file.display().to_string();
    match result {
        Ok(checked) => json!({
            "file": file,
            "accepted": true,
            "game": checked.statement.game,
            "claim": checked.statement.claim,
            "theorem": checked.theorem(),
            "automata": checked.automata,
            "states": checked.states,
            "macro_states": checked.macro_states,
            "seconds": seconds,
        }),
        Err(why) => json!({ "file": file, "accepted": false, "why": why, "seconds": seconds }),
    }
}
