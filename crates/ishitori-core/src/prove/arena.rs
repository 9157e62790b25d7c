//! Positions and moves of a heap game as formulas over natural numbers.
//!
//! A family `h' = affine(h, t)` becomes a condition on the heaps and *new numbers*, and a list that
//! says which of them are the new heaps. Variables that only say how much is taken are replaced
//! (`x = h - t` gives `t = h - x`), because each one is a track of digits to guess. A divisor that
//! varies is not recognised by any automaton: it is kept apart and read *wide* where moves must
//! not exist and *narrow* where one must, so that both readings are on the safe side.

use std::collections::BTreeMap;

use ishitori_automata::{Comparison, Formula, Predicate, TrailingRun};
use ishitori_rule::family::{Affine, AffineCondition, Family, Symbol};
use ishitori_rule::measure::WeightedCount;
use ishitori_rule::{HeapRules, HeapSlice, Symmetry};

use crate::solve::shape::{FamilyShape, shapes};

/// The most heaps that proofs count: which of them are above their smallest are cases to be told apart.
const MAX_COUNTED: usize = 6;

/// A game as formulas.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The names of the heaps: `h1`, `h2`, ...
    pub heaps: Vec<String>,
    /// Which tuples are positions; in a slice, of those.
    pub valid: Formula,
    /// Which tuples are positions of the whole game.
    pub whole: Formula,
    /// The bounds of the slice.
    pub slice: HeapSlice,
    /// The moves.
    pub moves: Vec<ArenaMove>,
    /// Counts: of those that a move changes the first goes down.
    pub measure: Vec<WeightedCount>,
    /// The smallest that each heap can be.
    pub lower: Vec<i64>,
    /// The declared symmetry.
    pub symmetry: Symmetry,
}

/// A kind of move.
#[derive(Clone, Debug)]
pub enum ArenaMove {
    /// Lower any of these heaps, at least one.
    Lower(Vec<usize>),
    /// Anything else.
    Other(FormulaMove),
}

/// A move that is a condition on heaps and new numbers.
#[derive(Clone, Debug)]
pub struct FormulaMove {
    /// The new numbers.
    pub new: Vec<String>,
    /// What must hold of heaps and new numbers.
    pub condition: Formula,
    /// And the first of these divides the second.
    pub divides: Vec<(String, String)>,
    /// The new heaps: each the name of a heap or of a new number.
    pub to: Vec<String>,
}

impl FormulaMove {
    /// A condition that follows from the move.
    pub fn wide(&self) -> Formula {
        self.with(|d, x| {
            Formula::atom(Predicate::Is(0), &[x]).or(Formula::compare(d, Comparison::LessEqual, x)
                .and(Formula::atom(
                    Predicate::CompareEnds(TrailingRun::Zeros, Comparison::LessEqual),
                    &[d, x],
                )))
        })
    }

    /// A condition from which the move follows.
    pub fn narrow(&self) -> Formula {
        self.with(|d, x| {
            let power = Formula::atom(Predicate::PowerOfTwo, &[d]).and(Formula::atom(
                Predicate::CompareEnds(TrailingRun::Zeros, Comparison::LessEqual),
                &[d, x],
            ));
            let nothing = Formula::atom(Predicate::Is(0), &[x]).and(Formula::linear(
                &[(1, d)],
                Comparison::GreaterEqual,
                1,
            ));
            Formula::Or(vec![nothing, Formula::compare(d, Comparison::Equal, x), power])
        })
    }

    fn with(&self, divides: impl Fn(&str, &str) -> Formula) -> Formula {
        let mut all = match &self.condition {
            Formula::And(parts) => parts.clone(),
            other => vec![other.clone()],
        };
        all.extend(self.divides.iter().map(|(d, x)| divides(d, x)));
        if all.len() == 1 { all.remove(0) } else { Formula::And(all) }
    }
}

