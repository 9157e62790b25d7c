//! The engines on windows that take a fraction of a second, beside loops written by hand.
//!
//! `cargo bench` prints both; docs/performance.md has the full sizes.

mod floor;

use divan::{Bencher, black_box};
use ishitori_core::ask::{choose, choose_grundy, p_positions, p_positions_from};
use ishitori_core::catalogue;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::solve::Convention;
use ishitori_core::solve::boards::{BoardSumSolver, BoardsBelow};
use ishitori_core::solve::snapshot::{EngineSession, EngineState, Keeper};
use ishitori_core::solve::strides::{StrideFact, StridePlan};

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
    count_p_with(bencher, game, bounds, &Control::unlimited());
}

fn count_p_with(bencher: Bencher, game: &HeapGame, bounds: &Bounds, control: &Control) {
    let plan = choose(game, bounds, Convention::Normal, control).expect("a plan");
    bencher.bench(|| {
        let mut count = 0u64;
        let control = control.part();
        p_positions(game, bounds, Convention::Normal, &plan, &control, &mut |_| count += 1)
            .expect("P-positions");
        count
    });
}

fn grundy(bencher: Bencher, game: &HeapGame, to: u64) {
    let bounds = Bounds { to: vec![to], total: None };
    let plan = choose_grundy(game, &bounds, &Control::unlimited())
        .expect("a plan")
        .table()
        .expect("an engine")
        .clone();
    bencher.bench(|| plan.solve(game, &Control::unlimited()).expect("a table"));
}

#[divan::bench(args = [32, 48, 64], sample_count = 3)]
fn circular_6_2_lines(bencher: Bencher, n: u64) {
    count_p(bencher, &heaps("circular(6,2)"), &Bounds { to: vec![n - 1], total: None });
}

#[divan::bench(args = [1, 2, 4], sample_count = 5)]
fn circular_6_2_threads(bencher: Bencher, threads: usize) {
    let bounds = Bounds { to: vec![47], total: None };
    let control = Control::unlimited().with_threads(threads);
    count_p_with(bencher, &heaps("circular(6,2)"), &bounds, &control);
}

/// Takes a state at one safe point of eight, to nowhere.
struct EighthPoint(u32);

impl Keeper for EighthPoint {
    fn is_due(&mut self) -> bool {
        self.0 += 1;
        self.0.is_multiple_of(8)
    }

    fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
        state.write(&mut std::io::sink()).map_err(|error| GaveUp::new(error.to_string()))
    }
}

