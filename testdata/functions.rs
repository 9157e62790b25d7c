//! Random rules with functions, and an interpreter of what they say: [`FunctionRule::linear`] knows quotients, minima, maxima
//! and absolute values, which fall into linear cases, [`FunctionRule::random`] all functions.
//!
//! Several test programs include this file: the rule language, the engines, the second reader.

#![allow(dead_code, reason = "each program uses its own part")]

/// The variable t goes up to this.
pub const MOST: i64 = 4;

/// A number as a rule writes it, on the heaps a, b and a variable t.
#[derive(Clone, Debug)]
pub enum Written {
    Name(usize),
    Number(i64),
    Sum(Box<Written>, Box<Written>, i64),
    Times(i64, Box<Written>),
    Rounded(bool, Box<Written>, i64),
    Extreme(bool, Box<Written>, Box<Written>),
    Size(Box<Written>),
    Function(usize, Box<Written>, Box<Written>),
}

/// Whether `v2(0)`, which is infinite, may be compared here.
const INFINITE: i64 = i64::MAX;

/// How a function is written, and its value by its definition.
type Function = (fn(&str, &str) -> String, fn(i64, i64) -> Option<i64>);

fn natural(x: i64, value: i64) -> Option<i64> {
    (x >= 0).then_some(value)
}

/// The digits of two natural numbers, put together place by place.
fn digits(x: i64, y: i64, both: fn(bool, bool) -> bool) -> Option<i64> {
    let digit = |place: i64| both(x / place % 2 == 1, y / place % 2 == 1);
    let value = (0..20).map(|i| 1 << i).filter(|place| digit(*place)).sum();
    (x >= 0 && y >= 0).then_some(value)
}

fn gcd(x: i64, y: i64) -> i64 {
    let divides = |d: &i64| x % d == 0 && y % d == 0;
    (1..=x.abs().max(y.abs())).filter(divides).max().unwrap_or(0)
}

const FUNCTIONS: [Function; 15] = [
    (|x, y| format!("gcd({x}, {y})"), |x, y| Some(gcd(x, y))),
    (|x, y| format!("{x}*{y}"), |x, y| Some(x * y)),
    (|x, y| format!("({x} xor {y})"), |x, y| digits(x, y, |a, b| a != b)),
    (|x, y| format!("and({x}, {y})"), |x, y| digits(x, y, |a, b| a && b)),
    (|x, y| format!("or({x}, {y})"), |x, y| digits(x, y, |a, b| a || b)),
    (
        |x, y| format!("({x} mod {y})"),
        |x, y| (y >= 1).then(|| x - y * (x as f64 / y as f64).floor() as i64),
    ),
    (
        |x, y| format!("floor({x}/{y})"),
        |x, y| (y >= 1).then(|| (x as f64 / y as f64).floor() as i64),
    ),
    (|x, _| format!("({x} mod 3)"), |x, _| Some(x.rem_euclid(3))),
    (
        |x, _| format!("v2({x})"),
        |x, _| {
            Some(if x == 0 {
                INFINITE
            } else {
                (0..20).take_while(|k| x % (2 << k) == 0).count() as i64
            })
        },
    ),
    (
        |x, _| format!("popcount({x})"),
        |x, _| natural(x, (0..20).filter(|k| x >> k & 1 == 1).count() as i64),
    ),
    (
        |x, _| format!("totient({x})"),
        |x, _| (x >= 1).then(|| (1..=x).filter(|k| gcd(*k, x) == 1).count() as i64),
    ),
    (
        |x, _| format!("floor({x}*phi)"),
        |x, _| natural(x, (x as f64 * 1.618_033_988_749_895).floor() as i64),
    ),
    (
        |x, _| format!("floor({x}*(3 - sqrt(2)))"),
        |x, _| natural(x, (x as f64 * (3.0 - 2f64.sqrt())).floor() as i64),
    ),
    (|x, _| format!("2^{x}"), |x, _| natural(x, 1 << x.clamp(0, 40))),
    (|x, _| format!("{x}^2"), |x, _| Some(x * x)),
];

