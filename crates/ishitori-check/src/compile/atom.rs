//! The automaton of each atom.
//!
//! A machine reads columns in whichever order of the digits is easier for it. If the file has the other
//! order, the automaton is reversed. Cost: that of the machine, and of a subset construction if it is
//! reversed; all machines here stay small when reversed.

use crate::automata::automaton::{Automaton, explore};
use crate::automata::relation::Relation;
use crate::certificate::table::Table;
use crate::digits::{Numeration, Order};
use crate::formula::condition::{End, Kind, LAST};
use crate::formula::variable::Variable;
use crate::refusal::Refused;
use crate::watch::Watch;
use crate::watch::{STATES, TRACKS};

/// What a machine remembers.
type Memory = [i64; 2];

/// A machine that reads columns.
struct Machine<'a> {
    /// The order in which it reads; none if it does not matter, or is that of the file.
    order: Option<Order>,
    start: Memory,
    /// What it remembers after a column; nothing if no word can be accepted any more.
    step: Box<dyn Fn(Memory, i64) -> Option<Memory> + 'a>,
    accepts: Box<dyn Fn(Memory) -> bool + 'a>,
}

/// The tuples of numbers for which the atom holds. `given` are the automata of the file that it may name.
pub(crate) fn atom(
    kind: Kind,
    terms: &[(i64, Variable)],
    given: &[&Table],
    numeration: Numeration,
    order: Order,
    watch: &mut Watch,
) -> Result<Relation, Refused> {
    let mut variables: Vec<Variable> = terms.iter().map(|term| term.1).collect();
    variables.sort_unstable();
    variables.dedup();
    watch.limit(variables.len(), TRACKS)?;
    // A variable may come many times, so the sum of what is written is limited before it is made.
    let written = terms.iter().map(|(weight, _)| i128::from(*weight).abs()).sum::<i128>();
    if written > 1 << 48 {
        return Err(Refused::new("the coefficients of a sum are too large"));
    }
    let mut weights = vec![0_i64; variables.len()];
    for (weight, variable) in terms {
        let track = variables.partition_point(|known| known < variable);
        weights[track] += weight;
    }
    let machine = match (numeration, kind) {
        (_, Kind::Accepted(number)) => accepted(given[number]),
        (Numeration::Zeckendorf, Kind::Equal(_) | Kind::AtMost(_)) => fibonacci(kind, &weights),
        (Numeration::Zeckendorf, Kind::Modulo(modulus, remainder)) => Machine {
            order: Some(Order::Msd),
            start: [0, 0],
            step: Box::new(move |[p, q], c| {
                Some([(p + q + c).rem_euclid(modulus), (p + c).rem_euclid(modulus)])
            }),
            accepts: Box::new(move |[p, _]| p == remainder),
        },
        _ => machine(kind),
    };
    let backwards = machine.order.is_some_and(|native| native != order);
    if backwards {
        weights.reverse();
    }
    let automaton = machine.automaton(&weights, watch)?;
    let automaton = if backwards { automaton.reversed(watch)? } else { automaton };
    Ok(Relation::new(automaton.minimised(watch)?, variables))
}

impl Machine<'_> {
    /// The same, reading digits one by one.
    fn automaton(&self, weights: &[i64], watch: &mut Watch) -> Result<Automaton, Refused> {
        let last = weights.len().saturating_sub(1);
        // The memory before the column, and as much of the column as has been read.
        let step = |now: &Option<(Memory, i64)>, track: usize, digit: usize| {
            let Some((memory, read)) = *now else { return Ok(None) };
            let read = read + weights[track] * digit as i64;
            Ok(match track == last {
                true => (self.step)(memory, read).map(|memory| (memory, 0)),
                false => Some((memory, read)),
            })
        };
        let accepts =
            |now: &Option<(Memory, i64)>| now.is_some_and(|(memory, _)| (self.accepts)(memory));
        explore(weights.len(), Some((self.start, 0)), STATES, watch, step, accepts)
    }
}

