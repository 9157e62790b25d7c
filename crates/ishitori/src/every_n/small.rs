//! What a theorem for every number of heaps says of few and small heaps, compared with everything else that knows them.
//!
//! For the four smallest n that the rule allows, and all positions of a small window:
//!
//! * the options that lowering makes of the rule are those of the moves that the certificate names, which are tried here one by one;
//! * those of the second reader are the same, and its formula of the claim holds where the theorem says, if it reads them;
//! * the values by plain recursion over the moves that the certificate names are those of the theorem;
//! * the claim holds there, as `check` looks at it.
//!
//! So whoever misread the rule or the claim for every n would have to misread them where small games cannot tell. Cost:
//! some thousand positions, some ten milliseconds.

use std::collections::{BTreeSet, HashMap};

use ishitori_check::{CheckedEveryN, holds_at};
use ishitori_core::claim::Verdict;
use ishitori_core::control::{Control, GaveUp, Total};
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame};
use ishitori_reader::{ClaimAbout, ReadClaim, ReadGame, read_rule};
use ishitori_rule::every_n::ManyHeapMove;

use super::EveryNGame;
use crate::claims::{CheckedClaim, ClaimSentence, ClaimedGame, small_window};

/// The most positions of a window.
const WINDOW: u64 = 800;

/// The largest heap.
const LARGEST: u64 = 40;

/// The games that were compared, and what the second reader does not read; or how they differ, in words.
pub(super) type SmallComparison = Result<(Vec<String>, Option<String>), String>;

/// Looks at a claim on a small window.
pub(super) fn check(
    claimed: &ClaimedGame,
    sentence: &ClaimSentence,
    control: &Control,
) -> CheckedClaim {
    let window = small_window(&claimed.ruleset, WINDOW);
    let window = window.or(Some(Bounds { to: vec![1], total: None }));
    let control = &control.with_memory(1 << 28).with_threads(1).with_positions(1_000_000);
    let control = &control.counting("positions of a small window", Total::Unknown);
    claimed.check_formula(sentence, window.as_ref(), control, None)
}

impl EveryNGame {
    /// Compares a theorem with small games.
    ///
    /// # Errors
    /// If the work is stopped.
    pub(super) fn compared(
        &self,
        theorem: &CheckedEveryN,
        sentence: &ClaimSentence,
        control: &Control,
    ) -> Result<SmallComparison, GaveUp> {
        let mut compared = Vec::new();
        let mut unread = None;
        let mut values = SmallValues { moves: &self.many.moves, known: HashMap::new() };
        for claimed in self.small_games(control) {
            control.start("small games")?;
            let name = claimed.ruleset.about.full_name();
            match self.compared_one(&claimed, theorem, sentence, &mut values, control)? {
                Err(what) => return Ok(Err(format!("{name} differs: {what}"))),
                Ok(None) => {}
                Ok(Some(why)) => unread = unread.or(Some(why)),
            }
            compared.push(name);
        }
        control.check()?;
        match compared.is_empty() {
            true => Ok(Err("the rule allows no small number of heaps".to_string())),
            false => Ok(Ok((compared, unread))),
        }
    }

    /// For which small number of heaps the rule has other options than it has for every n, in words.
    ///
    /// # Errors
    /// If the work is stopped.
    pub(super) fn differs(&self, control: &Control) -> Result<Option<String>, GaveUp> {
        if let Some(known) = self.differs.get() {
            return Ok(known.clone());
        }
        let mut found = None;
        let mut any = false;
        for claimed in self.small_games(control) {
            control.start("small games")?;
            any = true;
            let name = claimed.ruleset.about.full_name();
            let Ok(AnyGame::Heaps(game)) = AnyGame::new(&claimed.ruleset) else {
                found = Some(format!("{name} is no game on heaps"));
                break;
            };
            let to = small_window(&claimed.ruleset, WINDOW)
                .and_then(|window| window.to.first().copied());
            for position in sorted_tuples(game.rules().names.len(), to.unwrap_or(1).min(3)) {
                control.check()?;
                let options: BTreeSet<Vec<u64>> =
                    self.many.moves.iter().flat_map(|one| options_by(one, &position)).collect();
                if lowered_options(&game, &position).as_ref() != Some(&options) {
                    found = Some(format!(
                        "{name} has other options at {position:?} than the rule has for most n"
                    ));
                    break;
                }
            }
            if found.is_some() {
                break;
            }
        }
        control.check()?;
        if !any {
            found = Some("the rule allows no small number of heaps".to_string());
        }
        Ok(self.differs.get_or_init(|| found).clone())
    }

