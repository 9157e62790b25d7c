//! Systems of linear inequalities over the integers, by Fourier–Motzkin elimination.
//!
//! Used to see that a move family can be played at all, that its fresh variables are bounded,
//! that a measure goes down, and to find loop bounds for enumerating options. Eliminating a
//! column solves an equation for it, or else combines every lower bound with every upper bound;
//! each new row is divided by the gcd
//! of its coefficients and its constant rounded down, which is sound (and sharper) for integers.
//! Exact for the rational shadow: `is_empty` never says yes wrongly; it may say no for a system
//! that has rational solutions only. Cost: doubly exponential in theory, tiny for game rules,
//! and cut off with [`SystemTooLarge`] instead of running away.

use std::collections::BTreeMap;

/// More rows than this and we give up.
const MAX_ROWS: usize = 4_000;

/// More pairs of bounds than this and we give up: a second's work, and hardly ever so few rows.
const MAX_PAIRS: usize = 1 << 18;

/// Larger coefficients than this and we give up.
const MAX_ENTRY: i128 = 1 << 40;

/// The system grew beyond all reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemTooLarge;

/// `coefficients · columns + constant >= 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inequality {
    /// One coefficient a column.
    pub coefficients: Vec<i64>,
    /// The constant.
    pub constant: i64,
}

/// A system of rows over a fixed number of columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinearSystem {
    /// For every coefficient vector the smallest constant: the only row that matters.
    rows: BTreeMap<Vec<i64>, i64>,
    contradiction: bool,
}

