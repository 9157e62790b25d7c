//! Where conditions hold on the sample, computed when somebody asks and kept.
//!
//! The sample may be closed under symmetries: then a member is described if one of its images is, and
//! others are kept out if all their images are. The members' bits come in blocks, one for each symmetry, so
//! that the members with an image in a set are the union of its blocks. Points are only ever
//! added, so what is known of a condition stays known.

use ishitori_rule::symmetry::Permutation;
use rustc_hash::FxHashSet;

use super::bits::BitSet;
use super::phrase::Phrase;
use super::points::SamplePoints;

/// A condition and its price, four for each word.
#[derive(Clone, Debug)]
pub(super) struct PricedPhrase {
    pub phrase: Phrase,
    pub cost: usize,
}

/// The most members without symmetries, and images of members with them.
const MEMBERS: usize = 1024;

/// The most others, with their images.
const OTHERS: usize = 2048;

/// A sample and where conditions hold on it.
pub(super) struct SampleTruths<'a> {
    pub atoms: &'a [PricedPhrase],
    group: &'a [Permutation],
    pub members: Vec<Vec<i64>>,
    pub others: Vec<Vec<i64>>,
    seen: FxHashSet<Vec<i64>>,
    truths: Vec<Option<PhraseTruth>>,
    /// Room for members, and for others with their images.
    pub room: (usize, usize),
}

/// Where a condition holds.
#[derive(Clone)]
pub(super) struct PhraseTruth {
    /// In which image of which member: a block for each symmetry.
    pub members: BitSet,
    pub others: BitSet,
    /// How many points have been looked at.
    done: (usize, usize),
    /// Whether it means something at all of them.
    defined: bool,
}

impl<'a> SampleTruths<'a> {
    /// A sample, closed under `group`; if `opposite`, the others take the place of members.
    pub fn new(
        points: &SamplePoints,
        opposite: bool,
        atoms: &'a [PricedPhrase],
        group: &'a [Permutation],
    ) -> SampleTruths<'a> {
        let (members, others) = match opposite {
            true => (&points.outside, &points.inside),
            false => (&points.inside, &points.outside),
        };
        let most = (MEMBERS / group.len()).next_multiple_of(64);
        let mut field = SampleTruths {
            atoms,
            group,
            members: Vec::new(),
            others: Vec::new(),
            seen: FxHashSet::default(),
            truths: vec![None; atoms.len()],
            room: (most, OTHERS),
        };
        // A quarter of the room is for counterexamples.
        for point in spread(members) {
            if field.members.len() < most / 4 * 3 {
                field.add(point, true);
            }
        }
        for point in spread(others) {
            if field.others.len() + group.len() < OTHERS / 4 * 3 {
                field.add(point, false);
            }
        }
        field
    }

    /// Adds a point and its images; `false` if there is no room.
    pub fn add(&mut self, point: &[i64], member: bool) -> bool {
        let mut images: Vec<Vec<i64>> =
            self.group.iter().map(|places| image(point, places)).collect();
        images.sort_unstable();
        images.dedup();
        if !self.seen.insert(images[0].clone()) {
            return true;
        }
        if member {
            self.members.push(images.swap_remove(0));
            return self.members.len() <= self.room.0;
        }
        self.others.append(&mut images);
        self.others.len() <= self.room.1
    }

    /// The bits of all images of members.
    pub(crate) fn all_members(&self) -> BitSet {
        let known = |bit: usize| bit % self.room.0 < self.members.len();
        BitSet::where_true(self.room.0 * self.group.len(), known)
    }

    /// The members with an image in the set.
    pub fn covered(&self, images: &BitSet) -> BitSet {
        images.folded(self.room.0)
    }

    /// Where a condition holds; `None` if it means nothing somewhere.
    pub fn holds(&mut self, atom: usize) -> Option<&PhraseTruth> {
        let blank = || PhraseTruth {
            members: BitSet::none(self.room.0 * self.group.len()),
            others: BitSet::none(self.room.1),
            done: (0, 0),
            defined: true,
        };
        let mut truth = self.truths[atom].take().unwrap_or_else(blank);
        let phrase = &self.atoms[atom].phrase;
        if truth.defined {
            truth.defined = self.look(phrase, &mut truth).is_some();
        }
        let truth = self.truths[atom].insert(truth);
        truth.defined.then_some(truth)
    }

    /// Looks at the points that are new; `None` if it means nothing at one of them.
    fn look(&self, phrase: &Phrase, truth: &mut PhraseTruth) -> Option<()> {
        for (block, places) in self.group.iter().enumerate() {
            for at in truth.done.0..self.members.len() {
                if phrase.holds(&image(&self.members[at], places))? {
                    truth.members.insert(block * self.room.0 + at);
                }
            }
        }
        for at in truth.done.1..self.others.len() {
            if phrase.holds(&self.others[at])? {
                truth.others.insert(at);
            }
        }
        truth.done = (self.members.len(), self.others.len());
        Some(())
    }
}

/// Heap `i` goes to place `places[i]`.
fn image(point: &[i64], places: &[usize]) -> Vec<i64> {
    let mut image = vec![0; point.len()];
    point.iter().zip(places).for_each(|(heap, place)| image[*place] = *heap);
    image
}

/// The points in an order whose beginning has some from everywhere.
fn spread(points: &[Vec<i64>]) -> impl Iterator<Item = &Vec<i64>> {
    const STEP: usize = 7;
    (0..STEP).flat_map(move |start| points.iter().skip(start).step_by(STEP))
}
