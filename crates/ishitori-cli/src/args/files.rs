//! Arguments about files: results read again, long runs kept, batches.
//!
//! [`Stored`] and [`KeepingArgs`] belong to several commands; the arguments of `info` and `run` are here with
//! their help. They only become what the library takes: what files are, and how runs go on, is in
//! `ishitori::files`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use ishitori::files::Keeping;

/// Results that were stored, instead of solving again.
#[derive(Clone, Debug, Default, Args)]
pub struct Stored {
    /// Use what `positions -o FILE.parquet` or `table -o FILE.zarr` stored, instead of solving again; every
    /// byte is verified first
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
}

/// How a long run is kept.
#[derive(Clone, Debug, Args)]
pub struct KeepingArgs {
    /// Go on with a run that was interrupted, from its checkpoint
    #[arg(long, conflicts_with = "restart")]
    pub resume: bool,
    /// Throw away the checkpoint of an interrupted run and begin again
    #[arg(long)]
    pub restart: bool,
    /// Where to keep the state of the run on the way [default: FILE.checkpoint beside a result that is
    /// streamed, that is Parquet, Zarr, NumPy or JSON lines; nowhere for counts and checks]
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Seconds between checkpoints; more where one takes long, so that they cost less than a twentieth
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub checkpoint_every: f64,
}

impl KeepingArgs {
    /// As the library knows it.
    pub fn keeping(&self) -> Keeping {
        let KeepingArgs { resume, restart, checkpoint, checkpoint_every } = self;
        let every = Duration::try_from_secs_f64(*checkpoint_every).unwrap_or(Duration::MAX);
        Keeping { resume: *resume, restart: *restart, checkpoint: checkpoint.clone(), every }
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(seconds),
        _ => Err("a number of seconds should stand here, such as 60".to_string()),
    }
}

/// After the help of `info`.
pub const INFO_HELP: &str = "\
A file is known by its first bytes: a checkpoint, a set of positions (Parquet), a table (a Zarr folder), a
file of discoveries or a certificate. All of it is read and compared with its hashes, unless --quick.

Exit codes: 0 whole, 1 damaged, 2 no file of ishitori.

Examples:
  ishitori positions wythoff --to 1000 -o wythoff.parquet
  ishitori info wythoff.parquet";

/// `info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The file, or the folder of a Zarr table
    pub file: PathBuf,
    /// Read the description only, not all of the file
    #[arg(long)]
    pub quick: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// After the help of `run`.
pub const RUN_HELP: &str = "\
FILE is a list of jobs in TOML. A job is a command of ishitori with a game and options by their long names;
`over` gives ranges of numbers, which stand in the game and, in braces, in any other text:

  [[job]]
  name = \"tables\"
  do = \"table\"                    # positions, table, check, prove, discover, plot or sequence
  game = \"circular(n,k)\"
  over = [\"n=3..4\", \"k=2..n-1\"]
  to = 12
  output = \"values.zarr\"

Each job gets a folder of its own, with its results and what it printed (out.txt, err.txt). A job that fails or
gives up does not stop the others. Stopped by whatever, `ishitori run FILE` goes on where it was; what is
done already is known by rule and options, so an edited job is done again.

Exit codes: 0 every job ended well (a refuted claim is a finding, not a failure), 2 error in the list, or a job
failed, 3 a job gave up, 130 stopped by Ctrl-C, 143 by SIGTERM.";

/// `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The list of jobs
    pub file: PathBuf,
    /// The folder for results [default: FILE without its ending]
    #[arg(short, long, value_name = "FOLDER", value_parser = super::named)]
    pub output: Option<PathBuf>,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Do the jobs again that failed or gave up in an earlier run
    #[arg(long)]
    pub again: bool,
    /// Write the summary as JSON
    #[arg(long)]
    pub json: bool,
}
