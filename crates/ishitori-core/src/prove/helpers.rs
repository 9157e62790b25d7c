//! Families that support each other: which other claims of the game a proof of `P if C` needs.
//!
//! C alone need not be self-supporting: an option of a position of C may have its replies in another family. Then
//! another claim of the game that says of some positions that they are lost is proved together with C, if one of its
//! positions is a reply where one is missing; and so on, until every option has a reply or no claim helps. What is
//! added has to meet all obligations itself, so a wrong claim helps nobody: it is left out when it violates one. What
//! the theorem says is what C says; the other sets are in the certificate because the checker needs them.
//! Cost: a proof attempt for each claim that is added.

use ishitori_automata::{Dfa, DigitLogic, Formula, NoAutomaton, Predicate};
use ishitori_rule::Rules;

use super::arena::Arena;
use super::goal::{ProofGoal, closed};
use super::induct::{Induction, InductionStop, Violation, ViolationKind, induct};
use super::run::{ProofQuestion, known_claims};
use super::translate::TheoremStatement;
use crate::control::Control;
use crate::game::{GameKind, HeapGame};

/// More families than this are not proved together.
const MAX_HELPERS: usize = 12;

/// Options of a position are looked at if they are no more than this.
const MAX_OPTIONS: usize = 1_000_000;

/// What a claim says.
#[derive(Clone, Copy)]
pub(super) struct SaidFamilies<'f> {
    /// Of these positions: they are lost.
    pub lost: &'f [Formula],
    /// Of these: they are won.
    pub won: &'f [Formula],
    /// Other sets that may be needed.
    pub supports: &'f [Dfa],
}

/// Proves families, with other claims of the game where they are needed; and what was proved with them.
pub(super) fn supported(
    question: &ProofQuestion,
    arena: &Arena,
    said: SaidFamilies,
    logic: DigitLogic,
    control: &Control,
) -> (ProofGoal, Result<Induction, InductionStop>) {
    let known = |dfa: &Dfa| Formula::Atom(Predicate::Known(dfa.clone()), arena.heaps.clone());
    let mut helpers: Vec<Formula> = said.supports.iter().map(known).collect();
    let mut candidates: Option<Vec<(Formula, Dfa)>> = None;
    loop {
        let lost = [said.lost, &helpers[..]].concat();
        let goal = ProofGoal::Families { lost, won: said.won.to_vec() };
        let violation = match induct(arena, &goal, logic, false, control) {
            Err(InductionStop::Violated(violation)) => violation,
            other => return (goal, other),
        };
        let stop = InductionStop::Violated(violation.clone());
        if candidates.is_none() {
            candidates = match from_claims(question, arena, logic) {
                Ok(found) => Some(found),
                Err(refused) => return (goal, Err(refused.into())),
            };
        }
        let Some(left) = candidates.as_mut() else { return (goal, Err(stop)) };
        let said_sets =
            |set: usize| set < said.lost.len() || set >= said.lost.len() + helpers.len();
        if violation.about != ViolationKind::Unsupported {
            // A claim that was added may be what is wrong.
            let (first, second) = violation.sets.unwrap_or((0, 0));
            let Some(wrong) = [first, second].into_iter().find(|set| !said_sets(*set)) else {
                return (goal, Err(stop));
            };
            helpers.remove(wrong - said.lost.len());
            continue;
        }
        let reply = (helpers.len() < MAX_HELPERS)
            .then(|| reply(question, logic, &violation, left))
            .flatten();
        match reply {
            Some(at) => helpers.push(left.remove(at).0),
            None => return (goal, Err(stop)),
        }
    }
}

/// What other claims of the game say to be lost.
fn from_claims(
    question: &ProofQuestion,
    arena: &Arena,
    logic: DigitLogic,
) -> Result<Vec<(Formula, Dfa)>, NoAutomaton> {
    let mut all = Vec::new();
    for known in known_claims(question, logic.numeration, false) {
        let set = match known.theorem {
            TheoremStatement::Families { lost, .. } => lost,
            TheoremStatement::Outcome(set) => set,
            _ => continue,
        };
        let Some(set) = closed(set, arena, logic)? else { continue };
        let names: Vec<&str> = arena.heaps.iter().map(String::as_str).collect();
        let dfa = logic.on_tracks(&logic.evaluate(&set)?, &names)?;
        all.push((set, dfa));
    }
    Ok(all)
}

/// The first candidate that holds an option of the position that lacks one.
fn reply(
    question: &ProofQuestion,
    logic: DigitLogic,
    violation: &Violation,
    candidates: &[(Formula, Dfa)],
) -> Option<usize> {
    let Rules::Heaps(rules) = &question.ruleset.rules else { return None };
    let game = HeapGame::new(rules).ok()?;
    let digits = violation.option.as_ref().unwrap_or(&violation.position);
    let number = |digits: &Vec<bool>| {
        let word: Vec<u16> = digits.iter().map(|digit| u16::from(*digit)).collect();
        let numbers = logic.numeration.numbers(logic.order, 1, &word)?;
        u64::try_from(*numbers.first()?).ok()
    };
    let heaps: Vec<u64> = digits.iter().map(number).collect::<Option<_>>()?;
    let position = game.position(&heaps).ok()?;
    let options = game.options_within(&position, MAX_OPTIONS).ok()?;
    candidates.iter().position(|(_, dfa)| {
        options.iter().any(|option| {
            let numbers: Vec<u128> = option.iter().map(|heap| u128::from(*heap)).collect();
            dfa.accepts(&logic.numeration.word(logic.order, &numbers))
        })
    })
}
