//! Posets: take an element with all above it, or below it.
//!
//! What is left is a bit an element; the order among what is left is that of the beginning. Parts are the connected
//! components of "is comparable with": no move touches two of them. A small part is known by its canonical form as a relation, a large
//! one by its elements on this ground.

use ishitori_rule::figure_rules::{PosetMove, PosetRules};

use super::canonical::{self, MarkedRelation};
use super::poset_text::{self, LabelledPoset};
use super::{
    FigureEntry, FigureKind, FigureList, FigurePicture, Ground, KeyScope, NamedList, Remains,
    mask_at, members, of_mask,
};

/// Parts with at most so many elements are compared up to isomorphism.
const MAX_CANONICAL: u32 = 20;

/// The kind: a rule, and any poset.
#[derive(Debug)]
pub struct PosetKind {
    rules: PosetRules,
}

impl PosetKind {
    pub fn new(rules: &PosetRules) -> PosetKind {
        PosetKind { rules: rules.clone() }
    }
}

impl FigureKind for PosetKind {
    fn read(&self, text: &str) -> Result<(Box<dyn Ground>, Remains), String> {
        let poset = poset_text::read(text)?;
        let all = (0..poset.labels.len()).fold(0, |mask, i| mask | 1 << i);
        let start = of_mask(all & !poset.gone);
        Ok((Box::new(PosetGround::new(&self.rules, poset)), start))
    }

    fn example(&self) -> String {
        "chomp(3,4)".to_string()
    }

    fn default_list(&self) -> String {
        "chomp(1..3,2..4)".to_string()
    }

    fn list_names(&self) -> &'static [&'static str] {
        &[]
    }

    fn family_names(&self) -> &'static [&'static str] {
        &poset_text::FAMILIES
    }

    fn number_names(&self) -> &'static [&'static str] {
        &["elements", "relations", "maximal", "minimal", "height"]
    }

    fn lists(&self) -> &'static [FigureList] {
        const LISTS: &[FigureList] = &[
            FigureList { name: "above", indices: 0, goes_on: false, has_cells: false },
            FigureList { name: "below", indices: 0, goes_on: false, has_cells: false },
        ];
        LISTS
    }

    fn list(&self, _: &NamedList) -> Option<Result<Vec<String>, String>> {
        None
    }
}

#[derive(Debug)]
struct PosetGround {
    rules: PosetRules,
    poset: LabelledPoset,
    /// What lies below each element.
    below: Vec<u128>,
    /// Whether a condition counts all elements, so that parts are not independent.
    sees_all: bool,
    /// Whether a move has no condition: then something can always be taken.
    always_moves: bool,
}

impl PosetGround {
    fn new(rules: &PosetRules, poset: LabelledPoset) -> PosetGround {
        let n = poset.labels.len();
        let below = (0..n)
            .map(|i| (0..n).filter(|j| poset.above[*j] >> i & 1 == 1).fold(0, |m, j| m | 1 << j))
            .collect();
        let sees_all = rules.moves.iter().any(|one| one.when.speaks_of(2));
        let always_moves = rules.moves.iter().any(|one| one.when.cases.iter().any(Vec::is_empty));
        PosetGround { rules: rules.clone(), poset, below, sees_all, always_moves }
    }

    fn visit_moves(&self, left: u128, add: &mut dyn FnMut(u128)) {
        let elements = u64::from(left.count_ones());
        for x in members(left) {
            let (above, below) = (self.poset.above[x] & left, self.below[x] & left);
            let count = |mask: u128| u64::from(mask.count_ones());
            let numbers = [count(above), count(below), elements];
            for one in &self.rules.moves {
                let gone = match one.what {
                    PosetMove::WithAllAbove => above,
                    PosetMove::WithAllBelow => below,
                    PosetMove::Maximal if above == 0 => 0,
                    PosetMove::Maximal => continue,
                };
                if one.when.holds(&numbers) {
                    add(left & !gone & !(1 << x));
                }
            }
        }
    }

    /// How long the longest chain below each element is.
    fn heights(&self, left: u128) -> Vec<usize> {
        let mut heights = vec![0; self.poset.labels.len()];
        let mut order: Vec<usize> = members(left).collect();
        order.sort_by_key(|x| (self.below[*x] & left).count_ones());
        for x in order {
            let lower = members(self.below[x] & left).map(|y| heights[y] + 1);
            heights[x] = lower.max().unwrap_or(0);
        }
        heights
    }

    /// Pairs with nothing between them, the lower first.
    fn covers(&self, left: u128) -> Vec<(usize, usize)> {
        let mut covers = Vec::new();
        for x in members(left) {
            let above = self.poset.above[x] & left;
            let covering = members(above).filter(|y| above & self.below[*y] == 0);
            covers.extend(covering.map(|y| (x, y)));
        }
        covers
    }
}

impl Ground for PosetGround {
    fn visit_options(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        self.visit_moves(mask_at(of, 0), &mut |left| add(of_mask(left)));
    }

