//! A relation with a name: defined once, made once, and used as often as one likes.
//!
//! A formula that stands in ten places is otherwise made into an automaton ten times, and whatever is around
//! it is looked at together with its quantifiers. Here the automaton is made where it is first asked for, once
//! for each kind and order of digits, and kept. It may come from a formula on named parameters, or be given
//! as it is, for digits of one kind. Cost: what the formula costs, once; then a copy of the table.
//! [`crate::Predicate::Known`] is an automaton that stands for itself alone and for digits of any kind.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::dfa::{Dfa, DigitOrder};
use crate::formula::DigitLogic;
use crate::formula::Formula;
use crate::formula::{NoAutomaton, Predicate};
use crate::limit::Limit;
use crate::numeration::Numeration;

/// A relation between numbers that has a name. Copies share what was made.
#[derive(Clone)]
pub struct NamedRelation(Arc<SharedRelation>);

struct SharedRelation {
    name: String,
    source: RelationSource,
    /// The minimal automata, by the digits that they read.
    made: Mutex<Vec<(Numeration, DigitOrder, Dfa)>>,
}

/// What a named relation says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelationSource {
    /// A formula.
    Formula {
        /// Its free variables, in the order in which the relation takes them.
        parameters: Vec<String>,
        /// What it says of them.
        body: Formula,
    },
    /// An automaton.
    Automaton {
        /// What its digits mean.
        numeration: Numeration,
        /// It ignores padding.
        dfa: Dfa,
    },
}

impl NamedRelation {
    /// What `body` says of `parameters`, which are its free variables.
    pub fn of_formula(name: &str, parameters: &[String], body: Formula) -> Self {
        NamedRelation::new(name, RelationSource::Formula { parameters: parameters.to_vec(), body })
    }

    /// What an automaton accepts, whose digits mean this. It must ignore padding.
    pub fn of_automaton(name: &str, numeration: Numeration, dfa: Dfa) -> Self {
        NamedRelation::new(name, RelationSource::Automaton { numeration, dfa })
    }

    fn new(name: &str, source: RelationSource) -> Self {
        let made = Mutex::new(Vec::new());
        NamedRelation(Arc::new(SharedRelation { name: name.to_owned(), source, made }))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// What it says.
    pub fn source(&self) -> &RelationSource {
        &self.0.source
    }

    /// How many numbers it is about.
    pub fn tracks(&self) -> usize {
        match &self.0.source {
            RelationSource::Formula { parameters, .. } => parameters.len(),
            RelationSource::Automaton { dfa, .. } => dfa.tracks(),
        }
    }

    /// Its minimal automaton, a track a parameter.
    pub(crate) fn build(
        &self,
        numeration: Numeration,
        order: DigitOrder,
        limit: Limit,
    ) -> Result<Dfa, NoAutomaton> {
        if let Some(dfa) = self.known(numeration, order) {
            return Ok(dfa);
        }
        let dfa = match &self.0.source {
            RelationSource::Formula { parameters, body } => {
                let logic = DigitLogic { numeration, order, limit };
                let names: Vec<&str> = parameters.iter().map(String::as_str).collect();
                let relation = logic.evaluate(body)?;
                logic.on_tracks(&relation, &names)?.minimize_within(limit)?
            }
            RelationSource::Automaton { numeration: own, .. } if *own != numeration => {
                return Err(NoAutomaton::OtherDigits(self.0.name.clone()));
            }
            RelationSource::Automaton { dfa, .. } => {
                Predicate::Known(dfa.clone()).build(numeration, order, limit)?
            }
        };
        // Nobody holds the lock while an automaton is made: relations may use each other.
        let mut made = self.0.made.lock().unwrap_or_else(PoisonError::into_inner);
        if !made.iter().any(|(n, o, _)| (*n, *o) == (numeration, order)) {
            made.push((numeration, order, dfa.clone()));
        }
        Ok(dfa)
    }

    fn known(&self, numeration: Numeration, order: DigitOrder) -> Option<Dfa> {
        let made = self.0.made.lock().unwrap_or_else(PoisonError::into_inner);
        let found = made.iter().find(|(n, o, _)| (*n, *o) == (numeration, order));
        found.map(|(_, _, dfa)| dfa.clone())
    }
}

impl PartialEq for NamedRelation {
    fn eq(&self, other: &NamedRelation) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.name == other.0.name && self.0.source == other.0.source
    }
}

impl Eq for NamedRelation {}

impl fmt::Debug for NamedRelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0.name, self.tracks())
    }
}
