//! What bands say of positions of any size: who wins, the Grundy value where one heap is free, and a winning move.
//!
//! A kept band is used after its certificate was accepted again; so are one or two large heaps beside small ones,
//! whose band is found on the spot. Why it is right: values come from the columns that the checker has computed, moved by whole periods;
//! the winning move is looked at once more with arithmetic. Cost: the check, then a look at each row.

use ishitori_automata::Numeration;
use ishitori_check::CheckedBand;
use ishitori_core::control::Control;
use ishitori_core::prove::WinningMove;
use ishitori_core::prove::arena::{Arena, ArenaMove};
use ishitori_core::solve::Outcome;
use ishitori_rule::{HeapRules, Ruleset};
use ishitori_store::{DiscoveryStore, StoredTheorem};
use num_bigint::BigUint;

use crate::bands::{BandFinding, BandQuestion, find, heap_rules, verified};
use crate::big;
use crate::discoveries;
use crate::large::{LargeValue, TheoremReply};

/// A band that is found on the spot has at most so many rows.
const ROWS: u64 = 1 << 12;

/// What bands say of a position in normal play; nothing if none is about it.
///
/// # Errors
/// If the work is stopped, or the checker refuses what was found on the spot.
pub fn reply(
    ruleset: &Ruleset,
    store: Option<&DiscoveryStore>,
    heaps: &[BigUint],
    control: &Control,
) -> anyhow::Result<Option<TheoremReply>> {
    let Ok(rules) = heap_rules(ruleset) else { return Ok(None) };
    let Ok(arena) = Arena::new(rules) else { return Ok(None) };
    let asked = BandQuery { ruleset, rules, arena: &arena, heaps, control };
    let (mut kept, _) = discoveries::all_kept(store, ruleset);
    kept.retain(|found| found.what.starts_with("band "));
    kept.sort_by_cached_key(|found| (rows_of(&found.certificate), found.what.clone()));
    // Checking a large band takes longer than finding a small one.
    let (small, large): (Vec<StoredTheorem>, Vec<StoredTheorem>) =
        kept.into_iter().partition(|found| rows_of(&found.certificate) <= ROWS);
    if let Some(reply) = asked.kept(&small)? {
        return Ok(Some(reply));
    }
    match asked.found_now()? {
        None => asked.kept(&large),
        found => Ok(found),
    }
}

/// How many rows a certificate is about, as far as its head says.
fn rows_of(certificate: &str) -> u64 {
    let bounds =
        certificate.lines().find_map(|line| line.strip_prefix("bounds")).unwrap_or_default();
    let bounds = bounds.split_whitespace().map(|word| word.parse::<u64>().unwrap_or(u64::MAX));
    bounds.fold(1, |rows: u64, bound| rows.saturating_mul(bound.saturating_add(1)))
}

/// A position of which bands are asked.
struct BandQuery<'a> {
    ruleset: &'a Ruleset,
    rules: &'a HeapRules,
    arena: &'a Arena,
    heaps: &'a [BigUint],
    control: &'a Control,
}

