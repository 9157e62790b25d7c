//! A formula about positions that are listed one by one.
//!
//! The language is that of claims. Of each position it knows `P` and `N`, `grundy`, `remoteness`, `moves` (how many options there
//! are) and the numbers that the position holds: of an array of numbers `h[1]`, `h[2]`, ... and `h` for all, of an object those
//! of its numbers whose keys can be names. It does not know other positions, so `P(...)` and `options` are refused. Here a
//! position becomes one of a game of heaps without moves, whose heaps are all these numbers, and the condition of a
//! filter on it; positions with other numbers are another such game. To hold of a list is no proof of anything else. Cost: a
//! walk over the formula a position.

use std::collections::HashMap;

use ishitori_core::claim::{CheckError, ClaimCheck, Filter, with_filter};
use ishitori_core::control::{Control, Total};
use ishitori_core::game::{Bounds, Heaps};
use ishitori_core::solve::{Convention, OptionGraph, Outcome};
use ishitori_rule::parse::parse_statement;
use ishitori_rule::syntax::{
    ClaimBinder, ComparisonOperator, Condition, ConditionKind, Expr, ExprKind,
};
use ishitori_rule::{GameDescription, HeapRules, Problem, Rules, Ruleset, Span};

use crate::claims::ClaimedGame;
use crate::error::Error;
use crate::json_position::JsonPosition;
use crate::problems::RuleProblems;

/// What formulas know of every position, behind its numbers.
const FACTS: [&str; 4] = ["P", "grundy", "remoteness", "moves"];

/// Larger numbers are beyond the arithmetic of formulas.
const MAX_NUMBER: u64 = 1 << 32;

/// The numbers in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionNumbers {
    /// Those in a row: `h[1]`, `h[2]`, ...
    pub row: Vec<u64>,
    /// Those with names.
    pub named: Vec<(String, u64)>,
}

/// What became of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionCheck {
    /// It holds of all positions of the list.
    Holds {
        /// How many there are.
        cases: usize,
    },
    /// It fails.
    Fails {
        /// At the first position for which it does, by its place in the list from 0.
        at: usize,
    },
}

/// Compares a formula with what is true of each of `positions`, which `graph` knows, in their order.
///
/// # Errors
/// [`Error`] if the formula cannot be read, or means nothing somewhere.
pub fn check_positions<P: Clone + Eq + std::hash::Hash>(
    graph: &OptionGraph<P>,
    positions: &[P],
    numbers: &dyn Fn(&P) -> Result<PositionNumbers, String>,
    formula: &str,
    convention: Convention,
    control: &Control,
) -> Result<PositionCheck, Error> {
    let wrong = |problems| Error::Rule(RuleProblems::of_formula(formula, problems));
    let mut statement = parse_statement(formula).map_err(wrong)?;
    say_facts(&mut statement).map_err(|problem| wrong(vec![problem]))?;
    // Positions with the same names are those of one game.
    let mut kinds: HashMap<Vec<String>, Vec<(usize, Heaps)>> = HashMap::new();
    for (at, position) in positions.iter().enumerate() {
        let row = row_of(graph, position, numbers, convention).map_err(|why| {
            Error::Question(format!("position {} of the list cannot be checked: {why}", at + 1))
        })?;
        let (names, heaps): (Vec<String>, Vec<u64>) = row.into_iter().unzip();
        kinds.entry(names).or_default().push((at, heaps.into()));
    }
    let mut first: Option<usize> = None;
    for (names, rows) in kinds {
        let fails = first_failure(names, &rows, &statement, formula, convention, control)?;
        first = [first, fails].into_iter().flatten().min();
    }
    Ok(match first {
        Some(at) => PositionCheck::Fails { at },
        None => PositionCheck::Holds { cases: positions.len() },
    })
}

