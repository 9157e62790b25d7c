//! Walnut's text format for automata, so that other software can check ours and we can read its.
//!
//! The first line names the number system of each track, `msd_2 lsd_2 msd_fib ...`. Then each state
//! is a line with its number and output (not 0: accepting) and a line for each of its letters, one
//! digit a track: `0 1 -> 2`. The state that comes first is the initial one; letters that are not
//! there lead nowhere; `*` is any digit; `#` begins a comment. A file that says `true` or `false` is
//! an automaton without tracks (Mousavi, *Automatic theorem proving in Walnut*, 2016). What Walnut
//! can say and we cannot is refused with the line: other digits, tracks of different number systems,
//! several targets of one letter. Reading is linear in text and table. Sentences for Walnut to decide
//! are printed by [`script()`].

mod name;
mod part;
mod script;

use crate::dfa::{Dfa, DigitOrder, MAX_TRACKS, State};
use crate::limit::{AutomatonOperation, Limit};
use crate::numeration::Numeration;
use std::collections::BTreeMap;
use std::fmt::Write;
use thiserror::Error;

pub use script::{WalnutScript, script};

use crate::words::AutomaticWord;

/// An automaton and what its digits mean. A file without tracks names no digits: binary, msd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalnutAutomaton {
    /// What the digits mean.
    pub numeration: Numeration,
    /// The automaton, not minimised.
    pub dfa: Dfa,
}

/// Why a text is not an automaton of ours, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct WalnutProblem {
    line: usize,
    what: &'static str,
}

impl WalnutProblem {
    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// What is wrong.
    pub fn what(&self) -> &str {
        self.what
    }
}

/// Number systems by Walnut's names.
const SYSTEMS: [(&str, Numeration, DigitOrder); 4] = [
    ("msd_2", Numeration::Binary, DigitOrder::Msd),
    ("lsd_2", Numeration::Binary, DigitOrder::Lsd),
    ("msd_fib", Numeration::Zeckendorf, DigitOrder::Msd),
    ("lsd_fib", Numeration::Zeckendorf, DigitOrder::Lsd),
];

/// What digits mean, and their order, in a number system that is known.
pub fn system(name: &str) -> Option<(Numeration, DigitOrder)> {
    SYSTEMS.iter().find(|system| system.0 == name).map(|system| (system.1, system.2))
}

/// The text of an automaton. States that accept nothing are left out.
pub fn write(numeration: Numeration, dfa: &Dfa) -> String {
    let dfa = dfa.reachable();
    if dfa.tracks() == 0 {
        return if dfa.accepts(&[]) { "true\n".into() } else { "false\n".into() };
    }
    let system = SYSTEMS.iter().find(|s| (s.1, s.2) == (numeration, dfa.order()));
    let system = system.expect("every numeration and order has a name").0;
    let mut text = vec![system; dfa.tracks()].join(" ") + "\n";
    let lives = dfa.live();
    let mut number = vec![0; dfa.states()];
    let mut count = 0;
    for state in 0..dfa.states() {
        number[state] = count;
        count += usize::from(lives[state] || state == 0);
    }
    for state in (0..dfa.states()).filter(|state| lives[*state] || *state == 0) {
        let output = u8::from(dfa.accepts_in(state as State));
        writeln!(text, "\n{} {output}", number[state]).expect("strings take all text");
        for (letter, to) in dfa.row(state as State).iter().enumerate() {
            if lives[*to as usize] {
                for track in 0..dfa.tracks() {
                    write!(text, "{} ", letter >> track & 1).expect("strings take all text");
                }
                writeln!(text, "-> {}", number[*to as usize]).expect("strings take all text");
            }
        }
    }
    text
}

/// The text of an automaton whose tracks have names, which a comment in the first line tells in their order.
pub fn write_named(numeration: Numeration, dfa: &Dfa, names: &[String]) -> String {
    format!("# tracks: {}\n{}", names.join(", "), write(numeration, dfa))
}

/// Reads a text.
///
/// # Errors
/// [`WalnutProblem`] at the first line that does not fit, or if the table would go beyond `limit`.
pub fn read(text: &str, limit: Limit) -> Result<WalnutAutomaton, WalnutProblem> {
    let (numeration, draft) = read_draft(text, limit)?;
    let dfa = match draft {
        Ok((order, draft, last)) => draft.finish(order, last, |output| output != 0)?,
        Err(holds) => Dfa::constant(0, DigitOrder::Msd, holds),
    };
    Ok(WalnutAutomaton { numeration, dfa })
}

/// Reads a text whose states have outputs, as a word: the letter at a place is the output after its digits.
/// Digits that lead nowhere have no letter.
///
/// # Errors
/// [`WalnutProblem`] as for [`read`], or if it does not have one track.
pub fn read_word(text: &str, limit: Limit) -> Result<AutomaticWord, WalnutProblem> {
    let (numeration, draft) = read_draft(text, limit)?;
    let Ok((order, draft, last)) = draft else {
        return Err(WalnutProblem { line: 1, what: "a word has one track" });
    };
    if draft.tracks != 1 {
        return Err(WalnutProblem { line: 1, what: "a word has one track" });
    }
    let mut outputs: Vec<i64> = draft.rows.iter().map(|row| row.output).collect();
    outputs.sort_unstable();
    outputs.dedup();
    if outputs.len() > MAX_OUTPUTS {
        return Err(WalnutProblem { line: last, what: "more than 64 different outputs" });
    }
    let of = |output: i64| Ok((output, draft.clone().finish(order, last, |o| o == output)?));
    let letters = outputs.into_iter().map(of).collect::<Result<_, _>>()?;
    Ok(AutomaticWord { numeration, letters })
}

