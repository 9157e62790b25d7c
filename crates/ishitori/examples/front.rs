//! A front of one's own, on the library alone: solves a rule file into a NumPy array and says whether a formula is true.
//!
//! `cargo run --release -p ishitori --example front -- my.game 100 'P iff a = b' values.npy`
#![allow(clippy::print_stdout, reason = "a front prints")]

use std::fs::File;
use std::io::BufWriter;
use std::sync::Arc;
use std::time::Duration;

use ishitori::stopwatch::within;
use ishitori::{Control, Convention, Error, Game, GaveUp, Listener, Progress, Total, Verdict};

/// Shows how far the work is.
struct Dots;

impl Listener for Dots {
    fn goes_on(&self) -> Result<(), GaveUp> {
        Ok(())
    }

    fn hears(&self, progress: &Progress) {
        if let Total::Exactly(all) = progress.total
            && progress.done > 0
            && progress.done.is_multiple_of(1 << 20)
        {
            println!("{} of {all} {}", progress.done, progress.doing);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, to, formula, file] = arguments.as_slice() else {
        return Err("give a game, the largest heap, a formula and a file".into());
    };
    let game = Game::open(game)?;
    let control = Control::new(Arc::new(Dots)).with_memory(2 << 30).with_positions(20_000_000);
    let control = within(&control, Some(Duration::from_secs(60)));
    // 1. Who is worth what: an array with a dimension for each heap.
    let heaps = game.heap_names().len();
    let table = match game.table(&vec![to.parse()?; heaps], &control) {
        Err(Error::Refused(refused)) => return Err(format!("too large: {refused}").into()),
        table => table?,
    };
    table.write_npy(&mut BufWriter::new(File::create(file)?))?;
    println!("{}: {} values, shape {:?}, in {file}", game.name(), table.values.len(), table.shape);
    // 2. Is the formula true?
    match game.prove(formula, Convention::Normal, &control)? {
        Verdict::Proved(theorem) => {
            println!("PROVED for all positions, {} obligations", theorem.obligations.len());
        }
        Verdict::Refuted(found) => {
            println!("REFUTED at {}: claimed {}", found.smallest.at, found.smallest.says);
        }
        Verdict::HoldsUpTo(extent) => println!("holds in {} cases, not proved", extent.cases),
        Verdict::Unknown(why) => println!("unknown: {why}"),
    }
    Ok(())
}
