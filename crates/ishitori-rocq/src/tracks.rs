//! In which order the tracks of a check are read.
//!
//! The library descends the decision trees of all tables together, track by track. That prunes best if every
//! table has its tracks in the common order, so that order is chosen to follow all tables, if there is one.
//! If there is none the check is as right, and slower.

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
