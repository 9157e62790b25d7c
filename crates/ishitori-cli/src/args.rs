//! What can be typed after `ishitori`, with help and examples.
//!
//! The doc comments are the help that users read; `tests/cli.rs` keeps it as snapshots. Arguments that
//! several commands share (window, memory, output) are types of their own and turn into what the library
//! takes. What clap can tell is refused here, with exit code 2; the rest is refused by the command.

use std::num::NonZero;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ishitori::plots::PlottedQuantity;
use ishitori::stopwatch::MAX_SECONDS;
use ishitori::tables::ShownFact;
use ishitori::{Bounds, Control, Convention, Outcome};

use crate::format::Format;
use crate::room;

mod bands;
mod files;
mod misere;
mod program;
pub mod quotient;
mod work;

pub use bands::BandArgs;
pub use files::{InfoArgs, KeepingArgs, RunArgs, Stored};
pub use program::{ListedPositionsArgs, ProgramArgs, ProgramTimeArgs};
pub use work::Work;

/// ishitori (石取り): a research workbench for impartial games.
///
/// Write a game's rule in a few lines and ask who wins.
#[derive(Debug, Parser)]
#[command(name = "ishitori", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct CommandLine {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  ishitori list                                   all games
  ishitori value wythoff 3,5                      who wins, and how
  ishitori table split-and-delete --to 12         Grundy values
  ishitori plot wythoff --to 300 -o wythoff.svg   a picture of them
  ishitori positions 'moore(3,2)' --to 7          P-positions
  ishitori play grid-nim '###/###/###'            play against the machine
  ishitori show my.game                           check a rule of your own

Exit codes: 0 done, 1 a claim is refuted, 2 error in what was asked, 3 gave up (too much work),
130 stopped by Ctrl-C, 143 by SIGTERM.";

