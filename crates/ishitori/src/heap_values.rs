//! What heaps of a game on single heaps are worth: each from the sequence or from a proved period, so that a
//! heap may have a thousand digits, and all together by xor.
//!
//! Why it is right: a period counts once `ishitori-check` has accepted its certificate ([`periods`]). Cost: the sequence
//! up to the largest heap or to the end of its first period, and at most `VERY_MANY` options of a heap for winning moves.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{GameKind, SingleGame, heap_words};
use ishitori_core::single::{Sequence, large};
use ishitori_core::solve::{Convention, Reference};
use ishitori_rule::{Rules, Ruleset, SingleRules};
use num_bigint::BigUint;

use crate::periods::{self, ProvedPeriod};

/// Up to so many options of a heap are tried for winning moves.
const MANY: u64 = 200_000;

/// Options that are looked at before none is said to be found.
const VERY_MANY: u64 = 50_000_000;

/// Up to so many stones, and so many positions, are solved for the length of play.
const FEW_STONES: u64 = 200;
const FEW_POSITIONS: u64 = 100_000;

/// Values between two looks at the clock.
const SLICE: u64 = 1_000;

/// The values of a game, as far as they were wanted.
pub struct GameValues {
    /// The first values.
    pub sequence: Sequence,
    /// The period, if one is proved and accepted.
    pub proved: Option<ProvedPeriod>,
}

/// What is known about heaps.
pub struct HeapsValue {
    /// The heaps, smallest first, none empty.
    pub heaps: Vec<BigUint>,
    /// The value of each.
    pub values: Vec<BigUint>,
    /// The value of all.
    pub grundy: BigUint,
    /// What told them.
    pub known: GameValues,
}

/// The rules of a game on single heaps.
///
/// # Errors
/// If it is none.
pub fn rules(ruleset: &Ruleset) -> anyhow::Result<&SingleRules> {
    match &ruleset.rules {
        Rules::Single(rules) => Ok(rules),
        _ => bail!(
            "{} is no game on single heaps (`heap n`), so it is no sequence: `ishitori table` shows its values",
            ruleset.about.full_name()
        ),
    }
}

impl GameValues {
    /// The values of a game up to a heap, or a period that tells them. For a heap that is too large to be reached a
    /// period is looked for, so long as `time`, among as many values as positions are allowed.
    ///
    /// # Errors
    /// [`GaveUp`] if there is no period among as many values as may be found.
    pub fn up_to(
        ruleset: &Ruleset,
        heap: &BigUint,
        time: Duration,
        control: &Control,
    ) -> anyhow::Result<GameValues> {
        let rules = rules(ruleset)?;
        let mut sequence = Sequence::new(rules)?;
        let to = u64::try_from(heap).unwrap_or(u64::MAX).min(control.most_positions() as u64);
        let reached = *heap <= BigUint::from(to);
        let (begun, counting) = (Instant::now(), control.planned(to, "heaps"));
        while sequence.len() as u64 <= to && sequence.period().is_none() {
            let next = if reached { to } else { to.min(sequence.len() as u64 + SLICE) };
            sequence.extend(next, &counting)?;
            if !reached && (begun.elapsed() > time || sequence.breaks().is_none()) {
                break;
            }
        }
        let proved = periods::proved(&ruleset.about, rules, &sequence, control)?;
        if proved.is_none() && !reached {
            let why = format!(
                "no period of {} is proved with {} values, so the value of so large a heap is not known",
                ruleset.about.full_name(),
                sequence.len()
            );
            return Err(GaveUp::new(why).into());
        }
        Ok(GameValues { sequence, proved })
    }

    /// The value of a heap; none if it is not known.
    pub fn of(&self, heap: &BigUint) -> Option<BigUint> {
        if let Ok(small) = u64::try_from(heap)
            && let Some(value) = self.sequence.value(small)
        {
            return Some(BigUint::from(value));
        }
        let period = self.proved.as_ref()?.period;
        let beyond = heap - period.start;
        let (periods, place) = (&beyond / period.length, &beyond % period.length);
        let place = period.start + u64::try_from(place).ok()?;
        Some(BigUint::from(self.sequence.value(place)?) + periods * period.saltus)
    }
}

