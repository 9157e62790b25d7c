//! `ishitori completions`: a completion script for a shell.
//!
//! clap makes it from what makes the help, so no command or option is missing.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{CommandLine, CompletionsArgs};

pub fn run(args: &CompletionsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut CommandLine::command(), "ishitori", &mut script);
    out.write_all(&script)?;
    Ok(())
}
