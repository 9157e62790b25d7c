//! Printed formulas, with what is known of them: free variables, and whether they are constant.
//!
//! Walnut refuses quantifiers over variables that do not occur, so constants are worked out while
//! printing and the free variables of each part are carried along. Its `&` and `|` bind alike, so
//! whatever is joined is in parentheses. It has natural numbers up to 31 bits: terms with a minus go to
//! the other side, and a larger number is `None`, for which `script.rs` builds an automaton. Tested in
//! `tests/script.rs`.

use crate::linear::Comparison;
use std::collections::{BTreeMap, BTreeSet};

/// A printed formula.
pub(super) struct PrintedFormula {
    pub text: String,
    /// Its free variables, by Walnut's names.
    pub free: BTreeSet<String>,
    /// Whether it is true or false.
    pub constant: Option<bool>,
}

impl PrintedFormula {
    pub fn constant(holds: bool) -> Self {
        let text = if holds { "0=0" } else { "0=1" }.to_owned();
        PrintedFormula { text, free: BTreeSet::new(), constant: Some(holds) }
    }

    pub fn not(self) -> Self {
        match self.constant {
            Some(holds) => PrintedFormula::constant(!holds),
            None => PrintedFormula { text: format!("~{}", enclosed(&self.text)), ..self },
        }
    }

    /// Two or more parts with signs between.
    pub(crate) fn joined(parts: Vec<PrintedFormula>, sign: &str) -> Self {
        let free = parts.iter().flat_map(|part| part.free.iter().cloned()).collect();
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        PrintedFormula {
            text: format!("({})", texts.join(&format!(" {sign} "))),
            free,
            constant: None,
        }
    }

    /// All of `parts` (`conjunction`), or any.
    pub fn fold(parts: Vec<PrintedFormula>, conjunction: bool) -> Self {
        if parts.iter().any(|part| part.constant == Some(!conjunction)) {
            return PrintedFormula::constant(!conjunction);
        }
        let mut open: Vec<PrintedFormula> =
            parts.into_iter().filter(|part| part.constant.is_none()).collect();
        match (open.pop(), open.is_empty()) {
            (None, _) => PrintedFormula::constant(conjunction),
            (Some(part), true) => part,
            (Some(part), false) => {
                open.push(part);
                PrintedFormula::joined(open, if conjunction { "&" } else { "|" })
            }
        }
    }

    pub fn iff(p: PrintedFormula, q: PrintedFormula) -> Self {
        match (p.constant, q.constant) {
            (Some(true), _) => q,
            (_, Some(true)) => p,
            (Some(false), _) => q.not(),
            (_, Some(false)) => p.not(),
            _ => PrintedFormula::joined(vec![p, q], "<=>"),
        }
    }
}

/// In parentheses, unless it is.
pub(super) fn enclosed(text: &str) -> String {
    if text.starts_with('(') { text.to_owned() } else { format!("({text})") }
}

/// A linear form compared with a constant, what has a minus being moved to the other side; `None` if
/// a number is too large for Walnut.
pub(super) fn linear(
    terms: &BTreeMap<String, i128>,
    comparison: Comparison,
    constant: i128,
) -> Option<PrintedFormula> {
    if terms.is_empty() {
        return Some(PrintedFormula::constant(comparison.holds(0.cmp(&constant))));
    }
    let numbers = terms.values().chain([&constant]);
    if numbers.into_iter().any(|number| number.unsigned_abs() > i32::MAX as u128) {
        return None;
    }
    let side = |sign: i128| {
        let mut words: Vec<String> = Vec::new();
        for (name, weight) in terms.iter().filter(|(_, weight)| **weight * sign > 0) {
            words.push(match weight * sign {
                1 => name.clone(),
                times => format!("{times}*{name}"),
            });
        }
        if constant * sign < 0 {
            words.push((-constant * sign).to_string());
        }
        if words.is_empty() { "0".to_owned() } else { words.join("+") }
    };
    let sign = match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
    };
    let text = format!("{}{sign}{}", side(1), side(-1));
    Some(PrintedFormula { text, free: terms.keys().cloned().collect(), constant: None })
}
