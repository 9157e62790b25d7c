//! Checks that go on where they were: what was told of claims before, and the state of the one at work.
//!
//! A claim that came to a verdict is not checked again; one that gave up is, since more may be allowed by then.
//! The lines are told again, so a run that was interrupted tells in the end what an undisturbed one tells.

use std::io::Read;
use std::time::Instant;

use anyhow::Context;
use ishitori_core::claim::{CheckError, CheckSession, Verdict};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::Bounds;
use ishitori_core::solve::Convention;
use ishitori_core::solve::snapshot::{EngineState, Keeper};
use ishitori_store::checkpoint::Checkpoint;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::claims::{CheckedClaim, ClaimedGame};
use crate::files::checkpoints::{self, Pace, RunCheckpoint, RunStart, tell_where};
use crate::files::{self, Keeping};

/// What is kept beside the state of the claim at work.
#[derive(Clone, Serialize, Deserialize)]
struct CheckLedger<T> {
    /// The claims that came to a verdict, by number.
    told: Vec<(usize, T)>,
    /// The claim whose state is kept.
    at_work: Option<usize>,
}

/// What a run of checks is about.
pub struct CheckRunSubject<'a> {
    /// The game with its claims.
    pub claimed: &'a ClaimedGame,
    /// The window.
    pub window: &'a Bounds,
    /// Who wins when nobody can move.
    pub convention: Convention,
    /// The claims that were asked for, by name.
    pub claims: &'a [String],
    /// Or the formula.
    pub formula: Option<&'a str>,
    /// Whether a file says what is true.
    pub from_file: bool,
}

/// The claims of a run, with or without a checkpoint. `T` is what is told of a claim, and told again after resuming.
pub struct CheckRun<T> {
    kept: Option<(RunCheckpoint, Pace)>,
    ledger: CheckLedger<T>,
    checkpoint: Option<Box<Checkpoint>>,
}

impl<T: Clone + Serialize + DeserializeOwned> CheckRun<T> {
    /// From the beginning, or from a checkpoint.
    ///
    /// # Errors
    /// If the checkpoint cannot be used.
    pub fn begin(
        subject: &CheckRunSubject,
        keeping: &Keeping,
        control: &Control,
    ) -> anyhow::Result<CheckRun<T>> {
        let ledger = CheckLedger { told: Vec::new(), at_work: None };
        let mut claims = CheckRun { kept: None, ledger, checkpoint: None };
        if !keeping.is_wanted() {
            return Ok(claims);
        }
        let CheckRunSubject { claimed, window, convention, claims: ids, formula, from_file } =
            *subject;
        let mut about = files::about(&claimed.ruleset, window, convention);
        about.more.insert("claims".into(), json!(ids));
        about.more.insert("formula".into(), json!(formula));
        about.more.insert("only_these_parameters".into(), json!(claimed.asked));
        about.more.insert("from_a_file".into(), json!(from_file));
        let kept = RunCheckpoint::of_check(keeping, about, control)?;
        if let RunStart::From(mut checkpoint) = kept.begin(keeping)? {
            let ledger = serde_json::from_value(checkpoints::collected(&mut checkpoint)?);
            claims.ledger = ledger.context("the checkpoint's ledger is none")?;
            claims.checkpoint = Some(checkpoint);
        }
        let pace = kept.pace();
        claims.kept = Some((kept, pace));
        Ok(claims)
    }

    /// What was told of a claim before.
    pub fn told(&self, claim: usize) -> Option<&T> {
        self.ledger.told.iter().find(|(number, _)| *number == claim).map(|(_, told)| told)
    }

    /// Checks a claim, from its state if there is one.
    ///
    /// # Errors
    /// If the work is stopped, or cannot be kept.
    pub fn check(
        &mut self,
        claim: usize,
        check: impl FnOnce(Option<CheckSession>) -> anyhow::Result<CheckedClaim>,
    ) -> anyhow::Result<CheckedClaim> {
        let CheckRun { kept, ledger, checkpoint } = self;
        let Some((kept, pace)) = kept else { return check(None) };
        let mut section = match checkpoint {
            Some(checkpoint) if ledger.at_work == Some(claim) => checkpoints::state(checkpoint)?,
            _ => None,
        };
        let was_at_work = section.is_some();
        let from = section.as_mut().map(|section| section as &mut (dyn Read + Send));
        let mark = json!(CheckLedger { at_work: Some(claim), ..ledger.clone() });
        let mut keeper = ClaimKeeper { kept, pace, mark, wrote: false, problem: None };
        let outcome = check(Some(CheckSession { from, keeper: &mut keeper }));
        if let Some(problem) = keeper.problem {
            return Err(problem);
        }
        let has_state = keeper.wrote || was_at_work;
        let outcome = outcome?;
        match outcome.verdict {
            Err(CheckError::State(error)) => Err(anyhow::Error::new(error)
                .context("this checkpoint cannot be resumed; --restart begins again")),
            Ok(Verdict::Unknown(why)) if why.is_stopped() => {
                if !has_state && !ledger.told.is_empty() {
                    kept.write(&json!(CheckLedger { at_work: None, ..ledger.clone() }), None)?;
                }
                let stopped = why.into();
                tell_where(&stopped, kept);
                Err(stopped)
            }
            _ => Ok(outcome),
        }
    }

    /// Notes what was told of a claim; checking it again would tell the same if `is_verdict`.
    ///
    /// # Errors
    /// If the work is to stop, or cannot be kept.
    pub fn tell(
        &mut self,
        claim: usize,
        told: &T,
        is_verdict: bool,
        control: &Control,
    ) -> anyhow::Result<()> {
        let Some((kept, pace)) = &mut self.kept else { return Ok(control.check()?) };
        if is_verdict {
            self.ledger.told.push((claim, told.clone()));
        }
        self.ledger.at_work = None;
        let goes_on = control.check().map_err(anyhow::Error::from);
        if pace.is_due() || goes_on.is_err() {
            let start = Instant::now();
            kept.write(&json!(self.ledger), None)?;
            pace.wrote(start);
        }
        goes_on.inspect_err(|error| tell_where(error, kept))
    }

    /// Everything is told.
    ///
    /// # Errors
    /// If the checkpoint cannot be removed.
    pub fn finish(&self) -> anyhow::Result<()> {
        self.kept.as_ref().map_or(Ok(()), |(kept, _)| kept.remove())
    }
}

/// Keeps the states of a claim with the ledger.
struct ClaimKeeper<'a> {
    kept: &'a RunCheckpoint,
    pace: &'a mut Pace,
    mark: Value,
    wrote: bool,
    /// Why the run cannot go on.
    problem: Option<anyhow::Error>,
}

impl Keeper for ClaimKeeper<'_> {
    fn is_due(&mut self) -> bool {
        self.pace.is_due()
    }

    fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
        let start = Instant::now();
        if let Err(problem) = self.kept.write(&self.mark, Some(state)) {
            self.problem = Some(problem);
            return Err(GaveUp::stopped("the state cannot be written"));
        }
        self.wrote = true;
        self.pace.wrote(start);
        Ok(())
    }
}
