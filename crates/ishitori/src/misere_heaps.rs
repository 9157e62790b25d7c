//! Who wins single heaps in misère play: by plain recursion where they are few, else from the misère quotient of
//! the game, which is verified; a heap beyond those that were looked at counts as a smaller one that a
//! proved period says is alike.
//!
//! Quotients are looked for up to heap [`LARGEST_HEAP`] and to 1000 elements. Where there is none, recursion is tried
//! within its own limit.

use anyhow::{anyhow, bail};
use ishitori_core::ask::{PositionAnswer, answer_by_reference};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{GameKind, SingleGame, heap_words};
use ishitori_core::single::misere::HeapOptions;
use ishitori_core::single::quotient::{Quotient, QuotientPeriod, find};
use ishitori_core::solve::{Convention, Outcome};
use ishitori_rule::Ruleset;
use num_bigint::BigUint;

use crate::single_heaps;

/// Up to so many stones plain recursion tells more, and soon.
const FEW: u64 = 24;

/// Quotients are looked for up to this heap, far enough for the periods that are known.
pub const LARGEST_HEAP: u32 = 400;

/// Quotients with more elements are given up.
const ORDER: usize = 1000;

/// What is known of heaps in misère play.
pub enum MisereAnswer {
    /// Plain recursion was quick: everything about this position.
    Solved(Vec<u64>, PositionAnswer<Vec<u64>>),
    /// The quotient tells who wins.
    ByQuotient(QuotientAnswer),
}

/// What a misère quotient tells of heaps.
pub struct QuotientAnswer {
    /// The heaps, smallest first, none empty.
    pub heaps: Vec<BigUint>,
    /// Who wins.
    pub outcome: Outcome,
    /// Where to move to win; not known if a heap is beyond the quotient.
    pub winning: Option<Vec<Vec<u32>>>,
    /// What told it.
    pub by: String,
}

/// Whether plain recursion answers for these heaps, and the misère quotient is not looked for.
pub fn is_small(heaps: &[u64]) -> bool {
    heaps.iter().sum::<u64>() <= FEW
}

/// Who wins heaps in misère play.
///
/// # Errors
/// If they are no position, or nobody can tell within the limits.
pub fn misere_answer(
    game: &SingleGame,
    ruleset: &Ruleset,
    position: &str,
    control: &Control,
) -> anyhow::Result<MisereAnswer> {
    let recursion = |at: Vec<u64>| {
        let answer = answer_by_reference(game, &at, Convention::Misere, control)?;
        Ok::<_, GaveUp>(MisereAnswer::Solved(at, answer))
    };
    let small = game.parse(position);
    if let Ok(at) = &small
        && is_small(at)
    {
        return Ok(recursion(at.clone())?);
    }
    let mut heaps = Vec::new();
    for word in heap_words(position)? {
        let heap: BigUint = word.parse().map_err(|_| anyhow!("`{word}` is no heap"))?;
        if heap != BigUint::ZERO {
            heaps.push(heap);
        }
    }
    heaps.sort_unstable();
    match by_quotient(game, ruleset, heaps, control) {
        Ok(answer) => Ok(MisereAnswer::ByQuotient(answer)),
        // Recursion may still get there, within its own limit.
        Err(why) if why.downcast_ref::<GaveUp>().is_some_and(|why| !why.is_stopped()) => {
            let Ok(at) = small else { return Err(why) };
            match recursion(at) {
                Ok(answer) => Ok(answer),
                Err(stopped) if stopped.is_stopped() => Err(stopped.into()),
                Err(_) => Err(why),
            }
        }
        Err(why) => Err(why),
    }
}

fn by_quotient(
    game: &SingleGame,
    ruleset: &Ruleset,
    heaps: Vec<BigUint>,
    control: &Control,
) -> anyhow::Result<QuotientAnswer> {
    let largest = heaps.last().and_then(|heap| u32::try_from(heap).ok());
    let to = largest.unwrap_or(u32::MAX).min(LARGEST_HEAP);
    let options = single_heaps::heap_options(game, to, control)?;
    let found = find(&options, ORDER, &control.recursing())?;
    if let Some(why) = found.stopped {
        return Err(why.into());
    }
    let quotient = found.quotient;
    let order = quotient.monoid().order();
    let mut by = format!("the misère quotient of heaps up to {to}, {order} elements, verified");
    let mut period = None;
    if largest != Some(to) {
        let proved = proved_period(ruleset, &options, &quotient)?;
        let (from, length) = (proved.start, proved.length);
        by = format!("{by}; from {from} on heaps repeat with period {length}, proved");
        period = Some(proved);
    }
    let reduced = |heap: &BigUint| match (u32::try_from(heap), &period) {
        (Ok(heap), _) if heap <= to => Ok(heap),
        (_, Some(period)) => Ok(alike(period, heap)),
        _ => bail!("a heap is larger than the quotient"),
    };
    let known: Vec<u32> = heaps.iter().map(reduced).collect::<anyhow::Result<_>>()?;
    let outcome = quotient.outcome(&known)?;
    let winning = match period {
        Some(_) => None,
        None => {
            let moves = quotient.winning(&options, &known)?;
            Some(moves.into_iter().map(|to| to.into_vec()).collect())
        }
    };
    Ok(QuotientAnswer { heaps, outcome, winning, by })
}

fn proved_period(
    ruleset: &Ruleset,
    options: &HeapOptions,
    quotient: &Quotient,
) -> anyhow::Result<QuotientPeriod> {
    let takes = single_heaps::takes(single_heaps::rules(ruleset)?);
    let Some(takes) = takes else {
        let why = "its moves are no finite list of takes, so no period can be proved";
        return Err(GaveUp::new(why).into());
    };
    let proved = QuotientPeriod::prove(options, quotient, &takes);
    proved.map_err(|why| {
        GaveUp::new(format!("no period is proved up to heap {LARGEST_HEAP}: {why}")).into()
    })
}

/// A heap in the quotient that is alike.
fn alike(period: &QuotientPeriod, heap: &BigUint) -> u32 {
    // Far from the beginning only the remainder matters.
    let (from, length) = (BigUint::from(period.start), BigUint::from(period.length));
    let small = &from + (heap - &from) % length;
    period.alike(u128::try_from(small).expect("below the end of the first period"))
}
