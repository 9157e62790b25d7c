//! The machines of sums and remainders, for digits that are worth Fibonacci numbers.
//!
//! Most significant digits first. The memory is p, the sum of what has been read, and q, the sum
//! with every digit worth the Fibonacci number before its own (1, 1, 2, 3, ...). With one more
//! column c, p becomes p + q + c and q becomes p + c. A remainder needs p and q modulo the modulus only. A sum
//! is followed only as long as it can still come to either side of its bound.
//! All other atoms are those of [`crate::compile::binary`].

use crate::compile::machine::{ColumnMachine, ColumnMemory};
use crate::digits::ReadingOrder;

/// Memory when the sum stays below the bound for good; p is never that small.
const BELOW: ColumnMemory = [i64::MIN, 0];

/// A weighted sum of numbers, equal to a bound or else at most that.
pub(crate) fn sum(equal: bool, bound: i64, weights: &[i64]) -> ColumnMachine<'static> {
    let positive: i64 = weights.iter().filter(|weight| **weight > 0).sum();
    let negative: i64 = -weights.iter().filter(|weight| **weight < 0).sum::<i64>();
    let step = move |now: ColumnMemory, c: i64| {
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
    let accepts = move |[p, _]: ColumnMemory| if equal { p == bound } else { p <= bound };
    ColumnMachine::new(Some(ReadingOrder::Msd), [0, 0], step, accepts)
}

/// A weighted sum of numbers, congruent to a remainder.
pub(crate) fn modulo(modulus: i64, remainder: i64) -> ColumnMachine<'static> {
    let step = move |[p, q]: ColumnMemory, c: i64| {
        Some([(p + q + c).rem_euclid(modulus), (p + c).rem_euclid(modulus)])
    };
    ColumnMachine::new(Some(ReadingOrder::Msd), [0, 0], step, move |[p, _]| p == remainder)
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
