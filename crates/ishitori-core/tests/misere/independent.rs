//! Outcomes and genera that `testdata/misere.py` computed without any of our code.

use std::path::PathBuf;

use ishitori_core::control::Control;
use ishitori_core::single::genus::Genera;
use ishitori_core::single::misere::MisereOutcomes;
use ishitori_core::single::quotient::find;
use ishitori_core::solve::Outcome;
use serde::Deserialize;

use super::games::{code, grundy};
use super::random::all_sums;

#[derive(Deserialize)]
struct File {
    case: Vec<Case>,
}

/// A game up to a heap: its P-positions with at most `most` heaps, and the first entries of its heaps' genera.
#[derive(Deserialize)]
struct Case {
    game: String,
    largest: u32,
    most: usize,
    p_positions: Vec<Vec<u32>>,
    grundy: Vec<u32>,
    misere: Vec<Vec<u32>>,
}

#[test]
fn agrees() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/misere.toml");
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let file: File = toml::from_str(&text).expect("as written by misere.py");
    assert!(file.case.len() >= 8);
    for case in &file.case {
        let game = match case.game.as_str() {
            "grundy" => grundy(case.largest),
            octal => code(octal, case.largest),
        };
        let found =
            find(&game, 200, &Control::unlimited().with_positions(500_000)).expect("verified");
        let mut outcomes = MisereOutcomes::new(&game);
        let mut p_positions = Vec::new();
        all_sums(case.largest, case.most, &mut |heaps| {
            let outcome = outcomes.outcome(heaps, &Control::unlimited()).expect("no limit");
            if outcome == Outcome::P {
                p_positions.push(heaps.to_vec());
            }
            if heaps.iter().all(|heap| *heap <= found.quotient.largest()) {
                assert_eq!(found.quotient.outcome(heaps), Ok(outcome), "{} {heaps:?}", case.game);
            }
        });
        assert_eq!(p_positions, case.p_positions, "{}", case.game);
        let mut genera = Genera::new(&game);
        for heap in 1..=case.largest {
            let (genus, _) = genera.genus(&[heap], &Control::unlimited()).expect("no limit");
            let at = heap as usize - 1;
            assert_eq!(genus.grundy(), case.grundy[at], "{} {heap}", case.game);
            for (twos, misere) in case.misere[at].iter().enumerate() {
                assert_eq!(genus.misere_beside(twos), *misere, "{} {heap} + {twos}", case.game);
            }
        }
    }
}
