//! Enumerating the solutions of a move family, forwards or backwards, without trying in vain.
//!
//! The unknowns of a family (its fresh variables; backwards also the heaps before the move) are
//! nested loops. The bounds of each loop come from Fourier–Motzkin elimination of the loops
//! inside it, done once when the game is made, so that every linear condition is used as early as
//! possible and none needs testing at the bottom. Disequalities, congruences, divisibility and functions are
//! tested as soon as their last unknown is set; an unknown that is the value of a function of those before it is computed, and
//! a product bounds its factors (`factor`). Cost: a few nanoseconds a bound; dead ends occur
//! only where rational bounds miss that no integer fits.

use ishitori_rule::family::{Affine, AffineCondition, MAX_COEFFICIENT, MAX_FRESH};
use ishitori_rule::linear::{LinearSystem, SystemTooLarge};
use ishitori_rule::number_function::{INFINITE, NumberFunction};
use ishitori_rule::syntax::ComparisonOperator;
use thiserror::Error;

pub(super) use super::column_form::ColumnForm;
use super::factor::FactorBound;

/// A ruleset that cannot be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("an option of this game is too complicated to enumerate; write several simpler ones")]
pub struct GameError;

/// A bound of a loop variable: `coefficient * variable + rest >= 0`.
#[derive(Clone, Debug)]
pub(super) struct LoopBound {
    coefficient: i64,
    pub rest: ColumnForm,
}

impl LoopBound {
    /// The least value of the variable, for a positive coefficient. Most are 1, and division is
    /// slow.
    pub fn least(&self, values: &[i64]) -> i64 {
        let rest = self.rest.value(values);
        if self.coefficient == 1 { -rest } else { -rest.div_euclid(self.coefficient) }
    }

    /// The largest value of the variable, for a negative coefficient, whatever the other columns are between these.
    pub fn highest(&self, least: &[i64], most: &[i64]) -> i64 {
        highest(&self.rest, least, most).div_euclid(-self.coefficient)
    }

    /// The largest value of the variable, for a negative coefficient.
    pub fn most(&self, values: &[i64]) -> i64 {
        let rest = self.rest.value(values);
        if self.coefficient == -1 { rest } else { rest.div_euclid(-self.coefficient) }
    }
}

/// A condition that linear bounds do not cover.
#[derive(Clone, Debug)]
pub(super) enum LoopTest {
    Zero(ColumnForm),
    AtLeastZero(ColumnForm),
    NotZero(ColumnForm),
    Congruent(ColumnForm, i64),
    Divides(ColumnForm, ColumnForm, bool),
    Function(FunctionTest),
    /// In one of these lists all tests pass.
    AnyOf(Vec<Vec<LoopTest>>),
}

/// A function whose value compares so with something.
#[derive(Clone, Debug)]
pub(super) struct FunctionTest {
    function: NumberFunction,
    of: Vec<ColumnForm>,
    compare: ComparisonOperator,
    with: ColumnForm,
}

impl FunctionTest {
    /// Its value. Most functions have two arguments at most, and a list of them costs more than they do.
    fn value(&self, values: &[i64]) -> Option<i64> {
        match self.of.as_slice() {
            [x] => self.function.value(&[x.value(values)]),
            [x, y] => self.function.value(&[x.value(values), y.value(values)]),
            many => {
                let of: Vec<i64> = many.iter().map(|e| e.value(values)).collect();
                self.function.value(&of)
            }
        }
    }

    /// Whether the value is what a column must be, and all its arguments are known without it.
    fn tells(&self, column: usize) -> bool {
        self.compare == ComparisonOperator::Equal
            && self.with.coefficient(column).abs() == 1
            && self.of.iter().all(|e| e.coefficient(column) == 0)
    }

    /// What a column that it tells must be; none if there is no such number.
    fn told(&self, column: usize, values: &mut [i64]) -> Option<i64> {
        values[column] = 0;
        let rest = self.with.value(values);
        let value = self.value(values).filter(|value| value.unsigned_abs() < INFINITE as u64)?;
        value.checked_sub(rest)?.checked_mul(self.with.coefficient(column))
    }
}

impl LoopTest {
    fn of(condition: &AffineCondition, form: &impl Fn(&Affine) -> ColumnForm) -> LoopTest {
        match condition {
            AffineCondition::Zero(e) => LoopTest::Zero(form(e)),
            AffineCondition::AtLeastZero(e) => LoopTest::AtLeastZero(form(e)),
            AffineCondition::NotZero(e) => LoopTest::NotZero(form(e)),
            AffineCondition::Congruent { value, modulus } => {
                LoopTest::Congruent(form(value), *modulus)
            }
            AffineCondition::Divides { divisor, of, holds } => {
                LoopTest::Divides(form(divisor), form(of), *holds)
            }
            AffineCondition::Function { function, of, compare, with } => {
                let of = of.iter().map(form).collect();
                let (function, compare, with) = (function.clone(), *compare, form(with));
                LoopTest::Function(FunctionTest { function, of, compare, with })
            }
            AffineCondition::AnyOf(lists) => {
                let all = |all: &Vec<_>| all.iter().map(|one| LoopTest::of(one, form)).collect();
                LoopTest::AnyOf(lists.iter().map(all).collect())
            }
        }
    }

