//! Games on pieces of several numbers: `heap (a, b)`, `option [x, b] + [y, b] where x + y = a`.
//!
//! A move replaces one piece, such as a rectangle of a rows and b columns, by none, one or several smaller ones. Each
//! number of a piece is 1 or more: that is among the conditions of every family, so a rule need not say it. No number of
//! a new piece may be larger than that of the old one in its place, and one must be smaller. This must follow from the
//! conditions, and then play ends: a piece is replaced by finitely many, each with a smaller sum. It also keeps all that
//! comes after a piece in the box below it, which is what engines fill.

use std::collections::BTreeSet;

use super::check::{self, PositionSpace};
use super::limits::{MAX_INSTANCES, too_many};
use super::option;
use super::restrict::restricted_pieces;
use super::scope::NameScope;
use super::watch::LoweringWatch;
use crate::family::Family;
use crate::problem::{Problem, Span};
use crate::ruleset::PieceRules;
use crate::syntax::{Action, OptionLine, SpannedName, SumPart};

/// How many numbers a piece has.
const NUMBERS: std::ops::RangeInclusive<usize> = 2..=4;

/// The rules of a game on pieces.
pub(super) fn pieces(
    mut scope: NameScope,
    names: &[SpannedName],
    span: &Span,
    options: &[OptionLine],
    watch: &LoweringWatch,
) -> Result<PieceRules, Vec<Problem>> {
    if !NUMBERS.contains(&names.len()) {
        let message = format!("a piece has 2 to {} numbers", NUMBERS.end());
        let problem = Problem::new(span.clone(), message, format!("{} here", names.len()));
        return Err(vec![problem.hint("write `heap (a, b)`, or `heap n` for heaps of stones")]);
    }
    for name in names {
        if scope.names().any(|known| known == name.value) {
            let message = format!("`{}` has a meaning already", name.value);
            let problem = Problem::new(name.span.clone(), message, "used twice");
            return Err(vec![problem.hint("numbers and parameters need different names")]);
        }
        scope.tuple.push(name.value.clone());
    }
    scope.heaps = names.len();
    scope.is_single = true;
    let mut problems = Vec::new();
    let mut families = Vec::new();
    for line in options {
        match well_formed(&scope, line).and_then(|()| cut(&scope, line, watch)) {
            Ok(more) => families.extend(more),
            Err(more) => problems.extend(more),
        }
    }
    if families.len() > MAX_INSTANCES {
        problems.push(too_many(span.clone()));
    }
    if problems.is_empty() && families.is_empty() && !options.is_empty() {
        let problem =
            Problem::new(span.clone(), "no option of this game can ever be played", "never");
        problems.push(problem.hint("look at conditions that are always false"));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut seen = BTreeSet::new();
    families
        .retain(|family: &Family| seen.insert((family.conditions.clone(), family.result.clone())));
    Ok(PieceRules { names: scope.tuple, families })
}

/// Whether an option says which pieces are left, each with all its numbers.
fn well_formed(scope: &NameScope, line: &OptionLine) -> Result<(), Vec<Problem>> {
    let numbers = scope.heaps;
    let one = format!("[{}]", scope.tuple.join(", "));
    let Action::Sum(parts) = &line.action else {
        let problem = Problem::new(line.span.clone(), "this is no move of a piece", "here");
        return Err(vec![problem.hint(format!(
            "write the pieces that it becomes, each like `{one}` and joined by `+`, or `option []` for none"
        ))]);
    };
    for part in parts {
        let (found, at) = match part {
            SumPart::Piece(all, span) => (all.len(), span.clone()),
            SumPart::One(number) => (1, number.span.clone()),
            SumPart::Copies(..) | SumPart::Run(..) | SumPart::Parts { .. } => {
                let message = "pieces are written one by one";
                let problem = Problem::new(line.span.clone(), message, "many at once");
                return Err(vec![problem.hint(format!("each looks like `{one}`, joined by `+`"))]);
            }
        };
        if found != numbers {
            let message = format!("a piece of this game has {numbers} numbers");
            let problem = Problem::new(at, message, format!("{found} here"));
            return Err(vec![problem.hint(format!("a piece looks like `{one}`"))]);
        }
    }
    Ok(())
}

/// The families of an option line.
fn cut(
    scope: &NameScope,
    line: &OptionLine,
    watch: &LoweringWatch,
) -> Result<Vec<Family>, Vec<Problem>> {
    let lower = vec![1; scope.heaps];
    let floor = PositionSpace { lower: &lower, validity: &[], watch };
    let mut problems = Vec::new();
    let mut families = Vec::new();
    let mut unplayable = false;
    for draft in option::drafts(scope, line, watch)? {
        watch.look().map_err(|p| vec![p])?;
        let checked = restricted_pieces(draft, &floor).and_then(|draft| {
            let Some(draft) = draft else { return Ok(None) };
            if !check::is_playable(&floor, &draft)? {
                return Ok(None);
            }
            check::bounded(&floor, &draft, scope)?;
            for piece in 0..draft.result.len() / scope.heaps {
                check::piece_is_smaller(&floor, &draft, piece)?;
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
        let label = "it contradicts itself, or a number of a new piece is always 0";
        let problem = Problem::new(line.span.clone(), "this option can never be played", label);
        problems
            .push(problem.hint(
                "every number of a piece is 1 or more; a piece that vanishes is `option []`",
            ));
    }
    problems.dedup_by_key(|problem| problem.span());
    if problems.is_empty() { Ok(families) } else { Err(problems) }
}
