//! Games on figures: moves by their names, with conditions on the numbers that belong to a move.
//!
//! What a move does to a figure is no family of affine maps, so a rule chooses moves by their words, as on boards, and says
//! with conditions when they may be made: `option take a vertex where degree mod 2 = 0`. Every move makes a figure smaller,
//! so play ends. Boards of cells, whose moves are drawn, are in `cells.rs`.

use std::collections::BTreeSet;

use super::formula::Cases;
use super::scope::NameScope;
use crate::family::{AffineCondition, Symbol};
use crate::figure_rules::{
    ConditionedMove, DiagramMove, DiagramRules, FigureCondition, FigureMove, FigureRules,
    GraphRules, PosetRules,
};
use crate::problem::{Problem, Span};
use crate::syntax::{Action, Condition, Expr, OptionLine, SpannedName};

/// The longest side of the rectangle in which diagrams lie.
const MAX_SIDE: i64 = 255;

/// What a `position` statement says of figures.
pub(super) struct FigureText<'a> {
    pub kind: &'a SpannedName,
    pub within: Option<&'a (Expr, Expr)>,
    pub span: &'a Span,
}

/// The rules of a game on figures.
pub(super) fn figure(
    mut scope: NameScope,
    text: &FigureText,
    options: &[OptionLine],
) -> Result<FigureRules, Vec<Problem>> {
    match text.kind.value.as_str() {
        "graph" => {
            let rules = GraphRules { moves: moves(&scope, options)? };
            let walks = rules.moves.iter().filter(|one| one.what.is_walk()).count();
            if walks != 0 && walks != rules.moves.len() {
                let message = "moves of a token beside moves without one";
                let hint = "either all moves walk, or none does";
                return Err(vec![Problem::new(text.span.clone(), message, "here").hint(hint)]);
            }
            Ok(FigureRules::Graph(rules))
        }
        "poset" => Ok(FigureRules::Poset(PosetRules { moves: moves(&scope, options)? })),
        _ => {
            let within = match text.within {
                Some((rows, columns)) => {
                    let mut side = |expr: &Expr| side(&mut scope, expr);
                    Some((side(rows)?, side(columns)?))
                }
                None => None,
            };
            let moves: Vec<ConditionedMove<DiagramMove>> = moves(&scope, options)?;
            if within.is_none() && moves.iter().any(|one| one.what == DiagramMove::HookAndLike) {
                let message = "hooks have numbers in a rectangle only";
                let hint = "name it: `position diagram in 3 by 4`";
                return Err(vec![Problem::new(text.span.clone(), message, "here").hint(hint)]);
            }
            Ok(FigureRules::Diagram(DiagramRules { within, moves }))
        }
    }
}

fn side(scope: &mut NameScope, expr: &Expr) -> Result<usize, Vec<Problem>> {
    let value = scope.number(expr).map_err(|p| vec![p])?;
    usize::try_from(value).ok().filter(|_| (1..=MAX_SIDE).contains(&value)).ok_or_else(|| {
        let message = format!("{value} is no side of a rectangle: from 1 to {MAX_SIDE}");
        vec![Problem::new(expr.span.clone(), message, "here")]
    })
}

/// The moves of all option lines.
fn moves<M: FigureMove>(
    scope: &NameScope,
    options: &[OptionLine],
) -> Result<Vec<ConditionedMove<M>>, Vec<Problem>> {
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    for line in options {
        match one_move(scope, line) {
            Ok(one) => found.push(one),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(found) } else { Err(problems) }
}

fn one_move<M: FigureMove>(
    scope: &NameScope,
    line: &OptionLine,
) -> Result<ConditionedMove<M>, Problem> {
    let Action::Board(words) = &line.action else {
        let problem = Problem::new(line.span.clone(), "this is no move on such a figure", "here");
        return Err(problem.hint(hint::<M>()));
    };
    if let Some(binder) = line.binders.first() {
        let message = "a move on a figure is meant for all of its places";
        return Err(Problem::new(binder.name.span.clone(), message, "not needed"));
    }
    let (what, names) = named::<M>(words).ok_or_else(|| {
        let words = words.join(" ");
        let message = format!("unknown move `{words}`");
        let known = M::WORDS.iter().map(|(_, known)| *known);
        Problem::new(line.span.clone(), message, "here")
            .hint(hint::<M>())
            .did_you_mean(&words, known)
    })?;
    if names.iter().collect::<BTreeSet<_>>().len() < names.len() {
        let message = "two numbers of this move have the same name";
        return Err(Problem::new(line.span.clone(), message, "here"));
    }
    let when = condition(scope, names, &line.conditions)?;
    Ok(ConditionedMove { what, when })
}

/// The move of these words, and what its numbers are called: single letters in known words stand for names of the writer's.
fn named<M: FigureMove>(words: &[String]) -> Option<(M, Vec<String>)> {
    M::WORDS.iter().find_map(|(what, known)| {
        let known: Vec<&str> = known.split(' ').collect();
        let numbers = what.numbers();
        let is_name = |word: &str| word.len() == 1 && numbers.contains(&word);
        let fits = known.len() == words.len()
            && known.iter().zip(words).all(|(known, word)| known == word || is_name(known));
        fits.then(|| {
            let given = |number: &&str| {
                let at = known.iter().position(|word| word == number && is_name(word));
                at.map_or_else(|| number.to_string(), |at| words[at].clone())
            };
            (*what, numbers.iter().map(given).collect())
        })
    })
}

/// The conditions of a line, about numbers with these names.
fn condition(
    scope: &NameScope,
    names: Vec<String>,
    conditions: &[Condition],
) -> Result<FigureCondition, Problem> {
    let mut inner = scope.clone();
    inner.heaps = names.len();
    inner.tuple = names;
    let mut all = Cases::always();
    for condition in conditions {
        let cases = super::position_cases(&mut inner, condition)?;
        let is_told = |atom: &AffineCondition| {
            let mut terms = atom.expressions().flat_map(|e| e.terms());
            terms.all(|(symbol, _)| matches!(symbol, Symbol::Heap(_)))
        };
        if !cases.0.iter().flatten().all(is_told) {
            let message = "this condition cannot be told from the numbers of the move";
            return Err(Problem::new(condition.span.clone(), message, "here"));
        }
        all = all.and(cases, condition)?;
    }
    Ok(FigureCondition { cases: all.0 })
}

fn hint<M: FigureMove>() -> String {
    let moves: Vec<String> =
        M::WORDS.iter().map(|(_, words)| format!("`option {words}`")).collect();
    format!("the moves are {}", moves.join(", "))
}
