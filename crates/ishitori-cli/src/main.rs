//! The command line of ishitori.
//!
//! `main` is one match: arguments come ready from [`args`], each command is a file in
//! [`commands`], and what a command returns becomes an exit code here: 0 done, 1 a claim is refuted,
//! 2 an error in what was asked, 3 gave up, 130 stopped by Ctrl-C. A reader that closes the pipe
//! early is no error.

mod args;
mod commands;
mod format;
mod interrupt;
mod problems;
mod progress;
mod results;
mod sentences;
mod sheet;
mod singles;

use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;

use clap::Parser;
use ishitori_core::solve::GaveUp;
use ishitori::{
    big, claims, discoveries, large, open, owner, proofs, shown, theorems, trial, watch, worth,
};

use crate::args::{Arguments, Command};
use crate::problems::Drawn;

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
    let arguments = Arguments::parse();
    let _owned = owner::owned_by(progress::terminal());
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(arguments, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // What was computed before the error belongs to the user.
            let _ = out.flush();
            report(&error)
        }
    }
}

fn run(arguments: Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    if !matches!(arguments.command, Command::Play(_)) {
        interrupt::listen();
    }
    match arguments.command {
        Command::List(args) => commands::list::run(&args, out),
        Command::Show(args) => commands::show::run(&args, out),
        Command::Value(args) => commands::value::run(&args, out),
        Command::Moves(args) => commands::moves::run(&args, out),
        Command::Table(args) => commands::table::run(&args, out),
        Command::Plot(args) => commands::plot::run(&args),
        Command::Positions(args) => commands::positions::run(&args, out),
        Command::Check(args) => commands::check::run(&args, out),
        Command::Prove(args) => commands::prove::run(&args, out),
        Command::Discover(args) => commands::discover::run(&args, out),
        Command::Verify(args) => commands::verify::run(&args, out),
        Command::Logic(args) => commands::logic::run(&args, out),
        Command::Sequence(args) => commands::sequence::run(&args, out),
        Command::Quotient(args) => commands::quotient::of(&args, out),
        Command::Study(args) => commands::study::run(&args, out),
        Command::Info(args) => commands::info::run(&args, out),
        Command::Run(args) => commands::run::run(&args, out),
        Command::Explain(args) => commands::explain::run(&args, out),
        Command::Play(args) => commands::play::run(&args, out),
        Command::Serve(args) => commands::serve::run(&args, out),
        Command::Completions(args) => commands::completions::run(&args, out),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let pipe = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(pipe))
}

fn report(error: &anyhow::Error) -> ExitCode {
    if error.is::<commands::check::RefutedClaims>()
        || error.is::<commands::verify::RefusedCertificate>()
        || error.is::<commands::info::DamagedFile>()
    {
        return ExitCode::from(1);
    }
    let mut stderr = io::stderr().lock();
    if let Some(gave_up) = error.downcast_ref::<GaveUp>() {
        let _ = writeln!(stderr, "ishitori {error:#}");
        if gave_up.needs_more_positions() {
            let _ = writeln!(stderr, "  a larger --max-positions allows more work");
        }
        return ExitCode::from(if gave_up.is_stopped() { interrupt::EXIT_CODE } else { 3 });
    }
    if let Some(problems) = error.downcast_ref::<problems::RuleProblems>() {
        let _ = problems.draw(&mut stderr);
    } else {
        let _ = writeln!(stderr, "error: {error:#}");
    }
    ExitCode::from(2)
}
