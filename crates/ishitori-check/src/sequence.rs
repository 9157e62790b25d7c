//! Certificates of periods: games on single heaps.
//!
//! A heap of n stones is replaced by 0, 1, 2 or 3 smaller ones, none of them empty; the file says how many
//! stones may be taken for each. The value of a heap is the least number that none of its options has, and
//! several heaps are worth the xor of their values. The checker computes the first values by this
//! definition ([`crate::heaps`]) and then one of three theorems makes the period one of all heaps.
//!
//! 1. Only finitely many numbers may be taken so that something is left, at most c heaps; k is the largest
//!    number that the file names, so beyond k everything can be taken always or never. If
//!    G(n + p) = G(n) for all n from n0 >= 1 to below B = c n0 + (c - 1) p + k, then for all n >= n0: for n >= B
//!    the largest heap of an option of n is n0 or larger, and of n + p it is n0 + p or larger, so that p can be
//!    added to it or taken from it without changing the value of the option. If two heaps must differ, B is
//!    larger by p: then p can be taken from the smaller one where taking it from the larger makes
//!    them equal.
//! 2. No heap is split. For n > k, k the largest number that the file names, every heap below n - k can
//!    be left, and of the last k the same ones always. Let A(n) be the least number that is no value of a heap
//!    below n - k (nor 0, if everything may be taken). What follows depends only on the values above A(n) of heaps
//!    below n - k, and on the last k values, all less A(n). If that is the same for n and n + p, then
//!    G(m + p) = G(m) + s from there on, s = A(n + p) - A(n).
//! 3. Heaps are split, and values grow: [`crate::saltus`].

use std::collections::BTreeSet;

use crate::Refused;
use crate::heaps::{Mask, Moves, Takes, values};
use crate::read::{Line, Lines};
use crate::saltus;
use crate::watch::Watch;

/// The most values that are computed: more would take days.
const MOST: i64 = 1 << 30;

/// A period that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedSequence {
    /// The name of the game, in the words of the file.
    pub game: String,
    /// The text of the rule, which the checker does not read.
    pub rule: String,
    /// The lines of the moves, whole.
    pub moves: Vec<String>,
    /// The length of the period.
    pub length: usize,
    /// The first heap from which on it holds.
    pub start: usize,
    /// By how much values grow in it.
    pub saltus: u32,
    /// The values that were computed: with the period they tell all others.
    pub values: Vec<u32>,
}

/// What the file says.
struct Claim {
    game: String,
    rule: String,
    lines: Vec<String>,
    moves: Moves,
    length: usize,
    start: usize,
    saltus: u32,
    count: usize,
    mask: Option<Mask>,
}

/// The first line of the file.
pub(crate) const FIRST: &str = "ishitori sequence certificate 1";

/// Checks a certificate of a period.
pub(crate) fn run(text: &str, watch: &mut Watch) -> Result<CheckedSequence, Refused> {
    watch.step("reading the file")?;
    let claim = read(text)?;
    watch.step("computing values")?;
    let values = values(&claim.moves, claim.count, claim.mask, watch)?;
    watch.step("comparing values")?;
    for n in claim.start..claim.count - claim.length {
        if u64::from(values[n]) + u64::from(claim.saltus) != u64::from(values[n + claim.length]) {
            let (a, b) = (values[n], values[n + claim.length]);
            let why = format!("heaps of {n} and {} stones are worth {a} and {b}", n + claim.length);
            return Err(Refused::new(why));
        }
    }
    match (claim.saltus, claim.moves.most_parts(), claim.moves.is_finite()) {
        (0, _, true) => enough(&claim)?,
        (_, 1, false) => same_state(&claim, &values)?,
        (0, _, false) => return Err(Refused::new("values that are taken freely grow for ever")),
        (saltus, ..) => {
            saltus::goes_on(&claim.moves, &values, claim.start, claim.length, saltus, watch)?
        }
    }
    let Claim { game, rule, lines: moves, length, start, saltus, .. } = claim;
    Ok(CheckedSequence { game, rule, moves, length, start, saltus, values })
}

/// The first theorem: there are enough values.
fn enough(claim: &Claim) -> Result<(), Refused> {
    let parts = claim.moves.most_parts() as u128;
    let differ = u128::from(!claim.moves.two_different.is_empty());
    let (start, length) = (claim.start.max(1) as u128, claim.length as u128);
    let bound = parts * start + (parts - 1 + differ) * length + u128::from(claim.moves.largest());
    if (claim.count as u128) < bound + length {
        return Err(Refused::new(format!("the period needs {} values", bound + length)));
    }
    Ok(())
}

/// The second theorem: the two last states are the same.
fn same_state(claim: &Claim, values: &[u32]) -> Result<(), Refused> {
    let named = usize::try_from(claim.moves.largest()).map_err(|_| Refused::new("too large"))?;
    let (earlier, later) = (claim.count - claim.length, claim.count);
    if earlier <= named || earlier < claim.start {
        return Err(Refused::new("there are too few values"));
    }
    let state = |n: usize| {
        let mut below: BTreeSet<u32> = values[1..n - named].iter().copied().collect();
        if claim.moves.none.has(n as u64) {
            below.insert(0);
        }
        let mut least = 0;
        while below.contains(&least) {
            least += 1;
        }
        let above: Vec<u32> = below.range(least..).map(|value| value - least).collect();
        let last: Vec<i64> =
            values[n - named..n].iter().map(|v| i64::from(*v) - i64::from(least)).collect();
        (above, last, least)
    };
    let ((above, last, least), (above_later, last_later, least_later)) =
        (state(earlier), state(later));
    match above == above_later
        && last == last_later
        && u64::from(least) + u64::from(claim.saltus) == u64::from(least_later)
    {
        true => Ok(()),
        false => Err(Refused::new("the states a period apart are not the same")),
    }
}

