//! A rule text as written: statements and expressions with their places, nothing checked yet.
//!
//! [`parse`](crate::parse::parse) makes these; [`lower`](crate::lower) turns them, with
//! parameters, into a [`Ruleset`](crate::Ruleset).

use crate::problem::Span;
use crate::set_list::SetList;

/// Something with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The thing.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// A name with its place.
pub type SpannedName = Spanned<String>;

/// One `.game` file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// The name and parameters.
    pub header: Option<GameHeader>,
    /// Titles by language code.
    pub titles: Vec<(SpannedName, String)>,
    /// Who invented or studied it.
    pub source: Option<String>,
    /// Remarks for the reader.
    pub notes: Vec<String>,
    /// Where the stones lie.
    pub place: Option<PositionText>,
    /// What a position has beside its heaps.
    pub states: Vec<StateText>,
    /// What a player may do.
    pub options: Vec<OptionLine>,
    /// Functions and sets for the claims.
    pub definitions: Vec<Definition>,
    /// What is said to be true of the game.
    pub claims: Vec<ClaimText>,
}

/// `claim SDN-T1 theorem "Theorem 1" on (3,2) up to 30: P iff a = b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimText {
    /// Its name, which reports and tests use.
    pub id: SpannedName,
    /// `theorem`, `example`, `pattern`, ...
    pub kind: SpannedName,
    /// The rest of its heading.
    pub about: ClaimHeading,
    /// What it says.
    pub statement: Condition,
    /// The whole of it.
    pub span: Span,
}

/// What stands between a claim's name and its colon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimHeading {
    /// Where it is printed.
    pub source: Option<String>,
    /// What a reader should know.
    pub note: Option<String>,
    /// The claim that this one mends.
    pub mends: Option<SpannedName>,
    /// Where it is checked unless somebody asks for more; at least one.
    pub cases: Vec<CaseText>,
    /// Whether it is about these parameters only.
    pub only: bool,
    /// Whether whoever cannot move wins.
    pub misere: bool,
}

/// Parameters and a window: `(3, 2 .. 4) up to 30`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseText {
    /// The choices for each parameter; none: the defaults.
    pub arguments: Vec<Vec<Argument>>,
    /// The largest heap: none, one for all, or one for each.
    pub to: Vec<u64>,
    /// The largest number of stones.
    pub total: Option<u64>,
    /// A list of positions, where there are no heaps.
    pub among: Option<String>,
    /// Its place.
    pub span: Span,
}

/// `define D(a, m) := ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: SpannedName,
    /// Its arguments.
    pub parameters: Vec<SpannedName>,
    /// What it stands for: a condition, or a number or set ([`ConditionKind::Bare`]).
    pub body: Condition,
}

/// What a quantifier or a list in a claim runs through: `x in 1 .. n`, `(x, y) in options`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimBinder {
    /// The names it gives.
    pub names: Vec<SpannedName>,
    /// The values; none: all sizes a heap has in the window.
    pub over: Option<Expr>,
}

/// How many of the values must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `for all`
    All,
    /// `exists`
    Exists,
    /// `no`
    No,
    /// `at most one`
    AtMostOne,
    /// `exactly one`
    ExactlyOne,
}

/// `game name(n = 3, k) where k <= n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHeader {
    /// The game's name.
    pub name: SpannedName,
    /// Its parameters in order.
    pub parameters: Vec<Parameter>,
    /// What the parameters must satisfy.
    pub requires: Vec<Condition>,
}

/// A parameter and its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: SpannedName,
    /// The value used when none is given.
    pub default: Option<Argument>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number.
    Number(i64),
    /// A list of numbers, such as Emperor Nim's shape.
    List(Vec<i64>),
    /// A text, such as the code 0.77.
    Text(String),
    /// A list of sets, such as the edges of a graph.
    Sets(SetList),
}

impl std::fmt::Display for Argument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Argument::Number(n) => write!(f, "{n}"),
            Argument::Text(text) => write!(f, "{text}"),
            Argument::Sets(sets) => write!(f, "{sets}"),
            Argument::List(items) => {
                let items: Vec<String> = items.iter().map(i64::to_string).collect();
                write!(f, "[{}]", items.join(","))
            }
        }
    }
}

