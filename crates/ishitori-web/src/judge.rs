//! What is true of single positions: who wins, the Grundy value, how long it takes.
//!
//! Heaps: from plain recursion if there are few positions below, or else from a solved window, which is made for it
//! if need be. Single heaps: from their sequence. Boards: as the command line does, by recursion, by parts, or from all
//! boards below. Figures: by their parts; a figure and its options share what is known of these.

use std::sync::Arc;

use ishitori::games::{
    AnyGame, Board, BoardGame, Figure, FigureGame, GameKind, HeapGame, Heaps, SingleGame,
};
use ishitori::questions::{
    AskedGame, BoardOracle, Engine, Fact, FigureOracle, KnownFacts, Question, Reference,
};
use ishitori::sequences::Sequence;
use ishitori::shown::ShownGame;
use ishitori::{Control, GaveUp};
use ishitori::{Convention, Outcome};

use crate::figures;
use crate::flights;
use crate::games::{ServedGame, no_pieces};
use crate::ledger::HeldMemory;
use crate::limits::ServerLimits;
use crate::pool::Stop;
use crate::refusal::RequestRefusal;
use crate::solved::{NOTHING, Solved};
use crate::state::ServerState;

/// With at most so many positions below, recursion takes no time worth saving.
const FEW: u128 = 20_000;

/// With at most so many stones in single heaps recursion tells how long play takes as well.
const FEW_STONES: u64 = 14;

/// Positions that recursion may solve where a window should tell all, or few are below.
const SPARE: u64 = 50_000;

/// Somebody who knows about the positions of a game.
pub trait Judge: Sized {
    /// The game.
    type Game: ShownGame;

    /// The game.
    fn game(&self) -> &Self::Game;

    /// Options of this position are asked about next.
    fn go_to(&mut self, position: &Position<Self>) {
        let _ = position;
    }

    /// What is known about a position.
    ///
    /// # Errors
    /// [`GaveUp`] if it costs too much.
    fn say(&mut self, position: &Position<Self>) -> Result<KnownFacts, GaveUp>;

    /// How it is known.
    fn by(&self) -> &'static str;
}

/// The window from which to answer for these heaps and all below; `None` if recursion will do.
///
/// # Errors
/// [`RequestRefusal`] if they are too large.
pub async fn window(
    house: &Arc<ServerState>,
    known: &Arc<ServedGame>,
    heaps: &[u64],
    convention: Convention,
) -> Result<Option<Arc<Solved>>, RequestRefusal> {
    let what = match convention {
        Convention::Normal => Fact::Grundy,
        Convention::Misere => Fact::Outcome(convention),
    };
    if below(heaps) <= FEW {
        return Ok(None);
    }
    if let Some(solved) = house.windows.known(known, what, heaps) {
        return Ok(Some(solved));
    }
    let mut solved = flights::get(house, known, what, heaps.to_vec(), Vec::new()).await;
    if what == Fact::Grundy && solved.as_ref().is_err_and(|refusal| !refusal.is_for_now()) {
        let what = Fact::Outcome(convention);
        solved = flights::get(house, known, what, heaps.to_vec(), Vec::new()).await;
    }
    match solved {
        Err(_) if below(heaps) <= house.limits.positions.into() => Ok(None),
        solved => solved.map(Some),
    }
}

/// How many positions have no larger heaps.
pub fn below(heaps: &[u64]) -> u128 {
    heaps.iter().fold(1, |all: u128, heap| all.saturating_mul(u128::from(*heap) + 1))
}

/// Knows about heaps.
pub struct HeapJudge<'g> {
    game: &'g HeapGame,
    convention: Convention,
    solved: Option<Arc<Solved>>,
    recursion: Recursion<'g, HeapGame>,
}

/// Plain recursion, within what a question may cost.
struct Recursion<'g, G: GameKind> {
    solver: Reference<'g, G>,
    control: Control,
    _held: HeldMemory,
}

impl<'g, G: GameKind> Recursion<'g, G> {
    /// At most so many positions, and never more than the limit.
    fn new(
        house: &ServerState,
        game: &'g G,
        positions: u64,
        stop: &Arc<Stop>,
    ) -> Result<Self, RequestRefusal> {
        let positions = positions.min(house.limits.positions);
        let bytes = house.limits.recursion_bytes(positions);
        let held = house.ledger.take(bytes, stop, || house.windows.forget())?;
        let control = stop.control(Some(positions));
        Ok(Recursion { solver: Reference::new(game), control, _held: held })
    }

