//! `ishitori-check FILE`: checks a certificate of any kind, and says what it proves.
//!
//! Exit status 0 if it is valid, 1 if it is refused, 2 if it cannot be read. The program does not read rule and
//! claim again; `ishitori verify` does.

use ishitori_check::{CheckedBand, CheckedEveryN, CheckedSequence, CheckedTheorem};
use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(file), None) = (arguments.next(), arguments.next()) else {
        return say(stderr(), "usage: ishitori-check FILE", 2);
    };
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => return say(stderr(), &format!("{}: {error}", file.display()), 2),
    };
    if ishitori_check::is_sequence(&text) {
        return match ishitori_check::check_sequence(&text, &mut |_| true) {
            Ok(checked) => say(stdout(), &period(&checked), 0),
            Err(refused) => say(stdout(), &format!("refused: {refused}"), 1),
        };
    }
    if ishitori_check::is_band(&text) {
        return match ishitori_check::check_band(&text, &mut |_| true) {
            Ok(checked) => say(stdout(), &band(&checked), 0),
            Err(refused) => say(stdout(), &format!("refused: {refused}"), 1),
        };
    }
    if ishitori_check::is_every_n(&text) {
        return match ishitori_check::check_every_n(&text, &mut |_| true) {
            Ok(checked) => say(stdout(), &every_n(&checked), 0),
            Err(refused) => say(stdout(), &format!("refused: {refused}"), 1),
        };
    }
    match ishitori_check::check(&text) {
        Ok(checked) => say(stdout(), &report(&checked), 0),
        Err(refused) => say(stdout(), &format!("refused: {refused}"), 1),
    }
}

/// Writes a text, as far as anybody reads it.
fn say(mut out: impl Write, text: &str, status: u8) -> ExitCode {
    let _ = writeln!(out, "{text}");
    ExitCode::from(status)
}

fn period(checked: &CheckedSequence) -> String {
    let CheckedSequence { game, length, start, saltus, values, .. } = checked;
    format!(
        "valid: {game}, period {length} from {start} on, saltus {saltus}\n{} values computed",
        values.len()
    )
}

fn band(checked: &CheckedBand) -> String {
    let CheckedBand { statement, period, saltus, start, columns, rows, .. } = checked;
    let game = &statement.game;
    format!(
        "valid: {game}, a band of {rows} rows, period {period} from {start} on, saltus {saltus}\n{columns} columns computed"
    )
}

fn every_n(checked: &CheckedEveryN) -> String {
    let CheckedEveryN { game, theorem, states, macro_states, .. } = checked;
    let moves = checked.moves.join("; ");
    let mut text =
        format!("valid: {game}, theorem {theorem}, for every number of heaps\n{moves}\n");
    text += &format!("says {}\n{states} states, {macro_states} macro-states", checked.says);
    for obligation in &checked.obligations {
        text += &format!("\n  {} ({})", obligation.name, obligation.size);
    }
    text
}

fn report(checked: &CheckedTheorem) -> String {
    let (game, theorem) = (checked.game(), checked.theorem());
    let about = match checked.statement.slice.is_empty() {
        true => String::new(),
        false => format!("{}, ", checked.statement.positions()),
    };
    let mut text = format!("valid: {game}, theorem {theorem}, {about}{} heaps\n", checked.heaps());
    text += &format!("{} automata, {} states, ", checked.automata, checked.states);
    text += &format!("{} macro-states", checked.macro_states);
    for obligation in &checked.obligations {
        text += &format!("\n  {} ({})", obligation.name, obligation.size);
    }
    text
}
