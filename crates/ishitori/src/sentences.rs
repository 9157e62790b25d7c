//! Deciding sentences about numbers, with witnesses, and describing sets of numbers.
//!
//! Why it is right: a sentence is decided by automata, and a witness is put into it once more. Some automata are small in one
//! order of digits only, so both are tried, with few states first.

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;

use ishitori_automata::{
    AutomatonOperation, Dfa, DigitLogic, Formula, Limit, NoAutomaton, Predicate, Watcher, walnut,
};
pub use ishitori_automata::{DigitOrder, Numeration};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::prove::{
    BeyondAutomata, LeadingQuantifiers, NamedSentence, NumberSentence, sentences_with,
};
use ishitori_rule::Problem;
use ishitori_store::DiscoveryStore;
use ishitori_view::automaton::AutomatonDrawing;

use crate::problems::RuleProblems;
use crate::proofs;
use crate::relations::SentenceRelations;
use crate::stopwatch::Stopwatch;

/// Sets of at most so many are listed.
const LISTED: usize = 20;

/// So many of a larger set are listed.
const FIRST: usize = 10;

/// Numbers with the names of variables.
pub type NamedNumbers = Vec<(String, u128)>;

/// What is to be said of a statement.
pub enum StatementAnswer {
    /// It means nothing for these numbers.
    Undefined(NamedNumbers),
    /// It is true or false.
    Decided {
        /// Whether it is true.
        holds: bool,
        /// A counterexample of `for all`, a witness of `exists`.
        example: Option<Example>,
    },
    /// It holds for some of its free variables.
    Set(Box<SolutionSet>),
}

/// Why `for all` is false, or `exists` true.
pub enum Example {
    /// The smallest such numbers.
    Smallest(NamedNumbers),
    /// They are out of reach.
    Missing(String),
}

/// The numbers for which something holds.
pub struct SolutionSet {
    /// The variables.
    pub names: Vec<String>,
    /// Its automaton, a track a variable.
    pub dfa: Dfa,
    /// How many there are.
    pub size: SetSize,
    /// The first of them.
    pub first: Vec<Vec<u128>>,
}

/// How many numbers are in a set.
pub enum SetSize {
    /// All there are.
    All,
    /// So many; not more than fit 128 bits.
    Finite(Option<u128>),
    /// Infinitely many, not all.
    Infinite,
}

/// What was found about a sentence.
pub struct LogicFinding {
    /// The answer.
    pub answer: StatementAnswer,
    /// In which digits.
    pub numeration: Numeration,
    /// How long it took.
    pub time: Duration,
    /// How many states the largest automaton had.
    pub largest: usize,
    /// The theorems on whose sets it stands, each with its certificate.
    pub stands_on: Vec<String>,
}

/// A text that is to be decided, and where what it names is looked for.
#[derive(Clone, Debug, Default)]
pub struct SentenceRequest {
    /// Definitions that stand before it, with the name of their file.
    pub definitions: Option<(String, String)>,
    /// Definitions and a sentence.
    pub text: String,
    /// The name of its file, if it is in one.
    pub file: Option<String>,
    /// Where automata and words are looked for.
    pub folder: PathBuf,
    /// Where theorems are kept.
    pub store: Option<DiscoveryStore>,
}

impl SentenceRequest {
    /// The whole text, and where the part begins that is no definition file.
    fn whole(&self) -> (String, usize) {
        match &self.definitions {
            Some((_, definitions)) => {
                let before = format!("{definitions}\n");
                (format!("{before}{}", self.text), before.len())
            }
            None => (self.text.clone(), 0),
        }
    }

    /// What is wrong, each in its own text: first the definitions.
    fn problems(&self, problems: Vec<Problem>, begins: usize) -> RuleProblems {
        let (first, second): (Vec<Problem>, Vec<Problem>) =
            problems.into_iter().partition(|problem| problem.span().start < begins);
        if let (Some((file, text)), false) = (&self.definitions, first.is_empty()) {
            return RuleProblems { file: file.clone(), text: text.clone(), problems: first };
        }
        let file = self.file.clone().unwrap_or_else(|| "formula".to_string());
        let problems = second.into_iter().map(|problem| problem.earlier(begins)).collect();
        RuleProblems { file, text: self.text.clone(), problems }
    }
}

