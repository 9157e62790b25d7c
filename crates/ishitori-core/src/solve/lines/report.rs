//! What the line sieve tells the caller, on the calling thread.
//!
//! Lines are numbered as an odometer counts the heaps outside the packed one, the last turning fastest, and
//! batches come with growing numbers. So the heaps of a line follow from those of the line before by an
//! addition with carry, most often in one step. Heaps that were added to make four are left out.
//! Work is counted here too, in lines, because only the calling thread has the control.

use super::batch::Batch;
use super::nested::NestedGame;
use crate::control::{Control, GaveUp};
use crate::solve::cones::Sink;
use crate::solve::snapshot::SafePoints;

/// Turns numbers of lines into positions.
pub(super) struct LineReporter<'a, 's> {
    sizes: &'a [usize],
    added: usize,
    /// The position told last and the number of its line.
    position: Vec<usize>,
    line: u64,
    sink: &'a mut dyn Sink,
    pub(super) control: &'a Control,
    pub(super) safe: &'a mut SafePoints<'s>,
}

impl<'a, 's> LineReporter<'a, 's> {
    pub(super) fn new(
        nest: &'a NestedGame,
        sink: &'a mut dyn Sink,
        control: &'a Control,
        safe: &'a mut SafePoints<'s>,
    ) -> Self {
        let position = vec![0; nest.sizes.len()];
        LineReporter {
            sizes: &nest.sizes,
            added: nest.added,
            position,
            line: 0,
            sink,
            control,
            safe,
        }
    }

    pub(super) fn tell(&mut self, batch: &mut Batch) -> Result<(), GaveUp> {
        let lines = std::mem::take(&mut batch.lines);
        self.safe.spent(self.control.spend(lines))?;
        for (line, low) in batch.found.drain(..) {
            self.go_to(batch.from + u64::from(line));
            let packed = self.position.len() - 1;
            self.position[packed] = usize::from(low);
            self.sink.found(&self.position[self.added..]);
        }
        Ok(())
    }

    /// Goes to a later line. Most often only the last heap of its number changes.
    fn go_to(&mut self, line: u64) {
        let mut more = (line - self.line) as usize;
        self.line = line;
        for at in (0..self.position.len() - 1).rev() {
            let (sum, size) = (self.position[at] + more, self.sizes[at]);
            if sum < size {
                self.position[at] = sum;
                return;
            }
            self.position[at] = sum % size;
            more = sum / size;
        }
    }
}
