//! A rule with its parameters: positions and moves as formulas.
//!
//! Each option line is read once for every choice of its indices. Then it is read through every declared
//! symmetry, as docs/rule-language.md says, and what it leads to must be a position. Cost: choices times
//! symmetries; where all orders of heaps are symmetric, only the heaps that an option speaks of are moved about.

mod pieces;

use std::collections::BTreeSet;

use crate::formula::ReadFormula;
use crate::indices::each_index;
use crate::linear::{FIRST_NEW, ReadVariable, WeightedSum};
use crate::meaning::{Judgement, KnownGame, Meanings, ReadParameter, Thing, ValueReading};
use crate::number::CaseNumber;
use crate::problem::{Read, ReadProblem, ReadWork};
use crate::read_moves::{HeapsChange, RawMove, ReadGame, ReadMove};
use crate::statements::{
    ChangeTo, HeapChange, HeapOrder, IndexClause, OptionResult, PositionLine, ReadOptionLine,
    RuleSheet, named_game, rule_sheet,
};
use crate::symmetry::{arrangements, symmetries};
use crate::syntax::{Joint, ReadComparison, ReadPhrase, ReadPhraseKind};

/// The most heaps.
const HEAPS: i64 = 32;
/// The first variable that a condition on positions may bind: none that a move has, since heaps there become those of a move.
const FIRST_OF_POSITIONS: ReadVariable = 500_000;
/// The most moves.
const MOVES: usize = 20_000;

/// Reads a rule with the parameters of a game's name.
pub(crate) fn read_game(text: &str, game: &str, work: &mut ReadWork) -> Read<ReadGame> {
    let sheet = rule_sheet(text)?;
    if let Some(other) = sheet.other {
        return Err(ReadProblem::at(0, format!("the second reader does not read {other}")));
    }
    let Some(position) = &sheet.position else {
        return Err(ReadProblem::at(0, "there is no `position`"));
    };
    let (name, arguments) = named_game(game)?;
    if name != sheet.name {
        return Err(ReadProblem::at(0, format!("the rule is that of `{}`", sheet.name)));
    }
    let mut known =
        KnownGame { parameters: parameters(&sheet, arguments)?, ..KnownGame::default() };
    for condition in &sheet.conditions {
        let judged = Meanings::new(&known, ValueReading::Absent, work).condition(condition)?;
        if !judged.holds.is_true() || !judged.undefined.is_false() {
            return Err(ReadProblem::at(condition.place, "the parameters do not satisfy this"));
        }
    }
    heaps_of(position, &mut known, work)?;
    known.definitions.clone_from(&sheet.definitions);
    let unordered = position.order == HeapOrder::Unordered;
    known.symmetries = symmetries(position.order, &known);
    let least = match &position.least {
        Some(least) => Meanings::new(&known, ValueReading::Absent, work).known(least)?,
        None => 0,
    };
    known.least = position.conditions.is_empty().then_some(least.max(0));
    let valid = valid(position, &known, least, work)?;
    let mut game = ReadGame { name, known, unordered, valid, moves: Vec::new() };
    let mut raw = Vec::new();
    for line in &sheet.options {
        options(&game, line, &mut raw, work).map_err(|problem| match problem.place {
            0 => ReadProblem { place: line.place, ..problem },
            _ => problem,
        })?;
    }
    let mut moves = closed(&game, raw, work)?;
    for line in &sheet.moves {
        pieces::moves(&game, line, least, &mut moves, work)?;
    }
    game.moves = finished(&game, moves, work)?;
    Ok(game)
}

