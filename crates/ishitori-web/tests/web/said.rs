//! The phrasebook of the page (`assets/lang/said-*.js`) against the program: every sentence that the server writes
//! itself is in it, and no sentence is in it that the program does not say any more.
//!
//! Sentences are the texts between quotes in the sources, with `{}` where values stand. Where thousands of people's mistakes are
//! answered (problems of rules and formulas), it is counted how many are translated: the rest is shown in English.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// What is in other languages, whole: all that the server says itself, and what it says in the words of the rooms.
const WHOLE: [&str; 12] = [
    "ishitori-web/src",
    "ishitori/src/shown.rs",
    "ishitori/src/contradiction.rs",
    "ishitori/src/claims.rs",
    "ishitori/src/trial.rs",
    "ishitori/src/open.rs",
    "ishitori/src/heap_values.rs",
    "ishitori/src/stopwatch.rs",
    "ishitori-core/src/control.rs",
    "ishitori-core/src/prove/induct.rs",
    "ishitori-core/src/prove/induct/kinds.rs",
    "ishitori-core/src/prove/induct/families.rs",
];

/// What only whoever runs the program reads: kinds of files, notes in downloads, lines of the log, ways to type in a terminal, bugs.
const NOT_SAID: &[&str] = &[
    "attachment; filename",
    "event: ",
    "default-src",
    "a panic",
    "no words",
    "{} {}",
    "directed circle",
    "cannot listen at",
    "cannot start the threads",
    "# ",
    "Grundy values",
    "P-positions, misere play",
    "moves left",
    "moves left, misere play",
    ", {} = {}",
    " \\hline",
    "{} \\\\{}",
    "options of {}",
    "  {",
    "just seen",
    "type ",
    "set ",
    "gave up",
    "1 MiB: this is neither a rule nor a list of sets",
    "cannot read {}",
    "{} is larger than {}",
    "{} is not UTF-8 text",
    "a table lies beside the game file",
    "{} is no game on single heaps (`heap n`)",
    "automata are about numbers",
    "nothing to mend",
    "there is no other claim called",
    "no limit",
    "<circle",
    "<path",
    "<rect",
    "<svg",
    "fill=",
    "chain(",
    "star(",
];

/// The same, anywhere in a text.
const NOT_SAID_WITH: [&str; 3] = ["; charset=utf-8", "max-age=", "This is a bug of ishitori"];

fn is_said(text: &str) -> bool {
    is_sentence(text)
        && !NOT_SAID.iter().any(|start| text.starts_with(start))
        && !NOT_SAID_WITH.iter().any(|part| text.contains(part))
}

/// Every `{...}` as `{}`.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let end = rest[start..].find('}').map(|end| start + end);
        match end.filter(|end| !rest[start + 1..*end].contains(['{', '"'])) {
            Some(end) => {
                plain.push_str(&rest[..start]);
                plain.push_str("{}");
                rest = &rest[end + 1..];
            }
            None => {
                plain.push_str(&rest[..=start]);
                rest = &rest[start + 1..];
            }
        }
    }
    plain + rest
}

/// The texts between quotes in a source, without its tests and comments.
fn texts(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut texts = Vec::new();
    let mut rest = source.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '/' if rest.peek() == Some(&'/') => {
                rest.by_ref().find(|letter| *letter == '\n');
            }
            '\'' => {
                // A letter between quotes, or a lifetime.
                let mut ahead = rest.clone();
                let first = ahead.next();
                let second = if first == Some('\\') { ahead.nth(1) } else { ahead.next() };
                if second == Some('\'') {
                    rest = ahead;
                }
            }
            '"' => texts.push(text(&mut rest)),
            _ => {}
        }
    }
    texts
}

/// The text up to the next quote.
fn text(rest: &mut std::iter::Peekable<std::str::Chars>) -> String {
    let mut text = String::new();
    while let Some(letter) = rest.next() {
        match letter {
            '"' => break,
            '\\' => match rest.next() {
                // A line that goes on.
                Some('\n') => while rest.next_if(|letter| letter.is_whitespace()).is_some() {},
                Some('n') => text.push('\n'),
                Some(other) => text.push(other),
                None => break,
            },
            other => text.push(other),
        }
    }
    text
}

