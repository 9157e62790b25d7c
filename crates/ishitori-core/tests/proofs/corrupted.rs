//! Changed certificates: accidents are found by the checksum, forgeries by the checks. A forgery that is
//! accepted must say the same, or something that is true as well.
#![allow(clippy::print_stdout, reason = "what came of the forgeries is told")]

use crate::cases::{cases, enough};
use ishitori_check::{Statement, check};
use ishitori_core::solve::Convention;

use super::played::Played;
use super::tried::{Tried, certificate, formula, rules};

/// Certificates of every kind.
fn certificates() -> Vec<String> {
    let claims = [
        ("split-and-delete", "SDN-T1"),
        ("split-and-delete", "SDN-P2"),
        ("delete-and-split", "SDN-VDN-P"),
        ("delete-nim", "BIN-T11"),
        ("nim(2)", "BIN-T1"),
        ("nim(2)", "BIN-T4"),
        ("nim(9)", "BIN-T1"),
        ("circular(4,2)", "CIR-42"),
        ("circular(3,2)", "CIR-MOORE"),
        ("common-divisor(1)", "CDN-T2.4"),
        ("common-divisor(2)", "CDN-T2.4-P"),
        ("wythoff", "WYT-P"),
    ];
    let mut all: Vec<String> = claims.iter().map(|(game, id)| certificate(game, id)).collect();
    let misere = "P iff (max(h) <= 1 and xor(h) = 1) or (max(h) > 1 and xor(h) = 0)";
    match formula(&rules("nim(2)"), misere, Convention::Misere) {
        Tried::Proved(certificate, _) => all.push(certificate),
        other => panic!("{other:?}"),
    }
    let families = [
        ("nim(3)", "P if h[1] = 0 and h[2] = h[3]"),
        ("circular(4,2)", "for all a, b: P(a, b, a, b)"),
        ("delete-and-split", "P if a mod 2 = 1 and b = 1"),
        ("split-and-delete", "N if a < b"),
        ("common-divisor(2)", "P if h[1] mod 4 = 1 and h[2] mod 2 = 1"),
        ("wythoff", "P if (a = 0 and b = 0) or (a = 1 and b = 2)"),
        ("nim(2)", "for all a: P(a, a) and N(a + 1, a)"),
    ];
    for (game, text) in families {
        match formula(&rules(game), text, Convention::Normal) {
            Tried::Proved(certificate, _) => all.push(certificate),
            other => panic!("{game}: {text}: {other:?}"),
        }
    }
    let given: Vec<String> = all.iter().filter_map(|text| given(text)).collect();
    all.into_iter().chain(given).collect()
}

/// The same certificate with sets that are what their automata accept; nothing if digits are read one by one.
fn given(text: &str) -> Option<String> {
    let line = |line: &str| match line.split(' ').collect::<Vec<_>>()[..] {
        ["set", number, ..] => format!("set {number} automaton\n"),
        ["graph", ..] => "graph automaton\n".to_string(),
        _ => format!("{line}\n"),
    };
    let together = text.contains("\ndigits together\n");
    together.then(|| sealed(&text.lines().map(line).collect::<String>()))
}

/// The file with the right checksum.
pub(super) fn sealed(text: &str) -> String {
    let body = match text.rfind("\nend ") {
        Some(end) => &text[..=end],
        None => text,
    };
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{body}end {sum:016x}\n")
}

/// One change anywhere.
fn changed(text: &str, random: &mut fastrand::Rng) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.len() < 5 {
        return text.to_owned();
    }
    let (one, two) = (random.usize(..lines.len()), random.usize(..lines.len()));
    let whole = |lines: &[&str]| format!("{}\n", lines.join("\n"));
    match random.u8(..6) {
        0 => {
            lines.remove(one);
            whole(&lines)
        }
        1 => {
            lines.swap(one, two);
            whole(&lines)
        }
        2 => {
            lines.insert(one, lines[two]);
            whole(&lines)
        }
        3 => {
            // A digit of the lines that mean something.
            let digits: Vec<usize> =
                text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
            let at = digits[random.usize(..digits.len())];
            let digit = random.u8(..10).to_string();
            [&text[..at], &digit, &text[at + 1..]].concat()
        }
        4 => {
            let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            text[..ends[random.usize(..ends.len())]].to_owned()
        }
        _ => {
            let places: Vec<(usize, char)> = text.char_indices().collect();
            let (at, old) = places[random.usize(..places.len())];
            let new = char::from(random.u8(b' '..b'~'));
            [&text[..at], &new.to_string(), &text[at + old.len_utf8()..]].concat()
        }
    }
}

#[test]
fn accidents_are_refused() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut count = 0;
    for text in certificates() {
        for _ in 0..cases(40) {
            let changed = changed(&text, &mut random);
            // Without the last newline it is the same file.
            if changed.trim_end_matches('\n') != text.trim_end_matches('\n') {
                assert!(check(&changed).is_err(), "accepted:\n{changed}");
                count += 1;
            }
        }
    }
    assert!(count >= enough(400), "only {count}");
}

