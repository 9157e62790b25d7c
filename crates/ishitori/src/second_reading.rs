//! The second reader's opinion of a certificate.
//!
//! `ishitori-reader` reads the rule and the claim that stand in a certificate, and shares no code with the reader
//! that wrote its formulas. `ishitori-check` compares the two for all numbers
//! ([`compare_reading`]). Besides, on a window of small positions the options are compared one by one, with
//! those that the solvers know: so `divides`, and what is too large for automata, is compared as well. Cost:
//! some milliseconds, seconds for the largest certificates; a stop or a deadline ends it.

use std::collections::BTreeSet;

use ishitori_check::{
    ClaimReading, ReadingVerdict, SecondReading, Statement, compare_band_reading, compare_reading,
};
use ishitori_core::catalogue;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, GameKind, HeapGame};
use ishitori_reader::{ClaimAbout, ReadGame, ReadProblem, read_rule};
use ishitori_rule::name;

/// What the second reader says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondOpinion {
    /// It reads rule and claim alike.
    Agrees,
    /// It does not: a bug of one of the readers, and where.
    Differs(String),
    /// It does not read this, or it is too much to be compared: why, in a few words.
    Unread(String),
}

/// The most positions of the window, and the most work of finding their options.
const WINDOW: usize = 120;

/// What the second reader says of a certificate that was checked.
///
/// # Errors
/// [`GaveUp`] if the work is stopped, or there is no more time.
pub fn second_opinion(
    certificate: &str,
    says: &Statement,
    control: &Control,
) -> Result<SecondOpinion, GaveUp> {
    let control = control.part();
    control.start("the second reader")?;
    match opinion(certificate, says, &control) {
        Ok(opinion) => Ok(opinion),
        Err(why) => {
            control.check()?;
            Ok(SecondOpinion::Unread(why))
        }
    }
}

fn opinion(
    certificate: &str,
    says: &Statement,
    control: &Control,
) -> Result<SecondOpinion, String> {
    let goes_on = &mut || control.check().is_ok();
    let problem = |what: &str, problem: ReadProblem| format!("{what}: {problem}");
    let rule = read_rule(&says.rule, &says.game, goes_on);
    let game = rule.map_err(|why| problem("the rule", why))?;
    let band = ishitori_check::is_band(certificate);
    let kinds = if band { Some(Vec::new()) } else { ClaimAbout::kinds(&says.theorem) };
    let kinds = kinds.ok_or("such theorems")?;
    let mut claim = Vec::new();
    // A theorem whose set has no words has no claim.
    for about in kinds.into_iter().filter(|_| !says.claim_text.trim().is_empty()) {
        let read = game.claim(&says.claim_text, about, goes_on);
        let read = read.map_err(|why| problem("the claim", why))?;
        claim.push(ClaimReading { holds: read.holds, undefined: read.undefined });
    }
    let reading = SecondReading {
        heaps: game.heaps(),
        unordered: game.is_unordered(),
        valid: game.valid(),
        moves: game.moves(),
        claim,
    };
    if let Some(where_) = differing_options(&game, says, control)? {
        return Ok(SecondOpinion::Differs(where_));
    }
    let goes_on = &mut |step: &str| control.start(step).is_ok();
    let verdict = match band {
        true => compare_band_reading(certificate, &reading, goes_on),
        false => compare_reading(certificate, &reading, goes_on),
    };
    Ok(match verdict.map_err(|refused| refused.to_string())? {
        ReadingVerdict::Agrees => SecondOpinion::Agrees,
        ReadingVerdict::Differs(what) => SecondOpinion::Differs(what),
        ReadingVerdict::Unsettled(why) => SecondOpinion::Unread(why),
    })
}

/// A small position whose options the readers do not agree on, in words.
fn differing_options(
    game: &ReadGame,
    says: &Statement,
    control: &Control,
) -> Result<Option<String>, String> {
    let parsed = name::parse(&says.game).map_err(|why| why.to_string())?;
    let ruleset = catalogue::load(&says.rule, &parsed.arguments).map_err(|_| "the rule")?;
    let Ok(AnyGame::Heaps(first)) = AnyGame::new(&ruleset) else {
        return Err("a game that is not on heaps".to_string());
    };
    if first.rules().names.len() != game.heaps() {
        return Ok(Some("the number of heaps".to_string()));
    }
    for heaps in small_tuples(game.heaps()) {
        control.check().map_err(|gave_up| gave_up.why().to_string())?;
        if let Some(what) = differs_at(game, &first, &heaps, control)? {
            let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
            return Ok(Some(format!("{what} {}", heaps.join(","))));
        }
    }
    Ok(None)
}

/// Tuples of small numbers, not too many.
fn small_tuples(heaps: usize) -> Vec<Vec<u64>> {
    let mut side = 2u64;
    while (side + 1).checked_pow(heaps as u32).is_some_and(|count| count <= WINDOW as u64) {
        side += 1;
    }
    let mut tuples = vec![Vec::new()];
    for _ in 0..heaps {
        let longer = |start: &Vec<u64>| {
            let start = start.clone();
            (0..side).map(move |next| [start.clone(), vec![next]].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).take(4 * WINDOW).collect();
    }
    tuples
}

/// What the readers do not agree on at a tuple.
fn differs_at(
    game: &ReadGame,
    first: &HeapGame,
    heaps: &[u64],
    control: &Control,
) -> Result<Option<&'static str>, String> {
    let tuple: Vec<i64> = heaps.iter().map(|heap| *heap as i64).collect();
    let position = first.position(heaps);
    let valid = game.has_position(&tuple).ok_or("its positions")?;
    if valid != position.is_ok() {
        return Ok(Some("whether there is a position"));
    }
    let Ok(position) = position else { return Ok(None) };
    let Ok(options) = first.options_within(&position, 2_000) else { return Ok(None) };
    let plain = |option: &ishitori_core::game::Heaps| {
        option.iter().map(|heap| *heap as i64).collect::<Vec<i64>>()
    };
    let options: BTreeSet<Vec<i64>> = options.iter().map(plain).collect();
    let goes_on = &mut || control.check().is_ok();
    let second = game.options(&tuple, goes_on).map_err(|why| why.to_string())?;
    Ok((options != second).then_some("the options of"))
}
