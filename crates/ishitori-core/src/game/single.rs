//! Games on single heaps: any number of them, each of which may become none, one or several smaller ones.
//!
//! A position is the sorted list of its heaps without empty ones, so equal sums are one position, and of
//! equal heaps only one is played in. Options of a heap come from the scan of its families, as for heaps in
//! rows. Predecessors are found by trying: every heap up to the bound is split in all ways, which is slow
//! and meant for small windows. Windows are made by partitions, by number of stones. Values of whole
//! sequences come from the room `single`, which needs no positions.

use std::ops::ControlFlow;

use ishitori_rule::checksum::fnv1a;
use ishitori_rule::family::{Family, MAX_FRESH, MAX_HEAP};
use ishitori_rule::{HeapRules, PartShape, SingleRules, SumFamily};

use super::heaps::forwards;
use super::kind::GameKind;
use super::part_lists::each_list;
use super::position::{PositionError, heap_words};
use super::scan::{FamilyScan, GameError};
use super::window::{Bounds, WindowError};

/// What a single heap can become.
#[derive(Clone, Debug)]
pub struct Splits {
    scans: Vec<(FamilyScan, Family)>,
    sums: Vec<(FamilyScan, SumFamily)>,
}

/// The largest heap of a game in which a heap may become as many as it has stones.
const MAX_HEAP_OF_SUMS: u64 = 1 << 16;

impl Splits {
    /// Prepares the rules.
    ///
    /// # Errors
    /// [`GameError`] if a family is too complicated.
    pub fn new(rules: &SingleRules) -> Result<Splits, GameError> {
        // The loops of a family need to know of one heap only; its results are as many as there are.
        let alone =
            HeapRules { lower: vec![1], ..HeapRules::without_moves(vec![rules.name.clone()]) };
        let scan = |family: &Family| Ok((forwards(&alone, family)?, family.clone()));
        let sum = |sum: &SumFamily| Ok((forwards(&alone, &sum.family)?, sum.clone()));
        Ok(Splits {
            scans: rules.families.iter().map(scan).collect::<Result<_, _>>()?,
            sums: rules.sums.iter().map(sum).collect::<Result<_, _>>()?,
        })
    }

    /// The largest heap.
    pub fn largest(&self) -> u64 {
        if self.sums.is_empty() { MAX_HEAP } else { MAX_HEAP_OF_SUMS }
    }

    /// The most that stands for any heaps with so many stones together, of a heap of `to`; 0 if there is no such part.
    pub fn most_parts(&self, to: u64) -> u64 {
        let counts = self.sums.iter().flat_map(|(_, sum)| {
            let mut at = 0;
            sum.parts.iter().filter_map(move |part| {
                let count = &sum.family.result[at];
                at += part.width();
                let is_any = matches!(part, PartShape::Parts | PartShape::DifferentParts);
                is_any.then(|| match count.as_constant() {
                    Some(count) => u64::try_from(count).unwrap_or(0),
                    None => to,
                })
            })
        });
        counts.max().unwrap_or(0).min(to)
    }

    /// Whether the number of heaps that a heap becomes varies.
    pub fn has_sums(&self) -> bool {
        !self.sums.is_empty()
    }

    /// Calls `visit` with the heaps that `heap` can become, in any order and perhaps more than once, until it
    /// returns false; returns whether it never did.
    pub fn visit(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        self.visit_lists(heap, visit)
            && self.visit_sums(heap, &mut |parts, numbers| each_list(parts, numbers, visit))
    }

    /// The same, for the moves after which the number of heaps is fixed.
    pub fn visit_lists(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        self.scans.iter().all(|(scan, family)| self.visit_family(heap, scan, family, visit))
    }

    /// The same, for the moves after which it is not: with the parts of each, and their numbers.
    pub fn visit_sums(
        &self,
        heap: u64,
        visit: &mut dyn FnMut(&[PartShape], &[u64]) -> bool,
    ) -> bool {
        self.sums.iter().all(|(scan, sum)| {
            self.visit_family(heap, scan, &sum.family, &mut |numbers| visit(&sum.parts, numbers))
        })
    }

    fn visit_family(
        &self,
        heap: u64,
        scan: &FamilyScan,
        family: &Family,
        visit: &mut dyn FnMut(&[u64]) -> bool,
    ) -> bool {
        if heap == 0 || heap > self.largest() {
            return true;
        }
        let mut numbers = Vec::with_capacity(family.result.len());
        let mut values = vec![0; 1 + family.fresh.len()];
        values[0] = i64::try_from(heap).expect("at most 2^32");
        scan.run(&mut values, &|_| MAX_FRESH, &mut |values, scan| {
            numbers.clear();
            let number =
                |i| u64::try_from(scan.result(i, values)).expect("families lead to heaps only");
            numbers.extend((0..family.result.len()).map(number));
            visit(&numbers)
        })
    }
}

/// A game on single heaps. A position is its heaps, smallest first, none of them empty.
#[derive(Clone, Debug)]
pub struct SingleGame {
    rules: SingleRules,
    splits: Splits,
}

impl SingleGame {
    /// Prepares the game of `rules` for playing.
    ///
    /// # Errors
    /// [`GameError`] if a family is too complicated.
    pub fn new(rules: &SingleRules) -> Result<SingleGame, GameError> {
        Ok(SingleGame { rules: rules.clone(), splits: Splits::new(rules)? })
    }

