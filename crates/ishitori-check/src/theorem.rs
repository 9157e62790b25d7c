//! What a theorem needs: the emptiness obligations, and what each automaton is to accept. (The
//! branches of covers are in `branches.rs`.) These are tables of the document; nothing is computed here.

use crate::Refused;
use crate::certificate::{Certificate, Move};
use crate::formula::{Formula, Kind, OTHER, VALUE, Variable, created, heap, lowered};
use crate::goal::Theorem;
use crate::table::Table;
use Formula::{Atom, Or};

/// Formulas that no numbers satisfy together.
pub(crate) struct Obligation {
    pub name: String,
    pub parts: Vec<Formula>,
}

/// What is true of a move (`divides` read as wide), and the variables of the position after it.
fn wide(certificate: &Certificate, step: &Move) -> (Vec<Formula>, Vec<Variable>) {
    let mut after: Vec<Variable> = (0..certificate.heaps()).map(heap).collect();
    match step {
        Move::Lower(heaps) => {
            heaps.iter().for_each(|index| after[*index] = lowered(*index));
            let less = |by: i64| {
                let atom = move |i: &usize| {
                    Atom(Kind::AtMost(-by), vec![(1, lowered(*i)), (-1, heap(*i))])
                };
                heaps.iter().map(atom).collect::<Vec<Formula>>()
            };
            ([less(0), vec![Or(less(1))]].concat(), after)
        }
        Move::General { formula, to, .. } => (vec![formula.without_divides(true)], to.clone()),
    }
}

/// All emptiness obligations.
pub(crate) fn obligations(certificate: &Certificate) -> Vec<Obligation> {
    let mut list = Vec::new();
    let valid = &certificate.valid;
    let mut add = |name: String, parts: Vec<Formula>| list.push(Obligation { name, parts });
    for (index, step) in certificate.moves.iter().enumerate() {
        let number = index + 1;
        let (step, after) = wide(certificate, step);
        // What a formula says about the position after the move.
        let moved = |formula: &Formula| {
            let place = |variable: Variable| after.get(variable as usize / 2).copied();
            formula.rename(&|variable| place(variable).unwrap_or(variable))
        };
        let with = |parts: Vec<Formula>| [vec![valid.clone()], step.clone(), parts].concat();
        add(format!("move {number} leads to a position"), with(vec![moved(valid).not()]));
        let weights = certificate.statement.measure.iter().zip(&after).enumerate();
        let terms =
            weights.flat_map(|(i, (weight, after))| [(*weight, *after), (-weight, heap(i))]);
        let not_smaller = Formula::at_least(0, terms.collect());
        add(format!("move {number} lowers the measure"), with(vec![not_smaller]));
        match &certificate.theorem {
            Theorem::Values(sets) => {
                for (value, set) in sets.iter().enumerate() {
                    let name = format!("move {number} does not stay in set {value}");
                    add(name, with(vec![set.clone(), moved(set)]));
                }
            }
            Theorem::Grundy { graph, .. } => {
                let name = format!("move {number} changes the value");
                add(name, with(vec![graph.clone(), moved(graph)]));
            }
            Theorem::Misere { terminal, lost } => {
                let name = format!("move {number} is none from a terminal position");
                add(name, with(vec![terminal.clone()]));
                let name = format!("move {number} does not stay in set 0");
                add(name, with(vec![lost.clone(), moved(lost)]));
            }
        }
    }
    match &certificate.theorem {
        Theorem::Values(sets) => {
            for (two, second) in sets.iter().enumerate() {
                for (one, first) in sets[..two].iter().enumerate() {
                    let name = format!("set {one} and set {two} are disjoint");
                    add(name, vec![valid.clone(), first.clone(), second.clone()]);
                }
            }
        }
        Theorem::Grundy { onehot, graph } => {
            let swap = |variable| if variable == VALUE { OTHER } else { variable };
            let differ = Atom(Kind::Equal(0), vec![(1, VALUE), (-1, OTHER)]).not();
            let parts = vec![valid.clone(), graph.clone(), graph.rename(&swap), differ];
            add("the value is unique".to_string(), parts);
            if *onehot {
                let power = Atom(Kind::PowerOfTwo, vec![(1, VALUE)]);
                let parts = vec![graph.clone(), power.not()];
                add("values are powers of two".to_string(), parts);
            }
        }
        Theorem::Misere { terminal, lost } => {
            let parts = vec![valid.clone(), terminal.clone(), lost.clone()];
            add("terminal positions are not in set 0".to_string(), parts);
        }
    }
    list
}

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