impl Written {
    fn random(random: &mut fastrand::Rng, depth: usize, all: bool) -> Written {
        let mut inner = || Box::new(Written::random(random, depth.saturating_sub(1), all));
        if depth == 0 {
            return match random.usize(0..4) {
                3 => Written::Number(random.i64(0..4)),
                name => Written::Name(name),
            };
        }
        let (first, second) = (inner(), inner());
        if all && random.bool() {
            return Written::Function(random.usize(0..FUNCTIONS.len()), first, second);
        }
        match random.usize(0..6) {
            0 => Written::Sum(first, second, if random.bool() { 1 } else { -1 }),
            1 => Written::Times(random.i64(1..4), first),
            2 => Written::Size(first),
            3 => Written::Rounded(random.bool(), first, random.i64(1..4)),
            _ => Written::Extreme(random.bool(), first, second),
        }
    }

    /// The same with a in the place of t.
    fn of_heaps(self) -> Written {
        let inner = |x: Box<Written>| Box::new(x.of_heaps());
        match self {
            Written::Name(name) => Written::Name(name % 2),
            Written::Number(number) => Written::Number(number),
            Written::Sum(x, y, sign) => Written::Sum(inner(x), inner(y), sign),
            Written::Times(factor, x) => Written::Times(factor, inner(x)),
            Written::Rounded(up, x, by) => Written::Rounded(up, inner(x), by),
            Written::Extreme(least, x, y) => Written::Extreme(least, inner(x), inner(y)),
            Written::Size(x) => Written::Size(inner(x)),
            Written::Function(which, x, y) => Written::Function(which, inner(x), inner(y)),
        }
    }

    fn text(&self) -> String {
        match self {
            Written::Name(name) => ["a", "b", "t"][*name].to_string(),
            Written::Number(number) => number.to_string(),
            Written::Sum(x, y, 1) => format!("({} + {})", x.text(), y.text()),
            Written::Sum(x, y, _) => format!("({} - {})", x.text(), y.text()),
            Written::Times(factor, x) => format!("{factor}*{}", x.text()),
            Written::Rounded(true, x, by) => format!("ceil({}/{by})", x.text()),
            Written::Rounded(false, x, by) => format!("floor({}/{by})", x.text()),
            Written::Extreme(true, x, y) => format!("min({}, {})", x.text(), y.text()),
            Written::Extreme(false, x, y) => format!("max({}, {})", x.text(), y.text()),
            Written::Size(x) => format!("abs({})", x.text()),
            Written::Function(which, x, y) => {
                let name = |e: &Written| match e {
                    Written::Name(_) | Written::Number(_) => e.text(),
                    other => format!("({})", other.text()),
                };
                FUNCTIONS[*which].0(&name(x), &name(y))
            }
        }
    }

    /// Its value, if it has one; `v2(0)` has none, but to be compared.
    fn value(&self, names: [i64; 3]) -> Option<i64> {
        self.side(names).filter(|value| *value != INFINITE)
    }

    fn side(&self, names: [i64; 3]) -> Option<i64> {
        Some(match self {
            Written::Name(name) => names[*name],
            Written::Number(number) => *number,
            Written::Sum(x, y, sign) => x.value(names)? + sign * y.value(names)?,
            Written::Times(factor, x) => factor * x.value(names)?,
            Written::Rounded(up, x, by) => {
                let (x, by) = (x.value(names)? as f64, *by as f64);
                let quotient = x / by;
                (if *up { quotient.ceil() } else { quotient.floor() }) as i64
            }
            Written::Extreme(true, x, y) => x.value(names)?.min(y.value(names)?),
            Written::Extreme(false, x, y) => x.value(names)?.max(y.value(names)?),
            Written::Size(x) => x.value(names)?.abs(),
            Written::Function(which, x, y) => {
                let (text, value) = FUNCTIONS[*which];
                // A second argument that is not written need not exist.
                let second = if text("x", "y").contains('y') { y.value(names)? } else { 0 };
                value(x.value(names)?, second)?
            }
        })
    }
}

