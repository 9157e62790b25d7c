//! Sets and lists whose elements can be written out: ranges of known numbers, braces, images.

use ishitori_automata::{Comparison, Formula};

use super::value::{Symbolic, Truth, Value};
use super::{Done, Translator};
use crate::claim::formula::{Arg, Listed, Num, Set, Through};
use crate::claim::functions::INFINITY;
use crate::claim::table::NONE;
use crate::prove::connect::{and, implies, not, or};

/// The most elements that are written out.
pub(super) const MAX_ELEMENTS: i64 = 64;

/// Why sets of positions are refused.
const OPTIONS: &str = "`options`: the statement speaks about moves, not about heaps alone";

/// An element, and when it is one.
pub(super) struct Element {
    pub present: Formula,
    pub values: Vec<Symbolic>,
}

/// Elements, and where all of them mean something.
pub(super) struct Elements {
    pub all: Vec<Element>,
    pub defined: Formula,
}

impl<'p> Translator<'p> {
    /// What a variable runs through. If `once`, no element comes twice.
    pub(super) fn values_through(&mut self, over: &'p Set, once: bool) -> Done<Elements> {
        match over {
            // Images are run through as they stand, even if some are alike.
            Set::Images(_) => self.elements(over, false),
            over => self.elements(over, once),
        }
    }

    /// The elements of a set. If `once`, no element comes twice.
    pub(super) fn elements(&mut self, set: &'p Set, once: bool) -> Done<Elements> {
        let elements = match set {
            Set::Range(low, high) => {
                let (low, high) = (self.num(low)?, self.num(high)?);
                let defined = and([low.defined.clone(), high.defined.clone()]);
                let (Some(low), Some(high)) = (low.as_constant(), high.as_constant()) else {
                    return self.outside("a list whose length depends on the position");
                };
                if high.saturating_sub(low) >= MAX_ELEMENTS {
                    return self.outside("a list that is too long to be written out");
                }
                let one = |number: i64| Element {
                    present: Formula::Constant(true),
                    values: vec![Value::constant(number).into()],
                };
                return Ok(Elements { all: (low..=high).map(one).collect(), defined });
            }
            Set::List(items) => {
                let (mut all, mut defined) = (Vec::new(), Vec::new());
                for item in items {
                    let values = self.nums(item, &mut defined)?;
                    all.push(Element { present: Formula::Constant(true), values });
                }
                Elements { all, defined: and(defined) }
            }
            Set::Images(images) => {
                let mut all = Vec::new();
                for image in images.iter() {
                    let values: Done<Vec<Symbolic>> =
                        image.iter().map(|heap| self.slot(*heap)).collect();
                    all.push(Element { present: Formula::Constant(true), values: values? });
                }
                Elements { all, defined: Formula::Constant(true) }
            }
            Set::Listed(listed) => self.listed(listed, once)?,
            Set::Union(left, right) => {
                let (mut left, right) = (self.elements(left, false)?, self.elements(right, false)?);
                left.all.extend(right.all);
                Elements { all: left.all, defined: and([left.defined, right.defined]) }
            }
            Set::Intersection(left, right) | Set::Difference(left, right) => {
                let (mut left, right) = (self.elements(left, false)?, self.elements(right, false)?);
                for element in &mut left.all {
                    let mut within = self.is_among(&element.values, &right.all)?;
                    if matches!(set, Set::Difference(..)) {
                        within = not(within);
                    }
                    element.present = and([element.present.clone(), within]);
                }
                Elements { all: left.all, defined: and([left.defined, right.defined]) }
            }
            Set::Sorted(inner) => {
                let inner = self.elements(inner, false)?;
                let known = |e: &Element| e.values.iter().map(Symbolic::as_constant).collect();
                let mut all = Vec::new();
                for element in inner.all {
                    let Some(mut numbers): Option<Vec<i64>> = known(&element) else {
                        return self.outside(OPTIONS);
                    };
                    numbers.sort_unstable();
                    let values = numbers.into_iter().map(|n| Value::constant(n).into()).collect();
                    all.push(Element { values, ..element });
                }
                Elements { all, defined: inner.defined }
            }
            Set::Options(_) => {
                return self.outside(OPTIONS);
            }
            Set::Cells => {
                return self.outside("`cells` of a board: only games on heaps have proofs");
            }
            Set::Rows(_) => {
                return self.outside(
                    "a printed table: it says something about finitely many positions only",
                );
            }
        };
        if once { self.once(elements) } else { Ok(elements) }
    }

    /// Each element counts where no earlier one is equal to it.
    fn once(&mut self, elements: Elements) -> Done<Elements> {
        let mut all: Vec<Element> = Vec::new();
        for element in elements.all {
            let earlier = self.is_among(&element.values, &all)?;
            let present = and([element.present, not(earlier)]);
            if present != Formula::Constant(false) {
                all.push(Element { present, ..element });
            }
        }
        Ok(Elements { all, ..elements })
    }

    /// A tuple is equal to one of `elements`.
    pub(super) fn is_among(&mut self, tuple: &[Symbolic], elements: &[Element]) -> Done<Formula> {
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
    fn listed(&mut self, listed: &'p Listed, once: bool) -> Done<Elements> {
        let mut elements = Elements { all: Vec::new(), defined: Formula::Constant(true) };
        self.each_listed(listed, &listed.through, &[], once, &mut elements)?;
        Ok(elements)
    }

    fn each_listed(
        &mut self,
        listed: &'p Listed,
        through: &'p [Through],
        present: &[Formula],
        once: bool,
        elements: &mut Elements,
    ) -> Done<()> {
        self.step()?;
        let Some((first, rest)) = through.split_first() else {
            let wanted = match &listed.condition {
                Some(condition) => self.logic(condition)?,
                None => Truth::from(Formula::Constant(true)),
            };
            let present = and(present.iter().cloned().chain([wanted.holds]));
            let mut defined = Vec::new();
            let values = self.nums(&listed.item, &mut defined)?;
            let inner = and([wanted.defined, implies(present.clone(), and(defined))]);
            elements.defined = and([elements.defined.clone(), inner]);
            if present != Formula::Constant(false) {
                elements.all.push(Element { present, values });
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
    pub(super) fn arguments(&mut self, args: &'p [Arg], once: bool) -> Done<Elements> {
        let mut elements = Elements { all: Vec::new(), defined: Formula::Constant(true) };
        for arg in args {
            match arg {
                Arg::One(num) => {
                    let value = self.num(num)?;
                    let present = Formula::Constant(true);
                    elements.all.push(Element { present, values: vec![value] });
                }
                Arg::Many(listed) => {
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
        nums: &'p [Num],
        defined: &mut Vec<Formula>,
    ) -> Done<Vec<Symbolic>> {
        let mut values = Vec::new();
        for num in nums {
            let value = self.num(num)?;
            defined.push(value.defined.clone());
            values.push(Symbolic { defined: Formula::Constant(true), ..value });
        }
        Ok(values)
    }

    /// A number written out.
    pub(super) fn constant(&mut self, number: i64) -> Done<Value> {
        match number {
            INFINITY => Ok(Value::Infinite),
            NONE => self.outside("`none`, which stands in tables only"),
            number => Ok(Value::constant(number)),
        }
    }
}
