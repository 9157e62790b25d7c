//! Enumerating the solutions of a move family, forwards or backwards, without trying in vain.
//!
//! The unknowns of a family (its fresh variables; backwards also the heaps before the move) are
//! nested loops. The bounds of each loop come from Fourier–Motzkin elimination of the loops
//! inside it, done once when the game is made, so that every linear condition is used as early as
//! possible and none needs testing at the bottom. Disequalities, congruences and divisibility are
//! tested as soon as their last unknown is set. Cost: a few nanoseconds a bound; dead ends occur
//! only where rational bounds miss that no integer fits.

use ishitori_rule::family::{Affine, Condition, MAX_COEFFICIENT};
use ishitori_rule::linear::{System, Unwieldy};

use super::GameError;

/// `terms · values + constant`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    terms: Vec<(usize, i64)>,
    constant: i64,
}

impl Form {
    fn value(&self, values: &[i64]) -> i64 {
        self.terms.iter().fold(self.constant, |sum, (at, c)| sum + c * values[*at])
    }
}

/// A bound of a loop variable: `coefficient * variable + rest >= 0`.
#[derive(Clone, Debug)]
struct Bound {
    coefficient: i64,
    rest: Form,
}

impl Bound {
    /// The least value of the variable, for a positive coefficient. Most are 1, and division is
    /// slow.
    fn least(&self, values: &[i64]) -> i64 {
        let rest = self.rest.value(values);
        if self.coefficient == 1 { -rest } else { -rest.div_euclid(self.coefficient) }
    }

    /// The largest value of the variable, for a negative coefficient.
    fn most(&self, values: &[i64]) -> i64 {
        let rest = self.rest.value(values);
        if self.coefficient == -1 { rest } else { rest.div_euclid(-self.coefficient) }
    }
}

/// A condition that linear bounds do not cover.
#[derive(Clone, Debug)]
enum Test {
    NotZero(Form),
    Congruent(Form, i64),
    Divides(Form, Form, bool),
}

impl Test {
    fn passes(&self, values: &[i64]) -> bool {
        match self {
            Test::NotZero(e) => e.value(values) != 0,
            Test::Congruent(e, modulus) => e.value(values) % modulus == 0,
            Test::Divides(divisor, of, holds) => {
                let (divisor, of) = (divisor.value(values), of.value(values));
                let divides = if divisor == 0 { of == 0 } else { of % divisor == 0 };
                divides == *holds
            }
        }
    }
}

/// One loop and what can be tested once its variable is set.
#[derive(Clone, Debug)]
struct Level {
    column: usize,
    lower: Vec<Bound>,
    upper: Vec<Bound>,
    tests: Vec<Test>,
}

/// The loops of one family.
#[derive(Clone, Debug)]
pub(super) struct Scan {
    guards: Vec<Form>,
    guard_tests: Vec<Test>,
    levels: Vec<Level>,
    /// From this level on one solution is enough.
    once_from: usize,
    results: Vec<Form>,
}

/// What a scan is made of: a linear system and further conditions over numbered columns.
pub(super) struct Plan<'a> {
    /// Linear conditions; the first `given` columns are known before the loops start.
    pub system: System,
    /// The other conditions, with the column of each symbol.
    pub conditions: Vec<&'a Condition>,
    /// The loops, outermost first, by column.
    pub loops: Vec<usize>,
    /// From this loop on one solution is enough.
    pub once_from: usize,
    /// What to report.
    pub results: Vec<Affine>,
}

impl Scan {
    /// Compiles a plan. `column` numbers the symbols.
    pub fn new(
        plan: Plan,
        column: &dyn Fn(ishitori_rule::family::Symbol) -> usize,
    ) -> Result<Scan, GameError> {
        let form = |e: &Affine| Form {
            terms: e.terms().map(|(s, c)| (column(s), c)).collect(),
            constant: e.offset(),
        };
        let mut scan = Scan {
            guards: Vec::new(),
            guard_tests: Vec::new(),
            levels: Vec::new(),
            once_from: plan.once_from,
            results: plan.results.iter().map(form).collect(),
        };
        // Innermost first: take the bounds of its variable, then project it away.
        let mut system = plan.system;
        for &variable in plan.loops.iter().rev() {
            let mut level =
                Level { column: variable, lower: Vec::new(), upper: Vec::new(), tests: Vec::new() };
            for row in system.rows().filter(|row| row.coefficients[variable] != 0) {
                let coefficient = row.coefficients[variable];
                let rest = narrow(&row.coefficients, row.constant, Some(variable))?;
                let side = if coefficient > 0 { &mut level.lower } else { &mut level.upper };
                side.push(Bound { coefficient, rest });
            }
            system = system.without(variable).map_err(|Unwieldy| GameError)?;
            scan.levels.push(level);
        }
        scan.levels.reverse();
        for row in system.rows() {
            scan.guards.push(narrow(&row.coefficients, row.constant, None)?);
        }
        for condition in plan.conditions {
            let test = match condition {
                Condition::NotZero(e) => Test::NotZero(form(e)),
                Condition::Congruent { value, modulus } => Test::Congruent(form(value), *modulus),
                Condition::Divides { divisor, of, holds } => {
                    Test::Divides(form(divisor), form(of), *holds)
                }
                Condition::Zero(_) | Condition::AtLeastZero(_) => continue,
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
        found: &mut dyn FnMut(&[i64], &Scan) -> bool,
    ) -> bool {
        let open = self.guards.iter().all(|guard| guard.value(values) >= 0)
            && self.guard_tests.iter().all(|test| test.passes(values));
        if !open {
            return true;
        }
        self.level(0, values, cap, found) != After::Stop
    }

    /// The `i`-th result for a solution.
    pub fn result(&self, i: usize, values: &[i64]) -> i64 {
        self.results[i].value(values)
    }

    fn level(
        &self,
        at: usize,
        values: &mut [i64],
        cap: &dyn Fn(usize) -> i64,
        found: &mut dyn FnMut(&[i64], &Scan) -> bool,
    ) -> After {
        let Some(level) = self.levels.get(at) else {
            return if found(values, self) { After::Found } else { After::Stop };
        };
        let low = level.lower.iter().map(|bound| bound.least(values)).max();
        let high = level.upper.iter().map(|bound| bound.most(values)).min();
        let low = low.unwrap_or(0);
        let high = high.unwrap_or(i64::MAX).min(cap(level.column));
        let mut result = After::Nothing;
        for value in low..=high {
            values[level.column] = value;
            if !level.tests.iter().all(|test| test.passes(values)) {
                continue;
            }
            match self.level(at + 1, values, cap, found) {
                After::Stop => return After::Stop,
                After::Found if at >= self.once_from => return After::Found,
                After::Found => result = After::Found,
                After::Nothing => {}
            }
        }
        result
    }
}

/// What happened inside a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Nothing,
    Found,
    Stop,
}

/// A row as a form, if its numbers are small enough that no sum can overflow.
fn narrow(coefficients: &[i64], constant: i64, except: Option<usize>) -> Result<Form, GameError> {
    if coefficients.iter().any(|c| c.abs() > MAX_COEFFICIENT) {
        return Err(GameError);
    }
    let terms = coefficients
        .iter()
        .enumerate()
        .filter(|(at, c)| **c != 0 && Some(*at) != except)
        .map(|(at, c)| (at, *c))
        .collect();
    Ok(Form { terms, constant })
}
