//! A naive prover for tests: makes certificates by brute force and writes them as text.
//!
//! It shares no code with the checker. Automata are learned from predicates on small numbers (two
//! words are the same state if no short continuation tells them apart), macro-states are all subsets
//! that can be reached. Nothing here is trusted: what it gets wrong the checker has to refuse.
#![allow(dead_code, clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeSet, HashMap};

pub type Predicate<'a> = Box<dyn Fn(&[u64]) -> bool + 'a>;

#[derive(Clone)]
pub struct Learned {
    pub name: String,
    pub tracks: Vec<String>,
    pub letters: usize,
    pub next: Vec<Vec<u32>>,
    pub accepting: Vec<bool>,
    pub includes: Vec<Vec<u32>>,
}

#[derive(Clone)]
pub enum Step {
    Lower(Vec<usize>),
    /// The line, new numbers, tracks of its automaton, indices of tracks, what the move formula says
    /// (narrow) on those tracks, and the new position: heap or new number.
    General(General),
}

#[derive(Clone)]
pub struct General {
    pub line: String,
    pub new: usize,
    /// Names of tracks with the place among heaps and then new numbers.
    pub tracks: Vec<(&'static str, usize)>,
    pub holds: fn(&[u64]) -> bool,
    pub to: Vec<usize>,
}

/// A formula, and what it says.
pub type Said = (String, fn(&[u64]) -> bool);

#[derive(Clone)]
pub enum Goal {
    Values(Vec<Said>),
    Grundy { onehot: bool, graph: String, holds: fn(&[u64]) -> bool },
    Misere { terminal: (String, fn(&[u64]) -> bool), lost: (String, fn(&[u64]) -> bool) },
}

#[derive(Clone)]
pub struct Spec {
    pub zeckendorf: bool,
    pub lsd: bool,
    pub single: bool,
    pub heaps: Vec<&'static str>,
    pub valid: (String, fn(&[u64]) -> bool),
    pub moves: Vec<Step>,
    pub goal: Goal,
    /// How long continuations are, in letters.
    pub depth: usize,
    pub antichain: bool,
    pub symmetries: Vec<Vec<usize>>,
    /// A change of the automata of the sets, before anything is proved with them.
    pub spoil: Option<Spoil>,
}

/// A change of the automaton of a set (or of the graph, with what is not in it): all states twice, then
/// flags turned over and letters of states led elsewhere. All numbers are taken modulo what there is.
#[derive(Clone, Debug, Default)]
pub struct Spoil {
    pub set: usize,
    pub twice: bool,
    pub flags: Vec<usize>,
    pub next: Vec<(usize, usize, usize)>,
}

impl Spoil {
    fn apply(&self, name: &str, next: &mut Vec<Vec<u32>>, accepting: &mut Vec<bool>) {
        if name != format!("set{}", self.set) && name != "graph" && name != "notgraph" {
            return;
        }
        if self.twice {
            let first = next.len() as u32;
            let copy: Vec<Vec<u32>> =
                next.iter().map(|row| row.iter().map(|to| to + first).collect()).collect();
            next.extend(copy);
            accepting.extend_from_within(..);
        }
        let states = next.len();
        self.flags.iter().for_each(|state| accepting[state % states] ^= true);
        for (state, letter, to) in &self.next {
            let row = &mut next[state % states];
            let letter = letter % row.len();
            row[letter] = (to % states) as u32;
        }
    }
}

impl Spec {
    pub fn new(heaps: &[&'static str], moves: Vec<Step>, goal: Goal) -> Spec {
        Spec {
            zeckendorf: false,
            lsd: false,
            single: false,
            heaps: heaps.to_vec(),
            valid: ("true".to_string(), |_| true),
            moves,
            goal,
            depth: 3,
            antichain: false,
            symmetries: Vec::new(),
            spoil: None,
        }
    }
}

pub fn number(digits: &[usize], lsd: bool, zeckendorf: bool) -> Option<u64> {
    let mut digits = digits.to_vec();
    if !lsd {
        digits.reverse();
    }
    if zeckendorf && digits.windows(2).any(|pair| pair == [1, 1]) {
        return None;
    }
    let (mut worth, mut next, mut sum) = (1_u64, 2_u64, 0_u64);
    for digit in digits {
        sum += worth * digit as u64;
        (worth, next) = if zeckendorf { (next, worth + next) } else { (2 * worth, 4 * worth) };
    }
    Some(sum)
}

impl Spec {
    /// Accepts a word of letters of so many tracks.
    fn decode(&self, word: &[usize], tracks: usize) -> Option<Vec<u64>> {
        let digits =
            |track: usize| word.iter().map(|letter| letter >> track & 1).collect::<Vec<_>>();
        (0..tracks).map(|track| number(&digits(track), self.lsd, self.zeckendorf)).collect()
    }

