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
use ishitori::stopwatch::time_words;

use crate::commands::prove::write_theorem;

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
            writeln!(
                out,
                "DISCOVERED and proved for all positions  [{}]",
                time_words(discovery.time)
            )?;
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
