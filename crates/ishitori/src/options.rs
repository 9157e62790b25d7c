//! Games that no rule text fits: by their options.
//!
//! Implement [`Options`] for a type of your own, one function that tells what can be played from a position, and
//! [`OptionGraph`] walks everything that play reaches and solves it: outcome, Grundy value and remoteness, in normal and misère
//! play, and the winning moves. [`check_positions`] compares a formula with it. Or write the function as a program in any
//! language: an [`OptionProgram`] asks it, with positions in JSON.
//!
//! ```
//! use std::convert::Infallible;
//!
//! use ishitori::options::{OptionGraph, Options, PositionCheck, PositionNumbers, check_positions};
//! use ishitori::{Control, Convention, Outcome};
//!
//! /// Chomp: eat a cell of a chocolate bar with all below it and to the right. A position is the lengths of its rows.
//! struct Chomp;
//!
//! impl Options for Chomp {
//!     type Position = Vec<u64>;
//!     type Failure = Infallible;
//!
//!     fn options(&self, rows: &Vec<u64>) -> Result<Vec<Vec<u64>>, Infallible> {
//!         let cells = (0..rows.len()).flat_map(|row| (0..rows[row]).map(move |column| (row, column)));
//!         // The cell in the corner is poisoned: nobody eats it.
//!         let eaten = cells.filter(|cell| *cell != (0, 0)).map(|(row, column)| {
//!             let below = rows[row..].iter().map(|length| column.min(*length));
//!             rows[..row].iter().copied().chain(below).collect()
//!         });
//!         Ok(eaten.collect())
//!     }
//! }
//!
//! // Solve: three rows of four cells.
//! let control = Control::unlimited().with_memory(1 << 30).with_positions(1_000_000);
//! let bar = vec![4, 4, 4];
//! let graph = OptionGraph::solve(&Chomp, [bar.clone()], &control).expect("play ends");
//! let facts = graph.facts(&bar).expect("it was asked for");
//! assert_eq!(facts.outcome(Convention::Normal), Outcome::N);
//! assert_eq!(graph.winning_moves(&bar, Convention::Normal), Some(vec![vec![4, 2, 2]]));
//!
//! // Check: a bar of two rows is lost if the second is one shorter.
//! let bars: Vec<Vec<u64>> = (1..9).flat_map(|a| (0..=a).map(move |b| vec![a, b])).collect();
//! let graph = OptionGraph::solve(&Chomp, bars.clone(), &control).expect("play ends");
//! let numbers = |bar: &Vec<u64>| Ok(PositionNumbers { row: bar.clone(), named: vec![] });
//! let check = |formula: &str| check_positions(&graph, &bars, &numbers, formula, Convention::Normal, &control);
//! assert_eq!(check("P iff h[1] = h[2] + 1")?, PositionCheck::Holds { cases: 44 });
//! // The first of the bars for which it fails: 2,2.
//! assert_eq!(check("grundy <= 1 or moves >= 4")?, PositionCheck::Fails { at: 4 });
//! # Ok::<(), ishitori::Error>(())
//! ```
//!
//! What is no game is refused: [`UnsolvedGraph`] names the cycle, or the position that was not answered. A game with a rule
//! text or a [`GameKind`](crate::games::GameKind) of its own is solved faster by [`Game`](crate::Game); by reference it is an
//! [`Options`] too, so both can be compared.

pub use ishitori_core::game::{Options, Windowed};
pub use ishitori_core::solve::{OptionGraph, PositionFacts, UnsolvedGraph};

pub use crate::json_position::{JsonPosition, ProgramAnswer};
pub use crate::option_claims::{PositionCheck, PositionNumbers, check_positions};
pub use crate::option_program::{OptionProgram, ProgramFailure};
