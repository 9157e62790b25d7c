//! A small picture of the figure with which a game begins, for the atlas: points joined by lines, or cells in rows.
//!
//! Only numbers and labels of a figure are in it, and labels are left out: it is a small picture.

use ishitori::games::{AnyGame, FigurePicture, GameKind};

use crate::games::ServedGame;
use crate::refusal::RequestRefusal;

/// Width and height, and the room around.
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 180.0;
const ROOM: f64 = 24.0;

/// The picture as SVG.
pub fn preview(known: &ServedGame) -> Result<String, RequestRefusal> {
    let AnyGame::Figures(game) = &known.game else { return Err(RequestRefusal::bug()) };
    let example = game.parse(&game.example()).map_err(|_| RequestRefusal::bug())?;
    let drawn = match game.picture(&example) {
        FigurePicture::Points { points, lines, token } => {
            let places: Vec<(f64, f64)> = points.iter().map(|(x, y, _)| (*x, *y)).collect();
            graph(&places, &lines, token)
        }
        FigurePicture::Cells(rows) => cells(&rows),
    };
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">\
         <rect width=\"100%\" height=\"100%\" fill=\"#fffdf8\"/>{drawn}</svg>"
    ))
}

fn graph(places: &[(f64, f64)], lines: &[(usize, usize)], token: Option<usize>) -> String {
    let place = |at: usize| {
        let (x, y) = places[at];
        (ROOM + x * (WIDTH - 2.0 * ROOM), ROOM + y * (HEIGHT - 2.0 * ROOM))
    };
    let mut drawn = String::new();
    for (u, v) in lines {
        let ((x, y), (to_x, to_y)) = (place(*u), place(*v));
        drawn += &format!(
            "<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\" stroke=\"#595f69\" stroke-width=\"2\"/>"
        );
    }
    for at in 0..places.len() {
        let (x, y) = place(at);
        drawn += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\" fill=\"#2a303a\"/>");
        if token == Some(at) {
            let ring = "fill=\"none\" stroke=\"#c2410c\" stroke-width=\"3\"";
            drawn += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"13\" {ring}/>");
        }
    }
    drawn
}

fn cells(rows: &[Vec<Option<bool>>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(1).max(1) as f64;
    let side = ((WIDTH - ROOM) / columns).min((HEIGHT - ROOM) / rows.len().max(1) as f64).min(40.0);
    let left = (WIDTH - side * columns) / 2.0;
    let top = (HEIGHT - side * rows.len() as f64) / 2.0;
    let mut drawn = String::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            let Some(full) = cell else { continue };
            let (x, y) = (left + c as f64 * side, top + r as f64 * side);
            let fill = if *full { "#2a303a" } else { "#ecd5a8" };
            drawn += &format!(
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"{fill}\" stroke=\"#fffdf8\"/>"
            );
        }
    }
    drawn
}
