//! What a claim says, as a first-order formula about numbers that automata decide.
//!
//! The statement is compiled as for [`check`](crate::claim::check), and its tree is walked once with variables in
//! the place of numbers. Numbers become [`SymbolicNumber`]s: a few cases, each with a value that is a
//! sum of variables or something that comparisons have an atom for (`value`). Conditions become
//! formulas. What an automaton cannot know is refused with one sentence.
//!
//! The formula means what the claim says for all natural heaps, with two remarks. It speaks about
//! positions: lower bounds and, in an unordered game, the ascending order of heaps are taken for granted.
//! And where the claim means nothing (a division by 0, the digits of a negative number, arithmetic with
//! infinity) it means nothing either: [`TranslatedClaim::defined`] says where it does, and a proof must show that this
//! is everywhere. Numbers are exact; that the checker refuses those beyond 64 bits is left aside.

mod arithmetic;
mod cases;
mod compare;
mod count;
mod digits;
mod exponent;
mod expression;
mod extreme;
mod free_names;
mod functions;
mod instance;
mod linear;
mod logic;
mod numbers;
mod popcounts;
mod quantify;
mod relations;
mod resolve;
mod sentence;
mod sets;
mod theorem;
mod value;
mod variables;

use ishitori_automata::{Formula, Numeration, Predicate, RelationSource};
use ishitori_rule::syntax::Condition;
use ishitori_rule::{Problem, Rules, Ruleset, Span};

use self::instance::Instances;
use self::value::{SymbolicNumber, SymbolicValue};
use self::variables::Variables;
use super::connect::simplify;
use crate::claim::ClaimLibrary;
use crate::claim::compile::{Program, compile};
use crate::claim::formula::CompiledDefinition;
use crate::claim::one_heap::one_heap;
use crate::game::AnyGame;
use crate::solve::Outcome;
pub use numbers::AutomataDecider;
pub use relations::KnownRelation;
pub use resolve::{NoRelation, NoRelations, RelationFile, RelationLibrary};
pub use sentence::{
    LeadingQuantifiers, NamedSentence, NumberSentence, sentence, sentence_with, sentences_with,
};

/// What a claim says about all positions. Heap i, counted from 1, is the variable `h{i}`; the value
/// is `g`. Names of bound variables end in `_`, and no others do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TheoremStatement {
    /// The P-positions are those for which it holds.
    Outcome(Formula),
    /// The Grundy values, by their graph on the heaps and `g`.
    Grundy {
        /// What `g` stands for.
        coding: ValueCoding,
        /// Which value which position has.
        graph: Formula,
    },
    /// The positions of one Grundy value. Those of value 0 are the P-positions of normal play.
    Class {
        /// The value.
        value: u64,
        /// Where it is the value.
        set: Formula,
    },
    /// Of some positions it says who wins.
    Families {
        /// These are lost.
        lost: Formula,
        /// These are won.
        won: Formula,
    },
    /// It holds of the heaps of every position, whatever the moves.
    Everywhere(Formula),
    /// A sentence about numbers alone.
    Sentence(Formula),
}

/// What the variable `g` stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueCoding {
    /// The Grundy value.
    Plain,
    /// 2 to the Grundy value.
    OneHot,
}

/// A claim in terms of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslatedClaim {
    /// What it says.
    pub theorem: TheoremStatement,
    /// Where it means something, and only one thing, on the heaps; to be proved for all positions. At
    /// other positions the theorem's formula may be true or false.
    pub defined: Formula,
    /// The digits in which it can be decided.
    pub numeration: Numeration,
}

/// Why a claim is beyond automata.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeyondAutomata {
    /// It is not well formed.
    #[error("the claim does not fit this game: {}", .0.first().map_or("", Problem::message))]
    Problems(Vec<Problem>),
    /// A part of it.
    #[error("{what}")]
    Part {
        /// Which part, and why, in one sentence.
        what: String,
        /// Where it stands, as far as we know.
        span: Option<Span>,
    },
}

type TranslationResult<T> = Result<T, BeyondAutomata>;

/// What unbounded quantifiers run up to.
const UNBOUNDED: i64 = i64::MAX - 1;

/// The most parts of a statement that are looked at, written out as they are.
const MAX_STEPS: usize = 100_000;