    pub fn passes(&self, values: &[i64]) -> bool {
        match self {
            LoopTest::Zero(form) => form.value(values) == 0,
            LoopTest::AtLeastZero(form) => form.value(values) >= 0,
            LoopTest::AnyOf(lists) => {
                lists.iter().any(|all| all.iter().all(|test| test.passes(values)))
            }
            LoopTest::NotZero(e) => e.value(values) != 0,
            LoopTest::Congruent(e, modulus) => e.value(values) % modulus == 0,
            LoopTest::Divides(divisor, of, holds) => {
                let (divisor, of) = (divisor.value(values), of.value(values));
                let divides = if divisor == 0 { of == 0 } else { of % divisor == 0 };
                divides == *holds
            }
            LoopTest::Function(test) => test
                .value(values)
                .is_some_and(|value| test.compare.holds(value, test.with.value(values))),
        }
    }
}

/// One loop and what can be tested once its variable is set.
#[derive(Clone, Debug)]
pub(super) struct LoopLevel {
    pub column: usize,
    pub lower: Vec<LoopBound>,
    pub upper: Vec<LoopBound>,
    pub tests: Vec<LoopTest>,
    /// The columns that the tests look at.
    pub tested: Vec<usize>,
    /// Products that bound the variable.
    pub factors: Vec<FactorBound>,
}

impl LoopLevel {
    /// The values to try from `low` to `high`: one, if a function of the columns before tells the variable.
    pub fn narrowed(&self, low: i64, high: i64, values: &mut [i64]) -> (i64, i64) {
        let (mut low, mut high) = (low, high);
        for factor in &self.factors {
            (low, high) = factor.narrowed(low, high, values);
        }
        let told = self.tests.iter().find_map(|test| match test {
            LoopTest::Function(test) if test.tells(self.column) => Some(test),
            _ => None,
        });
        let Some(test) = told else { return (low, high) };
        match test.told(self.column, values) {
            Some(value) if (low..=high).contains(&value) => (value, value),
            _ => (1, 0),
        }
    }
}

/// The loops of one family.
#[derive(Clone, Debug)]
pub(super) struct FamilyScan {
    pub guards: Vec<ColumnForm>,
    pub guard_tests: Vec<LoopTest>,
    pub levels: Vec<LoopLevel>,
    /// From this level on one solution is enough.
    pub once_from: usize,
    pub results: Vec<ColumnForm>,
}

/// What a scan is made of: a linear system and further conditions over numbered columns.
pub(super) struct ScanPlan<'a> {
    /// Linear conditions; the first `given` columns are known before the loops start.
    pub system: LinearSystem,
    /// The other conditions, with the column of each symbol.
    pub conditions: Vec<&'a AffineCondition>,
    /// The loops, outermost first, by column.
    pub loops: Vec<usize>,
    /// From this loop on one solution is enough.
    pub once_from: usize,
    /// What to report.
    pub results: Vec<Affine>,
}

impl FamilyScan {
    /// Compiles a plan. `column` numbers the symbols.
    pub fn new(
        plan: ScanPlan,
        column: &dyn Fn(ishitori_rule::family::Symbol) -> usize,
    ) -> Result<FamilyScan, GameError> {
        let form = |e: &Affine| ColumnForm {
            terms: e.terms().map(|(s, c)| (column(s), c)).collect(),
            constant: e.offset(),
        };
        let mut scan = FamilyScan {
            guards: Vec::new(),
            guard_tests: Vec::new(),
            levels: Vec::new(),
            once_from: plan.once_from,
            results: plan.results.iter().map(form).collect(),
        };
        // Innermost first: take the bounds of its variable, then project it away.
        let mut system = plan.system;
        for &variable in plan.loops.iter().rev() {
            let mut level = LoopLevel {
                column: variable,
                lower: Vec::new(),
                upper: Vec::new(),
                tests: Vec::new(),
                tested: Vec::new(),
                factors: Vec::new(),
            };
            for row in system.rows().filter(|row| row.coefficients[variable] != 0) {
                let coefficient = row.coefficients[variable];
                let rest = narrow(&row.coefficients, row.constant, Some(variable))?;
                let side = if coefficient > 0 { &mut level.lower } else { &mut level.upper };
                side.push(LoopBound { coefficient, rest });
            }
            system = system.without(variable).map_err(|SystemTooLarge| GameError)?;
            scan.levels.push(level);
        }
        scan.levels.reverse();
        for (at, level) in scan.levels.iter_mut().enumerate() {
            let later = &plan.loops[at + 1..];
            let bound = |condition: &&AffineCondition| {
                FactorBound::of(condition, level.column, later, &form)
            };
            level.factors = plan.conditions.iter().filter_map(bound).collect();
        }
        for row in system.rows() {
            scan.guards.push(narrow(&row.coefficients, row.constant, None)?);
        }
        for condition in plan.conditions {
            // Linear conditions are in the bounds of the loops.
            if let AffineCondition::Zero(_) | AffineCondition::AtLeastZero(_) = condition {
                continue;
            }
            let test = LoopTest::of(condition, &form);
            let columns: Vec<usize> =
                condition.expressions().flat_map(Affine::terms).map(|(s, _)| column(s)).collect();
            let level = plan.loops.iter().rposition(|variable| columns.contains(variable));
            match level {
                Some(level) => {
                    let level = &mut scan.levels[level];
                    level.tested.extend(&columns);
                    level.tests.push(test);
                }
                None => scan.guard_tests.push(test),
            }
        }
        Ok(scan)
    }

