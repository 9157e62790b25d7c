//! Which values are rare: the search for a sparse space.
//!
//! Split the numbers into two classes by the parity of their binary digits under a mask. The class of a
//! xor is the sum of the classes, so if nearly all heaps have values in the odd class, two of them are
//! worth a value in the even class, and values of the odd class are options only with one of the few
//! *rare* heaps of the even class (*Winning Ways*, chapter 4, "Sparse space spells speed"; R. Gangolli and
//! T. Plambeck, 1989). Flammenkamp noticed that in some games with one way to split, which takes t, the
//! parity of n - t must be added: then the class of a heap of n stones worth v is the parity of v under
//! the mask and of n + t, and everything is as before, for the sizes of two parts and what is taken add
//! up.
//!
//! Which mask is best is seen from a piece of the sequence. The sum over all heaps of plus or minus one
//! by class, for all masks at once, is the Walsh–Hadamard transform of the numbers of heaps by value: a
//! few microseconds.

/// A way to tell rare heaps from common ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RareMask {
    /// Which binary digits of the value count.
    pub digits: u16,
    /// What is added to the size of the heap before its parity counts too; none if it does not count.
    pub shift: Option<u64>,
}

impl RareMask {
    /// Whether a heap of `n` stones worth `value` would be rare.
    pub fn is_rare(self, n: u64, value: u16) -> bool {
        (value & self.digits).count_ones() % 2 == self.rare_parity(n)
    }

    /// The parity of the digits of rare values of a heap of `n` stones.
    pub(crate) fn rare_parity(self, n: u64) -> u32 {
        self.shift.map_or(0, |shift| u32::from((n + shift) % 2 == 1))
    }
}

/// The mask under which the fewest of the last half of `values` are rare; and how many are.
///
/// `takes` are the numbers that are taken when a heap is split.
pub fn best(values: &[u16], takes: &[u64]) -> Option<(RareMask, usize)> {
    let from = values.len() / 2;
    let top = values[from..].iter().copied().max()?;
    let size = (usize::from(top) + 1).next_power_of_two();
    let mut shifts = vec![None];
    if let Some(first) = takes.first()
        && takes.iter().all(|take| take % 2 == first % 2)
    {
        shifts.push(Some(first % 2));
    }
    let mut found: Option<(RareMask, i64)> = None;
    for shift in shifts {
        let mut counts = vec![0i64; size];
        for (value, n) in values[from..].iter().zip(from as u64..) {
            let odd = shift.is_some_and(|shift| (n + shift) % 2 == 1);
            counts[usize::from(*value)] += if odd { -1 } else { 1 };
        }
        transform(&mut counts);
        let (digits, sum) = counts.iter().enumerate().skip(1).min_by_key(|(_, sum)| **sum)?;
        if found.is_none_or(|(_, best)| *sum < best) {
            // Digits that no value has had yet count: so it is in the known sparse spaces.
            let above = !u16::try_from(size - 1).unwrap_or(u16::MAX);
            let digits = u16::try_from(digits).unwrap_or(0) | above;
            found = Some((RareMask { digits, shift }, *sum));
        }
    }
    let (mask, sum) = found?;
    let all = i64::try_from(values.len() - from).ok()?;
    Some((mask, usize::try_from((all + sum) / 2).ok()?))
}

/// The Walsh–Hadamard transform, in place: entry m becomes the sum of entry v times -1 to the number of
/// common binary digits of v and m.
fn transform(counts: &mut [i64]) {
    let mut width = 1;
    while width < counts.len() {
        for block in counts.chunks_mut(2 * width) {
            let (low, high) = block.split_at_mut(width);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        width *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_is_its_definition() {
        let counts: Vec<i64> = (0..16).map(|v| (v * v * 7 + 3) % 11).collect();
        let mut fast = counts.clone();
        transform(&mut fast);
        for (m, sum) in fast.iter().enumerate() {
            let sign = |v: usize| if (v & m).count_ones().is_multiple_of(2) { 1 } else { -1 };
            let slow: i64 = counts.iter().enumerate().map(|(v, c)| sign(v) * c).sum();
            assert_eq!(*sum, slow, "mask {m}");
        }
    }
}
