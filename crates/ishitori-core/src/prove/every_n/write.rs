//! Writes a certificate for every number of heaps; docs/certificate.md tells its language.

use std::cmp::Ordering;
use std::fmt::Write;

use ishitori_rule::checksum::fnv1a;
use ishitori_rule::every_n::ManyHeapMove;

use super::machine::CountMachine;
use super::situation::StrategyState;
use super::statement::{EveryNAbout, EveryNTexts};

/// In which order the moves want digits, and how many of the lowest places they name.
pub(super) struct DigitNeeds {
    pub msd: bool,
    pub named: u64,
}

/// What moves need of digits; nothing if they do not go together.
pub(super) fn order(moves: &[ManyHeapMove]) -> Option<DigitNeeds> {
    if moves.contains(&ManyHeapMove::Divide) {
        return (moves.len() == 1).then_some(DigitNeeds { msd: false, named: 0 });
    }
    let bits = |one: &ManyHeapMove| match one {
        ManyHeapMove::Take { stones, .. } => u64::from(64 - stones.leading_zeros()),
        _ => 0,
    };
    Some(DigitNeeds { msd: true, named: moves.iter().map(bits).max().unwrap_or(0) })
}

/// One kind of move, as its line says it.
pub(super) fn move_line(one: &ManyHeapMove) -> String {
    match one {
        ManyHeapMove::Lower(most) => format!("moves lower {most}"),
        ManyHeapMove::Take { stones, heaps } => {
            let amounts = vec![stones.to_string(); *heaps as usize];
            format!("moves take {}", amounts.join(" "))
        }
        ManyHeapMove::Divide => "moves divide".to_string(),
    }
}

/// The text of a certificate.
pub(super) fn certificate(
    texts: &EveryNTexts,
    moves: &[ManyHeapMove],
    about: EveryNAbout,
    machine: &CountMachine,
    says: &str,
    strategy: &[StrategyState],
) -> String {
    let mut lines = vec!["ishitori every-n certificate 1".to_string()];
    lines.push(format!("game {}", texts.game));
    lines.push("rule".to_string());
    lines.extend(texts.rule.lines().map(quoted));
    lines.push(format!("claim {}", texts.claim));
    lines.extend(texts.statement.lines().map(quoted));
    lines.extend(moves.iter().map(move_line));
    lines.push(format!("order {}", if machine.msd { "msd" } else { "lsd" }));
    lines.push(format!("places {}", machine.named));
    lines.push(format!("theorem {}", about.word()));
    lines.push(format!("counts {} period {}", machine.threshold, machine.period));
    lines.push(format!("says {says}"));
    lines.push(format!("automaton {}", machine.next.len()));
    for (state, row) in machine.next.iter().enumerate() {
        let sign = if machine.accepting[state] { '+' } else { '-' };
        let row: Vec<String> = row.iter().map(ToString::to_string).collect();
        lines.push(format!("{state} {sign} {}", row.join(" ")));
    }
    lines.push(format!("macros {}", strategy.len()));
    lines.extend(strategy.iter().map(macro_line));
    let mut text = lines.join("\n");
    text.push('\n');
    let sum = fnv1a(text.as_bytes());
    // Writing into a text cannot fail.
    let _ = writeln!(text, "end {sum:016x}");
    text
}

fn quoted(line: &str) -> String {
    if line.is_empty() { "|".to_string() } else { format!("| {line}") }
}

fn macro_line(state: &StrategyState) -> String {
    let told = &state.told;
    let compared = match told.smaller_is {
        Ordering::Less => "less",
        Ordering::Equal => "same",
        Ordering::Greater => "more",
    };
    let (one_seen, nonzero) = (u8::from(told.one_seen), u8::from(told.nonzero));
    let mut line = format!(
        "macro {} {} {compared} {one_seen} {nonzero} {}",
        told.state, told.phase, state.tracked
    );
    for (stage, at) in &state.ways {
        line.push_str(&format!(" {} {at}", stage.word()));
    }
    line
}
