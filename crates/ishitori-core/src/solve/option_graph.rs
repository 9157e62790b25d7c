//! Solves a game of which only the options are known: everything that play reaches, as a graph.
//!
//! Positions get numbers as they are met, breadth first, so each is asked for once and those to come can be asked for ahead.
//! Options are numbers in one long list. Then one walk in depth, with a stack of its own, solves every position after its
//! options: the value is the least number that no option has, and lengths of play come from those of the options. That is the
//! definition, so it is right where play ends; a position that the walk meets again while it waits for its options is on a
//! cycle, and a game with one is refused (see `option_graph/cycle.rs`). So that a cycle in a game that goes on for ever is
//! found before memory is full, the walk is tried each time that the number of known positions has doubled.
//!
//! Cost: a step an option; some 100 bytes a position beside the position itself, 8 an option. Use it for games that are no
//! [`GameKind`](crate::game::GameKind); for those that are, the engines are faster.

mod cycle;
mod facts;

use std::hash::Hash;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use self::cycle::short_cycle;
use self::facts::{Walk, walk};
use super::{Convention, Outcome, PositionFacts};
use crate::control::{Control, GaveUp, Total};
use crate::game::Options;

/// So many positions are asked for at once.
const BATCH: usize = 1 << 13;

/// The first number of positions after which cycles are looked for.
const FIRST_LOOK: usize = 1 << 10;

/// Answers between two questions to the listener.
const LOOK_EVERY: usize = 256;

/// What a position takes beside itself, of which there are two: hashes, places in lists, facts, a place in the walk; twice, as
/// lists and tables grow by doubling.
const POSITION_BYTES: usize = 96;

/// What an option takes, as the list grows by doubling.
const OPTION_BYTES: usize = 8;

/// All that play reaches from some positions, solved.
#[derive(Debug)]
pub struct OptionGraph<P> {
    positions: Vec<P>,
    numbers: FxHashMap<P, u32>,
    links: OptionLinks,
    facts: Vec<PositionFacts>,
}

/// The options of numbered positions.
#[derive(Debug, Default)]
struct OptionLinks {
    /// Where the options of each position end in `to`.
    ends: Vec<usize>,
    to: Vec<u32>,
}

/// Why a game is not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnsolvedGraph<P, F> {
    /// It takes too much, or the work was stopped.
    GaveUp(GaveUp),
    /// Play need not end: each of these positions is an option of the one before, and the first of the last.
    Cycle(Vec<P>),
    /// There is no answer for a position.
    Failed {
        /// The position.
        position: P,
        /// Why.
        why: F,
    },
}

impl<P, F> From<GaveUp> for UnsolvedGraph<P, F> {
    fn from(gave_up: GaveUp) -> Self {
        UnsolvedGraph::GaveUp(gave_up)
    }
}

impl OptionLinks {
    /// The options of a position; none if it was not asked for.
    fn of(&self, number: u32) -> &[u32] {
        let at = number as usize;
        let Some(end) = self.ends.get(at) else { return &[] };
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.to[begin..*end]
    }
}

