//! The top of the report: what was done, what was refuted, every claim in one table, contents.
//!
//! What was refuted comes first, because that is what a reader must not miss; a part that would be
//! empty is left out, and there is no list of contents for a single game. Every link goes to an anchor
//! of `PageAnchors`, which the sections use as well, so it arrives. Of a witness only the first line is
//! told; `claims.rs` has all. Tested in `tests/report.rs`.

use super::content::{ClaimRow, GameSection, Report, ReportVerdict};
use super::markup::{PageAnchors, duration, element, japanese};
use crate::escape::escape;

pub(super) fn write(report: &Report, places: &PageAnchors, page: &mut String) {
    header(report, page);
    findings(report, places, page);
    claims(report, places, page);
    contents(report, places, page);
}

/// Every claim with its game and its place on the page.
fn all<'a>(
    report: &'a Report,
    places: &'a PageAnchors,
) -> impl Iterator<Item = (&'a GameSection, &'a str, &'a ClaimRow, &'a str)> {
    let games = report.games.iter().zip(&places.games).zip(&places.claims);
    games.flat_map(|((game, game_place), places)| {
        let claims = game.claims.iter().zip(places);
        claims.map(move |(claim, place)| (game, game_place.as_str(), claim, place.as_str()))
    })
}

fn header(report: &Report, page: &mut String) {
    let (title, title_ja) = (escape(&report.title), japanese(report.title_ja.as_ref()));
    page.push_str(&format!("<header>\n<h1>{title}{title_ja}</h1>\n"));
    let (program, date) = (escape(&report.program), escape(&report.date));
    page.push_str(&format!("<p class=\"meta\">{program} · {date}</p>\n"));
    for paragraph in &report.summary {
        page.push_str(&element("p", "summary", paragraph));
    }
    let games = counted(report.games.len(), "game");
    let number = report.games.iter().map(|game| game.claims.len()).sum();
    page.push_str(&format!(
        "<ul class=\"counts\">\n<li>{games}</li><li>{}</li>",
        counted(number, "claim")
    ));
    for verdict in ReportVerdict::ALL {
        let count = report.count(verdict);
        if count > 0 {
            page.push_str(&format!("<li>{} <b>{count}</b></li>", verdict.badge()));
        }
    }
    page.push_str("\n</ul>\n</header>\n");
}

fn counted(number: usize, noun: &str) -> String {
    format!("<b>{number}</b> {noun}{}", if number == 1 { "" } else { "s" })
}

/// What was refuted, in short.
fn findings(report: &Report, places: &PageAnchors, page: &mut String) {
    if report.count(ReportVerdict::Refuted) == 0 {
        return;
    }
    page.push_str(
        "<section id=\"findings\">\n<h2>Findings: refuted claims</h2>\n<ul class=\"findings\">\n",
    );
    for (game, game_place, claim, place) in all(report, places) {
        if claim.verdict != ReportVerdict::Refuted {
            continue;
        }
        let (id, name) = (escape(&claim.id), escape(&game.name));
        page.push_str(&format!(
            "<li><a href=\"#{place}\">{id}</a> <span class=\"kind\">{}</span> of <a href=\"#{game_place}\">{name}</a>\n",
            escape(&claim.kind)
        ));
        page.push_str(&element("div", "statement", &claim.statement));
        page.push_str(&element("div", "witness", claim.witness.first().map_or("", String::as_str)));
        page.push_str("</li>\n");
    }
    page.push_str("</ul>\n</section>\n");
}

fn claims(report: &Report, places: &PageAnchors, page: &mut String) {
    if report.games.iter().all(|game| game.claims.is_empty()) {
        return;
    }
    page.push_str(
        "<section id=\"claims\">\n<h2>All claims</h2>\n<div class=\"wide\"><table class=\"claims\">\n<thead><tr>",
    );
    for heading in ["claim", "game", "kind", "verdict", "window", "witness", "time"] {
        page.push_str(&format!("<th scope=\"col\">{heading}</th>"));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for (game, game_place, claim, place) in all(report, places) {
        let (id, name, kind) = (escape(&claim.id), escape(&game.name), escape(&claim.kind));
        let witness = escape(claim.witness.first().map_or("", String::as_str));
        page.push_str(&format!(
            "<tr><th scope=\"row\"><a href=\"#{place}\">{id}</a></th>\
             <td><a href=\"#{game_place}\">{name}</a></td><td>{kind}</td><td>{}</td>\
             <td>{}</td><td>{witness}</td><td class=\"number\">{}</td></tr>\n",
            claim.verdict.badge(),
            escape(&claim.window),
            escape(&duration(claim.seconds)),
        ));
    }
    page.push_str("</tbody></table></div>\n</section>\n");
}

fn contents(report: &Report, places: &PageAnchors, page: &mut String) {
    if report.games.len() < 2 {
        return;
    }
    page.push_str("<nav id=\"contents\" aria-label=\"Contents\">\n<h2>Games</h2>\n<ul>\n");
    for (game, place) in report.games.iter().zip(&places.games) {
        let title = game.title_en.as_ref().map_or(String::new(), |t| format!(" {}", escape(t)));
        let title_ja = japanese(game.title_ja.as_ref());
        let name = escape(&game.name);
        page.push_str(&format!("<li><a href=\"#{place}\">{name}</a>{title}{title_ja}</li>\n"));
    }
    page.push_str("</ul>\n</nav>\n");
}
