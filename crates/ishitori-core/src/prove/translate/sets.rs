//! Sets and lists whose elements can be written out: ranges of known numbers, braces, images.
//!
//! An element comes with the formula for its being one, so that `where` and intersections need no
//! cases. Elements are compared as tuples of numbers, and where each must count once, a later one that
//! is equal to an earlier one is absent. So sizes and sums are those of the evaluator, for all
//! positions at once. Cost: at most 64 numbers of a range, and every pair of elements where they must
//! differ. Longer ranges get a variable (`quantify.rs`). Options, cells and printed tables are refused.

use ishitori_automata::{Comparison, Formula};

use super::value::{SymbolicCondition, SymbolicNumber, SymbolicValue};
use super::{TranslationResult, Translator};
use crate::claim::formula::{
    BoundVariables, CompiledArgument, CompiledNumber, CompiledSet, SetComprehension,
};
use crate::claim::functions::INFINITY;
use crate::claim::table::NONE;
use crate::prove::connect::{and, implies, not, or};

/// The most elements that are written out.
pub(super) const MAX_ELEMENTS: i64 = 64;

/// Why sets of positions are refused.
const OPTIONS: &str = "`options`: the statement speaks about moves, not about heaps alone";

/// An element, and when it is one.
pub(super) struct SetElement {
    pub present: Formula,
    pub values: Vec<SymbolicNumber>,
}

/// Elements, and where all of them mean something.
pub(super) struct SetElements {
    pub all: Vec<SetElement>,
    pub defined: Formula,
}

impl<'p> Translator<'p> {
    /// What a variable runs through. If `once`, no element comes twice.
    pub(super) fn values_through(
        &mut self,
        over: &'p CompiledSet,
        once: bool,
    ) -> TranslationResult<SetElements> {
        match over {
            // Images are run through as they stand, even if some are alike.
            CompiledSet::Images(_) => self.elements(over, false),
            over => self.elements(over, once),
        }
    }

    /// The elements of a set. If `once`, no element comes twice.
    pub(super) fn elements(
        &mut self,
        set: &'p CompiledSet,
        once: bool,
    ) -> TranslationResult<SetElements> {
        let elements = match set {
            // Numbers that differ, so no element comes twice.
            CompiledSet::Range(low, high) => return self.range(low, high),
            CompiledSet::Naturals { .. } => return self.outside("a list of all numbers"),
            CompiledSet::List(items) => {
                let (mut all, mut defined) = (Vec::new(), Vec::new());
                for item in items {
                    let values = self.nums(item, &mut defined)?;
                    all.push(SetElement { present: Formula::Constant(true), values });
                }
                SetElements { all, defined: and(defined) }
            }
            CompiledSet::Images(images) => {
                let mut all = Vec::new();
                for image in images.iter() {
                    let values: TranslationResult<Vec<SymbolicNumber>> =
                        image.iter().map(|heap| self.slot(*heap)).collect();
                    all.push(SetElement { present: Formula::Constant(true), values: values? });
                }
                SetElements { all, defined: Formula::Constant(true) }
            }
            CompiledSet::Listed(listed) => self.listed(listed, once)?,
            CompiledSet::Union(left, right) => {
                let (mut left, right) = (self.elements(left, false)?, self.elements(right, false)?);
                left.all.extend(right.all);
                SetElements { all: left.all, defined: and([left.defined, right.defined]) }
            }
            CompiledSet::Intersection(left, right) | CompiledSet::Difference(left, right) => {
                let (mut left, right) = (self.elements(left, false)?, self.elements(right, false)?);
                for element in &mut left.all {
                    let mut within = self.is_among(&element.values, &right.all)?;
                    if matches!(set, CompiledSet::Difference(..)) {
                        within = not(within);
                    }
                    element.present = and([element.present.clone(), within]);
                }
                SetElements { all: left.all, defined: and([left.defined, right.defined]) }
            }
            CompiledSet::Sorted(inner) => self.sorted(inner)?,
            CompiledSet::Options(_) => {
                return self.outside(OPTIONS);
            }
            CompiledSet::FigureList(..)
            | CompiledSet::FigureCells(..)
            | CompiledSet::FigureImages(_)
            | CompiledSet::FigureOptions(_)
            | CompiledSet::Cells => {
                return self.outside("`cells` of a board: only games on heaps have proofs");
            }
            CompiledSet::Rows(_) => {
                return self.outside(
                    "a printed table: it says something about finitely many positions only",
                );
            }
        };
        if once { self.once(elements) } else { Ok(elements) }
    }

    /// The numbers from one that is known to another.
    fn range(
        &mut self,
        low: &'p CompiledNumber,
        high: &'p CompiledNumber,
    ) -> TranslationResult<SetElements> {
        let (low, high) = (self.num(low)?, self.num(high)?);
        let defined = and([low.defined.clone(), high.defined.clone()]);
        let (Some(low), Some(high)) = (low.as_constant(), high.as_constant()) else {
            return self.outside("a list whose length depends on the position");
        };
        if high.saturating_sub(low) >= MAX_ELEMENTS {
            return self.outside("a list that is too long to be written out");
        }
        let one = |number: i64| SetElement {
            present: Formula::Constant(true),
            values: vec![SymbolicValue::constant(number).into()],
        };
        Ok(SetElements { all: (low..=high).map(one).collect(), defined })
    }

