//! The elements of a search, numbered; their successors and images under symmetries, remembered.

use rustc_hash::{FxHashMap, FxHashSet};

use ishitori_automata::{Order, State};

use super::branch::Branches;
use super::symmetry::Mirror;

/// The number of an element.
pub(super) type Id = u32;

const UNKNOWN: Id = Id::MAX;

/// An element at a step of a letter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub step: usize,
    pub branch: usize,
    pub states: Box<[State]>,
}

/// What an element has after its first state, as a number among those of its branch and step.
#[derive(Clone, Copy)]
struct Kind {
    group: u32,
    tail: u32,
    first: State,
}

/// The tails of one branch at one step, and which is below which. Most elements share their tail
/// (who is already smaller) with many others, so that comparing two takes two look-ups.
#[derive(Default)]
struct Tails {
    states: Vec<Box<[State]>>,
    below: Vec<Vec<bool>>,
}

/// All elements met so far.
pub(super) struct Elements<'b, 'm> {
    pub branches: &'b Branches<'m>,
    mirrors: &'b [Mirror],
    places: Vec<Place>,
    kinds: Vec<Kind>,
    tails: Vec<Tails>,
    ids: FxHashMap<Place, Id>,
    /// For each element and letter, where its successors lie in `lists`.
    successors: Vec<Box<[(u32, u32)]>>,
    lists: Vec<Id>,
    /// For each symmetry but the first, which element each one goes to.
    images: Vec<Vec<Id>>,
    accepting: Vec<Option<bool>>,
    lasting: Vec<Option<bool>>,
    /// Bytes of all of it, roughly.
    pub bytes: usize,
}

impl<'b, 'm> Elements<'b, 'm> {
    pub fn new(branches: &'b Branches<'m>, mirrors: &'b [Mirror]) -> Self {
        Elements {
            branches,
            mirrors,
            places: Vec::new(),
            kinds: Vec::new(),
            tails: (0..branches.branches.len() * branches.reading.steps())
                .map(|_| Tails::default())
                .collect(),
            ids: FxHashMap::default(),
            successors: Vec::new(),
            lists: Vec::new(),
            images: vec![Vec::new(); mirrors.len()],
            accepting: Vec::new(),
            lasting: Vec::new(),
            bytes: 0,
        }
    }

    pub fn count(&self) -> usize { self.places.len() }
    pub fn mirror(&self, mirror: usize) -> &Mirror {
        &self.mirrors[mirror]
    }

    pub fn place(&self, id: Id) -> &Place {
        &self.places[id as usize]
    }

    pub fn id(&mut self, place: Place) -> Id {
        if let Some(id) = self.ids.get(&place) {
            return *id;
        }
        let id = Id::try_from(self.places.len()).expect("fewer than 2^32 elements fit memory");
        let letters = self.branches.reading.letters() as usize;
        self.bytes += 160 + 8 * place.states.len() + 8 * letters + 4 * self.mirrors.len();
        self.ids.insert(place.clone(), id);
        let kind = self.kind(&place);
        self.kinds.push(kind);
        self.places.push(place);
        self.successors.push(vec![(UNKNOWN, 0); letters].into());
        self.accepting.push(None);
        self.lasting.push(None);
        for images in &mut self.images {
            images.push(UNKNOWN);
        }
        id
    }

    /// Where every branch begins; most significant digits first, also after any zeros.
    pub fn initial(&mut self, padded: bool) -> Vec<Id> {
        let mut found = Vec::new();
        for branch in 0..self.branches.branches.len() {
            let states = self.branches.initial(branch);
            if self.branches.is_live(branch, &states) {
                found.push(self.id(Place { step: 0, branch, states: states.into() }));
            }
        }
        let mut done = 0;
        while padded && done < found.len() {
            for next in self.after_zeros(found[done]) {
                if !found.contains(&next) {
                    found.push(next);
                }
            }
            done += 1;
        }
        found
    }

    /// Where an element at the beginning of a letter gets by a letter of zeros.
    fn after_zeros(&mut self, id: Id) -> Vec<Id> {
        let mut now = vec![id];
        for _ in 0..self.branches.reading.steps() {
            let mut next = Vec::new();
            for id in now {
                next.extend_from_slice(self.successors(id, 0));
            }
            next.sort_unstable();
            next.dedup();
            now = next;
        }
        now
    }

    /// The successors that no other one covers.
    pub fn successors(&mut self, id: Id, letter: u32) -> &[Id] {
        if self.successors[id as usize][letter as usize].0 == UNKNOWN {
            let Place { step, branch, states } = self.place(id).clone();
            let mut found: Vec<Box<[State]>> = Vec::new();
            self.branches.successors(branch, step, &states, letter, &mut |to, _| {
                let is_below = |a: &[State], b: &[State]| self.branches.is_below(branch, a, b);
                if !found.iter().any(|other| is_below(to, other)) {
                    found.retain(|other| !is_below(other, to));
                    found.push(to.into());
                }
            });
            let step = (step + 1) % self.branches.reading.steps();
            let mut ids: Vec<Id> =
                found.into_iter().map(|states| self.id(Place { step, branch, states })).collect();
            ids.sort_unstable();
            let start = u32::try_from(self.lists.len()).expect("fewer than 2^32 successors");
            self.bytes += 4 * ids.len();
            self.lists.extend_from_slice(&ids);
            self.successors[id as usize][letter as usize] = (start, ids.len() as u32);
        }
        let (start, length) = self.successors[id as usize][letter as usize];
        &self.lists[start as usize..][..length as usize]
    }

