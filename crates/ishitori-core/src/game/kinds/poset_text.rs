//! Posets as people write them: `chain(4)`, `product(3,4)`, `divisors(72) without bottom`, `1<2,1<3,4`.
//!
//! A list says which elements lie above which; what follows from it need not be written. Labels are words of letters, digits
//! and dots. `chomp(3,4)` is the product of chains of 3 and 4 elements without its bottom, the poisoned square, and
//! `subsets(n)` all sets of the first n numbers but none and all. `chomp(3,4) cut at 2.2` has lost 2.2 and all above it. `+` puts posets side by side.

use std::collections::BTreeMap;

use super::MASK_BITS;

/// The posets that have names.
pub(super) const FAMILIES: [&str; 7] =
    ["chain", "antichain", "product", "chomp", "boolean", "subsets", "divisors"];

/// A poset with the names of its elements.
#[derive(Clone, Debug)]
pub(super) struct LabelledPoset {
    pub labels: Vec<String>,
    /// What lies above each element.
    pub above: Vec<u128>,
    /// How it was written, if a family with a name is in it.
    pub name: Option<String>,
    /// The elements that are gone.
    pub gone: u128,
}

impl LabelledPoset {
    fn of(labels: Vec<String>, above: Vec<u128>) -> LabelledPoset {
        LabelledPoset { labels, above, name: None, gone: 0 }
    }
}

/// Reads a poset.
pub(super) fn read(text: &str) -> Result<LabelledPoset, String> {
    let (named, cut) = match text.split_once(" cut at ") {
        Some((named, cut)) => (named.trim(), cut),
        None => (text.trim(), ""),
    };
    let mut poset = of_terms(named)?;
    poset.name = named.contains('(').then(|| named.to_string());
    for word in cut.split([',', ' ']).filter(|word| !word.is_empty()) {
        let at = poset.labels.iter().position(|label| label == word);
        let at = at.ok_or_else(|| format!("`{word}` is no element of {named}"))?;
        poset.gone |= poset.above[at] | 1 << at;
    }
    Ok(poset)
}

fn of_terms(text: &str) -> Result<LabelledPoset, String> {
    let mut whole = LabelledPoset::of(Vec::new(), Vec::new());
    let terms: Vec<&str> = text.split('+').map(str::trim).collect();
    for (at, term) in terms.iter().enumerate() {
        let mut one = term_of(term)?;
        let first = whole.labels.len();
        if first + one.labels.len() > MASK_BITS {
            let found = first + one.labels.len();
            return Err(format!("{found} elements are too many: at most {MASK_BITS}"));
        }
        if terms.len() > 1 {
            one.labels.iter_mut().for_each(|label| *label = format!("{}.{label}", at + 1));
        }
        whole.labels.append(&mut one.labels);
        whole.above.extend(one.above.iter().map(|row| row << first));
    }
    Ok(whole)
}

fn term_of(term: &str) -> Result<LabelledPoset, String> {
    let mut words = term.split(" without ");
    let base = words.next().unwrap_or_default().trim();
    let is_call = base.contains('(') && base.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut poset = if is_call { named(base)? } else { listed(base)? };
    for word in words {
        let n = poset.labels.len();
        let all = |x: usize| (poset.above[x] | 1 << x).count_ones() as usize == n;
        let found = match word.trim() {
            "bottom" => (0..n).find(|x| all(*x)),
            "top" => (0..n).find(|x| (0..n).all(|y| y == *x || poset.above[y] >> x & 1 == 1)),
            other => {
                return Err(format!("`without {other}`: write `without bottom` or `without top`"));
            }
        };
        let gone = found.ok_or_else(|| format!("`{base}` has no {}", word.trim()))?;
        poset = without(&poset, gone);
    }
    Ok(poset)
}

fn without(poset: &LabelledPoset, gone: usize) -> LabelledPoset {
    let pressed = |row: u128| {
        let low = row & ((1 << gone) - 1);
        let high = row.checked_shr(gone as u32 + 1).unwrap_or(0);
        low | high.checked_shl(gone as u32).unwrap_or(0)
    };
    let kept = |i: &usize| *i != gone;
    let range = 0..poset.labels.len();
    let labels = range.clone().filter(kept).map(|i| poset.labels[i].clone()).collect();
    LabelledPoset::of(labels, range.filter(kept).map(|i| pressed(poset.above[i])).collect())
}

