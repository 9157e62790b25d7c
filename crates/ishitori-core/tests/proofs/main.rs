//! The prover, with the independent checker's word on every proof: what must be proved is, what is
//! wrong is not, and its parts do what they say.

#[path = "../judged/mod.rs"]
mod judged;
#[path = "../random/mod.rs"]
mod random;

mod arena;

mod covers;

mod guesses;
mod plain;
mod proved;
mod tried;
mod wrong;
