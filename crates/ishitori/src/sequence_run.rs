//! The values of a game on single heaps with their period, in long runs: what is computed is kept in a file every minute and when somebody stops the work, and a later
//! run goes on from there. The values are all that is kept; everything else follows from them.

use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::single::{
    ApparentPeriod, ScanReason, Sequence, SequenceEngine, TakeAndBreak, period,
};
use ishitori_rule::Ruleset;
use ishitori_store::checkpoint::{self, Section};
use ishitori_store::{Checkpoint, FileSubject};
use serde_json::{Value, json};

use crate::files::rule_hash;
use crate::periods::scanned_rules;
use crate::single_heaps::{self, ProvedPeriod};

/// What checkpoints of this command are called.
const KIND: &str = "sequence";

/// The time between two of them.
const OFTEN: Duration = Duration::from_secs(60);

/// Heaps between two looks at the clock.
const SLICE: u64 = 4_096;

/// What was found about a game on single heaps.
pub struct SequenceFinding {
    /// The game.
    pub ruleset: Ruleset,
    /// Its values.
    pub sequence: Sequence,
    /// Its period, if one is proved and accepted.
    pub proved: Option<ProvedPeriod>,
}

impl SequenceFinding {
    /// Computes values up to the heap `to`, and up to the heap `search` until a period is proved, and has the period
    /// checked. Nothing is searched where nothing could be proved. What is computed is kept in `resume`, and a later run
    /// goes on from there.
    ///
    /// # Errors
    /// If it is no such game, or costs too much.
    pub fn find(
        ruleset: Ruleset,
        to: u64,
        search: u64,
        resume: Option<&Path>,
        control: &Control,
    ) -> anyhow::Result<SequenceFinding> {
        let rules = single_heaps::rules(&ruleset)?;
        let search = if TakeAndBreak::of(rules).is_some() { search } else { 0 };
        let sequence = extended(&ruleset, to.max(search), resume, control)?;
        let proved = single_heaps::proved(&ruleset.about, rules, &sequence, control)?;
        Ok(SequenceFinding { ruleset, sequence, proved })
    }

    /// What is known of the period, for programs.
    pub fn json(&self) -> Value {
        let sequence = &self.sequence;
        let period = self.proved.as_ref().map(|proved| {
            let period = proved.period;
            json!({
                "length": period.length,
                "start": period.start,
                "saltus": period.saltus,
                "values": period.values,
                "proved": true,
                "check_seconds": proved.took.as_secs_f64(),
            })
        });
        let seems = sequence.seems().map(
            |seems| json!({ "length": seems.length, "start": seems.start, "saltus": seems.saltus }),
        );
        json!({
            "period": period,
            "seems": seems,
            "computed": sequence.len(),
            "engine": sequence.engine().name(),
            "reasons": reasons(sequence),
            "rare": sequence.rare(),
        })
    }

    /// Why a period that seems to be one is not proved, if there is such a one.
    pub fn unproved(&self) -> Option<(ApparentPeriod, String)> {
        let sequence = &self.sequence;
        let seems = sequence.seems()?;
        let needed = |breaks| period::needed(breaks, seems.start, seems.length);
        let why = match (sequence.breaks(), seems.saltus, sequence.breaks().and_then(needed)) {
            (None, ..) => format!("no theorem for {}", scanned_rules(sequence)),
            (Some(_), 0, Some(needed)) => format!("it takes {needed} values, see --search"),
            (Some(_), ..) => "too many options to look at".to_string(),
        };
        Some((seems, why))
    }
}

/// Why the values of a sequence are found as they are.
pub fn reasons(sequence: &Sequence) -> Vec<String> {
    let mut reasons = Vec::new();
    match sequence.engine() {
        SequenceEngine::Pairs => {
            reasons.push("all pairs of heaps are looked at".to_string());
            let splits = sequence.breaks().is_some_and(|breaks| breaks.most_parts() == 2);
            if splits && sequence.len() > 512 {
                reasons.push("no mask makes few enough heaps rare".to_string());
            }
        }
        SequenceEngine::Sparse(mask) => {
            let rare = sequence.rare().unwrap_or(0);
            let many = sequence.len();
            reasons.push(format!(
                "{rare} of {many} heaps are rare, and only they are looked at beside all others"
            ));
            let low = mask.digits & ((1 << 8) - 1);
            let size = if mask.shift.is_some() { " and the size" } else { "" };
            reasons.push(format!(
                "rare: evenly many ones among the binary digits ...{low:08b} of the value{size}"
            ));
        }
        SequenceEngine::Takes => {
            reasons.push("heaps are never split: a few look-ups a heap".to_string())
        }
        SequenceEngine::Scan => {
            let why = match sequence.why_scanned() {
                ScanReason::Sizes => "the rule looks at sizes",
                ScanReason::ManyHeaps => "a heap may become four heaps or more",
                ScanReason::Varying => "the number of heaps that a heap becomes varies",
            };
            reasons.push(format!("{why}, so all options are tried"))
        }
    }
    reasons
}

/// The sequence up to the heap `to`, or until its period is proved.
fn extended(
    ruleset: &Ruleset,
    to: u64,
    resume: Option<&Path>,
    control: &Control,
) -> anyhow::Result<Sequence> {
    let rules = single_heaps::rules(ruleset)?;
    let about = about(ruleset);
    let mut sequence = match resume {
        Some(path) if path.exists() => {
            let values = read(path, &about)?;
            Sequence::from_values(rules, &values)?
        }
        _ => Sequence::new(rules)?,
    };
    let (bytes, memory) = (sequence.bytes(to), control.memory() as u128);
    if bytes > memory {
        let most = memory * u128::from(to) / bytes;
        let why = format!(
            "heaps up to {to} take {} MB: --memory allows heaps up to {most}",
            bytes.div_ceil(1 << 20)
        );
        return Err(GaveUp::new(why).into());
    }
    let control = control.planned(to, "heaps");
    control.spend(sequence.len() as u64)?;
    let mut written = Instant::now();
    loop {
        let next = to.min(sequence.len() as u64 + SLICE);
        let worked = sequence.extend(next, &control);
        if next == to {
            sequence.look_for_a_period();
        }
        let done = worked.is_ok() && (sequence.len() as u64 > to || sequence.period().is_some());
        if let Some(path) = resume
            && (worked.is_err() || done || written.elapsed() > OFTEN)
        {
            write(path, &about, &sequence)?;
            written = Instant::now();
        }
        worked.map_err(|gave_up| told(gave_up, &sequence, resume))?;
        if done {
            return Ok(sequence);
        }
    }
}

/// Tells where the work can go on.
fn told(gave_up: GaveUp, sequence: &Sequence, resume: Option<&Path>) -> anyhow::Error {
    match resume {
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
    FileSubject {
        game: ruleset.about.full_name(),
        rule: ruleset.about.text.clone(),
        rule_hash: rule_hash(&ruleset.rules),
        convention: "normal".to_string(),
        program: format!("ishitori {}", env!("CARGO_PKG_VERSION")),
        window: json!(null),
        ..FileSubject::default()
    }
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
