//! A claim on the page: what it says, where it is from, what became of it and why.
//!
//! The verdict is a word and a badge; a witness stands right under the statement that it refutes. The
//! proof is folded away, as few read it: obligations as a table, then drawings of its automata. Every
//! text is escaped, and parts without content leave nothing behind. The short form, a row a claim, is
//! in `overview.rs`. Tested in `tests/report.rs`.

use super::content::{ClaimRow, ProofSummary};
use super::markup::{duration, element, grouped, write_figure};
use crate::escape::escape;

pub(super) fn write(claim: &ClaimRow, place: &str, page: &mut String) {
    let (id, kind) = (escape(&claim.id), escape(&claim.kind));
    let word = claim.verdict.word();
    page.push_str(&format!(
        "<article class=\"claim {word}\" id=\"{place}\">\n<h4><a href=\"#{place}\">{id}</a> \
         <span class=\"kind\">{kind}</span> {}</h4>\n",
        claim.verdict.badge(),
    ));
    page.push_str(&element("pre", "statement", &claim.statement));
    page.push_str(&element("pre", "witness", &claim.witness.join("\n")));
    let mut facts = Vec::new();
    if !claim.window.is_empty() {
        facts.push(claim.window.clone());
    }
    if let Some(positions) = claim.positions {
        facts.push(format!("{} positions", grouped(positions)));
    }
    facts.push(duration(claim.seconds));
    if !claim.source.is_empty() {
        facts.push(claim.source.clone());
    }
    page.push_str(&element("p", "facts", &facts.join(" · ")));
    page.push_str(&element("p", "note", &claim.unproved));
    page.push_str(&element("p", "note", &claim.note));
    if let Some(proof) = &claim.proof {
        write_proof(proof, page);
    }
    page.push_str("</article>\n");
}

/// What was shown, part by part, and the automata; folded away.
fn write_proof(proof: &ProofSummary, page: &mut String) {
    let parts = proof.obligations.len();
    if parts == 0 && proof.automata.is_empty() {
        return;
    }
    let counted = match parts {
        0 => String::new(),
        1 => ": 1 obligation".to_string(),
        _ => format!(": {parts} obligations"),
    };
    page.push_str(&format!("<details class=\"proof\">\n<summary>Proof{counted}</summary>\n"));
    if parts > 0 {
        page.push_str("<div class=\"wide\"><table class=\"obligations\">\n<thead><tr>");
        for heading in ["obligation", "size", "time"] {
            page.push_str(&format!("<th scope=\"col\">{heading}</th>"));
        }
        page.push_str("</tr></thead>\n<tbody>\n");
        for part in &proof.obligations {
            let (name, size, time) = (escape(&part.name), escape(&part.size), escape(&part.time));
            page.push_str(&format!(
                "<tr><th scope=\"row\">{name}</th><td>{size}</td><td>{time}</td></tr>\n"
            ));
        }
        page.push_str("</tbody></table></div>\n");
    }
    proof.automata.iter().for_each(|figure| write_figure(figure, "automaton", page));
    page.push_str("</details>\n");
}
