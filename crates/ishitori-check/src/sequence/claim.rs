//! Reads a certificate of a period: moves, the claimed period, and how many values to compute.
//!
//! The form is checked and nothing else; [`crate::sequence::period`] checks the claim.

use crate::refusal::CheckRefusal;
use crate::sequence::mask::ParityMask;
use crate::sequence::rules::LeaveRules;
use crate::text::lines::{CertificateLine, CertificateLines};
use std::collections::BTreeSet;

/// The most values that are computed: more would take days.
const MOST: i64 = 1 << 30;

/// What the file says.
pub(crate) struct PeriodClaim {
    pub(crate) game: String,
    pub(crate) rule: String,
    pub(crate) lines: Vec<String>,
    pub(crate) moves: LeaveRules,
    pub(crate) length: usize,
    pub(crate) start: usize,
    pub(crate) saltus: u32,
    pub(crate) count: usize,
    pub(crate) mask: Option<ParityMask>,
}

/// The first line of the file.
pub(crate) const FIRST: &str = "ishitori sequence certificate 1";

/// Reads a certificate of a period; nothing is checked but that it has the right form.
pub(crate) fn read(text: &str) -> Result<PeriodClaim, CheckRefusal> {
    let mut lines = CertificateLines::of(text)?;
    let (game, rule) = heading(&mut lines)?;
    let (moves, written) = read_moves(&mut lines)?;
    let (length, start, saltus) = read_period(&mut lines)?;
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
        None => Ok(PeriodClaim {
            game,
            rule,
            lines: written,
            moves,
            length,
            start,
            saltus,
            count,
            mask,
        }),
    }
}

/// The name of the game, and its rule.
fn heading(lines: &mut CertificateLines) -> Result<(String, String), CheckRefusal> {
    let first = lines.next()?;
    if first.text != FIRST {
        return Err(first.refuse("this is no certificate of a sequence, of version 1"));
    }
    let game = lines.next()?.expect("game")?.to_string();
    let line = lines.next()?;
    if !line.expect("rule")?.is_empty() {
        return Err(line.refuse("nothing stands after `rule`"));
    }
    Ok((game, lines.quoted()?))
}

/// The moves, and their lines.
fn read_moves(lines: &mut CertificateLines) -> Result<(LeaveRules, Vec<String>), CheckRefusal> {
    let mut moves = LeaveRules::default();
    let mut written = Vec::new();
    while let Some((line, rest)) = lines.next_if("leave") {
        read_move(&line, rest, &mut moves)?;
        written.push(line.text.to_string());
    }
    if written.is_empty() {
        return Err(CheckRefusal::new("there are no moves"));
    }
    Ok((moves, written))
}

/// The length of the period, where it starts, and its saltus.
fn read_period(lines: &mut CertificateLines) -> Result<(usize, usize, u32), CheckRefusal> {
    let line = lines.next()?;
    let words = line.words(line.expect("period")?)?;
    let [length, "start", start, "saltus", saltus] = words.as_slice() else {
        return Err(line.refuse("expected `period P start N saltus S`"));
    };
    let (length, start) = (number(&line, length)?, number(&line, start)?);
    let saltus =
        u32::try_from(number(&line, saltus)?).map_err(|_| line.refuse("too large a saltus"))?;
    Ok((length, start, saltus))
}

fn number(line: &CertificateLine, word: &str) -> Result<usize, CheckRefusal> {
    let value = Some(line.integer(word)?).filter(|value| (0..=MOST).contains(value));
    let value = value.and_then(|value| usize::try_from(value).ok());
    value.ok_or_else(|| line.refuse(format!("{word} is not from 0 to {MOST}")))
}

/// `leave 2 different take 0`, `leave 1 all but 2 5`.
fn read_move(
    line: &CertificateLine,
    rest: &str,
    moves: &mut LeaveRules,
) -> Result<(), CheckRefusal> {
    let words = rest.split(' ').collect::<Vec<_>>();
    let (head, all_but, numbers) = match words.as_slice() {
        [parts, "take", numbers @ ..] => (vec![*parts], false, numbers),
        [parts, "different", "take", numbers @ ..] => (vec![*parts, "different"], false, numbers),
        [parts, "all", "but", numbers @ ..] => (vec![*parts], true, numbers),
        _ => return Err(line.refuse("expected `leave N take ...` or `leave N all but ...`")),
    };
    let numbers = numbers.iter().map(|word| Ok(number(line, word)? as u64));
    let numbers = numbers.collect::<Result<BTreeSet<u64>, CheckRefusal>>()?;
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
fn read_mask(
    line: &CertificateLine,
    rest: &str,
    moves: &LeaveRules,
) -> Result<ParityMask, CheckRefusal> {
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
    Ok(ParityMask { digits, size })
}
