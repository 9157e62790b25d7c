//! What is known of a figure and of its options, by one solver.
//!
//! Whoever plays asks about a position and about all its options, then about one of these and its options. They all lie on the
//! same ground, so their remains are kept, parts are solved once, and so are the sums of parts on which misère play and the
//! length of play depend. In normal play the length is told as long as few sums are needed; after the first that needs more it
//! is left out. A figure that is neither the one at hand nor an option of it is answered by itself, which costs more.

use rustc_hash::FxHashMap;

use super::board_oracle::KnownFacts;
use super::figures::{FEW_SUMS, FigureAnswers};
use crate::control::{Control, GaveUp};
use crate::game::{Figure, FigureGame, GameKind, Ground, Remains};
use crate::solve::figures::{FigureSolver, WholeFigures};
use crate::solve::{Convention, Outcome};

/// The remains of so many options are kept.
const MAX_NEAR: usize = 20_000;

/// Knows about a figure and its options.
pub struct FigureOracle<'g> {
    game: &'g FigureGame,
    convention: Convention,
    ground: Box<dyn Ground>,
    /// The remains of the figure at hand and of its options.
    near: FxHashMap<Figure, Remains>,
    solver: FigureSolver,
    whole: WholeFigures,
    others: FigureAnswers<'g, 'static>,
    /// Whether few sums have told all lengths so far.
    tells_length: bool,
}

impl<'g> FigureOracle<'g> {
    /// Knows nothing yet of the figure at hand.
    pub fn new(
        game: &'g FigureGame,
        figure: &Figure,
        convention: Convention,
        control: &Control,
    ) -> FigureOracle<'g> {
        let (ground, remains) = game.ground(figure);
        let near = FxHashMap::from_iter([(figure.clone(), remains)]);
        let (mut solver, whole) = (FigureSolver::new(control), WholeFigures::new(control));
        solver.enter(game.write(figure));
        let others = FigureAnswers::new(game, control);
        let mut oracle = FigureOracle {
            game,
            convention,
            ground,
            near,
            solver,
            whole,
            others,
            tells_length: true,
        };
        oracle.go_to(figure, control);
        oracle
    }

    /// Makes another figure the one at hand. What was solved stays known if it lies on the same ground.
    pub fn go_to(&mut self, figure: &Figure, control: &Control) {
        let remains = match self.near.remove(figure) {
            Some(remains) => remains,
            None => {
                let (ground, remains) = self.game.ground(figure);
                self.ground = ground;
                self.solver.enter(self.game.write(figure));
                self.whole = WholeFigures::new(control);
                remains
            }
        };
        self.near.clear();
        let (game, ground, near) = (self.game, &*self.ground, &mut self.near);
        ground.visit_options(&remains, &mut |option| {
            if near.len() < MAX_NEAR {
                near.insert(game.figure(ground, &option), option);
            }
        });
        near.insert(figure.clone(), remains);
    }

    /// What is known about a figure.
    ///
    /// # Errors
    /// [`GaveUp`] if who wins costs too much.
    pub fn facts(&mut self, figure: &Figure, control: &Control) -> Result<KnownFacts, GaveUp> {
        let near = self.near.get(figure);
        if self.convention == Convention::Misere {
            let facts = match near {
                Some(remains) => self.whole.facts(&*self.ground, remains, control)?,
                None => self.others.facts(figure, control)?,
            };
            let remoteness = Some(facts.misere_remoteness);
            return Ok(KnownFacts { outcome: facts.misere, grundy: None, remoteness });
        }
        let grundy = match near {
            Some(remains) => self.solver.grundy(&*self.ground, remains, control)?,
            None => self.others.grundy(figure, control)?,
        };
        let outcome = if grundy == 0 { Outcome::P } else { Outcome::N };
        let remoteness = self.length(figure, control)?;
        Ok(KnownFacts { outcome, grundy: Some(grundy), remoteness })
    }

    /// How long play lasts, if few sums tell.
    fn length(&mut self, figure: &Figure, control: &Control) -> Result<Option<u32>, GaveUp> {
        let Some(remains) = self.near.get(figure).filter(|_| self.tells_length) else {
            return Ok(None);
        };
        // Where there are many options, each sum costs more.
        let few = 10 * FEW_SUMS / (self.near.len() as u64 + 10);
        match self.whole.facts(&*self.ground, remains, &control.with_positions(few)) {
            Ok(facts) => Ok(Some(facts.remoteness)),
            Err(why) if why.is_stopped() => Err(why),
            Err(_) => {
                self.tells_length = false;
                Ok(None)
            }
        }
    }
}
