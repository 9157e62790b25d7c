//! Lists of positions: `path(1..20)`, `trees(9)`, `partitions(1..12)`, `3,2,1; 4,4`.
//!
//! A list is made of texts joined by `;`. In each, a range among the numbers of a name stands for one text for every number in it. Some names
//! stand for many positions, each once up to symmetry: all trees or graphs with so many vertices, all partitions of a number.
//! Which names there are is the kind's business ([`FigureKind::list`]).

use std::collections::BTreeMap;

use super::canonical::{self, MarkedRelation};
use super::{FigureKind, NamedList, members};
use crate::control::Control;

/// A list has at most so many positions.
const MAX_LISTED: usize = 500_000;

/// A position of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedText {
    /// How it is called in the list.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The numbers in its name.
    pub numbers: Vec<i64>,
}

/// The texts of a list, in order.
///
/// # Errors
/// A sentence that says what is wrong.
pub(in crate::game) fn expand(
    kind: &dyn FigureKind,
    list: &str,
    control: &Control,
) -> Result<Vec<ListedText>, String> {
    let mut found = Vec::new();
    for text in list.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        for (name, numbers) in ranges(text)? {
            if control.ask().is_err() {
                return Err("stopped".into());
            }
            let called = call(&name).ok().and_then(|(word, given)| {
                kind.list(&NamedList { name: &word, numbers: &given, control })
            });
            let listed =
                |text: String, name: String| ListedText { name, text, numbers: numbers.clone() };
            match called {
                Some(texts) => {
                    found.extend(texts?.into_iter().map(|text| listed(text.clone(), text)));
                }
                None => found.push(listed(name.clone(), name.clone())),
            }
            if found.len() > MAX_LISTED {
                return Err(format!("`{text}` is a list of more than {MAX_LISTED} positions"));
            }
        }
    }
    match found.is_empty() {
        true => Err("this list is empty: write positions, joined by `;`, as in path(1..20)".into()),
        false => Ok(found),
    }
}

/// Why a text is no position: `why`, and what its name says of what was meant.
pub(in crate::game) fn refusal(kind: &dyn FigureKind, text: &str, why: String) -> String {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let (lists, families) = (kind.list_names(), kind.family_names());
    if lists.contains(&word) {
        let rest = rest.split_once(')').map_or("", |(_, rest)| rest).trim();
        return match rest {
            "" => format!(
                "`{word}` is a list of positions; `table`, `positions` and `check` take lists, with `--on`"
            ),
            at if at.starts_with("at ") => format!(
                "`{word}` is a list of positions, so `{rest}` cannot stand behind it: its graphs have tokens where the game has one, on each vertex"
            ),
            _ => format!("`{word}` is a list of positions, so `{rest}` cannot stand behind it"),
        };
    }
    if families.contains(&word) {
        let numbers = rest.trim_start();
        return match numbers.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("numbers stand in brackets: {word}({numbers})"),
            false => why,
        };
    }
    let known = || families.iter().chain(lists).copied().filter(|_| word.len() > 2);
    match ishitori_rule::problem::closest(word, known()) {
        Some(near) => format!("{why}; did you mean `{near}`?"),
        None => why,
    }
}

/// The texts for all numbers in the ranges of a text, with these numbers; texts without brackets stand for themselves.
fn ranges(text: &str) -> Result<Vec<(String, Vec<i64>)>, String> {
    let mut texts = vec![(String::new(), Vec::new())];
    let mut rest = text;
    let mut depth = 0;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 || depth == 0 {
            depth += i32::from(first == '(') - i32::from(first == ')');
            texts.iter_mut().for_each(|(text, _)| text.push(first));
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let low = number(&rest[..digits])?;
        rest = &rest[digits..];
        let mut high = low;
        if let Some(after) = rest.trim_start().strip_prefix("..") {
            let after = after.trim_start();
            if !after.starts_with(|c: char| c.is_ascii_digit()) {
                return Err(format!("`{low}..` has no end: a range is written 1..4"));
            }
            let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            high = number(&after[..digits])?;
            rest = &after[digits..];
        }
        let many = usize::try_from(high.saturating_sub(low)).unwrap_or(usize::MAX);
        if high < low || many.saturating_mul(texts.len()) > MAX_LISTED {
            return Err(format!("`{low}..{high}` is no range, or too long"));
        }
        let with = |(text, numbers): &(String, Vec<i64>), n: i64| {
            (format!("{text}{n}"), [numbers.as_slice(), &[n]].concat())
        };
        let more = texts.iter().flat_map(|one| (low..=high).map(move |n| with(one, n)));
        texts = more.collect();
    }
    Ok(texts)
}

fn number(digits: &str) -> Result<i64, String> {
    digits.parse().map_err(|_| format!("`{digits}` is no number for a list"))
}

/// `name(1,2)` as its name and its numbers.
pub(super) fn call(text: &str) -> Result<(String, Vec<u64>), String> {
    let text = text.trim();
    let (name, inside) = match text.split_once('(') {
        None => (text, ""),
        Some((name, rest)) => {
            let inside = rest.strip_suffix(')').ok_or_else(|| match rest.split_once(')') {
                None => format!("`{text}` has no closing bracket"),
                Some((_, behind)) => {
                    format!("`{}` behind the brackets says nothing", behind.trim())
                }
            });
            (name, inside?)
        }
    };
    let words = inside.split(',').map(str::trim).filter(|word| !word.is_empty());
    let numbers = words.map(|word| {
        let why = |_| format!("`{word}` in `{text}` is no number; a range is written 1..4");
        word.parse().map_err(why)
    });
    Ok((name.trim().to_string(), numbers.collect::<Result<_, String>>()?))
}

