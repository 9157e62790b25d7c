//! A formula for the limit rows of a band: what the values are from the start on, for all rows at once.
//!
//! Two things are looked for. Where a row has a value it may be x and a linear form of the bounded heaps with weights -1, 0, 1,
//! where x may be xored with one of them or with two. Which rows have values may be told by equations between small terms: heaps, sums,
//! minima, maxima and xors of two. Every equation that holds wherever there is a value is necessary; if all together are
//! sufficient, those that can be spared are left out.
//!
//! **Decided, not sampled.** From the start on a value grows by the period when x does; so does `x xor c` for every power of two above c. So both sides are
//! compared in as many columns as the least common multiple of the period and such a power, in every row, and are then
//! equal for all x. Cost: for each form the rows until one differs; for the form that is found all of them.

use super::FoundBand;
use crate::control::{Control, GaveUp};

/// No more cells are compared for a formula.
const CELLS: u64 = 1 << 26;
/// With more bounded heaps there are too many forms.
const HEAPS: usize = 6;

/// A formula that holds for all rows, from the start of the band on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitFormula {
    /// The value in terms of `x` and the bounded heaps.
    pub value: String,
    /// Where there is one; none if everywhere.
    pub condition: Option<String>,
}

/// A small term of bounded heaps.
#[derive(Clone, Copy)]
enum SmallTerm {
    Zero,
    Heap(usize),
    Sum(usize, usize),
    Least(usize, usize),
    Most(usize, usize),
    Xor(usize, usize),
}

impl SmallTerm {
    fn value(self, sizes: &[u64]) -> u64 {
        match self {
            SmallTerm::Zero => 0,
            SmallTerm::Heap(i) => sizes[i],
            SmallTerm::Sum(i, j) => sizes[i] + sizes[j],
            SmallTerm::Least(i, j) => sizes[i].min(sizes[j]),
            SmallTerm::Most(i, j) => sizes[i].max(sizes[j]),
            SmallTerm::Xor(i, j) => sizes[i] ^ sizes[j],
        }
    }

    fn display(self, names: &[String]) -> String {
        match self {
            SmallTerm::Zero => "0".to_string(),
            SmallTerm::Heap(i) => names[i].clone(),
            SmallTerm::Sum(i, j) => format!("{} + {}", names[i], names[j]),
            SmallTerm::Least(i, j) => format!("min({}, {})", names[i], names[j]),
            SmallTerm::Most(i, j) => format!("max({}, {})", names[i], names[j]),
            SmallTerm::Xor(i, j) => format!("({} xor {})", names[i], names[j]),
        }
    }
}

/// The columns that decide a formula, and the rows.
struct LimitRows<'a> {
    band: &'a FoundBand,
    names: &'a [String],
    columns: std::ops::Range<u64>,
    /// The rows that have values.
    with_value: Vec<usize>,
}

/// A formula for the values of a band, if one of those that are tried is right; names are those of the bounded heaps.
///
/// # Errors
/// If the work is stopped.
pub fn limit_formula(
    band: &FoundBand,
    x: &str,
    names: &[String],
    control: &Control,
) -> Result<Option<LimitFormula>, GaveUp> {
    let Some(rows) = LimitRows::new(band, names) else { return Ok(None) };
    let Some(value) = rows.value(x, control)? else { return Ok(None) };
    match rows.with_value.len() == band.rows {
        true => Ok(Some(LimitFormula { value, condition: None })),
        false => {
            let condition = rows.condition(control)?;
            Ok(condition.map(|condition| LimitFormula { value, condition: Some(condition) }))
        }
    }
}

