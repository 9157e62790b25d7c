//! Checking a claim or a formula on a window.
//!
//! The check is the library's; here it gets the limits of a job, and a window that is asked for has at most
//! 2^31 positions. A claim about several games gets their worst verdict: refuted, then unknown, then true,
//! with all of them beside it. To hold on a window is no proof: that is `prove`.

use std::sync::Arc;

use ishitori::Bounds;
use ishitori::Control;
use ishitori::checks::{CheckError, CheckExtent, ClaimInstance, Verdict, Witness};
use ishitori::claims::{CheckedClaim, ClaimSentence, window_words};
use ishitori::games::AnyGame;
use ishitori::rules::Rules;
use serde_json::{Value, json};

use super::question::{JobQuestion, JobSubject};
use crate::job::JobProduct;
use crate::pool::Stop;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;

/// A window has at most so many positions in its box.
const MOST: u128 = 1 << 31;

/// Checks what is said.
pub fn check(
    house: &ServerState,
    question: &JobQuestion,
    stop: &Arc<Stop>,
) -> Result<JobProduct, RequestRefusal> {
    let outcomes = outcomes(house, question, stop, question.to)?;
    Ok(told(&outcomes))
}

/// What is said, on the window that was asked for, or on its own. A claim may be about several games.
pub fn outcomes(
    house: &ServerState,
    question: &JobQuestion,
    stop: &Arc<Stop>,
    to: Option<u64>,
) -> Result<Vec<CheckedClaim>, RequestRefusal> {
    let claimed = &question.known.claimed;
    let window = to.map(|to| bounds(question, to)).transpose()?;
    let control = control(house, stop);
    match &question.said {
        JobSubject::Claim(id) => {
            let instances = instances(question, id)?;
            let mut outcomes = Vec::new();
            for mut instance in instances {
                instance.among = question.on.clone().or(instance.among);
                let outcome = claimed.check(&instance, window.as_ref(), &control, None)?;
                outcomes.push(list_is_known(outcome)?);
            }
            Ok(outcomes)
        }
        JobSubject::Formula(text, statement) => {
            let sentence = ClaimSentence { statement, text, convention: question.convention };
            let outcome = match &question.known.game {
                AnyGame::Figures(_) => {
                    claimed.check_formula_among(&sentence, question.on.as_deref(), &control)
                }
                _ => claimed.check_formula(&sentence, window.as_ref(), &control, None),
            };
            let outcome = list_is_known(outcome)?;
            match outcome.verdict {
                Err(CheckError::Problems(problems)) => {
                    Err(RequestRefusal::problems(text, &problems))
                }
                _ => Ok(vec![outcome]),
            }
        }
        JobSubject::Nothing => Err(RequestRefusal::bad("`claim` or `formula` is missing")),
    }
}

/// The outcome, unless the list that was asked for is none.
fn list_is_known(outcome: CheckedClaim) -> Result<CheckedClaim, RequestRefusal> {
    match &outcome.verdict {
        Err(CheckError::List(wrong)) => Err(RequestRefusal::bad(wrong.to_string())),
        _ => Ok(outcome),
    }
}

/// What a check may take, and who listens to it.
pub fn control(house: &ServerState, stop: &Arc<Stop>) -> Control {
    stop.control(Some(house.limits.positions)).with_memory(house.limits.job_memory())
}

/// Where a claim is to be checked.
pub fn instances(question: &JobQuestion, id: &str) -> Result<Vec<ClaimInstance>, RequestRefusal> {
    Ok(question.known.claimed.chosen(&[id.to_string()])?)
}

/// A window that is not too large.
pub fn bounds(question: &JobQuestion, to: u64) -> Result<Bounds, RequestRefusal> {
    let Rules::Heaps(rules) = &question.known.claimed.ruleset.rules else {
        let why = match &question.known.game {
            AnyGame::Figures(_) => "there are no heaps in this game: name a list by `on`, not `to`",
            _ => "a board has no heaps: leave out `to`",
        };
        return Err(RequestRefusal::bad(why));
    };
    let size = rules.names.iter().fold(1u128, |all, _| all.saturating_mul(u128::from(to) + 1));
    if size > MOST {
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        return Err(RequestRefusal::beyond("window_positions", MOST as u64, size));
    }
    Ok(Bounds { to: vec![to], total: None })
}

/// What came out, for one game or several: refuted before unknown before true.
pub fn told(outcomes: &[CheckedClaim]) -> JobProduct {
    let rank = |outcome: &&CheckedClaim| match &outcome.verdict {
        Ok(Verdict::Refuted(_)) => 0,
        Err(_) => 1,
        Ok(Verdict::Unknown(_)) => 2,
        Ok(Verdict::HoldsUpTo(_) | Verdict::Proved(_)) => 3,
    };
    let Some(worst) = outcomes.iter().min_by_key(rank) else { return JobProduct::default() };
    let mut product = JobProduct { result: outcome_json(worst), ..JobProduct::default() };
    if let Ok(Verdict::Unknown(why)) | Err(CheckError::GaveUp(why)) = &worst.verdict {
        product.gave_up = Some(why.clone());
    }
    if outcomes.len() > 1 {
        product.result["all"] = outcomes.iter().map(outcome_json).collect();
    }
    product
}

fn outcome_json(outcome: &CheckedClaim) -> Value {
    let mut value = json!({
        "game": outcome.game,
        "misere": outcome.misere,
        "seconds": outcome.time.as_secs_f64(),
    });
    match &outcome.verdict {
        Ok(verdict) => {
            value["verdict"] = json!(verdict.word());
            if let Some(checked) = verdict.checked() {
                value["window"] = json!(window(checked));
                if let Some(list) = &checked.among {
                    value["on"] = json!(list);
                }
                value["positions"] = json!(checked.cases);
            }
            match verdict {
                Verdict::Refuted(refutation) => {
                    value["witness"] = witness_json(&refutation.smallest);
                    value["flattest_witness"] =
                        refutation.flattest.as_ref().map_or(Value::Null, witness_json);
                }
                Verdict::Unknown(why) => value["why"] = json!(why.why()),
                Verdict::HoldsUpTo(_) | Verdict::Proved(_) => {}
            }
        }
        Err(error) => {
            value["verdict"] = json!("unknown");
            value["why"] = json!(error.to_string());
        }
    }
    value
}

fn window(checked: &CheckExtent) -> Option<String> {
    checked.window.as_ref().map(window_words)
}

fn witness_json(witness: &Witness) -> Value {
    json!({
        "position": witness.at,
        "values": witness.values,
        "claimed": witness.says,
        "true": witness.truth,
        "why": witness.why,
    })
}
