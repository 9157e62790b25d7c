//! The positions of a window that are P or N: one by one, counted, or streamed into a file.
//!
//! A [`PositionsQuery`] says which are asked for. They come from an engine, from a spool that a long run has filled, or
//! from a file; what is asked for beyond P-positions (N-positions, one of symmetric positions, a condition) is
//! made of those, so every engine serves every question. N-positions, and one of symmetric positions in a window that is
//! not symmetric, need all P-positions in memory at once; everything else passes by.

mod count;
mod search;
mod stream;

use std::path::Path;

use ishitori_core::claim::{CheckError, ClaimCheck, Filter, narrowed, with_filter};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds};
use ishitori_core::solve::snapshot::UnfinishedRun;
use ishitori_core::solve::{Convention, Outcome};
use ishitori_rule::Ruleset;
use ishitori_rule::parse::parse_statement;

use crate::claims::ClaimedGame;
use crate::figures::refuse_figures;
use crate::files::stored::StoredResult;
use crate::open;
use crate::pieces::refuse_pieces;
use crate::problems::RuleProblems;

pub use self::count::{CountRequest, PositionCounts, count};
pub use self::search::{PositionSource, SolvableGame, WhereFilter, search};
pub use self::stream::{PositionsFile, stream};

/// Which positions are asked for.
#[derive(Clone, Debug)]
pub struct PositionsQuery {
    /// The window.
    pub bounds: Bounds,
    /// Who wins when nobody can move.
    pub convention: Convention,
    /// P- or N-positions.
    pub outcome: Outcome,
    /// Whether only one of symmetric positions.
    pub canonical: bool,
    /// Only positions for which this holds.
    pub condition: Option<String>,
}

/// A query with the game, or the file, that answers it.
pub struct OpenedPositions {
    /// The game's rule.
    pub ruleset: Ruleset,
    /// The game.
    pub game: AnyGame,
    /// The query; its window is that of the file if none was asked for.
    pub query: PositionsQuery,
    /// Where the answer stands already.
    pub stored: Option<StoredResult>,
    /// The game as the condition reads it.
    claimed: Option<ClaimedGame>,
}

impl OpenedPositions {
    /// Opens the game that is named `game`, or the one that a file is about.
    ///
    /// # Errors
    /// If the game, or the file, cannot be read, or the file does not hold the window.
    pub fn open(
        game: &str,
        from: Option<&Path>,
        mut query: PositionsQuery,
    ) -> anyhow::Result<OpenedPositions> {
        let Some(path) = from else {
            let claimed = query.condition.as_ref().map(|_| ClaimedGame::open(game)).transpose()?;
            let ruleset = match &claimed {
                Some(claimed) => (*claimed.ruleset).clone(),
                None => open::ruleset(game)?,
            };
            refuse_figures(
                &ruleset,
                "say which positions are meant with a list, as in --on 'path(1..20)'",
            )?;
            refuse_pieces(
                &ruleset,
                "a position is any number of them, so none are listed: `ishitori table` shows what each is worth alone",
            )?;
            let game = AnyGame::new(&ruleset)?;
            return Ok(OpenedPositions { ruleset, game, query, stored: None, claimed });
        };
        let stored = StoredResult::open(path, game)?;
        stored.must_hold_its_window()?;
        query.bounds = stored.window(&query.bounds)?;
        stored.misere(query.convention == Convention::Misere)?;
        query.convention = stored.convention;
        let ruleset = stored.ruleset.clone();
        let game = AnyGame::new(&ruleset)?;
        Ok(OpenedPositions { ruleset, game, query, stored: Some(stored), claimed: None })
    }

    /// Calls `answer` with the condition of the query, ready to be asked. The condition narrows the window where it says
    /// how large heaps are.
    ///
    /// # Errors
    /// If the condition cannot be read, or means nothing somewhere; or that of `answer`.
    pub fn answer<T>(
        mut self,
        control: &Control,
        answer: impl FnOnce(OpenedPositions, WhereFilter) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let Some(text) = self.query.condition.clone() else { return answer(self, &mut None) };
        let claimed = self.claimed.take().unwrap_or_else(|| ClaimedGame::of_ruleset(&self.ruleset));
        let wrong =
            |problems| RuleProblems { file: "--where".into(), text: text.clone(), problems };
        let statement = parse_statement(&text).map_err(wrong)?;
        let asked = self.query.bounds.clone();
        let narrow = narrowed(&self.ruleset.rules, &statement, &asked)?;
        self.query.bounds = narrow.clone();
        // Quantifiers in the condition run through the window that was asked for.
        let bounds = if asked == Bounds::default() { narrow } else { asked };
        let filter = ClaimCheck {
            among: None,
            ruleset: &claimed.ruleset,
            statement: &statement,
            text: &text,
            convention: self.query.convention,
            bounds: &bounds,
            automatic: true,
            control,
            known: None,
            library: &claimed.library(control),
        };
        let answered =
            with_filter(&filter, |filter: &mut dyn Filter| answer(self, &mut Some(filter)));
        match answered {
            Err(CheckError::Problems(problems)) => Err(wrong(problems).into()),
            Err(error) => Err(failure(error)),
            Ok(answered) => answered,
        }
    }
}

/// Giving up is no error in what was asked.
fn failure(error: CheckError) -> anyhow::Error {
    match error {
        CheckError::GaveUp(gave_up) => gave_up.into(),
        error => error.into(),
    }
}

/// A state that does not fit is an error; giving up is none.
pub(crate) fn unfinished(unfinished: UnfinishedRun) -> anyhow::Error {
    match unfinished {
        UnfinishedRun::GaveUp(gave_up) => gave_up.into(),
        UnfinishedRun::State(error) => anyhow::Error::new(error)
            .context("this checkpoint cannot be resumed; --restart begins again"),
    }
}
