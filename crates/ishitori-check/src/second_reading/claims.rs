//! Whether a claim follows from a theorem, as somebody else reads the claim.

use crate::certificate::contents::{Certificate, StatedTheorem};
use crate::formula::condition::ColumnCondition;
use crate::formula::number_formula::NumberFormula;
use crate::formula::scope::Dialect;
use crate::formula::variable::{VALUE, heap};
use crate::refusal::CheckRefusal;
use crate::second_reading::{Comparer, ReadingVerdict, SecondReading, formula};

/// Of every position, with the value that the theorem tells, the claim means something and is true.
pub(crate) fn claim_follows(
    comparer: &mut Comparer,
    certificate: &Certificate,
    reading: &SecondReading,
    dialect: Dialect,
) -> Result<ReadingVerdict, CheckRefusal> {
    if reading.claim.is_empty() {
        return Ok(ReadingVerdict::Agrees);
    }
    let kinds = kinds(&certificate.theorem);
    if kinds.len() != reading.claim.len() {
        return Ok(ReadingVerdict::Differs("the kind of the theorem".to_string()));
    }
    for ((positions, name), claim) in kinds.into_iter().zip(&reading.claim) {
        comparer.watch.step(format!("the second reading of the claim, of {name}"))?;
        let positions = [vec![certificate.valid.clone()], positions].concat();
        let undefined = formula(&claim.undefined, comparer.heaps, dialect)?;
        let holds = formula(&claim.holds, comparer.heaps, dialect)?;
        for (formula, what) in
            [(undefined, "means nothing for some of"), (holds.not(), "is not true of some of")]
        {
            if formula == NumberFormula::Constant(false) {
                continue;
            }
            let parts = [positions.clone(), vec![formula]].concat();
            // In a slice heaps have their places.
            let ascending = reading.unordered && certificate.statement.slice.is_empty();
            if !never(comparer, parts, ascending)? {
                let name = format!("the claim, which {what} {name}");
                return Ok(ReadingVerdict::Differs(name));
            }
        }
    }
    Ok(ReadingVerdict::Agrees)
}

/// The kinds of positions that a theorem tells apart: what is true of them, and what they are called.
fn kinds(theorem: &StatedTheorem) -> Vec<(Vec<NumberFormula>, String)> {
    match theorem {
        StatedTheorem::Values(sets) => {
            let named = |(value, set): (usize, &NumberFormula)| {
                (vec![set.clone()], format!("the positions of set {value}"))
            };
            let mut kinds: Vec<_> = sets.iter().enumerate().map(named).collect();
            let mut others: Vec<NumberFormula> = sets.iter().map(|set| set.clone().not()).collect();
            others.push(NumberFormula::at_least(sets.len() as i64, vec![(1, VALUE)]));
            kinds.push((others, "the positions of no set".to_string()));
            kinds
        }
        StatedTheorem::Grundy { graph, .. } => {
            vec![(vec![graph.clone()], "the positions".to_string())]
        }
        StatedTheorem::Families { sets, lost } => {
            let some = |sets: &[NumberFormula]| NumberFormula::Or(sets.to_vec());
            let (lost, won) = (some(&sets[..*lost]), some(&sets[*lost..]));
            let positive = NumberFormula::at_least(1, vec![(1, VALUE)]);
            let others = vec![lost.clone().not(), won.clone().not()];
            let rest = || "the positions of which nothing is said".to_string();
            vec![
                (vec![lost], "the positions that are lost".to_string()),
                (vec![won, positive.clone()], "the positions that are won".to_string()),
                (others.clone(), rest()),
                ([others, vec![positive]].concat(), rest()),
            ]
        }
        StatedTheorem::Misere { lost, .. } => vec![
            (vec![lost.clone()], "the positions of set 0".to_string()),
            (vec![lost.clone().not()], "the positions outside of set 0".to_string()),
        ],
    }
}

/// Whether nothing satisfies all parts; of unordered heaps, nothing in ascending order.
fn never(
    comparer: &mut Comparer,
    mut parts: Vec<NumberFormula>,
    ascending: bool,
) -> Result<bool, CheckRefusal> {
    match comparer.is_empty(&parts) {
        // What is true in every order is true in this one.
        Ok(true) => return Ok(true),
        Err(refused) if refused.stopped() || !ascending => return Err(refused),
        Ok(false) if !ascending => return Ok(false),
        _ => {}
    }
    for index in 1..comparer.heaps {
        let terms = vec![(1, heap(index - 1)), (-1, heap(index))];
        parts.push(NumberFormula::Atom(ColumnCondition::AtMost(0), terms));
    }
    comparer.is_empty(&parts)
}
