//! The Grundy values of normal and of misère play, side by side, by plain recursion.
//!
//! The *misère Grundy value* of a position without moves is 1; any other is the least number that no option has. A position is lost
//! in misère play exactly if it is 0: with the terminal positions counted as won, that is the recursion of who wins.
//! Unlike the values of normal play it does not decide sums; what it is for is the theory of Conway, Gurvich and Ho, which
//! compares the two.
//!
//! Right because it is the definition. Cost: that of [`Reference`](super::Reference), every option of every position below,
//! at most twice, and a memo entry a position, within the limit of the control. For who wins alone, and for
//! values of normal play alone, the engines are faster.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::control::{Control, GaveUp};
use crate::game::GameKind;

/// What a position without moves is worth in misère play.
const TERMINAL: u32 = 1;

/// The two values of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValuePair {
    /// In normal play.
    pub normal: u32,
    /// In misère play.
    pub misere: u32,
}

/// Finds pairs of values, and remembers them.
#[derive(Debug)]
pub struct ValuePairSolver<'g, G: GameKind> {
    game: &'g G,
    known: FxHashMap<G::Position, ValuePair>,
}

impl<'g, G: GameKind> ValuePairSolver<'g, G> {
    /// A solver that knows nothing yet.
    pub fn new(game: &'g G) -> Self {
        ValuePairSolver { game, known: FxHashMap::default() }
    }

    /// The values of a position.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out; what was found so far is kept.
    pub fn pair(&mut self, position: &G::Position, control: &Control) -> Result<ValuePair, GaveUp> {
        if let Some(known) = self.known.get(position) {
            return Ok(*known);
        }
        control.spend(1)?;
        // A position waits until its first unknown option is known, and is then looked at again.
        let mut waiting = vec![position.clone()];
        while let Some(top) = waiting.last() {
            match self.look(top) {
                Ok(pair) => {
                    self.known.extend(waiting.pop().map(|solved| (solved, pair)));
                }
                Err(unknown) if self.game.is_within_limits(&unknown) => {
                    control.spend(1)?;
                    waiting.push(unknown);
                }
                Err(_) => return Err(GaveUp::heap_too_large()),
            }
        }
        Ok(self.known[position])
    }

    /// The values of a position whose options are all known, or the first that is not.
    fn look(&self, position: &G::Position) -> Result<ValuePair, G::Position> {
        let (mut unknown, mut normal, mut misere) = (None, Vec::new(), Vec::new());
        self.game.visit_options(position, &mut |option| match self.known.get(option) {
            Some(pair) => {
                normal.push(pair.normal);
                misere.push(pair.misere);
                ControlFlow::Continue(())
            }
            None => {
                unknown = Some(option.clone());
                ControlFlow::Break(())
            }
        });
        match unknown {
            Some(unknown) => Err(unknown),
            None if normal.is_empty() => Ok(ValuePair { normal: 0, misere: TERMINAL }),
            None => Ok(ValuePair { normal: mex(normal), misere: mex(misere) }),
        }
    }
}

/// The least natural that is not among the values.
fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.iter().fold(0, |mex, value| if *value == mex { mex + 1 } else { mex })
}