/// Beside `circular_6_2_threads`: what states cost, five of them in the run.
#[divan::bench(args = [1, 2, 4], sample_count = 5)]
fn circular_6_2_kept(bencher: Bencher, threads: usize) {
    let (game, bounds) = (heaps("circular(6,2)"), Bounds { to: vec![47], total: None });
    let control = Control::unlimited().with_threads(threads);
    let plan = choose(&game, &bounds, Convention::Normal, &control).expect("a plan");
    bencher.bench(|| {
        let mut keeper = EighthPoint(0);
        let session = EngineSession::new(&mut keeper);
        let (mut count, control) = (0u64, control.part());
        let visit = &mut |_: &Heaps| count += 1;
        p_positions_from(&game, &bounds, Convention::Normal, &plan, session, &control, visit)
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
const USER_RULE: &str = "game user position (a, b, c, d)
    option (a - t, b, c, d) where t mod 2 = 1
    option (a, b - t, c, d - 1) where 1 <= t <= c
    option (a, b, x, d) where 2*x <= c, x < c
    option (a, b, c, d - 2)";

#[divan::bench(args = [20, 40], sample_count = 5)]
fn user_rule_marks(bencher: Bencher, to: u64) {
    count_p(bencher, &user_game(USER_RULE), &Bounds { to: vec![to], total: None });
}

#[divan::bench(args = [20, 40], sample_count = 5)]
fn user_rule_marks_floor(to: usize) -> u64 {
    floor::user_rule(black_box(to + 1))
}

#[divan::bench(args = [1, 2, 4], sample_count = 5)]
fn user_rule_threads(bencher: Bencher, threads: usize) {
    let bounds = Bounds { to: vec![60], total: None };
    let control = Control::unlimited().with_threads(threads);
    count_p_with(bencher, &user_game(USER_RULE), &bounds, &control);
}

/// The same moves, told by a condition without a function and by one with.
const CONDITIONS: [&str; 10] = [
    "t <= b",
    "or(t, t) <= b",
    "t mod 2 = 1",
    "gcd(t, 2) = 1",
    "t mod 3 = 1",
    "t - 3*floor(t/3) = 1",
    "t in {1, 2, 4, 8, 16, 32, 64}",
    "popcount(t) = 1",
    "t + c >= b",
    "or(t + c, 0) >= b",
];

#[divan::bench(args = CONDITIONS, sample_count = 5)]
fn conditions_marks(bencher: Bencher, condition: &str) {
    let rule = format!(
        "game g position (a, b, c) option (a - t, b, c) where t >= 1, {condition}
         option (a, b - 1, c) option (a, b, c - 1)"
    );
    count_p(bencher, &user_game(&rule), &Bounds { to: vec![100], total: None });
}

/// What two threads could do at best: the hand-written sieve on each, at the same time.
#[divan::bench(args = [1, 2], sample_count = 5)]
fn user_rule_threads_floor(threads: usize) -> u64 {
    floor::at_once(threads, || floor::user_rule(black_box(61)))
}

#[divan::bench(args = [1, 2, 4], sample_count = 5)]
fn half_split_delete_threads(bencher: Bencher, threads: usize) {
    let bounds = Bounds { to: vec![56], total: None };
    let control = Control::unlimited().with_threads(threads);
    count_p_with(bencher, &heaps("half-split-delete(4)"), &bounds, &control);
}

#[divan::bench(args = [1, 2, 4], sample_count = 5)]
fn single_split_delete_threads(bencher: Bencher, threads: usize) {
    let bounds = Bounds { to: Vec::new(), total: Some(2000) };
    let control = Control::unlimited().with_threads(threads);
    count_p_with(bencher, &heaps("single-split-delete(3)"), &bounds, &control);
}

#[divan::bench(args = [1, 2, 4], sample_count = 5)]
fn lim_grundy_threads(bencher: Bencher, threads: usize) {
    let (game, bounds) = (heaps("lim"), Bounds { to: vec![75], total: None });
    let control = Control::unlimited().with_threads(threads);
    let plan = choose_grundy(&game, &bounds, &control).expect("a plan");
    let plan = plan.table().expect("an engine").clone();
    bencher.bench(|| plan.solve(&game, &control).expect("a table"));
}

#[divan::bench(args = [30, 60], sample_count = 5)]
fn lim_grundy_by_scan(bencher: Bencher, to: u64) {
    grundy(bencher, &heaps("lim"), to);
}

#[divan::bench(args = ["grid-nim(4,4)", "grid-nim(4,5)"], sample_count = 5)]
fn grid_nim_boards(bencher: Bencher, name: &str) {
    let AnyGame::Board(game) = game(name) else { panic!("a board") };
    let below = BoardsBelow::all(&game).expect("few cells");
    bencher.bench(|| below.outcomes(Convention::Normal, &Control::unlimited()).expect("outcomes"));
}

#[divan::bench(args = ["grid-nim(4,4)", "grid-nim(4,5)"], sample_count = 5)]
fn grid_nim_values(bencher: Bencher, name: &str) {
    let AnyGame::Board(game) = game(name) else { panic!("a board") };
    let below = BoardsBelow::all(&game).expect("few cells");
    bencher.bench(|| below.values(&Control::unlimited()).expect("values"));
}

#[divan::bench(args = ["5,4,3,2,1", "6,5,4,3,2,1", "7,6,5,4,3,2,1"], sample_count = 3)]
fn staircase_by_parts(bencher: Bencher, lengths: &str) {
    let AnyGame::Board(game) = game("grid-nim(7,7)") else { panic!("a board") };
    let board = game.parse(lengths).expect("a board");
    bencher.bench(|| {
        BoardSumSolver::new(&game).grundy(&board, &Control::unlimited()).expect("a value")
    });
}

fn user_game(text: &str) -> HeapGame {
    let ruleset = ishitori_rule::load(text, &[]).expect("a rule");
    match AnyGame::new(&ruleset) {
        Ok(AnyGame::Heaps(game)) => game,
        other => panic!("{other:?}"),
    }
}

fn walked(bencher: Bencher, game: &HeapGame, to: &[u64], tells: StrideFact) {
    let plan = StridePlan::new(game, to, tells).expect("a plan");
    bencher.bench(|| plan.solve(game, &Control::unlimited()).expect("a table"));
}

#[divan::bench(args = [300, 1000], sample_count = 5)]
fn wythoff_lengths(bencher: Bencher, n: u64) {
    let tells = StrideFact::Remoteness(Convention::Normal);
    walked(bencher, &heaps("wythoff"), &[n - 1, n - 1], tells);
}

#[divan::bench(args = [300, 1000], sample_count = 3)]
fn wythoff_lengths_floor(n: usize) -> u32 {
    floor::wythoff_lengths_by_options(n)
}

const FIBONACCI: &str = "game fibonacci-nim
    position (n, l)
    option (n - t, 2*t) where t >= 1 and t <= l";

#[divan::bench(args = [300, 600], sample_count = 5)]
fn fibonacci_nim_grundy(bencher: Bencher, to: u64) {
    walked(bencher, &user_game(FIBONACCI), &[to, to], StrideFact::Grundy);
}

#[divan::bench(args = [300, 600], sample_count = 5)]
fn fibonacci_nim_grundy_floor(to: usize) -> u64 {
    floor::fibonacci_nim(to + 1)
}

const KNIGHT: &str = "game queen-and-knight
    position (a, b) unordered
    option (x, b) where x < a
    option (a - t, b - t) where t >= 1
    option (a - 1, b - 2)";

#[divan::bench(args = [300, 1000], sample_count = 5)]
fn queen_and_knight_grundy(bencher: Bencher, n: u64) {
    grundy(bencher, &user_game(KNIGHT), n - 1);
}

const PASS: &str = "game nim-with-a-pass
    position (a, b, c, p) where p <= 1
    option (x, b, c, p) where x < a
    option (a, x, c, p) where x < b
    option (a, b, x, p) where x < c
    option (a, b, c, p - 1) where a + b + c >= 1";

#[divan::bench(sample_count = 5)]
fn nim_with_a_pass_grundy(bencher: Bencher) {
    walked(bencher, &user_game(PASS), &[60, 70, 80, 1], StrideFact::Grundy);
}

#[divan::bench(sample_count = 5)]
fn nim_with_a_pass_lengths(bencher: Bencher) {
    let tells = StrideFact::Remoteness(Convention::Normal);
    walked(bencher, &user_game(PASS), &[60, 70, 80, 1], tells);
}
