//! Single heaps: their values as a sequence, with the period that the checker has accepted, also as files.
//!
//! A period is told as proved once `ishitori-check` has accepted it; one that only seems to be there is told
//! apart. It is looked for among 2,000 values even if fewer are wanted, as long as that is quick. Memory is
//! written down before it is taken. Longer sequences, and runs that can be resumed, are for the command line.

use std::fmt::Write;
use std::sync::Arc;

use ishitori::Convention;
use ishitori::GaveUp;
use ishitori::games::{AnyGame, SingleGame};
use ishitori::periods;
use ishitori::pictures::{AxisNames, Picture, PictureHeading, SequencePoint};
use ishitori::rules::GameDescription;
use ishitori::sequences::Sequence;
use serde_json::{Value, json};

use super::answer::{RouteResult, file, json};
use crate::games::ServedGame;
use crate::judge::values;
use crate::parameters::RequestParameters;
use crate::pool::Stop;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;
use crate::view::convention;

/// The last heap if none is named.
const USUAL: u64 = 100;

/// A period is looked for among so many values, even if fewer are wanted, as long as it takes no more options than that.
const SEARCH: u64 = 2_000;
const SEARCH_OPTIONS: u64 = 4_000_000;

/// Heaps in a preview.
const PREVIEW: u64 = 48;

/// Values from the empty heap on, and their period.
pub async fn sequence(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let to = last(&house, &known, &asked)?;
    let shared = house.clone();
    let found =
        house.work(move |stop| SequenceAnswer::new(&shared, &known, to, stop)?.json()).await?;
    Ok(json(&found))
}

/// A sequence as a file.
pub async fn export(
    house: Arc<ServerState>,
    known: Arc<ServedGame>,
    asked: RequestParameters,
) -> RouteResult {
    let format = asked.needs("format")?.to_string();
    let to = last(&house, &known, &asked)?;
    let shared = house.clone();
    house.work(move |stop| SequenceAnswer::new(&shared, &known, to, stop)?.file(&format)).await
}

/// The first values as points.
pub async fn preview(
    house: Arc<ServerState>,
    known: Arc<ServedGame>,
) -> Result<Picture, RequestRefusal> {
    house
        .work(move |stop| {
            let sequence = values(single(&known)?, PREVIEW - 1, stop)?;
            Ok(drawn(&known.claimed.ruleset.about, &all(&sequence, PREVIEW - 1)?))
        })
        .await
}

fn single(known: &ServedGame) -> Result<&SingleGame, RequestRefusal> {
    match &known.game {
        AnyGame::Single(game) => Ok(game),
        _ => Err(RequestRefusal::bad(format!(
            "{} is no game on single heaps, so it is no sequence: see its map",
            known.claimed.ruleset.about.full_name()
        ))),
    }
}

/// The last heap that is asked for.
fn last(
    house: &ServerState,
    known: &ServedGame,
    asked: &RequestParameters,
) -> Result<u64, RequestRefusal> {
    single(known)?;
    if convention(asked)? == Convention::Misere
        || asked.text("what").unwrap_or("grundy") != "grundy"
    {
        return Err(RequestRefusal::bad(
            "a sequence is of Grundy values, which are for normal play",
        ));
    }
    if asked.number("from", 0)? != 0 {
        return Err(RequestRefusal::bad("a sequence begins at the empty heap: leave `from` out"));
    }
    let (to, most) = (asked.number("to", USUAL)?, house.limits.single);
    if to > most {
        return Err(RequestRefusal::beyond("single", most, to));
    }
    Ok(to)
}

fn all(sequence: &Sequence, to: u64) -> Result<Vec<u64>, RequestRefusal> {
    (0..=to).map(|heap| sequence.value(heap)).collect::<Option<_>>().ok_or_else(RequestRefusal::bug)
}

/// What was found about a game.
struct SequenceAnswer<'k> {
    about: &'k GameDescription,
    to: u64,
    sequence: Sequence,
    period: Value,
}

impl<'k> SequenceAnswer<'k> {
    fn new(
        house: &ServerState,
        known: &'k ServedGame,
        to: u64,
        stop: &Arc<Stop>,
    ) -> Result<SequenceAnswer<'k>, RequestRefusal> {
        let (game, about) = (single(known)?, &known.claimed.ruleset.about);
        let bad = |error: ishitori::games::GameError| RequestRefusal::bad(error.to_string());
        let bytes = Sequence::new(game.rules()).map_err(bad)?.bytes(to.max(SEARCH));
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let _held = house.ledger.take(bytes, stop, || house.windows.forget())?;
        let mut sequence = values(game, to, stop)?;
        // Without a period all that is wanted is known as well.
        let _ = sequence.extend(SEARCH, &stop.control(Some(SEARCH_OPTIONS)));
        let proved = periods::proved(about, game.rules(), &sequence, &stop.control(None));
        let proved = proved.map_err(|error| match error.downcast::<GaveUp>() {
            Ok(gave_up) => stop.refusal(gave_up),
            Err(error) => error.into(),
        })?;
        let period = proved.map(|proved| {
            json!({
                "start": proved.period.start,
                "length": proved.period.length,
                "saltus": proved.period.saltus,
                "values": proved.period.values,
                "proved": true,
            })
        });
        Ok(SequenceAnswer { about, to, sequence, period: json!(period) })
    }

    fn json(&self) -> Result<Value, RequestRefusal> {
        let seems = self.sequence.seems().map(
            |seems| json!({ "start": seems.start, "length": seems.length, "saltus": seems.saltus }),
        );
        Ok(json!({
            "game": self.about.full_name(),
            "from": 0,
            "values": all(&self.sequence, self.to)?,
            "engine": self.sequence.engine().name(),
            "period": self.period,
            "seems": seems,
            "computed": self.sequence.len(),
        }))
    }

    fn file(&self, format: &str) -> RouteResult {
        let title = self.about.full_name();
        let name = |ending: &str| format!("{title}-grundy.{ending}");
        let values = all(&self.sequence, self.to)?;
        let lines = |first: String, between: &str| {
            values.iter().enumerate().fold(first, |mut text, (heap, value)| {
                let _ = writeln!(text, "{heap}{between}{value}");
                text
            })
        };
        Ok(match format {
            "png" => file("image/png", &name("png"), drawn(self.about, &values).png()),
            "svg" => {
                file("image/svg+xml", &name("svg"), drawn(self.about, &values).svg().into_bytes())
            }
            "csv" => {
                let text = lines("n,grundy\n".to_string(), ",");
                file("text/csv; charset=utf-8", &name("csv"), text.into_bytes())
            }
            "bfile" => {
                let first =
                    format!("# Grundy values of {title}, by the number of stones of a heap\n");
                let text = lines(first, " ");
                file("text/plain; charset=utf-8", &name("b.txt"), text.into_bytes())
            }
            "json" => {
                let text = self.json()?.to_string();
                file("application/json; charset=utf-8", &name("json"), text.into_bytes())
            }
            other => {
                return Err(RequestRefusal::bad(format!(
                    "`format` is png, svg, csv, bfile or json for single heaps, not `{other}`"
                )));
            }
        })
    }
}

fn drawn(about: &GameDescription, values: &[u64]) -> Picture {
    let point = |(at, value): (u64, &u64)| SequencePoint {
        at,
        value: i64::try_from(*value).unwrap_or(i64::MAX),
        rare: false,
    };
    let points: Vec<SequencePoint> = (0..).zip(values).map(point).collect();
    let words = PictureHeading { title: about.full_name(), subtitle: "Grundy values".to_string() };
    Picture::points(&points, AxisNames { along: "stones", up: "value" }, &words)
}