    fn say(
        &mut self,
        position: &G::Position,
        convention: Convention,
    ) -> Result<KnownFacts, GaveUp> {
        let facts = self.solver.facts(position, &self.control)?;
        Ok(KnownFacts {
            outcome: facts.outcome(convention),
            grundy: (convention == Convention::Normal).then_some(facts.grundy),
            remoteness: Some(facts.remoteness(convention)),
        })
    }
}

impl<'g> HeapJudge<'g> {
    /// Knows what a window tells, and else what recursion finds.
    ///
    /// # Errors
    /// [`RequestRefusal`] if there is no memory for it in time.
    pub fn new(
        house: &ServerState,
        game: &'g HeapGame,
        convention: Convention,
        at: &Heaps,
        solved: Option<Arc<Solved>>,
        stop: &Arc<Stop>,
    ) -> Result<HeapJudge<'g>, RequestRefusal> {
        // Where heaps grow, there are more positions below than have no larger heaps.
        let many = u64::try_from(below(at).saturating_mul(8)).unwrap_or(u64::MAX);
        let positions = if solved.is_some() { SPARE } else { many.max(SPARE) };
        let recursion = Recursion::new(house, game, positions, stop)?;
        Ok(HeapJudge { game, convention, solved, recursion })
    }
}

impl Judge for HeapJudge<'_> {
    type Game = HeapGame;

    fn game(&self) -> &HeapGame {
        self.game
    }

    fn say(&mut self, position: &Heaps) -> Result<KnownFacts, GaveUp> {
        let found = self.solved.as_ref().and_then(|solved| {
            let found = solved.find(self.game, position).filter(|found| *found != NOTHING)?;
            Some((found, solved.fact()))
        });
        let Some((found, fact)) = found else {
            return self.recursion.say(position, self.convention);
        };
        let outcome = if found == 0 { Outcome::P } else { Outcome::N };
        let grundy = (fact == Fact::Grundy && found < NOTHING - 1).then_some(found.into());
        Ok(KnownFacts { outcome, grundy, remoteness: None })
    }

    fn by(&self) -> &'static str {
        if self.solved.is_some() { "a solved window" } else { "plain recursion" }
    }
}

/// Knows about boards.
pub struct BoardJudge<'g> {
    game: &'g BoardGame,
    oracle: BoardOracle<'g>,
    control: Control,
    _held: HeldMemory,
}

impl<'g> BoardJudge<'g> {
    /// Knows about a board and all that come after it.
    ///
    /// # Errors
    /// [`RequestRefusal`] if it costs too much.
    pub fn new(
        house: &ServerState,
        game: &'g BoardGame,
        convention: Convention,
        board: &Board,
        stop: &Arc<Stop>,
    ) -> Result<BoardJudge<'g>, RequestRefusal> {
        let most = usize::try_from(house.limits.window_bytes()).unwrap_or(usize::MAX);
        let plan = game.plan(
            &Question::Position { at: board, convention },
            &stop.control(None).with_memory(most),
        )?;
        let positions = house.limits.positions;
        let (bytes, control) = match plan.engine {
            Engine::Boards => {
                let bytes = plan.bytes.and_then(|bytes| u64::try_from(bytes).ok());
                (bytes.unwrap_or(u64::MAX), stop.control(None))
            }
            _ => (house.limits.recursion_bytes(positions), stop.control(Some(positions))),
        };
        let held = house.ledger.take(bytes, stop, || house.windows.forget())?;
        let oracle = BoardOracle::new(game, board, convention, &plan, &control);
        let oracle = oracle.map_err(|gave_up| stop.refusal(gave_up))?;
        Ok(BoardJudge { game, oracle, control, _held: held })
    }
}

impl Judge for BoardJudge<'_> {
    type Game = BoardGame;

    fn game(&self) -> &BoardGame {
        self.game
    }

    fn say(&mut self, board: &Board) -> Result<KnownFacts, GaveUp> {
        self.oracle.facts(board, &self.control)
    }

    fn by(&self) -> &'static str {
        self.oracle.by()
    }
}

