//! Tells all symmetric positions of those that were found.

use super::found::FoundPositions;
use super::group::HeapPermutation;
use super::rows::SizeCell;
use super::shape::SlabShape;
use crate::solve::cones::Sink;

/// All distinct images of positions, told one after the other, or counted.
pub(super) struct SymmetricImages<'g> {
    group: &'g [HeapPermutation],
    found: Vec<usize>,
    position: Vec<usize>,
    all: Vec<Vec<usize>>,
    /// All arrangements are images, and one of them is enough.
    ascending: bool,
}

impl<'g> SymmetricImages<'g> {
    /// As the sink wants them.
    pub(super) fn new(heaps: usize, group: &'g [HeapPermutation], sink: &dyn Sink) -> Self {
        let is_any_order = group.len() == (1..=heaps).product::<usize>();
        SymmetricImages {
            group,
            found: vec![0; heaps],
            position: vec![0; heaps],
            all: Vec::new(),
            ascending: sink.wants_ascending() && is_any_order,
        }
    }

    /// Tells what was found in a slab.
    pub(super) fn tell<C: SizeCell>(
        &mut self,
        found: &FoundPositions<C>,
        shape: &SlabShape,
        sink: &mut dyn Sink,
    ) {
        let counts = sink.wants_counts();
        for at in 0..found.len() {
            found.read(at, &mut self.found);
            if self.ascending {
                self.found.sort_unstable();
                sink.found(&self.found);
            } else if counts {
                sink.found_many(&self.found, self.group.len() / self.keepers(shape));
            } else {
                self.tell_images(shape, sink);
            }
        }
    }

    /// How many symmetries keep the position. They keep its largest heaps, so they are symmetries of its slab.
    fn keepers(&self, shape: &SlabShape) -> usize {
        let keeps =
            |g: &[usize]| g.iter().zip(&self.found).all(|(from, s)| self.found[*from] == *s);
        shape.stabiliser.iter().filter(|symmetry| keeps(symmetry.heaps())).count()
    }

    fn tell_images(&mut self, shape: &SlabShape, sink: &mut dyn Sink) {
        let found = &self.found;
        if self.keepers(shape) == 1 {
            for g in self.group {
                let images = self.position.iter_mut().zip(g);
                images.for_each(|(size, from)| *size = found[*from]);
                sink.found(&self.position);
            }
            return;
        }
        let image = |g: &HeapPermutation| g.iter().map(|from| found[*from]).collect();
        self.all.clear();
        self.all.extend(self.group.iter().map(image));
        self.all.sort_unstable();
        self.all.dedup();
        self.all.iter().for_each(|image| sink.found(image));
    }
}
