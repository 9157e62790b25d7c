//! The options of one position, found by trying new numbers.
//!
//! Every new number is bounded by what is said of it: the bounds follow from the sums that must hold together, or in
//! each of several ways, and are narrowed while numbers are chosen. What is left is decided by evaluating the condition. Slow and
//! plain: it is for small positions, to compare two readings of a rule.

use std::collections::BTreeSet;

use crate::formula::{ReadFormula, SumAtom, SumSays};
use crate::linear::ReadVariable;
use crate::problem::{Read, ReadProblem, ReadWork};
use crate::read_moves::{HeapsChange, ReadGame, ReadMove};
use crate::syntax::ReadComparison;

impl ReadGame {
    /// Whether this is a position.
    pub(crate) fn is_position(&self, heaps: &[i64]) -> Option<bool> {
        self.valid.holds(&|variable| heaps.get(variable as usize).copied())
    }

    /// All options of a position; ascending if heaps have no order.
    pub(crate) fn options_of(
        &self,
        heaps: &[i64],
        work: &mut ReadWork,
    ) -> Read<BTreeSet<Vec<i64>>> {
        let mut found = BTreeSet::new();
        for one in &self.moves {
            match one {
                ReadMove::Lower(which) => lowered(heaps, which, &mut found, work)?,
                ReadMove::Change(change) => {
                    let mut search = OptionSearch::new(change, heaps, work);
                    search.choose(&mut found)?;
                }
            }
        }
        if self.unordered {
            let sorted = |mut option: Vec<i64>| {
                option.sort_unstable();
                option
            };
            found = found.into_iter().map(sorted).collect();
        }
        Ok(found)
    }
}

fn lowered(
    heaps: &[i64],
    which: &[usize],
    found: &mut BTreeSet<Vec<i64>>,
    work: &mut ReadWork,
) -> Read<()> {
    let mut all = vec![heaps.to_vec()];
    for heap in which {
        let mut more = Vec::new();
        for option in &all {
            for size in 0..option[*heap] {
                work.tick(1)?;
                let mut option = option.clone();
                option[*heap] = size;
                more.push(option);
            }
        }
        all.extend(more);
    }
    found.extend(all.into_iter().filter(|option| option[..] != *heaps));
    Ok(())
}

/// The least value of a number, and the largest if there is one.
type NumberBounds = (i64, Option<i64>);

/// Bounds that hold in either way.
fn either(mut one: Vec<NumberBounds>, other: Vec<NumberBounds>) -> Vec<NumberBounds> {
    for ((low, high), (also_low, also_high)) in one.iter_mut().zip(other) {
        *low = (*low).min(also_low);
        *high = high.zip(also_high).map(|(high, also)| high.max(also));
    }
    one
}

/// The search for new numbers.
struct OptionSearch<'m, 'h, 'r, 'w> {
    change: &'m HeapsChange,
    heaps: &'h [i64],
    chosen: Vec<Option<i64>>,
    work: &'r mut ReadWork<'w>,
}

impl<'m, 'h, 'r, 'w> OptionSearch<'m, 'h, 'r, 'w> {
    fn new(change: &'m HeapsChange, heaps: &'h [i64], work: &'r mut ReadWork<'w>) -> Self {
        let chosen = vec![None; change.new.len()];
        OptionSearch { change, heaps, chosen, work }
    }

    fn value(&self, variable: ReadVariable) -> Option<i64> {
        match self.heaps.get(variable as usize) {
            Some(heap) => Some(*heap),
            None => {
                let place = self.change.new.iter().position(|new| *new == variable)?;
                self.chosen[place]
            }
        }
    }

    fn choose(&mut self, found: &mut BTreeSet<Vec<i64>>) -> Read<()> {
        self.work.tick(1 + self.change.new.len())?;
        let Some(bounds) = self.bounds() else { return Ok(()) };
        let open = (0..self.chosen.len()).filter(|place| self.chosen[*place].is_none());
        // The variable with the fewest possible values.
        let next = open.min_by_key(|place| {
            bounds[*place].1.map(|high| high - bounds[*place].0).unwrap_or(i64::MAX)
        });
        let Some(place) = next else { return self.tell(found) };
        let (low, Some(high)) = bounds[place] else {
            return Err(ReadProblem::at(0, "a new number that nothing bounds"));
        };
        for value in low..=high {
            self.chosen[place] = Some(value);
            self.choose(found)?;
        }
        self.chosen[place] = None;
        Ok(())
    }

