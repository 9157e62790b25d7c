//! Boards as people write them: rows of `#` and `.`, joined by `/`; or `empty`, or `full`.

use super::{FigureEntry, FigureList, FigurePicture, members};

/// The lists of a board, of coins as of cells.
pub(super) const LISTS: &[FigureList] = &[
    FigureList { name: "row", indices: 1, goes_on: false, has_cells: false },
    FigureList { name: "column", indices: 1, goes_on: false, has_cells: false },
    FigureList { name: "cell", indices: 2, goes_on: false, has_cells: true },
];

/// How many cells of each row are full, or of each column, or whether each cell is: 1 or 0.
pub(super) fn list(board: u128, rows: usize, columns: usize, at: usize) -> Vec<FigureEntry> {
    let full = |r: usize, c: usize| (board >> (r * columns + c) & 1) as i64;
    match at {
        0 | 1 => {
            let mut counts = vec![0; if at == 0 { rows } else { columns }];
            members(board).for_each(|cell| {
                counts[if at == 0 { cell / columns } else { cell % columns }] += 1;
            });
            counts.into_iter().enumerate().map(|(i, n)| ([i as i64 + 1, 0], n)).collect()
        }
        _ => (0..rows * columns)
            .map(|cell| (cell / columns, cell % columns))
            .map(|(r, c)| ([r as i64 + 1, c as i64 + 1], full(r, c)))
            .collect(),
    }
}

/// Reads a board; the cell at the top left is the lowest bit.
pub(super) fn read(text: &str, rows: usize, columns: usize) -> Result<u128, String> {
    let all = (0..rows * columns).fold(0u128, |mask, at| mask | 1 << at);
    match text {
        "empty" => return Ok(0),
        "full" => return Ok(all),
        _ => {}
    }
    let lines: Vec<Vec<char>> = text.split('/').map(|row| row.trim().chars().collect()).collect();
    if lines.len() != rows {
        let found = lines.len();
        let plural = if found == 1 { "" } else { "s" };
        return Err(format!(
            "it has {found} row{plural}, the board {rows}: join rows by /, or write empty or full"
        ));
    }
    let mut board = 0u128;
    for (r, line) in lines.iter().enumerate() {
        if line.len() != columns {
            return Err(format!("row {} has {} cells, the board {columns}", r + 1, line.len()));
        }
        for (c, letter) in line.iter().enumerate() {
            match letter {
                '#' => board |= 1 << (r * columns + c),
                '.' => {}
                other => return Err(format!("`{other}` is neither # nor .")),
            }
        }
    }
    Ok(board)
}

/// Writes a board.
pub(super) fn write(board: u128, rows: usize, columns: usize) -> String {
    let letter = |at: usize| if board >> at & 1 == 1 { '#' } else { '.' };
    let row = |r: usize| (0..columns).map(|c| letter(r * columns + c)).collect();
    (0..rows).map(row).collect::<Vec<String>>().join("/")
}

/// How a board looks.
pub(super) fn picture(board: u128, rows: usize, columns: usize) -> FigurePicture {
    let row = |r: usize| (0..columns).map(|c| Some(board >> (r * columns + c) & 1 == 1)).collect();
    FigurePicture::Cells((0..rows).map(row).collect())
}
