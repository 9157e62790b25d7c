//! What a file states is what the papers say: the expected lines were written by hand from rule and claim.

use ishitori_rocq::theorem;

/// The lines of a file before its data, without comments.
fn stated(certificate: &str) -> String {
    let text = theorem(certificate).expect("a theorem");
    let begin = text.find("(** * The statement *)").expect("a statement");
    let end = text.find("(** * Formulas and their automata *)").expect("data");
    text[begin..end].to_string()
}

fn has(certificate: &str, lines: &[&str]) {
    let (text, stated) = (theorem(certificate).expect("a theorem"), stated(certificate));
    for line in lines {
        assert!(stated.contains(line), "{line} is not stated in\n{stated}");
    }
    assert!(text.ends_with("Print Assumptions main.\n"));
    for forbidden in ["Axiom", "Admitted", "Parameter", "Conjecture", "admit"] {
        assert!(!text.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn outcomes_with_a_v2() {
    has(
        include_str!("certificates/split-and-delete.cert"),
        &[
            "| move1 h1 h2 t1 : t1 < h1 -> 1 <= t1 -> move [h1; h2] [t1; h2]",
            "| move3 h1 h2 t1 t2 : h1 = t1 + t2 -> 1 <= t1 -> 1 <= t2 -> move [h1; h2] [t1; t2]",
            "h1 = h2 /\\ (h1 <> 0 /\\ v2 h1 mod 2 = 0)",
            "forall h1 h2 : N, 1 <= h1 /\\ 1 <= h2 -> (P_position move [h1; h2] <-> claim h1 h2). *)",
        ],
    );
}

#[test]
fn grundy_values_by_a_xor() {
    has(
        include_str!("certificates/nim-grundy.cert"),
        &[
            "| move1 h1 h2 x1 : x1 < h1 -> move [h1; h2] [x1; h2]",
            "| move2 h1 h2 x2 : x2 < h2 -> move [h1; h2] [h1; x2]",
            "N.lxor h1 (N.lxor h2 g) = 0",
            "forall h1 h2 g : N, (grundy move [h1; h2] g <-> claim h1 h2 g). *)",
        ],
    );
}

#[test]
fn a_quantifier_stays_readable() {
    has(
        include_str!("certificates/emperor-exists.cert"),
        &["N.lxor h1 h2 = 0 /\\ N.lxor h3 h4 = 0 /\\ (exists y2, y2 = h3 + h4 /\\ (y2 = h1 + h2))"],
    );
}

#[test]
fn misere_play() {
    has(
        include_str!("certificates/nim-misere.cert"),
        &[
            "(h1 = h2 /\\ 2 <= h1) \\/\n  (h1 + h2 = 1)",
            "forall h1 h2 : N, (misere_P move [h1; h2] <-> claim h1 h2). *)",
        ],
    );
}

#[test]
fn a_common_divisor_is_one_in_the_statement() {
    has(include_str!("certificates/common-divisor.cert"), &["N.divide t1 h1 -> move [h1] [x1]."]);
}

#[test]
fn every_theorem_that_is_stated_at_the_top_is_the_one_that_is_proved() {
    for certificate in [
        include_str!("certificates/split-and-delete.cert"),
        include_str!("certificates/nim-grundy.cert"),
        include_str!("certificates/emperor-exists.cert"),
        include_str!("certificates/nim-misere.cert"),
        include_str!("certificates/common-divisor.cert"),
    ] {
        let text = theorem(certificate).expect("a theorem");
        let stated = stated(certificate);
        let top = stated.split("main, proved at the end:").nth(1).expect("a statement");
        let top = top.trim().trim_end_matches("*)").trim();
        assert!(text.contains(&format!("Theorem main : {top}\n")), "{top}");
    }
}

#[test]
fn the_same_certificate_gives_the_same_file() {
    let certificate = include_str!("certificates/split-and-delete.cert");
    assert_eq!(theorem(certificate), theorem(certificate));
}
