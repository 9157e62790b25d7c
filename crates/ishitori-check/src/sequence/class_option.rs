//! The options of a class of heaps, and how they read binary digits.
//!
//! A class is all heaps b + i + p t for t = 0, 1, 2, ... An option of the whole class has parts of fixed size
//! and parts that are classes themselves, each with a number u of its own. The digits of all u's are guessed,
//! least digit first, and carries tell whether the sizes add up and which value comes out. Why that is enough
//! is told in [`crate::sequence::saltus`], which follows the options. Cost: all ways to split the heaps below
//! b + p that make a heap of the class, and 16 guesses a digit.

use crate::refusal::CheckRefusal;
use crate::sequence::rules::LeaveRules;
use crate::watch::CheckWatch;

/// No part of a class in this place.
const NONE: u64 = u64::MAX;

/// An option, as far as the digits read tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ClassOption {
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

impl ClassOption {
    /// Whether it is an option with the value that was read, if all further digits are 0.
    pub(crate) fn accepts(&self) -> bool {
        let parts = self.carries.iter().filter(|carry| **carry != NONE);
        self.sum == 0 && !self.same && parts.fold(self.fixed, |xor, carry| xor ^ carry) == 0
    }

    /// Calls `visit` with what may become of it when a digit of t and a digit of g are read.
    pub(crate) fn each_next(
        &self,
        growth: u64,
        t: u64,
        g: u64,
        visit: &mut dyn FnMut(ClassOption),
    ) {
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
            visit(ClassOption { fixed: self.fixed / 2, carries, sum: sum / 2, same, ..*self });
        }
    }
}

/// What is special about an option.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClassOptionKind {
    Plain,
    /// More may be taken, any multiple of the period.
    Free,
    /// The two parts must differ.
    Differ,
}

/// What is claimed of the values of all heaps.
pub(crate) struct SaltusClaim<'a> {
    pub(crate) moves: &'a LeaveRules,
    pub(crate) values: &'a [u32],
    /// From here on there are classes.
    pub(crate) base: usize,
    pub(crate) length: usize,
    /// The largest number that the moves name.
    pub(crate) named: usize,
    /// The last binary digits, which do not change in a class.
    pub(crate) shift: u32,
    /// By how much the others grow.
    pub(crate) growth: u64,
}

impl SaltusClaim<'_> {
    /// Calls `visit` with every option of a class and the last digits of its value. A part x from
    /// the base on stands for all of its class.
    pub(crate) fn each_option(
        &self,
        class: usize,
        watch: &mut CheckWatch,
        visit: &mut dyn FnMut(usize, ClassOption),
    ) -> Result<(), CheckRefusal> {
        if self.moves.none.all_but.is_some() {
            let all = ClassOption { fixed: 0, carries: [NONE; 3], sum: 0, free: true, same: false };
            visit(0, all);
        }
        let mut option = |parts: &[usize], taken: usize, kind: ClassOptionKind| {
            if let Some((low, element)) = self.option(class, parts, taken, kind) {
                visit(low, element);
            }
        };
        for x in 1..self.base + self.length {
            self.each_one(class, x, &mut option);
            self.each_split(class, x, &mut option);
            watch.tick(self.base + self.length)?;
        }
        Ok(())
    }

    /// All options that leave one heap, x.
    fn each_one(
        &self,
        class: usize,
        x: usize,
        option: &mut impl FnMut(&[usize], usize, ClassOptionKind),
    ) {
        for take in self.fitting(class, 1, x).take_while(|take| *take <= self.named) {
            if self.moves.one.has(take as u64) {
                option(&[x], take, ClassOptionKind::Plain);
            }
        }
        if self.moves.one.all_but.is_some() {
            let free = self.fitting(class, self.named + 1, x).take(1);
            free.for_each(|take| option(&[x], take, ClassOptionKind::Free));
        }
    }

    /// All options that leave two heaps or three, of which x is the smallest.
    fn each_split(
        &self,
        class: usize,
        x: usize,
        option: &mut impl FnMut(&[usize], usize, ClassOptionKind),
    ) {
        let end = self.base + self.length;
        let parts =
            |least, others| self.fitting(class, least, others).take_while(move |part| *part < end);
        let number = |take: &u64| usize::try_from(*take).unwrap_or(usize::MAX);
        for take in self.moves.two.iter().map(number) {
            parts(x, x + take).for_each(|y| option(&[x, y], take, ClassOptionKind::Plain));
        }
        for take in self.moves.two_different.iter().map(number) {
            parts(x, x + take).for_each(|y| option(&[x, y], take, ClassOptionKind::Differ));
        }
        for take in self.moves.three.iter().map(number) {
            for y in x..end {
                parts(y, x + y + take)
                    .for_each(|z| option(&[x, y, z], take, ClassOptionKind::Plain));
            }
        }
    }

    /// The numbers from `least` on that, with other stones, make those of the class but for whole periods.
    fn fitting(&self, class: usize, least: usize, others: usize) -> impl Iterator<Item = usize> {
        let (have, want) = ((others + least) % self.length, (self.base + class) % self.length);
        (least + (want + self.length - have) % self.length..).step_by(self.length)
    }

    /// The option with these parts, if the numbers of stones fit for some t.
    fn option(
        &self,
        class: usize,
        parts: &[usize],
        taken: usize,
        kind: ClassOptionKind,
    ) -> Option<(usize, ClassOption)> {
        let (total, heap) = (parts.iter().sum::<usize>() + taken, self.base + class);
        if total % self.length != heap % self.length {
            return None;
        }
        let classes = || parts.iter().filter(|part| **part >= self.base);
        // Taking more is always possible if the number taken is free.
        let sum = match total.checked_sub(heap) {
            Some(more) => (more / self.length) as u64,
            None if kind == ClassOptionKind::Free && classes().next().is_none() => 0,
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
        let same = kind == ClassOptionKind::Differ && parts[0] == parts[1];
        if same && parts[0] < self.base {
            return None;
        }
        Some((low, ClassOption { fixed, carries, sum, free: kind == ClassOptionKind::Free, same }))
    }
}
