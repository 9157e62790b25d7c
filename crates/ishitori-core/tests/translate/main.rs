//! Claims as formulas: they mean what the evaluator says, or are refused with a reason.

mod agree;

use ishitori_automata::{Formula, Numeration, Predicate};
use ishitori_core::catalogue::{self, GAMES, Shelf};
use ishitori_core::claim::instances;
use ishitori_core::prove::{Outside, Theorem, Translated, text, translate};
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Given, Ruleset, load};

/// A claim of the catalogue with parameters: the rules, and what comes of translating it.
fn claim(game: &str, id: &str) -> (Ruleset, usize, Result<Translated, Outside>) {
    let ruleset = catalogue::find(game).unwrap_or_else(|e| panic!("{game}: {e:?}"));
    let found = ruleset.claims.iter().position(|claim| claim.id.value == id);
    let at = found.unwrap_or_else(|| panic!("no claim {id} in {game}"));
    let translated = translate(&ruleset, &ruleset.claims[at].statement, &Shelf);
    (ruleset, at, translated)
}

/// Every claim of every game, on the parameters where it is checked.
fn all() -> Vec<(String, String, Ruleset, usize)> {
    let mut all = Vec::new();
    for (name, rule) in GAMES {
        let defaults = load(rule, &[]).expect("a game of the catalogue");
        for instance in instances(&defaults.claims, &defaults.about.arguments, None) {
            let arguments: Vec<Given> = instance.arguments.clone();
            let ruleset = load(rule, &arguments).unwrap_or_else(|e| panic!("{name}: {e:?}"));
            let id = ruleset.claims[instance.claim].id.value.clone();
            all.push((ruleset.about.full_name(), id, ruleset, instance.claim));
        }
    }
    all
}

#[test]
fn what_is_translated_means_what_the_evaluator_says() {
    for (game, id, ruleset, at) in all() {
        let statement = &ruleset.claims[at].statement;
        let Ok(translated) = translate(&ruleset, statement, &Shelf) else { continue };
        if matches!(translated.theorem, Theorem::Sentence(_)) {
            continue;
        }
        let begun = std::time::Instant::now();
        let undefined = agree::agree(&ruleset, statement, &translated);
        assert_eq!(undefined, 0, "{game} {id}: {}", text(&translated.defined));
        eprintln!("{game} {id}: {:?}", begun.elapsed());
    }
}

#[test]
fn what_is_refused() {
    for (game, id, ruleset, at) in all() {
        match translate(&ruleset, &ruleset.claims[at].statement, &Shelf) {
            Ok(translated) => {
                eprintln!(
                    "ok {game} {id}: {}\n    {}",
                    text(translated.theorem.formula()),
                    text(&translated.defined)
                );
            }
            Err(why) => eprintln!("REFUSED {game} {id}: {why}"),
        }
    }
}
