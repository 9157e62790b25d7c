//! Whole sums of parts: who wins in misère play, and how long play lasts.
//!
//! Neither follows from the parts one by one, so positions are lists of parts here, sorted, by their numbers. Nothing can be
//! left out of a sum but parts on which nobody can move. Many more positions than parts come together; where they are too
//! many, whoever asks is told so, and the Grundy value is known all the same.

use std::io;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::search::beyond;
use super::{FigureSolver, FigureStates};
use crate::control::{Control, GaveUp};
use crate::game::{Ground, Remains};
use crate::solve::PositionFacts;
use crate::solve::reference::OptionFacts;
use crate::solve::snapshot::{StateError, StateReader, StateWriter, UnfinishedRun};

/// The numbers of the parts of a position, in ascending order.
type Sum = SmallVec<[u32; 4]>;

/// A position has fewer parts.
const MAX_PARTS: u64 = 1 << 16;

/// The facts about sums.
pub(super) type KnownSums = FxHashMap<Sum, PositionFacts>;

/// All that plain recursion knows, over sums of numbered parts; for positions on one ground.
#[derive(Debug)]
pub struct WholeFigures {
    pub(super) solver: FigureSolver,
    /// What is left of each part where it was first met, and its options once somebody asked.
    remains: Vec<Option<Remains>>,
    options: Vec<Option<Vec<Sum>>>,
    facts: KnownSums,
    /// How many parts all known options have together.
    listed: usize,
    memory: usize,
}

impl WholeFigures {
    /// A solver that knows nothing yet.
    pub fn new(control: &Control) -> WholeFigures {
        WholeFigures {
            // The numbers of its parts are those of its sums.
            solver: FigureSolver::new(&control.with_threads(1)),
            remains: Vec::new(),
            options: Vec::new(),
            facts: KnownSums::default(),
            listed: 0,
            memory: control.memory(),
        }
    }

    /// Gives up before what is known is larger than the memory.
    fn must_fit(&self, waiting: usize) -> Result<(), GaveUp> {
        let sum = size_of::<Sum>() + 8;
        let facts = self.facts.capacity() * (sum + size_of::<PositionFacts>());
        let parts = self.remains.capacity() * (size_of::<Remains>() + 2 * sum);
        let bytes = facts + parts + (self.listed + waiting) * sum + self.solver.bytes();
        match bytes > self.memory {
            true => Err(beyond(self.memory)),
            false => Ok(()),
        }
    }

    /// Everything about a position.
    ///
    /// # Errors
    /// [`GaveUp`] if that costs too much.
    pub(crate) fn facts(
        &mut self,
        ground: &dyn Ground,
        of: &Remains,
        control: &Control,
    ) -> Result<PositionFacts, GaveUp> {
        self.facts_kept(ground, of, control, &mut FigureStates::none())
    }

    /// The same; what is known on the way is handed over where that is wanted.
    ///
    /// # Errors
    /// [`GaveUp`] if that costs too much, or it was stopped and handed over.
    pub(crate) fn facts_kept(
        &mut self,
        ground: &dyn Ground,
        of: &Remains,
        control: &Control,
        states: &mut FigureStates<'_>,
    ) -> Result<PositionFacts, GaveUp> {
        let sum = self.sum(ground, of);
        let mut waiting = vec![sum.clone()];
        control.spend(1)?;
        while let Some(top) = waiting.last().cloned() {
            if self.facts.contains_key(&top) {
                waiting.pop();
                continue;
            }
            match self.look(ground, &top) {
                Ok(facts) => {
                    self.facts.insert(top, facts);
                    waiting.pop();
                }
                Err(unknown) => {
                    states.spent(control.spend(1))?;
                    states.keep_sums_if_due(&self.solver, &self.facts, control)?;
                    self.must_fit(waiting.len())?;
                    waiting.push(unknown);
                }
            }
        }
        Ok(self.facts[&sum])
    }

    /// The facts about a sum whose options are all known, or the first that is not.
    fn look(&mut self, ground: &dyn Ground, sum: &Sum) -> Result<PositionFacts, Sum> {
        let mut facts = OptionFacts::default();
        for (at, part) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == *part {
                continue;
            }
            self.open(ground, *part);
            let options = self.options[*part as usize].as_ref().expect("just opened");
            for option in options {
                let mut after: Sum = sum[..at].iter().chain(&sum[at + 1..]).copied().collect();
                after.extend_from_slice(option);
                after.sort_unstable();
                match self.facts.get(&after) {
                    Some(known) => facts.add(known),
                    None => return Err(after),
                }
            }
        }
        Ok(facts.of_all())
    }

    /// Finds the options of a part.
    fn open(&mut self, ground: &dyn Ground, part: u32) {
        let at = part as usize;
        if self.options[at].is_some() {
            return;
        }
        let remains = self.remains[at].clone().expect("it was met");
        let mut options: Vec<Remains> = Vec::new();
        ground.visit_options(&remains, &mut |option| options.push(option));
        let mut sums: Vec<Sum> = options.iter().map(|option| self.sum(ground, option)).collect();
        sums.sort_unstable();
        sums.dedup();
        self.listed += sums.iter().map(|sum| 1 + sum.len() / 4).sum::<usize>();
        self.options[at] = Some(sums);
    }

    /// A position as the numbers of its parts.
    fn sum(&mut self, ground: &dyn Ground, of: &Remains) -> Sum {
        let mut sum = Sum::new();
        ground.visit_parts(of, &mut |part| {
            let number = self.solver.number(ground, &part);
            let at = number as usize;
            if at >= self.remains.len() {
                self.remains.resize(at + 1, None);
                self.options.resize(at + 1, None);
            }
            self.remains[at].get_or_insert(part);
            sum.push(number);
        });
        sum.sort_unstable();
        sum
    }
}

impl WholeFigures {
    /// Reads facts about sums of parts whose numbers are known.
    pub(super) fn read_facts(&mut self, source: &mut StateReader<'_>) -> Result<(), UnfinishedRun> {
        for _ in 0..source.u64()? {
            let mut sum = Sum::new();
            for _ in 0..source.step(0, MAX_PARTS)? {
                let number = source.u32()?;
                if number as usize >= self.solver.parts() {
                    return Err(StateError::Damaged("a sum has unknown parts").into());
                }
                sum.push(number);
            }
            self.facts.insert(sum, PositionFacts::read(source)?);
            self.must_fit(0)?;
        }
        Ok(())
    }
}

/// Writes facts about sums.
pub(super) fn write(facts: &KnownSums, out: &mut StateWriter<'_>) -> io::Result<()> {
    out.size(facts.len())?;
    for (sum, facts) in facts {
        out.size(sum.len())?;
        sum.iter().try_for_each(|number| out.u32(*number))?;
        facts.write(out)?;
    }
    Ok(())
}
