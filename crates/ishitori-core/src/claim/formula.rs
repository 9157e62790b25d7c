//! A claim ready to be evaluated: names are slots, parameters are numbers, kinds are right.
//!
//! [`compile`](super::compile) makes these trees, [`evaluate`](super::evaluate) walks them. Numbers,
//! conditions and sets are three types, so that no value is ever of the wrong kind at run time.

use std::sync::Arc;

use ishitori_rule::Span;
use ishitori_rule::number_function::InfiniteSet;
use ishitori_rule::syntax::{ComparisonOperator, Quantifier};

use super::board::{BoardImage, Feature};
use super::number_set::DecidedNumbers;
use crate::game::{Board, Figure};
use crate::solve::Outcome;

/// A number.
#[derive(Clone, Debug)]
pub(crate) enum CompiledNumber {
    Constant(i64),
    /// A heap or a variable.
    Slot(usize),
    /// `h[i]`, counted from 1; on a circle any index will do.
    Heap {
        heaps: usize,
        circle: bool,
        index: Box<CompiledNumber>,
    },
    Negate(Box<CompiledNumber>),
    Binary(Arithmetic, Box<CompiledNumber>, Box<CompiledNumber>),
    Fold(Fold, Vec<CompiledArgument>),
    Function(Function, Vec<CompiledArgument>),
    If(Box<CompiledCondition>, Box<CompiledNumber>, Box<CompiledNumber>),
    Grundy(Query),
    /// How many moves are left when the winner hurries and the loser delays.
    Remoteness(Query),
    /// A defined function.
    Defined(usize, Vec<CompiledNumber>),
    /// How many elements a set has.
    Size(Box<CompiledSet>),
    /// The least natural that is not in a set.
    Mex(Box<CompiledSet>),
    /// A number of the board here, or of another with that mask.
    Board(Feature, Option<Box<CompiledNumber>>),
    /// The mask of the board here, turned.
    Turned(BoardImage),
    /// A number of a figure, by its place among those of the kind.
    FigureNumber(usize, Query),
    /// An entry of a list of a figure: `row[i]`.
    FigureEntry(usize, Query, Vec<CompiledNumber>),
    /// A figure, as the number that it has in this case; only to be compared with others.
    Position(Query),
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    /// Rounded down.
    Divide,
    Modulo,
    Power,
    Xor,
}

/// An operation on any number of numbers, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    Xor,
    Or,
    And,
    Sum,
    Product,
    Min,
    Max,
    Count,
}

/// A function of several numbers; see [`functions`](super::functions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Function {
    V2,
    Tail,
    Popcount,
    Bitlen,
    Bit,
    Majority,
    NimProduct,
    DigitSum,
    Least,
    Gcd,
    Abs,
    Totient,
    FloorPhi,
    FloorPhi2,
    /// 1 if a number is in a set without end, 0 if not.
    IsIn(InfiniteSet),
}

/// One argument, or many.
#[derive(Clone, Debug)]
pub(crate) enum CompiledArgument {
    One(CompiledNumber),
    Many(Box<SetComprehension>),
}

impl From<CompiledNumber> for CompiledArgument {
    fn from(number: CompiledNumber) -> CompiledArgument {
        CompiledArgument::One(number)
    }
}

/// `x + y for x in S, y in T where x < y`.
#[derive(Clone, Debug)]
pub(crate) struct SetComprehension {
    pub item: Vec<CompiledNumber>,
    pub through: Vec<BoundVariables>,
    pub condition: Option<CompiledCondition>,
}

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum CompiledCondition {
    Constant(bool),
    Compare(ComparisonOperator, Box<CompiledNumber>, Box<CompiledNumber>, Span),
    Not(Box<CompiledCondition>),
    And(Vec<CompiledCondition>),
    Or(Vec<CompiledCondition>),
    Implies(Box<CompiledCondition>, Box<CompiledCondition>),
    Iff(Box<CompiledCondition>, Box<CompiledCondition>),
    Outcome(Query, Outcome),
    In(Vec<CompiledNumber>, CompiledSet),
    Subset(CompiledSet, CompiledSet),
    Same(CompiledSet, CompiledSet),
    Defined(usize, Vec<CompiledNumber>),
    Quantified(Quantifier, Vec<BoundVariables>, Box<CompiledCondition>),
    /// A condition about all numbers, and what is known of it once and for all.
    Decided(DecidedNumbers, Box<CompiledCondition>),
    Let(Vec<usize>, Vec<CompiledNumber>, Box<CompiledCondition>),
}

