//! Legal moves only: that an option leads to a position is added to the conditions of its family.
//!
//! Exact: what is added is what the rule says of positions, with the new heaps in the place of the old ones. A family
//! that never leads to a position is dropped.

use super::check::{self, PositionSpace};
use super::draft::FamilyDraft;
use super::nested;
use super::sum_parts;
use crate::family::{Affine, AffineCondition as Atom, MAX_SYMBOLS, NumberTooLarge};
use crate::problem::Problem;
use crate::ruleset::PartShape;

/// Adds that the heaps which a single heap becomes have stones. `None` if they never do.
pub(super) fn restricted_parts(
    draft: FamilyDraft,
    floor: &PositionSpace,
    parts: &[PartShape],
) -> Result<Option<FamilyDraft>, Problem> {
    demanding(draft, floor, |result| sum_parts::demands(parts, result))
}

/// Adds that the numbers of the pieces which a piece becomes are 1 or more. `None` if they never are.
pub(super) fn restricted_pieces(
    draft: FamilyDraft,
    floor: &PositionSpace,
) -> Result<Option<FamilyDraft>, Problem> {
    let one = Affine::constant(1);
    // A number that stays is 1 or more already.
    let stays = |number: &&Affine| (0..floor.lower.len()).any(|i| **number == Affine::heap(i));
    demanding(draft, floor, |result| {
        result.iter().filter(|number| !stays(number)).map(|number| number.minus(&one)).collect()
    })
}

/// Adds that what `demands` makes of the result is not negative. `None` if it always is.
fn demanding(
    draft: FamilyDraft,
    floor: &PositionSpace,
    demands: impl Fn(&[Affine]) -> Result<Vec<Affine>, NumberTooLarge>,
) -> Result<Option<FamilyDraft>, Problem> {
    let mut draft = draft.tightened();
    if draft.fresh.len() + floor.lower.len() > MAX_SYMBOLS {
        return Err(check::unwieldy(&draft));
    }
    let origin = draft.origin.clone();
    let too_large =
        |_| Problem::new(origin.clone(), "number too large", "grows beyond the limits here");
    for demand in demands(&draft.result).map_err(too_large)? {
        let condition = Atom::AtLeastZero(demand);
        match condition.as_constant() {
            Some(true) => {}
            Some(false) => return Ok(None),
            None if draft.conditions.contains(&condition) => {}
            None => draft.conditions.push(condition),
        }
    }
    nested::with_bounded_values(draft, floor).map(Some)
}

/// Adds that the new heaps form a position. `None` if they never do.
pub(super) fn restricted(
    draft: FamilyDraft,
    floor: &PositionSpace,
) -> Result<Option<FamilyDraft>, Problem> {
    let mut draft = draft.tightened();
    if draft.fresh.len() + floor.lower.len() > MAX_SYMBOLS {
        return Err(check::unwieldy(&draft));
    }
    let origin = draft.origin.clone();
    let too_large =
        |_| Problem::new(origin.clone(), "number too large", "grows beyond the limits here");
    let mut implied = Vec::new();
    for (i, (new, low)) in draft.result.iter().zip(floor.lower).enumerate() {
        if *new != Affine::heap(i) {
            let low = Affine::constant(i64::try_from(*low).expect("checked"));
            implied.push(Atom::AtLeastZero(new.minus(&low).map_err(too_large)?));
        }
    }
    for condition in floor.validity {
        let after = condition.map(|e| e.with_heaps(&draft.result)).map_err(too_large)?.normal();
        if after != *condition {
            implied.push(after);
        }
    }
    for condition in implied {
        match condition.as_constant() {
            Some(true) => {}
            Some(false) => return Ok(None),
            None if draft.conditions.contains(&condition) => {}
            None => draft.conditions.push(condition),
        }
    }
    nested::with_bounded_values(draft, floor).map(Some)
}
