//! What can be typed after `ishitori quotient`.
//!
//! Apart from the other arguments: the tests of the command parse these alone.

use clap::Args;

use super::work::Work;

/// The help below the arguments.
pub const AFTER_HELP: &str = "\
In misère play whoever cannot move wins. Two sums of heaps are alike if they have the same outcome beside every
sum of heaps; the classes of alike sums are the misère quotient, a monoid that may be infinite. Where it is
finite it solves the game. It is verified from the options before it is printed; for take-and-break
games a period is proved where the heaps up to --to are enough, and then all heaps are known.

Exit codes: 0 done, 2 error, 3 the quotient has more than --order-limit elements or took too much work
(that of the smaller heaps is printed).

Examples:
  ishitori quotient 'octal(0.77)' --to 170        misère Kayles, all of it
  ishitori quotient 'octal(0.123)' --to 20 --genus";

/// `quotient`.
#[derive(Debug, Args)]
pub struct QuotientArgs {
    /// The game, by name or path
    pub game: String,
    /// The largest heap
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub to: u32,
    /// Give up (exit code 3) beyond this many elements
    #[arg(long, value_name = "K", default_value_t = 1000,
        value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub order_limit: u32,
    /// Also show the genus of each heap, as far as recursion over sums gets
    #[arg(long)]
    pub genus: bool,
    #[command(flatten)]
    pub work: Work,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}