    pub fn learn(
        &self,
        name: &str,
        tracks: &[&str],
        complement: bool,
        holds: &dyn Fn(&[u64]) -> bool,
    ) -> Learned {
        let count = tracks.len();
        let accepts =
            |word: &[usize]| self.decode(word, count).is_some_and(|x| holds(&x)) != complement;
        // Letters of the word, and digits of the letter that is being read.
        type Access = (Vec<usize>, Vec<usize>);
        let letters = if self.single { 2 } else { 1 << count };
        let join = |digits: &[usize]| digits.iter().enumerate().fold(0, |l, (i, d)| l | d << i);
        let mut tails: Vec<Vec<usize>> = vec![vec![]];
        let mut all = tails.clone();
        for _ in 0..self.depth {
            tails = tails
                .iter()
                .flat_map(|t| (0..1 << count).map(move |l| [t.clone(), vec![l]].concat()))
                .collect();
            tails.retain(|tail| self.decode(tail, count).is_some());
            all.extend(tails.clone());
        }
        let signature = |(word, digits): &Access| -> (usize, Vec<bool>) {
            let mut signature = Vec::new();
            if digits.is_empty() {
                for tail in &all {
                    signature.push(accepts(&[word.clone(), tail.clone()].concat()));
                }
            } else {
                let left = count - digits.len();
                for rest in 0..1_usize << left {
                    let letter = join(digits) | rest << digits.len();
                    for tail in all.iter().filter(|tail| tail.len() < self.depth.max(2)) {
                        signature
                            .push(accepts(&[word.clone(), vec![letter], tail.clone()].concat()));
                    }
                }
            }
            (digits.len(), signature)
        };
        let mut found: Vec<Access> = vec![(vec![], vec![])];
        let mut number = HashMap::from([(signature(&found[0]), 0_u32)]);
        let mut next = Vec::new();
        while next.len() < found.len() {
            let (word, digits) = found[next.len()].clone();
            let mut row = Vec::new();
            for letter in 0..letters {
                let access = if self.single {
                    let digits = [digits.clone(), vec![letter]].concat();
                    if digits.len() == count {
                        ([word.clone(), vec![join(&digits)]].concat(), vec![])
                    } else {
                        (word.clone(), digits)
                    }
                } else {
                    ([word.clone(), vec![letter]].concat(), vec![])
                };
                let fresh = found.len() as u32;
                row.push(*number.entry(signature(&access)).or_insert_with(|| {
                    found.push(access);
                    fresh
                }));
            }
            next.push(row);
        }
        let flag = |(word, digits): &Access| digits.is_empty() && accepts(word);
        let mut accepting: Vec<bool> = found.iter().map(flag).collect();
        if let Some(spoil) = &self.spoil {
            spoil.apply(name, &mut next, &mut accepting);
        }
        // The greatest relation that is an inclusion.
        let states = next.len();
        let mut below = vec![vec![false; states]; states];
        for p in 0..states {
            for q in 0..states {
                below[p][q] = accepting[q] || !accepting[p];
            }
        }
        loop {
            let mut changed = false;
            for p in 0..states {
                for q in 0..states {
                    let holds = |l: usize| below[next[p][l] as usize][next[q][l] as usize];
                    if below[p][q] && !(0..letters).all(holds) {
                        below[p][q] = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let includes = below
            .iter()
            .map(|row| (0..states as u32).filter(|q| row[*q as usize]).collect())
            .collect();
        let tracks = tracks.iter().map(ToString::to_string).collect();
        Learned { name: name.to_string(), tracks, letters, next, accepting, includes }
    }
}

/// Where a track is read: given (true) or hidden, and which.
type Source = (bool, usize);
/// Components with where they read, and for hidden tracks the step.
pub struct Branch {
    pub components: Vec<(usize, Vec<Source>)>,
    pub hidden: Vec<usize>,
    pub lower: Option<Vec<usize>>,
}

type Element = (usize, Vec<u32>);
/// For each table where its states go.
type Images = HashMap<usize, Vec<u32>>;

pub struct Prover<'a> {
    pub spec: &'a Spec,
    pub tables: Vec<Learned>,
}

impl Prover<'_> {
    fn table(&self, name: &str) -> usize {
        self.tables.iter().position(|t| t.name == name).unwrap_or_else(|| panic!("{name}"))
    }

    fn target(&self, index: usize, name: &str, value: Option<Source>) -> Branch {
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

    fn images(&self, table: &Learned, places: &[usize]) -> Vec<u32> {
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

    fn cover(&self, name: &str, given: usize, branches: &[Branch]) -> String {
        let spec = self.spec;
        let steps = if spec.single { given } else { 1 };
        let letters = if spec.single { 2 } else { 1 << given };
        let go = |set: &BTreeSet<Element>, step: usize, letter: usize| -> BTreeSet<Element> {
            let reach = |(b, s): &Element| {
                self.reached(&branches[*b], s, step, letter)
                    .into_iter()
                    .map(|n| (*b, n))
                    .collect::<Vec<_>>()
            };
            set.iter().flat_map(reach).collect()
        };
        let mut start: BTreeSet<Element> = branches
            .iter()
            .enumerate()
            .map(|(b, branch)| (b, vec![0; branch.components.len()]))
            .collect();
        let mut closed = spec.lsd;
        while !closed {
            let more = (0..steps).fold(start.clone(), |set, step| go(&set, step, 0));
            let before = start.len();
            start.extend(more);
            closed = start.len() == before;
        }
        let symmetries: Vec<(Vec<usize>, Images)> = spec
            .symmetries
            .iter()
            .map(|places| {
                let used = |t: &Learned| t.name == "outside" || t.name.starts_with("set");
                let tables = self.tables.iter().enumerate().filter(|(_, t)| used(t));
                (places.clone(), tables.map(|(i, t)| (i, self.images(t, places))).collect())
            })
            .collect();
        let mut found = vec![(0, self.prune(branches, start))];
        let mut text = format!("cover {name}\nstart 0\n");
        let mut done = 0;
        while done < found.len() {
            let (step, set) = found[done].clone();
            text += "macro";
            if step > 0 {
                text += &format!(" @{step}");
            }
            for (b, states) in &set {
                let states: Vec<String> = states.iter().map(ToString::to_string).collect();
                text += &format!(" {b}:{}", states.join(","));
            }
            text += "\nnext";
            for letter in 0..letters {
                let next = ((step + 1) % steps, self.prune(branches, go(&set, step, letter)));
                let moved = |k: &(usize, BTreeSet<Element>), s: usize| {
                    let (places, images) = &symmetries[s];
                    self.symmetric(branches, places, images, &k.1) == next.1
                };
                let known = found.iter().position(|k| *k == next).map(|k| k.to_string());
                let known = known.or_else(|| {
                    (0..symmetries.len()).find_map(|s| {
                        found.iter().position(|k| moved(k, s)).map(|k| format!("{k}~{}", s + 1))
                    })
                });
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
}

/// The certificate, as text.
pub fn prove(spec: &Spec) -> String {
    let heaps: Vec<&str> = spec.heaps.clone();
    let count = heaps.len();
    let mut prover = Prover { spec, tables: Vec::new() };
    let add = |prover: &mut Prover,
               name: &str,
               tracks: &[&str],
               complement,
               holds: &dyn Fn(&[u64]) -> bool| {
        let learned = spec.learn(name, tracks, complement, holds);
        prover.tables.push(learned);
    };
    add(&mut prover, "outside", &heaps, true, &spec.valid.1);
    let lowers = spec.moves.iter().any(|step| matches!(step, Step::Lower(_)));
    if lowers {
        add(&mut prover, "le", &["x", "y"], false, &|x| x[0] <= x[1]);
    }
    for (index, step) in spec.moves.iter().enumerate() {
        if let Step::General(general) = step {
            let tracks: Vec<&str> = general.tracks.iter().map(|t| t.0).collect();
            add(&mut prover, &format!("move{}", index + 1), &tracks, false, &general.holds);
        }
    }
    let mut text = String::from(
        "ishitori certificate 1\n# made by the tests\ngame test\nrule\n| game test # really\n|\n| end\nclaim T1\n| claimed\n",
    );
    text += if spec.zeckendorf { "numeration zeckendorf\n" } else { "numeration binary\n" };
    text += if spec.lsd { "order lsd\n" } else { "order msd\n" };
    text += if spec.single { "digits single\n" } else { "digits together\n" };
    text += &format!("heaps {}\nvalid {}\n", heaps.join(" "), spec.valid.0);
    for step in &spec.moves {
        match step {
            Step::Lower(lower) => {
                let names: Vec<&str> = lower.iter().map(|i| heaps[*i]).collect();
                text += &format!("lower {}\n", names.join(" "));
            }
            Step::General(general) => text += &format!("{}\n", general.line),
        }
    }
    text += &format!("measure{}\n", " 1".repeat(count));
    let given: Vec<Source> = (0..count).map(|i| (true, i)).collect();
    let plain = |prover: &Prover, name: &str, sources: Vec<Source>, hidden: Vec<usize>| Branch {
        components: vec![(prover.table(name), sources)],
        hidden,
        lower: None,
    };
    let mut covers = String::new();
    match &spec.goal {
        Goal::Values(sets) => {
            text += &format!("theorem values {}\n", sets.len() - 1);
            for (value, (formula, holds)) in sets.iter().enumerate() {
                text += &format!("set {value} {formula}\n");
                add(&mut prover, &format!("set{value}"), &heaps, false, holds);
            }
            for value in 0..sets.len() {
                let mut branches = vec![plain(&prover, "outside", given.clone(), vec![])];
                for lower in 0..=value {
                    branches.push(plain(&prover, &format!("set{lower}"), given.clone(), vec![]));
                }
                for index in 0..spec.moves.len() {
                    branches.push(prover.target(index, &format!("set{value}"), None));
                }
                covers += &prover.cover(&value.to_string(), count, &branches);
            }
        }
        Goal::Grundy { onehot, graph, holds } => {
            text += if *onehot { "theorem grundy onehot\n" } else { "theorem grundy plain\n" };
            text += &format!("graph {graph}\n");
            let tracks = [heaps.clone(), vec!["g"]].concat();
            add(&mut prover, "graph", &tracks, false, holds);
            add(&mut prover, "notgraph", &tracks, true, holds);
            let hot = *onehot;
            let above = |x: &[u64]| x[1] >= x[0] || (hot && x[1].count_ones() != 1);
            add(&mut prover, "above", &["g", "v"], false, &above);
            let with = |s: Source| [given.clone(), vec![s]].concat();
            let mut branches = vec![
                plain(&prover, "outside", given.clone(), vec![]),
                plain(&prover, "notgraph", with((true, count)), vec![]),
                plain(&prover, "above", vec![(true, count), (true, count + 1)], vec![]),
            ];
            for index in 0..spec.moves.len() {
                branches.push(prover.target(index, "graph", Some((true, count + 1))));
            }
            covers += &prover.cover("graph", count + 2, &branches);
            let branches = vec![
                plain(&prover, "outside", given.clone(), vec![]),
                plain(&prover, "graph", with((false, 0)), vec![count - 1]),
            ];
            covers += &prover.cover("exists", count, &branches);
        }
        Goal::Misere { terminal, lost } => {
            text += &format!("theorem misere\nterminal {}\nset 0 {}\n", terminal.0, lost.0);
            add(&mut prover, "terminal", &heaps, false, &terminal.1);
            add(&mut prover, "set0", &heaps, false, &lost.1);
            if lowers {
                add(&mut prover, "lt", &["x", "y"], false, &|x| x[0] < x[1]);
            }
            let mut branches = vec![
                plain(&prover, "outside", given.clone(), vec![]),
                plain(&prover, "terminal", given.clone(), vec![]),
            ];
            for (index, step) in spec.moves.iter().enumerate() {
                match step {
                    Step::Lower(lower) => {
                        for heap in lower {
                            branches.push(plain(
                                &prover,
                                "lt",
                                vec![(false, 0), (true, *heap)],
                                vec![*heap],
                            ));
                        }
                    }
                    Step::General(_) => {
                        let mut branch = prover.target(index, "set0", None);
                        branch.components.remove(0);
                        branches.push(branch);
                    }
                }
            }
            covers += &prover.cover("terminal", count, &branches);
            let mut branches = vec![
                plain(&prover, "outside", given.clone(), vec![]),
                plain(&prover, "set0", given.clone(), vec![]),
                plain(&prover, "terminal", given.clone(), vec![]),
            ];
            for index in 0..spec.moves.len() {
                branches.push(prover.target(index, "set0", None));
            }
            covers += &prover.cover("0", count, &branches);
        }
    }
    let list =
        |states: &[u32]| states.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    for table in &prover.tables {
        text += &format!("automaton {} tracks {}\n", table.name, table.tracks.join(" "));
        for state in 0..table.next.len() {
            let accepting = if table.accepting[state] { '+' } else { '-' };
            let next = list(&table.next[state]);
            text += &format!("{state} {accepting} {next} < {}\n", list(&table.includes[state]));
        }
    }
    for (index, places) in spec.symmetries.iter().enumerate() {
        let named: Vec<String> = places.iter().map(|p| (p + 1).to_string()).collect();
        text += &format!("symmetry {}\nplaces {}\n", index + 1, named.join(" "));
        for table in
            prover.tables.iter().filter(|t| t.name == "outside" || t.name.starts_with("set"))
        {
            text += &format!("states {} {}\n", table.name, list(&prover.images(table, places)));
        }
    }
    text += &covers;
    sealed(&text)
}

/// The same certificate with sets and graph given by their automata, where `which` says so of the name.
pub fn given(text: &str, which: impl Fn(&str) -> bool) -> String {
    let blocks = text.find("\nautomaton").unwrap();
    let said = |line: &str| match line.split(' ').collect::<Vec<_>>()[..] {
        ["set", number, ..] if which(&format!("set{number}")) => format!("set {number} automaton"),
        ["graph", ..] if which("graph") => "graph automaton".to_string(),
        _ => line.to_string(),
    };
    let head: Vec<String> = text[..blocks].lines().map(said).collect();
    sealed(&format!("{}{}", head.join("\n"), &text[blocks..]))
}

/// The text with its checksum; an old one goes.
pub fn sealed(text: &str) -> String {
    let body = match text.rfind("end ") {
        Some(at) if at == 0 || text[..at].ends_with('\n') => &text[..at],
        _ => text,
    };
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for byte in body.bytes() {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    format!("{body}end {sum:016x}\n")
}
