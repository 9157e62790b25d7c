//! Games on figures (graphs, posets, diagrams, boards of cells and coins): how positions are shown and typed.
//!
//! There are no heaps, so there is no window; lists of positions take its place ([`figure_lists`](crate::figure_lists)).

use anyhow::bail;
use ishitori_core::game::{Figure, FigureGame, FigurePicture, GameKind};
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
