//! Two that should agree: the two readers, engines and the reference, the prover and the reference.

use std::ops::ControlFlow;

use ishitori::claims::{ClaimSentence, ClaimedGame};
use ishitori::proofs::{self, ProofAttempt};
use ishitori_core::ask::{Fact, SolvedWindow, choose, choose_window, p_positions};
use ishitori_core::game::{AnyGame, Bounds, GameKind, Growth, HeapGame, Heaps};
use ishitori_core::solve::{Convention, Outcome, Reference};
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Ruleset, load};

use super::against::{CLAIM_RULES, Compared, compare_claim, compare_rule};
use super::choices::Choices;
use super::limits::patient;
use super::tried::{window, wrong_at};
use super::{rules, text_of};

/// The options of small positions, by both readers of a rule.
pub fn readers(data: &[u8]) {
    let text = rules::rule(data);
    if let Compared::Different(where_) = compare_rule(&text) {
        panic!("the readers differ: {where_}\n{text}");
    }
}

/// The truth of a claim at small positions, by both readers. The first byte chooses the game.
pub fn readers_claim(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let rule = CLAIM_RULES[usize::from(*first) % CLAIM_RULES.len()];
    let statement = text_of(rest);
    // What is said of the game itself is not evaluated by formulas.
    let word = |word: &str| ["P", "N", "grundy", "options", "images"].contains(&word);
    let words = statement.split(|c: char| !c.is_alphanumeric() && c != '_');
    if statement.len() > 300 || words.into_iter().any(word) {
        return;
    }
    if let Compared::Different(where_) = compare_claim(rule, &statement) {
        panic!("the readers differ: {where_}\n{rule}\n{statement}");
    }
}

fn heap_game(text: &str) -> Option<HeapGame> {
    match AnyGame::new(&load(text, &[]).ok()?) {
        Ok(AnyGame::Heaps(game)) => Some(game),
        _ => None,
    }
}

/// P-positions by an engine, in both kinds of play, with one thread and with three, against plain recursion; and
/// Grundy values and lengths of play. The last two bytes choose the window.
pub fn engines(data: &[u8]) {
    let Some((rule, [size, skew])) = data.split_last_chunk::<2>() else { return };
    let text = rules::rule(rule);
    let Some(game) = heap_game(&text) else { return };
    let heaps = game.rules().names.len();
    let most = [40, 9, 5, 3, 2].get(heaps - 1).copied().unwrap_or(1);
    let grows = game.growth() != Growth::Never;
    let to = u64::from(*size) % (if grows { most.min(6) } else { most }) + 1;
    // Windows whose sides differ, where that is allowed.
    let mut sides = vec![to; heaps];
    if !grows && !game.rules().symmetry.identifies() {
        let place = usize::from(*skew) % heaps;
        sides[place] = (sides[place] + u64::from(*skew) / 16).min(most);
    }
    let total = (*skew % 5 == 4).then_some(to + 2);
    let bounds = Bounds { to: sides.clone(), total };
    for convention in [Convention::Normal, Convention::Misere] {
        let Some(expected) = by_reference(&game, &bounds, convention) else { return };
        for threads in [1, 3] {
            let control = patient(20_000).with_threads(threads).with_positions(200_000);
            let Ok(plan) = choose(&game, &bounds, convention, &control) else { return };
            let mut found = Vec::new();
            let run = p_positions(&game, &bounds, convention, &plan, &control, &mut |p| {
                found.push(p.clone());
            });
            if run.is_ok() {
                let (count, found) = (found.len(), game.arranged(found));
                let engine = plan.engine.name();
                assert_eq!(found, expected, "{engine}, {convention:?}, {bounds:?}\n{text}");
                assert_eq!(count, found.len(), "{engine} tells twice: {bounds:?}\n{text}");
            }
        }
    }
    if total.is_none() {
        for fact in [Fact::Grundy, Fact::Remoteness(Convention::Normal)] {
            same_window(&game, &text, &sides, fact);
        }
    }
}

