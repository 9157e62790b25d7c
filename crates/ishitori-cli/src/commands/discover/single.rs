//! What is found about a game on single heaps: the period of its values, proved, and who wins by it.

use std::io::Write;

use ishitori::claims::ClaimedGame;
use ishitori::rules::Rules;
use ishitori::single_heaps::{FoundPeriod, find_period};
use ishitori::{Control, GaveUp};
use serde_json::{Value, json};

/// What was found about a game, as JSON; or why nothing was.
pub type SingleFinding = Result<Value, GaveUp>;

/// Looks for a period, if the game is one on single heaps; prints it unless JSON is wanted.
pub fn discover(
    claimed: &ClaimedGame,
    is_json: bool,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<Option<SingleFinding>> {
    let Rules::Single(rules) = &claimed.ruleset.rules else { return Ok(None) };
    let about = &claimed.ruleset.about;
    let name = about.full_name();
    let found = match find_period(about, rules, control)? {
        Ok(found) => found,
        Err(why) => {
            let why = format!("{name}: {why}");
            if !is_json {
                writeln!(out, "{why}")?;
            }
            return Ok(Some(Err(GaveUp::new(why))));
        }
    };
    let FoundPeriod { period, p, .. } = &found;
    let words = ishitori::periods::period_words(period);
    if !is_json {
        writeln!(out, "{name}: the Grundy values of its heaps have {words}")?;
        writeln!(out, "    PROVED, accepted by ishitori-check")?;
        writeln!(out, "    P iff {p}")?;
    }
    let period = json!({ "length": period.length, "start": period.start, "saltus": period.saltus });
    let found = json!({ "game": name, "verdict": "proved", "period": period, "p": p });
    Ok(Some(Ok(found)))
}
