//! Conditions about all numbers, decided before a claim is looked at.
//!
//! What a decider knows becomes [`CompiledCondition::Decided`]; of what it does not know, the parts are tried.

use super::compile::Program;
use super::formula::{
    BoundVariables, CompiledCondition, CompiledDefinition, CompiledSet, DefinitionBody,
};
use super::number_set::DecidedNumbers;
use super::unbounded::{NumberDecider, UnboundedCondition};
use crate::control::Control;

/// Decides what can be decided once and for all in a program.
pub(super) fn decide(program: &mut Program, decider: &dyn NumberDecider, control: &Control) {
    let definitions = program.defined.clone();
    let mut pass = DecidingPass { decider, control, definitions: &definitions, slots: 0 };
    for definition in &mut program.defined {
        pass.slots = definition.slots;
        if let DefinitionBody::Logic(body) = &mut definition.body {
            pass.condition(body);
        }
    }
    pass.slots = program.slots;
    match &mut program.statement {
        // What is said of all numbers and of no position is looked at number by number.
        CompiledCondition::Quantified(_, _, body) if !program.about_here => pass.condition(body),
        statement => pass.condition(statement),
    }
}

struct DecidingPass<'a> {
    decider: &'a dyn NumberDecider,
    control: &'a Control,
    definitions: &'a [CompiledDefinition],
    slots: usize,
}

impl DecidingPass<'_> {
    fn condition(&self, condition: &mut CompiledCondition) {
        match condition {
            CompiledCondition::Not(inner) | CompiledCondition::Let(_, _, inner) => {
                self.condition(inner);
            }
            CompiledCondition::And(parts) | CompiledCondition::Or(parts) => {
                parts.iter_mut().for_each(|part| self.condition(part));
            }
            CompiledCondition::Implies(left, right) | CompiledCondition::Iff(left, right) => {
                self.condition(left);
                self.condition(right);
            }
            CompiledCondition::Quantified(_, through, body) => {
                if !through.iter().any(runs_through_all) {
                    return self.condition(body);
                }
                let (definitions, slots) = (self.definitions, self.slots);
                let asked = UnboundedCondition { condition, definitions, slots };
                match self.decider.decide(asked, self.control) {
                    Some(known) => {
                        let undecided =
                            std::mem::replace(condition, CompiledCondition::Constant(false));
                        let known = DecidedNumbers::new(known);
                        *condition = CompiledCondition::Decided(known, Box::new(undecided));
                    }
                    // Parts of it may be easier.
                    None => {
                        if let CompiledCondition::Quantified(_, _, body) = condition {
                            self.condition(body);
                        }
                    }
                }
            }
            CompiledCondition::Constant(_)
            | CompiledCondition::Compare(..)
            | CompiledCondition::Outcome(..)
            | CompiledCondition::In(..)
            | CompiledCondition::Subset(..)
            | CompiledCondition::Same(..)
            | CompiledCondition::Defined(..)
            | CompiledCondition::Decided(..) => {}
        }
    }
}

fn runs_through_all(variables: &BoundVariables) -> bool {
    matches!(variables.over, CompiledSet::Naturals { .. })
}
