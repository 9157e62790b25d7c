//! The prover, with the independent checker's word on every proof: what must be proved is, what is
//! wrong is not, and its parts do what they say.

mod arena;
mod complexes;
mod corrupted;
mod covers;
mod families;
mod formulas;
mod guesses;
mod measured;
mod plain;
mod played;
mod proved;
mod tried;
mod wrong;
