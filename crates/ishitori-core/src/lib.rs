//! Games and solvers of ishitori.
//!
//! A [`Ruleset`](ishitori_rule::Ruleset) says what a game is; a [`game::Game`] answers questions
//! about it: which positions there are, what can be played from one, what can lead to one. The
//! [`solve`] room answers who wins. Everything here is pure: no files, no clock, no printing.
//!
//! ```
//! use ishitori_core::game::{AnyGame, Game};
//! use ishitori_core::solve::{Budget, Reference};
//!
//! let rule = "game nim(n = 3) position h[n] unordered option h with h[i] lowered for i";
//! let ruleset = ishitori_rule::load(rule, &[]).unwrap();
//! let Ok(AnyGame::Heaps(nim)) = AnyGame::new(&ruleset) else { panic!() };
//! let position = nim.parse("1,2,4").unwrap();
//! let mut solver = Reference::new(&nim);
//! let facts = solver.facts(&position, &mut Budget::unlimited()).unwrap();
//! assert_eq!(facts.grundy, 1 ^ 2 ^ 4);
//! ```

pub mod catalogue;
pub mod claim;
pub mod discover;
pub mod game;
pub mod prove;
pub mod single;
pub mod solve;
