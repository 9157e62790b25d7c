//! Checks a cover: one step from every macro-state.
//!
//! Suppose some word is refused by all elements of some listed macro-state (moved by a symmetry, it is
//! another word of the same length); take a shortest one. It is not empty, since every macro-state
//! accepts the empty word. After its first letter, what is left is refused by all elements that are
//! reached, so by all elements below them, so by a listed macro-state; and it is shorter. So no word
//! is refused, and what is below the initial elements accepts all words; so do the initial elements.
//!
//! Elements that accept nothing any more are left out everywhere: they refuse every word. Cost: for each letter and
//! each element of a macro-state the list of what it reaches ([`crate::cover::moves`]). Nothing is searched for.

use crate::certificate::contents::Certificate;
use crate::certificate::listed_cover::{ListedCover, ListedSymmetry, MacroName};
use crate::cover::branch::RequiredCover;
use crate::cover::moves::{BranchMoves, plan};
use crate::digits::ReadingOrder;
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;
use crate::watch::TABLE;
use std::collections::HashSet;

/// An element: its branch, the state of its first component, and the number of its other states.
type MacroElement = (u32, u32, u32);

/// A cover while it is checked.
struct CoverCheck<'a> {
    cover: &'a ListedCover,
    required: &'a RequiredCover<'a>,
    order: ReadingOrder,
    steps: usize,
    /// How each branch moves.
    moves: Vec<BranchMoves<'a>>,
    /// The elements of each macro-state, those of the same branch and other states together.
    elements: Vec<Vec<MacroElement>>,
    /// For each symmetry, branch and number of other states: the branch and number it goes to.
    images: Vec<Vec<Vec<(u32, u32)>>>,
    /// For each symmetry and branch: where the states of its first component go.
    targets: Vec<Vec<&'a [u32]>>,
    /// For each branch and element when it was last reached.
    marks: Vec<Vec<u64>>,
    now: u64,
}

/// Checks a cover; returns how many elements its macro-states have.
pub(crate) fn check<'a>(
    certificate: &'a Certificate,
    cover: &'a ListedCover,
    required: &'a RequiredCover<'a>,
    watch: &mut CheckWatch,
) -> Result<usize, CheckRefusal> {
    let steps = if certificate.single { required.given } else { 1 };
    let moves =
        required.branches.iter().map(|branch| plan(branch, required.given, certificate.single));
    let mut check = CoverCheck {
        cover,
        required,
        order: certificate.order,
        steps,
        moves: moves.collect(),
        elements: Vec::new(),
        images: Vec::new(),
        targets: Vec::new(),
        marks: Vec::new(),
        now: 0,
    };
    check.load(watch)?;
    let symmetries = if required.is_moved { &certificate.symmetries[..] } else { &[] };
    check.symmetries(symmetries)?;
    let mut size = 0;
    for moves in &mut check.moves {
        moves.prepare(watch)?;
        let cells = moves.others() * moves.states();
        size += cells;
        watch.limit(size, TABLE)?;
        check.marks.push(vec![0; cells]);
    }
    check.start(watch)?;
    for index in 0..cover.macros.len() {
        check.accepts(index, watch)?;
        check.steps(index, watch)?;
    }
    Ok(check.elements.iter().map(Vec::len).sum())
}

impl<'a> CoverCheck<'a> {
    /// Takes over the elements of the file.
    fn load(&mut self, watch: &mut CheckWatch) -> Result<(), CheckRefusal> {
        for moves in &mut self.moves {
            moves.initial()?;
        }
        for listed in &self.cover.macros {
            let refuse = |what: &str| CheckRefusal::at(listed.line, format!("macro-state: {what}"));
            if listed.position >= self.steps {
                return Err(refuse("there are not so many steps"));
            }
            let mut elements = Vec::new();
            for (branch, states) in &listed.elements {
                let moves = self.moves.get_mut(*branch).filter(|moves| moves.states() > 0);
                let moves = moves.ok_or_else(|| refuse("no such branch"))?;
                let element = moves.element(states, listed.position);
                if let Some((first, others)) = element.map_err(|error| error.on(listed.line))? {
                    elements.push((*branch as u32, others, first));
                }
            }
            elements.sort_unstable();
            elements.dedup();
            watch.tick(elements.len())?;
            self.elements
                .push(elements.iter().map(|(b, others, first)| (*b, *first, *others)).collect());
        }
        Ok(())
    }

    /// Where elements go by each symmetry. Number 0 is none.
    fn symmetries(&mut self, symmetries: &'a [ListedSymmetry]) -> Result<(), CheckRefusal> {
        for symmetry in symmetries {
            let mut images = Vec::new();
            let mut targets: Vec<&[u32]> = Vec::new();
            let known: Vec<usize> = self.moves.iter().map(BranchMoves::others).collect();
            for (from, known) in known.into_iter().enumerate() {
                let mut of_branch = Vec::new();
                let name =
                    self.required.branches[from].components.first().map(|first| &first.table.name);
                let states = name.map_or(Some(&[][..]), |name| symmetry.images(name));
                let (to, places) =
                    symmetry.branch(&self.required.branches, from).ok_or_else(|| {
                        CheckRefusal::at(symmetry.line, "symmetry: a branch goes nowhere")
                    })?;
                let states = states.ok_or_else(|| {
                    CheckRefusal::at(symmetry.line, "symmetry: states of an automaton are missing")
                })?;
                targets.push(states);
                for number in 0..known {
                    let mut moved = self.moves[from].other(number).to_vec();
                    let others = moved.clone();
                    places.iter().zip(&others).for_each(|(place, state)| moved[*place] = *state);
                    of_branch.push((to as u32, self.moves[to].number(&moved)?));
                }
                images.push(of_branch);
            }
            self.images.push(images);
            self.targets.push(targets);
        }
        Ok(())
    }

