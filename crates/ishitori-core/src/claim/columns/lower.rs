//! A formula to operations on columns.
//!
//! Walks the tree once, with the lanes in which each part would be evaluated (`active`): the second part of a conjunction where the
//! first is true, a branch of `if` where its condition holds. Variables over ranges of known or few numbers, over images and over short
//! lists are written out. What has no columns becomes a walked part, if its variables are known; the smallest such part is taken.
//! Walking a part in every lane would gain nothing, so then there are no columns at all.

mod numbers;
mod sets;

use ishitori_rule::syntax::{ComparisonOperator, Quantifier};

use super::build::{ColumnBuilder, NoColumns, NumberColumn, TruthColumn};
use super::{ColumnFormula, FormulaPart, WalkedPart};
use crate::claim::formula::{
    BoundVariables, CompiledCondition, CompiledDefinition, CompiledNumber, CompiledSet,
    DefinitionBody, Query,
};
use crate::claim::statement::is_here;
use crate::solve::Outcome;

/// Definitions are put in place so deep; deeper ones may call themselves.
const MAX_INLINED: usize = 6;

/// More parts than that are walked as a whole.
const MAX_PARTS: usize = 8;

/// What is known of the position here.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::claim) struct HereFacts {
    /// Whether it is P.
    pub outcome: bool,
    /// Its Grundy value, up to this.
    pub value: Option<i64>,
    /// Whether a value of 0 is P.
    pub zero_is_p: bool,
}

/// The operations for a condition on positions with heaps between these bounds; `None` if it is better walked.
pub(in crate::claim) fn columns_of<'p>(
    condition: &'p CompiledCondition,
    defined: &'p [CompiledDefinition],
    slots: usize,
    (lower, upper): (&[u64], &[u64]),
    here: HereFacts,
) -> Option<ColumnFormula<'p>> {
    let mut builder = ColumnBuilder::default();
    let active = builder.in_use();
    let mut variables = vec![None; slots.max(lower.len())];
    for (heap, (low, high)) in lower.iter().zip(upper).enumerate() {
        let (low, high) = (i64::try_from(*low).ok()?, i64::try_from(*high).ok()?);
        variables[heap] = Some(builder.heap(heap, low, high.max(low)));
    }
    let heaps = lower.len();
    let mut lowering = Lowering { builder, defined, variables, heaps, depth: 0, here, active };
    let answer = lowering.condition(condition, active).ok()?;
    Some(lowering.builder.finish(answer))
}

type Lowered<T> = Result<T, NoColumns>;

struct Lowering<'p> {
    builder: ColumnBuilder<'p>,
    defined: &'p [CompiledDefinition],
    /// What the slots of the frame at work hold.
    variables: Vec<Option<NumberColumn>>,
    heaps: usize,
    /// How many definitions are being put in place.
    depth: usize,
    here: HereFacts,
    /// The lanes in use.
    active: TruthColumn,
}

impl<'p> Lowering<'p> {
    /// A condition, by columns or walked.
    fn condition(
        &mut self,
        condition: &'p CompiledCondition,
        active: TruthColumn,
    ) -> Lowered<TruthColumn> {
        let (mark, variables) = (self.builder.mark(), self.variables.clone());
        match self.by_columns(condition, active) {
            Err(NoColumns::Part) => {
                self.builder.back_to(mark);
                self.variables = variables;
                let part = self.part(FormulaPart::Condition(condition), active)?;
                Ok(self.builder.walked_truth(part, active))
            }
            other => other,
        }
    }

    /// A number, by columns or walked.
    fn number(&mut self, number: &'p CompiledNumber, active: TruthColumn) -> Lowered<NumberColumn> {
        if self.builder.is_too_long() {
            return Err(NoColumns::TooMany);
        }
        let (mark, variables) = (self.builder.mark(), self.variables.clone());
        match self.number_by_columns(number, active) {
            Err(NoColumns::Part) => {
                self.builder.back_to(mark);
                self.variables = variables;
                let part = self.part(FormulaPart::Number(number), active)?;
                Ok(self.builder.walked_number(part, active))
            }
            other => other,
        }
    }

