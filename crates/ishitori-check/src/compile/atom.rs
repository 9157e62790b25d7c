//! The automaton of each atom.
//!
//! A machine reads columns in whichever order of the digits is easier for it. If the file has the other
//! order, the automaton is reversed. Cost: that of the machine, and of a subset construction if it is
//! reversed ([`crate::automata::subsets`]). Whole formulas are compiled in [`crate::compile::compiler`].

use crate::automata::relation::Relation;
use crate::certificate::table::Table;
use crate::compile::machine::{Machine, counted};
use crate::compile::{binary, zeckendorf};
use crate::digits::{Numeration, Order};
use crate::formula::condition::Kind;
use crate::formula::variable::Variable;
use crate::refusal::Refused;
use crate::watch::{TRACKS, Watch};

/// The tuples of numbers for which the atom holds. `given` are the automata of the file that it may name.
pub(crate) fn atom(
    kind: Kind,
    terms: &[(i64, Variable)],
    given: &[&Table],
    numeration: Numeration,
    order: Order,
    watch: &mut Watch,
) -> Result<Relation, Refused> {
    let (variables, mut weights) = collected(terms, watch)?;
    let machine = match (numeration, kind) {
        (_, Kind::Accepted(number)) => accepted(given[number]),
        (Numeration::Zeckendorf, Kind::Equal(bound)) => zeckendorf::sum(true, bound, &weights),
        (Numeration::Zeckendorf, Kind::AtMost(bound)) => zeckendorf::sum(false, bound, &weights),
        (Numeration::Zeckendorf, Kind::Modulo(modulus, remainder)) => {
            zeckendorf::modulo(modulus, remainder)
        }
        _ => binary::machine(kind),
    };
    let backwards = machine.order.is_some_and(|native| native != order);
    if backwards {
        weights.reverse();
    }
    let automaton = machine.automaton(&weights, watch)?;
    let automaton = if backwards { automaton.reversed(watch)? } else { automaton };
    Ok(Relation::new(automaton.minimised(watch)?, variables))
}

/// The variables of an atom in ascending order, and the weight of each.
fn collected(
    terms: &[(i64, Variable)],
    watch: &Watch,
) -> Result<(Vec<Variable>, Vec<i64>), Refused> {
    let mut variables: Vec<Variable> = terms.iter().map(|term| term.1).collect();
    variables.sort_unstable();
    variables.dedup();
    watch.limit(variables.len(), TRACKS)?;
    // A variable may come many times, so the sum of what is written is limited before it is made.
    let written = terms.iter().map(|(weight, _)| i128::from(*weight).abs()).sum::<i128>();
    if written > 1 << 48 {
        return Err(Refused::new("the coefficients of a sum are too large"));
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
fn accepted(table: &Table) -> Machine<'_> {
    let step =
        |[state, _]: [i64; 2], c: i64| counted(table.successor(state as u32, c as usize).into());
    Machine::new(None, [0, 0], step, |[state, _]| table.accepting[state as usize])
}
