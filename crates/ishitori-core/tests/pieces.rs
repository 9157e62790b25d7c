//! Pieces of several numbers: random rules against the definition, played from the same lines without any of our code; sums
//! against recursion; limits.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::cases::cases;
use ishitori_core::ask::{
    AskError, AskedGame, Engine, Fact, LargestWindow, Question, Refused, answer_pieces,
    piece_values,
};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, Bounds, GameKind, Piece, PieceGame};
use ishitori_core::solve::pieces::PieceValues;
use ishitori_core::solve::{Convention, Outcome, Reference};
use ishitori_rule::load;
use proptest::prelude::*;

/// The names of the numbers of a piece.
const NAMES: [&str; 3] = ["a", "b", "c"];

/// A move of a random rule, about the number in one place, or about the first two.
#[derive(Clone, Debug)]
enum CutLine {
    /// Take so much and split the rest in two.
    Split(usize, u64),
    /// The same, the parts being different.
    SplitApart(usize, u64),
    /// Split in three.
    Thirds(usize),
    /// Subtract exactly so much.
    Less(usize, u64),
    /// Any smaller number with this remainder by 2.
    Smaller(usize, u64),
    /// Any smaller number here, and 1 in the next place.
    Thin(usize),
    /// Both of the first two smaller.
    Corner,
    /// Cut in both directions: four pieces.
    Cross,
    /// Two of the four: what lies across.
    Across,
    /// Nothing is left, if the number is at most this.
    Vanish(usize, u64),
    /// Nothing is left of a square.
    Square,
}

impl CutLine {
    /// As a rule text has it, with so many numbers.
    fn text(&self, numbers: usize) -> String {
        let piece = |changed: &[(usize, &str)]| {
            let number = |at: usize| {
                let new = changed.iter().find(|(place, _)| *place == at);
                new.map_or(NAMES[at].to_string(), |(_, text)| text.to_string())
            };
            format!("[{}]", (0..numbers).map(number).collect::<Vec<_>>().join(", "))
        };
        let (at, next) = (self.place(), (self.place() + 1) % numbers);
        let name = NAMES[at];
        let (x, y, z) = (piece(&[(at, "x")]), piece(&[(at, "y")]), piece(&[(at, "z")]));
        match self {
            CutLine::Split(_, take) => format!("option {x} + {y} where x + y = {name} - {take}"),
            CutLine::SplitApart(_, take) => {
                format!("option {x} + {y} where x + y = {name} - {take}, x != y")
            }
            CutLine::Thirds(_) => format!("option {x} + {y} + {z} where x + y + z = {name}"),
            CutLine::Less(_, take) => {
                format!("option {}", piece(&[(at, &format!("{name} - {take}"))]))
            }
            CutLine::Smaller(_, rest) => format!("option {x} where x < {name}, x mod 2 = {rest}"),
            CutLine::Thin(_) => {
                format!("option {} where x < {name}", piece(&[(at, "x"), (next, "1")]))
            }
            CutLine::Corner => {
                format!("option {} where x < a, y < b", piece(&[(0, "x"), (1, "y")]))
            }
            CutLine::Cross => {
                let four = [("x", "z"), ("x", "w"), ("y", "z"), ("y", "w")];
                let four = four.map(|(first, second)| piece(&[(0, first), (1, second)]));
                format!("option {} where x + y = a, z + w = b", four.join(" + "))
            }
            CutLine::Across => format!(
                "option {} + {} where x + y = a, z + w = b",
                piece(&[(0, "x"), (1, "z")]),
                piece(&[(0, "y"), (1, "w")])
            ),
            CutLine::Vanish(_, most) => format!("option [] where {name} <= {most}"),
            CutLine::Square => "option [] where a = b".to_string(),
        }
    }

