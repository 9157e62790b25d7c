//! The formats in which tables and lists are written.

use std::path::Path;

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
    /// JSON lines: an object a position
    Jsonl,
    /// A NumPy array (needs -o)
    Npy,
    /// Parquet, a column a heap (`positions`; needs -o)
    Parquet,
    /// Zarr v3, a dimension a heap (`table`; needs -o)
    Zarr,
}

impl Format {
    /// The format that the name of a file asks for.
    pub fn of_path(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "csv" => Format::Csv,
            "json" => Format::Json,
            "md" => Format::Markdown,
            "tex" => Format::Latex,
            "jsonl" | "ndjson" => Format::Jsonl,
            "npy" => Format::Npy,
            "parquet" => Format::Parquet,
            "zarr" => Format::Zarr,
            _ => return None,
        })
    }

    /// Whether results are streamed into a file, with checkpoints, instead of being printed.
    pub fn is_streamed(self) -> bool {
        matches!(self, Format::Jsonl | Format::Npy | Format::Parquet | Format::Zarr)
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Csv => "CSV",
            Format::Json => "JSON",
            Format::Markdown => "Markdown",
            Format::Latex => "LaTeX",
            Format::Bfile => "b-file",
            Format::Jsonl => "JSON lines",
            Format::Npy => "NumPy",
            Format::Parquet => "Parquet",
            Format::Zarr => "Zarr",
        }
    }
}
