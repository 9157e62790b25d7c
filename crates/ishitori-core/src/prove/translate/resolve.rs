//! What the names of a sentence mean beyond its own definitions: words, files and proved sets.
//!
//! Before a sentence is compiled its text is walked once. `T[n]` is a letter of a word, `wythoff.P(a, b)` and
//! `P("nim(3)", a, b, c)` are P-positions of a game, and a definition such as `define f := automaton("f.txt")`
//! stands for a file. Each becomes a definition with arguments, of which only the number of arguments
//! matters: what it means is told to the translator beside it. Reading files and proving is done by
//! whoever provides a [`RelationLibrary`].

use std::ops::Range;

use ishitori_rule::Problem;
use ishitori_rule::syntax::{
    ClaimBinder, ComparisonOperator, Condition, ConditionKind, Definition, Expr, ExprKind,
    SentenceText, Spanned, SpannedName,
};

use super::BeyondAutomata;
use super::relations::KnownRelation;

/// What a definition takes from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationFile<'t> {
    /// `automaton("file")`: a set of tuples.
    Automaton(&'t str),
    /// `word("file")`: a word.
    Word(&'t str),
    /// `regex("msd_2", "10*")`: a number system and an expression over its digits.
    Regex(&'t str, &'t str),
}

/// Why there is no relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRelation {
    /// It cannot be read: why, and where in the last text in quotes, if one can tell.
    Unreadable(String, Option<Range<usize>>),
    /// It is beyond what is known.
    Unknown(String),
}

/// Where sentences find sets and words.
pub trait RelationLibrary {
    /// A word by its name.
    fn word(&self, name: &str) -> Option<KnownRelation>;

    /// What a definition takes from elsewhere.
    ///
    /// # Errors
    /// [`NoRelation`] if it cannot be read.
    fn file(&self, name: &str, file: RelationFile) -> Result<KnownRelation, NoRelation>;

    /// The P-positions of a game, proved.
    ///
    /// # Errors
    /// [`NoRelation`] if there is no such game, or nothing is proved of it.
    fn p_positions(&self, game: &str) -> Result<KnownRelation, NoRelation>;

    /// The names of all words.
    fn words(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// Nothing is known.
#[derive(Clone, Copy, Debug)]
pub struct NoRelations;

impl RelationLibrary for NoRelations {
    fn word(&self, _: &str) -> Option<KnownRelation> {
        None
    }

    fn file(&self, _: &str, _: RelationFile) -> Result<KnownRelation, NoRelation> {
        Err(NoRelation::Unreadable("there are no files here".to_string(), None))
    }

    fn p_positions(&self, _: &str) -> Result<KnownRelation, NoRelation> {
        Err(NoRelation::Unreadable("there are no games here".to_string(), None))
    }
}

/// Replaces what comes from elsewhere by calls of definitions, and says what those mean, by their numbers.
pub(super) fn resolve(
    text: &mut SentenceText,
    library: &dyn RelationLibrary,
) -> Result<Vec<Option<KnownRelation>>, BeyondAutomata> {
    let names = text.definitions.iter().map(|d| d.name.value.clone()).collect();
    let mut resolver = Resolver {
        library,
        names,
        known: Vec::new(),
        added: Vec::new(),
        problems: Vec::new(),
        unknown: None,
    };
    for definition in &mut text.definitions {
        let known = resolver.defined(definition);
        resolver.known.push(known);
    }
    for definition in &mut text.definitions {
        resolver.condition(&mut definition.body);
    }
    let claims = text.claims.iter_mut().map(|(_, claim)| claim);
    claims.chain(&mut text.sentence).for_each(|sentence| resolver.condition(sentence));
    let Resolver { mut known, added, problems, unknown, .. } = resolver;
    if !problems.is_empty() {
        return Err(BeyondAutomata::Problems(problems));
    }
    if let Some(unknown) = unknown {
        return Err(unknown);
    }
    for (definition, relation) in added {
        text.definitions.push(definition);
        known.push(Some(relation));
    }
    Ok(known)
}

struct Resolver<'l> {
    library: &'l dyn RelationLibrary,
    /// The names that the text defines.
    names: Vec<String>,
    /// What these mean, if they come from elsewhere.
    known: Vec<Option<KnownRelation>>,
    /// Definitions that the text does not have.
    added: Vec<(Definition, KnownRelation)>,
    problems: Vec<Problem>,
    /// The first set of which nothing is proved.
    unknown: Option<BeyondAutomata>,
}

impl Resolver<'_> {
    /// A definition that takes its meaning from elsewhere; its text becomes one of as many arguments.
    fn defined(&mut self, definition: &mut Definition) -> Option<KnownRelation> {
        let ConditionKind::Bare(Expr { kind: ExprKind::Call(word, arguments), .. }) =
            &definition.body.kind
        else {
            return None;
        };
        let text = |expr: &Expr| match &expr.kind {
            ExprKind::Text(text) => Some((text.clone(), expr.span.clone())),
            _ => None,
        };
        let texts: Option<Vec<_>> = arguments.iter().map(text).collect();
        let file = match (word.value.as_str(), texts.as_deref()) {
            ("automaton", Some([(file, _)])) => RelationFile::Automaton(file),
            ("word", Some([(file, _)])) => RelationFile::Word(file),
            ("regex", Some([(system, _), (pattern, _)])) => RelationFile::Regex(system, pattern),
            ("automaton" | "word" | "regex", _) => {
                let problem = Problem::new(
                    definition.body.span.clone(),
                    format!("`{}` does not fit", word.value),
                    "here",
                );
                self.problems.push(problem.hint(
                    "as in automaton(\"close.txt\"), word(\"T.txt\") or regex(\"msd_2\", \"10*\")",
                ));
                return None;
            }
            _ => return None,
        };
        if !definition.parameters.is_empty() {
            let message = "its arguments are the tracks of the automaton";
            let problem = Problem::new(definition.name.span.clone(), message, "no arguments here");
            let name = &definition.name.value;
            self.problems
                .push(problem.hint(format!("write: define {name} := {}(...)", word.value)));
            return None;
        }
        let last = texts.as_ref().and_then(|texts| texts.last()).map(|(_, span)| span.clone());
        let span = last.unwrap_or_else(|| definition.body.span.clone());
        let known = match self.library.file(&definition.name.value, file) {
            Ok(known) => known,
            Err(no) => {
                self.refuse(no, span);
                return None;
            }
        };
        *definition = placeholder(definition.name.clone(), &known);
        Some(known)
    }

