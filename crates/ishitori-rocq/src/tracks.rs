//! In which order the tracks of a check are read.
//!
//! The library descends the decision trees of all tables together, track by track. That prunes best if every
//! table has its tracks in the common order, so that order is chosen to follow all tables, if there is one.
//! If there is none the check is as right, and slower.

use crate::branch::RocqBranch;
use ishitori_check::reading::VariableNumber;

/// All variables of some tables, each after those that precede it in a table, if possible.
pub(crate) fn common_order(tables: &[Vec<VariableNumber>]) -> Vec<VariableNumber> {
    let mut left: Vec<VariableNumber> = Vec::new();
    for variable in tables.iter().flatten() {
        if !left.contains(variable) {
            left.push(*variable);
        }
    }
    let mut order: Vec<VariableNumber> = Vec::new();
    while !left.is_empty() {
        let waits = |variable: VariableNumber| {
            tables.iter().any(|table| {
                let place = table.iter().position(|own| *own == variable);
                place.is_some_and(|place| {
                    table[..place].iter().any(|own| left.contains(own) && *own != variable)
                })
            })
        };
        let next = left.iter().position(|variable| !waits(*variable)).unwrap_or(0);
        order.push(left.remove(next));
    }
    order
}

/// The order of all variables of a branch. Given ones stay as they are given, since letters are told apart by
/// them in that order.
pub(crate) fn branch_order(branch: &RocqBranch, given: &[VariableNumber]) -> Vec<VariableNumber> {
    let mut tables: Vec<Vec<VariableNumber>> =
        branch.uses.iter().map(|used| used.on.clone()).collect();
    tables.push(given.to_vec());
    let order = common_order(&tables);
    let is_given = |variable: &VariableNumber| given.contains(variable);
    if order.iter().copied().filter(is_given).eq(given.iter().copied()) {
        return order;
    }
    let hidden = order.iter().copied().filter(|variable| !is_given(variable));
    given.iter().copied().chain(hidden).collect()
}

/// The hidden variables of a branch, in that order: they are the tracks after the given ones.
pub(crate) fn hidden_order(branch: &RocqBranch, given: &[VariableNumber]) -> Vec<VariableNumber> {
    let order = branch_order(branch, given);
    order.into_iter().filter(|variable| branch.hidden.contains(variable)).collect()
}
