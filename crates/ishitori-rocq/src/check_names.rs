//! What the library calls its checks and their theorems, by how digits are read.

/// What the library calls its checks and theorems.
pub(crate) struct CheckNames {
    /// A table and its inclusions are right.
    pub(crate) right: &'static str,
    /// So they are on other tracks.
    pub(crate) moved: &'static str,
    /// They are right if the table accepts what a formula says.
    pub(crate) whole: &'static str,
    /// It does, by a check.
    pub(crate) accepts: &'static str,
    /// No numbers are accepted by several tables: the check, and what it means.
    pub(crate) empty: &'static str,
    pub(crate) empty_ok: &'static str,
}

/// Whole letters are read.
pub(crate) const TOGETHER: CheckNames = CheckNames {
    right: "comp_ok",
    moved: "comp_move",
    whole: "comp_of",
    accepts: "recog_ok",
    empty: "emptyb",
    empty_ok: "empty_ok",
};
/// Fibonacci digits: checks are about codes.
pub(crate) const FIBONACCI: CheckNames = CheckNames { empty_ok: "fib_empty_ok", ..TOGETHER };
/// Digits are read one by one.
pub(crate) const ONE_BY_ONE: CheckNames = CheckNames {
    right: "scomp_ok",
    moved: "scomp_move",
    whole: "scomp_of",
    accepts: "spell_ok _ _ _",
    empty: "semptyb",
    empty_ok: "sempty_ok",
};
