//! Playing: a start, a move by a person, a reply by the machine, and a look back at the game.
//!
//! The server keeps no game: a request brings its position, and a review all of them. A move is legal if it
//! is among the options. The perfect machine takes the fastest win or the longest resistance that the `judge`
//! knows of. The last mistake of a game is the one that lost it, since nobody made it good.

use std::ops::ControlFlow;
use std::sync::Arc;

use ishitori::Outcome;
use ishitori::games::{AnyGame, GameKind, HeapGame};
use ishitori::shown::ShownGame;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::answer::{RouteResult, json};
use crate::describe;
use crate::figures;
use crate::games::{ServedGame, no_pieces};
use crate::judge::{Judge, Position, PositionQuestion, QuestionContext, judged, parsed};
use crate::parameters::RequestParameters;
use crate::pool::Stop;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;
use crate::view::convention;
use crate::words::taken;

/// A figure to begin with is judged within this part of the time of a request.
const FIGURE_SHARE: u32 = 20;

/// How well the machine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MachineStrength {
    Easy,
    Medium,
    Perfect,
}

/// The machine's move.
pub async fn reply(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let position = asked.needs("position")?;
    let strength = match asked.text("strength").unwrap_or("perfect") {
        "easy" => MachineStrength::Easy,
        "medium" => MachineStrength::Medium,
        "perfect" => MachineStrength::Perfect,
        other => {
            let why = format!("`strength` is easy, medium or perfect, not `{other}`");
            return Err(RequestRefusal::bad(why));
        }
    };
    let careful = match strength {
        MachineStrength::Easy => false,
        MachineStrength::Medium => fastrand::bool(),
        MachineStrength::Perfect => true,
    };
    if careful {
        let reply = judged(&house, &known, position, convention(&asked)?, ReplyQuestion);
        return Ok(json(&reply.await?));
    }
    let (position, limits) = (position.to_string(), house.limits.clone());
    let reply = house.work(move |stop| {
        let case = QuestionContext { limits: &limits, stop };
        match &known.game {
            AnyGame::Heaps(game) => {
                known.is_scanned_soon(&parsed(game, &position)?)?;
                any(game, &position, &case)
            }
            AnyGame::Board(game) => any(game, &position, &case),
            AnyGame::Figures(game) => {
                figures::parsed(game, &position, &limits)?;
                any(game, &position, &case)
            }
            AnyGame::Pieces(_) => Err(no_pieces(&known.claimed)),
            AnyGame::Single(game) => {
                known.is_small_enough(&parsed(game, &position)?, &limits)?;
                any(game, &position, &case)
            }
        }
    });
    Ok(json(&reply.await?))
}

/// Any move.
fn any<G: ShownGame>(
    game: &G,
    position: &str,
    case: &QuestionContext,
) -> Result<Value, RequestRefusal> {
    let at = parsed(game, position)?;
    let options = case.options(game, &at)?;
    Ok(moved(game, &at, fastrand::choice(&options)))
}

fn moved<G: ShownGame>(game: &G, at: &G::Position, to: Option<&G::Position>) -> Value {
    match to {
        Some(to) => json!({ "position": game.write(to), "words": taken(game, at, to) }),
        None => json!({ "position": null, "words": "there is no move left" }),
    }
}

/// The fastest win, or else the longest resistance; among equals any.
#[derive(Clone)]
struct ReplyQuestion;

impl PositionQuestion for ReplyQuestion {
    type Answer = Value;

    fn ask<J: Judge>(
        self,
        judge: &mut J,
        at: &Position<J>,
        case: &QuestionContext,
    ) -> Result<Value, RequestRefusal> {
        let options = case.options(judge.game(), at)?;
        let mut ranked = Vec::new();
        for option in &options {
            let said = judge.say(option).map_err(|gave_up| case.refusal(gave_up))?;
            let length = i64::from(said.remoteness.unwrap_or(0));
            let rank = match said.outcome {
                Outcome::P => (0, length),
                Outcome::N => (1, -length),
            };
            ranked.push((rank, option));
        }
        let best = ranked.iter().map(|(rank, _)| *rank).min();
        let equals =
            ranked.iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, option)| *option);
        let choice = fastrand::choice(equals.collect::<Vec<_>>());
        Ok(moved(judge.game(), at, choice))
    }
}

