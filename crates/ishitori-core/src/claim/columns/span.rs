//! Between which numbers the values of a formula lie.
//!
//! Heaps have bounds, so every number made of them has, by the usual rules for intervals; the bounds may be wider than the truth, never
//! narrower. Infinity (`v2(0)`) is told apart. A span that leaves [`WIDE`] is cut there: such numbers are computed with a check.

use crate::claim::formula::Function;

/// All numbers of wide columns lie between `-WIDE` and `WIDE`, so that no sum of two overflows.
pub(super) const WIDE: i64 = 1 << 62;

/// The same for columns of 32 bits.
pub(super) const NARROW: i64 = 1 << 30;

/// Between which numbers a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NumberSpan {
    pub low: i64,
    pub high: i64,
    /// Whether it may be infinite instead.
    pub infinite: bool,
}

impl NumberSpan {
    pub(super) fn new(low: i64, high: i64) -> NumberSpan {
        NumberSpan { low, high, infinite: false }
    }

    /// Any number of a wide column.
    pub(super) fn any() -> NumberSpan {
        NumberSpan::new(-WIDE, WIDE)
    }

    /// Naturals with as many binary digits as these numbers.
    pub(super) fn digits(spans: &[NumberSpan]) -> NumberSpan {
        let most = spans.iter().map(|span| span.high).max().unwrap_or(0).max(0);
        let digits = 64 - most.leading_zeros();
        NumberSpan::new(0, if digits >= 62 { WIDE } else { (1 << digits) - 1 })
    }

    /// The numbers of both.
    pub(super) fn hull(self, other: NumberSpan) -> NumberSpan {
        NumberSpan {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            infinite: self.infinite || other.infinite,
        }
    }

    pub(super) fn min(self, other: NumberSpan) -> NumberSpan {
        // If one is infinite, it is the other.
        let high = match (self.infinite, other.infinite) {
            (true, true) => self.high.max(other.high),
            (true, false) => other.high,
            (false, true) => self.high,
            (false, false) => self.high.min(other.high),
        };
        let (low, infinite) = (self.low.min(other.low), self.infinite && other.infinite);
        NumberSpan { low, high: high.max(low), infinite }
    }

    pub(super) fn max(self, other: NumberSpan) -> NumberSpan {
        NumberSpan {
            low: self.low.max(other.low),
            high: self.high.max(other.high),
            infinite: self.infinite || other.infinite,
        }
    }

    /// The least and largest of these; `None` if they leave the wide columns.
    pub(super) fn of(ends: &[i128]) -> Option<NumberSpan> {
        let (low, high) = (*ends.iter().min()?, *ends.iter().max()?);
        let fits = -i128::from(WIDE) <= low && high <= i128::from(WIDE);
        fits.then(|| NumberSpan::new(low as i64, high as i64))
    }

    /// Whether its numbers fit into 32 bits.
    pub(super) fn is_narrow(self) -> bool {
        -NARROW <= self.low && self.high <= NARROW
    }
}

/// A power, as far as it is known to fit.
pub(super) fn power(base: NumberSpan, exponent: NumberSpan) -> NumberSpan {
    let most = base.low.unsigned_abs().max(base.high.unsigned_abs()).max(1);
    let exponent = u32::try_from(exponent.high.max(0)).unwrap_or(u32::MAX);
    let most = most.checked_pow(exponent).filter(|most| *most < WIDE.cast_unsigned());
    let most = most.map_or(WIDE, u64::cast_signed);
    NumberSpan::new(if base.low < 0 { -most } else { 0 }, most)
}

/// Between which numbers a function of numbers between these lies. What does not fit into the columns is marked when it occurs.
pub(super) fn spread(function: Function, spans: &[NumberSpan]) -> NumberSpan {
    let hull = spans.iter().copied().reduce(NumberSpan::hull).unwrap_or(NumberSpan::any());
    let most = hull.high.unsigned_abs().max(hull.low.unsigned_abs()).cast_signed();
    match function {
        Function::Bit | Function::IsIn(_) => NumberSpan::new(0, 1),
        Function::Majority => NumberSpan::digits(spans),
        Function::Gcd | Function::Totient => NumberSpan::new(0, most),
        Function::Least => hull,
        // Below 2^16 and below 2^32 there are fields.
        Function::NimProduct if most < 1 << 16 => NumberSpan::new(0, (1 << 16) - 1),
        Function::NimProduct if most < 1 << 32 => NumberSpan::new(0, (1 << 32) - 1),
        Function::FloorPhi if most < 1 << 50 => NumberSpan::new(0, 2 * most),
        Function::FloorPhi2 if most < 1 << 50 => NumberSpan::new(0, 3 * most),
        Function::DigitSum => {
            let digits = 64
                - i64::leading_zeros(spans[1..].iter().map(|s| s.high).max().unwrap_or(0).max(0));
            power(spans[0], NumberSpan::new(0, i64::from(digits)))
        }
        _ => NumberSpan { infinite: hull.infinite, ..NumberSpan::any() },
    }
}