/// Knows about single heaps: in normal play the values of the heaps tell.
pub struct SingleJudge<'g> {
    game: &'g SingleGame,
    convention: Convention,
    sequence: Option<Sequence>,
    recursion: Recursion<'g, SingleGame>,
}

impl<'g> SingleJudge<'g> {
    /// Knows about heaps and all that come after them.
    ///
    /// # Errors
    /// [`RequestRefusal`] if they are too large.
    pub fn new(
        house: &ServerState,
        game: &'g SingleGame,
        convention: Convention,
        heaps: &[u64],
        stop: &Arc<Stop>,
    ) -> Result<SingleJudge<'g>, RequestRefusal> {
        let (largest, most) = (heaps.iter().copied().max().unwrap_or(0), house.limits.single);
        if largest > most {
            return Err(RequestRefusal::beyond("single", most, largest));
        }
        let recursion = Recursion::new(house, game, house.limits.positions, stop)?;
        let sequence = match convention {
            Convention::Normal => Some(values(game, largest, stop)?),
            Convention::Misere => None,
        };
        Ok(SingleJudge { game, convention, sequence, recursion })
    }
}

/// The values of single heaps up to `largest`, which is within the limit.
///
/// # Errors
/// [`RequestRefusal`] if it is stopped.
pub fn values(
    game: &SingleGame,
    largest: u64,
    stop: &Arc<Stop>,
) -> Result<Sequence, RequestRefusal> {
    let sequence = Sequence::new(game.rules());
    let mut sequence = sequence.map_err(|error| RequestRefusal::bad(error.to_string()))?;
    let extended = sequence.extend(largest, &stop.control(None));
    extended.map_err(|gave_up| stop.refusal(gave_up))?;
    Ok(sequence)
}

impl Judge for SingleJudge<'_> {
    type Game = SingleGame;

    fn game(&self) -> &SingleGame {
        self.game
    }

    fn say(&mut self, heaps: &Vec<u64>) -> Result<KnownFacts, GaveUp> {
        let value = |sequence: &Sequence| {
            heaps.iter().try_fold(0, |sum, heap| Some(sum ^ sequence.value(*heap)?))
        };
        let few = heaps.iter().sum::<u64>() <= FEW_STONES;
        let known = self.sequence.as_ref().and_then(value).and_then(|v| u32::try_from(v).ok());
        match known.filter(|_| !few) {
            None => self.recursion.say(heaps, self.convention),
            Some(grundy) => {
                let outcome = if grundy == 0 { Outcome::P } else { Outcome::N };
                Ok(KnownFacts { outcome, grundy: Some(grundy), remoteness: None })
            }
        }
    }

    fn by(&self) -> &'static str {
        match self.convention {
            Convention::Normal => "the values of single heaps",
            Convention::Misere => "plain recursion",
        }
    }
}

/// Knows about figures.
pub struct FigureJudge<'g> {
    game: &'g FigureGame,
    convention: Convention,
    oracle: FigureOracle<'g>,
    control: Control,
    _held: HeldMemory,
}

impl<'g> FigureJudge<'g> {
    /// Knows about a figure and its options.
    ///
    /// # Errors
    /// [`RequestRefusal`] if there is no memory for it in time.
    pub fn new(
        house: &ServerState,
        game: &'g FigureGame,
        convention: Convention,
        at: &Figure,
        stop: &Arc<Stop>,
    ) -> Result<FigureJudge<'g>, RequestRefusal> {
        let held = house.ledger.take(house.limits.job_bytes(), stop, || house.windows.forget())?;
        let control = stop.control(Some(house.limits.positions));
        // Values and lengths have a table each.
        let control = control.with_memory(house.limits.job_memory() / 2);
        let oracle = FigureOracle::new(game, at, convention, &control);
        Ok(FigureJudge { game, convention, oracle, control, _held: held })
    }
}

