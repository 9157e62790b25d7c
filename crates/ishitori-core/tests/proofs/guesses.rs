//! Random rules and formulas: what is proved holds, what is violated is false.

use crate::cases::{cases, enough};
use ishitori_core::control::Control;
use ishitori_core::game::{Growth, HeapGame, Heaps};
use ishitori_core::prove::arena::{Arena, ArenaMove};
use ishitori_core::solve::Convention::{self, Misere, Normal};
use ishitori_core::solve::{Outcome, Reference};
use ishitori_rule::{Rules, Ruleset, load};

use super::tried::{Tried, formula, heap_game, window, wrong_at};
use crate::random::{random_cones, random_rule};

/// What came of a few hundred guesses.
#[derive(Debug, Default)]
struct Count {
    proved: usize,
    violated: usize,
    inexact: usize,
    neither: usize,
}

/// Formulas that may be true of a game; `a`, `b`, `c` are its heaps.
const OUTCOMES: &[&str] = &[
    "xor(heaps) = 0",
    "max(heaps) = min(heaps)",
    "sum(heaps) = 0",
    "sum(heaps) mod 2 = 0",
    "sum(heaps) mod 3 = 0",
    "1 = 1",
    "1 = 2",
    "a = 0",
    "a = 1",
    "a mod 2 = 0",
    "a mod 2 = 1",
    "a mod 3 = 0",
    "a <= 1",
    "z = 0",
    "z mod 2 = 0",
    "z <= 1",
    "a = z",
    "a + 1 = z",
    "2*a = z",
    "v2(a) = v2(z)",
    "a xor z = 1",
    "tail(a) = 0",
    "max(heaps) < 3",
    "min(heaps) < 2",
    "a = z and a mod 2 = 0",
    "a mod 2 = 0 and z mod 2 = 0",
    "a mod 2 = 1 and z mod 2 = 1",
    "or(heaps) mod 2 = 0",
    "digit_sum(3, heaps) = 0",
];

const VALUES: &[&str] = &[
    "0",
    "xor(heaps)",
    "sum(heaps)",
    "a",
    "z",
    "max(heaps)",
    "min(heaps)",
    "or(heaps)",
    "a mod 2",
    "z mod 2",
    "sum(heaps) mod 2",
    "sum(heaps) mod 3",
    "min(a, 1)",
    "tail(a)",
    "tail(or(heaps))",
    "v2(a + 1)",
    "v2(a)",
    "v2(z)",
    "z - a",
];

/// Rules that some of the formulas fit, beside the random ones.
const KNOWN: &[&str] = &[
    "game g position (a, b) unordered option (x, b) where x < a",
    "game g position (a, b) option (x, b) where x < a option (a, x) where x < b",
    "game g position (a) option (a - t) where 1 <= t <= 2",
    "game g position (a) option (a - t) where t >= 1, t mod 2 = 1",
    "game g position (a, b) unordered option (a - t, b) where 1 <= t <= 1",
    "game g position (a, b) unordered each >= 1 option (x, b) where x < a option (x, y) where x + y = a",
    "game g position (a, b) unordered option (x, y) where x + y = a - 1",
    "game g position h[3] on a circle option h with h[S] lowered for S of size 2",
    "game g position h[3] on a circle each >= 1 option h with h[S] lowered for S of size 2",
    "game g position h[3] on a line option h with h[i] lowered for i",
    "game g position (a, b) option (a - t, b - t) where t >= 1 option (x, b) where x < a",
    "game g position (a, b) unordered distinct option (x, b) where x < a",
    "game g position (a, b) option (a - 2*t, b + t) where t >= 1",
    "game g position (a, b) option (a - 1, b + 1) option (a, b - 1)",
    "game g position (a, b) option (a - t, b) where t divides a, t >= 1",
    "game g position (a) option (a - t) where t divides a, t >= 1",
    "game g position (a) each >= 1 option (a - t) where t divides a, t >= 1",
];