/// A sign, and what it says.
type Relation = (&'static str, fn(i64, i64) -> bool);

const RELATIONS: [Relation; 7] = [
    ("=", |x, y| x == y),
    ("!=", |x, y| x != y),
    ("<", |x, y| x < y),
    ("<=", |x, y| x <= y),
    (">", |x, y| x > y),
    (">=", |x, y| x >= y),
    ("divides", |x, y| if x == 0 { y == 0 } else { y % x == 0 }),
];

/// `LEFT <= RIGHT`, or the opposite.
struct WrittenCondition {
    sides: [Written; 2],
    relation: usize,
    negated: bool,
}

impl WrittenCondition {
    fn random(random: &mut fastrand::Rng, all: bool) -> WrittenCondition {
        let sides = [(); 2].map(|()| Written::random(random, 2, all));
        let (relation, negated) = (random.usize(0..RELATIONS.len()), random.bool());
        WrittenCondition { sides, relation, negated }
    }

    fn text(&self) -> String {
        let [left, right] = self.sides.each_ref().map(Written::text);
        let not = if self.negated { "not " } else { "" };
        format!("{not}{left} {} {right}", RELATIONS[self.relation].0)
    }

    /// Neither it nor its opposite holds where a side has no value.
    fn holds(&self, names: [i64; 3]) -> bool {
        let [left, right] = self.sides.each_ref().map(|side| side.side(names));
        let (Some(left), Some(right)) = (left, right) else { return false };
        // What is infinite can be compared, but is no number.
        if RELATIONS[self.relation].0 == "divides" && (left == INFINITE || right == INFINITE) {
            return false;
        }
        RELATIONS[self.relation].1(left, right) != self.negated
    }
}

/// `position (a, b) where L <= R option (X, Y) where t <= 4, LEFT <= RIGHT, X + Y < a + b`.
pub struct FunctionRule {
    pub text: String,
    /// Which pairs are positions; all if nobody says it.
    valid: Option<WrittenCondition>,
    results: [Written; 2],
    condition: WrittenCondition,
}

impl FunctionRule {
    /// A random rule whose functions fall into linear cases; some are refused, since nobody can play them.
    pub fn linear(random: &mut fastrand::Rng) -> FunctionRule {
        FunctionRule::with(random, false)
    }

    /// A random rule with any functions.
    pub fn random(random: &mut fastrand::Rng) -> FunctionRule {
        FunctionRule::with(random, true)
    }

    fn with(random: &mut fastrand::Rng, all: bool) -> FunctionRule {
        let results = [(); 2].map(|()| Written::random(random, 1, all));
        let condition = WrittenCondition::random(random, all);
        let valid = (all && random.usize(0..3) == 0).then(|| {
            let WrittenCondition { sides, relation, negated } =
                WrittenCondition::random(random, all);
            WrittenCondition { sides: sides.map(Written::of_heaps), relation, negated }
        });
        let [x, y] = results.each_ref().map(Written::text);
        let holds = condition.text();
        let position = valid.as_ref().map_or(String::new(), |is| format!("where {}", is.text()));
        let text = format!(
            "game random position (a, b) {position} option ({x}, {y}) where t <= {MOST}, {holds}, {x} + {y} < a + b"
        );
        FunctionRule { text, valid, results, condition }
    }

    /// Whether a pair is a position, by what is written.
    pub fn is_position(&self, a: i64, b: i64) -> bool {
        a >= 0 && b >= 0 && self.valid.as_ref().is_none_or(|valid| valid.holds([a, b, 0]))
    }

    /// The options of a position, by what is written.
    pub fn options(&self, a: i64, b: i64) -> std::collections::BTreeSet<(i64, i64)> {
        let option = |t: i64| {
            let names = [a, b, t];
            let [x, y] = self.results.each_ref().map(|result| result.value(names));
            let (x, y) = (x?, y?);
            let is_option = self.is_position(x, y) && x + y < a + b && self.condition.holds(names);
            is_option.then_some((x, y))
        };
        (0..=MOST).filter_map(option).collect()
    }
}
