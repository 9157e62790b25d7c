//! Checking a claim or a formula on a window.

use std::sync::Arc;

use ishitori_core::claim::{CheckError, Checked, Instance, Verdict, Witness};
use ishitori_core::game::Bounds;
use ishitori_core::solve::choose::Limits as Room;
use ishitori::claims::{self, Outcome, Sentence, window_words};
use ishitori::owner;
use ishitori_rule::Rules;
use serde_json::{Value, json};

use super::{Product, Question, Said};
use crate::house::House;
use crate::pool::Stop;
use crate::refusal::Refusal;

/// A window has at most so many positions in its box.
const MOST: u128 = 1 << 31;

/// Checks what is said.
pub fn check(house: &House, question: &Question, stop: &Arc<Stop>) -> Result<Product, Refusal> {
    let outcomes = outcomes(house, question, stop, question.to)?;
    Ok(told(&outcomes))
}

/// What is said, on the window that was asked for, or on its own. A claim may be about several games.
pub fn outcomes(
    house: &House,
    question: &Question,
    stop: &Arc<Stop>,
    to: Option<u64>,
) -> Result<Vec<Outcome>, Refusal> {
    let claimed = &question.known.claimed;
    let window = to.map(|to| bounds(question, to)).transpose()?;
    let memory = house.limits.job_bytes().into();
    let allowed = claims::allowed(Room { memory, threads: 1 }, house.limits.positions);
    let mut budget = owner::budget(stop.clone(), "positions", None, 0);
    match &question.said {
        Said::Claim(id) => {
            let instances = instances(question, id)?;
            let mut outcomes = Vec::new();
            for instance in &instances {
                outcomes.push(claimed.check(
                    instance,
                    window.as_ref(),
                    allowed,
                    None,
                    &mut budget,
                )?);
            }
            Ok(outcomes)
        }
        Said::Formula(text, statement) => {
            let sentence = Sentence { statement, text, convention: question.convention };
            let outcome =
                claimed.check_formula(&sentence, window.as_ref(), allowed, None, &mut budget);
            match outcome.verdict {
                Err(CheckError::Problems(problems)) => Err(Refusal::problems(text, &problems)),
                _ => Ok(vec![outcome]),
            }
        }
        Said::Nothing => Err(Refusal::bad("`claim` or `formula` is missing")),
    }
}

/// Where a claim is to be checked.
pub fn instances(question: &Question, id: &str) -> Result<Vec<Instance>, Refusal> {
    Ok(question.known.claimed.chosen(&[id.to_string()])?)
}

/// A window that is not too large.
pub fn bounds(question: &Question, to: u64) -> Result<Bounds, Refusal> {
    let Rules::Heaps(rules) = &question.known.claimed.ruleset.rules else {
        return Err(Refusal::bad("a board has no heaps: leave out `to`"));
    };
    let size = rules.names.iter().fold(1u128, |all, _| all.saturating_mul(u128::from(to) + 1));
    if size > MOST {
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        return Err(Refusal::beyond("window_positions", MOST as u64, size));
    }
    Ok(Bounds { to: vec![to], total: None })
}

/// What came out, for one game or several: refuted before unknown before true.
pub fn told(outcomes: &[Outcome]) -> Product {
    let rank = |outcome: &&Outcome| match &outcome.verdict {
        Ok(Verdict::Refuted(_)) => 0,
        Err(_) => 1,
        Ok(Verdict::Unknown(_)) => 2,
        Ok(Verdict::HoldsUpTo(_)) => 3,
    };
    let Some(worst) = outcomes.iter().min_by_key(rank) else { return Product::default() };
    let mut product = Product { result: outcome_json(worst), ..Product::default() };
    if let Ok(Verdict::Unknown(why)) | Err(CheckError::GaveUp(why)) = &worst.verdict {
        product.gave_up = Some(why.clone());
    }
    if outcomes.len() > 1 {
        product.result["all"] = outcomes.iter().map(outcome_json).collect();
    }
    product
}

fn outcome_json(outcome: &Outcome) -> Value {
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
                value["positions"] = json!(checked.cases);
            }
            match verdict {
                Verdict::Refuted(refutation) => {
                    value["witness"] = witness_json(&refutation.smallest);
                    value["flattest_witness"] =
                        refutation.flattest.as_ref().map_or(Value::Null, witness_json);
                }
                Verdict::Unknown(why) => value["why"] = json!(why.why()),
                Verdict::HoldsUpTo(_) => {}
            }
        }
        Err(error) => {
            value["verdict"] = json!("unknown");
            value["why"] = json!(error.to_string());
        }
    }
    value
}

fn window(checked: &Checked) -> Option<String> {
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