/// Rows of a graph that is to be written.
type Rows = Vec<u128>;

/// All trees, graphs or connected graphs with so many vertices, each once up to symmetry; with a token on each vertex, up to symmetry.
pub(super) fn graphs(list: &NamedList, with_token: bool) -> Option<Result<Vec<String>, String>> {
    let NamedList { name, numbers, control } = *list;
    let most = match name {
        "trees" => 16,
        "graphs" | "connected" => 8,
        _ => return None,
    };
    let n = match numbers {
        [n] if (1..=most).contains(n) => *n as usize,
        _ => return Some(Err(format!("`{name}` takes a number of vertices, from 1 to {most}"))),
    };
    let all =
        (1..n).fold(vec![vec![0u128]], |smaller, _| extended(&smaller, name == "trees", control));
    let all = all.into_iter().filter(|rows| name != "connected" || is_connected(rows));
    Some(Ok(all.flat_map(|rows| texts(&rows, with_token)).collect()))
}

/// All graphs with one vertex more; only a leaf more, if trees are meant.
fn extended(smaller: &[Rows], is_leaf: bool, control: &Control) -> Vec<Rows> {
    let mut found: BTreeMap<Vec<u8>, Rows> = BTreeMap::new();
    for rows in smaller {
        let n = rows.len();
        if control.ask().is_err() {
            return Vec::new();
        }
        for near in 0u128..1 << n {
            if is_leaf && near.count_ones() != 1 {
                continue;
            }
            let mut more = rows.clone();
            members(near).for_each(|v| more[v] |= 1 << n);
            more.push(near);
            found.entry(key(&more, None)).or_insert(more);
        }
    }
    found.into_values().collect()
}

fn key(rows: &[u128], token: Option<usize>) -> Vec<u8> {
    let marks: Vec<u8> = (0..rows.len()).map(|v| u8::from(token == Some(v))).collect();
    let mut form = Vec::new();
    canonical::write(&MarkedRelation { rows, marks: &marks, is_symmetric: true }, &mut form);
    form
}

fn is_connected(rows: &[u128]) -> bool {
    let mut reached = 1u128;
    loop {
        let next = members(reached).fold(reached, |near, v| near | rows[v]);
        if next == reached {
            return reached.count_ones() as usize == rows.len();
        }
        reached = next;
    }
}

fn texts(rows: &[u128], with_token: bool) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (v, row) in rows.iter().enumerate() {
        if *row == 0 {
            words.push((v + 1).to_string());
        }
        words.extend(members(*row).filter(|u| *u > v).map(|u| format!("{}-{}", v + 1, u + 1)));
    }
    let text = words.join(",");
    if !with_token {
        return vec![text];
    }
    let tokens: BTreeMap<Vec<u8>, usize> =
        (0..rows.len()).rev().map(|v| (key(rows, Some(v)), v)).collect();
    let mut places: Vec<usize> = tokens.into_values().collect();
    places.sort_unstable();
    places.into_iter().map(|v| format!("{text} at {}", v + 1)).collect()
}

/// All partitions of n with at most so many rows and columns, the largest row first, from the one with one row on.
pub(super) fn partitions(n: usize, rows: usize, columns: usize) -> Vec<Vec<u8>> {
    fn go(left: usize, rows: usize, most: usize, row: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
        if left == 0 {
            all.push(row.clone());
            return;
        }
        if rows == 0 || all.len() > MAX_LISTED {
            return;
        }
        for next in (1..=most.min(left)).rev() {
            row.push(next as u8);
            go(left - next, rows - 1, next, row, all);
            row.pop();
        }
    }
    let mut all = Vec::new();
    go(n, rows, columns, &mut Vec::new(), &mut all);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OEIS A000055, A000088, A001349, A000041.
    #[test]
    fn lists_have_as_many_as_the_books_say() {
        let control = Control::unlimited();
        let count = |name: &str, n| {
            let list = NamedList { name, numbers: &[n], control: &control };
            graphs(&list, false).expect("known").expect("small").len()
        };
        assert_eq!(
            (1..=10).map(|n| count("trees", n)).collect::<Vec<_>>(),
            [1, 1, 1, 2, 3, 6, 11, 23, 47, 106]
        );
        assert_eq!((1..=6).map(|n| count("graphs", n)).collect::<Vec<_>>(), [1, 2, 4, 11, 34, 156]);
        assert_eq!(
            (1..=6).map(|n| count("connected", n)).collect::<Vec<_>>(),
            [1, 1, 2, 6, 21, 112]
        );
        let partitions = (0..=12).map(|n| partitions(n, 255, 255).len()).collect::<Vec<_>>();
        assert_eq!(partitions, [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77]);
    }

    #[test]
    fn ranges_stand_for_texts() {
        let texts = |text: &str| -> Vec<String> {
            ranges(text).expect("a range").into_iter().map(|(text, _)| text).collect()
        };
        assert_eq!(texts("path(2..4)"), ["path(2)", "path(3)", "path(4)"]);
        assert_eq!(texts("grid(1..2,3)"), ["grid(1,3)", "grid(2,3)"]);
        assert_eq!(texts("1-2,2-3"), ["1-2,2-3"]);
        assert!(ranges("path(4..2)").is_err());
        assert!(ranges("path(1..99999999999)").is_err());
    }
}
