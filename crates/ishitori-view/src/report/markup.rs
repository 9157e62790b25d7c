//! Pieces that every part of the page is made of: anchors, elements, numbers and times for people.

use super::content::{GameSection, Report, ReportFigure};
use crate::escape::escape;

/// Where games and claims are on the page: an id each, from its name, none twice.
pub(super) struct PageAnchors {
    pub games: Vec<String>,
    pub claims: Vec<Vec<String>>,
}

impl PageAnchors {
    pub fn new(report: &Report) -> PageAnchors {
        let mut taken =
            std::collections::HashSet::from(["findings", "claims", "contents"].map(String::from));
        let mut place = |name: &str| {
            let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
            let plain: String = name.chars().map(letter).collect();
            let plain = if plain.is_empty() { "x".to_string() } else { plain };
            let numbered = (2..).map(|n| format!("{plain}-{n}"));
            let mut names = std::iter::once(plain.clone()).chain(numbered);
            names.find(|name| taken.insert(name.clone())).expect("numbers never end")
        };
        let games = report.games.iter().map(|game| place(&format!("game-{}", game.name))).collect();
        let of = |game: &GameSection| game.claims.iter().map(|claim| place(&claim.id)).collect();
        PageAnchors { games, claims: report.games.iter().map(of).collect() }
    }
}

/// An optional piece of text in an element.
pub(super) fn element(tag: &str, class: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("<{tag} class=\"{class}\">{}</{tag}>\n", escape(text))
}

/// Japanese beside English.
pub(super) fn japanese(title: Option<&String>) -> String {
    title.map_or(String::new(), |t| format!(" <span lang=\"ja\">{}</span>", escape(t)))
}

/// 1234567 as `1,234,567`.
pub(super) fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How long something took, for people.
pub(super) fn duration(seconds: f64) -> String {
    if seconds < 0.01 {
        "< 0.01 s".to_string()
    } else if seconds < 10.0 {
        format!("{seconds:.2} s")
    } else if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        let whole = seconds.round() as u64;
        format!("{} min {} s", whole / 60, whole % 60)
    }
}

pub(super) fn write_figure(figure: &ReportFigure, class: &str, page: &mut String) {
    let (svg, caption) = (&figure.svg, escape(&figure.caption));
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    page.push_str(&format!("<figure{class}>{svg}<figcaption>{caption}</figcaption></figure>\n"));
}
