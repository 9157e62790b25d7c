//! Random rules on single heaps: as text, and played in the plainest way.

use ishitori_rule::{Rules, SingleRules, load};
use proptest::prelude::*;

/// A rule as a list of moves, from which its text is written and which is played in the plainest way.
#[derive(Clone, Debug)]
pub enum Line {
    Empty(u64),
    EmptyBut(Vec<u64>),
    One(u64),
    OneUpTo(u64),
    OneBut(Vec<u64>),
    Two(u64, Kind),
    Three(u64),
    /// Not of the kind that theorems are for.
    Odd(u64),
    /// Other ways to write a rule, of either kind, with two numbers.
    Shape(Shape, u64, u64),
}

/// What a person might write, with c >= 1 and d >= 0.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    OneFrom,
    OneAt,
    Peel,
    Halves,
    NearHalves,
    ThreeWithOne,
    AtLeastTaken,
    AtLeastLeft,
    AtMostLeft,
    EmptyUpTo,
    EmptyEven,
    TakesBetween,
    TwoFrom,
    Double,
    Apart,
}

pub const SHAPES: [Shape; 15] = [
    Shape::OneFrom,
    Shape::OneAt,
    Shape::Peel,
    Shape::Halves,
    Shape::NearHalves,
    Shape::ThreeWithOne,
    Shape::AtLeastTaken,
    Shape::AtLeastLeft,
    Shape::AtMostLeft,
    Shape::EmptyUpTo,
    Shape::EmptyEven,
    Shape::TakesBetween,
    Shape::TwoFrom,
    Shape::Double,
    Shape::Apart,
];

impl Shape {
    fn text(self, c: u64, d: u64) -> String {
        match self {
            Shape::OneFrom => format!("option [{c}] where n > {}", c + d),
            Shape::OneAt => format!("option [{c}] where n = {}", c + d + 1),
            Shape::Peel => format!("option [n - {}] + [{c}]", c + d),
            Shape::Halves => format!("option [x] + [x] where 2*x = n - {d}"),
            Shape::NearHalves => format!("option [x] + [x + {c}] where 2*x + {} = n", c + d),
            Shape::ThreeWithOne => format!("option [x] + [{c}] + [y] where x + y = n - {}", c + d),
            Shape::AtLeastTaken => format!("option [n - x - {c}]"),
            Shape::AtLeastLeft => format!("option [x + {c}] where x + {c} < n"),
            Shape::AtMostLeft => format!("option [x] where x < n, x <= {c}"),
            Shape::EmptyUpTo => format!("option [] where n <= {c}"),
            Shape::EmptyEven => "option [] where n = 2*t".to_string(),
            Shape::TakesBetween => {
                format!("option [x] + [y] where x + y <= n - {d}, x + y >= n - {}", c + d)
            }
            Shape::TwoFrom => format!("option [x] + [y] where x + y = n - {d}, x >= {c}"),
            Shape::Double => format!("option [x] + [y] where x + y = n - {d}, y = 2*x"),
            Shape::Apart => format!("option [x] + [y] where x + y = n - {d}, x >= y + {c}"),
        }
    }

    /// Whether the parts of a heap of `n` are an option, tried out for all parts.
    fn allows(self, c: u64, d: u64, n: u64, parts: &[u64]) -> bool {
        let left: u64 = parts.iter().sum();
        match (self, parts) {
            (Shape::OneFrom, [x]) => *x == c && n > c + d,
            (Shape::OneAt, [x]) => *x == c && n == c + d + 1,
            (Shape::Peel, [x, y]) => *y == c && x + c + d == n,
            (Shape::Halves, [x, y]) => x == y && left + d == n,
            (Shape::NearHalves, [x, y]) => *y == x + c && left + d == n,
            (Shape::ThreeWithOne, [_, y, _]) => *y == c && left + d == n,
            (Shape::AtLeastTaken, [x]) => x + c <= n,
            (Shape::AtLeastLeft, [x]) => *x >= c && *x < n,
            (Shape::AtMostLeft, [x]) => *x <= c && *x < n,
            (Shape::EmptyUpTo, []) => n <= c,
            (Shape::EmptyEven, []) => n.is_multiple_of(2),
            (Shape::TakesBetween, [..]) if parts.len() == 2 => left + d <= n && left + c + d >= n,
            (Shape::TwoFrom, [x, _]) => *x >= c && left + d == n,
            (Shape::Double, [x, y]) => *y == 2 * x && left + d == n,
            (Shape::Apart, [x, y]) => *x >= y + c && left + d == n,
            _ => false,
        }
    }

