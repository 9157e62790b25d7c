//! Long runs: what is computed is kept in a file every minute and when somebody stops the work, and a later
//! run goes on from there. The values are all that is kept; everything else follows from them.

use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::single::Sequence;
use ishitori_rule::Ruleset;
use ishitori_store::checkpoint::{self, Section};
use ishitori_store::{Checkpoint, FileSubject};
use serde_json::json;

use crate::args::SequenceArgs;
use crate::progress;
use crate::singles;

/// What checkpoints of this command are called.
const KIND: &str = "sequence";

/// The time between two of them.
const OFTEN: Duration = Duration::from_secs(60);

/// Heaps between two looks at the clock.
const SLICE: u64 = 4_096;

/// The sequence up to the heap `to`, or until its period is proved.
pub fn extended(
    ruleset: &Ruleset,
    to: u64,
    args: &SequenceArgs,
    control: &Control,
) -> anyhow::Result<Sequence> {
    let rules = singles::rules(ruleset)?;
    let about = about(ruleset);
    let mut sequence = match &args.resume {
        Some(path) if path.exists() => {
            let values = read(path, &about)?;
            Sequence::from_values(rules, &values)?
        }
        _ => Sequence::new(rules)?,
    };
    let bytes = sequence.bytes(to);
    if bytes > args.memory.bytes() {
        let most = args.memory.bytes() * u128::from(to) / bytes;
        let why = format!(
            "heaps up to {to} take {} MB: --memory allows heaps up to {most}",
            bytes.div_ceil(1 << 20)
        );
        return Err(GaveUp::new(why).into());
    }
    let control = progress::planned(control, to, "heaps");
    control.spend(sequence.len() as u64)?;
    let mut written = Instant::now();
    loop {
        let next = to.min(sequence.len() as u64 + SLICE);
        let worked = sequence.extend(next, &control);
        if next == to {
            sequence.look_for_a_period();
        }
        let done = worked.is_ok() && (sequence.len() as u64 > to || sequence.period().is_some());
        if let Some(path) = &args.resume
            && (worked.is_err() || done || written.elapsed() > OFTEN)
        {
            write(path, &about, &sequence)?;
            written = Instant::now();
        }
        worked.map_err(|gave_up| told(gave_up, &sequence, args))?;
        if done {
            return Ok(sequence);
        }
    }
}

/// Tells where the work can go on.
fn told(gave_up: GaveUp, sequence: &Sequence, args: &SequenceArgs) -> anyhow::Error {
    match &args.resume {
        Some(path) if gave_up.is_stopped() => GaveUp::stopped(format!(
            "{}; {} values are kept in {}",
            gave_up.why(),
            sequence.len(),
            path.display()
        ))
        .into(),
        _ => gave_up.into(),
    }
}

/// What the file is about: another game's is refused.
fn about(ruleset: &Ruleset) -> FileSubject {
    let families = match &ruleset.rules {
        ishitori_rule::Rules::Single(rules) => format!("{:?}", families(rules)),
        _ => String::new(),
    };
    FileSubject {
        game: ruleset.about.full_name(),
        rule: ruleset.about.text.clone(),
        rule_hash: ishitori_store::hash_of(&families),
        convention: "normal".to_string(),
        program: format!("ishitori {}", env!("CARGO_PKG_VERSION")),
        window: json!(null),
        ..FileSubject::default()
    }
}

/// The moves without their places in the text.
fn families(rules: &ishitori_rule::SingleRules) -> Vec<(String, String)> {
    let one = |family: &ishitori_rule::family::Family| {
        (format!("{:?}", family.conditions), format!("{:?}", family.result))
    };
    rules.families.iter().map(one).collect()
}

fn write(path: &Path, about: &FileSubject, sequence: &Sequence) -> anyhow::Result<()> {
    let values = sequence.values();
    let mut content = |out: &mut dyn Write| -> std::io::Result<()> {
        for block in values.chunks(1 << 14) {
            let bytes: Vec<u8> = block.iter().flat_map(|value| value.to_le_bytes()).collect();
            out.write_all(&bytes)?;
        }
        Ok(())
    };
    checkpoint::write(path, KIND, about, &mut [Section { name: "values", content: &mut content }])?;
    Ok(())
}

fn read(path: &Path, wanted: &FileSubject) -> anyhow::Result<Vec<u32>> {
    let mut file = Checkpoint::open(path)?;
    if file.kind() != KIND {
        bail!("{} is a checkpoint of something else: {}", path.display(), file.kind());
    }
    if file.about().rule_hash != wanted.rule_hash {
        bail!(
            "{} is a checkpoint of {}, and this is {}: give another file to --resume",
            path.display(),
            file.about().game,
            wanted.game
        );
    }
    let mut bytes = Vec::new();
    let cannot = || format!("cannot read {}", path.display());
    file.section("values")?.read_to_end(&mut bytes).with_context(cannot)?;
    let (values, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        bail!("{} holds no whole values: start again with another file", path.display());
    }
    Ok(values.iter().map(|value| u32::from_le_bytes(*value)).collect())
}
