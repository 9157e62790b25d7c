//! Any rule, option by option: the definition itself.
//!
//! For rules with conditions that look at sizes, such as `option [x] + [y] where x + y = n, x mod 3 = 1`, and for those after
//! which the number of heaps varies. Every option of a heap is enumerated by the loops of `game/scan.rs`, and the value is
//! the least that none of them has. Of several heaps at once only what they are worth is looked at: q equal heaps are
//! worth nothing or one of them, a run of heaps the xor of all up to its end and all before its beginning, and any k parts of m one of
//! a set of values (`part_sets`). Cost: ten nanoseconds or so an option. It is also what the other engines are tested on. No
//! theorem tells when such a sequence is periodic.

use ishitori_rule::{PartShape, SingleRules};

use super::part_sets::PartSets;
use super::value_set::ValueSet;
use crate::control::{Control, GaveUp};
use crate::game::{GameError, Splits};

/// The options of one heap after the other.
pub struct ScanEngine {
    splits: Splits,
    seen: Vec<u32>,
    sums: SumValues,
}

impl ScanEngine {
    /// Ready for any heap.
    ///
    /// # Errors
    /// [`GameError`] if the rule is too complicated to enumerate.
    pub fn new(rules: &SingleRules) -> Result<ScanEngine, GameError> {
        let sums = SumValues {
            all_up_to: Vec::new(),
            parts: PartSets::new(false),
            different: PartSets::new(true),
        };
        Ok(ScanEngine { splits: Splits::new(rules)?, seen: Vec::new(), sums })
    }

    /// The bytes that sets of values of parts take up to a heap.
    pub(crate) fn bytes(&self, to: u64) -> u128 {
        match self.splits.most_parts(to) {
            0 => 0,
            count => PartSets::bytes(count, to),
        }
    }

    /// Whether the first of these values are what the options of heaps say, as far as that takes no longer than
    /// looking at so many options.
    pub fn agrees(&mut self, values: &[u32], options: u64) -> bool {
        let mut looked = 0;
        for heap in 1..values.len() {
            let Ok((value, work)) = self.next(&values[..heap], &Control::unlimited()) else {
                return false;
            };
            if value != values[heap] {
                return false;
            }
            looked += work;
            if looked > options {
                break;
            }
        }
        true
    }

    /// The value of the next heap, and how many options it has.
    ///
    /// # Errors
    /// [`GaveUp`] if the heap is too large, or has too many parts.
    pub(crate) fn next(&mut self, values: &[u32], control: &Control) -> Result<(u32, u64), GaveUp> {
        let heap = values.len() as u64;
        if heap > self.splits.largest() {
            return Err(GaveUp::new(format!(
                "where the number of heaps varies, a heap has at most {} stones",
                self.splits.largest()
            )));
        }
        let stamp = u32::try_from(heap).unwrap_or(u32::MAX);
        let seen = &mut self.seen;
        let mut see = |value: u32| {
            let value = value as usize;
            if seen.len() <= value {
                seen.resize(value + 1, 0);
            }
            seen[value] = stamp;
        };
        let mut work = 0;
        self.splits.visit_lists(heap, &mut |parts| {
            see(parts.iter().fold(0, |sum, part| sum ^ values[*part as usize]));
            work += 1;
            true
        });
        if self.splits.has_sums() {
            self.sums.learn(values);
            let mut gave_up = None;
            self.splits.visit_sums(heap, &mut |parts, numbers| {
                let found = self.sums.see(parts, numbers, values, control, &mut see);
                match found {
                    Ok(more) => work += more,
                    Err(why) => gave_up = Some(why),
                }
                gave_up.is_none()
            });
            if let Some(why) = gave_up {
                return Err(why);
            }
        }
        let mex = seen.iter().position(|cell| *cell != stamp).unwrap_or(seen.len());
        Ok((u32::try_from(mex).unwrap_or(u32::MAX), work))
    }
}

/// What parts are worth.
struct SumValues {
    /// The xor of the values up to each heap.
    all_up_to: Vec<u32>,
    parts: PartSets,
    different: PartSets,
}

impl SumValues {
    fn learn(&mut self, values: &[u32]) {
        for value in &values[self.all_up_to.len()..] {
            let before = self.all_up_to.last().copied().unwrap_or(0);
            self.all_up_to.push(before ^ value);
        }
    }

    /// Sees every value that these parts can have together; tells the steps that took.
    fn see(
        &mut self,
        parts: &[PartShape],
        numbers: &[u64],
        values: &[u32],
        control: &Control,
        see: &mut dyn FnMut(u32),
    ) -> Result<u64, GaveUp> {
        let (mut sum, mut work, mut at) = (0, 1, 0);
        let mut any: Option<ValueSet> = None;
        for part in parts {
            let of = &numbers[at..at + part.width()];
            at += part.width();
            match (part, of) {
                (PartShape::Copies, [count, size]) => {
                    if count % 2 == 1 {
                        sum ^= values[*size as usize];
                    }
                }
                (PartShape::Run, [from, to]) => {
                    let up_to = |heap: u64| self.all_up_to[heap as usize];
                    sum ^= up_to(*to) ^ up_to(*from - 1);
                }
                (PartShape::Parts | PartShape::DifferentParts, [count, of]) => {
                    let sets = match part {
                        PartShape::Parts => &mut self.parts,
                        _ => &mut self.different,
                    };
                    let (set, more) = sets.of(*count, *of, values, control)?;
                    work += more;
                    any = Some(match any {
                        None => set.clone(),
                        Some(before) => {
                            let mut both = ValueSet::default();
                            before.each(|value| both.join_shifted(set, value));
                            both
                        }
                    });
                }
                (_, of) => sum ^= values[of[0] as usize],
            }
        }
        match any {
            None => see(sum),
            Some(set) => set.each(|value| {
                work += 1;
                see(sum ^ u32::from(value));
            }),
        }
        Ok(work)
    }
}
