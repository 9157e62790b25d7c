//! Every engine, killed at random safe points and resumed with other numbers of threads, tells what an
//! undisturbed run tells; and no bytes, however damaged, make it panic.

use crate::cases::{cases, enough};
use crate::random::{game_of, random_cones, random_games};
use crate::resumed::{Killer, Results, Work};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use ishitori_core::ask::{choose, choose_grundy};
use ishitori_core::catalogue;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, BoardGame, Bounds, GameKind, HeapGame};
use ishitori_core::solve::snapshot::{EngineState, Keeper, StateError, UnfinishedRun};
use ishitori_core::solve::{Convention, Outcome, Reference};

const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

fn to(to: &[u64]) -> Bounds {
    Bounds { to: to.to_vec(), total: None }
}

fn heaps(name: &str) -> HeapGame {
    match AnyGame::new(&catalogue::find(name).expect("a game")) {
        Ok(AnyGame::Heaps(game)) => game,
        other => panic!("{other:?}"),
    }
}

fn board(name: &str) -> BoardGame {
    match AnyGame::new(&catalogue::find(name).expect("a game")) {
        Ok(AnyGame::Board(game)) => game,
        other => panic!("{other:?}"),
    }
}

/// A game whose stones may get more, which only the reference solves.
fn growing() -> HeapGame {
    game_of("game grows position (a, b) option (a - 1, b + 2) option (a, b - t) where 1 <= t <= 3")
        .expect("a game")
}

/// Compares disturbed runs with an undisturbed one; how often they were disturbed.
fn compare(what: &str, work: &Work, random: &mut fastrand::Rng) -> u32 {
    let expected = work.undisturbed();
    let (found, kills) = work.disturbed(random);
    assert!(found == expected, "{what}: {} results, not {}", found.len(), expected.len());
    kills
}

/// The same for P-positions, and with the reference.
fn compare_p(
    what: &str,
    game: &HeapGame,
    bounds: &Bounds,
    rounds: u32,
    random: &mut fastrand::Rng,
) -> u32 {
    let mut kills = 0;
    for convention in CONVENTIONS {
        let work = Work::Chosen(game, bounds, convention);
        let what = format!("{what} {bounds:?} {convention:?} by {}", work.plan(1).engine.name());
        kills += (0..cases(rounds)).map(|_| compare(&what, &work, random)).sum::<u32>();
        let expected = Work::ByReference(game, bounds, convention).undisturbed();
        let found = work.disturbed(random).0.into_iter().map(Vec::into_boxed_slice).collect();
        let found: Results = game.arranged(found).into_iter().map(|p| p.to_vec()).collect();
        assert!(found == expected, "{what}: the reference has {} results", expected.len());
    }
    kills
}

#[test]
fn p_positions_of_the_catalogue() {
    let mut random = fastrand::Rng::with_seed(71);
    for (name, bounds, engine) in [
        ("circular(6,2)", to(&[3]), "slabs"),
        ("circular(5,2)", to(&[5, 6, 7, 3, 2]), "slabs"),
        ("circular(4,2)", to(&[9, 9, 9, 70]), "lines"),
        ("moore(4,2)", to(&[8]), "slabs"),
        ("emperor", to(&[6, 7, 5, 9]), "lines"),
        ("path-nim", to(&[20, 9, 12]), "lines"),
        ("path-nim", to(&[4, 5, 150]), "lines"),
        ("nim", to(&[14]), "lines"),
        ("single-split-delete(3)", to(&[40]), "keys"),
        ("single-split-delete(4)", to(&[12]), "keys"),
        ("split-and-delete", to(&[40]), "keys"),
        ("at-most-half-delete", to(&[15]), "keys"),
        ("half-split-delete(4)", to(&[9]), "marks"),
        ("welter(4)", to(&[14]), "marks"),
        ("lim", to(&[2, 15, 19]), "marks"),
        ("nimhoff(3,1)", to(&[12]), "marks"),
        ("common-divisor(3)", to(&[14]), "marks"),
        ("split-delete(3,2)", to(&[14]), "marks"),
    ] {
        let game = heaps(name);
        let plan =
            choose(&game, &bounds, Convention::Normal, &Control::unlimited()).expect("a plan");
        assert_eq!(plan.engine.name(), engine, "{name}");
        let mut kills = compare_p(name, &game, &bounds, 6, &mut random);
        let total = Bounds { total: Some(17), ..bounds };
        kills += compare_p(name, &game, &total, 2, &mut random);
        assert!(kills >= enough(4), "{name} was disturbed {kills} times");
    }
}

