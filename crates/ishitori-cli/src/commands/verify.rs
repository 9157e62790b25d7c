//! `ishitori verify`: is a certificate right, and does it say what the rule and the claim say?

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::bail;
use ishitori::open;
use ishitori::proofs::reread;
use ishitori_check::{Checked, CheckedSequence};
use ishitori_core::claim::instances;
use ishitori_core::control::{Control, Total};
use ishitori_rule::{load, name};
use serde_json::{Value, json};

use super::prove::time;
use super::write_json;
use crate::args::VerifyArgs;
use crate::singles;

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
        if ishitori_check::is_sequence(&text) {
            let result = verify_sequence(&text, control)?;
            refused |= result.is_err();
            match args.json {
                true => all.push(sequence_json(file, &result, begun.elapsed().as_secs_f64())),
                false => tell_sequence(file, &result, begun.elapsed(), out)?,
            }
            continue;
        }
        let result = verify(&text, control)?;
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
                if !is_known_claim(checked) {
                    let name = &says.claim;
                    writeln!(out, "  the name {name} is the file's own: it says nothing")?;
                }
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
fn verify(text: &str, control: &Control) -> anyhow::Result<Result<Checked, String>> {
    let work = control.part();
    let checked = ishitori_check::check_with(text, &mut |step| work.start(step).is_ok());
    let verified = match checked {
        Err(refused) => Err(refused.to_string()),
        Ok(checked) => reread(text, &checked.statement, &work).map(|()| checked),
    };
    // What was stopped is not refused.
    control.check()?;
    Ok(verified)
}

/// Checks the certificate of a period; then reads its rule again.
fn verify_sequence(
    text: &str,
    control: &Control,
) -> anyhow::Result<Result<CheckedSequence, String>> {
    let work = control.counting("the period is checked", Total::Unknown);
    let checked = ishitori_check::check_sequence(text, &mut |_| work.check().is_ok());
    control.check()?;
    Ok(match checked {
        Err(refused) => Err(refused.to_string()),
        Ok(checked) => singles::reread(&checked).map(|()| checked),
    })
}

fn tell_sequence(
    file: &Path,
    result: &Result<CheckedSequence, String>,
    took: Duration,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match result {
        Ok(checked) => {
            let CheckedSequence { game, rule, length, start, saltus, values, .. } = checked;
            writeln!(out, "{}: ACCEPTED  [{}]", file.display(), time(took))?;
            writeln!(out, "  game     {game}")?;
            let saltus = if *saltus == 0 { String::new() } else { format!(", saltus {saltus},") };
            writeln!(
                out,
                "  theorem  the values of heaps have period {length}{saltus} from {start} on"
            )?;
            writeln!(out, "  checked  {} values computed and compared", values.len())?;
            writeln!(out, "  its rule, read again, gives the same moves")?;
            write_rule(rule, out)?;
        }
        Err(why) => writeln!(out, "{}: REFUSED: {why}", file.display())?,
    }
    out.flush()?;
    Ok(())
}

fn sequence_json(file: &Path, result: &Result<CheckedSequence, String>, seconds: f64) -> Value {
    let file = file.display().to_string();
    match result {
        Ok(checked) => json!({
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
        Err(why) => json!({ "file": file, "accepted": false, "why": why, "seconds": seconds }),
    }
}

/// Whether the rule is that of one of our own games.
fn is_known_rule(rule: &str) -> bool {
    let same = |(_, text): &(&str, &str)| text.trim_end() == rule.trim_end();
    ishitori_core::catalogue::GAMES.iter().any(same)
}

/// Whether the claim has the name that it has in our own game, with the same parameters.
fn is_known_claim(checked: &Checked) -> bool {
    let says = &checked.statement;
    let Ok(parsed) = name::parse(&says.game) else { return false };
    let Ok(ruleset) = load(&says.rule, &parsed.arguments) else { return false };
    let (claims, arguments) = (&ruleset.claims, &ruleset.about.arguments);
    let misere = checked.theorem().starts_with("misere");
    is_known_rule(&says.rule)
        && instances(claims, arguments, Some(arguments)).iter().any(|instance| {
            let claim = &claims[instance.claim];
            let text = ruleset.about.text.get(claim.statement.span.clone()).unwrap_or_default();
            claim.id.value == says.claim
                && claim.about.misere == misere
                && one_line(text) == one_line(&says.claim_text)
        })
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
            "claim_text": one_line(&checked.statement.claim_text),
            "known_rule": is_known_rule(&checked.statement.rule),
            "known_claim": is_known_claim(checked),
            "theorem": checked.theorem(),
            "automata": checked.automata,
            "states": checked.states,
            "macro_states": checked.macro_states,
            "seconds": seconds,
        }),
        Err(why) => json!({ "file": file, "accepted": false, "why": why, "seconds": seconds }),
    }
}
