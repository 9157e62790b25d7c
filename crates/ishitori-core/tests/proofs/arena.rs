//! Moves as formulas: they lead where the game says, on all positions of small windows.

use crate::cases::enough;
use std::collections::BTreeSet;

use ishitori_automata::{Comparison, Dfa, DigitLogic, DigitOrder, Formula, Numeration};
use ishitori_core::catalogue::GAMES;
use ishitori_core::game::{GameKind, HeapGame};
use ishitori_core::prove::arena::{Arena, ArenaMove, FormulaMove};
use ishitori_rule::{GivenArgument, Rules, load};

use super::tried::{heap_game, rules, window};
use crate::random::random_games;

/// The names of the heaps after a move.
fn after(heaps: usize) -> Vec<String> {
    (1..=heaps).map(|i| format!("y{i}")).collect()
}

/// That one name stands for another number.
fn same(x: &str, y: &str) -> Formula {
    Formula::compare(x, Comparison::Equal, y)
}

/// A move from the heaps to `y1`, `y2`, ...; `reading` says how divisors are read.
fn step(arena: &Arena, option: &ArenaMove, reading: fn(&FormulaMove) -> Formula) -> Formula {
    let ys = after(arena.heaps.len());
    match option {
        ArenaMove::Lower(lowered) => {
            let mut all = Vec::new();
            let mut less = Vec::new();
            for (i, (heap, y)) in arena.heaps.iter().zip(&ys).enumerate() {
                if lowered.contains(&i) {
                    all.push(Formula::compare(y, Comparison::LessEqual, heap));
                    less.push(Formula::compare(y, Comparison::Less, heap));
                } else {
                    all.push(same(y, heap));
                }
            }
            all.push(Formula::Or(less));
            Formula::And(all)
        }
        ArenaMove::Other(other) => {
            let mut all = vec![reading(other)];
            all.extend(other.to.iter().zip(&ys).map(|(to, y)| same(to, y)));
            let new: Vec<&str> = other.new.iter().map(String::as_str).collect();
            let all = Formula::And(all);
            if new.is_empty() { all } else { Formula::exists(&new, all) }
        }
    }
}

/// All moves as one automaton on the heaps before and after.
fn moves(arena: &Arena, order: DigitOrder, reading: fn(&FormulaMove) -> Formula) -> Dfa {
    let logic = DigitLogic::binary(order);
    let steps = arena.moves.iter().map(|option| step(arena, option, reading)).collect();
    let relation = logic.evaluate(&Formula::Or(steps)).expect("an automaton");
    let names = [arena.heaps.clone(), after(arena.heaps.len())].concat();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    logic.on_tracks(&relation, &names).expect("an automaton")
}

fn holds(dfa: &Dfa, order: DigitOrder, before: &[u64], after: &[u64]) -> bool {
    let numbers: Vec<u128> = before.iter().chain(after).map(|n| u128::from(*n)).collect();
    dfa.accepts(&Numeration::Binary.word(order, &numbers))
}