/// The machine of an automaton of the file: a column is a letter, the memory is the state.
///
/// So it does not matter in which order its variables come, and a variable that is on two tracks has the
/// digits of both in its weight.
fn accepted(table: &Table) -> Machine<'_> {
    Machine {
        order: None,
        start: [0, 0],
        step: Box::new(|[state, _], c| counted(table.successor(state as u32, c as usize).into())),
        accepts: Box::new(|[state, _]| table.accepting[state as usize]),
    }
}

/// Memory of one number.
fn counted(count: i64) -> Option<Memory> {
    Some([count, 0])
}

/// A machine for binary digits (and for what does not care what digits are worth).
fn machine(kind: Kind) -> Machine<'static> {
    type Step = Box<dyn Fn(Memory, i64) -> Option<Memory>>;
    type Accepts = Box<dyn Fn(Memory) -> bool>;
    // Memory after an atom has been decided for good.
    const YES: Memory = [0, 1];
    let (order, start, step, accepts): (Option<Order>, i64, Step, Accepts) = match kind {
        // Least significant first: column + 2 rest = bound.
        Kind::Equal(bound) => (
            Some(Order::Lsd),
            bound,
            Box::new(
                move |[bound, _], c| {
                    if (bound - c) % 2 == 0 { counted((bound - c) / 2) } else { None }
                },
            ),
            Box::new(|[bound, _]| bound == 0),
        ),
        // column + 2 rest <= bound if and only if rest <= (bound - column) / 2, rounded down.
        Kind::AtMost(bound) => (
            Some(Order::Lsd),
            bound,
            Box::new(move |[bound, _], c| counted((bound - c).div_euclid(2))),
            Box::new(|[bound, _]| bound >= 0),
        ),
        Kind::Modulo(modulus, remainder) => (
            Some(Order::Msd),
            0,
            Box::new(move |[value, _], c| counted((2 * value + c).rem_euclid(modulus))),
            Box::new(move |[value, _]| value == remainder),
        ),
        Kind::Digits(modulus) => (
            None,
            0,
            Box::new(move |_, c| if c % modulus == 0 { counted(0) } else { None }),
            Box::new(|_| true),
        ),
        Kind::Threshold(least) => (
            None,
            0,
            Box::new(
                move |_, c| {
                    if (c >= LAST) == (c % LAST >= least) { counted(0) } else { None }
                },
            ),
            Box::new(|_| true),
        ),
        Kind::Ones(modulus, remainder) => (
            None,
            0,
            Box::new(move |[ones, _], c| counted((ones + c).rem_euclid(modulus))),
            Box::new(move |[ones, _]| ones == remainder),
        ),
        Kind::Bit(place) => (
            Some(Order::Lsd),
            place,
            Box::new(|[left, yes], c| match (left, yes, c) {
                (_, 1, _) | (0, _, 1) => Some(YES),
                (0, _, _) => None,
                _ => counted(left - 1),
            }),
            Box::new(|memory| memory == YES),
        ),
        Kind::PowerOfTwo => (
            None,
            0,
            Box::new(|[ones, _], c| if ones + c <= 1 { counted(ones + c) } else { None }),
            Box::new(|[ones, _]| ones == 1),
        ),
        Kind::EndEqual(End::Zeros) => {
            return lowest(true, |c| [None, Some(false), Some(false), Some(true)][c]);
        }
        Kind::EndEqual(End::Ones) => {
            return lowest(true, |c| [Some(true), Some(false), Some(false), None][c]);
        }
        Kind::EndLess(End::Zeros) => {
            return lowest(false, |c| [None, Some(true), Some(false), Some(false)][c]);
        }
        Kind::EndLess(End::Ones) => {
            return lowest(false, |c| [Some(false), Some(false), Some(true), None][c]);
        }
        Kind::OnesAreZeros => {
            return lowest(false, |c| [Some(false), None, Some(true), Some(false)][c]);
        }
        // The end goes on while the digits are zeros (ones).
        Kind::EndModulo(end, modulus, remainder) => (
            Some(Order::Lsd),
            0,
            Box::new(move |[length, yes], c| match yes == 1 {
                true => Some(YES),
                false if (c == 0) == (end == End::Zeros) => counted((length + 1) % modulus),
                false if length == remainder => Some(YES),
                false => None,
            }),
            Box::new(move |[length, yes]| yes == 1 || (end == End::Ones && length == remainder)),
        ),
        // Most significant first: the digit of y promises that of x one place lower.
        Kind::Shift => (
            Some(Order::Msd),
            0,
            Box::new(|[promised, _], c| if c % 2 == promised { counted(c / 2) } else { None }),
            Box::new(|[promised, _]| promised == 0),
        ),
        Kind::NoNeighbours => (
            None,
            0,
            Box::new(|[before, _], c| if before & c == 0 { counted(c) } else { None }),
            Box::new(|_| true),
        ),
        // Replaced before, wherever they may be used.
        Kind::Divides | Kind::Accepted(_) => (None, 0, Box::new(|_, _| None), Box::new(|_| false)),
    };
    Machine { order, start: [start, 0], step, accepts }
}

