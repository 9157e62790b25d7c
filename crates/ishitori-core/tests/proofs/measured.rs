//! Proofs about games that end for more reasons than one sum of stones: what they are, and that a certificate with another measure,
//! which some move does not lower, is refused.

use ishitori_core::solve::Convention;
use ishitori_rule::{Ruleset, load};

use super::corrupted::sealed;
use super::tried::{Tried, formula};

/// A rule, what is true of it, and the line of the certificate that says why play ends.
const ENDING: [(&str, &str, &str); 3] = [
    // Two heaps may be joined: they become fewer. Whoever joins them leaves one heap, which is won.
    (
        "game joined position (a, b) unordered option (x, b) where x < a
         option (0, a + b) where a >= 1, b >= 1",
        "P iff a = b",
        "measure 1 1 and 1 1 above 0 0",
    ),
    // The first heap falls, and the second grows by all that was in it.
    (
        "game filled position (a, b) option (x, a + b) where x < a option (a, y) where y < b",
        "P iff b = 0",
        "measure 1 0 then 0 1",
    ),
    // Joined heaps hold more stones than both did.
    (
        "game doubled position (a, b) unordered option (x, b) where x < a
         option (0, a + 2*b) where a >= 1, b >= 1",
        "P iff a = b",
        "measure 0 0 and 1 1 above 0 0 then 1 1",
    ),
];

fn game(rule: &str) -> Ruleset {
    load(rule, &[]).unwrap_or_else(|problems| panic!("{rule}: {problems:?}"))
}

fn certificate(rule: &str, claim: &str) -> String {
    match formula(&game(rule), claim, Convention::Normal) {
        Tried::Proved(certificate, _) => certificate,
        other => panic!("{rule}: {claim}: {other:?}"),
    }
}

#[test]
fn the_measure_is_in_the_certificate() {
    for (rule, claim, measure) in ENDING {
        let text = certificate(rule, claim);
        let line = text.lines().find(|line| line.starts_with("measure"));
        assert_eq!(line, Some(measure), "{rule}");
    }
}

/// Measures that are well written, but that some move does not lower.
#[test]
fn other_measures_are_refused() {
    let wrong = [
        &[
            "measure 1 1",
            "measure 0 0 and 1 1 above 0 0",
            "measure 1 1 and 1 1 above 1 1",
            "measure 1 1 and 1 1 above 0 3 then 1 1",
        ][..],
        &[
            "measure 1 1",
            "measure 1 0",
            "measure 0 1 then 1 0",
            "measure 5 1",
            "measure 1 0 and 0 1 above 0 0 then 0 1",
            "measure 1 0 and 0 1 above 0 0 then 0 0 and 0 1 above 0 7",
        ],
        &[
            "measure 1 1",
            "measure 1 1 and 9 9 above 0 0",
            "measure 0 0 and 1 1 above 0 0",
            "measure 1 1 then 0 0 and 1 1 above 0 0",
            "measure 0 0 and 1 1 above 1 1 then 1 1",
        ],
    ];
    for ((rule, claim, measure), wrong) in ENDING.iter().zip(wrong) {
        let text = certificate(rule, claim);
        let with = |line: &str| {
            let changed = text.replace(&format!("\n{measure}\n"), &format!("\n{line}\n"));
            assert_ne!(changed, text);
            ishitori_check::check(&sealed(&changed))
        };
        for line in wrong {
            let refused = with(line).expect_err(line).to_string();
            assert!(refused.contains("lowers the measure"), "{rule}: {line}: {refused}");
        }
    }
}

/// Measures that are no measures, and others that do as well.
#[test]
fn measures_are_read_strictly() {
    let (rule, claim, measure) = ENDING[0];
    let text = certificate(rule, claim);
    let with = |line: &str| {
        let changed = text.replace(&format!("\n{measure}\n"), &format!("\n{line}\n"));
        ishitori_check::check(&sealed(&changed))
    };
    for line in [
        "measure",
        "measure 1 1 then",
        "measure then 1 1",
        "measure 1 1 and 1 1",
        "measure 1 1 and 1 1 above 0",
        "measure 1 1 and 1 1 above 0 0 above 0 0",
        "measure 1 1 and -1 1 above 0 0",
        "measure 1 1 and 1 1 above 0 -1",
        "measure 1 1 1 and 1 1 1 above 0 0 0",
    ] {
        assert!(with(line).is_err(), "{line}");
    }
    for line in [
        "measure 2 2 and 1 1 above 0 0",
        "measure 0 0 and 1 1 above 0 0 then 1 1",
        "measure 1 1 and 1 1 above 0 0 then 5 0",
        "measure 0 0 then 1 1 and 3 3 above 0 0",
    ] {
        assert!(with(line).is_ok(), "{line}: {:?}", with(line).err().map(|why| why.to_string()));
    }
}
