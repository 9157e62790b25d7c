//! What the move families of a single heap say, if they say it without looking at sizes.
//!
//! Engines and theorems about periods are for *take and break* rules: from a heap of n stones take d, for
//! certain d, and leave none, one, two or three heaps, however large they are. The families of a rule
//! text say this in many ways (`x + y = n - 1`, `[n - d]`, a code); here they are brought to one form, or
//! not at all: a rule with other conditions is scanned option by option ([`super::scan`]).
//!
//! A family is read in coordinates (`coordinates`): its parts, and what is taken. Conditions on what is taken
//! alone say which numbers these are. A condition with parts must say nothing new, every part being at
//! least 1, or compare two of them.

use std::collections::{BTreeMap, BTreeSet};

use ishitori_rule::SingleRules;
use ishitori_rule::family::Family;

use super::coordinates::{self, CoordinateForm, Demand};

/// Which numbers of stones may be taken: those listed, and perhaps all others but a few.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakeSet {
    /// These.
    pub listed: BTreeSet<u64>,
    /// And all from 1 on but these.
    pub all_but: Option<BTreeSet<u64>>,
}

impl TakeSet {
    /// Whether `taken` is among them.
    pub(crate) fn has(&self, taken: u64) -> bool {
        let others = self.all_but.as_ref().is_some_and(|except| !except.contains(&taken));
        self.listed.contains(&taken) || taken > 0 && others
    }

    /// The largest number that is named.
    pub(crate) fn largest(&self) -> u64 {
        let except = self.all_but.iter().flatten();
        self.listed.iter().chain(except).copied().max().unwrap_or(0)
    }

    fn join(&mut self, other: TakeSet) {
        self.listed.extend(other.listed);
        if let Some(except) = other.all_but {
            self.all_but = Some(match self.all_but.take() {
                Some(before) => before.intersection(&except).copied().collect(),
                None => except,
            });
        }
    }

    /// The same set in its shortest form.
    fn tidy(&mut self) {
        if let Some(except) = &mut self.all_but {
            except.retain(|taken| *taken > 0 && !self.listed.contains(taken));
            self.listed.retain(|taken| *taken == 0);
        }
    }
}

/// A take-and-break rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakeAndBreak {
    /// What may be taken so that nothing is left.
    pub none: TakeSet,
    /// What may be taken so that one heap is left.
    pub one: TakeSet,
    /// What may be taken so that two heaps are left; true: if the two must differ.
    pub two: BTreeMap<u64, bool>,
    /// What may be taken so that three heaps are left.
    pub three: BTreeSet<u64>,
}

impl TakeAndBreak {
    /// The rule in this form, if it has one.
    pub fn of(rules: &SingleRules) -> Option<TakeAndBreak> {
        if !rules.sums.is_empty() {
            return None;
        }
        let mut breaks = TakeAndBreak::default();
        for family in &rules.families {
            breaks.add(family)?;
        }
        breaks.none.tidy();
        breaks.one.tidy();
        Some(breaks)
    }

    /// The most heaps that are left.
    pub fn most_parts(&self) -> u64 {
        match (self.three.is_empty(), self.two.is_empty()) {
            (false, _) => 3,
            (true, false) => 2,
            (true, true) => 1,
        }
    }

    /// Whether only finitely many numbers may be taken so that something is left.
    pub fn is_finite(&self) -> bool {
        self.one.all_but.is_none()
    }

    /// The largest number that the rule names.
    pub fn largest(&self) -> u64 {
        let splits = self.two.keys().chain(&self.three).copied().max().unwrap_or(0);
        self.none.largest().max(self.one.largest()).max(splits)
    }

    fn add(&mut self, family: &Family) -> Option<()> {
        let count = family.result.len();
        let demands = coordinates::demands(family)?;
        let range = TakeRange::of(count, &demands)?;
        let relations = relations(&demands, &range)?;
        match count {
            0 => self.none.join(range.takes()?),
            1 => self.one.join(range.takes()?),
            2 => {
                let differ = two_differ(&relations)?;
                for take in range.listed()? {
                    // Both with and without the demand is without.
                    self.two.entry(take).and_modify(|d| *d &= differ).or_insert(differ);
                }
            }
            3 if acyclic(&relations) => self.three.extend(range.listed()?),
            _ => return None,
        }
        Some(())
    }
}

/// More listed numbers than this are no list.
const MOST_LISTED: i64 = 10_000;

/// Which numbers a family takes: those from `low` to `high` but for some.
struct TakeRange {
    low: i64,
    high: Option<i64>,
    except: Vec<i64>,
}

impl TakeRange {
    /// From the demands on the number taken alone.
    fn of(count: usize, demands: &[Demand]) -> Option<TakeRange> {
        // At most one heap is left, and it is smaller: lowering has seen to that.
        let known = if count < 2 { 1 } else { i64::MIN };
        let mut range = TakeRange { low: known, high: None, except: Vec::new() };
        for demand in demands {
            let (Demand::Zero(form) | Demand::NotZero(form) | Demand::AtLeastZero(form)) = demand;
            if form.has_parts() {
                continue;
            }
            let (factor, constant) = (form.taken, form.constant);
            let zero = (factor != 0 && constant % factor == 0).then(|| -(constant / factor));
            match demand {
                // About no coordinate at all: true, or the family is never played.
                Demand::Zero(_) if factor == 0 => (constant == 0).then_some(())?,
                Demand::NotZero(_) if factor == 0 => (constant != 0).then_some(())?,
                Demand::AtLeastZero(_) if factor == 0 => (constant >= 0).then_some(())?,
                Demand::Zero(_) => {
                    range.at_least(zero?);
                    range.at_most(zero?);
                }
                Demand::NotZero(_) => range.except.extend(zero),
                Demand::AtLeastZero(_) if factor > 0 => {
                    range.at_least(-constant.div_euclid(factor));
                }
                Demand::AtLeastZero(_) => range.at_most(constant.div_euclid(-factor)),
            }
        }
        (range.low >= 0).then_some(range)
    }

