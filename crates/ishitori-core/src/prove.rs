//! Proofs: what claims say about *all* positions, by automata.
//!
//! The way of a claim: [`translate`] (claim to formula), [`arena`] (moves to formulas), [`goal`]
//! (all arrangements of heaps), [`induct`] (the obligations), by [`empty`] (no such numbers) and
//! [`cover`] (a move from everywhere else), and [`certificate`] writes down what was found; [`sentences`]
//! says the obligations once more for other software. Nothing here
//! is trusted: a theorem is proved when `ishitori-check`, which shares no code with this,
//! accepts the certificate. Then [`answer()`] says who wins a position, however large it is.

mod answer;
pub mod arena;
mod attempt;
pub(crate) mod automorphisms;
pub mod branch;
mod by_period;
pub mod certificate;
mod connect;
pub mod cover;
mod elements;
pub mod empty;
pub mod every_n;
mod expression;
pub mod goal;
mod helpers;
pub mod induct;
pub mod machines;
pub mod recall;
mod rename;
mod run;
pub mod sentences;
pub mod slice;
pub mod symmetry;
mod trace;
mod translate;

pub use answer::{GrundyAnswer, NoAnswer, NumberDigits, TheoremAnswer, WinningMove, answer};
pub use attempt::{ProofAttempt, ViolatedObligation};
pub use by_period::{PeriodicValues, by_period};
pub use connect::{free_variables, simplify};
pub use expression::text;
pub use run::{Proof, ProofQuestion, formulate, prove, prove_in_order, prove_supported};
pub use translate::{
    AutomataDecider, BeyondAutomata, KnownRelation, LeadingQuantifiers, NamedSentence, NoRelation,
    NoRelations, NumberSentence, RelationFile, RelationLibrary, TheoremStatement, TranslatedClaim,
    ValueCoding, sentence, sentence_with, sentences_with, translate,
};
