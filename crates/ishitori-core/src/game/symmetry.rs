//! Canonical positions: the first of all positions symmetric to a given one.
//!
//! Each symmetry has its own way, none of which enumerates a group: unordered heaps are sorted,
//! circles are turned and flipped (2n candidates), ranges are sorted inside and among themselves.

use ishitori_rule::Symmetry;

use super::heaps::Heaps;

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
    ranges.concat().into()
}

/// All distinct arrangements of `heaps`, or `None` if there are more than `limit`.
pub(super) fn arrangements(heaps: &[u64], limit: usize) -> Option<Vec<Vec<u64>>> {
    let mut current = sorted(heaps);
    let mut all = Vec::new();
    loop {
        if all.len() == limit {
            return None;
        }
        all.push(current.clone());
        // The next permutation in lexicographic order.
        let Some(i) = (1..current.len()).rev().find(|i| current[i - 1] < current[*i]) else {
            return Some(all);
        };
        let j = (i..current.len())
            .rev()
            .find(|j| current[*j] > current[i - 1])
            .expect("position i is larger");
        current.swap(i - 1, j);
        current[i..].reverse();
    }
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
        assert_eq!(arrangements(&[1, 2, 1], 10).expect("few").len(), 3);
        assert_eq!(arrangements(&[1, 2, 3, 4], 24).expect("24").len(), 24);
        assert_eq!(arrangements(&[1, 2, 3, 4], 23), None);
        assert_eq!(arrangements(&[], 1), Some(vec![vec![]]));
    }
}
