//! Certificates of true theorems are accepted, of every kind.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::games::*;
use crate::naive;
use crate::naive::prove;
use ishitori_check::check;

fn accept(name: &str, spec: &naive::Spec) {
    let text = prove(spec);
    match check(&text) {
        Ok(checked) => {
            assert_eq!(checked.heaps(), spec.heaps.len(), "{name}");
            println!("{name}: {} states, {} macro-states", checked.states, checked.macro_states);
        }
        Err(refused) => panic!("{name}: {refused}\n{}", &text[..text.len().min(2_500)]),
    }
}

#[test]
fn every_kind_is_accepted() {
    for (name, spec) in all() {
        accept(name, &spec);
    }
}

#[test]
#[ignore = "takes 10 seconds, which the naive prover needs"]
fn least_significant_digits_first_in_zeckendorf() {
    accept("wythoff lsd", &wythoff_lsd());
}

#[test]
fn the_program_tells_by_its_status() {
    let folder = std::env::temp_dir().join(format!("ishitori-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("nim.txt");
    let run = |text: Option<&str>| {
        let _ = std::fs::remove_file(&file);
        text.iter().for_each(|text| std::fs::write(&file, text).unwrap());
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_ishitori-check"));
        let done = program.arg(&file).output().unwrap();
        (done.status.code(), String::from_utf8(done.stdout).unwrap())
    };
    let text = prove(&nim2());
    let (status, said) = run(Some(&text));
    assert_eq!(status, Some(0));
    assert!(said.starts_with("valid: test, theorem values 0, 2 heaps\n"), "{said}");
    let (status, said) = run(Some(&text[1..]));
    assert_eq!(status, Some(1));
    assert!(said.starts_with("refused: line "), "{said}");
    assert_eq!(run(None).0, Some(2));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_words_of_the_file_can_be_read() {
    let text = prove(&misere2());
    let statement = check(&text).unwrap().statement;
    assert_eq!(statement.rule, "game test # really\n\nend\n");
    assert_eq!((statement.claim.as_str(), statement.claim_text.as_str()), ("T1", "claimed\n"));
    assert_eq!(statement.moves, ["lower a", "lower b"]);
    assert_eq!(statement.formulas[0].0, "terminal");
    assert_eq!(statement.formulas[0].1, "(and (is 0 a) (is 0 b))");
    assert_eq!(statement.formulas[1].0, "set 0");
}

#[test]
fn false_theorems_are_refused() {
    for (name, spec) in lies() {
        let text = prove(&spec);
        match check(&text) {
            Ok(_) => panic!("{name} is accepted"),
            Err(refused) => println!("{name}: {refused}"),
        }
    }
}