    /// Compares one game: what the second reader does not read, or what differs.
    fn compared_one(
        &self,
        claimed: &ClaimedGame,
        theorem: &CheckedEveryN,
        sentence: &ClaimSentence,
        values: &mut SmallValues,
        control: &Control,
    ) -> Result<Result<Option<String>, String>, GaveUp> {
        let Ok(AnyGame::Heaps(game)) = AnyGame::new(&claimed.ruleset) else {
            return Ok(Err("it is not on heaps".to_string()));
        };
        let heaps = game.rules().names.len();
        let to =
            small_window(&claimed.ruleset, WINDOW).and_then(|window| window.to.first().copied());
        let positions = sorted_tuples(heaps, to.unwrap_or(1).min(LARGEST));
        let second =
            SecondReader::of(self.text(), theorem, &claimed.ruleset.about.full_name(), control);
        let claim_of_second =
            match second.as_ref().ok().map(|reader| reader.claims(heaps, &positions, control)) {
                Some(Ok(claims)) => Some(claims),
                _ => None,
            };
        let mut unread = second.as_ref().err().cloned();
        if unread.is_none() && claim_of_second.is_none() {
            unread = Some("the claim".to_string());
        }
        for (number, position) in positions.iter().enumerate() {
            control.check()?;
            let (options, value) = values.of(position);
            if lowered_options(&game, position).as_ref() != Some(&options) {
                return Ok(Err(format!("its options of {position:?} are others")));
            }
            if let Ok(reader) = &second {
                match reader.options(position, control) {
                    Some(found) if found != options => {
                        let what = format!("the second reader has other options of {position:?}");
                        return Ok(Err(what));
                    }
                    Some(_) => {}
                    None => unread = Some("the options".to_string()),
                }
            }
            let agrees = match theorem.theorem {
                "outcomes" => theorem.holds(position, 0) == (value == 0),
                _ => (0..=value + 2).all(|g| theorem.holds(position, g) == (g == value)),
            };
            if !agrees {
                return Ok(Err(format!("the value of {position:?} is another")));
            }
            if let Some(claims) = &claim_of_second {
                let says = claims[number];
                let of_theorem = theorem.theorem != "outcomes" || theorem.holds(position, 0);
                if says != of_theorem {
                    return Ok(Err(format!(
                        "the second reader reads the claim otherwise at {position:?}"
                    )));
                }
            }
        }
        let outcome = check(claimed, sentence, control);
        control.check()?;
        Ok(match outcome.verdict {
            Ok(Verdict::HoldsUpTo(_) | Verdict::Proved(_)) => Ok(unread),
            Ok(Verdict::Refuted(found)) => {
                Err(format!("the claim is false at {}", found.smallest.at))
            }
            Ok(Verdict::Unknown(why)) => Err(why.to_string()),
            Err(error) => Err(error.to_string()),
        })
    }
}

/// All tuples in ascending order of their heaps.
fn sorted_tuples(heaps: usize, to: u64) -> Vec<Vec<u64>> {
    let mut tuples = vec![Vec::new()];
    for _ in 0..heaps {
        let longer = |start: &Vec<u64>| {
            let start = start.clone();
            let least = start.last().copied().unwrap_or(0);
            (least..=to).map(move |next| [start.clone(), vec![next]].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    tuples
}

fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.sort_unstable();
    heaps
}

/// The options that lowering makes of the rule, each in ascending order.
fn lowered_options(game: &HeapGame, position: &[u64]) -> Option<BTreeSet<Vec<u64>>> {
    let at = game.position(position).ok()?;
    let options = game.options_within(&at, 100_000).ok()?;
    Some(options.iter().map(|option| sorted(option.to_vec())).collect())
}

/// Values by plain recursion over the moves that a certificate names.
struct SmallValues<'a> {
    moves: &'a [ManyHeapMove],
    known: HashMap<Vec<u64>, u64>,
}

impl SmallValues<'_> {
    /// The options of a position in ascending order, and its Grundy value.
    fn of(&mut self, position: &[u64]) -> (BTreeSet<Vec<u64>>, u64) {
        let mut options = BTreeSet::new();
        for one in self.moves {
            options.extend(options_by(one, position));
        }
        let values: BTreeSet<u64> = options.iter().map(|option| self.value(option)).collect();
        let value = (0..).zip(&values).find(|(least, value)| least != *value);
        (options, value.map_or(values.len() as u64, |(least, _)| least))
    }

    fn value(&mut self, position: &[u64]) -> u64 {
        if let Some(known) = self.known.get(position) {
            return *known;
        }
        let (_, value) = self.of(position);
        self.known.insert(position.to_vec(), value);
        value
    }
}

