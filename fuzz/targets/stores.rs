//! Kept theorems: what stands in a file is refused, or is checked like any certificate.

use std::fs;
use std::sync::LazyLock;

use ishitori::claims::ClaimedGame;
use ishitori::discoveries;
use ishitori_core::prove::arena::Arena;
use ishitori_core::prove::certificate;
use ishitori_rule::Rules;
use ishitori_store::{DiscoveryStore, info};

use super::certificates::{resealed, true_of_small_positions};
use super::files::folder;
use super::limits::patient;

/// The game whose file is read, and its rule as the store knows it.
static GAME: LazyLock<(ClaimedGame, String)> = LazyLock::new(|| {
    let claimed = ClaimedGame::open("nim(2)").unwrap();
    let Rules::Heaps(rules) = &claimed.ruleset.rules else { panic!("heaps") };
    let mut lowered = String::new();
    certificate::rules(&mut lowered, &Arena::new(rules).unwrap());
    (claimed, lowered)
});

/// Reads a file of kept theorems whose checksum is right; what is used of it is true.
pub fn store(data: &[u8]) {
    let (claimed, lowered) = &*GAME;
    let folder = folder();
    let store = DiscoveryStore::at(folder.path());
    let path = store.path("nim(2)", lowered);
    let text = String::from_utf8_lossy(&data[..data.len().min(1 << 14)]).into_owned();
    fs::write(&path, resealed(&text)).unwrap();
    let _ = info::describe(&path, true);
    let Ok(theorems) = store.load("nim(2)", lowered) else { return };
    for theorem in &theorems {
        if let Ok(verified) = discoveries::verified(claimed, theorem, &patient(300)) {
            true_of_small_positions(&verified.checked.statement, &theorem.certificate);
        }
    }
    // What was read is written as it was.
    if let Some(last) = theorems.into_iter().last() {
        store.keep("nim(2)", lowered, last.clone()).unwrap();
        let again = store.load("nim(2)", lowered).unwrap();
        assert!(again.iter().any(|one| one.certificate == last.certificate));
    }
}
