//! The obligations of a theorem about all positions, and their proof.
//!
//! By induction over the moves: nothing of a set moves into the set, everything outside moves
//! into it (for Grundy values: into every smaller value). Obligations are of two kinds: *no such
//! numbers* ([`reach`]) and *every word is covered* ([`cover`]). docs/certificate.md says which there
//! are for each theorem and why they suffice; this file follows it in its order.

use ishitori_automata::{Comparison, Formula, Logic, Order, Predicate, Refused};

use super::arena::{Arena, Move};
use super::branch::{Branch, Branches, Component, Reading, Track};
use super::cover::{Cover, Covered, cover};
use super::empty::{Digits, reach};
use super::goal::Goal;
use super::rename::used;
use super::shop::Shop;
use super::symmetry::{Mirror, group, mirrors};
use super::work::Work;
use crate::solve::GaveUp;

/// An obligation that was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What it says.
    pub name: String,
    /// How much was looked at: elements or macro-states.
    pub size: usize,
    /// What that counts.
    pub unit: &'static str,
}

/// Why a theorem is not proved.
#[derive(Clone, Debug)]
pub enum Stop {
    /// These numbers violate an obligation.
    Violated(Violation),
    /// What was assumed of the positions of this smaller value is false.
    Lemma(usize),
    /// Some automaton cannot be made.
    Refused(Refused),
    /// The work was stopped, or is too much.
    GaveUp(GaveUp),
}

impl From<Refused> for Stop {
    fn from(refused: Refused) -> Stop {
        Stop::Refused(refused)
    }
}

impl From<GaveUp> for Stop {
    fn from(gave_up: GaveUp) -> Stop {
        Stop::GaveUp(gave_up)
    }
}

/// Numbers that violate an obligation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The obligation.
    pub obligation: String,
    /// The position: the digits of each heap, in the order of reading.
    pub position: Vec<Vec<bool>>,
    /// The option that it is about, if one is.
    pub option: Option<Vec<Vec<bool>>>,
}

/// A theorem with its machines and covers: what a certificate says.
pub struct Induction {
    /// The machines.
    pub shop: Shop,
    /// The covers, by name, with the symmetries that they use (the first is none).
    pub covers: Vec<(String, Cover, Vec<Mirror>)>,
    /// The obligations, in the order in which they were met.
    pub obligations: Vec<Obligation>,
}

/// Proves `goal`.
///
/// # Errors
/// [`Stop`] if it is not true, or cannot be decided.
pub fn induct(
    arena: &Arena,
    goal: &Goal,
    logic: Logic,
    single: bool,
    work: &mut Work,
) -> Result<Induction, Stop> {
    let shop = Shop::new(logic, single);
    let made = Induction { shop, covers: vec![], obligations: vec![] };
    // Certificates know symmetries for this kind of theorem only.
    let mirrored = matches!(goal, Goal::Values(_));
    let mut prover = Prover { arena, work, made, mirrored };
    prover.automata(goal)?;
    prover.positions()?;
    match goal {
        Goal::Values(sets) => prover.values(sets)?,
        Goal::Grundy { one_hot, graph } => prover.grundy(*one_hot, graph)?,
        Goal::Misere { terminal, set } => prover.misere(terminal, set)?,
    }
    Ok(prover.made)
}

struct Prover<'a, 'w> {
    arena: &'a Arena,
    work: &'a mut Work<'w>,
    made: Induction,
    /// Whether covers may use symmetries.
    mirrored: bool,
}

/// A way to read a move: which hidden tracks it has, what checks them, where the new heaps are.
struct Reader {
    /// The given track that each hidden one is read with.
    hidden: Vec<usize>,
    components: Vec<Component>,
    to: Vec<Track>,
}

impl Prover<'_, '_> {
    // --- the theorems

