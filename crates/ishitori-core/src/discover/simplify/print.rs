//! Statements as text in the claim language, and how long they are.
//!
//! Brackets stand where the grammar needs them, or readers do. Quantifiers reach as far to the right as they can, so
//! in a conjunction they come last or in brackets.

use ishitori_rule::syntax::ComparisonOperator;
use ishitori_rule::{HeapRules, Ruleset};

use super::phrase::{Infix, Phrase, PhraseFunction, PhraseTerm};
use super::request::SetMeaning;

/// How heaps are called.
pub(super) struct HeapNames {
    heaps: Vec<String>,
    /// The name of the row of heaps, if they are one.
    row: Option<String>,
    /// What heaps of an image are called.
    images: Vec<String>,
    /// What indices are called.
    index: [String; 2],
    /// What an exponent is called.
    power: String,
}

/// A set of positions in words: all of `outside`, and in some image all of one of `either`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SetDescription {
    pub outside: Vec<Phrase>,
    /// At least one way; a way without conditions is always open.
    pub either: Vec<Vec<Phrase>>,
    /// Whether some symmetric image is meant, not the position itself.
    pub images: bool,
    /// Whether the positions that are *not* in the set are described.
    pub opposite: bool,
}

impl HeapNames {
    /// The names in a game.
    pub fn new(ruleset: &Ruleset, rules: &HeapRules) -> HeapNames {
        let heaps = rules.names.clone();
        let row = heaps.first().and_then(|name| name.strip_suffix("[1]")).map(str::to_string);
        let arguments = ruleset.about.arguments.iter().map(|(name, _)| name.clone());
        let defined = ruleset.definitions.iter().map(|definition| definition.name.value.clone());
        let taken: Vec<String> =
            heaps.iter().cloned().chain(row.clone()).chain(arguments).chain(defined).collect();
        let is_free = |letter: &String| !taken.contains(letter);
        let letters = ('a'..='z').map(String::from).filter(is_free);
        let images: Vec<String> =
            letters.filter(|l| l != "i" && l != "j").take(heaps.len()).collect();
        let mut index = ["i", "j", "ii", "jj"].map(String::from).into_iter().filter(is_free);
        let index = std::array::from_fn(|_| index.next().unwrap_or_default());
        let power =
            ["k", "m", "kk"].map(String::from).into_iter().find(is_free).unwrap_or_default();
        HeapNames { heaps, row, images, index, power }
    }

    /// How many heaps there are.
    pub fn heaps(&self) -> usize {
        self.heaps.len()
    }

    /// How all heaps are called at once.
    fn all(&self) -> &str {
        self.row.as_deref().unwrap_or("heaps")
    }

    /// The text of a number at a position.
    pub fn term(&self, term: &PhraseTerm) -> String {
        PhraseWriter { names: self, heaps: &self.heaps }.term(term, 0)
    }

    /// The text of a condition at a position.
    pub(crate) fn phrase(&self, phrase: &Phrase) -> String {
        PhraseWriter { names: self, heaps: &self.heaps }.phrase(phrase)
    }

    /// The statement.
    pub fn statement(&self, what: SetMeaning, saying: &SetDescription) -> String {
        let set = self.saying(saying);
        match (what, saying.opposite) {
            (SetMeaning::Outcome, false) => format!("P iff {set}"),
            (SetMeaning::Outcome, true) => format!("N iff {set}"),
            (SetMeaning::Class(value), false) => format!("grundy = {value} iff {set}"),
            (SetMeaning::Class(value), true) => format!("grundy = {value} iff not ({set})"),
            (SetMeaning::Grundy(_), _) => format!("grundy = {set}"),
        }
    }

    fn saying(&self, saying: &SetDescription) -> String {
        let here = PhraseWriter { names: self, heaps: &self.heaps };
        let (common, rest) = factored(&saying.either);
        if !saying.images {
            return here.conjunction([saying.outside.clone(), common].concat(), &rest, false);
        }
        let inside = PhraseWriter { names: self, heaps: &self.images };
        let body = inside.conjunction(common, &rest, false);
        let exists = format!("exists ({}) in images: {body}", self.images.join(", "));
        let mut parts: Vec<String> =
            saying.outside.iter().map(|part| here.within_and(part)).collect();
        parts.push(exists);
        parts.join(" and ")
    }
}

/// What all ways have in common, and what is left of each; no ways if one of them has nothing left.
fn factored(either: &[Vec<Phrase>]) -> (Vec<Phrase>, Vec<Vec<Phrase>>) {
    let Some(first) = either.first() else { return (Vec::new(), Vec::new()) };
    let is_common = |part: &Phrase| either.iter().all(|way| way.contains(part));
    let common: Vec<Phrase> = first.iter().filter(|part| is_common(part)).cloned().collect();
    let left = |way: &Vec<Phrase>| -> Vec<Phrase> {
        way.iter().filter(|part| !common.contains(part)).cloned().collect()
    };
    let rest: Vec<Vec<Phrase>> = either.iter().map(left).collect();
    if rest.iter().any(Vec::is_empty) { (common, Vec::new()) } else { (common, rest) }
}

