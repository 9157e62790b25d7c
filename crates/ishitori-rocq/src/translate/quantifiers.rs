//! Quantifiers: each gets a number, two automata, and a proof that one is the other with tracks hidden.
//!
//! The automaton of "there are y such that A" need not be built by verified code. Two checks are enough
//! (`rocq/Exists.v`): nothing with a y in A is refused, and everything is refused or has such a y. The second
//! is a cover ([`hidden_cover`](super::hidden_cover)). Formulas that differ only in the names of their variables
//! share a quantifier.

use crate::fibonacci::{FibonacciSolutions, quantifier_is_right, solutions};
use crate::forms::FormTracks;
use crate::refusal::NoRocqTheorem;
use crate::sentence::{RocqAtom, RocqSentence};
use crate::tables::RocqTable;
use crate::translate::hidden_cover::HiddenCover;
use crate::translate::{DefinedTerms, sentence};
use crate::variables::{numbered, renamed};
use crate::writing::{bracketed, quantifier_names};
use crate::{forms, words};
use ishitori_check::reading::{
    BOUND, Certificate, FileNumeration, FormulaTables, NumberFormula, VariableNumber,
};
use std::collections::HashMap;

/// The quantifiers of a file, each written as soon as it is met.
pub(crate) struct QuantifierBook<'a> {
    certificate: &'a Certificate,
    pub(crate) tables: FormulaTables<'a>,
    known: HashMap<NumberFormula, usize>,
    /// Sums in Fibonacci digits, each with an automaton of this number.
    sums: Vec<FibonacciSolutions>,
    /// What is to be written before anything that uses them.
    pub(crate) text: String,
}