    /// The automata of the theorem say the same of words for the same numbers, and of symmetric
    /// positions. The first is true by construction. The second need not be, but then the claim is
    /// false, and the obligations below show where.
    fn automata(&mut self, goal: &Goal) -> Result<(), Stop> {
        let heaps = self.arena.heaps.len();
        let generators = self.arena.symmetry.generators(heaps);
        let (mut states, mut symmetric) = (0, !generators.is_empty() && !self.made.shop.single);
        for (name, formula) in goal.formulas() {
            self.work.start("leading zeros change nothing")?;
            let mut tracks = self.arena.heaps.clone();
            tracks.extend((name == "graph").then(|| "g".to_string()));
            let machine = self.machine(&name, &tracks, formula)?;
            let dfa = &self.made.shop.machines[machine].dfa;
            assert!(self.made.shop.single || dfa.ignores_padding(), "automata are about numbers");
            states += dfa.states();
            symmetric = symmetric
                && generators.iter().all(|places| {
                    let all: Vec<usize> =
                        places.iter().copied().chain(heaps..tracks.len()).collect();
                    dfa.action(&all).is_some()
                });
        }
        let mut met = |name: &str| {
            let name = name.to_owned();
            self.made.obligations.push(Obligation { name, size: states, unit: "states" });
        };
        met("leading zeros change nothing");
        if symmetric {
            met("symmetric positions are alike");
        }
        Ok(())
    }

    /// Moves lead to positions and lower the measure.
    fn positions(&mut self) -> Result<(), Stop> {
        let arena = self.arena;
        let valid = self.machine("valid", &arena.heaps, &arena.valid)?;
        let outside = self.complement("outside", &arena.heaps, &arena.valid)?;
        for (at, option) in arena.moves.iter().enumerate() {
            let Move::Other(other) = option else { continue };
            let reader = self.wide(at, None)?;
            let to = Component { machine: outside, reads: reader.to.clone() };
            self.never("moves lead to positions", &[valid], reader, vec![to])?;
            let reader = self.wide(at, None)?;
            let lower = self.not_lower(at, &other.to)?;
            self.never("moves lower the measure", &[valid], reader, vec![lower])?;
        }
        Ok(())
    }

    /// The new heaps have no smaller measure.
    fn not_lower(&mut self, at: usize, to: &[String]) -> Result<Component, Stop> {
        let arena = self.arena;
        let mut terms: Vec<(i64, &str)> = Vec::new();
        for (i, weight) in arena.measure.iter().enumerate() {
            terms.push((*weight, to[i].as_str()));
            terms.push((-*weight, arena.heaps[i].as_str()));
        }
        // A name may come twice: `h2` as a heap that stays.
        let mut summed: Vec<(i64, &str)> = Vec::new();
        for (weight, name) in terms {
            match summed.iter_mut().find(|(_, known)| *known == name) {
                Some(known) => known.0 += weight,
                None => summed.push((weight, name)),
            }
        }
        summed.retain(|(weight, _)| *weight != 0);
        let formula = Formula::linear(&summed, Comparison::GreaterEqual, 0);
        let (tracks, reads) = self.tracks_of(at, &formula);
        let machine = self.machine(&format!("measure{}", at + 1), &tracks, &formula)?;
        Ok(Component { machine, reads })
    }

    fn values(&mut self, sets: &[Formula]) -> Result<(), Stop> {
        let valid = self.machine("valid", &self.arena.heaps, &self.arena.valid)?;
        let mut machines = Vec::new();
        for (j, set) in sets.iter().enumerate() {
            machines.push(self.machine(&format!("set{j}"), &self.arena.heaps, set)?);
        }
        // One value after the other: what is violated first is wrong.
        for j in 0..sets.len() {
            let met = self.value(valid, &machines, j);
            met.map_err(|stop| match stop {
                Stop::Violated(_) if j + 1 < sets.len() => Stop::Lemma(j),
                stop => stop,
            })?;
        }
        Ok(())
    }

    /// The positions of value `j` are those of its set, if that is true of all smaller values.
    fn value(&mut self, valid: usize, machines: &[usize], j: usize) -> Result<(), Stop> {
        let set = machines[j];
        for (i, smaller) in machines[..j].iter().enumerate() {
            let both = [valid, *smaller, set];
            self.never(&format!("sets {i} and {j} are apart"), &both, Reader::none(), vec![])?;
        }
        self.no_move_inside(&format!("stays in set {j}"), &[valid, set], set, 0)?;
        let start = machines[..=j].iter().map(|m| self.on_heaps(*m)).collect();
        self.every_move(&j.to_string(), start, self.arena.heaps.len(), set, &[])
    }

