//! `ishitori logic`: sentences about numbers, true or false for all of them.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::bail;
use ishitori::stopwatch::{MAX_SECONDS, Stopwatch};
use ishitori_automata::{Dfa, DigitOrder, Numeration, walnut};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::prove::{BeyondAutomata, sentence};
use ishitori_view::automaton::AutomatonDrawing;
use serde_json::{Map, Value, json};

use super::check::{RefutedClaims, in_formula};
use super::prove::time;
use super::{save, write_json};
use crate::args::LogicArgs;
use crate::sentences::{self, Example, NamedNumbers, SetSize, SolutionSet, StatementAnswer};

/// What was found, in which digits.
struct LogicFinding {
    answer: StatementAnswer,
    numeration: Numeration,
    time: Duration,
    largest: usize,
}

pub fn run(args: &LogicArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if !(args.time > 0.0 && args.time.is_finite()) {
        bail!("--time is a number of seconds, more than 0");
    }
    if let Some(path) = &args.output {
        file_kind(path)?;
    }
    let found = match find(args, control) {
        Ok(found) => found,
        Err(error) => {
            if let (true, Some(why)) = (args.json, error.downcast_ref::<GaveUp>()) {
                let unknown =
                    json!({ "sentence": args.sentence, "verdict": "unknown", "why": why.why() });
                write_json(&unknown, out)?;
            }
            return Err(error);
        }
    };
    if args.json {
        write_json(&found_json(args, &found), out)?;
    } else {
        write_found(&found, out)?;
    }
    control.check()?;
    match (&found.answer, &args.output) {
        (StatementAnswer::Undefined(_), _) => {
            bail!("the statement does not mean something for all numbers")
        }
        (StatementAnswer::Set(set), Some(path)) => {
            save(path, file(path, args, set, found.numeration)?.as_bytes())?;
            if !args.json {
                writeln!(out, "    wrote {}", path.display())?;
            }
            Ok(())
        }
        (StatementAnswer::Decided { .. }, Some(_)) => {
            bail!("it has no free variables, so there is no automaton to write: leave -o out")
        }
        (StatementAnswer::Decided { holds: false, .. }, None) => Err(RefutedClaims.into()),
        _ => Ok(()),
    }
}

fn find(args: &LogicArgs, control: &Control) -> anyhow::Result<LogicFinding> {
    let text = args.sentence.as_str();
    let sentence = match sentence(text) {
        Ok(sentence) => sentence,
        Err(BeyondAutomata::Problems(problems)) => return Err(in_formula(text, problems).into()),
        Err(BeyondAutomata::Part { what, span }) => {
            let part = span.and_then(|span| text.get(span)).filter(|part| *part != text.trim());
            let at = part.map(|part| format!(" (in `{}`)", part.trim())).unwrap_or_default();
            return Err(GaveUp::new(format!("automata cannot decide this: {what}{at}")).into());
        }
    };
    let limit = Duration::from_secs_f64(args.time.min(MAX_SECONDS));
    let memory = usize::try_from(u128::from(args.memory) << 20).unwrap_or(usize::MAX);
    let stopwatch = Stopwatch::start(control, Some(limit));
    let control = stopwatch.over(control).with_memory(memory);
    let answer = sentences::answer(&sentence, limit, &control)
        .map_err(|refused| sentences::gave_up(&refused, limit, &control))?;
    let (time, largest) = (stopwatch.elapsed(), control.largest_automaton());
    Ok(LogicFinding { answer, numeration: sentence.numeration, time, largest })
}

fn write_found(found: &LogicFinding, out: &mut dyn Write) -> anyhow::Result<()> {
    let took = match found.time {
        time if time.as_secs_f64() >= 1.0 => format!("  [{}]", self::time(time)),
        _ => String::new(),
    };
    match &found.answer {
        StatementAnswer::Undefined(at) if at.is_empty() => writeln!(out, "means nothing{took}")?,
        StatementAnswer::Undefined(at) => writeln!(out, "means nothing for {}{took}", named(at))?,
        StatementAnswer::Decided { holds, example } => {
            writeln!(out, "{}{took}", if *holds { "TRUE" } else { "FALSE" })?;
            let what = if *holds { "witness" } else { "counterexample" };
            match example {
                Some(Example::Smallest(numbers)) => {
                    writeln!(out, "    smallest {what}: {}", named(numbers))?;
                }
                Some(Example::Missing(why)) => writeln!(out, "    no {what} was found: {why}")?,
                None => {}
            }
        }
        StatementAnswer::Set(set) => write_set(set, &took, out)?,
    }
    let digits = digits(found.numeration);
    match found.largest {
        0 => writeln!(out, "    no automaton was needed")?,
        most => writeln!(out, "    {digits} digits, the largest automaton had {}", states(most))?,
    }
    Ok(())
}

