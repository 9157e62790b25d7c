//! Solves positions of games whose moves do not see all heaps: where heaps are deleted, what they were does not matter.
//!
//! A family *sees* the heaps that stand in its conditions or in what it leads to. What it leads to from a position, and so
//! the set of the values there, depends on these heaps alone; it is found once for all positions that have them. A
//! position's value is the least that is in no set of its families. Why it is right: that is the definition of mex,
//! with the union taken family by family. Families that are alike but for the places of their heaps share their sets.
//!
//! Cost: all options of each choice of seen heaps, and for each of them a look-up a family: half-delete Nim with four heaps
//! has 6 families that see two, so that heaps up to 127 take 8,000 choices instead of 10 million positions. Where some
//! family sees every heap there is nothing to gain: use a table. About `BYTES` a choice, on one thread: a set needs
//! those before it.

use std::ops::ControlFlow;

use ishitori_rule::HeapRules;
use ishitori_rule::family::{AffineCondition, Family, Symbol};
use rustc_hash::FxHashMap;

use super::{Convention, Outcome};
use crate::control::{Control, GaveUp};
use crate::game::{GameKind, HeapGame, Heaps};

/// So many heaps of a family fit into a key.
const MOST: usize = 4;

/// Bytes that a choice of seen heaps takes, more or less.
pub(crate) const BYTES: u64 = 120;

/// What the options of one family are.
#[derive(Clone, Debug, Default)]
struct OptionValues {
    /// The values below 64, as bits.
    low: u64,
    /// The others.
    high: Box<[u64]>,
    /// Whether one of them is lost for the player to move in misère play.
    misere: bool,
}

/// Families that are alike but for the places of the heaps that they see.
#[derive(Debug)]
struct FamilyKind {
    /// The game with one of them alone.
    game: HeapGame,
    /// The heaps that it sees.
    sees: Vec<usize>,
    known: FxHashMap<u128, OptionValues>,
}

/// A solver with what it knows.
#[derive(Debug)]
pub struct SeenHeapSolver {
    lower: Vec<u64>,
    kinds: Vec<FamilyKind>,
    /// The kind of each family and the heaps that it sees.
    families: Vec<(usize, Vec<usize>)>,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenFacts {
    /// The Grundy value, for normal play.
    pub grundy: u32,
    /// Who wins in misère play.
    pub misere: Outcome,
}

impl SeenFacts {
    /// Who wins.
    pub(crate) fn outcome(&self, convention: Convention) -> Outcome {
        match convention {
            Convention::Normal if self.grundy == 0 => Outcome::P,
            Convention::Normal => Outcome::N,
            Convention::Misere => self.misere,
        }
    }
}

/// The kind of each family, numbered in the order of their first ones, and the heaps that it sees; `None` if some family sees
/// every heap, or too many.
fn kinds(rules: &HeapRules) -> Option<Vec<(usize, Vec<usize>)>> {
    let (mut known, mut families): (Vec<Family>, _) = (Vec::new(), Vec::new());
    for family in &rules.families {
        let sees = sees(family);
        if sees.len() > MOST || sees.len() >= rules.names.len() {
            return None;
        }
        let alike = in_order(family, &sees, rules.symmetry.identifies());
        let kind = known.iter().position(|other| *other == alike).unwrap_or_else(|| {
            known.push(alike);
            known.len() - 1
        });
        families.push((kind, sees));
    }
    Some(families)
}

/// The number of heaps that each kind of family sees, and how many families there are; `None` if some family sees every heap,
/// or too many.
pub(crate) fn shape(rules: &HeapRules) -> Option<(Vec<usize>, usize)> {
    let families = kinds(rules)?;
    let mut sizes = Vec::new();
    for (kind, sees) in &families {
        if *kind == sizes.len() {
            sizes.push(sees.len());
        }
    }
    Some((sizes, families.len()))
}

/// Some heaps of a position, for one kind of family.
type Choice = (usize, u128);

impl SeenHeapSolver {
    /// A solver for a game; `None` if some move sees every heap, or too many.
    pub fn new(game: &HeapGame) -> Option<SeenHeapSolver> {
        let rules = game.rules();
        let families = kinds(rules)?;
        let mut kinds: Vec<FamilyKind> = Vec::new();
        for (family, (kind, sees)) in rules.families.iter().zip(&families) {
            if *kind == kinds.len() {
                let families = vec![family.clone()];
                let game = HeapGame::new(&HeapRules { families, ..rules.clone() }).ok()?;
                kinds.push(FamilyKind { game, sees: sees.clone(), known: FxHashMap::default() });
            }
        }
        Some(SeenHeapSolver { lower: rules.lower.clone(), kinds, families })
    }

    /// What is known about a position.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out, or a heap is 2^32 or more; what was found so far stays known.
    pub fn told(&mut self, position: &Heaps, control: &Control) -> Result<SeenFacts, GaveUp> {
        loop {
            let unknown = match self.of(position)? {
                Ok(told) => return Ok(told),
                Err(unknown) => unknown,
            };
            let mut waiting = vec![unknown];
            while let Some(choice) = waiting.last().copied() {
                match self.look(choice, control)? {
                    Ok(reached) => {
                        self.kinds[choice.0].known.insert(choice.1, reached);
                        waiting.pop();
                    }
                    Err(unknown) => waiting.push(unknown),
                }
            }
        }
    }

