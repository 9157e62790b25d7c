//! `ishitori plot` as a real process: pictures are read back and compared with `table` and
//! `positions`.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn run(arguments: &[&str], code: i32) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
    (stdout, stderr)
}

/// The colours of a PNG: its width, and red, green, blue of each pixel.
fn pixels(path: &Path) -> (usize, Vec<[u8; 3]>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).expect("the file"));
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("an image");
    let pixels = bytes.chunks(3).map(|c| [c[0], c[1], c[2]]).collect();
    (info.width as usize, pixels)
}

/// Plots into a PNG and returns the colour in the corner of each cell, row by row. The frame, the
/// longest grey line, tells where the cells are.
fn cells(arguments: &[&str], rows: usize, columns: usize) -> Vec<Vec<[u8; 3]>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("picture.png");
    let file = path.to_str().expect("a name");
    let (stdout, stderr) = run(&[&["plot"], arguments, &["-o", file]].concat(), 0);
    assert_eq!((stdout.as_str(), stderr.as_str()), ("", ""));
    let (width, pixels) = pixels(&path);
    let grey = [120, 120, 120];
    let length = |start: usize| pixels[start..].iter().take_while(|p| **p == grey).count();
    let longest = (0..pixels.len()).max_by_key(|start| (length(*start), usize::MAX - start));
    let start = longest.expect("a frame");
    let scale = (length(start) - 2) / columns;
    let (left, top) = (start % width + 1, start / width + 1);
    let cell =
        |row: usize, column: usize| pixels[(top + row * scale) * width + left + column * scale];
    (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect()
}

/// The same lengths of play have the same colour, others another one, and 0 is black: as the table has them, and by
/// the rule of Nim with two heaps, which was worked out by hand.
#[test]
fn remoteness_is_that_of_the_table() {
    let cases: [(&str, &[&str]); 5] = [
        ("wythoff", &["--to", "12"]),
        ("nim(2)", &["--to", "9,14"]),
        ("wythoff", &["--to", "11", "--misere"]),
        ("lim", &["--to", "12", "--fix", "c=2"]),
        ("nim", &["--to", "8", "--fix", "3=1", "--misere"]),
    ];
    for (game, window) in cases {
        let table = json(&[&["table", game, "--show", "remoteness", "--json"], window].concat());
        let rows: Vec<Vec<Option<u64>>> = table["values"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| row.as_array().expect("a row").iter().map(Value::as_u64).collect())
            .collect();
        for option in ["--show", "--what"] {
            let arguments = [&[game, option, "remoteness"], window].concat();
            let drawn = cells(&arguments, rows.len(), rows[0].len());
            let mut colours = std::collections::BTreeMap::new();
            for (row, drawn) in rows.iter().zip(&drawn) {
                for (length, colour) in row.iter().zip(drawn) {
                    let known = colours.entry(*length).or_insert(*colour);
                    assert_eq!(known, colour, "{game} {window:?}: {length:?}");
                }
            }
            let distinct: std::collections::BTreeSet<_> = colours.values().collect();
            assert_eq!(distinct.len(), colours.len(), "{game} {window:?}");
            assert!(colours.get(&Some(0)).is_none_or(|c| *c == [0, 0, 0]), "{game}");
        }
        if game == "nim(2)" {
            // Equal heaps lose, two moves for each pair of stones; others win one move more than the smaller heap needs.
            let length = |a: u64, b: u64| if a == b { 2 * a } else { 2 * a.min(b) + 1 };
            for (a, row) in rows.iter().enumerate() {
                for (b, found) in row.iter().enumerate() {
                    assert_eq!(*found, Some(length(a as u64, b as u64)), "{a},{b}");
                }
            }
        }
    }
    let here = tempfile::tempdir().expect("a folder");
    let file = here.path().join("x.svg");
    let file = file.to_str().expect("a name");
    let (_, said) = run(&["plot", "kayles", "--to", "9", "--show", "remoteness", "-o", file], 2);
    assert!(said.contains("two heaps"), "{said}");
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&run(arguments, 0).0).expect("JSON")
}

/// Black exactly where the table says P, white exactly where it has no position.
#[test]
fn p_positions_are_those_of_the_table() {
    let cases: [(&str, &[&str]); 7] = [
        ("wythoff", &["--to", "40"]),
        ("split-and-delete", &["--to", "40", "--misere"]),
        ("welter(2)", &["--to", "25"]),
        ("lim", &["--to", "20", "--fix", "c=3"]),
        ("moore(3,2)", &["--to", "12", "--fix", "2=5"]),
        ("circular(4,2)", &["--to", "9", "--fix", "2=5", "--fix", "4=2", "--misere"]),
        ("single-split-delete", &["--to", "15,12", "--fix", "1=4"]),
    ];
    for (game, window) in cases {
        let table = json(&[&["table", game, "--show", "outcome", "--json"], window].concat());
        let values = table["values"].as_array().expect("rows");
        let columns = values[0].as_array().expect("cells").len();
        let drawn = cells(&[&[game, "--what", "p"], window].concat(), values.len(), columns);
        for (row, values) in values.iter().enumerate() {
            for (column, value) in values.as_array().expect("cells").iter().enumerate() {
                let expected = match value.as_str() {
                    Some("P") => [0, 0, 0],
                    Some(_) => [255, 255, 255],
                    None => [210, 210, 210],
                };
                assert_eq!(drawn[row][column], expected, "{game}: row {row}, column {column}");
            }
        }
    }
}

