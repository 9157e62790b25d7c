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

use ishitori_automata::{Dfa, Formula, Logic, MAX_TRACKS, Numeration, Order, Predicate, Refused};
use ishitori_rule::Rules;

use super::learn::{agrees, close};
use super::sample::{Coding, Losses, Unsolved, Values};
use super::words::Words;
use super::{Aim, Digits, Discovered, Discovery, Probe, Refuted, Resistance, Sought};
use crate::game::HeapGame;
use crate::prove::Proof;
use crate::prove::arena::Arena;
use crate::prove::certificate::{Heading, certificate};
use crate::prove::goal::{Goal, terminal};
use crate::prove::induct::{Induction, Stop, Violation, induct};
use crate::prove::work::{Work, too_large};
use crate::solve::{Convention, GaveUp};

/// Unordered heaps are learned in every order.
const MAX_UNORDERED: usize = 8;

/// Fibonacci digits are tried with at most so many heaps.
const MAX_FIBONACCI: usize = 3;

/// Looks for a theorem and proves it.
///
/// # Errors
/// [`GaveUp`] if somebody stops the work. Time or memory that run out are a
/// [`Discovered::Resists`].
pub fn discover(sought: &Sought, work: &mut Work) -> Result<Discovered, GaveUp> {
    let Rules::Heaps(rules) = &sought.ruleset.rules else {
        return Ok(Discovered::Outside("a board: only games on heaps are read by automata".into()));
    };
    let (arena, game) = match (Arena::new(rules), HeapGame::new(rules)) {
        (Ok(arena), Ok(game)) => (arena, game),
        (Err(why), _) => return Ok(Discovered::Outside(why)),
        (_, Err(why)) => return Ok(Discovered::Outside(why.to_string())),
    };
    if rules.symmetry.identifies() && arena.heaps.len() > MAX_UNORDERED {
        let heaps = arena.heaps.len();
        let why = format!(
            "{heaps} unordered heaps: with more than {MAX_UNORDERED} there are too many orders"
        );
        return Ok(Discovered::Outside(why));
    }
    let tracks = arena.heaps.len() + if sought.aim == Aim::Grundy { 2 } else { 0 };
    if tracks > MAX_TRACKS {
        let why = format!("{tracks} numbers at once: automata read at most {MAX_TRACKS}");
        return Ok(Discovered::Outside(why));
    }
    let mut terminal_set = None;
    if sought.aim == Aim::Outcomes(Convention::Misere) {
        terminal_set = terminal(&arena);
        if terminal_set.is_none() {
            let why = "misère play with a divisor that varies: no automaton knows which positions have no move";
            return Ok(Discovered::Outside(why.into()));
        }
    }
    let game = &game;
    let wrong = Vec::new();
    Search { sought, arena, game, terminal: terminal_set, work, wrong, refuted: vec![] }.run()
}

struct Search<'a, 'w, 'x> {
    sought: &'a Sought<'a>,
    arena: Arena,
    game: &'a HeapGame,
    terminal: Option<Formula>,
    work: &'x mut Work<'w>,
    /// The automata that were refuted, with the number of sets that were proved before.
    wrong: Vec<(Digits, usize, Dfa)>,
    refuted: Vec<Refuted>,
}

/// A way to write digits, and how far it has led.
struct Way {
    digits: Digits,
    /// The automata proved so far, one a value class.
    proved: Vec<Dfa>,
    induction: Option<Induction>,
    /// The last residuals counted.
    probe: Option<Probe>,
    /// Why it is given up.
    failed: Option<String>,
}

/// A solved window.
enum Solved<'a> {
    Losses(Losses),
    Values(Values<'a>),
}

/// What a proof came to.
enum Tried {
    Proved(Induction),
    Wrong(Violation),
    TooMuch(GaveUp),
    Impossible(String),
}

