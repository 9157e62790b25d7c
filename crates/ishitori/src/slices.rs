//! Theorems about slices of a game that resists: some heaps bounded, the others free.
//!
//! Whatever is proved of a slice that no move leaves is a theorem about the whole game, so where no automaton knows all
//! positions, much can be known all the same. Slices are tried one after the other ([`SliceSearch`] says in which order),
//! each as if a user had asked for it, until the time of the control is up. Cost: that time, of which no slice takes more
//! than a third of what is left.

use std::time::Duration;

use ishitori_core::control::Control;
use ishitori_core::discover::slices::SliceSearch;
use ishitori_rule::Ruleset;

use crate::claims::{ClaimedGame, slice_words};
use crate::discoveries::{DiscoveryFinding, DiscoveryRequest, discover};
use crate::stopwatch::within;

/// No slice gets less time than this, as long as there is some.
const LEAST: Duration = Duration::from_secs(5);

/// What came of a slice.
pub struct SliceFinding {
    /// Its bounds, as in `h[3] <= 2, h[6] <= 2`.
    pub bounds: String,
    /// The game inside them.
    pub claimed: ClaimedGame,
    /// A theorem, or why there is none.
    pub finding: DiscoveryFinding,
}

/// Whether there is anything to bound: some heaps that no move raises above a bound.
pub fn has_slices(ruleset: &Ruleset) -> bool {
    SliceSearch::new(ruleset).is_some_and(|search| search.has_some())
}

/// Tries the slices of a game until the time is up, and tells what came of each.
///
/// # Errors
/// If the work is stopped, or `told` fails.
pub fn discover_slices(
    claimed: &ClaimedGame,
    request: &DiscoveryRequest,
    control: &Control,
    told: &mut dyn FnMut(SliceFinding) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Some(mut search) = SliceSearch::new(&claimed.ruleset) else { return Ok(()) };
    while control.time_left().is_none_or(|left| !left.is_zero()) {
        let next = match search.next(control) {
            Err(gave_up) if gave_up.is_stopped() => return Err(gave_up.into()),
            // The time is up.
            Err(_) | Ok(None) => return Ok(()),
            Ok(Some(next)) => next,
        };
        let share = control.time_left().map(|left| tenths((left / 3).max(LEAST).min(left)));
        let found = discover_slice(next.1, request, &within(control, share))?;
        search.tell(next.0, matches!(found.finding, DiscoveryFinding::Found(_)));
        told(found)?;
    }
    Ok(())
}

/// A time that can be read.
fn tenths(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX).div_ceil(100) * 100)
}

/// The slices of a game that bound one heap by one more than its least, up to symmetry.
pub fn smallest_slices(ruleset: &Ruleset) -> Vec<Ruleset> {
    SliceSearch::new(ruleset).map(|search| search.smallest()).unwrap_or_default()
}

/// Looks for a theorem about one slice.
///
/// # Errors
/// If the work is stopped, or a certificate is refused: a bug.
pub fn discover_slice(
    inside: Ruleset,
    request: &DiscoveryRequest,
    control: &Control,
) -> anyhow::Result<SliceFinding> {
    let bounds = slice_words(&inside).unwrap_or_default();
    let claimed = ClaimedGame::of_ruleset(&inside);
    // If the time is up, the search says so.
    let _ = control.start(&format!("the slice {bounds}"));
    let finding = discover(&claimed, request, control)?;
    Ok(SliceFinding { bounds, claimed, finding })
}
