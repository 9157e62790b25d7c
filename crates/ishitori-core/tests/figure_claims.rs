//! Claims over options, images and lists of figures, against plain loops over the texts of positions: rows, hooks, degrees and
//! mirror images are counted here from what is written, values come from the reference.

use ishitori_core::catalogue::CatalogueLibrary;
use ishitori_core::claim::{CheckError, ClaimCheck, Verdict, check};
use ishitori_core::game::{AnyGame, Bounds, Figure, FigureGame, GameKind};
use ishitori_core::solve::{Convention, Reference};
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Ruleset, load};

use crate::judged::ALLOWED;

const HOOKS: &str = "game g position diagram option take a hook";
const LCTR: &str = "game g position diagram option cut r rows and c columns where r + c = 1";
const CRAM: &str = "game g board 2 by 4 of cells option \"..\" becomes \"##\" turned";
const SQUARE: &str = "game g board 3 by 3 of cells option \"..\" becomes \"##\"";
const KAYLES: &str = "game g position graph option take a vertex with its neighbours";
const CORNERS: &str =
    "game g board 3 by 3 of coins option turn (x, y), (a, y), (x, b), (a, b) where a < x, b < y";
const MAXIMAL: &str = "game g position poset option take a maximal element";

fn rules(text: &str) -> (Ruleset, FigureGame) {
    let ruleset = load(text, &[]).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    match AnyGame::new(&ruleset) {
        Ok(AnyGame::Figures(game)) => (ruleset, game),
        other => panic!("{text}: {other:?}"),
    }
}

fn verdict(rule: &str, list: &str, formula: &str) -> Result<Verdict, CheckError> {
    let (ruleset, _) = rules(rule);
    let statement = parse_statement(formula).unwrap_or_else(|p| panic!("{formula}: {p:?}"));
    check(&ClaimCheck {
        among: Some(list),
        ruleset: &ruleset,
        statement: &statement,
        text: formula,
        convention: Convention::Normal,
        bounds: &Bounds { to: Vec::new(), total: None },
        automatic: false,
        control: &ALLOWED,
        known: None,
        library: &CatalogueLibrary,
    })
}

/// A position with what is true of it.
struct Case<'a, 'g> {
    game: &'g FigureGame,
    reference: &'a mut Reference<'g, FigureGame>,
    text: String,
}

impl Case<'_, '_> {
    fn read(&self, text: &str) -> Figure {
        self.game.parse(text).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    fn grundy_of(&mut self, text: &str) -> u32 {
        let figure = self.read(text);
        self.reference.facts(&figure, &ALLOWED).expect("few positions").grundy
    }

    fn grundy(&mut self) -> u32 {
        let text = self.text.clone();
        self.grundy_of(&text)
    }

    fn is_p(&mut self) -> bool {
        self.grundy() == 0
    }

    fn options(&self) -> Vec<String> {
        let options = self.game.options(&self.read(&self.text));
        options.iter().map(|option| option.text().to_string()).collect()
    }

    /// The lengths of rows, as they are written.
    fn rows(&self) -> Vec<u32> {
        let rows = self.text.split(',').map(|row| row.parse().expect("a row"));
        rows.filter(|row| *row > 0).collect()
    }

    fn columns(&self) -> Vec<u32> {
        let rows = self.rows();
        let longest = rows.first().copied().unwrap_or(0);
        (1..=longest).map(|c| rows.iter().filter(|row| **row >= c).count() as u32).collect()
    }

    fn conjugate(&self) -> String {
        let columns: Vec<String> = self.columns().iter().map(u32::to_string).collect();
        if columns.is_empty() { "0".to_string() } else { columns.join(",") }
    }

    /// The length of every hook, square by square.
    fn hooks(&self) -> Vec<u32> {
        let rows = self.rows();
        let mut hooks = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            for j in 0..*row {
                let below = rows[i + 1..].iter().filter(|row| **row > j).count() as u32;
                hooks.push(row - j + below);
            }
        }
        hooks
    }

    /// A board, letter by letter.
    fn board(&self) -> Vec<Vec<char>> {
        self.text.split('/').map(|row| row.chars().collect()).collect()
    }

