//! Games known by their options: random graphs against recursion as it is defined, games against the reference, cycles
//! against their definition, and size.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

use ishitori_core::catalogue;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, Bounds, GameKind, Options, Windowed};
use ishitori_core::solve::{
    Convention, OptionGraph, Outcome, PositionFacts, Reference, UnsolvedGraph,
};

use crate::cases::cases;

/// A graph by lists of options; positions are texts, so that nothing depends on their numbers.
struct ListedGame(Vec<Vec<usize>>);

impl Options for ListedGame {
    type Position = String;
    type Failure = Infallible;

    fn options(&self, position: &String) -> Result<Vec<String>, Infallible> {
        let at: usize = position[1..].parse().expect("a number");
        Ok(self.0[at].iter().map(|to| format!("v{to}")).collect())
    }
}

/// Outcome and remoteness, by their definitions.
fn play(lists: &[Vec<usize>], at: usize, misere: bool) -> (Outcome, u32) {
    if lists[at].is_empty() {
        return (if misere { Outcome::N } else { Outcome::P }, 0);
    }
    let after: Vec<(Outcome, u32)> = lists[at].iter().map(|to| play(lists, *to, misere)).collect();
    let lost = after.iter().filter(|(outcome, _)| *outcome == Outcome::P).map(|(_, n)| n + 1);
    match lost.min() {
        Some(length) => (Outcome::N, length),
        None => (Outcome::P, after.iter().map(|(_, n)| n + 1).max().expect("some option")),
    }
}

fn grundy(lists: &[Vec<usize>], at: usize) -> u32 {
    let values: HashSet<u32> = lists[at].iter().map(|to| grundy(lists, *to)).collect();
    (0..).find(|value| !values.contains(value)).expect("finitely many options")
}

fn reached(lists: &[Vec<usize>], from: usize) -> HashSet<usize> {
    let (mut known, mut waiting) = (HashSet::from([from]), vec![from]);
    while let Some(at) = waiting.pop() {
        waiting.extend(lists[at].iter().filter(|to| known.insert(**to)));
    }
    known
}

#[test]
fn random_graphs_have_the_values_that_are_defined() {
    let mut random = fastrand::Rng::with_seed(19);
    for _ in 0..cases(300) {
        let count = random.usize(1..14);
        // Options have larger numbers, and the numbers are shuffled.
        let mut names: Vec<usize> = (0..count).collect();
        random.shuffle(&mut names);
        let mut lists = vec![Vec::new(); count];
        for at in 0..count {
            for to in at + 1..count {
                if random.u32(0..100) < 45 {
                    lists[names[at]].push(names[to]);
                }
            }
            let again = lists[names[at]].first().copied();
            lists[names[at]].extend(again);
        }
        let game = ListedGame(lists.clone());
        let start = random.usize(0..count);
        let graph = OptionGraph::solve(&game, [format!("v{start}")], &Control::unlimited());
        let graph = graph.expect("play ends");
        let expected: HashSet<String> =
            reached(&lists, start).iter().map(|at| format!("v{at}")).collect();
        assert_eq!(graph.positions().iter().cloned().collect::<HashSet<_>>(), expected);
        assert_eq!(graph.len(), expected.len(), "each position once");
        for position in graph.positions() {
            let at: usize = position[1..].parse().expect("a number");
            let facts = graph.facts(position).expect("reached");
            let (outcome, remoteness) = play(&lists, at, false);
            assert_eq!(facts.outcome(Convention::Normal), outcome, "{lists:?} {at}");
            let (misere, misere_remoteness) = play(&lists, at, true);
            let grundy = grundy(&lists, at);
            let expected = PositionFacts { grundy, remoteness, misere, misere_remoteness };
            assert_eq!(facts, expected, "{lists:?} {at}");
            let distinct: HashSet<usize> = lists[at].iter().copied().collect();
            assert_eq!(graph.option_count(position), Some(distinct.len()));
            for convention in [Convention::Normal, Convention::Misere] {
                let misere = convention == Convention::Misere;
                let wins = |to: &usize| play(&lists, *to, misere).0 == Outcome::P;
                let winning: HashSet<_> =
                    distinct.iter().filter(|to| wins(to)).map(|to| format!("v{to}")).collect();
                let told = graph.winning_moves(position, convention).expect("reached");
                assert_eq!(told.into_iter().collect::<HashSet<_>>(), winning);
            }
        }
        assert_eq!(graph.facts(&"elsewhere".to_string()), None);
    }
}

