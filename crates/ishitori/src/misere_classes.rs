//! How far misère play follows normal play: the classes of Conway, Gurvich and Ho, over a window.
//!
//! A position with Grundy value i in normal and j in misère play is an *(i,j)-position*. The *swaps* are the (0,1)- and the
//! (1,0)-positions; a position without moves is a (0,1)-position. What each class asks of every position is said by
//! [`MisereClass::asks`]. It is looked for in a window, by number of stones, so that a class either holds up to the window, which is
//! evidence and no proof, or fails first at its smallest counterexample.
//!
//! What follows from the definitions, and is tested: pet games are the strongly miserable ones, these are miserable, miserable
//! games are tame, tame ones are domestic, and forced ones are returnable.
//!
//! Cost: plain recursion (`ValuePairSolver`), and the options of each position once more.
//!
//! V. Gurvich and N. B. Ho, "On tame, pet, domestic, and miserable impartial games", Discrete Appl. Math. 243 (2018).

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{Bounds, GameKind};

pub use ishitori_core::solve::{ValuePair, ValuePairSolver};

/// A class of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MisereClass {
    /// Neither (0,k) nor (k,0) for k >= 2.
    Domestic,
    /// Only swaps and (k,k).
    Tame,
    /// Only swaps and (k,k) for k >= 2.
    Pet,
    /// From a swap every move leads to a swap of the other kind.
    Forced,
    /// From wherever a move leads from a swap, another leads back to that kind, if there is a move at all.
    Returnable,
    /// A position that is no swap has moves to both kinds of swaps or to none.
    Miserable,
    /// A position that is no swap has moves to both kinds of swaps.
    StronglyMiserable,
}

/// All classes.
pub const CLASSES: [MisereClass; 7] = [
    MisereClass::Domestic,
    MisereClass::Tame,
    MisereClass::Pet,
    MisereClass::Miserable,
    MisereClass::StronglyMiserable,
    MisereClass::Returnable,
    MisereClass::Forced,
];

impl MisereClass {
    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            MisereClass::Domestic => "domestic",
            MisereClass::Tame => "tame",
            MisereClass::Pet => "pet",
            MisereClass::Forced => "forced",
            MisereClass::Returnable => "returnable",
            MisereClass::Miserable => "miserable",
            MisereClass::StronglyMiserable => "strongly miserable",
        }
    }

    /// What it asks of every position.
    pub fn asks(self) -> &'static str {
        match self {
            MisereClass::Domestic => "no (0,k) and no (k,0) with k >= 2",
            MisereClass::Tame => "only (0,1), (1,0) and (k,k)",
            MisereClass::Pet => "only (0,1), (1,0) and (k,k) with k >= 2",
            MisereClass::Forced => {
                "every move from a (0,1) leads to a (1,0), and the other way round"
            }
            MisereClass::Returnable => {
                "after every move from a (0,1) that does not end play a move leads to a (0,1), and so for (1,0)"
            }
            MisereClass::Miserable => {
                "a position that is no swap has moves to a (0,1) and to a (1,0), or to neither"
            }
            MisereClass::StronglyMiserable => {
                "a position that is no swap has moves to a (0,1) and to a (1,0)"
            }
        }
    }
}

/// Where a class fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCounterexample {
    /// The position, as the game writes it.
    pub at: String,
    /// Its values.
    pub pair: ValuePair,
    /// The move that shows it, if one does.
    pub to: Option<(String, ValuePair)>,
}

/// What was found in a window.
#[derive(Clone, Debug)]
pub struct MisereReport {
    /// How many positions were looked at.
    pub positions: u64,
    /// How many positions have each pair of values.
    pub pairs: BTreeMap<ValuePair, u64>,
    /// Each class with the smallest position at which it fails, if it does.
    pub classes: Vec<(MisereClass, Option<ClassCounterexample>)>,
}

/// Which kind of swap a pair is: 0 for (0,1), 1 for (1,0).
fn swap(pair: ValuePair) -> Option<usize> {
    match (pair.normal, pair.misere) {
        (0, 1) => Some(0),
        (1, 0) => Some(1),
        _ => None,
    }
}

