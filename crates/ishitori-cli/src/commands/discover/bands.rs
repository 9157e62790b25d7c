//! `ishitori discover --bands`: periods of games with two heaps free, or of Grundy values with one.
//!
//! The library searches and has the certificate checked (`ishitori::bands`); here the theorem is printed, with the first rows, and
//! kept. Without `--free` every pair that no move lowers together is tried. A game that does not fit is exit code 2 with
//! the move that does not; nothing found within `--time` and `--memory` is exit code 3.

use std::io::Write;

use anyhow::bail;
use ishitori::bands::{
    BandFinding, BandQuestion, ProvedBand, RowPeriod, find, free_heaps, free_pairs, heap_names,
    heap_rules,
};
use ishitori::claims::ClaimedGame;
use ishitori::files::{DiscoveryStore, save};
use ishitori::rules::{HeapRules, Ruleset};
use ishitori::stopwatch::{time_words, within};
use ishitori::{Control, GaveUp};
use serde_json::{Value, json};

use super::super::write_json;
use crate::args::DiscoverArgs;

/// So many values of a row are shown at most.
const SHOWN: usize = 24;

pub fn run(args: &DiscoverArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let [game] = &args.games[..] else { bail!("--bands is for one game") };
    let unused = [args.draw.is_some(), args.walnut.is_some(), args.rocq.is_some()];
    if unused.contains(&true) {
        bail!("a band is no automaton: --draw, --walnut and --rocq have nothing to write");
    }
    if args.play.misere {
        bail!("bands are for normal play: leave out --misere");
    }
    let ruleset = &ClaimedGame::open(game)?.ruleset;
    let rules = heap_rules(ruleset)?;
    let control = &within(control, args.limit());
    let named = !args.band.free.is_empty();
    let free = match named {
        true => vec![free_heaps(rules, &args.band.free)?],
        false => free_pairs(rules, control)?.into_iter().map(|(a, b)| (a, Some(b))).collect(),
    };
    if free.is_empty() {
        bail!(
            "no two heaps of {game} can be free together: `--free` with two of them says why, with one it looks at Grundy values"
        );
    }
    let (mut all, mut open) = (Vec::new(), None);
    for (first, second) in free {
        let bounded = rules.lower.len() - 1 - usize::from(second.is_some());
        let question =
            BandQuestion { rules, first, second, bounds: bounds(&args.band.to, bounded)? };
        match find(ruleset, &question, control)? {
            BandFinding::Proved(band) => {
                let files = write_files(args, ruleset, &band, named)?;
                if args.json {
                    all.push(band_json(ruleset, rules, &band));
                } else {
                    write_band(ruleset, rules, &band, args.band.rows, out)?;
                    files.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
                    out.flush()?;
                }
            }
            BandFinding::Outside(why) if named => bail!("{}: {why}", ruleset.about.full_name()),
            BandFinding::Outside(why) => open = Some(GaveUp::new(why)),
            BandFinding::Open(why) => {
                let heaps = heap_names(
                    rules,
                    &[Some(first), second].into_iter().flatten().collect::<Vec<_>>(),
                );
                open = Some(GaveUp::new(format!(
                    "{} with {heaps} free: {}",
                    ruleset.about.full_name(),
                    why.why()
                )));
            }
        }
    }
    if args.json {
        let one = if all.len() == 1 { all.remove(0) } else { all.into() };
        write_json(&one, out)?;
    }
    open.map_or(Ok(()), |why| Err(why.into()))
}

/// One bound for each bounded heap.
fn bounds(to: &[u64], heaps: usize) -> anyhow::Result<Vec<u64>> {
    match to {
        [one] => Ok(vec![*one; heaps]),
        all if all.len() == heaps => Ok(all.to_vec()),
        all => bail!("--to names {} bounds, and {heaps} heaps are bounded", all.len()),
    }
}

