//! Whether a formula holds of given numbers: its automaton reads their digits.

use crate::compile::compiler::FormulaCompiler;
use crate::digits::{FileNumeration, ReadingOrder};
use crate::formula::scope::Dialect;
use crate::formula::variable::{VALUE, heap};
use crate::refusal::CheckRefusal;
use crate::second_reading::formula;
use crate::watch::CheckWatch;

/// Where a formula on `h1`, `h2`, ... and perhaps `g` holds, among points that give a number for each of these
/// (heaps first, then `g` if it is needed). In binary digits, or Fibonacci digits.
///
/// # Errors
/// [`CheckRefusal`] if it is no formula, is too large, or the watcher stopped the work.
pub fn holds_at(
    text: &str,
    fibonacci: bool,
    heaps: usize,
    points: &[Vec<u64>],
    watcher: &mut dyn FnMut(&str) -> bool,
) -> Result<Vec<bool>, CheckRefusal> {
    let mut watch = CheckWatch::new(watcher);
    let numeration = if fibonacci { FileNumeration::Zeckendorf } else { FileNumeration::Binary };
    let mut compiler = FormulaCompiler::new(numeration, ReadingOrder::Msd, Vec::new());
    let formula = formula(text, heaps, Dialect { numeration, single: false })?;
    let relation = compiler.relation(&formula, &mut watch)?;
    let place = |variable: u32| match variable {
        VALUE => heaps,
        variable => (0..heaps).find(|index| heap(*index) == variable).unwrap_or(heaps),
    };
    let places: Vec<usize> = relation.variables.iter().map(|variable| place(*variable)).collect();
    let mut found = Vec::new();
    for point in points {
        let numbers: Option<Vec<u64>> =
            places.iter().map(|place| point.get(*place).copied()).collect();
        let numbers = numbers.ok_or_else(|| CheckRefusal::new("a point with too few numbers"))?;
        let digits: Vec<Vec<bool>> =
            numbers.iter().map(|number| digits(*number, fibonacci)).collect();
        let longest = digits.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = 0;
        for column in (0..longest).rev() {
            for digits in &digits {
                let digit = digits.get(column).copied().unwrap_or(false);
                state = relation.automaton.next[state as usize][usize::from(digit)];
            }
        }
        found.push(relation.automaton.accepting[state as usize]);
        watch.tick(longest)?;
    }
    Ok(found)
}

/// The digits of a number, the least significant first.
fn digits(number: u64, fibonacci: bool) -> Vec<bool> {
    if !fibonacci {
        return (0..64 - number.leading_zeros()).map(|place| number >> place & 1 == 1).collect();
    }
    let mut worth = vec![1u64, 2];
    while worth[worth.len() - 1] <= number && worth.len() < 90 {
        worth.push(worth[worth.len() - 1] + worth[worth.len() - 2]);
    }
    let mut left = number;
    let mut found = vec![false; worth.len()];
    for place in (0..worth.len()).rev() {
        if worth[place] <= left {
            left -= worth[place];
            found[place] = true;
        }
    }
    found
}
