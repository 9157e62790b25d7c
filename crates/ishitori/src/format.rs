//! The formats in which tables and lists are written.

use clap::ValueEnum;

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For reading in a terminal
    Text,
    /// Comma-separated values
    Csv,
    /// JSON
    Json,
    /// A Markdown table
    Markdown,
    /// A LaTeX tabular
    Latex,
    /// An OEIS b-file: lines of n and a(n)
    Bfile,
}