/// How many words, numbers and marks a text has; `h[1]` is one.
pub(super) fn tokens(text: &str) -> usize {
    let mut count = 0;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character.is_whitespace() {
            continue;
        }
        count += 1;
        if character.is_alphanumeric() {
            while characters.next_if(|c| c.is_alphanumeric() || *c == '_').is_some() {}
            if characters.next_if_eq(&'[').is_some() {
                while characters.next().is_some_and(|c| c != ']') {}
            }
        } else if "<>!.".contains(character) {
            characters.next_if(|c| *c == '=' || *c == '.');
        }
    }
    count
}

/// Writes with these names for heaps.
struct PhraseWriter<'n> {
    names: &'n HeapNames,
    heaps: &'n [String],
}

impl PhraseWriter<'_> {
    /// All of `parts`, and one of `ways` if there are any; `more` says whether an `or` follows.
    fn conjunction(&self, mut parts: Vec<Phrase>, ways: &[Vec<Phrase>], more: bool) -> String {
        let quantified = |part: &Phrase| match part {
            Phrase::Every(_) => self.names.row.is_some(),
            Phrase::PowerTimes(..) => true,
            _ => false,
        };
        parts.sort_by_key(|part| (quantified(part), part.first_heap()));
        let alone = parts.is_empty();
        let way = |(at, way): (usize, &Vec<Phrase>)| {
            self.conjunction(way.clone(), &[], at + 1 < ways.len() || alone && more)
        };
        let either: Vec<String> = ways.iter().enumerate().map(way).collect();
        let mut text: Vec<String> = parts.iter().map(|part| self.within_and(part)).collect();
        if let (Some(last), true) = (parts.last(), either.is_empty()) {
            // Nothing follows, so a quantifier may reach to the end; one `or` needs no brackets.
            let free = if quantified(last) { !more } else { parts.len() == 1 };
            if free {
                text.pop();
                text.push(self.phrase(last));
            }
        }
        match either.len() {
            0 if alone => return "0 = 0".to_string(),
            0 => {}
            _ if alone => return either.join(" or "),
            _ => text.push(format!("({})", either.join(" or "))),
        }
        text.join(" and ")
    }

    /// A condition that more may follow.
    fn within_and(&self, phrase: &Phrase) -> String {
        let text = self.phrase(phrase);
        match phrase {
            Phrase::Or(parts) if parts.len() > 1 => format!("({text})"),
            Phrase::Every(_) if self.names.row.is_some() => format!("({text})"),
            Phrase::PowerTimes(..) => format!("({text})"),
            _ => text,
        }
    }

    fn phrase(&self, phrase: &Phrase) -> String {
        match phrase {
            Phrase::Compare(left, compare, right) => {
                format!("{} {} {}", self.term(left, 0), mark(*compare), self.term(right, 0))
            }
            Phrase::Equal(terms) => {
                terms.iter().map(|term| self.term(term, 0)).collect::<Vec<_>>().join(" = ")
            }
            Phrase::Within(low, term, high) => format!("{low} <= {} <= {high}", self.term(term, 0)),
            Phrase::PowerTimes(term, times, heap) => {
                let (name, heap, term) =
                    (&self.names.power, &self.heaps[*heap], self.term(term, 0));
                format!("exists {name} in 0 .. bitlen({heap}): {term} = {times}*2^{name}")
            }
            Phrase::Every(inner) => match &self.names.row {
                Some(row) => {
                    let index = &self.names.index[0];
                    let heap = [format!("{row}[{index}]")];
                    let inner = PhraseWriter { heaps: &heap, ..*self }.phrase(inner);
                    format!("for all {index} in 1 .. {}: {inner}", self.heaps.len())
                }
                None => {
                    let one = |heap: &String| {
                        PhraseWriter { heaps: std::slice::from_ref(heap), ..*self }
                            .within_and(inner)
                    };
                    self.names.heaps.iter().map(one).collect::<Vec<_>>().join(" and ")
                }
            },
            Phrase::And(parts) => {
                parts.iter().map(|part| self.within_and(part)).collect::<Vec<_>>().join(" and ")
            }
            Phrase::Or(parts) => {
                parts.iter().map(|part| self.phrase(part)).collect::<Vec<_>>().join(" or ")
            }
        }
    }

    /// A number where operators that bind less than `level` need brackets.
    fn term(&self, term: &PhraseTerm, level: usize) -> String {
        match term {
            PhraseTerm::Heap(heap) => self.heaps[*heap].clone(),
            PhraseTerm::Constant(number) => number.to_string(),
            PhraseTerm::Infix(operator, left, right) => {
                let (own, sign) = binding(*operator);
                // More brackets than the grammar needs, where readers do.
                let (before, after) = match operator {
                    Infix::Xor if is_xor(left) => (1, 3),
                    Infix::Xor => (3, 3),
                    Infix::Modulo => (4, 4),
                    _ => (own, own + 1),
                };
                let text = format!("{}{sign}{}", self.term(left, before), self.term(right, after));
                if own < level { format!("({text})") } else { text }
            }
            PhraseTerm::Call(PhraseFunction::FloorPhi, arguments) => {
                format!("floor({}*phi)", self.term(&arguments[0], 3))
            }
            PhraseTerm::Call(name, arguments) => {
                let mut parts: Vec<String> = arguments.iter().map(|a| self.term(a, 0)).collect();
                let heaps = self.heaps.len();
                let is_heap =
                    |(at, argument): (usize, &PhraseTerm)| *argument == PhraseTerm::Heap(at);
                if *name == PhraseFunction::DigitSum
                    && heaps > 2
                    && parts.len() == heaps + 1
                    && arguments[1..].iter().enumerate().all(is_heap)
                {
                    parts.truncate(1);
                    parts.push(self.names.all().to_string());
                }
                format!("{}({})", word(*name), parts.join(", "))
            }
            PhraseTerm::All(name) => format!("{}({})", word(*name), self.names.all()),
            PhraseTerm::Each(name, term) => self.each(*name, term),
            PhraseTerm::Pairs(name, term) => self.pairs(*name, term),
            PhraseTerm::Choice(condition, term, other) => {
                let condition = self.phrase(condition);
                format!("(if {condition} then {} else {})", self.term(term, 0), self.term(other, 0))
            }
        }
    }

    fn each(&self, name: PhraseFunction, term: &PhraseTerm) -> String {
        let one = |heap: &String| {
            PhraseWriter { heaps: std::slice::from_ref(heap), ..*self }.term(term, 0)
        };
        let arguments = match &self.names.row {
            Some(row) if self.names.heaps.len() > 2 => {
                let index = &self.names.index[0];
                let item = one(&format!("{row}[{index}]"));
                format!("{item} for {index} in 1 .. {}", self.names.heaps.len())
            }
            _ => self.names.heaps.iter().map(one).collect::<Vec<_>>().join(", "),
        };
        format!("{}({arguments})", word(name))
    }

    fn pairs(&self, name: PhraseFunction, term: &PhraseTerm) -> String {
        let two = |heaps: [String; 2]| PhraseWriter { heaps: &heaps, ..*self }.term(term, 0);
        let heaps = &self.names.heaps;
        let arguments = match &self.names.row {
            Some(row) if heaps.len() > 2 => {
                let [i, j] = &self.names.index;
                let (item, n) = (two([format!("{row}[{i}]"), format!("{row}[{j}]")]), heaps.len());
                format!("{item} for {i} in 1 .. {n}, {j} in {i} + 1 .. {n}")
            }
            _ => {
                let mut all = Vec::new();
                for (at, first) in heaps.iter().enumerate() {
                    let pair = |second: &String| two([first.clone(), second.clone()]);
                    all.extend(heaps[at + 1..].iter().map(pair));
                }
                all.join(", ")
            }
        };
        format!("{}({arguments})", word(name))
    }
}

