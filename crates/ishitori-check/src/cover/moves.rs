//! How the elements of one branch move: what they reach by a letter of the given tracks together
//! with any digits of the hidden ones.
//!
//! The states of all components but the first are taken as one, *the others*, and numbered. For each of
//! them and each letter there is a list: which digits the first component can read, and what the
//! others become. It is made by guessing the hidden digits one after the other, and dropping a guess
//! as soon as a component that has read all its digits accepts nothing any more. There are lists only where
//! moves are looked at: of the others of listed elements for all letters, and for the letter 0 of what zeros
//! reach from them. Cost: the lengths of these lists, each made once and then shared by all states of the first
//! component.

use crate::cover::branch::{CoverBranch, DigitSource};
use crate::quick_hash::QuickMap;
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;
use crate::watch::TABLE;
use std::collections::BTreeSet;

/// Where a component reads a digit: in the letter of the given tracks, or among the hidden digits.
enum DigitPlace {
    Given(usize),
    Hidden(usize),
}

/// What the others become by a letter and some hidden digits, after the code that the first component reads then.
type ReachedOthers = Vec<(u32, u32)>;

/// The moves of a branch.
pub(crate) struct BranchMoves<'a> {
    branch: &'a CoverBranch<'a>,
    steps: usize,
    letters: usize,
    /// For each step, how many hidden digits are read.
    hidden: Vec<usize>,
    /// For each step and component the digits that it reads.
    digits: Vec<Vec<Vec<DigitPlace>>>,
    others: Vec<Vec<u32>>,
    number: QuickMap<Vec<u32>, u32>,
    /// The others of listed elements, with the steps at which they are listed.
    listed: BTreeSet<(u32, usize)>,
    /// For each of the others and each step, the lists of the letters from 0 on, as many as are needed.
    lists: Vec<Vec<ReachedOthers>>,
    /// For each of the others those that include them, once they have been looked for.
    above: Vec<Option<Vec<u32>>>,
}

/// Plans how a branch reads, step by step.
pub(crate) fn plan<'a>(branch: &'a CoverBranch<'a>, given: usize, single: bool) -> BranchMoves<'a> {
    let steps = if single { given } else { 1 };
    let letters = if single { 2 } else { 1 << given };
    let (mut hidden, mut digits) = (Vec::new(), Vec::new());
    for step in 0..steps {
        let here =
            (0..branch.hidden.len()).filter(|track| !single || branch.hidden[*track] == step);
        let here: Vec<usize> = here.collect();
        let digit = |source: &DigitSource| match source {
            DigitSource::Given(track) if !single => Some(DigitPlace::Given(*track)),
            DigitSource::Given(track) => (*track == step).then_some(DigitPlace::Given(0)),
            DigitSource::Hidden(track) => {
                here.iter().position(|known| known == track).map(DigitPlace::Hidden)
            }
        };
        let components = branch.components.iter();
        digits.push(components.map(|c| c.sources.iter().filter_map(digit).collect()).collect());
        hidden.push(here.len());
    }
    BranchMoves {
        branch,
        steps,
        letters,
        hidden,
        digits,
        others: Vec::new(),
        number: QuickMap::default(),
        listed: BTreeSet::new(),
        lists: Vec::new(),
        above: Vec::new(),
    }
}

