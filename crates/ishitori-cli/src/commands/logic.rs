//! `ishitori logic`: sentences about numbers, true or false for all of them.
//!
//! No game is involved. Automata decide the sentence, and an example is put into it once more
//! (`ishitori::sentences`); there is no certificate, unlike for `prove`, which is about games. Cost: bounded
//! by `--time` and `--memory`; beyond them the answer is unknown, exit code 3.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use ishitori::files::{DiscoveryStore, save};
use ishitori::open;
use ishitori::sentences::{
    DigitOrder, Example, LogicFinding, NamedFinding, NamedNumbers, Numeration, SentenceRequest,
    SetSize, SolutionSet, StatementAnswer, decide_all,
};
use ishitori::stopwatch::{MAX_SECONDS, time_words};
use ishitori::{Control, GaveUp};
use serde_json::{Map, Value, json};

use super::check::RefutedClaims;
use super::write_json;
use crate::args::LogicArgs;

pub fn run(args: &LogicArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if !(args.time > 0.0 && args.time.is_finite()) {
        bail!("--time is a number of seconds, more than 0");
    }
    if let Some(path) = &args.output {
        file_kind(path)?;
    }
    let limit = Duration::from_secs_f64(args.time.min(MAX_SECONDS));
    let memory = usize::try_from(u128::from(args.memory) << 20).unwrap_or(usize::MAX);
    let request = request(args)?;
    let unknown = |why: &GaveUp, text: &str| json!({ "sentence": text, "verdict": "unknown", "why": why.why() });
    let mut all = match decide_all(&request, limit, &control.with_memory(memory)) {
        Ok(all) => all,
        Err(error) => {
            if let (true, Some(why)) = (args.json, error.downcast_ref::<GaveUp>()) {
                write_json(&unknown(why, &request.text), out)?;
            }
            return Err(error);
        }
    };
    let found = match all.pop() {
        Some(NamedFinding { name: None, finding, .. }) if all.is_empty() => finding,
        Some(last) => {
            all.push(last);
            return write_all(&all, args, out);
        }
        None => bail!("there is no sentence"),
    };
    let found = match found {
        Ok(found) => found,
        Err(why) => {
            if args.json {
                write_json(&unknown(&why, &request.text), out)?;
            }
            return Err(why.into());
        }
    };
    if args.json {
        write_json(&found_json(&request.text, &found), out)?;
    } else {
        write_found(&found, out)?;
    }
    control.check()?;
    match (&found.answer, &args.output) {
        (StatementAnswer::Undefined(_), _) => {
            bail!("the statement does not mean something for all numbers")
        }
        (StatementAnswer::Set(set), Some(path)) => {
            save(path, file(path, &request, set, found.numeration)?.as_bytes())?;
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

/// Several sentences with names.
fn write_all(all: &[NamedFinding], args: &LogicArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.output.is_some() {
        bail!("several sentences: write the automaton of one of them, without a name");
    }
    if args.json {
        let each = |one: &NamedFinding| {
            let mut value = match &one.finding {
                Ok(found) => found_json(&one.text, found),
                Err(why) => {
                    json!({ "sentence": one.text, "verdict": "unknown", "why": why.why() })
                }
            };
            value["claim"] = json!(one.name);
            value
        };
        write_json(&all.iter().map(each).collect(), out)?;
    } else {
        for one in all {
            write!(out, "{}: ", one.name.as_deref().unwrap_or("the last sentence"))?;
            match &one.finding {
                Ok(found) => write_found(found, out)?,
                Err(why) => writeln!(out, "unknown\n    {}", why.why())?,
            }
        }
    }
    // What is wrong comes before what is false, and that before what nobody knows.
    let mut unknown = None;
    let mut is_false = false;
    for one in all {
        match &one.finding {
            Err(why) => unknown = unknown.or(Some(why)),
            Ok(LogicFinding { answer: StatementAnswer::Undefined(_), .. }) => {
                bail!("a statement does not mean something for all numbers")
            }
            Ok(LogicFinding { answer: StatementAnswer::Decided { holds, .. }, .. }) => {
                is_false |= !holds;
            }
            Ok(_) => {}
        }
    }
    match unknown {
        _ if is_false => Err(RefutedClaims.into()),
        Some(why) => Err(why.clone().into()),
        None => Ok(()),
    }
}

/// The text that is to be decided.
fn request(args: &LogicArgs) -> anyhow::Result<SentenceRequest> {
    let read = |path: &PathBuf| anyhow::Ok((path.display().to_string(), open::read(path)?));
    let definitions = args.defs.as_ref().map(read).transpose()?;
    let own = args.file.as_ref().map(read).transpose()?;
    // Files are looked for beside the text that names them.
    let beside = args.file.as_ref().or(args.defs.as_ref()).and_then(|path| path.parent());
    let folder = beside.map(Path::to_path_buf).unwrap_or_default();
    let (file, text) = match own {
        Some((file, text)) => (Some(file), text),
        None => (None, args.sentence.clone().unwrap_or_default()),
    };
    Ok(SentenceRequest { definitions, text, file, folder, store: DiscoveryStore::of_user() })
}

fn write_found(found: &LogicFinding, out: &mut dyn Write) -> anyhow::Result<()> {
    let took = match found.time {
        time if time.as_secs_f64() >= 1.0 => format!("  [{}]", time_words(time)),
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
    for theorem in &found.stands_on {
        writeln!(out, "    stands on {theorem}")?;
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
    writeln!(out, "    an automaton of {}, {}", states(dfa.states()), order(set))?;
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

fn order(set: &SolutionSet) -> &'static str {
    match set.dfa.order() {
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
    request: &SentenceRequest,
    set: &SolutionSet,
    digits: Numeration,
) -> anyhow::Result<String> {
    if !is_drawing(path) {
        return Ok(set.walnut(digits));
    }
    let title = format!("{}: {}, {}", set.names.join(", "), request.text.trim(), order(set));
    let svg = set.svg(&title);
    let Some(svg) = svg else {
        bail!(
            "an automaton of {} is too large to draw: write it as .txt",
            states(set.dfa.states())
        );
    };
    Ok(svg)
}

fn found_json(text: &str, found: &LogicFinding) -> Value {
    let mut value = json!({
        "sentence": text,
        "digits": digits(found.numeration),
        "seconds": found.time.as_secs_f64(),
        "largest_automaton": found.largest,
    });
    if !found.stands_on.is_empty() {
        value["stands_on"] = json!(found.stands_on);
    }
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
