//! The search: windows of growing size, both orders of digits, learn, prove, refine.
//!
//! An automaton that agrees with a window and violates an obligation is right on every position below the
//! smallest violation and wrong there, so what it lacks are suffixes that only a larger window has. It
//! is remembered, so that it is not tried again while windows do not reach the violation, and the
//! next window, whose suffixes are columns of the next table, tells it from the truth. (Asking for the truth one
//! position at a time, as learners with a teacher do, was rejected: the boxes below a thousand rows of
//! a table cost far more than one larger window, which answers them all.)

use std::cmp::Reverse;
use std::collections::VecDeque;

use ishitori_automata::{
    Dfa, DigitLogic, DigitOrder, Formula, MAX_TRACKS, NoAutomaton, Numeration, Predicate,
};
use ishitori_rule::Rules;

use super::learn::learn;
use super::sample::{GrundySample, LossSample, TrackCoding, UnsolvedWindow};
use super::{
    Aim, DigitFormat, DiscoveredTheorem, DiscoveryQuestion, DiscoveryResult, RefutedAutomaton,
    ResidualProbe, Resistance,
};
use crate::control::{Control, GaveUp};
use crate::game::HeapGame;
use crate::prove::Proof;
use crate::prove::arena::Arena;
use crate::prove::certificate::{TheoremHeading, certificate};
use crate::prove::goal::{ProofGoal, terminal};
use crate::prove::induct::{Induction, InductionStop, Violation, induct};
use crate::solve::Convention;

/// Unordered heaps are learned in every order.
const MAX_UNORDERED: usize = 8;

/// Fibonacci digits are tried with at most so many heaps.
const MAX_FIBONACCI: usize = 3;

/// Looks for a theorem and proves it.
///
/// # Errors
/// [`GaveUp`] if somebody stops the work. Time or memory that run out are a
/// [`DiscoveryResult::Resists`].
pub fn discover(sought: &DiscoveryQuestion, control: &Control) -> Result<DiscoveryResult, GaveUp> {
    let rules = match &sought.ruleset.rules {
        Rules::Heaps(rules) => rules,
        Rules::Board(_) => {
            let why = "a board: only games on heaps are read by automata";
            return Ok(DiscoveryResult::Outside(why.into()));
        }
        Rules::Single(_) => {
            let why = "single heaps: `ishitori sequence` finds and proves their periods";
            return Ok(DiscoveryResult::Outside(why.into()));
        }
        Rules::Figures(_) => {
            let why = "no heaps: only games on heaps are read by automata";
            return Ok(DiscoveryResult::Outside(why.into()));
        }
        Rules::Pieces(_) => {
            let why = "pieces of several numbers: only games on heaps are read by automata";
            return Ok(DiscoveryResult::Outside(why.into()));
        }
    };
    let (arena, game) = match (Arena::new(rules), HeapGame::new(rules)) {
        (Ok(arena), Ok(game)) => (arena, game),
        (Err(why), _) => return Ok(DiscoveryResult::Outside(why)),
        (_, Err(why)) => return Ok(DiscoveryResult::Outside(why.to_string())),
    };
    if rules.symmetry.identifies() && arena.heaps.len() > MAX_UNORDERED {
        let heaps = arena.heaps.len();
        let why = format!(
            "{heaps} unordered heaps: with more than {MAX_UNORDERED} there are too many orders"
        );
        return Ok(DiscoveryResult::Outside(why));
    }
    let tracks = arena.heaps.len() + if sought.aim == Aim::Grundy { 2 } else { 0 };
    if tracks > MAX_TRACKS {
        let why = format!("{tracks} numbers at once: automata read at most {MAX_TRACKS}");
        return Ok(DiscoveryResult::Outside(why));
    }
    let mut terminal_set = None;
    if sought.aim == Aim::Outcomes(Convention::Misere) {
        terminal_set = terminal(&arena);
        if terminal_set.is_none() {
            let why = "misère play with a divisor that varies: no automaton knows which positions have no move";
            return Ok(DiscoveryResult::Outside(why.into()));
        }
    }
    let game = &game;
    let wrong = Vec::new();
    DiscoverySearch { sought, arena, game, terminal: terminal_set, control, wrong, refuted: vec![] }
        .run()
}