    fn each(self, c: u64, d: u64, n: u64, visit: &mut dyn FnMut(&[u64])) {
        let mut look = |parts: &[u64]| {
            if self.allows(c, d, n, parts) {
                visit(parts);
            }
        };
        look(&[]);
        for x in 1..n {
            look(&[x]);
            (1..=n - x).for_each(|y| look(&[x, y]));
            if x < n - 1 && matches!(self, Shape::ThreeWithOne) {
                (1..n - x).for_each(|z| look(&[x, c, z]));
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Any,
    Differ,
    Less,
    AtMost,
}

impl Line {
    fn text(&self) -> String {
        let differs = |what: &str, except: &[u64]| {
            except.iter().map(|e| format!(", {what} != {e}")).collect::<String>()
        };
        match self {
            Line::Empty(d) => format!("option [] where n = {d}"),
            Line::EmptyBut(except) => format!("option [] where n >= 1{}", differs("n", except)),
            Line::One(d) => format!("option [n - {d}]"),
            Line::OneUpTo(d) => format!("option [n - t] where 1 <= t <= {d}"),
            Line::OneBut(except) => format!("option [x] where x < n{}", differs("n - x", except)),
            Line::Two(d, Kind::Any) => format!("option [x] + [y] where x + y = n - {d}"),
            Line::Two(d, Kind::Differ) => format!("option [x] + [y] where x + y + {d} = n, x != y"),
            Line::Two(d, Kind::Less) => format!("option [x] + [n - {d} - x] where 2*x < n - {d}"),
            Line::Two(d, Kind::AtMost) => format!("option [y] + [x] where n - {d} = x + y, x <= y"),
            Line::Three(d) => format!("option [x] + [y] + [z] where x + y + z = n - {d}, x <= y"),
            Line::Odd(d) => format!("option [x] + [y] where x + y = n - {d}, x mod 3 = 1"),
            Line::Shape(shape, c, d) => shape.text(*c, *d),
        }
    }

    /// Calls `visit` with the heaps that come in the place of `n`.
    pub fn each(&self, n: u64, visit: &mut dyn FnMut(&[u64])) {
        match self {
            Line::Empty(d) if n == *d => visit(&[]),
            Line::EmptyBut(except) if !except.contains(&n) => visit(&[]),
            Line::One(d) if n > *d => visit(&[n - d]),
            Line::OneUpTo(d) => (1..=*d).filter(|t| *t < n).for_each(|t| visit(&[n - t])),
            Line::OneBut(except) => {
                (1..n).filter(|x| !except.contains(&(n - x))).for_each(|x| visit(&[x]));
            }
            Line::Two(d, kind) => {
                for x in 1..n.saturating_sub(*d) {
                    let y = n - d - x;
                    if x != y || matches!(kind, Kind::Any | Kind::AtMost) {
                        visit(&[x, y]);
                    }
                }
            }
            Line::Three(d) => {
                for x in 1..n.saturating_sub(*d) {
                    for y in 1..n - d - x {
                        visit(&[x, y, n - d - x - y]);
                    }
                }
            }
            Line::Odd(d) => {
                (1..n.saturating_sub(*d))
                    .filter(|x| x % 3 == 1)
                    .for_each(|x| visit(&[x, n - d - x]));
            }
            Line::Shape(shape, c, d) => shape.each(*c, *d, n, visit),
            _ => {}
        }
    }
}

/// The values by definition.
pub fn plainly(lines: &[Line], count: u64) -> Vec<u32> {
    let mut values: Vec<u32> = vec![0];
    // For each value the last heap that had an option worth it.
    let mut seen: Vec<u64> = vec![0; 16];
    for n in 1..count {
        for line in lines {
            line.each(n, &mut |parts| {
                let value = parts.iter().fold(0, |sum, p| sum ^ values[*p as usize]) as usize;
                seen.resize(seen.len().max(value + 2), 0);
                seen[value] = n;
            });
        }
        let mex = (0..).zip(&seen).find(|(_, heap)| **heap != n).expect("room for one more");
        values.push(mex.0);
    }
    values
}

pub fn text_of(lines: &[Line]) -> String {
    let text: Vec<String> = lines.iter().map(Line::text).collect();
    format!("game random\nheap n\n{}", text.join("\n"))
}

pub fn rules_of(lines: &[Line]) -> SingleRules {
    let text = text_of(lines);
    let ruleset = load(&text, &[]).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    let Rules::Single(rules) = ruleset.rules else { panic!("single heaps") };
    rules
}

pub fn line() -> impl Strategy<Value = Line> {
    let kind =
        prop_oneof![Just(Kind::Any), Just(Kind::Differ), Just(Kind::Less), Just(Kind::AtMost)];
    let except = prop::collection::vec(1u64..7, 0..3);
    prop_oneof![
        2 => (1u64..6).prop_map(Line::Empty),
        1 => except.clone().prop_map(Line::EmptyBut),
        3 => (1u64..6).prop_map(Line::One),
        1 => (1u64..5).prop_map(Line::OneUpTo),
        1 => except.prop_map(Line::OneBut),
        5 => (0u64..5, kind).prop_map(|(d, kind)| Line::Two(d, kind)),
        1 => (0u64..4).prop_map(Line::Three),
        1 => (0u64..4).prop_map(Line::Odd),
    ]
}

pub fn shape() -> impl Strategy<Value = Line> {
    (prop::sample::select(&SHAPES[..]), 1u64..4, 0u64..4)
        .prop_map(|(shape, c, d)| Line::Shape(shape, c, d))
}

pub fn lines() -> impl Strategy<Value = Vec<Line>> {
    prop::collection::vec(line(), 1..5)
}

/// Rules whose values may grow: any number may be taken, or three heaps left.
pub fn growing() -> impl Strategy<Value = Vec<Line>> {
    let except = prop::collection::vec(1u64..4, 0..2);
    let one = prop_oneof![
        except.prop_map(|except| vec![Line::OneBut(except)]),
        (0u64..3, 0u64..2).prop_map(|(d, more)| vec![Line::Three(d), Line::Three(d + more)]),
    ];
    (one, prop::collection::vec(line(), 0..3)).prop_map(|(mut one, others)| {
        one.extend(others.into_iter().filter(|line| !matches!(line, Line::Odd(_))));
        one
    })
}
