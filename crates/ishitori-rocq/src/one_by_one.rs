//! Certificates that read digits one by one: `digits single` of `docs/certificate.md`, `rocq/OneByOne.v`.
//!
//! Every table has two successors a state, and a letter is read in as many steps as the table has tracks. Tables of the
//! file are so already; one that was made of a formula reads whole letters and is spread here. Tracks have to be read in
//! one order by all tables of a check.

use crate::branch::RocqBranch;
use crate::refusal::NoRocqTheorem;
use crate::tables::RocqTable;
use ishitori_check::reading::{
    Certificate, LetterTable, ListedAutomaton, VariableNumber, heap, lowered,
};
use std::collections::HashMap;

/// A table of whole letters, as one that reads digit by digit. What is left to be read of a letter is a
/// list, the successors by all ends of it; states with the same list are the same.
pub(crate) fn spread(table: &LetterTable) -> RocqTable {
    // Before a letter there is a state of the table, within it a list.
    let mut number: HashMap<(bool, Vec<u32>), u32> = HashMap::new();
    let mut waiting = vec![(false, vec![0])];
    number.insert(waiting[0].clone(), 0);
    let (mut accepting, mut next) = (Vec::new(), Vec::new());
    while let Some((within, list)) = waiting.get(next.len()).cloned() {
        let ends = if within { &list } else { &table.next[list[0] as usize] };
        accepting.push(!within && table.accepting[list[0] as usize]);
        let after = |digit: usize| -> Vec<u32> {
            // Of a letter on no tracks nothing can be read.
            let step = ends.len().min(2);
            ends.iter().skip(digit % step).step_by(step).copied().collect()
        };
        let reached = [0, 1].map(|digit| {
            let ends = after(digit);
            let key = (ends.len() > 1, ends);
            let fresh = number.len() as u32;
            *number.entry(key.clone()).or_insert_with(|| {
                waiting.push(key);
                fresh
            })
        });
        next.push(reached.to_vec());
    }
    let none = vec![Vec::new(); next.len()];
    RocqTable::new(accepting, next, none)
}

/// The table of what is always true, whatever is read.
pub(crate) fn everything() -> RocqTable {
    RocqTable::new(vec![true], vec![vec![0, 0]], vec![Vec::new()])
}

/// What stands for an automaton that is in the file only as its opposite.
pub(crate) fn opposite_of_listed(certificate: &Certificate, name: &str) -> Option<RocqTable> {
    let opposite = match name {
        "valid" => "outside",
        _ => return None,
    };
    let listed = |table: &&ListedAutomaton| table.name == opposite;
    certificate.tables.iter().find(listed).map(|table| RocqTable::listed(table).opposite())
}

/// The order in which a branch reads its digits: a heap that was lowered right before the heap, since macro-states stand
/// between heaps; any other hidden number last.
pub(crate) fn branch_order(branch: &RocqBranch, given: &[VariableNumber]) -> Vec<VariableNumber> {
    let heaps = 0..given.len();
    let pairs: Vec<[VariableNumber; 2]> = heaps.map(|i| [lowered(i), heap(i)]).collect();
    let before = |variable: VariableNumber| pairs.iter().find(|pair| pair[1] == variable);
    let mut order = Vec::new();
    for variable in given {
        let own = before(*variable).map(|pair| pair[0]);
        order.extend(own.filter(|own| branch.hidden.contains(own)));
        order.push(*variable);
    }
    let last = branch.hidden.iter().filter(|hidden| !order.contains(hidden)).copied();
    let last: Vec<VariableNumber> = last.collect();
    [order, last].concat()
}

/// Refuses tables that do not have their tracks in this order.
pub(crate) fn in_order(
    order: &[VariableNumber],
    tables: &[Vec<VariableNumber>],
) -> Result<(), NoRocqTheorem> {
    let place = |variable: &VariableNumber| order.iter().position(|own| own == variable);
    let ascends = |table: &Vec<VariableNumber>| {
        let places: Vec<Option<usize>> = table.iter().map(place).collect();
        places.windows(2).all(|pair| pair[0] < pair[1])
    };
    match tables.iter().all(ascends) {
        true => Ok(()),
        false => {
            let why = "digits are read one by one, and automata read the same numbers in different orders";
            Err(NoRocqTheorem::new(why))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{branch_order, spread};
    use crate::branch::{AutomatonUse, BranchRole, RocqBranch};
    use ishitori_check::reading::{
        ColumnCondition, FormulaTables, NumberFormula, VALUE, VariableNumber, heap, lowered, read,
    };

    /// Neighbours that are lowered together do not wait for each other, and a hidden value comes last.
    #[test]
    fn what_was_lowered_is_read_next_to_its_heap() {
        let given: Vec<VariableNumber> = (0..3).map(heap).collect();
        let after = vec![heap(0), lowered(1), lowered(2), VALUE];
        let branch = RocqBranch {
            role: BranchRole::Move(0),
            uses: vec![AutomatonUse::new("graph", after)],
            hidden: vec![lowered(1), lowered(2), VALUE],
            lower: Some(vec![1, 2]),
        };
        let expected = vec![heap(0), lowered(1), heap(1), lowered(2), heap(2), VALUE];
        assert_eq!(branch_order(&branch, &given), expected);
    }

    /// x + 2 <= y + z, digit by digit, for all numbers of four digits.
    #[test]
    fn a_table_that_was_spread_reads_digit_by_digit() {
        let certificate = include_str!("../tests/certificates/nim-misere.cert");
        let certificate = read(certificate).expect("a certificate");
        let tracks: Vec<VariableNumber> = (0..3).map(heap).collect();
        let weights = [1, -1, -1].into_iter().zip(tracks.clone()).collect();
        let formula = NumberFormula::Atom(ColumnCondition::AtMost(-2), weights);
        let mut tables = FormulaTables::new(&certificate).expect("no set without a formula");
        let table = spread(&tables.table(&formula, &tracks).expect("a table"));
        for numbers in 0..1_usize << 12 {
            let number = |track: usize| numbers >> (4 * track) & 15;
            let mut state = 0;
            for place in (0..4).rev() {
                for track in 0..3 {
                    state = table.next[state][number(track) >> place & 1] as usize;
                }
            }
            let expected = number(0) + 2 <= number(1) + number(2);
            assert_eq!(table.accepting[state], expected, "{numbers}");
        }
    }
}
