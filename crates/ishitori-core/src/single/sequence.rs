//! The Grundy values of heaps of 0, 1, 2, ... stones, as far as they are wanted.
//!
//! The engine is chosen from the rule and, for rare and common values, from the sequence itself: at sizes that
//! grow by half each time the best mask is looked for ([`super::mask`]), and where few heaps are rare
//! [`super::sparse`] goes on, otherwise [`super::pairs`]. All give the same values. Now and then a period is
//! looked for; when one is proved the rest is known, and the work ends.

use ishitori_rule::SingleRules;
use ishitori_rule::family::MAX_HEAP;

use super::mask::{self, RareMask};
use super::pairs::PairEngine;
use super::period::{self, ApparentPeriod, Period, PeriodFinding};
use super::rule::TakeAndBreak;
use super::saltus::{self, SaltusAnswer};
use super::scan::ScanEngine;
use super::sparse::SparseEngine;
use super::takes::TakeEngine;
use crate::control::{Control, GaveUp};
use crate::game::GameError;

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
pub enum SequenceEngine {
    /// All pairs of heaps.
    Pairs,
    /// Rare heaps beside all others.
    Sparse(RareMask),
    /// Look-ups: heaps are never split.
    Takes,
    /// All options, one by one.
    Scan,
}

impl SequenceEngine {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            SequenceEngine::Pairs => "pairs",
            SequenceEngine::Sparse(_) => "sparse",
            SequenceEngine::Takes => "takes",
            SequenceEngine::Scan => "scan",
        }
    }
}

/// Why no engine for take-and-break rules can be used, and so no theorem about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanReason {
    /// The number of heaps that a heap becomes varies.
    Varying,
    /// It may become four heaps or more.
    ManyHeaps,
    /// Conditions look at sizes.
    Sizes,
}

impl ScanReason {
    fn of(rules: &SingleRules) -> ScanReason {
        match rules.families.iter().map(|family| family.result.len()).max() {
            _ if !rules.sums.is_empty() => ScanReason::Varying,
            Some(4..) => ScanReason::ManyHeaps,
            _ => ScanReason::Sizes,
        }
    }
}

/// What works.
enum SequenceWorker {
    Pairs(Box<PairEngine>),
    Sparse(Box<SparseEngine>),
    Takes(TakeEngine),
    Scan(ScanEngine),
}

/// Values, small ones in two bytes: most of the time goes into reading them.
enum SequenceValues {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// The values of a game so far.
pub struct Sequence {
    breaks: Option<TakeAndBreak>,
    scanned: ScanReason,
    worker: SequenceWorker,
    values: SequenceValues,
    period: Option<Period>,
    /// The last regularity that could not be proved, and why.
    unproved: Option<(ApparentPeriod, SaltusAnswer)>,
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
        let breaks = TakeAndBreak::of(rules);
        let wide = || if known.is_empty() { vec![0] } else { known.to_vec() };
        let narrow = || wide().iter().map(|v| u16::try_from(*v)).collect::<Result<Vec<u16>, _>>();
        let (worker, values) = match &breaks {
            Some(breaks) if breaks.most_parts() == 1 => (
                SequenceWorker::Takes(TakeEngine::new(breaks, &wide())),
                SequenceValues::Wide(wide()),
            ),
            Some(breaks) if narrow().is_ok() => (
                SequenceWorker::Pairs(Box::new(PairEngine::new(breaks))),
                SequenceValues::Narrow(narrow().unwrap_or_default()),
            ),
            _ => (SequenceWorker::Scan(ScanEngine::new(rules)?), SequenceValues::Wide(wide())),
        };
        let next_period = known.len().max(64);
        Ok(Sequence {
            breaks,
            scanned: ScanReason::of(rules),
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
            SequenceValues::Narrow(values) => values.len(),
            SequenceValues::Wide(values) => values.len(),
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
            SequenceValues::Narrow(values) => values.get(heap).map(|value| u32::from(*value)),
            SequenceValues::Wide(values) => values.get(heap).copied(),
        }
    }

    /// The values known, of the heaps 0, 1, 2, ...
    pub fn values(&self) -> Vec<u32> {
        match &self.values {
            SequenceValues::Narrow(values) => {
                values.iter().map(|value| u32::from(*value)).collect()
            }
            SequenceValues::Wide(values) => values.clone(),
        }
    }

    /// The period, once it is proved.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// A regularity that is not proved.
    pub fn seems(&self) -> Option<ApparentPeriod> {
        if self.period.is_some() || self.len() > MOST_LOOKED {
            return None;
        }
        let refuted = |seen: &ApparentPeriod| self.unproved == Some((*seen, SaltusAnswer::No));
        period::seems(&self.values()).filter(|seen| !refuted(seen))
    }

    /// The rule as engines read it, if it is of the kind that theorems are for.
    pub fn breaks(&self) -> Option<&TakeAndBreak> {
        self.breaks.as_ref()
    }

    /// Why all options are tried, where they are.
    pub fn why_scanned(&self) -> ScanReason {
        self.scanned
    }

    /// What works now.
    pub fn engine(&self) -> SequenceEngine {
        match &self.worker {
            SequenceWorker::Pairs(_) => SequenceEngine::Pairs,
            SequenceWorker::Sparse(sparse) => SequenceEngine::Sparse(sparse.mask()),
            SequenceWorker::Takes(_) => SequenceEngine::Takes,
            SequenceWorker::Scan(_) => SequenceEngine::Scan,
        }
    }

