//! States: numbers beside the heaps, such as a pass that is left, the last take or the vertex of a token.
//!
//! `state p in 0 .. 1` puts a number behind the heaps that lies between two bounds. It is a heap to everything that plays,
//! solves and proves; the declared symmetry leaves it where it is, `h` and `for i` do not mean it, options that do not write it
//! keep it, and windows hold all its values.

use super::limits::MAX_HEAPS;
use super::scope::{LoweredValue, NameScope};
use crate::family::{Affine, AffineCondition as Atom, MAX_HEAP};
use crate::problem::Problem;
use crate::syntax::StateText;

/// The values of a state.
pub(super) struct StateRange {
    pub least: u64,
    pub most: u64,
}

/// Enters the states into the scope.
pub(super) fn states(
    scope: &mut NameScope,
    texts: &[StateText],
) -> Result<Vec<StateRange>, Vec<Problem>> {
    let mut ranges = Vec::new();
    let mut problems = Vec::new();
    for text in texts {
        match range(scope, text) {
            Ok(range) => {
                scope.states.push(text.name.value.clone());
                ranges.push(range);
            }
            Err(problem) => problems.push(problem),
        }
    }
    if let Some(text) = texts.last().filter(|_| scope.places() > MAX_HEAPS) {
        let message = format!("{} heaps and states", scope.places());
        problems.push(
            Problem::new(text.name.span.clone(), message, "too many")
                .hint(format!("together there are at most {MAX_HEAPS}")),
        );
    }
    if problems.is_empty() { Ok(ranges) } else { Err(problems) }
}

fn range(scope: &mut NameScope, text: &StateText) -> Result<StateRange, Problem> {
    let name = &text.name.value;
    if scope.names().any(|known| known == name) {
        let message = format!("`{name}` has a meaning already");
        return Err(Problem::new(text.name.span.clone(), message, "used twice")
            .hint("heaps, states and parameters need different names"));
    }
    let no_range = |message: &str| {
        Problem::new(text.values.span.clone(), message.to_string(), "expected a range")
            .hint(format!("write `state {name} in 0 .. 1`"))
    };
    let LoweredValue::Set(values) = scope.value(&text.values)? else {
        return Err(no_range("the values of a state are a range of numbers"));
    };
    let (Some(first), Some(last)) = (values.first(), values.last()) else {
        return Err(no_range("this state has no value"));
    };
    if last - first + 1 != values.len() as i64 {
        return Err(no_range("the values of a state have no gaps"));
    }
    let bound = |value: &i64| u64::try_from(*value).ok().filter(|value| *value <= MAX_HEAP);
    match (bound(first), bound(last)) {
        (Some(least), Some(most)) => Ok(StateRange { least, most }),
        _ => Err(no_range("the values of a state are natural numbers")),
    }
}

/// That no state exceeds its largest value.
pub(super) fn bounds(states: &[StateRange], heaps: usize) -> Vec<Atom> {
    let bound = |(i, state): (usize, &StateRange)| {
        let most = Affine::constant(i64::try_from(state.most).expect("at most 2^32"));
        Atom::AtLeastZero(most.minus(&Affine::heap(heaps + i)).expect("small"))
    };
    states.iter().enumerate().map(bound).collect()
}
