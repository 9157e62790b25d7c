//! Boards of cells: moves are patterns that the rule draws.
//!
//! `option ".." becomes "##" turned` fills two neighbouring empty cells. `turned` means the quarter turns of the pattern, too,
//! `mirrored` its mirror images; each image is a move of its own, once. Play must end: either every move makes the full cells
//! fewer, or every move makes them more, or, reading the board in one of eight directions, the first cell that a move changes
//! always becomes empty (or always full), so that the board, read as a number, goes down (or up).

use std::collections::BTreeSet;

use super::board::BoardSize;
use super::scope::NameScope;
use crate::figure_rules::{CellPattern, CellRules, PatternCell};
use crate::problem::{Problem, Span};
use crate::syntax::{Action, OptionLine, PatternText, SpannedName};

/// A board of cells fits into 128 bits.
const MAX_CELLS: usize = 128;

/// The rules of a game on a board of cells.
pub(super) fn cells(
    mut scope: NameScope,
    size: &BoardSize,
    endings: &[PatternText],
    options: &[OptionLine],
) -> Result<CellRules, Vec<Problem>> {
    let (rows, columns) = size.numbers(&mut scope, MAX_CELLS)?;
    let (mut problems, mut moves, mut ends) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for line in options {
        match line_pattern(line).and_then(|text| Ok((text, drawn(text, &line.span)?))) {
            Ok((text, pattern)) => moves.extend(images(&pattern, text)),
            Err(problem) => problems.push(problem),
        }
    }
    for ending in endings {
        match drawn(ending, &ending.before.span) {
            Ok(pattern) => ends.extend(images(&pattern, ending)),
            Err(problem) => problems.push(problem),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let fits = |pattern: &CellPattern| pattern.rows <= rows && pattern.columns <= columns;
    if !ends_some_day(&moves) {
        return Err(vec![
            Problem::new(
                options[0].span.clone(),
                "play might never end",
                "these moves make the full cells neither fewer nor more",
            )
            .hint("a pattern should always fill cells or always empty them, or move them one way only"),
        ]);
    }
    let kept = |patterns: BTreeSet<CellPattern>| patterns.into_iter().filter(fits).collect();
    Ok(CellRules { rows, columns, moves: kept(moves), endings: kept(ends) })
}

fn line_pattern(line: &OptionLine) -> Result<&PatternText, Problem> {
    let Action::Pattern(text) = &line.action else {
        return Err(Problem::new(line.span.clone(), "a move on cells is a pattern", "here")
            .hint("as in `option \"..\" becomes \"##\" turned`: # is full, . empty, ? either"));
    };
    if !line.conditions.is_empty() || !line.binders.is_empty() {
        let message = "a pattern has no conditions";
        return Err(Problem::new(line.span.clone(), message, "here")
            .hint("draw a pattern for each case: # is full, . empty, ? either"));
    }
    Ok(text)
}

/// A pattern as it is drawn.
fn drawn(text: &PatternText, span: &Span) -> Result<CellPattern, Problem> {
    let before = letters(&text.before)?;
    let after = text.after.as_ref().map(letters).transpose()?;
    let columns = before[0].len();
    if let (Some(after), Some(written)) = (&after, &text.after)
        && (after.len() != before.len() || after[0].len() != columns)
    {
        let message = "both patterns must have the same size";
        return Err(Problem::new(written.span.clone(), message, "another size"));
    }
    let after = after.map_or_else(|| vec![None; before.len() * columns], |rows| rows.concat());
    let cell = |(is, becomes): (&Option<bool>, Option<bool>)| PatternCell {
        is: *is,
        becomes: becomes.filter(|new| Some(*new) != *is),
    };
    let cells: Vec<PatternCell> = before.concat().iter().zip(after).map(cell).collect();
    let changes = |cell: &PatternCell| cell.becomes.is_some();
    if text.after.is_some() && !cells.iter().any(changes) {
        return Err(Problem::new(span.clone(), "this move changes nothing", "here"));
    }
    if text.after.is_some() && cells.iter().any(|cell| changes(cell) && cell.is.is_none()) {
        let message = "a cell that may be full or empty cannot change";
        return Err(Problem::new(span.clone(), message, "here").hint(
            "where the first pattern has ?, the second has ?; draw a pattern for each case",
        ));
    }
    Ok(CellPattern { rows: before.len(), columns, cells })
}

/// The rows of a pattern, all of one length.
fn letters(text: &SpannedName) -> Result<Vec<Vec<Option<bool>>>, Problem> {
    let wrong = |message: String| {
        Problem::new(text.span.clone(), message, "this pattern")
            .hint("rows joined by /, such as \"##/#.\": # is full, . empty, ? either")
    };
    let mut rows: Vec<Vec<Option<bool>>> = Vec::new();
    for row in text.value.split('/') {
        let cell = |c: char| match c {
            '#' => Ok(Some(true)),
            '.' => Ok(Some(false)),
            '?' => Ok(None),
            other => Err(wrong(format!("`{other}` is none of # . ?"))),
        };
        rows.push(row.trim().chars().map(cell).collect::<Result<_, _>>()?);
    }
    if rows.iter().any(|row| row.is_empty() || row.len() != rows[0].len()) {
        return Err(wrong("the rows of a pattern have one length, 1 or more".to_string()));
    }
    Ok(rows)
}

/// The pattern with the images that are meant, each once.
fn images(pattern: &CellPattern, text: &PatternText) -> BTreeSet<CellPattern> {
    let mut images = BTreeSet::from([pattern.clone()]);
    loop {
        let mut more = images.clone();
        for image in &images {
            more.extend(text.turned.then(|| quarter_turn(image)));
            if text.mirrored {
                more.insert(mirror(image));
                more.insert(upside_down(image));
            }
        }
        if more.len() == images.len() {
            return images;
        }
        images = more;
    }
}

fn quarter_turn(pattern: &CellPattern) -> CellPattern {
    let (rows, columns) = (pattern.columns, pattern.rows);
    let from = |r: usize, c: usize| pattern.cells[(columns - 1 - c) * rows + r];
    let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| from(r, c))).collect();
    CellPattern { rows, columns, cells }
}