fn write_set(set: &SolutionSet, took: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let SolutionSet { names, dfa, size, first } = set;
    let names = names.join(", ");
    let all = match size {
        SetSize::Finite(Some(count)) => *count == first.len() as u128,
        _ => false,
    };
    let how_many = match size {
        SetSize::All | SetSize::Finite(Some(0)) => String::new(),
        SetSize::Finite(Some(1)) => "for exactly one:".to_string(),
        SetSize::Finite(Some(count)) if all => format!("for these {count}:"),
        SetSize::Finite(Some(count)) => format!("for {count}, first for"),
        SetSize::Finite(None) => "for finitely many, first for".to_string(),
        SetSize::Infinite => "for infinitely many, first for".to_string(),
    };
    match size {
        SetSize::All => writeln!(out, "holds for all {names}{took}")?,
        SetSize::Finite(Some(0)) => writeln!(out, "holds for no {names}{took}")?,
        _ => {
            writeln!(out, "{names}: holds {how_many}{took}")?;
            let mut words: Vec<String> = first.iter().map(|numbers| tuple(numbers)).collect();
            words.extend((!all).then(|| "...".to_string()));
            writeln!(out, "    {}", words.join(", "))?;
        }
    }
    writeln!(out, "    an automaton of {}, {}", states(dfa.states()), order(dfa))?;
    Ok(())
}

/// `5`, or `(3,5)`.
fn tuple(numbers: &[u128]) -> String {
    let words: Vec<String> = numbers.iter().map(u128::to_string).collect();
    if words.len() == 1 { words.concat() } else { format!("({})", words.join(",")) }
}

fn states(count: usize) -> String {
    if count == 1 { "1 state".to_string() } else { format!("{count} states") }
}

fn digits(numeration: Numeration) -> &'static str {
    match numeration {
        Numeration::Binary => "binary",
        Numeration::Zeckendorf => "Fibonacci",
    }
}

fn order(dfa: &Dfa) -> &'static str {
    match dfa.order() {
        DigitOrder::Msd => "most significant digits first",
        DigitOrder::Lsd => "least significant digits first",
    }
}

fn named(numbers: &NamedNumbers) -> String {
    let words: Vec<String> = numbers.iter().map(|(name, n)| format!("{name} = {n}")).collect();
    words.join(", ")
}

fn is_drawing(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "svg")
}

fn file_kind(path: &Path) -> anyhow::Result<()> {
    let is_text = path.extension().is_some_and(|extension| extension == "txt");
    if !is_text && !is_drawing(path) {
        bail!(
            "cannot write {}: the name ends in .txt (as Walnut reads it) or .svg",
            path.display()
        );
    }
    Ok(())
}

fn file(
    path: &Path,
    args: &LogicArgs,
    set: &SolutionSet,
    digits: Numeration,
) -> anyhow::Result<String> {
    let dfa = &set.dfa;
    if !is_drawing(path) {
        return Ok(walnut::write(digits, dfa));
    }
    let accepting: Vec<bool> = (0..dfa.states()).map(|s| dfa.accepts_in(s as u32)).collect();
    let title = format!("{}: {}, {}", set.names.join(", "), args.sentence, order(dfa));
    let drawing = AutomatonDrawing::from_table(
        &title,
        dfa.tracks(),
        dfa.initial() as usize,
        &accepting,
        |state, letter| dfa.next(state as u32, letter as u16) as usize,
    );
    let svg = drawing.and_then(|drawing| drawing.svg());
    let Some(svg) = svg else {
        bail!("an automaton of {} is too large to draw: write it as .txt", states(dfa.states()));
    };
    Ok(svg)
}

fn found_json(args: &LogicArgs, found: &LogicFinding) -> Value {
    let mut value = json!({
        "sentence": args.sentence,
        "digits": digits(found.numeration),
        "seconds": found.time.as_secs_f64(),
        "largest_automaton": found.largest,
    });
    let more = match &found.answer {
        StatementAnswer::Undefined(at) => json!({ "verdict": "undefined", "at": named_json(at) }),
        StatementAnswer::Decided { holds, example } => {
            let mut decided = json!({ "verdict": if *holds { "true" } else { "false" } });
            let what = if *holds { "witness" } else { "counterexample" };
            match example {
                Some(Example::Smallest(numbers)) => decided[what] = named_json(numbers),
                Some(Example::Missing(why)) => decided["why_no_example"] = json!(why),
                None => {}
            }
            decided
        }
        StatementAnswer::Set(set) => {
            let (size, count) = match set.size {
                SetSize::All => ("all", None),
                SetSize::Finite(count) => ("finite", count),
                SetSize::Infinite => ("infinite", None),
            };
            let tuple = |numbers: &Vec<u128>| numbers.iter().map(|n| number(*n)).collect();
            json!({
                "verdict": "set",
                "variables": set.names,
                "size": size,
                "count": count.map(number),
                "first": set.first.iter().map(tuple).collect::<Vec<Value>>(),
                "states": set.dfa.states(),
                "order": if set.dfa.order() == DigitOrder::Msd { "msd" } else { "lsd" },
            })
        }
    };
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
    value
}

/// A number; as text if it does not fit 64 bits.
fn number(number: u128) -> Value {
    u64::try_from(number).map_or_else(|_| json!(number.to_string()), |number| json!(number))
}

fn named_json(numbers: &NamedNumbers) -> Value {
    let all: Map<String, Value> =
        numbers.iter().map(|(name, n)| (name.clone(), number(*n))).collect();
    Value::Object(all)
}
