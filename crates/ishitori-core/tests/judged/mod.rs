//! Checking a formula, for the tests of claims and of statements.

use std::sync::LazyLock;

use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{CheckError, ClaimCheck, Verdict, check};
use ishitori_core::control::Control;
use ishitori_core::game::Bounds;
use ishitori_core::solve::Convention;
use ishitori_rule::Ruleset;
use ishitori_rule::parse::parse_statement;

/// Enough for every test here.
pub static ALLOWED: LazyLock<Control> = LazyLock::new(|| {
    Control::unlimited().with_memory(1 << 30).with_threads(2).with_positions(10_000_000)
});

/// The verdict on a formula about a game, heaps up to `to`.
pub fn judged(ruleset: &Ruleset, formula: &str, to: u64) -> Result<Verdict, CheckError> {
    let statement = parse_statement(formula).unwrap_or_else(|p| panic!("{formula}: {p:?}"));
    let bounds = Bounds { to: vec![to], total: None };
    let check_it = ClaimCheck {
        among: None,
        ruleset,
        statement: &statement,
        text: formula,
        convention: Convention::Normal,
        bounds: &bounds,
        automatic: false,
        control: &ALLOWED,
        known: None,
        library: &CatalogueLibrary,
    };
    check(&check_it)
}

/// The same for a game of the catalogue that the formula fits.
pub fn verdict(game: &str, formula: &str, to: u64) -> Verdict {
    let ruleset = catalogue::find(game).expect("a game of the catalogue");
    judged(&ruleset, formula, to).unwrap_or_else(|e| panic!("{game}: {formula}: {e}: {e:?}"))
}
