//! The heaps that a sum of parts stands for, one list after the other: `q * [d] + [r]` is one list, `k parts of m` are many.
//!
//! Parts of a number are listed smallest first, each with what is left for those after it: at least as much each (one more, if
//! they differ). A branch that cannot be completed is not entered, so the cost is that of the lists.

use ishitori_rule::PartShape;

/// Calls `visit` with every list, until it returns false; returns whether it never did.
pub(super) fn each_list(
    parts: &[PartShape],
    numbers: &[u64],
    visit: &mut dyn FnMut(&[u64]) -> bool,
) -> bool {
    extend(parts, numbers, &mut Vec::new(), visit)
}

fn extend(
    parts: &[PartShape],
    numbers: &[u64],
    heaps: &mut Vec<u64>,
    visit: &mut dyn FnMut(&[u64]) -> bool,
) -> bool {
    let Some((part, others)) = parts.split_first() else { return visit(heaps) };
    let (of, rest) = numbers.split_at(part.width());
    let before = heaps.len();
    match (part, of) {
        (PartShape::Copies, [count, size]) => heaps.extend((0..*count).map(|_| *size)),
        (PartShape::Run, [from, to]) => heaps.extend(*from..=*to),
        (PartShape::Parts | PartShape::DifferentParts, [count, of]) => {
            let step = u64::from(*part == PartShape::DifferentParts);
            return each_partition(*count, *of, 1, step, heaps, &mut |heaps| {
                extend(others, rest, heaps, visit)
            });
        }
        (_, of) => heaps.extend_from_slice(of),
    }
    let goes_on = extend(others, rest, heaps, visit);
    heaps.truncate(before);
    goes_on
}

/// Every list of `count` parts of `of` from `least` on, each `step` more than the one before or larger.
fn each_partition(
    count: u64,
    of: u64,
    least: u64,
    step: u64,
    heaps: &mut Vec<u64>,
    visit: &mut dyn FnMut(&mut Vec<u64>) -> bool,
) -> bool {
    if count == 0 {
        return of > 0 || visit(heaps);
    }
    // The least that all of them have together, from `part` on.
    let together = |part: u64| {
        let steps = u128::from(step) * u128::from(count) * u128::from(count - 1) / 2;
        u128::from(count) * u128::from(part) + steps
    };
    let first = if count == 1 { least.max(of) } else { least };
    for part in first.. {
        if together(part) > u128::from(of) {
            break;
        }
        heaps.push(part);
        let goes_on = each_partition(count - 1, of - part, part + step, step, heaps, visit);
        heaps.pop();
        if !goes_on {
            return false;
        }
    }
    true
}
