//! A running program, asked and answering in lines.
//!
//! Three threads, so that nobody waits for a full pipe: one writes questions, one reads answers in blocks, one reads what goes
//! to standard error and keeps its end. They end by themselves when the pipes do. The program is the head of a process group:
//! dropped, it loses its input, gets a moment to end, and is then killed with its group. In every case it is waited for, so
//! that nothing is left behind; what it has started itself may outlive it only by leaving the group.

use std::io::{ErrorKind, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ishitori_core::control::GaveUp;

use super::words::shortened;

/// The longest answer.
pub(super) const MAX_LINE: usize = 16 << 20;

/// Bytes that are read at once, and blocks that wait to be looked at.
const BLOCK: usize = 1 << 16;
const BLOCKS: usize = 16;

/// So many bytes of standard error are kept.
const LAST_WORDS: usize = 1 << 12;

/// Whoever waits looks up so often.
const LOOK_UP: Duration = Duration::from_millis(20);

/// A program whose input has ended gets so long to end.
const GRACE: Duration = Duration::from_millis(1000);

/// Why there is no line.
pub(super) enum TalkEnd {
    /// Whoever waits does not go on.
    GaveUp(GaveUp),
    /// The line is too long.
    TooLong,
    /// It says nothing more.
    Ended,
}

/// A running program.
pub(super) struct ProgramTalk {
    child: Child,
    questions: Option<Sender<String>>,
    answers: Receiver<Vec<u8>>,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Ends when standard error has.
    all_said: Receiver<()>,
    read: Vec<u8>,
    /// Where the line begins that comes next, and how far there is no line break.
    begin: usize,
    searched: usize,
    /// Its input ends before it is killed.
    politely: bool,
}

impl ProgramTalk {
    /// Starts a program.
    ///
    /// # Errors
    /// Why it cannot be, in a sentence.
    pub(super) fn start(words: &[String]) -> Result<ProgramTalk, String> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Python keeps answers back otherwise, since it does not write to a terminal.
        command.env("PYTHONUNBUFFERED", "1");
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            let hint = match error.kind() {
                ErrorKind::NotFound if !words[0].contains('/') => {
                    format!("; a program in this folder is written ./{}", words[0])
                }
                ErrorKind::PermissionDenied => {
                    "; make it executable (chmod +x), or name what runs it: 'python3 mygame.py'"
                        .into()
                }
                _ => String::new(),
            };
            format!("{error}{hint}")
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            unreachable!("three pipes were asked for");
        };
        let (questions, to_ask) = channel::<String>();
        let (block, answers) = sync_channel(BLOCKS);
        let (said, all_said) = channel();
        let last_words = Arc::new(Mutex::new(Vec::new()));
        thread::spawn(move || {
            let mut stdin = stdin;
            // Of a program that does not listen any more, its answers tell.
            while let Ok(text) = to_ask.recv()
                && stdin.write_all(text.as_bytes()).is_ok()
            {}
        });
        thread::spawn(move || blocks(stdout, &mut |bytes| block.send(bytes.to_vec()).is_ok()));
        let kept = last_words.clone();
        thread::spawn(move || {
            blocks(stderr, &mut |bytes| {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(bytes);
                let surplus = kept.len().saturating_sub(LAST_WORDS);
                kept.drain(..surplus);
                true
            });
            drop(said);
        });
        Ok(ProgramTalk {
            child,
            questions: Some(questions),
            answers,
            last_words,
            all_said,
            read: Vec::new(),
            begin: 0,
            searched: 0,
            politely: false,
        })
    }

    /// Asks questions, each a line.
    pub(super) fn ask(&mut self, questions: String) {
        if let Some(sender) = &self.questions {
            // If nobody writes any more, there are no answers either.
            let _ = sender.send(questions);
        }
    }

    /// The next line, without its end; `waits` is called now and then.
    ///
    /// # Errors
    /// [`TalkEnd`] if none comes.
    pub(super) fn line(
        &mut self,
        waits: &mut dyn FnMut() -> Result<(), GaveUp>,
    ) -> Result<&[u8], TalkEnd> {
        loop {
            if let Some(at) = self.read[self.searched..].iter().position(|byte| *byte == b'\n') {
                let (begin, end) = (self.begin, self.searched + at);
                (self.begin, self.searched) = (end + 1, end + 1);
                return Ok(&self.read[begin..end]);
            }
            self.read.drain(..self.begin);
            (self.begin, self.searched) = (0, self.read.len());
            if self.read.len() > MAX_LINE {
                return Err(TalkEnd::TooLong);
            }
            match self.answers.recv_timeout(LOOK_UP) {
                Ok(block) => self.read.extend_from_slice(&block),
                Err(RecvTimeoutError::Timeout) => waits().map_err(TalkEnd::GaveUp)?,
                Err(RecvTimeoutError::Disconnected) => return Err(TalkEnd::Ended),
            }
        }
    }

    /// How it ended, and the last line it wrote to standard error.
    pub(super) fn last_words(&mut self) -> String {
        self.questions = None;
        let ended = match self.wait(GRACE) {
            Some(status) => format!("it ended ({status}) before it answered"),
            None => "it closed its output before it answered".to_string(),
        };
        // What a dead program wrote is soon read, unless somebody else has its pipe.
        let _ = self.all_said.recv_timeout(GRACE);
        let said = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let said = String::from_utf8_lossy(&said);
        match said.lines().map(str::trim).rfind(|line| !line.is_empty()) {
            Some(line) => format!("{ended}: {}", shortened(line)),
            None => format!("{ended}, and wrote nothing to standard error"),
        }
    }

    /// Ends its input and waits for its end; a line that it has still to say, if there is one.
    pub(super) fn rest(mut self) -> Option<String> {
        self.questions = None;
        self.politely = true;
        let until = Instant::now() + GRACE;
        let mut said = self.read.split_off(self.begin);
        while said.len() < BLOCK
            && let Ok(block) =
                self.answers.recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            said.extend_from_slice(&block);
        }
        let said = String::from_utf8_lossy(&said).into_owned();
        said.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_string)
    }

    /// Waits so long for its end.
    fn wait(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + most;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }
}

impl Drop for ProgramTalk {
    fn drop(&mut self) {
        self.questions = None;
        let grace = if self.politely { GRACE } else { Duration::ZERO };
        if self.wait(grace).is_some() {
            return;
        }
        // Nothing here may send a signal to a group, but every shell can.
        #[cfg(unix)]
        let _ = Command::new("sh")
            .args(["-c", "kill -s KILL -- \"-$1\"", "sh", &self.child.id().to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands over what is read, block by block, until there is no more or nobody wants it.
fn blocks(mut source: impl Read, hand_over: &mut dyn FnMut(&[u8]) -> bool) {
    let mut block = vec![0; BLOCK];
    loop {
        match source.read(&mut block) {
            Ok(0) => return,
            Ok(length) if hand_over(&block[..length]) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(_) | Err(_) => return,
        }
    }
}
