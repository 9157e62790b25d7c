//! The search: windows of growing size, both orders of digits, learn, prove, refine.

use std::cmp::Reverse;
use std::collections::VecDeque;

use ishitori_automata::{Dfa, Formula, Logic, MAX_TRACKS, Numeration, Order, Predicate, Refused};
use ishitori_rule::Rules;

use super::learn::{agrees, close};
use super::sample::{Coding, Losses, Unsolved, Values};
use super::words::Words;
use super::{Aim, Digits, Discovered, Discovery, Probe, Resistance, Sought};
use crate::game::HeapGame;
use crate::prove::arena::Arena;
use crate::prove::certificate::{Heading, certificate};
use crate::prove::goal::{Goal, terminal};
use crate::prove::induct::{Induction, Stop, induct};
use crate::prove::Proof;
use crate::prove::work::Work;
use crate::solve::{Convention, GaveUp};

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
    Search { sought, arena, game, terminal: terminal_set, work, refuted: 0 }.run()
}

struct Search<'a, 'w, 'x> {
    sought: &'a Sought<'a>,
    arena: Arena,
    game: HeapGame,
    terminal: Option<Formula>,
    work: &'x mut Work<'w>,
    refuted: usize,
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
enum Solved {
    Losses(Losses),
    Values(Values),
}

/// What a proof came to.
enum Tried {
    Proved(Induction),
    Wrong,
    TooMuch(GaveUp),
    Impossible(String),
}

impl Search<'_, '_, '_> {
    /// Windows of growing size, until everything is proved or no way is left.
    fn run(&mut self) -> Result<Discovered, GaveUp> {
        let mut ways = self.ways();
        let mut bits = 1;
        loop {
            let stopped = match self.solve(bits + 1) {
                Ok(solved) => {
                    bits += 1;
                    self.with(&solved, &mut ways)?
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
            Aim::Values(_) => add(Numeration::Binary, None),
            Aim::Outcomes(_) => {
                add(Numeration::Binary, None);
                if self.arena.heaps.len() <= MAX_FIBONACCI {
                    add(Numeration::Zeckendorf, None);
                }
            }
        }
        all
    }

    /// Solves the window of heaps with so many binary digits.
    fn solve(&mut self, bits: usize) -> Result<Solved, Unsolved> {
        self.work.start(&format!("solve all heaps below {}", 1u128 << bits))?;
        let (game, limits) = (&self.game, self.sought.limits);
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
    /// each way as far as it goes. Says why the search must end, if it must.
    fn with(&mut self, solved: &Solved, ways: &mut [Way]) -> Result<Option<Unsolved>, GaveUp> {
        let mut found: Vec<(usize, Dfa)> = Vec::new();
        for (at, way) in ways.iter_mut().enumerate().filter(|(_, way)| way.failed.is_none()) {
            found.extend(self.hypotheses(solved, way)?.into_iter().map(|dfa| (at, dfa)));
        }
        found.sort_by_key(|(_, dfa)| dfa.states());
        let mut waiting: VecDeque<(usize, Dfa)> = found.into();
        while let Some((at, dfa)) = waiting.pop_front() {
            let way = &mut ways[at];
            let mut automata = way.proved.clone();
            automata.push(dfa);
            match self.prove(way.digits, &automata)? {
                Tried::Proved(induction) => {
                    (way.proved, way.induction) = (automata, Some(induction));
                    if way.proved.len() == self.wanted() {
                        return Ok(None);
                    }
                    // On to the next class, which is another set.
                    waiting.retain(|(other, _)| *other != at);
                    let next = self.hypotheses(solved, way)?;
                    waiting.extend(next.into_iter().map(|dfa| (at, dfa)));
                }
                Tried::Wrong => self.refuted += 1,
                Tried::Impossible(why) => way.failed = Some(why),
                Tried::TooMuch(gave_up) => return Ok(Some(Unsolved::GaveUp(gave_up))),
            }
        }
        Ok(None)
    }

    /// The automata that agree with all words of a window.
    fn hypotheses(&mut self, solved: &Solved, way: &mut Way) -> Result<Vec<Dfa>, GaveUp> {
        let class = u32::try_from(way.proved.len()).unwrap_or(u32::MAX);
        let words = match (solved, way.digits.coding) {
            (Solved::Losses(losses), _) => losses.words(way.digits.numeration),
            (Solved::Values(values), Some(coding)) => values.graph(coding),
            (Solved::Values(values), None) => values.class(class),
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
        // Before the whole word there is one residual, after it two: in the set or not.
        let length = words.length;
        let mut residuals = vec![2; length + 1];
        residuals[0] = 1;
        let mut found: Vec<Dfa> = Vec::new();
        for suffix in 1..length {
            self.work.look_up(0, 0, 0)?;
            let table = words.residuals(digits.order, suffix);
            residuals[table.prefix] = table.count();
            let Some(dfa) = close(words, digits.order, &table, self.sought.states) else { continue };
            if !found.contains(&dfa) && dfa.ignores_padding() && agrees(words, &dfa) {
                found.push(dfa);
            }
        }
        Ok((Probe { class, digits, length, residuals }, found))
    }

    fn goal(&self, digits: Digits, automata: &[Dfa]) -> Goal {
        let known = |dfa: &Dfa, tracks: Vec<String>| {
            Formula::Atom(Predicate::Known(dfa.clone()), tracks)
        };
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
            Err(Stop::Violated(_) | Stop::Lemma(_)) => Ok(Tried::Wrong),
            Err(Stop::Refused(Refused::GaveUp(why))) if why.is_stopped() => {
                let why = self.work.why();
                if why.is_stopped() { Err(why) } else { Ok(Tried::TooMuch(why)) }
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
            Resistance { why, bits, probes, refuted: self.refuted, gave_up }
        });
        ways.sort_by_key(|way| Reverse(way.proved.len()));
        let Way { digits, proved, induction, .. } = ways.swap_remove(0);
        let Some(induction) = induction else {
            return Ok(Discovered::Resists(rest.expect("nothing is proved, so something is wrong")));
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
        let (refuted, statement) = (self.refuted, None);
        let found = Discovery { proof, digits, bits, states, refuted, statement, rest };
        Ok(Discovered::Proved(Box::new(found)))
    }
}
