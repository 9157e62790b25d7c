//! Small edits of rules and claims: where the meaning changes, the second reader notices.
//!
//! That it changes is what the first reader and the solvers say: other options of a small position, or a claim
//! that a window refutes. Then the edited text must not be taken for the one of the certificate.

use crate::against::{first_game, first_options, tuples};
use crate::cases::{cases, enough};
use crate::certificates::{compared, quickly_certified};
use crate::edits::edited;
use fastrand::Rng;
use ishitori_check::ReadingVerdict;
use ishitori_core::catalogue::CatalogueLibrary;
use ishitori_core::claim::{ClaimCheck, Verdict, check};
use ishitori_core::control::Control;
use ishitori_core::game::{Bounds, HeapGame};
use ishitori_core::solve::Convention;
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Ruleset, load, name};

/// Whether some small position has other options, or is none.
fn differ(one: &Ruleset, two: &Ruleset) -> bool {
    let (Some(one), Some(two)) = (first_game(one), first_game(two)) else { return true };
    let heaps = one.rules().names.len();
    if two.rules().names.len() != heaps {
        return true;
    }
    let side = [12, 6, 4, 3, 2, 2][heaps.min(6) - 1];
    // Whether the order of heaps counts is a way to write positions: where only that changes, options are
    // compared without their order.
    let [first, second] = [&one, &two].map(|game| game.rules().symmetry.identifies());
    let options = |game: &HeapGame, heaps: &[u64]| {
        let mut options = first_options(game, heaps)?;
        if first != second {
            let sorted = |mut option: Vec<i64>| {
                option.sort_unstable();
                option
            };
            options = options.into_iter().map(sorted).collect();
        }
        Some(options)
    };
    tuples(heaps, side).iter().any(|heaps| options(&one, heaps) != options(&two, heaps))
}

const GAMES: [&str; 11] = [
    "split-and-delete",
    "delete-and-split",
    "nim-1",
    "wythoff",
    "delete-nim",
    "lim",
    "welter",
    "nimhoff",
    "nim",
    "moore",
    "emperor",
];

#[test]
fn edited_texts_are_noticed() {
    let mut random = Rng::with_seed(3);
    let (mut rules, mut claims, mut unread, mut kept) = (0, 0, 0, 0);
    for game in GAMES {
        let mut all = quickly_certified(game);
        random.shuffle(&mut all);
        for one in all.into_iter().take(2) {
            let says = ishitori_check::check(&one.certificate).expect("proved").statement;
            if says.heaps.len() > 3 {
                continue;
            }
            let arguments = name::parse(&says.game).expect("a name").arguments;
            let ruleset = load(&says.rule, &arguments).expect("a rule");
            for _ in 0..cases(24) {
                let rule_line = |line: &str| {
                    ["position", "option", "move"].iter().any(|word| line.starts_with(word))
                };
                let Some(text) = edited(&says.rule, rule_line, &mut random) else { continue };
                let Ok(other) = load(&text, &arguments) else { continue };
                let differs = differ(&ruleset, &other);
                match compared(&one.certificate, Some(&text), None) {
                    None => unread += usize::from(differs),
                    Some(verdict) if differs => {
                        assert_ne!(verdict, ReadingVerdict::Agrees, "{}\n{text}", says.game);
                        rules += 1;
                    }
                    Some(_) => kept += 1,
                }
            }
            for _ in 0..cases(24) {
                let Some(text) = edited(&says.claim_text, |_| true, &mut random) else { continue };
                if is_refuted(&ruleset, &text, says.theorem == "misere") {
                    match compared(&one.certificate, None, Some(&text)) {
                        None => unread += 1,
                        Some(verdict) => {
                            assert_ne!(verdict, ReadingVerdict::Agrees, "{}\n{text}", says.game);
                            claims += 1;
                        }
                    }
                }
            }
        }
    }
    let told = format!("{rules} rules, {claims} claims noticed, {unread} not read, {kept} kept");
    assert!(rules >= enough(60) && claims >= enough(120) && unread <= 40, "{told}");
}

/// Whether a small window refutes a claim.
fn is_refuted(ruleset: &Ruleset, text: &str, misere: bool) -> bool {
    let Ok(statement) = parse_statement(text) else { return false };
    let heaps = first_game(ruleset).expect("heaps").rules().names.len();
    let to = [40, 16, 7, 4, 3, 2][heaps.min(6) - 1];
    let control = Control::unlimited().with_memory(1 << 28).with_positions(200_000);
    let check_of = ClaimCheck {
        among: None,
        ruleset,
        statement: &statement,
        text,
        convention: if misere { Convention::Misere } else { Convention::Normal },
        bounds: &Bounds { to: vec![to], total: None },
        automatic: false,
        control: &control,
        known: None,
        library: &CatalogueLibrary,
    };
    matches!(check(&check_of), Ok(Verdict::Refuted(_)))
}