fn sources(under: &Path) -> Vec<PathBuf> {
    if under.is_file() {
        return vec![under.to_path_buf()];
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(under).unwrap_or_else(|e| panic!("{}: {e}", under.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn all_texts(under: &str) -> BTreeSet<String> {
    let files = sources(&Path::new(CRATES).join(under));
    let read = |file: &PathBuf| texts(&fs::read_to_string(file).expect("a source"));
    files.iter().flat_map(read).map(|text| plain(&text)).collect()
}

/// The phrasebook: what is said, and what that is in Japanese.
fn book() -> BTreeMap<String, (String, String)> {
    let mut book = BTreeMap::new();
    for name in ["said-ja", "said-proofs-ja", "problems-ja"] {
        let path = format!("{}/assets/lang/{name}.js", env!("CARGO_MANIFEST_DIR"));
        let source = fs::read_to_string(&path).expect("a phrasebook");
        let (_, list) = source.split_once("export default ").expect("a list");
        // JSON has no comma after the last of a list.
        let lines = list.trim_end().trim_end_matches(';').lines().map(str::trim);
        let list = lines.collect::<String>().replace(",]", "]");
        let list: Vec<Vec<String>> =
            serde_json::from_str(&list).unwrap_or_else(|e| panic!("{name}: {e}"));
        for entry in list {
            let part = entry.get(2).cloned().unwrap_or_default();
            book.insert(plain(&entry[0]), (entry[1].clone(), part));
        }
    }
    book
}

fn is_sentence(text: &str) -> bool {
    let words = text.split(' ').filter(|word| word.chars().any(|c| c.is_ascii_lowercase()));
    words.count() >= 2
}

#[test]
fn whatever_the_server_says_is_in_the_book() {
    let book = book();
    let mut missing = Vec::new();
    for under in WHOLE {
        for text in all_texts(under) {
            if is_said(&text) && !book.contains_key(&text) {
                missing.push(format!("{under}: {text}"));
            }
        }
    }
    assert!(missing.is_empty(), "say these in assets/lang/said-*.js:\n{}", missing.join("\n"));
}

#[test]
fn the_book_has_no_sentence_that_nobody_says() {
    let rooms = ["-rule", "-core", "", "-web", "-automata"];
    let said: BTreeSet<String> =
        rooms.iter().flat_map(|room| all_texts(&format!("ishitori{room}/src"))).collect();
    let sizes = |part: &str| part == "size";
    let gone: Vec<String> = book()
        .into_iter()
        .filter(|(english, (_, part))| !sizes(part) && !said.contains(english))
        .map(|(english, _)| english)
        .collect();
    assert!(gone.is_empty(), "nobody says these any more:\n{}", gone.join("\n"));
}

/// Each value of a sentence stands in its translation, or is left out on purpose; none is made up.
#[test]
fn values_keep_their_places() {
    for (english, (other, _)) in book() {
        let values = english.matches("{}").count();
        for number in 1..=9 {
            let named = other.contains(&format!("{{{number}}}"));
            assert!(!named || number <= values, "{english}: {other} has no value {number}");
        }
    }
}

#[test]
fn problems_are_counted() {
    let book = book();
    let (mut known, mut all) = (0, 0);
    for under in [
        "ishitori-rule/src/lower",
        "ishitori-rule/src/lower.rs",
        "ishitori-rule/src/parse.rs",
        "ishitori-rule/src/lex.rs",
    ] {
        for text in all_texts(under).into_iter().filter(|text| is_sentence(text)) {
            all += 1;
            known += usize::from(book.contains_key(&text));
        }
    }
    println!("{known} of {all} sentences about problems of rules are translated");
    assert!(known * 2 >= all, "{known} of {all}");
}

/// Every limit that a refusal names has words in both languages.
#[test]
fn limits_have_words() {
    let mut names = BTreeSet::from(["request_seconds".to_string(), "window_bytes".to_string()]);
    for file in sources(&Path::new(CRATES).join("ishitori-web/src")) {
        let source = fs::read_to_string(file).expect("a source");
        for call in ["beyond(\"", "busy(\"", "crowded(\"", "limited(\""] {
            let calls = source.split(call).skip(1);
            names.extend(calls.filter_map(|after| Some(after.split_once('"')?.0.to_string())));
        }
    }
    for language in ["en", "ja"] {
        let path = format!("{}/assets/lang/limits-{language}.js", env!("CARGO_MANIFEST_DIR"));
        let texts = fs::read_to_string(path).expect("a list");
        for name in &names {
            assert!(texts.contains(&format!("\"limit-{name}\"")), "{language}: {name}");
        }
    }
    assert!(names.len() > 10, "{names:?}");
}
