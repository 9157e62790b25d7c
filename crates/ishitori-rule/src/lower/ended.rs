//! When a game has ended, as conditions on its heaps.
//!
//! Somebody can move if the conditions of some family can be met. A family's variables are eliminated where that is exact over the
//! integers (`check::without_idle_variables`): then what is left speaks of heaps alone, and its negation says that play has
//! ended. Where it is not, operators that ask for it are refused. Cost: families times conditions, at most [`MAX_CASES`] cases.

use super::check;
use super::draft::FamilyDraft;
use super::formula::{Cases, MAX_CASES};
use crate::family::{Affine, AffineCondition as Atom, Family, Symbol};
use crate::number_function::NumberFunction;
use crate::problem::{Problem, Span};
use crate::ruleset::HeapRules;
use crate::syntax::{ComparisonOperator, Spanned};

/// The cases in which a move of `rules` exists.
pub(super) fn can_move(rules: &HeapRules, at: &Span) -> Result<Cases, Problem> {
    let mut cases = Cases::never();
    for family in &rules.families {
        let draft = FamilyDraft {
            result: (0..rules.names.len()).map(Affine::heap).collect(),
            ..draft_of(family, at)
        };
        let draft = check::without_idle_variables(draft);
        if !draft.fresh.is_empty() {
            return Err(untold(
                at,
                "when this game has ended cannot be said by conditions on its heaps",
            ));
        }
        let mut conditions = draft.conditions;
        conditions.sort();
        // What every position satisfies need not be said.
        conditions.retain(|condition| !holds_anyway(condition, &rules.lower));
        let case = Cases::of(vec![conditions]);
        if case.0.iter().all(|case| !cases.0.contains(case)) {
            cases = cases.or(case);
        }
    }
    Ok(cases)
}

/// The cases in which no move of `rules` exists.
pub(super) fn cannot_move(rules: &HeapRules, at: &Span) -> Result<Cases, Problem> {
    negated(&can_move(rules, at)?, at)
}

/// The cases in which none of these holds.
pub(super) fn negated(cases: &Cases, at: &Span) -> Result<Cases, Problem> {
    let mut none = Cases::always();
    for case in &cases.0 {
        let mut fails = Cases::never();
        for atom in case {
            fails = fails.or(opposite(atom, at)?);
        }
        if none.0.len() * fails.0.len() > MAX_CASES {
            return Err(untold(at, "too many cases in which a move exists"));
        }
        none = none.both(&fails);
    }
    Ok(none)
}

/// The cases in which a condition does not hold.
fn opposite(atom: &Atom, at: &Span) -> Result<Cases, Problem> {
    let too_large = |_| untold(at, "number too large");
    Ok(match atom {
        Atom::Zero(e) => Cases::atom(Atom::NotZero(e.clone())),
        Atom::NotZero(e) => Cases::atom(Atom::Zero(e.clone())),
        Atom::AtLeastZero(e) => {
            let below = e.times(-1).and_then(|e| e.minus(&Affine::constant(1)));
            Cases::atom(Atom::AtLeastZero(below.map_err(too_large)?))
        }
        Atom::Congruent { value, modulus } => {
            let mut cases = Cases::never();
            for rest in 1..*modulus {
                let value = value.minus(&Affine::constant(rest)).map_err(too_large)?;
                cases = cases.or(Cases::atom(Atom::Congruent { value, modulus: *modulus }));
            }
            cases
        }
        Atom::Divides { divisor, of, holds } => {
            Cases::atom(Atom::Divides { divisor: divisor.clone(), of: of.clone(), holds: !holds })
        }
        Atom::Function { function: function @ NumberFunction::IsIn(_), of, compare, with } => {
            // Membership always has a value.
            Cases::atom(Atom::Function {
                function: function.clone(),
                of: of.clone(),
                compare: match compare {
                    ComparisonOperator::Equal => ComparisonOperator::NotEqual,
                    _ => ComparisonOperator::Equal,
                },
                with: with.clone(),
            })
        }
        Atom::Function { .. } => {
            return Err(untold(at, "a function decides when this game has ended"));
        }
        Atom::AnyOf(lists) => negated(&Cases(lists.clone()), at)?,
    })
}

/// Whether heaps of at least these sizes satisfy a condition.
fn holds_anyway(condition: &Atom, lower: &[u64]) -> bool {
    let Atom::AtLeastZero(e) = condition else { return false };
    let mut least = i128::from(e.offset());
    for (symbol, coefficient) in e.terms() {
        let Symbol::Heap(heap) = symbol else { return false };
        if coefficient < 0 {
            return false;
        }
        least += i128::from(coefficient) * i128::from(lower[heap]);
    }
    least >= 0
}

fn untold(at: &Span, message: &str) -> Problem {
    Problem::new(at.clone(), message, "here")
        .hint("write the option lines yourself, with the condition that you mean")
}

/// A family as a line of this rule would make it.
pub(super) fn draft_of(family: &Family, at: &Span) -> FamilyDraft {
    let spanned = |name: &String| Spanned { value: name.clone(), span: at.clone() };
    FamilyDraft {
        fresh: family.fresh.iter().map(spanned).collect(),
        conditions: family.conditions.clone(),
        result: family.result.clone(),
        origin: at.clone(),
    }
}
