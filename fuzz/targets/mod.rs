//! What is fuzzed: one function a target, from bytes to nothing. Whatever the bytes are, it returns; a panic, a
//! hang or too much memory is a finding, and so is a disagreement of two that should agree.
//!
//! libFuzzer calls these functions with coverage (`fuzz_targets/`), and `crates/ishitori/tests/fuzz.rs` calls the
//! same ones without, on the corpus, on what was found and on seeded mutations. So a target depends on nothing but
//! its bytes: work is bounded by counting ([`limits`]), never by a clock.

#![allow(missing_docs, reason = "these are tests")]
#![allow(dead_code, reason = "judges that tests share are not used whole")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic")]

mod automata;
mod certificates;
mod choices;
mod differ;
mod files;
mod limits;
pub mod mutate;
mod programs;
mod rules;
mod states;
mod stores;
mod texts;

// What tests judge by is what is judged by here.
#[path = "../../crates/ishitori-reader/tests/against.rs"]
mod against;
#[path = "../../crates/ishitori-core/tests/proofs/formulas.rs"]
mod formulas;
#[path = "../../crates/ishitori-automata/tests/meaning/mod.rs"]
mod meaning;
#[path = "../../crates/ishitori-core/tests/proofs/played.rs"]
mod played;
#[path = "../../crates/ishitori-core/tests/proofs/tried.rs"]
mod tried;

// For the tests that share what is here.
pub use differ::{heap_window, is_true_in};
pub use limits::patient;

// For whoever makes seeds.
pub use certificates::resealed;
pub use states::seeds as state_seeds;

/// A target: its name, which is that of its folders, and its function.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
}

/// All targets. A new one needs a file of three lines in `fuzz_targets/` and a line in `Cargo.toml`, too.
pub const TARGETS: &[Target] = &[
    Target { name: "rule", run: texts::rule },
    Target { name: "claim", run: texts::claim },
    Target { name: "position", run: texts::position },
    Target { name: "sentence", run: texts::sentence },
    Target { name: "certificate", run: certificates::certificate },
    Target { name: "checkpoint", run: files::checkpoint },
    Target { name: "state", run: states::state },
    Target { name: "parquet", run: files::parquet },
    Target { name: "zarr", run: files::zarr },
    Target { name: "csv", run: files::csv },
    Target { name: "answer", run: programs::answer },
    Target { name: "table", run: programs::table },
    Target { name: "store", run: stores::store },
    Target { name: "readers", run: differ::readers },
    Target { name: "readers_claim", run: differ::readers_claim },
    Target { name: "engines", run: differ::engines },
    Target { name: "proofs", run: differ::proofs },
    Target { name: "automata", run: automata::automata },
];

/// The target of a name.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("a target of this name")
}

/// Bytes as a text; longer ones are cut, since they only cost time.
fn text_of(data: &[u8]) -> String {
    String::from_utf8_lossy(&data[..data.len().min(4096)]).into_owned()
}

/// Panics of other people's readers, which ours catch (Parquet, Zarr), are no findings and not worth a line each; all
/// others are told, and end the target.
pub fn start() {
    // libFuzzer's own hook ends the process at every panic, also at one that is caught.
    drop(std::panic::take_hook());
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let of_others = |place: &std::panic::Location| place.file().contains("/registry/src/");
        if !panic.location().is_some_and(of_others) {
            usual(panic);
        }
    }));
}