/// The most letters that a word may have.
const MAX_OUTPUTS: usize = 64;

/// What was read: the order of digits, the states and the last line; or whether everything is accepted.
type ReadDraft<'w> = Result<(DigitOrder, WalnutDraft<'w>, usize), bool>;

fn read_draft<'w>(
    text: &str,
    limit: Limit<'w>,
) -> Result<(Numeration, ReadDraft<'w>), WalnutProblem> {
    let mut lines = text.lines().enumerate().filter_map(|(i, line)| {
        let line = line.split('#').next().unwrap_or("").trim();
        (!line.is_empty()).then_some((i + 1, line))
    });
    let (first, header) = lines.next().ok_or(WalnutProblem { line: 1, what: "nothing here" })?;
    if let "true" | "false" = header {
        if let Some((line, _)) = lines.next() {
            return Err(WalnutProblem { line, what: "there is nothing after `true` or `false`" });
        }
        return Ok((Numeration::Binary, Err(header == "true")));
    }
    let at_first = |what| WalnutProblem { line: first, what };
    let (numeration, order, tracks) = read_header(header).map_err(at_first)?;
    let mut draft = WalnutDraft { tracks, limit, number: BTreeMap::new(), rows: vec![] };
    let mut last = first;
    for (line, content) in lines {
        draft.read_line(line, content).map_err(|what| WalnutProblem { line, what })?;
        last = line;
    }
    Ok((numeration, Ok((order, draft, last))))
}

fn read_header(header: &str) -> Result<(Numeration, DigitOrder, usize), &'static str> {
    let mut systems = header.split_whitespace().map(|word| {
        SYSTEMS.iter().find(|system| system.0 == word).map(|system| (system.1, system.2))
    });
    let unknown = "number systems here are msd_2, lsd_2, msd_fib and lsd_fib";
    let (numeration, order) = systems.next().flatten().ok_or(unknown)?;
    let mut tracks = 1;
    for system in systems {
        if system.ok_or(unknown)? != (numeration, order) {
            return Err("all tracks must have the same number system");
        }
        tracks += 1;
    }
    if tracks > MAX_TRACKS {
        return Err("more than 12 tracks");
    }
    Ok((numeration, order, tracks))
}

/// What was read so far.
#[derive(Clone)]
struct WalnutDraft<'w> {
    tracks: usize,
    limit: Limit<'w>,
    /// Positions in `rows` by the numbers in the text.
    number: BTreeMap<u64, usize>,
    rows: Vec<StateRow>,
}

/// A state: the numbers, in the text, of its successors, and the lines they come from.
#[derive(Clone)]
struct StateRow {
    output: i64,
    next: Vec<Option<(u64, usize)>>,
}

impl WalnutDraft<'_> {
    fn read_line(&mut self, line: usize, content: &str) -> Result<(), &'static str> {
        match content.split_once("->") {
            Some((letter, target)) => self.read_edge(line, letter, target),
            None => self.read_state(content),
        }
    }

    fn read_state(&mut self, content: &str) -> Result<(), &'static str> {
        let bad = "a state is its number and its output, as in `0 1`";
        let (name, output) = content.split_once(char::is_whitespace).ok_or(bad)?;
        let name: u64 = name.parse().map_err(|_| bad)?;
        let output: i64 = output.trim().parse().map_err(|_| bad)?;
        let count = self.rows.len() + 1;
        // A successor takes 24 bytes until all states are known.
        let cells = 6 * (count << self.tracks);
        self.limit.check(AutomatonOperation::Build, count, cells).map_err(|_| "too many states")?;
        if self.number.insert(name, count - 1).is_some() {
            return Err("this state was described before");
        }
        self.rows.push(StateRow { output, next: vec![None; 1 << self.tracks] });
        Ok(())
    }

    fn read_edge(&mut self, line: usize, letter: &str, target: &str) -> Result<(), &'static str> {
        let row = self.rows.last_mut().ok_or("a transition before the first state")?;
        let mut letters = vec![0];
        let mut track = 0;
        for digit in letter.split_whitespace() {
            if track == self.tracks {
                return Err("more digits than tracks");
            }
            match digit {
                "0" => {}
                "1" => letters.iter_mut().for_each(|letter| *letter |= 1usize << track),
                "*" => letters.extend(letters.clone().iter().map(|letter| letter | 1 << track)),
                _ => return Err("a digit is 0, 1 or *"),
            }
            track += 1;
        }
        if track < self.tracks {
            return Err("fewer digits than tracks");
        }
        let target = target.trim().parse().map_err(|_| "a transition leads to one state")?;
        for letter in letters {
            match row.next[letter].replace((target, line)) {
                Some((other, _)) if other != target => {
                    return Err("this letter leads to another state, too");
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The automaton, in which states with these outputs accept.
    fn finish(
        self,
        order: DigitOrder,
        last: usize,
        accepts: impl Fn(i64) -> bool,
    ) -> Result<Dfa, WalnutProblem> {
        if self.rows.is_empty() {
            return Err(WalnutProblem { line: last, what: "there are no states" });
        }
        let nowhere = self.rows.len();
        let mut next = Vec::with_capacity((nowhere + 1) << self.tracks);
        for target in self.rows.iter().flat_map(|row| &row.next) {
            let to = match target {
                None => nowhere,
                Some((name, line)) => *self.number.get(name).ok_or(WalnutProblem {
                    line: *line,
                    what: "it leads to a state that is not described",
                })?,
            };
            next.push(to as State);
        }
        next.extend(std::iter::repeat_n(nowhere as State, 1 << self.tracks));
        let accepting = self.rows.iter().map(|row| accepts(row.output)).chain([false]).collect();
        Ok(Dfa::new(self.tracks, order, 0, next, accepting).reachable())
    }
}