    fn refuse(&mut self, no: NoRelation, span: Range<usize>) {
        match no {
            NoRelation::Unreadable(why, at) => {
                // Behind the quotation mark.
                let at = at.map(|at| span.start + 1 + at.start..span.start + 1 + at.end);
                self.problems.push(Problem::new(at.unwrap_or(span), why, "here"));
            }
            NoRelation::Unknown(what) => {
                self.unknown.get_or_insert(BeyondAutomata::Part { what, span: Some(span) });
            }
        }
    }

    /// A definition by this name, if there is none yet.
    fn add(&mut self, name: &SpannedName, relation: impl FnOnce(&Self) -> Option<KnownRelation>) {
        let is_added = |(added, _): &(Definition, KnownRelation)| added.name.value == name.value;
        if self.names.contains(&name.value) || self.added.iter().any(is_added) {
            return;
        }
        if let Some(relation) = relation(self) {
            self.added.push((placeholder(name.clone(), &relation), relation));
        }
    }

    /// The P-positions of a game, under this name.
    fn p_positions(&mut self, game: &str, name: &SpannedName) {
        let is_added = |(added, _): &(Definition, KnownRelation)| added.name.value == name.value;
        if self.added.iter().any(is_added) {
            return;
        }
        match self.library.p_positions(game) {
            Ok(relation) => self.add(name, |_| Some(relation)),
            Err(no) => self.refuse(no, name.span.clone()),
        }
    }

