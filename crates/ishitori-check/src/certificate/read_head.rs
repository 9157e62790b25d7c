//! Reads the head of a certificate: the lines from the first to `valid`.
//!
//! They say how numbers are written, which heaps there are, and which positions are valid. Moves and theorem
//! follow it: [`crate::certificate::read_moves`], [`crate::certificate::read_theorem`].

use crate::certificate::read_moves::names;
use crate::digits::{FileNumeration, ReadingOrder};
use crate::formula::condition::ColumnCondition;
use crate::formula::number_formula::NumberFormula;
use crate::formula::read::FormulaReader;
use crate::formula::scope::Dialect;
use crate::formula::variable::{VariableNumber, heap};
use crate::refusal::CheckRefusal;
use crate::text::lines::CertificateLines;

/// The words of the head that nobody but people reads.
pub(crate) struct HeadWords {
    pub(crate) game: String,
    pub(crate) rule: String,
    pub(crate) claim: String,
    pub(crate) claim_text: String,
}

/// The first lines of a certificate.
pub(crate) fn words(lines: &mut CertificateLines) -> Result<HeadWords, CheckRefusal> {
    let first = lines.next()?;
    if first.text != "ishitori certificate 1" {
        return Err(first.refuse("this is no certificate of version 1"));
    }
    let game = lines.next()?.expect("game")?.to_string();
    let line = lines.next()?;
    if !line.expect("rule")?.is_empty() {
        return Err(line.refuse("nothing stands after `rule`"));
    }
    let rule = lines.quoted()?;
    let claim = lines.next()?.expect("claim")?.to_string();
    let claim_text = lines.quoted()?;
    Ok(HeadWords { game, rule, claim, claim_text })
}

/// How numbers are written and read, with the words of the file for it.
pub(crate) struct Notation {
    pub(crate) dialect: Dialect,
    pub(crate) order: ReadingOrder,
    pub(crate) numeration_word: String,
    pub(crate) order_word: String,
    pub(crate) digits_word: String,
}

/// The lines `numeration`, `order` and `digits`.
pub(crate) fn notation(lines: &mut CertificateLines) -> Result<Notation, CheckRefusal> {
    let (numeration_word, zeckendorf) = choice(lines, "numeration", ["binary", "zeckendorf"])?;
    let (order_word, lsd) = choice(lines, "order", ["msd", "lsd"])?;
    let (digits_word, single) = choice(lines, "digits", ["together", "single"])?;
    let numeration = if zeckendorf { FileNumeration::Zeckendorf } else { FileNumeration::Binary };
    let order = if lsd { ReadingOrder::Lsd } else { ReadingOrder::Msd };
    let dialect = Dialect { numeration, single };
    Ok(Notation { dialect, order, numeration_word, order_word, digits_word })
}

/// One of two words after a keyword.
fn choice(
    lines: &mut CertificateLines,
    key: &str,
    words: [&str; 2],
) -> Result<(String, bool), CheckRefusal> {
    let line = lines.next()?;
    let found = line.expect(key)?;
    match words.iter().position(|word| *word == found) {
        Some(index) => Ok((found.to_string(), index == 1)),
        None => Err(line.refuse(format!("expected `{key} {}` or `{key} {}`", words[0], words[1]))),
    }
}

/// The names of the heaps, with their variables.
pub(crate) fn heaps<'a>(
    lines: &mut CertificateLines<'a>,
) -> Result<Vec<(&'a str, VariableNumber)>, CheckRefusal> {
    let line = lines.next()?;
    let heaps = line.words(line.expect("heaps")?)?;
    if heaps.is_empty() {
        return Err(line.refuse("there are no heaps"));
    }
    names(&line, &heaps)?;
    Ok(heaps.iter().enumerate().map(|(index, name)| (*name, heap(index))).collect())
}

/// Which positions are valid: the formula, and its text.
pub(crate) fn valid<'a>(
    lines: &mut CertificateLines<'a>,
    heaps: &[(&'a str, VariableNumber)],
    dialect: Dialect,
) -> Result<(NumberFormula, String), CheckRefusal> {
    let line = lines.next()?;
    let text = line.expect("valid")?;
    Ok((FormulaReader::new(&line, dialect, heaps.to_vec()).whole(text)?, text.to_string()))
}

/// The bounds of a slice, if the theorem is about one: heaps in their order, each with the largest that it may be.
pub(crate) fn slice(
    lines: &mut CertificateLines,
    heaps: &[(&str, VariableNumber)],
) -> Result<Vec<(usize, i64)>, CheckRefusal> {
    let Some((line, rest)) = lines.next_if("slice") else { return Ok(Vec::new()) };
    let words = line.words(rest)?;
    let mut bounds: Vec<(usize, i64)> = Vec::new();
    for pair in words.chunks(2) {
        let [name, bound] = pair else { return Err(line.refuse("the last heap has no bound")) };
        let Some(index) = heaps.iter().position(|(heap, _)| heap == name) else {
            return Err(line.refuse(format!("{name} is no heap")));
        };
        if bounds.last().is_some_and(|(before, _)| *before >= index) {
            return Err(line.refuse("the heaps of a slice are in their order, each once"));
        }
        let bound = line.integer(bound)?;
        if bound < 0 {
            return Err(line.refuse(format!("{name} cannot be below 0")));
        }
        bounds.push((index, bound));
    }
    match bounds.is_empty() {
        true => Err(line.refuse("a slice bounds some heap")),
        false => Ok(bounds),
    }
}

/// The positions of a game inside bounds.
pub(crate) fn inside(whole: &NumberFormula, slice: &[(usize, i64)]) -> NumberFormula {
    let bounded = |(index, bound): &(usize, i64)| {
        NumberFormula::Atom(ColumnCondition::AtMost(*bound), vec![(1, heap(*index))])
    };
    let mut all = vec![whole.clone()];
    all.retain(|formula| *formula != NumberFormula::Constant(true));
    all.extend(slice.iter().map(bounded));
    match (all.pop(), all.is_empty()) {
        (None, _) => NumberFormula::Constant(true),
        (Some(one), true) => one,
        (Some(last), false) => {
            all.push(last);
            NumberFormula::And(all)
        }
    }
}
