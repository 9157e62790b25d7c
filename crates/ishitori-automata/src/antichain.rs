//! Whether a nondeterministic automaton accepts every word, without making it deterministic.
//!
//! Breadth-first over the subsets that words reach, as in determinising; but a subset is dropped
//! if one that was kept accepts no more: each element of that one is inside some element of this
//! one. A word that the dropped one refuses, the kept one refuses too, and it was found no later;
//! so the first refused word is a shortest one, and if there is none, all is accepted (De Wulf,
//! Doyen, Henzinger and Raskin 2006; with inclusion instead of equality, Abdulla and others 2010).
//! If a later one accepts no more than a kept one, it takes its place; the old one is still
//! followed unless the words to both are equally long, lest the refused word get longer.
//! The subsets that were kept are the proof: [`Antichain::proves`] checks it by one step from
//! each. Cost: kept subsets × letters × kept subsets. For "every position of circular(6,4) is P or
//! moves there" it keeps 357 subsets, where [`crate::DigitLogic`] gives up at 20,000 states (a prototype
//! saw over 1.8 million subsets). Automata too large to write down (circular(8,6)), and symmetry,
//! need a search that makes successors when asked: that is the prover's.

use crate::dfa::{Letter, State};
use crate::include::Inclusion;
use crate::limit::{AutomatonGaveUp, AutomatonOperation, Limit};
use crate::nfa::Nfa;

/// Whether every word is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Universality {
    /// Every word is, and this proves it.
    All(Antichain),
    /// Not this word, nor any shorter one.
    Refuses(Vec<Letter>),
}

/// Subsets of states such that a word leads from each to one that accepts at least as much as one
/// of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Antichain {
    /// Each sorted, maximal elements only.
    pub subsets: Vec<Vec<State>>,
}

impl Antichain {
    /// Whether this proves that `nfa` accepts every word, if `inclusion` is right: the initial
    /// states are above a subset, every subset accepts the empty word, and every step from one
    /// leads above one.
    pub fn proves(&self, nfa: &Nfa, inclusion: &Inclusion) -> bool {
        let above_one = |subset: &[State]| self.subsets.iter().any(|k| below(inclusion, k, subset));
        let closed = |subset: &Vec<State>| {
            (0..nfa.letters()).all(|letter| above_one(&nfa.next_of(subset, letter as Letter)))
        };
        let accepts = |subset: &Vec<State>| subset.iter().any(|state| nfa.accepts_in(*state));
        above_one(nfa.initial()) && self.subsets.iter().all(|s| accepts(s) && closed(s))
    }
}

/// Whether each element of `low` is inside some element of `high`.
fn below(inclusion: &Inclusion, low: &[State], high: &[State]) -> bool {
    low.iter().all(|p| high.iter().any(|q| inclusion.holds(*p, *q)))
}

/// A subset that was kept, and the step that led to it.
struct AntichainSubset {
    subset: Vec<State>,
    came_from: Option<(usize, Letter)>,
    /// The length of the word that led to it.
    length: usize,
    /// A later one is below it: it need not be compared or proved any more.
    replaced: bool,
    /// And that one was found by a word of the same length: it need not be followed either.
    skipped: bool,
}

impl Nfa {
    /// Whether every word is accepted; `inclusion` says what is inside what
    /// ([`Inclusion::by_simulation`], or better what the caller knows).
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if more subsets are kept than `limit` allows states.
    ///
    /// # Panics
    /// If `inclusion` is about another number of states.
    pub fn universality(
        &self,
        inclusion: &Inclusion,
        limit: Limit,
    ) -> Result<Universality, AutomatonGaveUp> {
        assert_eq!(inclusion.states(), self.states(), "an inclusion between these states");
        let mut kept: Vec<AntichainSubset> = Vec::new();
        let mut cells = 0;
        let mut todo = vec![(self.initial.clone(), None)];
        let mut done = 0;
        let mut patience = limit.patience();
        loop {
            for (mut subset, came_from) in std::mem::take(&mut todo) {
                patience.spend(16 + subset.len() * kept.len(), kept.len())?;
                inclusion.keep_maximal(&mut subset);
                if !subset.iter().any(|state| self.accepts_in(*state)) {
                    return Ok(Universality::Refuses(trace(&kept, came_from)));
                }
                let known =
                    |k: &AntichainSubset| !k.replaced && below(inclusion, &k.subset, &subset);
                if kept.iter().any(known) {
                    continue;
                }
                let length = came_from.map_or(0, |(from, _)| kept[from].length + 1);
                for k in kept.iter_mut().filter(|k| below(inclusion, &subset, &k.subset)) {
                    k.replaced = true;
                    k.skipped |= k.length == length;
                }
                cells += subset.len() + 16;
                kept.push(AntichainSubset {
                    subset,
                    came_from,
                    length,
                    replaced: false,
                    skipped: false,
                });
                limit.check(AutomatonOperation::Determinize, kept.len(), cells)?;
            }
            let Some(now) = (done..kept.len()).find(|i| !kept[*i].skipped) else { break };
            for letter in 0..self.letters() as Letter {
                todo.push((self.next_of(&kept[now].subset, letter), Some((now, letter))));
            }
            done = now + 1;
        }
        let subsets = kept.into_iter().filter(|k| !k.replaced).map(|k| k.subset).collect();
        Ok(Universality::All(Antichain { subsets }))
    }
}

/// The word that leads to the end of a step.
fn trace(kept: &[AntichainSubset], mut step: Option<(usize, Letter)>) -> Vec<Letter> {
    let mut word = Vec::new();
    while let Some((from, letter)) = step {
        word.push(letter);
        step = kept[from].came_from;
    }
    word.reverse();
    word
}