/// Translates what is said about a game.
///
/// # Errors
/// [`BeyondAutomata`] if the statement is not well formed, or automata cannot know what it says.
pub fn translate(
    ruleset: &Ruleset,
    statement: &Condition,
    library: &dyn ClaimLibrary,
) -> Result<TranslatedClaim, BeyondAutomata> {
    let whole = Some(statement.span.clone());
    let wrong = |what: String| BeyondAutomata::Part { what, span: whole.clone() };
    let one_heap = one_heap(ruleset);
    let ruleset = one_heap.as_ref().unwrap_or(ruleset);
    let game = AnyGame::new(ruleset).map_err(|why| wrong(why.to_string()))?;
    let (heaps, ascending) = match &ruleset.rules {
        Rules::Heaps(rules) => {
            let low = |low: &u64| i64::try_from(*low).unwrap_or(i64::MAX / 2);
            (rules.lower.iter().map(low).collect(), rules.symmetry.identifies())
        }
        Rules::Board(_) | Rules::Single(_) | Rules::Pieces(_) | Rules::Figures(_) => {
            (Vec::new(), false)
        }
    };
    let low = heaps.iter().copied().min().unwrap_or(0);
    let program =
        compile(ruleset, game, statement, (low, low), library).map_err(BeyondAutomata::Problems)?;
    if program.about_here && matches!(ruleset.rules, Rules::Board(_)) {
        return Err(wrong("a claim about boards: only games on heaps have proofs".to_string()));
    }
    let names = heaps.iter().enumerate().map(|(i, low)| (format!("h{}", i + 1), *low));
    let mut translator = Translator::new(&program, Variables::new(names, ascending));
    translator.span = whole.clone();
    if let Rules::Heaps(rules) = &ruleset.rules {
        translator.only_heaps_bound = rules.validity.is_empty() && rules.slice.is_whole();
    }
    let (theorem, defined) = translator.theorem(&program)?;
    let defined = simplify(defined);
    if defined == Formula::Constant(false) {
        return Err(wrong("the claim means nothing at any position".to_string()));
    }
    let formulas: Vec<&Formula> = theorem.formulas().into_iter().chain([&defined]).collect();
    let numeration = numeration(&formulas).map_err(wrong)?;
    Ok(TranslatedClaim { theorem, defined, numeration })
}

impl TheoremStatement {
    /// Its formulas: one, or two if it is about families.
    pub fn formulas(&self) -> Vec<&Formula> {
        match self {
            TheoremStatement::Outcome(formula)
            | TheoremStatement::Grundy { graph: formula, .. }
            | TheoremStatement::Class { set: formula, .. }
            | TheoremStatement::Everywhere(formula)
            | TheoremStatement::Sentence(formula) => vec![formula],
            TheoremStatement::Families { lost, won } => vec![lost, won],
        }
    }
}

struct Translator<'p> {
    defined: &'p [CompiledDefinition],
    variables: Variables,
    /// What the names in use stand for; the heaps come first.
    frame: Vec<Option<SymbolicNumber>>,
    /// The definitions that are being written out.
    calling: Vec<usize>,
    /// What is known of definitions, by their numbers; in claims nothing, and they are written out.
    meanings: Vec<relations::DefinitionMeaning>,
    /// How many case distinctions there have been.
    forks: usize,
    steps: usize,
    /// The comparison that is being translated, or the whole statement.
    span: Option<Span>,
    /// Who wins the position here, if we look at what follows from it.
    assumed: Option<Outcome>,
    /// Whether what is translated may stand for one position of many: `instance.rs`.
    instances: Instances,
    /// Whether the least that heaps can be is all that positions must obey.
    only_heaps_bound: bool,
    /// Whether the statement speaks of no position but those that it names: only then is it true of each in turn.
    only_named: bool,
    /// A variable of which 2 to its power was asked for, which it can be if it runs through exponents.
    raised: Option<linear::VariableIndex>,
}

impl<'p> Translator<'p> {
    fn new(program: &'p Program, variables: Variables) -> Self {
        Translator::within(&program.defined, program.slots, variables)
    }

