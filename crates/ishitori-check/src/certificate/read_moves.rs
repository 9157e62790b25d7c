//! Reads the moves of a certificate, and its measure.
//!
//! A move either lowers heaps or is a formula on the heaps and some new numbers. That the measure gets smaller
//! with each move is an obligation ([`crate::theorem::obligations`]); here only its form is checked.

use crate::certificate::contents::{CertificateMove, MANY};
use crate::certificate::statement::MeasureCount;
use crate::formula::read::FormulaReader;
use crate::formula::scope::Dialect;
use crate::formula::variable::{VariableNumber, created};
use crate::refusal::CheckRefusal;
use crate::text::expression::is_name;
use crate::text::lines::{CertificateLine, CertificateLines};

/// The most heaps, and the most new numbers of a move.
const NAMES: usize = 50;

/// The most heaps that a measure counts: which of them are large are cases to be told apart.
const COUNTED: usize = 6;

/// The moves, and their lines.
pub(crate) fn moves<'a>(
    lines: &mut CertificateLines<'a>,
    heaps: &[(&'a str, VariableNumber)],
    dialect: Dialect,
) -> Result<(Vec<CertificateMove>, Vec<String>), CheckRefusal> {
    let (mut moves, mut texts) = (Vec::new(), Vec::new());
    while let Some(line) = lines.peek().filter(|l| l.after("lower").or(l.after("move")).is_some()) {
        moves.push(read_move(&line, heaps, dialect)?);
        texts.push(line.text.to_string());
        lines.next()?;
        if moves.len() > MANY {
            return Err(line.refuse("too many moves"));
        }
    }
    Ok((moves, texts))
}

/// The move of a line.
pub(crate) fn read_move<'a>(
    line: &CertificateLine<'a>,
    heaps: &[(&'a str, VariableNumber)],
    dialect: Dialect,
) -> Result<CertificateMove, CheckRefusal> {
    match line.after("lower") {
        Some(rest) => lower_move(line, rest, heaps),
        None => general_move(line, heaps, dialect),
    }
}

/// The counts of the measure: `WEIGHTS`, `WEIGHTS and WEIGHTS above BOUNDS`, several separated by `then`.
pub(crate) fn measure(
    lines: &mut CertificateLines,
    heaps: usize,
) -> Result<Vec<MeasureCount>, CheckRefusal> {
    let line = lines.next()?;
    let words = line.words(line.expect("measure")?)?;
    words.split(|word| *word == "then").map(|words| count(&line, words, heaps)).collect()
}

/// One count of the measure.
fn count(
    line: &CertificateLine,
    words: &[&str],
    heaps: usize,
) -> Result<MeasureCount, CheckRefusal> {
    let numbers = |words: &[&str]| {
        let numbers = words.iter().map(|word| line.integer(word));
        let numbers = numbers.collect::<Result<Vec<i64>, _>>()?;
        if numbers.len() != heaps || numbers.iter().any(|number| *number < 0) {
            return Err(line.refuse("the measure needs one weight a heap, none negative"));
        }
        Ok(numbers)
    };
    let Some(at) = words.iter().position(|word| *word == "and") else {
        return Ok(MeasureCount { stones: numbers(words)?, above: Vec::new() });
    };
    let mut behind = words[at + 1..].split(|word| *word == "above");
    let (Some(weights), Some(bounds), None) = (behind.next(), behind.next(), behind.next()) else {
        return Err(line.refuse("expected `WEIGHTS and WEIGHTS above BOUNDS`"));
    };
    let above: Vec<(i64, i64)> = numbers(weights)?.into_iter().zip(numbers(bounds)?).collect();
    if above.iter().filter(|(weight, _)| *weight != 0).count() > COUNTED {
        return Err(line.refuse(format!("at most {COUNTED} heaps are counted")));
    }
    Ok(MeasureCount { stones: numbers(&words[..at])?, above })
}

/// Refuses names that are no names, or the same.
pub(crate) fn names(line: &CertificateLine, names: &[&str]) -> Result<(), CheckRefusal> {
    let twice = |index: usize| names[..index].contains(&names[index]);
    if names.len() > NAMES || (0..names.len()).any(|index| !is_name(names[index]) || twice(index)) {
        return Err(line.refuse(format!("expected at most {NAMES} names, no two the same")));
    }
    Ok(())
}

/// `lower NAMES`
fn lower_move<'a>(
    line: &CertificateLine<'a>,
    rest: &'a str,
    heaps: &[(&'a str, VariableNumber)],
) -> Result<CertificateMove, CheckRefusal> {
    let words = line.words(rest)?;
    names(line, &words)?;
    let find = |word: &&str| heaps.iter().position(|(name, _)| name == word);
    match words.iter().map(find).collect::<Option<Vec<usize>>>() {
        Some(lower) if !lower.is_empty() => Ok(CertificateMove::Lower(lower)),
        _ => Err(line.refuse("`lower` needs names of heaps")),
    }
}

/// `move new NAMES with FORMULA to NAMES`
fn general_move<'a>(
    line: &CertificateLine<'a>,
    heaps: &[(&'a str, VariableNumber)],
    dialect: Dialect,
) -> Result<CertificateMove, CheckRefusal> {
    if dialect.single {
        return Err(line.refuse("with `digits single` all moves are `lower` moves"));
    }
    let wrong = || line.refuse("expected `move new NAMES with FORMULA to NAMES`");
    let rest = line.expect("move new")?;
    let (before, after) = match rest.strip_prefix("with ") {
        Some(after) => ("", after),
        None => rest.split_once(" with ").ok_or_else(wrong)?,
    };
    let new = line.words(before)?;
    names(line, &[heaps.iter().map(|heap| heap.0).collect(), new.clone()].concat())?;
    let fresh = new.iter().enumerate().map(|(index, name)| (*name, created(index)));
    let known: Vec<(&str, VariableNumber)> = heaps.iter().copied().chain(fresh).collect();
    let (formula, rest) = FormulaReader::new(line, dialect, known.clone()).formula(after, true)?;
    let to = line.words(rest.strip_prefix(" to ").ok_or_else(wrong)?)?;
    let find = |word: &&str| known.iter().find(|(name, _)| name == word).map(|found| found.1);
    let to = to.iter().map(find).collect::<Option<Vec<VariableNumber>>>().ok_or_else(wrong)?;
    if to.len() != heaps.len() {
        return Err(line.refuse("after `to` there is to be one name a heap"));
    }
    Ok(CertificateMove::General {
        created: new.iter().map(ToString::to_string).collect(),
        formula,
        to,
    })
}
