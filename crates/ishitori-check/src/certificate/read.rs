//! Reads a whole certificate: its head, its theorem, and the blocks after them.
//!
//! The lines come in the order that `docs/certificate.md` tells, and each is read once. What is left over at the
//! end is refused, so nothing in the file goes unread. Cost: the length of the file.

use crate::certificate::contents::MANY;
use crate::certificate::contents::{Certificate, Move};
use crate::certificate::read_blocks::{Block, block};
use crate::certificate::read_theorem::{Goal, goal};
use crate::certificate::statement::Statement;
use crate::digits::{Numeration, Order};
use crate::formula::read::Reader;
use crate::formula::scope::Dialect;
use crate::formula::variable::{Variable, created, heap};
use crate::refusal::Refused;
use crate::text::expression::is_name;
use crate::text::lines::{Line, Lines};
use crate::watch::Watch;

/// The most heaps, and the most new numbers of a move.
const NAMES: usize = 50;

/// One of two words after a keyword.
fn choice(lines: &mut Lines, key: &str, words: [&str; 2]) -> Result<(String, bool), Refused> {
    let line = lines.next()?;
    let found = line.expect(key)?;
    match words.iter().position(|word| *word == found) {
        Some(index) => Ok((found.to_string(), index == 1)),
        None => Err(line.refuse(format!("expected `{key} {}` or `{key} {}`", words[0], words[1]))),
    }
}

/// Reads a certificate; nothing is checked but that it has the right form.
pub(crate) fn read(text: &str, watch: &mut Watch) -> Result<Certificate, Refused> {
    let mut lines = Lines::of(text)?;
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
    let (numeration, zeckendorf) = choice(&mut lines, "numeration", ["binary", "zeckendorf"])?;
    let (order, lsd) = choice(&mut lines, "order", ["msd", "lsd"])?;
    let (digits, single) = choice(&mut lines, "digits", ["together", "single"])?;
    let line = lines.next()?;
    let heaps = line.words(line.expect("heaps")?)?;
    if heaps.is_empty() {
        return Err(line.refuse("there are no heaps"));
    }
    names(&line, &heaps)?;
    let known: Vec<(&str, Variable)> =
        heaps.iter().enumerate().map(|(index, name)| (*name, heap(index))).collect();
    let dialect = Dialect {
        numeration: if zeckendorf { Numeration::Zeckendorf } else { Numeration::Binary },
        single,
    };
    let line = lines.next()?;
    let valid_text = line.expect("valid")?;
    let valid = Reader::new(&line, dialect, known.clone()).whole(valid_text)?;
    let mut moves = Vec::new();
    let mut move_lines = Vec::new();
    while let Some(line) = lines.peek().filter(|l| l.after("lower").or(l.after("move")).is_some()) {
        moves.push(read_move(&line, &known, dialect)?);
        move_lines.push(line.text.to_string());
        lines.next()?;
        if moves.len() > MANY {
            return Err(line.refuse("too many moves"));
        }
    }
    let line = lines.next()?;
    let weights = line.words(line.expect("measure")?)?;
    let measure = weights.iter().map(|word| line.integer(word)).collect::<Result<Vec<i64>, _>>()?;
    if measure.len() != heaps.len() || measure.iter().any(|weight| *weight < 0) {
        return Err(line.refuse("the measure needs one weight a heap, none negative"));
    }
    let line = lines.next()?;
    let theorem_text = line.expect("theorem")?;
    let Goal { theorem, formulas, given } = goal(&line, &mut lines, &known, dialect)?;
    let statement = Statement {
        game,
        rule,
        claim,
        claim_text,
        numeration,
        order,
        digits,
        heaps: heaps.iter().map(ToString::to_string).collect(),
        valid: valid_text.to_string(),
        moves: move_lines,
        measure,
        theorem: theorem_text.to_string(),
        formulas,
    };
    let order = if lsd { Order::Lsd } else { Order::Msd };
    let (tables, symmetries, covers) = (Vec::new(), Vec::new(), Vec::new());
    let numeration = dialect.numeration;
    let mut certificate = Certificate {
        statement,
        numeration,
        order,
        single,
        valid,
        moves,
        theorem,
        given,
        tables,
        symmetries,
        covers,
    };
    while lines.peek().is_some() {
        match block(&mut lines, single, watch)? {
            Block::Automaton(table) => certificate.tables.push(table),
            Block::Symmetry(symmetry) => certificate.symmetries.push(symmetry),
            Block::Cover(cover) => certificate.covers.push(cover),
        }
    }
    Ok(certificate)
}

/// Refuses names that are no names, or the same.
fn names(line: &Line, names: &[&str]) -> Result<(), Refused> {
    let twice = |index: usize| names[..index].contains(&names[index]);
    if names.len() > NAMES || (0..names.len()).any(|index| !is_name(names[index]) || twice(index)) {
        return Err(line.refuse(format!("expected at most {NAMES} names, no two the same")));
    }
    Ok(())
}

fn read_move<'a>(
    line: &Line<'a>,
    heaps: &[(&'a str, Variable)],
    dialect: Dialect,
) -> Result<Move, Refused> {
    if let Some(rest) = line.after("lower") {
        let words = line.words(rest)?;
        names(line, &words)?;
        let find = |word: &&str| heaps.iter().position(|(name, _)| name == word);
        return match words.iter().map(find).collect::<Option<Vec<usize>>>() {
            Some(lower) if !lower.is_empty() => Ok(Move::Lower(lower)),
            _ => Err(line.refuse("`lower` needs names of heaps")),
        };
    }
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
    let known: Vec<(&str, Variable)> = heaps.iter().copied().chain(fresh).collect();
    let (formula, rest) = Reader::new(line, dialect, known.clone()).formula(after, true)?;
    let to = line.words(rest.strip_prefix(" to ").ok_or_else(wrong)?)?;
    let find = |word: &&str| known.iter().find(|(name, _)| name == word).map(|found| found.1);
    let to = to.iter().map(find).collect::<Option<Vec<Variable>>>().ok_or_else(wrong)?;
    if to.len() != heaps.len() {
        return Err(line.refuse("after `to` there is to be one name a heap"));
    }
    Ok(Move::General { created: new.iter().map(ToString::to_string).collect(), formula, to })
}