impl Judge for FigureJudge<'_> {
    type Game = FigureGame;

    fn game(&self) -> &FigureGame {
        self.game
    }

    fn go_to(&mut self, figure: &Figure) {
        self.oracle.go_to(figure, &self.control);
    }

    fn say(&mut self, figure: &Figure) -> Result<KnownFacts, GaveUp> {
        self.oracle.facts(figure, &self.control)
    }

    fn by(&self) -> &'static str {
        match self.convention {
            Convention::Normal => "the values of its independent parts",
            Convention::Misere => "sums of its independent parts",
        }
    }
}

/// What is asked of a position, in a game of any kind.
pub trait PositionQuestion: Clone + Send + Sync + 'static {
    /// What the answer is.
    type Answer: Send + 'static;

    /// Asks a judge.
    ///
    /// # Errors
    /// [`RequestRefusal`] if it cannot be answered.
    fn ask<J: Judge>(
        self,
        judge: &mut J,
        at: &Position<J>,
        case: &QuestionContext,
    ) -> Result<Self::Answer, RequestRefusal>;
}

/// A position of the game of a judge.
pub type Position<J> = <<J as Judge>::Game as GameKind>::Position;

/// Where a question is asked.
pub struct QuestionContext<'a> {
    /// What may be asked for.
    pub limits: &'a ServerLimits,
    /// The stop button.
    pub stop: &'a Arc<Stop>,
}

impl QuestionContext<'_> {
    /// Why there is no answer.
    pub fn refusal(&self, gave_up: GaveUp) -> RequestRefusal {
        if gave_up.needs_more_positions() && !self.stop.is_late() {
            return RequestRefusal::too_much(gave_up.why(), "positions", self.limits.positions);
        }
        self.stop.refusal(gave_up)
    }

    /// The options of a position, if they are not too many.
    ///
    /// # Errors
    /// [`RequestRefusal`] if they are.
    pub fn options<G: GameKind>(
        &self,
        game: &G,
        at: &G::Position,
    ) -> Result<Vec<G::Position>, RequestRefusal> {
        let most = self.limits.options;
        game.options_within(at, most)
            .map_err(|gave_up| RequestRefusal::too_much(gave_up.why(), "options", most))
    }
}

/// Asks a question about a position, by a judge who suits it.
///
/// # Errors
/// [`RequestRefusal`] if the position is none, or it cannot be answered.
pub async fn judged<Q: PositionQuestion>(
    house: &Arc<ServerState>,
    known: &Arc<ServedGame>,
    position: &str,
    convention: Convention,
    question: Q,
) -> Result<Q::Answer, RequestRefusal> {
    let mut solved = None;
    if let AnyGame::Heaps(game) = &known.game {
        let heaps = parsed(game, position)?;
        known.is_scanned_soon(&heaps)?;
        solved = window(house, known, &heaps, convention).await?;
    }
    let (shared, known, position) = (house.clone(), known.clone(), position.to_string());
    let work = move |stop: &Arc<Stop>| {
        let case = QuestionContext { limits: &shared.limits, stop };
        match &known.game {
            AnyGame::Heaps(game) => {
                let at = parsed(game, &position)?;
                let mut judge =
                    HeapJudge::new(&shared, game, convention, &at, solved.clone(), stop)?;
                question.clone().ask(&mut judge, &at, &case)
            }
            AnyGame::Board(game) => {
                let at = parsed(game, &position)?;
                let mut judge = BoardJudge::new(&shared, game, convention, &at, stop)?;
                question.clone().ask(&mut judge, &at, &case)
            }
            AnyGame::Figures(game) => {
                let at = figures::parsed(game, &position, &shared.limits)?;
                let mut judge = FigureJudge::new(&shared, game, convention, &at, stop)?;
                question.clone().ask(&mut judge, &at, &case)
            }
            AnyGame::Pieces(_) => Err(no_pieces(&known.claimed)),
            AnyGame::Single(game) => {
                let at = parsed(game, &position)?;
                let mut judge = SingleJudge::new(&shared, game, convention, &at, stop)?;
                question.clone().ask(&mut judge, &at, &case)
            }
        }
    };
    house.work(work).await
}

/// Reads a position.
///
/// # Errors
/// [`RequestRefusal`] if it is none.
pub fn parsed<G: ShownGame>(game: &G, text: &str) -> Result<G::Position, RequestRefusal> {
    game.parse(text).map_err(|error| RequestRefusal::bad(error.to_string()))
}
