//! Who wins a position, and what each of its options is.
//!
//! A `judge` answers, by recursion, from a window or from a sequence; where that is too much, a theorem about
//! all positions does (`large`). Every option is judged, up to the limit `options`. `tests/web/truth.rs`
//! compares the answers with plain recursion.

use std::sync::Arc;

use ishitori::Outcome;
use ishitori::games::GameKind;
use ishitori::rules::MAX_HEAP;
use ishitori::shown::ShownGame;
use serde_json::{Value, json};

use super::answer::{RouteResult, json};
use crate::games::ServedGame;
use ishitori::questions::KnownFacts;

use crate::judge::{Judge, Position, PositionQuestion, QuestionContext, judged};
use crate::large;
use crate::parameters::RequestParameters;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;
use crate::view::convention;
use crate::words::taken;

/// Bytes of pictures of options, about; further options come without.
const PICTURES: usize = 4 << 20;

/// Who wins, the value, and the moves that win.
pub async fn value(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let (position, convention) = (asked.needs("position")?, convention(&asked)?);
    if large::is_beyond(&house, &known, position, convention) {
        let found = large::value(&house, &known, position, convention).await?;
        return found.map(|found| json(&found)).ok_or_else(|| no_theorem(&known));
    }
    match judged(&house, &known, position, convention, ValueQuestion).await {
        Err(refusal) if refusal.is_too_large() => {
            let found = large::value(&house, &known, position, convention).await?;
            found.map(|found| json(&found)).ok_or(refusal)
        }
        told => Ok(json(&told?)),
    }
}

fn no_theorem(known: &ServedGame) -> RequestRefusal {
    let why = format!(
        "these heaps are too large to solve, and no claim of {} that says who wins at every position can be proved",
        known.claimed.ruleset.about.full_name()
    );
    RequestRefusal::too_much(why, "heap", MAX_HEAP)
}

/// Every option, with what it is.
pub async fn options(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    answer(house, asked, OptionsQuestion).await
}

async fn answer(
    house: Arc<ServerState>,
    asked: RequestParameters,
    question: impl PositionQuestion<Answer = Value>,
) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let (position, convention) = (asked.needs("position")?, convention(&asked)?);
    Ok(json(&judged(&house, &known, position, convention, question).await?))
}

#[derive(Clone)]
struct ValueQuestion;

impl PositionQuestion for ValueQuestion {
    type Answer = Value;

    fn ask<J: Judge>(
        self,
        judge: &mut J,
        at: &Position<J>,
        case: &QuestionContext,
    ) -> Result<Value, RequestRefusal> {
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
        if let Some(picture) = judge.game().picture_json(at) {
            value["picture"] = picture;
        }
        Ok(value)
    }
}

#[derive(Clone)]
struct OptionsQuestion;

impl PositionQuestion for OptionsQuestion {
    type Answer = Value;

    fn ask<J: Judge>(
        self,
        judge: &mut J,
        at: &Position<J>,
        case: &QuestionContext,
    ) -> Result<Value, RequestRefusal> {
        let mut options = Vec::new();
        let mut room = PICTURES;
        for option in case.options(judge.game(), at)? {
            let said = judge.say(&option).map_err(|gave_up| case.refusal(gave_up))?;
            let mut value = facts(judge.game().write(&option), said);
            value["winning"] = json!(said.outcome == Outcome::P);
            if room > 0 {
                value["taken"] = json!(taken(judge.game(), at, &option));
                if let Some(picture) = judge.game().picture_json(&option) {
                    room = room.saturating_sub(picture.to_string().len());
                    value["picture"] = picture;
                }
            }
            options.push(value);
        }
        let mut answer = json!({ "position": judge.game().write(at), "options": options });
        if let Some(picture) = judge.game().picture_json(at) {
            answer["picture"] = picture;
        }
        Ok(answer)
    }
}

/// A position with what is known about it.
fn facts(position: String, said: KnownFacts) -> Value {
    json!({
        "position": position,
        "outcome": said.outcome.to_string(),
        "grundy": said.grundy,
        "remoteness": said.remoteness,
    })
}