/// The lowest place whose column decides has the say; if none decides, `otherwise` holds.
fn lowest(otherwise: bool, decide: impl Fn(usize) -> Option<bool> + 'static) -> Machine<'static> {
    let step = move |now: Memory, column: i64| match (now, decide(column as usize)) {
        ([0, _], Some(truth)) => Some([1, truth.into()]),
        _ => Some(now),
    };
    let accepts = |[_, truth]: Memory| truth == 1;
    let start = [0, otherwise.into()];
    Machine { order: Some(Order::Lsd), start, step: Box::new(step), accepts: Box::new(accepts) }
}

/// A weighted sum of numbers in Zeckendorf's digits, compared with a bound.
///
/// Most significant digits first. The memory is p, the sum of what has been read, and q, the sum
/// with every digit worth the Fibonacci number before its own (1, 1, 2, 3, ...). With one more
/// column c, p becomes p + q + c and q becomes p + c.
fn fibonacci(kind: Kind, weights: &[i64]) -> Machine<'static> {
    /// Memory when the sum stays below the bound for good; p is never that small.
    const BELOW: Memory = [i64::MIN, 0];
    let positive: i64 = weights.iter().filter(|weight| **weight > 0).sum();
    let negative: i64 = -weights.iter().filter(|weight| **weight < 0).sum::<i64>();
    let (equal, bound) = match kind {
        Kind::Equal(bound) => (true, bound),
        Kind::AtMost(bound) => (false, bound),
        _ => (true, 0),
    };
    let step = move |now: Memory, c: i64| {
        if now == BELOW {
            return Some(BELOW);
        }
        let [p, q] = [now[0] + now[1] + c, now[0] + c];
        if stays_above(p, q, negative, bound) {
            None
        } else if stays_above(-p, -q, positive, -bound) {
            if equal { None } else { Some(BELOW) }
        } else {
            Some([p, q])
        }
    };
    let accepts = move |[p, _]: Memory| if equal { p == bound } else { p <= bound };
    Machine {
        order: Some(Order::Msd),
        start: [0, 0],
        step: Box::new(step),
        accepts: Box::new(accepts),
    }
}

/// Whether the sum is above the bound now and after any number k of further columns.
///
/// The digits that follow are worth at most f(k+2) - 1 for each number, f the Fibonacci numbers 0,
/// 1, 1, 2, ..., so the sum will be at least p f(k+1) + q f(k) - n (f(k+2) - 1), with n the weights
/// that are negative. Without its constant n that is a sequence that begins with p - n and p + q - 2n
/// and in which each is the sum of the two before. Once two in a row are not negative, it falls no
/// more; once two in a row are not positive (and not both 0), it falls without end.
fn stays_above(p: i64, q: i64, n: i64, bound: i64) -> bool {
    let (mut now, mut next) = (p - n, p + q - 2 * n);
    loop {
        if now + n <= bound {
            return false;
        }
        if now >= 0 && next >= 0 {
            return next + n > bound;
        }
        if now <= 0 && next <= 0 {
            return false;
        }
        (now, next) = (next, now + next);
    }
}
