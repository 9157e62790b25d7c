//! Moves that split and delete heaps.
//!
//! Every heap of the position is the root of a tree: it stays, is deleted, or is split into pieces, which are
//! heaps again. Pieces of one heap are alike, so trees whose branches are only ordered otherwise are one move.

use std::collections::BTreeSet;

use crate::formula::ReadFormula;
use crate::indices::each_index;
use crate::linear::{FIRST_NEW, ReadVariable, WeightedSum};
use crate::meaning::{Meanings, ValueReading};
use crate::problem::{Read, ReadProblem, ReadWork};
use crate::read_moves::{HeapsChange, RawMove, ReadGame};
use crate::statements::{MoveLine, MoveStep};
use crate::syntax::ReadComparison;

/// What becomes of a heap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum HeapFate {
    Stays,
    Deleted,
    Split(Vec<HeapFate>),
    /// While a step is made: what it made, which is not chosen again in this step.
    Made(Box<HeapFate>),
}

/// The most different moves of a line.
const FATES: usize = 20_000;

/// The moves of a `move` line.
pub(crate) fn moves(
    game: &ReadGame,
    line: &MoveLine,
    least: i64,
    found: &mut Vec<RawMove>,
    work: &mut ReadWork,
) -> Read<()> {
    if !game.unordered {
        return Err(ReadProblem::at(line.place, "only unordered heaps are split and deleted"));
    }
    let mut all = BTreeSet::new();
    let mut meanings = Meanings::new(&game.known, ValueReading::Absent, work);
    each_index(&mut meanings, &line.indices, &mut |meanings| {
        for condition in &line.conditions {
            let judged = meanings.condition(condition)?;
            match judged.holds {
                ReadFormula::Truth(true) => {}
                ReadFormula::Truth(false) => return Ok(()),
                _ => return Err(ReadProblem::at(condition.place, "a condition on heaps")),
            }
        }
        let heaps = meanings.game.heaps;
        let mut fates = BTreeSet::from([vec![HeapFate::Stays; heaps]]);
        for step in &line.steps {
            fates = stepped(meanings, step, fates)?;
        }
        fates.retain(|fates| fates.iter().map(left).sum::<usize>() == heaps);
        if fates.is_empty() {
            return Err(ReadProblem::at(line.place, "another number of heaps, or no move at all"));
        }
        all.extend(fates);
        Ok(())
    })?;
    for fates in all {
        meanings.work.tick(10)?;
        found.push(raw_move(&fates, least)?);
    }
    Ok(())
}

/// How many heaps are left.
fn left(fate: &HeapFate) -> usize {
    match fate {
        HeapFate::Stays => 1,
        HeapFate::Deleted => 0,
        HeapFate::Split(pieces) => pieces.iter().map(left).sum(),
        HeapFate::Made(made) => left(made),
    }
}

fn stepped(
    meanings: &mut Meanings,
    step: &MoveStep,
    fates: BTreeSet<Vec<HeapFate>>,
) -> Read<BTreeSet<Vec<HeapFate>>> {
    let (count, becomes) = match step {
        MoveStep::Delete(count) => (meanings.known(count)?, HeapFate::Deleted),
        MoveStep::Split(count, pieces) => {
            let count = meanings.known(count)?;
            let pieces = match pieces {
                Some(pieces) => meanings.known(pieces)?,
                None => 2,
            };
            match pieces {
                1..=12 => (count, HeapFate::Split(vec![HeapFate::Stays; pieces as usize])),
                _ => return Err(ReadProblem::at(0, "so many pieces")),
            }
        }
    };
    let count = usize::try_from(count).map_err(|_| ReadProblem::at(0, "fewer heaps than none"))?;
    let mut now = fates;
    // One heap after the other, none twice.
    for _ in 0..count {
        let mut next = BTreeSet::new();
        for fates in &now {
            for place in 0..fates.len() {
                for changed in each_change(&fates[place], &becomes) {
                    meanings.work.tick(1)?;
                    let mut fates = fates.clone();
                    fates[place] = changed;
                    next.insert(fates);
                }
            }
        }
        if next.len() > FATES {
            return Err(ReadProblem::at(0, "too many moves"));
        }
        now = next;
    }
    Ok(now.into_iter().map(|fates| fates.into_iter().map(settled).collect()).collect())
}

