//! Positions of other people's programs: any JSON value, written in one way.
//!
//! Two texts are the same position if they are the same value: blanks mean nothing, nor does the order of the keys of an
//! object. `1` and `1.0` are two values. Numbers that would lose digits are refused, since two positions must not become one;
//! so are keys that come twice. An answer is an array of positions, or an object that says why there is none. Cost: one pass
//! over the text, a copy of each position.

use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// Whole numbers from here on are not told apart by all programs that read JSON.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// A position: a JSON value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JsonPosition(Arc<str>);

impl JsonPosition {
    /// Reads a JSON value.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<JsonPosition, String> {
        let mut written = String::new();
        read(text, CanonicalJson(&mut written))?;
        Ok(JsonPosition(written.into()))
    }

    /// Reads what somebody typed: a JSON value, or else a text.
    pub fn typed(text: &str) -> JsonPosition {
        JsonPosition::read(text)
            .unwrap_or_else(|_| JsonPosition(Value::from(text).to_string().into()))
    }

    /// The value on one line.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The value.
    pub fn value(&self) -> Value {
        serde_json::from_str(&self.0).expect("it was written as JSON")
    }
}

impl fmt::Display for JsonPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a program answers for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramAnswer {
    /// Its options.
    Options(Vec<JsonPosition>),
    /// Why it tells none.
    Refused(String),
}

impl ProgramAnswer {
    /// Reads an answer.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(line: &str) -> Result<ProgramAnswer, String> {
        read(line, AnswerReader)
    }
}

fn read<'de, S: DeserializeSeed<'de>>(text: &'de str, seed: S) -> Result<S::Value, String> {
    let mut source = serde_json::Deserializer::from_str(text);
    let value = seed.deserialize(&mut source).and_then(|value| source.end().map(|()| value));
    // There is one line only, so its number tells nothing.
    value.map_err(|why| why.to_string().replace(" at line 1 column", " at column"))
}

/// Writes a value as it is read.
struct CanonicalJson<'a>(&'a mut String);

impl CanonicalJson<'_> {
    fn put<T: fmt::Display, E>(self, value: T) -> Result<(), E> {
        use fmt::Write;
        write!(self.0, "{value}").expect("a text takes everything");
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for CanonicalJson<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for CanonicalJson<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.put(value)
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.put("null")
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.put(value)
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.put(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        if value.abs() >= MAX_EXACT {
            return Err(E::custom(
                "a number is too large to keep all its digits: write it as a text",
            ));
        }
        // There is one zero.
        self.put(Value::from(if value == 0.0 { 0.0 } else { value }))
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.put(Value::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let begin = self.0.len();
        self.0.push('[');
        while items.next_element_seed(CanonicalJson(self.0))?.is_some() {
            self.0.push(',');
        }
        close(self.0, begin, ']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut all: Vec<(String, String)> = Vec::new();
        while let Some(key) = entries.next_key::<String>()? {
            let mut value = String::new();
            entries.next_value_seed(CanonicalJson(&mut value))?;
            all.push((key, value));
        }
        all.sort();
        if let Some(twice) = all.windows(2).find(|two| two[0].0 == two[1].0) {
            return Err(A::Error::custom(format!("the key `{}` comes twice", twice[0].0)));
        }
        let begin = self.0.len();
        self.0.push('{');
        for (key, value) in all {
            self.0.push_str(&format!("{}:{value},", Value::from(key)));
        }
        close(self.0, begin, '}');
        Ok(())
    }
}

/// Puts a bracket in the place of the last comma, if there is one.
fn close(text: &mut String, begin: usize, bracket: char) {
    if text.len() > begin + 1 {
        text.pop();
    }
    text.push(bracket);
}

struct AnswerReader;

impl<'de> DeserializeSeed<'de> for AnswerReader {
    type Value = ProgramAnswer;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<ProgramAnswer, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnswerReader {
    type Value = ProgramAnswer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of positions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<ProgramAnswer, A::Error> {
        let (mut options, mut text) = (Vec::new(), String::new());
        while items.next_element_seed(CanonicalJson(&mut text))?.is_some() {
            options.push(JsonPosition(text.as_str().into()));
            text.clear();
        }
        Ok(ProgramAnswer::Options(options))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<ProgramAnswer, A::Error> {
        let mut refused = None;
        while let Some(key) = entries.next_key::<String>()? {
            let value: Value = entries.next_value()?;
            if key == "error" {
                refused = Some(value.as_str().map_or_else(|| value.to_string(), str::to_string));
            }
        }
        let no_error = || {
            A::Error::custom("an object without `error`, where an array of positions should stand")
        };
        refused.map(ProgramAnswer::Refused).ok_or_else(no_error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        JsonPosition::read(text).map_or_else(|why| why, |position| position.to_string())
    }

    #[test]
    fn one_value_is_written_in_one_way() {
        for (text, expected) in [
            (" [ 3, 4 ] ", "[3,4]"),
            ("{\"b\": [], \"a\": {}}", "{\"a\":{},\"b\":[]}"),
            ("\"\\u0061/\\n\"", "\"a/\\n\""),
            ("[true,null,-7,18446744073709551615,0.50]", "[true,null,-7,18446744073709551615,0.5]"),
            ("1.0", "1.0"),
            ("[-0, -0.0, 0.0]", "[0.0,0.0,0.0]"),
            ("1", "1"),
        ] {
            assert_eq!(written(text), expected);
            assert_eq!(written(expected), expected, "written as it is read");
        }
    }

    #[test]
    fn what_would_merge_positions_is_refused() {
        assert!(written("18446744073709551616").contains("too large to keep all its digits"));
        assert!(written("[1e30]").contains("too large to keep all its digits"));
        assert!(written("{\"a\":1,\"a\":2}").contains("`a` comes twice"));
        assert!(
            written("[1] 2").contains("trailing characters at column 5"),
            "{}",
            written("[1] 2")
        );
        assert!(written(&"[".repeat(1000)).contains("recursion limit"));
    }

    #[test]
    fn what_is_typed_may_be_a_text() {
        assert_eq!(JsonPosition::typed("3,5").text(), "\"3,5\"");
        assert_eq!(JsonPosition::typed("[3, 5]").text(), "[3,5]");
        assert_eq!(JsonPosition::typed("##./#..").value(), Value::from("##./#.."));
    }

    #[test]
    fn answers_are_arrays_or_errors() {
        let read = |line: &str| ProgramAnswer::read(line);
        let positions = |texts: &[&str]| texts.iter().map(|t| JsonPosition::typed(t)).collect();
        assert_eq!(read("[]"), Ok(ProgramAnswer::Options(vec![])));
        assert_eq!(read("[[1, 2],3]\r"), Ok(ProgramAnswer::Options(positions(&["[1,2]", "3"]))));
        assert_eq!(read("{\"error\": \"no\"}"), Ok(ProgramAnswer::Refused("no".into())));
        for line in ["", "17", "{}", "[1", "hello", "[1]]"] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