const GAME_HELP: &str = "\
GAME is the name of a game with its parameters, such as nim, 'circular(6,2)' or
'emperor([2,3],k=1)', or the path of a rule file: my.game or 'my.game(4)'.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games that come with ishitori
    List(ListArgs),
    /// Show a game: rule, parameters, and the move families it lowers to
    #[command(after_help = format!("{GAME_HELP}\n\nExamples:\n  ishitori show 'circular(6,2)'\n  ishitori show my.game          report everything wrong with a rule file"))]
    Show(ShowArgs),
    /// Who wins a position: outcome, Grundy value, winning moves, remoteness
    #[command(after_help = format!("{GAME_HELP}\n\nWith very many positions below the asked one, only the outcome, the winning moves and, on boards,\nthe Grundy value are computed (in JSON, what is missing is null).\nWhere that would take long, and for heaps of any number of digits, a claim of the game is proved for\nall positions, if one can be; it then answers at once, with one winning move (in JSON: winning_move;\nlarge numbers are text).\n\nExamples:\n  ishitori value wythoff 3,5\n  ishitori value split-and-delete 340282366920938463463374607431768211456,9\n  ishitori value nim 3,5,7 --misere\n  ishitori value --from wythoff.zarr 3,5      from a file, without solving\n  ishitori value 'grid-nim(3,7)' 7,5,3        a Young diagram by its row lengths\n  ishitori value grid-nim '###/.##/#..'       a board by its rows\n  ishitori value node-kayles 'grid(4,5)'      a graph, see docs/figures.md\n  ishitori value 'cram(6,6)' empty --checkpoint cram.state     a long one, which --resume goes on with\n  ishitori value --options ./mygame.py '[3,4]'   a program of yours tells the options"))]
    Value(ValueArgs),
    /// The options of a position, or with --back the positions that lead to it
    #[command(after_help = format!("{GAME_HELP}\n\nExamples:\n  ishitori moves wythoff-1 6,8\n  ishitori moves split-and-delete 2,3 --back --to 8\n  ishitori moves 'moore(3,2)' 2,3,4 --depth 4   counts by number of moves\n  ishitori moves --options ./mygame.py '[3,4]'"))]
    Moves(MovesArgs),
    /// A table of Grundy values, outcomes or remoteness
    #[command(after_help = format!("{GAME_HELP}\n\nWith one or two heaps (or two that --fix leaves free) the table is a grid; with more it lists\nevery position with its value. A cell that is no position of the game shows `-`.\nAs a b-file, a grid is read by antidiagonals.\n\nExamples:\n  ishitori table wythoff --to 12\n  ishitori table lim --to 10 --fix c=3 --format markdown\n  ishitori table nim --to 7 --fix 3=2 --show outcome --misere\n  ishitori table wythoff --to 4000 -o wythoff.zarr\n  ishitori table --from wythoff.zarr --to 12 --format latex\n  ishitori table node-kayles --on 'path(1..20)'\n  ishitori table --options ./mygame.py --positions list.jsonl"))]
    Table(TableArgs),
    /// Draw Grundy values, P-positions or remoteness of two heaps as a picture (SVG or PNG)
    #[command(after_help = format!("{GAME_HELP}\n\nThe first axis goes down and the second to the right, as in `table`. Grundy values are colours\n(P-positions black), with numbers where there is room; in windows of about a thousand and more\na side, neighbouring values share a colour. P-positions are black on white. Of remoteness 0 is black.\n\nExamples:\n  ishitori plot split-and-delete --to 200 -o values.svg\n  ishitori plot wythoff --to 300 --show remoteness -o moves.png\n  ishitori plot wythoff --to 4000 --what p -o wythoff.png\n  ishitori plot lim --to 100 --fix c=3 -o lim.svg\n  ishitori plot 'circular(4,2)' --to 60 --axes 1,3 --fix 2=5 --fix 4=7 --misere -o misere.png"))]
    Plot(PlotArgs),
    /// List or count the P-positions (or N-positions) of a window
    #[command(after_help = format!("{GAME_HELP}\n\nPositions come by number of stones, then in lexicographic order. In a game with unordered heaps\neach multiset is listed once; --canonical does the same for other symmetries.\nWith --count, formats other than text give a sequence a(n): the number of such positions with\nevery heap <= n (with --total only, and on boards: with exactly n stones).\n\nExamples:\n  ishitori positions single-split-delete --to 20 --limit 10\n  ishitori positions 'circular(5,2)' --to 6 --count --canonical\n  ishitori positions 'circular(6,2)' --to 60 --where 'h[1] <= 3 and h[4] = 0' --count\n  ishitori positions wythoff --to 30 --count --format bfile\n  ishitori positions 'circular(6,2)' --to 100 -o circular.parquet     streamed, with checkpoints\n  ishitori positions 'circular(6,2)' --to 100 -o circular.parquet --resume\n  ishitori positions --from circular.parquet --count\n  ishitori positions node-kayles --on 'trees(1..9)'"))]
    Positions(PositionsArgs),
    /// Check what a game's file claims, or a formula of your own, and show the smallest counterexample
    #[command(after_help = format!("{GAME_HELP}\nWithout parameters every claim is checked where its author says; with parameters, the claims that\nare about them.\n\nExit codes: 0 everything holds, 1 something is refuted, 2 error, 3 something is unknown.\n\nExamples:\n  ishitori check split-and-delete\n  ishitori check circular --claim CIR-52 --to 20\n  ishitori check wythoff --formula 'P iff exists k in 0 .. b: a = floor(k*phi) and b = a + k'\n  ishitori check wythoff --formula 'grundy = a + b' --to 20   (refuted)\n  ishitori check 'circular(5,2)' --where 'h[1], h[3] <= 0' --formula 'P iff h[2] = h[4] + h[5]'\n  ishitori check node-kayles --formula 'grundy <= 1' --on 'cycle(3..20); petersen'\n  ishitori check --options ./mygame.py --positions list.jsonl --formula 'P iff h[1] = h[2]'\n\nThe language of formulas is in docs/claim-language.md."))]
    Check(CheckArgs),
    /// Prove what a game's file claims, or a formula of your own, for all positions
    #[command(after_help = format!("{GAME_HELP}\nWithout parameters every claim is proved where its author says; with parameters, the claims that\nare about them, such as 'nim(20)'.\n\nA proof is by induction over the moves, with automata that read the digits of the heaps. Each one is\nwritten down as a certificate and counts only when `ishitori-check`, which shares no code with the\nprover, has accepted it (docs/certificate.md). What automata cannot know is said, and checked on\na window instead.\n\nExit codes: 0 proved (or holds on a window), 1 something is refuted, 2 error, 3 something is unknown.\n\nExamples:\n  ishitori prove split-and-delete --claim SDN-T1\n  ishitori prove 'nim(20)' --claim BIN-T4\n  ishitori prove 'moore(n,2)' --claim BIN-T5          for every n at once (docs/every-n.md)\n  ishitori prove 'circular(6,4)' -o proofs            certificates into a folder\n  ishitori prove split-and-delete --claim SDN-T1 --rocq Sdn.v   for the kernel of Rocq\n  ishitori prove wythoff --formula 'P iff a = floor((b - a)*phi)'\n  ishitori prove 'circular(5,2)' --where 'h[1], h[3] <= 0' --formula 'P iff h[2] = h[4] + h[5]'\n  ishitori prove lim --formula 'grundy = min(a, b, c)'   (refuted)"))]
    Prove(ProveArgs),
    /// Find a theorem about a game by itself, and prove it for all positions
    #[command(after_help = format!("{GAME_HELP}\n\nWindows of growing size are solved, the P-positions (or Grundy values) are written as words of digits, an\nautomaton that agrees with all of them is learned, and proved for all positions; one that is wrong\nbeyond its window is refuted by the prover, and a larger window teaches better. The theorem is said in\na formula where there is one. What resists is reported with the number of states that any automaton\nwould need; then half of --time is left for its slices: some heaps bounded, the others free (--no-slices leaves\nthem out, --where names one; docs/slices.md). Theorems are kept in your data folder (ISHITORI_DATA, or the system's), so that `value`, `play` and\n`study` use them; they are verified each time.\n\nFrom a table (--data) nothing can be proved: what agrees with all of it, and was learned from a part of it, is\ncalled a conjecture and is not kept.\n\nExit codes: 0 found and proved (of a batch: every game was tried; of a table: conjectured), 2 error, 3 nothing\nfound.\n\nExamples:\n  ishitori discover split-and-delete\n  ishitori discover delete-nim --what grundy\n  ishitori discover split-and-delete --what values --most 2\n  ishitori discover 'circular(5,2)' --draw circular.svg -o circular.cert\n  ishitori discover 'nim(3)' --rocq Nim3.v              for the kernel of Rocq\n  ishitori discover 'nim(n)' --what grundy              for every n at once (docs/every-n.md)\n  ishitori discover my.game --misere\n  ishitori discover 'circular(6,2)' --where 'h[3], h[6] <= 2'\n  ishitori discover --complexes 4 -o complexes\n  ishitori discover --complexes 5 --time 5 --slices     and slices of those that resist\n  ishitori discover --sweep 'split-delete(n,k)' n=2..5 k=1..n\n  ishitori discover --data values.csv                   conjectures from a table of yours\n  ishitori discover 'circular(6,2)' --bands --free h[1],h[4] --to 4   two heaps free, the others at most 4\n  ishitori discover wythoff --bands --free a --to 20    Grundy values, b at most 20 (docs/bands.md)\n  ishitori discover 'circular(6,2)' --families          families of lost positions, and what they explain"))]
    Discover(DiscoverArgs),
    /// Check a certificate that `prove` or `discover` wrote
    #[command(
        after_help = "The certificate is checked by `ishitori-check`, a small program that shares no code with the prover and\nthe solvers; then the rule and the claim that stand in it are read again and compared with its\nformulas. Exit codes: 0 accepted, 1 refused, 2 the file cannot be read,\n3 there is no theorem for Rocq.\n\nExample:\n  ishitori prove split-and-delete --claim SDN-T1 -o sdn.cert\n  ishitori verify sdn.cert\n  ishitori verify sdn.cert --rocq Sdn.v      for the kernel of Rocq (docs/rocq.md)"
    )]
    Verify(VerifyArgs),
    /// Decide a sentence about numbers, for all of them, and show the smallest example
    #[command(
        after_help = "The sentence is in the language of claims (docs/claim-language.md), without a game: sums, multiples by\nconstants, comparisons, mod, xor and other functions of binary digits, v2, tail, floor(k*phi). Quantifiers\nwithout a set run through all natural numbers. With free variables the answer is the set of numbers\nfor which it holds. Definitions may come first, T[n] is a letter of a word, wythoff.P(a, b) says that a\nposition of a game is P, as far as that is proved: see docs/logic.md.\n\nExit codes: 0 true (or a set), 1 false, 2 error, 3 unknown: automata cannot decide it, or not within\n--time and --memory.\n\nExamples:\n  ishitori logic 'forall a, b: a xor b <= a + b'\n  ishitori logic 'exists x, y: x + y = 10 and x xor y = 10'\n  ishitori logic 'forall a: exists k: a = 2*k or a = 2*k + 1'\n  ishitori logic 'forall k: floor(k*phi^2) = floor(k*phi) + k'\n  ishitori logic 'v2(a) = v2(b) and a + b = 24'               a set of pairs\n  ishitori logic 'a xor 2*a = 3*a' -o no-neighbours.svg       its automaton\n  ishitori logic 'define evil(x) := popcount(x) mod 2 = 0  forall x: evil(x) or evil(2*x + 1)'\n  ishitori logic 'forall d: exactly one a with wythoff.P(a, a + d)'\n  ishitori logic 'n > 0 and exists i: forall k: k < n implies T[i + k] = T[i + k + n]' --write squares.txt\n  ishitori logic 'define f := automaton(\"squares.txt\")  forall n: f(n) implies f(2*n)'"
    )]
    Logic(LogicArgs),
    /// The Grundy values of single heaps (`heap n`), with their period proved
    #[command(after_help = format!("{GAME_HELP}\nOctal and hexadecimal games are named by their codes: 'octal(0.77)', 'hexadecimal(0.8)'; subtraction\ngames by what may be taken, 'subtraction(1,5,7)', or by what may not, 'all-but(2,5)'.\n\nA period counts as proved when `ishitori-check`, which computes the values by itself, has accepted its\ncertificate; the values of heaps of any size are then known. Exit codes: 0 done, also where no period is\nproved; 2 error; 3 gave up.\n\nExamples:\n  ishitori sequence kayles\n  ishitori sequence 'octal(0.16)' --search 1000000 --certificate 16.cert\n  ishitori sequence kayles --rocq Kayles.v             for the kernel of Rocq (docs/rocq.md)\n  ishitori sequence grundys-game --to 100000 --format bfile -o grundy.txt\n  ishitori sequence officers --to 10000000 --resume officers.state -o officers.csv --format csv\n  ishitori sequence wythoff --row '*,3'                row 3 of Wythoff's table, for ever (docs/bands.md)\n  ishitori sequence --all-octal 3 --search 100000 -o octal"))]
    Sequence(SequenceArgs),
    /// Misère play of single heaps: the misère quotient, verified
    #[command(after_help = quotient::AFTER_HELP)]
    Quotient(quotient::QuotientArgs),
    /// How far misère play follows normal play: tame, pet, domestic, miserable, ... over a window
    #[command(after_help = misere::AFTER_HELP)]
    Misere(MisereArgs),
    /// Check every claim about games, draw them, and write one report
    #[command(after_help = format!("{GAME_HELP}\n\nThe report is one HTML file that needs nothing else; it is written anew after every game, so what\nwas done is kept if you stop. A claim that turns out false is a finding, not an error.\nWhat holds on its window is proved for all positions where that is possible in a few seconds\n(--prove-time); a row says where it took longer.\n\nExamples:\n  ishitori study --all\n  ishitori study split-and-delete wythoff -o nim.html\n  ishitori study my.game --json"))]
    Study(StudyArgs),
    /// Say what a file of ishitori is, and whether it is whole
    #[command(after_help = files::INFO_HELP)]
    Info(InfoArgs),
    /// Run a list of jobs from a file, one after the other; what was done is not done again
    #[command(after_help = files::RUN_HELP)]
    Run(RunArgs),
    /// Which engine would solve a window or a position, why, and what it takes
    #[command(after_help = format!("{GAME_HELP}\n\nExamples:\n  ishitori explain 'circular(6,2)' --to 63\n  ishitori explain split-and-delete --to 1000 --memory 100\n  ishitori explain wythoff --to 4000 --show grundy\n  ishitori explain nim 100,200,300"))]
    Explain(ExplainArgs),
    /// Play against the machine in the terminal
    #[command(after_help = format!("{GAME_HELP}\n\nExamples:\n  ishitori play nim 3,5,7\n  ishitori play grid-nim '###/###/###' --strength medium\n  ishitori play wythoff 6,8 --second --misere"))]
    Play(PlayArgs),
    /// Open a local web page to explore, check and play
    #[command(
        after_help = "The page is for this machine alone unless --bind says otherwise. The same questions are answered as\nJSON under /api (see /api/openapi.json).\n\nExamples:\n  ishitori serve --open\n  ishitori serve --port 9000 --memory 4096"
    )]
    Serve(ServeArgs),
    /// Print a completion script for your shell
    #[command(
        after_help = "Example:\n  ishitori completions bash > ~/.local/share/bash-completion/completions/ishitori"
    )]
    Completions(CompletionsArgs),
}