    /// Where symmetry `mirror` takes an element.
    pub fn image(&mut self, id: Id, mirror: usize) -> Id {
        if mirror == 0 {
            return id;
        }
        let known = self.images[mirror][id as usize];
        if known != UNKNOWN {
            return known;
        }
        let Place { step, branch, states } = self.place(id).clone();
        let (branch, states) = self.mirrors[mirror].element(branch, &states);
        let image = self.id(Place { step, branch, states: states.into() });
        self.images[mirror][id as usize] = image;
        image
    }

    fn kind(&mut self, place: &Place) -> Kind {
        let Place { step, branch, states } = place;
        let group = branch * self.branches.reading.steps() + step;
        let rest = &states[1..];
        let is_below = |low: &[State], high: &[State]| {
            let components = &self.branches.branches[*branch].components[1..];
            let mut both = components.iter().zip(low.iter().zip(high));
            both.all(|(c, (p, q))| self.branches.machines[c.machine].inclusion.holds(*p, *q))
        };
        let tails = &mut self.tails[group];
        let tail = tails.states.iter().position(|known| **known == *rest).unwrap_or_else(|| {
            for (known, below) in tails.states.iter().zip(&mut tails.below) {
                below.push(is_below(known, rest));
            }
            tails.states.push(rest.into());
            tails.below.push(tails.states.iter().map(|other| is_below(rest, other)).collect());
            self.bytes += 2 * tails.states.len() + 40;
            tails.states.len() - 1
        });
        Kind { group: group as u32, tail: tail as u32, first: states[0] }
    }

    pub fn is_below(&self, low: Id, high: Id) -> bool {
        let (low, high) = (self.kinds[low as usize], self.kinds[high as usize]);
        low.group == high.group && {
            let branch = low.group as usize / self.branches.reading.steps();
            let machine = self.branches.branches[branch].components[0].machine;
            self.tails[low.group as usize].below[low.tail as usize][high.tail as usize]
                && self.branches.machines[machine].inclusion.holds(low.first, high.first)
        }
    }

    /// Whether an element accepts; least significant digits first, also after more zeros.
    pub fn accepts(&mut self, id: Id, padded: bool) -> bool {
        if let Some(known) = self.accepting[id as usize] {
            return known;
        }
        let mut found = vec![id];
        let mut done = 0;
        let mut accepts = false;
        while done < found.len() && !accepts {
            let now = found[done];
            let place = self.place(now);
            accepts = self.branches.accepts(place.branch, &place.states);
            if !padded {
                break;
            }
            for next in self.after_zeros(now) {
                if !found.contains(&next) {
                    found.push(next);
                }
            }
            done += 1;
        }
        self.accepting[id as usize] = Some(accepts);
        accepts
    }

    /// Whether an element accepts every word, guessing each hidden digit without looking ahead: it
    /// accepts, and every letter leads to one that lasts. (There may be others that accept all.)
    pub fn lasts(&mut self, id: Id) -> bool {
        if let Some(known) = self.lasting[id as usize] {
            return known;
        }
        let padded = self.branches.reading.order == Order::Lsd;
        let letters = self.branches.reading.letters();
        // 1. All that can be reached through elements that accept.
        let mut open = vec![id];
        let mut hope = FxHashSet::from_iter([id]);
        let mut done = 0;
        while done < open.len() {
            let now = open[done];
            done += 1;
            if self.place(now).step == 0 && !self.accepts(now, padded) {
                hope.remove(&now);
                continue;
            }
            for letter in 0..letters {
                let next = self.successors(now, letter).to_vec();
                for to in next {
                    if self.lasting[to as usize].is_none() && hope.insert(to) {
                        open.push(to);
                    }
                }
            }
        }
        // 2. Take away what has a letter that leads to none of them, until nothing changes.
        let mut changed = true;
        while changed {
            changed = false;
            for now in &open {
                let leads = |to: &Id| hope.contains(to) || self.lasting[*to as usize] == Some(true);
                let lasts = (0..letters).all(|letter| self.known(*now, letter).iter().any(leads));
                if hope.contains(now) && !lasts {
                    hope.remove(now);
                    changed = true;
                }
            }
        }
        for now in open {
            self.lasting[now as usize] = Some(hope.contains(&now));
        }
        hope.contains(&id)
    }

    /// Successors that have been asked for before.
    fn known(&self, id: Id, letter: u32) -> &[Id] {
        let (start, length) = self.successors[id as usize][letter as usize];
        if start == UNKNOWN { &[] } else { &self.lists[start as usize..][..length as usize] }
    }
}
