//! A certificate as data, for other programs that read certificates.
//!
//! What is read here has the right form and nothing more: only [`crate::check()`] says whether it proves
//! anything. `ishitori-rocq` reads certificates through this module and writes theorems for Rocq, whose kernel
//! checks everything anew. It also needs automata that no file has to have, such as that of a formula inside
//! a quantifier; [`FormulaTables`] makes them as the checker does. Nobody has to trust these: what is
//! made of them is checked where it is used. The checker itself uses nothing of this module.

pub use crate::certificate::contents::{Certificate, CertificateMove, GivenSet, StatedTheorem};
pub use crate::certificate::listed_automaton::ListedAutomaton;
pub use crate::certificate::listed_cover::{ListedCover, ListedMacro, ListedSymmetry, MacroName};
pub use crate::digits::{FileNumeration, ReadingOrder};
pub use crate::formula::condition::{ColumnCondition, LAST, NumberEnd};
pub use crate::formula::number_formula::NumberFormula;
pub use crate::formula::variable::{BOUND, VALUE, VariableNumber, created, heap, lowered};

use crate::automata::automaton::Automaton;
use crate::compile::compiler::FormulaCompiler;
use crate::refusal::CheckRefusal;
use crate::theorem::meaning::given;
use crate::watch::CheckWatch;
use std::collections::HashMap;

/// More than any formula has variables.
const NO_TRACK: VariableNumber = 100;
/// The most tracks of a table that is made here, which has 2 to that many successors a state.
const TRACKS: usize = 16;

/// Reads a certificate; nothing is checked but that it has the right form.
///
/// # Errors
/// [`CheckRefusal`] if it does not.
pub fn read(text: &str) -> Result<Certificate, CheckRefusal> {
    let mut always = |_: &str| true;
    crate::certificate::read::read(text, &mut CheckWatch::new(&mut always))
}

/// An automaton that reads whole letters; state 0 is initial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterTable {
    /// For each state whether it accepts.
    pub accepting: Vec<bool>,
    /// For each state its successors, one a letter.
    pub next: Vec<Vec<u32>>,
}

/// Makes the smallest automata of formulas.
pub struct FormulaTables<'a> {
    compiler: FormulaCompiler<'a>,
}

impl<'a> FormulaTables<'a> {
    /// For the formulas of a certificate, or others that are made of them.
    ///
    /// # Errors
    /// [`CheckRefusal`] if an automaton that stands for a formula is missing.
    pub fn new(certificate: &'a Certificate) -> Result<FormulaTables<'a>, CheckRefusal> {
        let (numeration, order) = (certificate.numeration, certificate.order);
        let compiler = FormulaCompiler::new(numeration, order, given(certificate)?);
        Ok(FormulaTables { compiler })
    }

    /// The smallest automaton of a formula whose free variables are on these tracks.
    ///
    /// # Errors
    /// [`CheckRefusal`] if it is too large, or has variables without a track.
    pub fn table(
        &mut self,
        formula: &NumberFormula,
        tracks: &[VariableNumber],
    ) -> Result<LetterTable, CheckRefusal> {
        let mut always = |_: &str| true;
        let watch = &mut CheckWatch::new(&mut always);
        watch.limit(tracks.len(), TRACKS)?;
        let track = |variable| tracks.iter().position(|track| *track == variable);
        let formula =
            formula.rename(&|v| track(v).map_or(v + NO_TRACK, |track| track as VariableNumber));
        let all: Vec<VariableNumber> = (0..tracks.len() as VariableNumber).collect();
        let relation = self.compiler.relation(&formula, watch)?;
        let relation = self.compiler.spread(&relation, &all, watch)?;
        if relation.variables != all {
            return Err(CheckRefusal::new("a formula has variables that are no tracks"));
        }
        Ok(letters(&relation.automaton))
    }
}

/// An automaton that reads digit by digit, as one that reads letters.
fn letters(automaton: &Automaton) -> LetterTable {
    let mut number = HashMap::from([(0_u32, 0_u32)]);
    let mut states = vec![0_u32];
    let mut table = LetterTable { accepting: Vec::new(), next: Vec::new() };
    while let Some(&state) = states.get(table.next.len()) {
        let successor = |letter: usize| {
            let read = |now: u32, digit: usize| automaton.next[now as usize][letter >> digit & 1];
            (0..automaton.tracks).fold(state, read)
        };
        let reached: Vec<u32> = (0..1 << automaton.tracks).map(successor).collect();
        let next = reached.into_iter().map(|reached| {
            *number.entry(reached).or_insert_with(|| {
                states.push(reached);
                states.len() as u32 - 1
            })
        });
        table.next.push(next.collect());
        table.accepting.push(automaton.accepting[state as usize]);
    }
    table
}
