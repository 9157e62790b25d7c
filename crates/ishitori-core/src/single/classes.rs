//! Heaps beyond a period's beginning as classes, and the options of a class as an automaton.
//!
//! Let values have period p and saltus s (perhaps 0) from a *base* on that is beyond every number which the moves
//! name. The heaps from there on are p classes: base + i + p t, worth v + s t. An option of such a heap has parts
//! below the base, of fixed values, and parts of classes, x + p u, whose u's add up to t less a constant. If
//! any number from some on may be taken, that is one more u, worth nothing. With s = 2^c m, m odd, the last c
//! binary digits of a value are those of its class, and the others come out of v + s u digit by digit, least
//! first, from a carry. So an option is a `PeriodOption`: it reads a digit of t and one of a value g, guesses one of
//! each u, and accepts if the sum and the value are right.
//!
//! [`super::saltus`] asks this automaton whether a period goes on for ever, [`super::large`] for an
//! option of a heap of any size. Listing the options with b parts takes (base + p)^b / b! steps.

use super::rule::TakeAndBreak;

/// Values from here on are too large for sums of carries.
const MOST_VALUE: u32 = 1 << 30;
/// The most last digits that do not change.
const MOST_DIGITS: u32 = 12;

/// The classes of a period, with the moves.
pub(super) struct PeriodClasses<'a> {
    breaks: &'a TakeAndBreak,
    values: &'a [u32],
    named: usize,
    /// The first heap of the first class.
    pub base: usize,
    /// How many classes.
    pub length: usize,
    /// How many last digits of values do not change in a class.
    pub shift: u32,
    /// By how much the others grow.
    pub growth: u32,
}

/// What an option leaves, up to whole periods: a part from the base on stands for its class.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionParts<'p> {
    /// The heaps.
    pub parts: &'p [usize],
    /// How many stones are taken.
    taken: usize,
    /// Whether more may be taken, as many periods as one likes.
    free: bool,
    /// Whether the two parts must differ.
    differ: bool,
}

/// An option of a class as far as the digits read tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PeriodOption {
    /// The xor of the values of parts below the base, less the digits read.
    fixed: u32,
    /// The carry of the value of each part of a class; then zeros.
    carries: [u32; 3],
    /// How many parts are of classes.
    pub parts: u8,
    /// The carry of the sum.
    sum: u32,
    /// Whether more may be taken.
    free: bool,
    /// Whether two parts of one class have had the same digits so far and must differ.
    alike: bool,
}

impl PeriodOption {
    /// Whether the sum and the value are right if all further digits are 0.
    pub fn accepts(&self) -> bool {
        let value = self.carries.iter().fold(self.fixed, |xor, carry| xor ^ carry);
        value == 0 && self.sum == 0 && !self.alike
    }

    /// Calls `visit` with every guess, a bit for each part: the digits of t and g that it goes with, as
    /// a number 2 t + g, and what comes of it.
    pub fn each_next(&self, growth: u32, mut visit: impl FnMut(u8, usize, PeriodOption)) {
        let guesses = self.parts + u8::from(self.free);
        for guess in 0..1u8 << guesses {
            let mut next = *self;
            let mut value = self.fixed;
            for (place, carry) in next.carries.iter_mut().enumerate().take(self.parts.into()) {
                *carry += growth * u32::from(guess >> place & 1);
                value ^= *carry;
                *carry >>= 1;
            }
            let sum = self.sum + guess.count_ones();
            next.fixed >>= 1;
            next.sum = sum >> 1;
            next.alike &= guess & 1 == guess >> 1 & 1;
            visit(guess, (sum & 1) as usize * 2 + (value & 1) as usize, next);
        }
    }

    /// The same for every order of the parts.
    pub fn sorted(mut self) -> PeriodOption {
        self.carries[..self.parts.into()].sort_unstable();
        self
    }
}