    fn grundy(&mut self, one_hot: bool, graph: &Formula) -> Result<(), Stop> {
        let arena = self.arena;
        let n = arena.heaps.len();
        let mut with_value = arena.heaps.clone();
        with_value.push("g".to_string());
        let valid = self.machine("valid", &arena.heaps, &arena.valid)?;
        let machine = self.machine("graph", &with_value, graph)?;
        let not = self.complement("notgraph", &with_value, graph)?;
        let mut above = Formula::compare("v", Comparison::GreaterEqual, "g");
        if one_hot {
            above = above.or(Formula::atom(Predicate::PowerOfTwo, &["v"]).not());
        }
        let two: Vec<String> = ["g", "v"].map(str::to_owned).to_vec();
        let above = self.machine("above", &two, &above)?;
        let different = Formula::compare("x", Comparison::NotEqual, "y");
        let names: Vec<String> = ["x", "y"].map(str::to_owned).to_vec();
        let different = self.machine("different", &names, &different)?;
        // One value each.
        let heaps: Vec<Track> = (0..n).map(Track::Given).collect();
        let on = |value: usize| [heaps.clone(), vec![Track::Given(value)]].concat();
        let parts = vec![
            Component { machine: valid, reads: heaps.clone() },
            Component { machine, reads: on(n) },
            Component { machine, reads: on(n + 1) },
            Component { machine: different, reads: vec![Track::Given(n), Track::Given(n + 1)] },
        ];
        let branch = Branch { components: parts, hidden: vec![] };
        self.empty("no position has two values", n + 2, branch, None)?;
        if one_hot {
            let power = Formula::atom(Predicate::PowerOfTwo, &["g"]).not();
            let power = self.machine("nopower", &["g".to_string()], &power)?;
            let parts = vec![
                Component { machine, reads: on(n) },
                Component { machine: power, reads: vec![Track::Given(n)] },
            ];
            let branch = Branch { components: parts, hidden: vec![] };
            self.empty("values are powers of two", n + 1, branch, None)?;
        }
        self.no_move_inside("keeps the value", &[valid, machine], machine, 1)?;
        // Some value each.
        let outside = self.outside()?;
        let reads = [heaps.clone(), vec![Track::Hidden(0)]].concat();
        let hidden = Branch { components: vec![Component { machine, reads }], hidden: vec![n - 1] };
        self.all_covered("exists", "every position has a value", n, vec![outside, hidden])?;
        // Every smaller value is reached.
        let start = vec![
            Component { machine: not, reads: on(n) },
            Component { machine: above, reads: vec![Track::Given(n), Track::Given(n + 1)] },
        ];
        self.every_move("graph", start, n + 2, machine, &[Track::Given(n + 1)])
    }

    fn misere(&mut self, terminal: &Formula, set: &Formula) -> Result<(), Stop> {
        let arena = self.arena;
        let valid = self.machine("valid", &arena.heaps, &arena.valid)?;
        let terminal = self.machine("terminal", &arena.heaps, terminal)?;
        let set = self.machine("set0", &arena.heaps, set)?;
        for at in 0..arena.moves.len() {
            for reader in self.strict(at)? {
                let name = "the terminal positions have no moves";
                self.never(name, &[valid, terminal], reader, vec![])?;
            }
        }
        let both = [valid, terminal, set];
        self.never("the terminal positions are won", &both, Reader::none(), vec![])?;
        self.no_move_inside("stays in set 0", &[valid, set], set, 0)?;
        let n = arena.heaps.len();
        // Every other position has a move.
        let mut branches = vec![self.outside()?];
        branches.push(Branch { components: vec![self.on_heaps(terminal)], hidden: vec![] });
        for at in 0..arena.moves.len() {
            match &arena.moves[at] {
                Move::Lower(heaps) => {
                    let less = self.compare("lt", Comparison::Less)?;
                    for heap in heaps {
                        let reads = vec![Track::Hidden(0), Track::Given(*heap)];
                        let components = vec![Component { machine: less, reads }];
                        branches.push(Branch { components, hidden: vec![*heap] });
                    }
                }
                Move::Other(_) => {
                    let Reader { components, hidden, .. } = self.narrow(at)?;
                    branches.push(Branch { components, hidden });
                }
            }
        }
        self.all_covered("terminal", "all other positions have a move", n, branches)?;
        let start = vec![self.on_heaps(set), self.on_heaps(terminal)];
        self.every_move("0", start, n, set, &[])
    }

