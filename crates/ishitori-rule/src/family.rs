//! The move family: the contract between the rule language, the solvers and the prover.
//!
//! After lowering, a heap game is a finite union of families
//! `{ h -> h' | exists t >= 0 : conditions(h, t), h' = affine(h, t) }`. A family is data, never a
//! closure, so it can be enumerated forwards and backwards, recognised by fast engines, and
//! translated into automata. Conditions are linear but for divisors that vary and [`NumberFunction`]s; what these say in
//! linear terms stands beside them, so whoever leaves them out sees more moves, never fewer.

use std::collections::BTreeMap;
use std::fmt;

use crate::number_function::NumberFunction;
use crate::problem::Span;
use crate::syntax::ComparisonOperator;

/// The largest coefficient of a heap or variable in a family. With heaps up to
/// [`MAX_HEAP`], variables up to [`MAX_FRESH`] and at most `MAX_SYMBOLS` symbols every sum stays
/// below 2^63.
pub const MAX_COEFFICIENT: i64 = 1 << 20;

/// The largest heap a position may have.
pub const MAX_HEAP: u64 = 1 << 32;

/// The largest value a fresh variable can take; lowering refuses rules that might exceed it.
pub const MAX_FRESH: i64 = 1 << 36;

/// How many heaps and fresh variables a family may have together.
pub(crate) const MAX_SYMBOLS: usize = 64;

/// A heap of the position or a fresh variable of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// The heap with this number, from 0.
    Heap(usize),
    /// The fresh variable with this number, from 0; it runs through the naturals.
    Fresh(usize),
}

/// `c1 * s1 + c2 * s2 + ... + constant` with non-zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Affine {
    terms: BTreeMap<Symbol, i64>,
    constant: i64,
}

/// A number in a rule outgrew the limits that keep all arithmetic within 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberTooLarge;

impl Affine {
    /// A constant.
    pub fn constant(value: i64) -> Self {
        Affine { terms: BTreeMap::new(), constant: value }
    }

    /// A single symbol.
    pub fn symbol(symbol: Symbol) -> Self {
        Affine { terms: BTreeMap::from([(symbol, 1)]), constant: 0 }
    }

    /// The heap with number `index`.
    pub fn heap(index: usize) -> Self {
        Affine::symbol(Symbol::Heap(index))
    }

    /// The fresh variable with number `index`.
    pub fn fresh(index: usize) -> Self {
        Affine::symbol(Symbol::Fresh(index))
    }

