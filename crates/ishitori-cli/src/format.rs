//! The formats in which tables and lists are written.
//!
//! `--format` chooses one, or else the ending of the file. Some are printed, by `sheet` or by the command;
//! the others are streamed into a file by the library, with checkpoints ([`Format::streamed`]).

use std::path::Path;

use clap::ValueEnum;
use ishitori::files::FileFormat;

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

    /// The format of a file into which results are streamed, with checkpoints; `None` for what is printed.
    pub fn streamed(self) -> Option<FileFormat> {
        match self {
            Format::Jsonl => Some(FileFormat::Jsonl),
            Format::Npy => Some(FileFormat::Npy),
            Format::Parquet => Some(FileFormat::Parquet),
            Format::Zarr => Some(FileFormat::Zarr),
            _ => None,
        }
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
