//! Tiles of the map: 256 x 256 cells, two bytes each.
//!
//! A tile is cut out of a solved window, which grows so that its neighbours find theirs solved (`flights`).
//! At level n a cell stands for 2^n a side. It is P if anything in it is, so that no P-position disappears; a
//! Grundy value is that of its first cell. How far tiles go is planned once for a view and remembered.

use std::sync::Arc;

use axum::http::header;
use ishitori::rules::MAX_HEAP;
use serde_json::json;

use super::answer::{RouteResult, bytes, with};
use ishitori::questions::Fact;

use crate::flights;
use crate::games::ServedGame;
use crate::parameters::RequestParameters;
use crate::refusal::RequestRefusal;
use crate::solved::{NOTHING, Solved, largest};
use crate::state::ServerState;
use crate::view::PlaneView;

/// Cells a side.
const SIDE: u64 = 256;

/// At the last level a cell stands for 2^8 a side.
const LEVELS: u64 = 8;

/// Where a tile is.
#[derive(Clone, Copy)]
struct TilePlace {
    x: u64,
    y: u64,
    level: u64,
}

/// A tile.
pub async fn tile(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let view = PlaneView::of(&asked, known.heaps()?)?;
    let place = TilePlace {
        x: asked.number("x", 0)?,
        y: asked.number("y", 0)?,
        level: asked.number("level", 0)?,
    };
    if place.level > LEVELS {
        return Err(RequestRefusal::beyond("level", LEVELS, place.level));
    }
    let most = MAX_HEAP / (SIDE << place.level);
    let far = place.x.max(place.y);
    if far >= most {
        return Err(RequestRefusal::beyond("tile", most, far));
    }
    let reach = reach(&house, &known, &view).await?;
    let nearest = if view.down.is_some() { far } else { place.x };
    let first = (nearest * SIDE) << place.level;
    if first > reach {
        return Err(RequestRefusal::beyond("window", reach, first));
    }
    let last = |tile: u64| ((((tile + 1) * SIDE) << place.level) - 1).min(reach);
    let down = if view.down.is_some() { last(place.y) } else { 0 };
    let to = view.corner(down, last(place.x));
    let solved = flights::get(&house, &known, view.what, to, view.axes()).await?;
    let cells = house.work(move |_| drawn(&known, &view, &solved, place, reach)).await?;
    let mut response = bytes("application/octet-stream", cells);
    with(&mut response, header::CACHE_CONTROL, "private, max-age=600");
    Ok(response)
}

/// The cells of a tile. Those beyond what is solved look like no positions: the page does not show them.
fn drawn(
    known: &ServedGame,
    view: &PlaneView,
    solved: &Solved,
    place: TilePlace,
    reach: u64,
) -> Result<Vec<u8>, RequestRefusal> {
    let game = known.heaps()?;
    let mut heaps = view.fixed.clone();
    let mut cells = Vec::with_capacity((SIDE * SIDE * 2) as usize);
    let step = 1 << place.level;
    for row in 0..SIDE {
        let down = (place.y * SIDE + row) << place.level;
        for column in 0..SIDE {
            let along = (place.x * SIDE + column) << place.level;
            let mut least = NOTHING;
            if (view.down.is_some() || down == 0) && down.max(along) <= reach {
                // A block is P if anything in it is; a value stands for its first cell.
                let block = if matches!(view.what, Fact::Outcome(_)) { step } else { 1 };
                let rows = if view.down.is_some() { block } else { 1 };
                'block: for d in 0..rows {
                    for a in 0..block {
                        if (down + d).max(along + a) > reach {
                            continue;
                        }
                        view.cell(&mut heaps, down + d, along + a);
                        least = least.min(solved.at(game, &mut heaps));
                        if least == 0 {
                            break 'block;
                        }
                    }
                }
            }
            cells.extend_from_slice(&least.to_le_bytes());
        }
    }
    Ok(cells)
}

/// How far tiles of a view go.
pub async fn window(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let view = PlaneView::of(&asked, known.heaps()?)?;
    let reach = reach(&house, &known, &view).await?;
    Ok(super::answer::json(&json!({ "largest": reach })))
}

/// How far the tiles of a view go. Every tile asks, so it is remembered.
async fn reach(
    house: &Arc<ServerState>,
    known: &Arc<ServedGame>,
    view: &PlaneView,
) -> Result<u64, RequestRefusal> {
    if let Some(reach) = house.windows.reach(known, view) {
        return Ok(reach);
    }
    let (shared, known, view) = (house.clone(), known.clone(), view.clone());
    house
        .work(move |stop| {
            let limits = &shared.limits;
            let reach = largest(&known, view.what, &view.axes(), &view.fixed, limits, stop)?;
            shared.windows.remember(&known, &view, reach);
            Ok(reach)
        })
        .await
}
