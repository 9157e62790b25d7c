//! Solved windows: kept as long as there is memory, and solved once for all who ask at the same time.
//!
//! A window that is asked for by tiles grows by doubling, so panning over n cells solves about log n windows, and all of them
//! together cost a third more than the last. Whoever waits for a window holds its *flight*; when nobody waits any more,
//! its work stops.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::games::Known;
use crate::house::House;
use crate::kept::Kept;
use crate::pool::{Stop, guarded, locked};
use crate::refusal::Refusal;
use crate::solved::{Plan, Solved, What, plan};
use crate::view::View;

/// A window in words of a map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    game: String,
    what: What,
    to: Vec<u64>,
}

type Found = Result<Arc<Solved>, Refusal>;

/// A window that is being solved, held by those who wait for it.
struct Flight {
    stop: Arc<Stop>,
    found: watch::Receiver<Option<Found>>,
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.stop.press();
    }
}

/// All windows.
pub struct Windows {
    kept: Mutex<Kept<Key, Arc<Solved>>>,
    flights: Mutex<HashMap<Key, Weak<Flight>>>,
    /// How far the tiles of a view go.
    reaches: Mutex<Kept<Key, u64>>,
    /// Windows that took too long, and when: larger ones are not tried again soon.
    slow: Mutex<Kept<Key, Instant>>,
}

/// What took too long is tried again after this.
const AGAIN: Duration = Duration::from_secs(60);

/// The side of the smallest window.
const SMALLEST: u64 = 256;

impl Windows {
    /// None yet.
    pub fn new() -> Windows {
        let (kept, slow) = (Mutex::new(Kept::new(1 << 10)), Mutex::new(Kept::new(1 << 8)));
        let reaches = Mutex::new(Kept::new(1 << 8));
        Windows { kept, flights: Mutex::new(HashMap::new()), reaches, slow }
    }

    /// Forgets the window not used for longest; says whether there was one.
    pub fn forget(&self) -> bool {
        locked(&self.kept).forget()
    }

    /// How far the tiles of a view go, if somebody has asked before.
    pub fn reach(&self, known: &Known, view: &View) -> Option<u64> {
        locked(&self.reaches).get(&viewed(known, view))
    }

    /// Remembers how far the tiles of a view go.
    pub fn remember(&self, known: &Known, view: &View, reach: u64) {
        locked(&self.reaches).put(viewed(known, view), reach);
    }

    /// A window that is solved already and answers for heaps up to `to`.
    pub fn known(&self, known: &Known, what: What, to: &[u64]) -> Option<Arc<Solved>> {
        let wanted =
            |key: &Key, solved: &Arc<Solved>| key.game == known.key && solved.covers(what, to);
        locked(&self.kept).find(wanted)
    }

    /// A window that answers for heaps up to `to`, of which those in `free` will be asked for more soon.
    ///
    /// # Errors
    /// [`Refusal`] if it does not fit, or takes too long.
    pub async fn get(
        &self,
        house: &Arc<House>,
        known: &Arc<Known>,
        what: What,
        to: Vec<u64>,
        free: Vec<usize>,
    ) -> Found {
        if let Some(solved) = self.known(known, what, &to) {
            return Ok(solved);
        }
        let (asked, limits) = (known.clone(), house.limits.clone());
        let plan = house.work(move |_| grown(&asked, what, &to, &free, &limits)).await?;
        let flight = self.board(house, known, what, plan)?;
        let mut found = flight.found.clone();
        let found = found.wait_for(Option::is_some).await;
        // Its sender is dropped unsent only when the server goes down.
        found
            .ok()
            .and_then(|found| found.clone())
            .unwrap_or_else(|| Err(Refusal::busy("waiting", 0)))
    }

    /// The flight to a window: one that is on its way, or a new one.
    fn board(
        &self,
        house: &Arc<House>,
        known: &Arc<Known>,
        what: What,
        plan: Planned,
    ) -> Result<Arc<Flight>, Refusal> {
        let key = Key { game: known.key.clone(), what, to: plan.to };
        if self.is_slow(&key) {
            return Err(Refusal::time(house.limits.request.as_secs_f64()));
        }
        let mut flights = locked(&self.flights);
        if let Some(flight) = flights.get(&key).and_then(Weak::upgrade) {
            return Ok(flight);
        }
        let stop = Stop::after(house.limits.request);
        let (give, found) = watch::channel(None);
        let flight = Arc::new(Flight { stop: stop.clone(), found });
        let (house, known, plan, landed) = (house.clone(), known.clone(), plan.plan, key.clone());
        let pool = house.solvers.clone();
        pool.submit(move || {
            let found = guarded(&stop, &*house.log, |stop| {
                let forget = || house.windows.forget();
                let held = house.ledger.take(plan.bytes, stop, forget)?;
                plan.solve(&known, &house.limits, stop, held).map(Arc::new)
            });
            house.windows.land(landed, &stop, &found);
            let _ = give.send(Some(found));
        })?;
        flights.insert(key, Arc::downgrade(&flight));
        Ok(flight)
    }

    /// Whether this window, or one within it, has just taken too long.
    fn is_slow(&self, key: &Key) -> bool {
        let within = |slow: &Key| {
            let smaller = slow.to.iter().zip(&key.to).all(|(slow, asked)| slow <= asked);
            slow.game == key.game && slow.what == key.what && smaller
        };
        let recent = |slow: &Key, when: &Instant| within(slow) && when.elapsed() < AGAIN;
        locked(&self.slow).find(recent).is_some()
    }

    /// Keeps what was found.
    fn land(&self, key: Key, stop: &Arc<Stop>, found: &Found) {
        match found {
            Ok(solved) => locked(&self.kept).put(key.clone(), solved.clone()),
            Err(_) if stop.is_late() && !stop.is_pressed() => {
                locked(&self.slow).put(key.clone(), Instant::now());
            }
            Err(_) => {}
        }
        let mut flights = locked(&self.flights);
        // Another flight may have begun after everybody left this one.
        let other = flights.get(&key).and_then(Weak::upgrade);
        if other.is_none_or(|flight| Arc::ptr_eq(&flight.stop, stop)) {
            flights.remove(&key);
        }
    }
}

/// A view as a key: where a free heap stands, there is no size.
fn viewed(known: &Known, view: &View) -> Key {
    let mut to = view.fixed.clone();
    view.axes().iter().for_each(|axis| to[*axis] = u64::MAX);
    Key { game: known.key.clone(), what: view.what, to }
}

struct Planned {
    to: Vec<u64>,
    plan: Plan,
}

/// The plan of a window a little larger than asked for, so that the next question finds it; if that does not fit or takes
/// long, of what was asked for.
fn grown(
    known: &Known,
    what: What,
    to: &[u64],
    free: &[usize],
    limits: &crate::limits::Limits,
) -> Result<Planned, Refusal> {
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
        if let Ok(plan) = plan(known, what, &wanted, limits)
            && plan.seconds(known) < soon
        {
            return Ok(Planned { to: wanted, plan });
        }
    }
    plan(known, what, &exact, limits).map(|plan| Planned { to: exact, plan })
}
