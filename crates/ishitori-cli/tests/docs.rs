//! Every example of the documentation is run.
//!
//! A block that opens with "game NAME" or "text NAME" is a file NAME; a block that opens with "console" holds
//! commands behind `$ ` with their exact output, `? CODE` for an exit code other than 0, and the
//! messages where there is no output. With `UPDATE_DOCS=1` the outputs are written anew.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

#[test]
fn rule_language() {
    check("docs/rule-language.md");
}

#[test]
fn claim_language() {
    check("docs/claim-language.md");
}

#[test]
fn logic() {
    check("docs/logic.md");
}

#[test]
fn proofs() {
    check("docs/proofs.md");
}

#[test]
fn slices() {
    check("docs/slices.md");
}

#[test]
fn every_n() {
    check("docs/every-n.md");
}

#[test]
fn single_heaps() {
    check("docs/single-heaps.md");
}

#[test]
fn bands() {
    check("docs/bands.md");
}

#[test]
fn figures() {
    check("docs/figures.md");
}

#[test]
fn gallery() {
    check("docs/gallery.md");
}

#[test]
fn misere() {
    check("docs/misere.md");
}

#[test]
fn tutorial() {
    check("docs/tutorial.md");
}

#[test]
fn files() {
    check("docs/files.md");
}

#[test]
fn option_programs() {
    check("docs/option-programs.md");
}

#[test]
fn readme() {
    check("README.md");
}

fn check(name: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let text = fs::read_to_string(&path).expect("a readable page");
    let folder = tempfile::tempdir().expect("a folder");
    let mut page: Vec<String> = Vec::new();
    let mut lines = text.lines();
    let mut examples = 0;
    while let Some(line) = lines.next() {
        page.push(line.to_string());
        let Some(language) = line.strip_prefix("```").filter(|l| !l.is_empty()) else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let file = language.strip_prefix("game ").or_else(|| language.strip_prefix("text "));
        if let Some(file) = file {
            fs::write(folder.path().join(file), block.join("\n")).expect("a written file");
        }
        if language == "console" {
            examples += 1;
            page.extend(run_block(&block, folder.path()));
        } else {
            page.extend(block.iter().map(|line| line.to_string()));
        }
        page.push("```".to_string());
    }
    assert!(examples > 0, "{name} has no examples");
    let page = page.join("\n") + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, page).expect("a written page");
    } else {
        let same = untimed(&text) == untimed(&page);
        assert!(same, "{name}: an example differs; UPDATE_DOCS=1 writes it anew:\n{page}");
    }
}

/// The text with every time replaced: `1.2 ms` and `3 s` differ from run to run.
fn untimed(text: &str) -> String {
    let is_number = |word: &str| {
        let word = word.trim_start_matches('[');
        !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    let is_unit = |word: &str| ["ms", "ms]", "s", "s]"].contains(&word);
    let line = |line: &str| {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        for at in 1..words.len() {
            if is_unit(words[at]) && is_number(words[at - 1]) {
                (words[at - 1], words[at]) = ("some", "time");
            }
        }
        if words.contains(&"time") { words.join(" ") } else { line.to_string() }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn run_block(block: &[&str], folder: &Path) -> Vec<String> {
    let mut shown = Vec::new();
    for line in block {
        let Some(command) = line.strip_prefix("$ ishitori ") else { continue };
        shown.push(line.to_string());
        let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
            .args(words(command))
            .current_dir(folder)
            .env("ISHITORI_DATA", "data")
            .output()
            .expect("the program runs");
        let code = output.status.code().expect("no signal");
        if code != 0 {
            shown.push(format!("? {code}"));
        }
        let bytes = if output.stdout.is_empty() { output.stderr } else { output.stdout };
        let text = String::from_utf8(bytes).expect("text");
        shown.extend(text.lines().map(|line| line.trim_end().to_string()));
    }
    shown
}

/// Splits at spaces, but not between single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("never empty").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
