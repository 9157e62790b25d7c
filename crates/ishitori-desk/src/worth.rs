//! What heaps of a game on single heaps are worth: each from the sequence or from a proved period, so that a
//! heap may have a thousand digits, and all together by xor.
//!
//! Why it is right: a period counts once `ishitori-check` has accepted its certificate ([`periods`]). Cost: the sequence
//! up to the largest heap or to the end of its first period, and at most `MANY` options of a heap for winning moves.

use std::collections::BTreeSet;

use anyhow::{anyhow, bail};
use ishitori_core::game::{SingleGame, heap_words};
use ishitori_core::single::Sequence;
use ishitori_core::solve::{Budget, GaveUp};
use ishitori_rule::{Rules, Ruleset, SingleRules};
use num_bigint::BigUint;

use crate::periods::{self, Proved};

/// Up to so many options of a heap are tried for winning moves.
const MANY: u64 = 200_000;

/// The values of a game, as far as they were wanted.
pub struct Values {
    /// The first values.
    pub sequence: Sequence,
    /// The period, if one is proved and accepted.
    pub proved: Option<Proved>,
}

/// What finding values may cost.
pub struct Effort<'b> {
    /// The most values.
    pub most: u64,
    /// A budget for finding values up to a heap.
    pub budget: &'b dyn Fn(u64) -> Budget<'static>,
    /// Asked while a period is checked.
    pub goes_on: fn() -> Result<(), GaveUp>,
}

/// What is known about heaps.
pub struct Worth {
    /// The heaps, smallest first, none empty.
    pub heaps: Vec<BigUint>,
    /// The value of each.
    pub values: Vec<BigUint>,
    /// The value of all.
    pub grundy: BigUint,
    /// What told them.
    pub known: Values,
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

impl Values {
    /// The values of a game up to a heap, or a period that tells them.
    ///
    /// # Errors
    /// [`GaveUp`] if there is no period among as many values as may be found.
    pub fn up_to(ruleset: &Ruleset, heap: &BigUint, effort: &Effort) -> anyhow::Result<Values> {
        let mut sequence = Sequence::new(rules(ruleset)?)?;
        let to = u64::try_from(heap).unwrap_or(u64::MAX).min(effort.most);
        sequence.extend(to, &mut (effort.budget)(to))?;
        let proved = periods::proved(&ruleset.about, &sequence, effort.goes_on)?;
        if proved.is_none() && *heap > BigUint::from(to) {
            let why = format!(
                "{} has no period within {} values, so larger heaps are not known",
                ruleset.about.full_name(),
                effort.most
            );
            return Err(GaveUp::new(why).into());
        }
        Ok(Values { sequence, proved })
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

impl Worth {
    /// The value of a position.
    ///
    /// # Errors
    /// If it is none, or not known.
    pub fn new(ruleset: &Ruleset, position: &str, effort: &Effort) -> anyhow::Result<Worth> {
        let mut heaps = Vec::new();
        for word in heap_words(position)? {
            let heap = word.parse::<BigUint>().map_err(|_| anyhow!("`{word}` is no heap"))?;
            if heap > BigUint::ZERO {
                heaps.push(heap);
            }
        }
        heaps.sort();
        let largest = heaps.last().cloned().unwrap_or_default();
        let known = Values::up_to(ruleset, &largest, effort)?;
        let values: Option<Vec<BigUint>> = heaps.iter().map(|heap| known.of(heap)).collect();
        let values = values.ok_or_else(|| anyhow!("the value of a heap is too large"))?;
        let grundy = values.iter().fold(BigUint::ZERO, |sum, value| sum ^ value);
        Ok(Worth { heaps, values, grundy, known })
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
pub fn winning(game: &SingleGame, worth: &Worth, grundy: &BigUint) -> (Vec<Vec<BigUint>>, bool) {
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
            if let Some(parts) = one_option(worth, heap, &target) {
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
    worth: &Worth,
    heap: &BigUint,
    target: &BigUint,
    add: &mut dyn FnMut(&[BigUint]),
) -> bool {
    let Ok(small) = u64::try_from(heap) else { return false };
    if small > MANY {
        return false;
    }
    let mut left = MANY;
    game.splits().visit(small, &mut |parts| {
        let value =
            parts.iter().try_fold(0u64, |sum, part| Some(sum ^ worth.known.sequence.value(*part)?));
        if value.map(BigUint::from).as_ref() == Some(target) {
            let parts: Vec<BigUint> = parts.iter().copied().map(BigUint::from).collect();
            add(&parts);
        }
        left -= 1;
        left > 0
    })
}

/// One thing that a large heap can become, worth `target`. If there is one, there is one whose smaller heaps
/// lie before the end of the first period: whole periods can be moved to the largest heap.
fn one_option(worth: &Worth, heap: &BigUint, target: &BigUint) -> Option<Vec<BigUint>> {
    let breaks = worth.known.sequence.breaks()?;
    let of = |heap: &BigUint| worth.known.of(heap);
    let less = |take: u64| (*heap > BigUint::from(take)).then(|| heap - take);
    let small = u64::try_from(heap).unwrap_or(u64::MAX);
    if *target == BigUint::ZERO && breaks.none.has(small) {
        return Some(Vec::new());
    }
    let left = breaks.one.listed.iter().filter_map(|take| less(*take));
    if let Some(left) = left.into_iter().find(|left| of(left).as_ref() == Some(target)) {
        return Some(vec![left]);
    }
    let end = worth.known.proved.as_ref().map_or(worth.known.sequence.len() as u64, |proved| {
        proved.period.start + proved.period.length
    });
    if breaks.one.all_but.is_some() {
        return one_left(worth, heap, target, end);
    }
    for (take, differ) in &breaks.two {
        let Some(total) = less(*take) else { continue };
        for part in (1..end).map(BigUint::from).take_while(|part| part * 2u32 <= total) {
            let other = &total - &part;
            if (*differ && other == part) || of(&part)? ^ of(&other)? != *target {
                continue;
            }
            return Some(vec![part, other]);
        }
    }
    None
}

/// A smaller heap worth `target`, where anything but a few numbers may be taken.
fn one_left(worth: &Worth, heap: &BigUint, target: &BigUint, end: u64) -> Option<Vec<BigUint>> {
    let takes = &worth.known.sequence.breaks()?.one;
    let allowed = |left: &BigUint| {
        left < heap
            && *left > BigUint::ZERO
            && takes.has(u64::try_from(heap - left).unwrap_or(u64::MAX))
    };
    for place in 1..end {
        let value = BigUint::from(worth.known.sequence.value(place)?);
        let mut left = BigUint::from(place);
        if let Some(proved) = &worth.known.proved
            && proved.period.saltus > 0
            && place >= proved.period.start
            && *target > value
            && (target - &value) % proved.period.saltus == BigUint::ZERO
        {
            left += (target - &value) / proved.period.saltus * proved.period.length;
        } else if value != *target {
            continue;
        }
        if allowed(&left) {
            return Some(vec![left]);
        }
    }
    None
}

/// Heaps as people write them.
pub fn written(heaps: &[BigUint]) -> String {
    if heaps.is_empty() {
        return "0".to_string();
    }
    let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
    heaps.join(",")
}