fn by_reference(game: &HeapGame, bounds: &Bounds, convention: Convention) -> Option<Vec<Heaps>> {
    let (mut reference, control) = (Reference::new(game), patient(2_000));
    let (mut found, mut too_much) = (Vec::new(), false);
    let visited = game.visit_positions(bounds, &mut |position| {
        match reference.facts(position, &control) {
            Ok(facts) if facts.outcome(convention) == Outcome::P => found.push(position.clone()),
            Ok(_) => {}
            Err(_) => too_much = true,
        }
        if too_much { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (visited.is_ok() && !too_much).then_some(found)
}

/// Every cell of a window against plain recursion.
fn same_window(game: &HeapGame, text: &str, to: &[u64], fact: Fact) {
    let control = patient(20_000);
    let Ok(plan) = choose_window(game, to, fact, &control) else { return };
    let bounds = Bounds { to: to.to_vec(), total: None };
    let Ok(solved) = SolvedWindow::solve(game, &bounds, &plan, &control) else { return };
    let (mut reference, control) = (Reference::new(game), patient(2_000));
    let visited = game.visit_positions(&bounds, &mut |position| {
        let Ok(facts) = reference.facts(position, &control) else { return ControlFlow::Break(()) };
        let expected = match fact {
            Fact::Grundy => facts.grundy,
            Fact::Remoteness(convention) => facts.remoteness(convention),
            Fact::Outcome(convention) => u32::from(facts.outcome(convention) == Outcome::N),
        };
        let told = solved.at(game, &mut position.to_vec());
        let engine = plan.engine.name();
        assert_eq!(told, Some(expected), "{engine}, {fact:?} at {position:?} of {to:?}\n{text}");
        ControlFlow::Continue(())
    });
    assert!(visited.is_ok(), "{text}");
}

/// A claim about a game, both made of the bytes: what is proved is true in a window, and nothing that is accepted is
/// called a bug. Bytes that begin with `game` are a rule, then `---` in a line of its own, then a claim.
pub fn proofs(data: &[u8]) {
    let (rule, claim) = match data.starts_with(b"game") {
        true => {
            let text = text_of(data);
            let Some((rule, claim)) = text.split_once("\n---\n") else { return };
            (rule.to_string(), Some(claim.to_string()))
        }
        false => (String::new(), None),
    };
    let mut choices = Choices::new(data);
    let convention = [Convention::Normal, Convention::Misere][choices.below(2)];
    let rule = if claim.is_some() { rule } else { rules::chosen_rule(&mut choices) };
    let Some(game) = heap_game(&rule) else { return };
    if game.rules().names.len() > 3 {
        return;
    }
    let claim = claim.unwrap_or_else(|| rules::claim(&mut choices, &game.rules().names));
    proved_is_true(&rule, &claim, convention);
}

/// Tries to prove a claim; whether it is proved. What is proved is true in a window.
fn proved_is_true(rule: &str, claim: &str, convention: Convention) -> bool {
    let (Ok(claimed), Ok(statement)) =
        (ClaimedGame::of_text("fuzzed", rule), parse_statement(claim))
    else {
        return false;
    };
    let sentence = ClaimSentence { statement: &statement, text: claim, convention };
    let control = patient(150).with_memory(1 << 24);
    let attempt = proofs::prove(&claimed, &claimed.ruleset, "fuzzed", &sentence, &control);
    match attempt {
        Err(why) => panic!("{why}\n{rule}\n{claim} ({convention:?})"),
        Ok(ProofAttempt::Proved(_)) => {}
        Ok(_) => return false,
    }
    let wrong = is_true_in(&claimed.ruleset, claim, convention, &heap_window(&claimed.ruleset));
    assert!(wrong.is_none(), "PROVED, but false at {wrong:?}:\n{rule}\n{claim}");
    true
}

/// Small positions, heaps up to a dozen and more where there are few of them.
pub fn heap_window(ruleset: &Ruleset) -> Vec<Heaps> {
    let Ok(AnyGame::Heaps(game)) = AnyGame::new(ruleset) else { return Vec::new() };
    let to = match game.growth() {
        Growth::Beyond => 4,
        _ => [60, 14, 7, 4].get(game.rules().names.len() - 1).copied().unwrap_or(2),
    };
    window(&game, to, 600)
}

/// A position of some where a claim is false, by the reference.
pub fn is_true_in(
    ruleset: &Ruleset,
    claim: &str,
    convention: Convention,
    positions: &[Heaps],
) -> Option<Heaps> {
    wrong_at(ruleset, claim, convention, positions).into_iter().next()
}
