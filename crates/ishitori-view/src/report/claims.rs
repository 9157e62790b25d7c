//! A claim on the page: what it says, where it is from, what became of it and why.

use super::{ClaimRow, duration, element, grouped};
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
    page.push_str(&element("p", "note", &claim.note));
    page.push_str("</article>\n");
}
