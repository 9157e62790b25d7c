//! Pictures: a small one for the atlas, and the board of a position's options.
//!
//! A preview must be there in a moment, so of several views the first is taken that is planned to take less
//! than 0.3 s, or else a tiny one. On the board a judge says which options win; it has at most 200 cells a
//! side, and every option that stays on it is judged. Larger pictures are in `export`.

use std::sync::Arc;

use axum::http::header;
use ishitori::games::{AnyGame, GameKind};
use ishitori::pictures::{CellMark, MarkKind, MatrixAxis, OptionsBoard, Picture, PictureHeading};
use ishitori::questions::Fact;
use ishitori::{Convention, Listener, Outcome};

use super::answer::{RouteResult, bytes, with};
use super::figure_picture;
use crate::flights;
use crate::games::ServedGame;
use crate::judge::{Judge, Position, PositionQuestion, QuestionContext, judged};
use crate::limits::ServerLimits;
use crate::parameters::RequestParameters;
use crate::pool::Stop;
use crate::refusal::RequestRefusal;
use crate::solved::{Solved, plan};
use crate::state::ServerState;
use crate::view::{PlaneView, convention};

/// Cells a side of a preview.
const PREVIEW: u64 = 48;

/// Seconds that a preview may take to solve.
const MOMENT: f64 = 0.3;

/// The board of options has at most so many cells a side.
const MOST: u64 = 200;

/// A small picture as SVG.
pub async fn preview_svg(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let svg = match &known.game {
        AnyGame::Figures(_) => house.work(move |_| figure_picture::preview(&known)).await?,
        _ => preview(house, asked).await?.svg(),
    };
    let mut response = bytes("image/svg+xml", svg.into_bytes());
    with(&mut response, header::CACHE_CONTROL, "private, max-age=600");
    Ok(response)
}

/// A small picture as PNG.
pub async fn preview_png(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let picture = preview(house, asked).await?;
    let mut response = bytes("image/png", picture.png());
    with(&mut response, header::CACHE_CONTROL, "private, max-age=600");
    Ok(response)
}

/// Heaps: the first two against each other, the others small. Boards: the position to begin with.
async fn preview(
    house: Arc<ServerState>,
    asked: RequestParameters,
) -> Result<Picture, RequestRefusal> {
    let known = house.open(asked.needs("game")?).await?;
    if matches!(known.game, AnyGame::Single(_)) {
        return super::sequence::preview(house, known).await;
    }
    if matches!(known.game, AnyGame::Figures(_)) {
        return Err(RequestRefusal::bad("figures are drawn as SVG: ask for preview.svg"));
    }
    let AnyGame::Heaps(game) = &known.game else {
        return house.work(move |_| board_preview(&known)).await;
    };
    let view = PlaneView::of(&RequestParameters::default(), game)?;
    let (asked, limits) = (known.clone(), house.limits.clone());
    let (view, side) = house.work(move |stop| small(&asked, view.clone(), &limits, stop)).await?;
    let (down, along) = (
        view.down.map_or(0, |heap| view.fixed[heap] + side - 1),
        view.fixed[view.along] + side - 1,
    );
    let to = view.corner(down, along);
    let solved = flights::get(&house, &known, view.what, to, Vec::new()).await?;
    house.work(move |_| heap_preview(&known, &view, &solved, side)).await
}

/// A view that is solved in a moment, and how many cells a side it has: the other heaps a little larger than their least,
/// which shows more; then at their least, then outcomes only, then fewer cells.
///
/// # Errors
/// [`RequestRefusal`] if nobody waits for it any more, or it takes too long.
fn small(
    known: &ServedGame,
    least: PlaneView,
    limits: &ServerLimits,
    stop: &Stop,
) -> Result<(PlaneView, u64), RequestRefusal> {
    let axes = least.axes();
    let mut more = least.clone();
    for (nth, heap) in (0..more.fixed.len()).filter(|heap| !axes.contains(heap)).enumerate() {
        more.fixed[heap] += nth as u64 % 3 + 1;
    }
    let mut outcomes = least.clone();
    outcomes.what = Fact::Outcome(Convention::Normal);
    for side in [PREVIEW, PREVIEW / 2, PREVIEW / 4] {
        for view in [&more, &least, &outcomes] {
            stop.goes_on().map_err(|gave_up| stop.refusal(gave_up))?;
            let mut to = view.fixed.clone();
            axes.iter().for_each(|axis| to[*axis] += side - 1);
            if plan(known, view.what, &to, limits, stop)
                .is_ok_and(|plan| plan.seconds(known) < MOMENT)
            {
                return Ok((view.clone(), side));
            }
        }
    }
    Ok((least, PREVIEW / 8))
}

