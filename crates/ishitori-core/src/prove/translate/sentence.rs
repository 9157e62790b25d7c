//! Sentences about numbers, without a game: what `ishitori logic` decides.
//!
//! Names that nothing binds are taken for the heaps of a game without moves, so that parser, compiler
//! and translation are those of claims and mean the same. What speaks of play is refused. The first
//! quantifiers of a closed sentence are taken off if they run through numbers, so that whoever decides
//! it can name numbers that show or refute it; otherwise it is kept whole. Deciding is not done here:
//! `ishitori_automata` does, in the digits that the sentence needs. Statements about a game:
//! `theorem.rs`.

use ishitori_automata::{Formula, Numeration};
use ishitori_rule::parse::parse_sentences;
use ishitori_rule::syntax::{Condition, Definition, Quantifier, SentenceText};
use ishitori_rule::{GameDescription, HeapRules, Problem, Rules, Ruleset, Span};

use super::free_names::FreeNames;
use super::linear::LinearSum;
use super::relations::{DefinitionMeaning, KnownRelation};
use super::resolve::{NoRelations, RelationLibrary, resolve};
use super::value::SymbolicValue;
use super::variables::Variables;
use super::{BeyondAutomata, TranslationResult, Translator, numeration};
use crate::catalogue::CatalogueLibrary;
use crate::claim::compile::compile;
use crate::claim::formula::CompiledCondition;
use crate::game::AnyGame;
use crate::prove::connect::{and, exists, for_all, implies, simplify};

/// A statement about numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberSentence {
    /// What it says. Names of bound variables end in `_`.
    pub formula: Formula,
    /// Where it means something, on the free variables.
    pub defined: Formula,
    /// Its first quantifiers, if it has no free variables.
    pub leading: Option<LeadingQuantifiers>,
    /// The variables that no quantifier binds, in the order of the text.
    pub free: Vec<String>,
    /// The digits in which it can be decided.
    pub numeration: Numeration,
}

/// The first quantifiers of a sentence, all of one kind, over numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeadingQuantifiers {
    /// Whether they are `for all`; otherwise `exists`.
    pub all: bool,
    /// Their variables, by the names in the text and in the formula.
    pub variables: Vec<(String, String)>,
    /// What is said of these, on the names in the formula.
    pub body: Formula,
    /// Where that means something.
    pub defined: Formula,
}

/// Translates a statement in the language of claims that speaks of no game. Names that nothing binds
/// are variables; quantifiers without a set run through all natural numbers.
///
/// # Errors
/// [`BeyondAutomata`] if the statement is not well formed, or automata cannot know what it says.
pub fn sentence(text: &str) -> Result<NumberSentence, BeyondAutomata> {
    sentence_with(text, &NoRelations)
}

/// Translates definitions and one statement that may use them, and sets and words of `library`.
///
/// # Errors
/// As [`sentence()`] and [`sentences_with`]; and if there are several statements.
pub fn sentence_with(
    text: &str,
    library: &dyn RelationLibrary,
) -> Result<NumberSentence, BeyondAutomata> {
    let mut all = sentences_with(text, library)?;
    match (all.pop(), all.is_empty()) {
        (Some(only), true) => only.sentence,
        _ => {
            let what = "several sentences where one belongs".to_string();
            Err(BeyondAutomata::Part { what, span: None })
        }
    }
}

/// One of the sentences of a text.
#[derive(Clone, Debug)]
pub struct NamedSentence {
    /// Its name: that of `claim NAME: ...`.
    pub name: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub sentence: Result<NumberSentence, BeyondAutomata>,
}

/// Translates definitions and statements that may use them, and sets and words of `library`. A definition that
/// is a condition becomes an automaton of its own, made once for all statements. Texts may be nested deeply:
/// give the thread a stack of some hundred megabytes.
///
/// # Errors
/// [`BeyondAutomata`] if one of them is not well formed, or a set or word cannot be had; there is at least one
/// sentence otherwise.
pub fn sentences_with(
    text: &str,
    library: &dyn RelationLibrary,
) -> Result<Vec<NamedSentence>, BeyondAutomata> {
    let mut read = parse_sentences(text).map_err(BeyondAutomata::Problems)?;
    let known = resolve(&mut read, library)?;
    let SentenceText { definitions, claims, sentence } = read;
    let named = claims.into_iter().map(|(name, claim)| (Some(name.value), claim));
    let statements: Vec<(Option<String>, Condition)> =
        named.chain(sentence.map(|sentence| (None, sentence))).collect();
    if statements.is_empty() {
        let end = text.trim_end().len();
        let problem = Problem::new(end..end, "there is no sentence", "expected a sentence here");
        let hint = "after the definitions comes what is to be decided: forall x: ...";
        return Err(BeyondAutomata::Problems(vec![problem.hint(hint)]));
    }
    let meaning = |known: Option<KnownRelation>| {
        known.map_or(DefinitionMeaning::Text, DefinitionMeaning::Known)
    };
    let mut meanings: Vec<DefinitionMeaning> = known.into_iter().map(meaning).collect();
    let mut all = Vec::new();
    for (name, statement) in statements {
        let span = statement.span.clone();
        match translated(&definitions, &mut meanings, statement) {
            Err(BeyondAutomata::Problems(problems)) => {
                return Err(BeyondAutomata::Problems(problems));
            }
            sentence => all.push(NamedSentence { name, span, sentence }),
        }
    }
    Ok(all)
}

