//! Arguments about games that a program of the user's knows.
//!
//! They belong to `value`, `moves`, `table` and `check`; what the program is asked is in `ishitori::option_program`.

use std::path::PathBuf;

use clap::Args;

/// The program in the place of a game.
#[derive(Clone, Debug, Default, Args)]
pub struct ProgramArgs {
    /// Ask a program of yours what can be played, in the place of GAME: it reads a position a line, in JSON, and
    /// writes the array of its options on a line (docs/option-programs.md)
    #[arg(long, value_name = "PROGRAM")]
    pub options: Option<String>,
}

/// How long a program may be asked.
#[derive(Clone, Debug, Default, Args)]
pub struct ProgramTimeArgs {
    /// With --options: give up after this many seconds (exit code 3)
    #[arg(long, value_name = "SECONDS", requires = "options")]
    pub time: Option<f64>,
}

/// Positions that are listed one by one.
#[derive(Clone, Debug, Default, Args)]
pub struct ListedPositionsArgs {
    /// With --options: the positions, a JSON value a line
    #[arg(long, value_name = "FILE", requires = "options")]
    pub positions: Option<PathBuf>,
}
