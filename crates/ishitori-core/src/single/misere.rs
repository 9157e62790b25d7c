//! Who wins a sum of heaps in misère play, by plain recursion.
//!
//! A heap game is given by what can be played on one heap: each option is a sum of smaller heaps. A position is a sum of
//! heaps, and whoever cannot move wins. No value of a heap decides a sum as the Grundy value does in normal play, so this
//! solver remembers sums: exact for every game, and slow, as the sums below a heap of n stones are as many as the
//! partitions of n. It is the reference for [`quotient`](super::quotient), which answers at once where it exists.

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::control::{Control, GaveUp};
use crate::solve::Outcome;

/// A sum of heaps in increasing order, without empty heaps.
pub(crate) type HeapSum = Box<[u32]>;

/// What can be played on the heaps 0, 1, ..., up to some size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapOptions {
    options: Vec<Vec<HeapSum>>,
}

/// An option of a heap that is no sum of smaller heaps, so that play might never end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an option of heap {heap} has a heap of {part}: options must be sums of smaller heaps")]
pub struct OptionNotSmaller {
    /// The heap whose option it is.
    pub heap: u32,
    /// The part that is not smaller.
    pub part: u32,
}

/// A heap about which nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("heap {heap} is beyond the largest known heap, {largest}")]
pub struct UnknownHeap {
    /// The heap that was asked for.
    pub heap: u32,
    /// The largest heap that is known.
    pub largest: u32,
}

impl HeapOptions {
    /// Takes the options of heaps 0, 1, ...: `options[n]` lists those of a heap of n stones. Empty heaps in them, their
    /// order and repeated options do not matter.
    ///
    /// # Errors
    /// [`OptionNotSmaller`] names the first option that is no sum of smaller heaps.
    pub fn new(options: Vec<Vec<Vec<u32>>>) -> Result<HeapOptions, OptionNotSmaller> {
        let mut heaps = Vec::with_capacity(options.len().max(1));
        for (heap, options) in (0..).zip(options) {
            let mut sums = Vec::with_capacity(options.len());
            for option in options {
                if let Some(&part) = option.iter().find(|part| **part >= heap && **part > 0) {
                    return Err(OptionNotSmaller { heap, part });
                }
                if heap == 0 {
                    return Err(OptionNotSmaller { heap, part: 0 });
                }
                sums.push(sum(option));
            }
            sums.sort_unstable();
            sums.dedup();
            heaps.push(sums);
        }
        if heaps.is_empty() {
            heaps.push(Vec::new());
        }
        Ok(HeapOptions { options: heaps })
    }

    /// The largest heap.
    pub fn largest(&self) -> u32 {
        u32::try_from(self.options.len() - 1).unwrap_or(u32::MAX)
    }

    /// What can be played on a heap; nothing if it is unknown.
    pub fn of(&self, heap: u32) -> &[HeapSum] {
        self.options.get(heap as usize).map_or(&[], Vec::as_slice)
    }

    /// The game with no heap larger than `largest`.
    pub fn up_to(&self, largest: u32) -> HeapOptions {
        let heaps = self.options.len().min(largest as usize + 1);
        HeapOptions { options: self.options[..heaps].to_vec() }
    }

    /// Every option of a position, some perhaps more than once. Equal heaps of it must stand together.
    pub fn options(&self, position: &[u32]) -> Vec<HeapSum> {
        let mut options = Vec::new();
        for (at, heap) in position.iter().enumerate() {
            if at > 0 && position[at - 1] == *heap {
                continue;
            }
            for option in self.of(*heap) {
                let rest = position[..at].iter().chain(&position[at + 1..]);
                options.push(sum(rest.chain(option.iter()).copied().collect()));
            }
        }
        options
    }

    /// Whether all heaps are known.
    ///
    /// # Errors
    /// [`UnknownHeap`] names the first that is not.
    pub fn check(&self, position: &[u32]) -> Result<(), UnknownHeap> {
        let largest = self.largest();
        match position.iter().find(|heap| **heap > largest) {
            Some(&heap) => Err(UnknownHeap { heap, largest }),
            None => Ok(()),
        }
    }
}

/// Heaps as a position.
pub fn sum(mut heaps: Vec<u32>) -> HeapSum {
    heaps.retain(|heap| *heap > 0);
    heaps.sort_unstable();
    heaps.into()
}

/// Outcomes of sums by recursion with a memo.
#[derive(Debug)]
pub struct MisereOutcomes<'a> {
    game: &'a HeapOptions,
    is_p: FxHashMap<HeapSum, bool>,
}

impl<'a> MisereOutcomes<'a> {
    /// Nothing is known yet.
    pub fn new(game: &'a HeapOptions) -> Self {
        MisereOutcomes { game, is_p: FxHashMap::default() }
    }

    /// Who wins the sum of `heaps` in misère play. Heaps beyond the largest known one count as heaps without options;
    /// see [`HeapOptions::check`].
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out.
    pub fn outcome(&mut self, heaps: &[u32], control: &Control) -> Result<Outcome, GaveUp> {
        let first = sum(heaps.to_vec());
        let mut open = vec![self.frame(first.clone())];
        while let Some(frame) = open.last_mut() {
            let settled = match frame.options.last() {
                None => Some(!frame.is_end),
                Some(option) => match self.is_p.get(option) {
                    Some(true) => Some(false),
                    Some(false) => {
                        frame.options.pop();
                        None
                    }
                    None => {
                        let option = option.clone();
                        open.push(self.frame(option));
                        None
                    }
                },
            };
            if let Some(is_p) = settled {
                control.spend(1)?;
                let frame = open.pop().expect("it was just looked at");
                self.is_p.insert(frame.position, is_p);
            }
        }
        Ok(if self.is_p[&first] { Outcome::P } else { Outcome::N })
    }

    fn frame(&self, position: HeapSum) -> MisereFrame {
        let options = self.game.options(&position);
        let is_end = options.is_empty();
        MisereFrame { position, options, is_end }
    }
}

/// A position with the options that are still to be looked at.
struct MisereFrame {
    position: HeapSum,
    options: Vec<HeapSum>,
    is_end: bool,
}
