//! A game on the page: titles, rule, claims, pictures, tables.
//!
//! Always in that order, with headings only for what there is. Texts are escaped here; figures and
//! tables are markup of this crate and go in as they are. The section's anchor and those of its claims
//! come from `PageAnchors`, so the links of the overview arrive. Tested in `tests/report.rs`.

use super::claims;
use super::content::GameSection;
use super::markup::{PageAnchors, element, japanese, write_figure};
use crate::escape::escape;

pub(super) fn write(section: &GameSection, game: usize, places: &PageAnchors, page: &mut String) {
    let (place, name) = (&places.games[game], escape(&section.name));
    page.push_str(&format!("<section class=\"game\" id=\"{place}\">\n<h2>{name}</h2>\n"));
    let title_en = section.title_en.as_deref().map(escape).unwrap_or_default();
    let title_ja = japanese(section.title_ja.as_ref());
    if !title_en.is_empty() || !title_ja.is_empty() {
        page.push_str(&format!("<p class=\"titles\">{title_en}{title_ja}</p>\n"));
    }
    page.push_str(&element("p", "source", section.source.as_deref().unwrap_or("")));
    for paragraph in &section.rule_words {
        page.push_str(&element("p", "words", paragraph));
    }
    page.push_str(&element("pre", "rule", section.rule_text.trim_end()));
    if !section.claims.is_empty() {
        page.push_str("<h3>Claims</h3>\n");
    }
    for (claim, place) in section.claims.iter().zip(&places.claims[game]) {
        claims::write(claim, place, page);
    }
    if !section.figures.is_empty() {
        page.push_str("<h3>Pictures</h3>\n<div class=\"figures\">\n");
        section.figures.iter().for_each(|figure| write_figure(figure, "", page));
        page.push_str("</div>\n");
    }
    if !section.tables.is_empty() {
        page.push_str("<h3>Tables</h3>\n");
        section.tables.iter().for_each(|table| page.push_str(table));
    }
    page.push_str("</section>\n");
}