    /// The terms, heaps first.
    pub fn terms(&self) -> impl Iterator<Item = (Symbol, i64)> + '_ {
        self.terms.iter().map(|(s, c)| (*s, *c))
    }

    /// The coefficient of `symbol`, 0 if it does not occur.
    pub fn coefficient(&self, symbol: Symbol) -> i64 {
        self.terms.get(&symbol).copied().unwrap_or(0)
    }

    /// The number added to the terms.
    pub fn offset(&self) -> i64 {
        self.constant
    }

    /// The value, if no symbol occurs.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor * other`.
    pub fn plus(&self, factor: i64, other: &Affine) -> Result<Affine, NumberTooLarge> {
        let mut sum = self.clone();
        sum.constant = within(
            other.constant.checked_mul(factor).and_then(|c| c.checked_add(sum.constant)),
            crate::lex::MAX_NUMBER,
        )?;
        for (symbol, coefficient) in other.terms() {
            let entry = sum.terms.entry(symbol).or_insert(0);
            let value = coefficient.checked_mul(factor).and_then(|c| c.checked_add(*entry));
            *entry = within(value, MAX_COEFFICIENT)?;
            if *entry == 0 {
                sum.terms.remove(&symbol);
            }
        }
        Ok(sum)
    }

    /// `factor * self`.
    pub fn times(&self, factor: i64) -> Result<Affine, NumberTooLarge> {
        Affine::constant(0).plus(factor, self)
    }

    /// `self - other`.
    pub fn minus(&self, other: &Affine) -> Result<Affine, NumberTooLarge> {
        self.plus(-1, other)
    }

    /// The same expression with every symbol renamed; `rename` must be injective.
    pub fn renamed(&self, rename: impl Fn(Symbol) -> Symbol) -> Affine {
        let terms = self.terms().map(|(s, c)| (rename(s), c)).collect();
        Affine { terms, constant: self.constant }
    }

    /// The expression with every heap replaced: heap `i` becomes `heaps[i]`.
    pub(crate) fn with_heaps(&self, heaps: &[Affine]) -> Result<Affine, NumberTooLarge> {
        let mut result = Affine::constant(self.constant);
        for (symbol, coefficient) in self.terms() {
            let replacement = match symbol {
                Symbol::Heap(i) => heaps[i].clone(),
                Symbol::Fresh(_) => Affine::symbol(symbol),
            };
            result = result.plus(coefficient, &replacement)?;
        }
        Ok(result)
    }

    /// Its value for given heaps and variables.
    pub fn value(&self, heaps: &[u64], fresh: &[i64]) -> i64 {
        self.terms().fold(self.constant, |sum, (symbol, coefficient)| {
            let value = match symbol {
                Symbol::Heap(i) => i64::try_from(heaps[i]).expect("heaps are at most 2^32"),
                Symbol::Fresh(j) => fresh[j],
            };
            sum + coefficient * value
        })
    }

    /// Writes the expression with the names given by `name`.
    pub fn display(&self, name: &dyn Fn(Symbol) -> String) -> String {
        let mut text = String::new();
        for (symbol, coefficient) in self.terms() {
            let sign = match (text.is_empty(), coefficient < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text.push_str(sign);
            if coefficient.abs() != 1 {
                text.push_str(&format!("{}*", coefficient.abs()));
            }
            text.push_str(&name(symbol));
        }
        match (text.is_empty(), self.constant) {
            (true, c) => text.push_str(&c.to_string()),
            (false, 0) => {}
            (false, c) if c < 0 => text.push_str(&format!(" - {}", -c)),
            (false, c) => text.push_str(&format!(" + {c}")),
        }
        text
    }
}

fn within(value: Option<i64>, limit: i64) -> Result<i64, NumberTooLarge> {
    value.filter(|v| (-limit..=limit).contains(v)).ok_or(NumberTooLarge)
}

/// A condition on heaps and fresh variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AffineCondition {
    /// The expression is 0.
    Zero(Affine),
    /// The expression is at least 0.
    AtLeastZero(Affine),
    /// The expression is not 0.
    NotZero(Affine),
    /// The expression is divisible by `modulus`, a number from 1 on.
    Congruent {
        /// The expression.
        value: Affine,
        /// The modulus.
        modulus: i64,
    },
    /// `divisor` divides `of` (0 is divisible by all, 0 divides only 0), or does not.
    Divides {
        /// The divisor.
        divisor: Affine,
        /// What it divides.
        of: Affine,
        /// Whether it does.
        holds: bool,
    },
    /// The value of a function compares so with `with`. Where there is no value it does not hold.
    Function {
        /// The function.
        function: NumberFunction,
        /// Its arguments.
        of: Vec<Affine>,
        /// How its value compares.
        compare: ComparisonOperator,
        /// With what.
        with: Affine,
    },
    /// In one of these lists all conditions hold.
    AnyOf(Vec<Vec<AffineCondition>>),
}

impl AffineCondition {
    /// Whether it holds for given heaps and variables.
    pub fn holds(&self, heaps: &[u64], fresh: &[i64]) -> bool {
        match self {
            AffineCondition::Zero(e) => e.value(heaps, fresh) == 0,
            AffineCondition::AtLeastZero(e) => e.value(heaps, fresh) >= 0,
            AffineCondition::NotZero(e) => e.value(heaps, fresh) != 0,
            AffineCondition::Congruent { value, modulus } => {
                value.value(heaps, fresh) % modulus == 0
            }
            AffineCondition::Divides { divisor, of, holds } => {
                divides(divisor.value(heaps, fresh), of.value(heaps, fresh)) == *holds
            }
            AffineCondition::Function { function, of, compare, with } => {
                let of: Vec<i64> = of.iter().map(|e| e.value(heaps, fresh)).collect();
                let value = function.value(&of);
                value.is_some_and(|value| compare.holds(value, with.value(heaps, fresh)))
            }
            AffineCondition::AnyOf(lists) => {
                lists.iter().any(|all| all.iter().all(|one| one.holds(heaps, fresh)))
            }
        }
    }