impl Arena {
    /// The game of `rules`, or the sentence that says which part has no automaton.
    pub fn new(rules: &HeapRules) -> Result<Arena, String> {
        let heaps: Vec<String> = (1..=rules.lower.len()).map(|i| format!("h{i}")).collect();
        let counted = |count: &WeightedCount| count.nonempty.iter().filter(|w| **w != 0).count();
        if rules.measure.counts.iter().any(|count| counted(count) > MAX_COUNTED) {
            return Err(format!(
                "that play ends needs the number of heaps, and proofs count up to {MAX_COUNTED}"
            ));
        }
        if !rules.measure.blocks.is_empty() {
            return Err(
                "proofs do not know games that are played on several positions at once".into()
            );
        }
        let number =
            |low: &u64| i64::try_from(*low).map_err(|_| "a lower bound is too large".to_string());
        let lower = rules.lower.iter().map(number).collect::<Result<Vec<i64>, String>>()?;
        let at_least = |(heap, low): (&String, &i64)| {
            NamedLinearForm::variable(heap).minus_constant(*low).at_least_zero()
        };
        let mut valid: Vec<Formula> = heaps.iter().zip(&lower).map(at_least).collect();
        for condition in &rules.validity {
            valid.push(recognised(condition, &heaps)?);
        }
        let whole = conjunction(valid);
        let free = whole == Formula::Constant(true);
        let bounded = rules.slice.bounds().iter().map(|(heap, bound)| {
            let bound = i64::try_from(*bound).map_err(|_| "a bound is too large".to_string())?;
            Ok(Formula::linear(&[(1, &heaps[*heap])], Comparison::LessEqual, bound))
        });
        let bounded = bounded.collect::<Result<Vec<Formula>, String>>()?;
        let valid = conjunction([vec![whole.clone()], bounded].concat());
        let mut moves = Vec::new();
        for (shape, family) in shapes(rules).into_iter().zip(&rules.families) {
            moves.push(match shape {
                FamilyShape::Cone(lowered) if free => ArenaMove::Lower(lowered),
                _ => ArenaMove::Other(other(family, &heaps)?),
            });
        }
        let (measure, symmetry) = (rules.measure.counts.clone(), rules.symmetry.clone());
        let slice = rules.slice.clone();
        Ok(Arena { heaps, valid, whole, slice, moves, measure, lower, symmetry })
    }

    /// That a move to these heaps lowers the measure.
    pub(crate) fn lowers_measure(&self, to: &[String]) -> Formula {
        self.lowers(&self.measure, to)
    }

    /// That of the counts the first that changes gets smaller.
    fn lowers(&self, counts: &[WeightedCount], to: &[String]) -> Formula {
        let Some((first, others)) = counts.split_first() else { return Formula::Constant(false) };
        let smaller = self.changes(first, to, Comparison::Less);
        if others.is_empty() {
            return smaller;
        }
        smaller.or(self.changes(first, to, Comparison::Equal).and(self.lowers(others, to)))
    }

    /// That a count compares so with what it was.
    fn changes(&self, count: &WeightedCount, to: &[String], comparison: Comparison) -> Formula {
        let mut terms: Vec<(i64, &str)> = Vec::new();
        let after = count.stones.iter().zip(to).map(|(weight, name)| (*weight, name));
        let before = count.stones.iter().zip(&self.heaps).map(|(weight, name)| (-weight, name));
        for (weight, name) in after.chain(before) {
            // A name may come twice: `h2` as a heap that stays.
            match terms.iter_mut().find(|(_, known)| known == name) {
                Some(known) => known.0 += weight,
                None => terms.push((weight, name)),
            }
        }
        terms.retain(|(weight, _)| *weight != 0);
        // Which of the heaps that are counted are above their smallest before and after the move.
        let mut cases = vec![(0, Vec::new())];
        for (i, weight) in count.nonempty.iter().enumerate() {
            if *weight == 0 || to[i] == self.heaps[i] {
                continue;
            }
            let is = |name: &str, above: bool| {
                let comparison = if above { Comparison::Greater } else { Comparison::LessEqual };
                Formula::linear(&[(1, name)], comparison, self.lower[i])
            };
            let mut further = Vec::new();
            for (more, holds) in &cases {
                for (before, after) in [(false, false), (false, true), (true, false), (true, true)]
                {
                    let change = weight * (i64::from(after) - i64::from(before));
                    let mut holds: Vec<Formula> = holds.clone();
                    holds.extend([is(&self.heaps[i], before), is(&to[i], after)]);
                    further.push((more + change, holds));
                }
            }
            cases = further;
        }
        let case = |(more, mut holds): (i64, Vec<Formula>)| {
            holds.push(Formula::linear(&terms, comparison, -more));
            if holds.len() == 1 { holds.remove(0) } else { Formula::And(holds) }
        };
        let mut cases: Vec<Formula> = cases.into_iter().map(case).collect();
        if cases.len() == 1 { cases.remove(0) } else { Formula::Or(cases) }
    }
}

