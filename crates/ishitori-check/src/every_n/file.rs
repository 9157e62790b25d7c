//! Reads a certificate about any number of heaps: its form is checked here and nothing else.
//!
//! What is too large for the checker is refused at once. [`crate::every_n::check`] does the rest.

use crate::every_n::atoms::Atom;
use crate::every_n::column::{Classes, ColumnAutomaton, Places};
use crate::every_n::formula::FileFormula;
use crate::every_n::macros::{ComparedSoFar, EveryNKind, PlanMode, Situation, StrategyMacro};
use crate::every_n::moves::{EveryNMove, most_lowered};
use crate::refusal::CheckRefusal;
use crate::text::expression::expression;
use crate::text::lines::{CertificateLine, CertificateLines};
use std::collections::BTreeSet;

/// The first line of the file.
pub(crate) const FIRST: &str = "ishitori every-n certificate 1";

/// The most heaps of one move, named places, and classes.
const MOST: usize = 64;
/// The most states and macro-states.
const STATES: usize = 100_000;
/// The most entries of the automaton.
const ENTRIES: usize = 4_000_000;

/// A formula with its atoms.
pub(crate) struct FormulaWithAtoms {
    pub(crate) formula: FileFormula,
    pub(crate) atoms: Vec<Atom>,
}

/// What the file says.
pub(crate) struct EveryNFile {
    pub(crate) game: String,
    pub(crate) rule: String,
    pub(crate) claim: String,
    pub(crate) claim_text: String,
    pub(crate) moves: Vec<EveryNMove>,
    pub(crate) move_lines: Vec<String>,
    pub(crate) theorem: EveryNKind,
    pub(crate) formula_text: String,
    /// Without one the theorem is about the automaton.
    pub(crate) formula: Option<FormulaWithAtoms>,
    pub(crate) automaton: ColumnAutomaton,
    pub(crate) macros: Vec<StrategyMacro>,
}

/// Reads the file.
///
/// # Errors
/// A refusal that names the line.
pub(crate) fn read(text: &str) -> Result<EveryNFile, CheckRefusal> {
    let mut lines = CertificateLines::of(text)?;
    let first = lines.next()?;
    if first.text != FIRST {
        return Err(first.refuse("this is no certificate about any number of heaps, of version 1"));
    }
    let game = lines.next()?.expect("game")?.to_string();
    let line = lines.next()?;
    nothing_after(&line, line.expect("rule")?)?;
    let rule = lines.quoted()?;
    let claim = lines.next()?.expect("claim")?.to_string();
    let claim_text = lines.quoted()?;
    let (moves, move_lines) = read_moves(&mut lines)?;
    let places = read_places(&mut lines, &moves)?;
    let line = lines.next()?;
    let theorem = match line.expect("theorem")? {
        "outcomes" => EveryNKind::Outcomes,
        "grundy plain" => EveryNKind::GrundyPlain,
        "grundy height" => EveryNKind::GrundyHeight,
        _ => return Err(line.refuse("expected `outcomes`, `grundy plain` or `grundy height`")),
    };
    let line = lines.next()?;
    let [threshold, "period", period] = line.words(line.expect("counts")?)?[..] else {
        return Err(line.refuse("expected `counts THRESHOLD period P`"));
    };
    let (threshold, period) = (line.index(threshold, MOST)?, line.index(period, MOST + 1)?);
    if period == 0 {
        return Err(line.refuse("the period of counts is at least 1"));
    }
    let classes = Classes { threshold, period };
    let (formula_text, formula) = read_formula(&mut lines, classes, places)?;
    let digits = if theorem == EveryNKind::Outcomes { 1 } else { 2 };
    let automaton = read_automaton(&mut lines, classes, places, digits)?;
    let macros = read_macros(&mut lines, &automaton, &moves)?;
    match lines.peek() {
        Some(line) => Err(line.refuse("nothing stands after this")),
        None => Ok(EveryNFile {
            game,
            rule,
            claim,
            claim_text,
            moves,
            move_lines,
            theorem,
            formula_text,
            formula,
            automaton,
            macros,
        }),
    }
}

fn nothing_after(line: &CertificateLine, rest: &str) -> Result<(), CheckRefusal> {
    if rest.is_empty() { Ok(()) } else { Err(line.refuse("nothing stands after this word")) }
}

fn read_moves(
    lines: &mut CertificateLines,
) -> Result<(Vec<EveryNMove>, Vec<String>), CheckRefusal> {
    let (mut moves, mut written) = (Vec::new(), Vec::new());
    while let Some((line, rest)) = lines.next_if("moves") {
        let words = line.words(rest)?;
        moves.push(match words.as_slice() {
            ["lower", most] => EveryNMove::Lower(line.index(most, MOST)?),
            ["take", amounts @ ..] if (1..=4).contains(&amounts.len()) => {
                let amount = |word: &&str| {
                    Ok(u64::try_from(line.integer(word)?).ok().filter(|amount| *amount > 0))
                };
                let amounts: Option<Vec<u64>> =
                    amounts.iter().map(amount).collect::<Result<_, CheckRefusal>>()?;
                EveryNMove::Take(amounts.ok_or_else(|| line.refuse("no stone is taken"))?)
            }
            ["divide"] => EveryNMove::Divide,
            _ => return Err(line.refuse("expected `lower K`, `take C ...` or `divide`")),
        });
        if moves.last() == Some(&EveryNMove::Lower(0)) {
            return Err(line.refuse("at least one heap is lowered"));
        }
        written.push(line.text.to_string());
    }
    match moves.is_empty() {
        true => Err(CheckRefusal::new("there are no moves")),
        false => Ok((moves, written)),
    }
}