/// All tuples of `heaps` numbers up to `to`.
fn tuples(heaps: usize, to: u64) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    for _ in 0..heaps {
        let longer = |tuple: &Vec<u64>| {
            let tuple = tuple.clone();
            (0..=to).map(move |n| [tuple.clone(), vec![n]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Compares positions and moves; says whether divisors are read in two ways.
fn compare(name: &str, game: &HeapGame, to: u64) -> Option<bool> {
    let arena = Arena::new(game.rules()).ok()?;
    let heaps = arena.heaps.len();
    let unordered = game.rules().symmetry.identifies();
    let exact = arena.moves.iter().all(|option| match option {
        ArenaMove::Lower(_) => true,
        ArenaMove::Other(other) => other.divides.is_empty(),
    });
    let order = if name.len().is_multiple_of(2) { DigitOrder::Msd } else { DigitOrder::Lsd };
    let (wide, narrow) =
        (moves(&arena, order, FormulaMove::wide), moves(&arena, order, FormulaMove::narrow));
    let logic = DigitLogic::binary(order);
    let valid = logic.evaluate(&arena.valid).expect("an automaton");
    let names: Vec<&str> = arena.heaps.iter().map(String::as_str).collect();
    let valid = logic.on_tracks(&valid, &names).expect("an automaton");
    let targets = tuples(heaps, to + 2);
    for tuple in tuples(heaps, to) {
        let position = game.position(&tuple);
        assert_eq!(holds(&valid, order, &tuple, &[]), position.is_ok(), "{name}: {tuple:?}");
        let Ok(position) = position else { continue };
        let options: BTreeSet<Vec<u64>> =
            game.options(&position).into_iter().map(|option| option.to_vec()).collect();
        let found = |dfa: &Dfa| -> BTreeSet<Vec<u64>> {
            let reached = targets.iter().filter(|target| holds(dfa, order, &tuple, target));
            let mut reached: Vec<Vec<u64>> = reached.cloned().collect();
            if unordered {
                reached.iter_mut().for_each(|heaps| heaps.sort_unstable());
            }
            reached.into_iter().collect()
        };
        let near = |option: &&Vec<u64>| option.iter().all(|heap| *heap <= to + 2);
        let options: BTreeSet<Vec<u64>> = options.iter().filter(near).cloned().collect();
        let (wide, narrow) = (found(&wide), found(&narrow));
        assert!(narrow.is_subset(&options), "{name}: {tuple:?}: {narrow:?} {options:?}");
        assert!(options.is_subset(&wide), "{name}: {tuple:?}: {options:?} {wide:?}");
        assert!(!exact || wide == narrow, "{name}: {tuple:?}: {narrow:?} {wide:?}");
    }
    Some(!exact)
}

#[test]
fn moves_of_the_catalogue() {
    let mut compared = 0;
    for (name, rule) in GAMES {
        for n in 1..=4 {
            let given = [GivenArgument { name: None, value: ishitori_rule::Argument::Number(n) }];
            let Ok(ruleset) = load(rule, &given).or_else(|_| load(rule, &[])) else { continue };
            let Rules::Heaps(rules) = &ruleset.rules else { break };
            let to = match rules.names.len() {
                1 => 12,
                2 => 7,
                3 => 3,
                _ => continue,
            };
            let name = ruleset.about.full_name();
            assert!(compare(&name, &heap_game(&ruleset), to).is_some(), "{name}");
            compared += 1;
        }
        let _ = name;
    }
    assert!(compared >= 30, "only {compared}");
}

#[test]
fn moves_of_random_rules() {
    let mut compared = 0;
    for (text, _, game) in random_games(0..400) {
        let to = [12, 6, 3][game.rules().names.len() - 1];
        compared += usize::from(compare(&text, &game, to).is_some());
    }
    assert!(compared >= enough(60), "only {compared}");
}

/// A common divisor is none that automata know: what they know lies on both sides of it.
#[test]
fn divisors_are_bracketed() {
    let game = heap_game(&rules("common-divisor(1)"));
    assert_eq!(compare("one", &game, 40), Some(true));
    let arena = Arena::new(game.rules()).expect("formulas");
    let (wide, narrow) = (
        moves(&arena, DigitOrder::Msd, FormulaMove::wide),
        moves(&arena, DigitOrder::Msd, FormulaMove::narrow),
    );
    let all = window(&game, 20, 100);
    let differ = all.iter().any(|heaps| {
        tuples(1, 20).iter().any(|target| {
            holds(&wide, DigitOrder::Msd, heaps, target)
                != holds(&narrow, DigitOrder::Msd, heaps, target)
        })
    });
    assert!(differ, "the two readings are the same");
    assert_eq!(compare("two", &heap_game(&rules("common-divisor(2)")), 9), Some(true));
}