/// A family as a condition on heaps and new numbers.
fn other(family: &Family, heaps: &[String]) -> Result<FormulaMove, String> {
    let fresh: Vec<String> = (1..=family.fresh.len()).map(|j| format!("t{j}")).collect();
    let lin = |e: &Affine| NamedLinearForm::of(e, heaps, &fresh);
    let mut atoms = Vec::new();
    let mut divisions = Vec::new();
    for condition in &family.conditions {
        match condition {
            AffineCondition::Divides { divisor, of, holds: true } => {
                divisions.push((lin(divisor), lin(of)));
            }
            AffineCondition::Divides { holds: false, .. } => {
                return Err(
                    "`not ... divides ...` with a divisor that varies is recognised by no \
                     automaton"
                        .to_string(),
                );
            }
            _ if unrecognised(condition).is_some() => {
                return Err(unrecognised(condition).unwrap_or_default());
            }
            _ => atoms.push(LinearAtom::of(condition, &lin)),
        }
    }
    // 1. The new heaps: known names, or new numbers with an equation that may give a variable.
    let mut results: Vec<NamedLinearForm> = family.result.iter().map(&lin).collect();
    let mut to = Vec::new();
    let mut new = Vec::new();
    for i in 0..results.len() {
        if let Some(name) = results[i].alone() {
            to.push(name.to_owned());
            continue;
        }
        let name = format!("x{}", i + 1);
        let in_division = |t: &String| divisions.iter().any(|(d, x)| d.has(t) || x.has(t));
        let gone = fresh
            .iter()
            .find(|t| results[i].coefficient(t).abs() == 1 && !in_division(t) && !to.contains(t));
        let equation = results[i].plus(-1, &NamedLinearForm::variable(&name));
        match gone {
            None => atoms.push(LinearAtom::Compare(equation, Comparison::Equal)),
            Some(t) => {
                // x = result: t is what makes it so, and not negative.
                let sign = -equation.coefficient(t);
                let value = equation.without(t).times(sign);
                for atom in &mut atoms {
                    atom.replace(t, &value);
                }
                for result in &mut results {
                    result.replace(t, &value);
                }
                atoms.push(LinearAtom::Compare(value, Comparison::GreaterEqual));
            }
        }
        to.push(name.clone());
        new.push(name);
    }
    // 2. Divisors and what they divide need names.
    let mut divides = Vec::new();
    for (at, (divisor, of)) in divisions.into_iter().enumerate() {
        let mut named = |e: NamedLinearForm, letter: char| match e.alone() {
            Some(name) => name.to_owned(),
            None => {
                let name = format!("{letter}{}", at + 1);
                // What divides what does not depend on signs, and names are for naturals.
                atoms.push(LinearAtom::Absolute(e, name.clone()));
                new.push(name.clone());
                name
            }
        };
        divides.push((named(divisor, 'd'), named(of, 'm')));
    }
    // 3. Variables that are left are new numbers, or exist.
    let mut exist = Vec::new();
    for t in &fresh {
        let divides_something = divides.iter().any(|(d, x)| d == t || x == t);
        if to.contains(t) || divides_something {
            new.push(t.clone());
        } else if atoms.iter().any(|atom| atom.has(t)) {
            exist.push(t.as_str());
        }
    }
    let mut condition = conjunction(atoms.iter().map(LinearAtom::formula).collect());
    if !exist.is_empty() {
        condition = Formula::exists(&exist, condition);
    }
    Ok(FormulaMove { new, condition, divides, to })
}