    // --- the kinds of obligations

    /// No move leads from `from` to `target`; both read `values` given tracks after the heaps.
    fn no_move_inside(
        &mut self,
        what: &str,
        from: &[usize],
        target: usize,
        values: usize,
    ) -> Result<(), Stop> {
        let n = self.arena.heaps.len();
        let twins = self.twins(target);
        for (at, is_twin) in twins.into_iter().enumerate() {
            if is_twin {
                continue;
            }
            for reader in self.strict(at)? {
                let name = format!("no move {what}");
                let value: Vec<Track> = (n..n + values).map(Track::Given).collect();
                let reads = [reader.to.clone(), value.clone()].concat();
                let mut components: Vec<Component> = Vec::new();
                for machine in from {
                    let heaps = (0..n).map(Track::Given);
                    let all = self.made.shop.machines[*machine].tracks.len();
                    let reads = heaps.chain(value.iter().copied()).take(all).collect();
                    components.push(Component { machine: *machine, reads });
                }
                components.extend(reader.components);
                components.push(Component { machine: target, reads });
                let branch = Branch { components, hidden: reader.hidden };
                self.empty(&name, n + values, branch, Some(&reader.to))?;
            }
        }
        Ok(())
    }

    /// Which moves are symmetric to an earlier one, if `target` has the symmetry too: what holds of
    /// that one holds of them. (The checker tries all.)
    fn twins(&self, target: usize) -> Vec<bool> {
        let moves = &self.arena.moves;
        let none = vec![false; moves.len()];
        let heaps = self.arena.heaps.len();
        let target = &self.made.shop.machines[target];
        if self.made.shop.single || target.tracks.len() != heaps {
            return none;
        }
        let group = group(&self.arena.symmetry, heaps);
        if !group.iter().all(|places| target.dfa.action(places).is_some()) {
            return none;
        }
        let sorted = |heaps: &[usize], places: &[usize]| {
            let mut image: Vec<usize> = heaps.iter().map(|heap| places[*heap]).collect();
            image.sort_unstable();
            image
        };
        let identity: Vec<usize> = (0..heaps).collect();
        let is_twin = |at: usize| {
            let Move::Lower(heaps) = &moves[at] else { return false };
            moves[..at].iter().any(|earlier| {
                let Move::Lower(earlier) = earlier else { return false };
                group.iter().any(|places| sorted(earlier, places) == sorted(heaps, &identity))
            })
        };
        (0..moves.len()).map(is_twin).collect()
    }

    /// No position of all of `sets` has such a move that satisfies `more`.
    fn never(
        &mut self,
        name: &str,
        sets: &[usize],
        reader: Reader,
        more: Vec<Component>,
    ) -> Result<(), Stop> {
        let mut components: Vec<Component> = sets.iter().map(|m| self.on_heaps(*m)).collect();
        components.extend(reader.components);
        components.extend(more);
        let branch = Branch { components, hidden: reader.hidden };
        let to = (!reader.to.is_empty()).then_some(reader.to);
        self.empty(name, self.arena.heaps.len(), branch, to.as_deref())
    }

