//! Functions of linear terms. Quotients by known numbers, minima, maxima and absolute values are choices of linear cases; all
//! others ([`NumberFunction`]) stay functions, with linear bounds beside them.
//!
//! Compared with a linear term, such a function needs no variable of its own: `t <= floor(z/2)` is `2*t <= z`, and `t <= min(a, b)`
//! is two conditions. Anywhere else it stands for a variable that its definition determines: a quotient q of x by k is the
//! natural number with `k*q <= x < k*q + k`; the least of several numbers is one of them, and the others are not less. Variables
//! that are equal to a linear term in every case are put in place of it at once ([`settled`]), so families have only quotients left.
//! All of it is exact, for negative terms too. So everything else that knows linear rules (engines, prover) knows these. Of other
//! functions it knows the bounds ([`with_bounds`]): they follow from what the family demands, so they change nothing.

use super::draft::new_fresh;
use super::formula::Cases;
use super::scope::{LoweredValue, NameScope, too_large};
use super::value_bounds;
use crate::family::{Affine, AffineCondition as Atom, NumberTooLarge, Symbol};
use crate::number_function::NumberFunction;
use crate::problem::Problem;
use crate::syntax::{ComparisonOperator, Expr};

/// A function of linear terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LinearFunction {
    /// `plus + of / by`, rounded down.
    Quotient { plus: Affine, of: Affine, by: i64 },
    /// The least of these, or the greatest.
    Extreme { least: bool, of: Vec<Affine> },
    /// `plus` and the value of a function that is no choice of linear cases.
    Other { plus: Affine, function: NumberFunction, of: Vec<Affine> },
}

/// A variable for the value of a function.
#[derive(Clone, Debug)]
pub(super) struct FunctionVariable {
    /// Its number among the fresh variables.
    pub fresh: usize,
    /// Whether it is equal to a linear term in each case, and so may be negative.
    pub is_settled: bool,
    /// What it is.
    pub definition: Cases,
    /// Whether only those cases define it that speak of it: in others it stands for nothing.
    pub is_local: bool,
}

impl FunctionVariable {
    /// Whether it is the value of a function that may have none.
    pub fn may_lack_value(&self) -> bool {
        let is_function = |atom: &Atom| matches!(atom, Atom::Function { .. });
        self.definition.0.iter().flatten().any(is_function)
    }
}

impl LinearFunction {
    /// `of / by`, rounded down; a known number if `of` is one.
    pub fn quotient(of: Affine, by: i64) -> LoweredValue {
        match of.as_constant() {
            Some(of) => LoweredValue::Number(Affine::constant(of.div_euclid(by))),
            None => {
                let plus = Affine::constant(0);
                LoweredValue::Function(LinearFunction::Quotient { plus, of, by })
            }
        }
    }

    /// The least or greatest of several numbers; a known number if all are.
    pub fn extreme(least: bool, mut of: Vec<Affine>) -> LoweredValue {
        let known: Option<Vec<i64>> = of.iter().map(Affine::as_constant).collect();
        if let Some(known) = known {
            let best = if least { known.iter().min() } else { known.iter().max() };
            return LoweredValue::Number(Affine::constant(best.copied().unwrap_or(0)));
        }
        of.sort();
        of.dedup();
        match of.as_slice() {
            [only] => LoweredValue::Number(only.clone()),
            _ => LoweredValue::Function(LinearFunction::Extreme { least, of }),
        }
    }

    /// Any other function; a known number if all arguments are and it has a value.
    pub fn other(function: NumberFunction, of: Vec<Affine>) -> LoweredValue {
        let known: Option<Vec<i64>> = of.iter().map(Affine::as_constant).collect();
        let value = known.and_then(|known| function.value(&known));
        match value.filter(|value| value.abs() <= crate::lex::MAX_NUMBER) {
            Some(value) => LoweredValue::Number(Affine::constant(value)),
            None => {
                let plus = Affine::constant(0);
                LoweredValue::Function(LinearFunction::Other { plus, function, of })
            }
        }
    }

    /// x, if this is `v2(x)`.
    pub fn exponent_of_two(&self) -> Option<&Affine> {
        match self {
            LinearFunction::Other { plus, function: NumberFunction::V2, of }
                if *plus == Affine::constant(0) =>
            {
                of.first()
            }
            _ => None,
        }
    }

    /// The same with `factor * other` added.
    pub fn plus(&self, factor: i64, other: &Affine) -> Result<LinearFunction, NumberTooLarge> {
        Ok(match self {
            LinearFunction::Quotient { plus, of, by } => {
                let plus = plus.plus(factor, other)?;
                LinearFunction::Quotient { plus, of: of.clone(), by: *by }
            }
            LinearFunction::Extreme { least, of } => {
                let of = of.iter().map(|one| one.plus(factor, other)).collect::<Result<_, _>>()?;
                LinearFunction::Extreme { least: *least, of }
            }
            LinearFunction::Other { plus, function, of } => {
                let plus = plus.plus(factor, other)?;
                LinearFunction::Other { plus, function: function.clone(), of: of.clone() }
            }
        })
    }