impl Command {
    /// Whether the answer is for a program, and so is what went wrong.
    pub fn is_for_programs(&self) -> bool {
        match self {
            Command::List(args) => args.json,
            Command::Show(args) => args.json,
            Command::Value(args) => args.json,
            Command::Moves(args) => args.json,
            Command::Table(args) => args.output.is_for_programs(),
            Command::Positions(args) => args.output.is_for_programs(),
            Command::Check(args) => args.json,
            Command::Prove(args) => args.json,
            Command::Discover(args) => args.json,
            Command::Verify(args) => args.json,
            Command::Logic(args) => args.json,
            Command::Sequence(args) => args.output.is_for_programs(),
            Command::Quotient(args) => args.json,
            Command::Misere(args) => args.json,
            Command::Study(args) => args.json,
            Command::Info(args) => args.json,
            Command::Run(args) => args.json,
            Command::Explain(args) => args.json,
            Command::Play(args) => args.json,
            Command::Plot(_) | Command::Serve(_) | Command::Completions(_) => false,
        }
    }
}

/// `list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// The gallery: games of the literature
    #[arg(long)]
    pub gallery: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The game, by name or path
    pub game: String,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Who has won when nobody can move.
#[derive(Clone, Copy, Debug, Args)]
pub struct Play {
    /// Whoever cannot move wins (whoever takes the last stone loses)
    #[arg(long)]
    pub misere: bool,
}

