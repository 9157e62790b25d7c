//! Expressions as they were read, before anything is known of their meaning.
//!
//! Rules and claims have the same expressions. Numbers, sets, tuples and conditions are not told apart here: what
//! something is comes out when it is given a meaning ([`crate::meaning`]).

/// An expression and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Phrase {
    pub(crate) place: usize,
    pub(crate) kind: PhraseKind,
    /// How deep it is nested.
    pub(crate) deep: usize,
}

impl Phrase {
    pub(crate) fn new(place: usize, kind: PhraseKind) -> Phrase {
        use PhraseKind as Kind;
        fn deepest<'p>(parts: impl IntoIterator<Item = &'p Phrase>) -> usize {
            parts.into_iter().map(|part| part.deep).max().unwrap_or(0)
        }
        let sets = |bindings: &[Binding]| deepest(bindings.iter().flat_map(|b| &b.set));
        let deep = match &kind {
            Kind::Number(_) | Kind::Name(_) | Kind::Quoted(_) => 0,
            Kind::Indexed(_, part) | Kind::Negative(part) | Kind::Not(part) => part.deep,
            Kind::Each(part) | Kind::Distinct(part) => part.deep,
            Kind::Call(_, parts) | Kind::Tuple(parts) | Kind::Braces(parts) => deepest(parts),
            Kind::Compared(parts, _) => deepest(parts),
            Kind::Joined(_, parts) => deepest(&**parts),
            Kind::Choice(parts) => deepest(&**parts),
            Kind::Quantified(_, bindings, part) | Kind::Such(bindings, part) => {
                sets(bindings).max(part.deep)
            }
            Kind::Let(binding, part) => deepest(&binding.set).max(part.deep),
            Kind::Listed(part, bindings, condition) => {
                let condition = condition.as_ref().map_or(0, |condition| condition.deep);
                sets(bindings).max(part.deep).max(condition)
            }
        };
        Phrase { place, kind, deep: deep + 1 }
    }
}

/// How two expressions are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joint {
    Iff,
    /// The first holds if the second does.
    If,
    Implies,
    Or,
    And,
    In,
    SubsetOf,
    Divides,
    Union,
    Meet,
    UpTo,
    Xor,
    Plus,
    Minus,
    Times,
    Over,
    Mod,
    Power,
}

/// How many there must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HowMany {
    All,
    Some,
    None,
    AtMostOne,
    ExactlyOne,
}

/// `x in S`, `(x, y) in S`, or `x` alone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Binding {
    pub(crate) names: Vec<String>,
    pub(crate) is_tuple: bool,
    pub(crate) set: Option<Phrase>,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PhraseKind {
    Number(i64),
    Name(String),
    Quoted(String),
    /// `h[i]`
    Indexed(String, Box<Phrase>),
    Call(String, Vec<Phrase>),
    Negative(Box<Phrase>),
    Not(Box<Phrase>),
    Joined(Joint, Box<[Phrase; 2]>),
    /// `a < b <= c`
    Compared(Vec<Phrase>, Vec<Comparison>),
    Choice(Box<[Phrase; 3]>),
    Quantified(HowMany, Vec<Binding>, Box<Phrase>),
    /// `let x := e: C`; several names for a tuple.
    Let(Box<Binding>, Box<Phrase>),
    Tuple(Vec<Phrase>),
    Braces(Vec<Phrase>),
    /// `e for x in S, y in T where C`
    Listed(Box<Phrase>, Vec<Binding>, Option<Box<Phrase>>),
    /// The argument `x in S: C` of `count`.
    Such(Vec<Binding>, Box<Phrase>),
    /// `each h[1 .. 3] = 0`: the comparison of each of the heaps that are named first.
    Each(Box<Phrase>),
    /// `distinct h[S]`
    Distinct(Box<Phrase>),
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    /// How it is written.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::Unequal => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
        }
    }

    /// Whether it holds of numbers that compare so.
    pub(crate) fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::Unequal => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::AtMost => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::AtLeast => order.is_ge(),
        }
    }
}
