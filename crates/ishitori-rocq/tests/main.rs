//! Tests of the generator: what it states, and what it refuses. Rocq itself is run by `rocq/test.sh`.

mod extracted;
mod periods;
mod reading;
mod refused;
mod stated;
