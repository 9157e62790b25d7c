//! Bands: those of published periods are accepted, with the values of plain recursion; anything changed is refused.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use crate::naive::sealed;
use ishitori_check::{CheckedBand, check_band, is_band};

/// The certificate of Nim on a complex, with some heaps free.
fn nim(heaps: usize, faces: &[&[usize]], free: &str, bounds: &[usize], period: &str) -> String {
    let names = (1..=heaps).map(|heap| format!(" h{heap}")).collect::<String>();
    let mut text = format!(
        "ishitori band certificate 1\ngame test\nrule\n| game test\nheaps{names}\nvalid true\n"
    );
    for face in faces {
        text +=
            &format!("lower{}\n", face.iter().map(|heap| format!(" h{heap}")).collect::<String>());
    }
    text += &format!("measure{}\nfree {free}\n", " 1".repeat(heaps));
    text +=
        &format!("bounds{}\n", bounds.iter().map(|bound| format!(" {bound}")).collect::<String>());
    sealed(&format!("{text}period {period}\nend 0\n"))
}

const CIRCLE: [&[usize]; 6] = [&[1, 2], &[2, 3], &[3, 4], &[4, 5], &[5, 6], &[6, 1]];

fn circle(most: usize, period: &str) -> String {
    nim(6, &CIRCLE, "h1 h3", &[most; 4], period)
}

/// Row n of Wythoff's Grundy table, rows below it beside.
fn wythoff(rows: usize, period: &str) -> String {
    let text = format!(
        "ishitori band certificate 1\ngame test\nrule\n| game test\nheaps h1 h2\nvalid true\nlower h1\nlower h2\n\
         move new x y with (and (lin >= 1 (1 h1) (-1 x)) (lin = 0 (1 h1) (-1 x) (-1 h2) (1 y))) to x y\n\
         measure 1 1\nfree h1 value\nbounds {rows}\nperiod {period}\nend 0\n"
    );
    sealed(&text)
}

fn check(text: &str) -> Result<CheckedBand, String> {
    check_band(text, &mut |_| true).map_err(|refused| refused.to_string())
}

#[track_caller]
fn refuse(text: &str, why: &str) {
    match check(text) {
        Ok(_) => panic!("accepted"),
        Err(refused) => assert!(refused.contains(why), "{refused}"),
    }
}

/// Whether a position of Nim on a complex is in P, by its definition.
fn is_p(heaps: &[usize], faces: &[&[usize]], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(known) = known.get(heaps) {
        return *known;
    }
    let mut options = Vec::new();
    for face in faces {
        let mut all = vec![heaps.to_vec()];
        for heap in *face {
            let lowered = |start: &Vec<usize>| {
                let start = start.clone();
                (0..=start[heap - 1]).map(move |size| {
                    let mut option = start.clone();
                    option[heap - 1] = size;
                    option
                })
            };
            all = all.iter().flat_map(lowered).collect();
        }
        options.extend(all);
    }
    let found = options.iter().all(|option| option == heaps || !is_p(option, faces, known));
    known.insert(heaps.to_vec(), found);
    found
}

#[test]
fn published_periods_of_the_circle_are_accepted() {
    // From a program of another kind: two heaps beside one of six free, the others at most 1, 2, 3.
    for (most, period) in [(1, 2), (2, 4), (3, 24)] {
        let text = circle(most, &format!("{period} saltus {period} start 60 columns 240"));
        assert!(is_band(&text));
        let checked = check(&text).unwrap();
        assert_eq!((checked.rows, checked.period), ((most + 1).pow(4), period));
        for divisor in (1..period).filter(|divisor| period % divisor == 0) {
            let period = format!("{divisor} saltus {divisor} start 60 columns 240");
            refuse(&circle(most, &period), "the states a period apart are not the same");
        }
    }
}

#[test]
fn values_are_those_of_plain_recursion() {
    let (text, mut known) = (circle(2, "4 saltus 4 start 60 columns 120"), HashMap::new());
    let checked = check(&text).unwrap();
    for at in 0..81 {
        let [b, d, e, f] = [at / 27, at / 9 % 3, at / 3 % 3, at % 3];
        assert_eq!(checked.row(&[b, d, e, f]), Some(at));
        for (a, c) in (0..36).map(|pair| (pair / 6, pair % 6)) {
            let in_p = is_p(&[a, b, c, d, e, f], &CIRCLE, &mut known);
            assert_eq!(checked.value(at, a) == Some(c as u32), in_p, "{a} {b} {c} {d} {e} {f}");
        }
    }
}

#[test]
fn rows_of_wythoff_are_those_of_plain_recursion() {
    // Row 0 has period 1, row 1 period 3 (0 2 1 ... after the beginning), row 2 period 3.
    let checked = check(&wythoff(2, "12 saltus 12 start 60 columns 120")).unwrap();
    let mut table = vec![vec![0u32; 60]; 3];
    for b in 0..3 {
        for a in 0..60 {
            let mut seen: Vec<u32> = table[b][..a].to_vec();
            seen.extend((0..b).map(|b| table[b][a]));
            seen.extend((1..=b.min(a)).map(|t| table[b - t][a - t]));
            table[b][a] = (0..).find(|value| !seen.contains(value)).unwrap();
            assert_eq!(checked.value(b, a), Some(table[b][a]), "{a} {b}");
        }
    }
    refuse(&wythoff(2, "1 saltus 1 start 60 columns 120"), "states");
    refuse(&wythoff(2, "12 saltus 11 start 60 columns 120"), "states");
}