impl<P: Clone + Eq + Hash> OptionGraph<P> {
    /// Asks for everything that play reaches from `from`, and solves it.
    ///
    /// # Errors
    /// [`UnsolvedGraph`] if a position is not answered, play need not end, or `control` ends the work.
    pub fn solve<G: Options<Position = P>>(
        game: &G,
        from: impl IntoIterator<Item = P>,
        control: &Control,
    ) -> Result<OptionGraph<P>, UnsolvedGraph<P, G::Failure>> {
        let counting = control.counting("positions known", Total::Unknown);
        let mut search = GraphSearch {
            game,
            positions: Vec::new(),
            numbers: FxHashMap::default(),
            links: OptionLinks::default(),
            met: Vec::new(),
            bytes: 0,
            control: &counting,
        };
        for position in from {
            search.number(position)?;
        }
        search.run()?;
        let GraphSearch { positions, numbers, links, .. } = search;
        drop(counting);
        let control = control.planned(positions.len() as u64, "positions solved");
        match walk(&links, positions.len(), &control)? {
            Walk::Solved(facts) => Ok(OptionGraph { positions, numbers, links, facts }),
            Walk::Cycle(numbers) => Err(cycle(&positions, &links, &numbers)),
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The positions, each once: those asked for first, then by the number of moves to them.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// All about a position; `None` if play does not reach it.
    pub fn facts(&self, position: &P) -> Option<PositionFacts> {
        Some(self.facts[*self.numbers.get(position)? as usize])
    }

    /// Its options, each once, as they were told.
    pub fn options(&self, position: &P) -> Option<Vec<P>> {
        let options = self.links.of(*self.numbers.get(position)?);
        Some(options.iter().map(|to| self.positions[*to as usize].clone()).collect())
    }

    /// How many options it has.
    pub fn option_count(&self, position: &P) -> Option<usize> {
        Some(self.links.of(*self.numbers.get(position)?).len())
    }

    /// The options that win for whoever moves to them.
    pub fn winning_moves(&self, position: &P, convention: Convention) -> Option<Vec<P>> {
        let options = self.links.of(*self.numbers.get(position)?).iter().map(|to| *to as usize);
        let winning = options.filter(|to| self.facts[*to].outcome(convention) == Outcome::P);
        Some(winning.map(|to| self.positions[to].clone()).collect())
    }
}

/// A game under exploration.
struct GraphSearch<'g, G: Options> {
    game: &'g G,
    positions: Vec<G::Position>,
    numbers: FxHashMap<G::Position, u32>,
    links: OptionLinks,
    /// For each position the last one, counted from 1, that has it as an option.
    met: Vec<u32>,
    bytes: usize,
    control: &'g Control,
}

type Search<G, T> = Result<T, UnsolvedGraph<<G as Options>::Position, <G as Options>::Failure>>;

impl<G: Options> GraphSearch<'_, G> {
    /// Asks for every known position until there is no new one.
    fn run(&mut self) -> Search<G, ()> {
        let mut next_look = FIRST_LOOK;
        while self.links.ends.len() < self.positions.len() {
            let asked = self.links.ends.len();
            let end = self.positions.len().min(asked + BATCH).min(next_look.max(asked + 1));
            let batch = self.positions[asked..end].to_vec();
            let mut stopped = None;
            let told =
                self.game.options_of_each(&batch, &mut |options| match self.learn(options) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stop) => {
                        stopped = Some(stop);
                        ControlFlow::Break(())
                    }
                });
            if let Some(stop) = stopped {
                return Err(self.unless_cycle(stop));
            }
            if let Err(why) = told {
                let position = self.positions[self.links.ends.len()].clone();
                return Err(UnsolvedGraph::Failed { position, why });
            }
            assert_eq!(self.links.ends.len(), end, "every position of a batch is told of");
            if end >= next_look {
                next_look = 2 * end;
                self.refuse_cycle()?;
            }
        }
        Ok(())
    }

    /// Keeps the options of the next position.
    fn learn(&mut self, options: Vec<G::Position>) -> Search<G, ()> {
        // Where nothing new is met, nothing is spent.
        if self.links.ends.len().is_multiple_of(LOOK_EVERY) {
            self.control.check()?;
        }
        let asked = self.links.ends.len() as u32 + 1;
        for option in options {
            let number = self.number(option)?;
            if std::mem::replace(&mut self.met[number as usize], asked) != asked {
                self.links.to.push(number);
                self.bytes += OPTION_BYTES;
            }
        }
        self.links.ends.push(self.links.to.len());
        Ok(())
    }

    /// The number of a position, which may be new.
    fn number(&mut self, position: G::Position) -> Search<G, u32> {
        if let Some(number) = self.numbers.get(&position) {
            return Ok(*number);
        }
        let most = self.control.most_positions().min(u32::MAX as usize - 1);
        if self.positions.len() >= most {
            let what = "positions that play can reach; does it come to an end?";
            return Err(GaveUp::beyond(most, what).into());
        }
        self.control.spend(1)?;
        let behind = self.game.bytes_behind(&position);
        self.bytes += 4 * size_of::<G::Position>() + POSITION_BYTES + behind;
        if self.bytes > self.control.memory() {
            let (known, memory) = (self.positions.len(), self.control.memory() >> 20);
            let why = format!(
                "play reaches more than {known} positions, and the memory of {memory} MB is used up"
            );
            return Err(GaveUp::new(why).into());
        }
        let number = self.positions.len() as u32;
        self.positions.push(position.clone());
        self.numbers.insert(position, number);
        self.met.push(0);
        Ok(number)
    }

    fn refuse_cycle(&self) -> Search<G, ()> {
        match walk(&self.links, self.positions.len(), &self.control.in_silence())? {
            Walk::Solved(_) => Ok(()),
            Walk::Cycle(numbers) => Err(cycle(&self.positions, &self.links, &numbers)),
        }
    }

    /// A cycle says more than that there are too many positions.
    fn unless_cycle(
        &self,
        stop: UnsolvedGraph<G::Position, G::Failure>,
    ) -> UnsolvedGraph<G::Position, G::Failure> {
        match &stop {
            UnsolvedGraph::GaveUp(gave_up) if !gave_up.is_stopped() => {
                // Where the time is used up this ends at once.
                match self.refuse_cycle() {
                    Err(cycle @ UnsolvedGraph::Cycle(_)) => cycle,
                    _ => stop,
                }
            }
            _ => stop,
        }
    }
}

/// The positions of a cycle, a shorter one if there is one near it.
fn cycle<P: Clone, F>(positions: &[P], links: &OptionLinks, on: &[u32]) -> UnsolvedGraph<P, F> {
    let short = short_cycle(links, positions.len(), on);
    UnsolvedGraph::Cycle(short.iter().map(|number| positions[*number as usize].clone()).collect())
}
