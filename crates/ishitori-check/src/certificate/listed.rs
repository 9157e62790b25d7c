//! Symmetries and covers as they are listed in the file.
//!
//! Numbers are in the range of their type and nothing more is known of them.
//! [`crate::cover::symmetry`] and [`crate::cover::check`] check what they say.

/// A symmetry: where each heap goes, and where the states of automata go.
pub(crate) struct Symmetry {
    pub line: usize,
    pub number: usize,
    /// From 0.
    pub places: Vec<usize>,
    pub states: Vec<(String, Vec<u32>)>,
}

/// The name of a macro-state, moved by a symmetry (0 if not).
pub(crate) type Name = (u32, u32);

/// A macro-state as it stands in the file.
pub(crate) struct Macro {
    pub line: usize,
    pub position: usize,
    /// Branches with the states of their components.
    pub elements: Vec<(usize, Vec<u32>)>,
    pub next: Vec<Name>,
}

/// A cover as it stands in the file.
pub(crate) struct Cover {
    pub line: usize,
    pub name: String,
    pub start: Name,
    pub macros: Vec<Macro>,
}
