//! The two kinds of obligations: no such numbers, and every word is covered.
//!
//! The first is reachability of one branch (`empty.rs`), the second a search over subsets (`cover.rs`). Where
//! a move must not exist it is read wide, where one must exist narrow, so an obligation that is met is met by
//! the game itself. Of moves that are symmetric only the first is tried here; the checker tries all. What
//! is violated comes back as digits of a position, and of the option if there is one. Cost: reachability is
//! cheap; covers are where proofs take their time.

use super::moves::MoveReader;
use super::{InductionStop, MetObligation, Prover, Violation, ViolationKind};
use crate::prove::arena::ArenaMove;
use crate::prove::branch::{Branch, BranchMember, Branches, Track};
use crate::prove::cover::{CoverResult, cover};
use crate::prove::empty::{TrackDigits, reach, spread};
use crate::prove::symmetry::mirrors;

impl Prover<'_> {
    /// No move leads from `from` to `target`; both read `values` given tracks after the heaps.
    pub(super) fn no_move_inside(
        &mut self,
        what: &str,
        from: &[usize],
        target: usize,
        values: usize,
    ) -> Result<(), InductionStop> {
        let n = self.arena.heaps.len();
        let twins = self.twins(target);
        for (at, is_twin) in twins.into_iter().enumerate() {
            if is_twin {
                continue;
            }
            for reader in self.strict(at)? {
                let name = format!("no move {what}");
                let value: Vec<Track> = (n..n + values).map(Track::Given).collect();
                let reads = [reader.to.clone(), value.clone()].concat();
                let mut components: Vec<BranchMember> = Vec::new();
                for machine in from {
                    let heaps = (0..n).map(Track::Given);
                    let all = self.made.shop.machines[*machine].tracks.len();
                    let reads = heaps.chain(value.iter().copied()).take(all).collect();
                    components.push(BranchMember { machine: *machine, reads });
                }
                components.extend(reader.components);
                components.push(BranchMember { machine: target, reads });
                let branch = Branch { components, hidden: reader.hidden };
                let met = self.empty(&name, n + values, branch, Some(&reader.to));
                met.map_err(|stop| stop.about(ViolationKind::Same))?;
            }
        }
        Ok(())
    }

    /// Which moves are symmetric to an earlier one: what holds of that one holds of them, because
    /// all sets have the symmetry. (The checker tries all.)
    pub(super) fn twins(&self, target: usize) -> Vec<bool> {
        let moves = &self.arena.moves;
        let none = vec![false; moves.len()];
        let heaps = self.arena.heaps.len();
        let target = &self.made.shop.machines[target];
        if self.made.shop.single || target.tracks.len() != heaps {
            return none;
        }
        let sorted = |heaps: &[usize], places: &[usize]| {
            let mut image: Vec<usize> = heaps.iter().map(|heap| places[*heap]).collect();
            image.sort_unstable();
            image
        };
        let identity: Vec<usize> = (0..heaps).collect();
        let is_twin = |at: usize| {
            let ArenaMove::Lower(heaps) = &moves[at] else { return false };
            moves[..at].iter().any(|earlier| {
                let ArenaMove::Lower(earlier) = earlier else { return false };
                self.group.iter().any(|places| sorted(earlier, places) == sorted(heaps, &identity))
            })
        };
        (0..moves.len()).map(is_twin).collect()
    }

    /// No position of all of `sets` has such a move that satisfies `more`.
    pub(super) fn never(
        &mut self,
        name: &str,
        sets: &[usize],
        reader: MoveReader,
        more: Vec<BranchMember>,
    ) -> Result<(), InductionStop> {
        let mut components: Vec<BranchMember> = sets.iter().map(|m| self.on_heaps(*m)).collect();
        components.extend(reader.components);
        components.extend(more);
        let branch = Branch { components, hidden: reader.hidden };
        let to = (!reader.to.is_empty()).then_some(reader.to);
        self.empty(name, self.arena.heaps.len(), branch, to.as_deref())
    }

    pub(super) fn empty(
        &mut self,
        name: &str,
        given: usize,
        branch: Branch,
        to: Option<&[Track]>,
    ) -> Result<(), InductionStop> {
        self.control.start(name)?;
        let reading = self.reading(given);
        let branches = Branches::new(&self.made.shop.machines, reading, vec![branch]);
        let reached = reach(&branches, self.control)?;
        if let Some(TrackDigits { given, hidden }) = reached.word {
            let track = |track: &Track| match *track {
                Track::Given(i) => given[i].clone(),
                Track::Hidden(j) => hidden[j].clone(),
            };
            let option = to.map(|to| to.iter().map(track).collect());
            let position = given[..self.arena.heaps.len()].to_vec();
            let (obligation, about) = (name.to_owned(), ViolationKind::Claim);
            return Err(InductionStop::Violated(Violation {
                obligation,
                about,
                position,
                option,
                sets: None,
            }));
        }
        let (name, size, unit) = (name.to_owned(), reached.elements, "elements");
        match self.made.obligations.iter_mut().find(|known| known.name == name) {
            Some(known) => known.size += size,
            None => self.made.obligations.push(MetObligation { name, size, unit }),
        }
        Ok(())
    }

    /// Every word is outside, or accepted by a component of `start`, or has a move to `target`.
    pub(super) fn every_move(
        &mut self,
        cover: &str,
        start: Vec<BranchMember>,
        given: usize,
        target: usize,
        value: &[Track],
    ) -> Result<(), InductionStop> {
        let mut branches = vec![self.outside()?];
        branches.extend(start.into_iter().map(|c| Branch { components: vec![c], hidden: vec![] }));
        for at in 0..self.arena.moves.len() {
            let reader = self.narrow(at)?;
            let reads = [reader.to, value.to_vec()].concat();
            let mut components = vec![BranchMember { machine: target, reads }];
            components.extend(reader.components);
            branches.push(Branch { components, hidden: reader.hidden });
        }
        let name = match cover {
            "graph" => "every smaller value is reached".to_string(),
            set => format!("all others have a move to set {set}"),
        };
        let met = self.all_covered(cover, &name, given, branches);
        met.map_err(|stop| stop.about(ViolationKind::Unreached))
    }

    pub(super) fn all_covered(
        &mut self,
        cover_name: &str,
        name: &str,
        given: usize,
        branches: Vec<Branch>,
    ) -> Result<(), InductionStop> {
        self.all_covered_from(cover_name, name, given, branches, None)
    }

    /// The same; words that are not covered are about the option with these given heaps.
    pub(super) fn all_covered_from(
        &mut self,
        cover_name: &str,
        name: &str,
        given: usize,
        branches: Vec<Branch>,
        to: Option<&[Track]>,
    ) -> Result<(), InductionStop> {
        self.control.start(name)?;
        let branches = Branches::new(&self.made.shop.machines, self.reading(given), branches);
        let lowers = self.arena.moves.iter().all(|option| matches!(option, ArenaMove::Lower(_)));
        let mirrors = if lowers && self.mirrored {
            mirrors(&branches, &self.group).unwrap_or_default()
        } else {
            Vec::new()
        };
        match cover(&branches, &mirrors, self.control)? {
            CoverResult::All(proof) => {
                let size = proof.kept.len();
                self.made.covers.push((cover_name.to_owned(), proof, mirrors));
                let (name, unit) = (name.to_owned(), "macro-states");
                match self.made.obligations.iter_mut().find(|known| known.name == name) {
                    Some(known) => known.size += size,
                    None => self.made.obligations.push(MetObligation { name, size, unit }),
                }
                Ok(())
            }
            CoverResult::Missed(word) => {
                let steps = branches.reading.steps();
                let letters: Vec<(usize, u32, u32)> =
                    word.iter().enumerate().map(|(i, l)| (i % steps, *l, 0)).collect();
                let digits = spread(&branches, 0, &letters);
                let position = digits.given[..self.arena.heaps.len()].to_vec();
                let of = |track: &Track| match *track {
                    Track::Given(i) => digits.given[i].clone(),
                    Track::Hidden(j) => digits.hidden[j].clone(),
                };
                let option = to.map(|to| to.iter().map(of).collect());
                let (obligation, about) = (name.to_owned(), ViolationKind::Claim);
                Err(InductionStop::Violated(Violation {
                    obligation,
                    about,
                    position,
                    option,
                    sets: None,
                }))
            }
        }
    }
}