/// Whether play from `from` can go round, by taking away positions without options until there are none.
fn goes_round(lists: &[Vec<usize>], from: usize) -> bool {
    let mut left = reached(lists, from);
    loop {
        let stuck: Vec<usize> = left
            .iter()
            .copied()
            .filter(|at| lists[*at].iter().all(|to| !left.contains(to)))
            .collect();
        if stuck.is_empty() {
            return !left.is_empty();
        }
        left.retain(|at| !stuck.contains(at));
    }
}

#[test]
fn cycles_are_refused_and_shown() {
    let mut random = fastrand::Rng::with_seed(20);
    let (mut round, mut not) = (0, 0);
    for _ in 0..cases(500) {
        let count = random.usize(1..12);
        let dense = random.u32(5..25);
        let list = |_| (0..count).filter(|_| random.u32(0..100) < dense).collect::<Vec<usize>>();
        let lists: Vec<Vec<usize>> = (0..count).map(list).collect();
        let solved =
            OptionGraph::solve(&ListedGame(lists.clone()), ["v0".into()], &Control::unlimited());
        assert_eq!(solved.is_err(), goes_round(&lists, 0), "{lists:?}");
        let Err(UnsolvedGraph::Cycle(cycle)) = solved else {
            assert!(solved.is_ok());
            not += 1;
            continue;
        };
        round += 1;
        let at = |name: &String| name[1..].parse::<usize>().expect("a number");
        for (one, next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
            assert!(lists[at(one)].contains(&at(next)), "{lists:?} {cycle:?}");
        }
        assert_eq!(cycle.iter().collect::<HashSet<_>>().len(), cycle.len(), "{cycle:?}");
    }
    assert!(round >= cases(50) && not >= cases(50), "{round} and {not}");
}

/// A token on a line without end: play goes on for ever, back and forth or away.
struct EndlessLine {
    back: bool,
}

impl Options for EndlessLine {
    type Position = u64;
    type Failure = Infallible;

    fn options(&self, position: &u64) -> Result<Vec<u64>, Infallible> {
        let back = (self.back && *position > 5_000).then(|| position - 3_000);
        Ok([position + 1].into_iter().chain(back).collect())
    }
}

#[test]
fn what_goes_on_for_ever_is_given_up_and_a_cycle_is_found_before() {
    let control = Control::unlimited().with_positions(100_000);
    let Err(UnsolvedGraph::GaveUp(gave_up)) =
        OptionGraph::solve(&EndlessLine { back: false }, [0], &control)
    else {
        panic!("it has no end")
    };
    assert!(gave_up.needs_more_positions(), "{gave_up}");
    let wide = Control::unlimited().with_positions(u64::MAX);
    let Err(UnsolvedGraph::Cycle(cycle)) =
        OptionGraph::solve(&EndlessLine { back: true }, [0], &wide)
    else {
        panic!("it goes round")
    };
    assert_eq!(cycle.len(), 3_001, "the shortest one");
    // A cycle says more than a limit that is reached.
    let narrow = Control::unlimited().with_positions(5_500);
    let found = OptionGraph::solve(&EndlessLine { back: true }, [0], &narrow);
    assert!(matches!(found, Err(UnsolvedGraph::Cycle(_))), "{found:?}");
    let little = Control::unlimited().with_memory(1 << 20);
    let found = OptionGraph::solve(&EndlessLine { back: false }, [0], &little);
    let Err(UnsolvedGraph::GaveUp(gave_up)) = found else { panic!("{found:?}") };
    assert!(gave_up.why().contains("the memory of 1 MB is used up"), "{gave_up}");
    let stops = || Err(GaveUp::stopped("enough"));
    let stopped = Control::new(std::sync::Arc::new(stops)).looking_every(10);
    let found = OptionGraph::solve(&EndlessLine { back: false }, [0], &stopped);
    let Err(UnsolvedGraph::GaveUp(gave_up)) = found else { panic!("{found:?}") };
    assert!(gave_up.is_stopped());
}

