//! Games on single heaps: their values, with a period that the checker has accepted.
//!
//! Values up to a heap come from core's [`Sequence`]; a period that tells some of them is first accepted by
//! `ishitori-check` ([`periods`]). Also here: whether a certificate says what its rule says, and moves as
//! misère quotients read them. Cost: [`Sequence::bytes`], mostly 12 bytes a heap. Heaps of any size are in
//! [`heap_values`](crate::heap_values), long runs in [`sequence_run`](crate::sequence_run).

use std::collections::BTreeSet;

use anyhow::bail;
use ishitori_core::catalogue;
use ishitori_core::control::{Control, GaveUp, Total};
use ishitori_core::game::{GameKind, SingleGame};
use ishitori_core::single::mask::{self, RareMask};
use ishitori_core::single::misere::HeapOptions;
use ishitori_core::single::quotient::TakeMove;
use ishitori_core::single::{Period, Sequence, SequenceEngine, TakeAndBreak, certificate};
use ishitori_rule::{GameDescription, Rules, SingleRules};

pub use crate::heap_values::rules;
pub use crate::periods::ProvedPeriod;
use crate::periods::{self, scanned_rules};

/// Has the period of a sequence checked, if it has one.
pub fn proved(
    about: &GameDescription,
    rules: &SingleRules,
    sequence: &Sequence,
    control: &Control,
) -> anyhow::Result<Option<ProvedPeriod>> {
    let control = control.counting("the period is checked", Total::Unknown);
    periods::proved(about, rules, sequence, &control)
}

/// The values of a game up to a heap; a period that tells some of them has been checked.
pub fn sequence(rules: &SingleRules, to: u64, control: &Control) -> anyhow::Result<Sequence> {
    let mut sequence = Sequence::new(rules)?;
    sequence.extend(to, &control.planned(to, "heaps"))?;
    proved(&GameDescription::default(), rules, &sequence, control)?;
    Ok(sequence)
}

/// The values of a game for a picture, and which of them are rare if that is asked for.
pub fn drawn(
    rules: &SingleRules,
    to: u64,
    rare: bool,
    control: &Control,
) -> anyhow::Result<(Sequence, Option<RareMask>)> {
    if Sequence::new(rules)?.bytes(to) > control.memory() as u128 {
        return Err(GaveUp::new(format!("heaps up to {to} take more than --memory allows")).into());
    }
    let sequence = sequence(rules, to, control)?;
    if !rare {
        return Ok((sequence, None));
    }
    let mask = match (sequence.engine(), sequence.breaks()) {
        (SequenceEngine::Sparse(mask), _) => Some(mask),
        (_, Some(breaks)) if breaks.most_parts() == 2 => {
            let values =
                sequence.values().into_iter().map(|value| u16::try_from(value).unwrap_or(0));
            let takes: Vec<u64> = breaks.two.keys().copied().collect();
            mask::best(&values.collect::<Vec<u16>>(), &takes).map(|(mask, _)| mask)
        }
        _ => bail!("no heap is split into two here, so there are no rare values"),
    };
    Ok((sequence, mask))
}

/// A period that was looked for, and found.
pub struct FoundPeriod {
    /// The period, proved.
    pub period: Period,
    /// Which heaps are P-positions, in the language of claims.
    pub p: String,
}

/// Heaps among which a period is looked for.
const SEARCHED: u64 = 10_000;

/// More numbers than this are not listed in a formula.
const MOST_LISTED: usize = 24;

/// Looks for a period that can be proved, until `control` ends the work; or says why there is none.
///
/// # Errors
/// If somebody stops the work, or the checker refuses the period.
pub fn find_period(
    about: &GameDescription,
    rules: &SingleRules,
    control: &Control,
) -> anyhow::Result<Result<FoundPeriod, String>> {
    let mut sequence = Sequence::new(rules)?;
    if sequence.breaks().is_none() {
        return Ok(Err(format!("no theorem tells periods of {}", scanned_rules(&sequence))));
    }
    if let Err(gave_up) = sequence.extend(SEARCHED, &control.planned(SEARCHED, "heaps"))
        && gave_up.is_stopped()
    {
        crate::proofs::unless_stopped(control)?;
    }
    let Some(ProvedPeriod { period, .. }) = proved(about, rules, &sequence, control)? else {
        return Ok(Err(format!("no period is proved with {} heaps", sequence.len())));
    };
    let value = |heap: &u64| sequence.value(*heap);
    let zeros = |from: u64, to: u64| (from..to).filter(|heap| value(heap) == Some(0)).collect();
    let (first, again): (Vec<u64>, Vec<u64>) =
        (zeros(0, period.start), zeros(period.start, period.start + period.length));
    Ok(Ok(FoundPeriod { period, p: p_words(&rules.name, &first, &again, &period) }))
}

