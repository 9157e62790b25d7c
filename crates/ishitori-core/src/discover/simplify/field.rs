//! Where conditions hold on the sample, computed when somebody asks and kept.
//!
//! The sample may be closed under symmetries: then a member is described if one of its images is, and
//! others are kept out if all their images are. Points are only ever added, so what is known
//! of a condition stays known.

use ishitori_rule::symmetry::Permutation;
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::phrase::Phrase;
use super::points::Points;

/// A condition, and how many words it takes with the `and` before it.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub phrase: Phrase,
    pub cost: usize,
}

/// The most members, with their images.
const MEMBERS: usize = 1500;

/// The most others, with their images.
const OTHERS: usize = 3500;

/// How many points may be added later.
const SPARE: usize = 1024;

/// A sample and where conditions hold on it.
pub(super) struct Field<'a> {
    atoms: &'a [Atom],
    group: &'a [Permutation],
    pub inside: Vec<Vec<i64>>,
    /// Which members are images of each other.
    pub orbit: Vec<usize>,
    pub orbits: usize,
    pub outside: Vec<Vec<i64>>,
    known: FxHashMap<Vec<i64>, usize>,
    truths: Vec<Truth>,
    /// Numbers below which bits mean something.
    pub room: (usize, usize),
}

#[derive(Clone)]
struct Truth {
    inside: Bits,
    outside: Bits,
    /// How many points have been looked at.
    done: (usize, usize),
    /// Whether it means something at all of them.
    defined: bool,
}

/// Where a condition holds.
#[derive(Clone, Copy)]
pub(super) struct Holds<'f> {
    pub inside: &'f Bits,
    pub outside: &'f Bits,
}

impl<'a> Field<'a> {
    /// A sample, closed under `group`; if `opposite`, the others take the place of members.
    pub fn new(
        points: &Points,
        opposite: bool,
        atoms: &'a [Atom],
        group: &'a [Permutation],
    ) -> Field<'a> {
        let mut field = Field {
            atoms,
            group,
            inside: Vec::new(),
            orbit: Vec::new(),
            orbits: 0,
            outside: Vec::new(),
            known: FxHashMap::default(),
            truths: Vec::new(),
            room: (MEMBERS + SPARE, OTHERS + SPARE),
        };
        let (members, others) =
            if opposite { (&points.outside, &points.inside) } else { (&points.inside, &points.outside) };
        for point in spread(members) {
            if field.inside.len() + group.len() <= MEMBERS {
                field.add(point, true);
            }
        }
        for point in spread(others) {
            if field.outside.len() + group.len() <= OTHERS {
                field.add(point, false);
            }
        }
        let blank = Truth {
            inside: Bits::none(field.room.0),
            outside: Bits::none(field.room.1),
            done: (0, 0),
            defined: true,
        };
        field.truths = vec![blank; atoms.len()];
        field
    }

    /// Adds a point and its images; `false` if there is no room.
    pub fn add(&mut self, point: &[i64], member: bool) -> bool {
        let mut images: Vec<Vec<i64>> = self.group.iter().map(|places| image(point, places)).collect();
        images.sort_unstable();
        images.dedup();
        if self.known.contains_key(&images[0]) {
            return true;
        }
        let (used, room) =
            if member { (self.inside.len(), self.room.0) } else { (self.outside.len(), self.room.1) };
        if used + images.len() > room {
            return false;
        }
        self.known.insert(images[0].clone(), self.orbits);
        if member {
            self.orbit.extend(std::iter::repeat_n(self.orbits, images.len()));
            self.orbits += 1;
            self.inside.append(&mut images);
        } else {
            self.outside.append(&mut images);
        }
        true
    }

    /// How many conditions there are.
    pub fn atoms(&self) -> &'a [Atom] {
        self.atoms
    }

    /// Where a condition holds; `None` if it means nothing somewhere.
    pub fn holds(&mut self, atom: usize) -> Option<Holds<'_>> {
        let (phrase, truth) = (&self.atoms[atom].phrase, &mut self.truths[atom]);
        let mut look = |bits: &mut Bits, points: &[Vec<i64>], done: &mut usize| {
            for (at, point) in points.iter().enumerate().skip(*done) {
                match phrase.holds(point) {
                    Some(true) => bits.insert(at),
                    Some(false) => {}
                    None => truth.defined = false,
                }
                if !truth.defined {
                    return;
                }
            }
            *done = points.len();
        };
        look(&mut truth.inside, &self.inside, &mut truth.done.0);
        look(&mut truth.outside, &self.outside, &mut truth.done.1);
        let Truth { inside, outside, .. } = &self.truths[atom];
        self.truths[atom].defined.then_some(Holds { inside, outside })
    }

    /// The members with an image among `inside`, as a set of orbits.
    pub fn covered(&self, inside: &Bits) -> Bits {
        let mut orbits = Bits::none(self.room.0);
        inside.iter().for_each(|at| orbits.insert(self.orbit[at]));
        orbits
    }
}

/// Heap `i` goes to place `places[i]`.
pub(super) fn image(point: &[i64], places: &[usize]) -> Vec<i64> {
    let mut image = vec![0; point.len()];
    point.iter().zip(places).for_each(|(heap, place)| image[*place] = *heap);
    image
}

/// The points in an order whose beginning has some from everywhere.
fn spread(points: &[Vec<i64>]) -> impl Iterator<Item = &Vec<i64>> {
    const STEP: usize = 7;
    (0..STEP).flat_map(move |start| points.iter().skip(start).step_by(STEP))
}
