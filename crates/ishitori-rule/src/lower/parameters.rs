//! Parameters: what is given, what the defaults fill in, and what the rule requires of them.
//!
//! An argument goes to its name, or without one to its place; one that is given twice, unknown or
//! missing is a problem, and all are reported together. A game with a single list takes its numbers
//! without brackets. The requirements are conditions on known numbers, so each is simply true or false.
//! After this every parameter has a value, and the rest of lowering knows no parameters, only numbers,
//! lists and codes.

use super::formula;
use super::scope::{LoweredValue, NameScope};
use crate::family::Affine;
use crate::problem::{Problem, closest};
use crate::ruleset::GivenArgument;
use crate::syntax::{Argument, GameHeader, Parameter};

/// Matches the given arguments with the parameters; defaults fill the gaps.
pub(super) fn arguments(
    header: &GameHeader,
    given: &[GivenArgument],
) -> Result<Vec<(String, Argument)>, Vec<Problem>> {
    let parameters = &header.parameters;
    let given = &gathered(header, given);
    let names: Vec<&str> = parameters.iter().map(|p| p.name.value.as_str()).collect();
    let mut problems = Vec::new();
    let mut values: Vec<Option<Argument>> = parameters.iter().map(|p| p.default.clone()).collect();
    let at = header.name.span.clone();
    let mut set = vec![false; values.len()];
    for (i, argument) in given.iter().enumerate() {
        let place = match &argument.name {
            None => i,
            Some(name) => names.iter().position(|n| n == name).unwrap_or_else(|| {
                let message = format!("`{}` has no parameter `{name}`", header.name.value);
                let hint = match closest(name, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("its parameters: {}", names.join(", ")),
                };
                problems.push(Problem::new(at.clone(), message, "this game").hint(hint));
                usize::MAX
            }),
        };
        if let Some(value) = values.get_mut(place) {
            *value = Some(argument.value.clone());
            if std::mem::replace(&mut set[place], true) {
                let message = format!("parameter `{}` is given twice", names[place]);
                problems.push(Problem::new(at.clone(), message, "this game"));
            }
        } else if argument.name.is_none() {
            let message = format!(
                "`{}` takes {} parameters, {} given",
                header.name.value,
                names.len(),
                given.len()
            );
            problems.push(Problem::new(at.clone(), message, "this game"));
            break;
        }
    }
    let mut filled = Vec::new();
    for (parameter, value) in parameters.iter().zip(values) {
        let name = &parameter.name;
        match value {
            Some(value) => filled.push((name.value.clone(), value)),
            None => problems.push(
                Problem::new(
                    name.span.clone(),
                    format!("`{}` has no value", name.value),
                    "no default here",
                )
                .hint(format!(
                    "give a default, `{0} = 3`, or a value with the game: `NAME({0}=3)`",
                    name.value
                )),
            ),
        }
        if filled.iter().filter(|(n, _)| *n == name.value).count() > 1 {
            let message = format!("two parameters are called `{}`", name.value);
            problems.push(Problem::new(name.span.clone(), message, "named twice"));
        }
    }
    if problems.is_empty() { Ok(filled) } else { Err(problems) }
}

/// A game whose only parameter is a list takes its numbers without brackets too; one whose only
/// parameter is a text takes a number as it is written.
fn gathered(header: &GameHeader, given: &[GivenArgument]) -> Vec<GivenArgument> {
    let bare =
        |given: &GivenArgument| given.name.is_none() && matches!(given.value, Argument::Number(_));
    let [Parameter { default: Some(default), .. }] = header.parameters.as_slice() else {
        return given.to_vec();
    };
    if given.is_empty() || !given.iter().all(bare) {
        return given.to_vec();
    }
    let numbers = given.iter().filter_map(|given| match given.value {
        Argument::Number(n) => Some(n),
        _ => None,
    });
    let value = match (default, given) {
        (Argument::List(_), _) => Argument::List(numbers.collect()),
        (Argument::Text(_), [one]) => Argument::Text(one.value.to_string()),
        _ => return given.to_vec(),
    };
    vec![GivenArgument { name: None, value }]
}

/// The label of a requirement that the parameters fail.
pub(super) const NOT_ALLOWED: &str = "this must hold";

/// The scope of the parameters, and what the rule requires of them in vain.
pub(super) fn parameters(
    header: &GameHeader,
    arguments: &[(String, Argument)],
) -> (NameScope, Vec<Problem>) {
    let mut scope = NameScope::default();
    for (name, argument) in arguments {
        let value = match argument {
            Argument::Number(n) => LoweredValue::Number(Affine::constant(*n)),
            Argument::List(items) => LoweredValue::List(items.clone()),
            Argument::Text(_) => LoweredValue::Text,
            Argument::Sets(sets) => LoweredValue::Lists(sets.sets().to_vec()),
        };
        scope.known.insert(name.clone(), value);
    }
    let mut problems = Vec::new();
    for condition in &header.requires {
        match formula::known(&mut scope, condition) {
            Ok(true) => {}
            Ok(false) => {
                let values: Vec<String> =
                    arguments.iter().map(|(n, v)| format!("{n} = {v}")).collect();
                let message =
                    format!("`{}` cannot be played with {}", header.name.value, values.join(", "));
                problems.push(
                    Problem::new(condition.span.clone(), message, NOT_ALLOWED)
                        .hint("give other values, as in `NAME(3,2)`, or change the defaults"),
                );
            }
            Err(problem) => problems.push(problem),
        }
    }
    (scope, problems)
}
