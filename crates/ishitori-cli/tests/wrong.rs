//! What a researcher reads after a slip in a rule file.
//!
//! Every file in `testdata/wrong` is refused with exit code 2, and the whole message is kept as a
//! snapshot. After a deliberate change, `INSTA_UPDATE=always` writes the snapshots anew: read
//! their difference as the person who made the mistake.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;

#[test]
fn wrong_rules_are_explained() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/wrong");
    let entries = fs::read_dir(&folder).expect("a folder of wrong rules");
    let mut files: Vec<OsString> = entries.map(|e| e.expect("an entry").file_name()).collect();
    files.sort();
    assert!(files.len() >= 40, "only {} wrong rules", files.len());
    for file in files {
        let file = file.to_str().expect("a plain name");
        let name = file.strip_suffix(".game").expect("a rule file");
        let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
            .args(["show", file])
            .current_dir(&folder)
            .output()
            .expect("the program runs");
        let message = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{file}: {message}");
        assert!(output.stdout.is_empty(), "{file}: something on stdout");
        assert!(!message.contains("panicked"), "{file}: {message}");
        assert!(names_a_line(&message, file), "{file}: no line in {message}");
        let lines: Vec<&str> = message.lines().map(str::trim_end).collect();
        insta::assert_snapshot!(name, lines.join("\n"));
    }
}

/// Whether `FILE:LINE` occurs, with a number for the line.
fn names_a_line(message: &str, file: &str) -> bool {
    let place = format!("{file}:");
    message
        .match_indices(&place)
        .any(|(at, _)| message[at + place.len()..].starts_with(|c: char| c.is_ascii_digit()))
}