    /// What an element reaches in a step.
    fn reached(
        &self,
        (branch, first, others): MacroElement,
        step: usize,
        letter: usize,
    ) -> Vec<MacroElement> {
        let moves = &self.moves[branch as usize];
        let next =
            |(code, others): &(u32, u32)| (branch, moves.column(*code)[first as usize], *others);
        moves.list(others, step, letter).iter().map(next).collect()
    }

    /// All elements that can be reached by letters that are 0 on all given tracks.
    fn by_zeros(
        &self,
        from: &[MacroElement],
        watch: &mut CheckWatch,
    ) -> Result<HashSet<MacroElement>, CheckRefusal> {
        let mut seen: HashSet<MacroElement> = from.iter().copied().collect();
        let mut left: Vec<MacroElement> = from.to_vec();
        while let Some(element) = left.pop() {
            let mut now = HashSet::from([element]);
            for step in 0..self.steps {
                now = now.into_iter().flat_map(|element| self.reached(element, step, 0)).collect();
                watch.tick(4 * now.len())?;
            }
            left.extend(now.into_iter().filter(|element| seen.insert(*element)));
            watch.limit(seen.len(), TABLE)?;
        }
        Ok(seen)
    }

    /// The macro-state of the start is below the initial elements.
    fn start(&mut self, watch: &mut CheckWatch) -> Result<(), CheckRefusal> {
        let mut initial = Vec::new();
        for (branch, moves) in self.moves.iter_mut().enumerate() {
            let element = moves.initial()?;
            initial.extend(element.map(|(first, others)| (branch as u32, first, others)));
        }
        let reached = match self.order {
            ReadingOrder::Msd => self.by_zeros(&initial, watch)?,
            ReadingOrder::Lsd => initial.into_iter().collect(),
        };
        self.now += 1;
        for (branch, first, others) in reached {
            let states = self.moves[branch as usize].states();
            self.marks[branch as usize][others as usize * states + first as usize] = self.now;
        }
        match self.below(self.cover.start, 0) {
            true => Ok(()),
            false => Err(CheckRefusal::at(
                self.cover.line,
                "cover: the start is not below the initial elements",
            )),
        }
    }

    /// A macro-state accepts the empty word.
    fn accepts(&self, index: usize, watch: &mut CheckWatch) -> Result<(), CheckRefusal> {
        let listed = &self.cover.macros[index];
        let accepts = |(branch, first, others): &MacroElement| {
            self.moves[*branch as usize].accepts(*first, *others)
        };
        let elements = &self.elements[index];
        if listed.position == 0
            && !elements.iter().any(accepts)
            && (self.order == ReadingOrder::Msd
                || !self.by_zeros(elements, watch)?.iter().any(accepts))
        {
            return Err(CheckRefusal::at(listed.line, "macro-state: no element of it accepts"));
        }
        Ok(())
    }

    /// Every letter leads from a macro-state to the one that is named.
    fn steps(&mut self, index: usize, watch: &mut CheckWatch) -> Result<(), CheckRefusal> {
        let listed = &self.cover.macros[index];
        let letters = if self.steps == 1 { 1 << self.required.given } else { 2 };
        if listed.next.len() != letters {
            return Err(CheckRefusal::at(
                listed.line,
                format!("macro-state: `next` has to name {letters}"),
            ));
        }
        for (letter, name) in listed.next.iter().enumerate() {
            self.now += 1;
            let elements = &self.elements[index];
            let mut work = elements.len();
            for group in elements.chunk_by(|one, two| (one.0, one.2) == (two.0, two.2)) {
                let (branch, _, others) = group[0];
                let moves = &self.moves[branch as usize];
                let (states, marks) = (moves.states(), &mut self.marks[branch as usize]);
                for (code, others) in moves.list(others, listed.position, letter) {
                    let column = moves.column(*code);
                    let row = &mut marks[*others as usize * states..][..states];
                    for (_, first, _) in group {
                        row[column[*first as usize] as usize] = self.now;
                    }
                    work += group.len();
                }
            }
            watch.tick(1 + work / 16)?;
            if !self.below(*name, (listed.position + 1) % self.steps) {
                let reason =
                    format!("macro-state: letter {letter} does not lead to what `next` names");
                return Err(CheckRefusal::at(listed.line, reason));
            }
        }
        Ok(())
    }

    /// Whether the macro-state with this name, at this position, is below the elements marked now.
    fn below(&mut self, (index, symmetry): MacroName, position: usize) -> bool {
        let Some(elements) = self.elements.get(index as usize) else { return false };
        let moved = match (symmetry as usize).checked_sub(1) {
            Some(symmetry) if symmetry >= self.images.len() => return false,
            moved => moved,
        };
        if self.cover.macros[index as usize].position != position {
            return false;
        }
        elements.iter().all(|(branch, first, others)| {
            let (mut branch, mut first, mut others) = (*branch as usize, *first, *others);
            if let Some(symmetry) = moved {
                first = self.targets[symmetry][branch][first as usize];
                let (to, number) = self.images[symmetry][branch][others as usize];
                (branch, others) = (to as usize, number);
            }
            let marks = &self.marks[branch];
            let moves = &mut self.moves[branch];
            marks[others as usize * moves.states() + first as usize] == self.now
                || moves.below(first, others, |place| marks[place] == self.now)
        })
    }
}
