//! Many games at once: `split-delete(n,k)` for `n=2..5`, `k=1..n`.
//!
//! The arguments of a game's name, and the ends of a range, are sums of numbers and names: `n`,
//! `3`, `n-1`, `n+k-2`, in lists as well. A range may speak of the names before it; where it is
//! then empty, no game is meant. Games come in the order of an odometer, the last range turning
//! fastest, each once. Whether a game's `where` allows the numbers is for the caller to see.

mod pattern;

use self::pattern::{GamePattern, PatternSum, is_name};

/// The most games.
pub(crate) const MAX_GAMES: usize = 10_000;

/// The full names of all games that `pattern` and `ranges` (`name=low..high`) mean.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn sweep(pattern: &str, ranges: &[&str]) -> Result<Vec<String>, String> {
    let pattern = GamePattern::read(pattern)?;
    let mut read: Vec<SweepRange> = Vec::new();
    for text in ranges {
        let range = SweepRange::read(text, &read)?;
        read.push(range);
    }
    every_name_has_its_use(&pattern, &read)?;
    let mut games: Vec<String> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for values in assignments(&read)? {
        let game = pattern.with(&values)?;
        if seen.insert(game.clone()) {
            games.push(game);
        }
    }
    Ok(games)
}

/// All values that the names of `ranges` take together, in order; once nothing if there are no ranges.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn each(ranges: &[&str]) -> Result<Vec<Vec<(String, i64)>>, String> {
    let mut read: Vec<SweepRange> = Vec::new();
    for text in ranges {
        let range = SweepRange::read(text, &read)?;
        read.push(range);
    }
    let owned =
        |values: SweepAssignment| values.into_iter().map(|(n, v)| (n.to_string(), v)).collect();
    Ok(assignments(&read)?.into_iter().map(owned).collect())
}

/// Names with their values.
type SweepAssignment<'a> = Vec<(&'a str, i64)>;

/// `name=low..high`, both ends included.
#[derive(Clone, Debug)]
struct SweepRange {
    text: String,
    name: String,
    low: PatternSum,
    high: PatternSum,
}

impl SweepRange {
    fn read(text: &str, before: &[SweepRange]) -> Result<SweepRange, String> {
        let text = text.trim();
        let parts = text.split_once('=').and_then(|(name, ends)| {
            let (low, high) = ends.split_once("..")?;
            Some((name.trim(), low, high))
        });
        let Some((name, low, high)) = parts else {
            return Err(format!("`{text}` is no range: write it as `n=2..5` or `k=1..n`"));
        };
        if !is_name(name) {
            return Err(format!("`{name}` in `{text}` is no name: use letters, as in `n=2..5`"));
        }
        if before.iter().any(|other| other.name == name) {
            return Err(format!("`{name}` has two ranges"));
        }
        let sum = |part: &str| PatternSum::read(part).map_err(|why| format!("in `{text}`: {why}"));
        let (low, high) = (sum(low)?, sum(high)?);
        let known = |used: &&str| before.iter().any(|other| other.name == *used);
        if let Some(unknown) = low.names().chain(high.names()).find(|used| !known(used)) {
            return Err(format!("`{unknown}` in `{text}` has no range before it"));
        }
        Ok(SweepRange { text: text.to_string(), name: name.to_string(), low, high })
    }
}

/// Every name in the pattern has a range, and every range is for something.
fn every_name_has_its_use(pattern: &GamePattern, ranges: &[SweepRange]) -> Result<(), String> {
    let used: Vec<&str> = pattern.names();
    if let Some(name) = used.iter().find(|name| ranges.iter().all(|r| r.name != **name)) {
        return Err(format!("`{name}` has no range: add one, such as `{name}=1..5`"));
    }
    for range in ranges {
        let mut ends = ranges.iter().flat_map(|r| r.low.names().chain(r.high.names()));
        if !used.contains(&range.name.as_str()) && !ends.any(|name| name == range.name) {
            return Err(format!("`{}` is in no argument of the game", range.name));
        }
    }
    Ok(())
}