impl Play {
    /// The convention asked for.
    pub fn convention(self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }
}

/// How much memory an engine may take.
#[derive(Clone, Copy, Debug, Args)]
pub struct MemoryArgs {
    /// The most memory an engine's tables may take, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 4096)]
    pub memory: u64,
    /// The most threads an engine may use [default: as many as there are processors]. The answer is
    /// the same for any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl MemoryArgs {
    /// In bytes.
    pub fn bytes(self) -> u128 {
        u128::from(self.memory) << 20
    }

    /// A part of some work that may take so much.
    pub fn of(self, control: &Control) -> Control {
        let available = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.threads.map_or_else(available, usize::from);
        // Tables beyond a limit of the system could not be had.
        let room = room::bytes().map_or(u128::MAX, u128::from);
        let memory = usize::try_from(self.bytes().min(room)).unwrap_or(usize::MAX);
        control.with_memory(memory).with_threads(threads)
    }
}

/// Which positions.
#[derive(Clone, Debug, Args)]
pub struct Window {
    /// The largest heap: one bound for all heaps, or one for each: 14,127,127
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub to: Vec<u64>,
    /// The largest number of stones in all
    #[arg(long, value_name = "T")]
    pub total: Option<u64>,
}

impl Window {
    /// The bounds asked for.
    pub fn bounds(&self) -> Bounds {
        Bounds { to: self.to.clone(), total: self.total }
    }
}

/// Where and how to write.
#[derive(Clone, Debug, Args)]
pub struct Output {
    /// The format [default: what the ending of -o asks for, or else text]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write into this file instead of the terminal; `-` is the terminal
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<std::path::PathBuf>,
}

/// The name of a file or folder, where nothing can be written to standard output.
pub fn named(text: &str) -> Result<std::path::PathBuf, String> {
    match text {
        "-" => {
            Err("this is not written to standard output: name a file (`./-` is a file called `-`)"
                .into())
        }
        _ => Ok(text.into()),
    }
}

impl Output {
    /// The file asked for; nothing for standard output.
    pub fn path(&self) -> Option<&std::path::Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Whether lines of JSON go to standard output.
    pub fn is_printed_lines(&self) -> bool {
        self.format() == Format::Jsonl && self.path().is_none()
    }

    /// Whether JSON was asked for.
    fn is_for_programs(&self) -> bool {
        matches!(self.format(), Format::Json | Format::Jsonl)
    }

