//! Grundy values of stones on a board, part by part, asked for no more than is needed.
//!
//! Parts ([`shape`](super::shape)) do not touch each other's moves, so in normal play a board is
//! worth the xor of its parts, and one memo entry serves every board with that part in it, wherever
//! it lies. Most questions are not "what is it worth" but "is it worth n" (n = 0: who wins), and one
//! option worth n answers no. So the memo holds, for each part, either its value or the values that
//! some option is known to have (J. Lemoine, S. Viennot, *Nimbers are inevitable*, 2012): the value of
//! a sum is asked of its largest part, with the xor of all others in full. Cost: a memo entry of
//! about 40 bytes for each part looked at, far fewer than there are boards; some microseconds each.
//! For all boards of a size use a table.

use ishitori_rule::BoardMoves;
use rustc_hash::FxHashMap;

use super::shape::{self, StoneShape};
use crate::control::{Control, GaveUp};

/// Parts of up to this many stones get their value in full at once: there are few of them, and they
/// are asked for many times.
const SMALL: u32 = 10;

/// What is known about a part: its value, or a set of values that options have.
#[derive(Clone, Copy, Default)]
struct PartKnowledge(u64);

impl PartKnowledge {
    const EXACT: u64 = 1 << 63;

    fn value(self) -> Option<u32> {
        (self.0 & Self::EXACT != 0).then_some((self.0 & !Self::EXACT) as u32)
    }

    /// Whether some option has this value.
    fn is_reached(self, value: u32) -> bool {
        self.0 >> value & 1 == 1
    }
}

/// The options of a part, each as a sum of parts, those with the fewest stones first.
struct PartOptions {
    parts: Vec<StoneShape>,
    sums: Vec<PartSum>,
}

/// A range of parts, the largest first.
#[derive(Clone, Copy)]
struct PartSum {
    start: usize,
    end: usize,
}

/// A solver with its memo.
pub(super) struct StoneSolver {
    moves: BoardMoves,
    memo: FxHashMap<StoneShape, PartKnowledge>,
}

impl StoneSolver {
    pub fn new(moves: BoardMoves) -> StoneSolver {
        StoneSolver { moves, memo: FxHashMap::default() }
    }

    /// How many parts are in the memo.
    pub fn len(&self) -> usize {
        self.memo.len()
    }

    /// The parts of the stones on a board with this many columns, without pairs of equal ones.
    pub fn parts(&self, cells: u64, columns: u32) -> Vec<StoneShape> {
        let mut parts = Vec::new();
        shape::parts(cells, columns, self.moves, &mut |part| parts.push(part));
        cancel(&mut parts, 0);
        parts
    }

    /// Whether a sum, with its largest part first, is worth `value`.
    pub(crate) fn sum_is(
        &mut self,
        sum: &[StoneShape],
        value: u32,
        control: &Control,
    ) -> Result<bool, GaveUp> {
        let Some((largest, others)) = sum.split_first() else { return Ok(value == 0) };
        let others = self.sum(others, control)?;
        self.is(*largest, value ^ others, control)
    }

    /// What a sum is worth.
    pub fn sum(&mut self, sum: &[StoneShape], control: &Control) -> Result<u32, GaveUp> {
        let mut value = 0;
        for part in sum {
            value ^= self.value(*part, control)?;
        }
        Ok(value)
    }

    /// What a part is worth.
    fn value(&mut self, part: StoneShape, control: &Control) -> Result<u32, GaveUp> {
        if let Some(value) = self.known(part, control)?.value() {
            return Ok(value);
        }
        let options = self.options(part);
        if part.stones() <= SMALL {
            let mut reached = 0u64;
            for sum in &options.sums {
                reached |= 1 << self.sum(&options.parts[sum.start..sum.end], control)?;
            }
            return self.learn_value(part, reached.trailing_ones());
        }
        for value in 0.. {
            if !self.reaches(part, &options, value, control)? {
                return self.learn_value(part, value);
            }
        }
        unreachable!("a value is at most the number of stones")
    }

