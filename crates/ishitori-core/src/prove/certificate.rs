//! Writes a proof as a certificate; docs/certificate.md is the format.
//!
//! The text holds the rule and the claim twice, as written and as formulas, then what a search has found:
//! automata with the inclusions of their states, symmetries, covers. Obligations of the other kind, that no
//! such numbers exist, are not written: the checker finds them from the formulas. Nothing here is trusted:
//! `ishitori-check` reads the text with code of its own. The checksum finds accidents, not forgeries.
//! Cost: the length of the text. Proofs about single heaps have another writer, in `single`.

use std::fmt::Write as _;

use ishitori_automata::{DigitOrder, Numeration, State};
use ishitori_rule::checksum::fnv1a;
use ishitori_rule::measure::WeightedCount;

use super::arena::{Arena, ArenaMove};
use super::branch::ProofMachine;
use super::cover::{Cover, SubsetImage};
use super::expression::text;
use super::goal::ProofGoal;
use super::induct::Induction;
use super::symmetry::SymmetryAction;

/// What people call the theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TheoremHeading<'a> {
    /// The game with its arguments.
    pub game: &'a str,
    /// The rule text.
    pub rule: &'a str,
    /// The name of the claim.
    pub claim: &'a str,
    /// The claim as written.
    pub statement: &'a str,
}

/// The certificate of a proof.
pub fn certificate(
    heading: &TheoremHeading,
    arena: &Arena,
    goal: &ProofGoal,
    proof: &Induction,
) -> String {
    let mut out = String::from("ishitori certificate 1\n");
    let _ = writeln!(out, "game {}\nrule", heading.game);
    quote(&mut out, heading.rule);
    let _ = writeln!(out, "claim {}", heading.claim);
    quote(&mut out, heading.statement);
    let shop = &proof.shop;
    let _ = writeln!(
        out,
        "numeration {}\norder {}\ndigits {}",
        match shop.numeration {
            Numeration::Binary => "binary",
            Numeration::Zeckendorf => "zeckendorf",
        },
        match shop.order {
            DigitOrder::Msd => "msd",
            DigitOrder::Lsd => "lsd",
        },
        if proof.shop.single { "single" } else { "together" }
    );
    statement(&mut out, arena, goal);
    for machine in &proof.shop.machines {
        if is_used(machine) {
            automaton(&mut out, machine);
        }
    }
    symmetries(&mut out, proof);
    for (name, proof, _) in &proof.covers {
        cover(&mut out, name, proof);
    }
    let _ = writeln!(out, "end {:016x}", fnv1a(out.as_bytes()));
    out
}

/// Positions and moves: what the game is.
pub fn rules(out: &mut String, arena: &Arena) {
    let _ = writeln!(out, "heaps {}\nvalid {}", arena.heaps.join(" "), text(&arena.whole));
    if !arena.slice.is_whole() {
        let _ = writeln!(out, "slice {}", arena.slice.certified());
    }
    for option in &arena.moves {
        match option {
            ArenaMove::Lower(heaps) => {
                let names: Vec<&str> = heaps.iter().map(|i| arena.heaps[*i].as_str()).collect();
                let _ = writeln!(out, "lower {}", names.join(" "));
            }
            ArenaMove::Other(other) => {
                let mut condition = text(&other.condition);
                if !other.divides.is_empty() {
                    let divides: Vec<String> =
                        other.divides.iter().map(|(d, x)| format!("(divides {d} {x})")).collect();
                    condition = format!("(and {condition} {})", divides.join(" "));
                }
                let new: String = other.new.iter().map(|name| format!(" {name}")).collect();
                let _ = writeln!(out, "move new{new} with {condition} to {}", other.to.join(" "));
            }
        }
    }
    let words =
        |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<String>>().join(" ");
    let count = |count: &WeightedCount| match count.counts_heaps() {
        true => format!(
            "{} and {} above {}",
            words(&count.stones),
            words(&count.nonempty),
            words(&arena.lower)
        ),
        false => words(&count.stones),
    };
    let measure: Vec<String> = arena.measure.iter().map(count).collect();
    let _ = writeln!(out, "measure {}", measure.join(" then "));
}

