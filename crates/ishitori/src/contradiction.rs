//! Where a claim contradicts itself: there it is false, whatever is true, however large the heaps are.
//!
//! A violated obligation whose moves were read exactly is such a place. Automata found it; here the claim is
//! evaluated there, and the move is looked at by arithmetic.

use anyhow::bail;
use ishitori_core::claim::{self, ClaimCheck, PositionStatement};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::prove::WinningMove;
use ishitori_core::prove::arena::{Arena, ArenaMove};
use ishitori_core::prove::induct::ViolationKind;
use ishitori_core::solve::Outcome;
use ishitori_rule::{HeapRules, Rules, Ruleset};
use num_bigint::BigUint;

use crate::big;
use crate::claims::{ClaimSentence, ClaimedGame};
use crate::proofs::ViolatedObligation;

/// Options are tried one by one if at most so many ways of moving have to be looked at.
const MAX_TRIED: u128 = 1_000_000;

/// What a claim says of itself.
pub struct Contradiction {
    /// Where, and what.
    pub why: String,
    /// Whether the claim and the rule were looked at there without automata.
    pub confirmed: bool,
}

/// The contradiction that a violation is; `None` if moves were not read exactly, or it is not about what is claimed.
///
/// # Errors
/// If the claim, evaluated there, says something else: a bug, reported as such.
pub fn contradiction(
    violated: &ViolatedObligation,
    claimed: &ClaimedGame,
    ruleset: &Ruleset,
    sentence: &ClaimSentence,
    control: &Control,
) -> anyhow::Result<Option<Contradiction>> {
    let Rules::Heaps(rules) = &ruleset.rules else { return Ok(None) };
    if !violated.exact {
        return Ok(None);
    }
    let place = ViolationContext { violated, claimed, ruleset, rules, sentence, control };
    let (what, doubt) = match violated.about {
        ViolationKind::Rule | ViolationKind::Unsupported => return Ok(None),
        ViolationKind::Same => place.same()?,
        ViolationKind::Unreached => place.unreached()?,
        ViolationKind::Claim => {
            (format!("this is not so: {}", violated.obligation), Some(NOT_EVALUATED))
        }
    };
    let at = violated.place();
    let at = if at.is_empty() { "heaps of more than 126 digits" } else { &at };
    let doubt_words = doubt.map(|doubt| format!(" ({doubt})")).unwrap_or_default();
    let why = format!("the claim contradicts itself at {at}: {what}{doubt_words}");
    Ok(Some(Contradiction { why, confirmed: doubt.is_none() }))
}

const NOT_EVALUATED: &str = "as automata read it: it was not evaluated there";
const MANY_OPTIONS: &str = "as automata read it: there are too many options to try them all";

/// What is contradictory, and why that was read by automata only, if it was.
type ContradictionText = (String, Option<&'static str>);

struct ViolationContext<'a> {
    violated: &'a ViolatedObligation,
    claimed: &'a ClaimedGame,
    ruleset: &'a Ruleset,
    rules: &'a HeapRules,
    sentence: &'a ClaimSentence<'a>,
    control: &'a Control,
}

