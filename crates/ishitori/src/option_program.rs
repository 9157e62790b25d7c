//! A program of the user's that tells the options of positions, as a game.
//!
//! One question a line on its standard input, a position; one answer a line on its standard output, an array of positions, or
//! `{"error": "..."}`. It is started at the first question and asked many lines ahead, so a program that just reads and answers
//! is asked as fast as it goes. It is not run by a shell: what stands there is split into words as a shell would, quotes
//! included, and nothing else means anything. It works in the folder of whoever started us, in a process group of its own, so
//! that Ctrl-C reaches us alone, and it is ended with all that it has started when the work ends, whatever the reason.
//!
//! What it answers is not trusted: what is no answer is refused with the position that was asked for, and so is a program that
//! answers more lines than it was asked. Whether the answers are right nobody can know. Cost: a line to and fro a position.

mod talk;
mod words;

use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::Options;
use ishitori_core::solve::{OptionGraph, UnsolvedGraph};

use self::talk::{ProgramTalk, TalkEnd};
use self::words::{shortened, words};
use crate::json_position::{JsonPosition, ProgramAnswer};

/// Questions that may wait for an answer, and the bytes they may have together.
const AHEAD: usize = 1 << 10;
const AHEAD_BYTES: usize = 1 << 18;

/// Whoever waits is told after so long, and again each time that ten times as much has passed.
const PATIENCE: Duration = Duration::from_secs(3);

/// Positions of a cycle that are shown.
const CYCLE_SHOWN: usize = 24;

/// A program that tells options.
pub struct OptionProgram {
    command: String,
    words: Vec<String>,
    control: Control,
    /// It runs from the first question until something goes wrong.
    talk: RefCell<Option<ProgramTalk>>,
}

/// Why a program tells nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramFailure {
    /// Whoever listens stopped the work, or its time is used up.
    GaveUp(GaveUp),
    /// It cannot be started, in a sentence.
    NotStarted(String),
    /// What it did instead, as the end of a sentence about it.
    Wrong(String),
}