    fn empty(
        &mut self,
        name: &str,
        given: usize,
        branch: Branch,
        to: Option<&[Track]>,
    ) -> Result<(), Stop> {
        self.work.start(name)?;
        let reading = self.reading(given);
        let branches = Branches::new(&self.made.shop.machines, reading, vec![branch]);
        let reached = reach(&branches, self.work)?;
        if let Some(Digits { given, hidden }) = reached.word {
            let track = |track: &Track| match *track {
                Track::Given(i) => given[i].clone(),
                Track::Hidden(j) => hidden[j].clone(),
            };
            let option = to.map(|to| to.iter().map(track).collect());
            let position = given[..self.arena.heaps.len()].to_vec();
            let obligation = name.to_owned();
            return Err(Stop::Violated(Violation { obligation, position, option }));
        }
        let (name, size, unit) = (name.to_owned(), reached.elements, "elements");
        match self.made.obligations.iter_mut().find(|known| known.name == name) {
            Some(known) => known.size += size,
            None => self.made.obligations.push(Obligation { name, size, unit }),
        }
        Ok(())
    }

    /// Every word is outside, or accepted by a component of `start`, or has a move to `target`.
    fn every_move(
        &mut self,
        cover: &str,
        start: Vec<Component>,
        given: usize,
        target: usize,
        value: &[Track],
    ) -> Result<(), Stop> {
        let mut branches = vec![self.outside()?];
        branches.extend(start.into_iter().map(|c| Branch { components: vec![c], hidden: vec![] }));
        for at in 0..self.arena.moves.len() {
            let reader = self.narrow(at)?;
            let reads = [reader.to, value.to_vec()].concat();
            let mut components = vec![Component { machine: target, reads }];
            components.extend(reader.components);
            branches.push(Branch { components, hidden: reader.hidden });
        }
        let name = match cover {
            "graph" => "every smaller value is reached".to_string(),
            set => format!("all others have a move to set {set}"),
        };
        self.all_covered(cover, &name, given, branches)
    }

    fn all_covered(
        &mut self,
        cover_name: &str,
        name: &str,
        given: usize,
        branches: Vec<Branch>,
    ) -> Result<(), Stop> {
        self.work.start(name)?;
        let branches = Branches::new(&self.made.shop.machines, self.reading(given), branches);
        let lowers = self.arena.moves.iter().all(|option| matches!(option, Move::Lower(_)));
        let mirrors = if lowers && self.mirrored {
            let group = group(&self.arena.symmetry, self.arena.heaps.len());
            mirrors(&branches, &group).unwrap_or_default()
        } else {
            Vec::new()
        };
        match cover(&branches, &mirrors, self.work)? {
            Covered::All(proof) => {
                let size = proof.kept.len();
                self.made.covers.push((cover_name.to_owned(), proof, mirrors));
                let name = name.to_owned();
                self.made.obligations.push(Obligation { name, size, unit: "macro-states" });
                Ok(())
            }
            Covered::Missed(word) => {
                let steps = branches.reading.steps();
                let letters: Vec<(usize, u32, u32)> =
                    word.iter().enumerate().map(|(i, l)| (i % steps, *l, 0)).collect();
                let digits = super::empty::spread(&branches, 0, &letters);
                let position = digits.given[..self.arena.heaps.len()].to_vec();
                let obligation = name.to_owned();
                Err(Stop::Violated(Violation { obligation, position, option: None }))
            }
        }
    }

    // --- moves and machines

    /// The readings of a move in which something changes, `divides` read wide.
    fn strict(&mut self, at: usize) -> Result<Vec<Reader>, Stop> {
        match &self.arena.moves[at] {
            Move::Lower(heaps) => (0..heaps.len()).map(|i| self.wide(at, Some(i))).collect(),
            Move::Other(_) => Ok(vec![self.wide(at, None)?]),
        }
    }

    fn wide(&mut self, at: usize, lowered: Option<usize>) -> Result<Reader, Stop> {
        match &self.arena.moves[at] {
            Move::Lower(heaps) => self.lower(heaps, lowered),
            Move::Other(other) if other.divides.is_empty() => self.narrow(at),
            Move::Other(other) => self.other(at, &format!("wide{}", at + 1), &other.wide()),
        }
    }