/// A person's move: `to` is the position after it, or what is taken, as in `a-3`.
pub async fn step(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let (position, to) = (asked.needs("position")?.to_string(), asked.needs("to")?.to_string());
    let limits = house.limits.clone();
    let step = house.work(move |stop| match &known.game {
        AnyGame::Heaps(game) => {
            known.is_scanned_soon(&parsed(game, &position)?)?;
            legal(game, &position, &to, stop)
        }
        AnyGame::Board(game) => legal(game, &position, &to, stop),
        AnyGame::Figures(game) => {
            figures::parsed(game, &position, &limits)?;
            legal(game, &position, &to, stop)
        }
        AnyGame::Pieces(_) => Err(no_pieces(&known.claimed)),
        AnyGame::Single(game) => {
            known.is_small_enough(&parsed(game, &position)?, &limits)?;
            legal(game, &position, &to, stop)
        }
    });
    Ok(json(&step.await?))
}

fn legal<G: ShownGame>(
    game: &G,
    position: &str,
    to: &str,
    stop: &Arc<Stop>,
) -> Result<Value, RequestRefusal> {
    let at = parsed(game, position)?;
    let target = match game.changed(&at, to) {
        Some(changed) => changed,
        None => game.parse(to).map_err(|error| error.to_string()),
    };
    let target = match target {
        Ok(target) => target,
        Err(why) => return Ok(json!({ "legal": false, "why": why })),
    };
    if is_option(game, &at, &target, stop)? {
        let words = taken(game, &at, &target);
        return Ok(json!({ "legal": true, "position": game.write(&target), "words": words }));
    }
    Ok(json!({ "legal": false, "why": game.objection(&at, &target) }))
}