    /// The cases in which the function compares so with a term.
    pub fn compared(
        &self,
        compare: ComparisonOperator,
        term: &Affine,
    ) -> Result<Cases, NumberTooLarge> {
        use ComparisonOperator::{AtLeast, AtMost, Equal, Greater, Less, NotEqual};
        if let LinearFunction::Other { plus, function, of } = self {
            // Infinity is compared, but no number is added to it.
            let is_sum = *function == NumberFunction::V2 && *plus != Affine::constant(0);
            let defined =
                if is_sum { Cases::atom(Atom::NotZero(of[0].clone())) } else { Cases::always() };
            let (function, of, with) = (function.clone(), of.clone(), term.minus(plus)?);
            return Ok(defined.both(&Cases::atom(Atom::Function { function, of, compare, with })));
        }
        match compare {
            Equal => Ok(self.compared(AtMost, term)?.both(&self.compared(AtLeast, term)?)),
            NotEqual => Ok(self.compared(Less, term)?.or(self.compared(Greater, term)?)),
            Less => self.compared(AtMost, &term.plus(-1, &Affine::constant(1))?),
            Greater => self.compared(AtLeast, &term.plus(1, &Affine::constant(1))?),
            AtLeast | AtMost => match self {
                LinearFunction::Other { .. } => unreachable!("compared above"),
                LinearFunction::Quotient { plus, of, by } => {
                    // of/by >= s if of >= by*s; of/by <= s if of <= by*s + by - 1.
                    let multiple = term.minus(plus)?.times(*by)?;
                    Ok(Cases::atom(Atom::AtLeastZero(match compare {
                        AtLeast => of.minus(&multiple)?,
                        _ => multiple.plus(1, &Affine::constant(by - 1))?.minus(of)?,
                    })))
                }
                LinearFunction::Extreme { least, of } => {
                    let one = |one: &Affine| {
                        Ok(Cases::atom(Atom::AtLeastZero(match compare {
                            AtLeast => one.minus(term)?,
                            _ => term.minus(one)?,
                        })))
                    };
                    let each = of.iter().map(one).collect::<Result<Vec<Cases>, _>>()?;
                    // The least is at least so much if all are; at most so much if one is.
                    let all = *least == (compare == AtLeast);
                    Ok(match all {
                        true => each.iter().fold(Cases::always(), |all, one| all.both(one)),
                        false => each.into_iter().fold(Cases::never(), Cases::or),
                    })
                }
            },
        }
    }
}

impl NameScope {
    /// A variable for the value of a function, with its definition.
    pub fn variable_of(
        &mut self,
        function: LinearFunction,
        expr: &Expr,
    ) -> Result<Affine, Problem> {
        if self.fresh.is_none() {
            return Err(Problem::new(
                expr.span.clone(),
                "here this can only be compared with a linear term",
                "not linear",
            )
            .hint("say it as a comparison, as in `y <= floor(z/2)` or `t <= min(a, b)`"));
        }
        let (number, fresh) = self.new_variable(expr);
        let (is_settled, definition) = match &function {
            LinearFunction::Extreme { least, of } => {
                (true, extreme(&number, *least, of).map_err(too_large(expr))?)
            }
            LinearFunction::Quotient { of, by, .. } if self.is_natural(of) => {
                (false, quotient(&number, of, *by).map_err(too_large(expr))?)
            }
            LinearFunction::Quotient { of, by, .. } => {
                // The quotient is a natural number or the opposite of one.
                let size = self.new_size(expr);
                (true, signed(&number, &size, of, *by).map_err(too_large(expr))?)
            }
            LinearFunction::Other { function, of, .. } => {
                let least: Vec<_> = of.iter().map(|e| self.is_natural(e).then_some(0)).collect();
                match function.is_natural(&least) {
                    true => (false, is_value(function, of, number.clone())),
                    false => {
                        let size = self.new_size(expr);
                        let cases = signed_value(&number, &size, function, of);
                        (true, cases.map_err(too_large(expr))?)
                    }
                }
            }
        };
        self.functions.push(FunctionVariable { fresh, is_settled, definition, is_local: false });
        match function {
            LinearFunction::Quotient { plus, .. } | LinearFunction::Other { plus, .. } => {
                number.plus(1, &plus).map_err(too_large(expr))
            }
            LinearFunction::Extreme { .. } => Ok(number),
        }
    }

