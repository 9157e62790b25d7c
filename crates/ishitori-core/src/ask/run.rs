//! Runs a plan, from the beginning or from a state.
//!
//! The engine of the plan tells P-positions; those outside the bounds are left out here, because keys and
//! marks may solve a larger window than was asked for, and of the arrangements of an unordered position
//! only the ascending one is told. States name engine, game, window and convention, so one of another
//! question is refused before anything is told. Cost: the engine's, and a look at the bounds for each
//! P-position. Tables, boards and their parts tell no list: see `window.rs` and `position.rs`.

use super::plan::{Engine, Plan};
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, GameKind, HeapGame, Heaps};
use crate::solve::cones::Sink;
use crate::solve::lines;
use crate::solve::snapshot::{EngineSession, NoKeeper, SafePoints, StateSubject, UnfinishedRun};
use crate::solve::{Convention, Reference, keys, marks, slabs};

/// Runs a plan: calls `visit` with every P-position within `bounds`, on this thread, in an order of
/// the engine's that is the same for any number of threads.
///
/// # Errors
/// [`GaveUp`] if `control` runs out.
pub fn p_positions(
    game: &HeapGame,
    bounds: &Bounds,
    convention: Convention,
    plan: &Plan,
    control: &Control,
    visit: &mut dyn FnMut(&Heaps),
) -> Result<(), GaveUp> {
    let keeper = &mut NoKeeper;
    let session = EngineSession::new(keeper);
    Ok(p_positions_from(game, bounds, convention, plan, session, control, visit)?)
}

/// The same for an [`EngineSession`]: it may go on from a state, and hands over states on the way.
///
/// Going on from a state, `visit` is called with what comes after the results told before it.
///
/// # Errors
/// [`UnfinishedRun`] if `control` runs out, or the state does not fit: then nothing has been visited.
pub fn p_positions_from(
    game: &HeapGame,
    bounds: &Bounds,
    convention: Convention,
    plan: &Plan,
    session: EngineSession,
    control: &Control,
    visit: &mut dyn FnMut(&Heaps),
) -> Result<(), UnfinishedRun> {
    let visit = &mut |position: &Heaps, _| visit(position);
    run(game, bounds, convention, plan, session, control, PositionVisit::Each(visit))
}

/// The same for those who only count: a position may be told with a number of positions, of which the others have the same
/// heaps in another order.
///
/// # Errors
/// Those of [`p_positions_from`].
pub fn p_counts_from(
    game: &HeapGame,
    bounds: &Bounds,
    convention: Convention,
    plan: &Plan,
    session: EngineSession,
    control: &Control,
    visit: &mut dyn FnMut(&Heaps, u64),
) -> Result<(), UnfinishedRun> {
    let lower = &game.rules().lower;
    // Otherwise sizes that are counted from 0 are not the heaps.
    let same = lower.iter().all(|bound| *bound == lower[0]);
    let visit = if same { PositionVisit::Many(visit) } else { PositionVisit::Each(visit) };
    run(game, bounds, convention, plan, session, control, visit)
}