    /// Calls `found` with the results of every solution; `values` holds the given columns and has
    /// room for the loops. `cap(column)` is the largest value allowed in a loop.
    ///
    /// `found` returns whether to go on; so does this.
    pub fn run(
        &self,
        values: &mut [i64],
        cap: &dyn Fn(usize) -> i64,
        found: &mut dyn FnMut(&[i64], &FamilyScan) -> bool,
    ) -> bool {
        if !self.is_open(values) {
            return true;
        }
        self.level(0, values, cap, found) != LoopEnd::Stop
    }

    /// Whether the given columns allow any solution, as far as that is known before the loops.
    pub fn is_open(&self, values: &[i64]) -> bool {
        self.guards.iter().all(|guard| guard.value(values) >= 0)
            && self.guard_tests.iter().all(|test| test.passes(values))
    }

    /// The `i`-th result for a solution.
    pub fn result(&self, i: usize, values: &[i64]) -> i64 {
        self.results[i].value(values)
    }

    /// Whether there are values of the variables that only have to exist.
    pub fn is_possible(&self, values: &mut [i64]) -> bool {
        self.once_from == self.levels.len()
            || self.level(self.once_from, values, &|_| MAX_FRESH, &mut |_, _| true)
                == LoopEnd::Found
    }

    pub fn level(
        &self,
        at: usize,
        values: &mut [i64],
        cap: &dyn Fn(usize) -> i64,
        found: &mut dyn FnMut(&[i64], &FamilyScan) -> bool,
    ) -> LoopEnd {
        let Some(level) = self.levels.get(at) else {
            return if found(values, self) { LoopEnd::Found } else { LoopEnd::Stop };
        };
        let low = level.lower.iter().map(|bound| bound.least(values)).max();
        let high = level.upper.iter().map(|bound| bound.most(values)).min();
        let low = low.unwrap_or(0);
        let high = high.unwrap_or(i64::MAX).min(cap(level.column));
        let (low, high) = level.narrowed(low, high, values);
        let mut result = LoopEnd::Nothing;
        for value in low..=high {
            values[level.column] = value;
            if !level.tests.iter().all(|test| test.passes(values)) {
                continue;
            }
            match self.level(at + 1, values, cap, found) {
                LoopEnd::Stop => return LoopEnd::Stop,
                LoopEnd::Found if at >= self.once_from => return LoopEnd::Found,
                LoopEnd::Found => result = LoopEnd::Found,
                LoopEnd::Nothing => {}
            }
        }
        result
    }
}

/// What happened inside a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LoopEnd {
    Nothing,
    Found,
    Stop,
}

/// A row as a form, if its numbers are small enough that no sum can overflow.
fn narrow(
    coefficients: &[i64],
    constant: i64,
    except: Option<usize>,
) -> Result<ColumnForm, GameError> {
    if coefficients.iter().any(|c| c.abs() > MAX_COEFFICIENT) {
        return Err(GameError);
    }
    let terms = coefficients
        .iter()
        .enumerate()
        .filter(|(at, c)| **c != 0 && Some(*at) != except)
        .map(|(at, c)| (at, *c))
        .collect();
    Ok(ColumnForm { terms, constant })
}

/// The largest value of a form.
pub(super) fn highest(form: &ColumnForm, least: &[i64], most: &[i64]) -> i64 {
    let term =
        |(at, c): &(usize, i64)| c.saturating_mul(if *c > 0 { most[*at] } else { least[*at] });
    form.terms.iter().map(term).fold(form.constant, i64::saturating_add)
}
