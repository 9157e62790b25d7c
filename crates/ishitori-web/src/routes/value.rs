//! Who wins a position, and what each of its options is.

use std::sync::Arc;

use ishitori_core::game::Game;
use ishitori_core::solve::Outcome;
use ishitori_rule::family::MAX_HEAP;
use serde_json::{Value, json};

use super::{Answered, json};
use crate::asked::Asked;
use crate::games::Known;
use crate::house::House;
use crate::judge::{Case, Judge, Position, Question, Said, judged};
use crate::large;
use crate::refusal::Refusal;
use crate::view::convention;
use crate::words::taken;

/// Who wins, the value, and the moves that win.
pub async fn value(house: Arc<House>, asked: Asked) -> Answered {
    let known = house.open(asked.needs("game")?).await?;
    let (position, convention) = (asked.needs("position")?, convention(&asked)?);
    if large::is_beyond(&house, &known, position, convention) {
        let found = large::value(&house, &known, position, convention).await?;
        return found.map(|found| json(&found)).ok_or_else(|| no_theorem(&known));
    }
    match judged(&house, &known, position, convention, Value_).await {
        Err(refusal) if refusal.is_too_large() => {
            let found = large::value(&house, &known, position, convention).await?;
            found.map(|found| json(&found)).ok_or(refusal)
        }
        told => Ok(json(&told?)),
    }
}

fn no_theorem(known: &Known) -> Refusal {
    let why = format!(
        "these heaps are too large to solve, and no claim of {} that says who wins at every position can be proved",
        known.claimed.ruleset.about.full_name()
    );
    Refusal::too_much(why, "heap", MAX_HEAP)
}

/// Every option, with what it is.
pub async fn options(house: Arc<House>, asked: Asked) -> Answered {
    answer(house, asked, Options).await
}

async fn answer(
    house: Arc<House>,
    asked: Asked,
    question: impl Question<Answer = Value>,
) -> Answered {
    let known = house.open(asked.needs("game")?).await?;
    let (position, convention) = (asked.needs("position")?, convention(&asked)?);
    Ok(json(&judged(&house, &known, position, convention, question).await?))
}

struct Value_;

impl Question for Value_ {
    type Answer = Value;

    fn ask<J: Judge>(self, judge: &mut J, at: &Position<J>, case: &Case) -> Result<Value, Refusal> {
        let said = judge.say(at).map_err(|gave_up| case.refusal(gave_up))?;
        let mut winning = Vec::new();
        for option in case.options(judge.game(), at)? {
            let lost = judge.say(&option).map_err(|gave_up| case.refusal(gave_up))?.outcome;
            if lost == Outcome::P {
                winning.push(judge.game().write(&option));
            }
        }
        let mut value = facts(judge.game().write(at), said);
        value["winning"] = json!(winning);
        value["by"] = json!(judge.by());
        Ok(value)
    }
}

struct Options;

impl Question for Options {
    type Answer = Value;

    fn ask<J: Judge>(self, judge: &mut J, at: &Position<J>, case: &Case) -> Result<Value, Refusal> {
        let mut options = Vec::new();
        for option in case.options(judge.game(), at)? {
            let said = judge.say(&option).map_err(|gave_up| case.refusal(gave_up))?;
            let mut value = facts(judge.game().write(&option), said);
            value["winning"] = json!(said.outcome == Outcome::P);
            value["taken"] = json!(taken(judge.game(), at, &option));
            options.push(value);
        }
        Ok(json!({ "position": judge.game().write(at), "options": options }))
    }
}

/// A position with what is known about it.
fn facts(position: String, said: Said) -> Value {
    json!({
        "position": position,
        "outcome": said.outcome.to_string(),
        "grundy": said.grundy,
        "remoteness": said.remoteness,
    })
}