/// Whom P-positions are told, with how many they stand for.
enum PositionVisit<'v> {
    /// One by one.
    Each(&'v mut dyn FnMut(&Heaps, u64)),
    /// Perhaps many at once.
    Many(&'v mut dyn FnMut(&Heaps, u64)),
}

fn run(
    game: &HeapGame,
    bounds: &Bounds,
    convention: Convention,
    plan: &Plan,
    session: EngineSession,
    control: &Control,
    visit: PositionVisit<'_>,
) -> Result<(), UnfinishedRun> {
    let (visit, many) = match visit {
        PositionVisit::Each(visit) => (visit, false),
        PositionVisit::Many(visit) => (visit, true),
    };
    if let Engine::Reference = plan.engine {
        let visit = &mut |position: &Heaps| visit(position, 1);
        return Reference::new(game).p_positions_from(bounds, convention, session, control, visit);
    }
    let about = StateSubject {
        engine: plan.engine.name().into(),
        game: game.fingerprint(),
        window: bounds.clone(),
        convention,
    };
    let safe = &mut SafePoints::new(session, about, control)?;
    let reported = safe.counter();
    let visit = &mut |position: &Heaps, count: u64| {
        reported.set(reported.get() + count);
        visit(position, count);
    };
    // These solve a window that may be larger than what was asked for.
    let within = game.bounds_check(bounds).map_err(|error| GaveUp::new(error.to_string()))?;
    let visit_within = &mut |position: &Heaps| {
        if within(position) {
            visit(position, 1);
        }
    };
    match &plan.engine {
        Engine::Lines { cones, order } => {
            let mut report = PositionSink::new(game, bounds, order.heaps.clone(), false, visit);
            lines::sieve(cones, order, &mut report, control, safe)
        }
        Engine::Slabs(slabs) => {
            let heaps = (0..game.rules().lower.len()).collect();
            let mut report = PositionSink::new(game, bounds, heaps, many, visit);
            slabs::sieve(slabs, plan.threads, &mut report, control, safe)
        }
        Engine::Keys { keys, upper, total } => {
            let sieve = keys::KeySieve::new(keys, *upper, convention);
            sieve.run(*total, plan.threads, control, safe, visit_within)
        }
        Engine::Marks { window, upper } => {
            let sieve = marks::MarkSieve { game, upper, convention, threads: plan.threads };
            sieve.run(window, control, safe, visit_within)
        }
        Engine::Strides(strides) => strides.p_positions(game, control, safe, visit_within),
        Engine::Table(_)
        | Engine::Seen { .. }
        | Engine::Pieces { .. }
        | Engine::Figures
        | Engine::Boards
        | Engine::Parts => {
            Err(GaveUp::new("this plan tells no positions one after the other").into())
        }
        Engine::Reference => unreachable!("done above"),
    }
}

/// Turns rows of lines into positions, each multiset once in an unordered game.
struct PositionSink<'a> {
    game: &'a HeapGame,
    /// The heaps in the order of the engine.
    order: Vec<usize>,
    unordered: bool,
    /// Whether one of symmetric positions is enough.
    many: bool,
    upper: Vec<u64>,
    position: Heaps,
    visit: &'a mut dyn FnMut(&Heaps, u64),
}

impl<'a> PositionSink<'a> {
    fn new(
        game: &'a HeapGame,
        bounds: &'a Bounds,
        order: Vec<usize>,
        many: bool,
        visit: &'a mut dyn FnMut(&Heaps, u64),
    ) -> Self {
        let position = game.rules().lower.clone().into_boxed_slice();
        let unordered = game.rules().symmetry.identifies();
        let upper = game.upper_bounds(bounds).expect("planned with these bounds");
        PositionSink { game, order, unordered, many, upper, position, visit }
    }
}

impl Sink for PositionSink<'_> {
    fn found(&mut self, sizes: &[usize]) {
        let lower = &self.game.rules().lower;
        for (heap, size) in self.order.iter().zip(sizes) {
            self.position[*heap] = lower[*heap] + *size as u64;
        }
        let fits = || self.position.iter().zip(&self.upper).all(|(heap, upper)| heap <= upper);
        let wanted = !self.unordered || self.position.is_sorted() && fits();
        if wanted {
            (self.visit)(&self.position, 1);
        }
    }

    fn wants_ascending(&self) -> bool {
        self.unordered
    }

    fn wants_counts(&self) -> bool {
        self.many && !self.unordered
    }

    fn found_many(&mut self, sizes: &[usize], count: usize) {
        let lower = &self.game.rules().lower;
        for (heap, size) in self.order.iter().zip(sizes) {
            self.position[*heap] = lower[*heap] + *size as u64;
        }
        (self.visit)(&self.position, count as u64);
    }
}
