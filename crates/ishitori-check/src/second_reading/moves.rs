//! Whether positions and moves are the same, as somebody else reads the rule.
//!
//! A move is a relation between the heaps before and after it. Most often each move of one side is a move of the
//! other, perhaps with the new heaps in another order. What is left over is compared with all moves together.

use crate::certificate::contents::{Certificate, CertificateMove};
use crate::certificate::read_moves::read_move;
use crate::formula::condition::ColumnCondition;
use crate::formula::number_formula::NumberFormula;
use crate::formula::scope::Dialect;
use crate::formula::variable::{BOUND, VariableNumber, heap, lowered};
use crate::refusal::CheckRefusal;
use crate::second_reading::{Comparer, ReadingVerdict, SecondReading, formula};
use crate::text::lines::CertificateLine;
use NumberFormula::{And, Atom, Exists, Or};

/// Above the variables that quantifiers of a line bind.
const HIDDEN: VariableNumber = BOUND + 1_000_000;
/// The most heaps whose orders are tried.
const ORDERED: usize = 5;

/// The same tuples are positions; of a slice, of the whole game.
pub(crate) fn same_positions(
    comparer: &mut Comparer,
    certificate: &Certificate,
    reading: &SecondReading,
    dialect: Dialect,
) -> Result<ReadingVerdict, CheckRefusal> {
    let (ours, theirs) =
        (certificate.whole.clone(), formula(&reading.valid, comparer.heaps, dialect)?);
    Ok(match ours == theirs || same(comparer, &ours, &theirs)? {
        true => ReadingVerdict::Agrees,
        false => ReadingVerdict::Differs("which tuples are positions".to_string()),
    })
}

/// From every position the same positions can be reached; in a slice, from those inside.
pub(crate) fn same_moves(
    comparer: &mut Comparer,
    certificate: &Certificate,
    reading: &SecondReading,
    dialect: Dialect,
) -> Result<ReadingVerdict, CheckRefusal> {
    let names: Vec<String> = (1..=comparer.heaps).map(|number| format!("h{number}")).collect();
    let heaps: Vec<(&str, VariableNumber)> =
        names.iter().enumerate().map(|(index, name)| (name.as_str(), heap(index))).collect();
    let read = |text: &String| {
        let line = CertificateLine { number: 0, text };
        read_move(&line, &heaps, dialect)
    };
    let theirs = reading.moves.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if let (Some(ours), Some(theirs)) = (all_lower(&certificate.moves), all_lower(&theirs)) {
        let among = |some: &[Vec<usize>], others: &[Vec<usize>]| {
            let within = |one: &Vec<usize>| {
                others.iter().any(|other| one.iter().all(|heap| other.contains(heap)))
            };
            some.iter().position(|one| !within(one))
        };
        return Ok(match (among(&ours, &theirs), among(&theirs, &ours)) {
            (None, None) => ReadingVerdict::Agrees,
            (Some(index), _) => ReadingVerdict::Differs(format!("move {}", index + 1)),
            (None, Some(index)) => missing(&reading.moves[index]),
        });
    }
    let orders = Orders {
        any: reading.unordered,
        kept: [&certificate.moves, &theirs]
            .map(|moves| moves.iter().map(|one| kept(one, comparer.heaps)).collect()),
    };
    for wide in [true, false] {
        let sides = [&certificate.moves, &theirs].map(|moves| {
            moves.iter().map(|one| relation(one, comparer.heaps, wide)).collect::<Vec<_>>()
        });
        let verdict = same_relations(comparer, certificate, reading, &sides, &orders)?;
        if verdict != ReadingVerdict::Agrees {
            return Ok(verdict);
        }
        if !certificate.moves.iter().chain(&theirs).any(divides) {
            break;
        }
    }
    Ok(ReadingVerdict::Agrees)
}

fn missing(line: &str) -> ReadingVerdict {
    ReadingVerdict::Differs(format!("a move that the certificate does not have, `{line}`"))
}

/// The heaps of the moves, if all moves lower heaps.
fn all_lower(moves: &[CertificateMove]) -> Option<Vec<Vec<usize>>> {
    let lower = |one: &CertificateMove| match one {
        CertificateMove::Lower(heaps) => Some(heaps.clone()),
        CertificateMove::General { .. } => None,
    };
    moves.iter().map(lower).collect()
}

