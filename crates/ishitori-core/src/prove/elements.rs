//! The elements of a search, numbered; their successors and images under symmetries, remembered.
//!
//! An element is a branch with a state of each component. `cover.rs` meets the same ones again and again,
//! so each gets a number and everything about it is found once. Whether one element is below another is
//! decided component by component; what follows the first state (the tail) is shared by many, so that all
//! elements below a subset are bits (`DownSet`) and a comparison is one look-up. Elements that accept every
//! word without looking ahead are the greatest fixed point in `lasts`. Cost: `bytes` counts it, for the
//! limit on memory. `empty.rs` needs no order and does without.

use rustc_hash::{FxHashMap, FxHashSet};

use ishitori_automata::{DigitOrder, State};

use super::branch::{Branch, Branches};
use super::symmetry::SymmetryAction;
use crate::control::GaveUp;

/// The number of an element.
pub(super) type ElementId = u32;

const UNKNOWN: ElementId = ElementId::MAX;

/// An element at a step of a letter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlacedElement {
    pub step: usize,
    pub branch: usize,
    pub states: Box<[State]>,
}

/// Which element it is, in two numbers: the state of its first component, and its tail, all else.
/// Most elements share their tail (who is already smaller) with many others, so that comparing two
/// takes two look-ups.
#[derive(Clone, Copy)]
struct ElementCode {
    tail: u32,
    first: State,
}

/// Branch, step and the states after the first.
struct ElementTail {
    group: usize,
    states: Box<[State]>,
    /// The tails that are below this one, itself among them.
    above: Vec<u32>,
}

/// All elements met so far.
pub(super) struct NumberedElements<'b, 'm> {
    pub branches: &'b Branches<'m>,
    mirrors: &'b [SymmetryAction],
    places: Vec<PlacedElement>,
    kinds: Vec<ElementCode>,
    tails: Vec<ElementTail>,
    /// The tails of each branch and step.
    groups: Vec<Vec<u32>>,
    /// For each branch and state of its first component, the states below it, as bits.
    below: Vec<Vec<u64>>,
    /// How many words of bits the states of a first component take.
    words: usize,
    ids: FxHashMap<PlacedElement, ElementId>,
    /// For each element and letter, where its successors lie in `lists`: first how many, then which.
    successors: Vec<Box<[u32]>>,
    lists: Vec<ElementId>,
    /// For each symmetry but the first, which element each one goes to.
    images: Vec<Vec<ElementId>>,
    accepting: Vec<Option<bool>>,
    lasting: Vec<Option<bool>>,
    /// Bytes of all of it, roughly.
    pub bytes: usize,
}

/// Elements between two looks at clock and memory.
const LOOK_UP_EVERY: usize = 64;

/// Is told how many bytes the elements take, and may stop the work.
pub(super) type MemoryWatch<'a> = dyn FnMut(usize) -> Result<(), GaveUp> + 'a;

impl<'b, 'm> NumberedElements<'b, 'm> {
    /// The bytes that the table of the states below each state will take.
    pub(crate) fn table_bytes(branches: &Branches) -> usize {
        let states = |branch: &Branch| branches.machines[branch.components[0].machine].dfa.states();
        let all = || branches.branches.iter().map(states);
        all().max().unwrap_or(1).div_ceil(64) * 8 * all().sum::<usize>()
    }

    pub fn new(branches: &'b Branches<'m>, mirrors: &'b [SymmetryAction]) -> Self {
        let first = |branch: &Branch| &branches.machines[branch.components[0].machine];
        let most = branches.branches.iter().map(|b| first(b).dfa.states()).max().unwrap_or(1);
        let words = most.div_ceil(64);
        let bits = |branch: &Branch| {
            let machine = first(branch);
            let states = machine.dfa.states();
            let mut bits = vec![0; states * words];
            for (high, row) in bits.chunks_exact_mut(words).enumerate() {
                for low in 0..states {
                    if machine.inclusion.holds(low as State, high as State) {
                        row[low / 64] |= 1 << (low % 64);
                    }
                }
            }
            bits
        };
        NumberedElements {
            branches,
            mirrors,
            places: Vec::new(),
            kinds: Vec::new(),
            tails: Vec::new(),
            groups: vec![Vec::new(); branches.branches.len() * branches.reading.steps()],
            below: branches.branches.iter().map(bits).collect(),
            words,
            ids: FxHashMap::default(),
            successors: Vec::new(),
            lists: Vec::new(),
            images: vec![Vec::new(); mirrors.len()],
            accepting: Vec::new(),
            lasting: Vec::new(),
            bytes: Self::table_bytes(branches),
        }
    }