    /// The format asked for.
    pub fn format(&self) -> Format {
        let of_path = || self.path().and_then(Format::of_path);
        if self.json { Format::Json } else { self.format.or_else(of_path).unwrap_or(Format::Text) }
    }
}

/// `value`.
#[derive(Clone, Debug, Args)]
pub struct ValueArgs {
    /// The game, by name or path, not needed with --from and --options; or a sum: "wythoff 3,5 + kayles 17"
    pub game: String,
    /// The position: heaps as 3,5,7; a board as ##./#..; row lengths; a graph as path(5) or 1-2,2-3; none with a sum
    #[arg(allow_hyphen_values = true, default_value = "", hide_default_value = true)]
    pub position: String,
    #[command(flatten)]
    pub play: Play,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub work: Work,
    /// With --misere: show the misère Grundy value as well, by plain recursion (in normal play it is shown anyway)
    #[arg(long, value_enum, conflicts_with = "from")]
    pub show: Option<ShownValue>,
    /// Seconds for proving a claim or a period, where a position is too large to be solved [default: 20]; with
    /// --options: give up after so many [default: never]
    #[arg(long, value_name = "S")]
    pub time: Option<f64>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub keeping: KeepingArgs,
    #[command(flatten)]
    pub stored: Stored,
    #[command(flatten)]
    pub program: ProgramArgs,
}

/// What `value` shows on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShownValue {
    /// The Grundy value
    Grundy,
}

impl ValueArgs {
    /// Whether the misère Grundy value is asked for.
    pub fn shows_misere_grundy(&self) -> bool {
        self.show.is_some() && self.play.misere
    }

    /// How many seconds a proof may take.
    pub fn proof_time(&self) -> f64 {
        self.time.unwrap_or(20.0)
    }

    /// What the question may cost.
    pub fn asked(&self, control: &Control) -> Control {
        self.work.of(&self.memory.of(control))
    }
}

/// `sequence`.
#[derive(Clone, Debug, Args)]
pub struct SequenceArgs {
    /// The game, by name or path
    #[arg(required_unless_present = "all_octal")]
    pub game: Option<String>,
    /// Of a game on a fixed number of heaps: a size for each of them and `*` for the one whose sizes run, as '*,3'
    /// (docs/bands.md)
    #[arg(long, value_name = "HEAPS", conflicts_with = "all_octal")]
    pub row: Option<String>,
    /// The largest heap whose value is written
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub to: u64,
    /// Compute so many values at least while no period is proved
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub search: u64,
    /// Write the certificate of the period into this file
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<std::path::PathBuf>,
    /// Write the theorem for the proof assistant Rocq into this file, whose name ends in .v (docs/rocq.md)
    #[arg(long, value_name = "FILE.v")]
    pub rocq: Option<std::path::PathBuf>,
    /// Keep what is computed in this file, every minute and when you stop with Ctrl-C, and go on from it if
    /// it is there
    #[arg(long, value_name = "FILE")]
    pub resume: Option<std::path::PathBuf>,
    /// All octal games with at most this many digits behind the point, in the folder given with -o [default:
    /// octal-D], which is also where a run that was stopped goes on
    #[arg(long, value_name = "D", conflicts_with_all = ["game", "certificate", "rocq", "resume"], value_parser = clap::value_parser!(u8).range(1..=4))]
    pub all_octal: Option<u8>,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub output: Output,
}

/// `moves`.
#[derive(Debug, Args)]
pub struct MovesArgs {
    /// The game, by name or path; not needed with --options
    pub game: String,
    /// The position: heaps as 3,5,7; a board as ##./#..; row lengths; a graph as path(5) or 1-2,2-3
    #[arg(allow_hyphen_values = true)]
    pub position: Option<String>,
    /// The positions from which this one can be reached, within --to or --total
    /// (heaps up to twice the largest one here, if neither is given)
    #[arg(long)]
    pub back: bool,
    /// Count sequences and positions for 1 to D moves instead of listing options
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Of symmetric options list only the first
    #[arg(long)]
    pub canonical: bool,
    #[command(flatten)]
    pub window: Window,
    #[command(flatten)]
    pub work: Work,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub program_time: ProgramTimeArgs,
}

/// What a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shows {
    /// Grundy values (normal play)
    Grundy,
    /// P or N
    Outcome,
    /// How many moves the loser can hold out
    Remoteness,
}

impl From<Shows> for ShownFact {
    fn from(shows: Shows) -> ShownFact {
        match shows {
            Shows::Grundy => ShownFact::Grundy,
            Shows::Outcome => ShownFact::Outcome,
            Shows::Remoteness => ShownFact::Remoteness,
        }
    }
}