struct DiscoverySearch<'a, 'x> {
    sought: &'a DiscoveryQuestion<'a>,
    arena: Arena,
    game: &'a HeapGame,
    terminal: Option<Formula>,
    control: &'x Control,
    /// The automata that were refuted, with the number of sets that were proved before.
    wrong: Vec<(DigitFormat, usize, Dfa)>,
    refuted: Vec<RefutedAutomaton>,
}

/// A way to write digits, and how far it has led.
struct DigitCandidate {
    digits: DigitFormat,
    /// The automata proved so far, one a value class.
    proved: Vec<Dfa>,
    induction: Option<Induction>,
    /// The last residuals counted.
    probe: Option<ResidualProbe>,
    /// Why it is given up.
    failed: Option<String>,
}

/// A solved window.
enum SolvedSample<'a> {
    Losses(LossSample),
    Values(GrundySample<'a>),
}

/// What a proof came to.
enum ProofOutcome {
    Proved(Induction),
    Wrong(Violation),
    TooMuch(GaveUp),
    Impossible(String),
}

impl<'a> DiscoverySearch<'a, '_> {
    /// Windows of growing size, until everything is proved or no way is left.
    fn run(&mut self) -> Result<DiscoveryResult, GaveUp> {
        let mut ways = self.ways();
        let mut bits = 1;
        loop {
            let stopped = match self.solve(bits + 1) {
                Ok(solved) => {
                    bits += 1;
                    self.with(&solved, bits, &mut ways).err()
                }
                Err(unsolved) => Some(unsolved),
            };
            let done = |way: &DigitCandidate| way.proved.len() == self.wanted();
            if ways.iter().any(done) || stopped.is_some() {
                return self.conclude(ways, bits, stopped);
            }
            if ways.iter().all(|way| way.failed.is_some()) {
                let why = ways.iter().filter_map(|way| way.failed.clone()).next_back();
                let why = UnsolvedWindow::TooLarge(why.unwrap_or_default());
                return self.conclude(ways, bits, Some(why));
            }
        }
    }

    /// How many sets are looked for.
    fn wanted(&self) -> usize {
        match self.sought.aim {
            Aim::Outcomes(_) | Aim::Grundy => 1,
            Aim::Values(most) => most as usize + 1,
        }
    }

    /// The ways to write digits that may lead somewhere.
    fn ways(&self) -> Vec<DigitCandidate> {
        let mut all = Vec::new();
        let mut add = |numeration, coding| {
            for order in [DigitOrder::Msd, DigitOrder::Lsd] {
                let digits = DigitFormat { numeration, order, coding };
                let (proved, induction) = (Vec::new(), None);
                all.push(DigitCandidate { digits, proved, induction, probe: None, failed: None });
            }
        };
        match self.sought.aim {
            Aim::Grundy => {
                add(Numeration::Binary, Some(TrackCoding::Plain));
                add(Numeration::Binary, Some(TrackCoding::OneHot));
            }
            Aim::Values(_) | Aim::Outcomes(_) => {
                add(Numeration::Binary, None);
                if self.arena.heaps.len() <= MAX_FIBONACCI {
                    add(Numeration::Zeckendorf, None);
                }
            }
        }
        all
    }

    /// Solves the window of heaps with so many binary digits.
    fn solve(&mut self, bits: usize) -> Result<SolvedSample<'a>, UnsolvedWindow> {
        if bits > self.sought.bits {
            let below = 1u128 << self.sought.bits;
            let why =
                format!("heaps below {below} do not teach it, and larger ones are not allowed");
            return Err(UnsolvedWindow::TooLarge(why));
        }
        self.control.start(&format!("solve all heaps below {}", 1u128 << bits))?;
        let game = self.game;
        Ok(match self.sought.aim {
            Aim::Outcomes(convention) => {
                SolvedSample::Losses(LossSample::solve(game, bits, convention, self.control)?)
            }
            Aim::Grundy | Aim::Values(_) => {
                SolvedSample::Values(GrundySample::solve(game, bits, self.control)?)
            }
        })
    }

    /// Learns and proves what a window allows. One set: the smallest automaton first. Value classes:
    /// each way as far as it goes. An error says why the search must end.
    fn with(
        &mut self,
        solved: &SolvedSample,
        bits: usize,
        ways: &mut [DigitCandidate],
    ) -> Result<(), UnsolvedWindow> {
        let mut found: Vec<(usize, Dfa)> = Vec::new();
        for (at, way) in ways.iter_mut().enumerate().filter(|(_, way)| way.failed.is_none()) {
            found.extend(self.hypotheses(solved, way)?.into_iter().map(|dfa| (at, dfa)));
        }
        found.sort_by_key(|(_, dfa)| dfa.states());
        let mut waiting: VecDeque<(usize, Dfa)> = found.into();
        while let Some((at, dfa)) = waiting.pop_front() {
            let way = &mut ways[at];
            let known = (way.digits, way.proved.len(), dfa);
            if self.wrong.contains(&known) {
                continue;
            }
            let automata = [way.proved.clone(), vec![known.2.clone()]].concat();
            match self.prove(way.digits, &automata)? {
                ProofOutcome::Proved(induction) => {
                    (way.proved, way.induction) = (automata, Some(induction));
                    if way.proved.len() == self.wanted() {
                        return Ok(());
                    }
                    // On to the next class, which is another set.
                    waiting.retain(|(other, _)| *other != at);
                    let next = self.hypotheses(solved, way)?;
                    waiting.extend(next.into_iter().map(|dfa| (at, dfa)));
                }
                ProofOutcome::Wrong(violation) => {
                    let (digits, states) = (way.digits, known.2.states());
                    self.refuted.push(RefutedAutomaton { digits, bits, states, violation });
                    self.wrong.push(known);
                }
                ProofOutcome::Impossible(why) => way.failed = Some(why),
                ProofOutcome::TooMuch(gave_up) => return Err(gave_up.into()),
            }
        }
        Ok(())
    }

    /// The automata that agree with all words of a window.
    fn hypotheses(
        &mut self,
        solved: &SolvedSample,
        way: &mut DigitCandidate,
    ) -> Result<Vec<Dfa>, UnsolvedWindow> {
        let class = u32::try_from(way.proved.len()).unwrap_or(u32::MAX);
        let DigitFormat { numeration, coding, .. } = way.digits;
        let words = match (solved, coding) {
            (SolvedSample::Losses(losses), _) => losses.words(numeration),
            (SolvedSample::Values(values), Some(coding)) => values.graph(coding, self.control)?,
            (SolvedSample::Values(values), None) => {
                values.class(class, numeration, self.control)?
            }
        };
        let (probe, found) = learn(&words, way.digits, class, self.sought.states, self.control)?;
        if probe.bound() > self.sought.states {
            way.failed = Some(format!("more than {} states", self.sought.states));
        }
        way.probe = Some(probe);
        Ok(found)
    }

    fn goal(&self, digits: DigitFormat, automata: &[Dfa]) -> ProofGoal {
        let known =
            |dfa: &Dfa, tracks: Vec<String>| Formula::Atom(Predicate::Known(dfa.clone()), tracks);
        let heaps = self.arena.heaps.clone();
        match (digits.coding, &self.terminal) {
            (Some(coding), _) => {
                let tracks = [heaps, vec!["g".to_string()]].concat();
                let one_hot = coding == TrackCoding::OneHot;
                ProofGoal::Grundy { one_hot, graph: known(&automata[0], tracks) }
            }
            (None, Some(terminal)) => {
                ProofGoal::Misere { terminal: terminal.clone(), set: known(&automata[0], heaps) }
            }
            (None, None) => {
                ProofGoal::Values(automata.iter().map(|dfa| known(dfa, heaps.clone())).collect())
            }
        }
    }

    /// Tries to prove automata.
    fn prove(&mut self, digits: DigitFormat, automata: &[Dfa]) -> Result<ProofOutcome, GaveUp> {
        let DigitFormat { numeration, order, .. } = digits;
        let logic = DigitLogic { numeration, order, limit: self.control.automata() };
        let goal = self.goal(digits, automata);
        match induct(&self.arena, &goal, logic, false, self.control) {
            Ok(induction) => Ok(ProofOutcome::Proved(induction)),
            Err(InductionStop::Violated(violation)) => Ok(ProofOutcome::Wrong(violation)),
            Err(InductionStop::Lemma(_)) => {
                Ok(ProofOutcome::Impossible("a smaller class is wrong".into()))
            }
            Err(InductionStop::Refused(NoAutomaton::GaveUp(why))) if why.is_stopped() => {
                let why = self.control.why_stopped();
                if why.is_stopped() { Err(why) } else { Ok(ProofOutcome::TooMuch(why)) }
            }
            Err(InductionStop::Refused(NoAutomaton::GaveUp(why))) => {
                let why = self.control.too_large(&why);
                Ok(ProofOutcome::Impossible(why.why().to_string()))
            }
            Err(InductionStop::Refused(refused)) => {
                Ok(ProofOutcome::Impossible(refused.to_string()))
            }
            Err(InductionStop::GaveUp(gave_up)) if gave_up.is_stopped() => Err(gave_up),
            Err(InductionStop::GaveUp(gave_up)) => Ok(ProofOutcome::TooMuch(gave_up)),
        }
    }

    /// What the ways have led to: the one that went farthest, or why none went anywhere.
    fn conclude(
        &mut self,
        mut ways: Vec<DigitCandidate>,
        bits: usize,
        stopped: Option<UnsolvedWindow>,
    ) -> Result<DiscoveryResult, GaveUp> {
        let rest = match stopped {
            None => None,
            Some(UnsolvedWindow::GaveUp(gave_up)) if gave_up.is_stopped() => return Err(gave_up),
            Some(UnsolvedWindow::GaveUp(gave_up)) => {
                Some((gave_up.why().to_string(), Some(gave_up)))
            }
            Some(UnsolvedWindow::TooLarge(why)) => Some((why, None)),
        };
        let rest = rest.map(|(why, gave_up)| {
            let probes = ways.iter().filter_map(|way| way.probe.clone()).collect();
            Resistance { why, bits, probes, refuted: self.refuted.clone(), gave_up }
        });
        ways.sort_by_key(|way| Reverse(way.proved.len()));
        let DigitCandidate { digits, proved, induction, .. } = ways.swap_remove(0);
        let Some(induction) = induction else {
            return Ok(DiscoveryResult::Resists(
                rest.expect("nothing is proved, so something is wrong"),
            ));
        };
        let goal = self.goal(digits, &proved);
        let heading = TheoremHeading {
            game: &self.sought.ruleset.about.full_name(),
            rule: &self.sought.ruleset.about.text,
            claim: "discovered",
            statement: "",
        };
        let arena = self.arena.clone();
        let certificate = certificate(&heading, &arena, &goal, &induction);
        let proof = Proof { arena, goal, induction, certificate };
        let states = proved.iter().map(Dfa::states).collect();
        let refuted = std::mem::take(&mut self.refuted);
        let found = DiscoveredTheorem { proof, digits, bits, states, refuted, rest };
        Ok(DiscoveryResult::Proved(Box::new(found)))
    }
}
