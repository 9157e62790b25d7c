//! Symmetries and covers as they are listed in the file.
//!
//! Numbers are in the range of their type and nothing more is known of them.
//! [`crate::cover::symmetry`] and [`crate::cover::check`] check what they say.

/// A symmetry: where each heap goes, and where the states of automata go.
pub(crate) struct ListedSymmetry {
    pub(crate) line: usize,
    pub(crate) number: usize,
    /// From 0.
    pub(crate) places: Vec<usize>,
    pub(crate) states: Vec<(String, Vec<u32>)>,
}

/// The name of a macro-state, moved by a symmetry (0 if not).
pub(crate) type MacroName = (u32, u32);

/// A macro-state as it stands in the file.
pub(crate) struct ListedMacro {
    pub(crate) line: usize,
    pub(crate) position: usize,
    /// Branches with the states of their components.
    pub(crate) elements: Vec<(usize, Vec<u32>)>,
    pub(crate) next: Vec<MacroName>,
}

/// A cover as it stands in the file.
pub(crate) struct ListedCover {
    pub(crate) line: usize,
    pub(crate) name: String,
    pub(crate) start: MacroName,
    pub(crate) macros: Vec<ListedMacro>,
}