fn divides(one: &CertificateMove) -> bool {
    match one {
        CertificateMove::Lower(_) => false,
        CertificateMove::General { formula, .. } => {
            formula.without_divides(true) != formula.without_divides(false)
        }
    }
}

/// A move as a formula on the heaps before (`heap`) and after it (`lowered`).
fn relation(one: &CertificateMove, heaps: usize, wide: bool) -> NumberFormula {
    let equal = |one: VariableNumber, two: VariableNumber| {
        Atom(ColumnCondition::Equal(0), vec![(1, one), (-1, two)])
    };
    match one {
        CertificateMove::Lower(which) => {
            let less = |by: i64| {
                let atom = move |i: &usize| {
                    Atom(ColumnCondition::AtMost(-by), vec![(1, lowered(*i)), (-1, heap(*i))])
                };
                which.iter().map(atom).collect::<Vec<_>>()
            };
            let stay = (0..heaps).filter(|index| !which.contains(index));
            let stay = stay.map(|index| equal(lowered(index), heap(index))).collect::<Vec<_>>();
            And([less(0), vec![Or(less(1))], stay].concat())
        }
        CertificateMove::General { created: new, formula, to } => {
            let first = |variable: VariableNumber| to.iter().position(|name| *name == variable);
            let name = |variable: VariableNumber| match first(variable) {
                _ if variable < 2 * heaps as VariableNumber => variable,
                Some(place) => lowered(place),
                None => HIDDEN + variable,
            };
            let mut parts = match formula.without_divides(wide).rename(&name) {
                And(parts) => parts,
                part => vec![part],
            };
            for (place, variable) in to.iter().enumerate() {
                if name(*variable) != lowered(place) {
                    parts.push(equal(lowered(place), name(*variable)));
                }
            }
            let created = (0..new.len()).map(crate::formula::variable::created);
            let hidden: Vec<_> = created.map(name).filter(|name| *name >= HIDDEN).collect();
            match hidden.is_empty() {
                true => And(parts),
                false => Exists(hidden, Box::new(And(parts))),
            }
        }
    }
}

/// In which orders new heaps are compared.
struct Orders {
    /// Whether their order means nothing.
    any: bool,
    /// For each move of both sides, which heap stays in which place.
    kept: [Vec<Vec<Option<usize>>>; 2],
}

impl Orders {
    /// The orders in which the heaps that stay are in the same places; none if other heaps stay.
    fn between(&self, ours: usize, theirs: usize) -> Vec<Vec<usize>> {
        let (one, other) = (&self.kept[0][ours], &self.kept[1][theirs]);
        if !self.any {
            return vec![(0..other.len()).collect()];
        }
        let mut found = vec![Vec::new()];
        let free = one.iter().filter(|heap| heap.is_none()).count();
        for heap in other {
            let fits = |start: &Vec<usize>| {
                let places =
                    (0..one.len()).filter(|place| one[*place] == *heap && !start.contains(place));
                // With many new heaps, only their own order.
                let most = if free > ORDERED { 1 } else { one.len() };
                let longer = places.take(most).map(|place| [start.clone(), vec![place]].concat());
                longer.collect::<Vec<_>>()
            };
            found = found.iter().flat_map(fits).collect();
        }
        found
    }

    /// All orders; only the given one if there are many heaps.
    fn all(&self, heaps: usize) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new()];
        let few = if self.any && heaps <= ORDERED { heaps } else { 0 };
        for _ in 0..few {
            let longer = |start: &Vec<usize>| {
                let next = (0..few).filter(|next| !start.contains(next)).collect::<Vec<_>>();
                let next = next.into_iter().map(|next| [start.clone(), vec![next]].concat());
                next.collect::<Vec<_>>()
            };
            found = found.iter().flat_map(longer).collect();
        }
        found
    }
}

/// Which heap stays in which place.
fn kept(one: &CertificateMove, heaps: usize) -> Vec<Option<usize>> {
    match one {
        CertificateMove::Lower(which) => {
            (0..heaps).map(|index| Some(index).filter(|index| !which.contains(index))).collect()
        }
        CertificateMove::General { to, .. } => {
            let stays = |name: &VariableNumber| (0..heaps).find(|index| heap(*index) == *name);
            to.iter().map(stays).collect()
        }
    }
}

