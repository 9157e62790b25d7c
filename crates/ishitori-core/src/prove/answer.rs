//! What a proved theorem says of one position, however large its heaps are.
//!
//! Heaps come as digits in the numeration of the proof. Outcomes and values are read off the automata of the
//! theorem; a winning move is an option in the set of P-positions, found by [`trace`]. All of it
//! takes time linear in the number of digits. Whatever was found is run through the automata once
//! more before it is given.

use ishitori_automata::{DigitOrder, Numeration};

use super::arena::ArenaMove;
use super::branch::{Branch, BranchMember, Branches, LetterReading, ProofMachine, Track};
use super::goal::ProofGoal;
use super::run::Proof;
use super::trace::{trace, trim};
use crate::solve::Outcome;

/// The digits of a number, least significant first, in the numeration of the proof.
pub type NumberDigits = Vec<bool>;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TheoremAnswer {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, as far as the theorem tells it; nothing in misère play.
    pub value: Option<GrundyAnswer>,
    /// A winning move, if the player to move wins.
    pub winning: Option<WinningMove>,
}

/// A Grundy value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GrundyAnswer {
    /// This one, in binary digits, least significant first.
    Exactly(Vec<bool>),
    /// This one or a larger one.
    AtLeast(u64),
}

/// A winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// Which of the arena's moves.
    pub option: usize,
    /// Its new numbers: those named by the move, or the lowered heaps.
    pub new: Vec<NumberDigits>,
    /// The position to which it leads; not sorted in an unordered game.
    pub heaps: Vec<NumberDigits>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The heaps are no position of the game.
    #[error("this is no position of the game")]
    NotAPosition,
    /// The theorem is about some positions only, and this is none of them.
    #[error("the theorem says nothing about this position")]
    Untold,
    /// What was found is not so, or nothing was found: a mistake in this program.
    #[error("the automata of the proof contradict each other")]
    Contradiction,
}

/// What a theorem says of a position: heaps in the order of the arena.
///
/// # Errors
/// [`NoAnswer`] if it is no position.
pub fn answer(proof: &Proof, heaps: &[NumberDigits]) -> Result<TheoremAnswer, NoAnswer> {
    let mut heaps = heaps.to_vec();
    heaps.iter_mut().for_each(trim);
    let asked = PositionQuery { proof, heaps };
    let is_position = asked.heaps.len() == proof.arena.heaps.len();
    if !is_position || !asked.accepts(asked.machine("valid")?, &asked.heaps) {
        return Err(NoAnswer::NotAPosition);
    }
    if let ProofGoal::Families { lost, won } = &proof.goal {
        return asked.of_families(lost.len(), won.len());
    }
    let value = asked.value()?;
    let lost = match &value {
        Some(GrundyAnswer::Exactly(digits)) => digits.is_empty(),
        Some(GrundyAnswer::AtLeast(_)) => false,
        None => asked.accepts(asked.machine("set0")?, &asked.heaps),
    };
    if lost {
        return Ok(TheoremAnswer { outcome: Outcome::P, value, winning: None });
    }
    if asked.is_terminal()? {
        return Ok(TheoremAnswer { outcome: Outcome::N, value, winning: None });
    }
    let winning = asked.winning()?;
    Ok(TheoremAnswer { outcome: Outcome::N, value, winning: Some(winning) })
}

struct PositionQuery<'p> {
    proof: &'p Proof,
    heaps: Vec<NumberDigits>,
}

