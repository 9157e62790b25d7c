//! A game on single heaps in the report: its period as a row beside the claims, its values as a picture.
//!
//! A period is looked for among 20,000 values, and shown as proved once `ishitori-check` has accepted it;
//! otherwise the row says unknown. The first 1,000 heaps are drawn.

use std::time::Instant;

use ishitori_core::control::Control;
use ishitori_core::single::Sequence;
use ishitori_rule::{Rules, Ruleset};
use ishitori_view::report::{ClaimRow, ReportFigure, ReportVerdict};
use ishitori_view::{AxisNames, Picture, PictureHeading, SequencePoint};

use crate::single_heaps;

/// So many values are looked at for a period.
const SEARCH: u64 = 20_000;

/// So many heaps are drawn.
const DRAWN: u64 = 1_000;

/// The row and the picture; nothing of other games.
pub fn of(
    ruleset: &Ruleset,
    control: &Control,
) -> anyhow::Result<Option<(ClaimRow, ReportFigure)>> {
    let Rules::Single(rules) = &ruleset.rules else { return Ok(None) };
    let begun = Instant::now();
    let mut sequence = Sequence::new(rules)?;
    sequence.extend(SEARCH, &control.planned(SEARCH, "heaps"))?;
    let proved =
        single_heaps::proved(&ruleset.about, single_heaps::rules(ruleset)?, &sequence, control)?;
    let name = ruleset.about.full_name();
    let (statement, verdict, unproved) = match &proved {
        Some(proved) => {
            let period = proved.period;
            let saltus = match period.saltus {
                0 => String::new(),
                saltus => format!(", saltus {saltus},"),
            };
            let words = format!(
                "the Grundy values of heaps have period {}{saltus} from {} on",
                period.length, period.start
            );
            (words, ReportVerdict::Proved, String::new())
        }
        None => {
            let why = format!("no period is proved within {} values", sequence.len());
            ("the Grundy values of heaps are periodic".to_string(), ReportVerdict::Unknown, why)
        }
    };
    let row = ClaimRow {
        id: "period".to_string(),
        kind: "discovered".to_string(),
        statement,
        source: String::new(),
        verdict,
        window: format!("{} values computed", sequence.len()),
        positions: Some(sequence.len() as u128),
        witness: Vec::new(),
        note: String::new(),
        unproved,
        seconds: begun.elapsed().as_secs_f64(),
        proof: None,
    };
    let point = |at: u64| {
        let value = i64::try_from(sequence.value(at)?).ok()?;
        Some(SequencePoint { at, value, rare: false })
    };
    let points: Vec<SequencePoint> = (0..=DRAWN).map_while(point).collect();
    let words = PictureHeading { title: name.clone(), subtitle: "Grundy values".to_string() };
    let picture = Picture::points(&points, AxisNames { along: "stones", up: "value" }, &words);
    let caption = format!("Grundy values of heaps of {name}");
    Ok(Some((row, ReportFigure { svg: picture.svg(), caption })))
}
