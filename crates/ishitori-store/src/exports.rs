//! Tables and sets of positions as NumPy arrays and as lines of JSON.
//!
//! Both stream: nothing but a buffer is in memory. They say nothing of the game; for files that do, see
//! `positions` and `tables`. They write to any output; [`crate::WholeFile`] is one that is put into its place
//! when it is finished.

mod npy;

use std::io::{self, Write};

use serde_json::Value;

pub use self::npy::{NpyRows, write_npy_table};

/// Lines of JSON, an object each, as polars and `jq` read them.
#[derive(Debug)]
pub struct JsonLines<W> {
    out: W,
    /// The names of the heaps as JSON, with what is around them.
    names: Vec<String>,
}

impl<W: Write> JsonLines<W> {
    /// Lines with these names.
    pub fn new(out: W, names: &[String]) -> JsonLines<W> {
        let name = |name: &String| format!("{}:", Value::from(name.as_str()));
        JsonLines { out, names: names.iter().map(name).collect() }
    }

    /// Writes a position; `{"a":1,"b":2}`. With a name and a value also these, the value as `null` if
    /// there is none.
    ///
    /// # Errors
    /// If the output says no, or there are not as many heaps as names.
    pub fn append(
        &mut self,
        heaps: &[u64],
        value: Option<(&str, Option<Value>)>,
    ) -> io::Result<()> {
        if heaps.len() != self.names.len() {
            let why = format!("{heaps:?} has not {} heaps", self.names.len());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let mut before = '{';
        for (name, heap) in self.names.iter().zip(heaps) {
            write!(self.out, "{before}{name}{heap}")?;
            before = ',';
        }
        if let Some((name, value)) = value {
            write!(self.out, "{before}{}:{}", Value::from(name), value.unwrap_or(Value::Null))?;
        } else if self.names.is_empty() {
            write!(self.out, "{{")?;
        }
        writeln!(self.out, "}}")
    }

    /// The output.
    pub fn into_inner(self) -> W {
        self.out
    }
}