#[test]
fn moves_may_be_written_in_another_way() {
    let text = circle(2, "4 saltus 4 start 60 columns 120");
    let other = "move new x y with (and (lin >= 0 (1 h2) (-1 x)) (lin <= 0 (1 y) (-1 h3)) \
                 (lin < 0 (1 x) (1 y) (-1 h2) (-1 h3))) to h1 x y h4 h5 h6\n\
                 move new y with (lin >= 1 (1 h3) (-1 y)) to h1 h2 y h4 h5 h6\n";
    let written = sealed(&text.replacen("lower h2 h3\n", other, 1));
    let (plain, checked) = (check(&text).unwrap(), check(&written).unwrap());
    for (row, column) in (0..81).flat_map(|row| (0..120).map(move |column| (row, column))) {
        assert_eq!(plain.value(row, column), checked.value(row, column));
    }
    // Numbers that are too large are refused, and nothing is added up beyond 64 bits.
    for (bound, weight) in [
        ("1152921504606846976", "1"),
        ("1000000000", "1"),
        ("1", "1048577"),
        ("1", "1099511627776"),
    ] {
        let move_ = format!(
            "move new y with (lin >= {bound} ({weight} h3) (-{weight} y)) to h1 h2 y h4 h5 h6\n"
        );
        let _ =
            check(&sealed(&text.replacen("lower h2 h3\n", &format!("lower h2 h3\n{move_}"), 1)));
    }
}

#[test]
fn changed_claims_are_refused() {
    let text = circle(3, "24 saltus 24 start 100 columns 240");
    check(&text).unwrap();
    let with = |from: &str, to: &str| sealed(&text.replacen(from, to, 1));
    refuse(&with("start 100", "start 0"), "does not come again");
    refuse(&with("period 24", "period 23"), "states");
    refuse(&with("saltus 24", "saltus 25"), "states");
    refuse(&with("columns 240", "columns 25"), "columns of one period");
    refuse(&with("columns 240", "columns 1073741825"), "not from 0");
    refuse(&with("free h1 h3", "free h1 h2"), "lowers both free heaps");
    refuse(&with("free h1 h3", "free h1 h1"), "two heaps");
    refuse(&with("bounds 3 3 3 3", "bounds 3 3 3"), "one bound for each");
    refuse(&with("valid true", "valid (lin >= 1 (1 h1))"), "any size");
    refuse(&with("end", "more\nend"), "nothing stands after this");
    refuse(&text.replacen("24", "25", 1), "checksum");
    // Other rows have another period: 96 with the others at most 5. Other moves may be of another kind.
    refuse(&with("bounds 3 3 3 3", "bounds 5 5 5 5"), "states");
    refuse(&with("lower h2 h3\nlower h3 h4\n", ""), "the second free heap alone");
}

#[test]
fn other_moves_are_refused() {
    let text = wythoff(2, "12 saltus 12 start 60 columns 120");
    check(&text).unwrap();
    let with = |to: &str| {
        let begin = text.find("move new").unwrap();
        let end = begin + text[begin..].find('\n').unwrap();
        sealed(&format!("{}{to}{}", &text[..begin], &text[end..]))
    };
    for (to, why) in [
        ("move new x with (lin >= 0 (1 h1) (-2 x)) to x h2", "depends on the size of a free heap"),
        ("move new x with (lin >= 1 (1 h1)) to x h2", "depends on the size"),
        ("move new with true to h2 h1", "in the place of another"),
        ("move new x with (lin >= 1 (1 h1) (-1 x)) to x x", "in the place of another"),
        ("move new y with (lin >= -1 (1 h2) (-1 y)) to h1 y", "may raise a bounded heap"),
        ("move new x with (lin = -1 (1 h1) (-1 x)) to x h2", "raises a free heap"),
        ("move new x with (lin >= -3 (1 h1) (-1 x)) to x h2", "raises a free heap"),
        ("move new x with (lin <= 3 (1 h1) (-1 x)) to x h2", "may raise a free heap"),
        (
            "move new x with (and (lin >= 1 (1 h1) (-1 x)) (mod 2 0 (1 h1) (-1 x))) to x h2",
            "residue class",
        ),
        ("move new x with (divides x h1) to x h2", "conjunction"),
        (
            "move new x with (or (lin = 1 (1 h1) (-1 x)) (lin = 2 (1 h1) (-1 x))) to x h2",
            "conjunction",
        ),
        ("move new x with (lin >= 0 (1 h1) (-1 x)) to x h2", "may change nothing"),
    ] {
        refuse(&with(to), why);
    }
}