/// A condition on heaps alone.
fn recognised(condition: &AffineCondition, heaps: &[String]) -> Result<Formula, String> {
    if let Some(reason) = unrecognised(condition) {
        return Err(reason);
    }
    Ok(LinearAtom::of(condition, &|e| NamedLinearForm::of(e, heaps, &[])).formula())
}

/// Why a condition has no automaton, if it has none.
fn unrecognised(condition: &AffineCondition) -> Option<String> {
    match condition {
        AffineCondition::Divides { .. } => {
            Some("positions with a divisor that varies are recognised by no automaton".to_string())
        }
        AffineCondition::Function { function, .. } => {
            Some(format!("{} in a rule is recognised by no automaton", function.name()))
        }
        AffineCondition::AnyOf(lists) => lists.iter().flatten().find_map(unrecognised),
        _ => None,
    }
}

fn conjunction(mut parts: Vec<Formula>) -> Formula {
    parts.retain(|part| *part != Formula::Constant(true));
    let mut unique: Vec<Formula> = Vec::new();
    for part in parts {
        if !unique.contains(&part) {
            unique.push(part);
        }
    }
    match unique.len() {
        0 => Formula::Constant(true),
        1 => unique.remove(0),
        _ => Formula::And(unique),
    }
}

/// A condition on a linear form.
enum LinearAtom {
    /// It compares so with 0.
    Compare(NamedLinearForm, Comparison),
    /// It is divisible by a number.
    Congruent(NamedLinearForm, i64),
    /// It is this number, or its opposite.
    Absolute(NamedLinearForm, String),
    /// In one of these lists all hold.
    AnyOf(Vec<Vec<LinearAtom>>),
}

impl LinearAtom {
    fn of(condition: &AffineCondition, lin: &impl Fn(&Affine) -> NamedLinearForm) -> LinearAtom {
        match condition {
            AffineCondition::Zero(e) => LinearAtom::Compare(lin(e), Comparison::Equal),
            AffineCondition::AtLeastZero(e) => {
                LinearAtom::Compare(lin(e), Comparison::GreaterEqual)
            }
            AffineCondition::NotZero(e) => LinearAtom::Compare(lin(e), Comparison::NotEqual),
            AffineCondition::Congruent { value, modulus } => {
                LinearAtom::Congruent(lin(value), *modulus)
            }
            AffineCondition::Divides { .. } => unreachable!("divisors that vary are treated apart"),
            AffineCondition::Function { .. } => unreachable!("functions are refused before"),
            AffineCondition::AnyOf(lists) => {
                let all = |all: &Vec<_>| all.iter().map(|one| LinearAtom::of(one, lin)).collect();
                LinearAtom::AnyOf(lists.iter().map(all).collect())
            }
        }
    }

    fn has(&self, name: &str) -> bool {
        match self {
            LinearAtom::Compare(lin, _) | LinearAtom::Congruent(lin, _) => lin.has(name),
            LinearAtom::Absolute(lin, absolute) => lin.has(name) || absolute == name,
            LinearAtom::AnyOf(lists) => lists.iter().flatten().any(|one| one.has(name)),
        }
    }

    fn replace(&mut self, name: &str, value: &NamedLinearForm) {
        match self {
            LinearAtom::Compare(lin, _)
            | LinearAtom::Congruent(lin, _)
            | LinearAtom::Absolute(lin, _) => {
                lin.replace(name, value);
            }
            LinearAtom::AnyOf(lists) => {
                lists.iter_mut().flatten().for_each(|one| one.replace(name, value));
            }
        }
    }

