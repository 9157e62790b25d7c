//! Certificates changed in one place or many, with a checksum that is right again.
#![allow(dead_code, clippy::unwrap_used, missing_docs)]

use crate::naive::sealed;
use ishitori_check::check;
use proptest::prelude::prop;

/// A certificate in which one word is another, and the checksum is right again.
pub fn changed(text: &str, line: usize, word: usize, to: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(ToString::to_string).collect();
    let mut words: Vec<&str> = lines[line].split(' ').collect();
    words[word] = to;
    lines[line] = words.join(" ");
    sealed(&(lines.join("\n") + "\n"))
}

/// Replaces text, and mends the checksum.
pub fn with(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    sealed(&text.replacen(from, to, 1))
}

#[track_caller]
pub fn refuse(text: &str, why: &str) {
    match check(text) {
        Ok(_) => panic!("accepted"),
        Err(refused) => assert!(refused.to_string().contains(why), "{refused}"),
    }
}

/// A certificate with other lines for the states of an automaton.
pub fn with_states(text: &str, name: &str, states: &str) -> String {
    let begin = text.find(&format!("\nautomaton {name} ")).unwrap() + 1;
    let begin = begin + text[begin..].find('\n').unwrap() + 1;
    let length = text[begin..].find(|c: char| c.is_ascii_alphabetic()).unwrap();
    sealed(&format!("{}{states}{}", &text[..begin], &text[begin + length..]))
}

/// Changes so many numbers after the head, anywhere.
pub fn forged(text: &str, changes: &[(prop::sample::Index, usize)]) -> String {
    let head = text.find("\nautomaton").unwrap();
    let mut words: Vec<String> =
        text[head..].split_inclusive([' ', '\n', ',', ':']).map(ToString::to_string).collect();
    let numeric =
        |word: &String| word.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
    let places: Vec<usize> = (0..words.len()).filter(|at| numeric(&words[*at])).collect();
    for (at, to) in changes {
        let place = places[at.index(places.len())];
        let old = words[place].clone();
        let (body, end) = old.split_at(old.len() - 1);
        words[place] = match body {
            "+" => format!("-{end}"),
            "-" => format!("+{end}"),
            _ => format!("{to}{end}"),
        };
    }
    sealed(&format!("{}{}", &text[..head], words.concat()))
}