    /// How many heaps are rare, where that is known.
    pub fn rare(&self) -> Option<usize> {
        match &self.worker {
            SequenceWorker::Sparse(sparse) => Some(sparse.rare()),
            _ => None,
        }
    }

    /// The bytes that values up to `to` take at most.
    pub fn bytes(&self, to: u64) -> u128 {
        let each: u128 = match (&self.values, &self.breaks) {
            // Sets of values of pairs, for three heaps.
            (SequenceValues::Narrow(_), Some(breaks)) if breaks.most_parts() == 3 => {
                64 + u128::from(to.min(1 << 16)) / 8
            }
            // Values, the search for a period, values backwards.
            (SequenceValues::Narrow(_), _) => 2 + 4 + 2 + 4,
            (SequenceValues::Wide(_), _) => 4 + 4 + 12 + 4,
        };
        let sets = match &self.worker {
            SequenceWorker::Scan(scanner) => scanner.bytes(to),
            _ => 0,
        };
        (u128::from(to) + 1) * each + sets + (1 << 19)
    }

    /// Computes values up to the heap `to`, or until a period is proved. What is known stays known when
    /// the work is given up.
    ///
    /// # Errors
    /// [`GaveUp`] if the control runs out, a heap is too large, or a value is.
    pub fn extend(&mut self, to: u64, control: &Control) -> Result<(), GaveUp> {
        if to > MAX_HEAP {
            return Err(GaveUp::heap_too_large());
        }
        let to = usize::try_from(to).map_err(|_| GaveUp::heap_too_large())?;
        while self.len() <= to && self.period.is_none() {
            self.step(control)?;
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
    fn step(&mut self, control: &Control) -> Result<(), GaveUp> {
        let work = match (&mut self.worker, &mut self.values) {
            (SequenceWorker::Pairs(pairs), SequenceValues::Narrow(values)) => {
                let (value, work) = pairs.next(values)?;
                values.push(value);
                work
            }
            (SequenceWorker::Sparse(sparse), SequenceValues::Narrow(values)) => {
                let (value, work) = sparse.next(values)?;
                values.push(value);
                work
            }
            (SequenceWorker::Takes(takes), SequenceValues::Wide(values)) => {
                let value = takes.next(values);
                values.push(value);
                1
            }
            (SequenceWorker::Scan(scanner), SequenceValues::Wide(values)) => {
                let (value, work) = scanner.next(values, control)?;
                values.push(value);
                work
            }
            _ => unreachable!("a worker has values of its own kind"),
        };
        control.spend(1)?;
        self.unwatched += work;
        if self.unwatched >= LOOK {
            self.unwatched = 0;
            control.check()?;
        }
        Ok(())
    }

    /// Changes to the engine that seems best from here on.
    fn look_for_a_mask(&mut self) {
        self.next_mask = self.len() + self.len() / 2;
        let (Some(breaks), SequenceValues::Narrow(values), false) =
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
            SequenceWorker::Sparse(sparse) if sparse.mask() == mask => return,
            SequenceWorker::Sparse(sparse) => sparse.rare() * RARE + OVERHEAD,
            _ => values.len() / 2,
        };
        let heaps = values.iter().zip(0u64..);
        let rare = heaps.filter(|(value, n)| mask.is_rare(*n, **value)).count();
        if rare * RARE + OVERHEAD < current {
            self.worker = SequenceWorker::Sparse(Box::new(SparseEngine::new(breaks, mask, values)));
        } else if current >= values.len() / 2 && !matches!(self.worker, SequenceWorker::Pairs(_)) {
            self.worker = SequenceWorker::Pairs(Box::new(PairEngine::new(breaks)));
        }
    }

    /// Looks for a period now, and not only at the next size at which one is looked for.
    pub fn look_for_a_period(&mut self) {
        let all = self.len();
        self.next_period = all + all / 10 + 16;
        let Some(breaks) = &self.breaks else { return };
        let found = match &self.values {
            SequenceValues::Narrow(values) => period::find(breaks, values),
            SequenceValues::Wide(values) if breaks.is_finite() => period::find(breaks, values),
            SequenceValues::Wide(values) => match period::find_arithmetic(breaks, values) {
                Some(period) => PeriodFinding::Proved(period),
                None => PeriodFinding::Nothing,
            },
        };
        match found {
            PeriodFinding::Proved(period) => self.period = Some(period),
            PeriodFinding::Ask(needed) => {
                let needed = usize::try_from(needed).unwrap_or(usize::MAX);
                self.next_period = self.next_period.min(needed.max(all + 1));
            }
            PeriodFinding::Nothing => self.look_for_growth(),
        }
    }

    /// Looks for a period in which values grow, of a game that splits.
    fn look_for_growth(&mut self) {
        let (Some(breaks), SequenceValues::Narrow(values)) = (&self.breaks, &self.values) else {
            return;
        };
        let (first, last) = values.split_at(values.len() / 2);
        if values.len() > MOST_LOOKED || last.iter().max() <= first.iter().max() {
            return;
        }
        let values = self.values();
        let Some(seen) = period::seems(&values).filter(|seen| seen.saltus > 0) else { return };
        if self.unproved.is_some_and(|(before, _)| before == seen) {
            return;
        }
        let ApparentPeriod { start, length, saltus } = seen;
        match saltus::goes_on(breaks, &values, seen) {
            SaltusAnswer::Yes(values) => {
                self.period = Some(Period { start, length, saltus, values })
            }
            answer => self.unproved = Some((seen, answer)),
        }
    }
}
