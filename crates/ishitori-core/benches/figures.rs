//! Values of figures beside plain recursion with a memo, as one writes it for a paper: positions as they are, a hash map, mex.
//!
//! `cargo bench -p ishitori-core --bench figures` prints both; docs/performance.md has the ratios.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use divan::{Bencher, black_box};
use ishitori_core::ask::FigureAnswers;
use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, FigureGame, GameKind};

fn main() {
    divan::main();
}

fn figures(name: &str) -> FigureGame {
    match AnyGame::new(&catalogue::find(name).expect("a game")) {
        Ok(AnyGame::Figures(game)) => game,
        _ => panic!("{name} is played with no figures"),
    }
}

fn ours(bencher: Bencher, name: &str, position: &str) {
    let game = figures(name);
    let figure = game.parse(position).expect("a position");
    bencher.bench(|| {
        let control = Control::unlimited();
        FigureAnswers::new(&game, &control).grundy(&figure, &control).expect("a value")
    });
}

/// Plain recursion: no parts, no symmetry.
fn plain<P: Clone + Eq + Hash>(
    position: &P,
    options: &dyn Fn(&P) -> Vec<P>,
    memo: &mut HashMap<P, u32>,
) -> u32 {
    if let Some(known) = memo.get(position) {
        return *known;
    }
    let values: HashSet<u32> =
        options(position).iter().map(|option| plain(option, options, memo)).collect();
    let value = (0..).find(|value| !values.contains(value)).expect("a number is missing");
    memo.insert(position.clone(), value);
    value
}

type Cells = Vec<Vec<bool>>;

fn cram_options(board: &Cells) -> Vec<Cells> {
    let (rows, columns) = (board.len(), board[0].len());
    let mut options = Vec::new();
    for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        for (down, right) in [(0, 1), (1, 0)] {
            let (other, beside) = (r + down, c + right);
            if other < rows && beside < columns && !board[r][c] && !board[other][beside] {
                let mut next = board.clone();
                (next[r][c], next[other][beside]) = (true, true);
                options.push(next);
            }
        }
    }
    options
}

#[divan::bench(args = ["cram(4,4)", "cram(4,5)", "cram(5,5)"], sample_count = 3)]
fn cram(bencher: Bencher, name: &str) {
    ours(bencher, name, "empty");
}

#[divan::bench(args = [(4, 4), (4, 5)], sample_count = 1)]
fn cram_plain((rows, columns): (usize, usize)) -> u32 {
    plain(&vec![vec![false; columns]; black_box(rows)], &cram_options, &mut HashMap::new())
}

#[divan::bench(args = ["grid(4,5)", "grid(4,6)", "path(40)"], sample_count = 3)]
fn node_kayles(bencher: Bencher, graph: &str) {
    ours(bencher, "node-kayles", graph);
}

#[divan::bench(sample_count = 1)]
fn node_kayles_grid_4_5_plain() -> u32 {
    let near = |(r, c): (i32, i32), (x, y): (i32, i32)| (r - x).abs() + (c - y).abs() <= 1;
    let options = |left: &Vec<(i32, i32)>| -> Vec<Vec<(i32, i32)>> {
        let without = |v: &(i32, i32)| left.iter().copied().filter(|w| !near(*v, *w)).collect();
        left.iter().map(without).collect()
    };
    let all: Vec<(i32, i32)> = (0..4).flat_map(|r| (0..5).map(move |c| (r, c))).collect();
    plain(&black_box(all), &options, &mut HashMap::new())
}

#[divan::bench(args = ["chomp(6,8)", "chomp(8,10)"], sample_count = 3)]
fn chomp(bencher: Bencher, bar: &str) {
    ours(bencher, "chomp-on-posets", bar);
}

/// On the lengths of the rows; the poisoned square is never eaten.
#[divan::bench(args = [(6, 8), (8, 10)], sample_count = 1)]
fn chomp_plain((rows, columns): (usize, usize)) -> u32 {
    let options = |bar: &Vec<usize>| -> Vec<Vec<usize>> {
        let bites = bar.iter().enumerate().flat_map(|(r, row)| (0..*row).map(move |c| (r, c)));
        let bite = |(r, c): (usize, usize)| -> Vec<usize> {
            bar.iter()
                .enumerate()
                .map(|(at, row)| if at >= r { *row.min(&c) } else { *row })
                .collect()
        };
        bites.filter(|square| *square != (0, 0)).map(bite).collect()
    };
    plain(&vec![columns; black_box(rows)], &options, &mut HashMap::new())
}

#[divan::bench(args = ["partitions(1..30)", "partitions(1..40)"], sample_count = 3)]
fn lctr(bencher: Bencher, list: &str) {
    let game = figures("lctr-diagrams");
    bencher.bench(|| {
        let control = Control::unlimited();
        let mut answers = FigureAnswers::new(&game, &control);
        let listed = game.listed(list, &control).expect("a list");
        listed.iter().map(|one| answers.grundy(&one.figure, &control).expect("a value")).max()
    });
}
