//! What is shown, as a file: pictures, tables for papers and programs.
//!
//! The cells come from a window that is kept or solved for it (`flights`), so they are those of the map. How
//! many cells, and how large a picture, is limited before anything is solved. Single heaps are in `sequence`;
//! larger files are made by the command line.

use std::fmt::Write;
use std::sync::Arc;

use ishitori::Convention;
use ishitori::games::AnyGame;
use ishitori::pictures::{CellOutcome, MAX_SIDE, Matrix, MatrixAxis, Picture, PictureHeading};
use ishitori::questions::Fact;
use ishitori::rules::MAX_HEAP;
use serde_json::{Value, json};

use super::answer::{RouteResult, file};
use crate::flights;
use crate::games::ServedGame;
use crate::parameters::RequestParameters;
use crate::refusal::RequestRefusal;
use crate::solved::{NOTHING, Solved};
use crate::state::ServerState;
use crate::view::PlaneView;

/// A file of what is shown.
pub async fn export(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    if matches!(known.game, AnyGame::Single(_)) {
        return super::sequence::export(house, known, asked).await;
    }
    let view = PlaneView::of(&asked, known.heaps()?)?;
    let format = asked.needs("format")?.to_string();
    let part = ExportRange::of(&asked, &known, &view, &house)?;
    if format == "png" || format == "svg" {
        is_drawable(part.size())?;
    }
    let to = view.corner(part.last.0, part.last.1);
    let solved = flights::get(&house, &known, view.what, to, Vec::new()).await?;
    house.long_work(move |_| written(&known, &view, &solved, &part, &format)).await
}

/// The cells that are asked for.
struct ExportRange {
    first: (u64, u64),
    last: (u64, u64),
}

impl ExportRange {
    fn of(
        asked: &RequestParameters,
        known: &ServedGame,
        view: &PlaneView,
        house: &ServerState,
    ) -> Result<ExportRange, RequestRefusal> {
        let lower = &known.heaps()?.rules().lower;
        let least = (view.down.map_or(0, |heap| lower[heap]), lower[view.along]);
        let first = pair(asked, "from")?.unwrap_or(least);
        let usual = |least: u64, axis: bool| if axis { least + 15 } else { 0 };
        let otherwise = (usual(least.0, view.down.is_some()), usual(least.1, true));
        let mut last = pair(asked, "to")?.unwrap_or(otherwise);
        if view.down.is_none() {
            last.0 = 0;
        }
        let first =
            (if view.down.is_none() { 0 } else { first.0.max(least.0) }, first.1.max(least.1));
        if last.0 < first.0 || last.1 < first.1 {
            return Err(RequestRefusal::bad("`to` lies before `from`"));
        }
        if last.0.max(last.1) > MAX_HEAP {
            return Err(RequestRefusal::beyond("heap", MAX_HEAP, last.0.max(last.1)));
        }
        let cells = (last.0 - first.0 + 1).saturating_mul(last.1 - first.1 + 1);
        if cells > house.limits.cells {
            return Err(RequestRefusal::beyond("cells", house.limits.cells, cells));
        }
        Ok(ExportRange { first, last })
    }

    fn size(&self) -> (u64, u64) {
        (self.last.0 - self.first.0 + 1, self.last.1 - self.first.1 + 1)
    }
}

/// `r,c`.
fn pair(asked: &RequestParameters, name: &str) -> Result<Option<(u64, u64)>, RequestRefusal> {
    let Some(text) = asked.text(name).filter(|text| !text.is_empty()) else { return Ok(None) };
    let wrong =
        || RequestRefusal::bad(format!("`{name}` should look like 0,15: a row and a column"));
    let (row, column) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    Ok(Some((number(row)?, number(column)?)))
}