impl fmt::Display for ProgramFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramFailure::GaveUp(gave_up) => gave_up.fmt(f),
            ProgramFailure::NotStarted(what) | ProgramFailure::Wrong(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ProgramFailure {}

impl From<GaveUp> for ProgramFailure {
    fn from(gave_up: GaveUp) -> ProgramFailure {
        ProgramFailure::GaveUp(gave_up)
    }
}

impl OptionProgram {
    /// The program that `command` names, with its arguments. `control` is asked while an answer is waited for.
    ///
    /// # Errors
    /// If it is no command.
    pub fn new(command: &str, control: &Control) -> anyhow::Result<OptionProgram> {
        let words = words(command).map_err(|why| anyhow!("--options {command}: {why}"))?;
        let (command, talk) = (command.to_string(), RefCell::new(None));
        Ok(OptionProgram { command, words, control: control.part(), talk })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.command
    }

    /// Everything that play reaches from these positions, solved.
    ///
    /// # Errors
    /// If the program fails, play need not end, or it costs too much.
    pub fn solve(
        &self,
        from: &[JsonPosition],
        control: &Control,
    ) -> anyhow::Result<OptionGraph<JsonPosition>> {
        let solved = OptionGraph::solve(self, from.iter().cloned(), control);
        let graph = solved.map_err(|unsolved| self.unsolved(unsolved))?;
        self.finish()?;
        Ok(graph)
    }

    /// The options of one position, each once.
    ///
    /// # Errors
    /// If the program fails.
    pub fn options_of(&self, position: &JsonPosition) -> anyhow::Result<Vec<JsonPosition>> {
        let failed = |why| self.failed(position, why);
        let mut options: Vec<JsonPosition> = Vec::new();
        let mut met = std::collections::HashSet::new();
        for option in self.options(position).map_err(failed)? {
            if met.insert(option.clone()) {
                options.push(option);
            }
        }
        self.finish()?;
        Ok(options)
    }

    /// Ends the program, which must have nothing more to say: else nobody knows which answer belongs to which question.
    fn finish(&self) -> anyhow::Result<()> {
        let Some(talk) = self.talk.borrow_mut().take() else { return Ok(()) };
        match talk.rest() {
            None => Ok(()),
            Some(line) => Err(anyhow!(
                "`{}` answered more lines than it was asked, so its answers may belong to other positions; the first one \
                 too many: {}",
                self.command,
                shortened(&line)
            )),
        }
    }

    fn unsolved(&self, unsolved: UnsolvedGraph<JsonPosition, ProgramFailure>) -> anyhow::Error {
        match unsolved {
            UnsolvedGraph::GaveUp(gave_up) => gave_up.into(),
            UnsolvedGraph::Failed { position, why } => self.failed(&position, why),
            UnsolvedGraph::Cycle(cycle) => anyhow!("{}", self.cycle_words(&cycle)),
        }
    }

    fn failed(&self, position: &JsonPosition, why: ProgramFailure) -> anyhow::Error {
        let (program, position) = (&self.command, shortened(position.text()));
        match why {
            ProgramFailure::GaveUp(gave_up) if gave_up.is_stopped() => gave_up.into(),
            ProgramFailure::GaveUp(gave_up) => GaveUp::new(format!(
                "{}; `{program}` was asked for the options of {position}",
                gave_up.why()
            ))
            .into(),
            ProgramFailure::NotStarted(why) => {
                anyhow!(
                    "`{program}` cannot be started, to ask for the options of {position}: {why}"
                )
            }
            ProgramFailure::Wrong(what) => {
                anyhow!("`{program}` was asked for the options of {position}, and {what}")
            }
        }
    }

    fn cycle_words(&self, cycle: &[JsonPosition]) -> String {
        let moves = if cycle.len() == 1 {
            "1 move leads".into()
        } else {
            format!("{} moves lead", cycle.len())
        };
        let mut text =
            format!("play of `{}` need not end, so nobody need lose; {moves} round:", self.command);
        for (at, position) in cycle.iter().enumerate() {
            match cycle.len() - at {
                // The last ones are shown, too.
                left if at == CYCLE_SHOWN - 2 && left > 2 => {
                    text.push_str(&format!("\n  ... {} more ...", left - 1));
                }
                left if at > CYCLE_SHOWN - 2 && left > 1 => {}
                _ => text.push_str(&format!("\n  {}", shortened(position.text()))),
            }
        }
        text + &format!("\n  {} again", shortened(cycle.first().map_or("", JsonPosition::text)))
    }
}

impl Options for OptionProgram {
    type Position = JsonPosition;
    type Failure = ProgramFailure;

    fn options(&self, position: &JsonPosition) -> Result<Vec<JsonPosition>, ProgramFailure> {
        let mut told = Vec::new();
        self.options_of_each(std::slice::from_ref(position), &mut |options| {
            told = options;
            ControlFlow::Continue(())
        })?;
        Ok(told)
    }

    fn options_of_each(
        &self,
        positions: &[JsonPosition],
        tell: &mut dyn FnMut(Vec<JsonPosition>) -> ControlFlow<()>,
    ) -> Result<(), ProgramFailure> {
        // Unless all goes well it is ended, so that no answer is taken for another one's.
        let talk = self.talk.borrow_mut().take();
        let mut talk = match talk {
            Some(talk) => talk,
            None => ProgramTalk::start(&self.words).map_err(ProgramFailure::NotStarted)?,
        };
        let (mut asked, mut bytes) = (0, 0);
        for (answered, position) in positions.iter().enumerate() {
            if asked - answered <= AHEAD / 2 {
                let mut questions = String::new();
                while asked < positions.len()
                    && (asked == answered || (asked - answered < AHEAD && bytes < AHEAD_BYTES))
                {
                    questions.push_str(positions[asked].text());
                    questions.push('\n');
                    bytes += positions[asked].text().len();
                    asked += 1;
                }
                talk.ask(questions);
            }
            let options = self.answer(&mut talk, position)?;
            bytes -= position.text().len();
            if tell(options).is_break() {
                return Ok(());
            }
        }
        *self.talk.borrow_mut() = Some(talk);
        Ok(())
    }

    fn bytes_behind(&self, position: &JsonPosition) -> usize {
        // The text with its two counts, and what the allocator adds.
        position.text().len() + 40
    }
}

impl OptionProgram {
    /// Waits for the next answer.
    fn answer(
        &self,
        talk: &mut ProgramTalk,
        position: &JsonPosition,
    ) -> Result<Vec<JsonPosition>, ProgramFailure> {
        let (mut since, mut patience) = (None, PATIENCE);
        let mut waits = || {
            let waited = since.get_or_insert_with(Instant::now).elapsed();
            if waited >= patience {
                patience *= 10;
                self.control.note(&format!(
                    "`{}` has not answered for {} for {} s; each answer is a line, and must be flushed",
                    self.command,
                    shortened(position.text()),
                    waited.as_secs()
                ));
            }
            self.control.ask()
        };
        let wrong = |what: String| Err(ProgramFailure::Wrong(what));
        let line = match talk.line(&mut waits) {
            Ok(line) => line,
            Err(TalkEnd::GaveUp(gave_up)) => return Err(gave_up.into()),
            Err(TalkEnd::TooLong) => {
                return wrong(format!(
                    "answered with a line of more than {} MiB",
                    talk::MAX_LINE >> 20
                ));
            }
            Err(TalkEnd::Ended) => return wrong(talk.last_words()),
        };
        let Ok(line) = std::str::from_utf8(line) else {
            return wrong("answered what is no text (UTF-8)".into());
        };
        match ProgramAnswer::read(line) {
            Ok(ProgramAnswer::Options(options)) => Ok(options),
            Ok(ProgramAnswer::Refused(why)) => wrong(format!("refused: {}", shortened(&why))),
            Err(why) => wrong(format!(
                "answered what is no JSON array of positions, {}: {why}",
                if line.trim().is_empty() {
                    "an empty line".into()
                } else {
                    format!("`{}`", shortened(line.trim()))
                }
            )),
        }
    }
}
