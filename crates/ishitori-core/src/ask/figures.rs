//! Plans and answers for games on figures: graphs, posets, diagrams, boards of cells.
//!
//! In normal play a figure is worth the xor of its parts, which are solved once in their canonical forms. Misère play and how
//! long play lasts need whole sums of parts; where the value alone was asked for and sums are too many, the length is left out.
//! Nobody knows beforehand how many parts a figure has, so these plans have no size; memory and positions are limited on the way.

use super::plan::{Engine, Fact, Plan};
use super::position::PositionAnswer;
use super::question::Question;
use crate::control::{Control, GaveUp, Total};
use crate::game::{Figure, FigureGame, GameKind, Remains};
use crate::solve::figures::{FigureSolver, FigureStates, WholeFigures};
use crate::solve::snapshot::{EngineSession, NoKeeper, UnfinishedRun};
use crate::solve::{Convention, Outcome, PositionFacts};

/// How long play lasts is looked for as long as that needs no more sums.
pub(super) const FEW_SUMS: u64 = 100_000;

/// Who answers a question about figures.
pub(super) fn choose_figures(question: &Question<Figure>, control: &Control) -> Plan {
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
    let (threads, shared) = match (whole, control.threads()) {
        (true, _) => (1, "one thread: whole sums share one memo"),
        (false, 1) => (1, "one thread was asked for"),
        (false, threads) => (
            threads,
            "threads search together, in one table, once a position has some thousand parts",
        ),
    };
    let reasons = vec![why.to_string(), shared.to_string()];
    let engine = Engine::Figures;
    Plan { fact, engine, ordered: false, reasons, positions: 0, bytes: None, threads }
}

/// Answers about many figures of a game, which share what is known of parts.
#[derive(Debug)]
pub struct FigureAnswers<'g, 'k> {
    game: &'g FigureGame,
    solver: FigureSolver,
    states: FigureStates<'k>,
}

impl<'g, 'k> FigureAnswers<'g, 'k> {
    /// Nothing is known yet, and nothing is kept.
    pub fn new(game: &'g FigureGame, control: &Control) -> FigureAnswers<'g, 'k> {
        let states = FigureStates::none();
        FigureAnswers { game, solver: FigureSolver::new(control), states }
    }

    /// Values are kept on the way; `positions` says in words of which positions, in normal play.
    ///
    /// # Errors
    /// If the session goes on from a state that belongs to something else, or is damaged.
    pub fn kept(
        game: &'g FigureGame,
        positions: &str,
        session: EngineSession<'k>,
        control: &Control,
    ) -> Result<FigureAnswers<'g, 'k>, UnfinishedRun> {
        let mut solver = FigureSolver::new(control);
        let mut states =
            FigureStates::new(session, (game, positions), Convention::Normal, control)?;
        solver.resume(&mut states)?;
        Ok(FigureAnswers { game, solver, states })
    }

    /// The Grundy value of a figure.
    ///
    /// # Errors
    /// [`GaveUp`] if that costs too much.
    pub fn grundy(&mut self, figure: &Figure, control: &Control) -> Result<u32, GaveUp> {
        let (ground, remains) = self.game.ground(figure);
        self.solver.enter(self.game.write(figure));
        self.solver.grundy_kept(&*ground, &remains, control, &mut self.states)
    }

    /// Everything about a figure. That is not kept.
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

    /// What is known of parts.
    pub(crate) fn solver(&self) -> &FigureSolver {
        &self.solver
    }

    /// The same, to learn more.
    pub(crate) fn solver_mut(&mut self) -> &mut FigureSolver {
        &mut self.solver
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
    let mut keeper = NoKeeper;
    let session = EngineSession::new(&mut keeper);
    answer_figure_from(game, figure, convention, session, control).map_err(GaveUp::from)
}

/// The same in a session: it may go on from a state, and hands over states on the way.
///
/// # Errors
/// [`UnfinishedRun`] if who wins costs too much, or the state does not fit.
pub fn answer_figure_from(
    game: &FigureGame,
    figure: &Figure,
    convention: Convention,
    session: EngineSession<'_>,
    control: &Control,
) -> Result<PositionAnswer<Figure>, UnfinishedRun> {
    let control = &control.counting("parts solved", Total::Unknown);
    let states = &mut FigureStates::new(session, (game, &game.write(figure)), convention, control)?;
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
        whole.resume(states)?;
        let facts = whole.facts_kept(&*ground, &remains, control, states)?;
        for (option, remains) in options {
            if whole.facts_kept(&*ground, &remains, control, states)?.misere == Outcome::P {
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
    solver.enter(game.write(figure));
    solver.resume(states)?;
    let grundy = solver.grundy_kept(&*ground, &remains, control, states)?;
    for (option, remains) in options {
        if solver.grundy_kept(&*ground, &remains, control, states)? == 0 {
            winning.push(option);
        }
    }
    drop(solver);
    let outcome = if grundy == 0 { Outcome::P } else { Outcome::N };
    let remoteness = match whole.facts(&*ground, &remains, &control.with_positions(FEW_SUMS)) {
        Ok(facts) => Some(facts.remoteness),
        Err(why) if why.is_stopped() => return Err(why.into()),
        Err(_) => None,
    };
    Ok(PositionAnswer { outcome, grundy: Some(grundy), remoteness, winning: Some(winning) })
}