    /// Whether a term is surely not negative: heaps and most variables are not.
    fn is_natural(&self, term: &Affine) -> bool {
        let integer = |symbol: Symbol| {
            self.functions.iter().any(|v| v.is_settled && Symbol::Fresh(v.fresh) == symbol)
        };
        let natural = |(symbol, coefficient)| coefficient >= 0 && !integer(symbol);
        term.offset() >= 0 && term.terms().all(natural)
    }

    /// A variable for how far a number is from 0.
    fn new_size(&mut self, expr: &Expr) -> Affine {
        let (size, fresh) = self.new_variable(expr);
        let definition = Cases::always();
        let is_local = false;
        self.functions.push(FunctionVariable { fresh, is_settled: false, definition, is_local });
        size
    }

    pub fn new_variable(&mut self, expr: &Expr) -> (Affine, usize) {
        let fresh = self.fresh.as_ref().map_or(0, Vec::len);
        (new_fresh(self, format!("v.{}", fresh + 1), expr.span.clone()), fresh)
    }
}

/// `number` is the least or greatest of these. Cases exclude each other.
fn extreme(number: &Affine, least: bool, of: &[Affine]) -> Result<Cases, NumberTooLarge> {
    let mut cases = Vec::new();
    for (i, one) in of.iter().enumerate() {
        let mut case = vec![Atom::Zero(number.minus(one)?).normal()];
        for (j, other) in of.iter().enumerate().filter(|(j, _)| *j != i) {
            let difference = if least { other.minus(one)? } else { one.minus(other)? };
            let strictly = Affine::constant(i64::from(j < i));
            case.push(Atom::AtLeastZero(difference.minus(&strictly)?));
        }
        cases.push(case);
    }
    Ok(Cases::of(cases))
}

/// `number`, a natural number, is `of / by`, rounded down.
fn quotient(number: &Affine, of: &Affine, by: i64) -> Result<Cases, NumberTooLarge> {
    let rest = of.minus(&number.times(by)?)?;
    let below = Affine::constant(by - 1).minus(&rest)?;
    Ok(Cases::of(vec![vec![Atom::AtLeastZero(rest), Atom::AtLeastZero(below)]]))
}

/// `number` is `of / by`, rounded down: the natural number `size`, or its opposite if `of` is negative.
fn signed(number: &Affine, size: &Affine, of: &Affine, by: i64) -> Result<Cases, NumberTooLarge> {
    let mut cases = Vec::new();
    for sign in [1, -1] {
        let term = size.times(sign)?;
        let Cases(inner) = quotient(&term, of, by)?;
        let is_so = if sign == 1 { of.clone() } else { Affine::constant(-1).minus(of)? };
        let case = vec![Atom::Zero(number.minus(&term)?).normal(), Atom::AtLeastZero(is_so)];
        cases.extend(inner.into_iter().map(|more| [case.clone(), more].concat()));
    }
    Ok(Cases::of(cases))
}

/// `number` is the value of a function.
fn is_value(function: &NumberFunction, of: &[Affine], number: Affine) -> Cases {
    let function = function.clone();
    let compare = ComparisonOperator::Equal;
    Cases::atom(Atom::Function { function, of: of.to_vec(), compare, with: number })
}

/// `number` is the value of a function: the natural number `size`, or its opposite if the value is negative.
fn signed_value(
    number: &Affine,
    size: &Affine,
    function: &NumberFunction,
    of: &[Affine],
) -> Result<Cases, NumberTooLarge> {
    let mut cases = Cases::never();
    for sign in [1, -1] {
        let term = size.times(sign)?;
        let mut case = vec![Atom::Zero(number.minus(&term)?).normal()];
        if sign == -1 {
            case.push(Atom::AtLeastZero(size.minus(&Affine::constant(1))?));
        }
        cases = cases.or(Cases(vec![case]).both(&is_value(function, of, term)));
    }
    Ok(cases)
}

/// Conditions with what linear systems can know of the functions among them: arguments that have a value, and values between
/// their bounds. Heaps are at least `lower`, and all variables natural numbers.
pub(super) fn with_bounds(
    mut conditions: Vec<Atom>,
    lower: &[u64],
) -> Result<Vec<Atom>, NumberTooLarge> {
    if !conditions.iter().any(|condition| matches!(condition, Atom::Function { .. })) {
        return Ok(conditions);
    }
    let mut bounds = Vec::new();
    for condition in &conditions {
        let Atom::Function { function, of, compare, with } = condition else { continue };
        let least: Vec<Option<i64>> = of.iter().map(|e| least(e, &conditions, lower)).collect();
        for (at, e) in of.iter().enumerate() {
            if let Some(least) = function.least_argument(at) {
                bounds.push(e.minus(&Affine::constant(least))?);
            }
        }
        if let (NumberFunction::IsIn(set), ComparisonOperator::Equal, Some(1)) =
            (function, compare, with.as_constant())
        {
            bounds.push(of[0].minus(&Affine::constant(set.least()))?);
        }
        let known = value_bounds::bounds(function, of, &least)?;
        let beyond = |e: Affine, strictly: bool| e.minus(&Affine::constant(i64::from(strictly)));
        use ComparisonOperator::{AtLeast, AtMost, Equal, Greater, Less};
        if let AtMost | Less | Equal = compare {
            for low in &known.low {
                bounds.push(beyond(with.minus(low)?, *compare == Less)?);
            }
        }
        // An infinite value is above all bounds.
        let is_finite = *function != NumberFunction::V2;
        if *compare == Equal || is_finite && matches!(compare, AtLeast | Greater) {
            for high in &known.high {
                bounds.push(beyond(high.minus(with)?, *compare == Greater)?);
            }
        }
    }
    for bound in bounds {
        let goes_without_saying = least(&bound, &conditions, lower) >= Some(0);
        let bound = Atom::AtLeastZero(bound);
        if !goes_without_saying && !conditions.contains(&bound) {
            conditions.push(bound);
        }
    }
    Ok(conditions)
}

