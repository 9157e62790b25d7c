//! The kinds of moves of a game with any number of heaps.

/// One kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EveryNMove {
    /// At least one and at most so many heaps are lowered.
    Lower(usize),
    /// So many stones are taken, each number from a heap of its own.
    Take(Vec<u64>),
    /// A common divisor of all heaps is taken from one.
    Divide,
}

/// The most heaps that one move lowers; none if no move lowers freely.
pub(crate) fn most_lowered(moves: &[EveryNMove]) -> usize {
    let lowered = |one: &EveryNMove| match one {
        EveryNMove::Lower(most) => *most,
        _ => 0,
    };
    moves.iter().map(lowered).max().unwrap_or(0)
}