    pub fn mirror(&self, mirror: usize) -> &SymmetryAction {
        &self.mirrors[mirror]
    }

    pub fn place(&self, id: ElementId) -> &PlacedElement {
        &self.places[id as usize]
    }

    pub fn id(&mut self, place: PlacedElement) -> ElementId {
        if let Some(id) = self.ids.get(&place) {
            return *id;
        }
        let id =
            ElementId::try_from(self.places.len()).expect("fewer than 2^32 elements fit memory");
        let letters = self.branches.reading.letters() as usize;
        self.bytes += 160 + 8 * place.states.len() + 4 * letters + 4 * self.mirrors.len();
        self.ids.insert(place.clone(), id);
        let kind = self.kind(&place);
        self.kinds.push(kind);
        self.places.push(place);
        self.successors.push(vec![UNKNOWN; letters].into());
        self.accepting.push(None);
        self.lasting.push(None);
        for images in &mut self.images {
            images.push(UNKNOWN);
        }
        id
    }

    /// Where every branch begins; most significant digits first, also after any zeros.
    pub fn initial(&mut self, padded: bool) -> Vec<ElementId> {
        let mut found = Vec::new();
        for branch in 0..self.branches.branches.len() {
            let states = self.branches.initial(branch);
            if self.branches.is_live(branch, &states) {
                found.push(self.id(PlacedElement { step: 0, branch, states: states.into() }));
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
    fn after_zeros(&mut self, id: ElementId) -> Vec<ElementId> {
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
    pub fn successors(&mut self, id: ElementId, letter: u32) -> &[ElementId] {
        if self.successors[id as usize][letter as usize] == UNKNOWN {
            let PlacedElement { step, branch, states } = self.place(id).clone();
            let mut found: Vec<Box<[State]>> = Vec::new();
            self.branches.successors(branch, step, &states, letter, &mut |to, _| {
                let is_below = |a: &[State], b: &[State]| self.branches.is_below(branch, a, b);
                if !found.iter().any(|other| is_below(to, other)) {
                    found.retain(|other| !is_below(other, to));
                    found.push(to.into());
                }
            });
            let step = (step + 1) % self.branches.reading.steps();
            let mut ids: Vec<ElementId> = found
                .into_iter()
                .map(|states| self.id(PlacedElement { step, branch, states }))
                .collect();
            ids.sort_unstable();
            let start = u32::try_from(self.lists.len()).expect("fewer than 2^32 successors");
            self.bytes += 4 + 4 * ids.len();
            self.lists.push(ids.len() as ElementId);
            self.lists.extend_from_slice(&ids);
            self.successors[id as usize][letter as usize] = start;
        }
        self.known(id, letter)
    }

    /// Where symmetry `mirror` takes an element.
    pub fn image(&mut self, id: ElementId, mirror: usize) -> ElementId {
        if mirror == 0 {
            return id;
        }
        let known = self.images[mirror][id as usize];
        if known != UNKNOWN {
            return known;
        }
        let PlacedElement { step, branch, states } = self.place(id).clone();
        let (branch, states) = self.mirrors[mirror].element(branch, &states);
        let image = self.id(PlacedElement { step, branch, states: states.into() });
        self.images[mirror][id as usize] = image;
        image
    }

    fn kind(&mut self, place: &PlacedElement) -> ElementCode {
        let PlacedElement { step, branch, states } = place;
        let group = branch * self.branches.reading.steps() + step;
        let (first, rest) = (states[0], &states[1..]);
        let known = self.groups[group].iter().find(|t| *self.tails[**t as usize].states == *rest);
        if let Some(tail) = known {
            return ElementCode { tail: *tail, first };
        }
        let components = &self.branches.branches[*branch].components[1..];
        let is_below = |low: &[State], high: &[State]| {
            let mut both = components.iter().zip(low.iter().zip(high));
            both.all(|(c, (p, q))| self.branches.machines[c.machine].inclusion.holds(*p, *q))
        };
        let tail = self.tails.len() as u32;
        let mut above = vec![tail];
        for other in &self.groups[group] {
            let known = &mut self.tails[*other as usize];
            if is_below(rest, &known.states) {
                known.above.push(tail);
                self.bytes += 4;
            }
            if is_below(&known.states, rest) {
                above.push(*other);
            }
        }
        // With its bits in a shadow.
        self.bytes += 64 + 4 * above.len() + 4 * rest.len() + 8 * self.words;
        self.tails.push(ElementTail { group, states: rest.into(), above });
        self.groups[group].push(tail);
        ElementCode { tail, first }
    }

    pub fn is_below(&self, low: ElementId, high: ElementId) -> bool {
        let (low, high) = (self.kinds[low as usize], self.kinds[high as usize]);
        let tail = &self.tails[high.tail as usize];
        let branch = tail.group / self.branches.reading.steps();
        let bits = &self.below[branch][high.first as usize * self.words..];
        bits[low.first as usize / 64] >> (low.first % 64) & 1 == 1 && tail.above.contains(&low.tail)
    }

    /// The place of an element among the bits of a [`DownSet`].
    pub fn bit(&self, id: ElementId) -> u32 {
        let ElementCode { tail, first } = self.kinds[id as usize];
        u32::try_from(tail as usize * self.words * 64 + first as usize).expect("few tails")
    }

    /// Whether an element accepts; least significant digits first, also after more zeros.
    pub fn accepts(&mut self, id: ElementId, padded: bool) -> bool {
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
    /// accepts, and every letter leads to one that lasts. (There may be others that accept all.) This may
    /// meet most elements there are.
    pub fn lasts(&mut self, id: ElementId, look_up: &mut MemoryWatch) -> Result<bool, GaveUp> {
        if let Some(known) = self.lasting[id as usize] {
            return Ok(known);
        }
        let padded = self.branches.reading.order == DigitOrder::Lsd;
        let letters = self.branches.reading.letters();
        // 1. All that can be reached through elements that accept.
        let mut open = vec![id];
        let mut hope = FxHashSet::from_iter([id]);
        let mut done = 0;
        while done < open.len() {
            let now = open[done];
            done += 1;
            if done % LOOK_UP_EVERY == 0 {
                look_up(self.bytes + 16 * open.len())?;
            }
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
            look_up(self.bytes + 16 * open.len())?;
            changed = false;
            for now in &open {
                let leads =
                    |to: &ElementId| hope.contains(to) || self.lasting[*to as usize] == Some(true);
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
        Ok(hope.contains(&id))
    }

    /// Successors that have been asked for before.
    fn known(&self, id: ElementId, letter: u32) -> &[ElementId] {
        match self.successors[id as usize][letter as usize] {
            UNKNOWN => &[],
            start => {
                let length = self.lists[start as usize] as usize;
                &self.lists[start as usize + 1..][..length]
            }
        }
    }
}

/// All that is below the elements of a subset, as bits: asking is one look-up.
#[derive(Default)]
pub(super) struct DownSet {
    bits: Vec<u64>,
    tails: Vec<u32>,
}

impl DownSet {
    /// Makes it the shadow of `ids`.
    pub(crate) fn cast(&mut self, ids: &[ElementId], elements: &NumberedElements) {
        let words = elements.words;
        for tail in self.tails.drain(..) {
            self.bits[tail as usize * words..][..words].fill(0);
        }
        self.bits.resize(elements.tails.len() * words, 0);
        for id in ids {
            let ElementCode { tail, first } = elements.kinds[*id as usize];
            let tail = &elements.tails[tail as usize];
            let branch = tail.group / elements.branches.reading.steps();
            let below = &elements.below[branch][first as usize * words..][..words];
            for other in &tail.above {
                let row = &mut self.bits[*other as usize * words..][..words];
                for (word, more) in row.iter_mut().zip(below) {
                    *word |= more;
                }
            }
            self.tails.extend_from_slice(&tail.above);
        }
    }

    /// Whether the element with this bit is below one of them.
    pub fn has(&self, bit: u32) -> bool {
        self.bits[bit as usize / 64] >> (bit % 64) & 1 == 1
    }
}
