//! The obligations of a theorem as closed sentences, for other software to decide.
//!
//! docs/certificate.md lists them; each is true exactly if the obligation is met, so all together are
//! the theorem. Here nothing is searched cleverly: a cover is one sentence with "there is a move" in
//! it, so deciding these takes far more than checking the certificate, and only small theorems can be
//! checked so.

use ishitori_automata::{Comparison, Formula, Predicate};

use super::arena::{Arena, ArenaMove};
use super::connect::{and, exists, for_all, implies, not, or};
use super::goal::ProofGoal;
use super::rename::renamed;

/// The sentences that must be true, with their names.
pub fn sentences(arena: &Arena, goal: &ProofGoal) -> Vec<(String, Formula)> {
    let mut writer = SentenceWriter { arena, made: Vec::new() };
    writer.positions();
    match goal {
        ProofGoal::Values(sets) => writer.values(sets),
        ProofGoal::Grundy { one_hot, graph } => writer.grundy(*one_hot, graph),
        ProofGoal::Misere { terminal, set } => writer.misere(terminal, set),
        ProofGoal::Families { lost, won } => writer.families(lost, won),
    }
    writer.made
}

/// The most numbers that one of the sentences is about.
pub fn widest(arena: &Arena, goal: &ProofGoal) -> usize {
    let new = arena.moves.iter().map(|option| match option {
        ArenaMove::Lower(heaps) => heaps.len(),
        ArenaMove::Other(other) => other.new.len(),
    });
    let new = new.max().unwrap_or(0);
    arena.heaps.len()
        + match goal {
            ProofGoal::Grundy { .. } => 2 + new,
            // A move, and the reply.
            ProofGoal::Families { .. } => 2 * new,
            ProofGoal::Values(_) | ProofGoal::Misere { .. } => new,
        }
}

struct SentenceWriter<'a> {
    arena: &'a Arena,
    made: Vec<(String, Formula)>,
}

/// A move as a condition.
struct MoveCondition {
    new: Vec<String>,
    condition: Formula,
    /// The new heaps, by name.
    to: Vec<String>,
}

impl MoveCondition {
    /// The same with other names for the new numbers, none of which another move has.
    fn called(self, prefix: &str) -> MoveCondition {
        let MoveCondition { new, condition, to } = self;
        let other = |name: &str| {
            let at = new.iter().position(|known| known == name)?;
            Some(format!("{prefix}{}", at + 1))
        };
        let rename = |name: &String| other(name).unwrap_or_else(|| name.clone());
        MoveCondition {
            condition: renamed(&condition, &other),
            to: to.iter().map(rename).collect(),
            new: new.iter().map(rename).collect(),
        }
    }
}

