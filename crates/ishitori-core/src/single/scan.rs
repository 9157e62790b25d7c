//! Any rule, option by option: the definition itself.
//!
//! For rules with conditions that look at sizes, such as `option [x] + [y] where x + y = n, x mod 3 = 1`. Every
//! option of a heap is enumerated by the loops of `game/scan.rs`, and the value is the least that none of
//! them has. Cost: ten nanoseconds or so an option. It is also what the other engines are tested on. No
//! theorem tells when such a sequence is periodic.

use ishitori_rule::SingleRules;

use crate::game::{GameError, Splits};

/// The options of one heap after the other.
pub struct ScanEngine {
    splits: Splits,
    seen: Vec<u32>,
}

impl ScanEngine {
    /// Ready for any heap.
    ///
    /// # Errors
    /// [`GameError`] if the rule is too complicated to enumerate.
    pub fn new(rules: &SingleRules) -> Result<ScanEngine, GameError> {
        Ok(ScanEngine { splits: Splits::new(rules)?, seen: Vec::new() })
    }

    /// Whether the first of these values are what the options of heaps say, as far as that takes no longer than
    /// looking at so many options.
    pub fn agrees(&mut self, values: &[u32], options: u64) -> bool {
        let mut looked = 0;
        for heap in 1..values.len() {
            let (value, work) = self.next(&values[..heap]);
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
    pub(crate) fn next(&mut self, values: &[u32]) -> (u32, u64) {
        let heap = values.len() as u64;
        let stamp = u32::try_from(heap).unwrap_or(u32::MAX);
        let seen = &mut self.seen;
        let mut work = 0;
        self.splits.visit(heap, &mut |parts| {
            let value = parts.iter().fold(0, |sum, part| sum ^ values[*part as usize]) as usize;
            if seen.len() <= value {
                seen.resize(value + 1, 0);
            }
            seen[value] = stamp;
            work += 1;
            true
        });
        let mex = seen.iter().position(|cell| *cell != stamp).unwrap_or(seen.len());
        (u32::try_from(mex).unwrap_or(u32::MAX), work)
    }
}
