//! The command line of ishitori.
//!
//! `main` is one match: arguments come ready from [`args`], each command is a file in
//! [`commands`], and what a command returns becomes an exit code here: 0 done, 1 a claim is refuted,
//! 2 an error in what was asked, 3 gave up, 130 stopped by Ctrl-C, 143 stopped by SIGTERM. A
//! reader that closes the pipe early is no error.
//!
//! Here the one [`Control`] of the command is made; commands pass parts of it to whatever may take long.

mod args;
mod commands;
mod error_json;
mod escaped;
mod format;
mod interrupt;
mod problems;
mod progress;
mod room;
mod sheet;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use clap::Parser;
use ishitori::questions::{LargestWindow, Refused};
use ishitori::{Control, GaveUp, Total};

use crate::args::{Command, CommandLine};
use crate::escaped::EscapedText;
use crate::interrupt::Signals;
use crate::problems::DrawnProblems;
use crate::progress::Terminal;

/// Definitions in claims may call each other deeply. Memory is taken only as it is used.
const STACK: usize = 512 << 20;

fn main() -> ExitCode {
    let worker = thread::Builder::new().stack_size(STACK).spawn(work);
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        // Too little address space for such a stack: the usual one will mostly do.
        Err(_) => work(),
    }
}

fn work() -> ExitCode {
    let arguments = match CommandLine::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misunderstood(&error),
    };
    let is_for_programs = arguments.command.is_for_programs();
    let signals = match arguments.command {
        Command::Play(_) => Signals::default(),
        _ => Signals::listen(),
    };
    let control = Control::new(Arc::new(Terminal::new(signals.clone())));
    // Parts say what they do.
    let control = control.counting("", Total::Unknown);
    let mut out = EscapedText::new(io::BufWriter::new(io::stdout().lock()));
    let result = run(arguments, &control, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // What was computed before the error belongs to the user.
            let _ = out.flush();
            if is_for_programs && !is_told(&error) {
                let _ = error_json::write(&error, &refusal_words, &mut io::stderr().lock());
                return exit_code(&error, &signals);
            }
            report(&error, &signals)
        }
    }
}

fn run(arguments: CommandLine, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    match arguments.command {
        Command::List(args) => commands::list::run(&args, out),
        Command::Show(args) => commands::show::run(&args, out),
        Command::Value(args) => commands::value::run(&args, control, out),
        Command::Moves(args) => commands::moves::run(&args, control, out),
        Command::Table(args) => commands::table::run(&args, control, out),
        Command::Plot(args) => commands::plot::run(&args, control),
        Command::Positions(args) => commands::positions::run(&args, control, out),
        Command::Check(args) => commands::check::run(&args, control, out),
        Command::Prove(args) => commands::prove::run(&args, control, out),
        Command::Discover(args) => commands::discover::run(&args, control, out),
        Command::Verify(args) => commands::verify::run(&args, control, out),
        Command::Logic(args) => commands::logic::run(&args, control, out),
        Command::Sequence(args) => commands::sequence::run(&args, control, out),
        Command::Quotient(args) => commands::quotient::of(&args, control, out),
        Command::Misere(args) => commands::misere::run(&args, control, out),
        Command::Study(args) => commands::study::run(&args, control, out),
        Command::Info(args) => commands::info::run(&args, out),
        Command::Run(args) => commands::run::run(&args, control, out),
        Command::Explain(args) => commands::explain::run(&args, control, out),
        Command::Play(args) => commands::play::run(&args, control, out),
        Command::Serve(args) => commands::serve::run(&args, control, out),
        Command::Completions(args) => commands::completions::run(&args, out),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let pipe = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(pipe))
}

/// What cannot be read as a command. Help and the version are no errors.
fn misunderstood(error: &clap::Error) -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let is_format = |pair: &[std::ffi::OsString]| pair[0] == "--format" && pair[1] == "json";
    let for_programs = words.iter().any(|word| word == "--json" || word == "--format=json");
    if error.use_stderr() && (for_programs || words.windows(2).any(is_format)) {
        let _ = error_json::write_usage(error, &mut io::stderr().lock());
    } else {
        let _ = error.print();
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Whether the answer says what is to be said: something is refuted, refused or damaged.
fn is_told(error: &anyhow::Error) -> bool {
    error.is::<commands::check::RefutedClaims>()
        || error.is::<commands::verify::RefusedCertificate>()
        || error.is::<commands::info::DamagedFile>()
}

fn exit_code(error: &anyhow::Error, signals: &Signals) -> ExitCode {
    if is_told(error) {
        return ExitCode::from(1);
    }
    match error.downcast_ref::<GaveUp>() {
        Some(gave_up) if gave_up.is_stopped() => ExitCode::from(signals.exit_code()),
        Some(_) => ExitCode::from(3),
        None => ExitCode::from(2),
    }
}

fn report(error: &anyhow::Error, signals: &Signals) -> ExitCode {
    let code = exit_code(error, signals);
    if is_told(error) {
        return code;
    }
    if let Some(problems) = error.downcast_ref::<problems::RuleProblems>() {
        let _ = problems.draw(&mut io::stderr().lock());
        return code;
    }
    let mut stderr = EscapedText::new(io::stderr().lock());
    if let Some(gave_up) = error.downcast_ref::<GaveUp>() {
        let _ = writeln!(stderr, "ishitori {error:#}");
        if gave_up.needs_more_positions() {
            let _ = writeln!(stderr, "  {}", room::more_work());
        }
        return code;
    }
    if let Some(refused) = error.downcast_ref::<Refused>() {
        let _ = writeln!(stderr, "error: {}", refusal_words(refused));
        return code;
    }
    let _ = writeln!(stderr, "error: {error:#}");
    code
}

/// What does not fit, with the words of the command line for what does.
fn refusal_words(refused: &Refused) -> String {
    let Refused::TooLarge { engine, needed, limit, fits } = refused else {
        return refused.to_string();
    };
    let fits = match fits {
        LargestWindow::Heaps(to) => {
            let to: Vec<String> = to.iter().map(u64::to_string).collect();
            format!("--to {} fits", to.join(","))
        }
        LargestWindow::Stones(total) => format!("--total {total} fits"),
        other => other.to_string(),
    };
    format!(
        "the {engine} engine would need {needed} MB for this window, more than the {limit} MB allowed; {fits}"
    )
}