/// Positions, moves and theorem: what the file claims.
pub(crate) fn statement(out: &mut String, arena: &Arena, goal: &ProofGoal) {
    rules(out, arena);
    match goal {
        ProofGoal::Values(sets) => {
            let _ = writeln!(out, "theorem values {}", sets.len() - 1);
            for (j, set) in sets.iter().enumerate() {
                let _ = writeln!(out, "set {j} {}", text(set));
            }
        }
        ProofGoal::Grundy { one_hot, graph } => {
            let coding = if *one_hot { "onehot" } else { "plain" };
            let _ = writeln!(out, "theorem grundy {coding}\ngraph {}", text(graph));
        }
        ProofGoal::Misere { terminal, set } => {
            let _ =
                writeln!(out, "theorem misere\nterminal {}\nset 0 {}", text(terminal), text(set));
        }
        ProofGoal::Families { lost, won } => {
            let _ = writeln!(out, "theorem families {} {}", lost.len(), won.len());
            for (j, set) in lost.iter().chain(won).enumerate() {
                let _ = writeln!(out, "set {j} {}", text(set));
            }
        }
    }
}

fn quote(out: &mut String, lines: &str) {
    for line in lines.lines() {
        let _ = if line.is_empty() { writeln!(out, "|") } else { writeln!(out, "| {line}") };
    }
}

/// Machines that only emptiness obligations need are not written.
fn is_used(machine: &ProofMachine) -> bool {
    let name = machine.name.as_str();
    let kinds = ["set", "move", "notset", "notmove"];
    matches!(name, "outside" | "graph" | "notgraph" | "above" | "terminal" | "le" | "lt")
        || kinds.iter().any(|kind| {
            name.strip_prefix(kind).is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
        })
}

fn automaton(out: &mut String, machine: &ProofMachine) {
    let _ = writeln!(out, "automaton {} tracks {}", machine.name, machine.tracks.join(" "));
    let states = machine.dfa.states() as State;
    for state in 0..states {
        let accepting = if machine.dfa.accepts_in(state) { '+' } else { '-' };
        let _ = write!(out, "{state} {accepting}");
        for next in machine.dfa.row(state) {
            let _ = write!(out, " {next}");
        }
        out.push_str(" <");
        for other in (0..states).filter(|other| machine.inclusion.holds(state, *other)) {
            let _ = write!(out, " {other}");
        }
        out.push('\n');
    }
}

/// The symmetries of all covers together: each knows the states of its own sets.
fn symmetries(out: &mut String, proof: &Induction) {
    let covers = proof.covers.iter().map(|(.., mirrors)| &mirrors[..]);
    let all: Vec<&[SymmetryAction]> = covers.chain([&proof.actions[..]]).collect();
    let Some(first) = all.iter().find(|mirrors| mirrors.len() > 1) else { return };
    for (at, mirror) in first.iter().enumerate().skip(1) {
        let _ = write!(out, "symmetry {at}\nplaces");
        for place in &mirror.places {
            let _ = write!(out, " {}", place + 1);
        }
        out.push('\n');
        for (number, machine) in proof.shop.machines.iter().enumerate() {
            let of = |mirrors: &&[SymmetryAction]| mirrors.get(at)?.states.get(number)?.clone();
            let Some(states) = all.iter().find_map(of) else { continue };
            let _ = write!(out, "states {}", machine.name);
            for state in states {
                let _ = write!(out, " {state}");
            }
            out.push('\n');
        }
    }
}

fn cover(out: &mut String, name: &str, cover: &Cover) {
    let target = |out: &mut String, target: &SubsetImage| {
        let _ = write!(out, " {}", target.kept);
        if target.mirror != 0 {
            let _ = write!(out, "~{}", target.mirror);
        }
    };
    let _ = write!(out, "cover {name}\nstart");
    target(out, &cover.start);
    out.push('\n');
    for kept in &cover.kept {
        out.push_str("macro");
        if kept.step != 0 {
            let _ = write!(out, " @{}", kept.step);
        }
        for (branch, states) in &kept.elements {
            let _ = write!(out, " {branch}:");
            for (i, state) in states.iter().enumerate() {
                let comma = if i == 0 { "" } else { "," };
                let _ = write!(out, "{comma}{state}");
            }
        }
        out.push_str("\nnext");
        for next in &kept.next {
            target(out, next);
        }
        out.push('\n');
    }
}
