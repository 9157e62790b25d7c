//! Whatever the bytes, reading a rule ends with a ruleset or with problems that can be shown.

use crate::cases::cases;
use std::sync::OnceLock;

use ishitori_rule::lex::{RESERVED, STATEMENTS};
use ishitori_rule::{Argument, GivenArgument, load};
use proptest::prelude::*;

fn catalogue() -> &'static [String] {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let files = std::fs::read_dir(folder).expect("the games folder");
        let mut paths: Vec<_> = files.map(|f| f.expect("an entry").path()).collect();
        paths.retain(|path| path.is_file());
        paths.sort();
        paths.iter().map(|p| std::fs::read_to_string(p).expect("a game")).collect()
    })
}

/// Problems must point into the text.
fn survives(text: &str, arguments: &[GivenArgument]) {
    if let Err(problems) = load(text, arguments) {
        assert!(!problems.is_empty(), "refused without a reason:\n{text}");
        for problem in problems {
            let span = problem.span();
            // Of a code among the arguments: into that.
            let text = problem.other_text().unwrap_or(text);
            assert!(text.get(span.clone()).is_some(), "{span:?} is not in the text:\n{text}");
            assert!(!problem.message().is_empty() && !problem.label().is_empty());
        }
    }
}

/// Pieces of rules in any order: gets deeper than random characters.
fn token_soup() -> impl Strategy<Value = String> {
    let words: Vec<String> = STATEMENTS
        .iter()
        .chain(&RESERVED)
        .chain(&[
            "a",
            "b",
            "h",
            "h[i]",
            "h[S]",
            "x",
            "t",
            "n",
            "k",
            "i",
            "S",
            "R",
            "ranges",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            "..",
            ":=",
            "=",
            "<",
            "<=",
            ">=",
            "!=",
            "+",
            "-",
            "*",
            "/",
            "^",
            "&",
            "|",
            "0",
            "1",
            "2",
            "99999999999",
            "65536",
            "\"text\"",
            "size",
            "of",
            "any",
            "count(R in ranges: ",
            "sum(",
            "min(",
            "on a circle",
            "on a line",
            "in ranges",
            "game g(n = 3, k = 2)",
            "position h[n]",
            "position (a, b)",
            "option (x, b)",
            "option h with h[i] lowered",
            "for i",
            "board 3 by 3 of stones",
            "each >= 1",
        ])
        .map(|word| word.to_string())
        .collect();
    prop::collection::vec(prop::sample::select(words), 0..60).prop_map(|words| words.join(" "))
}

/// A game of the catalogue with a few characters changed.
fn damaged_game() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), any::<char>(), 0..3u8), 1..6);
    (0..catalogue().len(), edits).prop_map(|(game, edits)| {
        let mut text: Vec<char> = catalogue()[game].chars().collect();
        for (index, new, kind) in edits {
            let at = index.index(text.len().max(1));
            match kind {
                0 if at < text.len() => {
                    text.remove(at);
                }
                1 if at < text.len() => {
                    let twin = text[(at * 7 + 3) % text.len()];
                    text[at] = twin;
                }
                _ => text.insert(at.min(text.len()), new),
            }
        }
        text.into_iter().collect()
    })
}

fn arguments() -> impl Strategy<Value = Vec<GivenArgument>> {
    let number = prop_oneof![-2i64..20, Just(i64::MAX), Just(i64::MIN), Just(1 << 36)];
    let value = prop_oneof![
        number.prop_map(Argument::Number),
        prop::collection::vec(-1i64..9, 0..5).prop_map(Argument::List),
        "[0-9A-F.]{0,6}".prop_map(Argument::Text),
    ];
    let name = prop::option::of(prop::sample::select(vec!["n", "k", "shape", "r"]));
    let given = (name, value)
        .prop_map(|(name, value)| GivenArgument { name: name.map(String::from), value });
    prop::collection::vec(given, 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1_500)))]

    #[test]
    fn any_characters(text in any::<String>()) {
        survives(&text, &[]);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survives(&String::from_utf8_lossy(&bytes), &[]);
    }

    #[test]
    fn pieces_of_rules(text in token_soup()) {
        survives(&text, &[]);
    }

    #[test]
    fn damaged_games(text in damaged_game()) {
        survives(&text, &[]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn any_arguments(game in 0..catalogue().len(), arguments in arguments()) {
        survives(&catalogue()[game], &arguments);
    }
}

#[test]
fn deep_nesting_is_refused() {
    for open in ["(", "not ", "-", "h[", "{", "count(R in S: ", "2^"] {
        let nested = open.repeat(100_000);
        survives(&format!("game g position (a) option (x) where {nested}"), &[]);
        survives(&format!("game g position (a) option ({nested}"), &[]);
    }
}

/// Three lines that took 50 seconds to read: each of nearly 15,000 families has 31 images, with all their conditions.
#[test]
fn many_conditions_under_a_symmetry_are_refused() {
    let text = |heaps: usize| {
        format!(
            "game g position h[{heaps}] unordered, distinct
             option h with h[i] - t where t >= 1, t != h[1], t != h[2] for i"
        )
    };
    let problems = load(&text(32), &[]).expect_err("too many");
    assert_eq!(problems[0].message(), "too many moves");
    assert!(load(&text(8), &[]).is_ok());
}
