//! A validated game: what solvers, provers and players read.
//!
//! Plain data. What lowering has made need not be checked again: moves lead to positions, play ends
//! (`measure`), families are closed under the declared symmetry, and no sum leaves 64 bits. Whoever
//! builds one by hand has to keep that. Claims and definitions are kept as written; core compiles them.
//! The rule text stays with it, to be quoted in certificates and on pages. Syntax with its places,
//! before validation, is in `syntax.rs`.

use crate::family::{AffineCondition, Family};
use crate::figure_rules::FigureRules;
use crate::measure::PlayMeasure;
use crate::slice::HeapSlice;
use crate::symmetry::Symmetry;
use crate::syntax::{Argument, ClaimText, Definition};

/// A game with its parameters filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// Name, titles, source.
    pub about: GameDescription,
    /// Positions and moves.
    pub rules: Rules,
    /// Functions and sets for the claims, as written.
    pub definitions: Vec<Definition>,
    /// What is said to be true of the game, as written.
    pub claims: Vec<ClaimText>,
}

/// What people want to know about a game before they play it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameDescription {
    /// The name in the rule text.
    pub name: String,
    /// The parameters with their values.
    pub arguments: Vec<(String, Argument)>,
    /// Titles by language code, in the order of the text.
    pub titles: Vec<(String, String)>,
    /// Who invented or studied it.
    pub source: Option<String>,
    /// Remarks.
    pub notes: Vec<String>,
    /// The rule text itself.
    pub text: String,
}

impl GameDescription {
    /// The name with parameters: `circular(6,2)`.
    pub fn full_name(&self) -> String {
        if self.arguments.is_empty() {
            return self.name.clone();
        }
        let values: Vec<String> = self.arguments.iter().map(|(_, v)| v.to_string()).collect();
        format!("{}({})", self.name, values.join(","))
    }

    /// The title in `language`, if the text gives one.
    pub fn title(&self, language: &str) -> Option<&str> {
        self.titles.iter().find(|(l, _)| l == language).map(|(_, t)| t.as_str())
    }
}

/// Positions and moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Heaps of stones and move families.
    Heaps(HeapRules),
    /// A board with its own moves.
    Board(BoardRules),
    /// Single heaps that become sums of heaps.
    Single(SingleRules),
    /// Pieces of several numbers that become sums of pieces.
    Pieces(PieceRules),
    /// Graphs, posets, diagrams, boards of cells.
    Figures(FigureRules),
}

/// A game on any number of pieces of several numbers, such as rectangles, in which a move takes one piece and puts none,
/// one or several smaller ones in its place. Each number of a piece is at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRules {
    /// What options call the numbers of the piece, 2 to 4 of them.
    pub names: Vec<String>,
    /// The moves. The position of a family is the one piece; its result are the numbers of the pieces that come in its
    /// place, one piece after the other, in no order. That each number is at least 1 follows from the conditions; so does
    /// that no number is larger than that of the old piece, and one of each new piece smaller.
    pub families: Vec<Family>,
}

/// A game on any number of heaps in which a move takes one heap and puts none, one or several smaller
/// ones in its place. A heap has at least one stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SingleRules {
    /// What options call the size of the heap.
    pub name: String,
    /// The moves. The position of a family is the one heap; its result are the heaps that come in
    /// its place, as many as there are, in no order. That each is from 1 to one less than the heap
    /// follows from the conditions.
    pub families: Vec<Family>,
    /// The moves after which the number of heaps depends on the heap.
    pub sums: Vec<SumFamily>,
}

/// Moves of a single heap, after which the number of heaps varies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumFamily {
    /// The position is the one heap; the result are the numbers of all parts, one after the other. That every new
    /// heap is from 1 to one less than the heap follows from the conditions.
    pub family: Family,
    /// What the numbers mean.
    pub parts: Vec<PartShape>,
}

/// What one or two numbers of a [`SumFamily`] mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartShape {
    /// A heap of this size.
    One,
    /// So many heaps, from 0 on, of this size.
    Copies,
    /// A heap of each size from the first to the second, which may be one less: no heap.
    Run,
    /// So many heaps, whichever, with so many stones in all; there are at least as many stones.
    Parts,
    /// The same, no two of the same size.
    DifferentParts,
}

impl PartShape {
    /// How many numbers it takes.
    pub fn width(self) -> usize {
        match self {
            PartShape::One => 1,
            _ => 2,
        }
    }

    /// Parts with their numbers, as rule texts have them.
    pub fn written(parts: &[PartShape], numbers: &[String]) -> String {
        if parts.is_empty() {
            return "[]".to_string();
        }
        let mut at = 0;
        let part = |part: &PartShape| {
            at += part.width();
            part.display(&numbers[at - part.width()..at])
        };
        parts.iter().map(part).collect::<Vec<String>>().join(" + ")
    }

