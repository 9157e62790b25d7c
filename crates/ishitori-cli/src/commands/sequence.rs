//! `ishitori sequence`: the Grundy values of single heaps, and their period with its proof.

mod batch;
mod keep;
mod print;

pub use self::print::reasons;

use std::io::Write;

use anyhow::anyhow;
use ishitori::open;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::single::{Sequence, TakeAndBreak};
use ishitori_rule::Ruleset;

use super::{deliver, save};
use crate::args::SequenceArgs;
use crate::singles::{self, ProvedPeriod};

/// What was found about a game.
struct SequenceFinding {
    ruleset: Ruleset,
    sequence: Sequence,
    proved: Option<ProvedPeriod>,
}

pub fn run(args: &SequenceArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(digits) = args.all_octal {
        return batch::run(digits, args, control, out);
    }
    print::writable(args)?;
    let game = args.game.as_deref().ok_or_else(|| anyhow!("name a game"))?;
    let ruleset = open::ruleset(game)?;
    let finding = find(ruleset, args, control)?;
    if let Some(path) = &args.certificate {
        match &finding.proved {
            Some(proved) => save(path, proved.certificate.as_bytes())?,
            None => {
                let why = format!(
                    "no period is proved within {} values, so there is no certificate",
                    finding.sequence.len()
                );
                print::write(&finding, args, out)?;
                return Err(GaveUp::new(why).into());
            }
        }
    }
    deliver(&args.output, control, out, |out| print::write(&finding, args, out))
}

/// Computes values until a period is proved or there are enough of them, and has the period checked. Nothing is
/// searched where nothing could be proved.
fn find(
    ruleset: Ruleset,
    args: &SequenceArgs,
    control: &Control,
) -> anyhow::Result<SequenceFinding> {
    let rules = singles::rules(&ruleset)?;
    let search = if TakeAndBreak::of(rules).is_some() { args.search } else { 0 };
    let sequence = keep::extended(&ruleset, args.to.max(search), args, control)?;
    let proved = singles::proved(&ruleset.about, rules, &sequence, control)?;
    Ok(SequenceFinding { ruleset, sequence, proved })
}
