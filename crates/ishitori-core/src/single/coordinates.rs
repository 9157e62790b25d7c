//! A family of a single heap in terms of its parts and of the number of stones that is taken.
//!
//! A family says with variables which options there are: `[n - x - 2] where x < 7`. Here every condition is brought
//! into *coordinates*: the parts, and what is taken, which is the heap less all parts. That is sound only if the
//! coordinates tell the heap and all variables, and as integers: so each of these is eliminated by an equation
//! in which it stands with the coefficient 1 or -1. Then the options are just the coordinates that satisfy the
//! conditions, among them equations that are left over: `[1] + [n - 2]` has the equation that the first part is 1.
//! A family where some symbol is not told (`option [] where n = 2*t`) has no coordinates, and is left to the scan.

use std::collections::BTreeMap;

use ishitori_rule::family::{Affine, AffineCondition, Family, Symbol};

/// A sum of multiples of coordinates, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CoordinateForm {
    /// The coefficients of the parts.
    pub parts: Vec<i64>,
    /// That of the number taken.
    pub taken: i64,
    /// The constant.
    pub constant: i64,
}

impl CoordinateForm {
    /// Whether it is about parts, and not only about what is taken.
    pub(crate) fn has_parts(&self) -> bool {
        self.parts.iter().any(|part| *part != 0)
    }
}

/// What coordinates must satisfy; every part is at least 1 besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// It is 0.
    Zero(CoordinateForm),
    /// It is not 0.
    NotZero(CoordinateForm),
    /// It is 0 or more.
    AtLeastZero(CoordinateForm),
}

/// The conditions of a family in coordinates; nothing if these do not tell everything, or there is a condition of
/// another kind.
pub(super) fn demands(family: &Family) -> Option<Vec<Demand>> {
    let count = family.result.len();
    // 1. Equations: each part is what the family says, the heap is all parts and what is taken.
    let mut rows = Vec::new();
    let mut all = CoordinateRow::of(&Affine::heap(0), count)?;
    all.form.taken = -1;
    for (i, part) in family.result.iter().enumerate() {
        let mut row = CoordinateRow::of(part, count)?;
        row.form.parts[i] = -1;
        all.form.parts[i] = -1;
        rows.push(row);
    }
    rows.push(all);
    for condition in &family.conditions {
        if let AffineCondition::Zero(e) = condition {
            rows.push(CoordinateRow::of(e, count)?);
        }
    }
    // 2. Each symbol by one of them.
    let mut told: BTreeMap<Symbol, CoordinateRow> = BTreeMap::new();
    let pivot =
        |row: &CoordinateRow| row.symbols.iter().map(|(s, c)| (*s, *c)).find(|(_, c)| c.abs() == 1);
    while let Some((at, (symbol, sign))) =
        rows.iter().enumerate().find_map(|(at, row)| Some((at, pivot(row)?)))
    {
        let row = rows.swap_remove(at);
        for other in rows.iter_mut().chain(told.values_mut()) {
            let factor = other.symbols.get(&symbol).copied().unwrap_or(0);
            other.add(factor.checked_mul(-sign)?, &row)?;
        }
        told.insert(symbol, row.times(-sign)?);
    }
    if rows.iter().any(|row| !row.symbols.is_empty()) {
        return None;
    }
    let express = |e: &Affine| -> Option<CoordinateForm> {
        let mut row = CoordinateRow::of(e, count)?;
        for (symbol, coefficient) in e.terms() {
            row.add(coefficient, told.get(&symbol)?)?;
        }
        row.symbols.is_empty().then_some(row.form)
    };
    // 3. The conditions, and that no variable is negative.
    let mut demands: Vec<Demand> = rows.into_iter().map(|row| Demand::Zero(row.form)).collect();
    for condition in &family.conditions {
        match condition {
            AffineCondition::Zero(_) => {}
            AffineCondition::AtLeastZero(e) => demands.push(Demand::AtLeastZero(express(e)?)),
            AffineCondition::NotZero(e) => demands.push(Demand::NotZero(express(e)?)),
            _ => return None,
        }
    }
    for j in 0..family.fresh.len() {
        demands.push(Demand::AtLeastZero(express(&Affine::fresh(j))?));
    }
    Some(demands)
}

/// Symbols and coordinates that add up to 0.
#[derive(Clone, Debug)]
struct CoordinateRow {
    symbols: BTreeMap<Symbol, i64>,
    form: CoordinateForm,
}

impl CoordinateRow {
    fn of(e: &Affine, parts: usize) -> Option<CoordinateRow> {
        let form = CoordinateForm { parts: vec![0; parts], taken: 0, constant: e.offset() };
        Some(CoordinateRow { symbols: e.terms().collect(), form })
    }

    /// Adds a multiple of another row.
    fn add(&mut self, factor: i64, other: &CoordinateRow) -> Option<()> {
        let sum = |a: &mut i64, b: i64| {
            *a = b.checked_mul(factor).and_then(|b| a.checked_add(b))?;
            Some(())
        };
        for (symbol, coefficient) in &other.symbols {
            sum(self.symbols.entry(*symbol).or_insert(0), *coefficient)?;
        }
        self.symbols.retain(|_, coefficient| *coefficient != 0);
        for (mine, others) in self.form.parts.iter_mut().zip(&other.form.parts) {
            sum(mine, *others)?;
        }
        sum(&mut self.form.taken, other.form.taken)?;
        sum(&mut self.form.constant, other.form.constant)
    }

    fn times(&self, factor: i64) -> Option<CoordinateRow> {
        let mut row = CoordinateRow::of(&Affine::constant(0), self.form.parts.len())?;
        row.add(factor, self)?;
        Some(row)
    }
}