/// Games whose stones may get more: rows, growing runs, cones, positions with conditions, and where no order of heaps
/// falls.
const GROWING: [(&str, &[u64]); 5] = [
    (
        "game grows position (a, b) option (a - 1, b + 2) option (a, b - t) where 1 <= t <= 3",
        &[30, 40],
    ),
    ("game fibonacci-nim position (n, l) option (n - t, 2*t) where t >= 1 and t <= l", &[60, 50]),
    (
        "game cones position (a, b, c)
            option (a - 1, b + 1, c + 1)
            option (a, b - s, c - t) where s + t >= 1",
        &[9, 9, 9],
    ),
    (
        "game odd position (a, b) where a + b >= 1
            option (a - 1, b + 4) option (a, b - t) where t >= 1 and t mod 2 = 1",
        &[25, 30],
    ),
    ("game exchange position (a, b) option (a - 1, b + 2) option (a + 1, b - 3)", &[20, 20]),
];

#[test]
fn p_positions_where_heaps_grow() {
    let mut random = fastrand::Rng::with_seed(81);
    for (text, sizes) in GROWING {
        let game = game_of(text).unwrap_or_else(|| panic!("{text}"));
        let bounds = to(sizes);
        let plan =
            choose(&game, &bounds, Convention::Normal, &Control::unlimited()).expect("a plan");
        assert_eq!(plan.engine.name(), "strides", "{text}");
        let mut kills = compare_p(text, &game, &bounds, 8, &mut random);
        let total = Bounds { total: Some(33), ..bounds };
        kills += compare_p(text, &game, &total, 3, &mut random);
        assert!(kills >= enough(2), "{text} was disturbed {kills} times");
    }
}

#[test]
fn slanted_tables_travel() {
    let mut random = fastrand::Rng::with_seed(72);
    let text = "game slanted position h[5]
        option h with h[i] lowered for i
        option h with h[{1, 2}] - t where t >= 1
        option h with h[{1, 3, 4}] - t where t >= 1
        option h with h[{2, 5}] - t where t >= 1
        option h with h[{2, 3}] lowered
        option h with h[{1, 2, 4}] lowered";
    let game = game_of(text).expect("a game");
    let mut kills = compare_p(text, &game, &to(&[4]), 20, &mut random);
    let total = Bounds { to: vec![5], total: Some(11) };
    kills += compare_p(text, &game, &total, 20, &mut random);
    assert!(kills >= enough(31), "{kills}");
}

#[test]
fn random_rules() {
    let mut random = fastrand::Rng::with_seed(73);
    let mut kills = 0;
    for _ in 0..cases(60) {
        let text = random_cones(&mut random);
        let game = game_of(&text).unwrap_or_else(|| panic!("{text}"));
        let n = game.rules().names.len();
        let sizes: Vec<u64> = (0..n).map(|_| random.u64(1..=[40, 20, 9, 5, 3][n - 1])).collect();
        let total = if random.u8(..3) == 0 { Some(random.u64(3..12)) } else { None };
        kills += compare_p(&text, &game, &Bounds { to: sizes.clone(), total }, 1, &mut random);
        kills += compare_values(&text, &game, &to(&sizes), &mut random);
    }
    for (text, _, game) in &random_games(30_000..30_150) {
        let n = game.rules().names.len();
        let bounds = to(&[[40, 16, 8][n - 1]]);
        kills += compare_p(text, game, &bounds, 1, &mut random);
        kills += compare_values(text, game, &bounds, &mut random);
    }
    assert!(kills >= enough(301), "{kills}");
}

/// Values against an undisturbed run, if an engine makes them.
fn compare_values(what: &str, game: &HeapGame, bounds: &Bounds, random: &mut fastrand::Rng) -> u32 {
    match choose_grundy(game, bounds, &Control::unlimited()).expect("a plan").table() {
        Some(_) => compare(what, &Work::Values(game, bounds), random),
        None => 0,
    }
}

