//! Small edits of rules and claims, as a slip of the pen makes them; also for `crates/ishitori/tests/mutated.rs`.

use fastrand::Rng;

/// What may stand in the place of what.
const EDITS: &[(&str, &str)] = &[
    ("<", "<="),
    ("<=", "<"),
    (">=", ">"),
    ("=", "!="),
    ("=", "<="),
    ("+", "-"),
    ("-", "+"),
    ("and", "or"),
    ("or", "and"),
    ("xor", "+"),
    ("mod 2", "mod 3"),
    ("0", "1"),
    ("1", "0"),
    ("1", "2"),
    ("2", "1"),
    ("2", "3"),
    ("each >= 1", ""),
    ("each >= 1", "each >= 2"),
    (", each >= 1", ", distinct"),
    ("unordered", ""),
    ("unordered", "on a line"),
    ("distinct", ""),
    ("on a circle", "on a line"),
    ("on a circle", ""),
    ("on a line", "on a directed circle"),
    ("on a circle", "unordered"),
    ("lowered", "strictly lowered"),
    ("h[S]", "h[1]"),
    ("a", "b"),
    ("b", "a"),
    ("x", "y"),
    ("h[1]", "h[2]"),
    ("h[2]", "h[1]"),
    ("h[i]", "h[1]"),
    ("v2", "tail"),
    ("min", "max"),
    ("max", "min"),
    ("iff", "implies"),
    ("for all", "exists"),
    ("exists", "for all"),
    ("P", "N"),
    ("i", "1"),
    ("n", "n-1"),
    ("k", "k+1"),
    ("t", "2*t"),
    ("split 1", "split 2"),
    ("delete", "split"),
    ("size k", "size <= k"),
    ("for i", "for i in 1 .. 1"),
    ("<= k", "< k"),
];

/// A text with one of the edits made somewhere between two places; nothing if none fits.
pub fn edited(text: &str, lines: impl Fn(&str) -> bool, random: &mut Rng) -> Option<String> {
    for _ in 0..60 {
        let (from, to) = EDITS[random.usize(..EDITS.len())];
        let mut places = Vec::new();
        let mut begin = 0;
        for line in text.split_inclusive('\n') {
            if lines(line) {
                places.extend(line.match_indices(from).map(|(at, _)| begin + at));
            }
            begin += line.len();
        }
        // Whole words only.
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let whole = |at: &usize| {
            let word = letter(from.chars().next());
            !word
                || !letter(text[..*at].chars().next_back())
                    && !letter(text[at + from.len()..].chars().next())
        };
        places.retain(whole);
        if places.is_empty() {
            continue;
        }
        let at = places[random.usize(..places.len())];
        return Some(format!("{}{to}{}", &text[..at], &text[at + from.len()..]));
    }
    None
}
