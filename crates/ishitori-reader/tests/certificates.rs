//! Certificates of the catalogue: both readers agree; with another rule or another claim they do not.

use ishitori_check::{ClaimReading, ReadingVerdict, SecondReading, compare_reading};
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::control::Control;
use ishitori_core::prove::{ProofAttempt, ProofQuestion, prove};
use ishitori_core::solve::Convention;
use ishitori_reader::{ClaimAbout, read_rule};

/// Games of the catalogue, their claims, and the parameters with which these are proved.
type Proved = (&'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const FAST: &[Proved] = &[
    ("all-but-one-delete", "ABD-1", &["(2)", "(3)"]),
    ("at-most-half-delete", "AMHD-1", &["(2)", "(4)"]),
    ("at-most-half-delete", "AMHD-2", &["(3)"]),
    ("circular", "CIR-42", &["(4,2)"]),
    ("circular", "CIR-52", &["(5,2)"]),
    ("circular", "CIR-53", &["(5,3)"]),
    ("circular", "CIR-MOORE", &["(3,2)", "(4,3)", "(5,4)", "(6,5)"]),
    ("circular", "CIR-N1", &["(3,1)", "(4,1)", "(5,1)"]),
    ("common-divisor", "CDN-T2.4", &["(1)", "(2)"]),
    ("common-divisor", "CDN-T2.4-P", &["(1)", "(2)"]),
    ("delete-and-split", "SDN-VDN-G", &["(2)"]),
    ("delete-and-split", "SDN-VDN-P", &["(2)"]),
    ("delete-nim", "BIN-T11", &[""]),
    ("emperor", "BIN-T12", &["([1,1,2],1)", "([1,2],1)", "([2,2,2],1)", "([2,2],1)", "([2,3],1)", "([2],1)", "([3],1)"]),
    ("emperor", "BIN-T13", &["([1,1,1],2)", "([1,1,2],2)", "([1,2,2],2)", "([2,2,2],2)", "([2,2],2)"]),
    ("half-delete", "HD-1", &["(2)"]),
    ("half-delete", "HD-2", &["(4)"]),
    ("lim", "BIN-T8", &[""]),
    ("lim", "BIN-T8-MAJ", &[""]),
    ("moore", "BIN-T5", &["(12,2)", "(2,1)", "(3,1)", "(3,2)", "(3,3)", "(4,2)", "(4,3)", "(5,2)", "(5,3)"]),
    ("nim", "BIN-T1", &["(1)", "(2)", "(3)", "(4)"]),
    ("nim", "BIN-T4", &["(1)", "(2)", "(20)", "(3)", "(4)"]),
    ("nim-1", "SDN-NIM-G", &["(2)"]),
    ("nimhoff", "BIN-T10", &["(2,1)", "(2,2)", "(2,3)"]),
    ("nimhoff", "BIN-T10-3", &["(3,1)", "(3,2)", "(3,3)"]),
    ("nimhoff", "BIN-T10-4", &["(4,1)", "(4,2)"]),
    ("single-delete", "SD-1", &["(2)", "(3)"]),
    ("single-delete", "SD-2", &["(3)"]),
    ("split-and-delete", "SDN-P2", &["(2)"]),
    ("split-and-delete", "SDN-T1", &["(2)"]),
    ("welter", "BIN-T7", &["(1)", "(2)", "(3)"]),
    ("wythoff", "WYT-P", &[""]),
    ("wythoff-1", "SDN-WYT-P", &[""]),
];

/// What takes more than a second to prove or to compare.
#[rustfmt::skip]
const SLOW: &[Proved] = &[
    ("at-most-half-delete", "AMHD-1", &["(6)"]),
    ("at-most-half-delete", "AMHD-2", &["(5)"]),
    ("circular", "BIN-T9", &["(6,4)"]),
    ("circular", "BIN-T9-ALL", &["(6,4)"]),
    ("circular", "CIR-63", &["(6,3)"]),
    ("circular", "CIR-74", &["(7,4)"]),
    ("circular", "CIR-86", &["(8,6)"]),
    ("common-divisor", "CDN-T2.4", &["(3)", "(4)"]),
    ("common-divisor", "CDN-T2.4-P", &["(3)", "(4)"]),
    ("single-delete", "SD-1", &["(4)"]),
    ("welter", "BIN-T7", &["(4)"]),
];

/// A certificate with its texts.
pub struct Certified {
    pub game: String,
    pub claim: String,
    pub certificate: String,
}

/// The certificates of a list.
pub fn certified(list: &[Proved]) -> Vec<Certified> {
    let mut found = Vec::new();
    for (game, id, parameters) in list {
        for parameters in *parameters {
            let game = format!("{game}{parameters}");
            let rules = catalogue::find(&game).unwrap_or_else(|why| panic!("{game}: {why:?}"));
            let claim = rules.claims.iter().find(|claim| claim.id.value == *id).expect("a claim");
            let question = ProofQuestion {
                ruleset: &rules,
                statement: &claim.statement,
                text: &rules.about.text,
                claim: id,
                convention: if claim.about.misere {
                    Convention::Misere
                } else {
                    Convention::Normal
                },
                library: &CatalogueLibrary,
            };
            let control = Control::unlimited().with_memory(1 << 31);
            let ProofAttempt::Proved(proof) = prove(&question, &control) else {
                panic!("{game} {id} is proved no more")
            };
            let (claim, certificate) = (id.to_string(), proof.certificate.clone());
            found.push(Certified { game, claim, certificate });
        }
    }
    found
}

/// The certificates of a game, those that are quickly proved.
pub fn quickly_certified(game: &str) -> Vec<Certified> {
    let of: Vec<Proved> = FAST.iter().filter(|proved| proved.0 == game).copied().collect();
    certified(&of)
}

/// The statement of a certificate with other texts, as the second reader understands them, compared with it.
pub fn compared(
    certificate: &str,
    rule: Option<&str>,
    claim: Option<&str>,
) -> Option<ReadingVerdict> {
    let edited = rule.is_some() || claim.is_some();
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
    // An edited rule may have moves that are very different: that is not followed for long.
    let mut calls = 0;
    let mut patient = |_: &str| {
        calls += 1;
        !edited || calls < 2_000
    };
    compare_reading(certificate, &reading, &mut patient).ok()
}

fn all_agree(list: &[Proved]) {
    for Certified { game, claim, certificate } in certified(list) {
        let verdict = compared(&certificate, None, None);
        assert_eq!(verdict, Some(ReadingVerdict::Agrees), "{game} {claim}");
    }
}

#[test]
fn the_catalogue_agrees() {
    all_agree(FAST);
}

#[test]
#[ignore = "minutes"]
fn slow_the_large_ones_agree() {
    all_agree(SLOW);
}

/// The texts of a small theorem, edited by hand: what another rule or another claim would be is noticed.
#[test]
fn other_meanings_are_noticed() {
    let sdn = quickly_certified("split-and-delete").remove(1);
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
