//! A sheet of cells, written as text, CSV, Markdown or LaTeX.
//!
//! Cells come as text, and each format escapes what it must. `-` stands for no position; in CSV such a cell
//! is empty, and `check --data` reads both. What is more than cells (JSON, b-files, files that are streamed)
//! is written by the commands.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};

use crate::format::Format;

/// Headings and rows of cells.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// One heading a column.
    pub headings: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// Whether the first column holds headings of its rows.
    pub row_headings: bool,
    /// Whether cells are words, which stand at the left.
    pub words: bool,
}

impl Sheet {
    /// Writes the sheet. The other formats need more than cells: their callers write them.
    pub fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Csv => self.csv(out),
            Format::Markdown => self.markdown(out),
            Format::Latex => self.latex(out),
            _ => self.text(out),
        }
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(&self.headings);
        table.add_rows(&self.rows);
        let side = if self.words { CellAlignment::Left } else { CellAlignment::Right };
        table.column_iter_mut().for_each(|column| {
            column.set_cell_alignment(side);
            column.set_padding((0, 2));
        });
        for line in table.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        for row in std::iter::once(&self.headings).chain(&self.rows) {
            let cells: Vec<String> = row.iter().map(|cell| csv_cell(cell)).collect();
            writeln!(out, "{}", cells.join(","))?;
        }
        Ok(())
    }

    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let line = |row: &[String]| {
            let cells: Vec<String> =
                row.iter().map(|c| c.replace('\\', "\\\\").replace('|', "\\|")).collect();
            format!("| {} |", cells.join(" | "))
        };
        writeln!(out, "{}", line(&self.headings))?;
        let rule = if self.words { "---|" } else { "--:|" };
        writeln!(out, "|{}", rule.repeat(self.headings.len()))?;
        for row in &self.rows {
            writeln!(out, "{}", line(row))?;
        }
        Ok(())
    }

    fn latex(&self, out: &mut dyn Write) -> io::Result<()> {
        let side = if self.words { "l" } else { "r" };
        let mut columns = side.repeat(self.headings.len());
        if self.row_headings {
            columns.insert(1, '|');
        }
        writeln!(out, "\\begin{{tabular}}{{{columns}}}")?;
        for (i, row) in std::iter::once(&self.headings).chain(&self.rows).enumerate() {
            let cells: Vec<String> = row.iter().map(|cell| latex_cell(cell)).collect();
            let rule = if i == 0 { " \\hline" } else { "" };
            writeln!(out, "{} \\\\{rule}", cells.join(" & "))?;
        }
        writeln!(out, "\\end{{tabular}}")
    }
}

fn csv_cell(cell: &str) -> String {
    match cell {
        // A cell that is no position.
        "-" => String::new(),
        _ if cell.contains([',', '"', '\n']) => format!("\"{}\"", cell.replace('"', "\"\"")),
        _ => cell.to_string(),
    }
}

fn latex_cell(cell: &str) -> String {
    let mut text = String::new();
    for c in cell.chars() {
        match c {
            '\\' => text.push_str("$\\backslash$"),
            '#' | '_' | '%' | '&' | '$' | '{' | '}' => {
                text.push('\\');
                text.push(c);
            }
            _ => text.push(c),
        }
    }
    text
}
