//! Loops written by hand for one claim each, over positions whose truth is known.

/// How many positions of three heaps below `n` are P exactly if their xor is not 0; `p` has a bit a position.
pub fn xor_is_zero_iff_p(n: usize, p: &[u64]) -> usize {
    let mut wrong = 0;
    for a in 0..n {
        for b in 0..n {
            for c in 0..n {
                let at = (a * n + b) * n + c;
                let is_p = p[at / 64] >> (at % 64) & 1 == 1;
                wrong += usize::from((a ^ b ^ c == 0) != is_p);
            }
        }
    }
    wrong
}

/// How many positions of four heaps below `n` satisfy two linear conditions and are not P, or the other way round.
pub fn linear_iff_p(n: i32, p: &[u64]) -> usize {
    let (mut wrong, mut at) = (0, 0usize);
    for a in 0..n {
        for b in 0..n {
            for c in 0..n {
                for d in 0..n {
                    let is_p = p[at / 64] >> (at % 64) & 1 == 1;
                    wrong += usize::from((2 * a + d == b + 2 * c && b + c >= d) != is_p);
                    at += 1;
                }
            }
        }
    }
    wrong
}

/// How many positions of three heaps below `n` do not have their xor as value.
pub fn xor_is_value(n: u32, values: &[u32]) -> usize {
    let (mut wrong, mut at) = (0, 0);
    for a in 0..n {
        for b in 0..n {
            for c in 0..n {
                wrong += usize::from(values[at] != a ^ b ^ c);
                at += 1;
            }
        }
    }
    wrong
}