    fn at_least(&mut self, low: i64) {
        self.low = self.low.max(low);
    }

    fn at_most(&mut self, high: i64) {
        self.high = Some(self.high.map_or(high, |before| before.min(high)));
    }

    /// The number, if it is only one.
    fn only(&self) -> Option<i64> {
        self.high.filter(|high| *high == self.low)
    }

    /// The numbers, if they are finitely many.
    fn listed(&self) -> Option<BTreeSet<u64>> {
        let high = self.high.filter(|high| high.checked_sub(self.low).is_some_and(is_listed))?;
        let numbers = (self.low..=high).filter(|n| !self.except.contains(n));
        numbers.map(|n| u64::try_from(n).ok()).collect()
    }

    fn takes(&self) -> Option<TakeSet> {
        if self.high.is_some() {
            return Some(TakeSet { listed: self.listed()?, all_but: None });
        }
        is_listed(self.low).then_some(())?;
        let except = (1..self.low).chain(self.except.iter().copied().filter(|n| *n >= 1));
        let except = except.map(|n| u64::try_from(n).ok()).collect::<Option<_>>()?;
        Some(TakeSet { listed: BTreeSet::new(), all_but: Some(except) })
    }

    /// The least value of a form, if it has one: every part is 1 or more.
    fn least(&self, form: &CoordinateForm) -> Option<i64> {
        let taken = match form.taken {
            0 => 0,
            up @ 1.. => up.checked_mul(self.low)?,
            down => down.checked_mul(self.high?)?,
        };
        let grows = form.parts.iter().all(|part| *part >= 0);
        grows.then(|| {
            form.parts.iter().sum::<i64>().checked_add(taken)?.checked_add(form.constant)
        })?
    }
}

fn is_listed(many: i64) -> bool {
    many <= MOST_LISTED
}

/// What is demanded of two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartRelation {
    /// The first is at most the second.
    AtMost(usize, usize),
    /// The first is less than the second.
    Less(usize, usize),
    /// They differ.
    Differ,
}

/// What is demanded of the parts; nothing if that is more than a comparison of two.
fn relations(demands: &[Demand], range: &TakeRange) -> Option<Vec<PartRelation>> {
    let mut relations = Vec::new();
    for demand in demands {
        let (Demand::Zero(form) | Demand::NotZero(form) | Demand::AtLeastZero(form)) = demand;
        if !form.has_parts() {
            continue;
        }
        let least = range.least(form);
        let relation = match demand {
            Demand::AtLeastZero(_) if least.is_some_and(|least| least >= 0) => continue,
            Demand::NotZero(_) if least.is_some_and(|least| least > 0) => continue,
            Demand::Zero(_) => return None,
            Demand::AtLeastZero(_) => match difference(form, range)? {
                // Part j - part i and the number are 0 or more.
                (i, j, 0) => PartRelation::AtMost(i, j),
                (i, j, -1) => PartRelation::Less(i, j),
                _ => return None,
            },
            Demand::NotZero(_) => match difference(form, range)? {
                (_, _, 0) => PartRelation::Differ,
                _ => return None,
            },
        };
        relations.push(relation);
    }
    Some(relations)
}

/// `(i, j, c)` if the form is part j less part i and c.
fn difference(form: &CoordinateForm, range: &TakeRange) -> Option<(usize, usize, i64)> {
    let minus = form.parts.iter().position(|c| *c == -1)?;
    let plus = form.parts.iter().position(|c| *c == 1)?;
    let zeros = form.parts.iter().filter(|c| **c == 0).count();
    let taken = match form.taken {
        0 => 0,
        factor => range.only()?.checked_mul(factor)?,
    };
    let constant = form.constant.checked_add(taken)?;
    (zeros + 2 == form.parts.len()).then_some((minus, plus, constant))
}

/// Whether two parts must differ: the order in which they are written means nothing.
fn two_differ(relations: &[PartRelation]) -> Option<bool> {
    let forwards =
        |r: &PartRelation| matches!(r, PartRelation::AtMost(0, 1) | PartRelation::Less(0, 1));
    let backwards =
        |r: &PartRelation| matches!(r, PartRelation::AtMost(1, 0) | PartRelation::Less(1, 0));
    if relations.iter().any(forwards) && relations.iter().any(backwards) {
        return None;
    }
    Some(relations.iter().any(|r| matches!(r, PartRelation::Differ | PartRelation::Less(..))))
}

/// Whether three parts can be ordered as demanded whatever they are: no part is at most another and the
/// other way round, and none is to be less.
fn acyclic(relations: &[PartRelation]) -> bool {
    let mut below = [[false; 3]; 3];
    for relation in relations {
        match relation {
            PartRelation::AtMost(i, j) => below[*i][*j] = true,
            PartRelation::Less(..) | PartRelation::Differ => return false,
        }
    }
    for k in 0..3 {
        for i in 0..3 {
            for j in 0..3 {
                below[i][j] |= below[i][k] && below[k][j];
            }
        }
    }
    (0..3).all(|i| !below[i][i])
}
