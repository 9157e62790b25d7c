//! The rule language of ishitori: from the text of a game to its move families.
//!
//! A researcher writes what a paper prints,
//!
//! ```text
//! game wythoff
//! position (a, b) unordered
//! option (x, b) where x < a
//! option (a - t, b - t) where t >= 1
//! ```
//!
//! and gets a [`Ruleset`]: heaps, lower bounds, symmetry and a finite list of [`family::Family`],
//! each `{ h -> h' | exists t : conditions, h' = affine }`. Three types mark the way:
//! tokens ([`lex`]), syntax with places ([`syntax`], made by [`parse`]), and the validated
//! [`Ruleset`] (made by [`lower`]). Problems are collected, never thrown one by one; see
//! [`problem`]. This crate does no I/O and depends on no other room of the house.
//!
//! ```
//! let text = "game wythoff position (a, b) unordered
//!             option (x, b) where x < a
//!             option (a - t, b - t) where t >= 1";
//! let wythoff = ishitori_rule::load(text, &[]).unwrap();
//! assert_eq!(wythoff.about.full_name(), "wythoff");
//!
//! let problems = ishitori_rule::load("game nim position (a) option (x) where x < aa", &[]);
//! assert!(problems.unwrap_err()[0].hint_text().unwrap().contains("did you mean `a`"));
//! ```

mod canonical;
pub mod checksum;
pub mod code;
pub mod every_n;
pub mod family;
pub mod figure_rules;
pub mod lex;
pub mod linear;
pub mod lower;
pub mod measure;
pub mod name;
pub mod number_function;
pub mod parse;
pub mod problem;

pub mod ruleset;
pub mod set_list;
mod slice;
mod sum;
pub mod symmetry;
pub mod syntax;
mod text;

pub use problem::{Problem, Span};
pub use ruleset::{
    BoardMoves, BoardRules, GameDescription, GivenArgument, HeapRules, PartShape, PieceRules,
    Rules, Ruleset, SingleRules, SumFamily,
};
pub use slice::HeapSlice;
pub use sum::{NoSum, sum};
pub use symmetry::Symmetry;
pub use syntax::Argument;
pub use text::{NotLowered, RuleText};

/// Reads a rule text with the given arguments: parse, then lower.
///
/// # Errors
/// Every problem found, as [`RuleText::lower`] tells them.
pub fn load(text: &str, arguments: &[GivenArgument]) -> Result<Ruleset, Vec<Problem>> {
    RuleText::read(text).lower(arguments)
}