    fn condition(&mut self, condition: &mut Condition) {
        match &mut condition.kind {
            ConditionKind::Chain(first, rest) => {
                self.expr(first);
                rest.iter_mut().for_each(|(_, right)| self.expr(right));
            }
            ConditionKind::Each(heaps, rest) => {
                heaps.iter_mut().for_each(|heaps| self.expr(heaps));
                rest.iter_mut().for_each(|(_, right)| self.expr(right));
            }
            ConditionKind::Distinct(heaps) => heaps.iter_mut().for_each(|heaps| self.expr(heaps)),
            ConditionKind::Divides(left, right)
            | ConditionKind::In(left, right)
            | ConditionKind::Subset(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ConditionKind::And(left, right)
            | ConditionKind::Or(left, right)
            | ConditionKind::Implies(left, right)
            | ConditionKind::Iff(left, right) => {
                self.condition(left);
                self.condition(right);
            }
            ConditionKind::Not(inner) => self.condition(inner),
            ConditionKind::Bare(expr) => {
                self.expr(expr);
                if self.positions(expr) == Some(false) {
                    let span = condition.span.clone();
                    let inner =
                        std::mem::replace(&mut condition.kind, ConditionKind::Distinct(None));
                    let inner = Condition { kind: inner, span };
                    condition.kind = ConditionKind::Not(Box::new(inner));
                }
            }
            ConditionKind::Quantified(_, through, body) => {
                self.through(through);
                self.condition(body);
            }
            ConditionKind::Let(_, value, body) => {
                self.expr(value);
                self.condition(body);
            }
        }
    }

    /// `wythoff.P(a, b)` and `P("wythoff", a, b)` become calls of a definition; whether P was asked for, and not N.
    fn positions(&mut self, expr: &mut Expr) -> Option<bool> {
        let ExprKind::Call(name, arguments) = &mut expr.kind else { return None };
        let (game, set) = match (name.value.as_str(), arguments.first()) {
            ("P" | "N", Some(Expr { kind: ExprKind::Text(game), .. }))
                if !game.starts_with(|c: char| c.is_ascii_digit()) && arguments.len() > 1 =>
            {
                (game.clone(), name.value.clone())
            }
            (dotted, _) => {
                let (game, set) = dotted.rsplit_once('.')?;
                (game.to_string(), set.to_string())
            }
        };
        if name.value.len() == 1 {
            arguments.remove(0);
        }
        let name_of_set = Spanned { value: format!("{game}.P"), span: name.span.clone() };
        self.p_positions(&game, &name_of_set);
        *name = name_of_set;
        Some(set == "P")
    }

    fn through(&mut self, through: &mut [ClaimBinder]) {
        through.iter_mut().flat_map(|binder| &mut binder.over).for_each(|over| self.expr(over));
    }

    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Name(_) => {}
            ExprKind::Heap(name, inner) => {
                self.expr(inner);
                let (name, place) = (name.clone(), (**inner).clone());
                self.letter(expr, name, place);
            }
            ExprKind::Negate(inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) | ExprKind::Range(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Set(items) | ExprKind::Call(_, items) | ExprKind::Tuple(items) => {
                items.iter_mut().for_each(|item| self.expr(item));
            }
            ExprKind::Count(_, over, condition) => {
                self.expr(over);
                self.condition(condition);
            }
            ExprKind::If(condition, yes, no) => {
                self.condition(condition);
                self.expr(yes);
                self.expr(no);
            }
            ExprKind::Listed(item, through, condition) => {
                self.through(through);
                self.expr(item);
                condition.iter_mut().for_each(|condition| self.condition(condition));
            }
        }
    }

    /// `T[n]`.
    fn letter(&mut self, expr: &mut Expr, name: SpannedName, place: Expr) {
        self.add(&name, |resolver| resolver.library.word(&name.value));
        let defined = self.names.iter().position(|known| *known == name.value);
        let is_word = match defined {
            Some(at) => matches!(self.known.get(at), Some(Some(KnownRelation::Word { .. }))),
            None => self.added.iter().any(|(added, _)| added.name.value == name.value),
        };
        if !is_word {
            let message = format!("there is no word `{}`", name.value);
            let mut words = self.library.words();
            words.extend(self.names.iter().map(String::as_str));
            let known = self.library.words().join(", ");
            let hint =
                format!("words are {known}, and those from files: define W := word(\"W.txt\")");
            let problem = Problem::new(name.span.clone(), message, "has places").hint(hint);
            self.problems.push(problem.did_you_mean(&name.value, words));
            return;
        }
        expr.kind = ExprKind::Call(name, vec![place]);
    }
}

/// A definition of so many arguments that is a condition, or a number.
fn placeholder(name: SpannedName, relation: &KnownRelation) -> Definition {
    let span = name.span.clone();
    let named = |value: String| Spanned { value, span: span.clone() };
    let parameters: Vec<SpannedName> =
        (1..=relation.arguments()).map(|i| named(format!("x{i}"))).collect();
    let first = || Expr { kind: ExprKind::Name("x1".to_string()), span: span.clone() };
    let kind = match relation {
        KnownRelation::Set(_) => {
            ConditionKind::Chain(first(), vec![(ComparisonOperator::Equal, first())])
        }
        KnownRelation::Word { .. } => ConditionKind::Bare(first()),
    };
    Definition { name, parameters, body: Condition { kind, span } }
}