fn settled(fate: HeapFate) -> HeapFate {
    match fate {
        HeapFate::Made(made) => *made,
        HeapFate::Split(pieces) => {
            let mut pieces: Vec<HeapFate> = pieces.into_iter().map(settled).collect();
            pieces.sort();
            HeapFate::Split(pieces)
        }
        other => other,
    }
}

/// The heap with one of the heaps that are there changed, each way once.
fn each_change(fate: &HeapFate, becomes: &HeapFate) -> BTreeSet<HeapFate> {
    match fate {
        HeapFate::Stays => BTreeSet::from([HeapFate::Made(Box::new(becomes.clone()))]),
        HeapFate::Deleted | HeapFate::Made(_) => BTreeSet::new(),
        HeapFate::Split(pieces) => {
            let mut found = BTreeSet::new();
            for place in 0..pieces.len() {
                for changed in each_change(&pieces[place], becomes) {
                    let mut pieces = pieces.clone();
                    pieces[place] = changed;
                    pieces.sort();
                    found.insert(HeapFate::Split(pieces));
                }
            }
            found
        }
    }
}

/// The move with these fates. Heaps that stay keep their places.
fn raw_move(fates: &[HeapFate], least: i64) -> Read<RawMove> {
    let mut pieces = Pieces { next: FIRST_NEW, least, parts: Vec::new(), left: Vec::new() };
    let mut result: Vec<Option<WeightedSum>> = vec![None; fates.len()];
    for (heap, fate) in fates.iter().enumerate() {
        let own = heap as ReadVariable;
        match fate {
            HeapFate::Stays => result[heap] = Some(WeightedSum::variable(own)),
            fate => {
                let before = pieces.left.len();
                pieces.follow(own, fate)?;
                if pieces.left.len() > before {
                    result[heap] = Some(WeightedSum::variable(pieces.left.remove(before)));
                }
            }
        }
    }
    let mut left = pieces.left.iter().copied();
    let places: Option<Vec<WeightedSum>> = result
        .into_iter()
        .map(|sum| sum.or_else(|| left.next().map(WeightedSum::variable)))
        .collect();
    let result = places.ok_or_else(|| ReadProblem::at(0, "too few heaps are left"))?;
    let new = (FIRST_NEW..pieces.next).collect();
    let condition = ReadFormula::all(pieces.parts);
    Ok(RawMove { change: HeapsChange { new, condition, result }, lowers: None })
}

struct Pieces {
    next: ReadVariable,
    least: i64,
    parts: Vec<ReadFormula>,
    left: Vec<ReadVariable>,
}

impl Pieces {
    fn follow(&mut self, heap: ReadVariable, fate: &HeapFate) -> Read<()> {
        match fate {
            HeapFate::Stays => self.left.push(heap),
            HeapFate::Deleted => {}
            HeapFate::Made(made) => self.follow(heap, made)?,
            HeapFate::Split(pieces) => {
                let first = self.next;
                self.next += pieces.len() as ReadVariable;
                let mut sum = WeightedSum::variable(heap);
                for piece in first..self.next {
                    sum = sum.plus(&WeightedSum::variable(piece), -1)?;
                    let large = WeightedSum { terms: vec![(piece, 1)], constant: -self.least };
                    if self.least > 0 {
                        self.parts.push(ReadFormula::compared(large, ReadComparison::AtLeast));
                    }
                }
                self.parts.push(ReadFormula::compared(sum, ReadComparison::Equal));
                for (place, piece) in pieces.iter().enumerate() {
                    self.follow(first + place as ReadVariable, piece)?;
                }
            }
        }
        Ok(())
    }
}
