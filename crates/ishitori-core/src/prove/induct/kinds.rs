//! The two kinds of obligations: no such numbers, and every word is covered.

use super::moves::Reader;
use super::{About, Obligation, Prover, Stop, Violation};
use crate::prove::arena::Move;
use crate::prove::branch::{Branch, Branches, Component, Track};
use crate::prove::cover::{Covered, cover};
use crate::prove::empty::{Digits, reach, spread};
use crate::prove::symmetry::mirrors;

impl Prover<'_, '_> {
    /// No move leads from `from` to `target`; both read `values` given tracks after the heaps.
    pub(super) fn no_move_inside(
        &mut self,
        what: &str,
        from: &[usize],
        target: usize,
        values: usize,
    ) -> Result<(), Stop> {
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
                let mut components: Vec<Component> = Vec::new();
                for machine in from {
                    let heaps = (0..n).map(Track::Given);
                    let all = self.made.shop.machines[*machine].tracks.len();
                    let reads = heaps.chain(value.iter().copied()).take(all).collect();
                    components.push(Component { machine: *machine, reads });
                }
                components.extend(reader.components);
                components.push(Component { machine: target, reads });
                let branch = Branch { components, hidden: reader.hidden };
                let met = self.empty(&name, n + values, branch, Some(&reader.to));
                met.map_err(|stop| stop.about(About::Same))?;
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
            let Move::Lower(heaps) = &moves[at] else { return false };
            moves[..at].iter().any(|earlier| {
                let Move::Lower(earlier) = earlier else { return false };
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
        reader: Reader,
        more: Vec<Component>,
    ) -> Result<(), Stop> {
        let mut components: Vec<Component> = sets.iter().map(|m| self.on_heaps(*m)).collect();
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
    ) -> Result<(), Stop> {
        self.work.start(name)?;
        let reading = self.reading(given);
        let branches = Branches::new(&self.made.shop.machines, reading, vec![branch]);
        let reached = reach(&branches, self.work)?;
        if let Some(Digits { given, hidden }) = reached.word {
            let track = |track: &Track| match *track {
                Track::Given(i) => given[i].clone(),
                Track::Hidden(j) => hidden[j].clone(),
            };
            let option = to.map(|to| to.iter().map(track).collect());
            let position = given[..self.arena.heaps.len()].to_vec();
            let (obligation, about) = (name.to_owned(), About::Claim);
            return Err(Stop::Violated(Violation { obligation, about, position, option }));
        }
        let (name, size, unit) = (name.to_owned(), reached.elements, "elements");
        match self.made.obligations.iter_mut().find(|known| known.name == name) {
            Some(known) => known.size += size,
            None => self.made.obligations.push(Obligation { name, size, unit }),
        }
        Ok(())
    }

    /// Every word is outside, or accepted by a component of `start`, or has a move to `target`.
    pub(super) fn every_move(
        &mut self,
        cover: &str,
        start: Vec<Component>,
        given: usize,
        target: usize,
        value: &[Track],
    ) -> Result<(), Stop> {
        let mut branches = vec![self.outside()?];
        branches.extend(start.into_iter().map(|c| Branch { components: vec![c], hidden: vec![] }));
        for at in 0..self.arena.moves.len() {
            let reader = self.narrow(at)?;
            let reads = [reader.to, value.to_vec()].concat();
            let mut components = vec![Component { machine: target, reads }];
            components.extend(reader.components);
            branches.push(Branch { components, hidden: reader.hidden });
        }
        let name = match cover {
            "graph" => "every smaller value is reached".to_string(),
            set => format!("all others have a move to set {set}"),
        };
        let met = self.all_covered(cover, &name, given, branches);
        met.map_err(|stop| stop.about(About::Unreached))
    }

    pub(super) fn all_covered(
        &mut self,
        cover_name: &str,
        name: &str,
        given: usize,
        branches: Vec<Branch>,
    ) -> Result<(), Stop> {
        self.work.start(name)?;
        let branches = Branches::new(&self.made.shop.machines, self.reading(given), branches);
        let lowers = self.arena.moves.iter().all(|option| matches!(option, Move::Lower(_)));
        let mirrors = if lowers && self.mirrored {
            mirrors(&branches, &self.group).unwrap_or_default()
        } else {
            Vec::new()
        };
        match cover(&branches, &mirrors, self.work)? {
            Covered::All(proof) => {
                let size = proof.kept.len();
                self.made.covers.push((cover_name.to_owned(), proof, mirrors));
                let name = name.to_owned();
                self.made.obligations.push(Obligation { name, size, unit: "macro-states" });
                Ok(())
            }
            Covered::Missed(word) => {
                let steps = branches.reading.steps();
                let letters: Vec<(usize, u32, u32)> =
                    word.iter().enumerate().map(|(i, l)| (i % steps, *l, 0)).collect();
                let digits = spread(&branches, 0, &letters);
                let position = digits.given[..self.arena.heaps.len()].to_vec();
                let (obligation, about, option) = (name.to_owned(), About::Claim, None);
                Err(Stop::Violated(Violation { obligation, about, position, option }))
            }
        }
    }
}
