//! Long work on figures that goes on where it was: one large position, or a list of them.
//!
//! The checkpoint holds what is known of parts, so the same question finds them solved ([`FigureAnswers::kept`]); what was shown is
//! put together again from the beginning. Checks have checkpoints of their own ([`check_run`](crate::check_run)).

use std::io::Read;
use std::time::Instant;

use anyhow::bail;
use ishitori_core::ask::{FigureAnswers, PositionAnswer, answer_figure, answer_figure_from};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{Bounds, Figure, FigureGame, GameKind};
use ishitori_core::solve::Convention;
use ishitori_core::solve::snapshot::{
    EngineSession, EngineState, Keeper, SavedState, UnfinishedRun,
};
use ishitori_rule::Ruleset;
use serde_json::json;

use crate::files::checkpoints::{self, Pace, RunCheckpoint, RunStart, tell_where};
use crate::files::{self, Keeping};

/// A game on figures, who wins it, and how the work is kept.
pub struct FigureRun<'a> {
    /// The rules.
    pub ruleset: &'a Ruleset,
    /// The same, ready to be played.
    pub game: &'a FigureGame,
    /// Who wins when nobody can move.
    pub convention: Convention,
    /// Whether and where the work is kept.
    pub keeping: &'a Keeping,
}

impl FigureRun<'_> {
    /// What is known about a figure.
    ///
    /// # Errors
    /// If who wins costs too much, or the checkpoint cannot be used.
    pub fn answer(
        &self,
        figure: &Figure,
        control: &Control,
    ) -> anyhow::Result<PositionAnswer<Figure>> {
        if !self.keeping.is_wanted() {
            return Ok(answer_figure(self.game, figure, self.convention, control)?);
        }
        let text = self.game.write(figure);
        self.kept(&text, control, &mut |session| {
            let answer = answer_figure_from(self.game, figure, self.convention, session, control);
            answer.map_err(anyhow::Error::new)
        })
    }

    /// Calls `ask` with whoever answers about the figures of a list. Only values in normal play are kept.
    ///
    /// # Errors
    /// Those of `ask`, or if the checkpoint cannot be used.
    pub fn answers<T>(
        &self,
        list: &str,
        control: &Control,
        ask: &mut dyn FnMut(&mut FigureAnswers) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        if !self.keeping.is_wanted() {
            return ask(&mut FigureAnswers::new(self.game, control));
        }
        if self.convention == Convention::Misere {
            bail!(
                "in mis\u{e8}re play each position of a list is found by itself, which is not kept: no --checkpoint"
            );
        }
        self.kept(list, control, &mut |session| {
            let answers = FigureAnswers::kept(self.game, list, session, control);
            ask(&mut answers.map_err(anyhow::Error::new)?)
        })
    }

    /// Does some work about these positions in a session, from its checkpoint if there is one.
    fn kept<T>(
        &self,
        positions: &str,
        control: &Control,
        work: &mut dyn FnMut(EngineSession<'_>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let mut about = files::about(self.ruleset, &Bounds::default(), self.convention);
        about.more.insert("positions".into(), json!(positions));
        let kept = RunCheckpoint::of_figures(self.keeping, about, control)?;
        let mut checkpoint = match kept.begin(self.keeping)? {
            RunStart::Fresh => None,
            RunStart::From(checkpoint) => Some(checkpoint),
        };
        let mut section = match &mut checkpoint {
            Some(checkpoint) => checkpoints::state(checkpoint)?,
            None => None,
        };
        let from = section.as_mut().map(|section| SavedState::open(section as &mut dyn Read));
        let from = from.transpose().map_err(|why| refused(why.into()))?;
        let mut keeper = PartKeeper { kept: &kept, pace: kept.pace(), problem: None };
        let result = work(EngineSession { from, keeper: &mut keeper });
        if let Some(problem) = keeper.problem {
            return Err(problem);
        }
        match result {
            Ok(result) => {
                kept.remove()?;
                Ok(result)
            }
            Err(error) => {
                let error = match error.downcast::<UnfinishedRun>() {
                    Ok(UnfinishedRun::GaveUp(gave_up)) => gave_up.into(),
                    Ok(UnfinishedRun::State(why)) => refused(why.into()),
                    Err(error) => error,
                };
                tell_where(&error, &kept);
                Err(error)
            }
        }
    }
}

fn refused(why: anyhow::Error) -> anyhow::Error {
    why.context("this checkpoint cannot be resumed; --restart begins again")
}

/// Keeps what is known of parts.
struct PartKeeper<'a> {
    kept: &'a RunCheckpoint,
    pace: Pace,
    /// Why the run cannot go on.
    problem: Option<anyhow::Error>,
}

impl Keeper for PartKeeper<'_> {
    fn is_due(&mut self) -> bool {
        self.pace.is_due()
    }

    fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
        let start = Instant::now();
        if let Err(problem) = self.kept.write(&json!(null), Some(state)) {
            self.problem = Some(problem);
            return Err(GaveUp::stopped("the state cannot be written"));
        }
        self.pace.wrote(start);
        Ok(())
    }
}
