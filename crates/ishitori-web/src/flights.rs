//! Getting a window: one that is kept, or one that is solved for all who wait for it.
//!
//! A window that is asked for by tiles grows by doubling, so panning over n cells solves about log n windows, and all of them
//! together cost a third more than the last.

use std::sync::Arc;

use tokio::sync::watch;

use ishitori::questions::Fact;

use crate::games::ServedGame;
use crate::limits::ServerLimits;
use crate::pool::{MOMENT, Stop, guarded};
use crate::refusal::RequestRefusal;
use crate::solved::{PlannedWindow, plan};
use crate::state::ServerState;
use crate::windows::{PendingWindow, WindowKey, WindowResult};

/// The side of the smallest window.
const SMALLEST: u64 = 256;

/// A window that answers for heaps up to `to`, of which those in `free` will be asked for more soon.
///
/// # Errors
/// [`RequestRefusal`] if it does not fit, or takes too long.
pub async fn get(
    house: &Arc<ServerState>,
    known: &Arc<ServedGame>,
    what: Fact,
    to: Vec<u64>,
    free: Vec<usize>,
) -> WindowResult {
    if let Some(solved) = house.windows.known(known, what, &to) {
        return Ok(solved);
    }
    let (asked, limits) = (known.clone(), house.limits.clone());
    let plan = house.work(move |stop| grown(&asked, what, &to, &free, &limits, stop)).await?;
    let flight = flight(house, known, what, plan)?;
    let mut found = flight.found.clone();
    let found = found.wait_for(Option::is_some).await;
    // Its sender is dropped unsent only when the server goes down.
    found
        .ok()
        .and_then(|found| found.clone())
        .unwrap_or_else(|| Err(RequestRefusal::busy("waiting", 0)))
}

/// The flight to a window: one that is on its way, or a new one.
fn flight(
    house: &Arc<ServerState>,
    known: &Arc<ServedGame>,
    what: Fact,
    planned: SizedPlan,
) -> Result<Arc<PendingWindow>, RequestRefusal> {
    let SizedPlan { to, plan } = planned;
    let key = WindowKey { game: known.key.clone(), what, to };
    if house.windows.is_slow(&key) {
        return Err(RequestRefusal::time(house.limits.request.as_secs_f64()));
    }
    let landed = key.clone();
    house.windows.board(key, || {
        let stop = Stop::after(house.limits.request);
        let (give, found) = watch::channel(None);
        let flight = Arc::new(PendingWindow { stop: stop.clone(), found });
        let is_quick = plan.seconds(known) < MOMENT.as_secs_f64();
        let (shared, known) = (house.clone(), known.clone());
        let work = move |stop: &Arc<Stop>| {
            let forget = || shared.windows.forget();
            let held = shared.ledger.take(plan.bytes, stop, forget)?;
            plan.solve(&known, &shared.limits, stop, held).map(Arc::new)
        };
        let (shared, pressed) = (house.clone(), stop.clone());
        let take = move |found| {
            shared.windows.land(landed, &pressed, &found);
            let _ = give.send(Some(found));
        };
        if is_quick {
            house.solvers.try_quickly(stop, Arc::new(work), Box::new(take))?;
        } else {
            let log = house.log.clone();
            house.solvers.submit(move || take(guarded(&stop, &*log, work)))?;
        }
        Ok(flight)
    })
}

struct SizedPlan {
    to: Vec<u64>,
    plan: PlannedWindow,
}

/// The plan of a window a little larger than asked for, so that the next question finds it; if that does not fit or takes
/// long, of what was asked for.
fn grown(
    known: &ServedGame,
    what: Fact,
    to: &[u64],
    free: &[usize],
    limits: &ServerLimits,
    stop: &Stop,
) -> Result<SizedPlan, RequestRefusal> {
    let side = free.iter().map(|heap| to[*heap]).max().unwrap_or(0);
    let doubled = |size: u64| (size + 1).next_power_of_two() - 1;
    let larger = |(heap, size): (usize, &u64)| match free.contains(&heap) {
        true => doubled(side.max(SMALLEST - 1)),
        false => doubled(*size),
    };
    let generous: Vec<u64> = to.iter().enumerate().map(larger).collect();
    let exact = |(heap, size): (usize, &u64)| if free.contains(&heap) { side } else { *size };
    let exact: Vec<u64> = to.iter().enumerate().map(exact).collect();
    let frugal: Vec<u64> = generous
        .iter()
        .enumerate()
        .map(|(heap, size)| if free.contains(&heap) { *size } else { exact[heap] })
        .collect();
    for wanted in [generous, frugal] {
        let soon = limits.request.as_secs_f64() / 8.0;
        if let Ok(plan) = plan(known, what, &wanted, limits, stop)
            && plan.seconds(known) < soon
        {
            return Ok(SizedPlan { to: wanted, plan });
        }
    }
    plan(known, what, &exact, limits, stop).map(|plan| SizedPlan { to: exact, plan })
}
