//! Variables that stand for values of functions, and that no heap bounds: the function is put in their place.
//!
//! In `x*x <= b*b` both products are compared, so one is a variable, v = b*b. A family needs a bound for each of its variables, and
//! nothing linear is above b*b. But v is known as soon as b is, so nobody has to search for it: `x*x - b*b <= 0` says the same.

use super::check::{self, PositionSpace};
use super::draft::FamilyDraft;
use super::function;
use crate::family::{Affine, AffineCondition as Atom, MAX_FRESH, MAX_HEAP, NumberTooLarge, Symbol};
use crate::number_function::{ArgumentSize, NestedFunction, NumberFunction};
use crate::problem::Problem;
use crate::syntax::ComparisonOperator;

/// A draft with the bounds of its functions, in which values that nothing else bounds are no variables.
pub(super) fn with_bounded_values(
    draft: FamilyDraft,
    floor: &PositionSpace,
) -> Result<FamilyDraft, Problem> {
    let mut plain = draft;
    loop {
        let bounds = function::with_bounds(plain.conditions.clone(), floor.lower);
        let conditions = bounds.map_err(|_| number_too_large(&plain))?;
        let bounded = FamilyDraft { conditions, ..plain.clone() };
        let values = (0..plain.fresh.len()).rev().filter(|j| {
            let variable = Affine::fresh(*j);
            let is_told =
                plain.conditions.iter().any(|atom| ValueDefinition::of(atom, &variable).is_some());
            is_told && plain.result.iter().all(|e| e.coefficient(Symbol::Fresh(*j)) == 0)
        });
        let mut unbounded = None;
        for j in values {
            if unbounded.is_none() && !check::is_bounded(floor, &bounded, j)? {
                unbounded = Some(j);
            }
        }
        let Some(j) = unbounded else { return Ok(bounded) };
        let Some(conditions) = without_value(&plain.conditions, j) else { return Ok(bounded) };
        let conditions = conditions.map_err(|TooManyDigits| too_many_digits(&plain, j))?;
        plain = FamilyDraft { conditions, ..plain }.tightened();
    }
}

/// Conditions on positions without the variables from `heaps` on, if they are all told by functions.
pub(super) fn without_values(mut conditions: Vec<Atom>, variables: usize) -> Option<Vec<Atom>> {
    for j in (0..variables).rev() {
        let is_used = |e: &Affine| e.coefficient(Symbol::Fresh(j)) != 0;
        if conditions.iter().flat_map(Atom::expressions).any(is_used) {
            conditions = without_value(&conditions, j)?.ok()?;
        }
    }
    Some(conditions)
}

/// A value may be too large to be computed.
struct TooManyDigits;

/// The conditions with a function in the place of the variable that is its value; `None` if no function tells it.
fn without_value(conditions: &[Atom], j: usize) -> Option<Result<Vec<Atom>, TooManyDigits>> {
    let variable = Affine::fresh(j);
    let at = conditions.iter().position(|atom| ValueDefinition::of(atom, &variable).is_some())?;
    let definition = ValueDefinition::of(&conditions[at], &variable)?;
    let others = conditions.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, atom)| atom);
    // Variables are no negative numbers.
    let natural = (!definition.is_natural()).then_some(Atom::AtLeastZero(variable));
    definition.all_replaced(others.chain(&natural))
}

/// A variable that is `sign * function(of) + plus`.
struct ValueDefinition<'a> {
    variable: Symbol,
    sign: i64,
    function: &'a NumberFunction,
    of: &'a [Affine],
    plus: Affine,
}

impl<'a> ValueDefinition<'a> {
    fn of(atom: &'a Atom, variable: &Affine) -> Option<ValueDefinition<'a>> {
        let (symbol, _) = variable.terms().next()?;
        let Atom::Function { function, of, compare: ComparisonOperator::Equal, with } = atom else {
            return None;
        };
        let sign = with.coefficient(symbol);
        if sign.abs() != 1 || of.iter().any(|e| e.coefficient(symbol) != 0) {
            return None;
        }
        // An infinite value is no number.
        if function.may_be_infinite() {
            return None;
        }
        let rest = with.plus(-sign, variable).ok()?;
        let plus = rest.times(-sign).ok()?;
        Some(ValueDefinition { variable: symbol, sign, function, of, plus })
    }

    /// Whether it has a value everywhere, which is never negative.
    fn is_natural(&self) -> bool {
        let natural = |e: &Affine| e.offset() >= 0 && e.terms().all(|(_, times)| times >= 0);
        let is_told = matches!(self.function, NumberFunction::Product | NumberFunction::Gcd);
        is_told && self.sign == 1 && self.of.iter().chain([&self.plus]).all(natural)
    }

    fn is_in(&self, e: &Affine) -> bool {
        e.coefficient(self.variable) != 0
    }

    fn all_replaced<'b>(
        &self,
        atoms: impl IntoIterator<Item = &'b Atom>,
    ) -> Option<Result<Vec<Atom>, TooManyDigits>> {
        atoms.into_iter().map(|atom| self.replaced(atom)).collect()
    }