fn write_files(
    args: &DiscoverArgs,
    ruleset: &Ruleset,
    band: &ProvedBand,
    named: bool,
) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    if let Some(path) = &args.output {
        if !named {
            bail!("-o writes one theorem: name the free heaps with --free");
        }
        save(path, band.certificate.as_bytes())?;
        lines.push(format!("certificate {}", path.display()));
    }
    if !args.forget {
        match band.keep(DiscoveryStore::of_user().as_ref(), ruleset) {
            Ok(path) => lines.push(format!("kept in {}", path.display())),
            Err(why) => lines.push(format!("not kept: {why}")),
        }
    }
    Ok(lines)
}

fn write_band(
    ruleset: &Ruleset,
    rules: &HeapRules,
    proved: &ProvedBand,
    shown: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let band = &proved.band;
    let free: Vec<usize> = [Some(proved.first), proved.second].into_iter().flatten().collect();
    let what = if proved.second.is_some() { "P-positions" } else { "Grundy values" };
    let name = ruleset.about.full_name();
    writeln!(out, "{name}: {what} with {} free", heap_names(rules, &free))?;
    writeln!(out, "    {}", proved.statement(rules))?;
    if let Some(formula) = proved.formula_words(rules) {
        writeln!(out, "    {formula}, for {} >= {}", rules.names[proved.first], band.start)?;
    }
    write!(out, "    PROVED, accepted by ishitori-check")?;
    match &proved.unread {
        None => {
            writeln!(out, ", which computed {} columns of {} rows again", band.columns, band.rows)?
        }
        Some(why) => writeln!(out, "; the second reader does not read {why}")?,
    }
    writeln!(
        out,
        "    found in {} and checked in {}",
        time_words(proved.found_in),
        time_words(proved.checked_in)
    )?;
    let bounded = proved.bounded(rules);
    for row in 0..band.rows.min(shown) {
        let sizes = bounded.iter().zip(band.sizes(row));
        let sizes: Vec<String> =
            sizes.map(|(heap, size)| format!("{} = {size}", rules.names[*heap])).collect();
        let RowPeriod { start, period, .. } = band.row_period(row);
        let value = |column: usize| {
            let value = band.value(row, column as u64);
            let bar = if column == start { "| " } else { "" };
            format!("{bar}{}", value.map_or("-".to_string(), |value| value.to_string()))
        };
        let last = start + period;
        let values: Vec<String> = (0..last.min(SHOWN)).map(value).collect();
        let more = if last > SHOWN { " ..." } else { "" };
        let sizes = if sizes.is_empty() { "values".to_string() } else { sizes.join(", ") };
        writeln!(out, "    {sizes}: period {period} from {start} on: {}{more}", values.join(" "))?;
    }
    if band.rows > shown {
        writeln!(out, "    and {} more rows (--rows {} shows them)", band.rows - shown, band.rows)?;
    }
    Ok(())
}

fn band_json(ruleset: &Ruleset, rules: &HeapRules, proved: &ProvedBand) -> Value {
    let band = &proved.band;
    let names = |heaps: &[usize]| heaps.iter().map(|h| rules.names[*h].clone()).collect::<Vec<_>>();
    let row = |row: usize| {
        let RowPeriod { start, period, saltus } = band.row_period(row);
        let values = (0..(start + period) as u64).map(|column| band.value(row, column));
        json!({
            "heaps": band.sizes(row), "start": start, "period": period, "saltus": saltus,
            "values": values.collect::<Vec<_>>(),
        })
    };
    json!({
        "game": ruleset.about.full_name(),
        "verdict": "proved",
        "what": if proved.second.is_some() { "band" } else { "rows" },
        "free": names(&[Some(proved.first), proved.second].into_iter().flatten().collect::<Vec<_>>()),
        "bounded": names(&proved.bounded(rules)),
        "bounds": proved.bounds,
        "period": band.period,
        "saltus": band.saltus,
        "start": band.start,
        "columns": band.columns,
        "formula": proved.formula_words(rules),
        "second_reader": proved.unread.as_deref().unwrap_or("agrees"),
        "rows": (0..band.rows).map(row).collect::<Vec<_>>(),
    })
}
