//! Positions that nobody solves: what a theorem about all positions says of them, as on the command line.
//!
//! A theorem is a claim of the game that can be proved, or one that was discovered and kept; its certificate is checked each
//! time. It is looked for once a game, by one thread however many ask, and stays as long as the game is
//! kept. Single heaps are told by their proved period. Cost: half the time of a request for the search; then a step a
//! digit.

use std::sync::Arc;
use std::time::Duration;

use ishitori::claims::ClaimedGame;
use ishitori::games::{AnyGame, HeapGame, PositionError, heap_words};
use ishitori::large::{self, LargeValue, MAX_EXACT, exact};
use ishitori::stopwatch::within;
use ishitori::theorems::{self, ProvedTheorem, TheoremSearch};
use ishitori::{Convention, Outcome, heap_values};
use num_bigint::BigUint;
use serde_json::{Value, json};

use crate::games::{OutcomeTheorem, ServedGame};
use crate::pool::Stop;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;

/// Whether a position has a heap that nobody solves, whatever the others are.
pub fn is_beyond(
    house: &ServerState,
    known: &ServedGame,
    position: &str,
    convention: Convention,
) -> bool {
    use ishitori::games::GameKind;
    match &known.game {
        AnyGame::Heaps(game) => matches!(game.parse(position), Err(PositionError::TooLarge(_))),
        AnyGame::Single(_) => {
            let large =
                |word: &&str| word.parse::<u64>().is_ok_and(|heap| heap <= house.limits.single);
            let heaps = heap_words(position);
            convention == Convention::Normal && heaps.is_ok_and(|heaps| !heaps.iter().all(large))
        }
        AnyGame::Board(_) | AnyGame::Pieces(_) | AnyGame::Figures(_) => false,
    }
}

/// What a theorem says of a position; `None` if there is no theorem.
///
/// # Errors
/// [`RequestRefusal`] if the position is none, or the search takes too long.
pub async fn value(
    house: &Arc<ServerState>,
    known: &Arc<ServedGame>,
    position: &str,
    convention: Convention,
) -> Result<Option<Value>, RequestRefusal> {
    match &known.game {
        AnyGame::Heaps(game) => {
            let heaps = large::parse(game, position)?;
            let Some(proved) = theorem(house, known, convention).await? else { return Ok(None) };
            let (known, game) = (known.clone(), game.clone());
            let told = house.work(move |_| {
                let _kept = &known;
                told(&game, &proved, heaps.clone())
            });
            told.await.map(Some)
        }
        AnyGame::Single(game) => {
            let (house, known, game) = (house.clone(), known.clone(), game.clone());
            let position = position.to_string();
            let shared = house.clone();
            house
                .work(move |stop| {
                    let control = &stop.control(Some(shared.limits.single));
                    let ruleset = &known.claimed.ruleset;
                    let worth = heap_values::HeapsValue::new(
                        ruleset,
                        &position,
                        Duration::MAX,
                        control,
                    )?;
                    let (moves, all) = heap_values::winning(&game, &worth, &worth.grundy);
                    Ok(Some(json!({
                        "position": heap_values::written(&worth.heaps),
                        "outcome": outcome(&worth.grundy).to_string(),
                        "grundy": exact(&worth.grundy, MAX_EXACT),
                        "remoteness": null,
                        "winning": moves.iter().map(|heaps| heap_values::written(heaps)).collect::<Vec<_>>(),
                        "others": !all,
                        "by": worth.by(),
                    })))
                })
                .await
        }
        AnyGame::Board(_) | AnyGame::Pieces(_) | AnyGame::Figures(_) => Ok(None),
    }
}

fn outcome(grundy: &BigUint) -> Outcome {
    if *grundy == BigUint::ZERO { Outcome::P } else { Outcome::N }
}

/// The theorem that answers for every position of a game. The first who asks has it looked for, all others wait.
async fn theorem(
    house: &Arc<ServerState>,
    known: &Arc<ServedGame>,
    convention: Convention,
) -> Result<OutcomeTheorem, RequestRefusal> {
    let cell = match convention {
        Convention::Normal => &known.theorems[0],
        Convention::Misere => &known.theorems[1],
    };
    let search = || async {
        let (shared, known) = (house.clone(), known.clone());
        let work = move |stop: &Arc<Stop>| searched(&shared, &known, convention, stop);
        house.solvers.run_long(Stop::after(house.limits.request), work).await
    };
    cell.get_or_try_init(search).await.cloned()
}

fn searched(
    house: &ServerState,
    known: &ServedGame,
    convention: Convention,
    stop: &Arc<Stop>,
) -> Result<OutcomeTheorem, RequestRefusal> {
    let bytes = house.limits.job_bytes();
    let _held = house.ledger.take(bytes, stop, || house.windows.forget())?;
    let time = house.limits.request / 2;
    let claimed = ClaimedGame::of_ruleset(&known.claimed.ruleset);
    let control = within(&stop.control(None).with_memory(house.limits.job_memory()), Some(time));
    match theorems::find(claimed, house.store.as_ref(), convention, &control)? {
        TheoremSearch::Found(proved) => Ok(Some(Arc::new(*proved))),
        TheoremSearch::Nothing { too_long } if too_long.is_empty() => Ok(None),
        // Somebody may have more luck later.
        TheoremSearch::Nothing { too_long } => Err(RequestRefusal::too_much(
            format!(
                "these heaps are too large to solve, and {} s did not suffice to prove {}, which might tell who wins",
                time.as_secs_f64(),
                too_long.join(", ")
            ),
            "request_seconds",
            house.limits.request.as_secs_f64(),
        )),
    }
}

fn told(
    game: &HeapGame,
    proved: &ProvedTheorem,
    heaps: Vec<BigUint>,
) -> Result<Value, RequestRefusal> {
    let reply = large::reply(game, proved, heaps)?;
    let (grundy, least) = match &reply.value {
        Some(LargeValue::Exactly(value)) => (exact(value, MAX_EXACT), Value::Null),
        Some(LargeValue::AtLeast(least)) => (Value::Null, json!(least)),
        None => (Value::Null, Value::Null),
    };
    Ok(json!({
        "position": large::write(&reply.heaps),
        "outcome": reply.outcome.to_string(),
        "grundy": grundy,
        "grundy_at_least": least,
        "remoteness": null,
        "winning": reply.winning.iter().map(|heaps| large::write(heaps)).collect::<Vec<_>>(),
        "others": reply.winning.is_some(),
        "by": format!("{}, proved for {}", reply.by, reply.about),
    }))
}
