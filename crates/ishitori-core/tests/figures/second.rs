//! Our rules, and the positions of the second implementation in our words.

use std::collections::BTreeMap;

use ishitori_core::catalogue;
use ishitori_core::solve::Outcome;
use ishitori_rule::load;

use super::{facts, game_of};

/// Options, Grundy value, remoteness, who wins in misère play.
type Row = (usize, u32, u32, String);

/// How a position of the second implementation is written here.
#[derive(Clone, Copy, Debug)]
enum Notation {
    Diagram,
    /// `3x4: 4,2,1`: a rectangle, and a diagram in it.
    DiagramIn,
    Graph,
    /// `....`: `cells` or `coins`; the size of the board is that of the text.
    Board,
    /// Only boards without `#`, as squares of a chess board.
    Chess(&'static str),
    /// A diagram with a poisoned corner.
    Chomp,
    Divisors,
    Box,
    /// `5 max 2`: sets of at most so many members.
    Subsets,
    Poset,
}

use Notation::{Board, Box, Chess, Chomp, Diagram, DiagramIn, Divisors, Graph, Poset, Subsets};

const ABOVE: &str = "position poset option take an element with all above";
const NEAR: &str = "position graph option take a vertex with its neighbours";
const COINS: &str = "board R by C of coins ";

/// The games of both, ours as the rest of a rule text. R and C are the size of a board, or of the rectangle of a diagram.
const GAMES: &[(&str, Notation, &str)] = &[
    ("lctr", Diagram, "position diagram option cut r rows and c columns where r + c = 1"),
    (
        "downright",
        Diagram,
        "position diagram option cut r rows and c columns leaving a square where r + c = 1",
    ),
    (
        "chess rook",
        Diagram,
        "position diagram option cut i rows and j columns leaving a square where i*j = 0",
    ),
    (
        "chess queen",
        Diagram,
        "position diagram option cut i rows and j columns leaving a square where i*j = 0 or i = j",
    ),
    (
        "chess king",
        Diagram,
        "position diagram option cut i rows and j columns leaving a square where i <= 1, j <= 1",
    ),
    (
        "chess knight",
        Diagram,
        "position diagram option cut i rows and j columns leaving a square where i + j = 3, i >= 1, j >= 1",
    ),
    (
        "chess bishop",
        Diagram,
        "position diagram option cut i rows and j columns leaving a square where i = j",
    ),
    (
        "chess pawn",
        Diagram,
        "position diagram option cut i rows and j columns leaving a square where i <= 1, j = 1",
    ),
    ("crim", Diagram, "position diagram option take a row option take a column"),
    ("one row", Diagram, "position diagram option take a row"),
    ("one column", Diagram, "position diagram option take a column"),
    ("corner", Diagram, "position diagram option take a corner"),
    ("hooks", Diagram, "position diagram option take a hook"),
    ("mhrg", DiagramIn, "position diagram in R by C option take a hook and all with its numbers"),
    ("node kayles", Graph, NEAR),
    ("arc kayles", Graph, "position graph option take an edge with its ends"),
    ("delete vertex", Graph, "position graph option take a vertex"),
    ("delete edge", Graph, "position graph option take an edge"),
    ("subtract vertex", Graph, "position graph option take a vertex where degree >= 1"),
    ("graph chomp", Graph, "position graph option take a vertex option take an edge"),
    ("odd vertex", Graph, "position graph option take a vertex where degree mod 2 = 1"),
    ("even vertex", Graph, "position graph option take a vertex where degree mod 2 = 0"),
    (
        "vertex geography",
        Graph,
        "position graph option walk along an edge and take the vertex behind",
    ),
    ("edge geography", Graph, "position graph option walk along an edge and take it"),
    ("cram", Board, "board R by C of cells option \"..\" becomes \"##\" turned"),
    ("domino flat", Board, "board R by C of cells option \"..\" becomes \"##\""),
    (
        "kayles board",
        Board,
        "board R by C of cells option \".\" becomes \"#\" option \"..\" becomes \"##\" turned",
    ),
    ("tromino", Board, "board R by C of cells option \"../.?\" becomes \"##/#?\" turned"),
    ("square", Board, "board R by C of cells option \"../..\" becomes \"##/##\""),
    (
        "treblecross",
        Board,
        "board R by C of cells ending with \"###\" turned ending with \"#??/?#?/??#\" turned option \".\" becomes \"#\"",
    ),
    ("queens", Chess("queens"), NEAR),
    ("rooks", Chess("rooks"), NEAR),
    ("bishops", Chess("bishops"), NEAR),
    ("kings", Chess("kings"), NEAR),
    ("knights", Chess("knights"), NEAR),
    ("turning turtles", Board, "option turn x option turn x, a where a < x"),
    ("twins", Board, "option turn x, a where a < x"),
    (
        "mock turtles",
        Board,
        "option turn x option turn x, a where a < x option turn x, a, b where a < b, b < x",
    ),
    ("triplets", Board, "option turn x, a, b where a < b, b < x"),
    ("ruler", Board, "option turn a .. x where a <= x"),
    ("turnips", Board, "option turn x, x - d, x - 2*d where d >= 1"),
    ("grunt", Board, "option turn x, 1, 1 + d, x - d where d >= 1, 2*d < x - 1"),
    (
        "moebius",
        Board,
        "option turn x option turn x, a where a < x option turn x, a, b where a < b, b < x \
        option turn x, a, b, c where a < b, b < c, c < x option turn x, a, b, c, d where a < b, b < c, c < d, d < x",
    ),
    ("turning corners", Board, "option turn (x, y), (a, y), (x, b), (a, b) where a < x, b < y"),
    ("rugs", Board, "option turn (a .. x, b .. y) where a <= x, b <= y"),
    (
        "turn a square",
        Board,
        "option turn (x, y), (x - k, y), (x, y - k), (x - k, y - k) where k >= 1",
    ),
    (
        "acrostic twins",
        Board,
        "option turn (x, y), (a, y) where a < x option turn (x, y), (x, b) where b < y",
    ),
    ("chomp", Chomp, ABOVE),
    ("divisors", Divisors, ABOVE),
    ("chomp box", Box, ABOVE),
    ("subset take-away", Subsets, ABOVE),
    ("poset", Poset, ABOVE),
];

/// The rule and the position in our words; `None` where there is no such position here.
fn ours(notation: Notation, rule: &str, text: &str) -> Option<(String, String)> {
    let or_empty = |text: String| if text.is_empty() { "0".to_string() } else { text };
    let same = |text: String| Some((rule.to_string(), text));
    let sized = |rule: &str, rows: &str, columns: &str| {
        rule.replacen(" R by C", &format!(" {rows} by {columns}"), 1)
    };
    match notation {
        Diagram => same(or_empty(text.to_string())),
        DiagramIn => {
            let (size, diagram) = text.split_once(':')?;
            let (rows, columns) = size.split_once('x')?;
            Some((sized(rule, rows, columns), or_empty(diagram.trim().to_string())))
        }
        Graph => same(or_empty(text.replace(" @ ", " at "))),
        Board => {
            let (rows, columns) = (text.split('/').count(), text.split('/').next()?.len());
            let rule = if rule.starts_with("option") {
                format!("{COINS}{rule}")
            } else {
                rule.to_string()
            };
            (columns > 0)
                .then(|| (sized(&rule, &rows.to_string(), &columns.to_string()), text.to_string()))
        }
        Chess(piece) => {
            let (rows, columns) = (text.split('/').count(), text.split('/').next()?.len());
            (!text.contains('#') && columns > 0)
                .then(|| (rule.to_string(), format!("{piece}({rows},{columns})")))
        }
        Chomp => {
            // Squares but the poisoned one, each below its neighbours to the right and down.
            let rows: Vec<usize> = text.split(',').map(|row| row.parse().expect("a row")).collect();
            let squares =
                rows.iter().enumerate().flat_map(|(r, row)| (0..*row).map(move |c| (r, c)));
            let mut words = Vec::new();
            for (r, c) in squares.filter(|square| *square != (0, 0)) {
                words.push(format!("{r}.{c}"));
                words.extend((c + 1 < rows[r]).then(|| format!("{r}.{c}<{r}.{}", c + 1)));
                words.extend(
                    rows.get(r + 1)
                        .filter(|row| **row > c)
                        .map(|_| format!("{r}.{c}<{}.{c}", r + 1)),
                );
            }
            same(or_empty(words.join(",")))
        }
        Divisors => same(format!("divisors({text}) without bottom")),
        Box => same(format!("chomp({})", text.replace('x', ","))),
        Subsets => {
            let mut numbers =
                text.split(" max ").map(|word| word.parse::<u32>().expect("a number"));
            let n = numbers.next()?;
            // Without a bound: proper subsets.
            let most = numbers.next().unwrap_or(n.saturating_sub(1));
            let sets: Vec<u32> = (1..1u32 << n).filter(|set| set.count_ones() <= most).collect();
            let mut words: Vec<String> = sets.iter().map(u32::to_string).collect();
            for (x, y) in sets.iter().flat_map(|x| sets.iter().map(move |y| (x, y))) {
                words.extend((x & y == *x && x != y).then(|| format!("{x}<{y}")));
            }
            same(or_empty(words.join(",")))
        }
        Poset => same(or_empty(text.to_string())),
    }
}

#[test]
fn games_agree_with_the_second_implementation() {
    let text = include_str!("../../../../testdata/figures.json");
    let all: BTreeMap<String, BTreeMap<String, Row>> =
        serde_json::from_str(text).expect("a table of values");
    let mut compared = 0;
    for (name, notation, rule) in GAMES {
        let rows = all.get(*name).unwrap_or_else(|| panic!("{name} is not in figures.json"));
        let mut here = 0;
        for (text, (options, grundy, remoteness, misere)) in rows {
            let Some((rule, position)) = ours(*notation, rule, text) else { continue };
            let (found, facts) = facts(&game_of(&format!("game g {rule}")), &position);
            let misere_outcome = if misere == "P" { Outcome::P } else { Outcome::N };
            let told = (found, facts.grundy, facts.remoteness, facts.misere);
            assert_eq!(
                told,
                (*options, *grundy, *remoteness, misere_outcome),
                "{name}: {text} ({position})"
            );
            here += 1;
        }
        assert!(here >= 5, "{name}: only {here} positions");
        compared += here;
    }
    assert!(compared >= 1_000, "only {compared}");
}

/// Games of the gallery with arguments, and their names in the second implementation.
pub const GALLERY_TWINS: &[(&str, &str)] = &[
    ("arc-kayles", "arc kayles"),
    ("chomp-on-posets", "poset"),
    ("cram", "cram"),
    ("downright", "downright"),
    ("even-vertices", "even vertex"),
    ("graph-chomp", "graph chomp"),
    ("kayles-on-boards", "kayles board"),
    ("lctr-diagrams", "lctr"),
    ("mock-turtles-coins", "mock turtles"),
    ("multiple-hooks", "mhrg"),
    ("node-kayles", "node kayles"),
    ("notakto", "treblecross"),
    ("odd-vertices", "odd vertex"),
    ("placing-queens", "queens"),
    ("queen-on-diagrams", "chess queen"),
    ("rook-on-diagrams", "chess rook"),
    ("rugs", "rugs"),
    ("ruler-coins", "ruler"),
    ("sato-hooks", "hooks"),
    ("schuhs-game", "divisors"),
    ("subset-take-away", "subset take-away"),
    ("treblecross-on-boards", "treblecross"),
    ("turning-corners", "turning corners"),
    ("vertex-geography", "vertex geography"),
];

/// The rules of the gallery are those that were compared above; only that Kayles takes full cells away.
#[test]
fn the_gallery_has_the_same_rules() {
    for (name, twin) in GALLERY_TWINS {
        let ruleset =
            catalogue::find(name).unwrap_or_else(|why| panic!("{name}: {}", why.in_full()));
        let (_, notation, rule) = GAMES.iter().find(|(known, ..)| known == twin).expect("a twin");
        let size: Vec<String> =
            ruleset.about.arguments.iter().map(|(_, n)| n.to_string()).collect();
        let (rows, columns) = match size.as_slice() {
            [rows, columns] => (rows.as_str(), columns.as_str()),
            [columns] => ("1", columns.as_str()),
            _ => ("", ""),
        };
        let coins = rule.starts_with("option");
        let rule = if coins { format!("{COINS}{rule}") } else { rule.to_string() };
        let rule = if *name == "kayles-on-boards" {
            rule.replace("\".\" becomes \"#\"", "\"#\" becomes \".\"")
                .replace("\"..\" becomes \"##\"", "\"##\" becomes \"..\"")
        } else {
            rule
        };
        let rule = match notation {
            Board | DiagramIn => rule.replacen(" R by C", &format!(" {rows} by {columns}"), 1),
            _ => rule,
        };
        let ours =
            load(&format!("game g {rule}"), &[]).unwrap_or_else(|why| panic!("{rule}: {why:?}"));
        assert_eq!(ruleset.rules.canonical(), ours.rules.canonical(), "{name}");
    }
}
