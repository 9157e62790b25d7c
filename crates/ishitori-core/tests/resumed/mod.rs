//! Runs that are killed and resumed until they come to their end.

use std::ops::ControlFlow;

use ishitori_core::ask::{Engine, Fact, Plan, choose, choose_grundy, p_positions_from};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{Board, BoardGame, Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::solve::boards::BoardsBelow;
use ishitori_core::solve::snapshot::{
    EngineSession, EngineState, Keeper, SavedState, StateError, UnfinishedRun,
};
use ishitori_core::solve::table::GrundyTable;
use ishitori_core::solve::table::TablePlan;
use ishitori_core::solve::{Convention, Reference};

/// After so many interruptions a run is left alone.
const PATIENCE: u32 = 25;

/// Takes a state at a random safe point, then kills the run: at once, later, or never.
pub struct Killer {
    random: fastrand::Rng,
    /// A state is taken at one safe point of so many; 0 for none.
    one_of: u32,
    pub taken: Option<Vec<u8>>,
}

impl Killer {
    pub fn new(random: &mut fastrand::Rng, one_of: u32) -> Self {
        Killer { random: random.fork(), one_of, taken: None }
    }
}

impl Keeper for Killer {
    fn is_due(&mut self) -> bool {
        self.one_of > 0 && self.random.u32(..self.one_of) == 0
    }

    fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
        if self.taken.is_some() && self.random.bool() {
            return Err(GaveUp::new("killed later: the state before this one counts"));
        }
        let mut bytes = Vec::new();
        state.write(&mut bytes).expect("memory takes everything");
        self.taken = Some(bytes);
        if self.random.bool() { Err(GaveUp::new("killed")) } else { Ok(()) }
    }
}