/// What one kind of move makes of a position, tried one by one.
fn options_by(one: &ManyHeapMove, position: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut options = BTreeSet::new();
    match one {
        ManyHeapMove::Lower(most) => {
            let below = position.iter().fold(vec![Vec::new()], |tuples: Vec<Vec<u64>>, heap| {
                let longer = |start: &Vec<u64>| {
                    let start = start.clone();
                    (0..=*heap).map(move |next| [start.clone(), vec![next]].concat())
                };
                tuples.iter().flat_map(longer).collect()
            });
            for option in below {
                let lowered = option.iter().zip(position).filter(|(new, old)| new < old).count();
                if (1..=*most as usize).contains(&lowered) {
                    options.insert(sorted(option));
                }
            }
        }
        ManyHeapMove::Take { stones, heaps } => {
            for chosen in 0u32..1 << position.len() {
                let is_chosen = |at: usize| chosen >> at & 1 == 1;
                let take = |(at, heap): (usize, &u64)| match is_chosen(at) {
                    true => heap.checked_sub(*stones),
                    false => Some(*heap),
                };
                let option: Option<Vec<u64>> = position.iter().enumerate().map(take).collect();
                if u64::from(chosen.count_ones()) == *heaps {
                    options.extend(option.map(sorted));
                }
            }
        }
        ManyHeapMove::Divide => {
            for (at, heap) in position.iter().enumerate() {
                let divides = |d: &u64| position.iter().all(|heap| heap.is_multiple_of(*d));
                for divisor in (1..=*heap).filter(divides) {
                    let mut option = position.to_vec();
                    option[at] -= divisor;
                    options.insert(sorted(option));
                }
            }
        }
    }
    options
}

/// The second reader's game and claim.
struct SecondReader {
    game: ReadGame,
    /// Its formula of the claim, and whether that has a value.
    claim: Result<(ReadClaim, Option<bool>), String>,
    theorem: CheckedEveryN,
}

impl SecondReader {
    /// Reads rule and claim; what it does not read of the rule, in words.
    fn of(
        rule: &str,
        theorem: &CheckedEveryN,
        game: &str,
        control: &Control,
    ) -> Result<SecondReader, String> {
        let goes_on = &mut || control.check().is_ok();
        let game = read_rule(rule, game, goes_on).map_err(|why| format!("the rule: {why}"))?;
        let (about, coded) = match theorem.theorem {
            "outcomes" => (ClaimAbout::Value(0), None),
            "grundy plain" => (ClaimAbout::Graph, Some(false)),
            _ => (ClaimAbout::Powers, Some(true)),
        };
        let claim = game.claim(&theorem.claim_text, about, goes_on);
        let claim = claim.map(|claim| (claim, coded)).map_err(|why| format!("the claim: {why}"));
        Ok(SecondReader { game, claim, theorem: theorem.clone() })
    }

    fn options(&self, position: &[u64], control: &Control) -> Option<BTreeSet<Vec<u64>>> {
        let heaps: Vec<i64> = position.iter().map(|heap| *heap as i64).collect();
        let options = self.game.options(&heaps, &mut || control.check().is_ok()).ok()?;
        let plain = |option: &Vec<i64>| {
            let heaps: Option<Vec<u64>> = option.iter().map(|h| u64::try_from(*h).ok()).collect();
            heaps.map(sorted)
        };
        options.iter().map(plain).collect()
    }

    /// For each position whether its formula says what the theorem does: for outcomes whether it is claimed P, for values whether
    /// exactly the value of the theorem is claimed.
    fn claims(
        &self,
        heaps: usize,
        positions: &[Vec<u64>],
        control: &Control,
    ) -> Result<Vec<bool>, String> {
        let (claim, coded) = self.claim.as_ref().map_err(Clone::clone)?;
        let mut points = Vec::new();
        let most =
            2 + positions.iter().flatten().max().copied().unwrap_or(0).next_power_of_two() * 2;
        let values = if coded.is_none() { 1 } else { most };
        for position in positions {
            for value in 0..values {
                let mut point = position.clone();
                if let Some(powers) = coded {
                    // The reader codes the value k as 2^k.
                    point.push(if *powers { 1 << value.min(60) } else { value });
                }
                points.push(point);
            }
        }
        let watcher = &mut |_: &str| control.check().is_ok();
        // Where the claim means nothing, nothing is compared: what it says there, the first reader told.
        let mut of = |formula: &str| {
            holds_at(formula, false, heaps, &points, watcher).map_err(|why| why.to_string())
        };
        let (mut found, undefined) = (of(&claim.holds)?, of(&claim.undefined)?);
        for (at, undefined) in undefined.into_iter().enumerate() {
            if undefined {
                let (position, value) = (at as u64 / values, at as u64 % values);
                found[at] = self.theorem.holds(&positions[position as usize], value);
            }
        }
        let agrees = |(position, found): (&Vec<u64>, &[bool])| match coded {
            None => found[0],
            Some(_) => (0..values.min(60))
                .all(|value| found[value as usize] == self.theorem.holds(position, value)),
        };
        Ok(positions.iter().zip(found.chunks(values as usize)).map(agrees).collect())
    }
}
