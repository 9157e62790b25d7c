//! docs/gallery.md says what the program says of every claim of the gallery.
//!
//! A claim that the page calls proved is proved again, every other one is checked on its window; the table is written
//! from what came of it and compared. `UPDATE_DOCS=1` tries to prove every claim for two seconds, and writes the page.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use ishitori::Control;
use ishitori::checks::Verdict;
use ishitori::claims::{ClaimedGame, window_words};
use ishitori::proofs::{self, ProofAttempt};
use ishitori::rules::ClaimText;
use ishitori::stopwatch::within;
use ishitori_core::catalogue::GALLERY;
use ishitori_core::claim::ClaimInstance;

/// A proof that takes longer is not looked for when the page is written.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where the table begins and ends.
const MARKS: [&str; 2] =
    ["<!-- The table is written by a test. -->\n", "<!-- The end of the table. -->\n"];

/// Kinds of claims that somebody has published as true.
const PUBLISHED: [&str; 4] = ["theorem", "proposition", "table", "example"];

#[test]
fn the_page_says_what_the_program_says() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/gallery.md");
    let page = fs::read_to_string(&path).expect("a readable page");
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    let (before, rest) = page.split_once(MARKS[0]).expect("the table's beginning");
    let (old, after) = rest.split_once(MARKS[1]).expect("the table's end");
    let mut table =
        "\n| game | rule | claims, and what the program says | source |\n|---|---|---|---|\n"
            .to_string();
    for (name, _) in GALLERY {
        let row = old.lines().find(|line| line.starts_with(&format!("| `{name}")));
        table.push_str(&row_of(name, row.unwrap_or_default(), update));
    }
    table.push('\n');
    if update {
        let page = format!("{before}{}{table}{}{after}", MARKS[0], MARKS[1]);
        fs::write(&path, page).expect("a written page");
    }
    assert!(
        update || old == table,
        "docs/gallery.md differs; UPDATE_DOCS=1 writes it anew:\n{table}"
    );
}

/// The line of a game; `old` is what the page says of it.
fn row_of(name: &str, old: &str, update: bool) -> String {
    let claimed = ClaimedGame::open(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let about = &claimed.ruleset.about;
    let published = |claim: &ClaimText| PUBLISHED.contains(&claim.kind.value.as_str());
    assert!(claimed.ruleset.claims.iter().any(published), "{name} has no published claim");
    let source = about.source.as_deref().unwrap_or_else(|| panic!("{name} has no source"));
    let note = about.notes.first().unwrap_or_else(|| panic!("{name} has no rule in words"));
    let instances = claimed.instances();
    let claims = (0..claimed.ruleset.claims.len()).map(|at| {
        let here: Vec<&ClaimInstance> = instances.iter().filter(|i| i.claim == at).collect();
        said_of(&claimed, &here, old, update)
    });
    let claims: Vec<String> = claims.collect();
    let title = about.title("en").unwrap_or_default();
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    format!(
        "| `{}`: {} | {} | {} | {} |\n",
        about.name,
        cell(title),
        cell(note),
        claims.join("<br>"),
        cell(source)
    )
}

/// A claim, and what came of it for each choice of parameters.
fn said_of(claimed: &ClaimedGame, instances: &[&ClaimInstance], old: &str, update: bool) -> String {
    let claim = &claimed.ruleset.claims[instances[0].claim];
    let formula: Vec<&str> =
        claimed.text[claim.statement.span.clone()].split_whitespace().collect();
    let mut said: Vec<(String, Vec<String>)> = Vec::new();
    for instance in instances {
        let ruleset = claimed.with(instance).expect("the game");
        let game = ruleset.about.full_name();
        let with = game.strip_prefix(ruleset.about.name.as_str()).unwrap_or_default().to_string();
        let (id, kind) = (&claim.id.value, claim.kind.value.as_str());
        let word = verdict(claimed, instance, is_proved(old, id, &with), update);
        let is_false = word.starts_with("**refuted");
        assert!(!is_false || !PUBLISHED.contains(&kind), "{game} {id} is a {kind}, and {word}");
        match said.iter_mut().find(|(other, _)| *other == word) {
            Some((_, games)) => games.push(with),
            None => said.push((word, vec![with])),
        }
    }
    let said = said.into_iter().map(|(word, games)| match games.concat().is_empty() {
        true => word,
        false => format!("{word} for {}", games.join(" ")),
    });
    let misere = if claim.about.misere { ", misère play" } else { "" };
    let formula = formula.join(" ").replace('|', "\\|");
    format!(
        "{} ({}{misere}): `{formula}`: {}",
        claim.id.value,
        claim.kind.value,
        said.collect::<Vec<_>>().join(", ")
    )
}

/// Whether the line of a game calls the claim proved for these parameters.
fn is_proved(line: &str, id: &str, with: &str) -> bool {
    let mut claims = line.split("<br>").flat_map(|part| part.split(" | "));
    let Some(claim) = claims.find(|claim| claim.starts_with(&format!("{id} ("))) else {
        return false;
    };
    let said = claim.rsplit_once("`: ").map_or("", |(_, said)| said);
    said.split(", ").any(|group| group.starts_with("**proved**") && group.contains(with))
}

/// What the program says of a claim: what was proved before must be proved.
fn verdict(claimed: &ClaimedGame, instance: &ClaimInstance, known: bool, update: bool) -> String {
    let control = Control::unlimited();
    if known || update {
        let limited = within(&control, update.then_some(PATIENCE));
        let attempt = proofs::prove_claim(claimed, instance, &limited);
        if let ProofAttempt::Proved(_) = attempt.unwrap_or_else(|error| panic!("{error}")) {
            return "**proved**".to_string();
        }
    }
    let checked = claimed.check(instance, None, &control, None).expect("a checked claim");
    match checked.verdict.unwrap_or_else(|error| panic!("{}: {error}", checked.game)) {
        Verdict::Refuted(found) => format!("**refuted** at {}", found.smallest.at),
        Verdict::HoldsUpTo(checked) => match checked.among {
            Some(list) => format!("holds on {list}"),
            None => format!("holds up to {}", window_words(&instance.bounds)),
        },
        Verdict::Unknown(why) => panic!("{}: {}", checked.game, why.why()),
        Verdict::Proved(never) => match never {},
    }
}