impl<'a> Search<'a, '_, '_> {
    /// Windows of growing size, until everything is proved or no way is left.
    fn run(&mut self) -> Result<Discovered, GaveUp> {
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
            let done = |way: &Way| way.proved.len() == self.wanted();
            if ways.iter().any(done) || stopped.is_some() {
                return self.conclude(ways, bits, stopped);
            }
            if ways.iter().all(|way| way.failed.is_some()) {
                let why = ways.iter().filter_map(|way| way.failed.clone()).next_back();
                let why = Unsolved::TooLarge(why.unwrap_or_default());
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
    fn ways(&self) -> Vec<Way> {
        let mut all = Vec::new();
        let mut add = |numeration, coding| {
            for order in [Order::Msd, Order::Lsd] {
                let digits = Digits { numeration, order, coding };
                let (proved, induction) = (Vec::new(), None);
                all.push(Way { digits, proved, induction, probe: None, failed: None });
            }
        };
        match self.sought.aim {
            Aim::Grundy => {
                add(Numeration::Binary, Some(Coding::Plain));
                add(Numeration::Binary, Some(Coding::OneHot));
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
    fn solve(&mut self, bits: usize) -> Result<Solved<'a>, Unsolved> {
        if bits > self.sought.bits {
            let below = 1u128 << self.sought.bits;
            let why =
                format!("heaps below {below} do not teach it, and larger ones are not allowed");
            return Err(Unsolved::TooLarge(why));
        }
        self.work.start(&format!("solve all heaps below {}", 1u128 << bits))?;
        let (game, limits) = (self.game, self.sought.limits);
        Ok(match self.sought.aim {
            Aim::Outcomes(convention) => {
                Solved::Losses(Losses::solve(game, bits, convention, limits, self.work)?)
            }
            Aim::Grundy | Aim::Values(_) => {
                Solved::Values(Values::solve(game, bits, limits, self.work)?)
            }
        })
    }

    /// Learns and proves what a window allows. One set: the smallest automaton first. Value classes:
    /// each way as far as it goes. An error says why the search must end.
    fn with(&mut self, solved: &Solved, bits: usize, ways: &mut [Way]) -> Result<(), Unsolved> {
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
                Tried::Proved(induction) => {
                    (way.proved, way.induction) = (automata, Some(induction));
                    if way.proved.len() == self.wanted() {
                        return Ok(());
                    }
                    // On to the next class, which is another set.
                    waiting.retain(|(other, _)| *other != at);
                    let next = self.hypotheses(solved, way)?;
                    waiting.extend(next.into_iter().map(|dfa| (at, dfa)));
                }
                Tried::Wrong(violation) => {
                    let (digits, states) = (way.digits, known.2.states());
                    self.refuted.push(Refuted { digits, bits, states, violation });
                    self.wrong.push(known);
                }
                Tried::Impossible(why) => way.failed = Some(why),
                Tried::TooMuch(gave_up) => return Err(gave_up.into()),
            }
        }
        Ok(())
    }

    /// The automata that agree with all words of a window.
    fn hypotheses(&mut self, solved: &Solved, way: &mut Way) -> Result<Vec<Dfa>, Unsolved> {
        let class = u32::try_from(way.proved.len()).unwrap_or(u32::MAX);
        let Digits { numeration, coding, .. } = way.digits;
        let limits = self.sought.limits;
        let words = match (solved, coding) {
            (Solved::Losses(losses), _) => losses.words(numeration),
            (Solved::Values(values), Some(coding)) => values.graph(coding, limits, self.work)?,
            (Solved::Values(values), None) => values.class(class, numeration, limits, self.work)?,
        };
        let (probe, found) = self.learn(&words, way.digits, class)?;
        if probe.bound() > self.sought.states {
            way.failed = Some(format!("more than {} states", self.sought.states));
        }
        way.probe = Some(probe);
        Ok(found)
    }

    /// Counts residuals, and closes tables of them.
    fn learn(
        &mut self,
        words: &Words,
        digits: Digits,
        class: u32,
    ) -> Result<(Probe, Vec<Dfa>), GaveUp> {
        self.work.start("learn")?;
        // Before the whole word there is one residual; after it at most two: in the set or not.
        let length = words.length;
        let all = 1u128 << (words.tracks * length);
        let (some, fewer) = (!words.keys().is_empty(), (words.keys().len() as u128) < all);
        let mut residuals = vec![1; length + 1];
        residuals[length] += usize::from(length > 0 && some && fewer);
        let mut found: Vec<Dfa> = Vec::new();
        for suffix in 1..length {
            self.work.look_up(0, 0, 0)?;
            let table = words.residuals(digits.order, suffix);
            residuals[table.prefix] = table.count();
            let Some(dfa) = close(words, digits.order, &table, self.sought.states) else {
                continue;
            };
            if !found.contains(&dfa) && dfa.ignores_padding() && agrees(words, &dfa) {
                found.push(dfa);
            }
        }
        Ok((Probe { class, digits, length, residuals }, found))
    }

    fn goal(&self, digits: Digits, automata: &[Dfa]) -> Goal {
        let known =
            |dfa: &Dfa, tracks: Vec<String>| Formula::Atom(Predicate::Known(dfa.clone()), tracks);
        let heaps = self.arena.heaps.clone();
        match (digits.coding, &self.terminal) {
            (Some(coding), _) => {
                let tracks = [heaps, vec!["g".to_string()]].concat();
                let one_hot = coding == Coding::OneHot;
                Goal::Grundy { one_hot, graph: known(&automata[0], tracks) }
            }
            (None, Some(terminal)) => {
                Goal::Misere { terminal: terminal.clone(), set: known(&automata[0], heaps) }
            }
            (None, None) => {
                Goal::Values(automata.iter().map(|dfa| known(dfa, heaps.clone())).collect())
            }
        }
    }

    /// Tries to prove automata.
    fn prove(&mut self, digits: Digits, automata: &[Dfa]) -> Result<Tried, GaveUp> {
        let Digits { numeration, order, .. } = digits;
        let logic = Logic { numeration, order, limit: self.work.limit() };
        let goal = self.goal(digits, automata);
        match induct(&self.arena, &goal, logic, false, self.work) {
            Ok(induction) => Ok(Tried::Proved(induction)),
            Err(Stop::Violated(violation)) => Ok(Tried::Wrong(violation)),
            Err(Stop::Lemma(_)) => Ok(Tried::Impossible("a smaller class is wrong".into())),
            Err(Stop::Refused(Refused::GaveUp(why))) if why.is_stopped() => {
                let why = self.work.why();
                if why.is_stopped() { Err(why) } else { Ok(Tried::TooMuch(why)) }
            }
            Err(Stop::Refused(Refused::GaveUp(why))) => {
                let why = too_large(&why, self.work.memory);
                Ok(Tried::Impossible(why.why().to_string()))
            }
            Err(Stop::Refused(refused)) => Ok(Tried::Impossible(refused.to_string())),
            Err(Stop::GaveUp(gave_up)) if gave_up.is_stopped() => Err(gave_up),
            Err(Stop::GaveUp(gave_up)) => Ok(Tried::TooMuch(gave_up)),
        }
    }

    /// What the ways have led to: the one that went farthest, or why none went anywhere.
    fn conclude(
        &mut self,
        mut ways: Vec<Way>,
        bits: usize,
        stopped: Option<Unsolved>,
    ) -> Result<Discovered, GaveUp> {
        let rest = match stopped {
            None => None,
            Some(Unsolved::GaveUp(gave_up)) if gave_up.is_stopped() => return Err(gave_up),
            Some(Unsolved::GaveUp(gave_up)) => Some((gave_up.why().to_string(), Some(gave_up))),
            Some(Unsolved::TooLarge(why)) => Some((why, None)),
        };
        let rest = rest.map(|(why, gave_up)| {
            let probes = ways.iter().filter_map(|way| way.probe.clone()).collect();
            Resistance { why, bits, probes, refuted: self.refuted.clone(), gave_up }
        });
        ways.sort_by_key(|way| Reverse(way.proved.len()));
        let Way { digits, proved, induction, .. } = ways.swap_remove(0);
        let Some(induction) = induction else {
            return Ok(Discovered::Resists(
                rest.expect("nothing is proved, so something is wrong"),
            ));
        };
        let goal = self.goal(digits, &proved);
        let heading = Heading {
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
        let found = Discovery { proof, digits, bits, states, refuted, rest };
        Ok(Discovered::Proved(Box::new(found)))
    }
}
