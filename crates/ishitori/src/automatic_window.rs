//! The window of a claim that names none: one that takes a second or so.
//!
//! Where heaps stay or get smaller, the positions of the window are all that is solved, and there are at most 200,000 of them.
//! Where they grow, what they lead to is solved as well, so the plan is asked what that takes; plain recursion cannot tell before.

use ishitori_core::ask;
use ishitori_core::control::Control;
use ishitori_core::game::{Bounds, Growth, HeapGame};
use ishitori_core::solve::Convention;
use ishitori_rule::{HeapRules, Rules, Ruleset};

/// A window has at most so many positions.
const AUTOMATIC: u64 = 200_000;

/// The same where heaps grow and positions are solved by plain recursion.
const AUTOMATIC_RECURSION: u64 = 500;

/// How long the solver of a game whose heaps grow may take, roughly.
const SECONDS: f64 = 1.0;

/// The largest window with few positions.
pub(crate) fn automatic_window(ruleset: &Ruleset) -> Bounds {
    let to = match &ruleset.rules {
        Rules::Heaps(rules) => of_heaps(rules),
        // Look-ups, or options one by one.
        Rules::Single(rules) => {
            if rules.sums.is_empty() {
                1_000
            } else {
                100
            }
        }
        // A piece may have as many options as it has cells.
        Rules::Pieces(rules) => [40, 12, 6][rules.names.len() - 2],
        Rules::Board(_) | Rules::Figures(_) => return Bounds::default(),
    };
    Bounds { to: vec![to], total: None }
}

fn of_heaps(rules: &HeapRules) -> u64 {
    let lower = rules.lower.iter().copied().max().unwrap_or(0);
    let largest = box_of(rules.names.len(), AUTOMATIC).max(lower + 1);
    let Some(game) = HeapGame::new(rules).ok().filter(|game| game.growth() != Growth::Never) else {
        return largest;
    };
    let recursion = box_of(rules.names.len(), AUTOMATIC_RECURSION).max(lower + 1);
    let mut to = largest;
    while to > recursion && !is_quick(&game, to) {
        to = (to * 2 / 3).max(recursion);
    }
    to
}

/// The size of the largest cube with at most so many positions.
fn box_of(heaps: usize, positions: u64) -> u64 {
    let heaps = u32::try_from(heaps).unwrap_or(u32::MAX);
    let fits = |to: u64| (to + 1).checked_pow(heaps).is_some_and(|size| size <= positions);
    (1..1000).take_while(|to| fits(*to)).last().unwrap_or(1)
}

fn is_quick(game: &HeapGame, to: u64) -> bool {
    let bounds = Bounds { to: vec![to], total: None };
    let plan = ask::choose(game, &bounds, Convention::Normal, &Control::unlimited());
    let to = vec![to; game.rules().names.len()];
    plan.is_ok_and(|plan| !plan.is_reference() && plan.seconds(game, &to) <= SECONDS)
}

#[cfg(test)]
mod tests {
    use ishitori_rule::load;

    use super::{automatic_window, box_of};

    fn window(text: &str) -> u64 {
        automatic_window(&load(text, &[]).unwrap_or_else(|problems| panic!("{problems:?}"))).to[0]
    }

    #[test]
    fn heaps_that_grow_have_smaller_windows() {
        assert_eq!((box_of(2, 100), box_of(3, 999)), (9, 8));
        let options = "option (a, y) where y < b";
        let shrinking = format!("game g position (a, b) option (a - 1, b) {options}");
        let growing = format!("game g position (a, b) option (x, a + b) where x < a {options}");
        assert_eq!(window(&shrinking), 446);
        assert!(window(&growing) <= 50, "{}", window(&growing));
    }
}