impl<'a> LimitRows<'a> {
    fn new(band: &'a FoundBand, names: &'a [String]) -> Option<LimitRows<'a>> {
        if band.saltus as usize != band.period || names.len() > HEAPS {
            return None;
        }
        let largest = (0..band.rows).flat_map(|row| band.sizes(row)).max().copied().unwrap_or(0);
        // Xors of two heaps stay below this as well.
        let power = (largest + 1).next_power_of_two();
        let period = band.period as u64;
        let common = period
            .checked_mul(power / (1 << period.trailing_zeros().min(power.trailing_zeros())))?;
        let start = band.start as u64;
        if common.checked_mul(band.rows as u64)? > CELLS {
            return None;
        }
        let columns = start..start + common;
        let mut with_value = Vec::new();
        for row in 0..band.rows {
            let has = (start..start + period).filter(|x| band.value(row, *x).is_some()).count();
            match has as u64 {
                0 => {}
                all if all == period => with_value.push(row),
                // In some columns only: no formula of this kind.
                _ => return None,
            }
        }
        (!with_value.is_empty()).then_some(LimitRows { band, names, columns, with_value })
    }

    /// The value where there is one.
    fn value(&self, x: &str, control: &Control) -> Result<Option<String>, GaveUp> {
        let heaps = self.names.len();
        let pairs = (0..heaps).flat_map(|i| (0..i).map(move |j| SmallTerm::Xor(j, i)));
        let xored =
            [SmallTerm::Zero].into_iter().chain((0..heaps).map(SmallTerm::Heap)).chain(pairs);
        let mut forms = weights(heaps);
        forms.sort_by_key(|form| form.iter().filter(|weight| **weight != 0).count());
        for term in xored {
            for form in &forms {
                control.check()?;
                if self.fits(term, form) {
                    return Ok(Some(self.words(x, term, form)));
                }
            }
        }
        Ok(None)
    }

    fn fits(&self, term: SmallTerm, form: &[i64]) -> bool {
        self.with_value.iter().all(|row| {
            let sizes = self.band.sizes(*row);
            let more: i64 =
                form.iter().zip(sizes).map(|(weight, size)| weight * *size as i64).sum();
            let xored = term.value(sizes);
            let mut columns = self.columns.clone();
            columns.all(|x| {
                self.band.value(*row, x).map(|y| y as i64) == Some((x ^ xored) as i64 + more)
            })
        })
    }

    fn words(&self, x: &str, term: SmallTerm, form: &[i64]) -> String {
        let mut text = match term {
            SmallTerm::Zero => x.to_string(),
            SmallTerm::Xor(i, j) => format!("({x} xor {} xor {})", self.names[i], self.names[j]),
            other => format!("({x} xor {})", other.display(self.names)),
        };
        for (weight, name) in form.iter().zip(self.names) {
            match weight {
                1 => text.push_str(&format!(" + {name}")),
                -1 => text.push_str(&format!(" - {name}")),
                _ => {}
            }
        }
        text
    }

    /// Equations that say in which rows there is a value.
    fn condition(&self, control: &Control) -> Result<Option<String>, GaveUp> {
        let terms = small_terms(self.names.len());
        let mut known = vec![false; self.band.rows];
        self.with_value.iter().for_each(|row| known[*row] = true);
        let mut necessary = Vec::new();
        for (at, one) in terms.iter().enumerate() {
            for other in &terms[at + 1..] {
                control.check()?;
                let equal = |row: &usize| {
                    let sizes = self.band.sizes(*row);
                    one.value(sizes) == other.value(sizes)
                };
                if self.with_value.iter().all(equal) {
                    necessary.push((*one, *other));
                }
            }
        }
        // The rows that no equation of a list keeps out, although they have no value.
        let left = |equations: &[(SmallTerm, SmallTerm)]| {
            (0..self.band.rows).filter(|row| !known[*row]).any(|row| {
                let sizes = self.band.sizes(row);
                equations.iter().all(|(one, other)| one.value(sizes) == other.value(sizes))
            })
        };
        if left(&necessary) {
            return Ok(None);
        }
        let mut at = necessary.len();
        // The last are the longest, so they go first.
        while at > 0 {
            at -= 1;
            control.check()?;
            let without: Vec<_> =
                (0..necessary.len()).filter(|i| *i != at).map(|i| necessary[i]).collect();
            if !left(&without) {
                necessary = without;
            }
        }
        let words = necessary.iter().map(|(one, other)| {
            format!("{} = {}", one.display(self.names), other.display(self.names))
        });
        Ok(Some(words.collect::<Vec<_>>().join(" and ")))
    }
}

/// All weights -1, 0, 1.
fn weights(heaps: usize) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..heaps {
        let longer = |start: &Vec<i64>| [0, 1, -1].map(|next| [start.clone(), vec![next]].concat());
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Small terms of so many heaps, shorter ones first.
fn small_terms(heaps: usize) -> Vec<SmallTerm> {
    let mut terms = vec![SmallTerm::Zero];
    terms.extend((0..heaps).map(SmallTerm::Heap));
    for kind in [SmallTerm::Sum, SmallTerm::Least, SmallTerm::Most, SmallTerm::Xor] {
        for second in 0..heaps {
            terms.extend((0..second).map(|first| kind(first, second)));
        }
    }
    terms
}