/// A statement with definitions, of which something may be known already.
fn translated(
    definitions: &[Definition],
    meanings: &mut Vec<DefinitionMeaning>,
    statement: Condition,
) -> Result<NumberSentence, BeyondAutomata> {
    let mut names = FreeNames::default();
    names.defined.extend(definitions.iter().map(|definition| definition.name.value.clone()));
    names.condition(&statement, &mut Vec::new());
    let free = names.free.clone();
    // The free variables are the heaps of a game without moves.
    let rules = HeapRules::without_moves(free.clone());
    let ruleset = Ruleset {
        about: GameDescription::default(),
        rules: Rules::Heaps(rules),
        definitions: definitions.to_vec(),
        claims: Vec::new(),
    };
    let span = Some(statement.span.clone());
    let wrong = |what: String| BeyondAutomata::Part { what, span: span.clone() };
    let game = AnyGame::new(&ruleset).map_err(|why| wrong(why.to_string()))?;
    let program = compile(&ruleset, game, &statement, (0, 0), &CatalogueLibrary)
        .map_err(BeyondAutomata::Problems)?;
    let own = &program.games[0];
    if names.of_a_game || own.outcomes || own.grundy {
        let what = "`P`, `N`, `grundy` and `options` speak of a game, and there is none here: name one with `prove` or \
                    `check`";
        return Err(wrong(what.to_string()));
    }
    let variables = Variables::new(free.iter().map(|name| (name.clone(), 0)), false);
    let mut translator = Translator::new(&program, variables);
    translator.span = span.clone();
    translator.meanings = std::mem::take(meanings);
    let said = translator.said(&program.statement, free.is_empty());
    *meanings = translator.meanings;
    let (leading, formula, defined) = said?;
    let numeration = numeration(&[&formula, &defined]).map_err(wrong)?;
    Ok(NumberSentence { formula, defined, leading, free, numeration })
}

impl LeadingQuantifiers {
    /// The sentence, and whether it means something.
    fn closed(&self) -> (Formula, Formula) {
        let names = || self.variables.iter().map(|(_, name)| name.clone()).collect();
        let body = self.body.clone();
        let formula = if self.all { for_all(names(), body) } else { exists(names(), body) };
        (formula, for_all(names(), self.defined.clone()))
    }
}

impl<'p> Translator<'p> {
    /// What a statement says, where it means something, and its first quantifiers if it `is_closed`.
    fn said(
        &mut self,
        statement: &'p CompiledCondition,
        is_closed: bool,
    ) -> TranslationResult<(Option<LeadingQuantifiers>, Formula, Formula)> {
        let leading = if is_closed { self.leading(statement)? } else { None };
        let (formula, defined) = match &leading {
            Some(leading) => leading.closed(),
            None => {
                let truth = self.logic(statement)?;
                (simplify(truth.holds), simplify(truth.defined))
            }
        };
        Ok((leading, formula, defined))
    }

    /// The first quantifiers of `statement`; `None` if there are none that we can take off.
    fn leading(
        &mut self,
        statement: &'p CompiledCondition,
    ) -> TranslationResult<Option<LeadingQuantifiers>> {
        match self.taken_off(statement) {
            Err(BeyondAutomata::Part { .. }) => Ok(None),
            other => other,
        }
    }

    fn taken_off(
        &mut self,
        mut statement: &'p CompiledCondition,
    ) -> TranslationResult<Option<LeadingQuantifiers>> {
        let mut kind = None;
        let mut variables = Vec::new();
        let (mut within, mut defined) = (Vec::new(), Vec::new());
        while let CompiledCondition::Quantified(quantifier, through, body) = statement
            && matches!(quantifier, Quantifier::All | Quantifier::Exists)
            && *kind.get_or_insert(*quantifier) == *quantifier
        {
            for one in through {
                let Some((low, high)) = self.ends(&one.over)? else { return Ok(None) };
                let ranging = self.ranging(one, &low, &high)?;
                let here = implies(and(within.clone()), and([low.defined, high.defined]));
                defined.push(here);
                // A variable that counts from elsewhere, or stands for an exponent, is not the number.
                let itself = LinearSum::variable(ranging.variable);
                let is_number = matches!(ranging.value.single(), Some(SymbolicValue::Number(form)) if *form == itself);
                let ([name], true) = (one.names.as_slice(), is_number) else { return Ok(None) };
                let known = self.variables.name(ranging.variable).to_string();
                variables.push((name.clone(), known));
                within.push(ranging.within);
                self.bind(&one.slots, vec![ranging.value]);
            }
            statement = body;
        }
        let Some(kind) = kind else { return Ok(None) };
        let all = kind == Quantifier::All;
        let inner = self.logic(statement)?;
        let within = and(within);
        defined.push(implies(within.clone(), inner.defined));
        let body = match all {
            true => implies(within, inner.holds),
            false => and([within, inner.holds]),
        };
        let (body, defined) = (simplify(body), simplify(and(defined)));
        Ok(Some(LeadingQuantifiers { all, variables, body, defined }))
    }
}
