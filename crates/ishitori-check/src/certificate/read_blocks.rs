//! Reads the blocks of a certificate after its theorem: automata, symmetries, covers.
//!
//! Blocks may come in any order, and every line belongs to one of them. Only an automaton is looked at as a
//! whole: the states that it names must exist. Cost: the length of the blocks.

use crate::certificate::listed_automaton::ListedAutomaton;
use crate::certificate::listed_cover::{ListedCover, ListedMacro, ListedSymmetry, MacroName};
use crate::refusal::CheckRefusal;
use crate::text::lines::{CertificateLine, CertificateLines};
use crate::watch::CheckWatch;

/// The most tracks of an automaton of a file whose digits are read together.
const TRACKS: usize = 20;

/// One block.
pub(crate) enum FileBlock {
    Automaton(ListedAutomaton),
    Symmetry(ListedSymmetry),
    Cover(ListedCover),
}

/// Reads the next block.
pub(crate) fn block(
    lines: &mut CertificateLines,
    single: bool,
    watch: &mut CheckWatch,
) -> Result<FileBlock, CheckRefusal> {
    let line = lines.next()?;
    if let Some(rest) = line.after("automaton") {
        Ok(FileBlock::Automaton(automaton(&line, rest, lines, single, watch)?))
    } else if let Some(number) = line.after("symmetry") {
        Ok(FileBlock::Symmetry(symmetry(&line, number, lines)?))
    } else if let Some(name) = line.after("cover") {
        Ok(FileBlock::Cover(cover(&line, name, lines, watch)?))
    } else {
        Err(line.refuse("expected `automaton`, `symmetry` or `cover`"))
    }
}

fn automaton<'a>(
    line: &CertificateLine<'a>,
    rest: &'a str,
    lines: &mut CertificateLines<'a>,
    single: bool,
    watch: &mut CheckWatch,
) -> Result<ListedAutomaton, CheckRefusal> {
    let words = line.words(rest)?;
    let [name, "tracks", tracks @ ..] = &words[..] else {
        return Err(line.refuse("expected `automaton NAME tracks NAMES`"));
    };
    if tracks.is_empty() || (!single && tracks.len() > TRACKS) {
        return Err(line.refuse(format!("expected 1 to {TRACKS} tracks")));
    }
    let mut table = ListedAutomaton {
        name: name.to_string(),
        line: line.number,
        tracks: tracks.iter().map(ToString::to_string).collect(),
        letters: if single { 2 } else { 1 << tracks.len() },
        next: Vec::new(),
        accepting: Vec::new(),
        includes: Vec::new(),
        ready: Default::default(),
    };
    while let Some(line) = lines.peek().filter(|l| l.text.starts_with(|c: char| c.is_ascii_digit()))
    {
        lines.next()?;
        watch.tick(state(&line, &mut table)?)?;
    }
    table.in_order()?;
    Ok(table)
}

/// Adds the state of a line to a table; returns how many words the line has.
fn state(line: &CertificateLine, table: &mut ListedAutomaton) -> Result<usize, CheckRefusal> {
    let words = line.words(line.text)?;
    let states = table.accepting.len();
    let shape = words.len() > table.letters + 2 && words[table.letters + 2] == "<";
    if !shape || words[0] != states.to_string() || !matches!(words[1], "+" | "-") {
        let expected = "expected the next state: number, + or -, successors, <, states";
        return Err(line.refuse(expected));
    }
    table.accepting.push(words[1] == "+");
    table.next.extend(numbers(line, &words[2..table.letters + 2])?);
    table.includes.push(numbers(line, &words[table.letters + 3..])?);
    Ok(words.len())
}

/// Words that number states.
fn numbers(line: &CertificateLine, words: &[&str]) -> Result<Vec<u32>, CheckRefusal> {
    words.iter().map(|word| Ok(line.index(word, u32::MAX as usize)? as u32)).collect()
}

fn symmetry<'a>(
    line: &CertificateLine<'a>,
    number: &str,
    lines: &mut CertificateLines<'a>,
) -> Result<ListedSymmetry, CheckRefusal> {
    let number = line.index(number, 1 << 16)?;
    let second = lines.next()?;
    let words = second.words(second.expect("places")?)?;
    let place = |word: &&str| match second.index(word, words.len() + 1)? {
        0 => Err(second.refuse("places are numbered from 1")),
        place => Ok(place - 1),
    };
    let places = words.iter().map(place).collect::<Result<Vec<usize>, CheckRefusal>>()?;
    let mut states = Vec::new();
    while let Some((line, rest)) = lines.next_if("states") {
        let words = line.words(rest)?;
        let (name, images) = words.split_first().ok_or_else(|| line.refuse("a name is missing"))?;
        states.push((name.to_string(), numbers(&line, images)?));
    }
    Ok(ListedSymmetry { line: line.number, number, places, states })
}

fn cover<'a>(
    line: &CertificateLine<'a>,
    name: &str,
    lines: &mut CertificateLines<'a>,
    watch: &mut CheckWatch,
) -> Result<ListedCover, CheckRefusal> {
    let second = lines.next()?;
    let start = macro_name(&second, second.expect("start")?)?;
    let mut macros = Vec::new();
    while let Some((line, rest)) = lines.next_if("macro") {
        let mut words = line.words(rest)?.into_iter().peekable();
        let position = match words.next_if(|word| word.starts_with('@')) {
            Some(word) => line.index(&word[1..], 1 << 16)?,
            None => 0,
        };
        let elements = words.map(|word| element(&line, word)).collect::<Result<_, _>>()?;
        let after = lines.next()?;
        let names = after.words(after.expect("next")?)?;
        let next = names.iter().map(|word| macro_name(&after, word));
        let next = next.collect::<Result<_, _>>()?;
        watch.tick(line.text.len() / 4 + names.len())?;
        macros.push(ListedMacro { line: line.number, position, elements, next });
    }
    Ok(ListedCover { line: line.number, name: name.to_string(), start, macros })
}

fn element(line: &CertificateLine, word: &str) -> Result<(usize, Vec<u32>), CheckRefusal> {
    let (branch, states) = word.split_once(':').ok_or_else(|| line.refuse("expected b:s1,s2"))?;
    let states = states.split(',').map(|state| Ok(line.index(state, u32::MAX as usize)? as u32));
    Ok((line.index(branch, 1 << 20)?, states.collect::<Result<Vec<u32>, CheckRefusal>>()?))
}

fn macro_name(line: &CertificateLine, word: &str) -> Result<MacroName, CheckRefusal> {
    let (number, symmetry) = word.split_once('~').unwrap_or((word, "0"));
    Ok((line.index(number, u32::MAX as usize)? as u32, line.index(symmetry, 1 << 16)? as u32))
}
