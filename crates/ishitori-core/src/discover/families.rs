//! Families: sets of lost positions that support themselves, in games that resist as a whole.
//!
//! Take a part of the positions, a *domain*: some heaps are bounded, or two heaps never differ by more than so much.
//! Its *kernel* are the positions without a move, within the domain, to the kernel: what would be lost if nobody
//! could leave the domain ([`kernel`]). If every option of a kernel position, also outside of the domain, has
//! a move back to the kernel, all of it is lost in the whole game. On a window the kernel is known at once and cheaply, without the
//! positions around it; an automaton is learned from it and proved to support itself, on larger windows until it does.
//! (The greatest self-supporting part of the P-positions of a window was tried first: it needs the whole window, and
//! on all domains that were looked at it is the same set.)
//!
//! Domains that no move leaves, such as bounded heaps, have true outcomes as their kernels. That heaps that a symmetry
//! exchanges stay near each other is a domain that moves leave; why replies lead back is for the proof to find. Cost: a
//! mark for each move from the window to the kernel; then learning and proofs. Only for games whose moves all lower heaps.

pub mod domain;
mod graded;
pub mod kernel;
pub mod search;
pub mod support;

use ishitori_automata::{Dfa, DigitLogic, DigitOrder, Formula, NoAutomaton, Numeration, Predicate};

pub use self::domain::{FamilyDomain, HeapRange};
use super::DigitFormat;
use super::learn::learn;
use super::sample::UnsolvedWindow;
use crate::control::{Control, GaveUp};
use crate::prove::arena::{Arena, ArenaMove};
use crate::prove::goal::ProofGoal;
use crate::prove::induct::{Induction, InductionStop, induct};

/// With more words in a window only one table is made for each order, and none for the second if the first teaches something.
const MANY_WORDS: usize = 400_000;

/// What to look at.
#[derive(Clone, Copy, Debug)]
pub struct FamilyLimits {
    /// The most states of an automaton.
    pub states: usize,
    /// The most binary digits of a heap in a window.
    pub bits: usize,
}

/// A family that supports itself: everything in it is lost, however large the heaps are.
pub struct ProvedFamily {
    /// The domain of which it is the kernel.
    pub domain: FamilyDomain,
    /// The family.
    pub set: Dfa,
    /// From heaps of so many binary digits it was learned.
    pub bits: usize,
    /// What was proved.
    pub goal: ProofGoal,
    /// How.
    pub induction: Induction,
}

/// What came of a domain.
pub enum FamilyResult {
    /// Its kernel is lost.
    Proved(Box<ProvedFamily>),
    /// Nothing is known, and why.
    Resists(String),
}

/// The heaps that each move may lower; a sentence if some move does anything else.
///
/// # Errors
/// That sentence.
pub fn faces(arena: &Arena) -> Result<Vec<Vec<usize>>, String> {
    let face = |option: &ArenaMove| match option {
        ArenaMove::Lower(heaps) => Some(heaps.clone()),
        ArenaMove::Other(_) => None,
    };
    let all = arena.moves.iter().map(face).collect::<Option<_>>();
    all.ok_or_else(|| "families are looked for in games whose moves all lower heaps".to_string())
}

/// The kernel of a domain, learned and proved.
///
/// # Errors
/// [`GaveUp`] if somebody stops the work, or time or memory run out.
pub fn family(
    arena: &Arena,
    domain: &FamilyDomain,
    limits: FamilyLimits,
    control: &Control,
) -> Result<FamilyResult, GaveUp> {
    let faces = match faces(arena) {
        Ok(faces) => faces,
        Err(why) => return Ok(FamilyResult::Resists(why)),
    };
    let mut wrong: Vec<Dfa> = Vec::new();
    for bits in 2..=limits.bits {
        let words = match kernel::kernel(domain, &faces, bits, control) {
            Ok(words) => words,
            Err(UnsolvedWindow::TooLarge(why)) => return Ok(FamilyResult::Resists(why)),
            Err(UnsolvedWindow::GaveUp(gave_up)) => return Err(gave_up),
        };
        let mut found = Vec::new();
        for order in [DigitOrder::Msd, DigitOrder::Lsd] {
            let digits = DigitFormat { numeration: Numeration::Binary, order, coding: None };
            control.start("learn")?;
            found.extend(graded::graded(&words, order, limits.states, control)?);
            if words.keys().len() <= MANY_WORDS {
                found.extend(learn(&words, digits, 0, limits.states, control)?.1);
            }
            if order == DigitOrder::Msd && words.keys().len() > MANY_WORDS && !found.is_empty() {
                break;
            }
        }
        found.sort_by_key(Dfa::states);
        found.dedup();
        found.retain(|dfa| !wrong.contains(dfa));
        for set in found {
            let atom = Formula::Atom(Predicate::Known(set.clone()), arena.heaps.clone());
            let goal = ProofGoal::Families { lost: vec![atom], won: vec![] };
            let (numeration, order) = (Numeration::Binary, set.order());
            let logic = DigitLogic { numeration, order, limit: control.automata() };
            match induct(arena, &goal, logic, false, control) {
                Ok(induction) => {
                    let domain = domain.clone();
                    let proved = ProvedFamily { domain, set, bits, goal, induction };
                    return Ok(FamilyResult::Proved(Box::new(proved)));
                }
                Err(InductionStop::GaveUp(gave_up)) => return Err(gave_up),
                Err(InductionStop::Refused(NoAutomaton::GaveUp(why))) if why.is_stopped() => {
                    return Err(control.why_stopped());
                }
                Err(_) => wrong.push(set),
            }
        }
    }
    Ok(FamilyResult::Resists(format!(
        "no automaton that heaps below {} teach, with at most {} states, supports itself",
        1u128 << limits.bits,
        limits.states
    )))
}