fn parameters(
    sheet: &RuleSheet,
    arguments: Vec<(Option<String>, ReadParameter)>,
) -> Read<Vec<(String, ReadParameter)>> {
    let mut given: Vec<Option<ReadParameter>> = vec![None; sheet.parameters.len()];
    for (place, (name, value)) in arguments.into_iter().enumerate() {
        let found = match &name {
            Some(name) => sheet.parameters.iter().position(|(known, _)| known == name),
            None => Some(place),
        };
        match found.and_then(|place| given.get_mut(place)) {
            Some(slot) if slot.is_none() => *slot = Some(value),
            _ => return Err(ReadProblem::at(0, "parameters that the rule does not have")),
        }
    }
    let of =
        |((name, default), given): (&(String, Option<ReadParameter>), Option<ReadParameter>)| {
            let value = given.or_else(|| default.clone());
            let value =
                value.ok_or_else(|| ReadProblem::at(0, format!("`{name}` is not given")))?;
            Ok((name.clone(), value))
        };
    sheet.parameters.iter().zip(given).map(of).collect()
}

/// How many heaps there are, and what they are called.
fn heaps_of(position: &PositionLine, known: &mut KnownGame, work: &mut ReadWork) -> Read<()> {
    known.names.clone_from(&position.names);
    known.heaps = position.names.len();
    known.round = matches!(position.order, HeapOrder::Circle | HeapOrder::DirectedCircle);
    if let Some((name, length)) = &position.row {
        let mut meanings = Meanings::new(known, ValueReading::Absent, work);
        let (heaps, ranges) = match meanings.thing(length)? {
            Thing::Number(number) => (number.as_known(), None),
            Thing::Set(_) => {
                let sizes = match &length.kind {
                    ReadPhraseKind::Name(name) => meanings.list_parameter(name),
                    _ => None,
                };
                let sizes = sizes.unwrap_or_default();
                (sizes.iter().try_fold(0i64, |sum, size| sum.checked_add(*size)), Some(sizes))
            }
            _ => (None, None),
        };
        let in_bounds = ranges.iter().flatten().all(|size| (1..=HEAPS).contains(size));
        match heaps {
            Some(heaps @ 1..=HEAPS) if in_bounds => known.heaps = heaps as usize,
            _ => return Err(ReadProblem::at(length.place, "expected a number of heaps up to 32")),
        }
        known.row = Some(name.clone());
        if position.ranges {
            let mut next = 1;
            let range = |size: &i64| {
                next += size;
                (next - size..next).collect::<Vec<i64>>()
            };
            known.ranges = ranges.map(|sizes| sizes.iter().map(range).collect());
        }
    }
    if position.ranges && known.ranges.is_none() {
        return Err(ReadProblem::at(0, "`in ranges` needs a list"));
    }
    Ok(())
}

/// Which tuples are positions.
fn valid(
    position: &PositionLine,
    known: &KnownGame,
    least: i64,
    work: &mut ReadWork,
) -> Read<ReadFormula> {
    let heap = |heap: usize| WeightedSum::variable(heap as ReadVariable);
    let mut parts = Vec::new();
    for one in 0..known.heaps {
        if least > 0 {
            let above = heap(one).plus(&WeightedSum::number(least), -1)?;
            parts.push(ReadFormula::compared(above, ReadComparison::AtLeast));
        }
        for two in 0..one {
            if position.distinct {
                let apart = heap(two).plus(&heap(one), -1)?;
                parts.push(ReadFormula::compared(apart, ReadComparison::Unequal));
            }
        }
    }
    for condition in &position.conditions {
        let mut meanings = Meanings::new(known, ValueReading::Absent, work);
        meanings.next = FIRST_OF_POSITIONS;
        let judged = meanings.condition(condition)?;
        if !judged.undefined.is_false() {
            return Err(ReadProblem::at(condition.place, "it may mean nothing"));
        }
        parts.push(judged.holds);
    }
    Ok(ReadFormula::all(parts))
}

/// The moves of an option line.
fn options(
    game: &ReadGame,
    line: &ReadOptionLine,
    found: &mut Vec<RawMove>,
    work: &mut ReadWork,
) -> Read<()> {
    if game.known.heaps > 16 && line.indices.iter().any(|i| matches!(i, IndexClause::Sets(..))) {
        return Err(ReadProblem::at(line.place, "sets of more than 16 heaps"));
    }
    let mut meanings = Meanings::new(&game.known, ValueReading::Absent, work);
    each_index(&mut meanings, &line.indices, &mut |meanings| {
        meanings.fresh = Some(Vec::new());
        meanings.next = FIRST_NEW;
        meanings.defined.clear();
        if let Some(raw) = option(meanings, line)? {
            found.push(raw);
        }
        if found.len() > MOVES {
            return Err(ReadProblem::at(line.place, "too many moves"));
        }
        Ok(())
    })
}

