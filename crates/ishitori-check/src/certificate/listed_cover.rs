//! Symmetries and covers as they are listed in the file.
//!
//! Numbers are in the range of their type and nothing more is known of them.
//! [`crate::cover::symmetry`] and [`crate::cover::check`] check what they say.

/// A symmetry: where each heap goes, and where the states of automata go.
pub struct ListedSymmetry {
    /// The line in the file.
    pub line: usize,
    /// Its number, from 1.
    pub number: usize,
    /// Where each heap goes, from 0.
    pub places: Vec<usize>,
    /// Where the states of the named automata go.
    pub states: Vec<(String, Vec<u32>)>,
}

/// The name of a macro-state, moved by a symmetry (0 if not).
pub type MacroName = (u32, u32);

/// A macro-state as it stands in the file.
pub struct ListedMacro {
    /// The line in the file.
    pub line: usize,
    /// How many digits of the letter have been read.
    pub position: usize,
    /// Branches with the states of their components.
    pub elements: Vec<(usize, Vec<u32>)>,
    /// The next macro-states, one a letter.
    pub next: Vec<MacroName>,
}

/// A cover as it stands in the file.
pub struct ListedCover {
    /// The line in the file.
    pub line: usize,
    /// What stands after `cover`.
    pub name: String,
    /// The first macro-state.
    pub start: MacroName,
    /// All macro-states.
    pub macros: Vec<ListedMacro>,
}
