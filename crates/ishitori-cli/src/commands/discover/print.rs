//! What `discover` prints: a theorem in words, or what was found out about a game that resists.
//!
//! A set without a short formula is shown by its states and its first positions. Numbers of residuals are
//! shown because no automaton has fewer states. How the theorem was proved is printed as for `prove`; the
//! JSON is made in `ishitori::discovery_json`.

use std::io::{self, Write};

use ishitori::Convention;
use ishitori::discoveries::{
    AcceptedDiscovery, Aim, DiscoveredSet, DiscoveryFinding, RefutedAutomaton, ResidualProbe,
    Resistance, digit_words, tuple_words, violation_words,
};
use ishitori::discovery_json::FindingFiles;
use ishitori::slices::SliceFinding;
use ishitori::stopwatch::time_words;

use crate::commands::prove::{all_positions, write_theorem};

/// So many wrong automata are told.
const MAX_REFUTED: usize = 5;

pub fn write_finding(
    game: &str,
    aim: Aim,
    finding: &DiscoveryFinding,
    files: &FindingFiles,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let what = match aim {
        Aim::Outcomes(Convention::Normal) => "P-positions",
        Aim::Outcomes(Convention::Misere) => "P-positions of misère play",
        Aim::Grundy => "Grundy function",
        Aim::Values(_) => "Grundy values",
    };
    write!(out, "{game}, {what}: ")?;
    match finding {
        DiscoveryFinding::Found(discovery) => {
            let all = all_positions(&discovery.theorem);
            writeln!(out, "DISCOVERED and proved for {all}  [{}]", time_words(discovery.time))?;
            write_discovery(discovery, out)?;
        }
        DiscoveryFinding::Resists(resistance) => {
            writeln!(out, "no theorem found")?;
            write_resistance(resistance, out)?;
        }
        DiscoveryFinding::Outside(why) => writeln!(out, "outside the method\n    {why}")?,
    }
    for file in &files.written {
        writeln!(out, "    wrote {}", file.display())?;
    }
    if let Some(path) = &files.kept {
        writeln!(out, "    kept in {}", path.display())?;
    }
    if let Some(why) = &files.not_kept {
        writeln!(out, "    not kept for later: {why}")?;
    }
    Ok(())
}

/// What came of one slice; the first begins the list.
pub fn write_slice(
    found: &SliceFinding,
    files: &FindingFiles,
    first: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if first {
        writeln!(out, "    slices, one of symmetric ones:")?;
    }
    let bounds = &found.bounds;
    match &found.finding {
        DiscoveryFinding::Found(discovery) => {
            let states: Vec<String> = discovery.states.iter().map(usize::to_string).collect();
            let states = states.join("+");
            let time = time_words(discovery.time);
            writeln!(out, "    if {bounds}: PROVED, {states} states  [{time}]")?;
            for statement in discovery.said.iter().flatten() {
                writeln!(out, "        {statement}")?;
            }
            if let Some(why) = &discovery.theorem.unread {
                writeln!(out, "        the second reader does not read {why}")?;
            }
            if let Some(why) = &files.not_kept {
                writeln!(out, "        not kept for later: {why}")?;
            }
        }
        DiscoveryFinding::Resists(resistance) => {
            writeln!(out, "    if {bounds}: open, {}", resistance.why)?;
        }
        DiscoveryFinding::Outside(why) => writeln!(out, "    if {bounds}: {why}")?,
    }
    Ok(())
}

/// How many slices were proved, and where they are kept.
pub fn write_slices(
    all: &[(SliceFinding, FindingFiles)],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let is_proved = |(found, _): &&(SliceFinding, FindingFiles)| {
        matches!(found.finding, DiscoveryFinding::Found(_))
    };
    let proved = all.iter().filter(is_proved).count();
    writeln!(out, "    {proved} of {} slices proved for all positions inside", all.len())?;
    if let Some(path) = all.iter().find_map(|(_, files)| files.kept.as_ref()) {
        writeln!(out, "    kept in {}", path.display())?;
    }
    Ok(())
}

fn write_discovery(discovery: &AcceptedDiscovery, out: &mut dyn Write) -> anyhow::Result<()> {
    write_sets(discovery, out)?;
    writeln!(
        out,
        "    learned from heaps below {}, {}",
        1u128 << discovery.bits,
        digit_words(discovery.digits)
    )?;
    write_refuted(&discovery.refuted, out)?;
    write_theorem(&discovery.theorem, out)?;
    if let Some(rest) = &discovery.rest {
        let classes = discovery.states.len();
        writeln!(out, "    value {classes} is not found: {}", rest.why)?;
        write_probes(&rest.probes, out)?;
    }
    Ok(())
}

/// What each set is: a formula, or the first positions.
fn write_sets(discovery: &AcceptedDiscovery, out: &mut dyn Write) -> anyhow::Result<()> {
    for set in discovery.sets() {
        match set {
            DiscoveredSet::Formula(statement) => writeln!(out, "    {statement}")?,
            DiscoveredSet::Automaton { of, states, first } => {
                let tuples: Vec<String> = first.iter().map(|tuple| tuple_words(tuple)).collect();
                writeln!(
                    out,
                    "    {of}no short formula was found for the automaton of {states} states, which accepts"
                )?;
                writeln!(out, "        {} ...", tuples.join(" "))?;
            }
        }
    }
    Ok(())
}

fn write_resistance(resistance: &Resistance, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "    {}", resistance.why)?;
    write_probes(&resistance.probes, out)?;
    write_refuted(&resistance.refuted, out)
}

/// The numbers of residuals, which no automaton can do without.
///
/// Of value classes, only those of the class that was not found: other digits may lag behind.
pub fn write_probes(probes: &[ResidualProbe], out: &mut dyn Write) -> io::Result<()> {
    let last = probes.iter().map(|probe| probe.class).max().unwrap_or(0);
    for probe in probes.iter().filter(|probe| probe.class == last) {
        let counts: Vec<String> = probe.residuals.iter().map(usize::to_string).collect();
        let class =
            if probe.class > 0 { format!("value {}, ", probe.class) } else { String::new() };
        writeln!(
            out,
            "    {class}{}: residuals after 0, 1, 2, ... digits of {}: {}",
            digit_words(probe.digits),
            probe.length,
            counts.join(" ")
        )?;
        writeln!(out, "        so no automaton has fewer than {} states", probe.bound())?;
    }
    Ok(())
}

fn write_refuted(all: &[RefutedAutomaton], out: &mut dyn Write) -> io::Result<()> {
    for refuted in all.iter().take(MAX_REFUTED) {
        writeln!(
            out,
            "    an automaton of {} states agreed with heaps below {} and is wrong at {}",
            refuted.states,
            1u128 << refuted.bits,
            violation_words(refuted)
        )?;
    }
    if all.len() > MAX_REFUTED {
        writeln!(out, "    and {} more such automata", all.len() - MAX_REFUTED)?;
    }
    Ok(())
}
