//! Branches: several automata that read given and guessed digits together.
//!
//! "Some option of h is in the set" is a branch: the digits of h are *given*, the digits of the
//! option are *hidden* and guessed, one component checks that it is an option, another that it
//! is in the set. A `BranchElement` is where the components are. Its successors for a letter of the
//! given tracks are found by guessing one hidden digit after the other and leaving as soon as a
//! component is dead, so that seldom all of the guesses are tried.

use ishitori_automata::{AutomatonGaveUp, Dfa, DigitOrder, Inclusion, Limit, State};

/// An automaton with what searches need to know of it.
#[derive(Clone, Debug)]
pub struct ProofMachine {
    /// Its name in the certificate.
    pub name: String,
    /// The names of its tracks.
    pub tracks: Vec<String>,
    /// The automaton, minimal, initial state 0; one track if digits are read one by one.
    pub dfa: Dfa,
    /// Which states accept more than which.
    pub inclusion: Inclusion,
    /// The states from which something is accepted.
    pub live: Vec<bool>,
}

impl ProofMachine {
    /// Prepares an automaton.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if it is too large to compare its states.
    pub fn new(
        name: &str,
        tracks: &[String],
        dfa: Dfa,
        limit: Limit,
    ) -> Result<ProofMachine, AutomatonGaveUp> {
        let dfa = dfa.minimize_within(limit)?;
        assert_eq!(dfa.initial(), 0, "minimal automata begin in state 0");
        let (inclusion, live) = (Inclusion::of(&dfa, limit)?, dfa.live());
        Ok(ProofMachine { name: name.to_owned(), tracks: tracks.to_vec(), dfa, inclusion, live })
    }
}

/// A track of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Track {
    /// Given, with its number.
    Given(usize),
    /// Guessed, with its number in the branch.
    Hidden(usize),
}

/// A machine on some tracks.
#[derive(Clone, Debug)]
pub struct BranchMember {
    /// Which machine.
    pub machine: usize,
    /// What its tracks read.
    pub reads: Vec<Track>,
}

/// Components that must all accept, for some hidden numbers.
#[derive(Clone, Debug, Default)]
pub struct Branch {
    /// The components.
    pub components: Vec<BranchMember>,
    /// For each hidden track, the given track with which it is read if digits come one by one.
    pub hidden: Vec<usize>,
}

/// How letters come: all given digits at once, or one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterReading {
    /// How many given tracks there are.
    pub given: usize,
    /// Whether a step reads one digit only.
    pub single: bool,
    /// Which digits come first.
    pub order: DigitOrder,
}

impl LetterReading {
    /// How many steps a letter takes.
    pub fn steps(self) -> usize {
        if self.single { self.given } else { 1 }
    }

    /// How many letters a step has.
    pub fn letters(self) -> u32 {
        if self.single { 2 } else { 1 << self.given }
    }
}

/// Where the components of a branch are: a state of each.
pub(crate) type BranchElement = Vec<State>;

/// How a branch reads one step.
struct BranchStep {
    /// What is read when so many hidden digits of the step have been guessed.
    stages: Vec<Vec<ComponentStep>>,
    /// The hidden tracks of the step, in the order of guessing.
    hidden: Vec<usize>,
}

/// One component's part in a step.
struct ComponentStep {
    component: usize,
    machine: usize,
    /// Where its digits come from, in the order of its tracks.
    digits: Vec<DigitOrigin>,
}

#[derive(Clone, Copy)]
enum DigitOrigin {
    /// A digit of the letter.
    Letter(usize),
    /// A guessed digit.
    Guess(usize),
}

/// Branches that are read together.
pub struct Branches<'m> {
    /// The machines that components name.
    pub machines: &'m [ProofMachine],
    /// How letters come.
    pub reading: LetterReading,
    /// The branches.
    pub branches: Vec<Branch>,
    plans: Vec<Vec<BranchStep>>,
}

impl<'m> Branches<'m> {
    /// Prepares branches for reading.
    pub fn new(
        machines: &'m [ProofMachine],
        reading: LetterReading,
        branches: Vec<Branch>,
    ) -> Self {
        let plan = |branch: &Branch| {
            (0..reading.steps()).map(|step| plan(branch, reading, step)).collect()
        };
        let plans = branches.iter().map(plan).collect();
        Branches { machines, reading, branches, plans }
    }

    /// Where a branch begins.
    pub(crate) fn initial(&self, branch: usize) -> BranchElement {
        vec![0; self.branches[branch].components.len()]
    }

