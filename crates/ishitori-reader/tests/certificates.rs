//! Certificates of the catalogue: both readers agree; with another rule or another claim they do not.

use ishitori_check::{ClaimReading, ReadingVerdict, SecondReading, compare_reading};
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::instances;
use ishitori_core::control::Control;
use ishitori_core::prove::{ProofAttempt, ProofQuestion, prove};
use ishitori_core::solve::Convention;
use ishitori_reader::{ClaimAbout, read_rule};

/// What takes more than some seconds to prove or to compare.
const SLOW: [&str; 9] = [
    "circular(6,3)",
    "circular(6,4)",
    "circular(7,4)",
    "circular(8,6)",
    "common-divisor(3)",
    "common-divisor(4)",
    "at-most-half-delete(5)",
    "at-most-half-delete(6)",
    "single-delete(4)",
];

/// A certificate with its texts.
pub struct Certified {
    pub game: String,
    pub claim: String,
    pub certificate: String,
}

/// The certificates of all claims of a game, with the parameters that the claims name.
fn certified(game: &str, slow: bool) -> Vec<Certified> {
    let ruleset = catalogue::find(game).unwrap_or_else(|why| panic!("{game}: {why:?}"));
    let mut found = Vec::new();
    for instance in instances(&ruleset.claims, &ruleset.about.arguments, None) {
        let claim = &ruleset.claims[instance.claim];
        let text = &ruleset.about.text;
        let Ok(rules) = ishitori_rule::load(text, &instance.arguments) else { continue };
        let name = rules.about.full_name();
        if SLOW.contains(&name.as_str()) != slow {
            continue;
        }
        let question = ProofQuestion {
            ruleset: &rules,
            statement: &claim.statement,
            text,
            claim: &claim.id.value,
            convention: if claim.about.misere { Convention::Misere } else { Convention::Normal },
            library: &CatalogueLibrary,
        };
        let control = Control::unlimited().with_memory(1 << 31);
        if let ProofAttempt::Proved(proof) = prove(&question, &control) {
            let (claim, certificate) = (claim.id.value.clone(), proof.certificate.clone());
            found.push(Certified { game: name, claim, certificate });
        }
    }
    found
}

/// The statement of a certificate with other texts, as the second reader understands them, compared with it.
fn compared(certificate: &str, rule: Option<&str>, claim: Option<&str>) -> Option<ReadingVerdict> {
    let says = ishitori_check::check(certificate).expect("it was proved").statement;
    let rule = rule.unwrap_or(&says.rule);
    let game = read_rule(rule, &says.game, &mut || true).ok()?;
    let text = claim.unwrap_or(&says.claim_text);
    let mut claims = Vec::new();
    for about in ClaimAbout::kinds(&says.theorem).expect("a theorem") {
        let read = game.claim(text, about, &mut || true).ok()?;
        claims.push(ClaimReading { holds: read.holds, undefined: read.undefined });
    }
    let reading = SecondReading {
        heaps: game.heaps(),
        unordered: game.is_unordered(),
        valid: game.valid(),
        moves: game.moves(),
        claim: claims,
    };
    Some(compare_reading(certificate, &reading, &mut |_| true).expect("a comparison"))
}

fn all_agree(slow: bool) -> usize {
    let mut count = 0;
    for (game, _) in catalogue::GAMES {
        for Certified { game, claim, certificate } in certified(game, slow) {
            let verdict = compared(&certificate, None, None);
            assert_eq!(verdict, Some(ReadingVerdict::Agrees), "{game} {claim}");
            count += 1;
        }
    }
    count
}

#[test]
fn the_catalogue_agrees() {
    let count = all_agree(false);
    assert!(count >= 65, "{count}");
}

#[test]
#[ignore = "minutes"]
fn slow_the_large_ones_agree() {
    let count = all_agree(true);
    assert!(count >= 10, "{count}");
}

/// The texts of a small theorem, edited by hand: what another rule or another claim would be is noticed.
#[test]
fn other_meanings_are_noticed() {
    let sdn = certified("split-and-delete", false).remove(0);
    assert_eq!(sdn.claim, "SDN-T1");
    let rule = ishitori_check::check(&sdn.certificate).expect("proved").statement.rule;
    for (from, to) in [
        ("x < a ", "x <= a, x != a "),
        ("x + y = a", "a = y + x"),
        ("(x, y) where", "(y, x) where"),
        ("(x, b) where x < a", "(b, x) where a > x"),
        ("(x, b) where x < a", "with a lowered"),
        ("each >= 1", "where a > 0, b > 0"),
    ] {
        assert!(rule.contains(from), "{from}");
        let verdict = compared(&sdn.certificate, Some(&rule.replacen(from, to, 1)), None);
        assert_eq!(verdict, Some(ReadingVerdict::Agrees), "{from} -> {to}");
    }
    for (from, to) in [
        ("x < a ", "x < a, x != 1000000 "),
        ("x < a ", "x + 1 < a "),
        ("x + y = a", "x + y = b, x != 77777"),
        ("unordered", ""),
        ("each >= 1", "each >= 2"),
        (", each >= 1", ""),
        ("option (x, y)", "option (x, x) where 2*x = a option (y, x)"),
    ] {
        assert!(rule.contains(from), "{from}");
        let verdict = compared(&sdn.certificate, Some(&rule.replacen(from, to, 1)), None);
        let same = to.starts_with("option (x, x)");
        assert_eq!(verdict == Some(ReadingVerdict::Agrees), same, "{from} -> {to}: {verdict:?}");
    }
    for (claim, agrees) in [
        ("N iff a != b or v2(a) mod 2 = 1", true),
        ("P iff b = a and v2(b) mod 2 = 0", true),
        ("P implies a = b", true),
        ("P iff b = a and v2(b) mod 4 = 0", false),
        ("P iff a = b and v2(a) mod 2 = 0 and a != 1048576", false),
        ("P iff a = b", false),
        // The names stand for the heaps in ascending order.
        ("P iff a >= b and v2(a) mod 2 = 0", true),
        ("P iff a <= b and v2(a) mod 2 = 0", false),
        ("P iff a = b and v2(a - 1) mod 2 = 0", false),
    ] {
        let verdict = compared(&sdn.certificate, None, Some(claim));
        assert_eq!(verdict == Some(ReadingVerdict::Agrees), agrees, "{claim}: {verdict:?}");
    }
}
