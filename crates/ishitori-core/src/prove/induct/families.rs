//! The obligations of families: sets of positions that are lost, and sets of positions that are won.
//!
//! Let L be the union of the sets that are said to be lost. If no move stays in L, and from every option of a position of L
//! some move leads to L, then all of L is lost: whoever is to move there, the other one can always move
//! back to L, and play ends. A set is won if none of it is in L and every position of it has a move to L. Nothing is
//! said of other positions, so nothing has to be true of them: this is what makes theorems about parts of games.
//!
//! That every option has a reply is a cover whose given tracks are the heaps of the position and the new numbers of the
//! move: every word is outside, or not in the set, or no move, or the option has a move to L. There is one for each set and
//! each move, so the automata stay as small as the sets. (Guessing position and move behind the digits of the option,
//! as the projection of the set, would be one cover for all moves, but with subsets of the guesses.) Of moves that are
//! symmetric one is enough. As everywhere a reply may lower nothing: then the option would be in L itself, which is excluded.

use ishitori_automata::{Comparison, Formula, MAX_TRACKS};

use super::moves::MoveReader;
use super::{InductionStop, Prover, ViolationKind};
use crate::prove::arena::ArenaMove;
use crate::prove::branch::{Branch, BranchMember, Track};
use crate::prove::symmetry::actions;