/// Changes that somebody might make who wants to prove something else.
fn forged(text: &str, random: &mut fastrand::Rng) -> String {
    const PAIRS: &[(&str, &str)] = &[
        ("(and ", "(or "),
        ("(or ", "(and "),
        ("lin = ", "lin <= "),
        ("lin = ", "lin != "),
        ("lin <= ", "lin < "),
        ("lin < ", "lin <= "),
        ("lin >= ", "lin > "),
        ("(xor0 ", "(digits 3 "),
        ("(v2mod 2 0", "(v2mod 2 1"),
        ("(v2mod 2 ", "(v2mod 3 "),
        ("(not ", "(and "),
        ("mod 2 1", "mod 2 0"),
        ("h1", "h2"),
        ("h2", "h1"),
        ("(1 ", "(2 "),
        ("(-1 ", "(1 "),
        ("order msd", "order lsd"),
        ("order lsd", "order msd"),
        ("theorem values 0", "theorem misere"),
        ("theorem values 0", "theorem families 1 0"),
        ("theorem values 0", "theorem families 0 1"),
        ("theorem families 1 0", "theorem values 0"),
        ("theorem families 1 0", "theorem families 0 1"),
        ("theorem families 1 1", "theorem families 2 0"),
        ("theorem families 2 1", "theorem families 3 0"),
        ("cover 0.", "cover 1."),
        ("notset", "set"),
        ("grundy plain", "grundy onehot"),
        ("grundy onehot", "grundy plain"),
        ("set 0", "set 1"),
        (" + ", " - "),
        (" - ", " + "),
        ("valid true", "valid false"),
        ("measure 1", "measure 0"),
        ("lower h1", "lower h1 h2"),
        ("lower h1 h2", "lower h1"),
        ("digits together", "digits single"),
        ("numeration binary", "numeration zeckendorf"),
        (" 0 ", " 1 "),
        (" 1 ", " 0 "),
        (":0", ":1"),
        ("~1", "~2"),
        ("(divides ", "(lin <= 0 (1 h1) (1 "),
    ];
    let begin = text.find("\nnumeration").expect("a head");
    for _ in 0..100 {
        let (old, new) = PAIRS[random.usize(..PAIRS.len())];
        let places: Vec<usize> =
            text[begin..].match_indices(old).map(|(at, _)| begin + at).collect();
        if !places.is_empty() {
            let at = places[random.usize(..places.len())];
            return [&text[..at], new, &text[at + old.len()..]].concat();
        }
    }
    text.to_owned()
}

/// What a statement says, in its formulas.
fn core(says: &Statement) -> Statement {
    let words = String::new();
    let (game, rule, claim, claim_text) = (words.clone(), words.clone(), words.clone(), words);
    let (order, digits, measure) = (String::new(), String::new(), vec![]);
    Statement { game, rule, claim, claim_text, order, digits, measure, ..says.clone() }
}

#[test]
fn forgeries_are_refused_or_true() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut refused, mut accepted, mut different, mut long) = (0, 0, 0, 0);
    for text in certificates() {
        let statement = check(&text).expect("a certificate").statement;
        let says = core(&statement);
        let wrong = Played::new(&statement).with_automata(&text).wrong();
        assert_eq!(wrong, None, "{says:#?}");
        for round in 0..cases(120) {
            let mut forgery = text.clone();
            for _ in 0..random.usize(1..=2) {
                forgery = match round % 3 {
                    0 => changed(&forgery, &mut random),
                    _ => forged(&forgery, &mut random),
                };
            }
            let forgery = sealed(&forgery);
            let Ok(checked) = check(&forgery) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            let now = core(&checked.statement);
            // An automaton that stands for a formula says something else after any change.
            if now == says && !now.formulas.iter().any(|(_, text)| text == "automaton") {
                continue;
            }
            let mut played = Played::new(&checked.statement).with_automata(&forgery);
            if played.is_long() {
                long += 1;
                continue;
            }
            let wrong = played.wrong();
            assert_eq!(wrong, None, "accepted: {now:#?}\nfor {says:#?}\n{forgery}");
            different += 1;
        }
    }
    let told = format!(
        "{refused} refused, {accepted} accepted, {different} of them played, {long} too long to play"
    );
    println!("{told}");
    let met = refused >= enough(1000) && accepted >= enough(50) && different >= enough(5);
    assert!(met && long <= accepted / 5 + 5, "{told}");
}

/// Every certificate with the theorem of another one, and with another rule's moves.
#[test]
fn theorems_do_not_fit_other_proofs() {
    let mut all = certificates();
    all.truncate(8);
    let part = |text: &str, from: &str, to: &str| {
        let begin = text.find(from).expect("a part");
        let end = begin + text[begin..].find(to).expect("its end");
        (begin, end)
    };
    for one in &all {
        for two in all.iter().filter(|two| *two != one) {
            for (from, to) in [("\ntheorem ", "\nautomaton "), ("\nvalid ", "\ntheorem ")] {
                let (begin, end) = part(one, from, to);
                let (first, last) = part(two, from, to);
                if one[begin..end] != two[first..last] {
                    let forgery = [&one[..begin], &two[first..last], &one[end..]].concat();
                    assert!(check(&sealed(&forgery)).is_err(), "accepted:\n{forgery}");
                }
            }
        }
    }
}
