//! Where the corpus of `fuzz/` begins: games of the catalogue, examples of the documentation, small files of every
//! kind. `cargo test -p ishitori --test library -- --ignored write_seeds` writes it anew when a format has changed.

use crate::fuzz::folder;
use crate::targets;
use ishitori::claims::{ClaimSentence, ClaimedGame};
use ishitori::proofs::{self, ProofAttempt};
use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::single::Sequence;
use ishitori_core::single::certificate::{SequenceHeading, certificate as single_certificate};
use ishitori_core::solve::Convention;
use ishitori_rule::Rules;
use ishitori_rule::parse::parse_statement;
use ishitori_store::checkpoint::{self, Section};
use ishitori_store::positions::{PositionsWriter, SetSpec};
use ishitori_store::tables::{self, TableSpec};
use ishitori_store::{DiscoveryStore, FileSubject, StoredTheorem};
use std::fs;
use std::io::Write;
use std::path::Path;

/// Keeps a seed of a target.
fn keep(target: &str, name: &str, bytes: &[u8]) {
    let folder = folder("corpus", target);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(name), bytes).expect("a file");
}

/// What stands between quotes after a word of a console line of the documentation.
fn examples(word: &str) -> Vec<String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut found = Vec::new();
    for page in ["claim-language.md", "proofs.md", "tutorial.md"] {
        let text = fs::read_to_string(docs.join(page)).expect("a page");
        for line in text.lines().filter(|line| line.starts_with("$ ishitori")) {
            let quoted = line.split_once(word).and_then(|(_, rest)| rest.split('\'').nth(1));
            found.extend(quoted.map(ToString::to_string));
        }
    }
    found
}

fn texts() {
    for (name, text) in catalogue::GAMES {
        // Notes and titles teach nothing.
        let told =
            |line: &&str| !["note", "title", "source", "#"].iter().any(|w| line.starts_with(w));
        let text: String = text.lines().filter(told).map(|line| format!("{line}\n")).collect();
        keep("rule", name, text.as_bytes());
    }
    let random = [3u8, 141, 59, 26, 53, 58, 97, 93, 23, 84, 62, 64, 33, 83, 27, 95, 2, 88, 41, 97];
    for target in ["readers", "engines", "proofs", "automata"] {
        for turn in 0..12 {
            let turned: Vec<u8> =
                random.iter().map(|byte| byte.wrapping_mul(2 * turn + 1)).collect();
            keep(target, &format!("choices{turn}"), &turned);
        }
    }
    for (nth, formula) in examples("--formula").iter().enumerate() {
        let about = |game: usize| [&[game as u8][..], formula.as_bytes()].concat();
        keep("claim", &format!("formula{nth}"), &about(nth % 10));
        keep("readers_claim", &format!("formula{nth}"), &about(nth % 3));
    }
    for (nth, game) in catalogue::GAMES.iter().enumerate() {
        let Ok(ruleset) = ishitori_rule::load(game.1, &[]) else { continue };
        for claim in ruleset.claims.iter().take(2) {
            let text = &game.1[claim.statement.span.clone()];
            keep("claim", &claim.id.value, &[&[nth as u8][..], text.as_bytes()].concat());
        }
    }
    for (nth, sentence) in examples("logic ").iter().enumerate() {
        keep("sentence", &format!("sentence{nth}"), sentence.as_bytes());
    }
    for (nth, answer) in ANSWERS.iter().enumerate() {
        keep("answer", &format!("answer{nth}"), answer.as_bytes());
    }
    for (nth, table) in learned_tables().iter().enumerate() {
        keep("table", &format!("table{nth}"), table.as_bytes());
    }
    let positions = [
        "0 3,5",
        "1 (7, 8, 9)",
        "2 <1 2>",
        "3 4,3,2,1",
        "4 0,4294967296",
        "6 X..X.",
        "7 5,5,1",
        "9 nim(3)",
        "0 circular(6,k=2)",
        "5 emperor([2,3],1)",
        "1 99999999999999999999999,1,0",
        "8 0.77",
    ];
    for (nth, text) in positions.iter().enumerate() {
        let (game, text) = text.split_once(' ').expect("a game");
        let game: u8 = game.parse().expect("a number");
        keep("position", &format!("position{nth}"), &[&[game][..], text.as_bytes()].concat());
    }
    for (nth, text) in [
        "a\\b,0,1\n0,0,1\n1,1,-\n",
        "a,b,outcome\n1,2,P\n3,4,N\n",
        "1,2\n3,5\n",
        "\"x\",0\r\n,7\r\n",
    ]
    .iter()
    .enumerate()
    {
        keep("csv", &format!("csv{nth}"), text.as_bytes());
    }
    let claims = [
        ("position (a, b) unordered\noption (x, b) where x < a", "P iff a = b"),
        ("position (a)\noption (a - t) where 1 <= t <= 2", "grundy = a mod 3"),
        (
            "position (a, b) unordered, each >= 1\noption (x, b) where x < a\noption (x, y) where x + y = a",
            "P iff a = b and v2(a) mod 2 = 0",
        ),
        (
            "position h[3]\noption h with h[S] lowered for S of size 2",
            "N iff not (h[1] = h[2] and h[2] = h[3])",
        ),
        (
            "position (a, b) unordered\noption (x, b) where x < a\noption (a - t, b - t) where t >= 1",
            "P iff a = floor((b - a)*phi)",
        ),
    ];
    for (nth, (rule, claim)) in claims.iter().enumerate() {
        keep("proofs", &format!("claim{nth}"), format!("game g\n{rule}\n---\n{claim}").as_bytes());
        keep("readers", &format!("rule{nth}"), format!("game g\n{rule}").as_bytes());
        keep("engines", &format!("rule{nth}"), format!("game g\n{rule}\n77").as_bytes());
    }
}

