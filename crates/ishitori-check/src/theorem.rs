//! What a theorem needs, as `docs/certificate.md` tells it.
//!
//! [`obligations`] lists what must have no solution, [`meaning`] says what each automaton of the file is to
//! accept. Which covers there must be is in [`crate::cover::branches`].

pub(crate) mod meaning;
pub(crate) mod obligations;