/// The numbers of a position with what is true of it, each with its name.
fn row_of<P: Clone + Eq + std::hash::Hash>(
    graph: &OptionGraph<P>,
    position: &P,
    numbers: &dyn Fn(&P) -> Result<PositionNumbers, String>,
    convention: Convention,
) -> Result<Vec<(String, u64)>, String> {
    let not_solved = || "it was not solved".to_string();
    let facts = graph.facts(position).ok_or_else(not_solved)?;
    let moves = graph.option_count(position).ok_or_else(not_solved)?;
    let PositionNumbers { row, named } = numbers(position)?;
    let mut all: Vec<(String, u64)> =
        row.into_iter().zip(1..).map(|(number, at)| (format!("h[{at}]"), number)).collect();
    all.extend(named.into_iter().filter(|(name, _)| may_be_name(name)));
    if let Some((name, number)) = all.iter().find(|(_, number)| *number > MAX_NUMBER) {
        return Err(format!("{name} is {number}, and formulas count up to 2^32"));
    }
    let is_p = u64::from(facts.outcome(convention) == Outcome::P);
    let remoteness = facts.remoteness(convention);
    let facts = [is_p, facts.grundy.into(), remoteness.into(), moves as u64];
    all.extend(FACTS.iter().map(|name| name.to_string()).zip(facts));
    Ok(all)
}

fn may_be_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !FACTS.contains(&name)
        && !["N", "h", "heaps", "options", "images", "stones"].contains(&name)
}

/// The place of the first of these positions for which a formula fails.
fn first_failure(
    names: Vec<String>,
    rows: &[(usize, Heaps)],
    statement: &Condition,
    formula: &str,
    convention: Convention,
    control: &Control,
) -> Result<Option<usize>, Error> {
    let mut rules = HeapRules::without_moves(names);
    rules.states = vec![u64::from(u32::MAX); FACTS.len()];
    let about = GameDescription { name: "positions".into(), ..GameDescription::default() };
    let ruleset =
        Ruleset { about, rules: Rules::Heaps(rules), definitions: vec![], claims: vec![] };
    let claimed = ClaimedGame::of_ruleset(&ruleset);
    let largest = rows.iter().flat_map(|(_, heaps)| heaps.iter()).copied().max().unwrap_or(0);
    let check = ClaimCheck {
        among: None,
        ruleset: &ruleset,
        statement,
        text: formula,
        convention,
        bounds: &Bounds { to: vec![largest], total: None },
        automatic: true,
        control,
        known: None,
        library: &claimed.library(control),
    };
    let counting = control.counting("positions checked", Total::Unknown);
    let counting = counting.with_any_positions();
    let found = with_filter(&check, |filter: &mut dyn Filter| {
        for (at, heaps) in rows {
            counting.spend(1)?;
            if !filter.keeps_heaps(heaps)? {
                return Ok(Some(*at));
            }
        }
        Ok::<_, CheckError>(None)
    });
    found.and_then(|found| found).map_err(|error| match error {
        CheckError::Problems(problems) => Error::Rule(RuleProblems::of_formula(formula, problems)),
        CheckError::GaveUp(gave_up) => gave_up.into(),
        error => Error::Question(error.to_string()),
    })
}

/// Makes `P` and `N` numbers like the other facts, and refuses what asks about other positions.
fn say_facts(condition: &mut Condition) -> Result<(), Problem> {
    let span = condition.span.clone();
    match &mut condition.kind {
        ConditionKind::Bare(expr) => {
            let is_p = match &expr.kind {
                ExprKind::Name(name) if name == "P" => 1,
                ExprKind::Name(name) if name == "N" => 0,
                _ => return say_facts_in(expr),
            };
            let kind = |kind| Expr { kind, span: span.clone() };
            let equal = (ComparisonOperator::Equal, kind(ExprKind::Number(is_p)));
            condition.kind = ConditionKind::Chain(kind(ExprKind::Name("P".into())), vec![equal]);
            Ok(())
        }
        ConditionKind::Chain(first, rest) => {
            say_facts_in(first)?;
            rest.iter_mut().try_for_each(|(_, expr)| say_facts_in(expr))
        }
        ConditionKind::Each(first, rest) => {
            first.iter_mut().try_for_each(say_facts_in)?;
            rest.iter_mut().try_for_each(|(_, expr)| say_facts_in(expr))
        }
        ConditionKind::Distinct(expr) => expr.iter_mut().try_for_each(say_facts_in),
        ConditionKind::Divides(one, other)
        | ConditionKind::In(one, other)
        | ConditionKind::Subset(one, other) => {
            say_facts_in(one)?;
            say_facts_in(other)
        }
        ConditionKind::And(one, other)
        | ConditionKind::Or(one, other)
        | ConditionKind::Implies(one, other)
        | ConditionKind::Iff(one, other) => {
            say_facts(one)?;
            say_facts(other)
        }
        ConditionKind::Not(inner) => say_facts(inner),
        ConditionKind::Quantified(_, binders, inner) => {
            say_facts_through(binders)?;
            say_facts(inner)
        }
        ConditionKind::Let(_, value, inner) => {
            say_facts_in(value)?;
            say_facts(inner)
        }
    }
}

