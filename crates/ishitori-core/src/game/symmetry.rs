//! Canonical positions: the first of all positions symmetric to a given one.
//!
//! Each symmetry has its own way, none of which enumerates a group: unordered heaps are sorted,
//! circles are turned and flipped (2n candidates), ranges are sorted inside and among themselves.

use ishitori_rule::Symmetry;

use super::position::Heaps;

/// The lexicographically first position symmetric to `heaps`.
pub(super) fn canonical(symmetry: &Symmetry, heaps: &Heaps) -> Heaps {
    match symmetry {
        Symmetry::None => heaps.clone(),
        Symmetry::Unordered => sorted(heaps).into(),
        Symmetry::DirectedCircle => least_rotation(heaps),
        Symmetry::Circle => {
            let mirrored: Heaps = heaps.iter().rev().copied().collect();
            least_rotation(heaps).min(least_rotation(&mirrored))
        }
        Symmetry::Line => {
            let mirrored: Heaps = heaps.iter().rev().copied().collect();
            heaps.clone().min(mirrored)
        }
        Symmetry::Ranges(sizes) => canonical_ranges(sizes, heaps),
    }
}

fn sorted(heaps: &[u64]) -> Vec<u64> {
    let mut sorted = heaps.to_vec();
    sorted.sort_unstable();
    sorted
}

fn least_rotation(heaps: &Heaps) -> Heaps {
    let rotated = |by: usize| {
        let mut turned = heaps.clone();
        turned.rotate_left(by);
        turned
    };
    (0..heaps.len()).map(rotated).min().unwrap_or_else(|| heaps.clone())
}

fn canonical_ranges(sizes: &[usize], heaps: &Heaps) -> Heaps {
    let mut ranges = Vec::new();
    let mut rest = &heaps[..];
    for size in sizes {
        let (range, after) = rest.split_at(*size);
        ranges.push(sorted(range));
        rest = after;
    }
    // Among ranges of one size the smaller comes first; other ranges stay where they are.
    for i in 0..ranges.len() {
        for j in i + 1..ranges.len() {
            if ranges[i].len() == ranges[j].len() && ranges[j] < ranges[i] {
                ranges.swap(i, j);
            }
        }
    }
    let mut canonical = ranges.concat();
    canonical.extend(rest);
    canonical.into()
}

/// Up to how many arrangements of an unordered position are tried when looking backwards.
const MAX_ARRANGEMENTS: usize = 40_320;

/// Whether there are not too many distinct arrangements of `heaps` to look at all of them.
pub(crate) fn has_few_arrangements(heaps: &[u64]) -> bool {
    let heaps = sorted(heaps);
    let mut count: u128 = 1;
    let mut equal = 0;
    for at in 0..heaps.len() {
        equal = if at > 0 && heaps[at] == heaps[at - 1] { equal + 1 } else { 1 };
        // Exact: what is divided counts the arrangements of the first heaps.
        count = count.saturating_mul(at as u128 + 1) / equal;
    }
    count <= MAX_ARRANGEMENTS as u128
}

/// The next arrangement in lexicographic order; whether there was one.
pub(crate) fn next_arrangement(heaps: &mut [u64]) -> bool {
    let Some(i) = (1..heaps.len()).rev().find(|i| heaps[i - 1] < heaps[*i]) else { return false };
    let larger = |j: &usize| heaps[*j] > heaps[i - 1];
    let j = (i..heaps.len()).rev().find(larger).expect("position i is larger");
    heaps.swap(i - 1, j);
    heaps[i..].reverse();
    true
}

/// All distinct arrangements of `heaps`, or `None` if there are too many.
pub(super) fn arrangements(heaps: &[u64]) -> Option<Vec<Vec<u64>>> {
    if !has_few_arrangements(heaps) {
        return None;
    }
    let mut current = sorted(heaps);
    let mut all = vec![current.clone()];
    while next_arrangement(&mut current) {
        all.push(current.clone());
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least image under the group that the generators span.
    fn by_brute_force(symmetry: &Symmetry, heaps: &[u64]) -> Vec<u64> {
        let mut orbit = vec![heaps.to_vec()];
        let mut at = 0;
        while at < orbit.len() {
            for permutation in symmetry.generators(heaps.len()) {
                let mut image = orbit[at].clone();
                for (i, &to) in permutation.iter().enumerate() {
                    image[to] = orbit[at][i];
                }
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            at += 1;
        }
        orbit.into_iter().min().expect("an orbit has a member")
    }

    #[test]
    fn canonical_is_the_least_of_the_orbit() {
        let symmetries = [
            Symmetry::None,
            Symmetry::Unordered,
            Symmetry::Circle,
            Symmetry::DirectedCircle,
            Symmetry::Line,
            Symmetry::Ranges(vec![2, 1, 2]),
            Symmetry::Ranges(vec![1, 3, 1]),
            Symmetry::Ranges(vec![3]),
            Symmetry::Ranges(vec![2, 2]),
        ];
        for symmetry in &symmetries {
            for code in 0..3u64.pow(5) {
                let heaps: Heaps = (0..5).map(|i| code / 3u64.pow(i) % 3).collect();
                let least = by_brute_force(symmetry, &heaps);
                assert_eq!(canonical(symmetry, &heaps).to_vec(), least, "{symmetry:?} {heaps:?}");
            }
        }
    }

    #[test]
    fn arrangements_are_distinct_and_complete() {
        assert_eq!(arrangements(&[1, 2, 1]).expect("few").len(), 3);
        assert_eq!(arrangements(&[1, 2, 3, 4]).expect("24").len(), 24);
        assert_eq!(arrangements(&[1, 2, 3, 4, 5, 6, 7, 8]).expect("40,320").len(), 40_320);
        assert_eq!(arrangements(&[1, 2, 3, 4, 5, 6, 7, 8, 9]), None);
        assert_eq!(arrangements(&[3, 3, 3, 3, 3, 3, 3, 3, 3, 4]).expect("10").len(), 10);
        assert_eq!(arrangements(&[]), Some(vec![vec![]]));
    }
}
