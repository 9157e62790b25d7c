//! Which slices of a game to try when the whole game resists.
//!
//! A slice bounds some heaps; what is proved of it holds in the whole game ([`closed`]). One heap up to one stone more
//! than its least comes first, then pairs up to two more, then others, smaller ones first. Of symmetric slices one is tried. One that lies inside a
//! proved slice says nothing new; one that has a slice inside that resisted is left out, since an automaton for it
//! would be one for that, too. What was given up for time may so be missed: larger budgets find more. Cost: none to
//! speak of but in games of many moves, where linear programs say of each slice whether moves leave it.

use ishitori_rule::symmetry::Permutation;
use ishitori_rule::{HeapRules, HeapSlice, Rules, Ruleset};

use crate::control::{Control, GaveUp};
use crate::prove::arena::Arena;
use crate::prove::slice::closed;
use crate::prove::symmetry::groups;

/// How many heaps are bounded, and by how much more than their least; in this order.
const KINDS: [(usize, u64); 16] = [
    (1, 1),
    (2, 2),
    (1, 2),
    (3, 2),
    (2, 3),
    (1, 3),
    (3, 3),
    (2, 4),
    (1, 4),
    (4, 2),
    (3, 4),
    (4, 3),
    (2, 6),
    (1, 6),
    (3, 6),
    (4, 4),
];

/// No game with more heaps is sliced without being asked: there are too many slices.
const MAX_SLICED: usize = 12;

/// The slices of a game, one after the other.
pub struct SliceSearch<'a> {
    ruleset: &'a Ruleset,
    rules: &'a HeapRules,
    group: Vec<Permutation>,
    /// How many of the kinds have been put in line.
    kinds: usize,
    /// Those in line, the last first.
    line: Vec<HeapSlice>,
    proved: Vec<HeapSlice>,
    resisted: Vec<HeapSlice>,
}

impl<'a> SliceSearch<'a> {
    /// The slices of a game on heaps; `None` if there are none to be tried.
    pub fn new(ruleset: &'a Ruleset) -> Option<SliceSearch<'a>> {
        let Rules::Heaps(rules) = &ruleset.rules else { return None };
        let heaps = rules.heaps();
        if !(2..=MAX_SLICED).contains(&heaps) || !rules.slice.is_whole() {
            return None;
        }
        let group = groups(&Arena::new(rules).ok()?).swap_remove(0);
        let (line, proved, resisted) = (Vec::new(), Vec::new(), Vec::new());
        Some(SliceSearch { ruleset, rules, group, kinds: 0, line, proved, resisted })
    }

    /// The next slice to try, with its game: no move leaves it.
    ///
    /// # Errors
    /// [`GaveUp`] if the work is stopped, or there is no more time.
    pub fn next(&mut self, control: &Control) -> Result<Option<(HeapSlice, Ruleset)>, GaveUp> {
        loop {
            control.check()?;
            let Some(slice) = self.line.pop() else {
                let Some((heaps, above)) = KINDS.get(self.kinds) else { return Ok(None) };
                self.kinds += 1;
                self.line = self.of_kind(*heaps, *above);
                continue;
            };
            if self.is_known(&slice) {
                continue;
            }
            if let Some(inside) = closed(self.ruleset, &slice) {
                return Ok(Some((slice, inside)));
            }
        }
    }

    /// Whether some of the smallest slices are closed under moves; games without any have hardly others.
    pub fn has_some(&self) -> bool {
        let smallest = KINDS[..2].iter().flat_map(|(heaps, above)| self.of_kind(*heaps, *above));
        smallest.into_iter().any(|slice| closed(self.ruleset, &slice).is_some())
    }

    /// All slices that bound one heap by one more than its least, up to symmetry.
    pub fn smallest(&self) -> Vec<Ruleset> {
        let all = self.of_kind(1, 1).into_iter().rev();
        all.filter_map(|slice| closed(self.ruleset, &slice)).collect()
    }

    /// What came of a slice.
    pub fn tell(&mut self, slice: HeapSlice, proved: bool) {
        let list = if proved { &mut self.proved } else { &mut self.resisted };
        list.push(slice);
    }

    /// Whether nothing is to be learned from it.
    fn is_known(&self, slice: &HeapSlice) -> bool {
        self.group.iter().any(|places| {
            let image = image(slice, places);
            self.proved.iter().any(|larger| image.is_within(larger))
                || self.resisted.iter().any(|smaller| smaller.is_within(&image))
        })
    }

    /// The slices that bound so many heaps by so many more than their least, one of symmetric ones; the last first.
    fn of_kind(&self, heaps: usize, above: u64) -> Vec<HeapSlice> {
        let n = self.rules.heaps();
        if heaps >= n {
            return Vec::new();
        }
        let bounded = |set: u32| {
            let each = (0..n).filter(|heap| set >> heap & 1 == 1);
            HeapSlice::of(each.map(|heap| (heap, self.rules.lower[heap] + above)).collect())
        };
        // Heaps without an order are bounded from the smallest on.
        let unordered = self.rules.symmetry.identifies();
        let first = |set: &u32| !unordered || *set == (1 << heaps) - 1;
        let sets = (0u32..1 << n).filter(|set| set.count_ones() as usize == heaps).filter(first);
        let mut all: Vec<HeapSlice> =
            sets.map(bounded).filter(|slice| self.is_first(slice)).collect();
        all.sort_by(|one, two| two.bounds().cmp(one.bounds()));
        all
    }

    /// Whether no symmetric slice comes before it.
    fn is_first(&self, slice: &HeapSlice) -> bool {
        self.rules.symmetry.identifies()
            || self.group.iter().all(|places| image(slice, places).bounds() >= slice.bounds())
    }
}

/// A slice moved by a permutation of heaps.
fn image(slice: &HeapSlice, places: &Permutation) -> HeapSlice {
    HeapSlice::of(slice.bounds().iter().map(|(heap, bound)| (places[*heap], *bound)).collect())
}
