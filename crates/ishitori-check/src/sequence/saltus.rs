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
//! value depend on the class only; and with t, g and all u's written in binary, least digit first, the other digits of
//! f(x) + s u come out one by one from a carry, as a sum does on paper. Options are a finite automaton that
//! guesses the digits of the u's and reads those of t and g. All sets of states that it can be in are followed
//! (there are finitely many), and in each the question is answered for the t and g read so far.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};

use crate::refusal::Refused;
use crate::sequence::rules::Moves;
use crate::watch::{SUBSETS, Watch};

/// No part of a class in this place.
const NONE: u64 = u64::MAX;

/// The most binary digits of a value that do not change in a class.
const DIGITS: u32 = 16;

/// An option, as far as the digits read tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Element {
    /// What is left of the xor of the fixed values.
    fixed: u64,
    /// The carries of the values of parts of a class, in order.
    carries: [u64; 3],
    /// The carry of the sum of the u's.
    sum: u64,
    /// Whether any number from some on may be taken.
    free: bool,
    /// Whether two parts of the same class are still to differ.
    same: bool,
}

impl Element {
    /// Whether it is an option with the value that was read, if all further digits are 0.
    fn accepts(&self) -> bool {
        let parts = self.carries.iter().filter(|carry| **carry != NONE);
        self.sum == 0 && !self.same && parts.fold(self.fixed, |xor, carry| xor ^ carry) == 0
    }

    /// Calls `visit` with what may become of it when a digit of t and a digit of g are read.
    fn each_next(&self, growth: u64, t: u64, g: u64, visit: &mut dyn FnMut(Element)) {
        for guess in 0..16u64 {
            let digit = |place: usize| guess >> place & 1;
            let mut fits = self.free || digit(3) == 0;
            let (mut sum, mut value) = (self.sum + digit(3), self.fixed);
            let mut carries = self.carries;
            for (place, carry) in carries.iter_mut().enumerate() {
                if *carry == NONE {
                    fits &= digit(place) == 0;
                    continue;
                }
                *carry += growth * digit(place);
                (sum, value) = (sum + digit(place), value ^ *carry);
                *carry /= 2;
            }
            if !fits || sum % 2 != t || value % 2 != g {
                continue;
            }
            carries.sort_unstable();
            let same = self.same && digit(0) == digit(1);
            visit(Element { fixed: self.fixed / 2, carries, sum: sum / 2, same, ..*self });
        }
    }
}

/// Where a search is: the carry of the class' own value, how g compares with it, and all options.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    own: u64,
    order: Ordering,
    /// How the last digits of g compare with those of the class.
    low: Ordering,
    options: Vec<Element>,
}

/// Checks that values go on as claimed: from `start` on with period `length` and a saltus that is not 0.
pub(crate) fn goes_on(
    moves: &Moves,
    values: &[u32],
    start: usize,
    length: usize,
    saltus: u32,
    watch: &mut Watch,
) -> Result<(), Refused> {
    let named = usize::try_from(moves.largest()).map_err(|_| Refused::new("too large"))?;
    let base = start.max(named + 1);
    if values.len() < base + length {
        return Err(Refused::new(format!("the period needs {} values", base + length)));
    }
    let shift = saltus.trailing_zeros();
    if shift > DIGITS {
        return Err(Refused::new(format!("a saltus that 2^{shift} divides is too much to check")));
    }
    let growth = u64::from(saltus >> shift);
    let claim = Claim { moves, values, base, length, named, shift, growth };
    let mut reached: HashSet<State> = HashSet::new();
    for class in 0..length {
        watch.step(format!("heaps of {} + {length} t stones", base + class))?;
        claim.check(class, &mut reached, watch)?;
    }
    Ok(())
}

struct Claim<'a> {
    moves: &'a Moves,
    values: &'a [u32],
    base: usize,
    length: usize,
    named: usize,
    /// The last binary digits, which do not change in a class.
    shift: u32,
    /// By how much the others grow.
    growth: u64,
}