    fn visit_parts(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        let mut left = mask_at(of, 0);
        while left != 0 {
            let mut part = if self.sees_all { left } else { 1 << left.trailing_zeros() };
            let mut new = part;
            while new != 0 {
                let near = |x: usize| self.poset.above[x] | self.below[x];
                let next = members(new).fold(0, |mask, x| mask | near(x)) & left;
                new = next & !part;
                part |= next;
            }
            left &= !part;
            let mut can_move = self.always_moves;
            if !can_move {
                self.visit_moves(part, &mut |_| can_move = true);
            }
            if can_move {
                add(of_mask(part));
            }
        }
    }

    fn key(&self, part: &Remains, key: &mut Vec<u8>) -> KeyScope {
        let left = mask_at(part, 0);
        if left.count_ones() > MAX_CANONICAL {
            // Longer than what a canonical form of few elements can be.
            key.push(u8::MAX);
            key.extend_from_slice(part);
            return KeyScope::Ground;
        }
        let elements: Vec<usize> = members(left).collect();
        let pressed = |row: u128| {
            let bits = elements.iter().enumerate();
            bits.fold(0u128, |new, (at, x)| new | (row >> x & 1) << at)
        };
        let rows: Vec<u128> = elements.iter().map(|x| pressed(self.poset.above[*x])).collect();
        let marks = vec![0; rows.len()];
        canonical::write(&MarkedRelation { rows: &rows, marks: &marks, is_symmetric: false }, key);
        KeyScope::Kind
    }

    fn size(&self, of: &Remains) -> u64 {
        u64::from(mask_at(of, 0).count_ones())
    }

    fn write(&self, of: &Remains) -> String {
        let left = mask_at(of, 0);
        let covers = self.covers(left);
        let joined = covers.iter().fold(0u128, |mask, (x, y)| mask | 1 << x | 1 << y);
        let label = |x: usize| self.poset.labels[x].as_str();
        let alone = members(left & !joined).map(|x| label(x).to_string());
        let words: Vec<String> = covers
            .iter()
            .map(|(x, y)| format!("{}<{}", label(*x), label(*y)))
            .chain(alone)
            .collect();
        if words.is_empty() { "0".to_string() } else { words.join(",") }
    }

    fn shown(&self, of: &Remains) -> String {
        let left = mask_at(of, 0);
        let all = (0..self.below.len()).fold(0u128, |mask, i| mask | 1 << i);
        let gone = all & !left;
        let is_cut = members(gone).all(|x| self.poset.above[x] & left == 0);
        let Some(name) = self.poset.name.as_ref().filter(|_| is_cut && left != 0) else {
            return self.write(of);
        };
        let lowest = members(gone).filter(|x| self.below[*x] & gone == 0);
        let labels: Vec<&str> = lowest.map(|x| self.poset.labels[x].as_str()).collect();
        match labels.is_empty() {
            true => name.clone(),
            false => format!("{name} cut at {}", labels.join(",")),
        }
    }

    fn numbers(&self, of: &Remains) -> Vec<i64> {
        let left = mask_at(of, 0);
        let heights = self.heights(left);
        let above = |x: usize| i64::from((self.poset.above[x] & left).count_ones());
        let below = |x: usize| i64::from((self.below[x] & left).count_ones());
        vec![
            i64::from(left.count_ones()),
            members(left).map(above).sum(),
            members(left).filter(|x| above(*x) == 0).count() as i64,
            members(left).filter(|x| below(*x) == 0).count() as i64,
            members(left).map(|x| heights[x] as i64 + 1).max().unwrap_or(0),
        ]
    }

    /// How many lie above each element, or below.
    fn list(&self, of: &Remains, at: usize) -> Vec<FigureEntry> {
        let left = mask_at(of, 0);
        let others = if at == 0 { &self.poset.above } else { &self.below };
        let count = |x: usize| i64::from((others[x] & left).count_ones());
        members(left).map(|x| ([x as i64 + 1, 0], count(x))).collect()
    }

    /// Elements in rows by the longest chain below them.
    fn picture(&self, of: &Remains) -> FigurePicture {
        let left = mask_at(of, 0);
        let height = self.heights(left);
        let rows = members(left).map(|x| height[x] + 1).max().unwrap_or(1);
        let in_row = |h: usize| members(left).filter(|x| height[*x] == h).collect::<Vec<_>>();
        let widths: Vec<Vec<usize>> = (0..rows).map(in_row).collect();
        let place = |x: usize| {
            let row = &widths[height[x]];
            let at = row.iter().position(|y| *y == x).unwrap_or(0);
            ((at as f64 + 0.5) / row.len() as f64, 1.0 - (height[x] as f64 + 0.5) / rows as f64)
        };
        let all: Vec<usize> = members(left).collect();
        let index = |x: usize| all.iter().position(|y| *y == x).unwrap_or(0);
        let points = all.iter().map(|x| {
            let (across, down) = place(*x);
            (across, down, self.poset.labels[*x].clone())
        });
        FigurePicture::Points {
            points: points.collect(),
            lines: self.covers(left).into_iter().map(|(x, y)| (index(x), index(y))).collect(),
            token: None,
        }
    }
}
