//! Where a move is owed, there is one: the listed macro-states are a strategy.
//!
//! From each of them, whatever column the opponent tells, some choice of the strategy leads to plans among which all of a listed
//! macro-state are; and where the word may end and a move is owed, one plan has moved to what is accepted. The columns are
//! infinitely many, but from t + A ones outside on, A the most heaps that an answer changes, only the number of ones modulo p matters.

use crate::every_n::column::ColumnAutomaton;
use crate::every_n::file::EveryNFile;
use crate::every_n::macros::{EveryNKind, OpenPlan, Situation, StrategyMacro, ToldColumn};
use crate::every_n::moves::EveryNMove;
use crate::every_n::{divide, lower};
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;
use std::collections::{BTreeSet, HashMap};

/// Checks the strategy, and returns how many columns were answered.
///
/// # Errors
/// A refusal if it does not answer, or the watcher stops.
pub(crate) fn answered(file: &EveryNFile, watch: &mut CheckWatch) -> Result<usize, CheckRefusal> {
    let mut listed: HashMap<Situation, Vec<&BTreeSet<OpenPlan>>> = HashMap::new();
    for one in &file.macros {
        listed.entry(one.situation).or_default().push(&one.plans);
    }
    let mut answered = 0;
    for (number, at) in file.macros.iter().enumerate() {
        if at.situation.owes(&file.automaton, file.theorem) && !has_moved(at, &file.automaton) {
            return Err(CheckRefusal::new(format!("macro-state {number} owes a move")));
        }
        for column in columns(file, at) {
            watch.tick(10)?;
            let divides = file.moves.contains(&EveryNMove::Divide);
            let after = at.situation.after(&file.automaton, file.theorem, &column, divides);
            let Some(after) = after else { continue };
            answered += 1;
            if !is_answered(file, at, &column, after, &listed) {
                let ToldColumn { outside, inside, .. } = column;
                let why = format!("{outside} ones, and {inside} among tracked heaps");
                return Err(CheckRefusal::new(format!(
                    "macro-state {number} has no answer to a column with {why}"
                )));
            }
        }
    }
    Ok(answered)
}

fn has_moved(at: &StrategyMacro, automaton: &ColumnAutomaton) -> bool {
    at.plans.iter().any(|(mode, target)| mode.is_made() && automaton.accepting[*target])
}

/// All columns that the opponent may tell, one for each kind.
fn columns(file: &EveryNFile, at: &StrategyMacro) -> Vec<ToldColumn> {
    let classes = file.automaton.classes;
    let heaps = |one: &EveryNMove| match one {
        EveryNMove::Lower(most) => *most,
        EveryNMove::Take(amounts) => amounts.len(),
        EveryNMove::Divide => 2,
    };
    let changed = file.moves.iter().map(heaps).max().unwrap_or(0);
    let values = || match file.theorem {
        EveryNKind::Outcomes => vec![(0, 0)],
        _ => vec![(0, 0), (0, 1), (1, 0), (1, 1)],
    };
    let mut columns = Vec::new();
    for (place, phase) in file.automaton.places.next(at.situation.phase) {
        for outside in 0..classes.len() + changed {
            for inside in 0..=at.situation.tracked {
                for (value, smaller) in values() {
                    columns.push(ToldColumn { place, phase, outside, inside, value, smaller });
                }
            }
        }
    }
    columns
}

fn is_answered(
    file: &EveryNFile,
    at: &StrategyMacro,
    column: &ToldColumn,
    after: Situation,
    listed: &HashMap<Situation, Vec<&BTreeSet<OpenPlan>>>,
) -> bool {
    let answers = match file.moves.contains(&EveryNMove::Divide) {
        true => divide::answers(&file.automaton, at, column),
        false => lower::answers(&file.moves, &file.automaton, at, column),
    };
    answers.iter().any(|(tracked, plans)| {
        let with = |tracked: usize| {
            listed.get(&Situation { tracked, ..after }).map(Vec::as_slice).unwrap_or_default()
        };
        // A macro-state whose plans speak of no tracked heap needs none.
        let untracked = with(0).iter().filter(|found| found.iter().all(|plan| !plan.0.tracks()));
        with(*tracked).iter().chain(untracked).any(|found| found.is_subset(plans))
    })
}
