//! The obligations of a theorem about all positions, and their proof.
//!
//! By induction over the moves: nothing of a set moves into the set, everything outside moves
//! into it (for Grundy values: into every smaller value). Obligations are of two kinds: *no such
//! numbers* ([`reach`](super::empty::reach)) and *every word is covered* ([`cover`](super::cover::cover)). docs/certificate.md says which there
//! are for each theorem and why they suffice; this file follows it in its order.

mod families;
mod kinds;
mod moves;

use ishitori_automata::{Comparison, DigitLogic, Formula, NoAutomaton, Predicate};
use ishitori_rule::symmetry::Permutation;

use self::moves::MoveReader;
use super::arena::{Arena, ArenaMove};
use super::branch::{Branch, BranchMember, Track};
use super::cover::Cover;
use super::goal::ProofGoal;
use super::machines::MachineFactory;
use super::symmetry::{SymmetryAction, groups};
use crate::control::{Control, GaveUp};

/// An obligation that was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetObligation {
    /// What it says.
    pub name: String,
    /// How much was looked at: elements or macro-states.
    pub size: usize,
    /// What that counts.
    pub unit: &'static str,
}

/// Why a theorem is not proved.
#[derive(Clone, Debug)]
pub enum InductionStop {
    /// These numbers violate an obligation.
    Violated(Violation),
    /// What was assumed of the positions of this smaller value is false.
    Lemma(usize),
    /// Some automaton cannot be made.
    Refused(NoAutomaton),
    /// The work was stopped, or is too much.
    GaveUp(GaveUp),
}

impl InductionStop {
    /// The same, of an obligation of this kind.
    fn about(self, about: ViolationKind) -> InductionStop {
        match self {
            InductionStop::Violated(violation) => {
                InductionStop::Violated(Violation { about, ..violation })
            }
            other => other,
        }
    }

    /// The same, of these two sets.
    fn between(self, first: usize, second: usize) -> InductionStop {
        match self {
            InductionStop::Violated(violation) => {
                InductionStop::Violated(Violation { sets: Some((first, second)), ..violation })
            }
            other => other,
        }
    }
}

impl From<NoAutomaton> for InductionStop {
    fn from(refused: NoAutomaton) -> InductionStop {
        InductionStop::Refused(refused)
    }
}

impl From<GaveUp> for InductionStop {
    fn from(gave_up: GaveUp) -> InductionStop {
        InductionStop::GaveUp(gave_up)
    }
}

/// What kind of obligation is violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    /// A move between two positions of which the same is claimed.
    Same,
    /// A position from which no move leads where one must.
    Unreached,
    /// An option of a position that is said to be lost, from which no move leads to such a position; or a
    /// position that is said to be won without such a move. The claim may be true all the same.
    Unsupported,
    /// Anything else that is claimed.
    Claim,
    /// The rule alone, whatever is claimed.
    Rule,
}

/// Numbers that violate an obligation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The obligation.
    pub obligation: String,
    /// Its kind.
    pub about: ViolationKind,
    /// The position: the digits of each heap, in the order of reading.
    pub position: Vec<Vec<bool>>,
    /// The option that it is about, if one is.
    pub option: Option<Vec<Vec<bool>>>,
    /// Which set it is about, and which other, where a theorem has several families.
    pub sets: Option<(usize, usize)>,
}

/// A theorem with its machines and covers: what a certificate says.
pub struct Induction {
    /// The machines.
    pub shop: MachineFactory,
    /// The covers, by name, with the symmetries that they use (the first is none).
    pub covers: Vec<(String, Cover, Vec<SymmetryAction>)>,
    /// The symmetries by which covers of families stand for others (the first is none).
    pub actions: Vec<SymmetryAction>,
    /// The obligations, in the order in which they were met.
    pub obligations: Vec<MetObligation>,
}

/// Proves `goal`.
///
/// # Errors
/// [`InductionStop`] if it is not true, or cannot be decided.
pub(crate) fn induct(
    arena: &Arena,
    goal: &ProofGoal,
    logic: DigitLogic,
    single: bool,
    control: &Control,
) -> Result<Induction, InductionStop> {
    let shop = MachineFactory::new(logic.numeration, logic.order, single);
    let made = Induction { shop, covers: vec![], actions: vec![], obligations: vec![] };
    // Certificates know symmetries for this kind of theorem only.
    let mirrored = matches!(goal, ProofGoal::Values(_));
    let mut prover = Prover { arena, control, made, mirrored, group: Vec::new() };
    prover.automata(goal)?;
    prover.group = prover.symmetries(goal)?;
    prover.positions().map_err(|stop| stop.about(ViolationKind::Rule))?;
    match goal {
        ProofGoal::Values(sets) => prover.values(sets)?,
        ProofGoal::Grundy { one_hot, graph } => prover.grundy(*one_hot, graph)?,
        ProofGoal::Misere { terminal, set } => prover.misere(terminal, set)?,
        ProofGoal::Families { lost, won } => prover.families(lost, won)?,
    }
    Ok(prover.made)
}