fn mirror(pattern: &CellPattern) -> CellPattern {
    let rows = pattern.cells.chunks(pattern.columns);
    let cells = rows.flat_map(|row| row.iter().rev().copied()).collect();
    CellPattern { cells, ..*pattern }
}

fn upside_down(pattern: &CellPattern) -> CellPattern {
    let rows = pattern.cells.chunks(pattern.columns).rev();
    CellPattern { cells: rows.flatten().copied().collect(), ..*pattern }
}

/// Whether no play goes on for ever, by one of the measures of the [module](self).
fn ends_some_day(moves: &BTreeSet<CellPattern>) -> bool {
    let change = |pattern: &CellPattern| -> i64 {
        let step = |cell: &PatternCell| cell.becomes.map_or(0, |full| if full { 1 } else { -1 });
        pattern.cells.iter().map(step).sum()
    };
    let readings = || (0..8).map(|way| (way & 1 != 0, way & 2 != 0, way & 4 != 0));
    let first = |pattern: &CellPattern, (by_columns, up, left): (bool, bool, bool)| {
        let (rows, columns) = (pattern.rows, pattern.columns);
        let outer = if by_columns { columns } else { rows };
        let inner = if by_columns { rows } else { columns };
        let places = (0..outer).flat_map(|o| (0..inner).map(move |i| (o, i)));
        let mut cells = places.map(|(o, i)| {
            let (r, c) = if by_columns { (i, o) } else { (o, i) };
            let (r, c) =
                (if up { rows - 1 - r } else { r }, if left { columns - 1 - c } else { c });
            pattern.cells[r * columns + c].becomes
        });
        cells.find_map(|becomes| becomes)
    };
    moves.iter().all(|one| change(one) < 0)
        || moves.iter().all(|one| change(one) > 0)
        || readings().any(|way| {
            [true, false].iter().any(|full| moves.iter().all(|one| first(one, way) == Some(*full)))
        })
}