    fn place(&self) -> usize {
        match self {
            CutLine::Split(at, _)
            | CutLine::SplitApart(at, _)
            | CutLine::Thirds(at)
            | CutLine::Less(at, _)
            | CutLine::Smaller(at, _)
            | CutLine::Thin(at)
            | CutLine::Vanish(at, _) => *at,
            CutLine::Corner | CutLine::Cross | CutLine::Across | CutLine::Square => 0,
        }
    }

    /// What a piece becomes, from the words above.
    fn options(&self, piece: &[u64]) -> Vec<Vec<Vec<u64>>> {
        let at = self.place();
        let (n, next) = (piece[at], (at + 1) % piece.len());
        let with = |changed: &[(usize, u64)]| {
            let mut new = piece.to_vec();
            changed.iter().for_each(|(place, number)| new[*place] = *number);
            new
        };
        let one = |x: u64| with(&[(at, x)]);
        let two = |x: u64, z: u64| with(&[(0, x), (1, z)]);
        let mut found = Vec::new();
        match self {
            CutLine::Split(_, take) | CutLine::SplitApart(_, take) => {
                let apart = matches!(self, CutLine::SplitApart(..));
                for x in 1..n.saturating_sub(*take) {
                    let y = n - take - x;
                    if !apart || x != y {
                        found.push(vec![one(x), one(y)]);
                    }
                }
            }
            CutLine::Thirds(_) => {
                for x in 1..n {
                    for y in 1..n - x {
                        found.push(vec![one(x), one(y), one(n - x - y)]);
                    }
                }
            }
            CutLine::Less(_, take) if n > *take => found.push(vec![one(n - take)]),
            CutLine::Less(..) => {}
            CutLine::Smaller(_, rest) => {
                found.extend((1..n).filter(|x| x % 2 == *rest).map(|x| vec![one(x)]));
            }
            CutLine::Thin(_) => found.extend((1..n).map(|x| vec![with(&[(at, x), (next, 1)])])),
            CutLine::Corner | CutLine::Cross | CutLine::Across => {
                for x in 1..n {
                    for z in 1..piece[1] {
                        let (y, w) = (n - x, piece[1] - z);
                        found.push(match self {
                            CutLine::Corner => vec![two(x, z)],
                            CutLine::Across => vec![two(x, z), two(y, w)],
                            _ => vec![two(x, z), two(x, w), two(y, z), two(y, w)],
                        });
                    }
                }
            }
            CutLine::Vanish(_, most) if n <= *most => found.push(Vec::new()),
            CutLine::Square if n == piece[1] => found.push(Vec::new()),
            CutLine::Vanish(..) | CutLine::Square => {}
        }
        found
    }
}

fn cut_line(numbers: usize) -> impl Strategy<Value = CutLine> {
    let at = || 0..numbers;
    prop_oneof![
        (at(), 0u64..3).prop_map(|(at, take)| CutLine::Split(at, take)),
        (at(), 0u64..3).prop_map(|(at, take)| CutLine::SplitApart(at, take)),
        at().prop_map(CutLine::Thirds),
        (at(), 1u64..4).prop_map(|(at, take)| CutLine::Less(at, take)),
        (at(), 0u64..2).prop_map(|(at, rest)| CutLine::Smaller(at, rest)),
        at().prop_map(CutLine::Thin),
        Just(CutLine::Corner),
        Just(CutLine::Cross),
        Just(CutLine::Across),
        (at(), 1u64..4).prop_map(|(at, most)| CutLine::Vanish(at, most)),
        Just(CutLine::Square),
    ]
}

/// A random rule with two or three numbers.
fn rule() -> impl Strategy<Value = (usize, Vec<CutLine>)> {
    (2usize..4).prop_flat_map(|numbers| {
        prop::collection::vec(cut_line(numbers), 1..4).prop_map(move |lines| (numbers, lines))
    })
}

fn text_of(numbers: usize, lines: &[CutLine]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| line.text(numbers)).collect();
    format!("game random heap ({}) {}", NAMES[..numbers].join(", "), lines.join(" "))
}