/// Reads a sentence and answers it in so much time.
///
/// # Errors
/// If it cannot be read; [`GaveUp`] if automata cannot decide it, or not in time.
pub fn decide(text: &str, time: Duration, control: &Control) -> anyhow::Result<LogicFinding> {
    decide_text(&SentenceRequest { text: text.to_string(), ..Default::default() }, time, control)
}

/// The stack of what walks through deeply nested texts. Memory is taken only as it is used.
const STACK: usize = 512 << 20;

/// One of the sentences of a text, and what was found about it.
pub struct NamedFinding {
    /// Its name: that of `claim NAME: ...`.
    pub name: Option<String>,
    /// Its text.
    pub text: String,
    /// What was found; [`GaveUp`] if automata cannot decide it, or not in time.
    pub finding: Result<LogicFinding, GaveUp>,
}

/// The same for a text with definitions, which may name words, files and proved sets.
///
/// # Errors
/// As [`decide`]; [`GaveUp`] if a set is not proved, in a sentence that says what to run; and if there are several
/// sentences.
pub fn decide_text(
    request: &SentenceRequest,
    time: Duration,
    control: &Control,
) -> anyhow::Result<LogicFinding> {
    let mut found = decide_all(request, time, control)?;
    match (found.pop(), found.is_empty()) {
        (Some(only), true) => Ok(only.finding?),
        _ => anyhow::bail!("several sentences where one belongs"),
    }
}

