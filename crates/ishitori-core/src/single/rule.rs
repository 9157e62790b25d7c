//! What the move families of a single heap say, if they say it without looking at sizes.
//!
//! Engines and theorems about periods are for *take and break* rules: from a heap of n stones take d, for
//! certain d, and leave none, one, two or three heaps, however large they are. The families of a rule
//! text say this in many ways (`x + y = n - 1`, `[n - d]`, a code); here they are brought to one form, or
//! not at all: a rule with other conditions is scanned option by option ([`super::scan`]).
//!
//! A family with the parts P1, ..., Pk is read by writing the heap and all variables in terms of the
//! parts: a variable that *is* a part is that part, and the heap is their sum and what is taken. A
//! condition without negative coefficients then says nothing new, for every part is at least 1.

use std::collections::{BTreeMap, BTreeSet};

use ishitori_rule::SingleRules;
use ishitori_rule::family::{Affine, Condition, Family, Symbol};

/// Which numbers of stones may be taken: those listed, and perhaps all others but a few.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Takes {
    /// These.
    pub listed: BTreeSet<u64>,
    /// And all from 1 on but these.
    pub all_but: Option<BTreeSet<u64>>,
}

impl Takes {
    /// Whether `taken` is among them.
    pub fn has(&self, taken: u64) -> bool {
        let others = self.all_but.as_ref().is_some_and(|except| !except.contains(&taken));
        self.listed.contains(&taken) || taken > 0 && others
    }

    /// The largest number that is named.
    pub fn largest(&self) -> u64 {
        let except = self.all_but.iter().flatten();
        self.listed.iter().chain(except).copied().max().unwrap_or(0)
    }