#[test]
fn grundy_tables() {
    let mut random = fastrand::Rng::with_seed(74);
    for (name, bounds, method) in [
        ("wythoff", to(&[90]), "pairs"),
        ("wythoff-1", to(&[40]), "pairs"),
        ("split-and-delete", to(&[60]), "pairs"),
        ("delete-nim", to(&[60]), "pairs"),
        ("nim", to(&[12]), "running sets"),
        ("path-nim", to(&[9, 5, 20]), "running sets"),
        ("circular(5,2)", to(&[3]), "running sets"),
        ("lim", to(&[12]), "scan"),
        ("welter", to(&[14]), "scan"),
        ("half-split-delete", to(&[8]), "scan"),
    ] {
        let game = heaps(name);
        let plan = choose_grundy(&game, &bounds, &Control::unlimited()).expect("a plan");
        assert_eq!(plan.table().expect("an engine").method.name(), method, "{name}");
        let work = Work::Values(&game, &bounds);
        let kills: u32 = (0..cases(10)).map(|_| compare(name, &work, &mut random)).sum();
        assert!(kills >= enough(20), "{name} was disturbed {kills} times");
        let mut solver = Reference::new(&game);
        let mut values = work.disturbed(&mut random).0.into_iter();
        game.visit_positions(&bounds, &mut |position| {
            let facts = solver.facts(position, &Control::unlimited()).expect("facts");
            let value = values.next().expect("a value for each position");
            assert_eq!(value, [u64::from(facts.grundy)], "{name} {position:?}");
            std::ops::ControlFlow::Continue(())
        })
        .expect("a window");
    }
}

#[test]
fn boards() {
    let mut random = fastrand::Rng::with_seed(75);
    let mut kills = 0;
    for name in ["grid-nim(4,4)", "turning-turtles-2d(4,4)"] {
        let game = board(name);
        for convention in CONVENTIONS {
            kills += compare(name, &Work::Outcomes(&game, convention), &mut random);
        }
        kills += compare(name, &Work::BoardValues(&game), &mut random);
    }
    assert!(kills >= 8, "{kills}");
    // The same boards, whoever lists them.
    let game = board("grid-nim(3,3)");
    for convention in CONVENTIONS {
        let (list, _) = Work::BoardList(&game, convention).disturbed(&mut random);
        let mut outcomes = Work::Outcomes(&game, convention).undisturbed();
        outcomes.sort();
        let mut list = list;
        list.sort();
        assert_eq!(list, outcomes);
    }
}

#[test]
fn lists_of_the_reference() {
    let mut random = fastrand::Rng::with_seed(76);
    let games = [
        ("growing", growing(), to(&[40])),
        ("wythoff", heaps("wythoff"), to(&[90])),
        ("welter", heaps("welter"), to(&[12])),
        ("split-and-delete", heaps("split-and-delete"), to(&[30])),
    ];
    let mut kills = 0;
    for (name, game, bounds) in &games {
        for convention in CONVENTIONS {
            let work = Work::ByReference(game, bounds, convention);
            kills += compare(name, &work, &mut random);
            // Found by another engine, where there is one.
            let chosen = Work::Chosen(game, bounds, convention).undisturbed();
            let chosen = chosen.into_iter().map(Vec::into_boxed_slice).collect();
            let chosen: Results = game.arranged(chosen).into_iter().map(|p| p.to_vec()).collect();
            assert!(work.disturbed(&mut random).0 == chosen, "{name}");
        }
    }
    let plan = choose(&games[0].1, &games[0].2, Convention::Normal, &Control::unlimited());
    assert_eq!(plan.expect("a plan").engine.name(), "strides");
    assert!(kills >= 8, "{kills}");
}

/// Keeps the last state only.
struct Last(Option<Vec<u8>>);

impl Keeper for Last {
    fn is_due(&mut self) -> bool {
        false
    }

    fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
        let mut bytes = Vec::new();
        state.write(&mut bytes).expect("memory takes everything");
        self.0 = Some(bytes);
        Ok(())
    }
}

/// Stops the work again and again, as Ctrl-C does, until it comes to its end.
fn stopped_again_and_again(what: &str, work: &Work, random: &mut fastrand::Rng) {
    let expected = work.undisturbed();
    let (mut found, mut state, mut stops) = (Vec::new(), None, 0);
    loop {
        let patience = if stops < 12 { random.u32(0..2) } else { u32::MAX };
        let looks = AtomicU32::new(0);
        let listener = Arc::new(move || {
            let has_patience = looks.fetch_add(1, Ordering::Relaxed) < patience;
            if has_patience { Ok(()) } else { Err(GaveUp::stopped("Ctrl-C")) }
        });
        let control = Control::new(listener).looking_every(1 << 14);
        let mut last = Last(None);
        let threads = [1, 2, 4][random.usize(..3)];
        match work.run(threads, state.as_deref(), &mut last, &control, &mut found) {
            Ok(()) => break,
            Err(UnfinishedRun::GaveUp(gave_up)) => assert!(gave_up.is_stopped(), "{what}"),
            Err(UnfinishedRun::State(error)) => panic!("{what}: {error}"),
        }
        state = Some(last.0.expect("a last state"));
        stops += 1;
    }
    assert!(stops >= 2, "{what} was stopped {stops} times");
    assert!(found == expected, "{what}");
}