/// Whether a move leads from one position to another.
fn is_option<G: GameKind>(
    game: &G,
    at: &G::Position,
    to: &G::Position,
    stop: &Arc<Stop>,
) -> Result<bool, RequestRefusal> {
    let (mut found, mut gave_up) = (false, None);
    let control = stop.control(None);
    game.visit_options(at, &mut |option| {
        found = option == to;
        gave_up = control.spend(1).err();
        if found || gave_up.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match gave_up {
        Some(gave_up) if !found => Err(stop.refusal(gave_up)),
        _ => Ok(found),
    }
}

/// A fair start: a position that can be won, by few moves.
pub async fn start(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let convention = convention(&asked)?;
    let mut largest = match asked.text("size").unwrap_or("medium") {
        "small" => 5,
        "medium" => 9,
        "large" => 16,
        other => {
            return Err(RequestRefusal::bad(format!(
                "`size` is small, medium or large, not `{other}`"
            )));
        }
    };
    let mut best: Option<(usize, String)> = None;
    for _ in 0..8 {
        let position = candidate(&known, largest);
        let judged = judged(&house, &known, &position, convention, WinningMovesQuestion);
        let won = match &known.game {
            // A figure that takes long is no fun: a smaller one.
            AnyGame::Figures(_) => match timeout(house.limits.request / FIGURE_SHARE, judged).await
            {
                Ok(Ok(won)) => won,
                Ok(Err(_)) | Err(_) => {
                    largest = (largest * 2 / 3).max(2);
                    None
                }
            },
            // What is too large to be judged is a start all the same.
            _ => judged.await.unwrap_or(Some(usize::MAX)),
        };
        let Some(won) = won else { continue };
        if best.as_ref().is_none_or(|(fewest, _)| won < *fewest) {
            best = Some((won, position));
        }
    }
    let position = best.map_or_else(|| describe::start(&known.game), |(_, position)| position);
    Ok(json(&json!({ "position": position })))
}

/// Some position of about this size.
fn candidate(known: &ServedGame, largest: u64) -> String {
    match &known.game {
        AnyGame::Heaps(game) => heaps(game, largest),
        AnyGame::Figures(game) => figures::candidate(game, largest),
        AnyGame::Pieces(_) => describe::start(&known.game),
        AnyGame::Single(_) => {
            let heaps = [(); 2].map(|()| (3 + fastrand::u64(1..=2 * largest)).to_string());
            heaps.join(",")
        }
        AnyGame::Board(game) => {
            let rules = game.rules();
            // Stones on most of the upper left part.
            let side = |all: usize| all.min(2 + largest as usize / 3);
            let (rows, columns) = (side(rules.rows), side(rules.columns));
            let cell = |row: usize, column: usize| {
                let there = row < rows && column < columns && fastrand::u8(..5) > 0;
                if there { '#' } else { '.' }
            };
            let row = |row: usize| (0..rules.columns).map(|column| cell(row, column)).collect();
            (0..rules.rows).map(row).collect::<Vec<String>>().join("/")
        }
    }
}

fn heaps(game: &HeapGame, largest: u64) -> String {
    for _ in 0..50 {
        let heap = |low: &u64| low + fastrand::u64(1..=largest);
        let heaps: Vec<u64> = game.rules().lower.iter().map(heap).collect();
        if let Ok(position) = game.position(&heaps) {
            return game.write(&position);
        }
    }
    describe::start(&AnyGame::Heaps(game.clone()))
}

/// How many moves win; none if the position is lost.
#[derive(Clone)]
struct WinningMovesQuestion;

impl PositionQuestion for WinningMovesQuestion {
    type Answer = Option<usize>;

    fn ask<J: Judge>(
        self,
        judge: &mut J,
        at: &Position<J>,
        case: &QuestionContext,
    ) -> Result<Option<usize>, RequestRefusal> {
        let mut won = 0;
        for option in case.options(judge.game(), at)? {
            let said = judge.say(&option).map_err(|gave_up| case.refusal(gave_up))?;
            won += usize::from(said.outcome == Outcome::P);
        }
        Ok((won > 0).then_some(won))
    }
}

/// A look back at a game.
pub async fn review(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let positions = asked.list("positions")?;
    if positions.len() > house.limits.review {
        return Err(RequestRefusal::beyond("review", house.limits.review, positions.len()));
    }
    let Some(first) = positions.first().cloned() else {
        return Err(RequestRefusal::bad(
            "`positions` is empty: it begins with the start of the game",
        ));
    };
    let review = judged(&house, &known, &first, convention(&asked)?, ReviewQuestion(positions));
    Ok(json(&review.await?))
}

#[derive(Clone)]
struct ReviewQuestion(Vec<String>);

/// So many winning moves are told.
const BEST: usize = 5;

impl PositionQuestion for ReviewQuestion {
    type Answer = Value;

    fn ask<J: Judge>(
        self,
        judge: &mut J,
        _: &Position<J>,
        case: &QuestionContext,
    ) -> Result<Value, RequestRefusal> {
        let mut moves = Vec::new();
        let mut losing = None;
        for (number, pair) in self.0.windows(2).enumerate() {
            let [from, to] = pair else { continue };
            // Two at a time: a text of a few letters can name a position of many.
            let (from, to) = (&parsed(judge.game(), from)?, &parsed(judge.game(), to)?);
            judge.go_to(from);
            let options = case.options(judge.game(), from)?;
            if !options.contains(to) {
                let words = [judge.game().write(from), judge.game().write(to)].join(" -> ");
                return Err(RequestRefusal::bad(format!(
                    "move {}: {words} is no move",
                    number + 1
                )));
            }
            let mut say = |at| judge.say(at).map_err(|gave_up| case.refusal(gave_up));
            let (before, after) = (say(from)?.outcome, say(to)?.outcome);
            let mut best = Vec::new();
            for option in &options {
                if best.len() < BEST && say(option)?.outcome == Outcome::P {
                    best.push(option);
                }
            }
            let best: Vec<String> = best.iter().map(|option| judge.game().write(option)).collect();
            let mistake = before == Outcome::N && after == Outcome::N;
            if mistake {
                losing = Some(number);
            }
            moves.push(json!({
                "mover": number % 2,
                "from": judge.game().write(from),
                "to": judge.game().write(to),
                "was": if before == Outcome::N { "winning" } else { "losing" },
                "good": !mistake,
                "losing": false,
                "best": best,
                "words": taken(judge.game(), from, to),
            }));
        }
        // The last mistake of all is the one that nobody made good.
        if let Some(number) = losing {
            moves[number]["losing"] = json!(true);
        }
        Ok(json!({ "moves": moves, "losing": losing }))
    }
}
