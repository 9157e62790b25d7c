//! One self-contained page about games and the claims made about them.
//!
//! What was refuted comes first, then every claim in one table, then each game with its rule,
//! claims, pictures and tables. No network, no script, no font from elsewhere: the page reads the
//! same in ten years. It follows the reader's choice of light or dark and prints on white. A
//! verdict is a word and a sign, never a colour alone. How a claim was proved is folded away beneath
//! it. All text is escaped here; only
//! [`ReportFigure::svg`] and [`GameSection::tables`] are markup, and come from this crate.
//!
//! Cost: the text itself, once.

mod claims;
mod content;
mod games;
mod markup;
mod overview;

use self::markup::PageAnchors;
use crate::escape::escape;

pub use self::content::{
    ClaimRow, GameSection, ObligationRow, ProofSummary, Report, ReportFigure, ReportVerdict,
};

const STYLE: &str = include_str!("report/style.css");

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
