//! What is true of figures that a claim speaks about.
//!
//! Values come from the parts of a figure, which all figures of a list share; who wins in misère play and how long play lasts
//! from whole sums, figure by figure. What was asked is remembered.

use std::io;

use rustc_hash::FxHashMap;

use crate::ask::FigureAnswers;
use crate::control::{Control, GaveUp};
use crate::game::{Figure, FigureGame, GameKind};
use crate::solve::snapshot::{StateError, StateReader, StateWriter, UnfinishedRun};
use crate::solve::{Convention, Outcome};

/// The truth about a game on figures.
pub(super) struct FigureTruth<'g> {
    pub game: &'g FigureGame,
    pub convention: Convention,
    answers: FigureAnswers<'g, 'static>,
    values: FxHashMap<Figure, u32>,
    control: Control,
}

impl<'g> FigureTruth<'g> {
    pub(super) fn new(
        game: &'g FigureGame,
        convention: Convention,
        control: &Control,
    ) -> FigureTruth<'g> {
        let answers = FigureAnswers::new(game, control);
        let control = control.in_silence();
        FigureTruth { game, convention, answers, values: FxHashMap::default(), control }
    }

    /// The same, and nothing remembered or spent.
    pub(super) fn afresh(&self) -> FigureTruth<'g> {
        FigureTruth::new(self.game, self.convention, &self.control)
    }

    pub(super) fn spent(&self) -> u64 {
        self.control.spent()
    }

    /// Writes what is known of parts.
    pub(super) fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        self.answers.solver().write(out)
    }

    /// Reads that back, with what it cost.
    pub(super) fn read(
        &mut self,
        spent: u64,
        source: &mut StateReader<'_>,
    ) -> Result<(), StateError> {
        self.control.begin_at(spent);
        self.answers.solver_mut().read(source).map_err(|why| match why {
            UnfinishedRun::State(error) => error,
            UnfinishedRun::GaveUp(gave_up) => StateError::Unreadable(gave_up.to_string()),
        })
    }

    /// Who wins.
    pub(super) fn outcome(&mut self, figure: &Figure) -> Result<Outcome, GaveUp> {
        if self.convention == Convention::Misere {
            return Ok(self.answers.facts(figure, &self.control)?.misere);
        }
        Ok(if self.grundy(figure)? == 0 { Outcome::P } else { Outcome::N })
    }

    /// The Grundy value.
    pub(super) fn grundy(&mut self, figure: &Figure) -> Result<u32, GaveUp> {
        if let Some(known) = self.values.get(figure) {
            return Ok(*known);
        }
        let value = self.answers.grundy(figure, &self.control)?;
        self.values.insert(figure.clone(), value);
        Ok(value)
    }

    /// How long play lasts.
    pub(super) fn remoteness(&mut self, figure: &Figure) -> Result<u32, GaveUp> {
        Ok(self.answers.facts(figure, &self.control)?.remoteness(self.convention))
    }

    pub(super) fn options(&self, figure: &Figure) -> Result<Vec<Figure>, GaveUp> {
        self.game.options_within(figure, self.control.most_positions())
    }
}