fn read(text: &str) -> Result<Claim, Refused> {
    let mut lines = Lines::of(text)?;
    let first = lines.next()?;
    if first.text != FIRST {
        return Err(first.refuse("this is no certificate of a sequence, of version 1"));
    }
    let game = lines.next()?.expect("game")?.to_string();
    let line = lines.next()?;
    if !line.expect("rule")?.is_empty() {
        return Err(line.refuse("nothing stands after `rule`"));
    }
    let rule = lines.quoted()?;
    let mut moves = Moves::default();
    let mut written = Vec::new();
    while let Some((line, rest)) = lines.next_if("leave") {
        read_move(&line, rest, &mut moves)?;
        written.push(line.text.to_string());
    }
    if written.is_empty() {
        return Err(Refused::new("there are no moves"));
    }
    let line = lines.next()?;
    let words = line.words(line.expect("period")?)?;
    let [length, "start", start, "saltus", saltus] = words.as_slice() else {
        return Err(line.refuse("expected `period P start N saltus S`"));
    };
    let (length, start) = (number(&line, length)?, number(&line, start)?);
    let saltus =
        u32::try_from(number(&line, saltus)?).map_err(|_| line.refuse("too large a saltus"))?;
    let line = lines.next()?;
    let count = number(&line, line.expect("values")?)?;
    if length == 0 || start.checked_add(length).is_none_or(|end| end > count) {
        return Err(line.refuse("there must be values of one period at least"));
    }
    let mut mask = None;
    if let Some((line, rest)) = lines.next_if("mask") {
        mask = Some(read_mask(&line, rest, &moves)?);
    }
    match lines.peek() {
        Some(line) => Err(line.refuse("nothing stands after this")),
        None => Ok(Claim { game, rule, lines: written, moves, length, start, saltus, count, mask }),
    }
}

fn number(line: &Line, word: &str) -> Result<usize, Refused> {
    let value = Some(line.integer(word)?).filter(|value| (0..=MOST).contains(value));
    let value = value.and_then(|value| usize::try_from(value).ok());
    value.ok_or_else(|| line.refuse(format!("{word} is not from 0 to {MOST}")))
}

/// `leave 2 different take 0`, `leave 1 all but 2 5`.
fn read_move(line: &Line, rest: &str, moves: &mut Moves) -> Result<(), Refused> {
    let words = rest.split(' ').collect::<Vec<_>>();
    let (head, all_but, numbers) = match words.as_slice() {
        [parts, "take", numbers @ ..] => (vec![*parts], false, numbers),
        [parts, "different", "take", numbers @ ..] => (vec![*parts, "different"], false, numbers),
        [parts, "all", "but", numbers @ ..] => (vec![*parts], true, numbers),
        _ => return Err(line.refuse("expected `leave N take ...` or `leave N all but ...`")),
    };
    let numbers = numbers.iter().map(|word| Ok(number(line, word)? as u64));
    let numbers = numbers.collect::<Result<BTreeSet<u64>, Refused>>()?;
    let passes = |least: u64| numbers.iter().any(|take| *take < least);
    let slot: &mut BTreeSet<u64> = match (head.as_slice(), all_but) {
        (["0" | "1"], _) if passes(1) => return Err(line.refuse("at least 1 stone is taken")),
        (["0"], false) => &mut moves.none.listed,
        (["1"], false) => &mut moves.one.listed,
        (["0"], true) => moves.none.all_but.get_or_insert_default(),
        (["1"], true) => moves.one.all_but.get_or_insert_default(),
        (["2"], false) => &mut moves.two,
        (["2", "different"], false) => &mut moves.two_different,
        (["3"], false) => &mut moves.three,
        _ => return Err(line.refuse("there are no such moves")),
    };
    if !slot.is_empty() {
        return Err(line.refuse("such a line stands above"));
    }
    slot.extend(numbers);
    Ok(())
}

/// `mask 65534 by value`, `mask 3 by size 1`.
fn read_mask(line: &Line, rest: &str, moves: &Moves) -> Result<Mask, Refused> {
    let words = line.words(rest)?;
    let (digits, size) = match words.as_slice() {
        [digits, "by", "value"] => (digits, None),
        [digits, "by", "size", size] => (digits, Some(number(line, size)?)),
        _ => return Err(line.refuse("expected `mask D by value` or `mask D by size T`")),
    };
    // With no digit at all every value would be even, and the search for an odd one would not end.
    let digits =
        u32::try_from(number(line, digits)?).ok().filter(|digits| (1..1 << 16).contains(digits));
    let digits =
        digits.ok_or_else(|| line.refuse("the digits of a mask are from 1 to below 2^16"))?;
    if moves.most_parts() > 2 || !moves.is_finite() {
        return Err(line.refuse("a mask is for games that leave two heaps"));
    }
    let takes = || moves.two.iter().chain(&moves.two_different);
    if size.is_some_and(|size| takes().any(|take| take % 2 != size as u64 % 2)) {
        return Err(line.refuse("sizes count only if all splits take numbers of this parity"));
    }
    Ok(Mask { digits, size })
}

impl Takes {
    /// Whether so many stones may be taken.
    pub fn has(&self, take: u64) -> bool {
        let others = self.all_but.as_ref().is_some_and(|except| !except.contains(&take));
        self.listed.contains(&take) || take > 0 && others
    }
}