    fn narrow(&mut self, at: usize) -> Result<Reader, Stop> {
        match &self.arena.moves[at] {
            Move::Lower(heaps) => self.lower(heaps, None),
            Move::Other(other) => self.other(at, &format!("move{}", at + 1), &other.narrow()),
        }
    }

    /// New numbers for these heaps, none larger; the one at place `lowered` is smaller.
    fn lower(&mut self, heaps: &[usize], lowered: Option<usize>) -> Result<Reader, Stop> {
        let le = self.compare("le", Comparison::LessEqual)?;
        let lt = match lowered {
            Some(_) => self.compare("lt", Comparison::Less)?,
            None => le,
        };
        let mut to: Vec<Track> = (0..self.arena.heaps.len()).map(Track::Given).collect();
        let mut components = Vec::new();
        for (i, heap) in heaps.iter().enumerate() {
            let machine = if lowered == Some(i) { lt } else { le };
            let reads = vec![Track::Hidden(i), Track::Given(*heap)];
            components.push(Component { machine, reads });
            to[*heap] = Track::Hidden(i);
        }
        Ok(Reader { hidden: heaps.to_vec(), components, to })
    }

    fn other(&mut self, at: usize, name: &str, formula: &Formula) -> Result<Reader, Stop> {
        let (tracks, reads) = self.tracks_of(at, formula);
        let machine = self.machine(name, &tracks, formula)?;
        let Move::Other(other) = &self.arena.moves[at] else { unreachable!("not a lower move") };
        let to = other.to.iter().map(|name| self.track(at, name)).collect();
        let components = vec![Component { machine, reads }];
        Ok(Reader { hidden: vec![0; other.new.len()], components, to })
    }

    /// The names in a formula about a move, and their tracks.
    fn tracks_of(&self, at: usize, formula: &Formula) -> (Vec<String>, Vec<Track>) {
        let Move::Other(other) = &self.arena.moves[at] else { unreachable!("not a lower move") };
        let all = [self.arena.heaps.clone(), other.new.clone()].concat();
        let names: Vec<String> = used(formula, &all).into_iter().cloned().collect();
        let tracks = names.iter().map(|name| self.track(at, name)).collect();
        (names, tracks)
    }

    fn track(&self, at: usize, name: &str) -> Track {
        if let Some(heap) = self.arena.heaps.iter().position(|heap| heap == name) {
            return Track::Given(heap);
        }
        let Move::Other(other) = &self.arena.moves[at] else { unreachable!("not a lower move") };
        let hidden = other.new.iter().position(|new| new == name);
        Track::Hidden(hidden.expect("a name in a move is a heap or a new number"))
    }

    fn compare(&mut self, name: &str, comparison: Comparison) -> Result<usize, Stop> {
        let tracks: Vec<String> = ["x", "y"].map(str::to_owned).to_vec();
        self.machine(name, &tracks, &Formula::compare("x", comparison, "y"))
    }

    fn on_heaps(&self, machine: usize) -> Component {
        Component { machine, reads: (0..self.arena.heaps.len()).map(Track::Given).collect() }
    }

    fn outside(&mut self) -> Result<Branch, Stop> {
        let machine = self.complement("outside", &self.arena.heaps, &self.arena.valid)?;
        Ok(Branch { components: vec![self.on_heaps(machine)], hidden: vec![] })
    }

    fn machine(&mut self, name: &str, tracks: &[String], formula: &Formula) -> Result<usize, Stop> {
        Ok(self.made.shop.machine(name, tracks, formula)?)
    }

    fn complement(
        &mut self,
        name: &str,
        tracks: &[String],
        formula: &Formula,
    ) -> Result<usize, Stop> {
        Ok(self.made.shop.complement(name, tracks, formula)?)
    }

    fn reading(&self, given: usize) -> Reading {
        let order: Order = self.made.shop.logic.order;
        Reading { given, single: self.made.shop.single, order }
    }
}

impl Reader {
    /// No move at all.
    fn none() -> Reader {
        Reader { hidden: vec![], components: vec![], to: vec![] }
    }
}
