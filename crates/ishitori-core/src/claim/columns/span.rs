//! Between which numbers the values of a formula lie.
//!
//! Heaps have bounds, so every number made of them has, by the usual rules for intervals; the bounds may be wider than the truth, never
//! narrower. Infinity (`v2(0)`) is told apart. A span that leaves [`WIDE`] is cut there: such numbers are computed with a check.

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
