//! Enumerating the solutions of a move family, forwards or backwards, without trying in vain.
//!
//! The unknowns of a family (its fresh variables; backwards also the heaps before the move) are
//! nested loops. The bounds of each loop come from Fourier–Motzkin elimination of the loops
//! inside it, done once when the game is made, so that every linear condition is used as early as
//! possible and none needs testing at the bottom. Disequalities, congruences and divisibility are
//! tested as soon as their last unknown is set. Cost: a few nanoseconds a bound; dead ends occur
//! only where rational bounds miss that no integer fits.

use ishitori_rule::family::{Affine, AffineCondition, MAX_COEFFICIENT};
use ishitori_rule::linear::{LinearSystem, SystemTooLarge};
use thiserror::Error;

/// A ruleset that cannot be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("an option of this game is too complicated to enumerate; write several simpler ones")]
pub struct GameError;

/// `terms · values + constant`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColumnForm {
    pub terms: Vec<(usize, i64)>,
    pub constant: i64,
}

impl ColumnForm {
    pub fn value(&self, values: &[i64]) -> i64 {
        self.terms.iter().fold(self.constant, |sum, (at, c)| sum + c * values[*at])
    }
}

impl ColumnForm {
    /// The coefficient of a column.
    pub fn coefficient(&self, column: usize) -> i64 {
        self.terms.iter().find(|(at, _)| *at == column).map_or(0, |(_, c)| *c)
    }
}

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
    NotZero(ColumnForm),
    Congruent(ColumnForm, i64),
    Divides(ColumnForm, ColumnForm, bool),
}

impl LoopTest {
    pub fn passes(&self, values: &[i64]) -> bool {
        match self {
            LoopTest::NotZero(e) => e.value(values) != 0,
            LoopTest::Congruent(e, modulus) => e.value(values) % modulus == 0,
            LoopTest::Divides(divisor, of, holds) => {
                let (divisor, of) = (divisor.value(values), of.value(values));
                let divides = if divisor == 0 { of == 0 } else { of % divisor == 0 };
                divides == *holds
            }
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
        for row in system.rows() {
            scan.guards.push(narrow(&row.coefficients, row.constant, None)?);
        }
        for condition in plan.conditions {
            let test = match condition {
                AffineCondition::NotZero(e) => LoopTest::NotZero(form(e)),
                AffineCondition::Congruent { value, modulus } => {
                    LoopTest::Congruent(form(value), *modulus)
                }
                AffineCondition::Divides { divisor, of, holds } => {
                    LoopTest::Divides(form(divisor), form(of), *holds)
                }
                AffineCondition::Zero(_) | AffineCondition::AtLeastZero(_) => continue,
            };
            let columns: Vec<usize> =
                condition.expressions().flat_map(Affine::terms).map(|(s, _)| column(s)).collect();
            let level = plan.loops.iter().rposition(|variable| columns.contains(variable));
            match level {
                Some(level) => scan.levels[level].tests.push(test),
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
