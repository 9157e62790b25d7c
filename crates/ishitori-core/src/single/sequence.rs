//! The Grundy values of heaps of 0, 1, 2, ... stones, as far as they are wanted.
//!
//! The engine is chosen from the rule and, for rare and common values, from the sequence itself: at sizes that
//! grow by half each time the best mask is looked for ([`super::mask`]), and where few heaps are rare
//! [`super::sparse`] goes on, otherwise [`super::pairs`]. All give the same values. Now and then a period is
//! looked for; when one is proved the rest is known, and the work ends.

use ishitori_rule::SingleRules;
use ishitori_rule::family::MAX_HEAP;

use super::mask::{self, Mask};
use super::pairs::Pairs;
use super::period::{self, Found, Period, Seems};
use super::rule::Breaks;
use super::saltus::{self, Answer};
use super::scan::Scanner;
use super::sparse::Sparse;
use super::takes::Takes;
use crate::game::GameError;
use crate::solve::{Budget, GaveUp};

/// From this many values on a mask is looked for.
const FIRST_MASK: usize = 512;

/// Pairs that take as long as a look beside a rare heap, about, and those that are looked at anyway.
const RARE: usize = 4;
const OVERHEAD: usize = 1_000;

/// In longer sequences no regularity is looked for that nothing would prove.
const MOST_LOOKED: usize = 1 << 20;

/// Steps after which the watcher is asked.
const LOOK: u64 = 1 << 24;

/// How values are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// All pairs of heaps.
    Pairs,
    /// Rare heaps beside all others.
    Sparse(Mask),
    /// Look-ups: heaps are never split.
    Takes,
    /// All options, one by one.
    Scan,
}

impl Engine {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Pairs => "pairs",
            Engine::Sparse(_) => "sparse",
            Engine::Takes => "takes",
            Engine::Scan => "scan",
        }
    }
}

/// What works.
enum Worker {
    Pairs(Box<Pairs>),
    Sparse(Box<Sparse>),
    Takes(Takes),
    Scan(Scanner),
}

/// Values, small ones in two bytes: most of the time goes into reading them.
enum Values {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// The values of a game so far.
pub struct Sequence {
    breaks: Option<Breaks>,
    worker: Worker,
    values: Values,
    period: Option<Period>,
    /// The last regularity that could not be proved, and why.
    unproved: Option<(Seems, Answer)>,
    /// Whether the engine may be changed for a better one.
    fixed: bool,
    /// The next size at which a mask is looked for.
    next_mask: usize,
    /// The next size at which a period is looked for.
    next_period: usize,
    /// Steps since the watcher was asked.
    unwatched: u64,
}

impl Sequence {
    /// The sequence of a game, with the empty heap.
    ///
    /// # Errors
    /// [`GameError`] if the rule is too complicated to enumerate.
    pub fn new(rules: &SingleRules) -> Result<Sequence, GameError> {
        Sequence::from_values(rules, &[0])
    }

    /// The sequence of a game from its first values, which must be right: those of an interrupted run.
    ///
    /// # Errors
    /// [`GameError`] if the rule is too complicated to enumerate.
    pub fn from_values(rules: &SingleRules, known: &[u32]) -> Result<Sequence, GameError> {
        let breaks = Breaks::of(rules);
        let wide = || if known.is_empty() { vec![0] } else { known.to_vec() };
        let narrow = || wide().iter().map(|v| u16::try_from(*v)).collect::<Result<Vec<u16>, _>>();
        let (worker, values) = match &breaks {
            Some(breaks) if breaks.most_parts() == 1 => {
                (Worker::Takes(Takes::new(breaks, &wide())), Values::Wide(wide()))
            }
            Some(breaks) if narrow().is_ok() => (
                Worker::Pairs(Box::new(Pairs::new(breaks))),
                Values::Narrow(narrow().unwrap_or_default()),
            ),
            _ => (Worker::Scan(Scanner::new(rules)?), Values::Wide(wide())),
        };
        let next_period = known.len().max(64);
        Ok(Sequence {
            breaks,
            worker,
            values,
            period: None,
            unproved: None,
            fixed: false,
            next_mask: FIRST_MASK.max(known.len()),
            next_period,
            unwatched: 0,
        })
    }

