//! Names that stand for automata: definitions of a sentence, words, sets from files, proved sets.
//!
//! A definition that is a condition becomes a [`NamedRelation`] on its arguments, which must be natural
//! numbers: its formula is translated once, its automaton made once, and every use is one atom. Where an
//! argument may be negative, or is a logarithm that no variable can be, the definition is written out as in
//! claims: then it means the same, only slower. Words and sets that come from elsewhere are known from the
//! beginning; below 0 they mean nothing. Numbers that are defined are always written out, since comparisons
//! know better atoms for sums than for graphs of functions.

use ishitori_automata::{Formula, NamedRelation, Predicate};

use super::cases::finite_value;
use super::expression::DefinitionValue;
use super::value::{SymbolicNumber, SymbolicValue};
use super::variables::Variables;
use super::{BeyondAutomata, TranslationResult, Translator};
use crate::claim::formula::{CompiledNumber, DefinitionBody};
use crate::prove::connect::{and, not, or, simplify};

/// What a name stands for that no formula defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownRelation {
    /// Tuples of numbers.
    Set(NamedRelation),
    /// A word.
    Word {
        /// Its letters, and where they stand.
        letters: Vec<(i64, NamedRelation)>,
        /// Whether there is a letter at every place.
        is_whole: bool,
    },
}

impl KnownRelation {
    /// How many numbers it takes.
    pub fn arguments(&self) -> usize {
        match self {
            KnownRelation::Set(set) => set.tracks(),
            KnownRelation::Word { .. } => 1,
        }
    }
}

/// What is known of a definition, by its number.
#[derive(Clone, Debug)]
pub(super) enum DefinitionMeaning {
    /// Only its text.
    Text,
    /// Its text has been translated.
    Compiled(CompiledRelation),
    /// It cannot be a relation of its own: it is written out.
    WrittenOut,
    /// It comes from elsewhere.
    Known(KnownRelation),
}

/// A condition as automata.
#[derive(Clone, Debug)]
pub(super) struct CompiledRelation {
    holds: NamedRelation,
    /// Where it means something, unless that is everywhere.
    defined: Option<NamedRelation>,
}

impl<'p> Translator<'p> {
    /// What a definition says of its arguments, as an atom; `None` if it has to be written out.
    pub(super) fn by_relation(
        &mut self,
        at: usize,
        arguments: &'p [CompiledNumber],
    ) -> TranslationResult<Option<DefinitionValue>> {
        if let Some(DefinitionMeaning::Text) = self.meanings.get(at) {
            let meaning = self.compiled_relation(at)?;
            self.meanings[at] = meaning;
        }
        let (letters, defined, surely) = match self.meanings.get(at) {
            None | Some(DefinitionMeaning::Text | DefinitionMeaning::WrittenOut) => {
                return Ok(None);
            }
            Some(DefinitionMeaning::Compiled(relation)) => {
                let relation = relation.clone();
                (vec![(1, relation.holds)], relation.defined, true)
            }
            Some(DefinitionMeaning::Known(KnownRelation::Set(set))) => {
                (vec![(1, set.clone())], None, false)
            }
            Some(DefinitionMeaning::Known(KnownRelation::Word { letters, is_whole })) => {
                let (letters, is_whole) = (letters.clone(), *is_whole);
                return self.letter(&letters, is_whole, arguments).map(Some);
            }
        };
        let (_, holds) = &letters[0];
        let mut outside = Vec::new();
        let mut values = Vec::new();
        for value in self.nums(arguments, &mut outside)? {
            values.push(self.spread(value)?);
        }
        let mut fits = true;
        let number = self.each_case(&values, |this, values| {
            let Some((names, natural)) = this.track_names(values, surely)? else {
                fits = false;
                return Ok(SymbolicNumber::undefined());
            };
            let atom = |this: &Self, relation: &NamedRelation| {
                let atom = Formula::Atom(Predicate::Named(relation.clone()), names.clone());
                this.variables.close(atom)
            };
            let holds = atom(this, holds);
            let mut all = vec![natural];
            all.extend(defined.iter().map(|defined| atom(this, defined)));
            let value = finite_value(vec![(1, holds.clone()), (0, not(holds))]);
            Ok(value.when(and(all)))
        })?;
        if !fits {
            return Ok(None);
        }
        let one = SymbolicValue::constant(1).into();
        let holds = self.compare_all(ishitori_automata::Comparison::Equal, &number, &one)?;
        outside.push(number.defined);
        let condition = super::value::SymbolicCondition { holds, defined: and(outside) };
        Ok(Some(DefinitionValue::Logic(condition)))
    }