/// Where the stones lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionText {
    /// `position ...`.
    Heaps {
        /// The heaps.
        shape: HeapShape,
        /// `unordered`, `each >= 1`, ...
        attributes: Vec<Attribute>,
        /// The whole statement.
        span: Span,
    },
    /// `play "nim(3)" with a pass`.
    Play {
        /// The games and what becomes of them.
        play: PlayText,
        /// The whole statement.
        span: Span,
    },
    /// `heap n`.
    Single {
        /// What options call its size.
        name: SpannedName,
        /// The whole statement.
        span: Span,
    },
    /// `heap (a, b)`.
    Pieces {
        /// What options call its numbers.
        names: Vec<SpannedName>,
        /// The whole statement.
        span: Span,
    },
    /// `board r by c of stones`.
    Board {
        /// Rows.
        rows: Expr,
        /// Columns.
        columns: Expr,
        /// `stones`, `coins` or `cells`.
        of: SpannedName,
        /// Patterns that end play.
        endings: Vec<PatternText>,
        /// The whole statement.
        span: Span,
    },
    /// `position graph`, `position diagram in 3 by 4`.
    Figure {
        /// `graph`, `poset` or `diagram`.
        kind: SpannedName,
        /// The rectangle in which diagrams lie: rows and columns.
        within: Option<(Expr, Expr)>,
        /// The whole statement.
        span: Span,
    },
}

/// `"#." becomes ".#" turned`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternText {
    /// Rows joined by `/`.
    pub before: SpannedName,
    /// What becomes of them; nothing in an ending.
    pub after: Option<SpannedName>,
    /// Whether its quarter turns are meant as well.
    pub turned: bool,
    /// Whether its mirror images are.
    pub mirrored: bool,
}

/// A game made of other games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayText {
    /// `"circular(6,2)"`.
    Game(SpannedName),
    /// Several games put together.
    Of(GameOperator, Vec<PlayText>),
    /// `... with 2 passes`: so often a player may pass, in both players' moves together.
    WithPasses(Box<PlayText>, u64),
    /// `blocking(k, ...)`: before each move the other player forbids up to k - 1 options.
    Blocking(Expr, Box<PlayText>),
    /// `... ending when a + b <= 5`: there nobody can move.
    Ending(Box<PlayText>, Condition),
    /// `A without B`: the moves of A that are no moves of B.
    Without(Box<PlayText>, Box<PlayText>),
}

impl PlayText {
    /// The games in it, in order.
    pub fn games(&self) -> Vec<&SpannedName> {
        match self {
            PlayText::Game(name) => vec![name],
            PlayText::Of(_, parts) => parts.iter().flat_map(PlayText::games).collect(),
            PlayText::WithPasses(inner, _)
            | PlayText::Ending(inner, _)
            | PlayText::Blocking(_, inner) => inner.games(),
            PlayText::Without(one, other) => one.games().into_iter().chain(other.games()).collect(),
        }
    }
}

/// How games are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOperator {
    /// A move in one of them.
    Sum,
    /// A move in one of them; play ends as soon as one of them has ended.
    Shortened,
    /// A move in one or several of them, one each.
    Selective,
    /// A move in all of them; play ends as soon as one of them has ended.
    Conjunctive,
    /// A move in all that have not ended.
    Continued,
    /// The first until it ends, then the second.
    Sequential,
    /// A move in the second, or one in the first, which ends the second.
    Ordinal,
    /// On the same heaps; whoever has moved says which of them the other has to play.
    Enforce,
    /// On the same heaps; the first until somebody presses the button, which is a move, then the second.
    Button,
}

/// `state p in 0 .. 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateText {
    /// Its name.
    pub name: SpannedName,
    /// Its values, a range of numbers.
    pub values: Expr,
}

/// The heaps of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapShape {
    /// `(a, b, c)`.
    Tuple(Vec<SpannedName>),
    /// `h[n]`.
    Row(SpannedName, Expr),
}

/// What a `position` statement says beside its heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// The order of heaps means nothing.
    Unordered(Span),
    /// Rotations and reflections (rotations only, if directed) are symmetries.
    Circle {
        /// Rotations only.
        directed: bool,
        /// Its place.
        span: Span,
    },
    /// The row may be read from either end.
    Line(Span),
    /// `h[shape] in ranges`.
    Ranges(Span),
    /// A condition on every position.
    Condition(Condition),
}

/// One `option` or `move` statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// What becomes of the position.
    pub action: Action,
    /// When.
    pub conditions: Vec<Condition>,
    /// For which indices and sets.
    pub binders: Vec<Binder>,
    /// The whole statement.
    pub span: Span,
}