    /// The same, always by looking at all pairs: what others are compared with.
    ///
    /// # Errors
    /// [`GameError`] if the rule is too complicated to enumerate.
    pub fn plain(rules: &SingleRules) -> Result<Sequence, GameError> {
        Ok(Sequence { fixed: true, ..Sequence::new(rules)? })
    }

    /// How many values are known: those of the heaps below.
    pub fn len(&self) -> usize {
        match &self.values {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }

    /// Never: the empty heap is always known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, if it is known or a proved period tells it.
    pub fn value(&self, heap: u64) -> Option<u64> {
        let (heap, periods) = match &self.period {
            Some(period) => period.fold(heap),
            None => (heap, 0),
        };
        let known = self.known(usize::try_from(heap).ok()?)?;
        let saltus = self.period.map_or(0, |period| period.saltus);
        u64::from(known).checked_add(periods.checked_mul(saltus)?)
    }

    fn known(&self, heap: usize) -> Option<u32> {
        match &self.values {
            Values::Narrow(values) => values.get(heap).map(|value| u32::from(*value)),
            Values::Wide(values) => values.get(heap).copied(),
        }
    }

    /// The values known, of the heaps 0, 1, 2, ...
    pub fn values(&self) -> Vec<u32> {
        match &self.values {
            Values::Narrow(values) => values.iter().map(|value| u32::from(*value)).collect(),
            Values::Wide(values) => values.clone(),
        }
    }

    /// The period, once it is proved.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// A regularity that is not proved.
    pub fn seems(&self) -> Option<Seems> {
        if self.period.is_some() || self.len() > MOST_LOOKED {
            return None;
        }
        let refuted = |seen: &Seems| self.unproved == Some((*seen, Answer::No));
        period::seems(&self.values()).filter(|seen| !refuted(seen))
    }

    /// The rule as engines read it, if it is of the kind that theorems are for.
    pub fn breaks(&self) -> Option<&Breaks> {
        self.breaks.as_ref()
    }

    /// What works now.
    pub fn engine(&self) -> Engine {
        match &self.worker {
            Worker::Pairs(_) => Engine::Pairs,
            Worker::Sparse(sparse) => Engine::Sparse(sparse.mask()),
            Worker::Takes(_) => Engine::Takes,
            Worker::Scan(_) => Engine::Scan,
        }
    }

    /// How many heaps are rare, where that is known.
    pub fn rare(&self) -> Option<usize> {
        match &self.worker {
            Worker::Sparse(sparse) => Some(sparse.rare()),
            _ => None,
        }
    }

    /// The bytes that values up to `to` take at most.
    pub fn bytes(&self, to: u64) -> u128 {
        let each: u128 = match (&self.values, &self.breaks) {
            // Sets of values of pairs, for three heaps.
            (Values::Narrow(_), Some(breaks)) if breaks.most_parts() == 3 => {
                64 + u128::from(to.min(1 << 16)) / 8
            }
            // Values, the search for a period, values backwards.
            (Values::Narrow(_), _) => 2 + 4 + 2 + 4,
            (Values::Wide(_), _) => 4 + 4 + 12 + 4,
        };
        (u128::from(to) + 1) * each + (1 << 19)
    }

    /// Computes values up to the heap `to`, or until a period is proved. What is known stays known when
    /// the work is given up.
    ///
    /// # Errors
    /// [`GaveUp`] if the budget runs out, a heap is too large, or a value is.
    pub fn extend(&mut self, to: u64, budget: &mut Budget) -> Result<(), GaveUp> {
        if to > MAX_HEAP {
            return Err(GaveUp::heap_too_large());
        }
        let to = usize::try_from(to).map_err(|_| GaveUp::heap_too_large())?;
        while self.len() <= to && self.period.is_none() {
            self.step(budget)?;
            if self.len() >= self.next_mask {
                self.look_for_a_mask();
            }
            if self.len() >= self.next_period {
                self.look_for_a_period();
            }
        }
        Ok(())
    }

    /// One value more.
    fn step(&mut self, budget: &mut Budget) -> Result<(), GaveUp> {
        let work = match (&mut self.worker, &mut self.values) {
            (Worker::Pairs(pairs), Values::Narrow(values)) => {
                let (value, work) = pairs.next(values)?;
                values.push(value);
                work
            }
            (Worker::Sparse(sparse), Values::Narrow(values)) => {
                let (value, work) = sparse.next(values)?;
                values.push(value);
                work
            }
            (Worker::Takes(takes), Values::Wide(values)) => {
                let value = takes.next(values);
                values.push(value);
                1
            }
            (Worker::Scan(scanner), Values::Wide(values)) => {
                let (value, work) = scanner.next(values);
                values.push(value);
                work
            }
            _ => unreachable!("a worker has values of its own kind"),
        };
        budget.spend(1)?;
        self.unwatched += work;
        if self.unwatched >= LOOK {
            self.unwatched = 0;
            budget.look_up()?;
        }
        Ok(())
    }

    /// Changes to the engine that seems best from here on.
    fn look_for_a_mask(&mut self) {
        self.next_mask = self.len() + self.len() / 2;
        let (Some(breaks), Values::Narrow(values), false) =
            (&self.breaks, &self.values, self.fixed)
        else {
            return;
        };
        if breaks.most_parts() != 2 || !breaks.is_finite() {
            return;
        }
        let takes: Vec<u64> = breaks.two.keys().copied().collect();
        let Some((mask, _)) = mask::best(values, &takes) else { return };
        let current = match &self.worker {
            Worker::Sparse(sparse) if sparse.mask() == mask => return,
            Worker::Sparse(sparse) => sparse.rare() * RARE + OVERHEAD,
            _ => values.len() / 2,
        };
        let heaps = values.iter().zip(0u64..);
        let rare = heaps.filter(|(value, n)| mask.is_rare(*n, **value)).count();
        if rare * RARE + OVERHEAD < current {
            self.worker = Worker::Sparse(Box::new(Sparse::new(breaks, mask, values)));
        } else if current >= values.len() / 2 && !matches!(self.worker, Worker::Pairs(_)) {
            self.worker = Worker::Pairs(Box::new(Pairs::new(breaks)));
        }
    }

    /// Looks for a period now, and not only at the next size at which one is looked for.
    pub fn look_for_a_period(&mut self) {
        let all = self.len();
        self.next_period = all + all / 10 + 16;
        let Some(breaks) = &self.breaks else { return };
        let found = match &self.values {
            Values::Narrow(values) => period::find(breaks, values),
            Values::Wide(values) if breaks.is_finite() => period::find(breaks, values),
            Values::Wide(values) => match period::find_arithmetic(breaks, values) {
                Some(period) => Found::Proved(period),
                None => Found::Nothing,
            },
        };
        match found {
            Found::Proved(period) => self.period = Some(period),
            Found::Ask(needed) => {
                let needed = usize::try_from(needed).unwrap_or(usize::MAX);
                self.next_period = self.next_period.min(needed.max(all + 1));
            }
            Found::Nothing => self.look_for_growth(),
        }
    }

    /// Looks for a period in which values grow, of a game that splits.
    fn look_for_growth(&mut self) {
        let (Some(breaks), Values::Narrow(values)) = (&self.breaks, &self.values) else { return };
        let (first, last) = values.split_at(values.len() / 2);
        if values.len() > MOST_LOOKED || last.iter().max() <= first.iter().max() {
            return;
        }
        let values = self.values();
        let Some(seen) = period::seems(&values).filter(|seen| seen.saltus > 0) else { return };
        if self.unproved.is_some_and(|(before, _)| before == seen) {
            return;
        }
        let Seems { start, length, saltus } = seen;
        match saltus::goes_on(breaks, &values, seen) {
            Answer::Yes(values) => self.period = Some(Period { start, length, saltus, values }),
            answer => self.unproved = Some((seen, answer)),
        }
    }
}