fn read_places(lines: &mut CertificateLines, moves: &[EveryNMove]) -> Result<Places, CheckRefusal> {
    let line = lines.next()?;
    let divides = moves.contains(&EveryNMove::Divide);
    let msd = match line.expect("order")? {
        "msd" if !divides => true,
        "lsd" if divides && moves.len() == 1 => false,
        _ => {
            return Err(line.refuse("the order is `msd`; `lsd` if all moves are one line `divide`"));
        }
    };
    let line = lines.next()?;
    let named = line.index(line.expect("places")?, MOST)?;
    let is_high = |one: &EveryNMove| matches!(one, EveryNMove::Take(all) if all.iter().any(|a| *a >> named > 0));
    match named > 40 || moves.iter().any(is_high) {
        true => Err(line.refuse("each place where something is taken is to be named, up to 40")),
        false => Ok(Places { named, msd }),
    }
}

fn read_formula(
    lines: &mut CertificateLines,
    classes: Classes,
    places: Places,
) -> Result<(String, Option<FormulaWithAtoms>), CheckRefusal> {
    let line = lines.next()?;
    let text = line.expect("says")?;
    if text == "automaton" {
        return Ok((text.to_string(), None));
    }
    let (parsed, rest) = expression(&line, text)?;
    nothing_after(&line, rest)?;
    let mut atoms = Vec::new();
    let formula = FileFormula::read(&line, &parsed, &mut atoms, classes, places)?;
    Ok((text.to_string(), Some(FormulaWithAtoms { formula, atoms })))
}

fn read_automaton(
    lines: &mut CertificateLines,
    classes: Classes,
    places: Places,
    digits: usize,
) -> Result<ColumnAutomaton, CheckRefusal> {
    let line = lines.next()?;
    let states = line.index(line.expect("automaton")?, STATES)?;
    let letters = ColumnAutomaton::letters(classes, places, digits);
    if states == 0 || states * letters > ENTRIES {
        return Err(line.refuse("an automaton has at least one state, and not so many"));
    }
    let (mut accepting, mut next) = (Vec::new(), Vec::new());
    for number in 0..states {
        let line = lines.next()?;
        let words = line.words(line.expect(&number.to_string())?)?;
        let (sign, targets) = match words.as_slice() {
            [sign @ ("+" | "-"), targets @ ..] if targets.len() == letters => (*sign, targets),
            _ => return Err(line.refuse(format!("expected `+` or `-` and {letters} states"))),
        };
        accepting.push(sign == "+");
        let row = targets.iter().map(|word| line.index(word, states));
        next.push(row.collect::<Result<Vec<_>, CheckRefusal>>()?);
    }
    Ok(ColumnAutomaton { classes, places, digits, accepting, next })
}

fn read_macros(
    lines: &mut CertificateLines,
    automaton: &ColumnAutomaton,
    moves: &[EveryNMove],
) -> Result<Vec<StrategyMacro>, CheckRefusal> {
    let line = lines.next()?;
    let count = line.index(line.expect("macros")?, STATES)?;
    let mut macros = Vec::new();
    for _ in 0..count {
        let line = lines.next()?;
        macros.push(read_macro(&line, automaton, moves)?);
    }
    Ok(macros)
}

/// `macro 1 0 less 0 0 2 still 0 lowered 1`.
fn read_macro(
    line: &CertificateLine,
    automaton: &ColumnAutomaton,
    moves: &[EveryNMove],
) -> Result<StrategyMacro, CheckRefusal> {
    let words = line.words(line.expect("macro")?)?;
    let [state, phase, compared, one_seen, nonzero, tracked, plans @ ..] = words.as_slice() else {
        return Err(line.refuse("a macro-state begins with its situation"));
    };
    let compared = match *compared {
        "same" => ComparedSoFar::Same,
        "less" => ComparedSoFar::Less,
        "more" => ComparedSoFar::More,
        _ => return Err(line.refuse("numbers are `same`, `less` or `more` so far")),
    };
    let states = automaton.next.len();
    let most = match moves.contains(&EveryNMove::Divide) {
        true => 1,
        false => most_lowered(moves),
    };
    let situation = Situation {
        state: line.index(state, states)?,
        phase: line.index(phase, automaton.places.phases())?,
        compared,
        one_seen: line.index(one_seen, 2)? == 1,
        nonzero: line.index(nonzero, 2)? == 1,
        tracked: line.index(tracked, most + 1)?,
    };
    let mut read = BTreeSet::new();
    for plan in plans.chunks(2) {
        let [mode, target] = plan else {
            return Err(line.refuse("a plan is a mode and a state"));
        };
        let mode = match *mode {
            "still" => PlanMode::Still,
            "lowered" => PlanMode::Lowered,
            "taken" => PlanMode::Taken,
            "borrow" => PlanMode::Borrow,
            "whole" => PlanMode::Whole,
            "done" => PlanMode::Done,
            _ => return Err(line.refuse(format!("`{mode}` is no mode of a plan"))),
        };
        if situation.tracked == 0 && matches!(mode, PlanMode::Lowered | PlanMode::Whole) {
            return Err(line.refuse("no heap is tracked"));
        }
        read.insert((mode, line.index(target, states)?));
    }
    Ok(StrategyMacro { situation, plans: read })
}