impl Prover<'_> {
    pub(super) fn families(
        &mut self,
        lost: &[Formula],
        won: &[Formula],
    ) -> Result<(), InductionStop> {
        let valid = self.machine("valid", &self.arena.heaps, &self.arena.valid)?;
        let heaps = self.arena.heaps.clone();
        let mut sets = Vec::new();
        for (j, set) in lost.iter().chain(won).enumerate() {
            let set_machine = self.machine(&format!("set{j}"), &heaps, set)?;
            sets.push((set_machine, self.complement(&format!("notset{j}"), &heaps, set)?));
        }
        let outside = self.complement("outside", &heaps, &self.arena.valid)?;
        let whole = sets.iter().map(|(set, _)| *set).chain([outside]);
        let whole: Vec<usize> = whole.collect();
        if self.group.len() > 1 {
            self.made.actions = actions(&self.made.shop.machines, &whole, &self.group)
                .expect("just seen to be that of all sets");
        }
        let targets: Vec<usize> = sets[..lost.len()].iter().map(|(set, _)| *set).collect();
        for (i, first) in targets.iter().enumerate() {
            for (j, second) in targets.iter().enumerate() {
                let name = format!("leads from set {i} to set {j}");
                let met = self.no_move_inside(&name, &[valid, *first], *second, 0);
                met.map_err(|stop| stop.between(i, j))?;
            }
        }
        for (i, (set, _)) in sets.iter().enumerate().skip(lost.len()) {
            for (j, target) in targets.iter().enumerate() {
                let both = [valid, *set, *target];
                let name = format!("sets {j} and {i} are apart");
                let met = self.never(&name, &both, MoveReader::none(), vec![]);
                met.map_err(|stop| stop.between(i, j))?;
            }
        }
        let needed = self.needed_replies();
        for (i, (_, not)) in sets.iter().enumerate().take(lost.len()) {
            for at in &needed {
                let met = self.replies(i, *not, *at, &targets);
                met.map_err(|stop| stop.between(i, i))?;
            }
        }
        for (i, (_, not)) in sets.iter().enumerate().skip(lost.len()) {
            let met = self.wins(i, *not, &targets);
            met.map_err(|stop| stop.between(i, i))?;
        }
        Ok(())
    }

    /// The moves whose covers are written: a cover is left out only if a symmetry of the certificate leads from its move
    /// to one whose cover is there. The identity is none of these, so of two equal moves both are written.
    fn needed_replies(&self) -> Vec<usize> {
        let moves = &self.arena.moves;
        let identity: Vec<usize> = (0..self.arena.heaps.len()).collect();
        let is_moved = |from: &[usize], to: &[usize]| {
            let leads = |places: &Vec<usize>| from.iter().all(|heap| to.contains(&places[*heap]));
            let mut others = self.group.iter().filter(|places| **places != identity);
            from.len() == to.len() && others.any(leads)
        };
        let mut needed: Vec<usize> = Vec::new();
        for (at, step) in moves.iter().enumerate() {
            let is_twin = needed.iter().any(|known| match (step, &moves[*known]) {
                (ArenaMove::Lower(from), ArenaMove::Lower(to)) => is_moved(from, to),
                _ => false,
            });
            if !is_twin {
                needed.push(at);
            }
        }
        needed
    }

    /// Every option of set `i` by one move has a move to a target.
    fn replies(
        &mut self,
        i: usize,
        not: usize,
        at: usize,
        targets: &[usize],
    ) -> Result<(), InductionStop> {
        let (given, no_move, to) = self.given_move(at)?;
        let mut branches = vec![self.outside()?];
        for component in [self.on_heaps(not), no_move] {
            branches.push(Branch { components: vec![component], hidden: vec![] });
        }
        self.moves_to(targets, &to, &mut branches)?;
        let name = format!("every option of set {i} has a reply");
        let cover = format!("{i}.{}", at + 1);
        let met = self.all_covered_from(&cover, &name, given, branches, Some(&to));
        met.map_err(|stop| stop.about(ViolationKind::Unsupported))
    }

    /// Every position of set `i` has a move to a target.
    fn wins(&mut self, i: usize, not: usize, targets: &[usize]) -> Result<(), InductionStop> {
        let n = self.arena.heaps.len();
        let mut branches = vec![self.outside()?];
        branches.push(Branch { components: vec![self.on_heaps(not)], hidden: vec![] });
        let here: Vec<Track> = (0..n).map(Track::Given).collect();
        self.moves_to(targets, &here, &mut branches)?;
        let name = format!("every position of set {i} has a move to a set that is lost");
        let met = self.all_covered_from(&i.to_string(), &name, n, branches, None);
        met.map_err(|stop| stop.about(ViolationKind::Unsupported))
    }

    /// A branch for each target and each move, made from the position whose heaps these tracks are.
    fn moves_to(
        &mut self,
        targets: &[usize],
        from: &[Track],
        branches: &mut Vec<Branch>,
    ) -> Result<(), InductionStop> {
        let place = |track: Track| match track {
            Track::Given(heap) => from[heap],
            hidden => hidden,
        };
        for target in targets {
            for at in 0..self.arena.moves.len() {
                let reader = self.narrow(at)?;
                let to = reader.to.into_iter().map(place).collect();
                let mut components = vec![BranchMember { machine: *target, reads: to }];
                for component in reader.components {
                    let reads = component.reads.into_iter().map(place).collect();
                    components.push(BranchMember { reads, ..component });
                }
                branches.push(Branch { components, hidden: reader.hidden });
            }
        }
        Ok(())
    }

    /// A move with all its numbers given: how many tracks there are, what says that it is none, and the heaps
    /// after it.
    fn given_move(
        &mut self,
        at: usize,
    ) -> Result<(usize, BranchMember, Vec<Track>), InductionStop> {
        let n = self.arena.heaps.len();
        let arena = self.arena;
        let new = match &arena.moves[at] {
            ArenaMove::Lower(heaps) => heaps.len(),
            ArenaMove::Other(other) => other.new.len(),
        };
        if n + new > MAX_TRACKS || self.made.shop.single {
            let why = format!(
                "families need the heaps and the new numbers of a move at once, and {} are too many: at most {MAX_TRACKS}",
                n + new
            );
            return Err(crate::control::GaveUp::new(why).into());
        }
        let shown = |track: Track| match track {
            Track::Hidden(j) => Track::Given(n + j),
            given => given,
        };
        let name = format!("notmove{}", at + 1);
        match &arena.moves[at] {
            ArenaMove::Lower(heaps) => {
                let names: Vec<String> = (1..=new).map(|i| format!("x{i}")).collect();
                let formula = lowers(&arena.heaps, heaps, &names);
                let old = heaps.iter().map(|heap| arena.heaps[*heap].clone());
                let tracks: Vec<String> = old.chain(names).collect();
                let machine = self.complement(&name, &tracks, &formula)?;
                let reads = heaps.iter().map(|heap| Track::Given(*heap));
                let reads = reads.chain((n..n + new).map(Track::Given)).collect();
                let place = |heap: usize| heaps.iter().position(|lowered| *lowered == heap);
                let to = (0..n).map(|heap| Track::Given(place(heap).map_or(heap, |i| n + i)));
                Ok((n + new, BranchMember { machine, reads }, to.collect()))
            }
            ArenaMove::Other(other) => {
                let formula = other.wide();
                let (tracks, reads) = self.tracks_of(at, &formula);
                let machine = self.complement(&name, &tracks, &formula)?;
                let reads = reads.into_iter().map(shown).collect();
                let to = other.to.iter().map(|name| shown(self.track(at, name))).collect();
                Ok((n + new, BranchMember { machine, reads }, to))
            }
        }
    }
}

/// That new numbers lower these heaps: none is larger, one is smaller.
fn lowers(names: &[String], heaps: &[usize], new: &[String]) -> Formula {
    let each = |comparison: Comparison| -> Vec<Formula> {
        let pairs = heaps.iter().zip(new);
        pairs.map(|(heap, x)| Formula::compare(x, comparison, &names[*heap])).collect()
    };
    let mut all = each(Comparison::LessEqual);
    all.push(Formula::Or(each(Comparison::Less)));
    Formula::And(all)
}