/// What is solved.
pub enum Work<'a> {
    /// P-positions with the engine of the plan.
    Chosen(&'a HeapGame, &'a Bounds, Convention),
    /// P-positions by plain recursion.
    ByReference(&'a HeapGame, &'a Bounds, Convention),
    /// Grundy values.
    Values(&'a HeapGame, &'a Bounds),
    /// The boards that the reference says are P.
    BoardList(&'a BoardGame, Convention),
    /// Who wins each board.
    Outcomes(&'a BoardGame, Convention),
    /// The value of each board.
    BoardValues(&'a BoardGame),
}

/// Results as numbers, so that all work looks the same: told one by one, or a table at the end.
pub type Results = Vec<Vec<u64>>;

impl Work<'_> {
    pub fn plan(&self, threads: usize) -> Plan {
        let control = Control::unlimited().with_threads(threads);
        match self {
            Work::Chosen(game, bounds, convention) => {
                choose(game, bounds, *convention, &control).expect("a plan")
            }
            _ => {
                let (engine, fact) = (Engine::Reference, Fact::Outcome(Convention::Normal));
                let (reasons, ordered, positions) = (Vec::new(), false, 0);
                Plan { fact, engine, ordered, reasons, positions, bytes: None, threads: 1 }
            }
        }
    }

    fn grundy_plan(game: &HeapGame, bounds: &Bounds, threads: usize) -> TablePlan {
        let control = Control::unlimited().with_threads(threads);
        choose_grundy(game, bounds, &control).expect("a plan").table().expect("an engine").clone()
    }

    /// Runs it once from a state.
    pub fn run(
        &self,
        threads: usize,
        from: Option<&[u8]>,
        keeper: &mut dyn Keeper,
        control: &Control,
        found: &mut Results,
    ) -> Result<(), UnfinishedRun> {
        let mut bytes = from.unwrap_or_default();
        let from = match from {
            Some(_) => Some(SavedState::open(&mut bytes)?),
            None => None,
        };
        let reported = from.as_ref().map_or(0, |saved| saved.reported());
        found.truncate(usize::try_from(reported).unwrap_or(usize::MAX));
        let session = EngineSession { from, keeper };
        match self {
            Work::Chosen(game, bounds, convention)
            | Work::ByReference(game, bounds, convention) => {
                let plan = self.plan(threads);
                let visit = &mut |p: &Heaps| found.push(p.to_vec());
                p_positions_from(game, bounds, *convention, &plan, session, control, visit)
            }
            Work::Values(game, bounds) => {
                let plan = Work::grundy_plan(game, bounds, threads);
                let table = plan.solve_from(game, session, control)?;
                *found = values_of(game, bounds, &table);
                Ok(())
            }
            Work::BoardList(game, convention) => {
                let visit = &mut |board: &Board| found.push(vec![board.mask()]);
                let bounds = Bounds::default();
                Reference::new(*game).p_positions_from(
                    &bounds,
                    *convention,
                    session,
                    control,
                    visit,
                )
            }
            Work::Outcomes(game, convention) => {
                let below = BoardsBelow::all(game).expect("few cells");
                let outcomes = below.outcomes_from(*convention, session, control)?;
                let mut p = Vec::new();
                outcomes.visit_p(game, &mut |board| p.push(vec![board.mask()]));
                *found = p;
                Ok(())
            }
            Work::BoardValues(game) => {
                let below = BoardsBelow::all(game).expect("few cells");
                let values = below.values_from(session, control)?;
                *found = Vec::new();
                game.visit_positions(&Bounds::default(), &mut |board| {
                    found.push(vec![u64::from(values.get(board).expect("of the size"))]);
                    ControlFlow::Continue(())
                })
                .expect("few cells");
                Ok(())
            }
        }
    }

    /// The results of a run that nobody disturbs.
    pub fn undisturbed(&self) -> Results {
        let mut found = Vec::new();
        let mut killer = Killer::new(&mut fastrand::Rng::with_seed(0), 0);
        self.run(1, None, &mut killer, &Control::unlimited(), &mut found).expect("results");
        found
    }

    /// The results of a run that is killed and resumed, again and again, with other numbers of threads;
    /// and how often.
    pub fn disturbed(&self, random: &mut fastrand::Rng) -> (Results, u32) {
        let (mut found, mut state) = (Vec::new(), None);
        for kills in 0.. {
            let one_of = if kills < PATIENCE { random.u32(1..=4) } else { 0 };
            let mut killer = Killer::new(random, one_of);
            let threads = [1, 2, 4][random.usize(..3)];
            let control = &Control::unlimited();
            match self.run(threads, state.as_deref(), &mut killer, control, &mut found) {
                Ok(()) => return (found, kills),
                Err(UnfinishedRun::GaveUp(_)) => state = killer.taken.or(state),
                Err(UnfinishedRun::State(error)) => panic!("its own state is refused: {error}"),
            }
        }
        unreachable!("patience ends")
    }

    /// A state from the middle of the work, if there is a safe point.
    pub fn state(&self, random: &mut fastrand::Rng, threads: usize) -> Option<Vec<u8>> {
        let mut killer = Killer::new(random, 3);
        let ended = self.run(threads, None, &mut killer, &Control::unlimited(), &mut Vec::new());
        assert!(!matches!(ended, Err(UnfinishedRun::State(_))));
        killer.taken
    }

    /// Goes on from bytes that may be damaged: nothing may happen but an answer or an error.
    pub fn try_from(&self, threads: usize, bytes: &[u8]) -> Result<(), StateError> {
        let mut killer = Killer::new(&mut fastrand::Rng::with_seed(0), 0);
        let control = &Control::unlimited();
        match self.run(threads, Some(bytes), &mut killer, control, &mut Vec::new()) {
            Err(UnfinishedRun::State(error)) => Err(error),
            _ => Ok(()),
        }
    }
}

fn values_of(game: &HeapGame, bounds: &Bounds, table: &GrundyTable) -> Results {
    let mut values = Vec::new();
    game.visit_positions(bounds, &mut |position| {
        values.push(vec![u64::from(table.get(position))]);
        ControlFlow::Continue(())
    })
    .expect("a window");
    values
}
