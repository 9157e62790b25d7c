//! Sets of numbers that a rule describes: `{k*k for k in 1 .. 9}`, `define S := {1, 3, 4}`.
//!
//! All of them are known before play begins. They mean what they mean in claims.

use super::formula;
use super::scope::{LoweredValue, NameScope};
use crate::family::Affine;
use crate::problem::Problem;
use crate::syntax::{ClaimBinder, Condition, ConditionKind, Expr, SpannedName};

/// As many members as a range has.
const MAX_LISTED: usize = 10_000;

impl NameScope {
    /// The set that a definition without arguments stands for; `None` if none of that name does.
    pub fn defined_set(&mut self, name: &str, at: &Expr) -> Option<Result<Vec<i64>, Problem>> {
        let definition = self.definition(name).filter(|it| it.parameters.is_empty())?;
        let ConditionKind::Bare(body) = &definition.body.kind else { return None };
        let name = SpannedName { value: name.to_string(), span: at.span.clone() };
        Some(self.inside(&definition, &name, &[], |scope| scope.set(body)))
    }

    /// Adds the numbers of `x*y for x in S, y in T where x < y`.
    pub fn listed(
        &mut self,
        item: &Expr,
        through: &[ClaimBinder],
        condition: Option<&Condition>,
        set: &mut Vec<i64>,
    ) -> Result<(), Problem> {
        let Some((binder, others)) = through.split_first() else {
            let holds = condition.map(|condition| formula::known(self, condition)).transpose()?;
            if holds.unwrap_or(true) {
                set.push(self.number(item)?);
            }
            return match set.len() > MAX_LISTED {
                true => Err(Problem::new(item.span.clone(), "too many members", "here")),
                false => Ok(()),
            };
        };
        let ([name], Some(over)) = (binder.names.as_slice(), &binder.over) else {
            return Err(Problem::new(
                item.span.clone(),
                "only a claim can say this",
                "not in a rule",
            )
            .hint("in a rule each variable of a list has a set: `k*k for k in 1 .. 9`"));
        };
        let shadowed = self.known.get(&name.value).cloned();
        for value in self.set(over)? {
            let value = LoweredValue::Number(Affine::constant(value));
            self.known.insert(name.value.clone(), value);
            self.listed(item, others, condition, set)?;
        }
        match shadowed {
            Some(value) => self.known.insert(name.value.clone(), value),
            None => self.known.remove(&name.value),
        };
        Ok(())
    }
}
