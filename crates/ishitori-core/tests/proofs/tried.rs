//! ProofAttempt with the checker's word on it, and what a violation says in numbers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use ishitori_check::CheckedTheorem;
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{CheckError, ClaimCheck, Filter, with_filter};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::prove::{ProofAttempt, ProofQuestion, prove};
use ishitori_core::solve::{Convention, Outcome, Reference};
use ishitori_rule::Ruleset;
use ishitori_rule::parse::parse_statement;
use ishitori_rule::syntax::Condition;

/// Enough for every test here.
static ALLOWED: LazyLock<Control> =
    LazyLock::new(|| Control::unlimited().with_memory(1 << 30).with_positions(10_000_000));

/// What came of a claim.
#[derive(Debug)]
pub enum Tried {
    /// The certificate, and what the checker says of it.
    Proved(String, Box<CheckedTheorem>),
    /// Where it is violated.
    Violated(Violated),
    /// It is about numbers only.
    Decided(bool),
    /// There is no proof, and why.
    Neither(String),
}

/// A violation in numbers.
#[derive(Debug)]
pub struct Violated {
    pub obligation: String,
    pub position: Vec<u64>,
    pub option: Option<Vec<u64>>,
    pub exact: bool,
}

impl Violated {
    /// The positions that it is about, and their options.
    pub fn near(&self, game: &HeapGame) -> Vec<Heaps> {
        let own = [Some(&self.position), self.option.as_ref()];
        let own = own.into_iter().flatten().map(|heaps| game.position(heaps).expect("a position"));
        let own: Vec<Heaps> = own.collect();
        let options: Vec<Heaps> = own.iter().flat_map(|heaps| game.options(heaps)).collect();
        [own, options].concat()
    }
}

/// A game of the catalogue.
pub fn rules(game: &str) -> Ruleset {
    catalogue::find(game).unwrap_or_else(|e| panic!("{game}: {e:?}"))
}

/// The game of rules on heaps.
pub fn heap_game(ruleset: &Ruleset) -> HeapGame {
    match AnyGame::new(ruleset) {
        Ok(AnyGame::Heaps(game)) => game,
        _ => panic!("{} has no heaps", ruleset.about.full_name()),
    }
}

/// Tries a statement; a certificate that the checker refuses is a failure of the test.
pub fn tried(
    ruleset: &Ruleset,
    (statement, text, claim): (&Condition, &str, &str),
    convention: Convention,
) -> Tried {
    let question =
        ProofQuestion { ruleset, statement, text, claim, convention, library: &CatalogueLibrary };
    match prove(&question, &Control::unlimited().with_memory(1 << 30)) {
        ProofAttempt::Proved(proof) => {
            let checked = ishitori_check::check(&proof.certificate).unwrap_or_else(|refused| {
                let rule = &ruleset.about.text;
                panic!("{}: {claim}: refused: {refused}\n{rule}\n{text}", ruleset.about.full_name())
            });
            Tried::Proved(proof.certificate, Box::new(checked))
        }
        ProofAttempt::Violated(violated) => {
            let small = |numbers: Vec<u128>| -> Vec<u64> {
                let small = |n| u64::try_from(n).expect("a small number");
                numbers.into_iter().map(small).collect()
            };
            Tried::Violated(Violated {
                position: small(violated.position.expect("digits that denote a number")),
                option: violated.option.map(small),
                obligation: violated.obligation,
                exact: violated.exact,
            })
        }
        ProofAttempt::ByPeriod { .. } => panic!("no single heaps here"),
        ProofAttempt::Decided(holds) => Tried::Decided(holds),
        ProofAttempt::Outside(outside) => Tried::Neither(outside.to_string()),
        ProofAttempt::GaveUp(gave_up) => Tried::Neither(gave_up.to_string()),
    }
}

/// Tries a claim of the catalogue.
pub fn claim(game: &str, id: &str) -> Tried {
    let ruleset = rules(game);
    let claim = ruleset.claims.iter().find(|claim| claim.id.value == id);
    let claim = claim.unwrap_or_else(|| panic!("no claim {id} in {game}"));
    let convention = if claim.about.misere { Convention::Misere } else { Convention::Normal };
    tried(&ruleset, (&claim.statement, &ruleset.about.text, id), convention)
}

/// Tries a formula about a game.
pub fn formula(ruleset: &Ruleset, formula: &str, convention: Convention) -> Tried {
    let statement = parse_statement(formula).unwrap_or_else(|p| panic!("{formula}: {p:?}"));
    tried(ruleset, (&statement, formula, "formula"), convention)
}

/// A proved formula, with its certificate.
pub fn certificate(game: &str, id: &str) -> String {
    match claim(game, id) {
        Tried::Proved(certificate, _) => certificate,
        other => panic!("{game} {id}: {other:?}"),
    }
}

/// A formula in which each of these words, unless something in brackets follows, is another.
fn with_words(formula: &str, words: &[(&str, &str)]) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut text = String::new();
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        let length = match is_part(first) {
            true => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        let known = words.iter().find(|(own, _)| *own == word);
        match known.filter(|_| !after.trim_start().starts_with('(')) {
            Some((_, truth)) => text.push_str(truth),
            None => text.push_str(word),
        }
        rest = after;
    }
    text
}

/// Those of the positions at which a formula is not true, by the reference. What it says of heaps is
/// evaluated with the truth about `P`, `N` and `grundy` written in, wherever they mean the position itself.
pub fn wrong_at(
    ruleset: &Ruleset,
    formula: &str,
    convention: Convention,
    positions: &[Heaps],
) -> Vec<Heaps> {
    let game = heap_game(ruleset);
    let mut reference = Reference::new(&game);
    let mut groups: BTreeMap<String, Vec<Heaps>> = BTreeMap::new();
    for position in positions {
        let facts = reference.facts(position, &Control::unlimited()).expect("facts");
        let lost = facts.outcome(convention) == Outcome::P;
        let truth = |holds: bool| if holds { "(0 = 0)" } else { "(0 = 1)" };
        let grundy = facts.grundy.to_string();
        let known = [("P", truth(lost)), ("N", truth(!lost)), ("grundy", grundy.as_str())];
        groups.entry(with_words(formula, &known)).or_default().push(position.clone());
    }
    let mut wrong = Vec::new();
    for (formula, positions) in groups {
        let statement = parse_statement(&formula).unwrap_or_else(|p| panic!("{formula}: {p:?}"));
        let bounds = Bounds { to: vec![], total: Some(1) };
        let check = ClaimCheck {
            among: None,
            ruleset,
            statement: &statement,
            text: &formula,
            convention,
            bounds: &bounds,
            automatic: true,
            control: &ALLOWED,
            known: None,
            library: &CatalogueLibrary,
        };
        let run = with_filter(&check, |filter: &mut dyn Filter| {
            for position in positions {
                match filter.keeps_heaps(&position) {
                    Ok(true) => {}
                    Ok(false) | Err(CheckError::Meaningless { .. }) => wrong.push(position),
                    Err(other) => panic!("{formula}: {other}"),
                }
            }
        });
        run.unwrap_or_else(|e| panic!("{formula}: {e}"));
    }
    wrong
}

/// All positions with heaps up to `to`, at most `most` of them.
pub fn window(game: &HeapGame, to: u64, most: usize) -> Vec<Heaps> {
    let mut all = Vec::new();
    let bounds = Bounds { to: vec![to], total: None };
    let visited = game.visit_positions(&bounds, &mut |position| {
        all.push(position.clone());
        if all.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    visited.expect("a window");
    all
}
