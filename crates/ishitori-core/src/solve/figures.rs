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
use smallvec::SmallVec;

use self::keys::KeyTable;
pub use self::whole::WholeFigures;
use crate::control::{Control, GaveUp};
use crate::game::{Ground, KeyScope, Remains};

/// A part that is not solved yet.
const OPEN: u32 = u32::MAX;

/// Up to so many positions are remembered with their parts, where keys are costly.
const MAX_KNOWN: usize = 1 << 21;

/// The bytes of a part at work, with its options, roughly.
const WAITING: usize = 2_048;

/// A solver with its table of parts. It may go from ground to ground of the same game.
#[derive(Debug)]
pub struct FigureSolver {
    keys: KeyTable,
    values: Vec<u32>,
    /// The parts of positions on the ground at hand, so that they are looked for once.
    known: FxHashMap<Remains, PartNumbers>,
    /// What is left of each part that is still open.
    open: FxHashMap<u32, Remains>,
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
    /// The parts that were open when the options were made.
    open: Vec<u32>,
}

/// The numbers of the parts of a position.
type PartNumbers = SmallVec<[u32; 4]>;

impl FigureSolver {
    /// A solver that knows nothing yet.
    pub fn new(control: &Control) -> FigureSolver {
        FigureSolver {
            keys: KeyTable::new(),
            values: Vec::new(),
            known: FxHashMap::default(),
            open: FxHashMap::default(),
            grounds: 0,
            memory: control.memory(),
        }
    }

    /// Goes to another ground: what is known by remains is of the old one.
    pub(crate) fn enter(&mut self) {
        self.known.clear();
        self.open.clear();
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
        let mut value = 0;
        for part in self.summands(ground, of) {
            value ^= self.solved(ground, part, control)?;
        }
        Ok(value)
    }

    /// The value of a part.
    fn solved(
        &mut self,
        ground: &dyn Ground,
        number: u32,
        control: &Control,
    ) -> Result<u32, GaveUp> {
        let mut waiting = Vec::new();
        if self.is_open(number) {
            control.spend(1)?;
            waiting.push(self.opened(ground, number));
        }
        while let Some(work) = waiting.last_mut() {
            // Some of them may have been solved on the way.
            match work.open.pop() {
                Some(next) if self.is_open(next) => {
                    control.spend(1)?;
                    self.must_fit(&waiting)?;
                    let next = self.opened(ground, next);
                    waiting.push(next);
                }
                Some(_) => {}
                None => {
                    let value = self.least_missing(work);
                    self.values[work.part as usize] = value;
                    self.open.remove(&work.part);
                    waiting.pop();
                }
            }
        }
        Ok(self.values[number as usize])
    }

    fn is_open(&self, number: u32) -> bool {
        self.values[number as usize] == OPEN
    }

    /// The options of a part, as lists of parts.
    fn opened(&mut self, ground: &dyn Ground, part: u32) -> PartAtWork {
        let mut work = PartAtWork { part, parts: Vec::new(), ends: Vec::new(), open: Vec::new() };
        let remains = self.open.get(&part).cloned().expect("an open part was met on this ground");
        ground.visit_options(&remains, &mut |option| {
            work.parts.extend(self.summands(ground, &option));
            work.ends.push(work.parts.len());
        });
        work.open = work.parts.iter().copied().filter(|part| self.is_open(*part)).collect();
        // Large parts first: small ones are met on the way.
        work.open.reverse();
        work
    }

    /// The numbers of the parts whose values add up to that of a position.
    fn summands(&mut self, ground: &dyn Ground, of: &Remains) -> PartNumbers {
        let remembers = ground.has_costly_keys();
        if remembers && let Some(parts) = self.known.get(of) {
            return parts.clone();
        }
        let mut parts = PartNumbers::new();
        ground.visit_summands(of, &mut |part| parts.push(self.number(ground, &part)));
        if remembers && self.known.len() < MAX_KNOWN {
            self.known.insert(of.clone(), parts.clone());
        }
        parts
    }

    /// The number of a part, which is new if its key is.
    fn number(&mut self, ground: &dyn Ground, part: &Remains) -> u32 {
        let mut key = Vec::with_capacity(64);
        if ground.key(part, &mut key) == KeyScope::Ground {
            key.extend_from_slice(&self.grounds.to_le_bytes());
        }
        let number = self.keys.number(&key);
        if number as usize == self.values.len() {
            self.values.push(OPEN);
        }
        if self.is_open(number) && !self.open.contains_key(&number) {
            self.open.insert(number, part.clone());
        }
        number
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
        let known = self.known.capacity() * (size_of::<(Remains, PartNumbers)>() + 1)
            + self.open.capacity() * (size_of::<(u32, Remains)>() + 1);
        self.keys.bytes() + self.values.capacity() * 4 + known
    }

    fn beyond(memory: usize) -> GaveUp {
        GaveUp::new(format!(
            "more than the {} MB allowed are needed for the parts of this position (--memory)",
            memory >> 20
        ))
    }
}