#[test]
fn a_last_state_when_stopped() {
    let mut random = fastrand::Rng::with_seed(77);
    for (name, bounds) in [
        ("circular(4,2)", Bounds { total: Some(319), ..to(&[80]) }),
        ("circular(6,2)", to(&[24])),
        ("path-nim", to(&[900])),
        ("single-split-delete(3)", to(&[150])),
        ("half-split-delete(4)", to(&[36])),
        ("welter(4)", to(&[32])),
    ] {
        let game = heaps(name);
        for convention in CONVENTIONS {
            stopped_again_and_again(name, &Work::Chosen(&game, &bounds, convention), &mut random);
        }
    }
    for (name, bounds) in [("wythoff", to(&[400])), ("path-nim", to(&[40])), ("lim", to(&[50]))] {
        stopped_again_and_again(name, &Work::Values(&heaps(name), &bounds), &mut random);
    }
    let game = board("grid-nim(4,5)");
    stopped_again_and_again("boards", &Work::Outcomes(&game, Convention::Misere), &mut random);
    stopped_again_and_again("boards", &Work::BoardValues(&game), &mut random);
    let (game, bounds) = (growing(), to(&[200]));
    let work = Work::ByReference(&game, &bounds, Convention::Normal);
    stopped_again_and_again("reference", &work, &mut random);
    // Rows of a hundred thousand cells: they are stopped within a row.
    for sizes in [[2, 100_000], [300, 300]] {
        let bounds = to(&sizes);
        let work = Work::Chosen(&game, &bounds, Convention::Normal);
        assert_eq!(work.plan(1).engine.name(), "strides");
        stopped_again_and_again("strides", &work, &mut random);
    }
}

/// Without a keeper that wants it, nobody waits for a safe point.
#[test]
fn stopped_at_once_if_no_state_is_wanted() {
    struct Nothing;
    impl Keeper for Nothing {
        fn is_due(&mut self) -> bool {
            false
        }
        fn wants_last(&mut self) -> bool {
            false
        }
        fn keep(&mut self, _: &EngineState<'_>) -> Result<(), GaveUp> {
            panic!("nobody asked for a state")
        }
    }
    let (game, bounds) = (heaps("circular(4,2)"), to(&[50]));
    for threads in [1, 4] {
        let control = Control::new(Arc::new(|| Err(GaveUp::stopped("Ctrl-C"))));
        let work = Work::Chosen(&game, &bounds, Convention::Normal);
        let ended = work.run(threads, None, &mut Nothing, &control, &mut Vec::new());
        assert!(matches!(ended, Err(UnfinishedRun::GaveUp(gave_up)) if gave_up.is_stopped()));
    }
}

/// Changes some bytes.
fn damage(bytes: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = random.usize(..bytes.len());
    // The beginning is soon refused: most damage should come behind it.
    let body = if random.u8(..4) > 0 { random.usize(bytes.len() / 2..bytes.len()) } else { at };
    match random.u8(..7) {
        0 => bytes.truncate(at),
        1 => bytes.extend((0..random.usize(1..20)).map(|_| random.u8(..))),
        2 => bytes[body] ^= 1 << random.u8(..8),
        3 => bytes[body..].iter_mut().for_each(|byte| *byte = 0xff),
        4 => {
            let end = (body + random.usize(1..40)).min(bytes.len());
            bytes[body..end].iter_mut().for_each(|byte| *byte = random.u8(..));
        }
        5 => {
            let end = (body + random.usize(1..9)).min(bytes.len());
            bytes.drain(body..end);
        }
        _ => bytes[at..].iter_mut().for_each(|byte| *byte = random.u8(..)),
    }
    bytes
}

