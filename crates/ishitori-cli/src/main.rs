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
mod escaped;
mod format;
mod interrupt;
mod problems;
mod progress;
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
    let arguments = CommandLine::parse();
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

fn report(error: &anyhow::Error, signals: &Signals) -> ExitCode {
    if error.is::<commands::check::RefutedClaims>()
        || error.is::<commands::verify::RefusedCertificate>()
        || error.is::<commands::info::DamagedFile>()
    {
        return ExitCode::from(1);
    }
    if let Some(problems) = error.downcast_ref::<problems::RuleProblems>() {
        let _ = problems.draw(&mut io::stderr().lock());
        return ExitCode::from(2);
    }
    let mut stderr = EscapedText::new(io::stderr().lock());
    if let Some(gave_up) = error.downcast_ref::<GaveUp>() {
        let _ = writeln!(stderr, "ishitori {error:#}");
        if gave_up.needs_more_positions() {
            let _ = writeln!(stderr, "  a larger --max-positions allows more work");
        }
        return ExitCode::from(if gave_up.is_stopped() { signals.exit_code() } else { 3 });
    }
    if let Some(refused) = error.downcast_ref::<Refused>() {
        let _ = writeln!(stderr, "error: {}", refusal_words(refused));
        return ExitCode::from(2);
    }
    let _ = writeln!(stderr, "error: {error:#}");
    ExitCode::from(2)
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
