//! The slow twin of every engine: plain recursion over options, with a memo and mex.
//!
//! It is right because it is the definition. It uses no symmetry beyond what makes two positions
//! the same, no window, no family tricks, and it stays for ever: all engines are tested against
//! it. Cost: every option of every position below the asked one, at most twice, and a memo entry
//! a position. For large windows use an engine.
//!
//! The recursion keeps its own stack, so a game a million moves long is no deeper than one of
//! ten. A position waits on the stack until its first unknown option is solved and is then looked
//! at again; every look either solves the position or uncovers one that is solved exactly once,
//! so there are at most two looks for each position.
//!
//! A list of P-positions can be interrupted at any moment; see `reference/list.rs`.

mod list;

pub use list::{ListEnd, PositionList};

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::{Convention, Outcome};
use crate::control::{Control, GaveUp};
use crate::game::GameKind;

/// All that the reference knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionFacts {
    /// The Grundy value, for normal play.
    pub grundy: u32,
    /// How long play lasts when the winner hurries and the loser delays, in normal play.
    pub remoteness: u32,
    /// Who wins in misère play.
    pub misere: Outcome,
    /// How long misère play lasts.
    pub misere_remoteness: u32,
}

impl PositionFacts {
    /// Who wins.
    pub fn outcome(&self, convention: Convention) -> Outcome {
        match convention {
            Convention::Normal if self.grundy == 0 => Outcome::P,
            Convention::Normal => Outcome::N,
            Convention::Misere => self.misere,
        }
    }

    /// How many moves are left when the winner hurries and the loser delays.
    pub fn remoteness(&self, convention: Convention) -> u32 {
        match convention {
            Convention::Normal => self.remoteness,
            Convention::Misere => self.misere_remoteness,
        }
    }
}

/// A solver with its memo.
#[derive(Debug)]
pub struct Reference<'g, G: GameKind> {
    game: &'g G,
    memo: FxHashMap<G::Position, PositionFacts>,
}

impl<'g, G: GameKind> Reference<'g, G> {
    /// A solver that knows nothing yet.
    pub fn new(game: &'g G) -> Self {
        Reference { game, memo: FxHashMap::default() }
    }

    /// The facts about `position`.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out; what was solved so far stays in the memo.
    pub fn facts(
        &mut self,
        position: &G::Position,
        control: &Control,
    ) -> Result<PositionFacts, GaveUp> {
        if let Some(known) = self.memo.get(position) {
            return Ok(*known);
        }
        control.spend(1)?;
        let mut waiting = vec![position.clone()];
        while !waiting.is_empty() {
            self.advance(&mut waiting, control)?;
        }
        Ok(self.memo[position])
    }

    /// Looks at the position that waits on top: solves it, or puts an option that must be solved first
    /// on top of it.
    fn advance(&mut self, waiting: &mut Vec<G::Position>, control: &Control) -> Result<(), GaveUp> {
        let top = waiting.last().expect("somebody waits");
        match self.look(top) {
            Ok(facts) => {
                let solved = waiting.pop().expect("just seen");
                self.memo.insert(solved, facts);
            }
            Err(unknown) if self.game.is_within_limits(&unknown) => {
                // Paid on the way down: the waiting positions take memory as well.
                control.spend(1)?;
                waiting.push(unknown);
            }
            Err(_) => return Err(GaveUp::heap_too_large()),
        }
        Ok(())
    }

    /// The options that win for whoever moves to them.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out.
    pub fn winning_moves(
        &mut self,
        position: &G::Position,
        convention: Convention,
        control: &Control,
    ) -> Result<Vec<G::Position>, GaveUp> {
        let mut winning = Vec::new();
        for option in self.game.options_within(position, control.most_positions())? {
            if self.facts(&option, control)?.outcome(convention) == Outcome::P {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    /// The facts about a position whose options are all known, or the first that is not.
    fn look(&self, position: &G::Position) -> Result<PositionFacts, G::Position> {
        let mut unknown = None;
        let mut facts = OptionFacts::default();
        self.game.visit_options(position, &mut |option| match self.memo.get(option) {
            Some(known) => {
                facts.add(known);
                ControlFlow::Continue(())
            }
            None => {
                unknown = Some(option.clone());
                ControlFlow::Break(())
            }
        });
        match unknown {
            Some(unknown) => Err(unknown),
            None => Ok(facts.of_all()),
        }
    }
}

/// What the options of a position say of it.
#[derive(Default)]
pub(super) struct OptionFacts {
    values: Vec<u32>,
    normal: Race,
    misere: Race,
}

impl OptionFacts {
    /// One more option.
    pub fn add(&mut self, facts: &PositionFacts) {
        self.values.push(facts.grundy);
        self.normal.run(facts.outcome(Convention::Normal), facts.remoteness);
        self.misere.run(facts.misere, facts.misere_remoteness);
    }

    /// The facts about the position, if there are no more options.
    pub fn of_all(mut self) -> PositionFacts {
        PositionFacts {
            grundy: mex(&mut self.values),
            remoteness: self.normal.length(),
            // Who cannot move has won.
            misere: if self.values.is_empty() { Outcome::N } else { self.misere.outcome() },
            misere_remoteness: self.misere.length(),
        }
    }
}

/// The least natural that is not among `values`; sorts them.
fn mex(values: &mut [u32]) -> u32 {
    values.sort_unstable();
    values.iter().fold(0, |mex, value| if *value == mex { mex + 1 } else { mex })
}

/// Who wins and how fast, from what is known about the options.
#[derive(Default)]
struct Race {
    /// The shortest win: an option that is P.
    fastest: Option<u32>,
    /// The longest resistance.
    slowest: Option<u32>,
}

impl Race {
    fn run(&mut self, option: Outcome, remoteness: u32) {
        if option == Outcome::P {
            self.fastest = Some(self.fastest.map_or(remoteness, |r| r.min(remoteness)));
        }
        self.slowest = Some(self.slowest.map_or(remoteness, |r| r.max(remoteness)));
    }

    fn outcome(&self) -> Outcome {
        if self.fastest.is_some() { Outcome::N } else { Outcome::P }
    }

    fn length(&self) -> u32 {
        self.fastest.or(self.slowest).map_or(0, |r| r + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_is_the_least_missing_value() {
        // Examples 4 and 5 of the binary-expansions paper.
        assert_eq!(mex(&mut [0, 1, 3]), 2);
        assert_eq!(mex(&mut [1, 2, 3, 4, 6, 7]), 0);
        assert_eq!(mex(&mut [1, 0, 1, 0]), 2);
        assert_eq!(mex(&mut []), 0);
    }
}