impl<'a> PeriodClasses<'a> {
    /// The classes of a period, from the first values of a game; nothing if there are too few values, or
    /// they are too large.
    pub fn new(
        breaks: &'a TakeAndBreak,
        values: &'a [u32],
        start: u64,
        length: u64,
        saltus: u64,
    ) -> Option<PeriodClasses<'a>> {
        let (start, length) = (usize::try_from(start).ok()?, usize::try_from(length).ok()?);
        let (named, saltus) =
            (usize::try_from(breaks.largest()).ok()?, u32::try_from(saltus).ok()?);
        let base = start.max(named + 1);
        let shift = if saltus == 0 { 0 } else { saltus.trailing_zeros() };
        let first = values.get(..base.checked_add(length)?)?;
        let small = first.iter().chain([&saltus]).all(|value| *value < MOST_VALUE);
        let growth = saltus >> shift;
        let classes = PeriodClasses { breaks, values, named, base, length, shift, growth };
        (small && shift <= MOST_DIGITS).then_some(classes)
    }

    /// The value of the first heap of a class, and that of every heap below the base.
    pub fn value(&self, heap: usize) -> u32 {
        self.values[heap]
    }

    /// How many options there are to list in one class, about.
    pub fn options(&self) -> u64 {
        let parts = (self.base + self.length) as u64;
        let moves = |takes: usize| takes as u64 / self.length as u64 + 1;
        match self.breaks.most_parts() {
            1 => parts,
            2 => parts.saturating_mul(parts) / 2 * moves(self.breaks.two.len()),
            _ => parts.saturating_pow(3) / 6 * moves(self.breaks.three.len()),
        }
    }

    /// Calls `visit` with each option of the class of `heap`: what it leaves, the xor of the values of its
    /// parts, and its element.
    pub fn each_option(&self, heap: usize, visit: &mut dyn FnMut(OptionParts, u32, PeriodOption)) {
        let most = self.base + self.length;
        // The stones must be those of the heap but for whole periods: where that is so from `least` on.
        let fitting = |least: usize, others: usize| {
            let gap = (others + least).abs_diff(heap) % self.length;
            let more = if others + least > heap && gap > 0 { self.length - gap } else { gap };
            (least + more..).step_by(self.length)
        };
        let parts = |least, others| fitting(least, others).take_while(move |part| *part < most);
        let size = |take: &u64| usize::try_from(*take).expect("named numbers are sizes");
        let mut option = |parts: &[usize], taken: usize, free: bool, differ: bool| {
            let leaves = OptionParts { parts, taken, free, differ };
            if let Some((xor, element)) = self.element(heap, leaves) {
                visit(leaves, xor, element);
            }
        };
        if self.breaks.none.all_but.is_some() {
            fitting(1, 0).take(1).for_each(|take| option(&[], take, true, false));
        }
        for x in 1..most {
            for take in fitting(1, x).take_while(|take| *take <= self.named) {
                if self.breaks.one.has(take as u64) {
                    option(&[x], take, false, false);
                }
            }
            if self.breaks.one.all_but.is_some() {
                fitting(self.named + 1, x).take(1).for_each(|take| option(&[x], take, true, false));
            }
            for (take, differ) in &self.breaks.two {
                parts(x, x + size(take)).for_each(|y| option(&[x, y], size(take), false, *differ));
            }
            for take in self.breaks.three.iter().map(size) {
                for y in x..most {
                    parts(y, x + y + take).for_each(|z| option(&[x, y, z], take, false, false));
                }
            }
        }
    }

    /// The option of `heap` and the others of its class that leaves this. Nothing if it has too few stones
    /// for all of them, or equal heaps that must differ.
    fn element(&self, heap: usize, leaves: OptionParts) -> Option<(u32, PeriodOption)> {
        let OptionParts { parts, taken, free, differ } = leaves;
        let alike = differ && parts[0] == parts[1];
        let mut xor = 0;
        let mut found = PeriodOption { fixed: 0, carries: [0; 3], parts: 0, sum: 0, free, alike };
        for part in parts {
            let value = self.values[*part];
            xor ^= value;
            if *part < self.base {
                found.fixed ^= value >> self.shift;
            } else {
                found.carries[usize::from(found.parts)] = value >> self.shift;
                found.parts += 1;
            }
        }
        let stones = parts.iter().sum::<usize>() + taken;
        let more = match stones.checked_sub(heap) {
            Some(more) => more / self.length,
            // The rest is taken too.
            None if free && found.parts == 0 => 0,
            None => return None,
        };
        found.sum = u32::try_from(more).ok()?;
        let equal = alike && found.parts == 0;
        (!equal).then_some((xor, found))
    }
}
