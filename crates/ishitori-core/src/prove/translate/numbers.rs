//! Conditions about all numbers, decided for claims that are checked on a window.
//!
//! The variables of the place where the condition stands are those of a formula; its automaton, made once, then tells
//! for every position. Only a condition that means something for all numbers is decided so: otherwise the evaluator, which
//! reads from left to right, may know more. Cost: the automaton, of at most [`MAX_STATES`] states, and one step a digit when it
//! is asked.

use ishitori_automata::{Dfa, DigitLogic, DigitOrder, Formula, Limit, Numeration};

use super::variables::Variables;
use super::{Translator, numeration};
use crate::claim::{NumberDecider, NumberSet, UnboundedCondition};
use crate::control::Control;
use crate::prove::connect::{for_all, free_variables, simplify};

/// Larger automata are not worth their time: a window is looked at instead.
const MAX_STATES: usize = 1 << 14;

/// Decides conditions by automata that read digits.
#[derive(Clone, Copy, Debug)]
pub struct AutomataDecider;

impl NumberDecider for AutomataDecider {
    fn decide(&self, asked: UnboundedCondition, control: &Control) -> Option<Box<dyn NumberSet>> {
        let name = |slot: usize| format!("s{slot}");
        let names = (0..asked.slots).map(|slot| (name(slot), 0));
        let variables = Variables::new(names, false);
        let mut translator = Translator::within(asked.definitions, asked.slots, variables);
        let truth = translator.logic(asked.condition).ok()?;
        let (holds, defined) = (simplify(truth.holds), simplify(truth.defined));
        let numeration = numeration(&[&holds, &defined]).ok()?;
        let limit = Limit::states(MAX_STATES).watched(control);
        let free = free_variables(&holds);
        let slots: Vec<usize> = (0..asked.slots).filter(|s| free.contains(&name(*s))).collect();
        let tracks: Vec<String> = slots.iter().map(|slot| name(*slot)).collect();
        let tracks: Vec<&str> = tracks.iter().map(String::as_str).collect();
        // Some automata are small in one order of digits only.
        [DigitOrder::Msd, DigitOrder::Lsd].into_iter().find_map(|order| {
            let logic = DigitLogic { numeration, order, limit };
            if !is_always(&defined, logic)? {
                return None;
            }
            let relation = logic.evaluate(&holds).ok()?;
            let dfa = logic.on_tracks(&relation, &tracks).ok()?;
            let slots = slots.clone();
            Some(Box::new(AutomatonSet { slots, numeration, dfa }) as Box<dyn NumberSet>)
        })
    }
}

/// Whether a formula holds of all numbers; `None` if that takes too much.
fn is_always(formula: &Formula, logic: DigitLogic) -> Option<bool> {
    let names = free_variables(formula).into_iter().collect();
    logic.decide(&for_all(names, formula.clone())).ok()
}

/// The numbers that an automaton accepts.
struct AutomatonSet {
    slots: Vec<usize>,
    numeration: Numeration,
    dfa: Dfa,
}

impl NumberSet for AutomatonSet {
    fn slots(&self) -> &[usize] {
        &self.slots
    }

    fn contains(&self, numbers: &[u128]) -> bool {
        self.dfa.accepts(&self.numeration.word(self.dfa.order(), numbers))
    }
}
