//! Expressions as they were read, before anything is known of their meaning.
//!
//! Rules and claims have the same expressions. Numbers, sets, tuples and conditions are not told apart here: what
//! something is comes out when it is given a meaning ([`crate::meaning`]).

/// An expression and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReadPhrase {
    pub(crate) place: usize,
    pub(crate) kind: ReadPhraseKind,
    /// How deep it is nested.
    pub(crate) deep: usize,
}

impl ReadPhrase {
    pub(crate) fn new(place: usize, kind: ReadPhraseKind) -> ReadPhrase {
        use ReadPhraseKind as Kind;
        fn deepest<'p>(parts: impl IntoIterator<Item = &'p ReadPhrase>) -> usize {
            parts.into_iter().map(|part| part.deep).max().unwrap_or(0)
        }
        let sets = |bindings: &[BoundName]| deepest(bindings.iter().flat_map(|b| &b.set));
        let deep = match &kind {
            Kind::Number(_) | Kind::Name(_) | Kind::Quoted(_) => 0,
            Kind::Indexed(_, part) | Kind::Negative(part) | Kind::Not(part) => part.deep,
            Kind::Each(part) | Kind::Distinct(part) => part.deep,
            Kind::Call(_, parts) | Kind::Tuple(parts) | Kind::Braces(parts) => deepest(parts),
            Kind::Compared(parts, _) => deepest(parts),
            Kind::Joined(_, parts) => deepest(&**parts),
            Kind::BoundChoice(parts) => deepest(&**parts),
            Kind::Quantified(_, bindings, part) | Kind::Such(bindings, part) => {
                sets(bindings).max(part.deep)
            }
            Kind::Let(binding, part) => deepest(&binding.set).max(part.deep),
            Kind::Listed(part, bindings, condition) => {
                let condition = condition.as_ref().map_or(0, |condition| condition.deep);
                sets(bindings).max(part.deep).max(condition)
            }
        };
        ReadPhrase { place, kind, deep: deep + 1 }
    }

    /// Whether it is true or false as it is written, whatever its names mean.
    pub(crate) fn is_statement(&self) -> bool {
        use ReadPhraseKind as Kind;
        match &self.kind {
            Kind::Not(_) | Kind::Compared(..) | Kind::Each(_) | Kind::Distinct(_) => true,
            Kind::Quantified(..) | Kind::Let(..) => true,
            Kind::Joined(joint, _) => joint.is_condition(),
            Kind::Name(name) | Kind::Call(name, _) => name == "P" || name == "N",
            Kind::BoundChoice(parts) => parts[1].is_statement() || parts[2].is_statement(),
            _ => false,
        }
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

impl Joint {
    /// Whether what it joins is a condition.
    pub(crate) fn is_condition(self) -> bool {
        matches!(
            self,
            Joint::Iff
                | Joint::If
                | Joint::Implies
                | Joint::Or
                | Joint::And
                | Joint::In
                | Joint::SubsetOf
                | Joint::Divides
        )
    }
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
pub(crate) struct BoundName {
    pub(crate) names: Vec<String>,
    pub(crate) is_tuple: bool,
    pub(crate) set: Option<ReadPhrase>,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ReadPhraseKind {
    Number(i64),
    Name(String),
    Quoted(String),
    /// `h[i]`
    Indexed(String, Box<ReadPhrase>),
    Call(String, Vec<ReadPhrase>),
    Negative(Box<ReadPhrase>),
    Not(Box<ReadPhrase>),
    Joined(Joint, Box<[ReadPhrase; 2]>),
    /// `a < b <= c`
    Compared(Vec<ReadPhrase>, Vec<ReadComparison>),
    BoundChoice(Box<[ReadPhrase; 3]>),
    Quantified(HowMany, Vec<BoundName>, Box<ReadPhrase>),
    /// `let x := e: C`; several names for a tuple.
    Let(Box<BoundName>, Box<ReadPhrase>),
    Tuple(Vec<ReadPhrase>),
    Braces(Vec<ReadPhrase>),
    /// `e for x in S, y in T where C`
    Listed(Box<ReadPhrase>, Vec<BoundName>, Option<Box<ReadPhrase>>),
    /// The argument `x in S: C` of `count`.
    Such(Vec<BoundName>, Box<ReadPhrase>),
    /// `each h[1 .. 3] = 0`: the comparison of each of the heaps that are named first.
    Each(Box<ReadPhrase>),
    /// `distinct h[S]`
    Distinct(Box<ReadPhrase>),
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum ReadComparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl ReadComparison {
    /// How it is written.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            ReadComparison::Equal => "=",
            ReadComparison::Unequal => "!=",
            ReadComparison::Less => "<",
            ReadComparison::AtMost => "<=",
            ReadComparison::Greater => ">",
            ReadComparison::AtLeast => ">=",
        }
    }

    /// Whether it holds of numbers that compare so.
    pub(crate) fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            ReadComparison::Equal => order.is_eq(),
            ReadComparison::Unequal => order.is_ne(),
            ReadComparison::Less => order.is_lt(),
            ReadComparison::AtMost => order.is_le(),
            ReadComparison::Greater => order.is_gt(),
            ReadComparison::AtLeast => order.is_ge(),
        }
    }
}
