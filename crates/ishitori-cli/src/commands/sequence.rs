//! `ishitori sequence`: the Grundy values of single heaps, and their period with its proof.
//!
//! A period is called proved once `ishitori-check`, which computes the values by itself, has accepted its
//! certificate; without one the command still succeeds, unless `--certificate` or `--rocq` asks for it. Long runs are
//! kept and resumed by `ishitori::sequence_run`, all octal games are in `batch`. Misère play is for
//! `quotient`, a heap of any size for `value`.

mod batch;
mod print;
mod rows;

use std::io::Write;

use anyhow::anyhow;
use ishitori::files::save;
use ishitori::open;
use ishitori::rocq;
use ishitori::sequence_run::SequenceFinding;
use ishitori::{Control, GaveUp};

use super::deliver;
use crate::args::SequenceArgs;

pub fn run(args: &SequenceArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.memory.of(control);
    if let Some(digits) = args.all_octal {
        return batch::run(digits, args, control, out);
    }
    print::writable(args)?;
    args.rocq.as_deref().map(super::rocq_file).transpose()?;
    let game = args.game.as_deref().ok_or_else(|| anyhow!("name a game"))?;
    let ruleset = open::ruleset(game)?;
    if let Some(row) = &args.row {
        return rows::run(&ruleset, row, args, control, out);
    }
    let resume = args.resume.as_deref();
    let finding = SequenceFinding::find(ruleset, args.to, args.search, resume, control)?;
    let no_file = write_proof(&finding, args)?;
    if let Some(why) = no_file {
        print::write(&finding, args, out)?;
        return Err(GaveUp::new(why).into());
    }
    deliver(&args.output, control, out, |out| print::write(&finding, args, out))
}

/// Writes the certificate and the theorem that were asked for; or says why there is none.
fn write_proof(finding: &SequenceFinding, args: &SequenceArgs) -> anyhow::Result<Option<String>> {
    let Some(proved) = &finding.proved else {
        let missing = match (&args.certificate, &args.rocq) {
            (None, None) => return Ok(None),
            (Some(_), _) => "certificate",
            (None, Some(_)) => "theorem",
        };
        let count = finding.sequence.len();
        return Ok(Some(format!(
            "no period is proved within {count} values, so there is no {missing}"
        )));
    };
    if let Some(path) = &args.certificate {
        save(path, proved.certificate.as_bytes())?;
    }
    match &args.rocq {
        Some(path) => Ok(rocq::write(path, &proved.certificate)?.err()),
        None => Ok(None),
    }
}
