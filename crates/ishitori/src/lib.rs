//! What every front does with the rooms: opens games, runs claims, prover and discoverer with a clock and a stop button.
//!
//! The command line and the web page ask the same questions and say the answers in their own way. What
//! they share lives here: from a name to a game ([`open`]), a game with its claims ([`claims`]), proofs with the
//! independent checker ([`proofs`], [`periods`]), what is known where there is none ([`trial`]), discoveries with the store ([`discoveries`]), a theorem that answers for every
//! position ([`theorems`], [`large`], [`worth`]), what showing a game needs ([`shown`]). The wall: no terminal and no web, and nothing is printed.
//!
//! Work may take long, so whoever starts it is its [owner](owner::Owner): it is told how far the work is, and may
//! stop it. An owner belongs to a thread, so that stopping one piece of work stops no other. A front without owners has
//! one stop button for all, Ctrl-C ([`interrupt`]).

pub mod big;
pub mod claims;
pub mod contradiction;
pub mod discoveries;
pub mod drawings;
pub mod interrupt;
pub mod large;
pub mod open;
pub mod owner;
pub mod periods;
pub mod problems;
pub mod proofs;
pub mod shown;
pub mod theorems;
pub mod trial;
pub mod watch;
pub mod worth;
