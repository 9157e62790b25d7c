//! Which domains are looked at, one of each kind of symmetric ones, and how much their kernels explain.
//!
//! A level m has: one heap up to m; two heaps up to m; heaps that an exchange moves apart by at most m. A domain of a
//! kind that resisted at a smaller level resists again (its kernel holds the smaller one), so it is left out. Cost: of
//! the share, a look at each image of each lost position of a window.

use ishitori_automata::{Dfa, Numeration};
use ishitori_rule::symmetry::Permutation;

use super::domain::{FamilyDomain, HeapRange};
use crate::control::{Control, GaveUp};
use crate::discover::sample::{LossSample, UnsolvedWindow};
use crate::game::HeapGame;
use crate::prove::arena::Arena;
use crate::prove::symmetry::groups;
use crate::solve::Convention;

/// A kind of domains, of which there is one for each level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DomainKind {
    /// These heaps are small.
    Small(Vec<usize>),
    /// These heaps, which the permutation exchanges, are near each other.
    Near(Permutation),
}

impl DomainKind {
    /// The domain of a level.
    pub fn at(&self, heaps: usize, level: u64) -> Option<FamilyDomain> {
        match self {
            DomainKind::Small(small) => {
                let bound = |heap: usize| small.contains(&heap).then_some(level);
                Some(FamilyDomain::bounded(&(0..heaps).map(bound).collect::<Vec<_>>()))
            }
            DomainKind::Near(places) => FamilyDomain::near(places, level),
        }
    }
}

/// The kinds of domains of a game, one of each class of symmetric ones; those with the fewest free heaps first.
pub fn kinds(arena: &Arena) -> Vec<DomainKind> {
    let n = arena.heaps.len();
    let group = groups(arena).into_iter().next().unwrap_or_default();
    let mut all: Vec<DomainKind> = Vec::new();
    let singles = (0..n).map(|heap| vec![heap]);
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| vec![i, j]));
    for small in singles.chain(pairs).filter(|small| small.len() < n) {
        let image = |places: &Permutation| {
            let mut image: Vec<usize> = small.iter().map(|heap| places[*heap]).collect();
            image.sort_unstable();
            image
        };
        if group.iter().all(|places| image(places) >= small) {
            all.push(DomainKind::Small(small));
        }
    }
    for exchange in &group {
        // Conjugates of an exchange do the same elsewhere.
        let conjugate = |places: &Permutation| {
            let mut image = vec![0; n];
            for heap in 0..n {
                image[places[heap]] = places[exchange[heap]];
            }
            image
        };
        let first = group.iter().all(|places| conjugate(places) >= *exchange);
        if first && FamilyDomain::near(exchange, 0).is_some() {
            all.push(DomainKind::Near(exchange.clone()));
        }
    }
    let free = |kind: &DomainKind| kind.at(n, 0).map_or(0, |domain| domain.free());
    all.sort_by_key(free);
    all
}

/// Whether every position of the first domain is one of the second, as far as their ranges say so.
pub fn is_within(first: &FamilyDomain, second: &FamilyDomain) -> bool {
    let mut both = first.heaps.iter().zip(&second.heaps);
    both.all(|ranges| match ranges {
        (_, HeapRange::Free) => true,
        (HeapRange::UpTo(one), HeapRange::UpTo(two)) => one <= two,
        (HeapRange::Near { heap, by }, HeapRange::Near { heap: other, by: more }) => {
            heap == other && by <= more
        }
        _ => false,
    })
}

/// How many positions of a window are lost, and how many of them some family explains, or a symmetric one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainedShare {
    /// The heaps are below 2 to this.
    pub bits: usize,
    /// The P-positions of the window.
    pub lost: usize,
    /// Those that are in a family.
    pub explained: usize,
}

/// How much families explain. `None` if the window is too large to be solved.
///
/// # Errors
/// [`GaveUp`] if somebody stops the work.
pub fn explained(
    game: &HeapGame,
    arena: &Arena,
    families: &[&Dfa],
    bits: usize,
    control: &Control,
) -> Result<Option<ExplainedShare>, GaveUp> {
    let sample = match LossSample::solve(game, bits, Convention::Normal, control) {
        Ok(sample) => sample,
        Err(UnsolvedWindow::TooLarge(_)) => return Ok(None),
        Err(UnsolvedWindow::GaveUp(gave_up)) => return Err(gave_up),
    };
    let group = groups(arena).into_iter().next().unwrap_or_default();
    let (mut lost, mut explained) = (0, 0);
    for heaps in sample.positions() {
        if lost % 1024 == 0 {
            control.check()?;
        }
        lost += 1;
        let holds = |places: &Permutation| {
            let mut image = vec![0u128; heaps.len()];
            for (heap, place) in places.iter().enumerate() {
                image[*place] = u128::from(heaps[heap]);
            }
            let accepts = |set: &&Dfa| set.accepts(&Numeration::Binary.word(set.order(), &image));
            families.iter().any(accepts)
        };
        explained += usize::from(group.iter().any(holds));
    }
    Ok(Some(ExplainedShare { bits, lost, explained }))
}
