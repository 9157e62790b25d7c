//! Everything that is on the page, as plain data that the caller fills in.
//!
//! Text is escaped when the page is written; what is markup says so.

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
    pub figures: Vec<ReportFigure>,
    /// Tables, as [`grundy_table`](crate::grundy_table) writes them.
    pub tables: Vec<String>,
}

/// A picture on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportFigure {
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
    pub automata: Vec<ReportFigure>,
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
    pub(crate) fn sign(self) -> &'static str {
        match self {
            ReportVerdict::Refuted => "✗",
            ReportVerdict::Unknown => "?",
            ReportVerdict::Holds => "✓",
            ReportVerdict::Proved => "∎",
        }
    }

    pub(super) fn badge(self) -> String {
        let (word, sign) = (self.word(), self.sign());
        format!(
            "<span class=\"verdict {word}\"><span aria-hidden=\"true\">{sign}</span> {word}</span>"
        )
    }
}