fn game_of(text: &str) -> PieceGame {
    let ruleset = load(text, &[]).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    match AnyGame::new(&ruleset).expect("playable") {
        AnyGame::Pieces(game) => game,
        _ => panic!("pieces"),
    }
}

/// The value of a piece: the least that no option has.
fn plainly(lines: &[CutLine], piece: &[u64], known: &mut BTreeMap<Vec<u64>, u32>) -> u32 {
    if let Some(value) = known.get(piece) {
        return *value;
    }
    let mut seen = BTreeSet::new();
    for option in lines.iter().flat_map(|line| line.options(piece)) {
        seen.insert(option.iter().fold(0, |sum, part| sum ^ plainly(lines, part, known)));
    }
    let value = (0..).find(|value| !seen.contains(value)).expect("finitely many options");
    known.insert(piece.to_vec(), value);
    value
}

/// All pieces up to a size.
fn pieces_up_to(to: &[u64]) -> Vec<Vec<u64>> {
    to.iter().fold(vec![Vec::new()], |before, most| {
        let longer = |piece: &Vec<u64>| {
            (1..=*most).map(|number| [piece.clone(), vec![number]].concat()).collect::<Vec<_>>()
        };
        before.iter().flat_map(longer).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn values_are_what_the_definition_says((numbers, lines) in rule()) {
        let game = game_of(&text_of(numbers, &lines));
        let to = [9, 8, 4][..numbers].to_vec();
        let values = PieceValues::solve(&game, &to, &Control::unlimited()).expect("no limits");
        let mut known = BTreeMap::new();
        for piece in pieces_up_to(&to) {
            let expected = plainly(&lines, &piece, &mut known);
            prop_assert_eq!(values.of(&piece), Some(expected), "{:?} {:?}", piece, lines);
        }
        prop_assert_eq!(values.of(&vec![10; numbers]), None);
    }

    #[test]
    fn options_are_what_the_definition_says(
        (numbers, lines) in rule(),
        sizes in prop::collection::vec(1u64..6, 6),
    ) {
        let game = game_of(&text_of(numbers, &lines));
        let (one, other) = (sizes[..numbers].to_vec(), sizes[3..3 + numbers].to_vec());
        let as_pieces = |pieces: Vec<Vec<u64>>| {
            game.position(pieces.into_iter().map(Piece::from).collect())
        };
        let mut expected = Vec::new();
        for (from, rest) in [(&one, &other), (&other, &one)] {
            for mut option in lines.iter().flat_map(|line| line.options(from)) {
                option.push(rest.clone());
                expected.push(as_pieces(option));
            }
        }
        let position = as_pieces(vec![one, other]);
        let options = game.options(&position);
        prop_assert_eq!(&options, &game.arranged(expected), "{:?}", lines);
        // Positions are read as they are written, and who reaches one comes before it.
        prop_assert_eq!(game.parse(&game.write(&position)).expect("a position"), position.clone());
        if let Some(option) = options.first() {
            let bounds = Bounds { to: vec![5], total: None };
            let before = game.predecessors(option, &bounds, 100_000).expect("few");
            prop_assert!(before.contains(&position), "{:?}", lines);
        }
    }

    /// Sums, by recursion over all that can come of them.
    #[test]
    fn sums_are_what_recursion_says((numbers, lines) in rule(), sizes in prop::collection::vec(1u64..4, 6)) {
        let game = game_of(&text_of(numbers, &lines));
        let position: Vec<Piece> =
            sizes.chunks(numbers).take(2).map(Piece::from).collect();
        let position = game.position(position);
        let control = Control::unlimited();
        let facts = Reference::new(&game).facts(&position, &control).expect("small");
        let values = piece_values(&game, &position, &control).expect("small");
        prop_assert_eq!(values.of_sum(&position), Some(facts.grundy), "{:?}", lines);
        for convention in [Convention::Normal, Convention::Misere] {
            let plan = game.plan(&Question::Position { at: &position, convention }, &control).expect("small");
            let answer = answer_pieces(&game, &position, convention, &plan, &control).expect("small");
            prop_assert_eq!(answer.outcome, facts.outcome(convention));
            prop_assert_eq!(answer.remoteness, Some(facts.remoteness(convention)));
            let winning = answer.winning.expect("small");
            let mut reference = Reference::new(&game);
            for option in game.options(&position) {
                let is_p = reference.facts(&option, &control).expect("small").outcome(convention) == Outcome::P;
                prop_assert_eq!(winning.contains(&option), is_p, "{:?} {:?}", option, lines);
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_before_any_work() {
    let game = game_of("game g heap (a, b) option [x, b] + [y, b] where x + y = a");
    let control = Control::unlimited().with_memory(40_000);
    let question = |to: &'static [u64]| Question::LookUp { to, fact: Fact::Grundy };
    let plan = game.plan(&question(&[100, 100]), &control).expect("40,000 bytes fit");
    assert_eq!((plan.bytes, plan.positions), (Some(40_000), 10_000));
    assert!(matches!(plan.engine, Engine::Pieces { .. }));
    let fits = |to: &'static [u64]| match game.plan(&question(to), &control) {
        Err(Refused::TooLarge { fits: LargestWindow::Heaps(to), .. }) => to,
        other => panic!("{other:?}"),
    };
    assert_eq!(fits(&[101, 100]), [100, 100]);
    assert_eq!(fits(&[u64::MAX, 10]), [1_000, 10]);
    assert_eq!(fits(&[u64::MAX, u64::MAX]), [100, 100]);
    let position = game.parse("4000000000x4000000000").expect("within 2^32");
    let refused = piece_values(&game, &position, &control).expect_err("too large");
    assert!(matches!(refused, AskError::Refused(Refused::TooLarge { .. })), "{refused}");
}

/// A deadline holds between pieces, and within one that has very many options.
#[test]
fn whoever_stops_the_work_does_not_wait() {
    let stops_after = |looks: u64| {
        let heard = AtomicU64::new(0);
        let listener = move || match heard.fetch_add(1, Ordering::Relaxed) < looks {
            true => Ok(()),
            false => Err(GaveUp::stopped("enough")),
        };
        Control::new(std::sync::Arc::new(listener))
    };
    let thirds = "game g heap (a, b) option [x, b] + [y, b] + [z, b] where x + y + z = a";
    let game = game_of(thirds);
    for (to, looks) in [([300, 300], 3), ([60_000, 1], 1)] {
        let stopped = PieceValues::solve(&game, &to, &stops_after(looks)).expect_err("stopped");
        assert!(stopped.is_stopped(), "{stopped}");
    }
    let limited = Control::unlimited().with_positions(50);
    assert!(PieceValues::solve(&game, &[10, 10], &limited).is_err(), "50 of 100 pieces");
}

#[test]
fn what_is_no_position_is_refused() {
    let game = game_of("game g heap (a, b, c) option [x, b, c] where x < a");
    for (text, why) in [
        ("3x4", "no piece of this game: write its numbers as 3x4x2"),
        ("3x4x", "no piece"),
        ("3,4,5", "no piece"),
        ("", "no piece"),
        ("2x2x2,axbxc", "`axbxc` is no piece"),
        ("2x0x2", "b = 0 is too small"),
        ("2x2x5000000000", "too large"),
        ("2x2x99999999999999999999999", "too large"),
    ] {
        let refused = game.parse(text).expect_err(text).to_string();
        assert!(refused.contains(why), "{text}: {refused}");
    }
    let read = |text: &str| game.write(&game.parse(text).expect("a position"));
    assert_eq!(read("2x3x4, 1x2x3"), "1x2x3,2x3x4");
    assert_eq!(read("0"), "0");
    assert!(game.options(&Vec::new()).is_empty());
}