    fn formula(&self) -> Formula {
        match self {
            LinearAtom::AnyOf(lists) => {
                let all = |all: &Vec<LinearAtom>| {
                    conjunction(all.iter().map(LinearAtom::formula).collect())
                };
                Formula::Or(lists.iter().map(all).collect())
            }
            LinearAtom::Compare(lin, Comparison::GreaterEqual) => lin.at_least_zero(),
            LinearAtom::Compare(lin, comparison) => {
                Formula::linear(&lin.terms(), *comparison, -lin.constant)
            }
            LinearAtom::Absolute(lin, name) => {
                let zero = |sign: i64| {
                    let sum = lin.plus(sign, &NamedLinearForm::variable(name));
                    Formula::linear(&sum.terms(), Comparison::Equal, -sum.constant)
                };
                zero(-1).or(zero(1))
            }
            LinearAtom::Congruent(lin, modulus) => {
                let modulus = u32::try_from(*modulus).expect("a modulus fits: rules say so");
                Formula::congruent(&lin.terms(), -lin.constant, modulus)
            }
        }
    }
}

/// A linear form over named variables.
#[derive(Clone, Debug)]
struct NamedLinearForm {
    terms: BTreeMap<String, i64>,
    constant: i64,
}

impl NamedLinearForm {
    fn of(e: &Affine, heaps: &[String], fresh: &[String]) -> NamedLinearForm {
        let name = |symbol| match symbol {
            Symbol::Heap(i) => heaps[i].clone(),
            Symbol::Fresh(j) => fresh[j].clone(),
        };
        NamedLinearForm {
            terms: e.terms().map(|(s, c)| (name(s), c)).collect(),
            constant: e.offset(),
        }
    }

    fn variable(name: &str) -> NamedLinearForm {
        NamedLinearForm { terms: BTreeMap::from([(name.to_owned(), 1)]), constant: 0 }
    }

    fn minus_constant(mut self, constant: i64) -> NamedLinearForm {
        self.constant -= constant;
        self
    }

    fn alone(&self) -> Option<&str> {
        let mut terms = self.terms.iter();
        match (terms.next(), terms.next(), self.constant) {
            (Some((name, 1)), None, 0) => Some(name),
            _ => None,
        }
    }

    fn has(&self, name: &str) -> bool {
        self.terms.contains_key(name)
    }

    fn coefficient(&self, name: &str) -> i64 {
        self.terms.get(name).copied().unwrap_or(0)
    }

    fn plus(&self, factor: i64, other: &NamedLinearForm) -> NamedLinearForm {
        let mut sum = self.clone();
        sum.constant += factor * other.constant;
        for (name, coefficient) in &other.terms {
            *sum.terms.entry(name.clone()).or_insert(0) += factor * coefficient;
        }
        sum.terms.retain(|_, coefficient| *coefficient != 0);
        sum
    }

    fn times(&self, factor: i64) -> NamedLinearForm {
        NamedLinearForm { terms: BTreeMap::new(), constant: 0 }.plus(factor, self)
    }

    fn without(&self, name: &str) -> NamedLinearForm {
        let mut rest = self.clone();
        rest.terms.remove(name);
        rest
    }

    fn replace(&mut self, name: &str, value: &NamedLinearForm) {
        let coefficient = self.coefficient(name);
        if coefficient != 0 {
            *self = self.without(name).plus(coefficient, value);
        }
    }

    fn terms(&self) -> Vec<(i64, &str)> {
        self.terms.iter().map(|(name, coefficient)| (*coefficient, name.as_str())).collect()
    }

    /// That it is not negative; naturals are not.
    fn at_least_zero(&self) -> Formula {
        if self.constant >= 0 && self.terms.values().all(|c| *c >= 0) {
            return Formula::Constant(true);
        }
        Formula::linear(&self.terms(), Comparison::GreaterEqual, -self.constant)
    }
}