/// `table`.
#[derive(Clone, Debug, Args)]
pub struct TableArgs {
    /// The game, by name or path; not needed with --from and --options
    #[arg(required_unless_present_any = ["from", "options"], default_value = "", hide_default_value = true)]
    pub game: String,
    #[command(flatten)]
    pub window: Window,
    /// Positions that are no heaps: a list such as 'path(1..20)', 'trees(1..9)', '3,2,1; 4,4'
    #[arg(long, value_name = "LIST", conflicts_with_all = ["to", "total"])]
    pub on: Option<String>,
    /// Keep a heap at a size: c=3, or 3=2 for the third heap; may be repeated
    #[arg(long, value_name = "HEAP=SIZE")]
    pub fix: Vec<String>,
    /// What to show [default: grundy, or outcome with --misere]
    #[arg(long, value_enum)]
    pub show: Option<Shows>,
    #[command(flatten)]
    pub play: Play,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub work: Work,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub stored: Stored,
    #[command(flatten)]
    pub keeping: KeepingArgs,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub program_time: ProgramTimeArgs,
    #[command(flatten)]
    pub listed: ListedPositionsArgs,
}

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlotWhat {
    /// Grundy values (normal play)
    Grundy,
    /// P-positions
    #[value(alias = "P")]
    P,
    /// How many moves the loser can hold out
    Remoteness,
    /// Of single heaps: values, the rare ones black
    Rare,
    /// Of single heaps: by how much each value differs from the one before
    Differences,
}

impl From<PlotWhat> for PlottedQuantity {
    fn from(what: PlotWhat) -> PlottedQuantity {
        match what {
            PlotWhat::Grundy => PlottedQuantity::Grundy,
            PlotWhat::P => PlottedQuantity::P,
            PlotWhat::Remoteness => PlottedQuantity::Remoteness,
            PlotWhat::Rare => PlottedQuantity::Rare,
            PlotWhat::Differences => PlottedQuantity::Differences,
        }
    }
}

/// `plot`.
#[derive(Clone, Debug, Args)]
pub struct PlotArgs {
    /// The game, by name or path; not needed with --from
    #[arg(required_unless_present = "from", default_value = "", hide_default_value = true)]
    pub game: String,
    /// The largest heap: one bound for both axes, or one for each: 100,200
    #[arg(long, value_name = "N", value_delimiter = ',', required_unless_present = "from")]
    pub to: Vec<u64>,
    /// The heaps that vary, down and to the right [default: the two that --fix leaves free]
    #[arg(long, value_name = "HEAP,HEAP", value_delimiter = ',')]
    pub axes: Vec<String>,
    /// Keep a heap at a size: c=3, or 3=2 for the third heap; may be repeated
    #[arg(long, value_name = "HEAP=SIZE")]
    pub fix: Vec<String>,
    /// What to draw [default: grundy, or p with --misere]
    #[arg(long, value_enum, visible_alias = "show")]
    pub what: Option<PlotWhat>,
    #[command(flatten)]
    pub play: Play,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub work: Work,
    /// The file to write: its name ends in .svg or .png
    #[arg(short, long, value_name = "FILE", value_parser = named)]
    pub output: std::path::PathBuf,
    #[command(flatten)]
    pub stored: Stored,
}

/// The outcome to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Wanted {
    /// The player to move loses
    #[value(name = "P", alias = "p")]
    P,
    /// The player to move wins
    #[value(name = "N", alias = "n")]
    N,
}

impl From<Wanted> for Outcome {
    fn from(wanted: Wanted) -> Outcome {
        match wanted {
            Wanted::P => Outcome::P,
            Wanted::N => Outcome::N,
        }
    }
}

/// `positions`.
#[derive(Clone, Debug, Args)]
pub struct PositionsArgs {
    /// The game, by name or path; not needed with --from
    #[arg(required_unless_present = "from", default_value = "", hide_default_value = true)]
    pub game: String,
    #[command(flatten)]
    pub window: Window,
    /// Positions that are no heaps: a list such as 'path(1..20)', 'trees(1..9)', '3,2,1; 4,4'
    #[arg(long, value_name = "LIST", conflicts_with_all = ["to", "total"])]
    pub on: Option<String>,
    /// Only positions with this property, in the language of claims: 'a <= 14', 'a + b = c'
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    pub condition: Option<String>,
    /// The outcome to look for
    #[arg(long, value_enum, default_value_t = Wanted::P)]
    pub outcome: Wanted,
    /// Of symmetric positions list only the first
    #[arg(long)]
    pub canonical: bool,
    /// Count instead of listing
    #[arg(long)]
    pub count: bool,
    /// Stop after this many positions
    #[arg(long, value_name = "K", conflicts_with = "count")]
    pub limit: Option<u64>,
    #[command(flatten)]
    pub play: Play,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub work: Work,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub stored: Stored,
    #[command(flatten)]
    pub keeping: KeepingArgs,
}

/// `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The game, by name or path; not needed with --from and --options
    #[arg(required_unless_present_any = ["from", "options"], default_value = "", hide_default_value = true)]
    pub game: String,
    /// Check this claim only; may be repeated
    #[arg(long, value_name = "ID", conflicts_with = "formula")]
    pub claim: Vec<String>,
    /// Check this statement instead of the game's claims
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub formula: Option<String>,
    /// Look at the positions within these bounds only, such as 'h[3] <= 2, h[6] <= 2'. No move may raise a bounded
    /// heap above its bound
    #[arg(long = "where", value_name = "BOUNDS", conflicts_with_all = ["data", "from", "options", "on"])]
    pub bounds: Option<String>,
    /// Check a table of values or outcomes in a CSV file, as `table --format csv` writes it: a grid of two
    /// heaps, or a line a position with its value at the end
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["claim", "formula", "to", "total"])]
    pub data: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub window: Window,
    /// Positions that are no heaps: a list such as 'path(1..20)', 'trees(1..9)', '3,2,1; 4,4'
    #[arg(long, value_name = "LIST", conflicts_with_all = ["to", "total"])]
    pub on: Option<String>,
    #[command(flatten)]
    pub play: Play,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub work: Work,
    /// Give up after this many seconds, all claims together (exit code 3)
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub stored: Stored,
    #[command(flatten)]
    pub keeping: KeepingArgs,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub listed: ListedPositionsArgs,
}

