//! A window as an HTML table, as the papers print it: rows down, columns along, P-positions marked.
//!
//! A P-position is bold in a box (`class="p"`) and its value can still be read, so nothing is told by
//! colour alone; a dash is no position. Headings have a scope, for those who listen to a page. Names
//! and caption are escaped. Cost: a dozen bytes a cell and more, so it suits windows that fit on a
//! page; for larger ones draw a heat map. Tested in `tests/pictures.rs`.

use crate::escape::escape;
use crate::matrix::{CellOutcome, Matrix, MatrixAxis};

/// The Grundy values as a table; P-positions are bold in a box. The look is in the report's style.
pub fn grundy_table(matrix: &Matrix<Option<u32>>, caption: &str) -> String {
    table(matrix, caption, |cell| match cell {
        Some(value) => (value.to_string(), value == 0),
        None => ("\u{2013}".to_string(), false),
    })
}

/// P and N as a table.
pub fn outcome_table(matrix: &Matrix<Option<CellOutcome>>, caption: &str) -> String {
    table(matrix, caption, |cell| match cell {
        Some(CellOutcome::P) => ("P".to_string(), true),
        Some(CellOutcome::N) => ("N".to_string(), false),
        None => ("\u{2013}".to_string(), false),
    })
}

fn table<T: Copy>(matrix: &Matrix<T>, caption: &str, cell: impl Fn(T) -> (String, bool)) -> String {
    let (down, along) = (matrix.down(), matrix.along());
    let size = |axis: &MatrixAxis, nth: usize| axis.from + nth as u64;
    let mut html = String::from("<div class=\"wide\"><table class=\"values\">\n");
    if !caption.is_empty() {
        html.push_str(&format!("<caption>{}</caption>\n", escape(caption)));
    }
    let corner = escape(&format!("{}\\{}", down.heap, along.heap));
    html.push_str(&format!("<thead><tr><th scope=\"col\">{corner}</th>"));
    for nth in 0..along.count {
        html.push_str(&format!("<th scope=\"col\">{}</th>", size(along, nth)));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in 0..down.count {
        html.push_str(&format!("<tr><th scope=\"row\">{}</th>", size(down, row)));
        for value in matrix.row(row) {
            let (text, is_p) = cell(*value);
            let class = if is_p { " class=\"p\"" } else { "" };
            html.push_str(&format!("<td{class}>{text}</td>"));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>\n");
    html
}