/// The move of an option line with indices that are chosen; none if it can never be made.
fn option(meanings: &mut Meanings, line: &ReadOptionLine) -> Read<Option<RawMove>> {
    let mut parts = Vec::new();
    for condition in &line.conditions {
        // Conditions on indices alone decide before anything else is read.
        let judged = conjunct(meanings, condition)?;
        if judged.is_false() {
            return Ok(None);
        }
        parts.push(judged);
    }
    let conditioned = parts.iter().any(|part| !part.is_true());
    let heap = |heap: usize| WeightedSum::variable(heap as ReadVariable);
    let mut result: Vec<WeightedSum> = (0..meanings.game.heaps).map(heap).collect();
    let mut lowers = None;
    match &line.result {
        OptionResult::Tuple(terms) => {
            if terms.len() != result.len() {
                return Err(ReadProblem::at(line.place, "another number of heaps"));
            }
            for (term, slot) in terms.iter().zip(&mut result) {
                *slot = sum_of(meanings, term)?;
            }
        }
        OptionResult::Changes(changes) => {
            let mut touched = BTreeSet::new();
            for change in changes {
                let heaps = target(meanings, &change.target)?;
                if heaps.iter().any(|heap| !touched.insert(*heap)) {
                    return Err(ReadProblem::at(line.place, "a heap that changes twice"));
                }
                changed(meanings, change, &heaps, &mut result, &mut parts)?;
                if let ([_], ChangeTo::Lowered) = (&changes[..], &change.to) {
                    lowers = Some(heaps.iter().map(|heap| *heap as usize).collect());
                }
            }
        }
    }
    parts.extend(meanings.defined.iter().map(|(_, meaning)| meaning.clone()));
    let lowers = lowers.filter(|_| !conditioned);
    let condition = ReadFormula::all(parts);
    // Variables of definitions that stand in one condition only were bound there.
    let mut spoken_of = BTreeSet::new();
    condition.free_variables(&mut |variable| {
        spoken_of.insert(variable);
    });
    spoken_of.extend(result.iter().flat_map(|sum| &sum.terms).map(|(variable, _)| *variable));
    let own: Vec<ReadVariable> =
        (FIRST_NEW..meanings.next).filter(|v| spoken_of.contains(v)).collect();
    if condition.is_false() {
        return Ok(None);
    }
    let change = HeapsChange { new: own, condition, result };
    Ok(Some(RawMove { change, lowers }))
}

/// A condition of a rule. The variables of definitions stay new numbers of the move: each has one value, so it makes no
/// difference where they are bound.
fn conjunct(meanings: &mut Meanings, phrase: &ReadPhrase) -> Read<ReadFormula> {
    let judged = match &phrase.kind {
        ReadPhraseKind::Joined(Joint::And, parts) => {
            let left = conjunct(meanings, &parts[0])?;
            return Ok(left.and(conjunct(meanings, &parts[1])?));
        }
        ReadPhraseKind::Joined(Joint::Divides, parts) => {
            let divisor = meanings.number(&parts[0])?;
            let of = meanings.thing(&parts[1])?;
            meanings.divides(&divisor, of)?
        }
        ReadPhraseKind::Not(inner) => {
            let judged = meanings.judged(inner)?;
            Judgement { holds: judged.holds.not(), ..judged }
        }
        _ => meanings.judged(phrase)?,
    };
    match judged.undefined.is_false() {
        true => Ok(judged.holds),
        false => Err(ReadProblem::at(phrase.place, "it may mean nothing")),
    }
}