/// A small certificate of a claim.
fn certificate(game: &str, claim: &str, convention: Convention) -> String {
    let claimed = ClaimedGame::open(game).expect("a game");
    let statement = parse_statement(claim).expect("a claim");
    let sentence = ClaimSentence { statement: &statement, text: claim, convention };
    let proved =
        proofs::prove(&claimed, &claimed.ruleset, "seed", &sentence, &Control::unlimited());
    match proved.expect("no bug") {
        ProofAttempt::Proved(theorem) => theorem.proof.certificate.clone(),
        _ => panic!("{game}: {claim} is proved no more"),
    }
}

/// The same certificate with the word `automaton` for the formulas of its sets.
fn without_formulas(text: &str) -> String {
    let set = |line: &str| match line.split_once(" (") {
        Some((name, _)) if name.starts_with("set ") || name == "graph" => {
            format!("{name} automaton\n")
        }
        _ => format!("{line}\n"),
    };
    targets::resealed(&text.lines().map(set).collect::<String>())
}

/// The certificate of the period of a game on single heaps.
fn period_certificate(game: &str) -> String {
    let ruleset = catalogue::find(game).expect("a game");
    let Rules::Single(rules) = &ruleset.rules else { panic!("single heaps") };
    let mut sequence = Sequence::new(rules).expect("playable");
    sequence.extend(400, &Control::unlimited()).expect("values");
    let rule = ruleset.about.text.lines().filter(|line| !line.starts_with(['n', 's', 't', '#']));
    let rule = rule.collect::<Vec<_>>().join("\n");
    let heading = SequenceHeading { game: &ruleset.about.full_name(), rule: &rule };
    let (breaks, period) =
        (sequence.breaks().expect("moves"), sequence.period().expect("a period"));
    single_certificate(heading, breaks, &period, None)
}

fn certificates() {
    let (normal, misere) = (Convention::Normal, Convention::Misere);
    let nim = certificate("nim(2)", "P iff h[1] = h[2]", normal);
    let listed = [
        ("nim1", certificate("nim(1)", "grundy = h[1]", normal)),
        ("sdn", certificate("split-and-delete", "P iff a = b and v2(a) mod 2 = 0", normal)),
        ("wythoff", certificate("wythoff", "P iff a = floor((b - a)*phi)", normal)),
        ("misere", certificate("nim(1)", "P iff h[1] = 1", misere)),
        ("divisor", certificate("common-divisor(1)", "P iff h[1] = 0", normal)),
        ("nim2", nim.clone()),
    ];
    for (name, text) in listed {
        // A set without a formula: what its automaton accepts.
        let without = without_formulas(&text);
        if text.len() < 12_000 {
            keep("certificate", name, text.as_bytes());
            keep("certificate", &format!("{name}-automaton"), without.as_bytes());
        }
    }
    let kept = StoredTheorem {
        what: "p".to_string(),
        on: "2026-11-18".to_string(),
        by: "ishitori 0.1.0".to_string(),
        how: "by hand".to_string(),
        statement: "P iff h[1] = h[2]".to_string(),
        certificate: nim,
    };
    let folder = tempfile::tempdir().expect("a folder");
    let store = DiscoveryStore::at(folder.path());
    let path = store.keep("nim(2)", "", kept).expect("kept");
    keep("store", "nim2", &fs::read(path).expect("a file"));
    for (name, game) in [("kayles", "kayles"), ("lasker", "laskers-nim"), ("octal", "octal(0.07)")]
    {
        keep("certificate", name, period_certificate(game).as_bytes());
    }
}

