//! The engines on windows that take a fraction of a second, beside loops written by hand.
//!
//! `cargo bench` prints both; docs/performance.md has the full sizes.

mod floor;

use divan::{Bencher, black_box};
use ishitori_core::catalogue;
use ishitori_core::game::{AnyGame, Bounds, Game, HeapGame, Heaps};
use ishitori_core::solve::boards::{Below, Sums};
use ishitori_core::solve::choose::{Limits, choose, choose_grundy, p_positions, p_positions_from};
use ishitori_core::solve::snapshot::{Keeper, Session, State};
use ishitori_core::solve::{Budget, Convention, GaveUp};

fn main() {
    divan::main();
}

fn game(name: &str) -> AnyGame {
    AnyGame::new(&catalogue::find(name).expect("a game")).expect("a playable game")
}

fn heaps(name: &str) -> HeapGame {
    match game(name) {
        AnyGame::Heaps(game) => game,
        _ => panic!("{name} has no fixed heaps"),
    }
}

fn count_p(bencher: Bencher, game: &HeapGame, bounds: &Bounds) {
    count_p_with(bencher, game, bounds, Limits::ONE_THREAD);
}

fn count_p_with(bencher: Bencher, game: &HeapGame, bounds: &Bounds, limits: Limits) {
    let plan = choose(game, bounds, Convention::Normal, limits).expect("a plan");
    bencher.bench(|| {
        let mut count = 0u64;
        let mut budget = Budget::unlimited();
        p_positions(game, bounds, Convention::Normal, &plan, &mut budget, &mut |_| count += 1)
            .expect("P-positions");
        count
    });
}

fn grundy(bencher: Bencher, game: &HeapGame, to: u64) {
    let bounds = Bounds { to: vec![to], total: None };
    let plan =
        choose_grundy(game, &bounds, Limits::ONE_THREAD).expect("a plan").expect("an engine");
    bencher.bench(|| plan.solve(game, &mut Budget::unlimited()).expect("a table"));
}

#[divan::bench(args = [32, 48, 64], sample_count = 3)]
fn circular_6_2_lines(bencher: Bencher, n: u64) {
    count_p(bencher, &heaps("circular(6,2)"), &Bounds { to: vec![n - 1], total: None });
}

#[divan::bench(args = [1, 2, 4], sample_count = 5)]
fn circular_6_2_threads(bencher: Bencher, threads: usize) {
    let bounds = Bounds { to: vec![47], total: None };
    let limits = Limits { threads, ..Limits::ONE_THREAD };
    count_p_with(bencher, &heaps("circular(6,2)"), &bounds, limits);
}

/// Takes a state at one safe point of eight, to nowhere.
struct EighthPoint(u32);

impl Keeper for EighthPoint {
    fn is_due(&mut self) -> bool {
        self.0 += 1;
        self.0.is_multiple_of(8)
    }

    fn keep(&mut self, state: &State<'_>) -> Result<(), GaveUp> {
        state.write(&mut std::io::sink()).map_err(|error| GaveUp::new(error.to_string()))
    }
}

/// Beside `circular_6_2_threads`: what states cost, five of them in the run.
#[divan::bench(args = [1, 2, 4], sample_count = 5)]
fn circular_6_2_kept(bencher: Bencher, threads: usize) {
    let (game, bounds) = (heaps("circular(6,2)"), Bounds { to: vec![47], total: None });
    let limits = Limits { threads, ..Limits::ONE_THREAD };
    let plan = choose(&game, &bounds, Convention::Normal, limits).expect("a plan");
    bencher.bench(|| {
        let mut keeper = EighthPoint(0);
        let session = Session::new(&mut keeper);
        let (mut count, mut budget) = (0u64, Budget::unlimited());
        let visit = &mut |_: &Heaps| count += 1;
        p_positions_from(&game, &bounds, Convention::Normal, &plan, session, &mut budget, visit)
            .expect("P-positions");
        count
    });
}

#[divan::bench(args = [32, 48, 64], sample_count = 3)]
fn circular_6_2_floor(n: usize) -> u64 {
    floor::circular_6_2(black_box(n))
}

#[divan::bench(args = [300, 1000], sample_count = 5)]
fn wythoff_grundy(bencher: Bencher, n: u64) {
    grundy(bencher, &heaps("wythoff"), n - 1);
}

#[divan::bench(args = [300], sample_count = 5)]
fn wythoff_grundy_floor(n: usize) -> u32 {
    floor::wythoff_by_options(black_box(n))
}

#[divan::bench(args = [63, 127], sample_count = 5)]
fn path_nim_grundy(bencher: Bencher, to: u64) {
    grundy(bencher, &heaps("path-nim(3)"), to);
}

#[divan::bench(args = [500, 1000], sample_count = 5)]
fn split_and_delete_grundy(bencher: Bencher, to: u64) {
    grundy(bencher, &heaps("split-and-delete"), to);
}

#[divan::bench(args = [500, 1000], sample_count = 5)]
fn single_split_delete_keys(bencher: Bencher, total: u64) {
    let bounds = Bounds { to: Vec::new(), total: Some(total) };
    count_p(bencher, &heaps("single-split-delete(3)"), &bounds);
}

#[divan::bench(args = [15, 25], sample_count = 5)]
fn half_split_delete_marks(bencher: Bencher, to: u64) {
    count_p(bencher, &heaps("half-split-delete(4)"), &Bounds { to: vec![to], total: None });
}

/// A rule that only the general sieve fits.
#[divan::bench(args = [20, 40], sample_count = 5)]
fn user_rule_marks(bencher: Bencher, to: u64) {
    let rule = "game user position (a, b, c, d)
                option (a - t, b, c, d) where t mod 2 = 1
                option (a, b - t, c, d - 1) where 1 <= t <= c
                option (a, b, x, d) where 2*x <= c, x < c
                option (a, b, c, d - 2)";
    let ruleset = ishitori_rule::load(rule, &[]).expect("a rule");
    let Ok(AnyGame::Heaps(game)) = AnyGame::new(&ruleset) else { panic!("heaps") };
    count_p(bencher, &game, &Bounds { to: vec![to], total: None });
}

#[divan::bench(args = [30, 60], sample_count = 5)]
fn lim_grundy_by_scan(bencher: Bencher, to: u64) {
    grundy(bencher, &heaps("lim"), to);
}

#[divan::bench(args = ["grid-nim(4,4)", "grid-nim(4,5)"], sample_count = 5)]
fn grid_nim_boards(bencher: Bencher, name: &str) {
    let AnyGame::Board(game) = game(name) else { panic!("a board") };
    let below = Below::all(&game).expect("few cells");
    bencher
        .bench(|| below.outcomes(Convention::Normal, &mut Budget::unlimited()).expect("outcomes"));
}

#[divan::bench(args = ["grid-nim(4,4)", "grid-nim(4,5)"], sample_count = 5)]
fn grid_nim_values(bencher: Bencher, name: &str) {
    let AnyGame::Board(game) = game(name) else { panic!("a board") };
    let below = Below::all(&game).expect("few cells");
    bencher.bench(|| below.values(&mut Budget::unlimited()).expect("values"));
}

#[divan::bench(args = ["5,4,3,2,1", "6,5,4,3,2,1", "7,6,5,4,3,2,1"], sample_count = 3)]
fn staircase_by_parts(bencher: Bencher, lengths: &str) {
    let AnyGame::Board(game) = game("grid-nim(7,7)") else { panic!("a board") };
    let board = game.parse(lengths).expect("a board");
    bencher.bench(|| Sums::new(&game).grundy(&board, &mut Budget::unlimited()).expect("a value"));
}
