//! Formulas as text: the syntax of certificates, operator first and in parentheses.
//!
//! Each connective and predicate has one word and one form, so a text has one meaning and needs no
//! precedence. `tests/proofs/formulas.rs` reads the text back and evaluates it on small numbers. A known
//! automaton has no formula: it is written as the word `automaton`, and its states stand in the certificate.
//! For Walnut formulas are printed by `ishitori_automata::walnut` instead.

use std::fmt::Write;

use ishitori_automata::{Comparison, Formula, Predicate, TrailingRun};

/// `formula` as a certificate writes it (docs/certificate.md, section Formulas).
///
/// # Panics
/// If it contains a known automaton, which has no text.
pub fn text(formula: &Formula) -> String {
    let mut out = String::new();
    write(&mut out, formula);
    out
}

fn write(out: &mut String, formula: &Formula) {
    match formula {
        Formula::Constant(value) => out.push_str(if *value { "true" } else { "false" }),
        Formula::Atom(predicate, variables) => atom(out, predicate, variables),
        Formula::Not(inner) => list(out, "not", [&**inner]),
        Formula::And(parts) => list(out, "and", parts),
        Formula::Or(parts) => list(out, "or", parts),
        Formula::Implies(first, second) => list(out, "implies", [&**first, &**second]),
        Formula::Iff(first, second) => list(out, "iff", [&**first, &**second]),
        Formula::Exists(variables, body) => quantified(out, "exists", variables, body),
        Formula::ForAll(variables, body) => quantified(out, "forall", variables, body),
    }
}

fn list<'a>(out: &mut String, operator: &str, parts: impl IntoIterator<Item = &'a Formula>) {
    out.push('(');
    out.push_str(operator);
    for part in parts {
        out.push(' ');
        write(out, part);
    }
    out.push(')');
}

fn quantified(out: &mut String, operator: &str, variables: &[String], body: &Formula) {
    push(out, format_args!("({operator} ({}) ", variables.join(" ")));
    write(out, body);
    out.push(')');
}

fn atom(out: &mut String, predicate: &Predicate, variables: &[String]) {
    let names = variables.join(" ");
    let terms = |coefficients: &[i64]| {
        let terms = coefficients.iter().zip(variables);
        terms.map(|(c, x)| format!(" ({c} {x})")).collect::<String>()
    };
    match predicate {
        Predicate::Linear { coefficients, comparison, constant } => {
            let (relation, terms) = (sign(*comparison), terms(coefficients));
            push(out, format_args!("(lin {relation} {constant}{terms})"));
        }
        Predicate::Congruent { coefficients, residue, modulus } => {
            push(out, format_args!("(mod {modulus} {residue}{})", terms(coefficients)));
        }
        Predicate::XorIsZero(_) => push(out, format_args!("(xor0 {names})")),
        Predicate::AndIs(_) => push(out, format_args!("(andis {names})")),
        Predicate::OrIs(_) => push(out, format_args!("(oris {names})")),
        Predicate::MajorityIs(_) => push(out, format_args!("(majis {names})")),
        Predicate::DigitCounts { modulus, .. } => {
            push(out, format_args!("(digits {modulus} {names})"));
        }
        Predicate::Ones { residue, modulus } => {
            push(out, format_args!("(ones {modulus} {residue} {names})"));
        }
        Predicate::Bit(place) => push(out, format_args!("(bit {place} {names})")),
        Predicate::Is(number) => push(out, format_args!("(is {number} {names})")),
        Predicate::PowerOfTwo => push(out, format_args!("(pow2 {names})")),
        Predicate::CompareEnds(end, comparison) => {
            push(out, format_args!("({} {} {names})", function(*end), sign(*comparison)));
        }
        Predicate::EndCongruent { end, residue, modulus } => {
            push(out, format_args!("({}mod {modulus} {residue} {names})", function(*end)));
        }
        Predicate::OneHotEnd(end) => push(out, format_args!("({}hot {names})", function(*end))),
        Predicate::Shift => push(out, format_args!("(shift {names})")),
        Predicate::Known(_) | Predicate::Named(_) => out.push_str("automaton"),
    }
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes any text");
}

fn function(end: TrailingRun) -> &'static str {
    match end {
        TrailingRun::Zeros => "v2",
        TrailingRun::Ones => "tail",
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_written_operator_first() {
        let sum = Formula::linear(&[(1, "x"), (-2, "h1")], Comparison::LessEqual, -3);
        let even = Formula::congruent(&[(1, "x")], 0, 2);
        let v2 = Predicate::EndCongruent { end: TrailingRun::Zeros, residue: 1, modulus: 3 };
        let all = Formula::exists(&["x"], sum.and(even.not())).implies(Formula::atom(v2, &["h1"]));
        assert_eq!(
            text(&all),
            "(implies (exists (x) (and (lin <= -3 (1 x) (-2 h1)) (not (mod 2 0 (1 x))))) (v2mod 3 1 h1))"
        );
        let tail =
            Formula::atom(Predicate::CompareEnds(TrailingRun::Ones, Comparison::Less), &["x", "y"]);
        assert_eq!(text(&tail), "(tail < x y)");
        assert_eq!(text(&Formula::And(vec![])), "(and)");
    }
}