fn heap_preview(
    known: &ServedGame,
    view: &PlaneView,
    solved: &Solved,
    side: u64,
) -> Result<Picture, RequestRefusal> {
    let (down, along) = (view.down.map_or(0, |heap| view.fixed[heap]), view.fixed[view.along]);
    let size = (view.down.map_or(1, |_| side), side);
    let words =
        PictureHeading { title: known.claimed.ruleset.about.full_name(), subtitle: String::new() };
    super::export::drawn(known, view, solved, (down, along), size, &words)
}

/// A full board as a picture of cells.
fn board_preview(known: &ServedGame) -> Result<Picture, RequestRefusal> {
    let AnyGame::Board(game) = &known.game else { return Err(RequestRefusal::bug()) };
    let rules = game.rules();
    let axis = |heap: &str, count| MatrixAxis { heap: heap.to_string(), from: 1, count };
    let (down, along) = (axis("row", rules.rows), axis("column", rules.columns));
    let cell = |row: usize, column: usize| CellMark {
        down: row as u64 + 1,
        along: column as u64 + 1,
        kind: MarkKind::Start,
    };
    let rows = 0..rules.rows;
    let marks =
        rows.flat_map(|row| (0..rules.columns).map(move |column| cell(row, column))).collect();
    let words =
        PictureHeading { title: known.claimed.ruleset.about.full_name(), subtitle: String::new() };
    Ok(Picture::options(&OptionsBoard { words, down, along, marks }))
}

/// The board of a position: where it can go, and where it wins.
pub async fn board(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let view = PlaneView::of(&asked, known.heaps()?).or_else(|_| {
        // Fixed heaps say nothing here: the position does.
        PlaneView::of(&RequestParameters::default(), known.heaps()?)
    })?;
    let (position, convention) = (asked.needs("position")?, convention(&asked)?);
    let name = known.claimed.ruleset.about.full_name();
    let picture =
        judged(&house, &known, position, convention, PictureQuestion { view, name }).await?;
    Ok(bytes("image/svg+xml", picture.svg().into_bytes()))
}

#[derive(Clone)]
struct PictureQuestion {
    view: PlaneView,
    name: String,
}

impl PositionQuestion for PictureQuestion {
    type Answer = Picture;

    fn ask<J: Judge>(
        self,
        judge: &mut J,
        at: &Position<J>,
        case: &QuestionContext,
    ) -> Result<Picture, RequestRefusal> {
        use ishitori::shown::ShownGame;
        let PictureQuestion { view, name } = self;
        let nothing = || RequestRefusal::bad("a board has no heaps to show against each other");
        let heaps = judge.game().heaps(at).ok_or_else(nothing)?.to_vec();
        let place = |heaps: &[u64]| (view.down.map_or(0, |heap| heaps[heap]), heaps[view.along]);
        let stays = |option: &[u64]| {
            let axes = view.axes();
            (0..heaps.len()).all(|heap| axes.contains(&heap) || option[heap] == heaps[heap])
        };
        let (down, along) = place(&heaps);
        let mut marks = vec![CellMark { down, along, kind: MarkKind::Start }];
        for option in case.options(judge.game(), at)? {
            let to = judge.game().heaps(&option).ok_or_else(nothing)?.to_vec();
            if !stays(&to) {
                continue;
            }
            let outcome = judge.say(&option).map_err(|gave_up| case.refusal(gave_up))?.outcome;
            let kind = if outcome == Outcome::P { MarkKind::Winning } else { MarkKind::Option };
            let (down, along) = place(&to);
            marks.push(CellMark { down, along, kind });
        }
        let side = |of: fn(&CellMark) -> u64| {
            let most = marks.iter().map(of).max().unwrap_or(0) + 2;
            if most > MOST {
                Err(RequestRefusal::beyond("board_side", MOST, most))
            } else {
                Ok(most as usize)
            }
        };
        let names = judge.game().headings();
        let axis = |heap: Option<usize>, count| MatrixAxis {
            heap: heap.map(|heap| names[heap].clone()).unwrap_or_default(),
            from: 0,
            count,
        };
        let rows = if view.down.is_some() { side(|mark| mark.down)? } else { 1 };
        let columns = side(|mark| mark.along)?;
        let (down, along) = (axis(view.down, rows), axis(Some(view.along), columns));
        let words = PictureHeading {
            title: name,
            subtitle: format!("options of {}", judge.game().write(at)),
        };
        Ok(Picture::options(&OptionsBoard { words, down, along, marks }))
    }
}
