//! Files: what was computed once, kept for later.
//!
//! This room knows files and nothing of games: what it keeps is text, and what it returns is no
//! more trustworthy than a file. Whoever uses a certificate from here has it checked first.

pub mod discoveries;

pub use discoveries::{Found, Store, StoreError};
