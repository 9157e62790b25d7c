//! Misère play of heap games: outcomes, genus, quotients.

mod games;
mod genera;
mod independent;
mod periods;
mod presented;
mod published;
mod random;
mod refused;
