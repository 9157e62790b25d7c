//! Proving a claim or a formula for all positions; where that fails, a check on a window says what is known.

use std::sync::Arc;

use ishitori_core::prove::Outside;
use ishitori_desk::claims::Sentence;
use ishitori_desk::drawings::drawings;
use ishitori_desk::proofs::{self, Attempt, Effort, Theorem, Violated};
use serde_json::{Value, json};

use super::{Product, Question, Said, check};
use crate::house::House;
use crate::pool::Stop;
use crate::refusal::Refusal;

/// Larger automata are not drawn.
const MAX_DRAWING: usize = 2 << 20;

/// Proves what is said. Of a claim about several games, the first that is not proved is told.
pub fn prove(house: &House, question: &Question, stop: &Arc<Stop>) -> Result<Product, Refusal> {
    let claimed = &question.known.claimed;
    let effort = effort(house, question);
    match &question.said {
        Said::Claim(id) => {
            let mut last = Product::default();
            for instance in check::instances(question, id)? {
                let attempt = proofs::prove_claim(claimed, &instance, effort)?;
                let game = claimed.with(&instance)?.about.full_name();
                let proved = matches!(attempt, Attempt::Proved(_) | Attempt::Decided(true));
                last = told(house, question, stop, attempt)?;
                last.result["game"] = json!(game);
                if !proved {
                    break;
                }
            }
            Ok(last)
        }
        Said::Formula(text, statement) => {
            let sentence = Sentence { statement, text, convention: question.convention };
            let attempt = proofs::prove(claimed, &claimed.ruleset, "formula", &sentence, effort)?;
            if let Attempt::Outside(Outside::Problems(problems)) = &attempt {
                return Err(Refusal::problems(text, problems));
            }
            told(house, question, stop, attempt)
        }
        Said::Nothing => Err(Refusal::bad("`claim` or `formula` is missing")),
    }
}

/// What a proof may cost.
pub fn effort(house: &House, question: &Question) -> Effort {
    let memory = usize::try_from(house.limits.job_bytes()).unwrap_or(usize::MAX);
    Effort { memory, time: Some(question.time) }
}

fn told(
    house: &House,
    question: &Question,
    stop: &Arc<Stop>,
    attempt: Attempt,
) -> Result<Product, Refusal> {
    match attempt {
        Attempt::Proved(theorem) => Ok(proved(&theorem)),
        Attempt::Decided(true) => {
            let why = "true for all numbers: decided by automata, no move is involved";
            Ok(Product { result: json!({ "verdict": "holds", "why": why }), ..Product::default() })
        }
        Attempt::GaveUp(gave_up) => {
            let result = json!({ "verdict": "unknown", "why": gave_up.why() });
            Ok(Product { result, gave_up: Some(gave_up), ..Product::default() })
        }
        Attempt::Decided(false) => {
            on_a_window(house, question, stop, None, "false: decided by automata")
        }
        Attempt::Outside(outside) => {
            on_a_window(house, question, stop, None, &format!("not proved: {outside}"))
        }
        Attempt::Violated(violated) => {
            let why = format!("violated: {}{}", violated.obligation, place(&violated));
            on_a_window(house, question, stop, violated.largest(), &why)
        }
    }
}

/// A theorem in JSON, with its files.
pub fn proved(theorem: &Theorem) -> Product {
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
    });
    let drawings = drawings(&theorem.proof).into_iter().filter_map(|(_, drawing)| drawing.svg());
    let drawings = drawings.filter(|svg| svg.len() <= MAX_DRAWING).collect();
    let certificate = Some(theorem.proof.certificate.clone());
    Product { result, gave_up: None, certificate, drawings }
}

fn round(seconds: f64) -> f64 {
    (seconds * 1e4).round() / 1e4
}

/// What a window says where there is no proof: large enough for a violation, or as the claim has it.
fn on_a_window(
    house: &House,
    question: &Question,
    stop: &Arc<Stop>,
    largest: Option<u128>,
    why: &str,
) -> Result<Product, Refusal> {
    let around = largest.and_then(|largest| u64::try_from(largest.max(1)).ok());
    let to = around.filter(|to| check::bounds(question, *to).is_ok());
    let mut product = check::told(&check::outcomes(house, question, stop, to)?);
    // What a claim says of a window of its own may be true there, and false beyond.
    if to.is_some() && product.result["verdict"] == "refuted" {
        let own = check::told(&check::outcomes(house, question, stop, None)?);
        if matches!(question.said, Said::Claim(_)) && own.result["verdict"] == "holds" {
            let beyond = product.result["witness"].take();
            product = own;
            product.result["beyond"] = beyond;
        }
    }
    let more = match product.result["why"].as_str() {
        Some(more) => format!("{why}; {more}"),
        None => why.to_string(),
    };
    product.result["why"] = json!(more);
    Ok(product)
}

fn place(violated: &Violated) -> String {
    let tuple = |numbers: &Vec<u128>| {
        let words: Vec<String> = numbers.iter().map(u128::to_string).collect();
        format!("({})", words.join(","))
    };
    let position = violated.position.as_ref().map(|at| format!(" at {}", tuple(at)));
    let option = violated.option.as_ref().map(|to| format!(" -> {}", tuple(to)));
    position.unwrap_or_default() + &option.unwrap_or_default()
}
