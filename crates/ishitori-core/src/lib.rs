//! Games and solvers of ishitori.
//!
//! A [`Ruleset`](ishitori_rule::Ruleset) says what a game is; a [`game::GameKind`] answers questions
//! about it: which positions there are, what can be played from one, what can lead to one. The
//! question room, [`ask`], answers who wins, by the engines in [`solve`]. Everything here is pure: no files, no clock, no printing.
//!
//! ```
//! use ishitori_core::control::Control;
//! use ishitori_core::game::{AnyGame, GameKind};
//! use ishitori_core::solve::Reference;
//!
//! let rule = "game nim(n = 3) position h[n] unordered option h with h[i] lowered for i";
//! let ruleset = ishitori_rule::load(rule, &[]).unwrap();
//! let Ok(AnyGame::Heaps(nim)) = AnyGame::new(&ruleset) else { panic!() };
//! let position = nim.parse("1,2,4").unwrap();
//! let mut solver = Reference::new(&nim);
//! let facts = solver.facts(&position, &Control::unlimited()).unwrap();
//! assert_eq!(facts.grundy, 1 ^ 2 ^ 4);
//! ```

pub mod ask;
pub mod catalogue;
pub mod claim;
pub mod control;
pub mod discover;
pub mod game;
pub mod prove;
pub mod single;
pub mod solve;
