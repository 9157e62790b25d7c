//! A move in words.
//!
//! Heaps with places are compared one by one, by name; heaps without are compared as a multiset, since a heap
//! has no name then. Of boards and of single heaps the number of stones is told, of figures what is
//! taken or changed. Whether it is a move is not
//! asked here.

use ishitori::shown::ShownGame;

/// What a move changes, in words: `takes 3 stones from a`, `replaces 1, 9 by 4, 5`.
pub fn taken<G: ShownGame>(game: &G, from: &G::Position, to: &G::Position) -> String {
    if let (Some(before), Some(after)) = (game.heaps(from), game.heaps(to)) {
        return match game.is_unordered() {
            true => of_many(before, after),
            false => of_named(&game.headings(), before, after),
        };
    }
    if let Some(change) = game.change(from, to) {
        return change;
    }
    let (before, after) = (game.stones(from), game.stones(to));
    match before.checked_sub(after) {
        Some(fewer) if fewer > 0 => format!("takes {}", stones(fewer)),
        _ => format!("from {before} to {after}"),
    }
}

fn stones(count: u64) -> String {
    if count == 1 { "1 stone".to_string() } else { format!("{count} stones") }
}

/// Heaps that stay in their places.
fn of_named(names: &[String], before: &[u64], after: &[u64]) -> String {
    let changed: Vec<usize> = (0..before.len()).filter(|i| before[*i] != after[*i]).collect();
    let plain = changed.iter().all(|i| after[*i] < before[*i]);
    let part = |i: &usize| match plain {
        true => format!("{} from {}", stones(before[*i] - after[*i]), names[*i]),
        false => format!("{} from {} to {}", names[*i], before[*i], after[*i]),
    };
    let parts: Vec<String> = changed.iter().map(part).collect();
    match (parts.is_empty(), plain) {
        (true, _) => "changes nothing".to_string(),
        (false, true) => format!("takes {}", parts.join(", ")),
        (false, false) => format!("changes {}", parts.join(", ")),
    }
}

/// Heaps that have no places: those that are there no more, and those that are new.
fn of_many(before: &[u64], after: &[u64]) -> String {
    let mut new = after.to_vec();
    let mut gone = before.to_vec();
    gone.retain(|heap| match new.iter().position(|other| other == heap) {
        Some(place) => {
            new.remove(place);
            false
        }
        None => true,
    });
    let list = |heaps: &[u64]| heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    match (gone.as_slice(), new.as_slice()) {
        ([], []) => "changes nothing".to_string(),
        ([one], [left]) if left < one => {
            format!("takes {} from the heap of {one}", stones(one - left))
        }
        (gone, new) => format!("replaces {} by {}", list(gone), list(new)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_words() {
        let names = ["a".to_string(), "b".to_string()];
        assert_eq!(of_named(&names, &[5, 3], &[2, 3]), "takes 3 stones from a");
        assert_eq!(of_named(&names, &[5, 3], &[4, 2]), "takes 1 stone from a, 1 stone from b");
        assert_eq!(of_named(&names, &[5, 3], &[1, 4]), "changes a from 5 to 1, b from 3 to 4");
        assert_eq!(of_many(&[3, 5, 7], &[3, 4, 5]), "takes 3 stones from the heap of 7");
        assert_eq!(of_many(&[5, 5], &[4, 4]), "replaces 5, 5 by 4, 4");
        assert_eq!(of_many(&[1, 9], &[4, 5]), "replaces 1, 9 by 4, 5");
    }
}