impl HeapsValue {
    /// The value of a position.
    ///
    /// # Errors
    /// If it is none, or not known.
    pub fn new(
        ruleset: &Ruleset,
        position: &str,
        time: Duration,
        control: &Control,
    ) -> anyhow::Result<HeapsValue> {
        let mut heaps = Vec::new();
        for word in heap_words(position)? {
            let heap = word.parse::<BigUint>().map_err(|_| anyhow!("`{word}` is no heap"))?;
            if heap > BigUint::ZERO {
                heaps.push(heap);
            }
        }
        heaps.sort();
        let largest = heaps.last().cloned().unwrap_or_default();
        let known = GameValues::up_to(ruleset, &largest, time, control)?;
        let values: Option<Vec<BigUint>> = heaps.iter().map(|heap| known.of(heap)).collect();
        let values = values.ok_or_else(|| anyhow!("the value of a heap is too large"))?;
        let grundy = values.iter().fold(BigUint::ZERO, |sum, value| sum ^ value);
        Ok(HeapsValue { heaps, values, grundy, known })
    }

    /// The theorem that was used, if one was.
    pub fn by(&self) -> Option<String> {
        let period = self.known.proved.as_ref()?.period;
        let beyond =
            self.heaps.iter().any(|heap| *heap >= BigUint::from(self.known.sequence.len()));
        let saltus = match period.saltus {
            0 => String::new(),
            saltus => format!(", saltus {saltus}"),
        };
        beyond.then(|| {
            format!(
                "period {}{saltus} from {} on, proved for all heaps",
                period.length, period.start
            )
        })
    }
}

/// The moves that leave a position worth `grundy` xor what the position is worth, so that with `grundy` for the
/// whole they win; and whether these are all. In a large heap one is looked for.
pub fn winning(
    game: &SingleGame,
    worth: &HeapsValue,
    grundy: &BigUint,
) -> (Vec<Vec<BigUint>>, bool) {
    let mut moves = BTreeSet::new();
    let mut all = true;
    if *grundy == BigUint::ZERO {
        return (Vec::new(), true);
    }
    for (i, (heap, value)) in worth.heaps.iter().zip(&worth.values).enumerate() {
        if i > 0 && worth.heaps[i - 1] == *heap {
            continue;
        }
        let target = grundy ^ value;
        let mut rest = worth.heaps.clone();
        rest.remove(i);
        let mut add = |parts: &[BigUint]| {
            let mut option = rest.clone();
            option.extend_from_slice(parts);
            option.sort();
            moves.insert((option.iter().sum::<BigUint>(), option));
        };
        if !every_option(game, worth, heap, &target, &mut add) {
            all = false;
            let found = with_small_part(worth, heap, &target)
                .or_else(|| one_option(worth, heap, &target))
                .or_else(|| first_option(game, worth, heap, &target));
            if let Some(parts) = found {
                add(&parts);
            }
        }
    }
    let mut moves: Vec<Vec<BigUint>> = moves.into_iter().map(|(_, option)| option).collect();
    if !all {
        moves.truncate(1);
    }
    (moves, all)
}

/// Calls `add` with what `heap` can become that is worth `target`; false if there are too many options.
fn every_option(
    game: &SingleGame,
    worth: &HeapsValue,
    heap: &BigUint,
    target: &BigUint,
    add: &mut dyn FnMut(&[BigUint]),
) -> bool {
    let Ok(small) = u64::try_from(heap) else { return false };
    if small > MANY {
        return false;
    }
    let (target, mut left) = (u64::try_from(target).ok(), MANY);
    game.splits().visit(small, &mut |parts| {
        if is_worth(worth, parts, target) {
            add(&big(parts));
        }
        left -= 1;
        left > 0
    })
}

/// Whether heaps are worth a target, which none are if it is too large.
fn is_worth(worth: &HeapsValue, parts: &[u64], target: Option<u64>) -> bool {
    let mut values = parts.iter().map(|part| worth.known.sequence.value(*part));
    let value = values.try_fold(0u64, |sum, value| Some(sum ^ value?));
    value.is_some() && value == target
}