/// Looks at every position of a window.
///
/// # Errors
/// If there is no such window, or it takes too much.
pub fn misere_report<G: GameKind>(
    game: &G,
    bounds: &Bounds,
    control: &Control,
) -> anyhow::Result<MisereReport> {
    game.must_be_window(bounds)?;
    let control = &control.recursing();
    let mut looking = ClassSearch {
        game,
        solver: ValuePairSolver::new(game),
        control,
        report: MisereReport {
            positions: 0,
            pairs: BTreeMap::new(),
            classes: CLASSES.iter().map(|class| (*class, None)).collect(),
        },
    };
    let mut gave_up = None;
    game.visit_positions(bounds, &mut |position| match looking.look(position) {
        Ok(()) => ControlFlow::Continue(()),
        Err(why) => {
            gave_up = Some(why);
            ControlFlow::Break(())
        }
    })?;
    match gave_up {
        Some(gave_up) => Err(gave_up.into()),
        None => Ok(looking.report),
    }
}

struct ClassSearch<'g, 'c, G: GameKind> {
    game: &'g G,
    solver: ValuePairSolver<'g, G>,
    control: &'c Control,
    report: MisereReport,
}

/// A position with its values.
type Valued<P> = (P, ValuePair);

impl<G: GameKind> ClassSearch<'_, '_, G> {
    /// Looks at the next position.
    fn look(&mut self, position: &G::Position) -> Result<(), GaveUp> {
        let pair = self.solver.pair(position, self.control)?;
        self.report.positions += 1;
        *self.report.pairs.entry(pair).or_default() += 1;
        let options = self.options(position)?;
        for at in 0..self.report.classes.len() {
            let (class, found) = &self.report.classes[at];
            if found.is_some() {
                continue;
            }
            let Some(to) = self.breaks(*class, pair, &options)? else { continue };
            let to = to.map(|(option, pair)| (self.game.write(&option), pair));
            let at_position = self.game.write(position);
            self.report.classes[at].1 = Some(ClassCounterexample { at: at_position, pair, to });
        }
        Ok(())
    }

    fn options(&mut self, position: &G::Position) -> Result<Vec<Valued<G::Position>>, GaveUp> {
        let options = self.game.options_within(position, self.control.most_positions())?;
        let mut valued = Vec::with_capacity(options.len());
        for option in options {
            let pair = self.solver.pair(&option, self.control)?;
            valued.push((option, pair));
        }
        Ok(valued)
    }

    /// Whether a class fails at a position with these values and options, and at which option.
    fn breaks(
        &mut self,
        class: MisereClass,
        pair: ValuePair,
        options: &[Valued<G::Position>],
    ) -> Result<Option<Option<Valued<G::Position>>>, GaveUp> {
        let (kind, same) = (swap(pair), pair.normal == pair.misere);
        let reaches = |kind: usize| options.iter().find(|(_, pair)| swap(*pair) == Some(kind));
        let fails = |fails: bool| Ok(fails.then_some(None));
        match class {
            MisereClass::Domestic => {
                fails(pair.normal.min(pair.misere) == 0 && pair.normal.max(pair.misere) >= 2)
            }
            MisereClass::Tame => fails(kind.is_none() && !same),
            MisereClass::Pet => fails(kind.is_none() && !(same && pair.normal >= 2)),
            MisereClass::Miserable if kind.is_none() => Ok(match (reaches(0), reaches(1)) {
                (Some(only), None) | (None, Some(only)) => Some(Some(only.clone())),
                _ => None,
            }),
            MisereClass::StronglyMiserable if kind.is_none() => {
                fails(reaches(0).is_none() || reaches(1).is_none())
            }
            MisereClass::Forced => Ok(kind.and_then(|kind| {
                let stays = options.iter().find(|(_, pair)| swap(*pair) != Some(1 - kind));
                stays.cloned().map(Some)
            })),
            MisereClass::Returnable => {
                let Some(kind) = kind else { return Ok(None) };
                for option in options {
                    let replies = self.options(&option.0)?;
                    let returns = replies.iter().any(|(_, pair)| swap(*pair) == Some(kind));
                    if !returns && !replies.is_empty() {
                        return Ok(Some(Some(option.clone())));
                    }
                }
                Ok(None)
            }
            MisereClass::Miserable | MisereClass::StronglyMiserable => Ok(None),
        }
    }
}