    /// A condition with the function in place of the variable; `None` if it cannot be said.
    fn replaced(&self, atom: &Atom) -> Option<Result<Atom, TooManyDigits>> {
        use ComparisonOperator::{AtLeast, Equal, NotEqual};
        if !atom.expressions().any(|e| self.is_in(e)) {
            return Some(Ok(atom.clone()));
        }
        let mut numbers = Vec::new();
        let zero = Affine::constant(0);
        let (value, compare, with) = match atom {
            Atom::Zero(e) => (self.nested(e, &mut numbers)?, Equal, zero),
            Atom::AtLeastZero(e) => (self.nested(e, &mut numbers)?, AtLeast, zero),
            Atom::NotZero(e) => (self.nested(e, &mut numbers)?, NotEqual, zero),
            Atom::Congruent { value, modulus } => {
                let modulus = argument(&mut numbers, Affine::constant(*modulus));
                let of = vec![self.nested(value, &mut numbers)?, modulus];
                (NestedFunction::Value(NumberFunction::Remainder, of), Equal, zero)
            }
            // A number divides another if it is, but for its sign, a common divisor of both that is as large as itself. So does 0 with 0.
            Atom::Divides { divisor, of, holds } if !self.is_in(divisor) => {
                let of = self.nested(of, &mut numbers)?;
                let divisor = argument(&mut numbers, divisor.clone());
                let size = NestedFunction::Value(NumberFunction::Gcd, vec![divisor.clone()]);
                let common = NestedFunction::Value(NumberFunction::Gcd, vec![divisor, of]);
                let compare = if *holds { Equal } else { NotEqual };
                (NestedFunction::Sum(vec![(1, common), (-1, size)]), compare, zero)
            }
            Atom::Divides { .. } => return None,
            Atom::Function { function, of, compare, with } => {
                let of: Option<Vec<_>> = of.iter().map(|e| self.nested(e, &mut numbers)).collect();
                let value = composed(function, of?);
                if self.is_in(with) {
                    let with = self.nested(with, &mut numbers)?;
                    (NestedFunction::Sum(vec![(1, value), (-1, with)]), *compare, zero)
                } else {
                    (value, *compare, with.clone())
                }
            }
            Atom::AnyOf(lists) => {
                let lists = lists.iter().map(|all| self.all_replaced(all));
                return lists
                    .collect::<Option<Result<Vec<_>, _>>>()
                    .map(|all| all.map(Atom::AnyOf));
            }
        };
        let sizes: Vec<ArgumentSize> = numbers.iter().map(size).collect();
        if value.largest(&sizes).is_none() {
            return Some(Err(TooManyDigits));
        }
        let function = NumberFunction::Nested(Box::new(value));
        Some(Ok(Atom::Function { function, of: numbers, compare, with }))
    }

    /// A linear term as a function of `numbers`, with the function in place of the variable.
    fn nested(&self, e: &Affine, numbers: &mut Vec<Affine>) -> Option<NestedFunction> {
        let times = e.coefficient(self.variable);
        if times == 0 {
            return Some(argument(numbers, e.clone()));
        }
        let of = self.of.iter().map(|e| argument(numbers, e.clone())).collect();
        let value = composed(self.function, of);
        let rest = || -> Result<Affine, NumberTooLarge> {
            e.plus(-times, &Affine::symbol(self.variable))?.plus(times, &self.plus)
        };
        let rest = rest().ok()?;
        Some(match (times * self.sign, rest == Affine::constant(0)) {
            (1, true) => value,
            (times, true) => NestedFunction::Sum(vec![(times, value)]),
            (times, false) => {
                NestedFunction::Sum(vec![(times, value), (1, argument(numbers, rest))])
            }
        })
    }
}

fn size(e: &Affine) -> ArgumentSize {
    let symbol = |symbol| match symbol {
        Symbol::Heap(_) => u128::from(MAX_HEAP),
        Symbol::Fresh(_) => u128::from(MAX_FRESH.unsigned_abs()),
    };
    let terms = e.terms().map(|(s, c)| u128::from(c.unsigned_abs()) * symbol(s));
    let largest = terms.sum::<u128>() + u128::from(e.offset().unsigned_abs());
    ArgumentSize { largest, constant: e.as_constant() }
}

/// The place of a number among the arguments.
fn argument(numbers: &mut Vec<Affine>, number: Affine) -> NestedFunction {
    let at = numbers.iter().position(|one| *one == number).unwrap_or_else(|| {
        numbers.push(number);
        numbers.len() - 1
    });
    NestedFunction::Argument(at)
}

fn composed(function: &NumberFunction, of: Vec<NestedFunction>) -> NestedFunction {
    match function {
        NumberFunction::Nested(inner) => inner.of(&of),
        _ => NestedFunction::Value(function.clone(), of),
    }
}

fn number_too_large(draft: &FamilyDraft) -> Problem {
    Problem::new(draft.origin.clone(), "number too large", "grows beyond the limits here")
}

fn too_many_digits(draft: &FamilyDraft, j: usize) -> Problem {
    let span = draft.fresh[j].span.clone();
    let label = "may leave the limits: 120 binary digits, and 60 in totients, multiples of roots and tests for primes";
    let hint = "heaps have up to 2^32 stones: products of three of them have 96 binary digits";
    Problem::new(span, "this value may grow too large", label).hint(hint)
}
