//! Boards as people write them: rows of `#` and `.`, joined by `/`; or `empty`, or `full`.

use super::FigurePicture;

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
        return Err(format!(
            "it has {found} rows, the board {rows}: join rows by /, or write empty or full"
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