impl ViolationContext<'_> {
    /// The same is claimed of the position and of its option.
    fn same(&self) -> anyhow::Result<ContradictionText> {
        let both = [self.heaps(&self.violated.position), self.heaps(&self.violated.option)];
        let both: Option<Vec<Heaps>> = both.into_iter().collect();
        let Some([first, second]) = both.and_then(|both| self.said(&both)).as_deref().map(pair)
        else {
            let claimed = match self.violated.obligation.rsplit_once("set ") {
                Some((_, "0")) => "P".to_string(),
                Some((_, value)) => format!("to have the value {value}"),
                None => "to have the same value".to_string(),
            };
            return Ok((format!("both are claimed {claimed}"), Some(NOT_EVALUATED)));
        };
        let same = first == second
            && !matches!(
                first,
                PositionStatement::Outcome(Outcome::N) | PositionStatement::Is(_, false)
            );
        if !same || !self.is_option() {
            return disagree(self.violated);
        }
        let claimed = match first {
            PositionStatement::Outcome(_) => "P".to_string(),
            PositionStatement::Value(value) => format!("to have the value {value}"),
            PositionStatement::Is(value, _) => format!("to have the value {value}"),
        };
        Ok((format!("both are claimed {claimed}"), None))
    }

    /// No move leads from the position where one must.
    fn unreached(&self) -> anyhow::Result<ContradictionText> {
        let here = self.heaps(&self.violated.position);
        let said = here.as_ref().and_then(|here| self.said(std::slice::from_ref(here)));
        let Some([here_said]) = said.as_deref() else {
            let what = "no move leads to a position of which it claims what it must".to_string();
            return Ok((what, Some(NOT_EVALUATED)));
        };
        let options = here.as_ref().and_then(|here| self.options(here));
        let of_options = options.and_then(|options| self.said(&options));
        let doubt = of_options.is_none().then_some(MANY_OPTIONS);
        let of_options = of_options.unwrap_or_default();
        let what = match *here_said {
            PositionStatement::Outcome(Outcome::N)
                if !of_options.contains(&PositionStatement::Outcome(Outcome::P)) =>
            {
                "it claims N, but no move leads to a position of which it claims P".to_string()
            }
            PositionStatement::Is(value, false)
                if !of_options.contains(&PositionStatement::Is(value, true)) =>
            {
                format!(
                    "it claims no value up to {value}, but no move leads to a position of which it claims {value}"
                )
            }
            PositionStatement::Value(value) if doubt.is_some() => {
                format!("it claims the value {value}, but some smaller one of no option")
            }
            PositionStatement::Value(value) => {
                match (0..value).find(|v| !of_options.contains(&PositionStatement::Value(*v))) {
                    Some(missing) => {
                        format!("it claims the value {value}, but {missing} of no option")
                    }
                    None => return disagree(self.violated),
                }
            }
            _ => return disagree(self.violated),
        };
        Ok((what, doubt))
    }

    /// Numbers as a position; `None` if they are too large to calculate with.
    fn heaps(&self, numbers: &Option<Vec<u128>>) -> Option<Heaps> {
        let small = |n: &u128| i64::try_from(*n).ok().and_then(|n| u64::try_from(n).ok());
        let mut heaps = numbers.as_ref()?.iter().map(small).collect::<Option<Vec<u64>>>()?;
        if self.rules.symmetry.identifies() {
            heaps.sort_unstable();
        }
        Some(heaps.as_slice().into())
    }

    /// What the claim says of positions, if it can be evaluated there.
    fn said(&self, positions: &[Heaps]) -> Option<Vec<PositionStatement>> {
        let ClaimSentence { statement, text, convention } = *self.sentence;
        let largest = positions.iter().flat_map(|heaps| heaps.iter()).max().copied().unwrap_or(0);
        let control = self.control.with_memory(1 << 28).with_threads(1).with_positions(100_000);
        let check = ClaimCheck {
            among: None,
            ruleset: self.ruleset,
            statement,
            text,
            convention,
            bounds: &Bounds { to: vec![largest], total: None },
            automatic: true,
            control: &control,
            known: None,
            library: self.claimed,
        };
        claim::said(&check, positions).ok().flatten()
    }

    /// All options, if they are not too many.
    fn options(&self, here: &Heaps) -> Option<Vec<Heaps>> {
        let fresh = self.rules.families.iter().map(|family| family.fresh.len()).max().unwrap_or(0);
        let largest = u128::from(here.iter().copied().max().unwrap_or(0)) + 1;
        largest.checked_pow(u32::try_from(fresh).ok()?).filter(|ways| *ways <= MAX_TRIED)?;
        let Ok(AnyGame::Heaps(game)) = AnyGame::new(self.ruleset) else { return None };
        HeapGame::options_within(&game, here, MAX_TRIED as usize).ok()
    }

    /// Whether there is such a move, as far as arithmetic can tell.
    fn is_option(&self) -> bool {
        let Ok(arena) = Arena::new(self.rules) else { return false };
        let (Some(from), Some(to)) = (&self.violated.position, &self.violated.option) else {
            return false;
        };
        let numeration = ishitori_automata::Numeration::Binary;
        let from: Vec<BigUint> = from.iter().map(|heap| BigUint::from(*heap)).collect();
        let digits = |heap: &u128| big::digits(numeration, &BigUint::from(*heap));
        (0..arena.moves.len()).any(|option| {
            let new = match &arena.moves[option] {
                ArenaMove::Lower(_) => Vec::new(),
                // Without divisors every new number is a new heap.
                ArenaMove::Other(other) => {
                    let place = |name: &String| other.to.iter().position(|heap| heap == name);
                    let places: Option<Vec<usize>> = other.new.iter().map(place).collect();
                    let Some(places) = places else { return false };
                    places.iter().map(|place| digits(&to[*place])).collect()
                }
            };
            let winning = WinningMove { option, new, heaps: to.iter().map(digits).collect() };
            big::is_move(&arena, numeration, &from, &winning)
        })
    }
}

fn pair(said: &[PositionStatement]) -> [PositionStatement; 2] {
    [said[0], said[1]]
}

fn disagree<T>(violated: &ViolatedObligation) -> anyhow::Result<T> {
    bail!(
        "automata say that it is violated, {}: {}, and evaluating the claim there says that it is not. This is a bug of \
         ishitori: please report it",
        violated.place(),
        violated.obligation
    )
}
