//! What a rule's own definitions mean in its moves: `define F(u, w) := floor((u + w)/3)`, and choices, `if x = 0 then y else z`.
//!
//! A definition means in a rule what it means in a claim: its body, with the arguments in the place of its names. Beside these it
//! knows heaps and parameters, but no variables of the option that uses it. A choice is a variable with two cases. What only the
//! branch that is not taken needs, need not exist there.

use super::formula::{self, Cases};
use super::function::FunctionVariable;
use super::scope::{LoweredValue, NameScope, too_large};
use crate::family::{Affine, AffineCondition as Atom};
use crate::problem::Problem;
use crate::syntax::{Condition, ConditionKind, Definition, Expr, ExprKind, SpannedName};

/// Definitions may use each other to this depth.
const MAX_DEPTH: usize = 32;

impl NameScope {
    /// The number that a call of a definition stands for; `None` if nothing of that name is defined.
    pub fn defined_number(
        &mut self,
        name: &SpannedName,
        arguments: &[Expr],
    ) -> Option<Result<LoweredValue, Problem>> {
        let definition = self.definition(&name.value)?;
        let number = |scope: &mut NameScope| match &definition.body.kind {
            ConditionKind::Bare(body) => scope.value(body),
            _ => {
                let message = format!("`{}` is a condition", name.value);
                Err(Problem::new(name.span.clone(), message, "expected a number"))
            }
        };
        Some(self.inside(&definition, name, arguments, number))
    }

    /// The cases in which a condition that is only an expression holds: a call of a definition.
    pub fn defined_condition(
        &mut self,
        expr: &Expr,
        at: &Condition,
        holds: impl Fn(&mut NameScope, &Condition) -> Result<Cases, Problem>,
    ) -> Result<Cases, Problem> {
        let called = match &expr.kind {
            ExprKind::Call(name, arguments) => Some((name, arguments)),
            _ => None,
        };
        let found = called.and_then(|(name, _)| self.definition(&name.value));
        let (Some((name, arguments)), Some(definition)) = (called, found) else {
            return Err(Problem::new(at.span.clone(), "expected a comparison", "not a condition")
                .hint("one of: = != < <= > >=, or `divides`, `in`; or call a condition of your own: `define good(x) := x mod 3 = 1`"));
        };
        if let ConditionKind::Bare(body) = &definition.body.kind
            && !matches!(body.kind, ExprKind::Call(..))
        {
            let message = format!("`{}` is a number", name.value);
            return Err(Problem::new(at.span.clone(), message, "expected a condition")
                .hint(format!("compare it, as in `{}(..) = 0`", name.value)));
        }
        self.inside(&definition, name, arguments, |scope| holds(scope, &definition.body))
    }

    pub(super) fn definition(&self, name: &str) -> Option<Definition> {
        self.definitions.iter().find(|definition| definition.name.value == name).cloned()
    }

    /// Something about the body of a definition, its names standing for the arguments.
    pub(super) fn inside<T>(
        &mut self,
        definition: &Definition,
        name: &SpannedName,
        arguments: &[Expr],
        body: impl FnOnce(&mut NameScope) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let (wanted, given) = (definition.parameters.len(), arguments.len());
        if wanted != given {
            let message = format!("`{}` takes {wanted} arguments", name.value);
            return Err(Problem::new(name.span.clone(), message, format!("{given} given")));
        }
        if self.depth == MAX_DEPTH {
            let message = format!("`{}` is defined by itself", name.value);
            return Err(Problem::new(name.span.clone(), message, "never ends"));
        }
        let mut known = self.known.clone();
        for (parameter, argument) in definition.parameters.iter().zip(arguments) {
            let value = match self.value(argument)? {
                function @ LoweredValue::Function(_) => {
                    LoweredValue::Number(self.affine_of(function, argument)?)
                }
                value => value,
            };
            known.insert(parameter.value.clone(), value);
        }
        let outside = std::mem::replace(&mut self.known, known);
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        self.known = outside;
        // A place in the definition says less than the place of the call.
        result.map_err(|problem| problem.hint(format!("in the definition of `{}`", name.value)))
    }

    /// `if condition then yes else no`.
    pub fn choice(
        &mut self,
        condition: &Condition,
        yes: &Expr,
        no: &Expr,
        expr: &Expr,
    ) -> Result<LoweredValue, Problem> {
        let holds = formula::cases(self, condition)?;
        let fails = formula::cases_against(self, condition)?;
        if fails.0.is_empty() {
            return self.value(yes);
        }
        if holds.0.is_empty() {
            return self.value(no);
        }
        let (yes, needed_by_yes) = self.apart(yes)?;
        let (no, needed_by_no) = self.apart(no)?;
        let (number, fresh) = self.new_variable(expr);
        let equals = |value: &Affine| -> Result<Cases, Problem> {
            let difference = number.minus(value).map_err(too_large(expr))?;
            Ok(Cases(vec![vec![Atom::Zero(difference).normal()]]))
        };
        // Variables of the other branch have to be something.
        let idle = |others: &[FunctionVariable]| {
            let zero = |variable: &FunctionVariable| Atom::Zero(Affine::fresh(variable.fresh));
            Cases(vec![others.iter().map(zero).collect()])
        };
        let all = |cases: Cases, needed: &[FunctionVariable]| {
            needed.iter().fold(cases, |all, variable| all.both(&variable.definition))
        };
        let taken = all(holds.both(&equals(&yes)?), &needed_by_yes).both(&idle(&needed_by_no));
        let other = all(fails.both(&equals(&no)?), &needed_by_no).both(&idle(&needed_by_yes));
        for variable in needed_by_yes.into_iter().chain(needed_by_no) {
            self.functions.push(FunctionVariable { definition: Cases::always(), ..variable });
        }
        let definition = taken.or(other);
        if definition.0.len() > formula::MAX_CASES {
            return Err(Problem::new(expr.span.clone(), "too many cases", "choices multiply here"));
        }
        let is_local = false;
        self.functions.push(FunctionVariable { fresh, is_settled: true, definition, is_local });
        Ok(LoweredValue::Number(number))
    }

    /// A number, and the variables that it alone needs.
    fn apart(&mut self, expr: &Expr) -> Result<(Affine, Vec<FunctionVariable>), Problem> {
        let before = self.functions.len();
        let number = self.affine(expr)?;
        Ok((number, self.functions.split_off(before)))
    }
}
