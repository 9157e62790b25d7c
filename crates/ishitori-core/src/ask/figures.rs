//! Plans and answers for games on figures: graphs, posets, diagrams, boards of cells.
//!
//! In normal play a figure is worth the xor of its parts, which are solved once in their canonical forms. Misère play and how
//! long play lasts need whole sums of parts; where the value alone was asked for and sums are too many, the length is left out.
//! Nobody knows beforehand how many parts a figure has, so these plans have no size; memory and positions are limited on the way.

use super::plan::{Engine, Fact, Plan};
use super::position::PositionAnswer;
use super::question::Question;
use crate::control::{Control, GaveUp, Total};
use crate::game::{Figure, FigureGame, Remains};
use crate::solve::figures::{FigureSolver, WholeFigures};
use crate::solve::{Convention, Outcome, PositionFacts};

/// How long play lasts is looked for as long as that needs no more sums.
pub(super) const FEW_SUMS: u64 = 100_000;

/// Who answers a question about figures.
pub(super) fn choose_figures(question: &Question<Figure>) -> Plan {
    let (fact, convention) = match *question {
        Question::PPositions { convention, .. } | Question::Position { convention, .. } => {
            (Fact::Outcome(convention), convention)
        }
        Question::Values { .. } => (Fact::Grundy, Convention::Normal),
        Question::LookUp { fact, .. } => match fact {
            Fact::Outcome(convention) | Fact::Remoteness(convention) => (fact, convention),
            Fact::Grundy => (fact, Convention::Normal),
        },
    };
    let whole = convention == Convention::Misere || matches!(fact, Fact::Remoteness(_));
    let why = match whole {
        true => {
            "misère play and the length of play belong to whole sums: sums of parts, each part in its canonical form"
        }
        false => {
            "a position is worth the xor of its independent parts, each solved once in its canonical form"
        }
    };
    let reasons = vec![why.to_string(), "one thread: all parts share one table".to_string()];
    let engine = Engine::Figures;
    Plan { fact, engine, ordered: false, reasons, positions: 0, bytes: None, threads: 1 }
}

/// Answers about many figures of a game, which share what is known of parts.
#[derive(Debug)]
pub struct FigureAnswers<'g> {
    game: &'g FigureGame,
    solver: FigureSolver,
}

impl<'g> FigureAnswers<'g> {
    /// Nothing is known yet.
    pub fn new(game: &'g FigureGame, control: &Control) -> FigureAnswers<'g> {
        FigureAnswers { game, solver: FigureSolver::new(control) }
    }

    /// The Grundy value of a figure.
    ///
    /// # Errors
    /// [`GaveUp`] if that costs too much.
    pub fn grundy(&mut self, figure: &Figure, control: &Control) -> Result<u32, GaveUp> {
        let (ground, remains) = self.game.ground(figure);
        self.solver.enter();
        self.solver.grundy(&*ground, &remains, control)
    }

    /// Everything about a figure.
    ///
    /// # Errors
    /// [`GaveUp`] if that costs too much.
    pub fn facts(&self, figure: &Figure, control: &Control) -> Result<PositionFacts, GaveUp> {
        let (ground, remains) = self.game.ground(figure);
        WholeFigures::new(control).facts(&*ground, &remains, control)
    }

    /// How many parts were solved.
    pub fn parts(&self) -> usize {
        self.solver.parts()
    }
}

/// What is known about a figure.
///
/// # Errors
/// [`GaveUp`] if who wins costs too much.
pub fn answer_figure(
    game: &FigureGame,
    figure: &Figure,
    convention: Convention,
    control: &Control,
) -> Result<PositionAnswer<Figure>, GaveUp> {
    let control = &control.counting("parts solved", Total::Unknown);
    let (ground, remains) = game.ground(figure);
    let mut options: Vec<(Figure, Remains)> = Vec::new();
    ground.visit_options(&remains, &mut |option| {
        options.push((game.figure(&*ground, &option), option));
    });
    options.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    options.dedup_by(|one, other| one.0 == other.0);
    let mut whole = WholeFigures::new(control);
    let mut winning = Vec::new();
    if convention == Convention::Misere {
        let facts = whole.facts(&*ground, &remains, control)?;
        for (option, remains) in options {
            if whole.facts(&*ground, &remains, control)?.misere == Outcome::P {
                winning.push(option);
            }
        }
        return Ok(PositionAnswer {
            outcome: facts.misere,
            grundy: Some(facts.grundy),
            remoteness: Some(facts.misere_remoteness),
            winning: Some(winning),
        });
    }
    let mut solver = FigureSolver::new(control);
    let grundy = solver.grundy(&*ground, &remains, control)?;
    for (option, remains) in options {
        if solver.grundy(&*ground, &remains, control)? == 0 {
            winning.push(option);
        }
    }
    drop(solver);
    let outcome = if grundy == 0 { Outcome::P } else { Outcome::N };
    let remoteness = match whole.facts(&*ground, &remains, &control.with_positions(FEW_SUMS)) {
        Ok(facts) => Some(facts.remoteness),
        Err(why) if why.is_stopped() => return Err(why),
        Err(_) => None,
    };
    Ok(PositionAnswer { outcome, grundy: Some(grundy), remoteness, winning: Some(winning) })
}