impl BranchMoves<'_> {
    /// How many states the first component has.
    pub(crate) fn states(&self) -> usize {
        self.branch.components.first().map_or(0, |first| first.table.states())
    }

    /// How many others are known.
    pub(crate) fn others(&self) -> usize {
        self.others.len()
    }

    /// The states of the others with this number.
    pub(crate) fn other(&self, number: usize) -> &[u32] {
        &self.others[number]
    }

    /// The number of these others.
    pub(crate) fn number(&mut self, others: &[u32]) -> Result<u32, CheckRefusal> {
        if let Some(number) = self.number.get(others) {
            return Ok(*number);
        }
        let fresh = self.others.len() as u32;
        self.number.insert(others.to_vec(), fresh);
        self.others.push(others.to_vec());
        match self.others.len() * self.steps * self.letters <= TABLE {
            true => Ok(fresh),
            false => {
                Err(CheckRefusal::new("a branch of a cover has too many states for this checker"))
            }
        }
    }

    /// The element with these states: the first, and the number of the others. None if it accepts
    /// nothing any more, or if the branch is not used.
    pub(crate) fn element(
        &mut self,
        states: &[u32],
        step: usize,
    ) -> Result<Option<(u32, u32)>, CheckRefusal> {
        let components = &self.branch.components;
        let exist = states.iter().zip(components).all(|(s, c)| (*s as usize) < c.table.states());
        let Some((first, others)) = states.split_first() else { return Ok(None) };
        if states.len() != components.len() || !exist {
            return Err(CheckRefusal::new("an element of a macro-state has not the right states"));
        }
        if states.iter().zip(components).any(|(s, c)| !c.table.ready().hopeful[*s as usize]) {
            return Ok(None);
        }
        let number = self.number(others)?;
        self.listed.insert((number, step));
        Ok(Some((*first, number)))
    }

    /// The element with state 0 everywhere.
    pub(crate) fn initial(&mut self) -> Result<Option<(u32, u32)>, CheckRefusal> {
        self.element(&vec![0; self.branch.components.len()], 0)
    }

    /// Whether an element accepts.
    pub(crate) fn accepts(&self, first: u32, others: u32) -> bool {
        let states = [&[first][..], self.other(others as usize)].concat();
        let components = self.branch.components.iter();
        components.zip(states).all(|(c, state)| c.table.accepting[state as usize])
    }

    /// Makes the lists that are needed.
    pub(crate) fn prepare(&mut self, watch: &mut CheckWatch) -> Result<(), CheckRefusal> {
        let mut size = 0;
        let mut left: Vec<(u32, usize)> = self.listed.iter().copied().collect();
        for (number, step) in &left {
            self.make_lists(*number, *step, self.letters, &mut size, watch)?;
        }
        while let Some((number, step)) = left.pop() {
            let after = (step + 1) % self.steps;
            for (_, reached) in self.list(number, step, 0).to_vec() {
                if self.lists[reached as usize * self.steps + after].is_empty() {
                    self.make_lists(reached, after, 1, &mut size, watch)?;
                    left.push((reached, after));
                }
            }
        }
        Ok(())
    }

    /// Makes the lists of the first letters; `size` is that of all lists.
    fn make_lists(
        &mut self,
        number: u32,
        step: usize,
        letters: usize,
        size: &mut usize,
        watch: &mut CheckWatch,
    ) -> Result<(), CheckRefusal> {
        let mut lists = Vec::with_capacity(letters);
        let mut next = Vec::new();
        for letter in 0..letters {
            let guesses = self.guesses(number as usize, step, letter, watch)?;
            let mut list = Vec::with_capacity(guesses.len());
            for guess in guesses {
                let others = 1..self.branch.components.len();
                next.clear();
                next.extend(others.map(|c| self.next(number as usize, c, step, letter, guess)));
                list.push((self.code(0, step, letter, guess) as u32, self.number(&next)?));
            }
            *size += list.len();
            watch.limit(*size, TABLE)?;
            lists.push(list);
        }
        self.lists.resize(self.others.len() * self.steps, Vec::new());
        self.lists[number as usize * self.steps + step] = lists;
        Ok(())
    }

    /// All hidden digits that leave the others alive.
    fn guesses(
        &self,
        number: usize,
        step: usize,
        letter: usize,
        watch: &mut CheckWatch,
    ) -> Result<Vec<usize>, CheckRefusal> {
        let hidden = self.hidden[step];
        // How many hidden digits have to be known before the component can move.
        let needs = |component: usize| {
            let needs = |digit: &DigitPlace| match digit {
                DigitPlace::Given(_) => 0,
                DigitPlace::Hidden(track) => track + 1,
            };
            self.digits[step][component].iter().map(needs).max().unwrap_or(0)
        };
        let alive = |component: usize, guess: usize| {
            let next = self.next(number, component, step, letter, guess);
            self.branch.components[component].table.ready().hopeful[next as usize]
        };
        let mut guesses = vec![0];
        for known in 0..=hidden {
            if known > 0 {
                let ones: Vec<usize> =
                    guesses.iter().map(|guess| guess | 1 << (known - 1)).collect();
                guesses.extend(ones);
            }
            let ready: Vec<usize> =
                (1..self.branch.components.len()).filter(|c| needs(*c) == known).collect();
            guesses.retain(|guess| ready.iter().all(|component| alive(*component, *guess)));
            watch.tick(guesses.len())?;
            watch.limit(guesses.len(), TABLE)?;
        }
        Ok(guesses)
    }

    /// The code of the digits that a component reads.
    fn code(&self, component: usize, step: usize, letter: usize, guess: usize) -> usize {
        let digits = &self.digits[step][component];
        let bit = |digit: &DigitPlace| match digit {
            DigitPlace::Given(track) => letter >> track & 1,
            DigitPlace::Hidden(track) => guess >> track & 1,
        };
        let places = digits.iter().enumerate();
        places.fold(1 << digits.len(), |code, (place, digit)| code | bit(digit) << place)
    }

    /// The state that a component other than the first goes to.
    fn next(
        &self,
        number: usize,
        component: usize,
        step: usize,
        letter: usize,
        guess: usize,
    ) -> u32 {
        let code = self.code(component, step, letter, guess);
        let state = self.others[number][component - 1] as usize;
        self.branch.components[component].table.ready().columns[code][state]
    }

    /// Where the others with this number go: codes that the first component can read, and numbers.
    pub(crate) fn list(&self, others: u32, step: usize, letter: usize) -> &[(u32, u32)] {
        &self.lists[others as usize * self.steps + step][letter]
    }

    /// Where the states of the first component go by a code.
    pub(crate) fn column(&self, code: u32) -> &[u32] {
        &self.branch.components[0].table.ready().columns[code as usize]
    }

    /// Whether an element is below one that was marked; marks stand at others * states + first.
    pub(crate) fn below(
        &mut self,
        first: u32,
        others: u32,
        marked: impl Fn(usize) -> bool,
    ) -> bool {
        let states = self.states();
        let components = &self.branch.components;
        let own = &self.others[others as usize];
        let includes = |candidate: &Vec<u32>| {
            let mut pairs = own.iter().zip(candidate).zip(&components[1..]);
            pairs.all(|((state, above), component)| component.table.below(*state, *above))
        };
        self.above.resize(self.others.len(), None);
        let above = self.above[others as usize].get_or_insert_with(|| {
            let all = 0..self.others.len() as u32;
            all.filter(|number| includes(&self.others[*number as usize])).collect()
        });
        let firsts = &components[0].table.includes[first as usize];
        above.iter().any(|number| {
            firsts.iter().any(|first| marked(*number as usize * states + *first as usize))
        })
    }
}