fn written(
    known: &ServedGame,
    view: &PlaneView,
    solved: &Solved,
    part: &ExportRange,
    format: &str,
) -> RouteResult {
    let about = &known.claimed.ruleset.about;
    let what = match view.what {
        Fact::Grundy => "grundy",
        Fact::Outcome(Convention::Normal) => "outcome",
        Fact::Outcome(Convention::Misere) => "misere-outcome",
        Fact::Remoteness(Convention::Normal) => "remoteness",
        Fact::Remoteness(Convention::Misere) => "misere-remoteness",
    };
    let name = |ending: &str| format!("{}-{what}.{ending}", about.full_name());
    let sheet = || ExportSheet::new(known, view, solved, part);
    let words = PictureHeading { title: about.full_name(), subtitle: subtitle(known, view) };
    let picture = || drawn(known, view, solved, part.first, part.size(), &words);
    Ok(match format {
        "png" => file("image/png", &name("png"), picture()?.png()),
        "svg" => file("image/svg+xml", &name("svg"), picture()?.svg().into_bytes()),
        "csv" => file("text/csv; charset=utf-8", &name("csv"), sheet()?.csv().into_bytes()),
        "latex" => file("text/x-tex; charset=utf-8", &name("tex"), sheet()?.latex().into_bytes()),
        "markdown" => {
            file("text/markdown; charset=utf-8", &name("md"), sheet()?.markdown().into_bytes())
        }
        "bfile" => {
            let text = sheet()?.bfile(&about.full_name(), view)?;
            file("text/plain; charset=utf-8", &name("b.txt"), text.into_bytes())
        }
        "json" => {
            let text = sheet()?.json(&about.full_name(), view, known)?.to_string();
            file("application/json; charset=utf-8", &name("json"), text.into_bytes())
        }
        other => {
            return Err(RequestRefusal::bad(format!(
                "`format` is png, svg, csv, latex, markdown, bfile or json, not `{other}`"
            )));
        }
    })
}

fn subtitle(known: &ServedGame, view: &PlaneView) -> String {
    let mut text = match view.what {
        Fact::Grundy => "Grundy values".to_string(),
        Fact::Outcome(Convention::Normal) => "P-positions".to_string(),
        Fact::Outcome(Convention::Misere) => "P-positions, misere play".to_string(),
        Fact::Remoteness(Convention::Normal) => "moves left".to_string(),
        Fact::Remoteness(Convention::Misere) => "moves left, misere play".to_string(),
    };
    if let Ok(game) = known.heaps() {
        for (heap, name) in game.rules().names.iter().enumerate() {
            if !view.axes().contains(&heap) {
                let _ = write!(text, ", {name} = {}", view.fixed[heap]);
            }
        }
    }
    text
}

fn is_drawable(size: (u64, u64)) -> Result<(), RequestRefusal> {
    let (most, side) = (MAX_SIDE as u64, size.0.max(size.1));
    if side > most { Err(RequestRefusal::beyond("picture_side", most, side)) } else { Ok(()) }
}

/// A picture of some cells.
pub fn drawn(
    known: &ServedGame,
    view: &PlaneView,
    solved: &Solved,
    first: (u64, u64),
    size: (u64, u64),
    words: &PictureHeading,
) -> Result<Picture, RequestRefusal> {
    is_drawable(size)?;
    let game = known.heaps()?;
    let names = &game.rules().names;
    let axis = |heap: Option<usize>, from, count: u64| MatrixAxis {
        heap: heap.map(|heap| names[heap].clone()).unwrap_or_default(),
        from,
        count: count as usize,
    };
    let (down, along) = (axis(view.down, first.0, size.0), axis(Some(view.along), first.1, size.1));
    let at = |row: usize, column: usize| {
        let mut heaps = view.fixed.clone();
        view.cell(&mut heaps, first.0 + row as u64, first.1 + column as u64);
        Some(solved.at(game, &mut heaps)).filter(|value| *value != NOTHING)
    };
    Ok(match view.what {
        Fact::Grundy | Fact::Remoteness(_) => {
            let cell = |row, column| at(row, column).map(u32::from);
            Picture::heat_map(&Matrix::from_fn(down, along, cell), words)
        }
        Fact::Outcome(_) => {
            let outcome = |value| if value == 0 { CellOutcome::P } else { CellOutcome::N };
            let cell = |row, column| at(row, column).map(outcome);
            Picture::p_positions(&Matrix::from_fn(down, along, cell), words)
        }
    })
}

/// Cells as text.
struct ExportSheet {
    corner: String,
    first: (u64, u64),
    rows: Vec<Vec<Option<String>>>,
    has_rows: bool,
}

impl ExportSheet {
    fn new(
        known: &ServedGame,
        view: &PlaneView,
        solved: &Solved,
        part: &ExportRange,
    ) -> Result<ExportSheet, RequestRefusal> {
        let game = known.heaps()?;
        let names = &game.rules().names;
        let along = &names[view.along];
        let corner =
            view.down.map_or_else(|| along.clone(), |down| format!("{}\\{along}", names[down]));
        let mut heaps = view.fixed.clone();
        let mut cell = |row, column| {
            view.cell(&mut heaps, row, column);
            match (solved.at(game, &mut heaps), view.what) {
                (NOTHING, _) => None,
                (value, Fact::Grundy | Fact::Remoteness(_)) => Some(value.to_string()),
                (value, Fact::Outcome(_)) => Some(if value == 0 { "P" } else { "N" }.to_string()),
            }
        };
        let columns = part.first.1..=part.last.1;
        let rows = (part.first.0..=part.last.0)
            .map(|row| columns.clone().map(|column| cell(row, column)).collect())
            .collect();
        Ok(ExportSheet { corner, first: part.first, rows, has_rows: view.down.is_some() })
    }

