//! Proofs for all positions.

pub mod arena;
pub mod branch;
pub mod certificate;
pub mod cover;
mod elements;
pub mod empty;
pub mod expression;
pub mod goal;
pub mod induct;
mod rename;
pub mod shop;
pub mod symmetry;
pub mod work;
