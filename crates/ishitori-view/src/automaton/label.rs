//! Sets of letters in few signs.
//!
//! A pattern has a digit for each track, or `*` where both are meant. The largest patterns inside the
//! set are taken first, until all is covered: not always the fewest, but short and exact.

/// The most patterns on an arrow.
const MOST: usize = 3;

/// Patterns that cover exactly `letters`, the widest first, each with a sign for each track; bit
/// i of a letter is the digit of track i. At most so many: `None` at the end if more are needed.
pub fn patterns(tracks: usize, letters: &[usize], most: usize) -> Vec<Option<String>> {
    let mut inside = vec![false; 1 << tracks];
    for letter in letters {
        inside[*letter] = true;
    }
    let mut left: Vec<usize> = (0..inside.len()).filter(|letter| inside[*letter]).collect();
    let mut found = Vec::new();
    while !left.is_empty() {
        if found.len() == most {
            found.push(None);
            break;
        }
        let widest = |letter: &usize| widest(tracks, &inside, *letter);
        let cubes = left.iter().map(widest);
        // Of equally wide ones the first.
        let Some((letter, any)) = cubes.rev().max_by_key(|(_, any)| any.count_ones()) else {
            break;
        };
        left.retain(|other| other & !any != letter & !any);
        found.push(Some(spell(tracks, letter, any)));
    }
    found
}

/// A pattern around `letter` that cannot be made wider: the letter, and the tracks of any digit.
fn widest(tracks: usize, inside: &[bool], letter: usize) -> (usize, usize) {
    let mut members = vec![letter];
    let mut any = 0;
    for bit in (0..tracks).rev().map(|track| 1 << track) {
        if members.iter().all(|member| inside[member ^ bit]) {
            members.extend(members.clone().iter().map(|member| member ^ bit));
            any |= bit;
        }
    }
    (letter, any)
}

fn spell(tracks: usize, letter: usize, any: usize) -> String {
    let sign = |track: usize| match (any >> track & 1, letter >> track & 1) {
        (1, _) => '*',
        (_, 1) => '1',
        _ => '0',
    };
    (0..tracks).map(sign).collect()
}

/// At most three patterns, and if there are more, how many letters there are.
pub(super) fn label(tracks: usize, letters: &[usize]) -> String {
    let patterns = patterns(tracks, letters, MOST);
    let count = || format!("… ({})", letters.len());
    let words: Vec<String> = patterns.into_iter().map(|p| p.unwrap_or_else(count)).collect();
    words.join(", ")
}
