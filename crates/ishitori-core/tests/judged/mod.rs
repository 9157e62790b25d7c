//! Checking a formula, for the tests of claims and of statements.

use ishitori_core::catalogue::{self, Shelf};
use ishitori_core::claim::{Allowed, Check, CheckError, Verdict, check};
use ishitori_core::game::Bounds;
use ishitori_core::solve::choose::Limits;
use ishitori_core::solve::{Budget, Convention};
use ishitori_rule::Ruleset;
use ishitori_rule::parse::parse_statement;

/// Enough for every test here.
pub const ALLOWED: Allowed = Allowed {
    engine: Limits { memory: 1 << 30, threads: 2 },
    positions: 10_000_000,
    look_up: || Ok(()),
};

/// The verdict on a formula about a game, heaps up to `to`.
pub fn judged(ruleset: &Ruleset, formula: &str, to: u64) -> Result<Verdict, CheckError> {
    let statement = parse_statement(formula).unwrap_or_else(|p| panic!("{formula}: {p:?}"));
    let bounds = Bounds { to: vec![to], total: None };
    let check_it = Check {
        ruleset,
        statement: &statement,
        text: formula,
        convention: Convention::Normal,
        bounds: &bounds,
        automatic: false,
        allowed: ALLOWED,
        known: None,
        library: &Shelf,
    };
    check(&check_it, &mut || Budget::unlimited())
}

/// The same for a game of the catalogue that the formula fits.
pub fn verdict(game: &str, formula: &str, to: u64) -> Verdict {
    let ruleset = catalogue::find(game).expect("a game of the catalogue");
    judged(&ruleset, formula, to).unwrap_or_else(|e| panic!("{game}: {formula}: {e}: {e:?}"))
}