/// What becomes of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `option (x, b)`.
    Tuple(Vec<Expr>),
    /// `option h with h[i] := x, h[j] - t`.
    Update {
        /// The row, if the line names it.
        row: Option<SpannedName>,
        /// The changes.
        updates: Vec<Update>,
    },
    /// `move split k into m, then delete k`.
    Pipeline(Vec<PipelineStep>),
    /// `option take ...` on a board or another figure, by its words.
    Board(Vec<String>),
    /// `option ".." becomes "##" turned` on a board of cells.
    Pattern(PatternText),
    /// `option turn (x, y), (a, y)` on a board of coins: rows and columns, each a number or a range.
    Turn(Vec<Vec<Expr>>),
    /// `option [x] + [y]`: what a single heap becomes; nothing for `option []`.
    Sum(Vec<SumPart>),
    /// `option octal "0.77"`: the moves that a code stands for.
    Code(CodeKind, CodeSource),
}

/// Heaps among those that a single heap becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SumPart {
    /// `[x]`: one heap.
    One(Expr),
    /// `[x, y]`: one piece of several numbers; with its place.
    Piece(Vec<Expr>, Span),
    /// `q * [d]`: so many heaps of the same size.
    Copies(Expr, Expr),
    /// `[x .. y]`: a heap of each size from x to y.
    Run(Expr, Expr),
    /// `k parts of m`: any k heaps that have m stones together; `k different parts of m`.
    Parts {
        /// How many.
        count: Expr,
        /// Their stones.
        of: Expr,
        /// Whether no two are equal.
        differ: bool,
    },
}

/// How a code is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// Digits 0 to 7: a heap becomes at most two.
    Octal,
    /// Digits 0 to 9 and A to F: a heap becomes at most three.
    Hexadecimal,
}

/// Where a code stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeSource {
    /// In quotes; the place is that of the text with its quotes.
    Here(Spanned<String>),
    /// In a parameter.
    Parameter(SpannedName),
}

/// One change to one heap or to each heap of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// The heaps that change.
    pub target: Expr,
    /// How.
    pub change: Change,
}

/// How a heap changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// `:= x`.
    Becomes(Expr),
    /// `+ t` or `- t`: the signed amount.
    By(Expr),
    /// `lowered`: each weakly, at least one strictly.
    Lowered,
    /// `strictly lowered`: each by one or more.
    StrictlyLowered,
}

/// A step of a move pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PipelineStep {
    /// `split k into m`.
    Split {
        /// How many heaps.
        heaps: Expr,
        /// Into how many pieces each.
        pieces: Option<Expr>,
    },
    /// `delete k`.
    Delete {
        /// How many heaps.
        heaps: Expr,
    },
}

/// What a `for` clause runs through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// The name it gives.
    pub name: SpannedName,
    /// The values.
    pub over: BinderValues,
}

/// The values of a `for` clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BinderValues {
    /// `for i`: every heap.
    Heaps,
    /// `for i < j`: every heap after the one named.
    After(SpannedName),
    /// `for i in 1 .. n`, `for R in ranges`.
    In(Expr),
    /// `for S of size <= k`; no comparison: any size.
    Subsets(Option<(ComparisonOperator, Expr)>),
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number.
    Number(i64),
    /// A name.
    Name(String),
    /// `h[index]`, the index a number or a set.
    Heap(SpannedName, Box<Expr>),
    /// `-x`.
    Negate(Box<Expr>),
    /// `x + y` and the like.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `i .. j`.
    Range(Box<Expr>, Box<Expr>),
    /// `{1, 3}`.
    Set(Vec<Expr>),
    /// `min(x, y)`, `size(S)`, `sum(h)`, ...
    Call(SpannedName, Vec<Expr>),
    /// `count(R in ranges: condition)`.
    Count(SpannedName, Box<Expr>, Box<Condition>),
    /// `(x, y)`, in claims.
    Tuple(Vec<Expr>),
    /// `"circular(6,2)"`, in claims.
    Text(String),
    /// `if x < y then x else y`.
    If(Box<Condition>, Box<Expr>, Box<Expr>),
    /// `x * y for (x, y) in heads where x < y`, among the arguments of a call or in a set, in claims.
    Listed(Box<Expr>, Vec<ClaimBinder>, Option<Box<Condition>>),
}

