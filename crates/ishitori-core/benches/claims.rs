//! Claims on windows that are solved already, beside loops written by hand, and claims `P implies X` beside their sieve.
//!
//! The walked rows look at the same positions in order, one after the other: what a kept check does.

#[path = "floor/claims.rs"]
mod floor;

use divan::{Bencher, black_box};
use ishitori_core::ask::{Fact, SolvedWindow, choose, choose_window, p_positions};
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{CheckSession, ClaimCheck, Verdict, check, check_from};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, HeapGame};
use ishitori_core::solve::Convention;
use ishitori_core::solve::snapshot::NoKeeper;
use ishitori_rule::parse::parse_statement;

fn main() {
    divan::main();
}

fn heaps(name: &str) -> HeapGame {
    match AnyGame::new(&catalogue::find(name).expect("a game")).expect("a playable game") {
        AnyGame::Heaps(game) => game,
        _ => panic!("{name} has no fixed heaps"),
    }
}

/// What a claim is about, solved beforehand or not.
struct Subject {
    game: &'static str,
    formula: &'static str,
    to: u64,
    fact: Option<Fact>,
}

impl Subject {
    fn bounds(&self) -> Bounds {
        Bounds { to: vec![self.to], total: None }
    }

    fn known(&self) -> Option<SolvedWindow> {
        let (game, control) = (heaps(self.game), Control::unlimited());
        let to = vec![self.to; game.rules().names.len()];
        self.fact.map(|fact| {
            let plan = choose_window(&game, &to, fact, &control).expect("a plan");
            SolvedWindow::solve(&game, &self.bounds(), &plan, &control).expect("a window")
        })
    }

    fn bench(&self, bencher: Bencher, threads: usize, in_order: bool) {
        let ruleset = catalogue::find(self.game).expect("a game");
        let statement = parse_statement(self.formula).expect("a statement");
        let (known, bounds) = (self.known(), self.bounds());
        let control = Control::unlimited().with_threads(threads);
        bencher.bench(|| {
            let asked = ClaimCheck {
                among: None,
                ruleset: &ruleset,
                statement: &statement,
                text: self.formula,
                convention: Convention::Normal,
                bounds: &bounds,
                automatic: false,
                control: &control.part(),
                known: known.as_ref(),
                library: &CatalogueLibrary,
            };
            let session = CheckSession { from: None, keeper: &mut NoKeeper };
            let verdict = if in_order { check_from(&asked, session) } else { check(&asked) };
            assert!(!matches!(verdict, Err(_) | Ok(Verdict::Unknown(_))), "{verdict:?}");
        });
    }
}

const P: Option<Fact> = Some(Fact::Outcome(Convention::Normal));

/// 16.8 million positions.
const XOR: Subject =
    Subject { game: "circular(3,1)", formula: "P iff xor(h) = 0", to: 255, fact: P };

/// 16.8 million positions: true only for few, so it is told apart by a guard.
const LINEAR: Subject = Subject {
    game: "circular(4,2)",
    formula: "2*h[1] + h[4] = h[2] + 2*h[3] and h[2] + h[3] >= h[4] implies P or h[2] != h[4] or h[1] = h[3]",
    to: 63,
    fact: P,
};

const VALUE: Subject = Subject {
    game: "circular(3,1)",
    formula: "grundy = xor(h)",
    to: 255,
    fact: Some(Fact::Grundy),
};

const LIM: Subject = Subject {
    game: "lim",
    formula: "grundy = (a + b + c - (a xor b xor c))/2",
    to: 60,
    fact: None,
};

const ALTERNATE: Subject = Subject {
    game: "circular(6,2)",
    formula: "P implies (h[1] >= h[4] and h[2] <= h[5] and h[3] >= h[6]) or (h[1] <= h[4] and h[2] >= h[5] and h[3] <= h[6])",
    to: 31,
    fact: None,
};

#[divan::bench(args = [1, 2], sample_count = 5)]
fn xor_iff_p(bencher: Bencher, threads: usize) {
    XOR.bench(bencher, threads, false);
}

#[divan::bench(sample_count = 1)]
fn xor_iff_p_walked(bencher: Bencher) {
    XOR.bench(bencher, 1, true);
}

#[divan::bench(sample_count = 5)]
fn xor_iff_p_floor(bencher: Bencher) {
    let bits = vec![0u64; (256 * 256 * 256) / 64];
    bencher.bench(|| floor::xor_is_zero_iff_p(black_box(256), black_box(&bits)));
}

#[divan::bench(args = [1, 2], sample_count = 5)]
fn linear_implies_p(bencher: Bencher, threads: usize) {
    LINEAR.bench(bencher, threads, false);
}

#[divan::bench(sample_count = 1)]
fn linear_implies_p_walked(bencher: Bencher) {
    LINEAR.bench(bencher, 1, true);
}

#[divan::bench(sample_count = 5)]
fn linear_implies_p_floor(bencher: Bencher) {
    let bits = vec![0u64; (64 * 64 * 64 * 64) / 64];
    bencher.bench(|| floor::linear_iff_p(black_box(64), black_box(&bits)));
}

#[divan::bench(args = [1, 2], sample_count = 5)]
fn value_is_xor(bencher: Bencher, threads: usize) {
    VALUE.bench(bencher, threads, false);
}

#[divan::bench(sample_count = 1)]
fn value_is_xor_walked(bencher: Bencher) {
    VALUE.bench(bencher, 1, true);
}

#[divan::bench(sample_count = 5)]
fn value_is_xor_floor(bencher: Bencher) {
    let values = vec![0u32; 256 * 256 * 256];
    bencher.bench(|| floor::xor_is_value(black_box(256), black_box(&values)));
}

/// Beside `lim_grundy_by_scan` with the same window: table and check.
#[divan::bench(sample_count = 3)]
fn lim_value(bencher: Bencher) {
    LIM.bench(bencher, 1, false);
}

#[divan::bench(sample_count = 3)]
fn lim_value_walked(bencher: Bencher) {
    LIM.bench(bencher, 1, true);
}

#[divan::bench(sample_count = 3)]
fn lim_table(bencher: Bencher) {
    let game = heaps("lim");
    let bounds = LIM.bounds();
    let plan = ishitori_core::ask::choose_grundy(&game, &bounds, &Control::unlimited());
    let plan = plan.expect("a plan").table().expect("a table").clone();
    bencher.bench(|| plan.solve(&game, &Control::unlimited()).expect("a table"));
}

#[divan::bench(args = [1, 2], sample_count = 3)]
fn alternating_where_p(bencher: Bencher, threads: usize) {
    ALTERNATE.bench(bencher, threads, false);
}

#[divan::bench(args = [1, 2], sample_count = 3)]
fn alternating_where_p_sieve(bencher: Bencher, threads: usize) {
    let (game, bounds) = (heaps(ALTERNATE.game), ALTERNATE.bounds());
    let control = Control::unlimited().with_threads(threads);
    let plan = choose(&game, &bounds, Convention::Normal, &control).expect("a plan");
    bencher.bench(|| {
        let (mut count, control) = (0u64, control.part());
        p_positions(&game, &bounds, Convention::Normal, &plan, &control, &mut |_| count += 1)
            .expect("P-positions");
        count
    });
}