/// The machines of a theorem that was proved before, without its obligations: what answers need.
///
/// # Errors
/// [`InductionStop`] if they cannot be made.
pub(crate) fn machines(
    arena: &Arena,
    goal: &ProofGoal,
    logic: DigitLogic,
    single: bool,
    control: &Control,
) -> Result<Induction, InductionStop> {
    let made = Induction {
        shop: MachineFactory::new(logic.numeration, logic.order, single),
        covers: vec![],
        actions: vec![],
        obligations: vec![],
    };
    let mut prover = Prover { arena, control, made, mirrored: false, group: Vec::new() };
    prover.automata(goal)?;
    prover.machine("valid", &arena.heaps, &arena.valid)?;
    for at in 0..arena.moves.len() {
        prover.narrow(at)?;
    }
    prover.made.obligations.clear();
    Ok(prover.made)
}

struct Prover<'a> {
    arena: &'a Arena,
    control: &'a Control,
    made: Induction,
    /// Whether covers may use symmetries.
    mirrored: bool,
    /// Symmetries of the game and of all sets.
    group: Vec<Permutation>,
}

impl Prover<'_> {
    /// The automata of the theorem say the same of words for the same numbers, and of symmetric
    /// positions. The first is true by construction. The second need not be, but then the claim is
    /// false, and the obligations below show where.
    fn automata(&mut self, goal: &ProofGoal) -> Result<(), InductionStop> {
        let heaps = self.arena.heaps.len();
        let generators = self.arena.symmetry.generators(heaps);
        let (mut states, mut symmetric) = (0, !generators.is_empty() && !self.made.shop.single);
        for (name, formula) in goal.formulas() {
            self.control.start("leading zeros change nothing")?;
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
            self.made.obligations.push(MetObligation { name, size: states, unit: "states" });
        };
        met("leading zeros change nothing");
        if symmetric {
            met("symmetric positions are alike");
        }
        Ok(())
    }

    /// The first group of symmetries of the game that all sets have; if a set has none of them the
    /// claim is false, and is refuted without.
    fn symmetries(&mut self, goal: &ProofGoal) -> Result<Vec<Permutation>, InductionStop> {
        let arena = self.arena;
        let identity: Permutation = (0..arena.heaps.len()).collect();
        if matches!(goal, ProofGoal::Grundy { .. }) || self.made.shop.single {
            return Ok(vec![identity]);
        }
        if matches!(goal, ProofGoal::Families { .. }) {
            return self.stabilizer(goal);
        }
        let mut groups = groups(arena);
        for (name, formula) in goal.formulas() {
            let machine = self.machine(&name, &arena.heaps, formula)?;
            let dfa = &self.made.shop.machines[machine].dfa;
            groups.retain(|group| group.iter().all(|places| dfa.action(places).is_some()));
        }
        Ok(groups.into_iter().next().unwrap_or_else(|| vec![identity]))
    }

    /// The symmetries that all sets have, of the best group of the game.
    fn stabilizer(&mut self, goal: &ProofGoal) -> Result<Vec<Permutation>, InductionStop> {
        let arena = self.arena;
        let lowers = |option: &ArenaMove| matches!(option, ArenaMove::Lower(_));
        if !arena.moves.iter().all(lowers) || self.made.shop.single {
            return Ok(vec![(0..arena.heaps.len()).collect()]);
        }
        let mut group = groups(arena).into_iter().next().unwrap_or_default();
        let outside = self.complement("outside", &arena.heaps, &arena.valid)?;
        group.retain(|places| self.made.shop.machines[outside].dfa.action(places).is_some());
        for (name, formula) in goal.formulas() {
            let machine = self.machine(&name, &arena.heaps, formula)?;
            let dfa = &self.made.shop.machines[machine].dfa;
            group.retain(|places| dfa.action(places).is_some());
        }
        Ok(group)
    }

    /// Moves lead to positions and lower the measure.
    fn positions(&mut self) -> Result<(), InductionStop> {
        let arena = self.arena;
        let valid = self.machine("valid", &arena.heaps, &arena.valid)?;
        let outside = self.complement("outside", &arena.heaps, &arena.valid)?;
        for (at, option) in arena.moves.iter().enumerate() {
            let ArenaMove::Other(other) = option else { continue };
            let reader = self.wide(at, None)?;
            let to = BranchMember { machine: outside, reads: reader.to.clone() };
            self.never("moves lead to positions", &[valid], reader, vec![to])?;
            let reader = self.wide(at, None)?;
            let lower = self.not_lower(at, &other.to)?;
            self.never("moves lower the measure", &[valid], reader, vec![lower])?;
        }
        Ok(())
    }

    /// The new heaps have no smaller measure.
    fn not_lower(&mut self, at: usize, to: &[String]) -> Result<BranchMember, InductionStop> {
        let formula = self.arena.lowers_measure(to).not();
        let (tracks, reads) = self.tracks_of(at, &formula);
        let machine = self.machine(&format!("measure{}", at + 1), &tracks, &formula)?;
        Ok(BranchMember { machine, reads })
    }

    fn values(&mut self, sets: &[Formula]) -> Result<(), InductionStop> {
        let valid = self.machine("valid", &self.arena.heaps, &self.arena.valid)?;
        let mut machines = Vec::new();
        for (j, set) in sets.iter().enumerate() {
            machines.push(self.machine(&format!("set{j}"), &self.arena.heaps, set)?);
        }
        // One value after the other: what is violated first is wrong.
        for j in 0..sets.len() {
            let met = self.value(valid, &machines, j);
            met.map_err(|stop| match stop {
                InductionStop::Violated(_) if j + 1 < sets.len() => InductionStop::Lemma(j),
                stop => stop,
            })?;
        }
        Ok(())
    }

    /// The positions of value `j` are those of its set, if that is true of all smaller values.
    fn value(&mut self, valid: usize, machines: &[usize], j: usize) -> Result<(), InductionStop> {
        let set = machines[j];
        for (i, smaller) in machines[..j].iter().enumerate() {
            let both = [valid, *smaller, set];
            self.never(&format!("sets {i} and {j} are apart"), &both, MoveReader::none(), vec![])?;
        }
        self.no_move_inside(&format!("stays in set {j}"), &[valid, set], set, 0)?;
        let start = machines[..=j].iter().map(|m| self.on_heaps(*m)).collect();
        self.every_move(&j.to_string(), start, self.arena.heaps.len(), set, &[])
    }

    fn grundy(&mut self, one_hot: bool, graph: &Formula) -> Result<(), InductionStop> {
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
            BranchMember { machine: valid, reads: heaps.clone() },
            BranchMember { machine, reads: on(n) },
            BranchMember { machine, reads: on(n + 1) },
            BranchMember { machine: different, reads: vec![Track::Given(n), Track::Given(n + 1)] },
        ];
        let branch = Branch { components: parts, hidden: vec![] };
        self.empty("no position has two values", n + 2, branch, None)?;
        if one_hot {
            let power = Formula::atom(Predicate::PowerOfTwo, &["g"]).not();
            let power = self.machine("nopower", &["g".to_string()], &power)?;
            let parts = vec![
                BranchMember { machine, reads: on(n) },
                BranchMember { machine: power, reads: vec![Track::Given(n)] },
            ];
            let branch = Branch { components: parts, hidden: vec![] };
            self.empty("values are powers of two", n + 1, branch, None)?;
        }
        self.no_move_inside("keeps the value", &[valid, machine], machine, 1)?;
        // Some value each.
        let outside = self.outside()?;
        let reads = [heaps.clone(), vec![Track::Hidden(0)]].concat();
        let hidden =
            Branch { components: vec![BranchMember { machine, reads }], hidden: vec![n - 1] };
        self.all_covered("exists", "every position has a value", n, vec![outside, hidden])?;
        // Every smaller value is reached.
        let start = vec![
            BranchMember { machine: not, reads: on(n) },
            BranchMember { machine: above, reads: vec![Track::Given(n), Track::Given(n + 1)] },
        ];
        self.every_move("graph", start, n + 2, machine, &[Track::Given(n + 1)])
    }

    fn misere(&mut self, terminal: &Formula, set: &Formula) -> Result<(), InductionStop> {
        let arena = self.arena;
        let valid = self.machine("valid", &arena.heaps, &arena.valid)?;
        let terminal = self.machine("terminal", &arena.heaps, terminal)?;
        let set = self.machine("set0", &arena.heaps, set)?;
        for at in 0..arena.moves.len() {
            for reader in self.strict(at)? {
                let name = "the terminal positions have no moves";
                let met = self.never(name, &[valid, terminal], reader, vec![]);
                met.map_err(|stop| stop.about(ViolationKind::Rule))?;
            }
        }
        let both = [valid, terminal, set];
        self.never("the terminal positions are won", &both, MoveReader::none(), vec![])?;
        self.no_move_inside("stays in set 0", &[valid, set], set, 0)?;
        let n = arena.heaps.len();
        // Every other position has a move.
        let mut branches = vec![self.outside()?];
        branches.push(Branch { components: vec![self.on_heaps(terminal)], hidden: vec![] });
        for at in 0..arena.moves.len() {
            match &arena.moves[at] {
                ArenaMove::Lower(heaps) => {
                    let less = self.compare("lt", Comparison::Less)?;
                    for heap in heaps {
                        let reads = vec![Track::Hidden(0), Track::Given(*heap)];
                        let components = vec![BranchMember { machine: less, reads }];
                        branches.push(Branch { components, hidden: vec![*heap] });
                    }
                }
                ArenaMove::Other(_) => {
                    let MoveReader { components, hidden, .. } = self.narrow(at)?;
                    branches.push(Branch { components, hidden });
                }
            }
        }
        let met = self.all_covered("terminal", "all other positions have a move", n, branches);
        met.map_err(|stop| stop.about(ViolationKind::Rule))?;
        let start = vec![self.on_heaps(set), self.on_heaps(terminal)];
        self.every_move("0", start, n, set, &[])
    }
}
