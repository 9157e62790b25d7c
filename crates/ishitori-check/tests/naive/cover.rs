//! Covers of the naive prover: all subsets of elements that can be reached are macro-states.

use crate::naive::learn::Learned;
use crate::naive::spec::{Spec, Step};
use std::collections::{BTreeSet, HashMap};

/// Where a track is read: given (true) or hidden, and which.
pub type Source = (bool, usize);
/// Components with where they read, and for hidden tracks the step.
pub struct Branch {
    pub components: Vec<(usize, Vec<Source>)>,
    pub hidden: Vec<usize>,
    pub lower: Option<Vec<usize>>,
}

type Element = (usize, Vec<u32>);
/// A macro-state: its step, and its elements.
type Macro = (usize, BTreeSet<Element>);
/// For each table where its states go.
type Images = HashMap<usize, Vec<u32>>;

pub struct Prover<'a> {
    pub spec: &'a Spec,
    pub tables: Vec<Learned>,
}

impl Prover<'_> {
    pub fn table(&self, name: &str) -> usize {
        self.tables.iter().position(|t| t.name == name).unwrap_or_else(|| panic!("{name}"))
    }

    pub fn target(&self, index: usize, name: &str, value: Option<Source>) -> Branch {
        let count = self.spec.heaps.len();
        match &self.spec.moves[index] {
            Step::Lower(heaps) => {
                let place =
                    |h: usize| heaps.iter().position(|x| *x == h).map_or((true, h), |p| (false, p));
                let mut components =
                    vec![(self.table(name), (0..count).map(place).chain(value).collect())];
                for (place, heap) in heaps.iter().enumerate() {
                    components.push((self.table("le"), vec![(false, place), (true, *heap)]));
                }
                Branch { components, hidden: heaps.clone(), lower: Some(heaps.clone()) }
            }
            Step::General(general) => {
                let source = |i: usize| if i < count { (true, i) } else { (false, i - count) };
                let target = general.to.iter().map(|i| source(*i)).chain(value).collect();
                let own = general.tracks.iter().map(|t| source(t.1)).collect();
                let own = (self.table(&format!("move{}", index + 1)), own);
                let components = vec![(self.table(name), target), own];
                Branch { components, hidden: vec![0; general.new], lower: None }
            }
        }
    }

    /// Reads digits: the letter of the given tracks, or with single digits one of them.
    fn reached(
        &self,
        branch: &Branch,
        states: &[u32],
        step: usize,
        letter: usize,
    ) -> Vec<Vec<u32>> {
        let single = self.spec.single;
        let here: Vec<usize> =
            (0..branch.hidden.len()).filter(|i| !single || branch.hidden[*i] == step).collect();
        let mut reached = Vec::new();
        for guess in 0..1_usize << here.len() {
            let mut next = Vec::new();
            for ((table, sources), state) in branch.components.iter().zip(states) {
                let table = &self.tables[*table];
                let mut digits = Vec::new();
                for (given, track) in sources {
                    if *given && (!single || *track == step) {
                        digits.push(if single { letter } else { letter >> track & 1 });
                    } else if !*given && here.contains(track) {
                        digits.push(guess >> here.iter().position(|h| h == track).unwrap() & 1);
                    }
                }
                next.push(if single {
                    digits.iter().fold(*state, |s, d| table.next[s as usize][*d])
                } else {
                    let letter = digits.iter().enumerate().fold(0, |l, (i, d)| l | d << i);
                    table.next[*state as usize][letter]
                });
            }
            reached.push(next);
        }
        reached
    }

    fn below(&self, branch: &Branch, one: &[u32], two: &[u32]) -> bool {
        let pairs = one.iter().zip(two).zip(&branch.components);
        pairs.into_iter().all(|((p, q), (t, _))| self.tables[*t].includes[*p as usize].contains(q))
    }

    fn prune(&self, branches: &[Branch], set: BTreeSet<Element>) -> BTreeSet<Element> {
        if !self.spec.antichain {
            return set;
        }
        let mut kept: Vec<Element> = Vec::new();
        for (b, states) in set {
            if kept.iter().any(|(c, other)| b == *c && self.below(&branches[b], &states, other)) {
                continue;
            }
            kept.retain(|(c, other)| !(b == *c && self.below(&branches[b], other, &states)));
            kept.push((b, states));
        }
        kept.into_iter().collect()
    }

    fn symmetric(
        &self,
        branches: &[Branch],
        places: &[usize],
        images: &Images,
        set: &BTreeSet<Element>,
    ) -> BTreeSet<Element> {
        let mut moved = BTreeSet::new();
        for (b, states) in set {
            let first = images[&branches[*b].components[0].0][states[0] as usize];
            let Some(heaps) = &branches[*b].lower else {
                moved.insert((*b, vec![first]));
                continue;
            };
            let mut goal: Vec<usize> = heaps.iter().map(|h| places[*h]).collect();
            goal.sort_unstable();
            let to = branches.iter().position(|branch| {
                branch.lower.as_ref().is_some_and(|l| {
                    let mut l = l.clone();
                    l.sort_unstable();
                    l == goal
                })
            });
            let to = to.unwrap();
            let mut new = vec![first; states.len()];
            for (i, heap) in heaps.iter().enumerate() {
                let at =
                    branches[to].lower.as_ref().unwrap().iter().position(|h| *h == places[*heap]);
                new[at.unwrap() + 1] = states[i + 1];
            }
            moved.insert((to, new));
        }
        moved
    }

    pub fn images(&self, table: &Learned, places: &[usize]) -> Vec<u32> {
        let mut images = vec![0; table.next.len()];
        let mut left = vec![0_u32];
        let mut seen = BTreeSet::from([0]);
        let moved = |l: usize| places.iter().enumerate().fold(0, |m, (i, p)| m | (l >> i & 1) << p);
        while let Some(q) = left.pop() {
            for letter in 0..table.letters {
                let next = table.next[q as usize][letter];
                let image = table.next[images[q as usize] as usize][moved(letter)];
                if seen.insert(next) {
                    images[next as usize] = image;
                    left.push(next);
                }
            }
        }
        images
    }

    /// The initial elements, and with most significant digits first all that zeros lead to.
    fn start(&self, branches: &[Branch], steps: usize) -> BTreeSet<Element> {
        let initial = branches.iter().enumerate();
        let mut start: BTreeSet<Element> =
            initial.map(|(b, branch)| (b, vec![0; branch.components.len()])).collect();
        let mut closed = self.spec.lsd;
        while !closed {
            let more = (0..steps).fold(start.clone(), |set, step| self.go(branches, &set, step, 0));
            let before = start.len();
            start.extend(more);
            closed = start.len() == before;
        }
        start
    }

    /// All elements that a letter leads to.
    fn go(
        &self,
        branches: &[Branch],
        set: &BTreeSet<Element>,
        step: usize,
        letter: usize,
    ) -> BTreeSet<Element> {
        let reach = |(b, s): &Element| {
            let reached = self.reached(&branches[*b], s, step, letter);
            reached.into_iter().map(|next| (*b, next)).collect::<Vec<_>>()
        };
        set.iter().flat_map(reach).collect()
    }

    /// For each symmetry its places, and where the states of the automata of sets go.
    fn symmetries(&self) -> Vec<(Vec<usize>, Images)> {
        let with_images = |places: &Vec<usize>| {
            let used = |t: &Learned| t.name == "outside" || t.name.starts_with("set");
            let tables = self.tables.iter().enumerate().filter(|(_, t)| used(t));
            (places.clone(), tables.map(|(i, t)| (i, self.images(t, places))).collect())
        };
        self.spec.symmetries.iter().map(with_images).collect()
    }

    /// A cover as text: all macro-states that can be reached.
    pub fn cover(&self, name: &str, given: usize, branches: &[Branch]) -> String {
        let steps = if self.spec.single { given } else { 1 };
        let letters = if self.spec.single { 2 } else { 1 << given };
        let symmetries = self.symmetries();
        let mut found: Vec<Macro> = vec![(0, self.prune(branches, self.start(branches, steps)))];
        let mut text = format!("cover {name}\nstart 0\n");
        let mut done = 0;
        while done < found.len() {
            let (step, set) = found[done].clone();
            text += &macro_line(step, &set);
            text += "\nnext";
            for letter in 0..letters {
                let reached = self.prune(branches, self.go(branches, &set, step, letter));
                let next = ((step + 1) % steps, reached);
                let known = self.known(branches, &symmetries, &found, &next);
                text += &format!(
                    " {}",
                    known.unwrap_or_else(|| {
                        found.push(next.clone());
                        (found.len() - 1).to_string()
                    })
                );
            }
            text += "\n";
            done += 1;
            assert!(found.len() < 20_000, "too many macro-states");
        }
        text
    }

    /// The name of a macro-state that was found before, maybe moved by a symmetry.
    fn known(
        &self,
        branches: &[Branch],
        symmetries: &[(Vec<usize>, Images)],
        found: &[Macro],
        next: &Macro,
    ) -> Option<String> {
        let moved = |known: &Macro, s: usize| {
            let (places, images) = &symmetries[s];
            self.symmetric(branches, places, images, &known.1) == next.1
        };
        let same = found.iter().position(|known| known == next).map(|k| k.to_string());
        same.or_else(|| {
            (0..symmetries.len()).find_map(|s| {
                found.iter().position(|k| moved(k, s)).map(|k| format!("{k}~{}", s + 1))
            })
        })
    }
}

/// The line of a macro-state, without its end.
fn macro_line(step: usize, set: &BTreeSet<Element>) -> String {
    let mut text = String::from("macro");
    if step > 0 {
        text += &format!(" @{step}");
    }
    for (b, states) in set {
        let states: Vec<String> = states.iter().map(ToString::to_string).collect();
        text += &format!(" {b}:{}", states.join(","));
    }
    text
}
