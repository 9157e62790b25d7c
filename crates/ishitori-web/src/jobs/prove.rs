//! Proving a claim or a formula for all positions; where that fails, what is known besides.
//!
//! Proof and trial are the library's (`ishitori::proofs`, `ishitori::trial`), as on the command line; so
//! proved means that `ishitori-check` has accepted the certificate. Cost: the time that was asked for, then
//! at most two minutes for windows, and an eighth of the server's memory. Windows alone are in `check`.

use std::sync::Arc;

use ishitori::Bounds;
use ishitori::Control;
use ishitori::checks::{ClaimInstance, Verdict};
use ishitori::claims::{CheckedClaim, ClaimSentence};
use ishitori::drawings::drawings;
use ishitori::proofs::BeyondAutomata;
use ishitori::proofs::{self, AcceptedTheorem, ProofAttempt};
use ishitori::rules::Ruleset;
use ishitori::stopwatch::within;
use ishitori::trial::{StatedClaim, Trial, why};
use serde_json::{Value, json};

use super::check;
use super::question::{JobQuestion, JobSubject};
use crate::job::JobProduct;
use crate::pool::Stop;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;

/// Larger automata are not drawn.
const MAX_DRAWING: usize = 2 << 20;

/// Proves what is said. Of a claim about several games, the first that is not proved is told.
pub fn prove(
    house: &ServerState,
    question: &JobQuestion,
    stop: &Arc<Stop>,
) -> Result<JobProduct, RequestRefusal> {
    let claimed = &question.known.claimed;
    let bench = ProveJob { house, question, stop };
    match &question.said {
        JobSubject::Claim(id) => {
            let mut last = JobProduct::default();
            for instance in check::instances(question, id)? {
                let ruleset = claimed.with_within(&instance, &stop.control(None))?;
                let trial = bench.claim(&instance, &ruleset)?;
                last = told(&trial);
                last.result["game"] = json!(ruleset.about.full_name());
                if !matches!(trial.word(), "proved" | "true") {
                    break;
                }
            }
            Ok(last)
        }
        JobSubject::Formula(text, statement) => {
            let sentence = ClaimSentence { statement, text, convention: question.convention };
            Ok(told(&bench.formula(&sentence)?))
        }
        JobSubject::Nothing => Err(RequestRefusal::bad("`claim` or `formula` is missing")),
    }
}

/// Where claims are tried.
struct ProveJob<'a> {
    house: &'a ServerState,
    question: &'a JobQuestion,
    stop: &'a Arc<Stop>,
}

impl ProveJob<'_> {
    fn claim(&self, instance: &ClaimInstance, ruleset: &Ruleset) -> Result<Trial, RequestRefusal> {
        let claimed = &self.question.known.claimed;
        let attempt = proofs::prove_claim(claimed, instance, &self.proving())?;
        let control = &check::control(self.house, self.stop);
        let mut check = |window: Option<&Bounds>| claimed.check(instance, window, control, None);
        let sentence = proofs::sentence(claimed, instance);
        let has_window = instance.bounds != Bounds::default();
        let charge = StatedClaim { claimed, ruleset, sentence, has_window, control };
        Ok(Trial::new(&charge, attempt, &mut check)?)
    }

    fn formula(&self, sentence: &ClaimSentence) -> Result<Trial, RequestRefusal> {
        let claimed = &self.question.known.claimed;
        let ruleset = &claimed.ruleset;
        let attempt = proofs::prove(claimed, ruleset, "formula", sentence, &self.proving())?;
        if let ProofAttempt::Outside(BeyondAutomata::Problems(problems)) = &attempt {
            return Err(RequestRefusal::problems(sentence.text, problems));
        }
        let control = &check::control(self.house, self.stop);
        let mut check =
            |window: Option<&Bounds>| Ok(claimed.check_formula(sentence, window, control, None));
        let charge =
            StatedClaim { claimed, ruleset, sentence: *sentence, has_window: false, control };
        Ok(Trial::new(&charge, attempt, &mut check)?)
    }

    fn proving(&self) -> Control {
        control(self.house, self.question, self.stop)
    }
}

/// What a proof may take, and who listens to it.
pub fn control(house: &ServerState, question: &JobQuestion, stop: &Arc<Stop>) -> Control {
    within(&stop.control(None).with_memory(house.limits.job_memory()), Some(question.time))
}

/// What became of a claim, in JSON.
fn told(trial: &Trial) -> JobProduct {
    if let ProofAttempt::Proved(theorem) = &trial.attempt {
        return proved(theorem);
    }
    let on_a_window = |outcome: &Option<CheckedClaim>| {
        outcome.as_ref().map(|outcome| check::told(std::slice::from_ref(outcome)))
    };
    let mut product = on_a_window(&trial.bounded).unwrap_or_default();
    product.result["window_why"] = product.result["why"].take();
    product.result["verdict"] = json!(trial.word());
    if product.result["witness"].is_object() {
        product.result["witness"]["smallest"] = json!(trial.smallest);
    }
    // What a claim says of a window of its own may be true there, and false beyond.
    if trial.true_on_its_window() == Some(true)
        && let Some(own) = on_a_window(&trial.own)
    {
        let beyond = product.result["witness"].take();
        product = own;
        product.result["beyond"] = beyond;
    }
    product.result["why"] = json!(why(&trial.attempt));
    if let Some(contradiction) = &trial.contradiction {
        product.result["contradiction"] = json!(contradiction.why);
    }
    if product.result["verdict"] == "unknown"
        && let Verdict::Unknown(gave_up) = trial.verdict()
    {
        product.gave_up = Some(gave_up);
    }
    product
}

/// A theorem in JSON, with its files.
pub fn proved(theorem: &AcceptedTheorem) -> JobProduct {
    let obligations: Vec<Value> = theorem
        .obligations
        .iter()
        .map(|(o, time)| {
            json!({ "name": o.name, "size": format!("{} {}", o.size, o.unit), "seconds": round(time.as_secs_f64()) })
        })
        .collect();
    let result = json!({
        "verdict": "proved",
        "theorem": theorem.checked.theorem(),
        "obligations": obligations,
        "seconds": theorem.proving.as_secs_f64(),
        "check_seconds": theorem.checking.as_secs_f64(),
        "certificate_bytes": theorem.proof.certificate.len(),
        "second_reader": theorem.unread.as_deref().unwrap_or("agrees"),
    });
    let drawings = drawings(&theorem.proof).into_iter().filter_map(|(_, drawing)| drawing.svg());
    let drawings = drawings.filter(|svg| svg.len() <= MAX_DRAWING).collect();
    let certificate = Some(theorem.proof.certificate.clone());
    JobProduct { result, gave_up: None, certificate, drawings }
}

fn round(seconds: f64) -> f64 {
    (seconds * 1e4).round() / 1e4
}
