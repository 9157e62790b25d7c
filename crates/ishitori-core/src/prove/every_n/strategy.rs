//! A strategy that answers every column, by a game of safety.
//!
//! From the beginning, all macro-states are made that the choices of the strategy can lead to, each with all ways that are open. Those are
//! lost where a move is owed and none was made, or where some column leads, whatever is chosen, to lost ones. What is left of the
//! beginning's choices is a strategy. Ways that can come to nothing are dropped, and where nothing can be owed any more, all of
//! them. Cost: macro-states times columns times choices; Moore's Nim with k = 6 has some dozens.

use std::collections::HashMap;

use ishitori_rule::every_n::ManyHeapMove;

use super::machine::CountMachine;
use super::situation::{MoveStage, StrategyState, TellableColumn, Told, Ways, tellable};
use super::statement::EveryNAbout;
use super::{divide, lower};
use crate::control::{Control, GaveUp};

/// The most macro-states.
const MOST_STATES: usize = 50_000;

/// For each column that may be told, the numbers of the macro-states that can be chosen.
type ColumnChoices = Vec<Vec<usize>>;

struct StrategySearch<'a> {
    moves: &'a [ManyHeapMove],
    machine: &'a CountMachine,
    about: EveryNAbout,
    /// Whether an accepting state can be reached from a state.
    may_accept: Vec<bool>,
    /// Whether something may be owed later.
    may_owe: Vec<bool>,
    divides: bool,
}

/// The macro-states of a strategy, the first of which is the beginning; nothing if there is none.
pub(super) fn find(
    moves: &[ManyHeapMove],
    machine: &CountMachine,
    about: EveryNAbout,
    control: &Control,
) -> Result<Option<Vec<StrategyState>>, GaveUp> {
    let may_accept = may_reach(machine, &|state| machine.accepting[state]);
    let may_owe = match about {
        EveryNAbout::Outcomes => may_reach(machine, &|state| !machine.accepting[state]),
        _ => may_accept.clone(),
    };
    let divides = moves.contains(&ManyHeapMove::Divide);
    let search = StrategySearch { moves, machine, about, may_accept, may_owe, divides };
    let (states, choices) = search.reach(control)?;
    let lost = search.lost(&states, &choices, control)?;
    if lost[0] {
        return Ok(None);
    }
    // The first good choice for each column; what it leads to is the strategy.
    let mut kept = vec![0];
    let mut is_kept = vec![false; states.len()];
    is_kept[0] = true;
    let mut at = 0;
    while at < kept.len() {
        for choice in &choices[kept[at]] {
            let good = choice.iter().copied().find(|to| !lost[*to]);
            if let Some(to) = good.filter(|to| !is_kept[*to]) {
                is_kept[to] = true;
                kept.push(to);
            }
        }
        at += 1;
    }
    Ok(Some(kept.into_iter().map(|at| states[at].clone()).collect()))
}

/// From which states one of a kind can be reached.
fn may_reach(machine: &CountMachine, is_one: &dyn Fn(usize) -> bool) -> Vec<bool> {
    let mut may: Vec<bool> = (0..machine.next.len()).map(is_one).collect();
    loop {
        let more: Vec<usize> = (0..may.len())
            .filter(|state| !may[*state] && machine.next[*state].iter().any(|to| may[*to]))
            .collect();
        if more.is_empty() {
            return may;
        }
        more.into_iter().for_each(|state| may[state] = true);
    }
}

impl StrategySearch<'_> {
    /// All macro-states, and where the columns lead from each.
    fn reach(&self, control: &Control) -> Result<(Vec<StrategyState>, Vec<ColumnChoices>), GaveUp> {
        let ways = Ways::from([(MoveStage::Still, 0)]);
        let start =
            self.tidy(StrategyState { told: Told::beginning(self.machine), tracked: 0, ways });
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut choices: Vec<ColumnChoices> = Vec::new();
        while choices.len() < states.len() {
            let state = states[choices.len()].clone();
            let mut of_state = ColumnChoices::new();
            for column in tellable(&state, self.machine, self.most_changed()) {
                control.check()?;
                let told = state.told.with(&column, self.machine, self.about, self.divides);
                let Some(told) = told else { continue };
                let mut here: Vec<usize> = Vec::new();
                for (tracked, ways) in self.answers(&state, &column) {
                    let reached = self.tidy(StrategyState { told, tracked, ways });
                    let fresh = states.len();
                    let number = *numbers.entry(reached.clone()).or_insert(fresh);
                    if number == fresh {
                        states.push(reached);
                    }
                    if !here.contains(&number) {
                        here.push(number);
                    }
                }
                if !of_state.contains(&here) {
                    of_state.push(here);
                }
            }
            choices.push(of_state);
            if states.len() > MOST_STATES {
                return Err(GaveUp::beyond(MOST_STATES, "macro-states of a strategy"));
            }
        }
        Ok((states, choices))
    }

    fn answers(&self, state: &StrategyState, column: &TellableColumn) -> Vec<(usize, Ways)> {
        match self.divides {
            true => divide::choices(self.machine, state, column),
            false => lower::choices(self.moves, self.machine, state, column),
        }
    }

    /// How many heaps an answer may change in one column.
    fn most_changed(&self) -> usize {
        let of = |one: &ManyHeapMove| match one {
            ManyHeapMove::Lower(most) => *most as usize,
            ManyHeapMove::Take { heaps, .. } => *heaps as usize,
            ManyHeapMove::Divide => 2,
        };
        self.moves.iter().map(of).max().unwrap_or(0)
    }

    /// Without ways that come to nothing, and without tracked heaps of which no way speaks.
    fn tidy(&self, mut state: StrategyState) -> StrategyState {
        if !self.may_owe[state.told.state] {
            state.ways.clear();
        }
        state.ways.retain(|(_, at)| self.may_accept[*at]);
        let speaks = |(stage, _): &(MoveStage, usize)| match stage {
            MoveStage::Lowered | MoveStage::Borrow | MoveStage::Whole => true,
            MoveStage::Still | MoveStage::Taken | MoveStage::Done => false,
        };
        if !state.ways.iter().any(speaks) {
            state.tracked = 0;
        }
        state
    }

    /// Which macro-states are lost.
    fn lost(
        &self,
        states: &[StrategyState],
        choices: &[ColumnChoices],
        control: &Control,
    ) -> Result<Vec<bool>, GaveUp> {
        let made = |(stage, at): &(MoveStage, usize)| {
            !matches!(stage, MoveStage::Still | MoveStage::Borrow) && self.machine.accepting[*at]
        };
        let owing = |state: &StrategyState| {
            state.told.owes(self.machine, self.about) && !state.ways.iter().any(made)
        };
        let mut lost: Vec<bool> = states.iter().map(owing).collect();
        loop {
            control.check()?;
            let mut changed = false;
            for (state, choices) in choices.iter().enumerate() {
                let has_lost = |choice: &Vec<usize>| choice.iter().all(|to| lost[*to]);
                if !lost[state] && choices.iter().any(has_lost) {
                    lost[state] = true;
                    changed = true;
                }
            }
            if !changed {
                return Ok(lost);
            }
        }
    }
}
