//! What each automaton of the file is to accept, by its name.
//!
//! An automaton whose name has no meaning for the theorem is refused, as is one with other tracks than its
//! meaning has. So every automaton that a cover uses is one that was compared with a formula.
//! This is a table of the document; nothing is computed here.

use crate::certificate::contents::{Certificate, Given, Move, Theorem};
use crate::certificate::table::Table;
use crate::formula::condition::Kind;
use crate::formula::number_formula::Formula;
use crate::formula::variable::{VALUE, Variable, created, heap};
use crate::refusal::Refused;
use Formula::{Atom, Or};

/// What a table is to accept: the words of a formula on these variables, or all other words.
pub(crate) struct Meaning {
    pub tracks: Vec<Variable>,
    pub formula: Formula,
    pub complement: bool,
}

/// What a table is to accept, by its name; refused if it has other tracks.
pub(crate) fn meaning(certificate: &Certificate, table: &Table) -> Result<Meaning, Refused> {
    let heaps: Vec<String> = certificate.statement.heaps.clone();
    let variables: Vec<Variable> = (0..heaps.len()).map(heap).collect();
    let names = |names: [&str; 2]| names.map(str::to_string).to_vec();
    let less = |by: i64| Atom(Kind::AtMost(-by), vec![(1, 0), (-1, 1)]);
    let on_heaps = |formula: &Formula, complement| {
        let tracks = variables.clone();
        Some((heaps.clone(), Meaning { tracks, formula: formula.clone(), complement }))
    };
    let of_two = |name: [&str; 2], formula: Formula| {
        Some((names(name), Meaning { tracks: vec![0, 1], formula, complement: false }))
    };
    let number = |prefix: &str| -> Option<usize> {
        let digits = table.name.strip_prefix(prefix)?;
        digits.parse().ok().filter(|number: &usize| number.to_string() == digits)
    };
    let found = match (table.name.as_str(), &certificate.theorem) {
        ("outside", _) => on_heaps(&certificate.valid, true),
        ("le", _) => of_two(["x", "y"], less(0)),
        ("lt", _) => of_two(["x", "y"], less(1)),
        ("terminal", Theorem::Misere { terminal, .. }) => on_heaps(terminal, false),
        ("set0", Theorem::Misere { lost, .. }) => on_heaps(lost, false),
        (name @ ("graph" | "notgraph"), Theorem::Grundy { graph, .. }) => {
            let tracks = [variables.clone(), vec![VALUE]].concat();
            let complement = name == "notgraph";
            let names = [heaps.clone(), vec!["g".to_string()]].concat();
            Some((names, Meaning { tracks, formula: graph.clone(), complement }))
        }
        ("above", Theorem::Grundy { onehot, .. }) => {
            let mut parts = vec![less(0)];
            if *onehot {
                parts.push(Atom(Kind::PowerOfTwo, vec![(1, 1)]).not());
            }
            of_two(["g", "v"], Or(parts))
        }
        (_, Theorem::Values(sets)) if number("set").is_some() => {
            number("set").and_then(|value| sets.get(value)).and_then(|set| on_heaps(set, false))
        }
        _ => {
            match number("move").and_then(|number| certificate.moves.get(number.wrapping_sub(1))) {
                Some(Move::General { created: new, formula, .. }) => {
                    let variable = |name: &String| match heaps.iter().position(|heap| heap == name)
                    {
                        Some(index) => Some(heap(index)),
                        None => new.iter().position(|new| new == name).map(created),
                    };
                    let tracks =
                        table.tracks.iter().map(variable).collect::<Option<Vec<Variable>>>();
                    let formula = formula.without_divides(false);
                    tracks.map(|tracks| {
                        (table.tracks.clone(), Meaning { tracks, formula, complement: false })
                    })
                }
                _ => None,
            }
        }
    };
    let (names, meaning) = found.ok_or_else(|| table.refuse("it is none that can be used"))?;
    let twice = |index: usize| names[..index].contains(&names[index]);
    if names != table.tracks || (0..names.len()).any(twice) {
        return Err(table.refuse("its tracks are not as they are to be"));
    }
    Ok(meaning)
}

/// The automata that stand for formulas, as formulas number them. Each is there and has its tracks.
pub(crate) fn given(certificate: &Certificate) -> Result<Vec<&Table>, Refused> {
    let find = |given: &Given| {
        let table = certificate.tables.iter().find(|table| table.name == given.name);
        let missing = format!("there is no automaton {} in this file", given.name);
        let table = table.ok_or_else(|| Refused::at(given.line, missing))?;
        meaning(certificate, table)?;
        Ok(table)
    };
    certificate.given.iter().map(find).collect()
}