    fn join(&mut self, other: Takes) {
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
pub struct Breaks {
    /// What may be taken so that nothing is left.
    pub none: Takes,
    /// What may be taken so that one heap is left.
    pub one: Takes,
    /// What may be taken so that two heaps are left; true: if the two must differ.
    pub two: BTreeMap<u64, bool>,
    /// What may be taken so that three heaps are left.
    pub three: BTreeSet<u64>,
}

impl Breaks {
    /// The rule in this form, if it has one.
    pub fn of(rules: &SingleRules) -> Option<Breaks> {
        let mut breaks = Breaks::default();
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
        match family.result.len() {
            0 => self.none.join(taken(family, &Affine::heap(0), &Affine::constant(0))?),
            1 => {
                let part = &family.result[0];
                self.one.join(taken(family, &Affine::heap(0).minus(part).ok()?, part)?);
            }
            2 | 3 => {
                let (take, relations) = split(family)?;
                if family.result.len() == 3 {
                    if relations.contains(&Relation::Differ) || !acyclic(&relations) {
                        return None;
                    }
                    self.three.insert(take);
                } else {
                    let differ = two_differ(&relations)?;
                    // Both with and without the demand is without.
                    self.two.entry(take).and_modify(|d| *d &= differ).or_insert(differ);
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// More listed numbers than this are no list.
const MOST_LISTED: i64 = 10_000;

/// Which numbers a family with at most one part takes: `take` is the number taken, `part` what is left.
fn taken(family: &Family, take: &Affine, part: &Affine) -> Option<Takes> {
    let (mut low, mut high) = (0, None);
    let mut tests = Vec::new();
    for condition in &family.conditions {
        // Each condition must be about the number taken alone, or follow from the part being 1 or more.
        let about: Option<Vec<(i64, i64)>> =
            condition.expressions().map(|e| multiple_of(e, take)).collect();
        match (condition, about) {
            (Condition::AtLeastZero(e), None) if follows(e, take, part) => {}
            (Condition::AtLeastZero(_), Some(about)) => match about[0] {
                (0, offset) if offset >= 0 => {}
                (factor, offset) if factor > 0 => low = low.max(div_up(-offset, factor)),
                (factor, offset) if factor < 0 => {
                    let most = offset.div_euclid(-factor);
                    high = Some(high.map_or(most, |h: i64| h.min(most)));
                }
                _ => return None,
            },
            (Condition::Zero(_), Some(about)) => match about[0] {
                (1, offset) => {
                    low = low.max(-offset);
                    high = Some(high.map_or(-offset, |h: i64| h.min(-offset)));
                }
                _ => return None,
            },
            (Condition::NotZero(_), Some(about)) if about[0].0 == 1 || about[0].0 == -1 => {
                tests.push(-about[0].0 * about[0].1);
            }
            _ => return None,
        }
    }
    // A number that is not free is a constant: the heap less what is left.
    if let Some(constant) = take.as_constant() {
        (low, high) = (low.max(constant), Some(high.map_or(constant, |h| h.min(constant))));
    }
    let number = |n: i64| u64::try_from(n).ok();
    match high {
        Some(high) if high - low > MOST_LISTED => None,
        Some(high) => {
            let listed =
                (low..=high).filter(|n| !tests.contains(n)).map(number).collect::<Option<_>>()?;
            Some(Takes { listed, all_but: None })
        }
        None if low > MOST_LISTED => None,
        None => {
            let except = (1..low).chain(tests.into_iter().filter(|n| *n >= 1)).map(number);
            Some(Takes { listed: BTreeSet::new(), all_but: Some(except.collect::<Option<_>>()?) })
        }
    }
}

/// `(f, c)` if the expression is f times `what` and c.
fn multiple_of(e: &Affine, what: &Affine) -> Option<(i64, i64)> {
    let Some((symbol, lead)) = what.terms().next() else {
        // What is taken is a constant: no condition is about it.
        return e.as_constant().map(|constant| (0, constant));
    };
    if lead != 1 && lead != -1 {
        return None;
    }
    let factor = e.coefficient(symbol) * lead;
    let rest = e.plus(-factor, what).ok()?;
    rest.as_constant().map(|constant| (factor, constant))
}

/// Whether `e >= 0` follows from `part >= 1` and `take >= 0`.
fn follows(e: &Affine, take: &Affine, part: &Affine) -> bool {
    let Some((symbol, 1)) = part.terms().next() else { return false };
    let Ok(rest) = e.plus(-e.coefficient(symbol), part) else { return false };
    let least = e.coefficient(symbol);
    least >= 0
        && match multiple_of(&rest, take) {
            Some((factor, offset)) => factor >= 0 && offset + least >= 0,
            None => false,
        }
}

fn div_up(a: i64, b: i64) -> i64 {
    -(-a).div_euclid(b)
}

/// What is demanded of two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// The first is at most the second.
    AtMost(usize, usize),
    /// The first is less than the second.
    Less(usize, usize),
    /// They differ.
    Differ,
}

/// What a family with several parts takes, and what it demands of the parts.
fn split(family: &Family) -> Option<(u64, Vec<Relation>)> {
    let parts = &family.result;
    // 1. The number taken: a constant, with the help of one equation if need be.
    let sum = parts.iter().try_fold(Affine::constant(0), |sum, part| sum.plus(1, part)).ok()?;
    let rest = Affine::heap(0).minus(&sum).ok()?;
    let mut equations = family
        .conditions
        .iter()
        .filter_map(|c| if let Condition::Zero(e) = c { Some(e) } else { None });
    let take = match (rest.as_constant(), equations.next(), equations.next()) {
        (Some(take), None, None) => take,
        (None, Some(e), None) => {
            [1, -1].iter().find_map(|sign| rest.plus(*sign, e).ok()?.as_constant())?
        }
        _ => return None,
    };
    // 2. Every symbol in terms of the parts.
    let part_of = |j: usize| parts.iter().position(|part| *part == Affine::fresh(j));
    let in_parts = |e: &Affine| -> Option<(Vec<i64>, i64)> {
        let mut coefficients = vec![e.coefficient(Symbol::Heap(0)); parts.len()];
        let constant = e.offset() + e.coefficient(Symbol::Heap(0)) * take;
        for (symbol, coefficient) in e.terms() {
            if let Symbol::Fresh(j) = symbol {
                coefficients[part_of(j)?] += coefficient;
            }
        }
        Some((coefficients, constant))
    };
    // 3. Each condition says nothing new, or compares two parts.
    let mut relations = Vec::new();
    for condition in &family.conditions {
        match condition {
            Condition::Zero(_) => {}
            Condition::AtLeastZero(e) => {
                let (coefficients, constant) = in_parts(e)?;
                let least: i64 = coefficients.iter().sum();
                if coefficients.iter().all(|c| *c >= 0) && least + constant >= 0 {
                    continue;
                }
                let (i, j) = difference(&coefficients)?;
                // part j - part i + constant >= 0.
                relations.push(match constant {
                    0 => Relation::AtMost(i, j),
                    -1 => Relation::Less(i, j),
                    _ => return None,
                });
            }
            Condition::NotZero(e) => {
                let (coefficients, constant) = in_parts(e)?;
                difference(&coefficients).filter(|_| constant == 0)?;
                relations.push(Relation::Differ);
            }
            _ => return None,
        }
    }
    Some((u64::try_from(take).ok()?, relations))
}

/// `(i, j)` if the coefficients are those of part j less part i.
fn difference(coefficients: &[i64]) -> Option<(usize, usize)> {
    let minus = coefficients.iter().position(|c| *c == -1)?;
    let plus = coefficients.iter().position(|c| *c == 1)?;
    let zeros = coefficients.iter().filter(|c| **c == 0).count();
    (zeros + 2 == coefficients.len()).then_some((minus, plus))
}

/// Whether two parts must differ: the order in which they are written means nothing.
fn two_differ(relations: &[Relation]) -> Option<bool> {
    let forwards = |r: &Relation| matches!(r, Relation::AtMost(0, 1) | Relation::Less(0, 1));
    let backwards = |r: &Relation| matches!(r, Relation::AtMost(1, 0) | Relation::Less(1, 0));
    if relations.iter().any(forwards) && relations.iter().any(backwards) {
        return None;
    }
    Some(relations.iter().any(|r| matches!(r, Relation::Differ | Relation::Less(..))))
}

/// Whether three parts can be ordered as demanded whatever they are: no part is at most another and the
/// other way round, and none is to be less.
fn acyclic(relations: &[Relation]) -> bool {
    let mut below = [[false; 3]; 3];
    for relation in relations {
        match relation {
            Relation::AtMost(i, j) => below[*i][*j] = true,
            Relation::Less(..) | Relation::Differ => return false,
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