    /// Whether it holds, if that does not depend on any heap or variable.
    pub fn as_constant(&self) -> Option<bool> {
        self.expressions().all(|e| e.as_constant().is_some()).then(|| self.holds(&[], &[]))
    }

    /// The expressions in it.
    pub fn expressions(&self) -> impl Iterator<Item = &Affine> {
        let mut inner: Vec<&Affine> = Vec::new();
        let (first, second, others): (Option<&Affine>, _, &[Affine]) = match self {
            AffineCondition::Zero(e)
            | AffineCondition::AtLeastZero(e)
            | AffineCondition::NotZero(e) => (Some(e), None, &[]),
            AffineCondition::Congruent { value, .. } => (Some(value), None, &[]),
            AffineCondition::Divides { divisor, of, .. } => (Some(divisor), Some(of), &[]),
            AffineCondition::Function { of, with, .. } => (Some(with), None, of),
            AffineCondition::AnyOf(lists) => {
                for condition in lists.iter().flatten() {
                    inner.extend(condition.expressions());
                }
                (None, None, &[])
            }
        };
        first.into_iter().chain(second).chain(others).chain(inner)
    }

    /// The same condition with every expression changed by `change`.
    pub fn map<E>(
        &self,
        mut change: impl FnMut(&Affine) -> Result<Affine, E>,
    ) -> Result<AffineCondition, E> {
        self.changed(&mut change)
    }

    fn changed<E>(
        &self,
        change: &mut dyn FnMut(&Affine) -> Result<Affine, E>,
    ) -> Result<AffineCondition, E> {
        Ok(match self {
            AffineCondition::Zero(e) => AffineCondition::Zero(change(e)?),
            AffineCondition::AtLeastZero(e) => AffineCondition::AtLeastZero(change(e)?),
            AffineCondition::NotZero(e) => AffineCondition::NotZero(change(e)?),
            AffineCondition::Congruent { value, modulus } => {
                AffineCondition::Congruent { value: change(value)?, modulus: *modulus }
            }
            AffineCondition::Divides { divisor, of, holds } => AffineCondition::Divides {
                divisor: change(divisor)?,
                of: change(of)?,
                holds: *holds,
            },
            AffineCondition::Function { function, of, compare, with } => {
                AffineCondition::Function {
                    function: function.clone(),
                    of: of.iter().map(&mut *change).collect::<Result<_, _>>()?,
                    compare: *compare,
                    with: change(with)?,
                }
            }
            AffineCondition::AnyOf(lists) => {
                let mut changed = Vec::new();
                for all in lists {
                    let all = all.iter().map(|one| one.changed(change));
                    changed.push(all.collect::<Result<Vec<_>, E>>()?);
                }
                AffineCondition::AnyOf(changed)
            }
        })
    }

    /// The same condition with every symbol renamed; `rename` must be injective. An equation has
    /// two spellings, `e = 0` and `-e = 0`; the one with a positive first coefficient is kept.
    pub fn renamed(&self, rename: impl Fn(Symbol) -> Symbol) -> AffineCondition {
        let renamed: Result<_, NumberTooLarge> = self.map(|e| Ok(e.renamed(&rename)));
        renamed.expect("renaming changes no number").normal()
    }

    pub(crate) fn normal(self) -> AffineCondition {
        let turned = |e: Affine| {
            let first = e.terms().next().map_or(0, |(_, coefficient)| coefficient);
            if first < 0 { e.times(-1).expect("the limits are symmetric") } else { e }
        };
        match self {
            AffineCondition::Zero(e) => AffineCondition::Zero(turned(e)),
            AffineCondition::NotZero(e) => AffineCondition::NotZero(turned(e)),
            AffineCondition::Congruent { value, modulus } => {
                AffineCondition::Congruent { value: turned(value), modulus }
            }
            AffineCondition::Function { function, mut of, compare, with } => {
                if function.is_symmetric() {
                    of.sort();
                }
                AffineCondition::Function { function, of, compare, with }
            }
            AffineCondition::AnyOf(lists) => any_of(lists),
            other => other,
        }
    }

