//! A slice of a game: some heaps are bounded, the others are free.
//!
//! If no move raises a bounded heap above its bound, a slice is closed under moves, so each of its positions has
//! there the outcome and the value that it has in the whole game. This file is the plain data and its words,
//! `h[3] <= 2, h[6] <= 2`; whether moves stay inside is decided in core (`prove/slice.rs`), and by the checker
//! for every certificate.

use std::fmt::Write as _;

use crate::family::MAX_HEAP;

/// Bounds of some heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapSlice {
    /// A heap, from 0, and the largest that it may be; ascending.
    bounds: Vec<(usize, u64)>,
}

impl HeapSlice {
    /// The slice with these bounds, each of a heap (from 0) and the largest that it may be; no bound is above
    /// [`MAX_HEAP`].
    pub fn of(mut bounds: Vec<(usize, u64)>) -> HeapSlice {
        bounds.iter_mut().for_each(|(_, bound)| *bound = (*bound).min(MAX_HEAP));
        bounds.sort_unstable();
        bounds.dedup_by_key(|(heap, _)| *heap);
        HeapSlice { bounds }
    }

    /// Whether nothing is bounded: it is the whole game.
    pub fn is_whole(&self) -> bool {
        self.bounds.is_empty()
    }

    /// The bounds, heap by heap.
    pub fn bounds(&self) -> &[(usize, u64)] {
        &self.bounds
    }

    /// The largest that a heap may be, if it is bounded.
    pub fn bound(&self, heap: usize) -> Option<u64> {
        self.bounds.iter().find(|(bounded, _)| *bounded == heap).map(|(_, bound)| *bound)
    }

    /// Whether heaps, in the order of the rule, are inside.
    pub fn contains(&self, heaps: &[u64]) -> bool {
        self.bounds.iter().all(|(heap, bound)| heaps.get(*heap).is_some_and(|heap| heap <= bound))
    }

    /// Whether all of this slice is inside another.
    pub fn is_within(&self, other: &HeapSlice) -> bool {
        other
            .bounds
            .iter()
            .all(|(heap, most)| self.bound(*heap).is_some_and(|bound| bound <= *most))
    }

