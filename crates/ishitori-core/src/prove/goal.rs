//! What is to be proved, on every arrangement of the heaps.
//!
//! In an unordered game a claim speaks of heaps in ascending order. If its formula means the same
//! for every order, it is kept as it is; otherwise it is read through all permutations.

use ishitori_automata::{Comparison, DigitLogic, Formula, NoAutomaton};
use ishitori_rule::Symmetry;
use ishitori_rule::symmetry::Permutation;

use super::arena::{Arena, ArenaMove};
use super::rename::renamed;

/// What is to be proved.
#[derive(Clone, Debug)]
pub enum ProofGoal {
    /// The positions of Grundy value j are those of set j, for every set.
    Values(Vec<Formula>),
    /// The graph of the Grundy function, on the heaps and `g`.
    Grundy {
        /// Whether `g` is 2 to the value.
        one_hot: bool,
        /// The graph.
        graph: Formula,
    },
    /// The positions that lose when whoever cannot move wins.
    Misere {
        /// The positions without moves.
        terminal: Formula,
        /// The losing ones.
        set: Formula,
    },
    /// Some positions are lost, and some are won: nothing is said of the others.
    Families {
        /// Sets of positions that the player to move loses. At least one.
        lost: Vec<Formula>,
        /// Sets of positions that the player to move wins.
        won: Vec<Formula>,
    },
}

impl ProofGoal {
    /// The formulas in it, as the certificate names them.
    pub fn formulas(&self) -> Vec<(String, &Formula)> {
        match self {
            ProofGoal::Values(sets) => {
                sets.iter().enumerate().map(|(j, set)| (format!("set{j}"), set)).collect()
            }
            ProofGoal::Grundy { graph, .. } => vec![("graph".to_string(), graph)],
            ProofGoal::Misere { terminal, set } => {
                vec![("terminal".to_string(), terminal), ("set0".to_string(), set)]
            }
            ProofGoal::Families { lost, won } => {
                let all = lost.iter().chain(won).enumerate();
                all.map(|(j, set)| (format!("set{j}"), set)).collect()
            }
        }
    }
}

/// The positions without moves; `None` if a move has a divisor that varies.
pub(crate) fn terminal(arena: &Arena) -> Option<Formula> {
    let stuck = |option: &ArenaMove| match option {
        ArenaMove::Lower(heaps) => {
            let terms: Vec<(i64, &str)> =
                heaps.iter().map(|i| (1, arena.heaps[*i].as_str())).collect();
            Some(Formula::linear(&terms, Comparison::Equal, 0))
        }
        ArenaMove::Other(other) => other.divides.is_empty().then(|| {
            let new: Vec<&str> = other.new.iter().map(String::as_str).collect();
            if new.is_empty() {
                return other.condition.clone().not();
            }
            Formula::exists(&new, other.condition.clone()).not()
        }),
    };
    arena.moves.iter().map(stuck).collect::<Option<Vec<_>>>().map(Formula::And)
}

/// With more heaps than this, there are too many orders to be written down.
const MAX_ORDERED: usize = 6;

/// A formula about sorted heaps as one about heaps in any order; `None` if there are too many.
///
/// # Errors
/// [`NoAutomaton`] if the automaton that decides it is too large.
pub(crate) fn closed(
    formula: Formula,
    arena: &Arena,
    logic: DigitLogic,
) -> Result<Option<Formula>, NoAutomaton> {
    let n = arena.heaps.len();
    if arena.symmetry != Symmetry::Unordered || n < 2 {
        return Ok(Some(formula));
    }
    let generators = arena.symmetry.generators(n);
    let as_it_is = permuted(&formula, arena, &(0..n).collect());
    if generators.iter().all(|places| permuted(&formula, arena, places) == as_it_is) {
        return Ok(Some(formula));
    }
    let relation = logic.evaluate(&formula)?;
    let changed = |places: &Permutation| -> Result<bool, NoAutomaton> {
        Ok(logic.evaluate(&permuted(&formula, arena, places))? != relation)
    };
    let mut symmetric = true;
    for places in &generators {
        symmetric = symmetric && !changed(places)?;
    }
    if symmetric {
        return Ok(Some(formula));
    }
    if n > MAX_ORDERED {
        return Ok(None);
    }
    let sorted = |formula: Formula| {
        let mut all: Vec<Formula> = arena
            .heaps
            .windows(2)
            .map(|two| Formula::compare(&two[0], Comparison::LessEqual, &two[1]))
            .collect();
        all.push(formula);
        Formula::And(all)
    };
    let sorted = sorted(formula);
    let images = permutations(n).iter().map(|places| permuted(&sorted, arena, places)).collect();
    Ok(Some(Formula::Or(images)))
}

/// The formula with heap `i` called like heap `places[i]`.
fn permuted(formula: &Formula, arena: &Arena, places: &Permutation) -> Formula {
    renamed(formula, &|name| {
        let heap = arena.heaps.iter().position(|heap| heap == name)?;
        Some(arena.heaps[places[heap]].clone())
    })
}

/// All orders of `n` things.
pub(crate) fn permutations(n: usize) -> Vec<Permutation> {
    if n == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for shorter in permutations(n - 1) {
        for at in 0..n {
            let mut longer = shorter.clone();
            longer.insert(at, n - 1);
            all.push(longer);
        }
    }
    all
}