    /// Whether a part is worth `value`.
    fn is(&mut self, part: StoneShape, value: u32, control: &Control) -> Result<bool, GaveUp> {
        // Every move takes a stone, and values go down by moves: the value is no more than the stones.
        if value > part.stones() {
            return Ok(false);
        }
        if part.stones() <= SMALL {
            return Ok(self.value(part, control)? == value);
        }
        let known = self.known(part, control)?;
        match known.value() {
            Some(known) => return Ok(known == value),
            None if known.is_reached(value) => return Ok(false),
            None => {}
        }
        let options = self.options(part);
        if self.reaches(part, &options, value, control)? {
            return Ok(false);
        }
        // No option is worth `value`, so the part is, unless a smaller value is missing as well.
        for smaller in 0..value {
            if !self.reaches(part, &options, smaller, control)? {
                self.learn_value(part, smaller)?;
                return Ok(false);
            }
        }
        self.learn_value(part, value)?;
        Ok(true)
    }

    /// Whether an option of `part` is worth `value`; remembered if so.
    fn reaches(
        &mut self,
        part: StoneShape,
        options: &PartOptions,
        value: u32,
        control: &Control,
    ) -> Result<bool, GaveUp> {
        if self.memo.get(&part).is_some_and(|known| known.is_reached(value)) {
            return Ok(true);
        }
        let mut found = false;
        // 1. What is known already costs nothing.
        let mut open = Vec::new();
        for sum in &options.sums {
            match self.known_to_be(&options.parts[sum.start..sum.end], value) {
                Some(true) => {
                    found = true;
                    break;
                }
                Some(false) => {}
                None => open.push(*sum),
            }
        }
        // 2. The rest, the smallest sums first.
        for sum in open {
            found = found || self.sum_is(&options.parts[sum.start..sum.end], value, control)?;
            if found {
                break;
            }
        }
        if found && let Some(known) = self.memo.get_mut(&part) {
            known.0 |= 1 << value;
        }
        Ok(found)
    }

    /// Whether a sum is worth `value`, if the memo tells.
    fn known_to_be(&self, sum: &[StoneShape], value: u32) -> Option<bool> {
        let Some((largest, others)) = sum.split_first() else { return Some(value == 0) };
        let mut wanted = value;
        for part in others {
            wanted ^= self.memo.get(part)?.value()?;
        }
        if wanted > largest.stones() {
            return Some(false);
        }
        let known = self.memo.get(largest)?;
        match known.value() {
            Some(known) => Some(known == wanted),
            None if known.is_reached(wanted) => Some(false),
            None => None,
        }
    }

    /// What is known about a part; a new one is paid for.
    fn known(&mut self, part: StoneShape, control: &Control) -> Result<PartKnowledge, GaveUp> {
        if let Some(known) = self.memo.get(&part) {
            return Ok(*known);
        }
        control.spend(1)?;
        let known = if part.is_paired() { PartKnowledge::EXACT } else { 0 };
        self.memo.insert(part, PartKnowledge(known));
        Ok(PartKnowledge(known))
    }

    fn learn_value(&mut self, part: StoneShape, value: u32) -> Result<u32, GaveUp> {
        if value >= 63 {
            return Err(GaveUp::new("a Grundy value exceeds 62"));
        }
        self.memo.insert(part, PartKnowledge(PartKnowledge::EXACT | u64::from(value)));
        Ok(value)
    }

    fn options(&self, part: StoneShape) -> PartOptions {
        let mut parts = Vec::new();
        let mut sums = Vec::new();
        part.options(self.moves, &mut |left, columns| {
            let start = parts.len();
            shape::parts(left, columns, self.moves, &mut |part| parts.push(part));
            cancel(&mut parts, start);
            sums.push(PartSum { start, end: parts.len() });
        });
        sums.sort_by_key(|sum| parts.get(sum.start).map_or(0, |part| part.stones()));
        PartOptions { parts, sums }
    }
}

/// Drops pairs of equal parts from `start` on, for `g xor g = 0`, and puts the largest part first.
fn cancel(parts: &mut Vec<StoneShape>, start: usize) {
    parts[start..].sort_unstable_by_key(|part| (std::cmp::Reverse(part.stones()), *part));
    let mut kept = start;
    for at in start..parts.len() {
        if kept > start && parts[kept - 1] == parts[at] {
            kept -= 1;
        } else {
            parts[kept] = parts[at];
            kept += 1;
        }
    }
    parts.truncate(kept);
}