fn is_xor(term: &PhraseTerm) -> bool {
    matches!(term, PhraseTerm::Infix(Infix::Xor, ..))
}

fn mark(compare: ComparisonOperator) -> &'static str {
    match compare {
        ComparisonOperator::Equal => "=",
        ComparisonOperator::NotEqual => "!=",
        ComparisonOperator::Less => "<",
        ComparisonOperator::AtMost => "<=",
        ComparisonOperator::Greater => ">",
        ComparisonOperator::AtLeast => ">=",
    }
}

fn binding(operator: Infix) -> (usize, &'static str) {
    match operator {
        Infix::Xor => (1, " xor "),
        Infix::Add => (2, " + "),
        Infix::Subtract => (2, " - "),
        Infix::Multiply => (3, "*"),
        Infix::Divide => (3, "/"),
        Infix::Modulo => (3, " mod "),
    }
}

fn word(name: PhraseFunction) -> &'static str {
    match name {
        PhraseFunction::Xor => "xor",
        PhraseFunction::Or => "or",
        PhraseFunction::And => "and",
        PhraseFunction::Sum => "sum",
        PhraseFunction::Min => "min",
        PhraseFunction::Max => "max",
        PhraseFunction::Majority => "majority",
        PhraseFunction::DigitSum => "digit_sum",
        PhraseFunction::V2 => "v2",
        PhraseFunction::Tail => "tail",
        PhraseFunction::Popcount => "popcount",
        PhraseFunction::Bitlen => "bitlen",
        PhraseFunction::Bit => "bit",
        PhraseFunction::FloorPhi => "floor",
    }
}