/// Answers every sentence of a text, each in so much time. Definitions are made into automata once for all.
///
/// # Errors
/// If one of them cannot be read, or somebody stops the work.
pub fn decide_all(
    request: &SentenceRequest,
    time: Duration,
    control: &Control,
) -> anyhow::Result<Vec<NamedFinding>> {
    let work = || decided(request, time, control);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let Ok(thread) = thread else {
            return Err(GaveUp::new("there is no address space for the stack").into());
        };
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn decided(
    request: &SentenceRequest,
    time: Duration,
    control: &Control,
) -> anyhow::Result<Vec<NamedFinding>> {
    let mut stopwatch = Stopwatch::start(control, Some(time));
    let preparing = stopwatch.over(control);
    let relations = SentenceRelations {
        folder: request.folder.clone(),
        store: request.store.as_ref(),
        control: &preparing,
        stands_on: RefCell::default(),
    };
    let (text, begins) = request.whole();
    let sentences = match sentences_with(&text, &relations) {
        Ok(sentences) => sentences,
        Err(_) if preparing.ask().is_err() => return Err(preparing.why_stopped().into()),
        Err(BeyondAutomata::Problems(problems)) => {
            return Err(request.problems(problems, begins).into());
        }
        Err(part @ BeyondAutomata::Part { .. }) => return Err(cannot(part, &text).into()),
    };
    let stands_on = relations.stands_on.into_inner();
    let mut all = Vec::new();
    for NamedSentence { name, span, sentence } in sentences {
        let own = text.get(span).unwrap_or_default().to_string();
        let timed = stopwatch.over(control);
        let finding = match sentence {
            Ok(sentence) => match answer(&sentence, time, &timed) {
                Ok(answer) => Ok(LogicFinding {
                    answer,
                    numeration: sentence.numeration,
                    time: stopwatch.elapsed(),
                    largest: timed.largest_automaton(),
                    stands_on: stands_on.clone(),
                }),
                Err(refused) => Err(gave_up(&refused, time, &timed)),
            },
            Err(part) => Err(cannot(part, &text)),
        };
        all.push(NamedFinding { name, text: own, finding });
        proofs::unless_stopped(control)?;
        stopwatch = Stopwatch::start(control, Some(time));
    }
    Ok(all)
}

/// That a part of a text is beyond automata.
fn cannot(refused: BeyondAutomata, text: &str) -> GaveUp {
    let BeyondAutomata::Part { what, span } = refused else {
        return GaveUp::new(refused.to_string());
    };
    let part = span.and_then(|span| text.get(span)).filter(|part| *part != text.trim());
    let at = part.map(|part| format!(" (in `{}`)", part.trim())).unwrap_or_default();
    GaveUp::new(format!("automata cannot decide this: {what}{at}"))
}

impl SolutionSet {
    /// The automaton as Walnut reads it; a comment says the order of its tracks.
    pub fn walnut(&self, numeration: Numeration) -> String {
        walnut::write_named(numeration, &self.dfa, &self.names)
    }

    /// A drawing of the automaton as SVG, unless it is too large.
    pub fn svg(&self, title: &str) -> Option<String> {
        let dfa = &self.dfa;
        let accepting: Vec<bool> = (0..dfa.states()).map(|s| dfa.accepts_in(s as u32)).collect();
        let drawing = AutomatonDrawing::from_table(
            title,
            dfa.tracks(),
            dfa.initial() as usize,
            &accepting,
            |state, letter| dfa.next(state as u32, letter as u16) as usize,
        );
        drawing.and_then(|drawing| drawing.svg())
    }
}

/// The states that are allowed at first, and by how much that grows.
const FEW_STATES: usize = 1 << 12;
const GROWTH: usize = 16;

/// Answers `sentence`, for which there is so much time. Some automata are small in one order of digits only, so
/// both are tried, with few states first.
///
/// # Errors
/// Why it cannot be answered; [`NoAutomaton::GaveUp`] if the work was stopped.
fn answer(
    sentence: &NumberSentence,
    time: Duration,
    control: &Control,
) -> Result<StatementAnswer, NoAutomaton> {
    let watcher = |states: usize| {
        let doing = format!("an automaton of {states} states");
        Watcher::goes_on(control, states) && control.start(&doing).is_ok()
    };
    // A subset takes some hundred bytes, and a cell up to 32 while a track is forgotten.
    let (most, cells) = (control.memory() / 256, control.memory() / 32);
    let mut states = FEW_STATES;
    loop {
        let last = states >= most;
        let limit = Limit::states(states.min(most)).with_cells(cells).watched(&watcher);
        let mut logic =
            DigitLogic { numeration: sentence.numeration, order: DigitOrder::Msd, limit };
        match answer_in(sentence, logic, false, time, control) {
            Err(refused) if is_too_large(&refused) => {}
            other => return other,
        }
        logic.order = DigitOrder::Lsd;
        match answer_in(sentence, logic, last, time, control) {
            Err(refused) if is_too_large(&refused) && !last => {
                states = states.saturating_mul(GROWTH)
            }
            other => return other,
        }
    }
}

/// Whether more states, or another order, could help.
fn is_too_large(refused: &NoAutomaton) -> bool {
    matches!(refused, NoAutomaton::GaveUp(why) if !why.is_stopped() && why.during() != AutomatonOperation::Witness)
}

/// Answers within the limits of `logic`; an example only if it is within them too, unless this is
/// the `last` try.
fn answer_in(
    sentence: &NumberSentence,
    logic: DigitLogic,
    last: bool,
    time: Duration,
    control: &Control,
) -> Result<StatementAnswer, NoAutomaton> {
    if sentence.defined != Formula::Constant(true)
        && let Some(at) = undefined(sentence, logic)?
    {
        return Ok(StatementAnswer::Undefined(at));
    }
    if !sentence.free.is_empty() {
        return Ok(StatementAnswer::Set(Box::new(set(sentence, logic)?)));
    }
    let holds = logic.decide(&sentence.formula)?;
    let asked = sentence.leading.as_ref().filter(|leading| leading.all != holds);
    let Some(leading) = asked else { return Ok(StatementAnswer::Decided { holds, example: None }) };
    let example = match smallest(leading, logic) {
        Ok(numbers) => Example::Smallest(numbers),
        Err(refused) if is_too_large(&refused) && !last => return Err(refused),
        Err(refused) => Example::Missing(gave_up(&refused, time, control).why().to_string()),
    };
    Ok(StatementAnswer::Decided { holds, example: Some(example) })
}

/// The smallest numbers for which the sentence means nothing, if there are any.
fn undefined(
    sentence: &NumberSentence,
    logic: DigitLogic,
) -> Result<Option<NamedNumbers>, NoAutomaton> {
    let (variables, defined) = match &sentence.leading {
        Some(leading) => (leading.variables.clone(), &leading.defined),
        None => {
            let same = sentence.free.iter().map(|name| (name.clone(), name.clone()));
            (same.collect(), &sentence.defined)
        }
    };
    least(&variables, &defined.clone().not(), logic)
}

/// The smallest numbers for which `formula` holds.
fn least(
    variables: &[(String, String)],
    formula: &Formula,
    logic: DigitLogic,
) -> Result<Option<NamedNumbers>, NoAutomaton> {
    let tracks: Vec<&str> = variables.iter().map(|(_, known)| known.as_str()).collect();
    let dfa = logic.on_tracks(&logic.evaluate(formula)?, &tracks)?;
    let Some(numbers) = dfa.smallest(logic.numeration)? else { return Ok(None) };
    Ok(Some(variables.iter().map(|(name, _)| name.clone()).zip(numbers).collect()))
}

/// The smallest counterexample or witness, put into the sentence once more.
fn smallest(leading: &LeadingQuantifiers, logic: DigitLogic) -> Result<NamedNumbers, NoAutomaton> {
    let LeadingQuantifiers { all, variables, body, .. } = leading;
    let wanted = if *all { body.clone().not() } else { body.clone() };
    let numbers =
        least(variables, &wanted, logic)?.expect("there are such numbers: it was decided");
    let mut parts = vec![wanted];
    for ((_, known), (_, number)) in variables.iter().zip(&numbers) {
        // Larger ones have been read by the automaton only.
        let Ok(number) = u64::try_from(*number) else { return Ok(numbers) };
        parts.push(Formula::atom(Predicate::Is(number), &[known]));
    }
    let names: Vec<&str> = variables.iter().map(|(_, known)| known.as_str()).collect();
    let again = logic.decide(&Formula::exists(&names, Formula::And(parts)))?;
    assert!(again, "an example that is none");
    Ok(numbers)
}

fn set(sentence: &NumberSentence, logic: DigitLogic) -> Result<SolutionSet, NoAutomaton> {
    let relation = logic.evaluate(&sentence.formula)?;
    let names: Vec<&str> = sentence.free.iter().map(String::as_str).collect();
    let dfa = logic.on_tracks(&relation, &names)?.minimize_within(logic.limit)?;
    let others = logic.complement(relation)?;
    let longest = dfa.longest();
    let size = match longest {
        _ if others.dfa().is_empty() => SetSize::All,
        Some(longest) => SetSize::Finite(match dfa.is_empty() {
            true => Some(0),
            false => dfa.count(longest),
        }),
        None => SetSize::Infinite,
    };
    let listed = match size {
        SetSize::Finite(Some(count)) if count <= LISTED as u128 => LISTED,
        _ => FIRST,
    };
    let first = dfa.first(logic.numeration, listed, logic.limit)?;
    Ok(SolutionSet { names: sentence.free.clone(), dfa, size, first })
}

/// What a refusal within so much time means for the user: it is given up.
fn gave_up(refused: &NoAutomaton, time: Duration, control: &Control) -> GaveUp {
    match refused {
        NoAutomaton::GaveUp(why) if why.is_stopped() => match control.why_stopped() {
            stopped if stopped.is_stopped() => stopped,
            _ => {
                let (seconds, largest) = (time.as_secs_f64(), control.largest_automaton());
                GaveUp::new(format!(
                    "{seconds} s are used up, the largest automaton had {largest} states"
                ))
            }
        },
        NoAutomaton::GaveUp(why) => control.too_large(why),
        other => GaveUp::new(other.to_string()),
    }
}