impl Claim<'_> {
    /// One class: every g, by its last digits.
    fn check(
        &self,
        class: usize,
        reached: &mut HashSet<State>,
        watch: &mut Watch,
    ) -> Result<(), Refused> {
        let own = u64::from(self.values[self.base + class]);
        let mut by_low: Vec<BTreeSet<Element>> = vec![BTreeSet::new(); 1 << self.shift];
        self.each_option(class, watch, &mut |low, element| {
            by_low[low].insert(element);
        })?;
        for (options, low) in by_low.into_iter().zip(0..) {
            let low = low.cmp(&(own % (1 << self.shift)));
            let options = options.into_iter().collect();
            let first = State { own: own >> self.shift, order: Ordering::Equal, low, options };
            self.follow(first, class, reached, watch)?;
        }
        Ok(())
    }

    /// Follows all digits of t and g from a state on.
    fn follow(
        &self,
        first: State,
        class: usize,
        reached: &mut HashSet<State>,
        watch: &mut Watch,
    ) -> Result<(), Refused> {
        let mut waiting = vec![first];
        while let Some(state) = waiting.pop() {
            if reached.contains(&state) {
                continue;
            }
            // What of the own value is still to come makes it larger than g.
            let order = if state.own > 0 { Ordering::Less } else { state.order.then(state.low) };
            let had = state.options.iter().any(Element::accepts);
            if order == Ordering::Less && !had || order == Ordering::Equal && had {
                let heap = self.base + class;
                let why = if had { "has an option of its own value" } else { "is worth less" };
                let length = self.length;
                return Err(Refused::new(format!("some heap of {heap} + {length} t stones {why}")));
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
                waiting.push(State { own: own / 2, order, low: state.low, options });
                watch.tick(state.options.len() + 1)?;
            }
            reached.insert(state);
            watch.limit(reached.len() + waiting.len(), SUBSETS / 1000)?;
        }
        Ok(())
    }

    /// Calls `visit` with every option of a class and the last digits of its value. A part x from
    /// the base on stands for all of its class.
    fn each_option(
        &self,
        class: usize,
        watch: &mut Watch,
        visit: &mut dyn FnMut(usize, Element),
    ) -> Result<(), Refused> {
        if self.moves.none.all_but.is_some() {
            let all = Element { fixed: 0, carries: [NONE; 3], sum: 0, free: true, same: false };
            visit(0, all);
        }
        // The numbers from `least` on that, with other stones, make those of the class but for whole periods.
        let fitting = |least: usize, others: usize| {
            let (have, want) = ((others + least) % self.length, (self.base + class) % self.length);
            (least + (want + self.length - have) % self.length..).step_by(self.length)
        };
        let end = self.base + self.length;
        let parts = |least, others| fitting(least, others).take_while(move |part| *part < end);
        let number = |take: &u64| usize::try_from(*take).unwrap_or(usize::MAX);
        let mut option = |parts: &[usize], taken, kind| {
            if let Some((low, element)) = self.option(class, parts, taken, kind) {
                visit(low, element);
            }
        };
        for x in 1..end {
            for take in fitting(1, x).take_while(|take| *take <= self.named) {
                if self.moves.one.has(take as u64) {
                    option(&[x], take, Kind::Plain);
                }
            }
            if self.moves.one.all_but.is_some() {
                fitting(self.named + 1, x).take(1).for_each(|take| option(&[x], take, Kind::Free));
            }
            for take in self.moves.two.iter().map(number) {
                parts(x, x + take).for_each(|y| option(&[x, y], take, Kind::Plain));
            }
            for take in self.moves.two_different.iter().map(number) {
                parts(x, x + take).for_each(|y| option(&[x, y], take, Kind::Differ));
            }
            for take in self.moves.three.iter().map(number) {
                for y in x..end {
                    parts(y, x + y + take).for_each(|z| option(&[x, y, z], take, Kind::Plain));
                }
            }
            watch.tick(end)?;
        }
        Ok(())
    }

    /// The option with these parts, if the numbers of stones fit for some t.
    fn option(
        &self,
        class: usize,
        parts: &[usize],
        taken: usize,
        kind: Kind,
    ) -> Option<(usize, Element)> {
        let (total, heap) = (parts.iter().sum::<usize>() + taken, self.base + class);
        if total % self.length != heap % self.length {
            return None;
        }
        let classes = || parts.iter().filter(|part| **part >= self.base);
        // Taking more is always possible if the number taken is free.
        let sum = match total.checked_sub(heap) {
            Some(more) => (more / self.length) as u64,
            None if kind == Kind::Free && classes().next().is_none() => 0,
            None => return None,
        };
        let value = |part: &usize| u64::from(self.values[*part]);
        let low = parts.iter().fold(0, |xor, part| xor ^ value(part)) % (1 << self.shift);
        let low = usize::try_from(low).ok()?;
        let fixed = parts.iter().filter(|part| **part < self.base);
        let fixed = fixed.fold(0, |xor, part| xor ^ value(part) >> self.shift);
        let mut carries = [NONE; 3];
        for (carry, part) in carries.iter_mut().zip(classes()) {
            *carry = value(part) >> self.shift;
        }
        carries.sort_unstable();
        let same = kind == Kind::Differ && parts[0] == parts[1];
        if same && parts[0] < self.base {
            return None;
        }
        Some((low, Element { fixed, carries, sum, free: kind == Kind::Free, same }))
    }
}

/// What is special about an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    /// More may be taken, any multiple of the period.
    Free,
    /// The two parts must differ.
    Differ,
}
