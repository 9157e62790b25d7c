//! Games made of other games by `play`, against the words of each operator.
//!
//! An interpreter keeps positions as trees and makes the options of a compound from those of its parts, as the definitions in
//! docs/rule-language.md say; it knows nothing of families. On random expressions the options of all small positions must be the
//! same, and so must be who wins.

use std::collections::{BTreeMap, BTreeSet};

use crate::cases::{cases, enough};
use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::{Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::solve::{Convention, Outcome, Reference};
use ishitori_rule::{HeapRules, NotLowered, Rules};

/// The parts that random expressions have.
const PARTS: [&str; 4] = ["nim(1)", "nim(2)", "wythoff", "moore(2,2)"];

/// A game that is made of games.
enum Tree {
    Leaf(&'static str, Box<HeapGame>),
    Of(&'static str, Vec<Tree>),
    Passes(Box<Tree>, u64),
}

/// A position of one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TreePosition {
    Leaf(Vec<u64>),
    Of(Vec<TreePosition>),
    WithState(Box<TreePosition>, u64),
}

fn game(text: &str) -> Result<HeapGame, String> {
    let ruleset = catalogue::rule_text(text).lower(&[]).map_err(|p| format!("{p:?}"))?;
    let Rules::Heaps(rules) = &ruleset.rules else { panic!("heaps") };
    HeapGame::new(rules).map_err(|e| e.to_string())
}

fn part(name: &str) -> HeapRules {
    match catalogue::find(name).expect("in the catalogue").rules {
        Rules::Heaps(rules) => rules,
        _ => panic!("heaps"),
    }
}

impl Tree {
    fn random(random: &mut fastrand::Rng, depth: usize) -> Tree {
        if depth == 0 || random.u8(..4) == 0 {
            return Tree::leaf(PARTS[random.usize(..PARTS.len())]);
        }
        match random.u8(..9) {
            0 => Tree::Passes(Box::new(Tree::random(random, depth - 1)), random.u64(1..=2)),
            1 => Tree::Of("enforce", vec![Tree::leaf("nim(2)"), Tree::leaf("wythoff")]),
            2 => Tree::Of("button", vec![Tree::leaf("wythoff"), Tree::leaf("nim(2)")]),
            other => {
                let operators = [
                    "+",
                    "shortened",
                    "selective",
                    "conjunctive",
                    "continued",
                    "sequential",
                    "ordinal",
                ];
                let parts = (0..2).map(|_| Tree::random(random, depth - 1)).collect();
                Tree::Of(operators[usize::from(other - 3 + random.u8(..2))], parts)
            }
        }
    }

    fn leaf(name: &'static str) -> Tree {
        Tree::Leaf(name, Box::new(HeapGame::new(&part(name)).expect("plays")))
    }

    fn text(&self) -> String {
        match self {
            Tree::Leaf(name, _) => format!("\"{name}\""),
            Tree::Of("+", parts) => format!("({} + {})", parts[0].text(), parts[1].text()),
            Tree::Of(operator, parts) => {
                format!("{operator}({}, {})", parts[0].text(), parts[1].text())
            }
            Tree::Passes(inner, 1) => format!("({}) with a pass", inner.text()),
            Tree::Passes(inner, n) => format!("({}) with {n} passes", inner.text()),
        }
    }

    /// How many heaps there are, and the largest values of the states.
    fn shape(&self) -> (usize, Vec<u64>) {
        match self {
            Tree::Leaf(_, game) => (game.rules().names.len(), Vec::new()),
            Tree::Of("enforce" | "button", parts) => (parts[0].shape().0, vec![1]),
            Tree::Of(_, parts) => {
                let shapes: Vec<_> = parts.iter().map(Tree::shape).collect();
                (shapes.iter().map(|s| s.0).sum(), shapes.into_iter().flat_map(|s| s.1).collect())
            }
            Tree::Passes(inner, most) => {
                let (heaps, mut states) = inner.shape();
                states.push(*most);
                (heaps, states)
            }
        }
    }

    /// The position with these heaps and states, from the front of both.
    fn position(&self, heaps: &mut Vec<u64>, states: &mut Vec<u64>) -> TreePosition {
        match self {
            Tree::Leaf(_, game) => {
                let mut own: Vec<u64> = heaps.drain(..game.rules().names.len()).collect();
                if game.rules().symmetry.identifies() {
                    own.sort_unstable();
                }
                TreePosition::Leaf(own)
            }
            Tree::Of("enforce" | "button", parts) => {
                let inner = parts[0].position(heaps, states);
                TreePosition::WithState(Box::new(inner), states.remove(0))
            }
            Tree::Of(_, parts) => {
                TreePosition::Of(parts.iter().map(|p| p.position(heaps, states)).collect())
            }
            Tree::Passes(inner, _) => {
                let inner = inner.position(heaps, states);
                TreePosition::WithState(Box::new(inner), states.remove(0))
            }
        }
    }

    fn read(&self, flat: &[u64]) -> TreePosition {
        let (mut heaps, mut states) = (flat.to_vec(), flat[self.shape().0..].to_vec());
        self.position(&mut heaps, &mut states)
    }

    fn options(&self, position: &TreePosition) -> BTreeSet<TreePosition> {
        use TreePosition::{Leaf, Of, WithState};
        match (self, position) {
            (Tree::Leaf(_, game), Leaf(heaps)) => {
                let from: Heaps = heaps.as_slice().into();
                game.options(&from).iter().map(|to| Leaf(to.to_vec())).collect()
            }
            (Tree::Passes(inner, _), WithState(at, left)) => {
                let moves = inner.options(at);
                let can_pass = !moves.is_empty() && *left > 0;
                let pass = can_pass.then(|| WithState(at.clone(), left - 1));
                let moves = moves.into_iter().map(|to| WithState(Box::new(to), *left));
                moves.chain(pass).collect()
            }
            (Tree::Of("enforce", parts), WithState(at, named)) => {
                let moves = parts[*named as usize].options(at).into_iter();
                moves
                    .flat_map(|to| [0, 1].map(|next| WithState(Box::new(to.clone()), next)))
                    .collect()
            }
            (Tree::Of("button", parts), WithState(at, pressed)) => {
                let left = *pressed;
                let moves = parts[1 - left as usize].options(at).into_iter();
                let press = (left == 1).then(|| WithState(at.clone(), 0));
                moves.map(|to| WithState(Box::new(to), left)).chain(press).collect()
            }
            (Tree::Of(operator, parts), Of(at)) => {
                let each: Vec<BTreeSet<TreePosition>> =
                    parts.iter().zip(at).map(|(part, at)| part.options(at)).collect();
                let one = |i: usize| each[i].iter().map(move |to| put(at, i, to));
                let alone = || one(0).chain(one(1)).collect::<BTreeSet<_>>();
                let together = || -> BTreeSet<TreePosition> {
                    one(0)
                        .flat_map(|to| {
                            let Of(to) = to else { panic!("parts") };
                            each[1].iter().map(move |other| put(&to, 1, other)).collect::<Vec<_>>()
                        })
                        .collect()
                };
                let ended = [each[0].is_empty(), each[1].is_empty()];
                match *operator {
                    "+" => alone(),
                    "shortened" if ended[0] || ended[1] => BTreeSet::new(),
                    "shortened" => alone(),
                    "selective" => alone().into_iter().chain(together()).collect(),
                    "conjunctive" => together(),
                    "continued" if ended[0] || ended[1] => alone(),
                    "continued" => together(),
                    "sequential" if ended[0] => one(1).collect(),
                    "sequential" => one(0).collect(),
                    "ordinal" => {
                        let (heaps, states) = parts[1].shape();
                        let nothing = vec![0; heaps + states.len()];
                        let nothing = parts[1].read(&nothing);
                        let below = each[0].iter().map(|to| Of(vec![to.clone(), nothing.clone()]));
                        one(1).chain(below).collect()
                    }
                    other => panic!("no operator {other}"),
                }
            }
            _ => panic!("a position of another game"),
        }
    }
}

fn put(at: &[TreePosition], part: usize, to: &TreePosition) -> TreePosition {
    let mut parts = at.to_vec();
    parts[part] = to.clone();
    TreePosition::Of(parts)
}

/// Whether the player to move wins.
fn wins(tree: &Tree, at: &TreePosition, known: &mut BTreeMap<TreePosition, bool>) -> bool {
    if let Some(known) = known.get(at) {
        return *known;
    }
    let answer = tree.options(at).iter().any(|to| !wins(tree, to, known));
    known.insert(at.clone(), answer);
    answer
}

#[test]
fn random_compounds_mean_what_they_say() {
    let mut random = fastrand::Rng::with_seed(20_261_118);
    let (mut compared, mut refused, mut seen) = (0, 0, BTreeSet::new());
    for _ in 0..cases(120) {
        let tree = Tree::random(&mut random, 2);
        let text = format!("game g play {}", tree.text());
        let (heaps, states) = tree.shape();
        let game = match game(&text) {
            Ok(game) => game,
            // What is beyond the limits is refused, never misread.
            Err(why) => {
                assert!(
                    why.contains("too ")
                        || why.contains("cannot be said")
                        || why.contains("without moves"),
                    "{text}: {why}"
                );
                refused += 1;
                continue;
            }
        };
        let to = if heaps <= 4 { 2 } else { 1 };
        let bounds = Bounds { to: vec![to], total: None };
        let mut known = BTreeMap::new();
        let mut reference = Reference::new(&game);
        let mut positions = Vec::new();
        game.visit_positions(&bounds, &mut |position| {
            positions.push(position.clone());
            std::ops::ControlFlow::Continue(())
        })
        .expect("a window");
        let values: u64 = states.iter().map(|most| most + 1).product();
        if !game.rules().symmetry.identifies() {
            assert_eq!(positions.len() as u64, (to + 1).pow(heaps as u32) * values, "{text}");
        }
        for position in positions.iter().filter(|_| random.u8(..4) == 0) {
            let at = tree.read(position);
            let found: BTreeSet<TreePosition> =
                game.options(position).iter().map(|to| tree.read(to)).collect();
            assert_eq!(found, tree.options(&at), "{text} at {position:?}");
            let facts = reference.facts(position, &Control::unlimited()).expect("small");
            let is_n = facts.outcome(Convention::Normal) == Outcome::N;
            assert_eq!(is_n, wins(&tree, &at, &mut known), "{text} at {position:?}");
            compared += 1;
        }
        seen.insert(tree.text().split(['(', '"']).find(|w| !w.is_empty()).map(str::to_string));
    }
    assert!(compared >= enough(1_000), "{compared}");
    assert!(seen.len() >= enough(6), "{seen:?}");
    assert!(refused * 4 < cases(120), "{refused} refused");
}

/// From the words: positions with so few stones end the game, and what is left of Wythoff's moves are the diagonal ones.
#[test]
fn endings_and_moves_that_are_taken_away() {
    let early = game("game g(l = 3) play \"wythoff\" ending when a + b <= l").expect("plays");
    let plain = HeapGame::new(&part("wythoff")).expect("plays");
    let diagonal = game("game g play \"wythoff\" without \"nim(2)\"").expect("plays");
    for (a, b) in (0..8u64).flat_map(|a| (a..8).map(move |b| (a, b))) {
        let at: Heaps = [a, b].as_slice().into();
        let expected = if a + b <= 3 { Vec::new() } else { plain.options(&at) };
        assert_eq!(early.options(&at), expected, "{a},{b}");
        let expected: Vec<Heaps> =
            (1..=a).rev().map(|t| [a - t, b - t].as_slice().into()).collect();
        let found: BTreeSet<Heaps> = diagonal.options(&at).into_iter().collect();
        assert_eq!(found, expected.into_iter().collect(), "{a},{b}");
    }
}

/// By the definition: whoever is to move wins if more options lose for the other player than may be forbidden.
#[test]
fn blocking_counts_losing_options() {
    for (name, k) in
        [("nim(2)", 2), ("wythoff", 2), ("moore(2,2)", 2), ("nim(1)", 3), ("wythoff", 1)]
    {
        let plain = HeapGame::new(&part(name)).expect("plays");
        let text = format!("game g(k = {k}) play blocking(k, \"{name}\")");
        let blocked = game(&text).expect("plays");
        let heaps = plain.rules().names.len();
        let mut lost: BTreeSet<Heaps> = BTreeSet::new();
        let bounds = Bounds { to: vec![if heaps == 1 { 9 } else { 4 }], total: None };
        let mut reference = Reference::new(&blocked);
        plain
            .visit_positions(&bounds, &mut |position| {
                let options: BTreeSet<Heaps> = plain.options(position).into_iter().collect();
                let wins = options.iter().filter(|to| lost.contains(*to)).count() >= k;
                if !wins {
                    lost.insert(position.clone());
                }
                let copies: Heaps = position.repeat(k).into();
                let facts = reference.facts(&copies, &Control::unlimited()).expect("small");
                let is_n = facts.outcome(Convention::Normal) == Outcome::N;
                assert_eq!(is_n, wins, "blocking({k}, {name}) at {position:?}");
                std::ops::ControlFlow::Continue(())
            })
            .expect("a window");
        assert!(lost.len() > 1, "{name}");
    }
}

#[test]
fn what_cannot_be_put_together_is_refused() {
    for (text, why) in [
        ("game g play \"nimm(2)\"", "there is no game `nimm`"),
        ("game g play enforce(\"nim(2)\", \"nim(3)\")", "not played on the same heaps"),
        ("game g play selective(\"nim(2)\")", "`selective` of 1 games"),
        ("game g play \"grid-nim\" + \"nim(2)\"", "no fixed number of heaps"),
        (
            "game g play \"nim(2)\" without \"moore(2,2)\"",
            "no option of this game can ever be played",
        ),
        ("game g play \"nim(2)\" ending when a >= 0", "unknown name"),
        ("game g play \"nim(2)\" ending when sum(h) >= 0", "no option of this game"),
        ("game g play \"nim(2)\" ending when h[1] = 0", "not the same for all heaps"),
        ("game g play \"nim(2)\" without \"staircase-nim(2)\"", "does not tell heaps apart"),
        ("game g play \"nim(33)\" + \"nim(2)\"", "33"),
    ] {
        match catalogue::rule_text(text).lower_while(&[], &|| true) {
            Err(NotLowered::Problems(problems)) => {
                assert!(problems.iter().any(|p| p.message().contains(why)), "{text}: {problems:?}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}