    /// The rules.
    pub fn rules(&self) -> &SingleRules {
        &self.rules
    }

    /// What a heap can become.
    pub fn splits(&self) -> &Splits {
        &self.splits
    }

    /// The position with these heaps.
    pub fn position(&self, heaps: &[u64]) -> Vec<u64> {
        let mut heaps: Vec<u64> = heaps.iter().copied().filter(|heap| *heap > 0).collect();
        heaps.sort_unstable();
        heaps
    }

    /// The largest heap and the largest total of a window; without a total it holds single heaps.
    fn bounds(&self, bounds: &Bounds) -> Result<(u64, Option<u64>), WindowError> {
        let to = match (bounds.to.as_slice(), bounds.total) {
            ([], None) => return Err(WindowError::Unbounded),
            ([], Some(total)) => total,
            ([to], _) => *to,
            (each, _) => return Err(WindowError::BoundCount { given: each.len(), heaps: 1 }),
        };
        if to > self.splits.largest() {
            return Err(WindowError::TooLarge(to));
        }
        Ok((to, bounds.total))
    }
}

impl GameKind for SingleGame {
    type Position = Vec<u64>;

    fn visit_options(
        &self,
        position: &Vec<u64>,
        visit: &mut dyn FnMut(&Vec<u64>) -> ControlFlow<()>,
    ) {
        for (i, heap) in position.iter().enumerate() {
            if i > 0 && position[i - 1] == *heap {
                continue;
            }
            let mut rest = position.clone();
            rest.remove(i);
            let go_on = self.splits.visit(*heap, &mut |parts| {
                let mut option = rest.clone();
                option.extend_from_slice(parts);
                option.sort_unstable();
                visit(&option).is_continue()
            });
            if !go_on {
                return;
            }
        }
    }

    /// Tries every heap within the bounds in the place of some of the heaps.
    fn predecessors(
        &self,
        position: &Vec<u64>,
        bounds: &Bounds,
        limit: usize,
    ) -> Result<Vec<Vec<u64>>, WindowError> {
        let (to, total) = self.bounds(bounds)?;
        let mut before: Vec<Vec<u64>> = Vec::new();
        for heap in 1..=to {
            let fits = self.splits.visit(heap, &mut |parts| {
                if let Some(mut rest) = without(position, parts) {
                    rest.push(heap);
                    rest.sort_unstable();
                    let small = rest.iter().all(|heap| *heap <= to);
                    if small && total.is_none_or(|total| rest.iter().sum::<u64>() <= total) {
                        before.push(rest);
                    }
                }
                before.len() <= limit.saturating_mul(4).max(1_000)
            });
            before = self.arranged(before);
            if !fits || before.len() > limit {
                return Err(WindowError::TooMany(limit));
            }
        }
        Ok(before)
    }

    fn visit_positions(
        &self,
        bounds: &Bounds,
        visit: &mut dyn FnMut(&Vec<u64>) -> ControlFlow<()>,
    ) -> Result<(), WindowError> {
        let (to, total) = self.bounds(bounds)?;
        let Some(total) = total else {
            for heap in 0..=to {
                if visit(&self.position(&[heap])).is_break() {
                    break;
                }
            }
            return Ok(());
        };
        for stones in 0..=total {
            if each_partition(stones, 1, to, &mut Vec::new(), visit).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn is_within_limits(&self, position: &Vec<u64>) -> bool {
        position.iter().all(|heap| *heap <= self.splits.largest())
    }

    fn stones(&self, position: &Vec<u64>) -> u64 {
        position.iter().sum()
    }

    fn fingerprint(&self) -> u64 {
        fnv1a(self.rules.canonical().as_bytes())
    }

    fn canonical(&self, position: &Vec<u64>) -> Vec<u64> {
        position.clone()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, PositionError> {
        let mut heaps = Vec::new();
        for word in heap_words(text)? {
            let heap = word.parse().ok().filter(|heap| *heap <= self.splits.largest());
            heaps.push(heap.ok_or_else(|| PositionError::TooLarge(word.to_string()))?);
        }
        Ok(self.position(&heaps))
    }

    fn write(&self, position: &Vec<u64>) -> String {
        if position.is_empty() {
            return "0".to_string();
        }
        let heaps: Vec<String> = position.iter().map(u64::to_string).collect();
        heaps.join(",")
    }
}

/// The heaps without these parts, if all of them are there.
fn without(heaps: &[u64], parts: &[u64]) -> Option<Vec<u64>> {
    let mut rest = heaps.to_vec();
    for part in parts {
        rest.remove(rest.iter().position(|heap| heap == part)?);
    }
    Some(rest)
}

/// Calls `visit` with every way to write `stones` as a sum of heaps from `least` to `most`, in order.
fn each_partition(
    stones: u64,
    least: u64,
    most: u64,
    heaps: &mut Vec<u64>,
    visit: &mut dyn FnMut(&Vec<u64>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if stones == 0 {
        return visit(heaps);
    }
    for heap in least..=most.min(stones) {
        if heap != stones && stones - heap < heap {
            continue;
        }
        heaps.push(heap);
        let went_on = each_partition(stones - heap, heap, most, heaps, visit);
        heaps.pop();
        went_on?;
    }
    ControlFlow::Continue(())
}
