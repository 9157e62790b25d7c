//! Small games with theorems about them, true and false.
#![allow(dead_code, missing_docs)]

use crate::naive::{General, Goal, Spec, Step};

type Holds = fn(&[u64]) -> bool;

fn lower(heaps: &[usize]) -> Step {
    Step::Lower(heaps.to_vec())
}

fn values(sets: &[(&str, Holds)]) -> Goal {
    Goal::Values(sets.iter().map(|(formula, holds)| (formula.to_string(), *holds)).collect())
}

pub fn nim1() -> Spec {
    Spec::new(&["a"], vec![lower(&[0])], values(&[("(is 0 a)", |x| x[0] == 0)]))
}

pub fn nim2() -> Spec {
    let goal = values(&[("(lin = 0 (1 a) (-1 b))", |x| x[0] == x[1])]);
    Spec::new(&["a", "b"], vec![lower(&[0]), lower(&[1])], goal)
}

pub fn nim2_values() -> Spec {
    let goal = values(&[
        ("(xor0 a b)", |x| x[0] == x[1]),
        ("(exists (o) (and (is 1 o) (xor0 a b o)))", |x| x[0] ^ x[1] == 1),
    ]);
    Spec { antichain: true, ..Spec::new(&["a", "b"], vec![lower(&[0]), lower(&[1])], goal) }
}

pub fn nim2_graph() -> Spec {
    let goal = Goal::Grundy {
        onehot: false,
        graph: "(xor0 a b g)".to_string(),
        holds: |x| x[0] ^ x[1] == x[2],
    };
    Spec {
        depth: 2,
        antichain: true,
        ..Spec::new(&["a", "b"], vec![lower(&[0]), lower(&[1])], goal)
    }
}

/// Any smaller number of ones at the end: a one-heap game with one-hot values. Replace the heap by
/// a smaller one whose last ones are fewer... The value is the number of ones at the end.
pub fn tails_onehot() -> Spec {
    let step = General {
        line: "move new x with (and (lin < 0 (1 x) (-1 a)) (tail < x a)) to x".to_string(),
        new: 1,
        tracks: vec![("x", 1), ("a", 0)],
        holds: |x| x[0] < x[1] && x[0].trailing_ones() < x[1].trailing_ones(),
        to: vec![1],
    };
    let goal = Goal::Grundy {
        onehot: true,
        graph: "(tailhot a g)".to_string(),
        holds: |x| x[1] == 1 << x[0].trailing_ones(),
    };
    Spec { antichain: true, ..Spec::new(&["a"], vec![Step::General(step)], goal) }
}

pub fn misere2() -> Spec {
    let small = "(and (lin <= 1 (1 a)) (lin <= 1 (1 b)))";
    let goal = Goal::Misere {
        terminal: ("(and (is 0 a) (is 0 b))".to_string(), |x| x[0] + x[1] == 0),
        lost: (
            format!("(or (and {small} (lin = 1 (1 a) (1 b))) (and (not {small}) (xor0 a b)))"),
            |x| if x[0] <= 1 && x[1] <= 1 { x[0] + x[1] == 1 } else { x[0] == x[1] },
        ),
    };
    Spec { antichain: true, ..Spec::new(&["a", "b"], vec![lower(&[0]), lower(&[1])], goal) }
}

pub fn single3() -> Spec {
    let goal = values(&[("(xor0 a b c)", |x| x[0] ^ x[1] ^ x[2] == 0)]);
    let moves = vec![lower(&[0]), lower(&[1]), lower(&[2])];
    Spec { single: true, antichain: true, depth: 2, ..Spec::new(&["a", "b", "c"], moves, goal) }
}

pub fn single2_graph() -> Spec {
    Spec { single: true, antichain: true, depth: 2, ..nim2_graph() }
}

pub fn single2_misere() -> Spec {
    Spec { single: true, antichain: true, depth: 2, ..misere2() }
}

pub fn moore3() -> Spec {
    let goal = values(&[("(digits 3 a b c)", |x| {
        (0..40).all(|i| {
            (x[0] >> i & 1) + (x[1] >> i & 1) + (x[2] >> i & 1) != 1
                && (x[0] >> i & 1) + (x[1] >> i & 1) + (x[2] >> i & 1) != 2
        })
    })]);
    let moves = vec![lower(&[0, 1]), lower(&[1, 2]), lower(&[2, 0])];
    Spec { antichain: true, depth: 2, ..Spec::new(&["a", "b", "c"], moves, goal) }
}

/// Circular Nim with three heaps, two neighbours lowered, with rotation and reflection.
pub fn circular3() -> Spec {
    let goal = values(&[("(and (lin = 0 (1 a) (-1 b)) (lin = 0 (1 b) (-1 c)))", |x| {
        x[0] == x[1] && x[1] == x[2]
    })]);
    let symmetries = vec![vec![1, 2, 0], vec![2, 0, 1], vec![0, 2, 1]];
    Spec { goal, symmetries, ..moore3() }
}

