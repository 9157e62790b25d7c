//! A workbench for impartial games, as a library: Nim and its many relatives.
//!
//! Write a game's rule in a few lines. The library solves it at the speed of a hand-written program, checks any claimed
//! formula and shows the smallest counterexample, finds formulas by itself, and proves them for all positions.
//!
//! ```
//! use ishitori::{Control, Convention, Game, Verdict};
//!
//! // King and rook: take any number from one heap, or one stone from both.
//! let game = Game::from_rule(
//!     "game king-and-rook
//!      position (a, b) unordered
//!      option (x, b) where x < a
//!      option (a - 1, b - 1)",
//! )?;
//! let control = Control::unlimited().with_memory(1 << 30).with_positions(1_000_000);
//!
//! // Solve: who wins (4,6), and how?
//! let report = game.value("4,6", Convention::Normal, &control)?;
//! assert_eq!(report.winning_moves.as_deref(), Some(&["4,5".to_string()][..]));
//!
//! // Check: a wrong guess is refuted by its smallest counterexample.
//! let guess = game.check("P iff a = b", Convention::Normal, None, &control)?;
//! assert!(matches!(&guess, Verdict::Refuted(found) if found.smallest.at == "1,1"));
//!
//! // Prove: the right formula holds for all positions, and an independent checker agrees.
//! let right = "P iff b <= a + 1 and (a + b) mod 3 = 0";
//! assert!(matches!(game.prove(right, Convention::Normal, &control)?, Verdict::Proved(_)));
//! # Ok::<(), ishitori::Error>(())
//! ```
//!
//! # Should I be using this crate?
//!
//! If you have a rule and questions about it, yes: begin with [`Game`]. If you want the program, install `ishitori-cli`. If you
//! want a checker for certificates that depends on nothing, take `ishitori-check`.
//!
//! # What a question may cost
//!
//! Every question takes a [`Control`]: how much memory, how many threads and positions, and who listens. A [`Listener`] is told
//! how far the work is and may stop it; a deadline is [`stopwatch::within`]. What does not fit is refused before any memory is
//! taken, with what would fit ([`Error::Refused`]). Work that is too much is given up ([`Error::GaveUp`]): then the question is
//! open, and never answered by half.
//!
//! # What an answer is worth
//!
//! Values come from engines that are tested against plain recursion. [`Verdict::HoldsUpTo`] is no proof. [`Verdict::Proved`]
//! exists only after `ishitori-check`, which shares no code with the prover, has accepted the certificate.
//!
//! # What else is here
//!
//! [`Game`] answers the everyday questions. What it stands on is public as well, since the command line and the page are made
//! of it and of nothing else:
//!
//! | for | modules |
//! |---|---|
//! | a name, a file or a text becomes a game | [`open`], [`rules`], [`problems`], [`games`], [`claims`] |
//! | a type of yours, or a program, becomes a game | [`options`], [`option_program`], [`option_claims`], [`json_position`] |
//! | which engine answers, and why | [`questions`] |
//! | positions, counted, listed or streamed | [`positions`] |
//! | tables and pictures | [`tables`], [`planes`], [`plots`], [`pictures`], [`data_tables`] |
//! | one position of any size, and sums | [`large`], [`theorems`], [`heap_values`], [`misere_heaps`], [`sums`] |
//! | misère play beside normal play | [`misere_classes`] |
//! | games on single heaps | [`sequences`], [`sequence_run`], [`single_heaps`], [`periods`], [`quotients`], [`octal_batch`] |
//! | games on pieces of several numbers | [`pieces`] |
//! | games on graphs, posets, diagrams, boards of cells | [`figures`], [`figure_lists`], [`figure_runs`] |
//! | claims, checked and proved | [`checks`], [`check_run`], [`proofs`], [`every_n`], [`trial`], [`contradiction`], [`verification`], [`second_reading`], [`walnut`], [`rocq`] |
//! | theorems found by themselves, conjectures from tables | [`discoveries`], [`table_discoveries`], [`discovery_batch`], [`discovery_json`], [`ledger`] |
//! | bands: two heaps free, the others bounded | [`bands`], [`band_answers`] |
//! | sentences about numbers | [`sentences`] |
//! | files that outlive the program | [`files`] |
//! | reports and words for people | [`study`], [`shown`], [`drawings`], [`stopwatch`] |
//!
//! The wall: no terminal and no web, and nothing is printed. A store of theorems is given, never looked for.

mod automatic_window;
pub mod band_answers;
pub mod bands;
mod big;
pub mod check_run;
pub mod checks;
pub mod claims;
pub mod contradiction;
pub mod data_tables;
pub mod discoveries;
pub mod discovery_batch;
pub mod discovery_json;
pub mod drawings;
mod error;
pub mod every_n;
pub mod families;
pub mod figure_lists;
pub mod figure_runs;
pub mod figures;
pub mod files;
mod game;
pub mod games;
pub mod heap_values;
pub mod json_position;
pub mod large;
pub mod ledger;
pub mod misere_classes;
pub mod misere_heaps;
pub mod octal_batch;
pub mod open;
pub mod option_claims;
pub mod option_program;
pub mod options;
pub mod periods;
pub mod pictures;
pub mod pieces;
pub mod planes;
pub mod plots;
pub mod positions;
pub mod problems;
pub mod proofs;
pub mod questions;
pub mod quotients;
mod relations;
pub mod rocq;
pub mod rules;
pub mod second_reading;
pub mod sentences;
pub mod sequence_run;
pub mod sequences;
pub mod shown;
pub mod single_heaps;
mod single_proofs;
pub mod slices;
pub mod stopwatch;
pub mod study;
pub mod sums;
pub mod table_discoveries;
pub mod tables;
pub mod theorems;
pub mod trial;
pub mod verification;
pub mod walnut;

pub use error::Error;
pub use game::{DenseTable, Game, PositionReport};
pub use ishitori_core::claim::{CheckExtent, Refutation, Verdict, Witness};
pub use ishitori_core::control::{Control, GaveUp, Listener, Progress, Total};
pub use ishitori_core::game::Bounds;
pub use ishitori_core::solve::{Convention, Outcome};
