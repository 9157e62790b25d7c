//! `ishitori-check FILE`: checks a certificate. Exit status 0 if it is valid, 1 if it is refused, 2 if
//! it cannot be read.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(file), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: ishitori-check FILE");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            return ExitCode::from(2);
        }
    };
    match ishitori_check::check(&text) {
        Ok(checked) => {
            let (game, theorem) = (checked.game(), checked.theorem());
            println!("valid: {game}, theorem {theorem}, {} heaps", checked.heaps());
            println!("{} automata, {} states", checked.automata, checked.states);
            println!("{} macro-states", checked.macro_states);
            for obligation in &checked.obligations {
                println!("  {} ({})", obligation.name, obligation.size);
            }
            ExitCode::SUCCESS
        }
        Err(refused) => {
            println!("refused: {refused}");
            ExitCode::FAILURE
        }
    }
}