    /// Rows of known numbers, each in ascending order.
    fn sorted(&mut self, inner: &'p CompiledSet) -> TranslationResult<SetElements> {
        let inner = self.elements(inner, false)?;
        let known = |e: &SetElement| e.values.iter().map(SymbolicNumber::as_constant).collect();
        let mut all = Vec::new();
        for element in inner.all {
            let Some(mut numbers): Option<Vec<i64>> = known(&element) else {
                return self.outside(OPTIONS);
            };
            numbers.sort_unstable();
            let values = numbers.into_iter().map(|n| SymbolicValue::constant(n).into()).collect();
            all.push(SetElement { values, ..element });
        }
        Ok(SetElements { all, defined: inner.defined })
    }

    /// Each element counts where no earlier one is equal to it.
    fn once(&mut self, elements: SetElements) -> TranslationResult<SetElements> {
        let mut all: Vec<SetElement> = Vec::new();
        for element in elements.all {
            let earlier = self.is_among(&element.values, &all)?;
            let present = and([element.present, not(earlier)]);
            if present != Formula::Constant(false) {
                all.push(SetElement { present, ..element });
            }
        }
        Ok(SetElements { all, ..elements })
    }

    /// A tuple is equal to one of `elements`.
    pub(super) fn is_among(
        &mut self,
        tuple: &[SymbolicNumber],
        elements: &[SetElement],
    ) -> TranslationResult<Formula> {
        let mut either = Vec::new();
        for element in elements {
            let mut equal = vec![element.present.clone()];
            for (left, right) in tuple.iter().zip(&element.values) {
                equal.push(self.compare_all(Comparison::Equal, left, right)?);
            }
            either.push(and(equal));
        }
        Ok(or(either))
    }

    /// `x + y for x in S, y in T where x < y`.
    fn listed(
        &mut self,
        listed: &'p SetComprehension,
        once: bool,
    ) -> TranslationResult<SetElements> {
        let mut elements = SetElements { all: Vec::new(), defined: Formula::Constant(true) };
        self.each_listed(listed, &listed.through, &[], once, &mut elements)?;
        Ok(elements)
    }

    fn each_listed(
        &mut self,
        listed: &'p SetComprehension,
        through: &'p [BoundVariables],
        present: &[Formula],
        once: bool,
        elements: &mut SetElements,
    ) -> TranslationResult<()> {
        self.step()?;
        let Some((first, rest)) = through.split_first() else {
            let wanted = match &listed.condition {
                Some(condition) => self.logic(condition)?,
                None => SymbolicCondition::from(Formula::Constant(true)),
            };
            let present = and(present.iter().cloned().chain([wanted.holds]));
            let mut defined = Vec::new();
            let values = self.nums(&listed.item, &mut defined)?;
            let inner = and([wanted.defined, implies(present.clone(), and(defined))]);
            elements.defined = and([elements.defined.clone(), inner]);
            if present != Formula::Constant(false) {
                elements.all.push(SetElement { present, values });
            }
            return Ok(());
        };
        let values = self.values_through(&first.over, once)?;
        elements.defined = and([elements.defined.clone(), values.defined]);
        for element in values.all {
            self.bind(&first.slots, element.values);
            let present = [present, &[element.present]].concat();
            self.each_listed(listed, rest, &present, once, elements)?;
        }
        Ok(())
    }

    /// The arguments of a function, written out. If `once`, no element of a set comes twice.
    pub(super) fn arguments(
        &mut self,
        args: &'p [CompiledArgument],
        once: bool,
    ) -> TranslationResult<SetElements> {
        let mut elements = SetElements { all: Vec::new(), defined: Formula::Constant(true) };
        for arg in args {
            match arg {
                CompiledArgument::One(num) => {
                    let value = self.num(num)?;
                    let present = Formula::Constant(true);
                    elements.all.push(SetElement { present, values: vec![value] });
                }
                CompiledArgument::Many(listed) => {
                    let more = self.listed(listed, once)?;
                    elements.all.extend(more.all);
                    elements.defined = and([elements.defined.clone(), more.defined]);
                }
            }
        }
        Ok(elements)
    }

    /// Several numbers; where they are defined is added to `defined`.
    pub(super) fn nums(
        &mut self,
        nums: &'p [CompiledNumber],
        defined: &mut Vec<Formula>,
    ) -> TranslationResult<Vec<SymbolicNumber>> {
        let mut values = Vec::new();
        for num in nums {
            let value = self.num(num)?;
            defined.push(value.defined.clone());
            values.push(SymbolicNumber { defined: Formula::Constant(true), ..value });
        }
        Ok(values)
    }

    /// A number written out.
    pub(super) fn constant(&mut self, number: i64) -> TranslationResult<SymbolicValue> {
        match number {
            INFINITY => Ok(SymbolicValue::Infinite),
            NONE => self.outside("`none`, which stands in tables only"),
            number => Ok(SymbolicValue::constant(number)),
        }
    }
}