    /// Whether something can still be accepted.
    pub(crate) fn is_live(&self, branch: usize, element: &[State]) -> bool {
        let components = &self.branches[branch].components;
        components.iter().zip(element).all(|(c, s)| self.machines[c.machine].live[*s as usize])
    }

    /// Whether all components accept.
    pub fn accepts(&self, branch: usize, element: &[State]) -> bool {
        let components = &self.branches[branch].components;
        let accepts = |(c, s): (&BranchMember, &State)| self.machines[c.machine].dfa.accepts_in(*s);
        components.iter().zip(element).all(accepts)
    }

    /// Whether `low` accepts no more than `high`, both of the same branch.
    pub(crate) fn is_below(&self, branch: usize, low: &[State], high: &[State]) -> bool {
        let components = &self.branches[branch].components;
        let mut both = components.iter().zip(low.iter().zip(high));
        both.all(|(c, (p, q))| self.machines[c.machine].inclusion.holds(*p, *q))
    }

    /// Calls `found` with every live successor and the hidden digits that lead there.
    pub(crate) fn successors(
        &self,
        branch: usize,
        step: usize,
        element: &[State],
        letter: u32,
        found: &mut dyn FnMut(&[State], u32),
    ) {
        let plan = &self.plans[branch][step];
        let mut to = element.to_vec();
        self.guess(plan, 0, 0, letter, element, &mut to, found);
    }

    #[expect(clippy::too_many_arguments, reason = "one walk, all of it changes on the way")]
    fn guess(
        &self,
        plan: &BranchStep,
        stage: usize,
        guessed: u32,
        letter: u32,
        from: &[State],
        to: &mut [State],
        found: &mut dyn FnMut(&[State], u32),
    ) {
        for read in &plan.stages[stage] {
            let machine = &self.machines[read.machine];
            let state = self.read(machine, &read.digits, from[read.component], letter, guessed);
            if !machine.live[state as usize] {
                return;
            }
            to[read.component] = state;
        }
        if stage == plan.hidden.len() {
            return found(to, guessed);
        }
        for digit in 0..2 {
            self.guess(plan, stage + 1, guessed | digit << stage, letter, from, to, found);
        }
    }

    fn read(
        &self,
        machine: &ProofMachine,
        digits: &[DigitOrigin],
        state: State,
        letter: u32,
        guessed: u32,
    ) -> State {
        let digit = |d: &DigitOrigin| match d {
            DigitOrigin::Letter(i) => (letter >> i & 1) as u16,
            DigitOrigin::Guess(i) => (guessed >> i & 1) as u16,
        };
        if self.reading.single {
            return digits.iter().fold(state, |state, d| machine.dfa.next(state, digit(d)));
        }
        let all = digits.iter().enumerate().fold(0, |all, (i, d)| all | digit(d) << i);
        machine.dfa.next(state, all)
    }

    /// The hidden tracks that a step guesses, in the order of the digits that
    /// `Branches::successors` reports.
    pub(crate) fn hidden_in(&self, branch: usize, step: usize) -> &[usize] {
        &self.plans[branch][step].hidden
    }
}

/// What a branch reads in a step: nothing is read before its digits are known.
fn plan(branch: &Branch, reading: LetterReading, step: usize) -> BranchStep {
    let here = |given: usize| !reading.single || given == step;
    let hidden: Vec<usize> = (0..branch.hidden.len()).filter(|j| here(branch.hidden[*j])).collect();
    let mut stages: Vec<Vec<ComponentStep>> = (0..=hidden.len()).map(|_| Vec::new()).collect();
    for (component, BranchMember { machine, reads }) in branch.components.iter().enumerate() {
        let digit = |track: &Track| match *track {
            Track::Given(i) => {
                here(i).then_some(DigitOrigin::Letter(if reading.single { 0 } else { i }))
            }
            Track::Hidden(j) => hidden.iter().position(|h| *h == j).map(DigitOrigin::Guess),
        };
        let digits: Vec<DigitOrigin> = reads.iter().filter_map(digit).collect();
        if digits.is_empty() {
            continue;
        }
        let known = |d: &DigitOrigin| match d {
            DigitOrigin::Letter(_) => 0,
            DigitOrigin::Guess(i) => i + 1,
        };
        let stage = digits.iter().map(known).max().unwrap_or(0);
        stages[stage].push(ComponentStep { component, machine: *machine, digits });
    }
    BranchStep { stages, hidden }
}