impl PositionQuery<'_> {
    fn place(&self, name: &str) -> Result<usize, NoAnswer> {
        let machines = &self.proof.induction.shop.machines;
        machines.iter().position(|machine| machine.name == name).ok_or(NoAnswer::Contradiction)
    }

    fn machine(&self, name: &str) -> Result<&ProofMachine, NoAnswer> {
        Ok(&self.proof.induction.shop.machines[self.place(name)?])
    }

    /// Whether a machine accepts these numbers, one a track.
    fn accepts<N: AsRef<[bool]>>(&self, machine: &ProofMachine, tracks: &[N]) -> bool {
        let shop = &self.proof.induction.shop;
        let length = tracks.iter().map(|track| track.as_ref().len()).max().unwrap_or(0);
        let mut state = machine.dfa.initial();
        for i in 0..length {
            let place = if shop.order == DigitOrder::Msd { length - 1 - i } else { i };
            let digit = |track: &N| u16::from(track.as_ref().get(place) == Some(&true));
            if shop.single {
                let read = |state, track| machine.dfa.next(state, digit(track));
                state = tracks.iter().fold(state, read);
            } else {
                let digits = tracks.iter().enumerate();
                let letter = digits.fold(0, |all, (i, track)| all | digit(track) << i);
                state = machine.dfa.next(state, letter);
            }
        }
        machine.dfa.accepts_in(state)
    }

    /// What families say of it. That a position is won is said without a move.
    fn of_families(&self, lost: usize, won: usize) -> Result<TheoremAnswer, NoAnswer> {
        for at in 0..lost + won {
            if self.accepts(self.machine(&format!("set{at}"))?, &self.heaps) {
                let outcome = if at < lost { Outcome::P } else { Outcome::N };
                return Ok(TheoremAnswer { outcome, value: None, winning: None });
            }
        }
        Err(NoAnswer::Untold)
    }

    fn value(&self) -> Result<Option<GrundyAnswer>, NoAnswer> {
        match &self.proof.goal {
            ProofGoal::Misere { .. } | ProofGoal::Families { .. } => Ok(None),
            ProofGoal::Values(sets) => {
                for value in 0..sets.len() {
                    if self.accepts(self.machine(&format!("set{value}"))?, &self.heaps) {
                        let digits = Numeration::Binary.digits(value as u128);
                        return Ok(Some(GrundyAnswer::Exactly(digits)));
                    }
                }
                Ok(Some(GrundyAnswer::AtLeast(sets.len() as u64)))
            }
            ProofGoal::Grundy { one_hot, .. } => {
                let coded = self.graph()?;
                if !one_hot {
                    return Ok(Some(GrundyAnswer::Exactly(coded)));
                }
                let exponent = coded.len().checked_sub(1).ok_or(NoAnswer::Contradiction)?;
                if coded[..exponent].contains(&true) {
                    return Err(NoAnswer::Contradiction);
                }
                Ok(Some(GrundyAnswer::Exactly(Numeration::Binary.digits(exponent as u128))))
            }
        }
    }

    /// The number that the graph has for the heaps.
    fn graph(&self) -> Result<NumberDigits, NoAnswer> {
        let n = self.heaps.len();
        let mut reads: Vec<Track> = (0..n).map(Track::Given).collect();
        reads.push(Track::Hidden(0));
        let components = vec![BranchMember { machine: self.place("graph")?, reads }];
        let branch = Branch { components, hidden: vec![n - 1] };
        let found = self.search(branch, &self.heaps).and_then(|mut hidden| hidden.pop());
        let value = found.ok_or(NoAnswer::Contradiction)?;
        let tracks = [self.heaps.as_slice(), std::slice::from_ref(&value)].concat();
        if !self.accepts(self.machine("graph")?, &tracks) {
            return Err(NoAnswer::Contradiction);
        }
        Ok(value)
    }

    /// Whether it is known that nobody can move: then whoever cannot, wins.
    fn is_terminal(&self) -> Result<bool, NoAnswer> {
        let misere = matches!(self.proof.goal, ProofGoal::Misere { .. });
        Ok(misere && self.accepts(self.machine("terminal")?, &self.heaps))
    }

    /// A move to a position that is lost, which has been looked at again.
    fn winning(&self) -> Result<WinningMove, NoAnswer> {
        let (target, coded) = self.target();
        let machine = self.place(target)?;
        let given: Vec<NumberDigits> = self.heaps.iter().cloned().chain(coded).collect();
        for (option, moved) in self.proof.arena.moves.iter().enumerate() {
            let MoveBranch { mut branch, to } = self.reader(option, moved)?;
            let mut reads = to.clone();
            reads.extend((self.heaps.len()..given.len()).map(Track::Given));
            branch.components.insert(0, BranchMember { machine, reads });
            let Some(new) = self.search(branch, &given) else { continue };
            let number = |track: &Track| match *track {
                Track::Given(i) => self.heaps[i].clone(),
                Track::Hidden(j) => new[j].clone(),
            };
            let heaps = to.iter().map(number).collect();
            let winning = WinningMove { option, new, heaps };
            return if self.is_sound(&winning)? {
                Ok(winning)
            } else {
                Err(NoAnswer::Contradiction)
            };
        }
        Err(NoAnswer::Contradiction)
    }

    /// The machine of positions that are lost, and the number that it reads after the heaps.
    fn target(&self) -> (&'static str, Option<NumberDigits>) {
        match &self.proof.goal {
            ProofGoal::Values(_) | ProofGoal::Misere { .. } | ProofGoal::Families { .. } => {
                ("set0", None)
            }
            ProofGoal::Grundy { one_hot: false, .. } => ("graph", Some(vec![])),
            ProofGoal::Grundy { one_hot: true, .. } => ("graph", Some(vec![true])),
        }
    }

    /// How a move is read; `divides` is read narrow.
    fn reader(&self, at: usize, moved: &ArenaMove) -> Result<MoveBranch, NoAnswer> {
        let heaps = &self.proof.arena.heaps;
        match moved {
            ArenaMove::Lower(lowered) => {
                let machine = self.place("le")?;
                let mut to: Vec<Track> = (0..heaps.len()).map(Track::Given).collect();
                let mut components = Vec::new();
                for (i, heap) in lowered.iter().enumerate() {
                    let reads = vec![Track::Hidden(i), Track::Given(*heap)];
                    components.push(BranchMember { machine, reads });
                    to[*heap] = Track::Hidden(i);
                }
                Ok(MoveBranch { branch: Branch { components, hidden: lowered.clone() }, to })
            }
            ArenaMove::Other(other) => {
                let machine = self.place(&format!("move{}", at + 1))?;
                let track = |name: &String| {
                    let heap = heaps.iter().position(|heap| heap == name).map(Track::Given);
                    let new = || other.new.iter().position(|new| new == name).map(Track::Hidden);
                    heap.or_else(new).ok_or(NoAnswer::Contradiction)
                };
                let names = &self.proof.induction.shop.machines[machine].tracks;
                let reads = names.iter().map(track).collect::<Result<_, _>>()?;
                let to = other.to.iter().map(track).collect::<Result<_, _>>()?;
                let components = vec![BranchMember { machine, reads }];
                let hidden = vec![0; other.new.len()];
                Ok(MoveBranch { branch: Branch { components, hidden }, to })
            }
        }
    }

    fn search(&self, branch: Branch, given: &[NumberDigits]) -> Option<Vec<NumberDigits>> {
        let shop = &self.proof.induction.shop;
        let order = shop.order;
        let reading = LetterReading { given: given.len(), single: shop.single, order };
        let branches = Branches::new(&shop.machines, reading, vec![branch]);
        let given: Vec<&[bool]> = given.iter().map(Vec::as_slice).collect();
        trace(&branches, 0, &given)
    }

    /// Whether it is a move, and leads to a position that is lost.
    fn is_sound(&self, WinningMove { option, new, heaps }: &WinningMove) -> Result<bool, NoAnswer> {
        let moved = &self.proof.arena.moves[*option];
        let MoveBranch { branch, .. } = self.reader(*option, moved)?;
        let number = |track: &Track| match *track {
            Track::Given(i) => self.heaps[i].as_slice(),
            Track::Hidden(j) => new[j].as_slice(),
        };
        let machines = &self.proof.induction.shop.machines;
        let is_move = branch.components.iter().all(|BranchMember { machine, reads }| {
            let tracks: Vec<&[bool]> = reads.iter().map(number).collect();
            self.accepts(&machines[*machine], &tracks)
        });
        let (target, coded) = self.target();
        let tracks: Vec<NumberDigits> = heaps.iter().cloned().chain(coded).collect();
        let is_lost = self.accepts(self.machine(target)?, &tracks);
        let is_position = self.accepts(self.machine("valid")?, heaps);
        Ok(is_move && is_lost && is_position && *heaps != self.heaps)
    }
}

/// A move without what it must lead to, and where the new heaps are.
struct MoveBranch {
    branch: Branch,
    to: Vec<Track>,
}
