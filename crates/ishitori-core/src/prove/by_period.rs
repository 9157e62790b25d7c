//! Claims about one heap of a game on single heaps, decided for all heaps by a proved period.
//!
//! A period says what every heap is worth: the first ones by a list, all others by their place in the period. So the set of heaps of a
//! value is a formula of congruences, and the graph of all values one of linear equations. A claim says another formula. Automata decide
//! whether both are true of the same numbers, for all of them: no induction, for the moves are in the theorem about the period. What is not
//! decided here is whether the period is one: whoever asks has had it checked. Cost: an automaton of at most a state or so for each heap of
//! period and preperiod, so long periods are left alone.

use std::collections::BTreeMap;

use ishitori_automata::{Comparison, DigitLogic, DigitOrder, Formula, NoAutomaton, Numeration};

use super::attempt::ProofAttempt;
use super::run::{ProofFailure, ProofQuestion, outside};
use super::translate::{TheoremStatement, TranslatedClaim, ValueCoding, translate};
use crate::control::Control;
use crate::single::Period;
use crate::solve::Convention;

/// Periods that are longer, with what comes before, make automata that are too large.
const MOST_HEAPS: u64 = 4_000;

/// Values from here on have no number that is a power of two.
const MOST_VALUE: u64 = 40;

/// The value of every heap.
pub struct PeriodicValues<'a> {
    /// Those of the heaps before the period, and in it once.
    pub values: &'a [u64],
    /// The period; it is one.
    pub period: Period,
}

/// Whether what is said of a heap is true of all, as the period says.
pub fn by_period<T>(
    question: &ProofQuestion,
    known: &PeriodicValues,
    control: &Control,
) -> ProofAttempt<T> {
    match decide(question, known, control) {
        Ok(holds) => ProofAttempt::ByPeriod { holds, period: known.period },
        Err(failure) => failure.attempt(control),
    }
}

fn decide(
    question: &ProofQuestion,
    known: &PeriodicValues,
    control: &Control,
) -> Result<bool, ProofFailure> {
    control.start("translate the claim")?;
    let Period { start, length, .. } = known.period;
    if question.convention == Convention::Misere {
        return Err(outside("a period of Grundy values is for normal play"));
    }
    if start.saturating_add(length) > MOST_HEAPS {
        return Err(outside(format!(
            "the period is proved, but {start} heaps before it and {length} in it make too large automata"
        )));
    }
    let translated = translate(question.ruleset, question.statement, question.library)
        .map_err(ProofFailure::Outside)?;
    let TranslatedClaim { theorem, defined, numeration } = translated;
    if numeration != Numeration::Binary {
        return Err(outside("a period is compared in binary digits, and the claim needs others"));
    }
    let logic = DigitLogic { numeration, order: DigitOrder::Msd, limit: control.automata() };
    control.start("compare with the period")?;
    let all = |names: &[&str], formula: Formula| -> Result<bool, NoAutomaton> {
        logic.decide(&Formula::for_all(names, formula))
    };
    if defined != Formula::Constant(true) && !all(&["h1"], defined)? {
        return Err(outside("the claim means nothing at some positions"));
    }
    Ok(match theorem {
        TheoremStatement::Sentence(sentence) => logic.decide(&sentence)?,
        TheoremStatement::Everywhere(formula) => all(&["h1"], formula)?,
        TheoremStatement::Outcome(set) => all(&["h1"], set.iff(known.heaps_worth(0)))?,
        TheoremStatement::Families { lost, won } => {
            let lost = lost.implies(known.heaps_worth(0));
            all(&["h1"], lost.and(won.implies(known.heaps_worth(0).not())))?
        }
        TheoremStatement::Class { value, set } => all(&["h1"], set.iff(known.heaps_worth(value)))?,
        TheoremStatement::Grundy { coding, graph } => {
            all(&["h1", "g"], graph.iff(known.graph(coding)?))?
        }
    })
}

impl PeriodicValues<'_> {
    /// The heaps of the first period by their place, and those before it by themselves: heap, value, whether it comes again.
    fn heaps(&self) -> impl Iterator<Item = (u64, u64, bool)> {
        let all = (0u64..).zip(self.values.iter().copied());
        all.take_while(|(heap, _)| *heap < self.period.start + self.period.length)
            .map(|(heap, value)| (heap, value, heap >= self.period.start))
    }

    /// The heaps of one value, as numbers `h1`.
    fn heaps_worth(&self, wanted: u64) -> Formula {
        let Period { length, saltus, .. } = self.period;
        let heap_is = |heap: u64, value: u64, again: bool| match again {
            _ if saltus == 0 && value != wanted => Formula::Constant(false),
            true if saltus == 0 => self.place(heap),
            true => match wanted.checked_sub(value) {
                Some(more) if more % saltus == 0 => is(heap + more / saltus * length, "h1"),
                _ => Formula::Constant(false),
            },
            false if value == wanted => is(heap, "h1"),
            false => Formula::Constant(false),
        };
        Formula::Or(self.heaps().map(|(heap, value, again)| heap_is(heap, value, again)).collect())
    }

    /// Heap and value, as numbers `h1` and `g`.
    fn graph(&self, coding: ValueCoding) -> Result<Formula, ProofFailure> {
        let Period { length, saltus, .. } = self.period;
        if saltus > 0 && coding == ValueCoding::OneHot {
            return Err(outside("values that grow, as powers of two"));
        }
        if saltus > 0 {
            let linear = |(heap, value, again): (u64, u64, bool)| match again {
                false => is(heap, "h1").and(is(value, "g")),
                // g = value + saltus * t where h1 = heap + length * t.
                true => {
                    let [length, saltus, heap_, value] =
                        [length, saltus, heap, value].map(|n| i64::try_from(n).unwrap_or(i64::MAX));
                    let constant = length.saturating_mul(value) - saltus.saturating_mul(heap_);
                    let terms = [(length, "g"), (-saltus, "h1")];
                    self.place(heap).and(Formula::linear(&terms, Comparison::Equal, constant))
                }
            };
            return Ok(Formula::Or(self.heaps().map(linear).collect()));
        }
        let mut sets: BTreeMap<u64, Vec<Formula>> = BTreeMap::new();
        for (heap, value, again) in self.heaps() {
            let place = if again { self.place(heap) } else { is(heap, "h1") };
            sets.entry(value).or_default().push(place);
        }
        let mut graph = Vec::new();
        for (value, places) in sets {
            let code = match coding {
                ValueCoding::Plain => value,
                ValueCoding::OneHot if value < MOST_VALUE => 1 << value,
                ValueCoding::OneHot => return Err(outside("large values, as powers of two")),
            };
            graph.push(Formula::Or(places).and(is(code, "g")));
        }
        Ok(Formula::Or(graph))
    }

    /// The heaps at the place of `heap` in the period.
    fn place(&self, heap: u64) -> Formula {
        let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        let modulus = u32::try_from(self.period.length).unwrap_or(u32::MAX);
        let from = Formula::linear(&[(1, "h1")], Comparison::GreaterEqual, number(heap));
        match modulus {
            1 => from,
            _ => from.and(Formula::congruent(
                &[(1, "h1")],
                number(heap % self.period.length),
                modulus,
            )),
        }
    }
}

fn is(number: u64, variable: &str) -> Formula {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    Formula::linear(&[(1, variable)], Comparison::Equal, number)
}
