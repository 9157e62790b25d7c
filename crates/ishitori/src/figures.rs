//! Games on figures (graphs, posets, diagrams, boards of cells and coins): how positions are shown and typed.
//!
//! There are no heaps, so there is no window; lists of positions take its place ([`figure_lists`](crate::figure_lists)).

use anyhow::bail;
use ishitori_core::game::{Figure, FigureGame, FigurePicture, GameKind};
use ishitori_rule::figure_rules::FigureRules;
use ishitori_rule::{Rules, Ruleset};
use serde_json::{Value, json};

use crate::shown::ShownGame;

/// Refuses a game on figures, for this reason.
///
/// # Errors
/// If it is one.
pub fn refuse_figures(ruleset: &Ruleset, why: &str) -> anyhow::Result<()> {
    if let Rules::Figures(_) = &ruleset.rules {
        bail!("{} is not played with heaps: {why}", ruleset.about.full_name());
    }
    Ok(())
}

/// Points are drawn on so many lines and columns of letters.
const DRAWN: (f64, f64) = (48.0, 15.0);

/// The points of a graph as letters, in about their places; lines are listed, not drawn.
fn drawn(points: &[(f64, f64, String)], token: Option<usize>) -> Vec<String> {
    let (width, height) = DRAWN;
    let mut rows = vec![vec![' '; width as usize + 8]; height as usize + 1];
    for (at, (x, y, label)) in points.iter().enumerate() {
        let (row, column) = ((y * height) as usize, (x * width) as usize);
        let text = if token == Some(at) { format!("({label})") } else { label.clone() };
        for (letter, place) in text.chars().zip(rows[row].iter_mut().skip(column)) {
            *place = letter;
        }
    }
    let rows = rows.into_iter().map(|row| row.into_iter().collect::<String>());
    rows.map(|row| row.trim_end().to_string()).filter(|row| !row.is_empty()).collect()
}

/// A picture in JSON: points with places and labels, lines between their numbers, and the token's; or rows of cells, `#` full,
/// `.` empty and a space where there is none.
fn picture_json(picture: &FigurePicture) -> Value {
    let rounded = |x: &f64| (x * 1e4).round() / 1e4;
    match picture {
        FigurePicture::Points { points, lines, token } => {
            let point = |(x, y, label)| json!({ "x": rounded(x), "y": rounded(y), "label": label });
            let points: Vec<Value> = points.iter().map(|(x, y, l)| point((x, y, l))).collect();
            json!({ "points": points, "lines": lines, "token": token })
        }
        FigurePicture::Cells(rows) => {
            let cell = |cell: &Option<bool>| match cell {
                Some(true) => '#',
                Some(false) => '.',
                None => ' ',
            };
            let rows: Vec<String> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
            json!({ "rows": rows })
        }
    }
}

/// The cells that differ: `(1,2), (2,2)`.
fn changed_cells(from: &[Vec<Option<bool>>], to: &[Vec<Option<bool>>]) -> String {
    let mut cells = Vec::new();
    for (r, (before, after)) in from.iter().zip(to).enumerate() {
        let differs = (0..before.len()).filter(|c| before.get(*c) != after.get(*c));
        cells.extend(differs.map(|c| format!("({},{})", r + 1, c + 1)));
    }
    cells.join(", ")
}

/// Where the token goes, or the vertices that are gone, or else the edges.
fn changed_points(from: &FigurePicture, to: &FigurePicture) -> String {
    let (before, after) = (PictureNames::new(from), PictureNames::new(to));
    if let Some(token) = after.token {
        return format!("walks to {token}");
    }
    let gone = |before: Vec<String>, after: &[String]| {
        let gone = before.into_iter().filter(|name| !after.contains(name));
        gone.collect::<Vec<String>>().join(", ")
    };
    match gone(before.points, &after.points) {
        none if none.is_empty() => format!("takes away {}", gone(before.lines, &after.lines)),
        points => format!("takes away {points}"),
    }
}

/// What the parts of a picture of points are called.
struct PictureNames {
    points: Vec<String>,
    lines: Vec<String>,
    token: Option<String>,
}

impl PictureNames {
    fn new(picture: &FigurePicture) -> PictureNames {
        let FigurePicture::Points { points, lines, token } = picture else {
            return PictureNames { points: Vec::new(), lines: Vec::new(), token: None };
        };
        let name = |at: usize| points[at].2.clone();
        PictureNames {
            points: points.iter().map(|(_, _, label)| label.clone()).collect(),
            lines: lines.iter().map(|(u, v)| format!("{}-{}", name(*u), name(*v))).collect(),
            token: token.map(name),
        }
    }
}

impl ShownGame for FigureGame {
    fn headings(&self) -> Vec<String> {
        vec!["position".to_string()]
    }

    fn cells(&self, position: &Figure) -> Vec<String> {
        vec![self.write(position)]
    }

    fn json(&self, position: &Figure) -> Value {
        json!(self.write(position))
    }

    fn largest_heap(&self, _: &Figure) -> Option<u64> {
        None
    }

    fn picture(&self, position: &Figure) -> String {
        let lines = match self.picture(position) {
            FigurePicture::Cells(rows) => {
                let cell = |cell: &Option<bool>| match cell {
                    Some(true) => "■ ",
                    Some(false) => "· ",
                    None => "  ",
                };
                rows.iter().map(|row| row.iter().map(cell).collect::<String>()).collect()
            }
            FigurePicture::Points { points, token, .. } => drawn(&points, token),
        };
        lines.iter().map(|line| format!("  {}\n", line.trim_end())).collect()
    }

    fn picture_json(&self, position: &Figure) -> Option<Value> {
        Some(picture_json(&self.picture(position)))
    }

    fn change(&self, from: &Figure, to: &Figure) -> Option<String> {
        match (&self.rules(), self.picture(from), self.picture(to)) {
            (FigureRules::Diagram(_), ..) => Some(format!("leaves {}", self.write(to))),
            (_, FigurePicture::Cells(from), FigurePicture::Cells(to)) => {
                Some(format!("changes cells {}", changed_cells(&from, &to)))
            }
            (_, from, to) => Some(changed_points(&from, &to)),
        }
    }

    fn changed(&self, _: &Figure, _: &str) -> Option<Result<Figure, String>> {
        None
    }

    fn how_to_move(&self) -> String {
        "type the position after it, or #3 for the third of `moves`".to_string()
    }

    fn objection(&self, from: &Figure, to: &Figure) -> String {
        match from == to {
            true => "that changes nothing, and passing is not allowed".to_string(),
            false => "the rule has no such move".to_string(),
        }
    }
}