impl SentenceWriter<'_> {
    fn positions(&mut self) {
        for at in 0..self.arena.moves.len() {
            let moving = self.moving(at, true);
            let there = self.there(&self.arena.valid, &moving);
            self.after_move(format!("move {} leads to positions", at + 1), moving, None, there);
            let moving = self.moving(at, true);
            let lower = self.lower(&moving);
            self.after_move(format!("move {} lowers the measure", at + 1), moving, None, lower);
        }
    }

    fn values(&mut self, sets: &[Formula]) {
        for (j, set) in sets.iter().enumerate() {
            for (i, other) in sets[..j].iter().enumerate() {
                let apart = not(and([other.clone(), set.clone()]));
                self.everywhere(format!("sets {i} and {j} are apart"), &[], apart);
            }
            self.stays_not(&format!("set {j}"), set, &[]);
        }
        for (j, set) in sets.iter().enumerate() {
            let known = sets[..=j].iter().cloned();
            let covered = or(known.chain([self.some_move(set)]));
            self.everywhere(format!("every other position moves to set {j}"), &[], covered);
        }
    }

    fn grundy(&mut self, one_hot: bool, graph: &Formula) {
        let with =
            |name: &'static str| renamed(graph, &|old| (old == "g").then(|| name.to_owned()));
        let same = Formula::compare("g", Comparison::Equal, "k");
        let one = implies(and([graph.clone(), with("k")]), same);
        self.everywhere("no position has two values".into(), &["g", "k"], one);
        if one_hot {
            let power = Formula::atom(Predicate::PowerOfTwo, &["g"]);
            let all = self.names(&["g"]);
            let powers = for_all(all, implies(graph.clone(), power));
            self.made.push(("values are powers of two".into(), powers));
        }
        self.stays_not("a value", graph, &["g"]);
        let some = exists(vec!["g".into()], graph.clone());
        self.everywhere("every position has a value".into(), &[], some);
        let mut smaller = vec![graph.clone(), Formula::compare("k", Comparison::Less, "g")];
        if one_hot {
            smaller.push(Formula::atom(Predicate::PowerOfTwo, &["k"]));
        }
        let reached = implies(and(smaller), self.some_move(&with("k")));
        self.everywhere("every smaller value is reached".into(), &["g", "k"], reached);
    }

    fn misere(&mut self, terminal: &Formula, set: &Formula) {
        for at in 0..self.arena.moves.len() {
            let name = format!("a position without moves has no move {}", at + 1);
            let moving = self.moving(at, true);
            self.after_move(name, moving, Some(terminal.clone()), Formula::Constant(false));
        }
        let won = not(and([terminal.clone(), set.clone()]));
        self.everywhere("a position without moves is won".into(), &[], won);
        self.stays_not("set 0", set, &[]);
        let some = self.some_move(&Formula::Constant(true));
        let others = or([terminal.clone(), some]);
        self.everywhere("the others have a move".into(), &[], others);
        let covered = or([set.clone(), terminal.clone(), self.some_move(set)]);
        self.everywhere("every other position moves to set 0".into(), &[], covered);
    }

    fn families(&mut self, lost: &[Formula], won: &[Formula]) {
        let all = or(lost.iter().cloned());
        for (j, set) in lost.iter().enumerate() {
            for at in 0..self.arena.moves.len() {
                let moving = self.moving(at, true).called("y");
                let out = not(self.there(&all, &moving));
                let reply = self.there(&self.some_move(&all), &moving);
                let name = format!("move {} from set {j} has a reply", at + 1);
                self.after_move(name, moving, Some(set.clone()), and([out, reply]));
            }
        }
        for (j, set) in won.iter().enumerate() {
            let wins = and([not(all.clone()), self.some_move(&all)]);
            let wins = implies(set.clone(), wins);
            self.everywhere(format!("set {} is won", lost.len() + j), &[], wins);
        }
    }

    /// No move leads from `set` to `set`, with the same `values`.
    fn stays_not(&mut self, what: &str, set: &Formula, values: &[&str]) {
        for at in 0..self.arena.moves.len() {
            let name = format!("move {} does not stay in {what}", at + 1);
            let moving = self.moving(at, true);
            let out = not(self.there(set, &moving));
            let given = [self.arena.valid.clone(), moving.condition, set.clone()];
            let names = [self.names(values), moving.new].concat();
            self.made.push((name, for_all(names, implies(and(given), out))));
        }
    }

    /// `then` holds after a move from every position, of `set` if there is one.
    fn after_move(
        &mut self,
        name: String,
        moving: MoveCondition,
        set: Option<Formula>,
        then: Formula,
    ) {
        let given = [self.arena.valid.clone(), moving.condition].into_iter().chain(set);
        let names = [self.names(&[]), moving.new].concat();
        self.made.push((name, for_all(names, implies(and(given), then))));
    }

    /// It holds of every position and all `values`.
    fn everywhere(&mut self, name: String, values: &[&str], holds: Formula) {
        let names = self.names(values);
        self.made.push((name, for_all(names, implies(self.arena.valid.clone(), holds))));
    }

    /// Some move leads to `target`.
    fn some_move(&self, target: &Formula) -> Formula {
        or((0..self.arena.moves.len()).map(|at| {
            let moving = self.moving(at, false);
            let there = self.there(target, &moving);
            exists(moving.new, and([moving.condition, there]))
        }))
    }

    /// A move, with `divides` read wide or narrow.
    fn moving(&self, at: usize, wide: bool) -> MoveCondition {
        match &self.arena.moves[at] {
            ArenaMove::Other(other) => MoveCondition {
                new: other.new.clone(),
                condition: if wide { other.wide() } else { other.narrow() },
                to: other.to.clone(),
            },
            ArenaMove::Lower(heaps) => {
                let mut to = self.arena.heaps.clone();
                let mut new = Vec::new();
                let (mut all, mut some) = (Vec::new(), Vec::new());
                for heap in heaps {
                    let (x, h) = (format!("x{}", heap + 1), &self.arena.heaps[*heap]);
                    all.push(Formula::compare(&x, Comparison::LessEqual, h));
                    some.push(Formula::compare(&x, Comparison::Less, h));
                    to[*heap].clone_from(&x);
                    new.push(x);
                }
                MoveCondition { new, condition: and(all.into_iter().chain([or(some)])), to }
            }
        }
    }

    /// A formula about the heaps, said of the new ones.
    fn there(&self, formula: &Formula, moving: &MoveCondition) -> Formula {
        renamed(formula, &|name| {
            let heap = self.arena.heaps.iter().position(|heap| heap == name)?;
            Some(moving.to[heap].clone())
        })
    }

    /// The new heaps have a smaller measure.
    fn lower(&self, moving: &MoveCondition) -> Formula {
        self.arena.lowers_measure(&moving.to)
    }

    /// The heaps and `values`.
    fn names(&self, values: &[&str]) -> Vec<String> {
        let values = values.iter().map(|value| (*value).to_owned());
        self.arena.heaps.iter().cloned().chain(values).collect()
    }
}