fn say_facts_in(expr: &mut Expr) -> Result<(), Problem> {
    let span = expr.span.clone();
    match &mut expr.kind {
        ExprKind::Number(_) | ExprKind::Text(_) => Ok(()),
        ExprKind::Name(name) => match name.as_str() {
            "options" | "images" | "cells" => Err(not_listed(span)),
            // A number would stand here, and the names of outcomes are conditions.
            "P" | "N" => Err(Problem::new(
                span,
                format!("`{name}` is a condition, not a number"),
                "true or false",
            )
            .hint(format!("write `{name} iff ...`, or `{name}` alone"))),
            _ => Ok(()),
        },
        ExprKind::Call(name, arguments) => {
            let asks = ["P", "N", "grundy", "remoteness", "options"];
            if asks.contains(&name.value.as_str()) && !is_other_game(arguments) {
                return Err(not_listed(span));
            }
            arguments.iter_mut().try_for_each(say_facts_in)
        }
        ExprKind::Heap(_, inner) | ExprKind::Negate(inner) => say_facts_in(inner),
        ExprKind::Binary(_, one, other) | ExprKind::Range(one, other) => {
            say_facts_in(one)?;
            say_facts_in(other)
        }
        ExprKind::Set(items) | ExprKind::Tuple(items) => {
            items.iter_mut().try_for_each(say_facts_in)
        }
        ExprKind::Count(_, over, condition) => {
            say_facts_in(over)?;
            say_facts(condition)
        }
        ExprKind::If(condition, yes, no) => {
            say_facts(condition)?;
            say_facts_in(yes)?;
            say_facts_in(no)
        }
        ExprKind::Listed(item, binders, condition) => {
            say_facts_in(item)?;
            say_facts_through(binders)?;
            condition.iter_mut().try_for_each(|condition| say_facts(condition))
        }
    }
}

fn say_facts_through(binders: &mut [ClaimBinder]) -> Result<(), Problem> {
    for binder in binders {
        let taken = binder.names.iter().find(|name| FACTS.contains(&name.value.as_str()));
        if let Some(name) = taken {
            let message = format!("`{}` means something already", name.value);
            return Err(Problem::new(name.span.clone(), message, "choose another name"));
        }
        binder.over.iter_mut().try_for_each(say_facts_in)?;
    }
    Ok(())
}

/// Whether a question is about a game that has a name: `grundy("nim(2)", a, b)`.
fn is_other_game(arguments: &[Expr]) -> bool {
    match arguments.first().map(|first| &first.kind) {
        Some(ExprKind::Text(name)) => name.starts_with(|c: char| c.is_alphabetic()),
        _ => false,
    }
}

fn not_listed(span: Span) -> Problem {
    Problem::new(
        span,
        "a formula about a list of positions knows one position at a time",
        "another one",
    )
    .hint("it knows P, N, grundy, remoteness, moves and the numbers of the position")
}

impl JsonPosition {
    /// The numbers in it: those of an array of numbers in a row, those of an object by their keys.
    ///
    /// # Errors
    /// If one is negative or has a fraction: formulas know natural numbers.
    pub fn numbers(&self) -> Result<PositionNumbers, String> {
        let natural = |value: &serde_json::Value| {
            value
                .as_u64()
                .ok_or_else(|| format!("{self} has {value}, and formulas know natural numbers"))
        };
        let mut numbers = PositionNumbers::default();
        match self.value() {
            serde_json::Value::Array(items) if items.iter().all(serde_json::Value::is_number) => {
                numbers.row = items.iter().map(natural).collect::<Result<_, _>>()?;
            }
            serde_json::Value::Object(entries) => {
                for (key, value) in entries.iter().filter(|(_, value)| value.is_number()) {
                    numbers.named.push((key.clone(), natural(value)?));
                }
            }
            value if value.is_number() => numbers.row = vec![natural(&value)?],
            _ => {}
        }
        Ok(numbers)
    }
}
