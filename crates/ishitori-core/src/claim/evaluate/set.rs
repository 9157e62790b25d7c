//! The elements of sets.

use super::{Element, Evaluator, MAX_ELEMENTS, Value, too_many};
use crate::claim::formula::Set;

impl<'p> Evaluator<'p, '_> {
    /// The elements, ascending, each once.
    pub(in crate::claim) fn elements(&mut self, set: &'p Set) -> Value<Vec<Element>> {
        let mut elements = match set {
            Set::Range(low, high) => {
                let (low, high) = self.ends(low, high)?;
                if high.saturating_sub(low) > MAX_ELEMENTS as i64 {
                    return Err(too_many());
                }
                self.steps(high.saturating_sub(low).unsigned_abs())?;
                return Ok((low..=high).map(|n| vec![n]).collect());
            }
            Set::List(items) => {
                items.iter().map(|item| self.nums(item)).collect::<Value<Vec<_>>>()?
            }
            Set::Options(query) => self.options(query)?,
            Set::Images(images) => images
                .iter()
                .map(|image| image.iter().map(|heap| self.slot(*heap)).collect())
                .collect(),
            Set::Cells => self.cells(),
            Set::Rows(rows) => rows.to_vec(),
            Set::Listed(listed) => {
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
            Set::Union(left, right) => {
                let mut left = self.elements(left)?;
                left.extend(self.elements(right)?);
                left
            }
            Set::Intersection(left, right) | Set::Difference(left, right) => {
                let (mut left, right) = (self.elements(left)?, self.elements(right)?);
                let wanted = matches!(set, Set::Intersection(..));
                left.retain(|element| right.binary_search(element).is_ok() == wanted);
                left
            }
            Set::Sorted(inner) => {
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
