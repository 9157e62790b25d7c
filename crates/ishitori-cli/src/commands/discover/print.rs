//! What `discover` prints.

use std::io::{self, Write};

use ishitori::discoveries::{AcceptedDiscovery, DiscoveryFinding, digit_words, kind};
use ishitori_automata::{Limit, Numeration};
use ishitori_core::discover::{Aim, RefutedAutomaton, ResidualProbe, Resistance};
use ishitori_core::prove::induct::Violation;
use ishitori_core::solve::Convention;
use ishitori_rule::Symmetry;
use serde_json::{Value, json};

use super::FindingFiles;
use crate::commands::prove::{time, write_theorem};

/// So many positions of a set without a formula are shown.
const EXAMPLES: usize = 12;

/// So many are looked at for them.
const MANY: usize = 400;

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
            writeln!(out, "DISCOVERED and proved for all positions  [{}]", time(discovery.time))?;
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
    let shop = &discovery.theorem.proof.induction.shop;
    let formulas = discovery.theorem.proof.goal.formulas();
    let sets = formulas.iter().map(|(name, _)| name).filter(|name| *name != "terminal");
    for (at, name) in sets.enumerate() {
        if let Some(Some(statement)) = discovery.said.get(at) {
            writeln!(out, "    {statement}")?;
            continue;
        }
        let Some(machine) = shop.machines.iter().find(|machine| machine.name == *name) else {
            continue;
        };
        let dfa = &machine.dfa;
        let numeration: Numeration = shop.numeration;
        // Of an unordered game each multiset once.
        let unordered = discovery.theorem.proof.arena.symmetry == Symmetry::Unordered;
        let heaps = discovery.theorem.proof.arena.heaps.len();
        // Thin sets have few positions with so many digits.
        let first = [MANY, EXAMPLES, 1]
            .iter()
            .find_map(|count| dfa.first(numeration, *count, Limit::default()).ok())
            .unwrap_or_default();
        let wanted = first.iter().filter(|tuple| !unordered || tuple[..heaps].is_sorted());
        let tuples: Vec<String> = wanted.take(EXAMPLES).map(|tuple| tuple_words(tuple)).collect();
        let of = match name.strip_prefix("set") {
            Some(value) if discovery.states.len() > 1 => format!("value {value}: "),
            _ if name == "graph" => "positions with their values: ".to_string(),
            _ => String::new(),
        };
        let states = dfa.states();
        writeln!(
            out,
            "    {of}no short formula was found for the automaton of {states} states, which accepts"
        )?;
        writeln!(out, "        {} ...", tuples.join(" "))?;
    }
    Ok(())
}

fn tuple_words(tuple: &[u128]) -> String {
    let words: Vec<String> = tuple.iter().map(u128::to_string).collect();
    format!("({})", words.join(","))
}

fn write_resistance(resistance: &Resistance, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "    {}", resistance.why)?;
    write_probes(&resistance.probes, out)?;
    write_refuted(&resistance.refuted, out)
}

/// The numbers of residuals, which no automaton can do without.
///
/// Of value classes, only those of the class that was not found: other digits may lag behind.
fn write_probes(probes: &[ResidualProbe], out: &mut dyn Write) -> io::Result<()> {
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

/// The numbers where an automaton violates its obligation.
fn violation_words(refuted: &RefutedAutomaton) -> String {
    let RefutedAutomaton { digits, violation: Violation { position, option, .. }, .. } = refuted;
    let number = |word: &Vec<bool>| {
        let word: Vec<u16> = word.iter().map(|digit| u16::from(*digit)).collect();
        let numbers =
            (word.len() <= 126).then(|| digits.numeration.numbers(digits.order, 1, &word));
        numbers.flatten().and_then(|numbers| numbers.first().copied()).unwrap_or(u128::MAX)
    };
    let tuple = |heaps: &Vec<Vec<bool>>| tuple_words(&heaps.iter().map(number).collect::<Vec<_>>());
    match option {
        Some(option) => format!("{} or {}", tuple(position), tuple(option)),
        None => format!("{} or below", tuple(position)),
    }
}

pub fn finding_json(
    game: &str,
    aim: Aim,
    finding: &DiscoveryFinding,
    files: &FindingFiles,
) -> Value {
    let mut value = json!({ "game": game, "what": kind(aim) });
    let more = match finding {
        DiscoveryFinding::Found(discovery) => discovery_json(discovery, files),
        DiscoveryFinding::Resists(resistance) => {
            let mut more = json!({ "verdict": "unknown" });
            extend(&mut more, resistance_json(resistance));
            more
        }
        DiscoveryFinding::Outside(why) => json!({ "verdict": "outside", "why": why }),
    };
    extend(&mut value, more);
    value
}

fn extend(value: &mut Value, more: Value) {
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
}

fn discovery_json(discovery: &AcceptedDiscovery, files: &FindingFiles) -> Value {
    let theorem = &discovery.theorem;
    json!({
        "verdict": "proved",
        "statement": discovery.statement(),
        "statements": discovery.said,
        "theorem": theorem.checked.theorem(),
        "digits": digit_words(discovery.digits),
        "learned_below": (1u128 << discovery.bits).to_string(),
        "states": discovery.states,
        "refuted": discovery.refuted.len(),
        "macro_states": theorem.checked.macro_states,
        "seconds": discovery.time.as_secs_f64(),
        "check_seconds": theorem.checking.as_secs_f64(),
        "certificate_bytes": theorem.proof.certificate.len(),
        "rest": discovery.rest.as_ref().map(resistance_json),
        "files": files.written.iter().map(|f| f.display().to_string()).collect::<Vec<_>>(),
        "kept": files.kept.as_ref().map(|f| f.display().to_string()),
    })
}

fn resistance_json(resistance: &Resistance) -> Value {
    let probes: Vec<Value> = resistance
        .probes
        .iter()
        .map(|probe| {
            json!({
                "class": probe.class,
                "digits": digit_words(probe.digits),
                "length": probe.length,
                "residuals": probe.residuals,
                "states_at_least": probe.bound(),
            })
        })
        .collect();
    json!({
        "why": resistance.why,
        "heaps_below": (1u128 << resistance.bits).to_string(),
        "refuted": resistance.refuted.len(),
        "probes": probes,
    })
}