    /// A part that is walked, with the variables that it may use.
    fn part(&self, part: FormulaPart<'p>, active: TruthColumn) -> Lowered<WalkedPart<'p>> {
        let is_everywhere = active == self.active;
        if self.depth > 0 || is_everywhere || self.builder.parts.len() >= MAX_PARTS {
            return Err(NoColumns::Part);
        }
        let bound = self.variables.iter().enumerate().skip(self.heaps);
        let variables = bound.filter_map(|(slot, held)| Some((slot, (*held)?.0))).collect();
        Ok(WalkedPart { part, variables })
    }

    fn by_columns(
        &mut self,
        condition: &'p CompiledCondition,
        active: TruthColumn,
    ) -> Lowered<TruthColumn> {
        match condition {
            CompiledCondition::Constant(value) => Ok(self.builder.always(*value)),
            CompiledCondition::Compare(compare, left, right, _) => {
                let left = self.number(left, active)?;
                let right = self.number(right, active)?;
                Ok(self.compare(*compare, left, right))
            }
            CompiledCondition::Not(inner) => {
                let inner = self.condition(inner, active)?;
                Ok(self.builder.not(inner))
            }
            CompiledCondition::And(parts) => {
                let mut all = self.builder.always(true);
                for part in parts {
                    let active = self.builder.both(active, all);
                    let part = self.condition(part, active)?;
                    all = self.builder.both(all, part);
                }
                Ok(all)
            }
            CompiledCondition::Or(parts) => {
                let mut any = self.builder.always(false);
                for part in parts {
                    let not_yet = self.builder.not(any);
                    let active = self.builder.both(active, not_yet);
                    let part = self.condition(part, active)?;
                    any = self.builder.either(any, part);
                }
                Ok(any)
            }
            CompiledCondition::Implies(left, right) => {
                let left = self.condition(left, active)?;
                let active = self.builder.both(active, left);
                let right = self.condition(right, active)?;
                let not_left = self.builder.not(left);
                Ok(self.builder.either(not_left, right))
            }
            CompiledCondition::Iff(left, right) => {
                let left = self.condition(left, active)?;
                let right = self.condition(right, active)?;
                let differ = self.builder.differ(left, right);
                Ok(self.builder.not(differ))
            }
            CompiledCondition::Outcome(query, wanted) => self.outcome(query, *wanted),
            CompiledCondition::In(element, set) => self.is_in(element, set, active),
            CompiledCondition::Subset(..)
            | CompiledCondition::Same(..)
            | CompiledCondition::Decided(..) => Err(NoColumns::Part),
            CompiledCondition::Defined(at, arguments) => {
                let (body, frame) = self.enter(*at, arguments, active)?;
                let truth = match body {
                    DefinitionBody::Logic(logic) => self.condition(logic, active),
                    DefinitionBody::Num(number) => self.number(number, active).and_then(|number| {
                        let zero = self.builder.constant(0)?;
                        let is_zero = self.builder.equal(number, zero);
                        Ok(self.builder.not(is_zero))
                    }),
                };
                self.leave(frame);
                truth
            }
            CompiledCondition::Quantified(quantifier, through, body) => {
                self.quantified(*quantifier, through, body, active)
            }
            CompiledCondition::Let(slots, values, body) => {
                let values: Lowered<Vec<_>> =
                    values.iter().map(|value| self.number(value, active)).collect();
                for (slot, value) in slots.iter().zip(values?) {
                    self.variables[*slot] = Some(value);
                }
                self.condition(body, active)
            }
        }
    }

    fn compare(
        &mut self,
        compare: ComparisonOperator,
        left: NumberColumn,
        right: NumberColumn,
    ) -> TruthColumn {
        match compare {
            ComparisonOperator::Equal => self.builder.equal(left, right),
            ComparisonOperator::NotEqual => {
                let equal = self.builder.equal(left, right);
                self.builder.not(equal)
            }
            ComparisonOperator::Less => self.builder.less(left, right),
            ComparisonOperator::AtMost => self.builder.at_most(left, right),
            ComparisonOperator::Greater => self.builder.less(right, left),
            ComparisonOperator::AtLeast => self.builder.at_most(right, left),
        }
    }

    fn outcome(&mut self, query: &Query, wanted: Outcome) -> Lowered<TruthColumn> {
        if !is_here(query) {
            return Err(NoColumns::Part);
        }
        let is_p = match self.here {
            HereFacts { outcome: true, .. } => self.builder.is_p(),
            HereFacts { value: Some(high), zero_is_p: true, .. } => {
                let (value, zero) = (self.builder.value(high), self.builder.constant(0)?);
                self.builder.equal(value, zero)
            }
            _ => return Err(NoColumns::Part),
        };
        Ok(if wanted == Outcome::P { is_p } else { self.builder.not(is_p) })
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        through: &'p [BoundVariables],
        body: &'p CompiledCondition,
        active: TruthColumn,
    ) -> Lowered<TruthColumn> {
        // To count, each element must come once.
        let counts = matches!(quantifier, Quantifier::AtMostOne | Quantifier::ExactlyOne);
        let wanted = quantifier != Quantifier::All;
        let (mut one, mut two) = (self.builder.always(false), self.builder.always(false));
        for choice in self.choices(through, active, counts)? {
            self.bind(&choice.values);
            let decided = if counts { two } else { one };
            let undecided = self.builder.not(decided);
            let active = self.builder.both(active, choice.within);
            let active = self.builder.both(active, undecided);
            let holds = self.condition(body, active)?;
            let found = if wanted { holds } else { self.builder.not(holds) };
            let found = self.builder.both(found, choice.within);
            if counts {
                let again = self.builder.both(one, found);
                two = self.builder.either(two, again);
            }
            one = self.builder.either(one, found);
        }
        Ok(match quantifier {
            Quantifier::All | Quantifier::No => self.builder.not(one),
            Quantifier::Exists => one,
            Quantifier::AtMostOne => self.builder.not(two),
            Quantifier::ExactlyOne => {
                let not_two = self.builder.not(two);
                self.builder.both(one, not_two)
            }
        })
    }

    fn is_in(
        &mut self,
        element: &'p [CompiledNumber],
        set: &'p CompiledSet,
        active: TruthColumn,
    ) -> Lowered<TruthColumn> {
        let element: Lowered<Vec<_>> =
            element.iter().map(|number| self.number(number, active)).collect();
        let element = element?;
        match set {
            CompiledSet::Range(low, high) => {
                let low = self.number(low, active)?;
                let is_above = self.builder.at_most(low, element[0]);
                let active = self.builder.both(active, is_above);
                let high = self.number(high, active)?;
                let is_below = self.builder.at_most(element[0], high);
                Ok(self.builder.both(is_above, is_below))
            }
            CompiledSet::List(items) => {
                let mut found = self.builder.always(false);
                for item in items {
                    let not_yet = self.builder.not(found);
                    let active = self.builder.both(active, not_yet);
                    let mut same = self.builder.always(true);
                    for (number, held) in item.iter().zip(&element) {
                        let number = self.number(number, active)?;
                        let equal = self.builder.equal(number, *held);
                        same = self.builder.both(same, equal);
                    }
                    found = self.builder.either(found, same);
                }
                Ok(found)
            }
            _ => Err(NoColumns::Part),
        }
    }

    /// Begins a definition with its arguments; returns its body and the frame to go back to.
    fn enter(
        &mut self,
        at: usize,
        arguments: &'p [CompiledNumber],
        active: TruthColumn,
    ) -> Lowered<(&'p DefinitionBody, Vec<Option<NumberColumn>>)> {
        if self.depth >= MAX_INLINED {
            return Err(NoColumns::Part);
        }
        let arguments: Lowered<Vec<_>> =
            arguments.iter().map(|number| self.number(number, active)).collect();
        let definition = &self.defined[at];
        let mut frame: Vec<_> = arguments?.into_iter().map(Some).collect();
        frame.resize(definition.slots.max(frame.len()), None);
        self.depth += 1;
        Ok((&definition.body, std::mem::replace(&mut self.variables, frame)))
    }

    fn leave(&mut self, frame: Vec<Option<NumberColumn>>) {
        self.depth -= 1;
        self.variables = frame;
    }
}