    /// The letter of a word.
    fn letter(
        &mut self,
        letters: &[(i64, NamedRelation)],
        is_whole: bool,
        arguments: &'p [CompiledNumber],
    ) -> TranslationResult<DefinitionValue> {
        let mut outside = Vec::new();
        let mut values = Vec::new();
        for value in self.nums(arguments, &mut outside)? {
            values.push(self.spread(value)?);
        }
        let number = self.each_case(&values, |this, values| {
            let Some((names, natural)) = this.track_names(values, false)? else {
                return this.outside("a letter of a word at a place that automata do not know");
            };
            let here = |(letter, places): &(i64, NamedRelation)| {
                let atom = Formula::Atom(Predicate::Named(places.clone()), names.clone());
                (*letter, this.variables.close(atom))
            };
            let options: Vec<(i64, Formula)> = letters.iter().map(here).collect();
            let some = match is_whole {
                true => Formula::Constant(true),
                false => or(options.iter().map(|(_, here)| here.clone())),
            };
            Ok(SymbolicValue::Finite(options).when(and([natural, some])))
        })?;
        outside.push(number.defined);
        let number = SymbolicNumber { defined: and(outside), cases: number.cases };
        Ok(DefinitionValue::Num(number))
    }

    /// The variables that values are, and where they are naturals; `None` if they cannot be, or are not `surely`.
    fn track_names(
        &mut self,
        values: &[SymbolicValue],
        surely: bool,
    ) -> TranslationResult<Option<(Vec<String>, Formula)>> {
        let (mut names, mut natural) = (Vec::new(), Vec::new());
        for value in values {
            let found = match self.natural(value) {
                Ok(found) => found,
                Err(BeyondAutomata::Part { .. }) if surely => return Ok(None),
                Err(other) => return Err(other),
            };
            if surely && found.1 != Formula::Constant(true) {
                return Ok(None);
            }
            names.push(self.variables.name(found.0).to_string());
            natural.push(found.1);
        }
        Ok(Some((names, and(natural))))
    }

    /// A definition with arguments as a relation, if it is a condition that automata know.
    fn compiled_relation(&mut self, at: usize) -> TranslationResult<DefinitionMeaning> {
        let function = &self.defined[at];
        let DefinitionBody::Logic(body) = &function.body else {
            return Ok(DefinitionMeaning::WrittenOut);
        };
        let parameters: Vec<String> = (1..=function.parameters).map(|i| format!("x{i}")).collect();
        let variables = Variables::new(parameters.iter().map(|name| (name.clone(), 0)), false);
        let slots = function.slots.max(function.parameters);
        let mut inner = Translator::within(self.defined, slots, variables);
        inner.meanings = std::mem::take(&mut self.meanings);
        inner.calling = self.calling.clone();
        inner.calling.push(at);
        inner.span = self.span.clone();
        let truth = inner.logic(body);
        self.meanings = std::mem::take(&mut inner.meanings);
        let truth = match truth {
            Ok(truth) => truth,
            // Some arguments may be known where it is used, so that it can be written out.
            Err(BeyondAutomata::Part { .. }) => return Ok(DefinitionMeaning::WrittenOut),
            Err(other) => return Err(other),
        };
        let (holds, defined) = (simplify(truth.holds), simplify(truth.defined));
        let relation = |what: &str, formula: Formula| {
            NamedRelation::of_formula(&format!("{}{what}", function.name), &parameters, formula)
        };
        let everywhere = defined == Formula::Constant(true);
        Ok(DefinitionMeaning::Compiled(CompiledRelation {
            holds: relation("", holds),
            defined: (!everywhere).then(|| relation(" is defined", defined)),
        }))
    }
}