    /// Writes the condition with the names given by `name`: terms with a minus go to the right.
    pub fn display(&self, name: &dyn Fn(Symbol) -> String) -> String {
        match self {
            AffineCondition::Zero(e) => sides(e, "=", name),
            AffineCondition::AtLeastZero(e) => sides(e, ">=", name),
            AffineCondition::NotZero(e) => sides(e, "!=", name),
            AffineCondition::Congruent { value, modulus } => {
                format!("({}) mod {modulus} = 0", value.display(name))
            }
            AffineCondition::Divides { divisor, of, holds } => {
                let not = if *holds { "" } else { "not " };
                format!("{not}{} divides {}", divisor.display(name), of.display(name))
            }
            AffineCondition::Function { function, of, compare, with } => {
                let of: Vec<String> = of.iter().map(|e| e.display(name)).collect();
                match (function, compare, with.as_constant()) {
                    (NumberFunction::IsIn(set), ComparisonOperator::Equal, Some(1)) => {
                        format!("{} in {set}", of[0])
                    }
                    (NumberFunction::IsIn(set), ComparisonOperator::NotEqual, Some(1)) => {
                        format!("not {} in {set}", of[0])
                    }
                    (NumberFunction::V2Order, ..) => {
                        format!("v2({}) {compare} v2({})", of[0], of[1])
                    }
                    _ => format!("{} {compare} {}", function.display(&of), with.display(name)),
                }
            }
            AffineCondition::AnyOf(lists) => {
                let written = lists.iter().map(|all| {
                    let all: Vec<String> = all.iter().map(|one| one.display(name)).collect();
                    if all.len() == 1 { all.concat() } else { format!("({})", all.join(" and ")) }
                });
                format!("({})", written.collect::<Vec<String>>().join(" or "))
            }
        }
    }
}

/// A choice in normal form: what is known is left out, each list is sorted and stands there once.
fn any_of(lists: Vec<Vec<AffineCondition>>) -> AffineCondition {
    let mut kept = Vec::new();
    for all in lists {
        if all.iter().any(|one| one.as_constant() == Some(false)) {
            continue;
        }
        let open = all.into_iter().filter(|one| one.as_constant().is_none());
        let mut all: Vec<AffineCondition> = open.map(AffineCondition::normal).collect();
        all.sort();
        all.dedup();
        kept.push(all);
    }
    // What has an empty list always holds.
    if kept.iter().any(Vec::is_empty) {
        return AffineCondition::AnyOf(vec![Vec::new()]);
    }
    kept.sort();
    kept.dedup();
    AffineCondition::AnyOf(kept)
}

fn divides(divisor: i64, of: i64) -> bool {
    if divisor == 0 { of == 0 } else { of % divisor == 0 }
}

fn sides(e: &Affine, sign: &str, name: &dyn Fn(Symbol) -> String) -> String {
    let mut left = Affine::default();
    let mut right = Affine::default();
    for (symbol, coefficient) in e.terms() {
        let side = if coefficient > 0 { &mut left } else { &mut right };
        side.terms.insert(symbol, coefficient.abs());
    }
    match e.constant {
        c if c > 0 => left.constant = c,
        c => right.constant = -c,
    }
    // `t >= x + 1` reads better as `t > x`.
    if sign == ">=" && right.constant == 1 && !right.terms.is_empty() {
        right.constant = 0;
        return format!("{} > {}", left.display(name), right.display(name));
    }
    format!("{} {sign} {}", left.display(name), right.display(name))
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Heap(i) => write!(f, "h{}", i + 1),
            Symbol::Fresh(j) => write!(f, "t{}", j + 1),
        }
    }
}

/// One family of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The names of the fresh variables, as the rule text has them.
    pub fresh: Vec<String>,
    /// What must hold. That the new heaps are heaps is among them.
    pub conditions: Vec<AffineCondition>,
    /// The new heaps.
    pub result: Vec<Affine>,
    /// The statement of the rule text it comes from.
    pub origin: Span,
}
