//! Every game of the catalogue is a valid rule with its default parameters.

use std::path::Path;

use ishitori_rule::{Rules, load};

#[test]
fn every_game_file_loads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the games folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            continue; // tables
        }
        let text = std::fs::read_to_string(&path).expect("a readable game");
        let ruleset = load(&text, &[]).unwrap_or_else(|p| panic!("{}: {p:#?}", path.display()));
        let stem = path.file_stem().and_then(|s| s.to_str()).expect("a name");
        assert_eq!(ruleset.about.name, stem, "a file is called after its game");
        for language in ["en", "ja"] {
            assert!(ruleset.about.title(language).is_some(), "{stem} needs a title in {language}");
        }
        assert!(ruleset.about.source.is_some(), "{stem} needs a source");
        let is_rule = |line: &&str| !line.starts_with("define") && !line.starts_with("claim");
        let lines = text.lines().take_while(is_rule).count();
        assert!(lines <= 12, "the rule of {stem} has {lines} lines");
        if let Rules::Heaps(rules) = &ruleset.rules {
            assert!(!rules.families.is_empty(), "{stem} has no moves");
        }
        count += 1;
    }
    assert!(count >= 26, "only {count} games");
}
