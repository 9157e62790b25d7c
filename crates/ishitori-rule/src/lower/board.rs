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

/// The rules of a board game.
pub(super) fn board(
    mut scope: NameScope,
    rows: &Expr,
    columns: &Expr,
    of: &SpannedName,
    span: &Span,
    options: &[OptionLine],
) -> Result<BoardRules, Vec<Problem>> {
    let mut size = |expr: &Expr| -> Result<usize, Vec<Problem>> {
        let value = scope.number(expr).map_err(|p| vec![p])?;
        usize::try_from(value).ok().filter(|n| (1..=MAX_CELLS).contains(n)).ok_or_else(|| {
            vec![Problem::new(expr.span.clone(), format!("{value} is no size of a board"), "here")]
        })
    };
    let (rows, columns) = (size(rows)?, size(columns)?);
    if rows * columns > MAX_CELLS {
        return Err(vec![
            Problem::new(
                span.clone(),
                format!("a board of {rows} by {columns} cells is too large"),
                "here",
            )
            .hint(format!("a board has at most {MAX_CELLS} cells")),
        ]);
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

fn board_hint() -> String {
    let moves: Vec<String> =
        BoardMoves::WORDS.iter().map(|(_, w)| format!("`option {w}`")).collect();
    format!("the moves on boards are {}", moves.join(", "))
}