/// `prove`.
#[derive(Debug, Args)]
pub struct ProveArgs {
    /// The game, by name or path
    pub game: String,
    /// Prove this claim only; may be repeated
    #[arg(long, value_name = "ID", conflicts_with = "formula")]
    pub claim: Vec<String>,
    /// Prove this statement instead of the game's claims
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub formula: Option<String>,
    /// Of the positions within these bounds only, such as 'h[3] <= 2, h[6] <= 2'. No move may raise a bounded heap
    /// above its bound
    #[arg(long = "where", value_name = "BOUNDS")]
    pub bounds: Option<String>,
    #[command(flatten)]
    pub play: Play,
    /// Write the certificates: into this file if its name ends in .cert, else into this folder
    #[arg(short, long, value_name = "PATH", value_parser = named)]
    pub output: Option<std::path::PathBuf>,
    /// Write the obligations as scripts for Walnut into this folder
    #[arg(long, value_name = "DIR")]
    pub walnut: Option<std::path::PathBuf>,
    /// Write the theorem for the proof assistant Rocq into this file, whose name ends in .v: its kernel checks
    /// everything anew (docs/rocq.md). The proof then reads the most significant digits first
    #[arg(long, value_name = "FILE.v")]
    pub rocq: Option<std::path::PathBuf>,
    /// With --rocq: leave the large checks to a program extracted from the file, and write the macro-states it
    /// needs beside it, with the ending .macros (rocq/extract/check.sh runs them)
    #[arg(long, requires = "rocq")]
    pub extracted: bool,
    /// Draw the automata of the theorems into this folder (SVG)
    #[arg(long, value_name = "DIR")]
    pub draw: Option<std::path::PathBuf>,
    /// Give up a claim after this many seconds, its check on a window included (exit code 3)
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    pub time: f64,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub work: Work,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `discover`.
#[derive(Debug, Args)]
pub struct DiscoverArgs {
    /// The games, by name or path; with --sweep the ranges of its parameters, as n=2..5
    #[arg(required_unless_present_any = ["complexes", "data"], value_name = "GAME")]
    pub games: Vec<String>,
    /// All Nim games on simplicial complexes with this many vertices, up to isomorphism: a move lowers heaps
    /// inside one face
    #[arg(long, value_name = "N", conflicts_with_all = ["games", "sweep"])]
    pub complexes: Option<usize>,
    /// All games of a pattern, such as 'split-delete(n,k)' with n=2..5 k=1..n
    #[arg(long, value_name = "PATTERN", requires = "games")]
    pub sweep: Option<String>,
    /// Without a game: conjectures from a table of outcomes or Grundy values in a CSV file, a line a position
    /// below the names of the heaps and `outcome` or `grundy`, or a grid of two heaps
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["complexes", "sweep"])]
    pub data: Option<std::path::PathBuf>,
    /// What to find: who wins, the Grundy function, or the positions of Grundy value 0, 1, 2, ... one after
    /// the other [default: p; with --data grundy, if the table has values]
    #[arg(long, value_enum)]
    pub what: Option<DiscoverTarget>,
    /// With --what values: the largest value
    #[arg(long, value_name = "VALUE", default_value_t = 3)]
    pub most: u32,
    /// Look at the positions within these bounds only, such as 'h[3] <= 2, h[6] <= 2': the theorem is one about the
    /// game. No move may raise a bounded heap above its bound
    #[arg(long = "where", value_name = "BOUNDS", conflicts_with_all = ["complexes", "sweep", "data"])]
    pub bounds: Option<String>,
    /// With --complexes and --sweep: of a game that resists, try its slices of one heap, bounded by one more than its
    /// least; each gets as much time as a game
    #[arg(long)]
    pub slices: bool,
    /// Do not try slices of a game that resists
    #[arg(long, conflicts_with_all = ["slices", "bounds"])]
    pub no_slices: bool,
    #[command(flatten)]
    pub play: Play,
    /// Write the certificate into this file; with --complexes and --sweep: the folder for the table, rules
    /// and certificates, which is also where a run that was stopped goes on [default: named after
    /// the batch]
    #[arg(short, long, value_name = "PATH", value_parser = named)]
    pub output: Option<std::path::PathBuf>,
    /// With --complexes and --sweep: try the games again that an earlier run left open
    #[arg(long)]
    pub again: bool,
    /// Where the game resists as a whole: parts of its P-positions that are proved by themselves, such as those with
    /// two small heaps, or with opposite heaps near each other, and how many of the P-positions they explain
    /// (-o names a folder for the certificates)
    #[arg(long, requires = "games", conflicts_with_all = ["complexes", "sweep", "data", "what", "draw", "walnut", "rocq"])]
    pub families: bool,
    /// With --families: count the explained P-positions with heaps below this
    #[arg(long, value_name = "HEAP", default_value_t = 16, requires = "families")]
    pub below: u64,
    /// Draw the automaton (SVG)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["complexes", "sweep"])]
    pub draw: Option<std::path::PathBuf>,
    /// Write the automata, and the theorem's obligations as a script, for Walnut into this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["complexes", "sweep"])]
    pub walnut: Option<std::path::PathBuf>,
    /// Write the theorem for the proof assistant Rocq into this file, whose name ends in .v (docs/rocq.md)
    #[arg(long, value_name = "FILE.v", conflicts_with_all = ["complexes", "sweep"])]
    pub rocq: Option<std::path::PathBuf>,
    /// Do not keep the theorem for later
    #[arg(long)]
    pub forget: bool,
    #[command(flatten)]
    pub band: BandArgs,
    /// Give up an automaton with more states than this
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub states: usize,
    /// Learn from windows whose heaps have at most this many binary digits
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u8).range(2..=30))]
    pub digits: u8,
    /// Give up a game after this many seconds (exit code 3)
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0)]
    pub time: f64,
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Write JSON; of --complexes and --sweep a line a game
    #[arg(long)]
    pub json: bool,
}