/// The heaps without value, as a formula: those before the period, and those at certain places in it.
fn p_words(name: &str, first: &[u64], again: &[u64], period: &Period) -> String {
    // Values that grow are 0 once.
    let (once, again) = match period.saltus {
        0 => (first.to_vec(), again),
        _ => ([first, again].concat(), &[][..]),
    };
    let listed = |numbers: &[u64]| {
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        numbers.join(",")
    };
    if once.len() + again.len() > MOST_LISTED {
        return format!(
            "{name} is one of {} heaps or at one of {} places of the period",
            once.len(),
            again.len()
        );
    }
    let mut parts = Vec::new();
    match once.as_slice() {
        [] => {}
        [one] => parts.push(format!("{name} = {one}")),
        many => parts.push(format!("{name} in {{{}}}", listed(many))),
    }
    if !again.is_empty() {
        let mut places: Vec<u64> = again.iter().map(|heap| heap % period.length).collect();
        places.sort_unstable();
        let from = match period.start {
            0 => String::new(),
            start => format!(" and {name} >= {start}"),
        };
        parts.push(match places.as_slice() {
            [one] => format!("{name} mod {} = {one}{from}", period.length),
            many => format!("{name} mod {} in {{{}}}{from}", period.length, listed(many)),
        });
    }
    match parts.len() {
        0 => "false".to_string(),
        _ => parts.join(" or "),
    }
}

/// Whether a checked certificate says what its rule says.
///
/// # Errors
/// Why not, in a sentence.
pub fn reread(checked: &ishitori_check::CheckedSequence) -> Result<(), String> {
    let parsed = ishitori_rule::name::parse(&checked.game)
        .map_err(|why| format!("its game has no name: {why}"))?;
    let ruleset = catalogue::load(&checked.rule, &parsed.arguments).map_err(|problems| {
        let first = problems.first().map(ToString::to_string).unwrap_or_default();
        format!("its rule cannot be read: {first}")
    })?;
    if ruleset.about.full_name() != checked.game {
        return Err(format!("its rule is that of {}", ruleset.about.full_name()));
    }
    let Rules::Single(rules) = &ruleset.rules else {
        return Err("its rule is not about single heaps".to_string());
    };
    let breaks = TakeAndBreak::of(rules).ok_or("its rule has moves that no theorem is about")?;
    match certificate::moves(&breaks) == checked.moves {
        true if periods::is_of_rule(rules, &checked.values) => Ok(()),
        _ => Err("its moves are not those of its rule".to_string()),
    }
}

/// The options of each heap up to `to`, as misère play reads them.
pub fn heap_options(game: &SingleGame, to: u32, control: &Control) -> anyhow::Result<HeapOptions> {
    let part = |heap: u64| u32::try_from(heap).expect("an option has no larger heap");
    let mut heaps = vec![Vec::new()];
    for heap in 1..=u64::from(to) {
        control.check()?;
        let options = game.options(&vec![heap]);
        heaps.push(options.into_iter().map(|o| o.into_iter().map(part).collect()).collect());
    }
    Ok(HeapOptions::new(heaps)?)
}

/// The moves as stones that are taken and heaps that are left, if they are finitely many of that kind.
pub fn takes(rules: &SingleRules) -> Option<Vec<TakeMove>> {
    let TakeAndBreak { none, one, two, three } = TakeAndBreak::of(rules)?;
    if none.all_but.is_some() || one.all_but.is_some() || two.values().any(|differ| *differ) {
        return None;
    }
    let some = |all: BTreeSet<u64>, heaps: u32| all.into_iter().map(move |stones| (stones, heaps));
    let two: BTreeSet<u64> = two.into_keys().collect();
    let all =
        some(none.listed, 0).chain(some(one.listed, 1)).chain(some(two, 2)).chain(some(three, 3));
    all.map(|(stones, heaps)| Some(TakeMove { stones: u32::try_from(stones).ok()?, heaps }))
        .collect()
}
