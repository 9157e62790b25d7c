//! stub
/// stub
pub fn text(f: &ishitori_automata::Formula) -> String { format!("{f:?}") }
