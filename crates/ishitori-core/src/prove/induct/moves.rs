//! How moves and sets are read by machines.
//!
//! A move that lowers heaps needs no automaton of its own: each heap has a hidden track that is at most the
//! given one, and to be a move one of them is smaller, which is a reading for each heap. In a cover that can
//! be left out: a position that stays where it is would be in the target itself, and those are covered or
//! excluded by other obligations. Other moves are automata of their formula on heaps and new numbers,
//! `divides` read wide or narrow. Cost: one automaton a move, made once; lowering shares two, `le` and `lt`.

use ishitori_automata::{Comparison, DigitOrder, Formula};

use super::{InductionStop, Prover};
use crate::prove::arena::ArenaMove;
use crate::prove::branch::{Branch, BranchMember, LetterReading, Track};
use crate::prove::rename::used;

/// A way to read a move: which hidden tracks it has, what checks them, where the new heaps are.
pub(super) struct MoveReader {
    /// The given track that each hidden one is read with.
    pub hidden: Vec<usize>,
    pub components: Vec<BranchMember>,
    pub to: Vec<Track>,
}

impl MoveReader {
    /// No move at all.
    pub fn none() -> MoveReader {
        MoveReader { hidden: vec![], components: vec![], to: vec![] }
    }
}

impl Prover<'_> {
    /// The readings of a move in which something changes, `divides` read wide.
    pub(super) fn strict(&mut self, at: usize) -> Result<Vec<MoveReader>, InductionStop> {
        match &self.arena.moves[at] {
            ArenaMove::Lower(heaps) => (0..heaps.len()).map(|i| self.wide(at, Some(i))).collect(),
            ArenaMove::Other(_) => Ok(vec![self.wide(at, None)?]),
        }
    }

    pub(super) fn wide(
        &mut self,
        at: usize,
        lowered: Option<usize>,
    ) -> Result<MoveReader, InductionStop> {
        match &self.arena.moves[at] {
            ArenaMove::Lower(heaps) => self.lower(heaps, lowered),
            ArenaMove::Other(other) if other.divides.is_empty() => self.narrow(at),
            ArenaMove::Other(other) => self.other(at, &format!("wide{}", at + 1), &other.wide()),
        }
    }

    pub(super) fn narrow(&mut self, at: usize) -> Result<MoveReader, InductionStop> {
        match &self.arena.moves[at] {
            ArenaMove::Lower(heaps) => self.lower(heaps, None),
            ArenaMove::Other(other) => self.other(at, &format!("move{}", at + 1), &other.narrow()),
        }
    }

    /// New numbers for these heaps, none larger; the one at place `lowered` is smaller.
    pub(super) fn lower(
        &mut self,
        heaps: &[usize],
        lowered: Option<usize>,
    ) -> Result<MoveReader, InductionStop> {
        let le = self.compare("le", Comparison::LessEqual)?;
        let lt = match lowered {
            Some(_) => self.compare("lt", Comparison::Less)?,
            None => le,
        };
        let mut to: Vec<Track> = (0..self.arena.heaps.len()).map(Track::Given).collect();
        let mut components = Vec::new();
        for (i, heap) in heaps.iter().enumerate() {
            let machine = if lowered == Some(i) { lt } else { le };
            let reads = vec![Track::Hidden(i), Track::Given(*heap)];
            components.push(BranchMember { machine, reads });
            to[*heap] = Track::Hidden(i);
        }
        Ok(MoveReader { hidden: heaps.to_vec(), components, to })
    }

    pub(super) fn other(
        &mut self,
        at: usize,
        name: &str,
        formula: &Formula,
    ) -> Result<MoveReader, InductionStop> {
        let (tracks, reads) = self.tracks_of(at, formula);
        let machine = self.machine(name, &tracks, formula)?;
        let ArenaMove::Other(other) = &self.arena.moves[at] else {
            unreachable!("not a lower move")
        };
        let to = other.to.iter().map(|name| self.track(at, name)).collect();
        let components = vec![BranchMember { machine, reads }];
        Ok(MoveReader { hidden: vec![0; other.new.len()], components, to })
    }

    /// The names in a formula about a move, and their tracks.
    pub(super) fn tracks_of(&self, at: usize, formula: &Formula) -> (Vec<String>, Vec<Track>) {
        let ArenaMove::Other(other) = &self.arena.moves[at] else {
            unreachable!("not a lower move")
        };
        let all = [self.arena.heaps.clone(), other.new.clone()].concat();
        let names: Vec<String> = used(formula, &all).into_iter().cloned().collect();
        let tracks = names.iter().map(|name| self.track(at, name)).collect();
        (names, tracks)
    }

    pub(super) fn track(&self, at: usize, name: &str) -> Track {
        if let Some(heap) = self.arena.heaps.iter().position(|heap| heap == name) {
            return Track::Given(heap);
        }
        let ArenaMove::Other(other) = &self.arena.moves[at] else {
            unreachable!("not a lower move")
        };
        let hidden = other.new.iter().position(|new| new == name);
        Track::Hidden(hidden.expect("a name in a move is a heap or a new number"))
    }

    pub(super) fn compare(
        &mut self,
        name: &str,
        comparison: Comparison,
    ) -> Result<usize, InductionStop> {
        let tracks: Vec<String> = ["x", "y"].map(str::to_owned).to_vec();
        self.machine(name, &tracks, &Formula::compare("x", comparison, "y"))
    }

    pub(super) fn on_heaps(&self, machine: usize) -> BranchMember {
        BranchMember { machine, reads: (0..self.arena.heaps.len()).map(Track::Given).collect() }
    }

    pub(super) fn outside(&mut self) -> Result<Branch, InductionStop> {
        let machine = self.complement("outside", &self.arena.heaps, &self.arena.valid)?;
        Ok(Branch { components: vec![self.on_heaps(machine)], hidden: vec![] })
    }

    pub(super) fn machine(
        &mut self,
        name: &str,
        tracks: &[String],
        formula: &Formula,
    ) -> Result<usize, InductionStop> {
        Ok(self.made.shop.machine(name, tracks, formula, self.control.automata())?)
    }

    pub(super) fn complement(
        &mut self,
        name: &str,
        tracks: &[String],
        formula: &Formula,
    ) -> Result<usize, InductionStop> {
        Ok(self.made.shop.complement(name, tracks, formula, self.control.automata())?)
    }

    pub(super) fn reading(&self, given: usize) -> LetterReading {
        let order: DigitOrder = self.made.shop.order;
        LetterReading { given, single: self.made.shop.single, order }
    }
}