impl<'a> QuantifierBook<'a> {
    pub(crate) fn new(certificate: &'a Certificate) -> Result<QuantifierBook<'a>, NoRocqTheorem> {
        let tables = FormulaTables::new(certificate)?;
        let (known, sums, text) = (HashMap::new(), Vec::new(), String::new());
        Ok(QuantifierBook { certificate, tables, known, sums, text })
    }

    /// An atom as the library reads it: with Fibonacci digits a sum needs an automaton of its own.
    pub(crate) fn readable(&mut self, atom: RocqAtom) -> Result<RocqAtom, NoRocqTheorem> {
        if self.certificate.numeration != FileNumeration::Zeckendorf {
            return Ok(atom);
        }
        let (relation, bound, sum) = match atom {
            RocqAtom::Linear(relation, bound, sum) => (relation, bound, sum),
            RocqAtom::Shift(x, y) => return Ok(RocqAtom::Shift(x, y)),
            _ => {
                let why = "of numbers in Fibonacci digits only sums can be written yet";
                return Err(NoRocqTheorem::new(why));
            }
        };
        let solutions = solutions(relation, bound, &sum);
        let known = self.sums.iter().position(|known| *known == solutions);
        let index = match known {
            Some(index) => index,
            None => {
                self.text += &solutions.definition(self.sums.len() + 1, &mut self.tables)?;
                self.sums.push(solutions);
                self.sums.len() - 1
            }
        };
        Ok(RocqAtom::FibonacciLinear(index + 1, relation, bound, sum))
    }

    /// The name of a set that has no formula.
    pub(crate) fn given(&self, index: usize) -> String {
        self.certificate.given[index].name.clone()
    }

    /// "There are numbers for these variables such that all parts hold", as a sentence.
    pub(crate) fn quantified(
        &mut self,
        bound: &[VariableNumber],
        mut parts: Vec<NumberFormula>,
        terms: &DefinedTerms,
    ) -> Result<RocqSentence, NoRocqTheorem> {
        let body = if parts.len() == 1 { parts.remove(0) } else { NumberFormula::And(parts) };
        let whole = NumberFormula::Exists(bound.to_vec(), Box::new(body.clone()));
        let (key, free) = numbered(&whole);
        let quantifier = match self.known.get(&key) {
            Some(known) => *known,
            None => {
                let number = self.define(&key, free.len(), bound.len())?;
                self.known.insert(key, number);
                number
            }
        };
        let arguments = free.iter().map(|variable| terms.term(*variable)).collect();
        let body = Box::new(sentence(&body, terms, self)?);
        Ok(RocqSentence::Exists { quantifier, arguments, bound: bound.to_vec(), body })
    }

    /// Writes a quantifier whose variables are numbered; returns its number.
    fn define(
        &mut self,
        whole: &NumberFormula,
        free: usize,
        bound: usize,
    ) -> Result<usize, NoRocqTheorem> {
        let NumberFormula::Exists(_, body) = whole else {
            return Err(NoRocqTheorem::new("a quantifier is missing"));
        };
        let inner = sentence(body, &DefinedTerms::default(), self)?;
        let number = self.known.len() + 1;
        let given = free as VariableNumber;
        let hidden = (0..bound as VariableNumber).map(|index| BOUND + index);
        let all: Vec<VariableNumber> = (0..given).chain(hidden).collect();
        let open = renamed(body, &mut |variable| {
            if (BOUND..BOUND + bound as VariableNumber).contains(&variable) {
                given + variable - BOUND
            } else {
                variable
            }
        });
        let tracks: Vec<VariableNumber> = (0..given + bound as VariableNumber).collect();
        let under = RocqTable::of(&self.tables.table(&open, &tracks)?);
        let table = RocqTable::of(&self.tables.table(whole, &tracks[..free])?);
        let cover = HiddenCover::new(&under, &table, free, bound)?;
        let form = forms::form(&inner, FormTracks { tracks: &all, one_by_one: false })?;
        let fibonacci = self.certificate.numeration == FileNumeration::Zeckendorf;
        let (n, k, i) = (free, bound, number);
        let (form, good) = match fibonacci {
            true => (format!("fguard {} {form}", n + k), "fib_good"),
            false => (form, "good_tables"),
        };
        let order: Vec<String> = (0..n + k).map(|track| track.to_string()).collect();
        self.text += &format!(
            "Definition b{i} : form := {form}.\n\
             Definition q{i} : env -> Prop := fun e => exists y, length y = {k}%nat /\\ sem b{i} (e ++ y).\n\
             {}{}{}{}\
             Lemma r_q{i} : recog {n} q{i} t_q{i}.\n\
             Proof.\n  apply (recog_exists 1000 1000 20 1000 {n} {k} (sem b{i}) t_b{i} t_q{i} t_n{i} [{}]%nat m_q{i}).\n  \
             - apply comp_of; [apply (recog_ok 1000); [unfold b{i}; {good}|vm]|vm].\n  \
             - vm.\n  - vm.\n  - vm.\n  - vm.\n  - vm.\n  - vm.\nQed.\n\
             Local Hint Resolve r_q{i} : ishitori.\n",
            under.definition(&format!("t_b{i}"), n + k),
            table.definition(&format!("t_q{i}"), n),
            table.opposite().definition(&format!("t_n{i}"), n),
            cover.definition(&format!("m_q{i}"), n),
            order.join("; "),
        );
        self.text += &match fibonacci {
            true => quantifier_is_right(i, &inner, &all[..free], &all[free..]),
            false => is_right(i, &inner, &all[..free], &all[free..]),
        };
        Ok(number)
    }
}

/// What a quantifier says, in words.
fn is_right(
    i: usize,
    inner: &RocqSentence,
    free: &[VariableNumber],
    hidden: &[VariableNumber],
) -> String {
    let words = words::words(inner, &quantifier_names);
    let names = |variables: &[VariableNumber]| -> Vec<String> {
        variables.iter().map(|variable| quantifier_names(*variable)).collect()
    };
    let (parameters, hidden) = (names(free), names(hidden));
    let k = hidden.len();
    format!(
        "Lemma in_b{i} {} {} : sem b{i} {} <-> ({words}).\n\
         Proof. unfold b{i}. bridge. Qed.\n\
         Lemma in_q{i} {} : q{i} {} <-> exists {}, {words}.\n\
         Proof.\n  split.\n  - intros (y & L & C). destruct_list y L. do {k} eexists. apply in_b{i}. exact C.\n  \
         - intros ({} & C). exists {}. split; [reflexivity|apply in_b{i}; exact C].\nQed.\n\
         Local Hint Resolve in_q{i} : ishitori.\n",
        parameters.join(" "),
        hidden.join(" "),
        bracketed(&[parameters.clone(), hidden.clone()].concat()),
        parameters.join(" "),
        bracketed(&parameters),
        hidden.join(" "),
        hidden.join(" & "),
        bracketed(&hidden),
    )
}