/// Take a proper divisor, or all: only an odd heap... The players lower a heap by one of its divisors.
/// A heap is lost exactly if it is odd or zero is reached: here with heaps >= 1 and proper divisors.
pub fn divisor() -> Spec {
    let step = General {
        line: "move new x d with (and (lin = 0 (1 x) (1 d) (-1 a)) (divides d a) (lin >= 1 (1 x)) \
               (lin >= 1 (1 d))) to x"
            .to_string(),
        new: 2,
        tracks: vec![("a", 0), ("x", 1), ("d", 2)],
        holds: |x| {
            let (a, x, d) = (x[0], x[1], x[2]);
            let narrow = (a == 0 && d >= 1)
                || d == a
                || (d.count_ones() == 1 && d.trailing_zeros() <= a.trailing_zeros());
            x + d == a && x >= 1 && d >= 1 && narrow
        },
        to: vec![1],
    };
    let goal = values(&[("(mod 2 1 (1 a))", |x| x[0] % 2 == 1)]);
    Spec {
        valid: ("(lin >= 1 (1 a))".to_string(), |x| x[0] >= 1),
        antichain: true,
        ..Spec::new(&["a"], vec![Step::General(step)], goal)
    }
}

fn general(
    line: &str,
    new: usize,
    tracks: &[(&'static str, usize)],
    holds: Holds,
    to: &[usize],
) -> Step {
    let (line, tracks, to) = (line.to_string(), tracks.to_vec(), to.to_vec());
    Step::General(General { line, new, tracks, holds, to })
}

/// Nim with two heaps that change places with every move; the tracks are in an odd order.
pub fn swapped() -> Spec {
    let first = general(
        "move new x with (lin < 0 (1 x) (-1 a)) to b x",
        1,
        &[("x", 2), ("a", 0)],
        |t| t[0] < t[1],
        &[1, 2],
    );
    let second = general(
        "move new x with (lin < 0 (1 x) (-1 b)) to x a",
        1,
        &[("b", 1), ("x", 2)],
        |t| t[1] < t[0],
        &[2, 0],
    );
    Spec { moves: vec![first, second], ..nim2() }
}

/// The second heap comes first, and the first one becomes smaller: which heap is which matters.
pub fn turned() -> Spec {
    let step = general(
        "move new x with (lin < 0 (1 x) (-1 a)) to b x",
        1,
        &[("x", 2), ("a", 0)],
        |t| t[0] < t[1],
        &[1, 2],
    );
    let goal = values(&[("(lin <= 0 (1 a) (-1 b))", |x| x[0] <= x[1])]);
    Spec::new(&["a", "b"], vec![step], goal)
}

/// No new numbers, and a heap named twice: a larger first heap is lowered to the second.
pub fn levelled() -> Spec {
    let step = general(
        "move new with (lin < 0 (1 b) (-1 a)) to b b",
        0,
        &[("a", 0), ("b", 1)],
        |t| t[1] < t[0],
        &[1, 1],
    );
    let goal = values(&[
        ("(lin <= 0 (1 a) (-1 b))", |x| x[0] <= x[1]),
        ("(lin > 0 (1 a) (-1 b))", |x| x[0] > x[1]),
        ("false", |_| false),
    ]);
    Spec::new(&["a", "b"], vec![step], goal)
}

/// One heap, the last to move loses; a move that cannot be made is listed too.
pub fn misere_general() -> Spec {
    let step = general(
        "move new x with (lin < 0 (1 x) (-1 a)) to x",
        1,
        &[("a", 0), ("x", 1)],
        |t| t[1] < t[0],
        &[1],
    );
    let never = general("move new x with false to x", 1, &[("x", 1)], |_| false, &[1]);
    let goal = Goal::Misere {
        terminal: ("(is 0 a)".to_string(), |x| x[0] == 0),
        lost: ("(is 1 a)".to_string(), |x| x[0] == 1),
    };
    Spec::new(&["a"], vec![never, step], goal)
}

fn floor_phi(n: u64) -> u64 {
    (0..).take_while(|m: &u64| m * m <= n * n + n * m).last().unwrap_or(0)
}

/// Wythoff's game with a <= b, in Zeckendorf's numeration.
pub fn wythoff() -> Spec {
    let both = General {
        line: "move new x y with (and (lin < 0 (1 x) (-1 a)) (lin = 0 (1 x) (-1 a) (1 b) (-1 y))) to x y"
            .to_string(),
        new: 2,
        tracks: vec![("a", 0), ("b", 1), ("x", 2), ("y", 3)],
        holds: |t| t[2] < t[0] && t[0] + t[3] == t[1] + t[2],
        to: vec![2, 3],
    };
    fn cold(x: &[u64]) -> bool {
        let (low, high) = (x[0].min(x[1]), x[0].max(x[1]));
        floor_phi(high - low) == low
    }
    let lost = |x: &str, y: &str| {
        // With n = y - x >= 1, x is the shift of n - 1, plus 1.
        format!(
            "(exists (m s) (and (lin = 1 (1 {y}) (-1 {x}) (-1 m)) (shift m s) (lin = 1 (1 {x}) (-1 s))))"
        )
    };
    let set = format!("(or (and (is 0 a) (is 0 b)) {} {})", lost("a", "b"), lost("b", "a"));
    let goal = Goal::Values(vec![(set, cold)]);
    let moves = vec![lower(&[0]), lower(&[1]), Step::General(both)];
    Spec { zeckendorf: true, antichain: true, depth: 4, ..Spec::new(&["a", "b"], moves, goal) }
}

fn lsd(spec: Spec) -> Spec {
    Spec { lsd: true, ..spec }
}

fn zeckendorf(spec: Spec) -> Spec {
    Spec { zeckendorf: true, ..spec }
}

/// It takes long to learn its automata.
pub fn wythoff_lsd() -> Spec {
    Spec { depth: 5, ..lsd(wythoff()) }
}

pub fn all() -> Vec<(&'static str, Spec)> {
    vec![
        ("nim1", nim1()),
        ("nim2", nim2()),
        ("nim2 antichain", Spec { antichain: true, ..nim2() }),
        ("nim2 values", nim2_values()),
        ("nim2 graph", nim2_graph()),
        ("tails", tails_onehot()),
        ("misere2", misere2()),
        ("single3", single3()),
        ("single2 graph", single2_graph()),
        ("single2 misere", single2_misere()),
        ("moore3", moore3()),
        ("moore3 single", Spec { single: true, ..moore3() }),
        ("circular3", circular3()),
        ("divisor", divisor()),
        ("lsd nim2", lsd(nim2())),
        ("lsd nim2 values", lsd(nim2_values())),
        ("lsd graph", lsd(nim2_graph())),
        ("lsd tails", lsd(tails_onehot())),
        ("lsd misere", lsd(misere2())),
        ("lsd single3", lsd(single3())),
        ("lsd single graph", lsd(single2_graph())),
        ("lsd circular", lsd(circular3())),
        ("lsd divisor", lsd(divisor())),
        ("swapped", swapped()),
        ("lsd swapped", lsd(swapped())),
        ("turned", turned()),
        ("lsd turned", lsd(turned())),
        ("levelled", levelled()),
        ("misere general", misere_general()),
        ("lsd misere general", lsd(misere_general())),
        ("wythoff", wythoff()),
        ("zeckendorf nim2", zeckendorf(nim2())),
        ("zeckendorf lsd nim2", lsd(zeckendorf(nim2()))),
    ]
}

/// Theorems that are not true.
pub fn lies() -> Vec<(&'static str, Spec)> {
    let of2 =
        |formula: &'static str, holds: Holds| Spec { goal: values(&[(formula, holds)]), ..nim2() };
    vec![
        ("everything is lost", of2("true", |_| true)),
        ("nothing is lost", of2("false", |_| false)),
        ("only zero is lost", of2("(and (is 0 a) (is 0 b))", |x| x[0] + x[1] == 0)),
        ("a or b zero", of2("(or (is 0 a) (is 0 b))", |x| x[0] * x[1] == 0)),
        (
            "set 1 wrong",
            Spec {
                goal: values(&[
                    ("(xor0 a b)", |x| x[0] == x[1]),
                    ("(lin = 1 (1 a) (1 b))", |x| x[0] + x[1] == 1),
                ]),
                ..nim2_values()
            },
        ),
        (
            "sum as value",
            Spec {
                goal: Goal::Grundy {
                    onehot: false,
                    graph: "(lin = 0 (1 a) (1 b) (-1 g))".to_string(),
                    holds: |x| x[0] + x[1] == x[2],
                },
                ..nim2_graph()
            },
        ),
        (
            "no value",
            Spec {
                goal: Goal::Grundy { onehot: false, graph: "false".to_string(), holds: |_| false },
                ..nim2_graph()
            },
        ),
        (
            "misere as normal",
            Spec {
                goal: Goal::Misere {
                    terminal: ("(and (is 0 a) (is 0 b))".to_string(), |x| x[0] + x[1] == 0),
                    lost: ("(xor0 a b)".to_string(), |x| x[0] == x[1]),
                },
                ..misere2()
            },
        ),
        (
            "misere terminal",
            Spec {
                goal: Goal::Misere {
                    terminal: ("(is 0 a)".to_string(), |x| x[0] == 0),
                    lost: ("false".to_string(), |_| false),
                },
                ..misere2()
            },
        ),
        ("divisor", Spec { goal: values(&[("(mod 2 0 (1 a))", |x| x[0] % 2 == 0)]), ..divisor() }),
        (
            "moore as nim",
            Spec { goal: values(&[("(xor0 a b c)", |x| x[0] ^ x[1] ^ x[2] == 0)]), ..moore3() },
        ),
        (
            "circular",
            Spec {
                goal: values(&[("(lin = 0 (1 a) (-1 b))", |x| x[0] == x[1])]),
                symmetries: vec![],
                ..circular3()
            },
        ),
    ]
}
