//! The targets of `fuzz/` without coverage: on their corpus, on everything that was ever found, and on seeded
//! mutations of both. `fuzz/run.sh` runs the same functions with libFuzzer.
#![allow(clippy::print_stdout, reason = "what came of the cases is told")]

use crate::cases::cases;
use crate::targets::mutate::{mutated, words};
use crate::targets::{TARGETS, Target};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

/// A folder of `fuzz/`.
pub fn folder(of: &str, target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(of).join(target)
}

/// The files of a folder, in the order of their names; none if there is no folder.
fn inputs(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: PathBuf| (path.clone(), fs::read(path).expect("a file"));
    paths.into_iter().map(read).collect()
}

/// Runs a target; if it panics, the bytes are told so that they can be kept.
fn run(target: &Target, what: &str, bytes: &[u8]) {
    let ran = catch_unwind(AssertUnwindSafe(|| (target.run)(bytes)));
    if let Err(panic) = ran {
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        println!("target {}, {what}: {hex}", target.name);
        resume_unwind(panic);
    }
}

/// Every input that is kept does no harm: the corpus, and what was once found and mended.
#[test]
fn kept_inputs() {
    for target in TARGETS {
        let corpus = inputs(&folder("corpus", target.name));
        assert!(!corpus.is_empty(), "{} has no corpus", target.name);
        for (path, bytes) in corpus.into_iter().chain(inputs(&folder("found", target.name))) {
            run(target, &path.display().to_string(), &bytes);
        }
    }
}

/// Every folder of inputs belongs to a target, and all of them together are small.
#[test]
fn folders_have_targets() {
    let mut bytes = 0;
    for of in ["corpus", "found"] {
        for folder in fs::read_dir(folder(of, "")).into_iter().flatten() {
            let path = folder.expect("a folder").path();
            let known = TARGETS.iter().any(|target| path.ends_with(target.name));
            assert!(known, "{} belongs to no target", path.display());
            bytes += inputs(&path).iter().map(|(_, input)| input.len()).sum::<usize>();
        }
    }
    assert!((1_000..300_000).contains(&bytes), "{bytes} bytes of inputs");
}

/// Changed inputs of every target, always the same ones.
fn mutations(name: &str, count: u64) {
    let target = crate::targets::target(name);
    let kept = inputs(&folder("corpus", name)).into_iter().chain(inputs(&folder("found", name)));
    let seeds: Vec<Vec<u8>> = kept.map(|(_, bytes)| bytes).collect();
    let dictionary = fs::read_to_string(folder("", "words.dict")).expect("the dictionary");
    let words = words(&dictionary);
    for nth in 0..cases(count) {
        let mut random = fastrand::Rng::with_seed(nth);
        run(target, &format!("mutation {nth}"), &mutated(&seeds, &words, &mut random));
    }
}

/// A test for each target, so that they run side by side and a failure has a name.
macro_rules! mutated_inputs {
    ($($name:ident $count:literal),* $(,)?) => {
        $(#[test]
        fn $name() {
            mutations(stringify!($name), $count);
        })*

        #[test]
        fn every_target_is_mutated() {
            let named = [$(stringify!($name)),*];
            assert!(TARGETS.iter().all(|target| named.contains(&target.name)));
        }
    };
}

mutated_inputs! {
    rule 3_000,
    claim 2_000,
    position 5_000,
    sentence 500,
    certificate 1_000,
    checkpoint 1_000,
    state 1_000,
    parquet 1_000,
    zarr 500,
    csv 2_000,
    answer 5_000,
    table 500,
    store 500,
    readers 500,
    readers_claim 300,
    engines 500,
    proofs 200,
    automata 1_000,
}
