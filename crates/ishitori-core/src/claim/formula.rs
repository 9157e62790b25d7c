//! A claim ready to be evaluated: names are slots, parameters are numbers, kinds are right.
//!
//! [`compile`](super::compile) makes these trees, [`evaluate`](super::evaluate) walks them. Numbers,
//! conditions and sets are three types, so that no value is ever of the wrong kind at run time.

use std::rc::Rc;

use ishitori_rule::Span;
use ishitori_rule::syntax::{Compare, Quantifier};

use super::board::{Feature, Turn};
use crate::game::Board;
use crate::solve::Outcome;

/// A number.
#[derive(Clone, Debug)]
pub(crate) enum Num {
    Constant(i64),
    /// A heap or a variable.
    Slot(usize),
    /// `h[i]`, counted from 1; on a circle any index will do.
    Heap {
        heaps: usize,
        circle: bool,
        index: Box<Num>,
    },
    Negate(Box<Num>),
    Binary(Arithmetic, Box<Num>, Box<Num>),
    Fold(Fold, Vec<Arg>),
    Function(Function, Vec<Arg>),
    If(Box<Logic>, Box<Num>, Box<Num>),
    Grundy(Query),
    /// A defined function.
    Defined(usize, Vec<Num>),
    /// How many elements a set has.
    Size(Box<Set>),
    /// The least natural that is not in a set.
    Mex(Box<Set>),
    /// A number of the board here, or of another with that mask.
    Board(Feature, Option<Box<Num>>),
    /// The mask of the board here, turned.
    Turned(Turn),
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    FloorPhi,
    FloorPhi2,
}

/// One argument, or many.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    One(Num),
    Many(Box<Listed>),
}

impl From<Num> for Arg {
    fn from(number: Num) -> Arg {
        Arg::One(number)
    }
}

/// `x + y for x in S, y in T where x < y`.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub item: Vec<Num>,
    pub through: Vec<Through>,
    pub condition: Option<Logic>,
}

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum Logic {
    Constant(bool),
    Compare(Compare, Box<Num>, Box<Num>, Span),
    Not(Box<Logic>),
    And(Vec<Logic>),
    Or(Vec<Logic>),
    Implies(Box<Logic>, Box<Logic>),
    Iff(Box<Logic>, Box<Logic>),
    Outcome(Query, Outcome),
    In(Vec<Num>, Set),
    Subset(Set, Set),
    Same(Set, Set),
    Defined(usize, Vec<Num>),
    Quantified(Quantifier, Vec<Through>, Box<Logic>),
    Let(Vec<usize>, Vec<Num>, Box<Logic>),
}

/// Variables and what they run through.
#[derive(Clone, Debug)]
pub(crate) struct Through {
    pub slots: Vec<usize>,
    pub names: Vec<String>,
    pub over: Set,
}

/// A set of numbers or tuples.
#[derive(Clone, Debug)]
pub(crate) enum Set {
    Range(Box<Num>, Box<Num>),
    List(Vec<Vec<Num>>),
    Options(Query),
    /// The positions symmetric to the one here, by the heaps that come to each place.
    Images(Rc<Vec<Vec<usize>>>),
    /// The stones or heads of the board here, as (column, row) with 1, 1 at the lower left for
    /// coins and (row, column) from the upper left for stones.
    Cells,
    /// A table's rows: row heading, column heading, cell.
    Rows(Rc<Vec<Vec<i64>>>),
    Listed(Box<Listed>),
    Union(Box<Set>, Box<Set>),
    Intersection(Box<Set>, Box<Set>),
    Difference(Box<Set>, Box<Set>),
    /// Each tuple ascending, for comparison with positions of an unordered game.
    Sorted(Box<Set>),
}

/// A question about a position.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    /// Which of the program's games.
    pub game: usize,
    pub place: Place,
}

/// Which position is meant.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    Here,
    Heaps(Vec<Num>),
    Board(Board),
    /// The board with that mask.
    Mask(Box<Num>),
}

/// A definition with arguments.
#[derive(Clone, Debug)]
pub(crate) struct Defined {
    pub name: String,
    pub parameters: usize,
    /// How many slots its evaluation needs.
    pub slots: usize,
    pub body: Body,
}

/// What a definition stands for.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Num(Num),
    Logic(Logic),
}
