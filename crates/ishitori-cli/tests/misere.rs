//! Misère Grundy values and the classes of Conway, Gurvich and Ho, against `testdata/misere_classes.py` and against theorems.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

use crate::cli::GAMES;

fn told(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    let output = command.args(arguments).current_dir(folder).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&told(folder, arguments)).expect("JSON")
}

/// Where each class fails first, as the report says: by its name, as a position.
fn first_failures(report: &Value) -> Vec<(String, Option<String>)> {
    let classes = report["classes"].as_array().expect("classes");
    let one = |class: &Value| {
        let at = class["counterexample"]["position"].as_str().map(str::to_string);
        assert_eq!(at.is_none(), class["verdict"] == "holds up to the window");
        (class["class"].as_str().expect("a name").to_string(), at)
    };
    classes.iter().map(one).collect()
}

#[test]
fn values_and_classes_are_those_of_the_second_implementation() {
    let data = include_str!("../../../testdata/misere_classes.json");
    let games: Value = serde_json::from_str(data).expect("JSON");
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    for (name, game) in games.as_object().expect("games") {
        let file = format!("{name}.game");
        fs::write(at.join(&file), game["rule"].as_str().expect("a rule")).expect("written");
        let bounds: Vec<String> =
            game["bounds"].as_array().expect("bounds").iter().map(Value::to_string).collect();
        let to = bounds.join(",");
        let report = json(at, &["misere", &file, "--to", &to, "--json"]);
        for (class, found) in first_failures(&report) {
            let expected = &game["first"][&class];
            let expected = expected
                .as_array()
                .map(|heaps| heaps.iter().map(Value::to_string).collect::<Vec<_>>().join(","));
            assert_eq!(found, expected, "{name}: {class}");
        }
        let pairs = game["pairs"].as_array().expect("pairs");
        assert_eq!(report["positions"], pairs.len(), "{name}");
        // The values themselves, by table.
        let table =
            ["table", &file, "--to", &to, "--misere", "--show", "grundy", "--format", "jsonl"];
        let lines = told(at, &table);
        let lines: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines.len(), pairs.len(), "{name}");
        for pair in pairs {
            let same = |line: &&Value| {
                let heaps: Vec<&Value> = line
                    .as_object()
                    .expect("a line")
                    .iter()
                    .filter(|(key, _)| *key != "misere_grundy")
                    .map(|(_, heap)| heap)
                    .collect();
                heaps.into_iter().eq(pair[0].as_array().expect("heaps"))
            };
            let line = lines.iter().find(same).unwrap_or_else(|| panic!("{name}: {pair}"));
            assert_eq!(line["misere_grundy"], pair[1][1], "{name}: {pair}");
        }
        // And of one position, by value.
        let last = pairs.last().expect("positions");
        let heaps: Vec<String> =
            last[0].as_array().expect("heaps").iter().map(Value::to_string).collect();
        let value = ["value", &file, &heaps.join(","), "--misere", "--show", "grundy", "--json"];
        let value = json(at, &value);
        assert_eq!(value["grundy"], last[1][1], "{name}: {last}");
        assert_eq!(value["outcome"] == "P", last[1][1] == 0, "{name}: {last}");
    }
}

/// What follows from the definitions, for every game of the catalogue whose windows are closed under moves: single heaps become
/// several.
#[test]
fn classes_are_in_each_other_as_theorems_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let is_single = |game: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
        let output = command.args(["sequence", game, "--to", "1"]).output();
        output.expect("the program runs").status.success()
    };
    for (game, _, window) in GAMES.iter().filter(|(game, ..)| !is_single(game)) {
        let report = json(folder.path(), &[&["misere", *game, "--json"], *window].concat());
        let failures = first_failures(&report);
        let holds = |class: &str| {
            let found = failures.iter().find(|(name, _)| name == class);
            found.unwrap_or_else(|| panic!("{class}")).1.is_none()
        };
        assert_eq!(holds("pet"), holds("strongly miserable"), "{game}");
        for (inner, outer) in [
            ("pet", "tame"),
            ("tame", "domestic"),
            ("strongly miserable", "miserable"),
            ("miserable", "tame"),
            ("forced", "returnable"),
        ] {
            assert!(!holds(inner) || holds(outer), "{game}: {inner}, but not {outer}");
        }
        // Pet: no position is lost in both.
        let pairs = report["pairs"].as_array().expect("pairs");
        let is_lost_in_both = pairs.iter().any(|pair| pair["pair"] == serde_json::json!([0, 0]));
        assert_eq!(holds("pet"), !is_lost_in_both, "{game}");
    }
}