/// Whether automata for it are small.
fn is_small(ruleset: &Ruleset) -> bool {
    let Rules::Heaps(rules) = &ruleset.rules else { return false };
    let Ok(arena) = Arena::new(rules) else { return false };
    let new = |option: &ArenaMove| match option {
        ArenaMove::Lower(_) => 0,
        ArenaMove::Other(other) => other.new.len(),
    };
    let most = arena.moves.iter().map(new).max().unwrap_or(0);
    arena.heaps.len() + most <= 5 && arena.heaps.len() <= 3
}

/// A formula of a pool about the heaps of this game.
fn about(ruleset: &Ruleset, formula: &str) -> String {
    let Rules::Heaps(rules) = &ruleset.rules else { panic!("heaps") };
    let (first, last) = (&rules.names[0], rules.names.last().expect("a heap"));
    let mut text = String::new();
    let mut letters = formula.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let alone = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        let whole = alone(before) && letters.peek().is_none_or(|next| alone(*next));
        match letter {
            'a' if whole => text.push_str(first),
            'z' if whole => text.push_str(last),
            other => text.push(other),
        }
        before = letter;
    }
    text
}

/// Tries a formula, and compares what came out with the reference.
fn judge(ruleset: &Ruleset, claimed: &str, convention: Convention, count: &mut Count) {
    let game = heap_game(ruleset);
    let text = || format!("{}\n{claimed} ({convention:?})", ruleset.about.text);
    match formula(ruleset, claimed, convention) {
        Tried::Proved(..) => {
            count.proved += 1;
            // Heaps that double are soon too many positions.
            let grows = game.growth() == Growth::Beyond;
            let to = if grows { 4 } else { [200, 20, 9][game.rules().names.len() - 1] };
            let all = window(&game, to, 2000);
            let wrong = wrong_at(ruleset, claimed, convention, &all);
            assert!(wrong.is_empty(), "PROVED, but false at {:?}: {}", wrong[0], text());
        }
        Tried::Violated(found) if found.exact => {
            count.violated += 1;
            let wrong = wrong_at(ruleset, claimed, convention, &found.near(&game));
            assert!(!wrong.is_empty(), "true near {found:?}: {}", text());
        }
        Tried::Violated(_) => count.inexact += 1,
        Tried::Decided(_) => panic!("no statement about numbers: {}", text()),
        Tried::Neither(_) => count.neither += 1,
    }
}

/// The formulas to try: those that are true on a small window, and some others.
fn guesses(
    ruleset: &Ruleset,
    game: &HeapGame,
    random: &mut fastrand::Rng,
) -> Vec<(String, Convention)> {
    let mut pool: Vec<(String, Convention)> = Vec::new();
    for convention in [Normal, Misere] {
        pool.extend(OUTCOMES.iter().map(|f| (format!("P iff {}", about(ruleset, f)), convention)));
        pool.push((listed(game, convention), convention));
    }
    pool.extend(VALUES.iter().map(|f| (format!("grundy = {}", about(ruleset, f)), Normal)));
    let small = window(game, 5, 150);
    let mut chosen = Vec::new();
    for (formula, convention) in pool {
        let fits = wrong_at(ruleset, &formula, convention, &small).is_empty();
        if fits || random.u8(..12) == 0 {
            chosen.push((formula, convention));
        }
    }
    chosen
}

/// What may be true of some positions only.
fn family_guesses(
    ruleset: &Ruleset,
    game: &HeapGame,
    random: &mut fastrand::Rng,
) -> Vec<(String, Convention)> {
    let mut pool = Vec::new();
    for _ in 0..8 {
        let (first, second) =
            (OUTCOMES[random.usize(..OUTCOMES.len())], OUTCOMES[random.usize(..OUTCOMES.len())]);
        for condition in [first.to_string(), format!("{first} and ({second})")] {
            let condition = about(ruleset, &condition);
            pool.push(format!("P if {condition}"));
            pool.push(format!("N if {condition}"));
            pool.push(format!("({condition} implies P) and (P or N)"));
        }
    }
    let small = window(game, 5, 150);
    let fits = |text: &String| wrong_at(ruleset, text, Normal, &small).is_empty();
    pool.retain(|text| fits(text) || random.u8(..16) == 0);
    pool.into_iter().map(|text| (text, Normal)).collect()
}