    /// A position from the sets of its families, or the first that is not known.
    fn of(&self, position: &Heaps) -> Result<Result<SeenFacts, Choice>, GaveUp> {
        let (mut low, mut high, mut misere) = (0u64, Vec::new(), false);
        for (kind, sees) in &self.families {
            let key = key(position, sees)?;
            let Some(reached) = self.kinds[*kind].known.get(&key) else {
                return Ok(Err((*kind, key)));
            };
            low |= reached.low;
            misere |= reached.misere;
            if high.len() < reached.high.len() {
                high.resize(reached.high.len(), 0);
            }
            high.iter_mut().zip(&reached.high).for_each(|(all, more): (&mut u64, _)| *all |= more);
        }
        let has_moves = low != 0 || !high.is_empty();
        let grundy = match low.trailing_ones() {
            64 => high.iter().position(|word| *word != u64::MAX).map_or_else(
                || 64 * (high.len() as u32 + 1),
                |at| 64 * (at as u32 + 1) + high[at].trailing_ones(),
            ),
            least => least,
        };
        let misere = if misere || !has_moves { Outcome::N } else { Outcome::P };
        Ok(Ok(SeenFacts { grundy, misere }))
    }

    /// What the options of some heaps are, or heaps that must be looked at before.
    fn look(
        &self,
        (kind, key): Choice,
        control: &Control,
    ) -> Result<Result<OptionValues, Choice>, GaveUp> {
        let FamilyKind { game, sees, .. } = &self.kinds[kind];
        let mut position: Heaps = self.lower.as_slice().into();
        for (place, heap) in sees.iter().enumerate() {
            position[*heap] = (key >> (32 * place)) as u64 & u64::from(u32::MAX);
        }
        let mut reached = OptionValues::default();
        let (mut high, mut stop) = (Vec::new(), None);
        control.spend(1)?;
        game.visit_options(&position, &mut |option| {
            let told = match control.spend(1).and_then(|()| self.of(option)) {
                Ok(Ok(told)) => told,
                Ok(Err(unknown)) => {
                    stop = Some(Ok(unknown));
                    return ControlFlow::Break(());
                }
                Err(gave_up) => {
                    stop = Some(Err(gave_up));
                    return ControlFlow::Break(());
                }
            };
            reached.misere |= told.misere == Outcome::P;
            match told.grundy {
                low @ 0..64 => reached.low |= 1 << low,
                large => {
                    let word = large as usize / 64 - 1;
                    high.resize(high.len().max(word + 1), 0u64);
                    high[word] |= 1 << (large % 64);
                }
            }
            ControlFlow::Continue(())
        });
        reached.high = high.into();
        match stop {
            None => Ok(Ok(reached)),
            Some(Ok(unknown)) => Ok(Err(unknown)),
            Some(Err(gave_up)) => Err(gave_up),
        }
    }
}

/// The seen heaps as one number.
fn key(position: &[u64], sees: &[usize]) -> Result<u128, GaveUp> {
    let mut key = 0;
    for (place, heap) in sees.iter().enumerate() {
        let heap = u32::try_from(position[*heap]).map_err(|_| GaveUp::heap_too_large())?;
        key |= u128::from(heap) << (32 * place);
    }
    Ok(key)
}

/// The heaps that stand in the conditions of a family or in what it leads to.
pub(crate) fn sees(family: &Family) -> Vec<usize> {
    let conditions = family.conditions.iter().flat_map(AffineCondition::expressions);
    let terms = conditions.chain(&family.result).flat_map(|expression| expression.terms());
    let heap = |(symbol, _)| match symbol {
        Symbol::Heap(heap) => Some(heap),
        Symbol::Fresh(_) => None,
    };
    let mut heaps: Vec<usize> = terms.filter_map(heap).collect();
    heaps.sort_unstable();
    heaps.dedup();
    heaps
}

/// A family as if it saw the first heaps; where heaps have no order, what it leads to has none.
fn in_order(family: &Family, sees: &[usize], unordered: bool) -> Family {
    let rename = |symbol| match symbol {
        Symbol::Heap(heap) => {
            Symbol::Heap(sees.iter().position(|seen| *seen == heap).unwrap_or(heap))
        }
        fresh => fresh,
    };
    let mut result: Vec<_> = family.result.iter().map(|new| new.renamed(rename)).collect();
    if unordered {
        result.sort_by_key(|new| format!("{new:?}"));
    }
    let mut conditions: Vec<_> = family.conditions.iter().map(|c| c.renamed(rename)).collect();
    conditions.sort_by_key(|condition| format!("{condition:?}"));
    Family { fresh: vec![String::new(); family.fresh.len()], conditions, result, origin: 0..0 }
}
