//! Random patterns against what they mean, cell by cell; values by parts against plain recursion; random graphs, posets and diagrams.

use std::collections::BTreeSet;

use ishitori_core::game::{FigureGame, GameKind};
use ishitori_rule::load;

use super::{facts, game_of};
use crate::cases::cases;

type Letters = Vec<Vec<char>>;

fn letters(text: &str) -> Letters {
    text.split('/').map(|row| row.chars().collect()).collect()
}

fn turned(pattern: &Letters) -> Letters {
    let (rows, columns) = (pattern.len(), pattern[0].len());
    (0..columns).map(|c| (0..rows).map(|r| pattern[rows - 1 - r][c]).collect()).collect()
}

fn mirrored(pattern: &Letters) -> Letters {
    pattern.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

/// A line of a rule: what it needs, what it leaves.
struct Line {
    before: Letters,
    after: Letters,
    turned: bool,
    mirrored: bool,
}

impl Line {
    fn random(random: &mut fastrand::Rng, fills: bool) -> Line {
        let (rows, columns) = ([1, 1, 2][random.usize(..3)], random.usize(1..4));
        let (from, to) = if fills { ('.', '#') } else { ('#', '.') };
        let mut cell = || -> (char, char) {
            match random.u8(0..6) {
                0 => ('?', '?'),
                1 => (to, to),
                2 => (from, from),
                _ => (from, to),
            }
        };
        let cells: Vec<Vec<(char, char)>> =
            (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect();
        let part = |of: fn(&(char, char)) -> char| -> Letters {
            cells.iter().map(|row| row.iter().map(of).collect()).collect()
        };
        let (before, after) = (part(|cell| cell.0), part(|cell| cell.1));
        Line { before, after, turned: random.bool(), mirrored: random.bool() }
    }

    fn text(&self) -> String {
        let pattern = |letters: &Letters| {
            let rows: Vec<String> = letters.iter().map(|row| row.iter().collect()).collect();
            rows.join("/")
        };
        let turned = if self.turned { " turned" } else { "" };
        let mirrored = if self.mirrored { " and mirrored" } else { "" };
        let (before, after) = (pattern(&self.before), pattern(&self.after));
        format!(" option \"{before}\" becomes \"{after}\"{turned}{mirrored}")
    }

    /// All images that are meant.
    fn images(&self) -> BTreeSet<(Letters, Letters)> {
        let mut images = BTreeSet::from([(self.before.clone(), self.after.clone())]);
        for _ in 0..3 {
            for (before, after) in images.clone() {
                if self.turned {
                    images.insert((turned(&before), turned(&after)));
                }
                if self.mirrored {
                    images.insert((mirrored(&before), mirrored(&after)));
                    let flipped = |letters: &Letters| letters.iter().rev().cloned().collect();
                    images.insert((flipped(&before), flipped(&after)));
                }
            }
        }
        images
    }

    /// The boards after this move, found by laying the pattern everywhere.
    fn options(&self, board: &Letters) -> BTreeSet<Letters> {
        let mut options = BTreeSet::new();
        for (before, after) in self.images() {
            let (rows, columns) = (before.len(), before[0].len());
            for (top, left) in
                (0..board.len()).flat_map(|r| (0..board[0].len()).map(move |c| (r, c)))
            {
                if top + rows > board.len() || left + columns > board[0].len() {
                    continue;
                }
                let places = || (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
                let fits = |(r, c): (usize, usize)| {
                    before[r][c] == '?' || before[r][c] == board[top + r][left + c]
                };
                if places().all(fits) {
                    let mut next = board.clone();
                    for (r, c) in places().filter(|(r, c)| after[*r][*c] != '?') {
                        next[top + r][left + c] = after[r][c];
                    }
                    options.insert(next);
                }
            }
        }
        options
    }
}

fn board(random: &mut fastrand::Rng, rows: usize, columns: usize, fills: bool) -> String {
    let (rare, common) = if fills { ('#', '.') } else { ('.', '#') };
    let mut cell = || if random.u8(0..4) == 0 { rare } else { common };
    let rows: Vec<String> = (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect();
    rows.join("/")
}

#[test]
fn random_patterns_mean_what_they_say() {
    let mut random = fastrand::Rng::with_seed(1902);
    let mut games = 0;
    for _ in 0..cases(400) {
        let fills = random.bool();
        let lines: Vec<Line> =
            (0..random.usize(1..3)).map(|_| Line::random(&mut random, fills)).collect();
        let (rows, columns) = (random.usize(1..4), random.usize(2..5));
        let lines_text: String = lines.iter().map(Line::text).collect();
        let text = format!("game g board {rows} by {columns} of cells{lines_text}");
        // A pattern that changes nothing is refused.
        if load(&text, &[]).is_err() {
            let is_idle = |line: &Line| line.before == line.after;
            assert!(lines.iter().any(is_idle), "{text}");
            continue;
        }
        games += 1;
        let game = game_of(&text);
        for _ in 0..3 {
            let position = board(&mut random, rows, columns, fills);
            let expected: BTreeSet<String> = lines
                .iter()
                .flat_map(|line| line.options(&letters(&position)))
                .map(|board| {
                    board.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
                })
                .collect();
            assert_eq!(options(&game, &position), expected, "{text} at {position}");
            facts(&game, &position);
        }
    }
    assert!(games * 2 >= cases(400), "only {games} games");
}

fn options(game: &FigureGame, position: &str) -> BTreeSet<String> {
    let figure = game.parse(position).unwrap_or_else(|why| panic!("{position}: {why}"));
    game.options(&figure).iter().map(|option| game.write(option)).collect()
}

fn graph(random: &mut fastrand::Rng, most: usize) -> String {
    let n = random.usize(1..=most);
    let mut words: Vec<String> = (1..=n).map(|v| v.to_string()).collect();
    for (u, v) in (1..=n).flat_map(|v| (1..v).map(move |u| (u, v))) {
        words.extend((random.u8(0..3) == 0).then(|| format!("{u}-{v}")));
    }
    words.join(",")
}

const GRAPH_RULES: [&str; 8] = [
    "option take a vertex with its neighbours",
    "option take an edge with its ends",
    "option take a vertex where degree mod 2 = 1 option take an edge",
    "option take an edge where degree <= 2",
    "option take a vertex with its neighbours where degree >= 1 option take an edge with its ends where degree >= 1",
    "option take a vertex where 2*degree <= vertices",
    "option walk along an edge and take it",
    "option walk along an edge and take the vertex behind where degree >= 1",
];

/// The engine tells parts apart and joins isomorphic ones; recursion over texts does neither.
#[test]
fn random_graphs_agree_with_recursion() {
    let mut random = fastrand::Rng::with_seed(1903);
    for at in 0..cases(160) {
        let rule = GRAPH_RULES[at as usize % GRAPH_RULES.len()];
        let game = game_of(&format!("game g position graph {rule}"));
        let takes_edges =
            rule.contains("take an edge o") || rule.ends_with("an edge") || rule.contains("it");
        let mut text = graph(&mut random, if takes_edges { 5 } else { 7 });
        if rule.contains("walk") {
            text.push_str(" at 1");
        }
        facts(&game, &text);
    }
}

#[test]
fn random_posets_agree_with_recursion() {
    let mut random = fastrand::Rng::with_seed(1904);
    for at in 0..cases(120) {
        let rule = [
            "option take an element with all above",
            "option take an element with all below where above <= 1",
            "option take a maximal element where below >= 1 option take an element with all above where above = 1",
            "option take an element with all above where 2*above <= elements",
        ][at as usize % 4];
        let n = random.usize(1..8);
        let mut words: Vec<String> = (1..=n).map(|x| x.to_string()).collect();
        for (x, y) in (1..=n).flat_map(|y| (1..y).map(move |x| (x, y))) {
            words.extend((random.u8(0..3) == 0).then(|| format!("{x}<{y}")));
        }
        facts(&game_of(&format!("game g position poset {rule}")), &words.join(","));
    }
}

#[test]
fn random_diagrams_agree_with_recursion() {
    let mut random = fastrand::Rng::with_seed(1905);
    for at in 0..cases(120) {
        let rule = [
            "option cut r rows and c columns where r + c <= 2",
            "option cut r rows and c columns leaving a square where r <= 2*c, c <= 2",
            "option take a row where length >= 2 option take a column",
            "option take a hook where arm = leg",
            "option take a hook where length mod 2 = 0 option take a corner where row = column",
            "option take a corner where row <= 2",
        ][at as usize % 6];
        let mut rows: Vec<usize> = (0..random.usize(0..5)).map(|_| random.usize(1..6)).collect();
        rows.sort_unstable_by(|a, b| b.cmp(a));
        let text: Vec<String> = rows.iter().map(usize::to_string).collect();
        let text = if text.is_empty() { "0".to_string() } else { text.join(",") };
        facts(&game_of(&format!("game g position diagram {rule}")), &text);
    }
}