/// The first lost positions, as if there were no others.
fn listed(game: &HeapGame, convention: Convention) -> String {
    let mut reference = Reference::new(game);
    let names = &game.rules().names;
    let mut lost = |heaps: &Heaps| {
        let facts = reference.facts(heaps, &Control::unlimited()).expect("facts");
        facts.outcome(convention) == Outcome::P
    };
    let equal = |heaps: &Heaps| {
        let each: Vec<String> =
            names.iter().zip(heaps).map(|(n, h)| format!("{n} = {h}")).collect();
        format!("({})", each.join(" and "))
    };
    let all = window(game, 3, 64);
    let lost: Vec<String> = all.iter().filter(|heaps| lost(heaps)).map(equal).collect();
    if lost.is_empty() { "P iff 1 = 2".to_string() } else { format!("P iff {}", lost.join(" or ")) }
}

fn judge_all(rules: impl Iterator<Item = String>) -> (usize, Count) {
    judge_each(rules, &guesses)
}

/// Makes guesses about a game.
type Guesser = dyn Fn(&Ruleset, &HeapGame, &mut fastrand::Rng) -> Vec<(String, Convention)>;

fn judge_each(rules: impl Iterator<Item = String>, guesses: &Guesser) -> (usize, Count) {
    let mut random = fastrand::Rng::with_seed(11);
    let mut count = Count::default();
    let mut games = 0;
    for text in rules {
        let Ok(ruleset) = load(&text, &[]) else { continue };
        if !is_small(&ruleset) {
            continue;
        }
        games += 1;
        let game = heap_game(&ruleset);
        for (formula, convention) in guesses(&ruleset, &game, &mut random) {
            judge(&ruleset, &formula, convention, &mut count);
        }
    }
    (games, count)
}

#[test]
fn known_games() {
    let (games, count) = judge_all(KNOWN.iter().map(ToString::to_string));
    assert_eq!(games, KNOWN.len());
    assert!(count.proved >= 20 && count.violated >= 40 && count.inexact > 0, "{count:?}");
}

/// Claims about some positions only: none that is proved is false, none that is violated is true. What does not
/// support itself is neither.
#[test]
fn random_families() {
    let known = KNOWN.iter().map(ToString::to_string);
    let random = (0..cases(200)).map(|seed| random_rule(&mut fastrand::Rng::with_seed(seed)));
    let cones = (0..cases(40)).map(|seed| random_cones(&mut fastrand::Rng::with_seed(seed)));
    let (games, count) = judge_each(known.chain(random).chain(cones), &family_guesses);
    let met = games >= enough(60) && count.proved >= enough(200);
    assert!(
        met && count.violated >= enough(50) && count.inexact >= enough(100),
        "{games} {count:?}"
    );
}

#[test]
fn random_games() {
    let rules = (0..cases(250)).map(|seed| random_rule(&mut fastrand::Rng::with_seed(seed)));
    let (games, count) = judge_all(rules);
    let met = games >= enough(50) && count.proved >= enough(40) && count.violated >= enough(100);
    assert!(met, "{games} {count:?}");
}

#[test]
fn random_cones_and_diagonals() {
    let rules = (0..cases(60)).map(|seed| random_cones(&mut fastrand::Rng::with_seed(seed)));
    let (games, count) = judge_all(rules);
    let met = games >= enough(20) && count.proved >= enough(20) && count.violated >= enough(50);
    assert!(met, "{games} {count:?}");
}