/// `1<2,1<3,4`, closed under what follows from it.
fn listed(text: &str) -> Result<LabelledPoset, String> {
    if text == "0" {
        return Ok(LabelledPoset::of(Vec::new(), Vec::new()));
    }
    let mut at: BTreeMap<String, usize> = BTreeMap::new();
    let mut labels = Vec::new();
    let mut pairs = Vec::new();
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let mut before: Option<usize> = None;
        for label in word.split('<') {
            let is_label = |c: char| c.is_alphanumeric() || c == '.';
            if FAMILIES.contains(&label) {
                return Err(format!("`{label}` takes numbers in brackets, as in {label}(3)"));
            }
            if label.is_empty() || !label.chars().all(is_label) {
                return Err(format!("`{word}` is neither a relation such as 1<2 nor an element"));
            }
            let next = *at.entry(label.to_string()).or_insert_with(|| {
                labels.push(label.to_string());
                labels.len() - 1
            });
            pairs.extend(before.map(|before| (before, next)));
            before = Some(next);
        }
        if labels.len() > MASK_BITS {
            return Err(format!("more than {MASK_BITS} elements are too many"));
        }
    }
    if labels.is_empty() {
        return Err(
            "there is no poset: write relations such as 1<2,1<3, or a name such as chomp(3,4)"
                .into(),
        );
    }
    let mut above = vec![0u128; labels.len()];
    pairs.iter().for_each(|(x, y)| above[*x] |= 1 << y);
    // Everything above what is above.
    for middle in 0..labels.len() {
        for x in 0..labels.len() {
            if above[x] >> middle & 1 == 1 {
                above[x] |= above[middle];
            }
        }
    }
    if let Some(x) = (0..labels.len()).find(|x| above[*x] >> x & 1 == 1) {
        return Err(format!("`{}` would lie below itself", labels[x]));
    }
    Ok(LabelledPoset::of(labels, above))
}

/// A poset by its name.
fn named(term: &str) -> Result<LabelledPoset, String> {
    let (name, numbers) = super::lists::call(term)?;
    let takes = |what: &str| Err(format!("`{name}` takes {what}"));
    let most = MASK_BITS as u64;
    match (name.as_str(), numbers.as_slice()) {
        ("chain", [n]) if (1..=most).contains(n) => Ok(product(&[*n])),
        ("antichain", [n]) if (1..=most).contains(n) => {
            let labels = (1..=*n).map(|i| i.to_string()).collect();
            Ok(LabelledPoset::of(labels, vec![0; *n as usize]))
        }
        ("chain" | "antichain", _) => takes(&format!("a number of elements, from 1 to {most}")),
        ("product" | "chomp", [_, ..]) => {
            let size = numbers.iter().try_fold(1u64, |all, n| all.checked_mul(*n));
            let bottom = u64::from(name == "chomp");
            if numbers.contains(&0) || size.is_none_or(|size| size > most + bottom) {
                return Err(format!("`{term}`: from 1 to {most} elements"));
            }
            // A poset with one element more than fits is made without its bottom.
            let whole = product_rows(&numbers);
            Ok(of_rows(if name == "chomp" { &whole[1..] } else { &whole }, |x, y| {
                x != y && x.iter().zip(y).all(|(a, b)| a <= b)
            }))
        }
        ("boolean", [n]) if (1..=7).contains(n) => Ok(subsets(0..1 << n)),
        ("subsets", [n]) if (1..=7).contains(n) => Ok(subsets(1..(1 << n) - 1)),
        ("boolean" | "subsets", _) => takes("a number from 1 to 7"),
        ("divisors", [n]) if (1..=1_000_000).contains(n) => {
            let divisors: Vec<Vec<u64>> =
                (1..=*n).filter(|d| n % d == 0).map(|d| vec![d]).collect();
            if divisors.len() > MASK_BITS {
                return Err(format!("{n} has more than {MASK_BITS} divisors"));
            }
            Ok(of_rows(&divisors, |x, y| x != y && y[0] % x[0] == 0))
        }
        ("divisors", _) => takes("a number from 1 to 1000000"),
        _ => Err(format!("there is no poset `{name}`: {}", FAMILIES.join(", "))),
    }
}

fn product(sizes: &[u64]) -> LabelledPoset {
    let rows = product_rows(sizes);
    of_rows(&rows, |x, y| x != y && x.iter().zip(y).all(|(a, b)| a <= b))
}

/// All tuples with each number from 1 to its size, in order.
fn product_rows(sizes: &[u64]) -> Vec<Vec<u64>> {
    sizes.iter().fold(vec![Vec::new()], |rows, size| {
        let longer = |row: &Vec<u64>| {
            let row = row.clone();
            (1..=*size).map(move |n| [row.as_slice(), &[n]].concat()).collect::<Vec<_>>()
        };
        rows.iter().flat_map(longer).collect()
    })
}

/// Sets of numbers as masks; labels are their members.
fn subsets(masks: std::ops::Range<u64>) -> LabelledPoset {
    let sets: Vec<Vec<u64>> = masks.map(|mask| vec![mask]).collect();
    let mut poset = of_rows(&sets, |x, y| x[0] & y[0] == x[0] && x != y);
    for (label, set) in poset.labels.iter_mut().zip(&sets) {
        let members = (1..=7).filter(|i| set[0] >> (i - 1) & 1 == 1);
        let members: Vec<String> = members.map(|i: u64| i.to_string()).collect();
        *label = if members.is_empty() { "none".to_string() } else { members.join(".") };
    }
    poset
}

fn of_rows(rows: &[Vec<u64>], is_below: impl Fn(&[u64], &[u64]) -> bool) -> LabelledPoset {
    let label = |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
    let above = |x: &Vec<u64>| {
        let higher = rows.iter().enumerate().filter(|(_, y)| is_below(x, y));
        higher.fold(0u128, |mask, (at, _)| mask | 1 << at)
    };
    LabelledPoset::of(rows.iter().map(label).collect(), rows.iter().map(above).collect())
}