/// All values that the names can have, in order.
fn assignments(ranges: &[SweepRange]) -> Result<Vec<SweepAssignment<'_>>, String> {
    let mut all: Vec<SweepAssignment> = vec![Vec::new()];
    for range in ranges {
        let mut longer = Vec::new();
        for values in &all {
            for value in range.low.value(values)?..=range.high.value(values)? {
                if longer.len() == MAX_GAMES {
                    return Err(format!("more than {MAX_GAMES} games: make the ranges shorter"));
                }
                let mut more = values.clone();
                more.push((&range.name, value));
                longer.push(more);
            }
        }
        if longer.is_empty() {
            return Err(format!("the range `{}` is empty", range.text));
        }
        all = longer;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn means(pattern: &str, ranges: &[&str], games: &[&str]) {
        assert_eq!(sweep(pattern, ranges).expect(pattern), games);
    }

    #[test]
    fn every_game_in_order() {
        means(
            "split-delete(n,k)",
            &["n=2..4", "k=1..n"],
            &[
                "split-delete(2,1)",
                "split-delete(2,2)",
                "split-delete(3,1)",
                "split-delete(3,2)",
                "split-delete(3,3)",
                "split-delete(4,1)",
                "split-delete(4,2)",
                "split-delete(4,3)",
                "split-delete(4,4)",
            ],
        );
        means("nim", &[], &["nim"]);
        means("lim()", &[], &["lim()"]);
        means("circular( n , n - 1 )", &[" n = 3 .. 4 "], &["circular(3,2)", "circular(4,3)"]);
        means("moore(4,-k+3)", &["k=-1..+1"], &["moore(4,4)", "moore(4,3)", "moore(4,2)"]);
    }

    #[test]
    fn lists_and_parameters_by_name() {
        means(
            "emperor([2,n+1],k=j)",
            &["n=1..2", "j=n-1..n"],
            &[
                "emperor([2,2],k=0)",
                "emperor([2,2],k=1)",
                "emperor([2,3],k=1)",
                "emperor([2,3],k=2)",
            ],
        );
        means("emperor([2,2],k)", &["k=1..2"], &["emperor([2,2],1)", "emperor([2,2],2)"]);
        means("./my games/x.game(shape=[ ])", &[], &["./my games/x.game(shape=[])"]);
    }

    #[test]
    fn what_is_meant_is_a_name_that_users_can_write() {
        for game in sweep("emperor([2,n],k=n-3)", &["n=1..4"]).expect("a sweep") {
            let name = ishitori_rule::name::parse(&game).expect("a name");
            assert_eq!((name.name.as_str(), name.arguments.len()), ("emperor", 2));
        }
    }

    #[test]
    fn a_range_may_be_empty_for_some_and_games_are_meant_once() {
        means("nim(k)", &["n=1..3", "k=2..n"], &["nim(2)", "nim(3)"]);
        means("moore(k,n)", &["n=1..3", "k=3..n"], &["moore(3,3)"]);
    }

    #[test]
    fn as_many_as_allowed() {
        assert_eq!(sweep("f(a,b)", &["a=1..100", "b=1..100"]).expect("allowed").len(), MAX_GAMES);
    }

    #[test]
    fn says_what_is_wrong() {
        let cases: [(&str, &[&str], &str); 23] = [
            ("nim(n)", &[], "`n` has no range: add one, such as `n=1..5`"),
            ("nim(n)", &["n=5..2"], "the range `n=5..2` is empty"),
            ("nim(k)", &["n=1..3", "k=n+1..n"], "the range `k=n+1..n` is empty"),
            ("nim(n)", &["n=1..k"], "`k` in `n=1..k` has no range before it"),
            ("moore(n,k)", &["k=1..n", "n=1..3"], "`n` in `k=1..n` has no range before it"),
            ("nim(n)", &["n=1..n"], "`n` in `n=1..n` has no range before it"),
            ("nim(n)", &["n=1..2", "k=1..2"], "`k` is in no argument"),
            ("nim(n)", &["n=1..2", "n=1..3"], "`n` has two ranges"),
            ("nim(n)", &["n=1"], "`n=1` is no range"),
            ("nim(n)", &["1..2"], "`1..2` is no range"),
            ("nim(n)", &["2=1..2"], "`2` in `2=1..2` is no name"),
            ("nim(n)", &["n=1..x y"], "`x y` is no sum"),
            ("nim(n+)", &["n=1..2"], "`n+` is no sum"),
            ("nim(n)", &["n=..3"], "in `n=..3`: a number is missing"),
            ("nim(n)", &["n=1..10001"], "more than 10000 games"),
            ("f(a,b)", &["a=1..101", "b=1..100"], "more than 10000 games"),
            ("nim(n)", &["n=1..99999999999999999999"], "99999999999999999999 is too large"),
            ("nim(2*n)", &["n=1..2"], "`2*n` is no sum"),
            ("nim(n,)", &["n=1..2"], "in `nim(n,)`: a number is missing"),
            ("nim(n", &["n=1..2"], "closing bracket is missing"),
            ("nim n)", &["n=1..2"], "never opens"),
            ("emperor([2,n)", &["n=1..2"], "a `[` without its `]`"),
            ("(n)", &["n=1..2"], "the game has no name"),
        ];
        for (pattern, ranges, part) in cases {
            let why = sweep(pattern, ranges).expect_err(pattern);
            assert!(why.contains(part), "{pattern} {ranges:?}: {why}");
        }
    }
}
