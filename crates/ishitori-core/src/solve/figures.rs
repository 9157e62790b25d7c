//! Values of figures by their parts: graphs, posets, diagrams, boards of cells.
//!
//! In normal play a position is worth the xor of its independent parts, and a part is worth the same wherever it lies and
//! however it is turned. So only parts are solved, each once in its canonical form: a table of keys in compact bytes, a
//! value a key. The recursion keeps its own stack; a part waits until those of its options are known.
//!
//! Misère play and the length of play belong to whole sums. They are found over the same parts: a position is the sorted list of
//! the numbers of its parts, so positions with equal parts are one, and dead rests are gone.
//!
//! Right because it is the definition, on equal games told apart by their keys; compared with plain recursion over texts.
//! Cost: a key an option of each part. Memory: the bytes of the keys and 8 to 16 bytes a part; over the limit it gives up.
//! One thread: all share one table.

mod keys;
mod whole;

use rustc_hash::FxHashMap;

use self::keys::KeyTable;
pub use self::whole::WholeFigures;
use crate::control::{Control, GaveUp};
use crate::game::{Ground, KeyScope, Remains};

/// A part that is not solved yet.
const OPEN: u32 = u32::MAX;

/// Up to so many remains are remembered with their parts, where keys are costly.
const MAX_KNOWN: usize = 1 << 21;

/// The bytes of a part at work, with its options, roughly.
const WAITING: usize = 2_048;

/// A solver with its table of parts. It may go from ground to ground of the same game.
#[derive(Debug)]
pub struct FigureSolver {
    keys: KeyTable,
    values: Vec<u32>,
    /// The number of a part by its remains on the ground at hand, so that its key is written once.
    known: FxHashMap<Remains, u32>,
    /// How many grounds there were before.
    grounds: u32,
    memory: usize,
}

/// A part at work: its options are lists of parts.
struct PartAtWork {
    part: u32,
    /// The parts of all options, one option after the other.
    parts: Vec<u32>,
    /// Where each option ends.
    ends: Vec<usize>,
    /// The remains of the parts that were open when the options were made.
    open: Vec<(u32, Remains)>,
}

impl FigureSolver {
    /// A solver that knows nothing yet.
    pub fn new(control: &Control) -> FigureSolver {
        FigureSolver {
            keys: KeyTable::new(),
            values: Vec::new(),
            known: FxHashMap::default(),
            grounds: 0,
            memory: control.memory(),
        }
    }

    /// Goes to another ground: what is known by remains is of the old one.
    pub(crate) fn enter(&mut self) {
        self.known.clear();
        self.grounds += 1;
    }

    /// How many parts are known.
    pub fn parts(&self) -> usize {
        self.values.len()
    }

    /// The Grundy value of a position.
    ///
    /// # Errors
    /// [`GaveUp`] if that costs too much.
    pub(crate) fn grundy(
        &mut self,
        ground: &dyn Ground,
        of: &Remains,
        control: &Control,
    ) -> Result<u32, GaveUp> {
        let mut parts = Vec::new();
        ground.visit_summands(of, &mut |part| parts.push(part));
        let mut value = 0;
        for part in parts {
            let number = self.number(ground, &part);
            value ^= self.solved(ground, number, part, control)?;
        }
        Ok(value)
    }

    /// The value of a part.
    fn solved(
        &mut self,
        ground: &dyn Ground,
        number: u32,
        part: Remains,
        control: &Control,
    ) -> Result<u32, GaveUp> {
        let mut waiting = Vec::new();
        if self.value(number).is_none() {
            control.spend(1)?;
            waiting.push(self.opened(ground, number, &part));
        }
        while let Some(work) = waiting.last_mut() {
            // The last of them that is still open; the others may be solved on the way.
            while work.open.last().is_some_and(|(one, _)| self.values[*one as usize] != OPEN) {
                work.open.pop();
            }
            match work.open.pop() {
                Some((next, remains)) => {
                    control.spend(1)?;
                    self.must_fit(&waiting)?;
                    let next = self.opened(ground, next, &remains);
                    waiting.push(next);
                }
                None => {
                    let value = self.least_missing(work);
                    self.values[work.part as usize] = value;
                    waiting.pop();
                }
            }
        }
        Ok(self.values[number as usize])
    }

    /// The options of a part, as lists of parts.
    fn opened(&mut self, ground: &dyn Ground, part: u32, remains: &Remains) -> PartAtWork {
        let mut work = PartAtWork { part, parts: Vec::new(), ends: Vec::new(), open: Vec::new() };
        ground.visit_options(remains, &mut |option| {
            ground.visit_summands(&option, &mut |part| {
                let number = self.number(ground, &part);
                work.parts.push(number);
                if self.values[number as usize] == OPEN {
                    work.open.push((number, part));
                }
            });
            work.ends.push(work.parts.len());
        });
        // Large parts first: small ones are met on the way.
        work.open.reverse();
        work
    }

    /// The number of a part, which is new if its key is.
    fn number(&mut self, ground: &dyn Ground, part: &Remains) -> u32 {
        let remembers = ground.has_costly_keys();
        if remembers && let Some(number) = self.known.get(part) {
            return *number;
        }
        let mut key = Vec::with_capacity(64);
        if ground.key(part, &mut key) == KeyScope::Ground {
            key.extend_from_slice(&self.grounds.to_le_bytes());
        }
        let number = self.keys.number(&key);
        if number as usize == self.values.len() {
            self.values.push(OPEN);
        }
        if remembers && self.known.len() < MAX_KNOWN {
            self.known.insert(part.clone(), number);
        }
        number
    }

    fn value(&self, number: u32) -> Option<u32> {
        Some(self.values[number as usize]).filter(|value| *value != OPEN)
    }

    /// The least number that is the value of no option.
    fn least_missing(&self, work: &PartAtWork) -> u32 {
        let mut start = 0;
        let mut values: Vec<u32> = Vec::with_capacity(work.ends.len());
        for end in &work.ends {
            let parts = &work.parts[start..*end];
            values.push(parts.iter().fold(0, |xor, part| xor ^ self.values[*part as usize]));
            start = *end;
        }
        values.sort_unstable();
        values.iter().fold(0, |mex, value| if *value == mex { mex + 1 } else { mex })
    }

    /// Gives up before the tables are larger than the memory.
    fn must_fit(&self, waiting: &[PartAtWork]) -> Result<(), GaveUp> {
        match self.bytes() + waiting.len() * WAITING > self.memory {
            true => Err(FigureSolver::beyond(self.memory)),
            false => Ok(()),
        }
    }

    /// The bytes of the tables.
    fn bytes(&self) -> usize {
        let known = self.known.capacity() * (size_of::<(Remains, u32)>() + 1);
        self.keys.bytes() + self.values.capacity() * 4 + known
    }

    fn beyond(memory: usize) -> GaveUp {
        GaveUp::new(format!(
            "more than the {} MB allowed are needed for the parts of this position (--memory)",
            memory >> 20
        ))
    }
}