/// Play on a row of squares, of which some are not known.
struct PartlyKnown;

impl Options for PartlyKnown {
    type Position = u32;
    type Failure = String;

    fn options(&self, position: &u32) -> Result<Vec<u32>, String> {
        match position {
            7 => Err("nobody knows".into()),
            _ => Ok((position.saturating_sub(2)..*position).collect()),
        }
    }
}

#[test]
fn a_failure_names_the_position() {
    let solve = |from: u32| OptionGraph::solve(&PartlyKnown, [from], &Control::unlimited());
    let failed = UnsolvedGraph::Failed { position: 7, why: "nobody knows".to_string() };
    assert_eq!(solve(12).expect_err("7 is reached"), failed);
    // Subtraction of one or two: the value is the rest by three.
    assert_eq!(solve(6).expect("7 is not reached").facts(&5).expect("reached").grundy, 2);
}

#[test]
fn games_are_the_same_by_their_options() {
    for (name, to) in [("wythoff", 9), ("nim(3)", 5), ("circular(4,2)", 3)] {
        let ruleset = catalogue::find(name).expect("of the catalogue");
        let Ok(AnyGame::Heaps(game)) = AnyGame::new(&ruleset) else { panic!("{name}") };
        let bounds = Bounds { to: vec![to], total: None };
        let game = &game;
        let window = game.positions_within(&bounds, 10_000).expect("few");
        assert!(game.positions_within(&bounds, 3).is_err());
        let control = Control::unlimited();
        let graph = OptionGraph::solve(&game, window.clone(), &control).expect("play ends");
        let mut reference = Reference::new(game);
        for position in &window {
            let expected = reference.facts(position, &control).expect("few");
            assert_eq!(graph.facts(position), Some(expected), "{name} {position:?}");
            let count = GameKind::options(game, position).len();
            assert_eq!(graph.option_count(position), Some(count), "{name} {position:?}");
        }
    }
}

/// Layers of positions, each with options in the next ones.
struct Layered {
    width: u64,
    layers: u64,
}

impl Options for Layered {
    type Position = u64;
    type Failure = Infallible;

    fn options(&self, position: &u64) -> Result<Vec<u64>, Infallible> {
        let (layer, place) = (position / self.width, position % self.width);
        let layers = (layer + 1..self.layers).take(2);
        let options = layers.flat_map(|layer| {
            (0..5).map(move |t| layer * self.width + (place * 31 + t * 7_919 + layer) % self.width)
        });
        Ok(options.collect())
    }
}

#[test]
fn a_million_positions_with_ten_million_options() {
    let game = Layered { width: 100_000, layers: 10 };
    let control = Control::unlimited().with_memory(1 << 30);
    let graph = OptionGraph::solve(&game, 0..100_000, &control).expect("it fits");
    assert_eq!(graph.len(), 1_000_000);
    // Layer by layer from the last one.
    let mut values: HashMap<u64, u32> = HashMap::new();
    for position in (0..1_000_000u64).rev() {
        let Ok(options) = game.options(&position);
        let taken: HashSet<u32> = options.iter().map(|to| values[to]).collect();
        values.insert(position, (0..).find(|v| !taken.contains(v)).expect("finitely many"));
    }
    for (position, value) in &values {
        assert_eq!(graph.facts(position).expect("reached").grundy, *value);
    }
    let deep = Layered { width: 1, layers: 1_000_000 };
    let graph = OptionGraph::solve(&deep, [0], &control).expect("it fits");
    // One or two steps of 999,999: the value is the rest by three, and misère play is lost at rest 1.
    let facts = graph.facts(&0).expect("reached");
    assert_eq!((facts.grundy, facts.misere), (0, Outcome::N));
}