/// A new heap as a sum; one that falls into cases is a number of the move that is equal to it.
fn sum_of(meanings: &mut Meanings, phrase: &ReadPhrase) -> Read<WeightedSum> {
    let number = meanings.number(phrase)?;
    if let Some(sum) = number.as_sum() {
        return Ok(sum.clone());
    }
    if !number.undefined.is_false() {
        return Err(ReadProblem::at(phrase.place, "a new heap that may mean nothing"));
    }
    let (heap, negative) = meanings.as_variable(&number)?;
    // A heap is never negative.
    meanings.defined.push((heap, negative.not()));
    Ok(WeightedSum::variable(heap))
}

/// The heaps that change.
fn target(meanings: &mut Meanings, phrase: &ReadPhrase) -> Read<Vec<ReadVariable>> {
    let heaps = match meanings.thing(phrase)? {
        Thing::Number(number) => number.as_sum().and_then(WeightedSum::only).map(|heap| vec![heap]),
        Thing::Several(numbers) => {
            let heap = |number: &CaseNumber| number.as_sum().and_then(WeightedSum::only);
            numbers.iter().map(heap).collect()
        }
        _ => None,
    };
    let heaps =
        heaps.filter(|heaps| heaps.iter().all(|heap| (*heap as usize) < meanings.game.heaps));
    let mut heaps = heaps.ok_or_else(|| ReadProblem::at(phrase.place, "expected heaps"))?;
    heaps.sort_unstable();
    heaps.dedup();
    Ok(heaps)
}

/// Writes the change of some heaps into the result.
fn changed(
    meanings: &mut Meanings,
    change: &HeapChange,
    heaps: &[ReadVariable],
    result: &mut [WeightedSum],
    parts: &mut Vec<ReadFormula>,
) -> Read<()> {
    let mut lost = WeightedSum::default();
    for heap in heaps {
        let own = WeightedSum::variable(*heap);
        result[*heap as usize] = match &change.to {
            ChangeTo::Value(phrase) => sum_of(meanings, phrase)?,
            ChangeTo::Sum(phrase) => {
                // The sum without what stands at its beginning, which is the heap.
                let whole = with_heap(phrase);
                let names = [HEAP_ITSELF.to_string()];
                let thing = Thing::Number(CaseNumber::variable(*heap));
                meanings.bound(&names, vec![thing], |m| sum_of(m, &whole))?
            }
            ChangeTo::Lowered | ChangeTo::StrictlyLowered => {
                let new = WeightedSum::variable(meanings.new_variable());
                let less = own.plus(&new, -1)?;
                let strictly = matches!(change.to, ChangeTo::StrictlyLowered);
                let sign = if strictly { ReadComparison::Greater } else { ReadComparison::AtLeast };
                parts.push(ReadFormula::compared(less.clone(), sign));
                lost = lost.plus(&less, 1)?;
                new
            }
        };
    }
    if matches!(change.to, ChangeTo::Lowered) {
        parts.push(ReadFormula::compared(lost, ReadComparison::Greater));
    }
    Ok(())
}

/// A name that nobody can write.
const HEAP_ITSELF: &str = "the heap itself";

/// A sum whose beginning is a heap.
fn with_heap(phrase: &ReadPhrase) -> ReadPhrase {
    match &phrase.kind {
        ReadPhraseKind::Joined(joint, parts) => {
            let left = with_heap(&parts[0]);
            ReadPhrase::new(
                phrase.place,
                ReadPhraseKind::Joined(*joint, Box::new([left, parts[1].clone()])),
            )
        }
        _ => ReadPhrase::new(phrase.place, ReadPhraseKind::Name(HEAP_ITSELF.to_string())),
    }
}

/// The moves read through all symmetries.
fn closed(game: &ReadGame, raw: Vec<RawMove>, work: &mut ReadWork) -> Read<Vec<RawMove>> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let heaps = game.known.heaps;
    for one in raw {
        let ways: Vec<Vec<usize>> = match (&one.lowers, game.unordered) {
            (Some(lowers), true) => arrangements(heaps, lowers.len(), false)
                .into_iter()
                .flatten()
                .map(|places| to_places(heaps, lowers, &places))
                .collect(),
            (None, true) => {
                let touched = touched(&one.change, heaps);
                let places = arrangements(heaps, touched.len(), true);
                let places =
                    places.ok_or_else(|| ReadProblem::at(0, "too many orders of heaps"))?;
                places.iter().map(|places| to_places(heaps, &touched, places)).collect()
            }
            (_, false) => game
                .known
                .symmetries
                .clone()
                .ok_or_else(|| ReadProblem::at(0, "too many symmetries"))?,
        };
        for way in ways {
            work.tick(one.change.condition.size() + heaps)?;
            let moved = moved(&one, &way);
            if seen.insert(key(&moved, game.unordered)) {
                found.push(moved);
            }
            if found.len() > MOVES {
                return Err(ReadProblem::at(0, "too many moves"));
            }
        }
    }
    Ok(found)
}