    /// As people write it: `h[3] <= 2, h[6] <= 2`.
    pub fn words(&self, names: &[String]) -> String {
        let one = |(heap, bound): &(usize, u64)| format!("{} <= {bound}", names[*heap]);
        self.bounds.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// As certificates have it, with heaps as `h1`, `h2`, ...: `h3 2 h6 2`.
    pub fn certified(&self) -> String {
        let mut text = String::new();
        for (heap, bound) in &self.bounds {
            let blank = if text.is_empty() { "" } else { " " };
            // Writing to a text does not fail.
            let _ = write!(text, "{blank}h{} {bound}", heap + 1);
        }
        text
    }

    /// Reads what [`HeapSlice::certified`] writes.
    pub fn of_certified(text: &str) -> Option<HeapSlice> {
        let words: Vec<&str> = text.split(' ').collect();
        let pair = |pair: &[&str]| match pair {
            [heap, bound] => {
                let heap: usize = heap.strip_prefix('h')?.parse().ok()?;
                Some((heap.checked_sub(1)?, bound.parse().ok()?))
            }
            _ => None,
        };
        let slice = HeapSlice::of(words.chunks(2).map(pair).collect::<Option<_>>()?);
        (slice.certified() == text).then_some(slice)
    }

    /// Reads the words of a user: `h[3] <= 2, h[6] <= 2`, also `h[3], h[6] <= 2`, with `and` for a comma, and `<`.
    ///
    /// # Errors
    /// What cannot be read, in a sentence that names it.
    pub fn parse(text: &str, names: &[String]) -> Result<HeapSlice, String> {
        let mut bounds: Vec<(usize, u64)> = Vec::new();
        let mut waiting: Vec<usize> = Vec::new();
        let text = text.replace('≤', "<=");
        for part in text.split(',').flat_map(|part| part.split(" and ")) {
            let part = part.trim();
            let (name, bound) = match part.split_once('<') {
                Some((name, bound)) => (name, Some(bound)),
                None => (part, None),
            };
            waiting.push(heap(name, part, names)?);
            let Some(bound) = bound else { continue };
            let bound = largest(bound, part)?;
            for heap in waiting.drain(..) {
                if bounds.iter().any(|(other, _)| *other == heap) {
                    return Err(format!("`{}` is bounded twice", names[heap]));
                }
                bounds.push((heap, bound));
            }
        }
        match waiting.first() {
            Some(heap) => {
                let name = &names[*heap];
                Err(format!("`{name}` has no bound: write it as in `{name} <= 2`"))
            }
            None => Ok(HeapSlice::of(bounds)),
        }
    }
}

/// The heap with a name.
fn heap(name: &str, part: &str, names: &[String]) -> Result<usize, String> {
    let plain: String = name.split_whitespace().collect();
    if let Some(heap) = names.iter().position(|known| *known == plain) {
        return Ok(heap);
    }
    if part.is_empty() {
        let first = names.first().map_or("a", String::as_str);
        return Err(format!("a bound is missing: write it as in `{first} <= 2`"));
    }
    let others = part.replace("<=", "");
    if let Some(sign) = ['>', '=', '!'].into_iter().find(|sign| others.contains(*sign)) {
        return Err(format!(
            "`{part}`: a slice bounds heaps from above, so `{sign}` is not for it: write it as in `{} <= 2`",
            names.first().map_or("a", String::as_str)
        ));
    }
    Err(format!("`{part}`: there is no heap `{plain}`; the heaps are {}", names.join(", ")))
}

/// The number behind `<`, which may be `<=`.
fn largest(bound: &str, part: &str) -> Result<u64, String> {
    let (number, strict) = match bound.strip_prefix('=') {
        Some(number) => (number, false),
        None => (bound, true),
    };
    let read = number.trim().parse::<u64>().ok().filter(|number| *number <= MAX_HEAP);
    let Some(read) = read else {
        return Err(format!("`{part}`: `{}` is no number up to 2^32", number.trim()));
    };
    match (strict, read.checked_sub(1)) {
        (false, _) => Ok(read),
        (true, Some(largest)) => Ok(largest),
        (true, None) => Err(format!("`{part}`: no heap is smaller than 0")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        (1..=6).map(|heap| format!("h[{heap}]")).collect()
    }

    #[test]
    fn the_words_of_users() {
        let read = |text: &str| HeapSlice::parse(text, &names());
        let both = HeapSlice::of(vec![(5, 2), (2, 2)]);
        for text in [
            "h[3] <= 2, h[6] <= 2",
            "h[6]<=2,h[3]<3",
            "h[3], h[6] <= 2",
            " h[ 3 ] and h[6] <= 2 ",
            "h[3] ≤ 2 and h[6] < 3",
        ] {
            assert_eq!(read(text), Ok(both.clone()), "{text}");
        }
        assert_eq!(both.words(&names()), "h[3] <= 2, h[6] <= 2");
        for (text, why) in [
            ("", "missing"),
            ("h[3] <= 2,", "missing"),
            ("h[7] <= 2", "no heap `h[7]`"),
            ("h[3] = 2", "from above"),
            ("h[3] >= 2", "from above"),
            ("h[3]", "no bound"),
            ("h[3] <= 2, h[3] <= 3", "twice"),
            ("h[3] <= -1", "no number"),
            ("h[3] <= 4294967297", "no number"),
            ("h[3] < 0", "smaller than 0"),
        ] {
            let problem = read(text).expect_err(text);
            assert!(problem.contains(why), "{text}: {problem}");
        }
    }

    #[test]
    fn the_words_of_certificates() {
        let slice = HeapSlice::of(vec![(2, 2), (5, 0)]);
        assert_eq!(slice.certified(), "h3 2 h6 0");
        assert_eq!(HeapSlice::of_certified("h3 2 h6 0"), Some(slice));
        for text in [
            "",
            "h3",
            "h3 2 h6",
            "h0 2",
            "h6 0 h3 2",
            "h3 2 h3 2",
            "h3 02",
            "x3 2",
            "h3 99999999999",
        ] {
            assert_eq!(HeapSlice::of_certified(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_inside() {
        let (small, large) = (HeapSlice::of(vec![(0, 1), (1, 2)]), HeapSlice::of(vec![(1, 3)]));
        assert!(small.is_within(&large) && !large.is_within(&small));
        assert!(large.is_within(&HeapSlice::default()) && HeapSlice::default().is_whole());
        assert!(small.contains(&[1, 2, 9]) && !small.contains(&[2, 2, 9]));
        assert_eq!((large.bound(0), large.bound(1)), (None, Some(3)));
    }
}