fn big(heaps: &[u64]) -> Vec<BigUint> {
    heaps.iter().copied().map(BigUint::from).collect()
}

/// The first option that is worth `target`, if it comes soon enough.
fn first_option(
    game: &SingleGame,
    worth: &HeapsValue,
    heap: &BigUint,
    target: &BigUint,
) -> Option<Vec<BigUint>> {
    let target = u64::try_from(target).ok();
    let (mut found, mut left) = (None, VERY_MANY);
    game.splits().visit(u64::try_from(heap).ok()?, &mut |parts| {
        if is_worth(worth, parts, target) {
            found = Some(big(parts));
        }
        left -= 1;
        found.is_none() && left > 0
    });
    found
}

/// What a large heap can become, worth `target`, if one heap is left, or two of which one lies before the end of the
/// first period. Without a saltus that is no restriction: whole periods can be moved to the other heap. So games with long
/// periods, whose options are too many to list, have their winning moves too.
fn with_small_part(worth: &HeapsValue, heap: &BigUint, target: &BigUint) -> Option<Vec<BigUint>> {
    let breaks = worth.known.sequence.breaks()?;
    let period = worth.known.proved.as_ref()?.period;
    let of = |heap: &BigUint| worth.known.of(heap);
    let less = |take: &u64| (*heap > BigUint::from(*take)).then(|| heap - *take);
    let mut left = breaks.one.listed.iter().filter_map(less);
    if let Some(left) = left.find(|left| of(left).as_ref() == Some(target)) {
        return Some(vec![left]);
    }
    for (take, differ) in &breaks.two {
        let Some(total) = less(take) else { continue };
        for part in (1..period.start + period.length).map(BigUint::from) {
            if &part * 2u32 > total {
                break;
            }
            let other = &total - &part;
            if !(*differ && other == part) && of(&part)? ^ of(&other)? == *target {
                return Some(vec![part, other]);
            }
        }
    }
    None
}

/// One thing that a large heap can become, worth `target`: whichever the digits of its proved period lead to.
fn one_option(worth: &HeapsValue, heap: &BigUint, target: &BigUint) -> Option<Vec<BigUint>> {
    let (known, proved) = (&worth.known.sequence, worth.known.proved.as_ref()?);
    let (breaks, period) = (known.breaks()?, &proved.period);
    let base = large::base(breaks, period);
    let beyond = (*heap >= base.into()).then(|| heap - base)?;
    let first = base + u64::try_from(&beyond % period.length).ok()?;
    let digits = |n: &BigUint| (0..n.bits()).map(|place| n.bit(place)).collect::<Vec<bool>>();
    let (t, value) = (digits(&(&beyond / period.length)), digits(target));
    let parts = large::option_worth(breaks, &known.values(), period, first, &t, &value)?;
    let number = |part: &large::PeriodicHeap| {
        let mut periods = BigUint::ZERO;
        (0..).zip(&part.periods).for_each(|(place, digit)| periods.set_bit(place, *digit));
        periods * period.length + part.first
    };
    Some(parts.iter().map(number).collect())
}

/// How long play lasts, where plain recursion soon finds it.
///
/// # Errors
/// If the work is stopped.
pub fn remoteness(
    game: &SingleGame,
    position: &str,
    control: &Control,
) -> Result<Option<u32>, GaveUp> {
    let small = game.parse(position).ok().filter(|position| game.stones(position) <= FEW_STONES);
    let Some(position) = small else { return Ok(None) };
    match Reference::new(game).facts(&position, &control.with_positions(FEW_POSITIONS)) {
        Ok(facts) => Ok(Some(facts.remoteness(Convention::Normal))),
        Err(gave_up) if gave_up.is_stopped() => Err(gave_up),
        Err(_) => Ok(None),
    }
}

/// Heaps as people write them.
pub fn written(heaps: &[BigUint]) -> String {
    if heaps.is_empty() {
        return "0".to_string();
    }
    let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
    heaps.join(",")
}