/// What tells moves apart: condition and result, in any order if heaps have none.
fn key(raw: &RawMove, unordered: bool) -> (ReadFormula, Vec<WeightedSum>, Option<Vec<usize>>) {
    if let Some(lowers) = &raw.lowers {
        return (ReadFormula::Truth(true), Vec::new(), Some(lowers.clone()));
    }
    let mut result = raw.change.result.clone();
    if unordered {
        result.sort_unstable();
    }
    (raw.change.condition.clone(), result, None)
}

/// The heaps that a move speaks of.
fn touched(change: &HeapsChange, heaps: usize) -> Vec<usize> {
    let mut found = BTreeSet::new();
    let mut tell = |variable: ReadVariable| {
        if (variable as usize) < heaps {
            found.insert(variable as usize);
        }
    };
    change.condition.variables(&mut tell);
    for (heap, sum) in change.result.iter().enumerate() {
        if sum.only() != Some(heap as ReadVariable) {
            tell(heap as ReadVariable);
            sum.terms.iter().for_each(|(variable, _)| tell(*variable));
        }
    }
    found.into_iter().collect()
}

/// A permutation that takes these heaps to these places; the others keep their order.
fn to_places(heaps: usize, from: &[usize], places: &[usize]) -> Vec<usize> {
    let mut way = vec![usize::MAX; heaps];
    for (heap, place) in from.iter().zip(places) {
        way[*heap] = *place;
    }
    let mut free = (0..heaps).filter(|place| !places.contains(place));
    for slot in way.iter_mut().filter(|slot| **slot == usize::MAX) {
        *slot = free.next().unwrap_or(0);
    }
    way
}

/// A move with heap i called `way[i]`.
fn moved(raw: &RawMove, way: &[usize]) -> RawMove {
    let name = |variable: ReadVariable| match way.get(variable as usize) {
        Some(place) => *place as ReadVariable,
        None => variable,
    };
    let mut result = raw.change.result.clone();
    for (heap, sum) in raw.change.result.iter().enumerate() {
        result[way[heap]] = sum.renamed(&name);
    }
    let condition = raw.change.condition.renamed(&name);
    let lowers = raw.lowers.as_ref().map(|lowers| {
        let mut moved: Vec<usize> = lowers.iter().map(|heap| way[*heap]).collect();
        moved.sort_unstable();
        moved
    });
    RawMove { change: HeapsChange { new: raw.change.new.clone(), condition, result }, lowers }
}

/// The moves that lead to positions.
fn finished(game: &ReadGame, raw: Vec<RawMove>, work: &mut ReadWork) -> Read<Vec<ReadMove>> {
    let mut moves = Vec::new();
    for RawMove { mut change, lowers } in raw {
        work.tick(game.valid.size() + 1)?;
        if let (Some(lowers), true) = (lowers, game.valid.is_true()) {
            moves.push(ReadMove::Lower(lowers));
            continue;
        }
        let mut parts = vec![change.condition];
        for sum in change.result.iter().filter(|sum| !sum.is_natural()) {
            parts.push(ReadFormula::compared(sum.clone(), ReadComparison::AtLeast));
        }
        let replace = |variable: ReadVariable| change.result.get(variable as usize).cloned();
        parts.push(game.valid.replaced(&replace)?);
        change.condition = ReadFormula::all(parts);
        if !change.condition.is_false() {
            moves.push(ReadMove::Change(change));
        }
    }
    Ok(moves)
}
