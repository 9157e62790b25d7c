//! What each automaton of the file is to accept, by its name.
//!
//! An automaton whose name has no meaning for the theorem is refused, as is one with other tracks than its
//! meaning has. So every automaton that a cover uses is one that was compared with a formula.
//! This is a table of the document; nothing is computed here.

use crate::certificate::contents::{Certificate, CertificateMove, GivenSet, StatedTheorem};
use crate::certificate::listed_automaton::ListedAutomaton;
use crate::formula::condition::ColumnCondition;
use crate::formula::number_formula::NumberFormula;
use crate::formula::variable::{VALUE, VariableNumber, created, heap, lowered};
use crate::refusal::CheckRefusal;
use crate::theorem::obligations::WideMove;
use NumberFormula::{Atom, Or};

/// What a table is to accept: the words of a formula on these variables, or all other words.
pub(crate) struct AutomatonMeaning {
    /// The names that its tracks are to have.
    names: Vec<String>,
    pub(crate) tracks: Vec<VariableNumber>,
    pub(crate) formula: NumberFormula,
    pub(crate) complement: bool,
}

/// What a table is to accept, by its name; refused if it has other tracks.
pub(crate) fn meaning(
    certificate: &Certificate,
    table: &ListedAutomaton,
) -> Result<AutomatonMeaning, CheckRefusal> {
    let found = of_theorem(certificate, &table.name)
        .or_else(|| of_move(certificate, table))
        .or_else(|| of_no_move(certificate, table));
    let meaning = found.ok_or_else(|| table.refuse("it is none that can be used"))?;
    let names = &meaning.names;
    let twice = |index: usize| names[..index].contains(&names[index]);
    if *names != table.tracks || (0..names.len()).any(twice) {
        return Err(table.refuse("its tracks are not as they are to be"));
    }
    Ok(meaning)
}

/// The meaning of a name that is not that of a move.
fn of_theorem(certificate: &Certificate, name: &str) -> Option<AutomatonMeaning> {
    match (name, &certificate.theorem) {
        ("outside", _) => Some(on_heaps(certificate, &certificate.valid, true)),
        ("le", _) => Some(of_two(["x", "y"], less(0))),
        ("lt", _) => Some(of_two(["x", "y"], less(1))),
        ("terminal", StatedTheorem::Misere { terminal, .. }) => {
            Some(on_heaps(certificate, terminal, false))
        }
        ("set0", StatedTheorem::Misere { lost, .. }) => Some(on_heaps(certificate, lost, false)),
        ("graph", StatedTheorem::Grundy { graph, .. }) => {
            Some(with_value(certificate, graph, false))
        }
        ("notgraph", StatedTheorem::Grundy { graph, .. }) => {
            Some(with_value(certificate, graph, true))
        }
        ("above", StatedTheorem::Grundy { onehot, .. }) => {
            let mut parts = vec![less(0)];
            if *onehot {
                parts.push(Atom(ColumnCondition::PowerOfTwo, vec![(1, 1)]).not());
            }
            Some(of_two(["g", "v"], Or(parts)))
        }
        (_, StatedTheorem::Values(sets)) => {
            let set = number_after("set", name).and_then(|value| sets.get(value))?;
            Some(on_heaps(certificate, set, false))
        }
        (_, StatedTheorem::Families { sets, .. }) => {
            let (index, complement) = match number_after("notset", name) {
                Some(index) => (index, true),
                None => (number_after("set", name)?, false),
            };
            Some(on_heaps(certificate, sets.get(index)?, complement))
        }
        _ => None,
    }
}

/// The meaning of the name of a general move. Its tracks are named in the file.
fn of_move(certificate: &Certificate, table: &ListedAutomaton) -> Option<AutomatonMeaning> {
    let index = number_after("move", &table.name)?.checked_sub(1)?;
    let CertificateMove::General { created: new, formula, .. } = certificate.moves.get(index)?
    else {
        return None;
    };
    let heaps = &certificate.statement.heaps;
    let variable = |name: &String| match heaps.iter().position(|heap| heap == name) {
        Some(index) => Some(heap(index)),
        None => new.iter().position(|new| new == name).map(created),
    };
    let tracks = table.tracks.iter().map(variable).collect::<Option<Vec<VariableNumber>>>()?;
    let formula = formula.without_divides(false);
    Some(AutomatonMeaning { names: table.tracks.clone(), tracks, formula, complement: false })
}

