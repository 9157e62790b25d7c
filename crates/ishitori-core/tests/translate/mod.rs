//! Claims as formulas: they mean what the evaluator says, or are refused with a reason.

mod agree;
mod random;
mod tricky;

use ishitori_automata::{DigitLogic, DigitOrder, Numeration};
use ishitori_core::catalogue::{self, CatalogueLibrary, GAMES};
use ishitori_core::claim::instances;
use ishitori_core::game::AnyGame;
use ishitori_core::prove::{
    BeyondAutomata, TheoremStatement, TranslatedClaim, ValueCoding, text, translate,
};
use ishitori_rule::{Ruleset, load};

/// What comes of translating a claim of the catalogue.
fn claim(game: &str, id: &str) -> Result<TranslatedClaim, BeyondAutomata> {
    let ruleset = catalogue::find(game).unwrap_or_else(|e| panic!("{game}: {e:?}"));
    let found = ruleset.claims.iter().find(|claim| claim.id.value == id);
    let found = found.unwrap_or_else(|| panic!("no claim {id} in {game}"));
    translate(&ruleset, &found.statement, &CatalogueLibrary)
}

/// Every claim of every game, on the parameters where it is checked.
fn all() -> Vec<(String, String, Ruleset, usize)> {
    let mut all = Vec::new();
    for (name, rule) in GAMES {
        let defaults = load(rule, &[]).expect("a game of the catalogue");
        for instance in instances(&defaults.claims, &defaults.about.arguments, None) {
            let ruleset =
                load(rule, &instance.arguments).unwrap_or_else(|e| panic!("{name}: {e:?}"));
            let id = ruleset.claims[instance.claim].id.value.clone();
            all.push((ruleset.about.full_name(), id, ruleset, instance.claim));
        }
    }
    all
}

#[test]
fn what_is_translated_means_what_the_evaluator_says() {
    for (game, id, ruleset, at) in all() {
        let statement = &ruleset.claims[at].statement;
        let Ok(translated) = translate(&ruleset, statement, &CatalogueLibrary) else { continue };
        if let TheoremStatement::Sentence(sentence) = &translated.theorem {
            assert_eq!(
                DigitLogic::binary(DigitOrder::Msd).decide(sentence),
                Ok(true),
                "{game} {id}"
            );
            continue;
        }
        let Ok(AnyGame::Heaps(heaps)) = AnyGame::new(&ruleset) else { panic!("{game}") };
        let positions = agree::positions(&heaps);
        let undefined = agree::agree(&ruleset, statement, &translated, &positions);
        assert_eq!(undefined, 0, "{game} {id}: {}", text(&translated.defined));
    }
}

/// What is refused, and why. Review changes with care: a claim that leaves this list may be proved.
#[test]
fn what_is_refused() {
    let mut refused: Vec<String> = Vec::new();
    for (_, id, ruleset, at) in all() {
        if let Err(why) = translate(&ruleset, &ruleset.claims[at].statement, &CatalogueLibrary) {
            refused.push(format!("{id}: {why}"));
        }
    }
    refused.dedup();
    insta::assert_snapshot!(refused.join("\n"));
}