    fn half_turned(&self) -> String {
        self.text.chars().rev().collect()
    }

    fn quarter_turned(&self) -> String {
        let board = self.board();
        let row = |c: usize| board.iter().rev().map(|row| row[c]).collect::<String>();
        (0..board[0].len()).map(row).collect::<Vec<_>>().join("/")
    }

    /// The degree of every vertex, as its edges are written.
    fn degrees(&self) -> Vec<u32> {
        let (mut degrees, mut alone) = (std::collections::BTreeMap::new(), Vec::new());
        for word in self.text.split(',') {
            match word.split_once('-') {
                Some((u, v)) => {
                    [u, v].iter().for_each(|end| *degrees.entry(*end).or_insert(0) += 1)
                }
                None if word == "0" => {}
                None => alone.push(0),
            }
        }
        degrees.into_values().chain(alone).collect()
    }
}

type Truth = fn(&mut Case) -> bool;

/// What is true of positions, said and counted; some of it fails somewhere.
const SAID: &[(&str, &str, &str, Truth)] = &[
    (HOOKS, "partitions(0..9)", "grundy = xor(x xor (x - 1) for x in hook)", |c| {
        c.grundy() == c.hooks().iter().fold(0, |all, x| all ^ x ^ (x - 1))
    }),
    (HOOKS, "partitions(0..9)", "grundy = xor(hook)", |c| {
        c.grundy() == c.hooks().iter().fold(0, |all, x| all ^ x)
    }),
    (HOOKS, "partitions(0..9)", "size(options) <= count(x in hook: x >= 1)", |c| {
        c.options().iter().collect::<std::collections::BTreeSet<_>>().len() <= c.hooks().len()
    }),
    (HOOKS, "partitions(0..9)", "grundy = grundy(conjugate)", |c| {
        let conjugate = c.conjugate();
        c.grundy() == c.grundy_of(&conjugate)
    }),
    (LCTR, "partitions(0..10)", "P iff xor(row) = 0", |c| {
        c.is_p() == (c.rows().iter().fold(0, |all, row| all ^ row) == 0)
    }),
    (
        LCTR,
        "partitions(0..10)",
        "sum(row) = sum(column) and row[2] <= row[1] and column[1] = rows",
        |c| c.columns().first().copied().unwrap_or(0) as usize == c.rows().len(),
    ),
    (LCTR, "partitions(0..10)", "P(conjugate) iff size(options) != 1", |c| {
        let (conjugate, options) = (c.conjugate(), c.options());
        let options: std::collections::BTreeSet<_> = options.iter().collect();
        (c.grundy_of(&conjugate) == 0) == (options.len() != 1)
    }),
    (LCTR, "partitions(0..10)", "N iff exists o in options: P(o)", |c| {
        let options = c.options();
        c.is_p() != options.iter().any(|o| c.grundy_of(o) == 0)
    }),
    (
        LCTR,
        "partitions(1..10)",
        "for all o in options: rows(o) + 1 = rows or columns(o) + 1 = columns",
        |c| {
            let (rows, columns) = (c.rows().len(), c.columns().len());
            c.options().into_iter().all(|text| {
                let o = Case { game: c.game, reference: &mut *c.reference, text };
                o.rows().len() + 1 == rows || o.columns().len() + 1 == columns
            })
        },
    ),
    (LCTR, "partitions(0..10)", "grundy = mex({grundy(o) for o in options})", |_| true),
    (LCTR, "partitions(0..9)", "hook[1, 2] = 0 iff column[2] = 0", |_| true),
    (
        LCTR,
        "partitions(0..9)",
        "size(cells) = squares and for all (i, j) in cells: hook[i, j] = row[i] - j + column[j] - i + 1",
        |_| true,
    ),
    (CRAM, "boards", "half_turned = unturned implies P", |c| c.half_turned() != c.text || c.is_p()),
    (CRAM, "boards", "mirrored = unturned implies P", |c| {
        let mirrored: Vec<String> =
            c.board().iter().map(|row| row.iter().rev().collect()).collect();
        mirrored.join("/") != c.text || c.is_p()
    }),
    (CRAM, "boards", "for all i in images: grundy(i) = grundy and full(i) = full", |_| true),
    (CRAM, "boards", "size(images) = 4 or P", |c| {
        let mut images = vec![c.text.clone(), c.half_turned()];
        let mirrored: Vec<String> = c.board().iter().map(|r| r.iter().rev().collect()).collect();
        let mirrored = mirrored.join("/");
        images.extend([mirrored.chars().rev().collect(), mirrored]);
        images.sort();
        images.dedup();
        images.len() == 4 || c.is_p()
    }),
    (SQUARE, "boards", "grundy = grundy(quarter_turned)", |c| {
        let turned = c.quarter_turned();
        c.grundy() == c.grundy_of(&turned)
    }),
    (SQUARE, "boards", "quarter_turned(quarter_turned) = half_turned", |_| true),
    (SQUARE, "boards", "row[1] = 3 implies cell[1, 2] = 1 and column[2] >= 1", |_| true),
    (KAYLES, "graphs(1..5)", "exists d in degree: d mod 2 = 1", |c| {
        c.degrees().iter().any(|d| d % 2 == 1)
    }),
    (
        KAYLES,
        "graphs(1..5)",
        "sum(degree) = 2 * edges and count(d in degree: d = 1) = leaves",
        |_| true,
    ),
    (KAYLES, "graphs(1..5)", "vertices - 1 in degree implies N", |c| {
        let degrees = c.degrees();
        !degrees.contains(&(degrees.len() as u32 - 1)) || !c.is_p()
    }),
    (KAYLES, "graphs(1..5)", "exactly one d in degree with d = 3", |c| {
        c.degrees().iter().filter(|d| **d == 3).count() == 1
    }),
    (KAYLES, "graphs(1..5)", "size(degree) = vertices", |_| true),
    (CORNERS, "boards", "grundy = xor(nim_product(x - 1, y - 1) for (x, y) in cells)", |_| true),
    (CORNERS, "boards", "heads = sum(row) and P iff xor(row) = 0", |c| {
        let rows = c.board();
        let rows = rows.iter().map(|row| row.iter().filter(|cell| **cell == '#').count());
        c.is_p() == (rows.fold(0, |all, row| all ^ row) == 0)
    }),
    (
        MAXIMAL,
        "boolean(2); chain(1..5); divisors(12)",
        "count(a in above: a = 0) = maximal and sum(above) = relations and sum(below) = relations",
        |_| true,
    ),
];

