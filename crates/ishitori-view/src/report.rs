//! One self-contained page about games and the claims made about them.
//!
//! What was refuted comes first, then every claim in one table, then each game with its rule,
//! claims, pictures and tables. No network, no script, no font from elsewhere: the page reads the
//! same in ten years. It follows the reader's choice of light or dark and prints on white. A
//! verdict is a word and a sign, never a colour alone. How a claim was proved is folded away beneath
//! it. All text is escaped here; only
//! [`Figure::svg`] and [`GameSection::tables`] are markup, and come from this crate.
//!
//! Cost: the text itself, once.

mod claims;
mod games;
mod overview;

use crate::escape::escape;

const STYLE: &str = include_str!("report/style.css");

/// Everything that is on the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The heading.
    pub title: String,
    /// The heading in Japanese.
    pub title_ja: Option<String>,
    /// The program with its version.
    pub program: String,
    /// The day, as the caller writes it.
    pub date: String,
    /// What was done, such as windows and time: a paragraph each.
    pub summary: Vec<String>,
    /// The games.
    pub games: Vec<GameSection>,
}

/// A game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSection {
    /// The name with parameters.
    pub name: String,
    /// Its title in English.
    pub title_en: Option<String>,
    /// Its title in Japanese.
    pub title_ja: Option<String>,
    /// Who studied it.
    pub source: Option<String>,
    /// The rule in words: a paragraph each.
    pub rule_words: Vec<String>,
    /// The rule text.
    pub rule_text: String,
    /// The claims made about it.
    pub claims: Vec<ClaimRow>,
    /// Pictures.
    pub figures: Vec<Figure>,
    /// Tables, as [`grundy_table`](crate::grundy_table) writes them.
    pub tables: Vec<String>,
}

/// A picture on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// What [`Picture::svg`](crate::Picture::svg) wrote; put into the page as it is.
    pub svg: String,
    /// What it shows.
    pub caption: String,
}

/// A claim and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimRow {
    /// Its name.
    pub id: String,
    /// Theorem, proposition, example, table, conjecture, question, pattern, corrected, ...
    pub kind: String,
    /// The claim itself.
    pub statement: String,
    /// Where it is made; may be empty.
    pub source: String,
    /// What became of it.
    pub verdict: ReportVerdict,
    /// Where it was checked, such as `heaps up to 500`; may be empty.
    pub window: String,
    /// How many positions were checked.
    pub positions: Option<u128>,
    /// For a refuted claim where it fails and why, the first line being enough for the overview.
    pub witness: Vec<String>,
    /// A remark; may be empty.
    pub note: String,
    /// Why there is no proof although one was tried, such as `no proof within 5 s`; may be empty.
    pub unproved: String,
    /// How long it took.
    pub seconds: f64,
    /// For a proved claim how it was proved.
    pub proof: Option<ProofSummary>,
}

/// What a proof consists of; shown when the reader asks for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofSummary {
    /// What had to be shown.
    pub obligations: Vec<ObligationRow>,
    /// The automata it is about, as
    /// [`AutomatonDrawing::svg`](crate::automaton::AutomatonDrawing::svg) draws them.
    pub automata: Vec<Figure>,
}

/// A part of a proof, in the caller's words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObligationRow {
    /// What had to be shown.
    pub name: String,
    /// How large its proof is, such as `357 macro-states`; may be empty.
    pub size: String,
    /// How long it took; may be empty.
    pub time: String,
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportVerdict {
    /// There is a witness against it.
    Refuted,
    /// Nobody knows: the work was given up.
    Unknown,
    /// It is true on its window.
    Holds,
    /// It is true everywhere, with a certificate.
    Proved,
}

impl ReportVerdict {
    /// All verdicts, in the order in which they are counted.
    pub const ALL: [ReportVerdict; 4] = [
        ReportVerdict::Proved,
        ReportVerdict::Holds,
        ReportVerdict::Refuted,
        ReportVerdict::Unknown,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            ReportVerdict::Refuted => "refuted",
            ReportVerdict::Unknown => "unknown",
            ReportVerdict::Holds => "holds",
            ReportVerdict::Proved => "proved",
        }
    }

    /// The sign for it.
    pub fn sign(self) -> &'static str {
        match self {
            ReportVerdict::Refuted => "✗",
            ReportVerdict::Unknown => "?",
            ReportVerdict::Holds => "✓",
            ReportVerdict::Proved => "∎",
        }
    }

    fn badge(self) -> String {
        let (word, sign) = (self.word(), self.sign());
        format!(
            "<span class=\"verdict {word}\"><span aria-hidden=\"true\">{sign}</span> {word}</span>"
        )
    }
}

impl Report {
    /// The page.
    pub fn html(&self) -> String {
        let places = PageAnchors::new(self);
        let title = escape(&self.title);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"generator\" content=\"{}\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
            escape(&self.program),
        );
        overview::write(self, &places, &mut page);
        for (game, section) in self.games.iter().enumerate() {
            games::write(section, game, &places, &mut page);
        }
        page.push_str("</main>\n</body>\n</html>\n");
        page
    }

    fn count(&self, verdict: ReportVerdict) -> usize {
        let claims = self.games.iter().flat_map(|game| &game.claims);
        claims.filter(|claim| claim.verdict == verdict).count()
    }
}

/// Where games and claims are on the page: an id each, from its name, none twice.
struct PageAnchors {
    games: Vec<String>,
    claims: Vec<Vec<String>>,
}

impl PageAnchors {
    fn new(report: &Report) -> PageAnchors {
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
fn element(tag: &str, class: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("<{tag} class=\"{class}\">{}</{tag}>\n", escape(text))
}

/// Japanese beside English.
fn japanese(title: Option<&String>) -> String {
    title.map_or(String::new(), |t| format!(" <span lang=\"ja\">{}</span>", escape(t)))
}

/// 1234567 as `1,234,567`.
fn grouped(number: u128) -> String {
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
fn duration(seconds: f64) -> String {
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