    /// The headings of the columns, and each row with its heading.
    fn lines(&self, corner: &str, hole: &str) -> Vec<Vec<String>> {
        let count = self.rows.first().map_or(0, Vec::len) as u64;
        let mut head = vec![corner.to_string()];
        head.extend((self.first.1..self.first.1 + count).map(|size| size.to_string()));
        let mut lines = vec![head];
        for (row, size) in self.rows.iter().zip(self.first.0..) {
            let first = if self.has_rows { size.to_string() } else { String::new() };
            let cells = row.iter().map(|cell| cell.clone().unwrap_or_else(|| hole.to_string()));
            lines.push(std::iter::once(first).chain(cells).collect());
        }
        lines
    }

    fn csv(&self) -> String {
        let quoted = if self.corner.contains([',', '"']) {
            format!("\"{}\"", self.corner.replace('"', "\"\""))
        } else {
            self.corner.clone()
        };
        self.lines(&quoted, "").iter().map(|line| line.join(",") + "\n").collect()
    }

    fn markdown(&self) -> String {
        let mut lines = self.lines(&self.corner.replace('\\', "\\\\"), "-");
        let columns = lines[0].len();
        lines.insert(1, vec!["--:".to_string(); columns]);
        lines.iter().map(|line| format!("| {} |\n", line.join(" | "))).collect()
    }

    fn latex(&self) -> String {
        let corner = self.corner.replace('\\', "$\\backslash$").replace('_', "\\_");
        let lines = self.lines(&corner, "-");
        let mut text = format!("\\begin{{tabular}}{{r|{}}}\n", "r".repeat(lines[0].len() - 1));
        for (at, line) in lines.iter().enumerate() {
            let rule = if at == 0 { " \\hline" } else { "" };
            let _ = writeln!(text, "{} \\\\{rule}", line.join(" & "));
        }
        text + "\\end{tabular}\n"
    }

    /// One heap: a(n) is the value of heap n. Two: by antidiagonals from the first corner.
    fn bfile(&self, name: &str, view: &PlaneView) -> Result<String, RequestRefusal> {
        if !matches!(view.what, Fact::Grundy) {
            return Err(RequestRefusal::bad("a b-file holds numbers: ask for what=grundy"));
        }
        let hole = || RequestRefusal::bad("a b-file has no holes, but some cells are no positions");
        let number = |cell: &Option<String>| cell.clone().ok_or_else(hole);
        if !self.has_rows {
            let mut text = format!("# grundy of {name}\n");
            for (cell, n) in self.rows.iter().flatten().zip(self.first.1..) {
                let _ = writeln!(text, "{n} {}", number(cell)?);
            }
            return Ok(text);
        }
        let mut text = format!("# grundy of {name}, read by antidiagonals\n");
        let (rows, columns) = (self.rows.len(), self.rows.first().map_or(0, Vec::len));
        let mut n = 0;
        for diagonal in 0..rows.min(columns) {
            for down in 0..=diagonal {
                let _ = writeln!(text, "{n} {}", number(&self.rows[down][diagonal - down])?);
                n += 1;
            }
        }
        Ok(text)
    }

    fn json(
        &self,
        name: &str,
        view: &PlaneView,
        known: &ServedGame,
    ) -> Result<Value, RequestRefusal> {
        let names = &known.heaps()?.rules().names;
        let cell = |cell: &Option<String>| match cell {
            None => Value::Null,
            Some(text) => text.parse::<u64>().map_or_else(|_| json!(text), Value::from),
        };
        let values: Vec<Vec<Value>> =
            self.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        let (what, convention) = match view.what {
            Fact::Grundy => ("grundy", "normal"),
            Fact::Outcome(Convention::Normal) => ("outcome", "normal"),
            Fact::Outcome(Convention::Misere) => ("outcome", "misere"),
            Fact::Remoteness(Convention::Normal) => ("remoteness", "normal"),
            Fact::Remoteness(Convention::Misere) => ("remoteness", "misere"),
        };
        let fixed: serde_json::Map<String, Value> = (0..names.len())
            .filter(|heap| !view.axes().contains(heap))
            .map(|heap| (names[heap].clone(), json!(view.fixed[heap])))
            .collect();
        Ok(json!({
            "game": name,
            "show": what,
            "convention": convention,
            "rows": view.down.map(|heap| json!({ "heap": names[heap], "from": self.first.0 })),
            "columns": { "heap": names[view.along], "from": self.first.1 },
            "fixed": fixed,
            "values": values,
        }))
    }
}
