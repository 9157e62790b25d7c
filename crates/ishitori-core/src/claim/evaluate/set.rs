//! The elements of sets.
//!
//! Always ascending and each once, so that sets are compared as lists, membership is a binary search, and
//! sizes are right. Tuples of unordered games were wrapped by the compiler and are sorted within themselves
//! first. Cost: every element is made and counted as a step; beyond a million it is an error and no verdict.
//! Quantifiers over ranges, and `x in 1 .. n`, make no list: see `evaluate.rs`.

use super::{Evaluation, Evaluator, MAX_ELEMENTS, NumberTuple, too_many};
use crate::claim::formula::CompiledSet;

impl<'p> Evaluator<'p, '_> {
    /// The elements, ascending, each once.
    pub(in crate::claim) fn elements(
        &mut self,
        set: &'p CompiledSet,
    ) -> Evaluation<Vec<NumberTuple>> {
        let mut elements = match set {
            CompiledSet::Range(low, high) => {
                let (low, high) = self.ends(low, high)?;
                if high.saturating_sub(low) > MAX_ELEMENTS as i64 {
                    return Err(too_many());
                }
                self.steps(high.saturating_sub(low).unsigned_abs())?;
                return Ok((low..=high).map(|n| vec![n]).collect());
            }
            CompiledSet::Naturals { from, seen } => {
                self.reached_edge = true;
                if seen.saturating_sub(*from) > MAX_ELEMENTS as i64 {
                    return Err(too_many());
                }
                self.steps(seen.saturating_sub(*from).unsigned_abs())?;
                return Ok((*from..=*seen).map(|n| vec![n]).collect());
            }
            CompiledSet::List(items) => {
                items.iter().map(|item| self.nums(item)).collect::<Evaluation<Vec<_>>>()?
            }
            CompiledSet::Options(query) => self.options(query)?,
            CompiledSet::Images(images) => images
                .iter()
                .map(|image| image.iter().map(|heap| self.slot(*heap)).collect())
                .collect(),
            CompiledSet::Cells => self.cells(),
            CompiledSet::FigureList(..)
            | CompiledSet::FigureCells(..)
            | CompiledSet::FigureImages(_)
            | CompiledSet::FigureOptions(_) => self.figure_elements(set)?,
            CompiledSet::Rows(rows) => rows.to_vec(),
            CompiledSet::Listed(listed) => {
                let mut elements = Vec::new();
                self.each_listed(listed, &mut |item| {
                    elements.push(item);
                    if elements.len() > MAX_ELEMENTS {
                        return Err(too_many());
                    }
                    Ok(())
                })?;
                elements
            }
            CompiledSet::Union(left, right) => {
                let mut left = self.elements(left)?;
                left.extend(self.elements(right)?);
                left
            }
            CompiledSet::Intersection(left, right) | CompiledSet::Difference(left, right) => {
                let (mut left, right) = (self.elements(left)?, self.elements(right)?);
                let wanted = matches!(set, CompiledSet::Intersection(..));
                left.retain(|element| right.binary_search(element).is_ok() == wanted);
                left
            }
            CompiledSet::Sorted(inner) => {
                let mut elements = self.elements(inner)?;
                elements.iter_mut().for_each(|element| element.sort_unstable());
                elements
            }
        };
        self.steps(elements.len() as u64)?;
        if elements.len() > MAX_ELEMENTS {
            return Err(too_many());
        }
        elements.sort_unstable();
        elements.dedup();
        Ok(elements)
    }
}