#[test]
fn damaged_states_do_no_harm() {
    let mut random = fastrand::Rng::with_seed(78);
    let three = to(&[3]);
    let eight = to(&[8]);
    let twelve = to(&[12]);
    let thirty = to(&[30]);
    let circular = heaps("circular(5,2)");
    let path = heaps("path-nim");
    let single = heaps("single-split-delete(3)");
    let welter = heaps("welter");
    let half = heaps("half-split-delete");
    let wythoff = heaps("wythoff");
    let growing = growing();
    let fibonacci = game_of(GROWING[1].0).expect("a game");
    let exchange = game_of(GROWING[4].0).expect("a game");
    let grid = board("grid-nim(4,4)");
    let turtles = board("turning-turtles-2d(3,5)");
    let all = [
        Work::Chosen(&circular, &three, Convention::Normal),
        Work::Chosen(&path, &eight, Convention::Misere),
        Work::Chosen(&single, &eight, Convention::Normal),
        Work::Chosen(&welter, &twelve, Convention::Misere),
        Work::Chosen(&half, &eight, Convention::Normal),
        Work::Values(&wythoff, &thirty),
        Work::Values(&path, &eight),
        Work::Values(&welter, &twelve),
        Work::ByReference(&growing, &twelve, Convention::Misere),
        Work::Chosen(&growing, &thirty, Convention::Normal),
        Work::Chosen(&fibonacci, &thirty, Convention::Misere),
        Work::Chosen(&exchange, &thirty, Convention::Normal),
        Work::BoardList(&turtles, Convention::Normal),
        Work::Outcomes(&grid, Convention::Normal),
        Work::BoardValues(&grid),
        Work::BoardValues(&turtles),
    ];
    let mut refused = 0;
    for (i, work) in all.iter().enumerate() {
        for round in 0..cases(10) {
            let threads = [1, 2, 4][random.usize(..3)];
            let state = (0..100).find_map(|_| work.state(&mut random, threads));
            let state = state.unwrap_or_else(|| panic!("work {i} has safe points"));
            work.try_from(1, &state).expect("its own state");
            for _ in 0..if round == 0 { 40 } else { 20 } {
                refused += u32::from(work.try_from(threads, &damage(&state, &mut random)).is_err());
            }
            let short = &state[..random.usize(..state.len())];
            assert!(work.try_from(1, short).is_err());
            let long = [&state[..], &[0]].concat();
            assert_eq!(work.try_from(1, &long), Err(StateError::TooLong));
        }
    }
    assert!(refused >= enough(501), "only {refused} were refused");
}

#[test]
fn foreign_states_are_refused() {
    let mut random = fastrand::Rng::with_seed(79);
    let (game, bounds) = (heaps("circular(4,2)"), to(&[6]));
    let work = Work::Chosen(&game, &bounds, Convention::Normal);
    let mut state = (0..100).find_map(|_| work.state(&mut random, 2)).expect("a state");
    let other = |game: &HeapGame, bounds: &Bounds, convention, state: &[u8]| {
        Work::Chosen(game, bounds, convention).try_from(1, state)
    };
    let (normal, misere) = (Convention::Normal, Convention::Misere);
    assert_eq!(other(&game, &bounds, normal, &state), Ok(()));
    assert_eq!(other(&game, &bounds, misere, &state), Err(StateError::OtherConvention));
    assert_eq!(other(&game, &to(&[7]), normal, &state), Err(StateError::OtherWindow));
    let total = Bounds { total: Some(9), ..bounds.clone() };
    let refused = other(&game, &total, normal, &state);
    assert!(matches!(refused, Err(StateError::OtherEngine { .. })), "{refused:?}");
    let moore = heaps("moore(4,2)");
    assert_eq!(other(&moore, &bounds, normal, &state), Err(StateError::OtherGame));
    let welter = heaps("welter(4)");
    let refused = other(&welter, &bounds, normal, &state).expect_err("another engine");
    assert_eq!(refused.to_string(), "the state is one of the engine `slabs`, not of `marks`");
    let refused = Work::Values(&game, &bounds).try_from(1, &state).expect_err("no values");
    assert!(matches!(refused, StateError::OtherEngine { .. }));
    state[8] += 1;
    assert_eq!(other(&game, &bounds, normal, &state), Err(StateError::OtherVersion { found: 2 }));
    assert_eq!(
        other(&game, &bounds, normal, b"PK\x03\x04 something else"),
        Err(StateError::NotAState)
    );
    assert_eq!(other(&game, &bounds, normal, b""), Err(StateError::Truncated));
}

