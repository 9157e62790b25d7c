//! Board games: a size and one of the moves that boards know.
//!
//! Moves on boards are no families of affine maps, so a rule chooses one of four by its words, without
//! conditions, and the move generator of core knows what they mean. A board fits one machine word: at
//! most 64 cells. Every refusal names its place and lists the moves that there are. Heaps in rows are
//! lowered by `option.rs` and `pipeline.rs`, single heaps by `single.rs`.

use super::limits::MAX_CELLS;
use super::scope::NameScope;
use crate::problem::{Problem, Span};
use crate::ruleset::{BoardMoves, BoardRules};
use crate::syntax::{Action, Expr, OptionLine, SpannedName};

/// How large a board is said to be.
pub(super) struct BoardSize<'a> {
    pub rows: &'a Expr,
    pub columns: &'a Expr,
    /// The statement.
    pub span: &'a Span,
}

impl BoardSize<'_> {
    /// Rows and columns, if there are at most `most` cells.
    pub fn numbers(
        &self,
        scope: &mut NameScope,
        most: usize,
    ) -> Result<(usize, usize), Vec<Problem>> {
        let mut size = |expr: &Expr| -> Result<usize, Vec<Problem>> {
            let value = scope.number(expr).map_err(|p| vec![p])?;
            usize::try_from(value).ok().filter(|n| (1..=most).contains(n)).ok_or_else(|| {
                let message = format!("{value} is no size of a board: from 1 to {most}");
                vec![Problem::new(expr.span.clone(), message, "here")]
            })
        };
        let (rows, columns) = (size(self.rows)?, size(self.columns)?);
        if rows * columns > most {
            let message = format!("a board of {rows} by {columns} cells is too large");
            let problem = Problem::new(self.span.clone(), message, "here");
            return Err(vec![problem.hint(format!("such a board has at most {most} cells"))]);
        }
        Ok((rows, columns))
    }
}

/// The rules of a board game.
pub(super) fn board(
    mut scope: NameScope,
    size: &BoardSize,
    of: &SpannedName,
    options: &[OptionLine],
) -> Result<BoardRules, Vec<Problem>> {
    let (rows, columns) = size.numbers(&mut scope, MAX_CELLS)?;
    if let Some(problem) = options.iter().find_map(|line| other_board(line, of)) {
        return Err(vec![problem]);
    }
    let [line] = options else {
        // A missing option line was reported by the parser.
        let second = options.get(1).map(|line| {
            Problem::new(line.span.clone(), "a board game has one option line", "a second one")
                .hint(board_hint())
        });
        return Err(second.into_iter().collect());
    };
    if !line.conditions.is_empty() || !line.binders.is_empty() {
        return Err(vec![
            Problem::new(line.span.clone(), "a board move has no conditions", "here")
                .hint(board_hint()),
        ]);
    }
    let Action::Board(words) = &line.action else {
        return Err(vec![
            Problem::new(line.span.clone(), "this is no move on a board", "here")
                .hint(board_hint()),
        ]);
    };
    let words = words.join(" ");
    let Some((moves, _)) = BoardMoves::WORDS.iter().find(|(_, w)| *w == words) else {
        let known = BoardMoves::WORDS.iter().map(|(_, w)| *w);
        return Err(vec![
            Problem::new(line.span.clone(), format!("unknown board move `{words}`"), "here")
                .hint(board_hint())
                .did_you_mean(&words, known),
        ]);
    };
    let needs = if *moves == BoardMoves::TurnCorners { "coins" } else { "stones" };
    if of.value != needs {
        let message = format!("this move needs a board of {needs}");
        return Err(vec![
            Problem::new(of.span.clone(), message, format!("`{}` here", of.value))
                .hint(format!("write `of {needs}`")),
        ]);
    }
    Ok(BoardRules { rows, columns, moves: *moves })
}

/// A move that belongs to a board of something else: a pattern, or a turning set.
fn other_board(line: &OptionLine, of: &SpannedName) -> Option<Problem> {
    let (moves, needs) = match line.action {
        Action::Pattern(_) => ("patterns are moves", "cells"),
        Action::Turn(_) => ("coins are turned", "coins"),
        _ => return None,
    };
    let message = format!("{moves} on a board of {needs}");
    let problem = Problem::new(of.span.clone(), message, format!("`{}` here", of.value));
    Some(problem.hint(format!("write `of {needs}`")))
}

fn board_hint() -> String {
    let moves: Vec<String> =
        BoardMoves::WORDS.iter().map(|(_, w)| format!("`option {w}`")).collect();
    format!("the moves on boards are {}", moves.join(", "))
}
