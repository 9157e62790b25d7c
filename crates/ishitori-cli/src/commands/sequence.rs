//! `ishitori sequence`: the Grundy values of single heaps, and their period with its proof.

mod batch;
mod keep;
mod tell;

pub use self::tell::reasons;

use std::io::Write;

use anyhow::anyhow;
use ishitori_core::single::{Breaks, Sequence};
use ishitori_core::solve::GaveUp;
use ishitori_rule::Ruleset;

use super::{deliver, save};
use crate::args::SequenceArgs;
use crate::open;
use crate::singles::{self, Proved};

/// What was found about a game.
struct Finding {
    ruleset: Ruleset,
    sequence: Sequence,
    proved: Option<Proved>,
}

pub fn run(args: &SequenceArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(digits) = args.all_octal {
        return batch::run(digits, args, out);
    }
    tell::writable(args)?;
    let game = args.game.as_deref().ok_or_else(|| anyhow!("name a game"))?;
    let ruleset = open::ruleset(game)?;
    let finding = find(ruleset, args)?;
    if let Some(path) = &args.certificate {
        match &finding.proved {
            Some(proved) => save(path, proved.certificate.as_bytes())?,
            None => {
                let why = format!(
                    "no period is proved within {} values, so there is no certificate",
                    finding.sequence.len()
                );
                tell::write(&finding, args, out)?;
                return Err(GaveUp::new(why).into());
            }
        }
    }
    deliver(&args.output, out, |out| tell::write(&finding, args, out))
}

/// Computes values until a period is proved or there are enough of them, and has the period checked. Nothing is
/// searched where nothing could be proved.
fn find(ruleset: Ruleset, args: &SequenceArgs) -> anyhow::Result<Finding> {
    let rules = singles::rules(&ruleset)?;
    let search = if Breaks::of(rules).is_some() { args.search } else { 0 };
    let sequence = keep::extended(&ruleset, args.to.max(search), args)?;
    let proved = singles::proved(&ruleset.about, rules, &sequence)?;
    Ok(Finding { ruleset, sequence, proved })
}