impl LinearSystem {
    /// The rows, in a fixed order.
    pub fn rows(&self) -> impl Iterator<Item = Inequality> + '_ {
        self.rows.iter().map(|(c, k)| Inequality { coefficients: c.clone(), constant: *k })
    }

    /// Adds `coefficients · columns + constant >= 0`.
    pub fn add(&mut self, coefficients: &[i64], constant: i64) -> Result<(), SystemTooLarge> {
        let wide: Vec<i128> = coefficients.iter().map(|c| i128::from(*c)).collect();
        self.add_wide(wide, i128::from(constant))
    }

    fn add_wide(
        &mut self,
        mut coefficients: Vec<i128>,
        mut constant: i128,
    ) -> Result<(), SystemTooLarge> {
        let divisor = coefficients.iter().fold(0, |g, c| gcd(g, c.abs()));
        if divisor == 0 {
            self.contradiction |= constant < 0;
            return Ok(());
        }
        for c in &mut coefficients {
            *c /= divisor;
        }
        constant = constant.div_euclid(divisor);
        if coefficients.iter().any(|c| c.abs() > MAX_ENTRY) || constant.abs() > MAX_ENTRY {
            return Err(SystemTooLarge);
        }
        let key = coefficients.iter().map(|c| *c as i64).collect();
        let constant = constant as i64;
        let entry = self.rows.entry(key).or_insert(constant);
        *entry = (*entry).min(constant);
        if self.rows.len() > MAX_ROWS { Err(SystemTooLarge) } else { Ok(()) }
    }

    /// The projection along `column`: what the other columns must satisfy for a (rational) value
    /// of this one to exist.
    pub fn without(&self, column: usize) -> Result<LinearSystem, SystemTooLarge> {
        match self.equation_for(column) {
            Some((equation, constant)) => self.substituted(column, equation, constant),
            None => self.combined(column),
        }
    }

    /// A row with coefficient 1 at `column` whose opposite is there too: together an equation.
    fn equation_for(&self, column: usize) -> Option<(&Vec<i64>, i64)> {
        self.rows.iter().find_map(|(coefficients, constant)| {
            if coefficients[column] != 1 {
                return None;
            }
            let opposite: Vec<i64> = coefficients.iter().map(|c| -c).collect();
            let is_equation = self.rows.get(&opposite) == Some(&-constant);
            is_equation.then_some((coefficients, *constant))
        })
    }

    /// Solving an equation for the column: exact, and no more rows than before.
    fn substituted(
        &self,
        column: usize,
        equation: &[i64],
        constant: i64,
    ) -> Result<LinearSystem, SystemTooLarge> {
        let mut result = LinearSystem { rows: BTreeMap::new(), contradiction: self.contradiction };
        for (row, row_constant) in &self.rows {
            let factor = i128::from(row[column]);
            let rest = row
                .iter()
                .zip(equation)
                .map(|(r, e)| i128::from(*r) - factor * i128::from(*e))
                .collect();
            result.add_wide(rest, i128::from(*row_constant) - factor * i128::from(constant))?;
        }
        Ok(result)
    }

    /// Every lower bound of the column with every upper bound.
    fn combined(&self, column: usize) -> Result<LinearSystem, SystemTooLarge> {
        let mut result = LinearSystem { rows: BTreeMap::new(), contradiction: self.contradiction };
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for (coefficients, constant) in &self.rows {
            match coefficients[column] {
                0 => result.add(coefficients, *constant)?,
                c if c > 0 => lower.push((coefficients, *constant)),
                _ => upper.push((coefficients, *constant)),
            }
        }
        if lower.len() * upper.len() > MAX_PAIRS {
            return Err(SystemTooLarge);
        }
        for (low, low_constant) in &lower {
            for (high, high_constant) in &upper {
                let (p, q) = (i128::from(-high[column]), i128::from(low[column]));
                let combined = low
                    .iter()
                    .zip(high.iter())
                    .map(|(l, h)| p * i128::from(*l) + q * i128::from(*h))
                    .collect();
                let constant = p * i128::from(*low_constant) + q * i128::from(*high_constant);
                result.add_wide(combined, constant)?;
            }
        }
        Ok(result)
    }

    /// Whether no integers (indeed no rationals, up to rounding) satisfy all rows.
    pub fn is_empty(&self) -> Result<bool, SystemTooLarge> {
        self.is_empty_while(&|| true)
    }

    /// The same, asking before every column whether to go on; [`SystemTooLarge`] if not.
    pub(crate) fn is_empty_while(
        &self,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<bool, SystemTooLarge> {
        let mut system = self.clone();
        loop {
            if !goes_on() {
                return Err(SystemTooLarge);
            }
            if system.contradiction {
                return Ok(true);
            }
            let Some(column) = system.cheapest_column() else {
                return Ok(false);
            };
            system = system.without(column)?;
        }
    }

    /// Integers that satisfy all rows, small ones first; `None` if none were found. An answer is
    /// right, but where coefficients other than 1 and -1 round badly a solution may be missed.
    pub(crate) fn solution(&self, columns: usize) -> Result<Option<Vec<i64>>, SystemTooLarge> {
        // Project the columns away one by one, then choose their values in the opposite order.
        let mut systems = vec![self.clone()];
        for column in (0..columns).rev() {
            let next = systems[systems.len() - 1].without(column)?;
            systems.push(next);
        }
        if systems[columns].contradiction {
            return Ok(None);
        }
        let mut values = vec![0i64; columns];
        for column in 0..columns {
            let (mut low, mut high) = (i128::MIN, i128::MAX);
            for row in systems[columns - column - 1].rows() {
                let known = row.coefficients[..column].iter().zip(&values);
                let rest = known.map(|(c, v)| i128::from(*c) * i128::from(*v)).sum::<i128>()
                    + i128::from(row.constant);
                match i128::from(row.coefficients[column]) {
                    0 => {}
                    c if c > 0 => low = low.max(-rest.div_euclid(c)),
                    c => high = high.min(rest.div_euclid(-c)),
                }
            }
            if low > high {
                return Ok(None);
            }
            let Ok(value) = i64::try_from(0.clamp(low, high)) else { return Ok(None) };
            values[column] = value;
        }
        Ok(Some(values))
    }

    /// The column whose elimination makes the fewest rows.
    fn cheapest_column(&self) -> Option<usize> {
        let columns = self.rows.keys().next()?.len();
        (0..columns)
            .filter_map(|column| {
                let lower = self.rows.keys().filter(|c| c[column] > 0).count();
                let upper = self.rows.keys().filter(|c| c[column] < 0).count();
                (lower + upper > 0).then_some((lower * upper, column))
            })
            .min()
            .map(|(_, column)| column)
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
