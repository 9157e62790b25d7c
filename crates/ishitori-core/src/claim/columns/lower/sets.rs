//! What variables run through, written out.
//!
//! A range whose ends are known, or lie close together, becomes its numbers, each with the lanes in which it is in the range. Images
//! become rearrangements of columns. Sets say each element once, which columns cannot tell, so lists are written out only where saying
//! an element twice does no harm, or where all of it is known.

use super::{Lowered, Lowering};
use crate::claim::columns::build::{NoColumns, NumberColumn, TruthColumn};
use crate::claim::formula::{BoundVariables, CompiledNumber, CompiledSet, SetComprehension};

/// The most choices that are written out.
const MAX_CHOICES: usize = 1 << 10;

/// The most numbers of a range whose ends are not known.
const MAX_OPEN: i64 = 64;

/// Values of variables, where they are taken.
#[derive(Clone)]
pub(super) struct VariableChoice {
    pub values: Vec<(usize, NumberColumn)>,
    pub within: TruthColumn,
}

/// An element of a set, where it is one.
pub(super) struct LoweredElement {
    pub values: Vec<NumberColumn>,
    pub within: TruthColumn,
}

impl<'p> Lowering<'p> {
    pub(super) fn bind(&mut self, values: &[(usize, NumberColumn)]) {
        for (slot, number) in values {
            self.variables[*slot] = Some(*number);
        }
    }

    /// All values of the variables.
    pub(super) fn choices(
        &mut self,
        through: &'p [BoundVariables],
        active: TruthColumn,
        each_once: bool,
    ) -> Lowered<Vec<VariableChoice>> {
        let within = self.builder.always(true);
        let mut all = vec![VariableChoice { values: Vec::new(), within }];
        for bound in through {
            let mut more = Vec::new();
            for choice in all {
                self.bind(&choice.values);
                let active = self.builder.both(active, choice.within);
                for element in self.elements(&bound.over, active, each_once)? {
                    let mut values = choice.values.clone();
                    values.extend(bound.slots.iter().copied().zip(element.values));
                    let within = self.builder.both(choice.within, element.within);
                    more.push(VariableChoice { values, within });
                }
                if more.len() > MAX_CHOICES {
                    return Err(NoColumns::Part);
                }
            }
            all = more;
        }
        Ok(all)
    }

    /// The items of a list, where its condition holds.
    pub(super) fn listed(
        &mut self,
        listed: &'p SetComprehension,
        active: TruthColumn,
        each_once: bool,
    ) -> Lowered<Vec<LoweredElement>> {
        let mut items = Vec::new();
        for choice in self.choices(&listed.through, active, each_once)? {
            self.bind(&choice.values);
            let active = self.builder.both(active, choice.within);
            let holds = match &listed.condition {
                Some(condition) => self.condition(condition, active)?,
                None => self.builder.always(true),
            };
            let active = self.builder.both(active, holds);
            let within = self.builder.both(choice.within, holds);
            let values = self.tuple(&listed.item, active)?;
            items.push(LoweredElement { values, within });
        }
        Ok(items)
    }

    fn tuple(
        &mut self,
        numbers: &'p [CompiledNumber],
        active: TruthColumn,
    ) -> Lowered<Vec<NumberColumn>> {
        numbers.iter().map(|number| self.number(number, active)).collect()
    }

    fn elements(
        &mut self,
        set: &'p CompiledSet,
        active: TruthColumn,
        each_once: bool,
    ) -> Lowered<Vec<LoweredElement>> {
        match set {
            CompiledSet::Range(low, high) => self.range(low, high, active),
            CompiledSet::Images(images) => {
                let within = self.builder.always(true);
                let held = |heap: &usize| self.variables[*heap].ok_or(NoColumns::Part);
                let element = |image: &Vec<usize>| {
                    let values = image.iter().map(held).collect::<Lowered<_>>()?;
                    Ok(LoweredElement { values, within })
                };
                images.iter().map(element).collect()
            }
            CompiledSet::List(items) => {
                let within = self.builder.always(true);
                let values: Lowered<Vec<Vec<NumberColumn>>> =
                    items.iter().map(|item| self.tuple(item, active)).collect();
                let values = values?;
                if each_once && !self.are_different(&values) {
                    return Err(NoColumns::Part);
                }
                Ok(values.into_iter().map(|values| LoweredElement { values, within }).collect())
            }
            CompiledSet::Listed(listed) if !each_once => self.listed(listed, active, false),
            _ => Err(NoColumns::Part),
        }
    }

    /// Whether these are known and no two are the same.
    fn are_different(&self, elements: &[Vec<NumberColumn>]) -> bool {
        let number = |number: &NumberColumn| self.builder.as_constant(*number);
        let tuple = |values: &Vec<NumberColumn>| values.iter().map(number).collect();
        let known: Option<Vec<Vec<i64>>> = elements.iter().map(tuple).collect();
        known.is_some_and(|mut known| {
            known.sort_unstable();
            known.windows(2).all(|pair| pair[0] != pair[1])
        })
    }

    fn range(
        &mut self,
        low: &'p CompiledNumber,
        high: &'p CompiledNumber,
        active: TruthColumn,
    ) -> Lowered<Vec<LoweredElement>> {
        let (low, high) = (self.number(low, active)?, self.number(high, active)?);
        self.builder.must_be_finite(low, active)?;
        self.builder.must_be_finite(high, active)?;
        let ends = (self.builder.as_constant(low), self.builder.as_constant(high));
        let (from, to) = (self.builder.span(low).low, self.builder.span(high).high);
        let most = if let (Some(_), Some(_)) = ends { MAX_CHOICES as i64 } else { MAX_OPEN };
        if to.saturating_sub(from) >= most {
            return Err(NoColumns::Part);
        }
        let mut elements = Vec::new();
        for number in from..=to {
            let number = self.builder.constant(number)?;
            let is_above = self.builder.at_most(low, number);
            let is_below = self.builder.at_most(number, high);
            let within = self.builder.both(is_above, is_below);
            if within != self.builder.always(false) {
                elements.push(LoweredElement { values: vec![number], within });
            }
        }
        Ok(elements)
    }
}