    fn display(self, numbers: &[String]) -> String {
        let bracketed = |text: &str| match text.contains([' ', '*']) {
            true => format!("({text})"),
            false => text.to_string(),
        };
        match (self, numbers) {
            (PartShape::Copies, [count, size]) => format!("{} * [{size}]", bracketed(count)),
            (PartShape::Run, [from, to]) => format!("[{from} .. {to}]"),
            (PartShape::Parts, [count, of]) => format!("{} parts of {of}", bracketed(count)),
            (PartShape::DifferentParts, [count, of]) => {
                format!("{} different parts of {of}", bracketed(count))
            }
            _ => format!("[{}]", numbers.join(", ")),
        }
    }
}

impl SumFamily {
    /// The result as rule texts have it.
    pub fn display(&self, name: &dyn Fn(crate::family::Symbol) -> String) -> String {
        let numbers: Vec<String> = self.family.result.iter().map(|e| e.display(name)).collect();
        PartShape::written(&self.parts, &numbers)
    }
}

/// A game on heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapRules {
    /// The heaps' names: `a`, `b` or `h[1]`, `h[2]`; then those of the states.
    pub names: Vec<String>,
    /// The largest value of each state. States are numbers beside the heaps, such as a pass that is left or the vertex of a
    /// token: the last of the heaps, that windows always hold whole and the declared symmetry leaves in their places.
    pub states: Vec<u64>,
    /// The smallest each heap can be.
    pub lower: Vec<u64>,
    /// What else a position must satisfy; no fresh variables.
    pub validity: Vec<AffineCondition>,
    /// The bounds of a slice, which no move leaves; no rule text has any. Windows go no further.
    pub slice: HeapSlice,
    /// The declared symmetry; validity and families are closed under it.
    pub symmetry: Symmetry,
    /// The moves.
    pub families: Vec<Family>,
    /// Whether the families are closed under the symmetry place by place, and not only up to the
    /// order of the new heaps. Then one arrangement of a position shows all its predecessors.
    pub closed_in_place: bool,
    /// What goes down with every move, so play ends.
    pub measure: PlayMeasure,
}

impl HeapRules {
    /// How many heaps there are, without the states behind them.
    pub fn heaps(&self) -> usize {
        self.names.len() - self.states.len()
    }

    /// Positions of so many heaps from 0 without moves.
    pub fn without_moves(names: Vec<String>) -> HeapRules {
        let heaps = names.len();
        HeapRules {
            names,
            states: Vec::new(),
            lower: vec![0; heaps],
            validity: Vec::new(),
            slice: HeapSlice::default(),
            symmetry: Symmetry::None,
            families: Vec::new(),
            closed_in_place: true,
            measure: PlayMeasure::stones(heaps),
        }
    }

    /// The positions within some bounds, with the same moves. Who calls this knows that no move leaves them.
    ///
    /// Heaps have their places in a slice: no symmetry is declared, and an unordered game has an order.
    #[must_use]
    pub fn sliced(&self, slice: HeapSlice) -> HeapRules {
        let symmetry = if slice.is_whole() { self.symmetry.clone() } else { Symmetry::None };
        HeapRules { slice, symmetry, ..self.clone() }
    }

    /// The measure of a position: the first of these numbers that a move changes goes down.
    pub fn measured(&self, heaps: &[u64]) -> Vec<i128> {
        self.measure.of(heaps, &self.lower)
    }
}

/// A game on a board of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardRules {
    /// Rows, from top to bottom.
    pub rows: usize,
    /// Columns, from left to right.
    pub columns: usize,
    /// The moves.
    pub moves: BoardMoves,
}

/// The moves on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardMoves {
    /// Take stones from either end of a run.
    RunEnds,
    /// Take any block of neighbouring stones of a run.
    RunBlocks,
    /// Take stones of a run from an end that is the outermost stone of its row or column.
    LineEnds,
    /// Turn the corners of a rectangle whose upper right coin shows heads.
    TurnCorners,
}

impl BoardMoves {
    /// All board moves with the words that name them after `option`.
    pub const WORDS: [(BoardMoves, &'static str); 4] = [
        (BoardMoves::RunEnds, "take from an end of a run"),
        (BoardMoves::RunBlocks, "take a block of a run"),
        (BoardMoves::LineEnds, "take from an end of a row or column"),
        (BoardMoves::TurnCorners, "turn the corners of a rectangle"),
    ];
}

/// An argument as a user gives it: `6`, `[2,2]` or `k=2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenArgument {
    /// The parameter, if named.
    pub name: Option<String>,
    /// The value.
    pub value: Argument,
}