/// The same with the new heaps in another order.
fn reordered(formula: &NumberFormula, order: &[usize], heaps: usize) -> NumberFormula {
    let heaps = 2 * heaps as VariableNumber;
    formula.rename(&|variable| match variable % 2 {
        1 if variable < heaps => {
            let place = variable as usize / 2;
            lowered(order.get(place).copied().unwrap_or(place))
        }
        _ => variable,
    })
}

fn same_relations(
    comparer: &mut Comparer,
    certificate: &Certificate,
    reading: &SecondReading,
    sides: &[Vec<NumberFormula>; 2],
    orders: &Orders,
) -> Result<ReadingVerdict, CheckRefusal> {
    let [ours, theirs] = sides;
    let mut met = vec![false; theirs.len()];
    let mut left = Vec::new();
    for (index, one) in ours.iter().enumerate() {
        comparer.watch.step(format!("the second reading of move {}", index + 1))?;
        match partner(comparer, &certificate.valid, (index, one), theirs, &met, orders)? {
            Some(other) => met[other] = true,
            None => left.push(index),
        }
    }
    let unmet = met.iter().any(|met| !met) || !left.is_empty();
    if unmet && orders.any && comparer.heaps > ORDERED {
        let why = format!("the moves: {} new heaps have too many orders", comparer.heaps);
        return Ok(ReadingVerdict::Unsettled(why));
    }
    for index in left {
        if !among(comparer, &certificate.valid, &ours[index], theirs, orders)? {
            return Ok(ReadingVerdict::Differs(format!("move {}", index + 1)));
        }
    }
    for (index, one) in theirs.iter().enumerate().filter(|(index, _)| !met[*index]) {
        if !among(comparer, &certificate.valid, one, ours, orders)? {
            return Ok(missing(&reading.moves[index]));
        }
    }
    Ok(ReadingVerdict::Agrees)
}

/// A move of the other side that is the same, in some order of the new heaps; one that is not yet met, if possible.
fn partner(
    comparer: &mut Comparer,
    valid: &NumberFormula,
    (number, one): (usize, &NumberFormula),
    others: &[NumberFormula],
    met: &[bool],
    orders: &Orders,
) -> Result<Option<usize>, CheckRefusal> {
    let size = restricted_size(comparer, valid, one)?;
    for already in [false, true] {
        for (index, other) in others.iter().enumerate().filter(|(i, _)| met[*i] == already) {
            for order in &orders.between(number, index) {
                let other = reordered(other, order, comparer.heaps);
                if restricted_size(comparer, valid, &other)? == size
                    && same_where(comparer, valid, one, &other)?
                {
                    return Ok(Some(index));
                }
            }
        }
    }
    Ok(None)
}

/// The number of states of the smallest automaton of a move from positions: the same for the same moves.
fn restricted_size(
    comparer: &mut Comparer,
    valid: &NumberFormula,
    one: &NumberFormula,
) -> Result<usize, CheckRefusal> {
    let formula = And(vec![valid.clone(), one.clone()]);
    let relation = comparer.compiler.relation(&formula, comparer.watch)?;
    Ok(relation.automaton.next.len())
}

/// Whether a move is one of these, from every position, in some order of the new heaps.
fn among(
    comparer: &mut Comparer,
    valid: &NumberFormula,
    one: &NumberFormula,
    others: &[NumberFormula],
    orders: &Orders,
) -> Result<bool, CheckRefusal> {
    let heaps = comparer.heaps;
    let orders = orders.all(heaps);
    let every =
        others.iter().flat_map(|other| orders.iter().map(move |o| reordered(other, o, heaps)));
    let all = Or(every.collect());
    comparer.is_empty(&[valid.clone(), one.clone(), all.not()])
}

fn same_where(
    comparer: &mut Comparer,
    valid: &NumberFormula,
    one: &NumberFormula,
    two: &NumberFormula,
) -> Result<bool, CheckRefusal> {
    if one == two {
        return Ok(true);
    }
    let (one, two, valid) = (one.clone(), two.clone(), valid.clone());
    Ok(comparer.is_empty(&[valid.clone(), one.clone(), two.clone().not()])?
        && comparer.is_empty(&[valid, two, one.not()])?)
}

fn same(
    comparer: &mut Comparer,
    one: &NumberFormula,
    two: &NumberFormula,
) -> Result<bool, CheckRefusal> {
    same_where(comparer, &NumberFormula::Constant(true), one, two)
}
