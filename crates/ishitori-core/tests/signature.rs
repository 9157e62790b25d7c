//! One number over what every game of the catalogue is: who wins under both conventions, and Grundy values.
//!
//! A change that should change no answer changes no signature; one that does says so in its commit. The reference
//! tells first, then the engines that take the window, so that a fault of either is seen. Expected is
//! `testdata/signature.txt`, with a number for each game below the one for all; `UPDATE_SIGNATURE=1` writes it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;

use ishitori_core::ask::{choose, choose_grundy, p_positions};
use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, BoardGame, Bounds, GameKind, HeapGame, SingleGame};
use ishitori_core::single::Sequence;
use ishitori_core::solve::boards::{BoardSumSolver, BoardsBelow};
use ishitori_core::solve::{Convention, Outcome, Reference};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/signature.txt");

const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

/// Windows of heaps have at most this many positions, and heaps of at most 60.
const POSITIONS: usize = 3_000;

/// Heaps side by side have this many stones together where each splits into others.
const STONES: u64 = 12;

/// Values of single heaps.
const HEAPS: u64 = 200;

const BOARDS: [&str; 6] = ["1,7", "2,2", "2,4", "3,2", "3,3", "4,3"];

/// FNV-1a over numbers. It is written here so that nothing else can change it.
struct Fold(u64);

impl Fold {
    fn new() -> Fold {
        Fold(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_outcome(&mut self, outcome: Outcome) {
        self.add(u64::from(outcome == Outcome::P));
    }
}

fn positions<G: GameKind>(game: &G, bounds: &Bounds) -> Vec<G::Position> {
    let mut all = Vec::new();
    game.visit_positions(bounds, &mut |position| {
        all.push(position.clone());
        ControlFlow::Continue(())
    })
    .expect("a window");
    all
}

/// What the reference says of these positions.
fn by_reference<G: GameKind>(
    game: &G,
    all: &[G::Position],
    numbers: impl Fn(&G::Position) -> Vec<u64>,
    fold: &mut Fold,
) {
    let mut reference = Reference::new(game);
    for position in all {
        numbers(position).iter().for_each(|number| fold.add(*number));
        let facts = reference.facts(position, &Control::unlimited()).expect("facts");
        CONVENTIONS.iter().for_each(|convention| fold.add_outcome(facts.outcome(*convention)));
        fold.add(u64::from(facts.grundy));
    }
}

/// The largest window of equal heaps that is small enough.
fn window(game: &HeapGame) -> (Bounds, Vec<ishitori_core::game::Heaps>) {
    let mut best = None;
    for to in 1..=60 {
        let bounds = Bounds { to: vec![to], total: None };
        let all = positions(game, &bounds);
        if all.len() > POSITIONS && best.is_some() {
            break;
        }
        best = Some((bounds, all));
    }
    best.expect("a window")
}

fn heaps(game: &HeapGame, fold: &mut Fold) {
    let (bounds, all) = window(game);
    by_reference(game, &all, |position| position.to_vec(), fold);
    for convention in CONVENTIONS {
        let plan = choose(game, &bounds, convention, &Control::unlimited()).expect("a plan");
        let mut found = Vec::new();
        let add = &mut |position: &_| found.push(Clone::clone(position));
        p_positions(game, &bounds, convention, &plan, &Control::unlimited(), add)
            .expect("P-positions");
        for position in game.arranged(found) {
            position.iter().for_each(|heap| fold.add(*heap));
        }
    }
    if let Some(plan) = choose_grundy(game, &bounds, &Control::unlimited()).expect("a plan").table()
    {
        let table = plan.solve(game, &Control::unlimited()).expect("a table");
        all.iter().for_each(|position| fold.add(u64::from(table.get(position))));
    }
}

fn board(game: &BoardGame, fold: &mut Fold) {
    let all = positions(game, &Bounds::default());
    by_reference(game, &all, |board| vec![board.mask()], fold);
    let below = BoardsBelow::all(game).expect("few cells");
    let values = below.values(&Control::unlimited()).expect("values");
    let outcomes = CONVENTIONS
        .map(|convention| below.outcomes(convention, &Control::unlimited()).expect("outcomes"));
    let mut sums = BoardSumSolver::new(game);
    for board in &all {
        fold.add(u64::from(values.get(board).expect("every board")));
        outcomes.iter().for_each(|all| fold.add_outcome(all.get(board).expect("every board")));
        fold.add(u64::from(sums.grundy(board, &Control::unlimited()).expect("no limits")));
    }
}

fn single(game: &SingleGame, fold: &mut Fold) {
    let bounds = Bounds { to: vec![], total: Some(STONES) };
    by_reference(game, &positions(game, &bounds), Clone::clone, fold);
    for sequence in [Sequence::plain(game.rules()), Sequence::new(game.rules())] {
        let mut sequence = sequence.expect("a sequence");
        sequence.extend(HEAPS, &Control::unlimited()).expect("no limits");
        for heap in 0..=HEAPS {
            fold.add(sequence.value(heap).expect("a value"));
        }
    }
}

fn signature(name: &str) -> u64 {
    let open = |name: &str| {
        let ruleset = catalogue::find(name).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        AnyGame::new(&ruleset).expect("a playable game")
    };
    let mut fold = Fold::new();
    match open(name) {
        AnyGame::Heaps(game) => heaps(&game, &mut fold),
        AnyGame::Single(game) => single(&game, &mut fold),
        AnyGame::Pieces(_) | AnyGame::Figures(_) => {
            panic!("{name}: such games are in the gallery")
        }
        AnyGame::Board(_) => {
            for size in BOARDS {
                let AnyGame::Board(game) = open(&format!("{name}({size})")) else {
                    panic!("{name}")
                };
                board(&game, &mut fold);
            }
        }
    }
    fold.0
}

#[test]
fn signature_of_the_catalogue() {
    let mut whole = Fold::new();
    let mut games = String::new();
    for (name, _) in catalogue::GAMES {
        let one = signature(name);
        whole.add(one);
        writeln!(games, "{one:016x} {name}").expect("a string");
    }
    let now = format!("signature {:016x}\n{games}", whole.0);
    // Past the harness, which keeps what tests print: this is for whoever runs them.
    writeln!(std::io::stdout(), "signature {:016x}", whole.0).expect("an open output");
    if std::env::var_os("UPDATE_SIGNATURE").is_some() {
        std::fs::write(FILE, &now).expect("testdata/signature.txt is written");
    }
    let expected = std::fs::read_to_string(FILE).unwrap_or_default();
    let changed: Vec<&str> =
        now.lines().filter(|line| !expected.lines().any(|l| l == *line)).collect();
    assert!(
        now == expected,
        "answers of the catalogue have changed: {changed:#?}\nIf that is meant, quote the new signature in the \
         commit that changes it, and update testdata/signature.txt with UPDATE_SIGNATURE=1."
    );
}
