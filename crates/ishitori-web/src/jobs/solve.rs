//! Solving a window, and counting what is in it.
//!
//! The window is planned within the limits, and its memory is written down, before anything is solved. Cost:
//! that of the engine, then a look at every position. The window is not kept; the map gets its windows from
//! `flights`.

use std::ops::ControlFlow;
use std::sync::Arc;

use ishitori::Bounds;
use ishitori::games::GameKind;
use ishitori::questions::Fact;
use serde_json::json;

use super::check;
use super::question::JobQuestion;
use crate::job::JobProduct;
use crate::pool::Stop;
use crate::refusal::RequestRefusal;
use crate::solved;
use crate::state::ServerState;

/// A window that nobody gives a size has heaps up to this.
const USUAL: u64 = 100;

/// Solves all positions with heaps up to `to`.
pub fn solve(
    house: &ServerState,
    question: &JobQuestion,
    stop: &Arc<Stop>,
) -> Result<JobProduct, RequestRefusal> {
    let game = question.known.heaps()?;
    let what = match question.what.as_str() {
        "outcome" | "p" => Fact::Outcome(question.convention),
        _ => Fact::Grundy,
    };
    let to = question.to.unwrap_or(USUAL);
    check::bounds(question, to)?;
    let least = game.rules().lower.iter().copied().max().unwrap_or(0);
    let each = vec![to.max(least); game.rules().names.len()];
    let plan = solved::plan(&question.known, what, &each, &house.limits, stop)?;
    let held = house.ledger.take(plan.bytes, stop, || house.windows.forget())?;
    let solved = plan.solve(&question.known, &house.limits, stop, held)?;
    let (mut positions, mut lost, mut largest) = (0u64, 0u64, 0u16);
    let mut first = Vec::new();
    let control = stop.control(None);
    let mut gave_up = None;
    let bounds = Bounds { to: each, total: None };
    let visited = game.visit_positions(&bounds, &mut |position| {
        if let Err(why) = control.spend(1) {
            gave_up = Some(why);
            return ControlFlow::Break(());
        }
        let value = solved.find(game, position).unwrap_or(0);
        positions += 1;
        largest = largest.max(value);
        if value == 0 {
            lost += 1;
            if first.len() < 20 {
                first.push(game.write(position));
            }
        }
        ControlFlow::Continue(())
    });
    visited.map_err(|error| RequestRefusal::bad(error.to_string()))?;
    if let Some(why) = gave_up {
        return Err(stop.refusal(why));
    }
    let largest = matches!(what, Fact::Grundy).then_some(largest);
    let result = json!({
        "window": format!("heaps <= {to}"),
        "positions": positions,
        "p_positions": lost,
        "largest_grundy": largest,
        "first": first,
    });
    Ok(JobProduct { result, ..JobProduct::default() })
}
