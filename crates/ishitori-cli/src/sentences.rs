//! Deciding sentences about numbers, with witnesses, and describing sets of numbers.

use ishitori_automata::{Dfa, Formula, Limit, Logic, Order, Predicate, Refused, Step};
use ishitori_core::prove::work::too_large;
use ishitori_core::prove::{Leading, Sentence};
use ishitori_core::solve::GaveUp;

use crate::watch::{self, Watch};

/// Sets of at most so many are listed.
const LISTED: usize = 20;

/// So many of a larger set are listed.
const FIRST: usize = 10;

/// Numbers with the names of variables.
pub type Named = Vec<(String, u128)>;

/// What is to be said of a statement.
pub enum Answer {
    /// It means nothing for these numbers.
    Undefined(Named),
    /// It is true or false.
    Decided {
        /// Whether it is true.
        holds: bool,
        /// A counterexample of `for all`, a witness of `exists`.
        example: Option<Example>,
    },
    /// It holds for some of its free variables.
    Set(Box<Set>),
}

/// Why `for all` is false, or `exists` true.
pub enum Example {
    /// The smallest such numbers.
    Smallest(Named),
    /// They are out of reach.
    Missing(String),
}

/// The numbers for which something holds.
pub struct Set {
    /// The variables.
    pub names: Vec<String>,
    /// Its automaton, a track a variable.
    pub dfa: Dfa,
    /// How many there are.
    pub size: Size,
    /// The first of them.
    pub first: Vec<Vec<u128>>,
}

/// How many numbers are in a set.
pub enum Size {
    /// All there are.
    All,
    /// So many; not more than fit 128 bits.
    Finite(Option<u128>),
    /// Infinitely many, not all.
    Infinite,
}

/// The states that are allowed at first, and by how much that grows.
const FEW_STATES: usize = 1 << 12;
const GROWTH: usize = 16;

/// Answers `sentence` within so many bytes. Some automata are small in one order of digits only, so
/// both are tried, with few states first.
///
/// # Errors
/// Why it cannot be answered; [`Refused::GaveUp`] if the work was stopped.
pub fn answer(sentence: &Sentence, memory: usize, watch: &Watch) -> Result<Answer, Refused> {
    // A subset takes some hundred bytes, and a cell up to 32 while a track is forgotten.
    let (most, cells) = (memory / 256, memory / 32);
    let mut states = FEW_STATES;
    loop {
        let last = states >= most;
        let limit = Limit::states(states.min(most)).with_cells(cells).watched(watch::watch);
        let mut logic = Logic { numeration: sentence.numeration, order: Order::Msd, limit };
        match answer_in(sentence, logic, false, memory, watch) {
            Err(refused) if is_too_large(&refused) => {}
            other => return other,
        }
        logic.order = Order::Lsd;
        match answer_in(sentence, logic, last, memory, watch) {
            Err(refused) if is_too_large(&refused) && !last => {
                states = states.saturating_mul(GROWTH)
            }
            other => return other,
        }
    }
}

/// Whether more states, or another order, could help.
fn is_too_large(refused: &Refused) -> bool {
    matches!(refused, Refused::GaveUp(why) if !why.is_stopped() && why.during() != Step::Witness)
}

/// Answers within the limits of `logic`; an example only if it is within them too, unless this is
/// the `last` try.
fn answer_in(
    sentence: &Sentence,
    logic: Logic,
    last: bool,
    memory: usize,
    watch: &Watch,
) -> Result<Answer, Refused> {
    if sentence.defined != Formula::Constant(true)
        && let Some(at) = undefined(sentence, logic)?
    {
        return Ok(Answer::Undefined(at));
    }
    if !sentence.free.is_empty() {
        return Ok(Answer::Set(Box::new(set(sentence, logic)?)));
    }
    let holds = logic.decide(&sentence.formula)?;
    let asked = sentence.leading.as_ref().filter(|leading| leading.all != holds);
    let Some(leading) = asked else { return Ok(Answer::Decided { holds, example: None }) };
    let example = match smallest(leading, logic) {
        Ok(numbers) => Example::Smallest(numbers),
        Err(refused) if is_too_large(&refused) && !last => return Err(refused),
        Err(refused) => Example::Missing(gave_up(&refused, memory, watch).why().to_string()),
    };
    Ok(Answer::Decided { holds, example: Some(example) })
}

/// The smallest numbers for which the sentence means nothing, if there are any.
fn undefined(sentence: &Sentence, logic: Logic) -> Result<Option<Named>, Refused> {
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
    logic: Logic,
) -> Result<Option<Named>, Refused> {
    let tracks: Vec<&str> = variables.iter().map(|(_, known)| known.as_str()).collect();
    let dfa = logic.on_tracks(&logic.evaluate(formula)?, &tracks)?;
    let Some(numbers) = dfa.smallest(logic.numeration)? else { return Ok(None) };
    Ok(Some(variables.iter().map(|(name, _)| name.clone()).zip(numbers).collect()))
}

/// The smallest counterexample or witness, put into the sentence once more.
fn smallest(leading: &Leading, logic: Logic) -> Result<Named, Refused> {
    let Leading { all, variables, body, .. } = leading;
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

fn set(sentence: &Sentence, logic: Logic) -> Result<Set, Refused> {
    let relation = logic.evaluate(&sentence.formula)?;
    let names: Vec<&str> = sentence.free.iter().map(String::as_str).collect();
    let dfa = logic.on_tracks(&relation, &names)?.minimize_within(logic.limit)?;
    let others = logic.complement(relation)?;
    let longest = dfa.longest();
    let size = match longest {
        _ if others.dfa().is_empty() => Size::All,
        Some(longest) => Size::Finite(match dfa.is_empty() {
            true => Some(0),
            false => dfa.count(longest),
        }),
        None => Size::Infinite,
    };
    let listed = match size {
        Size::Finite(Some(count)) if count <= LISTED as u128 => LISTED,
        _ => FIRST,
    };
    let first = dfa.first(logic.numeration, listed, logic.limit)?;
    Ok(Set { names: sentence.free.clone(), dfa, size, first })
}

/// What a refusal within so many bytes means for the user: it is given up.
pub fn gave_up(refused: &Refused, memory: usize, watch: &Watch) -> GaveUp {
    match refused {
        Refused::GaveUp(why) if why.is_stopped() => watch.why(),
        Refused::GaveUp(why) => too_large(why, memory),
        other => GaveUp::new(other.to_string()),
    }
}