/// A claim holds where counting says so, and the witness is the first where it does not.
#[test]
fn what_is_said_is_what_is_counted() {
    for (rule, list, formula, truth) in SAID {
        let (_, game) = rules(rule);
        let mut figures: Vec<Figure> = game
            .listed(list, &ALLOWED)
            .unwrap_or_else(|why| panic!("{list}: {why}"))
            .into_iter()
            .map(|listed| listed.figure)
            .collect();
        figures.sort();
        let mut reference = Reference::new(&game);
        let fails = figures.iter().find(|figure| {
            let text = figure.text().to_string();
            !truth(&mut Case { game: &game, reference: &mut reference, text })
        });
        let found = verdict(rule, list, formula).unwrap_or_else(|e| panic!("{formula}: {e}"));
        match (fails, found) {
            (None, Verdict::HoldsUpTo(extent)) => {
                assert_eq!(extent.cases, figures.len() as u64, "{formula}");
            }
            (Some(first), Verdict::Refuted(refutation)) => {
                let at = refutation.smallest.at;
                let is_first = at == first.text() || at.ends_with(&format!("({})", first.text()));
                assert!(is_first, "{formula}: {at}, not {}", first.text());
            }
            (fails, found) => panic!("{formula}: {found:?}, but counted {fails:?}"),
        }
    }
}