fn files() {
    let folder = tempfile::tempdir().expect("a folder");
    let subject = || FileSubject {
        game: "nim(2)".into(),
        rule: "game x".into(),
        window: serde_json::json!({ "to": [4, 5] }),
        ..FileSubject::default()
    };
    let path = folder.path().join("c");
    let mut state = |out: &mut dyn Write| out.write_all(b"0123456789");
    let mut rest = |out: &mut dyn Write| out.write_all(b"short");
    let mut sections = [
        Section { name: "state", content: &mut state },
        Section { name: "rest", content: &mut rest },
    ];
    checkpoint::write(&path, "solve", &subject(), &mut sections).expect("written");
    keep("checkpoint", "two", &fs::read(&path).expect("a file"));
    let path = folder.path().join("p");
    for (name, largest) in [("narrow", 900), ("wide", 1 << 31)] {
        let heaps = vec!["a".to_string(), "b".into()];
        let spec = SetSpec { about: subject(), heaps, largest, canonical: false };
        let mut out = PositionsWriter::create(&path, spec).expect("a file");
        (0..20).for_each(|a| out.append(&[a, 3 * a]).expect("a row"));
        out.finish().expect("written");
        keep("parquet", name, &fs::read(&path).expect("a file"));
    }
    let path = folder.path().join("t");
    for (name, largest) in [("narrow", 3), ("wide", 1 << 20)] {
        let spec = TableSpec {
            about: subject(),
            shows: "grundy".into(),
            heaps: vec!["a".into(), "b".into()],
            lower: vec![0, 0],
            upper: vec![4, 5],
            largest,
        };
        let mut value = |heaps: &[u64]| Ok((heaps[0] < 4).then_some(heaps[1] as u32 % 3));
        tables::write(&path, &spec, &mut value).expect("written");
        let part = |name: &str| fs::read(path.join(name)).expect("a file");
        let parts = [part("zarr.json"), part("values/zarr.json"), part("values/c/0/0")];
        keep("zarr", name, &parts.join(&0));
    }
    for (nth, state) in targets::state_seeds().iter().enumerate() {
        keep("state", &format!("state{nth}"), state);
    }
}

#[test]
#[ignore = "writes files into fuzz/corpus"]
fn write_seeds() {
    texts();
    certificates();
    files();
}

/// What programs answer.
const ANSWERS: [&str; 7] = [
    "[]",
    "[[3,4],[3, 4],{\"b\":1,\"a\":[]}]",
    "{\"error\": \"no such square\"}",
    "[\"##./#..\",1,1.0,-7,null,true]",
    "[18446744073709551615,0.5,1e3]",
    "[{\"a\":1,\"a\":2}]",
    "[[[[]]]]",
];

/// Tables without a rule: a grid of values, lists of outcomes, a row, and one with a hole.
fn learned_tables() -> Vec<String> {
    let outcome = |is_p: bool| if is_p { "P" } else { "N" };
    let sizes: Vec<String> = (0..12).map(|b: u32| b.to_string()).collect();
    let row = |a: u32| (0..12).map(|b| (a ^ b).to_string()).collect::<Vec<_>>().join(",");
    let grid: String = (0..12).map(|a| format!("{a},{}\n", row(a))).collect();
    let thirds: String = (0..40).map(|n| format!("{n},{}\n", outcome(n % 3 == 0))).collect();
    let ascending = (0..9).flat_map(|a| (a..9).map(move |b| (a, b)));
    let equal: String = ascending.map(|(a, b)| format!("{a},{b},{}\n", outcome(a == b))).collect();
    vec![
        format!("a\\b,{}\n{grid}", sizes.join(",")),
        format!("n,outcome\n{thirds}"),
        format!("a,b,outcome\n{equal}"),
        "n,0,1,2,3,4,5,6,7\ngrundy,0,1,0,1,0,1,0,1\n".to_string(),
        "h[1],h[2],grundy\n0,0,-\n0,1,3\n".to_string(),
    ]
}
