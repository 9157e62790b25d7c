//! Solved windows: kept as long as there is memory, and solved once for all who ask at the same time.
//!
//! Whoever waits for a window holds its *flight*; when nobody waits any more, its work stops. Flights are begun in `flights`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use ishitori::questions::Fact;

use crate::cache::RecentCache;
use crate::games::ServedGame;
use crate::pool::{Stop, locked};
use crate::refusal::RequestRefusal;
use crate::solved::Solved;
use crate::view::PlaneView;

/// A window in words of a map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WindowKey {
    /// The key of the game.
    pub game: String,
    /// What it tells.
    pub what: Fact,
    /// The largest size of each heap.
    pub to: Vec<u64>,
}

/// What became of a window.
pub type WindowResult = Result<Arc<Solved>, RequestRefusal>;

/// A window that is being solved, held by those who wait for it.
pub struct PendingWindow {
    /// Its stop button, pressed when nobody waits any more.
    pub stop: Arc<Stop>,
    /// What was found, once it has landed.
    pub found: watch::Receiver<Option<WindowResult>>,
}

impl Drop for PendingWindow {
    fn drop(&mut self) {
        self.stop.press();
    }
}

/// All windows.
pub struct Windows {
    kept: Mutex<RecentCache<WindowKey, Arc<Solved>>>,
    flights: Mutex<HashMap<WindowKey, Weak<PendingWindow>>>,
    /// How far the tiles of a view go.
    reaches: Mutex<RecentCache<WindowKey, u64>>,
    /// Windows that took too long, and when: larger ones are not tried again soon.
    slow: Mutex<RecentCache<WindowKey, Instant>>,
}

/// What took too long is tried again after this.
const AGAIN: Duration = Duration::from_secs(60);

impl Windows {
    /// None yet.
    pub fn new() -> Windows {
        let (kept, slow) =
            (Mutex::new(RecentCache::new(1 << 10)), Mutex::new(RecentCache::new(1 << 8)));
        let reaches = Mutex::new(RecentCache::new(1 << 8));
        Windows { kept, flights: Mutex::new(HashMap::new()), reaches, slow }
    }

    /// Forgets the window not used for longest; says whether there was one.
    pub fn forget(&self) -> bool {
        locked(&self.kept).forget()
    }

    /// How far the tiles of a view go, if somebody has asked before.
    pub fn reach(&self, known: &ServedGame, view: &PlaneView) -> Option<u64> {
        locked(&self.reaches).get(&viewed(known, view))
    }

    /// Remembers how far the tiles of a view go.
    pub fn remember(&self, known: &ServedGame, view: &PlaneView, reach: u64) {
        locked(&self.reaches).put(viewed(known, view), reach);
    }

    /// A window that is solved already and answers for heaps up to `to`.
    pub fn known(&self, known: &ServedGame, what: Fact, to: &[u64]) -> Option<Arc<Solved>> {
        let wanted = |key: &WindowKey, solved: &Arc<Solved>| {
            key.game == known.key && solved.covers(what, to)
        };
        locked(&self.kept).find(wanted)
    }

    /// The flight to a window: one that is on its way, or a new one, which `depart` begins.
    ///
    /// # Errors
    /// [`RequestRefusal`] if it does not begin.
    pub fn board(
        &self,
        key: WindowKey,
        depart: impl FnOnce() -> Result<Arc<PendingWindow>, RequestRefusal>,
    ) -> Result<Arc<PendingWindow>, RequestRefusal> {
        let mut flights = locked(&self.flights);
        if let Some(flight) = flights.get(&key).and_then(Weak::upgrade) {
            return Ok(flight);
        }
        let flight = depart()?;
        flights.insert(key, Arc::downgrade(&flight));
        Ok(flight)
    }

    /// Whether this window, or one within it, has just taken too long.
    pub fn is_slow(&self, key: &WindowKey) -> bool {
        let within = |slow: &WindowKey| {
            let smaller = slow.to.iter().zip(&key.to).all(|(slow, asked)| slow <= asked);
            slow.game == key.game && slow.what == key.what && smaller
        };
        let recent = |slow: &WindowKey, when: &Instant| within(slow) && when.elapsed() < AGAIN;
        locked(&self.slow).find(recent).is_some()
    }

    /// Keeps what was found.
    pub fn land(&self, key: WindowKey, stop: &Arc<Stop>, found: &WindowResult) {
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
fn viewed(known: &ServedGame, view: &PlaneView) -> WindowKey {
    let mut to = view.fixed.clone();
    view.axes().iter().for_each(|axis| to[*axis] = u64::MAX);
    WindowKey { game: known.key.clone(), what: view.what, to }
}
