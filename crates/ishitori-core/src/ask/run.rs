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
    if let Engine::Reference = plan.engine {
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
    let visit = &mut |position: &Heaps| {
        reported.set(reported.get() + 1);
        visit(position);
    };
    // These solve a window that may be larger than what was asked for.
    let within = game.bounds_check(bounds).map_err(|error| GaveUp::new(error.to_string()))?;
    let visit_within = &mut |position: &Heaps| {
        if within(position) {
            visit(position);
        }
    };
    match &plan.engine {
        Engine::Lines { cones, order } => {
            let mut report = PositionSink::new(game, bounds, order.heaps.clone(), visit);
            lines::sieve(cones, order, &mut report, control, safe)
        }
        Engine::Slabs(plan) => {
            let heaps = (0..game.rules().lower.len()).collect();
            let mut report = PositionSink::new(game, bounds, heaps, visit);
            slabs::sieve(plan, &mut report, control, safe)
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
        Engine::Table(_) | Engine::Seen { .. } | Engine::Boards | Engine::Parts => {
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
    upper: Vec<u64>,
    position: Heaps,
    visit: &'a mut dyn FnMut(&Heaps),
}

impl<'a> PositionSink<'a> {
    fn new(
        game: &'a HeapGame,
        bounds: &'a Bounds,
        order: Vec<usize>,
        visit: &'a mut dyn FnMut(&Heaps),
    ) -> Self {
        let position = game.rules().lower.clone().into_boxed_slice();
        let unordered = game.rules().symmetry.identifies();
        let upper = game.upper_bounds(bounds).expect("planned with these bounds");
        PositionSink { game, order, unordered, upper, position, visit }
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
            (self.visit)(&self.position);
        }
    }

    fn wants_ascending(&self) -> bool {
        self.unordered
    }
}
