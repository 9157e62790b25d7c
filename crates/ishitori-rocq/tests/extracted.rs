//! Theorems whose checks are run outside of the kernel: what they assume, and what is left to be found.

use ishitori_rocq::{extracted, theorem};

#[test]
fn the_theorem_follows_from_its_checks() {
    let certificate = include_str!("certificates/split-and-delete.cert");
    let files = extracted(certificate).expect("a theorem");
    let main =
        "forall h1 h2 : N, 1 <= h1 /\\ 1 <= h2 -> (P_position move [h1; h2] <-> claim h1 h2)";
    let stated = format!("Forall passes checks ->\n      {main}. *)");
    assert!(files.theorem.contains(&stated), "the statement says that checks are pending");
    assert!(
        files.theorem.contains(&format!("Theorem main : Forall passes checks ->\n  {main}.\n"))
    );
    assert!(files.theorem.ends_with("Print Assumptions main.\n"));
    // Four moves that do not stay in the set, and one cover.
    assert_eq!(files.theorem.matches("\n  Plain (fun _ => emptyb").count(), 4);
    assert_eq!(files.theorem.matches("\n  Searched (fun m x => ").count(), 1);
    assert_eq!(files.theorem.matches("Hypothesis").count(), 5);
}

/// The macro-states are in the other file alone, so that nobody has to believe who wrote them.
#[test]
fn macro_states_are_not_part_of_the_theorem() {
    let certificate = include_str!("certificates/split-and-delete.cert");
    let files = extracted(certificate).expect("a theorem");
    assert!(!files.theorem.contains("Macro ["));
    assert!(files.macros.starts_with("cover 5\n(1, Macro ["), "{}", files.macros);
    let whole = theorem(certificate).expect("a theorem");
    assert!(whole.contains("Macro [") && !whole.contains("Hypothesis"));
}