/// The theorems that a prover must at least be given, with their digits.
#[test]
fn what_must_be_translated() {
    let mut wanted: Vec<(String, &str)> = vec![
        ("split-and-delete".into(), "SDN-T1"),
        ("split-and-delete".into(), "SDN-P2"),
        ("delete-and-split".into(), "SDN-VDN-P"),
        ("delete-and-split".into(), "SDN-VDN-G"),
        ("nim-1(2)".into(), "SDN-NIM-G"),
        ("wythoff-1".into(), "SDN-WYT-P"),
        ("wythoff".into(), "WYT-P"),
        ("welter(2)".into(), "BIN-T7"),
        ("welter(3)".into(), "BIN-T7"),
        ("lim".into(), "BIN-T8"),
        ("lim".into(), "BIN-T8-MAJ"),
        ("circular(6,4)".into(), "BIN-T9"),
        ("circular(6,4)".into(), "BIN-T9-ALL"),
        ("delete-nim".into(), "BIN-T11"),
        ("circular(4,2)".into(), "CIR-42"),
        ("circular(5,2)".into(), "CIR-52"),
        ("circular(6,3)".into(), "CIR-63"),
        ("circular(5,3)".into(), "CIR-53"),
        ("circular(7,4)".into(), "CIR-74"),
        ("circular(8,6)".into(), "CIR-86"),
        ("circular(5,1)".into(), "CIR-N1"),
        ("single-delete(4)".into(), "SD-1"),
        ("single-delete(3)".into(), "SD-2"),
        ("half-delete(2)".into(), "HD-1"),
        ("half-delete(4)".into(), "HD-2"),
        ("all-but-one-delete(4)".into(), "ABD-1"),
        ("at-most-half-delete(4)".into(), "AMHD-1"),
        ("at-most-half-delete(5)".into(), "AMHD-2"),
    ];
    for n in [1, 2, 3, 4, 5, 6, 7, 8, 20] {
        wanted.extend([(format!("nim({n})"), "BIN-T1"), (format!("nim({n})"), "BIN-T4")]);
    }
    for m in 1..=4 {
        let game = format!("common-divisor({m})");
        wanted.extend([(game.clone(), "CDN-T2.4"), (game, "CDN-T2.4-P")]);
    }
    for (n, k) in [(3, 2), (4, 2), (4, 3), (5, 2), (12, 2)] {
        wanted.push((format!("moore({n},{k})"), "BIN-T5"));
    }
    for k in 1..=3 {
        wanted.push((format!("nimhoff(2,{k})"), "BIN-T10"));
        wanted.push((format!("nimhoff(3,{k})"), "BIN-T10-3"));
    }
    for shape in ["[2,2]", "[2,3]", "[2,2,2]"] {
        wanted.push((format!("emperor({shape},1)"), "BIN-T12"));
        wanted.push((format!("emperor({shape},2)"), "BIN-T13"));
    }
    for n in 3..=6 {
        wanted.push((format!("circular({n},{})", n - 1), "CIR-MOORE"));
    }
    for (game, id) in wanted {
        let translated = claim(&game, id).unwrap_or_else(|why| panic!("{game} {id}: {why}"));
        let golden = game.starts_with("wythoff");
        let numeration = if golden { Numeration::Zeckendorf } else { Numeration::Binary };
        assert_eq!(translated.numeration, numeration, "{game} {id}");
    }
}

/// The formulas that people will read in certificates.
#[test]
fn formulas_are_as_short_as_they_can_be() {
    let shown = |game: &str, id: &str| {
        let translated = claim(game, id).unwrap_or_else(|why| panic!("{game} {id}: {why}"));
        translated.theorem.formulas().into_iter().map(text).collect::<Vec<_>>().join(" and ")
    };
    let heaps: Vec<String> = (1..=20).map(|i| format!("h{i}")).collect();
    let heaps = heaps.join(" ");
    assert_eq!(shown("nim(20)", "BIN-T1"), format!("(xor0 {heaps})"));
    assert_eq!(shown("nim(20)", "BIN-T4"), format!("(xor0 {heaps} g)"));
    assert_eq!(shown("moore(4,2)", "BIN-T5"), "(digits 3 h1 h2 h3 h4)");
    assert_eq!(
        shown("split-and-delete", "SDN-T1"),
        "(and (lin = 0 (1 h1) (-1 h2)) (v2mod 2 0 h1))"
    );
    assert_eq!(
        shown("circular(4,2)", "CIR-42"),
        "(and (lin = 0 (1 h1) (-1 h3)) (lin = 0 (1 h2) (-1 h4)))"
    );
    assert_eq!(
        shown("delete-nim", "BIN-T11"),
        "(exists (t1_) (and (oris h1 h2 t1_) (tailhot t1_ g)))"
    );
    assert_eq!(shown("lim", "BIN-T8-MAJ"), "(majis h1 h2 h3 g)");
    assert_eq!(
        shown("lim", "BIN-T8"),
        "(exists (t1_) (and (xor0 h1 h2 h3 t1_) (lin >= 0 (1 h1) (1 h2) (1 h3) (-1 t1_) (-2 g)) \
         (lin < 2 (1 h1) (1 h2) (1 h3) (-1 t1_) (-2 g))))"
    );
    assert_eq!(
        shown("emperor([2,2],1)", "BIN-T12"),
        "(and (xor0 h1 h2) (xor0 h3 h4) (exists (t1_ t2_) (and (lin = 0 (-1 h1) (-1 h2) (1 t1_)) \
         (lin = 0 (-1 h3) (-1 h4) (1 t2_)) (digits 2 t1_ t2_))))"
    );
    let value = claim("common-divisor(2)", "CDN-T2.4").expect("a theorem").theorem;
    assert!(
        matches!(value, TheoremStatement::Grundy { coding: ValueCoding::OneHot, .. }),
        "{value:?}"
    );
}
