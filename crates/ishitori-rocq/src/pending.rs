//! Checks that the kernel does not run: hypotheses of the theorem, to be computed elsewhere.
//!
//! Rocq's virtual machine is too slow for the largest certificates. Then the file says that the theorem follows
//! from its checks, and the checks are extracted from the same file to OCaml and run there (`rocq/extract`).
//! So nobody has to read the data of the checks in another form; only macro-states are in a file of
//! their own, and these need no trust, since any will do that pass the check.

use std::fmt::Write;

/// The checks of a theorem that the kernel does not run, and the macro-states they need.
#[derive(Default)]
pub(crate) struct PendingChecks {
    /// The checks, and whether macro-states are to be found.
    pub(crate) checks: Vec<(String, bool)>,
    /// The macro-states, a cover after the other.
    pub(crate) macros: String,
}

/// A check that the kernel runs, or a hypothesis: `c_NAME`.
pub(crate) fn check(pending: &mut Option<PendingChecks>, name: &str, check: &str) -> String {
    match pending {
        None => format!("Lemma c_{name} : {check} = true.\nProof. vm. Qed."),
        Some(pending) => {
            pending.checks.push((check.to_string(), false));
            format!("Hypothesis c_{name} : {check} = true.")
        }
    }
}

/// The macro-states of a cover, as the file has them.
pub(crate) struct ListedMacros {
    /// Rows of a table.
    pub(crate) rows: String,
    /// If some are others that were moved.
    pub(crate) symmetries: Option<ListedSymmetries>,
    /// Whether a macro-state reads one digit.
    pub(crate) one_by_one: bool,
}

/// Symmetries of a cover, and which macro-states are others, moved.
pub(crate) struct ListedSymmetries {
    /// The definition of the symmetries, `y_NAME`.
    pub(crate) definition: String,
    /// Macro-state, symmetry, macro-state: the first is the last, moved.
    pub(crate) moved: Vec<(usize, usize, usize)>,
}

impl ListedSymmetries {
    fn moved_definition(&self, name: &str) -> String {
        let moved = self.moved.iter();
        let moved = moved.map(|(k, by, of)| format!("({k}%positive, ({by}%nat, {of}%positive))"));
        let moved = moved.collect::<Vec<_>>().join("; ");
        format!("Definition x_{name} : list (positive * (nat * positive)) := [\n  {moved}].\n")
    }
}

/// A check of macro-states, in the file.
pub(crate) struct WrittenCoverCheck {
    /// What comes before the lemma that uses `c_NAME`.
    pub(crate) text: String,
    /// How its proof begins.
    pub(crate) opened: String,
    /// What the check means: the theorem of the library that is applied to `c_NAME`.
    pub(crate) meaning: &'static str,
}

/// The check of a cover, whose branches are `b_NAME`: computed by the kernel, or a hypothesis.
pub(crate) fn searched(
    pending: &mut Option<PendingChecks>,
    name: &str,
    count: usize,
    listed: &ListedMacros,
) -> WrittenCoverCheck {
    let ListedMacros { rows, symmetries, one_by_one } = listed;
    let defined = symmetries.as_ref().map_or("", |found| found.definition.as_str());
    // The macro-states, and those that are others, moved, are named or found.
    let check = |macros: &str, moved: &str| match symmetries {
        None if *one_by_one => format!("scoverb 20 {count} b_{name} {macros}"),
        None => format!("coverb 20 {count} b_{name} {macros}"),
        Some(_) => format!("symmetric_coverb 20 {count} b_{name} y_{name} {macros} {moved}"),
    };
    let meaning = match symmetries {
        None if *one_by_one => "scover_ok _ _ _ _",
        None => "cover_ok _ _ _ _",
        Some(_) => "symmetric_cover_ok _ _ _ _ _ _",
    };
    let Some(pending) = pending else {
        let check = check(&format!("m_{name}"), &format!("x_{name}"));
        let moved = symmetries.as_ref().map_or(String::new(), |found| found.moved_definition(name));
        let (kind, computed) =
            if *one_by_one { ("smacro", "") } else { ("macro", "Eval vm_compute in ") };
        let text = format!(
            "Definition m_{name} : PM.t {kind} := {computed}of_list [\n  {rows}]%positive.\n{defined}{moved}\
             Lemma c_{name} : {check} = true.\nProof. vm. Qed."
        );
        return WrittenCoverCheck { text, opened: String::new(), meaning };
    };
    let _ = writeln!(pending.macros, "cover {}\n{rows}", pending.checks.len() + 1);
    for (index, by, of) in symmetries.iter().flat_map(|found| &found.moved) {
        let _ = writeln!(pending.macros, "moved {index} {by} {of}");
    }
    let check = check("m", "x");
    let text = format!("{defined}Hypothesis s_{name} : exists m x, {check} = true.");
    pending.checks.push((format!("fun m x => {check}"), true));
    let opened = format!("destruct s_{name} as (m_{name} & x_{name} & c_{name}). ");
    WrittenCoverCheck { text, opened, meaning }
}
