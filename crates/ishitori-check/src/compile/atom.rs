//! The automaton of each atom.
//!
//! A machine reads columns in whichever order of the digits is easier for it. If the file has the other
//! order, the automaton is reversed. Cost: that of the machine, and of a subset construction if it is
//! reversed ([`crate::automata::subsets`]). Whole formulas are compiled in [`crate::compile::compiler`].

use crate::automata::relation::NumberRelation;
use crate::certificate::listed_automaton::ListedAutomaton;
use crate::compile::binary;
use crate::compile::machine::{ColumnMachine, counted};
use crate::compile::zeckendorf;
use crate::digits::{FileNumeration, ReadingOrder};
use crate::formula::condition::ColumnCondition;
use crate::formula::variable::VariableNumber;
use crate::refusal::CheckRefusal;
use crate::watch::{CheckWatch, TRACKS};

/// The tuples of numbers for which the atom holds. `given` are the automata of the file that it may name.
pub(crate) fn atom(
    condition: ColumnCondition,
    terms: &[(i64, VariableNumber)],
    given: &[&ListedAutomaton],
    numeration: FileNumeration,
    order: ReadingOrder,
    watch: &mut CheckWatch,
) -> Result<NumberRelation, CheckRefusal> {
    let (variables, mut weights) = collected(terms, watch)?;
    let machine = match (numeration, condition) {
        (_, ColumnCondition::Accepted(number)) => accepted(given[number]),
        (FileNumeration::Zeckendorf, ColumnCondition::Equal(bound)) => {
            zeckendorf::sum(true, bound, &weights)
        }
        (FileNumeration::Zeckendorf, ColumnCondition::AtMost(bound)) => {
            zeckendorf::sum(false, bound, &weights)
        }
        (FileNumeration::Zeckendorf, ColumnCondition::Modulo(modulus, remainder)) => {
            zeckendorf::modulo(modulus, remainder)
        }
        _ => binary::machine(condition),
    };
    let backwards = machine.order.is_some_and(|native| native != order);
    if backwards {
        weights.reverse();
    }
    let automaton = machine.automaton(&weights, watch)?;
    let automaton = if backwards { automaton.reversed(watch)? } else { automaton };
    Ok(NumberRelation::new(automaton.minimised(watch)?, variables))
}

/// The variables of an atom in ascending order, and the weight of each.
fn collected(
    terms: &[(i64, VariableNumber)],
    watch: &CheckWatch,
) -> Result<(Vec<VariableNumber>, Vec<i64>), CheckRefusal> {
    let mut variables: Vec<VariableNumber> = terms.iter().map(|term| term.1).collect();
    variables.sort_unstable();
    variables.dedup();
    watch.limit(variables.len(), TRACKS)?;
    // A variable may come many times, so the sum of what is written is limited before it is made.
    let written = terms.iter().map(|(weight, _)| i128::from(*weight).abs()).sum::<i128>();
    if written > 1 << 48 {
        return Err(CheckRefusal::new("the coefficients of a sum are too large"));
    }
    let mut weights = vec![0_i64; variables.len()];
    for (weight, variable) in terms {
        let track = variables.partition_point(|known| known < variable);
        weights[track] += weight;
    }
    Ok((variables, weights))
}

/// The machine of an automaton of the file: a column is a letter, the memory is the state.
///
/// So it does not matter in which order its variables come, and a variable that is on two tracks has the
/// digits of both in its weight.
fn accepted(table: &ListedAutomaton) -> ColumnMachine<'_> {
    let step =
        |[state, _]: [i64; 2], c: i64| counted(table.successor(state as u32, c as usize).into());
    ColumnMachine::new(None, [0, 0], step, |[state, _]| table.accepting[state as usize])
}