    /// The least and the largest value of each new number; nothing if there is none.
    fn bounds(&self) -> Option<Vec<NumberBounds>> {
        let mut bounds: Vec<NumberBounds> =
            self.chosen.iter().map(|chosen| (chosen.unwrap_or(0), *chosen)).collect();
        for _ in 0..20 {
            let before = bounds.clone();
            if !self.narrowed(&self.change.condition, &mut bounds) {
                return None;
            }
            if bounds == before {
                break;
            }
        }
        Some(bounds)
    }

    /// Narrows bounds by what must hold; false if it cannot.
    fn narrowed(&self, condition: &ReadFormula, bounds: &mut Vec<NumberBounds>) -> bool {
        match condition {
            ReadFormula::All(parts) => parts.iter().all(|part| self.narrowed(part, bounds)),
            ReadFormula::Any(ways) => {
                let possible = ways.iter().filter_map(|way| {
                    let mut within = bounds.clone();
                    self.narrowed(way, &mut within).then_some(within)
                });
                let Some(all) = possible.reduce(either) else { return false };
                *bounds = all;
                true
            }
            ReadFormula::Sum(atom) => self.narrowed_by_sum(atom, bounds),
            _ => true,
        }
    }

    fn narrowed_by_sum(&self, atom: &SumAtom, bounds: &mut [NumberBounds]) -> bool {
        use ReadComparison::{AtLeast, AtMost, Equal, Greater, Less};
        let SumSays::Compared(sign) = atom.says else { return true };
        let up = matches!(sign, Equal | AtMost | Less);
        let down = matches!(sign, Equal | AtLeast | Greater);
        let strictly = matches!(sign, Less | Greater);
        (!up || self.narrow(atom, 1, strictly, bounds))
            && (!down || self.narrow(atom, -1, strictly, bounds))
    }

    /// Narrows bounds by `times` * sum <= 0 (or < 0); false if it cannot be.
    fn narrow(
        &self,
        atom: &SumAtom,
        times: i64,
        strictly: bool,
        bounds: &mut [NumberBounds],
    ) -> bool {
        let room = -i64::from(strictly);
        // The least value of the sum, and how many terms have none.
        let (mut least, mut open) = (times * atom.sum.constant, 0);
        let term_least =
            |place: Option<usize>, variable, weight: i64, bounds: &[NumberBounds]| match place {
                None => self.value(variable).map(|value| weight * value),
                Some(place) if weight > 0 => Some(weight * bounds[place].0),
                Some(place) => bounds[place].1.map(|high| weight * high),
            };
        let place =
            |variable: ReadVariable| self.change.new.iter().position(|new| *new == variable);
        for (variable, weight) in &atom.sum.terms {
            match term_least(place(*variable), *variable, weight * times, bounds) {
                Some(value) => least += value,
                None => open += 1,
            }
        }
        if open == 0 && least > room {
            return false;
        }
        for (variable, weight) in &atom.sum.terms {
            let Some(here) = place(*variable) else { continue };
            let weight = weight * times;
            let own = term_least(Some(here), *variable, weight, bounds);
            let others = match (own, open) {
                (Some(own), 0) => least - own,
                (None, 1) => least,
                _ => continue,
            };
            // weight * x <= room - others
            let limit = room - others;
            if weight > 0 {
                let high = limit.div_euclid(weight);
                if bounds[here].1.is_none_or(|known| high < known) {
                    bounds[here].1 = Some(high);
                }
            } else {
                let low = -(limit.div_euclid(-weight));
                bounds[here].0 = bounds[here].0.max(low);
            }
            if bounds[here].1.is_some_and(|high| high < bounds[here].0) {
                return false;
            }
        }
        true
    }

    fn tell(&mut self, found: &mut BTreeSet<Vec<i64>>) -> Read<()> {
        let value = |variable: ReadVariable| self.value(variable);
        let holds = self.change.condition.holds(&value);
        let holds = holds.ok_or_else(|| ReadProblem::at(0, "a condition that is not evaluated"))?;
        if holds {
            let option: Option<Vec<i64>> =
                self.change.result.iter().map(|sum| sum.value(&value)).collect();
            found.extend(option);
        }
        Ok(())
    }
}
