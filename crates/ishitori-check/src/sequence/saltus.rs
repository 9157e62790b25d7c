//! Arithmetic periods of games that split heaps: values that grow by the same number, the saltus, in every
//! period.
//!
//! Let f be the claimed sequence: the computed values below some heap b + p, and f(n + p) = f(n) + s from b on,
//! where b is beyond every number that the moves name. If f(n) is the least number that no option of n has, options
//! being valued by f, for all n, then f is the sequence of the game, by induction on n. Below b that
//! is how the values were computed. The heaps from b on are those of p classes: b + i + p t for t = 0, 1, 2, ...,
//! worth f(b + i) + s t. An option of such a heap has parts x: smaller than b, of a fixed value, or of a
//! class, x + p u, with a number u of its own. They add up, with what is taken, to b + i + p t: so the sum of the
//! u's and a constant is t. If any number from some on may be taken, that is one more u, worth nothing.
//!
//! So for each class there are two numbers t and g, and the question is whether some option has the value g: no
//! for g = f(b + i) + s t, and yes for all smaller g. Let s = 2^c m with m odd. The last c binary digits of a
//! value depend on the class only; and with t, g and all u's written in binary, least digit first, the other digits
//! of f(x) + s u come out one by one from a carry, as a sum does on paper. Options are a finite automaton that
//! guesses the digits of the u's and reads those of t and g ([`crate::sequence::class_option`]). All sets of states
//! that it can be in are followed (there are finitely many), and in each the question is answered for the t and g
//! read so far. Cost: exponential in the number of carries at worst, and limited; periods without saltus need
//! none of this ([`crate::sequence::period`]).

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};

use crate::refusal::CheckRefusal;
use crate::sequence::class_option::{ClassOption, SaltusClaim};
use crate::sequence::rules::LeaveRules;
use crate::watch::{CheckWatch, SUBSETS};

/// The most binary digits of a value that do not change in a class.
const DIGITS: u32 = 16;

/// Where a search is: the carry of the class' own value, how g compares with it, and all options.
#[derive(Clone, PartialEq, Eq, Hash)]
struct SaltusState {
    own: u64,
    order: Ordering,
    /// How the last digits of g compare with those of the class.
    low: Ordering,
    options: Vec<ClassOption>,
}

/// Checks that values go on as claimed: from `start` on with period `length` and a saltus that is not 0.
pub(crate) fn goes_on(
    moves: &LeaveRules,
    values: &[u32],
    start: usize,
    length: usize,
    saltus: u32,
    watch: &mut CheckWatch,
) -> Result<(), CheckRefusal> {
    let named = usize::try_from(moves.largest()).map_err(|_| CheckRefusal::new("too large"))?;
    let base = start.max(named + 1);
    if values.len() < base + length {
        return Err(CheckRefusal::new(format!("the period needs {} values", base + length)));
    }
    let shift = saltus.trailing_zeros();
    if shift > DIGITS {
        return Err(CheckRefusal::new(format!(
            "a saltus that 2^{shift} divides is too much to check"
        )));
    }
    let growth = u64::from(saltus >> shift);
    let claim = SaltusClaim { moves, values, base, length, named, shift, growth };
    let mut reached: HashSet<SaltusState> = HashSet::new();
    for class in 0..length {
        watch.step(format!("heaps of {} + {length} t stones", base + class))?;
        claim.check(class, &mut reached, watch)?;
    }
    Ok(())
}

impl SaltusClaim<'_> {
    /// One class: every g, by its last digits.
    fn check(
        &self,
        class: usize,
        reached: &mut HashSet<SaltusState>,
        watch: &mut CheckWatch,
    ) -> Result<(), CheckRefusal> {
        let own = u64::from(self.values[self.base + class]);
        let mut by_low: Vec<BTreeSet<ClassOption>> = vec![BTreeSet::new(); 1 << self.shift];
        self.each_option(class, watch, &mut |low, element| {
            by_low[low].insert(element);
        })?;
        for (options, low) in by_low.into_iter().zip(0..) {
            let low = low.cmp(&(own % (1 << self.shift)));
            let options = options.into_iter().collect();
            let first =
                SaltusState { own: own >> self.shift, order: Ordering::Equal, low, options };
            self.follow(first, class, reached, watch)?;
        }
        Ok(())
    }

    /// Follows all digits of t and g from a state on.
    fn follow(
        &self,
        first: SaltusState,
        class: usize,
        reached: &mut HashSet<SaltusState>,
        watch: &mut CheckWatch,
    ) -> Result<(), CheckRefusal> {
        let mut waiting = vec![first];
        while let Some(state) = waiting.pop() {
            if reached.contains(&state) {
                continue;
            }
            // What of the own value is still to come makes it larger than g.
            let order = if state.own > 0 { Ordering::Less } else { state.order.then(state.low) };
            let had = state.options.iter().any(ClassOption::accepts);
            if order == Ordering::Less && !had || order == Ordering::Equal && had {
                let heap = self.base + class;
                let why = if had { "has an option of its own value" } else { "is worth less" };
                let length = self.length;
                return Err(CheckRefusal::new(format!(
                    "some heap of {heap} + {length} t stones {why}"
                )));
            }
            for (t, g) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let mut options = BTreeSet::new();
                for element in &state.options {
                    element.each_next(self.growth, t, g, &mut |next| {
                        options.insert(next);
                    });
                }
                let own = state.own + self.growth * t;
                let order = g.cmp(&(own % 2)).then(state.order);
                let options = options.into_iter().collect();
                waiting.push(SaltusState { own: own / 2, order, low: state.low, options });
                watch.tick(state.options.len() + 1)?;
            }
            reached.insert(state);
            watch.limit(reached.len() + waiting.len(), SUBSETS / 1000)?;
        }
        Ok(())
    }
}