impl Expr {
    /// x and k, if this is `x/k`, to be rounded in `floor(x/k)`. A quotient inside of x would be rounded before: then it is none.
    pub fn quotient(&self) -> Option<(&Expr, &Expr)> {
        match &self.kind {
            ExprKind::Binary(Operator::Divide, x, k) if !x.has_quotient() => Some((x, k)),
            _ => None,
        }
    }

    fn has_quotient(&self) -> bool {
        match &self.kind {
            ExprKind::Binary(Operator::Divide, ..) => true,
            ExprKind::Binary(_, x, y) => x.has_quotient() || y.has_quotient(),
            ExprKind::Negate(x) => x.has_quotient(),
            // What a function comes to is whole.
            _ => false,
        }
    }
}

/// An operator between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`, also the difference of sets.
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounded down.
    Divide,
    /// `mod`
    Modulo,
    /// `^`
    Power,
    /// `&`, the common part of sets.
    Intersection,
    /// `|`, the union of sets.
    Union,
    /// `xor`
    Xor,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ComparisonOperator {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl ComparisonOperator {
    /// Whether it holds between two numbers.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            ComparisonOperator::Equal => left == right,
            ComparisonOperator::NotEqual => left != right,
            ComparisonOperator::Less => left < right,
            ComparisonOperator::AtMost => left <= right,
            ComparisonOperator::Greater => left > right,
            ComparisonOperator::AtLeast => left >= right,
        }
    }

    /// The comparison with its sides exchanged.
    pub(crate) fn flipped(self) -> Self {
        match self {
            ComparisonOperator::Less => ComparisonOperator::Greater,
            ComparisonOperator::AtMost => ComparisonOperator::AtLeast,
            ComparisonOperator::Greater => ComparisonOperator::Less,
            ComparisonOperator::AtLeast => ComparisonOperator::AtMost,
            same => same,
        }
    }

    /// The comparison that holds exactly when this one does not.
    pub(crate) fn negated(self) -> Self {
        match self {
            ComparisonOperator::Equal => ComparisonOperator::NotEqual,
            ComparisonOperator::NotEqual => ComparisonOperator::Equal,
            ComparisonOperator::Less => ComparisonOperator::AtLeast,
            ComparisonOperator::AtMost => ComparisonOperator::Greater,
            ComparisonOperator::Greater => ComparisonOperator::AtMost,
            ComparisonOperator::AtLeast => ComparisonOperator::Less,
        }
    }
}

impl std::fmt::Display for ComparisonOperator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ComparisonOperator::Equal => "=",
            ComparisonOperator::NotEqual => "!=",
            ComparisonOperator::Less => "<",
            ComparisonOperator::AtMost => "<=",
            ComparisonOperator::Greater => ">",
            ComparisonOperator::AtLeast => ">=",
        })
    }
}

/// Definitions and sentences about numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentenceText {
    /// What names mean in it.
    pub definitions: Vec<Definition>,
    /// Sentences with names: `claim squares: ...`.
    pub claims: Vec<(SpannedName, Condition)>,
    /// A sentence without a name, after all others.
    pub sentence: Option<Condition>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What it says.
    pub kind: ConditionKind,
    /// Where.
    pub span: Span,
}

/// What a condition says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// `1 <= x < a`.
    Chain(Expr, Vec<(ComparisonOperator, Expr)>),
    /// `each h[1 .. 3] = 0`; without heaps (in a `position`): every heap.
    Each(Option<Expr>, Vec<(ComparisonOperator, Expr)>),
    /// `distinct`, `distinct h[1 .. 3]`.
    Distinct(Option<Expr>),
    /// `d divides a`, `d divides h`.
    Divides(Expr, Expr),
    /// `i in S`.
    In(Expr, Expr),
    /// Both.
    And(Box<Condition>, Box<Condition>),
    /// One or both.
    Or(Box<Condition>, Box<Condition>),
    /// Not.
    Not(Box<Condition>),
    /// The second if the first, in claims.
    Implies(Box<Condition>, Box<Condition>),
    /// Both or none, in claims.
    Iff(Box<Condition>, Box<Condition>),
    /// An expression alone: a predicate such as `P`, or a definition's number or set; in rules, a condition of their own.
    Bare(Expr),
    /// `A subset of B`, in claims.
    Subset(Expr, Expr),
    /// `for all x in S: ...`, in claims.
    Quantified(Quantifier, Vec<ClaimBinder>, Box<Condition>),
    /// `let (x, y) := ...: ...`, in claims.
    Let(Vec<SpannedName>, Expr, Box<Condition>),
}
