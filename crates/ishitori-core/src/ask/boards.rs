//! Which engine answers a question about boards, and why.
//!
//! All boards of a size: plain recursion if only few have so few stones, else all of them numbered and in
//! order, if they can be numbered. One board: recursion if little lies below it; in normal play its parts;
//! in misère play, where a sum is not known by its parts, all boards below it if they fit. The choice
//! decides time and memory, never the answer: `tests/boards.rs` and `tests/ask.rs` compare plans with the
//! reference and with each other.
//! Cost: a table is refused before it is taken if it does not fit. For heaps see `heaps.rs`.

use ishitori_rule::BoardMoves;

use super::plan::{Engine, Fact, LargestWindow, Plan, Refused};
use crate::control::Control;
use crate::game::{Board, BoardGame, Bounds, WindowError};
use crate::solve::Convention;
use crate::solve::boards::{BoardsBelow, MAX_CELLS, MAX_LINE};

/// Up to this many boards plain recursion is as fast as anything.
const FEW: u128 = 100_000;

impl Plan {
    fn of_boards(fact: Fact, engine: Engine, reasons: Vec<String>, positions: u128) -> Plan {
        Plan { fact, engine, ordered: false, reasons, positions, bytes: None, threads: 1 }
    }

    /// The boards that will be solved, if all of a size are.
    pub fn all_boards<'g>(&self, game: &'g BoardGame) -> Option<BoardsBelow<'g>> {
        matches!(self.engine, Engine::Boards).then(|| BoardsBelow::all(game)).flatten()
    }
}

/// Chooses how to find out `fact` of the boards within `bounds`.
///
/// # Errors
/// [`Refused`] if there is no such window or it does not fit.
pub fn choose_boards(
    game: &BoardGame,
    bounds: &Bounds,
    fact: Fact,
    control: &Control,
) -> Result<Plan, Refused> {
    if !bounds.to.is_empty() {
        return Err(WindowError::NoHeaps.into());
    }
    let cells = game.rules().rows * game.rules().columns;
    let takes = game.rules().moves != BoardMoves::TurnCorners;
    let listed = bounds.total.map_or(1 << cells, |total| subsets(cells, total));
    let by_reference =
        |reason: String| Ok(Plan::of_boards(fact, Engine::Reference, vec![reason], listed));
    if takes && listed <= FEW && listed < 1 << cells {
        return by_reference(
            "few boards have so few stones, and taking only makes them fewer".into(),
        );
    }
    let Some(below) = BoardsBelow::all(game) else {
        return by_reference(format!(
            "only boards of up to {MAX_CELLS} cells, {MAX_LINE} in a line, are numbered: plain recursion"
        ));
    };
    let (bytes, in_one) = match fact {
        Fact::Outcome(_) => (below.outcome_bytes(), 8),
        Fact::Grundy => (below.grundy_bytes(), 1),
        Fact::Remoteness(_) => {
            return by_reference("only plain recursion tells how long play on boards lasts".into());
        }
    };
    let memory = control.memory() as u128;
    if bytes > memory {
        let cells = memory.saturating_mul(in_one).checked_ilog2().unwrap_or(0);
        return Err(Refused::too_large("boards", bytes, memory, LargestWindow::Cells(cells)));
    }
    let order = if takes {
        "taking clears bits"
    } else {
        "the highest bit that turning changes is cleared"
    };
    let mut reasons = vec![format!("boards are numbers, and {order}: all of them in order")];
    if bounds.total.is_some() {
        reasons.push("they are all solved, whatever their number of stones".into());
    }
    let plan = Plan::of_boards(fact, Engine::Boards, reasons, below.boards().into());
    Ok(Plan { bytes: Some(bytes), ..plan })
}

/// Chooses how to answer for one board.
pub fn choose_board(
    game: &BoardGame,
    board: &Board,
    convention: Convention,
    control: &Control,
) -> Plan {
    let fact = Fact::Outcome(convention);
    let below = BoardsBelow::new(game, *board);
    let boards = below.as_ref().map_or(0, |below| u128::from(below.boards()));
    let plan =
        |engine, reason: &str| Plan::of_boards(fact, engine, vec![reason.to_string()], boards);
    match &below {
        Some(_) if boards <= FEW => {
            plan(Engine::Reference, "few boards are below, and plain recursion tells everything")
        }
        _ if convention == Convention::Normal => plan(
            Engine::Parts,
            "in normal play a board is the sum of parts that do not touch each other's moves",
        ),
        Some(below) if below.outcome_bytes() <= control.memory() as u128 => {
            let plan = plan(Engine::Boards, "misère play: all boards below it in order");
            Plan { bytes: Some(below.outcome_bytes()), ..plan }
        }
        _ => plan(Engine::Reference, "misère play, and too many boards below it for a table"),
    }
}

/// How many sets of at most `most` of `cells` there are.
fn subsets(cells: usize, most: u64) -> u128 {
    let (cells, mut all, mut exactly) = (cells as u128, 0, 1u128);
    for chosen in 0..=u128::from(most).min(cells) {
        all += exactly;
        exactly = exactly * (cells - chosen) / (chosen + 1);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_subsets() {
        assert_eq!(subsets(4, 2), 1 + 4 + 6);
        assert_eq!(subsets(64, u64::MAX), 1 << 64);
        assert_eq!(subsets(30, 0), 1);
    }
}
