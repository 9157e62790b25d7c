//! How much a proof may cost, and somebody who watches it.

use ishitori_automata::{GaveUp as TooLarge, Limit, Step, Watch as Overseer};

use crate::solve::GaveUp;

/// How far a search has got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The obligation.
    pub doing: &'a str,
    /// Macro-states done.
    pub done: usize,
    /// Macro-states known.
    pub known: usize,
    /// Bytes in use.
    pub bytes: usize,
}

/// Is told how far the work is, and may stop it.
pub type Watch<'a> = dyn FnMut(&Progress) -> Result<(), GaveUp> + 'a;

/// Why an automaton was not made within so many bytes, in the words of a user.
pub fn too_large(why: &TooLarge, memory: usize) -> GaveUp {
    let words = why.to_string();
    let words = words.strip_prefix("gave up ").unwrap_or(&words);
    if why.during() == Step::Witness || memory == usize::MAX {
        return GaveUp::new(words);
    }
    let memory = memory >> 20;
    GaveUp::new(format!("{words}: the memory of {memory} MB allows no more"))
}

/// What a proof may cost.
pub struct Work<'a> {
    /// Bytes that a search may take.
    pub memory: usize,
    overseer: Option<Overseer>,
    doing: String,
    watch: &'a mut Watch<'a>,
}

impl<'a> Work<'a> {
    /// At most `memory` bytes; `watch` is called now and then.
    pub fn new(memory: usize, watch: &'a mut Watch<'a>) -> Work<'a> {
        Work { memory, overseer: None, doing: String::new(), watch }
    }

    /// Lets `overseer` stop the making of automata, which the watcher does not see; then the watcher is
    /// asked why.
    #[must_use]
    pub fn overseen(self, overseer: Overseer) -> Work<'a> {
        Work { overseer: Some(overseer), ..self }
    }

    /// How large automata may get: up to 4 GB 100,000 states and 2^26 cells, and more with more. With little
    /// memory, what fits: a state takes some 256 bytes while it is made, a cell 8.
    pub fn limit(&self) -> Limit {
        let memory = self.memory;
        let states = (memory / 256).min((memory / 40_000).max(100_000));
        let cells = (memory / 8).min((memory / 64).max(1 << 26));
        let limit = match memory {
            usize::MAX => Limit::default(),
            _ => Limit::states(states).with_cells(cells),
        };
        self.overseer.map_or(limit, |overseer| limit.watched(overseer))
    }

    /// Why the overseer stopped the work.
    pub fn why(&mut self) -> GaveUp {
        let why = self.look_up(0, 0, 0).err();
        why.unwrap_or_else(|| GaveUp::stopped(format!("{}: stopped", self.doing)))
    }

    /// Says what is done from now on.
    pub fn start(&mut self, doing: &str) -> Result<(), GaveUp> {
        doing.clone_into(&mut self.doing);
        self.look_up(0, 0, 0)
    }

    /// Checks memory and tells the watcher.
    ///
    /// # Errors
    /// [`GaveUp`] beyond the memory, or if the watcher stops the work.
    pub fn look_up(&mut self, bytes: usize, done: usize, known: usize) -> Result<(), GaveUp> {
        if bytes > self.memory {
            let why = format!(
                "{}: {done} of {known} macro-states done, and the memory of {} MB is used up",
                self.doing,
                self.memory >> 20
            );
            return Err(GaveUp::new(why));
        }
        (self.watch)(&Progress { doing: &self.doing, done, known, bytes })
    }
}
