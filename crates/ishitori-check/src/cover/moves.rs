//! How the elements of one branch move: what they reach by a letter of the given tracks together
//! with any digits of the hidden ones.
//!
//! The states of all components but the first are taken as one, *the others*, and numbered. For each of
//! them and each letter there is a list: which digits the first component can read, and what the
//! others become. It is made by guessing the hidden digits one after the other, and dropping a guess
//! as soon as a component that has read all its digits accepts nothing any more. Cost: the lengths of these
//! lists, each made once and then shared by all states of the first component.

use crate::cover::branch::{CoverBranch, DigitSource};
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;
use crate::watch::TABLE;
use std::collections::HashMap;

/// Where a component reads a digit: in the letter of the given tracks, or among the hidden digits.
enum DigitPlace {
    Given(usize),
    Hidden(usize),
}

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
    number: HashMap<Vec<u32>, u32>,
    /// For each of the others and each step whether moves from there are needed.
    needed: Vec<bool>,
    left: Vec<(u32, usize)>,
    /// For each of the others, each step and each letter: codes that the first component can read,
    /// with what the others become.
    lists: Vec<Vec<(u32, u32)>>,
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
        number: HashMap::new(),
        needed: Vec::new(),
        left: Vec::new(),
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

    /// The others' number; their moves are needed at these steps.
    pub(crate) fn number(&mut self, others: Vec<u32>, at: &[bool]) -> Result<u32, CheckRefusal> {
        let fresh = self.others.len() as u32;
        let number = *self.number.entry(others).or_insert_with_key(|others| {
            self.others.push(others.clone());
            self.needed.extend(vec![false; self.steps]);
            fresh
        });
        for step in (0..self.steps).filter(|step| at[*step]) {
            if !std::mem::replace(&mut self.needed[number as usize * self.steps + step], true) {
                self.left.push((number, step));
            }
        }
        match self.others.len() * self.steps * self.letters <= TABLE {
            true => Ok(number),
            false => {
                Err(CheckRefusal::new("a branch of a cover has too many states for this checker"))
            }
        }
    }

    /// At which steps moves from the others with this number are needed.
    pub(crate) fn at(&self, number: usize) -> Vec<bool> {
        self.needed[number * self.steps..][..self.steps].to_vec()
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
        let mut at = vec![false; self.steps];
        at[step] = true;
        Ok(Some((*first, self.number(others.to_vec(), &at)?)))
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

    /// Makes the lists of all others that are needed, and of those that they become.
    pub(crate) fn prepare(&mut self, watch: &mut CheckWatch) -> Result<(), CheckRefusal> {
        let mut size = 0;
        while let Some((number, step)) = self.left.pop() {
            let mut at = vec![false; self.steps];
            at[(step + 1) % self.steps] = true;
            for letter in 0..self.letters {
                let guesses = self.guesses(number as usize, step, letter, watch)?;
                let mut list = Vec::with_capacity(guesses.len());
                for guess in guesses {
                    let next = 1..self.branch.components.len();
                    let next = next.map(|c| self.next(number as usize, c, step, letter, guess));
                    let next = next.collect();
                    list.push((self.code(0, step, letter, guess) as u32, self.number(next, &at)?));
                }
                size += list.len();
                watch.limit(size, TABLE)?;
                let place = (number as usize * self.steps + step) * self.letters + letter;
                if self.lists.len() <= place {
                    self.lists.resize(place + 1, Vec::new());
                }
                self.lists[place] = list;
            }
        }
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
        &self.lists[(others as usize * self.steps + step) * self.letters + letter]
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