impl CompiledCondition {
    /// X, if this is `P implies X` about the position here.
    pub(crate) fn implied_by_p(&self) -> Option<&CompiledCondition> {
        let CompiledCondition::Implies(premise, conclusion) = self else { return None };
        let here = |query: &Query| query.game == 0 && matches!(query.place, QueryPosition::Here);
        match &**premise {
            CompiledCondition::Outcome(query, Outcome::P) if here(query) => Some(conclusion),
            _ => None,
        }
    }
}

/// Variables and what they run through.
#[derive(Clone, Debug)]
pub(crate) struct BoundVariables {
    pub slots: Vec<usize>,
    pub names: Vec<String>,
    pub over: CompiledSet,
}

impl CompiledSet {
    /// Whether its elements are figures.
    pub(crate) fn holds_figures(&self) -> bool {
        match self {
            CompiledSet::FigureImages(_) | CompiledSet::FigureOptions(_) => true,
            CompiledSet::Union(left, right)
            | CompiledSet::Intersection(left, right)
            | CompiledSet::Difference(left, right) => left.holds_figures() || right.holds_figures(),
            _ => false,
        }
    }
}

/// A set of numbers or tuples.
#[derive(Clone, Debug)]
pub(crate) enum CompiledSet {
    Range(Box<CompiledNumber>, Box<CompiledNumber>),
    /// All numbers from `from` on. Whoever evaluates looks at those up to `seen`.
    Naturals {
        from: i64,
        seen: i64,
    },
    List(Vec<Vec<CompiledNumber>>),
    Options(Query),
    /// The positions symmetric to the one here, by the heaps that come to each place.
    Images(Arc<Vec<Vec<usize>>>),
    /// The stones or heads of the board here, as (column, row) with 1, 1 at the lower left for
    /// coins and (row, column) from the upper left for stones.
    Cells,
    /// The numbers of a list of a figure; where they are counted one by one, each as often as it is there.
    FigureList(usize, Query),
    /// Row and column of the entries of a list that are not 0.
    FigureCells(usize, Query),
    /// The images of a figure, itself among them, as the numbers that they have in this case.
    FigureImages(Query),
    /// The options of a figure, as the numbers that they have in this case.
    FigureOptions(Query),
    /// A table's rows: row heading, column heading, cell.
    Rows(Arc<Vec<Vec<i64>>>),
    Listed(Box<SetComprehension>),
    Union(Box<CompiledSet>, Box<CompiledSet>),
    Intersection(Box<CompiledSet>, Box<CompiledSet>),
    Difference(Box<CompiledSet>, Box<CompiledSet>),
    /// Each tuple ascending, for comparison with positions of an unordered game.
    Sorted(Box<CompiledSet>),
}

/// A question about a position.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    /// Which of the program's games.
    pub game: usize,
    pub place: QueryPosition,
}

/// Which position is meant.
#[derive(Clone, Debug)]
pub(crate) enum QueryPosition {
    Here,
    Heaps(Vec<CompiledNumber>),
    Board(Board),
    Figure(Box<Figure>),
    /// The figure that a variable stands for.
    Bound(usize),
    /// An image of a figure, by its place among those of the kind.
    Image(usize, Box<QueryPosition>),
    /// The board with that mask.
    Mask(Box<CompiledNumber>),
}

/// A definition with arguments.
#[derive(Clone, Debug)]
pub(crate) struct CompiledDefinition {
    pub name: String,
    pub parameters: usize,
    /// How many slots its evaluation needs.
    pub slots: usize,
    pub body: DefinitionBody,
}

/// What a definition stands for.
#[derive(Clone, Debug)]
pub(crate) enum DefinitionBody {
    Num(CompiledNumber),
    Logic(CompiledCondition),
}
