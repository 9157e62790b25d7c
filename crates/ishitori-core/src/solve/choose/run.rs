//! Runs a plan, from the beginning or from a state.

use super::{Engine, Plan};
use crate::game::{Bounds, Game, HeapGame, Heaps};
use crate::solve::lines::{self, Order, Sink};
use crate::solve::snapshot::{About, NoKeeper, SafePoints, Session, Unfinished};
use crate::solve::{Budget, Convention, GaveUp, Reference, keys, marks};

/// Runs a plan: calls `visit` with every P-position within `bounds`, on this thread, in an order of
/// the engine's that is the same for any number of threads.
///
/// # Errors
/// [`GaveUp`] if `budget` runs out.
pub fn p_positions(
    game: &HeapGame,
    bounds: &Bounds,
    convention: Convention,
    plan: &Plan,
    budget: &mut Budget,
    visit: &mut dyn FnMut(&Heaps),
) -> Result<(), GaveUp> {
    let keeper = &mut NoKeeper;
    let session = Session::new(keeper);
    Ok(p_positions_from(game, bounds, convention, plan, session, budget, visit)?)
}

/// The same for a [`Session`]: it may go on from a state, and hands over states on the way.
///
/// Going on from a state, `visit` is called with what comes after the results told before it.
///
/// # Errors
/// [`Unfinished`] if `budget` runs out, or the state does not fit: then nothing has been visited.
pub fn p_positions_from(
    game: &HeapGame,
    bounds: &Bounds,
    convention: Convention,
    plan: &Plan,
    session: Session,
    budget: &mut Budget,
    visit: &mut dyn FnMut(&Heaps),
) -> Result<(), Unfinished> {
    if let Engine::Reference = plan.engine {
        return Reference::new(game).p_positions_from(bounds, convention, session, budget, visit);
    }
    let about = About {
        engine: plan.engine.name().into(),
        game: game.fingerprint(),
        window: bounds.clone(),
        convention,
    };
    let safe = &mut SafePoints::new(session, about, budget)?;
    let reported = safe.counter();
    let visit = &mut |position: &Heaps| {
        reported.set(reported.get() + 1);
        visit(position);
    };
    // These solve a window that may be larger than what was asked for.
    let visit_within = &mut |position: &Heaps| {
        if game.is_within(bounds, position) {
            visit(position);
        }
    };
    match &plan.engine {
        Engine::Lines { cones, order } => {
            let mut report = Report::new(game, bounds, order, visit);
            lines::sieve(cones, order, &mut report, budget, safe)
        }
        Engine::Keys { keys, upper, total } => {
            let sieve = keys::Sieve::new(keys, *upper, convention);
            sieve.run(*total, plan.threads, budget, safe, visit_within)
        }
        Engine::Marks { window, upper } => {
            let sieve = marks::Sieve { game, upper, convention, threads: plan.threads };
            sieve.run(window, budget, safe, visit_within)
        }
        Engine::Reference => unreachable!("done above"),
    }
}

/// Turns rows of lines into positions, each multiset once in an unordered game.
struct Report<'a> {
    game: &'a HeapGame,
    order: &'a Order,
    unordered: bool,
    upper: Vec<u64>,
    position: Heaps,
    visit: &'a mut dyn FnMut(&Heaps),
}

impl<'a> Report<'a> {
    fn new(
        game: &'a HeapGame,
        bounds: &'a Bounds,
        order: &'a Order,
        visit: &'a mut dyn FnMut(&Heaps),
    ) -> Self {
        let position = game.rules().lower.clone().into_boxed_slice();
        let unordered = game.rules().symmetry.identifies();
        let upper = game.upper_bounds(bounds).expect("planned with these bounds");
        Report { game, order, unordered, upper, position, visit }
    }
}

impl Sink for Report<'_> {
    fn found(&mut self, sizes: &[usize]) {
        let lower = &self.game.rules().lower;
        for (heap, size) in self.order.heaps.iter().zip(sizes) {
            self.position[*heap] = lower[*heap] + *size as u64;
        }
        let fits = || self.position.iter().zip(&self.upper).all(|(heap, upper)| heap <= upper);
        let wanted = !self.unordered || self.position.is_sorted() && fits();
        if wanted {
            (self.visit)(&self.position);
        }
    }
}