/// Two cells have the same colour exactly if they have the same value.
#[test]
fn colours_are_the_values_of_the_table() {
    let cases: [(&str, &[&str]); 4] = [
        ("wythoff", &["--to", "30"]),
        ("welter(2)", &["--to", "25"]),
        ("lim", &["--to", "20", "--fix", "c=3"]),
        ("path-nim(3,2)", &["--to", "8,11", "--fix", "2=3"]),
    ];
    for (game, window) in cases {
        let table = json(&[&["table", game, "--json"], window].concat());
        let values = table["values"].as_array().expect("rows");
        let columns = values[0].as_array().expect("cells").len();
        let drawn = cells(&[&[game], window].concat(), values.len(), columns);
        let mut known: Vec<(Value, [u8; 3])> = Vec::new();
        for (row, values) in values.iter().enumerate() {
            for (column, value) in values.as_array().expect("cells").iter().enumerate() {
                let colour = drawn[row][column];
                match known.iter().find(|(v, c)| v == value || *c == colour) {
                    Some((v, c)) => assert_eq!((v, *c), (value, colour), "{game}"),
                    None => known.push((value.clone(), colour)),
                }
            }
        }
        assert!(known.len() > 5, "{game}");
    }
}

#[test]
fn axes_choose_what_goes_down() {
    // In circular(4,2), P iff opposite heaps agree: with heaps 2 and 4 fixed at 5, 1 against 3.
    let fixed = ["circular(4,2)", "--what", "p", "--fix", "2=5,4=5"];
    let drawn = cells(&[&fixed[..], &["--to", "4,8", "--axes", "3,1"]].concat(), 5, 9);
    for (row, cells) in drawn.iter().enumerate() {
        for (column, colour) in cells.iter().enumerate() {
            assert_eq!(*colour == [0, 0, 0], row == column);
        }
    }
}

#[test]
fn an_svg_is_well_formed_and_has_japanese_titles() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wythoff.SVG");
    run(&["plot", "wythoff", "--to", "100", "-o", path.to_str().expect("a name")], 0);
    let svg = std::fs::read_to_string(&path).expect("the file");
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    assert!(document.descendants().any(|node| node.has_tag_name("image")));
    assert!(svg.contains("ワイトホフのニム"));
    assert!(svg.len() < 60_000);
}

#[test]
fn errors_say_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.png");
    let file = file.to_str().expect("a name");
    let cases: [(&[&str], &str); 17] = [
        (&["wythoff", "--to", "9"], "--output <FILE>"),
        (&["wythoff", "-o", file], "--to"),
        (&["wythoff", "--to", "9", "-o", "picture"], "end its name in .svg or .png"),
        (&["wythoff", "--to", "9", "-o", "picture.jpg"], "end its name in .svg or .png"),
        (&["wythoff", "--to", "9", "-o", "/nowhere/at/all.png"], "cannot write"),
        (&["grid-nim", "--to", "9", "-o", file], "is played on a board"),
        (&["nim(1)", "--to", "9", "-o", file], "`ishitori table`"),
        (&["moore(3,2)", "--to", "9", "-o", file], "--axes h[1],h[2] --fix h[3]=3"),
        (&["lim", "--to", "9", "--axes", "a,q", "--fix", "c=3", "-o", file], "no heap `q`"),
        (&["lim", "--to", "9", "--axes", "a,c", "--fix", "c=3", "-o", file], "fixed and an axis"),
        (&["lim", "--to", "9", "--axes", "a,a", "--fix", "c=3", "-o", file], "two different heaps"),
        (
            &["lim", "--to", "9", "--axes", "a", "--fix", "c=3", "-o", file],
            "--axes takes two heaps",
        ),
        (&["lim", "--to", "9", "--fix", "a=1,b=2", "-o", file], "fix fewer"),
        (&["wythoff", "--to", "9", "--what", "grundy", "--misere", "-o", file], "--what p"),
        (&["wythoff", "--to", "6000", "-o", file], "--to 5999 fits"),
        (&["wythoff", "--to", "5000", "--memory", "9", "-o", file], "fits"),
        (&["nim-1", "--to", "0", "-o", file], "too small"),
    ];
    for (arguments, part) in cases {
        let (_, message) = run(&[&["plot"], arguments].concat(), 2);
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn work_that_is_too_much_leaves_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = folder.path().join("grow.game");
    // A heap may grow again and again, so only the reference can.
    let text =
        "game grow\nposition (a, b)\noption (x, 3*b + 1) where x < a\noption (x, b) where x < a\n";
    std::fs::write(&rule, text).expect("a rule");
    let path = folder.path().join("x.png");
    let (rule, file) = (rule.to_str().expect("a name"), path.to_str().expect("a name"));
    run(&["plot", rule, "--to", "6", "-o", file], 0);
    let before = std::fs::read(&path).expect("the file");
    for what in ["grundy", "p"] {
        let limit = ["--max-positions", "10", "--what", what];
        run(&[&["plot", rule, "--to", "6", "-o", file], &limit[..]].concat(), 3);
    }
    assert_eq!(std::fs::read(&path).expect("the file"), before);
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 2);
}