impl BandQuery<'_> {
    /// What kept bands say.
    fn kept(&self, kept: &[StoredTheorem]) -> anyhow::Result<Option<TheoremReply>> {
        let unordered = self.rules.symmetry.identifies();
        // One free heap tells more than two.
        let ranked = |values: bool| {
            kept.iter().filter(move |found| found.certificate.contains(" value\nbounds") == values)
        };
        for found in ranked(true).chain(ranked(false)) {
            let Some(heaps) = arranged(&found.certificate, self.heaps, unordered) else { continue };
            match verified(&found.certificate, self.control) {
                Ok(band) => {
                    let answer =
                        BandAnswer { band: &band.checked, arena: self.arena, heaps: &heaps };
                    if let Some(reply) = answer.reply("band, kept") {
                        return Ok(Some(TheoremReply { heaps: self.heaps.to_vec(), ..reply }));
                    }
                }
                Err(why) => {
                    self.control.check()?;
                    self.control.note(&format!("a kept band is not used: {why}"));
                }
            }
        }
        Ok(None)
    }

    /// What a band says that is found now: one large heap, or two.
    fn found_now(&self) -> anyhow::Result<Option<TheoremReply>> {
        let heaps = self.heaps;
        let mut order: Vec<usize> = (0..heaps.len()).collect();
        order.sort_by(|a, b| heaps[*b].cmp(&heaps[*a]));
        for free in [1, 2] {
            let Some(large) = order.get(..free) else { continue };
            let bounded = (0..heaps.len()).filter(|heap| !large.contains(heap));
            let bounds = bounded.map(|heap| u64::try_from(&heaps[heap]).ok());
            let Some(bounds) = bounds.collect::<Option<Vec<u64>>>() else { continue };
            let rows = bounds.iter().try_fold(1u64, |rows, b| rows.checked_mul(b.checked_add(1)?));
            if rows.is_none_or(|rows| rows > ROWS) {
                continue;
            }
            let (first, second) = (large[0], large.get(1).copied());
            let question = BandQuestion { rules: self.rules, first, second, bounds };
            let BandFinding::Proved(proved) = find(self.ruleset, &question, self.control)? else {
                continue;
            };
            let goes_on = &mut |_: &str| self.control.check().is_ok();
            let checked = ishitori_check::check_band(&proved.certificate, goes_on);
            let Ok(checked) = checked else { continue };
            let answer = BandAnswer { band: &checked, arena: self.arena, heaps };
            if let Some(reply) = answer.reply("band, found now") {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}

/// The heaps in an order in which a certificate is about them, as far as its head says; nothing is trusted by that. Where
/// heaps have no order, the largest are the free ones.
fn arranged(certificate: &str, heaps: &[BigUint], unordered: bool) -> Option<Vec<BigUint>> {
    let words = |key: &str| {
        let line = certificate.lines().find_map(|line| line.strip_prefix(key))?;
        Some(line.split_whitespace().map(ToString::to_string).collect::<Vec<String>>())
    };
    let (free, bounds) = (words("free ")?, words("bounds")?);
    let is_free = |at: &usize| free.contains(&format!("h{}", at + 1));
    let (large, small): (Vec<usize>, Vec<usize>) = (0..heaps.len()).partition(is_free);
    let mut all = heaps.to_vec();
    if unordered {
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        for (at, heap) in small.iter().chain(&large).zip(sorted) {
            all[*at] = heap;
        }
    }
    let within = |(at, most): (&usize, &String)| {
        BigUint::parse_bytes(most.as_bytes(), 10).is_some_and(|most| all[*at] <= most)
    };
    let fits = small.len() == bounds.len() && small.iter().zip(&bounds).all(within);
    fits.then_some(all)
}

/// A position and the band that tells of it.
struct BandAnswer<'a> {
    band: &'a CheckedBand,
    arena: &'a Arena,
    heaps: &'a [BigUint],
}

impl BandAnswer<'_> {
    /// What is said; nothing if the position is not of this band.
    fn reply(&self, by: &str) -> Option<TheoremReply> {
        let bounded: Vec<usize> = (0..self.heaps.len())
            .filter(|heap| *heap != self.band.first && Some(*heap) != self.band.second)
            .collect();
        let sizes = bounded
            .iter()
            .map(|heap| usize::try_from(&self.heaps[*heap]).ok())
            .collect::<Option<Vec<_>>>()?;
        let row = self.band.row(&sizes)?;
        let value = self.value(row, &self.heaps[self.band.first]);
        let (outcome, value) = match self.band.second {
            None => {
                let value = value?;
                let lost = value == BigUint::ZERO;
                (if lost { Outcome::P } else { Outcome::N }, Some(LargeValue::Exactly(value)))
            }
            Some(second) => {
                let lost = value.as_ref() == Some(&self.heaps[second]);
                let value = lost.then_some(LargeValue::Exactly(BigUint::ZERO));
                (if lost { Outcome::P } else { Outcome::N }, value)
            }
        };
        let winning = match outcome {
            Outcome::P => None,
            // A position that is won has such a move; if it is not found, nothing is said at all.
            Outcome::N => Some(self.winning(&bounded, &sizes)?),
        };
        let (period, start) = (self.band.period, self.band.start);
        let by = format!("a {by}: period {period} from {start} on");
        let about = "all sizes of its free heaps".to_string();
        Some(TheoremReply { heaps: self.heaps.to_vec(), outcome, value, winning, by, about })
    }

    /// The value of a row in any column.
    fn value(&self, row: usize, column: &BigUint) -> Option<BigUint> {
        let (start, period) = (BigUint::from(self.band.start), BigUint::from(self.band.period));
        let periods = if *column < start { BigUint::ZERO } else { (column - start) / &period };
        let value = self.band.value(row, usize::try_from(&(column - &periods * period)).ok()?)?;
        Some(BigUint::from(value) + periods * self.band.saltus)
    }

    /// A move to a position in P.
    fn winning(&self, bounded: &[usize], sizes: &[usize]) -> Option<Vec<BigUint>> {
        let x = &self.heaps[self.band.first];
        let zero = BigUint::ZERO;
        let y = self.band.second.map_or(&zero, |second| &self.heaps[second]);
        let mut smaller: Vec<Vec<usize>> = vec![Vec::new()];
        for size in sizes {
            let longer = |start: &Vec<usize>| {
                let start = start.clone();
                (0..=*size).rev().map(move |next| [start.clone(), vec![next]].concat())
            };
            smaller = smaller.iter().flat_map(longer).collect();
        }
        for sizes in smaller {
            let row = self.band.row(&sizes)?;
            let less = (0..=self.band.reach).map(BigUint::from);
            let near = less.filter(|less| less <= x).map(|less| x - less);
            let near = near.filter_map(|column| Some((column.clone(), self.value(row, &column)?)));
            let far = self.columns_of(row, y).into_iter().map(|column| (column, y.clone()));
            for (column, value) in near.chain(far) {
                // Beside a game with Grundy values the heap of Nim stays: what is looked for has the value 0.
                if column > *x || value > *y {
                    continue;
                }
                let mut option = self.heaps.to_vec();
                option[self.band.first] = column;
                if let Some(second) = self.band.second {
                    option[second] = value;
                }
                bounded
                    .iter()
                    .zip(&sizes)
                    .for_each(|(heap, size)| option[*heap] = BigUint::from(*size));
                if self.is_move(&option) {
                    if self.arena.symmetry.identifies() {
                        option.sort_unstable();
                    }
                    return Some(option);
                }
            }
        }
        None
    }

    /// The columns in which a row has a value, one for each residue of the period at most.
    fn columns_of(&self, row: usize, value: &BigUint) -> Vec<BigUint> {
        let band = self.band;
        let mut found = Vec::new();
        for column in 0..band.start + band.period {
            let Some(here) = band.value(row, column).map(BigUint::from) else { continue };
            if here == *value {
                found.push(BigUint::from(column));
            } else if column >= band.start && band.saltus > 0 && here < *value {
                let more = value - here;
                if &more % band.saltus == BigUint::ZERO {
                    found.push(more / band.saltus * band.period + BigUint::from(column));
                }
            }
        }
        found
    }

    /// Whether a position is an option, by arithmetic.
    fn is_move(&self, option: &[BigUint]) -> bool {
        let digits = |number: &BigUint| big::digits(Numeration::Binary, number);
        self.arena.moves.iter().enumerate().any(|(at, kind)| {
            let new = match kind {
                ArenaMove::Lower(_) => Vec::new(),
                ArenaMove::Other(other) => {
                    let place = |name: &String| other.to.iter().position(|to| to == name);
                    let new = other.new.iter().map(|name| Some(digits(&option[place(name)?])));
                    let Some(new) = new.collect::<Option<Vec<_>>>() else { return false };
                    new
                }
            };
            let winning =
                WinningMove { option: at, heaps: option.iter().map(digits).collect(), new };
            big::is_move(self.arena, Numeration::Binary, self.heaps, &winning)
        })
    }
}
