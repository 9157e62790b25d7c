//! Tables printed in papers, as CSV: headings in the first row and column, a cell for each pair.
//!
//! A cell is a number, `x` or `-` where the paper says that there is none, or `?` (or empty)
//! where the print is damaged: such a cell is left out and counted, never guessed.

/// The cell that says "there is none". It can be compared, and takes part in no arithmetic.
pub const NONE: i64 = i64::MIN;

/// How many cells cannot be trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TableDamage {
    /// All cells.
    pub cells: usize,
    /// Those left out.
    pub damaged: usize,
}

impl TableDamage {
    pub(super) fn add(&mut self, other: TableDamage) {
        self.cells += other.cells;
        self.damaged += other.damaged;
    }
}

/// The cells of a table as (row heading, column heading, cell), and what was left out.
pub(super) fn parse(text: &str) -> Result<(Vec<Vec<i64>>, TableDamage), String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let heading = lines.next().ok_or("the table is empty")?;
    let columns: Vec<i64> =
        heading.split(',').skip(1).map(number).collect::<Result<_, String>>()?;
    for (at, column) in columns.iter().enumerate() {
        if columns[..at].contains(column) {
            return Err(format!("two columns are headed {column}"));
        }
    }
    let mut seen = Vec::new();
    let (mut rows, mut damage) = (Vec::new(), TableDamage::default());
    for line in lines {
        let mut cells = line.split(',');
        let row = number(cells.next().unwrap_or(""))?;
        if seen.contains(&row) {
            return Err(format!("two rows are headed {row}"));
        }
        seen.push(row);
        let mut cells: Vec<&str> = cells.collect();
        if cells.len() > columns.len() {
            return Err(format!(
                "row {row} has {} cells, the heading {}",
                cells.len(),
                columns.len()
            ));
        }
        // What is missing at the end of a row is as damaged as an empty cell.
        cells.resize(columns.len(), "");
        for (column, cell) in columns.iter().zip(cells) {
            damage.cells += 1;
            match unquoted(cell) {
                "" | "?" => damage.damaged += 1,
                "x" | "-" => rows.push(vec![row, *column, NONE]),
                cell => rows.push(vec![row, *column, number(cell)?]),
            }
        }
    }
    Ok((rows, damage))
}

fn number(cell: &str) -> Result<i64, String> {
    let cell = unquoted(cell);
    cell.parse()
        .map_err(|_| format!("`{cell}` is no cell: write a number, x (none) or ? (damaged)"))
}

fn unquoted(cell: &str) -> &str {
    let cell = cell.trim();
    cell.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).unwrap_or(cell).trim()
}
