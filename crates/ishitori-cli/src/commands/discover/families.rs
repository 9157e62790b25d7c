//! `discover GAME --families`: what is proved of a game that resists as a whole, and how much that explains.
//!
//! The library searches, proves and has every certificate checked (`ishitori::families`); here the families are printed,
//! and written into a folder. Exit code 3 if there are none.

use std::io::Write;

use anyhow::bail;
use ishitori::claims::ClaimedGame;
use ishitori::families::{AcceptedFamily, FamilyReport, FamilyRequest, families};
use ishitori::files::save_into;
use ishitori::stopwatch::time_words;
use ishitori::{Control, GaveUp};
use serde_json::{Value, json};

use crate::args::DiscoverArgs;
use crate::commands::write_json;

/// Larger windows take too long.
const MAX_BITS: usize = 7;

pub fn run(args: &DiscoverArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if !(args.time > 0.0 && args.time.is_finite()) {
        bail!("--time is a number of seconds, more than 0");
    }
    if args.play.misere {
        bail!("families are for normal play: leave out --misere");
    }
    let Some(share_bits) = bits_below(args.below) else {
        bail!("--below is a power of two from 2 to 64, such as 16");
    };
    let request = FamilyRequest {
        states: args.states,
        bits: usize::from(args.digits).min(MAX_BITS),
        share_bits,
    };
    let mut all: Vec<Value> = Vec::new();
    let mut open = None;
    for game in &args.games {
        let claimed = ClaimedGame::open(game)?;
        let name = claimed.ruleset.about.full_name();
        let report = families(&claimed, request, args.limit(), control)?;
        let mut files = Vec::new();
        if let Some(folder) = &args.output {
            for (at, family) in report.families.iter().enumerate() {
                let path =
                    folder.join(format!("{}-family{}.cert", claimed.ruleset.about.name, at + 1));
                save_into(&path, family.theorem.proof.certificate.as_bytes())?;
                files.push(path);
            }
        }
        if args.json {
            all.push(json!({
                "game": name,
                "families": report.families.iter().map(family_json).collect::<Vec<Value>>(),
                "resisted": report.resisted.iter().map(|(domain, why)| json!({ "domain": domain, "why": why })).collect::<Vec<Value>>(),
                "share": report.share.map(|share| json!({
                    "below": 1u64 << share.bits, "p_positions": share.lost, "explained": share.explained })),
                "files": files,
            }));
        } else {
            write_report(&name, &report, out)?;
            for file in files {
                writeln!(out, "    wrote {}", file.display())?;
            }
        }
        if report.families.is_empty() {
            open = Some(GaveUp::new(format!("{name}: no family is proved")));
        }
    }
    if args.json {
        let one = if all.len() == 1 { all.remove(0) } else { all.into() };
        write_json(&one, out)?;
    }
    open.map_or(Ok(()), |gave_up| Err(gave_up.into()))
}

/// How many binary digits heaps below this have.
fn bits_below(below: u64) -> Option<usize> {
    ((2..=64).contains(&below) && below.is_power_of_two()).then(|| below.trailing_zeros() as usize)
}

fn write_report(name: &str, report: &FamilyReport, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{name}: {} families of P-positions, each PROVED for heaps of any size",
        report.families.len()
    )?;
    for family in &report.families {
        writeln!(
            out,
            "    {}: {} states, learned from heaps below {}  [{} and {} to check]",
            family.domain.words(),
            family.states,
            1u64 << family.bits,
            time_words(family.theorem.proving),
            time_words(family.theorem.checking),
        )?;
        if let Some(words) = &family.words {
            writeln!(out, "        {words}")?;
        }
        if let Some(why) = &family.theorem.unread {
            writeln!(out, "        the second reader does not read {why}")?;
        }
    }
    for (domain, why) in &report.resisted {
        writeln!(out, "    not known: {domain}: {why}")?;
    }
    match report.share {
        Some(share) => writeln!(
            out,
            "    with their symmetric images they explain {} of the {} P-positions with heaps below {} ({:.1} %)",
            share.explained,
            share.lost,
            1u64 << share.bits,
            100.0 * share.explained as f64 / share.lost.max(1) as f64
        )?,
        None => writeln!(out, "    the window for the share was not solved")?,
    }
    Ok(())
}

fn family_json(family: &AcceptedFamily) -> Value {
    json!({
        "domain": family.domain.words(),
        "words": family.words,
        "states": family.states,
        "digits": family.bits,
        "macro_states": family.theorem.checked.macro_states,
        "proving_seconds": family.theorem.proving.as_secs_f64(),
        "checking_seconds": family.theorem.checking.as_secs_f64(),
        "second_reader": family.theorem.unread.as_deref().unwrap_or("agrees"),
    })
}
