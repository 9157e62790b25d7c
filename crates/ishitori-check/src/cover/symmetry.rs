//! Symmetries: the heaps change places, and the automata of the sets do not notice.
//!
//! If the image of every state accepts what the state accepts, reads moved letters as the state
//! reads letters, then it accepts exactly the moved words; so an element that refuses a word has an
//! image that refuses the moved word. Cost: one step a state and letter.

use crate::certificate::contents::{Certificate, CertificateMove, StatedTheorem};
use crate::certificate::listed_automaton::ListedAutomaton;
use crate::certificate::listed_cover::ListedSymmetry;
use crate::cover::branch::CoverBranch;
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;

impl ListedSymmetry {
    fn refuse(&self, reason: &str) -> CheckRefusal {
        CheckRefusal::at(self.line, format!("symmetry: {reason}"))
    }

    /// Everything that is to be checked of a symmetry.
    pub(crate) fn check(
        &self,
        certificate: &Certificate,
        watch: &mut CheckWatch,
    ) -> Result<(), CheckRefusal> {
        let all = match &certificate.theorem {
            StatedTheorem::Values(_) => None,
            StatedTheorem::Families { sets, .. } => Some(sets.len()),
            _ => return Err(self.refuse("only for theorems on values or families")),
        };
        if certificate.single {
            return Err(self.refuse("only with `digits together`"));
        }
        // By a symmetry a cover of families may be left out, so all sets have to have it.
        let names = all.map(|sets| (0..sets).map(|set| format!("set{set}")));
        let mut names = names.into_iter().flatten().chain(all.map(|_| "outside".to_string()));
        if names.any(|name| self.images(&name).is_none()) {
            return Err(self.refuse("all sets and what is outside must have it"));
        }
        let mut sorted = self.places.clone();
        sorted.sort_unstable();
        if sorted != (0..certificate.heaps()).collect::<Vec<usize>>() {
            return Err(self.refuse("the places are no permutation of the heaps"));
        }
        self.keeps_moves(&certificate.moves)?;
        self.keeps_automata(&certificate.tables, watch)
    }

    /// Every move becomes a move.
    fn keeps_moves(&self, moves: &[CertificateMove]) -> Result<(), CheckRefusal> {
        for step in moves {
            let CertificateMove::Lower(heaps) = step else {
                return Err(self.refuse("all moves have to be `lower` moves"));
            };
            let same = |other: &CertificateMove| match other {
                CertificateMove::Lower(other) => self.moves(heaps, other),
                CertificateMove::General { .. } => false,
            };
            if !moves.iter().any(same) {
                return Err(self.refuse("a move becomes none"));
            }
        }
        Ok(())
    }

    /// Every automaton that is named goes to itself.
    fn keeps_automata(
        &self,
        tables: &[ListedAutomaton],
        watch: &mut CheckWatch,
    ) -> Result<(), CheckRefusal> {
        for (index, (name, images)) in self.states.iter().enumerate() {
            let used = name == "outside" || name.starts_with("set");
            let table = tables.iter().find(|table| used && table.name == *name);
            let Some(table) = table.filter(|table| table.states() == images.len()) else {
                return Err(self.refuse(&format!("`states {name}` fits no automaton of a set")));
            };
            watch.tick(images.len() * table.letters / 4)?;
            let twice = self.states[..index].iter().any(|(other, _)| other == name);
            if twice || images[0] != 0 || !self.keeps(table, images) {
                return Err(self.refuse(&format!("the automaton {name} does not go to itself")));
            }
        }
        Ok(())
    }

    /// The image of each state accepts if the state does, and letters lead to images.
    fn keeps(&self, table: &ListedAutomaton, images: &[u32]) -> bool {
        images.iter().enumerate().all(|(state, image)| {
            (*image as usize) < images.len()
                && table.accepting[state] == table.accepting[*image as usize]
                && (0..table.letters).all(|letter| {
                    let next = table.successor(state as u32, letter) as usize;
                    table.successor(*image, self.letter(letter)) == images[next]
                })
        })
    }

    /// The letter with its digits moved.
    fn letter(&self, letter: usize) -> usize {
        let digits = self.places.iter().enumerate();
        digits.fold(0, |moved, (heap, place)| moved | (letter >> heap & 1) << place)
    }

    /// Whether one `lower` move goes to the other.
    pub(crate) fn leads(&self, from: &CertificateMove, to: &CertificateMove) -> bool {
        match (from, to) {
            (CertificateMove::Lower(from), CertificateMove::Lower(to)) => self.moves(from, to),
            _ => false,
        }
    }

    /// Whether the heaps of one move go to those of the other, in any order.
    fn moves(&self, heaps: &[usize], other: &[usize]) -> bool {
        heaps.len() == other.len() && heaps.iter().all(|heap| other.contains(&self.places[*heap]))
    }

    /// The branch that a branch goes to, and for each of its components after the first where it goes.
    pub(crate) fn branch(
        &self,
        branches: &[CoverBranch],
        from: usize,
    ) -> Option<(usize, Vec<usize>)> {
        let Some(heaps) = branches[from].lower else { return Some((from, Vec::new())) };
        let to = |branch: &CoverBranch| branch.lower.is_some_and(|other| self.moves(heaps, other));
        let branch = branches.iter().position(to)?;
        let other = branches[branch].lower?;
        let place = |heap: &usize| other.iter().position(|place| *place == self.places[*heap]);
        Some((branch, heaps.iter().map(place).collect::<Option<Vec<usize>>>()?))
    }

    /// Where the states of an automaton go.
    pub(crate) fn images(&self, name: &str) -> Option<&[u32]> {
        let found = self.states.iter().find(|(known, _)| known == name);
        found.map(|(_, images)| &images[..])
    }
}
