//! Which engine answers a question about boards, and why: a [`Plan`] is data, made before any work.

use ishitori_rule::BoardMoves;

use super::super::Convention;
use super::super::choose::Refused;
use super::{Below, MAX_CELLS, MAX_LINE};
use crate::game::{Board, BoardGame, Bounds, WindowError};

/// Up to this many boards plain recursion is as fast as anything.
const FEW: u128 = 100_000;

const MEGABYTE: u128 = 1 << 20;

/// What is asked of every board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who wins.
    Outcomes,
    /// Grundy values.
    Values,
}

/// How a question about many boards is answered.
#[derive(Clone, Debug)]
pub struct Plan<'g> {
    /// The boards to solve; `None` for the reference.
    pub below: Option<Below<'g>>,
    /// Why: one sentence each, the decisive one last.
    pub reasons: Vec<String>,
    /// How many boards will be solved.
    pub positions: u128,
    /// The bytes of the tables; `None` if they grow on the way (the reference).
    pub bytes: Option<u128>,
}

impl Plan<'_> {
    /// The most bytes that a state takes; `None` if that grows on the way (the reference).
    pub fn snapshot_bytes(&self, question: Question) -> Option<u128> {
        self.below.as_ref().map(|below| below.snapshot_bytes(question))
    }

    /// The name of the engine.
    pub fn engine(&self) -> &'static str {
        if self.below.is_some() { "boards" } else { "reference" }
    }
}

/// Chooses how to answer `question` for the boards within `bounds`, taking at most `memory` bytes.
///
/// # Errors
/// [`Refused`] if there is no such window or it does not fit.
pub fn choose<'g>(
    game: &'g BoardGame,
    bounds: &Bounds,
    question: Question,
    memory: u128,
) -> Result<Plan<'g>, Refused> {
    if !bounds.to.is_empty() {
        return Err(WindowError::NoHeaps.into());
    }
    let cells = game.rules().rows * game.rules().columns;
    let takes = game.rules().moves != BoardMoves::TurnCorners;
    let listed = bounds.total.map_or(1 << cells, |total| subsets(cells, total));
    let by_reference = |reason: String| {
        Ok(Plan { below: None, reasons: vec![reason], positions: listed, bytes: None })
    };
    if takes && listed <= FEW && listed < 1 << cells {
        return by_reference(
            "few boards have so few stones, and taking only makes them fewer".into(),
        );
    }
    let Some(below) = Below::all(game) else {
        return by_reference(format!(
            "only boards of up to {MAX_CELLS} cells, {MAX_LINE} in a line, are numbered: plain recursion"
        ));
    };
    let bytes = bytes(&below, question);
    if bytes > memory {
        return Err(too_large(bytes, memory, question));
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
    Ok(Plan { reasons, positions: below.boards().into(), bytes: Some(bytes), below: Some(below) })
}

fn bytes(below: &Below, question: Question) -> u128 {
    match question {
        Question::Outcomes => below.outcome_bytes(),
        Question::Values => below.grundy_bytes(),
    }
}

fn too_large(bytes: u128, memory: u128, question: Question) -> Refused {
    let in_one = if question == Question::Outcomes { 8 } else { 1 };
    let cells = (memory * in_one).checked_ilog2().unwrap_or(0);
    Refused::TooLarge {
        engine: "boards",
        needed: bytes.div_ceil(MEGABYTE),
        limit: memory / MEGABYTE,
        fits: format!("use a smaller board, of at most {cells} cells"),
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

/// How a question about one board is answered.
#[derive(Clone, Debug)]
pub enum One<'g> {
    /// By [`Reference`](crate::solve::Reference): everything about it.
    Reference,
    /// By [`Sums`](super::Sums): normal play, no remoteness.
    Sums,
    /// By solving all [boards below it](Below): who wins.
    Below(Below<'g>),
}

/// Chooses how to answer for one board, taking at most `memory` bytes.
pub fn choose_one<'g>(
    game: &'g BoardGame,
    board: &Board,
    convention: Convention,
    memory: u128,
) -> One<'g> {
    let below = Below::new(game, *board);
    match below {
        Some(below) if u128::from(below.boards()) <= FEW => One::Reference,
        _ if convention == Convention::Normal => One::Sums,
        Some(below) if below.outcome_bytes() <= memory => One::Below(below),
        _ => One::Reference,
    }
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
