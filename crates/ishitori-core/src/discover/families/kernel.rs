//! The kernel of a domain on a window: a sieve that sees nothing outside of the domain.
//!
//! Positions come in an order in which options come first. One that is not marked on arrival has no move to the
//! kernel within the domain, so it is in the kernel, and all positions of the domain from which heaps can be lowered to it are
//! marked. Cost: a byte for each position of the domain, a visit each, and a mark for each move to the kernel.

use ishitori_automata::Numeration;

use super::domain::{FamilyDomain, HeapRange};
use crate::control::{Control, GaveUp};
use crate::discover::sample::UnsolvedWindow;
use crate::discover::words::{WordSet, key};

/// The most positions of a domain in a window.
const MAX_POSITIONS: u128 = 1 << 31;

/// The watcher is told after so many positions, or marks.
const LOOK_UP: usize = 1 << 16;

/// The kernel on the window of heaps with so many binary digits, as words.
///
/// # Errors
/// [`UnsolvedWindow`] if the window is too large, or somebody stops the work.
pub(crate) fn kernel(
    domain: &FamilyDomain,
    faces: &[Vec<usize>],
    bits: usize,
    control: &Control,
) -> Result<WordSet, UnsolvedWindow> {
    let heaps = domain.heaps.len();
    let below = 1u64 << bits;
    let widths: Vec<u64> = (0..heaps).map(|at| domain.width(at, below)).collect();
    let size = widths.iter().try_fold(1u128, |size, width| size.checked_mul(u128::from(*width)));
    let fits = |size: &u128| *size <= MAX_POSITIONS && *size <= control.memory() as u128 / 2;
    let Some(size) = size.filter(fits).filter(|_| heaps * bits < 64) else {
        let why = format!("the window of {} below {below} is too large", domain.words());
        return Err(UnsolvedWindow::TooLarge(why));
    };
    control.start(&format!("the kernel of {} below {below}", domain.words()))?;
    let mut strides = vec![1usize; heaps];
    for at in (1..heaps).rev() {
        strides[at - 1] = strides[at] * usize::try_from(widths[at]).unwrap_or(usize::MAX);
    }
    let marked = vec![false; usize::try_from(size).unwrap_or(usize::MAX)];
    let near = |at: usize| match domain.heaps[at] {
        HeapRange::Near { heap, .. } => Some(heap),
        HeapRange::Free | HeapRange::UpTo(_) => None,
    };
    let step = |heap: usize| {
        let others = (0..heaps).filter(|at| near(*at) == Some(heap));
        strides[heap] as isize - others.map(|at| strides[at] as isize).sum::<isize>()
    };
    let steps = (0..heaps).map(step).collect();
    let is_apart =
        |face: &[usize]| !face.iter().any(|at| near(*at).is_some_and(|heap| face.contains(&heap)));
    let faces: Vec<(&[usize], bool)> =
        faces.iter().map(|face| (face.as_slice(), is_apart(face))).collect();
    let (found, position, visits, faces) = (Vec::new(), vec![0; heaps], 0, &faces[..]);
    let mut sieve = KernelSieve {
        domain,
        faces,
        below,
        bits,
        strides,
        steps,
        marked,
        found,
        position,
        visits,
        control,
    };
    sieve.visit(0)?;
    Ok(WordSet::new(heaps, bits, sieve.found))
}

struct KernelSieve<'a> {
    domain: &'a FamilyDomain,
    /// The faces, and whether no two heaps of a face are near each other by the domain.
    faces: &'a [(&'a [usize], bool)],
    below: u64,
    bits: usize,
    strides: Vec<usize>,
    /// By how much an index changes when a heap grows by one.
    steps: Vec<isize>,
    /// Positions that have a move to the kernel.
    marked: Vec<bool>,
    found: Vec<u64>,
    position: Vec<u64>,
    visits: usize,
    control: &'a Control,
}

impl KernelSieve<'_> {
    /// Visits all positions that begin with the first `at` heaps of the current one, in order.
    fn visit(&mut self, at: usize) -> Result<(), GaveUp> {
        if at < self.position.len() {
            let (low, high) = self.domain.ends(at, &self.position, self.below);
            for heap in low..=high {
                self.position[at] = heap;
                self.visit(at + 1)?;
            }
            return Ok(());
        }
        self.tick(1)?;
        if self.marked[self.index(&self.position)] {
            return Ok(());
        }
        self.found.extend(key(Numeration::Binary, &self.position, self.bits));
        let here = self.index(&self.position);
        for (face, is_apart) in self.faces {
            let mut larger = self.position.clone();
            self.mark(face, *is_apart, 0, &mut larger, here)?;
        }
        Ok(())
    }

    /// Marks the position, and all in which the heaps of the face from the `i`-th on are larger, if they are in the
    /// domain. `index` is that of `larger`; raising a heap by one always changes it by the same.
    fn mark(
        &mut self,
        face: &[usize],
        is_apart: bool,
        i: usize,
        larger: &mut [u64],
        mut index: usize,
    ) -> Result<(), GaveUp> {
        let Some(heap) = face.get(i).copied() else {
            if is_apart || self.domain.contains(larger) {
                self.marked[index] = true;
            }
            return Ok(());
        };
        let (least, most) = (larger[heap], self.most(heap, face, i, larger));
        let step = self.steps[heap];
        if is_apart && i + 1 == face.len() {
            for _ in least..=most {
                self.marked[index] = true;
                index = index.wrapping_add_signed(step);
            }
            return self.tick((most + 1 - least) as usize);
        }
        for value in least..=most {
            larger[heap] = value;
            self.mark(face, is_apart, i + 1, larger, index)?;
            index = index.wrapping_add_signed(step);
        }
        larger[heap] = least;
        Ok(())
    }

    /// The largest that a heap may become: its own range, and those of heaps near it that do not change any more.
    fn most(&self, heap: usize, face: &[usize], i: usize, larger: &[u64]) -> u64 {
        use super::domain::HeapRange::{Free, Near, UpTo};
        let fixed = |other: usize| !face[i + 1..].contains(&other);
        let mut most = self.below - 1;
        for (at, range) in self.domain.heaps.iter().enumerate() {
            match *range {
                UpTo(bound) if at == heap => most = most.min(bound),
                Near { heap: other, by } if at == heap && fixed(other) => {
                    most = most.min(larger[other].saturating_add(by));
                }
                Near { heap: other, by } if other == heap && fixed(at) => {
                    most = most.min(larger[at].saturating_add(by));
                }
                Free | UpTo(_) | Near { .. } => {}
            }
        }
        most
    }

    fn index(&self, heaps: &[u64]) -> usize {
        let each = self.strides.iter().enumerate();
        each.map(|(at, stride)| stride * self.domain.coordinate(at, heaps) as usize).sum()
    }

    fn tick(&mut self, work: usize) -> Result<(), GaveUp> {
        self.visits += work;
        if self.visits >= LOOK_UP {
            self.visits = 0;
            self.control.check()?;
        }
        Ok(())
    }
}