/// The meaning of the name of an automaton that says that numbers make no move: of all words that the formula of
/// the move, `divides` read as wide, does not accept.
fn of_no_move(certificate: &Certificate, table: &ListedAutomaton) -> Option<AutomatonMeaning> {
    let index = number_after("notmove", &table.name)?.checked_sub(1)?;
    if !matches!(certificate.theorem, StatedTheorem::Families { .. }) {
        return None;
    }
    let (names, tracks, formula) = match certificate.moves.get(index)? {
        CertificateMove::Lower(heaps) => {
            let words = &certificate.statement.heaps;
            let old = heaps.iter().map(|index| words[*index].clone());
            let names = old.chain((1..=heaps.len()).map(|place| format!("x{place}"))).collect();
            let old = heaps.iter().map(|index| heap(*index));
            let tracks = old.chain(heaps.iter().map(|index| lowered(*index))).collect();
            (names, tracks, WideMove::new(certificate, &certificate.moves[index]).formula())
        }
        CertificateMove::General { created: new, formula, .. } => {
            let heaps = &certificate.statement.heaps;
            let variable = |name: &String| match heaps.iter().position(|heap| heap == name) {
                Some(index) => Some(heap(index)),
                None => new.iter().position(|new| new == name).map(created),
            };
            let tracks = table.tracks.iter().map(variable).collect::<Option<_>>()?;
            (table.tracks.clone(), tracks, formula.without_divides(true))
        }
    };
    Some(AutomatonMeaning { names, tracks, formula, complement: true })
}

/// The number after a prefix, written in the only way it can be.
fn number_after(prefix: &str, name: &str) -> Option<usize> {
    let digits = name.strip_prefix(prefix)?;
    digits.parse().ok().filter(|number: &usize| number.to_string() == digits)
}

/// The tracks are the heaps.
fn on_heaps(
    certificate: &Certificate,
    formula: &NumberFormula,
    complement: bool,
) -> AutomatonMeaning {
    let names = certificate.statement.heaps.clone();
    let tracks = (0..names.len()).map(heap).collect();
    AutomatonMeaning { names, tracks, formula: formula.clone(), complement }
}

/// The tracks are the heaps and the value.
fn with_value(
    certificate: &Certificate,
    formula: &NumberFormula,
    complement: bool,
) -> AutomatonMeaning {
    let mut meaning = on_heaps(certificate, formula, complement);
    meaning.names.push("g".to_string());
    meaning.tracks.push(VALUE);
    meaning
}

/// The tracks are two numbers, the variables 0 and 1.
fn of_two(names: [&str; 2], formula: NumberFormula) -> AutomatonMeaning {
    let names = names.map(str::to_string).to_vec();
    AutomatonMeaning { names, tracks: vec![0, 1], formula, complement: false }
}

/// The first of two numbers is less than the second, by so much at least.
fn less(by: i64) -> NumberFormula {
    Atom(ColumnCondition::AtMost(-by), vec![(1, 0), (-1, 1)])
}

/// The automata that stand for formulas, as formulas number them. Each is there and has its tracks.
pub(crate) fn given(certificate: &Certificate) -> Result<Vec<&ListedAutomaton>, CheckRefusal> {
    let find = |given: &GivenSet| {
        let table = certificate.tables.iter().find(|table| table.name == given.name);
        let missing = format!("there is no automaton {} in this file", given.name);
        let table = table.ok_or_else(|| CheckRefusal::at(given.line, missing))?;
        meaning(certificate, table)?;
        Ok(table)
    };
    certificate.given.iter().map(find).collect()
}