impl DiscoverArgs {
    /// How long each game is looked at.
    pub fn limit(&self) -> Option<Duration> {
        Some(Duration::from_secs_f64(self.time.min(MAX_SECONDS)))
    }
}

/// What `discover` looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiscoverTarget {
    /// The P-positions
    P,
    /// The Grundy function
    Grundy,
    /// The positions of each Grundy value, as far as they go
    Values,
    /// How long play lasts: refused with what does answer
    #[value(hide = true)]
    Remoteness,
}

/// `verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The certificates
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<std::path::PathBuf>,
    /// Write the theorem of the one certificate for the proof assistant Rocq into this file, whose name ends in
    /// .v (docs/rocq.md)
    #[arg(long, value_name = "FILE.v")]
    pub rocq: Option<std::path::PathBuf>,
    /// With --rocq: leave the large checks to a program extracted from the file, and write the macro-states it
    /// needs beside it, with the ending .macros (rocq/extract/check.sh runs them)
    #[arg(long, requires = "rocq")]
    pub extracted: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `logic`.
#[derive(Debug, Args)]
pub struct LogicArgs {
    /// What is said of numbers; definitions may stand before it: 'define even(x) := x mod 2 = 0  forall x: even(2*x)'
    #[arg(allow_hyphen_values = true, required_unless_present = "file")]
    pub sentence: Option<String>,
    /// Read definitions from this file first
    #[arg(long, value_name = "FILE", value_parser = named)]
    pub defs: Option<std::path::PathBuf>,
    /// Read definitions and the sentence from this file
    #[arg(long, value_name = "FILE", value_parser = named, conflicts_with = "sentence")]
    pub file: Option<std::path::PathBuf>,
    /// With free variables: write the automaton, as Walnut reads it (.txt) or as a drawing (.svg)
    #[arg(short, long, visible_alias = "write", value_name = "FILE", value_parser = named)]
    pub output: Option<std::path::PathBuf>,
    /// Give up after this many seconds (exit code 3)
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    pub time: f64,
    /// The most memory automata may take, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 4096)]
    pub memory: u64,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `misere`.
#[derive(Debug, Args)]
pub struct MisereArgs {
    /// The game, by name or path
    pub game: String,
    #[command(flatten)]
    pub window: Window,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub work: Work,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `study`.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// The games, by name or path
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub games: Vec<String>,
    /// All games that come with ishitori
    #[arg(long)]
    pub all: bool,
    /// Where to write the report
    #[arg(short, long, value_name = "FILE", default_value = "study.html", value_parser = named)]
    pub output: std::path::PathBuf,
    /// Try to prove each claim for all positions, for so many seconds each; 0: no proofs. A claim whose
    /// proof takes longer holds on its window, and its row says so
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    pub prove_time: f64,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub work: Work,
    /// Write the summary as JSON
    #[arg(long)]
    pub json: bool,
}

/// `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The game, by name or path
    pub game: String,
    /// A position, to explain how `value` answers for it instead of how a window is solved
    pub position: Option<String>,
    /// Explain the table of this instead of the P-positions
    #[arg(long, value_enum)]
    pub show: Option<Shows>,
    #[command(flatten)]
    pub window: Window,
    #[command(flatten)]
    pub play: Play,
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// How well the machine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strength {
    /// Any move at random
    Easy,
    /// The best move every other time
    Medium,
    /// Never a mistake
    Perfect,
}

/// `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The game, by name or path
    pub game: String,
    /// The position to start from
    #[arg(allow_hyphen_values = true)]
    pub position: String,
    /// How well the machine plays
    #[arg(long, value_enum, default_value_t = Strength::Perfect)]
    pub strength: Strength,
    /// Let the machine begin
    #[arg(long)]
    pub second: bool,
    /// Make the machine's choices repeatable
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub play: Play,
    #[command(flatten)]
    pub work: Work,
    /// Write one JSON object a line instead of pictures
    #[arg(long)]
    pub json: bool,
}

/// `serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port; 0 for any free one
    #[arg(long, value_name = "P", default_value_t = 8377)]
    pub port: u16,
    /// The address to listen at. Anything but a loopback address lets others in, without a password
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub bind: std::net::IpAddr,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// The most memory that solved windows and running work may take, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(256..=1 << 20))]
    pub memory: u64,
}

/// `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}