/// The plan knows how large a state is at most.
#[test]
fn states_are_as_large_as_planned() {
    let mut random = fastrand::Rng::with_seed(80);
    for (name, bounds) in [
        ("circular(6,2)", to(&[4])),
        ("path-nim", to(&[20])),
        ("single-split-delete(3)", to(&[40])),
        ("welter(4)", to(&[14])),
    ] {
        let game = heaps(name);
        let work = Work::Chosen(&game, &bounds, Convention::Normal);
        let most = work.plan(1).snapshot_bytes().expect("planned");
        let mut largest = 0;
        for _ in 0..cases(20) {
            let state = work.state(&mut random, 2).map_or(0, |state| state.len() as u128);
            assert!(state <= most, "{name}: {state} of {most}");
            largest = largest.max(state);
        }
        assert!(largest >= enough(1), "{name}");
    }
    for (name, bounds) in [("wythoff", to(&[90])), ("nim", to(&[12])), ("welter", to(&[14]))] {
        let game = heaps(name);
        let plan = choose_grundy(&game, &bounds, &Control::unlimited()).expect("a plan");
        let most = plan.table().expect("an engine").snapshot_bytes;
        let state = (0..100).find_map(|_| Work::Values(&game, &bounds).state(&mut random, 1));
        assert!(state.expect("a state").len() as u128 <= most, "{name}");
    }
}

/// What a keeper says when it cannot keep a state ends the work, with its words.
#[test]
fn a_keeper_may_end_the_work() {
    struct Full;
    impl Keeper for Full {
        fn is_due(&mut self) -> bool {
            true
        }
        fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
            let room = &mut [0; 64][..];
            let error = state.write(&mut { room }).expect_err("no room");
            Err(GaveUp::new(format!("the disk is full: {error}")))
        }
    }
    let (game, bounds) = (heaps("circular(4,2)"), to(&[6]));
    for threads in [1, 2] {
        let work = Work::Chosen(&game, &bounds, Convention::Normal);
        let control = &Control::unlimited();
        let ended = work.run(threads, None, &mut Full, control, &mut Vec::new());
        let Err(UnfinishedRun::GaveUp(gave_up)) = ended else { panic!("{ended:?}") };
        assert!(gave_up.why().starts_with("the disk is full"), "{gave_up}");
    }
}

#[test]
fn nothing_is_told_twice() {
    // A killer that takes every state: results are counted as they are told.
    struct Counting(Vec<(u64, u64)>, std::rc::Rc<std::cell::Cell<u64>>);
    impl Keeper for Counting {
        fn is_due(&mut self) -> bool {
            true
        }
        fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
            self.0.push((state.reported(), self.1.get()));
            Ok(())
        }
    }
    let told = std::rc::Rc::<std::cell::Cell<u64>>::default();
    for (name, bounds) in
        [("circular(4,2)", to(&[6])), ("welter", to(&[30])), ("split-and-delete", to(&[30]))]
    {
        let game = heaps(name);
        let convention = Convention::Normal;
        for threads in [1, 3] {
            told.set(0);
            let control = Control::unlimited().with_threads(threads);
            let plan = choose(&game, &bounds, convention, &control).expect("a plan");
            let mut keeper = Counting(Vec::new(), told.clone());
            let session = ishitori_core::solve::snapshot::EngineSession::new(&mut keeper);
            ishitori_core::ask::p_positions_from(
                &game,
                &bounds,
                convention,
                &plan,
                session,
                &Control::unlimited(),
                &mut |_| told.set(told.get() + 1),
            )
            .expect("P-positions");
            assert!(!keeper.0.is_empty(), "{name}");
            assert!(keeper.0.iter().all(|(says, told)| says == told), "{name} {:?}", keeper.0);
        }
    }
}

/// The outcomes of the list are those of the facts: a check of the harness itself.
#[test]
fn the_harness_finds_a_wrong_resume() {
    let (game, bounds) = (heaps("wythoff"), to(&[20]));
    let work = Work::ByReference(&game, &bounds, Convention::Normal);
    let mut solver = Reference::new(&game);
    let all = work.undisturbed();
    for p in &all {
        let facts = solver.facts(&p.clone().into_boxed_slice(), &Control::unlimited());
        assert_eq!(facts.expect("facts").outcome(Convention::Normal), Outcome::P);
    }
    // Results after a state, without those before it, are not the whole.
    let mut random = fastrand::Rng::with_seed(81);
    let state = (0..100).find_map(|_| work.state(&mut random, 1)).expect("a state");
    let (mut rest, mut killer) = (Vec::new(), Killer::new(&mut random, 0));
    work.run(1, Some(&state), &mut killer, &Control::unlimited(), &mut rest).expect("results");
    assert!(rest.len() < all.len() && all.ends_with(&rest));
}
