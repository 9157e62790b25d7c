//! Tables and lists of positions from CSV, as papers' authors and spreadsheets have them.
//!
//! A *table* has sizes of one heap in its first line, those of another in the first cell of each line,
//! and values between; a cell that is empty or `-` says nothing. With one heap there is one line of
//! values, whose first cell may be a word. A *list* has a position a line, perhaps with further columns,
//! and perhaps a line of headings. Both are what `ishitori table --csv` and `positions --csv` write. Problems
//! name line and column.

use std::collections::HashSet;

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CsvCell {
    /// A number.
    Number(u64),
    /// Anything else, as `P`.
    Word(String),
}

/// A table from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvTable {
    /// The first cell, as `a\b`.
    pub corner: String,
    /// The sizes in the first line.
    pub columns: Vec<u64>,
    /// The sizes in front of each line; nothing for the line of a table of one heap.
    pub rows: Vec<Option<u64>>,
    /// What stands in each line; nothing where a cell is empty.
    pub cells: Vec<Vec<Option<CsvCell>>>,
}

/// A list from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvList {
    /// The first line, if it is not all numbers.
    pub headings: Vec<String>,
    /// What stands in each further line; nothing where a cell is empty.
    pub rows: Vec<Vec<Option<CsvCell>>>,
    /// The number of the line of each row, for messages.
    pub lines: Vec<usize>,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: line {line}, column {column}: {why}")]
pub struct CsvError {
    /// Which file.
    pub name: String,
    /// Counted from 1.
    pub line: usize,
    /// The cell of the line, counted from 1.
    pub column: usize,
    /// What is wrong there, and what should be there.
    pub why: String,
}

/// A line and its number.
type CsvLine = (usize, Vec<String>);

/// Reads a table; `name` is the file's, for messages.
///
/// # Errors
/// [`CsvError`], the first one.
pub fn read_table(name: &str, text: &str) -> Result<CsvTable, CsvError> {
    let fail =
        |line, column, why: &str| CsvError { name: name.into(), line, column, why: why.into() };
    let mut lines = split(name, text)?.into_iter();
    let (line, first) = lines.next().ok_or_else(|| fail(1, 1, "the file is empty"))?;
    let (corner, sizes) = first.split_first().ok_or_else(|| fail(line, 1, "the line is empty"))?;
    let mut seen = HashSet::new();
    let mut columns = Vec::new();
    for (nth, size) in sizes.iter().enumerate() {
        let size =
            number(size).ok_or_else(|| fail(line, nth + 2, "a heap size should stand here"))?;
        if !seen.insert(size) {
            return Err(fail(line, nth + 2, "this heap size stands in the line already"));
        }
        columns.push(size);
    }
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    let lines: Vec<CsvLine> = lines.collect();
    for (line, row) in &lines {
        let size = number(&row[0]);
        if size.is_none() && lines.len() > 1 {
            return Err(fail(*line, 1, "a heap size should stand here"));
        }
        if size.is_some_and(|size| !seen.insert(size)) {
            return Err(fail(*line, 1, "there is a line for this heap size already"));
        }
        same_length(name, *line, row.len(), first.len())?;
        rows.push(size);
        cells.push(row[1..].iter().map(|cell| content(cell)).collect());
    }
    Ok(CsvTable { corner: corner.clone(), columns, rows, cells })
}

/// Reads a list; `name` is the file's, for messages.
///
/// # Errors
/// [`CsvError`], the first one.
pub fn read_list(name: &str, text: &str) -> Result<CsvList, CsvError> {
    let mut all = split(name, text)?;
    let headed = all.first().is_some_and(|(_, row)| row.iter().any(|cell| number(cell).is_none()));
    let headings = if headed { all.remove(0).1 } else { Vec::new() };
    let length = if headed { headings.len() } else { all.first().map_or(0, |(_, row)| row.len()) };
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for (line, row) in all {
        same_length(name, line, row.len(), length)?;
        rows.push(row.iter().map(|cell| content(cell)).collect());
        lines.push(line);
    }
    Ok(CsvList { headings, rows, lines })
}

/// Reads a list in which there are only positions.
///
/// # Errors
/// [`CsvError`] if anything but a number stands in it.
pub fn read_positions(name: &str, text: &str) -> Result<(Vec<String>, Vec<Vec<u64>>), CsvError> {
    let list = read_list(name, text)?;
    let mut positions = Vec::new();
    for (row, line) in list.rows.iter().zip(&list.lines) {
        let mut heaps = Vec::new();
        for (nth, cell) in row.iter().enumerate() {
            let Some(CsvCell::Number(heap)) = cell else {
                let (name, why) = (name.to_string(), "a heap size should stand here".to_string());
                return Err(CsvError { name, line: *line, column: nth + 1, why });
            };
            heaps.push(*heap);
        }
        positions.push(heaps);
    }
    Ok((list.headings, positions))
}

fn same_length(name: &str, line: usize, found: usize, wanted: usize) -> Result<(), CsvError> {
    if found == wanted {
        return Ok(());
    }
    let why = format!("the line has {found} cells, and the first one has {wanted}");
    Err(CsvError { name: name.into(), line, column: found.min(wanted) + 1, why })
}

fn number(cell: &str) -> Option<u64> {
    cell.bytes().all(|byte| byte.is_ascii_digit()).then(|| cell.parse().ok()).flatten()
}

fn content(cell: &str) -> Option<CsvCell> {
    match cell {
        "" | "-" => None,
        _ => Some(number(cell).map_or_else(|| CsvCell::Word(cell.to_string()), CsvCell::Number)),
    }
}

/// The cells of every line that is not empty. A cell in quotes may hold commas, line breaks, and quotes
/// written twice.
fn split(name: &str, text: &str) -> Result<Vec<CsvLine>, CsvError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut all, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    // The line that we are in, and that in which the row began.
    let (mut line, mut began) = (1, 1);
    let mut letters = text.chars().peekable();
    let mut quoted = false;
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' if quoted || cell.trim().is_empty() => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell).trim().to_string()),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell).trim().to_string());
                if row.iter().any(|cell| !cell.is_empty()) {
                    all.push((began, std::mem::take(&mut row)));
                }
                row.clear();
                line += 1;
                began = line;
            }
            letter => {
                line += usize::from(letter == '\n');
                cell.push(letter);
            }
        }
    }
    if quoted {
        let (name, why) = (name.to_string(), "a quote is opened and never closed".to_string());
        return Err(CsvError { name, line: began, column: row.len() + 1, why });
    }
    row.push(cell.trim().to_string());
    if row.iter().any(|cell| !cell.is_empty()) {
        all.push((began, row));
    }
    Ok(all)
}