/// A number that a term is surely not below, if one is easily seen.
fn least(term: &Affine, conditions: &[Atom], lower: &[u64]) -> Option<i64> {
    // 1. By the bounds of its symbols.
    let floor = |symbol: Symbol| match symbol {
        Symbol::Heap(heap) => i64::try_from(lower[heap]).unwrap_or(0),
        Symbol::Fresh(_) => 0,
    };
    let symbol = |symbol: Symbol| {
        let alone = Affine::symbol(symbol);
        let demanded = conditions.iter().filter_map(|condition| match condition {
            Atom::AtLeastZero(e) => alone.minus(e).ok()?.as_constant(),
            Atom::NotZero(e) => (*e == alone).then_some(1),
            _ => None,
        });
        demanded.chain([floor(symbol)]).max().unwrap_or(0)
    };
    let mut sum = Some(term.offset());
    for (of, coefficient) in term.terms() {
        let part = (coefficient > 0).then(|| coefficient.checked_mul(symbol(of))).flatten();
        sum = sum.zip(part).and_then(|(sum, part)| sum.checked_add(part));
    }
    // 2. By a condition on the whole of it.
    let demanded = conditions.iter().filter_map(|condition| match condition {
        Atom::AtLeastZero(e) => term.minus(e).ok()?.as_constant(),
        _ => None,
    });
    demanded.chain(sum).max()
}

/// The definitions of all variables that stand for functions.
pub(super) fn definitions(scope: &NameScope) -> impl Iterator<Item = &Cases> {
    scope.functions.iter().map(|variable| &variable.definition)
}

/// The cases, in which variables that a case does not define are 0.
pub(super) fn with_idle_variables(scope: &NameScope, mut cases: Cases) -> Cases {
    for variable in scope.functions.iter().filter(|variable| variable.is_local) {
        let number = Affine::fresh(variable.fresh);
        let speaks = |e: &Affine| e.coefficient(Symbol::Fresh(variable.fresh)) != 0;
        for case in &mut cases.0 {
            if !case.iter().any(|atom| atom.expressions().any(speaks)) {
                case.push(Atom::Zero(number.clone()));
            }
        }
    }
    cases
}

/// Conditions and new heaps with every variable that is equal to a linear term replaced by it.
pub(super) fn settled(
    scope: &NameScope,
    mut conditions: Vec<Atom>,
    mut result: Vec<Affine>,
) -> Result<(Vec<Atom>, Vec<Affine>), NumberTooLarge> {
    for variable in scope.functions.iter().rev() {
        let symbol = Symbol::Fresh(variable.fresh);
        let tells = |e: &Affine| {
            let is_alone = || e.as_constant().is_none() && e.terms().all(|(s, _)| s == symbol);
            e.coefficient(symbol).abs() == 1
                && (variable.is_settled || variable.is_local && is_alone())
        };
        let equation = conditions.iter().position(|c| matches!(c, Atom::Zero(e) if tells(e)));
        let Some(at) = equation else { continue };
        let Atom::Zero(equation) = conditions.remove(at) else { continue };
        let sign = equation.coefficient(symbol);
        // From sign*v + rest = 0.
        let rest = equation.plus(-sign, &Affine::symbol(symbol))?;
        let value = rest.times(-sign)?;
        let replaced = |e: &Affine| -> Result<Affine, NumberTooLarge> {
            match e.coefficient(symbol) {
                0 => Ok(e.clone()),
                times => e.plus(-times, &Affine::symbol(symbol))?.plus(times, &value),
            }
        };
        let known = conditions.iter().map(|condition| condition.map(replaced));
        conditions = known.map(|atom| atom.map(Atom::normal)).collect::<Result<Vec<_>, _>>()?;
        result = result.iter().map(replaced).collect::<Result<_, _>>()?;
    }
    Ok((conditions, result))
}
