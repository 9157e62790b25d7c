//! A game between bounds: the ruleset of a slice, if its moves stay inside.
//!
//! What is proved of a slice is a theorem about the whole game only because a play that begins inside stays there. Linear
//! programs decide that for nearly every rule (`game/slice.rs`), automata for those with congruences and the like. This
//! is for people, who learn which move leaves and from where: for a theorem the checker decides it again, since every
//! certificate of a slice has the moves of the whole game, and each must lead from positions inside to positions inside.

use std::fmt::{self, Display, Formatter};

use ishitori_automata::{Comparison, DigitLogic, DigitOrder, Formula};
use ishitori_rule::{HeapRules, HeapSlice, Rules, Ruleset};

use super::arena::{Arena, ArenaMove};
use crate::control::{Control, GaveUp};
use crate::game::{SliceEscape, escape, may_be_raised};

/// Why bounds make no slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSlice {
    /// The game has no heaps that could be bounded.
    NoHeaps,
    /// A bound is below the smallest size that a heap can have.
    Empty {
        /// The heap.
        heap: String,
        /// The smallest.
        least: u64,
    },
    /// The heaps have no order, and the bounds are not ascending.
    Unordered {
        /// The heaps, ascending.
        heaps: Vec<String>,
    },
    /// A move leaves it.
    Unstable {
        /// The move, as the rule writes it.
        option: String,
        /// The heap that it can raise above its bound.
        heap: String,
        /// An example: from where to where.
        example: Option<(Vec<u64>, Vec<u64>)>,
    },
    /// The work was stopped.
    GaveUp(GaveUp),
    /// Nobody knows whether a move leaves it.
    Undecided {
        /// The move, as the rule writes it.
        option: String,
        /// The heap that it may raise.
        heap: String,
        /// Why.
        why: String,
    },
}

impl Display for NoSlice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let words =
            |heaps: &[u64]| heaps.iter().map(u64::to_string).collect::<Vec<String>>().join(",");
        match self {
            NoSlice::GaveUp(gave_up) => write!(f, "{gave_up}"),
            NoSlice::NoHeaps => write!(f, "this game has no heaps that could be bounded"),
            NoSlice::Empty { heap, least } => {
                write!(f, "{heap} is at least {least}: a smaller bound leaves no position")
            }
            NoSlice::Unordered { heaps } => write!(
                f,
                "the heaps have no order: of {} bound the first ones, each by no more than those after it",
                heaps.join(", ")
            ),
            NoSlice::Unstable { option, heap, example: Some((from, to)) } => write!(
                f,
                "the move `{option}` leaves the slice, since it can raise {heap}: from {} to {}",
                words(from),
                words(to)
            ),
            NoSlice::Unstable { option, heap, example: None } => {
                write!(f, "the move `{option}` leaves the slice, since it can raise {heap}")
            }
            NoSlice::Undecided { option, heap, why } => {
                write!(f, "whether the move `{option}` can raise {heap} is not decided: {why}")
            }
        }
    }
}

impl std::error::Error for NoSlice {}

/// The game within bounds; its moves stay there.
///
/// # Errors
/// Why there is no such slice.
pub fn sliced(ruleset: &Ruleset, slice: &HeapSlice, control: &Control) -> Result<Ruleset, NoSlice> {
    let Rules::Heaps(rules) = &ruleset.rules else { return Err(NoSlice::NoHeaps) };
    let Some((last, _)) = slice.bounds().last() else { return Ok(ruleset.clone()) };
    if *last >= rules.names.len() {
        return Err(NoSlice::NoHeaps);
    }
    for (heap, bound) in slice.bounds() {
        if *bound < rules.lower[*heap] {
            let (heap, least) = (rules.names[*heap].clone(), rules.lower[*heap]);
            return Err(NoSlice::Empty { heap, least });
        }
    }
    if rules.symmetry.identifies() && !is_ascending(slice, rules.heaps()) {
        return Err(NoSlice::Unordered { heaps: rules.names[..rules.heaps()].to_vec() });
    }
    let inside = rules.sliced(slice.clone());
    for family in 0..inside.families.len() {
        control.check().map_err(NoSlice::GaveUp)?;
        for heap in may_be_raised(&inside, family) {
            must_stay(&ruleset.about.text, &inside, family, heap, control)?;
        }
    }
    Ok(Ruleset { rules: Rules::Heaps(inside), ..ruleset.clone() })
}

/// The game within bounds, if linear programs alone see that its moves stay there: quickly, but not for every slice.
pub fn closed(ruleset: &Ruleset, slice: &HeapSlice) -> Option<Ruleset> {
    let Rules::Heaps(rules) = &ruleset.rules else { return None };
    let fits =
        |(heap, bound): &(usize, u64)| rules.lower.get(*heap).is_some_and(|low| bound >= low);
    let ordered = !rules.symmetry.identifies() || is_ascending(slice, rules.heaps());
    if !slice.bounds().iter().all(fits) || !ordered {
        return None;
    }
    let inside = rules.sliced(slice.clone());
    let stays = |family: usize| may_be_raised(&inside, family).is_empty();
    (0..inside.families.len())
        .all(stays)
        .then(|| Ruleset { rules: Rules::Heaps(inside), ..ruleset.clone() })
}

/// Whether a position has an arrangement inside exactly if it is inside when its heaps are ascending.
fn is_ascending(slice: &HeapSlice, heaps: usize) -> bool {
    let bounds: Vec<u64> = (0..heaps).map(|heap| slice.bound(heap).unwrap_or(u64::MAX)).collect();
    bounds.is_sorted()
}

/// A family does not raise a heap above its bound.
fn must_stay(
    text: &str,
    inside: &HeapRules,
    family: usize,
    heap: usize,
    control: &Control,
) -> Result<(), NoSlice> {
    let written = text.get(inside.families[family].origin.clone()).unwrap_or_default();
    let option = match written.split_whitespace().collect::<Vec<_>>().join(" ") {
        empty if empty.is_empty() => format!("number {}", family + 1),
        option => option,
    };
    let name = inside.names[heap].clone();
    if let Some(SliceEscape { from, to }) = escape(inside, family, heap) {
        let example = Some((from.to_vec(), to.to_vec()));
        return Err(NoSlice::Unstable { option, heap: name, example });
    }
    match can_be_raised(inside, family, heap, control) {
        Ok(false) => Ok(()),
        Ok(true) => Err(NoSlice::Unstable { option, heap: name, example: None }),
        Err(why) => Err(NoSlice::Undecided { option, heap: name, why }),
    }
}

/// The same for all positions, by automata; a divisor that varies is read so that there are more moves.
fn can_be_raised(
    inside: &HeapRules,
    family: usize,
    heap: usize,
    control: &Control,
) -> Result<bool, String> {
    let alone = HeapRules { families: vec![inside.families[family].clone()], ..inside.clone() };
    let arena = Arena::new(&alone)?;
    let Some(ArenaMove::Other(option)) = arena.moves.first() else { return Ok(false) };
    let bound = inside.slice.bound(heap).unwrap_or(u64::MAX);
    let bound = i64::try_from(bound).map_err(|_| "its bound is too large".to_string())?;
    let above = Formula::linear(&[(1, &option.to[heap])], Comparison::Greater, bound);
    let raises = Formula::And(vec![arena.valid.clone(), option.wide(), above]);
    let logic = DigitLogic { limit: control.automata(), ..DigitLogic::binary(DigitOrder::Msd) };
    let relation = logic.evaluate(&raises).map_err(|why| why.to_string())?;
    Ok(!relation.dfa().is_empty())
}
