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

/// Bouton's theorem for ten heaps, whose digits are read one by one.
#[test]
fn many_heaps() {
    has(
        include_str!("certificates/nim-one-by-one.cert"),
        &[
            "| move7 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 x7 : x7 < h7 -> \
             move [h1; h2; h3; h4; h5; h6; h7; h8; h9; h10] [h1; h2; h3; h4; h5; h6; x7; h8; h9; h10]",
            "N.lxor h1 (N.lxor h2 (N.lxor h3 (N.lxor h4 (N.lxor h5 (N.lxor h6 (N.lxor h7 \
             (N.lxor h8 (N.lxor h9 h10)))))))) = 0",
            "(P_position move [h1; h2; h3; h4; h5; h6; h7; h8; h9; h10] <-> \
             claim h1 h2 h3 h4 h5 h6 h7 h8 h9 h10). *)",
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

/// A position of Wythoff's game with heaps from 1 is lost if the smaller is floor(k phi) + 1 and k their difference.
#[test]
fn the_golden_ratio() {
    has(
        include_str!("certificates/wythoff-fibonacci.cert"),
        &[
            "| move1 h1 h2 t1 : t1 < h1 -> 1 <= t1 -> move [h1; h2] [t1; h2]",
            "h2 + x1 = h1 + x2 -> move [h1; h2] [x1; x2].",
            "h2 < h1 /\\ h2 = floor_phi (h1 - h2) + 1",
            "h1 < h2 /\\ h1 = floor_phi (h2 - h1) + 1",
            "forall h1 h2 : N, 1 <= h1 /\\ 1 <= h2 -> (P_position move [h1; h2] <-> claim h1 h2). *)",
        ],
    );
}

/// The two heaps may change places, so a macro-state is written, or is one that is written, moved.
#[test]
fn symmetric_macro_states_are_written_once() {
    let text = theorem(include_str!("certificates/split-and-delete.cert")).expect("a theorem");
    assert!(text.contains("Symmetry [1; 0]%nat ["), "{text}");
    let certificate = include_str!("certificates/split-and-delete.cert");
    let listed = certificate.lines().filter(|line| line.starts_with("macro")).count();
    let written = text.matches(", Macro [").count();
    assert!(written < listed, "{written} of {listed}");
    let moved = text.split("Definition x_0").nth(1).and_then(|rest| rest.split("].").next());
    let moved = moved.expect("a list").matches("%nat").count();
    assert!(moved > 0 && written + moved <= listed, "{written} and {moved} of {listed}");
}

#[test]
fn every_theorem_that_is_stated_at_the_top_is_the_one_that_is_proved() {
    for certificate in [
        include_str!("certificates/split-and-delete.cert"),
        include_str!("certificates/nim-grundy.cert"),
        include_str!("certificates/emperor-exists.cert"),
        include_str!("certificates/nim-misere.cert"),
        include_str!("certificates/common-divisor.cert"),
        include_str!("certificates/wythoff-fibonacci.cert"),
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
