//! Games on single heaps: `heap n`, `option [x] + [y] where x + y = n - 1`, `option octal "0.77"`.
//!
//! A move replaces one heap by none, one or several smaller ones, each with at least one stone. So the
//! conditions of a family are those of its line and that every new heap has 1 stone or more; that it is
//! smaller than the old heap must follow from them, and then play ends, for a heap is replaced by
//! finitely many smaller ones. How many they are may depend on the heap (`q * [d] + [r]`): `sum_parts` says what is
//! demanded then.

use std::collections::BTreeSet;

use super::check::{self, PositionSpace};
use super::draft::FamilyDraft;
use super::limits::{MAX_INSTANCES, too_many};
use super::option;
use super::restrict::restricted_parts;
use super::scope::NameScope;
use super::sum_parts;
use super::watch::LoweringWatch;
use crate::code;
use crate::family::{Affine, AffineCondition as Atom, Family};
use crate::problem::{Problem, Span};
use crate::ruleset::{PartShape, SingleRules, SumFamily};
use crate::syntax::{Action, Argument, CodeKind, CodeSource, OptionLine, SpannedName};

/// The least heap: an empty one is none.
const LEAST: [u64; 1] = [1];

/// The rules of a game on single heaps.
pub(super) fn single(
    mut scope: NameScope,
    name: &SpannedName,
    span: &Span,
    arguments: &[(String, Argument)],
    options: &[OptionLine],
    watch: &LoweringWatch,
) -> Result<SingleRules, Vec<Problem>> {
    if scope.names().any(|known| known == name.value) {
        let message = format!("`{}` has a meaning already", name.value);
        return Err(vec![
            Problem::new(name.span.clone(), message, "used twice")
                .hint("heap and parameters need different names"),
        ]);
    }
    scope.tuple.push(name.value.clone());
    scope.heaps = 1;
    scope.is_single = true;
    let mut problems = Vec::new();
    let mut families = Vec::new();
    let mut sums = Vec::new();
    for line in options {
        let found = match &line.action {
            Action::Code(kind, written) => coded(*kind, written, line, arguments),
            Action::Sum(parts) => {
                let shapes: Result<Vec<PartShape>, Problem> =
                    parts.iter().map(sum_parts::shape).collect();
                match shapes {
                    Err(problem) => Err(vec![problem]),
                    Ok(parts) if parts.iter().all(|part| *part == PartShape::One) => {
                        split(&scope, line, &parts, watch)
                    }
                    Ok(parts) => split(&scope, line, &parts, watch).map(|more| {
                        let sum = |family| SumFamily { family, parts: parts.clone() };
                        sums.extend(more.into_iter().map(sum));
                        Vec::new()
                    }),
                }
            }
            _ => Err(vec![
                Problem::new(line.span.clone(), "this is no move of a single heap", "here").hint(
                    "write the heaps that it becomes: `option [x] + [y]`, or `option []` for none",
                ),
            ]),
        };
        match found {
            Ok(more) => families.extend(more),
            Err(more) => problems.extend(more),
        }
    }
    if families.len() + sums.len() > MAX_INSTANCES {
        problems.push(too_many(span.clone()));
    }
    if problems.is_empty() && families.is_empty() && sums.is_empty() && !options.is_empty() {
        let problem =
            Problem::new(span.clone(), "no option of this game can ever be played", "never");
        problems.push(problem.hint("look at conditions that are always false"));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut seen = BTreeSet::new();
    families.retain(|family| seen.insert((family.conditions.clone(), family.result.clone())));
    let mut seen = BTreeSet::new();
    let known = |sum: &SumFamily| {
        (sum.family.conditions.clone(), sum.family.result.clone(), sum.parts.clone())
    };
    sums.retain(|sum| seen.insert(known(sum)));
    Ok(SingleRules { name: name.value.clone(), families, sums })
}

/// The families of an option line.
fn split(
    scope: &NameScope,
    line: &OptionLine,
    parts: &[PartShape],
    watch: &LoweringWatch,
) -> Result<Vec<Family>, Vec<Problem>> {
    let floor = PositionSpace { lower: &LEAST, validity: &[], watch };
    let mut problems = Vec::new();
    let mut families = Vec::new();
    let mut unplayable = false;
    for draft in option::drafts(scope, line, watch)? {
        watch.look().map_err(|p| vec![p])?;
        let checked = restricted_parts(draft, &floor, parts).and_then(|draft| {
            let Some(draft) = draft else { return Ok(None) };
            if !check::is_playable(&floor, &draft)? {
                return Ok(None);
            }
            check::bounded(&floor, &draft, scope)?;
            let written = |numbers: &[u64]| sum_parts::written(parts, numbers);
            let largest = sum_parts::largest(parts, &draft.result);
            for part in largest.map_err(|_| check::unwieldy(&draft))? {
                check::part_is_smaller(&floor, &draft, &part, &written)?;
            }
            Ok(Some(check::without_idle_variables(draft)))
        });
        match checked {
            Ok(Some(draft)) => families.push(draft.family()),
            Ok(None) => unplayable = true,
            Err(problem) => problems.push(problem),
        }
    }
    if families.is_empty() && problems.is_empty() && unplayable {
        problems.push(
            Problem::new(
                line.span.clone(),
                "this option can never be played",
                "it contradicts itself, or a new heap is always empty",
            )
            .hint(
                "every heap in brackets has 1 stone or more; a heap that vanishes is `option []`",
            ),
        );
    }
    problems.dedup_by_key(|problem| problem.span());
    if problems.is_empty() { Ok(families) } else { Err(problems) }
}

/// The families of a code.
fn coded(
    kind: CodeKind,
    written: &CodeSource,
    line: &OptionLine,
    arguments: &[(String, Argument)],
) -> Result<Vec<Family>, Vec<Problem>> {
    if !line.conditions.is_empty() || !line.binders.is_empty() {
        let problem = Problem::new(line.span.clone(), "a code has no conditions", "here");
        return Err(vec![problem.hint("write it alone: `option octal \"0.77\"`")]);
    }
    let digits = match written {
        CodeSource::Here(text) => code::digits(kind, &text.value).map_err(|problem| {
            // The place of the digit in the rule, behind the quotation mark; the whole text where the
            // marks are not the usual ones, or one is missing.
            let usual = text.span.len() == text.value.len() + 2;
            vec![if usual {
                problem.moved(text.span.start + 1)
            } else {
                problem.at(text.span.clone())
            }]
        })?,
        CodeSource::Parameter(name) => {
            match arguments.iter().find(|(known, _)| *known == name.value) {
                Some((_, Argument::Text(code))) => code::digits(kind, code).map_err(|p| vec![p])?,
                Some((_, other)) => {
                    let message = format!("`{}` is {other}, which is no code", name.value);
                    let problem = Problem::new(name.span.clone(), message, "expected a code");
                    return Err(vec![problem.hint("a code has a point, as 0.77 or 0.6")]);
                }
                None => {
                    let message = format!("there is no parameter `{}`", name.value);
                    let known = arguments.iter().map(|(known, _)| known.as_str());
                    let problem = Problem::new(name.span.clone(), message, "unknown");
                    return Err(vec![problem.did_you_mean(&name.value, known)]);
                }
            }
        }
    };
    let drafts = digits.iter().zip(0..).flat_map(|(digit, take)| of_digit(*digit, take, line));
    Ok(drafts.map(|draft| draft.family()).collect())
}

/// What may be left after taking `take` stones. Of the orders of the new heaps one is enough.
fn of_digit(digit: u8, take: i64, line: &OptionLine) -> Vec<FamilyDraft> {
    let small = "coefficients of 1";
    let left = Affine::heap(0).minus(&Affine::constant(take)).expect(small);
    let one = Affine::constant(1);
    let minus = |a: &Affine, b: &Affine| a.minus(b).expect(small);
    let draft = |fresh: &[&str], conditions: Vec<Atom>, result: Vec<Affine>| FamilyDraft {
        fresh: fresh
            .iter()
            .map(|name| SpannedName { value: name.to_string(), span: line.span.clone() })
            .collect(),
        conditions,
        result,
        origin: line.span.clone(),
    };
    let mut drafts = Vec::new();
    if digit & 1 != 0 {
        drafts.push(draft(&[], vec![Atom::Zero(left.clone())], Vec::new()));
    }
    if digit & 2 != 0 {
        drafts.push(draft(&[], vec![Atom::AtLeastZero(minus(&left, &one))], vec![left.clone()]));
    }
    if digit & 4 != 0 {
        let x = Affine::fresh(0);
        let y = minus(&left, &x);
        let conditions = vec![Atom::AtLeastZero(minus(&x, &one)), Atom::AtLeastZero(minus(&y, &x))];
        drafts.push(draft(&["x"], conditions, vec![x, y]));
    }
    if digit & 8 != 0 {
        let (x, y) = (Affine::fresh(0), Affine::fresh(1));
        let z = minus(&minus(&left, &x), &y);
        let conditions = vec![
            Atom::AtLeastZero(minus(&x, &one)),
            Atom::AtLeastZero(minus(&y, &x)),
            Atom::AtLeastZero(minus(&z, &y)),
        ];
        drafts.push(draft(&["x", "y"], conditions, vec![x, y, z]));
    }
    drafts
}