    /// For conditions that call these definitions and have so many slots, of which the first are the variables.
    fn within(defined: &'p [CompiledDefinition], slots: usize, variables: Variables) -> Self {
        let heaps = (0..variables.heaps()).map(|heap| {
            let form = linear::LinearSum::variable(heap);
            Some(SymbolicValue::Number(form).into())
        });
        let mut frame: Vec<Option<SymbolicNumber>> = heaps.collect();
        frame.resize(slots.max(frame.len()), None);
        Translator {
            defined,
            variables,
            frame,
            calling: Vec::new(),
            meanings: Vec::new(),
            forks: 0,
            steps: 0,
            span: None,
            assumed: None,
            instances: Instances::default(),
            only_heaps_bound: false,
            only_named: false,
            raised: None,
        }
    }

    /// Refuses the part that is being translated.
    fn outside<T>(&self, what: impl Into<String>) -> TranslationResult<T> {
        Err(BeyondAutomata::Part { what: what.into(), span: self.span.clone() })
    }

    fn too_large<T>(&self) -> TranslationResult<T> {
        self.outside("a number that is too large")
    }

    fn step(&mut self) -> TranslationResult<()> {
        self.steps += 1;
        if self.is_too_long() {
            return self.outside("the statement is too long when it is written out");
        }
        Ok(())
    }

    fn is_too_long(&self) -> bool {
        self.steps > MAX_STEPS
    }

    /// What a name stands for.
    fn slot(&self, slot: usize) -> TranslationResult<SymbolicNumber> {
        match self.frame.get(slot) {
            Some(Some(value)) => Ok(value.clone()),
            _ => self.outside("a name that has no value"),
        }
    }

    fn bind(&mut self, slots: &[usize], values: Vec<SymbolicNumber>) {
        for (slot, value) in slots.iter().zip(values) {
            self.frame[*slot] = Some(value);
        }
    }
}

/// The digits that all atoms know.
fn numeration(formulas: &[&Formula]) -> Result<Numeration, String> {
    let mut needs = NeededDigits::default();
    for formula in formulas {
        needs.of_formula(formula);
    }
    match (needs.fibonacci, needs.binary) {
        (Some(fibonacci), Some(binary)) => Err(format!(
            "{fibonacci}, which needs Fibonacci digits, beside {binary}; no automaton converts between the two"
        )),
        (Some(_), None) => Ok(Numeration::Zeckendorf),
        (None, _) => Ok(Numeration::Binary),
    }
}

/// What can only be read in digits of one kind.
#[derive(Default)]
struct NeededDigits {
    fibonacci: Option<String>,
    binary: Option<String>,
    /// The names of the relations that were looked into.
    seen: Vec<String>,
}

impl NeededDigits {
    fn of_formula(&mut self, formula: &Formula) {
        each_atom(formula, &mut |predicate| self.of_predicate(predicate));
    }

    fn of_predicate(&mut self, predicate: &Predicate) {
        let (kind, what) = match predicate {
            Predicate::Linear { .. } | Predicate::Congruent { .. } | Predicate::Is(_) => return,
            Predicate::Shift => (&mut self.fibonacci, "a multiple of phi".to_string()),
            Predicate::Named(relation) => {
                let name = relation.name().to_string();
                if self.seen.contains(&name) {
                    return;
                }
                self.seen.push(name.clone());
                match relation.source() {
                    RelationSource::Formula { body, .. } => return self.of_formula(body),
                    RelationSource::Automaton { numeration: Numeration::Zeckendorf, .. } => {
                        (&mut self.fibonacci, format!("`{name}`"))
                    }
                    RelationSource::Automaton { numeration: Numeration::Binary, .. } => {
                        (&mut self.binary, format!("`{name}`, which needs binary digits"))
                    }
                }
            }
            _ => (&mut self.binary, "a function of binary digits".to_string()),
        };
        kind.get_or_insert(what);
    }
}

fn each_atom(formula: &Formula, visit: &mut dyn FnMut(&Predicate)) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Atom(predicate, _) => visit(predicate),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| each_atom(part, visit));
        }
        Formula::Implies(first, second) | Formula::Iff(first, second) => {
            each_atom(first, visit);
            each_atom(second, visit);
        }
        Formula::Not(inner) | Formula::Exists(_, inner) | Formula::ForAll(_, inner) => {
            each_atom(inner, visit);
        }
    }
}
