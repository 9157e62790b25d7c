//! The symmetries a `position` statement declares.
//!
//! A declared symmetry is part of the rule: every option line may be read through it, so the
//! lowered families are closed under it. `unordered` says more: positions that differ only in the
//! order of their heaps *are* the same position. The others (circle, line, ranges) are
//! automorphisms: positions stay as they stand, but symmetric ones have the same value.

/// A symmetry of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Every heap has its own place.
    None,
    /// The order of heaps means nothing.
    Unordered,
    /// Rotations and reflections.
    Circle,
    /// Rotations.
    DirectedCircle,
    /// Reading from the other end.
    Line,
    /// Heaps within a range, and ranges of one size, may change places. The sizes of the ranges; what is behind them stays.
    Ranges(Vec<usize>),
}

/// Where each heap goes: heap `i` moves to place `self[i]`.
pub type Permutation = Vec<usize>;

impl Symmetry {
    /// Whether symmetric positions are one and the same.
    pub fn identifies(&self) -> bool {
        matches!(self, Symmetry::Unordered)
    }

    /// How the rule language says it.
    pub fn words(&self) -> &'static str {
        match self {
            Symmetry::None => "in fixed order",
            Symmetry::Unordered => "unordered",
            Symmetry::Circle => "on a circle",
            Symmetry::DirectedCircle => "on a directed circle",
            Symmetry::Line => "on a line",
            Symmetry::Ranges(_) => "in ranges",
        }
    }

    /// Permutations of `places` that generate the group on the first `n` of them; the others stay where they are.
    pub(crate) fn generators_among(&self, n: usize, places: usize) -> Vec<Permutation> {
        let mut generators = self.generators(n);
        generators.iter_mut().for_each(|permutation| permutation.extend(n..places));
        generators
    }

    /// The symmetry of positions with states behind `n` heaps. Such positions stand as they are, so that their heaps are no
    /// longer one and the same in another order, but have the same value: they are a range. Circles and lines are not kept.
    pub(crate) fn beside_states(self, n: usize) -> Symmetry {
        match self {
            Symmetry::Unordered => Symmetry::Ranges(vec![n]),
            Symmetry::Ranges(sizes) => Symmetry::Ranges(sizes),
            _ => Symmetry::None,
        }
    }

    /// Permutations that generate the group on `n` heaps.
    pub fn generators(&self, n: usize) -> Vec<Permutation> {
        let rotation = |n: usize| (0..n).map(|i| (i + 1) % n).collect();
        let reflection = |n: usize| (0..n).rev().collect();
        match self {
            Symmetry::None => Vec::new(),
            _ if n < 2 => Vec::new(),
            Symmetry::Unordered => (0..n - 1).map(|i| block_swap(n, i, i + 1, 1)).collect(),
            Symmetry::Circle => vec![rotation(n), reflection(n)],
            Symmetry::DirectedCircle => vec![rotation(n)],
            Symmetry::Line => vec![reflection(n)],
            Symmetry::Ranges(sizes) => range_generators(n, sizes),
        }
    }

    /// Numbers the orbits of places: two heaps that a symmetry exchanges have the same number.
    pub(crate) fn orbits(&self, n: usize) -> Vec<usize> {
        let mut orbit: Vec<usize> = (0..n).collect();
        let generators = self.generators(n);
        loop {
            let before = orbit.clone();
            for permutation in &generators {
                for (i, &j) in permutation.iter().enumerate() {
                    let least = orbit[i].min(orbit[j]);
                    orbit[i] = least;
                    orbit[j] = least;
                }
            }
            if orbit == before {
                return orbit;
            }
        }
    }
}

/// Swaps the block of `size` places from `a` with the one from `b`.
fn block_swap(n: usize, a: usize, b: usize, size: usize) -> Permutation {
    let mut permutation: Permutation = (0..n).collect();
    for offset in 0..size {
        permutation.swap(a + offset, b + offset);
    }
    permutation
}

fn range_generators(n: usize, sizes: &[usize]) -> Vec<Permutation> {
    let mut generators = Vec::new();
    let mut starts = Vec::new();
    let mut start = 0;
    for &size in sizes {
        generators.extend((start + 1..start + size).map(|i| block_swap(n, i - 1, i, 1)));
        starts.push(start);
        start += size;
    }
    for second in 1..sizes.len() {
        if let Some(first) = (0..second).rev().find(|&f| sizes[f] == sizes[second]) {
            generators.push(block_swap(n, starts[first], starts[second], sizes[second]));
        }
    }
    generators
}