/// Cram on an even by even board: no domino is its own image under half a turn, so whoever answers in the image wins.
#[test]
fn central_symmetry_loses_on_even_boards() {
    let formula = "half_turned = unturned implies P";
    for rule in [CRAM, "game g board 2 by 2 of cells option \"..\" becomes \"##\" turned"] {
        let found = verdict(rule, "boards", formula);
        assert!(matches!(found, Ok(Verdict::HoldsUpTo(_))), "{rule}: {found:?}");
    }
    // In the middle of 1 by 4 a domino is its own image.
    let line = "game g board 1 by 4 of cells option \"..\" becomes \"##\"";
    assert!(matches!(verdict(line, "boards", formula), Ok(Verdict::Refuted(_))));
}

/// Witnesses name positions, not the numbers behind them.
#[test]
fn witnesses_name_positions() {
    for (rule, list, formula, says) in [
        (LCTR, "partitions(1..5)", "for all o in options: N(o)", "for o = 0: 0 is N"),
        (LCTR, "partitions(1..5)", "conjugate = unturned", "2 and 1,1"),
        (LCTR, "partitions(1..5)", "no o in options with P(o)", "o = 0 will do"),
        (LCTR, "partitions(1..5)", "unturned in options", "1 is not"),
        (LCTR, "partitions(1..5)", "grundy(conjugate) = 9", "grundy of 1 = "),
        (KAYLES, "path(2..4)", "grundy(\"path(3)\") = 9", "grundy of path(3) = "),
    ] {
        let found = verdict(rule, list, formula).unwrap_or_else(|e| panic!("{formula}: {e}"));
        let Verdict::Refuted(refutation) = found else { panic!("{formula}: {found:?}") };
        let told = format!("{} | {}", refutation.smallest.says, refutation.smallest.truth);
        assert!(told.contains(says), "{formula}: {told}");
    }
}

/// Positions are no numbers, and the other way round; each refusal says what to write.
#[test]
fn what_means_nothing_is_refused() {
    for (rule, formula, message, hint) in [
        (LCTR, "for all o in options: o = 3", "this is no position", "in quotes"),
        (LCTR, "for all o in options: o + 1 = 3", "`o` is a position", "grundy(o)"),
        (LCTR, "sum(options) = 3", "a set of positions", "for o in options"),
        (LCTR, "P(3)", "this is no position", "conjugate"),
        (LCTR, "row = 3", "cannot be compared|is a list|no set", ""),
        (LCTR, "grundy = row", "`row` is a list of numbers", "row[1]"),
        (LCTR, "hook[1] = 3", "an entry of `hook` has 2 numbers", "hook[1, 2]"),
        (LCTR, "row[1, 2] = 3", "an entry of `row` has one number", "row[1]"),
        (LCTR, "rows[1] = 3", "no list `rows`", "`row`"),
        (LCTR, "P(mirrored)", "are not `mirrored`", "conjugate"),
        (CRAM, "P(quarter_turned)", "are not `quarter_turned`", "half_turned"),
        (KAYLES, "grundy = grundy(conjugate)", "are not `conjugate`", "no images"),
        (KAYLES, "size(cells) = 3", "have no cells", ""),
        (KAYLES, "stones = 3", "`stones` is not known", "vertices"),
        (KAYLES, "degrees[1] = 3", "no list `degrees`", "`degree`"),
        (MAXIMAL, "above[1] = 3", "are not told apart", "max(above)"),
        (LCTR, "options = {1, 2}", "positions and numbers", ""),
    ] {
        let error = verdict(rule, "1", formula).expect_err(formula);
        let CheckError::Problems(problems) = &error else { panic!("{formula}: {error}") };
        let says = problems[0].message();
        let fits = message.split('|').any(|message| says.contains(message));
        assert!(fits, "{formula}: {says}");
        let told = problems[0].hint_text().unwrap_or_default();
        assert!(told.contains(hint), "{formula}: {told}");
    }
    for (rule, list, formula, why) in [
        (KAYLES, "path(3)", "degree[7] = 1", "there is no degree[7]"),
        (LCTR, "2,1", "row[0] = 1", "there is no row[0]"),
        (CRAM, "empty", "cell[3, 1] = 0", "there is no cell[3, 1]"),
    ] {
        let error = verdict(rule, list, formula).expect_err(formula).to_string();
        assert!(error.contains(why), "{formula}: {error}");
    }
}
